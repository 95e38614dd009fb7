"""Python's operators on tensors. Importing this module puts them on the class; the first use of an operator does.

Names of the operations follow 1.15: `x + y` is an AddV2 called "add", a comparison is called by its type.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.dtypes import string
from penstock.graph.extension_points import implements
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.linalg import matmul
from penstock.ops.math import arithmetic, division, unary
from penstock.ops.math import comparison as compare


def _add(x: Tensor, y: Tensor, name: str) -> Tensor:
    # AddV2 does not join strings.
    return apply("Add" if x.dtype.base_dtype is string else "AddV2", name, x=x, y=y)


def _multiply(x: Tensor, y: TensorLike, name: str) -> Any:
    if isinstance(y, SparseTensor):
        # Only the elements that are present; the class of y knows how.
        product = apply(
            "SparseDenseCwiseMul", name, sp_indices=y.indices, sp_values=y.values, sp_shape=y.dense_shape, dense=x
        )
        return SparseTensor(y.indices, product, y.dense_shape)
    return apply("Mul", name, x=x, y=y)


def _one_op(op_type: str) -> Callable:
    return lambda x, y, name: apply(op_type, name, x=x, y=y)


# Operator → (name of the operation, function of two tensors and a name).
_BINARY: dict[str, tuple[str, Callable]] = {
    "add": ("add", _add),
    "sub": ("sub", _one_op("Sub")),
    "mul": ("mul", _multiply),
    "div": ("div", division.div),
    "truediv": ("truediv", division.truediv),
    "floordiv": ("floordiv", division.floordiv),
    "mod": ("mod", _one_op("FloorMod")),
    "pow": ("pow", arithmetic.pow),
    "and": ("and", compare.logical_and),
    "or": ("or", compare.logical_or),
    "xor": ("xor", compare.logical_xor),
    "matmul": ("matmul", lambda x, y, name: matmul.matmul(x, y, name=name)),
}


def _forward(operator: str, label: str, function: Callable) -> Callable:
    reflected = f"__r{operator}__"

    def method(x: Tensor, y: TensorLike) -> Any:
        with name_scope(None, label, [x, y]) as scope:
            if not isinstance(y, (Tensor, SparseTensor)):
                try:
                    y = convert_to_tensor(y, dtype_hint=x.dtype.base_dtype, name="y")
                except TypeError:
                    # It may be an object that knows tensors and has the reflected operator.
                    if hasattr(type(y), reflected):
                        return NotImplemented
                    raise
            return function(x, y, name=scope)

    method.__name__ = f"__{operator}__"
    return method


def _reflected(operator: str, label: str, function: Callable) -> Callable:
    def method(y: Tensor, x: TensorLike) -> Any:
        with name_scope(None, label, [x, y]) as scope:
            x = convert_to_tensor(x, dtype=y.dtype.base_dtype, name="x")
            return function(x, y, name=scope)

    method.__name__ = f"__r{operator}__"
    return method


for _operator, (_label, _function) in _BINARY.items():
    Tensor._override_operator(f"__{_operator}__", _forward(_operator, _label, _function))
    Tensor._override_operator(f"__r{_operator}__", _reflected(_operator, _label, _function))


def _comparison(function: Callable) -> Callable:
    return lambda x, y: function(x, y)


for _operator, _function in {
    "lt": compare.less,
    "le": compare.less_equal,
    "gt": compare.greater,
    "ge": compare.greater_equal,
}.items():
    Tensor._override_operator(f"__{_operator}__", _comparison(_function))

Tensor._override_operator("__neg__", lambda x: apply("Neg", x=x))
Tensor._override_operator("__invert__", lambda x: apply("LogicalNot", x=x))
Tensor._override_operator("__abs__", lambda x: unary.abs(x))


def _getitem(x: Tensor, key: object) -> Tensor:
    return importlib.import_module("penstock.ops.arrays.slicing").getitem(x, key)


Tensor._override_operator("__getitem__", _getitem)


@implements("tensor_operators")
def install() -> None:
    """The operators are set on `Tensor` when this module is loaded; nothing is left to do."""
