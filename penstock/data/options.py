"""`tf.data.Options` and the groups of options in it: checked properties, written as tables.

Most of them tune TensorFlow's runtime. Here they are kept and merged as there; what they would tune is done by itself
(functions over batches, reading ahead) and gives the same elements either way. Only whether a `repeat` becomes one with
the `shuffle` before it shows: in the order of what is shuffled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import export

# An attribute of a RepeatDataset that is to be no part of the shuffle before it.
NOT_FUSED = "_not_fused"


class _Option:
    """A property that checks the type of what it is set to."""

    def __init__(self, kind: Any, doc: str, default: Callable[[], Any] = lambda: None) -> None:
        self.kind, self.default, self.__doc__ = kind, default, doc

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, options: Any, owner: type) -> Any:
        if options is None:
            return self
        if self.name not in options._options:
            options._options[self.name] = self.default()
        return options._options[self.name]

    def __set__(self, options: Any, value: object) -> None:
        kind = self.kind() if getattr(self.kind, "__name__", "") == "<lambda>" else self.kind
        if not isinstance(value, kind):
            text = f'Property "{self.name}" must be of type {kind}, got: {value!r} (type: {type(value)!r})'
            raise TypeError(text)
        options._options[self.name] = value


class _Options:
    _options: dict[str, Any]

    def __init__(self) -> None:
        object.__setattr__(self, "_options", {})

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, _Options)
        names = {*self._options, *other._options}
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, name: str, value: object) -> None:
        if not isinstance(getattr(type(self), name, None), _Option):
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        object.__setattr__(self, name, value)


def merged(*several: Any) -> Any:
    """One set of options with the values of several.

    Raises:
      TypeError: they are not of one kind.
      ValueError: two set the same option differently.
    """
    kind = type(several[0])
    result = kind()
    for options in several:
        if type(options) is not kind:
            raise TypeError(f"Incompatible options type: {type(options)!r} vs {kind!r}")
        for name, value in options._options.items():
            known = result._options.get(name)
            if isinstance(value, _Options):
                result._options[name] = merged(known, value) if known is not None else merged(value)
            elif value is not None:
                default = getattr(kind, name).default()
                if known not in (None, default) and value not in (known, default):
                    raise ValueError(f"Cannot merge incompatible values ({known!r} and {value!r}) of option: {name}")
                if known is None or value != default:
                    result._options[name] = value
    return result


@export("data.experimental.DistributeOptions")
class DistributeOptions(_Options):
    """How datasets are shared among workers.

    >>> import penstock as tf
    >>> options = tf.data.Options()
    >>> options.experimental_distribute.auto_shard
    True
    >>> options.experimental_distribute.auto_shard = False
    >>> tf.data.Dataset.range(3).with_options(options).options().experimental_distribute.auto_shard
    False
    """

    auto_shard = _Option(bool, "Whether files or elements are shared out by themselves.", lambda: True)
    num_devices = _Option(int, "How many devices are fed.")
    _make_stateless = _Option(bool, "Whether state is left out.")


@export("data.experimental.MapVectorizationOptions")
class MapVectorizationOptions(_Options):
    """Whether functions of `map` run over whole batches. Here they do where that is known to be the same.

    >>> import penstock as tf
    >>> options = tf.data.Options()
    >>> options.experimental_optimization.map_vectorization.enabled = True
    >>> tf.data.Dataset.range(3).with_options(options).options().experimental_optimization.map_vectorization.enabled
    True
    """

    enabled = _Option(bool, "Whether to do so.")
    use_choose_fastest = _Option(bool, "Whether the faster way is found by trying.")


_SWITCHES = """
    apply_default_optimizations autotune autotune_buffers filter_fusion filter_with_random_uniform_fusion
    hoist_random_uniform map_and_batch_fusion map_and_filter_fusion map_fusion map_parallelization noop_elimination
    parallel_batch shuffle_and_repeat_fusion
"""


@export("data.experimental.OptimizationOptions")
class OptimizationOptions(_Options):
    """Which changes to a pipeline TensorFlow's runtime makes.

    >>> import penstock as tf
    >>> options = tf.data.Options()
    >>> options.experimental_optimization.shuffle_and_repeat_fusion = False
    >>> tf.data.Dataset.range(3).with_options(options).options().experimental_optimization.shuffle_and_repeat_fusion
    False
    >>> options.experimental_optimization.autotune = "yes"
    Traceback (most recent call last):
      ...
    TypeError: Property "autotune" must be of type <class 'bool'>, got: 'yes' (type: <class 'st
    """

    autotune_algorithm = _Option(int, "How buffers and threads are tuned.")
    autotune_cpu_budget = _Option(int, "The processors that may be used.")
    map_vectorization = _Option(MapVectorizationOptions, "Functions over whole batches.", MapVectorizationOptions)


for _name in _SWITCHES.split():
    _option = _Option(bool, f"Whether {_name.replace('_', ' ')} is on.")
    _option.__set_name__(OptimizationOptions, _name)
    setattr(OptimizationOptions, _name, _option)


def _aggregator() -> type:
    from penstock.data.various import StatsAggregator

    return StatsAggregator


@export("data.experimental.StatsOptions")
class StatsOptions(_Options):
    """Where a dataset tells how it is doing.

    >>> import penstock as tf
    >>> options = tf.data.Options()
    >>> options.experimental_stats.aggregator = tf.data.experimental.StatsAggregator()
    >>> options.experimental_stats.prefix = "train"
    >>> options.merge(tf.data.Options()).experimental_stats.prefix
    'train'
    """

    aggregator = _Option(lambda: _aggregator(), "The aggregator.")
    prefix = _Option(str, "What the names of all statistics begin with.", lambda: "")
    counter_prefix = _Option(str, "What the names of counters begin with.", lambda: "")
    latency_all_edges = _Option(bool, "Whether the time of all transformations is measured.")


@export("data.experimental.ThreadingOptions")
class ThreadingOptions(_Options):
    """The threads of a dataset.

    >>> import penstock as tf
    >>> options = tf.data.Options()
    >>> options.experimental_threading.private_threadpool_size = 4
    >>> tf.data.Dataset.range(3).with_options(options).options().experimental_threading.private_threadpool_size
    4
    """

    max_intra_op_parallelism = _Option(int, "Threads within an operation.")
    private_threadpool_size = _Option(int, "Threads that only this dataset uses.")


@export("data.Options")
class Options(_Options):
    """Options of a dataset, for `Dataset.with_options`.

    >>> import penstock as tf
    >>> options = tf.data.Options()
    >>> options.experimental_deterministic = False
    >>> options.merge(tf.data.Options()).experimental_deterministic
    False
    """

    experimental_deterministic = _Option(bool, "Whether the order must not depend on time.")
    experimental_distribute = _Option(DistributeOptions, "How it is shared among workers.", DistributeOptions)
    experimental_optimization = _Option(OptimizationOptions, "What is changed in it.", OptimizationOptions)
    experimental_slack = _Option(bool, "Whether prefetching leaves time for the consumer.")
    experimental_stats = _Option(StatsOptions, "Where it tells how it is doing.", StatsOptions)
    experimental_threading = _Option(ThreadingOptions, "Its threads.", ThreadingOptions)
    experimental_stateful_whitelist = _Option(list, "Operations with a state that may be saved.")

    def merge(self, options: Options) -> Options:
        """These options and those of `options`.

        Raises:
          ValueError: both set an option, differently.
        """
        return merged(self, options)
