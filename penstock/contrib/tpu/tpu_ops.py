"""Operations of programs for TPUs: graphs with them can be built, differentiated, read and written.

No processor here runs them, so a run that needs one fails as it does in 1.15 without TPUs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.contrib.tpu import tpu_function
from penstock.graph import dtypes, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply, describe, signature
from penstock.graph.inference import Context
from penstock.graph.opdef import snake_case
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, NestedTensors, ShapeLike, TensorLike
from penstock.ops.control.without_kernels import REFUSED, refuse
from penstock.platform import logging

_INFEED_TYPES = {
    dtypes.bool,
    dtypes.int32,
    dtypes.int64,
    dtypes.bfloat16,
    dtypes.float32,
    dtypes.complex64,
    dtypes.uint32,
}


def _all_to_all_shape(c: Context) -> list[TensorShape]:
    shape = c.shape(0)
    if shape._dims is None:
        raise ValueError("input's rank is unknown.")
    join, split = c.attr("concat_dimension"), c.attr("split_dimension")
    for name, at in (("concat", join), ("split", split)):
        if not 0 <= at < len(shape._dims):
            raise ValueError(f"{name}_dimension {at} is out of range of input rank {len(shape._dims)}")
    dims, parts = list(shape._dims), c.attr("split_count")
    if dims[join] is not None:
        dims[join] *= parts
    if dims[split] is not None:
        dims[split] //= parts
    return [TensorShape(dims)]


def _tuple_shapes(c: Context) -> list[TensorShape]:
    shapes, wanted = list(c.attr("shapes")), len(c.op._outputs)
    if c.op.type == "OutfeedDequeueTuple" and len(shapes) != wanted:
        raise ValueError("Incorrect number of output shapes specified")
    return (shapes + [rule.UNKNOWN] * wanted)[:wanted]


def _activation_shapes(c: Context) -> list[TensorShape]:
    """One matrix for each table: a row for each example and feature of a core."""
    given = c.op._attrs["config"]
    config = protos.find("tensorflow.tpu.TPUEmbeddingConfiguration").FromString(
        given.encode() if isinstance(given, str) else given
    )
    if len(config.table_descriptor) != len(c.op._outputs):
        raise ValueError("num outputs != size of output shapes")
    rows = config.batch_size_per_tensor_core
    return [TensorShape([rows * table.num_features, table.dimension]) for table in config.table_descriptor]


def _check_table(c: Context) -> None:
    if (c.attr("table_id") >= 0) == bool(c.attr("table_name")):
        raise ValueError("exactly one of table_id or table_name must be non-default")


def _retrieved(c: Context) -> list[TensorShape]:
    """The parameters of a table and what its optimizer keeps of them: matrices."""
    _check_table(c)
    return [TensorShape([None, None])] * len(c.op._outputs)


def _loaded(c: Context) -> list[TensorShape]:
    """Checks that they are matrices of one shape."""
    _check_table(c)
    shape = TensorShape([None, None])
    for given in c.shapes:
        shape = rule.merge(shape, rule.with_rank(given, 2))
    return []


def _gradients_sent(c: Context) -> list[TensorShape]:
    for rate in c.shapes[c.attr("N") :]:
        rule.with_rank(rate, 0)
    return []


_SHAPES: dict[str, Any] = {
    "AllToAll": _all_to_all_shape,
    "CollectivePermute": rule.same,
    "ConfigureDistributedTPU": rule.unknown,
    "ConfigureTPUEmbedding": rule.no_outputs,
    "CrossReplicaSum": rule.same,
    "InfeedDequeue": rule.from_attr("shape"),
    "InfeedDequeueTuple": _tuple_shapes,
    "OutfeedDequeue": rule.from_attr("shape"),
    "OutfeedDequeueTuple": _tuple_shapes,
    "RecvTPUEmbeddingActivations": _activation_shapes,
    "SendTPUEmbeddingGradients": _gradients_sent,
    "ShutdownDistributedTPU": rule.no_outputs,
    "TPUCompilationResult": rule.scalar,
    "TPUEmbeddingActivations": rule.same_as(1),
    "TPUOrdinalSelector": lambda c: [TensorShape([None])],
    "TPUReplicateMetadata": rule.no_outputs,
    "TPUReplicatedInput": lambda c: [rule.merged_from_last(c.shapes)],
    "TPUReplicatedOutput": rule.same,
}
for _start, _rule in (
    ("EnqueueTPUEmbedding", rule.no_outputs),
    ("InfeedEnqueue", rule.no_outputs),
    ("LoadTPUEmbedding", _loaded),
    ("OutfeedEnqueue", rule.no_outputs),
    ("RetrieveTPUEmbedding", _retrieved),
):
    _SHAPES.update((name, _rule) for name in opdef.all_names() if name.startswith(_start))


def _without_tpus(xp: ModuleType, *inputs: Any, ctx: Any) -> None:
    refuse(ctx.op)


REFUSED.update(_SHAPES)
for _name, _rule in _SHAPES.items():
    op(_name, shape=_rule, host=True)(_without_tpus)

no_gradient("TPUReplicatedInput")


def _groups(group_assignment: TensorLike | None) -> Any:
    """All replicas in one group if nothing is said."""
    if group_assignment is not None:
        return group_assignment
    shards = tpu_function.get_tpu_context().number_of_shards
    if shards is None:
        logging.warning(
            "cross_replica_sum should be used within a tpu_shard_context, but got unset number_of_shards. Assuming 1."
        )
        shards = 1
    return [list(range(shards))]


@export("contrib.tpu.cross_replica_sum", "tpu.cross_replica_sum")
def cross_replica_sum(x: TensorLike, group_assignment: TensorLike | None = None, name: str | None = None) -> Tensor:
    """The sum of a tensor over the replicas of each group of a program for TPUs.

    Args:
      x: a tensor of this replica.
      group_assignment: lists of the replicas that form a group; all form one by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.tpu.cross_replica_sum(tf.ones([2]), [[0]]).op.type
    'CrossReplicaSum'
    """
    return apply("CrossReplicaSum", name, input=x, group_assignment=_groups(group_assignment))


def all_to_all(
    x: TensorLike,
    concat_dimension: int,
    split_dimension: int,
    split_count: int,
    group_assignment: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Parts of a tensor exchanged among the replicas of each group."""
    return apply(
        "AllToAll",
        name,
        input=x,
        group_assignment=_groups(group_assignment),
        concat_dimension=concat_dimension,
        split_dimension=split_dimension,
        split_count=split_count,
    )


