"""`Bijector`: a function with an inverse and the logarithm of its Jacobian's determinant.

What was computed once for a tensor is found again: the inverse of `forward(x)` is `x` itself, as in 1.15.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, SizesLike, TensorLike


def _checked_ndims(what: str, value: object) -> int:
    """A number of axes, if it is one."""
    if not isinstance(value, int):
        raise TypeError(f"Expected {what} to be of type int, got {type(value).__name__}")
    if value < 0:
        raise ValueError(f"{what} must be a non-negative integer.")
    return value


@export("contrib.distributions.bijectors.Bijector", "distributions.bijectors.Bijector")
class Bijector:
    """Base class of bijectors.

    Args:
      graph_parents: tensors it is made of.
      is_constant_jacobian: whether the determinant does not depend on the argument.
      validate_args: whether arguments are checked when operations run.
      dtype: type of the argument, None for any.
      forward_min_event_ndims: how many of the last axes of the argument are one event, at least.
      inverse_min_event_ndims: the same for the result; by default, each is the other.
      name: name of the scope of its operations.

    Raises:
      ValueError: none of the two is given, or one is negative.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Exp()
    >>> x = tf.constant([0.0, 1.0])
    >>> b.inverse(b.forward(x)) is x
    True
    """

    def __init__(
        self,
        graph_parents: Sequence[Tensor] | None = None,
        is_constant_jacobian: bool = False,
        validate_args: bool = False,
        dtype: DTypeLike | None = None,
        forward_min_event_ndims: int | None = None,
        inverse_min_event_ndims: int | None = None,
        name: str | None = None,
    ) -> None:
        self._graph_parents = list(graph_parents or [])
        if forward_min_event_ndims is None and inverse_min_event_ndims is None:
            raise ValueError("Must specify at least one of `forward_min_event_ndims` and `inverse_min_event_ndims`.")
        forward = inverse_min_event_ndims if forward_min_event_ndims is None else forward_min_event_ndims
        inverse = forward_min_event_ndims if inverse_min_event_ndims is None else inverse_min_event_ndims
        self._forward_min_event_ndims = _checked_ndims("forward_min_event_ndims", forward)
        self._inverse_min_event_ndims = _checked_ndims("inverse_min_event_ndims", inverse)
        self._is_constant_jacobian = is_constant_jacobian
        self._validate_args = validate_args
        self._dtype = dtype
        # Tensors by identity; they are kept, so that an identity is not used twice.
        self._constant_ildj: dict[Any, Tensor] = {}
        self._from_x: dict[Any, tuple[Tensor, Tensor]] = {}
        self._from_y: dict[Any, tuple[Tensor, Tensor]] = {}
        self._ildj: dict[Any, tuple[Tensor, Tensor]] = {}
        snake = re.sub("([a-z0-9])([A-Z])", r"\1_\2", re.sub("(.)([A-Z][a-z]+)", r"\1_\2", type(self).__name__))
        self._name = name or snake.lstrip("_").lower()
        for i, t in enumerate(self._graph_parents):
            if not isinstance(t, Tensor):
                raise ValueError(f"Graph parent item {i} is not a Tensor; {t}.")

    @property
    def graph_parents(self) -> list[Tensor]:
        """Tensors it is made of."""
        return self._graph_parents

    @property
    def forward_min_event_ndims(self) -> int:
        """How many of the last axes of the argument are one event, at least."""
        return self._forward_min_event_ndims

    @property
    def inverse_min_event_ndims(self) -> int:
        """How many of the last axes of the result are one event, at least."""
        return self._inverse_min_event_ndims

    @property
    def is_constant_jacobian(self) -> bool:
        """Whether the determinant does not depend on the argument."""
        return self._is_constant_jacobian

    @property
    def _is_injective(self) -> bool:
        return True

    @property
    def validate_args(self) -> bool:
        """Whether arguments are checked."""
        return self._validate_args

    @property
    def dtype(self) -> Any:
        """Type of the argument, None for any."""
        return self._dtype

    @property
    def name(self) -> str:
        """Name of the scope of its operations."""
        return self._name

    @contextlib.contextmanager
    def _name_scope(self, name: str, values: Sequence[Any] = ()) -> Iterator[str]:
        with tf.name_scope(self.name), tf.name_scope(name, values=[*values, *self.graph_parents]) as scope:
            yield scope

    # -- shapes -----------------------------------------------------------------------------------------------------

    def _forward_event_shape(self, input_shape: TensorShape) -> TensorShape:
        return input_shape

    def _forward_event_shape_tensor(self, input_shape: Tensor) -> Tensor:
        return input_shape

    def _inverse_event_shape(self, output_shape: TensorShape) -> TensorShape:
        return output_shape

    def _inverse_event_shape_tensor(self, output_shape: Tensor) -> Tensor:
        return output_shape

    def forward_event_shape(self, input_shape: ShapeLike) -> TensorShape:
        """Shape of an event of the result."""
        return self._forward_event_shape(TensorShape(input_shape))

    def inverse_event_shape(self, output_shape: ShapeLike) -> TensorShape:
        """Shape of an event of the argument."""
        return self._inverse_event_shape(TensorShape(output_shape))

    def forward_event_shape_tensor(self, input_shape: ShapeLike, name: str = "forward_event_shape_tensor") -> Tensor:
        """Shape of an event of the result, as a tensor."""
        with self._name_scope(name, [input_shape]):
            shape = convert_to_tensor(input_shape, dtype=dtypes.int32, name="input_shape")
            return self._forward_event_shape_tensor(shape)

    def inverse_event_shape_tensor(self, output_shape: ShapeLike, name: str = "inverse_event_shape_tensor") -> Tensor:
        """Shape of an event of the argument, as a tensor."""
        with self._name_scope(name, [output_shape]):
            shape = convert_to_tensor(output_shape, dtype=dtypes.int32, name="output_shape")
            return self._inverse_event_shape_tensor(shape)

    # -- values -----------------------------------------------------------------------------------------------------

    # `(*args, **kwargs)` stand for what conditional bijectors take besides: any parameters that a subclass has fit.

    def _forward(self, x: Tensor, /, *args: Any, **kwargs: Any) -> Tensor:
        raise NotImplementedError("forward not implemented.")

    def _inverse(self, y: Tensor, /, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("inverse not implemented")

    def _inverse_log_det_jacobian(self, y: Tensor, /, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("inverse_log_det_jacobian not implemented.")

    def _forward_log_det_jacobian(self, x: Tensor, /, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("forward_log_det_jacobian not implemented.")

    def _argument(self, value: TensorLike, name: str) -> Tensor:
        value = convert_to_tensor(value, name=name)
        if self.dtype is not None and self.dtype.base_dtype != value.dtype.base_dtype:
            raise TypeError(f"Input had dtype {self.dtype} but expected {value.dtype}.")
        return value

    def _remember(self, x: Tensor, y: Tensor, kwargs: dict) -> None:
        extra = repr(sorted(kwargs.items()))
        self._from_x[id(x), extra] = self._from_y[id(y), extra] = x, y

    def forward(self, x: TensorLike, name: str = "forward") -> Tensor:
        """The result for `x`."""
        return self._call_forward(x, name)

    def _call_forward(self, x: TensorLike, name: str, **kwargs: Any) -> Tensor:
        with self._name_scope(name, [x]):
            x = self._argument(x, "x")
            known = self._from_x.get((id(x), repr(sorted(kwargs.items()))))
            if known is not None:
                return known[1]
            y = self._forward(x, **kwargs)
            if self._is_injective:
                self._remember(x, y, kwargs)
            return y

    def inverse(self, y: TensorLike, name: str = "inverse") -> Any:
        """The argument for a result `y`; all of them, as a tuple, if there are several."""
        return self._call_inverse(y, name)

    def _call_inverse(self, y: TensorLike, name: str, **kwargs: Any) -> Any:
        with self._name_scope(name, [y]):
            y = self._argument(y, "y")
            known = self._from_y.get((id(y), repr(sorted(kwargs.items()))))
            if known is not None:
                return known[0]
            x = self._inverse(y, **kwargs)
            if self._is_injective:
                self._remember(x, y, kwargs)
            return x

    def inverse_log_det_jacobian(
        self, y: TensorLike, event_ndims: SizesLike, name: str = "inverse_log_det_jacobian"
    ) -> Any:
        """log |det d(inverse)/dy| for each event, `event_ndims` being the number of the event's axes."""
        return self._call_inverse_log_det_jacobian(y, event_ndims, name)

    def _call_inverse_log_det_jacobian(self, y: TensorLike, event_ndims: SizesLike, name: str, **kwargs: Any) -> Any:
        with self._name_scope(name, [y]):
            if event_ndims.__hash__ and event_ndims in self._constant_ildj:
                return self._constant_ildj[event_ndims]
            y = self._argument(y, "y")
            self._check_event_ndims(self.inverse_min_event_ndims, event_ndims)
            try:
                found, about, least = self._inverse_log_det_jacobian(y, **kwargs), y, self.inverse_min_event_ndims
            except NotImplementedError as missing:
                try:
                    x = self._call_inverse(y, "inverse", **kwargs) if self._is_injective else self._inverse(y, **kwargs)
                    found, about = self._forward_log_det_jacobian(x, **kwargs), x
                except NotImplementedError:
                    raise missing from None
                found = tuple(-part for part in found) if isinstance(found, tuple) else -found
                least = self.forward_min_event_ndims
            if isinstance(found, tuple):
                return tuple(self._reduced(y, part, least, event_ndims) for part in found)
            reduced = self._reduced(about, found, least, event_ndims)
            if self.is_constant_jacobian and isinstance(event_ndims, int):
                self._constant_ildj[event_ndims] = reduced
            return reduced

    def forward_log_det_jacobian(
        self, x: TensorLike, event_ndims: SizesLike, name: str = "forward_log_det_jacobian"
    ) -> Tensor:
        """log |det d(forward)/dx| for each event, `event_ndims` being the number of the event's axes."""
        return self._call_forward_log_det_jacobian(x, event_ndims, name)

    def _call_forward_log_det_jacobian(self, x: TensorLike, event_ndims: SizesLike, name: str, **kwargs: Any) -> Tensor:
        if not self._is_injective:
            raise NotImplementedError("forward_log_det_jacobian cannot be implemented for non-injective transforms.")
        with self._name_scope(name, [x]):
            self._check_event_ndims(self.forward_min_event_ndims, event_ndims)
            if event_ndims.__hash__ and event_ndims in self._constant_ildj:
                return -1.0 * self._constant_ildj[event_ndims]
            x = self._argument(x, "x")
            try:
                found, about, least = self._forward_log_det_jacobian(x, **kwargs), x, self.forward_min_event_ndims
            except NotImplementedError as missing:
                try:
                    about = self._call_forward(x, "forward", **kwargs)
                    found, least = -self._inverse_log_det_jacobian(about, **kwargs), self.inverse_min_event_ndims
                except NotImplementedError:
                    raise missing from None
            return self._reduced(about, found, least, event_ndims)

    def _reduced(self, x: Tensor, jacobian: Tensor, least: int, event_ndims: Any) -> Tensor:
        """Sums over the axes of the event that the Jacobian is not about."""
        known = self._maybe_get_static_event_ndims(event_ndims)
        rank = tf.rank(x)
        ones = tf.ones(tf.shape(x)[rank - event_ndims : rank - least], jacobian.dtype)
        axes = tf.range(least - event_ndims, 0) if known is None else [-i for i in range(1, known - least + 1)]
        reduced = tf.reduce_sum(ones * jacobian, axis=axes)
        if known is not None and x.shape.ndims is not None and jacobian.shape.ndims is not None:
            part = x.shape[x.shape.ndims - known : x.shape.ndims - least]
            whole = tf.broadcast_static_shape(jacobian.shape, part)
            reduced.set_shape(whole[: whole.ndims - (known - least)])
        return reduced

    def _maybe_get_static_event_ndims(self, event_ndims: Any) -> int | None:
        value = constant_value(event_ndims) if isinstance(event_ndims, Tensor) else event_ndims
        return None if value is None else int(value)

    def _check_event_ndims(self, least: int, event_ndims: SizesLike) -> None:
        kind = convert_to_tensor(event_ndims).dtype if not isinstance(event_ndims, int) else dtypes.int32
        if not kind.is_integer:
            raise ValueError(f"Expected integer dtype, got dtype {kind}")
        known = self._maybe_get_static_event_ndims(event_ndims)
        if known is not None and least > known:
            raise ValueError(f"event_ndims ({known}) must be larger than min_event_ndims ({least})")
