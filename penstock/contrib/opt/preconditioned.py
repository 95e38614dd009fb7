"""Steps in which all elements of a gradient take part: Shampoo, by a matrix for each axis, and GGT, by the last gradients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.opt.steps import _example
from penstock.graph.graph import colocate_with, control_dependencies, get_default_graph, name_scope
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.platform import logging
from penstock.train.optimizer import Optimizer

if TYPE_CHECKING:
    from penstock.graph.composite import IndexedSlices
    from penstock.graph.operation import Operation, Tensor
    from penstock.ops.state.resource_variable import BaseResourceVariable
    from penstock.ops.state.variables import Variable


def _at(value: TensorLike, step: object) -> Any:
    return value(step) if callable(value) else value


def _square_root(matrix: TensorOrVariable, size: int, turns: int, ridge: float) -> Any:
    """The root of a matrix, by Newton's method; ends when the error no longer falls."""
    one = tf.eye(size)
    matrix = matrix + ridge * one
    norm = tf.sqrt(tf.reduce_sum(matrix * matrix))

    def turn(i: Any, y: TensorLike, _: Any, z: TensorLike, __: Any, error: Any, ___: Any) -> tuple:
        step = 0.5 * (3.0 * one - tf.matmul(z, y))
        new_y, new_z = tf.matmul(y, step), tf.matmul(step, z)
        root = new_y * tf.sqrt(norm)
        rest = matrix - tf.matmul(root, root)
        return i + 1, new_y, y, new_z, z, tf.sqrt(tf.reduce_sum(rest * rest)) / norm, error

    better = lambda i, y, old_y, z, old_z, error, before: tf.logical_and(i < turns, error < before)  # noqa: E731
    first = matrix / norm
    found = tf.while_loop(better, turn, [0, first, first, one, one, norm, norm + 1.0])
    return found[2] * tf.sqrt(norm)


def _inverse_root(matrix: TensorLike, size: int, alpha: float, turns: int, epsilon: float) -> Any:
    """A matrix to the power of `alpha`, which is -1 over a whole number."""
    one = tf.eye(size)
    if size == 1:
        return tf.pow(matrix, alpha)

    def power(m: Any, p: float) -> Any:
        assert p == int(p) and p > 0
        found, left = None, int(p)
        while left > 0:
            if left % 2 == 1:
                found = m if found is None else tf.matmul(m, found)
            left //= 2
            m = tf.matmul(m, m)
        return found

    def turn(i: Any, m: Any, x: TensorLike) -> tuple:
        step = (1 - alpha) * one + alpha * m
        return i + 1, tf.matmul(power(step, -1.0 / alpha), m), tf.matmul(x, step)

    far = lambda i, m, x: tf.logical_and(i < turns, tf.reduce_max(tf.abs(m - one)) > epsilon)  # noqa: E731
    z = (1 - 1 / alpha) / (2 * tf.norm(matrix))
    return tf.while_loop(far, turn, [0, matrix * z, one * tf.pow(z, -alpha)])[2]