def collective_permute(x: TensorLike, source_target_pairs: TensorLike, name: str | None = None) -> Tensor:
    """A tensor sent from replica to replica; one that receives nothing has zeros."""
    return apply("CollectivePermute", name, input=x, source_target_pairs=source_target_pairs)


@gradient("CrossReplicaSum")
def _cross_replica_sum_grad(node: Operation, grad: Tensor) -> list[Tensor | None]:
    return [apply("CrossReplicaSum", input=grad, group_assignment=node.inputs[1]), None]


@gradient("AllToAll")
def _all_to_all_grad(node: Operation, grad: Tensor) -> list[Tensor | None]:
    back = {
        "concat_dimension": node.get_attr("split_dimension"),
        "split_dimension": node.get_attr("concat_dimension"),
        "split_count": node.get_attr("split_count"),
    }
    return [apply("AllToAll", input=grad, group_assignment=node.inputs[1], **back), None]


@gradient("CollectivePermute")
def _collective_permute_grad(node: Operation, grad: Tensor) -> list[Tensor | None]:
    return [apply("CollectivePermute", input=grad, source_target_pairs=node.inputs[1][:, ::-1]), None]


@gradient("TPUEmbeddingActivations")
def _activations_grad(node: Operation, grad: Tensor) -> list[Tensor]:
    """Keeps the gradient for the table; variables of this program have none of it."""
    from penstock._namespace import find

    kept = node.graph.get_collection_ref(f"tpu_embedding_gradients_table_{node.get_attr('table_id')}")
    if not kept:
        raise RuntimeError(
            "Gradients for TPUEmbedding have been generated in non-training mode. Minimize only if the mode is "
            "tf.estimator.ModeKeys.TRAIN."
        )
    kept[node.get_attr("lookup_id")] = find("identity")(grad)
    return [find("zeros")(given.shape, dtype=dtypes.float32) for given in node.inputs]


def _check_infeed_types(types: Sequence[Any]) -> None:
    for dtype in types:
        if dtype not in _INFEED_TYPES:
            raise TypeError(f"{dtype!r} is not a supported TPU infeed type. Supported types are: {list(_INFEED_TYPES)}")


