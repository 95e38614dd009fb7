"""Cells of several dimensions (Kalchbrenner, Danihelka, Graves: Grid Long Short-Term Memory).

Each dimension has a cell of its own (or all share one), whose input is the output of the others. Dimensions with priority
come last and see the new outputs of those before them; some may be plain layers without a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import ScopeLike, TensorOrVariable
from penstock.platform import logging
from penstock.rnn.cell_base import RNNCell
from penstock.rnn.cells import BasicRNNCell, GRUCell
from penstock.rnn.lstm import BasicLSTMCell, LSTMCell

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


_Dims = int | Sequence[int] | None


def _checked(dims: _Dims, num_dims: int) -> list[int]:
    found = sorted(set(dims if isinstance(dims, (list, tuple)) else [] if dims is None else [dims]))
    if any(d < 0 or d >= num_dims for d in found):
        raise ValueError(f"Invalid dims: {found}. Must be in [0, {num_dims})")
    return found


@export("contrib.grid_rnn.GridRNNCell")
class GridRNNCell(RNNCell):
    """A cell of several dimensions.

    Args:
      num_units: the size of each dimension.
      num_dims: how many there are.
      input_dims: those that inputs go to, in equal parts.
      output_dims: those whose outputs are the cell's.
      priority_dims: those that come last.
      non_recurrent_dims: those that are layers with `non_recurrent_fn`, by default `tf.nn.relu`.
      tied: whether dimensions share weights, those with and those without state apart.
      cell_fn: makes the cell of a dimension from the number of units; `LSTMCell` by default.
      state_is_tuple, output_is_tuple: whether these are tuples or joined tensors.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.grid_rnn.GridRNNCell(4, num_dims=2, input_dims=0, output_dims=1)
    ...     outputs, _ = cell(tf.zeros([3, 5]), cell.zero_state(3, tf.float32))
    ...     print([o.shape.as_list() for o in outputs], len(cell.state_size))
    [[3, 4]] 2
    """

    def __init__(
        self,
        num_units: int,
        num_dims: int = 1,
        input_dims: _Dims = None,
        output_dims: _Dims = None,
        priority_dims: _Dims = None,
        non_recurrent_dims: _Dims = None,
        tied: bool = False,
        cell_fn: Callable[[int], RNNCell] | None = None,
        non_recurrent_fn: Callable | None = None,
        state_is_tuple: bool = True,
        output_is_tuple: bool = True,
    ) -> None:
        super().__init__()
        for is_tuple, what in ((state_is_tuple, "state"), (output_is_tuple, "output")):
            if not is_tuple:
                text = "%s: Using a concatenated %s is slower and will soon be deprecated.  Use %s_is_tuple=True."
                logging.warning(text, self, what, what)
        if num_dims < 1:
            raise ValueError(f"dims must be >= 1: {num_dims}")
        self._num_units, self._num_dims, self._tied = num_units, num_dims, tied
        self._inputs, self._outputs = _checked(input_dims, num_dims), _checked(output_dims, num_dims)
        priority, stateless = _checked(priority_dims, num_dims), _checked(non_recurrent_dims, num_dims)
        self._groups = [[d for d in range(num_dims) if d not in priority], priority]
        self._recurrents = [d for d in range(num_dims) if d not in stateless]
        self._non_recurrent_fn = non_recurrent_fn or tf.nn.relu
        self._state_is_tuple, self._output_is_tuple = state_is_tuple, output_is_tuple
        make = cell_fn or (lambda n: LSTMCell(num_units=n, state_is_tuple=state_is_tuple))
        self._cells = [make(num_units)] * num_dims if tied else [make(num_units) for _ in range(num_dims)]
        first = self._cells[0]
        if not isinstance(first, RNNCell):
            raise TypeError(f"cell_fn must return an RNNCell instance, saw: {type(first)}")
        sizes = first.state_size
        self._size_of_state = sum(sizes) if isinstance(sizes, tuple) else sizes

    @property
    def output_size(self) -> Any:
        """The sizes of the outputs, or their sum."""
        size, count = self._cells[0].output_size, len(self._outputs)
        return (size,) * count if self._output_is_tuple else size * count

    @property
    def state_size(self) -> Any:
        """The sizes of the states of the dimensions that have one, or their sum."""
        count = len(self._recurrents)
        return (self._cells[0].state_size,) * count if self._state_is_tuple else self._size_of_state * count

    def __call__(self, inputs: Any, state: Any, scope: ScopeLike | None = None) -> Any:
        """Makes one step: the output and the new state."""
        memories, outputs = self._parts_of_state(state)
        new_outputs: list[Any] = [None] * self._num_dims
        new_states: list[Any] = [None] * self._num_dims
        with tf.variable_scope(scope or type(self).__name__):
            self._project(inputs, memories, outputs)
            made: set[str] = set()
            for group in self._groups:
                self._propagate(group, memories, outputs, new_outputs, new_states, made)
            output: Any = tuple(new_outputs[d] for d in self._outputs)
            if not self._output_is_tuple:
                output = tf.concat(output, 1) if output else tf.zeros([0, 0], inputs.dtype)
            states: Any = tuple(new_states[d] for d in self._recurrents)
            if not self._state_is_tuple:
                parts = [part for s in states for part in (s if isinstance(s, (tuple, list)) else [s])]
                states = tf.concat(parts, 1) if parts else tf.zeros([0, 0], inputs.dtype)
        return output, states

    def _parts_of_state(self, state: Tensor) -> tuple[list[Any], list[Any]]:
        """Memory (None for cells without) and last output of each dimension."""
        memories: list[Any] = [None] * self._num_dims
        outputs: list[Any] = [None] * self._num_dims
        of_output = self._size_of_state - self._num_units  # nothing, if the state is the output
        if self._state_is_tuple and len(self._recurrents) != len(state):
            raise ValueError(f"Expected state as a tuple of {len(self._recurrents)} element")
        for n, d in enumerate(self._recurrents):
            if self._state_is_tuple:
                if of_output > 0:
                    memories[d], outputs[d] = state[n]
                else:
                    outputs[d] = state[n]
                continue
            start = n * self._size_of_state
            first = tf.slice(state, [0, start], [-1, self._num_units])
            if of_output > 0:
                memories[d] = first
                outputs[d] = tf.slice(state, [0, start + self._num_units], [-1, of_output])
            else:
                outputs[d] = first
        return memories, outputs

    def _project(self, inputs: TensorOrVariable, memories: list[Any], outputs: list[Any]) -> None:
        """Puts the inputs in the place of the state of the dimensions that they go to."""
        if inputs is None or not self._inputs:
            return
        if isinstance(inputs, tuple):
            if len(self._inputs) != len(inputs):
                raise ValueError(f"Expect inputs as a tuple of {len(self._inputs)} tensors")
            parts = list(inputs)
        elif inputs.shape.with_rank(2)[1].value == 0:
            return
        else:
            parts = tf.split(value=inputs, num_or_size_splits=len(self._inputs), axis=1)
        shape = [parts[0].shape.with_rank(2)[1].value, self._num_units]
        for part, d in zip(parts, self._inputs, strict=True):
            outputs[d] = tf.matmul(part, tf.get_variable(f"project_m_{d}", shape, dtype=part.dtype))
            if self._size_of_state > self._num_units:
                memories[d] = tf.matmul(part, tf.get_variable(f"project_c_{d}", shape, dtype=part.dtype))

    def _propagate(
        self,
        group: list[int],
        memories: list[Any],
        outputs: list[Any],
        new_outputs: list[Any],
        new_states: list[Any],
        made: set[str],
    ) -> None:
        """The new outputs and states of some dimensions, all from what was there before any of them."""
        if not group:
            return
        now = [old if new is None else new for old, new in zip(outputs, new_outputs, strict=True)]
        last = now[-1]  # is the state of the cells, the others are their input
        if self._num_dims > 1:
            others = tf.concat(now[:-1], 1)
        else:
            rows = last.shape[0].value
            others = tf.zeros([tf.shape(last)[0] if rows is None else rows, 0], last.dtype)
        for d in group:
            kind = "recurrent" if d in self._recurrents else "non_recurrent"
            with tf.variable_scope(kind if self._tied else f"{kind}/cell_{d}") as scope:
                if self._tied and kind in made:
                    scope.reuse_variables()
                made.add(kind)
                if d in self._recurrents:
                    state = last if memories[d] is None else (memories[d], last)
                    new_outputs[d], new_states[d] = self._cells[d](others, state)
                else:
                    new_outputs[d] = tf.contrib.layers.fully_connected(
                        tf.concat([others, last], 1) if self._num_dims > 1 else last,
                        num_outputs=self._num_units,
                        activation_fn=self._non_recurrent_fn,
                        weights_initializer=scope.initializer or tf.contrib.layers.xavier_initializer(),
                        weights_regularizer=scope.regularizer,
                    )


class _Grid(GridRNNCell):
    """A grid with input, output and priority in its first dimension, which may be a layer without a state."""

    def __init__(
        self,
        num_dims: int,
        cell_fn: Callable[[int], RNNCell],
        num_units: int,
        tied: bool,
        non_recurrent_fn: Callable | None,
        state_is_tuple: bool,
        output_is_tuple: bool,
    ) -> None:
        super().__init__(
            num_units,
            num_dims,
            **dict.fromkeys(("input_dims", "output_dims", "priority_dims"), 0),
            non_recurrent_dims=None if non_recurrent_fn is None else 0,
            tied=tied,
            cell_fn=cell_fn,
            non_recurrent_fn=non_recurrent_fn,
            state_is_tuple=state_is_tuple,
            output_is_tuple=output_is_tuple,
        )


@export("contrib.grid_rnn.Grid1BasicRNNCell")
class Grid1BasicRNNCell(_Grid):
    """A grid of one dimension, of simple cell; the arguments are those of `GridRNNCell` and of the cells.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.grid_rnn.Grid1BasicRNNCell(4)
    ...     outputs, state = cell(tf.zeros([3, 5]), cell.zero_state(3, tf.float32))
    ...     print(outputs[0].shape.as_list())
    [3, 4]
    """

    def __init__(
        self,
        num_units: int,
        state_is_tuple: bool = True,
        output_is_tuple: bool = True,
    ) -> None:
        def cell_fn(n: int) -> RNNCell:
            return BasicRNNCell(num_units=n)

        super().__init__(1, cell_fn, num_units, False, None, state_is_tuple, output_is_tuple)


@export("contrib.grid_rnn.Grid2BasicRNNCell")
class Grid2BasicRNNCell(_Grid):
    """A grid of two dimensions, of simple cells; the arguments are those of `GridRNNCell` and of the cells.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.grid_rnn.Grid2BasicRNNCell(4)
    ...     outputs, state = cell(tf.zeros([3, 5]), cell.zero_state(3, tf.float32))
    ...     print(outputs[0].shape.as_list())
    [3, 4]
    """

    def __init__(
        self,
        num_units: int,
        tied: bool = False,
        non_recurrent_fn: Callable | None = None,
        state_is_tuple: bool = True,
        output_is_tuple: bool = True,
    ) -> None:
        def cell_fn(n: int) -> RNNCell:
            return BasicRNNCell(num_units=n)

        super().__init__(2, cell_fn, num_units, tied, non_recurrent_fn, state_is_tuple, output_is_tuple)


@export("contrib.grid_rnn.Grid1BasicLSTMCell")
class Grid1BasicLSTMCell(_Grid):
    """A grid of one dimension, of basic LSTM; the arguments are those of `GridRNNCell` and of the cells.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.grid_rnn.Grid1BasicLSTMCell(4)
    ...     outputs, state = cell(tf.zeros([3, 5]), cell.zero_state(3, tf.float32))
    ...     print(outputs[0].shape.as_list())
    [3, 4]
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1,
        state_is_tuple: bool = True,
        output_is_tuple: bool = True,
    ) -> None:
        def cell_fn(n: int) -> RNNCell:
            return BasicLSTMCell(num_units=n, forget_bias=forget_bias)

        super().__init__(1, cell_fn, num_units, False, None, state_is_tuple, output_is_tuple)


