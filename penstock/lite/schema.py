"""The `.tflite` file: its tables, its operators, and the enumerations that are numbers in it.

The numbers are those of TensorFlow Lite's schema, version 3, up to what 2.15.1 writes; a model is a tree of `flatbuffer.Table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ml_dtypes  # noqa: F401  (gives NumPy its small types)
import numpy as np

from penstock.lite import flatbuffer

IDENTIFIER = b"TFL3"
VERSION = 3

# The number of an operator is its place.
OPERATORS = """ADD AVERAGE_POOL_2D CONCATENATION CONV_2D DEPTHWISE_CONV_2D DEPTH_TO_SPACE DEQUANTIZE EMBEDDING_LOOKUP FLOOR
FULLY_CONNECTED HASHTABLE_LOOKUP L2_NORMALIZATION L2_POOL_2D LOCAL_RESPONSE_NORMALIZATION LOGISTIC LSH_PROJECTION LSTM
MAX_POOL_2D MUL RELU RELU_N1_TO_1 RELU6 RESHAPE RESIZE_BILINEAR RNN SOFTMAX SPACE_TO_DEPTH SVDF TANH CONCAT_EMBEDDINGS
SKIP_GRAM CALL CUSTOM EMBEDDING_LOOKUP_SPARSE PAD UNIDIRECTIONAL_SEQUENCE_RNN GATHER BATCH_TO_SPACE_ND
SPACE_TO_BATCH_ND TRANSPOSE MEAN SUB DIV SQUEEZE UNIDIRECTIONAL_SEQUENCE_LSTM STRIDED_SLICE BIDIRECTIONAL_SEQUENCE_RNN
EXP TOPK_V2 SPLIT LOG_SOFTMAX DELEGATE BIDIRECTIONAL_SEQUENCE_LSTM CAST PRELU MAXIMUM ARG_MAX MINIMUM LESS NEG PADV2
GREATER GREATER_EQUAL LESS_EQUAL SELECT SLICE SIN TRANSPOSE_CONV SPARSE_TO_DENSE TILE EXPAND_DIMS EQUAL NOT_EQUAL LOG
SUM SQRT RSQRT SHAPE POW ARG_MIN FAKE_QUANT REDUCE_PROD REDUCE_MAX PACK LOGICAL_OR ONE_HOT LOGICAL_AND LOGICAL_NOT
UNPACK REDUCE_MIN FLOOR_DIV REDUCE_ANY SQUARE ZEROS_LIKE FILL FLOOR_MOD RANGE RESIZE_NEAREST_NEIGHBOR LEAKY_RELU
SQUARED_DIFFERENCE MIRROR_PAD ABS SPLIT_V UNIQUE CEIL REVERSE_V2 ADD_N GATHER_ND COS WHERE RANK ELU REVERSE_SEQUENCE
MATRIX_DIAG QUANTIZE MATRIX_SET_DIAG ROUND HARD_SWISH IF WHILE NON_MAX_SUPPRESSION_V4 NON_MAX_SUPPRESSION_V5
SCATTER_ND SELECT_V2 DENSIFY SEGMENT_SUM BATCH_MATMUL PLACEHOLDER_FOR_GREATER_OP_CODES CUMSUM CALL_ONCE BROADCAST_TO
RFFT2D CONV_3D IMAG REAL COMPLEX_ABS HASHTABLE HASHTABLE_FIND HASHTABLE_IMPORT HASHTABLE_SIZE REDUCE_ALL
CONV_3D_TRANSPOSE VAR_HANDLE READ_VARIABLE ASSIGN_VARIABLE BROADCAST_ARGS RANDOM_STANDARD_NORMAL BUCKETIZE
RANDOM_UNIFORM MULTINOMIAL GELU DYNAMIC_UPDATE_SLICE RELU_0_TO_1 UNSORTED_SEGMENT_PROD UNSORTED_SEGMENT_MAX
UNSORTED_SEGMENT_SUM ATAN2 UNSORTED_SEGMENT_MIN SIGN BITCAST BITWISE_XOR RIGHT_SHIFT""".split()
NUMBERS = {name: number for number, name in enumerate(OPERATORS)}

# The kinds of options, in the order of the union; what each holds is in `_TABLES`, and those that are not there hold nothing.
_OPTIONS = """Conv2D DepthwiseConv2D ConcatEmbeddings LSHProjection Pool2D SVDF RNN FullyConnected Softmax Concatenation Add
L2Norm LocalResponseNormalization LSTM ResizeBilinear Call Reshape SkipGram SpaceToDepth EmbeddingLookupSparse Mul Pad Gather
BatchToSpaceND SpaceToBatchND Transpose Reducer Sub Div Squeeze SequenceRNN StridedSlice Exp TopKV2 Split LogSoftmax
Cast Dequantize MaximumMinimum ArgMax Less Neg PadV2 Greater GreaterEqual LessEqual Select Slice TransposeConv
SparseToDense Tile ExpandDims Equal NotEqual Shape Pow ArgMin FakeQuant Pack LogicalOr OneHot LogicalAnd LogicalNot
Unpack FloorDiv Square ZerosLike Fill BidirectionalSequenceLSTM BidirectionalSequenceRNN UnidirectionalSequenceLSTM
FloorMod Range ResizeNearestNeighbor LeakyRelu SquaredDifference MirrorPad Abs SplitV Unique ReverseV2 AddN GatherNd
Cos Where Rank ReverseSequence MatrixDiag Quantize MatrixSetDiag HardSwish If While DepthToSpace NonMaxSuppressionV4
NonMaxSuppressionV5 ScatterNd SelectV2 Densify SegmentSum BatchMatMul Cumsum CallOnce BroadcastTo Rfft2d Conv3D
Hashtable HashtableFind HashtableImport HashtableSize VarHandle ReadVariable AssignVariable Random Bucketize Gelu
DynamicUpdateSlice UnsortedSegmentProd UnsortedSegmentMax UnsortedSegmentSum ATan2 UnsortedSegmentMin Sign Bitcast
BitwiseXor RightShift""".split()

_TABLES = """
Model: version:uint operator_codes:[OperatorCode] subgraphs:[SubGraph] description:string buffers:[Buffer] metadata_buffer:[int]
OperatorCode: short_code:byte custom_code:string version:int=1 long_code:int
SubGraph: tensors:[Tensor] inputs:[int] outputs:[int] operators:[Operator] name:string
Tensor: shape:[int] type:byte buffer:uint name:string quantization:Quantization is_variable:bool - shape_signature:[int]
Quantization: min:[float] max:[float] scale:[float] zero_point:[long] - - dimension:int
Buffer: data:[ubyte]
Operator: opcode_index:uint inputs:[int] outputs:[int] options:Options custom_options:[ubyte] custom_format:byte mutated:[bool]
Conv2D: padding:byte stride_w:int stride_h:int activation:byte dilation_w:int=1 dilation_h:int=1
Pool2D: padding:byte stride_w:int stride_h:int filter_width:int filter_height:int activation:byte
DepthwiseConv2D: padding:byte stride_w:int stride_h:int depth_multiplier:int activation:byte dilation_w:int=1 dilation_h:int=1
LSHProjection: type:byte
SVDF: rank:int activation:byte
RNN: activation:byte
SequenceRNN: time_major:bool activation:byte
BidirectionalSequenceRNN: time_major:bool activation:byte merge_outputs:bool
FullyConnected: activation:byte weights_format:byte keep_num_dims:bool asymmetric:bool
Softmax: beta:float
Concatenation: axis:int activation:byte
Add: activation:byte
Mul: activation:byte
L2Norm: activation:byte
LocalResponseNormalization: radius:int bias:float alpha:float beta:float
LSTM: activation:byte cell_clip:float proj_clip:float kernel_type:byte
UnidirectionalSequenceLSTM: activation:byte cell_clip:float proj_clip:float time_major:bool
BidirectionalSequenceLSTM: activation:byte cell_clip:float proj_clip:float merge_outputs:bool time_major:bool=1
ResizeBilinear: - - align_corners:bool half_pixel_centers:bool
ResizeNearestNeighbor: align_corners:bool half_pixel_centers:bool
Call: subgraph:uint
Reshape: new_shape:[int]
SkipGram: ngram_size:int max_skip_size:int include_all_ngrams:bool
SpaceToDepth: block_size:int
DepthToSpace: block_size:int
Sub: activation:byte
Div: activation:byte
EmbeddingLookupSparse: combiner:byte
Gather: axis:int batch_dims:int
Reducer: keep_dims:bool
Squeeze: squeeze_dims:[int]
Split: num_splits:int
SplitV: num_splits:int
StridedSlice: begin_mask:int end_mask:int ellipsis_mask:int new_axis_mask:int shrink_axis_mask:int
Cast: in_data_type:byte out_data_type:byte
ArgMax: output_type:byte
ArgMin: output_type:byte
TransposeConv: padding:byte stride_w:int stride_h:int activation:byte
SparseToDense: validate_indices:bool
Shape: out_type:byte
FakeQuant: min:float max:float num_bits:int narrow_range:bool
Pack: values_count:int axis:int
OneHot: axis:int
Unpack: num:int axis:int
LeakyRelu: alpha:float
MirrorPad: mode:byte
Unique: idx_out_type:byte=2
ReverseSequence: seq_dim:int batch_dim:int
If: then_subgraph_index:int else_subgraph_index:int
While: cond_subgraph_index:int body_subgraph_index:int
BatchMatMul: adj_x:bool adj_y:bool
Cumsum: exclusive:bool reverse:bool
Gelu: approximate:bool
"""
_KINDS = flatbuffer.parse(_TABLES, {"Options": _OPTIONS})
for _name in _OPTIONS:
    _KINDS.tables.setdefault(_name, [])

# The options that each operator has, where they are not called as the operator is.
_OPTIONS_OF = {
    "CONV_2D": "Conv2D", "DEPTHWISE_CONV_2D": "DepthwiseConv2D", "AVERAGE_POOL_2D": "Pool2D", "MAX_POOL_2D": "Pool2D",
    "L2_POOL_2D": "Pool2D", "L2_NORMALIZATION": "L2Norm", "MEAN": "Reducer", "SUM": "Reducer", "REDUCE_PROD": "Reducer",
    "REDUCE_MAX": "Reducer", "REDUCE_MIN": "Reducer", "REDUCE_ANY": "Reducer", "REDUCE_ALL": "Reducer",
    "MAXIMUM": "MaximumMinimum", "MINIMUM": "MaximumMinimum", "BATCH_TO_SPACE_ND": "BatchToSpaceND",
    "SPACE_TO_BATCH_ND": "SpaceToBatchND", "UNIDIRECTIONAL_SEQUENCE_RNN": "SequenceRNN", "RNN": "RNN", "SVDF": "SVDF",
    "UNIDIRECTIONAL_SEQUENCE_LSTM": "UnidirectionalSequenceLSTM", "LSTM": "LSTM", "BATCH_MATMUL": "BatchMatMul", "PADV2": "PadV2",
    "BIDIRECTIONAL_SEQUENCE_LSTM": "BidirectionalSequenceLSTM", "BIDIRECTIONAL_SEQUENCE_RNN": "BidirectionalSequenceRNN",
    "TOPK_V2": "TopKV2", "LSH_PROJECTION": "LSHProjection", "ATAN2": "ATan2", "CONV_3D": "Conv3D",
}  # fmt: skip


def options_of(operator: str) -> str | None:
    """The kind of options that an operator has, or None if it has none."""
    kind = _OPTIONS_OF.get(operator) or "".join(part.capitalize() for part in operator.split("_"))
    return kind if kind in _KINDS.tables and kind in _OPTIONS else None


# TensorType: the place is the number; those that no operator here computes with are None.
TYPES: list[Any] = [
    np.dtype(np.float32), np.dtype(np.float16), np.dtype(np.int32), np.dtype(np.uint8), np.dtype(np.int64), np.dtype(object),
    np.dtype(np.bool_), np.dtype(np.int16), np.dtype(np.complex64), np.dtype(np.int8), np.dtype(np.float64),
    np.dtype(np.complex128), np.dtype(np.uint64), None, None, np.dtype(np.uint32), np.dtype(np.uint16),
]  # fmt: skip
ACTIVATIONS = ["NONE", "RELU", "RELU_N1_TO_1", "RELU6", "TANH", "SIGN_BIT"]
PADDINGS = ["SAME", "VALID"]


def type_number(dtype: Any) -> int:
    """The TensorType of a NumPy type."""
    return TYPES.index(np.dtype(dtype))


def read(data: Any) -> flatbuffer.Table:
    """The model in a file's bytes.

    Raises:
      ValueError: these are not the bytes of a model, or they are damaged.
    """
    found = bytes(data[4:8])
    if len(data) < 8 or found != IDENTIFIER:
        shown = found.decode("latin-1").rstrip("\0")
        raise ValueError(f"Model provided has model identifier '{shown}', should be '{IDENTIFIER.decode()}'\n")
    try:
        model = flatbuffer.read(_KINDS, "Model", data)
    except ValueError as error:
        raise ValueError(f"The model is damaged or cut off: {error}.\n") from None
    if model.version != VERSION:
        raise ValueError(f"Model provided is schema version {model.version} not equal to supported version {VERSION}.")
    return model


def write(model: Mapping[str, Any]) -> bytes:
    """The bytes of a model that is given as mappings: see `flatbuffer.write`."""
    return flatbuffer.write(_KINDS, "Model", model, IDENTIFIER)


def operator_name(code: flatbuffer.Table) -> str:
    """The name of an operator code, `CUSTOM` for a custom one. Numbers that do not fit into a byte stand elsewhere."""
    number = max(code.short_code, code.long_code)
    if not 0 <= number < len(OPERATORS):
        raise ValueError(f"Op builtin_code out of range: {number}. Are you using old TFLite binary with newer model?")
    return OPERATORS[number]
