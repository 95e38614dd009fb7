"""Exporters: what is exported after an evaluation in `train_and_evaluate`, and how many exports are kept."""

from __future__ import annotations

import abc
import os
from collections.abc import Callable, Mapping
from typing import Any

from penstock._namespace import export
from penstock.graph import errors
from penstock.platform import logging
from penstock.storage import gfile
from penstock.storage.events import summary_iterator
from penstock.util.function_utils import fn_args


@export("estimator.Exporter")
class Exporter(abc.ABC):
    """Exports a model after an evaluation; the base of the classes that do so.

    >>> import penstock as tf
    >>> class Nothing(tf.estimator.Exporter):
    ...     name = "nothing"
    ...     def export(self, estimator, export_path, checkpoint_path, eval_result, is_the_final_export):
    ...         return None
    >>> Nothing().name
    'nothing'
    """

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """Names the directory for the exports, in `model_dir/export`."""

    @abc.abstractmethod
    def export(
        self,
        estimator: object,
        export_path: str,
        checkpoint_path: str,
        eval_result: Mapping[str, Any],
        is_the_final_export: bool,
    ) -> Any:
        """Exports the model of `checkpoint_path`, if it is worth it.

        Args:
          estimator: the Estimator.
          export_path: the directory for the exports.
          checkpoint_path: the checkpoint that was evaluated.
          eval_result: the result of the evaluation.
          is_the_final_export: whether training has ended.

        Returns:
          The directory of the export, or None.
        """


class _SavedModelExporter(Exporter):
    """Exports a SavedModel, and deletes older ones when there are more than `exports_to_keep`."""

    def __init__(
        self,
        name: str,
        serving_input_receiver_fn: Callable[[], Any] | None,
        assets_extra: Mapping[str, str] | None,
        as_text: bool,
        exports_to_keep: int | None = None,
    ) -> None:
        self._name = name
        self._serving_input_receiver_fn = serving_input_receiver_fn
        self._assets_extra = assets_extra
        self._as_text = as_text
        self._exports_to_keep = exports_to_keep
        if exports_to_keep is not None and exports_to_keep <= 0:
            raise ValueError(f"`exports_to_keep`, if provided, must be a positive number. Got {exports_to_keep}")

    @property
    def name(self) -> str:
        """Names the directory for the exports."""
        return self._name

    def _export(self, estimator: Any, export_path: str, checkpoint_path: str) -> Any:
        result = estimator.export_saved_model(
            export_path,
            self._serving_input_receiver_fn,
            assets_extra=self._assets_extra,
            as_text=self._as_text,
            checkpoint_path=checkpoint_path,
        )
        if self._exports_to_keep is not None:
            self._delete_older(export_path)
        return result

    def _delete_older(self, export_path: str) -> None:
        names = (name.rstrip("/") for name in gfile.listdir(export_path))
        versions = sorted(int(name) for name in names if len(name) == 10 and name.isdigit())
        for version in versions[: -(self._exports_to_keep or 0)]:
            path = os.path.join(export_path, str(version))
            try:
                gfile.rmtree(path)
            except errors.NotFoundError as error:
                logging.warning("Can not delete %s recursively: %s", path, error)


@export("estimator.FinalExporter")
class FinalExporter(_SavedModelExporter):
    """Exports once, when training has ended.

    Args:
      name: names the directory for the exports.
      serving_input_receiver_fn: makes the placeholders and features.
      assets_extra: files to copy, see `Estimator.export_saved_model`.
      as_text: whether to write text.

    >>> import penstock as tf
    >>> tf.estimator.FinalExporter("final", lambda: None).name
    'final'
    """

    def __init__(
        self,
        name: str,
        serving_input_receiver_fn: Callable[[], Any],
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
    ) -> None:
        super().__init__(name, serving_input_receiver_fn, assets_extra, as_text)

    def export(
        self,
        estimator: object,
        export_path: str,
        checkpoint_path: str,
        eval_result: Mapping[str, Any],
        is_the_final_export: bool,
    ) -> Any:
        """Exports if training has ended."""
        if not is_the_final_export:
            return None
        logging.info("Performing the final export in the end of training.")
        return self._export(estimator, export_path, checkpoint_path)


