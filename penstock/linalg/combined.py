"""Linear operators made of several others: products, Kronecker products, blocks along a diagonal."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.linalg import broadcasting
from penstock.linalg.operator import LinearOperator
from penstock.linalg.structured import adjoint_if


class _OfOperators(LinearOperator):
    """An operator made of a list of others, whose batches broadcast."""

    _operators: list[LinearOperator]

    def _build(self, operators: Any, empty: str, what: str, inherited: Sequence[str], joiner: str, hints: dict) -> None:
        """Checks the operators; hints named in `inherited` that all of them have, this one has too."""
        tf.debugging.assert_proper_iterable(operators)
        operators = list(operators)
        if not operators:
            raise ValueError(f"Expected a {empty} operators. Found: {operators}")
        self._operators = operators
        if any(operator.dtype != operators[0].dtype for operator in operators):
            found = "   ".join(str((operator.name, operator.dtype)) for operator in operators)
            raise TypeError(f"Expected all operators to have the same dtype.  Found {found}")
        name = hints.pop("name") or joiner.join(operator.name for operator in operators)
        for hint in inherited:
            if all(getattr(operator, hint) for operator in operators):
                if hints[hint] is False:
                    words = hint[3:].replace("_", "-")
                    raise ValueError(f"The {what} of {words} operators is always {words}.")
                hints[hint] = True
        parents = [parent for operator in operators for parent in operator.graph_parents]
        with tf.name_scope(name, values=parents):
            super().__init__(operators[0].dtype, parents, name=name, **hints)

    @property
    def operators(self) -> list[LinearOperator]:
        """The operators it is made of."""
        return self._operators

    def _sizes(self, of: Callable[[LinearOperator, str], Any]) -> list[Any]:
        """Rows and columns, given what they are for each operator."""
        raise NotImplementedError("_shape is not implemented.")

    def _shape(self) -> TensorShape:
        batch = functools.reduce(tf.broadcast_static_shape, [operator.batch_shape for operator in self.operators])
        return batch.concatenate(self._sizes(lambda operator, which: getattr(operator, which)))

    def _shape_tensor(self) -> Tensor:
        batches = [operator.batch_shape_tensor() for operator in self.operators]
        sizes = self._sizes(lambda operator, which: getattr(operator, f"{which}_tensor")())
        return tf.concat((functools.reduce(tf.broadcast_dynamic_shape, batches), tf.stack(sizes)), 0)

    def _each(self, method: str) -> list[Any]:
        return [getattr(operator, method)() for operator in self.operators]


def _product(values: list[Any]) -> Any:
    return functools.reduce(lambda a, b: a * b, values)


@export("linalg.LinearOperatorComposition", "contrib.linalg.LinearOperatorComposition")
class LinearOperatorComposition(_OfOperators):
    """The operator A·B·C... of other operators.

    Args:
      operators: the factors, from left to right.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      TypeError: the operators have different types.
      ValueError: there are none.

    >>> import penstock as tf
    >>> a, b = tf.linalg.LinearOperatorDiag([1.0, 2.0]), tf.linalg.LinearOperatorDiag([3.0, 4.0])
    >>> tf.Session().run(tf.linalg.LinearOperatorComposition([a, b]).diag_part()).tolist()
    [3.0, 8.0]
    """

    def __init__(
        self,
        operators: object,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        hints = {key: value for key, value in locals().items() if key.startswith("is_") or key == "name"}
        self._build(operators, "non-empty list of", "composition", ["is_non_singular"], "_o_", hints)

    def _sizes(self, of: Callable[[LinearOperator, str], Any]) -> list[Any]:
        for left, right in zip(self.operators, self.operators[1:]):
            left.domain_dimension.assert_is_compatible_with(right.range_dimension)
        return [of(self.operators[0], "range_dimension"), of(self.operators[-1], "domain_dimension")]

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        first, *rest = self.operators if adjoint else self.operators[::-1]
        result = first.matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
        for operator in rest:
            result = operator.matmul(result, adjoint=adjoint)
        return result

    def _determinant(self) -> Tensor:
        return _product(self._each("determinant"))

    def _log_abs_determinant(self) -> Tensor:
        return functools.reduce(tf.add, self._each("log_abs_determinant"))

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        first, *rest = self.operators[::-1] if adjoint else self.operators
        solution = first.solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
        for operator in rest:
            solution = operator.solve(solution, adjoint=adjoint)
        return solution


_ALL = ("is_non_singular", "is_self_adjoint", "is_positive_definite")


@export("linalg.LinearOperatorKronecker")
class LinearOperatorKronecker(_OfOperators):
    """The operator A ⊗ B ⊗ C... of other operators.

    Args:
      operators: the factors, from left to right.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      TypeError: the operators have different types.
      ValueError: there are none, or a hint contradicts theirs.

    >>> import penstock as tf
    >>> a, b = tf.linalg.LinearOperatorDiag([1.0, 2.0]), tf.linalg.LinearOperatorDiag([3.0, 4.0])
    >>> tf.Session().run(tf.linalg.LinearOperatorKronecker([a, b]).diag_part()).tolist()
    [3.0, 4.0, 6.0, 8.0]
    """

    def __init__(
        self,
        operators: object,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        hints = {key: value for key, value in locals().items() if key.startswith("is_") or key == "name"}
        self._build(operators, "list of >=1", "Kronecker product", _ALL, "_x_", hints)

    def _sizes(self, of: Callable[[LinearOperator, str], Any]) -> list[Any]:
        return [_product([of(o, which) for o in self.operators]) for which in ("range_dimension", "domain_dimension")]

    def _along_each_axis(self, x: Tensor, adjoint: bool, method: str) -> Tensor:
        """Applies each operator to its own axis of the rows.

        The rows of `x` are all combinations of the operators' indices. The first index is split off, its operator
        applied, and the result moved behind everything else; when all are done, the columns stand in front.
        """
        columns, given = tf.shape(x)[-1], x.shape
        inward = "range_dimension" if adjoint != (method == "solve") else "domain_dimension"
        for operator in self.operators:
            size = getattr(operator, inward).value
            size = getattr(operator, f"{inward}_tensor")() if size is None else size
            x = tf.reshape(x, tf.concat([tf.shape(x)[:-2], [size, -1]], 0))
            x = tf.matrix_transpose(getattr(operator, method)(x, adjoint=adjoint))
        x = tf.matrix_transpose(tf.reshape(x, tf.concat([tf.shape(x)[:-2], [columns, -1]], 0)))
        if given.ndims is not None and self.batch_shape.ndims is not None:
            outward = self.domain_dimension if adjoint != (method == "solve") else self.range_dimension
            batch = tf.broadcast_static_shape(given[:-2], self.batch_shape)
            x.set_shape(batch.concatenate([outward, given[-1]]))
        return x

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._along_each_axis(adjoint_if(adjoint_arg, x), adjoint, "matmul")

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._along_each_axis(adjoint_if(adjoint_arg, rhs), adjoint, "solve")

    def _repeats(self) -> list[Tensor]:
        """How often each operator's determinant is a factor of that of the whole."""
        total = self.domain_dimension_tensor()
        return [tf.cast(total / operator.domain_dimension_tensor(), operator.dtype) for operator in self.operators]

    def _determinant(self) -> Tensor:
        return _product([d**n for d, n in zip(self._each("determinant"), self._repeats())])

    def _log_abs_determinant(self) -> Tensor:
        return functools.reduce(tf.add, [d * n for d, n in zip(self._each("log_abs_determinant"), self._repeats())])

    def _trace(self) -> Tensor:
        square = all(operator.is_square for operator in self.operators)
        return _product(self._each("trace")) if square else super()._trace()

    def _diag_part(self) -> Tensor:
        if not all(operator.is_square for operator in self.operators):
            return tf.matrix_diag_part(self.to_dense())  # the factors' diagonals are not all of it
        diagonals = self._each("diag_part")
        found = diagonals[0]
        for other in diagonals[1:]:
            found = found[..., :, tf.newaxis] * other[..., tf.newaxis, :]
            found = tf.reshape(found, tf.concat([tf.shape(found)[:-2], [-1]], axis=0))
        found.set_shape(self.batch_shape.concatenate([self.domain_dimension]))
        return found

    def _to_dense(self) -> Tensor:
        matrices = self._each("to_dense")
        found = matrices[0]
        for other in matrices[1:]:
            rows, columns = (tf.shape(found)[axis] * tf.shape(other)[axis] for axis in (-2, -1))
            found = found[..., :, tf.newaxis, :, tf.newaxis] * other[..., tf.newaxis, :, tf.newaxis, :]
            found = tf.reshape(found, tf.concat([tf.shape(found)[:-4], [rows, columns]], axis=0))
        found.set_shape(self.shape)
        return found

    def _grouped(self, method: str, what: str) -> Operation:
        if not all(operator.is_square for operator in self.operators):
            message = f"All Kronecker factors must be square for the product to be {what}."
            raise errors.InvalidArgumentError(None, None, message)
        return tf.group(*self._each(method))

    def _assert_non_singular(self) -> Operation:
        return self._grouped("assert_non_singular", "invertible")

    def _assert_self_adjoint(self) -> Operation:
        return self._grouped("assert_self_adjoint", "self adjoint")


