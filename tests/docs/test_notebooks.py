"""The notebooks are those of the tutorials' pages, are valid, and run in a kernel of Jupyter."""

import pytest

from tests.docs.notebooks import TUTORIALS, file_of, notebook, written
from tests.docs.test_guide import alike

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_notebook_has_what_its_page_has(page):
    file = file_of(page)
    assert file.read_text(encoding="utf-8") == written(page), "run: python -m tests.docs.notebooks"
    nbformat.validate(nbformat.read(file, as_version=4))


def test_every_notebook_has_a_page():
    folder = file_of(TUTORIALS[0]).parent
    assert sorted(folder.iterdir()) == [file_of(page) for page in TUTORIALS]


def test_cells_are_prose_programs_and_what_they_print():
    made = notebook("# A\n\n![x](pictures/a.png)\n\n```python\nprint(1)\n```\n\n```output\n1\n```\n\nEnd.\n")
    assert [cell["cell_type"] for cell in made["cells"]] == ["markdown", "code", "markdown"]
    assert made["cells"][0]["source"] == ["# A\n", "\n", "![x](../pictures/a.png)"]
    assert made["cells"][1]["source"] == ["print(1)"]
    assert made["cells"][1]["outputs"][0]["text"] == ["1\n"]


# Two kinds of beginning: `import penstock as tf`, and `penstock.install()`. The cells of the others are run by test_guide.py.
@pytest.mark.parametrize("name", ["mandelbrot", "mechanics"])
def test_a_notebook_runs_in_a_kernel_and_draws(name, tmp_path):
    page = next(page for page in TUTORIALS if page.stem == name)
    book = nbformat.read(file_of(page), as_version=4)
    wanted = [outputs_of(cell) for cell in book.cells if cell.cell_type == "code"]
    nbclient.NotebookClient(book, timeout=240, resources={"metadata": {"path": str(tmp_path)}}).execute()
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    for cell, text in zip(code, wanted):
        assert alike(text, outputs_of(cell)), outputs_of(cell)
        assert not any(output.output_type == "error" for output in cell.outputs)
    assert (tmp_path / f"{name}.png").stat().st_size > 1000


def outputs_of(cell):
    return "".join(output.text for output in cell.outputs if output.get("name") == "stdout")
