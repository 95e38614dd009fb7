"""Cases of operations that move elements: shapes, slices, joining, padding, gathering, scattering, sorting."""

import numpy as np

from penstock.graph import opdef
from tests.differential.harness import Case
from tests.differential.table import cases_of
from tests.differential.values import ANY, INF, NAN, allowed, edges, i32, i64, numbers, numpy_type


def scalar(value, dtype=np.int32):
    return np.asarray(value, dtype)


@cases_of("Copy", "CopyHost", "DebugGradientIdentity", "DeepCopy", "GuaranteeConst", "Identity", "PreventGradient",
          "Rank", "Shape", "Size", "Snapshot", "StopGradient")  # fmt: skip
def of_any_tensor(kind):
    name = opdef.get(kind).inputs[0].name
    # One has a gradient only in the graph of a debugger, the other has none in TensorFlow 2.
    fine = kind not in ("DebugGradientIdentity", "DeepCopy")
    for dtype in allowed(kind):
        yield Case(kind, {name: numbers(dtype)}, grad=fine and dtype == "float32")
    for shape in ((), (0,), (2, 0, 3), (1, 2, 3, 2)):
        yield Case(kind, {name: numbers("float32", shape)}, grad=fine)
        if kind in ("Shape", "Size"):
            yield Case(kind, {name: numbers("float32", shape)}, {"out_type": "dtype:int64"})


@cases_of("IdentityN")
def identity_n(kind):
    yield Case(
        kind, {"input": [numbers("float32"), numbers("int32", ()), numbers("string", (2,)), numbers("bool", (0,))]}
    )


@cases_of("ShapeN")
def shape_n(kind):
    for dtype in ("float32", "string", "bool"):
        yield Case(kind, {"input": [numbers(dtype, s) for s in ((), (2, 3), (0, 1))]}, {"out_type": "dtype:int64"})


@cases_of("EnsureShape", "PlaceholderWithDefault")
def with_shape(kind):
    for dtype in ANY:
        yield Case(kind, {"input": numbers(dtype)}, {"shape": [2, 3]})
    yield Case(kind, {"input": numbers("float32")}, {"shape": [None, 3]})
    if kind == "EnsureShape":
        yield Case(kind, {"input": numbers("float32")}, {"shape": [2, 4]}, fails=True)
        yield Case(kind, {"input": numbers("float32")}, {"shape": [2]}, fails=True)


@cases_of("CheckNumerics")
def check_numerics(kind):
    for dtype in allowed(kind):
        yield Case(kind, {"tensor": numbers(dtype)}, {"message": "m"})
        for bad in (NAN, INF, -INF):
            yield Case(kind, {"tensor": np.array([1, bad], numpy_type(dtype))}, {"message": "m"}, fails=True)
    yield Case(kind, {"tensor": numbers("float32", (0,))}, {"message": ""})


@cases_of("Fill")
def fill(kind):
    for dtype in ANY:
        yield Case(kind, {"dims": i32(2, 3), "value": numbers(dtype, ())})
    for dims in (i32(), i64(0), i32(2, 0, 1), i64(1, 2, 3, 4)):
        yield Case(kind, {"dims": dims, "value": numbers("float32", ())})
    yield Case(kind, {"dims": i32(2, -1), "value": numbers("float32", ())}, fails=True)
    yield Case(kind, {"dims": i32(2), "value": numbers("float32", (1,))}, fails=True)


@cases_of("Range")
def ranges(kind):
    for dtype in allowed(kind, "Tidx"):
        for start, limit, delta in ((0, 5, 1), (3, 18, 3), (5, 0, -2), (2, 2, 1)):
            yield Case(kind, {"start": scalar(start, numpy_type(dtype)), "limit": scalar(limit, numpy_type(dtype)),
                              "delta": scalar(delta, numpy_type(dtype))})  # fmt: skip
    yield Case(kind, {"start": scalar(0.0, "f"), "limit": scalar(1.0, "f"), "delta": scalar(0.3, "f")})
    yield Case(kind, {"start": scalar(0), "limit": scalar(5), "delta": scalar(0)}, fails=True)
    yield Case(kind, {"start": scalar(0), "limit": scalar(5), "delta": scalar(-1)}, fails=True)


@cases_of("LinSpace")
def lin_space(kind):
    for dtype in allowed(kind):
        for count in (1, 2, 7):
            given = {"start": scalar(-1, numpy_type(dtype)), "stop": scalar(3, numpy_type(dtype))}
            yield Case(kind, {**given, "num": scalar(count)})
    yield Case(kind, {"start": scalar(0, "f"), "stop": scalar(1, "f"), "num": scalar(0)}, fails=True)


@cases_of("OneHot")
def one_hot(kind):
    for dtype in ANY:
        on, off = numbers(dtype, (2,), seed=1)
        ends = {"on_value": scalar(on, numpy_type(dtype)), "off_value": scalar(off, numpy_type(dtype))}
        yield Case(kind, {"indices": i64(0, 2, -1, 7), "depth": scalar(3), **ends})
    ends = {"on_value": scalar(5, "f"), "off_value": scalar(-1, "f")}
    for indices, axis in ((i32(0, 2), 0), (np.array([[0, 1], [2, 3]], np.uint8), 1), (scalar(1), -1), (i32(), 0)):
        yield Case(kind, {"indices": indices, "depth": scalar(4), **ends}, {"axis": axis})
    yield Case(kind, {"indices": i32(0, 1), "depth": scalar(0), **ends})
    yield Case(kind, {"indices": i32(0, 1), "depth": scalar(-1), **ends}, fails=True)
    yield Case(kind, {"indices": i32(0, 1), "depth": scalar(2), **ends}, {"axis": 2}, fails=True)


