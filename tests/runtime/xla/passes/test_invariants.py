"""What a loop cuts out of a matrix in every turn is cut out once, before it, and nothing else changes."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from penstock.runtime.xla import traced
from penstock.runtime.xla.passes import invariants

W = np.random.RandomState(0).randn(6, 12).astype("f")
X = np.random.RandomState(1).randn(1, 6).astype("f")


def gates(w, x, turns):
    """A loop whose body multiplies by two parts of a matrix, one of them through a function of its own."""

    @jax.jit
    def second(w):
        return jnp.split(w, 2, axis=1)[1]

    def turn(state):
        i, x = state
        return i + 1, jnp.tanh(x @ w[:, :6] + x @ second(w))

    return jax.lax.while_loop(lambda state: state[0] < turns, turn, (0, x))[1]


def changing(w, x, turns):
    """The parts of what changes stay where they are."""

    def turn(state):
        i, w = state
        return i + 1, jnp.concatenate([w[:, 6:], w[:, :6] * 2], axis=1)

    return jax.lax.while_loop(lambda state: state[0] < turns, turn, (0, w))[1]


def slices_in_loops(program):
    loops = [eqn for eqn in program.jaxpr.eqns if eqn.primitive.name == "while"]
    names = [e.primitive.name for eqn in loops for e in traced.equations(eqn.params["body_jaxpr"].jaxpr)]
    return sum(name in ("slice", "split") for name in names)


@pytest.mark.parametrize("turns", [0, 1, 5])
def test_slices_of_what_does_not_change_are_made_before_the_loop(turns):
    before = jax.make_jaxpr(gates, static_argnums=2)(W, X, turns)
    after = invariants.rewrite(before, {})
    assert slices_in_loops(before) == 2 and slices_in_loops(after) == 0
    (wanted,) = jax.jit(lambda: jax.core.eval_jaxpr(before.jaxpr, before.consts, W, X))()
    (found,) = jax.jit(lambda: jax.core.eval_jaxpr(after.jaxpr, after.consts, W, X))()
    np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-6)


def test_a_loop_without_such_parts_stays_the_same_program():
    before = jax.make_jaxpr(changing, static_argnums=2)(W, X, 3)
    assert invariants.rewrite(before, {}) is before
