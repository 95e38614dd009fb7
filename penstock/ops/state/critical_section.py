"""CriticalSection: functions of a graph that run one after the other, never side by side.

A run that writes has the variables alone, so what is left to order are the executions inside of one run: the plan lets
an execution see what those made before it have left (`MutexLock` and `ConsumeMutexLock` in `runtime/plan/plan.py`). The mutex
itself holds nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, nest
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.collections_of_graph import add_to_collection
from penstock.graph.graph import control_dependencies, get_default_graph, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike

SECTIONS = "critical_sections"
EXECUTIONS = "critical_section_executions"


@op("MutexV2", shape=rule.scalar)
def _mutex(xp: ModuleType) -> np.ndarray:
    return np.zeros((), np.uint8)


@op("MutexLock", shape=rule.scalar)
def _lock(xp: ModuleType, mutex: Any) -> np.ndarray:
    return np.zeros((), np.uint8)


@op("ConsumeMutexLock")
def _unlock(xp: ModuleType, mutex_lock: Any) -> None:
    return None


no_gradient("MutexV2", "MutexLock", "ConsumeMutexLock")


class _Execution(NamedTuple):
    """One use of a section, which later ones are compared with."""

    op: Operation
    handle: Tensor
    resources: list[Tensor]
    exclusive_resource_access: bool


def _same(x: TensorLike) -> Any:
    return find("identity")(x) if isinstance(x, Tensor) else x


@export("CriticalSection")
class CriticalSection:
    """Runs functions one after the other.

    Args:
      name: a name for the section.
      shared_name: sections with the same name are one; `name` by default.
      critical_section_def, import_scope: for sections out of files, which 1.x did not have either.

    >>> import penstock as tf
    >>> v = tf.get_variable("counted", initializer=0.0, use_resource=True)
    >>> def count():
    ...     value = v.read_value()
    ...     with tf.control_dependencies([value]):
    ...         with tf.control_dependencies([v.assign(value + 1)]):
    ...             return tf.identity(value)
    >>> section = tf.CriticalSection()
    >>> first, second = section.execute(count), section.execute(count)
    >>> with tf.Session() as session:
    ...     session.run(v.initializer)
    ...     print(session.run(first + second))
    1.0
    """

    def __init__(
        self,
        name: str | None = None,
        shared_name: str | None = None,
        critical_section_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if critical_section_def and name is not None:
            raise ValueError("critical_section_def and shared_name are mutually exclusive.")
        if critical_section_def:
            raise TypeError("A CriticalSection cannot be made from a definition: 1.x has none.")
        with name_scope(name, "CriticalSection", []) as scope, control_dependencies(None):
            self._handle = apply("MutexV2", scope, shared_name=scope if shared_name is None else shared_name)
        add_to_collection(SECTIONS, self)

    @property
    def name(self) -> str:
        """The name of the mutex's operation."""
        return self._handle.op.name

    def execute(self, fn: Callable[[], Any], exclusive_resource_access: bool = True, name: str | None = None) -> Any:
        """What `fn()` returns, computed while no other execution of this section runs.

        Args:
          fn: a function without arguments, that returns a tensor at least.
          exclusive_resource_access: whether no other section may use the resources that `fn` uses.
          name: a name for the operations.

        Raises:
          ValueError: if `fn` uses this section itself, or a resource that another section uses.
        """
        with name_scope(name, "critical_section_execute", []):
            lock = apply("MutexLock", mutex=self._handle)
            graph = get_default_graph()
            before = len(graph._operations)
            with control_dependencies([lock]):
                result = fn()
            made = graph._operations[before:]
            self._wait_for_arguments(made, lock.op)
            resources = list(dict.fromkeys(t for op in made for t in op._inputs if t.dtype == dtypes.resource))
            if any(_is_same_mutex(t, self._handle) for t in resources):
                raise ValueError(
                    "The function fn attempts to directly access the CriticalSection in which it would be running.  "
                    "This is illegal and would cause deadlocks."
                )
            self._check_others(resources, exclusive_resource_access)
            with control_dependencies([_same(x) for x in nest.flatten(result)]):
                unlock = apply("ConsumeMutexLock", mutex_lock=lock)
                result = nest.pack_sequence_as(result, find("tuple")(nest.flatten(result)))
            with control_dependencies([unlock]):
                outputs = nest.map_structure(_same, result)
            add_to_collection(EXECUTIONS, _Execution(lock.op, self._handle, resources, exclusive_resource_access))
            return outputs

    def _wait_for_arguments(self, made: list[Operation], lock: Operation) -> None:
        """Lets the lock wait for what the function uses from outside, so that it is held no longer than needed."""
        inside = set(made) | {lock, self._handle.op}
        outside = {source for op in made for source in [t.op for t in op._inputs] + op._control_inputs} - inside
        if outside:
            lock._add_control_inputs([find("group")(*sorted(outside, key=lambda op: op._id))])

    def _check_others(self, resources: list[Tensor], exclusive: bool) -> None:
        for other in get_default_graph().get_collection(EXECUTIONS):
            if _is_same_mutex(other.handle, self._handle):
                continue
            if not (exclusive or other.exclusive_resource_access):
                continue
            shared = [t for t in resources if any(t is r for r in other.resources)]
            if shared:
                raise ValueError(
                    f"This execution would access resources: {[t.name for t in shared]}.  Either this lock "
                    f"(CriticalSection: {self._handle}) or lock '{other.op.name}' (CriticalSection: {other.handle}) "
                    "requested exclusive resource access of this resource.  Did you mean to call execute with "
                    "keyword argument exclusive_resource_access=False?"
                )


def _is_same_mutex(x: Tensor, handle: Tensor) -> bool:
    return x is handle or (x.op.type == "MutexV2" and x.op.get_attr("shared_name") == handle.op.get_attr("shared_name"))
