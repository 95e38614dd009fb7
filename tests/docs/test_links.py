"""Links in the pages, the README and the notes lead to files and headings that exist."""

import json
import re
import unicodedata

import pytest

from tests.docs.notebooks import TUTORIALS, file_of
from tests.subprocesses import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md"), *(ROOT / "examples").glob("*.md")])
FENCED = re.compile(r"^```.*?^```[ \t]*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(text):
    return CODE.sub("`code`", FENCED.sub("", text))


def anchors(text):
    """The anchors of a page's headings, as MkDocs and forges make them of their words."""
    found = set()
    for heading in re.findall(r"^#+[ \t]+(.*?)[ \t]*$", FENCED.sub("", text), re.MULTILINE):
        words = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
        found.add(re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", words).strip().lower()))
    return found


def dead(page, text):
    """The links of a text that lead nowhere; those to other hosts are not followed."""
    wrong = []
    for target in LINK.findall(prose(text)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, heading = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or ROOT not in [file, *file.parents]:
            wrong.append(target)
        elif heading and file.suffix == ".md" and heading not in anchors(file.read_text(encoding="utf-8")):
            wrong.append(target)
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_leads_nowhere(page):
    assert dead(page, page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda page: page.stem)
def test_no_link_of_a_notebook_leads_nowhere(tutorial):
    cells = json.loads(file_of(tutorial).read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    assert dead(file_of(tutorial), text) == []


def test_a_dead_link_is_found(tmp_path):
    page = ROOT / "docs" / "guide" / "start.md"
    said = "[a](installing.md) [b](nowhere.md) [c](start.md#notebooks) [d](start.md#no-such-heading) `[e](code.md)`"
    assert dead(page, said) == ["nowhere.md", "start.md#no-such-heading"]


def test_every_page_can_be_reached_from_another():
    """A page in the menu is found there; any other needs a link."""
    reached = {ROOT / "README.md"}
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    reached |= {ROOT / "docs" / name for name in re.findall(r"[\w/]+\.md", menu)}
    reached |= set((ROOT / "docs" / "guide").glob("*.md"))  # the site lists all of them
    for page in PAGES:
        for target in LINK.findall(prose(page.read_text(encoding="utf-8"))):
            reached.add((page.parent / target.partition("#")[0]).resolve())
    assert [str(p.relative_to(ROOT)) for p in (ROOT / "docs").glob("**/*.md") if p not in reached] == []
