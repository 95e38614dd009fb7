"""Optimizers that say what they need: hyperparameters by name, and variables that a state object makes and hands out.

The state is per graph. What is a number is made a tensor once for a graph; what is a function is called for each step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from penstock._namespace import export, find
from penstock.graph import convert, nest, replication, stack
from penstock.graph.composite import IndexedSlices
from penstock.graph.dtypes import DType
from penstock.graph.graph import Graph, control_dependencies, init_scope, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, InitializerLike, ShapeLike, TensorLike, TensorOrVariable
from penstock.ops.gradients.backpropagation import gradients
from penstock.train import optimizer as optimizer_v1
from penstock.train import slot_creator
from penstock.train.optimizer import sum_duplicates


class _OptimizerV2State:
    """The variables and hyperparameters of an optimizer in one graph, for one step."""

    def __init__(self, optimizer: Any) -> None:
        self._optimizer = optimizer
        self._hyper: dict[str, Any] = {}
        self._cast: dict[tuple[str, Any, Any], Any] = {}
        self._beside: Any = None  # where variables of the optimizer as a whole go

    def _set_all(self, hyper: dict[str, Any], static: bool) -> None:
        for name in sorted(hyper):
            value = hyper[name]
            if callable(value) != static:
                value = value() if callable(value) else value
                self._hyper[name] = convert.convert_to_tensor(value, name=name)

    def _for_step(self, hyper: dict[str, Any], beside: Any) -> _OptimizerV2State:
        step = _OptimizerV2State(self._optimizer)
        step._hyper, step._cast, step._beside = dict(self._hyper), self._cast, beside
        step._set_all(hyper, static=False)
        return step

    def get_hyper(self, name: str, dtype: DType | None = None) -> Any:
        """A hyperparameter as a tensor, of another type if one is given.

        Raises:
          KeyError: there is none of this name.
        """
        value = self._hyper[name]
        if dtype is None:
            return value
        # A number is cast once for a graph, what a function gave once for a step.
        key = name, value, dtype
        if key not in self._cast:
            self._cast[key] = optimizer_v1.cast(value, dtype)
        return self._cast[key]

    def create_slot(self, var: TensorOrVariable, val: Any, slot_name: str, optional_op_name: str | None = None) -> Any:
        """Finds or makes a slot of `var` that begins with the value `val`."""
        return self._slot(var, slot_name, optional_op_name, slot_creator.create_slot, val)

    def create_slot_with_initializer(
        self,
        var: TensorOrVariable,
        initializer: InitializerLike,
        shape: ShapeLike,
        dtype: DTypeLike,
        slot_name: str,
        optional_op_name: str | None = None,
    ) -> Any:
        """Finds or makes a slot of `var` whose value an initializer provides."""
        make = slot_creator.create_slot_with_initializer
        return self._slot(var, slot_name, optional_op_name, make, initializer, shape, dtype)

    def zeros_slot(self, var: TensorOrVariable, slot_name: str, optional_op_name: str | None = None) -> Any:
        """Finds or makes a slot of zeros."""
        return self._slot(var, slot_name, optional_op_name, slot_creator.create_zeros_slot)

    def _slot(self, var: TensorOrVariable, slot_name: str, op_name: str | None, make: Any, *args: Any) -> Any:
        name = op_name or self._optimizer.get_name()
        return self._optimizer._slot(var, slot_name, lambda: make(var, *args, name))

    def create_non_slot(self, initial_value: Any, name: str, colocate_with: Any = None) -> Any:
        """Finds or makes a variable that belongs to the optimizer as a whole."""
        beside = self._beside if colocate_with is None else colocate_with
        return self._optimizer._make_non_slot(initial_value, name, beside)

    def get_slot(self, var: Any, name: str) -> Any:
        """The slot of a variable, or None."""
        return self._optimizer.get_slot(var, name)

    def get_slot_names(self) -> list[str]:
        """The names of the slots that exist, sorted."""
        return cast("list[str]", self._optimizer.get_slot_names())

    def get_non_slot(self, name: str) -> Any:
        """A variable of the optimizer as a whole, or None."""
        return optimizer_v1.Optimizer._get_non_slot_variable(self._optimizer, name, graph=stack.current_graph())


@export("contrib.optimizer_v2.OptimizerV2")
class OptimizerV2(optimizer_v1.Optimizer):
    """Base class of optimizers that keep their hyperparameters by name and get their variables from a state object.

    A subclass calls `_set_hyper` for each hyperparameter, makes its variables in `_create_vars(var_list, state)`, and
    gives the update of a variable in `_apply_dense(grad, var, state)` and its relatives.

    >>> import penstock as tf
    >>> class Steps(tf.contrib.optimizer_v2.OptimizerV2):
    ...     def __init__(self, rate):
    ...         super().__init__(use_locking=False, name="Steps")
    ...         self._set_hyper("rate", rate)
    ...     def _apply_dense(self, grad, var, state):
    ...         return var.assign_sub(state.get_hyper("rate") * tf.sign(grad))
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable([2.0, -3.0])
    ...     step = Steps(0.25).minimize(tf.reduce_sum(v * v))
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(step)
    ...     print(sess.run(v).tolist())
    [1.75, -2.75]
    """

    def __init__(self, use_locking: bool, name: str) -> None:
        """Constructors of subclasses call this.

        Args:
          use_locking: recorded in the operations; updates never interfere here.
          name: the default name of slots and operations.

        Raises:
          ValueError: `name` is empty.
          RuntimeError: the subclass makes its variables in `_create_slots` instead of `_create_vars`.
        """
        super().__init__(use_locking, name)
        if type(self)._create_slots is not OptimizerV2._create_slots:
            raise RuntimeError(
                "Override _create_vars instead of _create_slots when descending from OptimizerV2 "
                f"(class {type(self).__name__})"
            )
        self._hyper: dict[str, Any] = {}
        self._per_graph_state: dict[Graph, _OptimizerV2State] = {}

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        """Not for subclasses: they have `_create_vars`."""

    def _set_hyper(self, name: str, value: Any) -> None:
        """Keeps a hyperparameter: a number, a tensor, or a function that returns one for each step."""
        self._hyper[name] = value

    def minimize(  # type: ignore[override]
        self,
        loss: Any,
        global_step: Any = None,
        var_list: Any = None,
        gate_gradients: int = optimizer_v1.Optimizer.GATE_OP,
        aggregation_method: int | None = None,
        name: str | None = None,
        grad_loss: TensorLike | None = None,
        stop_gradients: Any = None,
        scale_loss_by_num_replicas: bool = False,
    ) -> Operation:
        """Adds operations that make `loss` smaller by changing variables.

        Args:
          loss: the tensor to minimize, or a function that returns it.
          global_step: a variable to add 1 to after the update.
          var_list: the variables to change; all trainable ones by default.
          gate_gradients: `GATE_NONE`, `GATE_OP` or `GATE_GRAPH`.
          aggregation_method: a constant of `tf.AggregationMethod`.
          name: the name of the returned operation.
          grad_loss: the gradient of `loss` to begin with.
          stop_gradients: tensors that are taken as constants.
          scale_loss_by_num_replicas: whether the loss is divided by the number of replicas.

        Returns:
          The operation that makes one step.

        Raises:
          ValueError: no variable has a gradient.
        """
        grads_and_vars = self.compute_gradients(
            loss,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            grad_loss=grad_loss,
            stop_gradients=stop_gradients,
            scale_loss_by_num_replicas=scale_loss_by_num_replicas,
        )
        if all(g is None for g, _ in grads_and_vars):
            raise ValueError(
                "No gradients provided for any variable, check your graph for ops that do not support gradients, between "
                f"variables {[str(v) for _, v in grads_and_vars]} and loss {loss}."
            )
        return self.apply_gradients(grads_and_vars, global_step=global_step, name=name)

    def compute_gradients(  # type: ignore[override]
        self,
        loss: Any,
        var_list: Any = None,
        gate_gradients: int = optimizer_v1.Optimizer.GATE_OP,
        aggregation_method: int | None = None,
        grad_loss: TensorLike | None = None,
        stop_gradients: Any = None,
        scale_loss_by_num_replicas: bool = False,
    ) -> list[tuple[Any, Any]]:
        """Computes the gradients of `loss`: the first half of `minimize`, which explains the arguments.

        Returns:
          Pairs of a gradient (Tensor, IndexedSlices or None) and its variable.

        Raises:
          TypeError, NotImplementedError, AttributeError: `var_list` contains something that is no variable.
          ValueError: an argument is not valid.
        """
        if callable(loss):
            loss = loss()
            if var_list is None:
                var_list = optimizer_v1._variables_behind(loss)
        if scale_loss_by_num_replicas:
            mode = replication.current()
            count = 1 if mode is None else mode.strategy.num_replicas_in_sync
            if count > 1:
                loss = loss * (1.0 / count)
        if gate_gradients not in (self.GATE_NONE, self.GATE_OP, self.GATE_GRAPH):
            raise ValueError(
                "gate_gradients must be one of: Optimizer.GATE_NONE, Optimizer.GATE_OP, Optimizer.GATE_GRAPH.  Not "
                f"{gate_gradients}"
            )
        self._assert_valid_dtypes([loss])
        if grad_loss is not None:
            self._assert_valid_dtypes([grad_loss])
        graph = stack.current_graph()
        if var_list is None:
            var_list = find("trainable_variables")() + graph.get_collection(GraphKeys.TRAINABLE_RESOURCE_VARIABLES)
        else:
            var_list = nest.flatten(var_list)
        var_list = list(var_list) + graph.get_collection(GraphKeys._STREAMING_MODEL_PORTS)
        if not var_list:
            raise ValueError("No variables to optimize.")
        for var in var_list:
            var.op  # noqa: B018 - what has none is no variable
        grads = gradients(
            loss,
            [optimizer_v1._target_of(v).target() for v in var_list],
            grad_ys=grad_loss,
            gate_gradients=gate_gradients == self.GATE_OP,
            aggregation_method=aggregation_method,
            stop_gradients=stop_gradients,
        )
        if gate_gradients == self.GATE_GRAPH:
            grads = find("tuple")(grads)
        pairs = list(zip(grads, var_list, strict=True))
        self._assert_valid_dtypes([v for g, v in pairs if g is not None and v.dtype != find("resource")])
        return pairs

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: Any = None, name: str | None = None
    ) -> Operation:
        """Applies gradients to variables: the second half of `minimize`.

        Args:
          grads_and_vars: pairs, as `compute_gradients` returns them.
          global_step: a variable to add 1 to after the update.
          name: the name of the returned operation; the optimizer's name by default.

        Returns:
          The operation that makes one step.

        Raises:
          TypeError: a gradient is neither tensor, IndexedSlices nor None.
          ValueError: no variable has a gradient.
        """
        pairs = tuple(grads_and_vars)
        if not pairs:
            raise ValueError("No variables provided.")
        kept = [(g, v) for g, v in pairs if g is not None]
        if not kept:
            raise ValueError(f"No gradients provided for any variable: {[str(v) for _, v in pairs]}.")
        mode = replication.current()
        if mode is not None:
            if mode.replica_context is None:
                raise RuntimeError("Use `merge_call()` before `apply_gradients()` in a cross-replica context.")
            return cast(
                "Operation", mode.replica_context.merge_call(self._distributed_apply, args=(kept, global_step, name))
            )
        var_list = [v for _, v in kept]
        beside = min(var_list, key=lambda v: v.name)
        with name_scope(name, self._name) as scope:
            state = self._step_state(var_list, beside)
        with init_scope():
            self._create_vars(var_list, state)
        with name_scope(scope):
            self._prepare(state)
            updates = []
            for grad, var in kept:
                with name_scope(f"update_{var.op.name}"):
                    updates.append(self._update(grad, var, state))
            done = [find("group")(*updates)]
            with control_dependencies(done):
                finish = self._finish(state)
            finish = done if finish is None else [finish]
            if global_step is None:
                train_op = find("group")(*finish, name=scope)
            else:
                with control_dependencies(nest.flatten(finish)):
                    train_op = optimizer_v1._add_one(global_step, scope)
        return cast("Operation", optimizer_v1._collected(train_op))

    def _distributed_apply(
        self, distribution: Any, grads_and_vars: Any, global_step: TensorOrVariable | None = None, name: str | None = None
    ) -> Any:
        """As `apply_gradients`, across the replicas of a strategy: adds up their gradients, and updates all copies."""
        extended = distribution.extended
        reduced = extended.batch_reduce_to("SUM", grads_and_vars)
        var_list = [v for _, v in grads_and_vars]
        places = extended.non_slot_devices(var_list)
        with name_scope(name, self._name) as scope:
            state = self._step_state(var_list, min(var_list, key=lambda v: v.name))
        with init_scope():
            self._create_vars(var_list, state)

        def update(copy: Any, grad: Tensor) -> Any:
            with name_scope(f"update_{copy.op.name}"):
                return self._update(grad, copy, state)

        with name_scope(scope):
            self._prepare(state)
            updates = [
                op
                for grad, var in zip(reduced, var_list)
                for op in extended.update(var, update, args=(grad,), group=False)
            ]
            done = [find("group")(*updates)]

            def finish() -> Any:
                with control_dependencies(done):
                    last = self._finish(state)
                return done[0] if last is None else last

            finished = nest.flatten(extended.update_non_slot(places, finish, group=False))
            if global_step is None:
                return optimizer_v1._collected(distribution.group(finished, name=scope))
            with control_dependencies(finished):
                step = extended.update(global_step, find("assign_add"), args=(1,), kwargs={"name": scope})
        return optimizer_v1._collected(step)

    def _update(self, grad: Any, var: Any, state: _OptimizerV2State) -> Any:
        return optimizer_v1._target_of(var).update(cast("Any", _WithState(self, state)), _checked(grad))

    # -- state --------------------------------------------------------------------------------------------------------------

    def _get_or_create_state(self, var_list: Sequence[Any] | None = None) -> _OptimizerV2State:
        """The state in the graph of the variables, or in the current one."""
        graph = var_list[0].graph if var_list else stack.current_graph()
        if graph not in self._per_graph_state:
            made = self._per_graph_state[graph] = _OptimizerV2State(self)
            made._set_all(self._hyper, static=True)
        return self._per_graph_state[graph]

    def _step_state(self, var_list: Sequence[Any], beside: Any) -> _OptimizerV2State:
        with init_scope():
            state = self._get_or_create_state(var_list)
        return state._for_step(self._hyper, beside)

    def _make_non_slot(self, initial_value: Any, name: str, beside: Any) -> Any:
        key = name, beside.graph
        var = self._non_slot_dict.get(key)
        if var is None:
            with replication.variables_beside(beside, lambda: beside):
                var = find("Variable")(initial_value, name=name, trainable=False)
            self._non_slot_dict[key] = var
        return var

    def _non_slot_variables(self) -> Any:
        raise NotImplementedError("_non_slot_variables() method unsupported in OptimizerV2")

    def variables(self) -> list[Any]:
        """Returns all variables of the optimizer in the current graph, sorted by name."""
        graph = stack.current_graph()
        slots = [v for slots in self._slots.values() for v in slots.values()]
        found = [v for v in (*self._non_slot_dict.values(), *slots) if v.op.graph is graph]
        return sorted(found, key=lambda v: v.name)

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        raise NotImplementedError(
            "Optimizers may not have dependencies. File a feature request if this limitation bothers you."
        )

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        graph = stack.current_graph()
        return sorted((name, var) for (name, _), var in self._non_slot_dict.items() if var.op.graph is graph)

    # -- what subclasses say --------------------------------------------------------------------------------------------------

    def _create_vars(self, var_list: Sequence[Any], state: _OptimizerV2State) -> None:
        """Makes the slots of the variables, and variables of the optimizer as a whole, by methods of `state`."""

    def _prepare(self, state: _OptimizerV2State) -> None:  # type: ignore[override]
        """Does what is needed before gradients are applied."""

    def _apply_dense(self, grad: Tensor, var: Any, state: _OptimizerV2State) -> Any:  # type: ignore[override]
        """Applies a gradient to a reference variable."""
        raise NotImplementedError()

    def _resource_apply_dense(self, grad: Tensor, handle: Any, state: _OptimizerV2State) -> Any:  # type: ignore[override]
        """Applies a gradient to a resource variable."""
        raise NotImplementedError()

    def _apply_sparse(self, grad: IndexedSlices, var: TensorOrVariable, state: _OptimizerV2State) -> Any:  # type: ignore[override]
        """Applies slices, each index at most once, to a reference variable."""
        raise NotImplementedError()

    def _resource_apply_sparse(  # type: ignore[override]
        self, grad: Tensor, handle: Any, indices: Tensor, state: _OptimizerV2State
    ) -> Any:
        """Applies slices, each index at most once, to a resource variable."""
        raise NotImplementedError()

    def _apply_sparse_duplicate_indices(  # type: ignore[override]
        self, grad: IndexedSlices, var: TensorOrVariable, state: _OptimizerV2State
    ) -> Any:
        """Applies slices with repeated indices: adds them up first. Override it if the method needs no such sum."""
        values, indices = sum_duplicates(grad.values, grad.indices)
        return self._apply_sparse(IndexedSlices(values, indices, grad.dense_shape), var, state)

    def _resource_apply_sparse_duplicate_indices(  # type: ignore[override]
        self, grad: Tensor, handle: Any, indices: Tensor, state: _OptimizerV2State
    ) -> Any:
        """As `_apply_sparse_duplicate_indices`, for a resource variable."""
        values, unique = sum_duplicates(grad, indices)
        return self._resource_apply_sparse(values, handle, unique, state)

    def _finish(self, state: _OptimizerV2State) -> Any:  # type: ignore[override]
        """What is done after all updates, or None."""
        return None


def _checked(grad: Any) -> Any:
    return grad if isinstance(grad, (Tensor, IndexedSlices)) else convert.convert_to_tensor_or_indexed_slices(grad)


class _WithState:
    """An optimizer whose updates need no state."""

    def __init__(self, optimizer: OptimizerV2, state: _OptimizerV2State) -> None:
        self._optimizer, self._state = optimizer, state

    def _apply_dense(self, grad: Tensor, var: Any) -> Any:
        return self._optimizer._apply_dense(grad, var, self._state)

    def _resource_apply_dense(self, grad: Tensor, handle: Any) -> Any:
        return self._optimizer._resource_apply_dense(grad, handle, self._state)

    def _apply_sparse_duplicate_indices(self, grad: IndexedSlices, var: TensorOrVariable) -> Any:
        return self._optimizer._apply_sparse_duplicate_indices(grad, var, self._state)

    def _resource_apply_sparse_duplicate_indices(self, grad: Tensor, handle: Any, indices: Tensor) -> Any:
        return self._optimizer._resource_apply_sparse_duplicate_indices(grad, handle, indices, self._state)
