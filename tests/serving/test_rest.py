"""The REST interface: requests by rows and by columns, answers and errors as TensorFlow Serving writes them, gzip, limits."""

import base64
import gzip
import json
import socket

import numpy as np
import pytest

import penstock as tf
from penstock.serving import http1, json_tensors
from penstock.serving.json_values import float32_text


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    """A model with inputs and outputs of several types."""
    folder = tmp_path_factory.mktemp("kinds")
    with tf.Graph().as_default(), tf.Session() as sess:
        n, s = tf.placeholder(tf.int32, [None, 2], "n"), tf.placeholder(tf.string, [None], "s")
        f, b = tf.placeholder(tf.float32, None, "f"), tf.placeholder(tf.bool, [None], "b")
        made = tf.saved_model.predict_signature_def
        signatures = {
            "serving_default": made({"n": n, "s": s}, {"sum": tf.reduce_sum(n, 1), "s_bytes": tf.identity(s)}),
            "floats": made({"f": f}, {"f": tf.identity(f)}),
            "text": made({"s": s}, {"s": tf.identity(s)}),
            "truth": made({"b": b}, {"not": tf.logical_not(b)}),
            "complex": made({"f": f}, {"c": tf.complex(f, f)}),
            "scalar": made({"f": f}, {"t": tf.reduce_sum(f)}),
        }
        sess.run(tf.no_op())
        builder = tf.saved_model.Builder(str(folder / "3"))
        builder.add_meta_graph_and_variables(sess, ["serve"], signature_def_map=signatures)
        builder.save()
    return folder


@pytest.fixture(scope="module")
def server(kinds):
    from penstock.serving.server import ModelServer, Options
    from tests.serving.conftest import Running, config_of

    config = config_of(k=kinds)
    config.model_config_list.config[0].version_labels["stable"] = 3
    running = ModelServer(
        Options(models=config, host="127.0.0.1", port=0, rest_port=0, retries=0, largest_message=1 << 20)
    )
    running.start(wait=60)
    yield Running(running)
    running.stop()


def ask(server, body, where="k", method="predict"):
    return server.rest(f"/v1/models/{where}:{method}", body)


def test_the_example_of_the_documentation_is_answered_to_the_letter(start, half):
    """What is fed need not have the shape that the graph says: servers of 1.15 did not look."""
    server = start(half_plus_two=half)
    answer = server.predict([1.0, 2.0, 5.0], "half_plus_two")
    assert answer.body == b'{\n    "predictions": [2.5, 3.0, 4.5\n    ]\n}'
    assert answer.headers["Content-Type"] == "application/json"
    assert server.predict([[1.0], [2.0]], "half_plus_two").json == {"predictions": [[2.5], [3.0]]}


def test_rows_have_objects_where_there_are_several_inputs(server):
    rows = [{"n": [1, 2], "s": "a"}, {"n": [3, 4], "s": {"b64": base64.b64encode(b"\xff\0").decode()}}]
    found = ask(server, {"instances": rows}).json
    assert found == {
        "predictions": [{"s_bytes": {"b64": "YQ=="}, "sum": 3}, {"s_bytes": {"b64": "/wA="}, "sum": 7}],
    }


def test_columns_give_columns(server):
    found = ask(server, {"inputs": {"n": [[1, 2], [3, 4], [5, 6]], "s": ["x"]}}).json
    assert found == {"outputs": {"s_bytes": [{"b64": "eA=="}], "sum": [3, 7, 11]}}
    assert ask(server, {"signature_name": "scalar", "inputs": [1.5, 2.5]}).json == {"outputs": 4.0}
    assert ask(server, {"signature_name": "truth", "inputs": [True, False]}).json == {"outputs": [False, True]}
    assert ask(server, {"signature_name": "text", "inputs": ["ä", "b"]}).json == {"outputs": ["ä", "b"]}


def test_versions_and_labels_are_addresses(server):
    body = {"signature_name": "scalar", "inputs": 1.0}
    assert ask(server, body, "k/versions/3").json == ask(server, body, "k/labels/stable").json == {"outputs": 1.0}
    assert ask(server, body, "k/versions/4").status == 404
    found = ask(server, body, "k/labels/none")
    assert (found.status, found.json) == (400, {"error": "Unrecognized servable version label: none"})


def test_numbers_that_json_does_not_have_go_both_ways(server):
    body = b'{"signature_name": "floats", "inputs": [NaN, Infinity, -Infinity, 1e-7, 16777216, 0.1]}'
    answer = ask(server, body)
    assert b"NaN" in answer.body and b"-Infinity" in answer.body
    found = np.array(answer.json["outputs"], np.float32)
    np.testing.assert_array_equal(found, np.float32([np.nan, np.inf, -np.inf, 1e-7, 16777216, 0.1]))


def test_every_float_comes_back_as_it_was():
    values = np.random.RandomState(0).randint(0, 2**31 - 2**23 - 1, 20000).astype(np.uint32).view(np.float32)
    assert all(np.float32(float32_text(float(v))) == v for v in values)
    assert [float32_text(v) for v in (1.0, -0.5, 1e20)] == ["1.0", "-0.5", "1e+20"]


