"""How a SavedModel is made from an Estimator's graphs: signatures from export outputs, names of directories."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any

from penstock.estimator.export_outputs import EvalOutput, ExportOutput, TrainOutput, get_export_outputs
from penstock.estimator.receivers import SINGLE_RECEIVER
from penstock.estimator.spec import ModeKeys
from penstock.graph.typing import NestedTensors
from penstock.platform import logging
from penstock.saved_model import signature_constants, signature_def_utils, tag_constants
from penstock.storage import gfile

TAGS = {
    ModeKeys.PREDICT: [tag_constants.SERVING],
    ModeKeys.TRAIN: [tag_constants.TRAINING],
    ModeKeys.EVAL: [tag_constants.EVAL],
}
_METHODS = {
    signature_constants.CLASSIFY_METHOD_NAME: "Classify",
    signature_constants.REGRESS_METHOD_NAME: "Regress",
    signature_constants.PREDICT_METHOD_NAME: "Predict",
    signature_constants.SUPERVISED_TRAIN_METHOD_NAME: "Train",
    signature_constants.SUPERVISED_EVAL_METHOD_NAME: "Eval",
}
_ATTEMPTS = 10


def outputs_of(spec: Any) -> dict[str, ExportOutput]:
    """The export outputs of an `EstimatorSpec` in its mode."""
    if spec.mode == ModeKeys.PREDICT:
        return get_export_outputs(spec.export_outputs, spec.predictions)
    kind, key = {
        ModeKeys.TRAIN: (TrainOutput, signature_constants.DEFAULT_TRAIN_SIGNATURE_DEF_KEY),
        ModeKeys.EVAL: (EvalOutput, signature_constants.DEFAULT_EVAL_SIGNATURE_DEF_KEY),
    }[spec.mode]
    return {key: kind(loss=spec.loss, predictions=spec.predictions, metrics=spec.eval_metric_ops)}


def build_all_signature_defs(
    receiver_tensors: NestedTensors,
    export_outputs: NestedTensors,
    receiver_tensors_alternatives: Mapping[str, Any] | None = None,
    serving_only: bool = True,
) -> dict[str, Any]:
    """The signatures for each output with each group of receivers; those that a server could not answer are left out.

    Raises:
      ValueError: `export_outputs` is not a dictionary.
    """
    if not isinstance(export_outputs, dict):
        raise ValueError(f"export_outputs must be a dict and not{type(export_outputs)}")
    groups = [("", receiver_tensors)]
    groups += [(f"{name or 'None'}:", tensors) for name, tensors in (receiver_tensors_alternatives or {}).items()]
    signatures, refused = {}, {}
    for prefix, tensors in groups:
        if not isinstance(tensors, dict):
            tensors = {SINGLE_RECEIVER: tensors}
        for key, output in export_outputs.items():
            name = f"{prefix}{key or 'None'}"
            try:
                signatures[name] = output.as_signature_def(tensors)
            except ValueError as error:
                refused[name] = str(error)
    _report(signatures, refused)
    if serving_only:
        signatures = {k: v for k, v in signatures.items() if signature_def_utils.is_valid_signature(v)}
    return signatures


def _report(signatures: Mapping[str, Any], refused: Mapping[str, str]) -> None:
    names: dict[str, list[str]] = {method: [] for method in _METHODS}
    for name, signature in signatures.items():
        names.setdefault(signature.method_name, []).append(name)
    for method, found in names.items():
        logging.info("Signatures INCLUDED in export for %s: %s", _METHODS.get(method, method), found or "None")
    if refused:
        logging.info("Signatures EXCLUDED from export because they cannot be be served via TensorFlow Serving APIs:")
        for name, message in refused.items():
            logging.info("'%s' : %s", name, message)
    if not signatures:
        logging.warning("Export includes no signatures!")
    elif signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY not in signatures:
        logging.warning("Export includes no default signature!")


def get_timestamped_export_dir(export_dir_base: str) -> str:
    """The path of a new directory in `export_dir_base`, called by the seconds since 1970. It is not made yet.

    Raises:
      RuntimeError: there was one of that name at ten seconds in a row.
    """
    for attempt in range(_ATTEMPTS):
        found = os.path.join(os.fsdecode(export_dir_base), str(int(time.time())))
        if not gfile.exists(found):
            return found
        time.sleep(1)
        logging.warning("Directory %s already exists; retrying (attempt %d/%d)", found, attempt + 1, _ATTEMPTS)
    raise RuntimeError(f"Failed to obtain a unique export directory name after {_ATTEMPTS} attempts.")


def get_temp_export_dir(timestamped_export_dir: str) -> str:
    """A name beside it that servers do not take for a version of the model."""
    parent, name = os.path.split(timestamped_export_dir)
    return os.path.join(parent, f"temp-{name}")


def copy_assets_extra(export_dir: str, assets_extra: Mapping[str, str]) -> None:
    """Copies files to `assets.extra`: paths there → the files."""
    for relative, source in assets_extra.items():
        target = os.path.join(export_dir, "assets.extra", relative)
        gfile.makedirs(os.path.dirname(target))
        gfile.copy(source, target)
