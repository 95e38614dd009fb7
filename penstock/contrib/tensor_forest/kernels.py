"""The operations of random forests: trees and what is known of their leaves as resources, counting, growing, prediction.

All run on the host. Graphs that 1.15.5 has exported use the same operations and keep the same bytes in checkpoints.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from penstock.contrib.tensor_forest import growth
from penstock.contrib.tensor_forest.examples import Draws, Examples, Specification
from penstock.contrib.tensor_forest.trees import Tree, parameters_of
from penstock.graph import errors, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.ops.state import named_state

_INPUT = [
    "tree_handle: resource",
    "input_data: float",
    "sparse_input_indices: int64",
    "sparse_input_values: float",
    "sparse_input_shape: int64",
]
_SPEC, _PARAMS = "input_spec: string", "params: string"


def _signature(inputs: list[str], outputs: list[str], *attrs: str) -> dict[str, Any]:
    return opdef.parse_signature(inputs, outputs, list(attrs), is_stateful=True)


def _scalar(c: Any) -> list[Any]:
    return [[]]


def _vector(c: Any) -> list[Any]:
    return [[None]]


def _points(c: Any) -> Any:
    shape = c.shape(1)
    return shape[0].value or None if shape.ndims else None


_ARGUMENTS = ("container: string = ''", "shared_name: string = ''")


def _initialized(xp, handle, *, ctx):
    return np.bool_(ctx.resources.get(named_state.unboxed(handle)) is not None)


_HANDLE = _signature([], ["resource: resource"], *_ARGUMENTS)
op("DecisionTreeResourceHandleOp", shape=_scalar, host=True, sig=_HANDLE)(
    named_state.handle_kernel("DecisionTreeResource", __name__)
)
op("FertileStatsResourceHandleOp", shape=_scalar, host=True, sig=_HANDLE)(
    named_state.handle_kernel("FertileStatsResource", __name__)
)
for _name, _input in (("TreeIsInitializedOp", "tree_handle"), ("FertileStatsIsInitializedOp", "stats_handle")):
    op(_name, shape=_scalar, host=True, sig=_signature([f"{_input}: resource"], ["is_initialized: bool"]))(_initialized)


def _parameters(ctx: Any) -> Any:
    return parameters_of(ctx.op.get_attr("params"))


def _text(value: Any, what: str) -> bytes:
    if np.ndim(value):
        raise errors.InvalidArgumentError(None, None, f"{what} config must be a scalar.")
    return value.item() if isinstance(value, np.ndarray) else bytes(value)


def _boxed(text: bytes) -> np.ndarray:
    value = np.empty((), object)
    value[()] = text
    return value


@contextlib.contextmanager
def _parsing(what: str) -> Iterator[None]:
    from google.protobuf.message import DecodeError

    try:
        yield
    except (DecodeError, ValueError):
        raise errors.InvalidArgumentError(None, None, f"Unable to parse {what} config.") from None


@op(
    "CreateTreeVariable",
    shape=rule.no_outputs,
    host=True,
    sig=_signature(["tree_handle: resource", "tree_config: string"], [], _PARAMS),
)
def _create_tree(xp, tree_handle, tree_config, *, ctx):
    text, parameters = _text(tree_config, "Tree"), _parameters(ctx)
    with _parsing("tree "):
        ctx.resources.get_or_create(named_state.unboxed(tree_handle), lambda: Tree(parameters, text))


@op(
    "CreateFertileStatsVariable",
    shape=rule.no_outputs,
    host=True,
    sig=_signature(["stats_handle: resource", "stats_config: string"], [], _PARAMS),
)
def _create_stats(xp, stats_handle, stats_config, *, ctx):
    text, parameters = _text(stats_config, "Stats"), _parameters(ctx)
    with _parsing("stats"):
        ctx.resources.get_or_create(named_state.unboxed(stats_handle), lambda: growth.Growth(parameters, text))


@op(
    "TreeDeserialize",
    shape=rule.no_outputs,
    host=True,
    sig=_signature(["tree_handle: resource", "tree_config: string"], [], _PARAMS),
)
def _deserialize_tree(xp, tree_handle, tree_config, *, ctx):
    tree = named_state.find(ctx, tree_handle)
    with tree.lock, _parsing("tree "):
        tree.reset(_text(tree_config, "Tree"))


@op(
    "FertileStatsDeserialize",
    shape=rule.no_outputs,
    host=True,
    sig=_signature(["stats_handle: resource", "stats_config: string"], [], _PARAMS),
)
def _deserialize_stats(xp, stats_handle, stats_config, *, ctx):
    stats = named_state.find(ctx, stats_handle)
    with stats.lock, _parsing("stats"):
        stats.reset(_text(stats_config, "Stats"))


@op(
    "TreeSerialize",
    shape=_scalar,
    host=True,
    sig=_signature(["tree_handle: resource"], ["tree_config: string"]),
)
def _serialize_tree(xp, tree_handle, *, ctx):
    tree = named_state.find(ctx, tree_handle)
    with tree.lock:
        return _boxed(tree.serialized())


@op(
    "FertileStatsSerialize",
    shape=_scalar,
    host=True,
    sig=_signature(["stats_handle: resource"], ["stats_config: string"], _PARAMS),
)
def _serialize_stats(xp, stats_handle, *, ctx):
    stats = named_state.find(ctx, stats_handle)
    with stats.lock:
        return _boxed(stats.serialized())


@op("TreeSize", shape=_scalar, host=True, sig=_signature(["tree_handle: resource"], ["tree_size: int32"]))
def _size(xp, tree_handle, *, ctx):
    return np.int32(named_state.find(ctx, tree_handle).size)


@op(
    "FeatureUsageCounts",
    shape=_vector,
    host=True,
    sig=_signature(["tree_handle: resource"], ["feature_counts: int32"], _PARAMS),
)
def _feature_counts(xp, tree_handle, *, ctx):
    tree = named_state.find(ctx, tree_handle)
    with tree.lock:
        return tree.feature_counts()


def _examples(ctx: Any, data: Any, indices: Any, values: Any, shape: Any) -> Examples:
    specification = Specification(ctx.op.get_attr("input_spec").decode())
    return Examples(specification, data, indices, values, shape)


@op(
    "TreePredictionsV4",
    shape=lambda c: [[_points(c), None], [None]],
    host=True,
    sig=_signature(_INPUT, ["predictions: float", "tree_paths: string"], _SPEC, _PARAMS),
)
def _predictions(
    xp, tree_handle, input_data, sparse_input_indices, sparse_input_values, sparse_input_shape, *, ctx
):  # fmt: skip
    examples = _examples(ctx, input_data, sparse_input_indices, sparse_input_values, sparse_input_shape)
    tree = named_state.find(ctx, tree_handle)
    with tree.lock:
        paths = tree.paths(examples) if _parameters(ctx).inference_tree_paths else np.empty(0, object)
        return tree.predictions(examples), paths


@op(
    "TraverseTreeV4",
    shape=lambda c: [[_points(c)]],
    host=True,
    sig=_signature(_INPUT, ["leaf_ids: int32"], _SPEC, _PARAMS),
)
def _traverse(xp, tree_handle, input_data, sparse_input_indices, sparse_input_values, sparse_input_shape, *, ctx):
    examples = _examples(ctx, input_data, sparse_input_indices, sparse_input_values, sparse_input_shape)
    tree = named_state.find(ctx, tree_handle)
    with tree.lock:
        return tree.leaves(examples)


@op(
    "UpdateModelV4",
    shape=rule.no_outputs,
    host=True,
    sig=_signature(
        ["tree_handle: resource", "leaf_ids: int32", "input_labels: float", "input_weights: float"], [], _PARAMS
    ),
)
def _update(xp, tree_handle, leaf_ids, input_labels, input_weights, *, ctx):
    parameters = _parameters(ctx)
    if parameters.is_regression:  # its leaves keep what they began with
        return
    targets = growth.targets_of(input_labels, input_weights, parameters, len(leaf_ids))
    growth.check_classes(targets.classes, parameters)
    tree = named_state.find(ctx, tree_handle)
    with tree.lock:
        tree.count(leaf_ids, targets.classes, targets.weights)


def _seed(ctx: Any) -> int:
    return ctx.op.get_attr("random_seed") or int.from_bytes(os.urandom(8), "little")


@op(
    "ProcessInputV4",
    shape=_vector,
    host=True,
    sig=_signature(
        [
            "tree_handle: resource",
            "stats_handle: resource",
            *_INPUT[1:],
            "input_labels: float",
            "input_weights: float",
            "leaf_ids: int32",
        ],
        ["finished_nodes: int32"],
        "random_seed: int",
        _SPEC,
        _PARAMS,
    ),
)
def _process(
    xp, tree_handle, stats_handle, input_data, sparse_input_indices, sparse_input_values, sparse_input_shape,
    input_labels, input_weights, leaf_ids, *, ctx,
):  # fmt: skip
    parameters = _parameters(ctx)
    examples = _examples(ctx, input_data, sparse_input_indices, sparse_input_values, sparse_input_shape)
    targets = growth.targets_of(input_labels, input_weights, parameters, examples.size)
    if not parameters.is_regression:
        growth.check_classes(targets.classes, parameters)
    stats = named_state.find(ctx, stats_handle)
    draws = Draws(_seed(ctx))
    with stats.lock:
        see = stats.see_collated if parameters.collate_examples else stats.see
        ready = see(examples, targets, leaf_ids, draws)
    return np.array(ready, np.int32)


@op(
    "GrowTreeV4",
    shape=rule.no_outputs,
    host=True,
    sig=_signature(["tree_handle: resource", "stats_handle: resource", "finished_nodes: int32"], [], _PARAMS),
)
def _grow(xp, tree_handle, stats_handle, finished_nodes, *, ctx):
    stats, tree = named_state.find(ctx, stats_handle), named_state.find(ctx, tree_handle)
    most = _parameters(ctx).max_nodes
    with stats.lock, tree.lock:
        for node in np.ravel(finished_nodes).tolist():
            if tree.size >= most:
                break
            best, depth = stats.best_split(node), stats.depth(node)
            stats.remove(node)
            if best is None:  # none of the candidates parts the examples: the leaf begins anew
                stats.add(node, depth)
                continue
            for child in tree.split(node, best.test, best.left, best.right, stats.sparse):
                stats.add(child, depth + 1)


@op(
    "FinalizeTree",
    shape=rule.no_outputs,
    host=True,
    sig=_signature(["tree_handle: resource", "stats_handle: resource"], [], _PARAMS),
)
def _finalize(xp, tree_handle, stats_handle, *, ctx):
    if not _parameters(ctx).is_regression:  # 1.15 ends the process
        raise errors.UnimplementedError(None, None, "FinalizeTreeOp is disabled for now.")


no_gradient(
    "CreateTreeVariable", "TreeSerialize", "TreeDeserialize", "TreeSize", "TreePredictionsV4", "TraverseTreeV4",
    "UpdateModelV4", "FeatureUsageCounts", "CreateFertileStatsVariable", "FertileStatsSerialize",
    "FertileStatsDeserialize", "ProcessInputV4", "GrowTreeV4", "FinalizeTree",
)  # fmt: skip
