"""Batch normalization, with fused kernels, renormalization and virtual batches.

Moving averages are updated by operations that are the layer's `updates`; training runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike, TensorOrVariable
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.settings import keep, shown
from penstock.keras.typing import InitializerLike, RegularizerLike
from penstock.keras.utils.tf_utils import constant_value, smart_cond
from penstock.ops.state import variables

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_FUNCTIONS = (
    "beta_initializer",
    "gamma_initializer",
    "moving_mean_initializer",
    "moving_variance_initializer",
    "beta_regularizer",
    "gamma_regularizer",
    "beta_constraint",
    "gamma_constraint",
)


@export("keras.layers.BatchNormalization")
class BatchNormalization(Layer):
    """Normalizes activations to mean 0 and variance 1, then scales by `gamma` and adds `beta`.

    In training, mean and variance are those of the batch, and move averages that are used otherwise.

    Args:
      axis: the axis (or a list of axes) that keeps its own mean and variance, usually that of channels.
      momentum: how much of the moving averages stays at each step.
      epsilon: added to the variance.
      center: whether there is a `beta`.
      scale: whether there is a `gamma`.
      beta_initializer, gamma_initializer, moving_mean_initializer, moving_variance_initializer: initializers.
      beta_regularizer, gamma_regularizer: functions of a variable that give a loss.
      beta_constraint, gamma_constraint: functions of a variable, applied after each step of an optimizer.
      renorm: whether to use batch renormalization, which has the same outputs in training and afterwards.
      renorm_clipping: a dictionary with `rmax`, `rmin` and `dmax`, bounds of its corrections.
      renorm_momentum: how much of its moving averages stays at each step.
      fused: whether to use the fused kernel; None where it can be.
      trainable: whether the variables are trained.
      virtual_batch_size: normalize in parts of the batch of this size.
      adjustment: a function of the input's shape that gives a random scale and bias, used in training only.
      name: a name.

    Call with `training`, a Python value or a tensor; by default it is Keras' learning phase.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     layer = tf.keras.layers.BatchNormalization()
    ...     y = layer(tf.placeholder(tf.float32, [None, 3]), training=True)
    ...     print([v.op.name for v in layer.trainable_weights], len(layer.updates))
    ['batch_normalization/gamma', 'batch_normalization/beta'] 2
    """

    def __init__(
        self,
        axis: int | Sequence[int] = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: InitializerLike | None = "zeros",
        gamma_initializer: InitializerLike | None = "ones",
        moving_mean_initializer: InitializerLike | None = "zeros",
        moving_variance_initializer: InitializerLike | None = "ones",
        beta_regularizer: RegularizerLike | None = None,
        gamma_regularizer: Callable | None = None,
        beta_constraint: Callable | None = None,
        gamma_constraint: Callable | None = None,
        renorm: bool = False,
        renorm_clipping: dict[str, Any] | None = None,
        renorm_momentum: float = 0.99,
        fused: bool | None = None,
        trainable: bool = True,
        virtual_batch_size: int | None = None,
        adjustment: Callable | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, trainable=trainable, **kwargs)
        if isinstance(axis, list):
            self.axis: Any = list(axis)
        elif isinstance(axis, int):
            self.axis = axis
        else:
            raise TypeError(f"axis must be int or list, type given: {type(axis)}")
        self.momentum = momentum
        self.epsilon = epsilon
        self.center = center
        self.scale = scale
        keep(
            self,
            beta_initializer=beta_initializer,
            gamma_initializer=gamma_initializer,
            moving_mean_initializer=moving_mean_initializer,
            moving_variance_initializer=moving_variance_initializer,
            beta_regularizer=beta_regularizer,
            gamma_regularizer=gamma_regularizer,
            beta_constraint=beta_constraint,
            gamma_constraint=gamma_constraint,
        )
        self.renorm = renorm
        self.virtual_batch_size = virtual_batch_size
        self.adjustment = adjustment
        self.fused = True if fused is None else fused
        self.supports_masking = True
        if renorm:
            clipping, keys = renorm_clipping or {}, ["rmax", "rmin", "dmax"]
            if set(clipping) - set(keys):
                raise ValueError(f"renorm_clipping {clipping} contains keys not in {keys}")
            self.renorm_clipping = clipping
            self.renorm_momentum = renorm_momentum

    # -- variables --------------------------------------------------------------------------------------------------------

    @property
    def _param_dtype(self) -> Any:
        """Parameters of half-precision layers are float32."""
        return tf.float32 if self.dtype in ("float16", "bfloat16") else (self.dtype or tf.float32)

    def _can_be_fused(self, ndims: int) -> bool:
        plain = not self.renorm and self.virtual_batch_size is None and self.adjustment is None
        return ndims == 4 and plain and len(self.axis) == 1 and self.axis[0] in (1, 3)

    def build(self, input_shape: ShapeLike) -> None:
        """Makes the variables; ValueError if axes are wrong or their sizes not known."""
        shape = TensorShape(input_shape)
        if not shape.ndims:
            raise ValueError("Input has undefined rank:", shape)
        ndims = shape.ndims
        axes = [self.axis] if isinstance(self.axis, int) else self.axis
        self.axis = [ndims + axis if axis < 0 else axis for axis in axes]
        for axis in self.axis:
            if axis < 0 or axis >= ndims:
                raise ValueError(f"Invalid axis: {axis}")
        if len(self.axis) != len(set(self.axis)):
            raise ValueError(f"Duplicate axis: {self.axis}")
        if self.virtual_batch_size is not None:
            self._check_virtual()
        self.fused = self.fused and self._can_be_fused(ndims)
        if self.fused:
            self._data_format = "NCHW" if self.axis == [1] else "NHWC"
        known = {axis: shape.as_list()[axis] for axis in self.axis}
        if None in known.values():
            raise ValueError("Input has undefined `axis` dimension. Input shape: ", shape)
        self.input_spec = InputSpec(ndim=ndims, axes=known)
        if len(known) == 1 and self.virtual_batch_size is None:
            sizes = list(known.values())
        else:
            sizes = [known.get(i, 1) for i in range(ndims)]
            if self.virtual_batch_size is not None:
                # Virtual batches have an axis of their own, after the first.
                sizes.insert(1, 1)
                self.axis = [axis + 1 for axis in self.axis]
        self.gamma = self._parameter("gamma", sizes) if self.scale else None
        if self.fused and not self.scale:
            self._gamma_const = tf.constant(1.0, dtype=self._param_dtype, shape=sizes)
        self.beta = self._parameter("beta", sizes) if self.center else None
        if self.fused and not self.center:
            self._beta_const = tf.constant(0.0, dtype=self._param_dtype, shape=sizes)
        # Averages are not cut into parts, whatever the scope says.
        scope = getattr(self, "_scope", None)  # of a layer of tf.layers
        partitioner = scope.partitioner if scope else None
        if scope:
            scope.set_partitioner(None)
        try:
            self._make_averages(sizes)
        finally:
            if scope and partitioner:
                scope.set_partitioner(partitioner)
        self.built = True

    def _check_virtual(self) -> None:
        if self.virtual_batch_size is not None and self.virtual_batch_size <= 0:
            raise ValueError(
                "virtual_batch_size must be a positive integer that divides the true batch size of the input Tensor"
            )
        if 0 in self.axis:
            raise ValueError(
                "When using virtual_batch_size, the batch dimension must be 0 and thus axis cannot include 0"
            )
        if self.adjustment is not None:
            raise ValueError("When using virtual_batch_size, adjustment cannot be specified")

    def _parameter(self, kind: str, sizes: list[int]) -> Any:
        return self.add_weight(
            name=kind,
            shape=sizes,
            dtype=self._param_dtype,
            initializer=getattr(self, f"{kind}_initializer"),
            regularizer=getattr(self, f"{kind}_regularizer"),
            constraint=getattr(self, f"{kind}_constraint"),
            trainable=True,
        )

    def _average(self, name: str, sizes: list[int], initializer: InitializerLike | None) -> Any:
        return self.add_weight(
            name=name,
            shape=sizes,
            dtype=self._param_dtype,
            initializer=initializer,
            synchronization=variables.VariableSynchronization.ON_READ,
            trainable=False,
            aggregation=variables.VariableAggregation.MEAN,
        )

    def _make_averages(self, sizes: list[int]) -> None:
        self.moving_mean = self._average("moving_mean", sizes, self.moving_mean_initializer)
        self.moving_variance = self._average("moving_variance", sizes, self.moving_variance_initializer)
        if self.renorm:

            def stddev(*args: Any, **kwargs: Any) -> Any:
                return tf.sqrt(self.moving_variance_initializer(*args, **kwargs))

            # The averages of inference are those of the standard deviation, as in the paper; training has its own.
            self.moving_stddev = self._average("moving_stddev", sizes, stddev)
            self.renorm_mean = self._average("renorm_mean", sizes, self.moving_mean_initializer)
            self.renorm_stddev = self._average("renorm_stddev", sizes, stddev)

    # -- operations -------------------------------------------------------------------------------------------------------

    def _move(self, variable: TensorOrVariable, value: TensorLike, momentum: Any) -> Any:
        with tf.name_scope("AssignMovingAvg") as scope, tf.get_default_graph().colocate_with(variable.op):
            decay = tf.convert_to_tensor(1.0 - momentum, name="decay")
            if decay.dtype != variable.dtype.base_dtype:
                decay = tf.cast(decay, variable.dtype.base_dtype)
            step = (variable - tf.cast(value, variable.dtype.base_dtype)) * decay
            return tf.assign_sub(variable, step, name=scope)

    def _set_new_value(self, variable: TensorOrVariable, value: TensorLike) -> Any:
        with tf.name_scope("AssignNewValue") as scope, tf.get_default_graph().colocate_with(variable.op):
            return tf.assign(variable, value, name=scope)

    def call(self, inputs: Any, training: Any = None) -> Any:
        """Makes the operations."""
        if training is None:
            training = tf.keras.backend.learning_phase()
        if self.fused:
            return self._fused_call(inputs, training)
        original: list[Any] = []
        if self.virtual_batch_size is not None:
            original = [-1, *inputs.shape.as_list()[1:]]
            inputs = tf.reshape(inputs, [self.virtual_batch_size, -1, *original[1:]])
        shape, ndims = inputs.shape, inputs.shape.ndims
        reduced = [i for i in range(ndims) if i not in self.axis]
        if self.virtual_batch_size is not None:
            del reduced[1]
        broadcast = [1] * ndims
        broadcast[self.axis[0]] = shape.as_list()[self.axis[0]]

        def spread(v: Any) -> Any:
            """Vectors along an axis other than the last one must be reshaped to broadcast."""
            if v is not None and v.shape.ndims != ndims and reduced != list(range(ndims - 1)):
                return tf.reshape(v, broadcast)
            return v

        scale, offset = spread(self.gamma), spread(self.beta)
        if constant_value(training) is False:
            mean, variance = self.moving_mean, self.moving_variance
        else:
            mean, variance, scale, offset = self._in_training(inputs, training, reduced, spread, scale, offset)
        mean, variance, offset, scale = (
            v if v is None or v.dtype.base_dtype == inputs.dtype else tf.cast(v, inputs.dtype)
            for v in (mean, variance, offset, scale)
        )
        outputs = tf.nn.batch_normalization(inputs, spread(mean), spread(variance), offset, scale, self.epsilon)
        outputs.set_shape(shape)
        return tf.reshape(outputs, original) if self.virtual_batch_size is not None else outputs

    def _in_training(
        self, inputs: NestedTensors, training: TensorLike, reduced: list[int], spread: Callable, scale: TensorLike, offset: Any
    ) -> tuple:
        """Mean, variance, scale and offset if the layer may be training, and the updates of the averages."""
        if self.adjustment:
            more, bias = self.adjustment(tf.shape(inputs))
            more = smart_cond(training, lambda: more, lambda: tf.ones_like(more))
            bias = smart_cond(training, lambda: bias, lambda: tf.zeros_like(bias))
            scale, offset = _composed(more, bias, scale, offset)
        keep = self.virtual_batch_size is not None or len(self.axis) > 1
        batch_mean, batch_variance = tf.nn.moments(tf.cast(inputs, self._param_dtype), reduced, keep_dims=keep)
        mean = smart_cond(training, lambda: batch_mean, lambda: tf.convert_to_tensor(self.moving_mean))
        variance = smart_cond(training, lambda: batch_variance, lambda: tf.convert_to_tensor(self.moving_variance))
        new_mean, new_variance = mean, variance
        if self.virtual_batch_size is not None:
            new_mean = tf.reduce_mean(mean, axis=1, keepdims=True)
            new_variance = tf.reduce_mean(variance, axis=1, keepdims=True)
        if self.renorm:
            r, d, new_mean, new_variance = self._renormalized(new_mean, new_variance, training)
            # (x r + d) gamma + beta is x (r gamma) + (d gamma + beta).
            r = spread(tf.stop_gradient(r, name="renorm_r"))
            d = spread(tf.stop_gradient(d, name="renorm_d"))
            scale, offset = _composed(r, d, scale, offset)

        def move_variance() -> Any:
            if not self.renorm:
                return self._move(self.moving_variance, new_variance, self.momentum)
            stddev = self._move(self.moving_stddev, tf.sqrt(new_variance + self.epsilon), self.momentum)
            # relu, because rounding may make it negative.
            return self._set_new_value(self.moving_variance, tf.nn.relu(stddev * stddev - self.epsilon))

        def move_mean() -> Any:
            return self._move(self.moving_mean, new_mean, self.momentum)

        self.add_update(lambda: smart_cond(training, move_mean, lambda: self.moving_mean))
        self.add_update(lambda: smart_cond(training, move_variance, lambda: self.moving_variance))
        return mean, variance, scale, offset

    def _fused_call(self, inputs: NestedTensors, training: TensorLike) -> Any:
        beta = self.beta if self.center else self._beta_const
        gamma = self.gamma if self.scale else self._gamma_const
        settings = {"epsilon": self.epsilon, "data_format": self._data_format}

        def in_training() -> tuple[Tensor, Tensor, Tensor]:
            return tf.nn.fused_batch_norm(inputs, gamma, beta, **settings)

        def afterwards() -> tuple[Tensor, Tensor, Tensor]:
            averages = {"mean": self.moving_mean, "variance": self.moving_variance}
            for average in averages.values():  # see SyncOnReadVariable
                if getattr(average, "_is_read_for_its_graph", False):
                    average._as_graph_element()
            return tf.nn.fused_batch_norm(inputs, gamma, beta, is_training=False, **averages, **settings)

        output, mean, variance = smart_cond(training, in_training, afterwards)
        known = constant_value(training)
        if known is None:
            momentum = smart_cond(training, lambda: self.momentum, lambda: 1.0)
        else:
            momentum = tf.convert_to_tensor(self.momentum)
        if known is not False:
            self.add_update(lambda: self._move(self.moving_mean, mean, momentum))
            self.add_update(lambda: self._move(self.moving_variance, variance, momentum))
        return output

    def _renormalized(self, mean: TensorLike, variance: Any, training: TensorLike) -> tuple[Any, Any, Any, Any]:
        """The corrections r and d, and the mean and variance after their averages were moved."""
        stddev = tf.sqrt(variance + self.epsilon)
        average_stddev = tf.maximum(self.renorm_stddev, tf.sqrt(self.epsilon))
        r = stddev / average_stddev
        d = (mean - self.renorm_mean) / average_stddev
        # Corrections use averages from before this step.
        with tf.control_dependencies([r, d]):
            mean, stddev = tf.identity(mean), tf.identity(stddev)
        rmin, rmax, dmax = (self.renorm_clipping.get(key) for key in ("rmin", "rmax", "dmax"))
        if rmin is not None:
            r = tf.maximum(r, rmin)
        if rmax is not None:
            r = tf.minimum(r, rmax)
        if dmax is not None:
            d = tf.minimum(tf.maximum(d, -dmax), dmax)
        clipped_r, clipped_d = r, d
        r = smart_cond(training, lambda: clipped_r, lambda: tf.ones_like(clipped_r))
        d = smart_cond(training, lambda: clipped_d, lambda: tf.zeros_like(clipped_d))

        def moved(variable: TensorOrVariable, value: TensorLike) -> Any:
            value = tf.identity(value)
            return smart_cond(
                training, lambda: self._move(variable, value, self.renorm_momentum), lambda: tf.identity(variable)
            )

        with tf.control_dependencies([moved(self.renorm_mean, mean), moved(self.renorm_stddev, stddev)]):
            return r, d, tf.identity(mean), tf.identity(variance)

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The input's shape."""
        return input_shape

    def get_config(self) -> dict[str, Any]:
        """The layer's settings; `adjustment` is not among them."""
        plain = ["axis", "momentum", "epsilon", "center", "scale"]
        if self.renorm:
            plain += ["renorm", "renorm_clipping", "renorm_momentum"]
        if self.virtual_batch_size is not None:
            plain.append("virtual_batch_size")
        return super().get_config() | shown(self, *plain, *_FUNCTIONS)


def _composed(scale: TensorLike, offset: Any, then_scale: Any, then_offset: Any) -> tuple[Any, Any]:
    """Scale and offset of two affine maps, one after the other."""
    if then_scale is not None:
        scale *= then_scale
        offset *= then_scale
    if then_offset is not None:
        offset += then_offset
    return scale, offset
