"""Runs one program on 1.15.5 and on Penstock, and compares what each leaves in `result`."""

import numpy as np

import penstock

# Before every program: `session`, and `refusal(call)`, the class and the text of the error that a call raises.
_BEFORE = """
import numpy as np
import tensorflow as tf
session = tf.Session()

def refusal(call):
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error)]

"""


def _with_graph(source):
    lines = (_BEFORE + source).strip().splitlines()
    return (
        "import tensorflow as tf\nwith tf.Graph().as_default():\n" + "\n".join("    " + line for line in lines) + "\n"
    )


def run_here(source, **names):
    """What the program gives on Penstock under the name `tensorflow`."""
    penstock.install()
    try:
        names = dict(names)
        exec(compile(_with_graph(source), "program", "exec"), names)
        return names["result"]
    finally:
        penstock.uninstall()


def compare(peer, source, rtol=1e-6, **names):
    """Asserts that both give the same: numbers within `rtol`, everything else equal."""
    theirs = peer.run(_with_graph(source) + "result = {'result': result}\n", **names)["result"]
    ours = run_here(source, **names)
    _assert_same(ours, theirs, rtol, "result")
    return ours


def _assert_same(ours, theirs, rtol, where):
    if isinstance(theirs, dict):
        assert sorted(ours) == sorted(theirs), where
        for key in theirs:
            _assert_same(ours[key], theirs[key], rtol, f"{where}[{key!r}]")
    elif isinstance(theirs, (list, tuple)):
        assert len(ours) == len(theirs), (where, ours, theirs)
        for at, (our, their) in enumerate(zip(ours, theirs)):
            _assert_same(our, their, rtol, f"{where}[{at}]")
    elif isinstance(theirs, (np.ndarray, np.generic, float)):
        our, their = np.asarray(ours), np.asarray(theirs)
        assert (our.dtype, our.shape) == (their.dtype, their.shape), (where, ours, theirs)
        if their.dtype.kind == "f":
            np.testing.assert_allclose(our, their, rtol=rtol, atol=rtol, err_msg=where)
        else:
            np.testing.assert_array_equal(our, their, err_msg=where)
    else:
        assert ours == theirs, (where, ours, theirs)
