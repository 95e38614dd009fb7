"""`tf.Variable`: the class that users see, its methods common to both kinds of variables, and functions over collections.

`tf.Variable(...)` makes a `RefVariable` or a `ResourceVariable` (files of their own), as variable creators and
`use_resource` decide. Everything that is kept per graph is kept at the outermost graph, so that function bodies share it.
"""

from __future__ import annotations

import contextlib
import enum
import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.graph import dtypes, stack
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import _into_current
from penstock.graph.equality import Reference
from penstock.graph.graph import Graph
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import CollectionsLike, DTypeLike, InitializerLike, SessionLike, ShapeLike, TensorLike
from penstock.ops.state import initial_values, partitioned_variable
from penstock.ops.state.trackable import Trackable
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


@export("VariableSynchronization")
class VariableSynchronization(enum.Enum):
    """When a distributed variable is synchronized: `AUTO`, `NONE`, `ON_WRITE`, `ON_READ`.

    >>> import penstock as tf
    >>> v = tf.get_variable("seen", [], synchronization=tf.VariableSynchronization.ON_READ)
    >>> v.trainable  # each replica counts for itself: nothing to train
    False
    """

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


@export("VariableAggregation")
class VariableAggregation(enum.Enum):
    """How a distributed variable is aggregated: `NONE`, `SUM`, `MEAN`, `ONLY_FIRST_REPLICA`.

    >>> import penstock as tf
    >>> tf.Variable(0, aggregation=tf.VariableAggregation.SUM).aggregation
    <VariableAggregation.SUM: 1>
    """

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3
    ONLY_FIRST_TOWER = 3

    def __hash__(self) -> int:
        return hash(self.value)


def validate_distribution(
    synchronization: object, aggregation: object, trainable: bool | None, name: str | None
) -> tuple[VariableSynchronization, VariableAggregation, bool]:
    """The three arguments with defaults filled in; a variable that is synchronized when read is not trainable."""
    try:
        aggregation = VariableAggregation.NONE if aggregation is None else VariableAggregation(aggregation)
    except ValueError:
        raise ValueError(f"Invalid variable aggregation mode: {aggregation} for variable: {name}") from None
    try:
        synchronization = (
            VariableSynchronization.AUTO if synchronization is None else VariableSynchronization(synchronization)
        )
    except ValueError:
        raise ValueError(f"Invalid variable synchronization mode: {synchronization} for variable: {name}") from None
    if trainable is None:
        trainable = synchronization is not VariableSynchronization.ON_READ
    return synchronization, aggregation, trainable


def outermost_graph() -> Graph:
    """The default graph, or the graph around it if it is the body of a function."""
    graph = stack.current_graph()
    while graph.building_function:
        graph = graph.outer_graph
    return graph


def _creators() -> list[Callable]:
    return outermost_graph()._scoped.setdefault("variable_creators", [])


@export("variable_creator_scope")
@contextlib.contextmanager
def variable_creator_scope(variable_creator: Callable) -> Iterator[None]:
    """Within the block, `variable_creator(next_creator, **kwargs)` makes the variables.

    Args:
      variable_creator: takes the arguments of `tf.Variable` by keyword; calls `next_creator(**kwargs)` to go on.

    >>> import penstock as tf
    >>> def frozen(next_creator, **kwargs):
    ...     kwargs["trainable"] = False
    ...     return next_creator(**kwargs)
    >>> with tf.Graph().as_default(), tf.variable_creator_scope(frozen):
    ...     tf.Variable(1.0).trainable
    False
    """
    creators = _creators()
    creators.append(variable_creator)
    try:
        yield
    finally:
        creators.remove(variable_creator)


