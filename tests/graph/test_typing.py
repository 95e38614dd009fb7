"""The names for what functions accept: each alias is made of types that exist."""

import ast
import collections.abc
import typing

import numpy as np
import pytest

from penstock.graph import dtypes, graph, operation, tensor_shape
from penstock.graph import typing as aliases

KNOWN = {
    **vars(collections.abc),
    **vars(typing),
    "np": np,
    "DType": dtypes.DType,
    "Graph": graph.Graph,
    "Tensor": operation.Tensor,
    "Dimension": tensor_shape.Dimension,
    "TensorShape": tensor_shape.TensorShape,
}
TEXTS = {name: text for name, text in vars(aliases).items() if name[:1].isupper() and isinstance(text, str)}


@pytest.mark.parametrize("name", TEXTS)
def test_an_alias_names_types_that_exist(name):
    used = {node.id for node in ast.walk(ast.parse(TEXTS[name], mode="eval")) if isinstance(node, ast.Name)}
    builtin = {"bool", "int", "float", "complex", "str", "bytes", "type", "jax"}
    assert used - builtin - KNOWN.keys() - TEXTS.keys() - vars(aliases).keys() == set()


def test_variables_count_as_convertible_and_sessions_as_sessions():
    import penstock as tf

    assert hasattr(tf.Variable, "dtype") and hasattr(tf.IndexedSlices, "dtype")
    for name in ("graph", "run"):
        assert hasattr(tf.Session, name) and hasattr(tf.train.MonitoredSession, name)
