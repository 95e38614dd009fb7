"""Kernels, shape rules and gradients of the random operations; their numbers come from `philox.py` and the files beside it.

The public functions are in `random.py`. A kernel takes as many samples from its counter as 1.15's CPU kernel reserves,
used or not, so that the next execution begins where it would have begun there.
"""

from __future__ import annotations

import math

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.backend import memory
from penstock.ops.common import memory_check
from penstock.ops.random import choice as random_choice
from penstock.ops.random import normal as random_normal
from penstock.ops.random import philox
from penstock.ops.random import rejection as random_rejection
from penstock.ops.random import uniform as random_uniform

_size = math.prod


def _dims(shape, dtype=np.float32) -> tuple[int, ...]:
    shape = np.asarray(shape)
    if shape.ndim != 1:
        got = ",".join(str(d) for d in shape.shape)
        raise errors.InvalidArgumentError(None, None, f"shape must be a vector of {{int32,int64}}, got shape [{got}]")
    dims = tuple(shape.tolist())
    for d in dims:
        if d < 0:
            raise errors.InvalidArgumentError(None, None, f"Dimension {d} must be >= 0")
    if _size(dims) > memory_check.MIN_ELEMENTS_CHECKED:
        memory_check.check(dims, dtype)
    return dims


# ---- one distribution, filling a shape

_FILLERS = {
    "RandomUniform": ("StatelessRandomUniform", random_uniform.uniform),
    "RandomStandardNormal": ("StatelessRandomNormal", random_normal.normal),
    "TruncatedNormal": ("StatelessTruncatedNormal", random_rejection.truncated_normal),
}


def _register_filler(name, stateless_name, fill):
    @op(name, shape=rule.from_input(0), static=("shape",))
    def stateful(xp, shape, *, dtype, ctx):
        dims = _dims(shape, dtype.as_numpy_dtype)
        size = _size(dims)
        key, counter = ctx.philox(random_uniform.reserved(size))
        return _shaped(xp, fill(xp, key, counter, size, dtype.as_numpy_dtype), dims)

    @op(stateless_name, shape=_stateless_shape, static=("shape",))
    def stateless(xp, shape, seed, *, dtype):
        dims = _dims(shape, dtype.as_numpy_dtype)
        key, counter = _stateless(xp, seed)
        return _shaped(xp, fill(xp, key, counter, _size(dims), dtype.as_numpy_dtype), dims)

    no_gradient(name, stateless_name)


def _shaped(xp, numbers, dims):
    return memory.reshape_owned(numbers, dims) if xp is np else numbers.reshape(dims)


def _stateless(xp, seed):
    if seed.shape != (2,):
        got = ",".join(str(d) for d in seed.shape)
        raise errors.InvalidArgumentError(None, None, f"seed must have shape [2], not [{got}]")
    return philox.stateless(xp, seed)


def _stateless_shape(c):
    _check_seed(c.shape(1))
    return [c.const_as_shape(0)]


def _check_seed(shape):
    rule.with_value(rule.dim(rule.with_rank(shape, 1), 0), 2)


for _name, (_stateless_name, _fill) in _FILLERS.items():
    _register_filler(_name, _stateless_name, _fill)


def _int_shape(c):
    for shape in c.shapes[-2:]:
        rule.with_rank(shape, 0)
    return _stateless_shape(c) if len(c.shapes) == 4 else [c.const_as_shape(0)]


def _check_range(low, high):
    for name, value in (("minval", low), ("maxval", high)):
        if np.ndim(value):
            got = ",".join(str(d) for d in value.shape)
            raise errors.InvalidArgumentError(None, None, f"{name} must be 0-D, got shape [{got}]")
    check(low < high, errors.InvalidArgumentError, lambda: f"Need minval < maxval, got {low} >= {high}")


@op("RandomUniformInt", shape=_int_shape, static=("shape",))
def _random_uniform_int(xp, shape, minval, maxval, *, ctx):
    _check_range(minval, maxval)
    dims = _dims(shape)
    key, counter = ctx.philox(random_uniform.reserved(_size(dims)))
    return random_uniform.uniform_int(xp, key, counter, _size(dims), minval, maxval).reshape(dims)


@op("StatelessRandomUniformInt", shape=_int_shape, static=("shape",))
def _stateless_random_uniform_int(xp, shape, seed, minval, maxval):
    _check_range(minval, maxval)
    dims = _dims(shape)
    key, counter = _stateless(xp, seed)
    return random_uniform.uniform_int(xp, key, counter, _size(dims), minval, maxval).reshape(dims)


def _parameters_shape(c):
    for shape in c.shapes[1:]:
        rule.with_rank_at_most(shape, 1)
    return [c.const_as_shape(0)]


