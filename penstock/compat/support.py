"""Small functions that stood inside of TensorFlow 1.x, were never public, and that programs import all the same.

Reached through the table `SPECIAL` of `penstock.compat.inside`. Each does what a caller outside of TensorFlow needs.
"""

import functools
import importlib
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from penstock.graph import shape_rules
from penstock.graph.tensor_shape import TensorShape
from penstock.util.function_utils import fn_args

F = TypeVar("F", bound=Callable)

# ---- util.all_util ----


def make_all(module_name: str, doc_string_modules: Sequence[types.ModuleType] | None = None) -> list[str]:
    """Lists the public names of a module, for its `__all__`."""
    return [name for name in vars(sys.modules[module_name]) if not name.startswith("_")]


def remove_undocumented(module_name: str, allowed_exception_list: Any = None, doc_string_modules: Any = None) -> None:
    """Hid the names that a module's docs did not mention; here they stay."""


# ---- the rest of util ----


class LazyLoader(types.ModuleType):
    """A module that is imported when something in it is first used."""

    def __init__(self, local_name: str, parent_module_globals: dict, name: str, warning: str | None = None):
        super().__init__(name)
        self._place = (local_name, parent_module_globals)

    def __getattr__(self, attribute: str) -> Any:
        module = importlib.import_module(self.__name__)
        local_name, names = self._place
        names[local_name] = module
        return getattr(module, attribute)


def keyword_args_only(func: F) -> F:
    """Decorator: the function takes keyword arguments only."""

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if args:
            raise ValueError(f"{func.__name__} only takes keyword args (possible keys: {fn_args(func)}).")
        return func(**kwargs)

    return wrapper  # type: ignore[return-value]


def _is_namedtuple(instance: Any, strict: bool = False) -> bool:
    """Whether it is a named tuple; with `strict`, one of a class made by `namedtuple` itself and no subclass of one."""
    fields = getattr(instance, "_fields", None)
    if not isinstance(instance, tuple) or not isinstance(fields, (list, tuple)):
        return False
    return all(isinstance(field, str) for field in fields) and (not strict or type(instance).__base__ is tuple)


def TF_TryEvaluateConstant_wrapper(graph: Any, output: Any) -> Any:
    """The value of a tensor that follows from constants alone, else None."""
    from penstock.graph.inference import constant_value

    return constant_value(output)


def should_use_result(fn: Any = None, **unused: Any) -> Any:
    """Decorator that warned when a result was thrown away; changes nothing."""
    return fn if fn is not None else lambda function: function


# ---- framework.common_shapes: shape functions that programs give to `ops.RegisterShape` ----


def scalar_shape(unused_op: Any) -> list[TensorShape]:
    """Shape function: one scalar."""
    return [TensorShape([])]


def unknown_shape(op: Any) -> list[TensorShape]:
    """Shape function: nothing is known of any output."""
    return [TensorShape(None) for _ in op.outputs]


def no_outputs(unused_op: Any) -> list[TensorShape]:
    """Shape function of an operation without outputs."""
    return []


def unchanged_shape(op: Any) -> list[TensorShape]:
    """Shape function: the shape of the first input."""
    return [op.inputs[0].get_shape()]


def _unchanged(requirement: str, rank: int) -> Callable[[Any], list[TensorShape]]:
    return lambda op: [getattr(op.inputs[0].get_shape(), requirement)(rank)]


def unchanged_shape_with_rank(rank: int) -> Callable[[Any], list[TensorShape]]:
    """Returns a shape function: the shape of the first input, which must have this rank."""
    return _unchanged("with_rank", rank)


def unchanged_shape_with_rank_at_least(rank: int) -> Callable[[Any], list[TensorShape]]:
    """Returns a shape function: the shape of the first input, which must have at least this rank."""
    return _unchanged("with_rank_at_least", rank)


def unchanged_shape_with_rank_at_most(rank: int) -> Callable[[Any], list[TensorShape]]:
    """Returns a shape function: the shape of the first input, which must have at most this rank."""
    return _unchanged("with_rank_at_most", rank)


def broadcast_shape(shape_x: TensorShape, shape_y: TensorShape) -> TensorShape:
    """Returns the shape that two shapes broadcast to.

    Raises:
      ValueError: if they do not broadcast.
    """
    try:
        return shape_rules.broadcast_shapes(shape_x, shape_y)
    except ValueError:
        raise ValueError(
            "Incompatible shapes for broadcasting. Two shapes are compatible if for each dimension pair they are either "
            f"equal or one of them is 1. Received: {shape_x} and {shape_y}."
        ) from None


def is_broadcast_compatible(shape_x: TensorShape, shape_y: TensorShape) -> bool:
    """Says whether two shapes of known rank broadcast."""
    if shape_x.ndims is None or shape_y.ndims is None:
        return False
    try:
        broadcast_shape(shape_x, shape_y)
    except ValueError:
        return False
    return True


# ---- client.device_lib ----


def list_local_devices(session_config: Any = None) -> list[Any]:
    """Lists the devices of this machine as `DeviceAttributes` messages."""
    from penstock import _namespace, protos

    with _namespace.find("Session")(graph=_namespace.find("Graph")(), config=session_config) as session:
        return [
            protos.DeviceAttributes(
                name=device.name.removeprefix("/job:localhost/replica:0/task:0"),
                device_type=device.device_type,
                memory_limit=device.memory_limit_bytes,
                incarnation=device.incarnation % 2**64,
            )
            for device in session.list_devices()
        ]
