"""Computations for TPUs: the same nodes as in 1.15.5, and the same errors where one of them should run."""

import pickle
import threading

import pytest

import penstock as tf
from penstock.contrib.tpu import error_handling, session_support, tensor_tracer, tpu_context, util
from penstock.graph import errors
from tests.contrib.programs.tpu_programs import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_says_what_it_says_in_tensorflow(title, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TRACEBACK", "short")
    same_as_recorded("tpu_programs", title, PROGRAMS[title], monkeypatch)


def test_a_graph_with_a_computation_is_refused_with_the_line_that_made_it():
    with tf.Graph().as_default(), tf.Session() as sess:
        one = tf.constant(1.0)
        tf.tpu.rewrite(lambda: tf.constant(2.0))
        with pytest.raises(errors.InvalidArgumentError, match=r"TPUReplicateMetadata \(defined at .*test_tpu_programs"):
            sess.run(one)


def test_what_is_inside_cannot_be_fetched():
    with tf.Graph().as_default() as graph:
        tf.tpu.rewrite(lambda: tf.constant(2.0, name="inside"))
        assert not graph.is_fetchable(graph.get_tensor_by_name("inside:0"))


def test_columns_for_tpus_look_up_as_others_without(monkeypatch):
    kind = tf.feature_column.categorical_column_with_identity("word", 5)
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(1)
        column = tf.tpu.experimental.embedding_column(kind, 3)
        looked_up = tf.feature_column.input_layer({"word": [[1], [4]]}, [column])
        table = tf.trainable_variables()[0]
        sess.run(tf.global_variables_initializer())
        assert (sess.run(looked_up) == sess.run(table)[[1, 4]]).all()
    assert column.get_embedding_table_size() == (5, 3)
    with pytest.raises(ValueError, match="Non zero max_sequence_length=2"):
        tf.tpu.experimental.embedding_column(kind, 3, max_sequence_length=2)
    with pytest.raises(TypeError, match="categorical_column for tpu"):
        hashed = tf.feature_column.categorical_column_with_hash_bucket("word", 5)
        tf.tpu.experimental.embedding_column(hashed, 3)
    with pytest.raises(ValueError, match="Exactly one of `feature_columns`"):
        tf.estimator.tpu.experimental.EmbeddingConfigSpec()


def test_the_error_that_tells_most_is_raised():
    kept = error_handling.ErrorRendezvous(3)
    with kept.catch_errors("infeed"):
        raise errors.CancelledError(None, None, "cancelled")
    with kept.catch_errors("training"):
        raise errors.AbortedError(None, None, "handled elsewhere")
    with kept.catch_errors("outfeed"):
        raise ValueError("a bad file name")
    kept.record_done("training")
    with pytest.raises(ValueError, match="a bad file name"):
        kept.raise_errors(timeout_sec=1)
    done = error_handling.ErrorRendezvous(1)
    done.record_done("training")
    done.raise_errors()


@pytest.mark.parametrize("given, wanted", [(7, (7, "count")), ("30s", (30, "seconds")), ("2h", (7200, "seconds"))])
def test_loops_last_steps_or_seconds(given, wanted):
    assert tuple(util.parse_iterations_per_loop(given)) == wanted


@pytest.mark.parametrize(
    "flags, wanted",
    [("", False), ("--enable=1", True), ("--trace_mode=norm --enable", True), ("--enable=false", False)],
)
def test_tracing_is_asked_for_by_the_environment(flags, wanted, monkeypatch):
    monkeypatch.setenv("TENSOR_TRACER_FLAGS", flags)
    assert tensor_tracer.TensorTracer.is_enabled() is wanted


def test_a_hook_that_waits_for_the_end_of_workers_does_nothing_without_them(tmp_path):
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        more = tf.assign_add(step, 1)
        hook = session_support.GracefulShutdownHook(str(tmp_path / "saved"))
        with tf.train.MonitoredSession(hooks=[hook]) as sess:
            assert sess.run(more) == 1
    assert threading.active_count() < 100


class _Hosts:
    num_hosts, num_of_replicas_per_host, num_replicas = 2, 8, 16
    model_parallelism_enabled = False

    def __init__(self, per_core):
        self.is_input_sharded_per_core = lambda: per_core
        self.is_input_broadcast_with_iterators = self.is_replica_across_hosts = lambda: False


@pytest.mark.parametrize("per_core, wanted", [(True, ("host", 3, 16, 1)), (False, ("host", 3, 2, 8))])
def test_an_input_function_knows_which_part_it_feeds(per_core, wanted):
    context = tpu_context.TPUContext(_Hosts(per_core), "host", 3)
    assert context.current_input_fn_deployment() == wanted
    assert context.num_of_replicas_per_host == 8
    with pytest.raises(RuntimeError, match="must not be called from input_fn"):
        context.device_assignment  # noqa: B018 - it raises


def test_settings_can_be_pickled():
    config = tf.contrib.tpu.TPUConfig(iterations_per_loop="30s", num_shards=8)
    assert pickle.loads(pickle.dumps(config)) == config
