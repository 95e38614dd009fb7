"""Clusters whose connections are encrypted and want certificates or a token: tasks that have them train, others are refused."""

import shutil
import subprocess

import grpc
import pytest

import penstock as tf
from penstock.distributed import rpc, security

STATUS = "/tensorflow.WorkerService/GetStatus"


@pytest.fixture
def certificate(tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    own, key = tmp_path / "own.pem", tmp_path / "key.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"]
    command = ["openssl", "req", "-x509", *kind, *names, "-keyout", str(key), "-out", str(own)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return own, key


def train_on_two_tasks():
    """A value that went over the network, and the address of a task."""
    workers, servers = tf.test.create_local_cluster(1, 1)
    with tf.Graph().as_default():
        with tf.device("/job:ps/task:0"):
            v = tf.Variable([1.0, 2.0])
            w = tf.Variable([5.0, 5.0])
        with tf.device("/job:worker/task:0"):
            total = v * w
        with tf.Session(workers[0].target) as sess:
            sess.run(tf.global_variables_initializer())
            return sess.run(total).tolist(), servers[0].target.removeprefix("grpc://")


def code_of(channel, **kwargs):
    with channel, pytest.raises(grpc.RpcError) as caught:
        channel.unary_unary(STATUS)(b"", timeout=20, **kwargs)
    return caught.value.code()


def test_with_certificates_both_sides_show_theirs(certificate, monkeypatch):
    own, key = certificate
    for variable, path in ((security.CERTIFICATE, own), (security.KEY, key), (security.AUTHORITY, own)):
        monkeypatch.setenv(variable, str(path))
    found, address = train_on_two_tasks()
    assert found == [5.0, 10.0]
    assert code_of(grpc.insecure_channel(address)) == grpc.StatusCode.UNAVAILABLE
    nameless = grpc.ssl_channel_credentials(own.read_bytes())
    assert code_of(grpc.secure_channel(address, nameless)) == grpc.StatusCode.UNAVAILABLE
    named = grpc.ssl_channel_credentials(own.read_bytes(), key.read_bytes(), own.read_bytes())
    with grpc.secure_channel(address, named) as channel:
        assert b"device:CPU:0" in channel.unary_unary(STATUS)(b"", timeout=20)


def test_with_a_token_calls_without_it_are_refused(tmp_path, monkeypatch):
    (tmp_path / "token").write_text("open sesame\n")
    monkeypatch.setenv(security.TOKEN, str(tmp_path / "token"))
    found, address = train_on_two_tasks()
    assert found == [5.0, 10.0]
    for headers in (None, [("authorization", "Bearer open")], [("authorization", "open sesame")]):
        assert code_of(grpc.insecure_channel(address), metadata=headers) == grpc.StatusCode.UNAUTHENTICATED
    monkeypatch.delenv(security.TOKEN)
    with tf.Graph().as_default(), pytest.raises(tf.errors.UnauthenticatedError, match="wants a token"):
        rpc.Stub(
            address, {"GetStatus": rpc.table("tensorflow.WorkerService", "tensorflow", ("GetStatus",))["GetStatus"]}
        ).call("GetStatus", tf.ConfigProto(), 20)


@pytest.mark.parametrize("variable", [security.CERTIFICATE, security.AUTHORITY, security.TOKEN])
def test_what_is_asked_for_but_not_there_is_never_left_out(tmp_path, monkeypatch, variable):
    monkeypatch.setenv(variable, str(tmp_path / "missing.pem"))
    with pytest.raises(tf.errors.InvalidArgumentError, match=variable):
        tf.train.Server.create_local_server()


def test_a_message_above_the_limit_is_refused(monkeypatch):
    monkeypatch.setenv(rpc.MAX_BYTES, "10000")
    server = tf.train.Server.create_local_server()
    with grpc.insecure_channel(server.target.removeprefix("grpc://")) as channel:
        with pytest.raises(grpc.RpcError) as caught:
            channel.unary_unary(STATUS)(b"\0" * 20000, timeout=20)
        assert caught.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert b"device:CPU:0" in channel.unary_unary(STATUS)(b"", timeout=20)
