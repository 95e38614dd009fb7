"""Runs the seeds' programs in this process, each as if it were alone: its own thread, hence its own default graph.

A program's text is stored as printed. What a test may do to it is here, and visible in the test: put lines before it that
the text takes for granted, expect an error in a line that the text says fails, spell it in the other era's names, and
replace a literal.
"""

import ast
import contextlib
import io
import re
import sys
import threading
import types
from pathlib import Path

import numpy as np
import pytest

import penstock
from penstock.compat.python2 import detect, load, translate

PROGRAMS = Path(__file__).parent / "programs"

# 0.9's spelling and 1.x's of the same, for the names that the programs use.
ERAS = [
    (r"tf\.initialize_all_variables\b", "tf.global_variables_initializer"),
    (r"tf\.mul\(", "tf.multiply("),
    (r"tf\.sub\(", "tf.subtract("),
    (r"tf\.complex_abs\(", "tf.abs("),
    (r"reduction_indices=", "axis="),
    (r"'/gpu:", "'/device:GPU:"),
    (r"'/cpu:", "'/device:CPU:"),
    (r"\.get_shape\(\)", ".shape"),
    (r"shape=shape\)", "dense_shape=shape)"),
]


def in_other_era(text: str) -> str:
    """The program in the other era's names: a program of 0.9 in 1.x's, one of 1.x in 0.9's."""
    changed = text
    for old, new in ERAS:
        changed = re.sub(old, new, changed)
    if changed != text:
        return changed
    for old, new in ERAS:
        changed = changed.replace(new, re.sub(r"\\b|\\", "", old))
    return changed


def spellings(*names: str) -> list:
    """(name, {}) for each program, and (name, {'other_era': True}) for those that the other era spells otherwise."""
    rows = [pytest.param(name, {}, id=name) for name in names]
    for name in names:
        text = (PROGRAMS / f"{name}.py").read_text(encoding="utf-8")
        if in_other_era(text) != text:
            rows.append(pytest.param(name, {"other_era": True}, id=f"{name}-other-era"))
    return rows


class _Expecting(ast.NodeTransformer):
    """Puts each statement that is said to fail into `with __raises__(its error):`."""

    def __init__(self, lines, raises):
        self.lines, self.raises, self.met = lines, raises, set()

    def visit(self, node):
        node = self.generic_visit(node)
        if not isinstance(node, ast.stmt) or not hasattr(node, "lineno"):
            return node
        line = self.lines[node.lineno - 1].strip()
        for part, error in self.raises.items():
            if line.startswith(part):
                self.met.add(part)
                call = ast.Call(ast.Name("__raises__", ast.Load()), [ast.Constant(error)], [])
                return ast.copy_location(ast.With([ast.withitem(call)], [node]), node)
        return node


class Display:
    """The part of `IPython.display` that the programs use; remembers the pictures."""

    def __init__(self):
        self.shown = []
        self.module = types.ModuleType("IPython.display")
        self.module.Image = lambda data: data
        self.module.display = self.shown.append
        self.module.clear_output = lambda wait=False: None

    @contextlib.contextmanager
    def installed(self):
        package = types.ModuleType("IPython")
        package.display = self.module
        sys.modules.update({"IPython": package, "IPython.display": self.module})
        try:
            yield
        finally:
            del sys.modules["IPython"], sys.modules["IPython.display"]


class Result:
    """What a program left: its names, what it printed (to either stream), the pictures it displayed."""

    def __init__(self, scope, out, err, pictures):
        self.scope, self.out, self.err, self.pictures = scope, out, err, pictures

    def __getattr__(self, name):
        try:
            return self.scope[name]
        except KeyError:
            raise AttributeError(f"the program has no name {name!r}") from None

    @property
    def lines(self):
        return self.out.splitlines()


def run(name, given="", raises=None, then=None, replace=None, other_era=False):
    """Runs a program of `programs/` and returns what `then(result)` returns, called where its default graph still is.

    Args:
      name: of the program.
      given: lines that run before it.
      raises: {beginning of a line: 'ErrorClass: text'} of statements that must fail; the program goes on after them.
      then: called with the `Result`.
      replace: {text in the program: what stands there instead}.
      other_era: whether to respell it in the other era's names.
    """
    text = (PROGRAMS / f"{name}.py").read_text(encoding="utf-8")
    for old, new in (replace or {}).items():
        assert old in text, f"{name} has no {old!r}"
        text = text.replace(old, new)
    if other_era:
        text = in_other_era(text)
    names = {}
    if detect.reads(text.encode(), name):  # Python 2, as `penstock run` runs it
        names = {"__builtins__": load.builtin_names()}
        text = translate.translate(text.encode(), f"{name}.py").text
    expecting = _Expecting(text.splitlines(), raises or {})
    tree = ast.fix_missing_locations(expecting.visit(ast.parse(text)))
    assert expecting.met == set(raises or {}), "a line that should fail is not in the program"
    outcome = []

    def work():
        try:
            outcome.append(_execute(name, given, compile(tree, f"{name}.py", "exec"), then, names))
        except BaseException as error:
            outcome.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _execute(name, given, code, then, names):
    out, err, display = io.StringIO(), io.StringIO(), Display()
    scope = {"__name__": "__program__", "__raises__": raises_as_said, **names}
    penstock.install()
    # The seeds' NumPy printed as 1.13 did.
    with np.printoptions(legacy="1.13"), display.installed():
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                exec(compile("import tensorflow as tf\nimport numpy as np\n" + given, f"<given {name}>", "exec"), scope)
                exec(code, scope)
            result = Result(scope, out.getvalue(), err.getvalue(), display.shown)
            return then(result) if then else result
        finally:
            for left_open in scope.values():
                if isinstance(left_open, (penstock.Session, penstock.InteractiveSession)):
                    left_open.close()


@contextlib.contextmanager
def raises_as_said(said):
    """Expects 'ErrorClass: part of its text'."""
    kind, _, text = said.partition(": ")
    with pytest.raises(Exception) as caught:
        yield
    assert type(caught.value).__name__ == kind, repr(caught.value)
    assert text in str(caught.value)


def value(tensors, feeds=None):
    """Evaluates in a new session on the default graph, variables initialized."""
    import penstock as tf

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        return sess.run(tensors, feeds)


def numbers(text):
    """All numbers in a text, in order."""
    return [float(x) for x in re.findall(r"-?\d+\.?\d*(?:e[-+]?\d+)?", text)]
