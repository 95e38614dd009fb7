"""The calls of layers as functions of the graph, as a SavedModel has them.

A model is called once for training and once for prediction, while the arguments that each layer in it gets are noted. Each
layer is then a function for each kind of arguments; models, layers and cells alike. The state that calls leave in layers
(losses, updates) is what it was before.
"""

from __future__ import annotations

import contextlib
import inspect
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import find
from penstock.autograph import functions, tracing
from penstock.graph import nest
from penstock.graph.operation import Tensor
from penstock.graph.type_spec import TensorSpec
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.keras.engine.base_layer_utils import call_context
from penstock.saved_model import structures

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer

Arguments = tuple[Any, ...]  # of `call`, all by position: TensorSpecs, structures of them, numbers, None


class SavedFunction:
    """A function in a SavedModel: what its arguments are called, and a body for each kind of arguments."""

    def __init__(
        self, saved_spec: Any, concrete_functions: Sequence[functions.ConcreteFunction], input_signature: Any = None
    ) -> None:
        self.saved_spec = saved_spec
        self.concrete_functions = list(concrete_functions)
        self.input_signature = input_signature

    def get_concrete_function(self) -> functions.ConcreteFunction:
        """The body for the arguments of its signature."""
        return self.concrete_functions[0]


def signature_function(body: functions.ConcreteFunction) -> SavedFunction:
    """The function that a model serves: its inputs are one argument, by position."""
    args, _ = body.structured_input_signature
    given = args[0] if len(args) == 1 else list(args)
    body.graph.structured_input_signature = ((given,), {})
    spec = _spec((), {"varargs": "args"}, input_signature=(given,))
    return SavedFunction(spec, [body], (given,))


