"""What `compile` makes of its arguments: for each output its target, its loss with a weight, its metrics."""

from __future__ import annotations

import collections.abc
from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.graph import nest
from penstock.keras import losses
from penstock.keras.backend.variables import is_placeholder
from penstock.keras.engine.training_data import check_for_unexpected_keys
from penstock.keras.typing import FunctionLike
from penstock.keras.utils.losses_utils import ReductionV2
from penstock.keras.utils.tf_utils import is_tensor_or_variable
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.keras.metrics.base import Metric


class TrainingEndpoint:
    """An output of a model that is trained: its target, its loss, the weights of its samples.

    Args:
      output: the output's tensor.
      output_name: its name.
      loss_fn: its loss; None if it has none.
    """

    def __init__(self, output: Any, output_name: str, loss_fn: Any) -> None:
        self.output = output
        self.output_name = output_name
        self.loss_fn = loss_fn
        self.loss_weight: Any = None
        self.target: Any = None
        self.feedable = False
        self.skip_target_weights = True
        self.output_loss_metric: Any = None
        self.sample_weight: Any = None
        self.sample_weight_mode: str | None = None

    @property
    def shape(self) -> Any:
        """The output's shape."""
        return find("keras.backend.int_shape")(self.output)

    def create_training_target(self, target: Any) -> None:
        """Takes a tensor as the target, or makes a placeholder."""
        if self.should_skip_target():
            return
        given = target is not None and not is_placeholder(target)
        self.feedable, self.skip_target_weights = not given, given
        if target is None:
            target = find("keras.backend.placeholder")(
                ndim=len(self.shape),
                name=f"{self.output_name}_target",
                sparse=find("keras.backend.is_sparse")(self.output),
                dtype=find("keras.backend.dtype")(self.output),
            )
        self.target = target

    def should_skip_target(self) -> bool:
        """Whether the output has no loss."""
        return self.loss_fn is None

    def should_skip_target_weights(self) -> bool:
        """Whether its samples cannot be weighted."""
        return self.should_skip_target() or self.skip_target_weights

    def has_feedable_training_target(self) -> bool:
        """Whether targets are fed as arrays."""
        return not self.should_skip_target() and self.feedable

    def loss_name(self) -> str | None:
        """The name of its loss among the results."""
        return None if self.loss_fn is None else f"{self.output_name}_loss"

    @property
    def feed_output_shape(self) -> Any:
        """The shape that targets must have; None if the loss does not tell."""
        loss: Any = self.loss_fn
        if not self.has_feedable_training_target():
            return None
        function: Any = loss.fn if isinstance(loss, losses.LossFunctionWrapper) else None
        if isinstance(loss, losses.SparseCategoricalCrossentropy) or function is losses.sparse_categorical_crossentropy:
            if find("keras.backend.image_data_format")() == "channels_first":
                return (self.shape[0], 1, *self.shape[2:])
            return (*self.shape[:-1], 1)
        if not isinstance(loss, losses.Loss) or (function and getattr(losses, function.__name__, None) is None):
            return None
        return self.shape

    def sample_weights_mismatch(self) -> bool:
        """Whether weights of samples are needed and not there, or the other way round."""
        return (self.sample_weight_mode is None) != (self.sample_weight is None)

    def populate_sample_weight(self, sample_weight: Any, mode: str | None) -> None:
        """Takes a tensor as the weights of samples, or makes a placeholder if the mode asks for them."""
        if sample_weight is None and (self.should_skip_target_weights() or mode is None):
            self.sample_weight = None
            return
        assert mode in ("temporal", "samplewise")
        ones, shape = ([[1.0]], [None, None]) if mode == "temporal" else ([1.0], [None])
        if sample_weight is not None:
            if not sample_weight.shape.is_compatible_with(shape):
                raise ValueError(f"Received sample weight with shape {sample_weight.shape}. Expected shape {shape}.")
            self.sample_weight = sample_weight
        else:
            self.sample_weight = find("placeholder_with_default")(
                find("constant")(ones, dtype=find("keras.backend.floatx")()),
                shape=shape,
                name=f"{self.output_name}_sample_weights",
            )


# -- the arguments of compile -----------------------------------------------------------------------------------------------


def get_loss_function(loss: Any) -> Any:
    """A loss by name, function, configuration or object."""
    if loss is None or isinstance(loss, losses.Loss):
        return loss
    if isinstance(loss, collections.abc.Mapping):
        loss = losses.get(loss)
    if callable(loss) and not hasattr(loss, "__name__"):
        return loss
    function = losses.get(loss)
    return losses.LossFunctionWrapper(function, name=function.__name__, reduction=ReductionV2.SUM_OVER_BATCH_SIZE)


