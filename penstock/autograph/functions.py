"""`tf.function` and `tf.contrib.eager.defun`: a Python function that calls of it make a function of the graph.

Each combination of types, shapes and Python values of the arguments is looked at once (`tracing`); later calls with the
like only add an operation that calls the same function.
"""

from __future__ import annotations

import functools
import inspect
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.autograph import tracing
from penstock.graph import convert, nest, stack
from penstock.graph.composite import CompositeTensor, IndexedSlices, SparseTensor
from penstock.graph.function import FuncGraph
from penstock.graph.operation import Tensor

_numbers = 0
_python_only = False


def _number() -> int:
    """A number for the name of the next function."""
    global _numbers
    _numbers += 1
    return _numbers


class ConcreteFunction:
    """A function for arguments of certain types and shapes: calling it adds an operation to the graph."""

    def __init__(self, func_graph: tracing.TracedBody, keywords: Sequence[str] = ()) -> None:
        self.graph = func_graph
        self._keywords = list(keywords)

    @property
    def name(self) -> str:
        """Its name in the graph."""
        return self.graph.name

    @property
    def inputs(self) -> list[Tensor]:
        """The placeholders of its body, those of captured tensors last."""
        return self.graph.inputs

    @property
    def outputs(self) -> list[Tensor]:
        """The tensors of its body that it returns."""
        return self.graph.outputs

    @property
    def captured_inputs(self) -> list[Tensor]:
        """The tensors of the graph around it that it uses."""
        return self.graph.external_captures

    @property
    def variables(self) -> list[Any]:
        """The variables that it uses."""
        return self.graph.variables

    @property
    def trainable_variables(self) -> list[Any]:
        """The trainable variables that it uses."""
        return self.graph.trainable_variables

    @property
    def structured_input_signature(self) -> Any:
        """Its arguments and keyword arguments, with a `tf.TensorSpec` for each tensor."""
        return self.graph.structured_input_signature

    @property
    def structured_outputs(self) -> Any:
        """What it returns, as tensors of its body."""
        return self.graph.structured_outputs

    @property
    def output_dtypes(self) -> Any:
        """The types of what it returns."""
        return nest.map_structure(lambda t: None if t is None else t.dtype, self.graph.structured_outputs)

    @property
    def output_shapes(self) -> Any:
        """The shapes of what it returns."""
        return nest.map_structure(lambda t: None if t is None else t.shape, self.graph.structured_outputs)

    @property
    def function_def(self) -> Any:
        """Its `FunctionDef`."""
        return tracing.definition(self.graph)

    def add_to_graph(self, g: Any = None, **unused: Any) -> None:
        """Adds the function to a graph, without a call."""
        g = g or stack.current_graph()
        root = g.outermost if isinstance(g, FuncGraph) else g
        root._functions.setdefault(self.name, self.graph)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        wanted = self.graph.inputs[: len(self.graph.inputs) - len(self.graph.extra_inputs)]
        flat = [a for a in nest.flatten((args, kwargs)) if _as_tensor_like(a)]
        by_name = {t.op._attrs.get("_user_specified_name", b"").decode(): i for i, t in enumerate(wanted)}
        if kwargs and set(kwargs) <= set(by_name) and len(args) + len(kwargs) == len(wanted):
            places: list[Any] = [*args, *[None] * len(kwargs)]
            for key, value in kwargs.items():
                places[by_name[key]] = value
            flat = places
        if len(flat) != len(wanted):
            raise TypeError(f"Expected at most {len(wanted)} positional arguments, got {len(flat)}: {flat}")
        inputs = [
            convert.convert_to_tensor(a, t.dtype.base_dtype) if not isinstance(a, Tensor) else a
            for a, t in zip(flat, wanted, strict=True)
        ]
        return tracing.call(self.graph, inputs)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


def _as_tensor_like(value: Any) -> bool:
    return isinstance(value, (Tensor, np.ndarray, np.generic, bool, int, float, str, bytes))


def _is_variable(value: Any) -> bool:
    return isinstance(value, find("Variable"))


