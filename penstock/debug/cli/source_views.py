"""What `print_source` and `list_source` show: the user's files, and which nodes and dumps come from which line."""

import argparse

from penstock.debug.cli import cli_shared
from penstock.debug.cli.menus import MenuItem
from penstock.debug.cli.rich_text import (
    INIT_SCROLL_POS_KEY,
    RichLine,
    RichTextLines,
    rich_text_lines_from_rich_line_list,
)
from penstock.debug.lib import debug_data, debug_graphs, source_utils

RL = RichLine

# (path, whether it is TensorFlow's own, nodes, tensors, dumps, first line)
SourceRow = tuple[str, bool, int, int, int, int]


def annotated_source(dump: "debug_data.DebugDumpDir", parsed: argparse.Namespace) -> RichTextLines:
    """A file with the nodes, or tensors, below the line that made them; `parsed` are the arguments of `print_source`."""
    annotation = source_utils.annotate_source(dump, parsed.source_file_path, do_dumped_tensors=parsed.tensors)
    source_lines, width = source_utils.load_source(parsed.source_file_path)
    most = parsed.max_elements_per_line
    lines: list[RichLine] = []
    top = 0
    for number, text in enumerate(source_lines, 1):
        if number == parsed.line_begin:
            top = len(lines)
        label = RL(f"L{number}", cli_shared.COLOR_YELLOW)
        lines.append(label + " " * (width - len(label)) + text)
        elements = sorted(annotation.get(number, ()))
        for element in elements[:most]:
            watched = dump.debug_watch_keys(debug_graphs.get_node_name(element))
            attribute = MenuItem("", f"pt {element}") if watched else cli_shared.COLOR_BLUE
            lines.append(RL("    ") + RL(element, attribute))
        if len(elements) > most:
            kind = "tensor(s)" if parsed.tensors else "op(s)"
            more = f"ps {parsed.source_file_path} {'-t' if parsed.tensors else ''} -b {number} -m {most + 5}"
            omitted = RL(f"    (... Omitted {len(elements) - most} of {len(elements)} {kind} ...) ")
            lines.append(omitted + RL("+5", MenuItem(None, more)))
    return rich_text_lines_from_rich_line_list(lines, annotations={INIT_SCROLL_POS_KEY: top})


def source_table(rows: list[SourceRow], is_tf_py_library: bool) -> RichTextLines:
    """A table of files with how many nodes, tensors and dumps come from each."""
    color = cli_shared.COLOR_GRAY if is_tf_py_library else cli_shared.COLOR_WHITE
    title = "TensorFlow Python library file(s):" if is_tf_py_library else "File(s) outside TensorFlow Python library:"
    lines = [RL(title, color)]
    if not rows:
        return rich_text_lines_from_rich_line_list([*lines, RL("[No files.]"), RL()])
    heads = ["Source file path", "#(nodes)", "#(tensors)"]
    cells = [[row[0], str(row[2]), str(row[3])] for row in rows]
    widths = [max(len(text) for text in column) + 1 for column in zip(heads, *cells)]
    head = RL()
    for text, width in zip(heads, widths):
        head += RL(text.ljust(width), color)
    lines.append(head + RL("#(tensor dumps)", color))
    for row, (path, nodes, tensors) in zip(rows, cells):
        attributes: list[object] = [color]
        if source_utils.is_extension_uncompiled_python_source(path):
            attributes.append(MenuItem(None, f"ps {path} -b {row[5]}"))
        line = RL(path, attributes) + " " * (widths[0] - len(path))
        line += RL(nodes.ljust(widths[1]), color) + RL(tensors.ljust(widths[2]), color)
        lines.append(line + RL(str(row[4]), color))
    return rich_text_lines_from_rich_line_list([*lines, RL()])
