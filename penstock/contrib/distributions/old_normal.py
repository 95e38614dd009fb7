"""The normal distributions of vectors as releases up to 1.0 had them: a mean `mu`, a covariance `sigma` given in several ways."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.multivariate import (
    MultivariateNormalDiagPlusLowRank,
    MultivariateNormalDiagWithSoftplusScale,
    MultivariateNormalFullCovariance,
    MultivariateNormalTriL,
    OldCovariance,
)
from penstock.graph.convert import convert_to_tensor


@export("contrib.distributions.MultivariateNormal")
class MultivariateNormal(OldCovariance, MultivariateNormalFullCovariance):
    """Early 1.x's normal distribution of vectors.

    Args:
      mu: [..., k], the mean.
      sigma: [..., k, k], the covariance; this or `sigma_chol` is given.
      sigma_chol: [..., k, k], its Cholesky factor.
      name: name of the scope of its operations.

    Raises:
      ValueError: both or none of `sigma` and `sigma_chol` are given.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.MultivariateNormal([0.0, 0.0], sigma=[[1.0, 0.0], [0.0, 4.0]])
    >>> tf.Session().run(d.stddev()).round(4).tolist()
    [1.0, 2.0]
    """

    def __init__(
        self,
        mu: Any,
        sigma: Any = None,
        sigma_chol: Any = None,
        name: str = "MultivariateNormal",
    ) -> None:
        parameters = {"mu": mu, "sigma": sigma, "sigma_chol": sigma_chol, "name": name}
        if (sigma is None) == (sigma_chol is None):
            raise ValueError("Exactly one of sigma and sigma_chol must be provided")
        if sigma is None:
            chol = tf.matrix_band_part(convert_to_tensor(sigma_chol), -1, 0)
            sigma = tf.matmul(chol, chol, adjoint_b=True)
        super().__init__(mu, sigma, name=name)
        self._parameters = parameters


@export("contrib.distributions.MultivariateNormalFull")
class MultivariateNormalFull(OldCovariance, MultivariateNormalFullCovariance):
    """The normal distribution with a given covariance matrix, by its name up to 1.0.

    Args:
      mu: [..., k], the mean.
      sigma: [..., k, k], the covariance.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.MultivariateNormalFull([0.0, 0.0], [[1.0, 0.0], [0.0, 4.0]])
    >>> round(float(tf.Session().run(d.sigma_det())), 4)
    4.0
    """

    def __init__(
        self,
        mu: Any,
        sigma: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalFull",
    ) -> None:
        parameters = {"mu": mu, "sigma": sigma, "validate_args": validate_args, "allow_nan_stats": allow_nan_stats}
        super().__init__(mu, sigma, validate_args, allow_nan_stats, name)
        self._parameters = {**parameters, "name": name}


@export("contrib.distributions.MultivariateNormalCholesky")
class MultivariateNormalCholesky(OldCovariance, MultivariateNormalTriL):
    """The normal distribution with covariance `chol` times its transpose, by its name up to 1.0.

    Args:
      mu: [..., k], the mean.
      chol: [..., k, k], lower triangular; what is above the diagonal is not read.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.MultivariateNormalCholesky([0.0, 0.0], [[1.0, 0.0], [1.0, 2.0]])
    >>> tf.Session().run(d.sigma).tolist()
    [[1.0, 1.0], [1.0, 5.0]]
    """

    def __init__(
        self,
        mu: Any,
        chol: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalCholesky",
    ) -> None:
        parameters = {"mu": mu, "chol": chol, "validate_args": validate_args, "allow_nan_stats": allow_nan_stats}
        super().__init__(mu, chol, validate_args, allow_nan_stats, name)
        self._parameters = {**parameters, "name": name}


@export("contrib.distributions.MultivariateNormalDiagPlusVDVT")
class MultivariateNormalDiagPlusVDVT(OldCovariance, MultivariateNormalDiagPlusLowRank):
    """The normal distribution with covariance S·S, S = diag(diag_large) + V diag(diag_small) Vᵀ, by its name up to 1.0.

    Args:
      mu: [..., k], the mean.
      diag_large: [..., k].
      v: [..., k, r], V.
      diag_small: [..., r]; ones by default.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.MultivariateNormalDiagPlusVDVT([0.0, 0.0], [1.0, 1.0], [[1.0], [0.0]])
    >>> tf.Session().run(d.sigma).tolist()
    [[4.0, 0.0], [0.0, 1.0]]
    """

    def __init__(
        self,
        mu: Any,
        diag_large: Any,
        v: Any,
        diag_small: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalDiagPlusVDVT",
    ) -> None:
        parameters = {"mu": mu, "diag_large": diag_large, "v": v, "diag_small": diag_small}
        super().__init__(mu, diag_large, None, v, diag_small, validate_args, allow_nan_stats, name)
        self._parameters = {
            **parameters,
            "validate_args": validate_args,
            "allow_nan_stats": allow_nan_stats,
            "name": name,
        }


@export("contrib.distributions.MultivariateNormalDiagWithSoftplusStDev")
class MultivariateNormalDiagWithSoftplusStDev(MultivariateNormalDiagWithSoftplusScale):
    """The normal distribution of independent elements with softplus(diag_stdev), by its name up to 1.0.

    Args:
      mu: [..., k], the mean.
      diag_stdev: [..., k], any numbers.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.MultivariateNormalDiagWithSoftplusStDev([0.0], [0.0])
    >>> print("%.4f" % tf.Session().run(d.std())[0])
    0.6931
    """

    def __init__(
        self,
        loc: Any,
        scale_diag: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalDiagWithSoftplusStdDev",
    ) -> None:
        super().__init__(loc, scale_diag, validate_args, allow_nan_stats, name)
