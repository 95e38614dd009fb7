"""Clusters in one form, and the worker that runs."""

from __future__ import annotations

from typing import Any

from penstock import protos
from penstock._namespace import find
from penstock.train import worker_context

__all__ = [
    "has_worker_context",
    "normalize_cluster_spec",
]


def normalize_cluster_spec(cluster_spec: Any) -> Any:
    """A `ClusterSpec` of one, of a dictionary or of a message.

    Raises:
      ValueError: it is none of these.
    """
    kind = find("train.ClusterSpec")
    if isinstance(cluster_spec, (dict, protos.ClusterDef)):
        return kind(cluster_spec)
    if not isinstance(cluster_spec, kind):
        raise ValueError("`cluster_spec' should be dict or a `tf.train.ClusterSpec` or a `tf.train.ClusterDef` object")
    return cluster_spec


def has_worker_context() -> bool:
    """Whether this thread runs as a worker of `run_distribute_coordinator`."""
    return worker_context.current() is not None
