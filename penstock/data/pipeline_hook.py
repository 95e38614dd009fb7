"""`tf.data.experimental.CheckpointInputPipelineHook`: the places of iterators in checkpoints of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.data.saving import saveable_of
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.typing import SessionLike, TensorLike
from penstock.train.checkpoint_management import latest_checkpoint
from penstock.train.checkpoint_saver_hook import CheckpointSaverHook
from penstock.train.saver import Saver
from penstock.train.session_run_hook import SessionRunHook

if TYPE_CHECKING:
    from penstock.estimator.estimator import Estimator
    from penstock.train.session_run_hook import SessionRunContext, SessionRunValues


class _Saver(Saver):
    """A saver with a state file of its own, so that the model's checkpoints stay the latest there."""

    def __init__(self, saveables: list[Any], latest_filename: str) -> None:
        super().__init__(saveables)
        self._latest_filename = latest_filename

    def save(  # type: ignore[override]
        self,
        sess: SessionLike,
        save_path: str,
        global_step: TensorLike | None = None,
        latest_filename: Any = None,
        **more: Any,
    ) -> Any:
        """As `Saver.save`."""
        return super().save(sess, save_path, global_step, latest_filename or self._latest_filename, **more)


@export("data.experimental.CheckpointInputPipelineHook", "contrib.data.CheckpointInputPipelineHook")
class CheckpointInputPipelineHook(SessionRunHook):
    """Saves the places of all iterators beside an Estimator's checkpoints, and goes on there in the next training.

    The checkpoints are called `input.ckpt-<step>` (with the worker's type and number if there are several).

    Args:
      estimator: the Estimator: its folder and how often it saves.

    >>> import penstock as tf
    >>> def model(features, labels, mode):
    ...     step = tf.train.get_or_create_global_step()
    ...     return tf.estimator.EstimatorSpec(mode, loss=tf.cast(features, tf.float32), train_op=step.assign_add(1))
    >>> config = tf.estimator.RunConfig(save_checkpoints_steps=2)
    >>> estimator = tf.estimator.Estimator(model, "model", config)
    >>> numbers = lambda: tf.data.Dataset.range(9)
    >>> _ = estimator.train(numbers, steps=2, hooks=[tf.data.experimental.CheckpointInputPipelineHook(estimator)])
    >>> sorted(tf.gfile.Glob("model/input*.index"))
    ['model/input.ckpt-0.index', 'model/input.ckpt-2.index']
    """

    def __init__(self, estimator: Estimator) -> None:
        config = getattr(estimator, "config", None) or estimator._config
        prefix = "input"
        if config.num_worker_replicas > 1:
            prefix += f"_{config.task_type}_{config.task_id}"
        self._checkpoint_saver_hook = CheckpointSaverHook(
            estimator.model_dir,
            save_secs=config.save_checkpoints_secs,
            save_steps=config.save_checkpoints_steps,
            checkpoint_basename=f"{prefix}.ckpt",
        )
        self._latest_filename = f"checkpoint_{prefix}"
        self._first = True

    def begin(self) -> None:
        """Makes the saver."""
        hook = self._checkpoint_saver_hook
        if hook._saver is None and hook._scaffold is None:
            saveables = [saveable_of(handle) for handle in get_collection("iterators")]
            hook._saver = _Saver(saveables, self._latest_filename)
        hook.begin()

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Goes to the latest places before the first step, or saves those of the beginning."""
        hook = self._checkpoint_saver_hook
        if self._first:
            self._first = False
            session = run_context.session
            latest = latest_checkpoint(hook._checkpoint_dir, latest_filename=self._latest_filename)
            if latest:
                hook._get_saver().restore(session, latest)
            else:
                step = session.run(hook._global_step_tensor)
                hook._save(session, step)
                hook._timer.update_last_triggered_step(step)
        return hook.before_run(run_context)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Saves when it is time."""
        self._checkpoint_saver_hook.after_run(run_context, run_values)

    def end(self, session: SessionLike) -> None:
        """Saves a last time."""
        self._checkpoint_saver_hook.end(session)
