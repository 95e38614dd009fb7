"""What arguments of layers mean: activations and regularizers by name, sizes per spatial axis, formats of data.

Everything that layers of several families need and that makes no operation itself.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from penstock._namespace import find
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.util.deprecation import deprecated

# Names that Keras knows, and where they are in tf.
_ACTIVATIONS = {
    "elu": "nn.elu",
    "exponential": "exp",
    "relu": "nn.relu",
    "selu": "nn.selu",
    "sigmoid": "sigmoid",
    "softmax": "nn.softmax",
    "softplus": "nn.softplus",
    "softsign": "nn.softsign",
    "tanh": "tanh",
}


def activation(given: Any) -> Callable | None:
    """The activation function that an argument means: None, a function, or a name.

    Raises:
      ValueError: if the name is unknown.
      TypeError: if it is neither.
    """
    if given is None or callable(given):
        return given
    if not isinstance(given, str):
        raise TypeError(f"Could not interpret activation function identifier: {given!r}")
    if given == "linear":
        return None
    if given not in _ACTIVATIONS:
        raise ValueError(f"Unknown activation function:{given}")
    return find(_ACTIVATIONS[given])


def name_of(function: Callable[..., Any]) -> Any:
    """A function as a configuration shows it: its name, or its class and configuration."""
    if function is None:
        return None
    if hasattr(function, "get_config"):
        return {"class_name": type(function).__name__, "config": function.get_config()}
    return getattr(function, "__name__", function)


def regularizer(given: Any) -> Callable | None:
    """The regularizer that an argument means: None, a function, or Keras's "l1", "l2" or "l1_l2"."""
    if given is None or callable(given):
        return given
    scales = {"l1": (0.01, 0.0), "l2": (0.0, 0.01), "l1_l2": (0.01, 0.01)}
    if given not in scales:
        raise ValueError(f"Could not interpret regularizer identifier: {given}")
    return functools.partial(_penalty, *scales[given])


def _penalty(l1: float, l2: float, weights: TensorLike) -> Any:
    total = 0.0
    if l1:
        total += find("reduce_sum")(l1 * find("abs")(weights))
    if l2:
        total += find("reduce_sum")(l2 * find("square")(weights))
    return total


def sizes(value: Any, n: int, name: str) -> tuple[int, ...]:
    """An integer for all of `n` axes, or one for each, as a tuple.

    Raises:
      ValueError: if it is neither.
    """
    if isinstance(value, int):
        return (value,) * n
    wrong = f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    try:
        found = tuple(value)
    except TypeError:
        raise ValueError(wrong) from None
    if len(found) != n:
        raise ValueError(wrong)
    for item in found:
        try:
            int(item)
        except (ValueError, TypeError):
            raise ValueError(f"{wrong} including element {item} of type {type(item)}") from None
    return found


def data_format(value: str | None) -> str:
    """ "channels_last" or "channels_first"; ValueError for anything else."""
    found = (value or "channels_last").lower()
    if found not in ("channels_first", "channels_last"):
        raise ValueError(
            f'The `data_format` argument must be one of "channels_first", "channels_last". Received: {value}'
        )
    return found


def short_format(value: str, rank: int) -> str:
    """The format as operations spell it, for tensors of `rank`: "NHWC", "NCDHW", ..."""
    space = "DHW"[5 - rank :]
    return f"NC{space}" if value == "channels_first" else f"N{space}C"


def padding(value: Any) -> Any:
    """ "valid", "same" or "causal" in lower case, or a list as it is."""
    if isinstance(value, (list, tuple)):
        return value
    found = value.lower()
    if found not in ("valid", "same", "causal"):
        raise ValueError(
            'The `padding` argument must be a list/tuple or one of "valid", "same" (or "causal", only for `Conv1D). '
            f"Received: {found}"
        )
    return found


def convolved_length(length: int | None, kernel: int, padding: str, stride: int, dilation: int = 1) -> int | None:
    """The length of a convolution's result along an axis."""
    if length is None:
        return None
    if padding == "valid":
        length -= (kernel - 1) * dilation
    return (length + stride - 1) // stride


def transposed_length(length: Any, kernel: int, padding: str, stride: int) -> Any:
    """The length of a transposed convolution's result along an axis; `length` may be a tensor."""
    if length is None:
        return None
    length = length * stride
    return length + max(kernel - stride, 0) if padding == "valid" else length


# -- conditions -----------------------------------------------------------------------------------------------------------


def known_bool(pred: TensorOrVariable) -> bool | None:
    """The value of a condition that is a Python value or a constant; None if only a run can tell."""
    if isinstance(pred, Tensor):
        value = constant_value(pred)
        return None if value is None else bool(value)
    if isinstance(pred, (bool, int)) and pred in (0, 1):
        return bool(pred)
    if getattr(pred, "op", None) is not None:  # a variable
        return None
    raise TypeError(f"`pred` must be a Tensor, or a Python bool, or 1 or 0. Found instead: {pred}")


def smart_cond(pred: TensorOrVariable, true_fn: Callable, false_fn: Callable) -> Any:
    """One of two functions' results; a `tf.cond` only if the condition is not known yet."""
    value = known_bool(pred)
    if value is None:
        return find("cond")(pred, true_fn=true_fn, false_fn=false_fn)
    return true_fn() if value else false_fn()


# -- the functions beside the classes -------------------------------------------------------------------------------------


def functional(layer: type, name: str, summary: str, instead: str, reuse: bool = True, example: str = "") -> Callable:
    """The function that makes a layer and applies it at once: `inputs`, the class's arguments, and `reuse`.

    Args:
      layer: the class.
      name: the function's name.
      summary: the first line of its documentation.
      instead: what 1.15 tells users to use instead.
      reuse: whether it has an argument `reuse`; layers without variables have not.
      example: the end of its documentation.
    """
    own = list(inspect.signature(layer.__init__).parameters.values())[1:-1]  # type: ignore[misc]
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("inputs", either, annotation=Any), *own]
    if reuse:
        parameters.append(inspect.Parameter("reuse", either, default=None, annotation=Any))
    signature = inspect.Signature(parameters, return_annotation=Tensor)

    def function(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs).arguments
        inputs = given.pop("inputs")
        shared = given.pop("reuse", None)
        made = layer(**given, _reuse=shared, _scope=given.get("name")) if reuse else layer(**given)
        return made(inputs)

    function.__name__ = function.__qualname__ = name
    function.__module__ = layer.__module__
    vars(function)["__signature__"] = signature
    more = "\n      reuse: whether to use the variables of a former call with the same `name`." if reuse else ""
    function.__doc__ = f"""{summary}

    Makes a `tf.layers.{layer.__name__}` and applies it; its arguments are those of that class.

    Args:
      inputs: the tensor to apply it to.{more}

    Returns:
      The layer's result.
    {example}"""
    return deprecated(None, f"Use {instead} instead.")(function)
