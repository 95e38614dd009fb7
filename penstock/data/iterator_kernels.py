"""Kernels of iterators: the state that goes through a dataset, one element per run."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from penstock.data.functions import Called
from penstock.data.pipeline import Dataset, Element, Run, Step, invalid, unbox
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.dtypes import type_text
from penstock.graph.registry import no_gradient, op
from penstock.ops.arrays.basic import shape_text
from penstock.ops.queues.state import boxed
from penstock.ops.state import named_state
from penstock.runtime.session.cancel import Cancel

_UNINITIALIZED = (
    "GetNext() failed because the iterator has not been initialized. Ensure that you have run the initializer operation "
    "for this iterator before getting the next element."
)


class IteratorState:
    """A place in a dataset. Runs that ask for elements at the same time get one each."""

    def __init__(self, types: list[Any], shapes: list[Any]) -> None:
        self.types, self.shapes = types, shapes
        self._changed = threading.Condition()
        self._busy = self._ended = False
        self.users: set[Any] = set()  # operations that stand for this iterator
        self._step: Step | None = None
        self._run: Run | None = None
        self._dataset: Dataset | None = None
        self._given = 0  # elements (and errors) since the beginning
        self.lock = threading.Lock()  # for a one-shot iterator: who makes the dataset
        self.failure: errors.OpError | None = None

    @property
    def initialized(self) -> bool:
        return self._step is not None

    def start(self, dataset: Dataset, run: Run | None = None) -> None:
        """Goes to the beginning of a dataset."""
        run = run or Run()
        step = dataset.iterator(run)
        with self._changed:
            ended = self._ended
            old = (step, run) if ended else (self._step, self._run)
            if not ended:
                self._step, self._run = step, run
                self._dataset, self._given = dataset, 0
        _end(*old)
        if ended:  # nobody would ever close it
            raise errors.CancelledError(None, None, "Iterator was cancelled")

    def place(self) -> tuple[int, dict[str, Any]]:
        """How many elements were given, and what was drawn at random on the way."""
        with self._changed:
            if self._run is None:
                raise errors.FailedPreconditionError(
                    None, None, "The iterator that is to be saved was not initialized."
                )
            return self._given, dict(self._run.seeds)

    def go_to(self, given: int, seeds: dict[str, Any], cancel: Cancel) -> None:
        """Goes through the dataset anew, to where another iterator was."""
        dataset = self._dataset
        if dataset is None:
            raise errors.FailedPreconditionError(
                None,
                None,
                "An iterator must be initialized (with the dataset it was saved with) before it is restored.",
            )
        self.start(dataset, Run(seeds))
        step, done = self._step, 0
        assert step is not None
        while done < given:
            try:
                gone = step.skip(given - done, cancel)
            except errors.OpError:
                if cancel.cancelled:
                    raise
                gone = 1  # it was told the first time
            if not gone:
                break
            done += gone
        self._given = given

    def next(self, cancel: Cancel) -> Element:
        with self._changed:
            if self._busy:
                cancel.wait(self._changed, lambda: not self._busy, "Iterator was cancelled")
            step = self._step
            if step is None:
                raise errors.FailedPreconditionError(None, None, _UNINITIALIZED)
            self._busy = True
        try:
            element = step.next(cancel)
        finally:
            with self._changed:
                self._busy = False
                self._given += 1
                self._changed.notify()
        if element is None:
            raise errors.OutOfRangeError(None, None, "End of sequence")
        return element

    def shut_down(self) -> None:
        """The session ends."""
        with self._changed:
            old = self._step, self._run
            self._step = self._run = None
            self._ended = True
        _end(*old)


def _end(step: Step | None, run: Run | None) -> None:
    if step is not None and run is not None:
        run.cancel.cancel()
        step.close()


def _state(ctx: Any) -> tuple[Any, IteratorState]:
    attrs = ctx.op._attrs
    return named_state.state_of(
        ctx, "iterator", lambda name: IteratorState(attrs["output_types"], attrs["output_shapes"])
    )


@op(("Iterator", "IteratorV2"), shape=rule.scalar, host=True)
def _iterator(xp, *, ctx):
    known = named_state.quick(ctx)
    return known if known is not None else named_state.remember(ctx, *_state(ctx))


@op("OneShotIterator", shape=rule.scalar, blocking=True, calls=("dataset_factory",))
def _one_shot(xp, *, ctx):
    known = named_state.quick(ctx)
    if known is not None:
        return (known,)
    handle, state = _state(ctx)
    if not state.initialized:
        with state.lock:
            if state.failure is not None:
                kind: Any = type(state.failure)  # never OpError itself
                raise kind(None, None, state.failure.message)
            if not state.initialized:
                try:
                    (dataset,) = Called(ctx, "dataset_factory", []).bound(Run())([], ctx.cancel)
                    state.start(unbox(dataset))
                except errors.OpError as error:
                    state.failure = error
                    raise
    return (named_state.remember(ctx, handle, state),)


@op("MakeIterator", shape=rule.no_outputs, host=True)
def _make_iterator(xp, dataset, iterator, *, ctx):
    state: IteratorState = named_state.find(ctx, iterator)
    state.start(unbox(dataset))


def _element_shapes(c: Any) -> list[Any]:
    return list(c.op._attrs["output_shapes"])


@op(("IteratorGetNext", "IteratorGetNextSync"), shape=_element_shapes, blocking=True)
def _get_next(xp, iterator, *, output_types, output_shapes, ctx):
    state: IteratorState = named_state.find(ctx, iterator)
    element = state.next(ctx.cancel)
    if len(element) != len(output_types):
        raise invalid(
            f"Number of components does not match: expected {len(output_types)} types but got {len(element)}."
        )
    for i, (value, dtype, shape) in enumerate(zip(element, output_types, output_shapes)):
        if value.dtype != dtype.storage and dtype.name not in ("variant", "resource"):
            raise invalid(
                f"Data type mismatch at component {i}: expected {type_text(dtype)} but got {value.dtype.name}."
            )
        dims = shape._dims
        if dims is not None and value.shape != dims:
            if len(dims) != len(value.shape) or any(d is not None and d != v for d, v in zip(dims, value.shape)):
                wanted = "[" + ",".join("?" if d is None else str(d) for d in dims) + "]"
                raise invalid(
                    f"Incompatible shapes at component {i}: expected {wanted} but got {shape_text(value.shape)}."
                )
    return element


_SEPARATOR = "\x1f"


@op("IteratorToStringHandle", shape=rule.scalar, host=True)
def _to_string_handle(xp, resource_handle, *, ctx):
    return boxed(_SEPARATOR.join(named_state.unboxed(resource_handle)).encode())


@op(("IteratorFromStringHandle", "IteratorFromStringHandleV2"), shape=rule.scalar, host=True)
def _from_string_handle(xp, string_handle, *, output_types, output_shapes, ctx):
    from penstock.graph.handles import ResourceHandle

    value: Any = string_handle if isinstance(string_handle, bytes) else np.asarray(string_handle, object)[()]
    parts = value.decode("utf-8", "replace").split(_SEPARATOR)
    if len(parts) != 3:
        raise invalid("Could not parse string_handle as a valid ResourceHandle")
    handle = ResourceHandle(*parts)
    state: IteratorState = named_state.find(ctx, handle)
    if output_types and [t.base_dtype for t in output_types] != [t.base_dtype for t in state.types]:
        had, wanted = (", ".join(type_text(t) for t in types) for types in (state.types, output_types))
        raise invalid(f"The iterator has elements of types [{had}], but [{wanted}] are expected.")
    return named_state.boxed(handle, False)


no_gradient(
    "Iterator",
    "IteratorV2",
    "OneShotIterator",
    "MakeIterator",
    "IteratorGetNext",
    "IteratorGetNextSync",
    "IteratorToStringHandle",
    "IteratorFromStringHandle",
    "IteratorFromStringHandleV2",
)