@pytest.mark.parametrize(
    "body, status, text",
    [
        (b"", 400, "JSON Parse error: The document is empty"),
        (b"{", 400, "JSON Parse error: Invalid value. at offset: 1"),
        (
            b'{"a": "\\ud83d\\ude00\\\\ud800", "inputs": "\\ud800"}',
            400,
            "JSON Parse error: The surrogate pair in string is invalid. at offset: 40",
        ),
        (b"[1]", 400, "JSON Value: [1] Is not object"),
        ({"instances": 1}, 400, 'JSON Value: {"instances": 1} Excepting \'instances\' to be an list/array'),
        ({"instances": []}, 400, 'JSON Value: {"instances": []} No values in \'instances\' array'),
        ({}, 400, "Missing 'inputs' or 'instances' key"),
        ({"signature_name": "none", "inputs": 1}, 400, 'Serving signature name: "none" not found in signature def'),
        (
            {"instances": [1]},
            400,
            "instances is a plain list, but expecting list of objects as multiple input tensors required as per "
            "tensorinfo_map",
        ),
        (
            {"signature_name": "floats", "instances": [1.0, [2.0]]},
            400,
            "Failed to process element: 1 of 'instances' list. Error: Invalid argument: Expecting shape [] but got: [1]",
        ),
        (
            {"signature_name": "truth", "inputs": ["x"]},
            400,
            'JSON Value: "x" Type: String is not of expected type: bool',
        ),
        ({"signature_name": "complex", "inputs": 1.0}, 400, "Failed to write JSON value for tensor type: complex64"),
    ],
)  # fmt: skip
def test_what_is_not_right_is_told(server, body, status, text):
    found = ask(server, body)
    assert (found.status, found.json) == (status, {"error": text})


@pytest.mark.parametrize(
    "path, status", [("/v1/models/none", 404), ("/v1/models/k/other", 400), ("/v1/models", 400), ("/elsewhere", 404)]
)
def test_addresses_that_are_not_there(server, path, status):
    found = server.rest(path)
    assert found.status == status and "error" in found.json


def test_status_and_metadata_are_told(server):
    assert server.rest("/v1/models/k").json == {
        "model_version_status": [
            {"version": "3", "state": "AVAILABLE", "status": {"error_code": "OK", "error_message": ""}}
        ]
    }
    found = server.rest("/v1/models/k/metadata").json
    assert found["model_spec"] == {"name": "k", "signature_name": "", "version": "3"}
    one = found["metadata"]["signature_def"]["signature_def"]["floats"]
    assert one["inputs"]["f"]["dtype"] == "DT_FLOAT" and one["method_name"] == "tensorflow/serving/predict"


def test_gzip_goes_both_ways(server):
    body = json.dumps({"signature_name": "floats", "inputs": [0.5] * 1000}).encode()
    answer = server.rest(
        "/v1/models/k:predict", gzip.compress(body), Content_Encoding="gzip", Accept_Encoding="gzip, deflate"
    )
    assert answer.headers["Content-Encoding"] == "gzip" and len(answer.body) < 200
    assert json.loads(gzip.decompress(answer.body))["outputs"] == [0.5] * 1000
    assert server.rest("/v1/models/k:predict", b"not gzip", Content_Encoding="gzip").status == 400
    bomb = gzip.compress(b" " * (8 << 20))
    assert server.rest("/v1/models/k:predict", bomb, Content_Encoding="gzip").status == 413


def test_what_gzip_unpacks_has_a_limit_of_its_own(server, monkeypatch):
    body = json.dumps({"signature_name": "floats", "inputs": [0.5] * 1000}).encode()
    monkeypatch.setattr(http1, "_MOST_INFLATED", 1000)
    assert server.rest("/v1/models/k:predict", gzip.compress(body), Content_Encoding="gzip").status == 413
    assert server.rest("/v1/models/k:predict", body).status == 200


def test_a_body_that_is_too_large_is_refused_before_it_is_read(server):
    with socket.create_connection(("127.0.0.1", server.rest_port), 10) as client:
        client.sendall(b"POST /v1/models/k:predict HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 413")


def test_several_requests_on_one_connection_are_answered_in_order(server):
    with socket.create_connection(("127.0.0.1", server.rest_port), 10) as client:
        for value in (1.0, 2.0, 3.0):
            body = json.dumps({"signature_name": "scalar", "inputs": value}).encode()
            top = f"POST /v1/models/k:predict HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
            client.sendall(top.encode() + body)
        found = b""
        while found.count(b"outputs") < 3:
            found += client.recv(10000)
    assert [found.index(text) for text in (b"1.0", b"2.0", b"3.0")] == sorted(
        found.index(text) for text in (b"1.0", b"2.0", b"3.0")
    )


def test_examples_become_features():
    from penstock.serving.configuration import message

    request = message("ClassificationRequest")()
    document = {
        "signature_name": "s",
        "context": {"c": "all"},
        "examples": [{"f": 1.5, "i": [1, 2], "t": True, "b": {"b64": "aGk="}}],
    }
    json_tensors.fill_examples(document, request, "classify")
    found = request.input.example_list_with_context
    features = found.examples[0].features.feature
    assert found.context.features.feature["c"].bytes_list.value == [b"all"]
    assert features["f"].float_list.value == [1.5] and features["i"].int64_list.value == [1, 2]
    assert features["t"].int64_list.value == [1] and features["b"].bytes_list.value == [b"hi"]
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="Unexpected element type in feature: f expecting type: float"
    ):
        json_tensors.fill_examples({"examples": [{"f": [1.5, "x"]}]}, message("ClassificationRequest")(), "classify")
