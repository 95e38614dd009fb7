"""Layers that keep no activations: reversible residual blocks, whose inputs are computed back from their outputs, and
functions that are computed again for their gradient."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import arg_scope, current_arg_scope
from penstock.graph.graph import control_dependencies
from penstock.graph.operation import Tensor
from penstock.graph.typing import ShapeLike, TensorLike
from penstock.layers.base import Layer
from penstock.ops.state.variable_scope import variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope
from penstock.ops.state.variables import Variable
from penstock.platform import logging

_LAYER = re.compile(".*revlayer_([0-9]*)/([fg])/.*")
_OTHER_VARIABLES = (
    "The variables used on recompute were different than the variables originally used. The function wrapped with "
    "@recompute_grad likely creates its own variable scope with a default name and has been called twice in the same "
    "enclosing scope. To fix, ensure each call to the function happens in its own unique variable scope."
)


def _sums(*lists: list[Any]) -> list[Any]:
    """Sums of gradients, place by place; None where there is none."""
    found = []
    for parts in zip(*lists, strict=True):
        parts = tuple(p for p in parts if p is not None)
        found.append(tf.add_n(parts) if parts else None)
    return found


def _called(function: Callable, x: TensorLike, side: list[Any]) -> Any:
    return function(x, side) if side else function(x)


def _layer_gradients(ys: Any, grads: Any, f: tuple, g: tuple) -> tuple[Any, Any, tuple, tuple]:
    """One layer backwards: its inputs, their gradients, and those of variables and side inputs of f and g.

    f and g are (function, variables, side inputs).
    """
    (y1, y2), (grad1, grad2) = ys, grads
    y1 = tf.stop_gradient(y1)
    g_side = [tf.stop_gradient(t) for t in g[2]]
    of_g = _called(g[0], y1, g_side)
    x2 = y2 - of_g
    x2_fixed = tf.stop_gradient(x2)
    f_side = [tf.stop_gradient(t) for t in f[2]]
    of_f = _called(f[0], x2_fixed, f_side)
    x1 = y1 - of_f
    through_g = tf.gradients(of_g, y1, grad2)[0]
    grad_x1 = grad1 + through_g
    # f's result reaches both outputs: directly, and through g.
    grad_x2 = grad2 + tf.gradients(of_f, x2_fixed, grad_x1)[0]
    g_more = tf.gradients(of_g, [*g[1], *g_side], grad2) if g[1] or g_side else []
    f_more = tf.gradients(of_f, [*f[1], *f_side], grad_x1) if f[1] or f_side else []
    # All at once, so that the layer before does not begin with a part of them.
    flat = tf.tuple([x1, x2, grad_x1, grad_x2, *f_more, *g_more])
    f_more, g_more = flat[4 : 4 + len(f_more)], flat[4 + len(f_more) :]
    cut_f, cut_g = len(f[1]), len(g[1])
    return flat[:2], flat[2:4], (f_more[:cut_f], f_more[cut_f:]), (g_more[:cut_g], g_more[cut_g:])


def _in_scope(function: Callable, scope: str) -> Callable:
    def call(*args: Any, **kwargs: Any) -> Any:
        with variable_scope(scope, use_resource=True):
            return function(*args, **kwargs)

    return call


@export("contrib.layers.RevBlock", "contrib.slim.RevBlock")
class RevBlock(Layer):
    """A block of reversible residual layers; see `rev_block`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     dense = lambda x: tf.layers.dense(x, 4)
    ...     block = tf.contrib.layers.RevBlock(dense, dense, num_layers=2)
    ...     y1, y2 = block.forward(tf.zeros([2, 4]), tf.zeros([2, 4]))
    ...     print(y1.shape, len(tf.trainable_variables()))
    (2, 4) 8
    """

    def __init__(
        self,
        f: Any,
        g: Any,
        num_layers: int = 1,
        f_side_input: list[Any] | None = None,
        g_side_input: list[Any] | None = None,
        use_efficient_backprop: bool = True,
        name: str = "revblock",
        **kwargs: Any,
    ):
        super().__init__(name=name, **kwargs)
        f, g = ([h] * num_layers if not isinstance(h, list) else h for h in (f, g))
        assert len(f) == num_layers and len(g) == num_layers
        self.f = [_in_scope(h, f"revlayer_{i}/f") for i, h in enumerate(f)]
        self.g = [_in_scope(h, f"revlayer_{i}/g") for i, h in enumerate(g)]
        self.num_layers = num_layers
        self.f_side_input, self.g_side_input = f_side_input or [], g_side_input or []
        self._use_efficient_backprop = use_efficient_backprop

    def call(self, inputs: Any, forward: bool = True) -> Any:
        """The block's result, or its inputs again from its result."""
        scope = get_variable_scope()
        before = len(scope.global_variables())
        outputs = self._forward(*inputs) if forward else self._backward(*inputs)
        trained = {id(v) for v in scope.trainable_variables()}
        for variable in scope.global_variables()[before:]:
            weights = self._trainable_weights if id(variable) in trained else self._non_trainable_weights
            weights.append(variable)
        return outputs

    def forward(self, x1: TensorLike, x2: TensorLike) -> Any:
        """The block's two results."""
        return self.apply([x1, x2])

    def backward(self, y1: TensorLike, y2: TensorLike) -> Any:
        """The two inputs that give these results."""
        return self.apply([y1, y2], forward=False)

    def build(self, input_shape: ShapeLike) -> None:
        """Makes nothing: variables are made by the functions when they are called."""
        logging.warn("RevBlock constructs its variables on first call, not on build.")
        self.built = True

    def _plain(self, x1: TensorLike, x2: TensorLike, f_side: list[Any], g_side: list[Any]) -> tuple[Any, Any]:
        for f, g in zip(self.f, self.g, strict=True):
            x1 = x1 + _called(f, x2, f_side)
            x2 = x2 + _called(g, x1, g_side)
            if self._use_efficient_backprop:
                x1, x2 = tf.tuple([x1, x2])
        return x1, x2

    def _forward(self, x1: TensorLike, x2: TensorLike) -> tuple[Any, Any]:
        if not self._use_efficient_backprop:
            return self._plain(x1, x2, self.f_side_input, self.g_side_input)
        cut = len(self.f_side_input)

        @tf.custom_gradient
        def run(x1: TensorLike, x2: TensorLike, *side: Any) -> Any:
            outputs = self._plain(x1, x2, list(side[:cut]), list(side[cut:]))

            def grad(*grads: Any, variables: Any = None) -> Any:
                return self._gradients(outputs, grads, variables or [], side)

            vars(grad)["_variables_optional"] = True
            return outputs, grad

        return run(x1, x2, *self.f_side_input, *self.g_side_input)

    def _gradients(self, ys: TensorLike, grads: Any, variables: list[Any], side: Any) -> Any:
        cut = len(self.f_side_input)
        f_side, g_side = list(side[:cut]), list(side[cut:])
        # The name of a variable tells whose it is.
        places: dict[tuple[int, str], list[int]] = {}
        for i, variable in enumerate(variables):
            found = _LAYER.match(variable.name)
            assert found is not None, variable.name
            places.setdefault((int(found[1]), found[2]), []).append(i)
        of_variables: list[Any] = [None] * len(variables)
        f_sides, g_sides = [], []
        with variable_scope(self.scope_name, reuse=True):
            for layer in reversed(range(self.num_layers)):
                of_f, of_g = places.get((layer, "f"), []), places.get((layer, "g"), [])
                ys, grads, f_more, g_more = _layer_gradients(
                    ys,
                    grads,
                    (self.f[layer], [variables[i] for i in of_f], f_side),
                    (self.g[layer], [variables[i] for i in of_g], g_side),
                )
                for i, gradient in zip([*of_f, *of_g], [*f_more[0], *g_more[0]], strict=True):
                    of_variables[i] = gradient
                f_sides.append(f_more[1])
                g_sides.append(g_more[1])
        of_inputs = [*grads, *_sums(*f_sides), *_sums(*g_sides)]
        return (of_inputs, of_variables) if variables else of_inputs

    def _backward(self, y1: TensorLike, y2: TensorLike) -> tuple[Any, Any]:
        for f, g in zip(reversed(self.f), reversed(self.g), strict=True):
            y2 = y2 - _called(g, y1, self.g_side_input)
            y1 = y1 - _called(f, y2, self.f_side_input)
        return y1, y2


