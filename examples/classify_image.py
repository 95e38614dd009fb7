"""Names what is on a picture, with the network that `inception_train.py` or `retrain.py` has frozen into a file."""

import os

import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("model_dir", "examples_out/inception", "Folder with classify_image_graph_def.pb and labels.txt.")
flags.DEFINE_string("image_file", None, "The picture: a PNG or JPEG file.")
flags.DEFINE_integer("num_top_predictions", 5, "How many names to print.")
flags.mark_flag_as_required("image_file")
FLAGS = flags.FLAGS


def main(_):
    with tf.gfile.GFile(os.path.join(FLAGS.model_dir, "classify_image_graph_def.pb"), "rb") as f:
        graph_def = tf.GraphDef()
        graph_def.ParseFromString(f.read())
    tf.import_graph_def(graph_def, name="")
    with tf.gfile.GFile(os.path.join(FLAGS.model_dir, "labels.txt")) as f:
        names = f.read().splitlines()
    with tf.gfile.GFile(FLAGS.image_file, "rb") as f:
        contents = f.read()
    with tf.Session() as sess:
        scores = sess.run("softmax:0", {"DecodeJpeg/contents:0": contents})[0]
    for i in (-scores).argsort()[: FLAGS.num_top_predictions]:
        print("%s (score = %.5f)" % (names[i], scores[i]))


if __name__ == "__main__":
    tf.app.run()
