"""`tf.contrib.framework.zero_initializer`: a variable's first value, without a tensor of zeros in the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes

if TYPE_CHECKING:
    from penstock.ops.state.variables import Variable

_ALLOWED = (
    "float32", "float64", "int32", "uint8", "int16", "int8", "int64", "bfloat16", "uint16", "float16", "uint32", "uint64",
)  # fmt: skip


@export("contrib.framework.zero_initializer")
def zero_initializer(ref: Variable, use_locking: bool = True, name: str = "zero_initializer") -> Any:
    """Gives a variable that has no value yet one of zeros.

    Args:
      ref: the variable.
      use_locking: taken for 1.x's sake.
      name: a name for the operations.

    Returns:
      What fills it when it is run: for a ref variable the reference after that, for a resource variable its value (in
      1.15 its handle, of which nobody has a use).

    Raises:
      TypeError: for a ref variable that does not hold numbers, or holds complex ones.
      tf.errors.InvalidArgumentError: when it is run, and the variable has a value already.

    >>> import penstock as tf
    >>> v = tf.Variable([[1.0, 2.0]])
    >>> with tf.Session() as session:
    ...     print(session.run(tf.contrib.framework.zero_initializer(v)))
    [[0. 0.]]
    """
    dtype = dtypes.as_dtype(ref.dtype).base_dtype
    resource = getattr(ref, "handle", None)
    if resource is None and dtype.name not in _ALLOWED:
        raise TypeError(
            f"Value passed to parameter 'ref' has DataType {dtype.name} not in list of allowed values: "
            + ", ".join(_ALLOWED)
        )
    # A variable of unknown shape becomes a scalar, as in 1.15.
    shape = ref.shape if ref.shape.is_fully_defined() else []
    with tf.name_scope(name):
        empty = tf.logical_not(tf.is_variable_initialized(ref))
        with tf.control_dependencies([tf.Assert(empty, ["input is already initialized"])]):
            zeros = tf.fill(shape, tf.constant(0, dtype))
            if resource is None:
                return tf.assign(ref, zeros, validate_shape=False)
            with tf.control_dependencies([ref.assign(zeros, read_value=False)]):
                return ref.read_value()
