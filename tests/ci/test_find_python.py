"""`.ci/find-python` finds a Python that runs where the command of that name does not, and says nothing where there is none."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.subprocesses import ROOT

OWN = "{}.{}".format(*sys.version_info)


@pytest.fixture
def commands(tmp_path):
    """A folder with what the script needs, and a `python3.x` of the running version that is only a shim of pyenv's."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "ls", "head", "grep"):
        (folder / name).symlink_to(shutil.which(name))
    shim = folder / f"python{OWN}"
    shim.write_text("#!/bin/sh\necho 'pyenv: command not found' >&2\nexit 127\n")
    shim.chmod(0o755)
    return folder


def find(commands, *versions, **environment):
    env = {"PATH": str(commands), "HOME": str(commands.parent / "home"), **environment}
    done = subprocess.run(
        [ROOT / ".ci" / "find-python", *versions], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_a_shim_that_does_not_run_is_passed_over_for_the_python_beside_it(commands, tmp_path):
    real = tmp_path / "pyenv" / "versions" / f"{OWN}.1" / "bin" / f"python{OWN}"
    real.parent.mkdir(parents=True)
    real.symlink_to(os.path.realpath(sys.executable))
    found = find(commands, "3.0", OWN, PYENV_ROOT=str(tmp_path / "pyenv"))
    assert found == str(real)


def test_a_command_of_another_version_than_its_name_says_is_not_taken(commands):
    (commands / "python3.0").symlink_to(os.path.realpath(sys.executable))
    assert find(commands, "3.0") == ""


def test_without_another_python_nothing_is_run(commands):
    done = subprocess.run(
        [ROOT / ".ci" / "other-pythons", sys.executable, "1", OWN, "3.0"], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
