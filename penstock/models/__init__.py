"""The programs that came with TensorFlow: its tutorials and models, written anew from their descriptions.

Started under 1.x's names, as in `penstock run -m tensorflow.models.image.mnist.convolutional`; `PROGRAMS` has them
all. They are a user's programs (`import tensorflow as tf`), so nothing else in the package imports them; examples/README.md
of the repository tells what each shows and reaches.
"""

import sys
from collections.abc import Sequence

# Package of 1.x → its modules; `a=b` is the module a of 1.x, which is b here.
_PACKAGES = {
    "models.image.mnist": "convolutional",
    "models.image.cifar10": "cifar10 cifar10_input cifar10_train cifar10_eval cifar10_multi_gpu_train",
    "models.image.imagenet": "classify_image",
    "models.embedding": "word2vec word2vec_optimized",
    "models.rnn.ptb": "ptb_word_lm reader=ptb_reader",
    "models.rnn.translate": "translate seq2seq_model data_utils=translate_data",
    "examples.tutorials.mnist": """fully_connected_feed mnist_softmax mnist_deep mnist_with_summaries""",
    "examples.tutorials.word2vec": "word2vec_basic",
    "examples.how_tos.reading_data": """convert_to_records fully_connected_reader fully_connected_preloaded
        fully_connected_preloaded_var""",
    "examples.image_retraining": "retrain",
    "examples.label_image": "label_image",
    "python.debug.examples": "debug_errors debug_fibonacci debug_keras debug_mnist debug_tflearn_iris",
    "examples.learn": "iris=iris_learn wide_n_deep_tutorial",
}
# Module of 1.x, without `tensorflow.` → the module here.
PROGRAMS = {
    f"{package}.{row.partition('=')[0]}": f"penstock.models.{row.rpartition('=')[2]}"
    for package, rows in _PACKAGES.items()
    for row in rows.split()
}


def refuse_unknown_flags(argv: Sequence[str]) -> None:
    """Ends the program if there is anything on its command line that is none of its flags.

    Args:
      argv: what `tf.app.run` has left of the command line, the program's name first.

    Example:
      >>> refuse_unknown_flags(["program.py"])
      >>> refuse_unknown_flags(["program.py", "--lerning_rate=1"])
      Traceback (most recent call last):
      ...
      SystemExit: FATAL Flags parsing error:
        Unknown command line flag '--lerning_rate=1'
      Pass --help to see the flags of the program.
    """
    if len(argv) > 1:
        unknown = "\n".join(f"  Unknown command line flag {word!r}" for word in argv[1:])
        sys.exit(f"FATAL Flags parsing error:\n{unknown}\nPass --help to see the flags of the program.")
