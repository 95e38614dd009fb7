"""A test fails where the installed XLA or compiler is one with which a fast path would silently be left."""

import importlib.metadata
import platform
import shutil
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from penstock import native
from penstock.ops.backend import memory
from penstock.platform.private_interfaces import USES
from penstock.runtime.xla.direct import direct_call
from tests.subprocesses import ROOT

KNOWN = sorted(map(Version, USES["machine_code"].versions))


def requirement(name):
    """What pyproject.toml asks of a package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (found,) = [r for r in map(Requirement, project["dependencies"]) if r.name == name]
    return found.specifier


def test_the_installed_xla_is_one_whose_programs_can_be_run_without_jax():
    assert Version(importlib.metadata.version("jaxlib")) in KNOWN


def test_the_bounds_of_jax_are_the_first_and_the_last_version_that_is_known():
    allowed = requirement("jax")
    assert all(version in allowed for version in KNOWN)
    first, last = KNOWN[0].release, KNOWN[-1].release
    assert f"{first[0]}.{first[1] - 1}.99" not in allowed
    assert f"{last[0]}.{last[1]}.{last[2] + 1}" not in allowed


def test_where_there_is_a_compiler_there_are_kernels_in_c():
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    assert native.wait() is not None


def test_small_programs_are_run_without_jax_where_it_is_possible():
    if (platform.system(), platform.machine()) != ("Linux", "x86_64") or native.wait() is None:
        pytest.skip("another machine, or no C compiler")
    assert direct_call._is_supported()


def test_the_installed_numpy_keeps_the_address_of_an_array_where_it_is_read():
    assert memory.address is memory._address_by_header
