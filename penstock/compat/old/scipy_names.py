"""Functions that SciPy dropped, written anew; images are in `scipy_images`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def central_diff_weights(Np: int, ndiv: int = 1) -> np.ndarray:
    """Weights of a central difference over `Np` points, an odd number, for the derivative number `ndiv`.

    Raises:
      ValueError: too few points, or an even number of them.
    """
    if Np < ndiv + 1:
        raise ValueError("Number of points must be at least the derivative order + 1.")
    if Np % 2 == 0:
        raise ValueError("The number of points must be odd.")
    from math import factorial

    half = Np >> 1
    powers = np.vander(np.arange(-half, half + 1.0), increasing=True)
    return factorial(ndiv) * np.linalg.inv(powers)[ndiv]


def derivative(func: Callable, x0: float, dx: float = 1.0, n: int = 1, args: tuple = (), order: int = 3) -> Any:
    """The derivative number `n` of a function at a point, by a central difference over `order` points.

    Raises:
      ValueError: too few points, or an even number of them.
    """
    if order < n + 1:
        raise ValueError(
            "'order' (the number of points used to compute the derivative), must be at least the derivative order 'n' + 1."
        )
    if order % 2 == 0:
        raise ValueError("'order' (the number of points used to compute the derivative) must be odd.")
    weights = central_diff_weights(order, n)
    half = order >> 1
    return sum(weight * func(x0 + (k - half) * dx, *args) for k, weight in enumerate(weights)) / dx**n


def face(gray: bool = False) -> np.ndarray:
    """A photograph of a raccoon; `scipy.datasets` fetches it with the package pooch."""
    from scipy import datasets

    return datasets.face(gray)


def ascent() -> np.ndarray:
    """A photograph of a stairway; `scipy.datasets` fetches it with the package pooch."""
    from scipy import datasets

    return datasets.ascent()


def electrocardiogram() -> np.ndarray:
    """Five minutes of a heart; `scipy.datasets` fetches them with the package pooch."""
    from scipy import datasets

    return datasets.electrocardiogram()


def itemfreq(a: Any) -> np.ndarray:
    """Pairs of a value and how often it comes."""
    values, counts = np.unique(a, return_counts=True)
    return np.array([values, counts]).T


def binom_test(x: Any, n: Any = None, p: float = 0.5, alternative: str = "two-sided") -> float:
    """The probability of a result at least as unlikely, of trials that succeed with probability `p`."""
    from scipy import stats

    if np.size(x) == 2:
        successes, failures = x
        x, n = successes, successes + failures
    return stats.binomtest(int(x), int(n), p, alternative).pvalue


def sph_harm(m: Any, n: Any, theta: Any, phi: Any) -> Any:
    """Spherical harmonics, order before degree and azimuth before the polar angle."""
    from scipy import special

    return special.sph_harm_y(n, m, phi, theta)
