"""What is minimized under constraints, and the base of the optimizers that do it."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import colocate_with, control_dependencies
from penstock.graph.typing import DTypeLike, TensorLike, TensorOrVariable
from penstock.train.optimizer import Optimizer

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor



@export("contrib.constrained_optimization.ConstrainedMinimizationProblem")
class ConstrainedMinimizationProblem(abc.ABC):
    """An objective to be made small while constraints stay at 0 or below.

    A subclass has the properties `objective`, a scalar, and `constraints`, a vector; if the constraints have no useful
    gradients, `proxy_constraints` is what is differentiated in their place.

    >>> import penstock as tf
    >>> class Near(tf.contrib.constrained_optimization.ConstrainedMinimizationProblem):
    ...     def __init__(self, w):
    ...         self.w = w
    ...     @property
    ...     def objective(self):
    ...         return tf.square(self.w - 3.0)
    ...     @property
    ...     def constraints(self):
    ...         return tf.stack([self.w - 2.0])
    >>> with tf.Graph().as_default():
    ...     Near(tf.Variable(0.0)).num_constraints
    1
    """

    @property
    @abc.abstractmethod
    def objective(self) -> Any:
        """The scalar to be minimized."""

    @property
    def num_constraints(self) -> int:
        """How many constraints there are.

        Raises:
          ValueError: their shape is not fully known, or proxies have another one.
        """
        shapes = [self.constraints.get_shape()]
        if (proxies := self.proxy_constraints) is not None:
            shapes.append(proxies.get_shape())
        if not all(shape.is_fully_defined() for shape in shapes):
            raise ValueError("constraints and proxy_constraints must have fully-known shapes")
        if shapes[0] != shapes[-1]:
            raise ValueError("constraints and proxy_constraints must have the same shape")
        return int(shapes[0].num_elements())

    @property
    @abc.abstractmethod
    def constraints(self) -> Any:
        """The functions that shall not be positive, as one tensor."""

    @property
    def proxy_constraints(self) -> Any:
        """What is differentiated in place of `constraints`, or None."""
        return None

    @property
    def pre_train_ops(self) -> Any:
        """Operations to run before each step."""
        return None


@export("contrib.constrained_optimization.ConstrainedOptimizer")
class ConstrainedOptimizer(abc.ABC):
    """Base class of optimizers that take a problem with constraints.

    >>> import penstock as tf
    >>> inner = tf.train.GradientDescentOptimizer(0.1)
    >>> optimizer = tf.contrib.constrained_optimization.AdditiveExternalRegretOptimizer(inner)
    >>> isinstance(optimizer, tf.contrib.constrained_optimization.ConstrainedOptimizer), optimizer.optimizer is inner
    (True, True)
    """

    def __init__(self, optimizer: Optimizer) -> None:
        """Args:
        optimizer: the optimizer of `tf.train` that makes the steps.
        """
        self._optimizer = optimizer

    @property
    def optimizer(self) -> Optimizer:
        """The optimizer of `tf.train` that makes the steps."""
        return self._optimizer

    @abc.abstractmethod
    def _minimize_constrained(
        self,
        minimization_problem: ConstrainedMinimizationProblem,
        global_step: Any = None,
        var_list: Any = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Any:
        """As `minimize_constrained`, for subclasses; they leave `pre_train_ops` alone."""

    def minimize_constrained(
        self,
        minimization_problem: ConstrainedMinimizationProblem,
        global_step: TensorOrVariable | None = None,
        var_list: Any = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Any:
        """Makes an operation that brings the objective down while the constraints are kept.

        Args:
          minimization_problem: the problem.
          global_step, var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, name, grad_loss: as for
            `tf.train.Optimizer.minimize`.

        Returns:
          The operation.
        """
        return self._after_others(
            minimization_problem,
            lambda: self._minimize_constrained(
                minimization_problem,
                global_step=global_step,
                var_list=var_list,
                gate_gradients=gate_gradients,
                aggregation_method=aggregation_method,
                colocate_gradients_with_ops=colocate_gradients_with_ops,
                name=name,
                grad_loss=grad_loss,
            ),
        )

    def minimize_unconstrained(
        self,
        minimization_problem: ConstrainedMinimizationProblem,
        global_step: TensorOrVariable | None = None,
        var_list: Any = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Any:
        """Makes an operation that minimizes the objective and does not look at the constraints.

        Args:
          minimization_problem: the problem.
          global_step, var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, name, grad_loss: as for
            `tf.train.Optimizer.minimize`.

        Returns:
          The operation.
        """
        return self._after_others(
            minimization_problem,
            lambda: self.optimizer.minimize(
                minimization_problem.objective,
                global_step=global_step,
                var_list=var_list,
                gate_gradients=gate_gradients,
                aggregation_method=aggregation_method,
                colocate_gradients_with_ops=colocate_gradients_with_ops,
                name=name,
                grad_loss=grad_loss,
            ),
        )

    def minimize(
        self,
        minimization_problem: ConstrainedMinimizationProblem,
        unconstrained_steps: int | None = None,
        global_step: TensorOrVariable | None = None,
        var_list: Any = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Any:
        """Makes an operation that minimizes with the constraints, at first without them if asked to.

        Args:
          minimization_problem: the problem.
          unconstrained_steps: for how many steps the constraints are not looked at.
          global_step, var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, name, grad_loss: as for
            `tf.train.Optimizer.minimize`.

        Returns:
          The operation.

        Raises:
          ValueError: `unconstrained_steps` is given without `global_step`.
        """
        settings = {
            "global_step": global_step,
            "var_list": var_list,
            "gate_gradients": gate_gradients,
            "aggregation_method": aggregation_method,
            "colocate_gradients_with_ops": colocate_gradients_with_ops,
            "name": name,
            "grad_loss": grad_loss,
        }
        if unconstrained_steps is None:
            return self.minimize_constrained(minimization_problem, **settings)
        if global_step is None:
            raise ValueError("global_step cannot be None if unconstrained_steps is provided")
        steps = tf.convert_to_tensor(unconstrained_steps)
        return tf.cond(
            tf.cast(global_step, steps.dtype) < steps,
            true_fn=lambda: self.minimize_unconstrained(minimization_problem, **settings),
            false_fn=lambda: self.minimize_constrained(minimization_problem, **settings),
        )

    def _after_others(self, problem: ConstrainedMinimizationProblem, make: Any) -> Any:
        with control_dependencies(problem.pre_train_ops):
            return make()


class TwoPlayers(ConstrainedOptimizer):
    """Optimizers that play weights against the importance of constraints, which is a variable of theirs."""

    _state_name = ""

    def __init__(self, optimizer: Optimizer, constraint_optimizer: Optimizer | None = None) -> None:
        super().__init__(optimizer)
        self._constraint_optimizer = constraint_optimizer

    @property
    def constraint_optimizer(self) -> Optimizer | None:
        """The optimizer of the importance of constraints, or None if it is that of the weights."""
        return self._constraint_optimizer

    @abc.abstractmethod
    def _initial_state(self, num_constraints: int, dtype: DTypeLike) -> Any:
        """What the state begins with."""

    @abc.abstractmethod
    def _constraint_grad_and_var(self, state: Any, gradient: Tensor) -> Any:
        """The gradient of the state, and the variable it belongs to."""

    @abc.abstractmethod
    def _projection_op(self, state: Any, name: str | None = None) -> Any:
        """Moves the state to where it may be."""

    @abc.abstractmethod
    def _lagrangian(self, state: Any, objective: Any, constraints: Any, proxies: Any) -> tuple[Any, Any]:
        """What the weights minimize, and a function that gives the gradient of the state."""

    def _minimize_constrained(
        self,
        minimization_problem: ConstrainedMinimizationProblem,
        global_step: Any = None,
        var_list: Any = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Any:
        objective, constraints = minimization_problem.objective, minimization_problem.constraints
        proxies = minimization_problem.proxy_constraints
        count, dtype = minimization_problem.num_constraints, constraints.dtype.base_dtype
        constraints = tf.reshape(constraints, [count])
        proxies = tf.reshape(minimization_problem.constraints if proxies is None else proxies, [count])
        state = tf.Variable(
            lambda: self._initial_state(count, dtype),
            trainable=False,
            name=self._state_name,
            dtype=dtype,
            use_resource=True,
        )
        loss, make_gradient = self._lagrangian(state, objective, constraints, proxies)
        pairs = self.optimizer.compute_gradients(
            loss,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        of_state = [self._constraint_grad_and_var(state, make_gradient())]
        if self.constraint_optimizer is None:
            updates = [self.optimizer.apply_gradients(pairs + of_state, name="update")]
        else:
            gradients = [gradient for gradient, _ in pairs + of_state if gradient is not None]
            with control_dependencies([getattr(gradient, "values", gradient) for gradient in gradients]):
                updates = [
                    self.optimizer.apply_gradients(pairs, name="update"),
                    self.constraint_optimizer.apply_gradients(of_state, name="optimizer_state_update"),
                ]
        with control_dependencies(updates):
            if global_step is None:
                with colocate_with(state):
                    return self._projection_op(state, name=name)
            with colocate_with(state):
                projected = self._projection_op(state, name="project")
            with colocate_with(global_step):
                counted = tf.assign_add(global_step, 1, name="global_step_increment")
            return tf.group(projected, counted, name=name)


def nonnegative_with_sum(matrix: TensorOrVariable, total: float, size: int, *, at_most: bool) -> Any:
    """The nearest columns (or, for a vector, the whole) whose numbers are not negative and add up to `total`.

    Negative ones become 0 and rest; what is missing is shared by the others, until no more come to rest.
    """

    def sums(x: TensorLike) -> Any:
        return tf.reduce_sum(x) if at_most else tf.reduce_sum(x, axis=0, keepdims=True)

    def goes_on(iteration: Any, matrix: TensorLike, active: Any, before: Any) -> Any:
        return (iteration < size) & tf.reduce_any(tf.not_equal(active, before))

    def step(iteration: Any, matrix: TensorOrVariable, active: Any, before: Any) -> Any:
        iteration += 1
        share = (total - sums(matrix)) / tf.maximum(1.0, sums(active))
        if at_most:
            share = tf.minimum(0.0, share)
        matrix = matrix + share * active
        positive = tf.cast(matrix > 0, matrix.dtype)
        return iteration, matrix * positive, positive, active

    first = step(tf.constant(0), matrix, ones := tf.ones_like(matrix), ones)
    return tf.while_loop(goes_on, step, first, name="euclidean_projection")[1]