@export("estimator.LatestExporter")
class LatestExporter(_SavedModelExporter):
    """Exports after every evaluation.

    Args:
      name: names the directory for the exports.
      serving_input_receiver_fn: makes the placeholders and features.
      assets_extra: files to copy, see `Estimator.export_saved_model`.
      as_text: whether to write text.
      exports_to_keep: how many exports are kept; None for all.

    Raises:
      ValueError: `exports_to_keep` is not positive.

    >>> import penstock as tf
    >>> tf.estimator.LatestExporter("latest", lambda: None, exports_to_keep=2).name
    'latest'
    """

    def __init__(
        self,
        name: str,
        serving_input_receiver_fn: Callable[[], Any],
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
        exports_to_keep: int | None = 5,
    ) -> None:
        super().__init__(name, serving_input_receiver_fn, assets_extra, as_text, exports_to_keep)

    def export(
        self,
        estimator: object,
        export_path: str,
        checkpoint_path: str,
        eval_result: Mapping[str, Any],
        is_the_final_export: bool,
    ) -> Any:
        """Exports."""
        return self._export(estimator, export_path, checkpoint_path)


def _loss_smaller(best_eval_result: Mapping[str, Any], current_eval_result: Mapping[str, Any]) -> bool:
    """Whether the loss is smaller than the best one."""
    if not best_eval_result or "loss" not in best_eval_result:
        raise ValueError("best_eval_result cannot be empty or no loss is found in it.")
    if not current_eval_result or "loss" not in current_eval_result:
        raise ValueError("current_eval_result cannot be empty or no loss is found in it.")
    return best_eval_result["loss"] > current_eval_result["loss"]


@export("estimator.BestExporter")
class BestExporter(_SavedModelExporter):
    """Exports when the model is better than all before, also those that the events of earlier runs tell of.

    Args:
      name: names the directory for the exports.
      serving_input_receiver_fn: makes the placeholders and features.
      event_file_pattern: where events of evaluations are, in `model_dir`; None to forget earlier runs.
      compare_fn: a function of `best_eval_result` and `current_eval_result`, True if the latter is better; by default
        that with the smaller loss.
      assets_extra: files to copy, see `Estimator.export_saved_model`.
      as_text: whether to write text.
      exports_to_keep: how many exports are kept; None for all.

    Raises:
      ValueError: `compare_fn` is None or has other arguments, or `exports_to_keep` is not positive.

    >>> import penstock as tf
    >>> tf.estimator.BestExporter(serving_input_receiver_fn=lambda: None).name
    'best_exporter'
    """

    def __init__(
        self,
        name: str = "best_exporter",
        serving_input_receiver_fn: Callable[[], Any] | None = None,
        event_file_pattern: str | None = "eval/*.tfevents.*",
        compare_fn: Callable[..., bool] = _loss_smaller,
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
        exports_to_keep: int | None = 5,
    ) -> None:
        if compare_fn is None:
            raise ValueError("`compare_fn` must not be None.")
        args = set(fn_args(compare_fn))
        needed = {"best_eval_result", "current_eval_result"}
        for missing in sorted(needed - args):
            raise ValueError(f"compare_fn ({compare_fn}) must include {missing} argument.")
        if args - needed:
            raise ValueError(f"compare_fn ({compare_fn}) has following not expected args: {sorted(args - needed)}")
        super().__init__(name, serving_input_receiver_fn, assets_extra, as_text, exports_to_keep)
        self._compare_fn = compare_fn
        self._event_file_pattern = event_file_pattern
        self._model_dir: str | None = None
        self._best_eval_result: Mapping[str, Any] | None = None

    def export(
        self,
        estimator: Any,
        export_path: str,
        checkpoint_path: str,
        eval_result: Mapping[str, Any],
        is_the_final_export: bool,
    ) -> Any:
        """Exports if the result is the best so far."""
        if self._model_dir != estimator.model_dir and self._event_file_pattern:
            logging.info("Loading best metric from event files.")
            self._model_dir = estimator.model_dir
            self._best_eval_result = self._best_in(os.path.join(estimator.model_dir, self._event_file_pattern))
        best = self._best_eval_result
        if best is not None and not self._compare_fn(best_eval_result=best, current_eval_result=eval_result):
            return None
        logging.info("Performing best model export.")
        self._best_eval_result = eval_result
        return self._export(estimator, export_path, checkpoint_path)

    def _best_in(self, pattern: str) -> Mapping[str, Any] | None:
        best: Mapping[str, Any] | None = None
        for path in gfile.found(pattern):
            for event in summary_iterator(path):
                if not event.HasField("summary"):
                    continue
                found = {v.tag: v.simple_value for v in event.summary.value if v.HasField("simple_value")}
                if found and (best is None or self._compare_fn(best_eval_result=best, current_eval_result=found)):
                    best = found
        return best
