"""Names of eager execution as far as they mean something in graphs, and the analysis that AutoGraph's converters share."""

import os

import pytest

import penstock as tf
from penstock.compat.internal.python.autograph.core import converter
from penstock.compat.internal.python.compiler.tensorrt import trt_convert
from penstock.compat.internal.python.eager import context, executor
from penstock.compat.kept_variables import EagerVariableStore


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    monkeypatch.setenv("TF_EAGER_REMOTE_USE_SEND_TENSOR_RPC", "0")


def test_a_cluster_for_eager_operations_changes_nothing_for_sessions():
    spec = tf.train.ClusterSpec({"worker": ["127.0.0.1:4711"]})
    tf.config.experimental_connect_to_cluster(spec)
    tf.config.experimental_connect_to_cluster(tf.distribute.cluster_resolver.SimpleClusterResolver(spec))
    tf.config.experimental_connect_to_host(["grpc://127.0.0.1:4711", "127.0.0.1:4712"])
    assert os.environ["TF_EAGER_REMOTE_USE_SEND_TENSOR_RPC"] == "1"
    with tf.Session() as sess:
        assert len(sess.list_devices()) >= 1 and sess.run(tf.constant(3)) == 3
    with pytest.raises(ValueError, match="must be a `ClusterSpec` or a `ClusterResolver`"):
        tf.config.experimental_connect_to_cluster({"worker": ["127.0.0.1:4711"]})
    with pytest.raises(ValueError, match="at least one remote_host"):
        tf.config.experimental_connect_to_host()


def test_executors_are_entered_and_left():
    usual = context._executors[-1]
    own = executor.new_executor(True)
    with context.executor_scope(own):
        assert context._executors[-1] is own and own.is_async()
        with context.executor_scope(None):
            assert context._executors[-1] is usual
    assert context._executors[-1] is usual and not usual.is_async()


def test_what_needs_eager_execution_says_so():
    with pytest.raises(NotImplementedError, match="build a graph"), context.eager_mode():
        pass
    with pytest.raises(AssertionError):
        trt_convert.TrtGraphConverterV2("/nowhere")


def test_settings_of_functions_leave_results_as_they_are():
    tf.experimental.output_all_intermediates(True)
    with tf.experimental.function_executor_type("SINGLE_THREADED_EXECUTOR"), tf.Session() as sess:
        x = tf.constant(2.0)
        grad = tf.gradients(tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * x), [0, x])[1], x)
        assert sess.run(grad)[0] == 32.0
    tf.experimental.output_all_intermediates(None)


def _branches(a):
    b = a + 1
    if b:
        c = 2
    else:
        c = b
    return c


def test_an_analysis_tells_which_variables_are_defined_and_used_later():
    from malt.pyct import anno, parser, transformer

    node, source = parser.parse_entity(_branches, ())
    entity = converter.EntityContext(None, transformer.EntityInfo("_branches", source, None, (), {}), None, "made")
    assert converter.standard_analysis(node, entity, is_initial=True) is node
    branch = node.body[1]
    assert {str(name) for name in anno.getanno(branch, anno.Static.DEFINED_VARS_IN)} == {"a", "b"}
    assert {str(name) for name in anno.getanno(branch, anno.Static.LIVE_VARS_OUT)} == {"c"}
    assert entity.target_name == "made"


def test_regions_of_images_are_found_on_gpus_only():
    found = tf.image.generate_bounding_box_proposals(
        tf.zeros([2, 5, 5, 3]), tf.zeros([2, 5, 5, 12]), tf.ones([2, 5]), tf.zeros([5, 5, 12]), post_nms_topn=7
    )
    with tf.Session() as sess, pytest.raises(tf.errors.InvalidArgumentError, match="No OpKernel was registered"):
        sess.run(found)
    with pytest.raises(ValueError, match="must be rank 4"):
        tf.image.generate_bounding_box_proposals(
            tf.zeros([5, 5, 3]), tf.zeros([2, 5, 5, 12]), tf.ones([2, 5]), tf.zeros([5, 5, 12])
        )


def test_a_store_keeps_the_variables_of_layers_apart():
    with tf.Graph().as_default(), tf.Session() as sess:
        kept = EagerVariableStore()
        x = tf.ones([2, 3])
        with kept.as_default():
            first = tf.layers.batch_normalization(tf.layers.dense(x, 4, name="one"))
        with tf.variable_scope(""):
            tf.get_variable("elsewhere", [])
        assert [v.name for v in kept.variables()] == [
            "batch_normalization/beta:0",
            "batch_normalization/gamma:0",
            "batch_normalization/moving_mean:0",
            "batch_normalization/moving_variance:0",
            "one/bias:0",
            "one/kernel:0",
        ]
        assert [v.name for v in kept.non_trainable_variables()] == [v.name for v in kept.variables()][2:4]
        other = kept.copy()
        sess.run(tf.global_variables_initializer())
        kernels = sess.run([kept.variables()[-1], other.variables()[-1]])
        assert (kernels[0] == kernels[1]).all() and sess.run(first).shape == (2, 4)
        assert other.variables()[-1] is not kept.variables()[-1]
    with pytest.raises(ValueError, match="does not hold eager variables"):
        EagerVariableStore(type(kept._store)())
