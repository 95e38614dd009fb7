"""Callbacks, utilities, data preparation and data sets give what 1.15.5 gave, recorded by `programs.py`."""

import importlib.util
import json
import pathlib

import numpy as np
import pytest

HERE = pathlib.Path(__file__).parent
spec = importlib.util.spec_from_file_location("keras_tool_programs", HERE / "programs.py")
programs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(programs)
RECORDED = json.loads((HERE / "recorded.json").read_text())


def assert_close(ours, theirs, where=""):
    assert type(ours) is type(theirs) or {type(ours), type(theirs)} <= {int, float}, (where, ours, theirs)
    if isinstance(theirs, dict):
        assert list(ours) == list(theirs), where
        for key in theirs:
            assert_close(ours[key], theirs[key], f"{where}.{key}")
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs), (where, ours, theirs)
        for i, (a, b) in enumerate(zip(ours, theirs)):
            assert_close(a, b, f"{where}[{i}]")
    elif isinstance(theirs, float):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6, err_msg=where)
    else:
        assert ours == theirs, where


@pytest.mark.parametrize("name", RECORDED)
def test_it_is_as_in_1_15(name):
    assert_close(json.loads(json.dumps(programs.plain(getattr(programs, name)()))), RECORDED[name], name)


def test_all_programs_were_recorded():
    assert {program.__name__ for program in programs.PROGRAMS} == set(RECORDED)
