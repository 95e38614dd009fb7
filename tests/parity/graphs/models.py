"""Layers, recurrent networks, losses, metrics, embeddings, images, with random initial values after each."""


def dense_layers(tf, mark):
    x = tf.placeholder(tf.float32, [None, 4])
    h = tf.layers.dense(x, 8, activation=tf.nn.relu, kernel_regularizer=tf.contrib.layers.l2_regularizer(0.1))
    mark()
    h = tf.layers.dense(h, 3, use_bias=False, name="second")
    mark()
    h = tf.layers.flatten(tf.reshape(h, [-1, 3, 1]))
    mark()
    tf.losses.sparse_softmax_cross_entropy(tf.placeholder(tf.int64, [None]), h)
    mark()
    tf.train.AdamOptimizer().minimize(tf.losses.get_total_loss())
    mark()


def convolution_layers(tf, mark):
    x = tf.placeholder(tf.float32, [None, 8, 8, 3])
    h = tf.layers.conv2d(x, 4, 3, padding="same", activation=tf.nn.relu)
    mark()
    h = tf.layers.max_pooling2d(h, 2, 2)
    mark()
    h = tf.layers.separable_conv2d(h, 4, 3)
    mark()
    h = tf.layers.conv2d_transpose(h, 2, 3, strides=2)
    mark()
    h = tf.layers.average_pooling2d(h, 2, 1)
    h = tf.layers.batch_normalization(h, training=True)
    mark()
    g = tf.layers.conv1d(tf.ones([2, 8, 3]), 2, 3, dilation_rate=2)
    mark()
    k = tf.layers.conv2d(x, 4, 3, dilation_rate=(2, 2))
    mark()
    v = tf.layers.conv3d(tf.ones([1, 4, 4, 4, 1]), 2, 2)
    mark()
    tf.train.MomentumOptimizer(0.1, 0.9).minimize(sum(tf.reduce_mean(t) for t in (h, g, k, v)))
    mark()


def dropout_layers(tf, mark):
    x = tf.ones([4, 6])
    y = tf.layers.dropout(x, 0.3, training=True)
    mark()
    z = tf.nn.dropout(x, keep_prob=0.3, noise_shape=[4, 1])
    mark()
    w = tf.nn.dropout(x, tf.placeholder_with_default(0.5, []))
    mark()
    return y, z, w


def atrous(tf, mark):
    x = tf.ones([1, 8, 8, 2])
    y = tf.nn.atrous_conv2d(x, tf.random_normal([3, 3, 2, 2]), 2, "SAME")
    mark()
    z = tf.nn.atrous_conv2d_transpose(x, tf.random_normal([3, 3, 2, 2]), [1, 8, 8, 2], 2, "SAME")
    mark()
    w = tf.nn.convolution(x, tf.random_normal([3, 3, 2, 2]), "VALID", dilation_rate=[2, 1])
    mark()
    p = tf.nn.pool(x, [2, 2], "MAX", "VALID", dilation_rate=[2, 2])
    mark()
    s = tf.nn.separable_conv2d(
        x, tf.random_normal([3, 3, 2, 1]), tf.random_normal([1, 1, 2, 3]), [1, 1, 1, 1], "SAME", rate=[2, 2]
    )
    mark()
    d = tf.nn.depthwise_conv2d(x, tf.random_normal([3, 3, 2, 1]), [1, 1, 1, 1], "SAME")
    mark()
    return y, z, w, p, s, d


def dropped_atrous_gradient(tf, mark):
    x = tf.get_variable("x", [1, 8, 8, 2])
    y = tf.nn.atrous_conv2d(x, tf.random_normal([3, 3, 2, 2]), 2, "SAME")
    tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(y))
    mark()


def static_rnn(tf, mark):
    cell = tf.nn.rnn_cell.BasicLSTMCell(4)
    outputs, state = tf.nn.static_rnn(cell, [tf.ones([2, 3])] * 3, dtype=tf.float32)
    mark()
    cell = tf.nn.rnn_cell.GRUCell(4)
    with tf.variable_scope("gru"):
        o, s = tf.nn.static_rnn(cell, [tf.ones([2, 3])] * 3, dtype=tf.float32, sequence_length=[1, 2])
    mark()
    tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(outputs[-1]))
    mark()


def _dynamic(tf, mark, cell, **kwargs):
    x = tf.placeholder(tf.float32, [5, 7, 3])
    outputs, state = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32, **kwargs)
    mark()
    tf.layers.dense(outputs, 2)
    mark()
    return outputs, state


