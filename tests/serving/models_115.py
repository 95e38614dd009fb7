"""SavedModels as TensorFlow 1.15.5 exports them, and what its sessions answer on them.

Run inside of TensorFlow 1.15.5 (the fixture `peer_1_15`); it imports nothing of Penstock. Models: `half` (half plus two, and half
plus three as version 2), `conv` (a small convolutional net), `est` and `lin` (a classifier and a regressor of `tf.estimator`).
"""

import os

import numpy as np
import tensorflow as tf


def half(out, a=0.5, b=2.0):
    with tf.Graph().as_default(), tf.Session() as sess:
        factor, offset = tf.Variable(a, name="a"), tf.Variable(b, name="b")
        serialized = tf.placeholder(tf.string, name="tf_example")
        features = {
            "x": tf.FixedLenFeature([1], tf.float32),
            "x2": tf.FixedLenFeature([1], tf.float32, [0.0]),
        }
        parsed = tf.parse_example(serialized, features)
        x = tf.identity(parsed["x"], name="x")
        y = tf.add(tf.multiply(factor, x), offset, name="y")
        y3 = tf.add(tf.multiply(factor, parsed["x2"]), 3.0, name="y3")
        labels = tf.identity(tf.as_string(y), "labels")
        sess.run(tf.global_variables_initializer())

        def made(inputs, outputs, method):
            info = tf.saved_model.utils.build_tensor_info
            return tf.saved_model.signature_def_utils.build_signature_def(
                {k: info(v) for k, v in inputs.items()},
                {k: info(v) for k, v in outputs.items()},
                "tensorflow/serving/" + method,
            )

        signatures = {
            "serving_default": made({"x": x}, {"y": y}, "predict"),
            "regress_x_to_y": made({"inputs": serialized}, {"outputs": y}, "regress"),
            "regress_x_to_y3": made({"inputs": serialized}, {"outputs": y3}, "regress"),
            "classify_x_to_y": made({"inputs": serialized}, {"scores": y}, "classify"),
            "classify_labels": made({"inputs": serialized}, {"scores": y, "classes": labels}, "classify"),
        }
        builder = tf.saved_model.builder.SavedModelBuilder(out)
        builder.add_meta_graph_and_variables(sess, ["serve"], signature_def_map=signatures)
        builder.save()


def conv(out, images, sizes=(8, 16, 64)):
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(1)
        x = tf.placeholder(tf.float32, [None, 784], name="images")
        h = tf.reshape(x, [-1, 28, 28, 1])
        for size in sizes[:2]:
            h = tf.layers.conv2d(h, size, 5, padding="same", activation=tf.nn.relu)
            h = tf.layers.max_pooling2d(h, 2, 2)
        h = tf.layers.dense(tf.layers.flatten(h), sizes[2], activation=tf.nn.relu)
        scores = tf.nn.softmax(tf.layers.dense(h, 10), name="scores")
        sess.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(sess, out, {"images": x}, {"scores": scores})
        return sess.run([scores, h], {x: images})


def estimators(base, rows):
    """Exports `est` and `lin`; what their signatures give for `rows`."""
    columns = [tf.feature_column.numeric_column("x", shape=[8])]
    receiver = tf.estimator.export.build_parsing_serving_input_receiver_fn(
        tf.feature_column.make_parse_example_spec(columns)
    )
    xs = np.random.RandomState(0).rand(256, 8).astype(np.float32)
    found = {}
    for name, ys in (("est", (xs.sum(1) > 4).astype(np.int32)), ("lin", xs.sum(1))):
        config = tf.estimator.RunConfig(tf_random_seed=1, model_dir=os.path.join(base, name + "_training"))
        if name == "est":
            model = tf.estimator.DNNClassifier([16, 8], columns, n_classes=3, config=config)
        else:
            model = tf.estimator.LinearRegressor(columns, config=config)
        model.train(tf.estimator.inputs.numpy_input_fn({"x": xs}, ys, 32, None, shuffle=False), steps=5)
        folder = model.export_savedmodel(os.path.join(base, name), receiver).decode()
        with tf.Graph().as_default(), tf.Session() as sess:
            signatures = tf.saved_model.load(sess, ["serve"], folder).signature_def
            signature = signatures["serving_default" if name == "est" else "regression"]
            examples = []
            for row in rows:
                example = tf.train.Example()
                example.features.feature["x"].float_list.value.extend(row)
                examples.append(example.SerializeToString())
            fetches = {k: v.name for k, v in signature.outputs.items()}
            found[name] = sess.run(fetches, {signature.inputs["inputs"].name: examples})
    return found


def make(base):
    """Makes all models in the folder `base`."""
    tf.logging.set_verbosity(tf.logging.ERROR)
    half(os.path.join(base, "half", "1"))
    half(os.path.join(base, "half", "2"), 0.5, 3.0)
    images = np.random.RandomState(0).rand(3, 784).astype(np.float32)
    found = estimators(base, np.random.RandomState(1).rand(2, 8))
    found["conv"], found["hidden"] = conv(os.path.join(base, "conv", "1"), images)
    return found
