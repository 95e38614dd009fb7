"""`MultiWorkerMirroredStrategy` over processes: workers stay together and give the numbers of 1.15.5's workers."""

import json
import os

import pytest

from tests.distribute import workers
from tests.distribute.test_programs import assert_same

RECORDED = json.loads(workers.RECORDED.read_text())


@pytest.mark.parametrize("program", sorted(workers.PROGRAMS))
def test_processes_train_as_those_of_1_15(program):
    jobs = workers.PROGRAMS[program]
    assert_same(workers.run(program, jobs, [None] * len(jobs)), RECORDED[program], program)


def test_two_workers_have_the_losses_of_one_with_the_double_batch():
    (alone,) = workers.run("fixed_batch", ("worker",), [None])
    for told in RECORDED["fixed_batch"]:  # two workers of 1.15.5 and, above, ours
        assert_same(alone, told, "fixed_batch")


@pytest.mark.slow
@pytest.mark.peer
@pytest.mark.parametrize("ours", [0, 1])
@pytest.mark.parametrize("program", ["custom_loop", "keras_of_workers"])
def test_a_worker_of_1_15_and_one_of_ours_train_together(program, ours):
    theirs = os.environ.get("PENSTOCK_115_PYTHON")
    if not theirs:
        pytest.skip("no TensorFlow 1.15 to train with: set PENSTOCK_115_PYTHON to a Python 3.7 that has it")
    pythons = [theirs, theirs]
    pythons[ours] = None
    found = workers.run(program, workers.TWO_WORKERS, pythons)
    assert_same(found, RECORDED[program], program)
