"""Pages on C++ headers, from what doxygen says of them in XML: an index, and a page for each class and struct.

doxygen is started on the headers that users include. Its XML is data: it is read with the standard library, and what it
links is not followed.
"""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import tempfile
from xml.etree import ElementTree

import penstock
from penstock.tools.docs.docstrings import escape

PACKAGE = pathlib.Path(penstock.__file__).parent
_SETTINGS = """PROJECT_NAME = Penstock
INPUT = {folders}
FILE_PATTERNS = *.h
RECURSIVE = YES
GENERATE_XML = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
EXTRACT_ALL = YES
QUIET = YES
WARNINGS = NO
OUTPUT_DIRECTORY = {out}
"""


def headers() -> list[pathlib.Path]:
    """The folders with headers that users of C or C++ include."""
    named = [PACKAGE / "include", *PACKAGE.glob("*/include"), PACKAGE / "native"]
    return [folder for folder in named if folder.is_dir() and any(folder.rglob("*.h"))]


def pages() -> dict[str, str]:
    """Runs doxygen and returns the pages: path → text.

    Raises:
      FileNotFoundError: doxygen is not installed.
      RuntimeError: it failed.
    """
    program = shutil.which("doxygen")
    if program is None:
        raise FileNotFoundError("doxygen is not installed, which -a needs")
    with tempfile.TemporaryDirectory() as folder:
        settings = pathlib.Path(folder) / "Doxyfile"
        settings.write_text(_SETTINGS.format(folders=" ".join(f'"{h}"' for h in headers()), out=folder))
        done = subprocess.run([program, str(settings)], capture_output=True, text=True, timeout=600)
        if done.returncode:
            raise RuntimeError(f"doxygen failed: {done.stderr.strip()[-500:]}")
        return from_xml(pathlib.Path(folder) / "xml")


def from_xml(folder: pathlib.Path) -> dict[str, str]:
    """The pages that a folder of doxygen's XML gives: path → text."""
    found: dict[str, str] = {}
    lines = ["# C++ reference", "", "What the headers declare.", ""]
    for file in sorted(folder.glob("*.xml")):
        root = ElementTree.parse(file).getroot()
        for compound in root.iter("compounddef"):
            kind, name = compound.get("kind", ""), compound.findtext("compoundname", "")
            if kind in ("class", "struct", "file") and (sections := list(compound.iter("memberdef"))):
                page = f"cc/{kind}_{''.join(c if c.isalnum() else '_' for c in name)}.md"
                title = f"`{kind} {name}`" if kind != "file" else f"`{name}`"
                lines.append(f"*   [{title}]({page.removeprefix('cc/')})")
                found[page] = "\n".join([f"# {title}", "", _text(compound), *(t for m in sections for t in _member(m))])
    found["cc/index.md"] = "\n".join([*lines, ""])
    return found


def _member(member: ElementTree.Element) -> list[str]:
    name = member.findtext("name", "")
    kind = "".join(member.find("type").itertext()) if member.find("type") is not None else ""  # type: ignore[union-attr]
    declared = f"{kind} {name}{member.findtext('argsstring', '') or ''}".strip()
    return ["- - -", "", f"### `{declared}` {{#{name}}}", "", _text(member)]


def _text(element: ElementTree.Element) -> str:
    """The brief and the detailed description of something."""
    words = []
    for part in ("briefdescription", "detaileddescription"):
        for paragraph in element.findall(f"{part}/para"):
            words.append(escape(" ".join("".join(paragraph.itertext()).split()), str))
    return "\n\n".join(w for w in words if w) + "\n"
