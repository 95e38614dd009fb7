"""How often threads of one program switch."""

from __future__ import annotations

import sys

# A thread that comes back from XLA, NumPy or a file waits so long for another one that computes in Python. With
# Python's own 5 ms, a training step of half a millisecond takes six times as long beside a thread that prepares input.
_SECONDS = 1e-3
_DEFAULT = 5e-3


def switch_threads_often() -> None:
    """Shortens the interpreter's switch interval; called where threads are about to work concurrently.

    A program that has set another interval itself keeps it.
    """
    if abs(sys.getswitchinterval() - _DEFAULT) < 1e-9:
        sys.setswitchinterval(_SECONDS)
