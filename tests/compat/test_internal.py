"""What modules inside of 1.x held besides public names does what it did in 1.15.5, where the numbers here come from."""

import functools

import numpy as np
import pytest

import penstock as tf


@pytest.fixture(autouse=True)
def installed():
    tf.install()
    yield
    tf.uninstall()


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def _function(a, b, c=3, *args, **kw):
    return a, b, c, args, kw


def test_tf_inspect_sees_through_decorators_and_partial_functions():
    from tensorflow.python.util import tf_decorator, tf_inspect

    def decorated(function):
        return tf_decorator.make_decorator(function, lambda *a, **k: function(*a, **k), "decorated")

    assert tuple(tf_inspect.getargspec(decorated(_function))) == (["a", "b", "c"], "args", "kw", (3,))
    assert tf_inspect.getfullargspec(decorated(_function)).defaults == (3,)
    assert tuple(tf_inspect.getargspec(functools.partial(_function, 1, b=4, z=1)))[0::3] == (["b", "c"], (4, 3))
    assert tf_inspect.getcallargs(_function, 1, c=5, b=2) == {"a": 1, "b": 2, "c": 5}
    with pytest.raises(ValueError, match="can not be expressed with ArgSpec"):
        tf_inspect.getargspec(functools.partial(_function, a=1))


def test_lengths_of_convolutions():
    from tensorflow.python.layers import utils

    lengths = [
        (
            utils.conv_output_length(11, 3, p, 2, 2),
            utils.conv_input_length(11, 3, p, 2),
            utils.deconv_output_length(11, 3, p, 2),
        )
        for p in ("same", "valid", "full")
    ]
    assert lengths == [(6, 21, 22), (4, 23, 23), (8, 19, 19)]


def test_a_condition_that_is_known_builds_one_branch(graph):
    from tensorflow.python.framework import smart_cond
    from tensorflow.python.layers import utils

    unknown = tf.placeholder(tf.bool, [])
    assert [utils.constant_value(p) for p in (True, 0, tf.constant(True), unknown, tf.Variable(True))] == [
        True,
        False,
        True,
        None,
        None,
    ]
    assert utils.smart_cond(tf.constant(1) > 2, lambda: "yes", lambda: "no") == "no"
    assert smart_cond.smart_case([(False, lambda: 1), (True, lambda: 2)]) == 2
    result = smart_cond.smart_case([(unknown, lambda: tf.constant(1)), (True, lambda: tf.constant(2))])
    assert [tf.Session().run(result, {unknown: value}) for value in (True, False)] == [1, 2]
    with pytest.raises(TypeError, match="`pred` must be a Tensor, or a Python bool, or 1 or 0"):
        smart_cond.smart_constant_value("a")


def test_everything_that_depends_on_a_tensor_is_reachable_from_it(graph):
    from tensorflow.python.layers import utils

    x = tf.placeholder(tf.float32, [None, 3])
    y = x * 2
    z = y + 1
    assert utils.get_reachable_from_inputs([x]) == {x, y, z}
    assert utils.static_shape(x) == (None, 3) and utils.static_shape(tf.placeholder(tf.float32)) is None


def test_the_shape_that_a_reduction_leaves_comes_from_the_shape_before_it(graph):
    from tensorflow.python.ops import math_ops

    x = tf.placeholder(tf.float32)
    known, unknown = math_ops.reduced_shape([2, 3, 4], [-1, 0]), math_ops.reduced_shape(tf.shape(x), [1])
    values = tf.Session().run([known, unknown], {x: np.zeros([5, 6])})
    assert [v.tolist() for v in values] == [[1, 3, 1], [5, 1]]