@export("linalg.LinearOperatorBlockDiag", "contrib.linalg.LinearOperatorBlockDiag")
class LinearOperatorBlockDiag(_OfOperators):
    """The operator with other operators along its diagonal, and zeros elsewhere.

    Args:
      operators: the blocks, all square.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      TypeError: the operators have different types.
      ValueError: there are none, one is not square, or a hint contradicts theirs.

    >>> import penstock as tf
    >>> a, b = tf.linalg.LinearOperatorIdentity(2), tf.linalg.LinearOperatorFullMatrix([[3.0]])
    >>> tf.Session().run(tf.linalg.LinearOperatorBlockDiag([a, b]).to_dense()).tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 3.0]]
    """

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool = True,
        name: str | None = None,
    ) -> None:
        hints = {key: value for key, value in locals().items() if key.startswith("is_") or key == "name"}
        tf.debugging.assert_proper_iterable(operators)
        operators = list(operators)
        if not (is_square and all(operator.is_square for operator in operators)):
            raise ValueError("Can only represent a block diagonal of square matrices.")
        self._build(operators, "non-empty list of", "direct sum", _ALL, "_ds_", hints)

    def _sizes(self, of: Callable[[LinearOperator, str], Any]) -> list[Any]:
        return [
            functools.reduce(lambda a, b: a + b, [of(operator, which) for operator in self.operators])
            for which in ("domain_dimension", "range_dimension")
        ]

    def _by_block(self, x: Tensor, adjoint: bool, adjoint_arg: bool, method: str) -> Tensor:
        known = self.shape.is_fully_defined()
        sizes = [o.domain_dimension.value if known else o.domain_dimension_tensor() for o in self.operators]
        parts = tf.split(x, sizes, axis=-1 if adjoint_arg else -2)
        found = [
            getattr(operator, method)(part, adjoint=adjoint, adjoint_arg=adjoint_arg)
            for operator, part in zip(self.operators, parts)
        ]
        return tf.concat(broadcasting.same_batch(found), axis=-2)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._by_block(x, adjoint, adjoint_arg, "matmul")

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._by_block(rhs, adjoint, adjoint_arg, "solve")

    def _determinant(self) -> Tensor:
        return _product(self._each("determinant"))

    def _log_abs_determinant(self) -> Tensor:
        return functools.reduce(tf.add, self._each("log_abs_determinant"))

    def _trace(self) -> Tensor:
        return functools.reduce(tf.add, self._each("trace"))

    def _diag_part(self) -> Tensor:
        columns = broadcasting.same_batch([diagonal[..., tf.newaxis] for diagonal in self._each("diag_part")])
        return tf.squeeze(tf.concat(columns, axis=-2), axis=-1)

    def _to_dense(self) -> Tensor:
        rows, before = [], tf.constant(0)
        for block in broadcasting.same_batch(self._each("to_dense")):
            size, lead = tf.shape(block)[-1], tf.shape(block)[:-1]
            after = self.domain_dimension_tensor() - before - size
            left, right = (tf.zeros(tf.concat([lead, [n]], 0), dtype=block.dtype) for n in (before, after))
            rows.append(tf.concat([left, block, right], axis=-1))
            before += size
        matrix = tf.concat(rows, axis=-2)
        matrix.set_shape(self.shape)
        return matrix

    def _assert_non_singular(self) -> Operation:
        return tf.group(*self._each("assert_non_singular"))

    def _assert_self_adjoint(self) -> Operation:
        return tf.group(*self._each("assert_self_adjoint"))

    def _assert_positive_definite(self) -> Operation:
        return tf.group(*self._each("assert_positive_definite"))