def dynamic_basic(tf, mark):
    _dynamic(tf, mark, tf.nn.rnn_cell.BasicRNNCell(4))


def dynamic_lstm(tf, mark):
    _dynamic(tf, mark, tf.nn.rnn_cell.LSTMCell(4, use_peepholes=True, num_proj=3))


def dynamic_gru_with_lengths(tf, mark):
    _dynamic(tf, mark, tf.nn.rnn_cell.GRUCell(4), sequence_length=tf.placeholder(tf.int32, [5]))


def dynamic_stacked(tf, mark):
    cells = [tf.nn.rnn_cell.DropoutWrapper(tf.nn.rnn_cell.BasicLSTMCell(4), output_keep_prob=0.5) for _ in range(2)]
    _dynamic(tf, mark, tf.nn.rnn_cell.MultiRNNCell(cells), sequence_length=tf.constant([1, 2, 3, 4, 5]))


def dynamic_unknown_sizes(tf, mark):
    x = tf.placeholder(tf.float32, [None, None, 3])
    cell = tf.nn.rnn_cell.LSTMCell(4)
    outputs, state = tf.nn.dynamic_rnn(cell, x, sequence_length=tf.placeholder(tf.int64, [None]), dtype=tf.float32)
    mark()
    tf.layers.dense(state.h, 2)
    mark()


def dynamic_time_major(tf, mark):
    x = tf.placeholder(tf.float32, [None, 5, 3])
    cell = tf.nn.rnn_cell.BasicLSTMCell(4)
    outputs, state = tf.nn.dynamic_rnn(cell, x, initial_state=cell.zero_state(5, tf.float32), time_major=True)
    mark()


def bidirectional(tf, mark):
    x = tf.placeholder(tf.float32, [None, 6, 3])
    cells = [tf.nn.rnn_cell.GRUCell(4) for _ in range(2)]
    outputs, _ = tf.nn.bidirectional_dynamic_rnn(cells[0], cells[1], x, dtype=tf.float32)
    mark()
    outputs, _ = tf.nn.bidirectional_dynamic_rnn(
        cells[0], cells[1], x, sequence_length=tf.placeholder(tf.int32, [None]), dtype=tf.float32, scope="again"
    )
    mark()


def raw_recurrence(tf, mark):
    x = tf.TensorArray(tf.float32, size=5).unstack(tf.ones([5, 2, 3]))
    cell = tf.nn.rnn_cell.LSTMCell(4)

    def loop_fn(time, output, state, loop_state):
        state = cell.zero_state(2, tf.float32) if output is None else state
        finished = time >= tf.constant([3, 5])
        done = tf.reduce_all(finished)
        following = tf.cond(done, lambda: tf.zeros([2, 3]), lambda: x.read(time))
        return finished, following, state, output, None

    outputs, state, _ = tf.nn.raw_rnn(cell, loop_fn)
    mark()
    return outputs.stack()


def dynamic_rnn_trained(tf, mark):
    outputs, state = _dynamic(tf, mark, tf.nn.rnn_cell.BasicLSTMCell(4))
    tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(outputs))
    mark()


def dynamic_rnn_with_lengths_trained(tf, mark):
    outputs, state = _dynamic(tf, mark, tf.nn.rnn_cell.GRUCell(4), sequence_length=tf.placeholder(tf.int32, [5]))
    tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(outputs))
    mark()


def losses(tf, mark):
    x, y = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.float32, [None, 3])
    tf.losses.mean_squared_error(y, x)
    mark()
    tf.losses.absolute_difference(y, x, weights=tf.placeholder(tf.float32, [None, 1]))
    mark()
    tf.losses.sigmoid_cross_entropy(y, x, label_smoothing=0.1)
    mark()
    tf.losses.softmax_cross_entropy(y, x, weights=2.0)
    mark()
    tf.losses.huber_loss(y, x)
    mark()
    tf.losses.log_loss(y, x)
    mark()
    tf.losses.hinge_loss(y, x)
    mark()
    tf.losses.cosine_distance(y, x, axis=1)
    mark()
    tf.losses.mean_pairwise_squared_error(y, x)
    mark()
    tf.losses.get_total_loss()
    mark()