@export("contrib.layers.rev_block", "contrib.slim.rev_block")
def rev_block(
    x1: TensorLike,
    x2: TensorLike,
    f: Any,
    g: TensorLike,
    num_layers: int = 1,
    f_side_input: list[Any] | None = None,
    g_side_input: list[Any] | None = None,
    is_training: bool = True,
) -> Any:
    """Residual layers that can be run backwards, so that training need not keep what they compute.

    A layer is `y1 = x1 + f(x2); y2 = x2 + g(y1)`.

    Args:
      x1, x2: tensors of floats.
      f, g: functions of a tensor (and a list of side inputs) that keep its shape, or lists of one for each layer; they
        use no tensor that is not given to them.
      num_layers: how many layers.
      f_side_input, g_side_input: further tensors for f and g.
      is_training: whether to compute gradients in this way.

    Returns:
      y1 and y2 of the last layer.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     dense = lambda x: tf.layers.dense(x, 4)
    ...     y1, y2 = tf.contrib.layers.rev_block(tf.zeros([2, 4]), tf.zeros([2, 4]), dense, dense)
    ...     print([v.name for v in tf.trainable_variables()][0])
    revblock/revlayer_0/f/dense/kernel:0
    """
    block = RevBlock(
        f=f,
        g=g,
        num_layers=num_layers,
        f_side_input=f_side_input,
        g_side_input=g_side_input,
        use_efficient_backprop=is_training,
        _reuse=get_variable_scope().reuse,
    )
    return block.forward(x1, x2)


