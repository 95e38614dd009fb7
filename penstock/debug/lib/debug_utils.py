"""Watches: which tensors of a run the runtime is to dump, and where to, as fields of `RunOptions`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from penstock.runtime.debugged.dumped_graph import watchable_tensors
from penstock.runtime.debugged.publish import disk_bytes

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import RunOptions


__all__ = ["add_debug_tensor_watch", "reset_disk_byte_usage", "watch_graph", "watch_graph_with_blacklists"]


def reset_disk_byte_usage() -> None:
    """Counts the bytes that this process dumps from 0 again; see `TFDBG_DISK_BYTES_LIMIT`.

    >>> reset_disk_byte_usage()
    """
    disk_bytes.reset()


def add_debug_tensor_watch(
    run_options: RunOptions,
    node_name: str,
    output_slot: int = 0,
    debug_ops: str | Sequence[str] = "DebugIdentity",
    debug_urls: str | Sequence[str] | None = None,
    tolerate_debug_op_creation_failures: bool = False,
    global_step: int = -1,
) -> None:
    """Has a run watch one tensor.

    Args:
      run_options: the `RunOptions` that are changed.
      node_name: the node; `*` means all, also those that only the runtime knows.
      output_slot: its output; -1 means all.
      debug_ops: `DebugIdentity`, `DebugNanCount` or `DebugNumericSummary`, or a list of these. Attributes may follow, as in
        `DebugNumericSummary(lower_bound=-10.0;mute_if_healthy=true)`.
      debug_urls: where the values go: `file:///folder`, `grpc://host:port`, or a list of these.
      tolerate_debug_op_creation_failures: leaves a tensor out that the debug op does not take, instead of failing.
      global_step: a step that is written into the dump.

    >>> import penstock as tf
    >>> options = tf.RunOptions()
    >>> add_debug_tensor_watch(options, "hidden/Relu", debug_urls="file:///tmp/dumps")
    >>> options.debug_options.debug_tensor_watch_opts[0].node_name
    'hidden/Relu'
    """
    run_options.debug_options.global_step = global_step
    run_options.debug_options.debug_tensor_watch_opts.add(
        node_name=node_name,
        output_slot=output_slot,
        debug_ops=_listed(debug_ops),
        debug_urls=_listed(debug_urls or ()),
        tolerate_debug_op_creation_failures=tolerate_debug_op_creation_failures,
    )


def _listed(value: str | Sequence[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _pattern(text: str | None) -> Callable[[str], Any] | None:
    return re.compile(text).match if text else None


def watch_graph(
    run_options: RunOptions,
    graph: Graph,
    debug_ops: str | Sequence[str] = "DebugIdentity",
    debug_urls: str | Sequence[str] | None = None,
    node_name_regex_whitelist: str | None = None,
    op_type_regex_whitelist: str | None = None,
    tensor_dtype_regex_whitelist: str | None = None,
    tolerate_debug_op_creation_failures: bool = False,
    global_step: int = -1,
    reset_disk_byte_usage: bool = False,
) -> None:
    """Has a run watch the tensors of a graph: all, or those that match every given pattern.

    Args:
      run_options: the `RunOptions` that are changed.
      graph: the `tf.Graph`.
      debug_ops: as of `add_debug_tensor_watch`.
      debug_urls: as of `add_debug_tensor_watch`.
      node_name_regex_whitelist: a regular expression that the beginning of the node's name matches.
      op_type_regex_whitelist: one for the type of the operation.
      tensor_dtype_regex_whitelist: one for the tensor's type, such as `int.*`.
      tolerate_debug_op_creation_failures: leaves tensors out that the debug op does not take, instead of failing.
      global_step: a step that is written into the dump.
      reset_disk_byte_usage: counts the bytes dumped from 0 again.

    Raises:
      ValueError: there are no debug ops or no URLs.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.placeholder(tf.float32, name="x")
    ...     options = tf.RunOptions()
    ...     watch_graph(options, graph, debug_urls="file:///tmp/dumps")
    >>> [watch.node_name for watch in options.debug_options.debug_tensor_watch_opts]
    ['x', '*']
    """
    if not debug_ops:
        raise ValueError("debug_ops must not be empty or None.")
    if not debug_urls:
        raise ValueError("debug_urls must not be empty or None.")
    patterns = [
        _pattern(text) for text in (node_name_regex_whitelist, op_type_regex_whitelist, tensor_dtype_regex_whitelist)
    ]
    wanted = [(p, i) for i, p in enumerate(patterns) if p is not None]
    shared: dict[str, Any] = {
        "debug_ops": debug_ops,
        "debug_urls": debug_urls,
        "tolerate_debug_op_creation_failures": tolerate_debug_op_creation_failures,
        "global_step": global_step,
    }
    for name, slot, op_type, dtype in watchable_tensors(graph):
        asked = (name, op_type, dtype)
        if all(matches(asked[i]) for matches, i in wanted):
            add_debug_tensor_watch(run_options, name, slot, **shared)
    if not wanted:
        add_debug_tensor_watch(run_options, "*", -1, **shared)  # also nodes that only the runtime makes
    run_options.debug_options.reset_disk_byte_usage = reset_disk_byte_usage


def watch_graph_with_blacklists(
    run_options: RunOptions,
    graph: Graph,
    debug_ops: str | Sequence[str] = "DebugIdentity",
    debug_urls: str | Sequence[str] | None = None,
    node_name_regex_blacklist: str | None = None,
    op_type_regex_blacklist: str | None = None,
    tensor_dtype_regex_blacklist: str | None = None,
    tolerate_debug_op_creation_failures: bool = False,
    global_step: int = -1,
    reset_disk_byte_usage: bool = False,
) -> None:
    """Has a run watch the tensors of a graph that match none of the given patterns.

    Args:
      run_options: the `RunOptions` that are changed.
      graph: the `tf.Graph`.
      debug_ops: as of `add_debug_tensor_watch`.
      debug_urls: as of `add_debug_tensor_watch`.
      node_name_regex_blacklist: a regular expression; nodes whose names begin with a match are left out.
      op_type_regex_blacklist: one for the type of the operation.
      tensor_dtype_regex_blacklist: one for the tensor's type.
      tolerate_debug_op_creation_failures: leaves tensors out that the debug op does not take, instead of failing.
      global_step: a step that is written into the dump.
      reset_disk_byte_usage: counts the bytes dumped from 0 again.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.placeholder(tf.float32, name="x")
    ...     y = tf.identity(x, name="y")
    ...     options = tf.RunOptions()
    ...     watch_graph_with_blacklists(
    ...         options, graph, debug_urls="file:///tmp/dumps", op_type_regex_blacklist="Placeholder")
    >>> [watch.node_name for watch in options.debug_options.debug_tensor_watch_opts]
    ['y']
    """
    patterns = [
        _pattern(text) for text in (node_name_regex_blacklist, op_type_regex_blacklist, tensor_dtype_regex_blacklist)
    ]
    unwanted = [(p, i) for i, p in enumerate(patterns) if p is not None]
    for name, slot, op_type, dtype in watchable_tensors(graph):
        asked = (name, op_type, dtype)
        if not any(matches(asked[i]) for matches, i in unwanted):
            add_debug_tensor_watch(
                run_options, name, slot, debug_ops, debug_urls, tolerate_debug_op_creation_failures, global_step
            )
    run_options.debug_options.reset_disk_byte_usage = reset_disk_byte_usage
