"""Graph: the container of operations, with its names, scopes, collections, devices and control dependencies.

The functions at the end are the same things for the default graph. Nothing here knows how a graph runs.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph import device as devices
from penstock.graph import dtypes, inference, opdef, stack
from penstock.graph.keys import GraphKeys
from penstock.graph.opdef import OpDef
from penstock.graph.operation import Operation, Tensor

_VALID_OP_NAME = re.compile(r"^[A-Za-z0-9.][A-Za-z0-9_.\-/]*$")
_VALID_SCOPE_NAME = re.compile(r"^[A-Za-z0-9_.\-/]*$")


class _Controller:
    """One `control_dependencies` block; None as inputs means: forget the blocks around."""

    def __init__(self, graph: Graph, control_inputs: list[Operation] | None) -> None:
        self.graph = graph
        self.new_stack = control_inputs is None
        self.control_inputs = control_inputs or []
        self.seen: set[Operation] = set()
        self.old_stack: list[_Controller] | None = None

    def __enter__(self) -> None:
        if self.new_stack:
            self.old_stack = self.graph._controllers
            self.graph._controllers = []
        self.graph._controllers.append(self)

    def __exit__(self, *unused: Any) -> None:
        if self.graph._controllers and self.graph._controllers[-1] is self:
            self.graph._controllers.pop()
        if self.new_stack:
            assert self.old_stack is not None
            self.graph._controllers = self.old_stack


@export("Graph")
class Graph:
    """A TensorFlow computation, as a dataflow graph.

    >>> import penstock as tf
    >>> g = tf.Graph()
    >>> with g.as_default():
    ...     c = tf.constant(30.0)
    >>> c.graph is g
    True
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._operations: list[Operation] = []
        self._by_name: dict[str, Operation] = {}
        self._last = 0
        self._mutations = 0  # counts changes other than added operations; plans depend on it
        self._names_in_use: dict[str, int] = {}
        self._name_stack = ""
        self._controllers: list[_Controller] = []
        self._device_stack: list[Any] = []
        self._colocation_stack: list[Operation] = []
        self._collections: dict[Any, list[Any]] = {}
        self._seed: int | None = None
        self._finalized = False
        self._container = ""
        self._unfeedable: set[Tensor] = set()
        self._unfetchable: set[Any] = set()
        self._gradient_override: dict[str, str] = {}
        self._kernel_labels: dict[str, str] = {}
        self._attr_scope: dict[str, Any] = {}
        self._original_op: Operation | None = None
        self._functions: dict[str, Any] = {}
        self._gradient_functions: dict[str, str] = {}
        self._control_flow_context: Any = None
        self._scoped: dict[Any, Any] = {}  # what other layers keep per graph (variable scopes, ...)
        self._versions: Any = None

    # -- properties ---------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """A number that grows as operations are added."""
        return self._last

    @property
    def _last_id(self) -> int:
        return self._last

    @property
    def graph_def_versions(self) -> Any:
        """The GraphDef version information of this graph, a `VersionDef`."""
        from penstock.graph import graph_def

        return graph_def.versions(self)

    @property
    def seed(self) -> int | None:
        """The graph-level random seed."""
        return self._seed

    @seed.setter
    def seed(self, seed: int | None) -> None:
        self._seed = seed

    @property
    def finalized(self) -> bool:
        """True if this graph has been finalized."""
        return self._finalized

    @property
    def building_function(self) -> bool:
        """True if this graph is the body of a function."""
        return False

    @property
    def collections(self) -> list[Any]:
        """The names of the collections known to this graph."""
        return list(self._collections)

    def finalize(self) -> None:
        """Makes this graph read-only."""
        self._finalized = True

    def _unsafe_unfinalize(self) -> None:
        self._finalized = False

    def _check_not_finalized(self) -> None:
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")

    # -- making operations ----------------------------------------------------------------------

    def create_op(
        self,
        op_type: str,
        inputs: Sequence[Tensor],
        dtypes: Sequence[Any] | None = None,
        input_types: Sequence[Any] | None = None,
        name: str | None = None,
        attrs: dict[str, Any] | None = None,
        op_def: OpDef | None = None,
        compute_shapes: bool = True,
        compute_device: bool = True,
    ) -> Operation:
        """Creates an operation of type `op_type`; a low-level interface, most programs use op constructors.

        Raises:
          TypeError: if an input is not a Tensor.
          ValueError: if there is no such operation type, or colocation conflicts with devices.
        """
        from penstock.graph import attr_value

        for index, tensor in enumerate(inputs):
            if not isinstance(tensor, Tensor):
                raise TypeError(f"Input #{index} is not a tensor: {tensor}")
        definition = op_def if isinstance(op_def, OpDef) else opdef.get(op_type)
        if definition is None:
            raise ValueError(f"Op type not registered '{op_type}' in binary running on this machine.")
        values = attr_value.complete(definition, attrs or {}, list(inputs))
        return self._create(definition, list(inputs), values, name, dtypes)

    def _create(
        self,
        op_def: OpDef,
        inputs: list[Tensor],
        attrs: dict[str, Any],
        name: str | None,
        types: Sequence[Any] | None = None,
        control_inputs: Sequence[Operation] | None = None,
    ) -> Operation:
        """Creates an operation from checked parts: attributes are Python values, complete."""
        if self._finalized:
            self._check_not_finalized()
        if name is None:
            name = op_def.name
        if name and name[-1] == "/":
            name = name[:-1]
        else:
            name = self.unique_name(name)
        if not _VALID_OP_NAME.match(name):
            raise ValueError(f"'{name}' is not a valid node name")
        if name in self._by_name:
            raise ValueError(f"Duplicate node name in graph: '{name}'")
        for i, tensor in enumerate(inputs):
            if tensor.op.graph is not self:
                inputs[i] = self._from_other_graph(tensor, op_def)
        if types is None:
            from penstock.graph import attr_value

            types = attr_value.output_types(op_def, attrs)
        else:
            types = [dtypes.as_dtype(t) for t in types]
        controls = list(control_inputs) if control_inputs is not None else self._controls_for(inputs)
        with self._lock:
            self._last += 1
            op = Operation(self, op_def, name, inputs, types, attrs, controls, self._last)
            self._operations.append(op)
            self._by_name[name] = op
        for controller in self._controllers:
            controller.seen.add(op)
        self._apply_scopes(op)
        try:
            inference.infer(op)
        except BaseException:
            self._forget(op)
            raise
        return op

    def _from_other_graph(self, tensor: Tensor, op_def: OpDef) -> Tensor:
        raise ValueError(f"{tensor} must be from the same graph as the operation of type {op_def.name} it is given to.")

    def _forget(self, op: Operation) -> None:
        """Takes back the operation that was just added, after its shape rule refused it."""
        self._operations.remove(op)
        del self._by_name[op.name]
        for tensor in op._inputs:
            tensor._consumers.remove(op)
        for control in op._control_inputs:
            control._control_outputs.remove(op)
        for controller in self._controllers:
            controller.seen.discard(op)

    def _controls_for(self, inputs: list[Tensor]) -> list[Operation]:
        """The control inputs that the blocks around add, less those that an input makes certain already."""
        found: list[Operation] = []
        for controller in self._controllers:
            # An input made inside of the block depends on the block's operations already.
            if not any(t.op in controller.seen for t in inputs):
                found.extend(c for c in controller.control_inputs if c not in found)
        if found:
            direct = {t.op for t in inputs}
            found = [c for c in found if c not in direct]
        return found

    def _apply_scopes(self, op: Operation) -> None:
        if self._device_stack:
            for function in reversed(self._device_stack):
                if function is None:
                    break
                op._set_device(function(op))
        if self._colocation_stack:
            groups: set[bytes] = set()
            for other in self._colocation_stack:
                groups.update(other.colocation_groups())
                if other.device:
                    op._device = other.device
            op._attrs["_class"] = sorted(groups)
        if self._original_op is not None:
            op._original_op = self._original_op
        if self._control_flow_context is not None:
            op._control_flow_context = self._control_flow_context
        if self._container and op.op_def.is_stateful and op._attrs.get("container") == "":
            op._attrs["container"] = self._container
        if self._gradient_override:
            mapped = self._gradient_override.get(op.type)
            if mapped is not None:
                op._attrs["_gradient_op_type"] = mapped.encode()
        if self._kernel_labels:
            label = self._kernel_labels.get(op.type)
            if label is not None:
                op._attrs["_kernel"] = label.encode()
        for key, value in self._attr_scope.items():
            if key not in op._attrs:
                value = value(op) if callable(value) else value
                if value is not None:
                    op._attrs[key] = value

    # -- finding things -------------------------------------------------------------------------

    def as_graph_element(self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """Returns the Tensor or Operation of this graph that `obj` is or names.

        Raises:
          TypeError: if `obj` is neither, and cannot be converted.
          ValueError: if it is not an element of this graph, or the name is malformed.
          KeyError: if there is no element of that name.
        """
        if not allow_tensor and not allow_operation:
            raise ValueError("allow_tensor and allow_operation can't both be False.")
        kinds = " or ".join(k for k, allowed in (("Tensor", allow_tensor), ("Operation", allow_operation)) if allowed)
        convert = getattr(obj, "_as_graph_element", None)
        if convert is not None:
            element = convert()
            obj = obj if element is None else element
        if isinstance(obj, (bytes, str)):
            return self._element_by_name(
                obj.decode() if isinstance(obj, bytes) else obj, allow_tensor, allow_operation, kinds
            )
        if isinstance(obj, Tensor) and allow_tensor:
            if obj.graph is not self:
                raise ValueError(f"Tensor {obj} is not an element of this graph.")
            return obj
        if isinstance(obj, Operation) and allow_operation:
            if obj.graph is not self:
                raise ValueError(f"Operation {obj!r} is not an element of this graph.")
            return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {kinds}.")

    def _element_by_name(self, name: str, allow_tensor: bool, allow_operation: bool, kinds: str) -> Any:
        if ":" in name and allow_tensor:
            try:
                op_name, out = name.split(":")
                index = int(out)
            except ValueError:
                raise ValueError(
                    f"The name {name!r} looks a like a Tensor name, but is not a valid one. Tensor names must be of "
                    'the form "<op_name>:<output_index>".'
                ) from None
            op = self._by_name.get(op_name)
            if op is None:
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, does not "
                    "exist in the graph."
                )
            try:
                return op._outputs[index]
            except IndexError:
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, exists "
                    f"but only has {len(op._outputs)} outputs."
                ) from None
        if ":" in name:
            raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a {kinds}.")
        if allow_operation:
            op = self._by_name.get(name)
            if op is None:
                raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
            return op
        if name in self._by_name:
            raise ValueError(
                f"The name {name!r} refers to an Operation, not a {kinds}. Tensor names must be of the form "
                '"<op_name>:<output_index>".'
            )
        raise ValueError(
            f"The name {name!r} looks like an (invalid) Operation name, not a {kinds}. Tensor names must be of the "
            'form "<op_name>:<output_index>".'
        )

    def get_operations(self) -> list[Operation]:
        """The operations of this graph, in the order in which they were made."""
        return list(self._operations)

    def get_operation_by_name(self, name: str) -> Operation:
        """Returns the operation called `name`."""
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=False, allow_operation=True)

    def get_tensor_by_name(self, name: str) -> Tensor:
        """Returns the tensor called `name` (`'op:0'`)."""
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=True, allow_operation=False)

    # -- feeding and fetching ---------------------------------------------------------------------

    def prevent_feeding(self, tensor: Tensor) -> None:
        """Marks `tensor` as unfeedable in this graph."""
        self._unfeedable.add(tensor)

    def is_feedable(self, tensor: Tensor) -> bool:
        """True if `tensor` may be fed."""
        return tensor not in self._unfeedable

    def prevent_fetching(self, op: Any) -> None:
        """Marks `op` as unfetchable in this graph."""
        self._unfetchable.add(op)

    def is_fetchable(self, tensor_or_op: Any) -> bool:
        """True if the tensor or operation may be fetched."""
        op = tensor_or_op.op if isinstance(tensor_or_op, Tensor) else tensor_or_op
        return op not in self._unfetchable and tensor_or_op not in self._unfetchable

    # -- names ------------------------------------------------------------------------------------

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """Returns a name that no operation or scope has: `name`, or `name_1`, `name_2`, ..."""
        if self._name_stack:
            name = f"{self._name_stack}/{name}"
        key = name.lower()  # names differ by more than case, so that they may become file names
        used = self._names_in_use
        i = used.get(key, 0)
        if mark_as_used:
            used[key] = i + 1
        if i > 0:
            base = key
            while key in used:
                key = f"{base}_{i}"
                i += 1
            if mark_as_used:
                used[key] = 1
            name = f"{name}_{i - 1}"
        return name

    @contextlib.contextmanager
    def name_scope(self, name: str | None) -> Iterator[str]:
        """Puts a prefix before the names of the operations made in the block."""
        if name:
            if isinstance(name, bytes):
                name = name.decode()
            pattern = _VALID_SCOPE_NAME if self._name_stack else _VALID_OP_NAME
            if not pattern.match(name):
                raise ValueError(f"'{name}' is not a valid scope name")
        old = self._name_stack
        if not name:
            new = ""
        elif name[-1] == "/":
            new = name[:-1]
        else:
            new = self.unique_name(name)
        self._name_stack = new
        try:
            yield f"{new}/" if new else ""
        finally:
            self._name_stack = old

    def get_name_scope(self) -> str:
        """The current name scope, without a trailing slash."""
        return self._name_stack

    # -- scopes -----------------------------------------------------------------------------------

    def as_default(self) -> contextlib.AbstractContextManager[Graph]:
        """Makes this graph the default one in the block (of the current thread)."""
        return stack.graphs.entered(self)

    def control_dependencies(self, control_inputs: Sequence[Any] | None) -> contextlib.AbstractContextManager[None]:
        """Operations made in the block run only after all of `control_inputs`; None forgets the blocks around."""
        if control_inputs is None:
            return _Controller(self, None)
        ops: list[Operation] = []
        for item in control_inputs:
            if not isinstance(item, (Tensor, Operation)):
                is_operation = hasattr(item, "_handle") or not hasattr(item, "_as_graph_element")
                if is_operation and getattr(item, "op", None) is not None:
                    item = item.op  # IndexedSlices and resource variables
                else:
                    item = self._enclosing_element(item)
            op = item.op if isinstance(item, Tensor) else item
            if not isinstance(op, Operation):
                raise TypeError(f"Control input must be Operation or Tensor: {item}")
            if op.graph is not self:
                if not self._note_outer_control(op):
                    raise ValueError(f"Operation {op!r} is not an element of this graph.")
                continue
            if op not in ops:
                ops.append(op)
        return _Controller(self, ops)

    def _enclosing_element(self, item: Any) -> Any:
        return self.as_graph_element(item)

    def _note_outer_control(self, op: Operation) -> bool:
        return False

    def _current_control_dependencies(self) -> set[Operation]:
        return {op for controller in self._controllers for op in controller.control_inputs}

    @contextlib.contextmanager
    def device(self, device_name_or_function: Any) -> Iterator[None]:
        """Assigns the operations made in the block to a device: a string, a DeviceSpec, a function or None."""
        spec = device_name_or_function
        if spec is None or (callable(spec) and not isinstance(spec, (str, devices.DeviceSpec))):
            function = spec
        else:
            function = devices.merge_device(spec)
        self._device_stack.append(function)
        try:
            yield
        finally:
            self._device_stack.pop()

    @contextlib.contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Iterator[None]:
        """Places the operations made in the block where `op` is placed."""
        if op is None and not ignore_existing:
            raise ValueError("Trying to reset colocation (op is None) but ignore_existing is not True")
        if op is not None and not isinstance(op, Operation):
            from penstock.graph import convert

            handle = getattr(op, "handle", None)
            if isinstance(handle, Tensor):  # a resource variable: reading it would add operations
                op = convert._into_current(handle).op
            else:
                op = convert.convert_to_tensor_or_indexed_slices(op, as_ref=True).op
        device_stack, self._device_stack = self._device_stack, []
        colocations = self._colocation_stack
        if ignore_existing:
            self._colocation_stack = []
        if op is not None:
            self._colocation_stack = [*self._colocation_stack, op]
        try:
            yield
        finally:
            self._device_stack = device_stack
            self._colocation_stack = colocations

    _colocate_with_for_gradient = None  # set below

    @contextlib.contextmanager
    def container(self, container_name: str) -> Iterator[str]:
        """Puts the resources of stateful operations made in the block into a container."""
        old, self._container = self._container, container_name
        try:
            yield container_name
        finally:
            self._container = old

    @contextlib.contextmanager
    def gradient_override_map(self, op_type_map: dict[str, str]) -> Iterator[None]:
        """Operations made in the block use the gradient registered under another type."""
        if not isinstance(op_type_map, dict):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        for key, value in op_type_map.items():
            if not (isinstance(key, str) and isinstance(value, str)):
                raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        old = self._gradient_override
        self._gradient_override = {**old, **op_type_map}
        try:
            yield
        finally:
            self._gradient_override = old

    @contextlib.contextmanager
    def _kernel_label_map(self, labels: dict[str, str]) -> Iterator[None]:
        old = self._kernel_labels
        self._kernel_labels = {**old, **labels}
        try:
            yield
        finally:
            self._kernel_labels = old

    @contextlib.contextmanager
    def _attr_scope_map(self, attrs: dict[str, Any]) -> Iterator[None]:
        old = self._attr_scope
        self._attr_scope = {**old, **attrs}
        try:
            yield
        finally:
            self._attr_scope = old

    @contextlib.contextmanager
    def original_op(self, op: Operation) -> Iterator[None]:
        """Notes that operations made in the block stand in for `op`; used for gradients."""
        old, self._original_op = self._original_op, op
        try:
            yield
        finally:
            self._original_op = old

    _original_op_scope = original_op

    # -- collections --------------------------------------------------------------------------------

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Adds `value` to the collection `name`."""
        self._check_not_finalized()
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Adds `value` to each of the collections `names` (one string is one name)."""
        names = (names,) if isinstance(names, str) else dict.fromkeys(names)
        for name in names:
            self.add_to_collection(name, value)

    def get_collection_ref(self, name: Any) -> list[Any]:
        """The collection itself: changes to the list change the graph."""
        return self._collections.setdefault(name, [])

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """A copy of the collection `name`; with `scope`, only items whose name matches it."""
        items = self._collections.get(name, [])
        if scope is None:
            return list(items)
        pattern = re.compile(scope)
        return [item for item in items if hasattr(item, "name") and pattern.match(item.name)]

    def get_all_collection_keys(self) -> list[str]:
        """The names of the collections."""
        return [key for key in self._collections if isinstance(key, str)]

    def clear_collection(self, name: Any) -> None:
        """Empties the collection `name`."""
        self._check_not_finalized()
        self._collections.pop(name, None)

    # -- functions and serialization ------------------------------------------------------------------

    def _add_function(self, function: Any) -> None:
        self._functions[function.name] = function

    def _get_function(self, name: str) -> Any:
        found = self._functions.get(name)
        if found is not None and not isinstance(found, Graph):  # still the message that was imported
            from penstock.graph import function_def

            found = function_def.to_graph(self, name)
        return found

    def _is_function(self, name: str) -> bool:
        return self._get_function(name) is not None

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False) -> Any:
        """This graph as a `GraphDef`.

        Args:
          from_version: only operations made after `version` had this value.
          add_shapes: add the inferred shapes as attribute `_output_shapes`.
        """
        from penstock.graph import graph_def

        return graph_def.graph_to_proto(self, from_version, add_shapes)

    # -- threads: the graph is used as is -------------------------------------------------------------

    def switch_to_thread_local(self) -> None:
        """Accepted for compatibility: scopes of one graph are shared by the threads that build it."""

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.{type(self).__name__} object at {hex(id(self))}>"


