"""A network as a drawing in Graphviz's language."""

from __future__ import annotations

from penstock.lite.conversion.network import Network


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def drawn(network: Network) -> str:
    """The text of a `.dot` file: a box for each operator, an ellipse for each array."""
    lines = ["digraph Computegraph { rankdir=TB; "]
    for name, array in sorted(network.arrays.items()):
        color = (
            "green"
            if name in network.inputs or name in network.outputs
            else "gray"
            if array.data is not None
            else "lightblue"
        )
        size = "?" if array.shape is None else "x".join(map(str, array.shape))
        label = f"{name}\\n{array.dtype.name} [{size}]".replace('"', "'")
        if array.range is not None:
            label += f"\\nMinMax: [{array.range[0]:.7g}, {array.range[1]:.7g}]"
        lines.append(f'  {_quoted(name)} [label="{label}", shape=ellipse, style=filled, fillcolor={color}];')
    for number, op in enumerate(network.ops):
        own = _quoted(f"op {number}")
        lines.append(f'  {own} [label="{op.type}", shape=box, style=filled, fillcolor=orange];')
        lines += [f"  {_quoted(name)} -> {own};" for name in op.inputs if name]
        lines += [f"  {own} -> {_quoted(name)};" for name in op.outputs]
    return "\n".join([*lines, "}", ""])
