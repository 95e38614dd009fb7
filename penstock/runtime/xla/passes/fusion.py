"""Kernel fusion: calls of kernels in C, one of which uses the result of the other, become a call of one kernel that does both.

XLA fuses its own loops, but not with calls of kernels: a bias and `relu` after a convolution would each read and write all of it,
and the gradient of a dense layer's weights would be written to be read once, by Adam's update. Nothing is computed twice: a value
between two kernels that are fused is used by nobody else, or is a result too. Results have the same bits as before, but for
the sums that are the gradient of a bias, which are added in another order.

Measured in November 2026 with XLA 0.10.2. Processor time of a training step on one core: MNIST's convolutional network
37.2 → 35.1 ms with AVX-512, 39.0 → 37.1 with AVX2; the network of `tf.layers` 126 → 119 and 148 → 136. Time on two cores that
others use as well (`benchmarks/passes.py`): 50 → 35 and 76 → 65; 183 → 190 and 205 → 140.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from jax.extend.core import ClosedJaxpr, Jaxpr, JaxprEqn

from penstock.ops.backend import native_calls
from penstock.runtime.xla import traced
from penstock.runtime.xla.traced import is_literal, kernel

_CONVOLUTION, _ADAM, _SUMS = (native_calls.target(name) for name in ("conv_forward", "adam", "column_sums"))
_POOL, _POOL_GRADIENT = (native_calls.target(name) for name in ("max_pool", "max_pool_gradient"))
# Fewer weights stay in the cache between their gradient and its use.
_MIN_WEIGHTS = 1 << 18


def rewrite(program: ClosedJaxpr, aliases: Mapping[int, int]) -> ClosedJaxpr:
    """The program with such kernels fused; the same program if there are none."""
    if not any(kernel(eqn) in (_CONVOLUTION, _POOL_GRADIENT, _ADAM) for eqn in program.jaxpr.eqns):
        return program
    return ClosedJaxpr(_Fusion(traced.live(program.jaxpr)).fused(), program.consts)


class _Fusion:
    """A program whose kernels are being fused: equations are replaced in their places, or are gone."""

    def __init__(self, jaxpr: Jaxpr) -> None:
        self.jaxpr = jaxpr
        self.eqns: list[JaxprEqn] = list(jaxpr.eqns)
        self.uses = traced.Uses(jaxpr)
        self.maker = self.uses.maker
        self.gone: set[int] = set()

    def fused(self) -> Jaxpr:
        """The program after fusion, each pattern tried at the equation that ends it."""
        for i, eqn in enumerate(self.eqns):
            if eqn.primitive.name == "add":
                self.fuse_bias(i)
            elif eqn.primitive.name == "max":
                self.fuse_relu(i)
            elif eqn.primitive.name == "mul":
                self.fuse_relu_gradient(i)
            elif kernel(eqn) == _POOL:
                self.fuse_max_pool(i)
            elif kernel(eqn) == _ADAM:
                self.fuse_adam(i)
        return self.jaxpr.replace(eqns=[eqn for i, eqn in enumerate(self.eqns) if i not in self.gone])

    def sole_producer(self, value: object, *names: str) -> int | None:
        """The index of the equation that makes a value, if it is of that kind and the value has one user."""
        if is_literal(value) or self.uses.count(value) != 1 or value not in self.maker:
            return None
        eqn = self.eqns[self.maker[value]]
        return self.maker[value] if (kernel(eqn) or eqn.primitive.name) in names else None

    def call(self, i: int, like: int, name: str, operands: list[Any], results: list[Any] | None = None) -> None:
        """Replaces equation i by a call of a fused kernel, with the parameters of another call; keeps the results of equation i
        if none are given.
        """
        params = dict(self.eqns[like].params)
        results = self.eqns[i].outvars if results is None else results
        params["target_name"] = native_calls.register(name)
        params["input_layouts"] = tuple(tuple(reversed(range(len(v.aval.shape)))) for v in operands)
        params["output_layouts"] = tuple(tuple(reversed(range(len(v.aval.shape)))) for v in results)
        params["result_avals"] = tuple(v.aval for v in results)
        self.eqns[i] = self.eqns[like].replace(invars=operands, outvars=results, params=params)
        self.maker.update((v, i) for v in results)

    def fuse_bias(self, i: int) -> None:
        """Convolution + broadcast bias."""
        for value, other in (self.eqns[i].invars, reversed(self.eqns[i].invars)):
            convolution = self.sole_producer(value, _CONVOLUTION)
            if convolution is None or is_literal(other) or other not in self.maker:
                continue
            widened = self.eqns[self.maker[other]]
            if widened.primitive.name != "broadcast_in_dim" or is_literal(widened.invars[0]):
                continue
            bias, rank = widened.invars[0], len(value.aval.shape)
            if bias.aval.shape != value.aval.shape[-1:] or widened.params["broadcast_dimensions"] != (rank - 1,):
                continue
            if len(other.aval.shape) != rank or self.eqns[i].outvars[0].aval.shape != value.aval.shape:
                continue
            self.gone.add(convolution)
            self.call(i, convolution, "conv_bias", [*self.eqns[convolution].invars, bias])
            return

    def fuse_relu(self, i: int) -> None:
        """Convolution + bias + `relu`."""
        value, other = self.eqns[i].invars
        biased = self.sole_producer(value, native_calls.target("conv_bias"))
        if biased is None or not is_literal(other) or np.any(np.asarray(other.val) != 0):
            return
        self.gone.add(biased)
        self.call(i, biased, "conv_bias_relu", self.eqns[biased].invars)

    def fuse_max_pool(self, i: int) -> None:
        """Convolution + bias + `relu` + 2 x 2 max pooling."""
        (value, _), pooled = self.eqns[i].invars, self.eqns[i].outvars[0]
        convolution = self.maker.get(value)
        if convolution is None or kernel(self.eqns[convolution]) != native_calls.target("conv_bias_relu"):
            return
        n, rows, columns, channels = value.aval.shape
        if rows % 2 or columns % 2 or pooled.aval.shape != (n, rows // 2, columns // 2, channels):
            return
        self.gone.add(i)
        operands = self.eqns[convolution].invars
        self.call(convolution, convolution, "conv_bias_relu_pool", operands, [value, pooled])

    def fuse_relu_gradient(self, i: int) -> None:
        """The gradient of `relu` and its sum over all pixels, the gradient of the bias before it."""
        for value, other in (self.eqns[i].invars, reversed(self.eqns[i].invars)):
            step, features = self.sole_producer(value, _CONVOLUTION, _POOL_GRADIENT), self.relu_mask_source(other)
            sums = self.pixel_sum(self.eqns[i].outvars[0])
            if step is None or features is None or sums is None or features.aval.shape != value.aval.shape:
                continue
            operands, results = self.eqns[step].invars, [self.eqns[i].outvars[0], self.eqns[sums].outvars[0]]
            if kernel(self.eqns[step]) == _CONVOLUTION:
                self.call(i, step, "conv_gated", [*operands, features], results)
            elif operands[0] is features:
                self.call(i, step, "max_pool_gated", operands, results)
            else:
                continue
            self.gone |= {step, sums}
            return

    def relu_mask_source(self, mask: Any) -> Any | None:
        """The values whose sign a mask of ones and zeros tells."""
        if is_literal(mask) or mask not in self.maker:
            return None
        made = self.eqns[self.maker[mask]]
        condition, *cases = made.invars
        # As `lax.mask_as_numbers` makes it: where the condition does not hold comes first.
        if made.primitive.name != "select_n" or [self.uniform_value(case) for case in cases] != [0, 1]:
            return None
        if is_literal(condition) or condition not in self.maker:
            return None
        compared = self.eqns[self.maker[condition]]
        if compared.primitive.name != "gt" or is_literal(compared.invars[0]):
            return None
        bound = compared.invars[1]
        return compared.invars[0] if is_literal(bound) and not np.any(np.asarray(bound.val) != 0) else None

    def uniform_value(self, value: object) -> Any | None:
        """The scalar that a value is filled with, if it is known."""
        return traced.filled_with(value, lambda v: self.eqns[self.maker[v]] if v in self.maker else None)

    def pixel_sum(self, value: Any) -> int | None:
        """The equation that sums a value over all axes but the last."""
        for i in self.uses.users[value]:
            made, kind = self.eqns[i].outvars[0], self.eqns[i].primitive.name
            if kind == "reduce_sum" and self.eqns[i].params["axes"] == tuple(range(len(value.aval.shape) - 1)):
                return i
            if kind == "reshape" and made.aval.shape[1:] == value.aval.shape[-1:]:
                sums = [user for user in self.uses.users[made] if kernel(self.eqns[user]) == _SUMS]
                if sums:
                    return sums[0]
        return None

    def fuse_adam(self, i: int) -> None:
        """Adam's update + the matmul that makes the gradient of a dense layer's weights."""
        var, m, v, gradient, scalars = self.eqns[i].invars
        product = self.sole_producer(gradient, native_calls.target("product_over_rows"))
        if product is None or var.aval.size < _MIN_WEIGHTS or var.aval.shape != gradient.aval.shape:
            return
        a, b = self.eqns[product].invars
        self.gone.add(product)
        self.call(i, i, "adam_product", [var, m, v, scalars, a, b])
