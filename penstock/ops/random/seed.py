"""The graph-level random seed, and how it and an operation's own seed become the operation's two attributes."""

from __future__ import annotations

from penstock._namespace import export
from penstock.graph import stack

# What stands for the graph's seed in an operation that has a seed in a graph that has none.
DEFAULT_GRAPH_SEED = 87654321
_MAX_INT32 = 2**31 - 1


@export("random.get_seed", "get_seed")
def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """Returns the attributes `(seed, seed2)` for a random operation that is about to be made.

    If only the graph has a seed, the number of operations made so far stands for the operation's seed, so every
    operation gets numbers of its own, and the same ones each time the same program is run.

    Args:
      op_seed: the operation's seed, or None.

    Returns:
      Two integers below 2**31, or `(None, None)` if there is no seed at all: other numbers in every session.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.get_seed(None), tf.get_seed(42)
    ((None, None), (87654321, 42))
    """
    graph = stack.current_graph()
    if graph.seed is not None:
        if op_seed is None:
            op_seed = graph._last_id
        seeds = graph.seed % _MAX_INT32, op_seed % _MAX_INT32
    elif op_seed is not None:
        seeds = DEFAULT_GRAPH_SEED, op_seed % _MAX_INT32
    else:
        return None, None
    # Kernels take two zeros for "no seed".
    return seeds if seeds != (0, 0) else (0, _MAX_INT32)


@export("random.set_random_seed", "set_random_seed")
def set_random_seed(seed: int | None) -> None:
    """Sets the random seed of the default graph.

    With it, all random operations made afterwards give the same numbers in each session. An operation that has a
    `seed` of its own depends on both.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     tf.set_random_seed(1)
    ...     graph.seed
    1
    """
    stack.current_graph().seed = seed
