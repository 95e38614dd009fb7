"""Optimizers under constraints make the operations and the steps of 1.15.5."""

import pytest

import penstock as tf
from tests.contrib.programs.constrained_optimization import PROGRAMS
from tests.contrib.recorded import same_as_recorded

COMPILED = ("external, with a radius", "swap", "constraints later")


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_says_what_it_says_in_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    # SciPy's solver of 1.7 stops when it is within about 1e-5.
    atol = 2e-4 if title == "candidates" else 2e-6
    same_as_recorded("constrained_optimization", title, PROGRAMS[title], monkeypatch, tiers, atol=atol)


def test_bases_are_abstract():
    package = tf.contrib.constrained_optimization
    with pytest.raises(TypeError, match="abstract"):
        package.ConstrainedMinimizationProblem()
    with pytest.raises(TypeError, match="abstract"):
        package.ConstrainedOptimizer(tf.train.GradientDescentOptimizer(0.1))


def test_the_modules_of_1_15_are_found():
    tf.install()
    try:
        from tensorflow.contrib.constrained_optimization.python import candidates, swap_regret_optimizer
    finally:
        tf.uninstall()
    package = tf.contrib.constrained_optimization
    assert swap_regret_optimizer.AdditiveSwapRegretOptimizer is package.AdditiveSwapRegretOptimizer
    assert candidates.find_best_candidate_index is package.find_best_candidate_index
