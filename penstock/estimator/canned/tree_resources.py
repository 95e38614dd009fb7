"""The state of boosted trees in a graph: the ensemble of trees and the quantiles of features, with how they are saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.graph.build import apply
from penstock.graph.collections_of_graph import add_to_collection
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import TensorLike
from penstock.ops.state.saveable import SaveableObject, SaveSpec
from penstock.train.resources import register_resource

if TYPE_CHECKING:
    from penstock.graph.operation import Operation


class _Saveable(SaveableObject):
    """A resource in a checkpoint: it is made, if it is not there, and then takes over what was saved."""

    def __init__(self, handle: Any, create: Any, specs: list[SaveSpec], restore: Any) -> None:
        super().__init__(handle, specs, handle.name)
        self._create, self._restore = create, restore

    def restore(self, restored_tensors: list[Any], restored_shapes: Any) -> Any:
        """Restores the resource."""
        with control_dependencies([self._create]):
            return self._restore(restored_tensors)


class TreeEnsemble:
    """A tree ensemble; one that is local belongs to a worker, and is not saved."""

    def __init__(self, name: str, stamp_token: int = 0, is_local: bool = False, serialized_proto: bytes = b"") -> None:
        with name_scope(name, "TreeEnsemble") as scope:
            self.resource_handle = apply("BoostedTreesEnsembleResourceHandleOp", scope, shared_name=scope)
            self.initializer = apply(
                "BoostedTreesCreateEnsemble",
                tree_ensemble_handle=self.resource_handle,
                stamp_token=tf.constant(stamp_token, tf.int64),
                tree_ensemble_serialized=tf.constant(serialized_proto),
            )
            ready = apply("IsBoostedTreesEnsembleInitialized", tree_ensemble_handle=self.resource_handle)
            if not is_local:
                stamp, text = self.serialize()
                key = self.resource_handle.name
                specs = [SaveSpec(stamp, "", f"{key}_stamp"), SaveSpec(text, "", f"{key}_serialized")]
                saveable = _Saveable(
                    self.resource_handle, self.initializer, specs, lambda saved: self.deserialize(*saved)
                )
                add_to_collection(GraphKeys.SAVEABLE_OBJECTS, saveable)
            register_resource(self.resource_handle, self.initializer, ready, is_shared=not is_local)

    def get_states(self) -> tuple[Any, ...]:
        """Stamp, number of trees, of finished trees, of attempted layers, and the range of the last layer's nodes."""
        found = apply("BoostedTreesGetEnsembleStates", tree_ensemble_handle=self.resource_handle)
        names = ("stamp_token", "num_trees", "num_finalized_trees", "num_attempted_layers", "last_layer_nodes_range")
        return tuple(tf.identity(tensor, name=name) for name, tensor in zip(names, found, strict=True))

    def serialize(self) -> Any:
        """Stamp and bytes."""
        return apply("BoostedTreesSerializeEnsemble", tree_ensemble_handle=self.resource_handle)

    def deserialize(self, stamp_token: Any, serialized: TensorLike) -> Operation:
        """Becomes what was serialized."""
        return apply(
            "BoostedTreesDeserializeEnsemble",
            tree_ensemble_handle=self.resource_handle,
            stamp_token=stamp_token,
            tree_ensemble_serialized=serialized,
        )


class QuantileAccumulator:
    """Streams of quantiles, and the boundaries of buckets found by them, which are saved."""

    def __init__(self, epsilon: float, num_streams: int, num_quantiles: int, name: str | None = None) -> None:
        self._epsilon, self._streams, self._quantiles = epsilon, num_streams, num_quantiles
        with name_scope(name, "QuantileAccumulator") as scope:
            self.resource_handle = apply("BoostedTreesQuantileStreamResourceHandleOp", scope, shared_name=scope)
            create = apply(
                "BoostedTreesCreateQuantileStreamResource",
                quantile_stream_resource_handle=self.resource_handle,
                epsilon=tf.constant(epsilon, tf.float32),
                num_streams=tf.constant(num_streams, tf.int64),
            )
            ready = apply(
                "IsBoostedTreesQuantileStreamResourceInitialized", quantile_stream_resource_handle=self.resource_handle
            )
        register_resource(self.resource_handle, create, ready)
        key = self.resource_handle.name
        specs = [SaveSpec(t, "", f"{key}_bucket_boundaries_{i}") for i, t in enumerate(self.get_bucket_boundaries())]
        add_to_collection(
            GraphKeys.SAVEABLE_OBJECTS, _Saveable(self.resource_handle, create, specs, self._restore_boundaries)
        )

    def _restore_boundaries(self, saved: list[Any]) -> Operation:
        return apply(
            "BoostedTreesQuantileStreamResourceDeserialize",
            quantile_stream_resource_handle=self.resource_handle,
            bucket_boundaries=saved,
        )

    def add_summaries(self, float_columns: list[Any], example_weights: TensorLike) -> Operation:
        """Adds the values of features."""
        summaries = apply(
            "BoostedTreesMakeQuantileSummaries",
            float_values=float_columns,
            example_weights=example_weights,
            epsilon=tf.constant(self._epsilon, tf.float32),
        )
        return apply(
            "BoostedTreesQuantileStreamResourceAddSummaries",
            quantile_stream_resource_handle=self.resource_handle,
            summaries=summaries,
        )

    def flush(self) -> Operation:
        """Finds the boundaries, and forgets the streams."""
        return apply(
            "BoostedTreesQuantileStreamResourceFlush",
            quantile_stream_resource_handle=self.resource_handle,
            num_buckets=tf.constant(self._quantiles, tf.int64),
        )

    def get_bucket_boundaries(self) -> list[Any]:
        """The boundaries of each feature's buckets."""
        return apply(
            "BoostedTreesQuantileStreamResourceGetBucketBoundaries",
            quantile_stream_resource_handle=self.resource_handle,
            num_features=self._streams,
        )
