"""The four views: nodes by name scope, by data flow, by operation type, by the Python lines that made them.

A view is made of entries. First the entries that count (`account_type_regexes`) are summed up from the leaves, then
those to be shown are picked from the root down, then they are ordered and printed. As in 1.x, a total counts hidden entries
too unless `account_displayed_op_only` is set.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import re2

from penstock import protos
from penstock.profiler import text
from penstock.profiler.stats import COUNTS, Node, Stats

ROOT = "_TFProfRoot"
_GRADIENT = " (gradient)"
# Option → what an entry must have at least; in views of nodes the own parameters and operations, else the total.
_AT_LEAST = {
    "min_bytes": "requested_bytes",
    "min_peak_bytes": "peak_bytes",
    "min_residual_bytes": "residual_bytes",
    "min_output_bytes": "output_bytes",
    "min_micros": "exec_micros",
    "min_accelerator_micros": "accelerator_exec_micros",
    "min_cpu_micros": "cpu_exec_micros",
}
_ORDER_BY = {
    "bytes": "requested_bytes",
    "peak_bytes": "peak_bytes",
    "residual_bytes": "residual_bytes",
    "output_bytes": "output_bytes",
    "micros": "exec_micros",
    "accelerator_micros": "accelerator_exec_micros",
    "cpu_micros": "cpu_exec_micros",
    "params": "parameters",
    "float_ops": "float_ops",
}
_MEMORY = {key: _ORDER_BY[key] for key in ("bytes", "peak_bytes", "residual_bytes", "output_bytes")}
_TIMES = {
    "micros": ("exec_micros", "accelerator_exec_micros", "cpu_exec_micros"),
    "accelerator_micros": ("accelerator_exec_micros",),
    "cpu_micros": ("cpu_exec_micros",),
}


class Entry:
    """A line of a view: a node, a scope, a type of operations or a line of Python, with what is below it."""

    def __init__(self, name: str, nodes: Sequence[Node] = ()) -> None:
        self.name = name
        self.nodes = list(nodes)
        self.children: list[Entry] = []
        self.shown: list[Entry] = []
        self.picked: list[Node] = []
        self.account = False
        self.own = dict.fromkeys(COUNTS, 0)
        self.total = dict.fromkeys(COUNTS, 0)
        self.definitions = 0
        self.line = ""
        self.call: tuple[str, int, str] = ("", 0, "")  # file, line and function, for a line of Python

    def measure(self, step: int, nodes: Sequence[Node]) -> None:
        """Sums up nodes as the entry's own."""
        self.picked = sorted(nodes, key=lambda n: n.name)
        self.own = dict.fromkeys(COUNTS, 0)
        for node in nodes:
            for key, value in node.counts(step).items():
                self.own[key] += value

    def clear(self) -> None:
        """Forgets the total."""
        self.total = dict.fromkeys(COUNTS, 0)
        self.definitions = 0

    def sum_up(self, below: Sequence[Entry]) -> None:
        """Makes the total of the own and of the totals of others."""
        self.total = {key: self.own[key] + sum(e.total[key] for e in below) for key in COUNTS}
        self.definitions = 1 + sum(e.definitions for e in below)

    def gather(self, below: Sequence[Entry]) -> None:
        """Makes the total of the totals of others alone."""
        self.total = {key: sum(e.total[key] for e in below) for key in COUNTS}
        self.definitions = sum(e.definitions for e in below)


def _accounts_all(patterns: Sequence[str]) -> bool:
    return list(patterns) == [".*"]


def _matches(patterns: Sequence[str], name: str) -> bool:
    return any(re2.fullmatch(pattern, name) for pattern in patterns)


def _pair(entry: Entry, own: str, total: str) -> str:
    return f"{own}/{total}" if entry.account else f"--/{total}"


