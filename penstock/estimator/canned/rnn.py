"""`tf.contrib.estimator.RNN*`: recurrent networks over sequence columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned.heads import SUM_OVER_BATCH_SIZE, Head, classification_head
from penstock.estimator.canned.optimizers import INPUT_SLICE, check_features, get_optimizer_instance, partitioner
from penstock.estimator.estimator import Estimator
from penstock.estimator.run_config import RunConfig
from penstock.estimator.spec import EstimatorSpec
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.typing import NestedTensors, TensorLike

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor
    from penstock.train.optimizer import Optimizer

_LEARNING_RATE = 0.05
_CLIP_NORM = 5.0
_CELLS = {"basic_rnn": "BasicRNNCell", "lstm": "BasicLSTMCell", "gru": "GRUCell"}
_DEFAULT: Any = object()


def _cell_fn(rnn_cell_fn: Any, num_units: Sequence[int] | None, cell_type: Any) -> Callable[[str], Any]:
    """The function that makes the cell, given or of sizes and a type.

    Raises:
      ValueError: both are given, or the type is not known.
    """
    if rnn_cell_fn:
        if num_units or cell_type is not _DEFAULT:
            raise ValueError("num_units and cell_type must not be specified when using rnn_cell_fn")
        return rnn_cell_fn
    kind = "basic_rnn" if cell_type is _DEFAULT else cell_type

    def make(mode: str) -> Any:
        found = getattr(tf.nn.rnn_cell, _CELLS[kind]) if kind in _CELLS else kind
        if not isinstance(found, type) or not issubclass(found, tf.nn.rnn_cell.RNNCell):
            raise ValueError(f"Supported cell types are {list(_CELLS)}; got {found}")
        cells = [found(num_units=units) for units in num_units or ()]
        return cells[0] if len(cells) == 1 else tf.nn.rnn_cell.MultiRNNCell(cells)

    return make


def _with_context(sequences: Any, context: Any) -> Tensor:
    """Sequences, at each time of which the context is put beside them."""
    checks = [
        tf.assert_rank(sequences, 3, message="sequence_input must have rank 3", data=[tf.shape(sequences)]),
        tf.assert_rank(context, 2, message="context_input must have rank 2", data=[tf.shape(context)]),
    ]
    with control_dependencies(checks):
        times = tf.concat([[1], [tf.shape(sequences)[1]], [1]], 0)
        tiled = tf.tile(tf.expand_dims(context, 1), times)
    return tf.concat([sequences, tiled], 2)


def _last(outputs: Any, lengths: TensorLike) -> Tensor:
    """The output at the end of each sequence."""
    with name_scope("select_last_activations", values=[outputs, lengths]):
        shape = tf.shape(outputs)
        starts = tf.to_int64(tf.range(shape[0]) * shape[1])
        found = tf.gather(tf.reshape(outputs, [shape[0] * shape[1], shape[2]]), starts + lengths - 1)
        found.set_shape([outputs.shape[0], outputs.shape[2]])
        return found


class _RNN(Estimator):
    """A recurrent network with a head."""

    def _begin(
        self,
        head: Any,
        sequence_columns: Any,
        context_columns: Any,
        cell_fn: Callable[[str], Any],
        return_sequences: bool,
        given_optimizer: Any,
        given_partitioner: Any,
        model_dir: Any,
        config: Any,
    ) -> None:
        sequence_columns, context_columns = tuple(sequence_columns or ()), tuple(context_columns or ())

        def model_fn(features: Any, labels: NestedTensors, mode: str, config: Any) -> EstimatorSpec:
            check_features(features)
            optimizer = given_optimizer
            if not isinstance(optimizer, tf.train.Optimizer):
                optimizer = get_optimizer_instance(optimizer, learning_rate=_LEARNING_RATE)
                optimizer = tf.contrib.estimator.clip_gradients_by_norm(optimizer, _CLIP_NORM)
            split = given_partitioner or partitioner(config, INPUT_SLICE)
            values = tuple(features.values())
            with tf.variable_scope("rnn", values=values, partitioner=partitioner(config)):
                with tf.variable_scope("sequence_input_layer", values=values, partitioner=split):
                    sequences, lengths = tf.contrib.feature_column.sequence_input_layer(features, sequence_columns)
                    tf.summary.histogram("sequence_length", lengths)
                    if context_columns:
                        sequences = _with_context(sequences, tf.feature_column.input_layer(features, context_columns))
                outputs, _ = tf.nn.dynamic_rnn(
                    cell=cell_fn(mode), inputs=sequences, sequence_length=lengths, dtype=tf.float32
                )
                if return_sequences:
                    features.setdefault(head.input_sequence_mask_key, tf.sequence_mask(lengths))
                else:
                    outputs = _last(outputs, lengths)
                with tf.variable_scope("logits", values=(outputs,)):
                    logits = tf.layers.dense(
                        outputs, head.logits_dimension, kernel_initializer=tf.glorot_uniform_initializer()
                    )

                def train_op_fn(loss: TensorLike) -> Any:
                    return optimizer.minimize(loss, global_step=tf.train.get_global_step())

                return head.create_estimator_spec(
                    features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits
                )

        Estimator.__init__(self, model_fn=model_fn, model_dir=model_dir, config=config)


@export("contrib.estimator.RNNClassifier")
class RNNClassifier(_RNN):
    """A recurrent network that classifies sequences.

    Args:
      sequence_feature_columns: sequence columns: numeric, or embeddings and indicators of categorical ones.
      context_feature_columns: dense columns, whose values are the same at all times.
      num_units: the sizes of the layers.
      cell_type: 'basic_rnn', 'lstm', 'gru', or a class of cells.
      rnn_cell_fn: a function of the mode that makes the cell, instead of both.
      model_dir: where the model is kept.
      n_classes: the number of classes.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      label_vocabulary: the labels, if they are strings; else labels are integers below `n_classes`.
      optimizer: an optimizer, a function that makes one, or a name; the gradients of the latter two are clipped.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      input_layer_partitioner: splits the variables of columns.
      config: a `RunConfig`.

    Raises:
      ValueError: `rnn_cell_fn` and one of `num_units` and `cell_type` are given.

    >>> import penstock as tf
    >>> column = tf.feature_column.sequence_numeric_column("x")
    >>> def input_fn():
    ...     x = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [1.0, 2.0, -3.0], [2, 2])
    ...     return tf.data.Dataset.from_tensors(({"x": x}, [[1], [0]])).repeat(3)
    >>> model = tf.contrib.estimator.RNNClassifier([column], num_units=[4], cell_type="lstm").train(input_fn)
    >>> print([name for name in model.get_variable_names() if "lstm" in name and "Adagrad" not in name])
    ['rnn/rnn/basic_lstm_cell/bias', 'rnn/rnn/basic_lstm_cell/kernel']
    """

    def __init__(
        self,
        sequence_feature_columns: Any,
        context_feature_columns: Any = None,
        num_units: Sequence[int] | None = None,
        cell_type: Any = _DEFAULT,
        rnn_cell_fn: Callable[[str], Any] | None = None,
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column: str | None = None,
        label_vocabulary: Sequence[Any] | None = None,
        optimizer: str | Optimizer | Callable[..., Any] = "Adagrad",
        loss_reduction: object = SUM_OVER_BATCH_SIZE,
        input_layer_partitioner: Callable[..., Any] | None = None,
        config: RunConfig | None = None,
    ) -> None:
        cell_fn = _cell_fn(rnn_cell_fn, num_units, cell_type)
        self._begin(
            classification_head(n_classes, weight_column, label_vocabulary, loss_reduction),
            sequence_feature_columns,
            context_feature_columns,
            cell_fn,
            False,
            optimizer,
            input_layer_partitioner,
            model_dir,
            config,
        )


@export("contrib.estimator.RNNEstimator")
class RNNEstimator(_RNN):
    """A recurrent network with a head of the user's choice.

    Args:
      head: a head, such as `tf.contrib.estimator.regression_head`.
      sequence_feature_columns: sequence columns: numeric, or embeddings and indicators of categorical ones.
      context_feature_columns: dense columns, whose values are the same at all times.
      num_units: the sizes of the layers.
      cell_type: 'basic_rnn', 'lstm', 'gru', or a class of cells.
      rnn_cell_fn: a function of the mode that makes the cell, instead of both.
      return_sequences: whether the head gets the outputs at all times; it must have an `input_sequence_mask_key`.
      model_dir: where the model is kept.
      optimizer: an optimizer, a function that makes one, or a name; the gradients of the latter two are clipped.
      input_layer_partitioner: splits the variables of columns.
      config: a `RunConfig`.

    Raises:
      ValueError: `rnn_cell_fn` and one of `num_units` and `cell_type` are given, or the head is not one for sequences.

    >>> import penstock as tf
    >>> column = tf.feature_column.sequence_numeric_column("x")
    >>> head = tf.contrib.estimator.regression_head()
    >>> model = tf.contrib.estimator.RNNEstimator(head, [column], num_units=[4, 2], cell_type="gru")
    """

    def __init__(
        self,
        head: Head,
        sequence_feature_columns: Any,
        context_feature_columns: Any = None,
        num_units: Sequence[int] | None = None,
        cell_type: Any = _DEFAULT,
        rnn_cell_fn: Callable[[str], Any] | None = None,
        return_sequences: bool = False,
        model_dir: str | None = None,
        optimizer: str | Optimizer | Callable[..., Any] = "Adagrad",
        input_layer_partitioner: Callable[..., Any] | None = None,
        config: RunConfig | None = None,
    ) -> None:
        cell_fn = _cell_fn(rnn_cell_fn, num_units, cell_type)
        if return_sequences and not hasattr(head, "input_sequence_mask_key"):
            raise ValueError("Provided head must be a `_SequentialHead` object when `return_sequences` is set to True.")
        self._begin(
            head,
            sequence_feature_columns,
            context_feature_columns,
            cell_fn,
            return_sequences,
            optimizer,
            input_layer_partitioner,
            model_dir,
            config,
        )
