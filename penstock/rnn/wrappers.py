"""Cells made of other cells: dropout, residual connections, a device, a stack of layers, projections, an embedding."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import get_default_graph, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, InitializerLike, NestedTensors, ScopeLike, TensorLike
from penstock.keras.engine.base_layer import Layer as KerasLayer
from penstock.ops.control.tensor_array import TensorArray
from penstock.ops.state.variable_scope import get_variable, variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope
from penstock.platform import logging
from penstock.rnn.cell_base import RNNCell, assert_like_cell
from penstock.rnn.lstm import LSTMStateTuple
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


class _Wrapper(RNNCell):
    """A cell around a cell. Calling it calls the other in the scope around, so that wrapping changes no names."""

    def __init__(self, cell: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        assert_like_cell("cell", cell)
        self.cell = cell

    wrapped_cell = property(lambda self: self.cell, doc="The cell inside.")
    state_size = property(lambda self: self.cell.state_size, doc="The size of the state.")
    output_size = property(lambda self: self.cell.output_size, doc="The size of the output.")

    def __call__(self, inputs: NestedTensors, state: NestedTensors, scope: ScopeLike | None = None) -> Any:
        """Makes one step; see `RNNCell`."""
        return self._around(inputs, state, self.cell.__call__, scope=scope)

    def call(self, inputs: NestedTensors, state: NestedTensors, **kwargs: Any) -> Any:
        """Makes the operations."""
        return self._around(inputs, state, self.cell.call, **kwargs)

    def build(self, _: Any) -> None:
        """Makes nothing; the cell inside makes its variables."""
        self.built = True

    def _around(self, inputs: object, state: object, step: Callable, **kwargs: Any) -> Any:
        raise NotImplementedError

    def zero_state(self, batch_size: TensorLike, dtype: DTypeLike) -> Any:
        """A state of zeros, a structure like `state_size`."""
        with name_scope(f"{type(self).__name__}ZeroState", values=[batch_size]):
            return self.cell.zero_state(batch_size, dtype)

    def get_config(self) -> dict[str, Any]:
        """The wrapper's settings."""
        cell = {"class_name": type(self.cell).__name__, "config": self.cell.get_config()}
        return {**super().get_config(), "cell": cell}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Mapping[Any, Any] | None = None) -> Any:
        """A wrapper from what `get_config` gave, with a cell in the place of "cell"."""
        config = dict(config)
        cell = config.pop("cell")
        try:
            assert_like_cell("cell", cell)
            return cls(cell, **config)
        except TypeError:
            raise ValueError(
                "RNNCellWrapper cannot reconstruct the wrapped cell. Please overwrite the cell in the config with a RNNCell "
                "instance."
            ) from None


def _weights(cells: Any, kind: str) -> list[Any]:
    return [weight for cell in cells if isinstance(cell, KerasLayer) for weight in getattr(cell, kind)]


def _all_but_memory(state: NestedTensors) -> Any:
    """What of a state is dropped: everything but the memory of an LSTM."""
    if isinstance(state, LSTMStateTuple):
        return LSTMStateTuple(c=False, h=True)
    return not isinstance(state, TensorArray)


def _numbered(shallow: Any, function: Callable, *structures: Any) -> Any:
    """Maps with the number of each part as the first argument."""
    count = iter(range(1 << 30))
    return nest.map_structure_up_to(shallow, lambda *parts: function(next(count), *parts), *structures)


