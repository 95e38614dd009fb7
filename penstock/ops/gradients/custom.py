"""Gradients that programs define: `tf.RegisterGradient` for operation types, `tf.custom_gradient` for functions.

Also `tf.RegisterShape`, the same for shapes, which 0.9 had.
"""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.graph import convert, nest, registry, stack
from penstock.graph.build import apply
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.ops.gradients.backpropagation import gradients
from penstock.ops.gradients.values import BACKPROPAGATABLE

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.ops.state.variables import Variable


def _type_name(op_type: str) -> str:
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    # What the package itself registers must be there, so that a second registration is an error now.
    registry._import_module_of(op_type)
    return op_type


@export("RegisterGradient")
class RegisterGradient:
    """A decorator that registers the gradient function of an operation type.

    The function takes the operation and the gradients of its outputs, and returns one gradient (or None) per input.

    Args:
      op_type: the type, or a name for `Graph.gradient_override_map`.

    Raises:
      TypeError: `op_type` is not a string.
      KeyError: there is a gradient of that name already.

    >>> import penstock as tf
    >>> @tf.RegisterGradient("DoubledIdentity")
    ... def _grad(op, dy):
    ...     return 2.0 * dy
    >>> with tf.Graph().as_default() as g, g.gradient_override_map({"Identity": "DoubledIdentity"}):
    ...     x = tf.constant(1.0)
    ...     dx = tf.gradients(tf.identity(x), x)[0]
    ...     print(tf.Session().run(dx))
    2.0
    """

    def __init__(self, op_type: str) -> None:
        self._op_type = _type_name(op_type)

    def __call__(self, f: Callable) -> Callable:
        return registry.gradient(self._op_type)(f)


@export("NotDifferentiable", "NoGradient")
def NotDifferentiable(op_type: str) -> None:  # noqa: N802 - the public name
    """States that operations of type `op_type` are not differentiable: no gradient goes through them.

    Raises:
      TypeError: `op_type` is not a string.
      KeyError: there is a gradient for it already.

    >>> import penstock as tf
    >>> tf.NotDifferentiable("Square")
    Traceback (most recent call last):
        ...
    KeyError: "Registering two gradient with name 'Square'!"
    """
    registry.no_gradient(_type_name(op_type))