def metrics(tf, mark):
    x, y = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.float32, [None])
    b, k = tf.placeholder(tf.bool, [None]), tf.placeholder(tf.int64, [None])
    tf.metrics.accuracy(y, x)
    mark()
    tf.metrics.mean(x, weights=y)
    mark()
    tf.metrics.auc(b, x)
    mark()
    tf.metrics.precision(b, b)
    mark()
    tf.metrics.recall(b, b, weights=x)
    mark()
    tf.metrics.mean_squared_error(y, x)
    mark()
    tf.metrics.root_mean_squared_error(y, x)
    mark()
    tf.metrics.mean_iou(k, k, 3)
    mark()
    tf.metrics.precision_at_thresholds(b, x, [0.2, 0.5])
    mark()
    tf.metrics.mean_per_class_accuracy(k, k, 3)
    mark()
    tf.metrics.sensitivity_at_specificity(b, x, 0.5)
    mark()


def metrics_at_k(tf, mark):
    tf.metrics.recall_at_k(tf.placeholder(tf.int64, [None, 1]), tf.placeholder(tf.float32, [None, 4]), 2)
    mark()


def embeddings(tf, mark):
    table = tf.get_variable("table", [10, 4])
    ids = tf.placeholder(tf.int64, [None, 3])
    e = tf.nn.embedding_lookup(table, ids)
    mark()
    parts = tf.get_variable("parts", [10, 4], partitioner=tf.fixed_size_partitioner(3))
    f = tf.nn.embedding_lookup(parts, ids)
    mark()
    g = tf.nn.embedding_lookup(parts, ids, partition_strategy="div", max_norm=1.0)
    mark()
    sparse = tf.sparse_placeholder(tf.int64, [4, 3])
    s = tf.nn.embedding_lookup_sparse(table, sparse, None, combiner="mean")
    mark()
    q = tf.nn.safe_embedding_lookup_sparse([table], sparse, combiner="sqrtn")
    mark()
    loss = sum(tf.reduce_sum(t) for t in (e, f, g, s, q))
    tf.train.AdagradOptimizer(0.1).minimize(loss)
    mark()


def sampled_losses(tf, mark):
    w, b = tf.get_variable("w", [10, 4]), tf.get_variable("b", [10])
    labels, inputs = tf.placeholder(tf.int64, [None, 1]), tf.placeholder(tf.float32, [None, 4])
    n = tf.nn.nce_loss(w, b, labels, inputs, 3, 10)
    mark()
    s = tf.nn.sampled_softmax_loss(w, b, labels, inputs, 3, 10)
    mark()
    tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(n + s))
    mark()


def sparse_ops(tf, mark):
    a = tf.SparseTensor([[0, 0], [1, 2]], [1.0, 2.0], [3, 4])
    tf.sparse_tensor_to_dense(a)
    mark()
    tf.sparse_reshape(a, [4, 3])
    mark()
    tf.sparse_reshape(a, [-1, 6])
    mark()
    tf.sparse_add(a, a)
    mark()
    tf.sparse_tensor_dense_matmul(a, tf.ones([4, 2]))
    mark()
    tf.sparse_reduce_sum(a, 1)
    mark()
    tf.sparse_concat(0, [a, a])
    mark()
    tf.sparse_slice(a, [0, 0], [2, 2])
    mark()
    tf.sparse_split(sp_input=a, num_split=2, axis=1)
    mark()
    tf.sparse_retain(a, [True, False])
    mark()
    tf.sparse_fill_empty_rows(a, 0.0)
    mark()
    tf.sparse_reset_shape(a)
    mark()
    tf.sparse_to_indicator(tf.SparseTensor([[0, 0]], [1], [1, 2]), 4)
    mark()
    tf.sparse_merge(tf.SparseTensor([[0, 0]], [1], [1, 2]), tf.SparseTensor([[0, 0]], [1.0], [1, 2]), 4)
    mark()
    tf.sparse_softmax(a)
    mark()
    tf.sparse_mask(tf.IndexedSlices(tf.ones([2, 2]), tf.constant([0, 1])), [0])
    mark()


