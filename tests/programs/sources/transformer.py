"""The Transformer as tutorials of 2018 wrote it: layer norm by hand, heads with masks, label smoothing, warm-up."""

import json

import numpy as np
import tensorflow as tf


def ln(inputs, epsilon=1e-8, scope="ln"):
    with tf.variable_scope(scope, reuse=tf.AUTO_REUSE):
        params_shape = inputs.get_shape()[-1:]
        mean, variance = tf.nn.moments(inputs, [-1], keep_dims=True)
        beta = tf.get_variable("beta", params_shape, initializer=tf.zeros_initializer())
        gamma = tf.get_variable("gamma", params_shape, initializer=tf.ones_initializer())
        return gamma * ((inputs - mean) / ((variance + epsilon) ** (0.5))) + beta


def get_token_embeddings(vocab_size, num_units, zero_pad=True):
    with tf.variable_scope("shared_weight_matrix"):
        embeddings = tf.get_variable("weight_mat", dtype=tf.float32, shape=(vocab_size, num_units),
                                     initializer=tf.contrib.layers.xavier_initializer())  # fmt: skip
        if zero_pad:
            embeddings = tf.concat((tf.zeros(shape=[1, num_units]), embeddings[1:, :]), 0)
    return embeddings


def mask(inputs, key_masks=None, type=None):
    padding_num = -(2**32) + 1
    if type in ("k", "key", "keys"):
        key_masks = tf.to_float(key_masks)
        key_masks = tf.tile(key_masks, [tf.shape(inputs)[0] // tf.shape(key_masks)[0], 1])
        key_masks = tf.expand_dims(key_masks, 1)
        return inputs + key_masks * -1e4
    diag_vals = tf.ones_like(inputs[0, :, :])
    tril = tf.linalg.LinearOperatorLowerTriangular(diag_vals).to_dense()
    future_masks = tf.tile(tf.expand_dims(tril, 0), [tf.shape(inputs)[0], 1, 1])
    paddings = tf.ones_like(future_masks) * padding_num
    return tf.where(tf.equal(future_masks, 0), paddings, inputs)


def attention(Q, K, V, key_masks, causality, dropout_rate, training, scope="scaled_dot_product_attention"):
    with tf.variable_scope(scope, reuse=tf.AUTO_REUSE):
        d_k = Q.get_shape().as_list()[-1]
        outputs = tf.matmul(Q, tf.transpose(K, [0, 2, 1]))
        outputs /= d_k**0.5
        outputs = mask(outputs, key_masks=key_masks, type="key")
        if causality:
            outputs = mask(outputs, type="future")
        outputs = tf.nn.softmax(outputs)
        alignment = tf.transpose(outputs, [0, 2, 1])
        tf.summary.image("attention", tf.expand_dims(alignment[:1], -1))
        outputs = tf.layers.dropout(outputs, rate=dropout_rate, training=training)
        return tf.matmul(outputs, V)


def multihead_attention(queries, keys, values, key_masks, num_heads, dropout_rate, training, causality, scope):
    d_model = queries.get_shape().as_list()[-1]
    with tf.variable_scope(scope, reuse=tf.AUTO_REUSE):
        Q = tf.layers.dense(queries, d_model, use_bias=True)
        K = tf.layers.dense(keys, d_model, use_bias=True)
        V = tf.layers.dense(values, d_model, use_bias=True)
        Q_, K_, V_ = (tf.concat(tf.split(x, num_heads, axis=2), axis=0) for x in (Q, K, V))
        outputs = attention(Q_, K_, V_, key_masks, causality, dropout_rate, training)
        outputs = tf.concat(tf.split(outputs, num_heads, axis=0), axis=2)
        outputs += queries
        return ln(outputs)


def ff(inputs, num_units, scope="positionwise_feedforward"):
    with tf.variable_scope(scope, reuse=tf.AUTO_REUSE):
        outputs = tf.layers.conv1d(inputs, num_units[0], 1, activation=tf.nn.relu)
        outputs = tf.layers.dense(outputs, num_units[1])
        return ln(outputs + inputs)


def label_smoothing(inputs, epsilon=0.1):
    V = inputs.get_shape().as_list()[-1]
    return ((1 - epsilon) * inputs) + (epsilon / V)


def positional_encoding(inputs, maxlen, masking=True, scope="positional_encoding"):
    E = inputs.get_shape().as_list()[-1]
    N, T = tf.shape(inputs)[0], tf.shape(inputs)[1]
    with tf.variable_scope(scope, reuse=tf.AUTO_REUSE):
        position_ind = tf.tile(tf.expand_dims(tf.range(T), 0), [N, 1])
        position_enc = np.array([[pos / np.power(10000, (i - i % 2) / E) for i in range(E)] for pos in range(maxlen)])
        position_enc[:, 0::2] = np.sin(position_enc[:, 0::2])
        position_enc[:, 1::2] = np.cos(position_enc[:, 1::2])
        position_enc = tf.convert_to_tensor(position_enc, tf.float32)
        outputs = tf.nn.embedding_lookup(position_enc, position_ind)
        if masking:
            outputs = tf.where(tf.equal(inputs, 0), inputs, outputs)
        return tf.to_float(outputs)


def noam_scheme(init_lr, global_step, warmup_steps=8.0):
    step = tf.cast(global_step + 1, dtype=tf.float32)
    return init_lr * warmup_steps**0.5 * tf.minimum(step * warmup_steps**-1.5, step**-0.5)


class Transformer:
    def __init__(self, d_model=16, vocab=20, heads=4, blocks=2):
        self.d_model, self.vocab, self.heads, self.blocks = d_model, vocab, heads, blocks
        self.embeddings = get_token_embeddings(vocab, d_model, zero_pad=True)

    def encode(self, x, training):
        with tf.variable_scope("encoder", reuse=tf.AUTO_REUSE):
            src_masks = tf.math.equal(x, 0)
            enc = tf.nn.embedding_lookup(self.embeddings, x)
            enc *= self.d_model**0.5
            enc += positional_encoding(enc, 12)
            enc = tf.layers.dropout(enc, 0.1, training=training)
            for i in range(self.blocks):
                with tf.variable_scope(f"num_blocks_{i}", reuse=tf.AUTO_REUSE):
                    enc = multihead_attention(
                        enc, enc, enc, src_masks, self.heads, 0.1, training, False, "multihead_attention"
                    )
                    enc = ff(enc, num_units=[32, self.d_model])
        return enc, src_masks

    def decode(self, ys, memory, src_masks, training):
        with tf.variable_scope("decoder", reuse=tf.AUTO_REUSE):
            tgt_masks = tf.math.equal(ys, 0)
            dec = tf.nn.embedding_lookup(self.embeddings, ys)
            dec *= self.d_model**0.5
            dec += positional_encoding(dec, 12)
            dec = tf.layers.dropout(dec, 0.1, training=training)
            for i in range(self.blocks):
                with tf.variable_scope(f"num_blocks_{i}", reuse=tf.AUTO_REUSE):
                    dec = multihead_attention(
                        dec, dec, dec, tgt_masks, self.heads, 0.1, training, True, "self_attention"
                    )
                    dec = multihead_attention(
                        dec, memory, memory, src_masks, self.heads, 0.1, training, False, "vanilla_attention"
                    )
                    dec = ff(dec, num_units=[32, self.d_model])
        weights = tf.transpose(self.embeddings)
        logits = tf.einsum("ntd,dk->ntk", dec, weights)
        return logits, tf.to_int32(tf.argmax(logits, axis=-1))


tf.set_random_seed(31)
random = np.random.RandomState(8)


def pairs():
    for _ in range(16 * 24):
        k = random.randint(3, 7)
        s = random.randint(4, 20, k)
        yield (
            s.astype(np.int32),
            np.concatenate([[2], s[::-1]]).astype(np.int32),
            np.concatenate([s[::-1], [3]]).astype(np.int32),
        )


data = tf.data.Dataset.from_generator(pairs, (tf.int32, tf.int32, tf.int32), ([None], [None], [None]))
data = data.padded_batch(16, ([None], [None], [None])).prefetch(1)
iterator = tf.data.Iterator.from_structure(data.output_types, data.output_shapes)
x, decoder_input, y = iterator.get_next()
model = Transformer()
memory, src_masks = model.encode(x, True)
logits, preds = model.decode(decoder_input, memory, src_masks, True)
y_ = label_smoothing(tf.one_hot(y, depth=20))
ce = tf.nn.softmax_cross_entropy_with_logits_v2(logits=logits, labels=y_)
nonpadding = tf.to_float(tf.not_equal(y, 0))
loss = tf.reduce_sum(ce * nonpadding) / (tf.reduce_sum(nonpadding) + 1e-7)
global_step = tf.train.get_or_create_global_step()
lr = noam_scheme(0.05, global_step)
optimizer = tf.train.GradientDescentOptimizer(lr)
train_op = optimizer.minimize(loss, global_step=global_step)
tf.summary.scalar("lr", lr)
tf.summary.scalar("loss", loss)
summaries = tf.summary.merge_all()
decoder_inputs = tf.placeholder(tf.int32, [None, None])
m_eval, masks_eval = model.encode(x, False)
_, y_hat = model.decode(decoder_inputs, m_eval, masks_eval, False)
losses, rates = [], []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(iterator.make_initializer(data))
    for _ in range(20):
        _, gs, _summary, value, rate = sess.run([train_op, global_step, summaries, loss, lr])
        losses.append(float(value))
        rates.append(float(rate))
    source, memory_value, mask_value = sess.run([x, m_eval, masks_eval])
    ys = np.full([len(source), 1], 2, np.int32)
    for _ in range(4):
        found = sess.run(y_hat, {m_eval: memory_value, masks_eval: mask_value, decoder_inputs: ys})
        ys = np.concatenate([ys, found[:, -1:]], 1)
tags = [v.tag for v in tf.Summary.FromString(_summary).value]
print(json.dumps({
    "losses": losses, "rates": rates, "decoded": ys[:4].tolist(), "tags": tags, "memory": memory_value[0, 0].tolist(),
    "names": [v.name for v in tf.trainable_variables()], "step": int(gs),
}))  # fmt: skip
