"""A dataset whose elements go to several devices in turn: `MultiDeviceIterator` with its kernels, and `RebatchDataset`.

Each device has an iterator of its own over a dataset that asks the common one for the elements of its device.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock._namespace import find
from penstock.data import structure
from penstock.data.dataset import Dataset
from penstock.data.iterator import Iterator
from penstock.data.kernels import _dataset
from penstock.data.pipeline import Element, Made, Run, Step, Unary, invalid, unbox
from penstock.graph import dtypes, errors
from penstock.graph import function as functions
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import colocate_with, device, get_default_graph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import op
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.queues.state import boxed
from penstock.ops.state import named_state
from penstock.runtime.session.cancel import Cancel

_UNINITIALIZED = (
    "GetNext() failed because the iterator has not been initialized. Ensure that you have run the initializer operation "
    "for this iterator before getting the next element."
)

# -- batches in parts -------------------------------------------------------------------------------------------------


class _Parts(Unary):
    """Each batch in so many parts; the last ones are shorter, or empty, if it does not divide."""

    def __init__(self, source: Step, count: int) -> None:
        super().__init__(source)
        self._count = count
        self._waiting: deque[Element] = deque()

    def next(self, cancel: Cancel) -> Element | None:
        if not self._waiting:
            element = self.source.next(cancel)
            if element is None:
                return None
            if any(np.ndim(part) == 0 for part in element):
                raise invalid("Cannot split an input without a batch dimension.")
            rows = len(element[0])
            each = -(-rows // self._count)
            for i in range(self._count):
                self._waiting.append(tuple(part[i * each : (i + 1) * each] for part in element))
        return self._waiting.popleft()


@_dataset("RebatchDataset", "ExperimentalRebatchDataset")
def _rebatch(attrs, input_dataset, num_replicas):
    if num_replicas <= 0:
        raise invalid(f"num_replicas must be greater than 0, but was {int(num_replicas)}.")
    return Made(_Parts, unbox(input_dataset), int(num_replicas))


def _part_of(shape: TensorShape, count: int) -> TensorShape:
    if shape.ndims is None:
        return shape
    if shape.ndims < 1:
        raise ValueError(
            "Input shape should have at least one dimension. Perhaps your input dataset is not batched?"
        )
    dims = shape.as_list()
    dims[0] = dims[0] // count if dims[0] is not None and dims[0] % count == 0 else None
    return TensorShape(dims)


def rebatched(dataset: Dataset, count: int) -> Dataset:
    """A dataset of batches, each of them in so many parts one after the other.

    Raises:
      ValueError: its elements are no batches.
    """
    element = structure.map_structure(
        lambda spec: spec.with_shape(_part_of(spec.shape, count)), dataset._structure
    )
    with get_default_graph().name_scope("RebatchDataset") as scope:
        replicas = convert_to_tensor(np.int64(count), name="num_replicas")
        made = apply(
            "RebatchDataset",
            input_dataset=dataset._variant_tensor,
            num_replicas=replicas,
            name=scope,
            **structure.flat_attributes(element),
        )
    return Dataset(made, element, dataset._options)


def auto_sharded(dataset: Dataset, count: int, index: int) -> Dataset:
    """The part of a dataset that one of several workers reads, unless its options say that it is divided already."""
    if dataset.options().experimental_distribute.auto_shard is False:
        return dataset
    with get_default_graph().name_scope("AutoShardDataset") as scope:
        workers = convert_to_tensor(np.int64(count), name="num_workers")
        number = convert_to_tensor(np.int64(index), name="index")
        made = apply(
            "AutoShardDataset",
            input_dataset=dataset._variant_tensor,
            num_workers=workers,
            index=number,
            name=scope,
            **structure.flat_attributes(dataset._structure),
        )
    return Dataset(made, dataset._structure, dataset._options)


def cloned(dataset: Dataset) -> Dataset:
    """The same dataset by operations of its own, made on the device of the blocks around."""
    graph = get_default_graph()
    copies: dict[Operation, Operation] = {}

    def copy(original: Operation) -> Operation:
        if original not in copies:
            inputs = [
                copy(t.op).outputs[t.value_index] if t.dtype == dtypes.variant else t for t in original.inputs
            ]
            attrs = {key: value for key, value in original._attrs.items() if key != "_class"}
            copies[original] = graph._create(original.op_def, inputs, attrs, original.name)
        return copies[original]

    source = dataset._variant_tensor
    return Dataset(copy(source.op).outputs[source.value_index], dataset._structure, dataset._options)


# -- elements to devices in turn --------------------------------------------------------------------------------------


class MultiDeviceState:
    """A place in a dataset that several devices share: the first element is the first device's, and so on."""

    def __init__(self, shards: int) -> None:
        self.shards = shards
        self.users: set[Any] = set()
        self.incarnation = 0
        self._lock = threading.Condition()
        self._busy = False
        self._step: Step | None = None
        self._run: Run | None = None
        self._buffers: list[deque[Any]] = []
        self._turn = 0
        self._finished = False
        self._streams: dict[Any, Any] = {}  # a dataset that is shuffled goes on with its seeds, as in 1.15

    def start(self, dataset: Any) -> int:
        """Goes to the beginning of a dataset; iterators of devices that were made before are told so."""
        run = Run()
        run.streams = self._streams
        step = dataset.iterator(run)
        with self._lock:
            old = self._step, self._run
            self._step, self._run = step, run
            self._buffers = [deque() for _ in range(self.shards)]
            self._turn, self._finished = 0, False
            self.incarnation += 1
            number = self.incarnation
        _end(*old)
        return number

    def next(self, shard: int, incarnation: int, cancel: Cancel) -> Element:
        """The next element of a device."""
        while True:
            with self._lock:
                if self._busy:
                    cancel.wait(self._lock, lambda: not self._busy, "Iterator was cancelled")
                if self._step is None:
                    raise errors.FailedPreconditionError(None, None, _UNINITIALIZED)
                if incarnation != self.incarnation:
                    raise invalid(
                        f"Invalid incarnation id. Provided: {incarnation}; Expected: {self.incarnation}"
                    )
                buffer = self._buffers[shard]
                if buffer:
                    element = buffer.popleft()
                    if isinstance(element, errors.OpError):
                        raise element
                    return element
                if self._finished:
                    raise errors.OutOfRangeError(None, None, "End of sequence")
                self._busy = True
                step = self._step
            found: Any = None
            try:
                found = step.next(cancel)
            except errors.OpError as error:
                if cancel.cancelled:
                    raise
                found = error
            finally:
                with self._lock:
                    self._busy = False
                    if step is self._step and not cancel.cancelled:
                        if found is None:
                            self._finished = True
                        else:
                            self._buffers[self._turn].append(found)
                            self._turn = (self._turn + 1) % self.shards
                    self._lock.notify_all()

    def shut_down(self) -> None:
        """The session ends."""
        with self._lock:
            old = self._step, self._run
            self._step = self._run = None
        _end(*old)


