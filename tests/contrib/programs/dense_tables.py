"""Programs with dense tables, and with estimators of tf.contrib.learn; 1.15.5's answers are in `recorded/dense_tables.json`.

Some of these estimators do not say the same twice in 1.15: dual coordinate ascent visits a batch in a random order, k-means
with parts of the points reads counts while it adds to them, and a centered bias is read while its own step changes it. The
programs here are those that leave it no choice: single examples, whole batches, the step of the bias alone.
"""

from textwrap import dedent

_SETUP = """
import os, tempfile
def table(key, value, default, empty, deleted, **more):
    return tf.contrib.lookup.MutableDenseHashTable(key, value, default, empty_key=empty, deleted_key=deleted, **more)
def whole(session, t):
    return session.run([t.size()] + list(t.export()))
def told(make):
    with tf.Graph().as_default(), tf.Session() as session:
        try:
            session.run(make().size())
        except tf.errors.InvalidArgumentError as error:
            return error.message.split("\\n")[0].split(" [[")[0]
"""
_PROGRAMS = {
    "buckets of numbers": """
        t = table(tf.int64, tf.float32, [0.0, 0.0], 0, -1, initial_num_buckets=8)
        some = t.insert([5, 13, 21, -3], [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [4.0, 4.0]])
        away = t.remove(tf.constant([13], tf.int64))
        one, more = t.insert([29], [[9.0, 9.0]]), t.insert([11, 12, 14, 15], np.ones([4, 2], np.float32))
        result = []
        with tf.Session() as session:
            result.append(whole(session, t))
            for step in (some, away, one, more, some, more):
                session.run(step)
                result.append(whole(session, t))
            result.append(session.run(t.lookup([21, 13, 5, 7])))
        """,
    "buckets of words": """
        t = table(tf.string, tf.int64, -1, "", "-", initial_num_buckets=4)
        result = []
        with tf.Session() as session:
            for words in (["a", "b"], ["c", "d", "e"], ["a longer word than the others", "f", "g"]):
                session.run(t.insert(words, list(range(len(words)))))
                size, keys, values = whole(session, t)
                result.append([size, [k.decode() for k in keys.ravel()], list(keys.shape), values])
        """,
    "buckets of vectors": """
        t = table(tf.int64, tf.int64, -1, [0, 0], [1, 1], initial_num_buckets=16)
        s = table(tf.int32, tf.float32, 0.0, [-1], [-2], initial_num_buckets=4, name="s")
        with tf.Session() as session:
            session.run(t.insert([[5, 6], [7, 8], [-5, 100], [1 << 60, 3]], [1, 2, 3, 4]))
            session.run(s.insert([[0], [-7], [100]], [1.0, 2.0, 3.0]))
            result = whole(session, t) + whole(session, s)
        """,
    "many keys, and the usual number of buckets": """
        keys = np.random.RandomState(0).randint(2, 1 << 62, 3000)
        t, u = table(tf.int64, tf.int64, -1, 0, 1, initial_num_buckets=4), table(tf.int64, tf.int64, -1, 0, 1, name="u")
        with tf.Session() as session:
            for part in np.split(keys, 6):
                session.run(t.insert(part, part // 3))
            session.run([t.remove(tf.constant(keys[::7])), u.insert(keys, keys // 3)])
            size, places, values = whole(session, t)
            result = [size, list(places.shape), np.flatnonzero(places)[::37], values[places > 0][::53]]
            size, places, values = whole(session, u)
            result += [size, list(places.shape), np.flatnonzero(places)[::97]]
        """,
    "bad tables": """
        result = [told(lambda: table(tf.int64, tf.int64, -1, 0, 1, initial_num_buckets=n)) for n in (2, 6, -4)]
        result += [told(lambda: table(tf.int64, tf.int64, -1, [0, 0], 1)), told(lambda: table(tf.int64, tf.int64, -1, 1, 1))]
        """,
    "saved and restored": """
        t = table(tf.int64, tf.float32, [0.0, 0.0], 0, -1, initial_num_buckets=8, name="t")
        w = table(tf.string, tf.int64, -1, "", "-", initial_num_buckets=4, name="w")
        path = os.path.join(tempfile.mkdtemp(), "model")
        saver = tf.train.Saver()
        with tf.Session() as session:
            session.run([t.insert([5, 13, 21, -3], np.ones([4, 2], np.float32)), w.insert(["a", "b", "c"], [1, 2, 3])])
            session.run(t.remove(tf.constant([13], tf.int64)))
            saver.save(session, path)
        result = [[n, list(shape)] for n, shape in tf.train.list_variables(path)]
        with tf.Session() as session:
            saver.restore(session, path)
            result += whole(session, t) + session.run([t.lookup([5, 13, 21]), w.lookup(["c", "d"]), w.size()])
            session.run([t.insert([100, 29], [[8.0, 8.0], [9.0, 9.0]]), w.insert(["e"], [9])])
            result += whole(session, t) + [whole(session, w)[2]]
        """,
    "support vectors, one example at a time": """
        E, x = tf.contrib.learn, np.array([[1.0], [2.0], [-1.0], [0.5], [-2.0]], np.float32)
        def input_fn():
            features, labels = {"id": np.array(list("abcde")), "x": x}, np.array([[1], [0], [1], [1], [0]])
            data = tf.data.Dataset.from_tensor_slices((features, labels))
            return data.repeat().batch(1, drop_remainder=True).make_one_shot_iterator().get_next()
        e = E.SVM("id", [tf.contrib.layers.real_valued_column("x")], l2_regularization=2.0, l1_regularization=0.1)
        e.fit(input_fn=input_fn, steps=13)
        keys, values = (e.get_variable_value("ShardedMutableHashTable-1-of-1-" + n) for n in ("keys", "values"))
        places = np.flatnonzero(keys[:, 0])
        result = [e.get_variable_value("linear/" + n) for n in ("x/weight", "bias_weight")]
        result += [list(keys.shape), list(values.shape), places, keys[places], values[places]]
        """,
    "clusters of whole batches": """
        x, result = np.random.RandomState(4).normal(size=[20, 3]).astype(np.float32), []
        for more in ({}, {"initial_clusters": "kmeans_plus_plus", "distance_metric": "cosine"}):
            config = tf.contrib.learn.RunConfig(tf_random_seed=2)
            e = tf.contrib.learn.KMeansClustering(3, random_seed=1, use_mini_batch=False, config=config, **more)
            e.fit(input_fn=lambda: (tf.constant(x), None), steps=3)
            result += [e.clusters(), e.score(input_fn=lambda: (tf.constant(x), None), steps=1)]
        """,
    "the step of a centered bias": """
        E, result = tf.contrib.learn, []
        logits = np.random.RandomState(3).normal(size=[6, 3]).astype(np.float32)
        one, on = logits[:, :1], {"enable_centered_bias": True}
        heads = [(E.multi_class_head(3, **on), logits, np.array([[0], [2], [1], [0], [0], [2]])),
                 (E.multi_class_head(2, weight_column_name="w", **on), one, np.array([[0], [1], [1]] * 2)),
                 (E.regression_head(**on), one, logits[:, 1:2]),
                 (E.multi_label_head(3, **on), logits, (logits > 0.3).astype(np.int64))]
        for head, given, labels in heads:
            with tf.Graph().as_default(), tf.Session() as session:
                tf.train.create_global_step()
                features = {"w": tf.constant([[1.0], [2.0], [0.5]] * 2)}
                end = dict(labels=tf.constant(labels), train_op_fn=E.no_op_train_fn, logits=tf.constant(given))
                ops = head.create_model_fn_ops(features, E.ModeKeys.TRAIN, **end)
                session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
                for _ in range(3):
                    session.run(ops.train_op)
                result += [session.run(ops.loss), session.run(tf.trainable_variables())]
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
