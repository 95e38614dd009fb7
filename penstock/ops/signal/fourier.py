"""Fourier and cosine transforms over the last one, two or three dimensions, with their gradients."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value_as_shape
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import Array, TensorLike
from penstock.ops.arrays.basic import shape_text
from penstock.ops.common.definitions import function

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

_SUFFIX = {1: "", 2: "2D", 3: "3D"}


# -- kernels --------------------------------------------------------------------------------------------------------------


def _check_rank(x: Array, rank: int) -> None:
    if np.ndim(x) < rank:
        raise errors.invalid(f"Input must have rank of at least {rank} but got: {shape_text(np.shape(x))}")


def _complex_kernel(rank: int, inverse: bool) -> Callable:
    def kernel(xp, x):
        _check_rank(x, rank)
        if not x.size:
            return xp.zeros(x.shape, x.dtype)
        transform = xp.fft.ifftn if inverse else xp.fft.fftn
        return transform(xp.asarray(x), axes=tuple(range(-rank, 0))).astype(x.dtype)

    return kernel


def _complex_rule(rank: int) -> Callable:
    return lambda c: [rule.with_rank_at_least(c.shape(0), rank)]


def _lengths(x: Any, fft_length: Any, rank: int, inverse: bool) -> tuple[int, ...]:
    """The lengths that a real transform has, after checking that the input is long enough."""
    _check_rank(x, rank)
    if np.shape(fft_length) != (rank,):
        raise errors.invalid(f"fft_length must have shape [{rank}]")
    lengths = tuple(int(n) for n in fft_length)
    for i, n in enumerate(lengths):
        if n < 0:
            raise errors.invalid(f"fft_length[{i}] must >= 0, but got: {n}")
        needed = n // 2 + 1 if inverse and i == rank - 1 and n else n
        axis = np.ndim(x) - rank + i
        if x.size and x.shape[axis] < needed:
            raise errors.invalid(
                f"Input dimension {axis} must have length of at least {needed} but got: {x.shape[axis]}"
            )
    return lengths


def _cropped(x: Any, sizes: tuple[int, ...]) -> Any:
    return x[(..., *(slice(0, n) for n in sizes))]


def _real_kernel(rank: int) -> Callable:
    def kernel(xp, x, fft_length):
        lengths = _lengths(x, fft_length, rank, inverse=False)
        last = lengths[-1] // 2 + 1 if lengths[-1] else 0
        shape = (*x.shape[:-rank], *lengths[:-1], last)
        if 0 in shape or not x.size:
            return xp.zeros(shape, np.complex64)
        return xp.fft.rfftn(_cropped(xp.asarray(x), lengths), axes=tuple(range(-rank, 0))).astype(np.complex64)

    return kernel


def _real_inverse_kernel(rank: int) -> Callable:
    def kernel(xp, x, fft_length):
        lengths = _lengths(x, fft_length, rank, inverse=True)
        shape = (*x.shape[:-rank], *lengths)
        if 0 in shape or not x.size:
            return xp.zeros(shape, np.float32)
        x = _cropped(xp.asarray(x), (*lengths[:-1], lengths[-1] // 2 + 1))
        return xp.fft.irfftn(x, s=lengths, axes=tuple(range(-rank, 0))).astype(np.float32)

    return kernel


def _real_rule(rank: int, inverse: bool) -> Callable:
    def shape(c):
        given = rule.with_rank_at_least(c.shape(0), rank)
        rule.with_value(rule.dim(rule.with_rank(c.shape(1), 1), 0), rank)
        if given.ndims is None:
            return [rule.UNKNOWN]
        known = c.const(1)
        dims: list[int | None] = [None] * rank if known is None else [None if n < 0 else int(n) for n in known]
        if not inverse and dims[-1]:
            dims[-1] = dims[-1] // 2 + 1
        return [given[: given.ndims - rank].concatenate(dims)]

    return shape


for _rank, _suffix in _SUFFIX.items():
    for _name, _inverse in (("FFT", False), ("IFFT", True)):
        op((f"{_name}{_suffix}", f"Batch{_name}{_suffix}"), shape=_complex_rule(_rank))(
            _complex_kernel(_rank, _inverse)
        )
    op(f"RFFT{_suffix}", shape=_real_rule(_rank, False), static=("fft_length",))(_real_kernel(_rank))
    op(f"IRFFT{_suffix}", shape=_real_rule(_rank, True), static=("fft_length",))(_real_inverse_kernel(_rank))


# -- gradients --------------------------------------------------------------------------------------------------------------


def _size(x: Tensor, rank: int) -> Tensor:
    return tf.reduce_prod(tf.shape(x)[-rank:])


def _complex_gradient(kind: str, rank: int) -> Callable:
    def gradient_of(op, grad):
        if kind == "FFT":
            return apply(f"IFFT{_SUFFIX[rank]}", input=grad) * tf.cast(_size(grad, rank), grad.dtype)
        scale = tf.cast(1.0 / tf.cast(_size(grad, rank), grad.dtype.real_dtype), grad.dtype)
        return apply(f"FFT{_SUFFIX[rank]}", input=grad) * scale

    return gradient_of


for _rank, _suffix in _SUFFIX.items():
    for _name in ("FFT", "IFFT"):
        gradient(f"{_name}{_suffix}")(_complex_gradient(_name, _rank))


def _alternating(length: Tensor) -> Tensor:
    return tf.cast(1 - 2 * (tf.range(length) % 2), dtypes.complex64)


@gradient("RFFT")
def _rfft_grad(op, grad):
    """Half of the spectrum is not there: the inverse transform counts it twice, but the first and the last part once."""
    length, size = op.inputs[1], tf.shape(op.inputs[0])
    is_even = tf.cast(1 - length[-1] % 2, dtypes.complex64)
    extra = grad[..., 0:1] + is_even * grad[..., -1:] * _alternating(size[-1])
    return _half(op, grad, extra, 1, irfft), None


@gradient("RFFT2D")
def _rfft2d_grad(op, grad):
    length, size = op.inputs[1], tf.shape(op.inputs[0])
    is_even = tf.cast(1 - length[-1] % 2, dtypes.complex64)
    first, last = grad[..., 0:1], grad[..., -1:]
    waves = _waves(size[-2])
    expanded = tf.reshape(waves, tf.concat([tf.ones([tf.rank(first) - 2], dtypes.int32), tf.shape(waves)], 0))
    waves = tf.tile(expanded, tf.concat([tf.shape(first)[:-2], [1, 1]], 0))
    of_last = tf.matmul(waves, tf.conj(last))
    repeats = tf.concat([tf.ones([tf.rank(grad) - 1], dtypes.int32), [size[-1]]], 0)
    extra = tf.matmul(waves, tf.conj(first)) + is_even * (tf.tile(of_last, repeats) * _alternating(size[-1]))
    return _half(op, grad, extra, 2, irfft2d), None


def _waves(length: Tensor) -> Tensor:
    """The matrix of a discrete Fourier transform."""
    columns = tf.tile(tf.expand_dims(tf.range(length), 0), (length, 1))
    products = tf.cast(columns * tf.transpose(columns, [1, 0]), dtypes.complex64)
    return tf.exp(-2j * np.pi * products / tf.cast(length, dtypes.complex64))


def _half(op: Operation, grad: Tensor, extra: Tensor, rank: int, inverse: Callable) -> Tensor:
    size = tf.cast(_size(op.inputs[0], rank), dtypes.float32)
    return 0.5 * (inverse(grad, op.inputs[1]) * size + tf.real(extra))


def _irfft_gradient(rank: int) -> Callable:
    def gradient_of(op, grad):
        length = op.inputs[1]
        is_odd = tf.mod(length[-1], 2)
        last = tf.shape(op.inputs[0])[-1]
        weights = tf.concat([[1.0], 2.0 * tf.ones([last - 2 + is_odd]), tf.ones([1 - is_odd])], 0)
        scale = tf.reciprocal(tf.cast(_size(grad, rank), dtypes.float32))
        forward = rfft if rank == 1 else rfft2d
        return forward(grad, length) * tf.cast(scale * weights, dtypes.complex64), None

    return gradient_of


gradient("IRFFT")(_irfft_gradient(1))
gradient("IRFFT2D")(_irfft_gradient(2))


# -- public functions of complex numbers ----------------------------------------------------------------------------------------

fft = export("fft", "signal.fft", "spectral.fft", "batch_fft")(
    function(
        "FFT",
        "The Fourier transform over the last dimension.",
        "input",
        example=">>> tf.Session().run(tf.fft(tf.constant([1, 2, 3, 4], tf.complex64))).round(3)\n"
        "array([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j], dtype=complex64)",
    )
)
ifft = export("ifft", "signal.ifft", "spectral.ifft", "batch_ifft")(
    function(
        "IFFT",
        "The inverse Fourier transform over the last dimension.",
        "input",
        example=">>> tf.Session().run(tf.ifft(tf.constant([10, -2 + 2j, -2, -2 - 2j], tf.complex64))).round(3)\n"
        "array([1.+0.j, 2.+0.j, 3.+0.j, 4.+0.j], dtype=complex64)",
    )
)
fft2d = export("fft2d", "signal.fft2d", "spectral.fft2d", "batch_fft2d")(
    function(
        "FFT2D",
        "The Fourier transform over the last 2 dimensions.",
        "input",
        example=">>> tf.Session().run(tf.real(tf.fft2d([[1 + 0j, 2], [3, 4]]))).tolist()\n[[10.0, -2.0], [-4.0, 0.0]]",
    )
)
ifft2d = export("ifft2d", "signal.ifft2d", "spectral.ifft2d", "batch_ifft2d")(
    function(
        "IFFT2D",
        "The inverse Fourier transform over the last 2 dimensions.",
        "input",
        example=">>> tf.Session().run(tf.real(tf.ifft2d([[10 + 0j, -2], [-4, 0]]))).tolist()\n[[1.0, 2.0], [3.0, 4.0]]",
    )
)
fft3d = export("fft3d", "signal.fft3d", "spectral.fft3d", "batch_fft3d")(
    function(
        "FFT3D",
        "The Fourier transform over the last 3 dimensions.",
        "input",
        example=">>> tf.Session().run(tf.real(tf.fft3d([[[1 + 0j, 2], [3, 4]]]))).tolist()\n"
        "[[[10.0, -2.0], [-4.0, 0.0]]]",
    )
)
ifft3d = export("ifft3d", "signal.ifft3d", "spectral.ifft3d", "batch_ifft3d")(
    function(
        "IFFT3D",
        "The inverse Fourier transform over the last 3 dimensions.",
        "input",
        example=">>> tf.Session().run(tf.real(tf.ifft3d([[[10 + 0j, -2], [-4, 0]]]))).tolist()\n"
        "[[[1.0, 2.0], [3.0, 4.0]]]",
    )
)


# -- public functions of real numbers -------------------------------------------------------------------------------------------


def _default_length(x: Tensor, rank: int, inverse: bool) -> Tensor:
    known = x.shape[-rank:]
    if not known.is_fully_defined():
        sizes = tf.shape(x)[-rank:]
        if not inverse:
            return sizes
        parts = tf.unstack(sizes)
        parts[-1] = tf.maximum(0, 2 * (parts[-1] - 1))
        return tf.stack(parts)
    dims = [d or 0 for d in known.as_list()]
    if inverse and dims:
        dims[-1] = max(0, 2 * (dims[-1] - 1))
    return convert_to_tensor(dims, dtypes.int32)


def _padded(x: Tensor, rank: int, length: Tensor, inverse: bool) -> Tensor:
    """`x` with zeros at the end where it is shorter than the transform."""
    wanted = constant_value_as_shape(length)
    if x.shape.ndims is not None and 0 in x.shape.as_list():
        return x
    if wanted.is_fully_defined() and x.shape.ndims is not None:
        given = x.shape[-rank:]
        if given.is_fully_defined():
            dims = [d or 0 for d in wanted.as_list()]
            if inverse:
                dims[-1] = dims[-1] // 2 + 1
            pads = [[0, max(d - (g or 0), 0)] for d, g in zip(dims, given.as_list())]
            if any(pad for _, pad in pads):
                return tf.pad(x, [[0, 0]] * max(x.shape.ndims - rank, 0) + pads)
            return x
    size = tf.rank(x)
    given = tf.shape(x)[-rank:]
    outer = tf.zeros([tf.maximum(0, size - rank)], length.dtype)
    if inverse:
        length = tf.concat([length[:-1], length[-1:] // 2 + 1], 0)
    ends = tf.concat([outer, tf.maximum(0, length - given)], 0)
    return tf.pad(x, tf.stack([tf.zeros_like(ends), ends], axis=1))


def _real_function(op_type: str, rank: int, inverse: bool, what: str, example: str) -> Callable:
    def transform(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
        with name_scope(name, op_type.lower(), [input_tensor, fft_length]) as name:
            x = convert_to_tensor(input_tensor, dtypes.complex64 if inverse else dtypes.float32)
            x.shape.with_rank_at_least(rank)
            if fft_length is None:
                fft_length = _default_length(x, rank, inverse)
            else:
                fft_length = convert_to_tensor(fft_length, dtypes.int32)
            return apply(op_type, name, input=_padded(x, rank, fft_length, inverse), fft_length=fft_length)

    transform.__name__ = transform.__qualname__ = op_type.lower()
    over = "the last dimension" if rank == 1 else f"the last {rank} dimensions"
    transform.__doc__ = f"""{what} over {over}.

    Args:
      input_tensor: {"complex64, the first half of a spectrum" if inverse else "float32"}.
      fft_length: the lengths of the {"results" if inverse else "transforms"}; the input is cropped or padded to them.
      name: a name for the operations.

    >>> import penstock as tf
    >>> {example}
    """
    return transform


_FORWARD = "The Fourier transform of real numbers (the first half of the spectrum, which has all of it)"
_BACKWARD = "The real numbers whose Fourier transform is given by its first half"
rfft = export("signal.rfft", "spectral.rfft")(
    _real_function(
        "RFFT",
        1,
        False,
        _FORWARD,
        "tf.Session().run(tf.signal.rfft([1.0, 2.0, 3.0, 4.0])).round(3)\n    "
        "array([10.+0.j, -2.+2.j, -2.+0.j], dtype=complex64)",
    )
)
irfft = export("signal.irfft", "spectral.irfft")(
    _real_function(
        "IRFFT",
        1,
        True,
        _BACKWARD,
        "tf.Session().run(tf.signal.irfft([10, -2 + 2j, -2])).round(3)\n    array([1., 2., 3., 4.], dtype=float32)",
    )
)
rfft2d = export("signal.rfft2d", "spectral.rfft2d")(
    _real_function(
        "RFFT2D",
        2,
        False,
        _FORWARD,
        "tf.Session().run(tf.real(tf.signal.rfft2d([[1.0, 2.0], [3.0, 4.0]]))).tolist()\n    "
        "[[10.0, -2.0], [-4.0, 0.0]]",
    )
)
irfft2d = export("signal.irfft2d", "spectral.irfft2d")(
    _real_function(
        "IRFFT2D",
        2,
        True,
        _BACKWARD,
        "tf.Session().run(tf.signal.irfft2d([[10.0, -2.0], [-4.0, 0.0]])).tolist()\n    [[1.0, 2.0], [3.0, 4.0]]",
    )
)
rfft3d = export("signal.rfft3d", "spectral.rfft3d")(
    _real_function(
        "RFFT3D",
        3,
        False,
        _FORWARD,
        "tf.Session().run(tf.real(tf.signal.rfft3d([[[1.0, 2.0], [3.0, 4.0]]]))).tolist()\n    "
        "[[[10.0, -2.0], [-4.0, 0.0]]]",
    )
)
irfft3d = export("signal.irfft3d", "spectral.irfft3d")(
    _real_function(
        "IRFFT3D",
        3,
        True,
        _BACKWARD,
        "tf.Session().run(tf.signal.irfft3d([[[10.0, -2.0], [-4.0, 0.0]]])).tolist()\n    [[[1.0, 2.0], [3.0, 4.0]]]",
    )
)


def _shifted(x: Any, axes: Any, name: str | None, sign: int) -> Tensor:
    x = convert_to_tensor(x)
    if axes is None:
        axes = tuple(range(x.shape.ndims or 0))
    if isinstance(axes, int):
        return tf.roll(x, sign * (int(x.shape[axes]) // 2), axes, name)
    return tf.roll(x, [sign * (int(x.shape[axis]) // 2) for axis in axes], axes, name)


@export("signal.fftshift")
def fftshift(x: TensorLike | None, axes: int | None = None, name: str | None = None) -> Tensor:
    """Moves the zero frequency from the beginning to the middle.

    Args:
      x: a tensor.
      axes: the dimension or dimensions to shift; all by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.signal.fftshift([0, 1, 2, 3])).tolist()
    [2, 3, 0, 1]
    """
    with name_scope(name, "fftshift") as name:
        return _shifted(x, axes, name, 1)


@export("signal.ifftshift")
def ifftshift(x: TensorLike | None, axes: int | None = None, name: str | None = None) -> Tensor:
    """Moves the zero frequency from the middle to the beginning: what undoes `fftshift`.

    Args:
      x: a tensor.
      axes: the dimension or dimensions to shift; all by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.signal.ifftshift([2, 3, 0, 1])).tolist()
    [0, 1, 2, 3]
    """
    with name_scope(name, "ifftshift") as name:
        return _shifted(x, axes, name, -1)


# -- cosine transforms ----------------------------------------------------------------------------------------------------------


def _check_dct(input: Any, kind: int, n: int | None, axis: int, norm: str | None) -> None:
    if axis != -1:
        raise NotImplementedError(f"axis must be -1. Got: {axis}")
    if n is not None and n < 1:
        raise ValueError("n should be a positive integer or None")
    if kind not in (1, 2, 3):
        raise ValueError("Only Types I, II and III (I)DCT are supported.")
    if kind == 1:
        if norm == "ortho":
            raise ValueError("Normalization is not supported for the Type-I DCT.")
        last = input.shape[-1]
        last = getattr(last, "value", last)
        if last is not None and last < 2:
            raise ValueError("Type-I DCT requires the dimension to be greater than one.")
    if norm not in (None, "ortho"):
        raise ValueError(f"Unknown normalization. Expected None or 'ortho', got: {norm}")


def _last(x: Tensor) -> Any:
    known = x.shape.as_list()[-1] if x.shape.ndims is not None else None
    return known or tf.shape(x)[-1]


@export("signal.dct", "spectral.dct")
def dct(
    input: TensorLike,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The discrete cosine transform of type I, II or III over the last dimension.

    Args:
      input: float32.
      type: 1, 2 or 3.
      n: the length; the input is cropped or padded to it.
      axis: only -1.
      norm: None, or "ortho" for an orthogonal transform (types 2 and 3).
      name: a name for the operations.

    Raises:
      ValueError: the type, length or normalization is none of these.
      NotImplementedError: for another axis.

    >>> import penstock as tf
    >>> tf.Session().run(tf.signal.dct([1.0, 2.0])).round(3)
    array([ 6.   , -1.414], dtype=float32)
    """
    _check_dct(input, type, n, axis, norm)
    with name_scope(name, "dct", [input]):
        x = convert_to_tensor(input, dtype=dtypes.float32)
        if n is not None:
            given = _last(x)
            if n <= given:
                x = x[..., 0:n]
            else:
                pads = [[0, 0]] * ((x.shape.ndims or 1) - 1) + [[0, n - given]]
                x = tf.pad(x, paddings=convert_to_tensor(pads, dtype=dtypes.int32))
        if type == 1:
            return tf.real(rfft(tf.concat([x, x[..., -2:0:-1]], axis=-1)))
        size = _last(x)
        length = tf.cast(size, dtypes.float32)
        if type == 2:
            scale = 2.0 * tf.exp(tf.complex(0.0, -tf.range(length) * math.pi * 0.5 / length))
            result = tf.real(rfft(x, fft_length=[2 * size])[..., :size] * scale)
            return result * _weights(0.5 * tf.rsqrt(length), tf.sqrt(2.0), size) if norm == "ortho" else result
        x = x * (_weights(tf.sqrt(length), tf.sqrt(0.5), size) if norm == "ortho" else length)
        scale = 2.0 * tf.exp(tf.complex(0.0, tf.range(length) * math.pi * 0.5 / length))
        return tf.real(irfft(scale * tf.complex(x, 0.0), fft_length=[2 * size]))[..., :size]


def _weights(first: Tensor, ratio: Tensor, size: Any) -> Tensor:
    """`first`, and `first * ratio` for all others."""
    other = first * ratio
    return tf.pad(tf.expand_dims(first, 0), [[0, size - 1]], constant_values=other)


@export("signal.idct", "spectral.idct")
def idct(
    input: TensorLike,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of `dct`, up to the factor 2n if `norm` is None. Arguments and errors as there.

    Args:
      input: a tensor of float32.
      type: 1, 2 or 3: of which transform it is the inverse.
      n: must be None.
      axis: must be -1, the last axis.
      norm: None or "ortho", which scales the transform to be orthogonal.
      name: a name for the operation.

    >>> import penstock as tf
    >>> transformed = tf.signal.dct([1.0, 2.0, 3.0], norm="ortho")
    >>> tf.Session().run(tf.signal.idct(transformed, norm="ortho")).round(3)
    array([1., 2., 3.], dtype=float32)
    """
    _check_dct(input, type, n, axis, norm)
    return dct(input, type={1: 1, 2: 3, 3: 2}[type], n=n, axis=axis, norm=norm, name=name)
