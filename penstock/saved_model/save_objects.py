"""`tf.saved_model.save`: an object, its variables and functions as a SavedModel that TensorFlow 2 also loads.

The file has a graph with the functions, the graph of objects (`SavedObjectGraph`), signatures for servers and 1.x, and a
checkpoint by objects. Nothing of the program's Python code is in it.
"""

from __future__ import annotations

import os
from typing import Any

from penstock import protos
from penstock._namespace import export, find
from penstock.autograph import functions
from penstock.graph import inference, opdef, stack
from penstock.graph.build import apply
from penstock.graph.function import FuncGraph
from penstock.graph.function_def import to_proto
from penstock.graph.graph import Graph, get_default_graph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorOrVariable
from penstock.ops.control.bodies import is_stateful
from penstock.ops.control.conditionals import call_attributes
from penstock.ops.state.saveable import SaveableObject, SaveSpec
from penstock.ops.state.trackable import CapturableResource, TrackableAsset, is_saved
from penstock.ops.state.variables import Variable, VariableAggregation, VariableSynchronization
from penstock.saved_model import builder, constants, signature_constants, structures, tag_constants, utils
from penstock.saved_model import function_signatures as signing
from penstock.storage import gfile
from penstock.train import meta_graph_def
from penstock.train.checkpoint_objects import OBJECT_GRAPH_KEY, ObjectGraph, dependencies
from penstock.train.checkpoint_restore import session_or_default
from penstock.train.saver import Saver

_SIGNATURES = "signatures"  # the attribute of the root that has them
_GENERIC = "_generic_user_object"


class _Constant:
    """A tensor that functions use and that has a known value."""

    def __init__(self, tensor: Tensor, value: Any) -> None:
        self.tensor, self.value = tensor, value


class _Text(SaveableObject):
    """The graph of objects, saved beside the values."""

    def restore(self, restored_tensors: list[Any], restored_shapes: Any) -> Operation:
        return apply("NoOp")


class _ToSave:
    """What there is to save: objects with their numbers, functions, and what functions use of the graph around them."""

    def __init__(self, root: Any, signatures: Any) -> None:
        self._cache: dict[str, Any] = {}  # what objects keep while they are written
        self.tracked = ObjectGraph(root, self._dependencies)
        self._refuse_reserved(root)
        self.attributes = [self._functions(value) for value in self.tracked.objects]
        for function in (one for found in self.attributes for one in found.values()):
            signing.concrete(function)  # calls of other functions in it make these
        self.signatures = signing.canonical(
            signing.found_in(root, self.attributes[0]) if signatures is None else signatures
        )
        self.objects: list[Any] = list(self.tracked.objects)
        self.children: list[dict[str, int]] = [{} for _ in self.objects]
        self.by_handle: dict[Any, int] = {}
        for number, value in enumerate(self.objects):
            handle = _handle_of(value)
            if handle is not None:
                self.by_handle[handle] = number
        self._numbers: dict[int, int] = {}
        if self.signatures:
            place = signing.SignatureMap()
            self.children[0][_SIGNATURES] = self._add(place)
            for name, signature in self.signatures.items():
                self.children[self.number_of(place)][name] = self._add(signature)
        for number, found in enumerate(self.attributes):
            for name, function in found.items():
                self.children[number][name] = self._add(function)
        self.concrete: dict[str, functions.ConcreteFunction] = {}
        for value in self.objects:
            for one in self.concrete_of(value):
                self.concrete.setdefault(one.name, one)
        self.bound = {
            name: [self._captured(t, one) for t in one.captured_inputs] for name, one in self.concrete.items()
        }
        self.initializers = [  # functions that fill tables
            one
            for value, found in zip(self.tracked.objects, self.attributes, strict=True)
            if isinstance(value, CapturableResource)
            for one in self.concrete_of(found["_initialize"])
        ]

    def _refuse_reserved(self, root: Any) -> None:
        own = vars(root).get(_SIGNATURES) if hasattr(root, "__dict__") else None
        if own is not None and is_saved(own) and not isinstance(own, signing.SignatureMap):
            raise ValueError(
                f"Exporting an object {root} which has an attribute named '{_SIGNATURES}'. This is a reserved attribute used to "
                "store SavedModel signatures in objects which come from `tf.saved_model.load`. Delete this attribute (e.g. "
                f"'del obj.{_SIGNATURES}') before saving if this shadowing is acceptable."
            )

    def _dependencies(self, value: Any) -> list[tuple[str, Any]]:
        more = getattr(value, "_list_extra_dependencies_for_serialization", None)
        return dependencies(value) + (list(more(self._cache).items()) if callable(more) else [])

    def _functions(self, value: Any) -> dict[str, Any]:
        more = getattr(value, "_list_functions_for_serialization", None)
        own = _functions_of_resource(value) if isinstance(value, CapturableResource) else {}
        return {**signing.functions_of(value), **own, **(more(self._cache) if callable(more) else {})}

    def number_of(self, value: Any) -> int:
        return self._numbers[id(value)]

    def _add(self, value: Any) -> int:
        if id(value) not in self._numbers:
            self._numbers[id(value)] = len(self.objects)
            self.objects.append(value)
            self.children.append({})
        return self._numbers[id(value)]

    def concrete_of(self, value: Any) -> list[functions.ConcreteFunction]:
        """The functions for certain arguments that an object stands for; those whose arguments have a place in the file."""
        if isinstance(value, functions.ConcreteFunction):
            return [value]
        if hasattr(value, "saved_spec"):  # was loaded
            return value.concrete_functions
        if not isinstance(value, functions.Function):
            return []
        return [one for one in value.concrete_functions() if _told(one) is not None]

    def _captured(self, tensor: Tensor, function: functions.ConcreteFunction) -> int:
        if tensor in self.by_handle:
            return self.by_handle[tensor]
        value = None if tensor.dtype.name in ("resource", "variant") else inference.constant_value(tensor)
        if value is None:
            raise AssertionError(
                f"Tried to export a function which references untracked object {tensor}.TensorFlow objects (e.g. tf.Variable) "
                "captured by functions must be tracked by assigning them to an attribute of a tracked object or assigned to an "
                "attribute of the main object directly."
            )
        self.by_handle[tensor] = self._add(_Constant(tensor, value))
        return self.by_handle[tensor]


