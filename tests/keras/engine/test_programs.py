"""Programs whose every result was recorded with TensorFlow 1.15: names, numbers, configurations, complaints."""

import importlib
import json
from pathlib import Path

import numpy as np
import pytest

import penstock as tf

HERE = Path(__file__).parent
RECORDED = json.loads((HERE / "recorded.json").read_text())


def assert_same(ours, theirs, where=""):
    """Equal, floating-point numbers up to the rounding of float32."""
    if isinstance(theirs, dict):
        assert sorted(ours) == sorted(theirs), where
        for key in theirs:
            assert_same(ours[key], theirs[key], f"{where}/{key}")
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs), where
        for i, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            assert_same(a, b, f"{where}/{i}")
    elif isinstance(theirs, float):
        np.testing.assert_allclose(ours, theirs, rtol=2e-5, atol=2e-6, err_msg=where)
    else:
        assert ours == theirs, where


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_a_program_gives_what_it_gave_in_1_15(name):
    module, _, function = name.partition(".")
    program = getattr(importlib.import_module(f"tests.keras.engine.{module}"), function)
    tf.keras.backend.clear_session()
    tf.set_random_seed(3)
    assert_same(json.loads(json.dumps(program(tf))), RECORDED[name], name)
