"""Well-known Keras examples without recurrence, as their users write them, on small made-up data."""

import numpy as np
import tensorflow as tf
from common import images, plain, program, run, trained, vectors, weights_of, words
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras import layers, models, optimizers
from tensorflow.keras.layers import (
    Activation,
    AveragePooling2D,
    BatchNormalization,
    Conv1D,
    Conv2D,
    Conv2DTranspose,
    Dense,
    Dropout,
    Embedding,
    Flatten,
    GlobalAveragePooling1D,
    GlobalMaxPooling1D,
    Input,
    Lambda,
    LeakyReLU,
    MaxPooling2D,
    Reshape,
    UpSampling2D,
    ZeroPadding2D,
)
from tensorflow.keras.models import Model, Sequential


@program
def mnist_mlp():
    x, y = vectors(64, 20, 5)
    model = Sequential()
    model.add(Dense(32, activation="relu", input_shape=(20,)))
    model.add(Dropout(0.2))
    model.add(Dense(32, activation="relu"))
    model.add(Dropout(0.2))
    model.add(Dense(5, activation="softmax"))
    model.compile(loss="categorical_crossentropy", optimizer=optimizers.RMSprop(), metrics=["accuracy"])
    start = weights_of(model)
    history = model.fit(x, y, batch_size=16, epochs=3, verbose=0, validation_data=(x[:20], y[:20]))
    return {"start": start, "history": history.history, "score": model.evaluate(x, y, verbose=0)}


@program
def mnist_cnn():
    x, y = images(24, 12, 1, 4)
    model = Sequential()
    model.add(Conv2D(8, kernel_size=(3, 3), activation="relu", input_shape=(12, 12, 1)))
    model.add(Conv2D(8, (3, 3), activation="relu"))
    model.add(MaxPooling2D(pool_size=(2, 2)))
    model.add(Dropout(0.25))
    model.add(Flatten())
    model.add(Dense(16, activation="relu"))
    model.add(Dropout(0.5))
    model.add(Dense(4, activation="softmax"))
    model.compile(loss=keras.losses.categorical_crossentropy, optimizer=keras.optimizers.Adadelta(), metrics=["accuracy"])
    start = weights_of(model)
    history = model.fit(x, y, batch_size=8, epochs=3, verbose=0, validation_split=0.25)
    return {"start": start, "history": history.history}


@program
def cifar10_cnn():
    x, y = images(16, 16, 3, 4)
    model = Sequential()
    model.add(Conv2D(8, (3, 3), padding="same", input_shape=x.shape[1:]))
    model.add(Activation("relu"))
    model.add(BatchNormalization())
    model.add(Conv2D(8, (3, 3)))
    model.add(Activation("relu"))
    model.add(MaxPooling2D(pool_size=(2, 2)))
    model.add(Dropout(0.25))
    model.add(ZeroPadding2D((1, 1)))
    model.add(Conv2D(12, (3, 3), strides=2, padding="valid", use_bias=False))
    model.add(LeakyReLU(0.1))
    model.add(AveragePooling2D())
    model.add(Flatten())
    model.add(Dense(4))
    model.add(Activation("softmax"))
    opt = keras.optimizers.RMSprop(lr=0.001, decay=1e-6)
    model.compile(loss="categorical_crossentropy", optimizer=opt, metrics=["accuracy"])
    return trained(model, x, y)


@program
def imdb_cnn():
    x, y = words()
    model = Sequential()
    model.add(Embedding(20, 6, input_length=7))
    model.add(Dropout(0.2))
    model.add(Conv1D(10, 3, padding="valid", activation="relu", strides=1))
    model.add(GlobalMaxPooling1D())
    model.add(Dense(8))
    model.add(Dropout(0.2))
    model.add(Activation("relu"))
    model.add(Dense(1))
    model.add(Activation("sigmoid"))
    model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
    return trained(model, x, y)


@program
def imdb_fasttext():
    x, y = words()
    model = Sequential([Embedding(20, 5, input_length=7), GlobalAveragePooling1D(), Dense(1, activation="sigmoid")])
    model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
    start = weights_of(model)
    history = model.fit(x, y, batch_size=4, epochs=3, validation_data=(x, y), verbose=0)
    return {"start": start, "history": history.history}


