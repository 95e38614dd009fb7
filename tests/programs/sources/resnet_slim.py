"""A residual network in slim: arg scopes, batch norm with its update operations, weight decay in collections, moving averages."""

import json
import os

import numpy as np
import tensorflow as tf
from tensorflow.contrib import slim
from tensorflow.contrib.framework.python.ops import arg_scope
from tensorflow.python.training import moving_averages  # noqa: F401  (as many projects did)

flags = tf.app.flags
flags.DEFINE_integer("batch_size", 8, "Images per step.")
flags.DEFINE_float("learning_rate", 0.05, "Initial learning rate.")
flags.DEFINE_float("weight_decay", 1e-4, "Weight decay.")
flags.DEFINE_string("train_dir", "train", "Where checkpoints and events go.")
FLAGS = flags.FLAGS


def resnet_arg_scope(is_training, weight_decay):
    batch_norm_params = {
        "is_training": is_training, "decay": 0.9, "epsilon": 1e-3, "scale": True,
        "updates_collections": tf.GraphKeys.UPDATE_OPS, "fused": True,
    }  # fmt: skip
    with slim.arg_scope(
        [slim.conv2d],
        weights_regularizer=slim.l2_regularizer(weight_decay),
        weights_initializer=slim.variance_scaling_initializer(),
        activation_fn=tf.nn.relu,
        normalizer_fn=slim.batch_norm,
        normalizer_params=batch_norm_params,
    ):
        with slim.arg_scope([slim.batch_norm], **batch_norm_params):
            with arg_scope([slim.max_pool2d], padding="SAME") as scope:
                return scope


@slim.add_arg_scope
def bottleneck(inputs, depth, depth_bottleneck, stride, outputs_collections=None, scope=None):
    with tf.variable_scope(scope, "bottleneck_v2", [inputs]) as sc:
        depth_in = slim.utils.last_dimension(inputs.get_shape(), min_rank=4)
        preact = slim.batch_norm(inputs, activation_fn=tf.nn.relu, scope="preact")
        if depth == depth_in:
            shortcut = inputs if stride == 1 else slim.max_pool2d(inputs, [1, 1], stride=stride, scope="shortcut")
        else:
            shortcut = slim.conv2d(
                preact, depth, [1, 1], stride=stride, normalizer_fn=None, activation_fn=None, scope="shortcut"
            )
        residual = slim.conv2d(preact, depth_bottleneck, [1, 1], stride=1, scope="conv1")
        residual = slim.conv2d(residual, depth_bottleneck, 3, stride, scope="conv2")
        residual = slim.conv2d(residual, depth, [1, 1], normalizer_fn=None, activation_fn=None, scope="conv3")
        return slim.utils.collect_named_outputs(outputs_collections, sc.name, shortcut + residual)


def inference(images, num_classes, is_training):
    with tf.variable_scope("resnet_v2", "resnet_v2", [images], reuse=None) as sc:
        end_points_collection = sc.original_name_scope + "_end_points"
        with slim.arg_scope([slim.conv2d, bottleneck], outputs_collections=end_points_collection):
            with slim.arg_scope([slim.conv2d], normalizer_fn=None, activation_fn=None):
                net = slim.conv2d(images, 8, 3, stride=1, scope="conv1")
            with tf.variable_scope("block1"):
                net = bottleneck(net, 16, 4, 2, scope="unit_1")
                net = bottleneck(net, 16, 4, 1, scope="unit_2")
            net = slim.batch_norm(net, activation_fn=tf.nn.relu, scope="postnorm")
            net = tf.reduce_mean(net, [1, 2], name="pool5", keep_dims=True)
            net = slim.dropout(net, 0.9, is_training=is_training)
            net = slim.conv2d(net, num_classes, [1, 1], activation_fn=None, normalizer_fn=None, scope="logits")
            end_points = slim.utils.convert_collection_to_dict(end_points_collection)
            logits = tf.squeeze(net, [1, 2], name="SpatialSqueeze")
            end_points["predictions"] = slim.softmax(logits, scope="predictions")
            return logits, end_points


