"""What an Estimator checks and fills in before it does anything: configuration, hooks, listeners, subclasses."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import penstock as tf
from penstock.estimator.run_config import RunConfig, get_default_session_config
from penstock.graph import errors
from penstock.graph.keys import GraphKeys
from penstock.platform import logging
from penstock.train.checkpoint_management import latest_checkpoint
from penstock.train.checkpoint_saver_hook import CheckpointSaverListener
from penstock.train.session_run_hook import SessionRunHook

# What a subclass may define although Estimator has it.
_OVERRIDABLE = frozenset(["model_fn", "_create_and_assert_global_step", "_export_all_saved_models"])


def assert_members_are_not_overridden(base: type, estimator: object) -> None:
    """Raises ValueError if the class of `estimator` defines what is the business of `base`."""
    found = type(estimator)
    if found.__name__ == "TPUEstimator":
        return
    members = {name for name in dir(base) if not name.startswith("__")}
    overridden = sorted(
        name for name in (members & set(vars(found))) - _OVERRIDABLE if getattr(base, name) != getattr(found, name)
    )
    if overridden:
        raise ValueError(
            f"Subclasses of Estimator cannot override members of Estimator. {found} does override {overridden}"
        )


def rows(batch: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The examples of a batch, one after the other."""
    length = None
    for key, value in batch.items():
        length = length or value.shape[0]
        if value.shape[0] != length:
            raise ValueError(
                f"Batch length of predictions should be same. {key} has different batch length than others."
            )
    keys = tuple(batch)
    for row in zip(*batch.values(), strict=True):
        yield dict(zip(keys, row, strict=True))


def maybe_overwrite_model_dir_and_session_config(config: RunConfig | None, model_dir: str | None) -> RunConfig:
    """The configuration of an Estimator, with the directory and the session's configuration filled in.

    Raises:
      ValueError: it is of another class, or names another directory.
    """
    if config is None:
        config = RunConfig()
        logging.info("Using default config.")
    if not isinstance(config, RunConfig):
        raise ValueError(f"config must be an instance of `RunConfig`, but provided {config}.")
    if config.session_config is None:
        config = RunConfig.replace(config, session_config=get_default_session_config())
    if model_dir is not None:
        model_dir = os.fspath(model_dir)
        if config.model_dir is not None and config.model_dir != model_dir:
            raise ValueError(
                "`model_dir` are set both in constructor and `RunConfig`, but with different values. In constructor: "
                f"'{model_dir}', in `RunConfig`: '{config.model_dir}' "
            )
    if model_dir:
        return RunConfig.replace(config, model_dir=model_dir)
    if config.model_dir is None:
        model_dir = tempfile.mkdtemp()
        logging.warning("Using temporary folder as model directory: %s", model_dir)
        return RunConfig.replace(config, model_dir=model_dir)
    return config


def checked_hooks(hooks: Sequence[SessionRunHook] | None) -> list[SessionRunHook]:
    """A new list of `hooks`, which must be hooks."""
    checked = list(hooks or [])
    for hook in checked:
        if not isinstance(hook, SessionRunHook):
            raise TypeError(f"Hooks must be a SessionRunHook, given: {hook}")
    return checked


def checked_listeners(listeners: Sequence[CheckpointSaverListener] | None) -> list[CheckpointSaverListener]:
    """A new list of `listeners`, which must be such."""
    checked = list(listeners or [])
    for listener in checked:
        if not isinstance(listener, CheckpointSaverListener):
            raise TypeError(f"saving_listeners must be a list of CheckpointSaverListener, given: {listener}")
    return checked


def replica_device_setter(config: RunConfig) -> Any:
    """Puts variables on the parameter servers, if there are any."""
    if config.num_ps_replicas <= 0:
        return None
    worker = f"/job:{config.task_type}/task:{config.task_id}" if config.task_type else "/job:worker"
    return tf.train.replica_device_setter(
        ps_tasks=config.num_ps_replicas, worker_device=worker, merge_devices=True, cluster=config.cluster_spec
    )


def saved_global_step(model_dir: str) -> int:
    """The global step of the latest checkpoint; 0 if there is none, or none that can be read."""
    path = latest_checkpoint(model_dir)
    if not path:
        return 0
    try:
        return int(tf.train.NewCheckpointReader(path).get_tensor(GraphKeys.GLOBAL_STEP))
    except errors.OpError:
        return 0
