"""Computations for TPUs: graphs in the form in which 1.15 gave them to TPUs, node for node.

Such a graph can be built, looked at and saved; a run that needs the computation fails, as there is no TPU.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.tpu import tpu_function, tpu_ops
from penstock.contrib.tpu.padding import pad_all_inputs
from penstock.contrib.tpu.replicated_values import (
    VariablesOnTPUs,
    checked_inputs,
    fan_out,
    flat_outputs,
    structured_outputs,
)
from penstock.contrib.tpu.replication import (
    COMPILATION_STATUS,
    OUTSIDE_COMPILATION,
    REPLICATE,
    TPUInferenceContext,
    TPUReplicateContext,
    context_around,
)
from penstock.graph import nest, stack
from penstock.graph.build import apply
from penstock.graph.function import FuncGraph
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.platform import logging

_TPU_REPLICATE_ATTR = REPLICATE
_TPU_COMPILATION_STATUS_ATTR = COMPILATION_STATUS
_OUTSIDE_COMPILATION_ATTR = OUTSIDE_COMPILATION
_UNCONNECTED_OPS_TO_PRUNE = {"Placeholder", "VarHandleOp"}


# -- the system ------------------------------------------------------------------------------------------------------------


def _tpu_system_device_name(job: str | None) -> str:
    return "/device:TPU_SYSTEM:0" if job is None else f"/job:{job}/device:TPU_SYSTEM:0"


@export("contrib.tpu.initialize_system", "tpu.initialize_system")
def initialize_system(embedding_config: Any = None, job: str | None = None) -> Tensor:
    """An operation that makes TPUs ready and returns how they are connected; on a machine without TPUs, a run of it fails.

    Args:
      embedding_config: a `TPUEmbeddingConfiguration` of the tables that TPUs are to hold.
      job: the job that has the TPUs, if there are several.

    >>> import penstock as tf
    >>> tf.tpu.initialize_system().device
    '/device:TPU_SYSTEM:0'
    """
    config = "" if embedding_config is None else embedding_config.SerializeToString()
    with tf.device(_tpu_system_device_name(job)):
        return apply("ConfigureDistributedTPU", embedding_config=config)


def initialize_system_for_tpu_embedding(embedding_config: Any, job: str | None = None) -> Operation:
    """An operation that tells TPUs that are ready which embedding tables they are to hold."""
    with tf.device(_tpu_system_device_name(job)):
        return apply("ConfigureTPUEmbedding", config=embedding_config.SerializeToString())


@export("contrib.tpu.shutdown_system", "tpu.shutdown_system")
def shutdown_system(job: str | None = None) -> Operation:
    """An operation that ends the use of TPUs; on a machine without TPUs, a run of it fails.

    Args:
      job: the job that has the TPUs, if there are several.

    >>> import penstock as tf
    >>> tf.tpu.shutdown_system().type
    'ShutdownDistributedTPU'
    """
    with tf.device(_tpu_system_device_name(job)):
        return apply("ShutdownDistributedTPU")


@export("contrib.tpu.core", "tpu.core")
def core(num: int) -> str:
    """The device that stands for one core of each replica.

    Args:
      num: the number of the core within its replica.

    >>> import penstock as tf
    >>> tf.tpu.core(1)
    'device:TPU_REPLICATED_CORE:1'
    """
    return f"device:TPU_REPLICATED_CORE:{num}"


# -- computations ------------------------------------------------------------------------------------------------------------


@export("contrib.tpu.outside_compilation", "tpu.outside_compilation")
def outside_compilation(computation: Callable, *args: Any, **kwargs: Any) -> Any:
    """Builds a part of a computation for TPUs that runs on the host.

    Args:
      computation: a function that builds it.
      *args: its arguments.
      **kwargs: its arguments by name.

    Returns:
      What the function returns.

    >>> import penstock as tf
    >>> def computation(x):
    ...     return tf.tpu.outside_compilation(tf.sqrt, x)
    >>> _ = tf.tpu.rewrite(computation, [tf.constant(4.0)])
    >>> sqrt, = [op for op in tf.get_default_graph().get_operations() if op.type == "Sqrt"]
    >>> sqrt.get_attr("_xla_outside_compilation")
    b'0'
    """
    graph = stack.current_graph()
    initial = graph._get_control_flow_context()

    def each(action: str) -> None:
        context = initial
        while context is not None:
            if isinstance(context, TPUReplicateContext):
                getattr(context, action)()
            context = context.outer_context

    each("enter_outside_compilation")
    result = computation(*args, **kwargs)
    if graph._get_control_flow_context() is not initial:
        raise NotImplementedError(
            "Control-flow context cannot be different at start and end of an outside_compilation scope"
        )
    each("exit_outside_compilation")
    return result


def check_function_argument_count(func: Callable, input_arity: int, infeed_queue: Any) -> str | None:
    """What a function takes, in words, if it cannot be called with so many arguments; None if it can."""
    given = input_arity + (0 if infeed_queue is None else infeed_queue.number_of_tuple_elements)
    spec = inspect.getfullargspec(func)
    bound = inspect.ismethod(func)
    most = len(spec.args) - bound
    defaults = len(spec.defaults or ())

    def arguments(what: str, count: int) -> str:
        return f"{what} {count} argument{'' if count == 1 else 's'}"

    if given < most - defaults:
        if not defaults and spec.varargs is None:
            return arguments("exactly", most)
        return arguments("at least", most - defaults)
    if spec.varargs is None and given > most:
        return arguments("at most" if defaults else "exactly", most)
    return None


def is_flat(outputs: Any) -> bool:
    """Says whether outputs are one value, or a list of values that are not structures themselves."""
    structures = (Sequence, Mapping)

    def structured(value: Any) -> bool:
        return isinstance(value, structures) or hasattr(type(value), "__attrs_attrs__")

    if isinstance(outputs, Sequence):
        return not any(structured(o) for o in outputs)
    return not structured(outputs)


@export("contrib.tpu.replicate", "tpu.replicate")
def replicate(
    computation: Callable,
    inputs: Sequence[Sequence[Any]] | None = None,
    infeed_queue: Any = None,
    device_assignment: Any = None,
    name: str | None = None,
    maximum_shapes: Any = None,
) -> Any:
    """Builds a computation that runs on several TPUs at once, with other inputs on each.

    Args:
      computation: a function that builds it once, for all replicas.
      inputs: for each replica a list of its inputs, which may be structures of tensors.
      infeed_queue: an `InfeedQueue` whose elements are further arguments.
      device_assignment: a `DeviceAssignment`, which cores run which replica.
      name: not used.
      maximum_shapes: shapes to which inputs are padded.

    Returns:
      For each replica a list of its outputs, or an operation if there are none.

    Raises:
      ValueError: if replicas have other numbers or types of inputs, or the function returns other things than tensors
        and after them operations.
      TypeError: if the function does not take so many inputs.

    >>> import penstock as tf
    >>> outputs = tf.tpu.replicate(lambda x: x * 2.0, [[tf.zeros([3])], [tf.ones([3])]])
    >>> [[y.shape.as_list() for y in replica] for replica in outputs]
    [[[3]], [[3]]]
    """
    return split_compile_and_replicate(
        computation, inputs, infeed_queue, device_assignment, name, maximum_shapes=maximum_shapes
    )[1]


def _check_arguments(computation: Callable, inputs: Sequence[Sequence[Any]], infeed_queue: Any) -> None:
    needed = check_function_argument_count(computation, len(inputs[0]), infeed_queue)
    if needed is None:
        return
    said = f"You specified {len(inputs[0])} inputs: {[tf.convert_to_tensor(i).name for i in inputs[0]]}"
    if infeed_queue is not None:
        said += f" and {infeed_queue.number_of_tuple_elements} additional inputs from infeed"
    raise TypeError(
        f"Supplied computation cannot be called with the specified inputs. {said}, but the computation needs {needed}"
    )


def split_compile_and_replicate(
    computation: Callable,
    inputs: Any = None,
    infeed_queue: Any = None,
    device_assignment: Any = None,
    name: str | None = None,
    use_tpu: bool = True,
    maximum_shapes: Any = None,
) -> list[Any]:
    """As `replicate`, but returns the result of compiling and the outputs.

    Raises:
      ValueError: as `replicate`.
      TypeError: as `replicate`.
    """
    inputs = [[]] if inputs is None else inputs
    metadata: dict[str, Any] = {"allow_soft_placement": tf.config.get_soft_device_placement()}
    if device_assignment is not None:
        metadata["topology"] = device_assignment.topology.serialized()
        metadata["device_assignment"] = device_assignment.core_assignment.flatten().tolist()
        metadata["num_cores_per_replica"] = device_assignment.num_cores_per_replica
    if isinstance(inputs, list) and not inputs:
        return []
    given = checked_inputs(inputs)
    arity = len(given[0])
    _check_arguments(computation, inputs, infeed_queue)
    if maximum_shapes:
        if infeed_queue:
            raise ValueError("Dynamic input shapes are not supported with infeed queues")
        nest.assert_same_structure(inputs[0], maximum_shapes, check_types=False)
        given, paddings = pad_all_inputs(given, [TensorShape(s) for s in nest.flatten(maximum_shapes)])
        metadata["padding_map"] = [p.SerializeToString() for p in paddings]
    metadata["step_marker_location"] = getattr(computation, "step_marker_location", "STEP_MARK_AT_ENTRY")

    replicas = len(given)
    joined = [
        tpu_ops.tpu_replicated_input([replica[i] for replica in given], name=f"input{i}") for i in range(len(given[0]))
    ]
    graph = stack.current_graph()
    base = f"cluster_{graph.name}" if isinstance(graph, FuncGraph) else "cluster"
    cluster = graph.unique_name(base)
    context = TPUReplicateContext(cluster, replicas, tf.no_op(name=cluster + "/pivot"))
    context.Enter()
    try:
        described = apply("TPUReplicateMetadata", num_replicas=replicas, use_tpu=use_tpu, **metadata)
        with tpu_function.tpu_shard_context(replicas), tf.control_dependencies([described]):
            arguments = [tf.identity(x, name=f"replicated_input_{i}") for i, x in enumerate(joined)]
            if maximum_shapes is None:  # one that nothing uses may be taken away again
                for x in arguments:
                    x.op._attrs["_tpu_input_identity"] = True
            called: Any = nest.pack_sequence_as(inputs[0], arguments[:arity])
            if infeed_queue is not None:
                infeed_queue.set_number_of_shards(replicas)
                called = [*called, *infeed_queue.generate_dequeue_op()]
            with VariablesOnTPUs():
                outputs = computation(*called)
        flat = is_flat(outputs)
        tensors, controls = (flat_outputs if flat else structured_outputs)(outputs)
        context.ExitResult(tensors)
    finally:
        context.report_unsupported_operations()
        context.Exit()
    cores = context.HostComputeCore()
    if cores:
        described._set_attr("host_compute_core", [c.encode() for c in cores])
    with tf.control_dependencies([described]):
        if use_tpu:
            status = apply("TPUCompilationResult")
            status.op._attrs[COMPILATION_STATUS] = cluster.encode()
        else:
            status = tf.no_op(name="compilation_status")
    return [status, fan_out(outputs, flat, tensors, controls, replicas)]


# -- inputs that are split -------------------------------------------------------------------------------------------------


def split_compile_and_shard(
    computation: Callable,
    inputs: Sequence[TensorLike] | None = None,
    num_shards: int = 1,
    input_shard_axes: Sequence[int] | None = None,
    outputs_from_all_shards: bool | Sequence[bool] = True,
    output_shard_axes: Sequence[int] | None = None,
    infeed_queue: Any = None,
    device_assignment: Any = None,
    name: str | None = None,
) -> tuple[Any, list[Any]]:
    """As `shard`, but returns the result of compiling and the outputs.

    Raises:
      ValueError: as `shard`.
      TypeError: as `shard`.
    """
    if num_shards <= 0:
        raise ValueError("num_shards must be a positive integer.")
    inputs = [] if inputs is None else inputs
    if not isinstance(inputs, list):
        raise TypeError("tpu.shard()'s inputs must be a list of Tensors or None.")
    tensors = [tf.convert_to_tensor(x) for x in inputs]
    axes = [0] * len(tensors) if input_shard_axes is None else input_shard_axes
    if len(tensors) != len(axes):
        raise ValueError("Length of input_shard_axes must be equal to the number of inputs.")
    shards: list[list[Tensor]] = [[] for _ in range(num_shards)]
    for axis, x in zip(axes, tensors, strict=True):
        for shard_, part in zip(shards, tf.split(x, num_shards, axis=axis), strict=True):
            shard_.append(part)
    status, outputs = split_compile_and_replicate(computation, shards, infeed_queue, device_assignment, name)
    if isinstance(outputs[0], Operation):
        return status, [outputs[0]]
    count = len(outputs[0])
    joins = [0] * count if output_shard_axes is None else output_shard_axes
    if len(joins) != count:
        raise ValueError("Length of output_shard_axes must be equal to the number of outputs.")
    from_all = outputs_from_all_shards
    if isinstance(from_all, bool):
        from_all = [from_all] * count
    if len(from_all) != count:
        raise ValueError("Length of outputs_from_all_shards must be equal to the number of outputs.")
    results = []
    for axis, every, parts in zip(joins, from_all, zip(*outputs, strict=True), strict=True):
        if not every:
            results.append(parts[0])
        elif parts[0].shape.ndims == 0:
            results.append(tf.stack(list(parts)))
        else:
            results.append(tf.concat(list(parts), axis=axis))
    return status, results


@export("contrib.tpu.shard", "tpu.shard")
def shard(
    computation: Callable,
    inputs: Sequence[TensorLike] | None = None,
    num_shards: int = 1,
    input_shard_axes: Sequence[int] | None = None,
    outputs_from_all_shards: bool | Sequence[bool] = True,
    output_shard_axes: Sequence[int] | None = None,
    infeed_queue: Any = None,
    device_assignment: Any = None,
    name: str | None = None,
) -> list[Any]:
    """Builds a computation that runs on several TPUs at once, each with a part of every input.

    Args:
      computation: a function that builds it once, for all parts.
      inputs: a list of tensors, which are split.
      num_shards: the number of parts.
      input_shard_axes: for each input the dimension along which it is split, by default 0.
      outputs_from_all_shards: whether outputs of all parts are joined or one of them is taken; one bool or one for each.
      output_shard_axes: for each output the dimension along which it is joined, by default 0.
      infeed_queue: an `InfeedQueue` whose elements are further arguments.
      device_assignment: a `DeviceAssignment`, which cores run which part.
      name: not used.

    Returns:
      A list of the outputs.

    Raises:
      ValueError: if there are no parts, or lists have another length than there are inputs or outputs.
      TypeError: if the inputs are not a list.

    >>> import penstock as tf
    >>> y, = tf.tpu.shard(lambda x: x * 2.0, [tf.zeros([4, 3])], num_shards=2)
    >>> y.shape.as_list()
    [4, 3]
    """
    return split_compile_and_shard(
        computation,
        inputs,
        num_shards,
        input_shard_axes,
        outputs_from_all_shards,
        output_shard_axes,
        infeed_queue,
        device_assignment,
        name,
    )[1]


@export("contrib.tpu.batch_parallel", "tpu.batch_parallel")
def batch_parallel(
    computation: Callable,
    inputs: Sequence[TensorLike] | None = None,
    num_shards: int = 1,
    infeed_queue: Any = None,
    device_assignment: Any = None,
    name: str | None = None,
) -> list[Any]:
    """Builds a computation that runs on several TPUs at once, each with a part of the batch.

    Args:
      computation: a function that builds it once, for all parts.
      inputs: a list of tensors, which are split along their first dimension.
      num_shards: the number of parts.
      infeed_queue: an `InfeedQueue` whose elements are further arguments.
      device_assignment: a `DeviceAssignment`, which cores run which part.
      name: not used.

    Returns:
      A list of the outputs, joined along their first dimension.

    >>> import penstock as tf
    >>> y, = tf.tpu.batch_parallel(lambda x: x + 1.0, [tf.zeros([4, 3])], num_shards=2)
    >>> y.shape.as_list()
    [4, 3]
    """
    return shard(
        computation,
        inputs,
        num_shards=num_shards,
        infeed_queue=infeed_queue,
        device_assignment=device_assignment,
        name=name,
    )


@export("contrib.tpu.rewrite", "tpu.rewrite")
def rewrite(
    computation: Callable,
    inputs: NestedTensors | None = None,
    infeed_queue: Any = None,
    device_assignment: Any = None,
    name: str | None = None,
) -> Any:
    """Builds a computation that runs on a TPU.

    Args:
      computation: a function that builds it; all its operations run when any of its outputs is needed.
      inputs: a list of its inputs, which may be structures of tensors.
      infeed_queue: an `InfeedQueue` whose elements are further arguments.
      device_assignment: a `DeviceAssignment`, which core runs it.
      name: not used.

    Returns:
      What the function returns, as tensors: a single one in a list, an operation if there are none.

    >>> import penstock as tf
    >>> y, = tf.tpu.rewrite(lambda x: x * 2.0, [tf.zeros([3])])
    >>> y.op.name
    'output_0_shard_0'
    >>> tf.Session().run(y)
    Traceback (most recent call last):
        ...
    InvalidArgumentError: No OpKernel was registered to support Op 'TPUReplicatedInput' ...
    """
    return replicate(
        computation,
        None if inputs is None else [inputs],  # type: ignore[list-item]
        infeed_queue=infeed_queue,
        device_assignment=device_assignment,
        name=name,
    )[0]


# -- inference ---------------------------------------------------------------------------------------------------------------


def under_tpu_inference_context() -> bool:
    """Says whether a computation of `rewrite_for_inference` is being built."""
    graph: Any = stack.current_graph()
    while graph is not None:
        with graph.as_default():
            if context_around(TPUInferenceContext) is not None:
                return True
        graph = getattr(graph, "outer_graph", None)
    return False


def rewrite_for_inference(
    computation: Callable,
    inputs: NestedTensors | None = None,
    infeed_queue: Any = None,
    device_assignment: Any = None,
    name: str | None = None,
) -> Any:
    """As `rewrite`, for a computation that does not change its variables: they are read once, outside of it."""

    def constant(getter: Callable, name: str, *args: Any, **kwargs: Any) -> Tensor:
        with tf.control_dependencies(None):
            return tf.guarantee_const(getter(name, *args, **kwargs), name=name + "/GuaranteeConst")

    def wrapped(*args: Any, **kwargs: Any) -> Any:
        with TPUInferenceContext(stack.current_graph().unique_name("rewrite_for_inference")):
            scope = tf.get_variable_scope()
            kept = scope._custom_getter, scope._caching_device
            scope.set_custom_getter(constant)
            scope.set_caching_device(lambda op: op.device)
            result = computation(*args, **kwargs)
            scope.set_custom_getter(kept[0])
            scope.set_caching_device(kept[1])
        return result

    return rewrite(wrapped, inputs, infeed_queue, device_assignment, name)


def validate_inference_rewrite_for_variables(graph: Graph) -> None:
    """Checks that `rewrite_for_inference` has found variables.

    Raises:
      RuntimeError: if it has found none.
    """
    if not any(op.type == "GuaranteeConst" for op in graph.get_operations()):
        raise RuntimeError(
            "No GuaranteeConst ops found in the graph after running tpu.rewrite_for_inference(...). Please check that you "
            "are using tf.get_variable() to create and access variables in your tpu computation."
        )


def prune_unconnected_ops_from_xla(prune_graph: Graph) -> None:
    """Takes placeholders and variables that nothing uses out of the computation, which could not be compiled with them."""
    for op in prune_graph.get_operations():
        if op.type in _UNCONNECTED_OPS_TO_PRUNE and not any(x.consumers() for x in op.outputs):
            logging.info("Pruning OP %s of type %s from XLA Compile due to it being disconnected.", op.name, op.type)
            op._attrs.pop(REPLICATE, None)
