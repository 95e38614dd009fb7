"""Optimizers that run outside of the graph, on one vector of all variables; SciPy's are ready to use."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, SessionLike, TensorLike
from penstock.platform import logging


@export("contrib.opt.ExternalOptimizerInterface")
class ExternalOptimizerInterface:
    """Base class of optimizers outside of the graph: a subclass has `_minimize`.

    Args:
      loss: a scalar.
      var_list: the variables, by default the trainable ones.
      equalities, inequalities: tensors that must be 0, or at least 0.
      var_to_bounds: variable → its least and greatest value.
      **optimizer_kwargs: more arguments for the optimizer.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.opt.ScipyOptimizerInterface, tf.contrib.opt.ExternalOptimizerInterface)
    True
    """

    def __init__(
        self,
        loss: TensorLike,
        var_list: Iterable[Any] | None = None,
        equalities: Any = None,
        inequalities: Any = None,
        var_to_bounds: dict[Any, Any] | None = None,
        **optimizer_kwargs: Any,
    ):
        self._loss = loss
        self._equalities, self._inequalities = list(equalities or ()), list(inequalities or ())
        self._vars = tf.trainable_variables() if var_list is None else list(var_list)
        self.optimizer_kwargs = optimizer_kwargs
        self._packed_bounds = None if var_to_bounds is None else self._bounds(var_to_bounds)
        self._update_placeholders = [tf.placeholder(v.dtype.base_dtype) for v in self._vars]
        self._var_updates = [
            v.assign(tf.reshape(fed, v.shape.as_list()))
            for v, fed in zip(self._vars, self._update_placeholders, strict=True)
        ]
        self._packed_var = self._pack(self._vars)
        self._packed_loss_grad = self._gradient(loss)
        self._packed_equality_grads = [self._gradient(tensor) for tensor in self._equalities]
        self._packed_inequality_grads = [self._gradient(tensor) for tensor in self._inequalities]
        ends = list(itertools.accumulate((int(np.prod(v.shape.as_list())) for v in self._vars), initial=0))
        self._packing_slices = [slice(start, end) for start, end in itertools.pairwise(ends)]

    def _bounds(self, var_to_bounds: dict[Any, Any]) -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = []
        for variable in self._vars:
            low, high = var_to_bounds.get(variable, (-np.inf, np.inf))
            shape = variable.shape.as_list()
            found += zip(np.broadcast_to(low, shape).flat, np.broadcast_to(high, shape).flat, strict=True)
        return found

    def _gradient(self, tensor: TensorLike) -> Any:
        found = tf.gradients(tensor, self._vars)
        return self._pack([tf.zeros_like(v) if g is None else g for v, g in zip(self._vars, found, strict=True)])

    @classmethod
    def _pack(cls, tensors: list[Any]) -> Any:
        """All tensors as one vector."""
        if not tensors:
            return None
        flat = [tf.reshape(tensor, [-1]) for tensor in tensors]
        return flat[0] if len(flat) == 1 else tf.concat(flat, 0)

    def minimize(
        self,
        session: SessionLike | None = None,
        feed_dict: dict[Any, Any] | None = None,
        fetches: list[Any] | None = None,
        step_callback: Callable | None = None,
        loss_callback: Callable | None = None,
        **run_kwargs: Any,
    ) -> None:
        """Minimizes the loss, and sets the variables at the end; in between they keep their values.

        Args:
          session: by default, the default session.
          feed_dict: fed to each run.
          fetches: tensors for `loss_callback`.
          step_callback: called with the vector of variables after each step.
          loss_callback: called with the values of `fetches` each time the loss is computed.
          **run_kwargs: more arguments for the run that sets the variables.
        """
        session = session or tf.get_default_session()
        common = (session, feed_dict or {}, list(fetches or ()))
        loss_callback = loss_callback or (lambda *values: None)

        def functions(tensors: list[Any]) -> list[Callable]:
            return [self._make_eval_func(tensor, *common) for tensor in tensors]

        result = self._minimize(
            initial_val=session.run(self._packed_var),
            loss_grad_func=self._make_eval_func([self._loss, self._packed_loss_grad], *common, loss_callback),
            equality_funcs=functions(self._equalities),
            equality_grad_funcs=functions(self._packed_equality_grads),
            inequality_funcs=functions(self._inequalities),
            inequality_grad_funcs=functions(self._packed_inequality_grads),
            packed_bounds=self._packed_bounds,
            step_callback=step_callback or (lambda xk: None),
            optimizer_kwargs=self.optimizer_kwargs,
        )
        parts = [result[part] for part in self._packing_slices]
        feeds = dict(zip(self._update_placeholders, parts, strict=True))
        session.run(self._var_updates, feed_dict=feeds, **run_kwargs)

    def _make_eval_func(
        self,
        tensors: NestedTensors,
        session: SessionLike,
        feed_dict: dict,
        fetches: list,
        callback: Callable | None = None,
    ) -> Callable:
        """A function of the vector of variables that gives the values of tensors."""
        wanted = tensors if isinstance(tensors, list) else [tensors]

        def evaluate(x: np.ndarray) -> list[Any]:
            feeds = {
                v: x[part].reshape(v.shape.as_list()) for v, part in zip(self._vars, self._packing_slices, strict=True)
            }
            values = session.run(wanted + fetches, feed_dict={**feeds, **feed_dict})
            if callable(callback):
                callback(*values[len(wanted) :])
            return values[: len(wanted)]

        return evaluate

    def _minimize(
        self,
        initial_val: Any,
        loss_grad_func: Callable,
        equality_funcs: list[Callable],
        equality_grad_funcs: list[Callable],
        inequality_funcs: list[Callable],
        inequality_grad_funcs: list[Callable],
        packed_bounds: Any,
        step_callback: Callable,
        optimizer_kwargs: dict[str, Any],
    ) -> np.ndarray:
        """The vector that minimizes the loss."""
        raise NotImplementedError(
            "To use ExternalOptimizerInterface, subclass from it and implement the _minimize() method."
        )


@export("contrib.opt.ScipyOptimizerInterface")
class ScipyOptimizerInterface(ExternalOptimizerInterface):
    """Minimizes a loss with `scipy.optimize.minimize`, by default with L-BFGS-B.

    Args:
      loss, var_list, equalities, inequalities, var_to_bounds: see `ExternalOptimizerInterface`.
      **optimizer_kwargs: `method`, `options` and others of SciPy.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable([7.0, 7.0])
    ...     optimizer = tf.contrib.opt.ScipyOptimizerInterface(tf.reduce_sum(tf.square(v)), var_to_bounds={v: ([1, 2], 9)})
    ...     sess.run(tf.global_variables_initializer())
    ...     optimizer.minimize(sess)
    ...     print(sess.run(v))
    [1. 2.]
    """

    _DEFAULT_METHOD = "L-BFGS-B"

    def _minimize(
        self,
        initial_val: Any,
        loss_grad_func: Callable,
        equality_funcs: list[Callable],
        equality_grad_funcs: list[Callable],
        inequality_funcs: list[Callable],
        inequality_grad_funcs: list[Callable],
        packed_bounds: Any,
        step_callback: Callable,
        optimizer_kwargs: dict[str, Any],
    ) -> np.ndarray:
        import scipy.optimize

        def loss_and_slope(x: np.ndarray) -> tuple[float, np.ndarray]:
            loss, slope = loss_grad_func(x)
            return float(loss), slope.astype("float64")

        def constraint(kind: str, function: Callable, slope: Callable) -> dict[str, Any]:
            return {"type": kind, "fun": lambda x: function(x)[0], "jac": lambda x: slope(x)[0]}

        constraints = [
            constraint(kind, function, slope)
            for kind, pairs in (
                ("eq", zip(equality_funcs, equality_grad_funcs, strict=True)),
                ("ineq", zip(inequality_funcs, inequality_grad_funcs, strict=True)),
            )
            for function, slope in pairs
        ]
        given = dict(optimizer_kwargs)
        method = given.pop("method", self._DEFAULT_METHOD)
        settings = {
            "jac": True,
            "callback": step_callback,
            "method": method,
            "constraints": constraints,
            "bounds": packed_bounds,
        }
        for name in settings:
            if name in given:
                if name == "bounds":
                    raise ValueError("Bounds must be set using the var_to_bounds argument")
                raise ValueError(f"Optimizer keyword arg '{name}' is set automatically and cannot be injected manually")
        result = scipy.optimize.minimize(loss_and_slope, initial_val, **settings, **given)
        lines = ["Optimization terminated with:", f"  Message: {result.message}"]
        lines.append(f"  Objective function value: {result.fun:f}")
        if hasattr(result, "nit"):
            lines.append(f"  Number of iterations: {result.nit}")
        if hasattr(result, "nfev"):
            lines.append(f"  Number of functions evaluations: {result.nfev}")
        logging.info("\n".join(lines))
        return result["x"]
