"""The mode "eightbit" of `quantize_graph`: a graph whose operations compute in eight bits where they can.

Each operation that has an eight-bit form gets it alone, with conversions before and after; its constants are stored so.
Conversions that cancel each other out then go. A trained range (`FakeQuantWithMinMaxVars`) becomes the range of the operation
before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import protos
from penstock.graph import dtypes, graph_util, registry
from penstock.tools.graph_transforms import nodes, weights

if TYPE_CHECKING:
    from penstock.protos import GraphDef, NodeDef

# Operation → (its eight-bit form, the end of its name, attributes of the types of inputs, that of a 32-bit result, others).
_FORMS: dict[str, tuple[str, str, str, str, str]] = {
    "MatMul": ("QuantizedMatMul", "quantized_mat_mul", "T1 T2", "Toutput", "transpose_a transpose_b"),
    "Conv2D": ("QuantizedConv2D", "quantized_conv", "Tinput Tfilter", "out_type", "strides padding"),
    "BiasAdd": ("QuantizedBiasAdd", "quantized_bias_add", "T1 T2", "out_type", ""),
    "MaxPool": ("QuantizedMaxPool", "quantized", "T", "", "ksize strides padding"),
    "AvgPool": ("QuantizedAvgPool", "quantized", "T", "", "ksize strides padding"),
    "Relu": ("QuantizedRelu", "quantized", "Tinput", "", ""),
    "Relu6": ("QuantizedRelu6", "quantized", "Tinput", "", ""),
    "Reshape": ("QuantizedReshape", "quantized_reshape", "T", "", ""),
    "Concat": ("QuantizedConcat", "quantized_concat", "T", "", "N"),
    "ConcatV2": ("QuantizedConcat", "quantized_concat", "T", "", "N"),
    "BatchNormWithGlobalNormalization": (
        "QuantizedBatchNormWithGlobalNormalization",
        "quantized_batch_norm",
        "Tinput",
        "out_type",
        "scale_after_normalization variance_epsilon",
    ),
}


def eight_bit_constant(node: NodeDef, mode: str | bytes) -> list[Any]:
    """A float32 constant in eight bits, its range, and a `Dequantize` under its name.

    Raises:
      InvalidArgumentError: an element is infinite or not a number.
    """
    value = nodes.floats_of(node)
    if not value.size:
        return [node]
    weights.check_finite(node.name, value)
    text = mode.decode() if isinstance(mode, bytes) else mode
    low, high = weights.eight_bit_range(value)
    quantize = registry.kernel_of("QuantizeV2")
    attrs = {"T": dtypes.quint8, "mode": text, "round_mode": "HALF_AWAY_FROM_ZERO"}
    stored, low, high = quantize(np, value, np.asarray(low), np.asarray(high), **attrs)
    parts = [
        nodes.constant_by_size(f"{node.name}_quint8_const", stored, dtypes.quint8),
        nodes.constant_by_size(f"{node.name}_min", np.asarray(low), dtypes.float32),
        nodes.constant_by_size(f"{node.name}_max", np.asarray(high), dtypes.float32),
    ]
    back = nodes.make("Dequantize", node.name, [part.name for part in parts], T=dtypes.quint8, mode=text)
    return [*parts, back]


def rewrite(
    graph_def: GraphDef,
    outputs: Sequence[str],
    input_range: tuple[float, float] | None,
    fallback: tuple[float, float] | None,
    strip: bool,
) -> nodes.Nodes:
    """The nodes that `outputs` need, in eight bits where that is possible.

    Raises:
      ValueError: a trained range cannot become that of the operation before it.
    """
    inference = graph_util.remove_training_nodes(graph_def, list(outputs))
    rewriter = _Rewriter(
        list(graph_util.extract_sub_graph(inference, list(outputs)).node), outputs, input_range, fallback
    )
    found = rewriter.run()
    if strip:
        found = _without_conversions(found)
        found = list(graph_util.extract_sub_graph(protos.GraphDef(node=found), list(outputs)).node)
    return _with_names(found, rewriter.final_names)


class _Rewriter:
    """One graph on its way."""

    def __init__(
        self,
        given: nodes.Nodes,
        outputs: Sequence[str],
        input_range: tuple[float, float] | None,
        fallback: tuple[float, float] | None,
    ) -> None:
        self.given, self.outputs = given, set(outputs)
        self.input_range, self.fallback = input_range, fallback
        self.known = nodes.by_name(given)
        self.users = nodes.users_of(given)
        self.made: nodes.Nodes = []
        self.final_names: dict[str, str] = {}
        self.trained = self._trained_ranges()

    def _trained_ranges(self) -> dict[str, Any]:
        """Node → the `FakeQuantWithMinMaxVars` that it merges with."""
        found = {}
        for fake in self.given:
            if fake.op != "FakeQuantWithMinMaxVars":
                continue
            source = self.known[nodes.node_of_input(fake.input[0])]
            if len(self.users[source.name]) > 1 or source.name in self.outputs:
                raise ValueError(
                    f"Unsupported graph structure: output of node {source.name} is processed by a FakeQuant* node and "
                    "should have no other outputs."
                )
            if not (self._has_form(source) or (source.op == "Const" and self._is_weights(source))):
                raise ValueError(
                    f"FakeQuant* node {fake.name} failed to merge with node {source.name} of type {source.op}"
                )
            found[source.name] = fake
        return found

    def _has_form(self, node: Any) -> bool:
        if node.op not in _FORMS:
            return False
        taken, given = nodes.types_of(node)
        numbers = [i for i, _ in self._quantized_inputs(node)]
        return given[0] is dtypes.float32 and all(taken[i] is dtypes.float32 for i in numbers)

    def _quantized_inputs(self, node: Any) -> list[tuple[int, str]]:
        data = [(i, text) for i, text in enumerate(node.input) if not text.startswith("^")]
        if node.op == "Concat":
            return data[1:]
        if node.op == "ConcatV2":
            return data[:-1]
        return data[:1] if node.op == "Reshape" else data

    def _is_weights(self, node: Any) -> bool:
        """Whether a constant is taken by an operation that computes in eight bits."""
        if node.attr["dtype"].type != dtypes.float32.as_datatype_enum:
            return False
        for user in self.users.get(node.name, ()):
            if user.op == "FakeQuantWithMinMaxVars":
                if nodes.node_of_input(user.input[0]) == node.name:
                    return True
            elif self._has_form(user) and any(
                nodes.node_of_input(text) == node.name for _, text in self._quantized_inputs(user)
            ):
                return True
        return False

    def run(self) -> nodes.Nodes:
        """The new nodes."""
        for node in self.given:
            if node.op == "FakeQuantWithMinMaxVars":
                continue  # it is part of the node before it
            if self._has_form(node):
                self._eight_bit_form(node)
            elif node.op == "Const" and self._is_weights(node):
                self._constant(node)
            elif node.op in ("Placeholder", "PlaceholderV2") and self.input_range:
                self._placeholder(node)
            else:
                self.made.append(node)
        for name, bounds in (("quantized_input", self.input_range), ("fallback_quantization", self.fallback)):
            if bounds:
                for which, value in zip(("min", "max"), bounds, strict=True):
                    self.made.append(nodes.constant(f"{name}_{which}_value", value, dtypes.float32))
        return self.made

    def _constant(self, node: Any) -> None:
        *parts, back = eight_bit_constant(node, "MIN_FIRST")
        fake = self.trained.get(node.name)
        if fake is not None:
            back = nodes.copy_of(back)
            back.name = fake.name
        self.made += [*parts, back]

    def _placeholder(self, node: Any) -> None:
        new = nodes.copy_of(node)
        new.name = f"{node.name}_original_input"
        new.attr["dtype"].type = dtypes.quint8.as_datatype_enum
        inputs = [new.name, "quantized_input_min_value", "quantized_input_max_value"]
        self.made += [new, _dequantize(node.name, inputs)]
        # What is fed has the old name at the end.
        self.final_names[new.name] = node.name
        self.final_names[node.name] = f"{node.name}_dequantize"

    def _eight_bit_form(self, node: Any) -> None:
        op, end, kinds, wide, copied = _FORMS[node.op]
        scope = f"{node.name}_eightbit"
        dims = nodes.constant(f"{scope}_reshape_dims", [-1], dtypes.int32)
        axes = nodes.constant(f"{scope}_reduction_dims", [0], dtypes.int32)
        self.made += [dims, axes]
        names = [self._quantized(scope, text, dims.name, axes.name) for _, text in self._quantized_inputs(node)]
        data = [text for text in node.input if not text.startswith("^")]
        if node.op in ("Concat", "ConcatV2"):
            axis = data[0] if node.op == "Concat" else data[-1]
            inputs = [axis, *names, *(f"{n}:1" for n in names), *(f"{n}:2" for n in names)]
        elif node.op == "Reshape":
            inputs = [names[0], data[1], f"{names[0]}:1", f"{names[0]}:2"]
        elif node.op.startswith("BatchNorm"):
            inputs = [text for name in names for text in (name, f"{name}:1", f"{name}:2")]
        else:
            inputs = [*names, *(f"{name}:{i}" for name in names for i in (1, 2))]
        inputs += [text for text in node.input if text.startswith("^")]
        main = nodes.make(op, f"{scope}_{end}", inputs)
        for key in kinds.split():
            main.attr[key].type = dtypes.quint8.as_datatype_enum
        for key in copied.split():
            if key in node.attr:
                main.attr[key].CopyFrom(node.attr[key])
        if wide:
            main.attr[wide].type = dtypes.qint32.as_datatype_enum
        self.made.append(main)
        self._result(node, main.name, bool(wide))

    def _quantized(self, scope: str, text: str, dims: str, axes: str) -> str:
        unique = text.replace(":", "__port__").replace("^", "__hat__")
        flat = nodes.make("Reshape", f"{scope}_reshape_{unique}", [text, dims], T=dtypes.float32)
        ends = [
            nodes.make(op, f"{scope}_{op.lower()}_{unique}", [flat.name, axes], T=dtypes.float32, keep_dims=False)
            for op in ("Min", "Max")
        ]
        inputs = [text, *(end.name for end in ends)]
        last = nodes.make("QuantizeV2", f"{scope}_quantize_{unique}", inputs, T=dtypes.quint8, mode="MIN_FIRST")
        self.made += [flat, *ends, last]
        return last.name

    def _result(self, node: Any, source: str, wide: bool) -> None:
        """From what the eight-bit form gives to float32 under the old name, or that of the trained range after it."""
        fake = self.trained.get(node.name)
        bounds = [f"{source}:1", f"{source}:2"]
        if wide:
            outputs = [source, *bounds]
            if fake is not None:
                wanted = list(fake.input[1:3])
            elif self.fallback:
                wanted = ["fallback_quantization_min_value:0", "fallback_quantization_max_value:0"]
            else:
                found = nodes.make(
                    "RequantizationRange", f"{node.name}_eightbit_requant_range", outputs, Tinput=dtypes.qint32
                )
                self.made.append(found)
                wanted = [f"{found.name}:0", f"{found.name}:1"]
            name = f"{node.name}_eightbit_requantize"
            attrs = {"Tinput": dtypes.qint32, "out_type": dtypes.quint8}
            self.made.append(nodes.make("Requantize", name, outputs + wanted, **attrs))
            source, bounds = name, [f"{name}:1", f"{name}:2"]
        # Without a change of range, values keep the one that they have, also before a trained range.
        self.made.append(_dequantize(node.name if fake is None else fake.name, [source, *bounds]))


def _dequantize(name: str, inputs: list[str]) -> Any:
    return nodes.make("Dequantize", name, inputs, T=dtypes.quint8, mode="MIN_FIRST")


def _without_conversions(found: nodes.Nodes) -> nodes.Nodes:
    """With the users of a `QuantizeV2` that follows a `Dequantize` taking what that one was given."""
    known = nodes.by_name(found)
    renames = {}
    for node in found:
        if node.op != "QuantizeV2":
            continue
        back = known[nodes.node_of_input(node.input[0])]
        if back.op != "Dequantize" or back.attr["T"] != node.attr["T"] or back.attr["mode"] != node.attr["mode"]:
            continue
        ends = [known[nodes.node_of_input(text)] for text in node.input[1:3]]
        if [end.op for end in ends] != ["Min", "Max"] or ends[0].input[0] != ends[1].input[0]:
            continue
        flat = known[nodes.node_of_input(ends[0].input[0])]
        if flat.op == "Reshape" and nodes.canonical_input(flat.input[0]) == nodes.canonical_input(node.input[0]):
            for i in range(3):
                renames[f"{node.name}:{i}"] = back.input[i]
    return nodes.with_inputs_renamed(found, renames)


def _with_names(found: nodes.Nodes, names: dict[str, str]) -> nodes.Nodes:
    if not names:
        return found
    result = []
    for node in found:
        node = nodes.copy_of(node)
        node.name = names.get(node.name, node.name)
        parts = [nodes.parts_of_input(text) for text in node.input]
        node.input[:] = [f"{mark}{names.get(name, name)}{output}" for mark, name, output in parts]
        result.append(node)
    return result
