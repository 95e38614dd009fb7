"""Functions over variables: the collections they are in, their initialization, and assignments as functions.

The functions that assign take a variable of either kind, or the reference tensor of one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import get_default_graph, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.state import initial_values
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.ops.state.variables import Variable

# -- collections ------------------------------------------------------------------------------------------------------


@export("global_variables")
def global_variables(scope: str | None = None) -> list[Any]:
    """The variables in the collection `GLOBAL_VARIABLES`; with `scope`, those whose name it matches.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(0.0, name="v")
    ...     print(tf.global_variables())
    [<tf.Variable 'v:0' shape=() dtype=float32_ref>]
    """
    return get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


@export("all_variables")
@deprecated("2017-03-02", "Please use tf.global_variables instead.")
def all_variables() -> list[Any]:
    """The 0.x name of `tf.global_variables`.

    >>> import penstock as tf
    >>> v = tf.Variable(0.0, name="v")
    >>> tf.all_variables()
    [<tf.Variable 'v:0' shape=() dtype=float32_ref>]
    """
    return global_variables()


@export("local_variables")
def local_variables(scope: str | None = None) -> list[Any]:
    """The variables in the collection `LOCAL_VARIABLES`: of this process, not saved.

    >>> import penstock as tf
    >>> v = tf.get_local_variable("count", initializer=0)
    >>> tf.local_variables()
    [<tf.Variable 'count:0' shape=() dtype=int32_ref>]
    """
    return get_collection(GraphKeys.LOCAL_VARIABLES, scope)


@export("model_variables")
def model_variables(scope: str | None = None) -> list[Any]:
    """The variables in the collection `MODEL_VARIABLES`: those that inference needs.

    >>> import penstock as tf
    >>> v = tf.Variable(0.0, name="v")
    >>> w = tf.contrib.framework.model_variable("w", [2])
    >>> tf.model_variables()
    [<tf.Variable 'w:0' shape=(2,) dtype=float32_ref>]
    """
    return get_collection(GraphKeys.MODEL_VARIABLES, scope)


@export("trainable_variables")
def trainable_variables(scope: str | None = None) -> list[Any]:
    """The variables that optimizers change by default.

    >>> import penstock as tf
    >>> w = tf.Variable(0.0, name="w")
    >>> step = tf.Variable(0, name="step", trainable=False)
    >>> tf.trainable_variables()
    [<tf.Variable 'w:0' shape=() dtype=float32_ref>]
    """
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


@export("moving_average_variables")
def moving_average_variables(scope: str | None = None) -> list[Any]:
    """The variables whose moving averages an `ExponentialMovingAverage` keeps.

    >>> import penstock as tf
    >>> v, w = tf.Variable(0.0, name="v"), tf.Variable(0.0, name="w")
    >>> update = tf.train.ExponentialMovingAverage(0.9).apply([w])
    >>> tf.moving_average_variables()
    [<tf.Variable 'w:0' shape=() dtype=float32_ref>]
    """
    return get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


def _all_saveable_objects(scope: str | None = None) -> list[Any]:
    return global_variables(scope) + get_collection(GraphKeys.SAVEABLE_OBJECTS, scope)


# -- initialization ---------------------------------------------------------------------------------------------------


@export("variables_initializer", "initializers.variables")
def variables_initializer(var_list: Sequence[Any], name: str = "init") -> Operation:
    """Makes an operation that initializes all of `var_list`.

    >>> import penstock as tf
    >>> v, w = tf.Variable(1.0), tf.Variable(2.0)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.variables_initializer([v]))
    ...     print(sess.run([tf.is_variable_initialized(v), tf.is_variable_initialized(w)]))
    [np.True_, np.False_]
    """
    if var_list:
        return find("group")(*[v.initializer for v in var_list], name=name)
    return apply("NoOp", name=name)


@export("initialize_variables")
@deprecated("2017-03-02", "Use `tf.variables_initializer` instead.")
def initialize_variables(var_list: Sequence[Any], name: str = "init") -> Operation:
    """The 0.x name of `tf.variables_initializer`.

    >>> import penstock as tf
    >>> v = tf.Variable(1.5)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.initialize_variables([v]))
    ...     print(sess.run(v))
    1.5
    """
    return variables_initializer(var_list, name=name)


@export("global_variables_initializer", "initializers.global_variables")
def global_variables_initializer() -> Operation:
    """Makes an operation that initializes all global variables.

    >>> import penstock as tf
    >>> v = tf.Variable([1, 2])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(v))
    [1 2]
    """
    return variables_initializer(global_variables())


@export("initialize_all_variables")
@deprecated("2017-03-02", "Use `tf.global_variables_initializer` instead.")
def initialize_all_variables() -> Operation:
    """The 0.x name of `tf.global_variables_initializer`.

    >>> import penstock as tf
    >>> v = tf.Variable(1.5)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.initialize_all_variables())
    ...     print(sess.run(v))
    1.5
    """
    return global_variables_initializer()


@export("local_variables_initializer", "initializers.local_variables")
def local_variables_initializer() -> Operation:
    """Makes an operation that initializes all local variables.

    >>> import penstock as tf
    >>> seen = tf.get_local_variable("seen", initializer=[1, 2])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(seen))
    [1 2]
    """
    return variables_initializer(local_variables())


@export("initialize_local_variables")
@deprecated("2017-03-02", "Use `tf.local_variables_initializer` instead.")
def initialize_local_variables() -> Operation:
    """The 0.x name of `tf.local_variables_initializer`.

    >>> import penstock as tf
    >>> seen = tf.get_local_variable("seen", initializer=[1, 2])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.initialize_local_variables())
    ...     print(sess.run(seen))
    [1 2]
    """
    return local_variables_initializer()


@export("is_variable_initialized")
def is_variable_initialized(variable: Variable) -> Tensor:
    """A boolean tensor: whether `variable` has a value.

    >>> import penstock as tf
    >>> v = tf.Variable(1.0)
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.is_variable_initialized(v)))
    ...     sess.run(v.initializer)
    ...     print(sess.run(tf.is_variable_initialized(v)))
    False
    True
    """
    return initial_values.is_variable_initialized(variable)


def _variables_or_references(var_list: Sequence[Any] | None) -> Sequence[Any]:
    """`var_list`, or all variables, or (in an imported graph) the outputs of all variable operations."""
    if var_list is None:
        var_list = global_variables() + local_variables()
    if var_list:
        return var_list
    kinds = ("Variable", "VariableV2", "AutoReloadVariable")
    return [op.outputs[0] for op in get_default_graph().get_operations() if op.type in kinds]


@export("assert_variables_initialized")
def assert_variables_initialized(var_list: Sequence[Any] | None = None) -> Any:
    """A tensor that fails with FailedPreconditionError when it is run, unless all variables have a value.

    Args:
      var_list: the variables; all global and local ones by default.

    Returns:
      The tensor, or None if there are no variables.

    >>> import penstock as tf
    >>> v = tf.Variable(1.0)
    >>> tf.Session().run(tf.assert_variables_initialized([v]))
    Traceback (most recent call last):
    FailedPreconditionError: Attempting to use uninitialized value Variable
    """
    var_list = _variables_or_references(var_list)
    if not var_list:
        return None
    ranks = []
    for var in var_list:
        with get_default_graph().colocate_with(var.op):
            ranks.append(apply("Rank", input=var))
    return ranks[0] if len(ranks) == 1 else find("stack")(ranks)


@export("report_uninitialized_variables")
def report_uninitialized_variables(
    var_list: Sequence[Any] | None = None, name: str = "report_uninitialized_variables"
) -> Tensor:
    """A 1-D tensor of the names of the variables that have no value.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(1.0, name="v")
    ...     print(sess.run(tf.report_uninitialized_variables()))
    [b'v']
    """
    if var_list is None:
        var_list = _variables_or_references(None)
    with name_scope(name):
        asked = [initial_values.is_variable_initialized(v) for v in var_list]
        with get_default_graph().device(os.environ.get("TF_DEVICE_FOR_UNINITIALIZED_VARIABLE_REPORTING", "/cpu:0")):
            if not var_list:
                return constant([], dtype=dtypes.string)
            mask = find("logical_not")(find("stack")(asked))
            return find("boolean_mask")(constant([v.op.name for v in var_list]), mask)


# -- assigning ----------------------------------------------------------------------------------------------------------


@export("assign")
def assign(
    ref: Variable, value: TensorLike, validate_shape: bool | None = None, use_locking: bool | None = None, name=None
) -> Any:
    """Makes an operation that assigns `value` to the variable `ref`, and returns the variable after it.

    Args:
      ref: a variable, or the reference tensor of one.
      value: of the same type and, unless `validate_shape` is False, of the same shape.
      validate_shape: if False, the variable takes the shape of `value`.
      use_locking: accepted; runs never see a half-written variable.
      name: a name for the operation.

    >>> import penstock as tf
    >>> v = tf.Variable([1, 2])
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(sess.run(tf.assign(v, [3, 4])))
    [3 4]
    """
    if ref.dtype.is_ref_dtype:
        return apply("Assign", ref=ref, value=value, validate_shape=validate_shape, use_locking=use_locking, name=name)
    return ref.assign(value, name=name)


@export("assign_add")
def assign_add(ref: Variable, value: TensorLike, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Makes an operation that adds `value` to the variable `ref`, and returns the variable after it.

    Args:
      ref: a variable, or the reference tensor of one.
      value: of the type and shape of the variable.
      use_locking: accepted; runs never see a half-written variable.
      name: a name for the operation.

    >>> import penstock as tf
    >>> v = tf.Variable([1, 2])
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(sess.run(tf.assign_add(v, [10, 10])))
    [11 12]
    """
    if ref.dtype.is_ref_dtype:
        return apply("AssignAdd", ref=ref, value=value, use_locking=use_locking, name=name)
    return ref.assign_add(value)


