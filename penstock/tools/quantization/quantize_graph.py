"""`quantize_graph`: a trained graph with rounded weights, with eight-bit weights, or computing in eight bits.

Also `penstock quantize-graph`, `tensorflow.tools.quantization.quantize_graph` and, as it was called first,
`tensorflow.contrib.quantization.tools.quantize_graph`. 1.15 has `transform_graph` in its place. The rewriting to eight bits is in
`eight_bit_rewriter.py`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import protos
from penstock.graph import dtypes, errors, graph_util
from penstock.tools import files
from penstock.tools.graph_transforms import nodes
from penstock.tools.quantization import eight_bit_rewriter

if TYPE_CHECKING:
    from penstock.protos import GraphDef, NodeDef

MODES = ("round", "quantize", "eightbit", "weights", "weights_rounded")
_ROUNDED = ("Conv2D", "BiasAdd", "MatMul")


# -- constants -------------------------------------------------------------------------------------------------------------


def quantize_array(arr: np.ndarray, num_buckets: int) -> np.ndarray:
    """The numbers of an array, each moved to the middle of one of `num_buckets` equal parts of their range.

    Raises:
      ValueError: there is not even one part, or the range is infinite.

    >>> quantize_array(np.array([0, 0.3, 0.6, 1]), 2)
    array([0.25, 0.25, 0.75, 0.75])
    """
    if num_buckets < 1:
        raise ValueError("num_buckets must be >= 1")
    if not arr.size:
        return arr
    low, high = arr.min(), arr.max()
    if not (np.isfinite(low) and np.isfinite(high)):
        raise ValueError("The range of the values is infinite, or one is not a number")
    if low == high:
        return arr
    width = (high - low) / num_buckets
    bucket = np.minimum(np.floor((arr - low) / width), num_buckets - 1)
    return low + width * (bucket + 0.5)


def quantize_weight_rounded(input_node: NodeDef, bitdepth: int = 8) -> list[Any]:
    """The constant with at most 2 to the power of `bitdepth` different values."""
    value = nodes.value_of(input_node)
    try:
        rounded = quantize_array(value, 1 << bitdepth).astype(np.float32)
    except ValueError as error:
        raise errors.invalid(f"Const node {input_node.name}: {error}") from error
    return [nodes.constant_by_size(input_node.name, rounded, dtypes.float32)]


def quantize_weight_eightbit(input_node: NodeDef, quantization_mode: str | bytes) -> list[Any]:
    """The constant in eight bits, its range, and what turns them into float32 again under the constant's name."""
    return eight_bit_rewriter.eight_bit_constant(input_node, quantization_mode)


# -- the command's work ----------------------------------------------------------------------------------------------------


