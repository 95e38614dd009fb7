"""`penstock convert`: writes programs of Python 2 to disk as Python 3; files that are Python 3 stay as they are."""

import difflib
import os
import pathlib
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence

from penstock.compat.python2 import detect

# Folders that are not a program's own.
_SKIPPED = {"site-packages", "dist-packages", "__pycache__", "node_modules"}


def converted(source: bytes, path: str) -> tuple[bytes, list[str]] | None:
    """A file of Python 2 as Python 3, and remarks on what needs a look; None for a file that is not Python 2.

    Raises:
      SyntaxError: it is neither Python 2 nor 3.

    >>> converted(b"print 'one'", "a.py")
    (b"print('one')", [])
    >>> converted(b"print('one')", "a.py") is None
    True
    """
    in_package = os.path.exists(os.path.join(os.path.dirname(path), "__init__.py"))
    error = detect.reads(source, path)
    if error is None and not detect.signs(source, path, in_package):
        return None
    from penstock.compat.python2 import translate

    try:
        done = translate.translate(source, path, for_disk=True)
    except SyntaxError as other:
        raise translate.worse(error, other, source) from None
    encoding = translate.decode(source)[1]
    if encoding == "latin-1":  # it named another one, or none; Python 3 reads UTF-8
        encoding = "utf-8"
    text = done.text.replace("\n", "\r\n") if b"\r\n" in source else done.text
    new = text.encode(encoding)
    if source.startswith(b"\xef\xbb\xbf") and not new.startswith(b"\xef\xbb\xbf"):
        new = b"\xef\xbb\xbf" + new
    compile(new, path, "exec", dont_inherit=True)
    return new, done.remarks


def _files(path: pathlib.Path) -> Iterator[pathlib.Path]:
    """The files of a folder, without hidden ones and installed packages."""
    for folder, inner, names in os.walk(path):
        inner[:] = sorted(name for name in inner if name not in _SKIPPED and not name.startswith("."))
        for name in sorted(names):
            yield pathlib.Path(folder) / name


def _write(path: pathlib.Path, content: bytes, like: pathlib.Path) -> None:
    """Writes a file whole or not at all, with the mode of `like`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    with open(handle, "wb") as f:
        f.write(content)
    shutil.copymode(like, name)
    os.replace(name, path)


def main(paths: Sequence[str], out: str | None = None, diff: bool = False) -> int:
    """Converts files and folders; returns 1 if some file could not be read as Python 2 or 3.

    Args:
      paths: files and folders. In a folder, files ending in `.py` are looked at.
      out: folder to write to, in which a folder's other files are copied too; without it, files are replaced.
      diff: print the changes instead of writing them.
    """
    changed = kept = failed = 0
    for given in map(pathlib.Path, paths):
        if not given.exists():
            print(f"penstock: no file or folder {str(given)!r}", file=sys.stderr)
            return 2
        root, files = (given, _files(given)) if given.is_dir() else (given.parent, iter([given]))
        if out and pathlib.Path(out).resolve().is_relative_to(given.resolve()):
            print(f"penstock: {out} lies inside of {given}", file=sys.stderr)
            return 2
        for path in files:
            target = pathlib.Path(out) / path.relative_to(root) if out else path
            done = None
            if path.suffix == ".py" or path == given:
                source = path.read_bytes()
                try:
                    done = converted(source, str(path))
                except SyntaxError as error:
                    failed += 1
                    print(f"{path}:{error.lineno}: {error.msg}: neither Python 2 nor 3; left alone", file=sys.stderr)
                else:
                    changed, kept = changed + (done is not None), kept + (done is None)
            if done is None:
                if out and not diff:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(path, target)
                continue
            new, remarks = done
            for remark in remarks:
                print(f"{path}: {remark}", file=sys.stderr)
            if diff:
                sys.stdout.writelines(_difference(source, new, str(path)))
            else:
                _write(target, new, path)
                print(f"{path} -> {target}" if out else str(path))
    verb = "would be translated" if diff else "translated"
    print(f"{changed} {verb}, {kept} Python 3 already, {failed} not readable", file=sys.stderr)
    return 1 if failed else 0


def _difference(old: bytes, new: bytes, path: str) -> list[str]:
    before, after = (text.decode("utf-8", "backslashreplace").splitlines(keepends=True) for text in (old, new))
    lines = difflib.unified_diff(before, after, path, f"{path} (Python 3)")
    return [line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines]
