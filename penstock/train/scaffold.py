"""`Scaffold`: the operations around a model that training needs, taken from the graph's collections or made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.graph import get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.ops.arrays.joining import concat
from penstock.ops.control.grouping import group
from penstock.ops.lookup.tables import tables_initializer
from penstock.ops.state.variable_functions import (
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
)
from penstock.platform import logging
from penstock.summary.ops import merge_all
from penstock.train import resources
from penstock.train.checkpoint import Checkpoint
from penstock.train.saver import get_saver_or_default

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor
    from penstock.train.saver import Saver

_FIELDS = (
    "init_op",
    "init_feed_dict",
    "ready_op",
    "ready_for_local_init_op",
    "local_init_op",
    "summary_op",
    "saver",
)


@export("train.Scaffold")
class Scaffold:
    """The pieces that a training session needs besides the model; `finalize` makes those that are not given.

    Args:
      init_op: initializes the variables.
      init_feed_dict: what to feed to it.
      init_fn: called as `init_fn(scaffold, session)` after `init_op`.
      ready_op: a string tensor with the names of what is not initialized.
      ready_for_local_init_op: the same, for what `local_init_op` needs.
      local_init_op: initializes local variables and tables.
      summary_op: a serialized `Summary`.
      saver: a `Saver`, or a `Checkpoint` to save its objects.
      copy_from_scaffold: another scaffold, for the pieces that are not given.

    Raises:
      TypeError: `copy_from_scaffold` is not a `Scaffold`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, name="v")
    ...     def start(scaffold, sess):
    ...         v.load(5.0, sess)
    ...     creator = tf.train.ChiefSessionCreator(tf.train.Scaffold(init_fn=start))
    ...     with tf.train.MonitoredSession(creator) as sess:
    ...         print(sess.run(v))
    5.0
    """

    def __init__(
        self,
        init_op: Any = None,
        init_feed_dict: Mapping | None = None,
        init_fn: Callable[[Any, Any], Any] | None = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        local_init_op: Any = None,
        summary_op: Any = None,
        saver: Saver | None = None,
        copy_from_scaffold: Scaffold | None = None,
    ) -> None:
        self._init_op = init_op
        self._init_feed_dict = init_feed_dict
        self._ready_op = ready_op
        self._ready_for_local_init_op = ready_for_local_init_op
        self._local_init_op = local_init_op
        self._summary_op = summary_op
        self._saver = saver
        if copy_from_scaffold is not None:
            if not isinstance(copy_from_scaffold, Scaffold):
                raise TypeError("copy_from_scaffold is not a Scaffold instance.")
            for field in _FIELDS:
                if getattr(self, f"_{field}") is None:
                    setattr(self, f"_{field}", getattr(copy_from_scaffold, field))
            if init_fn is None:
                init_fn = copy_from_scaffold._user_init_fn
        self._user_init_fn: Callable[[Any, Any], Any] | None = init_fn
        self._init_fn = (lambda sess: init_fn(self, sess)) if init_fn else None

    def finalize(self) -> Scaffold:
        """Makes the pieces that are missing, and the default graph read-only."""
        makers = {
            "init_op": (GraphKeys.INIT_OP, _default_init_op),
            "ready_op": (GraphKeys.READY_OP, _default_ready_op),
            "ready_for_local_init_op": (GraphKeys.READY_FOR_LOCAL_INIT_OP, _default_ready_for_local_init_op),
            "local_init_op": (GraphKeys.LOCAL_INIT_OP, Scaffold.default_local_init_op),
            "summary_op": (GraphKeys.SUMMARY_OP, merge_all),
        }
        for field, (key, make) in makers.items():
            if getattr(self, f"_{field}") is None:
                setattr(self, f"_{field}", Scaffold.get_or_default(field, key, make))
        if self._saver is None:
            self._saver = get_saver_or_default()
        if isinstance(self._saver, Checkpoint):
            self._saver = self._saver._make_saver()
        self._saver.build()
        get_default_graph().finalize()
        logging.info("Graph was finalized.")
        return self

    @property
    def init_fn(self) -> Callable[[Any], Any] | None:
        """Called with the session after `init_op`."""
        return self._init_fn

    @property
    def init_op(self) -> Any:
        """Initializes the variables."""
        return self._init_op

    @property
    def ready_op(self) -> Any:
        """Names what is not initialized."""
        return self._ready_op

    @property
    def ready_for_local_init_op(self) -> Any:
        """Names what `local_init_op` needs and is not initialized."""
        return self._ready_for_local_init_op

    @property
    def local_init_op(self) -> Any:
        """Initializes local variables and tables."""
        return self._local_init_op

    @property
    def summary_op(self) -> Any:
        """The merged summaries."""
        return self._summary_op

    @property
    def saver(self) -> Any:
        """The saver."""
        return self._saver

    @property
    def init_feed_dict(self) -> Mapping | None:
        """What is fed to `init_op`."""
        return self._init_feed_dict

    @staticmethod
    def get_or_default(arg_name: str, collection_key: str, default_constructor: Callable[[], Any]) -> Any:
        """The only element of a collection; if there is none, a new one, which is added.

        Raises:
          RuntimeError: there are several.
        """
        found = get_collection(collection_key)
        if len(found) > 1:
            raise RuntimeError(
                f'More than one item in the collection "{collection_key}". Please indicate which one to use by passing '
                f"it to the tf.Scaffold constructor as:  tf.Scaffold({arg_name}=item to use)"
            )
        if found:
            return found[0]
        made = default_constructor()
        if made is not None:
            add_to_collection(collection_key, made)
        return made

    @staticmethod
    def default_local_init_op() -> Operation:
        """An operation that initializes local variables, tables and local resources."""
        return group(
            local_variables_initializer(),
            tables_initializer(),
            resources.initialize_resources(resources.local_resources()),
        )


def _default_init_op() -> Operation:
    return group(global_variables_initializer(), resources.initialize_resources(resources.shared_resources()))


def _default_ready_op() -> Tensor:
    return concat([report_uninitialized_variables(), resources.report_uninitialized_resources()], 0)


def _default_ready_for_local_init_op() -> Tensor:
    missing = report_uninitialized_variables(global_variables())
    return concat([missing, resources.report_uninitialized_resources(resources.shared_resources())], 0)
