"""What a user passes as data, as training needs it: lists of arrays or tensors that fit the model, weights of samples, steps."""

from __future__ import annotations

import collections.abc
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import find
from penstock.graph import nest
from penstock.graph.composite import CompositeTensor, SparseTensorValue
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.type_spec import TensorSpec
from penstock.graph.typing import DTypeLike
from penstock.keras.utils.tf_utils import is_tensor_or_variable
from penstock.ops.ragged.value import RaggedTensorValue
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer


_COMPOSITE = (CompositeTensor, SparseTensorValue, RaggedTensorValue)


def is_composite(x: Any) -> bool:
    """Whether it is a sparse or ragged tensor, or the value of one."""
    return isinstance(x, _COMPOSITE)


def is_dataset(x: Any) -> bool:
    """Whether it is a `tf.data` dataset."""
    return hasattr(x, "_as_variant_tensor") or hasattr(x, "make_initializable_iterator")


def is_iterator(x: Any) -> bool:
    """Whether it is an iterator of a dataset."""
    return hasattr(x, "get_next") and hasattr(type(x), "initializer")  # of one that has none, asking is an error


def has_tensors(ls: Any) -> bool:
    """Whether there is a tensor among the data."""
    if isinstance(ls, (list, tuple)):
        return any(map(is_tensor_or_variable, ls))
    if isinstance(ls, dict):
        return any(map(is_tensor_or_variable, ls.values()))
    return is_tensor_or_variable(ls)


# -- inputs and targets -----------------------------------------------------------------------------------------------------


def _frame(x: Any) -> Any:
    """A table of pandas as an array."""
    return x.values if type(x).__name__ == "DataFrame" else x


def standardize_single_array(x: Any, shape: Any = None) -> Any:
    """An array or a tensor; one of one dimension gets a second."""
    if x is None or is_composite(x):
        return x
    if isinstance(x, int):
        raise ValueError(f"Expected an array data type but received an integer: {x}")
    if x.shape is not None and len(x.shape) == 1 and (shape is None or len(shape) != 1):
        return find("expand_dims")(x, axis=1) if is_tensor_or_variable(x) else np.expand_dims(x, 1)
    return x


def standardize_input_data(
    data: Any, names: list[str], shapes: Any = None, check_batch_axis: bool = True, exception_prefix: str = ""
) -> list[Any]:
    """Data as a list of arrays or tensors, one for each name, with the shapes checked.

    Raises:
      ValueError: there is too much or too little of it, or a shape is another.
    """
    where = f"Error when checking model {exception_prefix}: "
    if not names:
        if hasattr(data, "__len__") and len(data) and not isinstance(data, dict):
            raise ValueError(where + "expected no data, but got:", data)
        return []
    if data is None:
        return [None] * len(names)
    if isinstance(data, dict):
        missing = [name for name in names if name not in data]
        if missing:
            raise ValueError(f'No data provided for "{missing[0]}". Need data for each key in: {names}')
        found = [_frame(data[name]) for name in names]
    elif isinstance(data, (list, tuple)):
        if isinstance(data[0], (list, tuple)):
            found = [np.asarray(d) for d in data]
        elif len(names) == 1 and isinstance(data[0], (float, int)):
            found = [np.asarray(data)]
        else:
            found = [_frame(x) for x in data]
    else:
        found = [_frame(data)]
    if shapes is not None:  # what is too much is dropped, as in 1.15
        found = [standardize_single_array(x, shape) for x, shape in zip(found, shapes)]
    else:
        found = [standardize_single_array(x) for x in found]
    if len(found) != len(names):
        if found and hasattr(found[0], "shape"):
            raise ValueError(
                f"{where}the list of Numpy arrays that you are passing to your model is not the size the model expected. "
                f"Expected to see {len(names)} array(s), but instead got the following list of {len(found)} arrays: "
                f"{str(found)[:200]}..."
            )
        if len(names) > 1:
            raise ValueError(
                f"{where}you are passing a list as input to your model, but the model expects a list of {len(names)} Numpy "
                f"arrays instead. The list you passed was: {str(found)[:200]}"
            )
        found = [np.asarray(found)]
    for name, x, shape in zip(names, found, shapes or ()):
        if shape is not None:
            _check_shape(name, x, shape, check_batch_axis, exception_prefix)
    return found