@export("nn.rnn_cell.DropoutWrapper", "contrib.rnn.DropoutWrapper")
class DropoutWrapper(_Wrapper):
    """Dropout around a cell, on its input, its output and its state.

    Args:
      cell: the cell.
      input_keep_prob, output_keep_prob, state_keep_prob: how likely an element is kept, numbers or tensors.
      variational_recurrent: whether all steps drop the same elements.
      input_size: the size of the input, for that case.
      dtype: the type of all tensors, for that case.
      seed: a seed.
      dropout_state_filter_visitor: a function of the state, or a part of it, that says which parts may be dropped; by
        default all but the memory of LSTMs.

    Raises:
      TypeError: if `cell` is none.
      ValueError: if a probability is not between 0 and 1.

    >>> import penstock as tf
    >>> ones = tf.nn.rnn_cell.BasicRNNCell(100, activation=tf.ones_like)
    >>> cell = tf.nn.rnn_cell.DropoutWrapper(ones, output_keep_prob=0.5)
    >>> output, _ = cell(tf.zeros([1, 4]), cell.zero_state(1, tf.float32))
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sorted(set(sess.run(output).ravel().tolist())))
    [0.0, 2.0]
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._start(*args, **kwargs)

    def _start(
        self,
        cell: RNNCell,
        input_keep_prob: TensorLike = 1.0,
        output_keep_prob: TensorLike = 1.0,
        state_keep_prob: TensorLike = 1.0,
        variational_recurrent: bool = False,
        input_size: TensorLike | None = None,
        dtype: DTypeLike | None = None,
        seed: int | None = None,
        dropout_state_filter_visitor: Callable | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(cell, dtype=dtype, **kwargs)
        if dropout_state_filter_visitor is not None and not callable(dropout_state_filter_visitor):
            raise TypeError("dropout_state_filter_visitor must be callable")
        self._state_filter = dropout_state_filter_visitor or _all_but_memory
        self._keep: dict[str, Any] = {}
        with name_scope("DropoutWrapperInit"):
            given = {"input": input_keep_prob, "state": state_keep_prob, "output": output_keep_prob}
            for what, value in given.items():
                tensor = convert_to_tensor(value)
                known = constant_value(tensor)
                if known is not None and not 0 <= known <= 1:
                    raise ValueError(f"Parameter {what}_keep_prob must be between 0 and 1: {int(known)}")
                self._keep[what] = tensor if known is None else float(known)
        self._variational_recurrent = variational_recurrent
        self._input_size = input_size
        self._seed = seed
        self._noise: dict[str, Any] = {}
        if variational_recurrent:
            if dtype is None:
                raise ValueError("When variational_recurrent=True, dtype must be provided")
            if self._drops("input"):
                if input_size is None:
                    raise ValueError(
                        "When variational_recurrent=True and input_keep_prob < 1.0 or is unknown, input_size must be provided"
                    )
                self._make_noise("input", input_size, dtype)
            self._make_noise("state", cell.state_size, dtype)
            self._make_noise("output", cell.output_size, dtype)

    def _make_noise(self, what: str, size: TensorLike, dtype: DTypeLike) -> None:
        def noise(i: int, s: TensorLike) -> Tensor:
            sizes = s if isinstance(s, TensorShape) else TensorShape(s if isinstance(s, (list, tuple)) else [s])
            shape = tf.concat(([1], sizes.as_list()), 0)
            return tf.random_uniform(shape, seed=self._seed_for(what, i), dtype=dtype)

        self._noise[what] = _numbered(size, noise, size)

    def _seed_for(self, what: str, index: int) -> int | None:
        """A seed for each place, as 1.15 computes it."""
        if self._seed is None:
            return None
        text = f"{self._seed}{what}_{index}".encode()
        return int(hashlib.md5(text).hexdigest()[:8], 16) & 0x7FFFFFFF

    def _drops(self, what: str) -> bool:
        keep = self._keep[what]
        return not isinstance(keep, float) or keep < 1

    def _dropped(self, what: str, values: Any, which: Any = None) -> Any:
        keep = self._keep[what]
        which = values if which is None else which
        if not self._variational_recurrent:

            def fresh(i: int, wanted: object, v: TensorLike) -> Any:
                if isinstance(wanted, bool) and not wanted:
                    return v
                return tf.nn.dropout(v, rate=1.0 - keep, seed=self._seed_for(what, i))

            return _numbered(which, fresh, which, values)

        def repeated(_: int, wanted: Any, v: Any, noise: Any) -> Any:
            if isinstance(wanted, bool) and not wanted:
                return v
            result = tf.div(v, keep) * tf.floor(keep + noise)
            result.set_shape(v.shape)
            return result

        return _numbered(which, repeated, which, values, self._noise[what])

    def _around(self, inputs: Any, state: object, step: Callable, **kwargs: Any) -> tuple[Any, Any]:
        if self._drops("input"):
            inputs = self._dropped("input", inputs)
        output, new_state = step(inputs, state, **kwargs)
        if self._drops("state"):
            which = nest.get_traverse_shallow_structure(self._state_filter, new_state)
            new_state = self._dropped("state", new_state, which)
        if self._drops("output"):
            output = self._dropped("output", output)
        return output, new_state

    def get_config(self) -> dict[str, Any]:
        """The wrapper's settings."""
        return {
            **super().get_config(),
            **{f"{what}_keep_prob": value for what, value in self._keep.items()},
            "variational_recurrent": self._variational_recurrent,
            "input_size": self._input_size,
            "seed": self._seed,
        }


