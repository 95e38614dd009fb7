"""The ranks that inputs of operations must have, with 1.15's error texts.

The runtime asks when a kernel failed unexpectedly, which costs nothing where nothing fails. Kernels that would accept such
inputs are checked before each call: `CHECKED`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.ops.common.definitions import brackets

# Input → (which rank, the text): a number, "n+" for at least n, "n-" for at most n. {shape}, {rank}, {i}: what was given.
_Ranks = dict[str, tuple[int | str, str]]
_AXIS: _Ranks = {"axis": (0, "ScanOp: axis must be a scalar, not {shape}")}
_DIMENSION: _Ranks = {"dimension": (0, "dim must be a scalar, but received tensor of shape: {shape}")}
_IMAGE: _Ranks = {"input": (4, "input must be 4-dimensional{shape}")}
_FILTER: _Ranks = {"filter": (4, "filter must be 4-dimensional: {shape}")}
_FLAT_FILTER: _Ranks = {"filter": (3, "filter must be 3-dimensional: {shape}")}
_PADDINGS: _Ranks = {"paddings": (2, "paddings must be a matrix with 2 columns: {shape}")}
_SHAPE: _Ranks = {"shape": (1, "shape must be a vector of {{int32,int64}}, got shape {shape}")}
_GRADS: _Ranks = {"grads": (4, "grads image must be 4-D{shape}")}
_NORMALIZED: _Ranks = {"x": (4, "input must be 4-dimensional{shape}")}
_SCALARS: _Ranks = {n: (0, n + " must be a scalar, not shape {shape}") for n in ("start", "stop", "num")}

_PARAMS = ("1+", "params must be at least 1-D, got shape {shape}")
_SCATTERED = ("Add", "Sub", "Mul", "Div", "Min", "Max", "Update")
_SEGMENTED: _Ranks = {n: (1, n + " should be a vector.") for n in ("indices", "segment_ids")}
_SEGMENTS: _Ranks = {"num_segments": (0, "num_segments should be a scalar, not shape {shape}")}

_POOLED: _Ranks = {"orig_output": (4, "tensor_out must be 4-dimensional")}

RANKS: dict[str, _Ranks] = {
    **dict.fromkeys(("Cumsum", "Cumprod", "CumulativeLogsumexp"), _AXIS),
    **dict.fromkeys(("ArgMax", "ArgMin"), _DIMENSION),
    **dict.fromkeys(("Pad", "MirrorPad", "MirrorPadGrad"), _PADDINGS),
    "PadV2": {**_PADDINGS, "constant_values": (0, "constant_values must be a scalar. Found: {shape}")},
    **dict.fromkeys(("DepthwiseConv2dNative", "Conv2D"), {**_IMAGE, **_FILTER}),
    **dict.fromkeys(("Dilation2D", "Dilation2DBackpropInput", "Dilation2DBackpropFilter"), {**_IMAGE, **_FLAT_FILTER}),
    **dict.fromkeys(("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"), _NORMALIZED),
    **dict.fromkeys(
        ("FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3"),
        {
            "y_backprop": (4, "input must be 4-dimensional{shape}"),
            "x": (4, "input must be 4-dimensional{shape}"),
            "scale": (1, "scale must be 1-dimensional{shape}"),
            "reserve_space_1": (1, "saved mean must be 1-dimensional{shape}"),
            "reserve_space_2": (1, "saved variance must be 1-dimensional{shape}"),
        },
    ),
    **dict.fromkeys(
        ("CropAndResizeGradImage", "CropAndResizeGradBoxes"),
        {**_GRADS, "image_size": (1, "image_size must be 1-D{shape}")},
    ),
    **dict.fromkeys(
        ("BroadcastArgs", "BroadcastGradientArgs"),
        {"s0": (1, "In[0] must be a vector.{shape}"), "s1": (1, "In[1] must be a vector.{shape}")},
    ),
    **dict.fromkeys(
        ("MatrixDiag", "MatrixDiagV2"), {"diagonal": ("1+", "diagonal must be at least 1-dim, received shape: {shape}")}
    ),
    **dict.fromkeys(
        ("MatrixDiagPart", "MatrixDiagPartV2", "MatrixSetDiag", "MatrixSetDiagV2"),
        {"input": ("2+", "input must be at least 2-dim, received shape: {shape}")},
    ),
    "BatchToSpace": {
        "input": (4, "Input rank should be: 4instead of: {rank}"),
        "crops": (2, "crops should have shape [2, 2] instead of {shape}"),
    },
    "SpaceToBatch": {
        "input": (4, "Input rank should be: 4instead of: {rank}"),
        "paddings": (2, "paddings should have shape [2, 2] instead of {shape}"),
    },
    **dict.fromkeys(
        ("NonMaxSuppressionV2", "NonMaxSuppressionV3", "NonMaxSuppressionV4", "NonMaxSuppressionV5"),
        {
            n: (0, n + " must be 0-D, got shape {shape}")
            for n in ("max_output_size", "iou_threshold", "score_threshold", "soft_nms_sigma")
        },
    ),
    "BroadcastTo": _SHAPE,
    "DecodeAndCropJpeg": {"crop_window": (1, "crop_window must be 1-D, got shape {shape}")},
    "DecodeWav": {"contents": (0, "contents must be scalar, got shape {shape}")},
    "Empty": {"shape": (1, "shape must be a vector of int32, got shape {shape}")},
    "EncodeJpegVariableQuality": {
        "images": (3, "image must be 3-dimensional{shape}"),
        "quality": (0, "quality must be scalar: {shape}"),
    },
    "ExtractImagePatches": {"images": (4, "input must be 4-dimensional{shape}")},
    "Fingerprint": {"method": (0, "`method` should be a scalar string: {shape}")},
    "ParseSequenceExample": {
        "serialized": (1, "Expected serialized to be a vector, got shape: {shape}"),
    },
    "BlockLSTM": {n: (1, n + " must be 1D") for n in ("wci", "wcf", "wco", "b")},
    "Concat": {"concat_dim": (0, "concat_dim tensor should be a scalar integer, but got shape {shape}")},
    "ConcatV2": {"axis": (0, "axis tensor should be a scalar integer, but got shape {shape}")},
    "ConcatOffset": {
        "concat_dim": (0, "Concat dim tensor should be a scalar integer, but got shape {shape}"),
        "shape": (1, "input {i} should be a vector, but got shape {shape}"),
    },
    "DepthToSpace": {"input": (4, "Input rank should be: 4 instead of: {rank}")},
    "SpaceToDepth": {"input": (4, "Input rank should be 4 instead of {rank}")},
    "Diag": {"diagonal": ("1+", "Input must be at least rank 1, got {rank}")},
    "Fill": {
        "dims": (1, "dims must be a vector, got shape {shape}"),
        "value": (0, "value must be a scalar, got shape {shape}"),
    },
    "GatherNd": {"params": ("1+", "params must be at least a vector")},
    "GatherV2": {"axis": (0, "axis must be scalar")},
    "HistogramFixedWidth": {
        "value_range": (1, "value_range should be a vector."),
        "nbins": (0, "nbins should be a scalar."),
    },
    "InTopKV2": {"k": (0, "k must be 0-D, got shape {shape}")},
    "LRN": {"input": (4, "in must be 4-dimensional")},
    "LRNGrad": {n: (4, "inputs must be 4-dimensional") for n in ("input_grads", "input_image", "output_image")},
    "LinSpace": _SCALARS,
    "Multinomial": {"num_samples": (0, "num_samples should be a scalar, got shape {shape}")},
    "NthElement": {"n": (0, "N must be scalar, got shape {shape}")},
    "OneHot": {
        "depth": (0, "depth must be a scalar, but got: {shape}"),
        "on_value": (0, "on_value must be a scalar, but got: {shape}"),
        "off_value": (0, "off_value must be a scalar, but got: {shape}"),
    },
    "ConjugateTranspose": {"perm": (1, "perm must be a vector, not {shape}")},
    "RandomPoissonV2": _SHAPE,
    "Reshape": {"shape": (1, "sizes input must be 1-D, not {shape}")},
    **dict.fromkeys(
        ("ResizeBicubicGrad", "ResizeBilinearGrad"),
        {
            "grads": (4, "input_grad must be 4-dimensional{shape}"),
            "original_image": (4, "original_image must be 4-dimensional{shape}"),
        },
    ),
    "ResizeNearestNeighborGrad": {
        "grads": (4, "input must be 4-dimensional{shape}"),
        "size": (1, "shape_t must be 1-dimensional{shape}"),
    },
    "ResourceGatherNd": {
        "resource": ("1+", "params must be at least a vector"),
        "indices": ("1+", "indices must be at least a vector"),
    },
    **{f"ResourceScatter{k}": {"resource": _PARAMS} for k in _SCATTERED},
    **{f"Scatter{k}": {"ref": _PARAMS} for k in _SCATTERED},
    **{
        f"ScatterNd{k}": {"ref": ("1+", "Output must be at least 1-D, got shape: {shape}")}
        for k in ("Add", "Sub", "Update")
    },
    "Reverse": {"dims": (1, "'dims' must be 1-dimension, not {rank}")},
    "ReverseV2": {"axis": ("1-", "'dims' must be 1-dimension, not {rank}")},
    "Roll": {
        "shift": ("1-", "shift must be a scalar or a 1-D vector. Found: {shape}"),
        "axis": ("1-", "axis must be a scalar or a 1-D vector. Found: {shape}"),
    },
    "Transpose": {"perm": (1, "perm must be a vector, not {shape}")},
    "StringSplit": {
        "input": (1, "input must be a vector, got shape: {shape}"),
        "delimiter": (0, "delimiter must be a scalar, got shape: {shape}"),
    },
    **dict.fromkeys(("UniqueV2", "UniqueWithCountsV2"), {"axis": (1, "axis expects a 1D vector.")}),
    **dict.fromkeys(("MaxPoolGrad", "MaxPoolGradV2", "MaxPoolGradGrad", "MaxPoolGradGradV2"), _POOLED),
    "MaxPool3DGradGrad": {"orig_output": (5, "tensor_out must be 5-dimensional")},
    "SparseReduceSum": {
        "reduction_axes": ("1-", "Expected reduction_axes to be a scalar or a vector; got shape: {shape}")
    },
    "DecodeCSV": {"record_defaults": ("1-", "Each record default should be at most rank 1")},
    "BiasAdd": {"value": ("5-", "Only ranks up to 5 supported: {shape}")},
    "ReverseSequence": {"seq_lengths": (1, "seq_lens input must be 1-dim, not {rank}")},
    **{f"SparseSegment{k}": _SEGMENTED for k in ("Sum", "Mean", "SqrtN")},
    **{f"SparseSegment{k}WithNumSegments": {**_SEGMENTS, **_SEGMENTED} for k in ("Sum", "Mean", "SqrtN")},
    **{
        f"SparseSegment{k}Grad": {**_SEGMENTED, "output_dim0": (0, "output_dim0 should be a scalar.")}
        for k in ("Mean", "SqrtN")
    },
    **{f"UnsortedSegment{k}": _SEGMENTS for k in ("Sum", "Prod", "Max", "Min")},
    "Split": {"split_dim": (0, "split_dim must be a scalar but has rank {rank}")},
    "StridedSliceGrad": {"shape": (1, "shape must be 1-D, got shape.shape = {shape}")},
    **dict.fromkeys(
        ("TensorListGetItem", "TensorListSetItem"), {"index": (0, "index must be a scalar, got shape {shape}")}
    ),
    **dict.fromkeys(
        ("TensorListReserve", "TensorListFromTensor", "TensorListScatter", "TensorListScatterV2"),
        {"num_elements": (0, "The num_elements to reserve must be a tensor size 1, but got {shape}")},
    ),
    "TensorListResize": {"size": (0, "size must be a scalar, got shape {shape}")},
    "Tile": {"multiples": (1, "Expected multiples to be 1-D, but got shape {shape}")},
    "TopKV2": {"k": (0, "k must be scalar, got shape {shape}")},
    **dict.fromkeys(
        ("LowerBound", "UpperBound"),
        {
            "sorted_inputs": (2, "sorted_input argument must be a matrix"),
            "values": (2, "values argument must be a matrix"),
        },
    ),
    "MaxPoolGradWithArgmax": {"input": (4, "tensor_in_shape must have 2 spatial dimensions. {rank} 0")},
    "ParseSingleSequenceExample": {
        n: (0, "Expected " + n + "[{i}] to be a scalar, got shape: {shape}")
        for n in ("context_dense_keys", "context_sparse_keys", "feature_list_dense_keys", "feature_list_sparse_keys")
    },
    "BlockLSTMGrad": {"x": (3, "x must be 3D")},
}
# Kernels that find some meaning in inputs of other ranks.
CHECKED = frozenset(
    {"LRN", "LRNGrad", "Pad", "PadV2", "MirrorPad", "Dilation2D", "LinSpace", "NthElement", "OneHot", "InTopKV2"}
    | {"BroadcastArgs", "BroadcastGradientArgs", "Diag", "Fill", "ConjugateTranspose", "BatchToSpace"}
    | {"DecodeWav", "Empty", "Fingerprint", "BlockLSTM", "MaxPoolGradWithArgmax"}
    | {"FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3"}
)


def wrong_rank(kind: str, inputs: dict[str, list[Any]]) -> str | None:
    """The error text for the first input that does not have its rank; None if all do.

    >>> import numpy as np
    >>> wrong_rank("MatrixDiag", {"diagonal": [np.float32(1)]})
    'diagonal must be at least 1-dim, received shape: []'
    """
    for name, (rank, text) in RANKS.get(kind, {}).items():
        for i, value in enumerate(inputs.get(name, ())):
            given = np.ndim(value)
            if isinstance(rank, str):
                met = given >= int(rank[:-1]) if rank[-1] == "+" else given <= int(rank[:-1])
            else:
                met = given == rank
            if not met:
                return text.format(shape=brackets(np.shape(value)), rank=given, i=i)
    return None


def with_rank_check(kind: str, names: list[str], kernel: Any) -> Any:
    """A kernel whose inputs, called `names`, are checked for their ranks before each call."""

    def checked(*values: Any) -> Any:
        given = {n: v if isinstance(v, list) else [v] for n, v in zip(names, values, strict=False)}
        told = wrong_rank(kind, given)
        if told is not None:
            raise errors.invalid(told)
        return kernel(*values)

    return checked
