import os
import sys
import tempfile

import numpy as np
import tensorflow as tf

import cifar10_input

reload(sys)
sys.setdefaultencoding('utf-8')

folder = tempfile.mkdtemp()
pickled = os.path.join(folder, 'data_batch_1')
rng = np.random.RandomState(0)
# A pickle as Python 2 wrote it, strings and array included.
open(pickled, 'wb').write(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'data_batch_1'), 'rb').read())
batch = cifar10_input.unpickle(pickled)
print sorted(batch.keys()), batch['batch_label'], batch['data'].shape, batch['data'].dtype, batch['labels'][:5]
binary = os.path.join(folder, 'data_batch_1.bin')
cifar10_input.write_binary(batch, binary)
print os.path.getsize(binary) / len(batch['labels'])
images, labels, _ = cifar10_input.inputs([binary], 2)
W = tf.Variable(rng.randn(24 * 24 * 3, 10).astype(np.float32) / 24)
logits = tf.matmul(tf.reshape(images, [2, -1]), W)
top_k_op = tf.nn.in_top_k(logits, labels, 3)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    try:
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        num_iter = len(batch['labels']) / 2
        true_count, step = 0, 0
        while step < num_iter and not coord.should_stop():
            predictions, l, lab = sess.run([top_k_op, logits, labels])
            print 'labels', list(lab), '%.3f %.3f' % (l[0, 0], l[1, 9])
            true_count += np.sum(predictions)
            step += 1
        precision = true_count / (num_iter * 2.0)
        print 'precision @ 3 = %.3f' % precision, true_count / num_iter
    except Exception, e:
        coord.request_stop(e)
    coord.request_stop()
    coord.join(threads, stop_grace_period_secs=10)