def _check_shape(name: str, x: Any, shape: tuple, check_batch_axis: bool, prefix: str) -> None:
    if is_tensor_or_variable(x):
        if x.shape.ndims is None:
            return
        given = tuple(x.shape.as_list())
    elif isinstance(x, SparseTensorValue):
        given = tuple(x.dense_shape)  # type: ignore[attr-defined]
    elif isinstance(x, RaggedTensorValue):
        given = tuple(x.shape)
    else:
        given = x.shape
    if len(given) != len(shape):
        raise ValueError(
            f"Error when checking {prefix}: expected {name} to have {len(shape)} dimensions, but got array with shape "
            f"{given}"
        )
    if not check_batch_axis:
        given, shape = given[1:], shape[1:]
    if any(a != b and a is not None and b is not None for a, b in zip(given, shape)):
        raise ValueError(
            f"Error when checking {prefix}: expected {name} to have shape {shape} but got array with shape {given}"
        )


def convert_scipy_sparse(value: Any, expected: Any) -> Any:
    """A sparse matrix of SciPy as an array, or as a sparse tensor's value where the model has a sparse input."""
    if not (hasattr(value, "tocoo") and hasattr(value, "toarray")):
        return value
    if isinstance(expected, Tensor):
        return value.toarray()
    coo = value.tocoo()
    make: Any = SparseTensorValue
    return make(np.stack([coo.row, coo.col], axis=1).astype(np.int64), coo.data, np.int64(coo.shape))


def check_array_lengths(inputs: Sequence[Any], targets: Any, weights: Any = None) -> None:
    """Raises ValueError unless inputs, targets and weights have the same number of samples."""

    def lengths(arrays: Any) -> set[int]:
        plain = [y for y in arrays or () if y is not None and not is_tensor_or_variable(y) and not is_composite(y)]
        return {y.shape[0] for y in plain}

    xs, ys, ws = lengths(inputs), lengths(targets), lengths(weights)
    for found, arrays, what in ((xs, inputs, "input arrays (x)"), (ys, targets, "target arrays (y)")):
        if len(found) > 1:
            raise ValueError(
                f"All {what} should have the same number of samples. Got array shapes: {[x.shape for x in arrays]}"
            )
    if xs and ys and xs != ys:
        raise ValueError(
            "Input arrays should have the same number of samples as target arrays. Found "
            f"{next(iter(xs))} input samples and {next(iter(ys))} target samples."
        )
    if len(ws) > 1:
        raise ValueError(
            "All sample_weight arrays should have the same number of samples. Got array shapes: "
            f"{[w.shape for w in weights]}"
        )
    if ys and ws and ys != ws:
        raise ValueError(
            "Sample_weight arrays should have the same number of samples as target arrays. Got "
            f"{next(iter(ys))} input samples and {next(iter(ws))} target samples."
        )


# -- weights of samples and classes ---------------------------------------------------------------------------------------------


def check_for_unexpected_keys(name: str, given: Any, expected: list[str]) -> None:
    """Raises ValueError for a key of a dictionary that is no output's name."""
    unknown = set(given).difference(expected)
    if unknown:
        raise ValueError(
            f"Unknown entries in {name} dictionary: {list(unknown)}. Only expected following keys: {expected}"
        )


