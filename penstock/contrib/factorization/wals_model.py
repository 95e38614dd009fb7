"""Weighted alternating least squares: a sparse matrix as the product of two of low rank, of which one is solved for at a time.

Minimizes the sum of `w[i, j] * (a[i, j] - u[i] . v[j])**2` over all entries, plus what the factors' squares cost. The weight
is `unobserved_weight` where the matrix has no entry, and `row_weights[i] * col_weights[j]` more where it has one.
"""

from __future__ import annotations

import numbers
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.graph import colocate_with, control_dependencies
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.training import wals  # noqa: F401  the operations that are made here

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor


class _Side:
    """Factors and weights of rows or of columns, in shards, with their Gramian, and the copies that a worker keeps."""

    def __init__(self, name: str, size: int, shards: int) -> None:
        self.name, self.size, self.shards = name, size, shards
        self.factors: list[Any] = []
        self.weights: list[Any] | None = None
        self.gramian: Any = None
        self.kept: dict[str, Any] = {}

    def sizes(self) -> list[int]:
        each, rest = divmod(self.size, self.shards)
        return [each + 1] * rest + [each] * (self.shards - rest)

    def shard_of(self, ids: TensorOrVariable) -> tuple[Any, Any]:
        """The shard of each row, and its place there."""
        each, rest = divmod(self.size, self.shards)
        shard = tf.maximum(ids // (each + 1), (ids - rest) // each)
        return shard, tf.where(shard < rest, ids % (each + 1), (ids - rest) % each)


@export("contrib.factorization.WALSModel")
class WALSModel:
    """The variables and operations of a factorization.

    First `initialize_op`, then `worker_init`; before each sweep over rows `row_update_prep_gramian_op`, then
    `initialize_row_update_op`, and then the `update_op` of `update_row_factors` for all rows; columns likewise.

    Args:
      input_rows, input_cols: the size of the matrix.
      n_components: the rank of the product.
      unobserved_weight: the weight of what is not there.
      regularization: what the factors' squares cost, None for nothing.
      row_init, col_init: the first factors: a matrix (or a list of them for several shards), or "random".
      num_row_shards, num_col_shards: in how many variables the factors are kept.
      row_weights, col_weights: a number, or a list with one for each (in lists for several shards), or None for both.
      use_factors_weights_cache, use_gramian_cache: whether a worker keeps copies while it updates.
      use_scoped_vars: whether the variables' names have scopes of their own.

    >>> import penstock as tf
    >>> import numpy as np
    >>> model = tf.contrib.factorization.WALSModel(2, 3, 1, col_init=np.float32([[1.0], [1.0], [2.0]]))
    >>> a = tf.SparseTensor([[0, 0], [0, 2], [1, 1]], [1.0, 2.0, 3.0], [2, 3])
    >>> _, update, *_ = model.update_row_factors(a)
    >>> first = [model.initialize_op, model.worker_init]
    >>> with tf.Session() as sess:
    ...     for step in (*first, model.row_update_prep_gramian_op, model.initialize_row_update_op, update):
    ...         _ = sess.run(step)
    ...     print(sess.run(model.row_factors[0]).ravel().round(3))
    [0.982 2.062]
    """

    def __init__(
        self,
        input_rows: int,
        input_cols: int,
        n_components: int,
        unobserved_weight: float = 0.1,
        regularization: float | None = None,
        row_init: TensorLike = "random",
        col_init: TensorLike = "random",
        num_row_shards: int = 1,
        num_col_shards: int = 1,
        row_weights: TensorLike = 1,
        col_weights: TensorLike = 1,
        use_factors_weights_cache: bool = True,
        use_gramian_cache: bool = True,
        use_scoped_vars: bool = False,
    ) -> None:
        if (row_weights is None) != (col_weights is None):
            raise ValueError("row_weights and col_weights must both be None, or none of them")
        self._n_components, self._unobserved_weight, self._regularization = (
            n_components,
            unobserved_weight,
            regularization,
        )
        self._regularization_matrix = None if regularization is None else regularization * tf.eye(n_components)
        rows = self._rows = _Side("row", input_rows, num_row_shards)
        cols = self._cols = _Side("col", input_cols, num_col_shards)
        for side, weights in ((rows, row_weights), (cols, col_weights)):
            with tf.name_scope(f"{side.name}_weights" if use_scoped_vars else None):
                side.weights = _weights(side, weights)
        for side, init in ((rows, row_init), (cols, col_init)):
            with tf.name_scope(f"{side.name}_factors" if use_scoped_vars else None):
                side.factors = _factors(side, n_components, init)
        for side in (rows, cols):
            side.gramian = tf.Variable(
                tf.zeros([n_components, n_components]), dtype=tf.float32, name=f"{side.name}_gramian"
            )
        self._prepared = {}
        for side, other in ((rows, cols), (cols, rows)):
            with tf.name_scope(f"{side.name}_prepare_gramian"):
                self._prepared[side.name] = _prepare_gramian(other)
        with tf.name_scope("transient_vars"):
            self._keep(use_factors_weights_cache, use_gramian_cache)

    def _keep(self, factors_and_weights: bool, gramian: bool) -> None:
        """Makes the worker's copies, and the operations that fill them."""
        rows, cols = self._rows, self._cols
        kinds = (("factors", "factors", factors_and_weights), ("weights", "wt", factors_and_weights))
        fill: dict[tuple[str, str], Any] = {}
        drop: dict[tuple[str, str], Any] = {}
        for kind, short, wanted in (*kinds, ("gramian", "gramian", gramian)):
            for side in (rows, cols):
                found = _kept_copy(getattr(side, kind), f"{side.name}_{short}_cache", wanted)
                side.kept[kind], fill[side.name, kind], drop[side.name, kind] = found
        self._begun = {}
        for side, other in ((rows, cols), (cols, rows)):
            self._begun[side.name] = tf.group(
                fill[other.name, "factors"],
                drop[side.name, "factors"],
                fill[other.name, "gramian"],
                drop[side.name, "gramian"],
            )
        weights = [] if rows.weights is None else [fill["row", "weights"], fill["col", "weights"]]
        self._worker_init = tf.group(*weights, name="worker_init") if weights else tf.no_op(name="worker_init")

    # -- what the user runs -------------------------------------------------------------------------------------------------

    row_factors = property(lambda self: self._rows.factors, doc="The variables with the rows' factors.")
    col_factors = property(lambda self: self._cols.factors, doc="The variables with the columns' factors.")
    row_weights = property(lambda self: self._rows.weights, doc="The variables with the rows' weights, or None.")
    col_weights = property(lambda self: self._cols.weights, doc="The variables with the columns' weights, or None.")

    @property
    def initialize_op(self) -> Operation:
        """Initializes the model's variables."""
        rows, cols = self._rows, self._cols
        variables = [*rows.factors, *cols.factors, rows.gramian, cols.gramian, *(rows.weights or ())]
        return tf.variables_initializer([*variables, *(cols.weights or ())])

    @property
    def worker_init(self) -> Any:
        """Fills the worker's copies of the weights."""
        return self._worker_init

    @property
    def row_update_prep_gramian_op(self) -> Any:
        """Computes what updates of rows need of all columns."""
        return self._prepared["row"]

    @property
    def col_update_prep_gramian_op(self) -> Any:
        """Computes what updates of columns need of all rows."""
        return self._prepared["col"]

    @property
    def initialize_row_update_op(self) -> Any:
        """Fills the worker's copies for updates of rows."""
        return self._begun["row"]

    @property
    def initialize_col_update_op(self) -> Any:
        """Fills the worker's copies for updates of columns."""
        return self._begun["col"]

    @classmethod
    def scatter_update(
        cls, factor: list[Any], indices: TensorLike, values: TensorLike, sharding_func: Any, name: str | None = None
    ) -> Any:
        """Writes rows into shards; `sharding_func` tells the shard of each index and its place there."""
        if len(factor) == 1:
            with colocate_with(factor[0]):
                return tf.scatter_update(factor[0], indices, values, name=name).op
        shard, at = sharding_func(indices)
        shard = tf.cast(shard, tf.int32)
        places, parts = (tf.dynamic_partition(x, shard, len(factor)) for x in (at, values))
        updates = [tf.scatter_update(f, p, v) for f, p, v in zip(factor, places, parts, strict=True)]
        return tf.group(*updates, name=name)

    def update_row_factors(self, sp_input: TensorLike | None = None, transpose_input: bool = False) -> tuple[Any, ...]:
        """Solves for the factors of some rows.

        Args:
          sp_input: a SparseTensor with these rows, at their places in the whole matrix.
          transpose_input: whether it has them as columns.

        Returns:
          The new factors, the operation that writes them, the loss (as if all rows were like these), what the factors cost,
          and the sum of the weights.
        """
        return self._solve(self._rows, self._cols, sp_input, transpose_input)

    def update_col_factors(self, sp_input: TensorLike | None = None, transpose_input: bool = False) -> tuple[Any, ...]:
        """Solves for the factors of some columns; see `update_row_factors`."""
        return self._solve(self._cols, self._rows, sp_input, not transpose_input)

    def project_row_factors(
        self,
        sp_input: TensorLike | None = None,
        transpose_input: bool = False,
        projection_weights: TensorLike | None = None,
    ) -> Any:
        """The factors of rows that may be new, with these weights, a number or one for each; nothing is written."""
        weights = 1 if projection_weights is None else projection_weights
        return self._solve(self._rows, self._cols, sp_input, transpose_input, weights)[0]

    def project_col_factors(
        self,
        sp_input: TensorLike | None = None,
        transpose_input: bool = False,
        projection_weights: TensorLike | None = None,
    ) -> Any:
        """The factors of columns that may be new; see `project_row_factors`."""
        weights = 1 if projection_weights is None else projection_weights
        return self._solve(self._cols, self._rows, sp_input, not transpose_input, weights)[0]

    # -- the equations ------------------------------------------------------------------------------------------------------

    def _solve(
        self, side: _Side, other: _Side, sp_input: TensorLike | None, turned: bool, weights: TensorLike | None = None
    ) -> tuple[Any, ...]:
        if not isinstance(sp_input, tf.SparseTensor):
            raise TypeError(f"sp_input must be a SparseTensor, not {sp_input!r}")
        unobserved, gramian = self._unobserved_weight, other.kept["gramian"]
        # Rows and columns that occur are numbered without gaps.
        first, second = tf.split(value=sp_input.indices, num_or_size_splits=2, axis=1)
        (of_first, at_first), (of_second, at_second) = tf.unique(first[:, 0]), tf.unique(second[:, 0])
        indices = tf.stack([tf.cast(at_first, tf.int64), tf.cast(at_second, tf.int64)], axis=1)
        updated, gathered = (of_second, of_first) if turned else (of_first, of_second)
        count = tf.cast(tf.shape(updated)[0], tf.int64)
        right = tf.nn.embedding_lookup(other.kept["factors"], gathered, partition_strategy="div")
        shape = tf.cast(tf.stack([tf.shape(of_first)[0], tf.shape(of_second)[0]]), tf.int64)
        matrix = tf.SparseTensor(indices, sp_input.values, shape)

        lhs = unobserved * gramian
        if self._regularization_matrix is not None:
            lhs += self._regularization_matrix
        row_weights = col_weights = None
        if side.weights is None:
            rhs = unobserved * tf.sparse_tensor_dense_matmul(matrix, right, adjoint_a=turned)
            solved = tf.transpose(tf.matrix_solve(lhs, tf.transpose(rhs)))
        else:
            row_weights = self._weights_of(side, updated, weights)
            col_weights = tf.nn.embedding_lookup(other.kept["weights"], gathered, partition_strategy="div")
            partial, rhs = apply(
                "WALSComputePartialLhsAndRhs",
                "wals_compute_partial_lhs_rhs",
                factors=right,
                factor_weights=col_weights,
                unobserved_weights=unobserved,
                input_weights=row_weights,
                input_indices=indices,
                input_values=matrix.values,
                entry_weights=tf.constant([], tf.float32),
                input_block_size=count,
                input_is_transpose=turned,
            )
            solved = tf.squeeze(tf.matrix_solve(tf.expand_dims(lhs, 0) + partial, tf.expand_dims(rhs, -1)), [2])
        update = self.scatter_update(side.factors, updated, solved, side.shard_of, name=f"{side.name}_update")
        losses = self._losses(side, other, tf.sparse_transpose(matrix) if turned else matrix, solved, right, count)
        return solved, update, *losses(row_weights, col_weights, gramian)

    def _weights_of(self, side: _Side, updated: Any, weights: TensorLike | None) -> Tensor:
        if weights is None:
            return tf.nn.embedding_lookup(side.kept["weights"], updated, partition_strategy="div")
        weights = tf.cast(tf.convert_to_tensor(weights), tf.float32)
        with control_dependencies([tf.assert_less_equal(tf.rank(weights), 1)]):
            return weights * tf.ones([tf.shape(updated)[0]])

    def _losses(self, side: _Side, other: _Side, matrix: Any, solved: Any, right: Any, count: Any) -> Any:
        """A function of the weights that gives the loss, what the factors cost, and the sum of the weights."""
        found = apply(
            "MaskedMatmul", a=solved, b=right, mask_indices=matrix.indices, transpose_a=False, transpose_b=True
        )
        own_gramian = tf.matmul(solved, solved, transpose_a=True)
        # Some rows stand for all of them.
        share = side.size / tf.cast(count, tf.float32)

        def losses(row_weights: Any, col_weights: Any, gramian: Any) -> tuple[Any, Any, Any]:
            wrong = tf.square(matrix.values - found)
            # What is there once more, as if it were not there, and all that is not there, from the Gramians.
            unseen = tf.reduce_sum(wrong) - tf.reduce_sum(tf.square(found)) + tf.trace(tf.matmul(own_gramian, gramian))
            loss = self._unobserved_weight * unseen
            total = self._unobserved_weight * tf.cast(side.size * other.size, tf.float32)
            if row_weights is not None:
                each = tf.gather(row_weights, matrix.indices[:, 0]) * tf.gather(col_weights, matrix.indices[:, 1])
                loss += tf.reduce_sum(each * wrong)
                total += tf.reduce_sum(each) * share
            cost = tf.constant(0.0)
            if self._regularization is not None:
                cost = self._regularization * (tf.trace(own_gramian) * share + tf.trace(gramian))
            return loss * share, cost, total

        return losses


# -- variables ------------------------------------------------------------------------------------------------------------


def _factors(side: _Side, n_components: int, init: Any) -> list[Any]:
    if callable(init):
        init = init()
    is_random = isinstance(init, str) and init == "random"
    if not is_random and not isinstance(init, list):
        init = [init]
    elif isinstance(init, list) and side.shards == 1 and len(init) != 1:
        init = [init]  # the rows themselves
    if not is_random and len(init) != side.shards:
        raise ValueError(f"{len(init)} initial values for {side.shards} shards of {side.name} factors")
    made = []
    for i, size in enumerate(side.sizes()):
        first = (lambda size=size: tf.random_normal([size, n_components])) if is_random else (lambda i=i: init[i])
        made.append(tf.Variable(first, dtype=tf.float32, name=f"{side.name}_factors_shard_{i}"))
    return made


def _weights(side: _Side, given: Any) -> list[Any] | None:
    if given is None:
        return None
    if isinstance(given, Iterable):
        given = list(given)
        if side.shards == 1 and len(given) == side.size:
            given = [given]
        if len(given) != side.shards:
            raise ValueError(f"{len(given)} lists of weights for {side.shards} shards")
    elif not (isinstance(given, numbers.Real) and float(given) >= 0):
        raise ValueError(
            "Invalid weight initialization argument. Must be one of these: None, a real non-negative real number, or a "
            "list of lists of non-negative real numbers (or equivalent iterables) corresponding to sharded factors."
        )
    made = []
    for i, size in enumerate(side.sizes()):
        first = (lambda i=i: given[i]) if isinstance(given, list) else (lambda size=size: given * tf.ones([size]))
        made.append(tf.Variable(first, dtype=tf.float32, name=f"{side.name}_weights_shard_{i}"))
    return made


def _prepare_gramian(side: _Side) -> Any:
    parts = []
    for factor in side.factors:
        with colocate_with(factor):
            parts.append(tf.matmul(factor, factor, transpose_a=True))
    with colocate_with(side.gramian):
        return tf.assign(side.gramian, tf.add_n(parts)).op


def _kept_copy(variable: Any, name: str, wanted: bool) -> tuple[Any, Any, Any]:
    """A worker's copy of one or several variables, the operation that fills it and the one that gives the memory back."""
    if variable is None:
        return None, None, None
    if not wanted:
        return variable, tf.no_op(), tf.no_op()

    def made(name: str) -> Any:
        local = [GraphKeys.LOCAL_VARIABLES]
        return tf.Variable(1.0, trainable=False, collections=local, validate_shape=False, name=name)

    several = isinstance(variable, list)
    sources = variable if several else [variable]
    copies = [made(f"{name}_shard_{i}" if several else name) for i in range(len(sources))]
    fill: Any = None
    drops = []
    for copy, source in zip(copies, sources, strict=True):
        # One after the other, so that there is never more than one on its way.
        with colocate_with(copy), control_dependencies([] if fill is None else [fill]):
            fill = tf.assign(copy, source, validate_shape=False)
        with colocate_with(copy):
            drops.append(tf.assign(copy, 1.0, validate_shape=False))
    return (copies if several else copies[0]), fill, tf.group(*drops)
