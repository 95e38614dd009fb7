"""Well-known Keras examples with recurrent layers, as their users write them, on small made-up data."""

import numpy as np
from common import program, run, sequences, trained, weights_of, words
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras import layers
from tensorflow.keras.layers import (
    GRU,
    LSTM,
    Activation,
    BatchNormalization,
    Bidirectional,
    Conv1D,
    Conv2D,
    Conv3D,
    ConvLSTM2D,
    Dense,
    Dropout,
    Embedding,
    Input,
    Lambda,
    MaxPooling1D,
    MaxPooling2D,
    Permute,
    RepeatVector,
    Reshape,
    SimpleRNN,
    TimeDistributed,
    add,
    concatenate,
    dot,
)
from tensorflow.keras.models import Model, Sequential


@program
def imdb_lstm():
    x, y = words()
    model = Sequential()
    model.add(Embedding(20, 6))
    model.add(LSTM(6, dropout=0.2, recurrent_dropout=0.2))
    model.add(Dense(1, activation="sigmoid"))
    model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
    return trained(model, x, y)


@program
def imdb_bidirectional_lstm():
    x, y = words()
    model = Sequential()
    model.add(Embedding(20, 6, input_length=7))
    model.add(Bidirectional(LSTM(5)))
    model.add(Dropout(0.5))
    model.add(Dense(1, activation="sigmoid"))
    model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
    return trained(model, x, y)


@program
def imdb_cnn_lstm():
    x, y = words()
    model = Sequential([Embedding(20, 6, input_length=7), Dropout(0.25), Conv1D(6, 3, padding="valid", activation="relu", strides=1), MaxPooling1D(pool_size=2), LSTM(6), Dense(1), Activation("sigmoid")])
    model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
    return trained(model, x, y)


@program
def addition_rnn():
    rng = np.random.RandomState(2)
    x = np.eye(6, dtype=bool)[rng.randint(0, 6, (16, 5))]
    y = np.eye(6, dtype=bool)[rng.randint(0, 6, (16, 3))]
    model = Sequential()
    model.add(LSTM(8, input_shape=(5, 6)))
    model.add(RepeatVector(3))
    for _ in range(2):
        model.add(LSTM(8, return_sequences=True))
    model.add(TimeDistributed(Dense(6, activation="softmax")))
    model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
    start = weights_of(model)
    history = model.fit(x, y, batch_size=8, epochs=3, validation_data=(x[:4], y[:4]), verbose=0)
    return {"start": start, "history": history.history, "classes": model.predict_classes(x[:4], verbose=0)}


@program
def lstm_text_generation():
    text = "the quick brown fox jumps over the lazy dog and runs away. "
    chars = sorted(set(text))
    maxlen, step = 8, 3
    sentences = [text[i : i + maxlen] for i in range(0, len(text) - maxlen, step)]
    following = [text[i + maxlen] for i in range(0, len(text) - maxlen, step)]
    x = np.zeros((len(sentences), maxlen, len(chars)), dtype=bool)
    y = np.zeros((len(sentences), len(chars)), dtype=bool)
    for i, sentence in enumerate(sentences):
        for t, char in enumerate(sentence):
            x[i, t, chars.index(char)] = 1
        y[i, chars.index(following[i])] = 1
    model = Sequential([LSTM(12, input_shape=(maxlen, len(chars))), Dense(len(chars), activation="softmax")])
    model.compile(loss="categorical_crossentropy", optimizer=keras.optimizers.RMSprop(lr=0.01))
    written = []

    def on_epoch_end(epoch, logs):
        row, out = x[:1].astype(float), ""
        for _ in range(5):
            out += chars[int(np.argmax(model.predict(row, verbose=0)[0]))]
            row = np.concatenate([row[:, 1:], np.eye(len(chars))[None, [chars.index(out[-1])]]], axis=1)
        written.append([epoch, sorted(logs), out])

    callback = keras.callbacks.LambdaCallback(on_epoch_end=on_epoch_end)
    history = model.fit(x, y, batch_size=8, epochs=3, callbacks=[callback], verbose=0)
    return {"history": history.history, "written": written}


@program
def stateful_lstm():
    x, y = sequences(8, 3, 1)
    model = Sequential()
    model.add(LSTM(5, batch_input_shape=(4, 3, 1), return_sequences=True, stateful=True))
    model.add(LSTM(5, return_sequences=False, stateful=True))
    model.add(Dense(1))
    model.compile(loss="mse", optimizer="rmsprop")
    losses = []
    for _ in range(3):
        losses.append(model.fit(x, y, batch_size=4, epochs=1, verbose=0, shuffle=False).history["loss"])
        model.reset_states()
    return {"losses": losses, "predicted": model.predict(x, batch_size=4)[:, 0]}


