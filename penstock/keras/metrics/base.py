"""`Metric`, and the metrics that everything else is made of: sums and means of values."""

from __future__ import annotations

import abc
import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export, own_module
from penstock.graph import dtypes, replication
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.keras import backend as K
from penstock.keras.engine.base_layer import Layer
from penstock.keras.typing import InitializerLike
from penstock.keras.utils.losses_utils import squeeze_or_expand_dimensions
from penstock.keras.utils.metrics_utils import Reduction, ragged_assert_compatible_and_get_flat_values
from penstock.ops.losses.weights import broadcast_weights, remove_squeezable_dimensions
from penstock.ops.state.variables import Variable, VariableAggregation, VariableSynchronization

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy
    from penstock.graph.operation import Tensor


_OWN = "penstock.keras.metrics"


def _is_own(cls: type) -> bool:
    own = own_module(cls)
    return own.startswith(_OWN) and getattr(sys.modules[own], cls.__name__, None) is cls


def _all_updates(metric: Metric, update_state: Callable) -> Callable:
    """`update_state` of a user's class: all assignments it makes belong to the update, whatever it returns."""

    @functools.wraps(update_state)
    def update(*args: Any, **kwargs: Any) -> Any:
        graph = tf.get_default_graph()
        before = len(graph.get_operations())
        returned = update_state(*args, **kwargs)
        made = [op for op in graph.get_operations()[before:] if op.type.startswith("Assign")]
        return tf.group(*made, *([] if returned is None else [returned]))

    return update


@export("keras.metrics.Metric")
class Metric(Layer, metaclass=abc.ABCMeta):
    """The base class of metrics: numbers that are kept from batch to batch.

    `update_state` takes a batch, `result` tells the number so far, `reset_states` starts anew.

    Args:
      name: a name.
      dtype: the type of the result, `floatx` by default.

    >>> import penstock as tf
    >>> class Largest(tf.keras.metrics.Metric):
    ...     def __init__(self, name="largest"):
    ...         super().__init__(name=name)
    ...         self.value = self.add_weight("value", initializer="zeros")
    ...     def update_state(self, y_true, y_pred, sample_weight=None):
    ...         self.value.assign(tf.maximum(self.value, tf.reduce_max(y_pred)))
    ...     def result(self):
    ...         return self.value
    >>> metric = Largest()
    >>> tf.keras.backend.eval(metric(None, tf.constant([1.0, 5.0, 2.0])))
    np.float32(5.0)
    """

    def __new__(cls, *args: Any, **kwargs: Any) -> Metric:
        made = super().__new__(cls)
        update_state, result = made.update_state, made.result
        if not _is_own(cls):
            update_state = _all_updates(made, update_state)

        @functools.wraps(update_state)
        def update(*args: Any, **kwargs: Any) -> Any:
            update_op = update_state(*args, **kwargs)
            if update_op is not None:
                made.add_update(update_op)
            return update_op

        @functools.wraps(result)
        def resulting(*args: Any) -> Any:
            within = replication.current()
            if within is None or within.replica_context is None:
                made._call_result = tf.identity(result(*args))
            else:  # across replicas, so that what they have counted is put together

                def together(strategy: Strategy, results: Any, *args: Any) -> Any:
                    return tf.identity(strategy.experimental_local_results(results)[0](*args))

                made._call_result = within.replica_context.merge_call(together, args=(result, *args))
            return made._call_result

        object.__setattr__(made, "update_state", update)
        object.__setattr__(made, "result", resulting)
        return made

    def __init__(self, name: str | None = None, dtype: DTypeLike | None = None, **kwargs: Any) -> None:
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.stateful = True
        self.built = True
        self._dtype = K.floatx() if dtype is None else dtypes.as_dtype(dtype).name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The result after an update with the arguments."""
        within = replication.current()
        if within is not None and within.replica_context is None:
            return within.strategy.extended.call_for_each_replica(self._updated, args, kwargs)
        return self._updated(*args, **kwargs)

    def _updated(self, *args: Any, **kwargs: Any) -> Any:
        with tf.control_dependencies([self.update_state(*args, **kwargs)]):
            result = self.result()
            result._metric_obj = self
            return result

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        return {"name": self.name, "dtype": self.dtype}

    def reset_states(self) -> None:
        """Starts anew: all variables become zero."""
        K.batch_set_value([(v, np.zeros(v.shape.as_list())) for v in self.variables])

    @abc.abstractmethod
    def update_state(self, *args: Any, **kwargs: Any) -> Any:
        """An operation that takes a batch into account; subclasses define it."""
        raise NotImplementedError("Must be implemented in subclasses.")

    @abc.abstractmethod
    def result(self) -> Any:
        """The number so far; subclasses define it."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def add_weight(  # type: ignore[override]
        self,
        name: str,
        shape: ShapeLike = (),
        aggregation: VariableAggregation = VariableAggregation.SUM,
        synchronization: VariableSynchronization = VariableSynchronization.ON_READ,
        initializer: InitializerLike | None = None,
        dtype: DTypeLike | None = None,
    ) -> Any:
        """Makes a variable of the metric, which is in no collection."""
        return super().add_weight(
            name=name,
            shape=shape,
            dtype=self._dtype if dtype is None else dtype,
            trainable=False,
            initializer=initializer,
            collections=[],
            synchronization=synchronization,
            aggregation=aggregation,
        )


