"""What TensorFlow Lite's operators compute, as operations of a graph: a table, with a module for each family.

`register` enters a function under operators' names; it takes a `Node` and returns the tensor of each output. Those for
integers that stand for real numbers are in the table `INTEGER`, which is asked first when the output is such a tensor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import penstock as tf

Builder = Callable[["Node"], Any]
FLOAT: dict[str, Builder] = {}
INTEGER: dict[str, Builder] = {}
_ACTIVATIONS: list[Callable | None] = [
    None,
    lambda x: tf.nn.relu(x),
    lambda x: tf.clip_by_value(x, -1.0, 1.0),
    lambda x: tf.nn.relu6(x),
    lambda x: tf.tanh(x),
    None,
]


class Quantization(NamedTuple):
    """How integers stand for real numbers: `scale * (value - zero)`; several scales along `axis`."""

    scales: np.ndarray
    zeros: np.ndarray
    axis: int

    @property
    def scale(self) -> np.float32:
        return self.scales[0]

    @property
    def zero(self) -> int:
        return int(self.zeros[0])


class Place(NamedTuple):
    """A tensor of the file: what it is called, its type, its quantization, and its values if they are in the file."""

    name: str
    dtype: np.dtype
    shape: tuple[int, ...]
    quantization: Quantization | None
    constant: np.ndarray | None
    variable: bool = False

    @property
    def integer(self) -> bool:
        """Whether it is one whose integers stand for real numbers."""
        return self.quantization is not None and self.dtype.kind in "iu"

    @property
    def q(self) -> Quantization:
        """Its quantization, which it must have."""
        if self.quantization is None:
            raise RuntimeError(f"Tensor {self.name} has no quantization parameters.")
        return self.quantization


class Node:
    """An operator with the graph's tensors of its inputs; an optional one that is not there is None.

    Attributes:
      name: the operator, as `CONV_2D`.
      options: its options, or None.
      inputs: tensors of the graph.
      sources: the `Place` of each input.
      results: the `Place` of each output.
      state: the values that variables of the file get by this run: place in `inputs` → tensor.
      call: builds another subgraph of the file: `call(number, tensors)`.
    """

    def __init__(
        self, name: str, options: Any, inputs: list[Any], sources: list[Any], results: list[Place], call: Callable
    ) -> None:
        self.name, self.options, self.inputs = name, options, inputs
        self.sources, self.results, self.call = sources, results, call
        self.state: dict[int, Any] = {}

    def input(self, i: int) -> Any:
        """The tensor of input `i`, or None."""
        return self.inputs[i] if i < len(self.inputs) else None

    def value(self, i: int) -> np.ndarray | None:
        """The value of input `i`, if it is in the file or follows from shapes."""
        if i >= len(self.inputs) or self.inputs[i] is None:
            return None
        if self.sources[i].constant is not None:
            return self.sources[i].constant
        known = tf.contrib.util.constant_value(self.inputs[i])
        return None if known is None else np.asarray(known)

    def need(self, i: int) -> np.ndarray:
        """The value of input `i`, which must be known before the run."""
        found = self.value(i)
        if found is None:
            raise RuntimeError(f"{self.name} needs a constant as input {i}.")
        return found

    def option(self, name: str, default: Any = 0) -> Any:
        """An option; operators may be written without their options."""
        return default if self.options is None else getattr(self.options, name)


def register(*names: str, table: dict[str, Builder] = FLOAT) -> Callable[[Builder], Builder]:
    """Enters a function into a table, under the names of operators."""

    def enter(function: Builder) -> Builder:
        for name in names:
            table[name] = function
        return function

    return enter


def activated(node: Node, x: Any) -> Any:
    """`x` with the activation that the options name."""
    function = _ACTIVATIONS[node.option("activation")]
    return x if function is None else function(x)


def build(node: Node) -> list[Any]:
    """The graph's tensors of the outputs of an operator.

    Raises:
      ValueError: there is no such operator here.
      RuntimeError: it does not compute with tensors like these.
    """
    integer = any(place.integer for place in node.results) or any(s is not None and s.integer for s in node.sources[:1])
    builder = (INTEGER.get(node.name) if integer else None) or FLOAT.get(node.name)
    if builder is None:
        raise ValueError(f"Didn't find op for builtin opcode '{node.name}' version '1'\nRegistration failed.\n")
    found = builder(node)
    return list(found) if isinstance(found, (list, tuple)) else [found]
