"""Variables as contrib's layers make them: model variables, and the questions that programs ask about them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import add_arg_scope
from penstock.graph import dtypes
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.graph import get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import DTypeLike, InitializerLike, ScopeLike, ShapeLike, TensorLike
from penstock.ops.state import variable_scope, variable_scope_defaults, variables
from penstock.train import training_step

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.ops.state.variables import Variable

_AUTO = variables.VariableSynchronization.AUTO
_NONE = variables.VariableAggregation.NONE

# -- the global step ------------------------------------------------------------------------------------------------------


get_global_step = export("contrib.slim.get_global_step")(training_step.get_global_step)
create_global_step = export("contrib.slim.create_global_step")(training_step.create_global_step)
get_or_create_global_step = export("contrib.slim.get_or_create_global_step")(training_step.get_or_create_global_step)


@export("contrib.framework.assert_or_get_global_step", "contrib.slim.assert_or_get_global_step")
def assert_or_get_global_step(graph: Graph | None = None, global_step_tensor: TensorLike | None = None) -> Any:
    """A given global step if it can be one, or that of the graph.

    Args:
      graph: the graph to look in, the default one by default.
      global_step_tensor: a step; None for that of the graph.

    Raises:
      TypeError: it is no integer scalar.

    >>> import penstock as tf
    >>> step = tf.train.create_global_step()
    >>> tf.contrib.framework.assert_or_get_global_step() is step
    True
    >>> tf.contrib.framework.assert_or_get_global_step(global_step_tensor=tf.constant(0.5))
    Traceback (most recent call last):
      ...
    TypeError: Existing "global_step" does not have integer type: <dtype: 'float32'>
    """
    if global_step_tensor is None:
        return training_step.get_global_step(graph)
    training_step.assert_global_step(global_step_tensor)
    return global_step_tensor


# -- making variables -----------------------------------------------------------------------------------------------------


@export("contrib.framework.local_variable", "contrib.slim.local_variable")
def local_variable(
    initial_value: InitializerLike,
    validate_shape: bool = True,
    name: str | None = None,
    use_resource: bool | None = None,
) -> Any:
    """A variable in `LOCAL_VARIABLES`, neither trained nor saved.

    Args:
      initial_value: what it begins with.
      validate_shape: whether that tells its shape.
      name: its name.
      use_resource: whether it is a resource variable.

    >>> import penstock as tf
    >>> v = tf.contrib.framework.local_variable(3)
    >>> v in tf.local_variables(), v in tf.global_variables()
    (True, False)
    """
    return _untrained(GraphKeys.LOCAL_VARIABLES, initial_value, validate_shape, name, use_resource)


@export("contrib.framework.global_variable", "contrib.slim.global_variable")
def global_variable(
    initial_value: InitializerLike,
    validate_shape: bool = True,
    name: str | None = None,
    use_resource: bool | None = None,
) -> Any:
    """A variable in `GLOBAL_VARIABLES` that is not trained.

    Args:
      initial_value: what it begins with.
      validate_shape: whether that tells its shape.
      name: its name.
      use_resource: whether it is a resource variable.

    >>> import penstock as tf
    >>> v = tf.contrib.framework.global_variable(3)
    >>> v in tf.global_variables(), v in tf.trainable_variables()
    (True, False)
    """
    return _untrained(GraphKeys.GLOBAL_VARIABLES, initial_value, validate_shape, name, use_resource)


def _untrained(
    collection: str, value: object, validate_shape: bool, name: str | None, use_resource: bool | None
) -> Any:
    return variables.Variable(
        value,
        trainable=False,
        collections=[collection],
        validate_shape=validate_shape,
        use_resource=use_resource,
        name=name,
    )


@export("contrib.framework.variable", "contrib.slim.variable")
@add_arg_scope
def variable(
    name: str,
    shape: ShapeLike | None = None,
    dtype: DTypeLike | None = None,
    initializer: InitializerLike | None = None,
    regularizer: Callable | None = None,
    trainable: bool = True,
    collections: Iterable[str] | None = None,
    caching_device: object = None,
    device: Any = None,
    partitioner: Callable | None = None,
    custom_getter: Callable | None = None,
    use_resource: bool | None = None,
    synchronization: object = _AUTO,
    aggregation: object = _NONE,
) -> Any:
    """As `tf.get_variable`, on a device, and found by `arg_scope`.

    Args:
      device: what `tf.device` takes, or None.
      name, shape, dtype, initializer, regularizer, trainable, collections, caching_device, partitioner, custom_getter,
        use_resource, synchronization, aggregation: see `tf.get_variable`.

    >>> import penstock as tf
    >>> v = tf.contrib.framework.variable("v", [2], device="/cpu:0", initializer=tf.zeros_initializer())
    >>> v.device, v in tf.model_variables()
    ('/device:CPU:0', False)
    """
    names = [GraphKeys.GLOBAL_VARIABLES] if collections is None else list(dict.fromkeys(collections))
    getter: Callable = variable_scope.get_variable
    if custom_getter is not None:
        getter = functools.partial(custom_getter, reuse=variable_scope_defaults.get_variable_scope().reuse)
    with get_default_graph().device(device or ""):
        return getter(
            name,
            shape=shape,
            dtype=dtype,
            initializer=initializer,
            regularizer=regularizer,
            trainable=trainable,
            collections=names,
            caching_device=caching_device,
            partitioner=partitioner,
            use_resource=use_resource,
            synchronization=synchronization,
            aggregation=aggregation,
        )


@export("contrib.framework.model_variable", "contrib.slim.model_variable")
@add_arg_scope
def model_variable(
    name: str,
    shape: ShapeLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    initializer: InitializerLike | None = None,
    regularizer: Callable | None = None,
    trainable: bool = True,
    collections: Iterable[str] | None = None,
    caching_device: object = None,
    device: Any = None,
    partitioner: Callable | None = None,
    custom_getter: Callable | None = None,
    use_resource: bool | None = None,
    synchronization: object = _AUTO,
    aggregation: object = _NONE,
) -> Any:
    """As `variable`, also in the collection `MODEL_VARIABLES`: what a model needs to predict.

    Args:
      name: the name of the variable in its scope.
      shape, dtype, initializer, regularizer, trainable, collections, caching_device, partitioner, custom_getter,
        use_resource, synchronization, aggregation: see `tf.get_variable`.
      device: the device, or a function of the operation.

    >>> import penstock as tf
    >>> v = tf.contrib.framework.model_variable("v", [2])
    >>> v in tf.model_variables(), v in tf.trainable_variables()
    (True, True)
    """
    settings = locals()
    names = [*(collections or ()), GraphKeys.GLOBAL_VARIABLES, GraphKeys.MODEL_VARIABLES]
    return variable(**{**settings, "collections": names})


@export("contrib.framework.add_model_variable", "contrib.slim.add_model_variable")
def add_model_variable(var: Variable) -> None:
    """Adds a variable to `MODEL_VARIABLES` if it is not there.

    >>> import penstock as tf
    >>> v = tf.Variable(1.0, name="v")
    >>> tf.contrib.framework.add_model_variable(v)
    >>> [var.name for var in tf.contrib.framework.get_model_variables()]
    ['v:0']
    """
    if all(var is not v for v in get_collection(GraphKeys.MODEL_VARIABLES)):
        add_to_collection(GraphKeys.MODEL_VARIABLES, var)


# -- finding variables ----------------------------------------------------------------------------------------------------


@export("contrib.framework.get_variables", "contrib.slim.get_variables")
def get_variables(
    scope: Any = None, suffix: str | None = None, collection: str = GraphKeys.GLOBAL_VARIABLES
) -> list[Any]:
    """The variables of a collection, those of a scope and with a suffix if they are given.

    Args:
      scope: a scope, or the beginning of a name, as a string or a `tf.VariableScope`.
      suffix: how names end.
      collection: the collection, `GraphKeys.GLOBAL_VARIABLES` by default.

    >>> import penstock as tf
    >>> _ = [tf.get_variable(name, [2]) for name in ("a/weights", "a/biases", "b/weights")]
    >>> [v.op.name for v in tf.contrib.framework.get_variables("a")]
    ['a/weights', 'a/biases']
    >>> [v.op.name for v in tf.contrib.framework.get_variables(suffix="weights")]
    ['a/weights', 'b/weights']
    """
    if isinstance(scope, variable_scope_defaults.VariableScope):
        scope = scope.name
    if suffix is not None:
        scope = f"{scope or ''}.*{suffix if ':' in suffix else f'{suffix}:'}"
    return get_collection(collection, scope)


def _of(collection: str, name_: str, made: str) -> Callable[..., list[Any]]:
    def function(scope: ScopeLike | None = None, suffix: str | None = None) -> list[Any]:
        return get_variables(scope, suffix, collection)

    function.__name__ = function.__qualname__ = f"get_{name_}_variables"
    function.__doc__ = f"""The {name_} variables, those of a scope and with a suffix if they are given.

    Args:
      scope: a scope, or the beginning of a name, as a string or a `tf.VariableScope`.
      suffix: how names end.

    >>> import penstock as tf
    >>> with tf.variable_scope("layer"):
    ...     {made}
    >>> [v.name for v in tf.contrib.framework.get_{name_}_variables("layer", suffix="bias")]
    ['layer/bias:0']
    """
    return function


get_model_variables = export("contrib.framework.get_model_variables", "contrib.slim.get_model_variables")(
    _of(
        GraphKeys.MODEL_VARIABLES,
        "model",
        '_ = [tf.contrib.framework.model_variable(name, [2]) for name in ("weight", "bias")]',
    )
)
get_local_variables = export("contrib.framework.get_local_variables", "contrib.slim.get_local_variables")(
    _of(
        GraphKeys.LOCAL_VARIABLES,
        "local",
        '_ = [tf.contrib.framework.local_variable(0.0, name=name) for name in ("weight", "bias")]',
    )
)
get_trainable_variables = export("contrib.framework.get_trainable_variables", "contrib.slim.get_trainable_variables")(
    _of(
        GraphKeys.TRAINABLE_VARIABLES,
        "trainable",
        '_ = [tf.get_variable(name, [2]) for name in ("weight", "bias")]',
    )
)


@export("contrib.framework.get_variables_to_restore", "contrib.slim.get_variables_to_restore")
def get_variables_to_restore(include: Any = None, exclude: Any = None) -> list[Any]:
    """The global variables of some scopes and not of others; both are lists of scopes or None.

    Args:
      include: names of scopes or variables, all by default.
      exclude: names of scopes or variables to leave out.

    Raises:
      TypeError: they are no lists.

    >>> import penstock as tf
    >>> _ = [tf.get_variable(name, [2]) for name in ("body/weights", "body/biases", "logits/weights")]
    >>> [v.op.name for v in tf.contrib.framework.get_variables_to_restore(include=["body"], exclude=["body/biases"])]
    ['body/weights']
    """
    for what, value in (("include", include), ("exclude", exclude)):
        if value is not None and not isinstance(value, (list, tuple)):
            raise TypeError(f"{what} is provided but is not a list or a tuple.")
    found = get_variables() if include is None else [v for scope in include for v in get_variables(scope)]
    left_out = {id(v) for scope in exclude or () for v in get_variables(scope)}
    return [v for v in found if id(v) not in left_out]


@export("contrib.framework.get_variables_by_suffix", "contrib.slim.get_variables_by_suffix")
def get_variables_by_suffix(suffix: str, scope: ScopeLike | None = None) -> list[Any]:
    """The global variables whose names end in `suffix`.

    Args:
      suffix: the end of the name.
      scope: only variables of this scope.

    >>> import penstock as tf
    >>> _ = [tf.get_variable(name, [2]) for name in ("a/weights", "a/old_weights", "b/biases")]
    >>> [v.op.name for v in tf.contrib.framework.get_variables_by_suffix("weights")]
    ['a/weights', 'a/old_weights']
    """
    return get_variables(scope=scope, suffix=suffix)


@export("contrib.framework.get_variables_by_name", "contrib.slim.get_variables_by_name")
def get_variables_by_name(given_name: str, scope: ScopeLike | None = None) -> list[Any]:
    """The global variables whose names, without their scopes, are `given_name`.

    Args:
      given_name: the name.
      scope: only variables of this scope.

    >>> import penstock as tf
    >>> _ = [tf.get_variable(name, [2]) for name in ("a/weights", "a/old_weights", "b/weights")]
    >>> [v.op.name for v in tf.contrib.framework.get_variables_by_name("weights")]
    ['a/weights', 'b/weights']
    """
    return get_variables(scope=scope, suffix=f"/{given_name}:|^{given_name}:")


@export("contrib.framework.get_unique_variable", "contrib.slim.get_unique_variable")
def get_unique_variable(var_op_name: str) -> Any:
    """The global variable of exactly this name; ValueError if there is none.

    Args:
      var_op_name: the whole name, without ":0".

    >>> import penstock as tf
    >>> v = tf.get_variable("layer/weights", [2])
    >>> tf.contrib.framework.get_unique_variable("layer/weights") is v
    True
    >>> tf.contrib.framework.get_unique_variable("weights")
    Traceback (most recent call last):
      ...
    ValueError: Couldn't find variable weights
    """
    candidates = get_variables(scope=var_op_name)
    if not candidates:
        raise ValueError(f"Couldn't find variable {var_op_name}")
    for candidate in candidates:
        if candidate.op.name == var_op_name:
            return candidate
    raise ValueError(f"Variable {var_op_name} does not uniquely identify a variable")


@export("contrib.framework.get_variable_full_name", "contrib.slim.get_variable_full_name")
def get_variable_full_name(var: Variable) -> str:
    """The name of a variable in a checkpoint; that of the whole if it is a part.

    >>> import penstock as tf
    >>> v = tf.get_variable("layer/weights", [2])
    >>> tf.contrib.framework.get_variable_full_name(v)
    'layer/weights'
    >>> parts = tf.get_variable("split", [4], partitioner=tf.fixed_size_partitioner(2))
    >>> [tf.contrib.framework.get_variable_full_name(part) for part in parts]
    ['split', 'split']
    """
    info = getattr(var, "_save_slice_info", None)
    return info.full_name if info else var.op.name


# -- setting variables ----------------------------------------------------------------------------------------------------


@export("contrib.framework.assign_from_values", "contrib.slim.assign_from_values")
def assign_from_values(var_names_to_values: dict[str, np.ndarray]) -> tuple[Any, dict[Any, np.ndarray]]:
    """An operation that sets variables by name, and what to feed to it.

    Args:
      var_names_to_values: arrays by the names of variables.

    Raises:
      ValueError: if a variable is not found, or is not the only one.

    >>> import penstock as tf
    >>> import numpy as np
    >>> v = tf.get_variable("v", [2])
    >>> assign, feed = tf.contrib.framework.assign_from_values({"v": np.array([1.0, 2.0])})
    >>> with tf.Session() as sess:
    ...     _ = sess.run(assign, feed)
    ...     print(sess.run(v))
    [1. 2.]
    """
    feeds, assigned = {}, []
    for name, value in var_names_to_values.items():
        found = get_collection(GraphKeys.GLOBAL_VARIABLES, name)
        if not found:
            raise ValueError(f"Variable {name} wasn't found")
        exact = [v for v in found if v.op.name == name] if len(found) > 1 else found
        if not exact:
            raise ValueError(f"Variable {name} doesn't uniquely identify a variable")
        var = exact[0]
        fed = tf.placeholder(dtype=var.dtype.base_dtype, shape=var.shape, name=f"placeholder/{var.op.name}")
        assigned.append(var.assign(fed))
        feeds[fed] = np.asarray(value).reshape(var.shape.as_list())
    return tf.group(*assigned), feeds


@export("contrib.framework.assign_from_values_fn", "contrib.slim.assign_from_values_fn")
def assign_from_values_fn(var_names_to_values: dict[str, np.ndarray]) -> Callable[[Any], Any]:
    """A function of a session that sets variables by name.

    Args:
      var_names_to_values: arrays by the names of variables.

    Raises:
      ValueError: if a variable is not found, or is not the only one.

    >>> import penstock as tf
    >>> import numpy as np
    >>> v = tf.get_variable("v", [2])
    >>> assign = tf.contrib.framework.assign_from_values_fn({"v": np.array([1.0, 2.0])})
    >>> with tf.Session() as sess:
    ...     _ = assign(sess)
    ...     print(sess.run(v))
    [1. 2.]
    """
    operation, feeds = assign_from_values(var_names_to_values)
    return lambda session: session.run(operation, feeds)
