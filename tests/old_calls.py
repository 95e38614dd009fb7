"""Calls in the forms of 0.12.1, with their results there in `recorded_old_calls.json`.

`python tests/ops/old_calls.py` under a Python 2.7 with TensorFlow 0.12.1 records them.
"""

import json
import os

import numpy as np

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded_old_calls.json")
X = [[0.5, -1.0, 2.0], [3.0, 0.25, -0.75]]
I = [1, 3, 1, 2, 3]  # noqa: E741
CALLS = """
tf.concat(0, [x, x])
tf.concat(1, [x, x], "joined")
tf.concat(concat_dim=1, values=[x, x])
tf.split(1, 3, x)
tf.split(split_dim=0, num_split=2, value=x)
tf.pack([x, x], 1)
tf.pack([x, x], name="packed")
tf.unpack(x, 2)
tf.unpack(x, axis=1)
tf.reverse(x, [True, False])
tf.reverse(x, dims=[True, True])
tf.reverse_sequence(x, [2, 3], 1, 0)
tf.reverse_sequence(x, [2, 3], seq_dim=1)
tf.mul(x, x)
tf.sub(x, 1.0)
tf.neg(x)
tf.select(x > 0, x, -x)
tf.where(x > 0)
tf.batch_matmul(tf.expand_dims(x, 0), tf.expand_dims(x, 0), adj_y=True)
tf.complex_abs(tf.complex(3.0, 4.0))
tf.self_adjoint_eigvals([[4.0, 2.0], [2.0, 5.0]])
tf.argmax(x, 1)
tf.arg_max(x, 1, name="greatest")
tf.argmin(x, dimension=0)
tf.expand_dims(x, dim=0)
tf.squeeze(tf.expand_dims(x, 0), squeeze_dims=[0])
tf.reduce_sum(x, 1, True)
tf.reduce_mean(x, reduction_indices=[0], keep_dims=True)
tf.reduce_join([["a", "b"], ["c", "d"]], reduction_indices=1)
tf.unique(i)
tf.unique_with_counts(i)
tf.one_hot(i, 4)
tf.range(0, 6, 2)
tf.cond(x[0, 0] > 0, lambda: x + 1.0, lambda: x, "either")
tf.cond(x[0, 0] > 0, fn1=lambda: x + 1.0, fn2=lambda: x)
tf.string_split(["a b", "c"], " ").values
tf.decode_csv(["1,2.5"], [[0], [0.0]], ",", "fields")
tf.decode_raw("ab", tf.uint8)
tf.decode_raw(bytes="ab", out_type=tf.uint8)
tf.sparse_tensor_to_dense(tf.SparseTensor([[0, 1]], [5], [1, 3]))
tf.sparse_tensor_to_dense(tf.SparseTensor(indices=[[0, 1]], values=[5], shape=[1, 3]))
tf.sparse_reduce_sum(tf.SparseTensor([[0, 1], [0, 2]], [5, 6], [1, 3]), reduction_axes=1)
tf.sparse_tensor_to_dense(tf.sparse_concat(1, [tf.SparseTensor([[0, 1]], [5], [1, 3])] * 2))
tf.sparse_tensor_to_dense(tf.sparse_split(1, 2, tf.SparseTensor([[0, 1]], [5], [1, 4]))[0])
tf.nn.softmax(x, 0)
tf.nn.softmax(x, dim=0)
tf.nn.log_softmax(x, -1, "logs")
tf.nn.l2_normalize(x, 1)
tf.nn.l2_normalize(x, dim=0)
tf.nn.relu(x, "positive")
tf.nn.softmax_cross_entropy_with_logits(x, [[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]])
tf.nn.softmax_cross_entropy_with_logits(logits=x, labels=[[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]])
tf.nn.softmax_cross_entropy_with_logits(x, labels=[[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]], name="loss")
tf.nn.sparse_softmax_cross_entropy_with_logits(x, [1, 2], "loss")
tf.nn.sigmoid_cross_entropy_with_logits(x, [[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]], "loss")
tf.nn.sigmoid_cross_entropy_with_logits(x, targets=[[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]])
tf.nn.weighted_cross_entropy_with_logits(logits=x, targets=[[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]], pos_weight=2.0)
tf.nn.nce_loss(tf.ones([4, 3]), tf.zeros([4]), x, labels, 4, 4, 1, candidates)
tf.nn.sampled_softmax_loss(tf.ones([4, 3]), tf.zeros([4]), x, labels, 4, 4, 1, candidates)
tf.nn.conv2d(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), [1, 1, 1, 1], "VALID", True, "NHWC", "window")
tf.nn.conv3d(tf.ones([1, 2, 2, 2, 1]), tf.ones([2, 2, 2, 1, 1]), [1] * 5, "VALID", "window")
tf.nn.max_pool3d(tf.ones([1, 2, 2, 2, 1]), [1, 2, 2, 2, 1], [1] * 5, "VALID", "window")
tf.nn.avg_pool3d(tf.ones([1, 2, 2, 2, 1]), [1, 2, 2, 2, 1], [1] * 5, "VALID", "window")
tf.nn.depthwise_conv2d(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), [1, 1, 1, 1], "VALID", name="window")
tf.extract_image_patches(tf.ones([1, 3, 3, 1]), [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID")
tf.image.per_image_standardization(tf.reshape(x, [2, 3, 1]))
tf.contrib.losses.mean_squared_error(x, targets=tf.zeros([2, 3]), weight=2.0)
tf.contrib.losses.cosine_distance(x, tf.ones([2, 3]), dim=1)
tf.scan(lambda a, b: a + b, x, None, 10, True, False, True, "sums")
tf.while_loop(lambda n: n < 5, lambda n: n + 1, [tf.constant(0)])
tf.initialize_variables([])
tf.nn.ctc_loss(tf.zeros([2, 1, 3]), tf.SparseTensor([[0, 0]], [1], [1, 1]), [2])
""".strip().splitlines()


def results(tf):
    """{call: its result, or the error that it ends in}."""
    found = {}
    for call in CALLS:
        with tf.Graph().as_default(), tf.Session() as sess:
            try:
                labels = tf.constant([[1], [2]], tf.int64)
                candidates = (tf.constant([0, 1, 2, 3], tf.int64), tf.ones([2, 1]), tf.ones([4]))
                names = {"tf": tf, "x": tf.constant(X), "i": tf.constant(I), "labels": labels, "candidates": candidates}
                value = eval(call, names)
                value = sess.run(value)
                parts = list(value) if isinstance(value, (list, tuple)) else [value]
                found[call] = [_plain(part) for part in parts]
            except Exception as error:
                found[call] = "%s: %s" % (type(error).__name__, error)
    return found


def _plain(value):
    if value is None:
        return None
    value = np.asarray(value)
    return [text.decode() for text in value.ravel().tolist()] if value.dtype == object else value.tolist()


if __name__ == "__main__":
    import tensorflow

    with open(RECORD, "w") as file:
        json.dump(results(tensorflow), file, indent=0, sort_keys=True)
        file.write("\n")
