"""Every operation refuses wrong inputs with the error class of 1.15, or gives results of the shapes it gave.

`recorded_wrong.json` is what 1.15.5 said (`wrong.py` records it); `wrong_open.json` lists the cases in which we are known
to differ. Each operation is asked some of its cases here, all of them by `python -m tests.differential.wrong`.
"""

import json
import zlib

import pytest

from tests.differential import wrong

RECORDED = json.loads(wrong.RECORDED.read_text())
OPEN = json.loads((wrong.HERE / "wrong_open.json").read_text())
ASKED = 4  # for each operation


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


@pytest.mark.parametrize("kind", sorted(OPEN))
def test_a_difference_is_never_a_fault_of_the_kernel(kind):
    """Where 1.15 answered in another way, ours is still an answer: no InternalError."""
    recorded = {key: RECORDED[kind][key] for key in OPEN[kind] if "ResourceExhausted" not in RECORDED[kind][key]}
    faults = [(what, mine) for what, _, mine, _ in wrong.compared(kind, recorded) if "InternalError" in mine]
    assert not faults


def test_most_cases_are_compared():
    """What differs is the exception, and the record belongs to the cases as they are."""
    recorded = sum(map(len, RECORDED.values()))
    assert recorded > 9000
    assert sum(map(len, OPEN.values())) < 0.06 * recorded
    for kind in ("MatMul", "Pad", "StringSplit", "ScatterUpdate"):
        keys = {wrong.key(*case) for case in wrong.wrong_cases(kind)}
        assert set(RECORDED[kind]) <= keys
