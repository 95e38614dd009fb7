"""Datasets that workers share: `run(tf, folder)` gives what each of two workers reads of pipelines over files and others.

`python tests/data/auto_shard_programs.py` with TensorFlow 1.15.5 writes what that gives to `auto_shard.json`.
"""

import json
import os
import sys
import tempfile

import numpy as np


def write_files(folder):
    """Four files of five lines each."""
    names = [os.path.join(folder, "f%d" % i) for i in range(4)]  # noqa: UP031 - read by Python 3.7 too
    for i, name in enumerate(names):
        with open(name, "w") as file:
            file.write("".join(str(10 * i + j) + "\n" for j in range(5)))
    return names


def pipelines(tf, files):
    """The pipelines by name."""
    D, T, E = tf.data.Dataset, tf.data.TextLineDataset, tf.data.experimental  # noqa: N806

    def num(line):
        return tf.strings.to_number(line, tf.int32)

    numbers = T(files).map(num)
    return {
        "lines": numbers,
        "lines in batches": numbers.repeat(2).batch(2),
        "flat_map": D.from_tensor_slices(files).flat_map(T).map(num).batch(3),
        "interleave": D.from_tensor_slices(files).interleave(T, cycle_length=2).map(num),
        "read in parallel": T(files, num_parallel_reads=2).map(num),
        "list_files": D.list_files(os.path.dirname(files[0]) + "/f*", shuffle=False).interleave(T, cycle_length=2),
        "shuffle": numbers.shuffle(3, seed=5).prefetch(2),
        "cache": T(files).cache().map(num).take(9).skip(1),
        "filter": numbers.filter(lambda x: tf.equal(x % 2, 0)),
        "zip": D.zip((numbers, numbers)),
        "zip with numbers": D.zip((numbers, D.range(20))),
        "concatenate": T(files[:2]).concatenate(T(files[2:])).map(num),
        "unbatch": numbers.batch(2).apply(E.unbatch()),
        "flat_map without files": numbers.batch(2).flat_map(D.from_tensor_slices),
        "map_and_batch": T(files).apply(E.map_and_batch(num, 2)),
        "shuffle_and_repeat": numbers.apply(E.shuffle_and_repeat(3, 2, seed=5)),
        "scan": numbers.apply(E.scan(0, lambda s, x: (s + 1, s + x))),
        "padded_batch": T(files).map(lambda line: tf.expand_dims(num(line), 0)).padded_batch(2, [None]),
        "enumerate": numbers.apply(E.enumerate_dataset()),
        "ignore_errors": numbers.apply(E.ignore_errors()),
        "shard": numbers.shard(2, 0),
        "map in parallel": T(files).map(num, num_parallel_calls=2),
        "range": D.range(7),
        "one element": D.range(1),
        "generator": D.from_generator(lambda: iter(range(7)), tf.int32),
        "three files": T(files[:3]).map(num),
        "one file": T(files[:1]).map(num),
        "take_while": numbers.apply(E.take_while(lambda x: x < 22)),
    }


def _listed(value):
    return np.asarray(value).astype("int64").tolist()


def part(tf, name, files, index):
    """What the worker `index` of two reads, or the class and the text of the error."""
    with tf.Graph().as_default(), tf.Session() as sess:
        dataset = pipelines(tf, files)[name]
        types, shapes = tf.data.get_output_types(dataset), tf.data.get_output_shapes(dataset)
        mine = tf.raw_ops.AutoShardDataset(
            input_dataset=dataset._variant_tensor,
            num_workers=np.int64(2),
            index=np.int64(index),
            output_types=list(types) if isinstance(types, tuple) else [types],
            output_shapes=list(shapes) if isinstance(types, tuple) else [shapes],
        )
        iterator = tf.data.Iterator.from_structure(types, shapes)
        following = iterator.get_next()
        found = []
        try:
            sess.run(tf.raw_ops.MakeIterator(dataset=mine, iterator=iterator._iterator_resource))
            while True:
                value = sess.run(following)
                found.append([_listed(v) for v in value] if isinstance(value, tuple) else _listed(value))
        except tf.errors.OutOfRangeError:
            return found
        except tf.errors.InvalidArgumentError as error:
            return [type(error).__name__, error.message.split("\n")[0]]


def run(tf, folder):
    """What both workers read of each pipeline."""
    files = write_files(folder)
    with tf.Graph().as_default():
        names = list(pipelines(tf, files))
    return {name: [part(tf, name, files, index) for index in range(2)] for name in names}


if __name__ == "__main__":
    import tensorflow

    tensorflow.logging.set_verbosity("ERROR")
    with tempfile.TemporaryDirectory() as made:
        recorded = run(tensorflow, made)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "auto_shard.json"), "w") as file:
        json.dump(recorded, file, indent=1, sort_keys=True)
        file.write("\n")
    sys.exit(0)
