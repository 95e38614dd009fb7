"""U-Net: transposed and dilated convolutions, skip connections cropped and joined, a Dice loss, mean intersection over union."""

import json
import os

import numpy as np
import tensorflow as tf


def weight_variable(shape, stddev=0.1, name="weight"):
    return tf.Variable(tf.truncated_normal(shape, stddev=stddev), name=name)


def bias_variable(shape, name="bias"):
    return tf.Variable(tf.constant(0.1, shape=shape), name=name)


def conv2d(x, W, b, keep_prob_):
    with tf.name_scope("conv2d"):
        conv_2d_b = tf.nn.bias_add(tf.nn.conv2d(x, W, strides=[1, 1, 1, 1], padding="VALID"), b)
        return tf.nn.dropout(conv_2d_b, keep_prob_)


def deconv2d(x, W, stride):
    with tf.name_scope("deconv2d"):
        x_shape = tf.shape(x)
        output_shape = tf.stack([x_shape[0], x_shape[1] * 2, x_shape[2] * 2, x_shape[3] // 2])
        return tf.nn.conv2d_transpose(
            x, W, output_shape, strides=[1, stride, stride, 1], padding="VALID", name="conv2d_transpose"
        )


def crop_and_concat(x1, x2):
    with tf.name_scope("crop_and_concat"):
        x1_shape, x2_shape = tf.shape(x1), tf.shape(x2)
        offsets = [0, (x1_shape[1] - x2_shape[1]) // 2, (x1_shape[2] - x2_shape[2]) // 2, 0]
        size = [-1, x2_shape[1], x2_shape[2], -1]
        return tf.concat([tf.slice(x1, offsets, size), x2], 3)


def create_conv_net(x, keep_prob, channels, n_class, layers=2, features_root=4, filter_size=3):
    nx, ny = tf.shape(x)[1], tf.shape(x)[2]
    in_node = tf.reshape(x, tf.stack([-1, nx, ny, channels]))
    weights, dw_h_convs = [], {}
    for layer in range(layers):
        with tf.name_scope(f"down_conv_{layer}"):
            features = 2**layer * features_root
            stddev = np.sqrt(2 / (filter_size**2 * features))
            w1 = weight_variable(
                [filter_size, filter_size, channels if layer == 0 else features // 2, features], stddev, "w1"
            )
            w2 = weight_variable([filter_size, filter_size, features, features], stddev, "w2")
            b1, b2 = bias_variable([features], "b1"), bias_variable([features], "b2")
            conv1 = tf.nn.relu(conv2d(in_node, w1, b1, keep_prob))
            dw_h_convs[layer] = tf.nn.relu(conv2d(conv1, w2, b2, keep_prob))
            weights += [w1, w2]
            if layer < layers - 1:
                in_node = tf.nn.max_pool(dw_h_convs[layer], ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
    in_node = dw_h_convs[layers - 1]
    for layer in range(layers - 2, -1, -1):
        with tf.name_scope(f"up_conv_{layer}"):
            features = 2 ** (layer + 1) * features_root
            stddev = np.sqrt(2 / (filter_size**2 * features))
            wd = weight_variable([2, 2, features // 2, features], stddev, name="wd")
            bd = bias_variable([features // 2], name="bd")
            h_deconv = tf.nn.relu(deconv2d(in_node, wd, 2) + bd)
            joined = crop_and_concat(dw_h_convs[layer], h_deconv)
            w1 = weight_variable([filter_size, filter_size, features, features // 2], stddev, name="w1")
            b1 = bias_variable([features // 2], name="b1")
            atrous = tf.nn.atrous_conv2d(joined, w1, 2, padding="SAME")
            in_node = tf.nn.relu(tf.nn.bias_add(atrous, b1))
            weights += [wd, w1]
    with tf.name_scope("output_map"):
        weight = weight_variable([1, 1, features_root, n_class], 0.3)
        bias = bias_variable([n_class], name="bias")
        return conv2d(in_node, weight, bias, tf.constant(1.0)), weights


def main():
    tf.reset_default_graph()
    tf.set_random_seed(42)
    random = np.random.RandomState(3)
    x = tf.placeholder("float", shape=[None, None, None, 1], name="x")
    y = tf.placeholder("float", shape=[None, None, None, 2], name="y")
    keep_prob = tf.placeholder(tf.float32, name="dropout_probability")
    logits, weights = create_conv_net(x, keep_prob, 1, 2)
    with tf.name_scope("cost"):
        flat_logits, flat_labels = tf.reshape(logits, [-1, 2]), tf.reshape(y, [-1, 2])
        entropy = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(logits=flat_logits, labels=flat_labels))
        prediction = tf.nn.softmax(logits)
        intersection = tf.reduce_sum(prediction * y)
        dice = -(2 * intersection / (1e-5 + tf.reduce_sum(prediction) + tf.reduce_sum(y)))
        regularizers = sum([tf.nn.l2_loss(variable) for variable in weights])
        cost = entropy + dice + 1e-3 * regularizers
    predicter = tf.argmax(prediction, 3)
    iou, update_iou = tf.metrics.mean_iou(tf.argmax(y, 3), predicter, 2, name="iou")
    with tf.name_scope("results"):
        tf.summary.scalar("cost", cost)
        tf.summary.image("prediction", prediction[..., 1:], 2)
    summary_op = tf.summary.merge_all()
    global_step = tf.Variable(0, name="global_step")
    learning_rate_node = tf.Variable(
        tf.train.exponential_decay(0.1, global_step, 5, 0.95, staircase=True), name="rate", trainable=False
    )
    optimizer = tf.train.MomentumOptimizer(learning_rate=learning_rate_node, momentum=0.2).minimize(
        cost, global_step=global_step
    )
    init = tf.group(tf.global_variables_initializer(), tf.local_variables_initializer())
    masks = (random.rand(4, 5, 5) > 0.5).repeat(4, 1).repeat(4, 2)
    images = (masks + 0.3 * random.rand(4, 20, 20)).astype(np.float32)[..., None]
    truth = np.stack([1 - masks, masks], -1).astype(np.float32)
    saver = tf.train.Saver()
    costs = []
    with tf.Session() as sess:
        sess.run(init)
        shape = sess.run(prediction, {x: images, keep_prob: 1.0}).shape
        d = (20 - shape[1]) // 2
        cropped = truth[:, d : d + shape[1], d : d + shape[2]]
        for _ in range(20):
            feed = {x: images, y: cropped, keep_prob: 0.9}
            costs.append(float(sess.run((optimizer, cost, learning_rate_node), feed_dict=feed)[1]))
        bigger = random.rand(1, 28, 24, 1)
        wide = sess.run(predicter, {x: bigger, keep_prob: 1.0}).shape
        sess.run(update_iou, {x: images, y: cropped, keep_prob: 1.0})
        summary = tf.Summary.FromString(sess.run(summary_op, {x: images, y: cropped, keep_prob: 1.0}))
        path = saver.save(sess, os.path.join(os.getcwd(), "model.cpkt"))
        found = float(sess.run(iou))
    print(json.dumps({
        "losses": costs, "iou": found, "shape": list(shape), "wide": list(wide), "tags": [v.tag for v in summary.value],
        "kept": [n for n, _ in tf.train.list_variables(path)],
    }))  # fmt: skip


main()
