"""Programs under strategies of `tf.distribute`, the same for Penstock and for TensorFlow 1.15.

`python tests/distribute/programs.py`, run by a Python with TensorFlow 1.15, writes what they return to `recorded.json`.
"""

import json
import os
import sys
import tempfile

import numpy as np

DEVICES = ["/cpu:0", "/cpu:1"]


def data():
    random = np.random.RandomState(1)
    x = random.rand(64, 5).astype("float32")
    return x, x.dot(random.rand(5, 1).astype("float32"))


def config(tf, count=2):
    return tf.ConfigProto(device_count={"CPU": count})


def losses_of_loop(tf, strategy, optimizer, batch=16, steps=5, count=2, distribute=False):
    """A custom loop with a small network; the mean loss of each step, a weight of each copy, names of variables."""
    x, y = data()
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).repeat().shuffle(64, seed=3).batch(batch)
    tf.set_random_seed(7)
    with strategy.scope():
        if distribute:
            iterator = strategy.experimental_distribute_dataset(dataset).make_initializable_iterator()
        else:
            iterator = strategy.make_dataset_iterator(dataset)

        def step(inputs):
            features, labels = inputs
            hidden = tf.layers.dense(features, 4, tf.nn.relu, name="hidden")
            loss = tf.reduce_mean(tf.square(tf.layers.dense(hidden, 1, name="out") - labels))
            train = optimizer().minimize(loss, global_step=tf.train.get_or_create_global_step())
            with tf.control_dependencies([train]):
                return tf.identity(loss)

        mean = strategy.reduce(tf.distribute.ReduceOp.MEAN, strategy.experimental_run(step, iterator))
    with tf.Session(config=config(tf, count)) as sess:
        sess.run(iterator.initialize())
        sess.run(tf.global_variables_initializer())
        found = [float(sess.run(mean)) for _ in range(steps)]
        kernel = tf.trainable_variables()[0]
        copies = [float(sess.run(c)[0, 0]) for c in strategy.experimental_local_results(kernel)]
    return {
        "losses": found,
        "copies": copies,
        "variables": [v.name for v in tf.global_variables()],
        "devices": sorted({op.device for op in tf.get_default_graph().get_operations()}),
    }


def mirrored_adam(tf):
    return losses_of_loop(tf, tf.distribute.MirroredStrategy(DEVICES), lambda: tf.train.AdamOptimizer(0.01))


def mirrored_distributed_dataset(tf):
    return losses_of_loop(
        tf, tf.distribute.MirroredStrategy(DEVICES), lambda: tf.train.MomentumOptimizer(0.05, 0.9), distribute=True
    )


def mirrored_four_devices_hierarchical(tf):
    ways = tf.distribute.HierarchicalCopyAllReduce(num_packs=2)
    strategy = tf.distribute.MirroredStrategy(["/cpu:%d" % i for i in range(4)], cross_device_ops=ways)
    return losses_of_loop(tf, strategy, lambda: tf.train.RMSPropOptimizer(0.01), count=4)


def one_device(tf):
    return losses_of_loop(tf, tf.distribute.OneDeviceStrategy("/cpu:1"), lambda: tf.train.AdagradOptimizer(0.1))


def central_storage(tf):
    strategy = tf.distribute.experimental.CentralStorageStrategy(["/cpu:1", "/cpu:2"], "/cpu:0")
    return losses_of_loop(tf, strategy, lambda: tf.train.AdamOptimizer(0.01), count=3)


def parameter_servers_of_this_machine(tf):
    strategy = tf.distribute.experimental.ParameterServerStrategy()
    return losses_of_loop(tf, strategy, lambda: tf.train.MomentumOptimizer(0.05, 0.9), count=1)


def parameter_servers_of_a_cluster(tf):
    """Where variables and computations of a worker are; nothing runs."""
    cluster = tf.train.ClusterSpec({"chief": ["a:1"], "worker": ["b:1"], "ps": ["c:1", "d:1"]})
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, task_type="worker", task_id=0)
    strategy = tf.distribute.experimental.ParameterServerStrategy(resolver)
    with strategy.scope():
        made = [tf.get_variable("v%d" % i, [2]) for i in range(3)]
        sum_ = strategy.experimental_run_v2(lambda: tf.add_n([v + 1.0 for v in made]))
        contexts = []
        strategy.make_input_fn_iterator(
            lambda context: (
                contexts.append([context.num_input_pipelines, context.input_pipeline_id]) or tf.data.Dataset.range(3)
            )
        )
    config = strategy.update_config_proto(tf.ConfigProto())
    return {
        "devices": [v.device for v in made] + [sum_.device],
        "contexts": contexts,
        "filters": list(config.device_filters),
        "facts": [
            strategy.extended.experimental_should_init,
            strategy.extended.experimental_between_graph,
            list(strategy.extended.parameter_devices),
            list(strategy.extended.worker_devices),
        ],
    }