def _end(step: Step | None, run: Run | None) -> None:
    if step is not None and run is not None:
        run.cancel.cancel()
        step.close()


@op("MultiDeviceIterator", shape=rule.scalar, host=True)
def _multi_device_iterator(xp, *, devices, ctx):
    handle, state = named_state.state_of(ctx, "multi device iterator", lambda name: MultiDeviceState(len(devices)))
    return named_state.remember(ctx, handle, state)


@op("MultiDeviceIteratorInit", shape=rule.scalar, host=True)
def _init(xp, dataset, multi_device_iterator, max_buffer_size, *, ctx):
    return np.int64(named_state.find(ctx, multi_device_iterator).start(unbox(dataset)))


_SEPARATOR = "\x1f"


@op("MultiDeviceIteratorToStringHandle", shape=rule.scalar, host=True)
def _to_string_handle(xp, multi_device_iterator, *, ctx):
    return boxed(_SEPARATOR.join(named_state.unboxed(multi_device_iterator)).encode())


@op("MultiDeviceIteratorFromStringHandle", shape=rule.scalar, host=True)
def _from_string_handle(xp, string_handle, *, ctx):
    from penstock.graph.handles import ResourceHandle

    text = string_handle if isinstance(string_handle, bytes) else string_handle[()]
    parts = text.decode().split(_SEPARATOR)
    if len(parts) != 3:
        raise invalid(f"Could not parse string_handle into a valid ResourceHandle: {text!r}")
    return named_state.boxed(ResourceHandle(*parts), False)


def _element_shapes(c: Any) -> list[Any]:
    return list(c.op._attrs["output_shapes"])


@op("MultiDeviceIteratorGetNextFromShard", shape=_element_shapes, blocking=True)
def _get_next_from_shard(xp, multi_device_iterator, shard_num, incarnation_id, *, ctx):
    state: MultiDeviceState = named_state.find(ctx, multi_device_iterator)
    return state.next(int(shard_num), int(incarnation_id), ctx.cancel)