def test_arguments_in_the_order_of_2_x_where_1_15_had_it_so_inside(graph):
    from tensorflow.python.ops import confusion_matrix, lookup_ops, parsing_ops

    table = lookup_ops.index_table_from_tensor(vocabulary_list=["a", "b"], num_oov_buckets=1)
    with tf.Session() as sess:
        sess.run(tf.tables_initializer())
        assert sess.run(table.lookup(tf.constant(["b", "z"]))).tolist() == [1, 2]
        assert sess.run(confusion_matrix.confusion_matrix([0, 1], [1, 1], 2, [3, 4])).tolist() == [[0, 3], [0, 4]]
        numbers = sess.run(parsing_ops.decode_raw(["abc", "d"], tf.uint8, True, 4))
    assert numbers.tolist() == [[97, 98, 99, 0], [100, 0, 0, 0]]


def test_the_graph_of_inputs_is_found_and_must_be_one(graph):
    from tensorflow.python.framework import ops

    x = tf.constant(1, name="x")
    with tf.Graph().as_default():
        y = tf.constant(2, name="y")
    assert ops._get_graph_from_inputs([x]) is graph is ops._get_graph_from_inputs([])
    with pytest.raises(ValueError, match="must be from the same graph as"):
        ops._get_graph_from_inputs([x, y])
    with pytest.raises(ValueError, match="is not from the passed-in graph"):
        ops._get_graph_from_inputs([y], graph)


def test_values_become_tensors_and_composite_ones_stay(graph):
    from tensorflow.python.framework import ops

    sparse = tf.SparseTensor([[0]], [1.0], [1])
    assert ops.convert_to_tensor_or_composite(sparse) is sparse
    assert ops.convert_to_tensor_or_composite([1]).dtype == tf.int32
    assert ops.internal_convert_to_tensor([1, 2], None, "name", False, tf.float32).dtype == tf.float32
    assert ops.uid() < ops.uid()


def test_seeds_of_datasets_are_two_tensors(graph):
    from tensorflow.python.data.util import random_seed

    pairs = [random_seed.get_seed(3), random_seed.get_seed(None)]
    assert tf.Session().run(pairs) == [(87654321, 3), (0, 0)]


def test_a_shallow_structure_may_have_fewer_parts_if_told_so():
    from tensorflow.python.util import nest

    assert nest.flatten_up_to({"b": 1}, {"a": 3, "b": [2]}, check_subtrees_length=False) == [[2]]
    with pytest.raises(ValueError, match="fewer elements than the shallow_tree"):
        nest.flatten_up_to([1, 1], [2], check_subtrees_length=False)


def test_the_behaviour_of_2_x_is_off_until_asked_for():
    from tensorflow.python import tf2

    assert not tf2.enabled()
    tf2.enable()
    assert tf2.enabled()
    tf2.disable()
    assert not tf2.enabled()


def test_rows_of_a_tensor_are_replaced_added_to_and_subtracted_from(graph):
    from tensorflow.python.ops import inplace_ops

    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    replaced = inplace_ops.alias_inplace_update(x, 0, [9.0, 9.0])
    added = inplace_ops.inplace_add(x, [1, 0], [[1.0, 1.0], [2.0, 2.0]])
    nothing = inplace_ops.inplace_sub(x, None, x)
    values = tf.Session().run([replaced, added, nothing, inplace_ops.empty_like(x, init=True)])
    assert [v.tolist() for v in values] == [
        [[9.0, 9.0], [3.0, 4.0]],
        [[3.0, 4.0], [4.0, 5.0]],
        [[0.0, 0.0], [0.0, 0.0]],
        [[0.0, 0.0], [0.0, 0.0]],
    ]


