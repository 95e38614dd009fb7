"""The programs of the guides, tutorials and the README run as printed, and print what the pages say."""

import doctest
import os
import re

import pytest

from tests.docs.programs import Runner, blocks_of, give_data, in_1_15, program_of
from tests.subprocesses import ROOT, python

WALK = ROOT / "docs" / "adding_an_operation.md"
PAGES = [ROOT / "README.md", ROOT / "docs" / "index.md", WALK, *sorted((ROOT / "docs").glob("*/**/*.md"))]
SAME = doctest.OutputChecker()
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)")


def alike(wanted, got):
    """Whether two outputs are the same but for numbers that differ a little, as those of training do on another processor."""
    numbers = zip(NUMBER.findall(wanted), NUMBER.findall(got))
    return NUMBER.sub("#", wanted.rstrip()) == NUMBER.sub("#", got.rstrip()) and all(
        abs(float(a) - float(b)) <= max(0.05, 0.15 * abs(float(a))) for a, b in numbers
    )


def test_alike_means_the_same_words_and_nearly_the_same_numbers():
    assert alike("step 10: accuracy 0.90\n", "step 10: accuracy 0.91")
    assert not alike("step 10: accuracy 0.90", "step 10: accuracy 0.70")
    assert not alike("step 10: accuracy 0.90", "step 10: loss 0.90")
    assert not alike("step 10: accuracy 0.90", "step 10: accuracy 0.90, loss 1")


@pytest.fixture(scope="module")
def runner():
    runner = Runner()
    yield runner
    runner.close()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_programs_of_a_page_run_and_print_what_it_says(page, tmp_path, runner):
    text = page.read_text(encoding="utf-8")
    blocks = blocks_of(text)
    if not blocks:  # a page of commands only
        return
    if "matplotlib" in program_of(text):
        pytest.importorskip("matplotlib")
    trains = page.parent.name == "tutorials"
    ran = runner.run(text, tmp_path, page.stem)
    assert ran.status == 0, f"{page.relative_to(ROOT)} (lines are those of the page):\n{ran.errors[-4000:]}"
    says = any(block.output is not None for block in blocks)
    for block, printed in zip(blocks, ran.printed):
        if block.output is not None:
            wanted, got = block.output.rstrip() + "\n", printed.rstrip() + "\n"
            where = f"{page.relative_to(ROOT)}, block at line {block.line + 1}"
            assert SAME.check_output(wanted, got, doctest.ELLIPSIS) or (trains and alike(wanted, got)), (
                f"{where} prints:\n{got}\nand should print:\n{wanted}"
            )
        elif says:  # a page that shows what is printed shows all of it
            assert not printed.strip(), (
                f"{page.relative_to(ROOT)}, line {block.line + 1} does not show that it prints {printed!r}"
            )


# What NumPy 2 shows of a number, and how Python 3.7 shows it.
OF_NUMPY_2 = re.compile(r"np\.(?:float|int|uint|bool|str|bytes)\w*\(([^()]*)\)")


@pytest.fixture(scope="module")
def old(peer_1_15):
    runner = Runner(os.environ["PENSTOCK_115_PYTHON"])
    yield runner
    runner.close()


def as_1_15_prints(text):
    return OF_NUMPY_2.sub(r"\1", text).rstrip() + "\n"


SHOWN = [p for p in PAGES if "```output" in p.read_text(encoding="utf-8")]
EXTRACTING = re.compile(r"^Extracting .*\n", re.MULTILINE)  # of files that Penstock does not need


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: str(page.relative_to(ROOT)))
def test_tensorflow_1_15_prints_what_the_page_says(page, tmp_path, old):
    text = page.read_text(encoding="utf-8")
    trains = page.parent.name == "tutorials"
    if trains:
        give_data(tmp_path)
    theirs = in_1_15(text, data=trains)
    ran = old.run(theirs, tmp_path, page.stem)
    assert ran.status == 0, f"{page.relative_to(ROOT)}:\n{ran.errors[-4000:]}"
    wrong = []
    for block, printed in zip(blocks_of(theirs), ran.printed):
        if block.output is not None and block.code.strip():
            wanted, got = as_1_15_prints(block.output), EXTRACTING.sub("", as_1_15_prints(printed))
            if not SAME.check_output(wanted, got, doctest.ELLIPSIS) and not (trains and alike(wanted, got)):
                wrong.append(f"line {block.line + 1} prints:\n{got}\nand should print:\n{wanted}")
    assert not wrong, "".join(wrong)


def test_blocks_of_a_page_are_one_program_and_keep_their_lines(tmp_path, runner):
    page = "# A page\n\n```python\nx = 1\nprint(x)\n```\n\n```output\n1\n```\n"
    page += "\n```console\n$ false\n```\n\n```python\nassert x == 2\n```\n"
    assert program_of(page) == "\n\n\nx = 1\nprint(x)\n" + "\n" * 11 + "assert x == 2\n"
    assert [block.output for block in blocks_of(page)] == ["1\n", None]
    ran = runner.run(page, tmp_path, "page")
    assert ran.status == 1 and ran.printed == ["1\n"] and "line 17" in ran.errors


def test_the_readme_shows_a_program():
    assert "import penstock as tf" in program_of((ROOT / "README.md").read_text())


def test_the_tests_of_the_operation_that_is_added_pass_in_both_tiers(tmp_path):
    file = tmp_path / "test_adding_an_operation.py"
    file.write_text(program_of(WALK.read_text(encoding="utf-8")), encoding="utf-8")
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", tmp_path, file)
    assert done.returncode == 0 and "7 passed" in done.stdout, done.stdout[-4000:] + done.stderr
