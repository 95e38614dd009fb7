"""Checks of arguments, made of plain data."""

import json

import numpy as np
import pytest

from penstock.runtime.xla.argument_checks import RangeCheck, function_of


@pytest.mark.parametrize("values, fine", [([0, 6], True), ([7], False), ([-1], False), ([], True)])
def test_a_range_check_comes_back_from_its_description(values, fine):
    check = RangeCheck.of({0: (0, 6)}, [np.dtype(np.int32)])
    again = function_of(json.loads(json.dumps(check.description())))
    for one in (check, again):
        assert one([np.array(values, np.int32)]) is fine


def test_operations_are_looked_up_by_name_and_nothing_else_is_called():
    description = {"inputs": 1, "constants": [], "operations": [["__import__", ["a0"], {}]], "result": "v0"}
    with pytest.raises(KeyError):
        function_of(description)
