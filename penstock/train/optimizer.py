"""`tf.train.Optimizer`: from a loss to an operation that changes variables, with the names of 1.15.

A subclass says which slots it needs and what one step is. Most methods are one training operation: they derive from
`Optimizer` and are little more than a table. Slots are kept per graph and variable, so that one optimizer can serve
several graphs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.graph import convert, dtypes, nest, replication, stack
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.graph import colocate_with, control_dependencies, init_scope, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import InitializerLike, TensorLike, TensorOrVariable
from penstock.ops.gradients.backpropagation import gradients
from penstock.ops.state.resource_variable import BaseResourceVariable, is_resource_variable
from penstock.ops.state.trackable import Trackable
from penstock.ops.state.variables import Variable
from penstock.train import slot_creator

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.graph.graph import Graph
    from penstock.graph.tensor_shape import TensorShape

_FLOATS = frozenset((dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64))


def sum_duplicates(values: Tensor, indices: Tensor) -> tuple[Tensor, Tensor]:
    """Slices and indices again, with the slices of equal indices added up."""
    unique, positions = find("unique")(indices)
    count = find("shape")(unique)[0]
    return apply("UnsortedSegmentSum", data=values, segment_ids=positions, num_segments=count), unique


def _key(var: Any) -> tuple[Any, str]:
    """Where the slots of a variable are kept."""
    return var.op.graph, var.op.name


def cast(value: Any, dtype: dtypes.DType) -> Any:
    """As `tf.cast`, but a resource variable of the right type is left for the operation that uses it to read."""
    if is_resource_variable(value) and value.dtype.base_dtype is dtype:
        return value
    return find("cast")(value, dtype)


# -- what can be optimized ------------------------------------------------------------------------------------------------


class _RefTarget:
    """A reference variable."""

    def __init__(self, var: Any) -> None:
        self.var = var

    def target(self) -> Any:
        """What to take the gradient with respect to."""
        return self.var._ref()

    def update(self, optimizer: Optimizer, grad: Any) -> Any:
        """Makes the operation that applies `grad`."""
        if isinstance(grad, Tensor):
            return self._constrained(optimizer._apply_dense(grad, self.var))
        self._check_sparse(grad)
        return optimizer._apply_sparse_duplicate_indices(grad, self.var)

    def _constrained(self, update: Any) -> Any:
        if getattr(self.var, "constraint", None) is None:
            return update
        with control_dependencies([update]):
            # Read anew: what was read of a reference variable before this block is the value from before the update.
            value = self.var if is_resource_variable(self.var) else self.var.read_value()
            return self.var.assign(self.var.constraint(value))

    def _check_sparse(self, grad: TensorLike) -> None:
        assert isinstance(grad, IndexedSlices), ("Gradient ", grad, " is neither a tensor nor IndexedSlices.")
        if getattr(self.var, "constraint", None) is not None:
            raise RuntimeError("Cannot use a constraint function on a sparse variable.")


class _ResourceTarget(_RefTarget):
    """A resource variable."""

    def target(self) -> Any:
        return self.var

    def update(self, optimizer: Optimizer, grad: Any) -> Any:
        if isinstance(grad, IndexedSlices):
            self._check_sparse(grad)
            return optimizer._resource_apply_sparse_duplicate_indices(grad.values, self.var, grad.indices)
        return self._constrained(optimizer._resource_apply_dense(grad, self.var))


class _TensorTarget(_RefTarget):
    """A tensor: its gradient can be computed, but nothing can be applied to it."""

    def target(self) -> Any:
        return self.var

    def update(self, optimizer: Optimizer, grad: TensorLike) -> Any:
        raise NotImplementedError("Trying to update a Tensor ", self.var)


def _target_of(var: Variable) -> _RefTarget:
    if is_resource_variable(var) or getattr(getattr(var, "op", None), "type", None) == "VarHandleOp":
        return _ResourceTarget(var)
    if isinstance(var, Variable):
        return _RefTarget(var)
    if isinstance(var, Tensor):
        return _TensorTarget(var)
    raise NotImplementedError("Trying to optimize unsupported type ", var)


def _variables_behind(loss: Tensor) -> list[Any]:
    """The trainable variables that `loss` depends on, in the order in which they were made."""
    seen: set[Operation] = set()
    todo = [loss.op]
    while todo:
        op = todo.pop()
        if op not in seen:
            seen.add(op)
            todo.extend(t.op for t in op.inputs)
    return [v for v in find("trainable_variables")() if v.op in seen]


# -- the base class ---------------------------------------------------------------------------------------------------------


@export("train.Optimizer")
class Optimizer(Trackable):
    """Base class of optimizers: computes gradients and applies them to variables.

    Use a subclass, such as `tf.train.GradientDescentOptimizer`. `minimize` is `compute_gradients` followed by
    `apply_gradients`; call the two yourself to process gradients in between.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     w = tf.Variable(3.0)
    ...     step = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(step)
    ...     print(round(float(sess.run(w)), 3))
    2.4
    """

    # How far gradients wait for each other: not at all, for those of one operation, for all of them.
    GATE_NONE = 0
    GATE_OP = 1
    GATE_GRAPH = 2

    def __init__(self, use_locking: bool, name: str) -> None:
        """Constructors of subclasses call this.

        Args:
          use_locking: recorded in the operations; updates never interfere here.
          name: the default name of slots and operations.

        Raises:
          ValueError: if `name` is empty.
        """
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking = use_locking
        self._name = name
        self._slots: dict[str, dict[Any, Any]] = {}
        self._non_slot_dict: dict[tuple[str, Any], Any] = {}

    def get_name(self) -> str:
        """The name given to the constructor."""
        return self._name

    def minimize(
        self,
        loss: TensorOrVariable,
        global_step: TensorLike | None = None,
        var_list: Sequence[Any] | None = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: TensorLike | None = None,
    ) -> Operation:
        """Adds operations that make `loss` smaller by changing variables.

        Args:
          loss: the tensor to minimize, or a function that returns it.
          global_step: a variable to add 1 to after the update.
          var_list: the variables to change; all trainable ones by default.
          gate_gradients: `GATE_NONE`, `GATE_OP` or `GATE_GRAPH`.
          aggregation_method: a constant of `tf.AggregationMethod`.
          colocate_gradients_with_ops: whether gradients are placed where the operations are.
          name: the name of the returned operation.
          grad_loss: the gradient of `loss` to begin with.

        Returns:
          The operation that makes one step.

        Raises:
          ValueError: if no variable has a gradient.
        """
        if isinstance(global_step, (list, tuple)) and var_list is None:
            global_step, var_list = None, global_step  # as the manual of 0.9 writes it
        grads_and_vars = self.compute_gradients(
            loss,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        if all(g is None for g, _ in grads_and_vars):
            raise ValueError(
                "No gradients provided for any variable, check your graph for ops that do not support gradients, between "
                f"variables {[str(v) for _, v in grads_and_vars]} and loss {loss}."
            )
        return self.apply_gradients(grads_and_vars, global_step=global_step, name=name)

    def compute_gradients(
        self,
        loss: TensorLike,
        var_list: Sequence[Any] | None = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: TensorLike | None = None,
    ) -> list[tuple[Any, Any]]:
        """Computes the gradients of `loss`: the first half of `minimize`, which explains the arguments.

        Returns:
          Pairs of a gradient (Tensor, IndexedSlices or None) and its variable.

        Raises:
          TypeError, NotImplementedError: `var_list` contains something that is no variable.
          ValueError: an argument is not valid.
        """
        if callable(loss):
            loss = loss()
            if var_list is None:
                var_list = _variables_behind(loss)
        loss = _scaled_for_replicas(loss)
        if gate_gradients not in (Optimizer.GATE_NONE, Optimizer.GATE_OP, Optimizer.GATE_GRAPH):
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
            var_list = nest.flatten(var_list() if callable(var_list) else var_list)
        var_list = list(var_list) + graph.get_collection(GraphKeys._STREAMING_MODEL_PORTS)
        targets = [_target_of(v) for v in var_list]
        if not var_list:
            raise ValueError("No variables to optimize.")
        grads = gradients(
            loss,
            [t.target() for t in targets],
            grad_ys=grad_loss,
            gate_gradients=gate_gradients == Optimizer.GATE_OP,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
        )
        if gate_gradients == Optimizer.GATE_GRAPH:
            grads = find("tuple")(grads)
        pairs = list(zip(grads, var_list, strict=True))
        self._assert_valid_dtypes([v for g, v in pairs if g is not None and v.dtype != dtypes.resource])
        return pairs

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: TensorLike | None = None, name: str | None = None
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
          RuntimeError: it is called across the replicas of a `tf.distribute.Strategy`.
        """
        mode = replication.current()
        if mode is not None:
            if mode.replica_context is None:
                raise RuntimeError(
                    "Use `_distributed_apply()` instead of `apply_gradients()` in a cross-replica context."
                )
            pairs = replication.with_gradient(grads_and_vars)
            return mode.replica_context.merge_call(self._distributed_apply, args=(pairs, global_step, name))
        grads_and_vars = tuple(grads_and_vars)
        if not grads_and_vars:
            raise ValueError("No variables provided.")
        work = [(_checked_gradient(g), v, _target_of(v)) for g, v in grads_and_vars]
        var_list = [v for g, v, _ in work if g is not None]
        if not var_list:
            raise ValueError(f"No gradients provided for any variable: {[str(v) for _, v, _ in work]}.")
        with init_scope():
            self._create_slots(var_list)
        updates = []
        with name_scope(name, self._name) as scope:
            self._prepare()
            for grad, var, target in work:
                if grad is not None:
                    with name_scope(f"update_{var.op.name}"), colocate_with(var):
                        updates.append(target.update(self, grad))
            if global_step is None:
                train_op = self._finish(updates, scope)
            else:
                with control_dependencies([self._finish(updates, "update")]), colocate_with(global_step):
                    train_op = _add_one(global_step, scope)
            return _collected(train_op)

    def _distributed_apply(
        self,
        distribution: Any,
        grads_and_vars: Iterable[tuple[Any, Any]],
        global_step: TensorOrVariable | None = None,
        name: str | None = None,
    ) -> Any:
        """As `apply_gradients`, across the replicas of a strategy: adds up their gradients, and updates all copies.

        Args:
          distribution: the strategy.
          grads_and_vars: pairs of distributed values.
          global_step, name: as for `apply_gradients`.
        """
        extended = distribution.extended
        reduced = extended.batch_reduce_to("SUM", grads_and_vars)
        var_list = [v for _, v in grads_and_vars]
        with init_scope():
            self._create_slots(var_list)

        def update(copy: Any, grad: Any) -> Any:
            assert copy is not None
            grad = _checked_gradient(grad)
            with name_scope(f"update_{copy.op.name}"):
                return _target_of(copy).update(self, grad)

        with name_scope(name, self._name) as scope:
            self._prepare()
            updates = [
                op
                for grad, var in zip(reduced, var_list)
                for op in extended.update(var, update, args=(grad,), group=False)
            ]
            finished = extended.update_non_slot(
                extended.non_slot_devices(var_list),
                lambda: self._finish(updates, "update"),
                group=False,
            )
            if global_step is None:
                return _collected(distribution.group(finished, name=scope))
            with control_dependencies(finished):
                return _collected(extended.update(global_step, find("assign_add"), args=(1,), kwargs={"name": scope}))

    # -- slots ----------------------------------------------------------------------------------------------------------

    def get_slot(self, var: Any, name: str) -> Any:
        """Returns the slot `name` of `var`, or None if there is none."""
        slots = self._slots.get(name, {})
        container = replication.container_of(var)
        if container is None:
            return slots.get(_key(var))
        slot = slots.get((container.graph, container._shared_name))
        return None if slot is None else slot.get(device=var.device)

    def get_slot_names(self) -> list[str]:
        """Returns the names of the slots that exist, sorted."""
        return sorted(self._slots)

    def variables(self) -> list[Any]:
        """Returns all variables of the optimizer in the current graph, sorted by name."""
        graph = stack.current_graph()
        found = [v for v in self._non_slot_variables() if v.op.graph is graph]
        for slots in self._slots.values():
            found.extend(v for v in slots.values() if v.op.graph is graph)
        return sorted(found, key=lambda v: v.name)

    def _slot_dict(self, slot_name: str) -> dict[Any, Any]:
        return self._slots.setdefault(slot_name, {})

    def _slot(self, var: TensorLike, slot_name: str, make: Callable[[], Any]) -> Any:
        slots = self._slot_dict(slot_name)
        key = _key(var)
        if key not in slots:
            slots[key] = make()
        return slots[key]

    def _get_or_make_slot(self, var: TensorLike, val: TensorLike, slot_name: str, op_name: str) -> Any:
        """Finds or makes a slot that begins with the value `val`."""
        return self._slot(var, slot_name, lambda: slot_creator.create_slot(var, val, op_name))

    def _get_or_make_slot_with_initializer(
        self, var: Variable, initializer: Any, shape: TensorShape, dtype: DType, slot_name: str, op_name: str
    ) -> Any:
        """Finds or makes a slot whose value an initializer provides."""
        return self._slot(
            var,
            slot_name,
            lambda: slot_creator.create_slot_with_initializer(var, initializer, shape, dtype, op_name),
        )

    def _zeros_slot(self, var: TensorLike, slot_name: str, op_name: str) -> Any:
        """Finds or makes a slot of zeros."""
        return self._slot(var, slot_name, lambda: slot_creator.create_zeros_slot(var, op_name))

    def _create_non_slot_variable(self, initial_value: InitializerLike, name: str, colocate_with: Any) -> Any:  # noqa: F811
        """Finds or makes a variable that belongs to the optimizer as a whole, placed where another variable is."""
        key = name, colocate_with.graph
        var = self._non_slot_dict.get(key)
        if var is None:
            with replication.variables_beside(colocate_with, lambda: colocate_with):
                var = find("Variable")(
                    initial_value, name=name, trainable=False, use_resource=is_resource_variable(colocate_with)
                )
            self._non_slot_dict[key] = var
        return var

    def _get_non_slot_variable(self, name: str, graph: Graph | None = None) -> Any:
        var: Any = self._non_slot_dict.get((name, graph))
        return var.get() if replication.is_distributed(var) else var

    def _non_slot_variables(self) -> Iterable[Any]:
        return self._non_slot_dict.values()

    # -- checks -----------------------------------------------------------------------------------------------------------

    def _assert_valid_dtypes(self, tensors: Sequence[Any]) -> None:
        valid = self._valid_dtypes()
        for t in tensors:
            if t.dtype.base_dtype not in valid:
                raise ValueError(f"Invalid type {t.dtype.base_dtype!r} for {t.name}, expected: {list(valid)}.")

    def _valid_dtypes(self) -> Iterable[dtypes.DType]:
        """The types that losses, variables and gradients may have."""
        return set(_FLOATS)

    def _call_if_callable(self, param: Any) -> Any:
        """The parameter, or what it returns if it is a function."""
        return param() if callable(param) else param

    # -- what subclasses say ------------------------------------------------------------------------------------------------

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        """Makes all slots for the variables."""
        for var in var_list:
            for slot in self._SLOTS.values():
                self._create_slot(var, slot)

    def _prepare(self) -> None:
        """Makes the tensors that all updates share, inside of the name scope of the step."""
        for _, attribute, tensor, name in self._PARAMETERS:
            value = self._call_if_callable(getattr(self, attribute))
            setattr(self, tensor, convert.convert_to_tensor(value, name=name))

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        """Applies a gradient to a reference variable."""
        return self._apply("Apply", var, grad).op

    def _resource_apply_dense(self, grad: Tensor, handle: BaseResourceVariable) -> Any:
        """Applies a gradient to a resource variable."""
        return self._apply("ResourceApply", handle, grad)

    def _apply_sparse(self, grad: IndexedSlices, var: Variable) -> Any:
        """Applies slices, each index at most once, to a reference variable."""
        return self._apply("SparseApply", var, grad.values, grad.indices).op

    def _resource_apply_sparse(self, grad: Tensor, handle: BaseResourceVariable, indices: Tensor) -> Any:
        """Applies slices, each index at most once, to a resource variable."""
        return self._apply("ResourceSparseApply", handle, grad, indices)

    def _apply_sparse_duplicate_indices(self, grad: IndexedSlices, var: Variable) -> Any:
        """Applies slices with repeated indices: adds them up first. Override it if the method needs no such sum."""
        values, indices = sum_duplicates(grad.values, grad.indices)
        return self._apply_sparse(IndexedSlices(values, indices, grad.dense_shape), var)

    def _resource_apply_sparse_duplicate_indices(
        self, grad: Tensor, handle: BaseResourceVariable, indices: Tensor
    ) -> Any:
        """As `_apply_sparse_duplicate_indices`, for a resource variable."""
        values, unique = sum_duplicates(grad, indices)
        return self._resource_apply_sparse(values, handle, unique)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Operation:  # noqa: F811
        """Makes the operation that waits for all updates."""
        return find("group")(*update_ops, name=name_scope)

    # -- methods that are one operation, in its four forms `[Resource][Sparse]Apply<method>` -----------------------------

    # The method, as in the names of the operations.
    _METHOD = ""
    # Input of the operation → slot, in the order in which slots are made.
    _SLOTS: dict[str, str] = {}
    # (input of the operation, attribute with the user's value, attribute for its tensor, name of the tensor), in the order of
    # the operation's inputs.
    _PARAMETERS: tuple[tuple[str, str, str, str], ...] = ()

    def _method(self) -> str:
        return self._METHOD

    def _create_slot(self, var: TensorOrVariable, slot: str) -> None:
        self._zeros_slot(var, slot, self._name)

    def _scalars(self, dtype: dtypes.DType) -> dict[str, Any]:
        """The inputs of the operation that are neither variables nor gradients."""
        return {name: cast(getattr(self, tensor), dtype) for name, _, tensor, _ in self._PARAMETERS}

    def _attributes(self) -> dict[str, Any]:
        """Attributes of the operation besides `use_locking`."""
        return {}

    def _apply(self, form: str, var: Any, grad: Tensor, indices: Tensor | None = None) -> Any:
        method = self._method()
        if not method:
            raise NotImplementedError()
        is_handle = form.startswith("Resource")
        arguments: dict[str, Any] = {"var": var.handle if is_handle else var}
        for name, slot in self._SLOTS.items():
            variable = self.get_slot(var, slot)
            arguments[name] = variable.handle if is_handle else variable
        arguments |= self._scalars((grad if is_handle else var).dtype.base_dtype)
        arguments["delta" if method.endswith("GradientDescent") and indices is None else "grad"] = grad
        if indices is not None:
            arguments["indices"] = indices
        return apply(f"{form}{method}", use_locking=self._use_locking, **arguments, **self._attributes())