def image_ops(tf, mark):
    x = tf.placeholder(tf.float32, [8, 8, 3])
    u = tf.placeholder(tf.uint8, [None, None, 3])
    tf.image.random_flip_left_right(x)
    mark()
    tf.image.random_brightness(x, 0.2)
    mark()
    tf.image.random_contrast(x, 0.2, 1.8)
    mark()
    tf.image.random_hue(x, 0.1)
    mark()
    tf.image.random_saturation(x, 0.5, 1.5)
    mark()
    tf.image.resize_image_with_crop_or_pad(u, 6, 6)
    mark()
    tf.image.resize_images(u, [4, 4])
    mark()
    tf.image.central_crop(x, 0.5)
    mark()
    tf.image.rot90(x)
    mark()
    tf.random_crop(x, [4, 4, 3])
    mark()
    tf.image.convert_image_dtype(u, tf.float32)
    mark()
    tf.image.rgb_to_grayscale(u)
    mark()
    tf.image.pad_to_bounding_box(u, 1, 1, 20, 20)
    mark()
    tf.image.crop_to_bounding_box(u, 1, 1, 2, 2)
    mark()
    tf.image.flip_up_down(u)
    mark()
    tf.image.random_flip_up_down(tf.placeholder(tf.float32, [None, 8, 8, 3]))
    mark()
    tf.image.sample_distorted_bounding_box(tf.shape(x), tf.constant([[[0.0, 0.0, 1.0, 1.0]]]))
    mark()
    tf.image.transpose_image(x)
    mark()
    tf.image.adjust_gamma(x, 2.0)
    mark()


def image_standardization(tf, mark):
    tf.image.per_image_standardization(tf.placeholder(tf.float32, [8, 8, 3]))
    mark()
    tf.image.per_image_standardization(tf.placeholder(tf.uint8, [None, None, 3]))
    mark()


def initializers(tf, mark):
    for init in (
        tf.glorot_normal_initializer(),
        tf.variance_scaling_initializer(),
        tf.orthogonal_initializer(),
        tf.truncated_normal_initializer(stddev=0.1),
        tf.random_uniform_initializer(-1, 1),
        tf.uniform_unit_scaling_initializer(),
        tf.contrib.layers.xavier_initializer(),
        tf.contrib.layers.variance_scaling_initializer(),
        tf.keras.initializers.he_normal(),
    ):
        tf.get_variable("v%d" % len(tf.global_variables()), [4, 4], initializer=init)
        mark()


def normalization(tf, mark):
    x = tf.placeholder(tf.float32, [None, 4, 4, 3])
    tf.nn.lrn(x)
    m, v = tf.nn.moments(x, [0, 1, 2])
    mark()
    tf.nn.batch_normalization(x, m, v, None, None, 0.001)
    mark()
    tf.nn.l2_normalize(x, 3)
    mark()
    tf.nn.fused_batch_norm(x, tf.ones([3]), tf.zeros([3]))
    mark()
    tf.nn.weighted_moments(x, [0], tf.ones([4, 4, 3]))
    mark()
    tf.nn.zero_fraction(x)
    mark()
    tf.clip_by_global_norm([x, m], 1.0)
    mark()
    tf.clip_by_norm(x, 1.0)
    mark()
    tf.nn.softmax(x, 1)
    tf.nn.log_softmax(tf.transpose(x))
    mark()
    tf.nn.top_k(x, 2)
    tf.nn.in_top_k(tf.ones([2, 3]), [0, 1], 1)
    mark()
    tf.nn.softmax_cross_entropy_with_logits(labels=x, logits=x)
    mark()
    tf.nn.softmax_cross_entropy_with_logits_v2(labels=x, logits=x)
    mark()
    tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.placeholder(tf.int32, [None, 4, 4]), logits=x)
    mark()
    tf.nn.weighted_cross_entropy_with_logits(x, x, 2.0)
    mark()


