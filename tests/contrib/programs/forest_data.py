"""Features and labels for random forests; what 1.15.5 says to them is in `recorded/forest_data.json`."""

HELPERS = """
import importlib

where = "penstock.contrib.forest_data" if tf.__name__ == "penstock" else "tensorflow.contrib.tensor_forest.python.ops.data_ops"
data_ops = importlib.import_module(where)


def run(*tensors):
    with tf.Session() as session:
        return session.run(list(tensors))


def plain(sparse):
    return run(sparse.indices, sparse.values, sparse.dense_shape)
"""

_PROGRAMS = {
    "a dictionary": """
words = tf.SparseTensor([[0, 0], [2, 1]], ["tree", "a rather long name of a forest"], [3, 2])
dense, sparse, spec = data_ops.ParseDataTensorOrDict({
    "b": tf.constant([["x"], ["yes"], [""]]), "a": tf.constant([[1, 2], [3, 4], [5, 6]]), "c": tf.ones([3, 1]),
    "words": words, "more": tf.SparseTensor([[1, 0]], tf.constant([7], tf.int64), [3, 1]),
    "numbers": tf.SparseTensor([[1, 0]], [7.0], [3, 1])})
result = [run(dense), plain(sparse), spec.SerializeToString(), spec.dense.size(), data_ops.GetColumnName(3, 4)]
""",
    "strings": """
texts = ["", "a", "abcdefg", "abcdefgh", "abcdefghi", "\\u00e4" * 20, "0123456789abcdef"]
result = run(data_ops.CastToFloat(tf.constant(texts)))
""",
    "tensors": """
dense, nothing, spec = data_ops.ParseDataTensorOrDict(np.ones([2, 3], np.float32))
result = [run(dense), nothing is None, spec.SerializeToString()]
none, sparse, spec = data_ops.ParseDataTensorOrDict(tf.SparseTensor([[1, 0]], [7.0], [3, 1]))
result += [plain(sparse), none is None, spec.SerializeToString()]
""",
    "labels": """
result = run(
    data_ops.ParseLabelTensorOrDict(tf.constant([1, 0, 2])),
    data_ops.ParseLabelTensorOrDict({"b": tf.ones([2, 1]), "a": tf.zeros([2, 2])}),
    data_ops.ParseLabelTensorOrDict(tf.SparseTensor([[1, 0]], [7], [3, 1])),
)
""",
}
PROGRAMS = {title: HELPERS + source for title, source in _PROGRAMS.items()}
