"""What distributions know before a session runs."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape

__all__ = [
    "dimension_size",
    "maybe_get_static_value",
    "parent_frame_arguments",
    "pick_vector",
    "prefer_static_broadcast_shape",
    "prefer_static_rank",
    "prefer_static_shape",
    "prefer_static_value",
]


def _known(x: Any) -> Any:
    return constant_value(x) if isinstance(x, Tensor) else None


def maybe_get_static_value(x: Any, dtype: Any = None) -> Any:
    """The value of a tensor if it is known, else None; other values as they are, as an array if a type is given."""
    if x is None:
        return x
    value = _known(x) if isinstance(x, Tensor) else x
    return value if value is None or dtype is None else np.array(value, dtype)


def prefer_static_value(x: Tensor) -> Any:
    """The value of a tensor if it is known, else the tensor."""
    value = _known(x)
    return x if value is None else value


def prefer_static_shape(x: Any) -> Any:
    """The shape of a tensor, as an array if it is known."""
    return prefer_static_value(find("shape")(x))


def prefer_static_rank(x: Any) -> Any:
    """The rank of a tensor, as a number if it is known."""
    return prefer_static_value(find("rank")(x))


def dimension_size(x: Tensor, axis: int) -> Any:
    """The size of one dimension, as a number if it is known."""
    size = x.shape.with_rank_at_least(abs(axis))[axis].value
    return find("shape")(x)[axis] if size is None else size


def prefer_static_broadcast_shape(shape1: Any, shape2: Any, name: str = "prefer_static_broadcast_shape") -> Any:
    """The shape that two shapes are broadcast to: a `TensorShape` if both are known, else a tensor.

    Raises:
      ValueError: a `TensorShape` that is known in part.
    """
    with name_scope(name, values=[shape1, shape2]):

        def as_tensor(shape: Any) -> Any:
            if isinstance(shape, TensorShape):
                if not shape.is_fully_defined():
                    raise ValueError("Cannot broadcast from partially defined `TensorShape`.")
                shape = shape.as_list()
            return convert_to_tensor(shape, dtypes.int32, name="shape")

        def as_shape(shape: Any) -> TensorShape | None:
            if isinstance(shape, TensorShape):
                return shape
            value = constant_value(as_tensor(shape))
            return None if value is None else TensorShape(value)

        static = as_shape(shape1), as_shape(shape2)
        if None not in static:
            return find("broadcast_static_shape")(*static)
        return find("broadcast_dynamic_shape")(as_tensor(shape1), as_tensor(shape2))


def pick_vector(cond: Any, true_vector: Any, false_vector: Any, name: str = "pick_vector") -> Any:
    """One of two vectors, by a condition.

    Raises:
      TypeError: the condition is no bool, or the vectors are of different types.
    """
    with name_scope(name, values=(cond, true_vector, false_vector)):
        cond = convert_to_tensor(cond, name="cond")
        if cond.dtype != dtypes.bool:
            raise TypeError(f"{cond}.dtype={cond.dtype} which is not {dtypes.bool}")
        known = constant_value(cond)
        if known is not None:
            return true_vector if known else false_vector
        one = convert_to_tensor(true_vector, name="true_vector")
        other = convert_to_tensor(false_vector, name="false_vector")
        if one.dtype != other.dtype:
            raise TypeError(f"{one}.dtype={one.dtype} does not match {other}.dtype={other.dtype}")
        length, where = find("shape")(one)[0], find("where")
        both = find("concat")([one, other], 0)
        return find("slice")(both, [where(cond, 0, length)], [where(cond, length, -1)])


def parent_frame_arguments() -> dict[str, Any]:
    """The arguments of the function that calls this one, those of `**kwargs` among them, without `*args`."""
    frame = inspect.currentframe()
    assert frame is not None and frame.f_back is not None
    names, _, keywords, values = inspect.getargvalues(frame.f_back)
    return {**{name: values[name] for name in names}, **(values[keywords] if keywords else {})}
