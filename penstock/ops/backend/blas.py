"""Products of matrices by NumPy's BLAS, without its threads: small ones on one, large ones in parts on ours.

OpenBLAS, which NumPy's wheels bring along, shares out products from about 64 x 64 x 64 on among its threads, and each of these
spins while it waits, for the others and for more: in a step with a few small products that took three times as long as the whole
step takes without. Where something else runs, another program or XLA's compiler, it is worse: on two cores with ten programs
a step of a PTB model took 1.0 s of processor time, and 0.11 s on one thread; one of GPT-2 0.45 s and 0.09 s. So OpenBLAS gets one
thread, and `native/blas.c` cuts a large product into parts that the threads of our kernels share. Others stay as they are.

Large products of two float32 matrices are made by `native/matmul.c`, which lays out a factor once for all threads: milliseconds
of processor time, of these and of OpenBLAS in parts, [1024, 256] x [256, 1024] 5.2 and 9.0, with the second factor transposed
5.4 and 9.7, [1024, 1024]' x [1024, 256] 5.3 and 7.5, [20, 400] x [400, 800] 0.14 and 0.17 (with AVX2 5.2 and 6.4, 5.3 and 6.9,
6.3 and 6.7, 0.15 and 0.16).
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from penstock.ops.backend import native_calls

# Up to so many multiplications OpenBLAS uses one thread anyway.
_TINY = 1 << 18
# Up to so many a second thread does not pay: one does them in a fifth of a millisecond.
_SMALL = 1 << 22
# From so many on, with so many rows and columns, our own product of float32 matrices is the fastest.
_OWN, _OWN_SIDE = 1 << 21, 16


class _Library(NamedTuple):
    """OpenBLAS: a function that sets the number of its threads, the number at first, and addresses of its products by type."""

    set_threads: Callable[[int], Any]
    usual: int
    products: dict[str, int]


@functools.cache
def _library() -> _Library | None:
    """NumPy's OpenBLAS; None if it is another library, or has one thread only."""
    home = Path(np.__file__).parent
    for path in (*home.parent.glob("numpy.libs/*openblas*"), *home.glob(".dylibs/*openblas*")):
        for prefix, suffix in (("scipy_", "64_"), ("", "64_"), ("", "")):
            try:
                library = ctypes.PyDLL(str(path))  # keeps the interpreter's lock: the call takes no time
                count = getattr(library, f"{prefix}openblas_get_num_threads{suffix}")()
                set_threads = getattr(library, f"{prefix}openblas_set_num_threads{suffix}")
                names = {"f": "cblas_sgemm", "d": "cblas_dgemm"} if suffix else {}  # with integers of 64 bits
                products = {
                    kind: ctypes.cast(getattr(library, f"{prefix}{name}{suffix}"), ctypes.c_void_p).value or 0
                    for kind, name in names.items()
                }
                return _Library(set_threads, count, products) if count > 1 else None
            except (OSError, AttributeError):
                continue
    return None


def matmul(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """`numpy.matmul`.

    >>> matmul(np.ones((2, 3)), np.ones((3, 1))).tolist()
    [[3.0], [3.0]]
    """
    work = a.size * b.shape[-1] if b.ndim else 0
    if work >= _OWN and a.ndim == b.ndim == 2:
        made = _own(a, b)
        if made is not None:
            return made
    library = _library() if work >= _TINY else None
    if library is None:
        return np.matmul(a, b)
    library.set_threads(1)
    try:
        if work > _SMALL:
            made = _in_parts(library, a, b)
            if made is not None:
                return made
            library.set_threads(library.usual)
        return np.matmul(a, b)
    finally:
        library.set_threads(library.usual)


def product(xp: Any, a: Any, b: Any) -> Any:
    """The product of two matrices, in NumPy by `matmul`."""
    return matmul(a, b) if xp is np else xp.matmul(a, b)


def _own(a: np.ndarray, b: np.ndarray) -> np.ndarray | None:
    """The product of two matrices by our own kernel; None if they are not of its kind."""
    if a.dtype.char != "f" or b.dtype.char != "f" or not native_calls.ready(np):
        return None
    (m, k), (rows, n) = a.shape, b.shape
    across, down = a.flags, b.flags
    if rows != k or min(m, n) < _OWN_SIDE or not (across.c_contiguous or down.c_contiguous):
        return None
    if not (across.forc and down.forc and across.aligned and down.aligned):
        return None
    made = np.empty((m, n), np.float32)
    sizes = np.array((m, n, k, not across.c_contiguous, not down.c_contiguous), np.int64)
    native_calls.call("product", sizes, a, b, made)
    return made


def _in_parts(library: _Library, a: np.ndarray, b: np.ndarray) -> np.ndarray | None:
    """The product of matrices, or of many pairs of them, made in parts; None if they are not of that kind."""
    kind = a.dtype.char
    if kind not in library.products or b.dtype != a.dtype or min(a.ndim, b.ndim) < 2 or a.shape[-1] != b.shape[-2]:
        return None
    if a.shape[:-2] != b.shape[:-2]:
        try:
            pairs = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
        except ValueError:
            return None
        a, b = (np.broadcast_to(x, (*pairs, *x.shape[-2:])) for x in (a, b))
    (m, k), n = a.shape[-2:], b.shape[-1]
    left, right = _layout(a), _layout(b)
    if left is None or right is None or not m * n * k or not native_calls.ready(np):
        return None
    made = np.empty((*a.shape[:-2], m, n), a.dtype)
    count = made.size // (m * n)
    name = "blas_f32" if kind == "f" else "blas_f64"
    native_calls.call(name, library.products[kind], count, m, n, k, a, *left, b, *right, made)
    return made


def _layout(x: np.ndarray) -> tuple[int, int, int, np.ndarray | None] | None:
    """How matrices lie in memory, in numbers; None if BLAS cannot read them.

    Returns:
      Whether they are transposed; the distance of rows; that of matrices; or where each of them begins.
    """
    size = x.itemsize
    (rows, columns), (down, across) = x.shape[-2:], x.strides[-2:]
    if across == size and down >= columns * size and down % size == 0:
        transposed, leading = 0, down // size
    elif down == size and across >= rows * size and across % size == 0:
        transposed, leading = 1, across // size
    else:
        return None
    if not x.flags.aligned or any(stride % size for stride in x.strides[:-2]):
        return None
    step, extent, places = 0, 0, None
    for length, stride in zip(x.shape[-3::-1], x.strides[-3::-1], strict=True):
        if length == 1:
            continue
        if not extent:
            step, extent = stride, length
        elif stride == step * extent:
            extent *= length
        else:
            places = np.zeros((), np.int64)
            for length, stride in zip(x.shape[:-2], x.strides[:-2], strict=True):
                places = np.add.outer(places, np.arange(length, dtype=np.int64) * (stride // size))
            break
    return transposed, leading, step // size, places
