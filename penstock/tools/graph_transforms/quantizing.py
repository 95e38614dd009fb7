"""`quantize_nodes`: operations that have an eight-bit form get it; and the transforms that go with it.

Each such operation is first replaced alone, between a conversion to eight bits and one back. Where a conversion back is
followed by one to eight bits, both then go.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from penstock.graph import dtypes, errors
from penstock.ops.text import hashing
from penstock.storage import gfile
from penstock.tools.graph_transforms import matching
from penstock.tools.graph_transforms.nodes import (
    Nodes,
    by_name,
    canonical_input,
    check_valid,
    constant,
    copy_attr,
    copy_of,
    definition_of,
    make,
    node_of_input,
    parts_of_input,
    types_of,
    with_inputs_renamed,
)
from penstock.tools.graph_transforms.registry import Context, transform

_pattern = matching.pattern


class _Form(NamedTuple):
    """The eight-bit form of an operation.

    Attributes:
      types: names of the attributes that tell the types of the inputs, and of the one that tells the type of a 32-bit
        result, after a slash.
      copied: attributes that stay.
      plain: numbers of inputs that are not quantized.
      apart: whether all lows come before all highs; otherwise low and high of each input stand together.
    """

    types: str
    copied: tuple[str, ...] = ()
    plain: tuple[int, ...] = ()
    apart: bool = False


_POOL = _Form("T", ("ksize", "strides", "padding"))
_PRODUCT = _Form("T1 T2/Toutput")
_FORMS = {
    "Add": _PRODUCT,
    "AvgPool": _POOL,
    "BiasAdd": _Form("T1 T2/out_type"),
    "Concat": _Form("T", ("N",), plain=(0,), apart=True),
    "Conv2D": _Form("Tinput Tfilter/out_type", ("strides", "padding")),
    "MatMul": _Form("T1 T2/Toutput", ("transpose_a", "transpose_b")),
    "MaxPool": _POOL,
    "Mul": _PRODUCT,
    "Relu": _Form("Tinput"),
    "ResizeBilinear": _Form("T", ("align_corners",), plain=(1,)),
    "Relu6": _Form("Tinput"),
    "Reshape": _Form("T", plain=(1,)),
}


def _range_of(context: Context, name: str) -> tuple[float, float] | None:
    low, high = f"{name}_min", f"{name}_max"
    if not context.values(low) and not context.values(high):
        return None
    if not (context.values(low) and context.values(high)):
        raise errors.invalid(f"You must pass both {low} and {high} into quantize_nodes")
    found = context.real(low, 0.0), context.real(high, 0.0)
    if not (np.isfinite(found).all() and found[0] < found[1]):
        raise errors.invalid(f"The range from {low}={found[0]:g} to {high}={found[1]:g} is empty or infinite")
    return found


def _dequantize(name: str, source: str, *bounds: str) -> Any:
    bounds = bounds or (f"{source}:1", f"{source}:2")
    first = f"{source}:0" if bounds == (f"{source}:1", f"{source}:2") else source
    return make("Dequantize", name, [first, *bounds], T=dtypes.quint8, mode="MIN_FIRST")


@transform("quantize_nodes")
def quantize_nodes(nodes: Nodes, context: Context) -> Nodes:
    """Operations on float32 that have an eight-bit form get it, except those of type `ignore_op`.

    With `input_min` and `input_max`, placeholders take eight-bit numbers of that range. With `fallback_min` and
    `fallback_max`, results have this range; otherwise it is found each time.
    """
    ignored = set(context.values("ignore_op"))
    fallback = None
    nodes = _quantized_placeholders(nodes, _range_of(context, "input"))
    check_valid(nodes)
    nodes = _hoisted_fake_quants(nodes)
    check_valid(nodes)
    nodes = _requantize_for_fake_quants(nodes)
    check_valid(nodes)
    fallback = _range_of(context, "fallback")
    kinds = "|".join(kind for kind in _FORMS if kind not in ignored)
    nodes = matching.replace(nodes, _pattern(kinds), lambda match, used: _eight_bit_form(match.node, fallback))
    check_valid(nodes)
    nodes = _merged_requantizes(nodes)
    check_valid(nodes)
    nodes = merge_duplicate_nodes(nodes, context)
    check_valid(nodes)
    return _without_conversions(nodes, context)


def _quantized_placeholders(nodes: Nodes, bounds: tuple[float, float] | None) -> Nodes:
    if bounds is None:
        return nodes
    found: Nodes = []
    renames: dict[str, str] = {}
    own: set[str] = set()
    for node in nodes:
        if node.op != "Placeholder":
            found.append(node)
            continue
        scope = f"{node.name}_eightbit"
        new = copy_of(node)
        new.attr["dtype"].type = dtypes.quint8.as_datatype_enum
        low, high = (
            constant(f"{scope}/{which}", value, dtypes.float32)
            for which, value in zip(("min", "max"), bounds, strict=True)
        )
        back = _dequantize(f"{scope}/dequantize", node.name, low.name, high.name)
        found += [new, low, high, back]
        renames[node.name] = back.name
        own.add(back.name)
    return with_inputs_renamed(found, renames, own)


def _hoisted_fake_quants(nodes: Nodes) -> Nodes:
    """Fake quantizations moved up before operations of one input, towards the sum or product whose range they tell."""
    for depth in (3, 2, 1):
        chain = matching.Pattern("*")
        for _ in range(depth):
            chain = _pattern("*", chain)

        def hoist(match: matching.Match, used: set[str], depth: int = depth) -> Nodes:
            fake, low, high = match.node, match.inputs[1].node, match.inputs[2].node
            passed, at = [], match
            for _ in range(depth + 1):
                at = at.inputs[0]
                passed.append(copy_of(at.node))
            moved = copy_of(fake)
            moved.name = f"{fake.name}_hoisted"
            moved.input[0] = passed[-2].input[0]
            passed[-2].input[0] = moved.name
            passed[0].name = fake.name
            return [moved, low, high, *passed]

        nodes = matching.replace(nodes, _pattern("FakeQuantWithMinMaxVars", chain, "Const", "Const"), hoist)
    return nodes


def _requantize(name: str, source: str, low: str, high: str) -> Any:
    inputs = [f"{source}:0", f"{source}:1", f"{source}:2", low, high]
    return make("Requantize", name, inputs, Tinput=dtypes.qint32, out_type=dtypes.quint8)


def _requantize_for_fake_quants(nodes: Nodes) -> Nodes:
    def convert(match: matching.Match, used: set[str]) -> Nodes:
        fake, (source, low, high) = match.node, (part.node for part in match.inputs)
        scope = f"{fake.name}_eightbit"
        inputs = [fake.input[0], low.name, high.name]
        wide = make("QuantizeV2", f"{scope}/quantize", inputs, T=dtypes.qint32, mode="MIN_FIRST")
        narrow = _requantize(f"{scope}/requantize", wide.name, low.name, high.name)
        return [source, low, high, wide, narrow, _dequantize(fake.name, narrow.name)]

    return matching.replace(nodes, _pattern("FakeQuantWithMinMaxVars", "*", "Const", "Const"), convert)


def _eight_bit_form(node: Any, fallback: tuple[float, float] | None) -> Nodes:
    form = _FORMS[node.op]
    taken, given = types_of(node)
    quantized = [(i, text) for i, text in enumerate(node.input) if i not in form.plain]
    if any(i >= len(taken) or taken[i] is not dtypes.float32 for i, _ in quantized) or any(
        kind is not dtypes.float32 for kind in given
    ):
        return [node]
    made: Nodes = []
    names = [_quantized_input(node.name, text, made) for _, text in quantized]
    main = make(f"Quantized{node.op}", f"{node.name}/eightbit")
    for key in form.copied:
        copy_attr(node, key, main)
    narrow, _, wide = form.types.partition("/")
    for key in narrow.split():
        main.attr[key].type = dtypes.quint8.as_datatype_enum
    if wide:
        main.attr[wide].type = dtypes.qint32.as_datatype_enum
    waiting = iter(names)
    main.input.extend(text if i in form.plain else f"{next(waiting)}:0" for i, text in enumerate(node.input))
    if form.apart:
        main.input.extend(f"{name}:{number}" for number in (1, 2) for name in names)
    else:
        main.input.extend(f"{name}:{number}" for name in names for number in (1, 2))
    made.append(main)
    result = main.name
    if wide:
        result = f"{main.name}/requantize"
        if fallback is None:
            inputs = [f"{main.name}:{i}" for i in range(3)]
            found = make("RequantizationRange", f"{main.name}/requant_range", inputs, Tinput=dtypes.qint32)
            made += [found, _requantize(result, main.name, f"{found.name}:0", f"{found.name}:1")]
        else:
            low, high = (
                constant(f"{main.name}/fallback_{which}", value, dtypes.float32)
                for which, value in zip(("min", "max"), fallback, strict=True)
            )
            made += [low, high, _requantize(result, main.name, low.name, high.name)]
    return [*made, _dequantize(node.name, result)]


def _quantized_input(user: str, text: str, made: Nodes) -> str:
    """Adds what turns a float32 tensor into eight bits of its own range; returns the name of the last node."""
    mark, name, number = parts_of_input(text)
    scope = f"{user}_eightbit/{'__hat__' if mark else ''}{name}{'__port__' + number[1:] if number else ''}"
    # 1.15 makes the constants wait for the input, so that a graph with loops keeps its frames.
    dims = constant(f"{scope}/reshape_dims", [-1], dtypes.int32, [f"^{name}"])
    axes = constant(f"{scope}/reduction_dims", [0], dtypes.int32, [f"^{name}"])
    flat = make("Reshape", f"{scope}/reshape", [text, dims.name], T=dtypes.float32)
    ends = [
        make(kind, f"{scope}/{kind.lower()}", [flat.name, axes.name], T=dtypes.float32, keep_dims=False)
        for kind in ("Min", "Max")
    ]
    inputs = [text, ends[0].name, ends[1].name]
    last = make("QuantizeV2", f"{scope}/quantize", inputs, T=dtypes.quint8, mode="MIN_FIRST")
    made += [dims, axes, flat, *ends, last]
    return last.name


def _merged_requantizes(nodes: Nodes) -> Nodes:
    """A range that is found each time gives way to a trained one that follows."""
    first = _pattern("Requantize", "*", "*", "*", "RequantizationRange", "RequantizationRange")
    back = _pattern("Dequantize", first, "Requantize", "Requantize")
    again = _pattern("QuantizeV2", back, "Const", "Const")

    def merge(match: matching.Match, used: set[str]) -> Nodes:
        source = match.inputs[0].inputs[0].inputs[0].inputs[0].node
        low, high = match.inputs[3].node, match.inputs[4].node
        new = copy_of(match.node)
        new.input[:] = [*(f"{source.name}:{i}" for i in range(3)), low.name, high.name]
        return [source, low, high, new]

    wanted = _pattern("Requantize", again, "QuantizeV2", "QuantizeV2", "Const", "Const")
    return matching.replace(nodes, wanted, merge)


def _without_conversions(nodes: Nodes, context: Context) -> Nodes:
    """Without conversions back to float32 that are followed by one to eight bits."""
    outputs = {node_of_input(name) for name in context.outputs}
    renames: dict[str, str] = {}

    def skip(match: matching.Match, used: set[str]) -> Nodes:
        back = match.inputs[0].node
        for i in range(3):
            renames[f"{match.node.name}:{i}"] = back.input[i]
        return match.nodes() if back.name in used | outputs else []

    wanted = _pattern("QuantizeV2", "Dequantize", "Min", "Max")
    return with_inputs_renamed(matching.replace(nodes, wanted, skip, may_lose=True), renames)


# -- equal nodes -----------------------------------------------------------------------------------------------------------

_MASK = (1 << 64) - 1


def _number_of(node: Any, named: bool) -> int:
    """The hash that 1.15 orders nodes by."""
    texts = [node.op.encode(), node.name.encode() if named else b""]
    texts += [canonical_input(text).encode() for text in node.input] + [node.device.encode()]
    texts += [node.attr[key].SerializeToString(deterministic=True) for key in sorted(node.attr)]
    first, *rest = (int(value) for value in hashing.hash64(texts))
    for number in rest:
        first ^= (number + 0x9E3779B97F4A7800 + (first << 10) + (first >> 4)) & _MASK
    return first


@transform("merge_duplicate_nodes")
def merge_duplicate_nodes(nodes: Nodes, context: Context) -> Nodes:
    """Of nodes that differ in their names only, the first stays; not of inputs, outputs and nodes with a state."""
    kept = {*context.inputs, *context.outputs}
    while True:
        groups: dict[int, list[Any]] = {}
        for node in nodes:
            groups.setdefault(_number_of(node, node.name in kept), []).append(node)
        renames: dict[str, str] = {}
        remaining: Nodes = []
        for number in sorted(groups):
            first = groups[number][0]
            for i, node in enumerate(groups[number]):
                if i and not definition_of(node).is_stateful:
                    renames[f"{node.name}:*"] = first.name
                else:
                    definition_of(node)
                    remaining.append(node)
        nodes = with_inputs_renamed(remaining, renames)
        if not renames:
            return nodes


# -- ranges from a log -----------------------------------------------------------------------------------------------------

_LOGGED = re.compile(r"(?:^|;)([^;]*)__print__;__requant_min_max:\[([^\[\]]*)\][^\[\];]*\[([^\[\]]*)\][^\[\];]*(?:;|$)")


def _logged_ranges(path: str) -> dict[str, list[tuple[float, float]]]:
    found: dict[str, list[tuple[float, float]]] = {}
    with gfile.GFile(path, "rb") as file:
        text = file.read().decode("utf-8", "replace")
    for line in text.split("\n"):
        match = _LOGGED.search(line)
        if match:
            try:
                bounds = float(np.float32(match[2])), float(np.float32(match[3]))
            except ValueError:
                continue
            found.setdefault(match[1], []).append(bounds)
    return found


def _rounded(value: float) -> int:
    return int(np.floor(value + 0.5)) if value >= 0 else -int(np.floor(0.5 - value))


@transform("freeze_requantization_ranges")
def freeze_requantization_ranges(nodes: Nodes, context: Context) -> Nodes:
    """Ranges that were found each time become constants, from the log of runs with `insert_logging`.

    `min_max_log_file` is the log; `min_percentile` and `max_percentile` (5) say how many outliers are left out.
    """
    path = context.text("min_max_log_file")
    if not path:
        raise errors.invalid("You must pass a file name to min_max_log_file")
    least, most = (np.float32(context.real(f"{which}_percentile", 5.0)) for which in ("min", "max"))
    logged = _logged_ranges(path)
    if not logged:
        raise errors.invalid("No min/max range logs were found in the log file")
    known = by_name(nodes)
    for name in logged:
        if name not in known:
            text = f"Nodes were found in the log file that aren't present in the graph: {name}"
            raise errors.invalid(text)
    renames, found = {}, []
    for node in nodes:
        if node.name not in logged:
            found.append(node)
            continue
        if node.op != "RequantizationRange":
            text = f"Node is expected to be a RequantizationRange op: {node.name}, but is: {node.op}"
            raise errors.invalid(text)
        lows, highs = (sorted(values) for values in zip(*logged[node.name], strict=True))
        count = np.float32(len(lows))
        first = min(max(_rounded(float(count * (least / np.float32(100)))), 0), len(lows) - 1)
        last = _rounded(float(count * (np.float32(1) - most / np.float32(100))))
        chosen = lows[first], highs[min(max(last, 0), len(highs) - 1)]
        if not (np.isfinite(chosen).all() and chosen[0] <= chosen[1]):
            raise errors.invalid(f"The range {chosen[0]:g} to {chosen[1]:g} of {node.name} is empty or infinite")
        for i, (which, value) in enumerate(zip(("min", "max"), chosen, strict=True)):
            found.append(constant(f"{node.name}/frozen_{which}", value, dtypes.float32))
            renames[f"{node.name}:{i}"] = f"{node.name}/frozen_{which}:0"
    return with_inputs_renamed(found, renames)
