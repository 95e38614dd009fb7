"""Small programs for operations that make sense only together: lists, tensor arrays, stacks, temporary variables.

Each entry: what it is about → (operation types it covers, source that sets `ys`: what to fetch, or a list of lists, one
for each run). `x` is a fed 3×2 matrix.
"""

LIST = "r = tf.raw_ops; shape = tf.constant([2]); "
ARRAY = "r = tf.raw_ops; ta = r.TensorArrayV3(size=3, dtype=tf.float32, clear_after_read=False); "

PROGRAMS = {
    "a list from a tensor, stacked": (
        "TensorListFromTensor TensorListStack TensorListLength TensorListElementShape",
        LIST + "l = r.TensorListFromTensor(tensor=x, element_shape=shape); "
        "ys = [r.TensorListStack(input_handle=l, element_shape=shape, element_dtype=tf.float32), "
        "r.TensorListLength(input_handle=l), r.TensorListElementShape(input_handle=l, shape_type=tf.int32)]",
    ),
    "items are set and read": (
        "TensorListReserve TensorListSetItem TensorListGetItem TensorListStack",
        LIST + "l = r.TensorListReserve(element_shape=shape, num_elements=3, element_dtype=tf.float32); "
        "l = r.TensorListSetItem(input_handle=l, index=1, item=x[2]); "
        "ys = [r.TensorListGetItem(input_handle=l, index=1, element_shape=shape, element_dtype=tf.float32), "
        "r.TensorListStack(input_handle=l, element_shape=shape, element_dtype=tf.float32)]",
    ),
    "a list grows and shrinks at its end": (
        "EmptyTensorList TensorListPushBack TensorListPopBack TensorListLength",
        LIST + "l = r.EmptyTensorList(element_shape=shape, max_num_elements=5, element_dtype=tf.float32); "
        "l = r.TensorListPushBack(input_handle=r.TensorListPushBack(input_handle=l, tensor=x[0]), tensor=x[1]); "
        "l, last = r.TensorListPopBack(input_handle=l, element_shape=shape, element_dtype=tf.float32); "
        "ys = [last, r.TensorListLength(input_handle=l)]",
    ),
    "elements are gathered and scattered": (
        "TensorListScatterV2 TensorListGather TensorListScatter TensorListScatterIntoExistingList TensorListResize",
        LIST + "l = r.TensorListScatterV2(tensor=x, indices=[2, 0, 3], element_shape=shape, num_elements=5); "
        "l = r.TensorListScatterIntoExistingList(input_handle=l, tensor=x[:1], indices=[1]); "
        "m = r.TensorListScatter(tensor=x, indices=[2, 0, 1], element_shape=shape); "
        "m = r.TensorListResize(input_handle=m, size=2); "
        "ys = [r.TensorListGather(input_handle=h, indices=[1, 0], element_shape=shape, element_dtype=tf.float32) "
        "for h in (l, m)] + [r.TensorListLength(input_handle=m)]",
    ),
    "a list is split and joined": (
        "TensorListSplit TensorListConcatV2",
        "r = tf.raw_ops; shape = tf.constant([-1, 2]); "
        "l = r.TensorListSplit(tensor=x, element_shape=shape, lengths=tf.constant([1, 2], tf.int64)); "
        "ys = list(r.TensorListConcatV2(input_handle=l, element_shape=shape, leading_dims=tf.constant([], tf.int64), "
        "element_dtype=tf.float32))",
    ),
    "a tensor array is written, read and gathered": (
        "TensorArrayV3 TensorArrayWriteV3 TensorArrayReadV3 TensorArrayGatherV3 TensorArraySizeV3 TensorArrayScatterV3",
        ARRAY + "f = r.TensorArrayWriteV3(handle=ta.handle, index=1, value=x[0], flow_in=ta.flow); "
        "f = r.TensorArrayScatterV3(handle=ta.handle, indices=[2, 0], value=x[1:], flow_in=f); "
        "ys = [r.TensorArrayReadV3(handle=ta.handle, index=1, flow_in=f, dtype=tf.float32), "
        "r.TensorArrayGatherV3(handle=ta.handle, indices=[0, 1, 2], flow_in=f, dtype=tf.float32), "
        "r.TensorArraySizeV3(handle=ta.handle, flow_in=f)]",
    ),
    "a tensor array is split, joined and closed": (
        "TensorArraySplitV3 TensorArrayConcatV3 TensorArrayCloseV3",
        ARRAY
        + "f = r.TensorArraySplitV3(handle=ta.handle, value=x, lengths=tf.constant([1, 0, 2], tf.int64), flow_in=ta.flow); "
        "ys = list(r.TensorArrayConcatV3(handle=ta.handle, flow_in=f, dtype=tf.float32))\n"
        "with tf.control_dependencies(ys):\n"
        "    ys.append(r.TensorArrayCloseV3(handle=ta.handle))",
    ),
    "the gradient of a tensor array adds up what is written": (
        "TensorArrayGradV3 TensorArrayWriteV3",
        ARRAY + "f = r.TensorArrayWriteV3(handle=ta.handle, index=0, value=x[0], flow_in=ta.flow); "
        "g = r.TensorArrayGradV3(handle=ta.handle, flow_in=f, source='g'); "
        "h = r.TensorArrayWriteV3(handle=g.grad_handle, index=0, value=x[1], flow_in=g.flow_out); "
        "h = r.TensorArrayWriteV3(handle=g.grad_handle, index=0, value=x[2], flow_in=h); "
        "ys = [r.TensorArrayReadV3(handle=g.grad_handle, index=0, flow_in=h, dtype=tf.float32)]",
    ),
    "a stack gives back what came last": (
        "StackV2 StackPushV2 StackPopV2 StackCloseV2",
        "r = tf.raw_ops; s = r.StackV2(max_size=5, elem_type=tf.float32)\n"
        "a = r.StackPushV2(handle=s, elem=x)\n"
        "with tf.control_dependencies([a]):\n"
        "    b = r.StackPushV2(handle=s, elem=x + 1.0)\n"
        "with tf.control_dependencies([b]):\n"
        "    c = r.StackPopV2(handle=s, elem_type=tf.float32)\n"
        "with tf.control_dependencies([c]):\n"
        "    d = r.StackPopV2(handle=s, elem_type=tf.float32)\n"
        "with tf.control_dependencies([d]):\n"
        "    e = r.StackCloseV2(handle=s)\n"
        "ys = [c, d, e]",
    ),
    "a temporary variable lives until it is destroyed": (
        "TemporaryVariable DestroyTemporaryVariable Assign",
        "r = tf.raw_ops; v = r.TemporaryVariable(shape=[3, 2], dtype=tf.float32, var_name='t'); "
        "v = r.AssignAdd(ref=r.Assign(ref=v, value=x), value=x); "
        "ys = [r.DestroyTemporaryVariable(ref=v, var_name='t')]",
    ),
    "a variable that was destroyed is not initialized": (
        "VarHandleOp AssignVariableOp DestroyResourceOp VarIsInitializedOp",
        "r = tf.raw_ops; v = r.VarHandleOp(shape=[3, 2], dtype=tf.float32, shared_name='gone'); "
        "there = r.VarIsInitializedOp(resource=v); "
        "ys = [[there], [r.AssignVariableOp(resource=v, value=x)], [there], [r.DestroyResourceOp(resource=v)], [there]]",
    ),
    "operations without values": (
        "NoOp ControlTrigger Assert Print StringFormat",
        "r = tf.raw_ops; "
        "ys = [r.NoOp(), r.ControlTrigger(), r.Assert(condition=tf.reduce_all(x < 100.0), data=[x]), "
        "r.Print(input=x, data=[x], message=''), "
        "r.StringFormat(inputs=[x, tf.constant([1, 2])], template='a %s b %s', placeholder='%s', summarize=3)]",
    ),
}