def contrib_mirrored_batches_are_for_a_replica(tf):
    return losses_of_loop(
        tf, tf.contrib.distribute.MirroredStrategy(DEVICES), lambda: tf.train.GradientDescentOptimizer(0.1)
    )


def sparse_gradients(tf):
    """Embeddings: slices of all replicas are applied to each copy."""
    strategy = tf.distribute.MirroredStrategy(DEVICES)
    tf.set_random_seed(3)
    with strategy.scope():
        table = tf.get_variable("table", [6, 2])
        iterator = strategy.make_dataset_iterator(tf.data.Dataset.from_tensor_slices([0, 1, 1, 5, 2, 2, 1, 0]).batch(4))

        def step(ids):
            loss = tf.reduce_sum(tf.nn.embedding_lookup(table, ids) ** 2)
            return tf.train.AdagradOptimizer(0.5).minimize(loss)

        train = strategy.group(strategy.experimental_run(step, iterator))
    with tf.Session(config=config(tf)) as sess:
        sess.run(iterator.initialize())
        sess.run(tf.global_variables_initializer())
        sess.run(train)
        sess.run(train)
        return {"copies": [sess.run(v).tolist() for v in table.values]}


def variables_and_contexts(tf):
    """What variables of all kinds are, read and become, in replicas and across them."""
    strategy = tf.distribute.MirroredStrategy(DEVICES)
    result = {}
    with strategy.scope():
        mirrored = tf.Variable(1.0, name="m", aggregation=tf.VariableAggregation.MEAN)
        summed = tf.Variable(
            2.0,
            name="s",
            synchronization=tf.VariableSynchronization.ON_READ,
            aggregation=tf.VariableAggregation.SUM,
            trainable=False,
        )

        def in_replica():
            context = tf.distribute.get_replica_context()
            number = tf.cast(context.replica_id_in_sync_group, tf.float32) + 1.0
            together = context.all_reduce("SUM", number)
            return mirrored.assign(number), summed.assign_add(number), together, number

        changed, added, together, number = strategy.experimental_run_v2(in_replica)
        result["kinds"] = [type(v).__name__ for v in (mirrored, summed, changed, added, number)]
        result["in scope"] = [tf.distribute.has_strategy(), tf.distribute.in_cross_replica_context()]
        read = [mirrored.read_value(), strategy.extended.read_var(summed)]
        mean = strategy.reduce("MEAN", number)
        over = strategy.reduce("SUM", strategy.experimental_run_v2(lambda: tf.ones([3, 2])), axis=0)
        update = strategy.extended.update(mirrored, lambda v, x: v.assign_add(x), args=(10.0,))
    result["after scope"] = [tf.distribute.has_strategy(), tf.distribute.in_cross_replica_context()]
    result["text"] = str(mirrored).replace("replica:0/", "replica:0/")
    result["names"] = [v.name for v in mirrored.values + summed.values]
    with tf.Session(config=config(tf)) as sess:
        sess.run(tf.global_variables_initializer())
        run = lambda value: np.asarray(sess.run(value)).tolist()  # noqa: E731
        result["before"] = run(read)
        result["changed"] = run([strategy.experimental_local_results(v) for v in (changed, added, together)])
        result["after"] = run(read)
        result["reduced"] = [run(mean), run(over)]
        sess.run(update)
        result["updated"] = run(list(mirrored.values))
        with tempfile.TemporaryDirectory() as folder:
            path = tf.train.Saver().save(sess, os.path.join(folder, "model"))
            result["saved"] = {
                name: tf.train.load_variable(path, name).tolist() for name, _ in tf.train.list_variables(path)
            }
            sess.run(tf.global_variables_initializer())
            tf.train.Saver().restore(sess, path)
            result["restored"] = run(list(mirrored.values) + list(summed.values))
    return result


