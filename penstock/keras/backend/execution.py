"""Running parts of a graph: `K.function`, values of tensors and variables, gradients, printing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable
from penstock.keras.backend.sessions import get_graph, get_session
from penstock.keras.backend.variables import dtype as type_of
from penstock.keras.backend.variables import to_dense
from penstock.ops.state.variables import Variable
from penstock.runtime.session.session import BaseSession


def cast_variables_to_tensor(tensors: Sequence[Any]) -> Any:
    """The values of variables in a structure; tensors as they are."""
    return nest.map_structure(lambda x: tf.identity(x) if isinstance(x, Variable) else x, tensors)


class GraphExecutionFunction:
    """Runs outputs and updates of a graph for given inputs; `K.function` makes it.

    Args:
      inputs: placeholders, or a structure of them.
      outputs: tensors, or a structure of them.
      updates: operations, or pairs of a variable and its new value, that run after the first output.
      name: a name.
      **session_kwargs: `feed_dict` (further feeds), `fetches` (further tensors to run), `options` and `run_metadata`.
    """

    def __init__(
        self, inputs: NestedTensors, outputs: Any, updates: Any = None, name: str | None = None, **session_kwargs: Any
    ) -> None:
        updates = updates or []
        if not isinstance(updates, (list, tuple)):
            raise TypeError("`updates` in a Keras backend function should be a list or tuple.")
        self._inputs_structure = inputs
        self.inputs = nest.flatten(inputs, expand_composites=True)
        self._outputs_structure = outputs
        self.outputs = cast_variables_to_tensor(nest.flatten(outputs, expand_composites=True))
        with tf.control_dependencies([self.outputs[0]]):
            made = [tf.assign(*update) if isinstance(update, tuple) else update for update in updates]
            self.updates_op = tf.group(*made)
        self.name = name
        self.feed_dict = session_kwargs.pop("feed_dict", None)
        fetches = session_kwargs.pop("fetches", [])
        self.run_options = session_kwargs.pop("options", None)
        self.run_metadata = session_kwargs.pop("run_metadata", None)
        # Kept as a list: callbacks append what is to be fetched with the next call.
        self.fetches = [tf.identity(x) for x in (fetches if isinstance(fetches, list) else [fetches])]
        self.session_kwargs = session_kwargs
        self.fetch_callbacks: dict[Any, Callable] = {}
        if session_kwargs:
            raise ValueError(
                f"Some keys in session_kwargs are not supported at this time: {session_kwargs.keys()}",
            )
        self._made_for: tuple | None = None
        self._callable: Callable = lambda *_: ()
        self._session: Any = None
        self._numpy_types = [dtypes.as_dtype(x.dtype).base_dtype.as_numpy_dtype for x in self.inputs]
        # One output that is no structure is what most functions have, such as the step of a fit.
        self._flat = isinstance(outputs, (list, tuple)) and all(isinstance(x, (Tensor, Variable)) for x in outputs)

    def _fed(self, inputs: list[Any]) -> tuple[list[Any], list[Any], list[Any], list[Any]]:
        """Placeholders and values of what is fed as arrays, then placeholders and tensors of what is connected."""
        arrays, values, symbols, tensors = [], [], [], []
        for tensor, value, kind in zip(self.inputs, inputs, self._numpy_types):
            if value is None:
                continue
            if tf.is_tensor(value):
                symbols.append(tensor)
                tensors.append(value)
            else:
                arrays.append(tensor)
                values.append(np.asarray(value, dtype=kind))
        for key in sorted(self.feed_dict or (), key=lambda key: key.name):
            arrays.append(key)
            values.append(np.asarray(self.feed_dict[key], dtype=key.dtype.base_dtype.name))
        return arrays, values, symbols, tensors

    def _prepare(self, session: Any, arrays: list[Any], symbols: list[Any], tensors: list[Any]) -> None:
        wanted = [*self.outputs, *self.fetches, self.updates_op]
        if self.run_options is not None or self.run_metadata is not None or tensors:
            connected = [_broadcast(tf.cast(t, s.dtype), s) for s, t in zip(symbols, tensors)]

            def run(*values: Any) -> Any:
                feeds = dict(zip(arrays, values))
                # A tensor in the place of a placeholder is run first: both are parts of one step in 1.15.
                feeds.update(zip(symbols, session.run(connected)))
                return session.run(wanted, feeds, self.run_options, self.run_metadata)

            self._callable = run
        elif hasattr(session, "_make_callable_from_options") and not isinstance(session, BaseSession):
            self._callable = self._shown_run(session, arrays)
        else:
            self._callable = session.make_callable(wanted, arrays)
        self._session = session

    def _shown_run(self, session: Any, arrays: list[Any]) -> Callable:
        """A run of a session that a debugger wraps: asked for as 1.15 does, so that it is shown under the same title."""
        options = protos.CallableOptions()
        options.feed.extend(tensor.name for tensor in arrays)
        options.fetch.extend(tensor.name for tensor in [*self.outputs, *self.fetches])
        options.target.append(self.updates_op.name)
        made = session._make_callable_from_options(options)
        return lambda *values: [*made(*values), None]

    def __call__(self, inputs: NestedTensors) -> Any:
        """Runs the function for the values `inputs`, and returns the outputs in their structure."""
        flat = nest.flatten(inputs, expand_composites=True)
        session = get_session(flat)
        arrays, values, symbols, tensors = self._fed(flat)
        made_for = (
            id(session),
            tuple(map(id, arrays)),
            tuple(map(id, symbols)),
            tuple(map(id, tensors)),
            tuple(map(id, self.fetches)),
            id(self.run_options),
            id(self.run_metadata),
        )
        if made_for != self._made_for:
            self._prepare(session, arrays, symbols, tensors)
            self._made_for = made_for
        fetched = self._callable(*values)
        number = len(self.outputs)
        for fetch, output in zip(self.fetches, fetched[number:-1]):
            if fetch in self.fetch_callbacks:
                self.fetch_callbacks[fetch](output)
        if self._flat:
            return list(fetched[:number])
        return nest.pack_sequence_as(self._outputs_structure, fetched[:number], expand_composites=True)


_ALLOWED = ("fetches", "feed_dict", "options", "run_metadata", "inputs", "outputs", "updates", "name")


@export("keras.backend.function")
def function(
    inputs: NestedTensors, outputs: Any, updates: Any = None, name: str | None = None, **kwargs: Any
) -> GraphExecutionFunction:
    """A function that runs a part of the graph in Keras' session.

    Args:
      inputs: a list of placeholders.
      outputs: a list of tensors that are returned.
      updates: operations that run as well; a pair of a variable and a value stands for an assignment.
      name: a name.
      **kwargs: `feed_dict`, `fetches`, `options` and `run_metadata`, as for `Session.run`.

    Raises:
      ValueError: there are other arguments.

    >>> import numpy as np
    >>> from penstock.keras import backend as K
    >>> x, calls = K.placeholder((2,)), K.variable(0.0)
    >>> double = K.function([x], [x * 2.0], updates=[K.update_add(calls, 1.0)])
    >>> double([np.array([1.0, 2.0])])
    [array([2., 4.], dtype=float32)]
    >>> K.get_value(calls)
    np.float32(1.0)
    """
    for key in kwargs:
        if key not in _ALLOWED:
            raise ValueError('Invalid argument "%s" passed to K.function with TensorFlow backend' % key)
    return GraphExecutionFunction(inputs, outputs, updates=updates, **kwargs)


# -- values -----------------------------------------------------------------------------------------------------------


@export("keras.backend.get_value")
def get_value(x: Any) -> Any:
    """The value of a variable or tensor; what is no tensor comes back as it is.

    >>> from penstock.keras import backend as K
    >>> K.get_value(K.variable([1.0, 2.0]))
    array([1., 2.], dtype=float32)
    """
    if not tf.is_tensor(x):
        return x
    return x.eval(session=get_session((x,)))


@export("keras.backend.eval")
def eval(x: TensorLike) -> Any:
    """The value of a variable or tensor; of a sparse one as a dense array.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.constant([1.0]) + 1.0)
    array([2.], dtype=float32)
    """
    return get_value(to_dense(x))


@export("keras.backend.batch_get_value")
def batch_get_value(tensors: Sequence[Any]) -> list[Any]:
    """The values of several variables or tensors, in one run.

    >>> from penstock.keras import backend as K
    >>> K.batch_get_value([K.variable(1.0), K.variable(2.0)])
    [np.float32(1.0), np.float32(2.0)]
    """
    if not tensors:
        return []
    session = get_session(tensors)
    return session.run([_read_again(x) for x in tensors])


def _read_again(x: Any) -> Any:
    """What is fetched: of a variable whose replicas are put together a new read, as 1.15's workers make one each time."""
    return x._as_graph_element() if getattr(x, "_is_read_for_its_graph", False) else x


