"""The input of strategies: datasets whose elements are shared out to replicas, and iterators that give them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.data import multi_device
from penstock.data.dataset import Dataset
from penstock.distribute import devices, values
from penstock.distribute.devices import DeviceMap
from penstock.graph.graph import device

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy
    from penstock.graph.operation import Operation


class InputWorkers:
    """Which devices read input, and which devices each of them feeds.

    Args:
      device_map: the devices of the replicas.
      worker_device_pairs: pairs of an input device and the devices that it feeds; by default the CPU feeds all.
    """

    def __init__(self, device_map: DeviceMap, worker_device_pairs: Any = None, logical_device: int = 0) -> None:
        self._device_map = device_map
        self._logical_device = logical_device
        fed = device_map.logical_to_actual_devices(logical_device)
        if worker_device_pairs is None:
            worker_device_pairs = ((devices.canonicalize("/device:CPU:0"), fed),)
        self._worker_devices = tuple(worker for worker, _ in worker_device_pairs)
        self._fed = tuple(tuple(devices.canonicalize(d) for d in them) for _, them in worker_device_pairs)
        flat = tuple(d for them in self._fed for d in them)
        assert flat == fed, f"flattened: {flat} logical device {logical_device}: {fed}"

    @property
    def device_map(self) -> DeviceMap:
        """The devices of the replicas."""
        return self._device_map

    @property
    def logical_device(self) -> int:
        """Which device of each replica gets the input."""
        return self._logical_device

    @property
    def num_workers(self) -> int:
        """How many devices read input."""
        return len(self._worker_devices)

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The devices that read input."""
        return self._worker_devices

    def compute_devices_for_worker(self, worker_index: int) -> tuple[str, ...]:
        """The devices that one of them feeds."""
        return self._fed[worker_index]

    def __repr__(self) -> str:
        rows = ",\n".join(f"  {i} {w}: {self._fed[i]}" for i, w in enumerate(self._worker_devices))
        return f"{type(self).__name__}:{{\n{rows}\n  device_map: {self._device_map}}}"


class _FromDataset:
    """One worker's iterator over a dataset."""

    def __init__(self, dataset: Dataset, worker: str, fed: Sequence[str]) -> None:
        self._worker = worker
        with device(worker):
            self._iterator = multi_device.MultiDeviceIterator(dataset, fed)

    def next_elements(self) -> list[Any]:
        """The next element of each device."""
        with device(self._worker):
            return self._iterator.get_next()

    def initialize(self) -> list[Any]:
        """The operations that start it."""
        return [self._iterator.initializer]

    @property
    def output_types(self) -> Any:
        """The types of the components."""
        return self._iterator.output_types

    @property
    def output_shapes(self) -> Any:
        """The shapes of the components."""
        return self._iterator.output_shapes

    @property
    def output_classes(self) -> Any:
        """The classes of the components."""
        return self._iterator.output_classes


class _FromFunction:
    """One worker's iterator over what a function of the program returns."""

    def __init__(self, function: Callable, worker: str, fed: Sequence[str]) -> None:
        self._function, self._worker, self._fed = function, worker, fed

    def next_elements(self) -> list[Any]:
        """What the function returns for each device."""
        with device(self._worker):
            return [self._function() for _ in self._fed]

    def initialize(self) -> list[Any]:
        """There is nothing to start."""
        return []


class DistributedIterator:
    """Gives each replica an element."""

    element_spec: Any = None

    def __init__(self, input_workers: InputWorkers, iterators: Sequence[Any], strategy: Strategy) -> None:
        assert isinstance(input_workers, InputWorkers)
        if not input_workers.worker_devices:
            raise ValueError("Should have at least one worker for input iterator.")
        self._iterators = list(iterators)
        self._input_workers = input_workers
        self._strategy = strategy

    def get_next(self, name: str | None = None) -> Any:
        """The next element of each replica, as a distributed value."""
        found: list[Any] = []
        for worker, iterator in zip(self._input_workers.worker_devices, self._iterators):
            with device(worker):
                found.extend(iterator.next_elements())
        return values.regroup(self._input_workers.device_map, found)

    def initialize(self) -> Operation:
        """The operation that goes to the beginning."""
        return find("group")(*[op for iterator in self._iterators for op in iterator.initialize()])

    @property
    def initializer(self) -> Operation:
        """The operation that goes to the beginning."""
        return self.initialize()

    @property
    def _initializer(self) -> Operation:
        return self.initialize()

    @property
    def output_classes(self) -> Any:
        """The classes of the components."""
        return self._iterators[0].output_classes

    @property
    def output_shapes(self) -> Any:
        """The shapes of the components, for each replica."""
        return self._iterators[0].output_shapes

    @property
    def output_types(self) -> Any:
        """The types of the components."""
        return self._iterators[0].output_types

    def get_iterator(self, worker: str) -> Any:
        """The iterator of one of the devices that read input, or None."""
        return dict(zip(self._input_workers.worker_devices, self._iterators)).get(worker)


_NO_ITERATION = "__iter__() is only supported inside of tf.function or when eager execution is enabled."
_NO_ONE_SHOT = "Cannot create a one shot iterator. Please use `make_initializable_iterator()` instead."


