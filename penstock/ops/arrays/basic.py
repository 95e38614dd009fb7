"""The smallest array operations: constants, placeholders, identities, shapes, and checks of values.

Depends on the graph layer only; every other file of `ops/` may use it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices, SparseTensor
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.extension_points import implementation
from penstock.graph.graph import get_default_graph, name_scope
from penstock.graph.inference import _bracketed
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike


def shape_text(shape: Any) -> str:
    """A run-time shape as kernels of 1.15 print it: `[2,3]`."""
    return "[" + ",".join(str(int(d)) for d in shape) + "]"


# -- kernels ----------------------------------------------------------------------------------------------------------


@op(("Const", "HostConst"), shape=lambda c: [TensorShape(c.attr("value").shape)])
def _const(xp, *, value):
    return value


@op(("Placeholder", "PlaceholderV2"), shape=rule.from_attr("shape"), host=True)
def _placeholder(xp, *, dtype, shape, ctx):
    text = f"You must feed a value for placeholder tensor '{ctx.op.name}' with dtype {dtypes.type_text(dtype)}"
    if shape.ndims:
        text += f" and shape {_bracketed(shape)}"
    raise errors.InvalidArgumentError(None, None, text)


def _default_shape(c):
    shape = c.attr("shape")
    rule.merge(c.shape(0), shape)
    return [shape]


@op("PlaceholderWithDefault", shape=_default_shape, alias=True)
@op(
    (
        "Identity",
        "RefIdentity",
        "Snapshot",
        "StopGradient",
        "PreventGradient",
        "GuaranteeConst",
        "DebugGradientIdentity",
        "DebugGradientRefIdentity",
    ),
    shape=rule.same,
    alias=True,
)
@op(("DeepCopy", "Copy", "CopyHost"), shape=rule.same)
def _identity(xp, x):
    return x[...]


@op("IdentityN", shape=lambda c: c.shapes)
def _identity_n(xp, inputs):
    return tuple(x[...] for x in inputs)


@op("NoOp", shape=rule.no_outputs)
def _no_op(xp):
    return None


@op("Shape", shape=lambda c: [[c.shape(0).ndims]])
def _shape(xp, x, *, out_type):
    return np.array(x.shape, out_type.as_numpy_dtype)


@op("ShapeN", shape=lambda c: [[s.ndims] for s in c.shapes])
def _shape_n(xp, inputs, *, out_type):
    return tuple(np.array(x.shape, out_type.as_numpy_dtype) for x in inputs)


@op("Size", shape=rule.scalar)
def _size(xp, x, *, out_type):
    return np.array(x.size, out_type.as_numpy_dtype)


@op("Rank", shape=rule.scalar)
def _rank(xp, x):
    return np.array(x.ndim, np.int32)


def _ensured(c):
    wanted = c.attr("shape")
    given = c.shape(0) if wanted.ndims is None else rule.with_rank(c.shape(0), wanted.ndims)
    return [rule.merge(wanted, given)]


@op("EnsureShape", shape=_ensured)
def _ensure_shape(xp, x, *, shape, ctx):
    if not shape.is_compatible_with(x.shape):
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Shape of tensor {ctx.op.inputs[0]._as_node_def_input()} {shape_text(x.shape)} is not compatible with "
            f"expected shape {_bracketed(shape)}.",
        )
    return x[...]


@op("CheckNumerics", shape=rule.same)
def _check_numerics(xp, x, *, message):
    def text() -> str:
        found = [word for word, bad in (("Inf", np.isinf(x).any()), ("NaN", np.isnan(x).any())) if bad]
        return f"{message} : Tensor had {' and '.join(found)} values"

    check(xp.isfinite(x).all(), errors.InvalidArgumentError, text)
    return x[...]


# -- gradients --------------------------------------------------------------------------------------------------------

no_gradient("Const", "StopGradient", "Shape", "ShapeN", "Rank", "Size", "NoOp")


@gradient("Identity", "RefIdentity", "PlaceholderWithDefault", "Snapshot", "DeepCopy", "EnsureShape")
def _identity_grad(op, grad):
    return grad


@gradient("DebugGradientIdentity", "DebugGradientRefIdentity")
def _debug_identity_grad(op, grad):
    implementation("found_gradient")(op, grad)
    return grad


@gradient("IdentityN")
def _identity_n_grad(op, *grads):
    return list(grads)


@gradient("PreventGradient")
def _prevent_gradient(op, grad):
    raise LookupError(f"Gradient explicitly disabled. Reason: {op.get_attr('message')!r}")


@gradient("CheckNumerics")
def _check_numerics_grad(op, grad):
    message = "Not a number (NaN) or infinity (Inf) values detected in gradient."
    return apply("CheckNumerics", tensor=grad, message=message)


# -- placeholders and identities --------------------------------------------------------------------------------------


@export("placeholder")
def placeholder(dtype: DTypeLike, shape: ShapeLike | None = None, name: str | None = None) -> Tensor:
    """Makes a placeholder: a tensor whose value must be given in `feed_dict` each time it is needed.

    Args:
      dtype: the type of the elements.
      shape: the shape; None, or None for single dimensions, where anything may be fed.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, [None, 2])
    >>> tf.Session().run(x * 2.0, {x: [[1, 2]]})
    array([[2., 4.]], dtype=float32)
    """
    return apply("Placeholder", name, dtype=dtype, shape=shape)


@export("placeholder_with_default")
def placeholder_with_default(input: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """Makes a placeholder that has the value `input` when nothing is fed.

    Args:
      input: the value.
      shape: what may be fed; None for single dimensions of any size.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.placeholder_with_default([1, 2], [None])
    >>> with tf.Session() as sess:
    ...     print(sess.run(x), sess.run(x, {x: [5]}))
    [1 2] [5]
    """
    return apply("PlaceholderWithDefault", name, input=input, shape=shape)


@export("sparse_placeholder", "sparse.placeholder")
def sparse_placeholder(dtype: DTypeLike, shape: Any = None, name: str | None = None) -> SparseTensor:
    """Makes a SparseTensor whose parts must be fed, as a `SparseTensorValue` or a tuple.

    Args:
      dtype: the type of the values.
      shape: the dense shape; None, or None for single dimensions, where anything may be fed.
      name: a name for the operations.

    >>> import penstock as tf
    >>> x = tf.sparse_placeholder(tf.float32)
    >>> value = tf.SparseTensorValue(indices=[[0, 1]], values=[5.0], dense_shape=[2, 2])
    >>> tf.Session().run(tf.sparse_tensor_to_dense(x), {x: value})
    array([[0., 5.],
           [0., 0.]], dtype=float32)
    """

    def part(suffix: str) -> str | None:
        return None if name is None else f"{name}/{suffix}"

    rank: Any = None
    dense_shape = None
    if shape is not None:
        rank = shape.get_shape()[0] if isinstance(shape, Tensor) else len(shape)
        if isinstance(shape, TensorShape):
            shape = shape.as_list()
        if isinstance(shape, Tensor) or None not in tuple(shape):
            dense_shape = convert_to_tensor(shape, dtypes.int64, part("shape"))
    if dense_shape is None:
        dense_shape = placeholder(dtypes.int64, [rank], part("shape"))
    values = placeholder(dtype, [None], part("values"))
    indices = placeholder(dtypes.int64, [None, rank], part("indices"))
    return SparseTensor(indices, values, dense_shape)


@export("identity")
def identity(input: TensorLike, name: str | None = None) -> Any:
    """Returns a tensor with the value of `input`: a new operation, to which a name and control inputs can be given.

    >>> import penstock as tf
    >>> answer = tf.identity([1, 2], name="answer")
    >>> answer.name, tf.Session().run("answer:0").tolist()
    ('answer:0', [1, 2])
    """
    if isinstance(input, IndexedSlices):
        shape = None if input.dense_shape is None else identity(input.dense_shape, name)
        return IndexedSlices(identity(input.values, name), identity(input.indices, name), shape)
    if isinstance(input, SparseTensor):
        return SparseTensor(identity(input.indices), identity(input.values), identity(input.dense_shape))
    return apply("Identity", name, input=input)


@export("identity_n")
def identity_n(input: TensorLike, name: str | None = None) -> list[Tensor]:
    """Returns a list of tensors with the values of those in the list `input`, which may have different types.

    >>> import penstock as tf
    >>> tf.Session().run(tf.identity_n([[1, 2], 3.0]))
    [array([1, 2], dtype=int32), np.float32(3.0)]
    """
    return apply("IdentityN", name, input=input)


@export("stop_gradient")
def stop_gradient(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the value of `input`, but for gradients it is a constant.

    >>> import penstock as tf
    >>> x = tf.constant(3.0)
    >>> tf.Session().run(tf.gradients(x * tf.stop_gradient(x), x))
    [np.float32(3.0)]
    """
    return apply("StopGradient", name, input=input)