class GraphRewriter:
    """Rewrites a graph.

    Args:
      input_graph: the `GraphDef`; it stays as it is.
      mode: "round" rounds the results of convolutions, products and biases to few values; "quantize" sends them through
        eight bits and back; "eightbit" computes in eight bits; "weights" stores constants in eight bits; "weights_rounded"
        rounds them, so that they compress well.
      quantized_input_range: with "eightbit", the range of placeholders that then take eight-bit numbers.
      fallback_quantization_range: with "eightbit", the range of results; without it, it is found in each run.
      bitdepth: how many bits "round" and "weights_rounded" leave.
      strip_redundant_quantization: whether conversions back to float32 that are followed by one to eight bits go.

    Raises:
      ValueError: two nodes have one name, a range is empty or infinite, or the mode has none.

    >>> import penstock as tf
    >>> y = tf.matmul(tf.placeholder(tf.float32, [1, 2], name="x"), tf.constant([[1.0], [2.0]]), name="y")
    >>> small = GraphRewriter(y.graph.as_graph_def(), "eightbit", None).rewrite(["y"])
    >>> sorted({node.op for node in small.node if node.op.startswith("Quantized")})
    ['QuantizedMatMul']
    """

    def __init__(
        self,
        input_graph: GraphDef,
        mode: str,
        quantized_input_range: Sequence[float] | None = None,
        fallback_quantization_range: Sequence[float] | None = None,
        bitdepth: int = 8,
        strip_redundant_quantization: bool = True,
    ) -> None:
        if mode not in MODES:
            raise ValueError(f"mode is '{mode}', not in {', '.join(MODES)}.")
        if not 1 <= bitdepth <= 16:
            raise ValueError(f"bitdepth must be from 1 to 16, but is {bitdepth}")
        self.input_graph, self.mode = input_graph, mode
        self.bitdepth, self.strip = bitdepth, strip_redundant_quantization
        self.nodes_map = self.create_nodes_map(input_graph)
        self.input_range = self._range("quantized_input_range", quantized_input_range)
        self.fallback_quantization_range = self._range("fallback_quantization_range", fallback_quantization_range)

    def _range(self, name: str, given: Sequence[float] | None) -> tuple[float, float] | None:
        if not given:
            return None
        low, high = (float(value) for value in given)
        if not (np.isfinite([low, high]).all() and low < high):
            raise ValueError(f"Invalid {name}: [{low},{high}]")
        if self.mode != "eightbit":
            raise ValueError(f"{name} can only be specified in eightbit mode")
        return low, high

    def create_nodes_map(self, graph: GraphDef) -> dict[str, Any]:
        """The nodes by their names.

        Raises:
          ValueError: two have one name.
        """
        found = {node.name: node for node in graph.node}
        if len(found) < len(graph.node):
            raise ValueError("Duplicate node names detected.")
        return found

    def rewrite(self, output_node_names: Sequence[str]) -> Any:
        """The graph for these outputs, rewritten, as a new `GraphDef`.

        Raises:
          ValueError: an output is not in the graph.
          InternalError: an input is not.
        """
        missing = [name for name in output_node_names if name not in self.nodes_map]
        if missing:
            raise ValueError(f"There is no node {', '.join(missing)}, which is to be an output.")
        found = list(graph_util.extract_sub_graph(self.input_graph, output_node_names).node)
        nodes.check_valid(found)
        if self.mode == "eightbit":
            found = eight_bit_rewriter.rewrite(
                self.input_graph, output_node_names, self.input_range, self.fallback_quantization_range, self.strip
            )
        elif self.mode == "weights":
            found = [new for node in found for new in self._weights(node)]
        elif self.mode == "weights_rounded":
            found = [new for node in found for new in self._rounded_weights(node)]
        else:
            found = self._results(found)
        result = protos.GraphDef(node=found)
        result.library.CopyFrom(self.input_graph.library)
        result.versions.CopyFrom(self.input_graph.versions)
        return result

    def _is_weights(self, node: Any) -> bool:
        return node.op == "Const" and node.attr["dtype"].type == dtypes.float32.as_datatype_enum

    def _weights(self, node: Any) -> list[Any]:
        return quantize_weight_eightbit(node, "MIN_COMBINED") if self._is_weights(node) else [node]

    def _rounded_weights(self, node: Any) -> list[Any]:
        return quantize_weight_rounded(node, self.bitdepth) if self._is_weights(node) else [node]

    def _results(self, found: list[Any]) -> list[Any]:
        """Modes "round" and "quantize": what operations give (and, for the second, take) has few values."""
        coarse = {node.name for node in found if node.op in _ROUNDED and self._is_float(node)}
        if self.mode == "quantize":
            known = {node.name: node for node in found}
            taken = {
                nodes.node_of_input(text) for name in coarse for text in known[name].input if not text.startswith("^")
            }
            coarse |= {name for name in taken if self._is_float(known[name])}
        result = []
        for node in found:
            if node.name not in coarse:
                result.append(node)
                continue
            original = nodes.copy_of(node)
            original.name = f"{node.name}_original"
            result.append(original)
            result += self._rounded(node.name, original.name) if self.mode == "round" else _there_and_back(node.name)
        return result

    def _is_float(self, node: Any) -> bool:
        given = nodes.types_of(node)[1]
        return bool(given) and given[0] is dtypes.float32

    def _rounded(self, name: str, source: str) -> list[Any]:
        """Rounds to 2 to the power of the bit depth values between the lowest and the highest one.

        The first version of the tool wrote an operation of its own here, which no release had; these are of every release.
        """
        float32 = dtypes.float32
        top = float((1 << self.bitdepth) - 1)
        made = _range_of(name, source)
        low, high = f"{name}_min", f"{name}_max"

        def of_two(op: str, suffix: str, one: str, other: str) -> str:
            made.append(nodes.make(op, f"{name}{suffix}", [one, other], T=float32))
            return f"{name}{suffix}"

        made.append(nodes.constant(f"{name}_round_depth", top, float32))
        made.append(nodes.constant(f"{name}_least_width", float(np.finfo(np.float32).tiny), float32))
        width = of_two("RealDiv", "_width", of_two("Sub", "_span", high, low), f"{name}_round_depth")
        width = of_two("Maximum", "_step", width, f"{name}_least_width")
        steps = of_two("RealDiv", "_steps", of_two("Sub", "_above", source, low), width)
        made.append(nodes.make("Round", f"{name}_rounded", [steps], T=float32))
        scaled = of_two("Mul", "_scaled", f"{name}_rounded", width)
        of_two("Add", "", scaled, low)
        return made


