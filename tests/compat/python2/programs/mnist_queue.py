# Trains a softmax layer on made-up digits that come through a queue.
import time
import numpy as np
import tensorflow as tf

BATCH = 50
N = 1000

rng = np.random.RandomState(0)
centres = rng.rand(10, 64)
labels = rng.randint(0, 10, N)
images = (centres[labels] + 0.3 * rng.randn(N, 64)).astype(np.float32)

with tf.Graph().as_default():
    tf.set_random_seed(1)
    queue = tf.FIFOQueue(N, [tf.float32, tf.int32], shapes=[[64], []])
    xs = tf.placeholder(tf.float32, [None, 64])
    ys = tf.placeholder(tf.int32, [None])
    enqueue = queue.enqueue_many([xs, ys])
    x, y = queue.dequeue_many(BATCH)
    W = tf.Variable(tf.zeros([64, 10]), name='W')
    b = tf.Variable(tf.zeros([10]), name='b')
    logits = tf.matmul(x, W) + b
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=y))
    train_op = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
    correct = tf.reduce_sum(tf.cast(tf.nn.in_top_k(logits, y, 1), tf.int32))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in xrange(3):
            sess.run(enqueue, {xs: images, ys: labels})
            total, right = 0.0, 0
            steps = N / BATCH
            for step in xrange(steps):
                _, l, c = sess.run([train_op, loss, correct])
                total += l
                right += c
                if step % (steps / 2) == 0:
                    print 'epoch %d step %d: loss = %.4f' % (epoch, step, l)
            print 'epoch', epoch, 'mean loss %.4f' % (total / steps), 'precision', right * 100 / N, '%'
        print queue.size().eval()