@program
def autoencoder():
    x = images(16, 8, 1)[0]
    inputs = Input(shape=(8, 8, 1))
    h = Conv2D(6, (3, 3), activation="relu", padding="same")(inputs)
    h = MaxPooling2D((2, 2), padding="same")(h)
    encoded = Conv2D(3, (3, 3), activation="relu", padding="same", name="code")(h)
    h = UpSampling2D((2, 2))(encoded)
    decoded = Conv2D(1, (3, 3), activation="sigmoid", padding="same")(h)
    model = Model(inputs, decoded)
    model.compile(optimizer="adadelta", loss="binary_crossentropy")
    report = trained(model, x, x)
    encoder = Model(inputs, encoded)
    report["codes"] = np.mean(encoder.predict(x), axis=(0, 1, 2))
    report["layers"] = [layer.name for layer in model.layers]
    return report


@program
def variational_autoencoder():
    x = np.random.RandomState(1).rand(12, 10).astype("float32")

    def sampling(args):
        z_mean, z_log_var = args
        epsilon = K.random_normal(shape=(K.shape(z_mean)[0], K.int_shape(z_mean)[1]))
        return z_mean + K.exp(0.5 * z_log_var) * epsilon

    inputs = Input(shape=(10,), name="encoder_input")
    h = Dense(8, activation="relu")(inputs)
    z_mean = Dense(2, name="z_mean")(h)
    z_log_var = Dense(2, name="z_log_var")(h)
    z = Lambda(sampling, output_shape=(2,), name="z")([z_mean, z_log_var])
    encoder = Model(inputs, [z_mean, z_log_var, z], name="encoder")
    latent = Input(shape=(2,), name="z_sampling")
    decoder = Model(latent, Dense(10, activation="sigmoid")(Dense(8, activation="relu")(latent)), name="decoder")
    outputs = decoder(encoder(inputs)[2])
    vae = Model(inputs, outputs, name="vae_mlp")
    reconstruction = keras.losses.mse(inputs, outputs) * 10
    kl = -0.5 * K.sum(1 + z_log_var - K.square(z_mean) - K.exp(z_log_var), axis=-1)
    vae.add_loss(K.mean(reconstruction + kl))
    vae.compile(optimizer="adam")
    report = weights_of(vae)
    history = vae.fit(x, epochs=4, batch_size=4, verbose=0, validation_data=(x, None))
    report["history"] = history.history
    return report


@program
def siamese():
    rng = np.random.RandomState(3)
    a, b = rng.rand(16, 6).astype("float32"), rng.rand(16, 6).astype("float32")
    y = (np.abs(a - b).sum(1) < 2).astype("float32")

    def euclidean_distance(vects):
        u, v = vects
        return K.sqrt(K.maximum(K.sum(K.square(u - v), axis=1, keepdims=True), K.epsilon()))

    def contrastive_loss(y_true, y_pred):
        return K.mean(y_true * K.square(y_pred) + (1 - y_true) * K.square(K.maximum(1 - y_pred, 0)))

    def accuracy(y_true, y_pred):
        return K.mean(K.equal(y_true, K.cast(y_pred < 0.5, y_true.dtype)))

    inputs = Input(shape=(6,))
    h = Dense(8, activation="relu")(inputs)
    h = Dropout(0.1)(h)
    base = Model(inputs, Dense(8, activation="relu")(h))
    left, right = Input(shape=(6,)), Input(shape=(6,))
    distance = Lambda(euclidean_distance, output_shape=lambda s: (s[0][0], 1))([base(left), base(right)])
    model = Model([left, right], distance)
    model.compile(loss=contrastive_loss, optimizer=optimizers.RMSprop(), metrics=[accuracy])
    return trained(model, [a, b], y)


@program
def antirectifier():
    x, y = vectors(24, 6, 3)

    class Antirectifier(layers.Layer):
        def compute_output_shape(self, input_shape):
            shape = list(input_shape)
            shape[-1] *= 2
            return tuple(shape)

        def call(self, inputs):
            inputs -= K.mean(inputs, axis=1, keepdims=True)
            inputs = K.l2_normalize(inputs, axis=1)
            return K.concatenate([K.relu(inputs), K.relu(-inputs)], axis=1)

    model = Sequential([Dense(8, input_shape=(6,)), Antirectifier(), Dropout(0.1), Dense(8), Antirectifier(), Dense(3), Activation("softmax")])
    model.compile(loss="categorical_crossentropy", optimizer="rmsprop", metrics=["accuracy"])
    report = trained(model, x, y)
    report["shapes_of_layers"] = [list(layer.output_shape) for layer in model.layers]
    return report


