"""What layers share while they are called: the call under way, the way to make a variable, the history of tensors.

The history of a tensor is the layer that made it (`_keras_history`). Tensors that operations of `tf.*` made of such
tensors get theirs when a layer or a model needs it (`create_keras_history`).
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.graph import nest, replication
from penstock.graph.graph import init_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike
from penstock.ops.state import variables
from penstock.ops.state.initializers import Initializer

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer
    from penstock.ops.state.variables import VariableAggregation, VariableSynchronization


AUTO = variables.VariableSynchronization.AUTO
ON_READ = variables.VariableSynchronization.ON_READ
NO_AGGREGATION = variables.VariableAggregation.NONE

_v2_dtype_behavior = False


def v2_dtype_behavior_enabled() -> bool:
    """Whether layers have Keras's type from the start and cast their inputs to it, as in TensorFlow 2."""
    return _v2_dtype_behavior


def enable_v2_dtype_behavior() -> None:
    """Gives layers that are made from now on Keras's type (`floatx`), to which they cast their inputs."""
    global _v2_dtype_behavior
    _v2_dtype_behavior = True


def disable_v2_dtype_behavior() -> None:
    """Lets layers that are made from now on take the type of their first input, as is usual in 1.x."""
    global _v2_dtype_behavior
    _v2_dtype_behavior = False


def default(method: Callable) -> Callable:
    """Marks a method that subclasses are expected to replace."""
    vars(method)["_is_default"] = True
    return method


def no_automatic_dependency_tracking(method: Callable) -> Callable:
    """Lets a method set attributes of a layer without their becoming its layers or weights."""

    @functools.wraps(method)
    def wrapped(self: Any, *args: Any, **kwargs: Any) -> Any:
        before = getattr(self, "_self_setattr_tracking", True)
        object.__setattr__(self, "_self_setattr_tracking", False)
        try:
            return method(self, *args, **kwargs)
        finally:
            object.__setattr__(self, "_self_setattr_tracking", before)

    return wrapped


def make_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    trainable: bool | None = None,
    constraint: Callable | None = None,
    use_resource: bool | None = None,
    collections: Any = None,
    synchronization: VariableSynchronization = AUTO,
    aggregation: VariableAggregation = NO_AGGREGATION,
    partitioner: Callable | None = None,
) -> Any:
    """A variable that belongs to no variable scope; `partitioner` is ignored, as in 1.15."""
    initial_value: Any = initializer
    if callable(initializer):
        if isinstance(initializer, type) and issubclass(initializer, Initializer):
            initializer = initializer()
        initial_value = functools.partial(initializer, shape, dtype=dtype)
        dtype = dtype.base_dtype
    else:
        dtype = None
    return variables.Variable(
        initial_value=initial_value,
        name=name,
        trainable=trainable,
        dtype=dtype,
        constraint=constraint,
        use_resource=True if use_resource is None else use_resource,
        collections=collections,
        synchronization=synchronization,
        aggregation=aggregation,
    )


# -- the call under way -----------------------------------------------------------------------------------------------------


class CallContext:
    """The innermost call of a layer under way in a thread: what a layer inside of another takes over from it."""

    def __init__(self) -> None:
        self.layer: Any = None
        self.inputs: Any = None
        self.frozen = False
        self.in_call = False
        self.training: Any = None

    @contextlib.contextmanager
    def enter(self, layer: Layer, inputs: NestedTensors, training: TensorLike) -> Iterator[None]:
        """Says that `layer` is called with `inputs`."""
        before = self.layer, self.inputs, self.frozen, self.in_call, self.training
        self.layer, self.inputs, self.in_call, self.training = layer, inputs, True, training
        self.frozen = self.frozen or not layer.trainable
        try:
            yield
        finally:
            self.layer, self.inputs, self.frozen, self.in_call, self.training = before


class _Calls(threading.local):
    def __init__(self) -> None:
        self.context = CallContext()


_calls = _Calls()


def call_context() -> CallContext:
    """The calls of this thread."""
    return _calls.context


# -- the history of tensors --------------------------------------------------------------------------------------------------


def have_all_keras_metadata(tensors: Any) -> bool:
    """Whether all tensors of a structure were made by layers."""
    return all(hasattr(x, "_keras_history") for x in nest.flatten(tensors))


def generate_placeholders_from_shape(shape: ShapeLike) -> Tensor:
    """A placeholder of Keras' default type."""
    return find("placeholder")(shape=shape, dtype=find("keras.backend.floatx")())


def uses_keras_history(tensors: Any) -> bool:
    """Whether one of the tensors was computed from the output of a layer."""
    checked: set[int] = set()
    queue = nest.flatten(tensors)
    while queue:
        following: list[Any] = []
        for tensor in queue:
            if id(tensor) in checked:
                continue
            checked.add(id(tensor))
            if getattr(tensor, "_keras_history_checked", None) is not None:
                continue
            if getattr(tensor, "_keras_history", None) is not None:
                return True
            op = getattr(tensor, "op", None)
            if op is not None:
                following.extend(op.inputs)
        queue = following
    for tensor in nest.flatten(tensors):
        with contextlib.suppress(AttributeError):
            tensor._keras_history_checked = True
    return False


def needs_keras_history(tensors: Any, ignore_call_context: bool = False) -> bool:
    """Whether operations of `tf.*` stand between these tensors and the layers that they come from."""
    if call_context().in_call and not ignore_call_context:
        return False
    if all(getattr(tensor, "_keras_history", None) is not None for tensor in nest.flatten(tensors)):
        return False
    return uses_keras_history(tensors)


def create_keras_history(tensors: Any) -> list[Any]:
    """Makes layers of the operations that tensors come from, back to the outputs of other layers; returns them."""
    created: list[Any] = []
    _create_keras_history(tensors, set(), created)
    return created


def _create_keras_history(tensors: Any, processed: set[Any], created: list[Any]) -> None:
    from penstock.keras.engine.op_layers import TensorFlowOpLayer

    for tensor in nest.flatten(tensors):
        if getattr(tensor, "_keras_history", None) is not None:
            continue
        op = tensor.op
        if op in processed:
            continue
        constants: dict[int, Any] = {}
        layer_inputs: list[Any] = []
        for i, op_input in enumerate(op.inputs):
            if uses_keras_history(op_input):
                layer_inputs.append(op_input)
            elif (within := replication.current()) is not None and within.replica_context is None:
                constants[i] = op_input  # a session made now would not be that of the strategy
            else:  # its value becomes part of the layer
                with init_scope():
                    constants[i] = find("keras.backend.function")([], op_input)([])
        _create_keras_history(layer_inputs, processed, created)
        layer = TensorFlowOpLayer(op.node_def.SerializeToString(), constants=constants, name=op.name)
        created.append(layer)
        layer._add_inbound_node(layer_inputs, op.outputs)
        processed.add(op)
