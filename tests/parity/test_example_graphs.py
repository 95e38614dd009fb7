"""The examples of docstrings make the operations, of the same types and names, that they make under TensorFlow 1.15.5.

Users fetch tensors and freeze graphs by these names. `recorded_example_graphs.json` was written by 1.15.5 (`example_graphs`
tells how). An example that is new or has changed since is not in it: that is a warning, so that anybody can change a docstring
without a Python 3.7, and an error only when many have come together.
"""

import collections
import difflib
import doctest
import json
import sys
import warnings

import pytest

from tests.parity import example_graphs
from tests.parity.unequal_examples import UNEQUAL
from tests.test_docstrings import PUBLIC, explained

RECORDED = json.loads(example_graphs.RECORDED.read_text()) if example_graphs.RECORDED.exists() else {}
ANEW = "record anew: .venv/bin/python -m tests.parity.test_example_graphs | python3.7 tests/parity/example_graphs.py"

# How many examples may be new or changed since the last record, before somebody with a Python 3.7 has to write one.
UNRECORDED = 100


def examples(module):
    """The examples of what a module exports: sources and what they show, by public name."""
    parser = doctest.DocTestParser()
    for name, text in explained(module):
        parts = [[example.source, example.want] for example in parser.get_examples(text)]
        if parts:
            yield name, parts


def compared(name, parts):
    """What is wrong with the graph of an example; None if nothing is said of it, empty if all is as recorded."""
    import penstock as tf

    text = RECORDED[example_graphs.key(name, parts)]
    if text is None:
        return None
    wanted, found = example_graphs.lengthened(text), example_graphs.operations(tf, parts)
    if found is None:
        return f"{name}: the example fails"
    if collections.Counter(found) == collections.Counter(wanted):
        return ""
    return "\n".join([f"{name}:", *difflib.unified_diff(wanted, found, "1.15", "here", lineterm="", n=1)])


@pytest.mark.usefixtures("forgotten")
@pytest.mark.parametrize("module", PUBLIC)
def test_examples_make_the_operations_of_1_15(module):
    missing, wrong = [], []
    for name, parts in examples(module):
        if example_graphs.key(name, parts) not in RECORDED:
            missing.append(name)
            continue
        said = compared(name, parts)
        if name in UNEQUAL and not said:
            wrong.append(f"{name} is in UNEQUAL, but makes what 1.15 makes: take it out")
        elif name not in UNEQUAL and said:
            wrong.append(said)
    if missing:
        warnings.warn(f"not compared with 1.15, as new or changed: {', '.join(missing)}; {ANEW}", stacklevel=1)
    assert not wrong, "\n".join(wrong)


def test_few_examples_have_changed_since_the_record():
    shown = dict(pair for module in PUBLIC for pair in examples(module))
    keys = {example_graphs.key(name, parts) for name, parts in shown.items()}
    assert len(keys - set(RECORDED)) <= UNRECORDED, ANEW
    assert len(set(RECORDED) - keys) <= UNRECORDED, f"many recorded examples are gone or changed; {ANEW}"
    assert set(shown) >= set(UNEQUAL)


def test_most_examples_are_recorded():
    assert sum(text is not None for text in RECORDED.values()) > 1900


if __name__ == "__main__":
    json.dump({name: parts for module in PUBLIC for name, parts in examples(module)}, sys.stdout)
