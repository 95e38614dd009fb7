"""The small models of tf.contrib.learn: regressions and recurrent networks as functions of features and labels.

Each returns predictions and a loss. Also the pieces that they are made of, `tf.contrib.learn.ops`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import DTypeLike, NestedTensors, ScopeLike, TensorLike, TensorOrVariable

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor
    from penstock.rnn.cell_base import RNNCell


@export("contrib.learn.ops.mean_squared_error_regressor")
def mean_squared_error_regressor(
    tensor_in: TensorLike, labels: TensorOrVariable, weights: TensorLike, biases: Any, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """A linear prediction and its squared error.

    Args:
      tensor_in: a tensor `[batch, features]`.
      labels: what is wanted, `[batch, outputs]` or `[batch]`.
      weights: a matrix `[features, outputs]`.
      biases: a vector `[outputs]`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     prediction, loss = tf.contrib.learn.ops.mean_squared_error_regressor(
    ...         tf.constant([[2.0]]), tf.constant([5.0]), tf.constant([[1.0]]), tf.constant([1.0]))
    ...     print(session.run(loss))
    4.0
    """
    with tf.name_scope(name, "mean_squared_error_regressor", [tensor_in, labels]):
        predictions = tf.nn.xw_plus_b(tensor_in, weights, biases)
        if len(labels.get_shape()) == 1 and len(predictions.get_shape()) == 2:
            predictions = tf.squeeze(predictions, axis=[1])
        return predictions, tf.losses.mean_squared_error(labels, predictions)


@export("contrib.learn.ops.softmax_classifier")
def softmax_classifier(
    tensor_in: TensorLike,
    labels: TensorLike,
    weights: TensorLike,
    biases: TensorLike,
    class_weight: TensorLike | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Probabilities of classes by a softmax, and its cross entropy with one-hot labels.

    Args:
      tensor_in: a tensor `[batch, features]`.
      labels: one-hot labels, `[batch, classes]`.
      weights: a matrix `[features, outputs]`.
      biases: a vector `[outputs]`.
      class_weight: a weight for each class, or None.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     probabilities, loss = tf.contrib.learn.ops.softmax_classifier(
    ...         tf.constant([[1.0]]), tf.constant([[1.0, 0.0]]), tf.zeros([1, 2]), tf.zeros([2]))
    ...     print(session.run(probabilities))
    [[0.5 0.5]]
    """
    with tf.name_scope(name, "softmax_classifier", [tensor_in, labels]):
        logits = tf.nn.xw_plus_b(tensor_in, weights, biases)
        if class_weight is not None:
            logits = tf.multiply(logits, class_weight)
        return tf.nn.softmax(logits), tf.losses.softmax_cross_entropy(labels, logits)


@export("contrib.learn.ops.embedding_lookup")
def embedding_lookup(params: Any, ids: Any, name: str = "embedding_lookup") -> Tensor:
    """The rows of `params` with numbers of any shape.

    Args:
      params: the tensor to take rows from.
      ids: the numbers of the rows.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.contrib.learn.ops.embedding_lookup(tf.zeros([5, 2]), tf.constant([[0, 1, 4]])).shape.as_list()
    [1, 3, 2]
    """
    with tf.name_scope(name, "embedding_lookup", [params, ids]):
        params, ids = tf.convert_to_tensor(params), tf.convert_to_tensor(ids)
        shape = tf.shape(ids)
        flat = tf.reshape(ids, tf.reduce_prod(shape, keepdims=True))
        found = tf.reshape(tf.nn.embedding_lookup(params, flat, name=name), tf.concat([shape, [-1]], 0))
        found.set_shape(ids.get_shape().concatenate(params.get_shape()[1:]))
        return found


