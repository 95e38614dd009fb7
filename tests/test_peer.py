"""The peer is trusted by many tests, so it is tested itself: values travel unchanged, failures are told truthfully."""

import collections
import sys

import ml_dtypes
import numpy as np
import pytest

from tests import conftest
from tests.peer import Peer, PeerError, decode, encode

DTYPES = [np.bool_, np.int8, np.uint16, np.int64, np.float16, np.float32, np.float64, np.complex64, np.complex128]


def same(a, b):
    return type(a) is type(b) and a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


@pytest.mark.parametrize("dtype", [*DTYPES, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2])
@pytest.mark.parametrize("shape", [(), (0,), (2, 3)])
def test_arrays_are_decoded_as_they_were(dtype, shape):
    array = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    assert same(decode(encode(array)), array)


def test_scalars_stay_scalars_and_big_endian_and_strided_arrays_keep_their_values():
    assert same(decode(encode(np.float32(1.5))), np.float32(1.5))
    np.testing.assert_array_equal(decode(encode(np.array([1, 2], ">i4"))), [1, 2])
    np.testing.assert_array_equal(decode(encode(np.arange(9)[::-2])), [8, 6, 4, 2, 0])


def test_strings_and_nested_values_are_decoded_as_they_were():
    words = np.array([[b"a\0", b""], ["ü".encode(), b"\xff"]], object)
    back = decode(encode(words))
    assert back.dtype == object and back.tolist() == words.tolist()
    assert decode(encode(np.array(["ab", "c"]))).tolist() == ["ab", "c"]
    value = {"a": [1, 2.5, None, "x", b"y", 1j], ("k", 1): (True, {"deep": []})}
    assert decode(encode(value)) == value


def test_a_named_tuple_arrives_as_a_tuple_and_other_objects_are_refused():
    Point = collections.namedtuple("Point", "x y")
    assert decode(encode(Point(1, 2))) == (1, 2)
    with pytest.raises(TypeError, match="set does not travel"):
        encode({"a": {1, 2}})
    with pytest.raises(TypeError, match="structured"):
        encode(np.zeros(2, [("x", "i4")]))


def test_arrays_go_to_tensorflow_and_come_back(peer):
    x = np.array([[1, 2], [3, 4]], np.float32)
    out = peer.run(
        """
        with tf.Session() as sess:
            result = {"square": sess.run(tf.square(x)), "sum": sess.run(tf.reduce_sum(x)), "version": tf.__version__}
        """,
        x=x,
    )
    assert same(out["square"], x * x)
    assert same(out["sum"], np.float32(10))
    assert out["version"].startswith("2.")


def test_strings_and_bfloat16_go_to_tensorflow_and_come_back(peer):
    out = peer.run(
        """
        with tf.Session() as sess:
            joined, half = sess.run([tf.string_join([words, words]), tf.cast(tf.constant(b) * 2, tf.bfloat16)])
        result = {"joined": joined, "half": half}
        """,
        words=np.array([b"a", b"\xff\0"], object),
        b=np.array([1.5, -2], ml_dtypes.bfloat16),
    )
    assert out["joined"].dtype == object and out["joined"].tolist() == [b"aa", b"\xff\0\xff\0"]
    assert same(out["half"], np.array([3, -4], ml_dtypes.bfloat16))


def test_it_behaves_as_1_x(peer):
    source = """
    v = tf.Variable(1.0)
    result = {"eager": tf.executing_eagerly(), "type": v.op.type, "cond": tf.cond(v > 0, lambda: v, lambda: v).op.type}
    """
    assert peer.run(source) == {"eager": False, "type": "VariableV2", "cond": "Merge"}


def test_each_run_has_an_empty_graph_and_only_its_own_names(peer):
    count = "result = {'ops': len(tf.get_default_graph().get_operations()), 'names': 'left' in globals()}"
    peer.run("left = tf.constant(1); result = {}")
    assert peer.run(count) == {"ops": 0, "names": False}
    peer.run("sess = tf.InteractiveSession(graph=tf.Graph()); tf.constant(1); tf._kept = sess; result = {}")
    assert peer.run(count) == {"ops": 0, "names": False}


def test_what_the_source_prints_does_not_disturb_the_answer(peer):
    assert peer.run("import os; print('hello'); os.write(1, b'raw'); result = {'a': 1}") == {"a": 1}


def test_errors_are_told_with_class_message_and_code(peer):
    with pytest.raises(PeerError) as info:
        peer.run(
            """
            p = tf.placeholder(tf.float32, [2], name="p")
            tf.Session().run(p)
            """
        )
    assert info.value.kind == "InvalidArgumentError" and info.value.error_code == 3
    assert "must feed a value for placeholder tensor 'p'" in info.value.message
    assert "OpError" in info.value.bases and "<peer>" in info.value.trace
    with pytest.raises(PeerError, match="ZeroDivisionError"):
        peer.run("1 / 0")
    with pytest.raises(PeerError, match="SyntaxError"):
        peer.run("def")
    with pytest.raises(PeerError, match="must set a dictionary"):
        peer.run("results = {}")
    with pytest.raises(PeerError, match="SystemExit"):
        peer.run("import sys; sys.exit(3)")
    with pytest.raises(PeerError, match="Session does not travel"):
        peer.run("result = {'a': tf.Session()}")


# The rest needs no TensorFlow, only a Python that ends: this one, with a server that cannot import it.


def test_a_peer_that_dies_is_reported_with_its_last_words():
    peer = Peer(sys.executable)  # our own environment has no TensorFlow, and must not have it
    with pytest.raises(PeerError, match=r"(?s)PeerDied.*No module named 'tensorflow'"):
        peer.run("result = {}")
    peer.close()


def test_a_peer_that_crashed_or_is_too_slow_is_started_again(peer):
    with pytest.raises(PeerError, match="PeerDied.*code 7"):
        peer.run("import os; os._exit(7)")
    assert peer.run("result = {'a': 1}") == {"a": 1}
    before, peer.timeout = peer.timeout, 0.5
    try:
        with pytest.raises(PeerError, match="PeerTimeout"):
            peer.run("import time; time.sleep(60)")
    finally:
        peer.timeout = before
    assert peer.run("result = {'a': 2}") == {"a": 2}


def test_the_peer_is_found_by_the_environment_variable(monkeypatch):
    monkeypatch.setenv("PENSTOCK_PEER_PYTHON", "/some/python")
    assert conftest.find_peer_python() == "/some/python"
    monkeypatch.delenv("PENSTOCK_PEER_PYTHON")
    assert conftest.find_peer_python() in (None, str(conftest.HERE.parent / ".venv-peer" / "bin" / "python"))


def test_a_crash_of_tensorflow_itself_is_tried_once_more(peer, tmp_path):
    crash = """
    import os, signal
    runs = len(os.listdir(folder))
    open(os.path.join(folder, str(runs)), "w").close()
    if runs < crashes:
        os.kill(os.getpid(), signal.SIGSEGV)
    result = {"runs": runs}
    """
    (tmp_path / "once").mkdir(), (tmp_path / "always").mkdir()
    assert peer.run(crash, folder=str(tmp_path / "once"), crashes=1)["runs"] == 1
    with pytest.raises(PeerError, match="PeerDied.*code -11"):
        peer.run(crash, folder=str(tmp_path / "always"), crashes=9)
