"""A `Network` as the bytes of a `.tflite` file: which operator of the file each is, with which options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock.lite import schema
from penstock.lite.conversion.network import Array, ConverterError, Network, Op

_PADDINGS = {"SAME": 0, "VALID": 1}
_DESCRIPTION = "TOCO Converted."  # tools ask for this text

# Operators without options; with the same inputs as the operation.
_PLAIN = {
    "Abs": "ABS", "AddN": "ADD_N", "All": "REDUCE_ALL", "BatchToSpaceND": "BATCH_TO_SPACE_ND", "Ceil": "CEIL", "Cos": "COS",
    "Elu": "ELU", "Equal": "EQUAL", "Exp": "EXP", "ExpandDims": "EXPAND_DIMS", "Fill": "FILL", "Floor": "FLOOR",
    "FloorDiv": "FLOOR_DIV", "FloorMod": "FLOOR_MOD", "GatherNd": "GATHER_ND", "Greater": "GREATER",
    "GreaterEqual": "GREATER_EQUAL", "Less": "LESS", "LessEqual": "LESS_EQUAL", "Log": "LOG", "LogSoftmax": "LOG_SOFTMAX",
    "LogicalAnd": "LOGICAL_AND", "LogicalNot": "LOGICAL_NOT", "LogicalOr": "LOGICAL_OR", "MatrixDiag": "MATRIX_DIAG",
    "MatrixSetDiag": "MATRIX_SET_DIAG", "Maximum": "MAXIMUM", "Minimum": "MINIMUM", "Neg": "NEG", "NotEqual": "NOT_EQUAL",
    "Pad": "PAD", "PadV2": "PADV2", "Pow": "POW", "Prelu": "PRELU", "Range": "RANGE", "Rank": "RANK", "Relu": "RELU",
    "Relu1": "RELU_N1_TO_1", "Relu6": "RELU6", "ReverseV2": "REVERSE_V2", "Round": "ROUND", "Rsqrt": "RSQRT",
    "Select": "SELECT", "Sigmoid": "LOGISTIC", "Sin": "SIN", "Slice": "SLICE", "SpaceToBatchND": "SPACE_TO_BATCH_ND",
    "Sqrt": "SQRT", "Square": "SQUARE", "SquaredDifference": "SQUARED_DIFFERENCE", "Tanh": "TANH", "Tile": "TILE",
    "TopKV2": "TOPK_V2", "Transpose": "TRANSPOSE", "Where": "WHERE", "ZerosLike": "ZEROS_LIKE", "Dequantize": "DEQUANTIZE",
    "Quantize": "QUANTIZE",
}  # fmt: skip


def _fused(op: Op) -> dict:
    return {"activation": op.options.get("activation", 0)}


def _windows(op: Op) -> dict:
    a = op.attributes
    if a.get("data_format", "NHWC") not in ("NHWC", None):
        raise ConverterError(f"{op.outputs[0]}: only the data format NHWC can be converted.")
    found = {"padding": _PADDINGS[a["padding"]], "stride_h": a["strides"][1], "stride_w": a["strides"][2]}
    return found


def _conv(op: Op) -> dict:
    dilations = op.attributes.get("dilations") or [1, 1, 1, 1]
    return _windows(op) | _fused(op) | {"dilation_h": dilations[1], "dilation_w": dilations[2]}


def _pool(op: Op) -> dict:
    size = op.attributes["ksize"]
    return _windows(op) | _fused(op) | {"filter_height": size[1], "filter_width": size[2]}


def _type_option(name: str, attribute: str) -> Callable[[Op], dict]:
    return lambda op: {name: _type_number(op.attributes.get(attribute))}


def _type_number(dtype: Any) -> int:
    kind = np.dtype(object) if getattr(dtype, "name", "") == "string" else np.dtype(dtype.as_numpy_dtype)
    return schema.TYPES.index(kind)


def _copied(**names: str) -> Callable[[Op], dict]:
    """Options that are attributes, under other names."""
    return lambda op: {own: op.attributes.get(attribute) or 0 for own, attribute in names.items()}


def _concat_inputs(network: Network, op: Op) -> list[str]:
    axis = network.data(op.inputs[-1])
    if axis is None:
        raise ConverterError(f"{op.outputs[0]}: the axis of a concatenation must be constant.")
    op.options["axis"] = int(axis)
    return op.inputs[:-1]


def _gather_inputs(network: Network, op: Op) -> list[str]:
    axis = network.data(op.inputs[2]) if len(op.inputs) > 2 else np.int32(0)
    op.options["axis"] = 0 if axis is None else int(axis)
    return op.inputs[:2]


def _transposed_conv_inputs(network: Network, op: Op) -> list[str]:
    name = op.inputs[1]
    weights = network.data(name)
    if weights is None:
        raise ConverterError(f"{op.outputs[0]}: the weights of a transposed convolution must be constant.")
    turned = network.constant(f"{name}_transposed", np.ascontiguousarray(weights.transpose(2, 0, 1, 3)))
    return [op.inputs[0], turned, *op.inputs[2:]]


def _slice_inputs(network: Network, op: Op) -> list[str]:
    """Begin, end and step for every dimension, as the operator has it; the graph leaves out the last ones."""
    shape, parts = network.shape(op.inputs[0]), [network.data(name) for name in op.inputs[1:]]
    if shape is None or op.attributes.get("ellipsis_mask") or op.attributes.get("new_axis_mask"):
        return op.inputs
    names = [op.inputs[0]]
    for name, data, fill in zip(op.inputs[1:], parts, (0, 0, 1)):
        if data is None or data.size >= len(shape):
            return op.inputs
        rest = np.full(len(shape) - data.size, fill, data.dtype)
        names.append(network.constant(name, np.concatenate([data, rest])))
    given = parts[0].size if parts[0] is not None else len(shape)
    missing = (1 << len(shape)) - (1 << given)
    for mask in ("begin_mask", "end_mask"):
        op.attributes[mask] = (op.attributes.get(mask) or 0) | missing
    return names


_REDUCER = _copied(keep_dims="keep_dims")
_MASKS = {name: name for name in "begin_mask end_mask ellipsis_mask new_axis_mask shrink_axis_mask".split()}
Row = tuple[str, Callable[[Op], dict]] | tuple[str, Callable[[Op], dict], Callable[[Network, Op], list[str]]]
# Operation → operator, what makes its options, and if they differ from the operation's, what makes its inputs.
_TABLE: dict[str, Row] = {
    "Add": ("ADD", _fused),
    "Any": ("REDUCE_ANY", _REDUCER),
    "ArgMax": ("ARG_MAX", _type_option("output_type", "output_type")),
    "ArgMin": ("ARG_MIN", _type_option("output_type", "output_type")),
    "AvgPool": ("AVERAGE_POOL_2D", _pool),
    "Cast": (
        "CAST",
        lambda op: {
            "in_data_type": _type_number(op.attributes["SrcT"]),
            "out_data_type": _type_number(op.attributes["DstT"]),
        },
    ),
    "ConcatV2": ("CONCATENATION", lambda op: {"axis": op.options["axis"]} | _fused(op), _concat_inputs),
    "Conv2D": ("CONV_2D", _conv),
    "Conv2DBackpropInput": ("TRANSPOSE_CONV", _windows, _transposed_conv_inputs),
    "DepthToSpace": ("DEPTH_TO_SPACE", _copied(block_size="block_size")),
    "DepthwiseConv2dNative": (
        "DEPTHWISE_CONV_2D",
        lambda op: _conv(op) | {"depth_multiplier": op.attributes["depth_multiplier"]},
    ),
    "Div": ("DIV", _fused),
    "FakeQuant": ("FAKE_QUANT", _copied(min="min", max="max", num_bits="num_bits", narrow_range="narrow_range")),
    "FullyConnected": ("FULLY_CONNECTED", _fused),
    "Gather": ("GATHER", lambda op: {"axis": op.options.get("axis", 0)}, _gather_inputs),
    "L2Normalization": ("L2_NORMALIZATION", _fused),
    "LRN": ("LOCAL_RESPONSE_NORMALIZATION", _copied(radius="depth_radius", bias="bias", alpha="alpha", beta="beta")),
    "LeakyRelu": ("LEAKY_RELU", _copied(alpha="alpha")),
    "Max": ("REDUCE_MAX", _REDUCER),
    "MaxPool": ("MAX_POOL_2D", _pool),
    "Mean": ("MEAN", _REDUCER),
    "Min": ("REDUCE_MIN", _REDUCER),
    "MirrorPad": ("MIRROR_PAD", lambda op: {"mode": int(op.attributes["mode"] == "SYMMETRIC")}),
    "Mul": ("MUL", _fused),
    "OneHot": ("ONE_HOT", _copied(axis="axis")),
    "Pack": ("PACK", _copied(values_count="N", axis="axis")),
    "Prod": ("REDUCE_PROD", _REDUCER),
    "Reshape": ("RESHAPE", lambda op: {"new_shape": op.options["new_shape"]} if "new_shape" in op.options else {}),
    "ResizeBilinear": ("RESIZE_BILINEAR", _copied(align_corners="align_corners")),
    "ResizeNearestNeighbor": ("RESIZE_NEAREST_NEIGHBOR", _copied(align_corners="align_corners")),
    "ReverseSequence": ("REVERSE_SEQUENCE", _copied(seq_dim="seq_dim", batch_dim="batch_dim")),
    "Shape": ("SHAPE", _type_option("out_type", "out_type")),
    "Softmax": ("SOFTMAX", lambda op: {"beta": 1.0}),
    "SpaceToDepth": ("SPACE_TO_DEPTH", _copied(block_size="block_size")),
    "SparseToDense": ("SPARSE_TO_DENSE", _copied(validate_indices="validate_indices")),
    "Split": ("SPLIT", _copied(num_splits="num_split")),
    "SplitV": ("SPLIT_V", _copied(num_splits="num_split")),
    "StridedSlice": ("STRIDED_SLICE", _copied(**_MASKS), _slice_inputs),
    "Sub": ("SUB", _fused),
    "Sum": ("SUM", _REDUCER),
    "Unique": ("UNIQUE", _type_option("idx_out_type", "out_idx")),
    "Unpack": ("UNPACK", _copied(num="num", axis="axis")),
}
_TABLE |= {name: (operator, lambda op: {}) for name, operator in _PLAIN.items()}
OPERATIONS = frozenset(_TABLE)


def operator_of(operation: str) -> str:
    """The file's operator for an operation; its own name if there is none."""
    return _TABLE[operation][0] if operation in _TABLE else operation


