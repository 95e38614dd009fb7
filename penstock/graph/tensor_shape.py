"""Static shapes: `TensorShape`, and `Dimension`, what indexing one gives in 1.x.

A shape is held as a tuple of ints and None (`_dims`; None for unknown rank), so that shape inference costs tuple
operations only; `Dimension` objects are made when a user asks for one. Depends on `dtypes` alone.
"""

import operator
from collections.abc import Callable, Iterator
from typing import Any

from penstock._namespace import export
from penstock.graph.dtypes import DType

# `enable_v2_tensorshape`: indexing and iteration give ints and None instead of Dimensions.
_plain_items = False


@export("enable_v2_tensorshape")
def enable_v2_tensorshape() -> None:
    """Makes indexing and iterating over a `TensorShape` give ints and None instead of `Dimension`s.

    >>> import penstock as tf
    >>> tf.enable_v2_tensorshape()
    >>> tf.TensorShape([2, None])[0], list(tf.TensorShape([2, None]))
    (2, [2, None])
    >>> tf.disable_v2_tensorshape()
    """
    global _plain_items
    _plain_items = True


@export("disable_v2_tensorshape")
def disable_v2_tensorshape() -> None:
    """Makes indexing and iterating over a `TensorShape` give `Dimension`s, the default.

    >>> import penstock as tf
    >>> tf.disable_v2_tensorshape()
    >>> tf.TensorShape([2, None])[0]
    Dimension(2)
    """
    global _plain_items
    _plain_items = False


def _size(value: Any) -> int | None:
    """The size that `value` (None, a Dimension, anything integral) stands for."""
    if value is None:
        return None
    if type(value) is int:
        size = value
    elif isinstance(value, Dimension):
        return value._value
    elif isinstance(value, DType):
        # A DType has __int__, and `tf.placeholder([None], tf.float32)` must not become a shape.
        raise TypeError(f"Cannot convert {value} to Dimension")
    else:
        size = int(value)
        if not isinstance(value, (str, bytes)) and size != value:
            raise ValueError(f"Ambiguous dimension: {value}")
    if size < 0:
        raise ValueError(f"Dimension {size} must be >= 0")
    return size


def _arithmetic(function: Callable[[int, int], int], reflected: bool) -> Callable[[Any, Any], Any]:
    def method(self: "Dimension", other: Any) -> Any:
        try:
            size = _size(other)
        except (TypeError, ValueError):
            return NotImplemented
        if self._value is None or size is None:
            return Dimension(None)
        return Dimension(function(size, self._value) if reflected else function(self._value, size))

    return method


def _comparison(function: Callable[[int, int], bool]) -> Callable[[Any, Any], Any]:
    def method(self: "Dimension", other: Any) -> Any:
        try:
            size = _size(other)
        except (TypeError, ValueError):
            return NotImplemented
        # Neither True nor False: nothing is known.
        return None if self._value is None or size is None else function(self._value, size)

    return method


