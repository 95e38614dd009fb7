"""Python functions as operations: `tf.py_func` and `tf.py_function`.

A function is found by a token, which the operation keeps as an attribute. The registry holds functions weakly; the
graph they were used in keeps them alive.
"""

from __future__ import annotations

import itertools
import traceback
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors, stack
from penstock.graph import shape_rules as rule
from penstock.graph import values as arrays
from penstock.graph.build import make
from penstock.graph.convert import constant_from_array, convert_to_tensor
from penstock.graph.extension_points import implementation
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, no_gradient, op
from penstock.graph.typing import DTypeLike, TensorLike

_numbers = itertools.count()
_functions: weakref.WeakValueDictionary[str, _Function] = weakref.WeakValueDictionary()


class _Function:
    """A registered Python function; `eager` ones take and give tensors, of `types`."""

    def __init__(self, call: Callable, eager: bool = False, of: _Function | None = None) -> None:
        self.call = call
        self.eager = eager
        self.of = of  # for a gradient: the function that it belongs to
        self.types: list[dtypes.DType] = []

    def tensors(self, results: Any) -> list[Tensor]:
        """What an eager function returned as tensors of the types that were promised; what is too much is left out."""
        if not isinstance(results, (list, tuple)):
            return [convert_to_tensor(results, self.types[0])]
        return [convert_to_tensor(value, dtype) for value, dtype in zip(results, self.types)]


def _register(function: _Function) -> str:
    token = f"pyfunc_{next(_numbers)}"
    _functions[token] = function
    graph = stack.current_graph()
    while graph.building_function:  # the outermost graph outlives the bodies in it
        graph = graph.outer_graph
    graph._scoped.setdefault("py_funcs", []).append(function)
    return token


