"""Names what is on a picture, with the network for ImageNet, or one that `inception_train` has frozen into a file.

penstock run -m tensorflow.models.image.imagenet.classify_image --image_file=cat.jpg
"""

import os
import re

import tensorflow as tf

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_string(
    "model_dir", "/tmp/imagenet", "Folder with classify_image_graph_def.pb and the names of its classes."
)
flags.DEFINE_string("image_file", "", "The picture: a JPEG or PNG file; cropped_panda.jpg of --model_dir if not given.")
flags.DEFINE_integer("num_top_predictions", 5, "How many names to print.")
FLAGS = flags.FLAGS


def read(name, mode="r"):
    """The contents of a file of --model_dir; the program ends if it is not there."""
    path = os.path.join(FLAGS.model_dir, name)
    if not tf.gfile.Exists(path):
        raise SystemExit(
            "There is no %s. Unpack Inception's archive (inception-2015-12-05.tgz) into the folder --model_dir, or train "
            "a small network: penstock run -m penstock.models.inception_train --model_dir=%s" % (path, FLAGS.model_dir)
        )
    with tf.gfile.GFile(path, mode) as f:
        return f.read()


def class_names():
    """Number of a class → its name: a line each in labels.txt, or the two tables that came with Inception."""
    if tf.gfile.Exists(os.path.join(FLAGS.model_dir, "labels.txt")):
        return dict(enumerate(read("labels.txt").splitlines()))
    human = dict(line.split("\t", 1) for line in read("imagenet_synset_to_human_label_map.txt").splitlines() if line)
    entries = read("imagenet_2012_challenge_label_map_proto.pbtxt")
    found = re.findall(r'target_class:\s*(\d+)\s*target_class_string:\s*"([^"]+)"', entries)
    return {int(number): human.get(synset, synset) for number, synset in found}


def main(argv):
    refuse_unknown_flags(argv)
    image = FLAGS.image_file or os.path.join(FLAGS.model_dir, "cropped_panda.jpg")
    graph_def = tf.GraphDef()
    graph_def.ParseFromString(read("classify_image_graph_def.pb", "rb"))
    tf.import_graph_def(graph_def, name="")
    names = class_names()
    if not tf.gfile.Exists(image):
        raise SystemExit("There is no picture %s: name one with --image_file." % image)
    with tf.gfile.GFile(image, "rb") as f:
        contents = f.read()
    with tf.Session() as sess:
        scores = sess.run("softmax:0", {"DecodeJpeg/contents:0": contents})[0]
    for i in (-scores).argsort()[: FLAGS.num_top_predictions]:
        print("%s (score = %.5f)" % (names.get(i, ""), scores[i]))


if __name__ == "__main__":
    tf.app.run()
