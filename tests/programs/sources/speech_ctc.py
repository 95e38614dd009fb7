"""A speech model: sparse placeholders, stacked LSTMs over lengths, the CTC loss, beam search, edit distance, log mel features."""

import json

import numpy as np
import tensorflow as tf

num_features, num_units, num_classes = 9, 12, 8


def sparse_tuple_from(sequences, dtype=np.int32):
    indices, values = [], []
    for n, seq in enumerate(sequences):
        indices.extend(zip([n] * len(seq), range(len(seq))))
        values.extend(seq)
    indices = np.asarray(indices, dtype=np.int64)
    values = np.asarray(values, dtype=dtype)
    shape = np.asarray([len(sequences), np.asarray(indices).max(0)[1] + 1], dtype=np.int64)
    return indices, values, shape


graph = tf.Graph()
with graph.as_default():
    tf.set_random_seed(17)
    signals = tf.placeholder(tf.float32, [None, None])
    stft = tf.contrib.signal.stft(signals, frame_length=32, frame_step=16, fft_length=32)
    magnitudes = tf.abs(stft)
    mel = tf.contrib.signal.linear_to_mel_weight_matrix(num_features, 17, 2000, 50.0, 900.0)
    features = tf.log(tf.tensordot(magnitudes, mel, 1) + 1e-3)
    features.set_shape(magnitudes.shape[:-1].concatenate(mel.shape[-1:]))
    mfccs = tf.contrib.signal.mfccs_from_log_mel_spectrograms(features)
    mean, variance = tf.nn.moments(mfccs, [1], keep_dims=True)
    features = (mfccs - mean) / tf.sqrt(variance + 1e-6)

    inputs = tf.placeholder(tf.float32, [None, None, num_features])
    targets = tf.sparse_placeholder(tf.int32)
    seq_len = tf.placeholder(tf.int32, [None])
    cells = [tf.contrib.rnn.LSTMCell(num_units, state_is_tuple=True) for _ in range(2)]
    stack = tf.contrib.rnn.MultiRNNCell(cells, state_is_tuple=True)
    outputs, _ = tf.nn.dynamic_rnn(stack, inputs, seq_len, dtype=tf.float32)
    shape = tf.shape(inputs)
    batch_s, max_timesteps = shape[0], shape[1]
    outputs = tf.reshape(outputs, [-1, num_units])
    W = tf.Variable(tf.truncated_normal([num_units, num_classes], stddev=0.3))
    b = tf.Variable(tf.constant(0.0, shape=[num_classes]))
    logits = tf.reshape(tf.matmul(outputs, W) + b, [batch_s, -1, num_classes])
    logits = tf.transpose(logits, (1, 0, 2))
    loss = tf.nn.ctc_loss(targets, logits, seq_len)
    cost = tf.reduce_mean(loss)
    optimizer = tf.train.MomentumOptimizer(0.005, 0.9, use_nesterov=True).minimize(cost)
    decoded, log_prob = tf.nn.ctc_beam_search_decoder(logits, seq_len, beam_width=10)
    greedy, negative = tf.nn.ctc_greedy_decoder(logits, seq_len)
    ler = tf.reduce_mean(tf.edit_distance(tf.cast(greedy[0], tf.int32), targets))
    dense = tf.sparse_tensor_to_dense(decoded[0], default_value=-1)

random = np.random.RandomState(6)
with tf.Session(graph=graph) as session:
    tf.global_variables_initializer().run()
    words = [[1, 2, 3], [4, 4, 5], [6, 0], [2, 1]]
    tones = np.linspace(80, 800, 7)
    sounds = np.zeros([4, 400], np.float32)
    for i, word in enumerate(words):
        for j, letter in enumerate(word):
            part = slice(j * 120, j * 120 + 120)
            sounds[i, part] = np.sin(2 * np.pi * tones[letter] * np.arange(120) / 2000)
    sounds += 0.05 * random.randn(4, 400)
    spectrum = session.run(features, {signals: sounds})
    lengths = np.array([spectrum.shape[1] - (0 if len(w) == 3 else 6) for w in words], np.int32)
    feed = {inputs: spectrum, targets: sparse_tuple_from(words), seq_len: lengths}
    costs, errors = [], []
    for _ in range(20):
        c, e, _ = session.run([cost, ler, optimizer], feed)
        costs.append(float(c))
        errors.append(float(e))
    d, p, n = session.run([dense, log_prob, negative], {inputs: spectrum, seq_len: lengths})
    sparse = session.run(decoded[0], {inputs: spectrum, seq_len: lengths})
print(json.dumps({
    "losses": costs, "errors": errors, "spectrum": [float(np.abs(s).sum()) for s in spectrum], "shape": list(spectrum.shape),
    "greedy": np.ravel(n).tolist(), "type": type(sparse).__name__, "rank": d.ndim,
}))  # fmt: skip