class _Iterable:
    """What can be asked for an iterator in a graph."""

    def _get_iterator(self) -> DistributedIterator:
        raise NotImplementedError

    def make_initializable_iterator(self) -> DistributedIterator:
        """An iterator whose `initialize()` goes to the beginning."""
        return self._get_iterator()

    def _make_initializable_iterator(self, shared_name: str | None = None) -> DistributedIterator:
        return self._get_iterator()

    def make_one_shot_iterator(self) -> Any:
        """Not possible in a graph: ValueError."""
        raise ValueError(_NO_ONE_SHOT)

    def _make_one_shot_iterator(self) -> Any:
        raise ValueError(_NO_ONE_SHOT)

    def __iter__(self) -> Any:
        raise RuntimeError(_NO_ITERATION)


class DistributedDataset(_Iterable):
    """A dataset that is shared out: each worker reads its part, each replica gets a part of each batch.

    Args:
      dataset: the dataset.
      input_workers: who reads, and who is fed.
      strategy: the strategy.
      split_batch_by: into how many parts each batch goes, or None for whole elements.
      input_context: which part of the dataset this process reads, if workers have graphs of their own.
    """

    def __init__(
        self,
        dataset: Dataset,
        input_workers: InputWorkers,
        strategy: Strategy,
        split_batch_by: int | None = None,
        input_context: Any = None,
    ) -> None:
        if split_batch_by:
            dataset = multi_device.rebatched(dataset, split_batch_by).prefetch(split_batch_by)
        self._input_workers = input_workers
        self._strategy = strategy
        self.element_spec = dataset.element_spec
        if input_context is not None:
            assert input_workers.num_workers == 1
            count, number = input_context.num_input_pipelines, input_context.input_pipeline_id
            self._parts = [multi_device.auto_sharded(dataset, count, number)]
            return
        self._parts = []
        for i, worker in enumerate(input_workers.worker_devices):
            with device(worker):
                part = multi_device.cloned(dataset)
                self._parts.append(multi_device.auto_sharded(part, input_workers.num_workers, i))

    def _iterators(self) -> list[Any]:
        made = []
        for i, (worker, part) in enumerate(zip(self._input_workers.worker_devices, self._parts)):
            with device(worker):
                made.append(_FromDataset(part, worker, self._input_workers.compute_devices_for_worker(i)))
        return made

    def _get_iterator(self) -> DistributedIterator:
        iterator = DistributedIterator(self._input_workers, self._iterators(), self._strategy)
        iterator.element_spec = self.element_spec
        return iterator


class DatasetIterator(DistributedIterator):
    """The iterator of `Strategy.make_dataset_iterator`."""

    def __init__(
        self,
        dataset: Dataset,
        input_workers: InputWorkers,
        strategy: Strategy,
        split_batch_by: int | None = None,
        input_context: Any = None,
    ) -> None:
        shared = DistributedDataset(dataset, input_workers, strategy, split_batch_by, input_context)
        super().__init__(input_workers, shared._iterators(), strategy)
        self.element_spec = shared.element_spec


def _check_contexts(input_workers: InputWorkers, input_contexts: Sequence[Any]) -> None:
    if input_workers.num_workers != len(input_contexts):
        raise ValueError(
            f"Number of input workers ({input_workers.num_workers}) is not same as number of input_contexts "
            f"({len(input_contexts)})"
        )


class DistributedDatasetsFromFunction(_Iterable):
    """The datasets that a function makes, one for each worker."""

    def __init__(
        self, dataset_fn: Callable, input_workers: InputWorkers, input_contexts: Sequence[Any], strategy: Strategy
    ) -> None:
        _check_contexts(input_workers, input_contexts)
        self._dataset_fn = dataset_fn
        self._input_workers = input_workers
        self._input_contexts = input_contexts
        self._strategy = strategy

    def _get_iterator(self) -> DistributedIterator:
        made = []
        for i, (worker, told) in enumerate(zip(self._input_workers.worker_devices, self._input_contexts)):
            with device(worker):
                dataset = self._dataset_fn(told)
                made.append(_FromDataset(dataset, worker, self._input_workers.compute_devices_for_worker(i)))
        return DistributedIterator(self._input_workers, made, self._strategy)


class InputFunctionIterator(DistributedIterator):
    """The iterator of `Strategy.make_input_fn_iterator`."""

    def __init__(
        self, input_fn: Callable, input_workers: InputWorkers, input_contexts: Sequence[Any], strategy: Strategy
    ) -> None:
        _check_contexts(input_workers, input_contexts)
        made: list[Any] = []
        for i, (worker, told) in enumerate(zip(input_workers.worker_devices, input_contexts)):
            fed = input_workers.compute_devices_for_worker(i)
            with device(worker):
                result = input_fn(told)
                if isinstance(result, Dataset):
                    made.append(_FromDataset(result, worker, fed))
                elif callable(result):
                    made.append(_FromFunction(result, worker, fed))
                else:
                    raise ValueError("input_fn must return a tf.data.Dataset or a callable.")
        super().__init__(input_workers, made, strategy)
