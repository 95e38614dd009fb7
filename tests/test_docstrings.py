"""Every public function and class shows an example in its docstring, and the examples of all docstrings give what they show."""

import doctest
import importlib
import inspect
import re

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


@pytest.mark.parametrize("module", PUBLIC)
def test_the_first_line_of_a_docstring_says_something(module):
    """It is what `help`, an editor and the lists of the reference show: words, not an example or a heading."""
    first = {name: text.partition("\n")[0].strip() for name, text in explained(module)}
    assert {n: line for n, line in first.items() if " " not in line or line.startswith(">>>") or line.endswith("Args:")} == {}


def functions():
    """Yield (public name, function) of the functions that have two arguments or more, not counting `name`."""
    for module, names in PUBLIC.items():
        for attribute, name in names.items():
            function = getattr(importlib.import_module(module), attribute)
            if not inspect.isfunction(function) or not function.__module__.startswith("penstock"):
                continue
            parameters = inspect.signature(function).parameters.values()
            named = [p for p in parameters if p.name != "name" and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
            if len(named) > 1:
                yield name, function


def test_functions_with_several_arguments_explain_them():
    assert [name for name, function in functions() if "Args:" not in (inspect.getdoc(function) or "")] == []


def explained_arguments(text):
    """The names before the colons below `Args:`; a line that is indented further goes on with the last."""
    lines = text.partition("Args:\n")[2].split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    for line in lines:
        if not line.strip() or len(line) - len(line.lstrip()) < indent:
            return
        if line[indent] != " " and (found := re.match(r"([\w*`, ]+?)(?: \([^)]*\))?:", line[indent:])):
            yield from (name.strip("*` ") for name in found[1].split(","))


def test_no_docstring_explains_an_argument_that_is_not_there():
    wrong = {}
    for name, function in functions():
        arguments = set(inspect.signature(function).parameters)
        if others := set(explained_arguments(inspect.getdoc(function) or "")) - arguments:
            wrong[name] = others
    assert wrong == {}


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