@export("guarantee_const")
def guarantee_const(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the value of `input`, of which the program promises that it never changes.

    >>> import penstock as tf
    >>> tf.Session().run(tf.guarantee_const([1, 2]))
    array([1, 2], dtype=int32)
    """
    return apply("GuaranteeConst", name, input=input)


@export("ensure_shape")
def ensure_shape(x: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """Returns `x`, after checking at run time that it has a shape; its static shape is known from then on.

    Args:
      x: a tensor.
      shape: the shape, with None for dimensions of any size.
      name: a name for the operation.

    Raises:
      ValueError: if the static shape of `x` is another one.

    Raises (when run):
      InvalidArgumentError: if `x` has another shape.

    >>> import penstock as tf
    >>> x = tf.ensure_shape(tf.placeholder(tf.float32), [None, 3])
    >>> x.shape.as_list()
    [None, 3]
    """
    return apply("EnsureShape", name, input=x, shape=shape)


@export("check_numerics", "debugging.check_numerics")
def check_numerics(tensor: TensorLike, message: str, name: str | None = None) -> Tensor:
    """Returns `tensor`, after checking at run time that it holds no NaN and no infinity.

    Args:
      tensor: a floating-point tensor.
      message: how the text of the error begins.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: it holds one.

    >>> import penstock as tf
    >>> tf.Session().run(tf.check_numerics(tf.log([-1.0]), "loss"))
    Traceback (most recent call last):
        ...
    penstock.graph.errors.InvalidArgumentError: loss : Tensor had NaN values
    """
    return apply("CheckNumerics", name, tensor=tensor, message=message)


@export("no_op")
def no_op(name: str | None = None) -> Operation:
    """Makes an operation that does nothing, on which others can be made to depend.

    >>> import penstock as tf
    >>> v = tf.Variable(1)
    >>> with tf.control_dependencies([tf.assign(v, 5)]):
    ...     done = tf.no_op()
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(sess.run(done), sess.run(v))
    None 5
    """
    return apply("NoOp", name)


# -- shapes -----------------------------------------------------------------------------------------------------------


@export("shape")
def shape(input: TensorLike, name: str | None = None, out_type: DTypeLike = dtypes.int32) -> Tensor:
    """Returns the shape of a tensor as a 1-D tensor: a constant, if it is known when the graph is built.

    Args:
      input: a tensor or SparseTensor.
      name: a name for the operation.
      out_type: the type of the result, `tf.int32` or `tf.int64`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.shape([[1, 2, 3], [4, 5, 6]]))
    array([2, 3], dtype=int32)
    """
    return shape_internal(input, name, True, out_type)


def without_capture(value: TensorLike, name: str | None = None) -> Tensor:
    """A tensor, which is not brought into the body of a function before an operation there uses it."""
    return value if isinstance(value, Tensor) else convert_to_tensor(value, name=name)


def shape_internal(
    input: TensorLike, name: str | None = None, optimize: bool = True, out_type: DTypeLike = dtypes.int32
) -> Tensor:
    """As `shape`; without `optimize`, the operation `Shape` is made in any case."""
    with name_scope(name, "Shape", [input]) as scope:
        if isinstance(input, SparseTensor):
            return apply("Cast", x=input.dense_shape, DstT=out_type)
        tensor = without_capture(input)
        if optimize and tensor.shape.is_fully_defined():
            return constant(tensor.shape.as_list(), out_type, name=scope)
        return apply("Shape", scope, input=tensor, out_type=out_type)


@export("shape_n")
def shape_n(input: TensorLike, out_type: DTypeLike = dtypes.int32, name: str | None = None) -> list[Tensor]:
    """Returns the shapes of several tensors.

    Args:
      input: a list of tensors of one type.
      out_type: the type of the results, `tf.int32` or `tf.int64`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.shape_n([tf.zeros([2, 3]), tf.zeros([4])]))
    [array([2, 3], dtype=int32), array([4], dtype=int32)]
    """
    return apply("ShapeN", name, input=input, out_type=out_type)


@export("size")
def size(input: TensorLike, name: str | None = None, out_type: DTypeLike = dtypes.int32) -> Tensor:
    """Returns the number of elements of a tensor.

    Args:
      input: a tensor or SparseTensor, which counts with its zeros.
      name: a name for the operation.
      out_type: the type of the result, `tf.int32` or `tf.int64`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.size([[1, 2, 3], [4, 5, 6]]))
    np.int32(6)
    """
    return size_internal(input, name, True, out_type)


def size_internal(
    input: TensorLike, name: str | None = None, optimize: bool = True, out_type: DTypeLike = dtypes.int32
) -> Tensor:
    """As `size`; without `optimize`, the operation `Size` is made in any case."""
    with name_scope(name, "Size", [input]) as scope:
        if isinstance(input, SparseTensor):
            return apply("Prod", scope, input=apply("Cast", x=input.dense_shape, DstT=out_type), reduction_indices=0)
        tensor = without_capture(input)
        if optimize:
            known = tensor.shape.num_elements()
            if known is None and tensor.shape.ndims and 0 in tensor.shape.as_list():
                known = 0
            if known is not None:
                return constant(known, out_type, name=scope)
        return apply("Size", scope, input=tensor, out_type=out_type)


@export("rank")
def rank(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the number of dimensions of a tensor.

    >>> import penstock as tf
    >>> tf.Session().run(tf.rank([[1, 2, 3], [4, 5, 6]]))
    np.int32(2)
    """
    return rank_internal(input, name, True)


