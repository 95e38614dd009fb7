"""What stands on a cluster, on four processes: the same as the same program finds on four processes of TensorFlow 1.15."""

import json

import numpy as np
import pytest

from tests.distributed import run_scenarios

THEIRS = json.loads(run_scenarios.RECORDED.read_text())


@pytest.fixture(scope="module")
def ours():
    return run_scenarios.run()


def check(ours, theirs):
    """The same values, numbers within what sums in another order give."""
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for key, value in theirs.items():
            check(ours[key], value)
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs):
            check(one, other)
    elif isinstance(theirs, float):
        np.testing.assert_allclose(ours, theirs, rtol=2e-5, atol=2e-6)
    else:
        assert ours == theirs


@pytest.mark.parametrize("name", ["supervisor", "saver", "partitioned", "tables_and_queues", "metadata"])
def test_a_scenario_is_that_of_1_15(ours, name):
    check(ours[name], THEIRS[name])


def test_a_monitored_session_waits_for_the_chief_and_begins_from_its_checkpoint(ours):
    """Whether the chief sees step 3 or 4 first, and saves it, is a matter of luck; the first and last steps are not."""

    def files(side):
        return {
            f for f in side[0]["files"] if f.partition(".data")[0].rpartition(".ckpt")[2].split(".")[0] not in middle
        }

    middle = {f"-{step}" for step in (3, 4, 5, 9, 10, 11)}
    mine, known = ours["monitored"], THEIRS["monitored"]
    assert files(mine) == files(known) and len(files(known)) > 10
    check([worker["losses"] for worker in mine], [worker["losses"] for worker in known])


def _losses(side, name):
    return sorted({round(loss, 6) for found in side[name] for loss in found["losses"].values()}, reverse=True)


def test_gradients_of_all_replicas_are_applied_together(ours):
    """All see the same batch: the losses are those of one worker. Who of them saw how many is a matter of luck.

    So is whether a worker computes its loss while the two variables of a step are being updated: then it saw one of them
    (in 1.15 too), and its loss lies between those of two steps. The sum of the gradients instead of their mean would be
    two steps at once.
    """
    mine, known = ours["sync"], _losses(THEIRS, "sync")
    exact = 0
    for worker in mine:
        for step, loss in worker["losses"].items():
            at = int(step)
            before, after = known[min(max(at - 1, 0), len(known) - 1)], known[at + 1] if at + 1 < len(known) else 0.0
            assert after * (1 - 2e-5) <= loss <= before * (1 + 2e-5), (step, loss)
            exact += bool(np.isclose(loss, known, rtol=2e-5).any())
    assert exact and max(int(step) for worker in mine for step in worker["losses"]) >= 4


def test_with_a_backup_worker_the_first_gradient_is_enough(ours):
    """A worker may read while the other's gradient is applied, the first time too: its loss then lies between two steps."""
    mine, known = _losses(ours, "sync_backup"), _losses(THEIRS, "sync_backup")
    assert known[1] < mine[0] <= known[0] * (1 + 2e-5)
    assert len(mine) >= 3 and mine[-1] < known[2]


def test_tensors_stay_on_their_tasks_between_runs(ours):
    """1.15 refuses this: its workers have no table of handles."""
    assert THEIRS["handles"][0]["error"] == "FailedPreconditionError"
    assert ours["handles"][0] == {
        "value": [4.0, 7.0],
        "eval": [3.0, 6.0],
        "device": "/job:worker/replica:0/task:0/device:CPU:0",
        "other": [5, "/job:ps/replica:0/task:1/device:CPU:0"],
        "both": 5,
        "deleted": "InvalidArgumentError",
    }
