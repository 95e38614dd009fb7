"""Datasets that 1.15 ran on threads of their own. The graph says so; here, the threads of a pipeline are its own in any case."""

from __future__ import annotations

import numpy as np

from penstock.data.dataset import Dataset
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.registry import op
from penstock.ops.state import named_state


@op("ThreadPoolHandle", shape=rule.scalar, host=True)
@op("ExperimentalThreadPoolHandle", shape=rule.scalar, host=True)
def _handle(xp, *, ctx) -> np.ndarray:
    return named_state.boxed(named_state.handle_of(ctx, "thread pool")[0], False)


class PrivateThreadPool:
    """Threads for one dataset, as a resource of the graph."""

    def __init__(self, num_threads: int, display_name: str | None = None, max_intra_op_parallelism: int = 1) -> None:
        """Makes the resource.

        Args:
          num_threads: how many threads 1.15 starts.
          display_name: what they are called.
          max_intra_op_parallelism: how many of them an operation uses at most.
        """
        self._resource = apply(
            "ThreadPoolHandle",
            num_threads=num_threads,
            max_intra_op_parallelism=max_intra_op_parallelism,
            display_name=display_name,
        )


def override_threadpool(dataset: Dataset, thread_pool: PrivateThreadPool) -> Dataset:
    """The same dataset, computed by the threads of a pool in 1.15.

    Args:
      dataset: the dataset.
      thread_pool: the threads.
    """
    return dataset._made("ThreadPoolDataset", thread_pool=thread_pool._resource)
