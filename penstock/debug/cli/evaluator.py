"""Expressions over dumped tensors, which stand in backticks: np.sum(`Softmax:0`, axis=1).

Only what the user typed is evaluated: a tensor is a variable of the expression, and its name no part of the code.
"""

import re
from typing import Any

import numpy as np

from penstock.debug.lib import debug_data

_TENSOR = re.compile(r"`.*?`")
_DEVICE_PREFIX = re.compile(r"/job:(\w)+/replica:(\d)+/task:(\d)+/(\w)+:(\d)+:")
_EXECUTION_SUFFIX = re.compile(r"\[(\d*)\]$")
_DEFAULT_DEBUG_OP = "DebugIdentity"


def _parse_debug_tensor_name(debug_tensor_name: str) -> tuple[str | None, str, int, str, int]:
    """Takes `[device:]node:slot[:debug_op][[execution]]` apart.

    >>> _parse_debug_tensor_name("/job:worker/replica:0/task:1/gpu:0:RNN/tanh:0[2]")
    ('/job:worker/replica:0/task:1/gpu:0', 'RNN/tanh', 0, 'DebugIdentity', 2)

    Raises:
      ValueError: if it is something else.
    """
    device = None
    name = debug_tensor_name
    if match := _DEVICE_PREFIX.match(name):
        device, name = match.group()[:-1], name[match.end() :]
    parts = name.split(":")
    if len(parts) not in (2, 3):
        raise ValueError(f"The debug tensor name in the to-be-evaluated expression is malformed: '{name}'")
    execution = 0
    if match := _EXECUTION_SUFFIX.search(parts[-1]):
        execution, parts[-1] = int(match.group(1)), parts[-1][: match.start()]
    return device, parts[0], int(parts[1]), parts[2] if len(parts) == 3 else _DEFAULT_DEBUG_OP, execution


class ExpressionEvaluator:
    """Evaluates expressions over the tensors of a dump.

    Args:
      dump: a `DebugDumpDir`.
    """

    def __init__(self, dump: "debug_data.DebugDumpDir"):
        self._dump = dump
        self._cached_tensor_values: dict[str, Any] = {}

    def evaluate(self, expression: str) -> Any:
        """The value of an expression of Python, with `np` and tensors in backticks.

        Raises:
          ValueError: if a tensor of the expression was not dumped.
        """
        names: dict[str, Any] = {"np": np}
        code, end = "", 0
        for number, match in enumerate(_TENSOR.finditer(expression)):
            names[f"_tensor_{number}"] = self._value(match.group()[1:-1].strip())
            code += f"{expression[end : match.start()]}_tensor_{number}"
            end = match.end()
        return eval(code + expression[end:], names)

    def _value(self, name: str) -> Any:
        if name not in self._cached_tensor_values:
            device, node, slot, debug_op, execution = _parse_debug_tensor_name(name)
            try:
                values = self._dump.get_tensors(node, slot, debug_op, device_name=device)
            except debug_data.WatchKeyDoesNotExistInDebugDumpDirError:
                raise ValueError(
                    f"Eval failed due to the value of {node}:{slot}:DebugIdentity being unavailable"
                ) from None
            self._cached_tensor_values[name] = values[execution]
        return self._cached_tensor_values[name]
