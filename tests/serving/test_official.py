"""The official Python clients of TensorFlow Serving ask our server for models that TensorFlow 1.15.5 and 2.15.1 exported."""

import json
import pathlib
import subprocess

import numpy as np
import pytest

from tests.serving.conftest import config_of

HERE = pathlib.Path(__file__).parent


@pytest.fixture(scope="module")
def asked(peer, peer_1_15, tmp_path_factory):
    """(what the models gave in TensorFlow, what the clients got)."""
    from penstock.serving.server import ModelServer, Options

    base = tmp_path_factory.mktemp("models")
    has = "import importlib.util as u; result = {'has': u.find_spec('tensorflow_serving') is not None}"
    if not peer.run(has)["has"]:
        pytest.skip("no tensorflow-serving-api: run `make test`")
    make = "import sys; sys.path.insert(0, folder); import models_115; result = models_115.make(base)"
    expected = peer_1_15.run(make, folder=str(HERE), base=str(base))
    pipe = subprocess.PIPE
    client = subprocess.Popen([peer.python, str(HERE / "official.py"), str(base)], stdin=pipe, stdout=pipe, text=True)
    try:
        expected |= json.loads(client.stdout.readline())
        config = config_of(**{name: base / name for name in ("half", "conv", "est", "lin", "mod", "keras")})
        config.model_config_list.config[0].model_version_policy.all.SetInParent()
        logged = next(model.logging_config for model in config.model_config_list.config if model.name == "lin")
        logged.log_collector_config.filename_prefix = str(base / "requests")
        logged.sampling_config.sampling_rate = 1.0
        server = ModelServer(Options(models=config, host="127.0.0.1", port=0, retries=0, session_service=True))
        server.start(wait=60)
        try:
            found, _ = client.communicate(f"{server.port}\n", timeout=120)
        finally:
            server.stop()
    finally:
        client.kill()
        client.wait()
    assert client.returncode == 0
    return expected, json.loads(found)


def close(ours, theirs):
    np.testing.assert_allclose(ours, theirs, rtol=2e-5, atol=1e-6)


def test_predict_gives_what_sessions_of_tensorflow_give(asked):
    theirs, ours = asked
    assert ours["predict"] == [[3.5], [4.0], [5.5]] and ours["as fields"] == [3.5, 4.0, 5.5]
    assert ours["spec"] == ["half", 2, "serving_default"]
    assert ours["version"] == [[2.5]]
    close(ours["conv"], theirs["conv"])
    close(ours["keras"], theirs["keras"])
    assert ours["functions"] == {"k": [3.0, 7.0], "n": [1, -1], "t": ["A", "Q"]}
    assert ours["filter"] == ["t"] and ours["large"] and ours["compressed"] == 50


def test_classify_and_regress_give_what_estimators_of_tensorflow_give(asked):
    theirs, ours = asked
    classes = [[[label.decode(), score] for label, score in zip(*row)] for row in zip(*_columns(theirs["est"]))]
    assert [[label for label, _ in row] for row in ours["classify"]] == [[label for label, _ in row] for row in classes]
    close([[s for _, s in row] for row in ours["classify"]], [[s for _, s in row] for row in classes])
    close(ours["regress"], np.ravel(theirs["lin"]["outputs"]))
    assert ours["context"] == [5.0]
    assert ours["multi"] == [4.5, 4.5, "classify_labels"]


def _columns(found):
    return found["classes"].tolist(), found["scores"].tolist()


def test_metadata_and_states_are_told(asked):
    _, ours = asked
    assert ours["metadata"] == {
        "classify_labels": "tensorflow/serving/classify",
        "classify_x_to_y": "tensorflow/serving/classify",
        "regress_x_to_y": "tensorflow/serving/regress",
        "regress_x_to_y3": "tensorflow/serving/regress",
        "serving_default": "tensorflow/serving/predict",
    }
    assert ours["status"] == [[2, 30, 0], [1, 30, 0]]
    text = "Expected model half to have an absolute path or URI; got base_path()=relative"
    assert ours["reload refused"] == [3, text]


def test_session_run_gives_tensors_inside_of_a_graph(asked):
    theirs, ours = asked
    assert [name for name, _ in ours["session run"]] == ["dense/Relu:0", "scores"]
    close(ours["session run"][0][1], theirs["hidden"])
    close(ours["session run"][1][1], theirs["conv"])
    assert ours["session run spec"] == ["conv", 1]


def test_models_and_labels_are_changed_by_a_call(asked):
    _, ours = asked
    assert ours["reload"] == [0, [[":tensorflow:cc:saved_model:load_attempt_count", 0]]]
    assert ours["labelled"] == [[2.5]]


def test_the_official_package_reads_the_log_of_requests(asked):
    _, ours = asked
    assert ours["logged"] == ["regression", ["serve"], 2, ours["regress"]]


def test_errors_have_the_codes_and_words_of_tensorflow_serving(asked):
    _, ours = asked
    assert ours["errors"] == {
        "model": ["NOT_FOUND", "Servable not found for request: Latest(none)"],
        "version": ["NOT_FOUND", "Servable not found for request: Specific(half, 7)"],
        "label": ["INVALID_ARGUMENT", "Unrecognized servable version label: stable"],
        "no name": ["INVALID_ARGUMENT", "ModelSpec has no name specified."],
        "signature": ["FAILED_PRECONDITION", 'Serving signature key "none" not found.'],
        "inputs": [
            "INVALID_ARGUMENT",
            "input size does not match signature: 2!=1 len({x,z}) != len({x}). Sent extra: {z}. Missing but required: {}.",
        ],
        "alias": [
            "INVALID_ARGUMENT",
            "input tensor alias not found in signature: z. Inputs expected to be in the set {x}.",
        ],
        "type": ["INVALID_ARGUMENT", "Expects arg[0] to be float but int32 is provided"],
        "output": [
            "INVALID_ARGUMENT",
            "output tensor alias not found in signature: q Outputs expected to be in the set {y}.",
        ],
        "twice": ["INVALID_ARGUMENT", "duplicate output tensor alias: y"],
        "classify": [
            "INVALID_ARGUMENT",
            "Expected classification signature method_name to be tensorflow/serving/classify. Was: "
            "tensorflow/serving/predict",
        ],
        "empty": ["INVALID_ARGUMENT", "Input is empty."],
        "unknown": ["UNIMPLEMENTED", "Method /tensorflow.serving.PredictionService/Foo is not one of this server"],
    }
