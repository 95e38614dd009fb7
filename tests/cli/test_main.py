"""`penstock run` runs a program as `python` would, with Penstock as its TensorFlow."""

import re
import subprocess
import sys

import pytest

import penstock
from tests.subprocesses import ROOT, environment, python

PROGRAM = """
import sys
import helper
import tensorflow as tf
from tensorflow.python.framework import ops

def main(_):
    print(__name__, sys.argv, __file__, helper.value)
    print(sys.modules['__main__'].main is main, ops.Graph is tf.Graph, tf.__version__)
    return 4

if __name__ == '__main__':
    tf.app.run()
"""


@pytest.fixture
def program(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "helper.py").write_text("value = 'beside'\n")
    (tmp_path / "sub" / "__init__.py").write_text("")
    (tmp_path / "sub" / "program.py").write_text(PROGRAM)
    return tmp_path / "sub" / "program.py"


def run(*args, cwd=None):
    return python("-m", "penstock", *args, cwd=cwd)


def test_a_program_sees_its_own_name_arguments_and_folder(program):
    done = run("run", "sub/program.py", "--x", "-m", "y", cwd=program.parent.parent)
    first = "__main__ ['sub/program.py', '--x', '-m', 'y'] sub/program.py beside\n"
    assert done.stdout == f"{first}True True {penstock.VERSION}\n", done.stderr
    assert done.returncode == 4


def test_a_module_runs_by_its_dotted_name(program):
    text = program.read_text().replace("import helper", "from sub import helper")
    program.write_text(text)
    done = run("run", "-m", "sub.program", "a", cwd=program.parent.parent)
    assert done.stdout.startswith(f"__main__ ['{program}', 'a'] {program} beside\nTrue True"), done.stderr
    assert done.returncode == 4


def test_main_is_still_there_for_exit_handlers_and_pickles(tmp_path):
    path = tmp_path / "p.py"
    path.write_text(
        "import atexit, pickle\n"
        "class Thing: pass\n"
        "assert type(pickle.loads(pickle.dumps(Thing()))) is Thing\n"
        "atexit.register(lambda: print('end', Thing.__module__, __import__('__main__').Thing is Thing))\n"
    )
    assert run("run", path).stdout == "end __main__ True\n"


def test_an_error_of_the_program_shows_its_line_and_ends_with_one(tmp_path):
    path = tmp_path / "p.py"
    path.write_text("import tensorflow as tf\n\ntf.no_such_name\n")
    done = run("run", path)
    assert done.returncode == 1
    assert f'File "{path}", line 3' in done.stderr
    assert done.stderr.endswith("AttributeError: module 'tensorflow' has no attribute 'no_such_name'\n")


def test_a_missing_program_is_named():
    done = run("run", "missing.py")
    assert done.returncode == 2
    assert done.stderr == "penstock: can't open file 'missing.py': No such file or directory\n"


def test_an_unknown_option_is_refused_with_the_usage_of_run():
    done = run("run", "--batch_size=3", "train.py", "--x")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "usage: penstock run [-h] [--strict] [--python2] (program.py | -m module) [args ...]",
        "penstock run: error: unrecognized arguments: --batch_size=3 (a program's own arguments come after its name)",
    ]
    assert run("run").stderr.endswith("penstock run: error: the following arguments are required: program\n")


def test_a_program_is_read_from_standard_input(tmp_path):
    (tmp_path / "beside.py").write_text("print 'beside', 7 / 2\n")
    text = "import sys, tensorflow as tf, beside\nprint(sys.argv, tf.__version__, __name__)\n"
    command = [sys.executable, "-m", "penstock", "run", "-", "--x"]
    env = environment(PYTHONPATH=str(ROOT))
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=tmp_path, env=env)
    assert done.stdout == f"beside 3\n['-', '--x'] {penstock.VERSION} __main__\n", done.stderr


def test_a_program_may_be_said_to_be_python_2(tmp_path):
    (tmp_path / "half.py").write_text("def half(x):\n    return x / 2\n")
    (tmp_path / "new.py").write_text("def half(x: int):\n    return x / 2\n")
    (tmp_path / "p.py").write_text("import half, new\nprint(half.half(7))\nprint(new.half(7))\nprint(9 / 2)\n")
    assert run("run", "p.py", cwd=tmp_path).stdout.split() == ["3.5", "3.5", "4.5"]
    assert run("run", "--python2", "p.py", cwd=tmp_path).stdout.split() == ["3", "3.5", "4"]


def test_the_version_names_penstocks_and_tensorflows():
    text = run("--version").stdout
    assert text == f"penstock {penstock.__penstock__} (TensorFlow {penstock.VERSION})\n"


def test_help_lists_the_commands():
    done = run("--help")
    assert done.returncode == 0 and re.search(r"\n +run .*\n(.*\n)* +board ", done.stdout)


def test_no_command_is_an_error_that_shows_the_usage():
    done = run()
    assert done.returncode == 2 and "usage: penstock" in done.stderr


def test_board_is_tensorboard():
    done = run("board", "logs", "--help")
    assert "TensorBoard" in done.stdout and "--logdir" in done.stdout, done.stderr
