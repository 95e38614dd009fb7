"""`learn_runner`: runs an `Experiment` that a function makes, by the schedule that fits the task of this process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.experiment import Experiment
from penstock.contrib.learn.run_config import RunConfig, TaskType
from penstock.platform import logging


def _checked(experiment: Any) -> Experiment:
    if not isinstance(experiment, Experiment):
        raise TypeError(f"Experiment builder did not return an Experiment instance, got {type(experiment)} instead.")
    return experiment


def _with_same_config(experiment_fn: Callable[..., Any], require_hparams: bool = False) -> Callable[..., Experiment]:
    """The function that makes the experiment, with a check that the estimator uses the configuration it is given."""

    def make(run_config: Any, hparams: Mapping[Any, Any]) -> Experiment:
        if not isinstance(run_config, RunConfig):
            raise ValueError("`run_config` must be `tf.contrib.learn.RunConfig` instance")
        if not run_config.model_dir:
            raise ValueError("Must specify a model directory `model_dir` in `run_config`.")
        if hparams is not None and not isinstance(hparams, tf.contrib.training.HParams):
            raise ValueError("`hparams` must be `HParams` instance")
        if require_hparams and hparams is None:
            raise ValueError("`hparams` cannot be `None`.")
        expected = run_config.uid()
        experiment = _checked(experiment_fn(run_config, hparams))
        used = experiment.estimator.config
        if not hasattr(used, "uid"):
            raise RuntimeError(
                "Pass `run_config` argument of the `experiment_fn` to the Estimator in Experiment. It is likely a "
                "different `RunConfig` is passed to `Estimator` or the `config` constructor argument in `Estimator` is "
                "not set."
            )
        if used.uid() != expected:
            raise RuntimeError(
                "`RunConfig` instance is expected to be used by the `Estimator` inside the `Experiment`. expected "
                f"{expected}, but got {used.uid()}"
            )
        return experiment

    return make


def _default_schedule(config: Any) -> str:
    """What the task of this process does."""
    cluster = config.cluster_spec if config else None
    if not cluster or sum(len(cluster.job_tasks(job)) for job in cluster.jobs) <= 1:
        return "train_and_evaluate"
    if not config.task_type:
        raise ValueError("Must specify a schedule")
    schedules = {TaskType.MASTER: "train_and_evaluate", TaskType.PS: "run_std_server", TaskType.WORKER: "train"}
    if config.task_type not in schedules:
        raise ValueError(f"No default schedule for task type: {config.task_type}")
    return schedules[config.task_type]


@export("contrib.learn.learn_runner.run")
def run(
    experiment_fn: Callable[..., Any],
    output_dir: str | None = None,
    schedule: str | None = None,
    run_config: Any = None,
    hparams: Mapping[Any, Any] | None = None,
) -> Any:
    """Makes an experiment and runs one of its methods.

    Args:
      experiment_fn: a function of `run_config` and `hparams`, or of `output_dir`, that returns an `Experiment`.
      output_dir: for the latter kind.
      schedule: the name of the method; by default what the task of this process is for, `train_and_evaluate` alone.
      run_config: for the former kind, with a `model_dir`.
      hparams: `tf.contrib.training.HParams`, for the former kind.

    Returns:
      What the method returns.

    >>> import tempfile
    >>> import penstock as tf
    >>> learn = tf.contrib.learn
    >>> data = lambda: ({"x": tf.constant([[1.0], [2.0]])}, tf.constant([[2.0], [4.0]]))
    >>> def experiment_fn(run_config, hparams):
    ...     estimator = learn.LinearRegressor([tf.contrib.layers.real_valued_column("x")], config=run_config)
    ...     return learn.Experiment(estimator, data, data, train_steps=hparams.steps, eval_steps=1)
    >>> config = learn.RunConfig(model_dir=tempfile.mkdtemp())
    >>> results, exports = learn.learn_runner.run(
    ...     experiment_fn, run_config=config, hparams=tf.contrib.training.HParams(steps=3))
    >>> int(results["global_step"])
    3
    """
    if output_dir is not None and run_config is not None:
        raise ValueError("Cannot provide both `output_dir` and `run_config`")
    if output_dir is None and run_config is None:
        raise ValueError("Must set value for `output_dir` or `run_config`")
    if not callable(experiment_fn):
        raise TypeError(f'Experiment builder "{experiment_fn}" is not callable.')
    if run_config is not None:
        experiment = _with_same_config(experiment_fn)(run_config, hparams)
    else:
        if not output_dir:
            raise ValueError("Must specify an output directory")
        if hparams is not None:
            raise ValueError("Must set `hparams` as None for `experiment_fn` with `output_dir`.")
        experiment = _checked(experiment_fn(output_dir=output_dir))
    schedule = schedule or _default_schedule(run_config or experiment.estimator.config)
    valid = [name for name in dir(experiment) if not name.startswith("_") and callable(getattr(experiment, name))]
    if schedule not in valid:
        logging.error("Allowed values for this experiment are: %s", valid)
        if hasattr(experiment, schedule):
            raise TypeError(f"Schedule references non-callable member {schedule}")
        raise ValueError(f"Schedule references non-existent task {schedule}")
    return getattr(experiment, schedule)()


@export("contrib.learn.learn_runner.tune")
def tune(experiment_fn: Callable[..., Any], tuner: Any) -> None:
    """Runs the experiment for each trial of a tuner, which has `next_trial()` and `run_experiment(experiment_fn)`.

    Args:
      experiment_fn: a function that makes an Experiment.
      tuner: the tuner.

    >>> import penstock as tf
    >>> class NoTrials:
    ...     def next_trial(self): return False
    >>> tf.contrib.learn.learn_runner.tune(None, NoTrials())
    """
    while tuner.next_trial():
        tuner.run_experiment(_with_same_config(experiment_fn, require_hparams=True))