class Function:
    """What `tf.function` makes of a Python function."""

    def __init__(
        self,
        python_function: Callable,
        name: str,
        input_signature: Any = None,
        autograph: bool = True,
        experimental_autograph_options: Any = None,
        experimental_relax_shapes: bool = False,
        experimental_compile: bool | None = None,
        once: bool = True,
    ) -> None:
        self._python_function = python_function
        self._name = name
        self._autograph = autograph
        self._options = experimental_autograph_options
        self._relax = experimental_relax_shapes
        self._once = once  # variables may be made by the first call only
        self._made = False
        self._traced: weakref.WeakKeyDictionary[Any, dict[Any, ConcreteFunction]] = weakref.WeakKeyDictionary()
        self._bound: weakref.WeakKeyDictionary[Any, Function] = weakref.WeakKeyDictionary()
        self._input_signature = None if input_signature is None else tuple(input_signature)
        try:
            spec = inspect.getfullargspec(python_function)
        except TypeError:
            spec = inspect.getfullargspec(type(python_function).__call__)
        self._spec = spec
        is_method = inspect.ismethod(python_function) or not inspect.isroutine(python_function)
        names = (
            spec.args[1:]
            if spec.args and is_method and not isinstance(python_function, functools.partial)
            else spec.args
        )
        self._names = list(names)
        self._defaults = dict(zip(reversed(names), reversed(spec.defaults or ()), strict=False))
        functools.update_wrapper(self, python_function, updated=())

    @property
    def python_function(self) -> Callable:
        """The Python function."""
        return self._python_function

    @property
    def input_signature(self) -> Any:
        """The signature that it was declared with."""
        return self._input_signature

    @property
    def function_spec(self) -> Any:
        """What its arguments are: a named tuple as `inspect.getfullargspec` gives."""
        return self._spec

    def concrete_functions(self) -> list[ConcreteFunction]:
        """The functions that calls in the current graph have made, and calls in functions of it, if they use nothing there."""
        graph = stack.current_graph()
        found = dict(self._traced.get(graph, {}))
        for other, made in list(self._traced.items()):
            if isinstance(other, FuncGraph) and other.outermost is graph:
                for key, one in made.items():
                    if not one.captured_inputs:
                        found.setdefault(key, one)
        return list(found.values())

    def __get__(self, instance: Any, owner: Any) -> Any:
        if instance is None:
            return self
        try:
            found = self._bound.get(instance)
        except TypeError:  # cannot be referred to weakly
            found = None
        if found is None:
            method = types_method(self._python_function, instance)
            found = Function(
                method, self._name, self._input_signature, self._autograph, self._options, self._relax, None,
                self._once,
            )  # fmt: skip
            try:
                self._bound[instance] = found
            except TypeError:
                pass
        return found

    # -- arguments ------------------------------------------------------------------------------

    def _complete(self, args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Arguments by position as far as they have one, defaults filled in."""
        if len(args) > len(self._names) and self._spec.varargs is None:
            raise TypeError(f"{self._name}() takes {len(self._names)} positional arguments but {len(args)} were given")
        kwargs = dict(kwargs)
        found = list(args)
        for name in self._names[len(args) :]:
            if name in kwargs:
                found.append(kwargs.pop(name))
            elif name in self._defaults:
                found.append(self._defaults[name])
            elif self._input_signature is not None and len(found) >= len(self._input_signature):
                break
            else:
                raise TypeError(f"{self._name}() missing required argument: '{name}'")
        if kwargs and self._spec.varkw is None and not set(kwargs) <= set(self._spec.kwonlyargs):
            extra = sorted(set(kwargs) - set(self._spec.kwonlyargs))
            raise TypeError(f"{self._name}() got an unexpected keyword argument '{extra[0]}'")
        if self._input_signature is not None:
            if kwargs:
                raise ValueError("Cannot define a TensorFlow function from a Python function with keyword arguments when "
                                 "input_signature is provided.")  # fmt: skip
            if len(found) > len(self._input_signature):
                found = found[: len(self._input_signature)]
        return tuple(found), kwargs

    def _specs(self, args: Any, kwargs: Any) -> tuple[Any, Any, list[Any]]:
        """The arguments with a TensorSpec for each tensor, and the tensors."""
        spec = find("TensorSpec")
        tensors: list[Any] = []

        def one(value: Any) -> Any:
            if isinstance(value, (np.ndarray, np.generic)):
                value = convert.convert_to_tensor(value)
            if isinstance(value, (SparseTensor, IndexedSlices, CompositeTensor)):
                return _Composite(value, [one(t) for t in tracing.parts(value)])
            if isinstance(value, Tensor):
                tensors.append(value)
                return spec(value.shape, value.dtype.base_dtype)
            return value

        if self._input_signature is None:
            return (
                nest.map_structure(one, args),
                {k: nest.map_structure(one, v) for k, v in sorted(kwargs.items())},
                tensors,
            )
        declared = nest.flatten(self._input_signature)
        try:
            given = nest.flatten_up_to(self._input_signature, tuple(args))
        except (TypeError, ValueError):
            raise ValueError(
                "Structure of Python function inputs does not match input_signature:\n"
                f"  inputs: {args}\n  input_signature: {self._input_signature}"
            ) from None
        for value, wanted in zip(given, declared, strict=True):
            if isinstance(value, spec):
                tensors.append(value)
                continue
            tensor = convert.convert_to_tensor(value, None if isinstance(value, Tensor) else wanted.dtype)
            if not wanted.is_compatible_with(tensor):
                raise ValueError(
                    f"Python inputs incompatible with input_signature:\n  inputs: {args}\n  input_signature: "
                    f"{self._input_signature}"
                )
            tensors.append(tensor)
        return self._input_signature, {}, tensors

    def _key(self, args: Any, kwargs: Any) -> tuple[Any, Any, Any, Any]:
        spec = find("TensorSpec")

        def one(value: Any) -> Any:
            if isinstance(value, spec):
                dims = None if value.shape.ndims is None else tuple(value.shape.as_list())
                return ("tensor", value.dtype.base_dtype.name, dims)
            if isinstance(value, _Composite):
                return (type(value.value), *(one(s) for s in value.specs))
            if isinstance(value, (list, tuple)):
                return (type(value), *(one(v) for v in value))
            if isinstance(value, dict):
                return (dict, *((k, one(value[k])) for k in sorted(value)))
            try:
                hash(value)
            except TypeError:
                return id(value)
            return (type(value), value) if not _is_variable(value) else id(value)

        graph = stack.current_graph()
        devices = tuple(str(d) for d in graph._device_stack)
        return one(list(args)), one(kwargs), devices, find("get_variable_scope")().name if self._once else ""

    # -- tracing and calling --------------------------------------------------------------------

    def _to_call(self) -> Callable:
        function = self._python_function
        if not self._autograph:
            return function
        from penstock.autograph.detection import is_straight

        if is_straight(function):
            return function
        from penstock.autograph import conversion

        return conversion.convert(True, self._options, user_requested=True)(function)

    def _concrete(self, args: Any, kwargs: Any) -> tuple[ConcreteFunction, list[Any]]:
        args, kwargs = self._complete(args, kwargs)
        args, kwargs, tensors = self._specs(args, kwargs)
        graph = stack.current_graph()
        known = self._traced.setdefault(graph, {})
        key = self._key(args, kwargs)
        found = known.get(key)
        if found is None:
            found = known[key] = self._trace(args, kwargs)
        return found, tensors

    def _trace(self, args: Any, kwargs: Any) -> ConcreteFunction:
        names = self._names
        call = self._to_call()
        if any(isinstance(a, _Composite) for a in nest.flatten((args, kwargs))):
            call, args, kwargs = _with_composites(call, args, kwargs)
        body = tracing.trace(call, self._name, args, kwargs, names, not (self._once and self._made))
        if body.created:
            self._made = True
            if self._once:  # the function that is called makes no variables
                body = tracing.trace(call, self._name, args, kwargs, names, False)
        body.name = f"__inference_{self._name}_{_number()}"
        return ConcreteFunction(body, names)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if _python_only:
            return self._python_function(*args, **kwargs)
        concrete, tensors = self._concrete(args, kwargs)
        return tracing.call(concrete.graph, list(tensors))

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The function for arguments like these; a `tf.TensorSpec` stands for a tensor."""
        if not args and not kwargs and self._input_signature is not None:
            args = self._input_signature
        concrete, _ = self._concrete(args, kwargs)
        concrete.add_to_graph()
        return concrete


class _Composite:
    """A sparse or ragged tensor among the arguments: its kind, and a TensorSpec for each of its parts."""

    def __init__(self, value: Any, specs: list[Any]) -> None:
        self.value, self.specs = value, specs


def _with_composites(call: Callable, args: Any, kwargs: Any) -> tuple[Callable, Any, Any]:
    """The same call with lists of parts in place of sparse and ragged tensors."""
    kinds = [leaf.value for leaf in nest.flatten((args, kwargs)) if isinstance(leaf, _Composite)]
    marked = nest.map_structure(
        lambda leaf: _Parts(leaf.specs) if isinstance(leaf, _Composite) else leaf, (tuple(args), dict(kwargs))
    )

    def inner(*given: Any, **named: Any) -> Any:
        remaining = iter(kinds)

        def joined(value: Any) -> Any:
            if isinstance(value, _Parts):
                return tracing.rebuilt(next(remaining), list(value))
            if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
                return type(value)(joined(v) for v in value)
            if isinstance(value, dict):
                return {k: joined(v) for k, v in value.items()}
            return value

        return call(*(joined(v) for v in given), **{k: joined(v) for k, v in named.items()})

    return inner, marked[0], marked[1]


class _Parts(list):
    """The parts of a sparse or ragged tensor."""


def types_method(function: Callable[..., Any], instance: Any) -> Any:
    """A function bound to an object."""
    return functools.partial(function, instance) if not hasattr(function, "__get__") else function.__get__(instance)


def _name_of(function: Callable[..., Any]) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    return getattr(function, "__name__", type(function).__name__)


@export("function", "compat.v2.function")
def function(
    func: Any = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Any = None,
    experimental_relax_shapes: bool = False,
    experimental_compile: bool | None = None,
) -> Any:
    """Makes a Python function one of the graph: a call adds a single operation, whose body is built once.

    Args:
      func: the function. Without it, a decorator is returned.
      input_signature: a list of `tf.TensorSpec`, if one function is to do for all calls.
      autograph: whether `if`, `while` and `for` on tensors become part of the graph.
      experimental_autograph_options: members of `tf.autograph.experimental.Feature`.
      experimental_relax_shapes: accepted.
      experimental_compile: accepted; XLA compiles what is worth it.

    Returns:
      The function, which has `get_concrete_function`.

    >>> import penstock as tf
    >>> @tf.function
    ... def plus_one(x):
    ...     return x + 1
    >>> y = plus_one(tf.constant(2))
    >>> y.op.type, tf.Session().run(y)
    ('PartitionedCall', np.int32(3))
    """

    def decorated(inner: Callable) -> Function:
        return Function(
            inner, _name_of(inner), input_signature, autograph, experimental_autograph_options,
            experimental_relax_shapes, experimental_compile,
        )  # fmt: skip

    return decorated if func is None else decorated(func)


@export("contrib.eager.defun")
def defun(
    func: Any = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Any = None,
    experimental_relax_shapes: bool = False,
) -> Any:
    """As `tf.function`, except that every call may make variables.

    Args:
      func: the function; None to get a decorator.
      input_signature: a TensorSpec for each argument; calls with others are errors.
      autograph: whether Python's `if`, `for` and `while` on tensors are converted.
      experimental_autograph_options: parts of AutoGraph that are not on by default.
      experimental_relax_shapes: whether a function for more shapes is made when calls differ in shapes only.

    >>> import penstock as tf
    >>> square = tf.contrib.eager.defun(lambda x: x * x)
    >>> tf.Session().run(square(tf.constant(3.0)))
    np.float32(9.0)
    """

    def decorated(inner: Callable) -> Function:
        return Function(
            inner, _name_of(inner), input_signature, autograph, experimental_autograph_options,
            experimental_relax_shapes, once=False,
        )  # fmt: skip

    return decorated if func is None else decorated(func)


@export("config.experimental_run_functions_eagerly", "compat.v2.config.experimental_run_functions_eagerly")
def run_functions_eagerly(run_eagerly: bool) -> None:
    """Says whether calls of a `tf.function` run its Python code each time, as if it were not decorated.

    >>> import penstock as tf
    >>> tf.config.experimental_run_functions_eagerly(False)
    """
    global _python_only
    _python_only = bool(run_eagerly)
