"""Finds out whether a file of tests speaks of an operation type: by its name, by a public function that makes it, or by a
type that shares its kernel.

The public functions are read from the package's sources: those whose text names the type in quotes.
"""

import ast
import functools
import re
from collections import defaultdict

from penstock import _names
from penstock.graph import registry
from tests.subprocesses import ROOT


def snake(kind):
    """The name of a type as 1.x's generated wrappers spell it, without the marks of versions.

    >>> snake("ExperimentalCSVDatasetV2")
    'csv_dataset'
    """
    kind = re.sub(r"^(Experimental|Batch(?=FFT|IFFT))", "", re.sub(r"V\d$", "", kind))
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", kind).lower()


@functools.cache
def _exports():
    """{(module, attribute): last parts of its public names}."""
    found = defaultdict(set)
    for name, place in _names.NAMES.items():
        module, _, attribute = place.partition(":")
        found[module, attribute].add(name.rpartition(".")[2])
    return found


@functools.cache
def _makers(module):
    """{operation type: names of public functions and methods of this module whose source names it in quotes}."""
    path = ROOT / module.replace(".", "/")
    source = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text()
    found = defaultdict(set)
    for node in ast.parse(source).body:
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            continue
        public = _exports().get((module, node.name), set())
        parts = [(node, public)]
        if isinstance(node, ast.ClassDef):
            parts = [(part, {part.name}) for part in node.body if isinstance(part, ast.FunctionDef)]
            parts = [(part, public if part.name == "__init__" else names) for part, names in parts]
        for part, names in parts:
            for constant in ast.walk(part):
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                    found[constant.value] |= names
    return found


def names_of(kind):
    """The words by which a test may speak of an operation type."""
    words = {kind, snake(kind)}
    for module in {module for module, _ in _exports()}:
        words |= _makers(module).get(kind, set())
    return words


def mentions(text, kind):
    """Whether a text speaks of an operation type."""
    return any(re.search(rf"\b{re.escape(word)}\b", text) for word in names_of(kind))


def same_kernel(kind, among):
    """The types, of some, that are computed by the same function."""
    kernel = registry.lookup(kind).kernel
    return [other for other in among if other != kind and registry.lookup(other).kernel is kernel]
