"""More ways to make a step: relatives of Adam, steps by signs, rates for each layer, Adagrad with slots that rest."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import colocate_with, control_dependencies, get_default_graph
from penstock.graph.typing import DTypeLike, TensorLike, TensorOrVariable
from penstock.train import adagrad, adam
from penstock.train.optimizer import Optimizer, cast

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor
    from penstock.ops.state.resource_variable import BaseResourceVariable
    from penstock.ops.state.variables import Variable

_EXAMPLE = """

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable([2.0, 3.0])
    ...     step = tf.contrib.opt.{name}({arguments}).minimize(tf.reduce_sum(v * v))
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(step)
    ...     print(sess.run(tf.round(v * 1000.0)).tolist())
    {result}
    """


def _example(arguments: str, result: str) -> Callable[[type], type]:
    def add(cls: type) -> type:
        cls.__doc__ = (cls.__doc__ or "").rstrip() + _EXAMPLE.format(
            name=cls.__name__, arguments=arguments, result=result
        )
        return cls

    return add


class _Scatter:
    """Writes rows of a variable of either kind, and gives its value then."""

    def __init__(self, optimizer: Any, resource: bool):
        self._resource, self._locking = resource, optimizer._use_locking

    def __call__(self, kind: str, variable: Any, indices: Any, values: Any) -> Any:
        if not self._resource:
            return getattr(tf, f"scatter_{kind}")(variable, indices, values, use_locking=self._locking)
        types = {"add": "ResourceScatterAdd", "sub": "ResourceScatterSub", "update": "ResourceScatterUpdate"}
        with control_dependencies([apply(types[kind], resource=variable.handle, indices=indices, updates=values)]):
            return variable.value()


if TYPE_CHECKING:  # it stands before an optimizer in the bases of a class
    _Extended = Optimizer
else:
    _Extended = object


class _ByRows(_Extended):
    """An optimizer whose sparse step is a function of rows, `_rows(grad, var, indices, scatter)`, for both kinds."""

    def _rows(self, grad: Any, var: Any, indices: Any, scatter: _Scatter) -> Any:
        raise NotImplementedError

    def _apply_sparse(self, grad: IndexedSlices, var: Variable) -> Any:
        return self._rows(grad.values, var, grad.indices, _Scatter(self, False))

    def _resource_apply_sparse(self, grad: Tensor, var: BaseResourceVariable, indices: Tensor) -> Any:
        return self._rows(grad, var, indices, _Scatter(self, True))


# -- relatives of Adam ------------------------------------------------------------------------------------------------------


@export("contrib.opt.AdaMaxOptimizer")
@_example("0.1", "[1900.0, 2900.0]")
class AdaMaxOptimizer(_ByRows, adam.AdamOptimizer):
    """AdaMax: as Adam, with the greatest gradient instead of the mean of squares.

    `m = beta1 m + (1 - beta1) g; v = max(beta2 v, |g|); var -= rate / (1 - beta1 ** t) m / (v + epsilon)`.

    Args:
      learning_rate, beta1, beta2, epsilon, use_locking, name: see `tf.train.AdamOptimizer`.
    """

    _METHOD = "AdaMax"

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: TensorLike = 1e-8,
        use_locking: bool = False,
        name: str = "AdaMax",
    ):
        super().__init__(learning_rate, beta1, beta2, epsilon, use_locking, name)

    def _power(self) -> Any:
        return self._get_non_slot_variable("beta1_power", graph=get_default_graph())

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        first = min(var_list, key=lambda v: v.name)
        self._create_non_slot_variable(self._call_if_callable(self._beta1), "beta1_power", first)
        Optimizer._create_slots(self, var_list)

    def _scalars(self, dtype: dtypes.DType) -> dict[str, Any]:
        return {"beta1_power": cast(self._power(), dtype), **Optimizer._scalars(self, dtype)}

    def _rows(self, grad: TensorLike, var: Variable, indices: TensorLike, scatter: _Scatter) -> Operation:
        power, rate, beta1, beta2, epsilon = (
            cast(t, var.dtype.base_dtype)
            for t in (self._power(), self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t)
        )
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        new_m = tf.gather(m, indices) * beta1 + grad * (1 - beta1)
        new_v = tf.maximum(tf.gather(v, indices) * beta2, tf.abs(grad))
        change = -rate / (1 - power) * (new_m / (new_v + epsilon))
        return tf.group(
            scatter("add", var, indices, change),
            scatter("update", m, indices, new_m),
            scatter("update", v, indices, new_v),
        )

    def _finish(self, update_ops: list[Any], name_scope: str) -> Operation:
        with control_dependencies(update_ops):
            power = self._power()
            with colocate_with(power):
                update = power.assign(power * self._beta1_t, use_locking=self._use_locking)
        return tf.group(*update_ops, update, name=name_scope)


def _corrected(optimizer: adam.AdamOptimizer, dtype: dtypes.DType) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Adam's rate, corrected for means that began at zero, both betas and epsilon, in the type of a variable."""
    power1, power2 = (cast(p, dtype) for p in optimizer._get_beta_accumulators())
    settings = (optimizer._lr_t, optimizer._beta1_t, optimizer._beta2_t, optimizer._epsilon_t)
    rate, beta1, beta2, epsilon = (cast(t, dtype) for t in settings)
    return rate * tf.sqrt(1 - power2) / (1 - power1), beta1, beta2, epsilon