class LayerCalls:
    """The functions of a layer and of all layers in it. Made once for each SavedModel."""

    def __init__(self, layer: Layer) -> None:
        self.root = layer
        self._layers: dict[int, Layer] = {}
        for one in _nested([layer]):
            self._layers.setdefault(id(one), one)
        self._calls: dict[int, dict[str, Arguments]] = {number: {} for number in self._layers}
        self._made: dict[int, dict[str, SavedFunction]] = {}
        self._losses: dict[int, SavedFunction] = {}
        self._note_calls(layer)

    def knows(self, layer: Layer) -> bool:
        """Whether a layer is among those that were called."""
        return id(layer) in self._layers

    def functions_of(self, layer: Layer) -> dict[str, SavedFunction]:
        """`__call__`, `call_and_return_conditional_losses` and others of a layer, by name."""
        if id(layer) not in self._made:
            self._made[id(layer)] = self._functions(layer)
        return self._made[id(layer)]

    def losses_of(self, layer: Layer) -> list[SavedFunction]:
        """The losses of weights that a layer has by itself."""
        return [self._loss(loss) for loss in layer._callable_losses]

    def all_losses_of(self, layer: Layer) -> list[SavedFunction]:
        """The losses of weights of a layer and of those in it."""
        return [loss for one in _nested([layer]) for loss in self.losses_of(one)]

    def _loss(self, loss: Callable[[], Any]) -> SavedFunction:
        if id(loss) not in self._losses:
            name = f"loss_fn_{len(self._losses)}"
            body = _traced(lambda: loss(), name, (), [])
            self._losses[id(loss)] = SavedFunction(_spec((), {}, input_signature=()), [body])
        return self._losses[id(loss)]

    # -- which arguments layers get -------------------------------------------------------------------------------------

    def _note_calls(self, root: Layer) -> None:
        given = _inputs_of(root)
        if given is None:
            return
        self._note(root, (given,), {})
        if isinstance(root, find("keras.Sequential")):  # of 1.15's files, under both names
            self._note(root, (TensorSpec(given.shape, given.dtype, "inputs"),), {}, by_name=True)
        for training in (False, True):
            with _left_as_they_are(self._layers.values()), self._noting():
                _traced(lambda x, how=training: _call(root, (x,), how), root.name, (given,), ["inputs"])

    @contextlib.contextmanager
    def _noting(self) -> Iterator[None]:
        layers = list(self._layers.values())
        for layer in layers:
            object.__setattr__(layer, "call", self._noted(layer, layer._converted_call()))
        try:
            yield
        finally:
            for layer in layers:
                del layer.__dict__["call"]

    def _noted(self, layer: Layer, call: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*args: Any, **kwargs: Any) -> Any:
            self._note(layer, args, kwargs)
            return call(*args, **kwargs)

        return noting

    def _note(self, layer: Layer, args: Any, kwargs: dict[str, Any], by_name: bool = False) -> None:
        spec = inspect.getfullargspec(type(layer).call)
        names = spec.args[1:]
        defaults = dict(zip(reversed(names), reversed(spec.defaults or ()), strict=False))
        given = {**defaults, **dict(zip(names, args, strict=False)), **kwargs}
        if not set(names) <= set(given) or not set(given) <= set(names):
            return
        trainings: tuple[Any, ...] = (False, True) if "training" in given else (None,)
        masks = (given.get("mask"), None) if isinstance(given.get("mask"), Tensor) else (given.get("mask"),)
        for training, mask in itertools.product(trainings, masks):
            given.update({key: value for key, value in (("training", training), ("mask", mask)) if key in given})
            try:
                arguments = tuple(_specs(given[name], name) for name in names)
            except TypeError:  # has no place in a file
                return
            key = repr(arguments) if by_name else _without_names(arguments)
            self._calls[id(layer)].setdefault(key, arguments)

    # -- the functions --------------------------------------------------------------------------------------------------

    def _functions(self, layer: Layer) -> dict[str, SavedFunction]:
        spec = inspect.getfullargspec(type(layer).call)
        names, saved = spec.args[1:], _spec_of_call(layer, spec)
        noted = dict(self._calls.get(id(layer), {}))
        declared = _declared_inputs(layer)
        is_declared = declared is not None and not layer._expects_training_arg and names == ["inputs"]
        if is_declared:
            saved.input_signature.CopyFrom(structures.encode((nest.map_structure(_nameless, declared),)))
            noted = {}
        if declared is not None and set(names) <= {"inputs", "mask", "training", "initial_state"}:
            for training in (False, True) if "training" in names else (None,):
                given = {"inputs": declared, "training": training}
                arguments = tuple(given.get(name) for name in names)
                noted.setdefault(_without_names(arguments), arguments)
        calls = list(noted.values())
        regularizer = getattr(layer, "_activity_regularizer", None)

        def made(kind: str, result: Callable[..., Any]) -> SavedFunction:
            return SavedFunction(saved, [self._body(layer, f"{layer.name}_{kind}", names, c, result) for c in calls])

        found = {
            "__call__": made("layer_call_fn", lambda inputs, outputs, losses: outputs),
            "call_and_return_conditional_losses": made(
                "layer_call_and_return_conditional_losses", lambda inputs, outputs, losses: (outputs, losses)
            ),
        }
        if regularizer is None:
            found["call_and_return_all_conditional_losses"] = found["call_and_return_conditional_losses"]
            return found

        def of_outputs(inputs: NestedTensors, outputs: Any) -> list[Any]:
            batch = find("cast")(find("shape")(nest.flatten(outputs)[0])[0], nest.flatten(outputs)[0].dtype)
            return [regularizer(output) / batch for output in nest.flatten(outputs)]

        found["call_and_return_all_conditional_losses"] = made(
            "layer_call_and_return_all_conditional_losses",
            lambda inputs, outputs, losses: (outputs, [*losses, *of_outputs(inputs, outputs)]),
        )
        one = TensorSpec([], layer.dtype or "float32")
        body = _traced(regularizer, f"{layer.name}_activity_regularizer", (one,), ["self"])  # called so by 1.15
        found["activity_regularizer_fn"] = SavedFunction(_spec(("self", "x"), {}, input_signature=(one,)), [body])
        return found

    def _body(
        self, layer: Layer, name: str, names: list[str], arguments: Arguments, result: Callable[..., Any]
    ) -> functions.ConcreteFunction:
        inside = _nested([layer])
        training = arguments[names.index("training")] if "training" in names else False

        def called(*given: Any) -> Any:
            with find("keras.backend.learning_phase_scope")(int(training)):
                outputs = _call(layer, given, training)
            losses = [loss for one in inside for loss in one._losses if isinstance(loss, Tensor)]
            return result(given[0], outputs, losses)

        with _left_as_they_are(inside):
            return _traced(called, name, arguments, names)


def _call(layer: Layer, arguments: Any, training: TensorLike) -> Any:
    inputs, *rest = arguments
    names = layer._call_fn_args[1:]
    named = {"training": training} if "training" in names[1:] and len(rest) < len(names) - 1 else {}
    with call_context().enter(layer, inputs, training):
        return layer._converted_call()(inputs, *rest, **named)


def _inputs_of(layer: Layer) -> Any:
    """The inputs of a model as it was called, or made; None if they are not known."""
    inputs = getattr(layer, "inputs", None)
    if not inputs:
        return None
    names = getattr(layer, "input_names", None) or [f"input_{i + 1}" for i in range(len(inputs))]
    specs = [TensorSpec(x.shape, x.dtype.base_dtype, name) for x, name in zip(inputs, names, strict=True)]
    return specs[0] if len(specs) == 1 else specs


def _declared_inputs(layer: Layer) -> Any:
    """The inputs that a layer takes, as far as its `input_spec` tells; None if it does not tell their rank."""
    if isinstance(layer, find("keras.Model")) or layer.input_spec is None or not layer.built:
        return None

    def declared(spec: Any, name: str) -> TensorSpec:
        kind = spec.dtype or layer.dtype or "float32"
        if spec.shape is not None:
            return TensorSpec(spec.shape, kind, name)
        if spec.ndim is None:
            raise TypeError("of any rank")
        axes = {axis % spec.ndim: size for axis, size in (spec.axes or {}).items()}
        return TensorSpec([axes.get(i) for i in range(spec.ndim)], kind, name)

    try:
        if isinstance(layer.input_spec, (list, tuple)):
            return [declared(spec, f"inputs/{i}") for i, spec in enumerate(layer.input_spec)]
        return declared(layer.input_spec, "inputs")
    except TypeError:
        return None


