"""SavedModels of 1.x as objects: `tf.saved_model.load_v2` of a graph with variables and signatures.

The graph becomes a function; its variables are made in the graph around it, and each signature is a part of the function.
"""

from __future__ import annotations

from typing import Any

from penstock import protos
from penstock._namespace import find
from penstock.autograph import wrapped
from penstock.graph.build import apply
from penstock.graph.dtypes import as_dtype
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.state.trackable import AutoTrackable
from penstock.saved_model import constants, function_signatures, loader, utils
from penstock.storage import gfile

_REFERENCES = ("VariableV2", "Variable")


class _Signature(function_signatures.Signature, wrapped.WrappedFunction):
    """A signature of a graph of 1.x: takes tensors by name, and gives a dictionary."""


class _Initializer:
    """What makes a graph's tables ready; in a graph it is among the initializers of tables."""

    def __init__(self, operation: Any) -> None:
        self.operation = operation


class LoadedGraph(AutoTrackable):
    """A graph of 1.x that was loaded: `variables`, `signatures`, `graph` (its body) and `prune`, which takes parts of it."""

    variables: Any
    signatures: Any

    def prune(self, feeds: Any, fetches: Any) -> Any:
        """A function from tensors of the graph to others; names may stand for them."""
        return self._whole.prune(feeds, fetches)

    @property
    def graph(self) -> Any:
        """The graph, as the body of a function."""
        return self._whole.graph

    _whole: Any = None


def load(export_dir: gfile.Path, message: Any, tags: Any) -> LoadedGraph:
    """Loads a graph of a SavedModel of 1.x.

    Raises:
      ValueError: there are several, and no tags say which.
      RuntimeError: there is none with these tags.
    """
    if tags is None:
        if len(message.meta_graphs) != 1:
            available = [list(one.meta_info_def.tags) for one in message.meta_graphs]
            raise ValueError(
                "Importing a SavedModel with tf.saved_model.load requires a 'tags=' argument if there is more than one "
                f"MetaGraph. Got 'tags=None', but there are {len(available)} MetaGraphs in the SavedModel with tag sets "
                f"{available}. Pass a 'tags=' argument to load this SavedModel."
            )
        tags = set(message.meta_graphs[0].meta_info_def.tags)
    found = loader.SavedModelLoader(export_dir).get_meta_graph_def_from_tags(tags)
    with loader._refused_when_damaged(export_dir):
        return _Graph(found, export_dir).loaded()


