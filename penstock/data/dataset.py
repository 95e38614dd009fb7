"""`tf.data.Dataset`: sources, transformations, and the iterators made from them.

A dataset in the graph is a variant tensor and the structure of its elements; every transformation adds one operation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.data import structure
from penstock.data.captured import captured_by_value
from penstock.data.iterator import Iterator
from penstock.data.options import NOT_FUSED
from penstock.data.structure import DatasetSpec, Spec, flatten, map_structure
from penstock.data.traced import Traced
from penstock.graph import dtypes, inference
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import colocate_with, control_dependencies, get_default_graph, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import Dimension, TensorShape, as_shape
from penstock.graph.typing import NestedTensors, SizesLike, TensorLike
from penstock.ops.random.seed import get_seed


def _int64(value: object, name: str) -> Tensor:
    return convert_to_tensor(value, dtypes.int64, name=name)


def _constant(tensor: Tensor) -> Any:
    value = inference.constant_value(tensor)
    return None if value is None else value.item()


def seeds(seed: int | None) -> tuple[Tensor, Tensor]:
    """The two seeds of an operation on datasets, which takes two zeros for 'none'."""
    first, second = get_seed(seed)
    if second is not None:
        get_default_graph()._count(7)  # 1.15 looks in the graph whether both are 0
    return _int64(first or 0, "seed"), _int64(second or 0, "seed2")


@export("data.Dataset", "contrib.data.Dataset")
class Dataset:
    """A sequence of elements, each a nested structure of tensors.

    Methods without `self` make datasets; the others make a new one from this one. To use the elements, make an iterator.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(5).map(lambda x: x * x).batch(3)
    >>> x = dataset.make_one_shot_iterator().get_next()
    >>> with tf.Session() as sess:
    ...     print(sess.run(x), sess.run(x))
    [0 1 4] [ 9 16]
    """

    def __init__(self, variant_tensor: Tensor | None = None, element: Any = None, options: Any = None) -> None:
        if variant_tensor is None:  # a subclass in the manner of 1.x
            variant_tensor, element = self._as_variant_tensor(), map_structure(structure.as_spec, self.element_spec)
        self._variant_tensor = variant_tensor
        self._structure = element
        self._options = options

    def __iter__(self) -> Any:
        raise RuntimeError(
            "__iter__() is only supported inside of tf.function or when eager execution is enabled; make an iterator "
            "with make_one_shot_iterator()."
        )

    def _as_variant_tensor(self) -> Tensor:
        raise NotImplementedError("Dataset._as_variant_tensor")

    def _made(self, kind: str, element: object = None, **inputs: Any) -> Dataset:
        """A dataset of the operation `kind` over this one."""
        element = self._structure if element is None else element
        made = _apply(kind, element, input_dataset=self._variant_tensor, **inputs)
        return Dataset(made, element, self._options)

    # -- sources -------------------------------------------------------------------------------------------------------

    @staticmethod
    def from_tensors(tensors: object) -> Dataset:
        """Makes a dataset of one element."""
        with name_scope("normalize_element"):
            value = structure.normalized(tensors)
        element = map_structure(structure.spec_of, value)
        flat = structure.to_tensors(value)
        shapes = structure.flat_attributes(element)["output_shapes"]
        return Dataset(apply("TensorDataset", components=flat, output_shapes=shapes), element)

    @staticmethod
    def from_tensor_slices(tensors: NestedTensors) -> Dataset:
        """Makes a dataset of the slices of tensors along their first dimension.

        >>> import penstock as tf
        >>> dataset = tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": ["x", "y"]})
        >>> dataset.output_types
        {'a': tf.int32, 'b': tf.string}
        """
        with name_scope("normalize_element"):
            value = structure.normalized(tensors)
        batched = map_structure(structure.spec_of, value)
        first = TensorShape([None])
        for spec in flatten(batched):
            _check_batched(spec)
            first = first.merge_with(spec.shape[:1])
        element = map_structure(lambda s: s.with_shape(s.shape[1:]), batched)
        flat = structure.to_tensors(value, batched=True)
        shapes = structure.flat_attributes(element)["output_shapes"]
        return Dataset(apply("TensorSliceDataset", components=flat, output_shapes=shapes), element)

    @staticmethod
    def from_sparse_tensor_slices(sparse_tensor: Any) -> Dataset:
        """Makes a dataset of the rows of a sparse tensor, each as `(indices, values, dense_shape)`."""
        if not isinstance(sparse_tensor, SparseTensor):
            raise TypeError(f"`sparse_tensor` must be a `tf.SparseTensor` object.Was {sparse_tensor}.")
        rank = sparse_tensor.indices.shape.with_rank(2)[1].value
        inner = None if rank is None else rank - 1
        element = (
            Spec(Tensor, dtypes.int64, [None, inner]),
            Spec(Tensor, sparse_tensor.dtype, [None]),
            Spec(Tensor, dtypes.int64, [inner]),
        )
        parts: dict[str, Any] = {"indices": sparse_tensor.indices, "values": sparse_tensor.values}
        return Dataset(apply("SparseTensorSliceDataset", dense_shape=sparse_tensor.dense_shape, **parts), element)

    @staticmethod
    def from_generator(generator: Callable, output_types: Any, output_shapes: Any = None, args: Any = None) -> Dataset:
        """Makes a dataset of what a Python generator yields.

        Args:
          generator: a function that returns an iterable; called at the beginning of each epoch.
          output_types: the types of what it yields.
          output_shapes: the shapes, as far as they are known.
          args: tensors whose values `generator` is called with.
        """
        from penstock.data.generator import from_generator

        return from_generator(generator, output_types, output_shapes, args)

    @staticmethod
    def range(*args: Any) -> Dataset:
        """Makes a dataset of int64 numbers; arguments as for Python's `range`."""
        if not 1 <= len(args) <= 3:
            raise ValueError(f"Invalid arguments to RangeDataset: {args}")
        start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
        element = Spec(Tensor, dtypes.int64, [])
        numbers = {"start": _int64(start, "start"), "stop": _int64(stop, "stop"), "step": _int64(step, "step")}
        return Dataset(_apply("RangeDataset", element, **numbers), element)

    @staticmethod
    def zip(datasets: Any) -> Dataset:
        """Makes a dataset whose elements are structures of the elements of several datasets.

        >>> import penstock as tf
        >>> d = tf.data.Dataset.zip((tf.data.Dataset.range(3), tf.data.Dataset.range(3, 6)))
        >>> d.output_types
        (tf.int64, tf.int64)
        """
        flat = flatten(datasets)
        for dataset in flat:
            if not isinstance(dataset, Dataset):
                if isinstance(dataset, list):
                    raise TypeError(
                        "The argument to `Dataset.zip()` must be a nested structure of `Dataset` objects. Nested "
                        "structures do not support Python lists; please use a tuple instead."
                    )
                raise TypeError("The argument to `Dataset.zip()` must be a nested structure of `Dataset` objects.")
        element = structure.pack(datasets, [d._structure for d in flat])
        return Dataset(_apply("ZipDataset", element, input_datasets=[d._variant_tensor for d in flat]), element)

    @staticmethod
    def list_files(file_pattern: Any, shuffle: bool | None = None, seed: int | None = None) -> Dataset:
        """Makes a dataset of the names of the files that match a pattern, in random order unless `shuffle` is False.

        Raises (when run):
          tf.errors.InvalidArgumentError: no file matches.
        """
        with name_scope("list_files"):
            pattern = convert_to_tensor(file_pattern, dtypes.string, name="file_pattern")
            files = find("matching_files")(pattern)
            found = find("greater")(find("shape")(files)[0], 0, name="match_not_empty")
            text = find("add")(
                "No files matched pattern: ", find("reduce_join")(pattern, separator=", "), name="message"
            )
            with control_dependencies([find("Assert")(found, [text], summarize=1, name="assert_not_empty")]):
                files = find("identity")(files)
            dataset = Dataset.from_tensor_slices(files)
            if shuffle is None or shuffle:
                size = find("maximum")(find("shape")(files, out_type=dtypes.int64)[0], 1)
                dataset = dataset.shuffle(size, seed=seed)
            return dataset

    # -- choosing and repeating ----------------------------------------------------------------------------------------

    def concatenate(self, dataset: Dataset) -> Dataset:
        """Makes a dataset of the elements of this one and then those of `dataset`."""
        if not isinstance(dataset, Dataset):
            raise TypeError(f"`dataset` must be a Dataset, but got {type(dataset)}.")
        for what in ("types", "classes"):
            first, second = (structure.legacy(d._structure, what) for d in (self, dataset))
            if first != second:
                raise TypeError(f"Two datasets to concatenate have different {what} {first} and {second}")
        element = map_structure(
            lambda a, b: a.with_shape(_common(a.shape, b.shape)), self._structure, dataset._structure
        )
        return self._made("ConcatenateDataset", element, another_dataset=dataset._variant_tensor)

    def repeat(self, count: TensorLike | None = None) -> Dataset:
        """Repeats the dataset `count` times, for ever by default."""
        return self._made("RepeatDataset", count=_int64(-1 if count is None else count, "count"))

    def take(self, count: TensorLike) -> Dataset:
        """Keeps the first `count` elements, all if it is -1."""
        return self._made("TakeDataset", count=_int64(count, "count"))

    def skip(self, count: Any) -> Dataset:
        """Leaves out the first `count` elements, all if it is -1."""
        return self._made("SkipDataset", count=_int64(count, "count"))

    def shard(self, num_shards: Any, index: object) -> Dataset:
        """Keeps every `num_shards`-th element, beginning with that at `index`."""
        shards = _int64(num_shards, "num_shards")
        return self._made("ShardDataset", num_shards=shards, index=_int64(index, "index"))

    def shuffle(
        self, buffer_size: TensorLike, seed: int | None = None, reshuffle_each_iteration: bool | None = None
    ) -> Dataset:
        """Gives the elements in random order, out of a buffer of `buffer_size` elements.

        Args:
          buffer_size: how far the order may change.
          seed: the seed of the order.
          reshuffle_each_iteration: whether the order is another one in each epoch; True by default.
        """
        size = _int64(buffer_size, "buffer_size")  # before the seeds: they count the operations, as in 1.x
        first, second = seeds(seed)
        return self._made(
            "ShuffleDataset",
            buffer_size=size,
            seed=first,
            seed2=second,
            reshuffle_each_iteration=reshuffle_each_iteration is None or reshuffle_each_iteration,
        )

    def cache(self, filename: str = "") -> Dataset:
        """Keeps the elements of the first epoch, in memory or in files that begin with `filename`."""
        return self._made("CacheDataset", filename=convert_to_tensor(filename, dtypes.string, name="filename"))

    def prefetch(self, buffer_size: TensorLike | None) -> Dataset:
        """Lets a thread prepare up to `buffer_size` elements ahead."""
        size = -1 if buffer_size is None else buffer_size
        return self._made("PrefetchDataset", buffer_size=_int64(size, "buffer_size"))

    def enumerate(self, start: TensorLike = 0) -> Dataset:
        """Numbers the elements: `(start, e0), (start + 1, e1), ...`."""
        return Dataset.zip((Dataset.range(start, np.iinfo(np.int64).max), self))

    # -- batches -------------------------------------------------------------------------------------------------------

    def batch(self, batch_size: TensorLike, drop_remainder: Any = False) -> Dataset:
        """Stacks `batch_size` consecutive elements; the last batch may be smaller unless `drop_remainder`."""
        size = _int64(batch_size, "batch_size")
        drop = convert_to_tensor(drop_remainder, dtypes.bool, name="drop_remainder")
        first = TensorShape([_constant(size) if _constant(drop) else None])
        element = map_structure(lambda s: _batched(s, first), self._structure)
        return self._made("BatchDatasetV2", element, batch_size=size, drop_remainder=drop)

    def padded_batch(
        self, batch_size: TensorLike, padded_shapes: Any, padding_values: Any = None, drop_remainder: Any = False
    ) -> Dataset:
        """Stacks elements of different sizes, filled up to `padded_shapes` (None or -1: to the largest of the batch).

        Args:
          batch_size: the size of the batches.
          padded_shapes: a structure of shapes.
          padding_values: a structure of scalars to fill with; 0 and '' by default.
          drop_remainder: whether a last, smaller batch is left out.
        """
        from penstock.data.padding import padded_inputs

        shapes, values = padded_inputs(self._structure, padded_shapes, padding_values)
        size = _int64(batch_size, "batch_size")
        drop = convert_to_tensor(drop_remainder, dtypes.bool, name="drop_remainder")
        first = TensorShape([_constant(size) if _constant(drop) else None])
        specs = [
            s.with_shape(first.concatenate(inference.constant_value_as_shape(shape)))
            for s, shape in zip(flatten(self._structure), shapes)
        ]
        element = structure.pack(self._structure, specs)
        made = apply(
            "PaddedBatchDatasetV2",
            input_dataset=self._variant_tensor,
            batch_size=size,
            padded_shapes=shapes,
            padding_values=values,
            drop_remainder=drop,
            output_shapes=[s.flat_shape for s in specs],
        )
        return Dataset(made, element, self._options)

    def unbatch(self) -> Dataset:
        """Takes the elements apart along their first dimension.

        Raises:
          ValueError: a component is a scalar, or two have first dimensions of different sizes.
        """
        size = Dimension(None)
        for spec in flatten(self._structure):
            _check_batched(spec)
            first = spec.shape[0] if spec.shape.ndims else Dimension(None)
            if not size.is_compatible_with(first):
                raise ValueError("Cannot unbatch an input whose components have different batch sizes.")
            size = size.merge_with(first)
        element = map_structure(lambda s: s.with_shape(s.shape[1:]), self._structure)
        if all(s.flat_type is s.dtype for s in flatten(self._structure)):
            return self._made("UnbatchDataset", element)
        # Sparse and ragged tensors travel in one piece: first they become vectors of pieces.
        pieces = self.map(lambda *values: tuple(structure.to_tensors(values, batched=True)))
        return pieces._made("UnbatchDataset", element)

    def window(
        self, size: TensorLike, shift: TensorLike | None = None, stride: SizesLike = 1, drop_remainder: Any = False
    ) -> Dataset:
        """Makes a dataset of datasets: windows of `size` elements, each `shift` after the one before."""
        element = map_structure(DatasetSpec, self._structure)
        return self._made(
            "WindowDataset",
            element,
            size=_int64(size, "size"),
            shift=_int64(size if shift is None else shift, "shift"),
            stride=_int64(stride, "stride"),
            drop_remainder=convert_to_tensor(drop_remainder, dtypes.bool, name="drop_remainder"),
        )

    # -- functions -----------------------------------------------------------------------------------------------------

    def map(self, map_func: Callable, num_parallel_calls: Any = None) -> Dataset:
        """Applies a function to each element.

        Args:
          map_func: takes the components as tensors and returns a structure of tensors.
          num_parallel_calls: how many elements are worked on at the same time; the order stays.
        """
        traced = Traced(map_func, "map", self._structure)
        if num_parallel_calls is None:
            return self._made("MapDataset", traced.structure, other_arguments=traced.captured, f=traced.name)
        calls = convert_to_tensor(num_parallel_calls, dtypes.int32, name="num_parallel_calls")
        return self._made(
            "ParallelMapDataset",
            traced.structure,
            other_arguments=traced.captured,
            num_parallel_calls=calls,
            f=traced.name,
        )

    map_with_legacy_function = map

    def flat_map(self, map_func: Callable) -> Dataset:
        """Applies a function that gives a dataset to each element, and puts these datasets one behind the other."""
        traced = self._giving_datasets(map_func, "flat_map")
        return self._made("FlatMapDataset", traced.result._structure, other_arguments=traced.captured, f=traced.name)

    def interleave(
        self, map_func: Callable, cycle_length: Any = -1, block_length: Any = 1, num_parallel_calls: Any = None
    ) -> Dataset:
        """As `flat_map`, but goes through `cycle_length` of these datasets in turn, `block_length` elements at a time.

        Args:
          num_parallel_calls: if given, they are read ahead in threads; the order stays.
        """
        traced = self._giving_datasets(map_func, "interleave")
        inputs: dict[str, Any] = {"other_arguments": traced.captured, "f": traced.name}
        if num_parallel_calls is None and isinstance(cycle_length, int) and cycle_length == -1:
            import os

            cycle_length = os.cpu_count() or 1
        inputs["cycle_length"] = _int64(cycle_length, "cycle_length")
        inputs["block_length"] = _int64(block_length, "block_length")
        if num_parallel_calls is None:
            return self._made("InterleaveDataset", traced.result._structure, **inputs)
        inputs["num_parallel_calls"] = _int64(num_parallel_calls, "num_parallel_calls")
        return self._made("ParallelInterleaveDatasetV2", traced.result._structure, **inputs)

    def _giving_datasets(self, map_func: Callable, what: str) -> Traced:
        traced = Traced(map_func, what, self._structure)
        if not isinstance(traced.result, Dataset):
            raise TypeError(f"`map_func` must return a `Dataset` object. Got {traced.structure}")
        return traced

    def filter(self, predicate: Callable) -> Dataset:
        """Keeps the elements for which a function gives true."""
        traced = Traced(predicate, "filter", self._structure)
        if not traced.gives_boolean:
            raise ValueError(
                f"`predicate` return type must be convertible to a scalar boolean tensor. Was {traced.structure}."
            )
        return self._made("FilterDataset", other_arguments=traced.captured, predicate=traced.name)

    filter_with_legacy_function = filter

    def reduce(self, initial_state: object, reduce_func: Callable) -> Any:
        """Combines all elements: `state = reduce_func(state, element)` for each, beginning with `initial_state`."""
        with name_scope("initial_state"):
            state = structure.normalized(initial_state)
        spec = map_structure(structure.spec_of, state)
        while True:
            traced = Traced(reduce_func, "reduce", (spec, self._structure))
            structure.assert_same(spec, traced.structure)
            for what in ("classes", "types"):
                had, got = structure.legacy(spec, what), structure.legacy(traced.structure, what)
                if had != got:
                    raise TypeError(
                        f"The element {what} for the new state must match the initial state. Expected {had}; got {got}."
                    )
            weaker = map_structure(lambda a, b: a.with_shape(_common(a.shape, b.shape)), spec, traced.structure)
            if weaker == spec:
                break
            spec = weaker  # shapes change on the way: the function must take them as they come
        made = apply(
            "ReduceDataset",
            input_dataset=self._variant_tensor,
            initial_state=structure.to_tensors(state),
            other_arguments=traced.captured,
            f=traced.name,
            **structure.flat_attributes(spec),
        )
        return structure.from_tensors(spec, made)

    def ignore_errors(self) -> Dataset:
        """`contrib.data.Dataset` had this method until 1.4; see `tf.data.experimental.ignore_errors`."""
        return self.apply(find("data.experimental.ignore_errors")())

    def dense_to_sparse_batch(self, batch_size: TensorLike, row_shape: Any) -> Dataset:
        """`contrib.data.Dataset` had this method until 1.4; see `tf.data.experimental.dense_to_sparse_batch`."""
        return self.apply(find("data.experimental.dense_to_sparse_batch")(batch_size, row_shape))

    def group_by_window(self, key_func: Callable, reduce_func: Callable, window_size: Any) -> Dataset:
        """`contrib.data.Dataset` had this method until 1.4; see `tf.data.experimental.group_by_window`."""
        return self.apply(find("data.experimental.group_by_window")(key_func, reduce_func, window_size))

    def apply(self, transformation_func: Callable) -> Dataset:
        """Calls a function that makes a dataset of this one."""
        dataset = transformation_func(self)
        if not isinstance(dataset, Dataset):
            raise TypeError(f"`transformation_func` must return a Dataset. Got {dataset}.")
        return dataset

    # -- what it is ----------------------------------------------------------------------------------------------------

    @property
    def element_spec(self) -> Any:
        """What the components of an element are."""
        return structure.public(self._structure)

    @property
    def output_types(self) -> Any:
        """The types of the components, in the structure of an element."""
        return structure.legacy(self._structure, "types")

    @property
    def output_shapes(self) -> Any:
        """The shapes of the components, in the structure of an element."""
        return structure.legacy(self._structure, "shapes")

    @property
    def output_classes(self) -> Any:
        """The classes of the components: `tf.Tensor`, `tf.SparseTensor`, or a dataset's."""
        return structure.legacy(self._structure, "classes")

    def options(self) -> Any:
        """The options of this dataset."""
        return self._options if self._options is not None else find("data.Options")()

    def with_options(self, options: Any) -> Dataset:
        """The same dataset with more options.

        Raises:
          ValueError: an option was set otherwise before.
        """
        made = Dataset(self._variant_tensor, self._structure, self.options().merge(options))
        wanted = options.experimental_optimization
        if wanted.shuffle_and_repeat_fusion is False or wanted.apply_default_optimizations is False:
            _keep_apart(self._variant_tensor.op)
        stats = options.experimental_stats
        if stats.aggregator is None:
            return made
        return made._made(
            "SetStatsAggregatorDataset",
            stats_aggregator=stats.aggregator._resource,
            tag=stats.prefix,
            counter_prefix=stats.counter_prefix,
        )

    def __repr__(self) -> str:
        shapes = str(map_structure(str, self.output_shapes)).replace("'", "")
        types = str(map_structure(repr, self.output_types)).replace("'", "")
        name = type(self).__name__
        if type(self) is Dataset:
            name = "DatasetV1Adapter"  # as 1.15 calls what its transformations return
        elif type(self).__module__.startswith(("penstock.", "tensorflow.")):
            name += "V1"
        return f"<{name} shapes: {shapes}, types: {types}>"

    # -- iterators -----------------------------------------------------------------------------------------------------

    def make_one_shot_iterator(self) -> Iterator:
        """Makes an iterator that needs no initialization and goes through the dataset once.

        Raises:
          ValueError: the dataset depends on variables, tables or placeholders.
        """
        factory = captured_by_value(self._variant_tensor)
        handle = apply("OneShotIterator", dataset_factory=factory, **structure.flat_attributes(self._structure))
        return Iterator._of(handle, None, self._structure)

    def make_initializable_iterator(self, shared_name: str | None = None) -> Iterator:
        """Makes an iterator whose `initializer` goes to the beginning of the dataset."""
        attributes = structure.flat_attributes(self._structure)
        # 1.15 wraps the dataset in two others, for its optimizations. Seeds of later random operations count those three.
        get_default_graph()._count(3)
        handle = apply("IteratorV2", container="", shared_name=shared_name or "", **attributes)
        with colocate_with(handle.op):
            initializer = apply("MakeIterator", dataset=self._variant_tensor, iterator=handle)
        return Iterator._of(handle, initializer, self._structure)


