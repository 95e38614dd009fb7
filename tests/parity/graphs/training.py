"""Optimizers, savers, summaries, queues, datasets, feature columns, Estimators' graphs and tf.contrib."""


def _loss(tf, sparse=False):
    w = tf.get_variable("w", [4, 3])
    b = tf.get_variable("b", [3], initializer=tf.zeros_initializer())
    if sparse:
        return tf.reduce_sum(tf.nn.embedding_lookup(w, tf.placeholder(tf.int64, [None])) + b)
    return tf.reduce_sum(tf.matmul(tf.placeholder(tf.float32, [None, 4]), w) + b)


def optimizers(tf, mark):
    loss = _loss(tf)
    for optimizer in (
        tf.train.GradientDescentOptimizer(0.1),
        tf.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
        tf.train.AdamOptimizer(),
        tf.train.AdagradOptimizer(0.1),
        tf.train.AdadeltaOptimizer(),
        tf.train.RMSPropOptimizer(0.1, momentum=0.1, centered=True),
        tf.train.FtrlOptimizer(0.1),
        tf.train.ProximalGradientDescentOptimizer(0.1),
        tf.train.ProximalAdagradOptimizer(0.1),
        tf.train.AdagradDAOptimizer(0.1, tf.train.get_or_create_global_step()),
    ):
        optimizer.minimize(loss, global_step=tf.train.get_or_create_global_step())
        mark()


def optimizers_of_embeddings(tf, mark):
    loss = _loss(tf, sparse=True)
    for optimizer in (
        tf.train.GradientDescentOptimizer(0.1),
        tf.train.MomentumOptimizer(0.1, 0.9),
        tf.train.AdamOptimizer(),
        tf.train.AdagradOptimizer(0.1),
        tf.train.AdadeltaOptimizer(),
        tf.train.RMSPropOptimizer(0.1),
        tf.train.FtrlOptimizer(0.1),
    ):
        optimizer.minimize(loss)
        mark()


def resource_variables(tf, mark):
    with tf.variable_scope("r", use_resource=True):
        loss = _loss(tf)
    mark()
    tf.train.AdamOptimizer().minimize(loss, global_step=tf.train.get_or_create_global_step())
    mark()
    v = tf.get_variable("v", [2], use_resource=True)
    v.assign_add([1.0, 2.0]), v + 1, v.read_value(), tf.scatter_add(v, [0], [1.0])
    mark()


def schedules(tf, mark):
    step = tf.train.get_or_create_global_step()
    tf.train.exponential_decay(0.1, step, 10, 0.9, staircase=True)
    mark()
    tf.train.piecewise_constant(step, [10, 20], [0.1, 0.2, 0.3])
    mark()
    tf.train.polynomial_decay(0.1, step, 10, cycle=True)
    mark()
    tf.train.inverse_time_decay(0.1, step, 10, 0.9), tf.train.natural_exp_decay(0.1, step, 10, 0.9)
    mark()
    (
        tf.train.cosine_decay(0.1, step, 10),
        tf.train.linear_cosine_decay(0.1, step, 10),
        tf.train.noisy_linear_cosine_decay(0.1, step, 10),
    )
    mark()
    tf.train.cosine_decay_restarts(0.1, step, 10)
    mark()


def moving_averages(tf, mark):
    loss = _loss(tf)
    ema = tf.train.ExponentialMovingAverage(0.9, tf.train.get_or_create_global_step())
    ema.apply(tf.trainable_variables())
    mark()
    ema.apply([loss])
    mark()
    ema.variables_to_restore()
    mark()


def clipped_training(tf, mark):
    loss = _loss(tf)
    optimizer = tf.train.AdamOptimizer()
    grads, variables = zip(*optimizer.compute_gradients(loss))
    grads, _ = tf.clip_by_global_norm(grads, 5.0)
    optimizer.apply_gradients(zip(grads, variables))
    mark()


