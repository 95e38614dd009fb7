"""Making an operation from named arguments: conversion, type inference, checks. All op constructors go through here.

`apply("MatMul", a=x, b=y)` does what the generated wrappers of 1.x did, from the operation's definition alone, so no
wrapper is typed by hand; `tf.raw_ops` is the same, with keyword arguments only.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import inspect
import keyword
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from penstock.graph import attr_value, convert, dtypes, opdef, stack
from penstock.graph.graph import graph_of_inputs
from penstock.graph.opdef import ArgDef, AttrDef, OpDef, snake_case
from penstock.graph.operation import Operation, Tensor

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


def apply(op_type: str, name: str | None = None, **arguments: Any) -> Any:
    """Adds an operation to the default graph and returns its outputs.

    Args:
      op_type: the type, as in the operation definitions ("MatMul").
      name: the name of the operation; its type by default.
      **arguments: inputs and attributes, by the names of the definition.

    Returns:
      The output, a named tuple of several, a list for a list output, or the Operation if it has none.

    Raises:
      TypeError: an argument is missing, unknown or of the wrong type.
      ValueError: an attribute's value is not allowed, or shapes do not fit.
    """
    op = make(op_type, name, arguments)
    return results(op)


def make(op_type: str, name: str | None, arguments: dict[str, Any]) -> Operation:
    """As `apply`, but returns the Operation."""
    op_def = opdef.get(op_type)
    if op_def is None:
        raise RuntimeError(f"Unrecognized Op name {op_type}")
    graph = stack.current_graph()
    if not graph.building_function:
        found = graph_of_inputs(_flat(arguments[a.name] for a in op_def.inputs if a.name in arguments))
        if found is not None and found is not graph:
            with found.as_default():
                return _make(found, op_def, name, arguments)
    return _make(graph, op_def, name, arguments)


def _flat(values: Any) -> list[Any]:
    flat: list[Any] = []
    for value in values:
        if isinstance(value, (list, tuple)):
            flat.extend(value)
        else:
            flat.append(value)
    return flat


def _make(graph: Graph, op_def: OpDef, name: str | None, arguments: dict[str, Any]) -> Operation:
    if name is None:
        name = op_def.name
    # As in 1.x, the operation's own name is a scope for the constants its arguments become.
    outer = graph._name_stack
    if name and name[-1] == "/":
        scope = name[:-1]
    else:
        scope = graph.unique_name(name)
    graph._name_stack = scope
    try:
        attrs: dict[str, Any] = {}
        inputs: list[Tensor] = []
        inferred_from: dict[str, str] = {}
        for arg in op_def.inputs:
            if arg.name not in arguments:
                raise TypeError(f"No argument for input {arg.name} found in {op_def.name}")
            value = arguments[arg.name]
            _explicit_types(op_def, arg, arguments, attrs)
            if arg.is_list:
                _list_input(op_def, arg, value, attrs, inferred_from, inputs)
            else:
                _single_input(op_def, arg, value, attrs, inferred_from, inputs)
        for attr_name, attr in op_def.attrs.items():
            _attribute(op_def, attr, attr_name, arguments, attrs)
        if len(arguments) > len(op_def.inputs) + len(op_def.attrs) or _unknown(op_def, arguments):
            unknown = ", ".join(sorted(_unknown(op_def, arguments)))
            raise TypeError(f"{op_def.name} got unexpected keyword arguments: {unknown}")
        if op_def.inputs and any(arg.is_ref for arg in op_def.inputs):
            # As in 1.x, an operation that changes a variable stands where the variable is.
            with contextlib.ExitStack() as places:
                for tensor in inputs:
                    if tensor._dtype._is_ref_dtype:
                        places.enter_context(graph.colocate_with(tensor.op))
                return graph._create(op_def, inputs, attrs, f"{scope}/")
        return graph._create(op_def, inputs, attrs, f"{scope}/")
    finally:
        graph._name_stack = outer


def _unknown(op_def: OpDef, arguments: dict[str, Any]) -> set[str]:
    return set(arguments) - {a.name for a in op_def.inputs} - set(op_def.attrs)


def _explicit_types(op_def: OpDef, arg: ArgDef, arguments: dict[str, Any], attrs: dict[str, Any]) -> None:
    """A type attribute may be given by name, though the inputs decide it: it then decides the conversion."""
    for key in (arg.type_attr, arg.type_list_attr):
        if key and key not in attrs and arguments.get(key) is not None and key in arguments:
            if any(a.name == key for a in op_def.inputs):
                continue
            attrs[key] = attr_value.normalize(op_def.name, op_def.attrs[key], arguments[key])


def _single_input(
    op_def: OpDef, arg: ArgDef, value: object, attrs: dict[str, Any], source: dict[str, str], inputs: list[Tensor]
) -> None:
    wanted: dtypes.DType | None = arg.type if arg.type is not None else attrs.get(arg.type_attr)
    if type(value) is Tensor and not arg.is_ref:
        tensor = convert._into_current(value, op_def)
    else:
        tensor = _converted(op_def, arg, value, wanted)
    base = tensor._dtype.base_dtype
    if arg.type is not None:
        if base is not arg.type:
            raise TypeError(
                f"Input '{arg.name}' of '{op_def.name}' Op has type {base.name} that does not match expected type of "
                f"{arg.type.name}."
            )
    elif wanted is not None:
        if base is not wanted:
            if arg.type_attr in source:
                raise TypeError(
                    f"Input '{arg.name}' of '{op_def.name}' Op has type {base.name} that does not match type "
                    f"{wanted.name} of argument '{source[arg.type_attr]}'."
                )
            raise TypeError(
                f"Input '{arg.name}' of '{op_def.name}' Op has type {base.name} that does not match expected type of "
                f"{wanted.name}."
            )
    else:
        attrs[arg.type_attr] = base
        source[arg.type_attr] = arg.name
        _check_allowed(op_def, arg.name, op_def.attrs[arg.type_attr], base)
    if arg.is_ref and not tensor._dtype._is_ref_dtype:
        raise TypeError(
            f"'{op_def.name}' Op requires that input '{arg.name}' be a mutable tensor (e.g.: a tf.Variable)"
        )
    inputs.append(tensor)


def _default_type(op_def: OpDef, arg: ArgDef) -> dtypes.DType | None:
    """The default of an input's type attribute: in 1.x it comes before the types of lists, numbers and arrays."""
    attr = op_def.attrs[arg.type_attr]
    return dtypes.as_dtype(attr.default) if attr.has_default else None