@export("contrib.learn.ops.categorical_variable")
def categorical_variable(tensor_in: TensorLike, n_classes: int, embedding_size: int, name: str) -> Tensor:
    """An embedding of categories, as a new variable.

    Args:
      tensor_in: the numbers of categories.
      n_classes: the number of categories.
      embedding_size: the length of a row.
      name: the name of the variable's scope.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     _ = tf.contrib.learn.ops.categorical_variable(tf.constant([1]), 4, 2, "words")
    ...     [v.name for v in tf.global_variables()]
    ['words/words_embeddings:0']
    """
    with tf.variable_scope(name):
        return embedding_lookup(tf.get_variable(f"{name}_embeddings", [n_classes, embedding_size]), tensor_in)


@export("contrib.learn.ops.sequence_classifier")
def sequence_classifier(
    decoding: Any, labels: Any, sampling_decoding: Any = None, name: Any = None
) -> tuple[Tensor, Any]:
    """Predictions and the loss of a sequence of logits.

    Args:
      decoding: a list of logits, one tensor for each step.
      labels: a list of what is wanted in each step.
      sampling_decoding: logits of which predictions are made instead.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     predictions, loss = tf.contrib.learn.ops.sequence_classifier([tf.zeros([1, 2])], [tf.ones([1, 2])])
    ...     predictions.shape.as_list()
    [1, 1, 2]
    """
    with tf.name_scope(name, "sequence_classifier", [*decoding, *labels]):
        losses = [
            tf.nn.softmax_cross_entropy_with_logits(labels=label, logits=logits, name=f"sequence_loss/xent_raw{i}")
            for i, (label, logits) in enumerate(zip(labels, decoding, strict=False))
        ]
        predictions = [tf.nn.softmax(logits) for logits in (sampling_decoding or decoding)]
        total = tf.add_n(losses, name="sequence_loss/xent")
        return tf.stack(predictions, axis=1), tf.reduce_sum(total, name="sequence_loss")


@export("contrib.learn.ops.seq2seq_inputs")
def seq2seq_inputs(
    x: TensorLike, y: TensorLike, input_length: int, output_length: int, sentinel: Any = None, name: str | None = None
) -> tuple[Any, list[Any], list[Any]]:
    """The inputs of an encoder and of a decoder, and what the decoder shall say, out of two sequences.

    Args:
      x: what is read, `[batch, input_length, features]`.
      y: what shall be written, `[batch, output_length, features]`.
      input_length, output_length: how many steps.
      sentinel: what the decoder begins with; zeros by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     parts = tf.contrib.learn.ops.seq2seq_inputs(tf.zeros([1, 2, 3]), tf.zeros([1, 2, 3]), 2, 2)
    ...     [len(part) for part in parts]
    [2, 3, 3]
    """
    with tf.name_scope(name, "seq2seq_inputs", [x, y]):
        inputs, outputs = tf.unstack(x, axis=1), tf.unstack(y, axis=1)
        if sentinel is None:
            sentinel = tf.zeros(tf.stack([tf.shape(x)[0], outputs[0].get_shape().as_list()[1]]))
            sentinel.set_shape(outputs[0].get_shape())
        return inputs, [sentinel, *outputs], [*outputs, sentinel]


@export("contrib.learn.ops.rnn_decoder")
def rnn_decoder(
    decoder_inputs: Any, initial_state: object, cell: Any, scope: object = None
) -> tuple[Any, Any, Any, Any]:
    """Runs a cell over inputs, and over its own outputs: outputs and states of both.

    Args:
      decoder_inputs: a list of tensors `[batch, features]`, one for each step.
      initial_state: the state to begin with.
      cell: the cell.
      scope: the scope of the variables.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.nn.rnn_cell.GRUCell(3)
    ...     found = tf.contrib.learn.ops.rnn_decoder([tf.zeros([1, 3])] * 2, tf.zeros([1, 3]), cell)
    ...     [len(part) for part in found]
    [2, 3, 2, 3]
    """
    with tf.variable_scope(scope or "dnn_decoder"):
        outputs: list[Any] = []
        states = [initial_state]
        with tf.name_scope("training"):
            for i, given in enumerate(decoder_inputs):
                if i > 0:
                    tf.get_variable_scope().reuse_variables()
                output, state = cell(given, states[-1])
                outputs.append(output)
                states.append(state)
        sampled, sampled_states = outputs[:1], [initial_state, *states[:1]]
        with tf.name_scope("sampling"):
            for _ in decoder_inputs[1:]:
                output, state = cell(sampled[-1], sampled_states[-1])
                sampled.append(output)
                sampled_states.append(state)
    return outputs, states, sampled, sampled_states


