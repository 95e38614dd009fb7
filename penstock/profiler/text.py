"""How the profiler writes numbers, and the words above its tables: 1.x's, so that what reads them goes on working."""

from __future__ import annotations

from collections.abc import Collection


def number(n: int) -> str:
    """`999`, `1.23k`, `4.50m`, `6.00b`."""
    for limit, unit in ((1_000_000_000, "b"), (1_000_000, "m"), (1000, "k")):
        if n >= limit:
            return f"{n / limit:.2f}{unit}"
    return str(n)


def time(micros: int) -> str:
    """`999us`, `1.23ms`, `4.50sec`."""
    for limit, unit in ((1_000_000, "sec"), (1000, "ms")):
        if micros >= limit:
            return f"{micros / limit:.2f}{unit}"
    return f"{micros}us"


def memory(size: int) -> str:
    """`999B`, `1.23KB`, `4.50MB`."""
    for limit, unit in ((1_000_000, "MB"), (1000, "KB")):
        if size >= limit:
            return f"{size / limit:.2f}{unit}"
    return f"{size}B"


_CPU = (
    "cpu execution time: The time from the start to the end of the operation. It's the sum of actual cpu run time plus "
    "the time that it spends waiting if part of computation is launched asynchronously."
)
_ACCELERATOR = (
    "accelerator execution time: Time spent executing on the accelerator. This is normally measured by the actual "
    "hardware library."
)
_ATTRIBUTES = {
    "bytes": "requested bytes: The memory requested by the operation, accumulatively.",
    "micros": f"total execution time: Sum of accelerator execution time and cpu execution time.\n{_CPU}\n{_ACCELERATOR}",
    "params": "param: Number of parameters (in the Variable).",
    "float_ops": "flops: Number of float operations. Note: Please read the implementation for the math behind it.",
    "tensor_value": "tensor_value: Not supported now.",
    "device": "device: which device is placed on.",
    "op_types": "op_types: The attributes of the operation, includes the Kernel name device placed on and "
    "user-defined strings.",
    "occurrence": "occurrence: The number of times it occurs",
    "input_shapes": "input shape: The shape of input tensors",
    "accelerator_micros": _ACCELERATOR,
    "cpu_micros": _CPU,
    "peak_bytes": "peak bytes: The peak amount of memory that the operation is holding at some point.",
    "residual_bytes": "residual bytes: The memory not de-allocated after the operation finishes.",
    "output_bytes": "output bytes: The memory that is output from the operation (not necessarily allocated by the "
    "operation)",
}
_SCOPE = "scope: The nodes in the model graph are organized by their names, which is hierarchical like filesystem."
_VIEWS = {
    "scope": _SCOPE,
    "graph": _SCOPE,  # in 1.x too
    "code": "code: When python trace is available, the nodes are python lines and their are organized by the python "
    "call stack.",
    "op": "op: The nodes are operation kernel type, such as MatMul, Conv2D. Graph nodes belonging to the same type are "
    "aggregated together.",
}
# What a column is called: in views of nodes, and in views of several nodes together.
_LEGENDS = {
    "bytes": ("requested bytes",),
    "peak_bytes": ("peak bytes",),
    "residual_bytes": ("residual bytes",),
    "output_bytes": ("output bytes",),
    "micros": ("total execution time", "accelerator execution time", "cpu execution time"),
    "accelerator_micros": ("accelerator execution time",),
    "cpu_micros": ("cpu execution time",),
    "params": ("# parameters",),
    "float_ops": ("# float_ops",),
    "device": ("assigned devices",),
    "op_types": ("op types",),
    "occurrence": ("op count (run|defined)",),
    "input_shapes": ("input shapes",),
}
_COSTS = "bytes peak_bytes residual_bytes output_bytes micros accelerator_micros cpu_micros".split()
_REST = "device op_types occurrence input_shapes".split()
ORDER = {False: ["params", "float_ops", *_COSTS, *_REST], True: [*_COSTS, "params", "float_ops", *_REST]}


def columns(select: Collection[str], several: bool) -> list[str]:
    """The selected columns in the order in which they are shown."""
    found = [name for name in ORDER[several] if name in select]
    if "micros" in found:  # which has these two
        found = [name for name in found if name not in ("accelerator_micros", "cpu_micros")]
    return found


def legend(select: Collection[str], several: bool) -> str:
    """The line above a table."""
    words: list[str] = []
    for name in columns(select, several):
        words += ("op occurrence (run|defined)",) if several and name == "occurrence" else _LEGENDS[name]
    return f"node name | {' | '.join(words)}\n"


def doc(view: str, select: Collection[str]) -> str:
    """The lines before a table that say what is in it."""
    helps = [_ATTRIBUTES.get(name, f"Unknown select: {name}") for name in sorted(set(select))]
    return f"\nDoc:\n{_VIEWS[view]}\n" + "\n".join(helps) + "\n\n"
