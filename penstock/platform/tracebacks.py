"""Tracebacks that begin where the user's program begins, with Penstock's own frames folded into one line.

`penstock run` sets them up for the process it makes (`show_in_this_process`), `penstock.install()` for the notebook it is
called in (`show_in_notebook`); who merely imports Penstock keeps Python's own. Exceptions themselves are never touched:
`sys.exc_info`, debuggers and pytest see every frame. The environment variable `PENSTOCK_TRACEBACK=full` shows them all.
"""

from __future__ import annotations

import itertools
import os
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_LAUNCHER = (os.path.join(_PACKAGE, "cli") + os.sep, os.path.join(_PACKAGE, "__main__.py"))
# Programs that come with the package are a user's programs: theirs are the lines to look at.
_PROGRAMS = os.path.join(_PACKAGE, "models") + os.sep
_STANDARD = os.path.dirname(os.path.abspath(traceback.__file__)) + os.sep
# Packages that Penstock works with, by their folder's name.
_TOOLS = {"numpy", "jax", "jaxlib", "scipy", "absl", "google", "PIL", "simplejpeg", "h5py", "ml_dtypes"}


def full() -> bool:
    """True if the user wants to see all frames."""
    return os.environ.get("PENSTOCK_TRACEBACK", "") == "full"


def is_ours(filename: str) -> bool:
    """True for a file of Penstock, and for code that Penstock wrote itself."""
    if filename.startswith("<penstock"):
        return True
    return filename.startswith(_PACKAGE) and not filename.startswith(_PROGRAMS)


def is_launcher(filename: str) -> bool:
    """True for the files that start a program: the command `penstock`, and Python's `runpy`."""
    return filename.startswith(_LAUNCHER) or filename == "<frozen runpy>" or filename.endswith(os.sep + "runpy.py")


def _is_tool(filename: str) -> bool:
    """True for code that Penstock calls to do its work: what it fails with is Penstock's, not the user's."""
    _, packages, rest = filename.replace("dist-packages", "site-packages").rpartition("site-packages" + os.sep)
    if packages:
        return rest.partition(os.sep)[0] in _TOOLS
    return filename.startswith((_STANDARD, "<frozen "))


def launcher_frames(filenames: Iterable[str]) -> int:
    """How many frames of a stack, outermost first, belong to what started the program.

    >>> launcher_frames(["/bin/penstock", _LAUNCHER[0] + "main.py", "<frozen runpy>", "program.py", "<frozen runpy>"])
    3
    >>> launcher_frames(["program.py", "other.py"])
    0
    """
    count = 0
    for i, filename in enumerate(filenames):
        if is_launcher(filename):
            count = i + 1
        elif i >= 1 or count:  # the first may be the script `penstock`
            break
    return count


def folded(frames: list[traceback.FrameSummary]) -> Iterator[list[traceback.FrameSummary] | int]:
    """Cuts a stack into the user's frames, as lists, and numbers of frames inside of Penstock, in their order."""
    user: list[traceback.FrameSummary] = []
    inside = 0
    for i, frame in enumerate(frames):
        if is_ours(frame.filename) or (inside and _is_tool(frame.filename)) or _imports_ours(frames[i:]):
            if user:
                yield user
                user = []
            inside += 1
        else:
            if inside:
                yield inside
                inside = 0
            user.append(frame)
    if user:
        yield user
    if inside:
        yield inside


def _imports_ours(frames: list[traceback.FrameSummary]) -> bool:
    """Whether frames begin with Python's own of an import, which leads into Penstock."""
    rest = itertools.dropwhile(lambda frame: frame.filename.startswith("<frozen importlib"), frames)
    first = next(rest, frames[0])
    return first is not frames[0] and is_ours(first.filename)


