"""`tf.contrib.quantize`: a graph of floats rewritten so that weights and activations are rounded as 8 bits will round them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.quantize.folding import fold_batch_norms, quantization_step
from penstock.contrib.quantize.matching import Kind, OneOf, consumers_by_tensor, matches, op_of, reroute, tensor_of
from penstock.graph.operation import Operation
from penstock.train.moving_averages import assign_moving_average

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


_LAYERS = "Conv2D|MatMul|DepthwiseConv2dNative"
_ADD = "Add|AddV2"
_FAKE = ("FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxArgs", "FakeQuantWithMinMaxVarsPerChannel")
_PASSING = ("Reshape", "Identity", "BatchToSpaceND", "SpaceToBatchND", "MaxPool", "Max")


class _Layer:
    """A layer that was found, and what follows it."""

    def __init__(self, op: Any, weights: Any, activation: Any, bypass: Any = None, later: Any = None, bias: Any = None):
        self.op, self.weights, self.activation = op, weights, activation
        self.bypass, self.later_bypass, self.bias_add = bypass, later, bias


def _layers(graph: Graph) -> list[_Layer]:
    variable = Kind("Variable|VariableV2")
    part = Kind("Identity", [variable])
    parts = Kind("ConcatV2", [part, "*", "*"])
    read, resource, folded = Kind("Identity", [OneOf(part, parts, variable)]), Kind("ReadVariableOp"), Kind("Mul")
    layer = Kind(_LAYERS, ["*", OneOf(read, resource, folded)], ordered=False)
    output = OneOf(Kind("BatchToSpaceND", [layer, "*", "*"]), layer)
    corrected = Kind(_ADD, [Kind("Mul", ["*", output], ordered=False), "*"], ordered=False)
    folded_bias = Kind(_ADD, [corrected, "*"], ordered=False)
    after_norm = Kind("Identity", [folded_bias])
    bias = Kind("Add|AddV2|BiasAdd", [output, "*"], ordered=False)
    bypass = Kind(_ADD, [OneOf(bias, folded_bias, after_norm), "*"], ordered=False)
    activation = Kind("Relu|Relu6|Identity", [OneOf(bias, folded_bias, after_norm, bypass, layer)])
    later_bypass = Kind(_ADD, ["*", activation], ordered=False)
    separable = Kind(_LAYERS, [output, "*"], ordered=False)
    found: dict[Any, _Layer] = {}
    # The longest pattern first: a layer is what it is the first time.
    for match in matches(graph, later_bypass):
        op = op_of(match, layer)
        ends = op_of(match, bypass), op_of(match, later_bypass), op_of(match, bias, folded_bias)
        found.setdefault(op, _Layer(op, tensor_of(match, read, resource, folded), op_of(match, activation), *ends))
    for match in matches(graph, activation):
        op, end = op_of(match, layer), op_of(match, activation)
        if not _feeds_norm(end):
            ends = op_of(match, bypass), None, op_of(match, bias, folded_bias)
            found.setdefault(op, _Layer(op, tensor_of(match, read, resource, folded), end, *ends))
    for match in matches(graph, OneOf(bias, folded_bias)):
        op = op_of(match, layer)
        found.setdefault(op, _Layer(op, tensor_of(match, read, resource, folded), op_of(match, bias, folded_bias)))
    for match in matches(graph, separable):
        op = op_of(match, layer)
        found.setdefault(op, _Layer(op, tensor_of(match, read, resource), op))
    return list(found.values())


def _feeds_norm(activation: Operation) -> bool:
    users = activation.outputs[0].consumers()
    return activation.type == "Identity" and len(users) == 1 and users[0].type in ("FusedBatchNorm", "FusedBatchNormV3")


def _folder(name: str) -> str:
    return name.rpartition("/")[0]


class _Rounding:
    """Puts rounding after operations, with the same settings everywhere."""

    def __init__(self, is_training: bool, delay: int | None, symmetric: bool, scope: str | None):
        self._is_training, self._delay, self._symmetric = is_training, delay, symmetric
        self._scope = f"{scope}/" if scope and not scope.endswith("/") else scope

    def after(
        self,
        context: str,
        name: str,
        producer: Operation,
        users: list[Operation],
        bits: int,
        *,
        weights: bool = False,
        init_min: float = -6.0,
        produced_inside: bool = True,
        used_inside: bool = False,
        symmetric: bool | None = None,
    ) -> None:
        """Lets `users` see the rounded result of `producer`."""
        if self._scope:
            if produced_inside and not producer.name.startswith(self._scope):
                return
            if used_inside and not all(user.name.startswith(self._scope) for user in users):
                return
        prefix = f"{context}/{name}" if context else name
        outer = tf.get_default_graph().get_name_scope()
        if outer and prefix.startswith(f"{outer}/"):
            prefix = prefix[len(outer) + 1 :]
        value = producer.outputs[0]
        if _is_rounded(value):
            return
        symmetric = self._symmetric if symmetric is None else symmetric
        rounded = _rounded(value, prefix, self._is_training, bits, symmetric, init_min, weights)
        if self._delay and self._delay > 0:
            begun = tf.greater_equal(quantization_step(), self._delay, name=f"{prefix}/activate_quant")
            rounded = tf.cond(begun, lambda: rounded, lambda: value, name=f"{prefix}/delayed_quant")
        if users and reroute(rounded, value, users) < len(users):
            raise ValueError(f"No inputs quantized for ops: [{', '.join(user.name for user in users)}]")


def _is_rounded(value: Any) -> bool:
    users = value.consumers()
    while users:
        user = users.pop()
        if user.type in _FAKE:
            return True
        if user.type in ("Reshape", "Identity"):
            users.extend(op for t in user.outputs for op in t.consumers())
    return False


def _rounded(
    value: Any, prefix: str, is_training: bool, bits: int, symmetric: bool, init_min: float, weights: bool
) -> Any:
    """The rounded value: between the limits of weights as they are, or between moving averages of those of activations."""
    with tf.variable_scope(None, default_name=prefix, values=[value]) as scope:
        scope.set_partitioner(None)
        # Twice, as in 1.15: once as the collection that was asked for, once as a variable.
        keys = [tf.GraphKeys.GLOBAL_VARIABLES] * 2
        limits = [
            tf.get_variable(
                name, shape=[], initializer=tf.constant_initializer(first), collections=keys, trainable=False
            )
            for name, first in (("min", init_min), ("max", 6.0))
        ]
        settings = {"num_bits": bits, "narrow_range": weights}
        if not is_training:
            return tf.fake_quant_with_min_max_vars(value, *limits, **settings)
        low, high = tf.reduce_min(value, name="BatchMin"), tf.reduce_max(value, name="BatchMax")
        if symmetric:
            ratio = -1 if weights else -((1 << bits) - 2) / (1 << bits)
            ends = tf.minimum(low, high / ratio), tf.maximum(high, low * ratio)
        else:
            ends = tf.minimum(low, 0.0), tf.maximum(high, 0.0)
        if weights:
            now = [
                tf.assign(v, e, name=n)
                for v, e, n in zip(limits, ends, ("AssignMinLast", "AssignMaxLast"), strict=True)
            ]
        else:
            names = ("AssignMinEma", "AssignMaxEma")
            now = [assign_moving_average(v, e, 0.999, name=n) for v, e, n in zip(limits, ends, names, strict=True)]
        return tf.fake_quant_with_min_max_vars(value, *now, **settings)


def _quantize(graph: Any, rounding: _Rounding, weight_bits: int, activation_bits: int) -> None:
    users_of = consumers_by_tensor(graph)
    done = set()
    for layer in _layers(graph):
        context = _folder(layer.op.name)
        if layer.weights is not None:
            users = users_of(layer.weights.op)
            rounding.after(
                *(context, "weights_quant", layer.weights.op, users, weight_bits),
                weights=True,
                produced_inside=False,
                used_inside=True,
            )
        outer = _folder(context) if layer.bypass is not None else context
        if layer.activation is not None:
            rounding.after(
                *(outer, "act_quant", layer.activation, users_of(layer.activation), activation_bits), init_min=0.0
            )
            done.add(layer.activation)
        if layer.bypass is not None:
            users = users_of(layer.bias_add)
            rounding.after(context, "conv_quant", layer.bias_add, users, activation_bits, used_inside=True)
            done.add(layer.bias_add)
            users = users_of(layer.bypass)
            if not any(user.type in ("Relu", "Relu6", "Identity") for user in users):
                rounding.after(outer, "add_quant", layer.bypass, users, activation_bits, used_inside=True)
                done.add(layer.bypass)
        if layer.later_bypass is not None:
            users = users_of(layer.later_bypass)
            if not any(user.type in ("Relu", "Relu6") for user in users):
                place, name = _folder(layer.later_bypass.name), "post_activation_bypass_quant"
                rounding.after(place, name, layer.later_bypass, users, activation_bits)
                done.add(layer.later_bypass)
    users_of = consumers_by_tensor(graph)
    for op in graph.get_operations():
        if _needs_rounding(op, done):
            rounding.after(op.name, f"activation_{op.type}_quant", op, users_of(op), activation_bits, symmetric=False)


def _needs_rounding(op: Operation, done: set[Operation]) -> bool:
    """Whether it is a sum or product of rounded values that nothing rounds yet."""
    if op in done or op.type not in ("Add", "AddV2", "Mul"):
        return False
    users = op.outputs[0].consumers()
    if len(users) == 1 and users[0].type in ("Relu", "Relu6"):
        return False
    for t in op.inputs:
        source = t.op
        while source.type in _PASSING and "delayed_quant/" not in source.name:
            source = source.inputs[0].op
        if source.type == "FakeQuantWithMinMaxVars" or "delayed_quant/" in source.name:
            return True
        if source.type in ("Add", "AddV2", "Mul") and any(_needs_rounding(i.op, done) for i in source.inputs):
            return True
    return False


def _rewrite(
    graph: Graph,
    is_training: bool,
    weight_bits: int = 8,
    activation_bits: int = 8,
    symmetric: bool = False,
    quant_delay: int | None = None,
    freeze_bn_delay: int | None = None,
    scope: str | None = None,
) -> None:
    graph = tf.get_default_graph() if graph is None else graph
    training = {op.type for op in graph.get_operations() if "Apply" in op.type and not op.type.endswith("Gradients")}
    if training:
        raise ValueError(f"Training op found in graph, exiting {training}")
    with graph.as_default():
        fold_batch_norms(graph, is_training, freeze_bn_delay)
        _quantize(graph, _Rounding(is_training, quant_delay, symmetric, scope), weight_bits, activation_bits)


_EXAMPLE = """
    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     y = tf.contrib.layers.fully_connected(tf.zeros([2, 3]), 4)
    ...     tf.contrib.quantize.{name}(graph)
    ...     print(len([op for op in graph.get_operations() if op.type == "FakeQuantWithMinMaxVars"]))
    2
    """


@export("contrib.quantize.create_training_graph")
def create_training_graph(input_graph: Any = None, quant_delay: int = 0) -> None:
    """Rewrites a graph for training with rounded weights and activations; to be called before gradients are made.

    Args:
      input_graph: the graph; the default one by default.
      quant_delay: at which step rounding begins; limits are measured from the first on.

    Raises:
      ValueError: the graph has operations that train.
    """
    _rewrite(input_graph, True, quant_delay=quant_delay)


@export("contrib.quantize.create_eval_graph")
def create_eval_graph(input_graph: Any = None) -> None:
    """Rewrites a graph for evaluation with the limits that training measured.

    Args:
      input_graph: the graph; the default one by default.

    Raises:
      ValueError: the graph has operations that train.
    """
    _rewrite(input_graph, False)


@export("contrib.quantize.experimental_create_training_graph")
def experimental_create_training_graph(
    input_graph: Any = None,
    weight_bits: int = 8,
    activation_bits: int = 8,
    symmetric: bool = False,
    quant_delay: int = 0,
    freeze_bn_delay: int | None = None,
    scope: str | None = None,
) -> None:
    """`create_training_graph` with more choices.

    Args:
      input_graph: the graph; the default one by default.
      weight_bits, activation_bits: how many bits.
      symmetric: whether limits are the same on both sides of 0.
      quant_delay: at which step rounding begins.
      freeze_bn_delay: at which step the averages of batch normalization stop moving, or None.
      scope: where to round, or None for everywhere.

    Raises:
      ValueError: the graph has operations that train.
    """
    _rewrite(input_graph, True, weight_bits, activation_bits, symmetric, quant_delay, freeze_bn_delay, scope)


@export("contrib.quantize.experimental_create_eval_graph")
def experimental_create_eval_graph(
    input_graph: Any = None,
    weight_bits: int = 8,
    activation_bits: int = 8,
    symmetric: bool = False,
    quant_delay: int | None = None,
    scope: str | None = None,
) -> None:
    """`create_eval_graph` with more choices; see `experimental_create_training_graph`.

    Args:
      input_graph: the graph that is rewritten; the default graph by default.
      weight_bits: to how many bits weights are rounded.
      activation_bits: to how many bits activations are rounded.
      symmetric: whether the range is the same on both sides of 0.
      quant_delay: after how many steps rounding begins.
      scope: only layers of this scope.

    Raises:
      ValueError: the graph has operations that train.
    """
    _rewrite(input_graph, False, weight_bits, activation_bits, symmetric, quant_delay, None, scope)


for _function in (
    create_training_graph,
    create_eval_graph,
    experimental_create_training_graph,
    experimental_create_eval_graph,
):
    _function.__doc__ = (_function.__doc__ or "").rstrip() + "\n" + _EXAMPLE.format(name=_function.__name__)
