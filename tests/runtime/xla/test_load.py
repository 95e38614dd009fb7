"""A program that XLA has serialized is loaded without being traced, and called as one that JAX has compiled."""

import jax
import numpy as np
import pytest

from penstock.runtime.xla import load

FORMS = [((4,), np.dtype(np.float32)), ((2, 2), np.dtype(np.float32))]


def serialized():
    function = jax.jit(lambda a, b: [a + 1, b @ b], donate_argnums=0, keep_unused=True)
    return function.lower(*(jax.ShapeDtypeStruct(*form) for form in FORMS)).compile().runtime_executable().serialize()


def test_a_loaded_program_computes_the_same_and_takes_the_memory_of_what_it_may():
    program = load.load(serialized(), FORMS, FORMS)
    for _ in range(3):
        first = jax.numpy.arange(4, dtype=np.float32)
        a, b = program(first, np.eye(2, dtype=np.float32) * 2)
        assert np.asarray(a).tolist() == [1, 2, 3, 4] and np.asarray(b).tolist() == [[4, 0], [0, 4]]
        assert first.is_deleted()
    with pytest.raises(TypeError):
        program(np.zeros(5, np.float32), np.eye(2, dtype=np.float32))


@pytest.mark.parametrize("data", [b"", b"no program", serialized()[:-100]])
def test_what_is_no_program_is_refused(data):
    with pytest.raises(load.Unloadable):
        load.load(data, FORMS, FORMS)


def test_a_kernel_that_is_not_there_is_refused():
    with pytest.raises(load.Unloadable):
        load.register_kernels(["no_such_kernel"], [])
