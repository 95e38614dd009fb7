"""`tf.data.experimental` (and `tf.contrib.data`): transformations for `Dataset.apply`, and datasets of other kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock._namespace import export, export_value, find
from penstock.data import structure
from penstock.data.dataset import Dataset, _batched, _common, _constant, _int64, seeds
from penstock.data.structure import Spec, map_structure
from penstock.data.traced import Traced
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, NestedTensors, SizesLike, TensorLike

Transformation = Callable[[Dataset], Dataset]

AUTOTUNE = export_value(-1, "data.experimental.AUTOTUNE", "contrib.data.AUTOTUNE")
INFINITE_CARDINALITY = export_value(-1, "data.experimental.INFINITE_CARDINALITY")
UNKNOWN_CARDINALITY = export_value(-2, "data.experimental.UNKNOWN_CARDINALITY")


@export("data.experimental.unbatch", "contrib.data.unbatch")
def unbatch() -> Transformation:
    """Takes elements apart along their first dimension.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4]]).apply(tf.data.experimental.unbatch())
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [1, 2, 3, 4]
    """
    return lambda dataset: dataset.unbatch()


@export("data.experimental.enumerate_dataset", "contrib.data.enumerate_dataset")
def enumerate_dataset(start: TensorLike = 0) -> Transformation:
    """Numbers the elements.

    Args:
      start: the first number.

    Returns:
      A function for `Dataset.apply`; elements become pairs of an int64 number and the element.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.from_tensor_slices(["a", "b"]).apply(tf.data.experimental.enumerate_dataset(start=5))
    >>> numbers, words = tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9)))
    >>> numbers.tolist(), words.tolist()
    ([5, 6], [b'a', b'b'])
    """
    return lambda dataset: dataset.enumerate(start)


@export("data.experimental.ignore_errors", "contrib.data.ignore_errors")
def ignore_errors() -> Transformation:
    """Leaves out the elements that raise an error.

    >>> import penstock as tf
    >>> d = tf.data.Dataset.from_tensor_slices([1.0, 0.0]).map(lambda x: tf.check_numerics(1.0 / x, "bad"))
    >>> x = d.apply(tf.data.experimental.ignore_errors()).make_one_shot_iterator().get_next()
    >>> tf.Session().run(x)
    np.float32(1.0)
    """
    return lambda dataset: dataset._made("IgnoreErrorsDataset")


@export("data.experimental.unique", "contrib.data.unique")
def unique() -> Transformation:
    """Leaves out the elements that came before; elements are single scalars.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.from_tensor_slices([3, 1, 3, 2, 1]).apply(tf.data.experimental.unique())
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [3, 1, 2]
    """

    def transform(dataset: Dataset) -> Dataset:
        element = dataset._structure
        if not isinstance(element, Spec) or element.dtype not in (dtypes.int32, dtypes.int64, dtypes.string):
            raise TypeError(
                "`tf.data.experimental.unique()` only supports inputs with a single `tf.int32`, `tf.int64`, or "
                f"`tf.string` component, not {element}."
            )
        return dataset._made("UniqueDataset")

    return transform


@export("data.experimental.take_while")
def take_while(predicate: Callable) -> Transformation:
    """Keeps elements until `predicate` is false for one.

    Args:
      predicate: a function of an element that returns a scalar bool.

    Raises:
      ValueError: `predicate` returns something else.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(10).apply(tf.data.experimental.take_while(lambda x: x < 4))
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [0, 1, 2, 3]
    """

    def transform(dataset: Dataset) -> Dataset:
        traced = Traced(predicate, "take_while", dataset._structure)
        if not traced.gives_boolean:
            raise ValueError(f"`predicate` must return a scalar boolean tensor, not {traced.structure}.")
        return dataset._made("TakeWhileDataset", other_arguments=traced.captured, predicate=traced.name)

    return transform


@export("data.experimental.shuffle_and_repeat", "contrib.data.shuffle_and_repeat")
def shuffle_and_repeat(
    buffer_size: TensorLike, count: TensorLike | None = None, seed: int | None = None
) -> Transformation:
    """Shuffles and repeats, without emptying the buffer between two epochs.

    Args:
      buffer_size: how many elements are mixed.
      count: how many epochs there are, at least 1; for ever by default, or with -1.
      seed: the seed of the order.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(3).apply(tf.data.experimental.shuffle_and_repeat(buffer_size=3, count=2))
    >>> sorted(tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist())
    [0, 0, 1, 1, 2, 2]
    """

    def transform(dataset: Dataset) -> Dataset:
        size, times = _int64(buffer_size, "buffer_size"), _int64(-1 if count is None else count, "count")
        first, second = seeds(seed)  # after them, as in 1.x: seeds count the operations
        return dataset._made("ShuffleAndRepeatDataset", buffer_size=size, seed=first, seed2=second, count=times)

    return transform


@export(
    "data.experimental.map_and_batch",
    "data.experimental.map_and_batch_with_legacy_function",
    "contrib.data.map_and_batch",
)
def map_and_batch(
    map_func: Callable,
    batch_size: int,
    num_parallel_batches: int | None = None,
    drop_remainder: Any = False,
    num_parallel_calls: Any = None,
) -> Transformation:
    """Applies a function, several elements at a time, and batches the results.

    Args:
      map_func: a function of the components of an element.
      batch_size: the size of batches.
      num_parallel_batches, num_parallel_calls: how much is done at a time, in batches or elements; at most one of them.
      drop_remainder: whether a last, smaller batch is left out.

    Raises:
      ValueError: both ways of saying how much is done at a time are given.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(5).apply(tf.data.experimental.map_and_batch(lambda x: x * x, batch_size=3))
    >>> x = dataset.make_one_shot_iterator().get_next()
    >>> with tf.Session() as sess:
    ...     print(sess.run(x), sess.run(x))
    [0 1 4] [ 9 16]
    """
    if num_parallel_batches is not None and num_parallel_calls is not None:
        raise ValueError("The `num_parallel_batches` and `num_parallel_calls` arguments are mutually exclusive.")
    if num_parallel_calls is None:
        num_parallel_calls = batch_size if num_parallel_batches is None else batch_size * num_parallel_batches

    def transform(dataset: Dataset) -> Dataset:
        traced = Traced(map_func, "map_and_batch", dataset._structure)
        size = _int64(batch_size, "batch_size")
        drop = convert_to_tensor(drop_remainder, dtypes.bool, name="drop_remainder")
        first = TensorShape([_constant(size) if _constant(drop) else None])
        return dataset._made(
            "MapAndBatchDataset",
            map_structure(lambda s: _batched(s, first), traced.structure),
            other_arguments=traced.captured,
            batch_size=size,
            num_parallel_calls=_int64(num_parallel_calls, "num_parallel_calls"),
            drop_remainder=drop,
            f=traced.name,
        )

    return transform


@export("data.experimental.parallel_interleave", "contrib.data.parallel_interleave")
def parallel_interleave(
    map_func: Callable,
    cycle_length: Any,
    block_length: Any = 1,
    sloppy: Any = False,
    buffer_output_elements: Any = None,
    prefetch_input_elements: Any = None,
) -> Transformation:
    """Goes through several datasets in turn, which are read ahead in threads.

    Args:
      map_func: makes a dataset of an element.
      cycle_length: how many of these datasets are read in turn.
      block_length: how many elements are taken of each in its turn.
      sloppy: whether the order may depend on time.
      buffer_output_elements, prefetch_input_elements: how much is read ahead.

    Raises:
      TypeError: `map_func` gives no dataset.

    >>> import penstock as tf
    >>> twice = lambda x: tf.data.Dataset.from_tensors(x).repeat(2)
    >>> dataset = tf.data.Dataset.range(2).apply(tf.data.experimental.parallel_interleave(twice, cycle_length=2))
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [0, 1, 0, 1]
    """

    def transform(dataset: Dataset) -> Dataset:
        traced = dataset._giving_datasets(map_func, "parallel_interleave")
        output = 2 * block_length if buffer_output_elements is None else buffer_output_elements
        ahead = 2 * cycle_length if prefetch_input_elements is None else prefetch_input_elements
        return dataset._made(
            "ParallelInterleaveDataset",
            traced.result._structure,
            other_arguments=traced.captured,
            f=traced.name,
            cycle_length=_int64(cycle_length, "cycle_length"),
            block_length=_int64(block_length, "block_length"),
            sloppy=convert_to_tensor(sloppy, dtypes.bool, name="sloppy"),
            buffer_output_elements=_int64(output, "buffer_output_elements"),
            prefetch_input_elements=_int64(ahead, "prefetch_input_elements"),
        )

    return transform


@export("data.experimental.scan", "contrib.data.scan")
def scan(initial_state: NestedTensors, scan_func: Callable) -> Transformation:
    """Applies `state, result = scan_func(state, element)` to each element, and gives the results.

    Args:
      initial_state: the first state, a nested structure.
      scan_func: a function of a state and an element that returns a pair: the next state and a result.

    Raises:
      TypeError: the types or classes of the state change.

    >>> import penstock as tf
    >>> import numpy as np
    >>> running_sum = tf.data.experimental.scan(np.int64(0), lambda total, x: (total + x, total + x))
    >>> dataset = tf.data.Dataset.range(5).apply(running_sum)
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [0, 1, 3, 6, 10]
    """

    def transform(dataset: Dataset) -> Dataset:
        state = structure.normalized(initial_state)
        spec = map_structure(structure.spec_of, state)
        while True:
            traced = Traced(scan_func, "scan", (spec, dataset._structure))
            if not isinstance(traced.structure, tuple) or len(traced.structure) != 2:
                raise TypeError("The scan function must return a pair comprising the new state and the output value.")
            new, output = traced.structure
            had, got = structure.legacy(spec, "types"), structure.legacy(new, "types")
            if had != got:
                raise TypeError(
                    f"The element types for the new state must match the initial state. Expected {had}; got {got}."
                )
            weaker = map_structure(lambda a, b: a.with_shape(_common(a.shape, b.shape)), spec, new)
            if weaker == spec:
                break
            spec = weaker
        return dataset._made(
            "ScanDataset",
            output,
            initial_state=structure.to_tensors(state),
            other_arguments=traced.captured,
            f=traced.name,
        )

    return transform


@export("data.experimental.group_by_window", "contrib.data.group_by_window")
def group_by_window(
    key_func: Callable,
    reduce_func: Callable,
    window_size: SizesLike | None = None,
    window_size_func: Callable | None = None,
) -> Transformation:
    """Groups elements by a key and makes a dataset of each group of a certain size.

    Args:
      key_func: gives the key of an element, a scalar int64.
      reduce_func: makes a dataset of a key and the dataset of a group.
      window_size: the size of groups.
      window_size_func: gives the size for a key, instead.

    >>> import penstock as tf
    >>> parity = tf.data.experimental.group_by_window(lambda x: x % 2, lambda key, group: group.batch(3), window_size=3)
    >>> x = tf.data.Dataset.range(6).apply(parity).make_one_shot_iterator().get_next()
    >>> with tf.Session() as sess:
    ...     print(sess.run(x), sess.run(x))
    [0 2 4] [1 3 5]
    """
    if (window_size is None) == (window_size_func is None):
        raise ValueError("Must pass either window_size or window_size_func.")
    sizes = window_size_func or (lambda unused: convert_to_tensor(window_size, dtypes.int64))
    number = Spec(Tensor, dtypes.int64, [])

    def transform(dataset: Dataset) -> Dataset:
        key = Traced(lambda *e: convert_to_tensor(key_func(*e), dtypes.int64), "key", dataset._structure)
        size = Traced(lambda k: find("cast")(sizes(k), dtypes.int64), "window_size", number)
        reduce = Traced(reduce_func, "reduce", (number, structure.DatasetSpec(dataset._structure)))
        if not isinstance(reduce.result, Dataset):
            raise TypeError("`reduce_func` must return a `Dataset` object.")
        return dataset._made(
            "GroupByWindowDataset",
            reduce.result._structure,
            key_func_other_arguments=key.captured,
            reduce_func_other_arguments=reduce.captured,
            window_size_func_other_arguments=size.captured,
            key_func=key.name,
            reduce_func=reduce.name,
            window_size_func=size.name,
        )

    return transform


@export("data.experimental.bucket_by_sequence_length", "contrib.data.bucket_by_sequence_length")
def bucket_by_sequence_length(
    element_length_func: Callable,
    bucket_boundaries: Sequence[int],
    bucket_batch_sizes: Sequence[int],
    padded_shapes: Any = None,
    padding_values: Any = None,
    pad_to_bucket_boundary: bool = False,
    no_padding: bool = False,
    drop_remainder: bool = False,
) -> Transformation:
    """Batches elements of similar length together, filled up with zeros.

    Args:
      element_length_func: gives the length of an element, a scalar int32.
      bucket_boundaries: the upper ends of the buckets (excluded); the last bucket has none.
      bucket_batch_sizes: the size of batches, one per bucket.
      padded_shapes, padding_values: as for `Dataset.padded_batch`.
      pad_to_bucket_boundary: whether to fill up to the largest length of the bucket.
      no_padding: whether elements of a batch have the same shape anyway.
      drop_remainder: whether batches that stay smaller are left out.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(1, 5).map(lambda n: tf.ones([n], tf.int32))
    >>> buckets = tf.data.experimental.bucket_by_sequence_length(tf.size, [3], bucket_batch_sizes=[2, 2])
    >>> x = dataset.apply(buckets).make_one_shot_iterator().get_next()
    >>> with tf.Session() as sess:
    ...     print(sess.run(x).tolist(), sess.run(x).tolist())
    [[1, 0], [1, 1]] [[1, 1, 1, 0], [1, 1, 1, 1]]
    """
    if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
        raise ValueError("len(bucket_batch_sizes) must equal len(bucket_boundaries) + 1")
    ends = list(bucket_boundaries)

    def transform(dataset: Dataset) -> Dataset:
        def key(*element: Any) -> Tensor:
            length = element_length_func(*element)
            lower, upper = [np.iinfo(np.int32).min, *ends], [*ends, np.iinfo(np.int32).max]
            inside = find("logical_and")(find("less_equal")(lower, length), find("less")(length, upper))
            return find("reduce_min")(find("where")(inside))

        def size(bucket: Tensor) -> Tensor:
            return convert_to_tensor(list(bucket_batch_sizes), dtypes.int64)[bucket]

        def shapes_of(grouped: Dataset, bucket: Tensor) -> Any:
            shapes = grouped.output_shapes if padded_shapes is None else padded_shapes
            if not pad_to_bucket_boundary:
                return shapes
            limit = convert_to_tensor([e - 1 for e in ends] + [-1], dtypes.int64)[bucket]
            return map_structure(
                lambda s: find("stack")([limit if d is None else np.int64(d) for d in TensorShape(s).as_list()]), shapes
            )

        def batches(bucket: Tensor, grouped: Dataset) -> Dataset:
            if no_padding:
                return grouped.batch(size(bucket), drop_remainder=drop_remainder)
            return grouped.padded_batch(size(bucket), shapes_of(grouped, bucket), padding_values, drop_remainder)

        return dataset.apply(group_by_window(key, batches, window_size_func=size))

    return transform


def _directed(selector: Dataset, datasets: Sequence[Dataset]) -> Dataset:
    first = datasets[0]
    for other in datasets[1:]:
        if structure.legacy(other._structure, "types") != structure.legacy(first._structure, "types"):
            raise TypeError("All datasets must have the same type and class.")
    element = first._structure
    for other in datasets[1:]:
        element = map_structure(lambda a, b: a.with_shape(_common(a.shape, b.shape)), element, other._structure)
    made = apply(
        "DirectedInterleaveDataset",
        selector_input_dataset=selector._variant_tensor,
        data_input_datasets=[d._variant_tensor for d in datasets],
        **structure.flat_attributes(element),
    )
    return Dataset(made, element)


@export("data.experimental.choose_from_datasets", "contrib.data.choose_from_datasets")
def choose_from_datasets(datasets: Sequence[Dataset], choice_dataset: Dataset) -> Dataset:
    """Takes each element from the dataset whose number comes next in `choice_dataset`.

    Args:
      datasets: a list of datasets with elements of the same types.
      choice_dataset: a dataset of scalar int64 numbers, each below `len(datasets)`.

    Raises:
      TypeError: the datasets have different types, or the choices are none.

    >>> import penstock as tf
    >>> words = [tf.data.Dataset.from_tensors(word).repeat() for word in ("yes", "no")]
    >>> dataset = tf.data.experimental.choose_from_datasets(words, tf.data.Dataset.range(2).repeat(2))
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [b'yes', b'no', b'yes', b'no']
    """
    choice = choice_dataset._structure
    if not (isinstance(choice, structure.Spec) and structure.Spec(Tensor, dtypes.int64, []).is_compatible_with(choice)):
        raise TypeError("`choice_dataset` must be a dataset of scalar `tf.int64` tensors.")
    return _directed(choice_dataset, datasets)


@export("data.experimental.sample_from_datasets", "contrib.data.sample_from_datasets")
def sample_from_datasets(datasets: Sequence[Dataset], weights: Any = None, seed: int | None = None) -> Dataset:
    """Takes each element from one of several datasets, chosen at random.

    Args:
      weights: how likely each dataset is, as a list or a dataset of lists; all the same by default.
      seed: the seed of the choice.

    >>> import penstock as tf
    >>> words = [tf.data.Dataset.from_tensors(word).repeat() for word in ("yes", "no")]
    >>> dataset = tf.data.experimental.sample_from_datasets(words, weights=[0.0, 1.0]).take(3)
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [b'no', b'no', b'no']
    """
    if isinstance(weights, Dataset):
        logits = weights.map(lambda p: find("log")(find("cast")(p, dtypes.float32)))
    else:
        chances = np.ones(len(datasets)) / len(datasets) if weights is None else weights
        chances = convert_to_tensor(chances, name="weights")
        if chances.dtype not in (dtypes.float32, dtypes.float64):
            raise TypeError("`weights` must be convertible to a tensor of `tf.float32` or `tf.float64` elements.")
        if not chances.shape.is_compatible_with([len(datasets)]):
            raise ValueError("`weights` must be a vector of length `len(datasets)`.")
        logits = Dataset.from_tensors(find("log")(chances)).repeat()

    def choose(logits: Tensor, seed: Tensor) -> Tensor:
        return find("squeeze")(find("random.stateless_multinomial")([logits], 1, seed=seed), axis=[0, 1])

    pairs = RandomDataset(seed).batch(2)
    return _directed(Dataset.zip((logits, pairs)).map(choose), datasets)


@export("data.experimental.RandomDataset", "contrib.data.RandomDataset")
class RandomDataset(Dataset):
    """Random numbers below 2**32, as int64, for ever.

    Args:
      seed: the seed of the sequence; see `tf.set_random_seed`.

    >>> import penstock as tf
    >>> dataset = tf.data.experimental.RandomDataset(seed=1).take(3)
    >>> numbers = tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9)))
    >>> numbers.dtype.name, len(numbers), bool((numbers < 2**32).all())
    ('int64', 3, True)
    """

    def __init__(self, seed: int | None = None) -> None:
        first, second = seeds(seed)
        element = Spec(Tensor, dtypes.int64, [])
        made = apply("RandomDataset", seed=first, seed2=second, **structure.flat_attributes(element))
        super().__init__(made, element)


@export("data.experimental.Counter", "contrib.data.Counter")
def Counter(start: TensorLike = 0, step: object = 1, dtype: DTypeLike = dtypes.int64) -> Dataset:  # noqa: N802 - the 1.x spelling
    """Counts from `start` on, `step` at a time, for ever.

    Args:
      start: the first number.
      step: what is added each time, of any sign.
      dtype: the type of the numbers.

    >>> import penstock as tf
    >>> dataset = tf.data.experimental.Counter(start=10, step=-2).take(4)
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [10, 8, 6, 4]
    """
    start, step = (convert_to_tensor(v, dtype) for v in (start, step))
    ones = Dataset.from_tensors(0).repeat()
    return ones.apply(scan(start, lambda state, unused: (state + step, state)))


@export("data.experimental.get_single_element", "contrib.data.get_single_element")
def get_single_element(dataset: Dataset) -> Any:
    """The one element of a dataset, as tensors.

    Raises (when run):
      tf.errors.InvalidArgumentError: the dataset has none, or more than one.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.data.experimental.get_single_element(tf.data.Dataset.range(3).batch(3))))
    [0 1 2]
    """
    if not isinstance(dataset, Dataset):
        raise TypeError("`dataset` must be a `tf.data.Dataset` object.")
    attributes = structure.flat_attributes(dataset._structure)
    tensors = apply("DatasetToSingleElement", dataset=dataset._variant_tensor, **attributes)
    return structure.from_tensors(dataset._structure, tensors)


@export("data.experimental.SqlDataset", "contrib.data.SqlDataset")
class SqlDataset(Dataset):
    """The rows that a query gives.

    Args:
      driver_name: 'sqlite'.
      data_source_name: the database file.
      query: the query.
      output_types: the types of the columns, as a tuple.

    >>> import penstock as tf
    >>> import sqlite3
    >>> with sqlite3.connect("fruit.db") as db:
    ...     _ = db.execute("create table fruit (name text, price int)")
    ...     _ = db.execute("insert into fruit values ('apple', 2), ('pear', 3)")
    >>> query = "select name, price from fruit where price > 2"
    >>> dataset = tf.data.experimental.SqlDataset("sqlite", "fruit.db", query, (tf.string, tf.int32))
    >>> tf.Session().run(dataset.batch(9).make_one_shot_iterator().get_next())
    (array([b'pear'], dtype=object), array([3], dtype=int32))
    """

    def __init__(self, driver_name: Any, data_source_name: Any, query: TensorLike, output_types: Any) -> None:
        element = map_structure(lambda t: Spec(Tensor, dtypes.as_dtype(t), []), output_types)
        texts = {"driver_name": driver_name, "data_source_name": data_source_name, "query": query}
        inputs: dict[str, Any] = {
            name: convert_to_tensor(value, dtypes.string, name=name) for name, value in texts.items()
        }
        super().__init__(apply("SqlDataset", **inputs, **structure.flat_attributes(element)), element)