def standardize_output_weights(given: Any, names: list[str], what: str) -> list[Any]:
    """Weights for each output, from a list, a dictionary or a single value; `what` is the argument's name."""
    if given is None or (isinstance(given, (list, tuple)) and not given):
        return [None] * len(names)
    if len(names) == 1:
        if isinstance(given, (list, tuple)) and len(given) == 1:
            return list(given)
        if isinstance(given, dict) and names[0] in given:
            return [given[names[0]]]
        return [given]
    if isinstance(given, (list, tuple)):
        if len(given) != len(names):
            raise ValueError(
                f"Provided `{what}` was a list of {len(given)} elements, but the model has {len(names)} outputs. You should "
                f"provide one `{what}`array per model output."
            )
        return list(given)
    if isinstance(given, collections.abc.Mapping):
        check_for_unexpected_keys(what, given, names)
        return [given.get(name) for name in names]
    raise TypeError(
        f"The model has multiple outputs, so `{what}` should be either a list or a dict. Provided `{what}` type not "
        f"understood: {given}"
    )


def standardize_weights(
    y: Any,
    sample_weight: Any = None,
    class_weight: Mapping[Any, Any] | None = None,
    sample_weight_mode: str | None = None,
) -> Any:
    """The weights of an output's samples: those given, times those of their classes; None for neither.

    Raises:
      ValueError: the shapes do not fit the targets or the mode.
    """
    if isinstance(sample_weight, tuple):
        sample_weight = sample_weight[0]
    _check_sample_weight(y, sample_weight, sample_weight_mode)
    of_classes = None
    if isinstance(class_weight, dict):
        if len(y.shape) > 2:
            raise ValueError("`class_weight` not supported for 3+ dimensional targets.")
        classes = y
        if len(y.shape) == 2:
            classes = np.argmax(y, axis=1) if y.shape[1] > 1 else np.reshape(y, y.shape[0])
        of_classes = np.asarray([class_weight[c] for c in classes if c in class_weight])
        if len(of_classes) != len(classes):
            raise ValueError(
                "`class_weight` must contain all classes in the data. The classes "
                f"{set(np.asarray(classes).tolist()) - set(class_weight)} exist in the data but not in `class_weight`."
            )
    if of_classes is not None and sample_weight is not None:
        return of_classes * sample_weight
    return of_classes if sample_weight is None else sample_weight


def _check_sample_weight(y: Any, weight: Any, mode: str | None) -> None:
    if mode is not None and mode != "samplewise":
        if mode != "temporal":
            raise ValueError(f'"sample_weight_mode should be None or "temporal". Found: {mode}')
        if len(y.shape) < 3:
            raise ValueError(
                f"Found a sample_weight array for an input with shape {y.shape}. Timestep-wise sample weighting (use of "
                'sample_weight_mode="temporal") is restricted to outputs that are at least 3D, i.e. that have a time '
                "dimension."
            )
        if weight is not None and len(weight.shape) != 2:
            raise ValueError(
                f"Found a sample_weight array with shape {weight.shape}. In order to use timestep-wise sample weighting, you "
                "should pass a 2D sample_weight array."
            )
    elif weight is not None and len(weight.shape) != 1:
        raise ValueError(
            f"Found a sample_weight array with shape {weight.shape}. In order to use timestep-wise sample weights, you should "
            'specify sample_weight_mode="temporal" in compile(). If you just mean to use sample-wise weights, make sure your '
            "sample_weight array is 1D."
        )
    if weight is None:
        return
    if len(weight.shape) > len(y.shape):
        raise ValueError(
            f"Found a sample_weight with shape{weight.shape}.Expected sample_weight with rank less than or equal to "
            f"{len(y.shape)}"
        )
    if not is_tensor_or_variable(weight) and y.shape[: weight.ndim] != weight.shape:
        raise ValueError(
            f"Found a sample_weight array with shape {weight.shape} for an input with shape {y.shape}. sample_weight cannot "
            "be broadcast."
        )


# -- data sets, steps, splits ---------------------------------------------------------------------------------------------------