def several_steps_in_a_run(tf):
    strategy = tf.distribute.MirroredStrategy(DEVICES)
    with strategy.scope():
        weight = tf.get_variable("w", initializer=1.0)
        iterator = strategy.make_dataset_iterator(
            tf.data.Dataset.range(1, 100).map(lambda i: tf.cast(i, tf.float32)).batch(4)
        )

        def step(context, inputs):
            def replica(x):
                loss = tf.reduce_sum(weight * x)
                return tf.train.GradientDescentOptimizer(0.001).minimize(loss), loss

            train, loss = strategy.extended.call_for_each_replica(replica, args=(inputs,))
            context.set_last_step_output("loss", loss, reduce_op=tf.distribute.ReduceOp.SUM)
            return strategy.group(train)

        made = strategy.extended.experimental_run_steps_on_iterator(step, iterator, 3, {"loss": 0.0})
    with tf.Session(config=config(tf)) as sess:
        sess.run(iterator.initialize())
        sess.run(tf.global_variables_initializer())
        _, loss = sess.run([made.run_op, made.last_step_outputs["loss"]])
        return {"loss": float(loss), "weights": [float(w) for w in sess.run(list(weight.values))]}


def several_steps_until_the_end(tf):
    """Runs of three steps over seven batches: the last run finds one batch, and fails."""

    def weights(strategy):
        with tf.Graph().as_default(), strategy.scope():
            weight = tf.get_variable("w", initializer=1.0)
            iterator = strategy.make_dataset_iterator(
                tf.data.Dataset.range(1, 29).map(lambda i: tf.cast(i, tf.float32)).batch(4, drop_remainder=True)
            )

            def step(context, inputs):
                def replica(x):
                    loss = tf.reduce_sum(weight * x)
                    return tf.train.GradientDescentOptimizer(0.001).minimize(loss), loss

                train, loss = strategy.extended.call_for_each_replica(replica, args=(inputs,))
                context.set_last_step_output("loss", loss, reduce_op=tf.distribute.ReduceOp.SUM)
                return strategy.group(train)

            made = strategy.extended.experimental_run_steps_on_iterator(step, iterator, 3, {"loss": 0.0})
            found = []
            with tf.Session(config=config(tf)) as sess:
                sess.run(iterator.initialize())
                sess.run(tf.global_variables_initializer())
                for _ in range(4):
                    try:
                        sess.run(made.run_op)
                        ended = False
                    except tf.errors.OutOfRangeError:
                        ended = True
                    found.append([ended, float(sess.run(weight))])
            return found

    one, two = tf.distribute.OneDeviceStrategy("/cpu:0"), tf.distribute.MirroredStrategy(DEVICES)
    return {"one": weights(one), "mirrored": weights(two)}


def estimator(tf):
    """An Estimator that trains, evaluates and goes on, with batch normalization and metrics."""
    x, y = data()

    def model_fn(features, labels, mode):
        hidden = tf.layers.dense(features, 4, tf.nn.relu)
        hidden = tf.layers.batch_normalization(hidden, training=mode == "train")
        predictions = tf.layers.dense(hidden, 1)
        if mode == "infer":
            return tf.estimator.EstimatorSpec(mode, predictions=predictions)
        loss = tf.losses.mean_squared_error(labels, predictions)
        metrics = {
            "mae": tf.metrics.mean_absolute_error(labels, predictions),
            "rmse": tf.metrics.root_mean_squared_error(labels, predictions),
            "auc": tf.metrics.auc(labels > 1, tf.sigmoid(predictions)),
            "recall": tf.metrics.recall(labels > 1, predictions > 1),
            "positive": tf.metrics.true_positives_at_thresholds(labels > 1, tf.sigmoid(predictions), [0.5, 0.7]),
            "iou": tf.metrics.mean_iou(tf.cast(labels > 1, tf.int32), tf.cast(predictions > 1, tf.int32), 2),
        }
        with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
            train = tf.train.MomentumOptimizer(0.02, 0.9).minimize(loss, global_step=tf.train.get_global_step())
        return tf.estimator.EstimatorSpec(
            mode, loss=loss, train_op=train, eval_metric_ops=metrics if mode == "eval" else None
        )

    shown = []

    class Show(tf.train.SessionRunHook):
        def before_run(self, context):
            return tf.train.SessionRunArgs(tf.get_collection(tf.GraphKeys.LOSSES))

        def after_run(self, context, values):
            shown.append([float(v) for v in values.results])

    pipelines = []

    def input_fn(input_context=None):
        if input_context is not None:
            pipelines.append([input_context.num_input_pipelines, input_context.num_replicas_in_sync])
        return tf.data.Dataset.from_tensor_slices((x, y)).repeat(2).batch(8)

    strategy = tf.distribute.MirroredStrategy(DEVICES)
    run_config = tf.estimator.RunConfig(
        train_distribute=strategy, eval_distribute=strategy, tf_random_seed=5, session_config=config(tf)
    )
    with tempfile.TemporaryDirectory() as folder:
        model = tf.estimator.Estimator(model_fn, folder, run_config)
        model.train(input_fn, steps=5, hooks=[Show()])
        evaluated = {k: np.asarray(v).tolist() for k, v in model.evaluate(input_fn, steps=3).items()}
        model.train(input_fn, steps=3, hooks=[Show()])
        rows = model.predict(lambda: tf.data.Dataset.from_tensor_slices(x).batch(4))
        predictions = [float(row[0]) for _, row in zip(range(3), rows)]
        return {
            "losses": shown,
            "evaluated": evaluated,
            "predictions": predictions,
            "pipelines": pipelines,
            "variables": sorted(model.get_variable_names()),
        }