@cases_of("Reshape")
def reshape(kind):
    for dtype in ANY:
        yield Case(kind, {"tensor": numbers(dtype, (2, 3, 2)), "shape": i32(3, -1)})
    for shape, new in (
        ((), i32(1, 1)),
        ((1,), i32()),
        ((0, 3), i64(3, 0)),
        ((0, 3), i32(-1, 3)),
        ((4,), i64(2, -1, 1)),
    ):
        yield Case(kind, {"tensor": numbers("float32", shape), "shape": new})
    for new in (i32(4, 2), i32(-1, -1), i32(-1, 4), i32(-2, 3)):
        yield Case(kind, {"tensor": numbers("float32", (2, 3)), "shape": new}, fails=True)


@cases_of("Squeeze")
def squeeze(kind):
    for dtype in ANY:
        yield Case(kind, {"input": numbers(dtype, (1, 2, 1, 3))})
    for axes in ([0], [2, 0], [-2]):
        yield Case(kind, {"input": numbers("float32", (1, 2, 1, 3))}, {"squeeze_dims": axes})
    yield Case(kind, {"input": numbers("float32", (1, 0))})
    yield Case(kind, {"input": numbers("float32", (1, 2))}, {"squeeze_dims": [1]}, fails=True)
    yield Case(kind, {"input": numbers("float32", (1, 2))}, {"squeeze_dims": [2]}, fails=True)


@cases_of("ExpandDims")
def expand_dims(kind):
    for dtype in ANY:
        yield Case(kind, {"input": numbers(dtype), "dim": scalar(1)})
    for shape, axis in (((), 0), ((2, 3), -1), ((2, 3), 2), ((0,), -2)):
        yield Case(kind, {"input": numbers("float32", shape), "dim": scalar(axis, np.int64)})
    yield Case(kind, {"input": numbers("float32"), "dim": scalar(3)}, fails=True)


@cases_of("Transpose", "ConjugateTranspose")
def transpose(kind):
    for dtype in ANY:
        yield Case(kind, {"x": numbers(dtype, (2, 3, 4)), "perm": i32(2, 0, 1)})
    for shape, perm in (((), i32()), ((3,), i32(0)), ((0, 2), i64(1, 0)), ((2, 3, 1, 2), i32(0, 3, 1, 2))):
        yield Case(kind, {"x": numbers("float32", shape), "perm": perm})
    for perm in (i32(0), i32(0, 0), i32(0, 2)):
        yield Case(kind, {"x": numbers("float32"), "perm": perm}, fails=True)


@cases_of("InvertPermutation")
def invert_permutation(kind):
    for perm in (i32(2, 0, 1), i64(0), i64()):
        yield Case(kind, {"x": perm})
    for perm in (i32(0, 0), i32(0, 2), i32(0, -1)):
        yield Case(kind, {"x": perm}, fails=True)


@cases_of("Bitcast")
def bitcast(kind):
    for source, target, shape in (("float32", "int32", (2, 3)), ("float64", "int64", ()), ("float32", "uint8", (2,)),
                                  ("int8", "int32", (2, 4)), ("float16", "bfloat16", (3,)), ("int64", "complex64", (2,)),
                                  ("int32", "int16", (0,)), ("complex64", "float64", (2,))):  # fmt: skip
        yield Case(kind, {"input": numbers(source, shape)}, {"type": f"dtype:{target}"})
    yield Case(kind, {"input": numbers("int8", (2, 3))}, {"type": "dtype:int32"}, fails=True)


@cases_of("BroadcastTo")
def broadcast_to(kind):
    for dtype in ANY:
        yield Case(kind, {"input": numbers(dtype, (3,)), "shape": i32(2, 3)})
    for shape, new in (((), i32()), ((), i64(2, 2)), ((1,), i32(0)), ((2, 1, 3), i32(2, 4, 3)), ((1, 1), i32(2, 1, 2))):
        yield Case(kind, {"input": numbers("float32", shape), "shape": new})
    for new in (i32(2, 4), i32(2)):
        yield Case(kind, {"input": numbers("float32", (3,)), "shape": new}, fails=True)


@cases_of("BroadcastArgs", "BroadcastGradientArgs")
def broadcast_args(kind):
    pairs = (((2, 3, 1), (3, 5)), ((1, 1), (1,)), ((2, 2), (2, 2)), ((), (2, 1)), ((0, 1), (1,)))
    for s0, s1 in pairs:
        for build in (i32, i64):
            yield Case(kind, {"s0": build(*s0), "s1": build(*s1)})
    yield Case(kind, {"s0": i32(2), "s1": i32(3)}, fails=True)


@cases_of("Concat", "ConcatV2")
def concat(kind):
    axis_name = "axis" if kind == "ConcatV2" else "concat_dim"
    for dtype in ANY:
        yield Case(
            kind, {axis_name: scalar(1), "values": [numbers(dtype), numbers(dtype, (2, 1)), numbers(dtype, (2, 0))]}
        )
    for axis, *shapes in ((0, (2,), (3,)), (-1, (2, 3), (2, 2)), (2, (1, 2, 3), (1, 2, 1)), (0, (0, 2), (0, 2))):
        values = [numbers("float32", s, seed=i) for i, s in enumerate(shapes)]
        yield Case(kind, {axis_name: scalar(axis), "values": values})
    for axis, *shapes in ((0, (2, 3), (2, 2)), (2, (2, 3), (2, 3)), (0, (2,), (2, 1)), (0, (), ())):
        values = [numbers("float32", s, seed=i) for i, s in enumerate(shapes)]
        yield Case(kind, {axis_name: scalar(axis), "values": values}, fails=True)


@cases_of("ConcatOffset")
def concat_offset(kind):
    yield Case(kind, {"concat_dim": scalar(1), "shape": [i32(2, 3, 4), i32(2, 1, 4), i32(2, 0, 4)]})
    yield Case(kind, {"concat_dim": scalar(-1), "shape": [i32(2, 3), i32(2, 5)]})
    yield Case(kind, {"concat_dim": scalar(0), "shape": [i32(2, 3), i32(2, 5)]}, fails=True)


