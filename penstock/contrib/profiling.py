"""`tf.contrib.tfprof`: the profiler under the names it had before `tf.profiler`, as programs of 1.0 to 1.3 call it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock._namespace import export, export_value
from penstock.profiler import advice, model_analyzer, tfprof_logger
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import RunMetadata

_ANALYZER = "contrib.tfprof.model_analyzer"
_OLD: dict[str, Any] = {
    "max_depth": 10000,
    "min_bytes": 0,
    "min_micros": 0,
    "min_params": 0,
    "min_float_ops": 0,
    "order_by": "name",
    "account_type_regexes": [".*"],
    "start_name_regexes": [".*"],
    "trim_name_regexes": [],
    "show_name_regexes": [".*"],
    "hide_name_regexes": [],
    "account_displayed_op_only": True,
    "output": "stdout",
    "dump_to_file": "",
}


def _options(**changes: Any) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, list) else value for key, value in {**_OLD, **changes}.items()}


TRAINABLE_VARS_PARAMS_STAT_OPTIONS = export_value(
    _options(account_type_regexes=[tfprof_logger.TRAINABLE_VARIABLES], select=["params"]),
    f"{_ANALYZER}.TRAINABLE_VARS_PARAMS_STAT_OPTIONS",
)
FLOAT_OPS_OPTIONS = export_value(
    _options(min_float_ops=1, order_by="float_ops", select=["float_ops"]), f"{_ANALYZER}.FLOAT_OPS_OPTIONS"
)
PRINT_ALL_TIMING_MEMORY = export_value(
    _options(min_bytes=1, min_micros=1, select=["micros", "bytes"]), f"{_ANALYZER}.PRINT_ALL_TIMING_MEMORY"
)
ALL_ADVICE = export_value(advice.ALL_ADVICE, f"{_ANALYZER}.ALL_ADVICE")
Profiler = export_value(model_analyzer.Profiler, f"{_ANALYZER}.Profiler")


@export(f"{_ANALYZER}.print_model_analysis")
@deprecated(
    "2018-01-01",
    "Use `tf.profiler.profile(graph, run_meta, op_log, cmd, options)`. Build `options` with "
    "`tf.profiler.ProfileOptionBuilder`. See README.md for details",
)
def print_model_analysis(
    graph: Graph,
    run_meta: RunMetadata | None = None,
    op_log: Any = None,
    tfprof_cmd: str = "scope",
    tfprof_options: Any = 0,
) -> Any:
    """Shows a graph as `tf.profiler.profile` does.

    Args:
      graph: the graph.
      run_meta: the `RunMetadata` of a traced run.
      op_log: an `OpLogProto` that gives nodes types of the caller's own.
      tfprof_cmd: the view: 'scope', 'graph', 'op' or 'code'.
      tfprof_options: a dictionary, such as `TRAINABLE_VARS_PARAMS_STAT_OPTIONS`, which is the default.

    >>> import penstock as tf
    >>> analyzer = tf.contrib.tfprof.model_analyzer
    >>> with tf.Graph().as_default() as graph:
    ...     w = tf.Variable(tf.zeros([784, 10]), name="w")
    ...     options = {**analyzer.TRAINABLE_VARS_PARAMS_STAT_OPTIONS, "output": "none"}
    ...     analyzer.print_model_analysis(graph, tfprof_options=options).total_parameters
    7840
    """
    return model_analyzer.profile(graph, run_meta, op_log, tfprof_cmd, tfprof_options)


@export(f"{_ANALYZER}.advise")
@deprecated("2018-01-01", "Use `tf.profiler.advise(graph, run_meta, options)`. See README.md")
def advise(graph: Graph, run_meta: RunMetadata | None = None, tfprof_options: Any = 0) -> Any:
    """Looks for what stands out, as `tf.profiler.advise` does.

    Args:
      graph: the graph.
      run_meta: a `tf.RunMetadata` of a traced run, or None.
      tfprof_options: which checks to make, see `tf.profiler.advise`.

    >>> import penstock as tf
    >>> _ = tf.contrib.tfprof.model_analyzer.advise(tf.Graph(), tfprof_options={"OperationChecker": {}})
    <BLANKLINE>
    OperationChecker:
    """
    return model_analyzer.advise(graph, run_meta, tfprof_options)


@export("contrib.tfprof.tfprof_logger.write_op_log")
@deprecated("2018-01-01", "Use `tf.profiler.write_op_log. go/tfprof`")
def write_op_log(
    graph: Graph, log_dir: str, op_log: Any = None, run_meta: RunMetadata | None = None, add_trace: bool = True
) -> None:
    """Writes the operation log of a graph, as `tf.profiler.write_op_log` does.

    Args:
      graph: the graph.
      log_dir: the folder that `tfprof_log` is written to.
      op_log: an `OpLogProto` to add to, or None.
      run_meta: a `tf.RunMetadata` of a traced run, or None.
      add_trace: whether to add where operations were made.

    >>> import tempfile
    >>> import penstock as tf
    >>> tf.contrib.tfprof.tfprof_logger.write_op_log(tf.Graph(), tempfile.mkdtemp())
    """
    tfprof_logger.write_op_log(graph, log_dir, op_log, run_meta, add_trace)