def _colocate_with_for_gradient(self: Graph, op: Any, gradient_uid: Any, ignore_existing: bool = False) -> Any:
    return self.colocate_with(op, ignore_existing)


Graph._colocate_with_for_gradient = _colocate_with_for_gradient  # type: ignore[assignment]
stack.make_graph = Graph


# -- the default graph ------------------------------------------------------------------------------


@export("get_default_graph")
def get_default_graph() -> Graph:
    """Returns the innermost graph that was entered with `as_default` in this thread, else the global one.

    >>> import penstock as tf
    >>> tf.constant(1).graph is tf.get_default_graph()
    True
    """
    return stack.current_graph()


@export("reset_default_graph")
def reset_default_graph() -> None:
    """Clears the stack of default graphs and makes a new global one.

    Raises:
      AssertionError: inside of a `with graph.as_default()` block.
    """
    if stack.graphs.items:
        raise AssertionError(
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared graph, exit the nesting "
            "and create a new graph."
        )
    stack.base.graph = Graph()


@export("name_scope", "keras.backend.name_scope")
class name_scope:  # noqa: N801 - the 1.x spelling
    """Context manager that puts a prefix before the names of the operations made in the block.

    Args:
      name: the scope's name, or None for `default_name`.
      default_name: used if `name` is None.
      values: tensors that are passed to the operations; their graph becomes the default one.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.name_scope("layer"):
    ...     tf.constant(1.0, name="w").name
    'layer/w:0'
    """

    def __init__(self, name: str | None, default_name: str | None = None, values: Sequence[Any] | None = None) -> None:
        if not (default_name is None or isinstance(default_name, str)):
            raise TypeError(
                "`default_name` type (%s) is not a string type. You likely meant to pass this into the "
                "`values` kwarg." % type(default_name)
            )
        self._name = default_name if name is None else name
        self._default_name = default_name
        self._values = values

    @property
    def name(self) -> str | None:
        return self._name

    def __enter__(self) -> str:
        if self._name is None and self._values is not None:
            raise ValueError(f"At least one of name (None) and default_name ({self._default_name}) must be provided.")
        graph = graph_of_inputs(self._values) if self._values else None
        self._exits = contextlib.ExitStack()
        try:
            if graph is not None:
                self._exits.enter_context(graph.as_default())
            return self._exits.enter_context((graph or stack.current_graph()).name_scope(self._name))
        except BaseException:
            self._exits.close()
            raise

    def __exit__(self, *args: Any) -> None:
        self._exits.__exit__(*args)