@export("contrib.learn.ops.rnn_seq2seq")
def rnn_seq2seq(
    encoder_inputs: Any,
    decoder_inputs: NestedTensors,
    encoder_cell: Any,
    decoder_cell: Any = None,
    dtype: DTypeLike = tf.float32,
    scope: ScopeLike | None = None,
) -> tuple[Any, Any, Any, Any]:
    """An encoder, and a decoder that starts with its last state.

    Args:
      encoder_inputs, decoder_inputs: lists of tensors `[batch, features]`, one for each step.
      encoder_cell: the cell that reads.
      decoder_cell: the cell that writes; that of the encoder by default.
      dtype: the type of the state.
      scope: the scope of the variables.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cells = tf.nn.rnn_cell.GRUCell(3), tf.nn.rnn_cell.GRUCell(3)
    ...     found = tf.contrib.learn.ops.rnn_seq2seq([tf.zeros([1, 3])], [tf.zeros([1, 3])], *cells)
    ...     len(found)
    4
    """
    with tf.variable_scope(scope or "rnn_seq2seq"):
        _, state = tf.nn.static_rnn(encoder_cell, encoder_inputs, dtype=dtype)
        return rnn_decoder(decoder_inputs, state, decoder_cell or encoder_cell)


def _weights_and_bias(x: TensorOrVariable, outputs: object, mean: float | None, stddev: float) -> tuple[Any, Any]:
    dtype = x.dtype.base_dtype
    initializer = None if mean is None else tf.random_normal_initializer(mean, stddev, dtype=dtype)
    weights = tf.get_variable("weights", [x.get_shape()[1], outputs], initializer=initializer, dtype=dtype)
    bias = tf.get_variable("bias", [outputs], initializer=initializer, dtype=dtype)
    return weights, bias


def _histograms(**values: Any) -> None:
    for name, value in values.items():
        tf.summary.histogram(f"{tf.get_variable_scope().name}.{name}", value)


@export("contrib.learn.models.linear_regression")
def linear_regression(
    x: Any, y: Any, init_mean: float | None = None, init_stddev: float = 1.0
) -> tuple[Tensor, Tensor]:
    """A linear model of numbers: predictions and the squared error.

    Args:
      x: a tensor `[batch, features]`.
      y: what is wanted.
      init_mean: the mean of the weights at the beginning; with None, the default initializer is used.
      init_stddev: their standard deviation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     predictions, loss = tf.contrib.learn.models.linear_regression(tf.zeros([2, 3]), tf.zeros([2]))
    ...     [v.op.name for v in tf.trainable_variables()]
    ['linear_regression/weights', 'linear_regression/bias']
    """
    with tf.variable_scope("linear_regression"):
        _histograms(x=x, y=y)
        shape = y.get_shape()
        weights, bias = _weights_and_bias(x, 1 if len(shape) == 1 else shape[1], init_mean, init_stddev)
        _histograms(weights=weights, bias=bias)
        return mean_squared_error_regressor(x, y, weights, bias)


@export("contrib.learn.models.logistic_regression")
def logistic_regression(
    x: Any, y: Any, class_weight: Any = None, init_mean: float | None = None, init_stddev: float = 1.0
) -> tuple[Tensor, Tensor]:
    """A linear model of classes with one-hot labels: probabilities and the cross entropy.

    Args:
      x: a tensor `[batch, features]`.
      y: one-hot labels, `[batch, classes]`.
      class_weight: a weight for each class, or None.
      init_mean: the mean of the weights at the beginning; with None, the default initializer is used.
      init_stddev: their standard deviation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     predictions, loss = tf.contrib.learn.models.logistic_regression(tf.zeros([2, 3]), tf.zeros([2, 4]))
    ...     predictions.shape.as_list()
    [2, 4]
    """
    with tf.variable_scope("logistic_regression"):
        _histograms(x=x, y=y)
        weights, bias = _weights_and_bias(x, y.get_shape()[-1], init_mean, init_stddev)
        _histograms(weights=weights, bias=bias)
        if class_weight is None:
            try:
                class_weight = tf.get_default_graph().get_tensor_by_name("class_weight:0")
            except KeyError:
                pass
        return softmax_classifier(x, y, weights, bias, class_weight=class_weight)


