"""Tasks of ours and of TensorFlow 1.15.5 in one cluster: the same losses, whoever takes which part.

All 16 mixtures: `python -m tests.distributed.mixtures`. Without a Python 3.7, ours are compared with what 1.15.5 gave.
"""

import json
import os
import pathlib

import numpy as np
import pytest

from tests.distributed.mixtures import Cluster

RECORDED = json.loads(pathlib.Path(__file__).with_name("recorded_losses.json").read_text())


def check(results):
    assert results
    for result in results:
        assert "error" not in result, result
        np.testing.assert_allclose(result["values"], RECORDED[result["program"]], atol=2e-6, err_msg=str(result))


def test_processes_of_ours_train_as_those_of_1_15_did():
    with Cluster(None, sides=("ours", "ours")) as cluster:
        check(cluster.train("ours", ["0:0:1"]))


@pytest.mark.slow
@pytest.mark.peer
def test_each_part_can_be_a_process_of_1_15():
    theirs = os.environ.get("PENSTOCK_115_PYTHON")
    if not theirs:
        pytest.skip("no TensorFlow 1.15 to mix with: set PENSTOCK_115_PYTHON to a Python 3.7 that has it")
    with Cluster(theirs) as cluster:
        check(cluster.train("ours", ["1:0:1", "0:1:0", "0:0:1"]))
        check(cluster.train("theirs", ["0:0:0"]))