def main(_):
    random = np.random.RandomState(0)
    data = random.rand(64, 16, 16, 3).astype(np.float32)
    answers = random.randint(0, 5, 64)
    data += answers[:, None, None, None] * 0.3
    tf.set_random_seed(1234)
    images = tf.placeholder(tf.float32, [None, 16, 16, 3], "images")
    labels = tf.placeholder(tf.int64, [None], "labels")
    is_training = tf.placeholder_with_default(True, [], "is_training")
    global_step = slim.get_or_create_global_step()
    with slim.arg_scope(resnet_arg_scope(is_training, FLAGS.weight_decay)):
        logits, end_points = inference(images, 5, is_training)
    slim.losses.softmax_cross_entropy(logits, slim.one_hot_encoding(labels, 5), label_smoothing=0.1)
    total_loss = slim.losses.get_total_loss()
    learning_rate = tf.train.exponential_decay(FLAGS.learning_rate, global_step, 5, 0.94, staircase=True)
    optimizer = tf.train.MomentumOptimizer(learning_rate, 0.9)
    average = tf.train.ExponentialMovingAverage(0.9, global_step)
    train_op = slim.learning.create_train_op(
        total_loss, optimizer, global_step=global_step, clip_gradient_norm=5.0, summarize_gradients=True
    )
    with tf.control_dependencies([train_op]):
        train_op = tf.group(average.apply(slim.get_model_variables()), name="train_and_average")
    for end_point in end_points.values():
        tf.summary.histogram("activations/" + end_point.op.name, end_point)
        tf.summary.scalar("sparsity/" + end_point.op.name, tf.nn.zero_fraction(end_point))
    for variable in slim.get_model_variables():
        tf.summary.histogram(variable.op.name, variable)
    tf.summary.scalar("losses/total", total_loss)
    merged = tf.summary.merge_all()
    accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), labels), tf.float32))
    saver = tf.train.Saver(max_to_keep=3)
    losses, sparsity = [], {}
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        writer = tf.summary.FileWriter(FLAGS.train_dir, sess.graph)
        for step in range(15):
            i = step * FLAGS.batch_size % 64
            feed = {images: data[i : i + FLAGS.batch_size], labels: answers[i : i + FLAGS.batch_size]}
            loss, summary, _ = sess.run([total_loss, merged, train_op], feed)
            losses.append(float(loss))
            writer.add_summary(summary, step)
        writer.close()
        path = saver.save(sess, os.path.join(FLAGS.train_dir, "model.ckpt"), global_step)
        value = tf.Summary.FromString(summary)
        sparsity = {v.tag: v.simple_value for v in value.value if v.tag.startswith("sparsity")}
        test = sess.run([accuracy, total_loss], {images: data, labels: answers, is_training: False})
    kept = [[n, s] for n, s in tf.train.list_variables(path)]
    averaged = average.variables_to_restore(slim.get_model_variables())
    with tf.Session() as sess:
        tf.train.Saver(averaged).restore(sess, tf.train.latest_checkpoint(FLAGS.train_dir))
        other = sess.run([accuracy, total_loss], {images: data, labels: answers, is_training: False})
    print(json.dumps({
        "losses": losses, "test": [float(t) for t in test], "averaged": [float(t) for t in other],
        "scalars": sorted(sparsity), "sparsity": [float(sparsity[k]) for k in sorted(sparsity)], "kept": kept,
        "end_points": list(end_points), "path": path, "update_ops": len(tf.get_collection(tf.GraphKeys.UPDATE_OPS)),
        "variables": [v.name for v in slim.get_model_variables()],
        "regularizers": [t.name for t in tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)],
    }))  # fmt: skip


if __name__ == "__main__":
    tf.app.run()
