"""A tree, and what is known of its leaves, in a graph: handles, how checkpoints keep them, and the operations on them.

1.15 had these in two modules, `model_ops` and `stats_ops`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock.contrib.tensor_forest import kernels as _registered  # noqa: F401
from penstock.graph.build import apply
from penstock.graph.collections_of_graph import add_to_collection
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.ops.state.saveable import SaveableObject, SaveSpec
from penstock.train.resources import register_resource


class _Saveable(SaveableObject):
    """A resource as one string; what is restored is made first, if it is not there."""

    def __init__(self, handle: Tensor, text: Tensor, create: Any, restore: Callable[[Any], Any], name: str) -> None:
        super().__init__(handle, [SaveSpec(text, "", name)], name)
        self._create, self._restore = create, restore

    def restore(self, restored_tensors: list[Tensor], restored_shapes: Any) -> Any:
        """Becomes what was saved."""
        with control_dependencies([self._create]):
            return self._restore(restored_tensors[0])


class TreeVariableSavable(_Saveable):
    """How a tree is saved."""

    def __init__(self, params: Any, tree_handle: Tensor, stats_handle: Any, create_op: Any, name: str) -> None:
        def restore(text: Any) -> Any:
            serialized = params.serialized_params_proto
            return apply("TreeDeserialize", tree_handle=tree_handle, tree_config=text, params=serialized)

        self.params = params
        super().__init__(tree_handle, apply("TreeSerialize", tree_handle=tree_handle), create_op, restore, name)


class FertileStatsVariableSavable(_Saveable):
    """How what is known of leaves is saved."""

    def __init__(self, params: Any, stats_handle: Tensor, create_op: Any, name: str) -> None:
        serialized = params.serialized_params_proto

        def restore(text: Any) -> Any:
            return apply("FertileStatsDeserialize", stats_handle=stats_handle, stats_config=text, params=serialized)

        self.params = params
        text = apply("FertileStatsSerialize", stats_handle=stats_handle, params=serialized)
        super().__init__(stats_handle, text, create_op, restore, name)


class _Resource:
    """A resource: its handle, and lazily the operation that makes it."""

    _types = "", "", ""
    _inputs = "", ""

    def __init__(self, params: Any, config: Any, name: str, container: str | None = None) -> None:
        self._params, self._config, self._name = params, config, name
        self._init_op: Any = None
        self._resource_handle = apply(self._types[0], name, container=container or "", shared_name=name)

    @property
    def resource_handle(self) -> Tensor:
        """The handle."""
        return self._resource_handle

    @property
    def initializer(self) -> Any:
        """The operation that makes the resource."""
        if self._init_op is None:
            handle, config = self._inputs
            inputs = {handle: self._resource_handle, config: self._config}
            self._init_op = apply(self._types[1], **inputs, params=self._params.serialized_params_proto)
        return self._init_op

    def is_initialized(self) -> Tensor:
        """Whether the resource was made."""
        return apply(self._types[2], **{self._inputs[0]: self._resource_handle})


class TreeVariable(_Resource):
    """A decision tree of a graph."""

    _types = "DecisionTreeResourceHandleOp", "CreateTreeVariable", "TreeIsInitializedOp"
    _inputs = "tree_handle", "tree_config"

    def __init__(
        self, params: Any, tree_config: Any, stats_handle: Any, name: str, container: str | None = None
    ) -> None:
        super().__init__(params, tree_config, name, container)
        self._stats_handle = stats_handle


class FertileStatsVariable(_Resource):
    """What a graph knows of the leaves of a tree."""

    _types = "FertileStatsResourceHandleOp", "CreateFertileStatsVariable", "FertileStatsIsInitializedOp"
    _inputs = "stats_handle", "stats_config"

    def __init__(self, params: Any, stats_config: Any, name: str, container: str | None = None) -> None:
        super().__init__(params, stats_config, name, container)


def tree_variable(params: Any, tree_config: Any, stats_handle: Any, name: str, container: str | None = None) -> Tensor:
    """A handle to a tree, which is saved and initialized with the model.

    Args:
      params: `ForestHParams` with `serialized_params_proto`.
      tree_config: a serialized `decision_trees.Model`, or an empty string.
      stats_handle: what is known of its leaves; None if it does not grow.
      name: its name.
      container: its container.
    """
    with name_scope(name, "TreeVariable") as scope:
        variable = TreeVariable(params, tree_config, stats_handle, scope, container)
        handle, create, ready = variable.resource_handle, variable.initializer, variable.is_initialized()
        saveable = TreeVariableSavable(params, handle, stats_handle, create, handle.name)
        add_to_collection(GraphKeys.SAVEABLE_OBJECTS, saveable)
        register_resource(handle, create, ready)
        return handle


def fertile_stats_variable(params: Any, stats_config: Any, name: str, container: str | None = None) -> Tensor:
    """A handle to what is known of the leaves of a tree, which is saved and initialized with the model.

    Args:
      params: `ForestHParams` with `serialized_params_proto`.
      stats_config: a serialized `FertileStats`, or an empty string.
      name: its name.
      container: its container.
    """
    with name_scope(name, "FertileStatsVariable") as scope:
        variable = FertileStatsVariable(params, stats_config, scope, container)
        handle, create, ready = variable.resource_handle, variable.initializer, variable.is_initialized()
        saveable = FertileStatsVariableSavable(params, handle, create, handle.name)
        add_to_collection(GraphKeys.SAVEABLE_OBJECTS, saveable)
        register_resource(handle, create, ready)
        return handle


def tree_predictions_v4(
    tree_handle: Any,
    input_data: Any,
    sparse_input_indices: Any,
    sparse_input_values: Any,
    sparse_input_shape: Any,
    input_spec: Any,
    params: Any,
    name: str | None = None,
) -> Any:
    """What a tree predicts for examples, and the paths that they take through it if the parameters ask for them."""
    return apply("TreePredictionsV4", **_given(locals()))


def traverse_tree_v4(
    tree_handle: Any,
    input_data: Any,
    sparse_input_indices: Any,
    sparse_input_values: Any,
    sparse_input_shape: Any,
    input_spec: Any,
    params: Any,
    name: str | None = None,
) -> Tensor:
    """The numbers of the leaves in which examples end."""
    return apply("TraverseTreeV4", **_given(locals()))


def update_model_v4(
    tree_handle: Any, leaf_ids: Any, input_labels: Any, input_weights: Any, params: Any, name: str | None = None
) -> Operation:
    """Counts the labels of examples in their leaves."""
    return apply("UpdateModelV4", **_given(locals()))


def tree_size(tree_handle: Any, name: str | None = None) -> Tensor:
    """How many nodes a tree has."""
    return apply("TreeSize", **_given(locals()))


def feature_usage_counts(tree_handle: Any, params: Any, name: str | None = None) -> Tensor:
    """How many tests of a tree ask for each feature."""
    return apply("FeatureUsageCounts", **_given(locals()))


def process_input_v4(
    tree_handle: Any,
    stats_handle: Any,
    input_data: Any,
    sparse_input_indices: Any,
    sparse_input_values: Any,
    sparse_input_shape: Any,
    input_labels: Any,
    input_weights: Any,
    leaf_ids: Any,
    random_seed: int,
    input_spec: Any,
    params: Any,
    name: str | None = None,
) -> Tensor:
    """Makes candidates for tests of examples, or counts them; returns the leaves that are ready to be split."""
    return apply("ProcessInputV4", **_given(locals()))


def grow_tree_v4(
    tree_handle: Any, stats_handle: Any, finished_nodes: Any, params: Any, name: str | None = None
) -> Operation:
    """Splits leaves by the best of their candidates."""
    return apply("GrowTreeV4", **_given(locals()))


def finalize_tree(tree_handle: Any, stats_handle: Any, params: Any, name: str | None = None) -> Operation:
    """Ends the growth of a tree; only for regression, as in 1.15."""
    return apply("FinalizeTree", **_given(locals()))


def _given(arguments: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in arguments.items() if key != "name" or value is not None}
