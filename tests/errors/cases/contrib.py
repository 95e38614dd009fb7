"""tf.contrib: layers, slim, rnn, seq2seq, crf, optimizers, metrics, learn, with bad shapes and arguments."""

# ruff: noqa: E501 - a table: one row is one case

import os

import numpy as np

from tests.errors.side import fed, folder, run, tf

c = tf.contrib
layers, slim, seq2seq = c.layers, c.slim, c.seq2seq
x2 = np.ones([2, 3], np.float32)
x4 = np.ones([2, 8, 8, 3], np.float32)
seq = np.ones([2, 5, 3], np.float32)


def _unknown(rank=None):
    return tf.placeholder(tf.float32, [None] * rank if rank is not None else None)


def _cell(kind, x=x2, **options):
    cell = kind(**options)
    return run(cell(tf.constant(x), cell.zero_state(2, tf.float32)))


def _attention(memory=seq, **options):
    return seq2seq.BahdanauAttention(4, tf.constant(memory), **options)


def _wrapped(**options):
    return seq2seq.AttentionWrapper(tf.nn.rnn_cell.GRUCell(4), _attention(), **options)


def _helper(inputs=seq, lengths=(5, 5)):
    return seq2seq.TrainingHelper(tf.constant(inputs), tf.constant(lengths))


def _embedding(**options):
    return seq2seq.GreedyEmbeddingHelper(
        **dict({"embedding": tf.ones([7, 3]), "start_tokens": tf.constant([1, 1]), "end_token": 0}, **options)
    )


def _beam(**options):
    cell = tf.nn.rnn_cell.GRUCell(4)
    given = {
        "cell": cell,
        "embedding": tf.ones([7, 3]),
        "start_tokens": tf.constant([1, 1]),
        "end_token": 0,
        "initial_state": cell.zero_state(6, tf.float32),
        "beam_width": 3,
        "output_layer": tf.layers.Dense(7),
    }
    given.update(options)
    return seq2seq.dynamic_decode(seq2seq.BeamSearchDecoder(**given), maximum_iterations=3)


def _crf(inputs=None, tags=((1, 2, 3), (1, 2, 3)), lengths=(3, 2)):
    inputs = np.zeros([2, 3, 4], np.float32) if inputs is None else inputs
    return run(c.crf.crf_log_likelihood(tf.constant(inputs), tf.constant(tags), tf.constant(lengths))[0])


def _step(optimizer):
    v = tf.Variable([1.0, 2.0])
    return run(optimizer.minimize(tf.reduce_sum(v * v)))


def _learn(cls=None, **options):
    columns = [layers.real_valued_column("x")]
    given = {"feature_columns": columns, "model_dir": folder()}
    given.update(options)
    return (cls or c.learn.LinearClassifier)(**given)


def _inputs(y=((0,), (1,)), x=((1.0,), (2.0,))):
    return lambda: ({"x": tf.constant(x)}, tf.constant(y))


def _train_op(**options):
    v = tf.Variable(1.0)
    return slim.learning.create_train_op(v * v, tf.train.GradientDescentOptimizer(0.1), **options)


