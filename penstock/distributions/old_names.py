"""The names that 0.9 had for the parameters of distributions: `Normal(mu=..., sigma=...)`, `normal.mu`.

`Distribution` asks here for every class that is derived from it; the classes themselves know the new names only.
"""

from __future__ import annotations

import functools
from typing import Any

# Class → old name → new name.
OLD_NAMES = {
    "Bernoulli": {"p": "probs"},
    "Beta": {"a": "concentration1", "b": "concentration0"},
    "Binomial": {"n": "total_count", "p": "probs"},
    "Dirichlet": {"alpha": "concentration"},
    "DirichletMultinomial": {"n": "total_count", "alpha": "concentration"},
    "Exponential": {"lam": "rate"},
    "Gamma": {"alpha": "concentration", "beta": "rate"},
    "InverseGamma": {"alpha": "concentration", "beta": "rate"},
    "Multinomial": {"n": "total_count", "p": "probs"},
    "Normal": {"mu": "loc", "sigma": "scale"},
    "Poisson": {"lam": "rate"},
    "StudentT": {"mu": "loc", "sigma": "scale"},
    "Uniform": {"a": "low", "b": "high"},
}


def _alias(new: str) -> property:
    return property(lambda self: getattr(self, new), doc=f"The old name of `{new}`.")


def add(cls: type) -> None:
    """Lets the constructor of a distribution take the old names, and instances have them."""
    names = OLD_NAMES.get(cls.__name__)
    if not names or "__init__" not in vars(cls):
        return
    init = vars(cls)["__init__"]

    @functools.wraps(init)
    def construct(self: Any, *args: Any, **kwargs: Any) -> None:
        for old in kwargs.keys() & names.keys():
            if names[old] in kwargs:
                raise TypeError(f"{cls.__name__}: {old} is an old name of {names[old]}; give one of them.")
            kwargs[names[old]] = kwargs.pop(old)
        init(self, *args, **kwargs)

    cls.__init__ = construct  # type: ignore[misc]
    for old, new in names.items():
        if not hasattr(cls, old):
            setattr(cls, old, _alias(new))
