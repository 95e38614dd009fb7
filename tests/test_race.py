"""The arithmetic of `benchmarks/race.py`: steps done at a moment, the least ratio, the pace at the end."""

import importlib.util
import pathlib

import pytest

_spec = importlib.util.spec_from_file_location("race", pathlib.Path(__file__).parents[1] / "benchmarks" / "race.py")
race = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(race)


def test_the_least_ratio_is_found_where_the_other_side_is_ahead_most():
    ours = [(1.0, 1), (2.0, 2), (9.0, 3), (10.0, 40)]
    theirs = [(float(i), i) for i in range(1, 11)]
    assert race.least_ratio(ours, theirs) == pytest.approx((2 / 8, 8.0))


def test_between_two_notes_steps_pass_at_a_steady_pace_but_a_single_one_is_done_at_its_end():
    assert race.steps_at([(1.0, 10), (2.0, 30)], 1.5) == 20
    assert race.steps_at([(1.0, 10), (2.0, 11)], 1.9) == 10
    assert race.steps_at([(1.0, 10)], 0.5) == 0 and race.steps_at([(1.0, 10)], 5.0) == 10


def test_the_steady_ratio_is_that_of_the_last_third():
    ours = [(float(i), i if i <= 6 else 6 + 3 * (i - 6)) for i in range(1, 10)]
    theirs = [(float(i), i) for i in range(1, 10)]
    assert race.steady_ratio(ours, theirs) == pytest.approx(3.0)


def test_curves_are_drawn(tmp_path):
    race.draw(
        tmp_path / "a" / "b.svg",
        "b",
        {"TensorFlow 1.15.5": [(1.0, 1), (2.0, 5)], "Penstock, cold": [(1.0, 2), (2.0, 9)]},
    )
    assert (tmp_path / "a" / "b.svg").read_text().count("<polyline") == 2
