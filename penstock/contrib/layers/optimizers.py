"""`optimize_loss`: from a loss to a training operation in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export, export_value
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_to_tensor
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.control.grouping import with_dependencies
from penstock.ops.state.variable_scope import get_variable, variable_scope
from penstock.train import training_step
from penstock.train.optimizer import Optimizer

# The names of optimizers, as attributes of tf.train.
_OPTIMIZERS = {
    "Adagrad": "AdagradOptimizer",
    "Adam": "AdamOptimizer",
    "Ftrl": "FtrlOptimizer",
    "Momentum": "MomentumOptimizer",
    "RMSProp": "RMSPropOptimizer",
    "SGD": "GradientDescentOptimizer",
}


def _named(name: str) -> Callable:
    def make(learning_rate: TensorLike) -> Any:
        more = {"momentum": 0.9} if name == "Momentum" else {}
        return getattr(tf.train, _OPTIMIZERS[name])(learning_rate=learning_rate, **more)

    return make


OPTIMIZER_CLS_NAMES = export_value({name: _named(name) for name in _OPTIMIZERS}, "contrib.layers.OPTIMIZER_CLS_NAMES")
OPTIMIZER_SUMMARIES = export_value(
    ["learning_rate", "loss", "gradients", "gradient_norm", "global_gradient_norm"],
    "contrib.layers.OPTIMIZER_SUMMARIES",
)


@export("contrib.layers.optimize_loss")
def optimize_loss(
    loss: TensorLike | None,
    global_step: TensorLike | None,
    learning_rate: TensorLike,
    optimizer: object,
    gradient_noise_scale: float | None = None,
    gradient_multipliers: dict[Any, float] | None = None,
    clip_gradients: Any = None,
    learning_rate_decay_fn: Callable | None = None,
    update_ops: Iterable[Any] | None = None,
    variables: Sequence[Any] | None = None,
    name: str | None = None,
    summaries: list[str] | None = None,
    colocate_gradients_with_ops: bool = False,
    increment_global_step: bool = True,
) -> Tensor:
    """Makes a tensor that is the loss; running it makes a step of training too.

    Args:
      loss: a scalar.
      global_step: the global step, or None for the graph's.
      learning_rate: a float, a scalar tensor, or None.
      optimizer: a name ("SGD", "Adam", ...), a subclass of `tf.train.Optimizer`, one of its objects, or a function of the
        learning rate that makes one.
      gradient_noise_scale: the scale of random noise that is added to gradients.
      gradient_multipliers: factors for gradients, by variable or its name.
      clip_gradients: the greatest global norm of gradients, or a function of gradients and variables.
      learning_rate_decay_fn: a function of learning rate and global step that gives the rate.
      update_ops: operations to run before, by default those in `UPDATE_OPS`.
      variables: what to train, by default everything trainable.
      name: a variable scope, `OptimizeLoss` by default.
      summaries: which summaries to make, of `OPTIMIZER_SUMMARIES`.
      colocate_gradients_with_ops: see `tf.gradients`.
      increment_global_step: whether a step adds 1 to the global step.

    Raises:
      ValueError: if an argument is of the wrong kind.

    >>> import penstock as tf
    >>> w = tf.get_variable("w", initializer=4.0)
    >>> step = tf.train.create_global_step()
    >>> train = tf.contrib.layers.optimize_loss(tf.square(w), step, learning_rate=0.25, optimizer="SGD")
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     _ = sess.run(train)
    ...     print(sess.run(w), sess.run(step))
    2.0 1
    """
    loss = convert_to_tensor(loss)
    if loss.shape.ndims not in (None, 0):
        raise ValueError(f"Expected scalar shape for {loss.name}, saw shape: {loss.shape}.")
    if global_step is None:
        global_step = training_step.get_global_step()
    else:
        training_step.assert_global_step(global_step)
    if summaries is None:
        summaries = ["loss", "learning_rate", "global_gradient_norm"]
    for wanted in summaries:
        if wanted not in OPTIMIZER_SUMMARIES:
            raise ValueError(f"Summaries should be one of [{', '.join(OPTIMIZER_SUMMARIES)}], you provided {wanted}.")
    with variable_scope(name, "OptimizeLoss", [loss, global_step]):
        if update_ops is None:
            update_ops = get_collection(GraphKeys.UPDATE_OPS)
        if update_ops:
            loss = with_dependencies(list(dict.fromkeys(update_ops)), loss)
        rate = _rate(learning_rate)
        if rate is not None and learning_rate_decay_fn is not None:
            if global_step is None:
                raise ValueError("global_step is required for learning_rate_decay_fn.")
            rate = learning_rate_decay_fn(rate, global_step)
            if "learning_rate" in summaries:
                tf.summary.scalar("learning_rate", rate)
        chosen = _optimizer(optimizer, rate)
        variables = tf.trainable_variables() if variables is None else variables
        pairs = chosen.compute_gradients(loss, variables, colocate_gradients_with_ops=colocate_gradients_with_ops)
        pairs = _changed(pairs, gradient_noise_scale, gradient_multipliers)
        norms = "global_gradient_norm" in summaries or "gradient_norm" in summaries
        if norms:
            tf.summary.scalar("global_norm/gradient_norm", tf.global_norm([g for g, _ in pairs]))
        pairs = _clipped(pairs, clip_gradients)
        if "loss" in summaries:
            tf.summary.scalar("loss", loss)
        _summarize(pairs, summaries)
        if clip_gradients is not None and norms:
            tf.summary.scalar("global_norm/clipped_gradient_norm", tf.global_norm([g for g, _ in pairs]))
        step = global_step if increment_global_step else None
        trained = chosen.apply_gradients(pairs, global_step=step, name="train")
        return with_dependencies([trained], loss)


def _rate(learning_rate: Any) -> Any:
    if learning_rate is None or (isinstance(learning_rate, Tensor) and learning_rate.shape.ndims == 0):
        return learning_rate
    if not isinstance(learning_rate, float):
        raise ValueError(
            f"Learning rate should be 0d Tensor or float. Got {learning_rate} of type {type(learning_rate)}"
        )
    if learning_rate < 0.0:
        raise ValueError("Invalid learning_rate %s.", learning_rate)
    return get_variable("learning_rate", [], trainable=False, initializer=tf.constant_initializer(learning_rate))


def _optimizer(given: object, rate: TensorLike) -> Any:
    if isinstance(given, str):
        if rate is None:
            raise ValueError(f"Learning rate is None, but should be specified if optimizer is string ({given}).")
        if given not in OPTIMIZER_CLS_NAMES:
            raise ValueError(
                f"Optimizer name should be one of [{', '.join(OPTIMIZER_CLS_NAMES)}], you provided {given}."
            )
        return OPTIMIZER_CLS_NAMES[given](learning_rate=rate)
    if isinstance(given, type) and issubclass(given, Optimizer):
        if rate is None:
            raise ValueError(f"Learning rate is None, but should be specified if optimizer is class ({given}).")
        return given(learning_rate=rate)  # type: ignore[call-arg]
    if isinstance(given, Optimizer):
        return given
    if callable(given):
        made = given() if rate is None else given(rate)
        if not isinstance(made, Optimizer):
            raise ValueError(f"Unrecognized optimizer: function should return subclass of Optimizer. Got {made}.")
        return made
    raise ValueError(
        "Unrecognized optimizer: should be string, subclass of Optimizer, instance of subclass of Optimizer or function with "
        f"one argument. Got {given}."
    )


def _times(gradient: Tensor, factor: Any) -> Any:
    if isinstance(gradient, IndexedSlices):
        return IndexedSlices(gradient.values * factor, gradient.indices, gradient.dense_shape)
    return gradient * tf.cast(factor, gradient.dtype)


def _changed(pairs: list, noise_scale: float | None, multipliers: dict[Any, float] | None) -> list:
    if noise_scale is not None:

        def noisy(gradient: Tensor) -> Tensor | None:
            if gradient is None:
                return None
            shape = gradient.dense_shape if isinstance(gradient, IndexedSlices) else gradient.shape
            return gradient + tf.truncated_normal(shape) * noise_scale

        pairs = [(noisy(g), v) for g, v in pairs]
    if multipliers is not None:
        factors = [multipliers[v] if v in multipliers else multipliers.get(v.name) for _, v in pairs]
        pairs = [(g if f is None or g is None else _times(g, f), v) for (g, v), f in zip(pairs, factors, strict=True)]
        if not pairs:
            raise ValueError(
                "Empty list of (gradient, var) pairs encountered. This is most likely to be caused by an improper value of "
                "gradient_multipliers."
            )
    return pairs


def _clipped(pairs: list, clip: Any) -> list:
    if clip is None:
        return pairs
    if isinstance(clip, float):
        clipped, _ = tf.clip_by_global_norm([g for g, _ in pairs], clip)
        return list(zip(clipped, [v for _, v in pairs], strict=True))
    if callable(clip):
        return clip(pairs)
    raise ValueError(f"Unknown type {type(clip)} for clip_gradients")


def _summarize(pairs: list, summaries: list[str]) -> None:
    for gradient, variable in pairs:
        values = gradient.values if isinstance(gradient, IndexedSlices) else gradient
        if values is None:
            continue
        name = variable.name.replace(":", "_")
        if "gradients" in summaries:
            tf.summary.histogram(f"gradients/{name}", values)
        if "gradient_norm" in summaries:
            tf.summary.scalar(f"gradient_norm/{name}", tf.global_norm([values]))