@cases_of("Pack")
def pack(kind):
    for dtype in ANY:
        yield Case(kind, {"values": [numbers(dtype, seed=i) for i in range(3)]}, {"axis": 1})
    for shape, axis in (((), 0), ((2, 3), -1), ((0, 2), 1), ((2, 2, 2), 3)):
        yield Case(kind, {"values": [numbers("float32", shape)] * 2}, {"axis": axis})
    yield Case(kind, {"values": [numbers("float32", (2,)), numbers("float32", (3,))]}, fails=True)
    yield Case(kind, {"values": [numbers("float32", (2,))]}, {"axis": 2}, fails=True)


@cases_of("Unpack")
def unpack(kind):
    for dtype in ANY:
        yield Case(kind, {"value": numbers(dtype, (2, 3))}, {"num": 3, "axis": 1})
    for shape, axis in (((3,), 0), ((2, 0), 0), ((2, 3, 2), -1)):
        yield Case(kind, {"value": numbers("float32", shape)}, {"num": shape[axis], "axis": axis})
    yield Case(kind, {"value": numbers("float32", (2, 3))}, {"num": 3}, fails=True)
    yield Case(kind, {"value": numbers("float32", (2,))}, {"num": 2, "axis": 1}, fails=True)


@cases_of("ParallelConcat")
def parallel_concat(kind):
    # Without known shapes TensorFlow refuses to build it, so there is no second form to compare.
    yield Case(kind, {"values": [numbers("float32", (1, 3)), numbers("float32", (1, 3), seed=1)]}, {"shape": [2, 3]})


@cases_of("Split")
def split(kind):
    for dtype in ANY:
        yield Case(kind, {"split_dim": scalar(1), "value": numbers(dtype, (2, 4))}, {"num_split": 2})
    yield Case(kind, {"split_dim": scalar(-2), "value": numbers("float32", (3, 0))}, {"num_split": 3})
    yield Case(kind, {"split_dim": scalar(0), "value": numbers("float32", (3, 2))}, {"num_split": 1})
    yield Case(kind, {"split_dim": scalar(0), "value": numbers("float32", (3, 2))}, {"num_split": 2}, fails=True)
    yield Case(kind, {"split_dim": scalar(2), "value": numbers("float32", (3, 2))}, {"num_split": 2}, fails=True)


@cases_of("SplitV")
def split_v(kind):
    for dtype in ANY:
        given = {"value": numbers(dtype, (2, 5)), "size_splits": i32(2, 0, 3), "split_dim": scalar(1)}
        yield Case(kind, given, {"num_split": 3})
    for sizes, axis in ((i64(1, -1), 0), (i32(3), -2)):
        given = {"value": numbers("float32", (3, 2)), "size_splits": sizes, "split_dim": scalar(axis)}
        yield Case(kind, given, {"num_split": len(sizes)})
    for sizes in (i64(1, 1), i64(-1, -1), i64(4, -1)):
        given = {"value": numbers("float32", (3, 2)), "size_splits": sizes, "split_dim": scalar(0)}
        yield Case(kind, given, {"num_split": 2}, fails=True)


@cases_of("Tile")
def tile(kind):
    for dtype in ANY:
        yield Case(kind, {"input": numbers(dtype), "multiples": i32(2, 1)})
    for shape, multiples in (((), i32()), ((2,), i64(0)), ((0, 2), i32(2, 2)), ((1, 2, 2), i32(3, 1, 2))):
        yield Case(kind, {"input": numbers("float32", shape), "multiples": multiples})
    yield Case(kind, {"input": numbers("float32"), "multiples": i32(2)}, fails=True)
    yield Case(kind, {"input": numbers("float32"), "multiples": i32(2, -1)}, fails=True)


PADS = np.array([[1, 0], [0, 2]], np.int32)


@cases_of("Pad", "PadV2")
def pad(kind):
    for dtype in ANY if kind == "PadV2" else [t for t in ANY if t != "string"]:
        more = {"constant_values": numbers(dtype, (), 1, 3)} if kind == "PadV2" else {}
        yield Case(kind, {"input": numbers(dtype), "paddings": PADS, **more})
    more = {"constant_values": numbers("float32", ())} if kind == "PadV2" else {}
    for shape, pads in (((), np.zeros((0, 2), np.int32)), ((0,), np.array([[1, 1]], np.int64)),
                        ((2, 1, 2, 1), np.array([[0, 0], [1, 1], [0, 1], [2, 0]], np.int32))):  # fmt: skip
        yield Case(kind, {"input": numbers("float32", shape), "paddings": pads, **more})
    yield Case(kind, {"input": numbers("float32"), "paddings": PADS[:1], **more}, fails=True)
    yield Case(kind, {"input": numbers("float32"), "paddings": -PADS, **more}, fails=True)


@cases_of("MirrorPad")
def mirror_pad(kind):
    for mode in ("REFLECT", "SYMMETRIC"):
        for dtype in ("float32", "float64", "int32", "int64", "complex64", "bool", "string"):
            yield Case(kind, {"input": numbers(dtype, (2, 3)), "paddings": PADS}, {"mode": mode})
        yield Case(kind, {"input": numbers("float32", (4,)), "paddings": np.array([[3, 3]], np.int64)}, {"mode": mode})
        yield Case(kind, {"input": numbers("float32", (2, 3)), "paddings": PADS * 4}, {"mode": mode}, fails=True)


@cases_of("MirrorPadGrad")
def mirror_pad_grad(kind):
    for mode in ("REFLECT", "SYMMETRIC"):
        for dtype in ("float32", "float64", "float16"):
            yield Case(kind, {"input": numbers(dtype, (3, 5)), "paddings": PADS}, {"mode": mode})


@cases_of("Reverse")
def reverse(kind):
    for dtype in allowed(kind):
        yield Case(kind, {"tensor": numbers(dtype, (2, 3)), "dims": np.array([False, True])})
    yield Case(kind, {"tensor": numbers("float32", ()), "dims": np.zeros(0, bool)})
    yield Case(kind, {"tensor": numbers("float32", (2, 3)), "dims": np.array([True])}, fails=True)