def _function(name: str, body: Callable, *types: Any) -> str:
    arguments = [(kind, TensorShape([]), f"args_{i}") for i, kind in enumerate(types)]
    graph, outputs = functions.build(f"MultiDeviceIterator_{name}", body, arguments)
    graph.outputs = [graph.capture(t) for t in outputs]
    assert not graph.captured_inputs(len(arguments))
    return graph.name


class MultiDeviceIterator:
    """An iterator that gives each of several devices every n-th element.

    Args:
      dataset: the dataset.
      devices: the devices.
      max_buffer_size: how many elements may wait for a device.
      prefetch_buffer_size: how many elements are brought to each device ahead.
      source_device: where the dataset is read.
    """

    def __init__(
        self,
        dataset: Dataset,
        devices: Sequence[str],
        max_buffer_size: int = 1,
        prefetch_buffer_size: int = 1,
        source_device: str = "/cpu:0",
    ) -> None:
        self._dataset = dataset
        self._devices = list(devices)
        self._structure = dataset._structure
        attributes = structure.flat_attributes(self._structure)
        get_default_graph()._count(3)  # 1.15 wraps the dataset in two others, for its optimizations
        source = find("constant")(source_device)
        with device(source_device):
            self._resource = apply(
                "MultiDeviceIterator", devices=self._devices, shared_name="", container="", **attributes
            )
            self._incarnation_id = apply(
                "MultiDeviceIteratorInit",
                dataset=dataset._variant_tensor,
                multi_device_iterator=self._resource,
                max_buffer_size=np.int64(max(max_buffer_size, prefetch_buffer_size)),
            )
        makers = []
        for i, where in enumerate(self._devices):
            with device(where):
                makers.append(self._generator(i, source, attributes))
                makers[-1]()
        self._device_iterators = []
        for make, where in zip(makers, self._devices):
            with device(where):
                made = Dataset(make(), self._structure)
                if prefetch_buffer_size > 0:
                    made = made.prefetch(prefetch_buffer_size)
                self._device_iterators.append(_plain_iterator(made))
        self._initializer = find("group")(*[iterator.initializer for iterator in self._device_iterators])

    def _generator(self, shard: int, source: Tensor, attributes: dict[str, Any]) -> Callable[[], Tensor]:
        """A function that makes the dataset of one device."""
        handle = apply("MultiDeviceIteratorToStringHandle", multi_device_iterator=self._resource)

        def following(string_handle: Tensor, source: Tensor, incarnation: Tensor) -> list[Tensor]:
            iterator = apply("MultiDeviceIteratorFromStringHandle", string_handle=string_handle, **attributes)
            found = apply(
                "MultiDeviceIteratorGetNextFromShard",
                multi_device_iterator=iterator,
                shard_num=shard,
                incarnation_id=incarnation,
                **attributes,
            )
            return list(found) if isinstance(found, (list, tuple)) else [found]

        text = dtypes.string
        start = _function("init", lambda source, handle: [handle], text, text)
        step = _function("next", following, text, text, dtypes.int64)
        end = _function("finalize", lambda *unused: [convert_to_tensor(np.int64(0))], text, text)
        return lambda: apply(
            "GeneratorDataset",
            init_func_other_args=[source, handle],
            next_func_other_args=[source, self._incarnation_id],
            finalize_func_other_args=[source],
            init_func=start,
            next_func=step,
            finalize_func=end,
            **attributes,
        )

    @property
    def initializer(self) -> Any:
        """The operation that goes to the beginning."""
        return self._initializer

    @property
    def element_spec(self) -> Any:
        """What the elements are."""
        return self._device_iterators[0].element_spec

    @property
    def output_types(self) -> Any:
        """The types of the components."""
        return structure.legacy(self._structure, "types")

    @property
    def output_shapes(self) -> Any:
        """The shapes of the components."""
        return structure.legacy(self._structure, "shapes")

    @property
    def output_classes(self) -> Any:
        """The classes of the components."""
        return structure.legacy(self._structure, "classes")

    def get_next(self, device_name: str | None = None) -> Any:
        """The next element of a device, or the list of those of all devices."""
        if device_name is not None:
            return self._device_iterators[self._devices.index(device_name)].get_next()
        found = []
        for iterator, where in zip(self._device_iterators, self._devices):
            with device(where):
                found.append(iterator.get_next())
        return found


def _plain_iterator(dataset: Dataset) -> Iterator:
    """An iterator over a dataset as it is, which 1.15 would not optimize."""
    handle = apply("IteratorV2", container="", shared_name="", **structure.flat_attributes(dataset._structure))
    with colocate_with(handle.op):
        initializer = apply("MakeIterator", dataset=dataset._variant_tensor, iterator=handle)
    return Iterator._of(handle, initializer, dataset._structure)
