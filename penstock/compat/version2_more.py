"""The functions of `tf.compat.v2` on texts, files, images and sparse tensors, and its checks, that take other arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import find
from penstock.compat.version2 import form
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.graph import name_scope
from penstock.ops.text.split import split_to_ragged


def _segments(of: str) -> Callable[..., Any]:
    return lambda data, indices, segment_ids, num_segments=None, name=None: find(of)(
        data, indices, segment_ids, name, num_segments
    )


def _reduced(how: str) -> Callable[..., Any]:
    """The largest elements or the sums of a sparse tensor, as a tensor or as a sparse one."""

    def reduced(
        sp_input: Any,
        axis: Any = None,
        keepdims: bool | None = None,
        output_is_sparse: bool = False,
        name: str | None = None,
    ) -> Any:
        keepdims = bool(keepdims)
        if not output_is_sparse:
            return find(f"sparse.reduce_{how}")(sp_input, axis, keepdims)
        return find(f"sparse.reduce_{how}_sparse")(sp_input, axis, keepdims)

    return reduced


def _reduce_join(
    inputs: Any, axis: Any = None, keepdims: bool = False, separator: str = "", name: str | None = None
) -> Any:
    return find("strings.reduce_join")(inputs, axis, separator=separator, name=name, keepdims=keepdims)


def _decode_raw(
    input_bytes: Any,
    out_type: Any,
    little_endian: bool = True,
    fixed_length: int | None = None,
    name: str | None = None,
) -> Any:
    if fixed_length is None:
        return find("io.decode_raw")(input_bytes, out_type, little_endian, name)
    return apply(
        "DecodePaddedRaw",
        input_bytes=input_bytes,
        fixed_length=fixed_length,
        out_type=out_type,
        little_endian=little_endian,
        name=name,
    )


def _extract_glimpse(
    input: Any,
    size: Any,
    offsets: Any,
    centered: bool = True,
    normalized: bool = True,
    noise: str = "uniform",
    name: str | None = None,
) -> Any:
    return apply(
        "ExtractGlimpse",
        input=input,
        size=size,
        offsets=offsets,
        centered=centered,
        normalized=normalized,
        uniform_noise=False,
        noise=noise,
        name=name,
    )


def _sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    seed: int = 0,
    min_object_covered: float = 0.1,
    aspect_ratio_range: Any = None,
    area_range: Any = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> Any:
    seeds = find("random.get_seed")(seed) if seed else (0, 0)
    return find("image.sample_distorted_bounding_box")(
        image_size,
        bounding_boxes,
        *seeds,
        min_object_covered,
        aspect_ratio_range,
        area_range,
        max_attempts,
        use_image_if_no_bounding_boxes,
        name,
    )


def _checked(of: str) -> Callable[..., Any]:
    return lambda x, message=None, summarize=None, name=None: find(of)(x, None, summarize, message, name)


def _assert_scalar(tensor: Any, message: str | None = None, name: str | None = None) -> None:
    find("debugging.assert_scalar")(tensor, name, message)


def _assert_shapes(
    shapes: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> None:
    find("debugging.assert_shapes")(shapes, data, summarize, message, name)


def _assert_integer(x: Any, message: str | None = None, name: str | None = None) -> None:
    find("debugging.assert_integer")(x, message, name)


def _assert_type(tensor: Any, tf_type: Any, message: str | None = None, name: str | None = None) -> None:
    find("debugging.assert_type")(tensor, tf_type, message, name)


reverse_sequence = form(
    "reverse_sequence",
    lambda input, seq_lengths, seq_axis=None, batch_axis=None, name=None: find("reverse_sequence")(
        input, seq_lengths, seq_axis, batch_axis, name
    ),
    "reverse_sequence([[1, 2, 3]], [2], 1, 0)",
    "[[2, 1, 3]]",
)
def _scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    with name_scope(name, "scalar_mul", [x]) as scope:
        return find("scalar_mul")(scalar, x, scope)


scalar_mul = form(
    "scalar_mul math.scalar_mul",
    _scalar_mul,
    "scalar_mul(2, tf.constant([1, 2]))",
    "[2, 4]",
)
case_v2 = form(
    "case",
    lambda pred_fn_pairs, default=None, exclusive=False, strict=False, name="case": find("case")(
        pred_fn_pairs, default, exclusive, strict, name
    ),
    "case([(tf.constant(True), lambda: 1)], default=lambda: 2)",
    "1",
)
tuple_v2 = form(
    "tuple",
    lambda tensors, control_inputs=None, name=None: find("tuple")(tensors, name, control_inputs),
    "tuple([tf.constant(1), tf.constant(2)])[1]",
    "2",
)
segment_mean = form(
    "sparse.segment_mean",
    _segments("sparse.segment_mean"),
    "sparse.segment_mean([1.0, 3.0], [0, 1], [0, 0])",
    "[2.0]",
)
segment_sum = form(
    "sparse.segment_sum",
    _segments("sparse.segment_sum"),
    "sparse.segment_sum([1.0, 3.0], [0, 1], [0, 0])",
    "[4.0]",
)
segment_sqrt_n = form(
    "sparse.segment_sqrt_n",
    _segments("sparse.segment_sqrt_n"),
    "sparse.segment_sqrt_n([1.0, 3.0], [0, 0], [0, 1], 2)",
    "[1.0, 1.0]",
)
add = form(
    "sparse.add",
    lambda a, b, threshold=0: find("sparse.add")(a, b, threshold),
    "sparse.add(tf.SparseTensor([[0]], [1], [2]), tf.constant([1, 2]))",
    "[2, 2]",
)
concat = form(
    "sparse.concat",
    lambda axis, sp_inputs, expand_nonconcat_dims=False, name=None: find("sparse.concat")(
        axis, sp_inputs, name, expand_nonconcat_dims
    ),
    "sparse.concat(0, [tf.SparseTensor([[0]], [1], [2])] * 2).values",
    "[1, 1]",
)
reduce_max = form(
    "sparse.reduce_max",
    _reduced("max"),
    "sparse.reduce_max(tf.SparseTensor([[0], [1]], [1, 5], [2]))",
    "5",
)
reduce_sum = form(
    "sparse.reduce_sum",
    _reduced("sum"),
    "sparse.reduce_sum(tf.SparseTensor([[0, 0], [1, 1]], [1, 5], [2, 2]), 1, output_is_sparse=True).values",
    "[1, 5]",
)
sparse_split = form(
    "sparse.split",
    lambda sp_input=None, num_split=None, axis=None, name=None: find("sparse.split")(
        sp_input=sp_input, num_split=num_split, axis=axis, name=name
    ),
    "sparse.split(tf.SparseTensor([[0], [1]], [1, 5], [2]), 2, 0)[1].values",
    "[5]",
)
length = form(
    "strings.length",
    lambda input, unit="BYTE", name=None: find("strings.length")(input, name, unit),
    'strings.length(["abc"])',
    "[3]",
)
substr = form(
    "strings.substr",
    lambda input, pos, len, unit="BYTE", name=None: find("strings.substr")(input, pos, len, name, unit),
    'strings.substr(["abc"], 1, 2)',
    "[b'bc']",
)
reduce_join = form(
    "strings.reduce_join",
    _reduce_join,
    'strings.reduce_join([["a", "b"]], 1, separator="-")',
    "[b'a-b']",
)
strings_split = form(
    "strings.split",
    lambda input, sep=None, maxsplit=-1, name=None: split_to_ragged(input, sep, maxsplit, name),
    'strings.split(["a b"]).values',
    "[b'a', b'b']",
)
to_hash_bucket = form(
    "strings.to_hash_bucket",
    lambda input, num_buckets, name=None: find("strings.to_hash_bucket")(input, num_buckets, name),
    'strings.to_hash_bucket(["a"], 100)',
    "[68]",
)
to_number = form(
    "strings.to_number",
    lambda input, out_type=dtypes.float32, name=None: find("strings.to_number")(input, out_type, name),
    'strings.to_number(["1.5"])',
    "[1.5]",
)
decode_csv = form(
    "io.decode_csv",
    lambda records, record_defaults, field_delim=",", use_quote_delim=True, na_value="", select_cols=None, name=None: (
        find("io.decode_csv")(records, record_defaults, field_delim, use_quote_delim, name, na_value, select_cols)
    ),
    'io.decode_csv(["1,2"], [[0], [0]])[1]',
    "[2]",
)
decode_raw = form(
    "io.decode_raw",
    _decode_raw,
    'io.decode_raw(["ab"], tf.uint8)',
    "[[97, 98]]",
)
parse_example = form(
    "io.parse_example",
    lambda serialized, features, example_names=None, name=None: find("io.parse_example")(
        serialized, features, name, example_names
    ),
    'io.parse_example([b""], {"a": tf.io.FixedLenFeature([], tf.int64, 3)})["a"]',
    "[3]",
)
parse_single_example = form(
    "io.parse_single_example",
    lambda serialized, features, example_names=None, name=None: find("io.parse_single_example")(
        serialized, features, name, example_names
    ),
    'io.parse_single_example(b"", {"a": tf.io.FixedLenFeature([], tf.int64, 3)})["a"]',
    "3",
)
serialize_sparse = form(
    "io.serialize_sparse",
    lambda sp_input, out_type=dtypes.string, name=None: find("io.serialize_sparse")(sp_input, name, out_type),
    "io.serialize_sparse(tf.SparseTensor([[0]], [1], [2])).shape",
    "(3,)",
    run=False,
)
serialize_many_sparse = form(
    "io.serialize_many_sparse",
    lambda sp_input, out_type=dtypes.string, name=None: find("io.serialize_many_sparse")(sp_input, name, out_type),
    "io.serialize_many_sparse(tf.SparseTensor([[0, 0]], [1], [1, 2])).shape",
    "(?, 3)",
    run=False,
)
crop_and_resize = form(
    "image.crop_and_resize",
    lambda image, boxes, box_indices, crop_size, method="bilinear", extrapolation_value=0, name=None: find(
        "image.crop_and_resize"
    )(image, boxes, box_indices, crop_size, method, extrapolation_value, name),
    "image.crop_and_resize([[[[1.0], [2.0]]]], [[0.0, 0.0, 1.0, 1.0]], [0], [1, 1])",
    "[[[[1.5]]]]",
)
extract_glimpse = form(
    "image.extract_glimpse",
    _extract_glimpse,
    "image.extract_glimpse([[[[1.0], [2.0]]]], [1, 1], [[0.0, 0.5]])",
    "[[[[2.0]]]]",
)
draw_bounding_boxes = form(
    "image.draw_bounding_boxes",
    lambda images, boxes, colors, name=None: find("image.draw_bounding_boxes")(images, boxes, name, colors),
    "image.draw_bounding_boxes(tf.zeros([1, 2, 2, 1]), [[[0.0, 0.0, 1.0, 1.0]]], [[3.0]])",
    "[[[[3.0], [3.0]], [[3.0], [3.0]]]]",
)
sample_distorted_bounding_box = form(
    "image.sample_distorted_bounding_box",
    _sample_distorted_bounding_box,
    "image.sample_distorted_bounding_box([4, 4, 1], [[[0.0, 0.0, 1.0, 1.0]]])[2].shape",
    "(1, 1, 4)",
    run=False,
)
assert_all_finite = form(
    "debugging.assert_all_finite",
    lambda x, message, name=None: find("debugging.assert_all_finite")(x=x, message=message, name=name),
    'debugging.assert_all_finite([1.0], "no")',
    "[1.0]",
)
assert_near = form(
    "debugging.assert_near",
    lambda x, y, rtol=None, atol=None, message=None, summarize=None, name=None: find("debugging.assert_near")(
        x, y, rtol, atol, summarize=summarize, message=message, name=name
    ),
    "debugging.assert_near([1.0], [1.0]) is None",
    "False",
    run=False,
)
assert_negative = form(
    "debugging.assert_negative",
    _checked("debugging.assert_negative"),
    "debugging.assert_negative([-1]).type",
    "Assert",
    run=False,
)
assert_non_negative = form(
    "debugging.assert_non_negative",
    _checked("debugging.assert_non_negative"),
    "debugging.assert_non_negative([0]).type",
    "Assert",
    run=False,
)
assert_non_positive = form(
    "debugging.assert_non_positive",
    _checked("debugging.assert_non_positive"),
    "debugging.assert_non_positive([0]).type",
    "Assert",
    run=False,
)
assert_positive = form(
    "debugging.assert_positive",
    _checked("debugging.assert_positive"),
    "debugging.assert_positive([1]).type",
    "Assert",
    run=False,
)
assert_rank = form(
    "debugging.assert_rank assert_rank",
    lambda x, rank, message=None, name=None: find("debugging.assert_rank")(x, rank, message=message, name=name),
    "debugging.assert_rank([1], 1).type",
    "NoOp",
    run=False,
)
assert_rank_at_least = form(
    "debugging.assert_rank_at_least",
    lambda x, rank, message=None, name=None: find("debugging.assert_rank_at_least")(
        x, rank, message=message, name=name
    ),
    "debugging.assert_rank_at_least([1], 1).type",
    "NoOp",
    run=False,
)
assert_rank_in = form(
    "debugging.assert_rank_in",
    lambda x, ranks, message=None, name=None: find("debugging.assert_rank_in")(x, ranks, message=message, name=name),
    "debugging.assert_rank_in([1], [0, 1]).type",
    "NoOp",
    run=False,
)
assert_scalar = form(
    "debugging.assert_scalar",
    _assert_scalar,
    "debugging.assert_scalar(1)",
    "None",
    run=False,
)
assert_integer = form(
    "debugging.assert_integer",
    _assert_integer,
    "debugging.assert_integer(1)",
    "None",
    run=False,
)
assert_type = form(
    "debugging.assert_type",
    _assert_type,
    "debugging.assert_type(1, tf.int32)",
    "None",
    run=False,
)
assert_shapes = form(
    "debugging.assert_shapes",
    _assert_shapes,
    'debugging.assert_shapes({tf.constant([1]): ("n",)})',
    "None",
    run=False,
)