@cases_of("ReverseV2")
def reverse_v2(kind):
    for dtype in allowed(kind):
        yield Case(kind, {"tensor": numbers(dtype, (2, 3)), "axis": i32(-1)})
    for shape, axes in (((), i32()), ((2, 3), i64(0, 1)), ((0, 2), i32(0)), ((2, 2, 3), i32(2, 0))):
        yield Case(kind, {"tensor": numbers("float32", shape), "axis": axes})
    yield Case(kind, {"tensor": numbers("float32", (2, 3)), "axis": i32(2)}, fails=True)
    yield Case(kind, {"tensor": numbers("float32", (2, 3)), "axis": i32(1, -1)}, fails=True)


@cases_of("ReverseSequence")
def reverse_sequence(kind):
    for dtype in ANY:
        yield Case(kind, {"input": numbers(dtype, (2, 4)), "seq_lengths": i64(3, 0)}, {"seq_dim": 1})
    given = {"input": numbers("float32", (3, 2, 2)), "seq_lengths": i32(1, 3)}
    yield Case(kind, given, {"seq_dim": 0, "batch_dim": 1})
    yield Case(kind, {"input": numbers("float32", (2, 4)), "seq_lengths": i64(5, 0)}, {"seq_dim": 1}, fails=True)
    yield Case(kind, {"input": numbers("float32", (2, 4)), "seq_lengths": i64(1)}, {"seq_dim": 1}, fails=True)
    yield Case(kind, {"input": numbers("float32", (2, 4)), "seq_lengths": i64(1, 1)}, {"seq_dim": 0}, fails=True)


@cases_of("Roll")
def roll(kind):
    for dtype in [t for t in ANY if t != "string"]:
        yield Case(kind, {"input": numbers(dtype, (2, 3)), "shift": i32(1, -2), "axis": i32(0, 1)})
    for shift, axis in ((scalar(7, np.int64), scalar(-1)), (i32(1, 1), i64(0, 0))):
        yield Case(kind, {"input": numbers("float32", (2, 3)), "shift": shift, "axis": axis})
    yield Case(kind, {"input": numbers("float32", (0, 3)), "shift": scalar(1), "axis": scalar(1)})
    yield Case(kind, {"input": numbers("float32", (2, 3)), "shift": scalar(1), "axis": scalar(2)}, fails=True)
    yield Case(kind, {"input": numbers("float32", (2, 3)), "shift": i32(1), "axis": i32(0, 1)}, fails=True)


@cases_of("Slice")
def slices(kind):
    for dtype in ANY:
        yield Case(kind, {"input": numbers(dtype, (3, 4)), "begin": i32(1, 0), "size": i32(2, -1)})
    for shape, begin, size in (((), i32(), i32()), ((3,), i64(3), i64(0)), ((0, 2), i32(0, 1), i32(0, 1))):
        yield Case(kind, {"input": numbers("float32", shape), "begin": begin, "size": size})
    for begin, size in ((i32(2, 0), i32(2, 1)), (i32(-1, 0), i32(1, 1)), (i32(0), i32(1)), (i32(4, 0), i32(-1, 1))):
        yield Case(kind, {"input": numbers("float32", (3, 4)), "begin": begin, "size": size}, fails=True)


STRIDED = (
    ((3, 4), (0, 1), (2, 4), (1, 2), {}),
    ((3, 4), (2, 3), (0, 0), (-1, -2), {}),
    ((3, 4), (-1, 0), (1, 10), (1, 1), {}),
    ((3, 4), (0, 0), (0, 3), (1, 1), {"begin_mask": 1, "end_mask": 3}),
    ((3, 4), (1, 1), (2, 3), (1, 1), {"shrink_axis_mask": 1}),
    ((3, 4), (0, 0, 0), (0, 0, 2), (1, 1, 1), {"new_axis_mask": 2, "end_mask": 1}),
    ((2, 3, 4), (0, 1), (0, 2), (1, 1), {"ellipsis_mask": 1, "shrink_axis_mask": 2}),
    ((0, 4), (0, 0), (0, 2), (1, 1), {}),
)


@cases_of("StridedSlice")
def strided_slice(kind):
    for shape, begin, end, strides, masks in STRIDED:
        for dtype in ("float32", "int32", "string", "bool", "complex64", "bfloat16"):
            given = {"begin": i32(*begin), "end": i32(*end), "strides": i32(*strides)}
            yield Case(kind, {"input": numbers(dtype, shape), **given}, masks)
    x = numbers("float32", (3, 4))
    yield Case(
        kind, {"input": x, "begin": i64(3), "end": i64(4), "strides": i64(1)}, {"shrink_axis_mask": 1}, fails=True
    )
    yield Case(kind, {"input": x, "begin": i64(0), "end": i64(4), "strides": i64(0)}, fails=True)
    yield Case(kind, {"input": x, "begin": i64(0, 0, 0), "end": i64(1, 1, 1), "strides": i64(1, 1, 1)}, fails=True)


@cases_of("StridedSliceGrad", "TensorStridedSliceUpdate")
def strided_slice_other(kind):
    import penstock as tf

    for shape, begin, end, strides, masks in STRIDED:
        with tf.Graph().as_default():
            given = {"begin": i32(*begin), "end": i32(*end), "strides": i32(*strides)}
            made = tf.raw_ops.StridedSlice(input=np.zeros(shape, np.float32), **given, **masks)
            part = tuple(made.shape.as_list())
        for dtype in ("float32", "int32", "bool"):
            if kind == "StridedSliceGrad":
                yield Case(kind, {"shape": i32(*shape), **given, "dy": numbers(dtype, part)}, masks)
            else:
                whole = {"input": numbers(dtype, shape), "value": numbers(dtype, part, seed=1)}
                yield Case(kind, {**whole, **given}, masks)


