"""A source (`source.py`) as bytes, and back: what another process compiles, and the name of what was made of it.

Names do not count, nor numbers of slots: two programs that compute the same from inputs of the same shapes have the same bytes,
though a script has changed around them. Nor does the text of assertions, which the interpreter tells. Written as JSON with
the arrays behind it; to read it executes nothing. A step whose kernel is not Penstock's own, or which depends on objects of this
process, raises `Unportable`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from penstock.graph import dtypes, opdef, registry
from penstock.graph.operation import Operation
from penstock.graph.tensor_shape import TensorShape
from penstock.runtime.plan.steps import FIRST_SLOT, BoundFunction, Step
from penstock.runtime.xla.source import Place, Source, type_name, type_named

_MARK = b"penstock source 1\n"
# Attributes that kernels and rules of control flow look at, of those that belong to no definition.
_NOTES = ("_once", "_owners", "_scalar")
# Larger values of a function's graph are of no interest: who looks at a loop's graph looks for a counter.
_MAX_COUNTER = 1


class Unportable(Exception):
    """A source that only this process can compile."""


class WrittenSource:
    """A source as bytes, and the way back from the places of its steps to the operations.

    >>> WrittenSource(Source([], {}, [], [], [], [], [], set())).data.startswith(b"penstock source")
    True
    """

    def __init__(self, source: Source) -> None:
        self._blobs: list[bytes] = []
        self._keys: dict[Any, int] = {}
        self._plans: list[Any] = []
        self._numbers: dict[int, int] = {}  # id of a plan → its number
        self._kept: list[Any] = []  # what has an id in these
        self._graphs: list[Any] = []
        self._graph_numbers: dict[int, int] = {}
        self._steps: list[list[Step]] = []
        slots = _Slots()
        arguments = [slots[s] for s in source.slots]
        static = [[slots[s], self._value(value)] for s, value in source.static]
        self._first_blob = len(self._blobs)  # of those that do not belong to inputs
        whole: dict[str, Any] = {
            "slots": arguments,
            "forms": [[list(shape), type_name(dtype)] for shape, dtype in source.forms],
            "static": static,
            "donated": source.donated,
            "variables": sorted(source.variables),
            "plan": self._plan(source.steps, source.constants, slots),
        }
        whole["outputs"] = [slots[s] for s in source.outputs]
        whole["plans"], whole["graphs"] = self._plans, self._graphs
        self._whole = whole
        self.data = _bytes(whole, self._blobs)

    def outline(self) -> bytes:
        """The source without the shapes of its arguments and the values of its inputs: what all signatures have in common."""
        forms = [[len(shape), name] for shape, name in self._whole["forms"]]
        static = [slot for slot, _ in self._whole["static"]]
        return _bytes({**self._whole, "forms": forms, "static": static}, self._blobs[self._first_blob :])

    def operation(self, place: Sequence[int]) -> Operation:
        """The operation of the step at a place."""
        return self._steps[place[0]][place[1]].op

    def place(self, op: Any) -> Place:
        """The place of a step by its operation, one of the source that was written or of one that was read from it."""
        known = getattr(op, "place", None)
        if known is not None:
            return known
        for number, steps in enumerate(self._steps):
            for i, step in enumerate(steps):
                if step.op is op:
                    return number, i
        raise KeyError(op)

    # -- plans ------------------------------------------------------------------------------------------------------------

    def _plan(self, steps: list[Step], constants: dict[int, Any], slots: _Slots, **more: Any) -> int:
        number = len(self._plans)
        self._plans.append(None)  # functions inside come behind it
        self._steps.append(steps)
        written = [self._step(step, slots) for step in steps]
        used = [(slot, slots[slot]) for slot in slots if slot in constants]
        self._plans[number] = {
            "steps": written,
            "constants": [[new, self._constant(constants[slot])] for slot, new in used],
            **{name: function() for name, function in more.items()},
        }
        return number

    def _step(self, step: Step, slots: _Slots) -> dict[str, Any]:
        op, info = step.op, step.info
        made_in = getattr(info.kernel, "__module__", info.module)
        if info.name != op.type or not (made_in.startswith("penstock.") or made_in == "functools"):
            raise Unportable(f"{op.type} is not one of Penstock's operations")
        if getattr(info.kernel, "of_this_process", False):
            raise Unportable(f"{op.type} is an operation of a library that was loaded")
        calls = set(info.calls)
        attrs = [name for name in (*op.op_def.attrs, *_NOTES) if name in op._attrs and name not in calls]
        return {
            "type": op.type,
            "attrs": {name: self._value(op._attrs[name]) for name in attrs},
            "kernel": {name: self._value(value) for name, value in step.kernel_attrs.items()},
            "inputs": [_tensor(t) for t in op._inputs],
            "outputs": [_tensor(t) for t in op._outputs],
            "ins": [[slots[s] for s in item] if isinstance(item, list) else slots[item] for item in step.ins],
            "outs": [slots[s] for s in step.outs],
            "static": sorted(step.static),
            "tuple": step.tuple_result,
            "state_ins": [[self._key(key), slots[s]] for key, s in step.state_ins],
            "state_outs": [[self._key(key), slots[s]] for key, s in step.state_outs],
            "functions": None
            if step.functions is None
            else [[name, self._function(one), self._graph(one.graph)] for name, one in step.functions.items()],
        }

    def _function(self, function: BoundFunction) -> int:
        plan = function.plan
        number = self._numbers.get(id(plan))
        if number is None:
            slots = _Slots()
            number = self._numbers[id(plan)] = len(self._plans)
            self._kept.append(plan)
            for slot in plan.fetch_slots:  # some may be constants that no step uses
                slots[slot]
            self._plan(
                plan.steps, plan.constants, slots,
                feeds=lambda: [slots[s] for s in plan.feed_slots],
                initial=lambda: [[self._key(key), slots[s]] for key, s in plan.initial.items()],
                queries=lambda: [[self._key(key), slots[s]] for key, s in plan.queries],
                final=lambda: [[self._key(key), slots[s]] for key, s in plan.final.items()],
                fetches=lambda: [slots[s] for s in plan.fetch_slots],
            )  # fmt: skip
        return number

    def _key(self, key: Any) -> int:
        return self._keys.setdefault(key, len(self._keys))

    # -- graphs of functions: a loop is looked at for its counter ---------------------------------------------------------

    def _graph(self, graph: Any) -> int:
        found = self._graph_numbers.get(id(graph))
        if found is not None:
            return found
        self._kept.append(graph)
        number = self._graph_numbers[id(graph)] = len(self._graphs)
        ops: dict[Any, int] = {}
        order: list[Any] = []
        waiting = [t.op for t in reversed((*graph.inputs, *graph.outputs))]
        while waiting:
            op = waiting.pop()
            if op not in ops:
                ops[op] = len(order)
                order.append(op)
                waiting.extend(t.op for t in reversed(op._inputs))

        def tensor(t: Any) -> list[int]:
            return [ops[t.op], t.value_index]

        self._graphs.append(
            {
                "ops": [
                    [op.type, bool(op._control_inputs), [tensor(t) for t in op._inputs], self._counter(op)]
                    for op in order
                ],
                "inputs": [tensor(t) for t in graph.inputs],
                "outputs": [tensor(t) for t in graph.outputs],
            }
        )
        return number

    def _counter(self, op: Any) -> Any:
        value = op._attrs.get("value") if op.type == "Const" else None
        fits = isinstance(value, np.ndarray) and value.size <= _MAX_COUNTER and value.dtype.kind in "iuf"
        return self._value(value) if fits else None

    # -- values -----------------------------------------------------------------------------------------------------------

    def _constant(self, value: Any) -> Any:
        if isinstance(value, np.ndarray) and value.dtype == object and all(type(text) is bytes for text in value.flat):
            return ["text", list(value.shape)]  # of assertions: no other step of a program reads any
        return self._value(value)

    def _value(self, value: Any) -> Any:
        if value is None or isinstance(value, (bool, str)) or type(value) in (int, float):
            return value
        if isinstance(value, list):
            return ["list", *map(self._value, value)]
        if isinstance(value, tuple):
            return ["tuple", *map(self._value, value)]
        if isinstance(value, dtypes.DType):
            return ["type", value.name]
        if isinstance(value, TensorShape):
            return ["shape", None if value._dims is None else list(value._dims)]
        if isinstance(value, bytes):
            return ["bytes", self._blob(value)]
        if isinstance(value, (np.ndarray, np.generic)):
            if value.dtype.kind not in "biufc" and value.dtype.name not in _EXTENDED:
                raise Unportable(f"an array of {value.dtype}")
            kind = "array" if isinstance(value, np.ndarray) else "scalar"
            return [kind, type_name(value.dtype), list(value.shape), self._blob(np.ascontiguousarray(value).tobytes())]
        raise Unportable(f"a value of the type {type(value).__name__}")

    def _blob(self, data: bytes) -> int:
        self._blobs.append(data)
        return len(self._blobs) - 1


def _bytes(whole: dict[str, Any], blobs: list[bytes]) -> bytes:
    text = json.dumps(whole, separators=(",", ":"), sort_keys=True).encode()
    lengths = np.array([len(text), *map(len, blobs)], np.uint64).tobytes()
    return b"".join([_MARK, len(blobs).to_bytes(8, "little"), lengths, text, *blobs])


_EXTENDED = ("bfloat16",)  # types of arrays that NumPy does not have


def _tensor(tensor: Any) -> list[Any]:
    dims = tensor.shape._dims
    return [tensor.dtype.name, None if dims is None else list(dims)]


class _Slots(dict):
    """New numbers for slots, by their first use."""

    def __missing__(self, slot: int) -> int:
        self[slot] = slot if slot < FIRST_SLOT else FIRST_SLOT + len(self)
        return self[slot]


# -- back -----------------------------------------------------------------------------------------------------------------


def read(data: bytes) -> Source:
    """The source that bytes stand for; its operations have the place of their step as `place`."""
    return _Reader(data).source()


class _Reader:
    def __init__(self, data: bytes) -> None:
        if not data.startswith(_MARK):
            raise ValueError("these bytes are no source")
        at = len(_MARK)
        count = int.from_bytes(data[at : at + 8], "little")
        lengths = np.frombuffer(data, np.uint64, count + 1, at + 8).tolist()
        at += 8 + 8 * (count + 1)
        pieces = []
        for length in lengths:
            pieces.append(data[at : at + length])
            at += length
        self._whole, self._blobs = json.loads(pieces[0]), pieces[1:]
        self._plans: dict[int, Any] = {}
        self._graphs: dict[int, Any] = {}

    def source(self) -> Source:
        whole = self._whole
        plan = self._plan(whole["plan"])
        return Source(
            plan.steps,
            plan.constants,
            whole["slots"],
            [(tuple(shape), type_named(name)) for shape, name in whole["forms"]],
            [(slot, self._value(value)) for slot, value in whole["static"]],
            whole["outputs"],
            [(argument, output) for argument, output in whole["donated"]],
            set(whole["variables"]),
        )

    def _plan(self, number: int) -> Any:
        made = self._plans.get(number)
        if made is None:
            raw = self._whole["plans"][number]
            made = self._plans[number] = SimpleNamespace(
                steps=[self._step(step, (number, i)) for i, step in enumerate(raw["steps"])],
                constants={slot: self._value(value) for slot, value in raw["constants"]},
                feed_slots=raw.get("feeds"),
                initial=dict(raw.get("initial", ())),
                queries=raw.get("queries"),
                final=dict(raw.get("final", ())),
                fetch_slots=raw.get("fetches"),
            )
        return made

    def _step(self, raw: dict[str, Any], place: Place) -> Step:
        info = registry.lookup(raw["type"])
        assert info is not None
        step = Step.__new__(Step)
        step.op = _operation(raw, place, {name: self._value(value) for name, value in raw["attrs"].items()})
        step.info, step.host, step.blocking, step.level = info, False, False, 0
        step.kernel_attrs = {name: self._value(value) for name, value in raw["kernel"].items()}
        step.ins, step.outs, step.static = raw["ins"], raw["outs"], frozenset(raw["static"])
        step.tuple_result = raw["tuple"]
        step.state_ins, step.state_outs = raw["state_ins"], raw["state_outs"]
        step.functions = None
        if raw["functions"] is not None:
            step.functions = {
                name: BoundFunction(name, self._graph(graph), self._plan(plan))
                for name, plan, graph in raw["functions"]
            }
        return step

    def _graph(self, number: int) -> Any:
        made = self._graphs.get(number)
        if made is None:
            raw = self._whole["graphs"][number]
            ops = [
                SimpleNamespace(
                    type=kind, _control_inputs=[None] if waits else [], _attrs={"value": self._value(value)}
                )
                for kind, waits, _, value in raw["ops"]
            ]
            tensors: dict[tuple[int, int], Any] = {}

            def tensor(at: list[int]) -> Any:
                key = at[0], at[1]
                if key not in tensors:
                    tensors[key] = _Tensor(op=ops[at[0]], value_index=at[1])
                return tensors[key]

            for op, (_, _, inputs, _) in zip(ops, raw["ops"], strict=True):
                op._inputs = [tensor(t) for t in inputs]
            made = self._graphs[number] = SimpleNamespace(
                inputs=[tensor(t) for t in raw["inputs"]], outputs=[tensor(t) for t in raw["outputs"]]
            )
        return made

    def _value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        kind, *rest = value
        if kind == "list":
            return [self._value(v) for v in rest]
        if kind == "tuple":
            return tuple(self._value(v) for v in rest)
        if kind == "type":
            return dtypes.as_dtype(rest[0])
        if kind == "shape":
            return TensorShape(rest[0])
        if kind == "bytes":
            return self._blobs[rest[0]]
        if kind == "text":
            return np.full(rest[0], b"", object)
        name, shape, blob = rest
        array = np.frombuffer(self._blobs[blob], type_named(name)).reshape(shape)
        return array if kind == "array" else array[()]


class _Tensor:
    """A tensor as far as kernels look at one; as there, two are equal only if they are the same."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)


def _operation(raw: dict[str, Any], place: Place, attrs: dict[str, Any]) -> Any:
    """An operation as far as kernels look at one."""
    op = SimpleNamespace(type=raw["type"], name=raw["type"], op_def=opdef.get(raw["type"]), _attrs=attrs, place=place)
    for which in ("inputs", "outputs"):
        tensors = [
            _Tensor(op=op, value_index=i, dtype=dtypes.as_dtype(name), shape=TensorShape(dims), name=raw["type"])
            for i, (name, dims) in enumerate(raw[which])
        ]
        setattr(op, which, tensors)
        setattr(op, f"_{which}", tensors)
    return op
