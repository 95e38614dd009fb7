"""Mixtures of distributions: each sample comes from one of several, chosen at random."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.distributions import util
from penstock.distributions.base import NOT_REPARAMETERIZED, Distribution
from penstock.distributions.discrete import Categorical
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike


@export("contrib.distributions.Mixture")
class Mixture(Distribution):
    """A draw from one of several distributions, which a Categorical chooses.

    Args:
      cat: the Categorical, with as many classes as there are components.
      components: distributions of one type, event shape and batch shape.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.
      use_static_graph: whether all components are sampled and the chosen one is kept, which needs no partition.

    Raises:
      TypeError, ValueError: the arguments do not fit one another.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> d = ds.Mixture(ds.Categorical(probs=[0.25, 0.75]), [ds.Normal(0.0, 1.0), ds.Normal(4.0, 1.0)])
    >>> float(tf.Session().run(d.mean()))
    3.0
    """

    def __init__(
        self,
        cat: Any,
        components: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        use_static_graph: bool = False,
        name: str = "Mixture",
    ) -> None:
        parameters = dict(locals())
        if not isinstance(cat, Categorical):
            raise TypeError(f"cat must be a Categorical distribution, but saw: {cat}")
        if not components:
            raise ValueError("components must be a non-empty list or tuple")
        if not isinstance(components, (list, tuple)):
            raise TypeError(f"components must be a list or tuple, but saw: {components}")
        if not all(isinstance(c, Distribution) for c in components):
            raise TypeError(f"all entries in components must be Distribution instances but saw: {components}")
        dtype = components[0].dtype
        if not all(d.dtype == dtype for d in components):
            found = [(d.name, d.dtype) for d in components]
            raise TypeError(f"All components must have the same dtype, but saw dtypes: {found}")
        events, batches = ([getattr(d, what) for d in components] for what in ("event_shape", "batch_shape"))
        self._static_event_shape = functools.reduce(lambda a, b: a.merge_with(b), events)
        self._static_batch_shape = functools.reduce(lambda a, b: a.merge_with(b), batches, cat.batch_shape)
        if self._static_event_shape.ndims is None:
            raise ValueError(
                "Expected to know rank(event_shape) from components, but none of the components provide a static "
                "number of ndims"
            )
        with tf.name_scope(name, values=[cat.logits]) as name:
            count = constant_value(cat.event_size)
            if count is None:
                raise ValueError(
                    "Could not infer number of classes from cat and unable to compare this value to the number of "
                    "components passed in."
                )
            if int(count) != len(components):
                raise ValueError(f"cat.num_classes != len(components): {int(count)} vs. {len(components)}")
            self._assertions = []
            if validate_args:
                message = "components[%d] batch shape must match cat batch shape"
                shape = cat.batch_shape_tensor()
                for i, d in enumerate(components):
                    self._assertions.append(tf.assert_equal(shape, d.batch_shape_tensor(), message=message % i))
        self._cat, self._components, self._num_components = cat, list(components), int(count)
        self._use_static_graph = use_static_graph
        parents = [parent for d in (cat, *components) for parent in d._graph_parents]
        super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def cat(self) -> Categorical:
        """The distribution that chooses."""
        return self._cat

    @property
    def components(self) -> list[Distribution]:
        """The distributions to choose from."""
        return self._components

    @property
    def num_components(self) -> int:
        """How many there are."""
        return self._num_components

    def _batch_shape_tensor(self) -> Tensor:
        return self._cat.batch_shape_tensor()

    def _batch_shape(self) -> TensorShape:
        return self._static_batch_shape

    def _event_shape_tensor(self) -> Tensor:
        return self._components[0].event_shape_tensor()

    def _event_shape(self) -> TensorShape:
        return self._static_event_shape

    def _weights(self, logarithms: bool, like_events: bool = False) -> list[Tensor]:
        softmax = tf.nn.log_softmax if logarithms else tf.nn.softmax
        weights = tf.unstack(softmax(self.cat.logits), num=self.num_components, axis=-1)
        for _ in range(self.event_shape.ndims or 0) if like_events else ():
            weights = [tf.expand_dims(weight, -1) for weight in weights]
        return weights

    def _mean(self) -> Tensor:
        with tf.control_dependencies(self._assertions):
            weights = self._weights(logarithms=False, like_events=True)
            return tf.add_n([weight * d.mean() for weight, d in zip(weights, self.components)])

    def _variance(self) -> Tensor:
        """The mean of the variances, and the variance of the means."""
        with tf.control_dependencies(self._assertions):
            weights = self._weights(logarithms=False, like_events=True)
            squares = [w * (tf.square(d.stddev()) + tf.square(d.mean())) for w, d in zip(weights, self.components)]
            return tf.add_n(squares) - tf.square(self._mean())

    def _stddev(self) -> Tensor:
        return tf.sqrt(self._variance())

    def _mixed(self, values: list[Tensor]) -> Tensor:
        weights = self._weights(logarithms=True)
        return tf.reduce_logsumexp(tf.stack([w + value for w, value in zip(weights, values)], 0), [0])

    def _log_prob(self, x: Tensor) -> Tensor:
        with tf.control_dependencies(self._assertions):
            return self._mixed([d.log_prob(x) for d in self.components])

    def _log_cdf(self, x: Tensor) -> Tensor:
        with tf.control_dependencies(self._assertions):
            return self._mixed([d.log_cdf(x) for d in self.components])

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        with tf.control_dependencies(self._assertions):
            return self._sample_all(n, seed) if self._use_static_graph else self._sample_chosen(n, seed)

    def _sample_all(self, n: Any, seed: int | None) -> Tensor:
        chosen = self.cat.sample(n, seed=seed)
        samples = []
        for d in self.components:
            seed = util.gen_new_seed(seed, "mixture")
            samples.append(d.sample(n, seed=seed))
        rank = self._static_event_shape.ndims or 0
        return _keep(tf.stack(samples, -rank - 1), chosen, self._num_components, rank)

    def _sample_chosen(self, n: Any, seed: int | None) -> Tensor:
        """Each component is asked for as many samples as chose it, for the whole batch, and those that count are taken."""
        n = convert_to_tensor(n, name="n")
        chosen = self.cat.sample(n, seed=seed)
        batch = tf.reduce_prod(self.batch_shape_tensor())
        shape = tf.shape(chosen)
        places = tf.reshape(tf.range(tf.size(chosen)), shape)
        within = tf.reshape(tf.tile(tf.range(batch), [n]), shape)
        places_of = tf.dynamic_partition(places, chosen, self.num_components)
        within_of = tf.dynamic_partition(within, chosen, self.num_components)
        samples = []
        for i, d in enumerate(self.components):
            count = tf.size(places_of[i])
            seed = util.gen_new_seed(seed, "mixture")
            drawn = d.sample(count, seed=seed)
            drawn = tf.reshape(drawn, tf.concat([[count * batch], self.event_shape_tensor()], 0))
            samples.append(tf.gather(drawn, batch * tf.range(count) + within_of[i]))
        flat = tf.dynamic_stitch(places_of, samples)
        result = tf.reshape(flat, tf.concat([shape, self.event_shape_tensor()], 0))
        result.set_shape(chosen.shape.concatenate(self.event_shape))
        return result

    def entropy_lower_bound(self, name: str = "entropy_lower_bound") -> Tensor:
        """A number below the entropy: the mean of the components' entropies."""
        with self._name_scope(name, values=[self.cat.logits]), tf.control_dependencies(self._assertions):
            weights = self._weights(logarithms=False)
            return tf.add_n([weight * d.entropy() for weight, d in zip(weights, self.components)])