def savers_and_summaries(tf, mark):
    loss = _loss(tf)
    tf.summary.scalar("loss", loss)
    tf.summary.histogram("h", tf.trainable_variables()[0])
    tf.summary.image("i", tf.ones([1, 2, 2, 1]))
    tf.summary.merge_all()
    mark()
    tf.train.Saver()
    mark()
    tf.global_variables_initializer(), tf.local_variables_initializer(), tf.tables_initializer()
    mark()
    tf.report_uninitialized_variables()
    mark()
    tf.train.Saver(sharded=True, max_to_keep=3)
    mark()


def queues(tf, mark):
    names = tf.train.string_input_producer(["a", "b"], shuffle=True)
    mark()
    key, value = tf.TextLineReader().read(names)
    mark()
    tf.train.batch([value], 2)
    mark()
    tf.train.shuffle_batch([value], 2, 10, 4)
    mark()
    tf.train.slice_input_producer([tf.ones([4, 2]), tf.range(4)])
    mark()
    tf.train.range_input_producer(5)
    mark()
    tf.train.batch_join([[value], [value]], 2)
    mark()
    tf.train.maybe_batch([value], tf.constant(True), 2)
    mark()
    tf.train.limit_epochs(value, 2)
    mark()
    tf.train.input_producer(tf.range(3), num_epochs=2)
    mark()


def queued_lines(tf, mark):
    q = tf.FIFOQueue(10, [tf.float32, tf.int32], shapes=[[2], []])
    q.enqueue([[1.0, 2.0], 3]), q.enqueue_many([[[1.0, 2.0]], [3]]), q.dequeue(), q.dequeue_many(2), q.size(), q.close()
    mark()
    tf.RandomShuffleQueue(10, 2, tf.float32).dequeue()
    mark()
    tf.PaddingFIFOQueue(10, [tf.float32], [[None]]).dequeue_many(2)
    mark()


def file_datasets(tf, mark):
    names = tf.data.Dataset.from_tensors("a")
    for make in (
        tf.data.TFRecordDataset,
        tf.data.TextLineDataset,
        lambda f, **k: tf.data.FixedLengthRecordDataset(f, 3, **k),
    ):
        make("a")
        mark()
        make(tf.constant(["a", "b"]), buffer_size=100, compression_type="GZIP")
        mark()
        make(["a", "b"], num_parallel_reads=2)
        mark()
        make(names)
        mark()
        names.interleave(make, 2)
        mark()
    d = tf.data.TFRecordDataset("a").map(lambda x: tf.parse_single_example(x, {"a": tf.FixedLenFeature([], tf.int64)}))
    d.shuffle(3).repeat().batch(2).make_one_shot_iterator().get_next()
    mark()


def datasets(tf, mark):
    d = tf.data.Dataset.from_tensor_slices((tf.range(10), tf.ones([10, 2])))
    mark()
    d = d.shuffle(5).repeat(2).batch(3)
    mark()
    d = d.map(lambda a, b: (a + 1, b * 2.0), num_parallel_calls=2).prefetch(1)
    mark()
    d.make_one_shot_iterator().get_next()
    mark()
    d.make_initializable_iterator().get_next()
    mark()
    e = tf.data.Dataset.range(5).filter(lambda x: x > 2).skip(1).take(2).cache()
    mark()
    e = e.flat_map(lambda x: tf.data.Dataset.range(x)).interleave(lambda x: tf.data.Dataset.range(x), 2)
    mark()
    tf.data.Iterator.from_structure(e.output_types, e.output_shapes).make_initializer(e)
    mark()
    f = (
        tf.data.Dataset.zip((e, e))
        .concatenate(tf.data.Dataset.zip((e, e)))
        .enumerate()
        .padded_batch(2, (([]), ([], [])))
    )
    mark()
    (
        tf.data.Dataset.from_generator(lambda: iter([1]), tf.int32),
        tf.data.Dataset.list_files("/nonexistent*", shuffle=False) if 0 else None,
    )
    mark()
    return f


def random_datasets(tf, mark):
    def augment(x):
        mark()
        y = tf.cast(x, tf.float32) + tf.random_uniform([])
        mark()
        z = tf.cond(y > 0.5, lambda: y, lambda: tf.random_normal([]))
        mark()
        return z

    tf.data.Dataset.range(5).map(augment).make_one_shot_iterator().get_next()
    mark()
    tf.data.Dataset.range(5).apply(tf.data.experimental.shuffle_and_repeat(5)).make_initializable_iterator().get_next()
    mark()


