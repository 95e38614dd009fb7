"""Operation and Tensor: the nodes of a graph and the values on its edges.

A Tensor's operators are defined in `penstock.ops.math.operators`; they are looked up on first use, so that this
layer stays below the operations.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, stack
from penstock.graph.extension_points import implementation
from penstock.graph.inner_names import InnerOperation, InnerTensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import SessionLike, ShapeLike
from penstock.platform import tracebacks

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.graph.opdef import OpDef

_MAX_FRAMES = 96
_UNKNOWN = object()


def capture_stack(skip: int = 2) -> tuple[tuple[CodeType, int], ...]:
    """The call stack as (code, offset of the instruction) pairs, innermost first; `line_of` tells the line when a message asks.

    Asking each frame for its line would search tables: it takes several times as long as all the rest.
    """
    frames = []
    frame: FrameType | None = sys._getframe(skip)
    while frame is not None and len(frames) < _MAX_FRAMES:
        frames.append((frame.f_code, frame.f_lasti))
        frame = frame.f_back
    return tuple(frames)


def line_of(code: CodeType, instruction: int) -> int:
    """The line of source that an instruction belongs to."""
    for start, end, line in code.co_lines():
        if start <= instruction < end and line is not None:
            return line
    return code.co_firstlineno


@export("Operation")
class Operation(InnerOperation):
    """A node of a graph: takes zero or more tensors, produces zero or more tensors.

    Made by calling an op constructor such as `tf.matmul` or by `Graph.create_op`.

    >>> import penstock as tf
    >>> tf.constant(1.0, name="one").op.type
    'Const'
    """

    __slots__ = (
        "__dict__",  # libraries keep their own attributes here; empty until they do
        "__weakref__",
        "_attrs",
        "_control_flow_context",
        "_control_inputs",
        "_control_outputs",
        "_device",
        "_id",
        "_inputs",
        "_original_op",
        "_outputs",
        "_stack",
        "graph",
        "name",
        "op_def",
        "type",
    )

    def __init__(
        self,
        graph: Graph,
        op_def: OpDef,
        name: str,
        inputs: list[Tensor],
        output_types: Sequence[dtypes.DType],
        attrs: dict[str, Any],
        control_inputs: list[Operation],
        number: int,
    ) -> None:
        self.graph = graph
        self.op_def = op_def
        self.type: str = op_def.name
        self.name = name
        self._id = number
        self._inputs = inputs
        self._attrs = attrs
        self._control_inputs = control_inputs
        self._control_outputs: list[Operation] = []
        self._device = ""
        self._original_op: Operation | None = None
        self._control_flow_context: Any = None
        self._stack = capture_stack(3)
        self._outputs = [Tensor(self, i, dtype) for i, dtype in enumerate(output_types)]
        for tensor in inputs:
            tensor._consumers.append(self)
        for control in control_inputs:
            control._control_outputs.append(self)

    @property
    def inputs(self) -> list[Tensor]:
        """The tensors this operation consumes."""
        return self._inputs

    @property
    def outputs(self) -> list[Tensor]:
        """The tensors this operation produces."""
        return self._outputs

    @property
    def control_inputs(self) -> list[Operation]:
        """The operations that must have finished before this one starts."""
        return self._control_inputs

    @property
    def device(self) -> str:
        """The device this operation was assigned to, as a string, '' if none."""
        return self._device

    @property
    def traceback(self) -> list[tuple[str, int, str, str | None]]:
        """The call stack of where this operation was made, outermost first; it begins with the user's program."""
        import linecache

        frames = self._stack[::-1]
        shown = frames[tracebacks.launcher_frames(code.co_filename for code, _ in frames) :]
        places = [(code, line_of(code, instruction)) for code, instruction in shown]
        return [
            (code.co_filename, line, code.co_name, linecache.getline(code.co_filename, line).strip() or None)
            for code, line in places
        ]

    @property
    def node_def(self) -> Any:
        """This operation as a NodeDef."""
        from penstock.graph import graph_def

        return graph_def.node_to_proto(self)

    @property
    def values(self) -> Callable[[], tuple[Tensor, ...]]:
        return lambda: tuple(self._outputs)

    def get_attr(self, name: str) -> Any:
        """Returns the value of attribute `name`.

        Raises:
          ValueError: if this operation has no such attribute.
        """
        from penstock.graph import attr_value

        if name not in self._attrs:
            raise ValueError(f"Operation '{self.name}' has no attr named '{name}'.")
        return attr_value.for_user(self, name)

    def _set_attr(self, name: str, value: object) -> None:
        from penstock.graph import attr_value

        self._attrs[name] = attr_value.from_any(self, name, value)
        self.graph._values_given.pop(self, None)
        self.graph._mutations += 1

    def _set_device(self, device: Any) -> None:
        if not isinstance(device, str) and not hasattr(device, "to_string"):  # what a device function returned
            raise TypeError(f"Expected binary or unicode string, got {device}")
        self._device = device if isinstance(device, str) else device.to_string()

    def _get_control_flow_context(self) -> Any:
        """The context that a program has put this operation into, if any."""
        return self._control_flow_context

    def _set_control_flow_context(self, ctx: Any) -> None:
        self._control_flow_context = ctx

    def _add_control_input(self, op: Operation) -> None:
        self._add_control_inputs([op])

    def _add_control_inputs(self, ops: Sequence[Operation]) -> None:
        for op in ops:
            if not isinstance(op, Operation):
                raise TypeError(f"op must be an Operation: {op}")
            self._control_inputs.append(op)
            op._control_outputs.append(self)
        self.graph._mutations += 1

    def _remove_all_control_inputs(self) -> None:
        for op in self._control_inputs:
            op._control_outputs.remove(self)
        self._control_inputs.clear()
        self.graph._mutations += 1

    def _update_input(self, index: int, tensor: Tensor) -> None:
        if tensor.graph is not self.graph:
            raise ValueError(f"{tensor} must be from the same graph as {self}.")
        self._inputs[index]._consumers.remove(self)
        self._inputs[index] = tensor
        tensor._consumers.append(self)
        self.graph._mutations += 1

    def colocation_groups(self) -> list[bytes]:
        """The colocation groups of this operation; its own by default."""
        own = [b"loc:@" + self.name.encode()]
        groups = [g for g in self._attrs.get("_class", ()) if g.startswith(b"loc:@")]
        return groups or own

    @property
    def _control_outputs_list(self) -> list[Operation]:
        return self._control_outputs

    def run(self, feed_dict: dict | None = None, session: SessionLike | None = None) -> None:
        """Runs this operation in the default session, or in `session`."""
        _session(session, self.graph, "execute operation", "run").run(self, feed_dict)

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"

    def __str__(self) -> str:
        from google.protobuf import text_format

        return text_format.MessageToString(self.node_def)  # unlike str(), with the attributes in order


