"""Transformations that group or resample: `group_by_reducer`, `rejection_resample`, `dense_to_sparse_batch`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.data import structure
from penstock.data.dataset import Dataset, _common, _constant, _int64
from penstock.data.structure import Spec, map_structure
from penstock.data.traced import Traced
from penstock.data.transforms import Transformation, sample_from_datasets, scan
from penstock.graph import dtypes, inference
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import SizesLike, TensorLike


@export("data.experimental.Reducer", "contrib.data.Reducer")
class Reducer:
    """Three functions: how a state begins, takes in an element, and becomes a result.

    Args:
      init_func: the state for a key, a scalar int64.
      reduce_func: the state after an element, from the state before and the element.
      finalize_func: the result of the last state.

    >>> import penstock as tf
    >>> count = tf.data.experimental.Reducer(lambda key: 0, lambda state, x: state + 1, lambda state: state)
    >>> dataset = tf.data.Dataset.range(5).apply(tf.data.experimental.group_by_reducer(lambda x: x % 2, count))
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [3, 2]
    """

    def __init__(self, init_func: Callable, reduce_func: Callable, finalize_func: Callable) -> None:
        self._functions = init_func, reduce_func, finalize_func

    @property
    def init_func(self) -> Callable:
        """How a state begins."""
        return self._functions[0]

    @property
    def reduce_func(self) -> Callable:
        """How a state takes in an element."""
        return self._functions[1]

    @property
    def finalize_func(self) -> Callable:
        """How a state becomes a result."""
        return self._functions[2]


@export("data.experimental.group_by_reducer", "contrib.data.group_by_reducer")
def group_by_reducer(key_func: Callable, reducer: Reducer) -> Transformation:
    """Groups elements by a key and gives one result for each group, in the order of the keys' first elements.

    Args:
      key_func: gives the key of an element, a scalar int64.
      reducer: what happens with a group.

    Raises:
      ValueError (when applied): the key is not a scalar int64.
      TypeError (when applied): the state changes its type.

    >>> import penstock as tf
    >>> sums = tf.data.experimental.Reducer(lambda key: tf.constant(0, tf.int64), lambda s, x: s + x, lambda s: s)
    >>> d = tf.data.Dataset.range(6).apply(tf.data.experimental.group_by_reducer(lambda x: x % 2, sums))
    >>> x = d.batch(2).make_one_shot_iterator().get_next()
    >>> tf.Session().run(x).tolist()
    [6, 9]
    """
    number = Spec(Tensor, dtypes.int64, [])

    def transform(dataset: Dataset) -> Dataset:
        key = Traced(key_func, "group_by_reducer", dataset._structure)
        if not isinstance(key.structure, Spec) or key.structure.dtype != dtypes.int64 or key.structure.shape.ndims:
            types, shapes = (structure.legacy(key.structure, what) for what in ("types", "shapes"))
            raise ValueError(f"`key_func` must return a single tf.int64 tensor. Got type={types} and shape={shapes}")
        init = Traced(reducer.init_func, "init", number)
        state = init.structure
        while True:
            step = Traced(reducer.reduce_func, "reduce", (state, dataset._structure))
            for what in ("classes", "types"):
                had, got = structure.legacy(state, what), structure.legacy(step.structure, what)
                if had != got:
                    raise TypeError(
                        f"The element {what} for the new state must match the initial state. Expected {had}; got {got}."
                    )
            weaker = map_structure(lambda a, b: a.with_shape(_common(a.shape, b.shape)), state, step.structure)
            if weaker == state:
                break
            state = weaker
        end = Traced(reducer.finalize_func, "finalize", state)
        return dataset._made(
            "GroupByReducerDataset",
            end.structure,
            key_func_other_arguments=key.captured,
            init_func_other_arguments=init.captured,
            reduce_func_other_arguments=step.captured,
            finalize_func_other_arguments=end.captured,
            key_func=key.name,
            init_func=init.name,
            reduce_func=step.name,
            finalize_func=end.name,
        )

    return transform


@export("data.experimental.dense_to_sparse_batch", "contrib.data.dense_to_sparse_batch")
def dense_to_sparse_batch(batch_size: TensorLike, row_shape: Any) -> Transformation:
    """Batches elements of different shapes into sparse tensors.

    Args:
      batch_size: the size of batches.
      row_shape: the dense shape of a row, at least as large as all elements; None for 'as large as needed'.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(1, 3).map(lambda n: tf.fill([n], n))
    >>> dataset = dataset.apply(tf.data.experimental.dense_to_sparse_batch(batch_size=2, row_shape=[3]))
    >>> x = dataset.make_one_shot_iterator().get_next()
    >>> tf.Session().run(tf.sparse.to_dense(x)).tolist()
    [[1, 0, 0], [2, 2, 0]]
    """

    def transform(dataset: Dataset) -> Dataset:
        spec = dataset._structure
        if not isinstance(spec, Spec) or spec.kind is not Tensor:
            raise TypeError("Input must be a dataset of single tensors.")
        rows = TensorShape(row_shape) if not isinstance(row_shape, Tensor) else TensorShape(None)
        element = Spec(SparseTensor, spec.dtype, TensorShape([None]).concatenate(rows))
        if isinstance(row_shape, Tensor):
            wanted = row_shape
        else:
            wanted = convert_to_tensor([-1 if d is None else d for d in rows.as_list()], dtypes.int64)
        return dataset._made(
            "DenseToSparseBatchDataset", element, batch_size=_int64(batch_size, "batch_size"), row_shape=wanted
        )

    return transform


# -- resampling --------------------------------------------------------------------------------------------------------

_ESTIMATED_BY = 32
_SMOOTHING = 10


@export("data.experimental.rejection_resample", "contrib.data.rejection_resample")
def rejection_resample(
    class_func: Callable, target_dist: Any, initial_dist: Any = None, seed: int | None = None
) -> Transformation:
    """Leaves elements out so that classes come as often as wanted; gives pairs of class and element.

    Args:
      class_func: gives the class of an element, a scalar int32.
      target_dist: how often each class should come.
      initial_dist: how often it comes; estimated on the way by default.
      seed: the seed of the choice.

    >>> import penstock as tf
    >>> balanced = tf.data.experimental.rejection_resample(
    ...     lambda x: tf.cast(x % 2, tf.int32), target_dist=[0.0, 1.0], initial_dist=[0.5, 0.5]
    ... )
    >>> labels, numbers = tf.data.experimental.get_single_element(tf.data.Dataset.range(6).apply(balanced).batch(9))
    >>> tf.Session().run([labels, numbers])
    [array([1, 1, 1], dtype=int32), array([1, 3, 5])]
    """

    def transform(dataset: Dataset) -> Dataset:
        target = convert_to_tensor(target_dist, name="target_dist")
        classes = dataset.map(class_func)
        share = None
        if initial_dist is not None:
            initial = convert_to_tensor(initial_dist, name="initial_dist")
            accepted, original = (Dataset.from_tensors(t).repeat() for t in _acceptance(initial, target))
            initials = Dataset.from_tensors(initial).repeat()
            known = inference.constant_value(initial), inference.constant_value(target)
            if known[0] is not None and known[1] is not None:
                share = np.min(known[1] / known[0])
        else:
            initials = _estimated(classes, target)
            both = initials.map(lambda probabilities: _acceptance(probabilities, target))
            accepted, original = both.map(lambda a, m: a), both.map(lambda a, m: m)
        plain = Dataset.zip((classes, dataset))
        if share == 1:
            return plain
        chosen = _chosen(dataset, accepted, initials, classes, seed).prefetch(3)
        if share == 0:
            return chosen
        return sample_from_datasets([plain, chosen], original.map(lambda m: [(m, 1.0 - m)]), seed)

    return transform


def _acceptance(initial: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """How likely each class is accepted, and the share of elements that may pass unseen.

    If a class comes t/p times too rarely, it is accepted with probability (t/p - m) / (max t/p - m), where m, the least
    of the t/p, is the share that is taken from the dataset as it is: so the least possible is left out.
    """
    ratio = target / (initial + np.finfo(initial.dtype.as_numpy_dtype).tiny)
    most, least = find("reduce_max")(ratio), find("reduce_min")(ratio)
    return (ratio - least) / (most - least), least


def _chosen(dataset: Dataset, accepted: Dataset, initials: Dataset, classes: Dataset, seed: int | None) -> Dataset:
    """The elements that are accepted, with their classes."""

    def warn(accept: Tensor, initial: Tensor) -> Tensor:
        rejected = find("reduce_sum")((1 - accept) * initial)
        text = "Proportion of examples rejected by sampler is high: "
        return find("cond")(
            find("less")(rejected, 0.5),
            lambda: accept,
            lambda: find("Print")(accept, [rejected, initial, accept], message=text, summarize=100, first_n=10),
        )

    chances = Dataset.zip((accepted, initials)).map(warn)
    both = Dataset.zip((classes, chances, dataset)).map(lambda c, a, data: (c, find("gather")(a, c), data))
    kept = both.filter(lambda c, p, data: find("random_uniform")([], seed=seed) < p)
    return kept.map(lambda c, p, data: (c, data))


def _estimated(classes: Dataset, target: Tensor) -> Dataset:
    """How often each class has come so far, for each element."""
    count = target.shape.as_list()[0] or find("shape")(target)[0]
    start = find("fill")([count], np.int64(_SMOOTHING))

    def update(seen: Tensor, batch: Tensor) -> tuple[Tensor, Tensor]:
        seen = seen + find("reduce_sum")(find("one_hot")(batch, count, dtype=dtypes.int64), 0)
        share = find("cast")(find("truediv")(seen, find("reduce_sum")(seen)), dtypes.float32)
        return seen, find("tile")(find("expand_dims")(share, 0), [_ESTIMATED_BY, 1])

    return classes.batch(_ESTIMATED_BY).apply(scan(start, update)).unbatch()


@export("contrib.data.batch_and_drop_remainder")
def batch_and_drop_remainder(batch_size: TensorLike) -> Transformation:
    """Batches that are all full.

    Args:
      batch_size: their size; `Dataset.batch(batch_size, drop_remainder=True)` is the same.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(5).apply(tf.contrib.data.batch_and_drop_remainder(2))
    >>> dataset.output_shapes.as_list()
    [2]
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [[0, 1], [2, 3]]
    """
    return lambda dataset: dataset.batch(batch_size, drop_remainder=True)


@export("contrib.data.padded_batch_and_drop_remainder")
def padded_batch_and_drop_remainder(
    batch_size: TensorLike, padded_shapes: Any, padding_values: Any = None
) -> Transformation:
    """Padded batches that are all full.

    Args:
      batch_size: their size.
      padded_shapes, padding_values: as for `Dataset.padded_batch`.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n], n))
    >>> dataset = dataset.apply(tf.contrib.data.padded_batch_and_drop_remainder(2, padded_shapes=[None]))
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset)).tolist()
    [[1, 0], [2, 2]]
    """
    return lambda dataset: dataset.padded_batch(batch_size, padded_shapes, padding_values, drop_remainder=True)


@export("contrib.data.assert_element_shape")
def assert_element_shape(expected_shapes: Any) -> Transformation:
    """Checks the shapes of elements when they come, and makes them known.

    Args:
      expected_shapes: shapes in the structure of an element.

    Raises:
      ValueError: the shapes that are known do not fit. Those of elements are an InvalidArgumentError when it runs.

    >>> import penstock as tf
    >>> unknown = tf.data.Dataset.range(2).map(lambda x: tf.py_func(lambda x: [x, x], [x], tf.int64))
    >>> dataset = unknown.apply(tf.contrib.data.assert_element_shape(tf.TensorShape([2])))
    >>> unknown.output_shapes.ndims, dataset.output_shapes.as_list()
    (None, [2])
    """

    def transform(dataset: Dataset) -> Dataset:
        known = dataset.output_shapes
        expected = map(TensorShape, structure.flatten_up_to(known, expected_shapes))
        shapes = structure.pack(known, list(map(TensorShape.merge_with, structure.flatten(known), expected)))

        with_shape = find("contrib.framework.with_shape")

        def check(*element: Any) -> Any:
            value = element if len(element) > 1 or isinstance(dataset._structure, tuple) else element[0]
            return map_structure(
                lambda part, shape: part if shape.ndims is None else with_shape(shape, part), value, shapes
            )

        return dataset.map(check)

    return transform


@export("contrib.data.sliding_window_batch")
def sliding_window_batch(
    window_size: SizesLike, stride: SizesLike | None = None, window_shift: Any = None, window_stride: Any = 1
) -> Transformation:
    """Batches that overlap: each begins `window_shift` elements (the old name is `stride`) after the one before.

    Args:
      window_size: the size of batches.
      stride: an old name of `window_shift`.
      window_shift: how many elements further the next batch begins, 1 by default.
      window_stride: the distance of the elements in a batch.

    Raises:
      ValueError: both `stride` and `window_shift` are given.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(5).apply(tf.contrib.data.sliding_window_batch(window_size=3, window_shift=2))
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [[0, 1, 2], [2, 3, 4]]
    """
    if stride is None and window_shift is None:
        window_shift = 1
    elif stride is not None:
        if window_shift is not None:
            raise ValueError("Cannot specify both `stride` and `window_shift`")
        window_shift = stride

    def transform(dataset: Dataset) -> Dataset:
        size = _int64(window_size, "window_size")
        first = TensorShape([_constant(size)])
        element = map_structure(lambda s: s.with_shape(first.concatenate(s.shape)), dataset._structure)
        shift, step = _int64(window_shift, "window_shift"), _int64(window_stride, "window_stride")
        return dataset._made("SlidingWindowDataset", element, window_size=size, window_shift=shift, window_stride=step)

    return transform
