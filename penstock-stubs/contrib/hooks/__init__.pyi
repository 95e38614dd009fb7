"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.train.profiler_hook import ProfilerHook as ProfilerHook

__all__ = [
    "ProfilerHook",
]
