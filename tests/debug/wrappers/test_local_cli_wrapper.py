"""Sessions stop at the debugger's command line before and after each run, and say there what TensorFlow 1.15.5 says."""

import re
import sys

import numpy as np
import pytest

import penstock as tf
from penstock import debug as tf_debug
from tests.debug.cli import driver
from tests.subprocesses import ROOT

EXAMPLES = "tensorflow.python.debug.examples."
# Tracebacks name files of the library itself; times and the order of independent operations differ between runs.
_TRACEBACK = re.compile(r"(?s)Original stack trace.*?\n(?=\n-{38})")
_DEFINED = re.compile(r" *\(defined at [^)]*\) *")


def comparable(answer):
    return _DEFINED.sub("", _TRACEBACK.sub("", answer)).replace("tensorflow.python.framework.errors_impl", "ERRORS")


def ours(example, commands, home, *flags):
    argv = [sys.executable, "-m", "penstock", "run", "-m", EXAMPLES + example, "--debug", "--ui_type=readline", *flags]
    return driver.answers(argv, commands, home, PYTHONPATH=str(ROOT))


COMMANDS = ["help run", "help print_feed", "run -f nonsense", "run -fenn x", "pf ph_float:0", "pf other:0", "run"]


@pytest.mark.parametrize("error", ["shape_mismatch", "uninitialized_variable"])
def test_a_run_that_fails_opens_the_command_line_as_in_1_15(error, tmp_path, peer_1_15):
    argv = [peer_1_15.python, "-m", EXAMPLES + "debug_errors", "--debug", "--ui_type=readline", f"--error={error}"]
    theirs, _, _ = driver.answers(argv, [*COMMANDS, "ri", "exit"], tmp_path)
    answers, code, errors = ours("debug_errors", [*COMMANDS, "ri", "exit"], tmp_path, f"--error={error}")
    assert code == 0, errors  # there is no run after it that the user's word could end
    assert len(answers) == len(theirs) == len(COMMANDS) + 3
    for number, (mine, other) in enumerate(zip(answers[:-1], theirs[:-1])):  # then the program prints the error
        if number == COMMANDS.index("run -fenn x") + 1:
            mine, other = mine.partition("Traceback")[0], other.partition("Traceback")[0]
        if number == len(COMMANDS):
            assert "!!! An error occurred during the run !!!" in mine
        assert comparable(mine).splitlines()[:60] == comparable(other).splitlines()[:60], number


def test_debug_mnist_stops_at_the_fourth_run_where_the_first_bad_number_is(tmp_path):
    commands = ["run -f has_inf_or_nan", "ni cross_entropy/Log", "lt", "run -p", "exit"]
    answers, code, errors = ours("debug_mnist", commands, tmp_path, "--fake_data")
    assert code == 1 and "user exited from debugger CLI" in errors
    assert "run-end: run #4: 1 fetch (train/Adam); 2 feeds" in answers[1]
    listed = [line for line in answers[1].splitlines() if line.startswith("[")]
    assert listed[0].endswith("Log        cross_entropy/Log:0")
    assert "Op: Log" in answers[2] and "[Softmax] Softmax" in answers[2]
    # The numbers of 1.15.5: it leaves out what it folds and merges.
    assert "36 dumped tensor(s) passing filter" in answers[1] and answers[3].startswith("100 dumped tensor(s):")
    assert "run-end (profiler mode): run #5" in answers[4] and "MatMul" in answers[4]


def test_debug_fibonacci_finds_the_first_negative_number(tmp_path):
    answers, code, errors = ours("debug_fibonacci", ["run -f has_negative", "run"], tmp_path, "--length=50")
    assert code == 0, errors
    assert "node_46:0" in [line.split()[-1] for line in answers[1].splitlines() if line.startswith("[")][0]
    assert "Fibonacci number at position 50:\n[[-298632863]]" in answers[2]