def _assignment(x: Any, value: np.ndarray) -> tuple[Any, Any]:
    """The operation that sets a variable, and the placeholder of its value; made once."""
    if not hasattr(x, "_assign_placeholder"):
        kind = dtypes.as_dtype(x.dtype.name.split("_")[0])
        x._assign_placeholder = tf.placeholder(kind, shape=[None] * value.ndim)
        x._assign_op = x.assign(x._assign_placeholder)
    return x._assign_op, x._assign_placeholder


@export("keras.backend.set_value")
def set_value(x: Any, value: TensorLike) -> None:
    """Gives a variable a value.

    Args:
      x: the variable.
      value: a NumPy array of its shape.

    >>> from penstock.keras import backend as K
    >>> v = K.variable([1.0, 2.0])
    >>> K.set_value(v, [3.0, 4.0])
    >>> K.get_value(v)
    array([3., 4.], dtype=float32)
    """
    batch_set_value([(x, value)])


@export("keras.backend.batch_set_value")
def batch_set_value(tuples: Any) -> None:
    """Gives several variables values, in one run.

    Args:
      tuples: pairs of a variable and an array.

    >>> from penstock.keras import backend as K
    >>> a, b = K.variable(1.0), K.variable(2.0)
    >>> K.batch_set_value([(a, 3.0), (b, 4.0)])
    >>> K.batch_get_value([a, b])
    [np.float32(3.0), np.float32(4.0)]
    """
    operations, feeds = [], {}
    with get_graph().as_default():
        for x, value in tuples:
            value = np.asarray(value, dtype=type_of(x))
            operation, place = _assignment(x, value)
            operations.append(operation)
            feeds[place] = value
        if operations:
            get_session().run(operations, feed_dict=feeds)


