"""TensorArray: a list of tensors written and read by index, mostly in loops. Built on tensor lists.

The `flow` of a TensorArray is the list itself (a variant tensor): every write gives a new one, so that data flow alone
orders reads after writes, and gradients go through it like through any tensor.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, inference, stack
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.function import FuncGraph
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike


@export("TensorArray")
class TensorArray:
    """An array of tensors of one type, each written once.

    Args:
      dtype: the type of the elements.
      size: the number of elements, a scalar.
      dynamic_size: whether writes past the end make the array longer.
      clear_after_read: accepted; elements can be read any number of times.
      tensor_array_name, handle: accepted for compatibility.
      flow: the flow of an existing array to continue.
      infer_shape: whether all elements must have one shape.
      element_shape: the shape of the elements, if it is known.
      colocate_with_first_write_call: accepted.
      name: a name for the operations.

    >>> import penstock as tf
    >>> ta = tf.TensorArray(tf.float32, size=2).write(0, [1.0, 2.0]).write(1, [3.0, 4.0])
    >>> tf.Session().run(ta.stack())
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    """

    def __init__(
        self,
        dtype: DTypeLike,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Any = None,
        flow: Any = None,
        infer_shape: bool = True,
        element_shape: ShapeLike | None = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        if handle is not None and size is not None:
            raise ValueError("Cannot provide both a handle and size to the constructor")
        if handle is not None and element_shape is not None:
            raise ValueError("Cannot provide both a handle and element_shape to the constructor")
        if handle is None and flow is None and size is None:
            raise ValueError("Size must be provided if handle is not provided")
        self._dtype = dtypes.as_dtype(dtype).base_dtype
        self._dynamic_size = bool(dynamic_size)
        self._infer_shape = infer_shape
        self._element_shape = [TensorShape(None) if element_shape is None else TensorShape(element_shape)]
        self._name = name or tensor_array_name or "TensorArray"
        self._handle, self._home = object(), stack.current_graph()
        if flow is not None:
            self._flow = flow
            return
        with name_scope(name, "TensorArray", [size]) as scope:
            size = convert_to_tensor(size, dtypes.int32, name="size")
            with self._counted_as(1):
                self._flow = apply(
                    "TensorListReserve",
                    name=scope,
                    element_shape=self._element_shape_tensor(),
                    num_elements=size,
                    element_dtype=self._dtype,
                )
        self._flow.op._attrs["_once"] = True  # an element of an array may be written once only

    def _counted_as(self, operations: int) -> Any:
        """What is made in the block counts as so many operations of 1.15, where arrays are resources with a handle.

        A body that uses the handle brings it in, which is one more operation.
        """
        graph = stack.current_graph()
        body = graph
        while isinstance(body, FuncGraph) and body is not self._home:
            body.note_entered(self._handle)
            body = body.outer_graph
        return graph._counted_as(operations)

    # -- what loops see --------------------------------------------------------------------------------------------------

    def _flow_parts(self) -> list[Tensor]:
        return [self._flow]

    def _with_flow(self, flow: Tensor) -> TensorArray:
        new = TensorArray(dtype=self._dtype, flow=flow, dynamic_size=self._dynamic_size, infer_shape=self._infer_shape)
        new._element_shape = self._element_shape  # shared: what one turn of a loop learns, the others know
        new._name = self._name
        new._handle, new._home = self._handle, self._home
        return new

    # -- properties ------------------------------------------------------------------------------------------------------

    @property
    def flow(self) -> Tensor:
        """The tensor that carries the contents."""
        return self._flow

    @property
    def handle(self) -> Tensor:
        """The same as `flow`."""
        return self._flow

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the elements."""
        return self._dtype

    @property
    def dynamic_size(self) -> bool:
        """Whether the array grows."""
        return self._dynamic_size

    @property
    def element_shape(self) -> TensorShape:
        """What is known of the shape of the elements."""
        return self._element_shape[0]

    @property
    def op(self) -> Operation:
        return self._flow.op

    @property
    def graph(self) -> Any:
        return self._flow.graph

    @property
    def name(self) -> str:
        return self._name

    def _element_shape_tensor(self) -> np.ndarray:
        dims = self._element_shape[0]._dims
        return (
            np.asarray(-1, np.int32) if dims is None else np.asarray([-1 if d is None else d for d in dims], np.int32)
        )

    def _merge_element_shape(self, shape: TensorShape) -> None:
        known = self._element_shape[0]
        if not known.is_compatible_with(shape):
            raise ValueError(f"Inconsistent shapes: saw {shape} but expected {known} (and infer_shape=True)")
        if self._infer_shape:
            self._element_shape[0] = known.merge_with(shape)

    # -- elements ---------------------------------------------------------------------------------------------------------

    def identity(self) -> TensorArray:
        """This array, with the control dependencies of the place of the call."""
        return self._with_flow(apply("Identity", input=self._flow))

    def grad(self, source: str, flow: Any = None, name: str | None = None) -> TensorArray:
        """Not needed here: gradients go through `flow`."""
        raise NotImplementedError("TensorArray.grad: take tf.gradients of what was read from the array instead.")

    def read(self, index: object, name: str | None = None) -> Tensor:
        """The element at `index`."""
        index = convert_to_tensor(index, dtypes.int32)
        with self._counted_as(1):
            value = apply(
                "TensorListGetItem",
                name=name or "TensorArrayReadV3",
                input_handle=self._flow,
                index=index,
                element_shape=self._element_shape_tensor(),
                element_dtype=self._dtype,
            )
        value.set_shape(self._element_shape[0])
        return value

    def write(self, index: Any, value: TensorLike, name: str | None = None) -> TensorArray:
        """An array with `value` at `index`; use it instead of this one from now on."""
        with name_scope(name, "TensorArrayWrite", [self._flow, index, value]):
            value = convert_to_tensor(value, self._dtype, name="value")
            _check_dtype(value, self._dtype)
            if self._infer_shape:
                self._merge_element_shape(value.shape)
            index = convert_to_tensor(index, dtypes.int32)
            flow = self._flow
            with self._counted_as(1):
                if self._dynamic_size:
                    size = apply("TensorListLength", input_handle=flow)
                    needed = apply("Maximum", x=size, y=apply("AddV2", x=index, y=np.asarray(1, np.int32)))
                    flow = apply("TensorListResize", input_handle=flow, size=needed)
                name = "TensorArrayWriteV3"
                written = apply("TensorListSetItem", name=name, input_handle=flow, index=index, item=value)
            return self._written(written)

    def _written(self, flow: Tensor) -> TensorArray:
        """The array after an operation that writes; what comes twice is refused by its kernel."""
        flow.op._attrs["_once"] = True
        flow.op._attrs["_fixed"] = not self._dynamic_size
        return self._with_flow(flow)

    def stack(self, name: str | None = None) -> Tensor:
        """All elements as one tensor with one more dimension."""
        with name_scope(name, "TensorArrayStack", [self._flow]), self._counted_as(5):  # size, a range, gather
            value = apply(
                "TensorListStack",
                input_handle=self._flow,
                element_shape=self._element_shape_tensor(),
                element_dtype=self._dtype,
                num_elements=-1,  # 1.15 asks the array for its size when it runs: the shape never tells it
            )
            if self._element_shape[0].ndims is not None:
                value.set_shape(TensorShape([None]).concatenate(self._element_shape[0]))
            return value

    pack = stack

    def _static_size(self) -> int | None:
        op = self._flow.op
        while op.type in ("TensorListSetItem", "Identity") and op._inputs:
            op = op._inputs[0].op
        if op.type == "TensorListReserve" and not self._dynamic_size:
            size = inference.constant_value(op._inputs[1])
            return None if size is None else int(size)
        if op.type == "TensorListFromTensor":
            dims = op._inputs[0].shape._dims
            return None if dims is None else dims[0]
        return None

    def gather(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """The elements at `indices` as one tensor."""
        indices = convert_to_tensor(indices, dtypes.int32)
        with self._counted_as(1):
            value = apply(
                "TensorListGather",
                name=name or "TensorArrayGatherV3",
                input_handle=self._flow,
                indices=indices,
                element_shape=self._element_shape_tensor(),
                element_dtype=self._dtype,
            )
        if self._element_shape[0].ndims is not None:
            value.set_shape(TensorShape([None]).concatenate(self._element_shape[0]))
        return value

    def concat(self, name: str | None = None) -> Tensor:
        """All elements joined along their first dimension."""
        with self._counted_as(1):
            value, _ = apply(
                "TensorListConcatV2",
                name=name or "TensorArrayConcatV3",
                input_handle=self._flow,
                element_shape=self._element_shape_tensor(),
                leading_dims=np.zeros((0,), np.int64),
                element_dtype=self._dtype,
            )
        if self._element_shape[0].ndims:
            value.set_shape(TensorShape([None]).concatenate(self._element_shape[0][1:]))
        return value

    def unstack(self, value: TensorLike, name: str | None = None) -> TensorArray:
        """An array whose elements are the slices of `value` along its first dimension."""
        with name_scope(name, "TensorArrayUnstack", [self._flow, value]):
            count = 9 if isinstance(value, Tensor) else 10  # the length, a range, scatter
            value = convert_to_tensor(value, self._dtype, name="value")
            if self._infer_shape:
                self._merge_element_shape(value.shape[1:])
            with self._counted_as(count):
                if self._is_new(value.shape):
                    flow = apply("TensorListFromTensor", tensor=value, element_shape=self._element_shape_tensor())
                else:
                    rows = apply("Shape", input=value)[0]
                    everywhere = apply("Range", start=np.int32(0), limit=rows, delta=np.int32(1))
                    flow = apply(
                        "TensorListScatterIntoExistingList", input_handle=self._flow, tensor=value, indices=everywhere
                    )
            return self._written(flow)

    unpack = unstack

    def _is_new(self, shape: TensorShape) -> bool:
        """Whether nothing has been written, and nothing says that a tensor of this shape does not fit exactly."""
        size, dims = self._static_size(), shape._dims
        given = None if dims is None else dims[0]
        fits = self._dynamic_size or size is None or given is None or size == given
        return self._flow.op.type == "TensorListReserve" and fits

    def scatter(self, indices: TensorLike, value: TensorLike, name: str | None = None) -> TensorArray:
        """An array with the slices of `value` at `indices`."""
        with name_scope(name, "TensorArrayScatter", [self._flow, value, indices]):
            value = convert_to_tensor(value, self._dtype, name="value")
            if self._infer_shape:
                self._merge_element_shape(value.shape[1:])
            indices = convert_to_tensor(indices, dtypes.int32)
            with self._counted_as(1):
                flow = apply(
                    "TensorListScatterIntoExistingList", input_handle=self._flow, tensor=value, indices=indices
                )
            return self._written(flow)

    def split(self, value: TensorLike, lengths: TensorLike, name: str | None = None) -> TensorArray:
        """An array whose elements are pieces of `value` with the given lengths."""
        with name_scope(name, "TensorArraySplit", [self._flow, value, lengths]):
            value = convert_to_tensor(value, self._dtype, name="value")
            lengths = convert_to_tensor(lengths)
            if lengths.dtype != dtypes.int64:
                lengths = apply("Cast", x=lengths, DstT=dtypes.int64)
            with self._counted_as(1):
                shape = self._element_shape_tensor()
                return self._with_flow(apply("TensorListSplit", tensor=value, element_shape=shape, lengths=lengths))

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements."""
        n = self._static_size()
        with self._counted_as(1):
            if n is not None:
                return convert_to_tensor(n, dtypes.int32, name=name)
            return apply("TensorListLength", name=name or "TensorArraySizeV3", input_handle=self._flow)

    def close(self, name: str | None = None) -> Operation:
        """Nothing to free here; an operation that does nothing."""
        return apply("NoOp", name=name or "TensorArrayCloseV3")


def _check_dtype(value: Tensor, dtype: dtypes.DType) -> None:
    if value.dtype.base_dtype != dtype:
        raise TypeError(
            f"TensorArray dtype is {dtype.name} but Op is trying to write dtype {value.dtype.base_dtype.name} ."
        )
