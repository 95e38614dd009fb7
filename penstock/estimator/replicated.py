"""Estimators under a `tf.distribute.Strategy`: the `model_fn` is called for each replica, and what it returns becomes one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.estimator.input_results import parse_iterator_result
from penstock.estimator.spec import LOSS_METRIC_KEY, EstimatorSpec, ModeKeys
from penstock.graph import nest, replication, stack
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike
from penstock.train.scaffold import Scaffold
from penstock.train.session_run_hook import SessionRunHook
from penstock.train.training_step import GLOBAL_STEP_READ_KEY

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy
    from penstock.estimator.estimator import Estimator


class DistributedIteratorInitializerHook(SessionRunHook):
    """Goes to the beginning of the input when a session is made."""

    def __init__(self, iterator: Any) -> None:
        self._iterator = iterator

    def begin(self) -> None:
        self._initializer = self._iterator.initialize()

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        session.run(self._initializer)


def _input(estimator: Estimator, strategy: Strategy, input_fn: Callable, mode: str) -> tuple[Any, list[SessionRunHook]]:
    iterator = strategy.make_input_fn_iterator(
        lambda input_context: estimator._call_input_fn(input_fn, mode, input_context)
    )
    return iterator, [DistributedIteratorInitializerHook(iterator)]


def train(estimator: Estimator, strategy: Strategy, input_fn: Callable, hooks: list[Any], listeners: list[Any]) -> Any:
    """Trains a model on all replicas of a strategy; returns the last loss."""
    with tf.Graph().as_default() as graph, strategy.scope(), strategy._scale_loss_for_estimator_enabled():
        tf.set_random_seed(estimator._config.tf_random_seed)
        iterator, input_hooks = _input(estimator, strategy, input_fn, ModeKeys.TRAIN)
        step = estimator._create_and_assert_global_step(graph)
        tf.add_to_collection(GLOBAL_STEP_READ_KEY, strategy.extended.read_var(step))
        features, labels = parse_iterator_result(iterator.get_next())
        spec = strategy.extended.call_for_each_replica(
            estimator._call_model_fn, args=(features, labels, ModeKeys.TRAIN, estimator.config)
        )
        loss = strategy.reduce(_reporting(strategy), spec.loss, axis=None)
        scaffold = _combined_scaffold(spec.scaffold, strategy)
        together = EstimatorSpec(
            mode=spec.mode,
            loss=loss,
            train_op=strategy.group(spec.train_op),
            training_hooks=_of_first_replica(strategy, spec.training_hooks),
            training_chief_hooks=_of_first_replica(strategy, spec.training_chief_hooks),
            scaffold=scaffold,
        )
        return estimator._train_with_estimator_spec(together, input_hooks, hooks, step, listeners)


def _reporting(strategy: Strategy) -> str:
    """How the losses of replicas are shown: as they were divided by the optimizer, else their sum."""
    graph = stack.current_graph()
    scaled = getattr(graph, "_is_loss_scaled_by_optimizer", False)
    return "MEAN" if scaled and replication.loss_is_mean(strategy, graph) else "SUM"


def _of_first_replica(strategy: Strategy, hooks: Sequence[Any]) -> list[Any]:
    return [strategy.experimental_local_results(hook)[0] for hook in hooks]


def evaluation(
    estimator: Estimator, strategy: Strategy, input_fn: Callable
) -> tuple[Scaffold, Any, list[SessionRunHook], Any, dict[str, Any]]:
    """The scaffold, the hooks of the evaluation and of the input, the update and the values of the metrics of all replicas."""
    iterator, input_hooks = _input(estimator, strategy, input_fn, ModeKeys.EVAL)
    features, labels = parse_iterator_result(iterator.get_next())
    each = strategy.extended.call_for_each_replica
    spec = each(estimator._call_model_fn, args=(features, labels, ModeKeys.EVAL, estimator.config))
    metrics = spec.eval_metric_ops
    if LOSS_METRIC_KEY in metrics:
        raise ValueError(
            f'Metric with name "{LOSS_METRIC_KEY}" is not allowed, because Estimator already defines a default metric with '
            "the same name."
        )
    metrics[LOSS_METRIC_KEY] = each(tf.metrics.mean, args=(spec.loss,))
    ordered = sorted(metrics.items())  # so that the graph is the same every time
    values = {name: value for name, (value, _) in ordered}
    update = tf.group(*[strategy.group(update) for _, (_, update) in ordered])
    scaffold = _combined_scaffold(spec.scaffold, strategy)
    hooks = strategy.experimental_local_results(spec.evaluation_hooks)[0]
    return scaffold, hooks, input_hooks, update, values


def _ready_for_local_init(scaffold: Scaffold) -> Any:
    """What tells whether a replica's variables are initialized."""
    return scaffold.ready_for_local_init_op or Scaffold.get_or_default(
        "ready_for_local_init_op",
        GraphKeys.READY_FOR_LOCAL_INIT_OP,
        lambda: tf.report_uninitialized_variables(tf.global_variables()),
    )


def _combined_scaffold(scaffolds: Any, strategy: Strategy) -> Scaffold:
    """One scaffold for those of all replicas: operations are grouped, names of variables put together, the rest the first's."""
    replicas = strategy.experimental_local_results(scaffolds)

    def given(name: str) -> list[Any]:
        return [v for v in (getattr(s, name) for s in replicas) if v is not None]

    def grouped(name: str) -> Any:
        found = given(name)
        return strategy.group(found) if found else None

    def first(name: str) -> Any:
        found = given(name)
        return found[0] if found else None

    def joined(function: Callable) -> Any:
        value = strategy.extended.call_for_each_replica(function, args=(scaffolds,))
        if value is None:
            return None
        parts = nest.flatten(strategy.experimental_local_results(value))
        return parts[0] if len(parts) == 1 else tf.concat(parts, 0)

    init_feed_dict, init_op = grouped("init_feed_dict"), grouped("init_op")
    ready_op = joined(lambda scaffold: scaffold.ready_op)
    ready_for_local_init_op = joined(_ready_for_local_init)
    return Scaffold(
        init_op=init_op,
        ready_op=ready_op,
        ready_for_local_init_op=ready_for_local_init_op,
        local_init_op=grouped("local_init_op"),
        summary_op=grouped("summary_op"),
        saver=first("saver"),
        init_feed_dict=init_feed_dict,
        init_fn=first("_user_init_fn"),
    )
