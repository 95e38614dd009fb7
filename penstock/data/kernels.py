"""Kernels of the dataset operations: each makes the run-time dataset that its variant output holds.

A dataset is only a recipe, so these are quick; the work is done by iterators (`iterator_kernels`).
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.data import order, parallel, pipeline, pipeline_sources, transformations
from penstock.data.functions import Called
from penstock.data.mapping import Map
from penstock.data.options import NOT_FUSED
from penstock.data.order import WithInner
from penstock.data.pipeline import Made, bound, box, invalid, unbox
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import Array
from penstock.ops.queues.state import boxed
from penstock.storage import gfile, record_files, records

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.graph.inference import Context


_made: list[str] = []


# Numbers that 1.15 wants to be scalars when the dataset is made.
_SCALARS = {"batch_size", "buffer_size", "count", "drop_remainder", "index", "num_shards", "seed", "seed2"}
_SCALARS |= {"start", "step", "stop"}


def _of_scalars(c: Context) -> list[Any]:
    """A dataset is a scalar; so is what `_SCALARS` names."""
    if len(c.shapes) == len(c.op.op_def.inputs):  # there is no list among them
        for argument, shape in zip(c.op.op_def.inputs, c.shapes):
            if argument.name in _SCALARS:
                rule.with_rank(shape, 0)
    return rule.scalar(c)


def _marked(dataset: pipeline.Dataset, ctx: Any) -> pipeline.Dataset:
    """A dataset that knows what made it; one that is only passed on knows that already."""
    dataset.kind = dataset.kind or ctx.op.type
    return dataset


def _dataset(*names: str, calls: tuple[str, ...] = ()) -> Any:
    """Registers a kernel that returns a dataset; one with `calls` gets the functions by its context."""

    def register(make: Callable[..., Any]) -> Any:
        if calls:

            def kernel(xp: ModuleType, *inputs: Any, ctx: Any) -> tuple:
                return (box(_marked(make(ctx, *inputs), ctx)),)

        else:

            def kernel(xp: ModuleType, *inputs: Any, ctx: Any) -> np.ndarray:  # type: ignore[misc]
                return box(_marked(make(ctx.op._attrs, *inputs), ctx))

        kernel.__module__ = make.__module__
        op(names, shape=_of_scalars, host=True, calls=calls)(kernel)
        _made.extend(names)
        return make

    return register


def _text(value: Array) -> str:
    return (value if isinstance(value, bytes) else np.ravel(value)[0]).decode("utf-8", "surrogateescape")


# -- sources -----------------------------------------------------------------------------------------------------------


@_dataset("TensorDataset")
def _tensor(attrs, components):
    return pipeline_sources.FromTensors(components)


@_dataset("TensorSliceDataset")
def _tensor_slices(attrs, components):
    return pipeline_sources.Slices(components)


@_dataset("SparseTensorSliceDataset")
def _sparse_slices(attrs, indices, values, dense_shape):
    rows = np.asarray(indices)[:, 0]
    if np.any(rows[1:] < rows[:-1]):
        raise errors.UnimplementedError(None, None, "The SparseTensor must be ordered in the batch dimension.")
    edges = np.searchsorted(rows, np.arange(int(dense_shape[0]) + 1))
    pairs = list(zip(edges[:-1], edges[1:]))
    return pipeline.Fixed([(indices[a:b, 1:], values[a:b], dense_shape[1:]) for a, b in pairs])


@_dataset("RangeDataset")
def _range(attrs, start, stop, step):
    return pipeline_sources.Range(int(start), int(stop), int(step))


def _files(filenames: Sequence[Any], records_of: Any) -> pipeline.Dataset:
    names = [filenames] if isinstance(filenames, bytes) else np.ravel(filenames).tolist()

    def file(name: bytes) -> pipeline.Dataset:
        path = name.decode("utf-8", "surrogateescape")
        return pipeline_sources.FromStrings(lambda: records_of(path))

    return InTurn([file(name) for name in names])


class InTurn(pipeline.Dataset):
    """Datasets one after the other; one that fails does not keep the next ones from coming."""

    quiet = True

    def __init__(self, parts: list[pipeline.Dataset]) -> None:
        self.parts = parts

    def iterator(self, run: pipeline.Run) -> pipeline.Step:
        return pipeline.InTurnStep([functools.partial(p.iterator, run) for p in self.parts])


@_dataset("TextLineDataset")
def _text_lines(attrs, filenames, compression_type, buffer_size):
    kind = _text(compression_type)
    if kind not in ("", "ZLIB", "GZIP"):
        raise invalid("Unsupported compression_type.")
    return _files(filenames, lambda path: record_files.line_blocks(path, kind))


@_dataset("TFRecordDataset")
def _tf_records(attrs, filenames, compression_type, buffer_size):
    kind = _text(compression_type)
    if kind not in ("", "ZLIB", "GZIP"):
        kind = ""  # as 1.x, which only logs it
    return _files(filenames, lambda path: records.blocks(path, kind))


@_dataset("FixedLengthRecordDataset", "FixedLengthRecordDatasetV2")
def _fixed_length(attrs, filenames, header_bytes, record_bytes, footer_bytes, buffer_size, compression_type=b""):
    header, record, footer = int(header_bytes), int(record_bytes), int(footer_bytes)
    for what, size, least in (("header", header, 0), ("record", record, 1), ("footer", footer, 0)):
        if size < least:
            raise invalid(f"`{what}_bytes` must be {'> 0' if least else '>= 0'}")
    kind = _text(compression_type)

    def blocks(path: str) -> Iterator[list[bytes]]:
        body = record if kind else gfile.stat(path).length - header - footer
        if body < 0 or body % record:
            raise invalid(
                f'Excluding the header ({header} bytes) and footer ({footer} bytes), input file "{path}" has body '
                f"length {body} bytes, which is not an exact multiple of the record length ({record} bytes)."
            )
        return _one_by_one(record_files.fixed_length(path, record, header, footer, 0, kind))

    return _files(filenames, blocks)


def _one_by_one(found: Iterator[bytes]) -> Iterator[list[bytes]]:
    with contextlib.closing(found):  # type: ignore[type-var]
        for record in found:
            yield [record]


@_dataset("CSVDataset", "ExperimentalCSVDataset")
def _csv(attrs, filenames, compression, size, header, delimiter, quotes, missing, columns, defaults):
    from penstock.data.csv_datasets import CsvStep, records

    names = [filenames] if isinstance(filenames, bytes) else np.ravel(filenames).tolist()
    kind, types = _text(compression), attrs["output_types"]
    columns = [int(i) for i in columns]
    if columns and len(columns) != len(types):
        raise invalid("select_cols should match output size")
    how = {"OUT_TYPE": types, "field_delim": _text(delimiter), "use_quote_delim": bool(quotes)}
    how |= {"na_value": _text(missing), "select_cols": columns}
    read = lambda path: records(path, kind, bool(header), bool(quotes))  # noqa: E731

    class Csv(pipeline.Dataset):
        quiet = True

        def iterator(self, run: pipeline.Run) -> pipeline.Step:
            return CsvStep([n.decode("utf-8", "surrogateescape") for n in names], read, defaults, how)

    return Csv()


@_dataset("RandomDataset", "ExperimentalRandomDataset")
def _random(attrs, seed, seed2):
    from penstock.ops.queues.state import RandomWords

    return pipeline_sources.Generated(lambda: ((np.int64(word),) for word in RandomWords(int(seed), int(seed2))))


@_dataset("GeneratorDataset", calls=("init_func", "next_func", "finalize_func"))
def _generator(ctx, init_args, next_args, finalize_args):
    init = Called(ctx, "init_func", init_args)
    return pipeline_sources.FromGenerator(
        init, Called(ctx, "next_func", next_args), Called(ctx, "finalize_func", finalize_args)
    )


_SQL_TYPES = ("string", "int8", "int16", "int32", "int64", "uint8", "uint16", "bool", "float64")


@_dataset("SqlDataset", "ExperimentalSqlDataset")
def _sql(attrs, driver_name, data_source_name, query):
    if _text(driver_name) != "sqlite":
        raise invalid(f"The database type, {_text(driver_name)}, is not supported by SqlDataset. ")
    path, text, types = _text(data_source_name), _text(query), attrs["output_types"]
    if any(dtype.name not in _SQL_TYPES for dtype in types):
        names = ", ".join("DT_DOUBLE" if name == "float64" else f"DT_{name.upper()}" for name in _SQL_TYPES)
        raise invalid(f"Each element of `output_types_` must be one of: {names} ")

    def rows() -> Any:
        import sqlite3

        try:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
                connection.text_factory = bytes
                found = connection.execute(text)
                columns = len(found.description or ())
                if columns != len(types):
                    raise invalid(
                        f"The number of columns in query ({columns}) must match the number of elements in output_types "
                        f"({len(types)})."
                    )
                for row in found:
                    yield tuple(_sql_value(v, t) for v, t in zip(row, types))
        except sqlite3.Error as error:
            problem = f"Failed to run the query on {path}: {error}: {text}"
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR:  # what is wrong with the query itself
                raise errors.UnknownError(None, None, problem) from None
            raise invalid(problem) from None

    return pipeline_sources.Generated(rows)


def _sql_value(value: Any, dtype: DType) -> Any:
    """A value of SQLite as another type, by its rules: of text, the number that it begins with; integers wrap."""
    if dtype.name == "string":
        if isinstance(value, float):
            mantissa, e, exponent = f"{value:.15g}".partition("e")
            value = f"{mantissa}{'' if '.' in mantissa or 'n' in mantissa else '.0'}{e}{exponent}"
        return boxed(value if isinstance(value, bytes) else str("" if value is None else value).encode())
    whole = dtype.name != "float64"
    if isinstance(value, bytes):
        number = re.match(rb"\s*[-+]?\d+" if whole else rb"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", value)
        value = (int if whole else float)(number.group()) if number else 0
    if not whole:
        return np.float64(value or 0)
    value = np.int64(min(max(value or 0, -(2**63)), 2**63 - 1))
    return value.astype(np.int32).astype(dtype.storage) if dtype.name == "bool" else value.astype(dtype.storage)


# -- several inputs ----------------------------------------------------------------------------------------------------


@_dataset("ZipDataset")
def _zip(attrs, input_datasets):
    return pipeline.Zip([unbox(d) for d in input_datasets])


@_dataset("ConcatenateDataset")
def _concatenate(attrs, input_dataset, another_dataset):
    return pipeline.Concatenate(unbox(input_dataset), unbox(another_dataset))


@_dataset("DirectedInterleaveDataset", "ExperimentalDirectedInterleaveDataset")
def _directed_interleave(attrs, selector, data):
    return order.DirectedInterleave(unbox(selector), [unbox(d) for d in data])


# -- one input ---------------------------------------------------------------------------------------------------------


@_dataset("RepeatDataset")
def _repeat(attrs, input_dataset, count):
    source = unbox(input_dataset)
    if isinstance(source, order.Shuffle) and source.reshuffle and not attrs.get(NOT_FUSED):
        return source.repeated(int(count))
    return pipeline.Repeat(source, int(count))


@_dataset("TakeDataset")
def _take(attrs, input_dataset, count):
    return Made(transformations.Take, unbox(input_dataset), int(count))


@_dataset("SkipDataset")
def _skip(attrs, input_dataset, count):
    return Made(transformations.Skip, unbox(input_dataset), int(count))


@_dataset("ShardDataset")
def _shard(attrs, input_dataset, num_shards, index):
    count, index = int(num_shards), int(index)
    if count < 1:
        raise invalid("Number of shards must be greater than zero (currently num_shards = %d)." % count)  # noqa: UP031
    if not 0 <= index < count:
        raise invalid(f"Index must be between 0 and {count - 1} (currently index = {index}).")
    return Made(transformations.Shard, unbox(input_dataset), count, index)


@_dataset("BatchDataset", "BatchDatasetV2")
def _batch(attrs, input_dataset, batch_size, drop_remainder=False):
    if batch_size <= 0:
        raise invalid("Batch size must be greater than zero.")
    return Made(transformations.Batch, unbox(input_dataset), int(batch_size), bool(drop_remainder))


@_dataset("PaddedBatchDataset", "PaddedBatchDatasetV2")
def _padded_batch(attrs, input_dataset, batch_size, padded_shapes, padding_values, drop_remainder=False):
    if batch_size <= 0:
        raise invalid("Batch size must be greater than zero.")
    shapes = [np.asarray(s) for s in padded_shapes]
    return Made(
        transformations.PaddedBatch,
        unbox(input_dataset),
        int(batch_size),
        shapes,
        list(padding_values),
        bool(drop_remainder),
    )


@_dataset("WindowDataset")
def _window(attrs, input_dataset, size, shift, stride, drop_remainder):
    sizes = int(size), int(shift), int(stride)
    return Made(transformations.Window, unbox(input_dataset), *sizes, bool(drop_remainder))


def _named(ctx: Any) -> str:
    """A name for what an operation draws at random, the same in another process."""
    return f"{getattr(ctx.op.graph, 'name', '')}/{ctx.op.name}"


@op("ShuffleDataset", shape=_of_scalars, host=True)
def _shuffle(xp, input_dataset, buffer_size, seed, seed2, *, reshuffle_each_iteration, ctx):
    seeds, source = _seeds(seed, seed2), unbox(input_dataset)
    return box(order.Shuffle(source, int(buffer_size), *seeds, reshuffle_each_iteration, name=_named(ctx)))


@op("ShuffleAndRepeatDataset", shape=rule.scalar, host=True)
def _shuffle_and_repeat(xp, input_dataset, buffer_size, seed, seed2, count, *, ctx):
    if count <= 0 and count != -1:
        raise invalid("count must be greater than zero or equal to -1.")
    seeds, source = _seeds(seed, seed2), unbox(input_dataset)
    return box(order.Shuffle(source, int(buffer_size), *seeds, False, int(count), _named(ctx)))


def _seeds(seed: int, seed2: Any) -> tuple[int, int]:
    if int(seed) == 0 and int(seed2) == 0:
        import os

        return int.from_bytes(os.urandom(7), "little"), int.from_bytes(os.urandom(7), "little")
    return int(seed), int(seed2)


@_dataset("CacheDataset")
def _cache(attrs, input_dataset, filename):
    path = _text(filename)
    if not path:
        return order.Cache(unbox(input_dataset))
    from penstock.data.file_cache import FileCache

    return FileCache(unbox(input_dataset), path, attrs["output_types"])


@_dataset("PrefetchDataset")
def _prefetch(attrs, input_dataset, buffer_size):
    return parallel.Prefetch(unbox(input_dataset), int(buffer_size))


@_dataset("UnbatchDataset", "ExperimentalUnbatchDataset")
def _unbatch(attrs, input_dataset):
    return Made(transformations.Unbatch, unbox(input_dataset))


@_dataset("UniqueDataset", "ExperimentalUniqueDataset")
def _unique(attrs, input_dataset):
    return Made(transformations.Unique, unbox(input_dataset))


@_dataset("IgnoreErrorsDataset", "ExperimentalIgnoreErrorsDataset")
def _ignore_errors(attrs, input_dataset):
    return Made(transformations.IgnoreErrors, unbox(input_dataset))


@_dataset("FilterByLastComponentDataset")
def _filter_by_last(attrs, input_dataset):
    return Made(transformations.FilterByLast, unbox(input_dataset))


@_dataset("OptimizeDataset", "ModelDataset", "MaxIntraOpParallelismDataset", "PrivateThreadPoolDataset")
def _as_it_is(attrs, input_dataset, *unused):
    """What only tunes TensorFlow's runtime changes nothing here."""
    return unbox(input_dataset)


