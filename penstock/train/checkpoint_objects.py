"""The graph of objects behind `tf.train.Checkpoint`: which objects an object depends on, and under which keys they are saved.

A key is the path of attribute names from the root to a variable, so that a checkpoint survives other names of
variables; the graph itself is saved beside the values. Objects need no common base: variables, optimizers, layers, tables,
lists and dictionaries are known here, and other classes take part by deriving from `AutoTrackable`.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from penstock import protos
from penstock._namespace import export, export_value
from penstock.graph import stack
from penstock.graph.typing import TensorLike
from penstock.ops.state import trackable
from penstock.ops.state.saveable import SaveableObject, saveable_objects_for_op
from penstock.ops.state.variables import Variable
from penstock.train.optimizer import Optimizer

OBJECT_GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"
_VALUE = "VARIABLE_VALUE"
_GATHER = "_gather_saveables_for_checkpoint"


AutoTrackable = export_value(trackable.AutoTrackable, "contrib.checkpoint.Checkpointable")
NoDependency = export_value(trackable.NoDependency, "contrib.checkpoint.NoDependency")


def is_trackable(value: TensorLike, nested: bool = False) -> bool:
    """True if a value can be part of a graph of objects; with `nested`, also lists and dictionaries of such values."""
    return trackable.is_saved(value) and (nested or not trackable.is_nested(value))


def dependencies(value: object) -> list[tuple[str, Any]]:
    """What an object depends on, with the names under which it does."""
    if isinstance(value, Variable):
        return []
    if isinstance(value, Optimizer):
        graph = stack.current_graph()
        own = [(name, var) for (name, _), var in value._non_slot_dict.items() if var.op.graph is graph]
        names = {name for name, _ in own}
        more = [pair for pair in getattr(value, "_checkpoint_dependencies", []) if pair[0] not in names]
        return sorted(own, key=lambda item: item[0]) + more
    if hasattr(value, "_checkpoint_dependencies"):
        return value._checkpoint_dependencies
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        items = sorted(value.items(), key=lambda item: str(item[0]))
    elif isinstance(value, (list, tuple)):
        items = enumerate(value)
    return [(str(name), item) for name, item in items if is_trackable(item, nested=True)]


def slot_of(optimizer: Any, variable: Any, slot_name: str) -> Any:
    """The slot that an optimizer of `tf.train` or of Keras keeps for a variable, or None."""
    if not isinstance(variable, Variable):
        return None
    try:
        return optimizer.get_slot(variable, slot_name)
    except KeyError:  # Keras' way to say that there is none
        return None


class Slot(NamedTuple):
    """A variable that an optimizer keeps for another one."""

    optimizer: int
    name: str
    original: int
    slot: int


class ObjectGraph:
    """All objects that a root depends on, breadth first, slots of optimizers last. Numbers are places in `objects`.

    `children_of` tells what an object depends on.
    """

    def __init__(self, root: Any, children_of: Callable[[Any], list[tuple[str, Any]]] = dependencies) -> None:
        self._children_of = children_of
        self.objects: list[Any] = [root]
        self.numbers = {id(root): 0}
        self.paths: list[str] = [""]
        self.slots: list[Slot] = []
        waiting = collections.deque([0])
        while waiting:
            number = waiting.popleft()
            for name, child in children_of(self.objects[number]):
                if id(child) not in self.numbers:
                    path = f"{self.paths[number]}/{_escaped(name)}".lstrip("/")
                    waiting.append(self._add(child, path))
        self._add_slots()

    def _add(self, value: TensorLike, path: str) -> int:
        self.numbers[id(value)] = number = len(self.objects)
        self.objects.append(value)
        self.paths.append(path)
        return number

    def _add_slots(self) -> None:
        objects = list(self.objects)
        for number, optimizer in enumerate(objects):
            if not hasattr(optimizer, "get_slot_names"):
                continue
            for slot_name in optimizer.get_slot_names():
                for original, variable in enumerate(objects):
                    slot = slot_of(optimizer, variable, slot_name)
                    if slot is None or id(slot) in self.numbers:
                        continue
                    path = f"{self.paths[original]}/.OPTIMIZER_SLOT/{self.paths[number]}/{_escaped(slot_name)}"
                    self.slots.append(Slot(number, slot_name, original, self._add(slot, path)))

    def saveables(self, number: int) -> Iterator[tuple[str, str, str, list[SaveableObject]]]:
        """(attribute, key, name of the variable, what saves it) of an object."""
        value = self.objects[number]
        factories: dict[str, Any] = {}
        if isinstance(value, Variable):
            factories[_VALUE] = value
        elif hasattr(value, _GATHER):
            factories = getattr(value, _GATHER)()
        for attribute, factory in factories.items():
            key = f"{self.paths[number]}/.ATTRIBUTES/{_escaped(attribute)}".lstrip("/")
            made = factory if isinstance(value, Variable) or not callable(factory) else factory(name=key)
            found = [made] if isinstance(made, SaveableObject) else list(saveable_objects_for_op(made, key))
            full_name = value.op.name if isinstance(value, Variable) else ""
            yield attribute, key, full_name, found

    def to_proto(self) -> tuple[Any, list[SaveableObject]]:
        """The `TrackableObjectGraph`, and what saves all values in it."""
        graph = protos.TrackableObjectGraph()
        saveables: list[SaveableObject] = []
        # 1.15 asks each object whether it is an optimizer, and each optimizer by each name for its slot of each object.
        asked = 1 + sum(len(o.get_slot_names()) for o in self.objects if hasattr(o, "get_slot_names"))
        for value in self.objects:
            if getattr(value, "_is_read_for_its_graph", False):
                value._skip_reads(asked)
            node = graph.nodes.add()
            for name, child in self._children_of(value):
                node.children.add(node_id=self.numbers[id(child)], local_name=name)
        for slot in self.slots:
            graph.nodes[slot.optimizer].slot_variables.add(
                original_variable_node_id=slot.original, slot_name=slot.name, slot_variable_node_id=slot.slot
            )
        for number in range(len(self.objects)):
            for attribute, key, full_name, found in self.saveables(number):
                graph.nodes[number].attributes.add(name=attribute, checkpoint_key=key, full_name=full_name)
                saveables += found
        return graph, saveables


def _escaped(name: str) -> str:
    return name.replace(".", "..").replace("/", ".S")


@export("contrib.checkpoint.list_objects")
def list_objects(root_trackable: Any) -> list[Any]:
    """All objects that an object depends on, itself first.

    >>> import penstock as tf
    >>> v = tf.Variable(1.0)
    >>> root = tf.train.Checkpoint(weights=v)
    >>> v in tf.contrib.checkpoint.list_objects(root), len(tf.contrib.checkpoint.list_objects(root))
    (True, 2)
    """
    return list(ObjectGraph(root_trackable).objects)
