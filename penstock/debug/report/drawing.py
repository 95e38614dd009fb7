"""The pictures of the page, as SVG: histograms, numbers over time, the graph. All text from a dump is escaped."""

from __future__ import annotations

import html
from collections.abc import Sequence

from penstock.debug.report.layout import Layout
from penstock.debug.report.statistics import TensorStatistics


def number(value: float | None) -> str:
    """A number in a few letters.

    >>> number(0.1234567), number(None)
    ('0.1235', '')
    """
    return "" if value is None else f"{value:.4g}"


def histogram(counts: Sequence[int], width: int = 96, height: int = 22) -> str:
    """Bars, as high as their counts.

    >>> histogram([1, 2], 4, 8)
    '<svg class="histogram" width="4" height="8"><path d="M0.0 8V4.0h1.4V8zM2.0 8V0.0h1.4V8z"/></svg>'
    """
    if not counts or not max(counts):
        return ""
    step = width / len(counts)
    bars = "".join(
        f"M{i * step:.1f} {height}V{height - height * count / max(counts):.1f}h{step * 0.7:.1f}V{height}z"
        for i, count in enumerate(counts)
        if count
    )
    return f'<svg class="histogram" width="{width}" height="{height}"><path d="{bars}"/></svg>'


def over_time(dumps: Sequence[TensorStatistics], width: int = 420, height: int = 90) -> str:
    """The mean of a tensor from dump to dump, the band between its least and greatest numbers, and red dots for bad numbers."""
    known = [(i, dump) for i, dump in enumerate(dumps) if dump.mean is not None]
    numbers = [value for _, dump in known for value in (dump.least, dump.greatest) if value is not None]
    low, high = (min(numbers), max(numbers)) if numbers else (0.0, 1.0)
    span = (high / 2 - low / 2) or 1.0

    def x(i: int) -> float:
        return 8 + (width - 16) * i / max(len(dumps) - 1, 1)

    def y(value: float | None) -> float:
        return height - 8 - (height - 16) * ((value or 0.0) / 2 - low / 2) / span

    upper = [f"{x(i):.1f},{y(dump.greatest):.1f}" for i, dump in known]
    lower = [f"{x(i):.1f},{y(dump.least):.1f}" for i, dump in reversed(known)]
    mean = " ".join(f"{x(i):.1f},{y(dump.mean):.1f}" for i, dump in known)
    dots = "".join(f'<circle class="bad" cx="{x(i):.1f}" cy="8" r="3"/>' for i, dump in enumerate(dumps) if dump.bad)
    return (
        f'<svg class="series" width="{width}" height="{height}"><polygon points="{" ".join(upper + lower)}"/>'
        f'<polyline points="{mean}"/>{dots}</svg>'
        f"<p>{len(dumps)} dumps, from {number(low)} to {number(high)}</p>"
    )


def graph(layout: Layout, marks: dict[str, str]) -> str:
    """The graph; `marks` gives boxes a class of CSS: `ok`, `bad` or `first`."""
    arrows = []
    for source, target in layout.arrows:
        a, b = layout.boxes[source], layout.boxes[target]
        x, y, u, v = a.x + a.width / 2, a.y + a.height, b.x + b.width / 2, b.y
        bend = max(abs(v - y) / 2, 14)
        arrows.append(f"M{x:.0f} {y:.0f}C{x:.0f} {y + bend:.0f} {u:.0f} {v - bend:.0f} {u:.0f} {v:.0f}")
    boxes = []
    for name, box in layout.boxes.items():
        several = f" ({len(box.members)} nodes)" if len(box.members) > 1 else ""
        boxes.append(
            f'<g class="box {marks.get(name, "")}" data-name="{html.escape(name, True)}" tabindex="0">'
            f"<title>{html.escape(name + several)}</title>"
            f'<rect x="{box.x:.0f}" y="{box.y:.0f}" width="{box.width:.0f}" height="{box.height:.0f}" rx="5"/>'
            f'<text x="{box.x + box.width / 2:.0f}" y="{box.y + 15:.0f}">{html.escape(box.label)}</text></g>'
        )
    view = f"-4 -4 {layout.width + 8:.0f} {layout.height:.0f}"
    return (
        f'<svg class="graph" viewBox="{view}" width="{layout.width + 8:.0f}" height="{layout.height:.0f}">'
        f'<path class="arrows" d="{"".join(arrows)}"/>{"".join(boxes)}</svg>'
    )
