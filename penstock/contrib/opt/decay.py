"""Weight decay beside the gradient ("Decoupled weight decay regularization"): AdamW, MomentumW, and any other optimizer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.train import adam, gradient_descent
from penstock.train.optimizer import Optimizer

if TYPE_CHECKING:
    from penstock.graph.composite import IndexedSlices
    from penstock.graph.operation import Tensor
    from penstock.ops.state.resource_variable import BaseResourceVariable
    from penstock.ops.state.variables import Variable


if TYPE_CHECKING:  # it stands before an optimizer in the bases of a class
    _Extended = Optimizer
else:
    _Extended = object


@export("contrib.opt.DecoupledWeightDecayExtension")
class DecoupledWeightDecayExtension(_Extended):
    """Lets an optimizer shrink variables by `weight_decay` times their value, before each step.

    It stands before the optimizer in the bases of a class; see `extend_with_decoupled_weight_decay`. With a learning
    rate that falls, the decay should fall as well.

    Args:
      weight_decay: a number, a tensor, or a function that returns one.
      **kwargs: the arguments of the optimizer.

    >>> import penstock as tf
    >>> class Mine(tf.contrib.opt.DecoupledWeightDecayExtension, tf.train.GradientDescentOptimizer):
    ...     pass
    >>> Mine(weight_decay=0.1, learning_rate=0.5).get_name()
    'GradientDescent'
    """

    def __init__(self, weight_decay: Any, **kwargs: Any):
        self._decay_var_list: Any = None
        self._weight_decay = weight_decay
        self._weight_decay_tensor: Any = None
        super().__init__(**kwargs)

    def minimize(
        self,
        loss: TensorOrVariable,
        global_step: TensorLike | None = None,
        var_list: Sequence[Any] | None = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: TensorLike | None = None,
        decay_var_list: Any = None,
    ) -> Any:
        """As `tf.train.Optimizer.minimize`.

        All variables decay: 1.15 forgets `decay_var_list` here, and so must a program that has its numbers. Call
        `compute_gradients`, and `apply_gradients` with the list, to let only some decay.
        """
        return super().minimize(
            loss,
            global_step=global_step,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            name=name,
            grad_loss=grad_loss,
        )

    def apply_gradients(
        self,
        grads_and_vars: Iterable[tuple[Any, Any]],
        global_step: TensorLike | None = None,
        name: str | None = None,
        decay_var_list: Any = None,
    ) -> Any:
        """As `tf.train.Optimizer.apply_gradients`; `decay_var_list` are the variables that decay, by default all."""
        self._decay_var_list = list(decay_var_list) if decay_var_list else None
        return super().apply_gradients(grads_and_vars, global_step=global_step, name=name)

    def _prepare(self) -> None:
        value = self._weight_decay() if callable(self._weight_decay) else self._weight_decay
        self._weight_decay_tensor = convert_to_tensor(value, name="weight_decay")
        super()._prepare()

    def _decays(self, var: TensorOrVariable) -> bool:
        return self._decay_var_list is None or any(var is v for v in self._decay_var_list)

    def _factor(self, var: TensorOrVariable) -> Any:
        return tf.cast(self._weight_decay_tensor, var.dtype.base_dtype)

    def _decayed(self, var: Variable) -> list[Any]:
        if not self._decays(var):
            return []
        return [var.assign_sub(self._factor(var) * var, self._use_locking)]

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        with control_dependencies(self._decayed(var)):
            return super()._apply_dense(grad, var)

    def _resource_apply_dense(self, grad: Tensor, var: BaseResourceVariable) -> Any:
        with control_dependencies(self._decayed(var)):
            return super()._resource_apply_dense(grad, var)

    def _apply_sparse(self, grad: IndexedSlices, var: Variable) -> Any:
        decayed = []
        if self._decays(var):
            change = -self._factor(var) * tf.gather(var, grad.indices)
            decayed = [tf.scatter_add(var, grad.indices, change, self._use_locking)]
        with control_dependencies(decayed):
            return super()._apply_sparse(grad, var)

    def _resource_apply_sparse(self, grad: Tensor, var: BaseResourceVariable, indices: Tensor) -> Any:
        decayed = []
        if self._decays(var):
            change = -self._factor(var) * tf.gather(var, indices)
            decayed = [apply("ResourceScatterAdd", resource=var.handle, indices=indices, updates=change)]
        with control_dependencies(decayed):
            return super()._resource_apply_sparse(grad, var, indices)


@export("contrib.opt.extend_with_decoupled_weight_decay")
def extend_with_decoupled_weight_decay(base_optimizer: type) -> type:
    """A class of optimizers as `base_optimizer`, with `weight_decay` as its first argument.

    >>> import penstock as tf
    >>> AdagradW = tf.contrib.opt.extend_with_decoupled_weight_decay(tf.train.AdagradOptimizer)
    >>> AdagradW(weight_decay=0.01, learning_rate=0.1).get_name()
    'Adagrad'
    """

    class OptimizerWithDecoupledWeightDecay(DecoupledWeightDecayExtension, base_optimizer):
        """An optimizer whose variables decay."""

        def __init__(self, weight_decay: Any, *args: Any, **kwargs: Any):
            super().__init__(weight_decay, *args, **kwargs)

    return OptimizerWithDecoupledWeightDecay


@export("contrib.opt.MomentumWOptimizer")
class MomentumWOptimizer(DecoupledWeightDecayExtension, gradient_descent.MomentumOptimizer):
    """Momentum with decoupled weight decay; see `DecoupledWeightDecayExtension`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(2.0)
    ...     step = tf.contrib.opt.MomentumWOptimizer(0.5, 0.1, 0.9).minimize(3.0 * v)
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(step)
    ...     print(sess.run(v))
    0.7
    """

    def __init__(
        self,
        weight_decay: Any,
        learning_rate: Any,
        momentum: Any,
        use_locking: bool = False,
        name: str = "MomentumW",
        use_nesterov: bool = False,
    ):
        super().__init__(
            weight_decay,
            learning_rate=learning_rate,
            momentum=momentum,
            use_locking=use_locking,
            name=name,
            use_nesterov=use_nesterov,
        )


@export("contrib.opt.AdamWOptimizer")
class AdamWOptimizer(DecoupledWeightDecayExtension, adam.AdamOptimizer):
    """Adam with decoupled weight decay; see `DecoupledWeightDecayExtension`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(2.0)
    ...     step = tf.contrib.opt.AdamWOptimizer(0.5, 0.1).minimize(3.0 * v)
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(step)
    ...     print(round(float(sess.run(v)), 5))
    0.9
    """

    def __init__(
        self,
        weight_decay: Any,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "AdamW",
    ):
        super().__init__(
            weight_decay,
            learning_rate=learning_rate,
            beta1=beta1,
            beta2=beta2,
            epsilon=epsilon,
            use_locking=use_locking,
            name=name,
        )
