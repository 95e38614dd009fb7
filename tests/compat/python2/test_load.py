"""Modules of Python 2 in a program's folder are translated as they are imported; nothing else is touched."""

import os
import sys

import pytest

from penstock.compat.python2 import load
from tests.subprocesses import python

PROGRAM = """\
import tensorflow as tf
from models import net, helpers
import plain
print "main", net.half(7), plain.half(7), helpers.__name__
print sorted(n for n in dir(net) if n.startswith('old'))

def fail(x):
\tif x:
        \treturn [
            1 / 0]

if __name__ == '__main__':
    fail(True)
"""


@pytest.fixture
def program(tmp_path):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "__init__.py").write_text("")
    (tmp_path / "models" / "net.py").write_text(
        "import helpers\nprint 'net', helpers.__name__\ndef half(x): return x / 2\n"
    )
    (tmp_path / "models" / "helpers.py").write_text("import json\n")
    (tmp_path / "plain.py").write_text("def half(x): return x / 2\n")
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path / "program.py"


def test_a_program_runs_with_its_modules_and_its_traceback_shows_its_own_lines(program):
    done = python("-m", "penstock", "run", program)
    assert done.stdout.splitlines() == ["net models.helpers", "main 3 3.5 models.helpers", "[]"]
    first, *rest = done.stderr.splitlines()
    assert first.startswith(
        "penstock: program.py is Python 2; it and modules like it"
    ) and "is Python 2" not in "".join(rest)
    assert rest[-5:] == [
        f'  File "{program}", line 13, in <module>',
        "    fail(True)",
        f'  File "{program}", line 10, in fail',
        "    1 / 0]",
        "ZeroDivisionError: integer division or modulo by zero",
    ] or rest[-4:] == [
        "    fail(True)",
        f'  File "{program}", line 9, in fail',
        "    return [",
        "ZeroDivisionError: integer division or modulo by zero",
    ], done.stderr


def test_a_module_runs_by_its_name(program):
    (program.parent / "models" / "tool.py").write_text("import net\nprint __name__, net.half(9), 9 / 2\n")
    done = python("-m", "penstock", "run", "-m", "models.tool", cwd=program.parent)
    assert done.stdout.splitlines() == ["net models.helpers", "__main__ 4 4"], done.stderr


def test_modules_under_names_that_are_gone_are_there_for_it(tmp_path):
    (tmp_path / "program.py").write_text(
        "import pkg_resources\nprint pkg_resources.get_distribution('tensorflow').version\n"
    )
    done = python("-m", "penstock", "run", str(tmp_path / "program.py"))
    assert done.stdout == "1.15.5\n", done.stderr


def test_installed_packages_and_other_folders_are_left_alone(tmp_path):
    inside = tmp_path / "own" / "lib" / "site-packages"
    inside.mkdir(parents=True)
    (inside / "installed.py").write_text("print 'old'\n")
    (tmp_path / "elsewhere.py").write_text("print 'old'\n")
    path = tmp_path / "own" / "p.py"
    path.write_text(
        "import sys\nsys.path += [%r, %r]\nfor name in ('installed', 'elsewhere'):\n    try: __import__(name)\n"
        "    except SyntaxError, e: print name\n" % (str(inside), str(tmp_path))
    )
    done = python("-m", "penstock", "run", path)
    assert done.stdout == "installed\nelsewhere\n", done.stderr


def test_a_program_of_python_3_is_not_told_from_python_itself_and_fissix_stays_unloaded(tmp_path):
    path = tmp_path / "p.py"
    path.write_text(
        "import sys, builtins, helper\nprint(7 / 2, round(2.5), 'fissix' in sys.modules, __builtins__ is builtins, helper.x)\n"
        "print('penstock.compat.python2.translate' in sys.modules, b'x', 0.1 + 0.2)\n"
    )
    (tmp_path / "helper.py").write_text("x = 7 / 2\n")
    done = python("-m", "penstock", "run", path)
    assert done.stdout == "3.5 2 False True 3.5\nFalse b'x' 0.30000000000000004\n", done.stderr
    assert done.stderr == ""


def test_a_translation_is_kept_where_only_the_user_may_write(tmp_path, monkeypatch, capsys):
    cache = tmp_path / "cache"
    monkeypatch.setenv("PENSTOCK_CACHE", str(cache))
    load._folder_of_cache.cache_clear()
    monkeypatch.setattr(load, "_is_private", lambda folder: not folder.stat().st_mode & 0o022)
    source = b"print 'kept', 7 / 2\n"
    load.code_of(source, "a.py")
    (kept,) = (cache / "python2").iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    kept.write_text(kept.read_text().replace("kept", "from the cache"))
    exec(load.code_of(source, "a.py").code)
    assert capsys.readouterr().out == "from the cache 3\n"
    kept.write_text(kept.read_text()[:20])  # torn: translated again
    exec(load.code_of(source, "a.py").code)
    assert capsys.readouterr().out == "kept 3\n"
    (cache / "python2").chmod(0o777)
    load._folder_of_cache.cache_clear()
    kept.write_text(kept.read_text().replace("kept", "from others"))
    exec(load.code_of(source, "a.py").code)
    assert capsys.readouterr().out == "kept 3\n"
    load._folder_of_cache.cache_clear()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners here")
def test_a_folder_below_one_that_others_may_write_is_not_private(tmp_path):
    inner = tmp_path / "open" / "inner"
    inner.mkdir(parents=True)
    inner.chmod(0o700)
    assert load._is_private(inner)
    (tmp_path / "open").chmod(0o777)
    assert not load._is_private(inner)
    (tmp_path / "open").chmod(0o1777)
    assert load._is_private(inner)


def test_a_source_that_python_cannot_decode_still_shows_its_lines(tmp_path):
    path = tmp_path / "p.py"
    path.write_bytes(b"# caf\xe9\nprint 'a'\ntry: x = {}['caf\xe9']\nexcept: __import__('traceback').print_exc()\n")
    done = python("-m", "penstock", "run", path)
    assert f'File "{path}", line 3, in <module>\n    try: x = {{}}[' in done.stderr


def test_no_grammar_is_unpickled(tmp_path, monkeypatch):
    code = (
        "import pickle, sys\n"
        "def refuse(*a, **k): raise AssertionError('a pickle')\n"
        "pickle.load = pickle.loads = pickle.dump = refuse\n"
        "from penstock.compat.python2 import translate\n"
        "print(translate.translate(b'print 1', 'a.py').text, end='')\n"
    )
    done = python("-c", code)
    assert done.stdout == "print(1)\n", done.stderr


def test_the_hook_is_for_one_folder(tmp_path):
    hooks, cached = list(sys.path_hooks), dict(sys.path_importer_cache)
    try:
        load.install(str(tmp_path))
        with pytest.raises(ImportError):
            sys.path_hooks[0](str(tmp_path.parent))
        assert sys.path_hooks[0](str(tmp_path)).path == str(tmp_path)
    finally:
        sys.path_hooks[:] = hooks
        sys.path_importer_cache.update(cached)