def write(network: Network, allow_custom_ops: bool = False) -> bytes:
    """The bytes of the file.

    Args:
      network: in the file's operators.
      allow_custom_ops: whether operations that the file has no operator for become custom ones.

    Raises:
      ConverterError: there are such operations, and they are not allowed.
    """
    check(network, allow_custom_ops)
    rows = [_row(network, op) for op in network.ops]
    used = {name for _, _, _, inputs, outputs in rows for name in (*inputs, *outputs) if name}
    names = sorted(used | set(network.inputs) | set(network.outputs))
    numbers = {name: i for i, name in enumerate(names)} | {"": -1}
    keys = [
        (operator, custom, _version(network, operator, inputs, outputs))
        for operator, custom, _, inputs, outputs in rows
    ]
    codes = sorted(set(keys), key=lambda key: (schema.NUMBERS[key[0]], *key[1:]))
    buffers: list[dict] = [{}]
    tensors = [_tensor(network, name, buffers) for name in names]
    operators = []
    for key, (operator, _, options, inputs, outputs) in zip(keys, rows):
        code = codes.index(key)
        kind = schema.options_of(operator)
        row: dict[str, Any] = {
            "opcode_index": code,
            "inputs": [numbers[n] for n in inputs],
            "outputs": [numbers[n] for n in outputs],
        }
        if kind is not None and operator != "CUSTOM":
            row["options"] = kind, options
        variables = [bool(n) and network.arrays[n].variable for n in inputs]
        if any(variables):
            row["mutated"] = variables
        operators.append(row)
    graph = {
        "tensors": tensors,
        "inputs": [numbers[name] for name in network.inputs],
        "outputs": [numbers[name] for name in network.outputs],
        "operators": operators,
    }
    model = {
        "version": schema.VERSION,
        "description": _DESCRIPTION,
        "operator_codes": [
            {
                "short_code": min(schema.NUMBERS[name], 127),
                "long_code": schema.NUMBERS[name],
                "custom_code": custom or None,
                "version": version,
            }
            for name, custom, version in codes
        ],
        "subgraphs": [graph],
        "buffers": buffers,
    }
    return schema.write(model)


