"""A Keras model whose runs are debugged: the session is wrapped before Keras gets it."""

import sys

import numpy as np
import tensorflow as tf

from penstock.models import debugging, refuse_unknown_flags

EXAMPLES, STEPS, INPUTS, OUTPUTS = 8, 2, 3, 1


def main(argv):
    refuse_unknown_flags(argv)
    arrays = np.zeros([EXAMPLES, INPUTS]), np.zeros([EXAMPLES, OUTPUTS])
    dataset = tf.data.Dataset.from_tensor_slices(arrays).repeat(EXAMPLES).batch(EXAMPLES // STEPS)
    tf.keras.backend.set_session(debugging.wrapped(tf.Session(), options))
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=[INPUTS])])
    model.compile(loss="mse", optimizer="sgd")
    model.fit(dataset, epochs=options.epochs, steps_per_epoch=STEPS)


if __name__ == "__main__":
    flags = debugging.parser()
    flags.add_argument("--epochs", type=int, default=2, help="How often to go through the data.")
    options, rest = flags.parse_known_args()
    with tf.Graph().as_default():
        tf.app.run(main=main, argv=[sys.argv[0], *rest])
