"""Steps of a function that become one: an image is cast, scaled, resized, cropped, mirrored and moved to another range.

One after the other, these steps write and read the whole image as floating-point numbers six times or more; together they
touch no more of it than the crop needs, in memory that stays in a processor's cache, and write the result where it will lie in
its batch. The results are the same to the last bit. Works on the plans of functions that are interpreted.
"""

from __future__ import annotations

import copy
import functools
from collections import Counter
from types import ModuleType
from typing import Any

import numpy as np

from penstock.data import placing
from penstock.graph import dtypes
from penstock.graph.typing import TensorLike
from penstock.ops.backend import memory
from penstock.ops.control.bodies import truth
from penstock.ops.image import fused_preprocessing as image_scaled
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import Step, bind

# Arithmetic of an image and a scalar, by the place of the image; see `image_scaled.Then`.
_ARITHMETIC = {
    "Add": ("Add", "Add"),
    "AddV2": ("Add", "Add"),
    "Sub": ("Sub", "From"),
    "Mul": ("Mul", "Mul"),
    "RealDiv": ("Div", None),
}
_Axes = tuple[int, ...]
# So many crops of a step are remembered.
_WINDOWS = 4096


def fused(plan: Plan) -> Plan:
    """The plan with images resized in one step; the same plan if it has none."""
    known = plan.derived.get("fused")
    if known is None:
        known = plan
        for step in plan.steps:
            if step.op.type == "ResizeBilinear":
                known = _Chain(known, step).apply() or known
        if known is not plan:
            known.steps = [step for step in known.steps if not _holds(step, known)]
        plan.derived["fused"] = known
    return known


def _holds(step: Step, plan: Plan) -> bool:
    """Whether a step asserts what is known to be true, such as that a crop is no larger than an image of known size."""
    if step.op.type != "Assert" or not isinstance(step.ins[0], int):
        return False
    condition = plan.constants.get(step.ins[0])
    return condition is not None and np.ndim(condition) == 0 and bool(condition)