@export("contrib.grid_rnn.Grid2BasicLSTMCell")
class Grid2BasicLSTMCell(_Grid):
    """A grid of two dimensions, of basic LSTMs; the arguments are those of `GridRNNCell` and of the cells.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.grid_rnn.Grid2BasicLSTMCell(4)
    ...     outputs, state = cell(tf.zeros([3, 5]), cell.zero_state(3, tf.float32))
    ...     print(outputs[0].shape.as_list())
    [3, 4]
    """

    def __init__(
        self,
        num_units: int,
        tied: bool = False,
        non_recurrent_fn: Callable | None = None,
        forget_bias: float = 1,
        state_is_tuple: bool = True,
        output_is_tuple: bool = True,
    ) -> None:
        def cell_fn(n: int) -> RNNCell:
            return BasicLSTMCell(num_units=n, forget_bias=forget_bias)

        super().__init__(2, cell_fn, num_units, tied, non_recurrent_fn, state_is_tuple, output_is_tuple)


@export("contrib.grid_rnn.Grid1LSTMCell")
class Grid1LSTMCell(_Grid):
    """A grid of one dimension, of LSTM; the arguments are those of `GridRNNCell` and of the cells.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.grid_rnn.Grid1LSTMCell(4)
    ...     outputs, state = cell(tf.zeros([3, 5]), cell.zero_state(3, tf.float32))
    ...     print(outputs[0].shape.as_list())
    [3, 4]
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        output_is_tuple: bool = True,
    ) -> None:
        def cell_fn(n: int) -> RNNCell:
            return LSTMCell(num_units=n, forget_bias=forget_bias, use_peepholes=use_peepholes)

        super().__init__(1, cell_fn, num_units, False, None, state_is_tuple, output_is_tuple)


@export("contrib.grid_rnn.Grid2LSTMCell")
class Grid2LSTMCell(_Grid):
    """A grid of two dimensions, of LSTMs; the arguments are those of `GridRNNCell` and of the cells.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.grid_rnn.Grid2LSTMCell(4)
    ...     outputs, state = cell(tf.zeros([3, 5]), cell.zero_state(3, tf.float32))
    ...     print(outputs[0].shape.as_list())
    [3, 4]
    """

    def __init__(
        self,
        num_units: int,
        tied: bool = False,
        non_recurrent_fn: Callable | None = None,
        use_peepholes: bool = False,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        output_is_tuple: bool = True,
    ) -> None:
        def cell_fn(n: int) -> RNNCell:
            return LSTMCell(num_units=n, forget_bias=forget_bias, use_peepholes=use_peepholes)

        super().__init__(2, cell_fn, num_units, tied, non_recurrent_fn, state_is_tuple, output_is_tuple)


@export("contrib.grid_rnn.Grid3LSTMCell")
class Grid3LSTMCell(_Grid):
    """A grid of three dimensions, of LSTMs; the arguments are those of `GridRNNCell` and of the cells.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.grid_rnn.Grid3LSTMCell(4)
    ...     outputs, state = cell(tf.zeros([3, 5]), cell.zero_state(3, tf.float32))
    ...     print(outputs[0].shape.as_list())
    [3, 4]
    """

    def __init__(
        self,
        num_units: int,
        tied: bool = False,
        non_recurrent_fn: Callable | None = None,
        use_peepholes: bool = False,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        output_is_tuple: bool = True,
    ) -> None:
        def cell_fn(n: int) -> RNNCell:
            return LSTMCell(num_units=n, forget_bias=forget_bias, use_peepholes=use_peepholes)

        super().__init__(3, cell_fn, num_units, tied, non_recurrent_fn, state_is_tuple, output_is_tuple)


@export("contrib.grid_rnn.Grid2GRUCell")
class Grid2GRUCell(_Grid):
    """A grid of two dimensions, of GRUs; the arguments are those of `GridRNNCell` and of the cells.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.grid_rnn.Grid2GRUCell(4)
    ...     outputs, state = cell(tf.zeros([3, 5]), cell.zero_state(3, tf.float32))
    ...     print(outputs[0].shape.as_list())
    [3, 4]
    """

    def __init__(
        self,
        num_units: int,
        tied: bool = False,
        non_recurrent_fn: Callable | None = None,
        state_is_tuple: bool = True,
        output_is_tuple: bool = True,
    ) -> None:
        def cell_fn(n: int) -> RNNCell:
            return GRUCell(num_units=n)

        super().__init__(2, cell_fn, num_units, tied, non_recurrent_fn, state_is_tuple, output_is_tuple)