def lines(frames: Iterable[Any], **options: Any) -> list[str]:
    """The lines of a stack, outermost frame first, as a user wants to see them.

    Args:
      frames: `FrameSummary`s, or tuples of file, line number, function and line of text.
    """
    summaries = [
        f if isinstance(f, traceback.FrameSummary) else traceback.FrameSummary(f[0], f[1], f[2], line=f[3])
        for f in frames
    ]
    if full():
        return traceback.StackSummary.format(traceback.StackSummary(summaries), **options)
    summaries = summaries[launcher_frames(f.filename for f in summaries) :]
    found: list[str] = []
    for part in folded(summaries):
        if isinstance(part, int):
            frame = "frame" if part == 1 else "frames"
            found.append(f"  ... {part} {frame} inside of penstock (PENSTOCK_TRACEBACK=full shows them)\n")
        else:
            found += traceback.StackSummary.format(traceback.StackSummary(part), **options)
    return found


class _Stack(traceback.StackSummary):
    """A stack that is shown as `lines` shows it."""

    def format(self, **options: Any) -> list[str]:
        return lines(self, **options)


def _fold(shown: traceback.TracebackException | None, seen: set[int]) -> None:
    if shown is None or id(shown) in seen:
        return
    seen.add(id(shown))
    if shown.stack is not None:
        rest = shown.stack[launcher_frames(f.filename for f in shown.stack) :]
        # A program that cannot even be compiled has no frame of its own, and no heading in Python.
        # (Only that of a SyntaxError has a `msg`.)
        unread = hasattr(shown, "msg") and all(is_ours(f.filename) for f in rest)
        shown.stack = None if unread or not rest else _Stack(shown.stack)  # type: ignore[assignment]
    _fold(shown.__cause__, seen)
    context = shown.__context__
    if context is not None and not shown.__suppress_context__ and context.stack:
        # What Penstock raised and caught itself, without any line of the user's in between, is no news to him.
        shown.__suppress_context__ = all(is_ours(f.filename) or _is_tool(f.filename) for f in context.stack)
    _fold(context, seen)
    for one in getattr(shown, "exceptions", None) or ():
        _fold(one, seen)


def format_exception(error: BaseException, tb: TracebackType | None = None) -> str:
    """The text that tells a user of `error`: his own frames, and how many of Penstock's are between them.

    >>> try:
    ...     launcher_frames(None)
    ... except TypeError as error:
    ...     text = format_exception(error)
    >>> "1 frame inside of penstock" in text
    True
    """
    shown = traceback.TracebackException(type(error), error, tb or error.__traceback__, compact=True)
    if not full():
        _fold(shown, set())
    return "".join(shown.format())


def show_in_this_process() -> None:
    """Makes uncaught exceptions of this process, in all threads, be shown by `format_exception`."""

    def show(kind: type[BaseException], error: BaseException, tb: TracebackType | None) -> None:
        _write(format_exception(error, tb))

    def show_in_thread(args: Any) -> None:
        if args.exc_type is SystemExit:
            return
        name = args.thread.name if args.thread is not None else threading.get_ident()
        _write(f"Exception in thread {name}:\n{format_exception(args.exc_value, args.exc_traceback)}")

    sys.excepthook = show
    threading.excepthook = show_in_thread


# The IPython whose cells show exceptions by `show_in_notebook`.
_notebooks: list[Any] = []


def show_in_notebook() -> None:
    """If this process is an IPython, its cells show exceptions without Penstock's own frames from now on."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or shell.custom_exceptions:
        return  # nobody shows anything, or somebody else does

    def show(
        shell: Any, kind: type[BaseException], error: BaseException, tb: Any, tb_offset: int | None = None
    ) -> None:
        shell.showtraceback((kind, error, tb if full() else _without_ours(tb)), tb_offset=tb_offset)

    shell.set_custom_exc((Exception,), show)
    _notebooks.append(shell)


def leave_notebook() -> None:
    """Takes back what `show_in_notebook` did."""
    while _notebooks:
        _notebooks.pop().set_custom_exc((), None)


def _without_ours(tb: TracebackType | None) -> TracebackType | None:
    """A copy of a traceback that has the user's frames only."""
    kept: list[TracebackType] = []
    inside = False
    while tb is not None:
        filename = tb.tb_frame.f_code.co_filename
        inside = is_ours(filename) or (inside and _is_tool(filename))
        if not inside:
            kept.append(tb)
        tb = tb.tb_next
    copy = None
    for one in reversed(kept):
        copy = TracebackType(copy, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return copy


def _write(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(text)
        sys.stderr.flush()
