"""`Dataset.from_generator`: Python generators as datasets, one per epoch, found by number."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.data import structure
from penstock.data.dataset import Dataset
from penstock.data.traced import Traced
from penstock.graph import dtypes, values
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.ops.control.py_func import py_func


class _Running:
    """The generators that are being gone through."""

    def __init__(self, generator: Callable) -> None:
        self._generator = generator
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._started: dict[int, Any] = {}

    def start(self, *args: Any) -> np.int64:
        iterator = iter(self._generator(*args))
        with self._lock:
            number = next(self._numbers)
            self._started[number] = iterator
        return np.int64(number)

    def get(self, number: Any) -> Any:
        return self._started[int(number)]

    def end(self, number: Any) -> np.int64:
        with self._lock:
            iterator = self._started.pop(int(number), None)
        close = getattr(iterator, "close", None)
        if close is not None:
            close()
        return np.int64(0)


def from_generator(generator: Callable, output_types: Any, output_shapes: Any, args: Any) -> Dataset:
    if not callable(generator):
        raise TypeError("`generator` must be callable.")
    element = structure.from_legacy(output_types, output_shapes)
    output_types = structure.legacy(element, "types")
    specs = structure.flatten(element)
    arguments = () if args is None else tuple(convert_to_tensor(a, name="args") for a in args)
    running = _Running(generator)
    kinds = [np.dtype(spec.dtype.storage) for spec in specs]
    simple = not structure.is_nested(output_types)

    def following(number: Any) -> list[Any]:
        value = next(running.get(number))
        if simple:
            parts = [value]
        else:
            try:
                parts = structure.flatten_up_to(output_types, value)
            except (TypeError, ValueError, KeyError):
                raise TypeError(
                    "`generator` yielded an element that did not match the expected structure. The expected structure "
                    f"was {output_types}, but the yielded element was {value}."
                ) from None
        return [_array(part, spec, kind) for part, spec, kind in zip(parts, specs, kinds)]

    def next_function(number: Tensor) -> Any:
        tensors = py_func(following, [number], [s.dtype for s in specs], stateful=True)
        for tensor, spec in zip(tensors, specs):
            tensor.set_shape(spec.shape)
        return structure.pack(output_types, tensors)

    def dataset(dummy: Tensor) -> Dataset:
        number = structure.Spec(Tensor, dtypes.int64, [])
        spec = structure.spec_of(dummy)
        init = Traced(lambda unused: _scalar(py_func(running.start, arguments, dtypes.int64)), "init", spec)
        step = Traced(next_function, "next", number)
        end = Traced(lambda n: _scalar(py_func(running.end, [n], dtypes.int64)), "finalize", number)
        made = apply(
            "GeneratorDataset",
            init_func_other_args=[dummy, *init.captured],
            next_func_other_args=step.captured,
            finalize_func_other_args=end.captured,
            init_func=init.name,
            next_func=step.name,
            finalize_func=end.name,
            **structure.flat_attributes(element),
        )
        return Dataset(made, element)

    return Dataset.from_tensors(0).flat_map(dataset)


def _scalar(tensor: Tensor) -> Tensor:
    tensor.set_shape([])
    return tensor


def _array(value: Any, spec: structure.Spec, kind: np.dtype) -> np.ndarray:
    if type(value) is np.ndarray and value.dtype == kind and not kind.hasobject:
        array = value
    else:
        try:
            array = values.to_numpy(value, spec.dtype) if kind.hasobject else np.asarray(value, kind)
        except (TypeError, ValueError):
            raise TypeError(
                "`generator` yielded an element that could not be converted to the expected type. The expected type was "
                f"{spec.dtype.name}, but the yielded element was {value}."
            ) from None
    dims = spec.shape._dims
    if dims is not None and array.shape != dims and not spec.shape.is_compatible_with(array.shape):
        raise ValueError(
            f"`generator` yielded an element of shape {array.shape} where an element of shape {spec.shape} was expected."
        )
    return array