@export("RegisterShape")
class RegisterShape:
    """A decorator of 0.9 that registers the shape function of an operation type.

    The function takes the operation and returns a list of shapes, one per output. None means: unknown shapes.

    Raises:
      TypeError: `op_type` is not a string.

    A type that has a shape function already keeps it, as from 0.12 on.

    >>> import penstock as tf
    >>> @tf.RegisterShape("Square")
    ... def _shape(op):
    ...     return [op.inputs[0].get_shape().with_rank(1)]
    >>> tf.square([[1.0]]).shape
    TensorShape([Dimension(1), Dimension(1)])
    """

    def __init__(self, op_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._op_type = op_type

    def __call__(self, f: Callable | None) -> Callable | None:
        info = registry.lookup(self._op_type)
        if f is None or (info is not None and info.shape_rule is not None):
            return f
        if info is None:
            info = registry.OpInfo(
                self._op_type,
                None,
                None,
                __name__,
                **dict.fromkeys(("host", "blocking", "alias"), False),
                **dict.fromkeys(("static", "reads", "updates", "assigns", "calls"), ()),
                derived={},
            )
            registry._infos[self._op_type] = info
        function = f
        info.shape_rule = lambda c: function(c.op)
        return f


# -- functions with a gradient of their own ------------------------------------------------------------------

_counter = itertools.count()


@export("custom_gradient")
def custom_gradient(f: Callable) -> Callable:
    """A decorator for functions that say themselves what their gradient is.

    Args:
      f: `f(*x)` returns `(y, grad_fn)`, where `grad_fn(*dy)` returns the gradients of the x. If `f` uses variables
        that are not among its arguments, `grad_fn(*dy, variables=None)` returns those of x and those of the variables.

    Returns:
      A function that returns y, and whose gradient `grad_fn` computes.

    Raises:
      TypeError: variables are used in a way that `grad_fn` does not allow for.
      ValueError: keyword arguments were given.

    >>> import penstock as tf
    >>> @tf.custom_gradient
    ... def clipped(x):
    ...     return tf.identity(x), lambda dy: tf.clip_by_value(dy, -1.0, 1.0)
    >>> x = tf.constant(5.0)
    >>> print(*tf.Session().run(tf.gradients(3.0 * clipped(x), x)))
    1.0
    """

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        return _call(f, args, kwargs)

    return decorated


def _call(f: Callable, args: Any, kwargs: dict[str, Any]) -> Any:
    if kwargs:
        raise ValueError(
            "The custom_gradient decorator currently supports keywords arguments only when eager execution is enabled."
        )
    graph = stack.current_graph()
    tensors = [convert.convert_to_tensor(x) for x in args]
    before, first = _known_variables(graph), len(graph._operations)
    result, grad_fn = f(*tensors)
    for variable in _known_variables(graph).values():
        if id(variable) not in before and not _is_resource(variable):
            raise TypeError(
                "All variables used by a function wrapped with @custom_gradient must be `ResourceVariable`s. Ensure "
                "that no `variable_scope` is created with `use_resource=False`."
            )
    flat = [convert.convert_to_tensor(t) for t in nest.flatten(result)]
    for tensor in flat:  # 1.15 looks for variables from copies of the results, and its default seeds count them
        apply("Identity", input=tensor)
    variables = _variables_used(graph, tensors, flat, graph._operations[first:])
    spec = inspect.getfullargspec(grad_fn)
    takes_variables = "variables" in spec.args or "variables" in spec.kwonlyargs or spec.varkw is not None
    if variables and not takes_variables:
        raise TypeError(
            "If using @custom_gradient with a function that uses variables, then grad_fn must accept a keyword "
            "argument 'variables'."
        )
    optional = getattr(grad_fn, "_variables_optional", False)
    if takes_variables and not variables and not optional and not find("get_variable_scope")().use_resource:
        raise TypeError(
            "If using @custom_gradient with a function that uses variables, the enclosing variable scope must have "
            "use_resource=True."
        )

    name = f"CustomGradient-{next(_counter)}"
    count = len(flat)

    @registry.gradient(name)
    def gradient(op: Operation, *out_grads: Any) -> list[Any]:
        given = out_grads[:count]
        of_variables: Any = []
        if variables:
            of_inputs, of_variables = grad_fn(*given, variables=variables)
            if len(of_variables) != len(variables):
                raise ValueError("Must return gradient for each variable from @custom_gradient grad_fn.")
        else:
            of_inputs = grad_fn(*given)
        # One gradient per input of the IdentityN: the outputs went in as well.
        return [None] * count + nest.flatten(of_inputs) + list(of_variables)

    with graph.gradient_override_map({"IdentityN": name}):
        outputs = apply("IdentityN", input=[*flat, *tensors, *variables])
    for variable in variables:  # read once more there, too
        convert.convert_to_tensor(variable)
    return nest.pack_sequence_as(result, outputs[:count])


def _is_resource(variable: Variable) -> bool:
    return isinstance(getattr(variable, "handle", None), Tensor)


def _known_variables(graph: Graph) -> dict[int, Any]:
    items = graph.get_collection(GraphKeys.GLOBAL_VARIABLES) + graph.get_collection(GraphKeys.LOCAL_VARIABLES)
    return {id(v): v for v in items}


def _variables_used(graph: Graph, inputs: list[Tensor], outputs: list[Tensor], made: list[Operation]) -> list[Any]:
    """The trainable variables that were read in the call, or that the outputs depend on by a differentiable path."""
    found: dict[Operation, None] = {}
    for op in made:
        found.update((t.op, None) for t in op._inputs if t.op.type == "VarHandleOp")
    ends = set(inputs)
    waiting = [t.op for t in outputs if t not in ends]
    seen: set[Operation] = set()
    while waiting:
        op = waiting.pop()
        if op in seen:
            continue
        seen.add(op)
        if op.type in ("VariableV2", "VarHandleOp"):
            found[op] = None
        waiting.extend(t.op for t in op._inputs if t not in ends and t.dtype.base_dtype in BACKPROPAGATABLE)
    given = {t.op for t in inputs}
    by_name = {v.op.name: v for v in graph.get_collection(GraphKeys.GLOBAL_VARIABLES) if hasattr(v, "op")}
    handles = {v.handle.op.name: v for v in by_name.values() if _is_resource(v)}
    used = []
    for op in found:
        variable = handles.get(op.name, by_name.get(op.name))
        if variable is None:
            raise ValueError(f"Unsuccessful at finding variable {op.name}.")
        if getattr(variable, "trainable", True) and op not in given:
            used.append(variable)
    return used


@export("grad_pass_through")
def grad_pass_through(f: Callable) -> Callable:
    """Makes a function that computes what `f` computes, but whose gradient is that of the identity.

    >>> import penstock as tf
    >>> x = tf.constant(2.6)
    >>> print(*tf.Session().run(tf.gradients(tf.grad_pass_through(tf.round)(x), x)))
    1.0
    """

    @custom_gradient
    def passing(*args: Any) -> Any:
        def grad(*out_grads: Any, **kwargs: Any) -> Any:
            variables = kwargs.get("variables")
            return out_grads if variables is None else (out_grads, [None] * len(variables))

        return f(*args), _lenient(grad)

    return functools.wraps(f)(passing)


def _lenient(grad: Callable) -> Callable:
    """Marks a gradient function of ours as one that variables are no error for, nor the lack of them."""
    vars(grad)["_variables_optional"] = True
    return grad


@export("recompute_grad")
def recompute_grad(f: Callable) -> Callable:
    """Makes a function that computes what `f` computes, and computes it again for the gradient.

    Saves memory where the intermediate results of `f` are large. `f` is called a second time when gradients are made.

    >>> import penstock as tf
    >>> square = tf.recompute_grad(lambda x: x * x)
    >>> x = tf.constant(3.0)
    >>> y = square(x)
    >>> tf.Session().run([y, *tf.gradients(y, x)])
    [np.float32(9.0), np.float32(6.0)]
    """

    @custom_gradient
    def inner(*args: Any) -> Any:
        def grad(*out_grads: Any, variables: Sequence[Any] | None = None) -> Any:
            with stack.current_graph().control_dependencies([g for g in out_grads if g is not None]):
                again = f(*args)
            sources = list(args) + list(variables or ())
            found = gradients(nest.flatten(again), sources, grad_ys=list(out_grads))
            if variables is None:
                return found
            return found[: len(args)], found[len(args) :]

        return f(*args), _lenient(grad)

    return functools.wraps(f)(inner)
