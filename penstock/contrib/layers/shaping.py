"""Contrib's layers without weights: pooling, dropout, flattening, one-hot codes, repeated and stacked layers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import add_arg_scope
from penstock.contrib.layers import utils
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.typing import CollectionsLike, NestedTensors, SizesLike, TensorLike, TensorOrVariable
from penstock.keras.layers.convolutional import example
from penstock.layers.arguments import sizes
from penstock.ops.state.variable_scope import variable_scope

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

# Shapes of eight numbers, and what windows of size 2 give.
_EXAMPLES = {
    ("max", 2): ([1, 2, 4, 1], "[5. 7.]"),
    ("avg", 2): ([1, 2, 4, 1], "[2.5 4.5]"),
    ("max", 3): ([1, 2, 2, 2, 1], "[7.]"),
    ("avg", 3): ([1, 2, 2, 2, 1], "[3.5]"),
}


def _pooling(kind: str, n: int) -> Callable:
    formats = ("NCHW", "NHWC") if n == 2 else ("NCDHW", "NDHWC")
    title = f"{kind.capitalize()}Pool{n}D"

    def function(
        inputs: object,
        kernel_size: SizesLike,
        stride: SizesLike = 2,
        padding: str = "VALID",
        data_format: str = formats[1],
        outputs_collections: CollectionsLike | None = None,
        scope: Any = None,
    ) -> Any:
        if data_format not in formats:
            raise ValueError(f"data_format has to be either {formats[0]} or {formats[1]}.")
        with name_scope(scope, title, [inputs]) as entered:
            inputs = convert_to_tensor(inputs)
            first = data_format.startswith("NC")
            size, step = sizes(kernel_size, n, "pool_size"), sizes(stride, n, "strides")
            settings = {"padding": padding.upper()}
            if n == 3:
                operation = tf.nn.max_pool3d if kind == "max" else tf.nn.avg_pool3d
                if first:
                    inputs = tf.transpose(inputs, (0, 2, 3, 4, 1))
                outputs = operation(inputs, ksize=(1, *size, 1), strides=(1, *step, 1), **settings)
                outputs = tf.transpose(outputs, (0, 4, 1, 2, 3)) if first else outputs
            else:
                operation = tf.nn.max_pool if kind == "max" else tf.nn.avg_pool
                window = ((1, 1, *size), (1, 1, *step)) if first else ((1, *size, 1), (1, *step, 1))
                outputs = operation(inputs, ksize=window[0], strides=window[1], data_format=data_format, **settings)
            return utils.collect_named_outputs(outputs_collections, entered, outputs)

    function.__name__ = function.__qualname__ = f"{kind}_pool{n}d"
    function.__doc__ = f"""Takes the {"maximum" if kind == "max" else "average"} over windows of {n} spatial axes.

    Args:
      inputs: a tensor `[batch, ..., channels]`.
      kernel_size, stride: the size and the step of the window, integers or one for each spatial axis.
      padding: "VALID" or "SAME".
      data_format: "{formats[1]}" or "{formats[0]}".
      outputs_collections: collections for the result.
      scope: a name for the operations.
    {example(f"tf.contrib.layers.{kind}_pool{n}d(x, kernel_size=2)", *_EXAMPLES[kind, n])}"""
    return add_arg_scope(function)


max_pool2d = export("contrib.layers.max_pool2d", "contrib.slim.max_pool2d")(_pooling("max", 2))
max_pool3d = export("contrib.layers.max_pool3d", "contrib.slim.max_pool3d")(_pooling("max", 3))
avg_pool2d = export("contrib.layers.avg_pool2d", "contrib.slim.avg_pool2d")(_pooling("avg", 2))
avg_pool3d = export("contrib.layers.avg_pool3d", "contrib.slim.avg_pool3d")(_pooling("avg", 3))


@export("contrib.layers.dropout", "contrib.slim.dropout")
@add_arg_scope
def dropout(
    inputs: object,
    keep_prob: Any = 0.5,
    noise_shape: Sequence[int] | None = None,
    is_training: bool = True,
    outputs_collections: CollectionsLike | None = None,
    scope: Any = None,
    seed: int | None = None,
) -> Any:
    """Keeps each element with probability `keep_prob` in training, and divides it by that; the others become 0.

    Args:
      inputs: a tensor.
      keep_prob: the probability, more than 0; a number or a tensor.
      noise_shape: the shape of the random choice, which is the same along axes of size 1; that of `inputs` by default.
      is_training: whether to drop anything: a Python value or a tensor; None is as False.
      outputs_collections: collections for the result.
      scope: a name for the operations.
      seed: a seed.

    Raises:
      ValueError: `keep_prob` is not in (0, 1].

    >>> import penstock as tf
    >>> y = tf.contrib.layers.dropout(tf.ones([1, 1000]), keep_prob=0.25)
    >>> sorted(set(tf.Session().run(y).ravel().tolist()))
    [0.0, 4.0]
    """
    with variable_scope(scope, "Dropout", [inputs]) as entered:
        inputs = convert_to_tensor(inputs)
        outputs = utils.smart_cond(
            False if is_training is None else is_training,  # in 1.15, None is Keras's learning phase, which is 0
            lambda: tf.nn.dropout(inputs, rate=1 - keep_prob, noise_shape=noise_shape, seed=seed),
            lambda: tf.identity(inputs),
        )
        return utils.collect_named_outputs(outputs_collections, entered.name, outputs)


@export("contrib.layers.flatten", "contrib.slim.flatten")
@add_arg_scope
def flatten(inputs: object, outputs_collections: CollectionsLike | None = None, scope: Any = None) -> Any:
    """Joins all axes but the first into one.

    Args:
      inputs: a tensor of known rank.
      outputs_collections: collections for the result.
      scope: a name for the operations.

    Raises:
      ValueError: the rank is 0, or not known.

    >>> import penstock as tf
    >>> tf.contrib.layers.flatten(tf.zeros([2, 3, 4])).shape.as_list()
    [2, 12]
    """
    with name_scope(scope, "Flatten", [inputs]) as entered:
        outputs = tf.layers.Flatten()(convert_to_tensor(inputs))
        return utils.collect_named_outputs(outputs_collections, entered, outputs)


@export("contrib.layers.one_hot_encoding", "contrib.slim.one_hot_encoding")
@add_arg_scope
def one_hot_encoding(
    labels: TensorLike,
    num_classes: int,
    on_value: float = 1.0,
    off_value: float = 0.0,
    outputs_collections: CollectionsLike | None = None,
    scope: Any = None,
) -> Any:
    """Codes of classes: rows of `off_value` with one `on_value`.

    Args:
      labels: integers; those that are no class give rows without an `on_value`.
      num_classes: the length of a row.
      on_value, off_value: the values.
      outputs_collections: collections for the result.
      scope: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.contrib.layers.one_hot_encoding([2, 0], num_classes=3)).tolist()
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    with name_scope(scope, "OneHotEncoding", [labels, num_classes]) as entered:
        labels = convert_to_tensor(labels)
        if labels.dtype == dtypes.int32:
            labels = tf.cast(labels, dtypes.int64, name="ToInt64")
        outputs = tf.one_hot(labels, num_classes, on_value=on_value, off_value=off_value)
        return utils.collect_named_outputs(outputs_collections, entered, outputs)