@export("contrib.opt.ShampooOptimizer")
@_example("learning_rate=0.1", "[1922.0, 2882.0]")
class ShampooOptimizer(Optimizer):
    """Shampoo: a gradient is multiplied along each axis by a power of the sum of its own products along that axis.

    Args:
      global_step: the global step.
      max_matrix_size: axes that are longer have a vector instead of a matrix.
      gbar_decay, gbar_weight: how the mean of gradients decays, and how much a new one counts.
      mat_gbar_decay, mat_gbar_weight: the same for the sums of products.
      learning_rate: the rate.
      svd_interval: how often powers are computed.
      precond_update_interval: how often sums of products are.
      epsilon: added to their diagonals.
      alpha: the power, together for all axes.
      use_iterative_root: whether powers are found by Newton's method instead of by singular values.
      use_locking: recorded in the operations.
      name: the name of the operations and slots.

    Numbers may be functions of the global step.
    """

    def __init__(
        self,
        global_step: TensorLike = 0,
        max_matrix_size: int = 768,
        gbar_decay: Any = 0.0,
        gbar_weight: Any = 1.0,
        mat_gbar_decay: Any = 1.0,
        mat_gbar_weight: Any = 1.0,
        learning_rate: TensorLike = 1.0,
        svd_interval: Any = 1,
        precond_update_interval: Any = 1,
        epsilon: float = 1e-4,
        alpha: TensorLike = 0.5,
        use_iterative_root: bool = False,
        use_locking: bool = False,
        name: str = "Shampoo",
    ):
        super().__init__(use_locking, name)
        self._global_step = tf.cast(global_step, tf.float32)
        self._max_matrix_size = max_matrix_size
        self._gbar_decay, self._gbar_weight = gbar_decay, gbar_weight
        self._mat_gbar_decay, self._mat_gbar_weight = mat_gbar_decay, mat_gbar_weight
        self._learning_rate, self._svd_interval = learning_rate, svd_interval
        self._precond_update_interval = precond_update_interval
        self._epsilon, self._alpha, self._use_iterative_root = epsilon, alpha, use_iterative_root

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for var in var_list:
            with colocate_with(var):
                self._zeros_slot(var, "gbar", self._name)
                for i, size in enumerate(var.shape.as_list()):
                    if size > self._max_matrix_size:
                        first = tf.zeros([size])
                    else:
                        first = tf.zeros_like(tf.eye(size))
                        if self._svd_interval > 1:
                            self._get_or_make_slot(var, tf.eye(size), f"H_{i}", self._name)
                    self._get_or_make_slot(var, first, f"Gbar_{i}", self._name)

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        return self._step(grad, var)

    def _resource_apply_dense(self, grad: Tensor, handle: BaseResourceVariable) -> Any:
        return self._step(grad, handle)

    def _apply_sparse(self, grad: IndexedSlices, var: Variable) -> Any:
        return self._sparse(grad.values, grad.indices, var)

    def _resource_apply_sparse(self, grad: Tensor, handle: BaseResourceVariable, indices: Tensor) -> Any:
        return self._sparse(grad, indices, handle)

    def _sparse(self, values: Any, indices: Any, var: Any) -> Any:
        if var.shape.as_list()[0] <= self._max_matrix_size or self._gbar_decay != 0.0:
            shape = tf.shape(var, out_type=indices.dtype)
            return self._step(tf.scatter_nd(tf.expand_dims(indices, axis=1), values, shape), var)
        return self._step(values, var, indices)

    @staticmethod
    def _averaged(var: Variable, decay: TensorLike, decay_now: Any, new: object) -> Any:
        if decay == 0.0:
            return new
        if decay == 1.0:
            return tf.assign_add(var, new)
        return var.assign_add((decay_now - 1) * var + new)

    def _power(self, var: TensorLike, matrix: TensorOrVariable, size: int, alpha: float, slot: str | None) -> Any:
        with name_scope("matrix_iterative_power"):
            if self._use_iterative_root:
                found = _inverse_root(_square_root(matrix, size, 100, self._epsilon), size, 2 * alpha, 100, 1e-6)
            elif size == 1:
                found = tf.pow(matrix + self._epsilon, alpha)
            else:
                s, u, v = tf.svd(matrix + self._epsilon * tf.eye(size), full_matrices=True)
                found = tf.matmul(v * tf.pow(tf.maximum(s, self._epsilon), alpha), tf.transpose(u))
            return found if slot is None else tf.assign(self.get_slot(var, slot), found)

    def _step(self, grad: Any, var: Any, indices: Any = None) -> Any:
        step = self._global_step + 1
        if indices is None:
            gbar = self.get_slot(var, "gbar")
            new = _at(self._gbar_weight, step) * grad
            direction = self._averaged(gbar, self._gbar_decay, _at(self._gbar_decay, step), new)
        else:
            if self._gbar_decay != 0.0:
                logging.warning(f"Not applying momentum for variable: {var.name}")
            direction = grad
        sizes = var.shape.as_list()
        alpha = -_at(self._alpha, step) / len(sizes)
        for i, size in enumerate(sizes):
            others = [axis for axis in range(len(sizes)) if axis != i]
            if size <= self._max_matrix_size:
                matrix = self._matrix(grad, var, i, size, others, alpha, step)
                direction = tf.tensordot(direction, matrix, axes=([0], [0]), name=f"precond_{i}")
            else:
                factors = self._vector(grad, var, i, size, others, alpha, step, indices if i == 0 else None, indices)
                direction = tf.transpose(direction, perm=[*range(1, len(sizes)), 0]) * factors
        rate = _at(self._learning_rate, step)
        if indices is not None:
            return tf.scatter_add(var, indices, -rate * direction)
        return tf.assign_sub(var, rate * direction)

    def _matrix(
        self, grad: TensorLike, var: TensorLike, i: int, size: int, others: list[int], alpha: float, step: object
    ) -> Any:
        """The power of the sum of products along an axis."""
        products = self.get_slot(var, f"Gbar_{i}")
        interval = _at(self._precond_update_interval, step)

        def updated() -> Any:
            new = tf.tensordot(grad, grad, axes=(others, others), name=f"grad_outer_{i}")
            weight = _at(self._mat_gbar_weight, step) * interval
            decay = _at(self._mat_gbar_decay, step)
            return tf.identity(self._averaged(products, self._mat_gbar_decay, decay, weight * new))

        matrix = tf.cond(tf.mod(step, interval) < 1, updated, lambda: tf.identity(products)) / float(size)
        if self._svd_interval == 1:
            return self._power(var, matrix, size, alpha, None)
        slot = f"H_{i}"
        return tf.cond(
            tf.mod(step, _at(self._svd_interval, step)) < 1,
            lambda: tf.identity(self._power(var, matrix, size, alpha, slot)),
            lambda: tf.identity(self.get_slot(var, slot)),
        )

    def _vector(
        self,
        grad: Any,
        var: TensorLike,
        i: int,
        size: int,
        others: list[int],
        alpha: float,
        step: Any,
        rows: TensorLike | None,
        indices: TensorLike | None,
    ) -> Tensor:
        """The power of the sums of squares along a long axis."""
        squares = self.get_slot(var, f"Gbar_{i}")
        new = grad * grad
        if others:
            new = tf.reduce_sum(new, axis=others) / (1.0 if indices is not None else float(size))
        new = _at(self._mat_gbar_weight, step) * new
        if rows is not None:
            assert self._mat_gbar_decay == 1.0
            found = tf.gather(tf.scatter_add(squares, rows, new), rows)
        else:
            found = self._averaged(squares, self._mat_gbar_decay, _at(self._mat_gbar_decay, step), new)
        return tf.where(tf.greater(found, 0), tf.pow(found, alpha), tf.zeros_like(found))


