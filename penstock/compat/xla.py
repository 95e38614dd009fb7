"""`tf.xla.experimental`: which parts of a graph are to be compiled. Here XLA compiles whatever it pays for; the marks that
1.x put on operations are put on them all the same.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import nest
from penstock.graph.graph import get_default_graph
from penstock.graph.operation import Operation
from penstock.graph.typing import NestedTensors

_SCOPES = "__xla_scope"


class _Counter:
    def __init__(self) -> None:
        self.count = self.depth = 0


@export("xla.experimental.jit_scope", "contrib.compiler.jit.experimental_jit_scope")
@contextlib.contextmanager
def jit_scope(compile_ops: bool | Callable = True, separate_compiled_gradients: bool = False) -> Iterator[None]:
    """Marks the operations that are made inside as ones that XLA should compile together.

    Args:
      compile_ops: whether to compile, or a function from an operation's `NodeDef` to that.
      separate_compiled_gradients: whether gradients are compiled apart from what they are of.

    >>> import penstock as tf
    >>> with tf.xla.experimental.jit_scope():
    ...     x = tf.constant(1.0) * 2
    >>> x.op.get_attr("_XlaCompile")
    True
    """
    graph = get_default_graph()
    counter = next(iter(graph.get_collection_ref(_SCOPES)), None)
    if counter is None:
        counter = _Counter()
        graph.add_to_collection(_SCOPES, counter)

    def compiled(op: Operation) -> bool:
        return bool(compile_ops(op.node_def)) if callable(compile_ops) else bool(compile_ops)

    attrs: dict[str, Any] = {
        "_XlaCompile": compiled,
        "_XlaSeparateCompiledGradients": bool(separate_compiled_gradients),
    }
    if not counter.depth:  # a scope inside of another belongs to it
        attrs["_XlaScope"] = f"jit_scope_{counter.count}".encode()
        counter.count += 1
    counter.depth += 1
    try:
        with graph._attr_scope_map(attrs):
            yield
    finally:
        counter.depth -= 1


@export("xla.experimental.compile", "contrib.compiler.xla.compile")
def compile(computation: Callable, inputs: NestedTensors | None = None) -> Any:
    """Builds a computation that XLA compiles as one.

    Args:
      computation: a function of tensors that returns tensors, and after them operations.
      inputs: a list of its arguments, which may be structures of tensors.

    Returns:
      What the function returns: a single value in a tuple, an operation if there are no tensors. Tensors wait for the
      operations that were returned with them.

    >>> import penstock as tf
    >>> y, = tf.xla.experimental.compile(lambda a, b: a + b, [1.0, 2.0])
    >>> tf.Session().run(y)
    np.float32(3.0)
    """
    if inputs is not None and not isinstance(inputs, (list, tuple)):
        raise TypeError("inputs must be a list or tuple")
    given = nest.map_structure(lambda x: tf.identity(tf.convert_to_tensor(x)), list(inputs or ()))
    with jit_scope():
        outputs = computation(*given)
    if outputs is None:
        return tf.no_op(name="output_0")
    single = not isinstance(outputs, (list, tuple, dict))
    flat = nest.flatten(outputs)
    operations = [o for o in flat if isinstance(o, Operation)]
    tensors = [o for o in flat if not isinstance(o, Operation)]
    if any(isinstance(o, Operation) for o in flat[: len(tensors)]):
        raise ValueError("XLA computation function must return Tensors before Operations.")
    with tf.control_dependencies(operations):
        if not tensors:
            return tf.group(*operations, name="output_0")
        made = [tf.identity(tf.convert_to_tensor(t), name=f"output_{i}") for i, t in enumerate(tensors)]
    if single:
        return tuple(made)
    return nest.pack_sequence_as(outputs, made) if not operations else type(outputs)(made)


@export("contrib.compiler.xla.estimator_model_fn")
def estimator_model_fn(target_model_fn: Callable | None = None) -> Any:
    """A decorator for a model function of an Estimator: what it makes is marked for XLA.

    Args:
      target_model_fn: the model function; without it, a decorator is returned.

    >>> import penstock as tf
    >>> @tf.contrib.compiler.xla.estimator_model_fn()
    ... def model(features, labels, mode):
    ...     return tf.constant(1.0) + 2.0
    >>> with tf.Graph().as_default():
    ...     model(None, None, "train").op.get_attr("_XlaCompile")
    True
    """

    def decorated(function: Callable) -> Callable:
        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            with jit_scope():
                return function(*args, **kwargs)

        return wrapper

    return decorated if target_model_fn is None else decorated(target_model_fn)
