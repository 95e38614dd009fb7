"""Optimizers by name and configuration; and Keras' first optimizers, of which those of `tf.train` in a model remain.

`tf.keras.optimizers.SGD` and the others are the classes of `optimizer_v2`. The ones here were what
`tensorflow.python.keras.optimizers` held: programs that reach inside still find them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import replication
from penstock.graph.typing import TensorLike
from penstock.keras import backend as K
from penstock.keras.optimizer_v2 import adadelta as adadelta_v2
from penstock.keras.optimizer_v2 import adagrad as adagrad_v2
from penstock.keras.optimizer_v2 import adam as adam_v2
from penstock.keras.optimizer_v2 import adamax as adamax_v2
from penstock.keras.optimizer_v2 import ftrl, optimizer_v2
from penstock.keras.optimizer_v2 import gradient_descent as gradient_descent_v2
from penstock.keras.optimizer_v2 import nadam as nadam_v2
from penstock.keras.optimizer_v2 import rmsprop as rmsprop_v2
from penstock.keras.utils.generic_utils import deserialize_keras_object, serialize_keras_object
from penstock.train import optimizer as tf_optimizer


class Optimizer:
    """The base class of Keras' first optimizers.

    Args:
      **kwargs: `clipnorm` and `clipvalue`, which limit gradients.
    """

    if TYPE_CHECKING:  # settings are attributes

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, **kwargs: Any) -> None:
        for key, value in kwargs.items():
            if key not in ("clipnorm", "clipvalue"):
                raise TypeError("Unexpected keyword argument passed to optimizer: " + str(key))
            if value < 0:
                raise ValueError(f"Expected {key} >= 0, received: {value}")
        self.__dict__.update(kwargs)
        self.updates: list[Any] = []
        self.weights: list[Any] = []

    # What subclasses have: variables made by `_variables`, and the arguments that are none.
    _hypers: tuple[str, ...] = ()
    _plain: tuple[str, ...] = ()
    initial_decay: float = 0.0

    def _make_variables(self, **values: Any) -> None:
        with tf.name_scope(self.__class__.__name__):
            for name, value in values.items():
                made = K.variable(value, dtype="int64" if name == "iterations" else None, name=name)
                setattr(self, name, made)

    def _rate(self) -> Any:
        """The learning rate, after its decay."""
        rate = self.lr
        if self.initial_decay > 0:
            steps = tf.cast(self.iterations, K.dtype(self.decay))
            rate = rate * (1.0 / (1.0 + self.decay * steps))
        return rate

    def _counted(self) -> Any:
        """The number of this step."""
        with tf.control_dependencies([tf.assign_add(self.iterations, 1)]):
            return tf.cast(self.iterations, K.floatx())

    def _assign(self, p: Any, new_p: Any) -> None:
        constraint = getattr(p, "constraint", None)
        self.updates.append(tf.assign(p, new_p if constraint is None else constraint(new_p)))

    def get_updates(self, loss: Any, params: Sequence[Any]) -> list[Any]:
        """The operations that do one step."""
        raise NotImplementedError

    def get_gradients(self, loss: Any, params: Sequence[Any]) -> list[Any]:
        """The gradients of `loss` by `params`, clipped if that was asked for."""
        grads = K.gradients(loss, params)
        if any(g is None for g in grads):
            raise ValueError(
                "An operation has `None` for gradient. Please make sure that all of your ops have a gradient defined "
                "(i.e. are differentiable). Common ops without gradient: K.argmax, K.round, K.eval."
            )
        if hasattr(self, "clipnorm"):
            grads = [tf.clip_by_norm(g, self.clipnorm) for g in grads]
        if hasattr(self, "clipvalue"):
            grads = [tf.clip_by_value(g, -self.clipvalue, self.clipvalue) for g in grads]
        return grads

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Gives the variables values."""
        params = self.weights
        if len(params) != len(weights):
            raise ValueError(
                f"Length of the specified weight list ({len(weights)}) does not match the number of weights of the "
                f"optimizer ({len(params)})"
            )
        for value, weight in zip(K.batch_get_value(params), weights):
            if value.shape != weight.shape:
                raise ValueError(
                    f"Optimizer weight shape {value.shape} not compatible with provided weight shape {weight.shape}"
                )
        K.batch_set_value(list(zip(params, weights)))

    def get_weights(self) -> list[Any]:
        """The values of the variables."""
        return K.batch_get_value(self.weights)

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, with the hyperparameters as they are now."""
        config = {name: getattr(self, name) for name in ("clipnorm", "clipvalue") if hasattr(self, name)}
        config.update({name: float(K.get_value(getattr(self, name))) for name in self._hypers})
        return {**config, **{name: getattr(self, name) for name in self._plain}}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """An optimizer with a configuration."""
        return cls(**config)


class SGD(Optimizer):
    """Gradient descent, with momentum."""

    _hypers, _plain = ("lr", "momentum", "decay"), ("nesterov",)

    def __init__(
        self, lr: float = 0.01, momentum: float = 0.0, decay: float = 0.0, nesterov: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._make_variables(iterations=0, lr=lr, momentum=momentum, decay=decay)
        self.initial_decay = decay
        self.nesterov = nesterov

    def get_updates(self, loss: Any, params: Any) -> list[Any]:
        grads = self.get_gradients(loss, params)
        self.updates = [tf.assign_add(self.iterations, 1)]
        rate = self._rate()
        moments = [K.zeros(K.int_shape(p)) for p in params]
        self.weights = [self.iterations, *moments]
        for p, g, m in zip(params, grads, moments):
            v = self.momentum * m - rate * g
            self.updates.append(tf.assign(m, v))
            self._assign(p, p + self.momentum * v - rate * g if self.nesterov else p + v)
        return self.updates


class RMSprop(Optimizer):
    """Steps scaled by a moving mean of squared gradients."""

    _hypers, _plain = ("lr", "rho", "decay"), ("epsilon",)

    def __init__(
        self, lr: float = 0.001, rho: float = 0.9, epsilon: float | None = None, decay: float = 0.0, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._make_variables(lr=lr, rho=rho, decay=decay, iterations=0)
        self.epsilon = K.epsilon() if epsilon is None else epsilon
        self.initial_decay = decay

    def get_updates(self, loss: Any, params: Any) -> list[Any]:
        grads = self.get_gradients(loss, params)
        self.weights = [K.zeros(K.int_shape(p), dtype=K.dtype(p)) for p in params]
        self.updates = [tf.assign_add(self.iterations, 1)]
        rate = self._rate()
        for p, g, a in zip(params, grads, self.weights):
            new_a = self.rho * a + (1.0 - self.rho) * tf.square(g)
            self.updates.append(tf.assign(a, new_a))
            self._assign(p, p - rate * g / (K.sqrt(new_a) + self.epsilon))
        return self.updates


class Adagrad(Optimizer):
    """Steps scaled by the sum of squared gradients so far."""

    _hypers, _plain = ("lr", "decay"), ("epsilon",)

    def __init__(self, lr: float = 0.01, epsilon: float | None = None, decay: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._make_variables(lr=lr, decay=decay, iterations=0)
        self.epsilon = K.epsilon() if epsilon is None else epsilon
        self.initial_decay = decay

    def get_updates(self, loss: Any, params: Any) -> list[Any]:
        grads = self.get_gradients(loss, params)
        self.weights = [K.zeros(K.int_shape(p)) for p in params]
        self.updates = [tf.assign_add(self.iterations, 1)]
        rate = self._rate()
        for p, g, a in zip(params, grads, self.weights):
            new_a = a + tf.square(g)
            self.updates.append(tf.assign(a, new_a))
            self._assign(p, p - rate * g / (K.sqrt(new_a) + self.epsilon))
        return self.updates


class Adadelta(Optimizer):
    """Steps scaled by moving means of squared gradients and of squared steps."""

    _hypers, _plain = ("lr", "decay"), ("rho", "epsilon")

    def __init__(
        self, lr: float = 1.0, rho: float = 0.95, epsilon: float | None = None, decay: float = 0.0, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._make_variables(lr=lr, decay=decay, iterations=0)
        self.rho = rho
        self.epsilon = K.epsilon() if epsilon is None else epsilon
        self.initial_decay = decay

    def get_updates(self, loss: Any, params: Sequence[Any]) -> list[Any]:
        grads = self.get_gradients(loss, params)
        shapes = [K.int_shape(p) for p in params]
        squares = [K.zeros(shape) for shape in shapes]
        steps = [K.zeros(shape) for shape in shapes]
        self.weights = squares + steps
        self.updates = [tf.assign_add(self.iterations, 1)]
        rate = self._rate()
        for p, g, a, d_a in zip(params, grads, squares, steps):
            new_a = self.rho * a + (1.0 - self.rho) * tf.square(g)
            self.updates.append(tf.assign(a, new_a))
            step = g * K.sqrt(d_a + self.epsilon) / K.sqrt(new_a + self.epsilon)
            self._assign(p, p - rate * step)
            self.updates.append(tf.assign(d_a, self.rho * d_a + (1 - self.rho) * tf.square(step)))
        return self.updates


class Adam(Optimizer):
    """Steps scaled by moving means of gradients and of their squares."""

    _hypers, _plain = ("lr", "beta_1", "beta_2", "decay"), ("epsilon", "amsgrad")

    def __init__(
        self,
        lr: float = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float | None = None,
        decay: float = 0.0,
        amsgrad: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._make_variables(iterations=0, lr=lr, beta_1=beta_1, beta_2=beta_2, decay=decay)
        self.epsilon = K.epsilon() if epsilon is None else epsilon
        self.initial_decay = decay
        self.amsgrad = amsgrad

    def get_updates(self, loss: Any, params: Any) -> list[Any]:
        grads = self.get_gradients(loss, params)
        self.updates = []
        rate, t = self._rate(), self._counted()
        rate = rate * (K.sqrt(1.0 - tf.pow(self.beta_2, t)) / (1.0 - tf.pow(self.beta_1, t)))
        ms = [K.zeros(K.int_shape(p), dtype=K.dtype(p)) for p in params]
        vs = [K.zeros(K.int_shape(p), dtype=K.dtype(p)) for p in params]
        if self.amsgrad:
            largest = [K.zeros(K.int_shape(p), dtype=K.dtype(p)) for p in params]
        else:
            largest = [K.zeros(1) for _ in params]
        self.weights = [self.iterations, *ms, *vs, *largest]
        for p, g, m, v, most in zip(params, grads, ms, vs, largest):
            m_t = (self.beta_1 * m) + (1.0 - self.beta_1) * g
            v_t = (self.beta_2 * v) + (1.0 - self.beta_2) * tf.square(g)
            if self.amsgrad:
                most_t = tf.maximum(most, v_t)
                p_t = p - rate * m_t / (K.sqrt(most_t) + self.epsilon)
                self.updates.append(tf.assign(most, most_t))
            else:
                p_t = p - rate * m_t / (K.sqrt(v_t) + self.epsilon)
            self.updates += [tf.assign(m, m_t), tf.assign(v, v_t)]
            self._assign(p, p_t)
        return self.updates


class Adamax(Optimizer):
    """Adam with the largest gradient instead of the mean of squares."""

    _hypers, _plain = ("lr", "beta_1", "beta_2", "decay"), ("epsilon",)

    def __init__(
        self,
        lr: float = 0.002,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float | None = None,
        decay: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._make_variables(iterations=0, lr=lr, beta_1=beta_1, beta_2=beta_2, decay=decay)
        self.epsilon = K.epsilon() if epsilon is None else epsilon
        self.initial_decay = decay

    def get_updates(self, loss: Any, params: Sequence[Any]) -> list[Any]:
        grads = self.get_gradients(loss, params)
        self.updates = []
        rate, t = self._rate(), self._counted()
        rate = rate / (1.0 - tf.pow(self.beta_1, t))
        shapes = [K.int_shape(p) for p in params]
        ms, us = [K.zeros(shape) for shape in shapes], [K.zeros(shape) for shape in shapes]
        self.weights = [self.iterations, *ms, *us]
        for p, g, m, u in zip(params, grads, ms, us):
            m_t = (self.beta_1 * m) + (1.0 - self.beta_1) * g
            u_t = tf.maximum(self.beta_2 * u, tf.abs(g))
            p_t = p - rate * m_t / (u_t + self.epsilon)
            self.updates += [tf.assign(m, m_t), tf.assign(u, u_t)]
            self._assign(p, p_t)
        return self.updates


class Nadam(Optimizer):
    """Adam with Nesterov's momentum."""

    _hypers, _plain = ("lr", "beta_1", "beta_2"), ("epsilon", "schedule_decay")

    def __init__(
        self,
        lr: float = 0.002,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float | None = None,
        schedule_decay: float = 0.004,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._make_variables(iterations=0, m_schedule=1.0, lr=lr, beta_1=beta_1, beta_2=beta_2)
        self.epsilon = K.epsilon() if epsilon is None else epsilon
        self.schedule_decay = schedule_decay

    def get_updates(self, loss: Any, params: Sequence[Any]) -> list[Any]:
        grads = self.get_gradients(loss, params)
        self.updates = []
        t = self._counted()
        base = K.cast_to_floatx(0.96)
        now = self.beta_1 * (1.0 - 0.5 * (tf.pow(base, t * self.schedule_decay)))
        following = self.beta_1 * (1.0 - 0.5 * (tf.pow(base, (t + 1) * self.schedule_decay)))
        schedule = self.m_schedule * now
        schedule_next = self.m_schedule * now * following
        self.updates.append((self.m_schedule, schedule))
        shapes = [K.int_shape(p) for p in params]
        ms, vs = [K.zeros(shape) for shape in shapes], [K.zeros(shape) for shape in shapes]
        self.weights = [self.iterations, self.m_schedule, *ms, *vs]
        for p, g, m, v in zip(params, grads, ms, vs):
            g_prime = g / (1.0 - schedule)
            m_t = self.beta_1 * m + (1.0 - self.beta_1) * g
            m_t_prime = m_t / (1.0 - schedule_next)
            v_t = self.beta_2 * v + (1.0 - self.beta_2) * tf.square(g)
            v_t_prime = v_t / (1.0 - tf.pow(self.beta_2, t))
            m_t_bar = (1.0 - now) * g_prime + following * m_t_prime
            self.updates += [tf.assign(m, m_t), tf.assign(v, v_t)]
            self._assign(p, p - self.lr * m_t_bar / (K.sqrt(v_t_prime) + self.epsilon))
        return self.updates


class TFOptimizer(Optimizer):
    """An optimizer of `tf.train` in a Keras model.

    Args:
      optimizer: the optimizer.
      iterations: a variable that counts steps; made here by default.
    """

    def __init__(self, optimizer: Any, iterations: Any = None) -> None:
        self.optimizer = optimizer
        if iterations is None:
            with tf.name_scope(self.__class__.__name__):
                iterations = K.variable(0, dtype="int64", name="iterations")
        self.iterations = iterations

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        return [("optimizer", self.optimizer), ("global_step", self.iterations)]

    def apply_gradients(self, grads: Sequence[Any]) -> None:
        """Makes the operation of a step."""
        self.optimizer.apply_gradients(grads, global_step=self.iterations)

    def get_grads(self, loss: TensorLike, params: Sequence[Any]) -> Any:
        """Pairs of gradients and variables."""
        return self.optimizer.compute_gradients(loss, params)

    def get_updates(self, loss: Any, params: Sequence[Any]) -> list[Any]:
        if replication.current() is not None:
            grads = self.optimizer.compute_gradients(loss, params or None)
            self.updates = [self.optimizer.apply_gradients(grads, tf.train.get_global_step())]
            return self.updates
        if not params:
            self.updates = [tf.assign_add(self.iterations, 1)]
            return self.updates
        grads = self.optimizer.compute_gradients(loss, params)
        self.updates = [self.optimizer.apply_gradients(grads, global_step=self.iterations)]
        return self.updates

    @property
    def weights(self) -> list[Any]:  # type: ignore[override]
        """Raises NotImplementedError: ask the optimizer itself for its variables."""
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """Raises NotImplementedError: optimizers of `tf.train` have no configuration."""
        raise NotImplementedError

    def from_config(self, config: dict[str, Any]) -> Any:  # type: ignore[override]
        """Raises NotImplementedError, as `get_config` does."""
        raise NotImplementedError


sgd = SGD
rmsprop = RMSprop
adagrad = Adagrad
adadelta = Adadelta
adam = Adam
adamax = Adamax
nadam = Nadam

_CLASSES: dict[str, Any] = {
    "adadelta": adadelta_v2.Adadelta,
    "adagrad": adagrad_v2.Adagrad,
    "adam": adam_v2.Adam,
    "adamax": adamax_v2.Adamax,
    "nadam": nadam_v2.Nadam,
    "rmsprop": rmsprop_v2.RMSprop,
    "sgd": gradient_descent_v2.SGD,
    "ftrl": ftrl.Ftrl,
}


@export("keras.optimizers.serialize")
def serialize(optimizer: Any) -> Any:
    """An optimizer as its configuration.

    >>> import penstock as tf
    >>> tf.keras.optimizers.serialize(tf.keras.optimizers.SGD())["class_name"]
    'SGD'
    """
    return serialize_keras_object(optimizer)


@export("keras.optimizers.deserialize")
def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The optimizer of a configuration.

    Args:
      config: a dict with `class_name` and `config`.
      custom_objects: a dict of classes and functions of your own, by the names that the configuration uses.

    >>> import penstock as tf
    >>> made = tf.keras.optimizers.deserialize({"class_name": "SGD", "config": {"learning_rate": 0.5}})
    >>> made.get_config()["learning_rate"]
    0.5
    """
    if config["class_name"].lower() in _CLASSES:
        config["class_name"] = config["class_name"].lower()
    return deserialize_keras_object(
        config, module_objects=_CLASSES, custom_objects=custom_objects, printable_module_name="optimizer"
    )


@export("keras.optimizers.get")
def get(identifier: Any) -> Any:
    """The optimizer that is given by its name, its configuration, or itself; one of `tf.train` is wrapped.

    Raises:
      ValueError: it is none of these, or unknown.

    >>> import penstock as tf
    >>> type(tf.keras.optimizers.get("adam")) is tf.keras.optimizers.Adam
    True
    """
    if isinstance(identifier, (Optimizer, optimizer_v2.OptimizerV2)):
        return identifier
    if isinstance(identifier, tf_optimizer.Optimizer):
        wrapped = TFOptimizer(identifier)
        K.track_tf_optimizer(wrapped)
        return wrapped
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        return deserialize({"class_name": identifier, "config": {}})
    raise ValueError("Could not interpret optimizer identifier:", identifier)
