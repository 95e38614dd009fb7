"""`tf.saved_model.load_v2`: the object that a SavedModel was written of, with its variables and functions.

In a graph, loading adds the variables; their initializers read the checkpoint. Of a SavedModel of 1.x the object has the
signatures and the variables. What is in the file is data: its functions are graphs, and no Python code is in it.
"""

from __future__ import annotations

import functools
from typing import Any

from penstock import protos
from penstock._namespace import export, find
from penstock.autograph import functions, tracing
from penstock.graph import convert, function_def, nest
from penstock.graph.build import apply
from penstock.graph.dtypes import as_dtype
from penstock.graph.graph import Graph, get_default_graph
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.type_spec import TensorSpec
from penstock.ops.state.trackable import AutoTrackable
from penstock.ops.state.variables import VariableAggregation, VariableSynchronization
from penstock.saved_model import function_signatures, loader, structures, utils
from penstock.storage import gfile
from penstock.train.checkpoint_objects import OBJECT_GRAPH_KEY
from penstock.train.checkpoint_reader import CheckpointReader

_loads = 0


def _number() -> int:
    """A number for the functions of the next file."""
    global _loads
    _loads += 1
    return _loads


class LoadedObject(AutoTrackable):
    """What a program's own object is when it is loaded: its attributes, without its class."""


class LoadedResource(LoadedObject):
    """A table that is made and filled by functions in the file."""

    handle: Any = None

    @property
    def resource_handle(self) -> Any:
        """The handle of the table."""
        return self.handle


