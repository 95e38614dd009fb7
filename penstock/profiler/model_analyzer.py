"""`tf.profiler.profile`, `advise` and `Profiler`: profiles of a graph and of its runs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph.graph import get_default_graph
from penstock.profiler import advice, pprof, text, tfprof_logger
from penstock.profiler.advice import ALL_ADVICE
from penstock.profiler.option_builder import ProfileOptionBuilder
from penstock.profiler.stats import Stats
from penstock.profiler.views import VIEWS, CodeView
from penstock.storage import gfile

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import RunMetadata

_DEFAULT_PROFILE_OPTIONS = 0
_DEFAULT_ADVISE_OPTIONS = 0
_SINGLE = """max_depth min_bytes min_peak_bytes min_residual_bytes min_output_bytes min_micros min_accelerator_micros
    min_cpu_micros min_params min_float_ops min_occurrence step order_by account_displayed_op_only output
    dump_to_file""".split()
_LISTS = """account_type_regexes start_name_regexes trim_name_regexes show_name_regexes hide_name_regexes
    select""".split()
_OUTPUTS = ("timeline", "file", "pprof")


def _build_options(options: dict[str, Any]) -> Any:
    """Options as an `OptionsProto`."""
    message = protos.find("tensorflow.tfprof.OptionsProto")(max_depth=10, step=-1, order_by="name", output="stdout")
    for key in _SINGLE:
        if key in options:
            setattr(message, key, options[key])
    for key in _LISTS:
        getattr(message, key).extend(options.get(key, []))
    return message


def _show(stats: Stats, cmd: str, options: dict[str, Any]) -> Any:
    """Makes a view, puts its text where the options say, and returns its message."""
    opts = _build_options(options)
    kind = protos.find(
        "tensorflow.tfprof." + ("GraphNodeProto" if cmd in ("scope", "graph") else "MultiGraphNodeProto")
    )
    if opts.step >= 0 and opts.step not in stats.steps:
        steps = "".join(f"{step} " for step in sorted(stats.steps))
        sys.stderr.write(f"Options -step={opts.step} not found.\nAvailable steps: {steps}\n")
        return kind()
    if cmd == "code" and not stats.has_traces:
        sys.stderr.write("No code trace information\n")
        return kind()
    output, _, path = opts.output.partition(":outfile=")
    if output not in ("stdout", "none", *_OUTPUTS) or (output in _OUTPUTS and not path):
        raise errors.InvalidArgumentError(None, None, f"Cannot parse output: {opts.output}")
    view = VIEWS[cmd](stats)
    shown, message = view.show(opts)
    if output == "timeline":
        _write_timeline(stats, opts.step, path)
    elif output == "pprof":
        if isinstance(view, CodeView):
            pprof.write(view, list(opts.select), opts.step, path)
        else:
            sys.stderr.write("Only 'code' view supports pprof output now.\n")
    elif output != "none":
        everything = text.doc(cmd, opts.select) + "Profile:\n" + shown
        if output == "stdout":
            sys.stdout.write(everything)
            sys.stdout.flush()
        else:
            with gfile.GFile(path, "w") as file:
                file.write(everything)
    return message


def _write_timeline(stats: Stats, step: int, path: str) -> None:
    """One file per step; the step is part of the name, as in 1.x."""
    from penstock.runtime.session.timeline import Timeline

    if not stats.steps:
        sys.stderr.write("Timeline needs the metadata of a run.\n")
    for number in sorted(stats.steps) if step < 0 else [step]:
        trace = Timeline(stats.run_metadata[number].step_stats).generate_chrome_trace_format()
        with gfile.GFile(f"{path}_{number}", "w") as file:
            file.write(trace)


def _stats(graph: Graph | None, op_log: Any, run_meta: RunMetadata, add_trace: bool) -> Stats:
    graph = graph or get_default_graph()
    log = tfprof_logger.merge_default_with_oplog(graph, op_log, run_meta, add_trace=add_trace)
    stats = Stats(graph.as_graph_def(add_shapes=True))
    if run_meta is not None and run_meta.step_stats.dev_stats:
        stats.add_run(0, run_meta)
    stats.add_log(log)
    return stats


def _advice_options(options: dict[str, dict[str, str]] | None) -> Any:
    message = protos.find("tensorflow.tfprof.AdvisorOptionsProto")()
    for checker, values in (options or {}).items():
        message.checkers[checker].options.update(values)
    return message.checkers


@export("profiler.profile")
def profile(
    graph: Graph | None = None,
    run_meta: RunMetadata | None = None,
    op_log: Any = None,
    cmd: str = "scope",
    options: Any = _DEFAULT_PROFILE_OPTIONS,
) -> Any:
    """Shows where the parameters, floating-point operations, time or memory of a graph are.

    Args:
      graph: the graph, by default the default graph.
      run_meta: the `RunMetadata` of a traced run, for time and memory, and for shapes that the graph does not know.
      op_log: an `OpLogProto` that gives nodes types of the caller's own.
      cmd: the view: 'scope' (by name scope), 'graph' (by data flow), 'op' (by operation type) or 'code' (by Python line).
      options: a dictionary, as `tf.profiler.ProfileOptionBuilder` makes; by default the trainable variables.

    Returns:
      A `GraphNodeProto` for 'scope' and 'graph', a `MultiGraphNodeProto` for 'op' and 'code'.

    Raises:
      tf.errors.InvalidArgumentError: there is no such view.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     w = tf.Variable(tf.zeros([784, 10]), name="w")
    ...     options = tf.profiler.ProfileOptionBuilder.trainable_variables_parameter()
    ...     tf.profiler.profile(graph, options={**options, "output": "none"}).total_parameters
    7840
    """
    if cmd not in VIEWS:
        raise errors.InvalidArgumentError(None, None, f"unknown cmd: {cmd}\n")
    if options == _DEFAULT_PROFILE_OPTIONS:
        options = ProfileOptionBuilder.trainable_variables_parameter()
    return _show(_stats(graph, op_log, run_meta, add_trace=cmd == "code"), cmd, options)


@export("profiler.advise")
def advise(
    graph: Graph | None = None, run_meta: RunMetadata | None = None, options: Any = _DEFAULT_ADVISE_OPTIONS
) -> Any:
    """Looks for what stands out in a graph and a run of it, prints it and returns it as an `AdviceProto`.

    Args:
      graph: the graph, by default the default graph.
      run_meta: the `RunMetadata` of a traced run.
      options: which checkers to run, as a dictionary; by default all.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     _ = tf.profiler.advise(options={"OperationChecker": {}})
    <BLANKLINE>
    OperationChecker:
    """
    if options == _DEFAULT_ADVISE_OPTIONS:
        options = ALL_ADVICE
    return advice.advise(_stats(graph, None, run_meta, add_trace=True), _advice_options(options))


@export("profiler.Profiler")
class Profiler:
    """Profiles several steps of one graph.

    Args:
      graph: the graph, by default the default graph.
      op_log: an `OpLogProto` that gives nodes types of the caller's own.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.matmul(tf.ones([2, 3]), tf.ones([3, 4]))
    ...     profiler, run_meta = tf.profiler.Profiler(sess.graph), tf.RunMetadata()
    ...     _ = sess.run(x, options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), run_metadata=run_meta)
    ...     profiler.add_step(0, run_meta)
    ...     options = tf.profiler.ProfileOptionBuilder(tf.profiler.ProfileOptionBuilder.float_operation())
    ...     profiler.profile_operations(options.with_empty_output().build()).total_float_ops
    48
    """

    def __init__(self, graph: Graph | None = None, op_log: Any = None) -> None:
        self._graph = graph or get_default_graph()
        log = tfprof_logger.merge_default_with_oplog(self._graph, op_log=op_log)
        self._stats = Stats(self._graph.as_graph_def(add_shapes=True), log)
        self._coverage = 0.0

    def add_step(self, step: int, run_meta: RunMetadata) -> None:
        """Adds a run.

        Args:
          step: a number; runs with the same number are taken together.
          run_meta: the `RunMetadata` of the run, which was traced.
        """
        log = tfprof_logger.merge_default_with_oplog(self._graph, run_meta=run_meta)
        self._stats.add_graph(self._graph.as_graph_def(add_shapes=True))
        self._stats.add_run(step, run_meta)
        self._stats.add_log(log)
        self._coverage = self._stats.coverage

    def profile_python(self, options: dict[str, Any]) -> Any:
        """The view 'code': Python lines; returns a `MultiGraphNodeProto`."""
        return _show(self._stats, "code", options)

    def profile_operations(self, options: dict[str, Any]) -> Any:
        """The view 'op': operation types; returns a `MultiGraphNodeProto`."""
        return _show(self._stats, "op", options)

    def profile_name_scope(self, options: dict[str, Any]) -> Any:
        """The view 'scope': name scopes; returns a `GraphNodeProto`."""
        return _show(self._stats, "scope", options)

    def profile_graph(self, options: dict[str, Any]) -> Any:
        """The view 'graph': data flow; returns a `GraphNodeProto`."""
        return _show(self._stats, "graph", options)

    def advise(self, options: dict[str, dict[str, str]]) -> Any:
        """Runs checkers, prints what they say and returns it as an `AdviceProto`."""
        return advice.advise(self._stats, _advice_options(options))

    def serialize_to_string(self) -> bytes:
        """Everything that is known, as the bytes of a `ProfileProto`."""
        return self._stats.as_proto().SerializeToString()

    def _write_profile(self, filename: str) -> None:
        with gfile.GFile(filename, "wb") as file:
            file.write(self.serialize_to_string())