def refusals(tf):
    """What strategies say of wrong uses: classes and texts."""
    strategy = tf.distribute.MirroredStrategy(DEVICES)
    said = {}

    def refused(name, function):
        try:
            function()
            said[name] = None
        except Exception as error:  # noqa: BLE001
            said[name] = [type(error).__name__, str(error).split("<")[0]]

    def unaggregated():
        with strategy.scope():
            v = tf.Variable(1.0)
            strategy.experimental_run_v2(lambda: v.assign(2.0))

    def uneven_merges():
        def replica():
            context = tf.distribute.get_replica_context()
            if context.replica_id_in_sync_group.op.node_def.attr["value"].tensor.int_val[0] == 0:
                context.merge_call(lambda strategy: None)

        strategy.experimental_run_v2(replica)

    def optimizer_across():
        with strategy.scope():
            v = tf.Variable(1.0)
            tf.train.GradientDescentOptimizer(1.0).apply_gradients([(tf.constant(1.0), v)])

    def nested():
        with strategy.scope():
            tf.distribute.MirroredStrategy(DEVICES).scope().__enter__()

    refused("duplicates", lambda: tf.distribute.MirroredStrategy(["/cpu:0", "/device:CPU:0"]))
    refused("unaggregated", unaggregated)
    refused("uneven merges", uneven_merges)
    refused("optimizer across", optimizer_across)
    refused("nested", nested)
    refused("uneven batch", lambda: tf.distribute.InputContext(num_replicas_in_sync=3).get_per_replica_batch_size(4))
    refused("packs", lambda: tf.distribute.NcclAllReduce(-1))
    refused("sum of one", lambda: strategy.reduce("SUM", tf.constant(1.0)))
    refused("an error in a replica", lambda: strategy.experimental_run_v2(lambda: {}["missing"]))
    return said


def _told(make, *arguments, **options):
    """What a call returns, or the class and the text of its error."""
    try:
        return make(*arguments, **options)
    except Exception as error:
        return [type(error).__name__, str(error)]


class _Answers:
    """A service of Google's: three machines on two pages, and a TPU."""

    def __init__(self, answer=None, ready=True):
        self.answer, self.ready = answer, ready

    def _itself(self):
        return self

    instanceGroups = instances = projects = locations = nodes = _itself  # noqa: N815

    def listInstances(self, **which):  # noqa: N802
        return _Answers({"items": [{"instance": "zone/b"}, {"instance": "zone/a"}]})

    def listInstances_next(self, previous_request, previous_response):  # noqa: N802
        names = previous_response["items"]
        return _Answers({"items": [{"instance": "zone/c"}]}) if len(names) == 2 else None

    def get(self, **which):
        if "instance" in which:
            return _Answers({"networkInterfaces": [{"networkIP": "10.0.0.%d" % ord(which["instance"])}]})  # noqa: UP031
        ends = [{"ipAddress": "10.0.0.1", "port": 8470}, {"ipAddress": "10.0.0.2", "port": 8471}]
        return _Answers({"state": "READY" if self.ready else "CREATING", "networkEndpoints": ends})

    def execute(self):
        return self.answer


