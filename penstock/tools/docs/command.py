"""The command line of the generator: flags of 1.x's `gen_docs.sh`, and those of the site."""

from __future__ import annotations

import argparse
import pathlib
import shutil
import sys
from collections.abc import Sequence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments, which `penstock docs` has as well."""
    parser.add_argument(
        "-a",
        "--all",
        action="store_true",
        help="C++ headers too, by doxygen, which has to be installed (1.x's gen_docs.sh -a)",
    )
    parser.add_argument(
        "--out",
        default="api_docs",
        metavar="DIR",
        help="the folder to write the pages to, api_docs if not given; it is made anew",
    )
    parser.add_argument(
        "--site", metavar="DIR", help="build the whole site, guides too, in this folder instead (needs penstock[docs])"
    )
    parser.add_argument(
        "--serve",
        metavar="PORT",
        nargs="?",
        const=8000,
        type=int,
        help="build the site and show it on this machine, at port 8000 if none is given",
    )


def main(options: argparse.Namespace) -> int:
    """Writes the pages, builds the site or serves it; returns the exit code."""
    from penstock.tools.docs import reference, site

    if options.serve is not None:
        return site.serve(options.serve)
    if options.site:
        return site.build(options.site)
    try:
        pages = reference.pages(cc=options.all)
    except FileNotFoundError as error:
        print(f"penstock docs: {error}", file=sys.stderr)
        return 1
    folder = pathlib.Path(options.out)
    if folder.exists() and not (folder / "python" / "index.md").exists() and any(folder.iterdir()):
        print(
            f"penstock docs: {folder} holds something else than reference pages: name another folder", file=sys.stderr
        )
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"{folder}: {len(pages)} pages")
    return 0


def run_main(argv: Sequence[str] | None = None) -> int:
    """Does what the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m penstock.tools.docs", description="Write the reference in Markdown."
    )
    add_arguments(parser)
    return main(parser.parse_args(argv))
