"""What distributions know before a session runs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike

__all__ = [
    "AppendDocstring",
    "dimension_size",
    "maybe_get_static_value",
    "pad",
    "parent_frame_arguments",
    "pick_vector",
    "prefer_static_broadcast_shape",
    "prefer_static_rank",
    "prefer_static_shape",
    "prefer_static_value",
    "process_quadrature_grid_and_probs",
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


def prefer_static_shape(x: TensorLike) -> Any:
    """The shape of a tensor, as an array if it is known."""
    return prefer_static_value(find("shape")(x))


def prefer_static_rank(x: TensorLike) -> Any:
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


class AppendDocstring:
    """A decorator that adds to the documentation of a function.

    Args:
      additional_note: the text.
      kwargs_dict: keyword arguments and what they are, listed after the text.

    Raises:
      ValueError: a name has whitespace in it, or a description several lines.
    """

    def __init__(self, additional_note: str = "", kwargs_dict: dict[str, str] | None = None) -> None:
        rows = []
        for key, text in sorted((kwargs_dict or {}).items()):
            if any(char.isspace() for char in key):
                raise ValueError(f'Parameter name "{key}" contains whitespace.')
            if "\n" in text.lstrip():
                raise ValueError(f'Parameter description for "{key}" contains newlines.')
            rows.append(f"*  `{key}`: {text.lstrip()}")
        self._additional_note = additional_note
        if rows:
            self._additional_note += "\n\n##### `kwargs`:\n\n" + "\n".join(rows)

    def __call__(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(fn)
        def documented(*args: Any, **kwargs: Any) -> Any:
            return fn(*args, **kwargs)

        doc = documented.__doc__
        documented.__doc__ = self._additional_note if doc is None else f"{doc}\n{self._additional_note}"
        return documented


def pad(
    x: Any, axis: Any, front: bool = False, back: bool = False, value: Any = 0, count: Any = 1, name: str | None = None
) -> Tensor:
    """Puts a number of equal values before or behind a tensor, along one axis.

    Args:
      x: the tensor.
      axis: the axis, from the end if negative.
      front: whether they stand before it.
      back: whether they stand behind it.
      value: the value.
      count: how many on each side.
      name: a name for the operations.

    Raises:
      TypeError: `count` is no integer.
      ValueError: neither `front` nor `back`.
    """
    with name_scope(name, "pad", [x, value, count]):
        x = convert_to_tensor(x, name="x")
        value = convert_to_tensor(value, dtype=x.dtype, name="value")
        count = convert_to_tensor(count, name="count")
        if not count.dtype.is_integer:
            raise TypeError(f"`count.dtype` (`{count.dtype.name}`) must be `int`-like.")
        if not front and not back:
            raise ValueError("At least one of `front`, `back` must be `True`.")
        rank = x.shape.ndims if x.shape.ndims is not None else find("rank")(x, name="ndims")
        axis = convert_to_tensor(axis, name="axis")
        place, number = constant_value(axis), constant_value(count)
        shape = None
        if place is None:
            axis = find("where_v2")(axis < 0, rank + axis, axis)
        else:
            axis = int(place) if place >= 0 else rank + int(place)
            if x.shape.ndims is not None:
                sizes: list[Any] = x.shape.as_list()
                known = number is not None and sizes[axis] is not None
                sizes[axis] = sizes[axis] + int(number) * (front + back) if known else None
                shape = TensorShape(sizes)
        paddings = find("one_hot")(
            find("stack")([axis if front else -1, axis if back else -1]),
            depth=rank,
            axis=0,
            on_value=count,
            dtype=dtypes.int32,
        )
        made: Tensor = find("pad")(x, paddings, constant_values=value)
        if shape is not None:
            made.set_shape(shape)
        return made


def process_quadrature_grid_and_probs(
    quadrature_grid_and_probs: Any, dtype: Any, validate_args: bool, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The places and weights of a quadrature; the weights add up to 1. By default the eight of Gauss and Hermite.

    Raises:
      ValueError: there are not as many weights as places.
    """
    with name_scope(name, "process_quadrature_grid_and_probs", [quadrature_grid_and_probs]):
        if quadrature_grid_and_probs is None:
            grid: Any
            probs: Any
            grid, probs = (one.astype(dtype.as_numpy_dtype) for one in np.polynomial.hermite.hermgauss(deg=8))
            probs = probs / np.abs(probs).sum()
            return convert_to_tensor(grid, dtype, name="grid"), convert_to_tensor(probs, dtype, name="probs")
        grid, probs = quadrature_grid_and_probs
        grid = convert_to_tensor(grid, dtype, name="grid")
        probs = convert_to_tensor(probs, dtype, name="unnormalized_probs")
        probs /= find("norm")(probs, ord=1, axis=-1, keepdims=True, name="probs")
        sizes = [x.shape.with_rank_at_least(1)[-1].value for x in (probs, grid)]
        text = "`quadrature_grid_and_probs` must be a `tuple` of same-length zero-th-dimension `Tensor`s"
        if None not in sizes:
            if sizes[0] != sizes[1]:
                raise ValueError(f"{text} (saw lengths {sizes[0]}, {sizes[1]})")
        elif validate_args:
            lengths = [find("shape")(x)[-1] for x in (probs, grid)]
            with find("control_dependencies")([find("assert_equal")(*lengths, message=text)]):
                grid, probs = find("identity")(grid), find("identity")(probs)
        return grid, probs
