"""A function for each of a number of turns that do not depend on each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import find
from penstock.graph import nest
from penstock.graph.composite import IndexedSlices
from penstock.graph.operation import Operation
from penstock.graph.typing import TensorLike

__all__ = ["PFOR_CONFIG_ARG", "for_loop", "pfor"]

PFOR_CONFIG_ARG = "pfor_config"


def for_loop(
    loop_fn: Callable[[Any], Any], loop_fn_dtypes: Any, iters: Any, parallel_iterations: int | None = None
) -> Any:
    """The results of `loop_fn(0)`, `loop_fn(1)`, ... one under the other, by a loop.

    Args:
      loop_fn: a function of the number of the turn that gives a structure of tensors.
      loop_fn_dtypes: the types of these tensors, in the same structure.
      iters: how many turns.
      parallel_iterations: as of `tf.while_loop`.

    Raises:
      ValueError: the function gives another number of tensors.
    """
    types = nest.flatten(loop_fn_dtypes)
    missing: list[bool] = []

    def body(i: Any, *arrays: Any) -> Any:
        found = nest.flatten(loop_fn(i))
        if len(found) != len(types):
            raise ValueError(
                f"Number of expected outputs, {len(types)}, does not match the number of actual outputs, {len(found)}, "
                "from loop_fn"
            )
        missing[:] = [one is None for one in found]
        written = [a if one is None else a.write(i, find("expand_dims")(one, 0)) for one, a in zip(found, arrays)]
        return (i + 1, *written)

    more = {} if parallel_iterations is None else {"parallel_iterations": parallel_iterations}
    arrays = [find("TensorArray")(dtype.base_dtype, iters) for dtype in types]
    made = find("while_loop")(lambda i, *_: i < iters, body, [0, *arrays], **more)
    results = [None if gone else array.concat() for array, gone in zip(made[1:], missing)]
    return nest.pack_sequence_as(loop_fn_dtypes, results) if results else None


def pfor(loop_fn: Callable[[Any], Any], iters: TensorLike, parallel_iterations: int | None = None) -> Any:
    """The results of `loop_fn(0)`, `loop_fn(1)`, ... one under the other, all at once where operations can.

    Args:
      loop_fn: a function of the number of the turn that gives a structure of tensors, None and operations.
      iters: how many turns.
      parallel_iterations: accepted; how many turns are taken at once is not asked where all are.

    Returns:
      The structure; an operation has become one that runs all.
    """
    form: list[Any] = []

    def tensors_of(i: Any) -> Any:
        result = loop_fn(i)
        form[:] = [result]
        flat = [
            find("convert_to_tensor")(one) if isinstance(one, IndexedSlices) else one for one in nest.flatten(result)
        ]
        operations = [one for one in flat if isinstance(one, Operation)]
        with find("control_dependencies")(operations):
            end = find("identity")(i)
        return [end, *(find("convert_to_tensor")(one) for one in flat if one is not None and one not in operations)]

    made = find("vectorized_map")(tensors_of, find("range")(iters))
    end, rest = made[0], iter(made[1:])
    flat = [
        None if one is None else end.op if isinstance(one, Operation) else next(rest) for one in nest.flatten(form[0])
    ]
    return nest.pack_sequence_as(form[0], flat)
