"""The same programs make graphs that are counted alike: `recorded_graphs.json` was written by TensorFlow 1.15.5.

In 1.15 a random operation that has no seed takes the number of the last operation for it, so initial values are the same only
if as many operations were made before: those of 1.15's flat control flow too. Where a Python with 1.15 is at hand
(PENSTOCK_115_PYTHON), the records are compared with it.
"""

import json

import numpy as np
import pytest

import penstock as tf
from tests.parity import watch

PROGRAMS = watch.programs()
RECORDED = json.loads(watch.RECORDED.read_text())

# Where the count is still another, and why.
UNEQUAL = {
    "training.dnn_classifier": "making a classifier of several classes makes operations in the default graph there",
    "training.contrib_layers": "one operation of batch_norm with a tensor for is_training",
}
# Counted alike, though made of other operations or in another order.
OTHERWISE_MADE = {
    "models.convolution_layers",
    "models.atrous",
    "models.dropped_atrous_gradient",
    "models.sampled_losses",
    "training.optimizers",
    "training.optimizers_of_embeddings",
    "training.datasets",
    "training.file_datasets",
    "training.random_datasets",
    "training.slim",
    *UNEQUAL,
}


@pytest.mark.parametrize("name", [n for n in PROGRAMS if n not in UNEQUAL])
def test_a_program_makes_what_it_makes_in_1_15(name):
    seen, _ = watch.watch(tf, PROGRAMS[name])
    for field in ("marks", "variables", "collections", "after"):
        assert seen[field] == RECORDED[name][field], field


@pytest.mark.parametrize("name", [n for n in PROGRAMS if n not in UNEQUAL and RECORDED[n]["started"]])
def test_variables_start_from_the_values_of_1_15(name):
    seen, _ = watch.watch(tf, PROGRAMS[name])
    np.testing.assert_allclose(seen["started"], RECORDED[name]["started"], rtol=1e-6)


@pytest.mark.parametrize("name", [n for n in PROGRAMS if n in UNEQUAL])
def test_what_is_known_to_be_counted_differently_still_is(name):
    seen, _ = watch.watch(tf, PROGRAMS[name])
    assert seen["marks"] != RECORDED[name]["marks"], f"mended: {UNEQUAL[name]}"
    assert seen["variables"] == RECORDED[name]["variables"]
    assert seen["collections"] == RECORDED[name]["collections"]


@pytest.mark.parametrize("name", [n for n in RECORDED if RECORDED[n]["operations"] and n not in OTHERWISE_MADE])
def test_without_control_flow_the_operations_have_the_same_types_and_names_in_the_same_order(name):
    seen, operations = watch.watch(tf, PROGRAMS[name])
    assert seen["operations"] == RECORDED[name]["operations"], operations


def test_every_program_is_recorded_and_none_else():
    assert list(PROGRAMS) == list(RECORDED)


def test_the_records_are_what_1_15_says(peer_1_15):
    source = """
        import sys
        sys.path.insert(0, folder)
        import watch
        result = watch.watch_all(tf)
    """
    assert peer_1_15.run(source, folder=str(watch.HERE)) == RECORDED
