"""Matrix factorisation with embeddings and sparse updates, by a TFRecord of ratings through queue runners and a Supervisor."""

import json
import os

import numpy as np
import tensorflow as tf

flags = tf.flags
flags.DEFINE_integer("users", 30, "")
flags.DEFINE_integer("items", 20, "")
flags.DEFINE_enum("optimizer", "adagrad", ["adagrad", "ftrl", "adam"], "")
FLAGS = flags.FLAGS
PATH = os.path.join(os.getcwd(), "ratings.tfrecords")


def _int64_feature(value):
    return tf.train.Feature(int64_list=tf.train.Int64List(value=[value]))


def write():
    random = np.random.RandomState(4)
    u, v = random.randn(FLAGS.users, 3), random.randn(FLAGS.items, 3)
    with tf.python_io.TFRecordWriter(PATH) as writer:
        for _ in range(320):
            i, j = random.randint(FLAGS.users), random.randint(FLAGS.items)
            rating = float(u[i].dot(v[j]))
            feature = {"user": _int64_feature(i), "item": _int64_feature(j)}
            feature["rating"] = tf.train.Feature(float_list=tf.train.FloatList(value=[rating]))
            feature["tags"] = tf.train.Feature(
                bytes_list=tf.train.BytesList(value=[b"t%d" % (t * i % 7) for t in range(j % 3)])
            )
            writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())


def read():
    queue = tf.train.string_input_producer([PATH], shuffle=False)
    _, serialized = tf.TFRecordReader().read(queue)
    batch = tf.train.batch([serialized], 16, num_threads=1, capacity=64)
    return tf.parse_example(batch, {
        "user": tf.FixedLenFeature([], tf.int64), "item": tf.FixedLenFeature([], tf.int64),
        "rating": tf.FixedLenFeature([], tf.float32, -1.0), "tags": tf.VarLenFeature(tf.string),
    })  # fmt: skip


def train(optimizer):
    tf.reset_default_graph()
    tf.set_random_seed(3)
    parsed = read()
    with tf.device(tf.train.replica_device_setter(0)):
        step = tf.train.create_global_step()
        users = tf.get_variable("users", [FLAGS.users, 6], initializer=tf.truncated_normal_initializer(stddev=0.3),
                                partitioner=tf.fixed_size_partitioner(3))  # fmt: skip
        items = tf.get_variable("items", [FLAGS.items, 6], initializer=tf.truncated_normal_initializer(stddev=0.3))
        bias = tf.get_variable("bias", [FLAGS.items], initializer=tf.zeros_initializer())
        tags = tf.get_variable("tags", [8, 6], initializer=tf.random_uniform_initializer(-0.1, 0.1))
    table = tf.contrib.lookup.index_table_from_tensor(["t%d" % i for i in range(7)], default_value=7)
    ids = table.lookup(parsed["tags"])
    u = tf.nn.embedding_lookup(users, parsed["user"], partition_strategy="div")
    v = tf.nn.embedding_lookup(items, parsed["item"])
    t = tf.contrib.layers.safe_embedding_lookup_sparse([tags], ids, combiner="sqrtn")
    guess = tf.reduce_sum(u * (v + t), 1) + tf.gather(bias, parsed["item"])
    loss = tf.losses.huber_loss(parsed["rating"], guess, delta=2.0)
    penalty = 0.001 * (tf.nn.l2_loss(u) + tf.nn.l2_loss(v))
    total = loss + penalty
    grads = optimizer.compute_gradients(total)
    kinds = [type(g).__name__ for g, _ in grads]
    clipped, norm = tf.clip_by_global_norm([g for g, _ in grads], 3.0)
    train_op = optimizer.apply_gradients(zip(clipped, [x for _, x in grads]), step)
    tf.summary.scalar("loss", loss)
    merged = tf.summary.merge_all()
    supervisor = tf.train.Supervisor(
        logdir=os.path.join(os.getcwd(), optimizer.get_name()), global_step=step, save_model_secs=0, save_summaries_secs=0,
        summary_op=None,
    )  # fmt: skip
    losses, norms = [], []
    with supervisor.managed_session() as sess:
        while not supervisor.should_stop() and len(losses) < 20:
            _, value, n, at = sess.run([train_op, total, norm, step])
            losses.append(float(value))
            norms.append(float(n))
            if at % 10 == 0:
                supervisor.summary_computed(sess, sess.run(merged))
        supervisor.saver.save(sess, supervisor.save_path, global_step=step)
        supervisor.request_stop()
    path = tf.train.latest_checkpoint(supervisor._logdir)
    return losses, norms, kinds, [[n, s] for n, s in tf.train.list_variables(path)]


def main(_):
    write()
    found = {}
    for optimizer in (
        tf.train.AdagradOptimizer(0.3),
        tf.train.FtrlOptimizer(0.3, l1_regularization_strength=0.001),
        tf.contrib.opt.LazyAdamOptimizer(0.05),
        tf.train.RMSPropOptimizer(0.02, momentum=0.5, centered=True),
    ):
        losses, norms, kinds, kept = train(optimizer)
        name = optimizer.get_name()
        found.update({name: losses, name + "_norms": norms, name + "_kinds": kinds, name + "_kept": kept})
    print(json.dumps(found))


if __name__ == "__main__":
    tf.app.run(main)
