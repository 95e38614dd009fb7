"""Fragments of seed 004 run as printed. `fragments.txt` has, after the line in the seed, what the text takes for granted, then
the fragment.

Not there: fragments with `...` in them; those that 1.x refuses as well (4282, 4304: the state of an LSTM in one tensor, as
before 1.0; 10682: a second gradient of Sub; 16041: a Cholesky decomposition of whole numbers); a server of two processes (5981).
"""

from pathlib import Path

import pytest

import penstock
from penstock.compat.python2 import load

PARTS = (Path(__file__).parent / "fragments.txt").read_text(encoding="utf-8").split("#### ")[1:]


@pytest.mark.parametrize("part", PARTS, ids=[part.partition("\n")[0] for part in PARTS])
def test_a_fragment_runs_as_printed(part, tmp_path, monkeypatch):
    line, _, rest = part.partition("\n")
    given, fragment = rest.split("----\n")
    monkeypatch.chdir(tmp_path)
    penstock.install()
    with penstock.Graph().as_default() as graph:
        scope = {"__builtins__": load.builtin_names()}
        exec("import tensorflow as tf, numpy as np\n" + given, scope)
        before = set(scope), len(graph.get_operations())
        exec(load.code_of(fragment.encode(), f"line {line}").code, scope)
        assert (set(scope), len(graph.get_operations())) != before or list(tmp_path.iterdir())
