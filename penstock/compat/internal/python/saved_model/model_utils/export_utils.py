"""What is written for each purpose of a model."""

from __future__ import annotations

from typing import Any

from penstock.compat.internal.python.saved_model.model_utils import mode_keys
from penstock.estimator import export_outputs as _outputs

__all__ = [
    "EXPORT_TAG_MAP",
    "SIGNATURE_KEY_MAP",
    "export_outputs_for_mode",
]


EXPORT_TAG_MAP = mode_keys.ModeKeyMap(predict=["serve"], train=["train"], test=["eval"])
SIGNATURE_KEY_MAP = mode_keys.ModeKeyMap(predict="serving_default", train="train", test="eval")


def export_outputs_for_mode(
    mode: str, serving_export_outputs: Any = None, predictions: Any = None, loss: Any = None, metrics: Any = None
) -> dict[str, Any]:
    """The outputs that are written for a purpose, by the keys of their signatures.

    Raises:
      ValueError: the purpose is none.
    """
    if mode not in SIGNATURE_KEY_MAP:
        raise ValueError(
            f"Export output type not found for mode: {mode}. Expected one of: {SIGNATURE_KEY_MAP.keys()}.\nOne likely error "
            "is that V1 Estimator Modekeys were somehow passed to this function. Please ensure that you are using the new "
            "ModeKeys."
        )
    if mode_keys.is_predict(mode):
        return _outputs.get_export_outputs(serving_export_outputs, predictions)
    kind = _outputs.TrainOutput if mode_keys.is_train(mode) else _outputs.EvalOutput
    return {SIGNATURE_KEY_MAP[mode]: kind(loss=loss, predictions=predictions, metrics=metrics)}
