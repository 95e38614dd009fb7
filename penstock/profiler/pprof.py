"""The view 'code' as a file for Google's `pprof`: samples of call stacks with one number each, zipped.

The message (perftools.profiles.Profile) is small and used here only, so its bytes are written without a class for it.
"""

from __future__ import annotations

import gzip
import os
import sys
from typing import Any

from penstock.profiler.views import CodeView, Entry
from penstock.storage import gfile

# Selected attribute → (count, unit, comment).
_KINDS = {
    "micros": ("exec_micros", "microseconds", "Sum of accelerator execution time and cpu execution time."),
    "accelerator_micros": ("accelerator_exec_micros", "microseconds", "Accelerator execution time."),
    "cpu_micros": ("cpu_exec_micros", "microseconds", "CPU execution time."),
    "bytes": ("requested_bytes", "bytes", "Sum of operation total memory requests, excluding deallocations."),
    "peak_bytes": ("peak_bytes", "bytes", "Sum of operation peak memory usage."),
    "residual_bytes": ("residual_bytes", "bytes", "Sum of operation allocated memory after finish."),
    "output_bytes": ("output_bytes", "bytes", "Sum of operation output size."),
    "params": ("parameters", "count", "Model parameters."),
    "float_ops": ("float_ops", "count", "Model float operations (Only available if defined)."),
}
# Numbers of the fields of a profile.
_SAMPLE_TYPE, _SAMPLE, _LOCATION, _FUNCTION, _STRING, _COMMENT = 1, 2, 4, 5, 6, 13


def _varint(value: int) -> bytes:
    value &= 2**64 - 1
    parts = []
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


class _Table(dict):
    """Things by number, counted from `first` in the order in which they come."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self._first = first

    def __missing__(self, key: object) -> int:
        self[key] = number = self._first + len(self)
        return number


def write(view: CodeView, select: list[str], step: int, filename: str) -> None:
    """Writes what a view has just shown."""
    if len(select) != 1:
        sys.stderr.write("Can only select 1 attribute for pprof output.\n")
        return
    if select[0] not in _KINDS:
        sys.stderr.write(f"pprof doesn't support -select={select[0]}\n")
        return
    count, unit, comment = _KINDS[select[0]]
    strings, functions, locations = _Table(0), _Table(1), _Table(1)
    assert strings[""] == 0
    parts = [
        _bytes(_SAMPLE_TYPE, _number(1, strings["count"]) + _number(2, strings["count"])),
        _bytes(_SAMPLE_TYPE, _number(1, strings[select[0]]) + _number(2, strings[unit])),
    ]

    def sample(node: Any, calls: list[int]) -> bytes:
        label = _number(1, strings["graph node:"]) + _number(2, strings[node.name])
        values = _varint(1) + _varint(node.counts(step)[count])
        stack = b"".join(map(_varint, reversed(calls)))
        return _bytes(_SAMPLE, _bytes(1, stack) + _bytes(2, values) + _bytes(3, label))

    def walk(entry: Entry, calls: list[int]) -> None:
        for child in entry.shown:
            file, line, function = child.call
            here = [*calls, locations[functions[file, function], line]]
            if not child.shown:
                parts.extend(sample(node, here) for leaf in _leaves(child) for node in leaf.picked)
            walk(child, here)

    walk(view.root, [])
    for (function, line), number in locations.items():
        parts.append(_bytes(_LOCATION, _number(1, number) + _bytes(4, _number(1, function) + _number(2, line))))
    for (file, name), number in functions.items():
        called = f"{os.path.splitext(os.path.basename(file))[0]}:{name}"
        fields = _number(1, number) + _number(2, strings[called]) + _number(4, strings[file])
        parts.append(_bytes(_FUNCTION, fields))
    parts.append(_number(_COMMENT, strings[comment]))
    parts += [_bytes(_STRING, text.encode()) for text in strings]
    with gfile.GFile(filename, "wb") as file_:
        file_.write(gzip.compress(b"".join(parts)))
    print(f"\nRun pprof -png --nodecount=100 --sample_index=1 <{filename}>")


def _leaves(entry: Entry) -> list[Entry]:
    return [leaf for child in entry.children for leaf in _leaves(child)] if entry.children else [entry]
