"""Programs of the smaller modules of tf.contrib; what TensorFlow says to them is in `recorded/smaller.json`."""

from textwrap import dedent

_SETUP = """
r = np.random.RandomState(7)
x = tf.constant(r.normal(size=[4, 5]).astype(np.float32))
def run(*tensors):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(list(tensors))
"""
_PROGRAMS = {
    "alpha dropout": """
        y = tf.contrib.nn.alpha_dropout(x, 0.6, seed=3)
        same = tf.contrib.nn.alpha_dropout(x, 1.0)
        result = run(y, tf.gradients(y, x)[0], same, tf.contrib.nn.alpha_dropout(x, 0.5, noise_shape=[4, 1], seed=4))
        """,
    "scaled softplus": """
        alpha, clip = tf.constant([0.5, 1.0, 2.0, 0.1, 3.0]), tf.constant(1.5)
        y = tf.contrib.nn.scaled_softplus(x, alpha)
        z = tf.contrib.nn.scaled_softplus(x, alpha, clip)
        result = run(y, z, *(tf.gradients(y * y, [x, alpha]) + tf.gradients(z * z, [x, alpha, clip])))
        """,
    "flipped losses": """
        F = tf.contrib.nn
        labels = tf.nn.softmax(x * 2.0)
        result = run(
            F.deprecated_flipped_softmax_cross_entropy_with_logits(x, labels),
            F.deprecated_flipped_sparse_softmax_cross_entropy_with_logits(x, [0, 1, 2, 4]),
            F.deprecated_flipped_sigmoid_cross_entropy_with_logits(x, labels),
        )
        """,
    "sampled losses": """
        weights, biases = (tf.constant(r.normal(size=s).astype(np.float32)) for s in ([9, 5], [9]))
        labels = tf.constant([[1], [3], [8], [0]], tf.int64)
        drawn = [tf.constant([2, 3, 5, 7], tf.int64), tf.fill([4, 1], 0.5), tf.fill([4], 0.25)]
        args = (weights, biases, labels, x)
        result = run(
            tf.contrib.nn.sampled_sparse_softmax_loss(*args, num_sampled=4, num_classes=9, sampled_values=drawn),
            tf.contrib.nn.rank_sampled_softmax_loss(*args, num_sampled=4, num_resampled=2, num_classes=9, num_true=1,
                sampled_values=drawn, resampling_temperature=0.7, remove_accidental_hits=True, partition_strategy="div"),
        )
        """,
    "sparsemax": """
        p = tf.contrib.sparsemax.sparsemax(x)
        labels = tf.nn.softmax(x[::-1])
        loss = tf.contrib.sparsemax.sparsemax_loss(x, p, labels)
        odd = tf.constant([[0.0, np.inf, 1.0], [np.nan, 0.0, 1.0], [-np.inf, 0.0, 1.0]])
        result = run(p, loss, *(tf.gradients(p * p, x) + tf.gradients(loss, x)))
        result += [np.isnan(run(tf.contrib.sparsemax.sparsemax(odd))[0])]
        """,
    "scaled losses": """
        v = tf.get_variable("v", initializer=tf.constant([2.0, -1.0]))
        factor = tf.placeholder(tf.float32, [])
        manager = tf.contrib.mixed_precision.ExponentialUpdateLossScaleManager(8.0, 2, 2, 2.0, 0.5)
        optimizer = tf.contrib.mixed_precision.LossScaleOptimizer(tf.train.MomentumOptimizer(0.1, 0.9), manager)
        step = optimizer.minimize(factor * tf.reduce_sum(v * v))
        result = []
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for f in (1.0, 1.0, np.inf, 1.0, np.inf, np.nan, 1.0):
                session.run(step, {factor: f})
                result += session.run([v, manager.get_loss_scale()])
        result += [sorted(u.op.name for u in tf.global_variables())]
        """,
    "cells of cuDNN": """
        def some(shape, dtype=None, partition_info=None):
            n = int(np.prod(shape))
            return tf.constant(np.sin(np.arange(n)).reshape(shape).astype(np.float32))
        data = tf.constant(r.normal(size=[2, 3, 5]).astype(np.float32))
        result = []
        C = tf.contrib.cudnn_rnn
        for i, cell in enumerate([C.CudnnCompatibleLSTMCell(4), C.CudnnCompatibleGRUCell(4)]):
            with tf.variable_scope("s%d" % i, initializer=some):
                outputs, state = tf.nn.dynamic_rnn(cell, data, dtype=tf.float32)
            result += run(outputs, *(tf.gradients(outputs, data)))
        result += [[v.name for v in tf.trainable_variables()]]
        """,
    "kernel methods": """
        K = tf.contrib.kernel_methods
        features = K.RandomFourierFeatureMapper(5, 8, stddev=2.0, seed=3, name="k").map(x)
        labels, weights = tf.constant([0, 1, 2, 4]), tf.constant([1.0, 0.0, 2.0, 0.5])
        loss = K.sparse_multiclass_hinge_loss(labels, x, weights)
        result = run(features, loss, K.sparse_multiclass_hinge_loss(tf.expand_dims(labels, 1), x), *tf.gradients(loss, x))
        result += [len(tf.get_collection(tf.GraphKeys.LOSSES))]
        """,
    "older summaries": """
        D = tf.contrib.deprecated
        D.scalar_summary("a", 1.5)
        D.histogram_summary("b", [1.0, 2.0])
        packed = run(D.merge_all_summaries())[0]
        result = [[v.tag, v.WhichOneof("value")] for v in tf.Summary.FromString(packed).value]
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
