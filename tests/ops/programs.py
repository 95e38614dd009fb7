"""Runs one program with Penstock, in both tiers, and with real TensorFlow, and compares what they say."""

import textwrap

import numpy as np

import penstock as tf
from tests.peer import PeerError


def ours(source, monkeypatch, tier="interpret", **arrays):
    """What the program leaves in `result` when Penstock runs it."""
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    scope = {"tf": tf, "np": np, **arrays}
    with tf.Graph().as_default():
        exec(compile(textwrap.dedent(source), "<program>", "exec"), scope)
    return scope["result"]


def same(peer, source, monkeypatch, rtol=1e-5, atol=1e-6, **arrays):
    """Asserts that a program gives one `result` everywhere: numbers nearly, everything else exactly."""
    wanted = peer.run(source, **arrays)
    for tier in ("interpret", "compile"):
        _compare(ours(source, monkeypatch, tier, **arrays), wanted, rtol, atol, tier)
    return wanted


def same_error(peer, source, monkeypatch, part=None, **arrays):
    """Asserts that a program fails everywhere, with one class of error, and with one text or a common part of it."""
    try:
        peer.run(source, **arrays)
    except PeerError as error:
        wanted = error
    else:
        raise AssertionError("the peer raised nothing")
    try:
        ours(source, monkeypatch, **arrays)
    except Exception as error:
        message = getattr(error, "message", None) or str(error)
        assert type(error).__name__ == wanted.kind, f"{type(error).__name__}: {message}\nnot {wanted}"
        if part is None:
            assert message == wanted.message
        else:
            assert part in message, message
            assert part in wanted.message, wanted.message
        return message
    raise AssertionError(f"Penstock raised nothing, the peer {wanted}")


def _compare(got, wanted, rtol, atol, where):
    if isinstance(wanted, dict):
        assert set(got) == set(wanted)
        for key in wanted:
            _compare(got[key], wanted[key], rtol, atol, f"{where}: {key}")
    elif isinstance(wanted, (list, tuple)):
        assert len(got) == len(wanted), f"{where}: {got} is not {wanted}"
        for i, (a, b) in enumerate(zip(got, wanted, strict=True)):
            _compare(a, b, rtol, atol, f"{where}[{i}]")
    elif isinstance(wanted, (np.ndarray, np.generic)) and wanted.dtype.kind in "fcV":
        assert np.asarray(got).dtype == wanted.dtype, f"{where}: {np.asarray(got).dtype} is not {wanted.dtype}"
        assert np.shape(got) == np.shape(wanted), f"{where}: {np.shape(got)} is not {np.shape(wanted)}"
        a, b = np.asarray(got), np.asarray(wanted)
        if a.dtype.kind == "V" or a.dtype.name == "bfloat16":
            a, b = a.astype(np.float32), b.astype(np.float32)
        np.testing.assert_allclose(a, b, rtol=rtol, atol=atol, err_msg=where)
    elif isinstance(wanted, (np.ndarray, np.generic)):
        assert np.asarray(got).dtype == wanted.dtype, f"{where}: {np.asarray(got).dtype} is not {wanted.dtype}"
        np.testing.assert_array_equal(got, wanted, err_msg=where)
    else:
        assert got == wanted, where