@program
def conv_lstm():
    rng = np.random.RandomState(4)
    x = rng.rand(3, 4, 6, 6, 1).astype("float32")
    seq = Sequential()
    seq.add(ConvLSTM2D(filters=4, kernel_size=(3, 3), input_shape=(None, 6, 6, 1), padding="same", return_sequences=True))
    seq.add(BatchNormalization())
    seq.add(ConvLSTM2D(filters=3, kernel_size=(3, 3), padding="same", return_sequences=True))
    seq.add(Conv3D(filters=1, kernel_size=(3, 3, 3), activation="sigmoid", padding="same", data_format="channels_last"))
    seq.compile(loss="binary_crossentropy", optimizer="adadelta")
    return trained(seq, x, x, steps=3)


@program
def memory_network():
    rng = np.random.RandomState(9)
    story, question = rng.randint(1, 12, (8, 6)), rng.randint(1, 12, (8, 3))
    answers = rng.randint(0, 12, 8)
    input_sequence, question_input = Input((6,)), Input((3,))
    input_encoder_m = Sequential([Embedding(12, 5), Dropout(0.3)])
    input_encoder_c = Sequential([Embedding(12, 3), Dropout(0.3)])
    question_encoder = Sequential([Embedding(12, 5, input_length=3), Dropout(0.3)])
    m, c, q = input_encoder_m(input_sequence), input_encoder_c(input_sequence), question_encoder(question_input)
    match = Activation("softmax")(dot([m, q], axes=(2, 2)))
    response = Permute((2, 1))(add([match, c]))
    answer = LSTM(6)(concatenate([response, q]))
    answer = Dropout(0.3)(answer)
    answer = Activation("softmax")(Dense(12)(answer))
    model = Model([input_sequence, question_input], answer)
    model.compile(optimizer="rmsprop", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return trained(model, [story, question], answers)


@program
def image_ocr():
    rng = np.random.RandomState(10)
    pictures = rng.rand(4, 16, 8, 1).astype("float32")
    labels = rng.randint(0, 6, (4, 3)).astype("float32")

    def ctc_lambda_func(args):
        y_pred, labels, input_length, label_length = args
        return K.ctc_batch_cost(labels, y_pred[:, 2:, :], input_length, label_length)

    input_data = Input(name="the_input", shape=(16, 8, 1), dtype="float32")
    inner = Conv2D(4, (3, 3), padding="same", activation="relu", kernel_initializer="he_normal", name="conv1")(input_data)
    inner = MaxPooling2D(pool_size=(2, 2), name="max1")(inner)
    inner = Reshape(target_shape=(8, 16), name="reshape")(inner)
    inner = Dense(8, activation="relu", name="dense1")(inner)
    gru_1 = GRU(6, return_sequences=True, kernel_initializer="he_normal", name="gru1")(inner)
    gru_1b = GRU(6, return_sequences=True, go_backwards=True, kernel_initializer="he_normal", name="gru1_b")(inner)
    merged = add([gru_1, gru_1b])
    y_pred = Activation("softmax", name="softmax")(Dense(7, kernel_initializer="he_normal", name="dense2")(merged))
    label_input = Input(name="the_labels", shape=[3], dtype="float32")
    input_length = Input(name="input_length", shape=[1], dtype="int64")
    label_length = Input(name="label_length", shape=[1], dtype="int64")
    loss_out = Lambda(ctc_lambda_func, output_shape=(1,), name="ctc")([y_pred, label_input, input_length, label_length])
    model = Model(inputs=[input_data, label_input, input_length, label_length], outputs=loss_out)
    model.compile(loss={"ctc": lambda y_true, y_pred: y_pred}, optimizer=keras.optimizers.SGD(lr=0.02, decay=1e-6, momentum=0.9, nesterov=True, clipnorm=5))
    inputs = {"the_input": pictures, "the_labels": labels, "input_length": np.full((4, 1), 6), "label_length": np.full((4, 1), 3)}
    report = weights_of(model)
    report["losses"] = [model.train_on_batch(inputs, {"ctc": np.zeros(4)}) for _ in range(4)]
    decode = K.function([input_data], [K.ctc_decode(y_pred, K.constant([8, 8, 8, 8], dtype="int32"), greedy=True)[0][0]])
    report["decoded"] = decode([pictures])[0].shape[0]
    return report


@program
def encoder_decoder_with_states():
    rng = np.random.RandomState(11)
    source, target = rng.rand(6, 4, 5).astype("float32"), rng.rand(6, 3, 7).astype("float32")
    encoder_inputs = Input(shape=(None, 5))
    encoder = LSTM(6, return_state=True)
    _, state_h, state_c = encoder(encoder_inputs)
    decoder_inputs = Input(shape=(None, 7))
    decoder_lstm = LSTM(6, return_sequences=True, return_state=True)
    decoder_outputs, _, _ = decoder_lstm(decoder_inputs, initial_state=[state_h, state_c])
    decoder_dense = Dense(7, activation="softmax")
    decoder_outputs = decoder_dense(decoder_outputs)
    model = Model([encoder_inputs, decoder_inputs], decoder_outputs)
    model.compile(optimizer="rmsprop", loss="categorical_crossentropy")
    report = trained(model, [source, target], target)
    encoder_model = Model(encoder_inputs, [state_h, state_c])
    h, c = Input(shape=(6,)), Input(shape=(6,))
    outputs, new_h, new_c = decoder_lstm(decoder_inputs, initial_state=[h, c])
    decoder_model = Model([decoder_inputs, h, c], [decoder_dense(outputs), new_h, new_c])
    states = encoder_model.predict(source[:1])
    token, sampled = np.zeros((1, 1, 7)), []
    for _ in range(4):
        out, *states = decoder_model.predict([token] + list(states))
        sampled.append(int(out[0, -1].argmax()))
        token = np.eye(7)[None, None, sampled[-1]]
    report["sampled"] = sampled
    return report


@program
def mnist_irnn():
    x, y = sequences(8, 12, 1)
    model = Sequential()
    model.add(
        SimpleRNN(
            10,
            kernel_initializer=keras.initializers.RandomNormal(stddev=0.001),
            recurrent_initializer=keras.initializers.Identity(gain=1.0),
            activation="relu",
            input_shape=x.shape[1:],
        )
    )
    model.add(Dense(1))
    model.compile(loss="mse", optimizer=keras.optimizers.RMSprop(lr=1e-3), metrics=["mae"])
    return trained(model, x, y)


@program
def hierarchical_rnn():
    rng = np.random.RandomState(12)
    x, y = rng.rand(6, 4, 5, 1).astype("float32"), np.eye(3)[rng.randint(0, 3, 6)]
    inputs = Input(shape=(4, 5, 1))
    encoded_rows = TimeDistributed(LSTM(5))(inputs)
    encoded_columns = LSTM(4)(encoded_rows)
    model = Model(inputs, Dense(3, activation="softmax")(encoded_columns))
    model.compile(loss="categorical_crossentropy", optimizer="rmsprop", metrics=["accuracy"])
    return trained(model, x, y)


@program
def masked_words():
    x, y = words()
    results = {}
    for name, layer in (("lstm", LSTM(5)), ("gru", GRU(5)), ("simple", SimpleRNN(5)), ("bi", Bidirectional(GRU(4), merge_mode="sum"))):
        model = Sequential([Embedding(20, 4, mask_zero=True), layer, Dense(1, activation="sigmoid")])
        model.compile("adam", "binary_crossentropy")
        results[name] = trained(model, x, y, steps=3)
    return results


@program
def recurrent_options():
    x, y = sequences()
    results = {}
    for name, layer in (
        ("unroll", LSTM(4, unroll=True)),
        ("implementation 1", GRU(4, implementation=1)),
        ("implementation 2", GRU(4, implementation=2)),
        ("reset after", GRU(4, reset_after=True)),
        ("backwards", SimpleRNN(4, go_backwards=True)),
        ("no bias", LSTM(4, use_bias=False, unit_forget_bias=False)),
        ("tanh gates", LSTM(4, recurrent_activation="sigmoid", activation="relu")),
        ("dropouts", GRU(4, dropout=0.3, recurrent_dropout=0.2)),
        ("regularized", LSTM(4, kernel_regularizer="l2", recurrent_constraint="max_norm", bias_initializer="random_uniform")),
        ("stacked", layers.RNN([layers.LSTMCell(4), layers.GRUCell(3)])),
        ("time major off", layers.RNN(layers.SimpleRNNCell(4), return_sequences=False)),
        ("cudnn lstm", layers.LSTM(3, return_sequences=False)),
    ):
        model = Sequential([layer, Dense(1)])
        model.compile("sgd", "mse")
        model.build((None, 5, 4))
        results[name] = trained(model, x, y, steps=3)
    return results


@program
def a_cell_of_ones_own():
    x, y = sequences()

    class MinimalRNNCell(layers.Layer):
        def __init__(self, units, **kwargs):
            self.units = units
            self.state_size = units
            super(MinimalRNNCell, self).__init__(**kwargs)

        def build(self, input_shape):
            self.kernel = self.add_weight(shape=(input_shape[-1], self.units), initializer="uniform", name="kernel")
            self.recurrent_kernel = self.add_weight(shape=(self.units, self.units), initializer="uniform", name="recurrent_kernel")
            self.built = True

        def call(self, inputs, states):
            h = K.dot(inputs, self.kernel)
            output = h + K.dot(states[0], self.recurrent_kernel)
            return output, [output]

    inputs = Input((5, 4))
    h = layers.RNN([MinimalRNNCell(6), MinimalRNNCell(3)])(inputs)
    model = Model(inputs, Dense(1)(h))
    model.compile("rmsprop", "mse")
    return trained(model, x, y)


if __name__ == "__main__":
    run()
