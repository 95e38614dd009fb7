"""Contrib's normalization within one element of the batch: of groups of channels, of each channel, and divisive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import add_arg_scope
from penstock.contrib.framework.variables import model_variable
from penstock.contrib.layers import utils
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import get_default_graph, name_scope
from penstock.graph.registry import gradient
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import CollectionsLike, DTypeLike, NestedTensors, ShapeLike, TensorLike, TensorOrVariable
from penstock.keras.engine.input_spec import InputSpec
from penstock.layers.base import ONES, ZEROS, Layer
from penstock.ops.state.variable_scope import variable_scope

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor


def _parameters(
    shape: ShapeLike,
    dtype: DTypeLike,
    wanted: dict[str, bool],
    initializers: dict[str, Any] | None,
    collections: CollectionsLike,
    trained: bool,
) -> list[Any]:
    """`beta` and `gamma`, or None for one that is not wanted."""
    found: list[Any] = []
    for name, default in (("beta", ZEROS), ("gamma", ONES)):
        made = None
        if wanted[name]:
            made = model_variable(
                name,
                shape=shape,
                dtype=dtype,
                initializer=(initializers or {}).get(name, default),
                collections=utils.get_variable_collections(collections, name),
                trainable=trained,
            )
        found.append(made)
    return found


@export("contrib.layers.instance_norm", "contrib.slim.instance_norm")
@add_arg_scope
def instance_norm(
    inputs: TensorLike,
    center: bool = True,
    scale: bool = True,
    epsilon: float = 1e-6,
    activation_fn: Callable | None = None,
    param_initializers: dict[str, Any] | None = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    data_format: str = "NHWC",
    scope: Any = None,
) -> Any:
    """Normalizes each channel of each element of the batch by itself.

    Args:
      inputs: a tensor of known rank and channels.
      center, scale: whether there are `beta` and `gamma`.
      epsilon: added to the variance.
      activation_fn: a function of the result.
      param_initializers: a dictionary by `beta` and `gamma`.
      reuse, variables_collections, outputs_collections, trainable, scope: see `fully_connected`.
      data_format: "NHWC" or "NCHW".

    Raises:
      ValueError: if the format is wrong, or the rank or the channels are not known.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.contrib.layers.instance_norm(tf.zeros([2, 4, 4, 3]))
    ...     print([v.name for v in tf.trainable_variables()])
    ['InstanceNorm/beta:0', 'InstanceNorm/gamma:0']
    """
    inputs = convert_to_tensor(inputs)
    rank = inputs.shape.ndims
    if rank is None:
        raise ValueError(f"Inputs {inputs.name} has undefined rank.")
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    with variable_scope(scope, "InstanceNorm", [inputs], reuse=reuse) as entered:
        axis = 1 if data_format == "NCHW" else rank - 1
        shape = inputs.shape[axis : axis + 1]
        if not shape.is_fully_defined():
            raise ValueError(f"Inputs {inputs.name} has undefined channels dimension {shape}.")
        wanted = {"beta": center, "gamma": scale}
        given = (param_initializers, variables_collections, trainable)
        made = _parameters(shape, inputs.dtype.base_dtype, wanted, *given)
        if data_format == "NCHW":
            broadcast = [1, shape.as_list()[0], *[1] * (rank - 2)]
            made = [None if v is None else tf.reshape(v, broadcast) for v in made]
        axes = [i for i in range(1, rank) if i != axis]
        mean, variance = tf.nn.moments(inputs, axes, keep_dims=True)
        outputs = tf.nn.batch_normalization(inputs, mean, variance, *made, epsilon, name="instancenorm")
        outputs = outputs if activation_fn is None else activation_fn(outputs)
        return utils.collect_named_outputs(outputs_collections, entered.name, outputs)


def _group_axes(
    inputs: TensorOrVariable, groups: int, channels_axis: int, reduction_axes: Any
) -> tuple[int, int, list[int]]:
    """The axis and the number of channels, and the axes to reduce, counted from the front."""
    rank = inputs.shape.ndims
    if rank is None:
        raise ValueError(f"Inputs {inputs.name} has undefined rank.")
    if channels_axis > rank - 1:
        raise ValueError("Axis is out of bounds.")
    sizes = inputs.shape.as_list()
    axis = channels_axis + rank if channels_axis < 0 else channels_axis
    channels = sizes[axis]
    if channels is None:
        raise ValueError(f"Inputs {inputs.name} has undefined channel dimension: {axis}.")
    reduced = [a + rank if a < 0 else a for a in reduction_axes]
    for a in reduced:
        if a >= rank:
            raise ValueError("Axis is out of bounds.")
        if sizes[a] is None:
            raise ValueError(f"Inputs {inputs.name} has undefined dimensions {a}.")
        if a == axis:
            raise ValueError("reduction_axis must be mutually exclusive with channels_axis")
    if groups > channels:
        raise ValueError(f"Invalid groups {groups} for {channels} channels.")
    if channels % groups:
        raise ValueError(f"{channels} channels is not commensurate with {groups} groups.")
    return axis, channels, reduced


@export("contrib.layers.group_norm", "contrib.slim.group_norm")
@add_arg_scope
def group_norm(
    inputs: TensorOrVariable,
    groups: int = 32,
    channels_axis: int = -1,
    reduction_axes: Any = (-3, -2),
    center: bool = True,
    scale: bool = True,
    epsilon: float = 1e-6,
    activation_fn: Callable | None = None,
    param_initializers: dict[str, Any] | None = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
    mean_close_to_zero: bool = False,
) -> Any:
    """Normalizes groups of channels of each element of the batch by themselves.

    Args:
      inputs: a tensor of known rank and channels.
      groups: how many groups; the number of channels is a multiple of it.
      channels_axis: the axis of channels.
      reduction_axes: the axes that are normalized together with the channels of a group.
      center, scale: whether there are `beta` and `gamma`.
      epsilon: added to the variance.
      activation_fn: a function of the result.
      param_initializers: a dictionary by `beta` and `gamma`.
      reuse, variables_collections, outputs_collections, trainable, scope: see `fully_connected`.
      mean_close_to_zero: whether to compute the variance from the sum of squares.

    Raises:
      ValueError: if axes or groups do not fit the shape, or it is not known.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.contrib.layers.group_norm(tf.zeros([2, 4, 4, 6]), groups=3)
    ...     print(y.shape, [v.name for v in tf.trainable_variables()])
    (2, 4, 4, 6) ['GroupNorm/beta:0', 'GroupNorm/gamma:0']
    """
    inputs = convert_to_tensor(inputs)
    axis, channels, reduced = _group_axes(inputs, groups, channels_axis, reduction_axes)
    dynamic = tf.shape(inputs)
    sizes = [dynamic[i] if size is None else size for i, size in enumerate(inputs.shape.as_list())]
    split = [groups, channels // groups]
    before, after = sizes[:axis], sizes[axis + 1 :]
    broadcast = [*[1] * len(before), *split, *[1] * len(after)]
    inputs = tf.reshape(inputs, [*before, *split, *after])
    axes = [axis + 1, *(a + 1 if a > axis else a for a in reduced)]
    with variable_scope(scope, "GroupNorm", [inputs], reuse=reuse) as entered:
        wanted = {"beta": center, "gamma": scale}
        given = (param_initializers, variables_collections, trainable)
        made = _parameters([channels], inputs.dtype.base_dtype, wanted, *given)
        beta, gamma = (None if v is None else tf.reshape(v, broadcast) for v in made)
        if mean_close_to_zero:
            count, total, squares, _ = tf.nn.sufficient_statistics(inputs, axes, keep_dims=True)
            mean, variance = tf.nn.normalize_moments(count, total, squares, shift=None)
        else:
            mean, variance = tf.nn.moments(inputs, axes, keep_dims=True)
        gain = tf.rsqrt(variance + epsilon)
        offset = -mean * gain
        if gamma is not None:
            gain, offset = gain * gamma, offset * gamma
        if beta is not None:
            offset += beta
        outputs = tf.reshape(inputs * gain + offset, sizes)
        outputs = outputs if activation_fn is None else activation_fn(outputs)
        return utils.collect_named_outputs(outputs_collections, entered.name, outputs)


# -- divisive normalization --------------------------------------------------------------------------------------------


@gradient("GDNLowerBound")
def _lower_bound_gradient(op: Operation, grad: Tensor) -> list[Any]:
    """A value at its bound may still move up."""
    value, bound = op.inputs
    passes = tf.logical_or(value >= bound, grad < 0)
    return [tf.cast(passes, grad.dtype) * grad, None]


def _lower_bound(value: TensorLike, bound: TensorLike) -> Any:
    with name_scope(None, "GDNLowerBound", [value, bound]) as scope:
        value, bound = convert_to_tensor(value, name="inputs"), convert_to_tensor(bound, name="bound")
        with get_default_graph().gradient_override_map({"Maximum": "GDNLowerBound"}):
            return tf.maximum(value, bound, name=scope)


@export("contrib.layers.GDN", "contrib.slim.GDN")
class GDN(Layer):
    """Generalized divisive normalization: each channel over the root of a weighted sum of all channels' squares.

    `y[i] = x[i] / sqrt(beta[i] + sum_j(gamma[j, i] * x[j] ** 2))`, with trained `beta` and `gamma`, which are kept as
    their square roots.

    Args:
      inverse: whether to multiply instead of to divide, which nearly undoes it.
      beta_min: the least value of `beta`.
      gamma_init: what `gamma` has on its diagonal at first.
      reparam_offset: keeps gradients of small values from vanishing.
      data_format: "channels_last" or "channels_first".
      activity_regularizer: a function of the result that gives a loss.
      trainable: whether the variables are trained.
      name: a name.

    Raises:
      ValueError: if the format is wrong or the number of channels is not known.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     layer = tf.contrib.layers.GDN()
    ...     y = layer(tf.zeros([1, 2, 2, 3]))
    ...     print(y.shape, [v.name for v in layer.weights])
    (1, 2, 2, 3) ['gdn/reparam_beta:0', 'gdn/reparam_gamma:0']
    """

    def __init__(
        self,
        inverse: bool = False,
        beta_min: float = 1e-6,
        gamma_init: float = 0.1,
        reparam_offset: float = 2**-18,
        data_format: str = "channels_last",
        activity_regularizer: Callable | None = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ):
        super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
        if data_format not in ("channels_first", "channels_last"):
            raise ValueError(f"Unsupported `data_format` for GDN layer: {data_format}.")
        self.inverse, self.data_format = inverse, data_format
        self._beta_min, self._gamma_init, self._reparam_offset = beta_min, gamma_init, reparam_offset
        self.input_spec = InputSpec(min_ndim=3, max_ndim=5)
        self._input_rank = 0
        self.beta: Any = None
        self.gamma: Any = None

    def _channels(self, input_shape: ShapeLike) -> tuple[int, int | None]:
        axis = 1 if self.data_format == "channels_first" else -1
        return axis, TensorShape(input_shape).as_list()[axis]

    def build(self, input_shape: ShapeLike) -> None:
        """Makes the variables."""
        axis, channels = self._channels(input_shape)
        if channels is None:
            raise ValueError("The channel dimension of the inputs to `GDN` must be defined.")
        self._input_rank = len(TensorShape(input_shape).as_list())
        self.input_spec = InputSpec(ndim=self._input_rank, axes={axis: channels})
        pedestal = tf.constant(self._reparam_offset**2, dtype=self.dtype)
        bounds = (self._beta_min + self._reparam_offset**2) ** 0.5, self._reparam_offset

        def first_beta(shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: object = None) -> Any:
            return tf.sqrt(tf.ones(shape, dtype=dtype) + tf.constant(self._reparam_offset**2, dtype=self.dtype))

        def first_gamma(shape: Sequence[int], dtype: DTypeLike | None = None, partition_info: object = None) -> Any:
            scaled = self._gamma_init * tf.eye(shape[0], dtype=dtype)
            return tf.sqrt(scaled + tf.constant(self._reparam_offset**2, dtype=self.dtype))

        found = []
        for name, shape, initializer, bound in (
            ("reparam_beta", [channels], first_beta, bounds[0]),
            ("reparam_gamma", [channels, channels], first_gamma, bounds[1]),
        ):
            root = self.add_variable(name, shape=shape, initializer=initializer, dtype=self.dtype, trainable=True)
            root = _lower_bound(root, tf.constant(bound, dtype=self.dtype))
            found.append(tf.square(root) - pedestal)
        self.beta, self.gamma = found
        self.built = True

    def call(self, inputs: NestedTensors) -> Any:
        """The normalized input."""
        inputs = convert_to_tensor(inputs, dtype=self.dtype)
        rank = self._input_rank
        kernel = tf.reshape(self.gamma, [*[1] * (rank - 2), *self.gamma.shape.as_list()])
        first = self.data_format == "channels_first"
        data_format = "NC" + "DHW"[-(rank - 2) :] if first else None
        pool = tf.nn.convolution(tf.square(inputs), kernel, "VALID", data_format=data_format)
        beta = tf.reshape(self.beta, [-1, *[1] * (rank - 2)]) if first else self.beta
        pool = tf.sqrt(pool + beta)
        outputs = inputs * pool if self.inverse else inputs / pool
        outputs.set_shape(inputs.shape)
        return outputs

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        """The shape of the input."""
        if not 3 <= len(TensorShape(input_shape).as_list()) <= 5:
            raise ValueError("`input_shape` must be of rank 3 to 5, inclusive.")
        if self._channels(input_shape)[1] is None:
            raise ValueError("The channel dimension of `input_shape` must be defined.")
        return TensorShape(input_shape)


@export("contrib.layers.gdn", "contrib.slim.gdn")
def gdn(
    inputs: TensorOrVariable,
    inverse: bool = False,
    beta_min: float = 1e-6,
    gamma_init: float = 0.1,
    reparam_offset: float = 2**-18,
    data_format: str = "channels_last",
    activity_regularizer: Callable | None = None,
    trainable: bool = True,
    name: str | None = None,
    reuse: bool | None = None,
) -> Any:
    """Applies a `tf.contrib.layers.GDN` layer with these arguments.

    Args:
      inputs: a tensor with at least two axes.
      inverse: whether to multiply instead of dividing.
      beta_min: the smallest value of `beta`.
      gamma_init: the diagonal of `gamma` at the beginning.
      reparam_offset: a small number that keeps gradients near zero from vanishing.
      data_format: "channels_last" or "channels_first".
      activity_regularizer: a function of the result that gives a penalty.
      trainable: whether the variables are put into `TRAINABLE_VARIABLES`.
      name: a name for the layer.
      reuse: whether to use the variables of an earlier layer of this name.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.layers.gdn(tf.zeros([1, 2, 2, 3])).shape)
    (1, 2, 2, 3)
    """
    layer = GDN(
        inverse=inverse,
        beta_min=beta_min,
        gamma_init=gamma_init,
        reparam_offset=reparam_offset,
        data_format=data_format,
        activity_regularizer=activity_regularizer,
        trainable=trainable,
        name=name,
        dtype=inputs.dtype.base_dtype,
        _scope=name,
        _reuse=reuse,
    )
    return layer.apply(inputs)
