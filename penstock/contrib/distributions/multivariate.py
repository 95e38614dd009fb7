"""Normal distributions of vectors, by the form of their scale: diagonal, triangular, full, diagonal plus low rank."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.bijectors.combining import AffineLinearOperator
from penstock.contrib.distributions.scaled import DIAGONAL, Scaled, diagonal_scale, shapes, tensor
from penstock.contrib.distributions.transformed import TransformedDistribution
from penstock.distributions.kullback_leibler import RegisterKL
from penstock.distributions.location_scale import Normal
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.linalg.derived import LinearOperatorLowRankUpdate
from penstock.linalg.operator import LinearOperator
from penstock.linalg.structured import LinearOperatorLowerTriangular


@export("contrib.distributions.MultivariateNormalLinearOperator")
class MultivariateNormalLinearOperator(Scaled):
    """The normal distribution of `loc + scale·z`, z standard normal, `scale` a linear operator.

    Args:
      loc: [..., k], the mean; zero by default.
      scale: a `tf.linalg.LinearOperator`, [..., k, k].
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: there is no scale, or it does not fit.
      TypeError: it is not real.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> d = ds.MultivariateNormalLinearOperator([1.0, 2.0], tf.linalg.LinearOperatorDiag([3.0, 4.0]))
    >>> tf.Session().run(d.covariance()).tolist()
    [[9.0, 0.0], [0.0, 16.0]]
    """

    def __init__(
        self,
        loc: Any = None,
        scale: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalLinearOperator",
    ) -> None:
        parameters = dict(locals())
        if scale is None:
            raise ValueError("Missing required `scale` parameter.")
        if not scale.dtype.is_floating:
            raise TypeError("`scale` parameter must have floating-point dtype.")
        with tf.name_scope(name, values=[loc, *scale.graph_parents]) as name:
            loc = tensor(loc, "loc")
            batch_shape, event_shape = shapes(loc, scale)
        TransformedDistribution.__init__(
            self,
            Normal(loc=tf.zeros([], dtype=scale.dtype), scale=tf.ones([], dtype=scale.dtype)),
            AffineLinearOperator(shift=loc, scale=scale, validate_args=validate_args),
            batch_shape,
            event_shape,
            validate_args,
            name,
        )
        self._parameters = parameters

    def _mean(self) -> Tensor:
        zeros = tf.zeros(self._shape_of_one(), self.dtype)
        return zeros if self.loc is None else tf.identity(self.loc) + zeros

    _mode = _mean


@RegisterKL(MultivariateNormalLinearOperator, MultivariateNormalLinearOperator)
def _kl_normals(a: Any, b: Any, name: str | None = None) -> Tensor:
    def squared_norm(x: Tensor) -> Tensor:
        return tf.reduce_sum(tf.square(x), axis=[-2, -1])

    with tf.name_scope(name, "kl_mvn", values=[a.loc, b.loc, *a.scale.graph_parents, *b.scale.graph_parents]):
        if isinstance(a.scale, DIAGONAL) and isinstance(b.scale, DIAGONAL):
            ratio = (a.stddev() / b.stddev())[..., tf.newaxis]
        else:
            ratio = b.scale.solve(a.scale.to_dense())
        away = b.scale.solve((b.mean() - a.mean())[..., tf.newaxis])
        size = tf.cast(a.scale.domain_dimension_tensor(), a.dtype)
        determinants = b.scale.log_abs_determinant() - a.scale.log_abs_determinant()
        found = determinants + 0.5 * (-size + squared_norm(ratio) + squared_norm(away))
        found.set_shape(tf.broadcast_static_shape(a.batch_shape, b.batch_shape))
        return found


class OldCovariance:
    """What normal distributions of vectors told of themselves up to 1.0."""

    @property
    def mu(self: Any) -> Tensor:
        """The mean."""
        return self.mean()

    @property
    def sigma(self: Any) -> Tensor:
        """The covariance."""
        return self.covariance()

    def log_sigma_det(self: Any, name: str = "log_sigma_det") -> Tensor:
        """The logarithm of the covariance's determinant."""
        with tf.name_scope(name):
            return 2.0 * self.scale.log_abs_determinant()

    def sigma_det(self: Any, name: str = "sigma_det") -> Tensor:
        """The covariance's determinant."""
        with tf.name_scope(name):
            return tf.exp(self.log_sigma_det())


@export("contrib.distributions.MultivariateNormalDiag")
class MultivariateNormalDiag(OldCovariance, MultivariateNormalLinearOperator):
    """The normal distribution of vectors of independent elements.

    Args:
      loc: [..., k], the mean; zero by default.
      scale_diag: [..., k], the standard deviations.
      scale_identity_multiplier: [...], added to all of them; 1 if there is no `scale_diag`.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: the size is not known, as there is neither `loc` nor `scale_diag`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.MultivariateNormalDiag(loc=[1.0, -1.0], scale_diag=[1.0, 2.0])
    >>> d.event_shape, tf.Session().run(d.stddev()).tolist()
    (TensorShape([Dimension(2)]), [1.0, 2.0])
    """

    def __init__(
        self,
        loc: Any = None,
        scale_diag: Any = None,
        scale_identity_multiplier: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalDiag",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name) as name, tf.name_scope("init", values=[loc, scale_diag, scale_identity_multiplier]):
            scale = diagonal_scale(loc, scale_diag, scale_identity_multiplier)
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)
        self._parameters = parameters


