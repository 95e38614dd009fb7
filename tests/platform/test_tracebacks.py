"""What a user sees of an error: his own lines, and how many frames of Penstock are between them."""

import textwrap
import traceback

import pytest

import penstock as tf
from penstock.platform import tracebacks
from tests.subprocesses import python

HIDDEN = ("runpy", "penstock/cli", "sys.exit(main())", "in _run", "During handling")


def stderr_of(tmp_path, program, *how):
    """What `penstock run` writes to the error stream for a program that fails."""
    (tmp_path / "program.py").write_text(textwrap.dedent(program))
    done = python("-m", "penstock", "run", *(how or ["program.py"]), cwd=tmp_path)
    assert done.returncode == 1
    return done.stderr


FAILING = """
import threading
import tensorflow as tf

def work():
    tf.zeros([2]) + tf.zeros([3])

thread = threading.Thread(target=work)
thread.start()
thread.join()

def main(_):
    x = tf.placeholder(tf.float32, name="x")
    with tf.Session() as sess:
        sess.run(tf.sqrt(x, name="root"))

tf.app.run()
"""


def test_under_penstock_run_a_traceback_begins_with_the_program_and_folds_our_frames(tmp_path):
    text = stderr_of(tmp_path, FAILING)
    assert not any(word in text for word in HIDDEN), text
    in_thread, main = text.split("Traceback (most recent call last):\n")[1:]
    assert (
        "in work\n    tf.zeros([2]) + tf.zeros([3])" in in_thread
        and "frames inside of penstock (PENSTOCK_" in in_thread
    )
    lines = main.splitlines()
    assert lines[0].endswith('program.py", line 17, in <module>') and lines[1] == "    tf.app.run()"
    assert lines[2] == "  ... 1 frame inside of penstock (PENSTOCK_TRACEBACK=full shows them)"
    assert lines[3].endswith('program.py", line 15, in main')
    assert "InvalidArgumentError: You must feed a value for placeholder tensor 'x' with dtype float" in main
    made = main.partition("Original stack trace for 'x':\n")[2].splitlines()
    assert made[0].endswith('program.py", line 17, in <module>')  # where the user made the placeholder
    assert any(line.endswith('program.py", line 13, in main') for line in made)


def test_all_frames_are_shown_when_asked_for_and_modules_begin_with_their_own(tmp_path, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TRACEBACK", "full")
    text = stderr_of(tmp_path, FAILING)
    assert "penstock/cli/main.py" in text and "graph/build.py" in text and "inside of penstock" not in text
    monkeypatch.delenv("PENSTOCK_TRACEBACK")
    text = stderr_of(tmp_path, "1 / 0", "-m", "program")
    assert text.splitlines()[:2] == [
        "Traceback (most recent call last):",
        f'  File "{tmp_path}/program.py", line 1, in <module>',
    ]


def test_a_program_that_is_no_python_has_no_traceback_as_in_python(tmp_path):
    assert stderr_of(tmp_path, "x = = 3").startswith('  File "program.py", line 1\n')


def test_exceptions_keep_all_their_frames_for_debuggers_and_pytest():
    with pytest.raises(ValueError) as caught:
        tf.zeros([2]) + tf.zeros([3])
    files = [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert any("/penstock/graph/" in file for file in files)
    assert "frames inside of penstock" in tracebacks.format_exception(caught.value)


def test_what_we_raise_and_catch_ourselves_is_not_shown_but_the_users_is():
    def failed(action):
        with pytest.raises(Exception) as caught:
            action()
        return caught.value

    error = failed(lambda: tracebacks.is_ours(None))
    inner = failed(lambda: tracebacks.is_ours(1))
    error.__context__ = inner
    assert tracebacks.format_exception(error).count("Traceback") == 2  # begins with a line of ours here, the user's
    inner.__traceback__ = inner.__traceback__.tb_next.tb_next  # raised and caught inside of Penstock
    assert tracebacks.format_exception(error).count("Traceback") == 1
    error.__cause__ = inner  # told on purpose
    assert tracebacks.format_exception(error).count("Traceback") == 2


def test_an_operation_tells_where_the_user_made_it():
    tensor = tf.constant(1)  # this line
    frames = tracebacks.lines(tensor.op.traceback)
    assert "frames inside of penstock (PENSTOCK_TRACEBACK=full shows them)" in frames[-1]
    assert "tensor = tf.constant(1)  # this line" in frames[-2]


def test_an_import_of_ours_that_is_interrupted_shows_no_frames_of_pythons_import():
    frames = [("program.py", 1, "<module>", "import tensorflow")]
    frames += [("<frozen importlib._bootstrap>", 7, "_find_and_load", "")] * 3 + [(tracebacks.__file__, 1, "f", "")]
    told = tracebacks.lines(frames)
    assert len(told) == 2 and told[1].startswith("  ... 4 frames inside of penstock")
    assert len(tracebacks.lines([*frames[:2], ("other.py", 1, "<module>", "1 / 0")])) == 3  # no import of ours


NOTEBOOK = """
import IPython.core.interactiveshell
shell = IPython.core.interactiveshell.InteractiveShell.instance(colors="NoColor")
shell.run_cell("import penstock")
shell.run_cell("penstock.install()")
shell.run_cell("import tensorflow as tf")
shell.run_cell("def f(x):\\n    return tf.matmul(x, x)\\nf(tf.ones([2, 3]))")
shell.run_cell("penstock.uninstall()")
shell.run_cell("penstock.matmul(tf.ones([2, 3]), tf.ones([2, 3]))")
"""


def test_a_notebook_shows_the_users_frames_only_after_install(tmp_path):
    pytest.importorskip("IPython")
    (tmp_path / "notebook.py").write_text(NOTEBOOK)
    shown = python(tmp_path / "notebook.py").stdout
    ours, pythons = shown.split("Dimensions must be equal")[:2]
    assert "return tf.matmul(x, x)" in ours and "f(tf.ones([2, 3]))" in ours
    assert "/graph/build.py" not in ours and "/graph/build.py" in pythons