def _row(network: Network, op: Op) -> tuple[str, str, dict, list[str], list[str]]:
    """(operator, its name if it is a custom one, options, inputs, outputs)"""
    row = _TABLE.get(op.type)
    if row is None:
        return "CUSTOM", op.type, {}, op.inputs, op.outputs
    if op.type == "Reshape" and network.data(op.inputs[1]) is not None:
        op.options["new_shape"] = network.data(op.inputs[1])
    inputs = row[2](network, op) if len(row) > 2 else op.inputs
    return row[0], "", row[1](op), inputs, op.outputs


def check(network: Network, allow_custom_ops: bool) -> None:
    """Whether the file has an operator for every operation.

    Raises:
      ConverterError: it has not; the text lists the operators that it has, and those that it has not.
    """
    lacking = sorted({op.type for op in network.ops if op.type not in _TABLE})
    if not lacking or allow_custom_ops:
        return
    found = sorted({_TABLE[op.type][0] for op in network.ops if op.type in _TABLE})
    raise ConverterError(
        "Some of the operators in the model are not supported by the standard TensorFlow Lite runtime. If those are native "
        "TensorFlow operators, you might be able to use the extended runtime by passing --enable_select_tf_ops, or by setting "
        "target_ops=TFLITE_BUILTINS,SELECT_TF_OPS when calling tf.lite.TFLiteConverter(). Otherwise, if you have a custom "
        "implementation for them you can disable this error with --allow_custom_ops, or by setting allow_custom_ops=True when "
        f"calling tf.lite.TFLiteConverter(). Here is a list of builtin operators you are using: {', '.join(found)}. Here is a "
        f"list of operators for which you will need custom implementations: {', '.join(lacking)}."
    )


