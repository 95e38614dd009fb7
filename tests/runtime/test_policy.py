"""When a segment is compiled: not for a training loop that ends before a program could pay."""

from __future__ import annotations

import itertools
import sys
import threading
import time
import types

import numpy as np
import pytest

import penstock as tf
from penstock.runtime import policy
from penstock.runtime.interpret import segment as segments
from penstock.runtime.plan.steps import count_steps
from penstock.runtime.policy import Policy, State
from penstock.runtime.xla import background

asked: list = []  # the segments that would have been compiled
looked: list = []  # those for which the cache would have been asked


@pytest.fixture(autouse=True)
def _automatic(monkeypatch):
    """The policy as in a process that has not started JAX yet, on a machine where each run takes 200 µs by its clock."""
    asked.clear()
    looked.clear()
    monkeypatch.delenv("PENSTOCK_TIER", raising=False)
    monkeypatch.setattr(background, "compile_later", lambda segment, specs, signature: asked.append(segment))
    monkeypatch.setattr(background, "look_later", lambda segment, specs, signature: looked.append(segment))
    monkeypatch.setattr(policy, "sys", types.SimpleNamespace(modules={}))
    ticks = itertools.count()
    clock = types.SimpleNamespace(perf_counter=lambda: 200e-6 * next(ticks), time_ns=time.time_ns)
    monkeypatch.setattr(segments, "time", clock)


def _train(hooks, steps):
    with tf.Graph().as_default():
        step = tf.train.create_global_step()
        x = tf.constant(np.ones([100, 300], np.float32))
        w = tf.get_variable("w", [300, 50], initializer=tf.zeros_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        train = tf.train.GradientDescentOptimizer(0.01).minimize(loss, global_step=step)
        with tf.train.SingularMonitoredSession(hooks=hooks) as session:
            for _ in range(steps):
                if session.should_stop():
                    break
                session.run(train)
            return session.raw_session()._expected_runs


def test_a_loop_without_an_end_is_compiled():
    assert _train([], 400) == np.inf
    assert asked


@pytest.mark.parametrize("limit", [{"num_steps": 400}, {"last_step": 400}])
def test_a_loop_that_ends_soon_is_not(limit):
    assert _train([tf.train.StopAtStepHook(**limit)], 1000) == 400
    assert not asked


def test_a_loop_that_ends_late_is_compiled():
    assert _train([tf.train.StopAtStepHook(num_steps=1_000_000)], 400) == 1_000_000
    assert asked


def test_a_loop_that_goes_on_after_its_end_is_compiled_then():
    class Started(tf.train.StopAtStepHook):
        def after_run(self, run_context, run_values):
            run_context.session._expected_runs = 300

    _train([Started(num_steps=300)], 290)
    assert not asked
    _train([Started(num_steps=300)], 700)
    assert asked


def test_a_branch_that_runs_now_and_then_does_not_start_jax():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None])
        branch = tf.cond(x[0] > 0, lambda: tf.reduce_sum(tf.exp(tf.sin(x) * 2.0)), lambda: 0.0)
        with tf.Session() as session:
            session._expected_runs = 1000
            for _ in range(40):
                session.run(branch, {x: np.ones(3000)})
            assert not asked
        with tf.Session() as session:  # which knows nothing of an end
            for _ in range(400):
                session.run(branch, {x: np.ones(3000)})
            assert asked


def test_a_loop_that_is_long_enough_does_not_wait_until_interpreting_has_cost_half_of_compiling(monkeypatch):
    monkeypatch.setattr(Policy, "COMPILATION_PER_STEP", 1.0)
    _train([tf.train.StopAtStepHook(num_steps=100_000_000)], 20)
    assert asked


def test_a_run_that_gives_way_waits_for_python_but_not_for_xla(monkeypatch):
    tracing, compiling, done = (threading.Event() for _ in range(3))
    seen = []

    usual = sys.getswitchinterval()

    def build(segment, specs, signature):
        tracing.wait(60)
        seen.append(sys.getswitchinterval() < usual)
        background.note_python_done()
        background.note_python_done()  # a second part of the same program
        seen.append(sys.getswitchinterval() == usual)
        seen.append("in XLA")
        compiling.wait(60)
        seen.append("done")
        done.set()

    monkeypatch.undo()
    monkeypatch.setattr(background, "_build", build)
    background.wait()
    background.compile_later(types.SimpleNamespace(policy=Policy(1, called=False)), [], None)
    began = time.perf_counter()
    background.yield_to_compiler(0.05)  # in vain
    assert time.perf_counter() - began >= 0.05 and not seen
    tracing.set()
    background.yield_to_compiler(60)
    assert "done" not in seen
    compiling.set()
    done.wait(60)
    assert background.wait(60)
    background.yield_to_compiler(60)  # nothing to wait for
    assert seen == [True, True, "in XLA", "done"]  # Python's threads take turns more often only until then


