"""The order in which GCC's `std::unordered_set` goes through whole numbers, which numbers the nodes of a growing tree."""

from __future__ import annotations

from collections.abc import Iterable

# How many buckets a table has, one size after the other: those of the GCC that 1.15.5 was built with, whose table grows
# before it would be full.
_SIZES = (
    3,
    7,
    17,
    37,
    79,
    167,
    337,
    709,
    1493,
    3209,
    6427,
    12983,
    26267,
    53201,
    107897,
    218971,
    444487,
    902483,
    1832561,
)


def unordered(numbers: Iterable[int]) -> list[int]:
    """The numbers, put one after the other into an empty set, as a loop over the set meets them.

    A number whose bucket is empty becomes the first of all, another one the first of its bucket.

    >>> unordered([3, 1, 16, 2, 3])
    [2, 16, 1, 3]
    """
    sizes = iter(_SIZES)
    size = 0
    order: list[int] = []
    first: dict[int, int] = {}

    def place(number: int) -> None:
        bucket = number % size
        order.insert(order.index(first[bucket]) if bucket in first else 0, number)
        first[bucket] = number

    for number in dict.fromkeys(numbers):
        if len(order) + 1 >= size:
            size = next(sizes)
            before, order = order, []
            first.clear()
            for known in before:
                place(known)
        place(number)
    return order
