"""`make test` has the programs of most tests compiled quickly, but none of those that must see what users get."""

import os
import subprocess
import sys
import types

import pytest

from tests import conftest
from tests.subprocesses import ROOT

IDS = [f"tests/ops/math/test_math.py::test_a_function[{i}]" for i in range(800)]


@pytest.fixture
def item(monkeypatch):
    monkeypatch.delenv("COMPILED_AS_SHIPPED", raising=False)

    def make(nodeid, reruns=1, count=1):
        config = types.SimpleNamespace(getoption=lambda name, default=None: {"reruns": reruns}[name])
        return types.SimpleNamespace(nodeid=nodeid, config=config, execution_count=count)

    return make


def test_one_test_in_eight_has_programs_as_users(item):
    shipped = [i for i in IDS if not conftest.compiles_quickly(item(i))]
    assert 50 < len(shipped) < 150
    assert shipped == [i for i in IDS if not conftest.compiles_quickly(item(i))]


@pytest.mark.parametrize(
    "path",
    [
        "runtime/xla/test_trace.py",
        "native/test_conv.py",
        "models/test_programs.py",
        "ops/x/test_strange_x.py",
        "test_stubs.py",
    ],
)
def test_tests_of_what_users_get_have_programs_as_users(item, path):
    assert not any(conftest.compiles_quickly(item(i.replace("ops/math/test_math.py", path))) for i in IDS)


def test_one_that_is_run_again_has_programs_as_users(item):
    assert not any(conftest.compiles_quickly(item(i, count=2)) for i in IDS)
    assert not any(conftest.compiles_quickly(item(i, reruns=0)) for i in IDS)  # without a second time, the first counts


def test_all_can_have_programs_as_users(item, monkeypatch):
    monkeypatch.setenv("COMPILED_AS_SHIPPED", "1")
    assert not any(conftest.compiles_quickly(item(i)) for i in IDS)


def test_what_is_chosen_is_set_before_a_test_begins(item, monkeypatch):
    monkeypatch.setenv("PENSTOCK_QUICK_COMPILE", "1")
    conftest.pytest_runtest_setup(item("tests/runtime/test_policy.py::test_x"))
    assert "PENSTOCK_QUICK_COMPILE" not in os.environ
    conftest.pytest_runtest_setup(item(next(i for i in IDS if conftest.compiles_quickly(item(i)))))
    assert os.environ["PENSTOCK_QUICK_COMPILE"] == "1"


SEES_IT = """
import os, pytest

@pytest.mark.parametrize("number", range(30))
def test_it(number):
    assert "PENSTOCK_QUICK_COMPILE" not in os.environ
"""


@pytest.mark.parametrize("reruns", [0, 1])
def test_what_fails_only_when_compiled_quickly_passes_when_it_is_run_again(tmp_path, reruns):
    (tmp_path / "test_it.py").write_text(SEES_IT)
    options = ["-q", "-p", "tests.conftest", "-p", "no:cacheprovider", "-c", os.devnull, f"--reruns={reruns}"]
    env = {k: v for k, v in os.environ.items() if k != "COMPILED_AS_SHIPPED"} | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", *options, "test_it.py"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=env, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "30 passed" in done.stdout and (" rerun" in done.stdout.splitlines()[-1]) == bool(reruns)
