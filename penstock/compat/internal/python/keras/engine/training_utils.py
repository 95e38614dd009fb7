"""What training makes of data and of the arguments of `compile`."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import find
from penstock.graph import nest
from penstock.graph.convert import is_tensor
from penstock.keras.engine import training_data as _data
from penstock.keras.engine.aggregators import MetricsAggregator, OutputsAggregator
from penstock.keras.engine.training_data import (
    ModelInputs,
    check_array_lengths,
    check_num_samples,
    check_steps_argument,
    get_input_shape_and_dtype,
    get_iterator,
    get_static_batch_size,
    has_tensors,
    initialize_iterator,
    should_run_validation,
    split_training_and_validation_data,
    standardize_input_data,
    standardize_weights,
    unpack_iterator_input,
    unpack_validation_data,
)
from penstock.keras.engine.training_endpoints import (
    check_loss_and_target_compatibility,
    collect_per_output_metric_info,
    get_loss_function,
    get_metric_function,
    get_metric_name,
    prepare_loss_functions,
    prepare_loss_weights,
    prepare_sample_weight_modes,
)
from penstock.keras.utils.losses_utils import squeeze_or_expand_dimensions

__all__ = [
    "MetricsAggregator",
    "ModelInputs",
    "OutputsAggregator",
    "batch_shuffle",
    "call_metric_function",
    "cast_if_floating_dtype",
    "cast_if_floating_dtype_and_mismatch",
    "cast_single_tensor",
    "cast_to_model_input_dtypes",
    "check_array_lengths",
    "check_loss_and_target_compatibility",
    "check_num_samples",
    "check_steps_argument",
    "collect_per_output_metric_info",
    "convert_eager_tensors_to_numpy",
    "extract_tensors_from_dataset",
    "generic_output_names",
    "get_input_shape_and_dtype",
    "get_iterator",
    "get_loss_function",
    "get_metric_function",
    "get_metric_name",
    "get_progbar",
    "get_static_batch_size",
    "has_symbolic_tensors",
    "has_tensors",
    "infer_steps_for_dataset",
    "initialize_iterator",
    "is_dataset_or_iterator",
    "is_eager_dataset_or_iterator",
    "is_feature_layer",
    "list_to_tuple",
    "prepare_loss_functions",
    "prepare_loss_weights",
    "prepare_sample_weight_modes",
    "should_run_validation",
    "slice_arrays",
    "split_training_and_validation_data",
    "standardize_class_weights",
    "standardize_input_data",
    "standardize_sample_or_class_weights",
    "standardize_sample_weights",
    "standardize_single_array",
    "standardize_weights",
    "unpack_iterator_input",
    "unpack_validation_data",
    "validate_input_types",
    "verify_dataset_shuffled",
]


def batch_shuffle(index_array: Any, batch_size: int) -> Any:
    """Shuffles an array of indices batch by batch; what is left of a full batch stays at the end."""
    whole = len(index_array) // batch_size * batch_size
    batches = index_array[:whole].reshape(-1, batch_size)
    np.random.shuffle(batches)
    return np.append(batches.flatten(), index_array[whole:])


def standardize_sample_or_class_weights(x_weight: Any, output_names: list[str], weight_type: str) -> Any:
    """Weights for each output, from a list, a dictionary or a single value.

    Raises:
      ValueError: a list of another length, or a dictionary with other names.
      TypeError: neither, for several outputs.
    """
    return _data.standardize_output_weights(x_weight, output_names, weight_type)


def standardize_sample_weights(sample_weight: Any, output_names: list[str]) -> Any:
    """`standardize_sample_or_class_weights` for `sample_weight`."""
    return standardize_sample_or_class_weights(sample_weight, output_names, "sample_weight")


def standardize_class_weights(class_weight: Any, output_names: list[str]) -> Any:
    """`standardize_sample_or_class_weights` for `class_weight`."""
    return standardize_sample_or_class_weights(class_weight, output_names, "class_weight")


def standardize_single_array(x: Any, expected_shape: Any = None) -> Any:
    """An array or a tensor; one of one dimension gets a second, unless one is expected.

    Raises:
      ValueError: an integer.
    """
    return _data.standardize_single_array(x, expected_shape)


def cast_single_tensor(x: Any, dtype: Any = None) -> Any:
    """A tensor of `dtype` (that of Keras by default) if `x` holds floating-point numbers, else `x`."""
    if isinstance(x, np.ndarray):
        x = find("convert_to_tensor")(x)
    return find("cast")(x, dtype or find("keras.backend.floatx")()) if x.dtype.is_floating else x


def cast_if_floating_dtype(x: Any) -> Any:
    """`cast_single_tensor` for each tensor of a structure."""
    return nest.map_structure(cast_single_tensor, x)


def cast_if_floating_dtype_and_mismatch(targets: Any, outputs: Any) -> Any:
    """Targets of floating-point numbers in the types of the outputs."""
    if is_tensor(targets):
        return cast_single_tensor(targets, outputs[0].dtype)
    tensors = [find("convert_to_tensor")(t) if isinstance(t, np.ndarray) else t for t in targets]
    return [t if t.dtype == out.dtype else cast_single_tensor(t, out.dtype) for t, out in zip(tensors, outputs)]


def cast_to_model_input_dtypes(x: Any, model: Any) -> Any:
    """Tensors in the types of a model's inputs."""
    return nest.map_structure(lambda value, wanted: find("cast")(value, wanted.dtype), x, model.inputs)


