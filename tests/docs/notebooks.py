"""The tutorials as notebooks: the text of a page, its programs as cells, what they print as the cells' output.

A page is the source, its notebook is made from it: `python -m tests.docs.notebooks` writes those of all tutorials.
"""

import json
from pathlib import Path

from tests.docs.programs import BLOCK
from tests.subprocesses import ROOT

TUTORIALS = sorted(p for p in (ROOT / "docs" / "tutorials").glob("*.md") if p.name != "index.md")


def file_of(page: Path) -> Path:
    return page.parent / "notebooks" / f"{page.stem}.ipynb"


def notebook(text: str) -> dict:
    """The notebook of a page, in nbformat's version 4.5; links and pictures lead to where they led."""
    cells: list[dict] = []

    def add(kind: str, source: str, **fields: object) -> None:
        if source.strip():
            lines = source.strip("\n").splitlines(keepends=True)
            cells.append({"cell_type": kind, "id": f"cell-{len(cells)}", "metadata": {}, "source": lines, **fields})

    def prose(part: str) -> None:
        for inside, outside in (("](pictures/", "](../pictures/"), ("](../guide/", "](../../guide/")):
            part = part.replace(inside, outside)
        for other in TUTORIALS:
            part = part.replace(f"]({other.name}", f"](../{other.name}")
        add("markdown", part)

    end = 0
    for m in BLOCK.finditer(text):
        prose(text[end : m.start()])
        printed = [] if m[2] is None else [{"name": "stdout", "output_type": "stream", "text": m[2].splitlines(True)}]
        add("code", m[1], execution_count=None, outputs=printed)
        end = m.end()
    prose(text[end:])
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def written(page: Path) -> str:
    """What the file of a page's notebook holds."""
    return json.dumps(notebook(page.read_text(encoding="utf-8")), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for page in TUTORIALS:
        file_of(page).parent.mkdir(exist_ok=True)
        file_of(page).write_text(written(page), encoding="utf-8")
