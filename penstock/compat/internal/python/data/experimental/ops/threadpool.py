"""Datasets with threads of their own: `tensorflow.python.data.experimental.ops.threadpool`."""

from penstock.data.thread_pools import PrivateThreadPool, override_threadpool

__all__ = ["PrivateThreadPool", "override_threadpool"]
