"""Decisions about a traced program: whether its parts run in turn, whether its checks are cheap, whether it is all loops."""

import jax
import jax.numpy as jnp
import pytest

from penstock.runtime.xla import costs


def traced(function, size=100):
    return jax.make_jaxpr(function)(jnp.ones([size], jnp.float32))


def in_turn(function, size):
    return costs.should_run_sequentially(traced(function, size).jaxpr)


def test_programs_with_large_parts_or_loops_may_use_several_threads():
    assert in_turn(lambda x: jnp.sum(x * 2), 100)
    assert not in_turn(lambda x: jnp.sum(x * 2), 100_000)
    assert not in_turn(jax.jit(lambda x: jnp.sum(x * 2)), 100_000)
    assert not in_turn(lambda x: jax.lax.fori_loop(0, jnp.int32(x[0]), lambda i, y: y + 1, x), 100)


def test_a_branch_with_a_loop_or_a_large_part_counts_too():
    def branch(other):
        return lambda x: jax.lax.cond(x[0] > 0, other, lambda x: jnp.sum(x), x)

    assert in_turn(branch(lambda x: x[0]), 100)
    assert not in_turn(branch(lambda x: jnp.sum(jnp.ones([1000, 100]) * x)), 100)
    assert not in_turn(branch(lambda x: jax.lax.fori_loop(0, jnp.int32(x[0]), lambda i, y: y + 1, x)[0]), 100)


def test_elements_are_counted_in_called_functions_and_custom_derivatives():
    assert costs.touched_elements(traced(lambda x: x * 2 + 1).jaxpr) == 200
    assert costs.touched_elements(traced(jax.jit(lambda x: x * 2 + 1)).jaxpr) == 300
    assert costs.touched_elements(traced(jax.nn.relu).jaxpr) > costs.touched_elements(
        traced(lambda x: jnp.maximum(x, 0)).jaxpr
    )
    assert costs.touched_elements(traced(lambda x: x @ x).jaxpr) > 1 << 60


@pytest.mark.parametrize(
    ("plain", "function"),
    [
        (True, lambda x: jnp.tanh(x) + jnp.sum(x)),
        (False, lambda x: x @ x),
        (False, jnp.sort),
        (False, jax.jit(jax.jit(lambda x: jax.lax.top_k(x, 3)[0]))),
        (False, lambda x: jax.lax.cond(x[0] > 0, jnp.sin, jnp.cos, x)),
    ],
)
def test_a_plain_program_is_made_of_nothing_but_loops(plain, function):
    assert costs.has_only_loops(traced(function).jaxpr) == plain


def test_checks_are_cheap_if_they_touch_little_or_are_ranges():
    few, many = (jax.make_jaxpr(lambda i: jnp.all((i >= 0) & (i < 7)))(jnp.ones([n], int)) for n in (100, 1 << 20))
    assert costs.are_checks_cheap(few.jaxpr, few.consts)
    assert not costs.are_checks_cheap(many.jaxpr, many.consts)
