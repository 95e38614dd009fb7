"""Values that go into a computation on TPUs and come out of it: checked, one for each replica, with their structure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock.contrib.tpu import tpu_ops
from penstock.graph import nest
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import NestedTensors
from penstock.platform import logging


def checked_inputs(inputs: NestedTensors) -> list[list[Tensor]]:
    """The tensors of each replica."""
    if not isinstance(inputs, list) or any(not isinstance(i, (list, tuple)) for i in inputs):
        raise TypeError("tpu.replicate() inputs must be a list of lists/tuples")
    for other in inputs[1:]:
        nest.assert_same_structure(inputs[0], other)
    flat = [[tf.convert_to_tensor(x) for x in nest.flatten(replica)] for replica in inputs]
    types = [[x.dtype for x in replica] for replica in flat]
    for i, replica in enumerate(inputs):
        if len(replica) != len(inputs[0]):
            raise ValueError(
                f"Replicas must have the same number of inputs. Replica 0 had {len(inputs[0])} inputs, replica {i} had "
                f"{len(replica)} inputs."
            )
        if types[i] != types[0]:
            raise ValueError(
                f"Replicas must have matching input types. Replica 0 had input types {types[0]}, replica {i} had input "
                f"types {types[i]}"
            )
    return flat


class VariablesOnTPUs:
    """A block in which variables are resources, and are not partitioned."""

    def __enter__(self) -> None:
        scope = self._scope = tf.get_variable_scope()
        self._kept = scope._use_resource, scope._custom_getter
        given = scope._custom_getter

        def whole(getter: Callable, name: str, *args: Any, **kwargs: Any) -> Any:
            partitioner = kwargs.get("partitioner")
            if partitioner is not None:
                kwargs["partitioner"] = None
                logging.warning(
                    "Partitioned variables are not supported on TPU. Got `partitioner` that is %s for variable %s. "
                    "Setting `partitioner` to `None`.",
                    partitioner,
                    name,
                )
            if given is None:
                return getter(name, *args, **kwargs)
            return given(getter, name, *args, **kwargs)

        scope.set_use_resource(True)
        scope.set_custom_getter(whole)

    def __exit__(self, *error: Any) -> None:
        if error[0] is None:  # 1.15 leaves the scope changed if the function fails; it is not used any more
            self._scope.set_use_resource(self._kept[0])
            self._scope.set_custom_getter(self._kept[1])


def fan_out(outputs: Any, flat: bool, tensors: list[Tensor], controls: list[Operation], replicas: int) -> list[Any]:
    """The outputs of each replica."""
    if not tensors:
        return [tf.group(controls, name=f"shard_{i}") for i in range(replicas)]
    each: list[list[Any]] = [[] for _ in range(replicas)]
    for i, t in enumerate(tensors):
        parts = tpu_ops.tpu_replicated_output(t, replicas, name=f"output{i}")
        with tf.control_dependencies(controls):
            for replica, part in enumerate(parts):
                each[replica].append(tf.identity(part, name=f"output_{i}_shard_{replica}"))
    return each if flat else [nest.pack_sequence_as(outputs, found) for found in each]


def leaving(tensor: Tensor) -> Tensor:
    """A copy that leaves the computation, so that an input which is returned goes through it as well."""
    with tf.device(tensor.device or tf.contrib.tpu.core(0)):
        copy = tf.identity(tensor)
    copy.op._attrs["_tpu_output_identity"] = True
    return copy


def flat_outputs(outputs: Any) -> tuple[list[Tensor], list[Operation]]:
    if outputs is None:
        outputs = ()
    if not isinstance(outputs, Sequence):
        outputs = (outputs,)
    outputs = [*outputs, tf.no_op()]  # who fetches any output waits for it, so all of the computation runs
    try:
        with tf.device(tf.contrib.tpu.core(0)):
            outputs = [o if isinstance(o, Operation) else tf.convert_to_tensor(o) for o in outputs]
    except Exception as error:
        raise ValueError(
            f"TPU function return values must all either be Operations or convertible to Tensors. Got '{error}'"
        ) from error
    operations = [o for o in outputs if isinstance(o, Operation)]
    tensors = [o for o in outputs if not isinstance(o, Operation)]
    if any(isinstance(o, Operation) for o in outputs[: len(tensors)]):
        raise ValueError("TPU functions must return zero-or more Tensor values followed by zero or more Operations.")
    return [leaving(t) for t in tensors], operations


def structured_outputs(outputs: Any) -> tuple[list[Tensor], list[Operation]]:
    found = []
    for o in nest.flatten(outputs):
        if isinstance(o, Operation):
            raise ValueError(
                "tpu.rewrite does not support Operation as return value in non-flat output structure. You can set returned "
                "Operations as control dependencies of returned Tensors so Operations are triggered when Tensors are "
                f'evaluated. Operation found: "{o.name}"'
            )
        try:
            o = tf.convert_to_tensor(o)
        except Exception as error:
            raise ValueError(
                f'TPU function return values must all either be Operations or convertible to Tensors. Got error: "{error}"'
            ) from error
        with tf.device(tf.contrib.tpu.core(0)):
            copy = tf.identity(o)
            copy.op._attrs["_tpu_output_identity"] = True
            found.append(tf.identity(copy))
    return found, []
