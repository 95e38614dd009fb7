"""What the compiler needs of a segment, and nothing of the session that runs it: steps, constants, types and shapes.

`portable.py` turns one into bytes and back, so that another process can compile it and a later one can find what was made of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from penstock.graph import dtypes
from penstock.runtime.interpret.segment import Segment
from penstock.runtime.plan.steps import Step
from penstock.runtime.state.store import VarKey

Form = tuple[tuple[int, ...], np.dtype]  # shape and type of an array
Place = tuple[
    int, int
]  # of a step: number of the plan (0 is the source itself, others are functions), number of the step


class Donation(NamedTuple):
    """A variable whose buffer the program may overwrite with the new value."""

    argument: int  # its number
    slot: int  # of the old value
    output: int  # the number of the new value
    key: VarKey


class Source(NamedTuple):
    """A segment with one signature of its inputs, ready to be traced."""

    steps: list[Step]
    constants: dict[int, Any]  # by slot
    slots: list[int]  # of the arguments
    forms: list[Form]  # of the arguments
    static: list[tuple[int, np.ndarray]]  # inputs that are known by value: slot, value
    outputs: list[int]  # slots
    donated: list[tuple[int, int]]  # argument, output
    variables: set[int]  # the numbers of the arguments that are values of variables


def source_of(segment: Segment, specs: list[Any]) -> tuple[Source, list[Donation]]:
    """What is compiled of a segment for inputs like `specs`, and the variables whose buffers may be overwritten.

    Args:
      segment: with its plan.
      specs: for each input its value (an array) if that must be known, else something with its shape and type.
    """
    known = [i for i, spec in enumerate(specs) if isinstance(spec, np.ndarray)]
    arguments = _ordered_for_donation(segment, [i for i in range(len(specs)) if i not in set(known)])
    donated = _donatable(segment, arguments)
    slots = [segment.inputs[i] for i in arguments]
    initial = set(segment.plan.initial.values())
    source = Source(
        segment.steps,
        segment.plan.constants,
        slots,
        [(tuple(specs[i].shape), np.dtype(specs[i].dtype)) for i in arguments],
        [(segment.inputs[i], specs[i]) for i in known],
        segment.outputs,
        [(one.argument, one.output) for one in donated],
        {number for number, slot in enumerate(slots) if slot in initial},
    )
    return source, donated


def _donatable(segment: Segment, arguments: list[int]) -> list[Donation]:
    """Variables whose buffers the program may overwrite (donation): nothing after it can fail or read the old value.

    Segments before it are done; if a NumPy view of the buffer is still around, JAX makes a copy instead.
    """
    plan = segment.plan
    if not segment.last:
        return []
    fetched = set(plan.fetch_slots)
    position = {segment.inputs[i]: n for n, i in enumerate(arguments)}
    number = {slot: n for n, slot in enumerate(segment.outputs)}
    found = []
    for key, initial in plan.initial.items():
        final = plan.final.get(key)
        if final in number and initial in position and initial not in fetched:
            found.append(Donation(position[initial], initial, number[final], key))
    return found


def _ordered_for_donation(segment: Segment, arguments: list[int]) -> list[int]:
    """The arguments reordered: donated ones last, in the order of the results that reuse their buffers.

    JAX gives the first donated buffer to the first result of its shape, and so on: each variable must meet its own new
    value, or XLA copies both. (A variable and its slots, which have one shape, come in another order than they leave.)
    """
    taken_by = {arguments[one.argument]: one.output for one in _donatable(segment, arguments)}
    return sorted(arguments, key=lambda i: taken_by.get(i, -1))


def type_name(dtype: np.dtype) -> str:
    """The name of an element type, for `type_named`; NumPy's own description tells types that others have added not apart.

    >>> type_name(np.dtype(np.float32)), type_named("bfloat16").itemsize
    ('<f4', 2)
    """
    return dtype.str if dtype.kind in "biufc" else dtype.name


def type_named(name: str) -> np.dtype:
    """The element type of a name."""
    return np.dtype(name) if name[:1] in "<>|=" else dtypes.as_dtype(name).storage
