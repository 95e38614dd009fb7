"""The functions of `tf.compat.v2.nn`, and those of spaces and batches, that take other arguments than those of 1.x."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import find
from penstock.compat.version2 import form
from penstock.graph import dtypes


def _channels_last(data_format: str, padding: Any) -> Any:
    """The padding, where channels come last; ValueError elsewhere."""
    if data_format != "NHWC":
        raise ValueError("Data formats other than NHWC are not yet supported")
    return padding


def _sizes(value: Any) -> list[int]:
    """`[1, height, width, 1]` of a number, of one or two of them, or of all four."""
    if isinstance(value, int):
        value = [value]
    value = list(value)
    if len(value) in (1, 2):
        return [1, *(value * (2 // len(value))), 1]
    if len(value) == 4:
        return value
    raise ValueError(f"ksize should be of length 1, 2 or 4 but was {len(value)}")


def _max_pool_with_argmax(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    output_dtype: Any = dtypes.int64,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> Any:
    if data_format != "NHWC":
        raise ValueError("Data formats other than 'NHWC' are not yet supported")
    return find("nn.max_pool_with_argmax")(
        input,
        _sizes(ksize),
        _sizes(strides),
        padding,
        name=name,
        output_dtype=output_dtype,
        include_batch_in_index=include_batch_in_index,
    )


def _fractional(of: str) -> Callable[..., Any]:
    def pool(
        value: Any,
        pooling_ratio: Sequence[float],
        pseudo_random: bool = False,
        overlapping: bool = False,
        seed: int = 0,
        name: str | None = None,
    ) -> Any:
        seeds = find("random.get_seed")(seed) if seed else (0, 0)
        return find(of)(
            value,
            pooling_ratio,
            pseudo_random,
            overlapping,
            deterministic=bool(seed),
            seed=seeds[0],
            seed2=seeds[1],
            name=name,
        )

    return pool


def _nce_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    name: str = "nce_loss",
) -> Any:
    return find("nn.nce_loss")(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        "div",
        name,
    )


def _sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    seed: int | None = None,
    name: str = "sampled_softmax_loss",
) -> Any:
    return find("nn.sampled_softmax_loss")(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        "div",
        name,
        seed,
    )


def _batch_norm_with_global_normalization(
    input: Any,
    mean: Any,
    variance: Any,
    beta: Any,
    gamma: Any,
    variance_epsilon: float,
    scale_after_normalization: bool,
    name: str | None = None,
) -> Any:
    return find("nn.batch_norm_with_global_normalization")(
        input, mean, variance, beta, gamma, variance_epsilon, scale_after_normalization, name
    )


def _batch_to_space(input: Any, block_shape: Any, crops: Any, name: str | None = None) -> Any:
    sizes = [block_shape] * 2 if isinstance(block_shape, int) else block_shape
    return find("batch_to_space_nd")(input, sizes, crops, name)


conv1d = form(
    "nn.conv1d",
    lambda input, filters, stride, padding, data_format="NWC", dilations=None, name=None: find("nn.conv1d")(
        input=input,
        filters=filters,
        stride=stride,
        padding=padding,
        data_format=data_format,
        dilations=dilations,
        name=name,
    ),
    'nn.conv1d([[[1.0], [2.0]]], [[[3.0]]], 1, "SAME")',
    "[[[3.0], [6.0]]]",
)
conv2d = form(
    "nn.conv2d",
    lambda input, filters, strides, padding, data_format="NHWC", dilations=None, name=None: find("nn.conv2d")(
        input, filters, strides, padding, data_format=data_format, dilations=dilations or [1] * 4, name=name
    ),
    'nn.conv2d([[[[1.0], [2.0]]]], [[[[3.0]]]], 1, "SAME")',
    "[[[[3.0], [6.0]]]]",
)
conv3d = form(
    "nn.conv3d",
    lambda input, filters, strides, padding, data_format="NDHWC", dilations=None, name=None: find("nn.conv3d")(
        input, filters, strides, padding, data_format, dilations or [1] * 5, name
    ),
    'nn.conv3d([[[[[1.0], [2.0]]]]], [[[[[3.0]]]]], [1] * 5, "SAME")',
    "[[[[[3.0], [6.0]]]]]",
)
conv2d_transpose = form(
    "nn.conv2d_transpose",
    lambda input, filters, output_shape, strides, padding="SAME", data_format="NHWC", dilations=None, name=None: find(
        "nn.conv2d_transpose"
    )(input, filters, output_shape, strides, padding, data_format, name, dilations=dilations),
    "nn.conv2d_transpose([[[[1.0]]]], [[[[3.0]]]], [1, 1, 2, 1], 2)",
    "[[[[3.0], [0.0]]]]",
)
conv3d_transpose = form(
    "nn.conv3d_transpose",
    lambda input, filters, output_shape, strides, padding="SAME", data_format="NDHWC", dilations=None, name=None: find(
        "nn.conv3d_transpose"
    )(input, filters, output_shape, strides, padding, data_format, name, dilations=dilations),
    "nn.conv3d_transpose([[[[[1.0]]]]], [[[[[3.0]]]]], [1, 1, 1, 2, 1], 2)",
    "[[[[[3.0], [0.0]]]]]",
)
convolution = form(
    "nn.convolution",
    lambda input, filters, strides=None, padding="VALID", data_format=None, dilations=None, name=None: find(
        "nn.convolution"
    )(input, filters, padding, strides, dilations, name, data_format),
    "nn.convolution(tf.constant([[[1.0], [2.0]]]), tf.constant([[[3.0]]]))",
    "[[[3.0], [6.0]]]",
)
depthwise_conv2d = form(
    "nn.depthwise_conv2d",
    lambda input, filter, strides, padding, data_format=None, dilations=None, name=None: find("nn.depthwise_conv2d")(
        input, filter, strides, padding, dilations, name, data_format
    ),
    'nn.depthwise_conv2d([[[[1.0], [2.0]]]], [[[[3.0]]]], [1] * 4, "SAME")',
    "[[[[3.0], [6.0]]]]",
)
separable_conv2d = form(
    "nn.separable_conv2d",
    lambda input, depthwise_filter, pointwise_filter, strides, padding, data_format=None, dilations=None, name=None: (
        find("nn.separable_conv2d")(
            input, depthwise_filter, pointwise_filter, strides, padding, dilations, name, data_format
        )
    ),
    'nn.separable_conv2d([[[[1.0], [2.0]]]], [[[[3.0]]]], [[[[2.0]]]], [1] * 4, "SAME")',
    "[[[[6.0], [12.0]]]]",
)
dilation2d = form(
    "nn.dilation2d",
    lambda input, filters, strides, padding, data_format, dilations, name=None: find("nn.dilation2d")(
        input, filters, strides, dilations, _channels_last(data_format, padding), name
    ),
    'nn.dilation2d([[[[1.0], [2.0]]]], [[[3.0]]], [1] * 4, "SAME", "NHWC", [1] * 4)',
    "[[[[4.0], [5.0]]]]",
)
erosion2d = form(
    "nn.erosion2d",
    lambda value, filters, strides, padding, data_format, dilations, name=None: find("nn.erosion2d")(
        value, filters, strides, dilations, _channels_last(data_format, padding), name
    ),
    'nn.erosion2d([[[[1.0], [2.0]]]], [[[3.0]]], [1] * 4, "SAME", "NHWC", [1] * 4)',
    "[[[[-2.0], [-1.0]]]]",
)
pool = form(
    "nn.pool",
    lambda input, window_shape, pooling_type, strides=None, padding="VALID", data_format=None, dilations=None, name=None: (
        find("nn.pool")(input, window_shape, pooling_type, padding, dilations, strides, name, data_format)
    ),
    'nn.pool([[[1.0], [2.0]]], [2], "MAX")',
    "[[[2.0]]]",
)
max_pool_with_argmax = form(
    "nn.max_pool_with_argmax",
    _max_pool_with_argmax,
    'nn.max_pool_with_argmax([[[[1.0], [2.0]]]], 2, 2, "SAME")[0]',
    "[[[[2.0]]]]",
)
fractional_max_pool = form(
    "nn.fractional_max_pool",
    _fractional("nn.fractional_max_pool"),
    "nn.fractional_max_pool([[[[1.0], [2.0]], [[3.0], [4.0]]]], [1.0, 2.0, 2.0, 1.0])[0]",
    "[[[[4.0]]]]",
)
fractional_avg_pool = form(
    "nn.fractional_avg_pool",
    _fractional("nn.fractional_avg_pool"),
    "nn.fractional_avg_pool([[[[1.0], [2.0]], [[3.0], [4.0]]]], [1.0, 2.0, 2.0, 1.0])[0]",
    "[[[[2.5]]]]",
)
crelu = form(
    "nn.crelu",
    lambda features, axis=-1, name=None: find("nn.crelu")(features, name, axis),
    "nn.crelu([1.0, -2.0])",
    "[1.0, 0.0, 0.0, 2.0]",
)
in_top_k = form(
    "nn.in_top_k math.in_top_k",
    lambda targets, predictions, k, name=None: find("nn.in_top_k")(predictions, targets, k, name),
    "nn.in_top_k([1], [[0.1, 0.9]], 1)",
    "[True]",
)
embedding_lookup = form(
    "nn.embedding_lookup",
    lambda params, ids, max_norm=None, name=None: find("nn.embedding_lookup")(
        params, ids, "div", name, max_norm=max_norm
    ),
    "nn.embedding_lookup([[1.0], [2.0]], [1])",
    "[2.0]",
)
embedding_lookup_sparse = form(
    "nn.embedding_lookup_sparse",
    lambda params, sp_ids, sp_weights, combiner=None, max_norm=None, name=None: find("nn.embedding_lookup_sparse")(
        params, sp_ids, sp_weights, "div", name, combiner, max_norm
    ),
    'nn.embedding_lookup_sparse([[1.0], [2.0]], tf.SparseTensor([[0, 0]], [1], [1, 1]), None, "sum")',
    "[2.0]",
)
safe_embedding_lookup_sparse = form(
    "nn.safe_embedding_lookup_sparse",
    lambda embedding_weights, sparse_ids, sparse_weights=None, combiner="mean", default_id=None, max_norm=None, name=None: (
        find("nn.safe_embedding_lookup_sparse")(
            embedding_weights, sparse_ids, sparse_weights, combiner, default_id, name, "div", max_norm
        )
    ),
    "nn.safe_embedding_lookup_sparse(tf.constant([[1.0], [2.0]]), tf.SparseTensor([[0, 0]], [1], [1, 1]))",
    "[[2.0]]",
)
nce_loss = form(
    "nn.nce_loss",
    _nce_loss,
    "nn.nce_loss(tf.zeros([1, 1]), tf.zeros([1]), tf.constant([[0]], tf.int64), tf.ones([1, 1]), 1, 1).shape",
    "(1,)",
    run=False,
)
sampled_softmax_loss = form(
    "nn.sampled_softmax_loss",
    _sampled_softmax_loss,
    "nn.sampled_softmax_loss(tf.zeros([1, 1]), tf.zeros([1]), tf.constant([[0]], tf.int64), tf.ones([1, 1]), 1, 1).shape",
    "(1,)",
    run=False,
)
weighted_cross_entropy_with_logits = form(
    "nn.weighted_cross_entropy_with_logits",
    lambda labels, logits, pos_weight, name=None: find("nn.weighted_cross_entropy_with_logits")(
        labels=labels, logits=logits, pos_weight=pos_weight, name=name
    ),
    "nn.weighted_cross_entropy_with_logits([1.0], [0.0], 2.0)",
    "[1.3862943649291992]",
)
weighted_moments = form(
    "nn.weighted_moments",
    lambda x, axes, frequency_weights, keepdims=False, name=None: find("nn.weighted_moments")(
        x, axes, frequency_weights, name, keepdims=keepdims
    ),
    "nn.weighted_moments([1.0, 4.0], [0], [2.0, 1.0])[0]",
    "2.0",
)
batch_norm_with_global_normalization = form(
    "nn.batch_norm_with_global_normalization",
    _batch_norm_with_global_normalization,
    "nn.batch_norm_with_global_normalization(tf.ones([1, 1, 1, 1]), *[tf.ones([1])] * 4, 0.0, True)",
    "[[[[1.0]]]]",
)
depth_to_space = form(
    "nn.depth_to_space",
    lambda input, block_size, data_format="NHWC", name=None: find("nn.depth_to_space")(
        input, block_size, name, data_format
    ),
    "nn.depth_to_space([[[[1, 2, 3, 4]]]], 2)",
    "[[[[1], [2]], [[3], [4]]]]",
)
space_to_depth = form(
    "nn.space_to_depth",
    lambda input, block_size, data_format="NHWC", name=None: find("nn.space_to_depth")(
        input, block_size, name, data_format
    ),
    "nn.space_to_depth([[[[1], [2]], [[3], [4]]]], 2)",
    "[[[[1, 2, 3, 4]]]]",
)
space_to_batch = form(
    "nn.space_to_batch space_to_batch",
    lambda input, block_shape, paddings, name=None: find("space_to_batch_nd")(input, block_shape, paddings, name),
    "space_to_batch([[[1], [2]]], [2], [[0, 0]])",
    "[[[1]], [[2]]]",
)
batch_to_space = form(
    "batch_to_space",
    _batch_to_space,
    "batch_to_space([[[1]], [[2]]], [2], [[0, 0]])",
    "[[[1], [2]]]",
)
