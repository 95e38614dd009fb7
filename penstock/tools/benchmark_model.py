"""`benchmark_model`: how long a graph in a file takes to run. Also `penstock benchmark-model`.

Feeds the inputs with random numbers (or given ones), runs the outputs some times to warm up and some times to measure, and
prints the times and how often each operation occurs.
"""

from __future__ import annotations

import argparse
import collections
import os
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.graph import dtypes, importer
from penstock.graph.graph import Graph
from penstock.graph.tensor_shape import TensorShape
from penstock.protos import ConfigProto, GraphDef
from penstock.runtime.session.session import Session
from penstock.tools import files
from penstock.tools.graph_transforms import nodes


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog=prog, description="Measures how long a graph takes to run.")
    parser.add_argument("--graph", default="", help="file with the GraphDef, in bytes or text")
    parser.add_argument("--input_layer", default="input:0", help="names of the inputs, comma separated")
    text = "shapes of the inputs, with ':' between them: 1,299,299,3:1"
    parser.add_argument("--input_layer_shape", default="1,224,224,3", help=text)
    parser.add_argument("--input_layer_type", default="float", help="types of the inputs, comma separated")
    text = "values of the inputs, comma separated, with ':' between inputs; random by default"
    parser.add_argument("--input_layer_values", default="", help=text)
    parser.add_argument("--output_layer", default="output:0", help="names of the outputs, comma separated")
    parser.add_argument("--target_layer", default="", help="names of operations to run besides, comma separated")
    parser.add_argument("--max_num_runs", "--num_runs", type=int, default=1000, help="the most runs")
    parser.add_argument("--max_time", type=float, default=10.0, help="seconds after which no new run begins")
    parser.add_argument("--warmup_runs", type=int, default=1, help="runs before, which are not counted")
    parser.add_argument(
        "--inter_inference_sleep_seconds", "--run_delay", type=float, default=-1.0, help="pause between runs"
    )
    parser.add_argument("--num_threads", type=int, default=-1, help="threads of an operation; all by default")
    files.add_switch(parser, "--show_flops", False, "whether to estimate the operations on numbers")
    for flag in ("show_sizes", "show_run_order", "show_time", "show_memory", "show_type", "show_summary"):
        files.add_switch(
            parser, f"--{flag}", flag == "show_summary", "taken for 1.15's command lines; the summary is one"
        )
    parser.add_argument("--output_prefix", default="", help="where to write the results besides, as a line of text")
    parser.add_argument("--benchmark_name", default="", help="the name of the measurement in that file")
    return parser


def _inputs(flags: argparse.Namespace) -> dict[str, np.ndarray]:
    names = [name for name in flags.input_layer.split(",") if name]
    shapes, kinds = flags.input_layer_shape.split(":"), flags.input_layer_type.split(",")
    values = flags.input_layer_values.split(":") if flags.input_layer_values else [""] * len(names)
    if not len(names) == len(shapes) == len(kinds) == len(values):
        raise ValueError(
            "There must be the same number of items in --input_layer, --input_layer_shape, and --input_layer_type, "
            "for example --input_layer=input1,input2 --input_layer_type=float,float "
            "--input_layer_shape=1,224,224,4:1,20"
        )
    random = np.random.RandomState(0)
    found = {}
    for name, text, kind, given in zip(names, shapes, kinds, values, strict=True):
        dims = [int(size) for size in text.split(",") if size]
        if any(size < 0 for size in dims):
            raise ValueError(f"Any unknown sizes in the shapes (-1's) must be replaced with the size you want: {text}")
        dtype = dtypes.as_dtype(kind)
        if given:
            array = np.resize(np.array([float(v) for v in given.split(",")]), dims)
        elif dtype is dtypes.string:
            array = np.full(dims, b"")
        else:
            array = (
                random.rand(*dims) if dtype.is_floating else random.randint(0, 2 if dtype is dtypes.bool else 10, dims)
            )
        found[name if ":" in name else f"{name}:0"] = np.asarray(array, dtype.as_numpy_dtype)
    return found