class _Graph:
    """The graph of a file on its way into this one."""

    def __init__(self, message: Any, export_dir: gfile.Path) -> None:
        self._message, self._dir = message, export_dir
        self._prefix = utils.get_variables_path(export_dir)
        self._definition = protos.GraphDef()
        self._definition.CopyFrom(message.graph_def)
        self._variables: dict[str, Any] = {}

    def loaded(self) -> LoadedGraph:
        """The object."""
        for node in self._definition.node:
            if node.op in ("VarHandleOp", *_REFERENCES):
                self._variables[node.name] = self._variable(node)
        assets = {
            name: find("constant")(path, name="asset_path")
            for name, path in loader.get_asset_tensors(self._dir, self._message).items()
        }
        whole = wrapped.wrap_function(lambda: self._imported(assets), [])
        root = LoadedGraph()
        root._whole = whole
        root.variables = list(self._variables.values())
        signatures = function_signatures.SignatureMap()
        for key in sorted(self._message.signature_def):
            if key not in (constants.INIT_OP_SIGNATURE_KEY, constants.TRAIN_OP_SIGNATURE_KEY):
                signatures._add(key, self._signature(whole, self._message.signature_def[key]))
        root.signatures = signatures
        root.initializer = self._initializer(whole)
        return root

    def _variable(self, node: Any) -> Any:
        kind = as_dtype(node.attr["dtype"].type)
        shape = TensorShape(node.attr["shape"].shape)
        name = node.name  # as a Saver writes them

        def restored() -> Any:
            values = apply("RestoreV2", prefix=self._prefix, tensor_names=[name], shape_and_slices=[""], dtypes=[kind])
            value = values[0] if isinstance(values, (list, tuple)) else values
            value.set_shape(shape)
            return value

        return find("Variable")(
            restored,
            name=node.name,
            dtype=kind,
            use_resource=True,
            shape=shape,
            trainable=self._is_trainable(node.name),
        )

    def _is_trainable(self, name: str) -> bool:
        from google.protobuf.message import DecodeError

        for value in self._message.collection_def["trainable_variables"].bytes_list.value:
            try:
                if protos.VariableDef.FromString(value).variable_name.partition(":")[0] == name:
                    return True
            except DecodeError:
                continue
        return False

    def _imported(self, assets: dict[str, Any]) -> None:
        """Imports the nodes, with the variables outside in the place of their own."""
        mapped: dict[str, Any] = dict(assets)
        kept = protos.GraphDef()
        kept.CopyFrom(self._definition)
        for node in self._definition.node:
            variable = self._variables.get(node.name)
            if variable is not None:
                resource = node.op == "VarHandleOp"
                mapped[f"{node.name}:0"] = variable.handle if resource else variable.read_value()
        writing = {"Assign", "AssignAdd", "AssignSub", "IsVariableInitialized"}
        references = {n.name for n in self._definition.node if n.op in _REFERENCES}
        gone = {n.name for n in kept.node if n.op in writing and n.input and n.input[0].partition(":")[0] in references}
        nodes = [n for n in _without(kept, gone) if n.name not in self._variables]
        del kept.node[:]
        kept.node.extend(nodes)
        for node in kept.node:
            node.attr.pop("_class", None)  # what nodes are placed with may be outside now
        used = {text.partition("^")[2] or text for n in nodes for text in n.input}
        names = {name for name in mapped if name in used or name.removesuffix(":0") in used}
        find("import_graph_def")(kept, name="", input_map={name: mapped[name] for name in names})

    def _signature(self, whole: Any, described: Any) -> _Signature:
        names = sorted(described.inputs)
        feeds = [whole.graph.as_graph_element(described.inputs[name].name) for name in names]
        fetches = {
            name: whole.graph.as_graph_element(described.outputs[name].name) for name in sorted(described.outputs)
        }
        part = whole.prune(feeds, fetches)
        for tensor, name in zip(part.graph.inputs, names, strict=False):
            tensor.op._attrs["_user_specified_name"] = name.encode()
        return _Signature(part.graph, names)

    def _initializer(self, whole: Any) -> _Initializer:
        """Adds what makes tables ready to the initializers of tables."""
        name = ""
        if constants.INIT_OP_SIGNATURE_KEY in self._message.signature_def:
            name = (
                self._message.signature_def[constants.INIT_OP_SIGNATURE_KEY]
                .outputs[constants.INIT_OP_SIGNATURE_KEY]
                .name
            )
        for key in (constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY):
            known = key in self._message.collection_def
            values = list(self._message.collection_def[key].node_list.value) if known else []
            name = name or (values[0] if values else "")
        if not name:
            return _Initializer(None)
        made = whole.prune([], [whole.graph.get_operation_by_name(name.partition(":")[0])])()
        operations = [made] if not isinstance(made, (list, tuple)) else [m for m in made if m is not None]
        if not operations:
            return _Initializer(None)
        find("add_to_collection")(find("GraphKeys").TABLE_INITIALIZERS, operations[0])
        return _Initializer(operations[0])


def _without(definition: Any, names: set[str]) -> list[Any]:
    """The nodes without some and without those that need them; what only waits for them waits no more."""
    gone = set(names)
    changed = True
    while changed:
        changed = False
        for node in definition.node:
            if node.name not in gone and any(text.partition(":")[0] in gone for text in node.input if text[0] != "^"):
                gone.add(node.name)
                changed = True
    found = []
    for node in definition.node:
        if node.name not in gone:
            kept = [text for text in node.input if text[0] != "^" or text[1:] not in gone]
            del node.input[:]
            node.input.extend(kept)
            found.append(node)
    return found
