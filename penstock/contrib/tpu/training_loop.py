"""Loops within computations for TPUs, which may take their inputs from a queue that the host fills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.tpu import tpu_function
from penstock.contrib.tpu.tpu import check_function_argument_count
from penstock.graph.operation import Operation, Tensor


def _check(function: Callable, inputs: Sequence[Tensor], queue: Any, what: str) -> None:
    """Raises TypeError if a function of the loop does not take what it will be given."""
    infeed = queue if what == "body" else None
    needed = check_function_argument_count(function, len(inputs), infeed)
    if needed is None:
        return
    also = "" if infeed is None else f" and {infeed.number_of_tuple_elements} additional inputs from infeed"
    note = (
        ". Note that infeed is not passed to the loop condition." if what == "condition" and queue is not None else ""
    )
    raise TypeError(
        f"Supplied loop {what} function cannot be called with the specified inputs. You specified {len(inputs)} inputs: "
        f"{[i.name for i in inputs]}{also}, but the {'computation' if infeed else f'loop {what}'} needs {needed}{note}"
    )


@export("contrib.tpu.while_loop")
def while_loop(
    condition: Callable,
    body: Callable,
    inputs: Sequence[Any] | None = None,
    infeed_queue: Any = None,
    name: str | None = None,
) -> Any:
    """Builds a loop for TPUs.

    Args:
      condition: a function of the values of the loop, which returns whether it goes on.
      body: a function of these values, and of a tuple of the queue if there is one. It returns the new values, and after
        them operations that must run too.
      inputs: the first values.
      infeed_queue: an `InfeedQueue`.
      name: not used.

    Returns:
      The last values.

    Raises:
      TypeError: if a function takes other arguments, or the types of values change.
      ValueError: if operations come before values, or there is a queue but no computation is being built.

    >>> import penstock as tf
    >>> tf.Session().run(tf.contrib.tpu.while_loop(lambda i: i < 10, lambda i: i + 3, [0]))
    np.int32(12)
    """
    tensors = [tf.convert_to_tensor(x) for x in inputs or ()]
    types = [x.dtype for x in tensors]
    empty = not tensors
    _check(body, tensors, infeed_queue, "body")
    _check(condition, tensors, infeed_queue, "condition")

    def step(*values: Tensor) -> Any:
        taken: list[Tensor] = []
        if infeed_queue:
            shards = tpu_function.get_tpu_context().number_of_shards
            if shards is None:
                raise ValueError(
                    "Can't build training loop with infeed when there is no tpu_shard_context. Are you building a loop or "
                    "graph directly rather than from inside tpu.rewrite, tpu.batch_parallel, tpu.shard, or tpu.replicate?"
                )
            infeed_queue.set_number_of_shards(shards)
            taken = list(infeed_queue.generate_dequeue_op())
        outputs = body(*(() if empty else values), *taken)
        if not isinstance(outputs, (list, tuple)):
            outputs = (outputs,)
        outputs = [o if isinstance(o, Operation) else tf.convert_to_tensor(o) for o in outputs]
        operations: list[Any] = [o for o in outputs if isinstance(o, Operation)]
        results: Any = [o for o in outputs if not isinstance(o, Operation)]
        if any(isinstance(o, Operation) for o in outputs[: len(results)]):
            raise ValueError(
                "TPU training loop body must return zero or more Tensor values followed by zero or more Operations."
            )
        found = [o.dtype for o in results]
        if found != types:
            raise TypeError(f"Mismatch between input types and output types for training loop body: {types} vs {found}")
        operations += taken  # each turn takes its tuple, whether it uses it or not
        if not results:
            results = tf.constant(0)
        if operations:
            results = tf.tuple(results if isinstance(results, list) else [results], control_inputs=operations)
        return results

    return tf.while_loop(
        lambda *values: condition(*(() if empty else values)),
        step,
        tensors or [tf.constant(0)],
        name="",
        parallel_iterations=1,
    )


@export("contrib.tpu.repeat")
def repeat(
    n: int | Tensor,
    body: Callable,
    inputs: Sequence[Any] | None = None,
    infeed_queue: Any = None,
    name: str | None = None,
) -> Any:
    """Builds a loop for TPUs that runs so many times.

    Args:
      n: how many times.
      body: as of `while_loop`.
      inputs: the first values.
      infeed_queue: an `InfeedQueue`.
      name: not used.

    Returns:
      The last values, or an operation if there are none.

    >>> import penstock as tf
    >>> tf.Session().run(tf.contrib.tpu.repeat(3, lambda x: x * 2.0, [1.0]))
    [np.float32(8.0)]
    """

    def listed(values: Any) -> list[Any]:
        return list(values) if isinstance(values, (list, tuple)) else [values]

    outputs = listed(
        while_loop(
            lambda i, *rest: i < n,
            lambda i, *rest: [i + 1, *listed(body(*rest))],
            [0] if inputs is None else [0, *listed(inputs)],
            infeed_queue,
        )
    )
    return outputs[0].op if len(outputs) == 1 else outputs[1:]
