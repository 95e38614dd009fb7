"""What `tf.train.Checkpoint.restore` returns: objects matched with a checkpoint, checks of the match, and the restoring itself.

Matching starts at the root and follows names, each time it is asked for: objects that were made after `restore` (layers that were
built later, slots of an optimizer) are found when the operations are run.
"""

from __future__ import annotations

from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import errors, stack
from penstock.graph.build import apply
from penstock.graph.graph import device
from penstock.graph.typing import SessionLike
from penstock.ops.state.variables import Variable
from penstock.platform import logging
from penstock.train.checkpoint_objects import OBJECT_GRAPH_KEY, ObjectGraph, dependencies, is_trackable, slot_of
from penstock.train.checkpoint_reader import CheckpointReader
from penstock.train.python_state import PythonState
from penstock.train.saver import Saver


def session_or_default(session: SessionLike | None) -> Any:
    """The session, or the default one.

    Raises:
      RuntimeError: there is none.
    """
    session = session or stack.sessions.current()
    if session is None:
        raise RuntimeError("Saving and restoring objects needs a session: pass one, or use it in a `with` statement.")
    return session


@export("contrib.checkpoint.object_metadata")
def object_metadata(save_path: str) -> Any:
    """The graph of objects in a checkpoint, as a message.

    Raises:
      ValueError: the checkpoint was not written by objects.
      tf.errors.DataLossError: it is damaged.

    >>> import penstock as tf
    >>> root = tf.train.Checkpoint(weights=tf.Variable(1.0))
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     path = root.save("./objects", session=sess)
    >>> graph = tf.contrib.checkpoint.object_metadata(path)
    >>> sorted(child.local_name for child in graph.nodes[0].children)
    ['save_counter', 'weights']
    """
    reader = CheckpointReader(save_path)
    if not reader.has_tensor(OBJECT_GRAPH_KEY):
        raise ValueError(
            f'The specified checkpoint "{save_path}" does not appear to be object-based (saved with TF2) since it is '
            f'missing the key "{OBJECT_GRAPH_KEY}". Likely it was created with the TF1 name-based saver and does not '
            "contain an object dependency graph."
        )
    return _parsed(reader, save_path)


def _parsed(reader: CheckpointReader, save_path: str) -> Any:
    from google.protobuf.message import DecodeError

    try:
        value = reader.get_tensor(OBJECT_GRAPH_KEY)
        graph = protos.TrackableObjectGraph.FromString(value if isinstance(value, bytes) else value[()])
    except (DecodeError, TypeError, IndexError):
        raise errors.DataLossError(None, None, f"{save_path}: the graph of objects is not parseable") from None
    count = len(graph.nodes)
    for node in graph.nodes:  # a number is not believed before it is checked
        slots = [n for s in node.slot_variables for n in (s.original_variable_node_id, s.slot_variable_node_id)]
        if any(not 0 <= number < count for number in [c.node_id for c in node.children] + slots):
            raise errors.DataLossError(
                None, None, f"{save_path}: the graph of objects names an object it does not have"
            )
    return graph