def _functions_of_resource(value: CapturableResource) -> dict[str, Any]:
    def _creator() -> Any:
        return value._create_resource()

    def _initializer() -> Any:
        value._initialize()
        return 1

    def _destroyer() -> Any:
        return 1

    names = {"_create_resource": _creator, "_initialize": _initializer, "_destroy_resource": _destroyer}
    return {name: functions.function(made, input_signature=[], autograph=False) for name, made in names.items()}


def _handle_of(value: Any) -> Any:
    """The tensor by which functions use an object of the graph around them."""
    if isinstance(value, Variable):
        return getattr(value, "handle", None)
    if isinstance(value, CapturableResource):
        return value.resource_handle
    return value.asset_path if isinstance(value, TrackableAsset) else None


def _told(function: functions.ConcreteFunction) -> Any:
    """What a message says of a function's arguments; None if they have no place in one."""
    args, kwargs = function.structured_input_signature or ((), {})
    names = {t.op.name: t.op._attrs.get("_user_specified_name", b"").decode() for t in function.inputs}
    rest = iter([name for name in names.values() if name])

    def named(value: Any) -> Any:
        spec = find("TensorSpec")
        if isinstance(value, spec):
            return spec(value.shape, value.dtype, value.name or next(rest, None))
        if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
            return type(value)(named(item) for item in value)
        return {key: named(value[key]) for key in value} if isinstance(value, dict) else value

    try:
        return structures.encode((named(tuple(args)), {key: named(kwargs[key]) for key in sorted(kwargs)}))
    except structures.NotEncodableError:
        return None