@export("contrib.opt.LazyAdamOptimizer")
@_example("0.1", "[1900.0, 2900.0]")
class LazyAdamOptimizer(_ByRows, adam.AdamOptimizer):
    """Adam that leaves rows without a gradient alone: much faster for large embeddings, and not quite the same.

    Args:
      learning_rate, beta1, beta2, epsilon, use_locking, name: see `tf.train.AdamOptimizer`.
    """

    def _rows(self, grad: TensorLike, var: Variable, indices: TensorLike, scatter: _Scatter) -> Operation:
        rate, beta1, beta2, epsilon = _corrected(self, var.dtype.base_dtype)
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        new_m = beta1 * tf.gather(m, indices) + (1 - beta1) * grad
        new_v = beta2 * tf.gather(v, indices) + (1 - beta2) * tf.square(grad)
        change = rate * new_m / (tf.sqrt(new_v) + epsilon)
        return tf.group(
            scatter("sub", var, indices, change),
            scatter("update", m, indices, new_m),
            scatter("update", v, indices, new_v),
        )


@export("contrib.opt.NadamOptimizer")
@_example("0.1", "[1810.0, 2810.0]")
class NadamOptimizer(adam.AdamOptimizer):
    """Adam with Nesterov's momentum.

    Args:
      learning_rate, beta1, beta2, epsilon, use_locking, name: see `tf.train.AdamOptimizer`.
    """

    def _attributes(self) -> dict[str, Any]:
        return {"use_nesterov": True}

    def _apply_sparse_shared(
        self, grad: Tensor, var: BaseResourceVariable, indices: TensorLike, scatter_add: Any
    ) -> Operation:
        rate, beta1, beta2, epsilon = _corrected(self, var.dtype.base_dtype)
        means = []
        for slot, beta, added in (("m", beta1, grad * (1 - beta1)), ("v", beta2, grad * grad * (1 - beta2))):
            mean = self.get_slot(var, slot)
            with control_dependencies([tf.assign(mean, mean * beta, use_locking=self._use_locking)]):
                means.append(tf.gather(scatter_add(mean, indices, added), indices))
        ahead = grad * (1 - beta1) + beta1 * means[0]
        return tf.group(scatter_add(var, indices, -rate * ahead / (tf.sqrt(means[1]) + epsilon)))


# -- steps by signs ---------------------------------------------------------------------------------------------------------


