"""What a program asked for of 2.x, by calls or by the environment: its behaviour, and its control flow."""

from __future__ import annotations

import os
import sys

_behavior_of_2: bool | None = None
_control_flow_v2 = os.environ.get("TF_ENABLE_CONTROL_FLOW_V2", "0") != "0"
_MODULE = "tensorflow.python.ops.control_flow_util"  # whose variable programs of 1.x read and set
_VARIABLE = "ENABLE_CONTROL_FLOW_V2"


def set_behavior_of_2(wanted: bool) -> None:
    """Says whether the program wants the behaviour of 2.x."""
    global _behavior_of_2
    _behavior_of_2 = wanted


def behavior_of_2() -> bool:
    """Whether the behaviour of 2.x was asked for, by a call or by `TF2_BEHAVIOR=1` in the environment."""
    return os.environ.get("TF2_BEHAVIOR", "0") == "1" if _behavior_of_2 is None else _behavior_of_2


def set_control_flow_v2(enabled: bool) -> None:
    """Says whether the program wants functional control flow."""
    global _control_flow_v2
    _control_flow_v2 = enabled
    if module := sys.modules.get(_MODULE):
        vars(module)[_VARIABLE] = enabled


def control_flow_v2() -> bool:
    """Whether functional control flow was asked for last."""
    module = sys.modules.get(_MODULE)
    return (vars(module) if module else {}).get(_VARIABLE, _control_flow_v2)