def _converted(op_def: OpDef, arg: ArgDef, value: object, wanted: dtypes.DType | None) -> Tensor:
    hint = _default_type(op_def, arg) if wanted is None else None
    try:
        return convert.convert_to_tensor(value, wanted, arg.name, hint, as_ref=arg.is_ref)
    except TypeError as error:
        if wanted is not None and not str(error).startswith("Input"):
            raise TypeError(
                f"Expected {wanted.name} passed to parameter '{arg.name}' of op '{op_def.name}', got {value!r} of type "
                f"'{type(value).__name__}' instead. Error: {error}"
            ) from None
        raise
    except ValueError:
        # A tensor of another type: report it as 1.x did.
        try:
            actual = convert.convert_to_tensor(value, None, arg.name, as_ref=arg.is_ref)
        except (TypeError, ValueError):
            raise ValueError(
                f"Tried to convert '{arg.name}' to a tensor and failed. Error: {_reason(value, wanted)}"
            ) from None
        return actual


def _reason(value: object, wanted: object) -> str:
    try:
        convert.convert_to_tensor(value, wanted)
    except Exception as error:  # noqa: BLE001 - only its text is wanted
        return str(error)
    return ""


def _list_input(
    op_def: OpDef, arg: ArgDef, value: object, attrs: dict[str, Any], source: dict[str, str], inputs: list[Tensor]
) -> None:
    if not isinstance(value, (list, tuple)):
        if not arg.number_attr:
            raise TypeError(f"Expected list for '{arg.name}' argument to '{op_def.name}' Op, not {value}.")
        raise TypeError(f"Expected list for '{arg.name}' argument to '{snake_case(op_def.name)}' Op, not {value!r}.")
    if arg.number_attr:
        if arg.number_attr in attrs:
            if len(value) != attrs[arg.number_attr]:
                raise ValueError(
                    f"List argument '{arg.name}' to '{snake_case(op_def.name)}' Op with length {len(value)} must match length "
                    f"{attrs[arg.number_attr]} of argument '{source.get(arg.number_attr, arg.number_attr)}'."
                )
        else:
            attrs[arg.number_attr] = len(value)
            source[arg.number_attr] = arg.name
            minimum = op_def.attrs[arg.number_attr].minimum or 0
            if len(value) < minimum:
                raise ValueError(
                    f"List argument '{arg.name}' to '{op_def.name}' Op with length {len(value)} shorter than minimum "
                    f"length {minimum}."
                )
        given = wanted = arg.type if arg.type is not None else attrs.get(arg.type_attr)
        if wanted is None:
            wanted = next((v.dtype.base_dtype for v in value if isinstance(v, Tensor)), None)
        hint = _default_type(op_def, arg) if wanted is None else None
        tensors = []
        for i, item in enumerate(value):
            tensors.append(
                convert.convert_to_tensor(
                    item, wanted if not isinstance(item, Tensor) else None, f"{arg.name}_{i}", hint, as_ref=arg.is_ref
                )
            )
            if wanted is None:
                wanted = tensors[0].dtype.base_dtype
        bases = [t.dtype.base_dtype for t in tensors]
        if any(b is not bases[0] for b in bases) or (bases and wanted is not None and bases[0] is not wanted):
            kinds = ", ".join(b.name for b in bases)
            # 1.15 names the type only if it was wanted from the start.
            named = f" type {given.name}" if given is not None else ""
            raise TypeError(
                f"Tensors in list passed to '{arg.name}' of '{op_def.name}' Op have types [{kinds}] that don't all "
                f"match{named}."
            )
        if arg.type_attr and arg.type_attr not in attrs:
            if bases:
                attrs[arg.type_attr] = bases[0]
                source[arg.type_attr] = arg.name
                _check_allowed(op_def, arg.name, op_def.attrs[arg.type_attr], bases[0])
            elif not op_def.attrs[arg.type_attr].has_default:
                raise TypeError(
                    f"Don't know how to infer type variable from empty input list passed to input '{arg.name}' of "
                    f"'{op_def.name}' Op."
                )
        inputs.extend(tensors)
        return
    wanted_types = attrs.get(arg.type_list_attr)
    if wanted_types is not None and len(wanted_types) != len(value):
        raise ValueError(
            f"List argument '{arg.name}' to '{op_def.name}' Op with length {len(value)} must match length "
            f"{len(wanted_types)} of argument '{source.get(arg.type_list_attr, arg.type_list_attr)}'."
        )
    tensors = [
        convert.convert_to_tensor(
            item,
            wanted_types[i] if wanted_types is not None and not isinstance(item, Tensor) else None,
            f"{arg.name}_{i}",
            as_ref=arg.is_ref,
        )
        for i, item in enumerate(value)
    ]
    found = [t.dtype.base_dtype for t in tensors]
    if wanted_types is not None and found != wanted_types:
        raise TypeError(
            f"Input '{arg.name}' of '{op_def.name}' Op has types [{', '.join(f.name for f in found)}] that do not match "
            f"types [{', '.join(w.name for w in wanted_types)}]."
        )
    attrs[arg.type_list_attr] = found
    source.setdefault(arg.type_list_attr, arg.name)
    attr = op_def.attrs[arg.type_list_attr]
    if len(found) < (attr.minimum or 0):
        raise ValueError(
            f"Attr '{attr.name}' of '{op_def.name}' Op passed list of length {len(found)} less than minimum "
            f"{attr.minimum}."
        )
    for dtype in found:
        _check_allowed(op_def, arg.name, attr, dtype)
    inputs.extend(tensors)