def _name_of(layer: Any, default: str) -> str:
    return str(getattr(layer, "__name__", getattr(getattr(layer, "func", None), "__name__", default)))


@export("contrib.layers.repeat", "contrib.slim.repeat")
def repeat(inputs: NestedTensors, repetitions: int, layer: Callable, *args: Any, **kwargs: Any) -> Any:
    """Applies a layer several times, each time with variables of its own.

    Args:
      inputs: a tensor.
      repetitions: how many times.
      layer: a function of a tensor and further arguments, such as `tf.contrib.layers.conv2d`.
      *args, **kwargs: further arguments of the layer.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.contrib.layers.repeat(tf.zeros([1, 4, 4, 3]), 2, tf.contrib.layers.conv2d, 8, 3, scope="conv1")
    ...     print([v.name for v in tf.trainable_variables()][::2])
    ['conv1/conv1_1/weights:0', 'conv1/conv1_2/weights:0']
    """
    scope = kwargs.pop("scope", None)
    with variable_scope(scope, "Repeat", [inputs]):
        outputs = convert_to_tensor(inputs)
        name = _name_of(layer, "repeat") if scope is None else scope
        for i in range(repetitions):
            outputs = layer(outputs, *args, **{**kwargs, "scope": f"{name}_{i + 1}"})
        return outputs


