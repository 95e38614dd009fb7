"""Gradients made visible: a tensor whose gradient is wanted gets an identity behind it, whose gradient is then registered.

The identity is called `<node>_<output>/gradient_debug_<id of the debugger>`, so that its gradient function knows whom to tell.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock.debug.lib import debug_data, debug_graphs
from penstock.graph.build import apply
from penstock.graph.extension_points import implements
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.state.variables import Variable

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


_TAG = "gradient_debug_"
_gradient_debuggers: dict[str, GradientsDebugger] = {}


def _tensor_to_grad_debug_op_name(tensor: TensorOrVariable, grad_debugger_uuid: str) -> str:
    node, slot = debug_graphs.parse_node_or_tensor_name(tensor.name)
    return f"{node}_{slot}/{_TAG}{grad_debugger_uuid}"


def _parse_grad_debug_op_name(op_name: str) -> tuple[str, str]:
    """The id of the debugger in the name of an identity, and the name of the tensor before that identity."""
    watched, _, last = op_name.rpartition("/")
    node, _, slot = watched.rpartition("_")
    if not last.startswith(_TAG) or not node or not slot.isdigit():
        raise ValueError(f"Not the name of an identity of a GradientsDebugger: {op_name}")
    return last.removeprefix(_TAG).partition("_")[0], f"{node}:{slot}"


class GradientsDebugger:
    """Finds the gradients that `tf.gradients` and optimizers make on their way.

    Args:
      y_tensor: the tensor that is differentiated, if it is known.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.constant(3.0, name="x")
    ...     y = tf.square(x, name="y")
    ...     debugger = GradientsDebugger()
    ...     z = 2.0 * debugger.identify_gradient(y)
    ...     with debugger:
    ...         of_x = tf.gradients(z, x)
    ...     print(sess.run(debugger.gradient_tensor(y)))
    2.0
    """

    def __init__(self, y_tensor: Any = None):
        self._uuid = uuid.uuid4().hex
        _gradient_debuggers[self._uuid] = self
        self._gradient_tensors: dict[str, Any] = {}
        self._y_tensor = y_tensor
        self._graph = None if y_tensor is None else y_tensor.graph
        self._is_active_context = False

    @property
    def y_tensor(self) -> Any:
        """The tensor that is differentiated, if it was given."""
        return self._y_tensor

    @property
    def graph(self) -> Any:
        """The graph of the gradients; None until one is known."""
        return self._graph

    def __enter__(self) -> GradientsDebugger:
        self._is_active_context = True
        return self

    def __exit__(self, *error: Any) -> None:
        self._is_active_context = False

    def identify_gradient(self, input_tensor: TensorOrVariable) -> Any:
        """Makes an identity; gradients that pass through it are registered here.

        Args:
          input_tensor: the tensor whose gradient is wanted. What shall count uses the returned one in its place.

        Returns:
          A tensor of the same value.

        Raises:
          ValueError: this debugger has made an identity of the tensor before.
        """
        name = _tensor_to_grad_debug_op_name(input_tensor, self._uuid)
        kind = "DebugGradientRefIdentity" if input_tensor.dtype._is_ref_dtype else "DebugGradientIdentity"
        made = apply(kind, input=input_tensor, name=name)
        if made.op.name != name:
            raise ValueError(f"The graph already contains an op named {name}")
        return made

    def watch_gradients_by_tensors(self, graph: Graph, tensors: Sequence[Any]) -> GradientsDebugger:
        """Puts identities behind tensors that are in use already, before their gradients are made.

        Args:
          graph: the `tf.Graph`.
          tensors: a tensor or variable, or a list of these.

        Returns:
          This debugger, for a `with` block in which the gradients are made.
        """
        listed: Sequence[Any] = tensors if isinstance(tensors, list) else [tensors]
        pattern = "|".join(re.escape(tensor.name) + "$" for tensor in listed)
        return self.watch_gradients_by_tensor_names(graph, f"({pattern})")

    def watch_gradients_by_tensor_names(self, graph: Graph, tensor_name_regex: str) -> GradientsDebugger:
        """As `watch_gradients_by_tensors`, for all tensors whose names begin with a match.

        Args:
          graph: the `tf.Graph`.
          tensor_name_regex: a regular expression, such as `r"(x|y):0$"`.

        Returns:
          This debugger.
        """
        matches = re.compile(tensor_name_regex).match
        with graph.as_default():
            for output in [t for op in graph.get_operations() for t in op.outputs if matches(t.name)]:
                users = list(output.consumers())
                identity = self.identify_gradient(output)
                for user in users:
                    for i, tensor in enumerate(user.inputs):
                        if tensor is output:
                            user._update_input(i, identity)
        return self

    def register_gradient_tensor(self, x_tensor_name: str, gradient_tensor: Any) -> None:
        """Notes a gradient, if this debugger is the only one or its `with` block is entered.

        Args:
          x_tensor_name: the name of the tensor by which is differentiated.
          gradient_tensor: the gradient.

        Raises:
          ValueError: the gradient is in another graph than those before it.
        """
        if len(_gradient_debuggers) != 1 and not self._is_active_context:
            return
        if self._graph is None:
            self._graph = gradient_tensor.graph
        elif self._graph is not gradient_tensor.graph:
            raise ValueError(
                f"The graph of the value ({gradient_tensor.graph}) is not the same as the graph {self._graph}"
            )
        self._gradient_tensors[x_tensor_name] = gradient_tensor

    def gradient_tensor(self, x_tensor: Any) -> Any:
        """The gradient by a tensor.

        Args:
          x_tensor: the tensor or variable by which is differentiated, or its name.

        Raises:
          TypeError: `x_tensor` is something else.
          LookupError: there is no such gradient.
        """
        name = self._get_tensor_name(x_tensor)
        if name not in self._gradient_tensors:
            raise LookupError(f"This GradientsDebugger has not received any gradient tensor for x-tensor {name}")
        return self._gradient_tensors[name]

    def gradient_tensors(self) -> dict[str, Any]:
        """Name of a tensor → the gradient by it."""
        return self._gradient_tensors

    def _get_tensor_name(self, tensor: TensorLike) -> str:
        if isinstance(tensor, str):
            return tensor
        if isinstance(tensor, (Tensor, Variable)):
            return str(tensor.name)
        raise TypeError(f"x_tensor must be a str or tf.Tensor or tf.Variable, but instead has type {type(tensor)}")


def clear_gradient_debuggers() -> None:
    """Forgets all debuggers of gradients that were made.

    >>> debugger = GradientsDebugger()
    >>> clear_gradient_debuggers()
    """
    _gradient_debuggers.clear()


@implements("found_gradient")
def found_gradient(op: Operation, dy: Any) -> None:
    """Tells the debugger that made an identity of the gradient that passes through it.

    An identity that no debugger of this program has made, as those of a graph that was loaded, only passes it on.
    """
    try:
        identifier, x_tensor_name = _parse_grad_debug_op_name(op.name)
    except ValueError:
        return
    if identifier in _gradient_debuggers:
        _gradient_debuggers[identifier].register_gradient_tensor(x_tensor_name, dy)


def gradient_values_from_dump(grad_debugger: GradientsDebugger, x_tensor: Any, dump: Any) -> list[Any]:
    """The values of a gradient in a dump.

    Args:
      grad_debugger: who has the gradient.
      x_tensor: the tensor or variable by which is differentiated, or its name.
      dump: a `DebugDumpDir`.

    Returns:
      A list of arrays: several from a loop, none if the run did not need the gradient.

    Raises:
      LookupError: `grad_debugger` has no such gradient.
      ValueError: it belongs to another graph than the dump.
      TypeError: `x_tensor` is none of these.

    >>> import tempfile
    >>> import penstock as tf
    >>> from penstock import debug as tf_debug
    >>> with tf.Graph().as_default() as graph, tempfile.TemporaryDirectory() as folder, tf.Session() as sess:
    ...     x = tf.placeholder(tf.float32, [], name="x")
    ...     y = tf.square(x, name="y")
    ...     z = 2.0 * y
    ...     with GradientsDebugger().watch_gradients_by_tensors(graph, y) as debugger:
    ...         of_x = tf.gradients(z, x)
    ...     options = tf.RunOptions()
    ...     tf_debug.watch_graph(options, graph, debug_urls="file://" + folder)
    ...     result = sess.run(of_x, {x: 3.0}, options=options)
    ...     print(gradient_values_from_dump(debugger, y, tf_debug.DebugDumpDir(folder)))
    [array(2., dtype=float32)]
    """
    graph = grad_debugger.graph
    if dump.python_graph is not None and graph is not None and dump.python_graph is not graph:
        raise ValueError(
            f"This GradientsDebugger instance has a graph ({graph}) that differs from the graph of the DebugDumpDir "
            f"object ({dump.python_graph})."
        )
    node, slot = debug_graphs.parse_node_or_tensor_name(grad_debugger.gradient_tensor(x_tensor).name)
    try:
        return list(dump.get_tensors(node, slot, "DebugIdentity"))
    except debug_data.WatchKeyDoesNotExistInDebugDumpDirError:
        return []
