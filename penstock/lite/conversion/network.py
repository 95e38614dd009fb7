"""A network on its way to a file: operators between named arrays, at first those of the graph, at last those of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from penstock.graph.typing import TensorLike


class ConverterError(Exception):
    """A graph could not be converted."""


class Array:
    """What flows between operators.

    Attributes:
      dtype: its NumPy type; `object` for strings.
      shape: its shape, or None if it is not known.
      data: its value, if it is a constant.
      range: (lowest, highest) real value, if it is known.
      narrow: whether integers for this range leave out the lowest one.
      scale, zero: how integers stand for real numbers: `scale * (integer - zero)`; None for real numbers.
      axis: the dimension that several scales are along.
      variable: whether it is the state of a recurrent operator.
    """

    def __init__(self, dtype: Any, shape: Iterable[int] | None, data: np.ndarray | None = None) -> None:
        self.dtype = np.dtype(dtype)
        self.shape = None if shape is None else tuple(int(n) for n in shape)
        self.data = data
        self.range: tuple[float, float] | None = None
        self.narrow = False
        self.scale: np.ndarray | None = None
        self.zero: np.ndarray | None = None
        self.axis = 0
        self.variable = False

    def stand_for(self, scale: TensorLike, zero: Any) -> None:
        """Makes its integers stand for real numbers, all in one way."""
        self.scale, self.zero = np.array([scale], np.float32), np.array([zero], np.int64)


class Op:
    """An operator; `attributes` are the graph's, `options` the file's. An optional input that is not there is the empty name."""

    def __init__(
        self,
        type: str,
        inputs: list[str],
        outputs: list[str],
        attributes: dict | None = None,
        options: dict | None = None,
    ) -> None:
        self.type, self.inputs, self.outputs = type, inputs, outputs
        self.attributes = attributes or {}
        self.options = options or {}

    def __repr__(self) -> str:
        return f"{self.type}({', '.join(self.inputs)} -> {', '.join(self.outputs)})"


class Network:
    """Operators in the order in which they run, and arrays by name."""

    def __init__(self, inputs: list[str], outputs: list[str]) -> None:
        self.inputs, self.outputs = inputs, outputs
        self.ops: list[Op] = []
        self.arrays: dict[str, Array] = {}

    def data(self, name: str) -> np.ndarray | None:
        """The value of an array that is a constant, else None."""
        return self.arrays[name].data if name else None

    def shape(self, name: str) -> tuple[int, ...] | None:
        """The shape of an array, or None."""
        return self.arrays[name].shape

    def producer(self, name: str) -> Op | None:
        """The operator that makes an array, or None."""
        return next((op for op in self.ops if name in op.outputs), None)

    def users(self, name: str) -> list[Op]:
        """The operators that an array goes into."""
        return [op for op in self.ops if name in op.inputs]

    def only_for(self, name: str, op: Op) -> bool:
        """Whether an array goes into this operator only, and is no output."""
        return name not in self.outputs and self.users(name) == [op]

    def free_name(self, wanted: str) -> str:
        """A name that no array has yet."""
        name, number = wanted, 0
        while name in self.arrays:
            name, number = f"{wanted}_{number}", number + 1
        return name

    def constant(self, wanted: str, value: Any) -> str:
        """Adds a constant; its name."""
        value = np.asarray(value)
        name = self.free_name(wanted)
        self.arrays[name] = Array(value.dtype, value.shape, value)
        return name

    def replace(self, op: Op, *others: Op) -> None:
        """Puts other operators in the place of one."""
        at = self.ops.index(op)
        self.ops[at : at + 1] = others

    def rewire(self, old: str, new: str) -> None:
        """Lets all users of an array use another one."""
        for op in self.ops:
            op.inputs = [new if name == old else name for name in op.inputs]

    def bypass(self, op: Op, i: int = 0) -> bool:
        """Takes out an operator whose first output is its input `i`; False if the names of inputs and outputs do not allow it."""
        source, result = op.inputs[i], op.outputs[0]
        if result in self.outputs:
            maker = self.producer(source)
            if maker is None or source in self.outputs:
                return False
            self.ops.remove(op)
            maker.outputs = [result if name == source else name for name in maker.outputs]
            if self.arrays[source].range is not None:
                self.arrays[result].range = self.arrays[source].range
            self.rewire(source, result)
        else:
            self.ops.remove(op)
            self.rewire(result, source)
        return True

    def sweep(self) -> None:
        """Takes out operators whose results nobody uses, and arrays that nobody knows."""
        needed, kept = set(self.outputs), []
        for op in reversed(self.ops):
            if needed.intersection(op.outputs):
                needed.update(op.inputs)
                kept.append(op)
        self.ops = kept[::-1]
        needed.update(self.inputs)
        for op in self.ops:
            needed.update(op.outputs)
        self.arrays = {name: array for name, array in self.arrays.items() if name in needed}

    def sort(self) -> None:
        """Puts operators into an order in which each comes after those that it needs: first come, first served."""
        makers = {name: op for op in self.ops for name in op.outputs}
        waits = {id(op): {id(makers[name]) for name in op.inputs if name in makers} for op in self.ops}
        ready, done, order = [op for op in self.ops if not waits[id(op)]], set(), []
        users: dict[int, list[Op]] = {}
        for op in self.ops:
            for other in waits[id(op)]:
                users.setdefault(other, []).append(op)
        while ready:
            op = ready.pop(0)
            order.append(op)
            done.add(id(op))
            for user in users.get(id(op), ()):
                waits[id(user)].discard(id(op))
                if not waits[id(user)]:
                    ready.append(user)
        if len(order) != len(self.ops):
            raise ConverterError("The graph has a loop, which cannot be converted.")
        self.ops = order


def until_still(network: Network, *passes: Callable[[Network, Op], bool]) -> None:
    """Applies passes to all operators until none changes anything. A pass returns whether it did."""
    changed = True
    while changed:
        changed = False
        for op in list(network.ops):
            for one in passes:
                if op in network.ops and one(network, op):
                    changed = True