@export("contrib.learn.models.linear_regression_zero_init")
def linear_regression_zero_init(x: TensorLike, y: TensorLike) -> tuple[Tensor, Tensor]:
    """`linear_regression` that begins with zeros.

    Args:
      x: a tensor `[batch, features]`.
      y: what is wanted.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     predictions, loss = tf.contrib.learn.models.linear_regression_zero_init(tf.zeros([2, 3]), tf.zeros([2]))
    """
    return linear_regression(x, y, init_mean=0.0, init_stddev=0.0)


@export("contrib.learn.models.logistic_regression_zero_init")
def logistic_regression_zero_init(x: TensorLike, y: TensorLike) -> tuple[Tensor, Tensor]:
    """`logistic_regression` that begins with zeros.

    Args:
      x: a tensor `[batch, features]`.
      y: one-hot labels, `[batch, classes]`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     _ = tf.contrib.learn.models.logistic_regression_zero_init(tf.zeros([2, 3]), tf.zeros([2, 2]))
    """
    return logistic_regression(x, y, init_mean=0.0, init_stddev=0.0)


def _reversed(inputs: list[Any], lengths: TensorLike | None) -> list[Any]:
    if lengths is None:
        return inputs[::-1]
    return tf.unstack(tf.reverse_sequence(tf.stack(inputs), lengths, seq_axis=0, batch_axis=1))


@export("contrib.learn.models.bidirectional_rnn")
def bidirectional_rnn(
    cell_fw: RNNCell,
    cell_bw: RNNCell,
    inputs: list[Any],
    initial_state_fw: NestedTensors | None = None,
    initial_state_bw: NestedTensors | None = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    scope: str | None = None,
) -> tuple[list[Any], Any]:
    """Two recurrent networks, one of them backwards: their outputs and last states, side by side.

    Args:
      cell_fw, cell_bw: the cells, forwards and backwards.
      inputs: a list of tensors `[batch, features]`, one for each step.
      initial_state_fw, initial_state_bw: the states to begin with; zeros by default.
      dtype: the type of the states, if none is given.
      sequence_length: the length of each sequence of the batch.
      scope: the scope of the variables.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cells = tf.nn.rnn_cell.GRUCell(3), tf.nn.rnn_cell.GRUCell(3)
    ...     outputs, state = tf.contrib.learn.models.bidirectional_rnn(*cells, [tf.zeros([1, 2])], dtype=tf.float32)
    ...     state.shape.as_list()
    [1, 6]
    """
    for name, cell in (("cell_fw", cell_fw), ("cell_bw", cell_bw)):
        if not isinstance(cell, tf.nn.rnn_cell.RNNCell):
            raise TypeError(f"{name} must be an instance of RNNCell")
    if not isinstance(inputs, list):
        raise TypeError("inputs must be a list")
    if not inputs:
        raise ValueError("inputs must not be empty")
    name = scope or "BiRNN"
    with tf.variable_scope(f"{name}_FW"):
        forward, state_fw = tf.nn.static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length)
    with tf.variable_scope(f"{name}_BW"):
        turned = _reversed(inputs, sequence_length)
        backward, state_bw = tf.nn.static_rnn(cell_bw, turned, initial_state_bw, dtype, sequence_length)
    pairs = zip(forward, _reversed(backward, sequence_length), strict=True)
    return [tf.concat(pair, 1) for pair in pairs], tf.concat([state_fw, state_bw], 1)


