"""The graph of boosted trees: from features to logits by the ensemble so far, and how a step adds a layer to it.

The first steps find the buckets of float features; then, if wanted, the bias is centred; then trees grow layer by layer, each
from the gradients of one or several batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import penstock as tf
from penstock.estimator.canned import tree_features
from penstock.estimator.canned.tree_resources import QuantileAccumulator, TreeEnsemble
from penstock.estimator.run_config import RunConfig
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.feature_column.dense import IndicatorColumn
from penstock.graph.build import apply
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.typing import NestedTensors, SessionLike, TensorLike
from penstock.train.session_run_hook import SessionRunArgs, SessionRunHook

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor
    from penstock.train.session_run_hook import SessionRunContext, SessionRunValues

_NO_NODE = -1
PRUNING_MODES = {"none": 0, "pre": 1, "post": 2}


class TreeHParams(NamedTuple):
    """How trees grow."""

    n_trees: int
    max_depth: int
    learning_rate: float
    l1: float
    l2: float
    tree_complexity: float
    min_node_weight: float
    center_bias: bool
    pruning_mode: str
    quantile_sketch_epsilon: float

    @property
    def max_splits(self) -> int:
        """How many nodes of a tree can be split."""
        return (1 << self.max_depth) - 1

    def pruning(self) -> int:
        """The pruning mode as a number.

        Raises:
          ValueError: it is not known, or does not go with the tree complexity.
        """
        if self.pruning_mode not in PRUNING_MODES:
            raise ValueError(f"pruning_mode mode must be one of: {', '.join(sorted(PRUNING_MODES))}")
        mode = PRUNING_MODES[self.pruning_mode]
        if self.tree_complexity > 0 and not mode:
            raise ValueError("Tree complexity have no effect unless pruning mode is chosen.")
        if self.tree_complexity <= 0 and mode:
            raise ValueError("For pruning, tree_complexity must be positive.")
        return mode


def _variable(initial: Any, name: str) -> Any:
    return tf.Variable(initial, trainable=False, validate_shape=False, name=name, use_resource=True)


class _StopHook(SessionRunHook):
    """Stops when there are enough trees, or too many layers were tried in vain."""

    def __init__(self, finalized: Any, attempted: Any, hparams: TreeHParams) -> None:
        self._tensors, self._trees = [finalized, attempted], hparams.n_trees
        self._attempts = 2 * hparams.n_trees * hparams.max_depth

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._tensors)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        finalized, attempted = run_values.results
        # What was fetched is from before the step.
        if finalized >= self._trees - 1 or attempted > self._attempts - 1:
            finalized, attempted = run_context.session.run(self._tensors)
        if finalized >= self._trees or attempted > self._attempts:
            run_context.request_stop()


class _BeginHook(SessionRunHook):
    """Sets up accumulators when a session begins."""

    def __init__(self, init_op: Any) -> None:
        self._init_op = init_op

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        session.run(self._init_op)


class _Grower:
    """Grows an ensemble by one batch at a time, which is the whole data."""

    def __init__(
        self, ensemble: TreeEnsemble, quantiles: Any, hparams: TreeHParams, feature_ids: list[list[int]]
    ) -> None:
        self._ensemble, self._quantiles, self._hparams = ensemble, quantiles, hparams
        self._feature_ids, self._pruning = feature_ids, hparams.pruning()

    def init_op(self) -> Operation:
        """What is done when a session begins."""
        return tf.no_op()

    def accumulate_quantiles(self, float_features: list[Any], weights: TensorLike, ready: Any) -> Any:
        """Adds a batch to the quantiles; when there is enough, finds buckets and sets `ready`."""
        with control_dependencies([self._quantiles.add_summaries(float_features, weights)]):
            with control_dependencies([self._quantiles.flush()]):
                return ready.assign(True).op

    def center_bias(self, needed: Any, gradients: TensorLike, hessians: TensorLike) -> Any:
        """Centres the bias by a batch, and sets `needed` to whether it must go on."""
        means = (tf.expand_dims(tf.reduce_mean(tensor, 0), 0) for tensor in (gradients, hessians))
        return self._center(needed, *means).op

    def grow(self, summaries: list[list[Any]], nodes: Sequence[Any]) -> Operation:
        """Adds a layer by the sums of gradients of each feature."""
        return self._grow(summaries, nodes)

    def _center(self, needed: Any, gradients: TensorLike, hessians: TensorLike) -> Any:
        again = apply(
            "BoostedTreesCenterBias",
            tree_ensemble_handle=self._ensemble.resource_handle,
            mean_gradients=gradients,
            mean_hessians=hessians,
            l1=tf.constant(self._hparams.l1, tf.float32),
            l2=tf.constant(self._hparams.l2, tf.float32),
        )
        return needed.assign(again)

    def _grow(self, summaries: list[list[Any]], nodes: Sequence[Any]) -> Operation:
        hparams, ids = self._hparams, [i for group in self._feature_ids for i in group]
        columns: list[list[Any]] = [[] for _ in range(5)]
        for group in summaries:
            found = apply(
                "BoostedTreesCalculateBestGainsPerFeature",
                node_id_range=nodes,
                stats_summary_list=group,
                l1=tf.constant(hparams.l1, tf.float32),
                l2=tf.constant(hparams.l2, tf.float32),
                tree_complexity=tf.constant(hparams.tree_complexity, tf.float32),
                min_node_weight=tf.constant(hparams.min_node_weight, tf.float32),
                max_splits=hparams.max_splits,
            )
            for column, part in zip(columns, found, strict=True):
                column.extend(part)
        return apply(
            "BoostedTreesUpdateEnsemble",
            tree_ensemble_handle=self._ensemble.resource_handle,
            feature_ids=ids,
            node_ids=columns[0],
            gains=columns[1],
            thresholds=columns[2],
            left_node_contribs=columns[3],
            right_node_contribs=columns[4],
            max_depth=hparams.max_depth,
            learning_rate=tf.constant(hparams.learning_rate, tf.float32),
            pruning_mode=self._pruning,
        )


class _BatchesGrower(_Grower):
    """Grows an ensemble by the mean of several batches, maybe of several workers."""

    def __init__(
        self,
        ensemble: TreeEnsemble,
        quantiles: Any,
        hparams: TreeHParams,
        feature_ids: list[list[int]],
        stamp: Any,
        n_batches_per_layer: int,
        bucket_sizes: list[int],
        is_chief: bool,
    ) -> None:
        super().__init__(ensemble, quantiles, hparams, feature_ids)
        self._stamp, self._n_batches, self._is_chief = stamp, n_batches_per_layer, is_chief
        self._sums = [
            _accumulator([len(ids), hparams.max_splits, size, 2], f"numeric_stats_summary_accumulator_{i}")
            for i, (ids, size) in enumerate(zip(feature_ids, bucket_sizes, strict=True))
        ]
        self._begin = [sums.set_global_step(stamp) for sums in self._sums]
        if hparams.center_bias:
            self._bias = _accumulator([2, 1], "bias_accumulator")
            self._begin.append(self._bias.set_global_step(stamp))

    def init_op(self) -> Operation:
        return tf.group(*self._begin)

    def accumulate_quantiles(self, float_features: list[Any], weights: TensorLike, ready: Any) -> Any:
        added = self._quantiles.add_summaries(float_features, weights)
        counter = _accumulator([], "quantile_summary_accum")
        begun = counter.set_global_step(self._stamp)
        counted = counter.apply_grad(tf.constant(0.0), self._stamp)
        update = tf.group(added, begun, counted)
        if not self._is_chief:
            return update

        def flush() -> Operation:
            taken = counter.take_grad(1)
            return tf.group(self._quantiles.flush(), taken, ready.assign(True).op)

        with control_dependencies([update]):
            enough = tf.greater_equal(counter.num_accumulated(), self._n_batches)
            return tf.cond(enough, flush, tf.no_op, name="wait_until_quaniles_accumulated")

    def center_bias(self, needed: Any, gradients: TensorLike, hessians: TensorLike) -> Any:
        both = tf.reduce_mean(tf.stack([gradients, hessians], axis=0), axis=1)

        def restart() -> Operation:
            return tf.group(*[sums.set_global_step(self._stamp + 1) for sums in self._sums])

        def center() -> Any:
            means = tf.unstack(self._bias.take_grad(1), axis=0)
            again = self._center(needed, *(tf.expand_dims(mean, 0) for mean in means))
            with control_dependencies([again]):
                return tf.cond(needed.read_value(), tf.no_op, restart)

        with control_dependencies([self._bias.apply_grad(both, self._stamp)]):
            if not self._is_chief:
                return tf.no_op()
            enough = tf.greater_equal(self._bias.num_accumulated(), self._n_batches)
            return tf.cond(enough, center, tf.no_op, name="wait_until_n_batches_for_bias_accumulated")

    def grow(self, summaries: list[list[Any]], nodes: Sequence[Any]) -> Any:
        added = [
            sums.apply_grad(tf.stack(group, axis=0), self._stamp)
            for sums, group in zip(self._sums, summaries, strict=True)
        ]

        def grow() -> Operation:
            return self._grow([tf.unstack(sums.take_grad(1), axis=0) for sums in self._sums], nodes)

        with control_dependencies(added):
            if not self._is_chief:
                return tf.no_op()
            fewest = tf.reduce_min(tf.stack([sums.num_accumulated() for sums in self._sums]))
            return tf.cond(
                tf.greater_equal(fewest, self._n_batches), grow, tf.no_op, name="wait_until_n_batches_accumulated"
            )


def _accumulator(shape: list[int], shared_name: str) -> Any:
    return tf.ConditionalAccumulator(tf.float32, shape=shape, shared_name=shared_name)


def _cached_buckets(
    features: object, columns: list[Any], batch: Any, boundaries: Any, ready: Any
) -> tuple[list[Any], Any]:
    """The buckets of features, which are kept in variables of the model."""
    count = sum(tree_features.width(column) for column in columns)
    cached = [_variable(tf.zeros([batch], dtype=tf.int32), f"cached_feature_{i}") for i in range(count)]
    filled = _variable(False, "are_features_cached")
    # Tables are made outside of conditions.
    known = tree_features.transformed(features, [c for c in columns if isinstance(c, IndicatorColumn)])

    def compute() -> list[Any]:
        return tree_features.buckets(features, columns, boundaries, known)

    def fill() -> tuple[list[Any], Any]:
        values = compute()
        kept = [variable.assign(value) for variable, value in zip(cached, values, strict=True)]
        with control_dependencies([v.op for v in kept]):
            return values, tf.identity(filled.assign(True))

    def from_cache() -> tuple[list[Any], Any]:
        return [variable.read_value() for variable in cached], tf.constant(True)

    return tf.cond(
        ready,
        lambda: (compute(), tf.constant(True)),
        lambda: tf.cond(filled, from_cache, fill),
    )


def bt_model_fn(
    features: object,
    labels: NestedTensors,
    mode: str,
    head: Any,
    feature_columns: Iterable[Any],
    hparams: TreeHParams,
    n_batches_per_layer: int,
    config: RunConfig,
    closed_form: Callable[[Any, Any], tuple[Any, Any]] | None = None,
    weight_column: object = None,
    train_in_memory: bool = False,
    name: str = "boosted_trees",
) -> EstimatorSpec:
    """The model of boosted trees."""
    columns = sorted(feature_columns, key=lambda column: column.name)
    float_columns = [column for column in columns if tree_features.is_float(column)]
    with name_scope(name) as scope:
        global_step = tf.train.get_or_create_global_step()
        ensemble = TreeEnsemble(scope)
        num_quantiles = int(1.0 / hparams.quantile_sketch_epsilon)
        quantiles, boundaries = make_quantiles(float_columns, hparams.quantile_sketch_epsilon)
        sizes, feature_ids = tree_features.groups(columns, num_quantiles)
        if mode != ModeKeys.TRAIN:
            inputs = tree_features.buckets(features, columns, boundaries)
            logits = predict(ensemble, inputs, head.logits_dimension)
            return head.create_estimator_spec(
                features=features, mode=mode, labels=labels, train_op_fn=lambda loss: tf.no_op(), logits=logits
            )
        if train_in_memory:
            assert n_batches_per_layer == 1, (
                "When train_in_memory is enabled, input_fn should return the entire dataset as a single batch, and "
                "n_batches_per_layer should be set as 1."
            )
            if not config.is_chief or config.num_worker_replicas > 1 or config.num_ps_replicas > 0:
                raise ValueError("train_in_memory is supported only for non-distributed training.")
        ready = _variable(not float_columns, "are_boundaries_ready")
        batch = tf.shape(labels)[0]
        cache: list[Any] = []
        if train_in_memory:
            inputs, input_cache = _cached_buckets(features, columns, batch, boundaries, ready)
            cache = [
                _variable(tf.zeros([batch], dtype=tf.int32), "tree_ids_cache"),
                _variable(_NO_NODE * tf.ones([batch], dtype=tf.int32), "node_ids_cache"),
                _variable(tf.zeros([batch, head.logits_dimension]), "logits_cache"),
            ]
            cached = [variable.read_value() for variable in cache]
        else:
            inputs = tree_features.buckets(features, columns, boundaries)
            cached = [
                tf.zeros([batch], dtype=tf.int32),
                _NO_NODE * tf.ones([batch], dtype=tf.int32),
                tf.zeros([batch, head.logits_dimension]),
            ]
        local, reload = ensemble, tf.no_op()
        if config.num_worker_replicas > 1:
            local = TreeEnsemble(f"{scope}_local", is_local=True)
            reload = local.deserialize(*ensemble.serialize())
        with control_dependencies([reload]):
            stamp, num_trees, finalized, attempted, nodes_range = local.get_states()
            partial, tree_ids, node_ids = apply(
                "BoostedTreesTrainingPredict",
                tree_ensemble_handle=local.resource_handle,
                cached_tree_ids=cached[0],
                cached_node_ids=cached[1],
                bucketized_features=inputs,
                logits_dimension=head.logits_dimension,
            )
        logits = cached[2] + partial
        if train_in_memory:
            grower = _Grower(ensemble, quantiles, hparams, feature_ids)
        else:
            grower = _BatchesGrower(
                ensemble, quantiles, hparams, feature_ids, stamp, n_batches_per_layer, sizes, config.is_chief
            )
        for key, value in (("trees", num_trees), ("finalized_trees", finalized), ("attempted_layers", attempted)):
            tf.summary.scalar(f"ensemble/num_{key}", value)
        bias_needed = _variable(hparams.center_bias, "center_bias_needed")
        weights = _weights(features, weight_column)

    def summaries(gradients: TensorLike, hessians: TensorLike) -> list[list[Any]]:
        return [
            [
                tf.squeeze(
                    apply(
                        "BoostedTreesMakeStatsSummary",
                        node_ids=node_ids,
                        gradients=gradients,
                        hessians=hessians,
                        bucketized_features_list=[inputs[feature]],
                        max_splits=hparams.max_splits,
                        num_buckets=size,
                    ),
                    axis=0,
                )
                for feature in ids
            ]
            for size, ids in zip(sizes, feature_ids, strict=True)
        ]

    def train_op_fn(loss: TensorLike) -> Any:
        if closed_form:
            gradients, hessians = closed_form(logits, labels)
        else:
            gradients = tf.gradients(loss, logits, name="Gradients")[0]
            hessians = tf.gradients(gradients, logits, name="Hessians")[0]

        def insert() -> Operation:
            values = zip(cache, (tree_ids, node_ids, logits), strict=True)
            return tf.group(*[variable.assign(value).op for variable, value in values], name="cache_insert")

        def grow() -> Operation:
            done = [input_cache] if train_in_memory else []
            if cache:
                done.append(tf.cond(bias_needed, tf.no_op, insert))
            if hparams.center_bias:
                update = tf.cond(
                    bias_needed,
                    lambda: grower.center_bias(bias_needed, gradients, hessians),
                    lambda: grower.grow(summaries(gradients, hessians), nodes_range),
                )
            else:
                update = grower.grow(summaries(gradients, hessians), nodes_range)
            with control_dependencies([update]):
                done += [update, tf.assign_add(global_step, 1).op]
            return tf.group(*done, name="grow_op")

        def update_quantiles() -> Any:
            with name_scope("UpdateQuantile"):
                values = tree_features.buckets(features, float_columns)
                return grower.accumulate_quantiles(values, weights, ready)

        with name_scope(scope):
            return grow() if not float_columns else tf.cond(ready, grow, update_quantiles)

    spec = head.create_estimator_spec(
        features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits
    )
    if isinstance(spec.train_op, tf.Tensor):
        spec = spec._replace(train_op=spec.train_op.op)
    return spec._replace(
        training_hooks=(*spec.training_hooks, _StopHook(finalized, attempted, hparams)),
        training_chief_hooks=(_BeginHook(grower.init_op()), *spec.training_chief_hooks),
    )


def make_quantiles(float_columns: list[Any], epsilon: float) -> tuple[Any, dict[str, list[Any]]]:
    """The quantiles of float columns, and the boundaries of their buckets; none if there are no such columns."""
    if not float_columns:
        return None, {}
    count = sum(tree_features.width(column) for column in float_columns)
    quantiles = QuantileAccumulator(epsilon, count, int(1.0 / epsilon), name="QuantileAccumulator")
    return quantiles, tree_features.boundaries_by_column(float_columns, quantiles.get_bucket_boundaries())


def predict(ensemble: TreeEnsemble, inputs: list[Any], logits_dimension: int) -> Tensor:
    """The logits of an ensemble."""
    return apply(
        "BoostedTreesPredict",
        tree_ensemble_handle=ensemble.resource_handle,
        bucketized_features=inputs,
        logits_dimension=logits_dimension,
    )


def _weights(features: object, weight_column: object) -> Any:
    if weight_column is None:
        return tf.constant(1.0, shape=[1])
    if isinstance(weight_column, str):
        weight_column = tf.feature_column.numeric_column(key=weight_column, shape=(1,))
    return tree_features.buckets(features, [weight_column])[0]
