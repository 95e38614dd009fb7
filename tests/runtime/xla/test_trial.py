"""A compiled program and the interpreter race in the same moments; the loser rests, and may try again."""

import numpy as np

import penstock as tf
from penstock.runtime.interpret import segment as segments
from penstock.runtime.interpret.interpreter import Interpreter
from penstock.runtime.xla import background


class Clock:
    """Gives the interpreter and programs the durations that a test wants."""

    def __init__(self, monkeypatch):
        self.now, self.interpreter, self.program = 0.0, 100e-6, 10e-6
        self.ran = []
        monkeypatch.setattr(segments.time, "perf_counter", lambda: self.now)
        interpret = Interpreter.run

        def slow(interpreted, env):
            self.now += self.interpreter
            self.ran.append("interpreter")
            return interpret(interpreted, env)

        monkeypatch.setattr(Interpreter, "run", slow)
        from penstock.runtime.xla import compile as compiler

        run = compiler.Program.run

        def timed(program, env):
            self.now += self.program
            self.ran.append("program")
            return run(program, env)

        monkeypatch.setattr(compiler.Program, "run", timed)


def started(monkeypatch, interpreter, program):
    monkeypatch.setenv("PENSTOCK_TIER", "auto")
    clock = Clock(monkeypatch)
    clock.interpreter, clock.program = interpreter, program
    x = tf.placeholder(tf.float32, [4])
    y = tf.reduce_sum(tf.exp(x) * 2)
    sess = tf.Session()

    def step():
        return sess.run(y, {x: np.zeros(4, np.float32)})

    compile_later, asked = background.compile_later, []
    monkeypatch.setattr(background, "compile_later", lambda *job: asked.append(job))
    for _ in range(400):
        assert step() == 8.0
    for job in asked:  # only now, or the race would begin sooner where the compiler's thread gets more of the machine
        compile_later(*job)
    background.wait()
    clock.ran.clear()
    return clock, step


def test_a_program_that_is_clearly_faster_is_taken_without_more_interpreted_runs(monkeypatch):
    with tf.Graph().as_default():
        clock, step = started(monkeypatch, 100e-6, 10e-6)
        for _ in range(60):
            assert step() == 8.0
    assert "interpreter" not in clock.ran


def test_in_a_close_race_both_run_in_turns_on_a_machine_that_changes_its_speed(monkeypatch):
    with tf.Graph().as_default():
        clock, step = started(monkeypatch, 30e-6, 20e-6)
        clock.interpreter, clock.program = (
            60e-6,
            40e-6,
        )  # half the speed: the program is slower than the interpreter was
        for _ in range(40):
            assert step() == 8.0
        assert {"interpreter", "program"} <= set(clock.ran)
        clock.ran.clear()
        for _ in range(50):
            assert step() == 8.0
    assert "interpreter" not in clock.ran


def test_a_slower_program_rests_and_wins_when_it_has_become_faster(monkeypatch):
    with tf.Graph().as_default():
        clock, step = started(monkeypatch, 30e-6, 40e-6)
        for _ in range(40):
            assert step() == 8.0
        clock.ran.clear()
        for _ in range(100):
            assert step() == 8.0
        assert "program" not in clock.ran
        clock.program = 20e-6
        for _ in range(2500):
            step()
        clock.ran.clear()
        for _ in range(100):
            assert step() == 8.0
    assert "interpreter" not in clock.ran