def _apply(kind: str, element: object, **inputs: Any) -> Tensor:
    """Makes an operation with the attributes of its elements."""
    return apply(kind, **inputs, **structure.flat_attributes(element))


def _batched(spec: Spec, first: TensorShape) -> Spec:
    if isinstance(spec, DatasetSpec):
        return spec
    return spec.with_shape(first.concatenate(spec.shape))


def _keep_apart(op: Operation) -> None:
    """Says of each `repeat` that a dataset comes from that it is not to become one with a `shuffle` before it."""
    waiting, seen = [op], {op}
    while waiting:
        op = waiting.pop()
        if op.type == "RepeatDataset":
            op._set_attr(NOT_FUSED, True)
        made_of = {t.op for t in op.inputs if t.dtype == dtypes.variant} - seen
        waiting.extend(made_of)
        seen |= made_of


def _check_batched(spec: Spec) -> None:
    if spec.shape.ndims == 0:
        raise ValueError(f"Value {spec} has insufficient rank for batching: a scalar cannot be taken apart.")


def _common(a: TensorShape, b: TensorShape) -> TensorShape:
    """The most that is known of a shape that may be either."""
    a, b = as_shape(a), as_shape(b)
    if a.ndims is None or b.ndims is None or a.ndims != b.ndims:
        return TensorShape(None)
    return TensorShape([m if m == n else None for m, n in zip(a.as_list(), b.as_list())])