def graph_of_inputs(values: Sequence[Any] | None) -> Graph | None:
    """The graph that the tensors among `values` belong to; ValueError if there are several."""
    default = stack.current_graph()
    if default.building_function:
        return default
    found = None
    for value in values or ():
        graph = getattr(value, "graph", None)
        if isinstance(value, (Tensor, Operation)) or (graph is not None and isinstance(graph, Graph)):
            if found is None:
                found = graph
            elif graph is not found:
                raise ValueError(f"{value} must be from the same graph as {values}.")
    return found


@export("op_scope")
def op_scope(values: Sequence[Any], name: str | None, default_name: str | None = None) -> name_scope:
    """The 0.9 spelling of `name_scope`, with another order of arguments."""
    return name_scope(name, default_name, values)


@export("device")
def device(device_name_or_function: Any) -> contextlib.AbstractContextManager[None]:
    """Assigns the operations made in the block to a device; see `Graph.device`.

    >>> import penstock as tf
    >>> with tf.device("/cpu:0"):
    ...     tf.constant(1.0).device
    '/device:CPU:0'
    """
    return get_default_graph().device(device_name_or_function)


@export("control_dependencies")
def control_dependencies(control_inputs: Sequence[Any] | None) -> contextlib.AbstractContextManager[None]:
    """Operations made in the block run after all of `control_inputs`; see `Graph.control_dependencies`."""
    return get_default_graph().control_dependencies(control_inputs)


