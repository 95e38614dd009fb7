"""Trains the network of "Mechanics 101" on digits that are in variables, which are filled once and never trained or saved.

    penstock run -m tensorflow.examples.how_tos.reading_data.fully_connected_preloaded_var

The graph stays small, unlike with the constants of `fully_connected_preloaded`, whose flags and training it shares.
"""

import tensorflow as tf
from tensorflow.examples.how_tos.reading_data import fully_connected_preloaded as preloaded

from penstock.models import refuse_unknown_flags


def variables(images, labels):
    """The digits as variables, and what fills them: their initializer is fed."""
    found, feeds = [], {}
    for array in (images, labels):
        initializer = tf.placeholder(array.dtype, array.shape)
        found.append(tf.Variable(initializer, trainable=False, collections=[]))
        feeds[initializer] = array

    def fill(sess):
        for variable, (placeholder, array) in zip(found, feeds.items()):
            sess.run(variable.initializer, {placeholder: array})

    return (*found, fill)


def main(argv):
    refuse_unknown_flags(argv)
    preloaded.run_training(variables)


if __name__ == "__main__":
    tf.app.run()
