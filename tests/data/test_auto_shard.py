"""`AutoShardDataset`: two workers read different parts of a dataset, the parts that 1.15.5 gives them."""

import json
from pathlib import Path

import penstock as tf
from tests.data import auto_shard_programs

RECORDED = json.loads((Path(__file__).parent / "auto_shard.json").read_text())


def test_each_worker_reads_the_part_that_1_15_gives_it(tmp_path):
    assert auto_shard_programs.run(tf, str(tmp_path)) == RECORDED
