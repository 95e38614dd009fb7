"""Steps of a function that become one: an image is cast, scaled, resized and cropped a few lines at a time.

One after the other, these steps write and read the whole image as floating-point numbers four times; together they touch
no more of it than the crop needs, in memory that stays in a processor's cache. The results are the same to the last bit.
Works on the plans of functions that are interpreted.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import numpy as np

from penstock.graph import dtypes
from penstock.ops import image_resize
from penstock.runtime.plan import Plan, Step, bind


def fused(plan: Plan) -> Plan:
    """The plan with images resized in one step; the same plan if it has none."""
    known = plan.__dict__.get("fused")
    if known is None:
        known = plan
        for step in plan.steps:
            if step.op.type == "ResizeBilinear":
                known = _Chain(known, step).apply() or known
        plan.fused = known  # type: ignore[attr-defined]
    return known


class _Chain:
    """The steps around one that resizes: those before it that make floats of pixels, and those after it that crop."""

    def __init__(self, plan: Plan, resize: Step) -> None:
        self.plan, self.resize = plan, resize
        self.producers = {slot: step for step in plan.steps for slot in step.output_slots()}
        self.uses = Counter(slot for step in plan.steps for slot in step.input_slots())
        self.uses.update(plan.fetch_slots)  # type: ignore[attr-defined]
        self.uses.update(plan.final.values())
        self.dropped: list[Step] = []

    def before(self, slot: Any, kind: str) -> Step | None:
        """The step of a type that makes a value which only this chain uses."""
        step = self.producers.get(slot)
        return step if step is not None and step.op.type == kind and self.uses[slot] == 1 else None

    def after(self, step: Step, kind: str) -> Step | None:
        (slot,) = step.output_slots()
        if self.uses[slot] != 1:
            return None
        found = next((s for s in self.plan.steps if slot in s.input_slots()), None)
        return found if found is not None and found.op.type == kind and found.ins[0] == slot else None

    def apply(self) -> Plan | None:
        size = self.plan.constants.get(self.resize.ins[1])  # type: ignore[arg-type]
        expand = self.before(self.resize.ins[0], "ExpandDims")
        if size is None or np.shape(size) != (2,) or min(size) <= 0 or expand is None:
            return None
        axis = self.plan.constants.get(expand.ins[1])  # type: ignore[arg-type]
        if axis is None or int(axis) != 0 or expand.op._inputs[0].shape.ndims != 3:
            return None
        source, scale, before = expand.ins[0], None, [expand]
        scaled = self.before(source, "Mul")
        if scaled is not None:
            scale = self.plan.constants.get(scaled.ins[1])  # type: ignore[arg-type]
            if scale is None or np.ndim(scale) or scale.dtype != np.float32:
                return None
            source = scaled.ins[0]
            before.append(scaled)
        cast = self.before(source, "Cast")
        if cast is None or cast.op._attrs["SrcT"] != dtypes.uint8 or cast.op._attrs["DstT"] != dtypes.float32:
            return None
        squeeze = self.after(self.resize, "Squeeze")
        if squeeze is None or list(squeeze.op._attrs["squeeze_dims"]) not in ([0], [-4]):
            return None
        before.append(cast)
        crop = self.after(squeeze, "Slice")
        return self._rewritten(cast.ins[0], size, scale, before[::-1], squeeze, crop)

    def _rewritten(
        self, source: Any, size: Any, scale: Any, before: list[Step], squeeze: Step, crop: Step | None
    ) -> Plan:
        attrs = self.resize.kernel_attrs
        how = attrs["align_corners"], attrs["half_pixel_centers"]
        height, width = (int(n) for n in size)
        cut = None if crop is None else bind(crop, np)

        def whole(xp: Any, image: np.ndarray) -> np.ndarray:
            return image_resize.scaled_bilinear(image, scale, height, width, *how)

        def part(xp: Any, image: np.ndarray, begin: Any, sizes: Any) -> np.ndarray:
            # What is asked of an image without content: the shape of the crop, or the error that it is.
            shape = cut(np.broadcast_to(np.float32(0), (height, width, image.shape[2])), begin, sizes).shape  # type: ignore[misc]
            first = np.asarray(begin).tolist()
            if not all(shape) or first[2] or shape[2] != image.shape[2]:
                return cut(whole(np, image), begin, sizes)  # type: ignore[misc]
            rows, columns = (slice(b, b + n) for b, n in zip(first[:2], shape[:2]))
            return image_resize.scaled_bilinear(image, scale, height, width, *how, rows, columns)

        last = squeeze if crop is None else crop
        made = copy.copy(last)
        made.info = copy.copy(last.info)
        made.info.kernel = whole if crop is None else part
        made.kernel_attrs = {}
        made.ins = [source, *(last.ins[1:] if crop is not None else [])]
        made.static = frozenset()
        gone = {*before, self.resize, squeeze}
        plan = copy.copy(self.plan)
        plan.__dict__.pop("layout", None)
        plan.__dict__.pop("fused", None)
        plan.steps = [made if step is last else step for step in self.plan.steps if step is last or step not in gone]
        return plan