def feature_columns(tf, mark):
    columns = [
        tf.feature_column.numeric_column("n", shape=2),
        tf.feature_column.bucketized_column(tf.feature_column.numeric_column("b"), [0.0, 1.0]),
        tf.feature_column.embedding_column(tf.feature_column.categorical_column_with_hash_bucket("e", 10), 3),
        tf.feature_column.indicator_column(tf.feature_column.categorical_column_with_vocabulary_list("i", ["a", "b"])),
        tf.feature_column.indicator_column(tf.feature_column.crossed_column(["e", "i"], 7)),
    ]
    features = {
        "n": tf.placeholder(tf.float32, [None, 2]),
        "b": tf.placeholder(tf.float32, [None, 1]),
        "e": tf.placeholder(tf.string, [None, 1]),
        "i": tf.placeholder(tf.string, [None, 1]),
    }
    x = tf.feature_column.input_layer(features, columns)
    mark()
    y = tf.layers.dense(x, 2)
    mark()
    return y


def linear_columns(tf, mark):
    columns = [
        tf.feature_column.numeric_column("n", shape=2),
        tf.feature_column.categorical_column_with_identity("k", 5),
        tf.feature_column.categorical_column_with_hash_bucket("e", 10),
        tf.feature_column.crossed_column(["e", "i"], 7),
    ]
    features = {
        "n": tf.placeholder(tf.float32, [None, 2]),
        "k": tf.placeholder(tf.int64, [None, 1]),
        "e": tf.placeholder(tf.string, [None, 1]),
        "i": tf.placeholder(tf.string, [None, 1]),
    }
    tf.feature_column.linear_model(features, columns)
    mark()


def shared_embeddings(tf, mark):
    a = tf.feature_column.categorical_column_with_identity("a", 5)
    b = tf.feature_column.categorical_column_with_identity("b", 5)
    columns = tf.feature_column.shared_embedding_columns([a, b], 2)
    features = {k: tf.placeholder(tf.int64, [None, 1]) for k in "ab"}
    tf.feature_column.input_layer(features, columns)
    mark()


def _estimator(tf, estimator, mark, **labels):
    for mode in ("train", "eval", "infer"):
        with tf.Graph().as_default():
            tf.set_random_seed(7)
            tf.train.get_or_create_global_step()
            x = {"x": tf.placeholder(tf.float32, [None, 4])}
            y = None if mode == "infer" else tf.placeholder(labels["dtype"], [None, 1])
            estimator._call_model_fn(x, y, mode, estimator.config)
            mark()


def dnn_classifier(tf, mark):
    column = tf.feature_column.numeric_column("x", shape=4)
    _estimator(
        tf,
        tf.estimator.DNNClassifier([8, 4], [column], n_classes=3, model_dir="/nonexistent", dropout=0.1),
        mark,
        dtype=tf.int64,
    )


def dnn_regressor(tf, mark):
    column = tf.feature_column.numeric_column("x", shape=4)
    _estimator(tf, tf.estimator.DNNRegressor([8, 4], [column], model_dir="/nonexistent"), mark, dtype=tf.float32)


def linear_classifier(tf, mark):
    column = tf.feature_column.numeric_column("x", shape=4)
    _estimator(tf, tf.estimator.LinearClassifier([column], model_dir="/nonexistent"), mark, dtype=tf.int64)


def wide_and_deep(tf, mark):
    column = tf.feature_column.numeric_column("x", shape=4)
    estimator = tf.estimator.DNNLinearCombinedClassifier(
        "/nonexistent", [column], dnn_feature_columns=[column], dnn_hidden_units=[4]
    )
    _estimator(tf, estimator, mark, dtype=tf.int64)


