"""Old classes of 1.x whose parameters may be any number, because a function (softplus, mostly) makes them what they must be."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.scalars import Chi2, InverseGamma
from penstock.distributions.gamma import Beta, Exponential, Gamma
from penstock.distributions.location_scale import Laplace, Normal, StudentT
from penstock.graph.typing import TensorLike


def _softplus(x: TensorLike, parameter: str) -> Any:
    return tf.nn.softplus(x, name=f"softplus_{parameter}")


def _whole(x: TensorLike, parameter: str) -> Any:
    return tf.floor(tf.abs(x, name=f"abs_{parameter}"), name=f"floor_abs_{parameter}")


def _through(base: type, name: str, example: tuple[str, str, str], **changes: Callable[[Any, str], Any]) -> Any:
    """A subclass of `base` whose named parameters are changed before they are used; its name is what 1.15 called it.

    Its docstring ends with an example: arguments, a property or method, and the number that this gives.
    """
    names = base._parameter_names  # type: ignore[attr-defined]

    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(key, either) for key in ("self", *names)]
    for key, default in (("validate_args", False), ("allow_nan_stats", True), ("name", name)):
        parameters.append(inspect.Parameter(key, either, default=default))
    signature = inspect.Signature(parameters)

    def __init__(*args: Any, **kwargs: Any) -> None:
        given = signature.bind(*args, **kwargs)
        given.apply_defaults()
        self, *_ = given.arguments.values()
        values = {key: given.arguments[key] for key in names}
        others = {key: given.arguments[key] for key in ("validate_args", "allow_nan_stats")}
        name = given.arguments["name"]
        with tf.name_scope(name, values=list(values.values())) as scope:
            used = {key: changes[key](value, key) if key in changes else value for key, value in values.items()}
            base.__init__(self, **used, **others, name=scope)  # type: ignore[misc]
        self._parameters = {**values, **others, "name": name}

    __init__.__signature__ = signature  # type: ignore[attr-defined]
    how: dict[Callable[[Any, str], Any], str] = {
        _softplus: "softplus({})",
        _whole: "floor(abs({}))",
    }
    used = ", ".join(how[change].format(key) for key, change in changes.items())
    arguments, asked, number = example
    doc = f"""`{base.__name__}` whose {" and ".join(changes)} may be any number: {used} is used.

    Args:
      {", ".join(names)}: see `tf.contrib.distributions.{base.__name__}`.
      validate_args: whether to check arguments when the graph runs.
      allow_nan_stats: whether statistics that are undefined are NaN, instead of an error.
      name: a name for the operations.

    >>> import penstock as tf
    >>> distribution = tf.contrib.distributions.{name}({arguments})
    >>> print("%.4f" % tf.Session().run(distribution.{asked}))
    {number}
    """
    return type(name, (base,), {"__init__": __init__, "__doc__": doc, "__module__": __name__})


NormalWithSoftplusScale = export("contrib.distributions.NormalWithSoftplusScale")(
    _through(Normal, "NormalWithSoftplusScale", ("loc=1.0, scale=0.0", "stddev()", "0.6931"), scale=_softplus)
)
LaplaceWithSoftplusScale = export("contrib.distributions.LaplaceWithSoftplusScale")(
    _through(Laplace, "LaplaceWithSoftplusScale", ("loc=1.0, scale=0.0", "scale", "0.6931"), scale=_softplus)
)
ExponentialWithSoftplusRate = export("contrib.distributions.ExponentialWithSoftplusRate")(
    _through(Exponential, "ExponentialWithSoftplusRate", ("rate=0.0", "rate", "0.6931"), rate=_softplus)
)
GammaWithSoftplusConcentrationRate = export("contrib.distributions.GammaWithSoftplusConcentrationRate")(
    _through(
        Gamma,
        "GammaWithSoftplusConcentrationRate",
        ("concentration=2.0, rate=2.0", "mean()", "1.0000"),
        concentration=_softplus,
        rate=_softplus,
    )
)
InverseGammaWithSoftplusConcentrationRate = export("contrib.distributions.InverseGammaWithSoftplusConcentrationRate")(
    _through(
        InverseGamma,
        "InverseGammaWithSoftplusConcentrationRate",
        ("concentration=2.0, rate=0.0", "rate", "0.6931"),
        concentration=_softplus,
        rate=_softplus,
    )
)
BetaWithSoftplusConcentration = export("contrib.distributions.BetaWithSoftplusConcentration")(
    _through(
        Beta,
        "BetaWithSoftplusConcentration",
        ("-1.0, -1.0", "mean()", "0.5000"),
        concentration1=_softplus,
        concentration0=_softplus,
    )
)
StudentTWithAbsDfSoftplusScale = export("contrib.distributions.StudentTWithAbsDfSoftplusScale")(
    _through(
        StudentT,
        "StudentTWithAbsDfSoftplusScale",
        ("df=-3.5, loc=0.0, scale=0.0", "df", "3.0000"),
        df=_whole,
        scale=_softplus,
    )
)
Chi2WithAbsDf = export("contrib.distributions.Chi2WithAbsDf")(
    _through(Chi2, "Chi2WithAbsDf", ("df=-3.5", "mean()", "3.0000"), df=_whole)
)

# The same by the names that their parameters had up to 1.0.
NormalWithSoftplusSigma = export("contrib.distributions.NormalWithSoftplusSigma")(
    _through(Normal, "NormalWithSoftplusSigma", ("mu=1.0, sigma=0.0", "std()", "0.6931"), scale=_softplus)
)
ExponentialWithSoftplusLam = export("contrib.distributions.ExponentialWithSoftplusLam")(
    _through(Exponential, "ExponentialWithSoftplusLam", ("lam=0.0", "lam", "0.6931"), rate=_softplus)
)
GammaWithSoftplusAlphaBeta = export("contrib.distributions.GammaWithSoftplusAlphaBeta")(
    _through(
        Gamma,
        "GammaWithSoftplusAlphaBeta",
        ("alpha=2.0, beta=2.0", "mean()", "1.0000"),
        concentration=_softplus,
        rate=_softplus,
    )
)
InverseGammaWithSoftplusAlphaBeta = export("contrib.distributions.InverseGammaWithSoftplusAlphaBeta")(
    _through(
        InverseGamma,
        "InverseGammaWithSoftplusAlphaBeta",
        ("alpha=2.0, beta=0.0", "beta", "0.6931"),
        concentration=_softplus,
        rate=_softplus,
    )
)
BetaWithSoftplusAB = export("contrib.distributions.BetaWithSoftplusAB")(
    _through(
        Beta,
        "BetaWithSoftplusAB",
        ("a=-1.0, b=-1.0", "mean()", "0.5000"),
        concentration1=_softplus,
        concentration0=_softplus,
    )
)
StudentTWithAbsDfSoftplusSigma = export("contrib.distributions.StudentTWithAbsDfSoftplusSigma")(
    _through(
        StudentT,
        "StudentTWithAbsDfSoftplusSigma",
        ("df=-3.5, mu=0.0, sigma=0.0", "df", "3.0000"),
        df=_whole,
        scale=_softplus,
    )
)