def _check_allowed(op_def: OpDef, arg_name: str, attr: AttrDef, dtype: dtypes.DType) -> None:
    if attr.allowed is not None and dtype not in attr.allowed:
        raise TypeError(
            f"Value passed to parameter '{arg_name}' has DataType {dtype.name} not in list of allowed values: "
            f"{', '.join(a.name for a in attr.allowed)}"
        )


def _attribute(op_def: OpDef, attr: AttrDef, name: str, arguments: dict[str, Any], attrs: dict[str, Any]) -> None:
    if name in attrs:
        return
    value = arguments.get(name)
    if value is None and (name not in arguments or attr.type != "shape"):
        if not attr.has_default:
            if name in arguments and attr.type == "shape":
                attrs[name] = attr_value.normalize(op_def.name, attr, None)
                return
            raise TypeError(f"No argument for attr {name} found in {op_def.name}")
        attrs[name] = attr_value.default(op_def, attr)
        return
    attrs[name] = attr_value.normalize(op_def.name, attr, value)


@functools.cache
def _result_type(op_type: str) -> Any:
    op_def = opdef.get(op_type)
    assert op_def is not None
    return collections.namedtuple(op_type.lstrip("_"), [a.name for a in op_def.outputs], rename=True)


def results(op: Operation) -> Any:
    """The outputs of an operation in the form that its constructor returns."""
    args = op.op_def.outputs
    if not args:
        return op
    outputs = op._outputs
    if len(args) == 1:
        return list(outputs) if args[0].is_list else outputs[0]
    grouped: list[Any] = []
    position = 0
    for arg in args:
        if arg.is_list:
            count = op._attrs[arg.number_attr] if arg.number_attr else len(op._attrs[arg.type_list_attr])
            grouped.append(list(outputs[position : position + count]))
            position += count
        else:
            grouped.append(outputs[position])
            position += 1
    return _result_type(op.type)(*grouped)


