"""Variables as contrib's layers make them: model variables, and the questions that programs ask about them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import add_arg_scope
from penstock.graph import dtypes
from penstock.graph.graph import add_to_collection, get_collection, get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.ops import variable_scope, variable_scope_defaults, variables
from penstock.train import training_step

_AUTO = variables.VariableSynchronization.AUTO
_NONE = variables.VariableAggregation.NONE

# -- the global step ------------------------------------------------------------------------------------------------------


get_global_step = export("contrib.slim.get_global_step")(training_step.get_global_step)
create_global_step = export("contrib.slim.create_global_step")(training_step.create_global_step)
get_or_create_global_step = export("contrib.slim.get_or_create_global_step")(training_step.get_or_create_global_step)


@export("contrib.framework.assert_or_get_global_step", "contrib.slim.assert_or_get_global_step")
def assert_or_get_global_step(graph: Any = None, global_step_tensor: Any = None) -> Any:
    """A given global step if it can be one, or that of the graph."""
    if global_step_tensor is None:
        return training_step.get_global_step(graph)
    training_step.assert_global_step(global_step_tensor)
    return global_step_tensor


# -- making variables -----------------------------------------------------------------------------------------------------


@export("contrib.framework.local_variable", "contrib.slim.local_variable")
def local_variable(initial_value: Any, validate_shape: bool = True, name: Any = None, use_resource: Any = None) -> Any:
    """A variable in `LOCAL_VARIABLES`, neither trained nor saved."""
    return _untrained(GraphKeys.LOCAL_VARIABLES, initial_value, validate_shape, name, use_resource)


@export("contrib.framework.global_variable", "contrib.slim.global_variable")
def global_variable(initial_value: Any, validate_shape: bool = True, name: Any = None, use_resource: Any = None) -> Any:
    """A variable in `GLOBAL_VARIABLES` that is not trained."""
    return _untrained(GraphKeys.GLOBAL_VARIABLES, initial_value, validate_shape, name, use_resource)


def _untrained(collection: str, value: Any, validate_shape: bool, name: Any, use_resource: Any) -> Any:
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
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Callable | None = None,
    trainable: bool = True,
    collections: Iterable[str] | None = None,
    caching_device: Any = None,
    device: Any = None,
    partitioner: Callable | None = None,
    custom_getter: Callable | None = None,
    use_resource: bool | None = None,
    synchronization: Any = _AUTO,
    aggregation: Any = _NONE,
) -> Any:
    """As `tf.get_variable`, on a device, and found by `arg_scope`.

    Args:
      device: what `tf.device` takes, or None.
      name, shape, dtype, initializer, regularizer, trainable, collections, caching_device, partitioner, custom_getter,
        use_resource, synchronization, aggregation: see `tf.get_variable`.
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
    shape: Any = None,
    dtype: Any = dtypes.float32,
    initializer: Any = None,
    regularizer: Callable | None = None,
    trainable: bool = True,
    collections: Iterable[str] | None = None,
    caching_device: Any = None,
    device: Any = None,
    partitioner: Callable | None = None,
    custom_getter: Callable | None = None,
    use_resource: bool | None = None,
    synchronization: Any = _AUTO,
    aggregation: Any = _NONE,
) -> Any:
    """As `variable`, also in the collection `MODEL_VARIABLES`: what a model needs to predict."""
    settings = locals()
    names = [*(collections or ()), GraphKeys.GLOBAL_VARIABLES, GraphKeys.MODEL_VARIABLES]
    return variable(**{**settings, "collections": names})


@export("contrib.framework.add_model_variable", "contrib.slim.add_model_variable")
def add_model_variable(var: Any) -> None:
    """Adds a variable to `MODEL_VARIABLES` if it is not there."""
    if all(var is not v for v in get_collection(GraphKeys.MODEL_VARIABLES)):
        add_to_collection(GraphKeys.MODEL_VARIABLES, var)


# -- finding variables ----------------------------------------------------------------------------------------------------


