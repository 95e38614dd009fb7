"""Logs of requests: which are written and what stands in them, where clients may have them, and disks that fail."""

import os
from types import SimpleNamespace

import grpc
import numpy as np
import pytest

import penstock as tf
from penstock.serving import request_log
from penstock.serving.configuration import message
from penstock.serving.monitoring import Metrics
from penstock.serving.request_log import RequestLogs
from tests.serving.conftest import config_of
from tests.serving.test_versions import until


def logged_config(half, folder, rate=1.0, kind="", name="half"):
    config = config_of(**{name: half})
    log = config.model_config_list.config[0].logging_config
    log.log_collector_config.type = kind
    log.log_collector_config.filename_prefix = f"{folder}/asked"
    log.sampling_config.sampling_rate = rate
    return config


def written(folder):
    """The messages in all files of a folder."""
    found = []
    for name in sorted(os.listdir(folder)):
        records = tf.python_io.tf_record_iterator(str(folder / name))
        found += [message("PredictionLog").FromString(record) for record in records]
    return found


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "logs").mkdir()
    return tmp_path / "logs"


def total(server, status):
    return server.server.metrics._logged.get(("half", status), 0)


def test_requests_and_answers_are_written(start, half, folder):
    server = start(logged_config(half, folder, kind="tfrecord"), {"tags": ("serve",)})
    assert server.predict([[1.0], [2.0]]).status == 200
    assert server.predict([["x"]]).status == 400  # only what went well
    request = message("PredictRequest")()
    request.model_spec.name, request.model_spec.signature_name = "half", "checked"
    request.inputs["x"].CopyFrom(tf.make_tensor_proto(np.float32([[6.0]])))
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        call = channel.unary_unary("/tensorflow.serving.PredictionService/Predict", lambda m: m.SerializeToString())
        answer = message("PredictResponse").FromString(call(request, timeout=20))
    until(lambda: total(server, "written") == 2)
    by_rest, by_grpc = written(folder)
    assert by_grpc.predict_log.request == request and by_grpc.predict_log.response == answer
    assert tf.make_ndarray(by_rest.predict_log.request.inputs["x"]).tolist() == [[1.0], [2.0]]
    assert tf.make_ndarray(by_rest.predict_log.response.outputs["y"]).tolist() == [[2.5], [3.0]]
    about = by_grpc.log_metadata
    assert (about.model_spec.name, about.model_spec.version.value, about.model_spec.signature_name) == (
        "half",
        1,
        "checked",
    )
    assert about.sampling_config.sampling_rate == 1.0 and list(about.saved_model_tags) == ["serve"]
    assert about.timestamp_secs > 1_700_000_000
    (name,) = os.listdir(folder)
    assert name.startswith("asked.half.") and name.endswith(".tfrecord")


def test_a_log_warms_the_next_version_up(start, half, folder):
    server = start(logged_config(half, folder))
    assert server.predict([[1.0], [2.0]]).status == 200
    server.server.stop()
    (name,) = os.listdir(folder)
    (half / "1" / "assets.extra").mkdir()
    os.rename(folder / name, half / "1" / "assets.extra" / "tf_serving_warmup_requests")
    again = start(half=half)
    (warmed,) = again.server.metrics._warmups
    assert warmed == (str(half / "1"), "success")


def test_only_a_share_is_written(start, half, folder, monkeypatch):
    drawn = iter([0.1, 0.3, 0.24, 0.25, 0.9, 0.0])  # only for the log: other threads draw random numbers as well
    monkeypatch.setattr(request_log, "random", SimpleNamespace(random=lambda: next(drawn)))
    server = start(logged_config(half, folder, 0.25))
    for value in range(6):
        assert server.predict([[float(value)]]).status == 200
    until(lambda: total(server, "written") == 3)
    found = [tf.make_ndarray(one.predict_log.request.inputs["x"])[0, 0] for one in written(folder)]
    assert found == [0.0, 2.0, 5.0]


def test_a_new_configuration_ends_a_log(start, half, folder):
    server = start(logged_config(half, folder))
    assert server.predict([[1.0]]).status == 200
    server.server.reload(config_of(half=half))
    assert server.predict([[2.0]]).status == 200 and not server.server.logs
    until(lambda: total(server, "written") == 1)


@pytest.mark.parametrize(
    "change, error, text",
    [
        ({"rate": 1.5}, tf.errors.InvalidArgumentError, "sampling_rate must be between 0 and 1"),
        ({"rate": float("nan")}, tf.errors.InvalidArgumentError, "sampling_rate"),
        ({"kind": "kafka"}, tf.errors.NotFoundError, "Cannot find LogCollector::Factory for type: kafka"),
        ({"folder": "relative"}, tf.errors.InvalidArgumentError, "absolute path"),
        ({"folder": "/nowhere/at/all"}, tf.errors.NotFoundError, "no folder"),
    ],
)
def test_a_log_that_cannot_be_is_refused_and_nothing_changes(start, half, folder, change, error, text):
    server = start(half=half)
    wanted = {"folder": folder, **change}
    with pytest.raises(error, match=text):
        server.server.reload(logged_config(half, name="other", **wanted))
    assert server.predict([[2.0]]).status == 200


def test_a_client_can_have_logs_only_where_the_one_who_runs_the_server_has_them(start, half, folder, tmp_path):
    server = start(half=half, options={"log_folder": str(folder)})

    def reload(where):
        request = message("ReloadConfigRequest")(config=logged_config(half, where))
        with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            path = "/tensorflow.serving.ModelService/HandleReloadConfigRequest"
            data = channel.unary_unary(path, lambda m: m.SerializeToString())(request, timeout=20)
        return message("ReloadConfigResponse").FromString(data).status

    for where in (tmp_path, f"{folder}/..", "/etc"):
        assert reload(where).error_code == tf.errors.PERMISSION_DENIED
    os.symlink(tmp_path, folder / "out")
    assert reload(folder / "out").error_code == tf.errors.PERMISSION_DENIED
    assert reload(folder).error_code == 0
    assert server.predict([[1.0]]).status == 200
    until(lambda: total(server, "written") == 1)


def test_a_disk_that_fails_or_is_slow_does_not_touch_requests(start, half, folder, monkeypatch):
    server = start(logged_config(half, folder))
    os.rmdir(folder)
    for _ in range(3):
        assert server.predict([[1.0]]).status == 200
    until(lambda: total(server, "failed") == 3)
    monkeypatch.setattr(request_log, "_MOST_WAITING", 0)
    assert server.predict([[1.0]]).status == 200
    assert total(server, "dropped") == 1


def test_a_file_has_a_limit(folder, half, monkeypatch):
    monkeypatch.setattr(request_log, "_LARGEST_FILE", 100)
    logs = RequestLogs(Metrics())
    logs.prepare(logged_config(half, folder), True)()
    (log,) = logs._logs.values()
    for _ in range(4):
        log.write(b"x" * 60)
    logs.close()
    assert len(os.listdir(folder)) == 2
