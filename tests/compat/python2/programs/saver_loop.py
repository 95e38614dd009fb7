#!/usr/bin/env python
import os, sys, glob, tempfile, commands
import tensorflow as tf
import numpy as np

def batches(data, n):
    for i in xrange(0, len(data) / n * n, n):
        yield data[i:i+n]

data = np.arange(23)
print [list(b) for b in batches(data, 10)], len(data) / 10, data.mean(), data / 10
folder = tempfile.mkdtemp()
v = tf.Variable(np.float32([1, 2, 3]), name='v')
n = tf.Variable(7, name='n')
update = tf.assign(n, n / 2)
scale = tf.assign(v, v / 2)
saver = tf.train.Saver(max_to_keep=2)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print sess.run(update), sess.run(scale)
        path = saver.save(sess, os.path.join(folder, 'model.ckpt'), global_step=i)
    print os.path.basename(path), sorted(map(os.path.basename, glob.glob(folder + '/*.meta')))
with tf.Session() as sess:
    ckpt = tf.train.get_checkpoint_state(folder)
    if ckpt and ckpt.model_checkpoint_path:
        saver.restore(sess, ckpt.model_checkpoint_path)
        print 'restored', sess.run([n, v]), ckpt.model_checkpoint_path.split('/')[-1].split('-')[-1]
    else:
        print 'No checkpoint file found'
status, text = commands.getstatusoutput('echo %s' % 'done')
print status, text, round(0.5) == 1.0, round(-1.5), int(round(7 / 2)), sys.maxint == 2 ** 63 - 1