def test_a_compilation_that_fails_holds_nobody_up(monkeypatch):
    def build(segment, specs, signature):
        raise ValueError("cannot be traced")

    monkeypatch.undo()
    monkeypatch.setattr(background, "_build", build)
    background.wait()
    segment = types.SimpleNamespace(policy=Policy(1, called=False))
    background.compile_later(segment, [], "signature")
    background.yield_to_compiler(60)
    assert background.wait(60)
    assert segment.policy.state_of("signature") is State.FAILED and background._in_python == 0


class Program:
    """What the policy sees of a compiled program."""

    def __init__(self, signature):
        self.signature, self.race, self.retired = signature, policy.Race(), False

    def retire(self):
        self.retired = True


def _lost(program):
    """The program, after a race that the interpreter has won."""
    while program.race.left:
        program.race.interpreted(10e-6) if program.race.is_interpreters_turn(10e-6) else program.race.compiled(20e-6)
    assert program.race.is_lost()
    return program


def _timed(segments_policy, seconds, runs, expected=np.inf):
    """In which of so many runs of one signature the policy first asks for a program; None if in none."""
    asked = (i for i in range(1, runs + 1) if segments_policy.should_compile("signature", seconds, expected))
    return next(asked, None)


@pytest.mark.parametrize("seconds, asked", [(17e-6, None), (20e-6, 5), (1e-3, 2)])
def test_a_segment_is_compiled_after_five_runs_or_two_long_ones_unless_it_is_fast_anyway(seconds, asked):
    assert _timed(Policy(0, called=False), seconds, 50) == asked


def test_a_segment_is_not_compiled_before_it_has_cost_half_of_what_compiling_costs():
    assert _timed(Policy(20, called=False), 1e-3, 50) == 15


def test_after_the_first_compilation_its_measured_cost_decides():
    segments_policy = Policy(20, called=False)
    segments_policy.took(0.2, False)
    assert abs(_timed(segments_policy, 1e-3, 500) - 100) <= 1


def test_what_another_process_compiles_must_save_less():
    here, elsewhere = Policy(20, called=False), Policy(20, called=False)
    here.took(2.0, False)
    elsewhere.took(2.0, True)
    assert _timed(here, 1e-2, 500) > 3 * _timed(elsewhere, 1e-2, 500)


def test_short_runs_wait_while_jax_starts_and_long_ones_do_not(monkeypatch):
    waited = []
    monkeypatch.setattr(background, "wait_for_jax", lambda: waited.append(True))
    _train([], 3)
    assert waited  # 200 µs each
    waited.clear()
    monkeypatch.setattr(segments, "_SHORT_RUN", 1e-4)
    _train([], 3)
    assert not waited


@pytest.mark.parametrize("program_seconds, asked", [(1e-3, 1000), (5e-3, 2000), (20e-3, None)])
def test_a_program_that_saves_little_makes_the_next_signature_wait_longer(program_seconds, asked):
    segments_policy, program = Policy(20, called=False), Program("first")
    segments_policy.should_compile("first", 10e-3, np.inf)
    segments_policy.adopt("first", program)
    segments_policy.took(36.0 if asked == 1000 else 40.0, False)
    while program.race.left:
        program.race.compiled(program_seconds)
    found = _timed(segments_policy, 10e-3, 3000)
    assert found == asked if asked is None else abs(found - asked) <= 1


def test_steps_of_called_functions_count_once_each():
    x = tf.placeholder(tf.float32, [None])
    loop = tf.while_loop(lambda i, v: i < 5, lambda i, v: (i + 1, tf.tanh(v) * 2.0 + 1.0), [0, x])
    with tf.Session() as sess:
        sess.run(loop, {x: [1.0]})
        (plan,) = [prepared.bound.plan for prepared in _prepared(sess)]
    assert len(plan.steps) == 1 and count_steps(plan.steps) >= 5


def _prepared(sess):
    return [value for value in sess._prepared.values() if hasattr(value, "bound")]


def test_at_most_sixteen_signatures_are_compiled():
    segments_policy = Policy(0, called=False)
    for signature in range(40):
        for _ in range(5):
            if segments_policy.should_compile(signature, 1e-3, np.inf):
                segments_policy.ask(signature)
                break
    assert list(segments_policy.programs) == list(range(16))


