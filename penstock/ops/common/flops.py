"""How many floating-point operations an operation takes, by 1.x's rules: per element, per reduction, per window.

The numbers are those that 1.x's profiler shows, which are not always the least that are needed (a mean divides every
output; pooling counts comparisons). A shape that is not known is a ValueError.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock.graph import graph_util
from penstock.graph.extension_points import implements
from penstock.graph.statistics import OpStats, RegisterStatistics

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import NodeDef

# Type → operations per element of the first input.
_PER_INPUT = {
    "Reciprocal": 1,
    "Square": 1,
    "Rsqrt": 2,
    "Log": 1,
    "Neg": 1,
    "AssignSub": 1,
    "AssignAdd": 1,
    "Softmax": 5,
}
_PER_INPUT |= {"BiasAdd": 1}
# Type → operations per element of the output.
_PER_OUTPUT = dict.fromkeys(
    """Add AddV2 Sub Mul RealDiv Maximum Minimum Pow GreaterEqual Greater LessEqual Less Equal NotEqual""".split(), 1
) | {"RsqrtGrad": 4, "SquaredDifference": 2}
# Type → operations at the end, per element of the output, of what else takes one per element of the input.
_REDUCTIONS = {"Mean": 1, "Sum": 0, "ArgMax": 0, "ArgMin": 0, "BiasAddGrad": 0}
# Type → how many sizes of the filter are multiplied with each element of the output: the window and the depth.
_CONVOLUTIONS = {"Conv2D": 3, "Conv3D": 4, "DepthwiseConv2dNative": 2, "Dilation2D": 2}


class _Node:
    """A node and the shapes around it."""

    def __init__(self, graph: Graph, node: Any) -> None:
        self.graph = graph
        self.node = node

    def _shape(self, name: str) -> list[int]:
        shape = graph_util.tensor_shape_from_node_def_name(self.graph, name)
        shape.assert_is_fully_defined()
        return [int(size) for size in shape]  # known, now

    def input(self, index: int) -> list[int]:
        return self._shape(self.node.input[index])

    @property
    def output(self) -> list[int]:
        return self._shape(self.node.name)

    def list(self, attr: str) -> list[int]:
        return list(self.node.attr[attr].list.i)


def _register(kind: str, count: Callable[[_Node], float]) -> None:
    @RegisterStatistics(kind, "flops")
    def _(graph: Graph, node: NodeDef) -> OpStats:
        return OpStats("flops", count(_Node(graph, node)))


def _in_nhwc(count: Callable[[_Node], float]) -> Callable[[_Node], float]:
    def checked(n: _Node) -> float:
        if n.node.attr["data_format"].s != b"NHWC":
            raise ValueError("Only NHWC format is supported in flops computations")
        return count(n)

    return checked


def _convolution(sizes: int) -> Callable[[_Node], float]:
    return lambda n: math.prod(n.output) * math.prod(n.input(1)[:sizes]) * 2


def _product(n: _Node) -> int:
    inner = n.input(0)[-2 if n.node.attr["transpose_a"].b else -1]
    return inner * math.prod(n.output) * 2


def _back_through_convolution(
    images: Callable[[_Node], list[int]], filters: Callable[[_Node], list[int]]
) -> Callable[[_Node], float]:
    def count(n: _Node) -> float:
        image, strides = images(n), n.list("strides")
        return 2 * math.prod(image) * math.prod(filters(n)) / (image[-1] * strides[1] * strides[2])

    return _in_nhwc(count)


def _window(n: _Node) -> int:
    return math.prod(n.list("ksize"))


def _for_each_input(n: _Node, each: int) -> int:
    return math.prod(n.input(0)) * each


def _for_each_output(n: _Node, each: int) -> int:
    return math.prod(n.output) * each


def _reduced(n: _Node, last: int) -> int:
    return math.prod(n.input(0)) + math.prod(n.output) * (last - 1)


for _kind, _each in _PER_INPUT.items():
    _register(_kind, functools.partial(_for_each_input, each=_each))
for _kind, _each in _PER_OUTPUT.items():
    _register(_kind, functools.partial(_for_each_output, each=_each))
for _kind, _each in _REDUCTIONS.items():
    _register(_kind, functools.partial(_reduced, last=_each))
for _kind, _each in _CONVOLUTIONS.items():
    _register(_kind, _convolution(_each))
for _kind in ("MatMul", "BatchMatMul", "BatchMatMulV2"):
    _register(_kind, _product)
for _kind in ("AvgPool", "MaxPool"):
    _register(_kind, _in_nhwc(lambda n: _window(n) * math.prod(n.output)))
_register("L2Loss", lambda n: math.prod(n.input(0)) * 3 - 1)
_register("AddN", lambda n: math.prod(n.input(0)) * (len(n.node.input) - 1) if n.node.input else 0)
_register("AvgPoolGrad", _in_nhwc(lambda n: _window(n) * math.prod(n.input(1)) * 2))
_register("MaxPoolGrad", _in_nhwc(lambda n: (_window(n) + 1) * math.prod(n.input(1))))
_register("Conv2DBackpropInput", _back_through_convolution(lambda n: n.output, lambda n: n.input(1)))
_register("Conv2DBackpropFilter", _back_through_convolution(lambda n: n.input(0), lambda n: n.output))


@implements("flops")
def install() -> None:
    """The counts are registered when this module is loaded; nothing is left to do."""
