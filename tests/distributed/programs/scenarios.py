"""What stands on a cluster, done by the two workers of one with two parameter servers; runs on Penstock and on TensorFlow 1.15.

Usage: scenarios.py --ps_hosts=... --worker_hosts=... --job_name=... --task_index=... FOLDER [SCENARIO ...]

Each scenario has its own container, so that none sees what another left. What it finds is printed as one line of JSON.
"""

import json
import os
import sys
import time

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("ps_hosts", "", "Comma-separated list of hostname:port pairs")
flags.DEFINE_string("worker_hosts", "", "Comma-separated list of hostname:port pairs")
flags.DEFINE_string("job_name", "", "One of 'ps', 'worker'")
flags.DEFINE_integer("task_index", 0, "Index of task within the job")
FLAGS = flags.FLAGS


class Place:
    """Where a scenario runs."""

    def __init__(self, cluster, target, task, folder):
        self.cluster, self.target, self.task, self.folder = cluster, target, task, folder
        self.chief = task == 0

    def setter(self, **kwargs):
        return tf.train.replica_device_setter(
            worker_device="/job:worker/task:%d" % self.task, cluster=self.cluster, **kwargs
        )


def batch(number):
    rng = np.random.RandomState(number)
    labels = rng.randint(0, 5, [20])
    images = rng.rand(20, 12) * 0.3 + np.eye(12)[labels]
    return images.astype(np.float32), labels.astype(np.int32)


def model(optimizer):
    """A small network; returns (images, labels, loss, training operation, global step)."""
    tf.set_random_seed(7)
    images = tf.placeholder(tf.float32, [None, 12])
    labels = tf.placeholder(tf.int32, [None])
    hidden = tf.layers.dense(images, 8, tf.nn.tanh, kernel_initializer=tf.glorot_uniform_initializer(seed=1), name="h")
    logits = tf.layers.dense(hidden, 5, kernel_initializer=tf.glorot_uniform_initializer(seed=2), name="o")
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    step = tf.train.get_or_create_global_step()
    return images, labels, loss, optimizer.minimize(loss, global_step=step), step


def in_turn(sess, place, train, step, loss, feeds, last, over=lambda: False):
    """Workers take turns, so that what each sees is the same in every run."""
    losses = {}
    while not over():
        at = int(sess.run(step))
        if at >= last:
            break
        if at % 2 != place.task:
            time.sleep(0.002)
            continue
        images, labels = batch(at)
        losses[at] = float(sess.run([loss, train], {feeds[0]: images, feeds[1]: labels})[0])
    return losses


def supervisor(place):
    """The seed's trainer.py, in turns."""
    with tf.device(place.setter()):
        images, labels, loss, train, step = model(tf.train.AdagradOptimizer(0.1))
        tf.summary.scalar("loss", loss)
        saver = tf.train.Saver()
        init = tf.global_variables_initializer()
    sv = tf.train.Supervisor(
        is_chief=place.chief,
        logdir=os.path.join(place.folder, "supervisor"),
        init_op=init,
        summary_op=None,
        saver=saver,
        global_step=step,
        save_model_secs=600,
        recovery_wait_secs=1,
    )
    with sv.managed_session(place.target) as sess:
        losses = in_turn(sess, place, train, step, loss, (images, labels), 12, sv.should_stop)
        devices = sorted({v.device for v in tf.global_variables()})
        final = int(sess.run(step))
        if place.chief:
            sv.stop()
    return {"losses": losses, "devices": devices, "final": final}


def monitored(place):
    """MonitoredTrainingSession: the chief initializes and saves, the worker waits for it."""
    folder = os.path.join(place.folder, "monitored")
    found = []
    for last in (6, 12):  # the second begins from the checkpoint of the first
        with tf.Graph().as_default(), tf.container("monitored.%d" % last):
            with tf.device(place.setter()):
                images, labels, loss, train, step = model(tf.train.AdamOptimizer(0.01))
            wait_for_chief(place, "monitored_%d" % last)
            hooks = [tf.train.StopAtStepHook(last_step=last)]
            with tf.train.MonitoredTrainingSession(
                master=place.target,
                is_chief=place.chief,
                checkpoint_dir=folder,
                hooks=hooks,
                save_checkpoint_steps=3,
                log_step_count_steps=None,
                max_wait_secs=60,
                config=tf.ConfigProto(device_filters=["/job:ps", "/job:worker/task:%d" % place.task]),
            ) as sess:
                chief_is_ready(place, "monitored_%d" % last)
                found.append(in_turn(sess, place, train, step, loss, (images, labels), last, sess.should_stop))
        wait_for_all(place, "monitored_%d" % last)
    files = sorted(os.listdir(folder)) if place.chief else []
    return {"losses": found, "files": [f for f in files if not f.startswith("events")]}


