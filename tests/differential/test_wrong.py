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


# What the result does not depend on, and 1.15 refuses all the same.
LOOKED_AT_BY_1_15 = {
    "AddManySparseToTensorsMap": ["0 sparse_indices: last is -1 64fed2ce", "0 sparse_shape: last is 0 22eb7409"],
    "AddSparseToTensorsMap": ["0 sparse_shape: all -1 a71f6098"],
    "BlockLSTM": ["1 wco: first axis longer 8388b62a", "1 wco: last axis empty 9d4cebf1"],
    "BlockLSTMGrad": ["1 b: one axis more a528743e"],
    "ConjugateTranspose": ["1 perm: last is -1 6577684d"],
    "DrawBoundingBoxesV2": ["0 colors: first axis shorter f0e4cb61"],
    "ParseSingleSequenceExample": [
        "0 feature_list_dense_missing_assumed_empty: scalar 814dd90b",
        "1 context_dense_defaults: first axis shorter at 0 d9d1678f",
        "1 debug_name: rank 6 6ea2b13b",
    ],
    "RaggedTensorToTensor": ["0 shape: last is 0 47a24fcb", "1 shape: one axis less acb923d8"],
    "ReverseSequence": ["0 seq_dim is -1 5c2fe418"],
    "SerializeManySparse": ["1 sparse_indices: last is 9223372036854775807 c11842f4"],
    "SparseAddGrad": ["0 b_indices: last axis empty 5a93726a"],
}


@pytest.mark.parametrize("kind", sorted(LOOKED_AT_BY_1_15))
def test_inputs_are_looked_at_even_where_the_result_does_not_depend_on_them(kind):
    recorded = {key: RECORDED[kind][key] for key in LOOKED_AT_BY_1_15[kind]}
    told = list(wrong.compared(kind, recorded))
    assert len(told) == len(recorded)
    for _, _, mine, theirs in told:
        assert theirs[:59] in mine  # the record keeps the first words


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
