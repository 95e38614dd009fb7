"""Neural style: the image is the variable, a VGG-like network with constant weights from a dictionary, Adam and clipped steps."""

import json

import numpy as np
import tensorflow as tf

random = np.random.RandomState(3)
LAYERS = ("conv1_1", "relu1_1", "conv1_2", "relu1_2", "pool1", "conv2_1", "relu2_1")
SHAPES = {"conv1_1": (3, 3, 3, 6), "conv1_2": (3, 3, 6, 6), "conv2_1": (3, 3, 6, 8)}
PARAMS = {
    k: (random.randn(*s).astype(np.float32) * 0.25, random.randn(s[-1]).astype(np.float32) * 0.1)
    for k, s in SHAPES.items()
}


def net_preloaded(weights, input_image, pooling):
    net, current = {}, input_image
    for name in LAYERS:
        kind = name[:4]
        if kind == "conv":
            kernels, bias = weights[name]
            current = tf.nn.bias_add(
                tf.nn.conv2d(current, tf.constant(kernels), strides=(1, 1, 1, 1), padding="SAME"), bias
            )
        elif kind == "relu":
            current = tf.nn.relu(current)
        elif pooling == "avg":
            current = tf.nn.avg_pool(current, ksize=(1, 2, 2, 1), strides=(1, 2, 2, 1), padding="SAME")
        else:
            current = tf.nn.max_pool(current, ksize=(1, 2, 2, 1), strides=(1, 2, 2, 1), padding="SAME")
        net[name] = current
    return net


def tensor_size(tensor):
    from functools import reduce
    from operator import mul

    return reduce(mul, (d.value for d in tensor.get_shape()), 1)


def features_of(image, layers):
    with tf.Graph().as_default(), tf.Session():
        placeholder = tf.placeholder("float", shape=image.shape)
        net = net_preloaded(PARAMS, placeholder, "max")
        return {layer: net[layer].eval(feed_dict={placeholder: image}) for layer in layers}


def gram(features):
    features = np.reshape(features, (-1, features.shape[3]))
    return np.matmul(features.T, features) / features.size


def loss_of(image, content, style, shape):
    net = net_preloaded(PARAMS, image, "max")
    content_loss = 2 * tf.nn.l2_loss(net["relu2_1"] - content["relu2_1"]) / content["relu2_1"].size
    style_losses = []
    for layer in ("relu1_1", "relu2_1"):
        _, height, width, number = map(lambda i: i.value, net[layer].get_shape())
        feats = tf.reshape(net[layer], (-1, number))
        gram_ = tf.matmul(tf.transpose(feats), feats) / (height * width * number)
        style_losses.append(2 * tf.nn.l2_loss(gram_ - style[layer]) / style[layer].size)
    tv_y = tensor_size(image[:, 1:, :, :])
    tv_loss = 2 * (
        (tf.nn.l2_loss(image[:, 1:, :, :] - image[:, : shape[1] - 1, :, :]) / tv_y)
        + (tf.nn.l2_loss(image[:, :, 1:, :] - image[:, :, : shape[2] - 1, :]) / tensor_size(image[:, :, 1:, :]))
    )
    return content_loss + 5.0 * tf.reduce_sum(style_losses) + 0.1 * tv_loss


def stylize(optimizer_name):
    shape = (1, 12, 14, 3)
    y, x = np.mgrid[:12, :14] / 6.0
    content_image = np.stack([np.sin(x + y), np.cos(x), y], -1)[None].astype(np.float32)
    style_image = np.stack([np.sin(3 * x), np.sin(5 * y), np.cos(4 * x * y)], -1)[None].astype(np.float32)
    content = features_of(content_image, ["relu2_1"])
    style = {k: gram(v) for k, v in features_of(style_image, ["relu1_1", "relu2_1"]).items()}
    losses = []
    with tf.Graph().as_default():
        tf.set_random_seed(10)
        image = tf.Variable(tf.random_normal(shape) * 0.256)
        loss = loss_of(image, content, style, shape)
        if optimizer_name == "adam":
            train_step = tf.train.AdamOptimizer(0.05, 0.9, 0.999, 1e-08).minimize(loss)
            with tf.Session() as sess:
                sess.run(tf.global_variables_initializer())
                for _ in range(12):
                    train_step.run()
                    losses.append(float(loss.eval()))
                return losses, np.ravel(image.eval())
        # Or plain steps that keep every pixel inside of bounds.
        rate = tf.placeholder(tf.float32, [])
        gradient = tf.gradients(loss, image)[0]
        with tf.control_dependencies([image.assign_sub(rate * gradient / (tf.reduce_max(tf.abs(gradient)) + 1e-8))]):
            clipped = image.assign(tf.clip_by_value(image, -0.9, 0.9))
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for i in range(12):
                losses.append(float(loss.eval()))
                sess.run(clipped.op, {rate: 0.2 / (1 + i)})
            return losses, np.ravel(image.eval())


found = {}
for name in ("adam", "bounded"):
    losses, pixels = stylize(name)
    found[name] = losses
    found[name + "_pixels"] = [float(np.abs(pixels).max()), float(pixels[5])]
print(json.dumps(found))