class _Chain:
    """The steps around one that resizes: those before it that make floats of pixels, and those after it."""

    def __init__(self, plan: Plan, resize: Step) -> None:
        self.plan, self.resize = plan, resize
        self.producers = {slot: step for step in plan.steps for slot in step.output_slots()}
        self.uses = Counter(slot for step in plan.steps for slot in step.input_slots())
        self.uses.update(plan.fetch_slots)
        self.uses.update(plan.final.values())
        self.gone: list[Step] = [resize]
        self.flips: list[tuple[int | None, _Axes, _Axes]] = []  # condition, what is reversed if it holds, and if not
        self.arithmetic: list[tuple[str, int]] = []  # kind, slot of the value

    def before(self, slot: Any, kind: str) -> Step | None:
        """The step of a type that makes a value which only this chain uses."""
        step = self.producers.get(slot)
        return step if step is not None and step.op.type == kind and self.uses[slot] == 1 else None

    def user(self, step: Step) -> Step | None:
        """The step that alone uses what a step makes."""
        (slot,) = step.output_slots()
        return None if self.uses[slot] != 1 else next((s for s in self.plan.steps if slot in s.input_slots()), None)

    def after(self, step: Step, kind: str) -> Step | None:
        found = self.user(step)
        return found if found is not None and found.op.type == kind and found.ins[0] == step.outs[0] else None

    def constant(self, slot: Any) -> Any:
        return self.plan.constants.get(slot)

    def apply(self) -> Plan | None:
        size = self.constant(self.resize.ins[1])
        expand = self.before(self.resize.ins[0], "ExpandDims")
        if size is None or np.shape(size) != (2,) or min(size) <= 0 or expand is None:
            return None
        axis = self.constant(expand.ins[1])
        if axis is None or int(axis) != 0 or expand.op._inputs[0].shape.ndims != 3:
            return None
        source, scale = expand.ins[0], None
        self.gone.append(expand)
        scaled = self.before(source, "Mul")
        if scaled is not None:
            scale = self.constant(scaled.ins[1])
            if scale is None or np.ndim(scale) or scale.dtype != np.float32:
                return None
            source = scaled.ins[0]
            self.gone.append(scaled)
        cast = self.before(source, "Cast")
        if cast is None or cast.op._attrs["SrcT"] != dtypes.uint8 or cast.op._attrs["DstT"] != dtypes.float32:
            return None
        squeeze = self.after(self.resize, "Squeeze")
        if squeeze is None or list(squeeze.op._attrs["squeeze_dims"]) not in ([0], [-4]):
            return None
        crop = self.after(squeeze, "Slice")
        self.gone += [cast, squeeze, *([crop] if crop is not None else [])]
        last = self.gone[-1]
        while (step := self.user(last)) is not None and (self.is_flip(step, last) or self.is_arithmetic(step, last)):
            self.gone.append(step)
            last = step
        return self.rewritten(cast.ins[0], size, scale, squeeze, crop, last)

    # -- what may follow -----------------------------------------------------------------------------------------------

    def is_flip(self, step: Step, last: Step) -> bool:
        """Notes the flip, if the step is one: of a picture, or of one that is flipped if something holds."""
        slot = last.outs[0]
        if step.op.type == "ReverseV2" and step.ins[0] == slot:
            axes = _axes(self.constant(step.ins[1]))
            if axes is not None:
                self.flips.append((None, axes, axes))
            return axes is not None
        if step.op.type not in ("If", "StatelessIf") or step.ins[1:] != [[slot]] or step.functions is None:
            return False
        if step.op._attrs.get("_scalar"):
            return False  # what decides may turn out to be no scalar, which is an error
        branches = [_reversed_by(step.functions[which].plan) for which in ("then_branch", "else_branch")]
        if step.state_ins or step.state_outs or None in branches:
            return False
        self.flips.append((step.ins[0], *branches))  # type: ignore[arg-type]
        return True

    def is_arithmetic(self, step: Step, last: Step) -> bool:
        """Notes the arithmetic, if the step is that of the picture and a scalar."""
        kinds = _ARITHMETIC.get(step.op.type)
        if kinds is None or len(step.ins) != 2 or step.op._outputs[0].dtype != dtypes.float32:
            return False
        at = step.ins.index(last.outs[0])
        if kinds[at] is None or step.op._inputs[1 - at].shape.ndims != 0:
            return False
        self.arithmetic.append((kinds[at], step.ins[1 - at]))  # type: ignore[arg-type]
        return True

    # -- the new step --------------------------------------------------------------------------------------------------

    def rewritten(
        self, source: Any, size: TensorLike, scale: TensorLike | None, squeeze: Step, crop: Step | None, last: Step
    ) -> Plan:
        first = squeeze if crop is None else crop
        made = copy.copy(first)  # its operation is the one whose input can be wrong
        made.info = copy.copy(first.info)
        made.info.kernel = self.kernel(size, scale, crop, last)
        made.kernel_attrs = {}
        conditions = [condition for condition, _, _ in self.flips if condition is not None]
        made.ins = [source, *(crop.ins[1:] if crop is not None else []), *conditions, *[s for _, s in self.arithmetic]]
        made.outs, made.level, made.static = last.outs, last.level, frozenset()
        gone = set(self.gone)
        kept = [step for step in self.plan.steps if step is last or step not in gone]
        return self.plan.with_steps([made if step is last else step for step in kept])

    def kernel(self, size: Any, scale: Any, crop: Step | None, last: Step) -> Any:
        attrs = self.resize.kernel_attrs
        height, width = (int(n) for n in size)
        how = scale, height, width, attrs["align_corners"], attrs["half_pixel_centers"]
        flips, kinds = self.flips, [kind for kind, _ in self.arithmetic]
        cut = None if crop is None else bind(crop, np)
        make, fetches = memory.empty, self.plan.fetch_slots
        if last.outs[0] in fetches and self.uses[last.outs[0]] == 1:
            make = functools.partial(placing.empty, fetches.index(last.outs[0]))

        def finish(given: tuple) -> dict[str, Any]:
            turned, values = [False, False], iter(given)
            for condition, holds, fails in flips:
                for axis in holds if condition is None or truth(next(values)) else fails:
                    turned[axis] = not turned[axis]
            return {"turned": tuple(turned), "then": list(zip(kinds, values, strict=True)), "make": make}

        def whole(xp: ModuleType, image: np.ndarray, *given: Any) -> np.ndarray:
            return image_scaled.scaled_bilinear(image, *how, **finish(given))

        def part(xp: ModuleType, image: np.ndarray, begin: Any, sizes: Any, *given: Any) -> np.ndarray:
            assert cut is not None
            depth, begins = image.shape[2], tuple(np.asarray(begin).tolist())
            known = depth, begins, sizes.tobytes()
            found = windows.get(known)
            if found is None:
                # What is asked of an image without content: the shape of the crop, or the error that it is.
                shape = cut(_without_content((height, width, depth)), begin, sizes).shape
                rows, columns = (slice(b, b + n) for b, n in zip(begins[:2], shape[:2]))
                found = rows, columns, bool(all(shape) and not begins[2] and shape[2] == depth)
                if len(windows) > _WINDOWS:
                    windows.clear()
                windows[known] = found
            rows, columns, whole_pixels = found
            if not whole_pixels:
                cropped = cut(image_scaled.scaled_bilinear(image, *how), begin, sizes)
                return image_scaled.finished(cropped, **finish(given))
            return image_scaled.scaled_bilinear(image, *how, rows, columns, **finish(given))

        windows: dict[tuple, tuple[slice, slice, bool]] = {}  # what crops of resized images are
        return whole if crop is None else part


@functools.lru_cache(maxsize=64)
def _without_content(shape: tuple[int, ...]) -> np.ndarray:
    return np.broadcast_to(np.float32(0), shape)


def _axes(value: Any) -> _Axes | None:
    """Which of the first two dimensions of a picture are reversed; None if there are others."""
    if value is None or np.ndim(value) != 1:
        return None
    axes = [int(axis) for axis in value]
    found = tuple(axis % 3 for axis in axes if -3 <= axis < 2)
    return found if len(found) == len(axes) == len(set(found)) and set(found) <= {0, 1} else None


def _reversed_by(plan: Plan) -> _Axes | None:
    """What the branch of a conditional reverses of its only input, and else leaves alone; None if it is another one."""
    feeds, fetches = list(plan.feed_slots), list(plan.fetch_slots)
    if len(feeds) != 1 or plan.initial or plan.final or plan.queries:
        return None
    if not plan.steps:
        return () if fetches == feeds else None
    step = plan.steps[0]
    if len(plan.steps) > 1 or step.op.type != "ReverseV2" or step.ins[0] != feeds[0] or fetches != step.outs:
        return None
    return _axes(plan.constants.get(step.ins[1]))  # type: ignore[arg-type]
