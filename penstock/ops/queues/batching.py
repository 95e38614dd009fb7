"""Runs of one session that are computed together: `tf.nondifferentiable_batch_function`, and Batch and Unbatch under it.

Inputs of runs that come at the same time are joined along the first dimension, the function is computed once, and each
run gets its rows of the result. Who waits for whom is in `batch_state.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors, nest
from penstock.graph import function as functions
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.arrays.basic import shape_text
from penstock.ops.queues.batch_state import Batches, Gathered, Pieces, Task
from penstock.ops.queues.state import invalid
from penstock.ops.state import named_state

if TYPE_CHECKING:
    from penstock.graph.inference import Context


_MICROSECOND = 1e-6


# -- rows --------------------------------------------------------------------------------------------------------------


def _joined(parts: Sequence[np.ndarray]) -> np.ndarray:
    """Arrays after each other along the first dimension."""
    first = np.shape(parts[0])
    for i, part in enumerate(parts):
        shape = np.shape(part)
        for differ, what in (
            (len(shape) != len(first), "Ranks of all input tensors"),
            (shape[1:] != first[1:], "Dimensions of inputs"),
        ):
            if differ:
                raise invalid(
                    f"{what} should match: shape[0] = {shape_text(first)} vs. shape[{i}] = {shape_text(shape)}"
                )
    return np.concatenate(parts)


def _split(rows: np.ndarray, sizes: Sequence[int]) -> list[np.ndarray]:
    """The first rows in pieces of these sizes, as arrays of their own."""
    if sum(sizes) > len(rows):
        raise invalid("Sum of split sizes must not exceed dim0-size of input tensor")
    ends = np.cumsum(sizes, dtype=np.int64).tolist()
    return [np.array(rows[end - size : end]) for size, end in zip(sizes, ends)]


def _batched(tasks: list[Task], allowed: Sequence[int]) -> list[np.ndarray]:
    """The inputs of all tasks, each joined, and filled up with the first row to a size that is allowed."""
    if len({len(task.inputs) for task in tasks}) > 1:
        raise invalid("Batching inputs must have equal number of edges")
    size = sum(task.size for task in tasks)
    missing = next((a for a in allowed if a >= size), size) - size
    results = []
    for i in range(len(tasks[0].inputs)):
        parts = [task.inputs[i] for task in tasks]
        if missing:
            if not len(parts[0]):
                raise invalid(
                    "Cannot use an empty tensor with zero rows as padding when batching. "
                    f"(Input {i} got shape {shape_text(np.shape(parts[0]))}.)"
                )
            parts += [parts[0][:1]] * missing
        results.append(_joined(parts))
    return results


# -- kernels -----------------------------------------------------------------------------------------------------------


def _check_allowed(allowed: Sequence[int], largest: int) -> None:
    if any(b <= a for a, b in zip(allowed, allowed[1:])):
        raise invalid("allowed_batch_sizes entries must be monotonically increasing")
    if allowed and allowed[-1] != largest:
        raise invalid("final entry in allowed_batch_sizes must equal max_batch_size")


def _batches(ctx: Any) -> Batches:
    """The batches that belong to an operation, or to all with its shared name."""
    attrs = ctx.op._attrs
    threads, largest, wait = (attrs[n] for n in ("num_batch_threads", "max_batch_size", "batch_timeout_micros"))
    for wrong, text in (
        (threads <= 0, f"num_batch_threads must be positive; was {threads}"),
        (largest == 0, "max_batch_size must be positive; was 0"),
        (wait < 0, f"batch_timeout_micros must be non-negative; was {wait}"),
    ):
        if wrong:
            raise invalid(text)
    make = lambda name: Batches(threads, largest, wait * _MICROSECOND, attrs["max_enqueued_batches"])  # noqa: E731
    return named_state.state_of(ctx, "batches", make)[1]


def _run(inputs: list[Any], ctx: Any, key: int, work: Callable[[list[Task]], None]) -> Any:
    attrs = ctx.op._attrs
    _check_allowed(attrs["allowed_batch_sizes"], attrs["max_batch_size"])
    arrays = [np.asarray(value) for value in inputs]
    if any(not a.ndim for a in arrays):
        raise invalid("Batching input tensors must have at least one dimension")
    if len({len(a) for a in arrays}) > 1:
        raise invalid("Batching input tensors supplied in a given op invocation must have equal 0th-dimension size")
    return _batches(ctx).run(attrs["batching_queue"], Task(arrays, ctx, key), work, ctx.cancel)


@op("BatchFunction", calls=("f",), shape=rule.unknown, blocking=True)
def _batch_function(xp, in_tensors, captured_tensors, *, ctx):
    allowed = ctx.op._attrs["allowed_batch_sizes"]

    def work(tasks: list[Task]) -> None:
        inputs = _batched(tasks, allowed)
        outputs = [np.asarray(value) for value in ctx.call("f", [*inputs, *captured_tensors])]
        sizes = [task.size for task in tasks]
        for output in outputs:
            if not output.ndim:
                raise errors.FailedPreconditionError(None, None, "Batched output tensor has 0 dimensions")
            if len(output) != len(inputs[0]):
                raise errors.FailedPreconditionError(
                    None,
                    None,
                    "Batched output tensor's 0th dimension does not equal the sum of the 0th dimension sizes of the "
                    "input tensors",
                )
        pieces = [_split(output, sizes) for output in outputs]
        for i, task in enumerate(tasks):
            task.result = tuple(piece[i] for piece in pieces)
            # What the function has done to variables is done once, and seen by all.
            task.context.state.update((k, v) for k, v in ctx.state.items() if k in task.context.state)

    return _run(in_tensors, ctx, 0, work)


def _other_rows(shape: TensorShape) -> TensorShape:
    """The shape with a first dimension that nobody knows."""
    if shape.ndims == 0:
        raise ValueError("Out of range dim_index 0 for shape with 0 dimensions")
    return TensorShape(None) if shape.ndims is None else TensorShape([None]).concatenate(shape[1:])


@op("Batch", shape=lambda c: [*map(_other_rows, c.shapes), TensorShape([None, 3]), TensorShape([])], blocking=True)
def _batch(xp, in_tensors, *, ctx):
    allowed = ctx.op._attrs["allowed_batch_sizes"]

    def work(tasks: list[Task]) -> None:
        ends = np.cumsum([task.size for task in tasks], dtype=np.int64)
        index = np.array([[task.key, end - task.size, end] for task, end in zip(tasks, ends)], np.int64)
        for task in tasks[:-1]:  # the last has everything; the others go on with nothing, and wait in Unbatch
            task.result = (*[np.array(x[:0]) for x in task.inputs], np.zeros((0, 3), np.int64), np.int64(task.key))
        tasks[-1].result = (*_batched(tasks, allowed), index, np.int64(tasks[-1].key))

    return _run(in_tensors, ctx, int.from_bytes(os.urandom(8), "little", signed=True), work)


def _key_of(id: Any) -> int:
    if np.ndim(id):
        raise invalid(f"Input id should be scalar; Got shape: {shape_text(np.shape(id))}.")
    return int(id)


@op("Unbatch", shape=lambda c: [_other_rows(c.shape(0))], blocking=True)
def _unbatch(xp, batched_tensor, batch_index, id, *, timeout_micros, ctx):
    data, index = np.asarray(batched_tensor), np.asarray(batch_index)
    if not data.ndim or index.ndim != 2:
        raise invalid(
            "Unbatch expects a tensor with rows and an index of two dimensions; "
            f"Got: {shape_text(data.shape)} and {shape_text(index.shape)}."
        )
    if len(index) > len(data):
        raise invalid(
            "Wrong shape for index tensor. Expected 0th dimension size to be no greater than "
            f"{len(data)}; Got: {len(index)}."
        )
    if index.shape[1] != 3:
        raise invalid(f"Wrong shape for index tensor. Expected 1st dimension size to be 3 ; Got: {index.shape[1]}.")
    key = _key_of(id)
    pieces = _split(data, (index[:, 2] - index[:, 1]).tolist())
    state = named_state.state_of(ctx, "pieces", lambda name: Pieces(timeout_micros * _MICROSECOND))[1]
    return state.exchange(key, list(zip(index[:, 0].tolist(), pieces)), ctx.cancel)


def _of_gradient(c: Context) -> list[TensorShape]:
    rank = c.shape(2).ndims
    return [TensorShape(None if rank is None else [None] * rank)]


@op("UnbatchGrad", shape=_of_gradient, blocking=True)
def _unbatch_grad(xp, original_input, batch_index, grad, id, *, ctx):
    index, grad = np.asarray(batch_index), np.asarray(grad)
    state = named_state.state_of(ctx, "gathered", lambda name: Gathered())[1]
    if np.ndim(id):
        raise invalid(f"Expected `id` to be scalar. Received shape {shape_text(np.shape(id))}")
    state.bring(int(id), grad)
    if not np.size(original_input):
        return np.array(grad[:0])
    if not index.size:
        raise invalid("batch_index is empty while the tensor isn't.")
    if index.size != len(index) * 3:
        raise invalid(f"batch_index should contain {len(index) * 3} elements. Received {index.size}")
    return _joined(state.collect(index.reshape(-1, 3)[:, 0].tolist(), ctx.cancel))


@gradient("Batch")
def _batch_grad(op, *grads):
    index, key = op.outputs[-2:]
    return [
        unbatch(grad, index, key, op._attrs["grad_timeout_micros"], shared_name=f"batch_gradient_{op.name}_{i}")
        for i, grad in enumerate(grads[: len(op.inputs)])
    ]


@gradient("Unbatch")
def _unbatch_gradient(op, grad):
    original, index, key = op.inputs
    name = f"unbatch_gradient_{op.name}"
    made = apply("UnbatchGrad", original_input=original, batch_index=index, grad=grad, id=key, shared_name=name)
    return made, None, None


# -- functions ---------------------------------------------------------------------------------------------------------


def _check_tensors(args: Sequence[Any]) -> None:
    for a in args:
        if not isinstance(a, Tensor):
            raise ValueError(f"Arguments of functions decorated with `batch_function` must be Tensors; found {a!r}")


def _acts(operation: Operation) -> bool:
    """Whether an operation is run for what it does, though nobody may use its output."""
    return operation.op_def.is_stateful and "seed" not in operation._attrs and operation.type != "VarHandleOp"


@export("nondifferentiable_batch_function", "contrib.batching.batch_function")
def batch_function(
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    allowed_batch_sizes: Sequence[int] | None = None,
    max_enqueued_batches: int = 10,
    autograph: bool = True,
) -> Callable[[Callable], Callable]:
    """Decorates a function of tensors so that runs of a session that compute it at the same time do so together.

    Their arguments are joined along the first dimension, the function is computed once, and each run gets its rows of
    the results. They have no gradient.

    Args:
      num_batch_threads: how many batches are computed side by side.
      max_batch_size: the size of a full batch, which does not wait any longer.
      batch_timeout_micros: how many microseconds a batch that is not full waits for other runs.
      allowed_batch_sizes: sizes to which batches are filled up, with copies of their first row; they increase, and the
        last is `max_batch_size`.
      max_enqueued_batches: how many batches may wait; a run that comes then gets an `UnavailableError`.
      autograph: taken for 1.x's sake; Python's `if` and `while` inside are not rewritten.

    Returns:
      A decorator. What it makes takes tensors and returns a list of tensors.

    Raises:
      ValueError: an argument of the decorated function is no tensor.

    >>> import penstock as tf
    >>> @tf.nondifferentiable_batch_function(num_batch_threads=1, max_batch_size=4, batch_timeout_micros=100)
    ... def doubled(x):
    ...     return 2 * x
    >>> tf.Session().run(doubled(tf.constant([1, 2])))
    [array([2, 4], dtype=int32)]
    """

    def decorator(fn: Callable) -> Callable:
        def decorated(*args: Any) -> list[Tensor]:
            def body(*parameters: Tensor) -> list[Tensor]:
                return [convert_to_tensor(t) for t in nest.flatten(fn(*parameters)) if t is not None]

            arguments = [(dtypes.as_dtype(a.dtype), TensorShape(a.shape), f"arg_{i}") for i, a in enumerate(args)]
            graph, outputs = functions.build("__inference_computation", body, arguments)
            graph.outputs = [graph.capture(t) for t in outputs]
            graph.control_outputs = [o for o in graph.get_operations() if _acts(o)]
            with name_scope("batch") as name:
                _check_tensors(args)
                return apply(
                    "BatchFunction",
                    in_tensors=list(args),
                    captured_tensors=graph.captured_inputs(len(args)),
                    f=graph.name,
                    num_batch_threads=num_batch_threads,
                    max_batch_size=max_batch_size,
                    batch_timeout_micros=batch_timeout_micros,
                    allowed_batch_sizes=allowed_batch_sizes or [],
                    max_enqueued_batches=max_enqueued_batches,
                    shared_name=name,
                    Tout=[t.dtype.base_dtype for t in graph.outputs],
                )

        return decorated

    return decorator


@export("contrib.batching.batch")
def batch(
    in_tensors: Sequence[Any],
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    grad_timeout_micros: int,
    max_enqueued_batches: int = 10,
    allowed_batch_sizes: Sequence[int] | None = None,
    container: str = "",
    shared_name: str = "",
    batching_queue: str = "",
    name: str | None = None,
) -> Any:
    """Joins the tensors of runs that come at the same time; one of these gets all rows, the others none.

    Args:
      in_tensors: tensors with the same number of rows.
      num_batch_threads, max_batch_size, batch_timeout_micros, max_enqueued_batches, allowed_batch_sizes: see
        `tf.nondifferentiable_batch_function`.
      grad_timeout_micros: how long gradients wait for each other.
      container, shared_name: operations with the same names share their batches.
      batching_queue: a name, within that, of those that may be joined.
      name: a name for the operation.

    Returns:
      `batched_tensors`, `batch_index` with (key, first row, row after the last) of each run, and `id`, this run's key;
      `unbatch` takes them.

    >>> import penstock as tf
    >>> tensors, index, key = tf.contrib.batching.batch([tf.constant([3, 4])], 1, 4, 100, 1000)
    >>> tf.Session().run(tf.contrib.batching.unbatch(-tensors[0], index, key, 1000))
    array([-3, -4], dtype=int32)
    """
    return apply(
        "Batch",
        name,
        in_tensors=list(in_tensors),
        num_batch_threads=num_batch_threads,
        max_batch_size=max_batch_size,
        batch_timeout_micros=batch_timeout_micros,
        grad_timeout_micros=grad_timeout_micros,
        max_enqueued_batches=max_enqueued_batches,
        allowed_batch_sizes=allowed_batch_sizes or [],
        container=container,
        shared_name=shared_name,
        batching_queue=batching_queue,
    )


@export("contrib.batching.unbatch")
def unbatch(
    batched_tensor: TensorLike,
    batch_index: Any,
    id: Any,
    timeout_micros: int,
    container: str = "",
    shared_name: str = "",
    name: str | None = None,
) -> Tensor:
    """Gives each run its rows of a tensor that one of them has computed of what `batch` gave.

    Args:
      batched_tensor: the tensor, in the run that got all rows.
      batch_index, id: what `batch` gave.
      timeout_micros: how many microseconds to wait for the run that has the rows.
      container, shared_name: operations with the same names share what waits in them.
      name: a name for the operation.

    Raises:
      tf.errors.DeadlineExceededError: when it runs, and the rows did not come in time.

    >>> import penstock as tf
    >>> index = tf.constant([[7, 0, 1], [8, 1, 3]], tf.int64)
    >>> tf.Session().run(tf.contrib.batching.unbatch([10, 20, 30], index, tf.constant(8, tf.int64), 1000))
    array([20, 30], dtype=int32)
    """
    return apply(
        "Unbatch",
        name,
        batched_tensor=batched_tensor,
        batch_index=batch_index,
        id=id,
        timeout_micros=timeout_micros,
        container=container,
        shared_name=shared_name,
    )


@export("contrib.batching.batch_function_v1")
def batch_function_v1(
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    allowed_batch_sizes: Sequence[int] | None = None,
    grad_timeout_micros: int = 60 * 1000 * 1000,
    unbatch_timeout_micros: int = 60 * 1000 * 1000,
    max_enqueued_batches: int = 10,
) -> Callable[[Callable], Callable]:
    """As `batch_function`, with the function's operations in the graph itself, between `batch` and `unbatch`.

    What it returns has a gradient.

    Args:
      num_batch_threads, max_batch_size, batch_timeout_micros, allowed_batch_sizes, max_enqueued_batches: see
        `tf.nondifferentiable_batch_function`.
      grad_timeout_micros, unbatch_timeout_micros: how long gradients, and results, are waited for.

    Raises:
      ValueError: an argument of the decorated function is no tensor.

    >>> import penstock as tf
    >>> @tf.contrib.batching.batch_function_v1(1, 4, 100)
    ... def squared(x):
    ...     return x * x
    >>> x = tf.constant([3.0])
    >>> tf.Session().run(tf.gradients(squared(x), x))
    [array([6.], dtype=float32)]
    """

    def decorator(fn: Callable) -> Callable:
        def decorated(*args: Any) -> Any:
            with name_scope("batch") as name:
                _check_tensors(args)
                batched, index, key = batch(
                    args,
                    num_batch_threads,
                    max_batch_size,
                    batch_timeout_micros,
                    grad_timeout_micros,
                    max_enqueued_batches,
                    allowed_batch_sizes,
                    shared_name=name,
                )
                outputs = fn(*batched)
                single = isinstance(outputs, Tensor)
                with name_scope("unbatch") as scope:
                    pieces = [
                        unbatch(t, index, key, unbatch_timeout_micros, shared_name=f"{scope}/{t.name}")
                        for t in ([outputs] if single else outputs)
                    ]
            return pieces[0] if single else pieces

        return decorated

    return decorator
