"""Functions in graphs as 1.x's `Defun` makes them: each is an operation type of its own, called by its name.

`python.framework.function` of 1.15 is this module and `symbolic_gradient`, which differentiates such calls.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from penstock import protos
from penstock._namespace import find
from penstock.graph import convert, dtypes, function_def, function_hash, opdef_proto, stack
from penstock.graph.function import FuncGraph
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor

# ---- bodies ----


class DefinedBody(FuncGraph):
    """The body of a function: whatever it uses of the graph around it becomes an argument, or is copied."""

    def __init__(
        self,
        name: str,
        capture_by_value: bool = False,
        whitelisted_stateful_ops: Sequence[str] = (),
        capture_resource_var_by_value: bool = True,
    ) -> None:
        outer = stack.current_graph()
        super().__init__(name, outer)
        root = self.outermost
        if root._functions.get(self.name) is None:
            root._functions.pop(self.name, None)  # its name is known when it is complete
        self.name = name
        self.extra_inputs: list[Tensor] = []
        self.extra_args: list[Tensor] = []
        self.extra_vars: list[Any] = []
        self.writes_shapes = self.writes_controls = False
        self._by_value = capture_by_value
        self._allowed = whitelisted_stateful_ops
        self._variables_by_value = capture_resource_var_by_value
        self._seed = None  # functions have seeds of their own
        self._making = ""

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        found = super().unique_name(name, mark_as_used)
        if mark_as_used:
            self._making = found
        return found

    def capture(self, tensor: Tensor, name: str | None = None) -> Tensor:
        if tensor.graph is self:
            return tensor
        inner = self.captures.get(tensor)
        if inner is not None:
            return inner
        if self._by_value:
            return self._copied(tensor.op, self._making)._outputs[tensor.value_index]
        if tensor.graph is not self.outer_graph:
            if not isinstance(self.outer_graph, FuncGraph):
                raise ValueError(f"{tensor} must be from the same graph as the function {self.name}.")
            tensor = self.outer_graph.capture(tensor)
            if tensor in self.captures:
                return self.captures[tensor]
        wanted = name or self._name_of_captured(tensor)
        scope = self._making if self._making and self._making not in self._by_name else self._name_stack.rstrip("/")
        held, self._name_stack = self._name_stack, ""
        inner = self.add_input(tensor.dtype.base_dtype, tensor.shape, f"{scope}/{wanted}" if scope else wanted)
        self._name_stack = held
        self.captures[tensor] = inner
        self.extra_inputs.append(tensor)
        self.extra_args.append(inner)
        return inner

    def _name_of_captured(self, tensor: Tensor) -> str:
        return "Placeholder"

    def _copied(self, op: Operation, scope: str) -> Operation:
        """A copy of an operation of the outer graph and of all that it needs."""
        if op.op_def.is_stateful and op.type not in self._allowed and op not in self._allowed:
            raise ValueError(f"Cannot capture a stateful node (name:{op.name}, type:{op.type}) by value.")
        if op.type in ("Placeholder", "PlaceholderV2"):
            raise ValueError(f"Cannot capture a placeholder (name:{op.name}, type:{op.type}) by value.")
        inputs = []
        for tensor in op._inputs:
            if tensor not in self.captures:
                self._copied(tensor.op, scope)
            inputs.append(self.captures[tensor])
        held, self._name_stack = self._name_stack, ""
        types = [t.dtype for t in op._outputs]
        copy = self._create(op.op_def, inputs, dict(op._attrs), f"{scope}/{op.name}" if scope else op.name, types)
        self._name_stack = held
        self.captures.update(zip(op._outputs, copy._outputs, strict=True))
        return copy

    def getvar(self, getter: Callable, name: str, *args: Any, **kwargs: Any) -> Any:
        """Makes a variable, which a function asks for, in the graph around it."""
        with self.outer_graph.as_default():
            variable = getter(name, *args, **kwargs)
            self.extra_vars.append(variable)
            handle = getattr(variable, "handle", None)
            return variable.value() if self._variables_by_value and isinstance(handle, Tensor) else variable


def func_graph_from_py_func(
    func: Callable,
    arg_names: Sequence[str],
    arg_types: Sequence[Any],
    name: str | None = None,
    capture_by_value: bool = False,
    device: Any = None,
    colocation_stack: Any = None,
    container: str | None = None,
    collections_ref: dict[Any, list[Any]] | None = None,
    arg_shapes: Sequence[Any] | None = None,
    whitelisted_stateful_ops: Any = None,
    capture_resource_var_by_value: bool = True,
) -> DefinedBody:
    """Builds the body of a function by calling `func` with a placeholder for each argument.

    Raises:
      ValueError: `func` returns None among other values.
    """
    name = name or _name_of(func)
    body = DefinedBody(name, capture_by_value, whitelisted_stateful_ops or (), capture_resource_var_by_value)
    if collections_ref is not None:
        body._collections = collections_ref
    if container is not None:
        body._container = container
    with body.as_default(), body.device(device):
        for i, (argument, kind) in enumerate(zip(arg_names, arg_types, strict=True)):
            shape = find("TensorShape")(arg_shapes[i] if arg_shapes is not None else None)
            body.add_input(dtypes.as_dtype(kind), shape, argument)
        with find("variable_scope")("", custom_getter=body.getvar):
            results = func(*body.inputs)
        results = [] if results is None else results if isinstance(results, (list, tuple)) else [results]
        if any(result is None for result in results):
            raise ValueError(f"Function {name} can not return None.")
        body._making = ""
        body.outputs = [body.capture(convert.convert_to_tensor(result)) for result in results]
        # Whatever has an effect runs when the function is called.
        stateful = [op for op in body._operations if op.op_def.is_stateful]
        body.control_outputs = [op for op in stateful if not function_def._only_reads(op)]
    return body


def _name_of(func: Any) -> str:
    named = getattr(func, "func", func)  # a partial function
    return "_" if getattr(named, "__name__", "") == "<lambda>" else getattr(named, "__name__", type(func).__name__)


def _extra(what: str) -> list[Any]:
    graph = stack.current_graph()
    return getattr(graph, what) if isinstance(graph, DefinedBody) else []


def get_extra_vars() -> list[Any]:
    """The variables that the function being defined has asked for so far; none outside of one."""
    return _extra("extra_vars")


def get_extra_inputs() -> list[Any]:
    """The tensors of the graph around it that the function being defined has used so far; none outside of one."""
    return _extra("extra_inputs")


def get_extra_args() -> list[Any]:
    """The arguments that stand for `get_extra_inputs` inside of the function being defined; none outside of one."""
    return _extra("extra_args")


# ---- functions ----


class Defun:
    """A decorator that makes a Python function a function of the graph.

    Args:
      *input_types: the types of its arguments; without them, each call decides.
      **kwargs: `func_name`, its name in the graph; `grad_func`, a function of the graph that takes the arguments and the
        gradients of the results and returns those of the arguments; `python_grad_func`, a gradient as
        `tf.RegisterGradient` takes it; `out_names`, the names of its results; `shape_func`, which takes the calling
        operation and returns the shapes of its outputs; `capture_by_value`; `noinline`, ...

    >>> import penstock as tf
    >>> from penstock.ops.control.defined_functions import Defun
    >>> @Defun(tf.float32, tf.float32)
    ... def both(x, y):
    ...     return x + y, x - y
    >>> tf.Session().run(both(3.0, 1.0))
    (np.float32(4.0), np.float32(2.0))
    """

    def __init__(self, *input_types: Any, **kwargs: Any) -> None:
        self._input_types = input_types
        self._func_name = kwargs.pop("func_name", None)
        self._grad_func = kwargs.pop("grad_func", None)
        self._python_grad_func = kwargs.pop("python_grad_func", None)
        self._out_names = kwargs.pop("out_names", None)
        self._extra_kwargs = kwargs

    def __call__(self, func: Callable) -> Any:
        if not callable(func):
            raise ValueError(f"function {func} must be callable")
        spec = inspect.getfullargspec(func)
        if spec.varkw or spec.defaults:
            raise ValueError(
                f"function with argument defaults or keywords arguments are not supported. {func} has defaults "
                f"{spec.defaults} and keywords {spec.varkw}."
            )
        names = spec.args[1:] if inspect.ismethod(func) else spec.args
        given = (self._func_name, self._grad_func, self._python_grad_func)
        if self._input_types:
            most = 1000000 if spec.varargs else len(names)
            if not len(names) <= len(self._input_types) <= most:
                raise ValueError("The function has fewer arguments than the number of specified input types.")
        elif names or spec.varargs:
            return OverloadedFunction(func, names, *given, out_names=self._out_names, **self._extra_kwargs)
        return DefinedFunction(func, names, self._input_types, *given, out_names=self._out_names, **self._extra_kwargs)


class DefinedFunction:
    """A function of the graph: its name, its definition, its gradient. Calling it adds an operation of its type."""

    def __init__(
        self,
        func: Callable,
        argnames: Sequence[str],
        input_types: Sequence[Any],
        func_name: str | None = None,
        grad_func: Any = None,
        python_grad_func: Callable | None = None,
        out_names: Sequence[str] | None = None,
        shape_func: Callable | None = None,
        capture_by_value: bool = False,
        whitelisted_stateful_ops: Any = None,
        capture_resource_var_by_value: bool = True,
        **kwargs: Any,
    ) -> None:
        self._func: Callable | None = func
        self._arg_names = [argnames[i] if i < len(argnames) else f"arg{i}" for i in range(len(input_types))]
        self._input_types = input_types
        self._func_name = func_name
        self._grad_func = grad_func
        self._python_grad_func = python_grad_func
        self._out_names = out_names
        self._shape_func = shape_func
        self._by_value = capture_by_value, whitelisted_stateful_ops, capture_resource_var_by_value
        self._extra_kwargs = kwargs
        devices = stack.current_graph()._device_stack
        self._caller_device = devices[-1] if devices else None
        self._body: FuncGraph | None = None
        self._definition: Any = None
        self._sub_functions: dict[str, Any] = {}
        self._extra_inputs: list[Tensor] = []

    @property
    def name(self) -> str:
        """Its name in the graph."""
        self._define()
        assert self._func_name is not None
        return self._func_name

    @property
    def definition(self) -> Any:
        """Its `FunctionDef`."""
        self._define()
        return self._definition

    @property
    def _signature(self) -> Any:
        return self.definition.signature

    def set_grad_func(self, grad_func: Any) -> None:
        """Says which function of the graph is its gradient."""
        assert not self._grad_func
        assert isinstance(grad_func, DefinedFunction)
        self._grad_func = grad_func

    @property
    def grad_func_name(self) -> str | None:
        """The name of the function that is its gradient."""
        return self._grad_func.name if self._grad_func else None

    @property
    def python_grad_func(self) -> Callable | None:
        """Its gradient in Python."""
        return self._python_grad_func

    @property
    def declared_input_types(self) -> Sequence[Any]:
        """The types of the arguments it was declared with."""
        return self._input_types

    @property
    def captured_inputs(self) -> list[Tensor]:
        """The tensors of the graph around it that it uses; each call passes them on."""
        self._define()
        return self._extra_inputs

    @property
    def stateful_ops(self) -> list[tuple[str, str]]:
        """Name and type of each operation in it that has a state."""
        self._define()
        assert self._body is not None
        return [(op.name, op.type) for op in self._body._operations if op.op_def.is_stateful]

    def _define(self) -> None:
        if self._definition is not None:
            return
        assert self._func is not None
        graph = stack.current_graph()
        keys = find("GraphKeys")
        shared = (keys.GLOBAL_VARIABLES, keys.LOCAL_VARIABLES, keys.METRIC_VARIABLES, keys.TRAINABLE_VARIABLES,
                  keys.MODEL_VARIABLES)  # fmt: skip
        collections = {key: graph._collections.setdefault(key, []) for key in shared}
        by_value, allowed, variables_by_value = self._by_value
        body = func_graph_from_py_func(
            self._func, self._arg_names, self._input_types, self._func_name, by_value, self._caller_device,
            collections_ref=collections, whitelisted_stateful_ops=allowed,
            capture_resource_var_by_value=variables_by_value,
        )  # fmt: skip
        base = self._func_name or _name_of(self._func)
        if not self._func_name and self._grad_func:
            base += f"_{self._grad_func.name}"
        body.name = base
        body.description = self._func.__doc__ or ""
        body.out_names = list(self._out_names) if self._out_names else None
        body.python_grad_func = self._python_grad_func
        definition = function_def.to_proto(body)
        if not self._func_name:
            self._func_name = f"{base}_{function_hash.hashed(definition)}"
        body.name = definition.signature.name = self._func_name
        body.def_attrs = attributes(base, **self._extra_kwargs)
        for name, value in body.def_attrs.items():
            definition.attr[name].CopyFrom(value)
        self._body = body
        self._extra_inputs = list(body.extra_inputs)
        called = {op.type for op in body._operations}
        self._sub_functions = {n: f for n, f in body._functions.items() if n in called}
        self._definition = definition

    def add_to_graph(self, g: Graph) -> None:
        """Adds the function, what it calls and its gradient to a graph."""
        self._define()
        root = g.outermost if isinstance(g, FuncGraph) else g
        if root._functions.get(self.name) is None:
            assert self._body is None or isinstance(self._body, FuncGraph)
            ours = self._body is not None and self._body.outermost is root
            root._functions[self.name] = self._body if ours else self._definition
            for name, function in self._sub_functions.items():
                if root._functions.get(name) is None:
                    root._functions[name] = (
                        function_def.to_proto(function) if isinstance(function, FuncGraph) else function
                    )
        if self._grad_func:
            self._grad_func.add_to_graph(g)
            root._gradient_functions[self.name] = self._grad_func.name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        graph = stack.current_graph()
        self.add_to_graph(graph)
        inputs = [convert.convert_to_tensor(arg) for arg in args] + self._extra_inputs
        result, op = call(self._signature, *inputs, **kwargs)
        op.__dict__["__defun"] = self
        if self._shape_func is not None:
            shapes = self._shape_func(op)
            if len(shapes) != len(op._outputs):
                raise ValueError(f"shape_func produced {len(shapes)} shapes for {len(op._outputs)} outputs")
            for tensor, shape in zip(op._outputs, shapes, strict=True):
                tensor.set_shape(shape)
        return result


class OverloadedFunction:
    """A function without declared types: calls with other types are other functions of the graph."""

    def __init__(
        self,
        func: Callable,
        argnames: Sequence[str],
        func_name: str | None = None,
        grad_func: Any = None,
        python_grad_func: Callable | None = None,
        out_names: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> None:
        assert grad_func is None or isinstance(grad_func, OverloadedFunction)
        self._func, self._argnames, self._func_name = func, argnames, func_name
        self._grad_func, self._python_grad_func, self._out_names = grad_func, python_grad_func, out_names
        self._extra_kwargs = kwargs
        self._overload: dict[str, DefinedFunction] = {}

    def instantiate(self, input_types: Sequence[Any]) -> DefinedFunction:
        """The function for arguments of these types."""
        key = _types_as_text(input_types)
        defined = self._overload.get(key)
        if defined is None:
            name = self._func_name and f"{self._func_name}_{key}"
            defined = DefinedFunction(
                self._func, self._argnames, input_types, name, None, self._python_grad_func,
                out_names=self._out_names, **self._extra_kwargs,
            )  # fmt: skip
            results = [dtypes.as_dtype(arg.type) for arg in defined._signature.output_arg]
            if self._grad_func:
                defined._grad_func = self._grad_func.instantiate([*input_types, *results])
            self._overload[key] = defined
        return defined

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        given = [convert.convert_to_tensor(arg) for arg in args]
        return self.instantiate([t.dtype.base_dtype for t in given])(*given, **kwargs)


_LETTERS = {
    "float16": "f16", "float32": "f32", "float64": "f64", "int32": "i32", "uint8": "i8", "uint16": "u16",
    "uint32": "u32", "uint64": "u64", "int16": "i16", "int8": "i8", "string": "s", "complex64": "c64",
    "complex128": "c128", "int64": "i64", "bool": "b", "qint8": "qi8", "quint8": "qu8", "qint16": "qi16",
    "quint16": "qu16", "qint32": "qi32", "bfloat16": "b16",
}  # fmt: skip


def _types_as_text(types: Sequence[Any]) -> str:
    names = [dtypes.as_dtype(kind).name for kind in types]
    if any(name not in _LETTERS for name in names):
        raise ValueError(f"Unsupported dtypes: {types}")
    return "".join(_LETTERS[name] for name in names)


def call(sig: Any, *inputs: Any, **kwargs: Any) -> tuple[Any, Operation]:
    """Adds an operation that calls the function with signature `sig`; returns its results, and the operation.

    Raises:
      ValueError: the number of arguments is wrong, or a keyword is not known.
    """
    if len(inputs) != len(sig.input_arg):
        raise ValueError(f"Expected number of arguments: {len(sig.input_arg)}, received: {len(inputs)}")
    name = kwargs.pop("name", None) or sig.name
    attrs = {key: convert_attribute(value) for key, value in attributes(sig.name, **kwargs).items()}
    types = [dtypes.as_dtype(arg.type) for arg in sig.output_arg]
    op = stack.current_graph()._create(opdef_proto.from_proto(sig), list(inputs), attrs, name, types)
    outputs = op._outputs
    return (op if not outputs else outputs[0] if len(outputs) == 1 else tuple(outputs)), op


def convert_attribute(value: Any) -> Any:
    """The Python value of an `AttrValue` that `attributes` made."""
    return getattr(value, value.WhichOneof("value"))


def attributes(func_name: str, **kwargs: Any) -> dict[str, Any]:
    """The attributes that options of a function, as `noinline`, stand for.

    Raises:
      ValueError: an option is not known.
    """
    found: dict[str, Any] = {}
    value = protos.AttrValue
    if (noinline := kwargs.pop("noinline", None)) is not None:
        found["_noinline"] = value(b=bool(noinline))
    found["_disable_call_shape_inference"] = value(b=True)  # the shape of a result is told by `shape_func` only
    compiled, separate = kwargs.pop("compiled", None), kwargs.pop("separate_compiled_gradients", None)
    if compiled is not None:
        found["_XlaCompile"] = value(b=bool(compiled))
        found["_XlaSeparateCompiledGradients"] = value(b=bool(separate))
        found["_XlaScope"] = value(s=f"function_{func_name}".encode())
    for key in list(kwargs):
        given = kwargs[key]
        if key.startswith("experimental_"):
            kinds = {bool: "b", int: "i", float: "f", str: "s"}
        elif key in ("_implements", "_reference"):
            kinds = {str: "s"}
        else:
            continue
        if type(given) not in kinds:
            raise ValueError(f"Unsupported attribute type for {key} with type {type(given)}")
        found[key] = value(**{kinds[type(given)]: given.encode() if isinstance(given, str) else given})
        del kwargs[key]
    if kwargs:
        raise ValueError(f"Unknown keyword arguments: {kwargs.keys()}")
    return found


# ---- functions that a file brought ----


def from_definition(fdef: Any, grad_func: DefinedFunction | None = None) -> DefinedFunction:
    """The function that a `FunctionDef` describes."""
    signature = fdef.signature
    names = [arg.name for arg in signature.input_arg]
    types = tuple(dtypes.as_dtype(arg.type) for arg in signature.input_arg)
    results = [arg.name for arg in signature.output_arg]
    found = DefinedFunction(None, names, types, signature.name, grad_func, None, results)  # type: ignore[arg-type]
    found._definition = protos.FunctionDef()
    found._definition.CopyFrom(fdef)
    return found


def from_library(lib: Any) -> list[DefinedFunction]:
    """The functions of a `FunctionDefLibrary`, each with its gradient.

    Raises:
      ValueError: a function is missing, or gradients go in a circle.
    """
    if not lib.function and not lib.gradient:
        return []
    functions = {fdef.signature.name: fdef for fdef in lib.function}
    gradients = {}
    for pair in lib.gradient:
        for name in (pair.function_name, pair.gradient_func):
            if name not in functions:
                raise ValueError(f"FunctionDefLibrary missing '{name}' FunctionDef\n{lib}")
        gradients[pair.function_name] = pair.gradient_func
    ready = [fdef for fdef in lib.function if fdef.signature.name not in gradients]
    if not ready:
        raise ValueError(f"FunctionDefLibrary contains cyclic gradient functions!\n{lib}")
    made: dict[str, DefinedFunction] = {}
    while ready:
        fdef = ready.pop()
        name = fdef.signature.name
        made[name] = from_definition(fdef, made.get(gradients.get(name, "")))
        ready.extend(functions[f] for f, gradient in gradients.items() if gradient == name)
    return list(made.values())
