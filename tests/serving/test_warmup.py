"""Warm-up: recorded requests are answered before a version serves; a record that is not right keeps it from serving."""

import numpy as np
import pytest

import penstock as tf
from penstock.serving.configuration import Batching, message
from penstock.serving.monitoring import Metrics
from penstock.serving.servable import Servable
from penstock.serving.warmup import warm_up
from tests.serving.conftest import half_plus
from tests.serving.test_versions import states, until


def predicting(*shapes, signature=""):
    found = []
    for shape in shapes:
        log = message("PredictionLog")()
        log.predict_log.request.model_spec.name = "half"
        log.predict_log.request.model_spec.signature_name = signature
        log.predict_log.request.inputs["x"].CopyFrom(tf.make_tensor_proto(np.ones(shape, np.float32)))
        found.append(log.SerializeToString())
    return found


def recorded(version, records):
    (version / "assets.extra").mkdir()
    with tf.python_io.TFRecordWriter(str(version / "assets.extra" / "tf_serving_warmup_requests")) as writer:
        for record in records:
            writer.write(record)


def warmed(version, records, **given):
    recorded(version, records)
    servable = Servable("half", 1, str(version))
    try:
        prepared = servable.signatures["serving_default"].prepared()
        return warm_up(servable, Metrics(), **given), sum(runs for runs, *_ in prepared._times.values())
    finally:
        servable.retire()


def test_recorded_requests_are_run(half):
    assert warmed(half / "1", predicting([1, 1], [4, 1])) == (2, 2)


def test_each_is_run_as_often_as_wanted(half):
    assert warmed(half / "1", predicting([1, 1]), iterations=3) == (1, 3)


def test_with_batching_the_sizes_of_batches_are_warmed(half):
    parameters = message("BatchingParameters")(allowed_batch_sizes=[8])
    parameters.max_batch_size.value = 8
    assert warmed(half / "1", predicting([3, 1]), batching=Batching(parameters)) == (1, 1)


def test_every_kind_of_request_can_warm(tmp_path):
    with tf.Graph().as_default(), tf.Session() as sess:
        serialized = tf.placeholder(tf.string, [None])
        x = tf.parse_example(serialized, {"x": tf.FixedLenFeature([1], tf.float32)})["x"]
        signatures = {
            "classes": tf.saved_model.classification_signature_def(serialized, None, x * 2.0),
            "serving_default": tf.saved_model.regression_signature_def(serialized, x * 3.0),
        }
        builder = tf.saved_model.Builder(str(tmp_path / "m" / "1"))
        builder.add_meta_graph_and_variables(sess, ["serve"], signature_def_map=signatures)
        builder.save()
    example = tf.train.Example()
    example.features.feature["x"].float_list.value.append(1.0)
    classify, regress, both = (message("PredictionLog")() for _ in range(3))
    for request in (classify.classify_log.request, regress.regress_log.request, both.multi_inference_log.request):
        request.input.example_list.examples.append(example)
    classify.classify_log.request.model_spec.signature_name = "classes"
    for name, method in (("classes", "classify"), ("serving_default", "regress")):
        task = both.multi_inference_log.request.tasks.add(method_name=f"tensorflow/serving/{method}")
        task.model_spec.name, task.model_spec.signature_name = "m", name
    recorded(tmp_path / "m" / "1", [log.SerializeToString() for log in (classify, regress, both)])
    servable = Servable("m", 1, str(tmp_path / "m" / "1"))
    assert warm_up(servable, Metrics()) == 3
    servable.retire()


def session_run():
    log = message("PredictionLog")()
    log.session_run_log.SetInParent()
    return log.SerializeToString()


@pytest.mark.parametrize(
    "records, error, text",
    [
        (predicting([1, 1], signature="none"), tf.errors.FailedPreconditionError, 'key "none" not found'),
        ([b"\xff\xff"], tf.errors.InvalidArgumentError, "Failed to parse warmup record"),
        (predicting([1, 1]) * 1001, tf.errors.InvalidArgumentError, r"exceeds the maximum \(1000\)"),
        ([session_run()], tf.errors.UnimplementedError, "Unsupported log_type for warmup: 5"),
    ],
    ids=["signature", "bytes", "many", "session"],
)
def test_what_is_no_request_for_the_model_is_an_error(half, records, error, text):
    with pytest.raises(error, match=text):
        warmed(half / "1", records)


def test_a_file_that_is_damaged_is_an_error(half):
    (half / "1" / "assets.extra").mkdir()
    (half / "1" / "assets.extra" / "tf_serving_warmup_requests").write_bytes(b"no records at all")
    servable = Servable("half", 1, str(half / "1"))
    with pytest.raises(tf.errors.DataLossError, match="verify your warmup data is in TFRecord format"):
        warm_up(servable, Metrics())
    servable.retire()


def test_a_version_that_cannot_be_warmed_does_not_take_over(start, half):
    server = start(half=half)
    made = half.parent / "made"
    half_plus(made, 10.0)
    recorded(made, predicting([1, 1], signature="none"))
    made.rename(half / "2")
    until(lambda: states(server).get(2) == "END")
    assert server.predict([2.0]).json == {"predictions": [3.0]}
    assert (str(half / "2"), "fail") in server.server.metrics._warmups


def test_a_server_can_be_told_not_to_warm(start, half):
    recorded(half / "1", predicting([1, 1], signature="none"))
    assert start(half=half, options={"warm": False}).predict([2.0]).status == 200
