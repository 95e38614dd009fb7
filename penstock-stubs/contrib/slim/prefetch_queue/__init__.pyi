"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.slim.data.reading import prefetch_queue as prefetch_queue

__all__ = [
    "prefetch_queue",
]