@program
def neural_style():
    rng = np.random.RandomState(5)
    content, style, start = (rng.rand(1, 8, 8, 3).astype("float32") for _ in range(3))
    combination = K.placeholder((1, 8, 8, 3))
    tensor = K.concatenate([K.variable(content), K.variable(style), combination], axis=0)
    net = Sequential([Conv2D(4, 3, padding="same", activation="relu", input_shape=(8, 8, 3), name="block1"), Conv2D(4, 3, activation="relu", name="block2")])
    one = net.get_layer("block1")(tensor)
    two = net.get_layer("block2")(one)

    def gram_matrix(x):
        features = K.batch_flatten(K.permute_dimensions(x, (2, 0, 1)))
        return K.dot(features, K.transpose(features))

    def total_variation(x):
        a = K.square(x[:, :7, :7, :] - x[:, 1:, :7, :])
        b = K.square(x[:, :7, :7, :] - x[:, :7, 1:, :])
        return K.sum(K.pow(a + b, 1.25))

    loss = K.variable(0.0)
    loss = loss + 0.025 * K.sum(K.square(two[2] - two[0]))
    loss = loss + K.sum(K.square(gram_matrix(one[1]) - gram_matrix(one[2]))) / (4.0 * 9 * 64 ** 2)
    loss = loss + 1e-3 * total_variation(combination)
    grads = K.gradients(loss, combination)
    f_outputs = K.function([combination], [loss] + grads)
    values = []
    x = start
    for _ in range(5):
        value, gradient = f_outputs([x])
        x = x - 0.5 * gradient
        values.append(value)
    return {"losses": values, "picture": np.mean(x)}


@program
def deep_dream():
    rng = np.random.RandomState(6)
    K.set_learning_phase(0)
    model = Sequential([Conv2D(4, 3, activation="relu", input_shape=(None, None, 3), name="mixed2"), BatchNormalization(), Conv2D(4, 3, activation="relu", name="mixed3")])
    dream = model.input
    loss = K.variable(0.0)
    for name, coefficient in (("mixed2", 0.2), ("mixed3", 3.0)):
        x = model.get_layer(name).output
        scaling = K.prod(K.cast(K.shape(x), "float32"))
        loss = loss + coefficient * K.sum(K.square(x[:, 2:-2, 2:-2, :])) / scaling
    grads = K.gradients(loss, dream)[0]
    grads /= K.maximum(K.mean(K.abs(grads)), K.epsilon())
    fetch = K.function([dream], [loss, grads])
    values = []
    for size in (10, 14):
        x = rng.rand(1, size, size, 3).astype("float32")
        for _ in range(3):
            value, gradient = fetch([x])
            x += 0.01 * gradient
            values.append(value)
    return {"losses": values}


@program
def acgan():
    rng = np.random.RandomState(8)
    x = (rng.rand(8, 8, 8, 1).astype("float32") - 0.5) * 2
    labels = rng.randint(0, 3, (8, 1))

    cnn = Sequential()
    cnn.add(Dense(2 * 2 * 8, input_dim=4, activation="relu"))
    cnn.add(Reshape((2, 2, 8)))
    cnn.add(Conv2DTranspose(6, 3, strides=2, padding="same", activation="relu", kernel_initializer="glorot_normal"))
    cnn.add(BatchNormalization())
    cnn.add(Conv2DTranspose(1, 3, strides=2, padding="same", activation="tanh", kernel_initializer="glorot_normal"))
    latent, image_class = Input(shape=(4,)), Input(shape=(1,), dtype="int32")
    embedded = Embedding(3, 4, embeddings_initializer="glorot_normal")(image_class)
    h = layers.multiply([latent, Flatten()(embedded)])
    generator = Model([latent, image_class], cnn(h))

    body = Sequential()
    body.add(Conv2D(6, 3, padding="same", strides=2, input_shape=(8, 8, 1)))
    body.add(LeakyReLU(0.2))
    body.add(Dropout(0.3))
    body.add(Flatten())
    image = Input(shape=(8, 8, 1))
    features = body(image)
    fake = Dense(1, activation="sigmoid", name="generation")(features)
    aux = Dense(3, activation="softmax", name="auxiliary")(features)
    discriminator = Model(image, [fake, aux])
    discriminator.compile(optimizer=optimizers.Adam(lr=0.0002, beta_1=0.5), loss=["binary_crossentropy", "sparse_categorical_crossentropy"])
    latent, image_class = Input(shape=(4,)), Input(shape=(1,), dtype="int32")
    made = generator([latent, image_class])
    discriminator.trainable = False
    combined = Model([latent, image_class], discriminator(made))
    combined.compile(optimizer=optimizers.Adam(lr=0.0002, beta_1=0.5), loss=["binary_crossentropy", "sparse_categorical_crossentropy"])
    d_losses, g_losses = [], []
    for _ in range(3):
        noise = rng.uniform(-1, 1, (8, 4))
        sampled = rng.randint(0, 3, (8, 1))
        generated = generator.predict([noise, sampled], verbose=0)
        both = np.concatenate((x, generated))
        real = np.array([0.95] * 8 + [0.0] * 8)
        d_losses.append(discriminator.train_on_batch(both, [real, np.concatenate((labels, sampled), axis=0)]))
        g_losses.append(combined.train_on_batch([noise, sampled], [np.ones(8) * 0.95, sampled]))
    return {"names": discriminator.metrics_names, "d": d_losses, "g": g_losses, "trainable": len(combined.trainable_weights)}


