"""What an `input_fn` returns, taken apart into features, labels and the hooks that the input needs."""

from __future__ import annotations

from typing import Any

from penstock.data.dataset import Dataset
from penstock.graph import nest
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, SessionLike
from penstock.train.session_run_hook import SessionRunHook


class DatasetInitializerHook(SessionRunHook):
    """Initializes an iterator when a session is made."""

    def __init__(self, iterator: Any) -> None:
        self._iterator = iterator

    def begin(self) -> None:
        self._initializer = self._iterator.initializer

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        session.run(self._initializer)


def parse_input_fn_result(result: object) -> tuple[Any, Any, list[SessionRunHook]]:
    """Features, labels (or None) and hooks, of a `Dataset`, of `(features, labels)`, or of features.

    Raises:
      ValueError: it is a tuple or list that has not two elements.
    """
    hooks: list[SessionRunHook] = []
    if isinstance(result, Dataset):
        iterator = result.make_initializable_iterator()
        hooks.append(DatasetInitializerHook(iterator))
        result = iterator.get_next()
    return (*parse_iterator_result(result), hooks)


def parse_iterator_result(result: object) -> tuple[Any, Any]:
    """Features and labels (or None)."""
    if isinstance(result, (list, tuple)):
        if len(result) != 2:
            raise ValueError("input_fn should return (features, labels) as a len 2 tuple.")
        return result[0], result[1]
    return result, None


def ends(features: NestedTensors) -> bool:
    """Whether features come from a dataset or a queue, so that they can come to an end."""
    tensors = [t for t in nest.flatten(features) if isinstance(t, Tensor)]
    return any(t.op.type == "IteratorGetNext" for t in tensors) or bool(get_collection(GraphKeys.QUEUE_RUNNERS))