# Arguments that the constructors of 1.x call otherwise than the definitions do.
_PYTHON_NAMES: dict[str, dict[str, str]] = {
    **{n: {"reduction_indices": "axis"} for n in ("All", "Any", "EuclideanNorm", "Max", "Mean", "Min", "Prod", "Sum")},
    **{n: {"split_dim": "axis"} for n in ("Split", "SplitV")},
    "ExpandDims": {"dim": "axis"},
    "Select": {"t": "x", "e": "y"},
    "Squeeze": {"squeeze_dims": "axis"},
    "Where": {"input": "condition"},
}


def raw_op(op_type: str) -> Callable:
    """The function `tf.raw_ops.<op_type>`: keyword arguments only."""
    op_def = opdef.get(op_type)
    if op_def is None:
        raise AttributeError(f"module 'tensorflow.raw_ops' has no attribute {op_type!r}")

    # The definition's own names are taken too: 1.x's graphs speak them.
    defined = {_python_name(op_type, n): n for n in (*(a.name for a in op_def.inputs), *op_def.attrs)}

    def function(**kwargs: Any) -> Any:
        name = kwargs.pop("name", None)
        return apply(op_type, name, **{defined.get(k, k): v for k, v in kwargs.items()})

    function.__name__ = function.__qualname__ = op_type
    function.__doc__ = describe(op_def)
    vars(function)["__signature__"] = signature(op_def)
    return function


def signature(op_def: OpDef, order: tuple[str, ...] = ()) -> inspect.Signature:
    """The Python signature of an operation's constructor: inputs, attributes without a default, those with one, name."""
    import inspect

    free = [a for n, a in op_def.attrs.items() if n not in op_def.inferred_attrs]
    free.sort(key=lambda a: a.has_default)
    names = {n: _python_name(op_def.name, n) for n in (*(a.name for a in op_def.inputs), *op_def.attrs)}
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(names[a.name], either, annotation=Any) for a in op_def.inputs]
    for attr in free:
        default = attr.default if attr.has_default else inspect.Parameter.empty
        if isinstance(default, list):
            default = tuple(default)
        kind = _ATTR_ANNOTATIONS.get(attr.type, Any)
        parameters.append(inspect.Parameter(names[attr.name], either, default=default, annotation=kind))
    parameters.append(inspect.Parameter("name", either, default=None, annotation=str | None))
    return inspect.Signature(parameters, return_annotation=_result_annotation(op_def))


