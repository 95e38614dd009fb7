"""Every operation refuses wrong inputs with the error class of 1.15, or gives results of the shapes it gave.

`recorded_wrong.json` is what 1.15.5 said (`wrong.py` records it); `wrong_open.json` lists the cases in which we are known
to differ, by the cause. Each operation is asked some of its cases here, all of them by `python -m tests.differential.wrong`.
"""

import json
import time
import zlib

import pytest

from penstock.ops.common import memory_check
from tests.differential import wrong

RECORDED = json.loads(wrong.RECORDED.read_text())
CAUSES = json.loads((wrong.HERE / "wrong_open.json").read_text())
OPEN = {}
for _kinds in CAUSES.values():
    for _kind, _keys in _kinds.items():
        OPEN.setdefault(_kind, []).extend(_keys)
ASKED = 4  # for each operation


@pytest.fixture(autouse=True)
def the_machine_of_the_record(monkeypatch):
    """1.15 was asked on a machine that had less memory than the largest of these arrays need."""
    monkeypatch.setattr(memory_check, "available", lambda: 4 << 30)


@pytest.mark.parametrize("kind", sorted(RECORDED))
def test_wrong_inputs_are_refused_as_in_1_15(kind):
    known = OPEN.get(kind, ())
    wanted = {key: answer for key, answer in RECORDED[kind].items() if key not in known}
    chosen = sorted(wanted, key=lambda key: zlib.crc32(key.encode()))[:ASKED]
    told = wrong.compared(kind, {key: wanted[key] for key in chosen})
    differ = [
        (what, str(case), mine, theirs) for what, case, mine, theirs in told if wrong.difference(mine, theirs) > 1
    ]
    assert not differ


@pytest.mark.parametrize("kind", sorted(RECORDED)[::3])
def test_they_are_refused_in_compiled_programs_too(kind):
    wanted = {key: answer for key, answer in RECORDED[kind].items() if key not in OPEN.get(kind, ())}
    chosen = sorted(wanted, key=lambda key: zlib.crc32(key.encode()))[-1:]
    told = wrong.compared(kind, {key: wanted[key] for key in chosen}, "compiled")
    assert not [(what, mine, theirs) for what, _, mine, theirs in told if wrong.difference(mine, theirs) > 1]


@pytest.mark.parametrize("kind", sorted(OPEN))
def test_a_difference_is_never_a_fault_of_the_kernel(kind):
    """Where 1.15 answered in another way, ours is still an answer: no InternalError."""
    recorded = {key: RECORDED[kind][key] for key in OPEN[kind]}
    faults = [(what, mine) for what, _, mine, _ in wrong.compared(kind, recorded) if "InternalError" in mine]
    assert not faults


HUGE = sorted(kind for kind, answers in RECORDED.items() if any("ResourceExhausted" in a for a in answers.values()))


@pytest.mark.parametrize("kind", HUGE)
def test_what_does_not_fit_into_memory_is_refused_at_once(kind):
    asked = {key: answer for key, answer in RECORDED[kind].items() if "ResourceExhausted" in answer}
    begun = time.monotonic()
    told = [(mine, theirs) for _, _, mine, theirs in wrong.compared(kind, asked)]
    assert told
    assert not [pair for pair in told if wrong.difference(*pair) > 1]
    assert time.monotonic() - begun < 10


def test_most_cases_are_compared():
    """What differs is the exception, and the record belongs to the cases as they are."""
    recorded = sum(map(len, RECORDED.values()))
    assert recorded > 9000
    assert sum(map(len, OPEN.values())) < 0.04 * recorded
    for kind in ("MatMul", "Pad", "StringSplit", "ScatterUpdate"):
        keys = {wrong.key(*case) for case in wrong.wrong_cases(kind)}
        assert set(RECORDED[kind]) <= keys