@export("nn.rnn_cell.ResidualWrapper", "contrib.rnn.ResidualWrapper")
class ResidualWrapper(_Wrapper):
    """A cell whose inputs are added to its outputs.

    Args:
      cell: the cell.
      residual_fn: a function of inputs and outputs to use instead of the sum.

    >>> import penstock as tf
    >>> cell = tf.nn.rnn_cell.ResidualWrapper(tf.nn.rnn_cell.BasicRNNCell(2, activation=tf.zeros_like))
    >>> output, _ = cell(tf.constant([[3.0, 4.0]]), cell.zero_state(1, tf.float32))
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(output))
    [[3. 4.]]
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._start(*args, **kwargs)

    def _start(self, cell: RNNCell, residual_fn: Callable | None = None, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._residual_fn = residual_fn

    def _around(self, inputs: object, state: object, step: Callable, **kwargs: Any) -> tuple[Any, Any]:
        outputs, new_state = step(inputs, state, **kwargs)
        return (self._residual_fn or _sum)(inputs, outputs), new_state


def _sum(inputs: object, outputs: NestedTensors) -> Any:
    nest.assert_same_structure(inputs, outputs)
    nest.map_structure(lambda a, b: a.shape.assert_is_compatible_with(b.shape), inputs, outputs)
    return nest.map_structure(lambda a, b: a + b, inputs, outputs)


@export("nn.rnn_cell.DeviceWrapper", "contrib.rnn.DeviceWrapper")
class DeviceWrapper(_Wrapper):
    """A cell whose operations are placed on a device.

    Args:
      cell: the cell.
      device: what `tf.device` takes.

    >>> import penstock as tf
    >>> cell = tf.nn.rnn_cell.DeviceWrapper(tf.nn.rnn_cell.BasicRNNCell(3), "/cpu:0")
    >>> output, _ = cell(tf.zeros([2, 4]), cell.zero_state(2, tf.float32))
    >>> output.op.device
    '/device:CPU:0'
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._start(*args, **kwargs)

    def _start(self, cell: RNNCell, device: Any, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._device = device

    def _around(self, inputs: object, state: object, step: Callable, **kwargs: Any) -> Any:
        with get_default_graph().device(self._device):
            return step(inputs, state, **kwargs)

    def zero_state(self, batch_size: TensorLike, dtype: DTypeLike) -> Any:
        """A state of zeros on the device."""
        with get_default_graph().device(self._device):
            return super().zero_state(batch_size, dtype)

    def get_config(self) -> dict[str, Any]:
        """The wrapper's settings."""
        return {**super().get_config(), "device": self._device}


@export("nn.rnn_cell.MultiRNNCell", "contrib.rnn.MultiRNNCell")
class MultiRNNCell(RNNCell):
    """Several cells one upon the other: the output of each is the input of the next.

    Args:
      cells: a list of cells.
      state_is_tuple: whether the state is a tuple of theirs; if not, they are joined in one tensor.

    Raises:
      ValueError: if there are none, or their states are tuples and `state_is_tuple` is False.

    >>> import penstock as tf
    >>> cell = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.GRUCell(size) for size in (3, 5)])
    >>> cell.state_size, cell.output_size
    ((3, 5), 5)
    >>> output, state = cell(tf.zeros([2, 4]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list(), len(state)
    ([2, 5], 2)
    """

    @deprecated(
        None,
        "This class is equivalent as tf.keras.layers.StackedRNNCells, and will be replaced by that in Tensorflow 2.0.",
    )
    def __init__(self, cells: Any, state_is_tuple: bool = True) -> None:
        super().__init__()
        if not cells:
            raise ValueError("Must specify at least one cell for MultiRNNCell.")
        if not nest.is_sequence(cells):
            raise TypeError(f"cells must be a list or tuple, but saw: {cells}.")
        if len({id(cell) for cell in cells}) < len(cells):
            logging.log_first_n(
                logging.WARN,
                "At least two cells provided to MultiRNNCell are the same object and will share weights.",
                1,
            )
        self._cells = cells
        self._state_is_tuple = state_is_tuple
        if not state_is_tuple and any(nest.is_sequence(cell.state_size) for cell in cells):
            sizes = [cell.state_size for cell in cells]
            raise ValueError(
                f"Some cells return tuples of states, but the flag state_is_tuple is not set.  State sizes are: {sizes}"
            )

    @property
    def state_size(self) -> Any:
        """The sizes of the cells' states, or their sum."""
        sizes = tuple(cell.state_size for cell in self._cells)
        return sizes if self._state_is_tuple else sum(sizes)

    @property
    def output_size(self) -> Any:
        """The size of the last cell's output."""
        return self._cells[-1].output_size

    def zero_state(self, batch_size: TensorLike, dtype: DTypeLike) -> Any:
        """A state of zeros, a structure like `state_size`."""
        with name_scope(f"{type(self).__name__}ZeroState", values=[batch_size]):
            if self._state_is_tuple:
                return tuple(cell.zero_state(batch_size, dtype) for cell in self._cells)
            return super().zero_state(batch_size, dtype)

    @property
    def trainable_weights(self) -> list[Any]:
        """The variables of the cells that are trained."""
        return _weights(self._cells, "trainable_weights") if self.trainable else []

    @property
    def non_trainable_weights(self) -> list[Any]:
        """The variables of the cells that are not trained."""
        untrained = _weights(self._cells, "non_trainable_weights")
        return untrained if self.trainable else _weights(self._cells, "trainable_weights") + untrained

    def call(self, inputs: NestedTensors, state: Any) -> tuple[Any, Any]:
        """Makes the operations."""
        position = 0
        new_states = []
        for i, cell in enumerate(self._cells):
            with variable_scope(f"cell_{i}"):
                if self._state_is_tuple:
                    if not nest.is_sequence(state):
                        raise ValueError(
                            f"Expected state to be a tuple of length {len(self.state_size)}, but received: {state}"
                        )
                    own = state[i]
                else:
                    own = tf.slice(state, [0, position], [-1, cell.state_size])
                    position += cell.state_size
                inputs, new_state = cell(inputs, own)
                new_states.append(new_state)
        return inputs, tuple(new_states) if self._state_is_tuple else tf.concat(new_states, 1)


# -- of 0.9, later in contrib ---------------------------------------------------------------------------------------------


def linear(
    args: Any,
    size: TensorLike | None,
    bias: bool = True,
    bias_initializer: InitializerLike | None = None,
    kernel_initializer: InitializerLike | None = None,
) -> Tensor:
    """`concat(args) @ kernel + bias` with variables of the current scope; `args` is a matrix or a list of matrices.

    Raises:
      ValueError: if there is nothing, or something that is not a matrix of known width.
    """
    parts = list(args) if nest.is_sequence(args) else [args]
    if args is None or not parts:
        raise ValueError("`args` must be specified")
    shapes = [part.shape for part in parts]
    if any(shape.ndims != 2 for shape in shapes):
        raise ValueError(f"linear is expecting 2D arguments: {shapes}")
    widths = [shape.as_list()[1] for shape in shapes]
    if None in widths:
        raise ValueError(f"linear expects shape[1] to be provided for all of {shapes}")
    dtype = parts[0].dtype
    with variable_scope(get_variable_scope()) as outer:
        kernel = get_variable("kernel", [sum(widths), size], dtype=dtype, initializer=kernel_initializer)
        product = tf.matmul(parts[0] if len(parts) == 1 else tf.concat(parts, 1), kernel)
        if not bias:
            return product
        with variable_scope(outer) as inner:
            inner.set_partitioner(None)
            if bias_initializer is None:
                bias_initializer = tf.constant_initializer(0.0, dtype=dtype)
            added = get_variable("bias", [size], dtype=dtype, initializer=bias_initializer)
    return tf.nn.bias_add(product, added)


class _Around(RNNCell):
    def __init__(self, cell: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        assert_like_cell("cell", cell)
        self._cell = cell

    state_size = property(lambda self: self._cell.state_size, doc="The size of the state.")
    output_size = property(lambda self: self._cell.output_size, doc="The size of the output.")

    def zero_state(self, batch_size: TensorLike, dtype: DTypeLike) -> Any:
        """A state of zeros, a structure like `state_size`."""
        with name_scope(f"{type(self).__name__}ZeroState", values=[batch_size]):
            return self._cell.zero_state(batch_size, dtype)


@export("nn.rnn_cell.InputProjectionWrapper", "contrib.rnn.InputProjectionWrapper")
class InputProjectionWrapper(_Around):
    """A cell with a linear map before its input.

    Args:
      cell: the cell.
      num_proj: the size of the map's result.
      activation: a function of the result.
      input_size: ignored, the size of the input is seen at the first call.
      reuse: whether to use variables that exist.

    >>> import penstock as tf
    >>> cell = tf.contrib.rnn.InputProjectionWrapper(tf.nn.rnn_cell.BasicRNNCell(3), num_proj=6)
    >>> output, _ = cell(tf.zeros([2, 4]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list(), [v.shape.as_list() for v in tf.global_variables()]
    ([2, 3], [[4, 6], [6], [9, 3], [3]])
    """

    def __init__(
        self,
        cell: Any,
        num_proj: int,
        activation: Callable[..., Any] | None = None,
        input_size: TensorLike | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(cell, _reuse=reuse)
        if input_size is not None:
            logging.warn("%s: The input_size parameter is deprecated.", self)
        self._num_proj = num_proj
        self._activation = activation

    def call(self, inputs: NestedTensors, state: NestedTensors) -> Any:
        """Makes the operations."""
        projected = linear(inputs, self._num_proj)
        return self._cell(projected if self._activation is None else self._activation(projected), state)


@export("nn.rnn_cell.OutputProjectionWrapper", "contrib.rnn.OutputProjectionWrapper")
class OutputProjectionWrapper(_Around):
    """A cell with a linear map after its output.

    Args:
      cell: the cell.
      output_size: the size of the map's result.
      activation: a function of the result.
      reuse: whether to use variables that exist.

    >>> import penstock as tf
    >>> cell = tf.contrib.rnn.OutputProjectionWrapper(tf.nn.rnn_cell.BasicRNNCell(3), output_size=6)
    >>> output, state = cell(tf.zeros([2, 4]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list(), state.shape.as_list()
    ([2, 6], [2, 3])
    """

    def __init__(
        self, cell: Any, output_size: int, activation: Callable[..., Any] | None = None, reuse: bool | None = None
    ) -> None:
        super().__init__(cell, _reuse=reuse)
        if output_size < 1:
            raise ValueError(f"Parameter output_size must be > 0: {output_size}.")
        self._output_size = output_size
        self._activation = activation

    output_size = property(lambda self: self._output_size, doc="The size of the output.")

    def call(self, inputs: NestedTensors, state: NestedTensors) -> tuple[Any, Any]:
        """Makes the operations."""
        output, new_state = self._cell(inputs, state)
        projected = linear(output, self._output_size)
        return projected if self._activation is None else self._activation(projected), new_state


@export("nn.rnn_cell.EmbeddingWrapper", "contrib.rnn.EmbeddingWrapper")
class EmbeddingWrapper(_Around):
    """A cell whose inputs are integers, which are looked up in a table of vectors first.

    Args:
      cell: the cell.
      embedding_classes: how many integers there are.
      embedding_size: the size of the vectors.
      initializer: the initializer of the table; by default that of the scope, or uniform with variance 1.
      reuse: whether to use variables that exist.

    >>> import penstock as tf
    >>> cell = tf.contrib.rnn.EmbeddingWrapper(tf.nn.rnn_cell.BasicRNNCell(3), embedding_classes=10, embedding_size=4)
    >>> output, _ = cell(tf.constant([[1], [9]]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list(), [v.shape.as_list() for v in tf.global_variables()]
    ([2, 3], [[10, 4], [7, 3], [3]])
    """

    def __init__(
        self,
        cell: Any,
        embedding_classes: int,
        embedding_size: int,
        initializer: InitializerLike | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(cell, _reuse=reuse)
        if embedding_classes <= 0 or embedding_size <= 0:
            raise ValueError(
                f"Both embedding_classes and embedding_size must be > 0: {embedding_classes}, {embedding_size}."
            )
        self._classes = embedding_classes
        self._size = embedding_size
        self._initializer_given = initializer

    def call(self, inputs: NestedTensors, state: NestedTensors) -> Any:
        """Makes the operations."""
        with get_default_graph().device("/cpu:0"):
            initializer = self._initializer_given or get_variable_scope().initializer
            if initializer is None:
                initializer = tf.random_uniform_initializer(-(3.0**0.5), 3.0**0.5)
            dtype = nest.flatten(state)[0].dtype
            table = get_variable("embedding", [self._classes, self._size], initializer=initializer, dtype=dtype)
            embedded = tf.nn.embedding_lookup(table, tf.reshape(inputs, [-1]))
            return self._cell(embedded, state)
