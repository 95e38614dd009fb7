"""Builds the kernels in C into wheels and editable installations; the rest of what setuptools does is told in pyproject.toml.

Without a compiler Penstock is installed all the same: see penstock/native.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
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


class Wheel(bdist_wheel):
    """A wheel for any Python on one kind of machine: the libraries do not know Python."""

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


class ForOneMachine(Distribution):
    def has_ext_modules(self) -> bool:
        return True


setup(cmdclass={"build_py": Build, "bdist_wheel": Wheel}, distclass=ForOneMachine)
