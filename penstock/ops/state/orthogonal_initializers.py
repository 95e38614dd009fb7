"""Initializers for convolutions that keep the norm of their input: delta-orthogonal and orthogonal filters.

An orthogonal filter is a product of 2×...×2 filters, each made from a random projection per dimension (Xiao et al. 2018);
filters are dictionaries from position to matrix until they are complete.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike
from penstock.ops.state.initializers import Initializer, _float, random_orthogonal

Filter = dict[tuple[int, ...], Tensor]


class _Orthogonal(Initializer):
    _config = ("gain", "seed", "dtype")

    def __init__(self, gain: float = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        self.gain = gain
        self.dtype = _float(dtype)
        self.seed = seed


def _check_channels(shape: Sequence[int]) -> None:
    if shape[-2] > shape[-1]:
        raise ValueError("In_filters cannot be greater than out_filters.")


@export("contrib.framework.convolutional_delta_orthogonal")
class ConvolutionDeltaOrthogonal(_Orthogonal):
    """Initializer for filters of 1, 2 or 3 dimensions that are an orthogonal matrix in the middle and 0 elsewhere.

    Args:
      gain: a factor of all elements.
      seed: the seed, see `tf.set_random_seed`.
      dtype: the type of the elements.

    >>> import penstock as tf
    >>> kernel = tf.contrib.framework.convolutional_delta_orthogonal(seed=1)([3, 3, 2, 2])
    >>> found = tf.Session().run(kernel)
    >>> abs(found[1, 1] @ found[1, 1].T).round(4).tolist(), float(abs(found[0]).max())
    ([[1.0, 0.0], [0.0, 1.0]], 0.0)
    """

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        dtype = self.dtype if dtype is None else dtype
        if len(shape) < 3 or len(shape) > 5:
            raise ValueError("The tensor to initialize must be at least three-dimensional and at most five-dimensional")
        _check_channels(shape)
        q = random_orthogonal(shape[-1], shape[-1], dtype, self.seed)[: shape[-2], :]
        q *= find("cast")(self.gain, dtype=dtype)
        middle = [(size - 1) // 2 for size in shape[:-2]]
        return find("scatter_nd")([middle], apply("ExpandDims", input=q, dim=0), shape)


class _ConvolutionOrthogonal(_Orthogonal):
    _dims: int
    _in_words: str
    _first: int  # the position of the projection itself in a 2-wide filter; the other one is its complement

    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Tensor:
        dtype = self.dtype if dtype is None else dtype
        if len(shape) != self._dims + 2:
            raise ValueError(f"The tensor to initialize must be {self._in_words}-dimensional")
        _check_channels(shape)
        size = shape[0]
        if any(s != size for s in shape[: self._dims]):
            raise ValueError("Kernel sizes must be equal.")
        kernel = self._kernel(size, shape[-2], shape[-1])
        return kernel * find("cast")(self.gain, dtype=dtype)

    def _next_seed(self) -> None:
        if self.seed:
            self.seed += 1

    def _orthogonal_matrix(self, n: int) -> Tensor:
        q = random_orthogonal(n, n, self.dtype, self.seed)
        self._next_seed()
        return q

    def _projection(self, n: int) -> Tensor:
        q = self._orthogonal_matrix(n)
        mask = find("cast")(find("random.normal")([n], seed=self.seed) > 0, self.dtype)
        self._next_seed()
        chosen = find("multiply")(q, mask)
        return find("matmul")(chosen, find("matrix_transpose")(chosen))

    def _block(self, n: int) -> Filter:
        projections = [self._projection(n) for _ in range(self._dims)]
        eye = find("eye")(n, dtype=self.dtype)
        made: Filter = {}
        for position in itertools.product((0, 1), repeat=self._dims):
            factors = [p if bit == self._first else eye - p for bit, p in zip(position, projections, strict=True)]
            made[position] = functools.reduce(find("matmul"), factors)
        return made

    def _convolved(self, a: Filter, k: int, b: Filter, l: int) -> Filter:
        result: Filter = {}
        for position in itertools.product(range(k + l - 1), repeat=self._dims):
            terms = [
                find("matmul")(a[i], b[j])
                for i in itertools.product(*(range(min(k, p + 1)) for p in position))
                if (j := tuple(p - q for p, q in zip(position, i, strict=True))) in b
            ]
            result[position] = functools.reduce(lambda x, y: x + y, terms)
        return result

    def _kernel(self, size: int, inputs: int, outputs: int) -> Tensor:
        first = self._orthogonal_matrix(outputs)[0:inputs, :]
        if size == 1:
            for _ in range(self._dims):
                first = apply("ExpandDims", input=first, dim=0)
            return first
        made = self._block(outputs)
        for k in range(2, size):
            made = self._convolved(made, k, self._block(outputs), 2)
        return self._stacked({position: find("matmul")(first, m) for position, m in made.items()}, size, ())

    def _stacked(self, made: Filter, size: int, position: tuple[int, ...]) -> Tensor:
        if len(position) == self._dims:
            return made[position]
        return find("stack")([self._stacked(made, size, (*position, i)) for i in range(size)])


@export("contrib.framework.convolutional_orthogonal_1d")
class ConvolutionOrthogonal1D(_ConvolutionOrthogonal):
    """Initializer that makes an orthogonal filter for a convolution over one dimension.

    The squares of the elements sum up to the number of input channels, and those of a signal stay the same.

    Args:
      gain: a factor of all elements.
      seed: the seed, see `tf.set_random_seed`.
      dtype: the type of the elements.

    >>> import penstock as tf
    >>> found = tf.Session().run(tf.contrib.framework.convolutional_orthogonal_1d(seed=1)([3, 2, 4]))
    >>> found.shape, round(float((found**2).sum()), 3)
    ((3, 2, 4), 2.0)
    """

    _dims, _in_words, _first = 1, "three", 0


@export("contrib.framework.convolutional_orthogonal_2d")
class ConvolutionOrthogonal2D(_ConvolutionOrthogonal):
    """Initializer that makes an orthogonal filter for a convolution over two dimensions, of equal sizes.

    The squares of the elements sum up to the number of input channels, and those of a signal stay the same.

    Args:
      gain: a factor of all elements.
      seed: the seed, see `tf.set_random_seed`.
      dtype: the type of the elements.

    >>> import penstock as tf
    >>> found = tf.Session().run(tf.contrib.framework.convolutional_orthogonal_2d(seed=1)([3, 3, 2, 4]))
    >>> found.shape, round(float((found**2).sum()), 3)
    ((3, 3, 2, 4), 2.0)
    """

    _dims, _in_words, _first = 2, "four", 0


@export("contrib.framework.convolutional_orthogonal_3d")
class ConvolutionOrthogonal3D(_ConvolutionOrthogonal):
    """Initializer that makes an orthogonal filter for a convolution over three dimensions, of equal sizes.

    The squares of the elements sum up to the number of input channels, and those of a signal stay the same.

    Args:
      gain: a factor of all elements.
      seed: the seed, see `tf.set_random_seed`.
      dtype: the type of the elements.

    >>> import penstock as tf
    >>> found = tf.Session().run(tf.contrib.framework.convolutional_orthogonal_3d(seed=1)([2, 2, 2, 2, 4]))
    >>> found.shape, round(float((found**2).sum()), 3)
    ((2, 2, 2, 2, 4), 2.0)
    """

    _dims, _in_words, _first = 3, "five", 1
