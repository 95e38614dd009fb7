"""Small programs about queues, staging areas and maps of sparse tensors. The same form as in `programs.py`."""

QUEUE = """
r = tf.raw_ops
q = r.{made}
def op(name, **more):
    return getattr(r, name + "{v}")(handle=q, **more)
types = [tf.float32, tf.int32]
size, closed = op("QueueSize"), op("QueueIsClosed")
in_one, in_many = op("QueueEnqueue", components=[x[0], 7]), op("QueueEnqueueMany", components=[x, [3, 1, 2]])
out_one = op("QueueDequeue", component_types=types)
out_many = op("QueueDequeueMany", n=2, component_types=types)
out_rest = op("QueueDequeueUpTo", n=5, component_types=types)
close = op("QueueClose", cancel_pending_enqueues=False)
ys = [[in_one], [in_many], [size, closed], list(out_one), list(out_many), [in_one], [close], [closed], list(out_rest), [size]]
"""
QUEUE_OPS = "Enqueue EnqueueMany Dequeue DequeueMany DequeueUpTo Close Size IsClosed".split()

AREA = """
r = tf.raw_ops
area = dict(dtypes=[tf.float32, tf.int32], capacity=5, shared_name="area")
size = r.StageSize(**area)
ys = [[r.Stage(values=[x, 5], **{k: v for k, v in area.items() if k != "dtypes"})], [r.Stage(values=[x * 2.0, 6],
    **{k: v for k, v in area.items() if k != "dtypes"})], [size], list(r.StagePeek(index=1, **area)),
    list(r.Unstage(**area)), [size], [r.StageClear(**area)], [size]]
"""

KEYED = """
r = tf.raw_ops
area = dict(dtypes=[tf.float32, tf.int32], shared_name="{kind}")
def op(name, **more):
    return getattr(r, "{kind}" + name)(**area, **more)
def put(key, indices, *values):
    return [op("Stage", key=tf.constant(key, tf.int64), indices=indices, values=list(values))]
key, both = tf.constant(4, tf.int64), [0, 1]
sizes = [op("Size"), op("IncompleteSize")]
ys = [put(4, both, x, 5), put(2, [1], 8), sizes, put(2, [0], x + 1.0), sizes, list(op("Peek", key=key, indices=both)),
    list(op("Unstage", key=key, indices=both)), sizes,
    [t for part in op("UnstageNoKey", indices=both) for t in (part if isinstance(part, list) else [part])],
    put(9, both, x, 1), [op("Clear")], sizes]
"""
KEYED_OPS = "Stage Size IncompleteSize Peek Unstage UnstageNoKey Clear".split()

MAP = """
r = tf.raw_ops
where, shape = tf.constant([[0, 1], [0, 3], [2, 0]], tf.int64), tf.constant([3, 4], tf.int64)
many = r.AddManySparseToTensorsMap(sparse_indices=where, sparse_values=x[:, 0], sparse_shape=shape, shared_name="many")
one = r.AddSparseToTensorsMap(sparse_indices=where, sparse_values=x[:, 1], sparse_shape=shape, shared_name="one")
rows = r.TakeManySparseFromTensorsMap(sparse_handles=tf.gather(many, [2, 0, 1]), dtype=tf.float32, shared_name="many")
alone = r.TakeManySparseFromTensorsMap(sparse_handles=[one], dtype=tf.float32, shared_name="one")
ys = [list(rows), list(alone)]
"""

QUEUES = {
    "FIFOQueue": "component_types=[tf.float32, tf.int32], shapes=[[2], []], capacity=9",
    "RandomShuffleQueue": "component_types=[tf.float32, tf.int32], shapes=[[2], []], capacity=9, seed=3, seed2=5",
    "PaddingFIFOQueue": "component_types=[tf.float32, tf.int32], shapes=[tf.TensorShape([None]), []], capacity=9",
}

WAITING_PROGRAMS = {
    **{
        f"elements go through a {kind}{v}": (
            " ".join([kind + v, *(f"Queue{op}{v}" for op in QUEUE_OPS)]),
            QUEUE.replace("{made}", f"{kind}{v}({arguments})").replace("{v}", v),
        )
        for kind, arguments in QUEUES.items()
        for v in ("", "V2")
    },
    "tuples wait in a staging area": ("Stage Unstage StagePeek StageSize StageClear", AREA),
    **{
        f"tuples wait under a key: {kind}": (
            " ".join(kind + op for op in KEYED_OPS),
            KEYED.replace("{kind}", kind),
        )
        for kind in ("Map", "OrderedMap")
    },
    "sparse tensors are kept and taken": (
        "AddManySparseToTensorsMap AddSparseToTensorsMap TakeManySparseFromTensorsMap",
        MAP,
    ),
}
