"""Writes `tables_of_1_15.zip` or, with TensorFlow 2, `tables_of_2.zip`: a SavedModel of an object with tables.

    PYTHON_WITH_TENSORFLOW tests/saved_model/tables.py
"""

import os
import shutil
import tempfile


def words_of(tf, vocabulary):
    """An object with a table from a file, which is an asset, and one from tensors."""
    lookup, index = tf.lookup, tf.lookup.TextFileIndex

    class Words(tf.Module):
        def __init__(self):
            super(Words, self).__init__()  # noqa: UP008  also Python 3.7's TensorFlow reads this
            file = lookup.TextFileInitializer(
                vocabulary, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER
            )
            self.ids = lookup.StaticHashTable(file, -1)
            self.names = lookup.StaticHashTable(lookup.KeyValueTensorInitializer([1, 2], ["x", "y"]), "?")

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="words")])
        def look_up(self, words):
            ids = self.ids.lookup(words)
            return {"ids": ids, "names": self.names.lookup(tf.cast(ids, tf.int32))}

    return Words()


def main():
    import tensorflow as tf

    release = "2" if tf.__version__.startswith("2") else "1_15"
    with tempfile.TemporaryDirectory() as made:
        vocabulary = os.path.join(made, "vocabulary.txt")
        with open(vocabulary, "w") as file:
            file.write("a\nb\nc\n")
        folder = os.path.join(made, "model")
        if release == "2":
            tf.saved_model.save(words_of(tf, vocabulary), folder)
        else:
            with tf.Session() as session:
                words = words_of(tf, vocabulary)
                session.run(tf.tables_initializer())
                tf.saved_model.save(words, folder)
        shutil.make_archive(os.path.join(os.path.dirname(os.path.abspath(__file__)), "tables_of_" + release), "zip", folder)


if __name__ == "__main__":
    main()