def test_parts_of_metrics(graph):
    from tensorflow.python.ops import metrics_impl

    labels, predictions, weights = (
        tf.constant([[0], [1]]),
        tf.constant([[1], [1]]),
        tf.constant([[1.0], [3.0]], tf.float64),
    )
    total, update = metrics_impl._streaming_confusion_matrix(labels, predictions, 2, weights)
    quotient = metrics_impl._safe_scalar_div(tf.constant(1.0), tf.constant(0.0), "quotient")
    with tf.Session() as sess:
        sess.run(tf.local_variables_initializer())
        sess.run(update)
        assert sess.run(update).tolist() == [[0.0, 2.0], [0.0, 6.0]] and sess.run(quotient) == 0.0
        assert sess.run(metrics_impl._aggregate_variable(total, ["there"])).tolist() == [[0.0, 2.0], [0.0, 6.0]]
    assert len(tf.get_collection("there")) == 1 and tf.get_collection("metric_variables") == [total]
    shapes = metrics_impl._remove_squeezable_dimensions(tf.zeros([3, 1]), tf.zeros([3]), tf.zeros([3]))
    assert [t.shape.as_list() for t in shapes] == [[3], [3], [3]]


def test_parts_of_recurrent_cells(graph):
    from tensorflow.python.ops import rnn_cell_impl

    assert [t.shape.as_list() for t in rnn_cell_impl._zero_state_tensors([2, 3], 4, tf.float32)] == [[4, 2], [4, 3]]
    assert rnn_cell_impl._concat(2, [3, 4], static=True) == [2, 3, 4]
    assert rnn_cell_impl._concat(tf.placeholder(tf.int32, []), 3, static=True) is None
    with pytest.raises(TypeError, match="'cell' .* is not an RNNCell"):
        rnn_cell_impl.assert_like_rnncell("cell", 3)


def test_a_summary_has_its_family_in_tag_and_scope(graph):
    from tensorflow.python.ops import summary_op_util

    with summary_op_util.summary_scope("a b", family="fam") as found:
        assert found == ("fam/fam/a_b", "fam/a_b/")


def test_private_names_and_old_spellings_are_the_classes_themselves():
    from tensorflow.python.layers import convolutional
    from tensorflow.python.training import evaluation, monitored_session

    assert convolutional.Convolution2D is tf.layers.Conv2D and convolutional.convolution2d is tf.layers.conv2d
    assert issubclass(evaluation._StopAfterNEvalsHook, tf.train.SessionRunHook)
    with tf.Session() as sess:
        hooked = monitored_session._HookedSession(sess, [])
        assert hooked.run(tf.constant(3, name="three")) == 3 and not hooked.should_stop()


def test_libraries_keep_attributes_of_their_own_on_tensors_operations_variables_and_graphs(graph):
    tensor = tf.constant(1.0)
    for thing in (tensor, tensor.op, tf.Variable(1.0), graph):
        thing._keras_shape = (None, 3)
        assert thing._keras_shape == (None, 3) and not hasattr(thing, "_never_set")


def test_tf_inspect_shows_functions_of_tensorflow_as_they_were_written():
    from tensorflow.python.util import tf_inspect

    assert tf_inspect.getfullargspec(tf.cast) == tf_inspect.getfullargspec(lambda x, dtype, name=None: x)
    assert tf_inspect.getfullargspec(tf.concat) == tf_inspect.getfullargspec(lambda values, axis, name="concat": 0)


def test_definitions_of_all_operations_are_found_by_name():
    from tensorflow.core.framework import op_def_pb2
    from tensorflow.python.framework import op_def_registry

    known = op_def_registry.get_registered_ops()
    assert [arg.name for arg in known["MatMul"].input_arg] == ["a", "b"]
    other = op_def_pb2.OpList(op=[op_def_pb2.OpDef(name="MatMul")])
    with pytest.raises(ValueError, match="Registered op_def for MatMul"):
        op_def_registry.register_op_list(other)
    with pytest.raises(TypeError, match="not an op_def_pb2.OpList"):
        op_def_registry.register_op_list([])


def test_graphs_with_operations_among_replicas_can_be_built(graph):
    from tensorflow.python.tpu.ops import tpu_ops

    x = tf.ones([2, 4])
    assert tpu_ops.cross_replica_sum(x, [[0]]).op.type == "CrossReplicaSum"
    assert tpu_ops.collective_permute(x, [[0, 0]]).op.type == "CollectivePermute"


