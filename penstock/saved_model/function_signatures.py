"""Signatures of a SavedModel from functions of the graph: which function is one, and the form that it takes.

A signature takes tensors by name and gives a dictionary of tensors; any function with an input signature is made one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from penstock.autograph import functions, tracing
from penstock.graph.operation import Tensor
from penstock.graph.type_spec import TensorSpec
from penstock.saved_model import signature_constants

_DEFAULT = "_default_save_signature"  # of Keras' models


class SignatureMap(Mapping[str, Any]):
    """The signatures of an object that was loaded, by name; nothing can be changed."""

    def __init__(self) -> None:
        self._signatures: dict[str, Any] = {}

    def _add(self, name: str, function: Callable[..., Any]) -> None:
        self._signatures[name] = function

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        return []

    def __getitem__(self, key: str) -> Any:
        return self._signatures[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._signatures)

    def __len__(self) -> int:
        return len(self._signatures)

    def __repr__(self) -> str:
        return f"_SignatureMap({self._signatures})"


class Signature(functions.ConcreteFunction):
    """A function that takes its tensors by name (or its only one by position), and gives a dictionary."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        wanted = self._keywords
        if args and (len(args) > 1 or len(wanted) != 1 or kwargs):
            raise TypeError(f"Expected at most {int(len(wanted) == 1)} positional arguments, got {len(args)}: {args}")
        given = dict(zip(wanted, args, strict=False)) | kwargs
        if set(given) != set(wanted):
            missing = sorted(set(wanted) - set(given))
            text = f"Expected argument names {sorted(wanted)} but got values for {sorted(given)}."
            raise TypeError(text + (f" Missing: {missing}." if missing else ""))
        return super().__call__(*(given[name] for name in wanted))


def concrete(function: Any) -> functions.ConcreteFunction | None:
    """The function for the arguments of its own signature, None if it has none."""
    if hasattr(function, "saved_spec") or isinstance(function, functions.Function):
        return None if function.input_signature is None else function.get_concrete_function()
    return function if isinstance(function, functions.ConcreteFunction) else None


def functions_of(value: Any) -> dict[str, Any]:
    """The functions of the graph among the attributes of an object, by name."""
    found = {}
    if isinstance(value, (list, tuple, dict, str, Tensor)):
        return found
    kinds = (functions.Function, functions.ConcreteFunction)
    names = [name for name in dir(type(value)) if isinstance(vars_of_class(type(value), name), kinds)]
    own = getattr(value, "__dict__", {}).items()
    names += [name for name, one in own if isinstance(one, kinds) or hasattr(one, "saved_spec")]
    for name in sorted(set(names)):
        found[name] = getattr(value, name)
    return found


def vars_of_class(kind: type, name: str) -> Any:
    """An attribute of a class as it was written there, without the effects of asking for it."""
    for base in kind.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return None


def found_in(root: Any, known: dict[str, Any]) -> dict[str, Any]:
    """The signature of an object that nobody named: its model's own, or that of its only function that can be one."""
    if (make := known.get(_DEFAULT) or getattr(root, _DEFAULT, None)) is not None:
        known_kind = isinstance(make, (functions.Function, functions.ConcreteFunction)) or hasattr(make, "saved_spec")
        made = make if known_kind else make()
        return {} if made is None else {signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: made}
    possible = []
    for function in known.values():
        made = concrete(function)
        if made is None:
            continue
        try:
            _named_outputs(made.graph.structured_outputs)
            _specs_of_inputs(made)
        except (ValueError, TypeError):
            continue
        possible.append(made)
    if len(possible) != 1:
        return {}
    return {signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: possible[0]}


def canonical(signatures: Any) -> dict[str, Signature]:
    """What a program gave as signatures, in their form.

    Raises:
      ValueError: one is no function with a signature, or gives what has no names.
    """
    if signatures is None:
        return {}
    if not isinstance(signatures, Mapping):
        signatures = {signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: signatures}
    found = {}
    for key, function in signatures.items():
        made = concrete(function)
        if made is None:
            raise ValueError(
                f"Expected a TensorFlow function to generate a signature for, but got {function}. Only `tf.functions` with an "
                "input signature or concrete functions can be used as a signature."
            )
        if not isinstance(key, str):
            raise TypeError(f"{key!r} has type {type(key).__name__}, but expected one of: bytes, unicode")
        found[key] = _made(made)
    return found


def _specs_of_inputs(function: functions.ConcreteFunction) -> dict[str, TensorSpec]:
    """The names of its arguments, and what they are."""
    own = function.graph.inputs[: len(function.graph.inputs) - len(function.graph.extra_inputs)]
    found: dict[str, TensorSpec] = {}
    for tensor in own:
        name = tensor.op._attrs.get("_user_specified_name", tensor.op.name.encode())
        name = name.decode() if isinstance(name, bytes) else name
        if name in found:
            raise ValueError(
                f"Got non-flat/non-unique argument names for SavedModel signature: more than one is '{name}'."
            )
        found[name] = TensorSpec(tensor.shape, tensor.dtype.base_dtype, name)
    return found


def _named_outputs(outputs: Any) -> dict[str, Any]:
    if isinstance(outputs, Mapping):
        for key, value in outputs.items():
            if not isinstance(key, str):
                raise ValueError(f"Got a dictionary with a non-string key {key!r} in the output of a function that is to be a "
                                 "signature.")  # fmt: skip
            if not isinstance(value, Tensor):
                raise ValueError(f"Got a non-Tensor value {value!r} for key '{key}' in the output of a function that is to be "
                                 "a signature. Outputs for functions used as signatures must be a single Tensor, a sequence of "
                                 "Tensors, or a dictionary from string to Tensor.")  # fmt: skip
        return dict(outputs)
    flat = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
    return _named_outputs({f"output_{i}": value for i, value in enumerate(flat)})


def _made(function: functions.ConcreteFunction) -> Signature:
    specs = _specs_of_inputs(function)
    names = list(specs)

    def wrapper(**given: Any) -> dict[str, Any]:
        tensors = [given[name] for name in names]
        results = tracing.call(function.graph, tensors)
        return _named_outputs(results)

    body = tracing.trace(wrapper, "signature_wrapper", (), specs, [], False)
    body.name = f"__inference_signature_wrapper_{functions._number()}"
    return Signature(body, [key for key in sorted(specs)])


def specs_of(function: functions.ConcreteFunction, structure: Any) -> Any:
    """A structure of tensors of a function's body, with a TensorSpec for each, named by its place in the structure."""
    return _specs(structure, "")


def _specs(value: Any, path: str) -> Any:
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype.base_dtype, path or None)
    start = f"{path}/" if path else ""
    if isinstance(value, Mapping):
        return {key: _specs(item, f"{start}{key}") for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(_specs(item, f"{start}{key}") for key, item in zip(value._fields, value, strict=True)))
    if isinstance(value, (list, tuple)):
        return type(value)(_specs(item, f"{start}{i}") for i, item in enumerate(value))
    return value