@op("ParameterizedTruncatedNormal", shape=_parameters_shape, host=True)
def _parameterized_truncated_normal(xp, shape, means, stdevs, minvals, maxvals, *, ctx):
    dims = _dims(shape)
    if not dims:
        raise errors.InvalidArgumentError(None, None, "Shape tensor must not be empty, got []")
    parameters = [np.asarray(p) for p in (means, stdevs, minvals, maxvals)]
    for name, p in zip(("means", "stddevs", "minvals", "maxvals"), parameters):
        got = ",".join(str(d) for d in p.shape)
        if p.ndim > 1:
            text = f"Input {name} should be a scalar or vector, got shape: [{got}]"
            raise errors.InvalidArgumentError(None, None, text)
        if p.size not in (1, dims[0]):
            text = f"Input {name} should have length 1 or shape[0], got shape: [{got}]"
            raise errors.InvalidArgumentError(None, None, text)
    n = random_choice.bounded_reserved(*random_choice.batches(dims, *parameters))
    key, counter = ctx.philox(n)
    return random_choice.bounded_normal(key, counter, dims, *parameters)


# ---- permutations and choices


@op("RandomShuffle", shape=rule.same)
def _random_shuffle(xp, value, *, ctx):
    size = value.shape[0] if value.ndim else 0
    if size <= 1 or value.size <= 1:
        return value[...]
    key, counter = ctx.philox(random_choice.shuffle_reserved(size))
    return value[random_choice.permutation(xp, key, counter, size)]


def _multinomial_shape(c):
    if len(c.shapes) == 3:
        _check_seed(c.shape(2))
    logits = rule.with_rank(c.shape(0), 2)
    rule.with_rank(c.shape(1), 0)
    return [TensorShape([logits[0], rule.dim_of_scalar(c, 1)])]


def _multinomial_sizes(logits, num_samples) -> tuple[int, int]:
    if logits.ndim != 2:
        got = ",".join(str(d) for d in logits.shape)
        raise errors.InvalidArgumentError(None, None, f"logits should be a matrix, got shape [{got}]")
    n = int(num_samples)
    if n < 0:
        raise errors.InvalidArgumentError(None, None, f"num_samples should be nonnegative, got {n}")
    if logits.shape[1] == 0:
        raise errors.InvalidArgumentError(None, None, f"num_classes should be positive, got {logits.shape[1]}")
    return logits.shape[0], n


@op("Multinomial", shape=_multinomial_shape, static=("num_samples",))
def _multinomial(xp, logits, num_samples, *, output_dtype, ctx):
    batch, n = _multinomial_sizes(logits, num_samples)
    dtype = output_dtype.as_numpy_dtype
    if batch * n == 0:
        return xp.zeros((batch, n), dtype)
    key, counter = ctx.philox(random_choice.multinomial_reserved(batch, n))
    return random_choice.multinomial(xp, key, counter, logits, n, dtype)


@op("StatelessMultinomial", shape=_multinomial_shape, static=("num_samples",))
def _stateless_multinomial(xp, logits, num_samples, seed, *, output_dtype):
    batch, n = _multinomial_sizes(logits, num_samples)
    key, counter = _stateless(xp, seed)
    dtype = output_dtype.as_numpy_dtype
    if batch * n == 0:
        return xp.zeros((batch, n), dtype)
    return random_choice.multinomial(xp, key, counter, logits, n, dtype)


# ---- distributions with a parameter for each output


def _sampled_shape(c):
    return [c.const_as_shape(0).concatenate(c.shape(1))]


def _sampled(xp, distribution, shape, parameter, dtype, ctx):
    dims = _dims(shape)
    full = dims + tuple(parameter.shape)
    if _size(full) == 0:
        return xp.zeros(full, dtype)
    key, counter = ctx.philox(random_uniform.reserved(_size(full)))
    return distribution(xp, key, counter, _size(dims), parameter, dtype).reshape(full)


@op("RandomGamma", shape=_sampled_shape, static=("shape",))
def _random_gamma(xp, shape, alpha, *, T, ctx):
    return _sampled(xp, random_rejection.gamma, shape, alpha, T.as_numpy_dtype, ctx)


@op(("RandomPoisson", "RandomPoissonV2"), shape=_sampled_shape, static=("shape",))
def _random_poisson(xp, shape, rate, *, dtype, ctx):
    return _sampled(xp, random_rejection.poisson, shape, rate, dtype.as_numpy_dtype, ctx)


@op("RandomGammaGrad", shape=rule.broadcast)
def _random_gamma_grad(xp, alpha, sample):
    return random_rejection.gamma_sample_gradient(xp, alpha, sample)


@gradient("RandomGamma")
def _gradient_of_random_gamma(op, grad):
    import penstock as tf

    shape, alpha = op.inputs
    with tf.control_dependencies([grad]):
        # Leading dimensions of 1, so that alpha broadcasts over the samples.
        n = tf.shape(shape)[0]
        wide = tf.reshape(alpha, tf.concat([tf.ones([n], dtype=tf.int32), tf.shape(alpha)], axis=0))
        partial = tf.raw_ops.RandomGammaGrad(alpha=wide, sample=op.outputs[0])
        return None, tf.reduce_sum(grad * partial, axis=tf.range(n))


no_gradient(
    "ParameterizedTruncatedNormal",
    "RandomShuffle",
    "Multinomial",
    "StatelessMultinomial",
    "StatelessRandomUniformInt",
    "RandomPoisson",
)
