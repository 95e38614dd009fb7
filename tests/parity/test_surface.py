"""The modules inside of 1.15.5: what Penstock has of them, it keeps, and what it has not is written down with a reason."""

import json

import pytest

import penstock
from tests.parity import surface

with open(surface.RECORD) as _file:
    RECORDED = json.load(_file)


@pytest.fixture(autouse=True)
def _installed():
    penstock.install()
    yield
    penstock.uninstall()


def test_no_name_is_lost_and_the_table_knows_every_name_that_came():
    found = surface.left_out()
    lost = {m: sorted({*names} - {*RECORDED.get(m, ())}) for m, names in found.items()}
    assert {m: names for m, names in lost.items() if names} == {}
    came = sum(len({*names} - {*found.get(m, ())}) for m, names in RECORDED.items())
    # Other work may bring names between two runs of `python -m tests.parity.surface`.
    assert came < 1500, "run python -m tests.parity.surface"


def test_every_name_that_is_left_out_has_a_reason():
    assert all(surface.reason(module) for module in RECORDED)
    assert surface.reason("python.tpu.tpu") == "for TPUs; there is none here"
    assert surface.reason("python.ops.array_ops") == "internals, not done yet"


@pytest.mark.parametrize(
    ("module", "name", "public"),
    [
        ("array_ops", "gather_v2", "compat.v2.gather"),
        ("math_ops", "argmax_v2", "compat.v2.argmax"),
        ("math_ops", "reduce_sum_v1", "reduce_sum"),
        ("nn_impl", "moments_v2", "compat.v2.nn.moments"),
    ],
)
def test_names_with_a_version_are_the_public_ones_of_that_version(module, name, public):
    import importlib

    assert getattr(importlib.import_module(f"tensorflow.python.ops.{module}"), name) is penstock._namespace.find(public)
