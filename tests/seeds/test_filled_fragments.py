"""Fragments of seed 004 that leave something out (`...`, `<my_train_op>`), or that need files and loops to be shorter, run.

`filled_fragments.txt` has, after the line in the seed: what the text takes for granted; what is put (`>`) in the place of what
(`<`), in order; the fragment as printed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import penstock
from penstock.compat.python2 import load

PARTS = (Path(__file__).parent / "filled_fragments.txt").read_text(encoding="utf-8").split("#### ")[1:]


def filled(changes: str, fragment: str) -> str:
    """The fragment with its gaps filled; each change is of the next place after the one before it."""
    lines = [line[2:].replace("\\n", "\n") for line in changes.splitlines()]
    at = 0
    for old, new in zip(lines[::2], lines[1::2], strict=True):
        start = fragment.index(old, at)
        fragment = fragment[:start] + new + fragment[start + len(old) :]
        at = start + len(new)
    return fragment


@pytest.mark.parametrize("part", PARTS, ids=[part.partition("\n")[0] for part in PARTS])
def test_a_fragment_runs_with_its_gaps_filled(part, tmp_path, monkeypatch):
    line, _, rest = part.partition("\n")
    given, changes, fragment = rest.split("----\n")
    monkeypatch.chdir(tmp_path)
    penstock.install()
    with penstock.Graph().as_default() as graph:
        scope = {"__builtins__": load.builtin_names()}
        exec("import tensorflow as tf, numpy as np\n" + given, scope)
        before = set(scope), len(graph.get_operations()), sorted(tmp_path.rglob("*"))
        try:
            exec(load.code_of(filled(changes, fragment).encode(), f"line {line}").code, scope)
        finally:
            for session in [value for value in scope.values() if isinstance(value, penstock.InteractiveSession)]:
                session.close()
        assert (set(scope), len(graph.get_operations()), sorted(tmp_path.rglob("*"))) != before