@export("contrib.distributions.MultivariateNormalDiagWithSoftplusScale")
class MultivariateNormalDiagWithSoftplusScale(MultivariateNormalDiag):
    """`MultivariateNormalDiag` with the softplus of `scale_diag`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.MultivariateNormalDiagWithSoftplusScale([0.0], [0.0])
    >>> tf.Session().run(d.stddev()).round(4).tolist() == [tf.Session().run(tf.nn.softplus(0.0)).round(4)]
    True
    """

    def __init__(
        self,
        loc: Any,
        scale_diag: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalDiagWithSoftplusScale",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[scale_diag]) as name:
            softened = tf.nn.softplus(scale_diag)
            super().__init__(loc, softened, None, validate_args, allow_nan_stats, name)
        self._parameters = parameters


@export("contrib.distributions.MultivariateNormalTriL")
class MultivariateNormalTriL(MultivariateNormalLinearOperator):
    """The normal distribution with covariance T·Tᵀ, T lower triangular.

    Args:
      loc: [..., k], the mean; zero by default.
      scale_tril: [..., k, k], T, with a diagonal that is not zero; the identity by default.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: none of the two is given.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.MultivariateNormalTriL([0.0, 0.0], [[1.0, 0.0], [1.0, 1.0]])
    >>> tf.Session().run(d.covariance()).tolist()
    [[1.0, 1.0], [1.0, 2.0]]
    """

    def __init__(
        self,
        loc: Any = None,
        scale_tril: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalTriL",
    ) -> None:
        parameters = dict(locals())
        if loc is None and scale_tril is None:
            raise ValueError("Must specify one or both of `loc`, `scale_tril`.")
        scale: LinearOperator
        with tf.name_scope(name) as name, tf.name_scope("init", values=[loc, scale_tril]):
            loc, scale_tril = tensor(loc, "loc"), tensor(scale_tril, "scale_tril")
            if scale_tril is None:
                scale = diagonal_scale(loc, None, None)
            else:
                scale = LinearOperatorLowerTriangular(
                    scale_tril, is_non_singular=True, is_self_adjoint=False, is_positive_definite=False
                )
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)
        self._parameters = parameters


@export("contrib.distributions.MultivariateNormalFullCovariance")
class MultivariateNormalFullCovariance(MultivariateNormalTriL):
    """The normal distribution with a given covariance matrix.

    Args:
      loc: [..., k], the mean; zero by default.
      covariance_matrix: [..., k, k], symmetric and positive definite; the identity by default.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.MultivariateNormalFullCovariance([0.0, 0.0], [[1.0, 1.0], [1.0, 2.0]])
    >>> tf.Session().run(d.variance()).round(4).tolist()
    [1.0, 2.0]
    """

    def __init__(
        self,
        loc: Any = None,
        covariance_matrix: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalFullCovariance",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name) as name, tf.name_scope("init", values=[loc, covariance_matrix]):
            tril = None
            if covariance_matrix is not None:
                covariance = convert_to_tensor(covariance_matrix, name="covariance_matrix")
                if validate_args:
                    transposed = tf.matrix_transpose(covariance)
                    check = tf.assert_near(covariance, transposed, message="Matrix was not symmetric")
                    covariance = tf.with_dependencies([check], covariance)
                tril = tf.cholesky(covariance)
            super().__init__(loc, tril, validate_args, allow_nan_stats, name)
        self._parameters = parameters


@export("contrib.distributions.MultivariateNormalDiagPlusLowRank")
class MultivariateNormalDiagPlusLowRank(MultivariateNormalLinearOperator):
    """The normal distribution with scale `diag(d) + c I + U diag(e) Uᵀ`.

    Args:
      loc: [..., k], the mean; zero by default.
      scale_diag: [..., k], d.
      scale_identity_multiplier: [...], c; 1 if there is no `scale_diag`.
      scale_perturb_factor: [..., k, r], U.
      scale_perturb_diag: [..., r], e; ones by default.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> d = ds.MultivariateNormalDiagPlusLowRank([0.0, 0.0], [1.0, 1.0], scale_perturb_factor=[[1.0], [0.0]])
    >>> tf.Session().run(d.stddev()).tolist()
    [2.0, 1.0]
    """

    def __init__(
        self,
        loc: Any = None,
        scale_diag: Any = None,
        scale_identity_multiplier: Any = None,
        scale_perturb_factor: TensorLike | None = None,
        scale_perturb_diag: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalDiagPlusLowRank",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name) as name, tf.name_scope("init"):
            factor = tensor(scale_perturb_factor, "scale_perturb_factor")
            like = loc if factor is None or loc is not None else factor[..., 0]
            scale = diagonal_scale(like, scale_diag, scale_identity_multiplier, True if factor is not None else None)
            if factor is not None:
                perturb = tensor(scale_perturb_diag, "scale_perturb_diag")
                scale = LinearOperatorLowRankUpdate(
                    scale, u=factor, diag_update=perturb, is_diag_update_positive=perturb is None, is_square=True
                )
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)
        self._parameters = parameters
