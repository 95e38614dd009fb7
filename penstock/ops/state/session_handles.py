"""Session handles: tensors that stay in the session between runs, and their handles.

The kernels keep the tensors in the session's table of handles; `Session.run` makes a `TensorHandle` of a handle that is
fetched, and takes one as the value of a feed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import device as devices
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.graph import colocate_with, device
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import DTypeLike, TensorLike

# -- kernels ------------------------------------------------------------------------------------------------------------


def _keep(value: TensorLike, ctx: Any) -> str:
    handle = f"{ctx.op.name};{next(ctx.session._handle_numbers)};{ctx.session._device_of(ctx.op)}"
    ctx.session._handles[handle] = np.array(value)  # the run's own array may be a view of somebody else's
    return handle


def _text(handle: Any) -> str:
    if hasattr(handle, "container"):  # a ResourceHandle
        return handle.name
    handle = handle[()] if isinstance(handle, np.ndarray) else handle
    return handle.decode() if isinstance(handle, bytes) else str(handle)


@op("GetSessionHandle", shape=rule.scalar, host=True)
def _get_session_handle(xp, value, *, ctx):
    box = np.empty((), object)
    box[()] = _keep(value, ctx).encode()
    return box


@op("GetSessionHandleV2", shape=rule.scalar, host=True)
def _get_session_handle_v2(xp, value, *, ctx):
    from penstock.graph.handles import ResourceHandle

    return ResourceHandle("tensor", "", _keep(value, ctx))


@op("GetSessionTensor", shape=rule.ranked(0), host=True)
def _get_session_tensor(xp, handle, *, dtype, ctx):
    name = _text(handle)
    value = ctx.session._handles.get(name)
    if value is None:
        raise errors.InvalidArgumentError(None, None, f"The tensor with handle '{name}' is not in the session store.")
    return value[...]


@op("DeleteSessionTensor", shape=rule.ranked(0), host=True)
def _delete_session_tensor(xp, handle, *, ctx):
    name = _text(handle)
    if ctx.session._handles.pop(name, None) is None:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Failed to delete a session tensor: The tensor with handle '{name}' is not in the session store.",
        )


no_gradient("GetSessionHandle", "GetSessionHandleV2", "GetSessionTensor", "DeleteSessionTensor")


# -- handles --------------------------------------------------------------------------------------------------------------


class TensorHandle:
    """A tensor that lives in a session; it is freed when this object goes away.

    Args:
      handle: the text "<operation>;<number>;<device>".
      dtype: the type of the tensor.
      session: the session that holds it.
    """

    def __init__(self, handle: Any, dtype: dtypes.DType, session: Any) -> None:
        self._handle = _text(handle)
        self._dtype = dtype
        self._session = session
        self._auto_gc_enabled = True

    def __del__(self) -> None:
        if getattr(self, "_auto_gc_enabled", False):
            self._session._handles.pop(self._handle, None)

    def __str__(self) -> str:
        return self._handle

    @property
    def handle(self) -> str:
        """The text of the handle, which can be fed."""
        return self._handle

    def _check_alive(self) -> None:
        if not self._auto_gc_enabled:
            raise TypeError(f"Persistent tensor {self._handle} may have already been deleted.")

    def eval(self) -> np.ndarray:
        """Returns the value of the tensor."""
        self._check_alive()
        return self._value().copy()

    def delete(self) -> None:
        """Frees the tensor now."""
        self._check_alive()
        self._auto_gc_enabled = False
        self._session._handles.pop(self._handle, None)

    def get_raw_handle(self) -> str:
        """Returns the text of the handle; the tensor is no longer freed with this object."""
        self._auto_gc_enabled = False
        return self._handle

    def _value(self) -> np.ndarray:
        kept = self._session._handles
        if hasattr(kept, "get_typed"):  # on a task of a cluster
            return kept.get_typed(self._handle, self._dtype)
        value = kept.get(self._handle)
        if value is None:
            raise errors.InvalidArgumentError(
                None, None, f"The tensor with handle '{self._handle}' is not in the session store."
            )
        return value

    @staticmethod
    def _get_device_name(handle: Any) -> str:
        return devices.canonical_name(_text(handle).split(";")[-1])


@export("get_session_handle")
def get_session_handle(data: Tensor, name: str | None = None) -> Tensor:
    """Returns a tensor that, when run, keeps `data` in the session and gives a handle to it.

    Raises:
      TypeError: if `data` is not a tensor.

    >>> import penstock as tf
    >>> sess = tf.Session()
    >>> h = sess.run(tf.get_session_handle(tf.constant([1.0, 2.0])))
    >>> holder, tensor = tf.get_session_tensor(h.handle, tf.float32)
    >>> sess.run(tensor, feed_dict={holder: h.handle})
    array([1., 2.], dtype=float32)
    """
    if not isinstance(data, Tensor):
        raise TypeError("`data` must be of type Tensor.")
    with colocate_with(data):
        return apply("GetSessionHandle", value=data, name=name)


@export("get_session_tensor")
def get_session_tensor(handle: Any, dtype: DTypeLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Returns a placeholder for a handle, and the tensor of type `dtype` that the handle stands for.

    Args:
      handle: the text of a handle of the kind that will be fed.
      dtype: the type of the tensor.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     handle = sess.run(tf.get_session_handle(tf.constant([1.0, 2.0])))
    ...     holder, kept = tf.get_session_tensor(handle.handle, tf.float32)
    ...     print(sess.run(kept * 2, {holder: handle.handle}))
    [2. 4.]
    """
    with device(TensorHandle._get_device_name(handle)):
        holder = apply("Placeholder", dtype=dtypes.string)
        return holder, apply("GetSessionTensor", handle=holder, dtype=dtypes.as_dtype(dtype), name=name)


@export("delete_session_tensor")
def delete_session_tensor(handle: Any, name: str | None = None) -> tuple[Tensor, Operation]:
    """Returns a placeholder for a handle, and an operation that frees the tensor that the handle stands for.

    Args:
      handle: the text of a handle of the kind that will be fed.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: if the session does not hold the tensor.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     handle = sess.run(tf.get_session_handle(tf.constant([1.0, 2.0]))).get_raw_handle()
    ...     holder, delete = tf.delete_session_tensor(handle)
    ...     sess.run(delete, {holder: handle})
    ...     sess.run(delete, {holder: handle})
    Traceback (most recent call last):
      ...
    penstock.graph.errors.InvalidArgumentError: The tensor with handle ... is not in the session store.
    """
    with device(TensorHandle._get_device_name(handle)):
        holder = apply("Placeholder", dtype=dtypes.string)
        return holder, apply("DeleteSessionTensor", handle=holder, name=name)