def _version(network: Network, operator: str, inputs: Sequence[str], outputs: Sequence[str]) -> int:
    """The version of an operator: what it computes with decides from which release on it is understood."""
    kinds = [network.arrays[name].dtype for name in (*inputs, *outputs) if name]
    weights = network.arrays[inputs[1]].dtype if len(inputs) > 1 and inputs[1] else None
    if operator in ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED") and weights == np.int8:
        hybrid = kinds[0] == np.float32
        return {
            "CONV_2D": 2 if hybrid else 3,
            "DEPTHWISE_CONV_2D": 4 if hybrid else 3,
            "FULLY_CONNECTED": 3 if hybrid else 4,
        }[operator]
    if operator in _INT8_VERSION_2 and np.dtype(np.int8) in kinds:
        return 2
    if operator == "DEQUANTIZE" and kinds[0] == np.float16:
        return 3
    if operator == "DEQUANTIZE" and kinds[0] == np.int8:
        return 2
    return 1


_INT8_VERSION_2 = frozenset(
    """ADD AVERAGE_POOL_2D CONCATENATION LOGISTIC MAX_POOL_2D MUL PAD PADV2 SOFTMAX TANH MEAN SUM SUB TRANSPOSE GATHER SLICE
    STRIDED_SLICE SPACE_TO_BATCH_ND BATCH_TO_SPACE_ND RESIZE_BILINEAR RESIZE_NEAREST_NEIGHBOR MAXIMUM MINIMUM SPLIT
    L2_NORMALIZATION LOG_SOFTMAX TOPK_V2 EQUAL NOT_EQUAL GREATER GREATER_EQUAL LESS LESS_EQUAL ARG_MAX ARG_MIN SPACE_TO_DEPTH
    REDUCE_MAX REDUCE_MIN RELU RELU6 PACK UNPACK LEAKY_RELU""".split()
)


def _tensor(network: Network, name: str, buffers: list[dict]) -> dict:
    array = network.arrays[name]
    number = 0
    if array.data is not None:
        number = len(buffers)
        buffers.append({"data": _bytes(array)})
    quantization: dict[str, Any] = {}
    if array.range is not None:
        quantization.update(min=[array.range[0]], max=[array.range[1]])
    if array.scale is not None:
        assert array.zero is not None
        quantization.update(scale=array.scale, zero_point=array.zero, dimension=array.axis)
    return {
        "name": name,
        "shape": array.shape or (),
        "type": schema.type_number(array.dtype),
        "buffer": number,
        "quantization": quantization,
        "is_variable": array.variable,
    }


def _bytes(array: Array) -> np.ndarray:
    assert array.data is not None
    if array.dtype.kind == "O":
        texts = [bytes(item) for item in array.data.ravel().tolist()]
        first = 4 * (len(texts) + 2)
        ends = np.cumsum([first, *map(len, texts)])
        head = np.array([len(texts), *ends], "<i4").tobytes()
        return np.frombuffer(head + b"".join(texts), np.uint8)
    return np.frombuffer(np.ascontiguousarray(array.data, array.dtype).tobytes(), np.uint8)
