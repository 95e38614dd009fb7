"""Whether two graphs are the same, and the first difference in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export

if TYPE_CHECKING:
    from penstock.protos import NodeDef

_SHARD = re.compile(r"_temp_[0-9a-z]{32}/part")  # names that savers draw by lot
_TABLE = re.compile(r"hash_table_[0-9a-z\-]+")


@export("test.assert_equal_graph_def")
def assert_equal_graph_def(
    actual: object, expected: object, checkpoint_v2: bool = False, hash_table_shared_name: bool = False
) -> None:
    """Fails unless two GraphDefs have the same nodes; versions and the order of nodes and control inputs do not count.

    Args:
      actual: the GraphDef there is.
      expected: the GraphDef there should be.
      checkpoint_v2: whether to ignore the random names that savers give to parts of a checkpoint.
      hash_table_shared_name: whether to ignore the random shared names of tables.

    Raises:
      AssertionError: they differ.
      TypeError: one is not a GraphDef.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as g:
    ...     x = tf.constant(1.0, name="x")
    >>> tf.test.assert_equal_graph_def(g.as_graph_def(), g.as_graph_def())
    """
    for what, value in (("actual", actual), ("expected", expected)):
        if not isinstance(value, protos.GraphDef):
            raise TypeError(f"Expected tf.GraphDef for {what}, got {type(value).__name__}")
        for node in value.node:
            if checkpoint_v2:
                _drop(node, lambda key, v: len(v.tensor.string_val) == 1 and _SHARD.match(str(v.tensor.string_val[0])))
            if hash_table_shared_name and node.op == "HashTableV2":
                _drop(node, lambda key, v: key == "shared_name" and _TABLE.match(str(v.s)))
    if difference := _difference(actual, expected):
        raise AssertionError(difference)


def _drop(node: NodeDef, unwanted: Any) -> None:
    for key in [key for key in node.attr if unwanted(key, node.attr[key])]:
        del node.attr[key]


def _difference(actual: Any, expected: Any) -> str:
    """What differs first, or ''."""
    nodes = {node.name: node for node in actual.node}
    for wanted in expected.node:
        if wanted.name not in nodes:
            return f"Did not find expected node '{_summary(wanted)}'"
        if difference := _node_difference(nodes.pop(wanted.name), wanted):
            return f"Node named '{wanted.name}' {difference}"
    for node in nodes.values():
        return f"Found unexpected node '{_summary(node)}'"
    return ""


def _node_difference(actual: Any, expected: Any) -> str:
    if actual.op != expected.op:
        return f"has op '{actual.op}' that is not expected '{expected.op}'"
    if actual.device != expected.device:
        return f"has device '{actual.device}' that is not expected '{expected.device}'"
    if len(actual.input) != len(expected.input):
        return f"has inputs '{', '.join(actual.input)}' that don't match expected '{', '.join(expected.input)}'"
    data = next((i for i, name in enumerate(actual.input) if name.startswith("^")), len(actual.input))
    for i, (a, e) in enumerate(zip(actual.input[:data], expected.input[:data])):
        if a.removesuffix(":0") != e.removesuffix(":0"):
            return f"has input {i} '{a}' that doesn't match expected '{e}'"
    controls, wanted = set(actual.input[data:]), set(expected.input[data:])
    for name in sorted(wanted - controls):
        return f"missing expected control input '{name}'"
    for name in sorted(controls - wanted):
        return f"has unexpected control input '{name}'"
    # Attributes that begin with an underscore belong to the runtime.
    attrs = {key for key in actual.attr if not key.startswith("_")}
    for key in sorted(key for key in expected.attr if not key.startswith("_")):
        if key not in attrs:
            return f"missing expected attr '{key}' with value: {_value(expected.attr[key])}"
        attrs.remove(key)
        if not _same_value(actual.attr[key], expected.attr[key]):
            texts = _value(actual.attr[key]), _value(expected.attr[key])
            return f"has attr '{key}' with value: {texts[0]} that does not match expected: {texts[1]}"
    for key in sorted(attrs):
        return f"has unexpected attr '{key}' with value: {_value(actual.attr[key])}"
    return ""


def _same_value(a: Any, b: Any) -> bool:
    if a.WhichOneof("value") == b.WhichOneof("value") == "tensor":
        return a == b or _same_tensor(a.tensor, b.tensor)
    return a == b


def _same_tensor(a: Any, b: Any) -> bool:
    """Tensors can be written in several ways: bytes, or a list of values."""
    import numpy as np

    from penstock.graph.tensor_proto import make_ndarray

    if a.dtype != b.dtype or a.tensor_shape != b.tensor_shape:
        return False
    x, y = make_ndarray(a), make_ndarray(b)
    return x.tobytes() == y.tobytes() if x.dtype != object else bool(np.array_equal(x, y))


def _summary(node: NodeDef) -> str:
    attrs = ", ".join(f"{key}={_value(node.attr[key])}" for key in sorted(node.attr))
    attrs += f', _device="{node.device}"' if node.device else ""
    head = f"[{attrs.removeprefix(', ')}]" if attrs else ""
    return f"{{{{node {node.name}}}}} = {node.op}{head}({', '.join(node.input)})"


def _value(value: Any) -> str:
    """An attribute's value as 1.15 abbreviates it in messages."""
    kind = value.WhichOneof("value")
    if kind == "list":
        for field, items in value.list.ListFields():
            return f"[{', '.join(_single(field.name, item) for item in items)}]"
        return "[]"
    return "" if kind is None else _single(kind, getattr(value, kind))


def _single(kind: str, value: Any) -> str:
    if kind == "s":
        text = value.decode("latin-1").encode("unicode_escape").decode()
        return f'"{text if len(text) <= 80 else text[:77] + "..."}"'
    if kind == "type":
        return str(protos.DataType.Name(value))
    if kind == "b":
        return "true" if value else "false"
    if kind == "shape":
        if value.unknown_rank:
            return "<unknown>"
        return f"[{','.join('?' if d.size < 0 else str(d.size) for d in value.dim)}]"
    if kind == "f":
        return f"{value:.6g}"
    if kind == "func":
        inner = ", ".join(f"{key}={_value(value.attr[key])}" for key in sorted(value.attr))
        return f"{value.name}[{inner}]"
    if kind == "tensor":
        return _tensor(value)
    return str(value)


def _tensor(proto: Any) -> str:
    from penstock.graph.tensor_proto import make_ndarray

    array = make_ndarray(proto)
    values = " ".join(f"{x:.6g}" if isinstance(x, float) else str(x) for x in array.ravel()[:10].tolist())
    if array.size > 10:
        values += "..."
    kind = str(protos.DataType.Name(proto.dtype)).removeprefix("DT_").lower()
    return f"Tensor<type: {kind} shape: [{','.join(map(str, array.shape))}] values: {values}>"
