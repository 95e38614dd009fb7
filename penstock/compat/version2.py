"""The functions of `tf.compat.v2` that take other arguments than those of 1.x; they make the same operations.

What 1.15 had under one name in both versions is not here: `same_in_2.txt` lists it, and the table of names has it twice.
Eager execution and `tf.distribute` are no part of this.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export, export_value, find
from penstock.compat import version2_arguments
from penstock.graph import convert, dtypes
from penstock.graph.graph import name_scope as _name_scope
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import AxisLike, DTypeLike, InitializerLike, NestedTensors, ShapeLike
from penstock.ops.gradients.backpropagation import UnconnectedGradients
from penstock.ops.state.variables import Variable as _Variable
from penstock.ops.state.variables import VariableAggregation, VariableSynchronization

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


def form(names: str, function: Callable, example: str, shown: str, run: bool = True) -> Callable:
    """Declares a function of 2.x; `names` are its public names, `example` a call and `shown` what a session gives.

    Without `run`, `shown` is what the call itself gives.
    """
    first = names.split()[0]

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    call.__name__ = call.__qualname__ = first.rpartition(".")[2]
    vars(call)["__signature__"] = inspect.signature(function)
    call.__doc__ = f"""`tf.{first}` with the arguments of 2.x.

    Args:
      {version2_arguments.explained(first, call)}

    >>> import penstock as tf
    >>> {f"tf.Session().run(tf.compat.v2.{example}).tolist()" if run else f"print(tf.compat.v2.{example})"}
    {shown}
    """
    module = sys._getframe(1).f_globals["__name__"]
    return export_value(call, *[f"compat.v2.{name}" for name in names.split()], module=module)


# ---- making and shaping ----

convert_to_tensor = form(
    "convert_to_tensor",
    lambda value, dtype=None, dtype_hint=None, name=None: convert.convert_to_tensor(
        value, dtype, name, preferred_dtype=dtype_hint
    ),
    "convert_to_tensor([1, 2], dtype_hint=tf.float32)",
    "[1.0, 2.0]",
)


def _constant(
    value: Any, dtype: DTypeLike | None = None, shape: Sequence[int] | None = None, name: str = "Const"
) -> Tensor:
    if shape is not None and TensorShape(shape).is_fully_defined():
        wanted, given = TensorShape(shape), np.shape(value)
        # 1.x would repeat the last element.
        if given not in ((), (1,)) and np.prod(given) != wanted.num_elements():
            raise TypeError(f"Expected Tensor's shape: {tuple(wanted.as_list())}, got {given}.")
    return convert.constant(value, dtype, shape, name)


constant = form("constant", _constant, "constant(3, shape=[2, 2])", "[[3, 3], [3, 3]]")
shape = form(
    "shape",
    lambda input, out_type=dtypes.int32, name=None: find("shape")(input, name, out_type),
    "shape([[1, 2, 3]])",
    "[1, 3]",
)
size = form(
    "size",
    lambda input, out_type=dtypes.int32, name=None: find("size")(input, name, out_type),
    "size([[1, 2, 3]])",
    "3",
)
zeros_like = form(
    "zeros_like",
    lambda input, dtype=None, name=None: find("zeros_like")(input, dtype, name),
    "zeros_like([1.5, 2.5])",
    "[0.0, 0.0]",
)
ones_like = form(
    "ones_like",
    lambda input, dtype=None, name=None: find("ones_like")(input, dtype, name),
    "ones_like([1.5, 2.5])",
    "[1.0, 1.0]",
)
expand_dims = form(
    "expand_dims",
    lambda input, axis, name=None: find("expand_dims")(input, axis, name),
    "expand_dims([1, 2], 0)",
    "[[1, 2]]",
)
squeeze = form(
    "squeeze", lambda input, axis=None, name=None: find("squeeze")(input, axis, name), "squeeze([[1, 2]], 0)", "[1, 2]"
)
transpose = form(
    "transpose",
    lambda a, perm=None, conjugate=False, name="transpose": find("transpose")(a, perm, name, conjugate),
    "transpose([[1, 2]])",
    "[[1], [2]]",
)
pad = form(
    "pad",
    lambda tensor, paddings, mode="CONSTANT", constant_values=0, name=None: find("pad")(
        tensor, paddings, mode, name, constant_values
    ),
    "pad([1, 2], [[0, 1]], constant_values=9)",
    "[1, 2, 9]",
)
gather = form(
    "gather",
    lambda params, indices, validate_indices=None, axis=None, batch_dims=0, name=None: find("gather")(
        params, indices, validate_indices, name, axis, batch_dims
    ),
    "gather([5, 6, 7], [2, 0], axis=0)",
    "[7, 5]",
)
gather_nd = form(
    "gather_nd",
    lambda params, indices, batch_dims=0, name=None: find("gather_nd")(params, indices, name, batch_dims),
    "gather_nd([[1, 2], [3, 4]], [[1, 0]])",
    "[3]",
)
boolean_mask = form(
    "boolean_mask",
    lambda tensor, mask, axis=None, name="boolean_mask": find("boolean_mask")(tensor, mask, name, axis),
    "boolean_mask([1, 2, 3], [True, False, True])",
    "[1, 3]",
)

# ---- reductions ----


def _reducing(v1: str) -> Callable:
    def call(input_tensor: Any, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None) -> Any:
        return find(v1)(input_tensor, axis, keepdims, name)

    return call


reduce_sum = form(
    "reduce_sum math.reduce_sum", _reducing("reduce_sum"), "reduce_sum([[1, 2], [3, 4]], 0, True)", "[[4, 6]]"
)
reduce_mean = form("reduce_mean math.reduce_mean", _reducing("reduce_mean"), "reduce_mean([1.0, 2.0])", "1.5")
reduce_prod = form("reduce_prod math.reduce_prod", _reducing("reduce_prod"), "reduce_prod([2, 3])", "6")
reduce_max = form("reduce_max math.reduce_max", _reducing("reduce_max"), "reduce_max([2, 3])", "3")
reduce_min = form("reduce_min math.reduce_min", _reducing("reduce_min"), "reduce_min([2, 3])", "2")
reduce_any = form("reduce_any math.reduce_any", _reducing("reduce_any"), "reduce_any([True, False])", "True")
reduce_all = form("reduce_all math.reduce_all", _reducing("reduce_all"), "reduce_all([True, False])", "False")
reduce_logsumexp = form(
    "reduce_logsumexp math.reduce_logsumexp", _reducing("reduce_logsumexp"), "reduce_logsumexp([0.0])", "0.0"
)
count_nonzero = form(
    "math.count_nonzero",
    lambda input, axis=None, keepdims=None, dtype=dtypes.int64, name=None: find("count_nonzero")(
        input, axis, keepdims, dtype, name
    ),
    "math.count_nonzero([0, 3])",
    "1",
)
argmax = form(
    "argmax math.argmax",
    lambda input, axis=None, output_type=dtypes.int64, name=None: find("argmax")(
        input, 0 if axis is None else axis, name, output_type=output_type
    ),
    "argmax([1, 3, 2])",
    "1",
)
argmin = form(
    "argmin math.argmin",
    lambda input, axis=None, output_type=dtypes.int64, name=None: find("argmin")(
        input, 0 if axis is None else axis, name, output_type=output_type
    ),
    "argmin([1, 3, 2])",
    "0",
)
norm = form(
    "norm linalg.norm",
    lambda tensor, ord="euclidean", axis=None, keepdims=None, name=None: find("norm")(
        tensor, ord, axis, keepdims or False, name
    ),
    "norm([3.0, 4.0])",
    "5.0",
)
bincount = form(
    "math.bincount",
    lambda arr, weights=None, minlength=None, maxlength=None, dtype=dtypes.int32, name=None: find("bincount")(
        arr, weights, minlength, maxlength, dtype
    ),
    "math.bincount([1, 1, 2])",
    "[0, 2, 1]",
)
confusion_matrix = form(
    "math.confusion_matrix",
    lambda labels, predictions, num_classes=None, weights=None, dtype=dtypes.int32, name=None: find("confusion_matrix")(
        labels, predictions, num_classes, dtype, name, weights
    ),
    "math.confusion_matrix([0, 1], [1, 1], weights=[3, 4])",
    "[[0, 3], [0, 4]]",
)

# ---- neural networks ----

softmax = form(
    "nn.softmax math.softmax",
    lambda logits, axis=None, name=None: find("nn.softmax")(logits, -1 if axis is None else axis, name),
    "nn.softmax([0.0, 0.0])",
    "[0.5, 0.5]",
)
log_softmax = form(
    "nn.log_softmax math.log_softmax",
    lambda logits, axis=None, name=None: find("nn.log_softmax")(logits, -1 if axis is None else axis, name),
    "nn.log_softmax([7.0])",
    "[0.0]",
)
l2_normalize = form(
    "math.l2_normalize nn.l2_normalize linalg.l2_normalize",
    lambda x, axis=None, epsilon=1e-12, name=None: find("nn.l2_normalize")(x, axis, epsilon, name),
    "math.l2_normalize([0.0, 2.0], 0)",
    "[0.0, 1.0]",
)
moments = form(
    "nn.moments",
    lambda x, axes, shift=None, keepdims=False, name=None: find("nn.moments")(x, axes, shift, name, keepdims=keepdims),
    "nn.moments([1.0, 3.0], [0])[0]",
    "2.0",
)
dropout = form(
    "nn.dropout",
    lambda x, rate, noise_shape=None, seed=None, name=None: find("nn.dropout")(
        x, noise_shape=noise_shape, seed=seed, name=name, rate=rate
    ),
    "nn.dropout([1.0, 2.0], 0.0)",
    "[1.0, 2.0]",
)
sparse_softmax_cross_entropy_with_logits = form(
    "nn.sparse_softmax_cross_entropy_with_logits",
    lambda labels, logits, name=None: find("nn.sparse_softmax_cross_entropy_with_logits")(
        labels=labels, logits=logits, name=name
    ),
    "nn.sparse_softmax_cross_entropy_with_logits([0], [[5.0]])",
    "[0.0]",
)
softmax_cross_entropy_with_logits = form(
    "nn.softmax_cross_entropy_with_logits",
    lambda labels, logits, axis=-1, name=None: find("nn.softmax_cross_entropy_with_logits_v2")(
        labels=labels, logits=logits, axis=axis, name=name
    ),
    "nn.softmax_cross_entropy_with_logits([[1.0]], [[5.0]])",
    "[0.0]",
)
sigmoid_cross_entropy_with_logits = form(
    "nn.sigmoid_cross_entropy_with_logits",
    lambda labels=None, logits=None, name=None: find("nn.sigmoid_cross_entropy_with_logits")(
        labels=labels, logits=logits, name=name
    ),
    "nn.sigmoid_cross_entropy_with_logits([1.0], [100.0])",
    "[3.783505853677006e-44]",
)

# ---- control, gradients, checks ----


def _while_loop(
    cond: Callable,
    body: Callable,
    loop_vars: NestedTensors,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: Any = None,
    name: str | None = None,
) -> Any:
    return find("while_loop")(
        cond,
        body,
        loop_vars,
        shape_invariants,
        parallel_iterations,
        back_prop,
        swap_memory,
        name,
        maximum_iterations,
        return_same_structure=True,
    )


while_loop = form("while_loop", _while_loop, "while_loop(lambda i: i < 3, lambda i: [i + 1], [0])[0]", "3")
cond = form(
    "cond",
    lambda pred, true_fn=None, false_fn=None, name=None: find("cond")(pred, true_fn, false_fn, strict=True, name=name),
    "cond(tf.constant(True), lambda: tf.constant(1), lambda: tf.constant(2))",
    "1",
)


def _gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = UnconnectedGradients.NONE,
) -> list[Any]:
    return find("gradients")(
        ys, xs, grad_ys, name, True, gate_gradients, aggregation_method, stop_gradients, unconnected_gradients
    )


gradients = form("gradients", _gradients, "gradients(*(lambda x: (x * x, x))(tf.constant(3.0)))[0]", "6.0")
hessians = form(
    "hessians",
    lambda ys, xs, gate_gradients=False, aggregation_method=None, name="hessians": find("hessians")(
        ys, xs, name, True, gate_gradients, aggregation_method
    ),
    "hessians(*(lambda x: (x * x * x, x))(tf.constant(2.0)))[0]",
    "12.0",
)


def _assertion(v1: str) -> Callable:
    def call(x: Any, y: Any, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
        return find(v1)(x, y, summarize=summarize, message=message, name=name)

    return call


assert_none_equal = form(
    "debugging.assert_none_equal",
    lambda x, y, summarize=None, message=None, name=None: find("debugging.assert_none_equal")(
        x, y, summarize=summarize, message=message, name=name
    ),
    "debugging.assert_none_equal(1, 2) and tf.constant(True)",
    "True",
)
for _name, _x, _y in (
    ("equal", 1, 1),
    ("less", 1, 2),
    ("less_equal", 1, 2),
    ("greater", 2, 1),
    ("greater_equal", 2, 1),
):
    _public = [f"debugging.assert_{_name}"]
    if _name in ("equal", "less", "greater"):
        _public.append(f"assert_{_name}")
    globals()[f"assert_{_name}"] = form(
        " ".join(_public),
        _assertion(f"debugging.assert_{_name}"),
        f"debugging.assert_{_name}({_x}, {_y}) and tf.constant(True)",
        "True",
    )

set_seed = form(
    "random.set_seed", lambda seed: find("set_random_seed")(seed), "random.set_seed(3) or tf.constant(3)", "3"
)
poisson = form(
    "random.poisson",
    lambda shape, lam, dtype=dtypes.float32, seed=None, name=None: find("random.poisson")(
        lam, shape, dtype, seed, name
    ),
    "random.poisson([2], 0.0)",
    "[0.0, 0.0]",
)


@export("compat.v2.device")
def device(device_name: str) -> Any:
    """Places the operations that are made in its block; takes a name, no function, as 2.x has it.

    >>> import penstock as tf
    >>> with tf.compat.v2.device("/cpu:0"):
    ...     x = tf.constant(1)
    >>> x.device
    '/device:CPU:0'
    """
    if callable(device_name):
        raise RuntimeError("tf.device does not support functions.")
    return find("device")(device_name)


@export("compat.v2.name_scope")
class name_scope:
    """A prefix for the names of the operations that are made in its block, as 2.x has it.

    Args:
      name: the prefix.

    >>> import penstock as tf
    >>> with tf.compat.v2.name_scope("a") as scope:
    ...     x = tf.constant(1, name="x")
    >>> scope, x.name
    ('a/', 'a/x:0')
    """

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise ValueError("name for name_scope must be a string.")
        self._name = name
        self._open: list[Any] = []

    @property
    def name(self) -> str:
        return self._name

    def __enter__(self) -> str:
        scope = _name_scope(self._name)
        self._open.append(scope)
        return scope.__enter__()

    def __exit__(self, *error: Any) -> Any:
        return self._open.pop().__exit__(*error)


class _AnyVariable(type(_Variable)):  # type: ignore[misc]
    """Every variable is one of 2.x; calling the class makes one that is a resource."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, _Variable)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, _Variable)

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        given = _VARIABLE.bind(*args, **kwargs).arguments
        return _Variable(**given, use_resource=True)


def _arguments(
    initial_value: InitializerLike | None = None,
    trainable: bool | None = None,
    validate_shape: bool = True,
    caching_device: Any = None,
    name: str | None = None,
    variable_def: Any = None,
    dtype: DTypeLike | None = None,
    import_scope: str | None = None,
    constraint: Callable | None = None,
    synchronization: object = VariableSynchronization.AUTO,
    aggregation: object = VariableAggregation.NONE,
    shape: ShapeLike | None = None,
) -> None:
    """What a variable of 2.x takes."""


_VARIABLE = inspect.signature(_arguments)


@export("compat.v2.Variable")
class Variable(_Variable, metaclass=_AnyVariable):
    """A variable with the arguments of 2.x: always a resource, and in no collection of the caller's choice.

    >>> import penstock as tf
    >>> v = tf.compat.v2.Variable([1.0, 2.0], name="v")
    >>> isinstance(v, tf.Variable), isinstance(tf.Variable(1), tf.compat.v2.Variable), v.name
    (True, True, 'v:0')
    """

    __signature__ = _VARIABLE
