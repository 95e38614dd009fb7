"""The programs that are timed. Each is written once, in TF1 style, and runs on Penstock and on TensorFlow alike.

A program is a function `build(tf, np)` that returns a `Program`: a `step` that is timed, and a `result` that both sides
must agree on. Inputs and seeds are fixed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Program(NamedTuple):
    step: Callable[[], Any]
    result: Callable[[], Any]
    steps: int  # timed together, so that one measurement is well above the clock's resolution
    warm: int  # steps before the compiler is waited for and time is taken
    repeats: int = 11


def add(tf: Any, np: Any) -> Program:
    x = tf.placeholder(tf.float32, [3])
    y = x * 2.0 + 1.0
    sess = tf.Session()
    value = np.array([1, 2, 3], np.float32)
    return Program(lambda: sess.run(y, {x: value}), lambda: sess.run(y, {x: value}), 1000, warm=300)


def linear_regression(tf: Any, np: Any) -> Program:
    x_data = np.random.RandomState(0).rand(100).astype(np.float32)
    y_data = x_data * 0.1 + 0.3
    w = tf.Variable(tf.random_uniform([1], -1.0, 1.0, seed=1))
    b = tf.Variable(tf.zeros([1]))
    loss = tf.reduce_mean(tf.square(w * x_data + b - y_data))
    train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    return Program(lambda: sess.run(train), lambda: sess.run([w, b]), 1000, warm=6000)


def mnist_softmax(tf: Any, np: Any) -> Program:
    x = tf.placeholder(tf.float32, [None, 784])
    y_ = tf.placeholder(tf.float32, [None, 10])
    w = tf.Variable(tf.zeros([784, 10]))
    b = tf.Variable(tf.zeros([10]))
    y = tf.matmul(x, w) + b
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=y_, logits=y))
    train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    random = np.random.RandomState(0)
    feed = {x: random.rand(100, 784).astype(np.float32), y_: np.eye(10, dtype=np.float32)[random.randint(0, 10, 100)]}
    return Program(lambda: sess.run(train, feed), lambda: sess.run(loss, feed), 200, warm=400)


def mnist_conv(tf: Any, np: Any) -> Program:
    def weight(shape: list[int], seed: int) -> Any:
        return tf.Variable(tf.truncated_normal(shape, stddev=0.1, seed=seed))

    def bias(n: int) -> Any:
        return tf.Variable(tf.constant(0.1, shape=[n]))

    def conv(x: Any, w: Any) -> Any:
        return tf.nn.conv2d(x, w, strides=[1, 1, 1, 1], padding="SAME")

    def pool(x: Any) -> Any:
        return tf.nn.max_pool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")

    x = tf.placeholder(tf.float32, [None, 784])
    y_ = tf.placeholder(tf.float32, [None, 10])
    h1 = pool(tf.nn.relu(conv(tf.reshape(x, [-1, 28, 28, 1]), weight([5, 5, 1, 32], 1)) + bias(32)))
    h2 = pool(tf.nn.relu(conv(h1, weight([5, 5, 32, 64], 2)) + bias(64)))
    h3 = tf.nn.relu(tf.matmul(tf.reshape(h2, [-1, 7 * 7 * 64]), weight([7 * 7 * 64, 1024], 3)) + bias(1024))
    keep_prob = tf.placeholder(tf.float32)
    y = tf.matmul(tf.nn.dropout(h3, keep_prob, seed=5), weight([1024, 10], 4)) + bias(10)
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=y_, logits=y))
    train = tf.train.AdamOptimizer(1e-4).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    random = np.random.RandomState(0)
    feed = {
        x: random.rand(50, 784).astype(np.float32),
        y_: np.eye(10, dtype=np.float32)[random.randint(0, 10, 50)],
        keep_prob: 0.5,
    }
    return Program(lambda: sess.run(train, feed), lambda: sess.run(loss, {**feed, keep_prob: 1.0}), 5, warm=8)


def ptb(tf: Any, np: Any) -> Program:
    batch, steps, size, layers, vocabulary = 20, 20, 200, 2, 10000

    def uniform(shape: list[int], seed: int) -> Any:
        return tf.Variable(tf.random_uniform(shape, -0.1, 0.1, seed=seed))

    words = tf.placeholder(tf.int32, [batch, steps])
    targets = tf.placeholder(tf.int32, [batch, steps])
    embedding = uniform([vocabulary, size], 1)
    inputs = tf.unstack(tf.nn.embedding_lookup(embedding, words), steps, 1)
    for layer in range(layers):
        kernel, bias = uniform([2 * size, 4 * size], 10 + layer), tf.Variable(tf.zeros([4 * size]))
        c = h = tf.zeros([batch, size])
        outputs = []
        for x in inputs:
            gates = tf.matmul(tf.concat([x, h], 1), kernel) + bias
            i, j, f, o = tf.split(gates, 4, 1)
            c = c * tf.sigmoid(f) + tf.sigmoid(i) * tf.tanh(j)
            h = tf.tanh(c) * tf.sigmoid(o)
            outputs.append(h)
        inputs = outputs
    output = tf.reshape(tf.stack(inputs, 1), [-1, size])
    logits = tf.matmul(output, uniform([size, vocabulary], 20)) + tf.Variable(tf.zeros([vocabulary]))
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.reshape(targets, [-1]), logits=logits)
    cost = tf.reduce_sum(losses) / batch
    variables = tf.trainable_variables()
    gradients, _ = tf.clip_by_global_norm(tf.gradients(cost, variables), 5.0)
    train = tf.train.GradientDescentOptimizer(1.0).apply_gradients(zip(gradients, variables))
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    random = np.random.RandomState(0)
    feed = {
        words: random.randint(0, vocabulary, (batch, steps)).astype(np.int32),
        targets: random.randint(0, vocabulary, (batch, steps)).astype(np.int32),
    }
    return Program(lambda: sess.run(train, feed), lambda: sess.run(cost, feed), 2, warm=16)


def mandelbrot(tf: Any, np: Any) -> Program:
    y, x = np.mgrid[-1.3:1.3:0.005, -2:1:0.005]
    z = (x + 1j * y).astype(np.complex64)
    xs = tf.constant(z)
    zs = tf.Variable(xs)
    ns = tf.Variable(tf.zeros_like(xs, tf.float32))
    new = zs * zs + xs
    not_diverged = tf.abs(new) < 4
    step = tf.group(zs.assign(new), ns.assign_add(tf.cast(not_diverged, tf.float32)))
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    total = tf.reduce_sum(ns)
    return Program(lambda: sess.run(step), lambda: sess.run(total), 20, warm=60)


def pde(tf: Any, np: Any) -> Program:
    def kernel(a: Any) -> Any:
        a = np.asarray(a)
        return tf.constant(a.reshape([*a.shape, 1, 1]), dtype=1)

    def simple_conv(x: Any, k: Any) -> Any:
        x = tf.expand_dims(tf.expand_dims(x, 0), -1)
        return tf.nn.depthwise_conv2d(x, k, [1, 1, 1, 1], padding="SAME")[0, :, :, 0]

    def laplace(x: Any) -> Any:
        return simple_conv(x, kernel([[0.5, 1.0, 0.5], [1.0, -6.0, 1.0], [0.5, 1.0, 0.5]]))

    n = 500
    u_init = np.zeros([n, n], dtype=np.float32)
    random = np.random.RandomState(0)
    for _ in range(40):
        a, b = random.randint(0, n, 2)
        u_init[a, b] = random.uniform()
    eps, damping = tf.placeholder(tf.float32, shape=()), tf.placeholder(tf.float32, shape=())
    u, ut = tf.Variable(u_init), tf.Variable(np.zeros([n, n], dtype=np.float32))
    step = tf.group(u.assign(u + eps * ut), ut.assign(ut + eps * (laplace(u) - damping * ut)))
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    feed = {eps: 0.03, damping: 0.04}
    total = tf.reduce_sum(tf.abs(u))
    return Program(lambda: sess.run(step, feed), lambda: sess.run(total), 20, warm=60)


def while_loop(tf: Any, np: Any) -> Program:
    result = tf.while_loop(lambda i: i < 10000, lambda i: i + 1, [tf.constant(0)])
    sess = tf.Session()
    return Program(lambda: sess.run(result), lambda: sess.run(result), 3, warm=8)


def word2vec(tf: Any, np: Any) -> Program:
    vocabulary, size, batch, sampled = 50000, 128, 128, 64
    inputs = tf.placeholder(tf.int32, [batch])
    labels = tf.placeholder(tf.int32, [batch, 1])
    embeddings = tf.Variable(tf.random_uniform([vocabulary, size], -1.0, 1.0, seed=1))
    embed = tf.nn.embedding_lookup(embeddings, inputs)
    weights = tf.Variable(tf.truncated_normal([vocabulary, size], stddev=1.0 / np.sqrt(size), seed=2))
    biases = tf.Variable(tf.zeros([vocabulary]))
    samples = tf.nn.log_uniform_candidate_sampler(
        tf.cast(labels, tf.int64), 1, sampled, unique=True, range_max=vocabulary, seed=3
    )
    loss = tf.reduce_mean(tf.nn.nce_loss(weights, biases, labels, embed, sampled, vocabulary, sampled_values=samples))
    train = tf.train.GradientDescentOptimizer(1.0).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    random = np.random.RandomState(0)
    feed = {
        inputs: random.randint(0, vocabulary, batch).astype(np.int32),
        labels: random.randint(0, vocabulary, (batch, 1)).astype(np.int32),
    }
    total = tf.reduce_sum(tf.abs(embeddings))
    return Program(lambda: sess.run(train, feed), lambda: sess.run(total), 20, warm=60)


def layers_conv(tf: Any, np: Any) -> Program:
    """A network of `tf.layers` on a batch of CIFAR-10's size."""
    x, y_ = tf.placeholder(tf.float32, [None, 32, 32, 3]), tf.placeholder(tf.int32, [None])
    h = x
    for number, (first, second) in enumerate([(32, 32), (64, 64)]):
        for k, filters in enumerate((first, second)):
            start = tf.variance_scaling_initializer(seed=10 * number + k)
            h = tf.layers.conv2d(h, filters, 3, padding="same", activation=tf.nn.relu, kernel_initializer=start)
        h = tf.layers.max_pooling2d(h, 2, 2)
    h = tf.layers.flatten(h)
    h = tf.layers.dense(h, 256, activation=tf.nn.relu, kernel_initializer=tf.variance_scaling_initializer(seed=5))
    logits = tf.layers.dense(h, 10, kernel_initializer=tf.variance_scaling_initializer(seed=6))
    loss = tf.losses.sparse_softmax_cross_entropy(y_, logits)
    train = tf.train.MomentumOptimizer(0.01, 0.9).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    random = np.random.RandomState(0)
    feed = {x: random.rand(128, 32, 32, 3).astype(np.float32), y_: random.randint(0, 10, 128).astype(np.int32)}
    return Program(lambda: sess.run(train, feed), lambda: sess.run(loss, feed), 2, warm=4)


def large_graph(tf: Any, np: Any) -> Program:
    """A cached run of a small part of a graph of 20,000 operations."""
    x = tf.placeholder(tf.float32, [3])
    y = x * 2.0 + 1.0
    z = x
    for _ in range(10000):
        z = z + 1.0
    sess = tf.Session()
    value = np.array([1, 2, 3], np.float32)
    return Program(lambda: sess.run(y, {x: value}), lambda: sess.run(y, {x: value}), 500, warm=300)


# name → (function, TensorFlow's time over ours that issue 2 asks for)
PROGRAMS: dict[str, tuple[Callable[[Any, Any], Program], float]] = {
    "add": (add, 10),
    "linear_regression": (linear_regression, 8),
    "mnist_softmax": (mnist_softmax, 3),
    "mnist_conv": (mnist_conv, 1.2),
    "layers_conv": (layers_conv, 1.1),
    "ptb": (ptb, 1.1),
    "mandelbrot": (mandelbrot, 8),
    "pde": (pde, 5),
    "while_loop": (while_loop, 100),
    "word2vec": (word2vec, 1.0),
    "large_graph": (large_graph, 10),
}
