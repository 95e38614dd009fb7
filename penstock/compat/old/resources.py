"""`pkg_resources`, which setuptools dropped in 82: what programs ask it for, on Python's `importlib` and `packaging`."""

from __future__ import annotations

import importlib
import importlib.metadata as metadata
import importlib.util
import io
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from packaging.requirements import Requirement as _Requirement
from packaging.version import Version, parse


class ResolutionError(Exception):
    """A requirement that is not met."""


class DistributionNotFound(ResolutionError):
    """A package that is not installed."""


class VersionConflict(ResolutionError):
    """A package that is installed in another version."""


class Requirement(_Requirement):
    """A package and the versions that will do, such as `numpy>=1.16`."""

    @classmethod
    def parse(cls, text: str) -> Requirement:
        """The requirement that a text means."""
        return cls(str(text))

    @property
    def project_name(self) -> str:
        """The package."""
        return self.name

    key = property(lambda self: self.name.lower())
    specs = property(lambda self: [(s.operator, s.version) for s in self.specifier])


class Distribution:
    """An installed package."""

    def __init__(self, found: metadata.Distribution):
        self._found = found
        self.project_name = found.metadata["Name"]
        self.key = self.project_name.lower()
        self.version = found.version
        self.parsed_version = parse(found.version)
        self.location = str(found.locate_file(""))

    def requires(self, extras: Iterable[str] = ()) -> list[Requirement]:
        """What it needs itself."""
        wanted = [Requirement(text) for text in self._found.requires or ()]
        return [r for r in wanted if r.marker is None or any(r.marker.evaluate({"extra": e}) for e in (*extras, ""))]

    def has_metadata(self, name: str) -> bool:
        """Whether there is a file among what describes it."""
        return self._found.read_text(name) is not None

    def get_metadata(self, name: str) -> str:
        """A file of what describes it."""
        return self._found.read_text(name) or ""

    def as_requirement(self) -> Requirement:
        """Exactly this version."""
        return Requirement(f"{self.project_name}=={self.version}")

    def __str__(self) -> str:
        return f"{self.project_name} {self.version}"

    def __repr__(self) -> str:
        return f"{self} ({self.location})"


def parse_version(version: str) -> Version:
    """A version that can be compared with others."""
    return parse(version)


def parse_requirements(strs: str | Iterable[str]) -> Iterator[Requirement]:
    """The requirements that the lines of a text mean."""
    for line in strs.splitlines() if isinstance(strs, str) else strs:
        text = line.partition(" #")[0].strip()
        if text and not text.startswith("#"):
            yield Requirement(text)


def get_distribution(dist: Any) -> Distribution:
    """An installed package by its name or by a requirement.

    Raises:
      DistributionNotFound: it is not installed.
      VersionConflict: it is, in another version.
    """
    if isinstance(dist, Distribution):
        return dist
    wanted = dist if isinstance(dist, _Requirement) else Requirement(dist)
    try:
        found = Distribution(metadata.distribution(wanted.name))
    except metadata.PackageNotFoundError:
        raise DistributionNotFound(
            f"The '{wanted}' distribution was not found and is required by the application"
        ) from None
    if not wanted.specifier.contains(found.version, prereleases=True):
        raise VersionConflict(found, wanted)
    return found


def require(*requirements: Any) -> list[Distribution]:
    """The packages that meet requirements, and what those need, each once.

    Raises:
      DistributionNotFound: one is not installed.
      VersionConflict: one is, in another version.
    """
    found: dict[str, Distribution] = {}
    waiting: list[Any] = []
    for wanted in requirements:
        waiting += parse_requirements(wanted)
    while waiting:
        one = waiting.pop(0)
        known = get_distribution(one)
        if found.setdefault(known.key, known) is known:
            waiting += known.requires(one.extras)
    return list(found.values())


def lenient_distribution(original: Callable, name: str) -> Callable:
    """The functions of setuptools' own `pkg_resources`, which looks for files and so does not find TensorFlow."""

    def call(*args: Any) -> Any:
        try:
            return original(*args)
        except Exception as error:
            # Its `get_distribution` refuses the Distribution that `require`, by way of this function, has found.
            ours = isinstance(error, TypeError) and any(isinstance(value, Distribution) for value in error.args)
            if type(error).__name__ != "DistributionNotFound" and not ours:
                raise
            try:
                return (require if name.endswith("require") else get_distribution)(*args)
            except ResolutionError:
                pass
            raise  # the error of the class that programs catch

    return call


class WorkingSet:
    """All installed packages."""

    def __iter__(self) -> Iterator[Distribution]:
        return (Distribution(found) for found in metadata.distributions())

    by_key = property(lambda self: {one.key: one for one in self})

    def require(self, *requirements: Any) -> list[Distribution]:
        """`pkg_resources.require`."""
        return require(*requirements)

    def iter_entry_points(self, group: str, name: str | None = None) -> Iterator[Any]:
        """`pkg_resources.iter_entry_points`."""
        return iter_entry_points(group, name)


working_set = WorkingSet()


def iter_entry_points(group: str, name: str | None = None) -> Iterator[Any]:
    """What packages offer under the name of a group."""
    return iter([e for e in metadata.entry_points(group=group) if name is None or e.name == name])


def declare_namespace(packageName: str) -> None:
    """Said that a package lies in several folders, which needs no saying now."""


# ---- files of packages ----


def _folder(package: Any) -> str:
    if isinstance(package, _Requirement):
        return get_distribution(package).location
    module = importlib.import_module(package)
    if module.__file__ is None:
        return list(module.__path__)[0]
    return os.path.dirname(module.__file__)


def resource_filename(package_or_requirement: Any, resource_name: str) -> str:
    """The path of a file of a package."""
    return os.path.join(_folder(package_or_requirement), *resource_name.split("/"))


def resource_string(package_or_requirement: Any, resource_name: str) -> bytes:
    """The bytes of a file of a package."""
    with open(resource_filename(package_or_requirement, resource_name), "rb") as file:
        return file.read()


def resource_stream(package_or_requirement: Any, resource_name: str) -> io.BytesIO:
    """A file of a package, open."""
    return io.BytesIO(resource_string(package_or_requirement, resource_name))


def resource_exists(package_or_requirement: Any, resource_name: str) -> bool:
    """Whether a package has a file."""
    return os.path.exists(resource_filename(package_or_requirement, resource_name))


def resource_isdir(package_or_requirement: Any, resource_name: str) -> bool:
    """Whether a package has a folder."""
    return os.path.isdir(resource_filename(package_or_requirement, resource_name))


def resource_listdir(package_or_requirement: Any, resource_name: str) -> list[str]:
    """The names in a folder of a package."""
    return os.listdir(resource_filename(package_or_requirement, resource_name))