class VariableMetaclass(type):
    """Lets `tf.Variable(...)` return an object of a subclass, chosen by the creators around the call."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is not Variable:
            return super().__call__(*args, **kwargs)
        given = _ARGUMENTS.bind(*args, **kwargs)
        given.apply_defaults()
        arguments = dict(given.arguments)
        if arguments["aggregation"] is None:
            arguments["aggregation"] = VariableAggregation.NONE
        make: Callable = _default_creator
        for creator in _creators():
            make = _linked(creator, make)
        return make(**arguments)


def _linked(creator: Callable, following: Callable) -> Callable:
    return lambda **kwargs: creator(following, **kwargs)


def _default_creator(**kwargs: Any) -> Variable:
    from penstock.ops.state import ref_variable, resource_variable, variable_scope_defaults

    use_resource = kwargs.pop("use_resource", None)
    if use_resource is None:
        use_resource = variable_scope_defaults.get_variable_scope().use_resource
    if use_resource is None:
        use_resource = variable_scope_defaults.resource_variables_enabled()
    if use_resource:
        kwargs.pop("expected_shape", None)
        return resource_variable.ResourceVariable(**kwargs)
    kwargs.pop("distribute_strategy", None)
    return ref_variable.RefVariable(**kwargs)


def _sparse_method(how: str, what: str) -> Callable:
    def method(self: Variable, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(f"sparse_delta is not IndexedSlices: {sparse_delta}")
        return self._scatter(f"Scatter{how}", sparse_delta.indices, sparse_delta.values, use_locking, name)

    method.__name__ = f"scatter_{how.lower()}"
    method.__qualname__ = f"Variable.{method.__name__}"
    method.__doc__ = f"""{what} an `IndexedSlices`.

        Args:
          sparse_delta: which rows, and their values.
          use_locking: accepted; runs never see a half-written variable.
          name: a name for the operation.

        Raises:
          TypeError: if `sparse_delta` is not an `IndexedSlices`.
        """
    return method


def _nd_method(how: str, what: str) -> Callable:
    def method(self: Variable, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Any:
        return self._scatter(f"ScatterNd{how}", indices, updates, True, name)

    method.__name__ = f"scatter_nd_{how.lower()}"
    method.__qualname__ = f"Variable.{method.__name__}"
    method.__doc__ = f"{what} the slices that the rows of `indices` name."
    return method


@export("Variable", "experimental.Variable")
class Variable(Trackable, metaclass=VariableMetaclass):
    """A tensor that keeps its value between runs of a session, and that operations can change.

    Args:
      initial_value: a tensor or what becomes one, or a function without arguments that returns it.
      trainable: adds the variable to the collection that optimizers take by default; True by default.
      collections: the collections it is added to, `[GraphKeys.GLOBAL_VARIABLES]` by default.
      validate_shape: if False, the value may have any shape; else the shape of `initial_value` must be known.
      caching_device: a device where readers find a copy.
      name: the name, "Variable" by default; made unique.
      variable_def: a `VariableDef` to take an existing variable of the graph from, instead of making one.
      dtype: the type to convert `initial_value` to.
      expected_shape: deprecated, without effect.
      import_scope: prepended to the names in `variable_def`.
      constraint: a function that optimizers apply to the new value after an update.
      use_resource: True for a ResourceVariable, False for a RefVariable; None for the default of the scope.
      synchronization, aggregation: for distributed variables.
      shape: the shape, if it is to be less specific than that of `initial_value`.

    Raises:
      ValueError: if both or none of `variable_def` and `initial_value` are given, or the shape is not known.

    >>> import penstock as tf
    >>> v = tf.Variable(3.0, name="v")
    >>> double = v.assign(v * 2.0)
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(sess.run(double), sess.run(double))
    6.0 12.0
    """

    SaveSliceInfo = partitioned_variable.SaveSliceInfo
    # NumPy leaves binary operators with us to our reflected methods.
    __array_priority__ = 100

    _trainable: bool
    _synchronization: VariableSynchronization
    _aggregation: VariableAggregation
    _constraint: Callable | None
    _initial_value: Tensor | None
    _initializer_op: Operation
    _save_slice_info: partitioned_variable.SaveSliceInfo | None = None

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        collections: CollectionsLike | None = None,
        validate_shape: bool = True,
        caching_device: object = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: DTypeLike | None = None,
        expected_shape: ShapeLike | None = None,
        import_scope: str | None = None,
        constraint: Callable | None = None,
        use_resource: bool | None = None,
        synchronization: object = VariableSynchronization.AUTO,
        aggregation: object = VariableAggregation.NONE,
        shape: ShapeLike | None = None,
    ) -> None:
        raise NotImplementedError("tf.Variable chooses a subclass")

    # -- what both kinds have in their own way ------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the variable, `'v:0'`."""
        raise NotImplementedError

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the elements; that of a RefVariable is a reference type."""
        raise NotImplementedError

    @property
    def shape(self) -> TensorShape:
        """The static shape."""
        raise NotImplementedError

    @property
    def op(self) -> Operation:
        """The operation that stands for the variable."""
        raise NotImplementedError

    @property
    def graph(self) -> Graph:
        """The graph of the variable."""
        return self.op.graph

    @property
    def device(self) -> str:
        """The device of the variable."""
        return self.op.device

    def value(self) -> Tensor:
        """The value as a tensor that readers share."""
        raise NotImplementedError

    def read_value(self) -> Tensor:
        """The value as a tensor made for this call: inside of `control_dependencies` it is read after them."""
        raise NotImplementedError

    def set_shape(self, shape: ShapeLike | None) -> None:
        """Merges what is known of the shape with `shape`."""
        raise NotImplementedError

    def assign(
        self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Makes an operation that assigns `value`; returns the variable after it, or the operation alone."""
        raise NotImplementedError

    def assign_add(
        self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Makes an operation that adds `delta`; returns the variable after it, or the operation alone."""
        raise NotImplementedError

    def assign_sub(
        self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Makes an operation that subtracts `delta`; returns the variable after it, or the operation alone."""
        raise NotImplementedError

    def count_up_to(self, limit: int) -> Tensor:
        """Makes an operation that adds 1 and returns the value before; OutOfRangeError at `limit`."""
        raise NotImplementedError

    def to_proto(self, export_scope: str | None = None) -> Any:
        """This variable as a `VariableDef`; None if it is outside of `export_scope`."""
        raise NotImplementedError

    def eval(self, session: SessionLike | None = None) -> Any:
        """The value of the variable in `session`, or in the default session."""
        return self._as_graph_element().eval(session=session)

    def _as_graph_element(self) -> Any:
        raise NotImplementedError

    def _ref(self) -> Tensor:
        raise NotImplementedError

    def ref(self) -> Tensor:
        """The tensor that refers to the variable, which operations that assign take; 0.9's way to get it."""
        return self._ref()

    def _scatter(
        self, op_type: str, indices: TensorLike, updates: TensorLike, use_locking: bool, name: str | None
    ) -> Any:
        raise NotImplementedError

    def _strided_slice_assign(self, value: TensorLike, name: str, **where: Any) -> Any:
        raise NotImplementedError

    def sparse_read(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """The rows `indices`, without reading the rest; resource variables only."""
        raise AttributeError("sparse_read")

    def gather_nd(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """The slices that `indices` name, without reading the rest; resource variables only."""
        raise AttributeError("gather_nd")

    # -- scattering ----------------------------------------------------------------------------------------------

    scatter_add = _sparse_method("Add", "Adds")
    scatter_sub = _sparse_method("Sub", "Subtracts")
    scatter_mul = _sparse_method("Mul", "Multiplies rows by")
    scatter_div = _sparse_method("Div", "Divides rows by")
    scatter_min = _sparse_method("Min", "Takes the minimum of rows and")
    scatter_max = _sparse_method("Max", "Takes the maximum of rows and")
    scatter_update = _sparse_method("Update", "Replaces rows by")
    scatter_nd_add = _nd_method("Add", "Adds `updates` to")
    scatter_nd_sub = _nd_method("Sub", "Subtracts `updates` from")
    scatter_nd_update = _nd_method("Update", "Writes `updates` into")

    def batch_scatter_update(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Replaces rows in each element of a batch; see `tf.batch_scatter_update`."""
        return find("batch_scatter_update")(self, sparse_delta.indices, sparse_delta.values, use_locking, name)

    # -- the same for both -----------------------------------------------------------------------------------------

    @property
    def trainable(self) -> bool:
        """True if optimizers change it by default."""
        return self._trainable

    @property
    def synchronization(self) -> VariableSynchronization:
        """When the distributed variable is synchronized."""
        return self._synchronization

    @property
    def aggregation(self) -> VariableAggregation:
        """How the distributed variable is aggregated."""
        return self._aggregation

    @property
    def constraint(self) -> Callable | None:
        """The function that is applied to the new value after an update, or None."""
        return self._constraint

    @property
    def initializer(self) -> Operation:
        """The operation that assigns the initial value."""
        return self._initializer_op

    @property
    def initial_value(self) -> Tensor | None:
        """The tensor that the initializer assigns."""
        return self._initial_value

    @deprecated(
        None,
        "Use Variable.read_value. Variables in 2.X are initialized automatically both in eager and graph (inside "
        "tf.defun) contexts.",
    )
    def initialized_value(self) -> Tensor:
        """The value if the variable has one, else the initial value: for variables that depend on others."""
        return initial_values.initialized_value(self)

    @deprecated(None, "Prefer Variable.assign which has equivalent behavior in 2.X.")
    def load(self, value: TensorLike, session: SessionLike | None = None) -> None:
        """Sets the value in `session`, or in the default session, without adding operations.

        Raises:
          ValueError: if there is no session.
        """
        session = session or stack.sessions.current()
        if session is None:
            raise ValueError("Either session argument should be provided or default session should be established")
        session.run(self.initializer, {self.initializer.inputs[1]: value})

    @staticmethod
    def from_proto(variable_def: Any, import_scope: str | None = None) -> Variable:
        """The variable of the default graph that a `VariableDef` describes."""
        from penstock.ops.state import ref_variable, resource_variable

        kind: Any = resource_variable.ResourceVariable if variable_def.is_resource else ref_variable.RefVariable
        return kind(variable_def=variable_def, import_scope=import_scope)

    def get_shape(self) -> TensorShape:
        """The same as `shape`."""
        return self.shape

    def experimental_ref(self) -> Reference:
        """A hashable reference to this variable."""
        return Reference(self)

    @property
    def _shared_name(self) -> str:
        return self.name[: self.name.index(":")]

    @property
    def _graph_key(self) -> str:
        return self.graph._graph_key

    def _AsTensor(self) -> Tensor:  # noqa: N802 - the 1.x spelling
        return self.value()

    def _set_save_slice_info(self, save_slice_info: partitioned_variable.SaveSliceInfo | None) -> None:
        self._save_slice_info = save_slice_info

    def _get_save_slice_info(self) -> partitioned_variable.SaveSliceInfo | None:
        return self._save_slice_info

    def _gather_saveables_for_checkpoint(self) -> dict[str, Any]:
        return {"VARIABLE_VALUE": self}

    @staticmethod
    def _TensorConversionFunction(v: Any, dtype: DType | None = None, name: Any = None, as_ref: bool = False) -> Tensor:  # noqa: N802
        if dtype and not dtype.is_compatible_with(v.dtype):
            raise ValueError(
                f"Incompatible type conversion requested to type '{dtype.name}' for variable of type '{v.dtype.name}'"
            )
        return _into_current(v._ref() if as_ref else v.value())

    def __iter__(self) -> Any:
        raise TypeError("'Variable' object is not iterable.")

    def __repr__(self) -> str:
        return f"<tf.Variable '{self.name}' shape={self.get_shape()} dtype={self.dtype.name}>"

    def __getitem__(self, spec: Any) -> Tensor:
        """A slice of the value; `v[1:3].assign(x)` assigns to that part of the variable."""
        from penstock.ops.arrays import slicing

        return slicing.getitem(_into_current(self.value()), spec, self)

    if TYPE_CHECKING:  # the operators of `Tensor`, which are set below

        def __abs__(self) -> Tensor: ...
        def __neg__(self) -> Tensor: ...
        def __invert__(self) -> Tensor: ...
        def __add__(self, other: object) -> Tensor: ...
        def __radd__(self, other: object) -> Tensor: ...
        def __sub__(self, other: object) -> Tensor: ...
        def __rsub__(self, other: object) -> Tensor: ...
        def __mul__(self, other: object) -> Tensor: ...
        def __rmul__(self, other: object) -> Tensor: ...
        def __truediv__(self, other: object) -> Tensor: ...
        def __rtruediv__(self, other: object) -> Tensor: ...
        def __floordiv__(self, other: object) -> Tensor: ...
        def __rfloordiv__(self, other: object) -> Tensor: ...
        def __mod__(self, other: object) -> Tensor: ...
        def __rmod__(self, other: object) -> Tensor: ...
        def __pow__(self, other: object) -> Tensor: ...
        def __rpow__(self, other: object) -> Tensor: ...
        def __matmul__(self, other: object) -> Tensor: ...
        def __rmatmul__(self, other: object) -> Tensor: ...
        def __lt__(self, other: object) -> Tensor: ...
        def __le__(self, other: object) -> Tensor: ...
        def __gt__(self, other: object) -> Tensor: ...
        def __ge__(self, other: object) -> Tensor: ...
        def __and__(self, other: object) -> Tensor: ...
        def __or__(self, other: object) -> Tensor: ...
        def __xor__(self, other: object) -> Tensor: ...


def _overload(operator: str) -> Callable:
    def method(self: Variable, *args: Any) -> Any:
        return getattr(Tensor, operator)(_into_current(self.value()), *args)

    method.__name__ = operator
    return method


for _operator in sorted(Tensor.OVERLOADABLE_OPERATORS - {"__getitem__"}):
    setattr(Variable, _operator, _overload(_operator))


def _signature_of_variable() -> inspect.Signature:
    import inspect

    signature = inspect.signature(Variable.__init__)
    return signature.replace(parameters=list(signature.parameters.values())[1:])


_ARGUMENTS = _signature_of_variable()


def check_arguments(initial_value: InitializerLike | None, collections: object, constraint: Any) -> Any:
    """The checks that both kinds make of their arguments; returns the collections."""
    if initial_value is None:
        raise ValueError("initial_value must be specified.")
    if collections is None:
        collections = [GraphKeys.GLOBAL_VARIABLES]
    if not isinstance(collections, (list, tuple, set)):
        raise ValueError(
            "collections argument to Variable constructor must be a list, tuple, or set. Got "
            f"{collections} of type {type(collections)}"
        )
    if constraint is not None and not callable(constraint):
        raise ValueError("The `constraint` argument must be a callable.")
    return collections


def check_outside_control_flow(initial_value: Tensor, name: str) -> None:
    """ValueError if an initial value was made inside of a conditional or loop: the initializer could not use it."""
    if initial_value.op._control_flow_context is not None:
        raise ValueError(
            f"Initializer for variable {name} is from inside a control-flow construct, such as a loop or conditional. "
            "When creating a variable inside a loop or conditional, use a lambda as the initializer."
        )