def resolvers_of_services(tf):
    """Slurm by a tool of the test's own, Kubernetes, Compute Engine and TPUs by objects that answer like their services."""
    import stat
    import tempfile
    import types

    resolvers, found = tf.distribute.cluster_resolver, {}
    names = ("SLURM_PROCID", "SLURM_NTASKS", "SLURM_NTASKS_PER_NODE", "CUDA_VISIBLE_DEVICES", "PATH")
    before = {name: os.environ.get(name) for name in names}
    with tempfile.TemporaryDirectory() as folder:
        tool = os.path.join(folder, "scontrol")
        with open(tool, "w") as file:
            file.write("#!/bin/sh\nprintf 'one\\ntwo\\n'\n")
        os.chmod(tool, stat.S_IRWXU)
        os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]
        os.environ.update(SLURM_PROCID="2", SLURM_NTASKS="4")
        try:
            found["no number of tasks"] = _told(resolvers.SlurmClusterResolver, {"worker": 4})
            os.environ["SLURM_NTASKS_PER_NODE"] = "2"
            found["too few GPUs"] = _told(resolvers.SlurmClusterResolver, {"worker": 4})
            found["too many tasks"] = _told(resolvers.SlurmClusterResolver, {"worker": 5}, gpus_per_node=2)
            slurm = resolvers.SlurmClusterResolver({"worker": 3, "ps": 1}, gpus_per_node=4, gpus_per_task=2)
            found["slurm"] = [slurm.master(), list(slurm.get_task_info()), slurm.cluster_spec().as_dict()]
            found["slurm"] += [list(slurm.get_task_info()), slurm.master(), slurm.master("ps", 0, "x")]
            found["slurm"] += [os.environ["CUDA_VISIBLE_DEVICES"], slurm.num_accelerators()]
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value

    def pod(name, phase="Running"):
        status = types.SimpleNamespace(phase=phase, host_ip="10.0.0." + name)
        return types.SimpleNamespace(metadata=types.SimpleNamespace(name=name), status=status)

    pods = {"a=1": [pod("3"), pod("2")], "b=2": [pod("5")], "bad": [pod("6", "Pending")]}
    client = types.SimpleNamespace(
        list_pod_for_all_namespaces=lambda label_selector: types.SimpleNamespace(items=pods[label_selector])
    )
    kubernetes = resolvers.KubernetesClusterResolver({"worker": ["a=1", "b=2"]}, 2222, override_client=client)
    found["kubernetes"] = [kubernetes.cluster_spec().as_dict(), kubernetes.master(), kubernetes.master("worker", 1)]
    waiting = resolvers.KubernetesClusterResolver({"worker": ["bad"]}, override_client=client)
    found["a pod that waits"] = _told(waiting.cluster_spec)
    gce = resolvers.GCEClusterResolver("p", "z", "g", 8470, credentials=None, service=_Answers())
    found["gce"] = [
        gce.cluster_spec().as_dict(),
        gce.master(),
        gce.master("worker", 2, "x"),
        gce.task_type,
        gce.task_id,
    ]
    found["another job"] = _told(setattr, gce, "task_type", "ps")

    def tpu(name, **options):
        made = resolvers.TPUClusterResolver(name, **options)
        spec = made.cluster_spec()
        return [spec and spec.as_dict(), made.master(), made.environment, made.task_type, made.task_id]

    found["address"] = tpu("grpc://10.0.0.1:8470")
    found["addresses"] = tpu(
        ["grpc://10.0.0.1:8470,grpc://10.0.0.2:8470"], coordinator_name="c", coordinator_address="me:1"
    )
    found["local"] = tpu("local")
    found["localhost"] = tpu("localhost:12")
    found["cell"] = tpu("/bns/a/b:123")
    found["name"] = tpu("mine", zone="z", project="p", service=_Answers(), credentials=None, job_name="tpu")
    found["not ready"] = _told(tpu, "mine", zone="z", project="p", service=_Answers(ready=False), credentials=None)
    found["none"] = _told(tpu, None)
    found["empty list"] = _told(tpu, [])
    found["two"] = _told(tpu, ["a", "b"])
    return found