class _CallableObject(LoadedObject):
    """The same of an object that can be called."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return vars(self)["__call__"](*args, **kwargs)


@export("saved_model.load_v2", "compat.v1.saved_model.load_v2", "compat.v2.saved_model.load")
def load(export_dir: gfile.Path, tags: Any = None) -> Any:
    """Loads the object that `tf.saved_model.save` wrote, or the signatures of another SavedModel.

    Args:
      export_dir: the directory.
      tags: the tags of the graph, if it has several.

    Returns:
      An object with the attributes that were saved, and with `signatures`. The initializers of its variables read their values.

    Raises:
      OSError: there is no SavedModel.
      ValueError: there are several graphs, or that of an object has other tags.

    >>> import tempfile
    >>> import penstock as tf
    >>> folder = tempfile.mkdtemp() + "/1"
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x, v = tf.placeholder(tf.float32, [None]), tf.Variable(2.0, use_resource=True)
    ...     sess.run(v.initializer)
    ...     tf.saved_model.simple_save(sess, folder, {"x": x}, {"y": x * v})
    >>> loaded = tf.saved_model.load_v2(folder)
    >>> double = loaded.signatures["serving_default"]
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(double(x=tf.constant([1.0, 4.0])))
    {'y': array([2., 8.], dtype=float32)}
    """
    if tags is not None and not isinstance(tags, (set, frozenset)):
        tags = nest.flatten(tags)
    message = loader.parse_saved_model(export_dir)
    if len(message.meta_graphs) == 1 and message.meta_graphs[0].HasField("object_graph_def"):
        found = message.meta_graphs[0]
        own = set(found.meta_info_def.tags)
        if tags is not None and set(tags) != own:
            raise ValueError(
                f"The SavedModel at {gfile._text(export_dir)} has one MetaGraph with tags {sorted(own)}, but got an incompatible "
                f"argument tags={tags} to tf.saved_model.load. You may omit it, pass 'None', or pass matching tags."
            )
        with loader._refused_when_damaged(export_dir):
            root = _Objects(found, export_dir).root
    else:
        from penstock.saved_model import load_graphs

        root = load_graphs.load(export_dir, message, tags)
        found = loader.SavedModelLoader(export_dir).get_meta_graph_def_from_tags(
            {t for t in (tags if tags is not None else message.meta_graphs[0].meta_info_def.tags)}
        )
    root.tensorflow_version = found.meta_info_def.tensorflow_version
    root.tensorflow_git_version = found.meta_info_def.tensorflow_git_version
    return root


class _Objects:
    """The objects of a file, made again."""

    def __init__(self, message: Any, export_dir: gfile.Path) -> None:
        self._message, self._dir = message, export_dir
        self._nodes = message.object_graph_def.nodes
        self._graph = get_default_graph()
        self._check()
        self._prefix = utils.get_variables_path(export_dir)
        self._keys = self._checkpoint_keys()
        self.objects: list[Any] = [self._made(number) for number in range(len(self._nodes))]
        self._concrete = self._functions()
        for number, node in enumerate(self._nodes):
            if node.WhichOneof("kind") == "function":
                concrete = [self._concrete[name] for name in node.function.concrete_functions if name in self._concrete]
                self.objects[number] = RestoredFunction(node.function.function_spec, concrete)
            elif node.WhichOneof("kind") == "bare_concrete_function":
                self.objects[number] = self._bare(node.bare_concrete_function)
        for number, node in enumerate(self._nodes):
            for child in node.children:
                _set(self.objects[number], child.local_name, self.objects[child.node_id])
        self.root = self.objects[0]

    def _check(self) -> None:
        """Numbers of the file are not believed before they are looked at."""
        count = len(self._nodes)
        numbers = [child.node_id for node in self._nodes for child in node.children]
        for function in self._message.object_graph_def.concrete_functions.values():
            numbers += function.bound_inputs
        if not count or any(not 0 <= number < count for number in numbers):
            raise ValueError("the graph of objects names an object that it does not have")

    def _checkpoint_keys(self) -> dict[int, str]:
        """Number of a variable → where the checkpoint has its value: by the names that lead to it."""
        if not gfile.exists(f"{self._prefix}.index"):
            return {}
        reader = CheckpointReader(self._prefix)
        if not reader.has_tensor(OBJECT_GRAPH_KEY):
            return {}
        value = reader.get_tensor(OBJECT_GRAPH_KEY)
        saved = protos.TrackableObjectGraph.FromString(value if isinstance(value, bytes) else value[()])
        keys: dict[int, str] = {}
        pairs, waiting = {0: 0}, [0]
        while waiting:
            own = waiting.pop()
            there = {child.local_name: child.node_id for child in saved.nodes[pairs[own]].children}
            for attribute in saved.nodes[pairs[own]].attributes:
                keys.setdefault(own, attribute.checkpoint_key)
            for child in self._nodes[own].children:
                if child.local_name in there and child.node_id not in pairs:
                    pairs[child.node_id] = there[child.local_name]
                    waiting.append(child.node_id)
        for own, number in list(pairs.items()):  # slots of optimizers have no names of their own
            slots = {
                (s.original_variable_node_id, s.slot_name): s.slot_variable_node_id
                for s in saved.nodes[number].slot_variables
            }
            for slot in self._nodes[own].slot_variables:
                place = slots.get((pairs.get(slot.original_variable_node_id, -1), slot.slot_name))
                if place is not None:
                    for attribute in saved.nodes[place].attributes:
                        keys.setdefault(slot.slot_variable_node_id, attribute.checkpoint_key)
        return keys

    # -- objects that are no functions ----------------------------------------------------------------------------------

    def _made(self, number: int) -> Any:
        node = self._nodes[number]
        kind = node.WhichOneof("kind")
        if kind == "variable":
            return self._variable(number, node.variable)
        if kind == "constant":
            return self._constant(node.constant.operation)
        if kind == "asset":
            return self._asset(node.asset)
        if kind in ("function", "bare_concrete_function", None):
            return None
        if kind == "user_object":
            return self._user_object(node)
        if kind == "resource" and not node.saveable_objects:
            return LoadedResource()
        what = "tables that change" if kind == "resource" else f"the kind '{kind}'"
        raise NotImplementedError(f"Objects of {what} cannot be loaded.")

    def _user_object(self, node: Any) -> Any:
        identifier = node.user_object.identifier
        if identifier == "signature_map":
            return function_signatures.SignatureMap()
        if identifier == "trackable_list_wrapper":
            return []
        if identifier == "trackable_dict_wrapper":
            return {}
        called = any(child.local_name == "__call__" for child in node.children)
        return _CallableObject() if called else LoadedObject()

    def _variable(self, number: int, saved: Any) -> Any:
        kind, shape = as_dtype(saved.dtype), TensorShape(saved.shape)
        key = self._keys.get(number)
        if key is None:
            raise ValueError(f"the checkpoint has no value of the variable {saved.name}")

        def restored() -> Any:
            values = apply("RestoreV2", prefix=self._prefix, tensor_names=[key], shape_and_slices=[""], dtypes=[kind])
            value = values[0] if isinstance(values, (list, tuple)) else values
            value.set_shape(shape)
            return value

        variable = find("Variable")(
            restored,
            trainable=saved.trainable,
            collections=[find("GraphKeys").GLOBAL_VARIABLES],
            name=saved.name.rpartition(":")[0] or saved.name or None,
            dtype=kind,
            use_resource=True,
            shape=shape,
            synchronization=VariableSynchronization(saved.synchronization),
            aggregation=VariableAggregation(saved.aggregation),
        )
        # It can be trained, but who loads an object says what is.
        trained = self._graph.get_collection_ref(find("GraphKeys").TRAINABLE_VARIABLES)
        trained[:] = [other for other in trained if other is not variable]
        return variable

    def _constant(self, name: str) -> Tensor:
        for node in self._message.graph_def.node:
            if node.name == name and node.op == "Const":
                return find("constant")(
                    find("make_ndarray")(node.attr["value"].tensor), as_dtype(node.attr["dtype"].type)
                )
        raise ValueError(f"there is no constant {name}")

    def _asset(self, saved: Any) -> Any:
        paths = list(loader.get_asset_tensors(self._dir, self._message).values())
        found = LoadedObject()
        found.asset_path = find("constant")(paths[saved.asset_file_def_index], name="asset_path")
        return found

    # -- functions ------------------------------------------------------------------------------------------------------

    def _functions(self) -> dict[str, functions.ConcreteFunction]:
        """Brings the functions of the file into the graph, under names that nothing else has, and binds what they use."""
        number = _number()
        library = self._message.graph_def.library.function
        names = {function.signature.name: f"{function.signature.name}_{number}" for function in library}
        described = self._message.object_graph_def.concrete_functions
        messages = {}
        for function in library:
            copy = protos.FunctionDef()
            copy.CopyFrom(function)
            copy.signature.name = names[function.signature.name]
            for node in copy.node_def:
                for attribute in node.attr.values():
                    for called in [attribute.func] if attribute.HasField("func") else attribute.list.func:
                        called.name = names.get(called.name, called.name)
                if node.op in names:
                    node.op = names[node.op]
            for unknown in ("_gradient_op_type", "_XlaMustCompile"):
                for node in copy.node_def:
                    node.attr.pop(unknown, None)
            messages[function.signature.name] = copy
            self._graph._functions[copy.signature.name] = copy
        bound_ = functools.cache(lambda name: self._bind(messages[name], described[name]))
        for number, value in enumerate(self.objects):
            if isinstance(value, LoadedResource):
                value.handle = bound_(self._only_function(number, "_create_resource", messages))()
        found = {name: bound_(name) for name in described if name in messages}
        for number, value in enumerate(self.objects):
            if isinstance(value, LoadedResource):
                filled = found[self._only_function(number, "_initialize", messages)]()
                self._graph.add_to_collection(find("GraphKeys").TABLE_INITIALIZERS, filled)
        return found

    def _only_function(self, number: int, name: str, known: Any) -> str:
        """The name of the function that an object has under a name."""
        for child in self._nodes[number].children:
            names = self._nodes[child.node_id].function.concrete_functions
            if child.local_name == name and len(names) == 1 and names[0] in known:
                return names[0]
        raise ValueError(f"a table has no function {name}")

    def _bind(self, message: str, described: Any) -> functions.ConcreteFunction:
        captured = [self._captured(number) for number in described.bound_inputs]
        body = function_def.from_proto(message, self._graph)
        self._graph._functions[body.name] = body
        return bound(body, captured, described, self._graph)

    def _captured(self, number: int) -> Any:
        value = self.objects[number]
        if isinstance(value, Tensor):
            return value
        if isinstance(value, LoadedObject) and hasattr(value, "asset_path"):
            return value.asset_path
        return value.handle

    def _bare(self, described: Any) -> Any:
        whole = self._concrete.get(described.concrete_function_name)
        if whole is None:
            return None
        return LoadedSignature(whole.graph, list(described.argument_keywords))


def _set(parent: Any, name: str, value: Any) -> None:
    """Makes an object an attribute, an element or an entry of another."""
    if isinstance(parent, function_signatures.SignatureMap):
        parent._add(name, value)
    elif isinstance(parent, list):
        place = int(name)
        parent.extend([None] * (place + 1 - len(parent)))
        parent[place] = value
    elif isinstance(parent, dict):
        parent[name] = value
    elif isinstance(parent, AutoTrackable):
        setattr(parent, name, value)


def bound(body: Any, captured: list[Tensor], described: Any, graph: Graph) -> functions.ConcreteFunction:
    """A function whose last inputs are tensors of the graph around it."""
    own = len(body.inputs) - len(captured)
    body.extra_inputs = list(captured)
    body.extra_args = body.inputs[own:]
    body.captures.update(zip(captured, body.extra_args, strict=True))
    args, kwargs = structures.decode(described.canonicalized_input_signature)
    body.structured_input_signature = (args, kwargs)
    tensors = [spec for spec in nest.flatten((args, kwargs)) if isinstance(spec, TensorSpec)]
    for tensor, spec in zip(body.inputs[:own], tensors, strict=False):
        tensor._shape = spec.shape
        if spec.name:
            tensor.op._attrs["_user_specified_name"] = spec.name.encode()
    outputs = iter(body.outputs)
    specs = structures.decode(described.output_signature)

    def output(spec: Any) -> Any:
        if not isinstance(spec, TensorSpec):
            return spec
        tensor = next(outputs)
        tensor._shape = spec.shape
        return tensor

    body.structured_outputs = nest.map_structure(output, specs)
    return LoadedFunction(body)


class LoadedFunction(functions.ConcreteFunction):
    """A function of a file, for arguments of certain types and shapes."""

    @property
    def captured_inputs(self) -> list[Tensor]:
        return list(self.graph.extra_inputs)

    @property
    def variables(self) -> list[Any]:
        """The variables that it uses."""
        used = set(self.graph.extra_inputs)
        known = self.graph.outermost.get_collection(find("GraphKeys").GLOBAL_VARIABLES)
        return [v for v in known if getattr(v, "handle", None) in used]

    @property
    def structured_outputs(self) -> Any:
        """What it returns, as `tf.TensorSpec`s."""
        return function_signatures.specs_of(self, self.graph.structured_outputs)


class LoadedSignature(function_signatures.Signature, LoadedFunction):
    """A signature of a file."""


class RestoredFunction:
    """A `tf.function` that was saved: it has the functions for the arguments that it was called with before."""

    def __init__(self, spec: Any, concrete: list[functions.ConcreteFunction]) -> None:
        self._concrete = concrete
        self.saved_spec = spec
        self._spec = structures.decode(spec.fullargspec)
        self._input_signature = structures.decode(spec.input_signature)
        names = list(self._spec.args)
        self._names = names[1:] if spec.is_method else names
        defaults = list(self._spec.defaults or ())
        self._defaults = dict(zip(reversed(self._names), reversed(defaults), strict=False))

    @property
    def concrete_functions(self) -> list[functions.ConcreteFunction]:
        """The functions that there are."""
        return list(self._concrete)

    @property
    def input_signature(self) -> Any:
        """The signature that it was declared with, or None."""
        return self._input_signature

    def _complete(self, args: Any, kwargs: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
        found, kwargs = list(args), dict(kwargs)
        for name in self._names[len(found) :]:
            if name in kwargs:
                found.append(kwargs.pop(name))
            elif name in self._defaults:
                found.append(self._defaults[name])
            else:
                break
        return tuple(found), kwargs

    def _taken(self, args: Any, kwargs: Any) -> functions.ConcreteFunction:
        for one in self._concrete:
            wanted_args, wanted_kwargs = one.graph.structured_input_signature
            if _fits((tuple(wanted_args), wanted_kwargs), (args, kwargs)):
                return one
        options = "\n\n".join(
            f"Option {i + 1}:\n  {_shown(*one.graph.structured_input_signature)}"
            for i, one in enumerate(self._concrete)
        )
        raise ValueError(
            f"Could not find matching function to call loaded from the SavedModel. Got:\n  {_shown(args, kwargs)}\n\nExpected "
            f"these arguments to match one of the following {len(self._concrete)} option(s):\n\n{options}"
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        args, kwargs = self._complete(args, kwargs)
        if self._input_signature is not None:
            args = self._declared(args)
        args, kwargs = nest.map_structure(_as_tensor, (args, kwargs))
        one = self._taken(args, kwargs)
        given = [a for a in nest.flatten((args, kwargs)) if isinstance(a, Tensor)]
        return tracing.call(one.graph, given)

    def _declared(self, args: Any) -> tuple[Any, ...]:
        """The arguments as tensors, as the declared signature has them."""
        signature = tuple(self._input_signature)
        specs = nest.flatten(signature)
        try:
            given = nest.flatten_up_to(signature, args)
        except (TypeError, ValueError):
            given = []
        if len(given) != len(specs) or len(args) != len(signature):
            raise ValueError(
                "Structure of Python function inputs does not match input_signature:\n"
                f"  inputs: {args}\n  input_signature: {signature}"
            )
        given = [
            value
            if isinstance(value, (Tensor, TensorSpec)) or not isinstance(spec, TensorSpec)
            else convert.convert_to_tensor(value, spec.dtype)
            for value, spec in zip(given, specs, strict=True)
        ]
        if not all(map(_fits, specs, given)):
            raise ValueError(
                f"Python inputs incompatible with input_signature:\n  inputs: {args}\n  input_signature: {signature}"
            )
        return nest.pack_sequence_as(signature, given)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> functions.ConcreteFunction:
        """The function for arguments like these; a `tf.TensorSpec` stands for a tensor."""
        if not args and not kwargs and self._input_signature is not None:
            args = tuple(self._input_signature)
        return self._taken(*self._complete(args, kwargs))


def _as_tensor(value: Any) -> Any:
    """What is no plain Python value becomes a tensor."""
    if isinstance(value, (bool, int, float, str, bytes, Tensor, TensorSpec)) or value is None:
        return value
    return convert.convert_to_tensor(value)


def _fits(wanted: Any, given: Any) -> bool:
    """Whether arguments are such as a function was made for."""
    if isinstance(wanted, TensorSpec):
        if isinstance(given, TensorSpec):
            return wanted.dtype == given.dtype and wanted.shape.is_compatible_with(given.shape)
        return isinstance(given, Tensor) and wanted.is_compatible_with(given)
    if isinstance(wanted, dict):
        return isinstance(given, dict) and set(wanted) == set(given) and all(_fits(wanted[k], given[k]) for k in wanted)
    if isinstance(wanted, (list, tuple)):
        if not isinstance(given, (list, tuple)) or len(wanted) != len(given):
            return False
        return all(map(_fits, wanted, given))
    return type(wanted) is type(given) and wanted == given


def _shown(args: Any, kwargs: Any) -> str:
    lines = "".join(f"\n    * {value}" for value in args)
    return f"Positional arguments ({len(args)} total):{lines}\n  Keyword arguments: {kwargs}"
