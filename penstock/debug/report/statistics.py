"""Statistics of dumped tensors: ranges, bad numbers, histograms. One tensor is in memory at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from penstock.debug.lib import debug_data
from penstock.graph import errors

BINS = 24
_CHUNK = 1 << 20  # elements that are looked at together
_VALUES = "DebugIdentity"  # the debug operation that dumps a tensor itself; others dump something about it


@dataclass
class TensorStatistics:
    """What the page says about one dump of a tensor."""

    node: str
    slot: int
    debug_op: str
    microseconds: int  # since the first dump
    op_type: str = ""
    dtype: str = ""
    shape: str = ""
    elements: int = 0
    nan: int = 0
    negative_infinity: int = 0
    positive_infinity: int = 0
    least: float | None = None
    mean: float | None = None
    greatest: float | None = None
    histogram: list[int] = field(default_factory=list)  # of the finite numbers, from the least to the greatest
    note: str = ""  # in place of numbers

    @property
    def name(self) -> str:
        """The tensor's name."""
        return f"{self.node}:{self.slot}"

    @property
    def bad(self) -> int:
        """How many elements are infinite or not a number."""
        return self.nan + self.negative_infinity + self.positive_infinity

    @property
    def is_value(self) -> bool:
        """Whether the tensor itself was dumped."""
        return self.debug_op == _VALUES


def of_dump(dump: debug_data.DebugDumpDir) -> Iterator[TensorStatistics]:
    """The statistics of all tensors of a dump, in the order in which they were dumped."""
    for datum in dump.dumped_tensor_data:
        found = TensorStatistics(
            datum.node_name, datum.output_slot, datum.debug_op, datum.timestamp - (dump.t0 or datum.timestamp)
        )
        if dump.loaded_partition_graphs() and dump.node_exists(datum.node_name, datum.device_name):
            found.op_type = dump.node_op_type(datum.node_name, datum.device_name)
        try:
            value = datum.get_tensor()
        except (OSError, ValueError, errors.OpError) as error:
            found.note = f"cannot be read: {error}"
        else:
            measure(found, value)
        yield found


def measure(found: TensorStatistics, value: Any) -> None:
    """Fills in what a value has to say.

    >>> found = TensorStatistics("x", 0, "DebugIdentity", 0)
    >>> measure(found, np.array([1.0, 3.0, np.inf]))
    >>> found.least, found.mean, found.greatest, found.bad
    (1.0, 2.0, 3.0, 1)
    """
    if not isinstance(value, np.ndarray):
        uninitialized = isinstance(value, debug_data.InconvertibleTensorProto) and not value.initialized
        found.note = "not initialized" if uninitialized else "has no numbers"
        return
    found.dtype, found.shape, found.elements = value.dtype.name, str(list(value.shape)), value.size
    flat = value.reshape(-1)
    if value.dtype.kind == "c":
        found.note = "complex numbers: their magnitudes"
    elif value.dtype.kind not in "fiub" and "float" not in value.dtype.name:  # bfloat16 has a kind of its own
        found.dtype = "string" if value.dtype.kind in "OSU" else found.dtype
        found.note = ", ".join(_short(one) for one in flat[:3].tolist()) + (", …" if value.size > 3 else "")
        return
    total, finite = 0.0, 0
    for part in _parts(flat):
        found.nan += int(np.isnan(part).sum())
        found.negative_infinity += int(np.isneginf(part).sum())
        found.positive_infinity += int(np.isposinf(part).sum())
        numbers = part[np.isfinite(part)]
        if numbers.size:
            total, finite = total + float(numbers.sum()), finite + numbers.size
            least, greatest = float(numbers.min()), float(numbers.max())
            found.least = least if found.least is None else min(found.least, least)
            found.greatest = greatest if found.greatest is None else max(found.greatest, greatest)
    if found.least is not None and found.greatest is not None:
        found.mean = total / finite
        found.histogram = _histogram(flat, found.least, found.greatest)


def _parts(flat: np.ndarray) -> Iterator[np.ndarray]:
    for start in range(0, flat.size, _CHUNK):
        part = flat[start : start + _CHUNK]
        yield (np.abs(part) if part.dtype.kind == "c" else part).astype(np.float64)


def _histogram(flat: np.ndarray, least: float, greatest: float) -> list[int]:
    counts = np.zeros(BINS, np.int64)
    width = greatest / BINS - least / BINS  # a difference of the largest numbers would be infinite
    for part in _parts(flat):
        numbers = part[np.isfinite(part)]
        places = np.zeros(numbers.size) if width <= 0 else numbers / width - least / width
        counts += np.bincount(np.clip(places, 0, BINS - 1).astype(np.int64), minlength=BINS)
    return counts.tolist()


def _short(value: Any) -> str:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"
