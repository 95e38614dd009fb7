"""Descriptions of TensorArrays, references to tensors, and what `==` means in graphs."""

from __future__ import annotations

import pytest

import penstock as tf


def test_a_spec_describes_an_array_and_makes_one_from_its_parts():
    with tf.Graph().as_default(), tf.Session() as session:
        array = tf.TensorArray(tf.float32, size=2, element_shape=[2], dynamic_size=True).write(0, [1.0, 2.0])
        spec = tf.TensorArraySpec.from_value(array)
        assert spec == tf.TensorArraySpec([2], tf.float32, True)
        assert spec.value_type is tf.TensorArray
        again = spec._from_components(spec._to_components(array))
        assert session.run(again.write(1, [3.0, 4.0]).stack()).tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_specs_of_arrays_fit_if_their_elements_do():
    wide, narrow = tf.TensorArraySpec([None, 3]), tf.TensorArraySpec([2, 3])
    assert wide.is_compatible_with(narrow)
    assert wide.most_specific_compatible_type(narrow) == wide
    assert not wide.is_compatible_with(tf.TensorArraySpec([2, 3], tf.int32))
    assert not wide.is_compatible_with(tf.TensorArraySpec([2, 3], dynamic_size=True))
    assert wide.is_compatible_with(tf.TensorArraySpec([2, 3], infer_shape=False))
    with pytest.raises(ValueError, match="not compatible"):
        wide.most_specific_compatible_type(tf.TensorArraySpec([4]))
    with pytest.raises(TypeError, match="Expected value to be a TensorArray"):
        tf.TensorArraySpec.from_value(1.0)
    assert tf.data.experimental.TensorArrayStructure(tf.float32, [2, 3], False, True) == narrow


def test_tensors_in_graphs_are_compared_by_identity_even_with_equality_enabled():
    with tf.Graph().as_default():
        x, y = tf.constant(1.0), tf.constant(1.0)
        tf.enable_tensor_equality()
        try:
            assert x == x
            assert x != y
            assert len({x, y}) == 2
        finally:
            tf.disable_tensor_equality()


def test_references_are_keys():
    with tf.Graph().as_default():
        x, v = tf.constant(1.0), tf.Variable(1.0)
        table = {x.experimental_ref(): "x", v.experimental_ref(): "v"}
        assert table[x.experimental_ref()] == "x"
        assert table[v.experimental_ref()] == "v"
        assert x.experimental_ref().deref() is x
        assert x.experimental_ref() != tf.constant(1.0).experimental_ref()


def test_a_sparse_tensor_is_made_from_a_value_given_by_name():
    with tf.Graph().as_default(), tf.Session() as session:
        value = tf.SparseTensorValue([[0]], [1.0], [2])
        assert session.run(tf.SparseTensor.from_value(sparse_tensor_value=value)).values.tolist() == [1.0]