def _scaled_for_replicas(loss: TensorLike) -> Any:
    """The loss of a replica of an Estimator: divided by the number of replicas if it is a mean."""
    graph = stack.current_graph()
    graph._is_loss_scaled_by_optimizer = False
    mode = replication.current()
    if mode is not None and replication.loss_is_mean(mode.strategy, graph):
        count = mode.strategy.num_replicas_in_sync
        if count > 1:
            loss = loss * (1.0 / count)
            graph._is_loss_scaled_by_optimizer = True
    return loss


def _collected(train_op: Operation | Tensor) -> Any:
    """The operation that makes a step, which is also added to its collection."""
    if isinstance(train_op, Tensor):
        train_op = train_op.op
    collection = stack.current_graph().get_collection_ref(GraphKeys.TRAIN_OP)
    if train_op not in collection:
        collection.append(train_op)
    return train_op


def _checked_gradient(grad: Tensor) -> Any:
    if grad is None:
        return None
    try:
        grad = convert.convert_to_tensor_or_indexed_slices(grad)
    except TypeError:
        raise TypeError(f"Gradient must be convertible to a Tensor or IndexedSlices, or None: {grad}") from None
    if not isinstance(grad, (Tensor, IndexedSlices)):
        raise TypeError(f"Gradient must be a Tensor, IndexedSlices, or None: {grad}")
    return grad


def _add_one(global_step: TensorLike, name: str) -> Any:
    if isinstance(global_step, BaseResourceVariable):
        one = convert.convert_to_tensor(1, dtype=global_step.dtype)
        return apply("AssignAddVariableOp", name, resource=global_step.handle, value=one)
    return find("assign_add")(global_step, 1, name=name)
