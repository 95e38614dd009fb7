"""The network of the tutorial "TensorFlow Mechanics 101": `tensorflow.examples.tutorials.mnist.mnist`.

Four functions that build a graph step by step: `inference`, `loss`, `training`, `evaluation`. Variables have 1.15's
names (`hidden1/weights` and so on), so its checkpoints fit. Penstock itself is imported when a function is called.
"""

import math
from typing import Any

# The digits 0 to 9, in images of 28 by 28 pixels.
NUM_CLASSES = 10
IMAGE_SIZE = 28
IMAGE_PIXELS = IMAGE_SIZE * IMAGE_SIZE


def _linear(scope: str, inputs: Any, units_in: int, units_out: int, activation: Any = None) -> Any:
    import penstock as tf

    with tf.name_scope(scope):
        initial = tf.truncated_normal([units_in, units_out], stddev=1.0 / math.sqrt(float(units_in)))
        weights = tf.Variable(initial, name="weights")
        biases = tf.Variable(tf.zeros([units_out]), name="biases")
        outputs = tf.matmul(inputs, weights) + biases
        return outputs if activation is None else activation(outputs)


def inference(images: Any, hidden1_units: int, hidden2_units: int) -> Any:
    """Build the network from the images to the logits: two hidden layers of ReLUs and a linear one.

    Args:
      images: float tensor of shape [batch, IMAGE_PIXELS].
      hidden1_units: Size of the first hidden layer.
      hidden2_units: Size of the second hidden layer.

    Returns:
      float tensor of shape [batch, NUM_CLASSES].
    """
    import penstock as tf

    hidden1 = _linear("hidden1", images, IMAGE_PIXELS, hidden1_units, tf.nn.relu)
    hidden2 = _linear("hidden2", hidden1, hidden1_units, hidden2_units, tf.nn.relu)
    return _linear("softmax_linear", hidden2, hidden2_units, NUM_CLASSES)


def loss(logits: Any, labels: Any) -> Any:
    """Return the mean cross entropy between the softmax of `logits` and the class numbers `labels`."""
    import penstock as tf

    labels = tf.cast(labels, tf.int64, name="ToInt64")
    return tf.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)


def training(loss: Any, learning_rate: float) -> Any:
    """Return the operation that does a step of gradient descent and counts it in the variable `global_step`.

    Also adds a scalar summary of `loss`.
    """
    import penstock as tf

    tf.summary.scalar("loss", loss)
    optimizer = tf.train.GradientDescentOptimizer(learning_rate)
    global_step = tf.Variable(0, name="global_step", trainable=False)
    return optimizer.minimize(loss, global_step=global_step)


def evaluation(logits: Any, labels: Any) -> Any:
    """Return, as a scalar int32 tensor, for how many examples the largest logit is that of the label."""
    import penstock as tf

    correct = tf.nn.in_top_k(logits, labels, 1)
    return tf.reduce_sum(tf.cast(correct, tf.int32))
