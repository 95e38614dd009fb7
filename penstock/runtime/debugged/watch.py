"""Who is shown every tensor of a debugged run, and sends on what is watched.

A `DebuggedRun` belongs to a kind of run: what is fetched, fed and watched; it has the plan, and the graph in 1.x's terms. A
`Watch` belongs to one run of it: the interpreter hands it the steps, and it runs them one by one.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from penstock import protos
from penstock.graph import errors
from penstock.graph.operation import Operation, Tensor
from penstock.ops.checks import debug_ops
from penstock.runtime.debugged import publish
from penstock.runtime.debugged.dumped_graph import DumpedGraph, Name, Node
from penstock.runtime.debugged.folded_nodes import fold_and_merge
from penstock.runtime.debugged.kept_nodes import keep_what_1_15_kept
from penstock.runtime.debugged.watched_plan import WatchedPlan
from penstock.runtime.debugged.watches import Watched, Watches
from penstock.runtime.plan.explain import explain, uninitialized
from penstock.runtime.plan.steps import NONE_SLOT, RUN_SLOT, Step
from penstock.runtime.state.ownership import from_xla
from penstock.runtime.state.store import VarKey

_run_numbers = itertools.count(1)
_NOT_HELD_BACK = ("Enter", "NextIteration")  # nodes whose dumps nobody waits for, which would deadlock a loop of 1.15's


class DebuggedPlan:
    """What a debugged run does, whatever is watched.

    Args:
      fetches: the fetched tensors.
      targets: the operations to run.
      feeds: the fed tensors.
      device_of: tells the device of an operation.
      optimized: shows the graph as 1.15 had optimized it.
      given: fed tensors that are not shown as arguments of the run, and what they are shown as.
      device: where nodes are that stand for nothing.
    """

    def __init__(
        self,
        fetches: Sequence[Tensor],
        targets: Sequence[Operation],
        feeds: Sequence[Tensor],
        device_of: Callable[[Operation], str],
        optimized: bool = True,
        given: Mapping[Tensor, Node | Name] | None = None,
        device: str = "/job:localhost/replica:0/task:0/device:CPU:0",
    ) -> None:
        self.plan = WatchedPlan(fetches, targets, feeds)
        graph = self.graph = DumpedGraph(self.plan.order, feeds, given or {})
        self.shown = keep_what_1_15_kept(graph, [graph.name_of(t) for t in fetches], [op.name for op in targets])
        self.fetches, self.targets, self.feeds = list(fetches), list(targets), list(feeds)
        for node in graph.nodes.values():
            node.device = device_of(node.op) if node.op is not None else device
        for node in graph.nodes.values():  # what was written out stands with the value it passes on
            source = graph.nodes.get(node.inputs[0].node) if node.op is None and node.inputs else None
            if source is not None and source.op is not None:
                node.device = source.device
        self.renamed: dict[Name, Name] = {}
        if optimized:
            names = [graph.name_of(t) for t in fetches]
            self.renamed = fold_and_merge(graph, self.shown, names, [op.name for op in targets])


class DebuggedRun:
    """A kind of debugged run: what it does, and what is watched.

    Args:
      plan: what it does.
      watches: what is watched.
    """

    def __init__(self, plan: DebuggedPlan, watches: Watches) -> None:
        self.plan, self.graph, self.shown = plan, plan.graph, plan.shown
        self.fetches, self.targets, self.feeds = plan.fetches, plan.targets, plan.feeds
        self.watches = watches
        self.runs = itertools.count()
        self.watched: dict[Name, tuple[Node, Watched]] = {}
        for node in self.graph.nodes.values():
            if node.name not in self.shown:
                continue
            for slot, dtype in enumerate(node.dtypes):
                found = watches.of(node.name, slot, dtype)
                if found is not None:
                    self.watched[Name(node.name, slot)] = (node, found)
        self.graphs = self._graphs()

    def _graphs(self) -> dict[str, Any]:
        """Device → `GraphDef` with the copies and debug nodes that 1.15 would have inserted."""
        found: dict[str, Any] = {}
        inserted: dict[str, list[Any]] = {}
        kept = [node for name, node in self.graph.nodes.items() if name in self.shown]
        for node in kept:
            graph = self._graph(found, node.device)
            added = graph.node.add()
            added.CopyFrom(self.graph.node_def(node))
            self._connect(
                added, [self.shown[node.name].inputs, self.shown[node.name].controls], node.op_type == "Merge"
            )
            for slot, dtype in enumerate(node.dtypes):
                inserted.setdefault(node.device, []).extend(self._inserted(Name(node.name, slot), dtype))
        ordered = sorted(enumerate(self.fetches), key=lambda item: item[1].name)
        for number, (_, tensor) in enumerate(ordered):
            name = self.shown_name(tensor)
            if name.node not in self.shown:
                continue
            device = self.graph.nodes[name.node].device
            added = self._graph(found, device).node.add(
                name=f"_retval_{tensor.op.name}_{tensor.value_index}_{number}", op="_Retval", device=device
            )
            added.attr["T"].type = tensor.dtype.base_dtype.as_datatype_enum
            added.attr["index"].i = number
            self._connect(added, [[name], []], False)
        for device, nodes in inserted.items():
            found[device].node.extend(nodes)
        return found

    def _graph(self, found: dict[str, Any], device: str) -> Any:
        if device not in found:
            found[device] = protos.GraphDef()
            found[device].versions.producer = 134
        return found[device]

    def shown_name(self, tensor: Tensor) -> Name:
        """Under which name a tensor is in the graph that was kept."""
        name = self.graph.name_of(tensor)
        return self.plan.renamed.get(name, name)

    def _connect(self, added: Any, edges: list[Any], merges: bool) -> None:
        inputs, controls = edges
        waits: dict[str, None] = {}
        for name in inputs:
            if name not in self.watched:
                added.input.append(name.as_input())
                continue
            node, watched = self.watched[name]
            added.input.append(
                name.as_input() if node.dtypes[name.slot]._is_ref_dtype else f"__copy_{name.node}_{name.slot}"
            )
            if node.op_type not in _NOT_HELD_BACK and not (merges and node.op_type in _NOT_HELD_BACK):
                for number, op in enumerate(watched.debug_ops):
                    waits[f"^__dbg_{name.node}:{name.slot}_{number}_{op.name}"] = None
        added.input.extend(f"^{name}" for name in controls if name in self.shown)
        added.input.extend(waits)

    def _inserted(self, name: Name, dtype: Any) -> Iterator[Any]:
        """The nodes that 1.15 would have inserted behind a tensor."""
        if name not in self.watched:
            return
        node, watched = self.watched[name]
        host = dtype.base_dtype.name in ("string", "resource", "variant")
        copy = protos.NodeDef(
            name=f"__copy_{name.node}_{name.slot}", op="CopyHost" if host else "Copy", input=[name.as_input()]
        )
        number = dtype.base_dtype.as_datatype_enum
        copy.attr["T"].type = number
        copy.attr["tensor_name"].s = b""
        copy.attr["debug_ops_spec"].list.s.extend(
            f"{op.name};{url};{int(op.gated_grpc)}".encode() for op in watched.debug_ops for url in watched.urls
        )
        yield copy
        for i, op in enumerate(watched.debug_ops):
            made = protos.NodeDef(name=f"__dbg_{name.node}:{name.slot}_{i}_{op.name}", op=op.name, input=[copy.name])
            made.attr["T"].type = number
            made.attr["tensor_name"].s = f"{name.node}:{name.slot}".encode()
            made.attr["device_name"].s = node.device.encode()
            made.attr["debug_urls"].list.s.extend(url.encode() for url in watched.urls)
            for key, value in op.attributes().items():
                setattr(made.attr[key], "b" if isinstance(value, bool) else "f", value)
            yield made


class Watch:
    """One debugged run.

    Args:
      kind: what is run.
      session: the session that runs it.
      targets: what takes tensors, by URL.
    """

    def __init__(self, kind: DebuggedRun, session: Any, targets: Mapping[str, Any]) -> None:
        self._kind = kind
        self._targets = targets
        self._session = session
        self._muted = 0  # within functions that are not shown
        self._turns: dict[Operation, int] = {}
        self._taken: dict[Operation, int] = {}  # conditional → the branch that ran
        self._bound: dict[Step, Any] = {}

    # ---- beginning and end ----

    def begin(self, global_step: int, arrays: Sequence[Any]) -> None:
        """Sends the graphs, what there is to tell of the run, and what is fed."""
        kind = self._kind
        told = {
            "global_step": global_step,
            "session_run_index": next(_run_numbers),
            "executor_step_index": next(kind.runs),
            "input_names": sorted(t.name for t in kind.feeds),
            "output_names": sorted(t.name for t in kind.fetches),
            "target_nodes": sorted(op.name for op in kind.targets),
        }
        publish_graphs(kind.graphs, self._targets.values())
        for target in self._targets.values():
            target.metadata(told["session_run_index"], told)
        self.show_fed(arrays)

    def show_fed(self, arrays: Sequence[Any]) -> None:
        """Shows what is fed."""
        for name, array in zip(self._kind.graph.arguments, arrays, strict=True):
            self.show(name, array)

    def end(self) -> None:
        """Waits until everything has arrived."""
        for target in self._targets.values():
            target.end()

    # ---- tensors ----

    def show(self, name: Name, value: Any) -> None:
        """Sends a tensor on, if it is watched."""
        name = self._kind.plan.renamed.get(name, name)
        found = self._kind.watched.get(name)
        if found is None or self._muted:
            return
        node, watched = found
        dtype = node.dtypes[name.slot]
        for op in watched.debug_ops:
            shown, shown_dtype = value, dtype
            if op.name == "DebugNanCount":
                shown, shown_dtype = debug_ops.nan_count(value), _INT64
            elif op.name == "DebugNumericSummary":
                shown = debug_ops.numeric_summary(value, dtype, op.lower_bound, op.upper_bound, op.mute_if_healthy)
                shown_dtype = _FLOAT64
                if shown is None:
                    continue
            key = f"{name.node}:{name.slot}:{op.name}"
            targets = [self._targets[url] for url in watched.urls]
            if op.gated_grpc:
                targets = [target for target in targets if target.is_open(key)]
            if targets:
                shape = node.shapes[name.slot] if name.slot < len(node.shapes) and value is None else None
                known = shape.as_list() if shape is not None and shape.ndims is not None else ()
                event = publish.TensorEvent(name.node, name.slot, op.name, shown, shown_dtype, known, node.device)
                for target in targets:
                    target.tensor(event, node.device)

    def _show_op(self, op: Operation, values: Sequence[Any]) -> None:
        graph = self._kind.graph
        if op in graph.loops or op in graph.conditionals:
            return
        node = graph.nodes.get(op.name)
        if node is not None and node.op is None:  # a loop that was functional before has this name already
            return
        for i, value in enumerate(values):
            self.show(Name(op.name, i), value)
        if op.type == "Identity" and values and op._inputs[0].op in self._taken:
            self.show(Name(op.name, 1), np.asarray(self._taken[op._inputs[0].op], np.int32))

    # ---- steps ----

    def run_steps(self, interpreter: Any, env: list[Any]) -> None:
        """Runs the steps of a segment, and shows what they make, and what other operations pass on."""
        plan: WatchedPlan = interpreter.plan
        run = env[RUN_SLOT]
        constants = plan.constants
        initial = {slot: key for key, slot in plan.initial.items()}

        def value(slot: int) -> Any:
            return None if slot == NONE_SLOT else constants[slot] if slot in constants else env[slot]

        for slot in interpreter.inputs:
            if from_xla(env[slot]):
                env[slot] = np.asarray(env[slot])
        for op, step in plan.events(interpreter.steps):
            if run.cancel is not None and (run.cancel.cancelled or run.limited):
                run.cancel.check()
            if step is None:
                self._pass_on(plan, op, value, initial)
                continue
            if (
                any(slot in initial and env[slot] is None for slot in step.flat_inputs())
                and op.type not in _MAY_BE_EMPTY
            ):
                key = next(initial[slot] for slot in step.flat_inputs() if slot in initial and env[slot] is None)
                if key in plan.required:
                    raise uninitialized(key, op, self._session._store.variables)
            if not all(value(slot) is not None and bool(value(slot)) is wanted for slot, wanted in step.condition):
                for slot in step.output_slots():
                    env[slot] = value(step.otherwise.get(slot, NONE_SLOT))
                continue
            bound = self._bound.get(step)
            if bound is None:
                bound = self._bound[step] = interpreter._bind(step)
            function, takes_run, takes_state = bound
            args = [[value(s) for s in a] if isinstance(a, list) else value(a) for a in step.ins]
            if takes_state:
                args.insert(0, tuple(value(s) for _, s in step.state_ins))
            if takes_run:
                args.insert(0, run)
            try:
                with np.errstate(all="ignore"):
                    result = function(*args)
            except errors.OpError as error:
                raise explain(error, step, args) from None
            except Exception as error:
                raise explain(error, step, args) from error
            slots = step.output_slots()
            results = () if not slots else result if step.tuple_result else (result,)
            for slot, item in zip(slots, results, strict=True):
                env[slot] = item
            if op._outputs:
                self._show_op(op, step.outputs_among(results))

    def show_without_steps(self, plan: WatchedPlan, arguments: Sequence[Any], variables: Mapping[VarKey, Any]) -> None:
        """Shows the operations of a plan that has no steps at all."""
        env = dict(zip(plan.feed_slots, arguments, strict=True))
        env.update((slot, variables.get(key)) for key, slot in plan.initial.items())
        initial = {slot: key for key, slot in plan.initial.items()}
        for op in plan.order:
            self._pass_on(plan, op, lambda slot: plan.constants.get(slot, env.get(slot)), initial)

    def _pass_on(self, plan: WatchedPlan, op: Operation, value: Callable[[int], Any], initial: dict[int, Any]) -> None:
        """Shows an operation that needs no step: a constant, a variable, one that passes its input on."""
        values = []
        for tensor in op._outputs:
            slot = plan.slot_of(tensor)
            found = value(slot) if slot is not None else None
            if slot is None:
                key = plan.places.key_of(tensor)
                found = self._session._store.variables.get(key) if key is not None else None
            elif found is None and slot in initial and op._inputs and op.type not in _MAY_BE_EMPTY:
                key = initial[slot]
                if key in plan.required:
                    raise uninitialized(key, op, self._session._store.variables)
            values.append(
                np.asarray(found) if found is not None and not hasattr(found, "dtype") and _plain(found) else found
            )
        self._show_op(op, values)

    # ---- loops and conditionals ----

    @contextlib.contextmanager
    def calling(self, op: Operation, which: str, args: list[Any]) -> Iterator[Callable[[list[Any]], None]]:
        """A block around the call of a function: shows what goes in; what it yields shows what comes out."""
        graph = self._kind.graph
        loop, conditional = graph.loops.get(op), graph.conditionals.get(op)
        if loop is None and conditional is None:
            self._muted += 1
            try:
                yield lambda results: None
            finally:
                self._muted -= 1
            return
        if conditional is not None:
            branch = int(which == "then_branch")
            self._taken[op] = branch
            self.show(Name(conditional.switch, branch), np.asarray(bool(branch)))
            self.show(Name(conditional.pivots[branch], 0), np.asarray(bool(branch)))
            self.show(Name(conditional.predicate, 0), np.asarray(bool(branch)))
            for captured in conditional.captured:  # what would go to the other branch is switched, too
                for i, name in captured.items():
                    self.show(Name(name, branch), args[i])
            yield lambda results: None
            return
        assert loop is not None
        count = len(loop.merges)
        if which == "cond":
            turn = self._turns.get(op, 0)
            self._turns[op] = turn + 1
            if not turn:
                for i in range(count):
                    self.show(Name(loop.enters[i], 0), args[i])
            for i, name in loop.captured.items():
                self.show(Name(name, 0), args[i])
            for i in range(count):
                self.show(Name(loop.merges[i], 0), args[i])
                self.show(Name(loop.merges[i], 1), np.asarray(min(turn, 1), np.int32))

            def leaving(results: list[Any]) -> None:
                go = bool(np.asarray(results[0]).all()) if np.ndim(results[0]) == 0 else np.size(results[0]) > 0
                self.show(Name(loop.condition, 0), np.asarray(go))
                for i in range(count):
                    self.show(Name(loop.switches[i], int(go)), args[i])
                if not go:
                    del self._turns[op]
                    for name, i in loop.entered_at_end:
                        self.show(Name(name, 0), args[i])
                    for i in range(count):
                        shown = self._kind.graph.nodes.get(loop.exits[i])
                        if shown is not None and shown.op is None:  # else the operation that it stands for is shown
                            self.show(Name(loop.exits[i], 0), args[i])

        else:
            for i in range(count):
                self.show(Name(loop.identities[i], 0), args[i])

            def leaving(results: list[Any]) -> None:
                for i in range(count):
                    self.show(Name(loop.nexts[i], 0), results[i])

        yield leaving


def publish_graphs(graphs: Mapping[str, Any], targets: Collection[Any]) -> None:
    """Sends the graph of each device."""
    for device, graph in graphs.items():
        data = graph.SerializeToString(deterministic=True)
        fingerprint = int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
        for target in targets:
            target.graph(data, device, fingerprint)


_MAY_BE_EMPTY = ("IsVariableInitialized", "VarIsInitializedOp", "Assign", "AssignVariableOp", "While", "If")


def _plain(value: Any) -> bool:
    return isinstance(value, (bool, int, float, complex, bytes, np.generic))


def _types() -> tuple[Any, Any]:
    from penstock.graph import dtypes

    return dtypes.int64, dtypes.float64


_INT64, _FLOAT64 = _types()
