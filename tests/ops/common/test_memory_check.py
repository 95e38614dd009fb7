"""Arrays for which there is no memory are refused before anything is computed."""

import numpy as np
import pytest

import penstock as tf
from penstock.ops.common import memory_check


def test_random_numbers_beyond_the_memory_are_refused_with_their_shape(monkeypatch):
    monkeypatch.setattr(memory_check, "available", lambda: 2 << 30)
    with tf.Graph().as_default(), tf.Session() as session:
        dims = tf.placeholder(tf.int32, [2])
        with pytest.raises(tf.errors.ResourceExhaustedError, match=r"shape\[3,1000000000\] and type float"):
            session.run(tf.random_normal(dims), {dims: [3, 10**9]})
        assert session.run(tf.random_normal(dims), {dims: [3, 2]}).shape == (3, 2)


def test_what_fits_is_not_refused(monkeypatch):
    monkeypatch.setattr(memory_check, "available", lambda: 8 << 30)
    memory_check.check((2**30,), np.float32)
    with pytest.raises(memory_check.OutOfMemory):
        memory_check.check((2**31,), np.float64)


def test_memory_that_is_left_is_less_than_can_be_addressed():
    assert 1 << 20 < memory_check.available() < 1 << 47


def test_a_limit_of_the_process_counts(monkeypatch):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda which: (3 << 20, 3 << 20))
    assert memory_check.available() <= 3 << 20
