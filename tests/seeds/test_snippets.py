"""Every snippet of the reference for which the seeds name a result gives that result, in both tiers."""

import math

import numpy as np
import pytest

import penstock as tf
from tests.seeds import sparse_snippets
from tests.seeds.snippets import PRINTED, STATED

TIERS = {"numpy": -1, "xla": 1}
ROWS = PRINTED + STATED + sparse_snippets.DRAWN
SCOPE = {"tf": tf, "np": np, "math": math, **sparse_snippets.SCOPE}


def session(tier):
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = TIERS[tier]
    return tf.Session(config=config)


def is_of_the_graph(value):
    first = value[0] if isinstance(value, (list, tuple)) and value else value
    return isinstance(first, (tf.Tensor, tf.Operation))


@pytest.fixture(scope="module")
def results():
    """{tier: [value or exception of each row]}: one graph and one run for all rows that can be built."""
    found = {}
    with tf.Graph().as_default():
        tf.set_random_seed(1)
        made = []
        for _, expression, _ in ROWS:
            try:
                made.append(eval(expression, dict(SCOPE)))
            except Exception as error:
                made.append(error)
        symbolic = {i: value for i, value in enumerate(made) if is_of_the_graph(value)}
        for tier in TIERS:
            with session(tier) as sess:
                values = run_all(sess, symbolic)
            found[tier] = [values.get(i, value) for i, value in enumerate(made)]
    return found


def run_all(sess, fetches):
    try:
        return sess.run(fetches)
    except tf.errors.OpError:
        values = {}
        for i, fetch in fetches.items():  # one row is wrong: the others are still worth knowing
            try:
                values[i] = sess.run(fetch)
            except tf.errors.OpError as error:
                values[i] = error
        return values


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("row", range(len(ROWS)), ids=lambda i: f"L{ROWS[i][0]}-{ROWS[i][1][:60]}")
def test_a_snippet_gives_what_the_text_says(row, tier, results):
    line, expression, wanted = ROWS[row]
    value = results[tier][row]
    if isinstance(value, Exception):
        raise AssertionError(f"line {line}: {expression}") from value
    if isinstance(wanted, (np.ndarray, np.generic)):
        assert np.asarray(value).dtype == wanted.dtype, f"line {line}: {expression}"
    for a, b in zip(value, wanted, strict=True) if is_ragged(wanted) else [(value, wanted)]:
        a, b = np.asarray(a), np.asarray(b)
        assert a.shape == b.shape, f"line {line}: {expression} has shape {a.shape}"
        if b.dtype.kind in "fc" or a.dtype.kind in "fc":
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6, err_msg=f"line {line}: {expression}")
        elif a.dtype == object or b.dtype.kind in "SU":
            assert a.tolist() == b.tolist(), f"line {line}: {expression}"
        else:
            np.testing.assert_array_equal(a, b, err_msg=f"line {line}: {expression}")


def is_ragged(wanted):
    """A list of arrays of several shapes, as `tf.shape_n` gives it."""
    if not isinstance(wanted, list) or not wanted or not isinstance(wanted[0], list):
        return False
    return len({np.shape(w) for w in wanted}) > 1