def _keep(x: Tensor, chosen: Tensor, count: int, event_rank: int) -> Tensor:
    """Of samples [n, B, k, E], those of the chosen components [n, B]."""
    one = np.ones([], x.dtype.as_numpy_dtype)
    mask = tf.one_hot(chosen, count, on_value=one, off_value=one * 0)
    for _ in range(event_rank):
        mask = tf.expand_dims(mask, -1)
    return tf.reduce_sum(x * mask, axis=-1 - event_rank)


@export("contrib.distributions.MixtureSameFamily")
class MixtureSameFamily(Distribution):
    """A mixture whose components are the last batch dimension of one distribution.

    Args:
      mixture_distribution: a Categorical of k classes.
      components_distribution: a distribution of batch shape [..., k].
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: the shapes do not fit.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> d = ds.MixtureSameFamily(ds.Categorical(probs=[0.25, 0.75]), ds.Normal([0.0, 4.0], 1.0))
    >>> float(tf.Session().run(d.mean()))
    3.0
    """

    def __init__(
        self,
        mixture_distribution: Any,
        components_distribution: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MixtureSameFamily",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name) as name:
            mixture, components = mixture_distribution, components_distribution
            self._mixture_distribution, self._components_distribution = mixture, components
            if not mixture.dtype.is_integer:
                raise ValueError(f"`mixture_distribution.dtype` ({mixture.dtype.name}) is not over integers")
            if mixture.event_shape.ndims not in (None, 0):
                raise ValueError("`mixture_distribution` must have scalar `event_dim`s")
            if components.event_shape.ndims is None:
                raise ValueError("the number of event dimensions of `components_distribution` must be known")
            batch = components.batch_shape.with_rank_at_least(1)
            own = mixture.batch_shape
            if own.is_fully_defined() and batch[:-1].is_fully_defined() and own.ndims != 0 and own != batch[:-1]:
                raise ValueError(
                    f"`mixture_distribution.batch_shape` (`{own.as_list()}`) is not compatible with "
                    f"`components_distribution.batch_shape` (`{batch[:-1].as_list()}`)"
                )
            km = mixture.logits.shape.with_rank_at_least(1)[-1].value
            kc = batch[-1].value if batch.ndims is not None else None
            if km is not None and kc is not None and km != kc:
                raise ValueError(
                    f"`mixture_distribution components` ({km}) does not equal "
                    f"`components_distribution.batch_shape[-1]` ({kc})"
                )
            self._num_components = tf.shape(mixture.logits)[-1] if km is None else km
            self._event_ndims = components.event_shape.ndims
            parents = mixture._graph_parents + components._graph_parents
            kind = components.dtype
            super().__init__(kind, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def mixture_distribution(self) -> Any:
        """The distribution that chooses."""
        return self._mixture_distribution

    @property
    def components_distribution(self) -> Any:
        """The distribution of the components."""
        return self._components_distribution

    def _batch_shape_tensor(self) -> Tensor:
        return self.components_distribution.batch_shape_tensor()[:-1]

    def _batch_shape(self) -> TensorShape:
        return self.components_distribution.batch_shape.with_rank_at_least(1)[:-1]

    def _event_shape_tensor(self) -> Tensor:
        return self.components_distribution.event_shape_tensor()

    def _event_shape(self) -> TensorShape:
        return self.components_distribution.event_shape

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        # As in 1.15, the seed is not used here.
        x = self.components_distribution.sample(n)
        chosen = self.mixture_distribution.sample(n)
        missing = (x.shape.ndims or 0) - self._event_ndims - 1 - (chosen.shape.ndims or 0)
        for _ in range(max(0, missing)):  # one choice for the whole batch
            chosen = tf.expand_dims(chosen, -1)
        return _keep(x, chosen, self._num_components, self._event_ndims)

    def _beside_components(self, x: Tensor) -> Tensor:
        """`x` with an axis for the components before the event's axes."""
        return tf.expand_dims(x, -1 - self._event_ndims)

    def _mixed(self, values: Tensor) -> Tensor:
        weights = tf.nn.log_softmax(self.mixture_distribution.logits, axis=-1)
        return tf.reduce_logsumexp(values + weights, axis=-1)

    def _log_prob(self, x: Tensor) -> Tensor:
        return self._mixed(self.components_distribution.log_prob(self._beside_components(x)))

    def _log_cdf(self, x: Tensor) -> Tensor:
        return self._mixed(self.components_distribution.log_cdf(self._beside_components(x)))

    def _weighted(self, values: Tensor, event_rank: int) -> Tensor:
        weights = self.mixture_distribution.probs
        for _ in range(event_rank):
            weights = tf.expand_dims(weights, -1)
        return tf.reduce_sum(weights * values, axis=-1 - event_rank)

    def _mean(self) -> Tensor:
        return self._weighted(self.components_distribution.mean(), self._event_ndims)

    def _variance(self) -> Tensor:
        parts = self.components_distribution
        between = tf.squared_difference(parts.mean(), self._beside_components(self._mean()))
        return self._weighted(parts.variance(), self._event_ndims) + self._weighted(between, self._event_ndims)

    def _covariance(self) -> Tensor:
        if self._event_ndims != 1:
            raise NotImplementedError("covariance is not implemented")
        parts = self.components_distribution
        away = parts.mean() - self._beside_components(self._mean())
        between = away[..., tf.newaxis, :] * away[..., tf.newaxis]
        return self._weighted(parts.covariance(), 2) + self._weighted(between, 2)
