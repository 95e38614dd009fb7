"""Optimizers of which one step is one training operation: they say its slots and hyperparameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock.contrib.optimizer_v2.optimizer_v2 import OptimizerV2
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorOrVariable

_EXAMPLE = """

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable([2.0, 3.0])
    ...     step = tf.contrib.optimizer_v2.{name}({arguments}).minimize(tf.reduce_sum(v * v))
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(step)
    ...     print(sess.run(tf.round(v * 1000.0)).tolist())
    {result}
    """


def example(arguments: str, result: str) -> Callable[[type], type]:
    def add(cls: type) -> type:
        cls.__doc__ = (cls.__doc__ or "").rstrip() + _EXAMPLE.format(
            name=cls.__name__, arguments=arguments, result=result
        )
        return cls

    return add


class OneOperation(OptimizerV2):
    """A method that is one operation, in its four forms `[Resource][Sparse]Apply<method>`."""

    # Input of the operation → slot, in the order of the operation's inputs.
    _inputs: dict[str, str] = {}
    # Input of the operation → hyperparameter.
    _numbers: dict[str, str] = {}

    def _kind(self) -> str:
        raise NotImplementedError

    def _more(self, state: Any, dtype: DTypeLike) -> dict[str, Any]:
        return {}

    def _step(self, form: str, var: Any, grad: Any, state: Any, indices: Any = None) -> Any:
        is_handle = form.startswith("Resource")
        dtype = (grad if is_handle else var).dtype.base_dtype
        arguments: dict[str, Any] = {"var": var.handle if is_handle else var}
        for name, slot in self._slots_used().items():
            variable = state.get_slot(var, slot)
            arguments[name] = variable.handle if is_handle else variable
        more = self._more(state, dtype)
        numbers = {name: state.get_hyper(hyper, dtype) for name, hyper in self._numbers.items()}
        if indices is not None:
            arguments["indices"] = indices
        gradient = "delta" if self._kind() == "GradientDescent" else "grad"
        made = apply(
            f"{form}{self._kind()}",
            use_locking=self._use_locking,
            **arguments,
            **more,
            **numbers,
            **{gradient: grad},
        )
        return made if is_handle else made.op

    def _slots_used(self) -> dict[str, str]:
        return self._inputs

    def _apply_dense(self, grad: Tensor, var: Any, state: Any) -> Any:  # type: ignore[override]
        return self._step("Apply", var, grad, state)

    def _resource_apply_dense(self, grad: Tensor, handle: Any, state: Any) -> Any:  # type: ignore[override]
        return self._step("ResourceApply", handle, grad, state)

    def _apply_sparse(self, grad: IndexedSlices, var: TensorOrVariable, state: Any) -> Any:  # type: ignore[override]
        return self._step("SparseApply", var, grad.values, state, grad.indices)

    def _resource_apply_sparse(self, grad: Tensor, handle: Any, indices: Tensor, state: Any) -> Any:  # type: ignore[override]
        return self._step("ResourceSparseApply", handle, grad, state, indices)