def mathematics(tf, mark):
    x, y = tf.placeholder(tf.float32, [None, 3]), tf.constant([1.0, 2.0, 3.0])
    x + 1, 2.0 - x, x / y, x**2, -x, abs(x), x // 2.0, x % 2.0, x[0], x[:, 1:2], x[..., tf.newaxis]
    mark()
    tf.reduce_mean(x), tf.reduce_sum(x, 1), tf.reduce_logsumexp(x, 1), tf.argmax(x, 1), tf.reduce_std if 0 else None
    mark()
    tf.matmul(x, tf.ones([3, 3])), tf.tensordot(x, y, 1)
    mark()
    tf.concat([x, x], 1), tf.stack([y, y]), tf.split(y, 3), tf.tile(x, [1, 2]), tf.pad(x, [[0, 0], [1, 1]])
    mark()
    tf.where(x > 0, x, x), tf.gather(y, [0, 1]), tf.boolean_mask(y, [True, False, True]), tf.one_hot([1, 2], 3)
    mark()
    tf.sequence_mask([1, 2, 3]), tf.meshgrid(y, y), tf.linspace(0.0, 1.0, 3), tf.range(3), tf.eye(3)
    mark()
    tf.random_shuffle(y), tf.multinomial(x, 2), tf.random_gamma([2], 1.0), tf.random_poisson(1.0, [2])
    mark()
    tf.distributions.Normal(0.0, 1.0).sample(3), tf.distributions.Beta(1.0, 2.0).sample(), tf.norm(x), tf.cumsum(y)
    mark()
    tf.count_nonzero(x), tf.confusion_matrix([1, 2], [1, 2]), tf.accumulate_n([y, y]), tf.add_n([y, y])
    mark()
    (
        tf.map_fn(tf.square, y),
        tf.scatter_nd([[0]], [1.0], [3]),
        tf.unique(y),
        tf.setdiff1d([1, 2], [1]),
        tf.bincount([1, 2]),
    )
    mark()
    (
        tf.reshape(x, [-1]),
        tf.transpose(x),
        tf.expand_dims(x, 0),
        tf.squeeze(tf.ones([1, 2])),
        tf.size(x),
        tf.rank(x),
        tf.shape(x),
    )
    mark()
    tf.reverse(x, [0]), tf.cast(x, tf.int32), tf.to_int64(x), tf.zeros_like(x), tf.ones_like(y), tf.fill([2], 1.0)
    mark()
    tf.string_join(["a", "b"]), tf.as_string(y), tf.string_split(["a b"]), tf.decode_csv(["1,2"], [[1], [2]])
    mark()


def einsum(tf, mark):
    x, y = tf.placeholder(tf.float32, [None, 3]), tf.constant([1.0, 2.0, 3.0])
    tf.einsum("ij,j->i", x, y)
    mark()


def gradients_of_mathematics(tf, mark):
    x, y = tf.placeholder(tf.float32, [None, 3]), tf.constant([1.0, 2.0, 3.0])
    z = tf.constant([[1.0, 2.0, 3.0]])
    functions = [
        lambda: x + y,
        lambda: z * y,
        lambda: x / y,
        lambda: x**2,
        lambda: x - z,
        lambda: tf.maximum(x, y),
        lambda: tf.reduce_mean(x),
        lambda: tf.reduce_max(x, 1),
        lambda: tf.reduce_sum(z),
        lambda: tf.reduce_prod(z),
        lambda: tf.matmul(x, tf.ones([3, 2])),
        lambda: tf.concat([x, x], 1),
        lambda: tf.stack([y, y]),
        lambda: x[:, 1],
        lambda: tf.where(x > 0, x, x),
        lambda: tf.gather(y, [0, 1]),
        lambda: tf.exp(x) + tf.log(x) + tf.tanh(x),
        lambda: tf.sigmoid(x) * tf.nn.relu(x),
        lambda: tf.nn.softmax(x),
        lambda: tf.transpose(x),
        lambda: tf.tile(x, [2, 2]),
        lambda: tf.pad(x, [[0, 0], [1, 1]]),
        lambda: tf.split(x, 3, 1)[0],
        lambda: tf.nn.l2_loss(x),
        lambda: tf.sqrt(x),
        lambda: tf.nn.moments(x, [0])[1],
        lambda: tf.reshape(x, [-1]),
        lambda: tf.expand_dims(x, 0),
        lambda: tf.clip_by_value(x, 0, 1),
        lambda: tf.squared_difference(x, y),
        lambda: tf.cumsum(x),
        lambda: tf.norm(x),
        lambda: tf.reduce_logsumexp(x),
        lambda: tf.abs(x),
        lambda: tf.nn.log_softmax(x),
        lambda: tf.nn.elu(x),
        lambda: tf.unstack(x, axis=1)[0],
        lambda: tf.reduce_min(x),
        lambda: tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=x),
        lambda: tf.square(x),
        lambda: 1 - x,
        lambda: tf.nn.bias_add(x, y),
        lambda: tf.nn.softplus(x),
        lambda: tf.minimum(x, 1.0),
        lambda: tf.slice(x, [0, 0], [1, 2]),
        lambda: tf.reverse(x, [0]),
        lambda: tf.diag_part(tf.matmul(x, x, transpose_b=True)),
        lambda: tf.boolean_mask(x, x[:, 0] > 0),
        lambda: tf.gather_nd(x, [[0, 0]]),
        lambda: tf.segment_sum(x, [0]),
        lambda: tf.reduce_mean(x, 1, keepdims=True),
    ]
    for f in functions:
        w = f()
        tf.gradients(w, [x, y, z])
        mark()