def prepare_loss_functions(loss: Any, output_names: list[str]) -> list[Any]:
    """The loss of each output."""
    if isinstance(loss, collections.abc.Mapping):
        check_for_unexpected_keys("loss", loss, output_names)
        for name in output_names:
            if name not in loss:
                logging.warning(
                    f"Output {name} missing from loss dictionary. We assume this was done on purpose. The fit and evaluate "
                    f"APIs will not be expecting any data to be passed to {name}."
                )
        return [get_loss_function(loss.get(name)) for name in output_names]
    if not isinstance(loss, str) and isinstance(loss, collections.abc.Sequence):
        if len(loss) != len(output_names):
            raise ValueError(
                "When passing a list as loss, it should have one entry per model outputs. The model has "
                f"{len(output_names)} outputs, but you passed loss={loss}"
            )
        return nest.map_structure(get_loss_function, list(loss))
    return [get_loss_function(loss) for _ in output_names]


def prepare_loss_weights(training_endpoints: list[TrainingEndpoint], loss_weights: Any = None) -> None:
    """Gives the outputs the weights of their losses."""
    if loss_weights is None:
        loss_weights = {}
    if isinstance(loss_weights, collections.abc.Mapping):
        check_for_unexpected_keys("loss_weights", loss_weights, [e.output_name for e in training_endpoints])
        loss_weights = [loss_weights.get(e.output_name, 1.0) for e in training_endpoints]
    if not isinstance(loss_weights, list):
        raise TypeError(f"Could not interpret loss_weights argument: {loss_weights} - expected a list of dicts.")
    if len(loss_weights) != len(training_endpoints):
        raise ValueError(
            "When passing a list as loss_weights, it should have one entry per model output. The model has "
            f"{len(training_endpoints)} outputs, but you passed loss_weights={loss_weights}"
        )
    for endpoint, weight in zip(training_endpoints, loss_weights, strict=True):
        endpoint.loss_weight = weight


def prepare_sample_weight_modes(training_endpoints: list[TrainingEndpoint], sample_weight_mode: Any) -> None:
    """Tells the outputs how their samples are weighted."""
    modes = [sample_weight_mode] * len(training_endpoints)
    if isinstance(sample_weight_mode, collections.abc.Mapping):
        check_for_unexpected_keys("sample_weight_mode", sample_weight_mode, [e.output_name for e in training_endpoints])
        for endpoint in training_endpoints:
            if not endpoint.should_skip_target_weights() and endpoint.output_name not in sample_weight_mode:
                raise ValueError(f"Output {endpoint.output_name}missing from `_sample_weight_modes` dictionary")
        modes = [sample_weight_mode.get(e.output_name) for e in training_endpoints]
    elif isinstance(sample_weight_mode, (list, tuple)):
        if len(sample_weight_mode) != len(training_endpoints):
            raise ValueError(
                "When passing a list as sample_weight_mode, it should have one entry per model output. The model has "
                f"{len(training_endpoints)} outputs, but you passed {len(sample_weight_mode)}_sample_weight_modes."
            )
        modes = list(sample_weight_mode)
    for endpoint, chosen in zip(training_endpoints, modes, strict=True):
        if not endpoint.should_skip_target_weights():
            endpoint.sample_weight_mode = chosen


def target_tensors_by_output(given: Any, output_names: list[str]) -> list[Any]:
    """The tensors that `compile` was given as targets, one or None for each output."""
    if given is None or (isinstance(given, list) and not given):
        return [None] * len(output_names)
    if isinstance(given, list):
        if len(given) != len(output_names):
            raise ValueError(
                "When passing a list as `target_tensors`, it should have one entry per model output. The model has "
                f"{len(output_names)} outputs, but you passed target_tensors={given}"
            )
        return given
    if isinstance(given, dict):
        unknown = set(given).difference(output_names)
        if unknown:
            raise ValueError(
                f'Unknown entry in `target_tensors` dictionary: "{unknown}". Only expected the following keys: '
                f"{output_names}"
            )
        return [given.get(name) for name in output_names]
    if is_tensor_or_variable(given):
        return [given]
    raise TypeError("Expected `target_tensors` to be a list or tuple or dict or a single tensor, but got:", given)


# -- metrics ----------------------------------------------------------------------------------------------------------------


