"""What 1.15.5 says to wrong programs, and to a few right ones that were refused here once.

    python tests/parity/refusals.py      (a Python with TensorFlow 1.15) writes recorded_refusals.json anew

Runs under Python 3.7 too, and imports nothing of Penstock.
"""

import json
from pathlib import Path

RECORDED = Path(__file__).resolve().parent / "recorded_refusals.json"
# x, y: what was fed, of no known shape. F: a folder that is not there.
EXPRESSIONS = """
tf.one_hot([0, 1], [3, 3])
tf.one_hot([0, 1], fed([3, 3]))
restore(F + "/model")
restore("model-that-is-not-there")
restore(None)
tf.gfile.Glob(F + "/*")
tf.gfile.Glob(F + "/a")
tf.gfile.Glob(F + "/b/a*")
tf.gfile.Glob("*that-is-not-there/b/a*")
tf.matching_files(F + "/*")
tf.train.checkpoint_exists(F + "/model")
tf.train.checkpoint_exists("model-that-is-not-there")
tf.train.latest_checkpoint(F)
tf.train.NewCheckpointReader(F + "/model")
tf.train.load_checkpoint(F + "/model")
tf.argmax([[1.0, 2.0]], 2)
tf.argmax([[1.0, 2.0]], -3)
tf.argmax([[1.0, 2.0]], fed(2))
tf.argmax([[1.0, 2.0]], [0, 1])
tf.argmin(fed([[1.0, 2.0]]), 2)
tf.while_loop(lambda i: i, lambda i: i + 1, [0])
tf.while_loop(lambda i: [True, False], lambda i: i + 1, [0])
tf.add_n([tf.zeros([2, 3]), tf.zeros([2, 1]), tf.zeros([])])
tf.add_n([tf.placeholder(tf.float32, [None, 2]), tf.zeros([3, 2]), tf.zeros([4, 2])])
tf.losses.mean_squared_error(tf.zeros([2, 3]), tf.zeros([2, 3]), weights=tf.zeros([3, 1]))
tf.losses.mean_squared_error(tf.zeros([2, 3]), tf.zeros([2, 3]), weights=tf.zeros([3]))
tf.concat([tf.zeros([2, 3]), tf.zeros([3, 4])], 0)
tf.concat([tf.zeros([4, 2, 3]), tf.zeros([4, 2, 4])], 1)
tf.concat([tf.zeros([2, 3]), tf.zeros([3])], 0)
tf.concat([tf.zeros([2, 3]), tf.zeros([3, 3])], 2)
tf.concat([tf.zeros([2, 3]), tf.zeros([3, 3])], -3)
tf.concat([tf.zeros([2, 3]), tf.zeros([3, 3])], [0, 1])
tf.concat([tf.zeros([]), tf.zeros([])], 0)
tf.concat([tf.zeros([2, 3]), tf.zeros([3, 3], tf.int32)], 0)
tf.stack([tf.zeros([2]), tf.zeros([3])])
tf.stack([tf.zeros([2]), tf.zeros([2]), tf.zeros([3])])
tf.stack([tf.zeros([2]), tf.zeros([2], tf.int32)])
tf.split(tf.zeros([5]), 2)
tf.split(tf.zeros([5]), [2, 2])
tf.split(tf.zeros([5]), [2, 3], axis=1)
tf.split(tf.zeros([5]), 2, axis=1)
tf.split(tf.zeros([5]), [-1, -1])
tf.tile(tf.zeros([2, 3]), [2])
tf.tile(tf.zeros([2, 3]), [[2, 1]])
tf.tile(tf.zeros([2, 3]), fed([2, -1]))
tf.transpose(tf.zeros([2, 3]), [0])
tf.transpose(tf.zeros([2, 3]), [0, 2])
tf.transpose(tf.zeros([2, 3]), [[0, 1]])
tf.transpose(fed([[1.0, 2.0]]), [0])
tf.zeros([2, 3]).set_shape([3, 3])
tf.zeros([2, 3]).set_shape([2])
tf.reshape(tf.zeros([5]), [2, -1])
tf.reshape(tf.zeros([5]), [2, 2])
tf.gather(tf.zeros([5]), [1], axis=3)
tf.expand_dims(tf.zeros([5]), 3)
tf.expand_dims(tf.zeros([5]), [0, 1])
tf.squeeze(tf.zeros([5]), [3])
tf.pad(tf.zeros([5]), [[-1, 1]])
tf.range(3, 0, 1)
tf.reduce_sum(tf.zeros([5]), 3)
tf.reverse(tf.zeros([5, 5]), [0, 0])
tf.zeros([5])[7]
tf.broadcast_to(tf.zeros([5]), [3])
tf.nn.top_k(tf.zeros([5]), 7)
tf.nn.top_k(tf.zeros([5]), -7)
tf.nn.depthwise_conv2d(images(), filters(), [1, 2, 2, 1], "SAME", rate=[2, 2])
tf.nn.depthwise_conv2d(images(), filters(), [1, 2, 2, 1], "VALID", rate=[2, 1])
tf.nn.separable_conv2d(images(), filters(), tf.ones([1, 1, 4, 2]), [1, 2, 2, 1], "SAME", rate=[2, 2])
layer(tf.layers.separable_conv2d, images(), 4, 3, strides=2, dilation_rate=2)
layer(tf.layers.separable_conv1d, images()[0], 4, 3, strides=2, dilation_rate=2)
layer(tf.contrib.layers.separable_conv2d, images(), None, 3, 1, stride=2, rate=2)
layer(tf.layers.conv2d, images(), 4, 3, strides=2, dilation_rate=2)
repr(tf.data.Dataset.from_tensor_slices(([1.0, 2.0], {"a": [1, 2]})).batch(2))
repr(tf.data.Dataset.range(3).map(lambda x: x).shuffle(3).repeat())
repr(tf.data.TFRecordDataset("a"))
repr(tf.data.experimental.RandomDataset(3))
"""
PROGRAMS = EXPRESSIONS.strip().splitlines()
NOWHERE = "/a-folder-that-is-not-there"


def says(tf, source):
    """What a program gives, rounded, or the class and text of its error without the place where it was made."""
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(1)

        def restore(path):
            tf.Variable(1.0)
            tf.train.Saver().restore(sess, path)

        def layer(function, *args, **kwargs):
            made = function(*args, **kwargs)
            sess.run(tf.global_variables_initializer())
            return made

        def numbers(*shape):
            count = 1
            for n in shape:
                count *= n
            return tf.reshape(tf.range(count, dtype=tf.float32), shape) / count

        names = {
            "tf": tf,
            "fed": lambda value: tf.placeholder_with_default(value, None),
            "F": NOWHERE,
            "restore": restore,
            "layer": layer,
            "images": lambda: numbers(2, 7, 7, 2),
            "filters": lambda: numbers(3, 3, 2, 2),
        }
        try:
            given = eval(source, names)
            if isinstance(given, tf.Tensor):
                given = sess.run(given)
                return [list(given.shape), [float("%.4g" % x) for x in given.ravel()[:12]]]
            return [str(given)]
        except Exception as error:
            text = getattr(error, "message", None) or str(error)
            return [type(error).__name__, text.split("\n\t [[")[0]]


if __name__ == "__main__":
    import tensorflow

    tensorflow.logging.set_verbosity("FATAL")
    assert tensorflow.__version__.startswith("1.15"), tensorflow.__version__
    found = {source: says(tensorflow, source) for source in PROGRAMS}
    RECORDED.write_text("{\n" + ",\n".join(json.dumps(k) + ": " + json.dumps(v) for k, v in found.items()) + "\n}\n")
