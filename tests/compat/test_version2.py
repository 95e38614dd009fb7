"""`tf.compat.v2` in a graph: the objects of 1.x where 1.15.5 had the same, and the forms of 2.x where it had others."""

import importlib
import inspect

import pytest

import penstock as tf
from penstock import _names

v2 = tf.compat.v2


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def value(tensor):
    return tf.Session().run(tensor)


def test_what_both_versions_share_is_one_object():
    assert v2.float32 is tf.float32 and v2.math.exp is tf.exp and v2.linalg.matmul is tf.matmul
    assert v2.where is tf.where_v2 and v2.compat.dimension_value is tf.compat.dimension_value
    assert v2.raw_ops.Add(x=1, y=2).op.type == "Add"
    assert "session" not in dir(v2) and not hasattr(v2, "Session") and not hasattr(v2, "placeholder")


def test_it_is_imported_as_programs_do():
    tf.install()
    try:
        import tensorflow.compat.v2 as imported
        from tensorflow.compat.v2 import math

        assert imported.reduce_sum is v2.reduce_sum and math.reduce_sum is v2.reduce_sum
        assert importlib.import_module("tensorflow.compat.v2.linalg").matmul is tf.matmul
    finally:
        tf.uninstall()


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("convert_to_tensor", "value dtype dtype_hint name"),
        ("shape", "input out_type name"),
        ("gather", "params indices validate_indices axis batch_dims name"),
        ("transpose", "a perm conjugate name"),
        ("argmax", "input axis output_type name"),
        ("nn.moments", "x axes shift keepdims name"),
        ("math.bincount", "arr weights minlength maxlength dtype name"),
        ("Variable", "initial_value trainable validate_shape caching_device name variable_def dtype import_scope "
                     "constraint synchronization aggregation shape"),
    ],
)  # fmt: skip
def test_arguments_come_in_the_order_of_2_x(name, parameters):
    found = v2
    for part in name.split("."):
        found = getattr(found, part)
    assert list(inspect.signature(found).parameters) == parameters.split()


def test_no_name_of_1_x_alone_is_there():
    alone = ("placeholder", "get_variable", "global_variables_initializer", "train.AdamOptimizer", "layers.dense")
    assert [name for name in alone if f"compat.v2.{name}" in _names.NAMES] == []


def test_a_constant_is_filled_with_one_value_only():
    assert value(v2.constant([5], shape=[2])).tolist() == [5, 5]
    with pytest.raises(TypeError, match=r"Expected Tensor's shape: \(2, 2\), got \(3,\)"):
        v2.constant([1, 2, 3], shape=[2, 2])


def test_a_loop_gives_the_structure_that_it_was_given():
    result = v2.while_loop(lambda i: i < 3, lambda i: (i + 1,), (tf.constant(0),))
    assert isinstance(result, tuple) and value(result[0]) == 3


def test_variables_are_resources_and_all_variables_are_of_2_x():
    variable = v2.Variable([1.0], name="v")
    assert type(variable).__name__ == "ResourceVariable" and tf.trainable_variables() == [variable]
    assert isinstance(tf.Variable(1, use_resource=False), v2.Variable) and not isinstance(1, v2.Variable)


def test_scopes_and_devices_take_names_only():
    with v2.name_scope("a") as scope, v2.device("/cpu:0"):
        made = v2.constant(1, name="x")
    assert (scope, made.name, made.device) == ("a/", "a/x:0", "/device:CPU:0")
    with pytest.raises(ValueError, match="name for name_scope must be a string"):
        v2.name_scope(None)
    with pytest.raises(RuntimeError, match=r"tf\.device does not support functions"):
        v2.device(lambda op: "/cpu:0")


def test_a_check_says_what_it_was_told_to_say():
    with pytest.raises(tf.errors.InvalidArgumentError, match="not so"):
        v2.debugging.assert_equal(1, 2, "not so")


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("nn.conv2d", "input filters strides padding data_format dilations name"),
        ("nn.in_top_k", "targets predictions k name"),
        ("io.decode_csv", "records record_defaults field_delim use_quote_delim na_value select_cols name"),
        ("debugging.assert_rank", "x rank message name"),
        ("strings.split", "input sep maxsplit name"),
    ],
)
def test_arguments_of_later_forms_come_in_the_order_of_2_x(name, parameters):
    assert list(inspect.signature(tf._namespace.find(f"compat.v2.{name}")).parameters) == parameters.split()


def test_seeds_of_pools_and_windows():
    x = tf.random.stateless_uniform([1, 8, 8, 1], [1, 2])
    pooled = [v2.nn.fractional_max_pool(x, [1.0, 1.5, 1.5, 1.0], pseudo_random=True, seed=7) for _ in range(2)]
    assert pooled[0].row_pooling_sequence.op.get_attr("deterministic") is True
    assert pooled[0].output.op.get_attr("seed2") == 7
    drawn = v2.image.sample_distorted_bounding_box([8, 8, 1], [[[0.0, 0.0, 1.0, 1.0]]], seed=3)
    assert (drawn[0].op.get_attr("seed"), drawn[0].op.get_attr("seed2")) != (0, 0)


def test_refusals_of_layouts():
    with pytest.raises(ValueError, match="Data formats other than NHWC"):
        v2.nn.dilation2d(tf.zeros([1, 1, 2, 2]), tf.zeros([1, 1, 2]), [1] * 4, "SAME", "NCHW", [1] * 4)
    with pytest.raises(ValueError, match="ksize should be of length 1, 2 or 4 but was 3"):
        v2.nn.max_pool_with_argmax(tf.zeros([1, 2, 2, 1]), [1, 2, 2], 1, "SAME")


def test_bytes_of_a_fixed_length():
    padded = v2.io.decode_raw([b"abc", b"a"], tf.uint8, fixed_length=4)
    assert value(padded).tolist() == [[97, 98, 99, 0], [97, 0, 0, 0]]
    kept = v2.sparse.reduce_max(tf.SparseTensor([[0, 0], [1, 1]], [1, 5], [2, 2]), 1, output_is_sparse=True)
    assert value(kept.values).tolist() == [1, 5]
