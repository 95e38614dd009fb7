"""Small programs for operations that make sense only together: lists, tensor arrays, stacks, temporary variables.

Each entry: what it is about → (operation types it covers, source that sets `ys`: what to fetch, or a list of lists, one
for each run). `x` is a fed 3×2 matrix.
"""

# Makes the graph one of an old version, for which TensorFlow still builds what it has removed since.
OLDER = "old = tf.GraphDef(); old.versions.producer = 6; tf.import_graph_def(old); r = tf.raw_ops\n"
# A graph with two functions that no public function of 1.x makes.
FUNCTIONS = """
g = tf.GraphDef()
for name, kind in (("twice", "AddV2"), ("squared", "Mul")):
    f = g.library.function.add()
    f.signature.name = name
    f.signature.input_arg.add(name="a", type=1)
    f.signature.output_arg.add(name="r", type=1)
    node = f.node_def.add(name="y", op=kind, input=["a", "a"])
    node.attr["T"].type = 1
    f.ret["r"] = "y:z:0"
def call(name, kind, *inputs):
    node = g.node.add(name=name, op=kind, input=list(inputs))
    node.attr["Tin"].list.type.append(1)
    node.attr["Tout"].list.type.append(1)
    return node
for name, kind in (("given", "float"), ("which", "int")):
    node = g.node.add(name=name, op="Placeholder")
    node.attr["dtype"].type = 1 if kind == "float" else 3
call("plain", "PartitionedCall", "given").attr["f"].func.name = "twice"
call("stateful", "StatefulPartitionedCall", "given").attr["f"].func.name = "squared"
slope = g.node.add(name="slope", op="SymbolicGradient", input=["given", "plain"])
slope.attr["Tin"].list.type.extend([1, 1])
slope.attr["Tout"].list.type.append(1)
slope.attr["f"].func.name = "squared"
chosen = call("chosen", "Case", "which", "given")
for name in ("twice", "squared"):
    chosen.attr["branches"].list.func.add(name=name)
ys = []
for k in (0, 1, 5, -1):
    ys += tf.import_graph_def(g, {"given": x, "which": tf.constant(k)}, ["plain:0", "stateful:0", "chosen:0", "slope:0"])
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
    "parts of matrices, in graphs of 2016": (
        "BatchMatrixBandPart BatchMatrixDiag BatchMatrixDiagPart BatchMatrixSetDiag",
        OLDER + "z = tf.reshape(tf.range(12), [2, 2, 3]); "
        "ys = [r.BatchMatrixBandPart(input=z, num_lower=tf.constant(0, tf.int64), num_upper=tf.constant(1, tf.int64)), "
        "r.BatchMatrixDiag(diagonal=x), r.BatchMatrixDiagPart(input=z), "
        "r.BatchMatrixSetDiag(input=z, diagonal=tf.constant([[-1, -2], [-3, -4]]))]",
    ),
    "batches are normalized, in graphs of 2015": (
        "BatchNormWithGlobalNormalization BatchNormWithGlobalNormalizationGrad",
        OLDER + "t = tf.reshape(x, [1, 1, 3, 2]); mean, variance, beta, gamma = x[0], x[1] * 2.0, x[2], x[1] - 0.5\n"
        "how = dict(t=t, m=mean, v=variance, gamma=gamma, variance_epsilon=0.5)\n"
        "ys = [r.BatchNormWithGlobalNormalization(beta=beta, scale_after_normalization=s, **how) for s in (True, False)]\n"
        "ys += [g for s in (True, False) for g in r.BatchNormWithGlobalNormalizationGrad(\n"
        "    backprop=t - 1.0, scale_after_normalization=s, **how)]\n",
    ),
    "slopes of convolutions of volumes, in graphs of 2016": (
        "Conv3DBackpropInput Conv3DBackpropFilter",
        OLDER + "volume = tf.reshape(tf.cast(tf.range(108) % 7, tf.float32), [1, 3, 3, 6, 2])\n"
        "filter = tf.reshape(tf.cast(tf.range(48) % 5, tf.float32), [2, 2, 2, 2, 3])\n"
        "slope = tf.reshape(tf.cast(tf.range(60) % 3, tf.float32), [1, 2, 2, 5, 3])\n"
        "how = dict(input=volume, filter=filter, out_backprop=slope, strides=[1, 1, 1, 1, 1], padding='VALID')\n"
        "ys = [r.Conv3DBackpropInput(**how), r.Conv3DBackpropFilter(**how)]\n",
    ),
    "counts are drawn, in graphs of 2017": (
        "RandomPoisson",
        OLDER + "ys = [r.RandomPoisson(shape=[7], rate=x, seed=3, seed2=5)]",
    ),
    "old and new forms of a variable": (
        "Variable",
        OLDER + "v = r.Variable(shape=[3, 2], dtype=tf.float32); ys = [[r.Assign(ref=v, value=x)], [v]]",
    ),
    "places are changed": (
        "InplaceUpdate InplaceSub InplaceAdd",
        "r = tf.raw_ops; "
        "ys = [f(x=x + n, i=[2, 0], v=x[:2] + 10.0) for n, f in enumerate((r.InplaceUpdate, r.InplaceSub, r.InplaceAdd))]",
    ),
    "normal numbers of a generator with state": (
        "StatefulStandardNormal",
        OLDER + "v = r.VarHandleOp(shape=[4], dtype=tf.int64, shared_name='generator')\n"
        "y = r.StatefulStandardNormal(resource=v, shape=tf.constant([5], tf.int64), dtype=tf.float32)\n"
        "ys = [[r.AssignVariableOp(resource=v, value=tf.constant([1, 2, 3, 4], tf.int64))], [y], [y]]\n",
    ),
    "features are crossed": (
        "SparseCross",
        "r = tf.raw_ops\n"
        "a = (tf.constant([[0, 0], [0, 1], [1, 0]], tf.int64), tf.constant(['a', 'b', 'c']), tf.constant([2, 2], tf.int64))\n"
        "b = (tf.constant([[0, 0], [1, 0], [1, 1]], tf.int64), tf.constant([5, 6, 7], tf.int64), tf.constant([2, 2], tf.int64))\n"
        "sparse = dict(indices=[a[0], b[0]], values=[a[1], tf.as_string(b[1])], shapes=[a[2], b[2]])\n"
        "key = dict(hash_key=956888297470)\n"
        "dense = [tf.constant([['x'], ['y']])]\n"
        "numbers = [tf.constant([[3, 4], [5, 6]], tf.int64)]\n"
        "ys = list(r.SparseCross(dense_inputs=dense, hashed_output=False, num_buckets=0, out_type=tf.string,\n"
        "    internal_type=tf.string, **sparse, **key))\n"
        "for buckets in (0, 100):\n"
        "    ys += r.SparseCross(dense_inputs=numbers, hashed_output=True, num_buckets=buckets, out_type=tf.int64,\n"
        "        internal_type=tf.int64, indices=[b[0]], values=[b[1]], shapes=[b[2]], **key)\n"
        "    ys += r.SparseCross(dense_inputs=dense, hashed_output=True, num_buckets=buckets, out_type=tf.int64,\n"
        "        internal_type=tf.string, **sparse, **key)\n",
    ),
    "a picture is written as a JPEG of some quality": (
        "EncodeJpegVariableQuality",
        "r = tf.raw_ops; picture = tf.reshape(tf.cast(tf.range(12 * 8 * 3) % 251, tf.uint8), [12, 8, 3])\n"
        "ys = [r.EncodeJpegVariableQuality(images=picture, quality=q) for q in (95, 50, 5)]\n",
    ),
    "letters": (
        "StringLower StringUpper DecodePaddedRaw",
        "r = tf.raw_ops; t = tf.constant(['aBc', 'ÄbÇ', '']); "
        "ys = [f(input=t, encoding=e) for f in (r.StringLower, r.StringUpper) for e in ('', 'utf-8')] + [\n"
        "    r.DecodePaddedRaw(input_bytes=tf.constant(['abc', '', 'defgh']), fixed_length=4, out_type=k, little_endian=e)\n"
        "    for k in (tf.uint8, tf.int16, tf.int32) for e in (True, False)]\n",
    ),
    "sets are compared": (
        "DenseToDenseSetOperation DenseToSparseSetOperation SparseToSparseSetOperation SetSize",
        "r = tf.raw_ops\n"
        "a, b = tf.constant([[3, 1, 3], [4, 5, 6]]), tf.constant([[1, 2], [6, 4]])\n"
        "sparse = (tf.constant([[0, 0], [0, 2], [1, 1]], tf.int64), tf.constant([1, 7, 5]), tf.constant([2, 3], tf.int64))\n"
        "other = (tf.constant([[0, 1], [1, 0]], tf.int64), tf.constant([7, 8]), tf.constant([2, 2], tf.int64))\n"
        "first = dict(zip(('set1_indices', 'set1_values', 'set1_shape'), sparse))\n"
        "second, third = (dict(zip(('set2_indices', 'set2_values', 'set2_shape'), s)) for s in (sparse, other))\n"
        "ys = [t for how in ('a-b', 'b-a', 'intersection', 'union') for made in (\n"
        "    r.DenseToDenseSetOperation(set1=a, set2=b, set_operation=how),\n"
        "    r.DenseToSparseSetOperation(set1=a, set_operation=how, **second),\n"
        "    r.SparseToSparseSetOperation(set_operation=how, **first, **third)) for t in made]\n"
        "ys.append(r.SetSize(set_indices=sparse[0], set_values=sparse[1], set_shape=sparse[2]))\n",
    ),
    "a branch is taken, once it counts, and slopes follow it": (
        "If StatelessIf",
        "v = tf.Variable(0.0)\n"
        "y = tf.cond(tf.reduce_sum(x) > 3.0, lambda: x * x, lambda: x - 1.0)\n"
        "n = tf.cond(tf.reduce_sum(x) > 3.0, lambda: tf.identity(v.assign_add(2.0)), lambda: tf.constant(1.0))\n"
        "other = tf.cond(tf.reduce_sum(x) < 3.0, lambda: x * x, lambda: x - 1.0)\n"
        "ys = [[y, other, *tf.gradients(y, x), *tf.gradients(other, x)], [n], [n], [v]]\n",
    ),
    "a loop goes on, draws, and slopes go back through it": (
        "While StatelessWhile",
        "a = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x + 0.5), [0, x])\n"
        "def draw(i, total):\n"
        "    return i + 1, total + tf.random_uniform([2], seed=3)\n"
        "b = tf.while_loop(lambda i, total: i < 4, draw, [0, tf.zeros([2])])\n"
        "ys = [*a, *tf.gradients(a[1], x), *b]\n",
    ),
    "functions of an imported graph are called, and chosen by a number": (
        "PartitionedCall StatefulPartitionedCall SymbolicGradient Case",
        FUNCTIONS,
    ),
}
