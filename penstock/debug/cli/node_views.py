"""What `node_info`, `list_inputs` and `list_outputs` show: neighbours of a node, trees of them, attributes, dumps, origin."""

from collections.abc import Callable
from typing import Any

from penstock.debug.cli.menus import MenuItem
from penstock.debug.cli.rich_text import RichLine, RichTextLines, rich_text_lines_from_rich_line_list
from penstock.debug.lib import debug_data, debug_graphs

RL = RichLine

# At the beginning of a line of a tree: for a level with more to come, for one without, and before the node.
HANG_UNFINISHED = "|  "
HANG_FINISHED = "   "
HANG_SUFFIX = "|- "
DEPTH_TEMPLATE = "(%d) "
OP_TYPE_TEMPLATE = "[%s] "
CTRL_LABEL = "(Ctrl) "
ELLIPSIS = "..."

# The runtime puts them between devices and around a call; they are not shown.
HIDDEN_TYPES = ("_Send", "_Recv", "_HostSend", "_HostRecv", "_Retval")


def op_type(dump: "debug_data.DebugDumpDir", element: str) -> str:
    """The type of a node, which may be given by one of its tensors."""
    return dump.node_op_type(debug_graphs.get_node_name(element))


def shown(dump: "debug_data.DebugDumpDir", elements: list[str]) -> list[str]:
    """The nodes or tensors that the user made."""
    return [element for element in elements if op_type(dump, element) not in HIDDEN_TYPES]


def tree(
    dump: "debug_data.DebugDumpDir",
    node_name: str,
    max_depth: int,
    control: bool,
    op_types: bool,
    outputs: bool,
) -> RichTextLines:
    """The inputs of a node, or what uses its outputs, as a tree.

    Args:
      dump: the dump.
      node_name: the node.
      max_depth: how many levels.
      control: whether to include control edges.
      op_types: whether to show the nodes' types.
      outputs: whether to follow outputs instead of inputs.
    """
    kind, many = ("Recipients of", "recipients") if outputs else ("Inputs to", "inputs")
    included = f", control {many} included" if control else ""
    title = RL(f'{kind} node "') + RL(node_name, "bold") + f'" (Depth limit = {max_depth}{included}):'
    follow = dump.node_recipients if outputs else dump.node_inputs
    lines: list[RichLine | str] = [title]

    def descend(node: str, depth: int, unfinished: frozenset[int]) -> None:
        neighbors = [(name, False) for name in shown(dump, follow(node, is_control=False))]
        if control:
            neighbors += [(name, True) for name in shown(dump, sorted(follow(node, is_control=True)))]
        if not neighbors:
            lines.extend(["  [None]"] if depth == 1 else [])
            return
        hang = "".join(HANG_UNFINISHED if level in unfinished else HANG_FINISHED for level in range(1, depth))
        hang += HANG_SUFFIX
        if depth > max_depth:
            lines.append(hang + ELLIPSIS)
            return
        for number, (name, is_control) in enumerate(neighbors, 1):
            label = CTRL_LABEL if is_control else ""
            label += OP_TYPE_TEMPLATE % op_type(dump, name) if op_types else ""
            link = MenuItem(None, f"{'lo' if outputs else 'li'} -c -r {name}")
            lines.append(RL(hang + DEPTH_TEMPLATE % depth + label) + RL(name, link))
            still = unfinished | {depth} if number < len(neighbors) else unfinished
            descend(debug_graphs.get_node_name(name), depth + 1, still)

    descend(node_name, 1, frozenset())
    lines += ["", "Legend:", "  (d): recursion depth = d."]
    lines += ["  (Ctrl): Control input."] if control else []
    lines += ["  [Op]: Input node has op type Op."] if op_types else []
    return rich_text_lines_from_rich_line_list(lines)


def neighbors(dump: "debug_data.DebugDumpDir", node_name: str, kind: str) -> RichTextLines:
    """The neighbours of a node: `kind` is "input" or "recipient"."""
    follow: Callable[..., list[str]] = dump.node_inputs if kind == "input" else dump.node_recipients
    data = shown(dump, follow(node_name))
    control = shown(dump, follow(node_name, is_control=True))
    lines: list[RichLine | str] = ["", f"  {len(data)} {kind}(s) + {len(control)} control {kind}(s):"]
    lines.append(f"    {len(data)} {kind}(s):")
    lines += [_linked(dump, name) for name in data]
    if control:
        lines += ["", f"    {len(control)} control {kind}(s):", *(_linked(dump, name) for name in control)]
    return rich_text_lines_from_rich_line_list(lines)


def _linked(dump: "debug_data.DebugDumpDir", name: str) -> RichLine:
    return RL(f"      [{op_type(dump, name)}] ") + RL(name, MenuItem(None, f"ni -a -d -t {name}"))


def attributes(dump: "debug_data.DebugDumpDir", node_name: str) -> RichTextLines:
    """The attributes of a node."""
    lines = ["", "Node attributes:"]
    found: Any = dump.node_attributes(node_name)
    for key in sorted(found):
        value = repr(found[key]).strip().replace("\n", " ")
        lines += [f"  {key}:", f"    {value}", ""]
    return RichTextLines(lines)


def dumps(dump: "debug_data.DebugDumpDir", node_name: str) -> RichTextLines:
    """What was dumped of a node."""
    data = [datum for key in dump.debug_watch_keys(node_name) for datum in dump.watch_key_to_data(key)]
    lines: list[RichLine | str] = [f"{len(data)} dumped tensor(s):", ""]
    for number, datum in enumerate(data):
        time = (datum.timestamp - (dump.t0 or 0)) / 1000.0
        link = MenuItem(None, f"pt {node_name}:{datum.output_slot} -n {number}")
        lines.append(RL("  ") + RL(f"Slot {datum.output_slot} @ {datum.debug_op} @ {time:.3f} ms", link))
    return rich_text_lines_from_rich_line_list(lines)


def origin(dump: "debug_data.DebugDumpDir", node_name: str) -> RichTextLines:
    """The stack of Python calls that made a node, if the program's graph is known."""
    lines: list[RichLine | str] = ["", "", RL("Traceback of node construction:", "bold")]
    try:
        for depth, (path, number, function, text) in enumerate(dump.node_traceback(node_name)):
            link = MenuItem("", f"ps {path} -b {number}") if text else None
            lines += [f"{depth}: {path}", RL("  ") + RL(f"Line:     {number}", link), f"  Function: {function}"]
            quoted = f'"{text}"' if text else "None"
            lines += [f"  Text:     {quoted}", ""]
    except KeyError:
        lines.append("(Node unavailable in the loaded Python graph)")
    except LookupError:
        lines.append("(Unavailable because no Python graph has been loaded)")
    return rich_text_lines_from_rich_line_list(lines)