@export("contrib.learn.models.get_rnn_model")
def get_rnn_model(
    rnn_size: int,
    cell_type: str,
    num_layers: int,
    input_op_fn: Callable[[Any], Any],
    bidirectional: bool,
    target_predictor_fn: Callable[[Any, Any], Any],
    sequence_length: TensorLike | None,
    initial_state: NestedTensors | None,
    attn_length: int | None = None,
    attn_size: int | None = None,
    attn_vec_size: int | None = None,
) -> Callable[[Any, Any], Any]:
    """A model that encodes a sequence by a recurrent network and predicts from the last state.

    Args:
      rnn_size: the size of the cells.
      cell_type: 'rnn', 'gru' or 'lstm'.
      num_layers: how many cells are stacked.
      input_op_fn: makes a list of inputs out of the features.
      bidirectional: whether a second network reads backwards.
      target_predictor_fn: a function of the encoding and the labels that returns predictions and a loss.
      sequence_length: the lengths of the sequences, or None.
      initial_state: of the cells, or None.
      attn_length: over how many outputs the cells attend; none if None.
      attn_size: the size of what they attend to.
      attn_vec_size: the size of the attention's vectors.

    >>> import penstock as tf
    >>> models = tf.contrib.learn.models
    >>> model = models.get_rnn_model(
    ...     4, "gru", 1, lambda x: tf.unstack(x, axis=1), False, models.logistic_regression, None, None)
    >>> with tf.Graph().as_default():
    ...     predictions, loss = model(tf.zeros([2, 3, 5]), tf.zeros([2, 2]))
    ...     predictions.shape.as_list()
    [2, 2]
    """
    cells = tf.nn.rnn_cell
    kinds: dict[str, Any] = {
        "rnn": cells.BasicRNNCell,
        "gru": cells.GRUCell,
        "lstm": functools.partial(cells.BasicLSTMCell, state_is_tuple=False),
    }

    def stack() -> Any:
        layers = [kinds[cell_type](rnn_size) for _ in range(num_layers)]
        if attn_length is not None:
            attend = functools.partial(
                tf.contrib.rnn.AttentionCellWrapper,
                attn_length=attn_length,
                attn_size=attn_size,
                attn_vec_size=attn_vec_size,
                state_is_tuple=False,
            )
            layers = [attend(layer) for layer in layers]
        return cells.MultiRNNCell(layers, state_is_tuple=False)

    def model(x: TensorLike, y: TensorLike) -> Any:
        if cell_type not in kinds:
            raise ValueError(f"cell_type {cell_type} is not supported. ")
        inputs = input_op_fn(x)
        if bidirectional:
            _, encoding = bidirectional_rnn(
                stack(), stack(), inputs, initial_state, initial_state, tf.float32, sequence_length
            )
        else:
            _, encoding = tf.nn.static_rnn(stack(), inputs, initial_state, tf.float32, sequence_length)
        return target_predictor_fn(encoding, y)

    return model


@export("contrib.learn.models.get_dnn_model")
def get_dnn_model(
    hidden_units: Sequence[Any], target_predictor_fn: Callable[[Any, Any], Any], dropout: float | None = None
) -> Callable[[Any, Any], Any]:
    """A model of hidden layers that predicts from the last of them, as 0.9 had it.

    Args:
      hidden_units: the numbers of units of the layers.
      target_predictor_fn: a function of the last layer and the labels that returns predictions and loss.
      dropout: the share of units that are set to 0 in each run, or None.

    >>> import penstock as tf
    >>> models = tf.contrib.learn.models
    >>> with tf.Graph().as_default():
    ...     predictions, loss = models.get_dnn_model([4], models.linear_regression)(tf.zeros([2, 3]), tf.zeros([2]))
    ...     predictions.shape.as_list()
    [2]
    """

    def model(x: TensorLike, y: TensorLike) -> Any:
        keep = None if dropout is None else 1.0 - dropout
        for i, units in enumerate(hidden_units):
            with tf.variable_scope(f"dnn/layer{i}"):
                x = tf.contrib.layers.fully_connected(x, units, activation_fn=tf.nn.relu)
                x = x if keep is None else tf.nn.dropout(x, keep)
        return target_predictor_fn(x, y)

    return model
