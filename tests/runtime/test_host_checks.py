"""The checks that run before a compiled program does, in NumPy: the same verdict as XLA's, for every primitive they know."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import penstock as tf
from penstock.runtime import host_checks

I = np.array([3, -1, 7, 0], np.int32)
CHECKS = {
    "indices": lambda i, x: jnp.all((i >= 0) & (i < 7)),
    "limits": lambda i, x: (i.max() <= 7) | (i.min() > 0),
    "shapes": lambda i, x: jnp.all(jnp.concatenate([i[:, None], i.reshape(4, 1)], 0).astype(jnp.int64) != 5),
    "finite": lambda i, x: jnp.all(jnp.isfinite(x)),
    "broadcast": lambda i, x: jnp.any(jnp.broadcast_to(i[:, None], (4, 2)) == jnp.asarray([7, 8], jnp.int32)),
    "arithmetic": lambda i, x: jnp.all(~((i + 1 - 2) > jnp.maximum(i, 5)) & (jnp.minimum(i, 2) <= 2)),
}


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("x", [np.float32(1.0), np.float32("nan")])
def test_the_verdict_is_that_of_xla(name, x):
    with jax.enable_x64(True):
        for i in (I, np.abs(I), I + 10):
            traced = jax.make_jaxpr(CHECKS[name])(i, x)
            check = host_checks.make(traced.jaxpr, traced.consts)
            assert check is not None
            assert check([i, x]) == bool(CHECKS[name](jnp.asarray(i), jnp.asarray(x)))


def test_what_is_not_simple_is_left_to_xla():
    with jax.enable_x64(True):
        traced = jax.make_jaxpr(lambda i: jnp.all(jnp.sort(i) >= 0))(I)
        assert host_checks.make(traced.jaxpr, traced.consts) is None
        traced = jax.make_jaxpr(lambda i: jnp.all(i >= 0))(np.zeros(100_000, np.int32))
        assert host_checks.make(traced.jaxpr, traced.consts) is None


def test_a_bad_index_is_found_before_a_variable_is_changed(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    v = tf.Variable(tf.zeros([5, 2]))
    i = tf.placeholder(tf.int32, [None])
    train = tf.train.GradientDescentOptimizer(1.0).minimize(tf.reduce_sum(tf.gather(v, i)))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(train, {i: [1, 2]})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[1\] = 5 is not in \[0, 5\)"):
            session.run(train, {i: [1, 5]})
        assert session.run(v)[:, 0].tolist() == [0.0, -1.0, -1.0, 0.0, 0.0]