def rank_internal(input: TensorLike, name: str | None = None, optimize: bool = True) -> Tensor:
    """As `rank`; without `optimize`, the operation `Rank` is made in any case."""
    with name_scope(name, "Rank", [input]) as scope:
        if isinstance(input, SparseTensor):
            return apply("Size", scope, input=input.dense_shape)
        tensor = without_capture(input)
        if optimize and tensor.shape.ndims is not None:
            return constant(tensor.shape.ndims, dtypes.int32, name=scope)
        return apply("Rank", scope, input=tensor)


def indexed_slices_to_tensor(grad: TensorLike) -> Any:
    """A gradient as one dense tensor; one that is a tensor already is returned as it is."""
    if not isinstance(grad, IndexedSlices):
        return grad
    if grad.dense_shape is None:
        raise ValueError(f"Tensor conversion requested for IndexedSlices without dense_shape: {grad!s}")
    rows = grad.dense_shape[0]
    return apply("UnsortedSegmentSum", data=grad.values, segment_ids=grad.indices, num_segments=rows)


# -- checks of values -------------------------------------------------------------------------------------------------


@export("verify_tensor_all_finite", "debugging.assert_all_finite")
def verify_tensor_all_finite(
    t: TensorLike | None = None,
    msg: str | None = None,
    name: str | None = None,
    x: TensorLike | None = None,
    message: str | None = None,
) -> Tensor:
    """Returns `t`, after checking at run time that it holds no NaN and no infinity.

    Args:
      t: a floating-point tensor.
      msg: the text of the error.
      name: a name for the operations.
      x: the newer name of `t`.
      message: the newer name of `msg`.

    Raises (when run):
      InvalidArgumentError: with the text `msg`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.verify_tensor_all_finite(tf.log([1.0, 0.0]), "bad loss"))
    Traceback (most recent call last):
        ...
    penstock.graph.errors.InvalidArgumentError: bad loss : Tensor had Inf values
    """
    from penstock.util.deprecation import deprecated_argument_lookup

    x = deprecated_argument_lookup("x", x, "t", t)
    message = deprecated_argument_lookup("message", message, "msg", msg)
    with name_scope(name, "VerifyFinite", [x]):
        x = convert_to_tensor(x, name="x")
        with get_default_graph().colocate_with(x):
            checked = check_numerics(x, message=message)
            with get_default_graph().control_dependencies([checked]):
                return identity(x, name="control_dependency")


@export("add_check_numerics_ops")
def add_check_numerics_ops() -> Operation:
    """Makes an operation that checks every floating-point tensor of the default graph for NaN and infinity.

    Raises:
      ValueError: if there are loops or conditions in the graph.

    >>> import penstock as tf
    >>> x = tf.log([1.0, -1.0])
    >>> tf.Session().run(tf.add_check_numerics_ops())
    Traceback (most recent call last):
        ...
    penstock.graph.errors.InvalidArgumentError: Log:0 : Tensor had NaN values
    """
    graph = get_default_graph()
    made: list[Operation] = []
    for each in graph.get_operations():
        for output in each.outputs:
            if output.dtype.base_dtype in (dtypes.float16, dtypes.float32, dtypes.float64):
                if each._control_flow_context is not None:
                    raise ValueError(
                        "`tf.add_check_numerics_ops() is not compatible with TensorFlow control flow operations such "
                        "as `tf.cond()` or `tf.while_loop()`."
                    )
                with graph.control_dependencies(made):
                    made = [check_numerics(output, message=output.name).op]
    return find("group")(*made)
