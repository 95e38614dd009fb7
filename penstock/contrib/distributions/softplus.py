"""Old classes of 1.x whose parameters may be any number, because a softplus (or the absolute value) makes them positive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.scalars import Chi2, InverseGamma
from penstock.distributions.gamma import Beta, Exponential, Gamma
from penstock.distributions.location_scale import Laplace, Normal, StudentT


def _through(base: type, name: str, **changes: Callable[[Any], Any]) -> Any:
    """A subclass of `base` whose named parameters are changed before they are used; its name is what 1.15 called it."""
    names = base._parameter_names  # type: ignore[attr-defined]

    def __init__(
        self: Any,
        *args: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = name,
        **given: Any,
    ) -> None:
        values = {**dict(zip(names, args)), **given}
        others = {"validate_args": validate_args, "allow_nan_stats": allow_nan_stats}
        with tf.name_scope(name, values=list(values.values())) as scope:
            used = {key: changes[key](value) if key in changes else value for key, value in values.items()}
            base.__init__(self, **used, **others, name=scope)  # type: ignore[misc]
        self._parameters = {**values, **others, "name": name}

    doc = f"`{base.__name__}` whose {' and '.join(changes)} may be any number: it is made positive first."
    return type(name, (base,), {"__init__": __init__, "__doc__": doc, "__module__": __name__})


_softplus = lambda x: tf.nn.softplus(x)  # noqa: E731
_whole = lambda x: tf.floor(tf.abs(x))  # noqa: E731
NormalWithSoftplusScale = export("contrib.distributions.NormalWithSoftplusScale")(
    _through(Normal, "NormalWithSoftplusScale", scale=_softplus)
)
LaplaceWithSoftplusScale = export("contrib.distributions.LaplaceWithSoftplusScale")(
    _through(Laplace, "LaplaceWithSoftplusScale", scale=_softplus)
)
ExponentialWithSoftplusRate = export("contrib.distributions.ExponentialWithSoftplusRate")(
    _through(Exponential, "ExponentialWithSoftplusRate", rate=_softplus)
)
GammaWithSoftplusConcentrationRate = export("contrib.distributions.GammaWithSoftplusConcentrationRate")(
    _through(Gamma, "GammaWithSoftplusConcentrationRate", concentration=_softplus, rate=_softplus)
)
InverseGammaWithSoftplusConcentrationRate = export("contrib.distributions.InverseGammaWithSoftplusConcentrationRate")(
    _through(InverseGamma, "InverseGammaWithSoftplusConcentrationRate", concentration=_softplus, rate=_softplus)
)
BetaWithSoftplusConcentration = export("contrib.distributions.BetaWithSoftplusConcentration")(
    _through(Beta, "BetaWithSoftplusConcentration", concentration1=_softplus, concentration0=_softplus)
)
StudentTWithAbsDfSoftplusScale = export("contrib.distributions.StudentTWithAbsDfSoftplusScale")(
    _through(StudentT, "StudentTWithAbsDfSoftplusScale", df=_whole, scale=_softplus)
)
Chi2WithAbsDf = export("contrib.distributions.Chi2WithAbsDf")(_through(Chi2, "Chi2WithAbsDf", df=_whole))
