"""`tf.profiler.ProfileOptionBuilder`: what to profile and how to show it, as a dictionary of options."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from penstock._namespace import export
from penstock.profiler.tfprof_logger import TRAINABLE_VARIABLES

_DEFAULTS: dict[str, Any] = {
    "max_depth": 100,
    "min_bytes": 0,
    "min_micros": 0,
    "min_params": 0,
    "min_float_ops": 0,
    "min_occurrence": 0,
    "order_by": "name",
    "account_type_regexes": [".*"],
    "start_name_regexes": [".*"],
    "trim_name_regexes": [],
    "show_name_regexes": [".*"],
    "hide_name_regexes": [],
    "account_displayed_op_only": False,
    "select": ["micros"],
    "step": -1,
    "output": "stdout",
}


def _options(**changes: Any) -> dict[str, Any]:
    return copy.deepcopy({**_DEFAULTS, "max_depth": 10000, "account_displayed_op_only": True, **changes})


@export("profiler.ProfileOptionBuilder")
class ProfileOptionBuilder:
    """Builds the options of `tf.profiler.profile`, from ready-made ones or from the default.

    Args:
      options: options to start with.

    >>> import penstock as tf
    >>> builder = tf.profiler.ProfileOptionBuilder(tf.profiler.ProfileOptionBuilder.time_and_memory())
    >>> builder.with_max_depth(3).select(["micros"]).with_empty_output().build()["max_depth"]
    3
    """

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self._options = copy.deepcopy(_DEFAULTS if options is None else options)

    @staticmethod
    def trainable_variables_parameter() -> dict[str, Any]:
        """Options for the number of parameters of trainable variables, best with the view 'scope'."""
        return _options(account_type_regexes=[TRAINABLE_VARIABLES], select=["params"])

    @staticmethod
    def float_operation() -> dict[str, Any]:
        """Options for floating-point operations."""
        return _options(min_float_ops=1, order_by="float_ops", select=["float_ops"])

    @staticmethod
    def time_and_memory(
        min_micros: int = 1,
        min_bytes: int = 1,
        min_accelerator_micros: int = 0,
        min_cpu_micros: int = 0,
        min_peak_bytes: int = 0,
        min_residual_bytes: int = 0,
        min_output_bytes: int = 0,
    ) -> dict[str, Any]:
        """Options for time and memory; what has less than the arguments say is not shown.

        Args:
          min_micros: time, on CPU and accelerator.
          min_bytes: memory asked for.
          min_accelerator_micros: time on an accelerator.
          min_cpu_micros: time on the CPU.
          min_peak_bytes: the most memory held at one time.
          min_residual_bytes: memory still held at the end.
          min_output_bytes: size of the outputs.
        """
        return _options(
            min_micros=min_micros,
            min_bytes=min_bytes,
            min_accelerator_micros=min_accelerator_micros,
            min_cpu_micros=min_cpu_micros,
            min_peak_bytes=min_peak_bytes,
            min_residual_bytes=min_residual_bytes,
            min_output_bytes=min_output_bytes,
            order_by="micros",
            select=["micros", "bytes"],
        )

    def build(self) -> dict[str, Any]:
        """The options, a copy."""
        return copy.deepcopy(self._options)

    def _with(self, **changes: Any) -> ProfileOptionBuilder:
        self._options.update(copy.deepcopy(changes))
        return self

    def with_max_depth(self, max_depth: int) -> ProfileOptionBuilder:
        """How deep to show: scopes, calls, or in the view 'op' how many lines."""
        return self._with(max_depth=max_depth)

    def with_min_memory(
        self, min_bytes: int = 0, min_peak_bytes: int = 0, min_residual_bytes: int = 0, min_output_bytes: int = 0
    ) -> ProfileOptionBuilder:
        """Shows only what uses at least this much memory."""
        return self._with(
            min_bytes=min_bytes,
            min_peak_bytes=min_peak_bytes,
            min_residual_bytes=min_residual_bytes,
            min_output_bytes=min_output_bytes,
        )

    def with_min_execution_time(
        self, min_micros: int = 0, min_accelerator_micros: int = 0, min_cpu_micros: int = 0
    ) -> ProfileOptionBuilder:
        """Shows only what takes at least this much time."""
        return self._with(
            min_micros=min_micros, min_accelerator_micros=min_accelerator_micros, min_cpu_micros=min_cpu_micros
        )

    def with_min_parameters(self, min_params: int) -> ProfileOptionBuilder:
        """Shows only what has at least this many parameters."""
        return self._with(min_params=min_params)

    def with_min_occurrence(self, min_occurrence: int) -> ProfileOptionBuilder:
        """Shows only what stands for at least this many nodes (ran this many times, in views of nodes)."""
        return self._with(min_occurrence=min_occurrence)

    def with_min_float_operations(self, min_float_ops: int) -> ProfileOptionBuilder:
        """Shows only what takes at least this many floating-point operations."""
        return self._with(min_float_ops=min_float_ops)

    def with_accounted_types(self, account_type_regexes: Sequence[str]) -> ProfileOptionBuilder:
        """Counts only nodes one of whose types matches: kind of operation, device, types of the operation log."""
        return self._with(account_type_regexes=list(account_type_regexes))

    def with_node_names(
        self,
        start_name_regexes: Sequence[str] | None = None,
        show_name_regexes: Sequence[str] | None = None,
        hide_name_regexes: Sequence[str] | None = None,
        trim_name_regexes: Sequence[str] | None = None,
    ) -> ProfileOptionBuilder:
        """Shows by name: from where, what, what not, and where to stop.

        Args:
          start_name_regexes: shows from entries with these names on.
          show_name_regexes: shows entries with these names,
          hide_name_regexes: but not those with these.
          trim_name_regexes: shows nothing below entries with these names.
        """
        given = {
            "start_name_regexes": start_name_regexes,
            "show_name_regexes": show_name_regexes,
            "hide_name_regexes": hide_name_regexes,
            "trim_name_regexes": trim_name_regexes,
        }
        return self._with(**{key: list(value) for key, value in given.items() if value is not None})

    def account_displayed_op_only(self, is_true: bool) -> ProfileOptionBuilder:
        """Whether totals are of what is shown, not of everything that counts."""
        return self._with(account_displayed_op_only=is_true)

    def with_empty_output(self) -> ProfileOptionBuilder:
        """Prints nothing."""
        return self._with(output="none")

    def with_stdout_output(self) -> ProfileOptionBuilder:
        """Prints to the standard output."""
        return self._with(output="stdout")

    def with_file_output(self, outfile: str) -> ProfileOptionBuilder:
        """Prints to a file."""
        return self._with(output=f"file:outfile={outfile}")

    def with_timeline_output(self, timeline_file: str) -> ProfileOptionBuilder:
        """Writes a timeline for Chrome's about:tracing."""
        return self._with(output=f"timeline:outfile={timeline_file}")

    def with_pprof_output(self, pprof_file: str) -> ProfileOptionBuilder:
        """Writes a profile for `pprof`, for the view 'code'; by convention its name ends in .pb.gz."""
        return self._with(output=f"pprof:outfile={pprof_file}")

    def order_by(self, attribute: str) -> ProfileOptionBuilder:
        """By what to order: name, bytes, peak_bytes, micros, cpu_micros, params, float_ops, occurrence, ..."""
        return self._with(order_by=attribute)

    def select(self, attributes: Sequence[str]) -> ProfileOptionBuilder:
        """What to show: bytes, micros, params, float_ops, device, op_types, occurrence, input_shapes, ..."""
        return self._with(select=list(attributes))

    def with_step(self, step: int) -> ProfileOptionBuilder:
        """Which of the steps added to a `Profiler` to show; -1 for the mean of all."""
        return self._with(step=step)
