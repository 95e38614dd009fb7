"""`tf.train.do_quantize_training_on_graphdef`: a GraphDef whose products and convolutions see rounded inputs.

Works on nodes alone; what it adds, with which names, is what 1.15's rewriter adds, so that checkpoints fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph.tensor_proto import make_tensor_proto
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.protos import GraphDef, NodeDef

_REWRITTEN = ("MatMul", "Conv2D")
_UNKNOWN_ALLOWED = 2  # operations of which nothing is known are taken for inputs of the model, of which there are few
_DECAY = 0.999

# Type of operation → whether its values have signs, and their range if that is known.
_RANGES: dict[str, tuple[bool, tuple[float, float] | None]] = {
    **dict.fromkeys(("Const", "Variable", "VariableV2"), (True, None)),
    "Relu": (False, None),
    "Relu6": (False, (0.0, 6.0)),
    "Sigmoid": (False, (0.0, 1.0)),
    "Tanh": (True, (-1.0, 1.0)),
}
# Operations whose values are like those of their first input.
_PASSING = ("Reshape", "ConcatV2", "Identity", "MaxPool", "AvgPool", "MaxPool3D", "AvgPool3D")

# How the least and the greatest value are followed: (name below "…/Min", type, inputs, attributes). The first run takes
# the value itself, later ones move towards it. `{v}` is the name of Min or Max, `{x}` that of the tensor.
_FLOAT = {"T": dtypes.float32}
_FOLLOWED: tuple[tuple[str, str, tuple[str, ...], dict[str, Any]], ...] = (
    (
        "Variable",
        "VariableV2",
        (),
        {"container": "", "dtype": dtypes.float32, "shape": TensorShape([]), "shared_name": ""},
    ),
    ("IsInitialized", "IsVariableInitialized", ("{v}/Variable",), {"dtype": dtypes.float32}),
    ("Switch", "Switch", ("{v}", "{v}/IsInitialized"), _FLOAT),
    ("EMA/OneConst", "Const", (), {"dtype": dtypes.float32, "value": np.float32(1)}),
    ("EMA/DecayComplement", "Sub", ("{v}/EMA/OneConst", "{x}/Decay"), _FLOAT),
    ("EMA/ValueDiff", "Sub", ("{v}/Variable", "{v}/Switch:1"), _FLOAT),
    ("EMA/UpdateValue", "Mul", ("{v}/EMA/ValueDiff", "{v}/EMA/DecayComplement"), _FLOAT),
    ("EMA/EMAValue", "Sub", ("{v}/Variable", "{v}/EMA/UpdateValue"), _FLOAT),
    ("Merge", "Merge", ("{v}/Switch", "{v}/EMA/EMAValue"), {"N": 2, **_FLOAT}),
    (
        "AssignValue",
        "Assign",
        ("{v}/Variable", "{v}/Merge"),
        {**_FLOAT, "use_locking": True, "validate_shape": True},
    ),
)


def _set(attr: Any, value: TensorLike) -> None:
    """Writes a Python value into an `AttrValue`."""
    if isinstance(value, bool):
        attr.b = value
    elif isinstance(value, int):
        attr.i = value
    elif isinstance(value, str):
        attr.s = value.encode()
    elif isinstance(value, dtypes.DType):
        attr.type = value.as_datatype_enum
    elif isinstance(value, TensorShape):
        attr.shape.CopyFrom(value.as_proto())
    elif isinstance(value, list):
        attr.list.type.extend(v.as_datatype_enum for v in value)
    else:
        attr.tensor.CopyFrom(make_tensor_proto(value))


def _node_of(text: str) -> str:
    """The name of the node that an input comes from."""
    return text.removeprefix("^").partition(":")[0]


def _data(node: NodeDef) -> list[int]:
    """The positions of the inputs that are tensors."""
    return [i for i, text in enumerate(node.input) if not text.startswith("^")]


class _Rewriter:
    """A GraphDef, its nodes by name, and the variables that have been added to it."""

    def __init__(self, graph_def: GraphDef, bits: int) -> None:
        self.graph_def, self.bits = graph_def, bits
        self.nodes = {node.name: node for node in graph_def.node}
        self.variables: list[str] = []
        for node in graph_def.node:
            for text in node.input:
                if _node_of(text) not in self.nodes:
                    raise errors.InvalidArgumentError(None, None, f"Node '{node.name}': Unknown input node '{text}'")

    def add(self, name: str, kind: str, inputs: Sequence[str], **attrs: Any) -> str:
        node = self.graph_def.node.add(name=name, op=kind, input=inputs)
        for key, value in attrs.items():
            _set(node.attr[key], value)
        return name

    def range_of(self, node: NodeDef) -> tuple[bool, tuple[float, float] | None]:
        while node.op in _PASSING and _data(node):
            node = self.nodes[_node_of(node.input[_data(node)[0]])]
        return _RANGES.get(node.op, (True, None))

    def run(self) -> None:
        found = []
        unknown = 0
        for node in self.graph_def.node:
            if node.op not in _REWRITTEN or node.name.startswith("gradients"):
                continue
            for i in _data(node):
                source = self.nodes[_node_of(node.input[i])]
                unknown += source.op not in _RANGES and source.op not in _PASSING
                if unknown > _UNKNOWN_ALLOWED:
                    raise errors.UnimplementedError(
                        None,
                        None,
                        f"Found an unknown op: {source.name} with type: {source.op}; Unknown ops are considered as "
                        f"model input for now and only {_UNKNOWN_ALLOWED} inputs are supported currently.",
                    )
                found.append((node, i, source))
        rounded: dict[str, str] = {}
        for node, i, source in found:
            if source.name not in rounded:
                rounded[source.name] = self.rounded(source)
            node.input[i] = rounded[source.name]
        self.save()

    def rounded(self, source: Any) -> str:
        """Adds what rounds the output of a node (its first one: 1.15 looks at no other)."""
        x = source.name
        signed, limits = self.range_of(source)
        if limits is None:
            least, greatest = self.followed(x)
        else:
            least, greatest = (
                self.add(f"{x}/{name}", "Const", (), dtype=dtypes.float32, value=np.float32(limit))
                for name, limit in zip(("InputMin", "InputMax"), limits)
            )
        return self.add(
            f"{x}/QuantizeAndDequantizeV2",
            "QuantizeAndDequantizeV2",
            (x, least, greatest),
            T=dtypes.float32,
            narrow_range=False,
            num_bits=self.bits,
            range_given=True,
            round_mode="HALF_TO_EVEN",
            signed_input=signed,
        )

    def followed(self, x: str) -> list[str]:
        """Adds moving averages of the least and the greatest value of a tensor."""
        self.add(f"{x}/Decay", "Const", (), dtype=dtypes.float32, value=np.float32(_DECAY))
        axes = f"{x}/ReductionAxes"
        for name, number in (("RangeStart", 0), ("RangeDelta", 1)):
            self.add(f"{axes}/{name}", "Const", (), dtype=dtypes.int32, value=np.int32(number))
        self.add(f"{axes}/InputRank", "Rank", (x,), **_FLOAT)
        inputs = [f"{axes}/{name}" for name in ("RangeStart", "InputRank", "RangeDelta")]
        axes = self.add(f"{axes}/ReductionAxes", "Range", inputs, Tidx=dtypes.int32)
        for kind in ("Min", "Max"):
            self.add(f"{x}/{kind}", kind, (x, axes), T=dtypes.float32, Tidx=dtypes.int32, keep_dims=False)
        values = [f"{x}/Min", f"{x}/Max"]
        for v in values:
            for name, kind, inputs_of, attrs in _FOLLOWED:
                self.add(f"{v}/{name}", kind, [text.format(v=v, x=x) for text in inputs_of], **attrs)
            self.variables.append(f"{v}/Variable")
        return [f"{v}/AssignValue" for v in values]

    def save(self) -> None:
        """Lets the graph's saver, if it has one, save and restore the new variables too."""
        savers = [node for node in self.graph_def.node if node.op == "SaveV2"]
        if not savers:
            return
        if len(savers) > 1:
            raise errors.InvalidArgumentError(None, None, "Input graph has multiple SaveV2 ops.")
        saver = protos.NodeDef()
        saver.CopyFrom(savers[0])
        prefix = saver.name.rpartition("/")[0] or saver.name
        restore_all = self.nodes.get(f"{prefix}/restore_all")
        if restore_all is None:
            raise errors.InvalidArgumentError(None, None, "graph has SaveOp, but no restore_all NoOp")
        file, names, slices = list(saver.input)[:3]
        number = 0
        waited = list(restore_all.input)
        for variable in self.variables:
            restore, assign = f"{prefix}/RestoreV2/_{number}_qt", f"{prefix}/Assign/_{number + 1}_qt"
            number += 2
            inputs = [file]
            for name, value in (("tensor_names", variable), ("shape_and_slices", "")):
                text = np.array([value.encode()], object)
                inputs.append(self.add(f"{restore}/{name}", "Const", (), dtype=dtypes.string, value=text))
            self.add(restore, "RestoreV2", inputs, dtypes=[dtypes.float32])
            self.add(assign, "Assign", (variable, restore), **_FLOAT, use_locking=True, validate_shape=True)
            waited.append(f"^{assign}")
        restore_all.input[:] = sorted(waited)
        for source, more in ((names, self.variables), (slices, [""] * len(self.variables))):
            tensor = self.nodes[_node_of(source)].attr["value"].tensor
            tensor.string_val.extend(value.encode() for value in more)
            tensor.tensor_shape.dim[0].size = len(tensor.string_val)
        data = _data(saver)
        saver.input[:] = [saver.input[i] for i in data] + self.variables
        saver.attr["dtypes"].list.type.extend([dtypes.float32.as_datatype_enum] * len(self.variables))
        self.graph_def.node.remove(savers[0])
        self.graph_def.node.append(saver)