# The Python types of attributes. What may be given as a type, a shape, a tensor or a function has no type of its own.
_ATTR_ANNOTATIONS: dict[str, Any] = {"string": str | bytes, "int": int, "float": float, "bool": bool}


def _result_annotation(op_def: OpDef) -> Any:
    """The type of what `apply` returns."""
    if not op_def.outputs:
        return Operation
    if len(op_def.outputs) > 1:
        return Any  # a named tuple, whose class is made when it is needed
    return list[Tensor] if op_def.outputs[0].is_list else Tensor


def _python_name(op_type: str, name: str) -> str:
    """How the constructor calls an input or attribute of the definition."""
    name = _PYTHON_NAMES.get(op_type, {}).get(name, name)
    return f"{name}_" if keyword.iskeyword(name) else name


def describe(op_def: OpDef, left_out: Collection[str] = ()) -> str:
    """A docstring made from the definition, without attributes that the function does not take."""
    lines = [f"The operation `{op_def.name}`.", "", "Args:"]
    for arg in op_def.inputs:
        lines.append(
            f"  {arg.name}: a {'list of tensors' if arg.is_list else 'tensor'}"
            f"{' of type ' + arg.type.name if arg.type else ''}."
        )
    for attr in op_def.attrs.values():
        if attr.name not in op_def.inferred_attrs and attr.name not in left_out:
            lines.append(f"  {attr.name}: {attr.type}{f', {attr.default!r} by default' if attr.has_default else ''}.")
    lines += ["  name: a name for the operation.", "", "Returns:"]
    lines.append("  " + (", ".join(a.name for a in op_def.outputs) or "the Operation") + ".")
    return "\n".join(lines)


def public(op_type: str, *parameters: str, **defaults: Any) -> Callable:
    """A public function that is just one operation: positional parameter names in 1.x's order, `name` last.

    `relu = export("nn.relu")(public("Relu", "features"))`
    """
    op_def = opdef.get(op_type)
    assert op_def is not None, op_type
    arg_names = {a.name for a in op_def.inputs} | set(op_def.attrs)
    names = list(parameters) or [a.name for a in op_def.inputs]
    positional = [a.name for a in op_def.inputs]
    # A parameter with another name than the definition's stands for the input at its position.
    mapping = {
        p: (p if p in arg_names else positional[i])
        for i, p in enumerate(names)
        if p in arg_names or i < len(positional)
    }
    import inspect

    parameters_ = [
        inspect.Parameter(
            p,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=defaults[p]
            if p in defaults
            else (
                op_def.attrs[mapping[p]].default
                if mapping[p] in op_def.attrs and op_def.attrs[mapping[p]].has_default
                else inspect.Parameter.empty
            ),
            annotation=_ATTR_ANNOTATIONS.get(op_def.attrs[mapping[p]].type, Any) if mapping[p] in op_def.attrs else Any,
        )
        for p in names
    ]
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters_.append(inspect.Parameter("name", either, default=None, annotation=str | None))
    sig = inspect.Signature(parameters_, return_annotation=_result_annotation(op_def))
    bind = sig.bind

    def function(*args: Any, **kwargs: Any) -> Any:
        bound = bind(*args, **kwargs)
        bound.apply_defaults()
        given = bound.arguments
        name = given.pop("name")
        return apply(op_type, name, **{mapping[k]: v for k, v in given.items()})

    vars(function)["__signature__"] = sig
    function.__doc__ = describe(op_def, set(op_def.attrs) - set(mapping.values()))
    function.__name__ = function.__qualname__ = snake_case(op_type)
    function.__module__ = __name__
    return function
