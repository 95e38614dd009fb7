"""`tf.GradientTape` in graphs: gradients of what was built while the tape was recording.

A tape notes which operations of the graph are made between its start and its end. A gradient is that of `tf.gradients`,
but it does not go through any other operation, and only for what is watched.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from penstock._namespace import export, find
from penstock.graph import nest, stack
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.gradients.backpropagation import UnconnectedGradients, gradients


@export("GradientTape")
class GradientTape:
    """Records the operations made inside of its `with` block, to differentiate them.

    Args:
      persistent: whether `gradient` may be called more than once.
      watch_accessed_variables: whether trainable variables behind handles that are read are watched without being named.

    >>> import penstock as tf
    >>> x = tf.constant(3.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * x
    >>> print(tf.Session().run(tape.gradient(y, x)))
    6.0
    """

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent = persistent
        self._watch_accessed_variables = watch_accessed_variables
        self._recording = False
        self._used = False
        # Pieces of graphs that were recorded: the number of the first operation, and of the first one after them.
        self._pieces: list[tuple[Graph, int, int | None]] = []
        self._watched: dict[int, Any] = {}

    def __enter__(self) -> GradientTape:
        if self._recording:
            raise ValueError("Tape is already recording.")
        self._start()
        return self

    def __exit__(self, typ: Any, value: Any, traceback: Any) -> None:
        if self._recording:
            self._stop()

    def _start(self) -> None:
        graph = stack.current_graph()
        self._pieces.append((graph, graph._last_id + 1, None))
        self._recording = True

    def _stop(self) -> None:
        graph, first, _ = self._pieces[-1]
        self._pieces[-1] = graph, first, graph._last_id + 1
        self._recording = False

    def watch(self, tensor: TensorLike) -> None:
        """Says that gradients with respect to a tensor, or to a structure of tensors, will be asked for."""
        for item in nest.flatten(tensor):
            if not (item.dtype.base_dtype.is_floating or item.dtype.base_dtype.is_complex):
                find("logging").warning(
                    f"The dtype of the watched tensor must be floating (e.g. tf.float32), got {item.dtype!r}"
                )
            self._watched[id(_source(item))] = _source(item)

    @contextlib.contextmanager
    def stop_recording(self) -> Iterator[None]:
        """A context whose operations are not recorded.

        Raises:
          ValueError: if the tape is not recording.
        """
        if not self._recording:
            raise ValueError("Tape must be recording before you can call stop_recording")
        self._stop()
        try:
            yield
        finally:
            self._start()

    def reset(self) -> None:
        """Forgets what was recorded and watched."""
        self._pieces, self._watched = [], {}
        self._used = False
        if self._recording:
            self._start()

    def watched_variables(self) -> tuple:
        """The trainable variables that were read, in the order of their creation."""
        read = {op_input.op for op in self._recorded() for op_input in op.inputs if op_input.dtype == find("resource")}
        variables = {}
        for graph in {id(piece[0]): piece[0] for piece in self._pieces}.values():
            for variable in _trainable(graph):
                named = id(_source(variable)) in self._watched
                if named or (self._watch_accessed_variables and _source(variable).op in read):
                    variables[id(variable)] = variable
        return tuple(variables.values())

    def _recorded(self) -> Iterator[Operation]:
        for graph, first, end in self._pieces:
            for op in graph.get_operations():
                if op._id >= first and (end is None or op._id < end):
                    yield op

    def gradient(
        self,
        target: TensorLike,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
    ) -> Any:
        """The derivatives of the sum of `target` with respect to each of `sources`.

        Args:
          target: a tensor or a structure of tensors.
          sources: a tensor, a variable, or a structure of them.
          output_gradients: a factor for each target.
          unconnected_gradients: what is returned for a source that nothing depends on: None or zeros.

        Returns:
          A structure as `sources`, of tensors or None.

        Raises:
          RuntimeError: if a tape that is not persistent is asked twice.
        """
        if self._used:
            raise RuntimeError("GradientTape.gradient can only be called once on non-persistent tapes.")
        self._used = not self._persistent
        flat = nest.flatten(sources)
        targets = [_source(item) for item in nest.flatten(target)]
        watched = set(self._watched)
        if self._watch_accessed_variables:
            watched.update(id(_source(variable)) for variable in self.watched_variables())
        wanted = [item for item in flat if id(_source(item)) in watched]
        own = {id(_source(item)) for item in wanted}
        recorded = set(self._recorded())
        grad_ys = None if output_gradients is None else nest.flatten(output_gradients)
        pairs = [(y, grad_ys and grad_ys[i]) for i, y in enumerate(targets) if y.op in recorded or id(y) in own]
        found: dict[int, Any] = {}
        if pairs and wanted:
            stops = _outside(recorded, [y for y, _ in pairs])
            starts = [grad for _, grad in pairs] if grad_ys is not None else None
            results = gradients([y for y, _ in pairs], wanted, starts, name="gradients", stop_gradients=stops)
            found = {id(item): result for item, result in zip(wanted, results, strict=True)}
        zeros = UnconnectedGradients(unconnected_gradients) == UnconnectedGradients.ZERO
        values = [found.get(id(item)) for item in flat]
        if zeros:
            values = [find("zeros_like")(item) if g is None else g for item, g in zip(flat, values, strict=True)]
        return nest.pack_sequence_as(sources, values)

    def jacobian(
        self,
        target: Any,
        sources: Any,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The derivatives of each element of `target`: shape of `target`, then that of the source.

        Returns:
          A structure as `sources`, of tensors or None.
        """
        start = target.graph._last_id + 1
        values = find("reshape")(target, [-1])
        flat = nest.flatten(sources)
        tape = self._continued(target.graph, start)
        known = [grad is not None for grad in tape.gradient(values, flat, None, unconnected_gradients)]
        wanted = [item for item, there in zip(flat, known, strict=True) if there]
        rows: list[Any] = []
        if wanted:
            count = find("size")(values)
            rows = find("map_fn")(
                lambda i: tape.gradient(find("gather")(values, i), wanted, None, unconnected_gradients),
                find("range")(count),
                dtype=[item.dtype.base_dtype for item in wanted],
                parallel_iterations=parallel_iterations or 10,
            )
        self._used = not self._persistent
        remaining = iter(rows)
        results = [
            find("reshape")(next(remaining), find("concat")([find("shape")(target), find("shape")(item)], 0))
            if there
            else None
            for item, there in zip(flat, known, strict=True)
        ]
        for item, result in zip(flat, results, strict=True):
            if result is not None:
                result.set_shape(target.shape.concatenate(item.shape))
        return nest.pack_sequence_as(sources, results)

    def batch_jacobian(
        self,
        target: Any,
        source: Any,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The Jacobian of each row of `target` with respect to the same row of `source`.

        Raises:
          ValueError: if the first dimensions differ.
        """
        first = target.shape.with_rank_at_least(2)[0]
        if not first.is_compatible_with(source.shape.with_rank_at_least(2)[0]):
            raise ValueError(
                f"Need first dimension of target shape ({target.shape}) and source shape ({source.shape}) to match."
            )
        start = target.graph._last_id + 1
        shape = find("shape")(target)
        rows = find("reshape")(target, find("stack")([shape[0], -1]))
        columns = find("transpose")(rows)
        tape = self._continued(target.graph, start)
        whole = tape.gradient(columns, source, None, unconnected_gradients)
        self._used = not self._persistent
        if whole is None:
            return None
        result = find("map_fn")(
            lambda i: tape.gradient(find("gather")(columns, i), source, None, unconnected_gradients),
            find("range")(find("shape")(columns)[0]),
            dtype=source.dtype.base_dtype,
            parallel_iterations=parallel_iterations or 10,
        )
        order = find("concat")([[1, 0], find("range")(2, find("rank")(result))], 0)
        result = find("transpose")(result, order)
        result = find("reshape")(result, find("concat")([shape, find("shape")(source)[1:]], 0))
        result.set_shape(target.shape.concatenate(source.shape[1:]))
        return result

    def _continued(self, graph: Graph, start: int) -> GradientTape:
        """A tape that can be asked often and has also recorded the operations of `graph` from number `start` up to now."""
        if self._used:
            raise RuntimeError("GradientTape.gradient can only be called once on non-persistent tapes.")
        tape = _Open(persistent=True, watch_accessed_variables=self._watch_accessed_variables)
        now = graph._last_id + 1
        tape._pieces = [(piece, first, now if end is None else end) for piece, first, end in self._pieces]
        tape._pieces.append((graph, start, now))
        tape._watched = self._watched
        return tape


class _Open(GradientTape):
    """A tape that records the picking of one element, wherever that happens."""

    def gradient(self, target: Any, *args: Any) -> Any:
        pieces = self._pieces
        self._pieces = [*pieces, (target.graph, target.op._id - 1, target.op._id + 1)]
        try:
            return super().gradient(target, *args)
        finally:
            self._pieces = pieces


def _source(item: Any) -> Tensor:
    """The tensor that gradients are taken with respect to: the handle of a variable that has one."""
    handle = getattr(item, "handle", None)
    if isinstance(handle, Tensor):
        return handle
    return item if isinstance(item, Tensor) else find("convert_to_tensor")(item)


def _trainable(graph: Graph) -> list[Any]:
    found = graph.get_collection(find("GraphKeys").TRAINABLE_VARIABLES)
    return [variable for variable in found if isinstance(getattr(variable, "handle", None), Tensor)]


def _outside(recorded: set[Operation], targets: list[Tensor]) -> list[Tensor]:
    """The tensors among those that `targets` depend on which come from operations that were not recorded."""
    seen: set[Operation] = set()
    waiting = [tensor.op for tensor in targets if tensor.op in recorded]
    stops: dict[int, Tensor] = {}
    while waiting:
        op = waiting.pop()
        if op in seen:
            continue
        seen.add(op)
        for tensor in op.inputs:
            if tensor.op in recorded:
                waiting.append(tensor.op)
            else:
                stops[id(tensor)] = tensor
    return list(stops.values())
