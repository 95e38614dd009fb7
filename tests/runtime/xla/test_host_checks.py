"""The checks that run before a compiled program does, in NumPy: the same verdict as XLA's, for every primitive they know."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import penstock as tf
from penstock.runtime.xla import host_checks, range_checks

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


def _unique(i):
    """As the kernel of Unique does it, with a value that no index has in the places that are left over."""
    first = jnp.argmax(i[:, None] == i[None, :], axis=1)
    return jnp.where(first == jnp.arange(i.size), i, jnp.iinfo(i.dtype).min), first


def _rows_of_a_table(i, x):
    rows, place = _unique(i)
    fine = ((rows >= 0) & (rows < 7)) | (rows == jnp.iinfo(i.dtype).min)
    return jnp.all(fine) & jnp.all(place.astype(jnp.int32) < 4) & jnp.all(jnp.arange(4) < 4)


def _joined(i, x):
    j = jnp.concatenate([i, jnp.clip(i * 5, 0, 6), jnp.arange(3, dtype=i.dtype)]).reshape(-1, 1).astype(jnp.int64)
    return jnp.all(((j >= 0) & (j < 7)) | (j == jnp.iinfo(i.dtype).min))


RANGES = {
    "joined with what has limits": _joined,
    "an index": lambda i, x: jnp.all((i >= 0) & (i < 7)),
    "rows of a table": _rows_of_a_table,
    "turned round": lambda i, x: jnp.all((jnp.int32(0) <= i) & (jnp.int32(7) > i.reshape(2, 2).ravel())),
    "not from zero": lambda i, x: jnp.all(i > -1) & jnp.all(i <= 6),
}


@pytest.mark.parametrize("name", RANGES)
def test_checks_of_indices_are_one_look_at_each_input(name):
    with jax.enable_x64(True):
        traced = jax.make_jaxpr(RANGES[name])(I, np.float32(1.0))
        check = range_checks.find(traced.jaxpr, traced.consts)
        assert check is not None
        for i in (I, np.abs(I), I + 10, I.clip(0, 6), I * 0, np.zeros(0, np.int32)):
            if len(i):
                assert check([i, None]) == bool(RANGES[name](jnp.asarray(i), None))
            else:
                assert check([i, None])
        assert not check([None, None])


def _as_the_kernel_of_cast(x, dtype):
    low, high = -(2.0 ** (8 * dtype.itemsize - 1)), 2.0 ** (8 * dtype.itemsize - 1)
    return jnp.where((x >= low) & (x < high), x.astype(dtype), jnp.iinfo(dtype).min)


@pytest.mark.parametrize("dtype", [np.dtype("i4"), np.dtype("i8")], ids=str)
@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_labels_that_come_as_real_numbers_are_one_look_too(kind, dtype):
    def fine(x):
        i = _as_the_kernel_of_cast(x, dtype).reshape(-1)
        return jnp.all((i >= 0) & (i < 10))

    def not_negative(x):
        return jnp.all(_as_the_kernel_of_cast(x, dtype) >= 0)

    with jax.enable_x64(True):
        for condition in (fine, not_negative):
            traced = jax.make_jaxpr(condition)(np.zeros((2, 1), kind))
            check = range_checks.find(traced.jaxpr, traced.consts)
            assert check is not None and check([np.array([[0], [9]], kind)])
            for bad in (-1, np.nan, np.inf, -np.inf, 2.0**31, 2.0**63, -(2.0**63), 10, 9.5, 1e30):
                x = np.array([[3], [bad]], kind)
                if check([x]):
                    assert bool(condition(jnp.asarray(x))), bad


@pytest.mark.parametrize(
    "condition",
    [
        lambda i: jnp.all(i != 3),
        lambda i: jnp.any(i > 3),
        lambda i: jnp.all(~(i > 3)),
        lambda i: jnp.all(i + 1 > 3),
        lambda i: jnp.all(i.astype(jnp.int8) > 3),
        lambda i: jnp.all(jnp.where(i > 0, 5, i) < 5),
        lambda i: jnp.all(jnp.concatenate([i, i * 2]) > 3),
        lambda i: jnp.all(jnp.concatenate([i, jnp.maximum(i * 2, 0)]) < 9),
        lambda i: jnp.all(jnp.minimum(i * 2, 9).astype(jnp.uint32) < 9),
    ],
)
def test_what_ranges_cannot_say_is_left_to_others(condition):
    with jax.enable_x64(True):
        traced = jax.make_jaxpr(condition)(I)
        assert range_checks.find(traced.jaxpr, traced.consts) is None


@pytest.mark.parametrize("seed", range(3))
def test_a_yes_is_never_wrong(seed):
    """Conditions made at random, of pieces that ranges know: whenever they say yes, XLA says so, too."""
    random = np.random.RandomState(seed)
    compare = [jnp.greater_equal, jnp.greater, jnp.less, jnp.less_equal, jnp.equal]

    def condition(x, depth):
        if depth == 0:
            return compare[random.randint(5)](x, int(random.randint(-2, 8)))
        left, right = condition(x, depth - 1), condition(x, depth - 1)
        forms = [lambda c: c, lambda c: jnp.all(c), lambda c: c[:, None] if c.ndim == 1 else c]
        left, right = (forms[random.randint(3)](c) for c in (left, right))
        return left & right if random.randint(2) else left | right

    yes = 0
    for _ in range(25):
        state = random.get_state()

        def whole(i, state=state):
            random.set_state(state)
            x = jnp.where(i[::-1] > 3, i, int(random.randint(-2, 8))) if random.randint(2) else i
            if random.randint(2):
                more = jnp.maximum(i * 3, 1) if random.randint(2) else jnp.minimum(jnp.maximum(i * 3, 0), 4)
                x = jnp.concatenate([x, more] if random.randint(2) else [more, x, i])[:: random.choice([1, -1])]
            return jnp.all(condition(x, random.randint(1, 4)))

        with jax.enable_x64(True):
            traced = jax.make_jaxpr(whole)(I)
            after = random.get_state()
            check = range_checks.find(traced.jaxpr, traced.consts)
            for i in (I, I.clip(0, 3), I * 0 + 5, I + 4, -I) if check is not None else ():
                if check([i]):
                    yes += 1
                    assert bool(jax.core.eval_jaxpr(traced.jaxpr, traced.consts, i)[0]), traced
        random.set_state(after)
    assert yes > 3
