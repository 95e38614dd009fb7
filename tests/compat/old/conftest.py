"""Old names, installed around each test; a program of the test's own asks for them, since pytest is a library of today."""

import json
import pathlib
import types

import numpy as np
import pytest

import penstock

SAMPLES = pathlib.Path(__file__).with_name("samples")


@pytest.fixture
def program():
    """Runs source as a program does under `penstock run`, and returns its variables."""
    penstock.install()

    def run(source: str, **names: object) -> types.SimpleNamespace:
        variables = {"__name__": "old_program", "np": np, **names}
        exec(compile(source, "old_program.py", "exec"), variables)
        return types.SimpleNamespace(**variables)

    yield run
    penstock.uninstall()


@pytest.fixture(scope="session")
def recorded():
    """What the releases of 2018 answered, see samples/record.py."""
    return json.loads((SAMPLES / "recorded.json").read_text())


@pytest.fixture(scope="session")
def recorded_array(recorded):
    def find(name: str) -> np.ndarray:
        found = recorded[name]
        return np.array(found["values"], dtype=found["dtype"]).reshape(found["shape"])

    return find
