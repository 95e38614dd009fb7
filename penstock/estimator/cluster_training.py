"""`train_and_evaluate` with a strategy on a cluster: the coordinator of `tf.distribute` runs the Estimator in its task."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from penstock.distribute.coordinator import CoordinatorMode, run_distribute_coordinator
from penstock.train import worker_context
from penstock.train.cluster_spec import ClusterSpec

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy
    from penstock.estimator.estimator import Estimator


def coordinated(config: Any) -> bool:
    """Whether the tasks of a cluster train with a strategy."""
    return getattr(config, "_distribute_coordinator_mode", None) is not None and bool(config.cluster_spec)


def _in_task(estimator: Estimator, which: str, strategy: Strategy) -> Any:
    """The Estimator as its task sees it, with the strategy set up for that."""
    local = copy.copy(estimator)
    config = local._config = copy.copy(estimator._config)
    context = worker_context.current()
    config._distribute_coordinator_mode = None  # so that it trains itself
    config._service = None
    config._task_type, config._task_id, config._is_chief = context.task_type, context.task_id, context.is_chief
    config._evaluation_master = config._master = context.master_target
    setattr(config, f"_{which}_distribute", strategy)
    setattr(local, f"_{which}_distribution", strategy)
    cluster = context.cluster_spec
    if context.task_type == "evaluator":
        config._cluster_spec = ClusterSpec({})  # it is no part of the training cluster
        config._num_ps_replicas = config._num_worker_replicas = 0
        config._global_id_in_cluster = None
        return local
    jobs = cluster.as_dict()
    config._cluster_spec = cluster
    config._num_ps_replicas, config._num_worker_replicas = len(jobs.get("ps", ())), context.num_workers
    before = len(jobs.get("chief", ())) if context.task_type not in ("chief", None) else 0
    config._global_id_in_cluster = before + (context.task_id or 0)
    return local


def train_and_evaluate(estimator: Any, train_spec: Any, eval_spec: Any, evaluate: Any) -> Any:
    """Runs this process's part.

    Args:
      estimator: the model.
      train_spec, eval_spec: what to train and to evaluate with.
      evaluate: the loop of an evaluator, called with the Estimator and both specs.
    """
    config = estimator.config
    mode = config._distribute_coordinator_mode

    def worker(strategy: Strategy) -> None:
        local = _in_task(estimator, "train", strategy)
        alone = mode == CoordinatorMode.INDEPENDENT_WORKER or local.config.is_chief
        hooks = list(train_spec.hooks) if alone else []
        local.train(train_spec.input_fn, max_steps=train_spec.max_steps, hooks=hooks)

    def evaluator(strategy: Strategy) -> None:
        evaluate(_in_task(estimator, "eval", strategy), train_spec, eval_spec)

    return run_distribute_coordinator(
        worker,
        config.train_distribute,
        evaluator,
        config.eval_distribute,
        mode=mode,
        cluster_spec=config.cluster_spec if mode == CoordinatorMode.STANDALONE_CLIENT else None,
        session_config=config.session_config,
    )