def test_debug_keras_and_an_estimator_run_under_the_debugger(tmp_path):
    answers, code, errors = ours("debug_keras", ["run", "run -t 100"], tmp_path)
    assert code == 0, errors
    assert "dumped tensor(s):" in answers[1]
    answers, code, errors = ours("debug_tflearn_iris", ["run", "run -t 100"], tmp_path, "--train_steps=2")
    assert code == 0, errors
    assert "dumped tensor(s):" in answers[1] and "A prediction result:" in answers[2]


def test_a_dump_root_that_is_in_use_is_refused(tmp_path):
    (tmp_path / "file").write_text("mine")
    with tf.Graph().as_default(), tf.Session() as sess:
        with pytest.raises(ValueError, match="points to a non-empty directory"):
            tf_debug.LocalCLIDebugWrapperSession(sess, dump_root=str(tmp_path))
        with pytest.raises(ValueError, match="points to a file"):
            tf_debug.LocalCLIDebugWrapperSession(sess, dump_root=str(tmp_path / "file"))


LIVE = """help run|run_info|pf x:0|pf nothing:0|run -n|run -t 2|run -f no_such_filter|config|config set graph_recursion_depth 3|
config set nothing 3|config set mouse_mode x|invoke_stepper|run -t 0|run -t abc|run --bad|run -f has_inf_or_nan|pt log:0|
run --node_name_filter ns/.*|lt -n ns/y|run -p|lp --min_execution 100ms|ps nothing.py|help lp|help ps|run|ni -d ns/y|
eval "np.sum(`wide:0`)"|eval "`x:0` + nothing"|eval "import os"|m|help config|exit""".replace("\n", "").split("|")
_LISTS = (
    "run -t 2",
    "run -t 0",
    "run -f has_inf_or_nan",
    "run",
    "run -p",
    "ni -d ns/y",
)  # Grappler left nodes out there
_TIMES = re.compile(r"\[[\d.]+\] +")


def test_a_session_answers_every_command_as_that_of_1_15(tmp_path, peer_1_15):
    program = str(ROOT / "tests" / "debug" / "cli" / "program.py")
    homes = [tmp_path / "ours", tmp_path / "theirs"]
    for home in homes:
        home.mkdir()
    command = [sys.executable, "-m", "penstock", "run", program, "session"]
    answers, _, _ = driver.answers(command, LIVE, homes[0], PYTHONPATH=str(ROOT))
    theirs, _, _ = driver.answers([peer_1_15.python, program, "session"], LIVE, homes[1])
    assert len(answers) == len(theirs) == len(LIVE) + 1
    for number, (mine, other) in enumerate(zip(answers[1:], theirs[1:])):
        mine, other = (
            _TIMES.sub("[time] ", driver.comparable(text, {h: "HOME" for h in homes})) for text in (mine, other)
        )
        if LIVE[number] in _LISTS:
            mine, other = mine.splitlines()[:2], other.splitlines()[:2]  # which run it was, and for what
        assert mine == other, LIVE[number]


def test_a_step_of_keras_is_shown_as_a_run_and_not_as_a_callable_of_the_user():
    from penstock.debug.wrappers import framework

    seen = []

    class Watching(framework.BaseDebugWrapperSession):
        def on_session_init(self, request):
            return framework.OnSessionInitResponse(framework.OnSessionInitAction.PROCEED)

        def on_run_start(self, request):
            seen.append((request.fetches, request.is_callable_runner))
            return framework.OnRunStartResponse(framework.OnRunStartAction.NON_DEBUG_RUN, [])

        def on_run_end(self, request):
            return framework.OnRunEndResponse()

    keras = tf.keras
    with tf.Graph().as_default():
        keras.backend.set_session(Watching(tf.Session()))
        model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones", input_shape=(2,))])
        model.compile("sgd", "mse")
        np.testing.assert_allclose(model.predict(np.ones((3, 2))), np.full((3, 1), 2.0))
        assert model.train_on_batch(np.ones((3, 2)), np.ones((3, 1))) == 1.0
    keras.backend.clear_session()
    assert seen[-1] == (None, False)  # "1 fetch", as 1.15.5 counts what has no fetches of its own