@export("keras.backend.print_tensor")
def print_tensor(x: TensorLike, message: str = "") -> Any:
    """A tensor with the value of `x` that prints it whenever it is computed.

    Args:
      x: a tensor.
      message: what to print before it.

    >>> from penstock.keras import backend as K
    >>> y = K.print_tensor(K.constant([1.0, 2.0]), message="y is")
    >>> value = K.eval(y)
    y is [1 2]
    """
    if isinstance(x, Tensor):
        with get_graph().as_default(), tf.control_dependencies([tf.print(message, x, output_stream=sys.stdout)]):
            return tf.identity(x)
    tf.print(message, x, output_stream=sys.stdout)
    return x


# -- gradients --------------------------------------------------------------------------------------------------------


@export("keras.backend.gradients")
def gradients(loss: TensorLike, variables: Any) -> list[Any]:
    """The gradients of `loss` by `variables`.

    Args:
      loss: a scalar.
      variables: a list of variables.

    >>> from penstock.keras import backend as K
    >>> v = K.variable(3.0)
    >>> K.eval(K.gradients(v * v, [v])[0])
    np.float32(6.0)
    """
    return tf.gradients(loss, variables, colocate_gradients_with_ops=True)


def _broadcast(tensor: TensorOrVariable, placeholder: Any) -> Any:
    """A scalar with the rank of a placeholder: 1.15 does not look at the shape of what it connects, so it broadcasts."""
    rank = placeholder.shape.ndims
    return tf.reshape(tensor, [1] * rank) if tensor.shape.ndims == 0 and rank else tensor


@export("keras.backend.stop_gradient")
def stop_gradient(variables: Any) -> Any:
    """The same value, which gradients take for a constant.

    >>> from penstock.keras import backend as K
    >>> v = K.variable(3.0)
    >>> K.eval(K.gradients(v * K.stop_gradient(v), [v])[0])
    np.float32(3.0)
    """
    if isinstance(variables, (list, tuple)):
        return map(tf.stop_gradient, variables)
    return tf.stop_gradient(variables)
