"""Programs of mixtures and clusters as estimators; what TensorFlow says to them is in `recorded/mixtures.json`."""

from textwrap import dedent

_SETUP = """
r = np.random.RandomState(5)
points = np.concatenate([r.normal(size=[20, 2]), r.normal(size=[15, 2]) * [0.5, 2.0] + [4.0, 3.0]]).astype(np.float32)
first = np.array([[0.0, 1.0], [3.0, 3.0]], np.float32)
def input_fn():
    return tf.constant(points), None
def once():
    return tf.train.limit_epochs(tf.constant(points), 1), None
"""
_PROGRAMS = {
    "steps": """
        result = []
        for kind, params in (("full", "wmc"), ("diag", "wmc"), ("full", "m"), ("diag", "wc")):
            with tf.Graph().as_default(), tf.Session() as session:
                data = [tf.constant(points[:20]), tf.constant(points[20:])]
                model = tf.contrib.factorization.GmmAlgorithm(data, 2, tf.constant(first), params, kind)
                session.run(tf.global_variables_initializer())
                session.run(model.init_ops())
                for _ in range(4):
                    session.run(model.training_ops())
                result += session.run([model.alphas(), model.clusters(), model.covariances(), model.log_likelihood_op(),
                    model.is_initialized()] + model.assignments())
                result.append(sorted(v.name for v in tf.global_variables()))
        """,
    "function": """
        loss, scores, assigned, step, init, known = tf.contrib.factorization.gmm(tf.constant(points), "random", 3, 7)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            session.run(init)
            for _ in range(3):
                session.run(step)
            result = session.run([loss, scores, assigned[0][0], known])
        """,
    "estimator": """
        model = tf.contrib.factorization.GMM(2, initial_clusters=first, covariance_type="diag")
        model.fit(input_fn=input_fn, steps=6)
        found = model.evaluate(input_fn=input_fn, steps=1)
        result = [model.weights(), model.clusters(), model.covariances(), found["loss"], found["scores"],
                  model.score(input_fn=input_fn, steps=1), found["global_step"],
                  sorted(model.get_variable_names())]
        """,
    "clusters": """
        model = tf.contrib.learn.KMeansClustering(2, initial_clusters=first, use_mini_batch=False)
        model.fit(input_fn=input_fn, steps=4)
        result = [model.clusters(), model.score(input_fn=input_fn, steps=1), list(model.predict_cluster_idx(once)),
                  model.transform(once), sorted(model.get_variable_names())]
        # With parts of the data, 1.15 itself says now this, now that: it reads counts while it writes them.
        model = tf.contrib.learn.KMeansClustering(2, initial_clusters=first)
        model.fit(input_fn=input_fn, steps=4)
        result += [model.get_variable_value("Variable"), list(model.predict_cluster_idx(once))]
        """,
    "clusters, settled": """
        model = tf.contrib.learn.KMeansClustering(2, initial_clusters=first, use_mini_batch=False, relative_tolerance=0.01)
        model.fit(input_fn=input_fn, steps=100)
        result = [model.clusters(), model.get_variable_value("global_step")]
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