def infeed_dequeue(dtype: DTypeLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """A tensor that the host gives to a running computation.

    Raises:
      TypeError: if tensors of this type cannot be given.
    """
    _check_infeed_types([dtype])
    return apply("InfeedDequeue", name, dtype=dtype, shape=shape)


def infeed_dequeue_tuple(dtypes: Sequence[Any], shapes: Sequence[ShapeLike], name: str | None = None) -> list[Tensor]:
    """Tensors that the host gives to a running computation at once.

    Raises:
      TypeError: if tensors of one of the types cannot be given.
    """
    _check_infeed_types(dtypes)
    return apply("InfeedDequeueTuple", name, dtypes=list(dtypes), shapes=list(shapes))


def tpu_replicated_input(inputs: NestedTensors, name: str | None = None) -> Tensor:
    """One tensor that stands for those of all replicas."""
    return apply("TPUReplicatedInput", name, inputs=inputs)


def tpu_replicated_output(input: TensorLike, num_replicas: int, name: str | None = None) -> list[Tensor]:
    """The tensors of all replicas for which one stands."""
    return apply("TPUReplicatedOutput", name, input=input, num_replicas=num_replicas)


def send_tpu_embedding_gradients(
    inputs: Sequence[Tensor], config: bytes, learning_rates: Sequence[Tensor] | None = None, name: str | None = None
) -> Operation:
    """Gives gradients of activations to the embedding tables, which take a step."""
    return apply(
        "SendTPUEmbeddingGradients", name, inputs=inputs, learning_rates=list(learning_rates or ()), config=config
    )


def enqueue_tpu_embedding_integer_batch(
    batch: Sequence[TensorLike], device_ordinal: int, mode_override: TensorLike | None = None, name: str | None = None
) -> Operation:
    """Gives a TPU the rows of each table to look up."""
    return apply(
        "EnqueueTPUEmbeddingIntegerBatch",
        name,
        batch=batch,
        device_ordinal=device_ordinal,
        mode_override="unspecified" if mode_override is None else mode_override,
    )


def enqueue_tpu_embedding_sparse_batch(
    sample_indices: Sequence[TensorLike],
    embedding_indices: Sequence[TensorLike],
    aggregation_weights: Sequence[TensorLike],
    device_ordinal: int,
    combiners: Sequence[str] | None = None,
    mode_override: TensorLike | None = None,
    name: str | None = None,
) -> Operation:
    """Gives a TPU the rows of each table to look up and combine, by example and feature."""
    return apply(
        "EnqueueTPUEmbeddingSparseBatch",
        name,
        sample_indices=sample_indices,
        embedding_indices=embedding_indices,
        aggregation_weights=aggregation_weights,
        device_ordinal=device_ordinal,
        combiners=list(combiners or ()),
        mode_override="unspecified" if mode_override is None else mode_override,
    )


def enqueue_tpu_embedding_sparse_tensor_batch(
    sample_indices: Sequence[TensorLike],
    embedding_indices: Sequence[TensorLike],
    aggregation_weights: Sequence[TensorLike],
    table_ids: Sequence[int],
    device_ordinal: int,
    max_sequence_lengths: Sequence[int] | None = None,
    combiners: Sequence[str] | None = None,
    mode_override: TensorLike | None = None,
    name: str | None = None,
) -> Operation:
    """Gives a TPU the rows to look up and combine, as the parts of sparse tensors."""
    return apply(
        "EnqueueTPUEmbeddingSparseTensorBatch",
        name,
        sample_indices=sample_indices,
        embedding_indices=embedding_indices,
        aggregation_weights=aggregation_weights,
        table_ids=list(table_ids),
        device_ordinal=device_ordinal,
        max_sequence_lengths=list(max_sequence_lengths or ()),
        combiners=list(combiners or ()),
        mode_override="unspecified" if mode_override is None else mode_override,
    )


def _plain(op_type: str) -> Callable:
    """The function that is just one operation."""
    definition = opdef.get(op_type)
    assert definition is not None
    arguments = signature(definition)

    def function(*args: Any, **kwargs: Any) -> Any:
        bound = arguments.bind(*args, **kwargs)
        bound.apply_defaults()
        name = bound.arguments.pop("name")
        return apply(op_type, name, **bound.arguments)

    function.__name__ = function.__qualname__ = snake_case(op_type)
    function.__doc__ = describe(definition)
    vars(function)["__signature__"] = arguments
    return function


for _name in _SHAPES:
    globals().setdefault(snake_case(_name), _plain(_name))
