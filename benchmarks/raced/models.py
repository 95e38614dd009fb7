"""Models of public programs of 2016 to 2019, for races: transformers, translation, convolutional networks, Q-learning.

Each function takes `tf` and `np` and gives a function that does the step of a number; it runs on TensorFlow 1.15 (Python 3.7) and
on Penstock alike. Seeds are fixed, inputs made up. `benchmarks/race.py` has them run.
"""


def layer_norm(tf, x, name):
    with tf.variable_scope(name):
        size = x.shape[-1].value
        gamma = tf.get_variable("gamma", [size], initializer=tf.ones_initializer())
        beta = tf.get_variable("beta", [size], initializer=tf.zeros_initializer())
        mean, variance = tf.nn.moments(x, [-1], keep_dims=True)
        return (x - mean) * tf.rsqrt(variance + 1e-12) * gamma + beta


def gelu(tf, x):
    return x * 0.5 * (1.0 + tf.erf(x / 1.4142135623730951))


def dense(tf, x, size, name, activation=None):
    start = tf.truncated_normal_initializer(stddev=0.02, seed=7)
    return tf.layers.dense(x, size, activation, kernel_initializer=start, name=name)


def split_heads(tf, x, batch, length, heads, depth):
    return tf.transpose(tf.reshape(x, [batch, length, heads, depth]), [0, 2, 1, 3])


