"""An Estimator that factorizes matrices by weighted alternating least squares, in sweeps over rows and over columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.factorization.wals_model import WALSModel
from penstock.contrib.learn.estimator import Estimator
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.graph.graph import colocate_with, control_dependencies
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.platform import logging
from penstock.train.session_run_hook import SessionRunArgs, SessionRunHook

if TYPE_CHECKING:
    from penstock.train.session_run_hook import SessionRunContext, SessionRunValues


class _SweepHook(SessionRunHook):
    """Runs what must come before each sweep, and the step of rows or of columns."""

    def __init__(
        self, is_row: Any, is_done: Any, init: Any, prepare: dict[bool, Any], step: dict[bool, Any], switch: Any
    ):
        self._is_row, self._is_done, self._init, self._switch = is_row, is_done, init, switch
        self._prepare, self._step = prepare, step
        self._is_initialized = False

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        session = run_context.session
        is_done = session.run(self._is_done)
        if not self._is_initialized:
            logging.info("SweepHook running init op.")
            session.run(self._init)
        if is_done:
            logging.info("SweepHook starting the next sweep.")
            session.run(self._switch)
        is_row = bool(session.run(self._is_row))
        if is_done or not self._is_initialized:
            logging.info("SweepHook running prep ops for the %s sweep.", "row" if is_row else "col")
            for op in self._prepare[is_row]:
                session.run(op)
        self._is_initialized = True
        logging.info("Next fit step starting.")
        return SessionRunArgs([self._step[is_row]])


class _IncrementGlobalStepHook(SessionRunHook):
    def __init__(self) -> None:
        step = tf.train.get_global_step()
        self._next = None if step is None else tf.assign_add(step, 1, name="global_step_incr").op

    def before_run(self, run_context: SessionRunContext) -> None:
        if self._next is not None:
            run_context.session.run(self._next)


class _StopAtSweepHook(SessionRunHook):
    def __init__(self, last_sweep: int) -> None:
        self._last_sweep = last_sweep

    def begin(self) -> None:
        name = WALSMatrixFactorization.COMPLETED_SWEEPS
        try:
            self._completed = tf.get_default_graph().get_tensor_by_name(f"{name}:0")
        except KeyError:
            raise RuntimeError(f"{name} counter should be created to use StopAtSweepHook.") from None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        # In a run of its own: what the step itself has fetched is the number before it.
        if run_context.session.run(self._completed) >= self._last_sweep:
            run_context.request_stop()


def _variable(value: TensorLike, name: str) -> Any:
    return tf.Variable(value, trainable=False, name=name, collections=[GraphKeys.GLOBAL_VARIABLES])


def _model_fn(features: NestedTensors, labels: TensorLike, mode: str, params: dict[str, Any]) -> ModelFnOps:
    if labels is not None:
        raise ValueError("A factorization has no labels.")
    keys = WALSMatrixFactorization
    is_training = mode == tf.contrib.learn.ModeKeys.TRAIN
    model = WALSModel(
        params["num_rows"],
        params["num_cols"],
        params["embedding_dimension"],
        regularization=params["regularization_coeff"],
        use_factors_weights_cache=params["use_factors_weights_cache_for_training"] and is_training,
        use_gramian_cache=params["use_gramian_cache_for_training"] and is_training,
        **{name: params[name] for name in _PASSED_ON},
    )
    rows, cols = features[keys.INPUT_ROWS], features[keys.INPUT_COLS]
    if is_training:
        return _training(model, rows, cols, params)
    rest: dict[str, Any] = {"eval_metric_ops": {}, "train_op": tf.no_op(), "training_hooks": []}
    if mode == tf.contrib.learn.ModeKeys.INFER:
        weights = features.get(keys.PROJECTION_WEIGHTS)
        projected = tf.cond(
            features[keys.PROJECT_ROW],
            lambda: model.project_row_factors(rows, projection_weights=weights),
            lambda: model.project_col_factors(cols, projection_weights=weights, transpose_input=True),
        )
        return ModelFnOps(mode=mode, predictions={keys.PROJECTION_RESULT: projected}, loss=None, **rest)
    if mode != tf.contrib.learn.ModeKeys.EVAL:
        raise ValueError(f"mode={mode} is not recognized.")

    def loss(update: Callable, sp_input: TensorLike, turned: bool) -> Any:
        _, _, wrong, cost, _ = update(sp_input, transpose_input=turned)
        return wrong + cost

    of_side = tf.cond(
        features[keys.PROJECT_ROW],
        lambda: loss(model.update_row_factors, rows, False),
        lambda: loss(model.update_col_factors, cols, True),
    )
    return ModelFnOps(mode=mode, predictions={}, loss=of_side, **rest)


def _training(model: WALSModel, rows: Any, cols: Any, params: dict[str, Any]) -> ModelFnOps:
    keys = WALSMatrixFactorization
    is_row, is_done = _variable(True, "is_row_sweep"), _variable(False, "is_sweep_done")
    completed = _variable(0, keys.COMPLETED_SWEEPS)
    loss, error = _variable(0.0, keys.LOSS), _variable(0.0, keys.RWSE)
    tf.summary.scalar("loss", loss)
    tf.summary.scalar("root_weighted_squared_error", error)
    tf.summary.scalar("completed_sweeps", completed)

    def axis(sp_input: Any, count: int, update: Callable, turned: bool, name: str) -> tuple[Any, Any]:
        """The operation that forgets which items were there, and the one of a step."""
        none = tf.fill(dims=[count], value=False)
        with colocate_with(none):
            seen = _variable(none, f"processed_{name}")
        _, updated, wrong, cost, weights = update(sp_input, transpose_input=turned)
        indices = sp_input.indices[:, 0]
        done = [updated, tf.assign(loss, wrong + cost), tf.assign(error, tf.sqrt(wrong / weights))]
        with control_dependencies(done), colocate_with(seen):
            these = tf.ones_like(indices, dtype=tf.bool)
            marked = tf.scatter_update(seen, indices, these, name=f"update_processed_{name}_indices")
        with control_dependencies([marked]):
            all_seen = tf.reduce_all(seen.read_value())
            step = tf.group(
                tf.assign(is_done, all_seen),
                tf.assign_add(completed, tf.cast(all_seen, tf.int32)),
                name=f"{name}_sweep_train_op",
            )
        return seen.initializer, step

    forget_rows, row_step = axis(rows, params["num_rows"], model.update_row_factors, False, "rows")
    forget_cols, col_step = axis(cols, params["num_cols"], model.update_col_factors, True, "cols")
    switch = tf.group(tf.assign(is_row, tf.logical_not(is_row)), forget_rows, forget_cols, name="sweep_switch_op")
    prepare = {
        True: [model.row_update_prep_gramian_op, model.initialize_row_update_op],
        False: [model.col_update_prep_gramian_op, model.initialize_col_update_op],
    }
    sweeps = _SweepHook(is_row, is_done, model.worker_init, prepare, {True: row_step, False: col_step}, switch)
    hooks: list[SessionRunHook] = [sweeps, _IncrementGlobalStepHook()]
    if params["max_sweeps"] is not None:
        hooks.append(_StopAtSweepHook(params["max_sweeps"]))
    return ModelFnOps(
        mode=tf.contrib.learn.ModeKeys.TRAIN,
        predictions={},
        loss=loss,
        eval_metric_ops={},
        train_op=tf.no_op(),
        training_hooks=hooks,
    )


_PASSED_ON = (
    "unobserved_weight",
    "row_init",
    "col_init",
    "num_row_shards",
    "num_col_shards",
    "row_weights",
    "col_weights",
)


@export("contrib.factorization.WALSMatrixFactorization")
class WALSMatrixFactorization(Estimator):
    """Factorizes a sparse matrix; training goes on in sweeps, which are over when every row (or column) was there.

    An `input_fn` returns features and no labels: `INPUT_ROWS`, a SparseTensor with some rows at their places, `INPUT_COLS`,
    some columns as rows and, to evaluate and to predict, `PROJECT_ROW`, whether rows are meant or columns, and if wanted
    `PROJECTION_WEIGHTS`.

    Args:
      num_rows, num_cols, embedding_dimension: the sizes of matrix and factors.
      unobserved_weight, regularization_coeff, row_init, col_init, num_row_shards, num_col_shards, row_weights, col_weights:
        see `WALSModel`.
      use_factors_weights_cache_for_training, use_gramian_cache_for_training: whether copies are kept in training.
      max_sweeps: the number of sweeps, over rows or over columns.
      model_dir, config: see `tf.contrib.learn.Estimator`.

    >>> import penstock as tf
    >>> model = tf.contrib.factorization.WALSMatrixFactorization(7, 5, embedding_dimension=2, max_sweeps=4)
    >>> model.INPUT_ROWS
    'input_rows'
    """

    INPUT_ROWS = "input_rows"
    INPUT_COLS = "input_cols"
    PROJECT_ROW = "project_row"
    PROJECTION_WEIGHTS = "projection_weights"
    PROJECTION_RESULT = "projection"
    COMPLETED_SWEEPS = "completed_sweeps"
    LOSS = "WALS_loss"
    RWSE = "WALS_RWSE"

    def __init__(
        self,
        num_rows: int,
        num_cols: int,
        embedding_dimension: int,
        unobserved_weight: float = 0.1,
        regularization_coeff: float | None = None,
        row_init: Any = "random",
        col_init: Any = "random",
        num_row_shards: int = 1,
        num_col_shards: int = 1,
        row_weights: Any = 1,
        col_weights: Any = 1,
        use_factors_weights_cache_for_training: bool = True,
        use_gramian_cache_for_training: bool = True,
        max_sweeps: int | None = None,
        model_dir: Any = None,
        config: Any = None,
    ) -> None:
        given = locals()
        params = {name: given[name] for name in _PASSED_ON}
        params |= {
            "num_rows": num_rows,
            "num_cols": num_cols,
            "embedding_dimension": embedding_dimension,
            "regularization_coeff": regularization_coeff,
            "max_sweeps": max_sweeps,
            "use_factors_weights_cache_for_training": use_factors_weights_cache_for_training,
            "use_gramian_cache_for_training": use_gramian_cache_for_training,
        }
        self._shards = {"row": num_row_shards, "col": num_col_shards}
        super().__init__(model_fn=_model_fn, params=params, model_dir=model_dir, config=config)
        if self._config is not None and self._config.num_worker_replicas > 1:
            raise ValueError("WALSMatrixFactorization must be run on a single worker replica.")

    def _factors(self, side: str) -> list[Any]:
        return [self.get_variable_value(f"{side}_factors_shard_{i}") for i in range(self._shards[side])]

    def get_row_factors(self) -> list[Any]:
        """The rows' factors after training, a list of shards."""
        return self._factors("row")

    def get_col_factors(self) -> list[Any]:
        """The columns' factors after training, a list of shards."""
        return self._factors("col")

    def get_projections(self, input_fn: Callable) -> Iterator[Any]:
        """The factors of the rows or columns of `input_fn`, one after the other."""
        return (result[self.PROJECTION_RESULT] for result in self.predict(input_fn=input_fn))
