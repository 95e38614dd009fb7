"""Receptive fields and orders of networks are those of 1.15.5."""

import pytest

import penstock as tf
from tests.contrib.programs.receptive_field import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_says_what_it_says_in_tensorflow(title, monkeypatch):
    same_as_recorded("receptive_field", title, PROGRAMS[title], monkeypatch)


def test_the_modules_of_1_15_are_found():
    tf.install()
    try:
        from tensorflow.contrib import receptive_field as public
        from tensorflow.contrib.receptive_field.python.util import (
            graph_compute_order,
            parse_layer_parameters,
            receptive_field,
        )
    finally:
        tf.uninstall()
    assert receptive_field.compute_receptive_field_from_graph_def is public.compute_receptive_field_from_graph_def
    assert graph_compute_order.get_compute_order is public.get_compute_order
    assert parse_layer_parameters.get_layer_params(tf.NodeDef(name="x", op="Relu"), {}) == (1, 1, 1, 1, 0, 0, 0, 0)