def standard_steps(tf):
    """`Monitor` runs a `StandardSingleLossStep` on two devices, three batches in each step, and ends with the input."""
    found = {}
    for name in ("one", "two"):
        with tf.Graph().as_default(), tf.Session(config=config(tf)) as sess:
            strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
            if name == "two":
                strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
            layer = tf.layers.Dense(1, kernel_initializer=tf.constant_initializer(0.5))

            def loss_fn(context, x, layer=layer):
                return tf.reduce_mean(tf.square(layer(x) - 1.0))

            # 18 batches are whole steps on one device and on two: of one that fails midway we keep nothing,
            # 1.15 keeps the batches before.
            rows = np.arange(36, dtype="float32").reshape(36, 1)

            def dataset_fn(rows=rows):
                return tf.data.Dataset.from_tensor_slices(rows / 8).batch(2)

            with strategy.scope():
                step = tf.contrib.distribute.StandardSingleLossStep(
                    dataset_fn, loss_fn, tf.train.GradientDescentOptimizer(0.05), strategy, 3
                )
                monitor = tf.contrib.distribute.Monitor(step, sess)
            monitor.run_steps(2)
            found[name] = [float(np.sum(v)) for v in sess.run([layer.kernel, layer.bias])]
            monitor.run_steps()
            found[name + " to the end"] = [float(np.sum(v)) for v in sess.run([layer.kernel, layer.bias])]
    found["no session"] = _told(tf.contrib.distribute.Monitor, None)
    return found


def keras_on_one_device(tf):
    """`fit`, `evaluate` and `predict` of a Keras model under `OneDeviceStrategy`, from arrays and from a dataset."""
    x = np.random.RandomState(0).rand(48, 3).astype("float32")
    y, found = x.sum(1, keepdims=True), {}
    for name in ("arrays", "dataset"):
        with tf.Graph().as_default(), tf.Session() as sess:
            tf.keras.backend.set_session(sess)
            found[name] = _fitted(tf, x, y, name)
            tf.keras.backend.set_session(None)
    return found


def _fitted(tf, x, y, name):
    with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        hidden = tf.keras.layers.Dense(4, "relu", kernel_initializer=tf.constant_initializer(0.3), input_shape=(3,))
        output = tf.keras.layers.Dense(1, kernel_initializer=tf.constant_initializer(0.2))
        model = tf.keras.Sequential([hidden, output])
        model.compile(tf.keras.optimizers.SGD(0.05, momentum=0.5), "mse", metrics=["mae"])
    if name == "arrays":
        history = model.fit(x, y, 16, 3, shuffle=False, verbose=0, validation_data=(x[:16], y[:16])).history
    else:
        history = model.fit(tf.data.Dataset.from_tensor_slices((x, y)).batch(16), epochs=3, verbose=0).history
    found = {key: [float(v) for v in values] for key, values in history.items()}
    found["evaluated"] = [float(v) for v in model.evaluate(x, y, 16, verbose=0)]
    found["predicted"] = float(model.predict(x[:16]).sum())
    return found


PROGRAMS = {
    f.__name__: f
    for f in (
        mirrored_adam,
        mirrored_distributed_dataset,
        mirrored_four_devices_hierarchical,
        one_device,
        central_storage,
        parameter_servers_of_this_machine,
        parameter_servers_of_a_cluster,
        contrib_mirrored_batches_are_for_a_replica,
        sparse_gradients,
        variables_and_contexts,
        several_steps_in_a_run,
        several_steps_until_the_end,
        estimator,
        refusals,
        resolvers_of_services,
        standard_steps,
        keras_on_one_device,
    )
}


def run(tf, name):
    with tf.Graph().as_default():
        return PROGRAMS[name](tf)


if __name__ == "__main__":
    import tensorflow

    tensorflow.compat.v1.logging.set_verbosity("ERROR")
    tf = tensorflow
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded.json")
    names = sys.argv[1:] or list(PROGRAMS)
    recorded = {}
    if os.path.exists(path) and sys.argv[1:]:
        with open(path) as file:
            recorded = json.load(file)
    for name in names:
        recorded[name] = run(tf, name)
    with open(path, "w") as file:
        json.dump(recorded, file, indent=1, sort_keys=True)
        file.write("\n")