@export("saved_model.save", "saved_model.experimental.save", "compat.v2.saved_model.save", "compat.v1.saved_model.save")
def save(obj: Any, export_dir: gfile.Path, signatures: Any = None) -> None:
    """Writes an object, with the variables and the functions of the graph that it has, as a SavedModel.

    The values are those of the default session. `tf.saved_model.load_v2` and TensorFlow 2 make the object again of it; servers
    and `tf.saved_model.loader.load` use its signatures.

    Args:
      obj: the object: a `tf.Module`, a `tf.train.Checkpoint`, a Keras model.
      export_dir: the directory.
      signatures: a function with an input signature, or a dictionary of such; by default the only such function among the
        object's attributes.

    Raises:
      ValueError: the object cannot be saved, or a signature is no function with an input signature.
      AssertionError: a function uses a variable that is not part of the object.

    >>> import tempfile
    >>> import penstock as tf
    >>> class Scale(tf.Module):
    ...     def __init__(self):
    ...         self.by = tf.Variable(3.0, use_resource=True)
    ...     @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    ...     def scaled(self, x):
    ...         return x * self.by
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Session() as sess:
    ...     scale = Scale()
    ...     sess.run(tf.global_variables_initializer())
    ...     tf.saved_model.save(scale, folder)
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     again = tf.saved_model.load_v2(folder)
    ...     sess.run(again.by.initializer)
    ...     sess.run(again.scaled([1.0, 2.0]))
    array([3., 6.], dtype=float32)
    """
    graph = get_default_graph()
    if isinstance(stack.current_graph(), FuncGraph):
        raise AssertionError(
            "tf.saved_model.save is not supported inside a traced @tf.function. Move the call to the outer eagerly-executed "
            "context."
        )
    if not is_saved(obj) or isinstance(obj, (list, tuple, dict)):
        raise ValueError(f"Expected a Trackable object for export, got {obj}.")
    view = _ToSave(obj, signatures)
    references, saveables = _references(view)
    utils.get_or_create_variables_dir(export_dir)
    utils.get_or_create_assets_dir(export_dir)
    text = references.SerializeToString(deterministic=True)
    _write_values(graph, saveables, text, utils.get_variables_path(export_dir))
    found = protos.SavedModel()
    found.saved_model_schema_version = constants.SAVED_MODEL_SCHEMA_VERSION
    _fill(found.meta_graphs.add(), view, _copied_assets(view, export_dir))
    path = os.path.join(gfile._text(export_dir), constants.SAVED_MODEL_FILENAME_PB)
    gfile.atomic_write_string_to_file(path, found.SerializeToString(deterministic=True))


# -- values -----------------------------------------------------------------------------------------------------------


def _references(view: _ToSave) -> tuple[Any, list[SaveableObject]]:
    """The graph of objects as a checkpoint has it, functions and signatures too, and what saves the values."""
    message, saveables = view.tracked.to_proto()
    for _ in view.objects[len(message.nodes) :]:
        message.nodes.add()
    for number, children in enumerate(view.children):
        for name, child in children.items():
            message.nodes[number].children.add(node_id=child, local_name=name)
    return message, saveables


def _write_values(graph: Graph, saveables: list[SaveableObject], text: bytes, prefix: str) -> None:
    """Writes the checkpoint, with the values of the default session; of an object without variables that of a new one."""
    session = find("keras.backend.get_session")() if stack.sessions.current() is None and saveables else None
    with graph.as_default(), graph.control_dependencies(None), graph.device("/cpu:0"):
        saver = Saver([*saveables, _graph_saveable(text)], name="save_objects", sharded=True)
    definition = saver.saver_def
    if session is None and stack.sessions.current() is None:
        session = find("Session")(graph=graph)
    session_or_default(session).run(definition.save_tensor_name, {definition.filename_tensor_name: prefix})


def _graph_saveable(text: bytes) -> SaveableObject:
    tensor = find("constant")(text, dtype=find("string"))
    return _Text(tensor, [SaveSpec(tensor, "", OBJECT_GRAPH_KEY)], OBJECT_GRAPH_KEY)


# -- the graph --------------------------------------------------------------------------------------------------------


def _copied_assets(view: _ToSave, export_dir: gfile.Path) -> dict[int, str]:
    """Copies the files that objects need; returns their names in the SavedModel by the numbers of the objects."""
    names: dict[int, str] = {}
    sources: dict[str, str] = {}
    for number, value in enumerate(view.objects):
        if isinstance(value, TrackableAsset):
            source = builder.asset_path(value.asset_path)
            names[number] = builder.asset_name(source, sources)
            if names[number] not in sources:
                gfile.copy(source, os.path.join(utils.get_assets_dir(export_dir), names[number]), overwrite=True)
            sources[names[number]] = source
    return names


