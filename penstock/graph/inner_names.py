"""Names inside of Graph, Operation and Tensor that programs and test-suites of 1.x reach for, over what stands here."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from penstock.graph import errors, opdef

_graph_numbers = itertools.count()
_tensor_numbers = itertools.count(1)


class InnerGraph:
    """Names inside of a Graph."""

    @property
    def _building_function(self: Any) -> bool:
        return self.building_function

    @property
    def _graph_key(self: Any) -> str:
        """Tells graphs apart: variables and optimizers compare it. The body of a function has that of its outermost graph."""
        around = getattr(self, "outer_graph", None)
        if around is not None and "_own_key" not in vars(self):
            return around._graph_key
        return vars(self).setdefault("_own_key", f"grap-key-{next(_graph_numbers)}/")

    @_graph_key.setter
    def _graph_key(self, key: str) -> None:
        vars(self)["_own_key"] = key

    @property
    def _op_to_kernel_label_map(self: Any) -> dict[str, str]:
        return self._kernel_labels

    @property
    def _gradient_override_map(self: Any) -> dict[str, str]:
        return self._gradient_override

    @property
    def _default_original_op(self: Any) -> Any:
        return self._original_op

    @property
    def _unfetchable_ops(self: Any) -> set[Any]:
        return self._unfetchable

    @property
    def _unfeedable_tensors(self: Any) -> set[Any]:
        return self._unfeedable

    @property
    def _version(self: Any) -> int:
        return self.version

    @property
    def _next_id_counter(self: Any) -> int:
        return self.version

    def _mutation_lock(self: Any) -> Any:
        """The block in which a program changes operations of the graph."""
        return self._lock

    def _session_run_lock(self: Any) -> Any:
        """The block in which a session would run."""
        return self._lock

    def _get_operation_by_name_unsafe(self: Any, name: str) -> Any:
        return self.get_operation_by_name(name)

    def _as_graph_element_locked(self: Any, obj: Any, allow_tensor: bool, allow_operation: bool) -> Any:
        return self.as_graph_element(obj, allow_tensor, allow_operation)

    def _as_graph_def(self: Any, from_version: int | None = None, add_shapes: bool = False) -> tuple[Any, int]:
        return self.as_graph_def(from_version, add_shapes), self.version

    def _copy_functions_to_graph_def(self: Any, graph_def: Any, starting_bytesize: int) -> None:
        graph_def.library.CopyFrom(self.as_graph_def().library)

    def _get_op_def(self, type: str) -> Any:  # noqa: A002
        """The definition of an operation, as a message."""
        from penstock.graph import opdef_proto

        definition = opdef.get(type)
        if definition is None:
            raise errors.NotFoundError(
                None, None, f"Op type not registered '{type}' in binary running on this machine."
            )
        return opdef_proto.to_proto(definition)

    def _create_op_internal(
        self: Any,
        op_type: str,
        inputs: Sequence[Any],
        dtypes: Sequence[Any] | None = None,
        input_types: Sequence[Any] | None = None,
        name: str | None = None,
        attrs: dict[str, Any] | None = None,
        op_def: Any = None,
        compute_device: bool = True,
    ) -> Any:
        return self.create_op(op_type, inputs, dtypes, input_types, name, attrs, op_def, compute_device=compute_device)

    def _control_dependencies_for_inputs(self: Any, input_ops: Sequence[Any]) -> list[Any]:
        """The control inputs that the blocks around give to an operation whose inputs these operations make."""
        found: list[Any] = []
        for controller in self._controllers:
            if not any(op in controller.seen for op in input_ops):
                found.extend(c for c in controller.control_inputs if c not in input_ops)
        return found

    def _record_op_seen_by_control_dependencies(self: Any, op: Any) -> None:
        for controller in self._controllers:
            controller.seen.add(op)

    @property
    def _variable_creator_stack(self: Any) -> list[tuple[int, Callable]]:
        """The creators of variables of the blocks around, each with its priority."""
        return [(100, creator) for creator in self._scoped.get("variable_creators", ())]

    @contextlib.contextmanager
    def _variable_creator_scope(self: Any, creator: Callable, priority: int = 100) -> Iterator[None]:
        """In the block, `creator` makes the variables; those of a higher priority are asked first, and call it."""
        creators = self._scoped.setdefault("variable_creators", [])
        priorities = self._scoped.setdefault("variable_creator_priorities", {})
        place = next((i for i, c in enumerate(creators) if priorities.get(id(c), 100) > priority), len(creators))
        creators.insert(place, creator)
        priorities[id(creator)] = priority
        try:
            yield
        finally:
            creators.remove(creator)
            priorities.pop(id(creator), None)


class InnerOperation:
    """Names inside of an Operation."""

    __slots__ = ()

    @property
    def _graph(self: Any) -> Any:
        return self.graph

    @property
    def _op_def(self: Any) -> Any:
        return self.op_def

    @property
    def _node_def(self: Any) -> Any:
        return self.node_def

    @property
    def _id_value(self: Any) -> int:
        return self._id

    @property
    def _c_op(self: Any) -> Any:
        """What functions of the C API were called with: the operation itself."""
        return self

    @property
    def _inputs_val(self: Any) -> Any:
        return self._inputs

    @property
    def _input_types(self: Any) -> list[Any]:
        return [tensor.dtype.base_dtype for tensor in self._inputs]

    @property
    def _output_types(self: Any) -> list[int]:
        return [tensor.dtype.as_datatype_enum for tensor in self._outputs]

    @property
    def _is_stateful(self: Any) -> bool:
        return self.op_def.is_stateful

    @property
    def _traceback(self: Any) -> Any:
        return self.traceback

    @property
    def traceback_with_start_lines(self: Any) -> list[tuple[str, int, str, str | None, int]]:
        """As `traceback`, each with the line on which its function begins."""
        starts = {(code.co_filename, code.co_name): code.co_firstlineno for code, _ in self._stack}
        return [(*frame, starts[frame[0], frame[2]]) for frame in self.traceback]

    def _set_device_from_string(self: Any, device_str: str) -> None:
        self._set_device(device_str)

    def _get_attr_type(self: Any, name: str) -> Any:
        return self.get_attr(name)

    def _clear_attr(self: Any, attr_name: str) -> None:
        self._attrs.pop(attr_name, None)
        self.graph._mutations += 1

    def _set_any(self: Any, attr_name: str, fill: Callable[[Any], None]) -> None:
        from penstock import protos

        value = protos.AttrValue()
        fill(value)
        self._set_attr(attr_name, value)

    def _set_func_attr(self, attr_name: str, func_name: str) -> None:
        self._set_any(attr_name, lambda value: setattr(value.func, "name", func_name))

    def _set_func_list_attr(self, attr_name: str, func_names: Sequence[str]) -> None:
        def fill(value: Any) -> None:
            for name in func_names:
                value.list.func.add().name = name

        self._set_any(attr_name, fill)

    def _set_type_list_attr(self, attr_name: str, types: Sequence[Any]) -> None:
        if types:
            numbers = [getattr(t, "as_datatype_enum", t) for t in types]
            self._set_any(attr_name, lambda value: value.list.type.extend(numbers))

    def _set_shape_list_attr(self, attr_name: str, shapes: Sequence[Any]) -> None:
        self._set_any(attr_name, lambda value: value.list.shape.extend(shape.as_proto() for shape in shapes))

    def _control_flow_post_processing(self: Any) -> None:
        """Tells the context that the operation was put into, if any."""
        if self._control_flow_context is not None:
            self._control_flow_context.AddOp(self)

    def _tf_output(self: Any, output_idx: int) -> Any:
        return self._outputs[output_idx]


class InnerTensor:
    """Names inside of a Tensor."""

    __slots__ = ()

    @property
    def _value_index(self: Any) -> int:
        return self.value_index

    @property
    def _name(self: Any) -> str:
        return self.name

    @property
    def _id(self: Any) -> int:
        """A number that no other tensor of the process has."""
        return vars(self).setdefault("_number", next(_tensor_numbers))

    @property
    def _shape_val(self: Any) -> Any:
        return self.shape

    def _c_api_shape(self: Any) -> Any:
        return self.shape

    def _shape_tuple(self: Any) -> tuple[int | None, ...] | None:
        shape = self._shape_as_list()
        return None if shape is None else tuple(shape)

    def _tf_output(self: Any) -> Any:
        return self

    def _disallow(self, task: str, why: str) -> NoReturn:
        raise errors.OperatorNotAllowedInGraphError(f"{task} is not allowed{why}")

    def _disallow_when_autograph_disabled(self, task: str) -> NoReturn:
        self._disallow(
            task,
            ": AutoGraph is disabled in this function. Try decorating it directly with @tf.function.",
        )

    def _disallow_when_autograph_enabled(self, task: str) -> NoReturn:
        self._disallow(
            task,
            ": AutoGraph did not convert this function. Try decorating it directly with @tf.function.",
        )

    def _disallow_in_graph_mode(self, task: str) -> NoReturn:
        self._disallow(
            task,
            " in Graph execution. Use Eager execution or decorate this function with @tf.function.",
        )

    def _disallow_bool_casting(self) -> NoReturn:
        self._disallow_in_graph_mode("using a `tf.Tensor` as a Python `bool`")

    def _disallow_iteration(self) -> NoReturn:
        self._disallow_in_graph_mode("iterating over `tf.Tensor`")
