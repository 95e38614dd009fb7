"""All pages of the reference together: path → text."""

from __future__ import annotations

from penstock.tools.docs import cc_pages, command_pages, operation_pages, python_pages

_INDEX = """# Reference

*   [Python](python/index.md): every public name of `tf`, by subject and by module.
*   [Operations](operations/index.md): what the nodes of a graph can be.
*   [Commands](commands.md): `penstock`, `saved_model_cli`, `freeze_graph` and the others.
"""


def pages(cc: bool = False, short_headings: bool = False) -> dict[str, str]:
    """The pages; with `cc` those on C++ headers too.

    Raises:
      FileNotFoundError: doxygen, or the headers, are not there.
    """
    found = python_pages.Writer(short_headings).pages()
    found |= operation_pages.pages()
    found |= command_pages.pages()
    index = _INDEX
    if cc:
        found |= cc_pages.pages()
        index += "*   [C++](cc/index.md): the headers for operations of your own.\n"
    found["index.md"] = index
    return found
