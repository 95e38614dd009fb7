"""Models with the decoder functions that `contrib.seq2seq` had in 1.0.

`python tests/contrib/old_decoders.py FILE`, with a Python 2.7 that has TensorFlow 1.0, records what they compute.
"""

import json
import sys

import numpy as np

MODELS = [(kind, cell) for kind in ("simple", "luong", "bahdanau") for cell in ("gru", "lstm")]


def _values(shape):
    return np.sin(np.arange(int(np.prod(shape))) * 0.7 + len(shape)).reshape(shape).astype(np.float32)


def run(tf, kind, cell_name):
    """What a model computes: logits in training, outputs in decoding, and sums that tell of its state and gradients."""
    random = np.random.RandomState(3)
    arrays = [random.randn(*shape).astype(np.float32) for shape in ([2, 5, 3], [2, 4], [2, 6, 4], [7, 3])]
    with tf.Graph().as_default():
        return _run(tf, kind, cell_name, *arrays)


def _run(tf, kind, cell_name, inputs, state, memory, embeddings):
    seq2seq, cells = tf.contrib.seq2seq, tf.contrib.rnn
    with tf.variable_scope("model") as scope:

        def output(x):
            return tf.contrib.layers.linear(x, 7, scope=scope)

        if cell_name == "gru":
            cell, state = cells.GRUCell(4), tf.constant(state)
        else:
            cell, state = cells.BasicLSTMCell(4), cells.LSTMStateTuple(tf.constant(state), tf.constant(state * 0.5))
        last = (tf.constant(embeddings), 1, 6, 5, 7)
        if kind == "simple":
            train = seq2seq.simple_decoder_fn_train(state)
            infer = seq2seq.simple_decoder_fn_inference(output, state, *last)
        else:
            attention = tuple(seq2seq.prepare_attention(tf.constant(memory), kind, 4))
            train = seq2seq.attention_decoder_fn_train(state, *attention)
            infer = seq2seq.attention_decoder_fn_inference(*((output, state) + attention + last))
        outputs, end, _ = seq2seq.dynamic_rnn_decoder(
            cell, train, inputs=tf.constant(inputs), sequence_length=[5, 3], scope=scope
        )
        logits = output(outputs)
        scope.reuse_variables()
        inferred, _, _ = seq2seq.dynamic_rnn_decoder(cell, infer, scope=scope)
    variables = tf.trainable_variables()
    gradients = [tf.reduce_sum(tf.abs(g)) for g in tf.gradients(tf.reduce_sum(logits**2), variables)]
    total = tf.add_n([tf.reduce_sum(part) for part in (end if cell_name == "lstm" else [end])])
    with tf.Session() as sess:
        sess.run([v.assign(_values(v.get_shape().as_list())) for v in variables])
        found = sess.run([logits, inferred, total, gradients])
    return {
        "logits": np.round(found[0].astype(float), 5).tolist(),
        "inferred": np.round(found[1].astype(float), 5).tolist(),
        "state": float(found[2]),
        "gradients": sorted(float(g) for g in found[3]),
        "shapes": sorted(v.get_shape().as_list() for v in variables),
    }


if __name__ == "__main__":
    import tensorflow

    with open(sys.argv[1], "w") as file:
        json.dump({kind + "_" + cell: run(tensorflow, kind, cell) for kind, cell in MODELS}, file, sort_keys=True)