class CheckpointLoadStatus:
    """Objects and a checkpoint that was written by objects."""

    def __init__(self, root: Any, save_path: str, graph: Any) -> None:
        self._root, self._path, self._graph = root, save_path, graph
        self._operations: dict[int, Any] = {}
        self._given: set[int] = set()
        self._match()

    def _match(self) -> dict[int, Any]:
        """Number of a node of the checkpoint → the object that it belongs to."""
        if not self._graph.nodes:
            return {}
        found: dict[int, Any] = {0: self._root}
        waiting = [0]
        while waiting:
            number = waiting.pop(0)
            self._give_state(number, found[number])
            own = dict(dependencies(found[number]))
            if hasattr(found[number], "_made_for_checkpoint"):
                names = (child.local_name for child in self._graph.nodes[number].children)
                own |= {name: found[number]._made_for_checkpoint(name) for name in names if name not in own}
            for child in self._graph.nodes[number].children:
                if child.node_id not in found and child.local_name in own:
                    found[child.node_id] = own[child.local_name]
                    waiting.append(child.node_id)
        for number, node in enumerate(self._graph.nodes):
            optimizer = found.get(number)
            if not hasattr(optimizer, "get_slot"):
                continue
            for slot in node.slot_variables:
                value = slot_of(optimizer, found.get(slot.original_variable_node_id), slot.slot_name)
                if value is not None:
                    found[slot.slot_variable_node_id] = value
        return found

    def _give_state(self, number: int, value: Any) -> None:
        """Gives an object of Python its state, once."""
        if isinstance(value, PythonState) and number not in self._given:
            for attribute in self._graph.nodes[number].attributes:
                if attribute.name == "py_state":
                    state = CheckpointReader(self._path).get_tensor(attribute.checkpoint_key)
                    value.deserialize(state if isinstance(state, bytes) else state[()])
                    self._given.add(number)

    def _names(self) -> dict[int, str]:
        names = {0: "(root)"}
        waiting = [0]
        while waiting:
            number = waiting.pop(0)
            for child in self._graph.nodes[number].children:
                if child.node_id not in names:
                    names[child.node_id] = f"{names[number]}.{child.local_name}"
                    waiting.append(child.node_id)
        return names

    def _unmatched(self, found: dict[int, Any]) -> list[Any]:
        matched = {id(value) for value in found.values()}
        objects = ObjectGraph(self._root).objects
        empty = (list, tuple, dict)
        return [o for o in objects if id(o) not in matched and not (isinstance(o, empty) and not dependencies(o))]

    def assert_consumed(self) -> CheckpointLoadStatus:
        """Checks that everything in the checkpoint has an object, and every object a value.

        Raises:
          AssertionError: it is not so.
        """
        self.assert_existing_objects_matched()
        found, names = self._match(), self._names()
        for number, node in enumerate(self._graph.nodes):
            if number not in found:
                raise AssertionError(f"Unresolved object in checkpoint {names.get(number, number)}: {node}")
        return self

    def assert_existing_objects_matched(self) -> CheckpointLoadStatus:
        """Checks that every object has a value in the checkpoint.

        Raises:
          AssertionError: it is not so.
        """
        found = self._match()
        if lost := self._unmatched(found):
            raise AssertionError(
                "Some Python objects were not bound to checkpointed values, likely due to changes in the Python "
                f"program: {lost}"
            )
        for number, value in found.items():
            if isinstance(value, Variable) and not self._graph.nodes[number].attributes:
                raise AssertionError(f"Object not assigned a value from checkpoint: {self._graph.nodes[number]}")
        return self

    def assert_nontrivial_match(self) -> CheckpointLoadStatus:
        """Checks that something besides the root has a value in the checkpoint.

        Raises:
          AssertionError: it is not so.
        """
        found = self._match()
        if len(found) > 1:
            return self
        if lost := self._unmatched(found):
            raise AssertionError(
                "Nothing except the root object matched a checkpointed value. Typically this means that the checkpoint "
                f"does not match the Python program. The following objects have no matching checkpointed value: {lost}"
            )
        raise AssertionError(f"Nothing to load. No dependencies have been added to {self._root} yet.")

    def expect_partial(self) -> CheckpointLoadStatus:
        """Says that not everything will be used; nothing warns of it here anyway."""
        return self

    def _restore_ops(self, found: dict[int, Any]) -> list[Any]:
        """Operations that restore what was found, made once per object."""
        graph = ObjectGraph(self._root)
        specs, todo = [], []
        for number, value in found.items():
            if number in self._operations:
                continue
            keys = {a.name: a.checkpoint_key for a in self._graph.nodes[number].attributes}
            for attribute, own_key, _, saveables in graph.saveables(graph.numbers[id(value)]):
                if attribute not in keys:
                    continue
                for saveable in saveables:
                    names = [spec.name.replace(own_key, keys[attribute], 1) for spec in saveable.specs]
                    specs += zip(names, saveable.specs)
                    todo.append((number, saveable))
        if todo:
            with device("/cpu:0"):
                values = apply(
                    "RestoreV2",
                    prefix=self._path,
                    tensor_names=[name for name, _ in specs],
                    shape_and_slices=[spec.slice_spec for _, spec in specs],
                    dtypes=[spec.dtype.base_dtype for _, spec in specs],
                )
            rest = iter(values)
            for number, saveable in todo:
                restored = saveable.restore([next(rest) for _ in saveable.specs], None)
                self._operations.setdefault(number, []).append(restored)
        return [op for operations in self._operations.values() for op in operations]

    def run_restore_ops(self, session: SessionLike | None = None) -> None:
        """Restores all objects that are there by now.

        Args:
          session: the session, by default the default one.
        """
        session = session_or_default(session)
        with session.graph.as_default():
            operations = self._restore_ops(self._match())
        session.run(operations)

    def restore_what_is_new(self, session: SessionLike) -> bool:
        """Restores the objects that were not there when something was restored last.

        Args:
          session: the session.

        Returns:
          True if every value of the checkpoint has its object, so that there is nothing to come.
        """
        with session.graph.as_default():
            before = set(self._operations)
            found = self._match()
            self._restore_ops(found)
        session.run([op for number, made in self._operations.items() if number not in before for op in made])
        return all(number in found for number, node in enumerate(self._graph.nodes) if node.attributes)

    def initialize_or_restore(self, session: SessionLike | None = None) -> None:
        """Restores what the checkpoint has, and initializes the other variables.

        Args:
          session: the session, by default the default one.
        """
        session = session_or_default(session)
        with session.graph.as_default():
            lost = self._unmatched(self._match())
        self.run_restore_ops(session)
        session.run([value.initializer for value in lost if hasattr(value, "initializer")])


