"""Looks at a dump that another process has written: `python -m tensorflow.python.debug.cli.offline_analyzer --dump_dir=...`.

`penstock debug DUMP_DIR` is the same; with `--html` it writes a page for a browser instead.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from penstock.debug.cli import analyzer_cli
from penstock.debug.lib import debug_data
from penstock.debug.report import page
from penstock.graph import errors


def _flag(text: str) -> bool:
    return text.lower() == "true"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the flags, those of 1.15, to a parser."""
    parser.add_argument("--dump_dir", type=str, default="", help="tfdbg dump directory to load")
    parser.add_argument(
        "--log_usage",
        type=_flag,
        nargs="?",
        const=True,
        default=True,
        help="Whether the usage of this tool is to be logged",
    )
    parser.add_argument(
        "--ui_type", type=str, default="curses", help="Command-line user interface type (curses | readline)"
    )
    parser.add_argument(
        "--validate_graph",
        type=_flag,
        nargs="?",
        const=True,
        default=True,
        help="Whether the dumped tensors will be validated against the GraphDefs",
    )


def _opened(dump_dir: str, validate_graph: bool) -> debug_data.DebugDumpDir | None:
    """The dump; None, after a message, if it cannot be read."""
    if not dump_dir:
        print("ERROR: dump_dir flag is empty.", file=sys.stderr)
        return None
    print(f"tfdbg offline: FLAGS.dump_dir = {dump_dir}")
    try:
        return debug_data.DebugDumpDir(dump_dir, validate=validate_graph)
    except (OSError, ValueError, errors.OpError) as error:
        print(f"ERROR: this dump cannot be read: {error}", file=sys.stderr)
        if validate_graph and isinstance(error, ValueError):
            print("With --validate_graph=false it is shown as it is.", file=sys.stderr)
        return None


def write_page(dump_dir: str, output: str = "", validate_graph: bool = True) -> int:
    """Writes a page about a dump, by default beside it, under its name; returns the exit code."""
    dump = _opened(dump_dir, validate_graph)
    if dump is None:
        return 1
    path = output or os.path.normpath(dump_dir) + ".html"
    text = page.write(dump, f"tfdbg: {os.path.basename(os.path.normpath(dump_dir))}")
    try:
        with open(path, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError as error:
        print(f"ERROR: the page cannot be written: {error}", file=sys.stderr)
        return 1
    print(f"Written: {path}")
    return 0


def analyze(dump_dir: str, ui_type: str = "curses", validate_graph: bool = True) -> int:
    """Opens the command line on a dump; returns the exit code."""
    dump = _opened(dump_dir, validate_graph)
    if dump is None:
        return 1
    ui = analyzer_cli.create_analyzer_ui(
        dump, tensor_filters={"has_inf_or_nan": debug_data.has_inf_or_nan}, ui_type=ui_type
    )
    ui.run_ui(title=f"tfdbg offline @ {dump_dir}", title_color="black_on_white", init_command="lt")
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Parses the command line `argv` (`sys.argv[1:]` if not given) and opens the dump; returns the exit code."""
    parser = argparse.ArgumentParser()
    arguments(parser)
    options, _ = parser.parse_known_args(argv)
    return analyze(options.dump_dir, options.ui_type, options.validate_graph)


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of `penstock debug`."""
    parser = argparse.ArgumentParser(prog, description="Looks at the tensors that a debugged run has dumped.")
    parser.add_argument("directory", nargs="?", default="", help="the directory of the run, as --dump_dir")
    parser.add_argument(
        "--html", action="store_true", help="write one HTML page about the run instead of opening a command line"
    )
    parser.add_argument("--output", default="", help="the file of that page; by default DIRECTORY.html")
    arguments(parser)
    return parser


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """`penstock debug DUMP_DIR`: the same, where the directory needs no flag; returns the exit code."""
    options = create_parser(prog).parse_args(argv)
    if options.html:
        return write_page(options.directory or options.dump_dir, options.output, options.validate_graph)
    return analyze(options.directory or options.dump_dir, options.ui_type, options.validate_graph)


if __name__ == "__main__":
    sys.exit(main())
