"""Batch normalization folded into the weights of the layer before it, so that the weights can be quantized as they will
be used. In training, weights are scaled by moving averages and the result is corrected to that of the batch."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import penstock as tf
from penstock.contrib.layers.utils import smart_cond
from penstock.contrib.quantize.matching import (
    SKIPPED,
    Kind,
    OneOf,
    consumers_by_tensor,
    matches,
    op_of,
    reroute,
    tensor_of,
)
from penstock.graph.registry import gradient
from penstock.graph.typing import TensorLike
from penstock.ops.state.variable_scope_defaults import get_variable_scope

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.graph.operation import Operation


class _Norm(NamedTuple):
    """A batch normalization that was found, with the layer before it."""

    layer: Any
    norm: Any
    output: Any
    input: Any
    weights: Any
    gamma: Any
    beta: Any
    mean: Any
    variance: Any
    moving_mean: Any
    moving_variance: Any
    mean_decay: Any
    variance_decay: Any
    epsilon: Any
    batch_to_space: Any


def quantization_step() -> Any:
    """A counter of the runs, which is one more each time."""
    name, graph = "fake_quantization_step", tf.get_default_graph()
    try:
        return graph.get_tensor_by_name(f"{name}/Identity:0")
    except KeyError:
        with graph.name_scope(None):
            step = tf.get_variable(
                name,
                shape=[],
                dtype=tf.int64,
                initializer=tf.zeros_initializer(),
                trainable=False,
                collections=[tf.GraphKeys.GLOBAL_VARIABLES],
            )
            with graph.name_scope(f"{step.op.name}/"):
                return tf.identity(tf.assign_add(step, 1))


def fold_batch_norms(graph: Graph, is_training: bool, freeze_delay: int | None = None) -> None:
    """Folds all batch normalizations of a graph, fused or not."""
    for found in _fused_norms(graph):
        _fold_fused(graph, found, freeze_delay)
    _fold_unfused(graph, is_training, freeze_delay)


# -- fused ------------------------------------------------------------------------------------------------------------------


def _fused_norms(graph: Graph) -> list[_Norm]:
    inputs, weights, gamma, beta, mean, variance = (Kind("*") for _ in range(6))
    layer = Kind("Conv2D|DepthwiseConv2dNative|MatMul", [inputs, weights])
    batch_to_space = Kind("BatchToSpaceND", [layer, "*", "*"])
    output = OneOf(Kind("Identity", [OneOf(batch_to_space, layer)]), layer, batch_to_space)
    before = OneOf(Kind("Reshape", [output, "*"]), output)
    norm = Kind("FusedBatchNorm|FusedBatchNormV3", [before, gamma, beta, mean, variance])
    reshaped = Kind("Reshape", [norm, "*"])
    moving, decay = Kind("*"), Kind("*")
    difference = Kind("Sub", [moving, norm])
    change = Kind("Mul", [difference, decay])
    found: dict[Any, _Norm] = {}
    for match in list(matches(graph, OneOf(reshaped, norm))):
        layer_op, norm_op = op_of(match, layer), op_of(match, norm)
        end = op_of(match, reshaped) if layer_op.type == "MatMul" else norm_op
        if end is None or not end.outputs[0].consumers() or layer_op in found:
            continue
        moved: dict[int, Any] = {1: (None, None), 2: (None, None)}
        if norm_op.get_attr("is_training"):
            norm_op._set_attr("_gradient_op_type", b"FoldFusedBatchNormGrad")
            means = norm_op.outputs[1]
            scope = norm_op.name.rpartition("/")
            with graph.as_default(), graph.name_scope(scope[0] + scope[1]):
                n = tf.cast(tf.size(tensor_of(match, layer)) / tf.size(means), tf.float32)
                # The kernel gives the variance for moving averages; the batch's own is a little smaller.
                variances = tf.multiply(norm_op.outputs[2], (n - 1) / n, name="Undo_Bessel_Correction")
            for other in matches(graph, change):
                sub = op_of(other, difference)
                for i in moved:
                    if sub.inputs[1] is norm_op.outputs[i]:
                        moved[i] = sub.inputs[0], tensor_of(other, decay)
        else:
            means, variances = tensor_of(match, mean), tensor_of(match, variance)
        found[layer_op] = _Norm(
            layer=layer_op,
            norm=norm_op,
            output=end.outputs[0],
            input=tensor_of(match, inputs),
            weights=tensor_of(match, weights),
            gamma=tensor_of(match, gamma),
            beta=tensor_of(match, beta),
            mean=means,
            variance=variances,
            moving_mean=moved[1][0],
            moving_variance=moved[2][0],
            mean_decay=moved[1][1],
            variance_decay=moved[2][1],
            epsilon=norm_op.get_attr("epsilon"),
            batch_to_space=op_of(match, batch_to_space),
        )
    return list(found.values())


@gradient("FoldFusedBatchNormGrad")
def _folded_gradient(op: Operation, *grads: Any) -> list[Any]:
    """Only mean and variance are used of a normalization that was folded."""
    of_mean, of_variance = grads[1:3]
    x = op.inputs[0]
    n = tf.cast(tf.size(x) / tf.size(of_mean), tf.float32)
    return [of_mean / n + 2 * of_variance * (x - op.outputs[1]) / (n - 1), None, None, None, None]


def _fold_fused(graph: Graph, found: _Norm, freeze_delay: int | None) -> None:
    scope, slash, _ = found.layer.name.rpartition("/")
    with graph.as_default(), graph.name_scope(scope + slash):
        corrections: tuple[Any, Any, Any] = (None, None, None)
        with graph.name_scope(f"{scope}{slash}BatchNorm_Fold{slash}"):
            scale = found.gamma * tf.rsqrt(found.variance + found.epsilon)
            bias = tf.subtract(found.beta, found.mean * scale, name="bias")
            if found.norm.get_attr("is_training"):
                corrections = _corrections("", found, freeze_delay)
            correction = corrections[0]
            if found.layer.type == "DepthwiseConv2dNative":
                shape = found.weights.shape.as_list()[2:]
                scale = tf.reshape(scale, shape, name="scale_reshape")
                if correction is not None:
                    correction = tf.reshape(correction, shape, name="correction_reshape")
        weights = found.weights
        if correction is not None:
            weights = tf.multiply(correction, weights, name="correction_mult")
        weights = tf.multiply(weights, scale, name="mul_fold")
        last = found.layer.name.split("/")[-1]
        output = _clone(found.layer, [found.input, weights], f"{last}_Fold")
        if found.batch_to_space is not None and found.layer.type == "DepthwiseConv2dNative":
            name = f"{found.batch_to_space.name.split('/')[-1]}_Fold"
            output = tf.batch_to_space_nd(output, *found.batch_to_space.inputs[1:3], name=name)
        if corrections[1] is not None:
            output = tf.multiply(corrections[1], output, name="post_conv_mul")
            output = tf.add(output, corrections[2], "correction_add")
        output = tf.add(output, bias, name="add_fold")
        if not reroute(output, found.output):
            raise ValueError(f"Folding batch norms failed, {found.output.name} had no outputs.")


def _clone(op: Operation, inputs: list[Any], name: str) -> Any:
    """A layer like another, of other inputs."""
    if op.type == "MatMul":
        turned = {key: op.get_attr(key) for key in ("transpose_a", "transpose_b")}
        return tf.matmul(*inputs, **turned, name=name)
    settings = {"strides": op.get_attr("strides"), "padding": op.get_attr("padding"), "name": name}
    if op.type == "Conv2D":
        data_format = op.get_attr("data_format")
        data_format = data_format.decode() if isinstance(data_format, bytes) else data_format
        return tf.nn.conv2d(*inputs, data_format=data_format, **settings)
    if op.type == "DepthwiseConv2dNative":
        return tf.nn.depthwise_conv2d(*inputs, **settings)
    raise ValueError(f"Cannot handle operation of type: {op.type}")


def _corrections(prefix: str, found: _Norm, freeze_delay: int | None) -> tuple[Any, Any, Any]:
    """Factors for the weights and for the result, and an offset, that turn moving averages into those of the batch.

    After `freeze_delay` steps, averages no longer move and are what counts.
    """
    graph = tf.get_default_graph()
    with graph.name_scope(f"{prefix}batch_norm_correction"):
        of_moving = tf.rsqrt(found.moving_variance + found.epsilon)
        of_batch = tf.rsqrt(found.variance + found.epsilon)
        scale = tf.identity(tf.divide(of_moving, of_batch, name="scale_compute"), name="correction_scale")
        back = tf.reciprocal(scale, name="reciprocal_compute")
        offset = tf.multiply(found.gamma, found.mean * of_batch - found.moving_mean * of_moving, name="offset_compute")
        frozen: Any = False
        if freeze_delay is not None:
            frozen = tf.greater_equal(quantization_step(), freeze_delay, name="use_moving_average")
        for decay, name in ((found.mean_decay, "freeze_moving_mean"), (found.variance_decay, "freeze_moving_var")):
            users = decay.consumers()
            if frozen is not False:
                reroute(_choice(frozen, tf.constant(0.0), decay, name), decay, users)
        ones, zeros = (lambda: tf.ones(scale.shape)), (lambda: tf.zeros(offset.shape))
        if frozen is False:
            return scale, back, zeros()
        return (
            scale,
            _choice(frozen, ones, back, "correction_recip"),
            _choice(frozen, offset, zeros, "correction_offset"),
        )


def _choice(condition: TensorLike, true: Any, false: Any, name: str) -> Any:
    of_true, of_false = (v if callable(v) else (lambda v=v: tf.identity(v)) for v in (true, false))
    with tf.name_scope(name):
        return smart_cond(condition, of_true, of_false)


# -- not fused ----------------------------------------------------------------------------------------------------------------

_GROUP = re.compile("^(.*)BatchNorm/batchnorm")


def _fold_unfused(graph: Graph, is_training: bool, freeze_delay: int | None) -> None:
    users_of = consumers_by_tensor(graph)
    names = (_GROUP.search(op.name) for op in graph.get_operations())
    groups = dict.fromkeys(m[1] for m in names if m is not None and not m[1].startswith(SKIPPED))
    for group in groups:
        inside = f"{group}BatchNorm/batchnorm_1/"
        shift = graph.get_operation_by_name(f"{inside}add_1")
        if not shift.outputs[0].consumers():
            continue
        root = graph.get_operation_by_name(f"{inside}Rsqrt")
        scaled = sum(op.type == "Mul" for op in users_of(root)) == 1
        folded = _folded(graph, group, scaled, shift, is_training, freeze_delay)
        user = next((op for op in (_named(graph, group + s) for s in ("Relu6", "Relu", "Identity")) if op), None)
        if user is None:
            outer = group.rstrip("/").rpartition("/")[0] if "/" in group.rstrip("/") else ""
            user = graph.get_operation_by_name(f"{outer}/AddV2" if outer else "AddV2")
        if reroute(folded, shift.outputs[0], [user]) != 1:
            raise ValueError(f"Unexpected inputs to op: {user.name}")


def _named(graph: Graph, name: str) -> Any:
    try:
        return graph.get_operation_by_name(name)
    except KeyError:
        return None


def _nearest(graph: Graph, suffix: str, group: str) -> Any:
    """The tensor whose operation's name ends so, and has most in common with that of the group."""
    parts, best, most = set(group.split("/")), None, 0
    for op in graph.get_operations():
        if op.name.endswith(suffix):
            common = len(set(op.name.split("/")) & parts)
            if (common > 0 or not group) and (best is None or common > most):
                best, most = op, common
    return None if best is None else graph.get_tensor_by_name(f"{best.name}:0")


