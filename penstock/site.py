"""Makes plain `python` and `import tensorflow` work in an environment, and takes that back: `penstock enable`, `disable`.

A small package `tensorflow` is put where Python looks for packages; it calls `penstock.install()` when a program imports
it, so a Python that is started without needing it pays nothing. Beside it lie what tells pip and others that TensorFlow
1.15.5 is installed, and stubs, by which editors and type checkers know the names of `tf` to be Penstock's. Also run as
`python -m penstock.site install`.
"""

from __future__ import annotations

import importlib.machinery
import pathlib
import shutil
import sys
import sysconfig
from collections.abc import Sequence

from penstock.compat import distribution, stubs

_SOURCE = '''"""`import tensorflow` gives Penstock here. Written by `penstock enable`; `penstock disable` takes it away."""

import sys

sys.modules.pop(__name__)  # the module that is being imported; install() puts Penstock in its place
import penstock  # noqa: E402

penstock.install()
'''
_MARK = "Written by `penstock enable`"


class RefusedError(RuntimeError):
    """What was asked for would change what is not ours."""


def _folder(folder: str | None) -> pathlib.Path:
    return pathlib.Path(folder or sysconfig.get_path("purelib"))


def _package(folder: pathlib.Path) -> pathlib.Path:
    return folder / distribution.NAME / "__init__.py"


def _description(folder: pathlib.Path) -> pathlib.Path:
    return folder / f"{distribution.NAME}-{distribution.version()}.dist-info"


def _stubs(folder: pathlib.Path) -> pathlib.Path:
    return folder / f"{distribution.NAME}-stubs"


def _stub_files(target: pathlib.Path) -> dict[pathlib.Path, str]:
    """What type checkers read for `import tensorflow`; nothing if somebody else's stubs are there."""
    folder = _stubs(target)
    if folder.exists() and not _is_ours(folder / "__init__.pyi"):
        return {}
    return {folder / name: text for name, text in stubs.files(f"{_MARK}.").items()}


def _is_ours(path: pathlib.Path) -> bool:
    return path.is_file() and _MARK in path.read_text(encoding="utf-8", errors="replace")


def enabled(folder: str | None = None) -> bool:
    """Whether `import tensorflow` gives Penstock in an environment.

    Args:
      folder: the folder of the environment's packages; that of the running Python if not given.
    """
    return _is_ours(_package(_folder(folder)))


def enable(folder: str | None = None) -> pathlib.Path:
    """Makes `import tensorflow` give Penstock in every Python of an environment; returns the file that does it.

    Args:
      folder: the folder of the environment's packages; that of the running Python if not given.

    Raises:
      RefusedError: TensorFlow itself is installed there.
      OSError: the folder cannot be written to.
    """
    target = _folder(folder)
    if not enabled(folder):
        # Not by importing, nor by our own finder, which would answer for TensorFlow itself.
        found = importlib.machinery.PathFinder.find_spec(distribution.NAME, None if folder is None else [folder])
        if found is not None:
            raise RefusedError(
                f"TensorFlow itself is installed here ({found.origin or target / distribution.NAME}): uninstall it first, or "
                "use an environment without it. `penstock run` works beside it."
            )
    files = {
        _package(target): _SOURCE,
        _description(target) / "METADATA": distribution.description(),
        _description(target) / "INSTALLER": "penstock\n",
        _description(target) / "top_level.txt": f"{distribution.NAME}\n",
        **_stub_files(target),
    }
    record = [str(path.relative_to(target).as_posix()) for path in files] + [f"{_description(target).name}/RECORD"]
    files[_description(target) / "RECORD"] = "".join(f"{name},,\n" for name in record)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return _package(target)


def disable(folder: str | None = None) -> bool:
    """Takes `enable` back; returns whether there was anything to take back.

    Args:
      folder: the folder of the environment's packages; that of the running Python if not given.
    """
    if not enabled(folder):
        return False
    shutil.rmtree(_package(_folder(folder)).parent)
    shutil.rmtree(_description(_folder(folder)), ignore_errors=True)
    if _is_ours(_stubs(_folder(folder)) / "__init__.pyi"):
        shutil.rmtree(_stubs(_folder(folder)))
    return True


def main(argv: Sequence[str] | None = None) -> int:
    """Runs `install`, `uninstall` or `status`, with the folder of another environment after it if not this one is meant."""
    words = list(sys.argv[1:] if argv is None else argv)
    actions = {
        "install": "enable",
        "uninstall": "disable",
        "enable": "enable",
        "disable": "disable",
        "status": "status",
    }
    if not 1 <= len(words) <= 2 or words[0] not in actions:
        print("usage: python -m penstock.site (install | uninstall | status) [folder of packages]", file=sys.stderr)
        return 2
    action, folder = actions[words[0]], words[1] if words[1:] else None
    try:
        if action == "enable":
            print(
                f"`import tensorflow` gives Penstock from now on ({enable(folder)}); `penstock disable` takes it back."
            )
        elif action == "disable":
            print("`import tensorflow` no longer gives Penstock." if disable(folder) else "It was not enabled here.")
        else:
            print("enabled" if enabled(folder) else "not enabled", _folder(folder))
    except (RefusedError, OSError) as error:
        print(f"penstock: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