@cases_of("Gather", "GatherV2")
def gather(kind):
    axis = {"axis": scalar(0)} if kind == "GatherV2" else {}
    for dtype in ANY:
        yield Case(kind, {"params": numbers(dtype, (4, 3)), "indices": i32(2, 0, 2), **axis})
    for shape, indices in (((3,), scalar(1)), ((3, 2), np.array([[0, 2], [1, 1]])), ((3, 0), i64(1)), ((0, 2), i32())):
        yield Case(kind, {"params": numbers("float32", shape), "indices": indices, **axis})
    for indices in (i32(4), i32(0, -1), i64(1, 9)):
        yield Case(kind, {"params": numbers("float32", (4, 3)), "indices": indices, **axis}, fails=True)
    yield Case(kind, {"params": numbers("float32", ()), "indices": i32(0), **axis}, fails=True)
    if kind == "GatherV2":
        for shape, indices, at, batch in (((2, 3, 4), i32(3, 1), 2, 0), ((2, 3, 4), i64(1), -2, 0),
                                          ((2, 3, 4), np.array([[2, 0], [1, 1]]), 1, 1)):  # fmt: skip
            given = {"params": numbers("float32", shape), "indices": indices, "axis": scalar(at)}
            yield Case(kind, given, {"batch_dims": batch})
        given = {"params": numbers("float32", (2, 3)), "indices": i32(0), "axis": scalar(2)}
        yield Case(kind, given, fails=True)


@cases_of("GatherNd")
def gather_nd(kind):
    for dtype in ANY:
        yield Case(kind, {"params": numbers(dtype, (4, 3)), "indices": np.array([[2, 0], [1, 1]], np.int32)})
    for indices in (
        np.array([[2], [1]]),
        np.array([[[3]], [[1]]]),
        np.zeros((0, 2), np.int32),
        np.zeros((2, 0), np.int32),
    ):
        given = {"params": numbers("float32", (4, 3)), "indices": indices}
        yield Case(kind, given, grad=indices.shape[-1] > 0)  # its gradient would be scattered over nothing
    for indices in (np.array([[4]]), np.array([[0, -1]]), np.array([[0, 1, 2]])):
        yield Case(kind, {"params": numbers("float32", (4, 3)), "indices": indices}, fails=True)


@cases_of("ScatterNd")
def scatter_nd(kind):
    for dtype in (
        "float32",
        "float64",
        "float16",
        "bfloat16",
        "int32",
        "int64",
        "complex64",
        "string",
        "bool",
        "uint8",
    ):
        rows = np.array([[3], [1]]) if dtype in ("string", "bool") else np.array([[3], [1], [3]])
        yield Case(kind, {"indices": rows, "updates": numbers(dtype, (len(rows), 2)), "shape": i64(4, 2)})
    for indices, updates, shape in (([[0, 1], [1, 0]], (2, 2), (2, 2, 2)), ([[[1]]], (1, 1), (3,))):
        given = {"indices": np.array(indices, np.int32), "updates": numbers("float32", updates), "shape": i32(*shape)}
        yield Case(kind, given)
    given = {"indices": np.zeros((0, 1), np.int32), "updates": numbers("float32", (0, 2)), "shape": i32(3, 2)}
    yield Case(kind, given)
    for indices, updates in (([[4]], (1, 2)), ([[-1]], (1, 2)), ([[0]], (2, 2)), ([[0]], (1, 3))):
        given = {"indices": np.array(indices), "updates": numbers("float32", updates), "shape": i64(4, 2)}
        yield Case(kind, given, fails=True)


@cases_of("ScatterNdNonAliasingAdd", "TensorScatterAdd", "TensorScatterSub", "TensorScatterUpdate")
def tensor_scatter(kind):
    first = opdef.get(kind).inputs[0].name
    for dtype in (
        "float32",
        "float64",
        "float16",
        "bfloat16",
        "int32",
        "int64",
        "complex64",
        "string",
        "bool",
        "uint8",
    ):
        if dtype in ("string", "bool") and kind != "TensorScatterUpdate":
            continue
        rows = np.array([[3], [1]]) if kind.endswith("Update") else np.array([[3], [1], [3]])
        updates = numbers(dtype, (len(rows), 2), seed=1)
        yield Case(kind, {first: numbers(dtype, (4, 2)), "indices": rows, "updates": updates})
    empty = {"indices": np.zeros((0, 1), np.int32), "updates": numbers("float32", (0, 2))}
    yield Case(kind, {first: numbers("float32", (4, 2)), **empty})
    for indices, updates in (([[4]], (1, 2)), ([[-1]], (1, 2)), ([[0]], (2, 2)), ([[0]], (1, 3))):
        given = {"indices": np.array(indices), "updates": numbers("float32", updates)}
        yield Case(kind, {first: numbers("float32", (4, 2)), **given}, fails=True)


@cases_of("Select", "SelectV2")
def select(kind):
    mask = np.array([[True, False, True], [False, True, False]])
    for dtype in ANY:
        yield Case(kind, {"condition": mask, "t": numbers(dtype), "e": numbers(dtype, seed=1)})
    for shape in ((), (0, 2)):
        yield Case(
            kind, {"condition": numbers("bool", shape), "t": numbers("float32", shape), "e": numbers("float32", shape)}
        )
    if kind == "Select":
        yield Case(
            kind, {"condition": np.array([True, False]), "t": numbers("float32"), "e": numbers("float32", seed=1)}
        )
        yield Case(kind, {"condition": np.asarray(True), "t": numbers("float32"), "e": numbers("float32", seed=1)})
        bad = {"t": numbers("float32"), "e": numbers("float32", (3, 2))}
        yield Case(kind, {"condition": mask, **bad}, fails=True)
        bad = {"condition": np.array([True] * 3), "t": numbers("float32"), "e": numbers("float32")}
        yield Case(kind, bad, fails=True)
    else:
        yield Case(kind, {"condition": mask[:, :1], "t": numbers("float32", (3,)), "e": numbers("float32", ())})
        bad = {"condition": np.array([True] * 2), "t": numbers("float32"), "e": numbers("float32")}
        yield Case(kind, bad, fails=True)