def multiplications(graph: Graph, graph_def: GraphDef, feeds: dict[str, np.ndarray]) -> int:
    """Operations on numbers in the products and convolutions whose shapes are known: two for each product and sum."""
    total = 0
    for node in graph_def.node:
        if node.op not in ("MatMul", "QuantizedMatMul", "Conv2D", "QuantizedConv2D", "DepthwiseConv2dNative"):
            continue
        op = graph.get_operation_by_name(node.name)
        out, weights = op.outputs[0].shape, op.inputs[1].shape
        if not weights.is_fully_defined() or out.ndims is None:
            continue
        batch = next(iter(feeds.values())).shape[:1] or (1,)
        sizes: list[Any] = [batch[0] if i == 0 and size is None else size for i, size in enumerate(out.as_list())]
        if None in sizes:
            continue
        count = int(np.prod(sizes))
        shape: Any = weights.as_list()
        if "MatMul" in node.op:
            inner = shape[1] if node.attr["transpose_b"].b else shape[0]
        else:
            inner = shape[0] * shape[1] * (1 if node.op.startswith("Depthwise") else shape[2])
        total += 2 * count * inner
    return total


def _graph_of(flags: argparse.Namespace, feeds: dict[str, np.ndarray]) -> tuple[Graph, Any]:
    graph_def = files.read_any_graph(flags.graph)
    # A size that the graph leaves open is that of what is fed.
    found = []
    for node in graph_def.node:
        if node.op == "Placeholder" and f"{node.name}:0" in feeds:
            node = nodes.copy_of(node)
            node.attr["shape"].shape.CopyFrom(TensorShape(feeds[f"{node.name}:0"].shape).as_proto())
        found.append(node)
    graph = Graph()
    with graph.as_default():
        importer.import_graph_def(GraphDef(node=found, library=graph_def.library), name="")
    return graph, graph_def


def _run(flags: argparse.Namespace) -> None:
    if not flags.graph:
        raise ValueError("graph can't be empty.")
    if flags.max_num_runs < 1 or flags.warmup_runs < 0:
        raise ValueError("There must be at least one run, and not fewer than no run before it.")
    feeds = _inputs(flags)
    graph, graph_def = _graph_of(flags, feeds)
    fetches = [name if ":" in name else f"{name}:0" for name in flags.output_layer.split(",") if name]
    targets = [graph.get_operation_by_name(name) for name in flags.target_layer.split(",") if name]
    config = ConfigProto()
    if flags.num_threads > 0:
        config.intra_op_parallelism_threads = flags.num_threads
    times: list[float] = []
    with Session(graph=graph, config=config) as session:
        wanted = [[graph.get_tensor_by_name(name) for name in fetches], targets]
        for _ in range(flags.warmup_runs):
            session.run(wanted, feeds)
        begun = time.perf_counter()
        while len(times) < flags.max_num_runs and (not times or time.perf_counter() - begun < flags.max_time):
            start = time.perf_counter()
            session.run(wanted, feeds)
            times.append(time.perf_counter() - start)
            if flags.inter_inference_sleep_seconds > 0:
                time.sleep(flags.inter_inference_sleep_seconds)
    _report(flags, times, graph, graph_def, feeds)


def _report(
    flags: argparse.Namespace, times: list[float], graph: Graph, graph_def: GraphDef, feeds: dict[str, np.ndarray]
) -> None:
    micro = np.array(times) * 1e6
    mean = micro.mean()
    print(
        f"count={len(times)} first={micro[0]:.0f} curr={micro[-1]:.0f} min={micro.min():.0f} max={micro.max():.0f} "
        f"avg={mean:.1f} std={micro.std():.0f} (microseconds)"
    )
    if flags.show_summary:
        kinds = collections.Counter(node.op for node in graph_def.node)
        most = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common(10))
        print(f"{len(graph_def.node)} nodes, {os.path.getsize(flags.graph):,} bytes in the file; most: {most}")
    if flags.show_flops:
        total = multiplications(graph, graph_def, feeds)
        print(f"FLOPs estimate: {total:,} in products and convolutions; FLOPs/second: {total / mean * 1e6:,.0f}")
    if flags.output_prefix:
        name = flags.benchmark_name or "benchmark"
        with open(f"{flags.output_prefix}{name}", "w", encoding="utf-8") as file:
            file.write(f"{name}\tcount={len(times)}\tavg_us={mean:.1f}\tmin_us={micro.min():.1f}\n")


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Does what the command line says and returns the exit code."""
    parser = create_parser(prog)
    flags = parser.parse_args(argv)
    return files.guarded(parser.prog, lambda: _run(flags))


if __name__ == "__main__":
    sys.exit(run_main(prog="benchmark_model"))