def test_optimizers_are_direct_subclasses_of_optimizer():
    for name in "Adadelta Adagrad Adam Ftrl GradientDescent Momentum RMSProp ProximalAdagrad".split():
        assert getattr(tf.train, name + "Optimizer").__base__ is tf.train.Optimizer
    with pytest.raises(NotImplementedError):
        tf.train.Optimizer(False, "Own")._apply_dense(None, None)


def test_a_column_of_the_first_interface_is_a_dense_column_of_the_functions(graph):
    from tensorflow.python.feature_column import feature_column, feature_column_v2

    class Doubled(feature_column._DenseColumn):
        name = "doubled"
        _variable_shape = tf.TensorShape([2])
        _parse_example_spec = {"x": tf.FixedLenFeature([2], tf.float32)}

        def _transform_feature(self, inputs):
            return inputs.get("x") * 2.0

        def _get_dense_tensor(self, inputs, weight_collections=None, trainable=None):
            return inputs.get(self)

    class Both(feature_column._DenseColumn, feature_column_v2.DenseColumn):
        pass

    assert issubclass(Both, feature_column._FeatureColumn)
    assert isinstance(tf.feature_column.numeric_column("x"), feature_column._DenseColumn)
    assert not isinstance(tf.feature_column.numeric_column("x"), feature_column._CategoricalColumn)
    made = tf.feature_column.input_layer({"x": [[1.0, 2.0]]}, [Doubled()])
    with tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(made), [[2.0, 4.0]])


def test_map_fn_takes_the_type_of_a_variable_for_its_results(graph):
    v = tf.Variable([1.0, 2.0], use_resource=False)
    made = tf.map_fn(lambda i: tf.cast(i, tf.float32) * 2.0, tf.range(2), dtype=v.dtype)
    with tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(made), [0.0, 2.0])


def test_sums_of_linear_operators_keep_their_structure(graph):
    from tensorflow.python.ops.linalg import linear_operator_addition as addition

    identity = tf.linalg.LinearOperatorIdentity(2)
    diagonal = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    triangle = tf.linalg.LinearOperatorLowerTriangular([[1.0, 0.0], [2.0, 3.0]])
    matrix = tf.linalg.LinearOperatorFullMatrix([[1.0, 5.0], [2.0, 3.0]])
    (sum_,) = addition.add_operators([diagonal, identity])
    assert isinstance(sum_, tf.linalg.LinearOperatorDiag)
    assert sum_.name == "Add/LinearOperatorIdentity__LinearOperatorDiag/"
    (sum_,) = addition.add_operators([triangle, matrix, identity])
    with tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(sum_.to_dense()), [[3.0, 5.0], [4.0, 7.0]])
    with pytest.raises(ValueError, match="same domain dimension"):
        addition.add_operators([identity, tf.linalg.LinearOperatorIdentity(3)])


def test_jacobians_of_parts_of_a_graph(graph):
    from tensorflow.python.ops.parallel_for import gradients

    x = tf.constant([[2.0, 1.0], [3.0, 4.0]])
    with tf.Session() as sess:
        rows = sess.run(gradients.batch_jacobian(x * x, x))
        np.testing.assert_array_equal(rows, [[[4, 0], [0, 2]], [[6, 0], [0, 8]]])
        assert sess.run(gradients.jacobian(x * x, x)).shape == (2, 2, 2, 2)