def _fill(found: Any, view: _ToSave, assets: dict[int, str]) -> None:
    """Makes the meta graph: functions, variables, tables, signatures, a saver, objects."""
    exported = Graph()
    names: dict[int, str] = {}
    with exported.as_default():
        inside: dict[int, Any] = {}
        saveables: list[SaveableObject] = []
        for number, value in enumerate(view.objects):
            if isinstance(value, Variable):
                inside[number] = made = _handle(value)
                saveables += _saveables_of(view, number, value, made)
            elif isinstance(value, _Constant):
                inside[number] = made = find("constant")(value.value, dtype=value.tensor.dtype, name="Const")
                names[number] = made.op.name
            elif isinstance(value, TrackableAsset):
                inside[number] = made = find("constant")(assets[number], name="asset_path")
                found.asset_file_def.add(filename=assets[number]).tensor_info.name = made.name
            elif isinstance(value, CapturableResource):
                inside[number] = value._create_resource()
        _add_functions(exported, view)
        filled = [_call(exported, one.graph, [], [inside[n] for n in view.bound[one.name]]) for one in view.initializers]
        with exported.control_dependencies(filled):
            init = apply("NoOp")
        signatures = {}
        for key, signature in view.signatures.items():
            signatures[key] = _called(exported, key, signature, [inside[n] for n in view.bound[signature.name]])
        saver = Saver(saveables, name="saver", sharded=True) if saveables else None
    message = meta_graph_def.create_meta_graph_def(graph=exported, collection_list=[])
    message.asset_file_def.extend(found.asset_file_def)
    found.CopyFrom(message)
    found.meta_info_def.tags.append(tag_constants.SERVING)
    if saver is not None:
        found.saver_def.CopyFrom(saver.saver_def)
    found.collection_def[constants.MAIN_OP_KEY].node_list.value.append(init.name)
    info = found.signature_def[constants.INIT_OP_SIGNATURE_KEY].outputs[constants.INIT_OP_SIGNATURE_KEY]
    info.name = init.name
    info.tensor_shape.unknown_rank = True
    for key, signature in signatures.items():
        found.signature_def[key].CopyFrom(signature)
    _objects(found.object_graph_def, view, names, list(assets))


def _handle(variable: TensorOrVariable) -> Tensor:
    """The handle of a variable in the graph that is written."""
    if getattr(variable, "handle", None) is None:
        raise ValueError(f"{variable} is a reference variable; only resource variables are part of such a SavedModel.")
    name = variable.op.name
    return apply("VarHandleOp", dtype=variable.dtype.base_dtype, shape=variable.shape, shared_name=name, name=name)


class _OfHandle(SaveableObject):
    """A variable in the graph that is written, which is there by its handle only."""

    def __init__(self, handle: Any, variable: Any, key: str) -> None:
        kind = variable.dtype.base_dtype
        self._handle, self._kind = handle, kind
        value = apply("ReadVariableOp", resource=handle, dtype=kind, name=f"{variable.op.name}/Read/ReadVariableOp")
        value.set_shape(variable.shape)
        super().__init__(value, [SaveSpec(value, "", key)], key)

    def restore(self, restored_tensors: list[Any], restored_shapes: Any) -> Operation:
        return apply("AssignVariableOp", resource=self._handle, value=restored_tensors[0], dtype=self._kind)


def _saveables_of(view: _ToSave, number: int, variable: TensorOrVariable, handle: Any) -> list[SaveableObject]:
    found: list[SaveableObject] = []
    for _, key, _, _ in view.tracked.saveables(number):
        found.append(_OfHandle(handle, variable, key))
    return found


def _add_functions(exported: Graph, view: _ToSave) -> None:
    """Gives the graph the functions, and those that they call."""
    waiting = list(view.concrete)
    while waiting:
        name = waiting.pop()
        if name in exported._functions:
            continue
        if name in view.concrete:
            body: Any = view.concrete[name].graph
        else:
            body = get_default_graph()._functions.get(name) or _called_in(view, name)
        message = to_proto(body) if isinstance(body, FuncGraph) else body
        exported._functions[name] = message
        for node in message.node_def:
            for attribute in node.attr.values():
                called = [attribute.func] if attribute.HasField("func") else attribute.list.func
                waiting += [function.name for function in called]


def _called_in(view: _ToSave, name: str) -> Any:
    """A function that only the graph of one of the functions knows."""
    for one in view.concrete.values():
        if (body := one.graph.outermost._functions.get(name)) is not None:
            return body
    raise ValueError(f"The function {name} is not known.")


