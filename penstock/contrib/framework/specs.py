"""`BoundedTensorSpec`: the description of a tensor whose values lie within bounds."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.type_spec import TensorSpec
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike


@export("contrib.framework.BoundedTensorSpec")
class BoundedTensorSpec(TensorSpec):
    """Describes a tensor: shape, type, perhaps a name, and the least and the greatest values, which are allowed.

    Args:
      shape: the shape, as far as it is known.
      dtype: the type.
      minimum: a number, or an array that can be broadcast to the shape.
      maximum: likewise.
      name: a name.

    Raises:
      ValueError: a bound is missing, or does not fit the shape.

    >>> import penstock as tf
    >>> spec = tf.contrib.framework.BoundedTensorSpec([2, 3], tf.int32, 0, [5, 6, 7])
    >>> spec.maximum.tolist()
    [5, 6, 7]
    """

    def __init__(
        self, shape: ShapeLike, dtype: DTypeLike, minimum: TensorLike, maximum: TensorLike, name: str | None = None
    ) -> None:
        super().__init__(shape, dtype, name)
        if minimum is None or maximum is None:
            raise ValueError(f"minimum and maximum must be provided; but saw '{minimum}' and '{maximum}'")
        self._minimum, self._maximum = self._bound("minimum", minimum), self._bound("maximum", maximum)

    def _bound(self, what: str, given: Any) -> np.ndarray:
        known = self.shape.as_list() if self.shape.ndims is not None else []
        for own, other in zip(reversed(known), reversed(np.shape(given)), strict=False):
            if own is not None and 1 not in (own, other) and own != other:
                raise ValueError(f"{what} is not compatible with shape. Message: {np.shape(given)} and {self.shape}.")
        made = np.array(given, dtype=self.dtype.as_numpy_dtype)
        made.setflags(write=False)
        return made

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> BoundedTensorSpec:
        """A spec with shape, type and bounds of another; without bounds, those of the type."""
        dtype = dtypes.as_dtype(spec.dtype)
        bounds = getattr(spec, "minimum", dtype.min), getattr(spec, "maximum", dtype.max)
        return cls(spec.shape, dtype, *bounds, name or spec.name)

    @property
    def minimum(self) -> np.ndarray:
        """The least values."""
        return self._minimum

    @property
    def maximum(self) -> np.ndarray:
        """The greatest values."""
        return self._maximum

    def __repr__(self) -> str:
        return (
            f"BoundedTensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r}, "
            f"minimum={self.minimum!r}, maximum={self.maximum!r})"
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BoundedTensorSpec)
            and super().__eq__(other)
            and np.allclose(self.minimum, other.minimum)
            and np.allclose(self.maximum, other.maximum)
        )

    __hash__ = TensorSpec.__hash__