@export("contrib.opt.GGTOptimizer")
@_example("0.1", "[1947.0, 2920.0]")
class GGTOptimizer(Optimizer):
    """GGT: Adagrad with the full matrix of the last gradients, which has as few ranks as there are of them.

    Args:
      learning_rate: the rate.
      beta1: how slowly the mean of gradients follows.
      use_locking: recorded in the operations.
      name: the name of the operations.
      window: how many gradients are kept.
      eps: below this singular value, the rest of the space is left out.
      svd_eps, sigma_eps: added to the matrix, and to its singular values.
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any] = 0.001,
        beta1: TensorLike = 0.9,
        use_locking: bool = False,
        name: str = "GGT",
        window: int = 10,
        eps: float = 1e-4,
        svd_eps: float = 1e-6,
        sigma_eps: float = 1e-2,
    ):
        super().__init__(use_locking, name)
        self._lr, self._beta1, self._window = learning_rate, beta1, window
        self._eps, self._svd_eps, self._sigma_eps = eps, svd_eps, sigma_eps
        self._places: dict[str, tuple[int, int]] = {}
        self._touched: list[Any] = []

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        # Gradients of all variables are one vector, in the order of their names.
        end = 0
        for name, size in sorted((v.name, int(np.prod(v.shape.as_list()))) for v in var_list):
            self._places[name] = end, end + size
            end += size
        dtype = var_list[0].dtype.base_dtype
        first = min(var_list, key=lambda v: v.name)
        for name, value in (
            ("global_step", tf.cast(0.0, dtype=dtype)),
            ("grad_buffer", tf.zeros([self._window, end], dtype=dtype)),
            ("moment1", tf.zeros((end,), dtype=dtype)),
            ("flat_grad", tf.zeros((end,), dtype=dtype)),
        ):
            self._create_non_slot_variable(value, name, first)

    def _state(self, name: str) -> Any:
        return self._get_non_slot_variable(name, graph=get_default_graph())

    def _prepare(self) -> None:
        self._touched = []

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        self._touched.append(var)
        begin, end = self._places[var.name]
        return tf.scatter_update(self._state("flat_grad"), tf.range(begin, end), tf.reshape(grad, [-1]))

    def _resource_apply_dense(self, grad: Tensor, handle: BaseResourceVariable) -> Any:
        return self._apply_dense(grad, handle)

    def _apply_sparse(self, grad: IndexedSlices, var: Variable) -> Any:
        return self._apply_dense(tf.convert_to_tensor(grad), var)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Operation:
        with control_dependencies(update_ops):
            dtype = self._touched[0].dtype.base_dtype
            rate, beta1, eps, svd_eps, sigma_eps = (
                tf.cast(self._call_if_callable(v), dtype)
                for v in (self._lr, self._beta1, self._eps, self._svd_eps, self._sigma_eps)
            )
            step = tf.identity(tf.assign_add(self._state("global_step"), 1.0))
            moment, gradient = self._state("moment1"), self._state("flat_grad").read_value()
            moment = tf.identity(moment.assign(beta1 * moment + (1.0 - beta1) * gradient))
            row = tf.floormod(tf.cast(step - 1.0, tf.int32), self._window)
            kept = tf.identity(tf.scatter_update(self._state("grad_buffer"), row, moment))
            m = tf.transpose(kept / tf.sqrt(tf.minimum(step, tf.cast(self._window, dtype))))
            inner = tf.matmul(m, m, transpose_a=True) + tf.cast(tf.eye(self._window), dtype) * svd_eps
            sigma, u, _ = tf.svd(inner)
            roots = tf.sqrt(sigma)
            least = tf.reduce_min(roots)
            column = tf.expand_dims(moment, -1)

            def through(diagonal: TensorLike) -> Tensor:
                inside = tf.matmul(u, tf.matmul(m, column, transpose_a=True), transpose_a=True)
                return tf.matmul(m, tf.matmul(u, tf.matmul(tf.diag(diagonal), inside)))

            head = through(1.0 / tf.pow(roots + sigma_eps, 3))
            rest = (column - through(1.0 / sigma)) / least
            change = tf.cond(least > eps, lambda: head + rest, lambda: tf.identity(head))
            steps = []
            for var in self._touched:
                begin, end = self._places[var.name]
                steps.append(tf.assign_sub(var, rate * tf.reshape(change[begin:end], var.shape)))
            return tf.group(*steps, name=name_scope)
