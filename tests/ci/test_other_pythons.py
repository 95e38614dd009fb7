"""`.ci/other-pythons` runs a part of the tests on other Pythons at the same time; `.ci/workers` finds in how many processes."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.subprocesses import ROOT


@pytest.fixture
def tree(tmp_path):
    """A tree with two other Pythons, 0.1 and 0.2, whose environments are made: programs that print their arguments."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "other-pythons", tmp_path / ".ci")
    (tmp_path / "pyproject.toml").touch()
    os.utime(tmp_path / "pyproject.toml", (1, 1))
    find = tmp_path / ".ci" / "find-python"
    find.write_text("#!/bin/sh\ncase $1 in 0.[12]) echo /usr/bin/env ;; esac\n")
    find.chmod(0o755)
    return tmp_path


def environment(tree, version, script):
    python = tree / f".venv-{version}" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)
    (tree / f".venv-{version}" / ".stamp").touch()


def run(tree, *versions):
    command = [tree / ".ci" / "other-pythons", sys.executable, "5", *versions]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=60)


# Each waits until the other one has begun.
MEETS = (
    'touch {own}; for i in $(seq 300); do [ -e {other} ] && break; sleep 0.1; done; echo "{own}: $*"; [ -e {other} ]'
)


def test_others_run_at_the_same_time_and_tell_one_after_the_other(tree):
    environment(tree, "0.1", MEETS.format(own="first", other="second"))
    environment(tree, "0.2", MEETS.format(own="second", other="first"))
    done = run(tree, "0.1", "0.2", "0.3")
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.splitlines()
    assert told[0::2] == ["Python 0.1: a part of the tests", "Python 0.2: a part of the tests"]
    assert [line.split(" -m ")[0] for line in told[1::2]] == ["first:", "second:"]
    assert all("pytest -q -n 5 --dist worksteal --reruns 1" in line and "tests/graph" in line for line in told[1::2])


@pytest.mark.parametrize("failing", ["0.1", "0.2"])
def test_one_that_fails_makes_the_run_fail(tree, failing):
    for version in ("0.1", "0.2"):
        environment(tree, version, f"echo seen {version}; exit {int(version == failing)}")
    done = run(tree, "0.1", "0.2")
    assert done.returncode == 1
    assert "seen 0.1" in done.stdout and "seen 0.2" in done.stdout
    assert done.stderr == f"tests failed on Python {failing}\n"


def workers(folder, processors):
    command = folder / "nproc"
    command.write_text(f"#!/bin/sh\necho {processors}\n")
    command.chmod(0o755)
    env = dict(os.environ, PATH=f"{folder}{os.pathsep}{os.environ['PATH']}")
    return int(subprocess.run([ROOT / ".ci" / "workers"], env=env, capture_output=True, text=True, check=True).stdout)


def test_workers_are_two_to_four_and_at_most_one_more_than_processors(tmp_path):
    found = [workers(tmp_path, processors) for processors in (1, 2, 3, 64)]
    assert found[0] == 2 and found == sorted(found)
    assert found[1] in (2, 3) and found[-1] <= 4  # as memory and a container's limits allow
