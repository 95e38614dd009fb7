"""Layers, losses, metrics, recurrent cells: bad shapes, types, arguments."""

# ruff: noqa: E501 - a table: one row is one case

import numpy as np

from tests.errors.side import fed, run, tf

L = tf.layers
cells = tf.nn.rnn_cell
x2 = np.ones([2, 3], np.float32)
x4 = np.ones([2, 8, 8, 3], np.float32)
seq = np.ones([2, 5, 3], np.float32)


def _c(value, dtype=None):
    return tf.constant(value, dtype)


def _unknown(rank=None):
    return tf.placeholder(tf.float32, [None] * rank if rank is not None else None)


def _twice(layer):
    """A layer with two inputs, of 3 and of 4 values."""
    layer(_c(x2))
    return layer(tf.ones([2, 4]))


def _metric(update):
    return run(update[1])


def _labels(values, classes=3, logits=None):
    logits = np.zeros([len(values), classes], np.float32) if logits is None else logits
    return tf.losses.sparse_softmax_cross_entropy(values, logits)


def _reused():
    with tf.variable_scope("a", reuse=True):
        L.dense(_c(x2), 3)


def _not_reused():
    with tf.variable_scope("a"):
        L.dense(_c(x2), 3, name="d")
        L.dense(_c(x2), 3, name="d")


def _other_shape():
    with tf.variable_scope("a", reuse=tf.AUTO_REUSE):
        L.dense(_c(x2), 3, name="d")
        L.dense(_c(x2), 4, name="d")


def _cell_twice_other_width():
    cell = cells.BasicLSTMCell(4)
    tf.nn.static_rnn(cell, [_c(x2)], dtype=tf.float32)
    tf.nn.static_rnn(cell, [tf.ones([2, 5])], dtype=tf.float32)


def _averaged_twice():
    average, v = tf.train.ExponentialMovingAverage(0.9), tf.Variable(1.0)
    average.apply([v])
    average.apply([v])