def test_values_of_a_librarys_spec_are_batched_by_their_tensors(graph):
    from tensorflow.python.framework import type_spec
    from tensorflow.python.util import nest

    class Pair(type_spec.BatchableTypeSpec):
        value_type = tuple
        _component_specs = (tf.TensorSpec([2]), tf.TensorSpec([]))

        def _to_components(self, value):
            return value

        def _from_components(self, components):
            return tuple(components)

        def _serialize(self):
            return ()

    a, b = tf.ones([2]), tf.constant(1.0)
    assert Pair()._from_tensor_list(Pair()._to_tensor_list((a, b))) == (a, b)
    with pytest.raises(ValueError, match="insufficient rank for batching"):
        Pair()._to_batched_tensor_list((a, b))
    assert not nest._is_namedtuple((1, 2))


def test_counts_at_thresholds_and_what_libraries_ask_of_graphs_and_modules(graph):
    from tensorflow.python.feature_column import dense_features_v2
    from tensorflow.python.ops import metrics_impl

    values, updates = metrics_impl._confusion_matrix_at_thresholds(
        [1, 0, 1], [0.9, 0.8, 0.2], [0.5], includes=("tp", "fp")
    )
    with tf.Session() as sess:
        sess.run(tf.local_variables_initializer())
        assert {key: value.tolist() for key, value in sess.run(updates).items()} == {"tp": [1.0], "fp": [1.0]}
    with pytest.raises(ValueError, match="Invalid key: xx"):
        metrics_impl._confusion_matrix_at_thresholds([1], [0.9], [0.5], includes=("xx",))
    assert graph._get_control_flow_context() is None
    assert tf.Module()._no_dependency([1]) == [1]
    assert dense_features_v2.DenseFeatures([tf.feature_column.numeric_column("x")]).built is False


def test_booleans_are_counted_and_one_string_is_reshaped(graph):
    with tf.Session() as sess:
        assert sess.run(tf.count_nonzero([[True, False], [True, True]], axis=1)).tolist() == [1, 2]
        text = tf.map_fn(lambda x: x, tf.constant([b"abc"]))[0]
        assert sess.run(tf.reshape(text, [1, 1])).tolist() == [[b"abc"]]
        assert sess.run(tf.reshape(tf.py_func(lambda: b"abc", [], tf.string), [1])).tolist() == [b"abc"]


def test_the_value_of_what_is_no_tensor_is_itself_and_of_a_variable_none(graph):
    from tensorflow.python import pywrap_tensorflow
    from tensorflow.python.framework import tensor_util

    assert tensor_util.constant_value(True) is True
    assert tensor_util.constant_value(None) is None
    assert tensor_util.constant_value(tf.Variable(1.0)) is None
    assert tf.get_static_value(5) == 5
    total = tf.constant(1) + 2
    assert pywrap_tensorflow.TF_TryEvaluateConstant_wrapper(graph._c_graph, total._as_tf_output()) == 3
    with tf.Session():
        tf.test.TestCase().assertAllClose([tf.constant(1.0), tf.constant([2.0])], [1.0, [2.0]])


def test_a_librarys_own_control_flow_context_is_entered_and_left(graph):
    from tensorflow.contrib.eager.python import tfe
    from tensorflow.python.ops.control_flow_ops import ControlFlowContext

    class Context(ControlFlowContext):
        def AddOp(self, op):  # noqa: N802 - the name that it has there
            self.AddName(op.name)

        def AddValue(self, val):  # noqa: N802
            return val

    outer = Context()
    outer.Enter()
    inner = Context()
    inner.Enter()
    assert graph._get_control_flow_context() is inner and inner.outer_context is outer
    x = tf.constant(1.0)
    assert inner.AddValue(x) is x and x.op.name in inner._values
    from tensorflow.python.ops import control_flow_util

    assert not control_flow_util.GraphOrParentsInXlaContext(graph)
    Context.IsXLAContext = lambda self: self is outer
    assert control_flow_util.GraphOrParentsInXlaContext(graph)
    inner.Exit()
    assert graph._get_control_flow_context() is outer
    outer.Exit()
    assert graph._get_control_flow_context() is None
    assert tfe.run_all_tests_in_graph_and_eager_modes(tf.test.TestCase) is not None