def sync(place, backup=0):
    """SyncReplicasOptimizer; all workers see the same batch, so it does not matter whose gradient is late."""
    name = "sync_%d" % backup
    with tf.device(place.setter()):
        optimizer = tf.train.SyncReplicasOptimizer(
            tf.train.GradientDescentOptimizer(0.5), replicas_to_aggregate=2 - backup, total_num_replicas=2
        )
        images, labels, loss, train, step = model(optimizer)
        hook = optimizer.make_session_run_hook(place.chief, num_tokens=2)
    x, y = batch(0)
    losses = {}
    wait_for_chief(place, name)
    with tf.train.MonitoredTrainingSession(
        master=place.target, is_chief=place.chief, hooks=[hook], max_wait_secs=60, stop_grace_period_secs=1
    ) as sess:
        chief_is_ready(place, name)
        while True:
            value, at = sess.run([loss, train, step], {images: x, labels: y})[::2]
            losses[int(at)] = float(value)
            if sess.run(step) >= 5:
                break
        wait_for_all(place, name)
    return {"losses": losses}


def sync_backup(place):
    return sync(place, 1)


def saver(place):
    """Each parameter server writes its own shard."""
    if not place.chief:
        return {}
    folder = os.path.join(place.folder, "saver")
    os.makedirs(folder)
    with tf.device(place.setter()):
        variables = [tf.get_variable("v%d" % i, initializer=np.arange(6, dtype=np.float32) + 10 * i) for i in range(4)]
        big = tf.get_variable(
            "big", [10, 2], partitioner=tf.fixed_size_partitioner(2), initializer=tf.ones_initializer()
        )
        double = tf.group(*[tf.assign(v, v * 2) for v in variables])
    keeper = tf.train.Saver(sharded=True)
    with tf.Session(place.target) as sess:
        sess.run(tf.global_variables_initializer())
        path = keeper.save(sess, os.path.join(folder, "model"), global_step=3)
        sess.run(double)
        changed = sess.run(variables)
        keeper.restore(sess, path)
        restored = sess.run(variables)
        read = {n: v for n, v in tf.train.list_variables(path)}
        big_value = sess.run(tf.convert_to_tensor(big))
    return {
        "files": sorted(os.listdir(folder)),
        "changed": [v.tolist() for v in changed],
        "restored": [v.tolist() for v in restored],
        "variables": read,
        "big": big_value.tolist(),
        "devices": [v.device for v in variables],
    }


def partitioned(place):
    """A large table in parts on both parameter servers: looked up, and trained where it is."""
    if not place.chief:
        return {}
    with tf.device(place.setter()):
        table = tf.get_variable(
            "table",
            [7, 3],
            partitioner=tf.fixed_size_partitioner(2),
            initializer=tf.random_uniform_initializer(-1, 1, seed=4),
        )
        ids = tf.placeholder(tf.int64, [None])
        rows = tf.nn.embedding_lookup(table, ids, partition_strategy="div")
        loss = tf.reduce_sum(tf.square(rows - 1.0))
        train = tf.train.AdagradOptimizer(0.3).minimize(loss)
    with tf.Session(place.target) as sess:
        sess.run(tf.global_variables_initializer())
        losses = [float(sess.run([loss, train], {ids: [0, 6, i, 3, i]})[0]) for i in range(6)]
        parts = [v.device for v in table]
        value = sess.run(tf.convert_to_tensor(table)).tolist()
    return {"losses": losses, "devices": parts, "value": value}


def tables_and_queues(place):
    """Tables, queues, barriers of a kind, and iterators on other tasks."""
    with tf.device("/job:ps/task:1"):
        words = tf.contrib.lookup.HashTable(
            tf.contrib.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([1, 2], tf.int64)),
            -1,
            shared_name="words",
        )
        counts = tf.contrib.lookup.MutableHashTable(tf.string, tf.int64, 0, name="counts")
        queue = tf.FIFOQueue(10, [tf.int32, tf.string], shapes=[[], []], shared_name="mail")
        numbers = tf.data.Dataset.range(10).map(lambda x: x * x).batch(3)
        iterator = numbers.make_initializable_iterator(shared_name="numbers")
        following = iterator.get_next()
    with tf.device("/job:worker/task:%d" % place.task):
        found = words.lookup(tf.constant(["b", "z", "a"]))
        own = tf.data.Dataset.range(5).repeat(2).shuffle(3, seed=1).batch(4).make_one_shot_iterator().get_next()
    with tf.device("/job:ps/task:1"):
        insert = counts.insert(tf.constant(["w%d" % place.task]), tf.constant([place.task + 5], tf.int64))
        put = queue.enqueue((tf.constant(place.task), tf.constant("from %d" % place.task)))
    take = queue.dequeue()
    size, lookup = counts.size(), counts.lookup(tf.constant(["w0", "w1", "w2"]))
    with tf.Session(place.target) as sess:
        if place.chief:
            sess.run(tf.tables_initializer())
            sess.run(iterator.initializer)
        wait_for_all(place, "tables_ready")
        sess.run([insert, put])
        wait_for_all(place, "tables_filled")
        result = {"found": sess.run(found).tolist(), "size": int(sess.run(size)), "lookup": sess.run(lookup).tolist()}
        result["own"] = [sess.run(own).tolist() for _ in range(2)]
        if place.chief:
            letters = [sess.run(take) for _ in range(2)]
            result["letters"] = sorted((int(a), b.decode()) for a, b in letters)
            result["squares"] = [sess.run(following).tolist() for _ in range(4)]
            try:
                sess.run(following)
            except tf.errors.OutOfRangeError as error:
                result["end"] = type(error).__name__
    return result


