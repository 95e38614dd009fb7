"""51 operations of the kinds that projects ship, against the answers of real TensorFlow 1.15 to the same sources."""

import json
import pathlib

import numpy as np
import pytest

import penstock as tf

from . import cases

RECORDED = json.loads((pathlib.Path(__file__).parent / "recorded.json").read_text())


@pytest.fixture(scope="module")
def libraries(built):
    # With Eigen if there is one, and with the small one that comes with the headers.
    flags = {name: ["-DPENSTOCK_NO_EIGEN"] for name in ("geometry", "language", "numeric")}
    return [tf.load_op_library(built(name, *flags.get(name, []))) for name in cases.LIBRARIES]


@pytest.fixture(scope="module")
def made(libraries):
    return cases.cases(tf, cases.Joined(libraries))


def test_all_cases_are_recorded(made):
    assert sorted(made) == sorted(RECORDED["answers"])


@pytest.mark.parametrize("name", sorted(RECORDED["answers"]))
def test_it_answers_as_tensorflow(name, made):
    theirs, ours = RECORDED["answers"][name], cases.answer(tf, made[name])
    if "building" in theirs:
        kind, text = theirs["building"]
        assert ours["building"][0] == kind, ours
        assert ours["building"][1].split(" for '")[0] == text.split(" for '")[0]
        return
    assert ours["shapes"] == theirs["shapes"], ours
    if "running" in theirs:
        assert ours["running"][0] == theirs["running"][0]
        assert _first_line(ours["running"][1]) == _first_line(theirs["running"][1])
        return
    for mine, its in zip(ours.get("runs", []), theirs.get("runs", []), strict=True):
        for a, b in zip(mine, its, strict=True):
            assert (a["dtype"], a["shape"]) == (b["dtype"], b["shape"])
            if a["dtype"].startswith("float"):  # the compilers of both sides may join or order additions
                accuracy = {"float16": 2e-3, "float32": 2e-6, "float64": 1e-12}[a["dtype"]]
                np.testing.assert_allclose(a["value"], b["value"], rtol=accuracy, atol=accuracy)
            else:
                assert a["value"] == b["value"]


def _first_line(text):
    return text.split("\n")[0].replace("{{", "").replace("}}", "").strip()


@pytest.mark.parametrize("name", sorted(RECORDED["signatures"]))
def test_its_function_looks_as_that_of_tensorflow(name, libraries):
    signature, text = RECORDED["signatures"][name]
    found = [cases.signatures(m)[name] for m in libraries if hasattr(m, name)]
    assert found == [[signature, text]]
