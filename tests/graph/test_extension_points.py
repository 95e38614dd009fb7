"""Lower layers ask higher ones by name: what is declared is found, and every declaration is in the table."""

import subprocess
import sys

import pytest

from penstock import _names
from penstock.graph import extension_points


def test_what_was_declared_is_found(monkeypatch):
    monkeypatch.setattr(extension_points, "_implementations", {})

    @extension_points.implements("answer")
    def answer():
        return 42

    assert extension_points.implementation("answer") is answer
    assert extension_points.modules() == {"answer": __name__}


@pytest.mark.parametrize("point", _names.EXTENSIONS)
def test_the_module_of_an_extension_point_declares_it(point):
    assert callable(extension_points.implementation(point))
    assert extension_points.modules()[point] == _names.EXTENSIONS[point]


def test_an_unknown_one_is_a_key_error():
    with pytest.raises(KeyError, match="no such thing"):
        extension_points.implementation("no such thing")


def test_the_graph_layer_does_not_load_operations_until_they_are_asked_for():
    code = "import sys, penstock.graph.convert; print(sorted(m for m in sys.modules if m.startswith('penstock.ops')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