@cases_of("Where")
def where(kind):
    for dtype in allowed(kind):
        yield Case(kind, {"input": numbers(dtype, (3, 4), -1, 1)})
    for shape in ((5,), (0, 2), (2, 2, 2), (1, 2, 3, 2)):
        yield Case(kind, {"input": numbers("bool", shape)})
    yield Case(kind, {"input": np.float32([NAN, 0, -0.0, INF])})


@cases_of("Unique", "UniqueWithCounts")
def unique(kind):
    for dtype in ANY:
        if dtype not in ("complex64", "bool"):
            yield Case(kind, {"x": np.concatenate([numbers(dtype, (5,)), numbers(dtype, (3,))])})
    yield Case(kind, {"x": numbers("float32", (0,))}, {"out_idx": "dtype:int64"})
    yield Case(kind, {"x": numbers("float32", (2, 2))}, fails=True)


@cases_of("UniqueV2", "UniqueWithCountsV2")
def unique_v2(kind):
    for dtype in ("float32", "int32", "int64", "string"):
        yield Case(kind, {"x": numbers(dtype, (5,)), "axis": i32()})
    rows = np.array([[1, 2], [3, 4], [1, 2]], np.float32)
    yield Case(kind, {"x": rows, "axis": i64(0)}, {"out_idx": "dtype:int64"})
    yield Case(kind, {"x": rows.T.copy(), "axis": i32(1)})
    yield Case(kind, {"x": rows, "axis": i32(2)}, fails=True)


@cases_of("ListDiff")
def list_diff(kind):
    for dtype in ("float32", "int32", "int64", "string", "uint8"):
        yield Case(kind, {"x": numbers(dtype, (6,)), "y": numbers(dtype, (2,), seed=1)})
    yield Case(kind, {"x": numbers("float32", (0,)), "y": numbers("float32", (2,))}, {"out_idx": "dtype:int64"})
    yield Case(kind, {"x": numbers("float32", (2,)), "y": numbers("float32", (0,))})


@cases_of("DynamicPartition")
def dynamic_partition(kind):
    for dtype in ANY:
        yield Case(kind, {"data": numbers(dtype, (4, 2)), "partitions": i32(1, 0, 1, 2)}, {"num_partitions": 4})
    given = {"data": numbers("float32", (2, 2, 3)), "partitions": np.array([[1, 0], [1, 1]], np.int32)}
    yield Case(kind, given, {"num_partitions": 2})
    yield Case(kind, {"data": numbers("float32", (0, 2)), "partitions": i32()}, {"num_partitions": 2})
    yield Case(kind, {"data": numbers("float32", (2,)), "partitions": i32(0, 2)}, {"num_partitions": 2}, fails=True)
    yield Case(kind, {"data": numbers("float32", (2,)), "partitions": i32(0)}, {"num_partitions": 2}, fails=True)


@cases_of("DynamicStitch", "ParallelDynamicStitch")
def dynamic_stitch(kind):
    for dtype in ANY:
        data = [numbers(dtype, (2, 2)), numbers(dtype, (1, 2), seed=1)]
        yield Case(kind, {"indices": [i32(2, 0), i32(1)], "data": data})
    given = {"indices": [scalar(1), np.array([[0], [2]], np.int32)]}
    yield Case(kind, {**given, "data": [numbers("float32", (2,)), numbers("float32", (2, 1, 2))]})
    yield Case(kind, {"indices": [i32(), i32()], "data": [numbers("float32", (0,)), numbers("float32", (0,))]})
    yield Case(kind, {"indices": [i32(0, 1)], "data": [numbers("float32", (3,))]}, fails=True)
    if kind == "DynamicStitch":  # the last one wins
        yield Case(kind, {"indices": [i32(0, 1), i32(0)], "data": [numbers("float32", (2,)), numbers("float32", (1,))]})


@cases_of("TopKV2")
def top_k(kind):
    for dtype in allowed(kind):
        yield Case(kind, {"input": numbers(dtype, (2, 6)), "k": scalar(3)})
    for shape, k in (((4,), 4), ((2, 3), 0), ((0, 3), 2), ((2, 2, 3), 1)):
        # 1.15 cannot reshape an empty gradient.
        yield Case(kind, {"input": numbers("float32", shape), "k": scalar(k)}, grad=k > 0)
    yield Case(kind, {"input": np.float32([1, INF, -INF, 2, INF]), "k": scalar(4)}, grad=False)
    yield Case(kind, {"input": numbers("float32", (3,)), "k": scalar(4)}, fails=True)


@cases_of("InTopK", "InTopKV2")
def in_top_k(kind):
    predictions = np.float32([[0.1, 0.5, 0.5], [0.9, NAN, 0], [0.9, 0.3, 0.0], [INF, 1, 2], [1, 1, 1]])
    for targets in (i32(2, 0, 1, 1, 2), i64(1, 0, 9, -1, 0)):
        for k in (0, 1, 2, 5):
            more, attrs = ({"k": scalar(k, targets.dtype)}, {}) if kind == "InTopKV2" else ({}, {"k": k})
            yield Case(kind, {"predictions": predictions, "targets": targets, **more}, attrs)
    more, attrs = ({"k": scalar(1)}, {}) if kind == "InTopKV2" else ({}, {"k": 1})
    yield Case(kind, {"predictions": predictions, "targets": i32(1), **more}, attrs, fails=True)


@cases_of("NthElement")
def nth_element(kind):
    for dtype in allowed(kind):
        for reverse in (False, True):
            yield Case(kind, {"input": numbers(dtype, (2, 5)), "n": scalar(1)}, {"reverse": reverse})
    yield Case(kind, {"input": numbers("float32", (5,)), "n": scalar(5)}, fails=True)
    yield Case(kind, {"input": numbers("float32", (5,)), "n": scalar(-1)}, fails=True)