@export("colocate_with")
def colocate_with(op: Any, ignore_existing: bool = False) -> contextlib.AbstractContextManager[None]:
    """Places the operations made in the block where `op` is; see `Graph.colocate_with`."""
    return get_default_graph().colocate_with(op, ignore_existing)


@export("container")
def container(container_name: str) -> contextlib.AbstractContextManager[str]:
    """Puts the resources of stateful operations made in the block into a container."""
    return get_default_graph().container(container_name)


@export("add_to_collection")
def add_to_collection(name: Any, value: Any) -> None:
    """Adds `value` to the collection `name` of the default graph."""
    get_default_graph().add_to_collection(name, value)


@export("add_to_collections")
def add_to_collections(names: Any, value: Any) -> None:
    """Adds `value` to several collections of the default graph."""
    get_default_graph().add_to_collections(names, value)


@export("get_collection")
def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    """A copy of the collection `key` of the default graph."""
    return get_default_graph().get_collection(key, scope)


@export("get_collection_ref")
def get_collection_ref(key: Any) -> list[Any]:
    """The collection `key` of the default graph itself."""
    return get_default_graph().get_collection_ref(key)


@export("init_scope")
@contextlib.contextmanager
def init_scope() -> Iterator[None]:
    """Leaves function bodies and control dependencies: operations made here belong to the outermost graph."""
    graph = get_default_graph()
    scope = graph.get_name_scope()
    while graph.building_function:
        graph = graph.outer_graph  # type: ignore[attr-defined]
    with graph.as_default(), graph.control_dependencies(None), graph.name_scope(f"{scope}/" if scope else None):
        yield


@export("get_default_session")
def get_default_session() -> Any:
    """The innermost session entered with `as_default` in this thread, or None."""
    return stack.sessions.current()


__all__ = ["Graph", "GraphKeys", "get_default_graph", "name_scope"]
