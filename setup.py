"""Builds the kernels in C into wheels and editable installations; the rest of what setuptools does is told in pyproject.toml.

Without a compiler Penstock is installed all the same: see penstock/native.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import types

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).parent.resolve()
LIBRARIES = pathlib.Path("penstock", "native", "libraries")


def builder() -> types.ModuleType:
    """penstock/native/build.py, without the rest of the package and what that needs."""
    spec = importlib.util.spec_from_file_location("penstock_native_build", HERE / "penstock" / "native" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Build(build_py):
    """Also makes the libraries: for all kinds of processors into a wheel, for this one into an editable installation's tree."""

    def run(self) -> None:
        super().run()
        build = builder()
        folder = HERE / LIBRARIES if self.editable_mode else pathlib.Path(self.build_lib).resolve() / LIBRARIES
        levels = build.supported_levels()[-1:] if self.editable_mode else None
        work = HERE / "build" / "kernels"
        try:
            for made in build.make_all(folder, work, levels):
                self.announce(f"made {made}", level=2)
        except build.Unbuildable as error:
            if os.environ.get("PENSTOCK_NATIVE") == "1":  # who asks for them wants to hear
                raise
            self.warn(f"installing without kernels in C: {error}")


def glibc_of(folder: pathlib.Path) -> int | None:
    """The oldest glibc 2.x that has all that the libraries in a folder ask for; None if there are none, or if they ask for more.

    They are written in C and need libc and libm only, so this is what auditwheel finds as well.
    """
    found = [0]
    for library in folder.glob("*.so"):
        data = library.read_bytes()
        found += map(int, re.findall(rb"\0GLIBC_2\.(\d+)[.\d]*(?=\0)", data))
        others = set(re.findall(rb"(?<=\0)lib[\w+-]+\.so\.\d+(?=\0)", data)) - {b"libc.so.6", b"libm.so.6"}
        if others - {b"libpthread.so.0"}:
            return None
    return max(found) or None


class Wheel(bdist_wheel):
    """A wheel for any Python on one kind of machine: the libraries do not know Python."""

    def get_tag(self) -> tuple[str, str, str]:
        platform = super().get_tag()[2]
        built = self.get_finalized_command("build").build_lib
        needed = glibc_of(pathlib.Path(built).resolve() / LIBRARIES)
        if needed is not None and platform.startswith("linux_"):
            platform = platform.replace("linux_", f"manylinux_2_{needed}_", 1)
        return "py3", "none", platform


class ForOneMachine(Distribution):
    def has_ext_modules(self) -> bool:
        return True


setup(cmdclass={"build_py": Build, "bdist_wheel": Wheel}, distclass=ForOneMachine)
