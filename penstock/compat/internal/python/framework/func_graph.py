"""Graphs of functions, made by calling Python functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import find
from penstock.compat.internal.python.framework.auto_control_deps import AutomaticControlDependencies
from penstock.compat.internal.python.framework.ops import NullContextmanager, convert_to_tensor_or_composite
from penstock.graph import nest
from penstock.graph.composite import CompositeTensor
from penstock.graph.dtypes import DType
from penstock.graph.function import FuncGraph
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.type_spec import TensorSpec, TypeSpec

__all__ = [
    "WHITELIST_COLLECTIONS",
    "UnknownArgument",
    "check_mutation",
    "convert_structure_to_signature",
    "flatten",
    "func_graph_from_py_func",
    "maybe_captured",
]

# The collections that a function shares with the graph around it.
WHITELIST_COLLECTIONS = [
    GraphKeys.GLOBAL_VARIABLES,
    GraphKeys.LOCAL_VARIABLES,
    GraphKeys.TRAINABLE_VARIABLES,
    ("__variable_store",),
    ("__varscope",),
]


class UnknownArgument:
    """An argument of a function that a signature cannot tell."""


def flatten(sequence: Any) -> list[Any]:
    """The tensors of a structure; of a TensorArray, its flow."""
    flat = nest.flatten(sequence, expand_composites=True)
    return [item.flow if isinstance(item, find("TensorArray")) else item for item in flat]


def check_mutation(n1: Any, n2: Any) -> None:
    """Refuses arguments that a function has changed.

    Raises:
      ValueError: the structures differ, or hold different objects.
    """
    text = (
        "Function to be traced should not modify structure of input arguments. Check if your function has list and "
        "dictionary operations that alter input arguments, such as `list.pop`, `list.append`"
    )
    try:
        nest.assert_same_structure(n1, n2, expand_composites=True)
    except ValueError:
        raise ValueError(text) from None
    pairs = zip(nest.flatten(n1, expand_composites=True), nest.flatten(n2, expand_composites=True))
    if any(a is not b for a, b in pairs):
        raise ValueError(text)


def convert_structure_to_signature(structure: Any, arg_names: Sequence[str] | None = None) -> Any:
    """The structure with tensors replaced by specs, which are named by where they stand.

    Args:
      structure: arguments of a function.
      arg_names: the names of its parameters; numbers if None.

    Raises:
      ValueError: there are not as many names as arguments.
    """

    def told(arg: Any, path: tuple[Any, ...]) -> Any:
        if isinstance(arg, Tensor):
            given = arg.op._attrs.get("_user_specified_name")
            own = given.decode() if isinstance(given, bytes) else given
            name = own if path and own and own != path[0] else "/".join(str(part) for part in path)
            return TensorSpec(arg.shape, arg.dtype, name)
        if isinstance(arg, CompositeTensor):
            return arg._type_spec
        if isinstance(arg, (int, float, bool, type(None), DType, TypeSpec)):
            return arg
        return UnknownArgument()

    flat = nest.flatten_with_tuple_paths(structure)
    if arg_names:
        if len(arg_names) != len(structure):
            raise ValueError(f"Passed in arg_names don't match actual signature ({arg_names}).")
        flat = [((arg_names[path[0]], *path[1:]), arg) for path, arg in flat]
    return nest.pack_sequence_as(structure, [told(arg, path) for path, arg in flat])


def maybe_captured(tensor: Any) -> Any:
    """The tensor of the graph around a function that a tensor in it stands for; others as they are."""
    graph = tensor.graph
    while isinstance(graph, FuncGraph) and tensor.op.type == "Placeholder":
        outer = next((one for one, inner in graph.captures.items() if inner is tensor and one is not tensor), None)
        if outer is None:
            break
        tensor, graph = outer, outer.graph
    return tensor


def _parameter(body: FuncGraph, arg: Any, name: str, shape: Any) -> Any:
    """What the function is called with for an argument: a parameter for a tensor or its spec."""
    if isinstance(arg, (Tensor, TensorSpec)):
        known = TensorShape(shape) if shape is not None else arg.shape
        return body.add_input(arg.dtype.base_dtype, known, (getattr(arg, "name", None) or name).split(":")[0])
    return arg


def func_graph_from_py_func(
    name: str,
    python_func: Callable[..., Any],
    args: Any,
    kwargs: Any,
    signature: Any = None,
    func_graph: FuncGraph | None = None,
    autograph: bool = False,
    autograph_options: object = None,
    add_control_dependencies: bool = True,
    arg_names: Sequence[str] | None = None,
    op_return_value: object = None,
    collections: object = None,
    capture_by_value: object = None,
    override_flat_arg_shapes: Sequence[Any] | None = None,
) -> FuncGraph:
    """The graph of a Python function, built by calling it.

    Args:
      name: a name for the function.
      python_func: the function.
      args: its arguments: tensors and specs become parameters, others are passed on.
      kwargs: its keyword arguments, likewise.
      signature: specs to take the place of `args`.
      func_graph: the graph to build it in; a new one if None.
      autograph: whether to convert the function first.
      autograph_options: features of the conversion.
      add_control_dependencies: whether operations with effects run in order, and results wait for them.
      arg_names: the names of its parameters.
      op_return_value: what stands for an operation that it returns.
      collections: accepted; the graph around shares its own.
      capture_by_value: accepted; nothing is captured by value.
      override_flat_arg_shapes: shapes of the parameters.

    Returns:
      The graph, with `inputs`, `outputs`, `structured_outputs` and `structured_input_signature`.

    Raises:
      TypeError: it returns what is no tensor.
      ValueError: it changes its arguments.
    """
    if signature is not None and override_flat_arg_shapes is not None:
        raise ValueError(
            f"Passed both signature and override_flat_arg_shapes: {signature} and {override_flat_arg_shapes}."
        )
    args, kwargs = (args if signature is None else signature), ({} if signature is not None else dict(kwargs or {}))
    body: Any = func_graph if func_graph is not None else FuncGraph(name)
    body.structured_outputs = None
    if autograph:
        python_func = find("autograph.to_graph")(python_func)
    manager: Any = AutomaticControlDependencies() if add_control_dependencies else NullContextmanager()
    with body.as_default(), manager as dependencies:
        scope = find("get_variable_scope")()
        before = scope.use_resource
        scope.set_use_resource(True)
        try:
            names = list(arg_names or [])
            flat = nest.flatten_with_tuple_paths((tuple(args), kwargs), expand_composites=True)
            shapes = list(override_flat_arg_shapes or [None] * len(flat))
            made = []
            for (path, arg), shape in zip(flat, shapes):
                place = path[1] if len(path) > 1 else 0
                named = names[place] if path[0] == 0 and isinstance(place, int) and place < len(names) else place
                made.append(_parameter(body, arg, "_".join(str(p) for p in (named, *path[2:])), shape))
            called, keywords = nest.pack_sequence_as((tuple(args), kwargs), made, expand_composites=True)
            body.structured_input_signature = (
                convert_structure_to_signature(called, arg_names),
                convert_structure_to_signature(keywords),
            )
            kept = nest.pack_sequence_as((called, keywords), made, expand_composites=True)

            def result(x: Any) -> Any:
                if x is None:
                    return None
                if op_return_value is not None and isinstance(x, Operation):
                    with find("control_dependencies")([x]):
                        x = find("identity")(op_return_value)
                elif not isinstance(x, find("TensorArray")):
                    try:
                        x = convert_to_tensor_or_composite(x)
                    except (ValueError, TypeError):
                        raise TypeError(
                            "To be compatible with tf.contrib.eager.defun, Python functions must return zero or more "
                            f"Tensors; in compilation of {python_func}, found return value of type {type(x)}, which is "
                            "not a Tensor."
                        ) from None
                return dependencies.mark_as_return(x) if add_control_dependencies else x

            outputs = nest.map_structure(result, python_func(*called, **keywords))
            check_mutation(kept, (called, keywords))
        finally:
            scope.set_use_resource(before)
        body.structured_outputs = outputs
        body.outputs = [body.capture(x) for x in flatten(outputs) if x is not None]
    if add_control_dependencies:
        body.control_outputs.extend(sorted(dependencies.ops_which_must_run, key=lambda op: op._id))
    return body
