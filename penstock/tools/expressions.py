"""Values that a user writes on a command line: Python literals, arithmetic, and NumPy functions from a list.

1.15's `saved_model_cli` gave `--input_exprs` and `--input_examples` to `eval`. The flags are the user's, but commands
are copied from web pages and built by scripts from data, and TensorFlow later had to close that hole. Here an expression is
read as a syntax tree, and only what stands in the tables below is computed: no name but `np` and a few functions without
side effects, no attribute that is not listed, nothing that reads files, imports, or unpickles.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

_UNARY: dict[type, Callable] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
_BINARY: dict[type, Callable] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.MatMult: operator.matmul,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_COMPARE: dict[type, Callable] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_NAMES: dict[str, Any] = {
    "np": np,
    "numpy": np,
    **{
        f.__name__: f
        for f in (range, list, tuple, float, int, str, bool, bytes, complex, len, abs, min, max, sum, round)
    },
    "object": np.object_,  # as a dtype
}
_NUMPY = frozenset(
    """abs absolute add all any append arange arccos arcsin arctan arctan2 argmax argmin argsort array array_split asarray
    around ascontiguousarray atleast_1d atleast_2d atleast_3d bitwise_and bitwise_or bool_ broadcast_to bytes_ c_ ceil clip
    column_stack complex128 complex64 concatenate copy cos cosh cumprod cumsum diag divide dot dstack dtype e empty empty_like
    equal exp expand_dims expm1 eye flip fliplr flipud float16 float32 float64 floor floor_divide full full_like geomspace
    greater hstack hypot identity imag indices inf int16 int32 int64 int8 isfinite isinf isnan kron less linspace log log10
    log1p log2 logical_and logical_not logical_or logspace matmul max maximum mean median meshgrid min minimum mod moveaxis
    multiply nan ndarray negative newaxis not_equal object_ ones ones_like outer percentile pi power prod r_ ravel real
    reciprocal repeat reshape rint roll rot90 round shape sign sin sinh sort split sqrt square squeeze stack std str_ subtract
    sum swapaxes take tan tanh tensordot tile trace transpose tri tril triu true_divide uint16 uint32 uint64 uint8 unique var
    vstack where zeros zeros_like random""".split()
)
_RANDOM = frozenset(
    """beta binomial choice exponential gamma normal permutation poisson rand randint randn random random_integers
    random_sample ranf sample seed standard_normal uniform""".split()
)
_OF_ARRAYS = frozenset(
    """T all any argmax argmin argsort astype clip conj copy cumprod cumsum diagonal dot dtype flatten imag max mean min
    ndim nonzero prod ravel real repeat reshape round shape size squeeze std sum swapaxes take tolist trace transpose
    var""".split()
)
_OF_TEXT = frozenset("encode decode join lower upper replace split strip".split())  # not format: it reads attributes


class ExpressionError(RuntimeError):
    """An expression is not one, or uses what is not allowed in one."""


def evaluate(text: str) -> Any:
    """Computes an expression of literals, arithmetic and NumPy functions.

    Raises:
      ExpressionError: it is not an expression, or uses something else.

    >>> evaluate("np.ones((2, 1)) * 3").tolist()
    [[3.0], [3.0]]
    >>> evaluate("__import__('os')")
    Traceback (most recent call last):
    penstock.tools.expressions.ExpressionError: "__import__('os')": the name '__import__' cannot be used in an expression
    """
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f'"{text}" is not a Python expression: {error}') from None
    try:
        return _Evaluation().visit(tree.body)
    except ExpressionError as error:
        raise ExpressionError(f'"{text}": {error}') from None
    except RecursionError:
        raise ExpressionError(f'"{text}" is nested too deeply') from None


def literal(text: str) -> Any:
    """The value of a Python literal.

    Raises:
      ExpressionError: it is something else.
    """
    try:
        return ast.literal_eval(text.strip())
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        raise ExpressionError(f'"{text}" is not a Python literal: {error}') from None


class _Evaluation:
    """Walks a syntax tree; a node that has no method here is refused."""

    def __init__(self) -> None:
        self.names = dict(_NAMES)

    def visit(self, node: ast.AST) -> Any:
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise ExpressionError(f"{type(node).__name__} cannot be used in an expression")
        return method(node)

    def _Constant(self, node: ast.Constant) -> Any:
        return node.value

    def _List(self, node: ast.List) -> list:
        return [self.visit(item) for item in node.elts]

    def _Tuple(self, node: ast.Tuple) -> tuple:
        return tuple(self._List(node))  # type: ignore[arg-type]

    def _Set(self, node: ast.Set) -> set:
        return set(self._List(node))  # type: ignore[arg-type]

    def _Dict(self, node: ast.Dict) -> dict:
        if None in node.keys:
            raise ExpressionError("** cannot be used in an expression")
        return {self.visit(k): self.visit(v) for k, v in zip(node.keys, node.values) if k is not None}

    def _Name(self, node: ast.Name) -> Any:
        if node.id not in self.names:
            raise ExpressionError(f"the name {node.id!r} cannot be used in an expression")
        return self.names[node.id]

    def _UnaryOp(self, node: ast.UnaryOp) -> Any:
        return _UNARY[type(node.op)](self.visit(node.operand))

    def _BinOp(self, node: ast.BinOp) -> Any:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.Mod) and isinstance(left, (str, bytes)):
            raise ExpressionError("text cannot be formatted in an expression")
        return _BINARY[type(node.op)](left, right)

    def _BoolOp(self, node: ast.BoolOp) -> Any:
        value = self.visit(node.values[0])
        for other in node.values[1:]:
            if bool(value) != isinstance(node.op, ast.And):
                break
            value = self.visit(other)
        return value

    def _Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) != 1 or type(node.ops[0]) not in _COMPARE:
            raise ExpressionError("this comparison cannot be used in an expression")
        return _COMPARE[type(node.ops[0])](self.visit(node.left), self.visit(node.comparators[0]))

    def _IfExp(self, node: ast.IfExp) -> Any:
        return self.visit(node.body if self.visit(node.test) else node.orelse)

    def _Subscript(self, node: ast.Subscript) -> Any:
        return self.visit(node.value)[self.visit(node.slice)]

    def _Slice(self, node: ast.Slice) -> slice:
        return slice(*(None if part is None else self.visit(part) for part in (node.lower, node.upper, node.step)))

    def _Attribute(self, node: ast.Attribute) -> Any:
        owner = self.visit(node.value)
        if owner is np:
            allowed = _NUMPY
        elif owner is np.random:
            allowed = _RANDOM
        elif isinstance(owner, (np.ndarray, np.generic)):
            allowed = _OF_ARRAYS
        elif isinstance(owner, (str, bytes)):
            allowed = _OF_TEXT
        else:
            allowed = frozenset()
        if node.attr not in allowed:
            raise ExpressionError(f"{ast.unparse(node)!r} cannot be used in an expression")
        return getattr(owner, node.attr)

    def _Call(self, node: ast.Call) -> Any:
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            raise ExpressionError("* and ** cannot be used in an expression")
        function = self.visit(node.func)
        arguments = [self.visit(a) for a in node.args]
        return function(*arguments, **{str(k.arg): self.visit(k.value) for k in node.keywords})

    def _ListComp(self, node: ast.ListComp) -> list:
        found: list[Any] = []

        def turn(loops: list[ast.comprehension]) -> None:
            if not loops:
                found.append(self.visit(node.elt))
                return
            loop = loops[0]
            if not isinstance(loop.target, ast.Name) or loop.target.id in _NAMES:
                raise ExpressionError("a loop in an expression must have one new name")
            before = dict(self.names)
            for value in self.visit(loop.iter):
                self.names[loop.target.id] = value
                if all(self.visit(condition) for condition in loop.ifs):
                    turn(loops[1:])
            self.names = before

        turn(list(node.generators))
        return found
