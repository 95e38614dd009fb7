"""Functions that make the operations of random forests, one for each, as `model_ops` and `stats_ops` had them."""

from __future__ import annotations

from typing import Any

from penstock.contrib.tensor_forest import kernels as _registered  # noqa: F401
from penstock.graph.build import apply
from penstock.graph.operation import Operation, Tensor


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
