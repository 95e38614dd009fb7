"""Programs that build computations for TPUs; what 1.15.5 says to them is in `recorded/tpu_programs.json`.

`nodes` and `said` are put before each: the nodes of a graph with all their attributes, and the error of a call.
"""

HELPERS = """
import importlib


def inside(name):
    where = "penstock.contrib.tpu." if tf.__name__ == "penstock" else "tensorflow.python.tpu."
    return importlib.import_module(where + name)


tpu, tpu_feed, training_loop = inside("tpu"), inside("tpu_feed"), inside("training_loop")
assignments, Topology = inside("device_assignment"), inside("topology").Topology


def nodes(graph):
    found = []
    for node in graph.as_graph_def().node:
        attrs = {}
        for key, value in node.attr.items():
            if key != "value":
                attrs[key] = " ".join(str(value).split())
        found.append([node.name, node.op, list(node.input), node.device, sorted(attrs.items())])
    return found


def said(call):
    with tf.Graph().as_default():
        try:
            fetched = call()
            with tf.Session() as session:
                return session.run(fetched)
        except Exception as error:
            return type(error).__name__ + ": " + str(error).split(" (defined at")[0].split(" with these attrs")[0]


PAIR = Topology(mesh_shape=[1, 1, 2], device_coordinates=[[[0, 0, 0], [0, 0, 1]]])
"""

