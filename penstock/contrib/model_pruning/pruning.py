"""Pruning while a model trains: weights are multiplied by masks, which take out more and more of the smallest ones.

`apply_mask` gives a weight its mask and its threshold; `Pruning` makes the operation that renews them all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import control_dependencies
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.state.partitioned_variable import PartitionedVariable
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

_MASKS, _THRESHOLDS, _MASKED, _WEIGHTS = "masks", "thresholds", "masked_weights", "kernel"
_MASKED_NAME = "weights/masked_weight"


@export("contrib.model_pruning.apply_mask")
def apply_mask(x: TensorOrVariable, scope: object = "") -> Any:
    """A weight with a mask on it, which `Pruning` renews.

    Args:
      x: the weight, a variable.
      scope: the scope of the mask's and the threshold's variables.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.variable_scope("layer"):
    ...     masked = tf.contrib.model_pruning.apply_mask(tf.get_variable("w", [3, 4]), tf.get_variable_scope())
    ...     print(masked.shape.as_list(), [v.op.name for v in tf.global_variables()])
    [3, 4] ['layer/w', 'layer/mask', 'layer/threshold']
    """
    kind = x.dtype.base_dtype
    with tf.variable_scope(scope):
        mask = tf.get_variable("mask", x.shape, initializer=tf.ones_initializer(), trainable=False, dtype=kind)
    with tf.variable_scope(scope):
        threshold = tf.get_variable("threshold", [], initializer=tf.zeros_initializer(), trainable=False, dtype=kind)
    masked = tf.multiply(mask, x, _MASKED_NAME)
    collect(threshold, mask, masked, x)
    return masked


def collect(threshold: TensorLike, mask: TensorLike, masked: Any, weight: TensorLike) -> None:
    """Makes a weight known to `Pruning`."""
    if mask not in tf.get_collection_ref(_MASKS):
        for key, value in ((_THRESHOLDS, threshold), (_MASKS, mask), (_MASKED, masked), (_WEIGHTS, weight)):
            tf.add_to_collection(key, value)


def _getter(name: str, key: str, what: str) -> Any:
    def get() -> list[Any]:
        return tf.get_collection(key)

    get.__name__ = get.__qualname__ = name
    get.__module__ = __name__
    get.__doc__ = f"""{what} of the default graph.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     _ = tf.contrib.model_pruning.apply_mask(tf.get_variable("w", [3, 4]), "pruned")
    ...     print(len(tf.contrib.model_pruning.{name}()))
    1
    """
    return export(f"contrib.model_pruning.{name}")(get)


get_masked_weights = _getter("get_masked_weights", _MASKED, "The weights with masks on them")
get_masks = _getter("get_masks", _MASKS, "The masks")
get_thresholds = _getter("get_thresholds", _THRESHOLDS, "The thresholds")
get_weights = _getter("get_weights", _WEIGHTS, "The weights that have masks")


@export("contrib.model_pruning.get_weight_sparsity")
def get_weight_sparsity() -> list[Any]:
    """Which part of each weight is taken out.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     _ = tf.contrib.model_pruning.apply_mask(tf.get_variable("w", [3, 4]), "pruned")
    ...     session.run(tf.global_variables_initializer())
    ...     print(session.run(tf.contrib.model_pruning.get_weight_sparsity()))
    [np.float32(0.0)]
    """
    return [tf.nn.zero_fraction(mask) for mask in get_masks()]


@export("contrib.model_pruning.get_pruning_hparams")
def get_pruning_hparams() -> Any:
    """What `Pruning` wants to know, with its defaults.

    When: `begin_pruning_step`, `end_pruning_step` (-1 for never), `pruning_frequency`. How much: from `initial_sparsity` to
    `target_sparsity`, between the steps `sparsity_function_begin_step` and `sparsity_function_end_step`, by the power
    `sparsity_function_exponent`; `weight_sparsity_map` has other targets, as `name:target`. In blocks of `block_height` by
    `block_width` (or `block_dims_map`, as `name:2x4`), whose `block_pooling_function` (AVG or MAX) counts. `threshold_decay`
    smooths the thresholds. `name` is the scope; `nbins` and `use_tpu` are kept.

    >>> import penstock as tf
    >>> tf.contrib.model_pruning.get_pruning_hparams().parse("target_sparsity=0.9").target_sparsity
    0.9
    """
    return tf.contrib.training.HParams(
        name="model_pruning",
        begin_pruning_step=0,
        end_pruning_step=-1,
        weight_sparsity_map=[""],
        block_dims_map=[""],
        threshold_decay=0.0,
        pruning_frequency=10,
        nbins=256,
        block_height=1,
        block_width=1,
        block_pooling_function="AVG",
        initial_sparsity=0.0,
        target_sparsity=0.5,
        sparsity_function_begin_step=0,
        sparsity_function_end_step=100,
        sparsity_function_exponent=3.0,
        use_tpu=False,
    )


def _checked(spec: Any) -> Any:
    if spec.begin_pruning_step < 0:
        raise ValueError("Illegal value for begin_pruning_step")
    if spec.begin_pruning_step >= spec.end_pruning_step != -1:
        raise ValueError(
            f"Pruning must begin before it can end. begin_step={spec.begin_pruning_step}, "
            f"end_step={spec.end_pruning_step}. Set end_pruning_step to -1 if pruning is required till training stops"
        )
    if spec.sparsity_function_begin_step < 0:
        raise ValueError("Illegal value for sparsity_function_begin_step")
    if spec.sparsity_function_begin_step >= spec.sparsity_function_end_step:
        raise ValueError("Sparsity function requires begin_step < end_step")
    for name in ("threshold_decay", "initial_sparsity", "target_sparsity"):
        if not 0.0 <= getattr(spec, name) < 1.0:
            raise ValueError(f"{name} must be in range [0,1)")
    if spec.block_pooling_function not in ("AVG", "MAX"):
        raise ValueError(f"Unknown pooling function for block sparsity: {spec.block_pooling_function}")
    return spec


def _block_dims(text: str) -> list[int]:
    sizes = text.split("x")
    if len(sizes) != 2:
        raise ValueError(f"Expected 2 values for block dim, got {sizes}")
    return [int(size) for size in sizes]


def _target(text: str) -> float:
    if float(text) >= 1.0:
        raise ValueError("Weight sparsity can not exceed 1.0")
    return float(text)


def _parsed(entries: list[str], parse: Any) -> dict[re.Pattern, Any]:
    """`pattern:value` → value by pattern."""
    pairs = (entry.split(":") for entry in entries if entry)
    return {re.compile(name): parse(value) for name, value in pairs}


def _found(table: dict[re.Pattern, Any], name: str, what: str, otherwise: Any) -> Any:
    found = [value for pattern, value in table.items() if pattern.search(name)]
    if len(found) > 1:
        raise ValueError(f"Multiple matches in {what} for weight {name}")
    return found[0] if found else otherwise


@export("contrib.model_pruning.Pruning")
class Pruning:
    """Renews the masks of a graph's weights.

    Args:
      spec: as `get_pruning_hparams` has it.
      global_step: the step; the graph's by default.
      sparsity: which part is to be taken out, instead of what `spec` says of it.

    >>> import penstock as tf
    >>> w = tf.get_variable("w", initializer=[0.25, -1.0, 0.75, -0.5])
    >>> masked = tf.contrib.model_pruning.apply_mask(w, "pruned")
    >>> _ = tf.train.create_global_step()
    >>> update = tf.contrib.model_pruning.Pruning(sparsity=0.5).mask_update_op()
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(update)
    ...     print(sess.run(masked).tolist())
    [0.0, -1.0, 0.75, -0.0]
    """

    def __init__(self, spec: Any = None, global_step: TensorOrVariable | None = None, sparsity: Any = None) -> None:
        self._spec = _checked(spec if spec else get_pruning_hparams())
        step = tf.train.get_global_step() if global_step is None else global_step
        self._global_step = tf.cast(step, tf.int32)
        self._sparsity = self._scheduled() if sparsity is None else sparsity
        self._assign_ops: list[Any] = []
        with tf.variable_scope(self._spec.name, reuse=tf.AUTO_REUSE, use_resource=self._spec.use_tpu):
            self._last_update_step = tf.get_variable(
                "last_mask_update_step", [], initializer=tf.zeros_initializer(), trainable=False, dtype=tf.int32
            )
        self._block_dims_map = _parsed(self._spec.block_dims_map, _block_dims)
        self._weight_sparsity_map = _parsed(self._spec.weight_sparsity_map, _target)

    def _scheduled(self) -> Any:
        spec = self._spec
        begin, end = spec.sparsity_function_begin_step, spec.sparsity_function_end_step
        with tf.name_scope(spec.name):
            done = tf.div(tf.cast(self._global_step - begin, tf.float32), end - begin)
            rest = tf.pow(1 - tf.minimum(1.0, tf.maximum(0.0, done)), spec.sparsity_function_exponent)
            missing = tf.multiply(spec.initial_sparsity - spec.target_sparsity, rest)
            return tf.add(missing, spec.target_sparsity, name="sparsity")

    def _sparsity_of(self, name: str) -> Any:
        target = _found(self._weight_sparsity_map, name, "weight_sparsity_map", None)
        return self._sparsity if target is None else tf.multiply(self._sparsity, target / self._spec.target_sparsity)

    def _new_mask(self, name: str, size: TensorLike, threshold: TensorLike) -> tuple[Any, Any]:
        """The new threshold, and 1.0 where sizes reach it."""
        sparsity = self._sparsity_of(name)
        with tf.name_scope(f"{name}_pruning_ops"):
            size = tf.abs(size)
            count = tf.size(size)
            kept = tf.cast(tf.round(tf.cast(count, tf.float32) * (1 - sparsity)), tf.int32)
            sorted_sizes, _ = tf.nn.top_k(tf.reshape(size, [-1]), k=count)
            decay = self._spec.threshold_decay
            now = tf.multiply(tf.gather(sorted_sizes, kept - 1), 1 - decay)
            new = tf.add_n([now, tf.multiply(threshold, decay)])
            return new, tf.cast(tf.greater_equal(size, new), tf.float32)

    def _new_block_mask(self, name: str, weight: TensorLike, threshold: TensorLike) -> tuple[Any, Any]:
        """As `_new_mask`, but blocks of a matrix stay or go as a whole."""
        default = [self._spec.block_height, self._spec.block_width]
        dims = _found(self._block_dims_map, name, "block_dims_map", default)
        matrix = tf.squeeze(weight)
        if matrix.shape.ndims != 2 or dims == [1, 1]:
            return self._new_mask(name, weight, threshold)
        shape = matrix.shape.as_list()
        dims = [whole if part == -1 else part for part, whole in zip(dims, shape, strict=True)]
        with tf.name_scope(f"{name}_pruning_ops"):
            pooled = tf.nn.pool(
                tf.reshape(tf.abs(matrix), [1, *shape, 1]),
                window_shape=dims,
                pooling_type=self._spec.block_pooling_function,
                strides=dims,
                padding="SAME",
                name=f"{name}_pooled",
            )
            pooled = tf.squeeze(pooled, axis=[0, 3])
            # The map of targets is asked for the name of what is pruned, which is that of the pooled matrix in 1.15.
            new, mask = self._new_mask(pooled.op.name, pooled, threshold)
            rows, cols = (np.arange(size) // dim for size, dim in zip(shape, dims, strict=True))
            mask = tf.gather(tf.gather(mask, rows), cols, axis=1)
        return new, tf.reshape(mask, tf.shape(weight))

    def _make_assignments(self) -> None:
        masks, thresholds, weights = get_masks(), get_thresholds(), get_weights()
        if len(masks) != len(thresholds):
            raise ValueError(f"Number of masks {len(masks)} and number of thresholds {len(thresholds)} mismatch")
        for weight, mask, threshold in zip(weights, masks, thresholds, strict=True):
            parted = isinstance(weight, PartitionedVariable)
            now = weight.as_tensor() if parted else weight.read_value() if hasattr(weight, "read_value") else weight
            name = now.op.name if parted else weight.op.name
            new_threshold, new_mask = self._new_block_mask(name, now, threshold)
            self._assign_ops.append(tf.assign(threshold, new_threshold, name=f"{threshold.op.name}_assign"))
            parts = list(mask) if isinstance(mask, PartitionedVariable) else [mask]
            values = [new_mask]
            if len(parts) > 1:
                axis = next(a for a in range(mask.shape.ndims) if parts[0].shape[a] != mask.shape[a])
                values = tf.split(new_mask, [p.shape[axis].value for p in parts], axis=axis)
            for part, value in zip(parts, values, strict=True):
                self._assign_ops.append(tf.assign(part, value, name=f"{part.op.name}_assign"))

    def mask_update_op(self) -> Operation:
        """Renews all masks."""
        with tf.name_scope(self._spec.name):
            if not self._assign_ops:
                self._make_assignments()
            seen = tf.assign(self._last_update_step, self._global_step, name="last_mask_update_step_assign")
            with control_dependencies([seen, *self._assign_ops]):
                logging.info("Updating masks.")
                return tf.no_op("mask_update")

    def conditional_mask_update_op(self) -> Any:
        """Renews all masks if it is time to."""
        spec, step = self._spec, self._global_step
        with tf.name_scope(spec.name):
            not_over = tf.logical_or(tf.less_equal(step, spec.end_pruning_step), tf.less(spec.end_pruning_step, 0))
            within = tf.logical_and(tf.greater_equal(step, spec.begin_pruning_step), not_over)
            due = tf.less_equal(tf.add(self._last_update_step, spec.pruning_frequency), step)
            now = tf.logical_and(within, due)
        return tf.cond(now, self.mask_update_op, tf.no_op)

    def add_pruning_summaries(self) -> None:
        """Adds summaries of how much is taken out of each weight, and of the thresholds."""
        with tf.name_scope(f"{self._spec.name}_summaries"):
            tf.summary.scalar("sparsity", self._sparsity)
            tf.summary.scalar("last_mask_update_step", self._last_update_step)
            for mask, threshold in zip(get_masks(), get_thresholds(), strict=True):
                tf.summary.scalar(f"{mask.op.name}/sparsity", tf.nn.zero_fraction(mask))
                tf.summary.scalar(f"{threshold.op.name}/threshold", threshold)

    def print_hparams(self) -> None:
        """Logs the settings."""
        logging.info(self._spec.to_json())
