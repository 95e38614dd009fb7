"""Images bent by flows: one arrow for each pixel, or splines through a few points."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike

_TINY = 1e-10


def _interpolate_bilinear(grid: Any, places: Any) -> Any:
    """Pixels of `grid` [batch, height, width, channels] at `places` [batch, n, 2], rows first; edges go on outside."""
    with name_scope("interpolate_bilinear"):
        if grid.shape.ndims != 4:
            raise ValueError(f"Grid must be 4 dimensional. Received size: {grid.shape}")
        batch, height, width, channels = (tf.shape(grid)[i] for i in range(4))
        checks = [
            tf.assert_greater_equal(height, 2, message="Grid height must be at least 2."),
            tf.assert_greater_equal(width, 2, message="Grid width must be at least 2."),
        ]
        with control_dependencies(checks):
            lows, shares = [], []
            for axis, size in ((0, height), (1, width)):
                place = places[:, :, axis]
                low = tf.minimum(
                    tf.maximum(tf.constant(0.0, place.dtype), tf.floor(place)), tf.cast(size - 2, place.dtype)
                )
                lows.append(tf.cast(low, tf.int32))
                share = tf.cast(place - low, grid.dtype)
                share = tf.minimum(tf.maximum(tf.constant(0.0, grid.dtype), share), tf.constant(1.0, grid.dtype))
                shares.append(tf.expand_dims(share, 2))
        flat = tf.reshape(grid, [batch * height * width, channels])
        first = tf.reshape(tf.range(batch) * height * width, [batch, 1])

        def at(down: int, right: int) -> Tensor:
            found = tf.gather(flat, first + (lows[0] + down) * width + lows[1] + right)
            return tf.reshape(found, [batch, tf.shape(places)[1], channels])

        above, below = (shares[1] * (at(i, 1) - at(i, 0)) + at(i, 0) for i in (0, 1))
        return shares[0] * (below - above) + above


@export("contrib.image.dense_image_warp")
def dense_image_warp(image: TensorLike, flow: Any, name: str = "dense_image_warp") -> Tensor:
    """Bends images: the pixel at (row, column) comes from (row, column) minus the flow there.

    Args:
      image: [batch, height, width, channels], floats.
      flow: [batch, height, width, 2], rows first.
      name: a name for the operations.

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.dense_image_warp(image, tf.fill([1, 2, 2, 2], 0.5))).ravel())
    [0.  0.5 1.  1.5]
    """
    with name_scope(name):
        image, flow = convert_to_tensor(image), convert_to_tensor(flow)
        batch, height, width, channels = (tf.shape(image)[i] for i in range(4))
        columns, rows = tf.meshgrid(tf.range(width), tf.range(height))
        places = tf.expand_dims(tf.cast(tf.stack([rows, columns], axis=2), flow.dtype), axis=0) - flow
        found = _interpolate_bilinear(image, tf.reshape(places, [batch, height * width, 2]))
        return tf.reshape(found, [batch, height, width, channels])


def _basis(squares: Any, order: int) -> Any:
    with name_scope("phi"):
        # Never 0, for the sake of logarithms and of the root's gradient.
        safe = tf.maximum(squares, _TINY)
        if order == 1:
            return tf.sqrt(safe)
        if order == 2:
            return 0.5 * squares * tf.log(safe)
        if order == 4:
            return 0.5 * tf.square(squares) * tf.log(safe)
        power = tf.pow(safe, 0.5 * order)
        return 0.5 * power * tf.log(safe) if order % 2 == 0 else power


def _squared_distances(x: TensorLike, y: TensorLike) -> Tensor:
    """[batch, n, m] of points [batch, n, d] and [batch, m, d]."""
    if x is y:
        products = tf.matmul(x, x, adjoint_b=True)
        squares = tf.expand_dims(tf.matrix_diag_part(products), 2)
        return squares - 2 * products + tf.transpose(squares, [0, 2, 1])
    with name_scope("distances"):
        of_x, of_y = tf.reduce_sum(tf.square(x), 2), tf.reduce_sum(tf.square(y), 2)
        return tf.expand_dims(of_x, 2) - 2 * tf.matmul(x, y, adjoint_b=True) + tf.expand_dims(of_y, 1)


@export("contrib.image.interpolate_spline")
def interpolate_spline(
    train_points: Any,
    train_values: Any,
    query_points: Any,
    order: int,
    regularization_weight: float = 0.0,
    name: str = "interpolate_spline",
) -> Tensor:
    """Values of the polyharmonic spline through known points, at others.

    Args:
      train_points: [batch, n, d].
      train_values: [batch, n, k].
      query_points: [batch, m, d].
      order: of the spline; 2 is the thin plate.
      regularization_weight: how much smoothness counts; then the spline no longer goes through the points.
      name: a name for the operations.

    Returns:
      [batch, m, k].

    Raises:
      ValueError: if d or k is not known.

    >>> import penstock as tf
    >>> points, values = tf.constant([[[0.0], [1.0], [2.0]]]), tf.constant([[[0.0], [2.0], [4.0]]])
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.interpolate_spline(points, values, [[[0.5]]], 2)).round(4))
    [[[1.]]]
    """
    with name_scope(name):
        points, values, places = (convert_to_tensor(v) for v in (train_points, train_values, query_points))
        with name_scope("solve"):
            batch, count = tf.shape(points)[0], tf.shape(points)[1]
            d, k = points.shape.as_list()[-1], values.shape.as_list()[-1]
            if d is None:
                raise ValueError("The dimensionality of the input points (d) must be statically-inferrable.")
            if k is None:
                raise ValueError("The dimensionality of the output values (k) must be statically-inferrable.")
            kernel = _basis(_squared_distances(points, points), order)
            if regularization_weight > 0:
                kernel += regularization_weight * tf.expand_dims(tf.eye(count, dtype=points.dtype), 0)
            linear = tf.concat([points, tf.ones_like(points[..., :1])], 2)
            left = tf.concat([kernel, tf.transpose(linear, [0, 2, 1])], 1)
            right = tf.concat([linear, tf.zeros([batch, d + 1, d + 1], points.dtype)], 1)
            wanted = tf.concat([values, tf.zeros([batch, d + 1, k], points.dtype)], 1)
            found = tf.matrix_solve(tf.concat([left, right], 2), wanted)
        with name_scope("predict"):
            bends = tf.matmul(_basis(_squared_distances(places, points), order), found[:, :count, :])
            ones = tf.ones_like(places[..., :1], points.dtype)
            return bends + tf.matmul(tf.concat([places, ones], 2), found[:, count:, :])


def _edge_places(height: int, width: int, inner: int) -> np.ndarray:
    """Corners of an image and `inner` places on each edge between them."""
    rows, columns = np.meshgrid(
        np.linspace(0, height - 1, inner + 2), np.linspace(0, width - 1, inner + 2), indexing="ij"
    )
    edge = (columns == 0) | (columns == width - 1) | (rows == 0) | (rows == height - 1)
    return np.stack([rows[edge], columns[edge]], axis=-1)


@export("contrib.image.sparse_image_warp")
def sparse_image_warp(
    image: Any,
    source_control_point_locations: Any,
    dest_control_point_locations: Any,
    interpolation_order: int = 2,
    regularization_weight: float = 0.0,
    num_boundary_points: int = 0,
    name: str = "sparse_image_warp",
) -> tuple[Tensor, Tensor]:
    """Bends images so that some points move from one place to another, and all others smoothly with them.

    Args:
      image: [batch, height, width, channels], floats of known shape.
      source_control_point_locations, dest_control_point_locations: [batch, points, 2], rows first.
      interpolation_order, regularization_weight: see `interpolate_spline`.
      num_boundary_points: how many points of each edge stay where they are; 0 to let edges move.
      name: a name for the operations.

    Returns:
      The images, and the flow [batch, height, width, 2].

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> points = tf.constant([[[0.0, 0.0], [0.0, 2.0], [2.0, 0.0]]])
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.sparse_image_warp(image, points, points + 1.0)[1])[0, 0, 0].round(4))
    [1. 1.]
    """
    image = convert_to_tensor(image)
    source = convert_to_tensor(source_control_point_locations)
    dest = convert_to_tensor(dest_control_point_locations)
    flows = dest - source
    with name_scope(name):
        batch, height, width, _ = image.shape.as_list()
        rows, columns = np.meshgrid(np.arange(float(height)), np.arange(float(width)), indexing="ij")
        grid = np.tile(np.stack([rows, columns], -1).reshape(1, -1, 2), [batch, 1, 1])
        if num_boundary_points > 0:
            edge = _edge_places(height, width, num_boundary_points - 1)[None]
            count: Any = dest.shape.as_list()[0]
            dest = tf.concat([dest, tf.constant(np.tile(edge, [count, 1, 1]), dest.dtype)], 1)
            flows = tf.concat([flows, tf.zeros([count, edge.shape[1], 2], flows.dtype)], 1)
        flow = interpolate_spline(
            dest, flows, tf.constant(grid, image.dtype), interpolation_order, regularization_weight
        )
        flow = tf.reshape(flow, [batch, height, width, 2])
        return dense_image_warp(image, flow), flow
