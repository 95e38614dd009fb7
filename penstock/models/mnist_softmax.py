"""MNIST for beginners: a softmax regression, trained by gradient descent on batches of 100 digits.

Uses the MNIST files in --data_dir, or the digits that ship with Penstock.
"""

import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_string("data_dir", "MNIST_data", "Folder with MNIST's files, if you have them.")
flags.DEFINE_integer("steps", 1000, "How many batches to train on.")
flags.DEFINE_integer("batch_size", 100, "Digits in a batch.")
flags.DEFINE_float("learning_rate", 0.5, "Length of a step along the gradient.")
FLAGS = flags.FLAGS


def main(argv):
    refuse_unknown_flags(argv)
    tf.set_random_seed(1)
    mnist = input_data.read_data_sets(FLAGS.data_dir, one_hot=True, seed=1)

    # The model: evidence for each digit is a weighted sum of the pixels.
    x = tf.placeholder(tf.float32, [None, 784])
    W = tf.Variable(tf.zeros([784, 10]))
    b = tf.Variable(tf.zeros([10]))
    y = tf.matmul(x, W) + b

    # What is to become small. The softmax is inside of the loss, where it cannot overflow.
    y_ = tf.placeholder(tf.float32, [None, 10])
    cross_entropy = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=y_, logits=y))
    train_step = tf.train.GradientDescentOptimizer(FLAGS.learning_rate).minimize(cross_entropy)

    correct_prediction = tf.equal(tf.argmax(y, 1), tf.argmax(y_, 1))
    accuracy = tf.reduce_mean(tf.cast(correct_prediction, tf.float32))

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(1, FLAGS.steps + 1):
            batch_xs, batch_ys = mnist.train.next_batch(FLAGS.batch_size)
            _, loss = sess.run([train_step, cross_entropy], feed_dict={x: batch_xs, y_: batch_ys})
            if step % 100 == 0 or step == 1:
                print("step %d: loss = %.3f" % (step, loss))
        test_accuracy = sess.run(accuracy, feed_dict={x: mnist.test.images, y_: mnist.test.labels})
        print("test accuracy: %.4f" % test_accuracy)


if __name__ == "__main__":
    tf.app.run()