def validate_dataset_input(x: Any, y: Any, sample_weight: Any, validation_split: float | None = None) -> None:
    """Raises ValueError for arguments that a data set has in itself."""
    if y is not None:
        raise ValueError(
            f"You passed a dataset or dataset iterator ({x}) as input `x` to your model. In that case, you should not specify "
            "a target (`y`) argument, since the dataset or dataset iterator generates both input data and target data. "
            f"Received: {y}"
        )
    if sample_weight is not None:
        raise ValueError(
            "`sample_weight` argument is not supported when input `x` is a dataset or a dataset iterator. Instead, youcan "
            "provide sample_weight as the third element  of yourdataset, i.e. (inputs, targets, sample_weight). Received: "
            f"x={x}, sample_weight={sample_weight}"
        )
    if validation_split:
        raise ValueError(
            "`validation_split` argument is not supported when input `x` is a dataset or a dataset iterator. Received: "
            f"x={x}, validation_split={validation_split:f}"
        )


# What keeps the order of elements; after anything else a dataset may be shuffled.
_ORDERLY = tuple(
    """Batch Concatenate Cache Filter Map PaddedBatch ParallelMap Prefetch Range Repeat Skip SparseTensorSlice Take Tensor Window
    Zip FixedLengthRecord TextLine TFRecord""".split()
)


def verify_dataset_shuffled(dataset: Any) -> None:
    """Warns of a dataset that is surely not shuffled."""
    waiting = [dataset._variant_tensor.op]
    while waiting:
        op = waiting.pop()
        if not any(op.type.startswith(name) for name in _ORDERLY):
            return
        waiting += [x.op for x in op.inputs if x.dtype.name == "variant"]
    logging.warning(
        "Expected a shuffled dataset but input dataset `x` is not shuffled. Please invoke `shuffle()` on input dataset."
    )


def get_iterator(dataset: Any) -> Any:
    """An iterator of a data set, at its beginning."""
    iterator = dataset.make_initializable_iterator()
    initialize_iterator(iterator)
    return iterator


def initialize_iterator(iterator: Any) -> None:
    """Sets an iterator to the beginning."""
    find("keras.backend.get_session")((iterator.initializer,)).run(iterator.initializer)


def unpack_iterator_input(iterator: Any) -> tuple[Any, Any, Any]:
    """The next inputs, targets and weights of samples of an iterator, as tensors."""
    element = iterator.get_next()
    if not isinstance(element, (list, tuple)):
        return element, None, None
    if len(element) not in (2, 3):
        raise ValueError(
            "Please provide model inputs as a list or tuple of 2 or 3 elements: (input, target) or (input, target, "
            f"sample_weights) Received {element}"
        )
    return element[0], element[1], element[2] if len(element) == 3 else None


def infer_steps_for_dataset(dataset: Any, steps: int | None, epochs: int = 1, steps_name: str = "steps") -> int | None:
    """The number of steps: that given, or that of the data set; None if only a run can tell.

    Raises:
      ValueError: it has no end, or is too short for what was asked.
    """
    size = int(find("keras.backend.get_value")(find("data.experimental.cardinality")(dataset)))
    if size == -1 and steps is None:
        raise ValueError(f"When passing an infinitely repeating dataset, you must specify the `{steps_name}` argument.")
    if size >= 0 and steps is not None and steps * epochs > size:
        if epochs > 1:
            raise ValueError(
                f"The dataset you passed contains {size} batches, but you passed `epochs={epochs}` and "
                f"`{steps_name}={steps}`, which is a total of {steps * epochs} steps. We cannot draw that many steps from "
                f"this dataset. We suggest to set `{steps_name}={size // epochs}`."
            )
        raise ValueError(
            f"The dataset you passed contains {size} batches, but you passed `{steps_name}={steps}`. We cannot draw that many "
            f"steps from this dataset. We suggest to set `{steps_name}={size}`."
        )
    if steps is None:
        return size if size >= 0 else None
    return steps