@export("train.do_quantize_training_on_graphdef")
@deprecated(None, "GraphDef quantized training rewriter is deprecated in the long term")
def do_quantize_training_on_graphdef(input_graph: GraphDef, num_bits: int) -> Any:
    """Makes a GraphDef in which the inputs of products and convolutions are rounded as a quantized model would.

    The range of each input is known from the activation that gave it, or followed by moving averages: variables that
    begin with the first value seen, and that the graph's saver saves. Nodes whose names begin with "gradients" stay.

    Args:
      input_graph: a `GraphDef`.
      num_bits: the number of bits, from 1 to 63.

    Returns:
      A new `GraphDef`.

    Raises:
      tf.errors.OutOfRangeError: for another number of bits.
      tf.errors.UnimplementedError: more than two inputs come from operations of which no range is known.
      tf.errors.InvalidArgumentError: a node has an input that is not there, or there are several savers.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     y = tf.matmul(tf.constant([[0.1, 0.9]]), tf.constant([[1.0], [1.0]]), name="y")
    >>> rounded = tf.train.do_quantize_training_on_graphdef(graph.as_graph_def(), 2)
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     tf.import_graph_def(rounded, name="")
    ...     session.run("y:0").tolist()
    [[0.8999999761581421]]
    """
    graph_def = protos.GraphDef.FromString(input_graph.SerializeToString())
    if not 1 <= num_bits <= 63:
        raise errors.OutOfRangeError(None, None, f"num_bits should be in range [1, 63] but is: {num_bits}")
    _Rewriter(graph_def, num_bits).run()
    return graph_def
