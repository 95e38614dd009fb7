"""What a traced program is to the passes: def-use chains, bodies, dead code, constants, abstract interpretation."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import jaxpr_as_fun

from penstock.runtime.xla import traced

X = jnp.arange(6, dtype=jnp.float32)


def names(jaxpr):
    return [eqn.primitive.name for eqn in traced.equations(jaxpr)]


def test_equations_are_found_in_loops_branches_and_functions():
    def program(x):
        x = jax.lax.while_loop(lambda x: jnp.sum(x) < 9, jnp.sin, x)
        x, _ = jax.lax.scan(lambda x, _: (jnp.cos(x), None), x, None, 3)
        return jax.lax.cond(x[0] > 0, jnp.tan, jax.jit(jnp.tanh), x)

    found = names(jax.make_jaxpr(program)(X).jaxpr)
    assert {"while", "sin", "lt", "scan", "cos", "cond", "tan", "tanh"} <= set(found)
    assert found.index("while") < found.index("sin") and found.index("cond") < found.index("tanh")


def test_uses_count_operands_and_results():
    def program(x):
        y = x + 1
        return y, y * y

    jaxpr = jax.make_jaxpr(program)(X).jaxpr
    uses, y = traced.Uses(jaxpr), jaxpr.outvars[0]
    assert uses.maker[y] == 0 and uses.users[y] == [1, 1]
    assert uses.count(y) == 3 and uses.count(jaxpr.invars[0]) == 1 and uses.count(jaxpr.outvars[1]) == 1


def test_dead_code_goes_and_all_arguments_stay():
    def program(x, y):
        jnp.sin(x)
        return jnp.cos(x)

    jaxpr = traced.live(jax.make_jaxpr(program)(X, X).jaxpr)
    assert names(jaxpr) == ["cos"] and len(jaxpr.invars) == 2


def test_the_part_that_makes_the_last_result():
    jaxpr = jax.make_jaxpr(lambda x, y, z: (x + y, y * z))(X, X, X).jaxpr
    part, arguments = traced.only_last(jaxpr)
    assert names(part) == ["mul"] and arguments == [1, 2] and len(part.invars) == 2


def test_what_a_value_is_full_of():
    jaxpr = jax.make_jaxpr(lambda x: (jnp.full(6, 2, jnp.float32), x + 3, jnp.ones(6) * x))(X).jaxpr
    maker = {v: eqn for eqn in jaxpr.eqns for v in eqn.outvars}
    full = traced.filled_with(jaxpr.outvars[0], maker.get)
    assert full == 2 and full.dtype == np.float32
    assert traced.filled_with(jaxpr.outvars[1], maker.get) is None
    assert traced.filled_with(jaxpr.invars[0], maker.get) is None


def test_sizes_of_values():
    jaxpr = jax.make_jaxpr(lambda x: x.reshape(2, 3) > 1)(X).jaxpr
    assert traced.shape(jaxpr.outvars[0]) == (2, 3)
    assert [traced.size(v) for v in (jaxpr.invars[0], jaxpr.outvars[0])] == [6, 6]
    assert [traced.nbytes(v) for v in (jaxpr.invars[0], jaxpr.outvars[0])] == [24, 6]


def test_interpretation_goes_into_functions_and_takes_constants_along():
    table = np.arange(6, dtype=np.float32)
    program = jax.make_jaxpr(lambda x: jax.jit(lambda x: x * 2)(x) + table)(X)
    seen = []

    def step(eqn, values):
        seen.append(eqn.primitive.name)
        return traced.bind(eqn, values)

    (found,) = traced.interpret(program, [X], lambda aval, value: jnp.asarray(value, aval.dtype), step)
    np.testing.assert_array_equal(found, jaxpr_as_fun(program)(X)[0])
    assert seen == ["mul", "add"]
    seen.clear()
    traced.interpret(program, [X], lambda aval, value: jnp.asarray(value, aval.dtype), step, inline=False)
    assert seen == ["jit", "add"]