# -- functions ---------------------------------------------------------------------------------------------------------


@_dataset("MapDataset", "ExperimentalMapDataset", calls=("f",))
def _map(ctx, input_dataset, other_arguments):
    return Map(unbox(input_dataset), Called(ctx, "f", other_arguments))


@_dataset("ParallelMapDataset", calls=("f",))
def _parallel_map(ctx, input_dataset, other_arguments, num_parallel_calls):
    return parallel.ParallelMap(unbox(input_dataset), Called(ctx, "f", other_arguments), _calls(num_parallel_calls))


def _calls(count: Array) -> int:
    if count != -1 and count <= 0:
        raise invalid("num_parallel_calls must be greater than zero.")
    return int(count)


@_dataset("MapAndBatchDataset", "ExperimentalMapAndBatchDataset", calls=("f",))
def _map_and_batch(ctx, input_dataset, other_arguments, batch_size, num_parallel_calls, drop_remainder):
    if batch_size <= 0:
        raise invalid("batch_size must be greater than zero.")
    function = Called(ctx, "f", other_arguments)
    mapped = parallel.ParallelMap(unbox(input_dataset), function, _calls(num_parallel_calls))
    return Made(transformations.Batch, mapped, int(batch_size), bool(drop_remainder))


@_dataset("FilterDataset", calls=("predicate",))
def _filter(ctx, input_dataset, other_arguments):
    return Made(transformations.Filter, unbox(input_dataset), Called(ctx, "predicate", other_arguments))