def collect_per_output_metric_info(
    metrics: Any, output_names: list[str], output_shapes: list[Any], loss_fns: list[Any], is_weighted: bool = False
) -> list[dict[str, Any]]:
    """The metrics of each output by their names, as objects."""
    from penstock.keras import metrics as metrics_module

    if not metrics:
        return [{} for _ in output_names]
    if isinstance(metrics, list):
        if any(isinstance(m, list) for m in metrics):
            if len(metrics) != len(output_names):
                raise ValueError(
                    "When passing a list of lists as `metrics`, it should have one entry per model output. The model has "
                    f"{len(output_names)} outputs, but you passed metrics={metrics}"
                )
            nested = [m if isinstance(m, list) else [m] for m in metrics]
        elif len(output_names) > 1:
            nested = [[metrics_module.clone_metric(m) for m in metrics] for _ in output_names]
        else:
            nested = [metrics]
    elif isinstance(metrics, collections.abc.Mapping):
        check_for_unexpected_keys("metrics", metrics, output_names)
        found = [metrics.get(name, []) for name in output_names]
        nested = [m if isinstance(m, list) else [m] for m in found]
    else:
        raise TypeError(f"Type of `metrics` argument not understood. Expected a list or dictionary, found: {metrics}")
    collected = []
    for i, wanted in enumerate(nested):
        by_name = {}
        for metric in wanted:
            name = get_metric_name(metric, is_weighted)
            function = get_metric_function(metric, output_shapes[i], loss_fns[i])
            if not isinstance(function, metrics_module.Metric):
                function = metrics_module.MeanMetricWrapper(function, name=name)
            by_name[name] = function
        collected.append(by_name)
    return collected


def _is_one_of(metric: Metric | FunctionLike, names: tuple[str, ...]) -> bool:
    return isinstance(metric, str) and metric in names


def get_metric_name(metric: Metric | FunctionLike, weighted: bool = False) -> str:
    """The name under which a metric is reported."""
    if _is_one_of(metric, ("accuracy", "acc")):
        name = "acc"
    elif _is_one_of(metric, ("crossentropy", "ce")):
        name = "ce"
    else:
        found = find("keras.metrics.get")(metric)
        name = found.name if hasattr(found, "name") else found.__name__
    return f"weighted_{name}" if weighted else name


def get_metric_function(metric: Metric | FunctionLike, output_shape: Any = None, loss_fn: Any = None) -> Any:
    """A metric by name, function or object; "accuracy" and "crossentropy" depend on the loss and the output's shape."""
    if not _is_one_of(metric, ("accuracy", "acc", "crossentropy", "ce")):
        return find("keras.metrics.get")(metric)
    function = loss_fn.fn if isinstance(loss_fn, losses.LossFunctionWrapper) else None
    binary = isinstance(loss_fn, losses.BinaryCrossentropy) or function is losses.binary_crossentropy
    sparse = (
        isinstance(loss_fn, losses.SparseCategoricalCrossentropy) or function is losses.sparse_categorical_crossentropy
    )
    kind = "binary" if output_shape[-1] == 1 or binary else "sparse_categorical" if sparse else "categorical"
    if metric in ("accuracy", "acc"):
        return find(f"keras.metrics.{kind}_accuracy")
    return getattr(losses, f"{kind}_crossentropy")


def check_loss_and_target_compatibility(targets: Any, loss_fns: Any, output_shapes: Any) -> None:
    """Raises ValueError if targets have a shape that the loss surely does not mean."""
    functions = (losses.mean_squared_error, losses.binary_crossentropy, losses.categorical_crossentropy)
    classes = (losses.MeanSquaredError, losses.BinaryCrossentropy, losses.CategoricalCrossentropy)
    for y, loss, shape in zip(targets, loss_fns, output_shapes, strict=False):
        if y is None or loss is None or is_tensor_or_variable(y):
            continue
        if losses.is_categorical_crossentropy(loss) and y.shape[-1] == 1:
            raise ValueError(
                f"You are passing a target array of shape {y.shape} while using as loss `categorical_crossentropy`. "
                "`categorical_crossentropy` expects targets to be binary matrices (1s and 0s) of shape (samples, classes). If "
                "your targets are integer classes, you can convert them to the expected format via:\n```\nfrom keras.utils "
                "import to_categorical\ny_binary = to_categorical(y_int)\n```\n\nAlternatively, you can use the loss function "
                "`sparse_categorical_crossentropy` instead, which does expect integer targets."
            )
        wrapped = isinstance(loss, losses.LossFunctionWrapper)
        if isinstance(loss, classes) or (wrapped and loss.fn in functions):
            for given, wanted in zip(y.shape[1:], shape[1:], strict=False):
                if wanted is not None and given != wanted:
                    name = loss.name or (loss.fn if wrapped else type(loss)).__name__
                    raise ValueError(
                        f"A target array with shape {y.shape} was passed for an output of shape {shape} while using as loss "
                        f"`{name}`. This loss expects targets to have the same shape as the output."
                    )
