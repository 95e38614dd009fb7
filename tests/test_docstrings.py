"""Every public function and class shows an example in its docstring, and the examples of all docstrings give what they show."""

import doctest
import importlib
import inspect

import pytest

from penstock import _names

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL

# What is not ours to explain: flags are absl's, and protocol buffers have no docstrings.
FOREIGN = ("penstock.platform.flags:", "penstock.protos.public:")


def public_by_module():
    """Public functions and classes, as (name, attribute), by the module they stand in."""
    found = {}
    for name, target in sorted(_names.NAMES.items(), key=lambda item: (item[0].count("."), item[0])):
        module, _, attribute = target.partition(":")
        if attribute and not target.startswith(FOREIGN):
            found.setdefault(module, {}).setdefault(attribute, name)
    return found


PUBLIC = public_by_module()


def explained(module):
    """Yield (public name, docstring) of what a module exports and has written itself."""
    for attribute, name in PUBLIC[module].items():
        value = getattr(importlib.import_module(module), attribute)
        if not (inspect.isfunction(value) or inspect.isclass(value)) or hasattr(value, "DESCRIPTOR"):
            continue
        if value.__module__.startswith("penstock"):
            yield f"tf.{name}", inspect.getdoc(value) or ""


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_shows_an_example(module):
    assert [name for name, text in explained(module) if ">>>" not in text] == []


@pytest.mark.usefixtures("forgotten")
@pytest.mark.parametrize("module", PUBLIC)
def test_the_examples_give_what_they_show(module, tmp_path, monkeypatch):
    """Each runs in an empty folder and graph, as a user would type it; examples of methods and of the module too."""
    import penstock as tf

    monkeypatch.chdir(tmp_path)
    shown = importlib.import_module(module)
    tests = doctest.DocTestFinder(exclude_empty=True).find(shown, module, extraglobs={})
    tests += [
        doctest.DocTestParser().get_doctest(text, dict(vars(shown)), name, module, 0)
        for name, text in explained(module)
        if not any(test.docstring and inspect.cleandoc(test.docstring) == text for test in tests)
    ]
    wrong = []
    for test in tests:
        if not test.examples:
            continue
        with tf.Graph().as_default():
            out = []
            doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=out.append)
        wrong += out
    assert not wrong, "".join(wrong)
