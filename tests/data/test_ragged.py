"""Datasets of ragged tensors have TensorFlow's elements."""

from tests.ops.programs import same

PROGRAM = """
D = tf.data.Dataset
R1 = tf.ragged.constant([[1.0], [2.0, 3.0], [], [4.0]])
R2 = tf.ragged.constant([[[1], [2, 3]], [], [[4]]])
RI = tf.ragged.constant([[[1, 2]], [], [[3, 4], [5, 6]]], ragged_rank=1)
datasets = {
    "whole": D.from_tensors(R2),
    "rows": D.from_tensor_slices((R1, [1, 2, 3, 4])),
    "ragged rows": D.from_tensor_slices({"a": R2, "b": RI}),
    "rows of values": D.from_tensor_slices(tf.ragged.constant_value([[1], [2, 3]])),
    "strings": D.from_tensor_slices(tf.ragged.constant([["a"], [], ["b", "c"]])),
    "batches": D.from_tensor_slices((R1, tf.range(4))).batch(3),
    "batches of ragged rows": D.from_tensor_slices(R2).batch(2),
    "batches of batches": D.from_tensor_slices(R1).batch(2).batch(2),
    "mapped": D.from_tensor_slices(R2).map(lambda x: (x * 10, tf.reduce_sum(x, 1))),
    "made": D.range(3).map(lambda n: tf.ragged.range(tf.stack([n, 1]))),
    "made, in batches": D.range(3).map(lambda n: tf.ragged.range(tf.stack([n, 1]))).batch(2),
    "apart": D.from_tensors(R2).apply(tf.data.experimental.unbatch()),
    "sparse apart": D.from_tensors(tf.SparseTensor([[0, 1], [2, 0]], [5, 6], [3, 2])).apply(
        tf.data.experimental.unbatch()
    ),
    "filtered": D.from_tensor_slices(R1).filter(lambda x: tf.size(x) > 0).repeat(2),
    "zipped": D.zip((D.from_tensor_slices(R2), D.from_tensor_slices(RI))).take(2),
}

def plain(value):
    if isinstance(value, tf.ragged.RaggedTensorValue):
        return ["ragged", value.dtype.name] + [plain(p) for p in (value.flat_values, *value.nested_row_splits)]
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    return [plain(v) for v in value] if isinstance(value, (list, tuple)) else np.asarray(value)

result = {}
with tf.Session() as session:
    for name, dataset in datasets.items():
        element = tf.data.make_one_shot_iterator(dataset).get_next()
        found = []
        try:
            while True:
                found.append(plain(session.run(element)))
        except tf.errors.OutOfRangeError:
            pass
        result[name] = [found, str(tf.nest.flatten(tf.data.get_output_types(dataset)))]
"""


def test_datasets_of_ragged_tensors_have_the_elements_of_tensorflow(peer, monkeypatch):
    same(peer, PROGRAM, monkeypatch)