@cases_of("LowerBound", "UpperBound")
def bounds(kind):
    for dtype in ("float32", "float64", "int32", "int64", "uint8", "int8"):
        rows = np.sort(numbers(dtype, (2, 5)), axis=1)
        yield Case(kind, {"sorted_inputs": rows, "values": numbers(dtype, (2, 3), seed=1)}, {"out_type": "dtype:int64"})
    yield Case(kind, {"sorted_inputs": numbers("float32", (2, 0)), "values": numbers("float32", (2, 2))})
    yield Case(kind, {"sorted_inputs": numbers("float32", (2, 2)), "values": numbers("float32", (1, 2))}, fails=True)


@cases_of("BatchToSpaceND", "SpaceToBatchND")
def space_batch_nd(kind):
    other = "crops" if kind == "BatchToSpaceND" else "paddings"
    for dtype in [t for t in ANY if t != "string"]:
        given = {"block_shape": i32(2, 2), other: np.array([[0, 0], [2, 0]], np.int32)}
        shape = (4, 1, 3, 1) if kind == "BatchToSpaceND" else (1, 2, 4, 1)
        yield Case(kind, {"input": numbers(dtype, shape), **given})
    given = {"block_shape": i64(3), other: np.array([[1, 2] if kind == "BatchToSpaceND" else [1, 0]], np.int64)}
    yield Case(kind, {"input": numbers("float32", (3, 2) if kind == "BatchToSpaceND" else (1, 2)), **given})
    yield Case(
        kind, {"input": numbers("float32", (5, 5)), "block_shape": i64(3), other: np.array([[0, 0]])}, fails=True
    )


@cases_of("BatchToSpace", "SpaceToBatch")
def space_batch(kind):
    other = "crops" if kind == "BatchToSpace" else "paddings"
    for dtype in ("float32", "float64", "int32", "bool"):
        given = {other: np.array([[0, 0], [2, 0]], np.int32)}
        shape = (4, 1, 3, 1) if kind == "BatchToSpace" else (1, 2, 4, 1)
        yield Case(kind, {"input": numbers(dtype, shape), **given}, {"block_size": 2})
    zeros = np.zeros((2, 2), np.int32)
    yield Case(kind, {"input": numbers("float32", (3, 3, 3, 1)), other: zeros}, {"block_size": 2}, fails=True)


@cases_of("DepthToSpace", "SpaceToDepth")
def depth_space(kind):
    for dtype in [t for t in ANY if t != "string"]:
        yield Case(kind, {"input": numbers(dtype, (1, 2, 4, 4))}, {"block_size": 2})
    yield Case(kind, {"input": numbers("float32", (0, 2, 2, 4))}, {"block_size": 2})
    yield Case(kind, {"input": numbers("float32", (1, 3, 3, 3))}, {"block_size": 2}, fails=True)


@cases_of("Diag", "DiagPart")
def diag(kind):
    name = opdef.get(kind).inputs[0].name
    for dtype in allowed(kind):
        yield Case(kind, {name: numbers(dtype, (3, 3) if kind == "DiagPart" else (3,))})
    yield Case(kind, {name: numbers("float32", (2, 3, 2, 3) if kind == "DiagPart" else (2, 3))})
    yield Case(kind, {name: numbers("float32", (0, 0) if kind == "DiagPart" else (0,))})
    if kind == "DiagPart":
        yield Case(kind, {name: numbers("float32", (2, 3))}, fails=True)


@cases_of("MatrixDiag", "MatrixDiagPart")
def matrix_diag(kind):
    name = opdef.get(kind).inputs[0].name
    for dtype in [t for t in ANY if t != "string"]:
        yield Case(kind, {name: numbers(dtype, (2, 3))})
    for shape in ((2, 2, 3), (2, 0)):
        yield Case(kind, {name: numbers("float32", shape)})
    yield Case(kind, {name: numbers("float32", (3,) if "Part" in kind else ())}, fails=True)


@cases_of("MatrixSetDiag", "MatrixSetDiagV2")
def matrix_set_diag(kind):
    more = {"k": scalar(0)} if kind.endswith("V2") else {}
    for dtype in [t for t in ANY if t != "string"]:
        yield Case(kind, {"input": numbers(dtype, (2, 3, 2)), "diagonal": numbers(dtype, (2, 2), seed=1), **more})
    bad = {"input": numbers("float32", (2, 3)), "diagonal": numbers("float32", (3,)), **more}
    yield Case(kind, bad, fails=True)
    if more:
        band = {"input": numbers("float32", (3, 4)), "diagonal": numbers("float32", (2, 3), seed=1), "k": i32(0, 1)}
        yield Case(kind, band)


@cases_of("MatrixDiagPartV2")
def matrix_diag_part_v2(kind):
    for dtype in ("float32", "int32", "bool", "complex64"):
        yield Case(kind, {"input": numbers(dtype, (2, 3, 4)), "k": scalar(1), "padding_value": numbers(dtype, ())})
    for k in (i32(-1, 1), i32(0, 2), scalar(-2)):
        # The gradient of TensorFlow 2 takes several diagonals for aligned as those of its newer operation are.
        given = {"input": numbers("float32", (3, 4)), "k": k, "padding_value": scalar(9, "f")}
        yield Case(kind, given, grad=k.ndim == 0)
    bad = {"input": numbers("float32", (3, 4)), "k": scalar(5), "padding_value": scalar(9, "f")}
    yield Case(kind, bad, fails=True)


@cases_of("MatrixDiagV2")
def matrix_diag_v2(kind):
    sizes = {"num_rows": scalar(-1), "num_cols": scalar(-1)}
    for dtype in ("float32", "int32", "bool", "complex64"):
        given = {"diagonal": numbers(dtype, (2, 3)), "k": scalar(1), **sizes, "padding_value": numbers(dtype, ())}
        yield Case(kind, given)
    given = {"num_rows": scalar(3), "num_cols": scalar(4), "padding_value": scalar(9, "f")}
    yield Case(kind, {"diagonal": numbers("float32", (2, 3)), "k": i32(0, 1), **given})
    yield Case(kind, {"diagonal": numbers("float32", (3,)), "k": scalar(-1), **sizes, "padding_value": scalar(0, "f")})


