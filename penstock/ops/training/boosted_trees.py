"""Operations of boosted trees: the resource of an ensemble, its growth, and its predictions.

All run on the host: an ensemble is a message that grows, and how far an example walks depends on data. Their users are
`tf.estimator.BoostedTrees*`, and graphs of 1.15 that were exported from them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import protos
from penstock.graph import errors
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import Array
from penstock.ops.state import named_state
from penstock.ops.training.boosted_trees_ensemble import Ensemble, Split
from penstock.ops.training.boosted_trees_quantiles import initialized_kernel, scalar

if TYPE_CHECKING:
    from penstock.graph.inference import Context
    pass


_F = np.float32

op("BoostedTreesEnsembleResourceHandleOp", shape=scalar, host=True)(
    named_state.handle_kernel("tree ensemble", __name__)
)


@op("IsBoostedTreesEnsembleInitialized", shape=scalar, host=True)
def _is_initialized(xp, handle, *, ctx):
    return initialized_kernel(xp, handle, ctx=ctx)


def _serialized(value: Any) -> bytes:
    return value.item() if isinstance(value, np.ndarray) else bytes(value)


@contextlib.contextmanager
def _parsing() -> Iterator[None]:
    from google.protobuf.message import DecodeError

    try:
        yield
    except DecodeError as error:
        text = f"Unable to parse tree ensemble proto. ({error})"
        raise errors.InvalidArgumentError(None, None, text) from None


@op("BoostedTreesCreateEnsemble", host=True)
def _create(xp, tree_ensemble_handle, stamp_token, tree_ensemble_serialized, *, ctx):
    handle = named_state.unboxed(tree_ensemble_handle)
    with _parsing():
        ctx.resources.get_or_create(handle, lambda: Ensemble(int(stamp_token), _serialized(tree_ensemble_serialized)))


@op("BoostedTreesDeserializeEnsemble", host=True)
def _deserialize(xp, tree_ensemble_handle, stamp_token, tree_ensemble_serialized, *, ctx):
    ensemble = named_state.find(ctx, tree_ensemble_handle)
    with ensemble.lock, _parsing():
        ensemble.reset(int(stamp_token), _serialized(tree_ensemble_serialized))


@op("BoostedTreesSerializeEnsemble", shape=scalar, host=True)
def _serialize(xp, tree_ensemble_handle, *, ctx):
    ensemble = named_state.find(ctx, tree_ensemble_handle)
    with ensemble.lock:
        text = np.empty((), object)
        text[()] = ensemble.message.SerializeToString()
        return np.int64(ensemble.stamp), text


@op("BoostedTreesGetEnsembleStates", shape=lambda c: [[], [], [], [], [2]], host=True)
def _states(xp, tree_ensemble_handle, *, ctx):
    ensemble = named_state.find(ctx, tree_ensemble_handle)
    with ensemble.lock:
        count, growing = ensemble.num_trees, ensemble.message.growing_metadata
        finalized = count if count == 0 or ensemble.is_finalized(count - 1) else count - 1
        # An ensemble without trees has one node to split: the root of the first.
        nodes = np.array([growing.last_layer_node_start, max(1, growing.last_layer_node_end)], np.int32)
        attempted = np.int32(growing.num_layers_attempted)
        return np.int64(ensemble.stamp), np.int32(count), np.int32(finalized), attempted, nodes


# -- growing --------------------------------------------------------------------------------------------------------------


def _keep_best(best: dict[int, Split], node: int, candidate: Split) -> None:
    """Of two splits of a node the one with more gain stays; of equal ones, that of the first feature."""
    known = best.get(node)
    if known is not None and abs(_F(candidate.gain) - _F(known.gain)) < 1e-15:
        if candidate.feature_id < known.feature_id:
            best[node] = candidate
    elif known is None or _F(candidate.gain) - _F(known.gain) >= 1e-15:
        best[node] = candidate


def _check_rank(tensors: Sequence[Any], rank: int, what: str) -> None:
    for index, tensor in enumerate(tensors):
        if np.ndim(tensor) != rank:
            kind = "a vector" if rank == 1 else "a matrix"
            text = f"Each {what} must be {kind}, received shape {list(np.shape(tensor))} at index {index}"
            raise errors.InvalidArgumentError(None, None, text)


@op("BoostedTreesUpdateEnsemble", host=True)
def _update(
    xp, tree_ensemble_handle, feature_ids, node_ids, gains, thresholds, left_node_contribs, right_node_contribs,
    max_depth, learning_rate, *, pruning_mode, ctx,
):  # fmt: skip
    _check_rank(node_ids, 1, "node_id in node_ids_list")
    _check_rank(left_node_contribs, 2, "left_node_contribs in left_node_contribs_list")
    best: dict[int, Split] = {}
    rate = _F(learning_rate)
    for place, feature in enumerate(np.asarray(feature_ids).tolist()):
        for i, node in enumerate(node_ids[place].tolist()):
            left, right = (rate * side[place][i, :1] for side in (left_node_contribs, right_node_contribs))
            split = Split(
                feature, float(gains[place][i]), int(thresholds[place][i]), 0, left, right, "INEQUALITY_DEFAULT_LEFT"
            )
            _keep_best(best, node, split)
    ensemble = named_state.find(ctx, tree_ensemble_handle)
    with ensemble.lock:
        ensemble.grow(best, int(max_depth), pruning_mode)


@op("BoostedTreesUpdateEnsembleV2", host=True)
def _update_v2(
    xp, tree_ensemble_handle, feature_ids, dimension_ids, node_ids, gains, thresholds, left_node_contribs,
    right_node_contribs, split_types, max_depth, learning_rate, pruning_mode, *, ctx,
):  # fmt: skip
    _check_rank(node_ids, 1, "node_id in node_ids_list")
    best: dict[int, Split] = {}
    rate, logits = _F(learning_rate), 1
    for place, feature in enumerate(np.asarray(feature_ids).tolist()):
        for i, node in enumerate(node_ids[place].tolist()):
            left, right = (rate * side[place][i] for side in (left_node_contribs, right_node_contribs))
            kind = split_types[place][i]
            kind = kind.decode() if isinstance(kind, bytes) else kind
            dimension, logits = int(dimension_ids[place][i]), len(left)
            split = Split(feature, float(gains[place][i]), int(thresholds[place][i]), dimension, left, right, kind)
            _keep_best(best, node, split)
    ensemble = named_state.find(ctx, tree_ensemble_handle)
    with ensemble.lock:
        ensemble.grow(best, int(max_depth), int(pruning_mode), logits)


@op("BoostedTreesCenterBias", shape=scalar, host=True)
def _center_bias(xp, tree_ensemble_handle, mean_gradients, mean_hessians, l1, l2, *, ctx):
    ensemble = named_state.find(ctx, tree_ensemble_handle)
    with ensemble.lock:
        return np.bool_(ensemble.center_bias(np.ravel(mean_gradients)[0], np.ravel(mean_hessians)[0], _F(l1), _F(l2)))


# -- prediction -------------------------------------------------------------------------------------------------------------


def _columns(features: Array) -> list[np.ndarray]:
    """Features as [batch, dimensions]."""
    return [feature[:, None] if np.ndim(feature) == 1 else np.asarray(feature) for feature in features]


def _batch(c: Context, first: int) -> Any:
    return c.shape(first)[0] if c.shape(first).ndims else None


@op("BoostedTreesPredict", shape=lambda c: [[_batch(c, 1), c.attr("logits_dimension")]], host=True)
def _predict(xp, tree_ensemble_handle, bucketized_features, *, logits_dimension, ctx):
    ensemble, features = named_state.find(ctx, tree_ensemble_handle), _columns(bucketized_features)
    batch = len(features[0])
    examples, logits = np.arange(batch), np.zeros((batch, logits_dimension), _F)
    with ensemble.lock:
        for tree in range(ensemble.num_trees):
            walk = ensemble.walk(tree, logits_dimension)
            leaves = ensemble.descend(walk, features, examples, np.zeros(batch, np.int64))
            logits += _F(ensemble.message.tree_weights[tree]) * walk.value[leaves]
    return logits


def _training_shape(c: Context) -> list[Any]:
    batch = _batch(c, 3)
    return [[batch, c.attr("logits_dimension")], [batch], [batch]]


@op("BoostedTreesTrainingPredict", shape=_training_shape, host=True)
def _training_predict(
    xp, tree_ensemble_handle, cached_tree_ids, cached_node_ids, bucketized_features, *, logits_dimension, ctx
):
    ensemble, features = named_state.find(ctx, tree_ensemble_handle), _columns(bucketized_features)
    batch = len(features[0])
    cached_trees, cached_nodes = np.asarray(cached_tree_ids), np.asarray(cached_node_ids)
    logits = np.zeros((batch, logits_dimension), _F)
    final_nodes = np.zeros(batch, np.int32)
    with ensemble.lock:
        latest = ensemble.num_trees - 1
        if latest < 0:
            return logits, np.array(cached_trees, np.int32), final_nodes
        for tree in range(int(cached_trees.min()) if batch else 0, latest + 1):
            examples = np.flatnonzero(cached_trees <= tree)
            walk = ensemble.walk(tree, logits_dimension)
            resumed = (cached_trees[examples] == tree) & (cached_nodes[examples] >= 0)
            nodes = np.where(resumed, cached_nodes[examples], 0).astype(np.int64)
            partial = np.zeros((len(examples), logits_dimension), _F)
            if resumed.any():  # what the cached node gave is part of the cached logits
                pruned = ensemble.message.tree_metadata[tree].post_pruned_nodes_meta
                if ensemble.is_finalized(tree) and pruned:
                    changes = np.array([list(update.logit_change) for update in pruned], _F)
                    partial[resumed] = changes[nodes[resumed]]
                    nodes[resumed] = np.array([update.new_node_id for update in pruned])[nodes[resumed]]
                partial[resumed] -= walk.value[nodes[resumed]]
            leaves = ensemble.descend(walk, features, examples, nodes)
            partial += walk.value[leaves]
            logits[examples] += _F(ensemble.message.tree_weights[tree]) * partial
            final_nodes[examples] = leaves
    return logits, np.full(batch, latest, np.int32), final_nodes


@op("BoostedTreesExampleDebugOutputs", shape=lambda c: [[_batch(c, 1)]], host=True)
def _debug_outputs(xp, tree_ensemble_handle, bucketized_features, *, logits_dimension, ctx):
    ensemble, features = named_state.find(ctx, tree_ensemble_handle), _columns(bucketized_features)
    output = np.empty(len(features[0]), object)
    message = protos.find("tensorflow.boosted_trees.DebugOutput")
    with ensemble.lock:
        weights = [_F(weight) for weight in ensemble.message.tree_weights]
        walks = [ensemble.walk(tree, logits_dimension) for tree in range(ensemble.num_trees)]
        for i in range(len(output)):
            here, past = np.array([i]), _F(0)
            logit = weights[0] * walks[0].value[0, 0]
            path, used = [logit], []
            for tree, walk in enumerate(walks):
                node = np.zeros(1, np.int64)
                while not walk.is_leaf[node[0]]:
                    used.append(int(walk.feature[node[0]]))
                    node = ensemble.next_nodes(walk, features, here, node)
                    logit = weights[tree] * walk.value[node[0], 0]
                    path.append(logit + past)
                if tree == 0 or node[0] > 0:
                    past = past + logit
            output[i] = message(feature_ids=used, logits_path=[float(p) for p in path]).SerializeToString()
    return output


for _name in ("Predict", "TrainingPredict", "ExampleDebugOutputs", "GetEnsembleStates", "CenterBias"):
    no_gradient(f"BoostedTrees{_name}")
