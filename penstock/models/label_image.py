"""Names what is on a picture with any frozen network: the program `label_image` of TensorFlow's examples.

    penstock run -m tensorflow.examples.label_image.label_image --graph=/tmp/output_graph.pb \\
        --labels=/tmp/output_labels.txt --output_layer=final_result --image=flower.jpg
    penstock run -m tensorflow.examples.label_image.label_image --input_graph=/tmp/quantized_graph.pb \\
        --input_width=299 --input_height=299 --mean_value=128 --std_value=128 \\
        --input_layer_name="Mul:0" --output_layer_name="softmax:0"

The picture is resized, moved by --input_mean, divided by --input_std and fed to --input_layer. Sizes that are not
given are those of that layer, if the graph tells them.
"""

import os

import numpy as np
import tensorflow as tf

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_string(
    "image", "tensorflow/examples/label_image/data/grace_hopper.jpg", "The picture: a PNG or JPEG file."
)
flags.DEFINE_string(
    "graph", "tensorflow/examples/label_image/data/tensorflow_inception_graph.pb", "The frozen network, a GraphDef."
)
flags.DEFINE_string(
    "labels", "tensorflow/examples/label_image/data/imagenet_comp_graph_label_strings.txt", "The names, a line each."
)
flags.DEFINE_integer("input_width", None, "Width that the network takes; 299 if the graph does not tell.")
flags.DEFINE_integer("input_height", None, "Height that the network takes; 299 if the graph does not tell.")
flags.DEFINE_float("input_mean", 128, "What is subtracted from pixels of 0 to 255.")
flags.DEFINE_float("input_std", 128, "What they are divided by then.")
flags.DEFINE_string("input_layer", "Mul", "Name of the tensor that takes the picture.")
flags.DEFINE_string("output_layer", "softmax", "Name of the tensor with the scores.")
# The same by the names of 2016, when it was a program in C++ beside `quantize_graph`.
for _old, _new in (
    ("input_graph", "graph"),
    ("mean_value", "input_mean"),
    ("std_value", "input_std"),
    ("input_layer_name", "input_layer"),
    ("output_layer_name", "output_layer"),
):
    _define = flags.DEFINE_float if _old.endswith("value") else flags.DEFINE_string
    _define(_old, None, "As --%s." % _new)
flags.DEFINE_boolean(
    "self_test", False, "Whether to check that the first label is 866, that of the picture that came with it."
)
flags.DEFINE_string("root_dir", "", "Folder that the names of files are relative to.")
FLAGS = flags.FLAGS


def given(flag, old):
    """The value of a flag, by its old name if it was given so."""
    value = getattr(FLAGS, old)
    return getattr(FLAGS, flag) if value is None else value


def file_of(flag):
    """The path that a flag names; the program ends if there is no such file."""
    path = os.path.join(FLAGS.root_dir, given("graph", "input_graph") if flag == "graph" else getattr(FLAGS, flag))
    if not tf.gfile.Exists(path):
        raise SystemExit("Failed to load --%s: there is no file '%s'." % (flag, path))
    return path


def tensor_of(graph, name):
    """The tensor called `name`, with or without its output number."""
    try:
        return graph.get_tensor_by_name(name if ":" in name else name + ":0")
    except KeyError:
        raise SystemExit("The graph %s has no tensor '%s'." % (given("graph", "input_graph"), name)) from None


def read_tensor_from_image_file(path, height, width, depth):
    """The picture as the network takes it, [1, height, width, depth]."""
    with tf.Graph().as_default(), tf.Session() as sess:
        contents = tf.read_file(path)
        decode = tf.image.decode_png if path.lower().endswith(".png") else tf.image.decode_jpeg
        picture = tf.expand_dims(tf.cast(decode(contents, channels=depth), tf.float32), 0)
        resized = tf.image.resize_bilinear(picture, [height, width])
        mean, std = given("input_mean", "mean_value"), given("input_std", "std_value")
        return sess.run((resized - mean) / std)


def main(argv):
    refuse_unknown_flags(argv)
    graph_def = tf.GraphDef()
    with tf.gfile.GFile(file_of("graph"), "rb") as f:
        graph_def.ParseFromString(f.read())
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        tf.import_graph_def(graph_def, name="")
        layer = tensor_of(graph, given("input_layer", "input_layer_name"))
        output = tensor_of(graph, given("output_layer", "output_layer_name"))
        height, width, depth = (layer.shape.as_list() if layer.shape.ndims == 4 else [None] * 4)[1:]
        picture = read_tensor_from_image_file(
            file_of("image"), FLAGS.input_height or height or 299, FLAGS.input_width or width or 299, depth or 3
        )
        scores = np.squeeze(sess.run(output, {layer: picture}))
    with tf.gfile.GFile(file_of("labels")) as f:
        labels = f.read().splitlines()
    order = (-scores).argsort()[:5]
    for i in order:
        print("%s (%d): %g" % (labels[i] if i < len(labels) else "?", i, scores[i]))
    if FLAGS.self_test:
        if order[0] != 866:
            raise SystemExit("Self test failed: expected label 866, got %d" % order[0])
        print("Self test passed")


if __name__ == "__main__":
    tf.app.run()
