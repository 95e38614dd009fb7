"""Functions of the graph: the graphs that 1.15.5 makes of them, and their values."""

import json

import numpy as np
import pytest

import penstock
from tests.ops.control import defined_functions

with open(defined_functions.RECORD) as _file:
    RECORDED = json.load(_file)


@pytest.fixture(autouse=True)
def _installed():
    penstock.install()
    yield
    penstock.uninstall()


def _by_name(graph):
    nodes = {node["name"]: node for node in graph["node"]}
    functions = {function["signature"]["name"]: function for function in graph["library"]["function"]}
    return nodes, functions, graph["library"].get("gradient")


@pytest.mark.parametrize("name", sorted(defined_functions.PROGRAMS))
def test_graphs_and_values_are_those_of_1_15(name):
    ours, theirs = defined_functions.outcome(name), RECORDED[name]
    for mine, recorded in zip(_by_name(ours["graph"]), _by_name(theirs["graph"]), strict=True):
        assert mine == recorded
    assert ours["shapes"] == theirs["shapes"]
    for mine, recorded in zip(ours["values"], theirs["values"], strict=True):
        np.testing.assert_allclose(mine, recorded, rtol=1e-6)
