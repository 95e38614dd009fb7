"""Images seen through projective transforms, their connected parts, colours turned in YIQ, and greedy matching.

In 1.15 these kernels came with tf.contrib.image, in libraries of their own, so their signatures stand here.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import find
from penstock.graph import errors, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.registry import gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.common.definitions import brackets

_F = np.float32
_PIXELS = "{uint8, int32, int64, half, float, double}"


def _transform_rule(c):
    images = rule.with_rank(c.shape(0), 4).as_list()
    if len(c.shapes) < 3:
        return [TensorShape(images)]
    size = c.const_as_shape(2)
    height, width = (None, None) if size.ndims is None else size.as_list()
    return [TensorShape([images[0], height, width, images[3]])]


def _read(xp: ModuleType, images: Array, y: Array, x: Array) -> Any:
    """Pixels at whole places [batch, height, width] given as floats; zeros outside of the image."""
    batch, height, width, _ = images.shape
    inside = (y >= 0) & (y < height) & (x >= 0) & (x < width)
    rows = xp.where(inside, y, 0).astype(np.int64)
    columns = xp.where(inside, x, 0).astype(np.int64)
    which = xp.arange(batch)[:, None, None]
    return xp.where(inside[..., None], images[which, rows, columns], xp.zeros((), images.dtype))


def _projected(xp: ModuleType, images: Array, transforms: Array, size: tuple[int, int], interpolation: str) -> Any:
    if images.ndim != 4:
        raise errors.invalid("Input images must have rank 4")
    batch = images.shape[0]
    if transforms.ndim != 2 or transforms.shape[0] not in (1, batch) or transforms.shape[1] != 8:
        raise errors.invalid("Input transform should be num_images x 8 or 1 x 8")
    if interpolation not in ("NEAREST", "BILINEAR"):
        raise errors.invalid(f"Invalid interpolation {interpolation}. Supported types: NEAREST, BILINEAR")
    if not (batch and images.shape[1] and images.shape[2]):
        return xp.zeros((batch, *size, images.shape[3]), images.dtype)
    a = [transforms[:, i, None, None] for i in range(8)]
    y, x = xp.arange(size[0]).astype(_F)[None, :, None], xp.arange(size[1]).astype(_F)[None, None, :]
    scale = a[6] * x + a[7] * y + _F(1)
    shape = (batch, *size)
    at_x = xp.broadcast_to((a[0] * x + a[1] * y + a[2]) / scale, shape)
    at_y = xp.broadcast_to((a[3] * x + a[4] * y + a[5]) / scale, shape)
    if interpolation == "NEAREST":
        # Halves go away from zero, as C's round has it.
        found = [xp.trunc(v + xp.copysign(_F(0.5), v)) for v in (at_y, at_x)]
        # x + 0.5 of the float just below 0.5 is 1.
        found = [xp.where(xp.abs(v - xp.trunc(v)) < _F(0.5), xp.trunc(v), r) for v, r in zip((at_y, at_x), found)]
        return _read(xp, images, *found)
    top, left = xp.floor(at_y), xp.floor(at_x)
    bottom, right = top + _F(1), left + _F(1)
    weigh = _F if images.dtype != np.float64 else np.float64

    def across(row: TensorLike) -> Any:
        before, after = ((v - w)[..., None].astype(weigh) for v, w in ((right, at_x), (at_x, left)))
        return before * _read(xp, images, row, left) + after * _read(xp, images, row, right)

    above, below = across(top).astype(_F), across(bottom).astype(_F)
    found = (bottom - at_y)[..., None] * above + (at_y - top)[..., None] * below
    found = xp.where(xp.isfinite(at_y + at_x)[..., None], found, _F(0))
    return found.astype(images.dtype)


@op(
    "ImageProjectiveTransform",
    shape=_transform_rule,
    sig=opdef.parse_signature(
        ["images: dtype", "transforms: float"],
        ["transformed_images: dtype"],
        [f"dtype: {_PIXELS}", "interpolation: string"],
    ),
)
def _image_projective_transform(xp, images, transforms, *, interpolation):
    return _projected(xp, images, transforms, images.shape[1:3], interpolation)


@op(
    "ImageProjectiveTransformV2",
    shape=_transform_rule,
    static=("output_shape",),
    sig=opdef.parse_signature(
        ["images: dtype", "transforms: float", "output_shape: int32"],
        ["transformed_images: dtype"],
        [f"dtype: {_PIXELS}", "interpolation: string"],
    ),
)
def _image_projective_transform_v2(xp, images, transforms, output_shape, *, interpolation):
    if output_shape.ndim != 1 or output_shape.size != 2:
        raise errors.invalid("output shape must be 1-dimensional with two elements")
    size = int(output_shape[0]), int(output_shape[1])
    if min(size) <= 0:
        raise errors.invalid(f"new_height and new_width must be positive, got {size}")
    return _projected(xp, images, transforms, size, interpolation)


@gradient("ImageProjectiveTransformV2")
def _transform_gradient(op, grad):
    # As 1.15 has it: the gradient's image, seen through the inverse transform.
    images, transforms = op.inputs[:2]
    concat, ones, shape, reshape = (find(name) for name in ("concat", "ones", "shape", "reshape"))
    matrices = reshape(concat([transforms, ones([shape(transforms)[0], 1])], axis=1), [-1, 3, 3])
    inverse = reshape(find("matrix_inverse")(matrices), [-1, 9])
    return [
        apply(
            "ImageProjectiveTransformV2",
            None,
            images=grad,
            transforms=(inverse / inverse[:, 8:9])[:, :8],
            output_shape=shape(images)[1:3],
            interpolation=op.get_attr("interpolation"),
        ),
        None,
        None,
    ]


# -- colours -----------------------------------------------------------------------------------------------------------

_TO_YIQ = np.array([[0.299, 0.587, 0.114], [0.596, -0.274, -0.322], [0.211, -0.523, 0.312]], _F)
_FROM_YIQ = np.array([[1, 0.95617069, 0.62143257], [1, -0.2726886, -0.64681324], [1, -1.103744, 1.70062309]], _F)


@op(
    "AdjustHsvInYiq",
    shape=rule.same,
    sig=opdef.parse_signature(
        ["images: T", "delta_h: float", "scale_s: float", "scale_v: float"],
        ["output: T"],
        ["T: {uint8, int8, int16, int32, int64, half, float, double}"],
    ),
)
def _adjust_hsv_in_yiq(xp, images, delta_h, scale_s, scale_v):
    if images.ndim < 3:
        raise errors.invalid(f"input must be at least 3-D, got shape{brackets(images.shape)}")
    for name, value in (("delta_h", delta_h), ("scale_s", scale_s), ("scale_v", scale_v)):
        if np.ndim(value):
            raise errors.invalid(f"{name} must be scalar: {brackets(value.shape)}")
    if images.shape[-1] != 3:
        raise errors.invalid(f"input must have 3 channels but instead has {images.shape[-1]} channels.")
    along, aside = scale_v * scale_s * xp.cos(delta_h), scale_v * scale_s * xp.sin(delta_h)
    zero = xp.zeros((), _F)
    turn = xp.stack([scale_v, zero, zero, zero, along, -aside, zero, aside, along]).reshape(3, 3)
    matrix = (_FROM_YIQ @ turn) @ _TO_YIQ
    parts = [images[..., i, None] * matrix[:, i] for i in range(3)]
    return ((parts[0] + parts[1]) + parts[2]).astype(images.dtype)


# -- parts and pairs ---------------------------------------------------------------------------------------------------


@op(
    "ImageConnectedComponents",
    shape=rule.same,
    host=True,  # how often labels must be passed on is known only from the picture
    sig=opdef.parse_signature(
        ["image: dtype"],
        ["components: int64"],
        ["dtype: {int64, int32, uint16, int16, uint8, int8, half, float, double, bool, string}"],
    ),
)
def _connected_components(xp, image):
    if image.ndim != 3:
        raise errors.invalid(f"Input images must have rank 3, got shape {brackets(image.shape)}")
    there = np.frompyfunc(len, 1, 1)(image).astype(bool) if image.dtype == object else image != 0
    labels = np.where(there, np.arange(1, image.size + 1).reshape(image.shape), 0)
    down = there[:, :-1] & (image[:, :-1] == image[:, 1:])
    right = there[:, :, :-1] & (image[:, :, :-1] == image[:, :, 1:])
    places = np.arange(image.size).reshape(image.shape)
    edges = np.concatenate(
        [
            np.stack([places[:, :-1][down], places[:, 1:][down]], 1),
            np.stack([places[:, :, :-1][right], places[:, :, 1:][right]], 1),
        ]
    )
    parents = np.arange(image.size)
    while len(edges):
        ends = parents[edges]
        apart = ends[:, 0] != ends[:, 1]
        if not apart.any():
            break
        edges = edges[apart]
        np.minimum.at(parents, ends[apart].max(1), ends[apart].min(1))
        while not np.array_equal(parents, parents[parents]):
            parents = parents[parents]
    return np.where(labels > 0, parents.reshape(image.shape) + 1, 0).astype(np.int64)


no_gradient("ImageConnectedComponents")


@op(
    "BipartiteMatch",
    shape=lambda c: [c.shape(0)[:1], c.shape(0)[1:2]],
    host=True,  # one choice after the other
    sig=opdef.parse_signature(
        ["distance_mat: float", "num_valid_rows: float"],
        ["row_to_col_match_indices: int32", "col_to_row_match_indices: int32"],
        ["top_k: int = -1"],
        is_stateful=True,
    ),
)
def _bipartite_match(xp, distance_mat, num_valid_rows, *, top_k):
    if distance_mat.ndim != 2:
        raise errors.invalid(f"distance_mat should be 2-dimensional, but got {brackets(distance_mat.shape)}")
    if np.size(num_valid_rows) != 1:
        raise errors.invalid(
            f"num_valid_rows argument should be a tensor with 1 element, but got {np.size(num_valid_rows)}"
        )
    rows, columns = distance_mat.shape
    asked = float(np.reshape(num_valid_rows, ()))
    valid = int(asked + 0.1) if asked >= 0 else rows
    if rows < valid:
        raise errors.invalid(f"There should be at least {valid} rows in distance_mat, but only got {rows} rows.")
    left = top_k if top_k > 0 else valid * columns
    of_row, of_column = np.full(rows, -1, np.int32), np.full(columns, -1, np.int32)
    for place in np.argsort(distance_mat[:valid].ravel(), kind="stable"):
        row, column = divmod(int(place), columns)
        if of_row[row] < 0 and of_column[column] < 0:
            of_row[row], of_column[column] = column, row
            left -= 1
            if left <= 0:
                break
    return of_row, of_column


no_gradient("BipartiteMatch")
