"""Numbers become eight bits, and real again, as in 1.15.5: the same bits in both tiers, with and without kernels in C."""

import textwrap

import numpy as np
import pytest

import penstock as tf
from penstock.ops.backend import native_calls

WAYS = [(mode, rounding, kind) for kind in ("quint8", "qint8") for mode, rounding in (
    ("MIN_FIRST", "HALF_AWAY_FROM_ZERO"), ("MIN_COMBINED", "HALF_AWAY_FROM_ZERO"),
    ("SCALED", "HALF_AWAY_FROM_ZERO"), ("SCALED", "HALF_TO_EVEN"))]  # fmt: skip
PROGRAM = """
    random = np.random.RandomState(0)
    # Halves lie exactly between two steps of the range from -1 to 254. Ranges without 0 are made to have it.
    numbers = np.append(random.randn(40000) * 3, np.arange(-700, 700) / 2).astype("f")
    found = {}
    with tf.Graph().as_default(), tf.Session() as sess:
        x, low, high = (tf.placeholder(tf.float32, shape) for shape in ([None], [], []))
        for number, (mode, rounding, kind) in enumerate(ways):
            out = tf.quantize_v2(x, low, high, getattr(tf, kind), mode, round_mode=rounding)
            again = tf.dequantize(out[0], out[1], out[2], mode=mode)
            whole = tf.bitcast(out[0], tf.uint8 if kind == "quint8" else tf.int8)
            for ends in ((-1.0, 254.0), (-7.3, 5.1), (0.5, 9.0), (-3.0, -1.0), (2.0, 2.0), (0.0, 0.0)):
                values = sess.run([whole, again, out[1], out[2]], {x: numbers, low: ends[0], high: ends[1]})
                found["%d %g" % (number, ends[1])] = [np.asarray(value) for value in values]
    result = {name + " " + str(i): v for name, values in found.items() for i, v in enumerate(values)}
"""


@pytest.fixture(scope="module")
def theirs(peer_1_15):
    return peer_1_15.run(PROGRAM, ways=WAYS)


@pytest.mark.parametrize("how", ["interpret", "compile", "without C"])
def test_it_is_the_same_as_in_1_15(theirs, how, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", how if how == "compile" else "interpret")
    if how == "without C":
        monkeypatch.setattr(native_calls, "ready", lambda xp: False)
    names: dict = {"np": np, "tf": tf, "ways": WAYS}
    exec(textwrap.dedent(PROGRAM), names)
    assert names["result"].keys() == theirs.keys()
    for name, value in names["result"].items():
        np.testing.assert_array_equal(value, theirs[name], name)