@_dataset("TakeWhileDataset", "ExperimentalTakeWhileDataset", calls=("predicate",))
def _take_while(ctx, input_dataset, other_arguments):
    return Made(transformations.TakeWhile, unbox(input_dataset), Called(ctx, "predicate", other_arguments))


@_dataset("FlatMapDataset", calls=("f",))
def _flat_map(ctx, input_dataset, other_arguments):
    return WithInner(order.FlatMap, unbox(input_dataset), Called(ctx, "f", other_arguments))


@_dataset("InterleaveDataset", calls=("f",))
def _interleave(ctx, input_dataset, other_arguments, cycle_length, block_length):
    function, cycle, block = Called(ctx, "f", other_arguments), int(cycle_length), int(block_length)
    _check_cycle(cycle, block)
    return WithInner(order.Interleave, unbox(input_dataset), function, cycle, block)


def _check_cycle(cycle: int, block: int) -> None:
    if cycle <= 0:
        raise invalid("cycle_length must be greater than zero.")
    if block <= 0:
        raise invalid("block_length must be greater than zero.")


class _Ahead(WithInner):
    """Interleaving whose inputs are read ahead, each in a thread of its own."""

    def iterator(self, run: pipeline.Run) -> pipeline.Step:
        def start(inner: pipeline.Dataset) -> pipeline.Step:
            return parallel.PrefetchStep(inner.iterator(run), 16, run)

        return self.step(self.source.iterator(run), bound(self.function, run), *self.args, start)


