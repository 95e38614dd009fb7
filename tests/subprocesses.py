"""Runs Python in a process of its own, with this tree's Penstock importable there."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def environment(**settings: str) -> dict[str, str]:
    """This process's environment, without the flags of XLA: 1.15.5 ends at one that it does not know, and Penstock sets its own
    (of which instructions may be used) by `PENSTOCK_ISA` in every process."""
    return {k: v for k, v in os.environ.items() if k != "XLA_FLAGS"} | settings


def python(*args: object, cwd: object = None) -> subprocess.CompletedProcess:
    """Runs `python args...` to its end and returns what it printed."""
    env = dict(os.environ, PYTHONPATH=str(ROOT))
    command = [sys.executable, *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, timeout=1200, env=env, cwd=cwd)