@cases_of("MatrixBandPart")
def matrix_band_part(kind):
    for dtype in [t for t in ANY if t != "string"]:
        given = {"num_lower": scalar(1, np.int64), "num_upper": scalar(0, np.int64)}
        yield Case(kind, {"input": numbers(dtype, (2, 3, 4)), **given})
    for low, high in ((-1, 0), (0, -1), (-1, -1), (2, 1)):
        given = {"num_lower": scalar(low, np.int64), "num_upper": scalar(high, np.int64)}
        yield Case(kind, {"input": numbers("float32", (3, 4)), **given})
    given = {"num_lower": scalar(9, np.int64), "num_upper": scalar(0, np.int64)}
    yield Case(kind, {"input": numbers("float32", (3, 4)), **given}, fails=True)


@cases_of("Bincount")
def bincount(kind):
    rows = np.array([[1, 1, 5], [0, 2, 2]], np.int32)
    for dtype in allowed(kind):
        for weights in (numbers(dtype, (0,)), numbers(dtype, (2, 3))):
            yield Case(kind, {"arr": rows, "size": scalar(4), "weights": weights})
    yield Case(kind, {"arr": i32(), "size": scalar(3), "weights": numbers("float32", (0,))})
    yield Case(kind, {"arr": i32(-1, 1), "size": scalar(3), "weights": numbers("float32", (0,))}, fails=True)


@cases_of("Bucketize")
def bucketize(kind):
    for dtype in allowed(kind):
        yield Case(kind, {"input": numbers(dtype, (2, 3), -10, 100)}, {"boundaries": [0.0, 10.0, 50.0]})
    yield Case(kind, {"input": edges("float32")}, {"boundaries": [0.0, 10.0]})
    yield Case(kind, {"input": numbers("float32")}, {"boundaries": [1.0, 0.0]}, fails=True)


@cases_of("HistogramFixedWidth")
def histogram(kind):
    for dtype in allowed(kind):
        given = {"values": numbers(dtype, (10,), -1, 9), "value_range": np.array([0, 6], dtype), "nbins": scalar(4)}
        yield Case(kind, given, {"dtype": "dtype:int64"})
    given = {"values": np.float32([INF, -INF, 1]), "value_range": np.float32([0, 5]), "nbins": scalar(3)}
    yield Case(kind, given)
    yield Case(kind, {**given, "value_range": np.float32([5, 0])}, fails=True)
    yield Case(kind, {**given, "nbins": scalar(0)}, fails=True)


IDS = i32(0, 0, 1, 3)


@cases_of("SegmentMax", "SegmentMean", "SegmentMin", "SegmentProd", "SegmentSum")
def segments(kind):
    for dtype in allowed(kind):
        yield Case(kind, {"data": numbers(dtype, (4, 2), 1, 3), "segment_ids": IDS})
    for shape, ids in (((0, 2), i64()), ((3,), i64(0, 0, 0)), ((2, 2, 2), i32(0, 1))):
        yield Case(kind, {"data": numbers("float32", shape), "segment_ids": ids})
    for ids in (i32(1, 0, 2, 3), i32(-1, 0, 1, 2), i32(0, 1)):
        yield Case(kind, {"data": numbers("float32", (4, 2)), "segment_ids": ids}, fails=True)


@cases_of("UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd", "UnsortedSegmentSum")
def unsorted_segments(kind):
    for dtype in allowed(kind):
        yield Case(
            kind, {"data": numbers(dtype, (4, 2), 1, 3), "segment_ids": i32(2, 0, -1, 2), "num_segments": scalar(4)}
        )
    for shape, ids in (((0, 2), i64()), ((2, 2, 2), np.array([[2, 0], [1, 2]])), ((3,), i32(1, 1, 1))):
        given = {"data": numbers("float32", shape, 0.5), "segment_ids": ids, "num_segments": scalar(3, np.int64)}
        yield Case(kind, given)
    for ids in (i32(4, 0, 0, 0), i32(0, 1)):
        given = {"data": numbers("float32", (4, 2)), "segment_ids": ids, "num_segments": scalar(4)}
        yield Case(kind, given, fails=True)


SPARSE_SEGMENTS = ("SparseSegmentMean", "SparseSegmentSqrtN", "SparseSegmentSum")


@cases_of(*SPARSE_SEGMENTS, *(k + "WithNumSegments" for k in SPARSE_SEGMENTS))
def sparse_segments(kind):
    more = {"num_segments": scalar(5)} if kind.endswith("Segments") else {}
    for dtype in allowed(kind):
        for build in (i32, i64):
            given = {"data": numbers(dtype, (4, 2), 0, 3), "indices": build(3, 1, 1), "segment_ids": i32(0, 0, 2)}
            yield Case(kind, {**given, **more})
    data = numbers("float32", (4, 2))
    # The gradient in TensorFlow is memory that nobody wrote to.
    yield Case(kind, {"data": data, "indices": i32(), "segment_ids": i32(), **more}, grad=False)
    for indices, ids in ((i32(4), i32(0)), (i32(-1), i32(0)), (i32(0, 1), i32(1, 0)), (i32(0, 1), i32(0))):
        yield Case(kind, {"data": data, "indices": indices, "segment_ids": ids, **more}, fails=True)


@cases_of("SparseSegmentMeanGrad", "SparseSegmentSqrtNGrad")
def sparse_segment_grads(kind):
    for dtype in allowed(kind):
        given = {"indices": i32(3, 1, 1), "segment_ids": i32(0, 0, 2), "output_dim0": scalar(4)}
        yield Case(kind, {"grad": numbers(dtype, (3, 2)), **given})
    given = {"indices": i32(4), "segment_ids": i32(0), "output_dim0": scalar(4)}
    yield Case(kind, {"grad": numbers("float32", (3, 2)), **given}, fails=True)