@_dataset("ParallelInterleaveDatasetV2", calls=("f",))
def _parallel_interleave(ctx, input_dataset, other_arguments, cycle_length, block_length, num_parallel_calls):
    function, cycle, block = Called(ctx, "f", other_arguments), int(cycle_length), int(block_length)
    cycle = parallel.processors(cycle) if cycle == -1 else cycle
    _check_cycle(cycle, block)
    _calls(num_parallel_calls)
    return _Ahead(order.Interleave, unbox(input_dataset), function, cycle, block)


@_dataset("ParallelInterleaveDataset", "ExperimentalParallelInterleaveDataset", calls=("f",))
def _parallel_interleave_v1(ctx, input_dataset, other_arguments, cycle_length, block_length, sloppy, output, prefetch):
    function, cycle, block = Called(ctx, "f", other_arguments), int(cycle_length), int(block_length)
    _check_cycle(cycle, block)
    return _Ahead(order.Interleave, unbox(input_dataset), function, cycle, block)


@_dataset("ScanDataset", "ExperimentalScanDataset", calls=("f",))
def _scan(ctx, input_dataset, initial_state, other_arguments):
    return Made(transformations.Scan, unbox(input_dataset), initial_state, Called(ctx, "f", other_arguments))


class _Grouped(pipeline.Dataset):
    def __init__(self, source: pipeline.Dataset, *functions: Any) -> None:
        self.source, self.functions = source, functions

    def iterator(self, run: pipeline.Run) -> pipeline.Step:
        key, reduce, size = (bound(function, run) for function in self.functions)
        start = lambda inner: inner.iterator(run)  # noqa: E731
        return order.GroupByWindow(self.source.iterator(run), key, reduce, size, start)


