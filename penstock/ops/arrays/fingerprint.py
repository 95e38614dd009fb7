"""Fingerprints of rows, the time, and 1.x's example of an operation. All of them run on the host."""

from __future__ import annotations

import time

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike
from penstock.ops.text import hashing

no_gradient("Fingerprint", "Timestamp", "Fact")


def _shape(c):
    data = rule.with_rank_at_least(c.shape(0), 1)
    rule.with_rank(c.shape(1), 0)
    method = c.const(1)
    if method is not None and np.asarray(method).item() != b"farmhash64":
        raise ValueError(f"Unsupported method: {np.asarray(method).item().decode(errors='replace')}")
    return [[rule.dim(data, 0), None if method is None else 8]]


@op("Fingerprint", shape=_shape, host=True)
def _fingerprint(xp, data, method):
    name = method.item() if isinstance(method, np.ndarray) else method
    if name != b"farmhash64":
        raise errors.InvalidArgumentError(
            None, None, f"Unsupported fingerprint method: {name.decode(errors='replace')}"
        )
    if not data.ndim:
        raise errors.InvalidArgumentError(None, None, f"`data` should have at least one dimension: got shape {[]}")
    if data.dtype == object:
        found = np.asarray(hashing.fingerprint64(data.ravel())).reshape(data.shape).astype("<u8")
        if data.ndim == 1:
            return found.view(np.uint8).reshape(len(data), 8)
        data = found  # a row of strings has the fingerprint of their fingerprints
    rows = np.empty(len(data), object)
    rows[:] = [row.tobytes() for row in np.ascontiguousarray(data)]
    return np.asarray(hashing.fingerprint64(rows)).astype("<u8").view(np.uint8).reshape(len(data), 8)


@export("fingerprint")
def fingerprint(data: TensorLike, method: str = "farmhash64", name: str | None = None) -> Tensor:
    """The fingerprint of each element of the first axis, eight bytes.

    Args:
      data: a tensor of at least one dimension.
      method: "farmhash64".
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.fingerprint(["a", "b"])).shape
    (2, 8)
    """
    return apply("Fingerprint", name, data=data, method=method)


@op("Timestamp", shape=rule.scalar, host=True)
def _timestamp(xp):
    return np.float64(time.time())


@export("timestamp")
def timestamp(name: str | None = None) -> Tensor:
    """The time of the run in seconds since 1970, float64.

    >>> import penstock as tf
    >>> tf.Session().run(tf.timestamp()) > 1.5e9
    np.True_
    """
    return apply("Timestamp", name)


@op("Fact", shape=rule.unknown, host=True)
def _fact(xp):
    return np.array(b"0! == 1", object)


@export("user_ops.my_fact")
def my_fact() -> Tensor:
    """A fact about factorials, 1.x's example of an operation of one's own.

    >>> import penstock as tf
    >>> tf.Session().run(tf.user_ops.my_fact())
    b'0! == 1'
    """
    return apply("Fact")