class InitializationOnlyStatus:
    """What `restore(None)` returns: there is nothing to restore, but variables can be initialized."""

    def __init__(self, root: Any) -> None:
        self._root = root

    def _fail(self) -> Any:
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")

    assert_consumed = assert_existing_objects_matched = assert_nontrivial_match = _fail

    def expect_partial(self) -> InitializationOnlyStatus:
        """Changes nothing."""
        return self

    def run_restore_ops(self, session: SessionLike | None = None) -> None:
        """Always fails."""
        raise AssertionError(
            "No checkpoint specified, so no restore ops are available (save_path=None to Saver.restore)."
        )

    def initialize_or_restore(self, session: SessionLike | None = None) -> None:
        """Initializes all variables that the root depends on."""
        session = session_or_default(session)
        with session.graph.as_default():
            objects = ObjectGraph(self._root).objects
        session.run([value.initializer for value in objects if getattr(value, "initializer", None) is not None])


class NameBasedSaverStatus:
    """Objects and a checkpoint of `tf.train.Saver`: variables are found by their names."""

    def __init__(self, root: Any, save_path: str) -> None:
        self._root, self._path = root, save_path
        logging.warning(
            "Restoring a checkpoint of tf.train.Saver with tf.train.Checkpoint: variables are matched by name. "
            "Saving with Checkpoint.save() makes one that does not depend on names."
        )

    def _variables(self) -> list[Any]:
        return [value for value in ObjectGraph(self._root).objects if isinstance(value, Variable)]

    def assert_consumed(self) -> NameBasedSaverStatus:
        """Checks that every variable has a value in the checkpoint.

        Raises:
          AssertionError: it is not so.
        """
        reader = CheckpointReader(self._path)
        for variable in self._variables():
            if not reader.has_tensor(variable.op.name):
                raise AssertionError(f"Object not restored: {variable}")
        return self

    assert_existing_objects_matched = assert_nontrivial_match = assert_consumed

    def expect_partial(self) -> NameBasedSaverStatus:
        """Changes nothing."""
        return self

    def run_restore_ops(self, session: SessionLike | None = None) -> None:
        """Restores the variables that the checkpoint has."""
        session = session_or_default(session)
        reader = CheckpointReader(self._path)
        with session.graph.as_default(), device("/cpu:0"):
            found = {v.op.name: v for v in self._variables() if reader.has_tensor(v.op.name)}
            if found:
                Saver(found).restore(session, self._path)

    initialize_or_restore = run_restore_ops


def restore(root: Any, save_path: str | None) -> Any:
    """Matches a root with a checkpoint; see `tf.train.Checkpoint.restore`."""
    assert is_trackable(root)
    if save_path is None:
        return InitializationOnlyStatus(root)
    reader = CheckpointReader(save_path)
    if not reader.has_tensor(OBJECT_GRAPH_KEY):
        return NameBasedSaverStatus(root, save_path)
    return CheckpointLoadStatus(root, save_path, _parsed(reader, save_path))
