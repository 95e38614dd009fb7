"""Specs of tensors, sparse and ragged ones say of each other, and of values, what TensorFlow's say."""

import copy
import pickle

import pytest

import penstock as tf
from tests.ops.programs import same

SPECS = [
    "tf.TensorSpec([2, 3])",
    "tf.TensorSpec([2, None])",
    "tf.TensorSpec(None)",
    "tf.TensorSpec([2, 3], tf.int32)",
    "tf.SparseTensorSpec([2, 3])",
    "tf.SparseTensorSpec(None)",
    "tf.SparseTensorSpec([None, 3], tf.int32)",
    "tf.IndexedSlicesSpec([2, 3])",
    "tf.IndexedSlicesSpec([None, 3])",
    "tf.IndexedSlicesSpec([2, 3], indices_dtype=tf.int32)",
    "tf.RaggedTensorSpec([2, None])",
    "tf.RaggedTensorSpec([None, None], tf.float32, 1)",
    "tf.RaggedTensorSpec([2, None, None])",
    "tf.RaggedTensorSpec([2, None, 3], ragged_rank=1)",
    "tf.RaggedTensorSpec([2, None], row_splits_dtype=tf.int32)",
]
VALUES = [
    "tf.zeros([2, 3])",
    "tf.zeros([2, 3], tf.int32)",
    "tf.SparseTensor([[0, 1]], [1.0], [2, 3])",
    "tf.SparseTensorValue(np.array([[0, 1]]), np.array([1], np.int32), np.array([2, 3]))",
    "tf.ragged.constant([[1.0], [2.0, 3.0]])",
    "tf.ragged.constant([[[1.0]], []])",
    "tf.ragged.constant_value([[1.0], [2.0]], np.float32)",
    "tf.ragged.constant([[1.0], [2.0]], row_splits_dtype=tf.int32)",
]
PROGRAM = """
def ask(function):
    try:
        return function()
    except (ValueError, TypeError) as error:
        return type(error).__name__

specs = [eval(s) for s in specs]
values = [eval(v) for v in values]
def shape_of(spec):
    return str(spec._serialize()[0])
result = {
    "specs": [[a.is_compatible_with(b) for b in specs] for a in specs],
    "values": [[ask(lambda: s.is_compatible_with(v)) for v in values] for s in specs],
    "equal": [[a == b for b in specs] for a in specs],
    "merged": [[ask(lambda: shape_of(a.most_specific_compatible_type(b))) for b in specs] for a in specs],
    "types": [s.value_type.__name__ for s in specs],
    "errors": [ask(lambda: eval(text)) for text in wrong],
}
"""
WRONG = [
    "tf.RaggedTensorSpec(None)",
    "tf.RaggedTensorSpec([2, None], ragged_rank=2)",
    "tf.RaggedTensorSpec([2, None], ragged_rank='a')",
    "tf.SparseTensorSpec.from_value([1])",
    "tf.TensorSpec.from_tensor([1])",
]


def test_specs_say_what_fits_as_those_of_tensorflow(peer, monkeypatch):
    same(peer, PROGRAM, monkeypatch, specs=SPECS, values=VALUES, wrong=WRONG)


@pytest.mark.parametrize("text", SPECS)
def test_specs_are_copied_hashed_and_made_again_from_components(text):
    spec = eval(text)
    assert pickle.loads(pickle.dumps(spec)) == copy.copy(spec) == spec
    assert len({spec, eval(text)}) == 1
    assert text.split("(")[0].removeprefix("tf.") in repr(spec)


@pytest.mark.parametrize("value", [lambda: tf.ragged.constant([[[1], []]]), lambda: tf.SparseTensor([[0]], [1], [2])])
def test_values_are_made_again_from_their_components(value):
    value = value()
    kind = tf.RaggedTensorSpec if isinstance(value, tf.RaggedTensor) else tf.SparseTensorSpec
    spec = kind.from_value(value)
    parts = spec._to_components(value)
    assert all(s.is_compatible_with(p) for s, p in zip(spec._component_specs, parts, strict=True))
    with tf.Session() as session:
        a, b = session.run([value, spec._from_components(parts)])
    assert repr(a) == repr(b)


def test_a_spec_of_a_tensor_takes_its_name():
    with tf.Graph().as_default():
        spec = tf.TensorSpec.from_tensor(tf.zeros([2], name="z"))
    assert (spec.name, spec.shape.as_list(), spec.dtype) == ("z", [2], tf.float32)
    assert tf.TensorSpec.from_spec(spec, "y").name == "y"
    assert spec.most_specific_compatible_type(tf.TensorSpec([3])) == tf.TensorSpec([None])  # 1.15 forgets the name
    assert tf.data.experimental.RaggedTensorStructure(tf.int32, [None, None], 1) == tf.RaggedTensorSpec(
        [None, None], tf.int32
    )