def _weighted(values: TensorLike, sample_weight: TensorLike, dtype: Any, summed: bool) -> tuple[Any, Any]:
    """Values times weights, and the weights in their shape; values of one weight are first reduced to one."""
    sample_weight = tf.cast(sample_weight, dtype)
    values, _, sample_weight = squeeze_or_expand_dimensions(values, sample_weight=sample_weight)
    try:
        sample_weight = broadcast_weights(sample_weight, values)
    except ValueError:
        axes = list(range(K.ndim(sample_weight), K.ndim(values)))  # type: ignore[arg-type]
        values = (tf.reduce_sum if summed else tf.reduce_mean)(values, axis=axes)
    return values, sample_weight


class Reduce(Metric):
    """A sum or mean of values.

    Args:
      reduction: a `Reduction`.
      name: a name.
      dtype: the type of the result.
    """

    def __init__(self, reduction: Reduction, name: str | None, dtype: DTypeLike | None = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self.reduction = reduction
        with tf.init_scope():
            self.total = self.add_weight("total", initializer=tf.zeros_initializer)
            if reduction != Reduction.SUM:
                self.count = self.add_weight("count", initializer=tf.zeros_initializer)

    def update_state(self, values: Any, sample_weight: Any = None) -> Any:
        [values], sample_weight = ragged_assert_compatible_and_get_flat_values([values], sample_weight)
        values = tf.cast(values, self._dtype)
        if sample_weight is not None:
            values, sample_weight = _weighted(values, sample_weight, self._dtype, self.reduction == Reduction.SUM)
            values = tf.multiply(values, sample_weight)
        total = tf.reduce_sum(values)
        with tf.control_dependencies([total]):
            update_total = self.total.assign_add(total)
        if self.reduction == Reduction.SUM:
            return update_total
        if self.reduction == Reduction.WEIGHTED_MEAN and sample_weight is not None:
            number = tf.reduce_sum(sample_weight)
        else:
            number = tf.cast(tf.size(values), self._dtype)
        with tf.control_dependencies([update_total]):
            return self.count.assign_add(number)

    def result(self) -> Any:
        if self.reduction == Reduction.SUM:
            return tf.identity(self.total)
        return tf.div_no_nan(self.total, self.count)


@export("keras.metrics.Sum")
class Sum(Reduce):
    """The sum of all values.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.Sum()
    >>> tf.keras.backend.eval(metric(tf.constant([1.0, 3.0, 5.0])))
    np.float32(9.0)
    """

    def __init__(self, name: str = "sum", dtype: DTypeLike | None = None) -> None:
        super().__init__(reduction=Reduction.SUM, name=name, dtype=dtype)


@export("keras.metrics.Mean")
class Mean(Reduce):
    """The mean of all values, with weights if there are any.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.Mean()
    >>> tf.keras.backend.eval(metric(tf.constant([1.0, 3.0, 5.0]), sample_weight=[1.0, 1.0, 0.0]))
    np.float32(2.0)
    """

    def __init__(self, name: str | None = "mean", dtype: DTypeLike | None = None) -> None:
        super().__init__(reduction=Reduction.WEIGHTED_MEAN, name=name, dtype=dtype)


class SumOverBatchSize(Reduce):
    """The sum of all values over their number, whatever their weights."""

    def __init__(self, name: str | None = "sum_over_batch_size", dtype: DTypeLike | None = None) -> None:
        super().__init__(reduction=Reduction.SUM_OVER_BATCH_SIZE, name=name, dtype=dtype)


class _OfFunction(Reduce):
    """The mean of a function of labels and predictions."""

    _fn: Callable
    _fn_kwargs: dict[str, Any]

    def update_state(  # type: ignore[override]
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> Any:
        y_true, y_pred = tf.cast(y_true, self._dtype), tf.cast(y_pred, self._dtype)
        (y_true, y_pred), sample_weight = ragged_assert_compatible_and_get_flat_values([y_true, y_pred], sample_weight)
        y_pred, y_true = squeeze_or_expand_dimensions(y_pred, y_true)
        return super().update_state(self._fn(y_true, y_pred, **self._fn_kwargs), sample_weight=sample_weight)

    def get_config(self) -> dict[str, Any]:
        own = {key: K.eval(value) if tf.is_tensor(value) else value for key, value in self._fn_kwargs.items()}
        return {**super().get_config(), **own}


class MeanMetricWrapper(_OfFunction, Mean):
    """The mean of a function of labels and predictions.

    Args:
      fn: the function.
      name: a name.
      dtype: the type of the result.
      **kwargs: further arguments of the function.
    """

    def __init__(self, fn: Callable, name: str | None = None, dtype: DTypeLike | None = None, **kwargs: Any) -> None:
        super().__init__(name=name, dtype=dtype)
        self._fn = fn
        self._fn_kwargs = kwargs


class SumOverBatchSizeMetricWrapper(_OfFunction, SumOverBatchSize):
    """As `MeanMetricWrapper`, but divided by the number of values, whatever their weights."""

    def __init__(self, fn: Callable, name: str | None = None, dtype: DTypeLike | None = None, **kwargs: Any) -> None:
        super().__init__(name=name, dtype=dtype)
        self._fn = fn
        self._fn_kwargs = kwargs


@export("keras.metrics.MeanRelativeError")
class MeanRelativeError(Mean):
    """The mean of differences relative to given values.

    Args:
      normalizer: what differences are divided by.
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.MeanRelativeError(normalizer=[1.0, 3.0])
    >>> tf.keras.backend.eval(metric([1.0, 3.0], [2.0, 6.0]))
    np.float32(1.0)
    """

    def __init__(self, normalizer: Any, name: str | None = None, dtype: DTypeLike | None = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self.normalizer = tf.cast(normalizer, self._dtype)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: TensorLike | None = None) -> Any:  # type: ignore[override]
        y_true, y_pred = tf.cast(y_true, self._dtype), tf.cast(y_pred, self._dtype)
        (y_pred, y_true), sample_weight = ragged_assert_compatible_and_get_flat_values([y_pred, y_true], sample_weight)
        y_pred, y_true = squeeze_or_expand_dimensions(y_pred, y_true)
        y_pred, self.normalizer = remove_squeezable_dimensions(y_pred, self.normalizer)
        y_pred.shape.assert_is_compatible_with(y_true.shape)
        errors = tf.div_no_nan(tf.abs(y_true - y_pred), self.normalizer)
        return super().update_state(errors, sample_weight=sample_weight)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "normalizer": K.eval(self.normalizer)}


@export("keras.metrics.RootMeanSquaredError")
class RootMeanSquaredError(Mean):
    """The square root of the mean of squared differences.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.RootMeanSquaredError()
    >>> tf.keras.backend.eval(metric([2.0, 4.0], [1.0, 3.0]))
    np.float32(1.0)
    """

    def __init__(self, name: str = "root_mean_squared_error", dtype: DTypeLike | None = None) -> None:
        super().__init__(name, dtype=dtype)

    def update_state(  # type: ignore[override]
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> Any:
        y_true, y_pred = tf.cast(y_true, self._dtype), tf.cast(y_pred, self._dtype)
        y_pred, y_true = squeeze_or_expand_dimensions(y_pred, y_true)
        return super().update_state(tf.squared_difference(y_pred, y_true), sample_weight=sample_weight)

    def result(self) -> Any:
        return tf.sqrt(tf.div_no_nan(self.total, self.count))


@export("keras.metrics.MeanTensor")
class MeanTensor(Metric):
    """The mean of tensors, for each of their elements.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.MeanTensor()
    >>> update = metric.update_state([1.0, 3.0])
    >>> tf.keras.backend.get_session().run([update, update.op])[0]
    array([1., 1.], dtype=float32)
    >>> tf.keras.backend.eval(metric.result())
    array([1., 3.], dtype=float32)
    """

    def __init__(self, name: str = "mean_tensor", dtype: DTypeLike | None = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self._shape: Any = None
        self._total: Any = None
        self._count: Any = None
        self._built = False

    def _build(self, shape: ShapeLike) -> None:
        self._shape = TensorShape(shape)
        self._total = self.add_weight("total", shape=shape, initializer=tf.zeros_initializer)
        self._count = self.add_weight("count", shape=shape, initializer=tf.zeros_initializer)
        with tf.init_scope():
            K.get_session()  # which initializes them
        self._built = True

    @property
    def total(self) -> Variable | None:
        """The sum so far; None before the first values."""
        return self._total if self._built else None

    @property
    def count(self) -> Variable | None:
        """The sum of weights so far; None before the first values."""
        return self._count if self._built else None

    def update_state(self, values: Any, sample_weight: Any = None) -> Any:
        values = tf.cast(values, self._dtype)
        if not self._built:
            self._build(values.shape)
        elif values.shape != self._shape:
            raise ValueError(
                "MeanTensor input values must always have the same shape. Expected shape (set during the first call): "
                f"{self._shape}. Got: {values.shape}"
            )
        number = tf.ones_like(values)
        if sample_weight is not None:
            values, sample_weight = _weighted(values, sample_weight, self._dtype, summed=False)
            number = tf.multiply(number, sample_weight)
            values = tf.multiply(values, sample_weight)
        with tf.control_dependencies([self._total.assign_add(values)]):
            return self._count.assign_add(number)

    def result(self) -> Tensor:
        if not self._built:
            raise ValueError(
                "MeanTensor does not have any result yet. Please call the MeanTensor instance or use "
                "`.update_state(value)` before retrieving the result."
            )
        return tf.div_no_nan(self.total, self.count)

    def reset_states(self) -> None:
        if self._built:
            super().reset_states()
