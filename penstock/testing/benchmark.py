"""`tf.test.Benchmark`: classes whose `benchmark*` methods time operations and report what they found."""

from __future__ import annotations

import inspect
import numbers
import os
import re
import statistics
import time
from collections.abc import Mapping
from typing import Any

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, SessionLike
from penstock.platform import logging

_classes: set[type] = set()
# Set by whoever runs benchmarks and wants files: each entry goes to `<prefix><name>`.
_REPORT_PREFIX = "TEST_REPORT_FILE_PREFIX"


@export("test.benchmark_config")
def benchmark_config() -> Any:
    """Returns a `tf.ConfigProto` with the optimizer of dependencies off, as benchmarks use.

    >>> import penstock as tf
    >>> config = tf.test.benchmark_config()
    >>> config.graph_options.rewrite_options.dependency_optimization
    2
    """
    config = protos.ConfigProto()
    rewriting = config.graph_options.rewrite_options
    rewriting.dependency_optimization = rewriting.OFF
    return config


@export("test.Benchmark")
class Benchmark:
    """Base class of benchmarks: `tf.test.main` runs the `benchmark*` methods of its subclasses with `--benchmarks=all`.

    >>> import penstock as tf
    >>> class AddBenchmark(tf.test.Benchmark):
    ...     def benchmarkAdd(self):
    ...         with tf.Graph().as_default(), tf.Session() as sess:
    ...             return self.run_op_benchmark(sess, tf.add(1, 2), min_iters=3)
    >>> AddBenchmark().benchmarkAdd()["iters"]  # doctest: +ELLIPSIS
    entry {
      name: "AddBenchmark.benchmarkAdd"
      iters: 3
    ...
    3
    """

    def __init__(self) -> None:
        os.environ["TF_OVERRIDE_GLOBAL_THREADPOOL"] = "1"

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not cls.is_abstract():
            _classes.add(cls)

    @classmethod
    def is_abstract(cls) -> bool:
        """Says whether this is a class without benchmarks of its own, such as the base class."""
        return cls is Benchmark

    def run_op_benchmark(
        self,
        sess: SessionLike,
        op_or_tensor: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        burn_iters: int = 2,
        min_iters: int = 10,
        store_trace: bool = False,
        store_memory_usage: bool = True,
        name: str | None = None,
        extras: dict | None = None,
        mbs: float = 0,
    ) -> dict[str, Any]:
        """Runs an operation several times and reports the median time.

        Args:
          sess: the session.
          op_or_tensor: what to run.
          feed_dict: what to feed each time.
          burn_iters: runs before the clock starts.
          min_iters: runs that are timed.
          store_trace: whether to add the trace of one more run, as `full_trace_chrome_format` of the result's extras.
          store_memory_usage: whether to add the largest memory of one more run, per allocator, to the extras.
          name: name of the entry; by default that of the calling method.
          extras: more numbers and texts for the entry.
          mbs: megabytes that a run moves, for the throughput.

        Returns:
          What was reported, as a dictionary.
        """
        for _ in range(burn_iters):
            sess.run(op_or_tensor, feed_dict=feed_dict)
        times = []
        for _ in range(min_iters):
            start = time.time()
            sess.run(op_or_tensor, feed_dict=feed_dict)
            times.append(time.time() - start)
        extras = {} if extras is None else extras
        unreported = {}
        if store_trace or store_memory_usage:
            options = protos.RunOptions(trace_level=protos.RunOptions.FULL_TRACE)
            metadata = protos.RunMetadata()
            sess.run(op_or_tensor, feed_dict=feed_dict, options=options, run_metadata=metadata)
            from penstock.runtime.session.timeline import Timeline

            line = Timeline(metadata.step_stats)
            if store_trace:
                unreported["full_trace_chrome_format"] = line.generate_chrome_trace_format()
            if store_memory_usage:
                for allocator, most in line.analyze_step_stats(show_memory=True).allocator_maximums.items():
                    extras[f"allocator_maximum_num_bytes_{allocator}"] = most.num_bytes
        median = statistics.median(times) if times else -1
        values: dict[str, Any] = {
            "iters": min_iters,
            "wall_time": median,
            "extras": extras,
            "name": name,
            "throughput": mbs / median,
        }
        self.report_benchmark(**values)
        extras.update(unreported)
        return values

    def evaluate(self, tensors: NestedTensors) -> Any:
        """Returns the values of tensors, by the default session, else by one of its own."""
        session = tf.get_default_session()
        if session is not None:
            return session.run(tensors)
        with tf.Session() as session:
            return session.run(tensors)

    def report_benchmark(
        self,
        iters: int | None = None,
        cpu_time: float | None = None,
        wall_time: float | None = None,
        throughput: float | None = None,
        extras: dict | None = None,
        name: str | None = None,
        metrics: list | None = None,
    ) -> None:
        """Prints an entry, or writes it to a file if `$TEST_REPORT_FILE_PREFIX` is set.

        Args:
          iters: how many runs were timed.
          cpu_time, wall_time: seconds.
          throughput: MB/s.
          extras: names → numbers or texts.
          name: the entry's name; by default that of the calling method. The class's name is put before it.
          metrics: dictionaries with `name`, `value` and, optionally, `min_value` and `max_value`.

        Raises:
          TypeError: `extras` is no dictionary, `metrics` no list of such dictionaries.
          IOError: the file is there already.
        """
        entry = protos.BenchmarkEntry(name=self._get_name(name))
        numbers_given = {"iters": iters, "cpu_time": cpu_time, "wall_time": wall_time, "throughput": throughput}
        for field, value in numbers_given.items():
            if value is not None:
                setattr(entry, field, value)
        if extras is not None and not isinstance(extras, dict):
            raise TypeError("extras must be a dict")
        for key, value in (extras or {}).items():
            if isinstance(value, numbers.Number):
                entry.extras[key].double_value = value
            else:
                entry.extras[key].string_value = str(value)
        if metrics is not None and not isinstance(metrics, list):
            raise TypeError("metrics must be a list")
        for metric in metrics or ():
            for field in ("name", "value"):
                if field not in metric:
                    raise TypeError(f"metric must has a '{field}' field")
            added = entry.metrics.add(name=metric["name"], value=metric["value"])
            for bound in ("min_value", "max_value"):
                if bound in metric:
                    getattr(added, bound).value = metric[bound]
        shown = {k: -1 if v is None else v for k, v in numbers_given.items()}
        logging.info(
            "Benchmark [%s] iters: %d, wall_time: %g, cpu_time: %g,throughput: %g, extras: %s, metrics: %s",
            entry.name,
            *(shown[k] for k in ("iters", "wall_time", "cpu_time", "throughput")),
            extras or None,
            metrics or None,
        )
        _write(protos.BenchmarkEntries(entry=[entry]), entry.name)

    def _get_name(self, overwrite_name: str | None = None) -> str:
        """Class and method of the outermost call of a benchmark's method."""
        for frame in inspect.stack()[::-1]:
            caller = frame.frame.f_locals.get("self")
            if isinstance(caller, Benchmark):
                return f"{type(caller).__name__}.{overwrite_name or frame.function}"
        raise ValueError("Unable to determine calling Benchmark class.")


def _write(entries: Any, name: str) -> None:
    prefix = os.environ.get(_REPORT_PREFIX)
    if prefix is None:
        print(str(entries))
        return
    path = prefix + name.replace("/", "__")
    if os.path.exists(path):
        raise OSError(f"File already exists: {path}")
    with open(path, "wb") as file:
        file.write(entries.SerializeToString())


def run_matching(pattern: str) -> None:
    """Runs all benchmark methods whose full name the regular expression is found in; "all" means all."""
    for cls in sorted(_classes, key=lambda c: (c.__module__, c.__qualname__)):
        methods = [name for name in dir(cls) if name.startswith("benchmark") and callable(getattr(cls, name))]
        full = f"{cls.__module__}.{cls.__name__}"
        chosen = [name for name in methods if pattern == "all" or re.search(pattern, f"{full}.{name}")]
        instance = cls() if chosen else None
        for name in chosen:
            getattr(instance, name)()


TensorFlowBenchmark = Benchmark  # its name in `tensorflow.python.platform.benchmark`