def metadata(place):
    """What a step tells of all its tasks."""
    if not place.chief:
        return {}
    with tf.device(place.setter()):
        images, labels, loss, train, step = model(tf.train.GradientDescentOptimizer(0.1))
    told = tf.RunMetadata()
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE, output_partition_graphs=True)
    with tf.Session(place.target, config=tf.ConfigProto(device_filters=["/job:ps", "/job:worker/task:0"])) as sess:
        sess.run(tf.global_variables_initializer())
        x, y = batch(0)
        sess.run([loss, train], {images: x, labels: y}, options=options, run_metadata=told)
    stats = {d.device: sorted({n.node_name for n in d.node_stats}) for d in told.step_stats.dev_stats}
    graphs = sorted({n.device for n in g.node if n.device} for g in told.partition_graphs)
    timeline = json.loads(tf_timeline(told))
    return {
        "devices": sorted(d for d in stats if d.endswith("device:CPU:0")),
        "applied": sorted(n for names in stats.values() for n in names if n.endswith("/ApplyGradientDescent")),
        "graphs": sorted(sorted(g) for g in graphs),
        "timeline": len(timeline["traceEvents"]) > 10,
    }


def tf_timeline(told):
    from tensorflow.python.client import timeline

    return timeline.Timeline(told.step_stats).generate_chrome_trace_format()


def handles(place):
    """Tensors that stay in the session of a task."""
    if not place.chief:
        return {}
    with tf.device("/job:worker/task:0"):
        a = tf.constant([1.0, 2.0])
        keep = tf.get_session_handle(a * 3.0)
    try:
        with tf.Session(place.target) as sess:
            handle = sess.run(keep)
            holder, value = tf.get_session_tensor(handle.handle, tf.float32)
            found = {"value": sess.run(value + 1.0, {holder: handle.handle}).tolist(), "eval": handle.eval().tolist()}
            found["device"] = handle.handle.split(";")[-1]
            with tf.device("/job:ps/task:1"):
                other = sess.run(tf.get_session_handle(tf.constant(5)))
            found["other"] = [other.eval().tolist(), other.handle.split(";")[-1]]
            place, taken = tf.get_session_tensor(other.handle, tf.int32)
            found["both"] = sess.run([value, taken], {holder: handle.handle, place: other.handle})[1].tolist()
            handle.delete()
            try:
                sess.run(value, {holder: handle.handle})
            except tf.errors.OpError as error:
                found["deleted"] = type(error).__name__
            return found
    except tf.errors.OpError as error:
        return {"error": type(error).__name__, "text": error.message.splitlines()[0]}


def wait_for_all(place, name):
    """Returns when all workers are here."""
    with tf.Graph().as_default(), tf.container(""), tf.device("/job:ps/task:0"):
        queues = [tf.FIFOQueue(10, tf.int32, shapes=[[]], shared_name="%s_%d" % (name, i)) for i in range(2)]
        tell = queues[1 - place.task].enqueue(1)
        hear = queues[place.task].dequeue()
        with tf.Session(place.target) as sess:
            sess.run(tell)
            sess.run(hear, options=tf.RunOptions(timeout_in_ms=60000))


def wait_for_chief(place, name):
    """A worker that finds nothing initialized looks again after half a minute: too long for here."""
    if not place.chief:
        _tell_or_hear("chief_of_" + name, tell=False, place=place)


def chief_is_ready(place, name):
    if place.chief:
        _tell_or_hear("chief_of_" + name, tell=True, place=place)


def _tell_or_hear(name, tell, place):
    with tf.Graph().as_default(), tf.container(""), tf.device("/job:ps/task:0"):
        queue = tf.FIFOQueue(10, tf.int32, shapes=[[]], shared_name=name)
        wanted = queue.enqueue(1) if tell else queue.dequeue()
        with tf.Session(place.target) as sess:
            sess.run(wanted, options=tf.RunOptions(timeout_in_ms=60000))


SCENARIOS = [supervisor, monitored, sync, sync_backup, saver, partitioned, tables_and_queues, metadata, handles]


def main(argv):
    cluster = tf.train.ClusterSpec({"ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
    folder, wanted = argv[1], argv[2:]
    place = Place(cluster, server.target, FLAGS.task_index, folder)
    for scenario in SCENARIOS:
        if wanted and scenario.__name__ not in wanted:
            continue
        began = time.time()
        with tf.Graph().as_default(), tf.container(scenario.__name__.replace("_", ".")):
            found = scenario(place)
        wait_for_all(place, "end_of_" + scenario.__name__)
        took = round(time.time() - began, 2)
        print(
            "FOUND " + json.dumps({"scenario": scenario.__name__, "task": place.task, "found": found, "seconds": took})
        )
        sys.stdout.flush()


if __name__ == "__main__":
    tf.logging.set_verbosity(tf.logging.ERROR)
    tf.app.run()
