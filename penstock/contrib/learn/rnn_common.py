"""What the recurrent estimators of tf.contrib.learn share: cells by name, last outputs, predictions and metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.contrib.learn.keys import PredictionKey, ProblemType
from penstock.graph.typing import SizesLike, TensorLike
from penstock.rnn.cell_base import RNNCell
from penstock.rnn.cells import BasicRNNCell, GRUCell
from penstock.rnn.lstm import LSTMCell
from penstock.rnn.wrappers import DropoutWrapper, MultiRNNCell

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_CELL_TYPES = {"basic_rnn": BasicRNNCell, "lstm": LSTMCell, "gru": GRUCell}


class RNNKeys:
    """The keys of features and predictions that have a meaning of their own."""

    FINAL_STATE_KEY = "final_state"
    LABELS_KEY = "__labels__"
    SEQUENCE_LENGTH_KEY = "sequence_length"
    STATE_PREFIX = "rnn_cell_state"


class PredictionType:
    """Whether a model gives one value for a sequence, or one for each of its steps."""

    SINGLE_VALUE = 1
    MULTIPLE_VALUE = 2


def _single_cell(cell_type: Any, num_units: int) -> Any:
    kind: Any = _CELL_TYPES.get(cell_type, cell_type)
    if not kind or not issubclass(kind, RNNCell):
        raise ValueError(f"The supported cell types are {list(_CELL_TYPES)}; got {kind}")
    return kind(num_units=num_units)


def construct_rnn_cell(
    num_units: SizesLike | None, cell_type: Any = "basic_rnn", dropout_keep_probabilities: Sequence[Any] | None = None
) -> Any:
    """The cell of an estimator with these arguments.

    Args:
      num_units: a number of units, or one for each layer.
      cell_type: "basic_rnn", "lstm" or "gru", or a class of cells.
      dropout_keep_probabilities: one for the input of each layer and one for the last output, or None.

    Raises:
      ValueError: there is no such cell, or the number of probabilities is wrong.
    """
    sizes = num_units if isinstance(num_units, (list, tuple)) else (num_units,)
    cells = [_single_cell(cell_type, size) for size in sizes]
    if dropout_keep_probabilities:
        cells = apply_dropout(cells, dropout_keep_probabilities)
    return cells[0] if len(cells) == 1 else MultiRNNCell(cells)


def apply_dropout(
    cells: Sequence[Any], dropout_keep_probabilities: Sequence[Any], random_seed: int | None = None
) -> list[Any]:
    """Cells that drop some of their inputs, the last one also of its outputs.

    Raises:
      ValueError: there is not one probability more than there are cells.
    """
    if len(dropout_keep_probabilities) != len(cells) + 1:
        raise ValueError(
            "The number of dropout probabilities must be one greater than the number of cells. Got "
            f"{len(cells)} cells and {len(dropout_keep_probabilities)} dropout probabilities."
        )
    pairs = zip(cells[:-1], dropout_keep_probabilities[:-2], strict=True)
    wrapped: list[Any] = [DropoutWrapper(cell, keep, 1.0, seed=random_seed) for cell, keep in pairs]
    return [*wrapped, DropoutWrapper(cells[-1], *dropout_keep_probabilities[-2:])]


def get_eval_metric_ops(
    problem_type: int,
    prediction_type: int,
    sequence_length: TensorLike | None,
    prediction_dict: dict[str, Any],
    labels: TensorLike,
) -> dict[str, Any]:
    """The accuracy of a classifier; numbers have no metric but the loss."""
    if problem_type != ProblemType.CLASSIFICATION:
        return {}
    predictions = prediction_dict[PredictionKey.CLASSES]
    if prediction_type == PredictionType.MULTIPLE_VALUE:
        predictions, labels = mask_activations_and_labels(predictions, labels, sequence_length)
    return {"accuracy": tf.contrib.metrics.streaming_accuracy(predictions=predictions, labels=labels)}


def select_last_activations(activations: Any, sequence_lengths: Any) -> Tensor:
    """What each sequence of a batch has at its last step; without lengths, at the end of the tensor."""
    with tf.name_scope("select_last_activations", values=[activations, sequence_lengths]):
        shape = tf.shape(activations)
        batch_size, padded_length, columns = shape[0], shape[1], shape[2]
        if sequence_lengths is None:
            sequence_lengths = padded_length
        rows = tf.reshape(activations, [-1, columns])
        last = tf.gather(rows, tf.range(batch_size) * padded_length + sequence_lengths - 1)
        last.set_shape([activations.shape[0], activations.shape[2]])
        return last


def mask_activations_and_labels(
    activations: TensorLike, labels: TensorLike, sequence_lengths: TensorLike | None
) -> tuple[Any, Any]:
    """All steps of all sequences, one after the other, without those beyond their lengths."""
    with tf.name_scope("mask_activations_and_labels", values=[activations, labels, sequence_lengths]):
        shape = tf.shape(labels)
        batch_size, padded_length = shape[0], shape[1]
        if sequence_lengths is None:
            steps = padded_length * batch_size
            return tf.reshape(activations, [steps, -1]), tf.reshape(labels, [steps])
        mask = tf.sequence_mask(sequence_lengths, padded_length)
        return tf.boolean_mask(activations, mask), tf.boolean_mask(labels, mask)


def predictions_name(problem_type: int) -> str:
    """The key of the predictions."""
    return PredictionKey.CLASSES if problem_type == ProblemType.CLASSIFICATION else PredictionKey.SCORES


def multi_value_predictions(
    activations: TensorLike, target_column: Any, problem_type: int, predict_probabilities: bool
) -> dict[str, Any]:
    """Predictions for every step; with `predict_probabilities`, also those of all classes."""
    with tf.name_scope("MultiValuePrediction"):
        shape = tf.shape(activations)
        flat = tf.reshape(activations, [-1, shape[2]])
        found = {}
        if predict_probabilities:
            probabilities = target_column.logits_to_predictions(flat, proba=True)
            predictions = tf.argmax(probabilities, 1)
            full = tf.concat([shape[:2], [2]], 0) if target_column.num_label_columns == 1 else shape
            key = PredictionKey.PROBABILITIES
            found[key] = tf.reshape(probabilities, full, name=key)
        else:
            predictions = target_column.logits_to_predictions(flat, proba=False)
        key = predictions_name(problem_type)
        found[key] = tf.reshape(predictions, [shape[0], shape[1]], name=key)
        return found