@export("contrib.framework.get_variables", "contrib.slim.get_variables")
def get_variables(
    scope: Any = None, suffix: str | None = None, collection: str = GraphKeys.GLOBAL_VARIABLES
) -> list[Any]:
    """The variables of a collection, those of a scope and with a suffix if they are given."""
    if isinstance(scope, variable_scope_defaults.VariableScope):
        scope = scope.name
    if suffix is not None:
        scope = f"{scope or ''}.*{suffix if ':' in suffix else f'{suffix}:'}"
    return get_collection(collection, scope)


def _of(collection: str, name_: str) -> Callable[..., list[Any]]:
    def function(scope: Any = None, suffix: str | None = None) -> list[Any]:
        return get_variables(scope, suffix, collection)

    function.__name__ = function.__qualname__ = f"get_{name_}_variables"
    function.__doc__ = f"The {name_} variables, those of a scope and with a suffix if they are given."
    return function


get_model_variables = export("contrib.framework.get_model_variables", "contrib.slim.get_model_variables")(
    _of(GraphKeys.MODEL_VARIABLES, "model")
)
get_local_variables = export("contrib.framework.get_local_variables", "contrib.slim.get_local_variables")(
    _of(GraphKeys.LOCAL_VARIABLES, "local")
)
get_trainable_variables = export("contrib.framework.get_trainable_variables", "contrib.slim.get_trainable_variables")(
    _of(GraphKeys.TRAINABLE_VARIABLES, "trainable")
)


@export("contrib.framework.get_variables_to_restore", "contrib.slim.get_variables_to_restore")
def get_variables_to_restore(include: Any = None, exclude: Any = None) -> list[Any]:
    """The global variables of some scopes and not of others; both are lists of scopes or None."""
    for what, value in (("include", include), ("exclude", exclude)):
        if value is not None and not isinstance(value, (list, tuple)):
            raise TypeError(f"{what} is provided but is not a list or a tuple.")
    found = get_variables() if include is None else [v for scope in include for v in get_variables(scope)]
    left_out = {id(v) for scope in exclude or () for v in get_variables(scope)}
    return [v for v in found if id(v) not in left_out]


@export("contrib.framework.get_variables_by_suffix", "contrib.slim.get_variables_by_suffix")
def get_variables_by_suffix(suffix: str, scope: Any = None) -> list[Any]:
    """The global variables whose names end in `suffix`."""
    return get_variables(scope=scope, suffix=suffix)


@export("contrib.framework.get_variables_by_name", "contrib.slim.get_variables_by_name")
def get_variables_by_name(given_name: str, scope: Any = None) -> list[Any]:
    """The global variables whose names, without their scopes, are `given_name`."""
    return get_variables(scope=scope, suffix=f"/{given_name}:|^{given_name}:")


@export("contrib.framework.get_unique_variable", "contrib.slim.get_unique_variable")
def get_unique_variable(var_op_name: str) -> Any:
    """The global variable of exactly this name; ValueError if there is none."""
    candidates = get_variables(scope=var_op_name)
    if not candidates:
        raise ValueError(f"Couldn't find variable {var_op_name}")
    for candidate in candidates:
        if candidate.op.name == var_op_name:
            return candidate
    raise ValueError(f"Variable {var_op_name} does not uniquely identify a variable")


@export("contrib.framework.get_variable_full_name", "contrib.slim.get_variable_full_name")
def get_variable_full_name(var: Any) -> str:
    """The name of a variable in a checkpoint; that of the whole if it is a part."""
    info = getattr(var, "_save_slice_info", None)
    return info.full_name if info else var.op.name


# -- setting variables ----------------------------------------------------------------------------------------------------


@export("contrib.framework.assign_from_values", "contrib.slim.assign_from_values")
def assign_from_values(var_names_to_values: dict[str, np.ndarray]) -> tuple[Any, dict[Any, np.ndarray]]:
    """An operation that sets variables by name, and what to feed to it.

    Raises:
      ValueError: if a variable is not found, or is not the only one.
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
    """A function of a session that sets variables by name."""
    operation, feeds = assign_from_values(var_names_to_values)
    return lambda session: session.run(operation, feeds)
