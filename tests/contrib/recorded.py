"""Compares what a program says here, in both tiers, with what `record.py` has recorded of TensorFlow 1.15's tf.contrib."""

import json
from functools import lru_cache
from pathlib import Path

import numpy as np

from tests.ops.programs import _compare, ours

FOLDER = Path(__file__).resolve().parent / "recorded"


@lru_cache
def _read(name):
    return json.loads((FOLDER / f"{name}.json").read_text())


def arrays(value):
    """Undoes what JSON needed: arrays are arrays again."""
    if isinstance(value, dict) and set(value) == {"dtype", "shape", "values"}:
        return np.array(value["values"], value["dtype"]).reshape(value["shape"])
    if isinstance(value, dict):
        return {key: arrays(part) for key, part in value.items()}
    return [arrays(part) for part in value] if isinstance(value, list) else value


def lists(value):
    """Tuples as lists, as JSON has them."""
    if isinstance(value, dict):
        return {key: lists(part) for key, part in value.items()}
    return [lists(part) for part in value] if isinstance(value, (list, tuple)) else value


def same_as_recorded(name, title, source, monkeypatch, tiers=("interpret",), rtol=2e-5, atol=2e-6):
    """Asserts that the program says what was recorded under this title: numbers nearly, all else exactly.

    A network takes XLA a second or more to compile, and its operations are compared in both tiers by tests of their own,
    so only some programs ask for the compiled tier.
    """
    monkeypatch.setattr("penstock.runtime.xla.compile.STRICT", True)
    wanted = arrays(_read(name)[title])
    for tier in tiers:
        _compare(lists(ours(source, monkeypatch, tier)), wanted, rtol, atol, tier)