_PROGRAMS = {
    "rewrite": """
with tf.Graph().as_default() as graph:
    x = tf.placeholder(tf.float32, [4, 2])

    def computation(a):
        w = tf.get_variable("w", [2, 3], initializer=tf.ones_initializer())
        return tf.matmul(a, w) + tf.reduce_sum(a), tf.shape(a)

    outputs = tpu.rewrite(computation, [x])
    result = {"nodes": nodes(graph), "outputs": [[y.name, str(y.shape)] for y in outputs]}
""",
    "rewrite of a structure": """
with tf.Graph().as_default() as graph:
    outputs = tpu.rewrite(lambda pair: {"sum": pair[0] + pair[1], "first": pair[0]}, [(tf.ones([2]), tf.zeros([2]))])
    nothing = tpu.rewrite(lambda: None)
    result = {"nodes": nodes(graph), "outputs": {k: v.name for k, v in sorted(outputs.items())}, "none": nothing.name}
""",
    "shard with a sum over replicas": """
with tf.Graph().as_default() as graph:
    outputs = tpu.shard(lambda a: (tf.tpu.cross_replica_sum(a * 2.0), tf.reduce_sum(a)), [tf.ones([4, 2])], num_shards=2)
    first, = tpu.shard(lambda a: a, [tf.ones([4, 2])], num_shards=2, outputs_from_all_shards=False)
    result = {"nodes": nodes(graph), "shapes": [str(y.shape) for y in outputs + [first]]}
""",
    "an optimizer over replicas": """
with tf.Graph().as_default() as graph:
    def step(x):
        w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
        loss = tf.reduce_mean(tf.square(x * w))
        optimizer = tf.tpu.CrossShardOptimizer(tf.train.GradientDescentOptimizer(0.1))
        return loss, optimizer.minimize(loss)

    outputs = tpu.batch_parallel(step, [tf.ones([4, 2])], num_shards=2)
    sums = [node for node in nodes(graph) if node[1] in ("CrossReplicaSum", "ResourceApplyGradientDescent")]
    result = {"sums": [[name, op, device] for name, op, inputs, device, attrs in sums], "output": str(outputs[0].shape)}
""",
    "a part on the host": """
with tf.Graph().as_default() as graph:
    def computation(a):
        with tf.device(tpu.core(1)):
            b = tpu.outside_compilation(lambda u: tf.log(u) + 1.0, a)
        return b * 2.0

    outputs = tpu.rewrite(computation, [tf.constant(2.0)])
    result = {"nodes": nodes(graph)}
""",
    "inputs from a queue": """
with tf.Graph().as_default() as graph:
    queue = tpu_feed.InfeedQueue(tuple_types=[tf.float32, tf.int32], tuple_shapes=[[8, 2], [8]], shard_dimensions=[0, 0])
    outputs = tpu.replicate(lambda x, n: tf.reduce_sum(x) + tf.cast(n[0], tf.float32), [[], []], infeed_queue=queue)
    fed = queue.split_inputs_and_generate_enqueue_ops([tf.ones([8, 2]), tf.zeros([8], tf.int32)])
    parts = tpu_feed.InfeedQueue(2, name="parts")
    more = parts.generate_enqueue_ops([[tf.ones([4]), tf.zeros([4])], [tf.ones([4]), tf.zeros([4])]])
    result = {
        "nodes": nodes(graph),
        "fed": [op.name for op in fed + more],
        "shapes": [str(s) for s in parts.tuple_shapes],
        "policies": [str(p) for p in queue.sharding_policies],
        "twice": said(lambda: queue.generate_dequeue_op()),
        "odd": said(lambda: tpu_feed.InfeedQueue(tuple_shapes=[[3]], shard_dimensions=[0]).set_number_of_shards(2)),
    }
""",
    "cores of a replica": """
with tf.Graph().as_default() as graph:
    cores = assignments.device_assignment(PAIR, computation_shape=[1, 1, 2], num_replicas=1)
    queue = tpu_feed._PartitionedInfeedQueue(2, cores, 0, [[2, 1], None], tuple_types=[tf.float32, tf.float32])
    queue.generate_enqueue_ops([[tf.ones([4, 3]), tf.zeros([2])]])
    tpu.replicate(lambda x, y: tf.reduce_sum(x) + tf.reduce_sum(y), [[]], infeed_queue=queue, device_assignment=cores)
    result = {"nodes": nodes(graph)}
""",
    "meshes": """
def described(topology, **kwargs):
    found = assignments.device_assignment(topology, **kwargs)
    return [found.core_assignment.tolist(), found.num_replicas, found.num_cores_per_replica]


places = [[[x, y, z] for y in range(2) for z in range(2)] for x in range(4)]
mesh = Topology(mesh_shape=[4, 2, 2], device_coordinates=places)
again = Topology(serialized=mesh.serialized())
result = {
    "bytes": list(bytearray(mesh.serialized())),
    "again": again.device_coordinates.tolist(),
    "one": described(mesh),
    "eight": described(mesh, num_replicas=8),
    "pairs": described(mesh, computation_shape=[1, 1, 2], num_replicas=8),
    "squares": described(mesh, computation_shape=[2, 2, 2], num_replicas=2),
    "stride": described(mesh, computation_shape=[2, 1, 1], computation_stride=[2, 1, 1], num_replicas=4),
    "names": [assignments.device_assignment(mesh, num_replicas=16).tpu_device(r, job="w") for r in range(16)],
    "hosts": [assignments.device_assignment(mesh, num_replicas=16).host_device(r) for r in range(16)],
    "replicas": assignments.device_assignment(mesh, num_replicas=16).lookup_replicas(1, 0),
    "errors": [
        said(lambda: assignments.device_assignment(mesh, num_replicas=17)),
        said(lambda: assignments.device_assignment(mesh, computation_shape=[8, 1, 1])),
        said(lambda: assignments.device_assignment(mesh, computation_shape=[0, 1, 1])),
        said(lambda: assignments.device_assignment(mesh, computation_shape=[1, 1])),
        said(lambda: assignments.device_assignment(mesh).lookup_replicas(3, 0)),
        said(lambda: Topology(mesh_shape=[1, 2], device_coordinates=[])),
    ],
}
""",
    "loops": """
result = {
    "while": said(lambda: training_loop.while_loop(lambda i, x: i < 4, lambda i, x: (i + 1, x * 2.0), [0, 1.0])),
    "repeat": said(lambda: training_loop.repeat(3, lambda a, b: (a + b, b), [1.0, 2.0])),
    "operations": said(lambda: training_loop.while_loop(lambda i: i < 3, lambda i: (i + 1, tf.no_op()), [0])),
    "nothing": said(lambda: training_loop.repeat(3, lambda: tf.no_op())),
    "body": said(lambda: training_loop.while_loop(lambda i: i < 3, lambda i, j: i, [0])),
    "condition": said(lambda: training_loop.while_loop(lambda: True, lambda i: i, [0])),
    "types": said(lambda: training_loop.while_loop(lambda i: i < 3, lambda i: 1.0, [0])),
    "order": said(lambda: training_loop.while_loop(lambda i: i < 3, lambda i: (tf.no_op(), i), [0])),
}
""",
    "what is refused": """
one = lambda: tf.constant(1.0)
result = {
    "run": said(lambda: tpu.rewrite(one)),
    "another part": said(lambda: (tpu.rewrite(one), tf.constant(3.0))[1]),
    "without outputs": said(lambda: tpu.rewrite(lambda: None)),
    "initialize": said(lambda: tf.tpu.initialize_system()),
    "shutdown": said(lambda: tf.tpu.shutdown_system(job="worker")),
    "sum": said(lambda: tf.tpu.cross_replica_sum(tf.ones([2]))),
    "feed": said(lambda: tf.raw_ops.InfeedEnqueue(input=tf.ones([2]))),
    "nested": said(lambda: tpu.rewrite(lambda: tpu.rewrite(one))),
    "reference": said(lambda: (lambda v: tpu.rewrite(lambda: v.assign_add(1.0)))(tf.Variable(1.0, use_resource=False))),
    "inference": said(lambda: tpu.rewrite_for_inference(lambda: tf.Variable(1.0, use_resource=True) * 2.0)),
    "order": said(lambda: tpu.rewrite(lambda: (tf.no_op(), tf.constant(1.0)))),
    "operation in a structure": said(lambda: tpu.rewrite(lambda: {"a": tf.no_op()})),
    "arguments": said(lambda: tpu.rewrite(lambda a, b: a, [tf.constant(1.0)])),
    "types": said(lambda: tpu.replicate(lambda a: a, [[1.0], [1]])),
    "inputs": said(lambda: tpu.replicate(lambda a: a, [1.0])),
    "no shards": said(lambda: tpu.shard(lambda a: a, [[1.0]], num_shards=0)),
    "axes": said(lambda: tpu.shard(lambda a: a, [[1.0]], num_shards=1, input_shard_axes=[0, 1])),
    "output axes": said(lambda: tpu.shard(lambda a: a, [[1.0]], num_shards=1, output_shard_axes=[0, 1])),
    "outside of outside": said(lambda: tpu.rewrite(lambda: tpu.outside_compilation(lambda: tpu.outside_compilation(one)))),
    "a strategy": said(lambda: tf.distribute.experimental.TPUStrategy()),
    "the system": said(lambda: tf.tpu.experimental.initialize_tpu_system()),
    "split": said(lambda: tf.raw_ops.AllToAll(
        input=tf.ones([2, 3]), group_assignment=[[0]], concat_dimension=0, split_dimension=3, split_count=1)),
}
""",
    "inference": """
with tf.Graph().as_default() as graph:
    def computation(x):
        return x * tf.get_variable("w", [2], initializer=tf.ones_initializer(), use_resource=True)

    outputs = tpu.rewrite_for_inference(computation, [tf.ones([2])])
    tpu.validate_inference_rewrite_for_variables(graph)
    result = {"nodes": nodes(graph)}
""",
    "padded inputs": """
with tf.Graph().as_default() as graph:
    given = [[tf.placeholder(tf.float32, [None, 2])], [tf.placeholder(tf.float32, [None, 2])]]
    outputs = tpu.replicate(lambda x: tf.reduce_sum(x), given, maximum_shapes=[tf.TensorShape([5, 2])])
    result = {"nodes": nodes(graph)}
""",
    "embedding tables": """
E = inside("tpu_embedding")

tables = {
    "words": E.TableConfig(10, 4, learning_rate=0.5),
    "items": E.TableConfig(1, 3, combiner="sum", hot_id_replication=True,
                           optimization_parameters=E.AdamParameters(0.01, clip_weight_min=-1.0)),
}
features = {"a": E.FeatureConfig("words"), "b": E.FeatureConfig("words", max_sequence_length=3), "c": E.FeatureConfig("items")}
made = E.TPUEmbedding(tables, features, 16, E.TRAINING, optimization_parameters=E.AdagradParameters(0.1),
                      device_config=E.DeviceConfig(num_hosts=2, num_cores=8, job_name="/job:worker"))
result = {
    "config": list(bytearray(made.config_proto.SerializeToString())),
    "hosts": made.hosts,
    "sizes": [made.num_cores, made.num_cores_per_host, made.batch_size_per_core],
    "features": sorted((k, v) for k, v in made.table_to_features_dict.items()),
    "errors": [
        said(lambda: E.TPUEmbedding(tables, features, 16, E.TRAINING, master="")),
        said(lambda: E.TPUEmbedding(tables, {"a": E.FeatureConfig("words")}, 16, E.TRAINING, master="")),
        said(lambda: E.TableConfig(0, 4)),
        said(lambda: E.TableConfig(4, 4, combiner="max")),
        said(lambda: E.FeatureConfig("a", -1)),
        said(lambda: tf.tpu.experimental.AdamParameters(0.1, beta1=1.0)),
        said(lambda: tf.tpu.experimental.AdagradParameters(0.1, initial_accumulator=0.0)),
    ],
}
""",
}
PROGRAMS = {title: HELPERS + source for title, source in _PROGRAMS.items()}
