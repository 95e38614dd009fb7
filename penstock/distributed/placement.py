"""Placement over a cluster: which device of which task each node of a graph gets, by the rules of 1.15.

Nodes that use a variable or another resource are where that is, as are those that ask for it (`colocate_with`). What asks for
nothing goes to the first device by name; constants go to their only user, and questions about shapes to what they ask about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from penstock.distributed.node_types import NodeTypes, parse_input
from penstock.graph import errors, opdef
from penstock.graph.device import DeviceSpec

_METADATA = ("Shape", "Size", "Rank", "ShapeN")
_COLOCATE = b"loc:@"
_PARTS = ("job", "replica", "task", "device_type", "device_index")
_PLURALS = {"job": "jobs", "replica": "replicas", "task": "tasks", "device_type": "types", "device_index": "ids"}


class Placer:
    """Finds the devices of nodes; remembers those it has found.

    Args:
      devices: `DeviceAttributes` of all devices of the cluster.
      types: the types of nodes.
      soft: whether a device that a task does not have is replaced by one that it has.
    """

    def __init__(self, devices: Iterable[Any], types: NodeTypes, soft: bool = False) -> None:
        self._devices = [(name, DeviceSpec.from_string(name)) for name in sorted(d.name for d in devices)]
        self._types = types
        self._soft = soft
        self._parents: dict[str, str] = {}
        self._specs: dict[str, DeviceSpec] = {}  # root of a group → what its nodes ask for together
        self._found: dict[str, str] = {}  # root of a group → device
        self._cache: dict[str, str | None] = {}
        self.placed: dict[str, str] = {}

    def place(self, nodes: Mapping[str, Any], new: Iterable[str]) -> None:
        """Places the nodes called `new`.

        Raises:
          tf.errors.InvalidArgumentError: a node asks for a device that is not there, or for what contradicts others.
        """
        new = list(new)
        for name in new:
            self._parents[name] = name
            self._specs[name] = DeviceSpec.from_string(nodes[name].device)
        for name in new:
            self._colocate(nodes, nodes[name])
        consumers: dict[str, list[str]] = {}
        for name in new:
            for text in nodes[name].input:
                source, index = parse_input(text)
                if index >= 0:
                    consumers.setdefault(source, []).append(name)
        later = []
        for name in new:
            node = nodes[name]
            if self._is_generator(node, consumers.get(name, ())) or (node.op in _METADATA and node.input):
                later.append(name)
            else:
                self.placed[name] = self._device(name, nodes)
        for name in later:
            self.placed[name] = self._beside(name, nodes, consumers)

    def _is_generator(self, node: Any, users: Any) -> bool:
        if node.input or len(users) != 1:
            return False
        types = self._types.outputs(node)
        return len(types) == 1 and not types[0]._is_ref_dtype

    def _beside(self, name: str, nodes: Mapping[str, Any], consumers: dict[str, list[str]]) -> str:
        """The device of a node that prefers to be where its user, or its input, is."""
        node = nodes[name]
        other = parse_input(node.input[0])[0] if node.op in _METADATA and node.input else consumers[name][0]
        there = self.placed.get(other)
        if (
            there is not None
            and self._find(name) not in self._found
            and self._allows(self._specs[self._find(name)], there)
        ):
            self._found[self._find(name)] = there
            return there
        return self._device(name, nodes)

    # -- groups -----------------------------------------------------------------------------------------------------------

    def _find(self, name: str) -> str:
        root = name
        while self._parents[root] != root:
            root = self._parents[root]
        while self._parents[name] != root:
            self._parents[name], name = root, self._parents[name]
        return root

    def _colocate(self, nodes: Mapping[str, Any], node: Any) -> None:
        for text in node.attr["_class"].list.s if "_class" in node.attr else ():
            if text.startswith(_COLOCATE):
                other = text[len(_COLOCATE) :].decode()
                if other in nodes:
                    self._join(node.name, other)
        takes_refs = _ref_inputs(node.op)
        for position, text in enumerate(node.input):
            source, index = parse_input(text)
            if index < 0 or source not in nodes:
                continue
            types = self._types.outputs(nodes[source])
            if index >= len(types):
                continue
            if types[index].name == "resource" or (types[index]._is_ref_dtype and takes_refs(position)):
                self._follow(node.name, source)

    def _follow(self, user: str, resource: str) -> None:
        """Has the user of a resource be where that is, also if it asks for another task; 1.15 ignores that, too."""
        mine, theirs = self._find(user), self._find(resource)
        specs = self._specs
        if mine != theirs and mine not in self._found:
            wanted, there = specs[mine], specs[theirs]
            if any(None not in (a := (getattr(wanted, p), getattr(there, p))) and a[0] != a[1] for p in _PARTS):
                specs[mine] = there
        self._join(user, resource)

    def _join(self, one: str, other: str) -> None:
        a, b = self._find(one), self._find(other)
        if a == b:
            return
        if b not in self._found and a in self._found:
            a, b = b, a
        merged = self._merged(self._specs[b], self._specs[a], one, other)
        self._parents[a] = b
        self._specs[b] = merged
        found = self._found.pop(a, None)
        if found is not None:
            self._found.setdefault(b, found)

    def _merged(self, one: DeviceSpec, other: DeviceSpec, first: str, second: str) -> DeviceSpec:
        values = {}
        for part in _PARTS:
            a, b = getattr(one, part), getattr(other, part)
            if a is not None and b is not None and a != b:
                if self._soft and part in ("device_type", "device_index"):
                    a = b = None
                else:
                    raise errors.InvalidArgumentError(
                        None,
                        None,
                        f"Cannot colocate nodes {{{{colocation_node {first}}}}} and {{{{colocation_node {second}}}}}: "
                        f"Cannot merge devices with incompatible {_PLURALS[part]}: '{one.to_string()}' and "
                        f"'{other.to_string()}'",
                    )
            values[part] = b if a is None else a
        return DeviceSpec(**values)

    # -- devices ----------------------------------------------------------------------------------------------------------

    def _device(self, name: str, nodes: Mapping[str, Any]) -> str:
        root = self._find(name)
        found = self._found.get(root)
        if found is None:
            found = self._match(self._specs[root])
            if found is None:
                raise self._missing(nodes[name])
            self._found[root] = found
        return found

    def _match(self, spec: DeviceSpec) -> str | None:
        text = spec.to_string()
        if text not in self._cache:
            self._cache[text] = self._search(spec)
        return self._cache[text]

    def _search(self, spec: DeviceSpec) -> str | None:
        wanted = spec.device_type or "CPU"
        for name, device in self._devices:
            if device.device_type == wanted and _fits(spec, device, _PARTS):
                return name
        if not self._soft:
            return None
        # Soft placement changes the device, not the task.
        for name, device in self._devices:
            if device.device_type == "CPU" and _fits(spec, device, ("job", "replica", "task")):
                return name
        return None

    @staticmethod
    def _allows(spec: DeviceSpec, device: str) -> bool:
        return _fits(spec, DeviceSpec.from_string(device), _PARTS)

    def _missing(self, node: Any) -> errors.InvalidArgumentError:
        available = ", ".join(name for name, _ in self._devices)
        hint = ""
        if DeviceSpec.from_string(node.device).device_type == "GPU":
            hint = " The requested device appears to be a GPU, but CUDA is not enabled."
        return errors.InvalidArgumentError(
            None,
            None,
            f"Cannot assign a device for operation {node.name}: {{{{node {node.name}}}}} was explicitly assigned to "
            f"{node.device} but available devices are [ {available} ]. Make sure the device specification refers to a "
            f"valid device.{hint}\n\t [[{node.name}]]",
        )


def _fits(spec: DeviceSpec, device: DeviceSpec, parts: Iterable[str]) -> bool:
    return all(getattr(spec, part) in (None, getattr(device, part)) for part in parts)


def _ref_inputs(op: str) -> Any:
    """Which inputs of an operation type are references to variables."""
    definition = opdef.get(op)
    if definition is None or not any(arg.is_ref for arg in definition.inputs):
        return lambda position: False
    flags = [arg.is_ref for arg in definition.inputs]
    return lambda position: flags[min(position, len(flags) - 1)]
