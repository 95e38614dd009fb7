"""SessionRun: tensors and operations of a served graph by name; what is not there; servers that do not offer it."""

import grpc
import numpy as np
import pytest

import penstock as tf
from penstock import protos
from penstock.serving.configuration import Batching, message
from tests.serving.conftest import half_plus

PATH = "/tensorflow.serving.SessionService/SessionRun"


def asked(server, feeds=(), **given):
    """The answer to a request, or (code, text) of its failure."""
    request = message("SessionRunRequest")(**given)
    request.model_spec.name = "half"
    for name, value in dict(feeds).items():
        request.feed.add(name=name).tensor.CopyFrom(tf.make_tensor_proto(value))
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        call = channel.unary_unary(PATH, lambda m: m.SerializeToString(), message("SessionRunResponse").FromString)
        try:
            return call(request, timeout=20)
        except grpc.RpcError as error:
            return error.code().name, error.details()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    from penstock.serving.server import ModelServer, Options
    from tests.serving.conftest import Running, config_of

    base = tmp_path_factory.mktemp("models")
    half_plus(base / "half" / "1")
    options = Options(
        models=config_of(half=base / "half"),
        host="127.0.0.1",
        port=0,
        retries=0,
        session_service=True,
        batching=Batching(),
    )
    running = ModelServer(options)
    running.start(wait=60)
    yield Running(running)
    running.stop()


ONE = np.float32([[4.0]])


def values(answer):
    return {one.name: tf.make_ndarray(one.tensor).tolist() for one in answer.tensor}


def test_tensors_are_fed_and_fetched_by_their_names(server):
    answer = asked(server, {"x:0": ONE}, fetch=["y:0", "mul"])
    assert values(answer) == {"y:0": [[4.0]], "mul": [[2.0]]}
    assert answer.model_spec.version.value == 1
    assert values(asked(server, {"mul:0": ONE}, fetch=["y"])) == {"y": [[6.0]]}  # what is inside can be fed too
    assert values(asked(server, fetch=["Variable_1:0"])) == {"Variable_1:0": 2.0}
    assert not asked(server, {"x:0": ONE}, target=["y"]).tensor


def test_names_may_be_those_of_a_signature(server):
    answer = asked(server, {"x": ONE}, fetch=["y"], tensor_name_is_alias=True)
    assert values(answer) == {"y": [[4.0]]}
    given = {"name": "half", "signature_name": "checked"}
    answer = asked(server, {"x": ONE + 2000}, fetch=["y"], tensor_name_is_alias=True, model_spec=given)
    assert answer[0] == "INVALID_ARGUMENT" and "too much" in answer[1]


def test_a_run_can_be_traced(server):
    options = protos.RunOptions(trace_level=protos.RunOptions.FULL_TRACE)
    answer = asked(server, {"x:0": ONE}, fetch=["y:0"], options=options)
    assert values(answer) == {"y:0": [[4.0]]} and answer.metadata.step_stats.dev_stats
    assert not asked(server, {"x:0": ONE}, fetch=["y:0"]).metadata.ByteSize()


@pytest.mark.parametrize(
    "feeds, given, expected",
    [
        ({}, {}, ("INVALID_ARGUMENT", "Must specify at least one target to fetch or execute.")),
        ({"q:0": ONE}, {"fetch": ["y:0"]}, ("NOT_FOUND", "FeedInputs: unable to find feed output q:0")),
        ({"x:0": ONE}, {"fetch": ["y:7"]}, ("NOT_FOUND", "FetchOutputs node y:7: not found")),
        ({}, {"target": ["q"]}, ("NOT_FOUND", "PruneForTargets: Some target nodes not found: q ")),
        ({"q": ONE}, {"fetch": ["y"], "tensor_name_is_alias": True}, ("INVALID_ARGUMENT", "input tensor alias not found")),
        ({"x": ONE}, {"fetch": ["q"], "tensor_name_is_alias": True}, ("INVALID_ARGUMENT", "output tensor alias not found")),
        ({"x:0": np.int32([[1]])}, {"fetch": ["y:0"]}, ("INVALID_ARGUMENT", "x:0 is DT_FLOAT, and DT_INT32 is fed")),
        ({}, {"fetch": ["y:0"]}, ("INVALID_ARGUMENT", "You must feed a value for placeholder tensor 'x'")),
    ],
)  # fmt: skip
def test_what_is_not_right_is_told(server, feeds, given, expected):
    code, text = asked(server, feeds, **given)
    assert code == expected[0] and expected[1] in text


def test_a_client_cannot_have_the_debugger_write(server):
    options = protos.RunOptions()
    options.debug_options.debug_tensor_watch_opts.add(node_name="y", debug_urls=["file:///tmp/dump"])
    code, text = asked(server, {"x:0": ONE}, fetch=["y:0"], options=options)
    assert code == "INVALID_ARGUMENT" and "debug_options" in text


def test_it_is_offered_only_by_a_server_that_was_told_to(start, half):
    assert asked(start(half=half), {"x:0": ONE}, fetch=["y:0"])[0] == "UNIMPLEMENTED"