def check_steps_argument(input_data: Any, steps: int | None, steps_name: str) -> bool:
    """Whether the data has no samples to count, so that steps are counted.

    Raises:
      ValueError: the number of steps is needed and not given.
    """
    iterator = is_iterator(input_data)
    if input_data is None or iterator or has_tensors(input_data) or (isinstance(input_data, list) and not input_data):
        if steps is None:
            kind = "a Dataset iterator" if iterator else "data tensors"
            raise ValueError(f"When using {kind} as input to a model, you should specify the `{steps_name}` argument.")
        return True
    if is_dataset(input_data):
        return True
    if steps is not None:
        arrays = (np.ndarray, list, tuple)
        values = input_data.values() if isinstance(input_data, dict) else ()
        if isinstance(input_data, arrays) or any(isinstance(v, arrays) for v in values):
            logging.warning(
                "When passing input data as arrays, do not specify `steps_per_epoch`/`steps` argument. Please use "
                "`batch_size` instead."
            )
    return False


def check_num_samples(ins: Any, batch_size: int | None, steps: int | None, steps_name: str) -> int | None:
    """How many samples there are, None for tensors."""
    if steps is not None and batch_size is not None:
        raise ValueError(f"If {steps_name} is set, the `batch_size` must be None.")
    if check_steps_argument(ins, steps, steps_name):
        return None
    return int(ins[0].shape[0]) if hasattr(ins[0], "shape") else None


def slice_arrays(arrays: Any, start: Any, stop: Any = None) -> list[Any]:
    """Samples of each array: those at indices, or from `start` to `stop`."""
    if isinstance(start, np.ndarray):
        return [None if x is None else x[start if isinstance(x, np.ndarray) else start.tolist()] for x in arrays]
    return [None if x is None or not hasattr(x, "__getitem__") else x[start:stop] for x in arrays]


def split_training_and_validation_data(x: Any, y: Any, sample_weights: Any, validation_split: float) -> tuple:
    """The last part of the data for validation: x, y and weights of training, then of validation."""
    if has_tensors(x):
        raise ValueError("If your data is in the form of symbolic tensors, you cannot use `validation_split`.")
    at = int((x[0].shape[0] if hasattr(x[0], "shape") else len(x[0])) * (1.0 - validation_split))
    x, val_x = slice_arrays(x, 0, at), slice_arrays(x, at)
    y, val_y = slice_arrays(y, 0, at), slice_arrays(y, at)
    val_weights = None
    if sample_weights:
        sample_weights, val_weights = slice_arrays(sample_weights, 0, at), slice_arrays(sample_weights, at)
    return x, y, sample_weights, val_x, val_y, val_weights


def unpack_validation_data(validation_data: Any) -> tuple[Any, Any, Any]:
    """Inputs, targets and weights of samples for validation."""
    if is_iterator(validation_data) or is_dataset(validation_data):
        return validation_data, None, None
    if len(validation_data) == 2:
        return (*validation_data, None)
    if len(validation_data) == 3:
        return tuple(validation_data)
    raise ValueError(
        "When passing a `validation_data` argument, it must contain either 2 items (x_val, y_val), or 3 items (x_val, y_val, "
        "val_sample_weights), or alternatively it could be a dataset or a dataset or a dataset iterator. However we received "
        f"`validation_data={validation_data}`"
    )


def should_run_validation(validation_freq: Any, epoch: int) -> bool:
    """Whether an epoch, counted from 0, ends with a validation."""
    if isinstance(validation_freq, int):
        if validation_freq < 1:
            raise ValueError("`validation_freq` can not be less than 1.")
        return (epoch + 1) % validation_freq == 0
    if not isinstance(validation_freq, collections.abc.Container):
        raise ValueError("`validation_freq` must be an Integer or `collections_abc.Container` (e.g. list, tuple, etc.)")
    return epoch + 1 in validation_freq


# -- what a model learns from its first data ----------------------------------------------------------------------