@export("assign_sub")
def assign_sub(ref: Any, value: object, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Makes an operation that subtracts `value` from the variable `ref`, and returns the variable after it.

    Args:
      ref: a variable, or the reference tensor of one.
      value: of the type and shape of the variable.
      use_locking: accepted; runs never see a half-written variable.
      name: a name for the operation.

    >>> import penstock as tf
    >>> v = tf.Variable([1, 2])
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(sess.run(tf.assign_sub(v, [1, 1])))
    [0 1]
    """
    if ref.dtype.is_ref_dtype:
        return apply("AssignSub", ref=ref, value=value, use_locking=use_locking, name=name)
    return ref.assign_sub(value)


@export("count_up_to")
@deprecated(None, "Prefer Dataset.range instead.")
def count_up_to(ref: Any, limit: int, name: str | None = None) -> Tensor:
    """Makes an operation that adds 1 to `ref` and returns the value before; OutOfRangeError at `limit`.

    Args:
      ref: a scalar variable of int32 or int64.
      limit: where counting ends.
      name: a name for the operation.

    >>> import penstock as tf
    >>> count = tf.Variable(0)
    >>> following = tf.count_up_to(count, 3)
    >>> with tf.Session() as sess:
    ...     sess.run(count.initializer)
    ...     print([int(sess.run(following)) for _ in range(3)])
    [0, 1, 2]
    """
    if ref.dtype.is_ref_dtype:
        return apply("CountUpTo", ref=ref, limit=limit, name=name)
    return apply("ResourceCountUpTo", resource=ref.handle, limit=limit, T=ref.dtype, name=name)


def _scatter(how: str, what: str, locking: bool, result: str) -> Callable:
    op_type = f"Scatter{how}"

    def function(
        ref: Variable, indices: TensorLike, updates: TensorLike, use_locking: bool = locking, name: str | None = None
    ) -> Any:
        if ref.dtype.is_ref_dtype:
            return apply(op_type, ref=ref, indices=indices, updates=updates, use_locking=use_locking, name=name)
        return ref._scatter(op_type, indices, updates, use_locking, name)

    snake = how[2:].lower() if how.startswith("Nd") else how.lower()
    function.__name__ = function.__qualname__ = f"scatter_nd_{snake}" if how.startswith("Nd") else f"scatter_{snake}"
    function.__doc__ = f"""{what}.

    Args:
      ref: a variable.
      indices: which rows; for the `nd` functions, the last dimension holds positions in `ref`.
      updates: the values: `indices.shape + ref.shape[1:]`, or `indices.shape[:-1] + ref.shape[indices.shape[-1]:]`.
      use_locking: accepted; runs never see a half-written variable.
      name: a name for the operation.

    Returns:
      The variable after the operation.

    >>> import penstock as tf
    >>> v = tf.Variable([1.0, 2.0, 3.0])
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(sess.run(tf.{function.__name__}(v, {"[[0], [2]]" if "Nd" in how else "[0, 2]"}, [4.0, 0.5])))
    {result}
    """
    return function


scatter_update = export("scatter_update")(_scatter("Update", "Replaces rows of a variable", True, "[4.  2.  0.5]"))
scatter_add = export("scatter_add")(
    _scatter("Add", "Adds to rows of a variable; duplicate indices add up", False, "[5.  2.  3.5]")
)
scatter_sub = export("scatter_sub")(_scatter("Sub", "Subtracts from rows of a variable", False, "[-3.   2.   2.5]"))
scatter_mul = export("scatter_mul")(_scatter("Mul", "Multiplies rows of a variable", False, "[4.  2.  1.5]"))
scatter_div = export("scatter_div")(_scatter("Div", "Divides rows of a variable", False, "[0.25 2.   6.  ]"))
scatter_min = export("scatter_min")(
    _scatter("Min", "Takes the minimum of rows of a variable and updates", False, "[1.  2.  0.5]")
)
scatter_max = export("scatter_max")(
    _scatter("Max", "Takes the maximum of rows of a variable and updates", False, "[4. 2. 3.]")
)
scatter_nd_update = export("scatter_nd_update")(
    _scatter("NdUpdate", "Replaces slices of a variable", True, "[4.  2.  0.5]")
)
scatter_nd_add = export("scatter_nd_add")(_scatter("NdAdd", "Adds to slices of a variable", False, "[5.  2.  3.5]"))
scatter_nd_sub = export("scatter_nd_sub")(
    _scatter("NdSub", "Subtracts from slices of a variable", False, "[-3.   2.   2.5]")
)


@export("batch_scatter_update")
@deprecated("2018-11-29", "Use the batch_scatter_update method of Variable instead.")
def batch_scatter_update(
    ref: Variable, indices: TensorLike, updates: TensorLike, use_locking: bool = True, name: str | None = None
) -> Any:
    """Replaces rows in every element of a batch: `ref[b, indices[b, i]] = updates[b, i]`.

    Args:
      ref: the variable.
      indices: the rows to replace; all of its dimensions but the last are those of the batch.
      updates: the new rows, of shape `indices.shape + ref.shape[indices.ndim:]`.
      use_locking: whether the variable is locked meanwhile.
      name: a name for the operation.

    Raises:
      ValueError: if the rank of `indices` is not known.

    >>> import penstock as tf
    >>> v = tf.Variable([[1, 2], [3, 4]])
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(sess.run(tf.batch_scatter_update(v, [[0], [1]], [[10], [20]])))
    [[10  2]
     [ 3 20]]
    """
    with name_scope(name):
        indices = convert_to_tensor(indices, name="indices")
        shape = find("shape")(indices)
        rank = indices.shape.ndims
        if rank is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        last = find("expand_dims")(indices, axis=-1)
        positions = []
        for axis in range(rank - 1):
            dims: list[Any] = [1] * (rank + 1)
            dims[axis] = size = shape[axis]
            along = find("reshape")(apply("Range", start=0, limit=size, delta=1), dims)
            if along.dtype.base_dtype != last.dtype:
                along = apply("Cast", x=along, DstT=last.dtype)
            positions.append(along * find("ones_like")(last))
        return scatter_nd_update(ref, find("concat")([*positions, last], axis=-1), updates, use_locking=use_locking)
