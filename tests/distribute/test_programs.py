"""Programs under strategies give what TensorFlow 1.15.5 gives: losses, values, names, devices, refusals."""

import json
from pathlib import Path

import numpy as np
import pytest

import penstock as tf
from tests.distribute import programs

RECORDED = json.loads((Path(__file__).parent / "recorded.json").read_text())


def assert_same(ours, theirs, where):
    if isinstance(theirs, dict):
        assert set(ours) == set(theirs), where
        for key, value in theirs.items():
            assert_same(ours[key], value, f"{where}/{key}")
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs), (where, ours, theirs)
        for i, value in enumerate(theirs):
            assert_same(ours[i], value, f"{where}/{i}")
    elif isinstance(theirs, float):
        # a few hundred float32 operations of values around 1
        np.testing.assert_allclose(ours, theirs, rtol=2e-5, atol=2e-6, err_msg=where)
    else:
        assert ours == theirs, where


@pytest.mark.parametrize("name", sorted(programs.PROGRAMS))
def test_a_program_gives_what_1_15_gives(name):
    assert_same(programs.run(tf, name), RECORDED[name], name)


def test_compiled_replicas_give_the_same(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    assert_same(programs.run(tf, "mirrored_adam"), RECORDED["mirrored_adam"], "mirrored_adam")