def _called(graph: Graph, key: str, signature: signing.Signature, captured: list[Any]) -> Any:
    """Adds placeholders and a call of a signature to a graph, and returns the `SignatureDef`."""
    body = signature.graph
    own = body.inputs[: len(body.inputs) - len(body.extra_inputs)]
    given = {
        name: find("placeholder")(t.dtype.base_dtype, t.shape, name=f"{key}_{name}")
        for name, t in zip(signature._keywords, own, strict=True)
    }
    op = _call(graph, body, [*given.values()], captured)
    outputs = dict(zip(sorted(body.structured_outputs), op._outputs, strict=True))
    for name, tensor in outputs.items():
        tensor._shape = body.structured_outputs[name].shape
    found = protos.SignatureDef()
    for name, tensor in given.items():
        found.inputs[name].CopyFrom(utils.build_tensor_info(tensor))
    for name, tensor in outputs.items():
        found.outputs[name].CopyFrom(utils.build_tensor_info(tensor))
    found.method_name = signature_constants.PREDICT_METHOD_NAME
    return found


def _call(graph: Graph, body: Any, given: list[Any], captured: list[Any]) -> Any:
    kind = "StatefulPartitionedCall" if is_stateful(body) or captured else "PartitionedCall"
    flat = [*given, *captured]
    definition = opdef.get(kind)
    assert definition is not None
    return graph._create(definition, flat, call_attributes(body, flat), kind)


# -- the graph of objects ---------------------------------------------------------------------------------------------


def _objects(found: Any, view: _ToSave, constants_: dict[int, str], assets: list[int]) -> None:
    references, _ = _references(view)
    for number, value in enumerate(view.objects):
        node = found.nodes.add()
        node.children.extend(references.nodes[number].children)
        node.slot_variables.extend(references.nodes[number].slot_variables)
        if isinstance(value, TrackableAsset):
            node.asset.asset_file_def_index = assets.index(number)
        else:
            _describe(node, value, view, constants_.get(number, ""))
    for name, function in view.concrete.items():
        message = found.concrete_functions[name]
        message.bound_inputs.extend(view.bound[name])
        message.canonicalized_input_signature.CopyFrom(_told(function))
        outputs = signing.specs_of(function, function.graph.structured_outputs)
        message.output_signature.CopyFrom(structures.encode(outputs))


def _describe(node: Any, value: Any, view: _ToSave, constant: str) -> None:
    """Says of what kind an object is."""
    if isinstance(value, Variable):
        place = node.variable
        place.dtype = value.dtype.base_dtype.as_datatype_enum
        place.shape.CopyFrom(value.shape.as_proto())
        place.trainable = bool(value.trainable)
        place.name = value.op.name
        place.synchronization = getattr(value, "synchronization", VariableSynchronization.AUTO).value
        place.aggregation = getattr(value, "aggregation", VariableAggregation.NONE).value
    elif isinstance(value, CapturableResource):
        node.resource.SetInParent()
    elif isinstance(value, _Constant):
        node.constant.operation = constant
    elif hasattr(value, "saved_spec"):
        node.function.concrete_functions.extend(one.name for one in view.concrete_of(value))
        node.function.function_spec.CopyFrom(value.saved_spec)
    elif isinstance(value, functions.Function):
        node.function.concrete_functions.extend(one.name for one in view.concrete_of(value))
        _describe_arguments(node.function.function_spec, value)
    elif isinstance(value, functions.ConcreteFunction):
        place = node.bare_concrete_function
        place.concrete_function_name = value.name
        keywords = value._keywords or list(signing._specs_of_inputs(value))
        place.argument_keywords.extend(keywords)
        is_signature = isinstance(value, signing.Signature)
        place.allowed_positional_arguments = int(len(keywords) == 1) if is_signature else len(keywords)
    else:
        place = node.user_object
        place.identifier = getattr(value, "_object_identifier", None) or _identifier(value)
        place.metadata = getattr(value, "_tracking_metadata", "")
        place.version.producer = place.version.min_consumer = 1


def _identifier(value: Any) -> str:
    if isinstance(value, signing.SignatureMap):
        return "signature_map"
    if isinstance(value, dict):
        return "trackable_dict_wrapper"
    if isinstance(value, (list, tuple)):
        return "trackable_list_wrapper"
    return "optimizer" if hasattr(value, "get_slot_names") else _GENERIC


def _describe_arguments(place: Any, function: functions.Function) -> None:
    spec = function.function_spec
    is_method = len(function._names) != len(spec.args)
    try:
        place.fullargspec.CopyFrom(structures.encode(spec._replace(annotations={})))
    except structures.NotEncodableError:  # a default that has no place in the message
        place.fullargspec.CopyFrom(structures.encode(spec._replace(annotations={}, defaults=None, kwonlydefaults=None)))
    place.is_method = is_method
    place.input_signature.CopyFrom(structures.encode(function.input_signature))
