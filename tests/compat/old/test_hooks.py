"""Old names come with `penstock run` and `penstock.install`, go with `uninstall`, and one line tells of them once."""

import os
import re
import subprocess
import sys

import pytest

import penstock
from penstock.compat.old import hooks, table, uses
from tests.subprocesses import ROOT, python

PROGRAM = "import numpy as np\nimport collections\nprint(np.int is int,\n      collections.Mapping.__name__, np.int)\n"


def run(*args, cwd, cache):
    env = dict(os.environ, PYTHONPATH=str(ROOT), PENSTOCK_CACHE=str(cache))
    command = [sys.executable, "-m", "penstock", "run", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=env, cwd=cwd)


def test_one_line_tells_once_what_was_used_and_where(tmp_path):
    (tmp_path / "p.py").write_text(PROGRAM)
    first = run("p.py", cwd=tmp_path, cache=tmp_path / "cache")
    assert first.stdout == "True Mapping <class 'int'>\n", first.stderr
    assert re.search(r"numpy\.int \(p\.py:3 and 1 more\), collections\.Mapping \(p\.py:4\)\.", first.stderr), (
        first.stderr
    )
    assert first.stderr.count("\n") == 1 and "--strict" in first.stderr
    assert run("p.py", cwd=tmp_path, cache=tmp_path / "cache").stderr == ""
    (tmp_path / "p.py").write_text("\n" + PROGRAM)
    assert "p.py:4" in run("p.py", cwd=tmp_path, cache=tmp_path / "cache").stderr


def test_strict_leaves_everything_as_it_is_today(tmp_path):
    (tmp_path / "p.py").write_text(PROGRAM)
    done = run("--strict", "p.py", cwd=tmp_path, cache=tmp_path)
    assert done.returncode == 1 and "AttributeError: module 'numpy' has no attribute 'int'" in done.stderr


def test_importing_penstock_changes_nothing_and_loads_nothing():
    source = """
import sys, penstock
assert "penstock.compat.old.hooks" not in sys.modules and "numpy" not in sys.modules
import collections
assert not hasattr(collections, "Mapping")
penstock.install()
assert "numpy" not in sys.modules and hasattr(collections, "Mapping")
penstock.uninstall()
assert not hasattr(collections, "Mapping")
penstock.install(strict=True)
assert not hasattr(collections, "Mapping")
print("done")
"""
    done = python("-c", source)
    assert done.stdout == "done\n", done.stderr


def test_modules_imported_after_uninstall_are_left_alone():
    source = (
        "import penstock; penstock.install(); penstock.uninstall(); import fractions; print(hasattr(fractions, 'gcd'))"
    )
    assert python("-c", source).stdout == "False\n"


def test_uses_are_forgotten_when_taken_back(program):
    program("np.int")
    assert [name for name, _, _ in uses._seen] == ["numpy.int"]
    penstock.uninstall()
    assert uses.summary() == "" and not hooks.installed()


@pytest.mark.parametrize("row", table.NAMES, ids=lambda row: f"{row.where} {row.names.split()[0]}")
def test_every_name_of_the_table_has_what_stands_for_it(row):
    root = row.where.partition(".")[0]
    if root in ("pandas", "sklearn", "skimage", "matplotlib", "networkx", "cgi"):
        pytest.importorskip(root)
    for name in row.names.replace("*", "zeros").split():
        if row.gone.startswith("NumPy") and name in ("tracemalloc_domain", "add_docstring"):
            continue
        assert hooks._load(row.now, name) is not None


@pytest.mark.parametrize("row", table.METHODS + table.CALLS, ids=lambda row: f"{row.where} {row.names.split()[0]}")
def test_every_method_and_function_of_the_table_has_what_stands_for_it(row):
    for name in row.names.split():
        assert hooks._load(row.now, name) is not None