class _SignOptimizer(Optimizer):
    """What AddSign and PowerSign share: a mean of gradients, and a step that depends on whether signs agree."""

    _SLOTS = {"m": "m"}
    _sign_decay_fn: Callable[[Any], Any] | None = None
    _sign_decay_t: Any = None
    _lr_t: Any
    _beta_t: Any

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: TensorLike | None = None, name: str | None = None
    ) -> Any:
        """As `tf.train.Optimizer.apply_gradients`; a decay of the signs needs the global step."""
        if self._sign_decay_fn is not None:
            self._sign_decay_t = convert_to_tensor(self._sign_decay_fn(global_step), name="sign_decay")
        return super().apply_gradients(grads_and_vars, global_step=global_step, name=name)

    def _prepare(self) -> None:
        super()._prepare()
        if self._sign_decay_fn is None:
            self._sign_decay_t = convert_to_tensor(1.0, name="sign_decay")

    def _scalars(self, dtype: dtypes.DType) -> dict[str, Any]:
        found = super()._scalars(dtype)
        beta = found.pop("beta")
        return {**found, "sign_decay": cast(self._sign_decay_t, dtype), "beta": beta}

    def _factor(self, agreement: Any, dtype: DTypeLike) -> Any:
        """How much of the gradient a step takes, where signs agree (1) or not (-1)."""
        raise NotImplementedError

    def _apply_sparse(self, grad: IndexedSlices, var: Variable) -> Operation:
        dtype = var.dtype.base_dtype
        rate, beta = cast(self._lr_t, dtype), cast(self._beta_t, dtype)
        m = self.get_slot(var, "m")
        dense = convert_to_tensor(grad)
        new_m = tf.assign(m, m * beta + dense * (1 - beta), use_locking=self._use_locking)
        agreement = tf.gather(tf.sign(new_m), grad.indices) * tf.sign(grad.values)
        change = rate * self._factor(agreement, dtype) * grad.values
        return tf.group(tf.scatter_sub(var, grad.indices, change, use_locking=self._use_locking), new_m)

    def _resource_apply_sparse(self, grad: Tensor, var: BaseResourceVariable, indices: Tensor) -> Operation:
        dtype = var.dtype.base_dtype
        beta = cast(self._beta_t, dtype)
        m = self.get_slot(var, "m")
        dense = convert_to_tensor(IndexedSlices(grad, indices, tf.shape(var)))
        new_m = m.assign(m * beta + dense * (1 - beta))
        agreement = tf.gather(tf.sign(convert_to_tensor(new_m)), indices) * tf.sign(grad)
        change = cast(self._lr_t, dtype) * self._factor(agreement, dtype) * grad
        return tf.group(apply("ResourceScatterSub", resource=var.handle, indices=indices, updates=change), new_m)


@export("contrib.opt.AddSignOptimizer")
@_example("0.1", "[1200.0, 1800.0]")
class AddSignOptimizer(_SignOptimizer):
    """AddSign: `var -= rate (alpha + decay sign(g) sign(m)) g`, with `m` the mean of gradients.

    Args:
      learning_rate: the rate.
      alpha: how much of a gradient is taken where signs neither agree nor differ.
      beta: how fast the mean follows.
      sign_decay_fn: a function of the global step, or None.
      use_locking, name: see `tf.train.Optimizer`.
    """

    _METHOD = "AddSign"
    _PARAMETERS = (
        ("lr", "_lr", "_lr_t", "learning_rate"),
        ("alpha", "_alpha", "_alpha_t", "alpha"),
        ("beta", "_beta", "_beta_t", "beta"),
    )
    _alpha_t: Any

    def __init__(
        self,
        learning_rate: Any = 0.1,
        alpha: float = 1.0,
        beta: float = 0.9,
        sign_decay_fn: Callable | None = None,
        use_locking: bool = False,
        name: str = "AddSignOptimizer",
    ):
        super().__init__(use_locking, name)
        self._lr, self._alpha, self._beta, self._sign_decay_fn = learning_rate, alpha, beta, sign_decay_fn

    def _factor(self, agreement: Any, dtype: Any) -> Any:
        return cast(self._alpha_t, dtype) + cast(self._sign_decay_t, dtype) * agreement


@export("contrib.opt.PowerSignOptimizer")
@_example("0.1, base=2.0", "[1200.0, 1800.0]")
class PowerSignOptimizer(_SignOptimizer):
    """PowerSign: `var -= rate base ** (decay sign(g) sign(m)) g`, with `m` the mean of gradients.

    Args:
      learning_rate: the rate.
      base: the base of the power.
      beta: how fast the mean follows.
      sign_decay_fn: a function of the global step, or None.
      use_locking, name: see `tf.train.Optimizer`.
    """

    _METHOD = "PowerSign"
    _PARAMETERS = (
        ("lr", "_lr", "_lr_t", "learning_rate"),
        ("logbase", "_logbase", "_logbase_t", "logbase"),
        ("beta", "_beta", "_beta_t", "beta"),
    )
    _logbase_t: Any

    def __init__(
        self,
        learning_rate: Any = 0.1,
        base: float = math.e,
        beta: float = 0.9,
        sign_decay_fn: Callable | None = None,
        use_locking: bool = False,
        name: str = "PowerSignOptimizer",
    ):
        super().__init__(use_locking, name)
        self._lr, self._logbase, self._beta, self._sign_decay_fn = learning_rate, math.log(base), beta, sign_decay_fn

    def _factor(self, agreement: Any, dtype: Any) -> Any:
        return tf.exp(cast(self._logbase_t, dtype) * cast(self._sign_decay_t, dtype) * agreement)