@export("Dimension")
class Dimension:
    """The size of one dimension of a `TensorShape`, possibly unknown.

    Arithmetic with an unknown size gives an unknown size; a comparison with one gives None.

    Args:
      value: an integer, None or a `Dimension`.

    Raises:
      TypeError, ValueError: `value` is no size.

    Example:
      >>> import penstock as tf
      >>> tf.Dimension(6) // 2 + 1
      Dimension(4)
      >>> tf.Dimension(None) * 2, tf.Dimension(None) == 2
      (Dimension(None), None)
    """

    __slots__ = ("_value",)

    def __init__(self, value: Any):
        self._value = _size(value)

    @property
    def value(self) -> int | None:
        """The size, or None if it is unknown."""
        return self._value

    def is_compatible_with(self, other: Any) -> bool:
        """Whether both can be the same size: they are equal or one is unknown."""
        size = _size(other)
        return self._value is None or size is None or self._value == size

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raises ValueError unless `is_compatible_with(other)`."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def merge_with(self, other: Any) -> "Dimension":
        """Returns the known one of both.

        Raises:
          ValueError: both are known and different.
        """
        other = as_dimension(other)
        self.assert_is_compatible_with(other)
        return Dimension(other._value if self._value is None else self._value)

    __add__ = _arithmetic(operator.add, reflected=False)
    __radd__ = _arithmetic(operator.add, reflected=True)
    __sub__ = _arithmetic(operator.sub, reflected=False)
    __rsub__ = _arithmetic(operator.sub, reflected=True)
    __mul__ = _arithmetic(operator.mul, reflected=False)
    __rmul__ = _arithmetic(operator.mul, reflected=True)
    __floordiv__ = __div__ = _arithmetic(operator.floordiv, reflected=False)
    __rfloordiv__ = _arithmetic(operator.floordiv, reflected=True)
    __mod__ = _arithmetic(operator.mod, reflected=False)
    __rmod__ = _arithmetic(operator.mod, reflected=True)

    __eq__ = _comparison(operator.eq)
    __ne__ = _comparison(operator.ne)
    __lt__ = _comparison(operator.lt)
    __le__ = _comparison(operator.le)
    __gt__ = _comparison(operator.gt)
    __ge__ = _comparison(operator.ge)

    def __truediv__(self, other: object) -> Any:
        raise TypeError(
            f"unsupported operand type(s) for /: 'Dimension' and '{type(other).__name__}', please use // instead"
        )

    def __rtruediv__(self, other: object) -> Any:
        raise TypeError(
            f"unsupported operand type(s) for /: '{type(other).__name__}' and 'Dimension', please use // instead"
        )

    def __hash__(self) -> int:
        return hash(self._value)

    def __bool__(self) -> bool:
        return bool(self._value)

    def __int__(self) -> int:
        return self._value  # type: ignore[return-value]  # Python raises TypeError for None, as in 1.x

    __index__ = __int__

    def __repr__(self) -> str:
        return f"Dimension({self._value!r})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)

    def __reduce__(self) -> tuple:
        return Dimension, (self._value,)


def as_dimension(value: Any) -> Dimension:
    """Converts an integer or None to a `Dimension`."""
    return value if isinstance(value, Dimension) else Dimension(value)


