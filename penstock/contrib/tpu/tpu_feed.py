"""Queues through which the host feeds running computations on TPUs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.tpu import tpu, tpu_ops, tpu_sharding
from penstock.graph import dtypes, nest
from penstock.graph.build import apply
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape, as_shape
from penstock.protos import OpSharding


@export("contrib.tpu.InfeedQueue")
class InfeedQueue:
    """A queue of tuples of tensors that the host fills and a computation on TPUs empties.

    What is in a tuple need not be known from the start; it is frozen when the first operation is made.

    Args:
      number_of_tuple_elements: how many tensors there are in a tuple, if it does not follow from the other arguments.
      tuple_types: their types.
      tuple_shapes: their shapes.
      shard_dimensions: for each the dimension along which it is divided among the TPUs.
      name: the beginning of the names of operations.

    Raises:
      ValueError: if the number is not known or not positive, or lists have another length.

    >>> import penstock as tf
    >>> queue = tf.contrib.tpu.InfeedQueue(tuple_types=[tf.float32], tuple_shapes=[[8, 2]], shard_dimensions=[0])
    >>> _ = tf.tpu.replicate(lambda x: 2.0 * x, [[], []], infeed_queue=queue)
    >>> [op.outputs[0].shape.as_list() for op in tf.get_default_graph().get_operations() if op.type == "InfeedDequeueTuple"]
    [[4, 2]]
    """

    def __init__(
        self,
        number_of_tuple_elements: int | None = None,
        tuple_types: Sequence[Any] | None = None,
        tuple_shapes: Sequence[Any] | None = None,
        shard_dimensions: Sequence[int] | None = None,
        name: str | None = None,
    ) -> None:
        self._frozen = self._generated_enqueue_ops = self._generated_dequeue_op = False
        self._name = "InfeedQueue" if name is None else name
        if number_of_tuple_elements is None:
            known = [given for given in (tuple_types, tuple_shapes, shard_dimensions) if given is not None]
            if not known:
                raise ValueError("number of tuple elements cannot be inferred from InfeedQueue constructor")
            number_of_tuple_elements = len(known[0])
        if number_of_tuple_elements <= 0:
            raise ValueError(f"number_of_tuple_elements {number_of_tuple_elements} must be > 0")
        self._sharding_policies = [tpu_sharding.ShardingPolicy() for _ in range(number_of_tuple_elements)]
        self._tuple_types: list[Any] | None = None
        self._tuple_shapes: list[TensorShape] | None = None
        if tuple_types is not None:
            self.set_tuple_types(tuple_types)
        if tuple_shapes is not None:
            self.set_tuple_shapes(tuple_shapes)
        if shard_dimensions is not None:
            self.set_shard_dimensions(shard_dimensions)
        self._validate()

    def _validate(self) -> None:
        """Raises ValueError if a shape cannot be divided as it should."""
        for policy, shape in zip(self._sharding_policies, self._tuple_shapes or (), strict=False):
            policy.get_sharded_shape(shape)

    # -- what is in a tuple ------------------------------------------------------------------------------

    @property
    def number_of_tuple_elements(self) -> int:
        """How many tensors there are in a tuple."""
        return len(self._sharding_policies)

    @property
    def tuple_types(self) -> list[Any] | None:
        """The types of the tensors."""
        return self._tuple_types

    def _check_length(self, name: str, values: Sequence[Any]) -> None:
        if len(values) != self.number_of_tuple_elements:
            raise ValueError(f"{name} is {values}, but must be a list of length {self.number_of_tuple_elements}")

    def _check_frozen(self, what: str, old: Any, new: Any) -> None:
        if any(a != b for a, b in zip(old, new, strict=True)):
            raise ValueError(
                f"Trying to update InfeedQueue with frozen configuration with an incompatible {what}. Frozen {what}s are "
                f"{old}, updated {what}s are {new}"
            )

    def set_tuple_types(self, tuple_types: Sequence[Any]) -> None:
        """Sets the types of the tensors.

        Raises:
          ValueError: if there are not as many as tensors, or others were frozen.
          TypeError: if one is no type.
        """
        self._check_length("tuple_types", tuple_types)
        if self._frozen:
            self._check_frozen("type", self._tuple_types, tuple_types)
            return
        try:
            self._tuple_types = [dtypes.as_dtype(t) for t in tuple_types]
        except TypeError as error:
            raise TypeError(
                f"tuple_types is {tuple_types}, but must be a list of elements each convertible to dtype: got error {error}"
            ) from error

    @property
    def tuple_shapes(self) -> list[TensorShape] | None:
        """The shapes of the tensors, before they are divided."""
        return self._tuple_shapes

    def set_tuple_shapes(self, tuple_shapes: Sequence[Any]) -> None:
        """Sets the shapes of the tensors, before they are divided.

        Raises:
          ValueError: if there are not as many as tensors, or others were frozen.
          TypeError: if one is no shape.
        """
        self._check_length("tuple_shapes", tuple_shapes)
        try:
            shapes = [as_shape(s) for s in tuple_shapes]
        except (ValueError, TypeError) as error:
            raise TypeError(
                f"tuple_shapes is {tuple_shapes}, but must be a list of elements each convertible to TensorShape: got error "
                f"{error}"
            ) from error
        if self._frozen:
            self._check_frozen("shape", self._tuple_shapes, shapes)
        else:
            self._tuple_shapes = shapes
        self._validate()

    @property
    def sharding_policies(self) -> list[tpu_sharding.ShardingPolicy]:
        """How each tensor is divided."""
        return self._sharding_policies

    @property
    def shard_dimensions(self) -> list[Any]:
        """For each tensor the dimension along which it is divided, None if that is not set."""
        return [policy.shard_dimension for policy in self._sharding_policies]

    def set_shard_dimensions(self, shard_dimensions: Sequence[int]) -> None:
        """Sets the dimensions along which tensors are divided.

        Raises:
          ValueError: if there are not as many as tensors, or a shape cannot be divided so.
        """
        self._check_length("shard_dimensions", shard_dimensions)
        for policy, dimension in zip(self._sharding_policies, shard_dimensions, strict=True):
            policy.set_shard_dimension(dimension)
        self._validate()

    @property
    def number_of_shards(self) -> int | None:
        """Into how many parts tensors are divided."""
        return self._sharding_policies[0].number_of_shards

    def set_number_of_shards(self, number_of_shards: int) -> None:
        """Sets into how many parts tensors are divided.

        Raises:
          ValueError: if the number is not positive, another was frozen, or a shape cannot be divided so.
        """
        for policy in self._sharding_policies:
            policy.set_number_of_shards(number_of_shards)
        self._validate()

    def set_configuration_from_input_tensors(self, input_tensors: Sequence[Tensor]) -> None:
        """Takes types and shapes from whole tensors.

        Raises:
          ValueError: if there are not as many as in a tuple.
        """
        if len(input_tensors) != self.number_of_tuple_elements:
            raise ValueError(
                f"input_tensors is {input_tensors}, but should be a list of {self.number_of_tuple_elements} Tensors"
            )
        self.set_tuple_shapes([t.shape for t in input_tensors])
        self.set_tuple_types([t.dtype for t in input_tensors])

    def set_configuration_from_sharded_input_tensors(self, input_tensors: Sequence[Sequence[Tensor]]) -> None:
        """Takes types, shapes and the number of parts from the tensors of each part.

        Raises:
          ValueError: if there are not as many as in a tuple, or they do not belong together.
          TypeError: if parts have other types.
        """
        if not self._frozen:
            self._tuple_shapes = None
        self.set_number_of_shards(len(input_tensors))
        for part in input_tensors:
            if len(part) != self.number_of_tuple_elements:
                raise ValueError(
                    f"input_tensors is {input_tensors} but must be a list of lists, where each inner list has length "
                    f"number_of_tuple_elements={self.number_of_tuple_elements}"
                )
        self.set_tuple_shapes(
            [
                policy.get_unsharded_shape([part[i].shape for part in input_tensors])
                for i, policy in enumerate(self._sharding_policies)
            ]
        )
        first = [t.dtype for t in input_tensors[0]]
        if any([t.dtype for t in part] != first for part in input_tensors):
            raise TypeError(f"types of the tuple elements of input_tensors {input_tensors} are not consistent")
        self.set_tuple_types(first)

    def freeze(self) -> None:
        """Ends the setting.

        Raises:
          ValueError: if types or shapes are not known.
        """
        self._frozen = True
        if self._tuple_types is None:
            raise ValueError("Can't freeze an InfeedQueue without setting all tuple types.")
        if self._tuple_shapes is None or any(shape.dims is None for shape in self._tuple_shapes):
            raise ValueError("Can't freeze an InfeedQueue without setting all tuple shapes.")
        for policy in self._sharding_policies:
            policy.freeze()
        self._validate()

    # -- operations ----------------------------------------------------------------------------------------

    def generate_dequeue_op(self, tpu_device: int | None = 0) -> list[Tensor]:
        """Makes the operation that takes a tuple from the queue, within a computation.

        Args:
          tpu_device: the core of the replica; None leaves it to the block around.

        Raises:
          ValueError: if there is one already.
        """
        self.freeze()
        if self._generated_dequeue_op:
            raise ValueError("Can't generate two dequeue Ops from the same queue")
        self._generated_dequeue_op = True
        shapes = [
            policy.get_sharded_shape(shape)
            for shape, policy in zip(self._tuple_shapes or (), self._sharding_policies, strict=True)
        ]
        name = f"{self._name}/dequeue"
        if tpu_device is None:
            return tpu_ops.infeed_dequeue_tuple(self._tuple_types or (), shapes, name)  # type: ignore[arg-type]
        with tf.device(tpu.core(tpu_device)):
            return tpu_ops.infeed_dequeue_tuple(self._tuple_types or (), shapes, name)  # type: ignore[arg-type]

    def _generate_enqueue_op(
        self, inputs: Sequence[Tensor], name_prefix: str, index: int, device: str | None = None, tpu_ordinal: int = -1
    ) -> Operation:
        if device is None:
            devices = [t.device for t in inputs]
            if any(d != devices[0] for d in devices):
                raise ValueError(f"input devices for shard {index} are {devices}, but should all be the same")
        place = tf.colocate_with(inputs[0]) if device is None else tf.device(device)
        with place:
            return _enqueue(inputs, f"{name_prefix}/{index}", tpu_ordinal)

    def _begin_enqueue(self) -> None:
        self.freeze()
        if self._generated_enqueue_ops:
            raise ValueError("Can't generate two enqueue Ops from the same queue")
        self._generated_enqueue_ops = True

    def generate_enqueue_ops(
        self,
        sharded_inputs: Sequence[Sequence[Tensor]],
        tpu_ordinal_function: Callable[[int], int] | None = None,
        placement_function: Callable[[int], str] | None = None,
    ) -> list[Operation]:
        """Makes the operations that put a tuple into the queue, one for each part.

        Args:
          sharded_inputs: the tensors of each part.
          tpu_ordinal_function: says for the number of a part which TPU of the host gets it.
          placement_function: says for the number of a part on which host the operation is; by default where its tensors are.

        Raises:
          ValueError: if there are some already, or the parts do not belong together.
        """
        self.set_configuration_from_sharded_input_tensors(sharded_inputs)
        self._begin_enqueue()
        return [
            self._generate_enqueue_op(
                part,
                f"{self._name}/enqueue",
                index,
                tpu_ordinal=tpu_ordinal_function(index) if tpu_ordinal_function else -1,
                device=placement_function(index) if placement_function else None,
            )
            for index, part in enumerate(sharded_inputs)
        ]

    def split_inputs_and_generate_enqueue_ops(
        self,
        inputs: Sequence[Tensor],
        device_assignment: Any = None,
        placement_function: Callable[[int], str] | None = None,
        tpu_ordinal_function: Callable[[int], int] | None = None,
    ) -> list[Operation]:
        """Makes the operations that divide tensors and put them into the queue, one for each part.

        Args:
          inputs: whole tensors.
          device_assignment: a `DeviceAssignment`, from which the places of operations follow.
          placement_function: says for the number of a part on which host the operation is.
          tpu_ordinal_function: says for the number of a part which TPU of the host gets it.

        Raises:
          ValueError: if there are some already.
        """
        if device_assignment is None:  # eight TPUs on a host
            place = placement_function or (lambda index: f"/task:{index // 8}/device:CPU:0")
            ordinal = tpu_ordinal_function or (lambda index: index % 8)
        else:
            place = placement_function or (lambda index: device_assignment.host_device(replica=index))
            ordinal = tpu_ordinal_function or (lambda index: device_assignment.tpu_ordinal(replica=index))
        self.set_configuration_from_input_tensors(inputs)
        self._begin_enqueue()
        shards = self.number_of_shards or 1
        if shards == 1:
            divided = [[x] for x in inputs]
        else:
            divided = []
            for index, (x, policy) in enumerate(zip(inputs, self._sharding_policies, strict=True)):
                with tf.colocate_with(x):
                    axis = policy.shard_dimension.value if policy.shard_dimension else 0
                    divided.append(tf.split(x, shards, axis=axis, name=f"{self._name}/split/{index}"))
        return [
            self._generate_enqueue_op(
                part, f"{self._name}/enqueue", index, device=place(index), tpu_ordinal=ordinal(index)
            )
            for index, part in enumerate(zip(*divided, strict=True))
        ]


def _enqueue(inputs: Sequence[Tensor], name: str, ordinal: int) -> Operation:
    return apply(
        "InfeedEnqueueTuple",
        name,
        inputs=list(inputs),
        shapes=[x.shape for x in inputs],
        device_ordinal=int(ordinal),
    )


# -- inputs divided among the cores of a replica -----------------------------------------------------------------------------


def partition_or_replicate_on_host(tensor: Tensor, dims: Sequence[int] | None) -> Iterable[Tensor]:
    """The parts of a tensor, so many in each dimension; the tensor itself again and again if `dims` is None."""
    if dims is None:
        return itertools.repeat(tensor)
    parts = [tensor]
    for axis, (size, count) in enumerate(zip(tensor.shape.as_list(), np.array(dims).tolist(), strict=True)):
        if count <= 1:
            continue
        sizes: Any = count
        if size % count:  # full parts, what is left, and empty ones
            full = size // count + 1
            sizes = [full] * (size // full) + [size % full]
            sizes += [0] * (count - len(sizes))
        parts = nest.flatten([tf.split(x, sizes, axis=axis) for x in parts])
    return parts


def _sharding(dims: Any) -> Any:
    if dims is None:
        return OpSharding(type=OpSharding.REPLICATED)
    cores = int(np.prod(dims))
    if cores == 1:
        return OpSharding(type=OpSharding.MAXIMAL, tile_assignment_dimensions=[1], tile_assignment_devices=[0])
    return OpSharding(
        type=OpSharding.OTHER, tile_assignment_dimensions=list(dims), tile_assignment_devices=list(range(cores))
    )


def tag_sharding_attribute_for_dequeued_tensors(dequeues: Any, dims: Any) -> Any:
    """Notes at the operation that takes tensors from the queue how each is divided; returns the tensors."""
    nest.assert_shallow_structure(dequeues, dims)

    def tag(tensor: Tensor, divided: Any) -> Tensor:
        op = tensor.op
        if "_XlaSharding" in op._attrs:
            told = list(OpSharding.FromString(op._attrs["_XlaSharding"]).tuple_shardings)
        else:
            told = [OpSharding(type=OpSharding.REPLICATED) for _ in op.outputs]
        told[tensor.value_index] = _sharding(divided)
        op._attrs["_XlaSharding"] = OpSharding(type=OpSharding.TUPLE, tuple_shardings=told).SerializeToString()
        return tensor

    return nest.map_structure_up_to(dequeues, tag, dequeues, dims)


class _PartitionedInfeedQueue(InfeedQueue):
    """A queue whose tensors are divided among the cores of a replica."""

    def __init__(
        self,
        number_of_tuple_elements: int,
        device_assignment: Any,
        host_id: int,
        input_partition_dims: Any = None,
        tuple_types: Sequence[Any] | None = None,
        tuple_shapes: Sequence[Any] | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(number_of_tuple_elements, tuple_types, name="PartitionedInfeedQueue" if name is None else name)
        self._input_partition_dims = input_partition_dims
        self._host_id = host_id
        self._device_assignment = device_assignment

    def generate_dequeue_op(self, tpu_device: int | None = 0) -> Any:
        """Makes the operation that takes a tuple from the queue, and notes how each tensor is divided."""
        return tag_sharding_attribute_for_dequeued_tensors(
            super().generate_dequeue_op(tpu_device), self._input_partition_dims
        )

    def generate_enqueue_ops(  # type: ignore[override]
        self, sharded_inputs: Sequence[Sequence[Tensor]]
    ) -> list[Operation]:
        """Makes the operations that put a tuple into the queue, one for each core of each replica of this host.

        Raises:
          ValueError: if a tensor cannot be divided as it should.
        """
        self.set_configuration_from_sharded_input_tensors(sharded_inputs)
        assert len(self._input_partition_dims) == len(sharded_inputs[0])
        assignment, made = self._device_assignment, []
        for number, given in enumerate(sharded_inputs):
            dims = nest.flatten_up_to(given, self._input_partition_dims)
            parts = [iter(self._checked_parts(x, d)) for x, d in zip(given, dims, strict=True)]
            replica = assignment.lookup_replicas(task_id=self._host_id, logical_core=0)[number]
            for core in range(assignment.num_cores_per_replica):
                with tf.device(assignment.host_device(replica=replica, logical_core=core)):
                    fed = [x for x in (next(each, None) for each in parts) if x is not None]
                    if fed:
                        ordinal = assignment.tpu_ordinal(replica=replica, logical_core=core)
                        made.append(_enqueue(fed, f"enqueue/replica_{number}/input_{core}", ordinal))
        return made

    def _check_input_partition_dims(self, tensor: Tensor, dims: Any) -> None:
        if dims is None:
            return
        counts = np.array(dims)
        if (counts < 1).any():
            raise ValueError("All input partition dims must be >= 1.")
        if counts.prod() == 1:
            return
        cores = self._device_assignment.num_cores_per_replica
        if counts.prod() != cores:
            raise ValueError(
                "The product of each input partition dim should equal to num_cores_per_replica. (dim = "
                f"{counts}, num_cores_per_replica = {cores})"
            )
        if counts.shape[0] != tensor.shape.ndims:
            raise ValueError(
                "Input partition dims must have the same number of dimensions as the `Tensor` to be partitioned. (tensor "
                f"shape = {tensor.shape.as_list()}, input partition dims = {counts})."
            )
        tensor.shape.assert_is_fully_defined()

    def _checked_parts(self, tensor: Tensor, dims: Any) -> Iterable[Tensor]:
        self._check_input_partition_dims(tensor, dims)
        return partition_or_replicate_on_host(tensor, dims)