# -- others -----------------------------------------------------------------------------------------------------------------


@export("contrib.opt.LARSOptimizer")
@_example("1.0, weight_decay=0.0, eeta=0.1", "[1800.0, 2700.0]")
class LARSOptimizer(Optimizer):
    """LARS: momentum with a rate for each variable, by how long it is compared with its gradient.

    `rate = learning_rate eeta |w| / (|g| + weight_decay |w| + epsilon)`; a sparse gradient gets the plain rate.

    Args:
      learning_rate: the rate.
      momentum: the momentum.
      weight_decay: how much of the variable is added to its gradient.
      eeta: the factor of all rates.
      epsilon: added to the divisor.
      name: see `tf.train.Optimizer`.
      skip_list: parts of names of variables that get the plain rate and no decay.
      use_nesterov: whether to use Nesterov's momentum.
    """

    _METHOD = "Momentum"
    _SLOTS = {"accum": "momentum"}
    _PARAMETERS = (
        ("lr", "_learning_rate", "_learning_rate_tensor", "learning_rate"),
        ("momentum", "_momentum", "_momentum_tensor", "momentum"),
    )

    def __init__(
        self,
        learning_rate: Any,
        momentum: Any = 0.9,
        weight_decay: float = 0.0001,
        eeta: float = 0.001,
        epsilon: float = 0.0,
        name: str = "LARSOptimizer",
        skip_list: Any = None,
        use_nesterov: bool = False,
    ):
        if momentum < 0.0:
            raise ValueError(f"momentum should be positive: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"weight_decay should be positive: {weight_decay}")
        super().__init__(use_locking=False, name=name)
        self._learning_rate, self._momentum, self._weight_decay = learning_rate, momentum, weight_decay
        self._eeta, self._epsilon, self._skip_list, self._use_nesterov = eeta, epsilon, skip_list, use_nesterov

    def _attributes(self) -> dict[str, Any]:
        return {"use_nesterov": self._use_nesterov}

    def compute_lr(self, grad: Any, var: TensorOrVariable) -> tuple[Any, Any]:
        """The rate of a variable, and its gradient with the decay."""
        rate = self._call_if_callable(self._learning_rate)
        if self._skip_list is not None and any(part in var.name for part in self._skip_list):
            return rate, grad
        length, slope = tf.norm(var, ord=2), tf.norm(grad, ord=2)
        ratio = self._eeta * length / (slope + self._weight_decay * length + self._epsilon)
        one = tf.ones_like(ratio)
        trust = tf.where(tf.greater(length, 0), tf.where(tf.greater(slope, 0), ratio, one), one)
        return rate * trust, grad + self._weight_decay * var

    def _scaled(self, form: str, grad: Any, var: Any) -> Any:
        rate, grad = self.compute_lr(grad, var)
        momentum = self.get_slot(var, "momentum")
        is_handle = form.startswith("Resource")
        dtype = var.dtype.base_dtype
        return apply(
            f"{form}Momentum",
            var=var.handle if is_handle else var,
            accum=momentum.handle if is_handle else momentum,
            lr=tf.cast(1.0, dtype),
            grad=grad * rate,
            momentum=cast(self._momentum_tensor, dtype),  # type: ignore[attr-defined]
            use_locking=False,
            use_nesterov=self._use_nesterov,
        )

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        return self._scaled("Apply", grad, var)

    def _resource_apply_dense(self, grad: Tensor, var: BaseResourceVariable) -> Any:
        return self._scaled("ResourceApply", grad, var)


@export("contrib.opt.RegAdagradOptimizer")
@_example("0.1", "[1900.0, 2900.0]")
class RegAdagradOptimizer(adagrad.AdagradOptimizer):
    """Adagrad whose accumulators can rest while regularizers are applied, in a block of `avoid_updating_slots`.

    Args:
      learning_rate, initial_accumulator_value, use_locking, name: see `tf.train.AdagradOptimizer`.
    """

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "RegAdagrad",
    ):
        super().__init__(learning_rate, initial_accumulator_value, use_locking, name)
        self._should_update_slots = True

    @contextlib.contextmanager
    def avoid_updating_slots(self) -> Iterator[None]:
        """In this block, steps leave the accumulators as they are."""
        before, self._should_update_slots = self._should_update_slots, False
        try:
            yield
        finally:
            self._should_update_slots = before

    def _attributes(self) -> dict[str, Any]:
        return {"update_slots": self._should_update_slots}