def _session(session: SessionLike | None, graph: Graph, what: str, how: str) -> Any:
    if session is None:
        session = stack.sessions.current()
        if session is None:
            raise ValueError(
                f"Cannot {what} using `{how}()`: No default session is registered. Use `with sess.as_default()"
                f"{':' if how == 'run' else ''}` or pass an explicit session to `{how}(session=sess)`"
            )
        if session.graph is not graph:
            raise ValueError(
                f"Cannot use the default session to {what}: the {'tensor' if how == 'eval' else 'operation'}'s "
                "graph is different from the session's graph. Pass an explicit session to "
                f"`{how}(session=sess)`."
            )
    elif session.graph is not graph:
        raise ValueError(
            f"Cannot use the given session to {what}: the {'tensor' if how == 'eval' else 'operation'}'s graph is "
            "different from the session's graph."
        )
    return session


@export("Tensor")
class Tensor(InnerTensor):
    """A symbolic handle to one output of an operation: it has a type and a shape, but no value until it is run.

    >>> import penstock as tf
    >>> tf.constant([1.0, 2.0]) * 2.0
    <tf.Tensor 'mul:0' shape=(2,) dtype=float32>
    """

    __slots__ = (
        "__dict__",  # as an Operation
        "__weakref__",
        "_consumers",
        "_dtype",
        "_known",
        "_shape",
        "op",
        "value_index",
        "_keras_history",
        "_keras_mask",
        "_uses_learning_phase",
        "_extra",
    )

    # NumPy leaves binary operators with us to our reflected methods.
    __array_priority__ = 100
    OVERLOADABLE_OPERATORS: set[str] = set()
    _USE_EQUALITY = False

    def __init__(self, op: Operation, value_index: int, dtype: dtypes.DType) -> None:
        self.op = op
        self.value_index = value_index
        self._dtype = dtype
        self._shape: TensorShape | None = None
        self._consumers: list[Operation] = []
        self._known: Any = _UNKNOWN  # the value, if it was found to be constant

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the elements."""
        return self._dtype

    @property
    def graph(self) -> Graph:
        """The graph that contains this tensor."""
        return self.op.graph

    @property
    def name(self) -> str:
        """The name of the producing operation and the output's number: `'add:0'`."""
        return f"{self.op.name}:{self.value_index}"

    @property
    def device(self) -> str:
        """The device that produces this tensor."""
        return self.op.device

    @property
    def shape(self) -> TensorShape:
        """The static shape, as far as it is known."""
        shape = self._shape
        if shape is None:
            from penstock.graph import inference

            inference.infer(self.op)
            shape = self._shape
            assert shape is not None
        return shape

    def get_shape(self) -> TensorShape:
        """The same as `shape`."""
        return self.shape

    @property
    def _op(self) -> Operation:
        return self.op

    def _rank(self) -> int | None:
        return self.shape.ndims

    def _shape_as_list(self) -> list[int | None] | None:
        return None if self.shape.ndims is None else self.shape.as_list()

    def set_shape(self, shape: ShapeLike | None) -> None:
        """Merges what is known of the shape with `shape`.

        Raises:
          ValueError: if the two are not compatible.
        """
        try:
            self._shape = self.shape.merge_with(shape)
        except ValueError:
            from penstock.graph.shape_rules import merge

            merge(self.shape, TensorShape(shape))  # raises with 1.15's words
            raise
        self._known = _UNKNOWN

    def experimental_ref(self) -> Any:
        """A hashable reference to this tensor."""
        from penstock.graph.equality import Reference

        return Reference(self)

    def consumers(self) -> list[Operation]:
        """The operations that consume this tensor."""
        seen: dict[Operation, None] = dict.fromkeys(self._consumers)
        return list(seen)

    def eval(self, feed_dict: dict | None = None, session: SessionLike | None = None) -> np.ndarray:
        """Runs what this tensor needs in the default session (or `session`) and returns its value."""
        return _session(session, self.graph, "evaluate tensor", "eval").run(self, feed_dict)

    def _as_node_def_input(self) -> str:
        return self.op.name if self.value_index == 0 else self.name

    def _as_tf_output(self) -> Tensor:
        return self

    def __iter__(self) -> NoReturn:
        self._disallow_iteration()

    def __len__(self) -> int:
        raise TypeError(
            f"len is not well defined for symbolic Tensors. ({self.name}) Please call `x.shape` rather than `len(x)` "
            "for shape information."
        )

    def __bool__(self) -> NoReturn:
        self._disallow_bool_casting()

    __nonzero__ = __bool__

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"Cannot convert a symbolic Tensor ({self.name}) to a numpy array.")

    # Equality and hash stay object identity, as in 1.x: tensors are keys of feed dictionaries.

    def __copy__(self) -> Tensor:
        return self

    def __deepcopy__(self, memo: dict) -> Tensor:
        return self

    def __repr__(self) -> str:
        return f"<tf.Tensor '{self.name}' shape={_shape_text(self)} dtype={self._dtype.name}>"

    def __str__(self) -> str:
        shape = self.shape
        parts = [f'"{self.name}"']
        if shape.ndims is not None:
            parts.append(f"shape={_shape_text(self)}")
        parts.append(f"dtype={self._dtype.name}")
        if self.op.device:
            parts.append(f"device={self.op.device}")
        return f"Tensor({', '.join(parts)})"

    if TYPE_CHECKING:
        _extra: dict[str, Any]  # what only some tensors have: set by those who know of it

        # Set on the class by penstock.ops.math.operators.

        def __abs__(self) -> Tensor: ...
        def __neg__(self) -> Tensor: ...
        def __invert__(self) -> Tensor: ...
        def __getitem__(self, key: object) -> Tensor: ...
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
        def __and__(self, other: object) -> Tensor: ...
        def __or__(self, other: object) -> Tensor: ...
        def __xor__(self, other: object) -> Tensor: ...
        def __lt__(self, other: object) -> Tensor: ...
        def __le__(self, other: object) -> Tensor: ...
        def __gt__(self, other: object) -> Tensor: ...
        def __ge__(self, other: object) -> Tensor: ...

    @staticmethod
    def _override_operator(operator: str, function: Callable) -> None:
        setattr(Tensor, operator, function)


