"""`tf.contrib.nearest_neighbor`: where to look for the neighbours of points that hyperplanes have sorted into tables."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike

_MOST_HYPERPLANES = 30  # a place in a table is an int32


def _number(value: Any, name: str) -> int:
    number = int(np.asarray(value).item())
    if number < 1:
        raise errors.invalid(f"{name} must be at least 1" + ("." if name == "num_probes" else f" but got {number}."))
    return number


def _probes(products: Any, tables: int, count: int) -> tuple[list[int], list[int]]:
    """The places of one point: its own in each table, then those behind the nearest hyperplanes, nearest first.

    Crossing a set of hyperplanes costs the sum of the squared products with them. Sets of a table are made in the order
    of their cost: from each, the last hyperplane is given up for the one after it, or that one is crossed as well.
    """
    products = products.reshape(tables, -1)
    planes = products.shape[1]
    bits = 1 << np.arange(planes - 1, -1, -1)
    own = [int(place) for place in ((products >= 0) * bits).sum(axis=1)]
    places, ids = own[:count], list(range(min(tables, count)))
    if count <= tables:
        return places, ids
    nearest = np.argsort(np.abs(products), axis=1, kind="stable")
    costs = np.take_along_axis(products, nearest, axis=1) ** 2
    flips = bits[nearest].tolist()
    waiting = [(costs[t, 0], t, flips[t][0], 0) for t in range(tables)]
    heapq.heapify(waiting)
    while len(places) < count and waiting:
        cost, table, flipped, last = heapq.heappop(waiting)
        places.append(own[table] ^ flipped)
        ids.append(table)
        if last + 1 < planes:
            further = costs[table, last + 1]
            both = flipped ^ flips[table][last + 1]
            heapq.heappush(waiting, (cost - costs[table, last] + further, table, both ^ flips[table][last], last + 1))
            heapq.heappush(waiting, (cost + further, table, both, last + 1))
    return places, ids


@op(
    "HyperplaneLSHProbes",
    shape=rule.unknown,
    host=True,
    sig=opdef.parse_signature(
        [
            "point_hyperplane_product: CoordinateType",
            "num_tables: int32",
            "num_hyperplanes_per_table: int32",
            "num_probes: int32",
        ],
        ["probes: int32", "table_ids: int32"],
        ["CoordinateType: {float, double}"],
    ),
)
def _kernel(xp, products, num_tables, num_hyperplanes_per_table, num_probes):
    if products.ndim != 2:
        raise errors.invalid(f"Need a two-dimensional products tensor, got {products.ndim} dimensions.")
    tables = _number(num_tables, "num_tables")
    planes = _number(num_hyperplanes_per_table, "num_hyperplanes_per_table")
    if planes > _MOST_HYPERPLANES:
        raise errors.invalid(
            f"Need num_hyperplanes_per_table <= {_MOST_HYPERPLANES}, got {planes}. If you need more hyperplanes, change "
            "this Op to work for larger integer types (int64)."
        )
    if products.shape[1] != tables * planes:
        raise errors.invalid(
            f"Expected number of hyperplanes is {tables * planes} but received {products.shape[1]} inner products per point."
        )
    count = _number(num_probes, "num_probes")
    found = np.empty((2, products.shape[0], count), np.int32)
    for point, row in enumerate(products):
        places, ids = _probes(row, tables, count)
        if len(places) < count:
            text = f"Failed to get probe number {len(places)} for point number {point}."
            raise errors.InternalError(None, None, text)
        found[:, point] = places, ids
    return found[0], found[1]


no_gradient("HyperplaneLSHProbes")


@export("contrib.nearest_neighbor.hyperplane_lsh_probes")
def hyperplane_lsh_probes(
    point_hyperplane_product: TensorLike,
    num_tables: TensorLike,
    num_hyperplanes_per_table: TensorLike,
    num_probes: TensorLike,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The places at which to look for neighbours of points, in tables that hyperplanes divide.

    The place of a point in a table has a bit for each hyperplane: on which side it lies. Neighbours may lie on the other
    side of hyperplanes that are near, so further places are given, the most promising first.

    Args:
      point_hyperplane_product: [points, num_tables * num_hyperplanes_per_table], the products of points and hyperplanes.
      num_tables: how many tables there are.
      num_hyperplanes_per_table: how many hyperplanes divide each, up to 30.
      num_probes: how many places are wanted for a point, in all tables together.
      name: a name for the operation.

    Returns:
      The places, and the tables that they are of, both int32 [points, num_probes]. The first `num_tables` are the places of
      the point itself.

    Raises:
      InvalidArgumentError: a number is less than 1, or the numbers of hyperplanes do not agree.
      InternalError: there are not so many places.

    >>> import penstock as tf
    >>> probes, tables = tf.contrib.nearest_neighbor.hyperplane_lsh_probes([[2.0, -0.1, 1.0, 3.0]], 2, 2, 4)
    >>> with tf.Session() as sess:
    ...     print(*sess.run([probes, tables]))
    [[2 3 3 1]] [[0 1 0 1]]
    """
    return tuple(
        apply(
            "HyperplaneLSHProbes",
            name,
            point_hyperplane_product=point_hyperplane_product,
            num_tables=num_tables,
            num_hyperplanes_per_table=num_hyperplanes_per_table,
            num_probes=num_probes,
        )
    )