def convert_eager_tensors_to_numpy(structure: object) -> Any:
    """The structure itself: no tensor of a graph has a value before it is run."""
    return structure


def generic_output_names(outputs_list: Any) -> list[str]:
    """`output_1`, `output_2`, ..."""
    return [f"output_{number + 1}" for number in range(len(outputs_list))]


def is_feature_layer(layer: Any) -> bool:
    """Whether a layer makes tensors of features."""
    return getattr(layer, "_is_feature_layer", False)


def is_dataset_or_iterator(data: Any) -> bool:
    """Whether `data` is a dataset or an iterator of one."""
    return _data.is_dataset(data) or _data.is_iterator(data)


def is_eager_dataset_or_iterator(data: object) -> bool:
    """False: no dataset is read before a session runs."""
    return False


def extract_tensors_from_dataset(dataset: Any) -> tuple[Any, Any, Any]:
    """Inputs, targets and weights that a new iterator of a dataset gives."""
    return unpack_iterator_input(get_iterator(dataset))


def has_symbolic_tensors(ls: Any) -> bool:
    """Whether there are tensors among the data."""
    return has_tensors(ls)


def infer_steps_for_dataset(
    model: object, dataset: Any, steps: int | None, epochs: int = 1, steps_name: str = "steps"
) -> int | None:
    """The number of batches of a dataset, where it is known or given.

    Raises:
      ValueError: it never ends and no number is given, or it has fewer than that.
    """
    return _data.infer_steps_for_dataset(dataset, steps, epochs, steps_name)


def call_metric_function(metric_fn: Any, y_true: Any, y_pred: Any = None, weights: Any = None, mask: Any = None) -> Any:
    """Calls a metric, with the weights of what the mask leaves."""
    if mask is not None:
        mask = find("cast")(mask, y_pred.dtype)
        if weights is not None:
            mask, _, weights = squeeze_or_expand_dimensions(mask, sample_weight=weights)
            weights *= mask
        else:
            weights = mask
    values = (y_true,) if y_pred is None else (y_true, y_pred)
    return metric_fn(*values, sample_weight=weights)


def get_progbar(model: Any, count_mode: str) -> Any:
    """The callback that prints a model's progress, by "samples" or "steps"."""
    names = model.metrics_names[1:] if hasattr(model, "metrics_names") else None
    return find("keras.callbacks.ProgbarLogger")(count_mode, stateful_metrics=names)


def list_to_tuple(maybe_list: Any) -> Any:
    """A list as a tuple, anything else as it is."""
    return tuple(maybe_list) if isinstance(maybe_list, list) else maybe_list


def slice_arrays(arrays: Any, indices: Any, contiguous: bool = True) -> Any:
    """The samples of the indices, of one array or of each of several."""
    many = arrays if isinstance(arrays, list) else [arrays]
    if not any(is_tensor(x) for x in many):
        found = _data.slice_arrays(many, np.asarray(indices))
    elif contiguous:
        found = [x[indices[0] : indices[-1] + 1] for x in many]
    else:
        found = [find("concat")([x[i : i + 1] for i in indices], 0) for x in many]
    return found if isinstance(arrays, list) else found[0]


def validate_input_types(inp: Any, orig_inp: Any, allow_dict: bool = True, field_name: str = "inputs") -> None:
    """Refuses inputs that are neither arrays nor tensors.

    Raises:
      ValueError: if they are not.
    """
    _data.validate_input_types(inp, orig_inp, allow_dict, field_name)


def verify_dataset_shuffled(x: Any) -> None:
    """Warns about a dataset that is not shuffled."""
    _data.verify_dataset_shuffled(x)