def _shape_text(tensor: Tensor) -> str:
    shape = tensor.shape
    if shape.ndims is None:
        return "<unknown>"
    dims = ["?" if d is None else str(d) for d in shape.as_list()]
    return f"({dims[0]},)" if len(dims) == 1 else f"({', '.join(dims)})"


_OPERATORS = (
    "__abs__ __add__ __and__ __div__ __floordiv__ __ge__ __getitem__ __gt__ __invert__ __le__ __lt__ __matmul__ "
    "__mod__ __mul__ __neg__ __or__ __pow__ __radd__ __rand__ __rdiv__ __rfloordiv__ __rmatmul__ __rmod__ __rmul__ "
    "__ror__ __rpow__ __rsub__ __rtruediv__ __rxor__ __sub__ __truediv__ __xor__"
).split()
Tensor.OVERLOADABLE_OPERATORS = set(_OPERATORS)


def _late_operator(name: str) -> Callable:
    """A method that loads the real operators, which replace it on the class, and then calls its successor."""

    def operator(self: Tensor, *args: Any) -> Any:
        implementation("tensor_operators")()
        successor = getattr(Tensor, name)
        if successor is operator:
            raise NotImplementedError(f"Tensor.{name}")
        return successor(self, *args)

    operator.__name__ = name
    return operator


for _name in _OPERATORS:
    setattr(Tensor, _name, _late_operator(_name))