def gradients_of_networks(tf, mark):
    x = tf.placeholder(tf.float32, [None, 8, 8, 3])
    w = tf.get_variable("w", [3, 3, 3, 3])
    functions = [
        lambda: tf.nn.conv2d(x, w, [1, 1, 1, 1], "SAME"),
        lambda: tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "SAME"),
        lambda: tf.nn.max_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "SAME"),
        lambda: tf.nn.avg_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "SAME"),
        lambda: tf.nn.fused_batch_norm(x, tf.ones([3]), tf.zeros([3]))[0],
        lambda: tf.nn.lrn(x),
        lambda: tf.nn.bias_add(x, tf.ones([3])),
        lambda: tf.image.resize_bilinear(x, [4, 4]),
        lambda: tf.nn.conv2d_transpose(x, w, [2, 8, 8, 3], [1, 1, 1, 1]),
        lambda: tf.nn.dropout(x, 0.5),
        lambda: tf.nn.batch_normalization(x, tf.ones([3]), tf.ones([3]), None, None, 0.1),
        lambda: tf.space_to_depth(x, 2),
        lambda: tf.nn.l2_normalize(x, 3),
        lambda: tf.nn.crelu(x),
    ]
    for f in functions:
        tf.gradients(f(), [x, w])
        mark()


def dynamic_rnn_of_unknown_batches_trained(tf, mark):
    x, keep = tf.placeholder(tf.float32, [None, None, 5]), tf.placeholder_with_default(1.0, [])
    cells = [
        tf.nn.rnn_cell.DropoutWrapper(tf.nn.rnn_cell.LSTMCell(4, use_peepholes=True), output_keep_prob=keep)
        for _ in range(2)
    ]
    cell = tf.nn.rnn_cell.MultiRNNCell(cells)
    y, _ = tf.nn.dynamic_rnn(cell, x, tf.placeholder(tf.int32, [None]), cell.zero_state(tf.shape(x)[0], tf.float32))
    mark()
    tf.gradients(tf.reduce_sum(y), tf.trainable_variables())
    mark()


def bidirectional_rnn_of_unknown_batches_trained(tf, mark):
    x = tf.placeholder(tf.float32, [None, None, 5])
    cells = [tf.nn.rnn_cell.GRUCell(3) for _ in range(2)]
    y, _ = tf.nn.bidirectional_dynamic_rnn(cells[0], cells[1], x, tf.placeholder(tf.int32, [None]), dtype=tf.float32)
    mark()
    tf.gradients(tf.concat(y, 2), [x] + tf.trainable_variables())
    mark()


def loops_over_unknown_shapes_differentiated(tf, mark):
    def differentiated(body, shape):
        x, y = tf.placeholder(tf.float32, shape), tf.placeholder(tf.float32, shape)
        _, z = tf.while_loop(lambda i, h: i < 3, lambda i, h: (i + 1, body(h, y)), [0, x])
        mark()
        tf.gradients(z, x)
        mark()

    for shape in ([2, 3], [None, 3]):
        differentiated(lambda h, y: h * tf.tanh(h), shape)
        differentiated(lambda h, y: h * y, shape)
        differentiated(lambda h, y: h - tf.tanh(h), shape)
        differentiated(lambda h, y: tf.sigmoid(h + 1.0), shape)
        differentiated(lambda h, y: tf.concat([h, y], 1)[:, :3], shape)
        differentiated(lambda h, y: tf.concat(tf.split(h, 3, 1), 1), shape)
        differentiated(lambda h, y: h + tf.reduce_sum(h), shape)
        differentiated(lambda h, y: tf.maximum(h, tf.tanh(h)), shape)


def unit_norms(tf, mark):
    x = tf.ones([2, 3, 4])
    for dim in range(3):
        tf.contrib.layers.unit_norm(x, dim)
        mark()


def reductions_of_variables(tf, mark):
    # As the tutorials summarize variables: 1.15 did not look at their shapes.
    for number, resource in enumerate((False, True)):
        v = tf.get_variable("v%d" % number, [4, 3], use_resource=resource)
        mean = tf.reduce_mean(v)
        tf.summary.scalar("mean", mean)
        tf.summary.scalar("deviation", tf.sqrt(tf.reduce_mean(tf.square(v - mean))))
        mark()
        tf.summary.scalar("max", tf.reduce_max(v))
        tf.reduce_sum(v, axis=1)
        mark()
        tf.math.reduce_euclidean_norm(v)
        mark()
    return tf.gradients(tf.reduce_sum(v), v, stop_gradients=[mean])
