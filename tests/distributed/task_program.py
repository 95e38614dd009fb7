"""A task of the cluster of `mixtures.py`. Runs on Penstock and, with Python 3.7, on TensorFlow 1.15: plain old Python.

Usage: task_program.py MODULE SPEC serve JOB TASK
       task_program.py MODULE SPEC train MASTER:PS:WORKER ...
"""

import importlib
import json
import os
import sys
import time
import warnings

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
warnings.filterwarnings("ignore")
tf = importlib.import_module(sys.argv[1])
tf.logging.set_verbosity(tf.logging.ERROR)
spec = json.loads(sys.argv[2])


def serve(job, task):
    server = tf.train.Server(spec, job_name=job, task_index=int(task))
    print("ready", server.target)
    sys.stdout.flush()
    server.join()


def regression(ps, worker):
    """Softmax regression on made-up digits: variables on the parameter server, the rest on the worker."""
    tf.set_random_seed(7)
    with tf.device("/job:worker/task:%d" % worker):
        images = tf.placeholder(tf.float32, [None, 12], name="images")
        labels = tf.placeholder(tf.int32, [None], name="labels")
    with tf.device("/job:ps/task:%d" % ps):
        weights = tf.get_variable("weights", [12, 5], initializer=tf.random_normal_initializer(stddev=0.3, seed=3))
        bias = tf.get_variable("bias", [5], initializer=tf.zeros_initializer())
        step = tf.train.create_global_step()
    with tf.device("/job:worker/task:%d" % worker):
        hidden = tf.nn.relu(tf.nn.bias_add(tf.matmul(images, weights), bias))
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=hidden)
        loss = tf.reduce_mean(losses, name="loss")
        train = tf.train.MomentumOptimizer(0.2, 0.9).minimize(loss, global_step=step)
    return images, labels, loss, train, step


def batch(number):
    import numpy as np

    rng = np.random.RandomState(number)
    labels = rng.randint(0, 5, [20])
    images = rng.rand(20, 12) * 0.3 + np.eye(12)[labels]
    return images.astype(np.float32), labels.astype(np.int32)


def between_graph(target, ps, worker):
    """One replica's program: losses of ten steps, and the final global step."""
    with tf.Graph().as_default():
        images, labels, loss, train, step = regression(ps, worker)
        with tf.Session(target) as sess:
            sess.run(tf.global_variables_initializer())
            losses = []
            for i in range(10):
                x, y = batch(i)
                losses.append(float(sess.run([loss, train], {images: x, labels: y})[0]))
            return losses + [int(sess.run(step))]


def in_graph(target, ps, worker):
    """Two towers in one graph, one on each worker, whose gradients are averaged on the parameter server."""
    with tf.Graph().as_default():
        with tf.device("/job:ps/task:%d" % ps):
            w = tf.get_variable("w", [12, 1], initializer=tf.ones_initializer())
        x = tf.placeholder(tf.float32, [None, 12])
        towers = []
        for task in (worker, 1 - worker):
            with tf.device("/job:worker/task:%d" % task):
                loss = tf.reduce_mean(tf.square(tf.matmul(x * (task + 1.0), w) - 1.0))
                towers.append((loss, tf.gradients(loss, w)[0]))
        with tf.device("/job:ps/task:%d" % ps):
            mean = tf.add_n([g for _, g in towers]) / 2.0
            train = tf.group(w.assign_sub(0.01 * mean))
            total = tf.add_n([l for l, _ in towers])
        with tf.Session(target) as sess:
            sess.run(w.initializer)
            losses = []
            for i in range(5):
                value, _ = sess.run([total, train], {x: batch(i)[0]})
                losses.append(float(value))
            return losses + sess.run(w).ravel().tolist()


def train(mixtures):
    for mixture in mixtures:
        master, ps, worker = (int(n) for n in mixture.split(":"))
        target = "grpc://" + spec["master"][master]
        began = time.time()
        for program in (between_graph, in_graph):
            tf.Session.reset(target)
            try:
                found = {"values": program(target, ps, worker)}
            except Exception as error:
                found = {"error": "%s: %s" % (type(error).__name__, str(error)[:2000])}
            found.update(mixture=mixture, program=program.__name__, seconds=round(time.time() - began, 2))
            print(json.dumps(found))
            sys.stdout.flush()


if sys.argv[3] == "serve":
    serve(*sys.argv[4:])
else:
    train(sys.argv[4:])
