"""What `input_fn` and `model_fn` of a TPUEstimator are told of the TPUs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class TPUContext:
    """The hosts and replicas of a program for TPUs; made by a TPUEstimator, in `params["context"]`.

    Args:
      internal_ctx: an object that knows them.
      input_device: the host on which this `input_fn` is called.
      invocation_index: the number of this call.
      call_from_input_fn: whether it is for `input_fn`, not `model_fn`.
    """

    def __init__(
        self,
        internal_ctx: Any,
        input_device: str | None = None,
        invocation_index: int | None = None,
        call_from_input_fn: bool = True,
    ) -> None:
        self._internal_ctx = internal_ctx
        self._input_device = input_device
        self._invocation_index = invocation_index
        self._call_from_input_fn = call_from_input_fn

    def current_input_fn_deployment(self) -> tuple[str | None, int | None, int, int]:
        """The host, the number of this call of `input_fn`, how many there are, and how many replicas each one feeds.

        Raises:
          RuntimeError: within `model_fn`.
        """
        if not self._call_from_input_fn:
            raise RuntimeError("This TPUContext instance must not be called from model_fn.")
        known = self._internal_ctx
        if known.is_input_sharded_per_core():
            calls, fed = known.num_hosts * known.num_of_replicas_per_host, 1
        elif known.is_input_broadcast_with_iterators():
            calls, fed = 1, known.num_replicas
        elif known.is_replica_across_hosts():
            calls, fed = known.num_replicas, 1
        else:
            calls, fed = known.num_hosts, known.num_of_replicas_per_host
        return self._input_device, self._invocation_index, calls, fed

    @property
    def num_replicas(self) -> int:
        """How many replicas there are."""
        return self._internal_ctx.num_replicas

    @property
    def num_hosts(self) -> int:
        """How many hosts there are."""
        return self._internal_ctx.num_hosts

    @property
    def current_host(self) -> int | None:
        """The number of this host."""
        return self._invocation_index

    @property
    def num_of_replicas_per_host(self) -> int:
        """How many replicas a host has.

        Raises:
          ValueError: if a replica has several cores.
        """
        if self._internal_ctx.model_parallelism_enabled:
            raise ValueError("num_of_replicas_per_host is not supported for model_parallelism")
        return self._internal_ctx.num_of_replicas_per_host

    @property
    def device_assignment(self) -> Any:
        """Which core each core of each replica is.

        Raises:
          RuntimeError: within `input_fn`.
        """
        if self._call_from_input_fn:
            raise RuntimeError("This TPUContext instance must not be called from input_fn.")
        return self._internal_ctx.device_assignment

    def device_for_replica(self, replica_id: int) -> tuple[str, int]:
        """The processor of the host of a replica, and the number of its TPU there."""
        return self._internal_ctx.device_for_replica(replica_id)

    @property
    def tpu_host_placement_function(self) -> Callable[[int], str]:
        """Says for the number of a host which device it is."""
        return lambda host_id: self._internal_ctx.tpu_host_placement_function(host_id=host_id)