class ModelInputs:
    """The inputs of a model that was not built: placeholders are made like its first data."""

    def __init__(self, inputs: Sequence[Any]) -> None:
        self._is_dict = isinstance(inputs, dict)
        self._is_single = not isinstance(inputs, (list, tuple, dict))
        if self._is_dict:
            self.names = sorted(inputs)
            self._flat = [inputs[name] for name in self.names]
        else:
            self._flat = nest.flatten(inputs)
            self.names = [f"input_{i + 1}" for i in range(len(self._flat))]

    def get_symbolic_inputs(self, return_single_as_list: bool = False) -> Any:
        """Placeholders in the structure of the inputs; tensors stay as they are."""
        self._flat = [self._symbolic(name, value) for name, value in zip(self.names, self._flat, strict=True)]
        if self._is_dict:
            return dict(zip(self.names, self._flat, strict=True))
        return self._flat[0] if self._is_single and not return_single_as_list else self._flat

    def _symbolic(self, name: str, value: Any) -> Any:
        if isinstance(value, (list, float, int)):
            value = np.asarray(value)
            if value.ndim == 1:
                value = np.expand_dims(value, 1)
        if not isinstance(value, (np.ndarray, TensorSpec)):
            return value
        sizes = tuple(value.shape.as_list() if isinstance(value, TensorSpec) else value.shape)[1:] or (1,)
        dtype = find("as_dtype")(value.dtype)
        if isinstance(value, np.ndarray) and dtype.is_floating:
            dtype = find("keras.backend.floatx")()
        return find("keras.backend.placeholder")(shape=(None, *sizes), name=name, dtype=dtype)

    def as_dict(self) -> list[tuple[str, Any]]:
        """(name, value) of all inputs."""
        return list(zip(self.names, self._flat, strict=True))

    def as_list(self) -> list[Any]:
        """The values of all inputs."""
        return self._flat


def get_input_shape_and_dtype(layer: Layer) -> tuple[Any, Any]:
    """The shape with the batch and the type that the first layer of a model was given, or None."""
    while getattr(layer, "_is_graph_network", False) or type(layer).__name__ == "Sequential":
        if not layer.layers:
            raise ValueError("An empty Model cannot be used as a Layer.")
        layer = layer.layers[0]
    if hasattr(layer, "_batch_input_shape"):
        return layer._batch_input_shape, layer.dtype
    return None, None


def get_static_batch_size(layer: Layer) -> int | None:
    """The size of the batch that a layer was given, None for any."""
    shape, _ = get_input_shape_and_dtype(layer)
    if isinstance(shape, (tuple, list)) and shape and (shape[0] is None or type(shape[0]) is int):
        return shape[0]
    return None if shape is None else TensorShape(shape).as_list()[0]


def validate_input_types(inp: Any, original: Any, allow_dict: bool = True, field_name: str = "inputs") -> None:
    """Raises ValueError unless it is an array or a tensor, or a list or dictionary of such."""
    text = (
        f"Please provide as model inputs either a single array or a list of arrays. You passed: {field_name}={original}"
    )
    if isinstance(inp, (list, tuple)):
        if not all(isinstance(v, np.ndarray) or is_tensor_or_variable(v) for v in inp):
            raise ValueError(text)
    elif isinstance(inp, dict):
        if not allow_dict:
            raise ValueError(f"You cannot pass a dictionary as model {field_name}.")
    elif not isinstance(inp, np.ndarray) and not is_tensor_or_variable(inp):
        raise ValueError(text)


def cast_if_floating(x: Any, dtype: DTypeLike | None = None) -> Any:
    """A tensor, or an array as one; cast to Keras' default type or to `dtype` if it holds floating-point numbers."""
    x = find("convert_to_tensor")(x) if isinstance(x, np.ndarray) else x
    return find("cast")(x, dtype or find("keras.backend.floatx")()) if x.dtype.is_floating else x
