"""Times of nodes in a profiled run, one by one and summed over a line of the program."""

import os
from typing import Any


class ProfileDatum:
    """How long a node took, and which line of the program made it.

    Args:
      device_name: where it ran.
      node_exec_stats: its `NodeExecStats`.
      file_path: the file that made it.
      line_number: the line in that file.
      func_name: the function that the line is in.
      op_type: its type.

    >>> from penstock import protos
    >>> stats = protos.NodeExecStats(node_name="y", op_start_rel_micros=2, op_end_rel_micros=5, all_end_rel_micros=6)
    >>> datum = ProfileDatum("/cpu:0", stats, "folder/train.py", 7, "model", "MatMul")
    >>> datum.op_time, datum.exec_time, datum.file_line_func
    (3, 6, 'train.py:7(model)')
    """

    def __init__(
        self, device_name: str, node_exec_stats: Any, file_path: str, line_number: int, func_name: str, op_type: str
    ):
        self.device_name = device_name
        self.node_exec_stats = node_exec_stats
        self.file_path = file_path
        self.line_number = line_number
        self.func_name = func_name
        self.file_line_func = f"{os.path.basename(file_path)}:{line_number}({func_name})" if file_path else ""
        self.op_type = op_type
        self.start_time = node_exec_stats.all_start_micros
        self.op_time = node_exec_stats.op_end_rel_micros - node_exec_stats.op_start_rel_micros

    @property
    def exec_time(self) -> int:
        """The time of the operation, and what was done before and after it."""
        return self.node_exec_stats.all_end_rel_micros


class AggregateProfile:
    """The sum of several `ProfileDatum`s.

    >>> from penstock import protos
    >>> stats = protos.NodeExecStats(node_name="y", op_end_rel_micros=5, all_end_rel_micros=6)
    >>> datum = ProfileDatum("/cpu:0", stats, "", 0, "", "MatMul")
    >>> total = AggregateProfile(datum)
    >>> total.add(datum)
    >>> total.total_exec_time, total.node_count, total.node_exec_count
    (12, 1, 2)
    """

    def __init__(self, profile_datum: ProfileDatum):
        self.total_op_time = 0
        self.total_exec_time = 0
        self._executions: dict[tuple[str, str], int] = {}
        self.add(profile_datum)

    def add(self, profile_datum: ProfileDatum) -> None:
        """Adds one more."""
        self.total_op_time += profile_datum.op_time
        self.total_exec_time += profile_datum.exec_time
        node = (profile_datum.device_name, profile_datum.node_exec_stats.node_name)
        self._executions[node] = self._executions.get(node, 0) + 1

    @property
    def node_count(self) -> int:
        """How many nodes."""
        return len(self._executions)

    @property
    def node_exec_count(self) -> int:
        """How often they ran."""
        return sum(self._executions.values())