@_dataset(
    "GroupByWindowDataset",
    "ExperimentalGroupByWindowDataset",
    calls=("key_func", "reduce_func", "window_size_func"),
)
def _group_by_window(ctx, input_dataset, key_args, reduce_args, size_args):
    names = ("key_func", "reduce_func", "window_size_func")
    functions = [Called(ctx, name, args) for name, args in zip(names, (key_args, reduce_args, size_args))]
    return _Grouped(unbox(input_dataset), *functions)


@op("ReduceDataset", shape=lambda c: c.attr("output_shapes"), blocking=True, calls=("f",))
def _reduce(xp, input_dataset, initial_state, other_arguments, *, ctx):
    run, state = pipeline.Run(), tuple(initial_state)
    function = Called(ctx, "f", other_arguments).bound(run)
    remove = ctx.cancel.on_cancel(run.cancel.cancel)
    step = unbox(input_dataset).iterator(run)
    try:
        while (element := step.next(ctx.cancel)) is not None:
            state = function((*state, *element), ctx.cancel)
    finally:
        remove()
        step.close()
    return state


@op("DatasetToSingleElement", shape=lambda c: c.attr("output_shapes"), blocking=True)
def _single_element(xp, dataset, *, ctx):
    run = pipeline.Run()
    remove = ctx.cancel.on_cancel(run.cancel.cancel)
    step = unbox(dataset).iterator(run)
    try:
        element = step.next(ctx.cancel)
        if element is None:
            raise invalid("Dataset was empty.")
        if step.next(ctx.cancel) is not None:
            raise invalid("Dataset had more than one element.")
    finally:
        remove()
        step.close()
    return element


no_gradient(*_made, "ReduceDataset", "DatasetToSingleElement", "ShuffleDataset", "ShuffleAndRepeatDataset")