@contextlib.contextmanager
def _deep(depth: int) -> Iterator[None]:
    """Python functions may call themselves this deep: as deep as the graph."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, depth * 3 + 1000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class View:
    """What the views have in common: trees of entries."""

    several = False  # whether an entry stands for several nodes
    once = False  # whether an entry is shown in the first place only where it is found
    parent = "_kTFScopeParent"  # the type of an entry that is no node

    def __init__(self, stats: Stats) -> None:
        self.stats = stats
        self.root = Entry(ROOT)

    def show(self, opts: Any) -> tuple[str, Any]:
        """The text of the view, and the message with its numbers."""
        self.opts = opts
        self._seen: set[str] = set()
        with _deep(len(self.stats.nodes)):
            found = self._account(self.root.children)
            self.root.gather(found)
            if not _accounts_all(opts.start_name_regexes):
                self._seen = set()
                found = self._search(found)
            self.root.shown = found
            self._seen = set()
            self._print([self.root], 1, 0)
            lines = [text.legend(opts.select, self.several), self.root.line]
            message = self._message(self.root, lines)
        return "".join(lines), message

    def _visit(self, entry: Entry) -> bool:
        if not self.once:
            return True
        new = entry.name not in self._seen
        self._seen.add(entry.name)
        return new

    def _counts(self, entry: Entry) -> bool:
        patterns = self.opts.account_type_regexes
        if self.several:
            picked = entry.nodes if _accounts_all(patterns) else [n for n in entry.nodes if n.matches(patterns)]
            entry.measure(self.opts.step, picked)
            return bool(picked) or _accounts_all(patterns)
        entry.measure(self.opts.step, entry.nodes)
        kinds = entry.nodes[0].types if entry.nodes else {self.parent}
        return _accounts_all(patterns) or any(_matches(patterns, kind) for kind in kinds)

    def _account(self, entries: Sequence[Entry]) -> list[Entry]:
        found: list[Entry] = []
        for entry in entries:
            if not self._visit(entry):
                continue
            entry.clear()
            below = self._account(entry.children)
            entry.account = self._counts(entry)
            if entry.account or (below and not self.once):
                entry.sum_up(below)
                entry.shown = below
                found.append(entry)
            else:
                found += below
        return found

    def _search(self, entries: Sequence[Entry]) -> list[Entry]:
        found: list[Entry] = []
        for entry in entries:
            if self._visit(entry):
                start = _matches(self.opts.start_name_regexes, entry.name)
                found += [entry] if start else self._search(entry.shown)
        return found

    def _is_shown(self, entry: Entry, depth: int) -> bool:
        opts = self.opts
        if entry.name == ROOT:
            return True
        if any(entry.total[key] < getattr(opts, option) for option, key in _AT_LEAST.items()):
            return False
        amounts = entry.total if self.several else entry.own
        if amounts["parameters"] < opts.min_params or amounts["float_ops"] < opts.min_float_ops:
            return False
        if not self._is_frequent(entry) or depth > opts.max_depth:
            return False
        if not _accounts_all(opts.show_name_regexes) and not _matches(opts.show_name_regexes, entry.name):
            return False
        return not _matches(opts.hide_name_regexes, entry.name)

    def _is_frequent(self, entry: Entry) -> bool:
        return entry.own["run_count"] >= self.opts.min_occurrence

    def _print(self, entries: Sequence[Entry], depth: int, indent: int) -> list[Entry]:
        opts = self.opts
        found: list[Entry] = []
        for entry in entries:
            if not self._visit(entry):
                continue
            stop = _matches(opts.trim_name_regexes, entry.name) or depth > opts.max_depth
            if stop and self.several:
                continue
            shown = self._is_shown(entry, depth)
            below = [] if stop else self._print(entry.shown, depth + 1, indent + 2 * shown)
            if not shown:
                found += below
                continue
            entry.shown = self.ordered(below)
            if opts.account_displayed_op_only and not self.several:
                entry.sum_up(entry.shown)
            entry.line = " " * indent + self._line(entry) + "\n"
            found.append(entry)
        return found

    def ordered(self, entries: Sequence[Entry]) -> list[Entry]:
        """Entries in the order that the options ask for; those alike as they come."""
        key = _ORDER_BY.get(self.opts.order_by)
        if key is not None:
            return sorted(entries, key=lambda e: -e.total[key])
        if self.opts.order_by == "occurrence" and self.several:
            return sorted(entries, key=lambda e: -len(e.picked))
        return sorted(entries, key=lambda e: e.name) if self.opts.order_by else list(entries)

    # ---- what is printed ----

    def _line(self, entry: Entry) -> str:
        words: list[str] = []
        for column in text.columns(self.opts.select, self.several):
            words += self._column(entry, column)
        return f"{entry.name} ({', '.join(words)})"

    def _column(self, entry: Entry, column: str) -> list[str]:
        if column in _MEMORY:
            key = _MEMORY[column]
            return [_pair(entry, text.memory(entry.own[key]), text.memory(entry.total[key]))]
        if column in _TIMES:
            return [_pair(entry, text.time(entry.own[k]), text.time(entry.total[k])) for k in _TIMES[column]]
        if column == "params":
            shape = "x".join(map(str, entry.nodes[0].shape)) if entry.nodes and not self.several else ""
            own, total = text.number(entry.own["parameters"]), text.number(entry.total["parameters"])
            return [*([shape] if shape else []), _pair(entry, own, total + " params")]
        if column == "float_ops":
            own, total = text.number(entry.own["float_ops"]), text.number(entry.total["float_ops"])
            return [_pair(entry, own, total + " flops")]
        if column == "device":
            devices = sorted({node.device for node in entry.picked if node.device or self.several})
            return ["|".join(devices)] if devices else []
        if column == "op_types":
            return ["|".join(sorted({kind for node in entry.picked for kind in node.types} or {self.parent}))]
        if self.several:
            return [f"{column} N/A in code view"]
        if column == "occurrence":
            runs = _pair(entry, text.number(entry.own["run_count"]), text.number(entry.total["run_count"]))
            return [f"{runs}|{_pair(entry, '1', text.number(entry.definitions))}"]
        return ["|".join(_shape(i, s) for i, s in self._input_shapes(entry).items())]

    def _input_shapes(self, entry: Entry) -> dict[int, list[int]]:
        return self.stats.input_shapes(entry.nodes[0]) if entry.nodes else {}

    # ---- the message ----

    def _message(self, entry: Entry, lines: list[str]) -> Any:
        message = self._node_message(entry)
        for child in entry.shown:
            lines.append(child.line)
            message.children.append(self._message(child, lines))
        return message

    def _node_message(self, entry: Entry) -> Any:
        kind = "MultiGraphNodeProto" if self.several else "GraphNodeProto"
        message = protos.find(f"tensorflow.tfprof.{kind}")(name=entry.name)
        for key in COUNTS:
            if key == "run_count" and self.several:
                continue
            setattr(message, key, entry.own[key])
            setattr(message, "total_" + key, entry.total[key])
        if self.several:
            for node in entry.picked:
                one = Entry(node.name, [node])
                one.measure(self.opts.step, [node])
                one.sum_up([])
                message.graph_nodes.append(View(self.stats)._node_message(one))
            return message
        message.total_definition_count = entry.definitions
        if entry.nodes and entry.nodes[0].device:
            message.devices.append(entry.nodes[0].device)
        for i, shape in self._input_shapes(entry).items():
            proto = message.input_shapes[i]
            proto.unknown_rank = not shape
            for size in shape:
                proto.dim.add(size=size)
        return message


def _shape(index: int, shape: list[int]) -> str:
    return f"{index}:{'x'.join(map(str, shape))}" if shape else f"{index}:unknown"


class ScopeView(View):
    """Nodes below their name scopes."""

    def __init__(self, stats: Stats) -> None:
        super().__init__(stats)
        entries = {name: Entry(name, [node]) for name, node in stats.nodes.items()}
        for name in list(entries):
            while "/" in name:
                name = name.rpartition("/")[0]
                entries.setdefault(name, Entry(name))
        for name in sorted(entries):
            above = entries[name.rpartition("/")[0]] if "/" in name else self.root
            above.children.append(entries[name])


class GraphView(View):
    """Nodes below those that use them."""

    once = True
    parent = "_kTFGraphParent"

    def __init__(self, stats: Stats) -> None:
        super().__init__(stats)
        entries = {name: Entry(name, [stats.nodes[name]]) for name in sorted(stats.nodes)}
        used = set()
        for entry in entries.values():
            for name, _ in entry.nodes[0].inputs:
                used.add(name)
                if name in entries:
                    entry.children.append(entries[name])
        self.root.children = [entry for name, entry in entries.items() if name not in used]


class CodeView(View):
    """Nodes below the Python lines that made them; gradients below the lines of what they are the gradient of."""

    several = True

    def __init__(self, stats: Stats) -> None:
        super().__init__(stats)
        gradients: dict[str, list[Node]] = {}
        forward: dict[str, Node] = {}
        for name in sorted(stats.nodes):
            node = stats.nodes[name]
            if node.trace is None:
                continue
            start, end = name.find("gradients/"), name.find("_grad/")
            if start >= 0 and start + len("gradients/") < end:
                gradients.setdefault(name[start + len("gradients/") : end], []).append(node)
                continue
            forward[name] = node
            self._leaf(node, "").nodes.append(node)
        lost = 0
        for name in sorted(gradients):
            if name in forward:
                self._leaf(forward[name], _GRADIENT).nodes += gradients[name]
            else:
                lost += 1
        if lost:
            sys.stderr.write(f"{lost} gradient nodes not accounted\n")

    def _leaf(self, node: Node, suffix: str) -> Entry:
        entry = self.root
        for file, line, function in self.stats.trace_of(node):
            short = function if len(function) < 20 else function[:17] + "..."
            name = f"{os.path.basename(file)}:{line}:{short}{suffix}"
            found = next((child for child in entry.children if child.name == name), None)
            if found is None:
                found = Entry(name)
                found.call = (file, line, function)
                entry.children.append(found)
            entry = found
        return entry

    def _is_frequent(self, entry: Entry) -> bool:
        return True

    def show(self, opts: Any) -> tuple[str, Any]:
        if opts.account_displayed_op_only:
            sys.stderr.write("Note: code view ignores account_displayed_op_only\n")
        return super().show(opts)


class OpView(View):
    """Types of operations, one below the other: a total is that of its line and all below."""

    several = True

    def __init__(self, stats: Stats) -> None:
        super().__init__(stats)
        kinds: dict[str, Entry] = {}
        for name in sorted(stats.nodes):
            node = stats.nodes[name]
            kinds.setdefault(node.op, Entry(node.op)).nodes.append(node)
        self.root.children = [kinds[kind] for kind in sorted(kinds)]

    def _is_frequent(self, entry: Entry) -> bool:
        return len(entry.picked) >= self.opts.min_occurrence

    def show(self, opts: Any) -> tuple[str, Any]:
        self.opts = opts
        for entry in self.root.children:
            entry.account = self._counts(entry)
            entry.sum_up([])
        found = [entry for entry in self.ordered(self.root.children) if entry.account]
        self._accumulate(found)
        start = 0
        if opts.start_name_regexes and not _accounts_all(opts.start_name_regexes):
            wanted = (i for i, e in enumerate(found) if _matches(opts.start_name_regexes, e.name))
            start = next(wanted, len(found))
        shown = []
        for depth, entry in enumerate(found[start:]):
            if _matches(opts.trim_name_regexes, entry.name) or depth > opts.max_depth:
                break
            if self._is_shown(entry, depth):
                shown.append(entry)
        if opts.account_displayed_op_only:
            self._accumulate(shown)
        message = self._node_message(self.root)
        last = message
        for entry in shown:
            last.children.append(self._node_message(entry))
            last = last.children[0]
        return text.legend(opts.select, True) + "".join(self._row(entry) for entry in shown), message

    def _accumulate(self, entries: Sequence[Entry]) -> None:
        below: list[Entry] = []
        for entry in reversed(entries):
            entry.sum_up(below)
            below = [entry]
        self.root.gather(below)

    def _row(self, entry: Entry) -> str:
        words: list[str] = []
        for column in text.columns(self.opts.select, True):
            words += self._cells(entry, column)
        line = f"{entry.name:<25}{', '.join(words)}\n"
        if "input_shapes" in self.opts.select and (shapes := self._shapes(entry)):
            line = f"{line}\n{shapes}\n\n"
        return line

    def _cells(self, entry: Entry, column: str) -> list[str]:
        if column in _MEMORY:
            key = _MEMORY[column]
            return [self._share(entry, key, text.memory(entry.own[key]), entry.own[key] > 0)]
        if column in _TIMES:
            return [self._share(entry, key, text.time(entry.own[key])) for key in _TIMES[column]]
        if column == "params":
            return [self._share(entry, "parameters", text.number(entry.own["parameters"]) + " params")]
        if column == "float_ops":
            return [self._share(entry, "float_ops", text.number(entry.own["float_ops"]) + " float_ops")]
        if column == "device":
            return ["|".join(sorted({node.device for node in entry.picked}))]
        if column == "op_types":
            return ["|".join(sorted({kind for node in entry.picked for kind in node.types}))]
        if column == "occurrence":
            return [f"{entry.own['run_count']}|{len(entry.picked)}".rjust(10)]
        return []  # shapes of inputs have lines of their own

    def _share(self, entry: Entry, key: str, amount: str, some: bool | None = None) -> str:
        whole = self.root.total[key]
        some = entry.total[key] > 0 if some is None else some
        total, own = (100.0 * v[key] / whole if some and whole else 0.0 for v in (entry.total, entry.own))
        return f"{amount} ({total:.2f}%, {own:.2f}%)".rjust(30)

    def _shapes(self, entry: Entry) -> str:
        kinds: dict[str, list[int]] = {}
        for node in entry.picked:
            shapes = ",\t".join(_shape(i, s) for i, s in self.stats.input_shapes(node).items())
            row = kinds.setdefault(f"input_type: {shapes}", [0, 0, 0])
            counts = node.counts(self.opts.step)
            for i, more in enumerate((1, counts["run_count"], counts["exec_micros"])):
                row[i] += more
        rows = sorted(sorted(kinds.items()), key=lambda item: -item[1][1])
        return "\n".join(
            f"{kind}\t(run*{runs}|defined*{defined})\texec_time: {text.time(micros)}"
            for kind, (defined, runs, micros) in rows
        )


VIEWS: dict[str, type[View]] = {"scope": ScopeView, "graph": GraphView, "code": CodeView, "op": OpView}