def contrib_layers(tf, mark):
    layers = tf.contrib.layers
    x = tf.placeholder(tf.float32, [None, 8, 8, 3])
    h = layers.conv2d(x, 4, 3, normalizer_fn=layers.batch_norm)
    mark()
    h = layers.max_pool2d(h, 2)
    h = layers.separable_conv2d(h, 4, 3, 1)
    mark()
    h = layers.flatten(h)
    h = layers.fully_connected(h, 6, weights_regularizer=layers.l2_regularizer(0.1))
    mark()
    h = layers.dropout(h, 0.5, is_training=tf.placeholder_with_default(True, []))
    mark()
    h = layers.batch_norm(h, is_training=tf.placeholder_with_default(True, []), updates_collections=None)
    mark()
    h = layers.layer_norm(h)
    mark()
    h = layers.linear(h, 2)
    mark()
    layers.embed_sequence(tf.placeholder(tf.int64, [None, 3]), 10, 4)
    mark()
    layers.optimize_loss(tf.reduce_mean(h), tf.train.get_or_create_global_step(), 0.1, "Adam", clip_gradients=1.0)
    mark()


def slim(tf, mark):
    s = tf.contrib.slim
    with s.arg_scope(
        [s.conv2d], weights_initializer=tf.truncated_normal_initializer(stddev=0.1), normalizer_fn=s.batch_norm
    ):
        x = s.conv2d(tf.placeholder(tf.float32, [2, 8, 8, 3]), 4, [3, 3], scope="a")
        mark()
        x = s.repeat(x, 2, s.conv2d, 4, [3, 3], scope="b")
        mark()
    x = s.fully_connected(s.flatten(x), 3, activation_fn=None)
    mark()
    s.losses.softmax_cross_entropy(x, tf.placeholder(tf.float32, [2, 3]))
    mark()
    s.learning.create_train_op(tf.losses.get_total_loss(), tf.train.AdamOptimizer())
    mark()


def seq2seq(tf, mark):
    s = tf.contrib.seq2seq
    cell = tf.nn.rnn_cell.LSTMCell(4)
    attention = s.LuongAttention(4, tf.placeholder(tf.float32, [2, 5, 4]), tf.constant([3, 5]))
    mark()
    cell = s.AttentionWrapper(cell, attention, attention_layer_size=3)
    mark()
    helper = s.TrainingHelper(tf.placeholder(tf.float32, [2, 6, 3]), tf.constant([6, 4]))
    mark()
    decoder = s.BasicDecoder(cell, helper, cell.zero_state(2, tf.float32), tf.layers.Dense(7))
    mark()
    outputs, _, _ = s.dynamic_decode(decoder)
    mark()
    s.sequence_loss(outputs.rnn_output, tf.placeholder(tf.int32, [2, None]), tf.placeholder(tf.float32, [2, None]))
    mark()


def greedy_decoding(tf, mark):
    s = tf.contrib.seq2seq
    embedding = tf.get_variable("embedding", [7, 4])
    cell = tf.nn.rnn_cell.GRUCell(4)
    helper = s.GreedyEmbeddingHelper(embedding, tf.fill([2], 1), 2)
    decoder = s.BasicDecoder(cell, helper, cell.zero_state(2, tf.float32), tf.layers.Dense(7))
    s.dynamic_decode(decoder, maximum_iterations=5)
    mark()


def contrib_rnn(tf, mark):
    r = tf.contrib.rnn
    x = tf.placeholder(tf.float32, [2, 5, 3])
    tf.nn.dynamic_rnn(r.LayerNormBasicLSTMCell(4, dropout_keep_prob=0.5), x, dtype=tf.float32)
    mark()
    with tf.variable_scope("two"):
        tf.nn.dynamic_rnn(r.LSTMBlockCell(4), x, dtype=tf.float32)
    mark()
    with tf.variable_scope("three"):
        r.static_bidirectional_rnn(r.GRUCell(4), r.GRUCell(4), tf.unstack(x, axis=1), dtype=tf.float32)
    mark()
    with tf.variable_scope("four"):
        tf.nn.dynamic_rnn(r.AttentionCellWrapper(r.BasicLSTMCell(4), 3, state_is_tuple=True), x, dtype=tf.float32)
    mark()