def _range_of(name: str, source: str) -> list[Any]:
    """Nodes that find the lowest and the highest element."""
    dims = nodes.constant(f"{name}_reshape_dims", [-1], dtypes.int32)
    flat = nodes.make("Reshape", f"{name}_reshape", [source, dims.name], T=dtypes.float32)
    axes = nodes.constant(f"{name}_dims", [0], dtypes.int32)
    ends = [
        nodes.make(op, f"{name}_{op.lower()}", [flat.name, axes.name], T=dtypes.float32, keep_dims=False)
        for op in ("Max", "Min")
    ]
    return [dims, flat, axes, *ends]


def _there_and_back(name: str) -> list[Any]:
    made = _range_of(name, f"{name}_original")
    bounds = [f"{name}_min", f"{name}_max"]
    attrs: dict[str, Any] = {"T": dtypes.quint8, "mode": "MIN_FIRST"}
    made.append(nodes.make("QuantizeV2", f"{name}_quantize", [f"{name}_original", *bounds], **attrs))
    made.append(nodes.make("Dequantize", name, [f"{name}_quantize", *bounds], **attrs))
    return made


# -- the command -----------------------------------------------------------------------------------------------------------


def print_input_nodes(
    current_node: NodeDef, nodes_map: dict[str, Any], indent: int, already_visited: dict[str, bool]
) -> None:
    """Prints a node and what it needs, each once, indented by the distance."""
    waiting = [(current_node, indent)]
    while waiting:
        node, depth = waiting.pop()
        if node.name in already_visited:
            continue
        already_visited[node.name] = True
        print(" " * depth + node.op + ":" + node.name)
        for text in reversed(node.input):
            source = nodes_map.get(nodes.node_of_input(text))
            if source is not None and source.name not in already_visited:
                waiting.append((source, depth + 1))


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog=prog, description="Makes a trained graph smaller, or compute in eight bits.")
    files.add_switch(parser, "--print_nodes", False, "whether to print the nodes of the graph that is read")
    parser.add_argument("--input", default="", help="file with the GraphDef, its variables frozen")
    parser.add_argument("--output_node_names", default="", help="names of the outputs, comma separated")
    parser.add_argument("--output", default="", help="file to write")
    parser.add_argument("--bitdepth", type=int, default=8, help="bits that the modes that round leave")
    parser.add_argument("--mode", default="round", help=f"what to do: {', '.join(MODES)}")
    parser.add_argument("--test_input_dims", default="1,224,224,3", help="taken for old command lines")
    text = "whether conversions that cancel each other out are removed"
    files.add_switch(parser, "--strip_redundant_quantization", True, text)
    text = "whether placeholders take eight-bit numbers, of the range that the next two flags tell (mode eightbit)"
    files.add_switch(parser, "--quantized_input", False, text)
    parser.add_argument("--quantized_input_min", type=float, default=0.0, help="lowest value of the inputs")
    parser.add_argument("--quantized_input_max", type=float, default=1.0, help="highest value of the inputs")
    text = "%s value of results whose range the graph does not tell (mode eightbit); found in each run by default"
    parser.add_argument("--quantized_fallback_min", type=float, default=None, help=text % "lowest")
    parser.add_argument("--quantized_fallback_max", type=float, default=None, help=text % "highest")
    files.add_switch(parser, "--logtostderr", False, "taken for old command lines")
    return parser


def _run(flags: argparse.Namespace) -> None:
    if not flags.output:
        raise ValueError("There must be a file to write: --output.")
    graph_def = files.read_any_graph(flags.input)
    fallback = (flags.quantized_fallback_min, flags.quantized_fallback_max)
    if (fallback[0] is None) != (fallback[1] is None):
        raise ValueError("--quantized_fallback_min and --quantized_fallback_max go together.")
    for node in graph_def.node:
        nodes.definition_of(node)
    rewriter = GraphRewriter(
        graph_def,
        flags.mode,
        (flags.quantized_input_min, flags.quantized_input_max) if flags.quantized_input else None,
        None if fallback[0] is None else fallback,
        flags.bitdepth,
        flags.strip_redundant_quantization,
    )
    names = [nodes.node_of_input(name) for name in flags.output_node_names.split(",") if name]
    if not names:
        raise ValueError("There must be an output: --output_node_names.")
    if flags.print_nodes:
        visited: dict[str, bool] = {}
        for name in names:
            if name in rewriter.nodes_map:
                print_input_nodes(rewriter.nodes_map[name], rewriter.nodes_map, 0, visited)
    files.write_graph(rewriter.rewrite(names), flags.output, binary=True)


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Does what the command line says and returns the exit code."""
    parser = create_parser(prog)
    flags = parser.parse_args(argv)
    return files.guarded(parser.prog, lambda: _run(flags))


main = run_main

if __name__ == "__main__":
    sys.exit(run_main(prog="quantize_graph"))
