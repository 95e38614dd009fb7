"""Code generation for the interpreter: steps as the source of one Python function, and memoization of steps whose inputs do not
change.

The function has a line per step, so that the overhead of a kernel is a single call, and a traceback's line tells the failing
step. Batch shapes are the same in nearly every run, and models of sparse features compute dozens of sizes and positions from
them: `Memo` caches what is computed only from small integers, shapes, and integers that `UnchangedInputs` has seen to be the
same in several runs, for each shape that comes, and runs only the other steps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import numpy as np

from penstock.graph.operation import Tensor
from penstock.runtime.interpret import row_updates
from penstock.runtime.interpret.inplace import BufferReuse
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import FIRST_SLOT, NONE_SLOT, RUN_SLOT, Condition, Step

# Integers up to this many are looked at in each run.
_MAX_SMALL_ELEMENTS = 8
# So many steps must be saved: comparing costs about as much as one of them.
_MIN_STEPS_SAVED = 4
# Larger results are not kept, and larger inputs not compared.
_MAX_BYTES = 1 << 17
_MAX_COMPARED_BYTES = 1 << 12
# So many runs are known at once, and bytes of their results: a text that is written token by token comes back to its lengths.
_MAX_KNOWN, _MAX_KNOWN_BYTES = 256, 1 << 20
# As long as there are fewer hits than misses: after so many different values, or so many misses, knowing them is given up.
_MAX_NEW_VALUES, _MAX_NEW_SHAPES = 10, 300
# Results larger than this are left out if all together are too large.
_MAX_RESULT_BYTES = 1 << 13
# Steps that need no more than the shape of their input.
_READ_SHAPES_ONLY = {"Shape", "Size", "Rank"}
# Steps whose shape is decided by the shapes of their inputs, and by the values of the static ones. Not all are: that of `Unique`
# follows from values.
_SHAPE_FROM_INPUTS = {
    *("Bucketize", "Cast", "ZerosLike", "OnesLike", "LogicalNot", "StringToHashBucketFast", "StringToHashBucketStrong"),
    *("Add", "AddV2", "AddN", "Sub", "Mul", "RealDiv", "FloorDiv", "Maximum", "Minimum", "Pow", "SquaredDifference"),
    *(
        "LogicalAnd",
        "LogicalOr",
        "Equal",
        "NotEqual",
        "Greater",
        "GreaterEqual",
        "Less",
        "LessEqual",
        "Select",
        "SelectV2",
    ),
    *("Neg", "Abs", "Exp", "Log", "Sqrt", "Rsqrt", "Square", "Tanh", "Sigmoid", "Erf", "Relu", "Softmax", "LogSoftmax"),
    *(
        "TanhGrad",
        "SigmoidGrad",
        "ReluGrad",
        "BiasAdd",
        "BiasAddGrad",
        "MatMul",
        "BatchMatMul",
        "BatchMatMulV2",
        "StopGradient",
    ),
    *(
        "Mean",
        "Sum",
        "Prod",
        "Max",
        "Min",
        "Any",
        "All",
        "ArgMax",
        "Transpose",
        "Reshape",
        "ExpandDims",
        "Squeeze",
        "Fill",
    ),
    *(
        "GatherV2",
        "Gather",
        "ConcatV2",
        "Concat",
        "Pack",
        "Unpack",
        "Split",
        "SplitV",
        "Tile",
        "StridedSlice",
        "Slice",
        "Pad",
    ),
    *(
        "BroadcastTo",
        "Conv2D",
        "FusedBatchNorm",
        "FusedBatchNormV2",
        "FusedBatchNormV3",
        "MaxPool",
        "AvgPool",
        "ResourceGather",
    ),
}
# Outputs that only some of the inputs decide: type → output → inputs.
_SHAPE_FROM_ARGUMENTS = {"SparseReshape": {1: (1, 2)}}

# Gives the callable of a step, and whether it takes the run and the state values as first arguments.
Bind = Callable[[Step], tuple[Callable, bool, bool]]


class GeneratedFunction:
    """A generated function of an environment that runs steps; `code` and `steps` map its lines to steps.

    With `limited`, it asks before each step whether the run should stop.
    """

    __slots__ = ("code", "function", "steps")

    def __init__(
        self,
        plan: Plan,
        steps: list[Step],
        inputs: list[int],
        outputs: list[int],
        bind: Bind,
        limited: bool = False,
    ) -> None:
        self.steps = steps
        constants: dict[str, Any] = {}
        template = plan.constants
        begin = [f"v{s} = env[{s}]" for s in inputs] + ([f"check = env[{RUN_SLOT}].cancel.check"] if limited else [])
        lines = ["def segment(env):", "    " + ("; ".join(begin) or "pass")]
        reuse = BufferReuse(steps, outputs)
        last_use = {slot: index for index, step in enumerate(steps) for slot in step.input_slots()}
        kept = {*inputs, *outputs, *template}

        def text(slot: int) -> str:
            if slot == NONE_SLOT:
                return "None"
            if slot in template:
                constants[f"c{slot}"] = template[slot]
                return f"c{slot}"
            return f"v{slot}"

        for index, step in enumerate(steps):
            name = f"k{index}"
            changed = None if step.condition else row_updates.in_place(plan, step)
            function, takes_run, takes_state = bind(step) if changed is None else (changed, True, False)
            constants[name] = reuse.apply(step, function)
            args = [f"[{', '.join(map(text, a))}]" if isinstance(a, list) else text(a) for a in step.ins]
            if takes_state:
                state = ", ".join(text(s) for _, s in step.state_ins)
                args.insert(0, f"({state},)" if state else "()")
            if takes_run:
                args.insert(0, f"env[{RUN_SLOT}]")
            line = f"{name}({', '.join(args)})"
            slots = step.output_slots()
            if step.condition:
                left = [text(step.otherwise.get(slot, NONE_SLOT)) for slot in slots]
                line += f" if {_condition_text(step.condition, text)} else "
                line += f"({', '.join(left)},)" if step.tuple_result and left else left[0] if left else "None"
            if slots:
                line = (f"({', '.join(f'v{s}' for s in slots)},) = " if step.tuple_result else f"v{slots[0]} = ") + line
            unused = {*step.input_slots(), *slots} - kept
            dead = [s for s in unused if s >= FIRST_SLOT and last_use.get(s, index) <= index]
            if dead:
                line += "; " + " = ".join(f"v{s}" for s in dead) + " = None"
            lines.append("    check(); " + line if limited else "    " + line)
        lines.append("    " + ("; ".join(f"env[{s}] = v{s}" for s in outputs) or "pass"))
        exec(compile("\n".join(lines), "<penstock plan>", "exec"), constants)
        self.function: Callable[[list[Any]], None] = constants["segment"]
        self.code = self.function.__code__

    def failed(self, frame: Any, line: int) -> Step | None:
        """The step of a line in a traceback."""
        index = line - 3
        return self.steps[index] if frame.f_code is self.code and 0 <= index < len(self.steps) else None


def _condition_text(condition: Condition, text: Callable[[int], str]) -> str:
    """An expression that tells whether a step runs; a predicate that was not computed itself does not hold."""
    terms = ((text(slot), "" if value else "not ") for slot, value in condition)
    return " and ".join(f"{name} is not None and {negation}{name}" for name, negation in terms)


class Memo:
    """Runs steps, except those whose results are cached from a run with the same small integers and shapes."""

    def __init__(
        self,
        plan: Plan,
        inputs: list[int],
        outputs: list[int],
        few: list[int],
        shaped: list[int],
        kept: list[Step],
        rest: list[Step],
        bind: Bind,
    ) -> None:
        self._inputs, self._shaped = few, shaped
        made = [slot for step in kept for slot in step.output_slots()]
        used = {slot for step in rest for slot in step.input_slots()}.union(outputs)
        self._slots = [slot for slot in made if slot in used]
        order = {id(step): i for i, step in enumerate(plan.steps)}
        steps = sorted([*kept, *rest], key=lambda step: order[id(step)])
        self._whole = GeneratedFunction(plan, steps, inputs, [*dict.fromkeys([*outputs, *self._slots])], bind)
        left = [slot for slot in outputs if slot not in set(made)]
        self._rest = GeneratedFunction(plan, rest, [*inputs, *self._slots], left, bind)
        self.written = [self._whole, self._rest]
        self._known: dict[tuple[Any, Any], list[tuple[int, Any]]] = {}  # by values and shapes
        self._bytes = 0  # of all that is known
        self._values: set[Any] = set()  # that have come
        self._hits = self._misses = 0
        self.useless = False
        self.large: set[int] = set()  # results that should not be kept
        self.varying: set[int] = set()  # inputs whose shapes are new in too many runs

    def function(self, env: list[Any]) -> None:
        """Runs the steps on `env`."""
        values = tuple([env[slot].tobytes() for slot in self._inputs])
        shapes = tuple([getattr(env[slot], "shape", None) for slot in self._shaped])
        known = self._known.get((values, shapes))
        if known is not None:
            self._hits += 1
            for slot, value in known:
                env[slot] = value
            self._rest.function(env)
            return
        self._whole.function(env)
        self._misses += 1
        self._keep(values, shapes, [(slot, env[slot]) for slot in self._slots])

    def _keep(self, values: Any, shapes: Any, found: list[tuple[int, Any]]) -> None:
        size = sum(v.nbytes for _, v in found)
        self._values.add(values)
        if len(self._known) >= _MAX_KNOWN or self._bytes + size > _MAX_KNOWN_BYTES:
            self._known, self._bytes = {}, 0
        self._known[values, shapes] = found
        self._bytes += size
        if size > _MAX_BYTES:
            self.useless = True
            self.large = {slot for slot, value in found if value.nbytes > _MAX_RESULT_BYTES}
        elif self._misses <= self._hits:
            return
        elif len(self._values) > _MAX_NEW_VALUES:
            self.useless = True
        elif self._misses > _MAX_NEW_SHAPES:
            self.useless = True
            several = [{known[1][i] for known in list(self._known)} for i in range(len(self._shaped))]
            self.varying = {slot for slot, seen in zip(self._shaped, several, strict=True) if len(seen) > 1}


class UnchangedInputs:
    """Finds the small integer inputs of a segment that are the same in all observed runs."""

    def __init__(self, inputs: list[int]) -> None:
        self._inputs = inputs
        self._seen: dict[int, tuple[tuple[int, ...], bytes] | None] = {}

    def look(self, env: list[Any]) -> None:
        """Observes the inputs of a run."""
        for slot in self._inputs:
            value = env[slot]
            found = None
            if type(value) is np.ndarray and value.dtype.kind in "iub" and value.nbytes <= _MAX_COMPARED_BYTES:
                found = value.shape, value.tobytes()
            if self._seen.setdefault(slot, found) != found:
                self._seen[slot] = None

    def same(self) -> set[int]:
        """The inputs that have not changed."""
        return {slot for slot, found in self._seen.items() if found is not None}


def make_memo(
    plan: Plan,
    steps: list[Step],
    inputs: list[int],
    outputs: list[int],
    bind: Bind,
    same: Collection[int] = (),
    varying_shapes: Collection[int] = (),
    large: Collection[int] = (),
) -> Memo | None:
    """A memo of the steps of a segment; None if too few of them depend only on small integers and shapes.

    Args:
      same: further inputs that are integers, and the same in most runs.
      varying_shapes: inputs whose shapes are new in most runs; what follows from them is not kept.
      large: results that are not kept, as they are too large.
    """
    tensors = dict(zip(plan.feed_slots, plan.feeds, strict=True))
    # What leaves the plan, or is kept by a kernel, belongs to others, who may write into it.
    foreign = {*plan.fetch_slots, *plan.final.values(), *large}
    for step in plan.steps:
        if _is_pure(step):
            tensors.update(zip(step.outs, step.op._outputs, strict=True))
        else:
            foreign.update(step.input_slots())
    few = [slot for slot in inputs if slot in same or (slot in tensors and _is_small(tensors[slot]))]
    known = {*few, *plan.constants}
    # Slots whose shapes depend only on the shapes of some inputs, and on what is known.
    steady = [slot for slot in inputs if slot not in varying_shapes]
    shape_of: dict[int, set[int]] = {slot: {slot} for slot in steady} | {slot: set() for slot in plan.constants}
    shaped: set[int] = set()
    kept, rest = [], []
    for step in steps:
        slots = step.input_slots()
        pure = _is_pure(step)
        integers = all(t.dtype.is_integer or t.dtype.is_bool for t in step.op._outputs)
        by_shape = step.op.type in _READ_SHAPES_ONLY and slots[0] in shape_of
        if pure and integers and (by_shape or known.issuperset(slots)) and foreign.isdisjoint(step.outs):
            if by_shape:
                shaped |= shape_of[slots[0]]
            kept.append(step)
            known.update(step.outs)
            shape_of.update((slot, set()) for slot in step.outs)
            continue
        rest.append(step)
        if pure and _has_known_shape(step, slots, shape_of, known):
            deciding_shapes: set[int] = set().union(*(shape_of[slot] for slot in slots if slot >= FIRST_SLOT))
            shape_of.update((slot, deciding_shapes) for slot in step.outs)
        for output, deciding in _SHAPE_FROM_ARGUMENTS.get(step.op.type, {}).items():
            if known.issuperset(slots[i] for i in deciding):
                known.add(step.outs[output])
    used = {slot for step in kept for slot in step.input_slots()}
    for step in rest:
        for _, deciding in _SHAPE_FROM_ARGUMENTS.get(step.op.type, {}).items():
            used.update(step.input_slots()[i] for i in deciding)
    few = [slot for slot in few if slot in used]
    shaped |= used.intersection(same)  # two arrays may have the same bytes
    if len(kept) < max(_MIN_STEPS_SAVED, len(few)):
        return None
    return Memo(plan, inputs, outputs, few, sorted(shaped), kept, rest, bind)


def _has_known_shape(step: Step, slots: list[int], shape_of: Collection[int], known: Collection[int]) -> bool:
    """Whether the shapes of a step's results follow from known shapes of its inputs, and known values of the static ones."""
    if step.op.type not in _SHAPE_FROM_INPUTS or not all(slot in shape_of for slot in slots if slot >= FIRST_SLOT):
        return False
    deciding = slots[1:] if step.op.type in ("Slice", "StridedSlice") else step.static_slots()
    return all(slot in known for slot in deciding if slot >= FIRST_SLOT)


def _is_pure(step: Step) -> bool:
    info = step.info
    changes: Iterable[Any] = (info.stateful, info.wants_ctx, info.blocking, info.updates, info.assigns, info.reads)
    return step.functions is None and not step.condition and not any(changes) and len(step.outs) == len(step.op._outputs)


def _is_small(tensor: Tensor) -> bool:
    shape = tensor.shape
    if not (tensor.dtype.is_integer or tensor.dtype.is_bool) or shape.ndims is None or shape.ndims > 1:
        return False
    size = shape.num_elements()
    return size is not None and size <= _MAX_SMALL_ELEMENTS