CASES = {
    "dense: units zero": lambda: L.dense(_c(x2), 0),
    "dense: negative units": lambda: L.dense(_c(x2), -1),
    "dense: units of text": lambda: L.dense(_c(x2), "a"),
    "dense: units unknown": lambda: L.dense(_c(x2), None),
    "dense: last dimension unknown": lambda: L.dense(_unknown(2), 3),
    "dense: rank unknown": lambda: L.dense(_unknown(), 3),
    "dense: a vector": lambda: L.dense(_c(x2[0]), 3),
    "dense: a scalar": lambda: L.dense(_c(1.0), 3),
    "dense: text": lambda: L.dense(_c([["a"]]), 3),
    "dense: integers": lambda: run(L.dense(_c([[1, 2]]), 3)),
    "dense: another width": lambda: _twice(L.Dense(3)),
    "dense: unknown activation": lambda: L.dense(_c(x2), 3, activation=3),
    "dense: unknown argument": lambda: L.dense(_c(x2), 3, wrong=1),
    "dense: reuse of nothing": _reused,
    "dense: variables twice": _not_reused,
    "dense: reuse in another shape": _other_shape,
    "conv2d: rank 3": lambda: L.conv2d(_c(seq), 4, 3),
    "conv2d: negative filters": lambda: L.conv2d(_c(x4), -4, 3),
    "conv2d: kernel of three": lambda: L.conv2d(_c(x4), 4, (3, 3, 3)),
    "conv2d: kernel of text": lambda: L.conv2d(_c(x4), 4, "a"),
    "conv2d: kernel too large": lambda: L.conv2d(_c(x4), 4, 9),
    "conv2d: padding unknown": lambda: L.conv2d(_c(x4), 4, 3, padding="full"),
    "conv2d: data format unknown": lambda: L.conv2d(_c(x4), 4, 3, data_format="nhwc"),
    "conv2d: strides and dilation": lambda: L.conv2d(_c(x4), 4, 3, strides=2, dilation_rate=2),
    "conv2d: stride zero": lambda: run(L.conv2d(_c(x4), 4, 3, strides=0)),
    "conv2d: channels unknown": lambda: L.conv2d(_unknown(4), 4, 3),
    "conv2d: integers": lambda: run(L.conv2d(_c(x4.astype(np.int32)), 4, 3)),
    "conv1d: rank 4": lambda: L.conv1d(_c(x4), 4, 3),
    "conv3d: rank 4": lambda: L.conv3d(_c(x4), 4, 3),
    "conv2d_transpose: rank 3": lambda: L.conv2d_transpose(_c(seq), 4, 3),
    "conv2d_transpose: channels unknown": lambda: L.conv2d_transpose(_unknown(4), 4, 3),
    "separable_conv2d: channels unknown": lambda: L.separable_conv2d(_unknown(4), 4, 3),
    "max_pooling2d: rank 3": lambda: L.max_pooling2d(_c(seq), 2, 2),
    "max_pooling2d: size of three": lambda: L.max_pooling2d(_c(x4), (2, 2, 2), 2),
    "max_pooling2d: padding unknown": lambda: L.max_pooling2d(_c(x4), 2, 2, padding="full"),
    "max_pooling2d: size zero": lambda: run(L.max_pooling2d(_c(x4), 0, 2)),
    "max_pooling2d: size too large": lambda: L.max_pooling2d(_c(x4), 9, 2),
    "average_pooling1d: rank 4": lambda: run(L.average_pooling1d(_c(x4), 2, 2)),
    "dropout: rate above one": lambda: run(L.dropout(_c(x2), 1.5, training=True)),
    "dropout: negative rate": lambda: run(L.dropout(_c(x2), -0.5, training=True)),
    "dropout: rate of text": lambda: L.dropout(_c(x2), "a", training=True),
    "nn.dropout: keep probability zero": lambda: tf.nn.dropout(_c(x2), keep_prob=0.0),
    "nn.dropout: keep probability above one": lambda: tf.nn.dropout(_c(x2), keep_prob=1.5),
    "nn.dropout: integers": lambda: tf.nn.dropout(_c([1, 2]), keep_prob=0.5),
    "nn.dropout: nothing given": lambda: tf.nn.dropout(_c(x2)),
    "batch_normalization: axis out of range": lambda: L.batch_normalization(_c(x2), axis=5),
    "batch_normalization: axis of a float": lambda: L.batch_normalization(_c(x2), axis=1.5),
    "batch_normalization: channels unknown": lambda: L.batch_normalization(_unknown(2)),
    "batch_normalization: rank unknown": lambda: L.batch_normalization(_unknown()),
    "batch_normalization: renorm clipping": lambda: L.batch_normalization(
        _c(x2), renorm=True, renorm_clipping={"a": 1}
    ),
    "batch_normalization: virtual batch": lambda: run(
        L.batch_normalization(_c(x2), virtual_batch_size=3, training=True)
    ),
    "flatten: a scalar": lambda: L.flatten(_c(1.0)),
    "flatten: rank unknown": lambda: L.flatten(_unknown()),
    "layer: call is missing": lambda: L.Layer()(3),
    "layer: weights before built": lambda: L.Dense(3).kernel,
    "layer: input before call": lambda: L.Dense(3).input,
    "softmax loss: shapes differ": lambda: tf.losses.softmax_cross_entropy(np.ones([2, 3]), _c(np.ones([2, 4]))),
    "softmax loss: shapes differ, unknown": lambda: run(
        tf.losses.softmax_cross_entropy(fed(np.ones([2, 3], np.float32)), fed(np.ones([2, 4], np.float32)))
    ),
    "softmax loss: no labels": lambda: tf.losses.softmax_cross_entropy(None, _c(x2)),
    "sparse loss: label too large": lambda: run(_labels([0, 3])),
    "sparse loss: negative label": lambda: run(_labels([0, -1])),
    "sparse loss: float labels": lambda: run(_labels([0.0, 1.0])),
    "sparse loss: rank": lambda: run(_labels([[0, 1], [1, 0]])),
    "sparse loss: rows differ": lambda: run(_labels([0, 1], logits=np.zeros([3, 3], np.float32))),
    "sparse loss: rows differ, unknown": lambda: run(
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=fed([0, 1]), logits=fed(np.zeros([3, 3], np.float32)))
    ),
    "sparse loss: rank unknown": lambda: tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=tf.placeholder(tf.int32), logits=_c(x2)
    ),
    "sparse loss: a scalar": lambda: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=_c(1), logits=_c(1.0)),
    "sigmoid loss: shapes differ": lambda: tf.losses.sigmoid_cross_entropy(x2, _c(np.ones([2, 4]))),
    "mean_squared_error: shapes differ": lambda: tf.losses.mean_squared_error(x2, np.ones([2, 4])),
    "mean_squared_error: no predictions": lambda: tf.losses.mean_squared_error(x2, None),
    "mean_squared_error: weights": lambda: tf.losses.mean_squared_error(x2, x2, weights=np.ones([3])),
    "mean_squared_error: weights unknown": lambda: run(
        tf.losses.mean_squared_error(x2, x2, weights=fed(np.ones([3, 1], np.float32)))
    ),
    "mean_squared_error: weights of text": lambda: tf.losses.mean_squared_error(x2, x2, weights="a"),
    "mean_squared_error: reduction unknown": lambda: tf.losses.mean_squared_error(x2, x2, reduction="median"),
    "huber: shapes differ": lambda: tf.losses.huber_loss(x2, np.ones([2, 4])),
    "hinge: no logits": lambda: tf.losses.hinge_loss(x2, None),
    "log_loss: shapes differ": lambda: tf.losses.log_loss(x2, np.ones([4, 3])),
    "cosine: no axis": lambda: tf.losses.cosine_distance(x2, x2),
    "pairwise: shapes differ": lambda: tf.losses.mean_pairwise_squared_error(x2, np.ones([4, 3])),
    "compute_weighted_loss: rank": lambda: tf.losses.compute_weighted_loss(x2, weights=np.ones([2, 3, 1])),
    "total loss of nothing": lambda: run(tf.losses.get_total_loss()),
    "accuracy: shapes differ": lambda: _metric(tf.metrics.accuracy([1, 2, 3], [1, 2])),
    "accuracy: shapes differ, unknown": lambda: _metric(tf.metrics.accuracy(fed([1, 2, 3]), fed([1, 2]))),
    "mean: text": lambda: _metric(tf.metrics.mean(["a"])),
    "mean: weights do not fit": lambda: _metric(tf.metrics.mean([1.0, 2.0], [1.0, 2.0, 3.0])),
    "auc: predictions above one": lambda: _metric(tf.metrics.auc(_c([0, 1]), fed([0.5, 1.5], tf.float32, [2]))),
    "auc: negative predictions": lambda: _metric(tf.metrics.auc(_c([0, 1]), fed([0.5, -0.5], tf.float32, [2]))),
    "auc: unknown curve": lambda: tf.metrics.auc([0, 1], [0.5, 0.5], curve="XY"),
    "auc: unknown summation": lambda: tf.metrics.auc(_c([0, 1]), _c([0.5, 0.5]), summation_method="x"),
    "auc: shapes differ": lambda: tf.metrics.auc(_c([0, 1, 1]), _c([0.5, 0.5])),
    "mean_iou: label too large": lambda: _metric(
        tf.metrics.mean_iou(fed([5], shape=[None]), fed([1], shape=[None]), 3)
    ),
    "mean_iou: negative label": lambda: _metric(
        tf.metrics.mean_iou(fed([-1], shape=[None]), fed([1], shape=[None]), 3)
    ),
    "mean_iou: ranks": lambda: tf.metrics.mean_iou(_c([[1, 2]]), _c([1]), 3),
    "mean_per_class_accuracy: label too large": lambda: _metric(
        tf.metrics.mean_per_class_accuracy(fed([5], shape=[None]), fed([1], shape=[None]), 3)
    ),
    "precision_at_k: k zero": lambda: _metric(tf.metrics.precision_at_k(np.int64([[1]]), [[0.1, 0.2]], 0)),
    "precision_at_k: k above classes": lambda: _metric(tf.metrics.precision_at_k(np.int64([[1]]), [[0.1, 0.2]], 3)),
    "recall_at_k: int32 labels": lambda: _metric(tf.metrics.recall_at_k(np.int32([[1]]), [[0.1, 0.2]], 1)),
    "recall_at_k: batch differs": lambda: _metric(tf.metrics.recall_at_k(np.int64([[1], [1]]), [[0.1, 0.2]], 1)),
    "sensitivity: above one": lambda: tf.metrics.sensitivity_at_specificity([0, 1], [0.5, 0.5], 1.5),
    "specificity: negative": lambda: tf.metrics.specificity_at_sensitivity([0, 1], [0.5, 0.5], -0.5),
    "percentage_below: no threshold": lambda: tf.metrics.percentage_below([1.0], None),
    "cosine_distance metric: shapes": lambda: tf.metrics.mean_cosine_distance([[1.0]], [[1.0, 2.0]], 1),
    "mean_squared_error metric: shapes": lambda: tf.metrics.mean_squared_error([1.0], [1.0, 2.0]),
    "precision_at_thresholds: text": lambda: tf.metrics.precision_at_thresholds(_c([1]), _c([0.5]), ["a"]),
    "confusion matrix: too large": lambda: run(tf.confusion_matrix(fed([5], shape=[None]), fed([1], shape=[None]), 3)),
    "confusion matrix: shapes differ": lambda: tf.confusion_matrix([1, 2], [1], 3),
    "metric not initialized": lambda: tf.Session().run(tf.metrics.mean([1.0])[1]),
    "static_rnn: no list": lambda: tf.nn.static_rnn(cells.BasicRNNCell(3), _c(seq), dtype=tf.float32),
    "static_rnn: empty list": lambda: tf.nn.static_rnn(cells.BasicRNNCell(3), [], dtype=tf.float32),
    "static_rnn: no cell": lambda: tf.nn.static_rnn(3, [_c(x2)], dtype=tf.float32),
    "static_rnn: no dtype": lambda: tf.nn.static_rnn(cells.BasicRNNCell(3), [_c(x2)]),
    "static_rnn: width unknown": lambda: tf.nn.static_rnn(cells.BasicRNNCell(3), [_unknown(2)], dtype=tf.float32),
    "static_rnn: lengths of wrong rank": lambda: tf.nn.static_rnn(
        cells.BasicRNNCell(3), [_c(x2)], dtype=tf.float32, sequence_length=[[1]]
    ),
    "dynamic_rnn: no dtype": lambda: tf.nn.dynamic_rnn(cells.BasicRNNCell(3), _c(seq)),
    "dynamic_rnn: no cell": lambda: tf.nn.dynamic_rnn("lstm", _c(seq), dtype=tf.float32),
    "dynamic_rnn: rank 2": lambda: tf.nn.dynamic_rnn(cells.BasicRNNCell(3), _c(x2), dtype=tf.float32),
    "dynamic_rnn: rank 1": lambda: tf.nn.dynamic_rnn(cells.BasicRNNCell(3), _c(x2[0]), dtype=tf.float32),
    "dynamic_rnn: width unknown": lambda: tf.nn.dynamic_rnn(cells.BasicRNNCell(3), _unknown(3), dtype=tf.float32),
    "dynamic_rnn: integers": lambda: tf.nn.dynamic_rnn(
        cells.BasicRNNCell(3), _c(np.ones([2, 5, 3], np.int32)), dtype=tf.float32
    ),
    "dynamic_rnn: lengths of wrong rank": lambda: tf.nn.dynamic_rnn(
        cells.BasicRNNCell(3), _c(seq), [[1, 2]], dtype=tf.float32
    ),
    "dynamic_rnn: lengths for another batch": lambda: run(
        tf.nn.dynamic_rnn(cells.BasicRNNCell(3), _c(seq), fed([1, 2, 3], tf.int32), dtype=tf.float32)
    ),
    "dynamic_rnn: float lengths": lambda: run(
        tf.nn.dynamic_rnn(cells.BasicRNNCell(3), _c(seq), [1.0, 2.0], dtype=tf.float32)
    ),
    "dynamic_rnn: state of another width": lambda: tf.nn.dynamic_rnn(
        cells.BasicRNNCell(3), _c(seq), initial_state=tf.zeros([2, 4])
    ),
    "dynamic_rnn: state of another type": lambda: tf.nn.dynamic_rnn(
        cells.BasicRNNCell(3), _c(seq), initial_state=tf.zeros([2, 3], tf.int32)
    ),
    "dynamic_rnn: state of another structure": lambda: tf.nn.dynamic_rnn(
        cells.BasicLSTMCell(3), _c(seq), initial_state=tf.zeros([2, 3])
    ),
    "dynamic_rnn: state of another batch": lambda: run(
        tf.nn.dynamic_rnn(cells.BasicRNNCell(3), _c(seq), initial_state=tf.zeros([5, 3]))[0]
    ),
    "bidirectional: no backward cell": lambda: tf.nn.bidirectional_dynamic_rnn(
        cells.BasicRNNCell(3), None, _c(seq), dtype=tf.float32
    ),
    "raw_rnn: no function": lambda: tf.nn.raw_rnn(cells.BasicRNNCell(3), 3),
    "cell: width unknown": lambda: cells.BasicLSTMCell(3)(
        _unknown(2), cells.BasicLSTMCell(3).zero_state(2, tf.float32)
    ),
    "cell: rank 3": lambda: cells.BasicLSTMCell(3)(_c(seq), cells.BasicLSTMCell(3).zero_state(2, tf.float32)),
    "cell: state is no tuple": lambda: cells.BasicLSTMCell(3)(_c(x2), _c(x2)),
    "cell: state of another width": lambda: cells.GRUCell(4)(_c(x2), tf.zeros([2, 5])),
    "cell: other width in reuse": _cell_twice_other_width,
    "cell: unknown activation": lambda: cells.BasicRNNCell(3, activation="nothing"),
    "MultiRNNCell: nothing": lambda: cells.MultiRNNCell([]),
    "MultiRNNCell: no list": lambda: cells.MultiRNNCell(cells.BasicRNNCell(3)),
    "MultiRNNCell: the same cell twice": lambda: tf.nn.dynamic_rnn(
        cells.MultiRNNCell([cells.BasicLSTMCell(4)] * 2), _c(seq), dtype=tf.float32
    ),
    "DropoutWrapper: probability": lambda: cells.DropoutWrapper(cells.BasicRNNCell(3), input_keep_prob=1.5),
    "DropoutWrapper: no cell": lambda: cells.DropoutWrapper(3),
    "DropoutWrapper: input size": lambda: cells.DropoutWrapper(
        cells.BasicRNNCell(3), variational_recurrent=True, input_keep_prob=0.5
    ),
    "ResidualWrapper: other width": lambda: cells.ResidualWrapper(cells.BasicRNNCell(4))(_c(x2), tf.zeros([2, 4])),
    "embedding_lookup: nothing": lambda: tf.nn.embedding_lookup(None, [1]),
    "embedding_lookup: id too large": lambda: run(tf.nn.embedding_lookup(_c(x2), fed([5]))),
    "embedding_lookup: negative id": lambda: run(tf.nn.embedding_lookup(_c(x2), fed([-1]))),
    "embedding_lookup: float ids": lambda: tf.nn.embedding_lookup(_c(x2), [1.5]),
    "embedding_lookup: unknown strategy": lambda: tf.nn.embedding_lookup([_c(x2), _c(x2)], [1], partition_strategy="x"),
    "embedding_lookup_sparse: dense ids": lambda: tf.nn.embedding_lookup_sparse(_c(x2), [1], None),
    "embedding_lookup_sparse: combiner": lambda: tf.nn.embedding_lookup_sparse(
        _c(x2), tf.SparseTensor([[0, 0]], [1], [1, 1]), None, combiner="max"
    ),
    "nce_loss: sampled too many": lambda: run(
        tf.nn.nce_loss(tf.ones([4, 3]), tf.ones([4]), _c(np.int64([[1], [2]])), _c(x2), 9, 4)
    ),
    "sampled_softmax: label too large": lambda: run(
        tf.nn.sampled_softmax_loss(tf.ones([4, 3]), tf.ones([4]), _c(np.int64([[1], [9]])), _c(x2), 2, 4)
    ),
    "in_top_k: too few rows": lambda: run(tf.nn.in_top_k(_c(x2), [1], 1)),
    "top_k: too many": lambda: tf.nn.top_k(_c(x2), 5),
    "top_k: too many, unknown": lambda: run(tf.nn.top_k(fed(x2), 5)),
    "ctc_loss: label too large": lambda: run(
        tf.nn.ctc_loss(tf.SparseTensor([[0, 0]], [9], [1, 1]), tf.zeros([3, 1, 4]), [3])
    ),
    "ctc_loss: labels too long": lambda: run(
        tf.nn.ctc_loss(tf.SparseTensor([[0, 0], [0, 1], [0, 2]], [0, 1, 2], [1, 3]), tf.zeros([2, 1, 4]), [2])
    ),
    "gradient of nothing": lambda: tf.train.GradientDescentOptimizer(0.1).minimize(_c(1.0)),
    "optimizer: integer variable": lambda: tf.train.GradientDescentOptimizer(0.1).minimize(
        tf.cast(tf.Variable(1), tf.float32)
    ),
    "optimizer: no gradient": lambda: tf.train.AdamOptimizer().minimize(_c(1.0), var_list=[tf.Variable(1.0)]),
    "optimizer: apply nothing": lambda: tf.train.AdamOptimizer().apply_gradients([]),
    "optimizer: loss is an integer": lambda: tf.train.AdamOptimizer().minimize(
        tf.constant(1), var_list=[tf.Variable(1.0)]
    ),
    "gradients: shapes differ": lambda: tf.gradients(_c(x2), _c(x2), grad_ys=[tf.ones([3])]),
    "gradients: of text": lambda: tf.gradients(_c("a"), _c(x2)),
    "piecewise_constant: lengths": lambda: tf.train.piecewise_constant(tf.constant(1), [1, 2], [0.1, 0.2]),
    "polynomial_decay: no step": lambda: tf.train.polynomial_decay(0.1, None, 10),
    "exponential_decay: no step": lambda: tf.train.exponential_decay(0.1, None, 10, 0.9),
    "clip_by_global_norm: no list": lambda: tf.clip_by_global_norm(_c(x2), 1.0),
    "clip_by_global_norm: infinite": lambda: run(tf.clip_by_global_norm([_c([np.inf])], 1.0)),
    "clip_by_value: shapes": lambda: tf.clip_by_value(_c(x2), tf.zeros([4]), 1.0),
    "moving average of a tensor": lambda: tf.train.ExponentialMovingAverage(0.9).apply([_c([1])]),
    "moving average twice": _averaged_twice,
}
