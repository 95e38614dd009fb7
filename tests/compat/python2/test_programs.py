"""Programs as users of TensorFlow wrote them under Python 2 print under `penstock run` what they printed there.

`recorded/` holds what Python 2.7.18 printed with TensorFlow 1.15.0, and with 0.12.1 where that has what a program asks for;
`record.py` writes it.
"""

import math
import re
from pathlib import Path

import pytest

from tests.compat.python2 import record
from tests.subprocesses import python

HERE = Path(__file__).parent
NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?")


def assert_same(printed, recorded):
    """The same words and whole numbers; fractions but for the last digits. Trailing spaces do not count."""
    ours, theirs = ([line.rstrip() for line in text.splitlines()] for text in (printed, recorded))
    assert [NUMBER.sub("#", line) for line in ours] == [NUMBER.sub("#", line) for line in theirs]
    for a, b in zip(ours, theirs):
        for x, y in zip(NUMBER.findall(a), NUMBER.findall(b)):
            assert math.isclose(float(x), float(y), rel_tol=2e-3, abs_tol=2e-4), (a, b)


@pytest.mark.parametrize("name", record.PROGRAMS)
def test_a_program_prints_what_it_printed_under_python_2(name):
    done = python("-m", "penstock", "run", HERE / "programs" / f"{name}.py")
    assert done.returncode == 0, done.stderr
    assert "is Python 2; it and modules like it" in done.stderr.splitlines()[0]
    record_name = name.replace("/", "_")
    assert_same(done.stdout, (HERE / "recorded" / f"{record_name}.txt").read_text(encoding="utf-8"))
    if name in record.OLD:
        assert_same(done.stdout, (HERE / "recorded" / f"{record_name}.0.12.txt").read_text(encoding="utf-8"))


def test_the_comparison_can_fail():
    with pytest.raises(AssertionError):
        assert_same("loss 0.25", "loss 0.26")
    with pytest.raises(AssertionError):
        assert_same("3", "4")
