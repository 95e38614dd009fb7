"""The programs of the guide and of the README run as printed: the blocks of a page, one after the other, in one process."""

import re
from pathlib import Path

import pytest

from tests.subprocesses import ROOT, python

WALK = ROOT / "docs" / "adding_an_operation.md"
PAGES = [ROOT / "README.md", WALK, *sorted((ROOT / "docs" / "guide").glob("**/*.md"))]
BLOCK = re.compile(r"^```python[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)


def program_of(page: Path) -> str:
    """The Python blocks of a page as one program; each line keeps its number, so that a traceback tells where it stands."""
    text = page.read_text(encoding="utf-8")
    program = ""
    for block in BLOCK.finditer(text):
        start = text.count("\n", 0, block.start(1))
        program += "\n" * (start - program.count("\n")) + block[1]
    return program


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_programs_of_a_page_run_in_its_order(page, tmp_path):
    program = program_of(page)
    if not program:  # a page of commands only
        return
    file = tmp_path / f"guide_{page.stem}.py"  # not tensorboard.py, which would hide a package
    file.write_text(program, encoding="utf-8")
    folder = tmp_path / "empty"
    folder.mkdir()
    done = python(file, cwd=folder)
    assert done.returncode == 0, f"{page.relative_to(ROOT)} (lines are those of the page):\n{done.stderr[-4000:]}"


def test_blocks_of_a_page_are_one_program_and_keep_their_lines(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A page\n\n```python\nx = 1\n```\n\n```console\n$ false\n```\n\n```python\nassert x == 2\n```\n")
    assert program_of(page) == "\n\n\nx = 1\n" + "\n" * 7 + "assert x == 2\n"
    file = tmp_path / "page.py"
    file.write_text(program_of(page))
    done = python(file)
    assert done.returncode == 1
    assert "line 12" in done.stderr


def test_the_readme_shows_a_program():
    assert "import penstock as tf" in program_of(ROOT / "README.md")


def test_the_tests_of_the_operation_that_is_added_pass_in_both_tiers(tmp_path):
    file = tmp_path / "test_adding_an_operation.py"
    file.write_text(program_of(WALK), encoding="utf-8")
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", tmp_path, file)
    assert done.returncode == 0 and "7 passed" in done.stdout, done.stdout[-4000:] + done.stderr
