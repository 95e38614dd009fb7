# -*- coding: utf-8 -*-
import argparse
import os, shutil, sys, tempfile
import numpy as np
import tensorflow as tf

from utils import TextLoader

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--batch_size', type=int, default=4, help='minibatch size')
    parser.add_argument('--seq_length', type=int, default=10, help='RNN sequence length')
    parser.add_argument('--num_epochs', type=int, default=2, help='number of epochs')
    args = parser.parse_args()
    folder = tempfile.mkdtemp()
    with open(os.path.join(folder, 'input.txt'), 'w') as f:
        for i in xrange(20):
            print >>f, "line %d of the text, naïve" % (i / 3)
    train(args, folder)
    again = TextLoader(folder, args.batch_size, args.seq_length)
    print again.vocab_size, again.num_batches, repr(u''.join(again.chars[:5])).lstrip('u')
    shutil.rmtree(folder)

def train(args, folder):
    loader = TextLoader(folder, args.batch_size, args.seq_length)
    print 'vocabulary', loader.vocab_size, 'batches', loader.num_batches
    rng = np.random.RandomState(3)
    H = 16
    x = tf.placeholder(tf.int32, [args.batch_size, args.seq_length])
    y = tf.placeholder(tf.int32, [args.batch_size, args.seq_length])
    Wx = tf.Variable(rng.randn(loader.vocab_size, H).astype('f') / 4)
    Wh = tf.Variable(rng.randn(H, H).astype('f') / 4)
    Wy = tf.Variable(rng.randn(H, loader.vocab_size).astype('f') / 4)
    state = tf.zeros([args.batch_size, H])
    losses = []
    for t in range(args.seq_length):
        state = tf.tanh(tf.nn.embedding_lookup(Wx, x[:, t]) + tf.matmul(state, Wh))
        losses.append(tf.nn.sparse_softmax_cross_entropy_with_logits(logits=tf.matmul(state, Wy), labels=y[:, t]))
    cost = tf.add_n(losses) / len(losses)
    cost = tf.reduce_sum(cost) / args.batch_size
    lr = tf.Variable(0.0, trainable=False)
    tvars = tf.trainable_variables()
    grads, _ = tf.clip_by_global_norm(tf.gradients(cost, tvars), 5)
    train_op = tf.train.AdamOptimizer(lr).apply_gradients(zip(grads, tvars))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for e in xrange(args.num_epochs):
            sess.run(tf.assign(lr, 0.02 * (0.97 ** e)))
            loader.reset_batch_pointer()
            for b in xrange(loader.num_batches):
                bx, by = loader.next_batch()
                train_loss, _ = sess.run([cost, train_op], {x: bx, y: by})
                if (e * loader.num_batches + b) % 5 == 0:
                    print "{}/{} (epoch {}), train_loss = {:.3f}" \
                        .format(e * loader.num_batches + b, args.num_epochs * loader.num_batches, e, train_loss)

if __name__ == '__main__':
    main()
