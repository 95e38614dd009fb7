"""`DynamicRnnEstimator`: a recurrent network over sequences of any length, for one value or one for each step.

The state is given and returned by features and predictions called `rnn_cell_state_0`, `rnn_cell_state_1` …
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.layers.feature_column_ops import (
    input_from_feature_columns,
    sequence_input_from_feature_columns,
)
from penstock.contrib.layers.feature_column_parsing import transform_features
from penstock.contrib.layers.layers import fully_connected
from penstock.contrib.layers.optimizers import OPTIMIZER_SUMMARIES, optimize_loss
from penstock.contrib.layers.target_column import multi_class_target, regression_target
from penstock.contrib.learn import rnn_common
from penstock.contrib.learn.estimator import Estimator
from penstock.contrib.learn.keys import ModeKeys, PredictionKey, ProblemType
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.contrib.learn.rnn_common import PredictionType, RNNKeys
from penstock.graph.typing import CollectionsLike, DTypeLike, NestedTensors, ScopeLike, TensorLike

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor
    from penstock.rnn.cell_base import RNNCell

__all__ = ["DynamicRnnEstimator", "PredictionType", "dict_to_state_tuple", "state_tuple_to_dict"]


def _state_name(i: int) -> str:
    return f"{RNNKeys.STATE_PREFIX}_{i}"


def state_tuple_to_dict(state: NestedTensors) -> dict[str, Any]:
    """The tensors of a state by their names, in the order of `tf.nest.flatten`."""
    with tf.name_scope("state_tuple_to_dict"):
        parts = enumerate(tf.nest.flatten(state))
        return {_state_name(i): None if v is None else tf.identity(v, name=_state_name(i)) for i, v in parts}


def dict_to_state_tuple(input_dict: dict[str, Any], cell: RNNCell) -> Any:
    """The state of a cell from tensors that are called as `state_tuple_to_dict` calls them; None if there are none.

    Raises:
      ValueError: some are there, and some are missing.
    """
    sizes = tf.nest.flatten(cell.state_size)
    found = []
    with tf.name_scope("dict_to_state_tuple"):
        for i, size in enumerate(sizes):
            value = input_dict.get(_state_name(i))
            if value is None:
                continue
            checks = [
                tf.assert_rank(value, 2, name=f"check_state_{i}_rank"),
                tf.assert_equal(tf.shape(value)[1], size, name=f"check_state_{i}_shape"),
            ]
            with tf.control_dependencies(checks):
                found.append(tf.identity(value, name=_state_name(i)))
        if not found:
            return None
        if len(found) != len(sizes):
            raise ValueError(
                f"RNN state was partially specified.Expected zero or {len(sizes)} state Tensors; got {len(found)}"
            )
        return tf.nest.pack_sequence_as(cell.zero_state(batch_size=1, dtype=tf.bool), found)


def _with_context(sequence_input: Any, context_input: Any) -> Tensor:
    """The inputs of every step, with the context behind each."""
    checks = []
    for name, value, rank in (("sequence_input", sequence_input, 3), ("context_input", context_input, 2)):
        message = f"{name} must have rank {rank}"
        checks.append(tf.assert_rank(value, rank, message=message, data=[tf.shape(value)]))
        message = f"{name} must have dtype float32; got {value.dtype}."
        checks.append(tf.assert_type(value, tf.float32, message=message))
    with tf.control_dependencies(checks):
        steps = tf.shape(sequence_input)[1]
        tiled = tf.tile(tf.expand_dims(context_input, 1), tf.concat([[1], [steps], [1]], 0))
    return tf.concat([sequence_input, tiled], 2)


def build_sequence_input(
    features: dict[Any, Any],
    sequence_feature_columns: Iterable[Any],
    context_feature_columns: Iterable[Any] | None,
    weight_collections: CollectionsLike | None = None,
    scope: ScopeLike | None = None,
) -> Tensor:
    """The input of the network: columns of sequences, and columns of the context for every step of them."""
    sequence_columns = list(sequence_feature_columns)
    context_columns = list(context_feature_columns or [])
    features = {**features, **transform_features(features, sequence_columns + context_columns)}
    sequence_input = sequence_input_from_feature_columns(features, sequence_columns, weight_collections, scope=scope)
    if context_feature_columns is None:
        return sequence_input
    context_input = input_from_feature_columns(features, context_columns, weight_collections, scope=scope)
    return _with_context(sequence_input, context_input)


def construct_rnn(
    initial_state: NestedTensors,
    sequence_input: TensorLike,
    cell: RNNCell,
    num_label_columns: int,
    dtype: DTypeLike = tf.float32,
    parallel_iterations: int | None = 32,
    swap_memory: bool = True,
) -> tuple[Any, Any]:
    """The logits of every step, and the last state."""
    with tf.name_scope("RNN"):
        outputs, state = tf.nn.dynamic_rnn(
            cell,
            sequence_input,
            initial_state=initial_state,
            dtype=dtype,
            parallel_iterations=parallel_iterations,
            swap_memory=swap_memory,
        )
        return fully_connected(outputs, num_label_columns, activation_fn=None), state


def _single_value_predictions(
    activations: TensorLike,
    sequence_length: TensorLike | None,
    target_column: Any,
    problem_type: int,
    predict_probabilities: bool,
) -> dict[str, Any]:
    with tf.name_scope("SingleValuePrediction"):
        last = rnn_common.select_last_activations(activations, sequence_length)
        key = rnn_common.predictions_name(problem_type)
        if not predict_probabilities:
            return {key: target_column.logits_to_predictions(last, proba=False)}
        probabilities = target_column.logits_to_predictions(last, proba=True)
        return {PredictionKey.PROBABILITIES: probabilities, key: tf.argmax(probabilities, 1)}


def _loss(
    several: bool,
    activations: TensorLike,
    labels: TensorLike,
    lengths: TensorLike | None,
    target_column: Any,
    features: object,
) -> Any:
    with tf.name_scope("MultiValueLoss" if several else "SingleValueLoss"):
        if several:
            activations, labels = rnn_common.mask_activations_and_labels(activations, labels, lengths)
        else:
            activations = rnn_common.select_last_activations(activations, lengths)
        return target_column.loss(activations, labels, features)


@export("contrib.learn.DynamicRnnEstimator")
class DynamicRnnEstimator(Estimator):
    """A recurrent network for classes or numbers, one for each sequence or one for each of its steps.

    Features may hold `sequence_length`, and the first state as `rnn_cell_state_0` …; predictions hold the last state.

    Args:
      problem_type: `ProblemType.CLASSIFICATION` or `LINEAR_REGRESSION`.
      prediction_type: 1 (`rnn_common.PredictionType.SINGLE_VALUE`) for one value for a sequence, 2 for one for each step.
      sequence_feature_columns: the columns of sequences.
      context_feature_columns: the columns that hold for all steps.
      num_classes: the number of classes, for a classification.
      num_units: the number of units, or one for each layer.
      cell_type: "basic_rnn", "lstm", "gru" or a class of cells.
      optimizer: as for `tf.contrib.layers.optimize_loss`.
      learning_rate: the rate, unless `optimizer` is an instance.
      predict_probabilities: whether to predict the probabilities of all classes, too.
      momentum: of the optimizer "Momentum".
      gradient_clipping_norm: to which gradients are clipped, or None.
      dropout_keep_probabilities: one for the input of each layer and one for the last output, or None.
      model_dir: where the model is saved and continued.
      feature_engineering_fn: a function of features and labels that returns others, which the model gets.
      config: a `RunConfig`.

    Raises:
      ValueError: the types are not known, the number of classes is missing, or probabilities of numbers are wanted.

    >>> import penstock as tf
    >>> columns = [tf.contrib.layers.real_valued_column("x")]
    >>> estimator = tf.contrib.learn.DynamicRnnEstimator(
    ...     tf.contrib.learn.ProblemType.LINEAR_REGRESSION, 1, columns, num_units=2)
    >>> def input_fn():
    ...     return {"x": tf.ones([4, 3, 1])}, tf.zeros([4])
    >>> _ = estimator.fit(input_fn=input_fn, steps=2)
    >>> estimator.get_variable_value("rnn/basic_rnn_cell/kernel").shape
    (3, 2)
    """

    def __init__(
        self,
        problem_type: int,
        prediction_type: int,
        sequence_feature_columns: Iterable[Any],
        context_feature_columns: Iterable[Any] | None = None,
        num_classes: int | None = None,
        num_units: Any = None,
        cell_type: Any = "basic_rnn",
        optimizer: Any = "SGD",
        learning_rate: TensorLike = 0.1,
        predict_probabilities: bool = False,
        momentum: TensorLike | None = None,
        gradient_clipping_norm: Any = 5.0,
        dropout_keep_probabilities: Sequence[Any] | None = None,
        model_dir: str | None = None,
        feature_engineering_fn: Callable[[Any, Any], Any] | None = None,
        config: Any = None,
    ) -> None:
        if prediction_type not in (PredictionType.SINGLE_VALUE, PredictionType.MULTIPLE_VALUE):
            raise ValueError(
                "prediction_type must be one of PredictionType.MULTIPLE_VALUE or PredictionType.SINGLE_VALUE; got "
                f"{prediction_type}"
            )
        several = prediction_type == PredictionType.MULTIPLE_VALUE
        name = f"{'Multi' if several else 'Single'}ValueDynamicRNN"
        if problem_type == ProblemType.LINEAR_REGRESSION:
            name, target_column = f"{name}Regressor", regression_target()
        elif problem_type == ProblemType.CLASSIFICATION:
            if not num_classes:
                raise ValueError("For CLASSIFICATION problem_type, num_classes must be specified.")
            name, target_column = f"{name}Classifier", multi_class_target(n_classes=num_classes)
        else:
            raise ValueError(
                "problem_type must be either ProblemType.LINEAR_REGRESSION or ProblemType.CLASSIFICATION; got "
                f"{problem_type}"
            )
        if optimizer == "Momentum":
            optimizer = tf.train.MomentumOptimizer(learning_rate, momentum)
        if problem_type != ProblemType.CLASSIFICATION and predict_probabilities:
            raise ValueError(
                "predict_probabilities can only be set to True for problem_type ProblemType.CLASSIFICATION; got "
                f"{problem_type}."
            )

        def model_fn(features: Any, labels: Any, mode: str) -> ModelFnOps:
            training, labeled = mode == ModeKeys.TRAIN, mode != ModeKeys.INFER
            loss = train_op = metrics = None
            with tf.name_scope(name):
                lengths = features.get(RNNKeys.SEQUENCE_LENGTH_KEY)
                inputs = build_sequence_input(features, sequence_feature_columns, context_feature_columns)
                dropout = dropout_keep_probabilities if training else None
                cell = rnn_common.construct_rnn_cell(num_units, cell_type, dropout)
                columns = target_column.num_label_columns
                activations, state = construct_rnn(
                    dict_to_state_tuple(features, cell), inputs, cell, columns, parallel_iterations=None
                )
                if several:
                    predictions = rnn_common.multi_value_predictions(
                        activations, target_column, problem_type, predict_probabilities
                    )
                else:
                    predictions = _single_value_predictions(
                        activations, lengths, target_column, problem_type, predict_probabilities
                    )
                answers = dict(predictions)
                if labeled:
                    loss = _loss(several, activations, labels, lengths, target_column, features)
                predictions.update(state_tuple_to_dict(state))
                if labeled:
                    metrics = rnn_common.get_eval_metric_ops(
                        problem_type, prediction_type, lengths, predictions, labels
                    )
                if training:
                    train_op = optimize_loss(
                        loss, None, learning_rate, optimizer, clip_gradients=gradient_clipping_norm,
                        summaries=OPTIMIZER_SUMMARIES,
                    )  # fmt: skip
            return ModelFnOps(
                mode=mode,
                predictions=predictions,
                loss=loss,
                train_op=train_op,
                eval_metric_ops=metrics,
                output_alternatives=None if several else {"dynamic_rnn_output": (problem_type, answers)},
            )

        super().__init__(
            model_fn=model_fn, model_dir=model_dir, config=config, feature_engineering_fn=feature_engineering_fn
        )