@program
def resnet_block():
    x, y = images(12, 8, 3, 4)

    def resnet_layer(inputs, filters=8, strides=1, activation="relu"):
        conv = Conv2D(filters, 3, strides=strides, padding="same", kernel_initializer="he_normal", kernel_regularizer=keras.regularizers.l2(1e-4))
        h = BatchNormalization()(conv(inputs))
        return Activation(activation)(h) if activation else h

    inputs = Input(shape=(8, 8, 3))
    h = resnet_layer(inputs)
    for stack in range(2):
        filters, strides = 8 * (stack + 1), stack + 1
        z = resnet_layer(h, filters, strides)
        z = resnet_layer(z, filters, activation=None)
        if stack:
            h = Conv2D(filters, 1, strides=strides, padding="same", kernel_initializer="he_normal", kernel_regularizer=keras.regularizers.l2(1e-4))(h)
        h = keras.layers.add([h, z])
        h = Activation("relu")(h)
    h = AveragePooling2D(pool_size=4)(h)
    outputs = Dense(4, activation="softmax", kernel_initializer="he_normal")(Flatten()(h))
    model = Model(inputs=inputs, outputs=outputs)
    model.compile(loss="categorical_crossentropy", optimizer=optimizers.SGD(lr=0.05, momentum=0.9, nesterov=True), metrics=["accuracy"])
    report = trained(model, x, y)
    report["updates"] = len(model.updates)
    report["regularizers"] = len(model.losses)
    report["parameters"] = model.count_params()
    return report


@program
def reuters_mlp_in_lines():
    from tensorflow.keras.preprocessing.text import Tokenizer

    texts = ["the cat sat on the mat", "the dog ate the cat", "a bird sat", "dogs and cats and birds", "on the mat a dog"]
    tokenizer = Tokenizer(num_words=10)
    tokenizer.fit_on_texts(texts)
    x = tokenizer.texts_to_matrix(texts, mode="tfidf")
    y = keras.utils.to_categorical([0, 1, 0, 1, 2], 3)
    model = models.Sequential()
    model.add(layers.Dense(8, input_shape=(10,)))
    model.add(layers.Activation("relu"))
    model.add(layers.Dropout(0.5))
    model.add(layers.Dense(3))
    model.add(layers.Activation("softmax"))
    model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
    report = trained(model, x, y)
    report["index"] = tokenizer.word_index
    return report


@program
def learning_with_tensors_of_tensorflow():
    """The Keras blog's "simplified interface to TensorFlow": layers called on placeholders, trained by tf.train."""
    x, y = vectors(32, 6, 3)
    sess = K.get_session()
    img = tf.placeholder(tf.float32, shape=(None, 6))
    labels = tf.placeholder(tf.float32, shape=(None, 3))
    h = Dense(16, activation="relu")(img)
    h = Dropout(0.5)(h)
    preds = Dense(3, activation="softmax")(h)
    loss = tf.reduce_mean(keras.losses.categorical_crossentropy(labels, preds))
    step = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
    sess.run(tf.global_variables_initializer())
    losses = []
    for _ in range(5):
        _, value = sess.run([step, loss], {img: x, labels: y, K.learning_phase(): 1})
        losses.append(value)
    accuracy = tf.reduce_mean(keras.metrics.categorical_accuracy(labels, preds))
    return plain({"losses": losses, "accuracy": sess.run(accuracy, {img: x, labels: y, K.learning_phase(): 0})})


if __name__ == "__main__":
    run()
