"""Programs of tf.contrib.factorization; what TensorFlow says to them is in `recorded/factorization.json`.

Parts of the data are not among them: 1.15 may read the counts before or after it moves them.
"""

from textwrap import dedent

_SETUP = """
F = tf.contrib.factorization
r = np.random.RandomState(5)
data = np.concatenate([r.normal(m, 0.5, size=[7, 2]) for m in ([0, 0], [5, 5], [-4, 6])]).astype(np.float32)
r.shuffle(data)
def run(steps=3, **settings):
    tf.set_random_seed(7)
    model = F.KMeans(tf.constant(data), 3, **settings)
    all_scores, index, scores, initialized, init_op, train_op = model.training_graph()
    found = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        while not session.run(initialized):
            session.run(init_op)
        centers = [v for v in tf.global_variables() if v.op.name == "clusters"][0]
        for _ in range(steps):
            found += [session.run([all_scores[0], index[0], scores[0]]), session.run(centers)]
            session.run(train_op)
        found.append(session.run(centers))
    return found + [[v.op.name for v in tf.global_variables()]]
"""
_CENTERS = "[[0.5, 0.5], [2.0, 2.0], [-1.0, 3.0]]"
_PROGRAMS = {
    "given": f"result = run(initial_clusters={_CENTERS})",
    "given, cosine": f"result = run(initial_clusters={_CENTERS}, distance_metric='cosine')",
    "random": "result = run(1, initial_clusters='random', random_seed=3)",
    "k-means++": "result = run(1, initial_clusters='kmeans_plus_plus', random_seed=3)",
    "k-means++, no retries": "result = run(1, initial_clusters='kmeans_plus_plus', random_seed=4, "
    "kmeans_plus_plus_num_retries=0)",
    "k-MC2": "result = run(1, initial_clusters='kmc2', random_seed=3, kmc2_chain_length=5)",
    "a function": "result = run(1, initial_clusters=lambda inputs, n: inputs[0][:n])",
    "neighbours": """
        points, centers = tf.constant(data), tf.constant(data[:5] + 0.1)
        if hasattr(tf.raw_ops, "NearestNeighbors"):
            make = tf.raw_ops.NearestNeighbors
        else:  # 1.15 has it, but not under this name
            from tensorflow.python.ops.gen_clustering_ops import nearest_neighbors as make
        result = []
        with tf.Session() as session:
            for k in (0, 1, 3, 9):
                result += [session.run(list(make(points=points, centers=centers, k=k)))]
        """,
    "an estimator": """
        import tempfile
        kmeans = F.KMeansClustering(3, tempfile.mkdtemp(), "kmeans_plus_plus", random_seed=4, use_mini_batch=False)
        inputs = lambda: tf.train.limit_epochs(tf.constant(data), num_epochs=1)
        for _ in range(3):
            kmeans.train(inputs)
        result = [kmeans.cluster_centers(), np.float32(kmeans.score(inputs)), list(kmeans.predict_cluster_index(inputs)),
                  list(kmeans.transform(inputs)), sorted(kmeans.get_variable_names())]
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
