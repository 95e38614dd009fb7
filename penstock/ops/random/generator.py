"""`tf.random.experimental.Generator`: a stream of random numbers whose state is a variable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, operation
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import get_default_graph, name_scope
from penstock.graph.typing import DTypeLike, NestedTensors, ShapeLike, TensorLike
from penstock.ops.random.functions import _shape_tensor
from penstock.ops.random.stateful import PHILOX, STATE_SIZE

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor

_MASK = 2**64 - 1


def _check_algorithm(alg: int) -> int:
    if alg != PHILOX:
        raise ValueError(f"Unsupported algorithm id: {alg}")
    return alg


@export("random.experimental.create_rng_state")
def create_rng_state(seed: int | Sequence[int], algorithm: int) -> np.ndarray:
    """The state of a generator from a seed: an array of three int64.

    Args:
      seed: an integer of any size, or a list of them.
      algorithm: 1, Philox.

    >>> import penstock as tf
    >>> tf.random.experimental.create_rng_state(7, 1)
    array([7, 0, 0])
    """
    _check_algorithm(algorithm)
    if isinstance(seed, int):
        words = [seed >> (64 * i) & _MASK for i in range(STATE_SIZE)]
    else:
        words = [int(s) & _MASK for s in seed]
    if np.ndim(words) != 1:
        raise ValueError(f"seed should only have one dimension; got shape: {np.shape(words)}")
    words = words[:STATE_SIZE]
    words = [0] * (STATE_SIZE - len(words)) + words
    return np.array(words, np.uint64).astype(np.int64)


@export("random.experimental.Generator")
class Generator:
    """Random numbers from a state that is a variable: it is saved with the others, and every draw moves it on.

    Args:
      copy_from: another generator, whose state is copied.
      state: the state, int64[3], with `alg`.
      alg: the algorithm: 1, Philox.

    >>> import penstock as tf
    >>> generator = tf.random.experimental.Generator.from_seed(1)
    >>> x = generator.normal([2])
    >>> with tf.Session() as sess:
    ...     sess.run(generator.state.initializer)
    ...     first, second = sess.run(x), sess.run(x)
    >>> (first != second).all()
    np.True_
    """

    def __init__(
        self, copy_from: Generator | None = None, state: NestedTensors | None = None, alg: int | None = None
    ) -> None:
        if copy_from is not None:
            if alg is not None or state is not None:
                raise ValueError("state and alg are those of the generator that is copied")
            state, alg = copy_from.state.initialized_value(), copy_from.algorithm
        if alg is None or state is None:
            raise ValueError("A generator needs a state and the algorithm")
        self._algorithm = _check_algorithm(alg)
        state = _state(state, [STATE_SIZE])
        self._state = tf.Variable(state, dtype=dtypes.int64, trainable=False, use_resource=True)

    @classmethod
    def from_state(cls, state: NestedTensors, alg: int) -> Generator:
        """A generator that goes on from a state."""
        return cls(alg=alg, state=state)

    @classmethod
    def from_seed(cls, seed: int, alg: int | None = None) -> Generator:
        """A generator with the state of `create_rng_state(seed, alg)`."""
        alg = PHILOX if alg is None else alg
        return cls(state=create_rng_state(seed, alg), alg=alg)

    @classmethod
    def from_non_deterministic_state(cls, alg: int | None = None) -> Generator:
        """A generator with a state that is new in every initialization."""
        alg = PHILOX if alg is None else alg
        return cls(state=apply("NonDeterministicInts", shape=[STATE_SIZE], dtype=dtypes.int64), alg=alg)

    @classmethod
    def from_key_counter(cls, key: object, counter: Any, alg: int) -> Generator:
        """A generator from the two parts of its state: a scalar and two numbers."""
        return cls(state=_joined(key, counter), alg=alg)

    @property
    def state(self) -> Any:
        """The variable."""
        return self._state

    @property
    def algorithm(self) -> int:
        """The number of the algorithm."""
        return self._algorithm

    @property
    def key(self) -> Any:
        """The part of the state that draws do not move."""
        return self._state[-1]

    def reset(self, state: NestedTensors) -> Any:
        """The operation that sets the state."""
        return self._state.assign(_state(state, [STATE_SIZE]))

    def reset_from_seed(self, seed: int) -> Any:
        """The operation that sets the state to that of a seed."""
        return self._state.assign(create_rng_state(seed, self._algorithm))

    def reset_from_key_counter(self, key: object, counter: Any) -> Any:
        """The operation that sets both parts of the state."""
        return self._state.assign(_joined(key, counter))

    def skip(self, delta: TensorLike) -> Operation:
        """The operation that moves the state as drawing `delta` numbers does."""
        return apply("RngSkip", resource=self._state.handle, algorithm=self._algorithm, delta=delta)

    def _draw(self, kind: str, shape: ShapeLike, name: str | None = None, **more: Any) -> operation.Tensor:
        given = {"resource": self._state.handle, "algorithm": self._algorithm, "shape": shape}
        return apply(kind, name, **given, **more)

    def _scaled(
        self,
        kind: str,
        scope: str,
        shape: ShapeLike,
        mean: TensorLike,
        stddev: TensorLike,
        dtype: DTypeLike,
        name: str | None,
    ) -> Any:
        with name_scope(name, scope, [shape, mean, stddev]) as full:
            shape = _shape_tensor(shape)
            mean = convert_to_tensor(mean, dtype=dtype, name="mean")
            stddev = convert_to_tensor(stddev, dtype=dtype, name="stddev")
            return tf.add(self._draw(kind, shape, dtype=dtype) * stddev, mean, name=full)

    def normal(
        self,
        shape: ShapeLike,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        dtype: DTypeLike = dtypes.float32,
        name: str | None = None,
    ) -> operation.Tensor:
        """Numbers of a normal distribution."""
        return self._scaled("StatefulStandardNormalV2", "stateful_normal", shape, mean, stddev, dtype, name)

    def truncated_normal(
        self,
        shape: ShapeLike,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        dtype: DTypeLike = dtypes.float32,
        name: str | None = None,
    ) -> operation.Tensor:
        """Numbers of a normal distribution, none further from the mean than two standard deviations."""
        return self._scaled("StatefulTruncatedNormal", "truncated_normal", shape, mean, stddev, dtype, name)

    def uniform(
        self,
        shape: ShapeLike,
        minval: TensorLike = 0,
        maxval: TensorLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        name: str | None = None,
    ) -> operation.Tensor:
        """Numbers of [minval, maxval); `maxval` is 1 by default and must be given for integers."""
        dtype = dtypes.as_dtype(dtype)
        if maxval is None:
            if dtype.is_integer:
                raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
            maxval = 1
        with name_scope(name, "stateful_uniform", [shape, minval, maxval]) as full:
            low = convert_to_tensor(minval, dtype=dtype, name="min")
            high = convert_to_tensor(maxval, dtype=dtype, name="max")
            if dtype.is_integer:
                return self._draw("StatefulUniformInt", shape, full, minval=low, maxval=high)
            return tf.add(self._draw("StatefulUniform", shape, dtype=dtype) * (high - low), low, name=full)

    def uniform_full_int(
        self, shape: ShapeLike, dtype: DTypeLike = dtypes.uint64, name: str | None = None
    ) -> operation.Tensor:
        """Integers among all of their type."""
        with name_scope(name, "stateful_uniform_full_int", [shape]) as full:
            return self._draw("StatefulUniformFullInt", shape, full, dtype=dtype)

    def binomial(
        self,
        shape: ShapeLike,
        counts: TensorLike,
        probs: TensorLike,
        dtype: DTypeLike = dtypes.int32,
        name: str | None = None,
    ) -> operation.Tensor:
        """Numbers of successes: of `counts` trials with the probability `probs` each, scalars or one for each row."""
        with name_scope(name, "binomial", [shape, counts, probs]) as full:
            counts = convert_to_tensor(counts, name="counts")
            probs = convert_to_tensor(probs, name="probs")
            kind = dtypes.as_dtype(dtype)
            return self._draw("StatefulRandomBinomial", shape, full, counts=counts, probs=probs, dtype=kind)

    def make_seeds(self, count: int = 1) -> operation.Tensor:
        """Seeds for stateless random operations, [2, count]."""
        keys = self.uniform_full_int([count], dtype=dtypes.int64)
        return tf.stack([keys, tf.zeros_like(keys)])


def _state(value: object, shape: list[int]) -> Any:
    if isinstance(value, (list, tuple)) and all(isinstance(v, int) for v in value):
        value = np.array([v & _MASK for v in value], np.uint64).astype(np.int64)
    value = convert_to_tensor(value, dtype=dtypes.int64)
    value.shape.assert_is_compatible_with(shape)
    return value


def _joined(key: object, counter: Any) -> Tensor:
    return tf.concat([_state(counter, [STATE_SIZE - 1]), tf.reshape(_state(key, []), [1])], axis=0)


_GLOBAL = "\0global_generator"


@export("random.experimental.get_global_generator")
def get_global_generator() -> Generator:
    """The generator of the default graph; one with a random state is made on first use.

    >>> import penstock as tf
    >>> tf.random.experimental.get_global_generator().algorithm
    1
    """
    found = get_default_graph().get_collection_ref(_GLOBAL)
    if not found:
        found.append(Generator.from_non_deterministic_state())
    return found[-1]


@export("random.experimental.set_global_generator")
def set_global_generator(generator: Generator) -> None:
    """Replaces the generator of the default graph.

    Args:
      generator: the new one.

    >>> import penstock as tf
    >>> mine = tf.random.experimental.Generator.from_seed(3)
    >>> tf.random.experimental.set_global_generator(mine)
    >>> tf.random.experimental.get_global_generator() is mine
    True
    """
    get_default_graph().get_collection_ref(_GLOBAL)[:] = [generator]