@export("contrib.layers.stack", "contrib.slim.stack")
def stack(inputs: NestedTensors, layer: Callable, stack_args: Any, **kwargs: Any) -> Any:
    """Applies a layer for each of `stack_args`, which are its arguments, with variables of its own each time.

    Args:
      inputs: the first layer's input; each other has the result of the one before.
      layer: a function of an input, further arguments, and `scope`.
      stack_args: a list with a value, or a list or tuple of values, for each layer.
      **kwargs: further arguments for all; `scope` is that of the whole.

    Raises:
      ValueError: `stack_args` is no list.

    >>> import penstock as tf
    >>> y = tf.contrib.layers.stack(tf.zeros([2, 3]), tf.contrib.layers.fully_connected, [8, 4])
    >>> y.shape.as_list(), [v.op.name for v in tf.trainable_variables()[::2]]
    ([2, 4], ['Stack/fully_connected_1/weights', 'Stack/fully_connected_2/weights'])
    """
    scope = kwargs.pop("scope", None)
    if not isinstance(stack_args, (list, tuple)):
        raise ValueError("stack_args need to be a list or tuple")
    with variable_scope(scope, "Stack", [inputs]):
        outputs = convert_to_tensor(inputs)
        name = _name_of(layer, "stack") if scope is None else scope
        for i, given in enumerate(stack_args):
            given = given if isinstance(given, (list, tuple)) else [given]
            outputs = layer(outputs, *given, **{**kwargs, "scope": f"{name}_{i + 1}"})
        return outputs


@export("contrib.layers.softmax", "contrib.slim.softmax")
@add_arg_scope
def softmax(logits: TensorOrVariable, scope: Any = None) -> Tensor:
    """Softmax over the last axis of a tensor of any rank.

    Args:
      logits: a tensor with at least two axes, the last one known.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.contrib.layers.softmax(tf.zeros([1, 2, 4]))).tolist()
    [[[0.25, 0.25, 0.25, 0.25], [0.25, 0.25, 0.25, 0.25]]]
    """
    with variable_scope(scope, "softmax", [logits]):
        logits = convert_to_tensor(logits)
        size = utils.last_dimension(logits.shape, min_rank=2)
        predictions = tf.reshape(tf.nn.softmax(tf.reshape(logits, [-1, size])), tf.shape(logits))
        predictions.set_shape(logits.shape)
        return predictions


@export("contrib.layers.unit_norm", "contrib.slim.unit_norm")
@add_arg_scope
def unit_norm(inputs: object, dim: int, epsilon: float = 1e-7, scope: Any = None) -> Tensor:
    """Scales a tensor to length 1 along one axis.

    Args:
      inputs: a tensor of known rank.
      dim: the axis, not negative.
      epsilon: added to the sum of squares, so that zeros stay zeros.
      scope: a name for the operations.

    Raises:
      ValueError: the rank is not known, or there is no such axis.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.contrib.layers.unit_norm(tf.constant([[3.0, 4.0]]), dim=1)).round(3))
    [[0.6 0.8]]
    """
    with variable_scope(scope, "UnitNorm", [inputs]):
        inputs = convert_to_tensor(inputs)
        rank = inputs.shape.ndims
        if not rank:
            raise ValueError("The input rank must be known.")
        if dim < 0 or dim >= rank:
            raise ValueError("dim must be positive but smaller than the input rank.")
        lengths = tf.sqrt(epsilon + tf.reduce_sum(tf.square(inputs), dim, keepdims=True))
        # Broadcasting would do, but 1.15 repeats the lengths by operations that later random ones count.
        times = [tf.ones([dim], dtypes.int32)] if dim else []
        times.append(tf.strided_slice(tf.shape(inputs), [dim], [dim + 1]))
        if dim < rank - 1:
            times.append(tf.ones([rank - 1 - dim], dtypes.int32))
        return tf.div(inputs, tf.tile(lengths, tf.concat(times, 0)))


@export("contrib.layers.maxout", "contrib.slim.maxout")
@add_arg_scope
def maxout(inputs: object, num_units: int, axis: int = -1, scope: Any = None) -> Any:
    """The maximum over groups of features, so that `num_units` are left.

    Args:
      inputs: a tensor.
      num_units: how many groups there are; the size of the axis must be a multiple.
      axis: the axis of the features.
      scope: a name for the operations.

    Raises:
      ValueError: the number of features is no multiple of `num_units`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.contrib.layers.maxout(tf.constant([[1.0, 5.0, 3.0, 2.0]]), num_units=2)).tolist()
    [[5.0, 3.0]]
    """
    with variable_scope(scope, "MaxOut", [inputs]):
        inputs = convert_to_tensor(inputs)
        shape: list[Any] = inputs.shape.as_list()
        features = shape[axis]
        if features % num_units:
            raise ValueError(f"number of features({features}) is not a multiple of num_units({num_units})")
        shape[axis] = num_units
        shape.append(features // num_units)
        shape = [tf.shape(inputs)[i] if size is None else size for i, size in enumerate(shape)]
        return tf.reduce_max(tf.reshape(inputs, shape), -1)
