"""A choice between branches by number: `tf.switch_case`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


@export("switch_case")
def switch_case(
    branch_index: TensorLike, branch_fns: Any, default: Callable | None = None, name: str = "switch_case"
) -> Any:
    """Calls the branch with the number that a tensor holds.

    Args:
      branch_index: an integer tensor.
      branch_fns: functions without arguments: a list, or a dictionary or list of pairs with the numbers 0, 1, ....
      default: the function for other numbers; the last of `branch_fns` if not given.
      name: a name for the operations.

    Returns:
      What the branch returns.

    Raises:
      TypeError: `branch_index` is not an integer tensor, or `branch_fns` has the wrong form.
      ValueError: numbers are missing.

    >>> import penstock as tf
    >>> tf.Session().run(tf.switch_case(tf.constant(1), [lambda: tf.constant(17), lambda: tf.constant(31)]))
    np.int32(31)
    """
    branches = _branches(branch_fns, default, branch_index)
    with name_scope(name, "indexed_case", [branch_index]):
        if len(branches) == 1:
            return branches[0]()
        pairs = [(tf.equal(branch_index, i), branch) for i, branch in enumerate(branches[:-1])]
        return tf.case(pairs, default=branches[-1], exclusive=False)


def _branches(branch_fns: Any, default: Callable | None, branch_index: TensorLike) -> list[Callable]:
    """The functions in the order of their numbers, the default last."""
    if not isinstance(branch_index, Tensor):
        raise TypeError(f"branch_index must a Tensor, got {type(branch_index)}")
    if not branch_index.dtype.is_integer:
        raise TypeError(f"branch_index must an integer Tensor, got {branch_index.dtype}")
    if not branch_fns:
        raise ValueError("Must provide at least one item in branch_fns")
    if not isinstance(branch_fns, (list, tuple, dict)):
        raise TypeError("branch_fns must be a list, tuple, or dict")
    pairs = list(branch_fns.items() if isinstance(branch_fns, dict) else branch_fns)
    if all(callable(f) for f in pairs):
        pairs = list(enumerate(pairs))
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError("Each entry in branch_fns must be a 2-tuple")
        key, branch = pair
        if not isinstance(key, int):
            raise TypeError(f"key must be a Python `int`, got {type(key)}")
        if not callable(branch):
            raise TypeError(f"fn for key {key} must be callable.")
    keys = [key for key, _ in pairs]
    if sorted(keys) != list(range(len(keys))):
        found = ",".join(map(str, sorted(keys)))
        raise ValueError(
            f"branch indices (keys) must form contiguous range of [0 to {len(keys)}) but found {{{found}}}"
        )
    chosen = [branch for _, branch in sorted(pairs, key=lambda pair: pair[0])]
    return chosen if default is None else [*chosen, default]
