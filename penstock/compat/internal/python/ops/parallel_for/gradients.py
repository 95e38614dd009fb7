"""Jacobians of tensors in a graph."""

from __future__ import annotations

from typing import Any

from penstock.graph import nest
from penstock.graph.typing import NestedTensors
from penstock.ops.gradients.tape import GradientTape

__all__ = ["batch_jacobian", "jacobian"]


def _whole_graph(sources: Any) -> GradientTape:
    """A tape that has recorded all operations up to now, and watches the sources."""
    tape = GradientTape(persistent=True)
    for tensor in nest.flatten(sources):
        tape.watch(tensor)
    graph = nest.flatten(sources)[0].graph
    tape._pieces = [(graph, 0, graph._last_id + 1)]
    return tape


def jacobian(output: Any, inputs: NestedTensors, use_pfor: bool = True, parallel_iterations: int | None = None) -> Any:
    """The derivatives of each element of `output` with respect to `inputs`: the shape of the one, then of the other."""
    return _whole_graph(inputs).jacobian(output, inputs, parallel_iterations=parallel_iterations)


def batch_jacobian(output: Any, inp: Any, use_pfor: bool = True, parallel_iterations: int | None = None) -> Any:
    """The derivatives of each row of `output` with respect to the same row of `inp`.

    Raises:
      ValueError: if the first dimensions differ.
    """
    if not output.shape[0].is_compatible_with(inp.shape[0]):
        raise ValueError(f"Need first dimension of output shape ({output.shape}) and inp shape ({inp.shape}) to match.")
    return _whole_graph(inp).batch_jacobian(output, inp, parallel_iterations=parallel_iterations)
