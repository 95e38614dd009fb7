"""Fractional pooling has the windows, values and gradients of TensorFlow; so have windows of volumes."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.expressions import agree
from tests.ops.programs import same, same_error

X = "np.random.RandomState(0).randn(2, 11, 9, 3)"
RATIO = "[1.0, 1.44, 1.73, 1.0]"
# TensorFlow 2 takes seeds only with deterministic=True. The static shapes that it gives the bounds are one too short.
OPTIONS = ["seed=5", "seed=5, seed2=7, pseudo_random=True", "overlapping=True, seed2=3", "True, True, seed=1"]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("kind", ["fractional_max_pool", "fractional_avg_pool"])
def test_windows_values_and_gradients_are_those_of_tensorflow(peer, monkeypatch, kind, options):
    agree(peer, monkeypatch, f"tf.nn.{kind}(P({X}), {RATIO}, {options}, deterministic=True)", shapes=False)


@pytest.mark.parametrize("kind", ["fractional_max_pool", "fractional_avg_pool"])
def test_integers_doubles_and_larger_ratios(peer, monkeypatch, kind):
    for dtype in ("int32", "int64", "float64"):
        given = f"P(np.random.RandomState(0).randint(-50, 50, [1, 13, 17, 2]), dtype='{dtype}')"
        agree(
            peer,
            monkeypatch,
            f"tf.nn.{kind}({given}, [1.0, 3.1, 2.0, 1.0], True, False, True, 2)",
            shapes=False,
        )


RUNS = """
x = tf.constant(np.arange(210.0).reshape(1, 14, 15, 1))
ys = [tf.nn.fractional_max_pool(x, [1.0, 1.5, 1.4, 1.0], p, deterministic=True, seed=9) for p in (False, True)]
with tf.Session() as sess:
    result = dict(runs=[[np.asarray(v) for y in sess.run(ys) for v in y] for _ in range(2)])
"""


def test_deterministic_windows_are_those_of_the_first_run(peer, monkeypatch):
    first, second = same(peer, RUNS, monkeypatch)["runs"]
    assert all((a == b).all() for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("pseudo_random", [False, True])
def test_other_windows_are_new_in_every_run_and_the_same_in_every_session(pseudo_random):
    with tf.Graph().as_default():
        x = tf.constant(np.arange(560.0).reshape(1, 14, 40, 1))
        y = tf.nn.fractional_max_pool(x, [1.0, 1.5, 1.4, 1.0], pseudo_random, seed=9)
        sessions = []
        for _ in range(2):
            with tf.Session() as sess:
                sessions.append([np.concatenate(sess.run(y)[1:]).tolist() for _ in range(4)])
    assert sessions[0] == sessions[1]
    assert len(set(map(tuple, sessions[0]))) > 1


@pytest.mark.parametrize("ratio", ["[1.0, 1.5, 1.5]", "[2.0, 1.5, 1.5, 2.0]"])
def test_wrong_ratios_are_refused_as_by_tensorflow(peer, monkeypatch, ratio):
    program = f"result = dict(y=tf.Session().run(tf.nn.fractional_max_pool(tf.zeros([2, 4, 4, 2]), {ratio})))"
    same_error(peer, program, monkeypatch, part="")


@pytest.mark.parametrize("kind", ["fractional_max_pool", "fractional_avg_pool"])
@pytest.mark.parametrize("overlapping", [False, True])
def test_gradients_are_slopes(kind, overlapping):
    given = np.random.RandomState(0).permutation(72).reshape(1, 9, 8, 1) / 10
    with tf.Graph().as_default(), tf.Session():
        x = tf.constant(given)
        pool = getattr(tf.nn, kind)
        y = pool(x, [1.0, 1.5, 1.6, 1.0], overlapping=overlapping, deterministic=True, seed=4)[0]
        assert tf.test.compute_gradient_error(x, given.shape, y, [1, 6, 5, 1], given, 1e-3) < 1e-6


V = "P(np.random.RandomState(0).randn(2, 4, 5, 6, 2))"


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("sizes", ["[1, 2, 2, 3, 1], [1, 1, 2, 1, 1]", "[1, 3, 1, 2, 1], [1, 2, 1, 3, 1]"])
def test_windows_of_volumes_are_those_of_tensorflow(peer, monkeypatch, sizes, padding):
    agree(peer, monkeypatch, f"tf.extract_volume_patches({V}, {sizes}, '{padding}')", names=False)


def test_volumes_of_integers_and_unknown_sizes(peer, monkeypatch):
    given = "P(np.arange(24).reshape(1, 2, 3, 4, 1), [None] * 5, dtype='int16')"
    agree(
        peer,
        monkeypatch,
        f"tf.extract_volume_patches({given}, [1, 2, 2, 2, 1], [1, 1, 1, 1, 1], 'SAME')",
        names=False,
        shapes=False,
    )
