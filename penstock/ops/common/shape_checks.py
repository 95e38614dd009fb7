"""Checks of how the shapes of an operation's inputs must fit together, with 1.15's error texts.

The runtime asks when a kernel failed unexpectedly, after the ranks (`rank_checks`). Where 1.15 checked nothing and read out of
bounds, the inputs are refused here as well, as later versions of TensorFlow do.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors
from penstock.ops.common.definitions import brackets
from penstock.ops.common.rank_checks import wrong_rank

if TYPE_CHECKING:
    from penstock.graph.operation import Operation


class Inputs:
    """The inputs and attributes of one call.

    >>> Inputs({"x": [np.zeros((2, 3))]}, {"axis": 1}).text("x")
    '[2,3]'
    """

    def __init__(self, inputs: dict[str, list[Any]], attrs: dict[str, Any]) -> None:
        self.inputs = inputs
        self.attrs = attrs

    def shape(self, name: str) -> tuple[int, ...]:
        return np.shape(self.inputs[name][0])

    def text(self, name: str) -> str:
        return brackets(self.shape(name))

    def size(self, name: str) -> int:
        return math.prod(self.shape(name))


Check = Callable[[Inputs], str | None]


def _two_columns(g: Inputs) -> str | None:
    wrong = g.shape("paddings")[1:] != (2,)
    return f"paddings must be a matrix with 2 columns: {g.text('paddings')}" if wrong else None


def _two_by_two(name: str) -> Check:
    return lambda g: f"{name} should have shape [2, 2] instead of {g.text(name)}" if g.shape(name) != (2, 2) else None


def _sized(name: str, size: int, text: str) -> Check:
    """An input of so many elements; {} in the text stands for its shape."""
    return lambda g: text.format(g.text(name)) if g.size(name) != size else None


def _slice_bounds(g: Inputs) -> str | None:
    shapes = [g.shape(n) for n in ("begin", "end", "strides")]
    if len(set(shapes)) == 1 and len(shapes[0]) == 1:
        return None
    a, b, c = map(brackets, shapes)
    return f"Expected begin, end, and strides to be 1D equal size tensors, but got shapes {a}, {b}, and {c} instead."


def _slice(g: Inputs) -> str | None:
    rank = len(g.shape("input"))
    if g.shape("begin") == g.shape("size") == (rank,):
        return None
    return (
        f"Expected begin and size arguments to be 1-D tensors of size {rank}, but got shapes {g.text('begin')} and "
        f"{g.text('size')} instead."
    )


def _same_sizes(g: Inputs) -> str | None:
    differ = g.shape("segment_ids") != g.shape("indices")
    return "segment_ids and indices should have same size." if differ else None


def _segment_ids(g: Inputs) -> str | None:
    ids = np.asarray(g.inputs["segment_ids"][0])
    return "segment ids must be >= 0" if ids.size and (ids.min() < 0 or ids.max() > 2**31 - 2) else None


def _broadcast_choice(g: Inputs) -> str | None:
    condition, then, other = (g.shape(n) for n in ("condition", "t", "e"))
    if not _broadcastable(then, other):
        return f"then {brackets(then)} and else {brackets(other)} must be broadcastable"
    if not _broadcastable(condition, then, other):
        shapes = f"condition {brackets(condition)}, then {brackets(then)}, and else {brackets(other)}"
        return shapes + " must be broadcastable"
    return None


def _broadcastable(*shapes: tuple[int, ...]) -> bool:
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        return False
    return True


def _reversed_axes(g: Inputs) -> str | None:
    rank = len(g.shape("input"))
    for name in ("batch_dim", "seq_dim"):
        if g.attrs[name] >= rank:
            return f"{name} must be < input.dims()( {g.attrs[name]} vs. {rank})"
    return None


def _packed_axis(g: Inputs) -> str | None:
    rank, axis = len(np.shape(g.inputs["values"][0])) + 1, g.attrs["axis"]
    return None if -rank <= axis < rank else f"axis = {axis} not in [-{rank}, {rank})"


def _mirror(g: Inputs) -> str | None:
    told = _two_columns(g)
    if told is not None:
        return told
    for size, (before, after) in zip(g.shape("input"), np.asarray(g.inputs["paddings"][0]).tolist(), strict=False):
        left = size - before - after
        room = left - (g.attrs["mode"] == "REFLECT")
        if before > room or after > room:
            return f"paddings must be less than the output dimension size: {before}, {after} not less than {left}"
    return None


def _stitched(g: Inputs) -> str | None:
    places, data = ([np.shape(v) for v in g.inputs[n]] for n in ("indices", "data"))
    for i, (place, values) in enumerate(zip(places, data, strict=True)):
        if values[len(place) :] != data[0][len(places[0]) :]:
            return (
                f"Need data[0].shape[{len(places[0])}:] = data[{i}].shape[{len(place)}:], got data[0].shape = "
                f"{brackets(data[0])}, data[{i}].shape = {brackets(values)}, indices[0].shape = {brackets(places[0])}, "
                f"indices[{i}].shape = {brackets(place)}"
            )
    return None


def _gathered(g: Inputs) -> str | None:
    """`GatherNd` of a variable."""
    params, width = g.shape("resource"), g.shape("indices")[-1]
    if width <= len(params):
        return None
    return f"index innermost dimension length must be <= params rank; saw: {width} vs. {len(params)}"


def _gathered_batches(g: Inputs) -> str | None:
    n = g.attrs.get("batch_dims", 0)
    params, indices = g.shape("resource"), g.shape("indices")
    if len(params) <= n:
        return f"batch_dims ({n}) must be less than rank(params) ({len(params)})."
    if params[:n] != indices[:n]:
        return f"The first {n} dimensions of params {brackets(params)} and indices {brackets(indices)} must match."
    return None


def _scattered(g: Inputs) -> str | None:
    shape, indices, updates = g.inputs["shape"][0], g.shape("indices"), g.shape("updates")
    if np.ndim(shape) == 1 and not np.any(np.asarray(shape) < 0):
        return None
    if np.ndim(shape) == 1:
        return f"Dimension {np.asarray(shape)[np.asarray(shape) < 0][0]} must be >= 0"
    if np.ndim(shape) > 2 or not indices:
        return "Shape must be a vector"
    return (
        "Inner dimensions of output shape must match inner dimensions of updates shape. "
        f"Output: {brackets(tuple(np.ravel(shape).tolist()))} updates: {brackets(updates)}"
    )


def _sparse_slice(g: Inputs) -> str | None:
    rank = g.shape("input_indices")[1]
    outs = g.shape("output_indices")[1]
    if outs != rank:
        return f"The input and output should have the same ndims: got: {rank} and {outs}"
    if g.shape("input_start") != (rank,):
        return f"Expected input_start to be a vector of length {rank} but got length {g.size('input_start')}"
    return None


def _tridiagonal_product(g: Inputs) -> str | None:
    shapes = {n: g.shape(n) for n in ("superdiag", "maindiag", "subdiag", "rhs")}
    rhs = shapes.pop("rhs")
    if any(len(s) != len(rhs) for s in shapes.values()):
        return "All input tensors must have the same rank."
    for name, words in (("superdiag", "superdiagonal"), ("maindiag", "maindiagonal"), ("subdiag", "subdiagonal")):
        if shapes[name] != (*rhs[:-2], 1, rhs[-2]):
            return f"Invalid {words} shape."
    return None


def _tridiagonal_solution(g: Inputs) -> str | None:
    diagonals, rhs = g.shape("diagonals"), g.shape("rhs")
    for i, shape in enumerate((diagonals, rhs)):
        if len(shape) < 2:
            return f"Input tensor {i} must have rank >= 2, got {len(shape)}"
    if len(diagonals) != len(rhs):
        return "All input tensors must have the same rank."
    return None


def _image_gradient(g: Inputs) -> str | None:
    size, grads, boxes = g.inputs["image_size"][0], g.shape("grads"), g.shape("boxes")
    if np.shape(size) != (4,):
        return f"image_size must have 4 elements{brackets(np.shape(size))}"
    if not boxes or boxes[0] != grads[0]:
        return "boxes and grads have incompatible shape"
    if int(size[1]) <= 0 or int(size[2]) <= 0:
        return "image dimensions must be positive"
    return "image_size and grads are incompatible" if int(size[3]) != grads[3] or int(size[0]) < 0 else None


def _box_gradient(g: Inputs) -> str | None:
    image, grads, boxes = g.shape("image"), g.shape("grads"), g.shape("boxes")
    if not boxes or boxes[0] != grads[0]:
        return "boxes and grads have incompatible shape"
    return "image, grads depth differ" if len(image) == 4 and image[3] != grads[3] else None


def _channels(g: Inputs) -> str | None:
    """Batch normalization, where 1.15 looked at the rank alone."""
    channels = g.shape("x")[1 if g.attrs.get("data_format", "NHWC").startswith("NC") else -1]
    for name in ("scale", "offset", "mean", "variance", "reserve_space_1", "reserve_space_2"):
        if name not in g.inputs or (name in ("mean", "variance") and not g.size(name)):
            continue
        if g.shape(name) != (channels,):
            return f"{name} must have as many elements as x has channels, got {g.text(name)} for {channels}"
    if "y_backprop" in g.inputs and g.shape("x") != g.shape("y_backprop"):
        return f"x and y_backprop must have same shape, got {g.text('x')} and {g.text('y_backprop')}"
    return None


def _pooled_fractions(g: Inputs) -> str | None:
    """Gradients of fractional pooling, where 1.15 did not look at the sequences."""
    grads = g.shape("out_backprop")
    of = next(n for n in ("orig_output", "out_backprop") if n in g.inputs)
    if len(grads) != 4 or g.shape(of) != grads:
        return f"out_backprop must have the shape of the output, got {brackets(grads)} for {g.text(of)}"
    for name, axis in (("row_pooling_sequence", 1), ("col_pooling_sequence", 2)):
        if g.shape(name) != (grads[axis] + 1,):
            return f"{name} must be a vector of {grads[axis] + 1} elements, got shape {g.text(name)}"
    return None


def _lstm_block_gradient(g: Inputs) -> str | None:
    x, w = g.shape("x"), g.shape("w")
    cell = w[1] // 4 if len(w) == 2 else 0
    if x[2] + cell != w[0]:
        return f"w matrix rows don't match: {x[2] + cell} vs. {w[0]}"
    for name in ("i", "cs", "f", "o", "ci", "co", "h", "cs_grad", "h_grad"):
        if g.shape(name) != (*x[:2], cell):
            return f"{name} must have shape {brackets((*x[:2], cell))}, got {g.text(name)}"
    return None


def _lstm_cell(g: Inputs) -> str | None:
    batch, states = g.shape("x")[:1], g.shape("cs_prev")[:1]
    if batch and states and batch != states:
        return f"cs_prev.dims(0) != batch_size: {states[0]} vs. {batch[0]}"
    return None if len(g.shape("x")) == 2 else f"x must be a matrix, got shape {g.text('x')}"


def _diagonals(g: Inputs) -> str | None:
    k, diagonal = np.ravel(g.inputs["k"][0]), g.shape("diagonal")
    if k.size == 2 and k[0] != k[1] and (len(diagonal) < 2 or diagonal[-2] != k[1] - k[0] + 1):
        return (
            "The number of diagonals provided in the input does not match the lower_diag_index and upper_diag_index "
            "range."
        )
    return None if g.size("padding_value") == 1 else f"padding_value must be a scalar, got {g.text('padding_value')}"


def _argmax_gradient(g: Inputs) -> str | None:
    differ = g.shape("grad") != g.shape("argmax") or g.shape("grad")[:1] != g.shape("input")[:1]
    shapes = f"{g.text('input')}, {g.text('grad')} and {g.text('argmax')}"
    return f"input, grad and argmax do not belong to one pooling: {shapes}" if differ else None


def _dilations(g: Inputs) -> str | None:
    for name in ("strides", "dilations"):
        if len(g.attrs[name]) != 4:
            return f"Sliding window {name} field must specify 4 dimensions"
    return None


def _ranges(*names: str) -> Check:
    def check(g: Inputs) -> str | None:
        wrong = [n for n in names if g.size(n) != 1]
        return f"{wrong[0]} must have one element, got shape {g.text(wrong[0])}" if wrong else None

    return check


def _splits(name: str) -> Check:
    """Splits of ragged tensors: vectors that ascend from 0."""

    def check(g: Inputs) -> str | None:
        for splits in g.inputs[name]:
            if np.ndim(splits) != 1 or not np.size(splits):
                return f"Ragged splits must be a vector, got shape {brackets(np.shape(splits))}"
            if splits[0] != 0 or np.any(np.diff(splits) < 0):
                return "Ragged splits must start with 0 and be sorted."
        return None

    return check


def _partitions(g: Inputs) -> str | None:
    if not g.shape("values"):
        return f"Value shape (), ragged_rank({len(g.inputs['row_partition_tensors'])}) do not fit together."
    return _splits("row_partition_tensors")(g)


def _rows(g: Inputs) -> str | None:
    """Updates of some rows of a variable."""
    if g.shape("grad")[1:] == g.shape("var")[1:]:
        return None
    return f"var and grad must match in all dimensions but the first, got {g.text('var')} and {g.text('grad')}"


def _attempts(g: Inputs) -> str | None:
    tries = g.attrs["max_attempts"]
    return f"Max attempts must be non-negative: {tries}" if tries < 0 else None


def _same_shape(g: Inputs) -> str | None:
    """Of the two inputs of a gradient."""
    first, second = (np.shape(values[0]) for values in g.inputs.values())
    if first == second:
        return None
    return (
        f"Inputs to operation {g.attrs['op'].name} of type {g.attrs['op'].type} must have the same size and shape.  "
        f"Input 0: {brackets(first)} != input 1: {brackets(second)}"
    )


def _same_ranks(g: Inputs) -> str | None:
    differ = len(g.shape("x")) != len(g.shape("y"))
    return f"In[0] and In[1] has different ndims: {g.text('x')} vs. {g.text('y')}" if differ else None


def _sparse_rows(g: Inputs) -> str | None:
    for which in ("hypothesis", "truth"):
        indices, values = g.shape(f"{which}_indices"), g.shape(f"{which}_values")
        if indices[:1] != values[:1]:
            return (
                f"indices and values rows (indexing dimension) must match. (indices = {indices[0]}, values = "
                f"{values[0]})"
            )
    return None


def _incomplete_betas(g: Inputs) -> str | None:
    for a, b in (("a", "b"), ("b", "x"), ("a", "x")):
        if g.shape(a) and g.shape(b) and g.shape(a) != g.shape(b):
            return f"Shapes of {a} and {b} are inconsistent: {g.text(a)} vs. {g.text(b)}"
    return None


def _debug_names(g: Inputs) -> str | None:
    wrong = len(g.shape("debug_name")) != 1 and g.size("debug_name")
    return f"Expected debug_name to be a vector, got shape: {g.text('debug_name')}" if wrong else None


_ACTIVATIONS = ("EluGrad", "LeakyReluGrad", "Relu6Grad", "ReluGrad", "SeluGrad", "SoftplusGrad", "SoftsignGrad")
SHAPE_CHECKS: dict[str, Check] = {
    **dict.fromkeys(_ACTIVATIONS, _same_shape),
    "BatchMatMul": _same_ranks,
    "Betainc": _incomplete_betas,
    "EditDistance": _sparse_rows,
    "ParseSequenceExample": _debug_names,
    "BatchToSpace": _two_by_two("crops"),
    "SpaceToBatch": _two_by_two("paddings"),
    "BlockLSTMGrad": _lstm_block_gradient,
    "LSTMBlockCell": _lstm_cell,
    "CTCLoss": lambda g: "Order length must be SparseTensor rank." if g.shape("labels_indices")[1:] != (2,) else None,
    **dict.fromkeys(("Conv2DBackpropFilter", "Conv2DBackpropInput"), _dilations),
    "CropAndResizeGradImage": _image_gradient,
    "CropAndResizeGradBoxes": _box_gradient,
    "DecodeAndCropJpeg": _sized("crop_window", 4, "crop_size must have four elements {}"),
    **dict.fromkeys(("FractionalAvgPoolGrad", "FractionalMaxPoolGrad"), _pooled_fractions),
    **{f"FusedBatchNorm{g}{v}": _channels for g in ("", "Grad") for v in ("", "V2", "V3")},
    "HistogramFixedWidth": _sized("value_range", 2, "value_range should be a vector of 2 elements."),
    "MatrixDiagV2": _diagonals,
    "MaxPoolGradWithArgmax": _argmax_gradient,
    **dict.fromkeys(("Pad", "PadV2", "MirrorPad"), _two_columns),
    "MirrorPadGrad": _mirror,
    "Pack": _packed_axis,
    **dict.fromkeys(("DynamicStitch", "ParallelDynamicStitch"), _stitched),
    "QuantizeV2": _ranges("min_range", "max_range"),
    "RaggedGather": _splits("params_nested_splits"),
    "RaggedTensorToSparse": _splits("rt_nested_splits"),
    "RaggedTensorToTensor": _partitions,
    "ResizeNearestNeighborGrad": _sized("size", 2, "shape_t must have two elements{}"),
    "ResourceGather": _gathered_batches,
    "ResourceGatherNd": _gathered,
    "ReverseSequence": _reversed_axes,
    **dict.fromkeys(("SampleDistortedBoundingBox", "SampleDistortedBoundingBoxV2"), _attempts),
    "ScatterNd": _scattered,
    **{f"Segment{k}": _segment_ids for k in ("Sum", "Prod", "Mean", "Max", "Min")},
    "SelectV2": _broadcast_choice,
    "Slice": _slice,
    **{f"SparseSegment{k}{v}": _same_sizes for k in ("Sum", "Mean", "SqrtN") for v in ("", "WithNumSegments", "Grad")},
    "SparseSliceGrad": _sparse_slice,
    "SplitV": _sized("split_dim", 1, "split_dim_tensor must have exactly one element."),
    "StatelessMultinomial": lambda g: (
        f"seed must have shape [2], not {g.text('seed')}" if g.shape("seed") != (2,) else None
    ),
    **dict.fromkeys(("StridedSlice", "StridedSliceGrad", "StridedSliceAssign"), _slice_bounds),
    **dict.fromkeys(("ResourceStridedSliceAssign", "TensorStridedSliceUpdate"), _slice_bounds),
    "TridiagonalMatMul": _tridiagonal_product,
    "TridiagonalSolve": _tridiagonal_solution,
    **{
        f"{where}SparseApply{k}": _rows
        for where in ("", "Resource")
        for k in ("Adadelta", "Adagrad", "AdagradDA", "AdagradV2", "CenteredRMSProp", "Ftrl", "FtrlV2", "KerasMomentum")
        + ("Momentum", "ProximalAdagrad", "ProximalGradientDescent", "RMSProp")
    },
}


def mismatch(kind: str, inputs: dict[str, list[Any]], attrs: dict[str, Any]) -> str | None:
    """The error text for inputs, by name, whose shapes do not fit together; None if they do.

    >>> import numpy as np
    >>> mismatch("Slice", {"input": [np.zeros(3)], "begin": [np.array(0)], "size": [np.array([1])]}, {})
    'Expected begin and size arguments to be 1-D tensors of size 1, but got shapes [] and [1] instead.'
    """
    check = SHAPE_CHECKS.get(kind)
    if check is None:
        return None
    try:
        return check(Inputs(inputs, attrs))
    except (IndexError, KeyError):  # of a rank that nobody checked
        return None


# Kernels that find some meaning in inputs that do not fit together, as NumPy broadcasts, flattens and cuts.
DOUBTED = frozenset(
    [*_ACTIVATIONS, "BatchMatMul", "Betainc", "BiasAdd", "DecodeCSV", "DynamicStitch", "EditDistance"]
    + ["MaxPool3DGradGrad", "MaxPoolGrad", "MaxPoolGradGrad", "MaxPoolGradGradV2", "MaxPoolGradV2"]
    + [
        "ParallelDynamicStitch",
        "ParseSequenceExample",
        "ParseSingleSequenceExample",
        "ReverseSequence",
        "ReverseV2",
        "Roll",
        "Slice",
        "SpaceToBatch",
        "SparseReduceSum",
        "SparseSliceGrad",
    ]
    + [f"SparseSegment{k}{v}" for k in ("Sum", "Mean", "SqrtN") for v in ("", "WithNumSegments", "Grad")]
    + ["StridedSlice", "StridedSliceGrad", "StridedSliceAssign", "ResourceStridedSliceAssign", "StringSplit"]
    + [
        "TensorStridedSliceUpdate",
        "Transpose",
        "TridiagonalMatMul",
        "TridiagonalSolve",
        "UniqueV2",
        "UniqueWithCountsV2",
    ]
)


def doubtful(op: Operation) -> bool:
    """Whether inputs of this operation must be looked at in each run: their shapes were not known when it was made."""
    return op.type in DOUBTED and not all(t.shape.is_fully_defined() for t in op.inputs)


def with_shape_check(op: Operation, attrs: dict[str, Any], kernel: Any) -> Any:
    """A kernel that is asked before each call whether its inputs have the ranks and shapes that they must have."""
    names, attrs = [arg.name for arg in op.op_def.inputs], {**attrs, "op": op}

    def checked(*values: Any) -> Any:
        given = {n: v if isinstance(v, list) else [v] for n, v in zip(names, values, strict=False)}
        told = wrong_rank(op.type, given) or mismatch(op.type, given, attrs)
        if told is not None:
            raise errors.invalid(told)
        return kernel(*values)

    return checked