# -- computing again ---------------------------------------------------------------------------------------------------


@export("contrib.layers.recompute_grad", "contrib.slim.recompute_grad")
def recompute_grad(fn: Callable | None = None, use_data_dep: Any = None, tupleize_grads: bool = False) -> Any:
    """A decorator for functions that are computed again when their gradient is, instead of being kept.

    Args:
      fn: a function of tensors; its variables are resource variables. If it has an argument `is_recomputing`, that is
        True the second time.
      use_data_dep: in 1.15, whether the second time waits by data; here it waits by control in any case.
      tupleize_grads: whether all gradients are there before one is used.

    Raises:
      ValueError: if the function uses tensors or variables that are not its arguments.

    >>> import penstock as tf
    >>> @tf.contrib.layers.recompute_grad
    ... def twice(x):
    ...     return tf.tanh(tf.tanh(x))
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.constant(0.0)
    ...     print(sess.run(tf.gradients(twice(x), x)))
    [np.float32(1.0)]
    """
    if fn is None:
        return lambda f: recompute_grad(f, use_data_dep, tupleize_grads)
    code, closure = getattr(fn, "__code__", None), getattr(fn, "__closure__", None)
    for name, cell in zip(code.co_freevars if code else (), closure or (), strict=True):
        if isinstance(cell.cell_contents, (Tensor, Variable)):
            raise ValueError(
                f"fn decorated with @recompute_grad closes over Tensor {cell.cell_contents.name} (local variable name: "
                f"{name}). The decorated fn must not close over Tensors or Variables because gradients will NOT be "
                "computed for them through fn. To ensure correct gradients, make the Tensor an input to fn."
            )

    def wrapped(*args: Any) -> Any:
        return _recomputing(fn, args, tupleize_grads)

    return wrapped if isinstance(fn, functools.partial) else functools.wraps(fn)(wrapped)


def _recomputing(fn: Callable, args: Any, tupleize: bool) -> Any:
    told = "is_recomputing" in inspect.signature(fn).parameters
    if not all(isinstance(x, Tensor) for x in args):
        raise ValueError("All inputs to function must be Tensors")

    @tf.custom_gradient
    def run(*args: Any) -> Any:
        scope, arguments = get_variable_scope(), current_arg_scope()
        outputs = fn(*args, **({"is_recomputing": False} if told else {}))

        def grad(*grads: Any, variables: Sequence[Any] | None = None) -> Any:
            variables = list(variables or [])
            inputs = [tf.identity(x) for x in args]
            known = {id(v) for v in tf.global_variables()}
            with control_dependencies([g for g in grads if g is not None]):
                with arg_scope(arguments), variable_scope(scope, reuse=True):
                    again = fn(*inputs, **({"is_recomputing": True} if told else {}))
            if any(id(v) not in known for v in tf.global_variables()):
                raise ValueError(_OTHER_VARIABLES)
            again = list(again) if isinstance(again, (list, tuple)) else [again]
            found = tf.gradients(again, [*inputs, *variables], list(grads))
            found = tf.tuple(found) if tupleize else found
            cut = len(inputs)
            return (found[:cut], found[cut:]) if variables else found

        vars(grad)["_variables_optional"] = True
        return outputs, grad

    return run(*args)
