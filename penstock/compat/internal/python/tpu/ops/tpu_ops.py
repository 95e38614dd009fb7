"""Operations among the replicas of a program on TPUs: graphs with them can be built; no processor here runs them."""

from typing import Any

from penstock._namespace import find

__all__ = ["all_to_all", "collective_permute", "cross_replica_sum", "tpu_replicated_input", "tpu_replicated_output"]


def _groups(group_assignment: Any) -> Any:
    """All replicas in one group if nothing is said; without a TPU there is one."""
    if group_assignment is None:
        find("logging").warning(
            "cross_replica_sum should be used within a tpu_shard_context, but got unset number_of_shards. Assuming 1."
        )
        return [[0]]
    return group_assignment


def cross_replica_sum(x: Any, group_assignment: Any = None, name: str | None = None) -> Any:
    """The sum of a tensor over the replicas of each group."""
    return find("raw_ops").CrossReplicaSum(input=x, group_assignment=_groups(group_assignment), name=name)


def all_to_all(
    x: Any,
    concat_dimension: int,
    split_dimension: int,
    split_count: int,
    group_assignment: Any = None,
    name: str | None = None,
) -> Any:
    """Parts of a tensor exchanged among the replicas of each group."""
    return find("raw_ops").AllToAll(
        input=x,
        group_assignment=_groups(group_assignment),
        concat_dimension=concat_dimension,
        split_dimension=split_dimension,
        split_count=split_count,
        name=name,
    )


def collective_permute(x: Any, source_target_pairs: Any, name: str | None = None) -> Any:
    """A tensor sent from replica to replica; one that receives nothing has zeros."""
    return find("raw_ops").CollectivePermute(input=x, source_target_pairs=source_target_pairs, name=name)


def tpu_replicated_input(inputs: Any, name: str | None = None) -> Any:
    """One tensor that stands for those of all replicas."""
    return find("raw_ops").TPUReplicatedInput(inputs=inputs, name=name)


def tpu_replicated_output(input: Any, num_replicas: int, name: str | None = None) -> Any:
    """The tensors of all replicas for which one stands."""
    return find("raw_ops").TPUReplicatedOutput(input=input, num_replicas=num_replicas, name=name)
