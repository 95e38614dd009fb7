"""The version comes from the last tag; where there is no tag, no git or no installation, there is one all the same."""

import re
import shutil
import subprocess
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import penstock
from tests.subprocesses import ROOT, python

FALLBACK = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools_scm"]["fallback_version"]


def test_the_version_is_one_that_packages_may_have():
    assert Version(penstock.__penstock__) >= Version(FALLBACK)


def test_a_tree_that_nobody_installed_has_the_fallback():
    code = "import sys; sys.modules['penstock._version'] = None; import penstock; print(penstock.__penstock__)"
    assert python("-c", code).stdout.strip() == FALLBACK


def test_the_locked_versions_are_names_and_versions_only_and_fit_what_the_package_asks_for():
    files = list((ROOT / ".ci").glob("constraints-*.txt"))
    assert files
    for file in files:
        lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
        assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
        locked = {re.sub(r"[-_.]+", "-", line.split("==")[0]).lower(): line.split("==")[1] for line in lines}
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        for text in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
            wanted = Requirement(text)
            name = re.sub(r"[-_.]+", "-", wanted.name).lower()
            assert name in locked, f"{name} is not in {file.name}: make lock"
            assert wanted.specifier.contains(locked[name], prereleases=True), f"{text}: {locked[name]} in {file.name}"


@pytest.mark.skipif(shutil.which("make") is None, reason="no make")
def test_only_the_python_that_versions_were_locked_for_gets_them():
    def says(version):
        made = subprocess.run(
            ["make", "-n", "-B", ".venv/.stamp", f"OWN_VERSION={version}"], cwd=ROOT, capture_output=True, text=True
        )
        return "--constraint .ci/constraints" in made.stdout

    assert says("3.11") and not says("3.99")
