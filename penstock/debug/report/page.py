"""The page about a dump: what ran, where the first bad number appeared, the graph, tensors over time, and all tensors.

It is one file that loads nothing. Its only script sorts and filters the table; the browser is told to run no other.
"""

from __future__ import annotations

import base64
import hashlib
import html
from typing import Any

from penstock.debug.lib import debug_data
from penstock.debug.report import drawing, layout
from penstock.debug.report.statistics import TensorStatistics, of_dump

_ROWS = 20_000  # of the table
_SERIES = 60  # tensors that are drawn over time

_STYLE = """
:root { color-scheme: light dark; --line: #8888; --ok: #3a7d44; --bad: #c62828; --soft: #8882; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; }
code, td, .graph text { font-family: ui-monospace, monospace; font-size: 12px; }
.verdict { border-left: 5px solid var(--ok); background: var(--soft); padding: .6em 1em; }
.verdict.bad { border-color: var(--bad); }
.frame { overflow: auto; max-height: 70vh; border: 1px solid var(--line); border-radius: 6px; padding: 8px; }
table { border-collapse: collapse; width: 100%; }
th { cursor: pointer; text-align: left; position: sticky; top: 0; background: Canvas; }
th, td { padding: 2px 8px; border-bottom: 1px solid var(--soft); white-space: nowrap; }
td.number { text-align: right; } tr.bad td { color: var(--bad); } tr.first td { font-weight: bold; }
.histogram path { fill: currentColor; opacity: .6; }
.arrows { fill: none; stroke: currentColor; opacity: .35; }
.box { cursor: pointer; } .box rect { fill: Canvas; stroke: var(--line); } .box text { text-anchor: middle; fill: currentColor; }
.box.ok rect { stroke: var(--ok); } .box.bad rect { stroke: var(--bad); fill: #c6282822; } .box.first rect { stroke-width: 3; }
.many { display: grid; grid-template-columns: repeat(auto-fill, minmax(430px, 1fr)); gap: 1em; }
.series polygon { fill: currentColor; opacity: .15; } .series polyline { fill: none; stroke: currentColor; }
.bad { fill: var(--bad); } .controls { margin: .5em 0; display: flex; gap: 1em; } input[type=search] { flex: 1; padding: .3em; }
"""

_SCRIPT = """
const body = document.querySelector("#tensors tbody"), rows = [...body.rows];
const text = document.querySelector("#filter"), bad = document.querySelector("#only-bad");
const shown = document.querySelector("#shown");
function filter() {
  let count = 0;
  for (const row of rows) {
    const hidden = !row.dataset.name.includes(text.value) || (bad.checked && !row.classList.contains("bad"));
    row.hidden = hidden;
    count += hidden ? 0 : 1;
  }
  shown.textContent = count;
}
text.addEventListener("input", filter);
bad.addEventListener("change", filter);
document.querySelectorAll("#tensors th").forEach((head, column) => head.addEventListener("click", () => {
  const down = head.dataset.sorted === "up";
  head.dataset.sorted = down ? "down" : "up";
  const key = row => row.cells[column].dataset.key ?? row.cells[column].textContent;
  rows.sort((a, b) => {
    const [x, y] = [key(a), key(b)], numbers = x !== "" && y !== "" && !isNaN(x) && !isNaN(y);
    return (numbers ? x - y : x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
  });
  body.append(...rows);
}));
for (const box of document.querySelectorAll(".box")) box.addEventListener("click", () => {
  text.value = box.dataset.name;
  filter();
  document.querySelector("#tensors").scrollIntoView();
});
"""


def write(dump: debug_data.DebugDumpDir, title: str) -> str:
    """The text of the page.

    Args:
      dump: the dump.
      title: what it is called.
    """
    found = list(of_dump(dump))
    first = next((one for one in found if one.is_value and one.bad), None)
    script_hash = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{script_hash}'"
    sections = [
        _summary(dump, found),
        _verdict(dump, found, first),
        _graph(dump, found, first),
        _series(found),
        _table(found, first),
    ]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{_text(title)}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body><h1>{_text(title)}</h1>{''.join(sections)}<script>{_SCRIPT}</script></body></html>\n"
    )


def _text(value: Any) -> str:
    return html.escape(str(value), quote=True)


def _summary(dump: debug_data.DebugDumpDir, found: list[TensorStatistics]) -> str:
    last = max((one.microseconds for one in found), default=0)
    return (
        f"<p>{len(found)} tensors were dumped within {last / 1000:.1f} ms. "
        f"Fetched: <code>{_text(dump.run_fetches_info)}</code>. Fed: <code>{_text(dump.run_feed_keys_info)}</code>. "
        f"Devices: <code>{_text(', '.join(dump.devices()))}</code>.</p>"
    )


def _verdict(dump: debug_data.DebugDumpDir, found: list[TensorStatistics], first: TensorStatistics | None) -> str:
    if first is None:
        return '<p class="verdict" id="verdict">No tensor has a number that is infinite or not a number.</p>'
    count = len({one.name for one in found if one.is_value and one.bad})
    kinds = [(first.nan, "NaN"), (first.negative_infinity, "−inf"), (first.positive_infinity, "+inf")]
    said = ", ".join(f"{number} × {kind}" for number, kind in kinds if number)
    return (
        f'<p class="verdict bad" id="verdict">The first bad number is in <code>{_text(first.name)}</code>'
        f" ({_text(first.op_type or 'operation unknown')}), {first.microseconds / 1000:.1f} ms after the first dump: {said},"
        f" of {first.elements} elements. {_origin(dump, found, first)} In all, {count} tensors have bad numbers.</p>"
    )