def _nameless(spec: TensorSpec) -> TensorSpec:
    return TensorSpec(spec.shape, spec.dtype)


def _nested(layers: Sequence[Any]) -> list[Any]:
    """Layers, and those in them, each once."""
    found: dict[int, Any] = {}
    waiting = list(layers)
    while waiting:
        layer = waiting.pop(0)
        if id(layer) not in found:
            found[id(layer)] = layer
            waiting += layers_in(layer)
    return list(found.values())


def layers_in(layer: Layer) -> list[Any]:
    """The layers that a layer consists of."""
    if isinstance(layer, find("keras.Model")):
        return list(layer.layers)
    kind, found = find("keras.layers.Layer"), []
    waiting = list(getattr(layer, "_layers", []))
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, kind):
            found.append(one)
        else:
            waiting += list(getattr(one, "layers", one if isinstance(one, (list, tuple)) else []))
    return found


@contextlib.contextmanager
def _left_as_they_are(layers: Any) -> Iterator[None]:
    kept = [(layer, layer._losses, layer._updates) for layer in layers]
    for layer, _, _ in kept:
        object.__setattr__(layer, "_losses", [])
        object.__setattr__(layer, "_updates", [])
    try:
        yield
    finally:
        for layer, losses, updates in kept:
            object.__setattr__(layer, "_losses", losses)
            object.__setattr__(layer, "_updates", updates)


def _specs(value: Any, name: str) -> Any:
    """An argument with a `TensorSpec` for each tensor.

    Raises:
      TypeError: it is of a kind that a file has no place for.
    """
    if isinstance(value, TensorSpec):
        return TensorSpec(value.shape, value.dtype, value.name or name)
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype.base_dtype, name)
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(_specs(one, f"{name}/{i}") for i, one in enumerate(value))
    if isinstance(value, dict):
        return {key: _specs(one, f"{name}/{key}") for key, one in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"{type(value).__name__} cannot be an argument of a saved function")


def _without_names(arguments: Any) -> str:
    return repr(nest.map_structure(lambda v: (v.shape, v.dtype) if isinstance(v, TensorSpec) else v, arguments))


def _traced(function: Callable[..., Any], name: str, arguments: Any, names: list[str]) -> functions.ConcreteFunction:
    plain = nest.map_structure(
        lambda v: TensorSpec(v.shape, v.dtype, (v.name or "").replace("/", "_")) if isinstance(v, TensorSpec) else v,
        arguments,
    )
    body = tracing.trace(function, name, plain, {}, names, False)
    body.structured_input_signature = (tuple(arguments), {})
    body.name = f"__inference_{name}_{functions._number()}"
    return functions.ConcreteFunction(body, names)


# -- what arguments are called ------------------------------------------------------------------------------------------


def _spec_of_call(layer: Layer, spec: inspect.FullArgSpec) -> Any:
    """How a file describes the arguments of `call`: `training` is False unless it is given."""
    defaults = list(spec.defaults) if spec.defaults is not None else None
    more: dict[str, Any] = {"varkw": spec.varkw, "kwonlyargs": list(spec.kwonlyargs), "kwonlydefaults": spec.kwonlydefaults}
    if "training" in spec.args:
        place = spec.args.index("training") - len(spec.args)
        if defaults is not None and -place <= len(defaults):
            defaults[place] = False
        more["kwonlydefaults"] = more["kwonlydefaults"] or {}
    elif layer._expects_training_arg:
        defaults = defaults or []
        more["kwonlyargs"] += ["training"]
        more["kwonlydefaults"] = {**(spec.kwonlydefaults or {}), "training": False}
    return _spec(tuple(spec.args), more, defaults=defaults, is_method=True)


def _spec(
    args: tuple[str, ...],
    more: dict[str, Any],
    defaults: Any = None,
    is_method: bool = False,
    input_signature: Any = None,
) -> Any:
    told = {"varargs": None, "varkw": None, "kwonlyargs": [], "kwonlydefaults": None, **more}
    try:
        arguments = structures.encode(
            inspect.FullArgSpec(args=list(args), defaults=defaults, annotations={}, **told)
        )
    except structures.NotEncodableError:  # a default that has no place in the message
        told["kwonlydefaults"] = None
        arguments = structures.encode(inspect.FullArgSpec(args=list(args), defaults=None, annotations={}, **told))
    message = protos.find("tensorflow.FunctionSpec")()
    message.fullargspec.CopyFrom(arguments)
    message.is_method = is_method
    message.input_signature.CopyFrom(structures.encode(input_signature))
    return message