# What an exception of the user's function becomes; anything else is UnknownError.
_ERRORS: tuple[tuple[type[BaseException] | tuple, type[errors.OpError]], ...] = (
    ((ValueError, TypeError), errors.InvalidArgumentError),
    (StopIteration, errors.OutOfRangeError),
    (MemoryError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
)


def _called(token: str, args: list[Any]) -> Any:
    function = _functions.get(token)
    if function is None:
        raise errors.InvalidArgumentError(None, None, f"callback {token} is not found")
    try:
        return _call_eagerly(function, args) if function.eager else function.call(*args)
    except errors.OpError:
        raise
    except Exception as error:
        kind: Any = next((made for base, made in _ERRORS if isinstance(error, base)), errors.UnknownError)
        lines = "".join(traceback.format_exception(error))
        text = f"{type(error).__name__}: {error}\n{lines}"
        raise kind(None, None, text) from error


def _argument(x: TensorLike) -> Any:
    """What the function gets: scalars as NumPy scalars (or bytes), arrays that it may change as it likes."""
    x = np.asarray(x)
    return x[()] if not x.ndim else np.array(x)


def _converted(value: object) -> np.ndarray:
    if isinstance(value, Tensor):
        raise TypeError("A function given to tf.py_func must return NumPy values, not tensors.")
    array = np.asarray(value, order="C")
    if array.dtype.kind == "U":
        flat = [arrays.as_bytes(str(v)) for v in array.reshape(-1)]
        return arrays.object_array(flat, array.shape)
    if array.dtype.kind == "S":
        items = [value] if isinstance(value, bytes) else np.asarray(value, object).reshape(-1).tolist()
        return arrays.object_array(list(items), array.shape)
    if array.dtype.kind == "O":
        items = array.reshape(-1).tolist()
        if any(isinstance(item, str) for item in items):
            encoded = [item.encode() if isinstance(item, str) else item for item in items]
            return arrays.object_array(encoded, array.shape)
    return array


def _outputs(token: str, result: object, wanted: Sequence[dtypes.DType]) -> tuple:
    if result is None:
        values = []
    elif isinstance(result, (list, tuple)):
        values = [_converted(v) for v in result]
    else:
        values = [_converted(result)]
    if len(values) != len(wanted):
        raise errors.InvalidArgumentError(
            None, None, f"{token} returns {len(values)} values, but expects to see {len(wanted)} values."
        )
    for i, (value, dtype) in enumerate(zip(values, wanted)):
        if value.dtype != np.dtype(dtype.storage):
            found = "string" if value.dtype == object else dtypes.type_text(dtypes.as_dtype(value.dtype))
            raise errors.InvalidArgumentError(
                None, None, f"{i}-th value returned by {token} is {found}, but expects {dtypes.type_text(dtype)}"
            )
    return tuple(values)


@op(("PyFunc", "PyFuncStateless", "EagerPyFunc"), shape=rule.unknown, host=True)
def _py_func(xp, inputs, *, token, Tout):  # noqa: N803 - the attribute's name
    return _outputs(token, _called(token, [_argument(x) for x in inputs]), Tout)


no_gradient("PyFunc", "PyFuncStateless")


def _made(kind: str, function: _Function, inputs: Any, Tout: Any, name: str | None) -> Any:  # noqa: N803
    several = isinstance(Tout, (list, tuple))
    function.types = [dtypes.as_dtype(t) for t in (Tout if several else [Tout])]
    made = make(kind, name, {"input": list(inputs), "token": _register(function), "Tout": function.types})
    results = list(made.outputs)
    if not results:
        return made
    return results if several else results[0]


@export("py_func")
def py_func(func: Callable, inp: TensorLike, Tout: Any, stateful: bool = True, name: str | None = None) -> Any:  # noqa: N803
    """Wraps a Python function of NumPy arrays as an operation.

    Args:
      func: the function; takes as many arrays as there are inputs and returns an array or a list of them.
      inp: the tensors it gets.
      Tout: the type of what it returns, or a list of types. The shapes are unknown: use `set_shape`.
      stateful: if False, the function is taken to give the same results for the same arguments.
      name: a name for the operation.

    Returns:
      A tensor, a list of them if `Tout` is a list, or the Operation if that is empty.

    >>> import penstock as tf
    >>> tf.Session().run(tf.py_func(lambda x: x + 1, [tf.constant(1)], tf.int32))
    np.int32(2)
    """
    if not callable(func):
        raise ValueError(f"Expected func to be callable, got func of type {type(func)}")
    return _made("PyFunc" if stateful else "PyFuncStateless", _Function(func), inp, Tout, name)


@export("numpy_function")
def numpy_function(func: Callable, inp: TensorLike, Tout: DTypeLike, name: str | None = None) -> Any:  # noqa: N803
    """Wraps a Python function of NumPy arrays as an operation; `py_func` under its later name.

    Args:
      func: the function; takes as many arrays as there are inputs and returns an array or a list of them.
      inp: the tensors it gets.
      Tout: the type of what it returns, or a list of types.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.numpy_function(lambda x: x + 1, [tf.constant(1)], tf.int32))
    np.int32(2)
    """
    return py_func(func, inp, Tout, stateful=True, name=name)


# -- functions of tensors ---------------------------------------------------------------------------------------------


class _Held(Tensor):
    """A constant in the graph of one call, whose value the function may ask for."""

    __slots__ = ()

    def numpy(self) -> Any:
        """The value as a NumPy array."""
        return _argument(self.op._attrs["value"])


def _hold(value: TensorLike) -> Tensor:
    array = np.array(value)
    tensor = constant_from_array(array, dtypes.as_dtype(array.dtype) if array.dtype != object else dtypes.string)
    tensor.__class__ = _Held
    return tensor


def _call_eagerly(function: _Function, args: list[Any]) -> list[Any] | None:
    """Calls a function of tensors in a graph of its own, with the arguments as constants, and runs what it returns."""
    graph = find("Graph")()
    with graph.as_default():
        if function.of is not None:
            results = function.call(*args)
        else:
            results = function.call(*[_hold(a) for a in args])
        if results is None:
            return None
        tensors = function.tensors(results)
    with implementation("session")(graph=graph) as session:
        values = session.run(tensors)
    return [_as_array(v) for v in values]


def _as_array(value: TensorLike) -> np.ndarray:
    if isinstance(value, bytes):
        return arrays.object_array([value], ())
    return np.asarray(value)


@export("py_function")
def py_function(func: Callable, inp: TensorLike, Tout: DTypeLike, name: str | None = None) -> Any:  # noqa: N803
    """Wraps a Python function of tensors as an operation that can be differentiated.

    Each time it runs, the function is called with tensors that hold the values (`x.numpy()` gives them) and may use any
    operation on them.

    Args:
      func: the function; returns a tensor (or what becomes one of the type in `Tout`), a list of them, or None.
      inp: the tensors it gets.
      Tout: the type of what it returns, or a list of types, empty if it returns nothing.
      name: a name for the operation.

    Returns:
      A tensor, a list of them if `Tout` is a list, or the Operation if that is empty.

    >>> import penstock as tf
    >>> def power(x, y):
    ...     return x**y if y.numpy() < 3 else x
    >>> x = tf.constant(3.0)
    >>> y = tf.py_function(power, [x, 2.0], tf.float32)
    >>> print(*tf.Session().run([y, tf.gradients(y, x)[0]]))
    9.0 6.0
    """
    if not callable(func):
        raise ValueError(f"Expected func to be callable, got func of type {type(func)}")
    return _made("EagerPyFunc", _Function(func, eager=True), inp, Tout, name)


@gradient("EagerPyFunc")
def _eager_grad(op, *grads):
    """Calls the function once more when the gradient runs, and differentiates what it builds."""
    function = _functions[op._attrs["token"]]
    count = len(op.inputs)

    def backward(*values: Any) -> list[Tensor]:
        inputs = [_hold(v) for v in values[:count]]
        outputs = function.tensors(function.call(*inputs))
        found = find("gradients")(outputs, inputs, [_hold(v) for v in values[count:]])
        return [find("zeros_like")(x) if g is None else convert_to_tensor(g) for g, x in zip(found, inputs)]

    types = [t.dtype.base_dtype for t in op.inputs]
    made = _made("EagerPyFunc", _Function(backward, eager=True, of=function), [*op.inputs, *grads], types, None)
    for tensor, source in zip(made, op.inputs):
        tensor.set_shape(source.shape)
    return made