@export("TensorShape")
class TensorShape:
    """The shape of a tensor, as far as it is known when the graph is built.

    Args:
      dims: None for a shape of unknown rank, or the sizes: a sequence of integers, None and `Dimension`s. Also another
        `TensorShape`, a `TensorShapeProto`, or a single integer for a vector.

    Raises:
      TypeError, ValueError: `dims` is no shape.

    Example:
      >>> import penstock as tf
      >>> s = tf.TensorShape([None, 256])
      >>> s.merge_with([32, None]).as_list()
      [32, 256]
      >>> s[1], s.ndims, str(s)
      (Dimension(256), 2, '(?, 256)')
    """

    __slots__ = ("_dims",)

    _dims: tuple[int | None, ...] | None

    def __init__(self, dims: Any):
        if dims is None:
            self._dims = None
        elif isinstance(dims, (tuple, list)):
            self._dims = tuple([d if type(d) is int and d >= 0 else _size(d) for d in dims])
        elif isinstance(dims, TensorShape):
            self._dims = dims._dims
        elif isinstance(dims, (str, bytes)):
            raise TypeError(f"A string has ambiguous TensorShape, please wrap in a list or convert to an int: {dims!s}")
        elif hasattr(dims, "unknown_rank") and hasattr(dims, "dim"):
            # A TensorShapeProto, which writes -1 for an unknown size.
            self._dims = (
                None if dims.unknown_rank else tuple([None if d.size == -1 else _size(d.size) for d in dims.dim])
            )
        else:
            try:
                items = iter(dims)
            except TypeError:
                self._dims = (_size(dims),)
            else:
                self._dims = tuple([_size(d) for d in items])

    @classmethod
    def _of(cls, dims: tuple[int | None, ...] | None) -> "TensorShape":
        """Wraps a tuple of ints and None that is known to be right; for shape rules."""
        self = object.__new__(cls)
        self._dims = dims
        return self

    # -- what is known --------------------------------------------------------------------------------------------

    @property
    def rank(self) -> int | None:
        """The number of dimensions, or None if it is unknown."""
        return None if self._dims is None else len(self._dims)

    ndims = rank

    @property
    def dims(self) -> list[Dimension] | None:
        """A list of `Dimension`s, or None if the rank is unknown."""
        return None if self._dims is None else [Dimension(d) for d in self._dims]

    def is_fully_defined(self) -> bool:
        """Whether the rank and all sizes are known."""
        return self._dims is not None and None not in self._dims

    def num_elements(self) -> int | None:
        """Returns the product of all sizes, or None if one of them is unknown."""
        if self._dims is None:
            return None
        count = 1
        for d in self._dims:
            if d is None:
                return None
            count *= d
        return count

    def as_list(self) -> list[int | None]:
        """Returns the sizes as a list of ints and None.

        Raises:
          ValueError: the rank is unknown.
        """
        if self._dims is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self._dims)

    def as_proto(self) -> Any:
        """Returns this shape as a `TensorShapeProto`."""
        from penstock.protos import TensorShapeProto

        if self._dims is None:
            return TensorShapeProto(unknown_rank=True)
        return TensorShapeProto(dim=[TensorShapeProto.Dim(size=-1 if d is None else d) for d in self._dims])

    # -- as a sequence --------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        if self._dims is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self._dims)

    def __bool__(self) -> bool:
        return self._dims is not None

    def __iter__(self) -> Iterator[Any]:
        if self._dims is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter(self._dims) if _plain_items else map(Dimension, self._dims)

    def __getitem__(self, key: Any) -> Any:
        if self._dims is not None:
            if isinstance(key, slice):
                return TensorShape._of(self._dims[key])
            item = self._dims[key]
            return item if _plain_items else Dimension(item)
        if not isinstance(key, slice):
            return None if _plain_items else Dimension(None)
        if key.step is not None:
            raise ValueError("Steps are not yet handled")
        start = 0 if key.start is None else key.start
        if key.stop is None or start < 0 or key.stop < 0:
            return unknown_shape()
        return unknown_shape(rank=key.stop - start)

    # -- combining ------------------------------------------------------------------------------------------------

    def merge_with(self, other: Any) -> "TensorShape":
        """Returns the shape that knows what either of both knows.

        Raises:
          ValueError: the shapes contradict each other.
        """
        other = as_shape(other)
        mine, theirs = self._dims, other._dims
        if mine is None or mine == theirs:
            return other
        if theirs is None:
            return self
        if len(mine) != len(theirs) or any(
            a != b and a is not None and b is not None for a, b in zip(mine, theirs, strict=True)
        ):
            raise ValueError(f"Shapes {self} and {other} are not compatible")
        return TensorShape._of(tuple([b if a is None else a for a, b in zip(mine, theirs, strict=True)]))

    def concatenate(self, other: Any) -> "TensorShape":
        """Returns the dimensions of `self`, then those of `other`; unknown if one rank is unknown."""
        other = as_shape(other)
        if self._dims is None or other._dims is None:
            return unknown_shape()
        return TensorShape._of(self._dims + other._dims)

    def __add__(self, other: object) -> "TensorShape":
        return self.concatenate(other)

    def __radd__(self, other: Any) -> "TensorShape":
        return as_shape(other).concatenate(self)

    def most_specific_compatible_shape(self, other: Any) -> "TensorShape":
        """Returns what both shapes have in common; sizes that differ become unknown."""
        other = as_shape(other)
        if self._dims is None or other._dims is None or len(self._dims) != len(other._dims):
            return unknown_shape()
        return TensorShape._of(tuple([a if a == b else None for a, b in zip(self._dims, other._dims, strict=True)]))

    # -- requirements ---------------------------------------------------------------------------------------------

    def with_rank(self, rank: int) -> "TensorShape":
        """Returns this shape with the given rank.

        Raises:
          ValueError: the rank is another one.
        """
        if self._dims is None:
            return unknown_shape(rank)
        if len(self._dims) != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")
        return self

    def with_rank_at_least(self, rank: int) -> "TensorShape":
        """Returns this shape; raises ValueError if its rank is known to be lower than `rank`."""
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> "TensorShape":
        """Returns this shape; raises ValueError if its rank is known to be higher than `rank`."""
        if self._dims is not None and len(self._dims) > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def assert_has_rank(self, rank: int) -> None:
        """Raises ValueError if the rank is known to differ from `rank`."""
        if self._dims is not None and len(self._dims) != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")

    def assert_same_rank(self, other: Any) -> None:
        """Raises ValueError if both ranks are known and differ."""
        other = as_shape(other)
        if self._dims is not None and other._dims is not None and len(self._dims) != len(other._dims):
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def is_compatible_with(self, other: Any) -> bool:
        """Whether there is a fully known shape that both `self` and `other` can stand for."""
        mine, theirs = self._dims, as_shape(other)._dims
        if mine is None or theirs is None or mine == theirs:
            return True
        return len(mine) == len(theirs) and all(
            a == b or a is None or b is None for a, b in zip(mine, theirs, strict=True)
        )

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raises ValueError unless `is_compatible_with(other)`."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def assert_is_fully_defined(self) -> None:
        """Raises ValueError unless `is_fully_defined()`."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    # -- comparison and printing ----------------------------------------------------------------------------------

    def __eq__(self, other: Any) -> Any:
        try:
            other = as_shape(other)
        except TypeError:
            return NotImplemented
        # As 1.15: two unknown sizes are not known to be equal, unless it is the very same shape.
        if self._dims is other._dims:
            return True
        return self._dims == other._dims and None not in (self._dims or ())

    def __ne__(self, other: Any) -> Any:
        try:
            other = as_shape(other)
        except TypeError:
            return NotImplemented
        if self._dims is None or other._dims is None:
            raise ValueError("The inequality of unknown TensorShapes is undefined.")
        return not self.__eq__(other)

    def __hash__(self) -> int:
        return hash(self._dims)

    def __repr__(self) -> str:
        if self._dims is None or _plain_items:
            return f"TensorShape({None if self._dims is None else list(self._dims)})"
        return f"TensorShape({self.dims!r})"

    def __str__(self) -> str:
        if self._dims is None:
            return "<unknown>"
        unknown = "None" if _plain_items else "?"
        text = ", ".join([unknown if d is None else str(d) for d in self._dims])
        return f"({text},)" if len(self._dims) == 1 else f"({text})"

    def __reduce__(self) -> tuple:
        return TensorShape, (self._dims,)


_UNKNOWN = TensorShape(None)


def as_shape(shape: Any) -> TensorShape:
    """Converts anything `TensorShape` accepts to a `TensorShape`."""
    return shape if isinstance(shape, TensorShape) else TensorShape(shape)


def unknown_shape(rank: int | None = None, *, ndims: int | None = None) -> TensorShape:
    """Returns a shape of which at most the rank is known."""
    rank = ndims if rank is None else rank
    return _UNKNOWN if rank is None else TensorShape._of((None,) * rank)


def scalar() -> TensorShape:
    """Returns the shape of a scalar."""
    return TensorShape._of(())


def vector(length: Any) -> TensorShape:
    """Returns the shape of a vector; `length` may be None."""
    return TensorShape([length])


def matrix(rows: Any, cols: Any) -> TensorShape:
    """Returns the shape of a matrix; `rows` and `cols` may be None."""
    return TensorShape([rows, cols])


@export("dimension_value", "compat.dimension_value")
def dimension_value(dimension: Any) -> int | None:
    """Returns the size of a `Dimension`; an integer or None stays as it is.

    Example:
      >>> import penstock as tf
      >>> tf.dimension_value(tf.TensorShape([3, None])[0])
      3
    """
    return dimension._value if isinstance(dimension, Dimension) else dimension


@export("dimension_at_index", "compat.dimension_at_index")
def dimension_at_index(shape: TensorShape, index: int) -> Dimension:
    """Returns the `Dimension` at a position; an unknown one if the rank is unknown.

    Args:
      shape: a TensorShape.
      index: a position in it, below the rank.

    Example:
      >>> import penstock as tf
      >>> tf.dimension_at_index(tf.TensorShape(None), 3)
      Dimension(None)
    """
    assert isinstance(shape, TensorShape)
    return Dimension(None if shape._dims is None else shape._dims[index])
