"""The web site: guides, tutorials and the reference together, built by MkDocs with the theme Material.

`mkdocs.yml` in the source tree is its configuration and names this file as a hook: the reference pages join the others in memory,
so that nothing generated lies among the sources, and names of `tf` in the guides become links to the reference.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import pathlib
import re
import sys
from collections.abc import Iterator
from typing import Any

import penstock

ROOT = pathlib.Path(penstock.__file__).parent.parent
CONFIGURATION = ROOT / "mkdocs.yml"
REFERENCE = "reference"
_FENCE = re.compile(r"^[ \t]*(```|~~~)")
_CODE = re.compile(r"(?<![\[`\w])`(tf\.[A-Za-z_][\w.]*)(\(\))?`(?!\])")
_OUTWARD = re.compile(r"\[([^\]\n]+)\]\(((?:\.\./)+[^)\s]*|[\w/]+)\)")
# Pages that a search should find before those that only mention its words.
_BOOSTS = (("guide/", 4.0), ("moving/", 2.0), ("tutorials/", 2.0), (f"{REFERENCE}/", 0.5))
# What a search need not find, because something better to read has the same names.
_NOT_SEARCHED = (
    f"{REFERENCE}/operations/",
    f"{REFERENCE}/python/compat.",
    f"{REFERENCE}/python/classes/compat.",
    f"{REFERENCE}/python/index.md",
)


# ---- what `penstock docs` calls ----


def _ready() -> bool:
    """Whether the site can be built here; says why not."""
    if not CONFIGURATION.exists():
        print(
            "penstock docs: the guides are in the source tree of Penstock, and this is an installed copy",
            file=sys.stderr,
        )
    elif importlib.util.find_spec("material") is None:
        print("penstock docs: mkdocs-material is not installed: pip install 'penstock[docs]'", file=sys.stderr)
    else:
        return True
    return False


def build(folder: str) -> int:
    """Builds the site in a folder; a warning is an error."""
    if not _ready():
        return 1
    from mkdocs.commands import build as building
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort

    logging.getLogger("mkdocs").addHandler(logging.StreamHandler())
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    config = load_config(str(CONFIGURATION), site_dir=os.path.abspath(folder), strict=True)
    try:
        config.plugins.on_startup(command="build", dirty=False)
        building.build(config)
    except Abort as error:
        print(f"penstock docs: {error}", file=sys.stderr)
        return 1
    finally:
        config.plugins.on_shutdown()
    print(f"{folder}: open index.html by a server, such as `python -m http.server -d {folder}`")
    return 0


def serve(port: int) -> int:
    """Builds the site and serves it on this machine until it is interrupted; changed guides are built anew."""
    if not _ready():
        return 1
    from mkdocs.commands import serve as serving

    serving.serve(str(CONFIGURATION), dev_addr=f"127.0.0.1:{port}")
    return 0


# ---- what MkDocs calls ----


def on_config(config: Any) -> Any:
    """Completes the navigation: the reference is made here, and guides that nobody has listed come last."""
    docs = pathlib.Path(config.docs_dir)
    listed = set(_pages(config.nav))
    for section in config.nav:
        for title, items in section.items():
            if title == "Guides":
                others = sorted(p.relative_to(docs).as_posix() for p in (docs / "guide").glob("*.md"))
                items += [{"Further": found}] if (found := [name for name in others if name not in listed]) else []
            elif title == "Reference":
                items += _reference_navigation()
    return config


def _pages(items: list[Any]) -> Iterator[str]:
    """The pages of a part of the navigation: a page, or a title with a page or a list."""
    for item in items:
        if isinstance(item, str):
            yield item
        else:
            for value in item.values():
                yield from _pages(value if isinstance(value, list) else [value])


def _reference_navigation() -> list[Any]:
    from penstock.tools.docs import catalogue, libraries

    python = f"{REFERENCE}/{catalogue.PYTHON}"
    spaces = [s for s in catalogue.namespaces() if not s.startswith("compat")]
    modules = [{f"tf.{s}": f"{python}/{s}.md"} for s in spaces if not s.startswith("contrib")]
    contrib = [{f"tf.{s}": f"{python}/{s}.md"} for s in spaces if s.startswith("contrib")]
    families = sorted(set(catalogue.operations().values()))
    return [
        f"{REFERENCE}/index.md",
        {
            "Subjects": [
                {"All names": f"{python}/index.md"},
                *({l.title: f"{python}/{l.page}.md"} for l in libraries.LIBRARIES),
            ]
        },
        {"Modules": modules},
        {"tf.contrib": contrib},
        {"Operations": [f"{REFERENCE}/{catalogue.OPERATIONS}/index.md", *(f"{REFERENCE}/{page}" for page in families)]},
        {"Commands": f"{REFERENCE}/commands.md"},
    ]


def on_files(files: Any, config: Any) -> Any:
    """Adds the reference."""
    from mkdocs.structure.files import File, InclusionLevel

    from penstock.tools.docs import reference

    listed = set(_strings(config.nav))
    for name, text in reference.pages(short_headings=True).items():
        file = File.generated(config, f"{REFERENCE}/{name}", content=text)
        if file.src_uri not in listed:  # classes are found from their module, or by a search
            file.inclusion = InclusionLevel.NOT_IN_NAV
        files.append(file)
    return files


def _strings(item: Any) -> list[str]:
    if isinstance(item, str):
        return [item]
    values = item.values() if isinstance(item, dict) else item
    return [text for value in values for text in _strings(value)]


def on_page_markdown(text: str, page: Any, config: Any, files: Any) -> str:
    """Links names of `tf` to the reference, and tells the search how much a page counts."""
    path = page.file.src_uri
    if path.startswith(_NOT_SEARCHED):
        page.meta["search"] = {"exclude": True}
    for beginning, boost in _BOOSTS:
        if path.startswith(beginning):
            page.meta.setdefault("search", {"boost": boost})
            break
    if path.startswith(f"{REFERENCE}/"):
        return text
    lines = text.split("\n")
    fenced = False
    for i, line in enumerate(lines):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and not line.startswith(("    ", "#")):
            line = _OUTWARD.sub(lambda m: _inside(m, path, config), line)
            lines[i] = _CODE.sub(lambda m: _linked(m, path), line)
    return "\n".join(lines)


def _inside(link: re.Match[str], path: str, config: Any) -> str:
    """A link as it is, or its text alone if it leads to a file of the source tree that is no page."""
    target = os.path.normpath(os.path.join(os.path.dirname(path), link[2].partition("#")[0]))
    return link[1] if target.startswith("..") or os.path.isdir(os.path.join(config.docs_dir, target)) else link[0]


def _linked(name: re.Match[str], path: str) -> str:
    from penstock.tools.docs import catalogue

    found = catalogue.where(name[1])
    if found is None:
        return name[0]
    target = os.path.relpath(f"{REFERENCE}/{found[0]}", os.path.dirname(path) or ".").replace(os.sep, "/")
    return f"[{name[0]}]({target}{'#' + found[1] if found[1] else ''})"
