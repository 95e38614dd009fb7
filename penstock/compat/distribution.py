"""TensorFlow 1.15.5 as an installed package, for programs and packages that ask `importlib.metadata` for its version."""

from __future__ import annotations

import importlib.metadata
import os
import pathlib
import re
from collections.abc import Iterator
from typing import Any

NAME = "tensorflow"


def version() -> str:
    """The release that Penstock stands for."""
    from penstock.platform import sysconfig

    return sysconfig.VERSION


def description() -> str:
    """What stands in the package's METADATA."""
    return (
        f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version()}\n"
        "Summary: Penstock under the name of TensorFlow; no TensorFlow is installed\nRequires-Dist: penstock\n"
    )


class _InMemory(importlib.metadata.Distribution):
    def read_text(self, filename: str) -> str | None:
        return {"METADATA": description(), "top_level.txt": f"{NAME}\n", "INSTALLER": "penstock\n"}.get(filename)

    def locate_file(self, path: str | os.PathLike[str]) -> Any:
        import penstock

        return pathlib.Path(penstock.__file__).parent.parent / path


def find(context: Any) -> Iterator[importlib.metadata.Distribution]:
    """TensorFlow, if that is what the context asks for."""
    if context.name is None or re.sub(r"[-_.]+", "-", context.name).lower() == NAME:
        yield _InMemory()