def _folded(graph: Graph, group: str, scaled: bool, shift: Any, is_training: bool, freeze_delay: int | None) -> Any:
    inside = f"{group}BatchNorm/batchnorm_1/"
    multiply = graph.get_operation_by_name(inside + ("mul_1" if scaled else "mul"))
    layer, batch_to_space = multiply.inputs[0].op, None
    if layer.type == "BatchToSpaceND":
        layer, batch_to_space = layer.inputs[0].op, layer
    if layer.type not in ("Conv2D", "MatMul", "DepthwiseConv2dNative"):
        raise ValueError(f"Cannot handle operation of type: {layer.type}")
    read = "/Read/ReadVariableOp" if get_variable_scope().use_resource else "/read"
    near = lambda name: _nearest(graph, f"BatchNorm/{name}", group)  # noqa: E731
    moving_mean = near(f"moving_mean{read}")
    gamma = near("gamma" if read == "/read" else f"gamma{read}") if scaled else tf.ones(moving_mean.shape)
    found = _Norm(
        *(layer, None, None, None, None, gamma, None),
        mean=near("moments/Squeeze"),
        variance=near("moments/Squeeze_1"),
        moving_mean=moving_mean,
        moving_variance=near(f"moving_variance{read}"),
        mean_decay=near("AssignMovingAvg/decay"),
        variance_decay=near("AssignMovingAvg_1/decay"),
        epsilon=near("batchnorm_1/add/y"),
        batch_to_space=batch_to_space,
    )
    corrections = _corrections(group, found, freeze_delay) if is_training else (None, None, None)
    weights, scale, correction = layer.inputs[1], multiply.inputs[1], corrections[0]
    if layer.type == "DepthwiseConv2dNative":
        shape = weights.shape.as_list()[2:]
        root = graph.get_operation_by_name(inside + ("mul" if scaled else "Rsqrt"))
        scale = tf.reshape(root.outputs[0], shape, f"{group}scale_reshape")
        if correction is not None:
            correction = tf.reshape(correction, shape, f"{group}correction_reshape")
    if correction is not None:
        weights = tf.multiply(correction, weights, f"{group}correction_mult")
    weights = tf.multiply(weights, scale, name=f"{group}mul_fold")
    output = _clone(layer, [layer.inputs[0], weights], f"{layer.name}_Fold")
    if batch_to_space is not None:
        output = tf.batch_to_space_nd(output, *batch_to_space.inputs[1:3], name=f"{batch_to_space.name}_Fold")
    if corrections[1] is not None:
        output = tf.multiply(corrections[1], output, f"{group}post_conv_mul")
        output = tf.add(output, corrections[2], f"{group}correction_add")
    return tf.add(output, shift.inputs[1], name=f"{group}add_fold")
