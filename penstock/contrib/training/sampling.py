"""Batches in which classes come as often as wanted: `rejection_sample`, `stratified_sample`, `weighted_resample`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.convert import convert_n_to_tensor_or_indexed_slices, convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


def _after(checks: list[Any], tensor: Tensor) -> Tensor:
    with control_dependencies(checks):
        return find("identity")(tensor)


def _singly(tensors: list[Tensor], threads: int, capacity: int) -> list[Tensor]:
    """The elements of batches, one at a time."""
    found = find("train.batch")(tensors, batch_size=1, num_threads=threads, capacity=capacity, enqueue_many=True)
    return [find("squeeze")(t, [0]) for t in (found if isinstance(found, list) else [found])]


@export("contrib.training.rejection_sample")
def rejection_sample(
    tensors: Sequence[Any],
    accept_prob_fn: Callable,
    batch_size: int,
    queue_threads: int = 1,
    enqueue_many: bool = False,
    prebatch_capacity: int = 16,
    prebatch_threads: int = 1,
    runtime_checks: bool = False,
    name: str | None = None,
) -> list[Tensor]:
    """Batches of elements that are accepted with some probability.

    Args:
      tensors: a list of tensors, one element or (with `enqueue_many`) a batch.
      accept_prob_fn: gives the probability of an element.
      batch_size: the size of batches.
      queue_threads, prebatch_capacity, prebatch_threads: of the queues.
      enqueue_many: whether `tensors` are batches.
      runtime_checks: whether probabilities are checked to be such.
      name: a name for the operations.

    >>> import penstock as tf
    >>> number = tf.train.range_input_producer(10, shuffle=False).dequeue()
    >>> keep = lambda x: tf.cast(x[0] >= 7, tf.float32)
    >>> [batch] = tf.contrib.training.rejection_sample([number], keep, batch_size=3)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sess.run(batch))
    [7 8 9]
    """
    with find("variable_scope")(name, "rejection_sample", tensors):
        values = convert_n_to_tensor_or_indexed_slices(tensors)
        if enqueue_many:
            for value in values:
                value.shape.with_rank_at_least(1)[:1].assert_is_compatible_with(values[0].shape[:1])
            values = _singly(values, prebatch_threads, prebatch_capacity)
        chance = accept_prob_fn(values)
        if runtime_checks:
            less = find("assert_less_equal")
            chance = _after([less(0.0, chance), less(chance, 1.0)], chance)
        batch = find("train.maybe_batch")(
            values, find("random_uniform")([]) < chance, batch_size, num_threads=queue_threads
        )
        return [batch] if isinstance(batch, Tensor) else batch


@export("contrib.training.stratified_sample")
def stratified_sample(
    tensors: Sequence[Any],
    labels: Any,
    target_probs: Any,
    batch_size: int,
    init_probs: Any = None,
    enqueue_many: bool = False,
    queue_capacity: int = 16,
    threads_per_queue: int = 1,
    name: str | None = None,
) -> tuple[list[Tensor], Tensor]:
    """Batches in which each class has a certain share; other elements are left out.

    Args:
      tensors: a list of tensors, one element or (with `enqueue_many`) a batch.
      labels: its class, or those of the batch.
      target_probs: the shares that are wanted.
      batch_size: the size of batches.
      init_probs: the shares in the data; estimated on the way by default.
      enqueue_many: whether `tensors` and `labels` are batches.
      queue_capacity, threads_per_queue: of the queues.
      name: a name for the operations.

    Returns:
      The batch as a list of tensors, and its labels.

    Raises:
      ValueError: shapes do not fit together.

    >>> import penstock as tf
    >>> label = tf.train.range_input_producer(2).dequeue()
    >>> data, labels = tf.contrib.training.stratified_sample([label * 10], label, [0.0, 1.0], 4, init_probs=[0.5, 0.5])
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sess.run(data[0]), sess.run(labels))
    [10 10 10 10] [1 1 1 1]
    """
    with name_scope(name, "stratified_sample"):
        values = convert_n_to_tensor_or_indexed_slices(tensors)
        labels = convert_to_tensor(labels)
        target = convert_to_tensor(target_probs, dtypes.float32)
        if not enqueue_many:
            values, labels = [find("expand_dims")(v, 0) for v in values], find("expand_dims")(labels, 0)
        if init_probs is None:
            target.shape.assert_is_fully_defined()
            initial = _estimated(labels, target.shape.num_elements() or 0)
        else:
            initial = convert_to_tensor(init_probs, dtypes.float32)
        values, labels, initial, target = _checked(values, labels, initial, target)
        possible = find("reduce_all")(find("logical_or")(find("not_equal")(initial, 0), find("equal")(target, 0)))
        text = "All classes with zero initial probability must also have zero target probability: "
        initial = _after([find("Assert")(possible, [text, initial, target])], initial)
        ratio = target / initial
        ratio = find("where")(find("is_nan")(ratio), find("zeros_like")(ratio), ratio)
        accepted = ratio / find("reduce_max")(ratio)
        rejected = find("reduce_sum")((1 - accepted) * initial)
        warning = "Proportion of examples rejected by sampler is high."
        accepted = find("cond")(
            find("less")(rejected, 0.5),
            lambda: accepted,
            lambda: find("Print")(accepted, [accepted], message=warning, first_n=10),
        )
        *element, label = _singly([*values, labels], threads_per_queue, queue_capacity)
        keep = find("random_uniform")([]) < find("gather")(accepted, label)
        batch = find("train.maybe_batch")([*element, label], keep, batch_size, num_threads=threads_per_queue)
        return batch[:-1], batch[-1]


def _estimated(labels: Tensor, classes: int, smoothing: int = 10) -> Tensor:
    """The shares of the classes seen so far."""
    seen = find("Variable")([smoothing] * classes, trainable=False, name="class_count", dtype=dtypes.int64)
    counts = find("reduce_sum")(find("one_hot")(labels, classes, dtype=dtypes.int64), 0)
    now = seen.assign_add(counts) + 0
    return find("cast")(find("truediv")(now, find("reduce_sum")(now)), dtypes.float32)


def _checked(
    values: list[Tensor], labels: Tensor, initial: Tensor, target: Tensor
) -> tuple[list[Tensor], Tensor, Tensor, Tensor]:
    checked = []
    for shares in (initial, target):
        shares.shape.assert_is_fully_defined()
        shares.shape.assert_has_rank(1)
        total, close = find("reduce_sum")(shares), 1e-6
        less = find("assert_less")
        checks = [find("assert_non_negative")(shares), less(total, 1.0 + close), less(1.0 - close, total)]
        checked.append(_after(checks, shares))
    count = checked[0].shape.num_elements() or 0
    if checked[1].shape.num_elements() != count:
        raise ValueError("Probability parameters must have the same length.")
    labels.shape.assert_has_rank(1)
    for value in values:
        value.shape.with_rank_at_least(1)[:1].assert_is_compatible_with(labels.shape[:1])
    size = find("shape")(labels)[0]
    some = find("assert_positive")(size)
    values = [_after([some, find("assert_equal")(find("shape")(v)[0], size)], v) for v in values]
    limit = find("cast")(count, labels.dtype)
    checks = [find("assert_integer")(labels), find("assert_non_negative")(labels), find("assert_less")(labels, limit)]
    return values, _after([some, *checks], labels), checked[0], checked[1]


@export("contrib.training.resample_at_rate")
def resample_at_rate(
    inputs: list[Any], rates: TensorLike, scope: str | None = None, seed: int | None = None, back_prop: bool = False
) -> list[Tensor]:
    """Takes each row of some tensors a random number of times (Poisson), on average as often as its rate says.

    Args:
      inputs: tensors with the same number of rows.
      rates: a rate for each row.
      scope: a name for the operations.
      seed: the seed of the choice.
      back_prop: whether gradients go through.

    >>> import penstock as tf
    >>> [rows] = tf.contrib.training.resample_at_rate([tf.constant(["never", "often"])], [0.0, 50.0])
    >>> set(tf.Session().run(rows).tolist())
    {b'often'}
    """
    with name_scope(scope, "resample_at_rate"):
        rates = convert_to_tensor(rates, name="rates")
        counts = find("cast")(find("random_poisson")(rates, (), rates.dtype, seed=seed), dtypes.int32)
        # Row i stands at the places from the sum of the counts before it on.
        ends = find("cumsum")(counts)
        places = find("range")(find("reduce_sum")(counts))
        rows = find("searchsorted")(ends, places, side="right")
        if not back_prop:
            rows = find("stop_gradient")(rows)
        return [find("gather")(x, rows) for x in inputs]


@export("contrib.training.weighted_resample")
def weighted_resample(
    inputs: list[Any],
    weights: TensorLike,
    overall_rate: Any,
    scope: str | None = None,
    mean_decay: float = 0.999,
    seed: int | None = None,
) -> tuple[list[Tensor], Tensor]:
    """Takes each row in proportion to its weight, `overall_rate` times on average.

    The mean weight is estimated over the batches, in a local variable.

    Args:
      inputs: tensors with the same number of rows.
      weights: a weight for each row.
      overall_rate: how often a row of mean weight is taken, on average.
      scope: a name for the operations.
      mean_decay: how much of the estimate of the mean stays at each batch.
      seed: the seed of the choice.

    Returns:
      The rows taken, and the rate of each.

    >>> import penstock as tf
    >>> words, weights = tf.constant(["never", "often"]), tf.constant([0.0, 2.0])
    >>> [rows], rates = tf.contrib.training.weighted_resample([words], weights, overall_rate=50.0)
    >>> with tf.Session() as sess:
    ...     _ = sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    ...     print(set(sess.run(rows).tolist()))
    {b'often'}
    """
    weights = convert_to_tensor(weights)
    with name_scope(scope, "weighted_resample") as name:
        with find("variable_scope")(scope, "estimate_mean", inputs):
            zero = find("cast")(0, weights.dtype)
            estimate = find("get_local_variable")("estimated_mean", initializer=zero, dtype=weights.dtype)
            from penstock.train.moving_averages import assign_moving_average

            mean = assign_moving_average(estimate, find("reduce_mean")(weights), mean_decay)
        rates = weights * overall_rate / mean
        found = resample_at_rate([rates, *inputs], rates, scope=name, seed=seed)
        return found[1:], found[0]
