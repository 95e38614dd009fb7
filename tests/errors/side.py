"""What the programs of `cases/` share: short ways to run things, and `tf`: Penstock, or TensorFlow for `record.py`.

These files are also read by the Python of TensorFlow 1.15 (3.7), so they keep to what that can read.
"""

import os
import shutil
import sys
import tempfile

import numpy as np

if sys.version_info < (3, 8):  # noqa: UP036 - that is where TensorFlow 1.15 is
    import tensorflow as tf
else:
    import penstock as tf

_folders = []


def run(fetch, feed=None):
    """The value of `fetch` in a session whose variables and tables are initialized."""
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer(), tf.tables_initializer()])
        return session.run(fetch, feed)


def every(dataset):
    """All elements of a dataset (at most a hundred)."""
    element = tf.data.make_initializable_iterator(dataset)
    following = element.get_next()
    found = []
    with tf.Session() as session:
        session.run(tf.tables_initializer())
        session.run(element.initializer)
        try:
            while len(found) < 100:
                found.append(session.run(following))
        except tf.errors.OutOfRangeError:
            return found
    return found


def fed(value, dtype=None, shape=None):
    """A tensor of unknown shape with this value: what is wrong with it shows when it runs."""
    value = np.asarray(value)
    return tf.placeholder_with_default(tf.constant(value, dtype), shape)


def folder():
    """A new folder, removed when the case is over."""
    _folders.append(tempfile.mkdtemp())
    return _folders[-1]


def written(data, name="file"):
    """The path of a new file with these bytes."""
    path = os.path.join(folder(), name)
    with open(path, "wb") as f:
        f.write(data)
    return path


def outcome(program):
    """The error that a program ends with, in a graph of its own; None if it ends well."""
    tf.reset_default_graph()
    try:
        program()
    except Exception as e:
        return e
    finally:
        tf.reset_default_graph()
        while _folders:
            shutil.rmtree(_folders.pop(), ignore_errors=True)
    return None