CASES = {
    "fully_connected: units are a float": lambda: layers.fully_connected(tf.constant(x2), 3.5),
    "fully_connected: width unknown": lambda: layers.fully_connected(_unknown(2), 3),
    "fully_connected: rank 1": lambda: layers.fully_connected(tf.constant(x2[0]), 3),
    "fully_connected: reuse of nothing": lambda: layers.fully_connected(tf.constant(x2), 3, scope="a", reuse=True),
    "fully_connected: reuse without scope": lambda: layers.fully_connected(tf.constant(x2), 3, reuse=True),
    "conv2d: rank 2": lambda: layers.conv2d(tf.constant(x2), 4, 3),
    "conv2d: data format unknown": lambda: layers.conv2d(tf.constant(x4), 4, 3, data_format="NWHC"),
    "conv2d: padding unknown": lambda: layers.conv2d(tf.constant(x4), 4, 3, padding="FULL"),
    "conv2d: channels unknown": lambda: layers.conv2d(_unknown(4), 4, 3),
    "conv2d: kernel of three": lambda: layers.conv2d(tf.constant(x4), 4, [3, 3, 3]),
    "conv2d_transpose: data format unknown": lambda: layers.conv2d_transpose(tf.constant(x4), 4, 3, data_format="x"),
    "separable_conv2d: no filters": lambda: layers.separable_conv2d(tf.constant(x4), None, 3, None),
    "max_pool2d: data format unknown": lambda: layers.max_pool2d(tf.constant(x4), 2, data_format="x"),
    "max_pool2d: rank 2": lambda: layers.max_pool2d(tf.constant(x2), 2),
    "pool: unknown kind": lambda: layers.pool(tf.constant(x4), [2, 2], "median"),
    "batch_norm: data format unknown": lambda: layers.batch_norm(tf.constant(x4), data_format="x"),
    "batch_norm: rank unknown": lambda: layers.batch_norm(_unknown()),
    "batch_norm: channels unknown": lambda: layers.batch_norm(_unknown(2)),
    "batch_norm: fused of rank 3": lambda: layers.batch_norm(tf.constant(seq), fused=True, batch_weights=tf.ones([2])),
    "layer_norm: axis": lambda: layers.layer_norm(tf.constant(x2), begin_norm_axis=3),
    "layer_norm: rank unknown": lambda: layers.layer_norm(_unknown()),
    "bias_add: rank unknown": lambda: layers.bias_add(_unknown()),
    "flatten: rank unknown": lambda: layers.flatten(_unknown()),
    "flatten: scalar": lambda: layers.flatten(tf.constant(1.0)),
    "one_hot: negative": lambda: run(layers.one_hot_encoding(fed([-1, 1]), 3)),
    "one_hot: classes zero": lambda: run(layers.one_hot_encoding([1], 0)),
    "unit_norm: axis": lambda: layers.unit_norm(tf.constant(x2), 5),
    "repeat: no function": lambda: layers.repeat(tf.constant(x2), 2, 3),
    "stack: lists": lambda: layers.stack(tf.constant(x2), layers.fully_connected, 3),
    "dropout: probability": lambda: run(layers.dropout(tf.constant(x2), keep_prob=1.5)),
    "embed_sequence: nothing": lambda: layers.embed_sequence([[1]]),
    "embed_sequence: reuse without scope": lambda: layers.embed_sequence([[1]], 3, 2, reuse=True),
    "embed_sequence: id too large": lambda: run(layers.embed_sequence(fed([[5]]), 3, 2)),
    "l2_regularizer: negative": lambda: layers.l2_regularizer(-0.1),
    "l1_regularizer: integer": lambda: layers.l1_regularizer(1),
    "l1_l2_regularizer: integer": lambda: layers.l1_l2_regularizer(1, 1.0),
    "apply_regularization: no penalty": lambda: layers.apply_regularization(None, [tf.Variable(1.0)]),
    "apply_regularization: a vector": lambda: layers.apply_regularization(lambda v: v, [tf.Variable([1.0])]),
    "variance_scaling: mode": lambda: layers.variance_scaling_initializer(mode="x"),
    "variance_scaling: integer dtype": lambda: layers.variance_scaling_initializer(dtype=tf.int32),
    "xavier: integer dtype": lambda: layers.xavier_initializer(dtype=tf.int32),
    "optimize_loss: loss of a vector": lambda: layers.optimize_loss(
        tf.Variable([1.0]) * 1, tf.train.get_or_create_global_step(), 0.1, "SGD"
    ),
    "optimize_loss: unknown optimizer": lambda: layers.optimize_loss(
        tf.Variable(1.0) * 1, tf.train.get_or_create_global_step(), 0.1, "x"
    ),
    "optimize_loss: no learning rate": lambda: layers.optimize_loss(
        tf.Variable(1.0) * 1, tf.train.get_or_create_global_step(), "a", "SGD"
    ),
    "optimize_loss: learning rate of a list": lambda: layers.optimize_loss(
        tf.Variable(1.0) * 1, tf.train.get_or_create_global_step(), [0.1], "SGD"
    ),
    "optimize_loss: optimizer is a number": lambda: layers.optimize_loss(
        tf.Variable(1.0) * 1, tf.train.get_or_create_global_step(), 0.1, 3
    ),
    "optimize_loss: clipping": lambda: layers.optimize_loss(
        tf.Variable(1.0) * 1, tf.train.get_or_create_global_step(), 0.1, "SGD", clip_gradients="x"
    ),
    "optimize_loss: unknown summary": lambda: layers.optimize_loss(
        tf.Variable(1.0) * 1, tf.train.get_or_create_global_step(), 0.1, "SGD", summaries=["x"]
    ),
    "optimize_loss: nothing to train": lambda: layers.optimize_loss(
        tf.constant(1.0), tf.train.get_or_create_global_step(), 0.1, "SGD"
    ),
    "summarize_tensor: vector name": lambda: layers.summarize_tensor(3),
    "arg_scope: no function": lambda: slim.arg_scope([3], a=1).__enter__(),
    "arg_scope: no list": lambda: slim.arg_scope(slim.conv2d, a=1).__enter__(),
    "arg_scope: scope and arguments": lambda: slim.arg_scope({}, a=1).__enter__(),
    "arg_scope: plain function": lambda: slim.arg_scope([len], a=1).__enter__(),
    "slim: variable without shape": lambda: slim.variable("v"),
    "slim: model variable twice": lambda: [slim.model_variable("v", [1]), slim.model_variable("v", [2])],
    "slim: no train_op": lambda: slim.learning.train(None, folder()),
    "slim: negative steps": lambda: [
        tf.train.get_or_create_global_step(),
        slim.learning.train(_train_op(), folder(), number_of_steps=-1),
    ],
    "slim: no logdir but summaries": lambda: [
        tf.train.get_or_create_global_step(),
        slim.learning.train(_train_op(), None, number_of_steps=1, trace_every_n_steps=1),
    ],
    "slim: check_numerics": lambda: run(
        slim.learning.create_train_op(tf.log(tf.Variable(-1.0)), tf.train.GradientDescentOptimizer(0.1))
    ),
    "slim: missing checkpoint": lambda: slim.assign_from_checkpoint(os.path.join(folder(), "no"), [tf.Variable(1.0)]),
    "slim: missing checkpoint as function": lambda: slim.assign_from_checkpoint_fn(
        os.path.join(folder(), "no"), [tf.Variable(1.0)]
    ),
    "slim: values of another shape": lambda: (
        run(slim.assign_from_values({"v": np.ones(3)})) if slim.variable("v", [2]) is not None else None
    ),
    "slim: values of an unknown variable": lambda: slim.assign_from_values({"nothing": np.ones(3)}),
    "slim: unique variable": lambda: slim.get_unique_variable("nothing"),
    "slim: evaluation without checkpoint": lambda: slim.evaluation.evaluate_once("", "/no/such", folder()),
    "slim: multiply_gradients without list": lambda: slim.learning.multiply_gradients(
        [(tf.constant(1.0), tf.Variable(1.0))], None
    ),
    "slim: multiply a missing gradient": lambda: slim.learning.multiply_gradients(
        [(None, v) for v in [tf.Variable(1.0)] for _ in [0]], {v: 2.0 for v in tf.global_variables()}
    ),
    "GridLSTM: no state": lambda: c.rnn.GridLSTMCell(4)(tf.constant(x2), None),
    "TimeFreqLSTM: no sizes": lambda: c.rnn.TimeFreqLSTMCell(4)(tf.constant(x2), tf.zeros([2, 8])),
    "AttentionCell: no cell": lambda: c.rnn.AttentionCellWrapper(3, 4),
    "AttentionCell: length zero": lambda: c.rnn.AttentionCellWrapper(tf.nn.rnn_cell.GRUCell(3), 0),
    "AttentionCell: state is no tuple": lambda: c.rnn.AttentionCellWrapper(
        tf.nn.rnn_cell.BasicLSTMCell(3, state_is_tuple=False), 4
    ),
    "LSTMBlockCell: rank 3": lambda: _cell(c.rnn.LSTMBlockCell, seq, num_units=3),
    "GRUBlockCell: nothing": lambda: c.rnn.GRUBlockCell(),
    "GRUBlockCell: both": lambda: c.rnn.GRUBlockCell(num_units=3, cell_size=3),
    "LayerNormLSTM: width unknown": lambda: c.rnn.LayerNormBasicLSTMCell(3)(
        _unknown(2), c.rnn.LayerNormBasicLSTMCell(3).zero_state(2, tf.float32)
    ),
    "UGRNN: width unknown": lambda: c.rnn.UGRNNCell(3)(_unknown(2), tf.zeros([2, 3])),
    "ConvLSTM: dimensions": lambda: c.rnn.ConvLSTMCell(2, [8, 3], 4, [3]),
    "NASCell: state": lambda: c.rnn.NASCell(3)(tf.constant(x2), tf.constant(x2)),
    "PhasedLSTM: time missing": lambda: c.rnn.PhasedLSTMCell(3)(
        tf.constant(x2), c.rnn.PhasedLSTMCell(3).zero_state(2, tf.float32)
    ),
    "Fused: no cell": lambda: c.rnn.FusedRNNCellAdaptor(None)(tf.constant(seq), dtype=tf.float32),
    "stack_bidirectional: no cells": lambda: c.rnn.stack_bidirectional_dynamic_rnn(
        [], [], tf.constant(seq), dtype=tf.float32
    ),
    "stack_bidirectional: different numbers": lambda: c.rnn.stack_bidirectional_dynamic_rnn(
        [tf.nn.rnn_cell.GRUCell(3)], [], tf.constant(seq), dtype=tf.float32
    ),
    "stack_bidirectional: no list": lambda: c.rnn.stack_bidirectional_rnn(
        3, [tf.nn.rnn_cell.GRUCell(3)], [tf.constant(x2)], dtype=tf.float32
    ),
    "transpose_batch_time": lambda: c.rnn.transpose_batch_time(tf.constant(1.0)),
    "attention: memory of rank 2": lambda: _attention(x2),
    "attention: lengths of another batch": lambda: run(_attention(memory_sequence_length=fed([1, 2, 3])).values),
    "attention: lengths of rank 2": lambda: _attention(memory_sequence_length=tf.constant([[1, 2]])),
    "monotonic: unknown mode": lambda: seq2seq.monotonic_attention(tf.ones([2, 3]), tf.ones([2, 3]), "x"),
    "wrapper: no cell": lambda: seq2seq.AttentionWrapper(3, _attention()),
    "wrapper: no mechanism": lambda: seq2seq.AttentionWrapper(tf.nn.rnn_cell.GRUCell(4), 3),
    "wrapper: sizes and mechanisms": lambda: _wrapped(attention_layer_size=[1, 2]),
    "wrapper: both layers": lambda: _wrapped(attention_layer_size=3, attention_layer=tf.layers.Dense(3)),
    "wrapper: input is no function": lambda: _wrapped(cell_input_fn=3),
    "wrapper: state of another kind": lambda: _wrapped()(tf.constant(x2), tf.zeros([2, 4])),
    "wrapper: zero_state of another batch": lambda: run(_wrapped().zero_state(3, tf.float32)),
    "TrainingHelper: lengths of rank 2": lambda: _helper(lengths=[[1, 2]]),
    "TrainingHelper: lengths too long": lambda: run(
        seq2seq.dynamic_decode(
            seq2seq.BasicDecoder(tf.nn.rnn_cell.GRUCell(4), _helper(lengths=[5, 9]), tf.zeros([2, 4]))
        )[0].rnn_output
    ),
    "ScheduledEmbedding: probability": lambda: seq2seq.ScheduledEmbeddingTrainingHelper(
        tf.constant(seq), tf.constant([5, 5]), tf.ones([7, 3]), tf.constant([0.1, 0.2, 0.3])
    ),
    "ScheduledOutput: no function": lambda: seq2seq.ScheduledOutputTrainingHelper(
        tf.constant(seq), tf.constant([5, 5]), 0.5, next_inputs_fn=3
    ),
    "GreedyEmbedding: tokens of rank 2": lambda: _embedding(start_tokens=tf.constant([[1]])),
    "GreedyEmbedding: end of rank 1": lambda: _embedding(end_token=tf.constant([1])),
    "BasicDecoder: no cell": lambda: seq2seq.BasicDecoder(3, _helper(), tf.zeros([2, 4])),
    "BasicDecoder: no helper": lambda: seq2seq.BasicDecoder(tf.nn.rnn_cell.GRUCell(4), 3, tf.zeros([2, 4])),
    "BasicDecoder: no layer": lambda: seq2seq.BasicDecoder(
        tf.nn.rnn_cell.GRUCell(4), _helper(), tf.zeros([2, 4]), output_layer=3
    ),
    "dynamic_decode: no decoder": lambda: seq2seq.dynamic_decode(3),
    "dynamic_decode: iterations of rank 1": lambda: seq2seq.dynamic_decode(
        seq2seq.BasicDecoder(tf.nn.rnn_cell.GRUCell(4), _helper(), tf.zeros([2, 4])), maximum_iterations=[3]
    ),
    "beam search: no cell": lambda: _beam(cell=3),
    "beam search: no layer": lambda: _beam(output_layer=3),
    "beam search: tokens of rank 2": lambda: _beam(start_tokens=tf.constant([[1]])),
    "beam search: end of rank 1": lambda: _beam(end_token=tf.constant([1])),
    "beam search: state not tiled": lambda: run(_beam(initial_state=tf.zeros([2, 4]))[0].predicted_ids),
    "tile_batch: scalar": lambda: seq2seq.tile_batch(tf.constant(1.0), 2),
    "tile_batch: rank unknown": lambda: seq2seq.tile_batch(_unknown(), 2),
    "gather_tree: shapes": lambda: run(
        seq2seq.gather_tree(fed(np.ones([2, 2, 2], np.int32)), fed(np.ones([2, 2, 3], np.int32)), [2, 2], 0)
    ),
    "gather_tree: parent too large": lambda: run(
        seq2seq.gather_tree(np.ones([2, 1, 2], np.int32), np.int32([[[0, 0]], [[5, 0]]]), [2], 9)
    ),
    "sequence_loss: logits of rank 2": lambda: seq2seq.sequence_loss(
        tf.constant(x2), tf.constant([[1]]), tf.constant([[1.0]])
    ),
    "sequence_loss: targets of rank 1": lambda: seq2seq.sequence_loss(
        tf.constant(seq), tf.constant([1]), tf.constant([[1.0]])
    ),
    "sequence_loss: weights of rank 1": lambda: seq2seq.sequence_loss(
        tf.constant(seq), tf.constant([[1]]), tf.constant([1.0])
    ),
    "sequence_loss: target too large": lambda: run(
        seq2seq.sequence_loss(tf.constant(seq), fed(np.full([2, 5], 7), tf.int32, [2, 5]), tf.ones([2, 5]))
    ),
    "legacy sequence_loss: lengths": lambda: c.legacy_seq2seq.sequence_loss([tf.constant(x2)], [], [tf.ones([2])]),
    "legacy attention_decoder: no inputs": lambda: c.legacy_seq2seq.attention_decoder(
        [], tf.zeros([2, 4]), tf.constant(seq), tf.nn.rnn_cell.GRUCell(4)
    ),
    "legacy attention_decoder: no heads": lambda: c.legacy_seq2seq.attention_decoder(
        [tf.constant(x2)], tf.zeros([2, 4]), tf.constant(seq), tf.nn.rnn_cell.GRUCell(4), num_heads=0
    ),
    "legacy attention_decoder: shape unknown": lambda: c.legacy_seq2seq.attention_decoder(
        [tf.constant(x2)], tf.zeros([2, 4]), _unknown(3), tf.nn.rnn_cell.GRUCell(4)
    ),
    "legacy model_with_buckets: inputs": lambda: c.legacy_seq2seq.model_with_buckets([], [], [], [(2, 2)], None),
    "crf: tag too large": lambda: _crf(tags=((9, 2, 3), (1, 2, 3))),
    "crf: tags of another length": lambda: _crf(tags=((1, 2), (1, 2))),
    "crf: lengths too long": lambda: _crf(lengths=(9, 2)),
    "crf: lengths of another batch": lambda: _crf(lengths=(3, 2, 1)),
    "crf: rank 2": lambda: _crf(inputs=np.zeros([2, 4], np.float32)),
    "crf: viterbi of another width": lambda: c.crf.viterbi_decode(np.zeros([3, 4]), np.zeros([5, 5])),
    "crf: decode of another width": lambda: run(
        c.crf.crf_decode(tf.zeros([2, 3, 4]), tf.zeros([5, 5]), tf.constant([3, 3]))
    ),
    "LARS: momentum": lambda: c.opt.LARSOptimizer(0.1, momentum=-1.0),
    "LARS: several": lambda: _step(c.opt.LARSOptimizer(0.1, momentum=-0.1)),
    "MovingAverageOptimizer: swap before": lambda: [
        tf.Variable(1.0),
        c.opt.MovingAverageOptimizer(tf.train.GradientDescentOptimizer(0.1)).swapping_saver(),
    ],
    "VariableClipping: axis": lambda: _step(
        c.opt.VariableClippingOptimizer(
            tf.train.GradientDescentOptimizer(0.1), {v: [5] for v in tf.global_variables()}, 1.0
        )
    ),
    "MultitaskWrapper: no optimizer": lambda: c.opt.MultitaskOptimizerWrapper(3),
    "AdaMax: nothing": lambda: c.opt.AdaMaxOptimizer().apply_gradients([]),
    "streaming_accuracy: shapes": lambda: c.metrics.streaming_accuracy(tf.constant([1, 2]), tf.constant([1])),
    "streaming_mean: weights": lambda: c.metrics.streaming_mean(tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0, 3.0])),
    "streaming_auc: curve": lambda: c.metrics.streaming_auc(tf.constant([0.5]), tf.constant([1]), curve="x"),
    "accuracy: types": lambda: c.metrics.accuracy(tf.constant([1]), tf.constant([1.0])),
    "accuracy: floats": lambda: c.metrics.accuracy(tf.constant([1.0]), tf.constant([1.0])),
    "accuracy: shapes": lambda: c.metrics.accuracy(tf.constant([1]), tf.constant([1, 2])),
    "confusion: too large": lambda: run(c.metrics.confusion_matrix(fed([5], shape=[None]), fed([1], shape=[None]), 3)),
    "aggregate_metric_map: no pairs": lambda: c.metrics.aggregate_metric_map({"a": 3}),
    "aggregate_metrics: nothing": lambda: c.metrics.aggregate_metrics(),
    "streaming_percentile": lambda: c.metrics.streaming_pearson_correlation(
        tf.constant([1.0]), tf.constant([1.0, 2.0])
    ),
    "set_difference: types": lambda: run(c.metrics.set_difference(tf.constant([[1]]), tf.constant([["a"]]))),
    "losses: triplet labels": lambda: run(
        c.losses.metric_learning.triplet_semihard_loss(fed([1, 2], shape=[2]), tf.constant(np.ones([3, 4], np.float32)))
    ),
    "losses: sum_of_squares shapes": lambda: c.losses.mean_squared_error(tf.constant(x2), tf.ones([2, 4])),
    "losses: weights of another rank": lambda: c.losses.mean_squared_error(
        tf.constant(x2), tf.constant(x2), weights=tf.ones([2, 3, 4])
    ),
    "learn: x and input_fn": lambda: _learn().fit(x=np.ones([2, 1]), y=np.ones(2), input_fn=_inputs(), steps=1),
    "learn: nothing": lambda: _learn().fit(steps=1),
    "learn: steps zero": lambda: _learn().fit(input_fn=_inputs(), steps=0),
    "learn: both steps": lambda: _learn().fit(input_fn=_inputs(), steps=1, max_steps=1),
    "learn: missing feature": lambda: _learn().fit(
        input_fn=lambda: ({"z": tf.constant([[1.0]])}, tf.constant([[1]])), steps=1
    ),
    "learn: label too large": lambda: _learn().fit(input_fn=_inputs(y=((0,), (5,))), steps=1),
    "learn: one class": lambda: _learn(n_classes=1),
    "learn: no features to evaluate": lambda: _learn().evaluate(input_fn=_inputs(), steps=1),
    "learn: not fitted": lambda: list(_learn().predict(input_fn=_inputs())),
    "learn: hidden units": lambda: _learn(c.learn.DNNClassifier, hidden_units=["a"]).fit(input_fn=_inputs(), steps=1),
    "learn: experiment without functions": lambda: c.learn.Experiment(_learn(), None, None).train(),
    "learn: experiment of a number": lambda: c.learn.Experiment(3, _inputs(), _inputs()),
    "learn: infer columns of text": lambda: c.learn.infer_real_valued_columns_from_input(np.array([["a"]])),
    "learn: metric spec without function": lambda: c.learn.MetricSpec(None).create_metric_ops(
        None, tf.constant(1), tf.constant(1)
    ),
    "learn: metric key unknown": lambda: c.learn.MetricSpec(
        lambda predictions, labels: 1, prediction_key="a"
    ).create_metric_ops(None, tf.constant(1), {"b": tf.constant(1)}),
    "learn: model_fn arguments": lambda: c.learn.Estimator(lambda a, b: None, model_dir=folder()),
    "learn: model_fn gives nothing": lambda: c.learn.Estimator(lambda features, labels: None, model_dir=folder()).fit(
        input_fn=_inputs(), steps=1
    ),
    "learn: monitor every zero": lambda: c.learn.monitors.PrintTensor(["a"], every_n=0),
    "training: bucket boundaries": lambda: c.training.bucket_by_sequence_length(
        tf.constant(1), [tf.constant(1)], 2, [3, 2]
    ),
    "training: bucket of nothing": lambda: c.training.bucket_by_sequence_length(
        tf.constant(1), [tf.constant(1)], 2, []
    ),
    "training: stratified probabilities": lambda: c.training.stratified_sample(
        [tf.constant([1])], tf.constant([1]), [1.5, 0.5], 2, enqueue_many=True
    ),
    "HParams: unknown": lambda: c.training.HParams(a=1).set_hparam("b", 1),
    "HParams: another type": lambda: c.training.HParams(a=1).parse("a=x"),
    "HParams: twice": lambda: c.training.HParams(a=1).add_hparam("a", 1),
    "HParams: unknown in text": lambda: c.training.HParams(a=1).parse("b=1"),
    "HParams: damaged text": lambda: c.training.HParams(a=1).parse("a"),
    "HParams: override unknown": lambda: c.training.HParams(a=1).override_from_dict({"b": 1}),
    "framework: assert_scalar": lambda: c.framework.assert_scalar(tf.constant([1])),
    "framework: with_shape": lambda: c.framework.with_shape([3], tf.constant([1, 2])),
    "framework: with_same_shape": lambda: c.framework.with_same_shape(tf.constant([1, 2]), tf.constant([1])),
    "framework: missing checkpoint": lambda: c.framework.load_checkpoint(os.path.join(folder(), "no")),
    "framework: assert_same_float_dtype": lambda: c.framework.assert_same_float_dtype(
        [tf.constant(1.0), tf.constant(1.0, tf.float64)]
    ),
    "framework: nest": lambda: c.framework.nest.assert_same_structure([1, 2], [1]),
    "training: rejection": lambda: c.training.rejection_sample([tf.constant(1)], lambda t: tf.constant(2.0), 2),
    "lookup: string_to_index of numbers": lambda: c.lookup.string_to_index(tf.constant([1]), tf.constant(["a"])),
}
