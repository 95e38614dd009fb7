"""`MultiWorkerMirroredStrategy` over processes: workers stay together and give the numbers of 1.15.5's workers."""

import json

import pytest

from tests.distribute import workers
from tests.distribute.test_programs import assert_same

RECORDED = json.loads(workers.RECORDED.read_text())


@pytest.mark.parametrize("program", sorted(workers.PROGRAMS))
def test_processes_train_as_those_of_1_15(program):
    jobs = workers.PROGRAMS[program]
    assert_same(workers.run(program, jobs, [None] * len(jobs)), RECORDED[program], program)
