"""The names that parameters and methods of distributions had up to 1.0: `Normal(mu=0.0, sigma=1.0)`, `normal.mu`, `normal.pdf`.

`Distribution` asks here for every class that is derived from it; the classes themselves know the new names only.
"""

from __future__ import annotations

import functools
from typing import Any

from penstock.graph.typing import TensorLike

# Class → old name → new name.
OLD_NAMES = {
    "Bernoulli": {"p": "probs"},
    "Beta": {"a": "concentration1", "b": "concentration0"},
    "Binomial": {"n": "total_count", "p": "probs"},
    "Categorical": {"p": "probs"},
    "Dirichlet": {"alpha": "concentration"},
    "DirichletMultinomial": {"n": "total_count", "alpha": "concentration"},
    "Exponential": {"lam": "rate"},
    "Gamma": {"alpha": "concentration", "beta": "rate"},
    "InverseGamma": {"alpha": "concentration", "beta": "rate"},
    "Multinomial": {"n": "total_count", "p": "probs"},
    "MultivariateNormalDiag": {"mu": "loc", "diag_stdev": "scale_diag", "diag_stddev": "scale_diag"},
    "Normal": {"mu": "loc", "sigma": "scale"},
    "Poisson": {"lam": "rate"},
    "StudentT": {"mu": "loc", "sigma": "scale"},
    "Uniform": {"a": "low", "b": "high"},
}


# Class → old property → new one.
_OLD_PROPERTIES = {
    "Beta": {"a_b_sum": "total_concentration"},
    "Categorical": {"num_classes": "event_size"},
    "Dirichlet": {"alpha_sum": "total_concentration"},
    "DirichletMultinomial": {"alpha_sum": "total_concentration"},
}
# Distributions of counts and classes, also where their samples are floating-point numbers.
COUNTS = frozenset(
    """Bernoulli Binomial Categorical DirichletMultinomial Geometric Multinomial NegativeBinomial OneHotCategorical Poisson
    QuantizedDistribution""".split()
)


class OldMethods:
    """What every distribution had besides, up to 1.0. For densities and masses `prob` and `log_prob` are enough."""

    @property
    def is_continuous(self: Any) -> bool:
        """Whether samples have a density."""
        counts = any(cls.__name__ in COUNTS for cls in type(self).__mro__)
        return not (counts or self.dtype.is_integer or self.dtype.is_bool)

    def get_batch_shape(self: Any) -> Any:
        """The old name of `batch_shape`."""
        return self.batch_shape

    def get_event_shape(self: Any) -> Any:
        """The old name of `event_shape`."""
        return self.event_shape

    def sample_n(self: Any, n: Any, seed: int | None = None, name: str = "sample_n", **kwargs: Any) -> Any:
        """The old name of `sample`, for one number of samples."""
        return self.sample(n, seed=seed, name=name, **kwargs)

    def std(self: Any, name: str = "std") -> Any:
        """The old name of `stddev`."""
        return self.stddev(name=name)

    def _with(self: Any, method: str, density: bool, value: TensorLike, name: str, kwargs: dict[str, Any]) -> Any:
        if self.is_continuous != density:
            raise TypeError(f"{name} is undefined for {'discrete' if density else 'continuous'} distributions.")
        return getattr(self, method)(value, name=name, **kwargs)

    def pdf(self, value: TensorLike, name: str = "pdf", **kwargs: Any) -> Any:
        """The density, as `prob`.

        Raises:
          TypeError: there is none, as the distribution is discrete.
        """
        return self._with("prob", True, value, name, kwargs)

    def log_pdf(self, value: TensorLike, name: str = "log_pdf", **kwargs: Any) -> Any:
        """The logarithm of the density, as `log_prob`.

        Raises:
          TypeError: there is none, as the distribution is discrete.
        """
        return self._with("log_prob", True, value, name, kwargs)

    def pmf(self, value: TensorLike, name: str = "pmf", **kwargs: Any) -> Any:
        """The probability of a value, as `prob`.

        Raises:
          TypeError: there is none, as the distribution is continuous.
        """
        return self._with("prob", False, value, name, kwargs)

    def log_pmf(self, value: TensorLike, name: str = "log_pmf", **kwargs: Any) -> Any:
        """The logarithm of the probability of a value, as `log_prob`.

        Raises:
          TypeError: there is none, as the distribution is continuous.
        """
        return self._with("log_prob", False, value, name, kwargs)


def _alias(new: str) -> property:
    return property(lambda self: getattr(self, new), doc=f"The old name of `{new}`.")


def add(cls: type) -> None:
    """Lets the constructor of a distribution take the old names, and instances have them."""
    for old, new in _OLD_PROPERTIES.get(cls.__name__, {}).items():
        setattr(cls, old, _alias(new))
    if cls.__name__ == "Bernoulli":
        cls.q = property(lambda self: 1.0 - self.probs, doc="The probability of 0.")  # type: ignore[attr-defined]
    names = next((OLD_NAMES[base.__name__] for base in cls.__mro__ if base.__name__ in OLD_NAMES), None)
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