def test_the_states_of_a_signature_follow_the_compiler_and_the_race():
    segments_policy = Policy(3, called=False)
    assert segments_policy.state_of("a") is State.INTERPRETED
    segments_policy.ask("a")
    assert segments_policy.state_of("a") is State.PENDING
    first, better = Program("a"), Program("a")
    segments_policy.adopt("a", first)
    assert segments_policy.state_of("a") is State.COMPILED and segments_policy.current is first
    segments_policy.adopt("a", better)
    assert segments_policy.current is better and first.retired and not better.retired
    segments_policy.rest(_lost(better))
    assert segments_policy.state_of("a") is State.RESTING and segments_policy.current is None
    segments_policy.wake("another")
    assert segments_policy.current is None
    segments_policy.wake("a")
    assert segments_policy.state_of("a") is State.COMPILED and segments_policy.current is better
    segments_policy.fail("a")
    assert segments_policy.state_of("a") is State.FAILED


def test_a_program_that_loses_again_rests_twice_as_long():
    segments_policy, program, pauses = Policy(3, called=False), Program("a"), []
    for _ in range(9):
        segments_policy.rest(_lost(program))
        pauses.append(segments_policy.skips)
    assert pauses[:3] == [2000, 4000, 8000] and pauses[-1] == policy.Race.LONGEST_PAUSE


@pytest.mark.parametrize(
    "variable, level, tier",
    [(None, 0, "AUTO"), (None, -1, "INTERPRET"), (None, 1, "COMPILE"), ("interpret", 1, "INTERPRET"),
     ("compile", -1, "COMPILE"), ("auto", 1, "AUTO")],
)  # fmt: skip
def test_the_environment_comes_before_the_level_of_the_session(monkeypatch, variable, level, tier):
    if variable is not None:
        monkeypatch.setenv("PENSTOCK_TIER", variable)
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = level
    assert policy.tier_of(config).name == tier


def test_the_cache_is_asked_when_all_signatures_together_have_cost_half_of_starting_jax(monkeypatch):
    monkeypatch.setattr(policy, "sys", types.SimpleNamespace(modules={}))
    monkeypatch.setattr(policy.start_jax, "is_dispensable", lambda: False)
    segment = Policy(1000, called=False)
    for signature in ("first", "second"):
        for _ in range(3):
            assert not segment.should_compile(signature, 40e-3, np.inf)
            assert not segment.should_look(signature)
    assert not segment.should_compile("third", 40e-3, np.inf)
    assert not segment.should_look("third")  # it has run once
    assert segment.should_look("second")
    segment.ask("second")
    segment.found_nothing("second")
    assert segment.state_of("second") is State.INTERPRETED and not segment.should_look("second")
    for signature in ("first", "fourth"):  # others may be there, but not for ever
        segment.should_compile(signature, 40e-3, np.inf), segment.should_compile(signature, 40e-3, np.inf)
        assert segment.should_look(signature)
        segment.found_nothing(signature)
    segment.should_compile("third", 40e-3, np.inf)
    assert not segment.should_look("third")


@pytest.mark.parametrize("is_there", [True, False], ids=["XLA is there", "it starts without JAX"])
def test_without_jax_the_cache_is_asked_at_the_second_run(is_there, monkeypatch):
    monkeypatch.setattr(policy, "sys", types.SimpleNamespace(modules={"jaxlib": None} if is_there else {}))
    monkeypatch.setattr(policy.start_jax, "is_dispensable", lambda: True)
    segment = Policy(1000, called=False)
    seen = []
    for _ in range(2):
        segment.should_compile("first", 40e-3, np.inf)
        seen.append(segment.should_look("first"))
    assert seen == [False, True]


def test_a_segment_looks_once_into_the_cache(monkeypatch):
    for name in ("STARTING_JAX", "STARTING_XLA", "LOADING"):
        monkeypatch.setattr(policy.Policy, name, 1e-3)
    monkeypatch.setattr(policy.Policy, "FAR_FROM_SMALL", 0.0)
    monkeypatch.setattr(policy.Policy, "COMPILATION_PER_STEP", 10.0)
    _train([], 30)
    assert len(looked) == 1 and not asked


def test_an_unknown_tier_is_told_of_once(monkeypatch, caplog):
    monkeypatch.setenv("PENSTOCK_TIER", "fast")
    assert [policy.tier_of(None), policy.tier_of(None)] == [policy.AUTO] * 2
    assert caplog.messages == ["PENSTOCK_TIER=fast is not known; it is one of interpret, auto, compile"]