def _origin(dump: debug_data.DebugDumpDir, found: list[TensorStatistics], first: TensorStatistics) -> str:
    inputs = set(_sources(dump, first.node))
    known = {one.node for one in found if one.is_value and one.node in inputs}
    if not inputs:
        return "The node has no inputs."
    if known < inputs:
        return "Not all of its inputs were dumped, so it may come from one of them."
    ranges = {
        one.name: f"{drawing.number(one.least)} to {drawing.number(one.greatest)}"
        for one in found
        if one.is_value and one.node in inputs and one.least is not None
    }
    said = ", ".join(f"<code>{_text(name)}</code> from {_text(span)}" for name, span in ranges.items())
    return (
        f"Its inputs are fine ({said}): this operation made it."
        if said
        else "Its inputs are fine: this operation made it."
    )


def _sources(dump: debug_data.DebugDumpDir, node: str) -> list[str]:
    if not dump.loaded_partition_graphs():
        return []
    try:
        return [name.removeprefix("^").partition(":")[0] for name in dump.node_inputs(node)]
    except ValueError:  # a node of this name is on several devices, or on none
        return []


def _graph(dump: debug_data.DebugDumpDir, found: list[TensorStatistics], first: TensorStatistics | None) -> str:
    if not dump.loaded_partition_graphs():
        return "<h2>Graph</h2><p>The graph was not dumped.</p>"
    nodes = [str(node) for device in dump.devices() for node in dump.nodes(device)]
    if first is not None:  # what there may be no room for are nodes far from it
        nodes.sort(key=lambda node: node.split("/")[0] != first.node.split("/")[0])
    placed = layout.arrange({node: _sources(dump, node) for node in nodes})
    values = [one for one in found if one.is_value]
    bad, dumped = {one.node for one in values if one.bad}, {one.node for one in values}
    marks = {}
    for name, box in placed.boxes.items():
        members = set(box.members)
        marks[name] = "bad" if members & bad else "ok" if members & dumped else ""
        if first is not None and first.node in members:
            marks[name] += " first"
    scopes = "" if all(len(box.members) == 1 for box in placed.boxes.values()) else " Boxes stand for name scopes."
    missing = f" {placed.left_out} more are not drawn." if placed.left_out else ""
    return (
        f"<h2>Graph</h2><p>{len(nodes)} nodes, inputs above what takes them; red: bad numbers, green: dumped and fine."
        f" Click on one to see its tensors.{scopes}{missing}</p>"
        f'<div class="frame">{drawing.graph(placed, marks)}</div>'
    )


def _series(found: list[TensorStatistics]) -> str:
    dumps: dict[str, list[TensorStatistics]] = {}
    for one in found:
        if one.is_value and (one.mean is not None or one.bad):
            dumps.setdefault(one.name, []).append(one)
    several = {name: of_name for name, of_name in dumps.items() if len(of_name) > 1}
    if not several:
        return ""
    chosen = sorted(several, key=lambda name: -sum(one.bad > 0 for one in several[name]))[:_SERIES]
    drawn = "".join(
        f"<figure><code>{_text(name)}</code><br>{drawing.over_time(several[name])}</figure>" for name in chosen
    )
    missing = f" {len(several) - len(chosen)} more are only in the table." if len(several) > len(chosen) else ""
    return (
        "<h2>Over time</h2><p>Tensors that were dumped several times, as in loops: the mean, and the band between the least"
        f" and the greatest number.{missing}</p>"
        f'<div class="many">{drawn}</div>'
    )


def _table(found: list[TensorStatistics], first: TensorStatistics | None) -> str:
    heads = ("ms", "Tensor", "Operation", "Type", "Shape", "Least", "Mean", "Greatest", "Bad", "Histogram")
    rows = "".join(_row(one, one is first) for one in found[:_ROWS])
    missing = f" The first {_ROWS} of {len(found)} are here." if len(found) > _ROWS else ""
    return (
        f"<h2>Tensors</h2><p>In the order in which they were dumped.{missing}</p>"
        '<div class="controls"><input type="search" id="filter" placeholder="part of a name">'
        '<label><input type="checkbox" id="only-bad"> only with bad numbers</label>'
        f'<span><b id="shown">{min(len(found), _ROWS)}</b> shown</span></div>'
        f'<div class="frame"><table id="tensors"><thead><tr>{"".join(f"<th>{head}</th>" for head in heads)}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(one: TensorStatistics, is_first: bool) -> str:
    classes = " ".join(name for name, holds in (("bad", one.is_value and one.bad), ("first", is_first)) if holds)
    name = one.name if one.is_value else f"{one.name} {one.debug_op}"
    numbers = "".join(
        f'<td class="number" data-key="{"" if value is None else repr(float(value))}">{drawing.number(value)}</td>'
        for value in (one.least, one.mean, one.greatest)
    )
    picture = drawing.histogram(one.histogram) + (f" {_text(one.note)}" if one.note else "")
    return (
        f'<tr class="{classes}" data-name="{_text(name)}"><td class="number" data-key="{one.microseconds}">'
        f"{one.microseconds / 1000:.3f}</td><td>{_text(name)}</td><td>{_text(one.op_type)}</td><td>{_text(one.dtype)}</td>"
        f'<td>{_text(one.shape)}</td>{numbers}<td class="number">{one.bad or ""}</td><td>{picture}</td></tr>'
    )