def encoder_layer(tf, x, mask, batch, length, size, heads, rate, name):
    with tf.variable_scope(name):
        q, k, v = (split_heads(tf, dense(tf, x, size, n), batch, length, heads, size // heads) for n in "qkv")
        scores = tf.matmul(q, k, transpose_b=True) * (1.0 / (size // heads) ** 0.5) + mask
        weights = tf.nn.dropout(tf.nn.softmax(scores), keep_prob=1 - rate, seed=11)
        mixed = tf.reshape(tf.transpose(tf.matmul(weights, v), [0, 2, 1, 3]), [batch * length, size])
        x = tf.reshape(x, [batch * length, size])
        mixed = tf.nn.dropout(dense(tf, mixed, size, "output"), keep_prob=1 - rate, seed=12)
        x = layer_norm(tf, x + mixed, "norm1")
        inner = dense(tf, x, 4 * size, "inner", lambda value: gelu(tf, value))
        inner = tf.nn.dropout(dense(tf, inner, size, "outer"), keep_prob=1 - rate, seed=13)
        return tf.reshape(layer_norm(tf, x + inner, "norm2"), [batch, length, size])


def bert(size, layers, heads, length, batch, vocabulary):
    """Fine-tuning of BERT as a classifier, as run_classifier.py does it: masks, dropout, clipped gradients, decayed weights."""

    def build(tf, np):
        ids = tf.placeholder(tf.int32, [batch, length])
        mask = tf.placeholder(tf.int32, [batch, length])
        labels = tf.placeholder(tf.int32, [batch])
        start = tf.truncated_normal_initializer(stddev=0.02, seed=3)
        table = tf.get_variable("words", [vocabulary, size], initializer=start)
        positions = tf.get_variable("positions", [512, size], initializer=start)
        x = tf.nn.embedding_lookup(table, ids) + tf.slice(positions, [0, 0], [length, -1])
        x = tf.nn.dropout(layer_norm(tf, x, "norm"), keep_prob=0.9, seed=5)
        seen = (1.0 - tf.cast(tf.reshape(mask, [batch, 1, 1, length]), tf.float32)) * -10000.0
        for i in range(layers):
            x = encoder_layer(tf, x, seen, batch, length, size, heads, 0.1, "layer%d" % i)
        pooled = dense(tf, tf.squeeze(x[:, 0:1, :], axis=1), size, "pooler", tf.tanh)
        logits = dense(tf, tf.nn.dropout(pooled, keep_prob=0.9, seed=6), 2, "classes")
        losses = -tf.reduce_sum(tf.one_hot(labels, 2) * tf.nn.log_softmax(logits), axis=-1)
        loss = tf.reduce_mean(losses)
        variables = tf.trainable_variables()
        gradients, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), 1.0)
        updates = []
        for variable, gradient in zip(variables, gradients):
            gradient = tf.convert_to_tensor(gradient)
            name = variable.op.name
            m = tf.get_variable(name + "/adam_m", variable.shape, trainable=False, initializer=tf.zeros_initializer())
            v = tf.get_variable(name + "/adam_v", variable.shape, trainable=False, initializer=tf.zeros_initializer())
            next_m = 0.9 * m + 0.1 * gradient
            next_v = 0.999 * v + 0.001 * tf.square(gradient)
            update = next_m / (tf.sqrt(next_v) + 1e-6) + 0.01 * variable
            updates += [variable.assign(variable - 2e-5 * update), m.assign(next_m), v.assign(next_v)]
        train = tf.group(*updates)
        sess = tf.Session()
        sess.run(tf.global_variables_initializer())
        random = np.random.RandomState(0)
        words = random.randint(0, vocabulary, [64, batch, length])
        answers = random.randint(0, 2, [64, batch])
        lengths = random.randint(length // 2, length + 1, [64, batch, 1])

        def step(i):
            i %= 64
            feed = {ids: words[i], mask: (np.arange(length) < lengths[i]).astype(np.int32), labels: answers[i]}
            return sess.run([train, loss], feed)[1]

        return step

    return build


def gpt2_model(tf, tokens, past, size, layers, heads, vocabulary):
    """Logits, and the keys and values of all layers, as GPT-2's model.py makes them."""
    start = tf.random_normal_initializer(stddev=0.02, seed=3)
    before = 0 if past is None else tf.shape(past)[-2]
    wpe = tf.get_variable("wpe", [256, size], initializer=start)
    wte = tf.get_variable("wte", [vocabulary, size], initializer=start)
    batch, length = tf.shape(tokens)[0], tf.shape(tokens)[1]
    h = tf.gather(wte, tokens) + tf.gather(wpe, tf.tile((before + tf.range(length))[None, :], [batch, 1]))
    pasts = [None] * layers if past is None else tf.unstack(past, axis=1)
    presents = []
    for i in range(layers):
        with tf.variable_scope("h%d" % i):
            x = layer_norm(tf, h, "ln_1")
            q, k, v = (tf.transpose(tf.reshape(part, [batch, length, heads, size // heads]), [0, 2, 1, 3])
                       for part in tf.split(dense(tf, x, 3 * size, "c_attn"), 3, axis=2))  # fmt: skip
            presents.append(tf.stack([k, v], axis=1))
            if pasts[i] is not None:
                pk, pv = tf.unstack(pasts[i], axis=1)
                k, v = tf.concat([pk, k], axis=-2), tf.concat([pv, v], axis=-2)
            w = tf.matmul(q, k, transpose_b=True) * tf.rsqrt(tf.cast(size // heads, tf.float32))
            nd, ns = tf.shape(w)[-2], tf.shape(w)[-1]
            seen = tf.cast(tf.range(nd)[:, None] >= tf.range(ns) - ns + nd, tf.float32)[None, None]
            w = tf.nn.softmax(w * seen - 1e10 * (1 - seen))
            a = tf.reshape(tf.transpose(tf.matmul(w, v), [0, 2, 1, 3]), [batch, length, size])
            h = h + dense(tf, a, size, "c_proj")
            m = dense(tf, layer_norm(tf, h, "ln_2"), 4 * size, "c_fc")
            m = 0.5 * m * (1 + tf.tanh(0.7978845608028654 * (m + 0.044715 * tf.pow(m, 3))))
            h = h + dense(tf, m, size, "c_proj2")
    h = layer_norm(tf, h, "ln_f")
    logits = tf.reshape(tf.matmul(tf.reshape(h, [-1, size]), wte, transpose_b=True), [batch, length, vocabulary])
    return logits, tf.stack(presents, axis=1)


def gpt2_sampling(tf, np, size=256, layers=4, heads=4, vocabulary=5000):
    """GPT-2 writes texts of 96 tokens, a run for each token: the past grows by one in every step."""
    tokens = tf.placeholder(tf.int32, [1, None])
    past = tf.placeholder(tf.float32, [1, layers, 2, heads, None, size // heads])
    logits, present = gpt2_model(tf, tokens, past, size, layers, heads, vocabulary)
    best = tf.argmax(logits[:, -1], axis=-1, output_type=tf.int32)
    both = tf.concat([past, present], axis=-2)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    state = {}

    def step(i):
        if i % 96 == 0:
            state["past"] = np.zeros([1, layers, 2, heads, 0, size // heads], np.float32)
            state["token"] = np.array([i // 96 % vocabulary], np.int32)
        state["token"], state["past"] = sess.run([best, both], {tokens: state["token"][None], past: state["past"]})
        return float(state["token"][0])

    return step


def gpt2_training(tf, np, size=128, layers=4, heads=4, vocabulary=5000, batch=4, length=64):
    tokens = tf.placeholder(tf.int32, [batch, None])
    logits, _ = gpt2_model(tf, tokens, None, size, layers, heads, vocabulary)
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tokens[:, 1:], logits=logits[:, :-1])
    loss = tf.reduce_mean(losses)
    train = tf.train.AdamOptimizer(1e-3).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    words = np.random.RandomState(0).randint(0, vocabulary, [64, batch, length])
    return lambda i: sess.run([train, loss], {tokens: words[i % 64]})[1]


def seq2seq(lengths, batch=32, size=128, vocabulary=2000):
    """An encoder and a decoder with Luong's attention, trained with batches of these lengths in turn."""

    def build(tf, np):
        source, target = tf.placeholder(tf.int32, [None, None]), tf.placeholder(tf.int32, [None, None])
        source_lengths, target_lengths = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.int32, [None])
        with tf.variable_scope("net", initializer=tf.random_uniform_initializer(-0.1, 0.1, seed=4)):
            table = tf.get_variable("embedding", [vocabulary, size])
            with tf.variable_scope("encoder"):
                memory, state = tf.nn.dynamic_rnn(
                    tf.nn.rnn_cell.GRUCell(size),
                    tf.nn.embedding_lookup(table, source),
                    source_lengths,
                    dtype=tf.float32,
                )
            mechanism = tf.contrib.seq2seq.LuongAttention(size, memory, memory_sequence_length=source_lengths)
            cell = tf.contrib.seq2seq.AttentionWrapper(tf.nn.rnn_cell.GRUCell(size), mechanism, size)
            helper = tf.contrib.seq2seq.TrainingHelper(tf.nn.embedding_lookup(table, target), target_lengths)
            first = cell.zero_state(tf.shape(source)[0], tf.float32).clone(cell_state=state)
            projection = tf.layers.Dense(vocabulary, use_bias=False)
            decoder = tf.contrib.seq2seq.BasicDecoder(cell, helper, first, output_layer=projection)
            outputs, _, _ = tf.contrib.seq2seq.dynamic_decode(decoder)
        mask = tf.sequence_mask(target_lengths, dtype=tf.float32)
        loss = tf.contrib.seq2seq.sequence_loss(outputs.rnn_output, target, mask)
        variables = tf.trainable_variables()
        gradients, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), 5.0)
        train = tf.train.AdamOptimizer(1e-3).apply_gradients(zip(gradients, variables))
        sess = tf.Session()
        sess.run(tf.global_variables_initializer())
        random = np.random.RandomState(0)
        order = random.randint(0, len(lengths), 1024)

        def step(i):
            length = lengths[order[i % 1024]]
            words = np.random.RandomState(i).randint(0, vocabulary, [batch, length]).astype(np.int32)
            whole = np.full([batch], length, np.int32)
            feed = {source: words, target: words[:, ::-1], source_lengths: whole, target_lengths: whole}
            return sess.run([train, loss], feed)[1]

        return step

    return build


def conv_bn(tf, np):
    """A convolutional network with batch normalization on images of CIFAR-10's size."""
    x, labels = tf.placeholder(tf.float32, [None, 32, 32, 3]), tf.placeholder(tf.int32, [None])
    h = x
    for i, filters in enumerate((32, 32, 64, 64)):
        start = tf.variance_scaling_initializer(seed=i)
        h = tf.layers.conv2d(h, filters, 3, 1 + i % 2, "same", use_bias=False, kernel_initializer=start)
        h = tf.nn.relu(tf.layers.batch_normalization(h, training=True))
    h = tf.reduce_mean(h, [1, 2])
    logits = tf.layers.dense(h, 10, kernel_initializer=tf.variance_scaling_initializer(seed=9))
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train = tf.train.MomentumOptimizer(0.01, 0.9).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    random = np.random.RandomState(0)
    images, classes = random.rand(8, 64, 32, 32, 3).astype(np.float32), random.randint(0, 10, [8, 64])
    return lambda i: sess.run([train, loss], {x: images[i % 8], labels: classes[i % 8]})[1]


def dqn(tf, np):
    """Q-learning: a run for each action in a made-up world, and a training step of 32 after every fourth. A step is an action."""
    seen, after = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 4])
    action, reward = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.float32, [None])

    def net(x, name, trainable):
        with tf.variable_scope(name):
            for i in range(2):
                start = tf.variance_scaling_initializer(seed=i)
                x = tf.layers.dense(x, 64, tf.nn.relu, kernel_initializer=start, trainable=trainable)
            return tf.layers.dense(
                x, 2, kernel_initializer=tf.variance_scaling_initializer(seed=3), trainable=trainable
            )

    q, later = net(seen, "online", True), net(after, "target", False)
    choice = tf.argmax(q, 1)
    goal = reward + 0.99 * tf.reduce_max(later, 1)
    chosen = tf.reduce_sum(q * tf.one_hot(action, 2), 1)
    loss = tf.losses.huber_loss(tf.stop_gradient(goal), chosen)
    train = tf.train.AdamOptimizer(1e-3).minimize(loss)
    pairs = zip(tf.global_variables("target"), tf.global_variables("online"))
    copy = tf.group(*[old.assign(new) for old, new in pairs])
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    random = np.random.RandomState(0)
    world = random.randn(4, 4).astype(np.float32) * 0.3
    state = {"now": np.zeros(4, np.float32), "past": []}

    def step(i):
        now = state["now"]
        chosen = random.randint(2) if random.rand() < 0.1 else sess.run(choice, {seen: now[None]})[0]
        following = np.tanh(world.dot(now) + (0.1 if chosen else -0.1)).astype(np.float32)
        state["past"].append((now, chosen, -abs(following[0]), following))
        del state["past"][:-2000]
        state["now"] = following
        if i > 32 and i % 4 == 0:
            rows = [state["past"][k] for k in random.randint(0, len(state["past"]), 32)]
            a, b, c, d = map(np.array, zip(*rows))
            sess.run([train, loss], {seen: a, action: b, reward: c, after: d})
        if i % 500 == 0:
            sess.run(copy)
        return 0.0

    return step


def slim_net(name, size, batch, training):
    """A network of contrib.slim at full size."""

    def build(tf, np):
        slim = tf.contrib.slim
        from tensorflow.contrib.slim.nets import inception, resnet_v1

        x, labels = tf.placeholder(tf.float32, [batch, size, size, 3]), tf.placeholder(tf.int32, [batch])
        tf.set_random_seed(1)
        if name == "resnet_50":
            with slim.arg_scope(resnet_v1.resnet_arg_scope()):
                logits, _ = resnet_v1.resnet_v1_50(x, 1000, is_training=training)
            logits = tf.squeeze(logits, [1, 2])
        else:
            with slim.arg_scope(inception.inception_v3_arg_scope()):
                logits, _ = inception.inception_v3(x, 1000, is_training=training)
        fetched = tf.reduce_sum(tf.nn.softmax(logits)[:, 0])
        random = np.random.RandomState(0)
        feed = {x: random.rand(batch, size, size, 3).astype(np.float32), labels: random.randint(0, 1000, batch)}
        wanted = [fetched]
        if training:
            loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
            with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
                train = tf.train.MomentumOptimizer(0.01, 0.9).minimize(loss)
            wanted = [loss, train]
        sess = tf.Session()
        sess.run(tf.global_variables_initializer())
        return lambda i: sess.run(wanted, feed)[0]

    return build


def wavenet(tf, np, channels=32, length=4000, batch=1):
    x = tf.placeholder(tf.int32, [batch, length])
    start = tf.variance_scaling_initializer(seed=1)
    h = tf.layers.conv1d(tf.one_hot(x, 64), channels, 2, padding="same", kernel_initializer=start)
    total = 0
    for _ in range(2):
        for dilation in (1, 2, 4, 8, 16, 32):
            both = [
                tf.layers.conv1d(h, channels, 2, padding="same", dilation_rate=dilation, kernel_initializer=start)
                for _ in range(2)
            ]
            gated = tf.tanh(both[0]) * tf.sigmoid(both[1])
            total += tf.layers.conv1d(gated, channels, 1, kernel_initializer=start)
            h += tf.layers.conv1d(gated, channels, 1, kernel_initializer=start)
    logits = tf.layers.conv1d(tf.nn.relu(total), 64, 1, kernel_initializer=start)
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=x[:, 1:], logits=logits[:, :-1])
    loss = tf.reduce_mean(losses)
    train = tf.train.AdamOptimizer(1e-3).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    waves = np.random.RandomState(0).randint(0, 64, [8, batch, length])
    return lambda i: sess.run([train, loss], {x: waves[i % 8]})[1]


def pix2pix(tf, np, filters=16, size=128):
    """A U-Net against a discriminator of patches."""
    a, b = tf.placeholder(tf.float32, [1, size, size, 3]), tf.placeholder(tf.float32, [1, size, size, 3])
    start = tf.random_normal_initializer(0, 0.02, seed=1)

    def norm(x):
        return tf.layers.batch_normalization(x, epsilon=1e-5, momentum=0.1, training=True)

    def down(x, n):
        x = tf.layers.conv2d(tf.nn.leaky_relu(x, 0.2), n, 4, 2, "same", kernel_initializer=start)
        return norm(x)

    with tf.variable_scope("generator"):
        layers = [tf.layers.conv2d(a, filters, 4, 2, "same", kernel_initializer=start)]
        for n in (2, 4, 8, 8):
            layers.append(down(layers[-1], n * filters))
        x = layers[-1]
        for i, n in enumerate((8, 4, 2, 1)):
            x = norm(tf.layers.conv2d_transpose(tf.nn.relu(x), n * filters, 4, 2, "same", kernel_initializer=start))
            x = tf.concat([x, layers[-2 - i]], 3)
        made = tf.tanh(tf.layers.conv2d_transpose(tf.nn.relu(x), 3, 4, 2, "same", kernel_initializer=start))

    def judge(target):
        with tf.variable_scope("discriminator", reuse=tf.AUTO_REUSE):
            x = tf.layers.conv2d(tf.concat([a, target], 3), filters, 4, 2, "same", kernel_initializer=start, name="c0")
            for i, n in enumerate((2, 4)):
                x = tf.nn.leaky_relu(x, 0.2)
                x = tf.layers.conv2d(x, n * filters, 4, 2, "same", kernel_initializer=start, name="c%d" % (i + 1))
            return tf.sigmoid(
                tf.layers.conv2d(tf.nn.leaky_relu(x), 1, 4, 1, "same", kernel_initializer=start, name="c9")
            )

    real, fake = judge(b), judge(made)
    loss_d = tf.reduce_mean(-(tf.log(real + 1e-12) + tf.log(1 - fake + 1e-12)))
    loss_g = tf.reduce_mean(-tf.log(fake + 1e-12)) + 100.0 * tf.reduce_mean(tf.abs(b - made))
    train_d = tf.train.AdamOptimizer(2e-4, 0.5).minimize(loss_d, var_list=tf.trainable_variables("discriminator"))
    with tf.control_dependencies([train_d]):
        train_g = tf.train.AdamOptimizer(2e-4, 0.5).minimize(loss_g, var_list=tf.trainable_variables("generator"))
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    images = np.random.RandomState(0).rand(4, 2, 1, size, size, 3).astype(np.float32)
    return lambda i: sess.run([train_g, loss_g], {a: images[i % 4, 0], b: images[i % 4, 1]})[1]


MODELS = {
    "tiny_bert": bert(64, 2, 2, 32, 8, 1000),
    "small_bert": bert(256, 4, 4, 128, 8, 8000),
    "bert_base": bert(768, 12, 12, 128, 8, 30522),
    "gpt2_sampling": gpt2_sampling,
    "gpt2_training": gpt2_training,
    "seq2seq": seq2seq([12]),
    "seq2seq_lengths": seq2seq([6, 8, 10, 12, 14, 16, 18]),
    "nmt_buckets": seq2seq(list(range(5, 45))),
    "conv_bn": conv_bn,
    "dqn": dqn,
    "resnet_50": slim_net("resnet_50", 224, 8, True),
    "resnet_50_inference": slim_net("resnet_50", 224, 8, False),
    "inception_v3": slim_net("inception_v3", 299, 4, True),
    "inception_v3_inference": slim_net("inception_v3", 299, 8, False),
    "wavenet": wavenet,
    "pix2pix": pix2pix,
}
