"""Programs of stochastic dual coordinate ascent; what TensorFlow says to them is in `recorded/sdca.json`.

TensorFlow visits the examples of a batch in a random order, so the programs take single examples, or so many steps that
the order no longer matters.
"""

from textwrap import dedent

_SETUP = """
r = np.random.RandomState(7)
ids = np.array([str(i) for i in range(12)])
x = r.normal(size=[12, 2]).astype(np.float32)
words = r.randint(0, 5, [12, 2])
weight = r.uniform(0.5, 2.0, [12, 1]).astype(np.float32)
label = (x[:, :1] + 0.3 * words[:, 1:] - 0.5 > 0).astype(np.float32)
value = x[:, :1] - 0.3 * words[:, 1:]
def data(labels, steps, size=12):
    d = tf.data.Dataset.from_tensor_slices(({"id": ids, "x": x, "words": words, "weight": weight}, labels))
    return d.repeat(steps).batch(size)
def variables(model):
    return {n: model.get_variable_value(n) for n in sorted(model.get_variable_names())}
"""
_PROGRAMS = {
    "estimator that classifies": """
        F = tf.feature_column
        columns = [F.numeric_column("x", 2), F.categorical_column_with_identity("words", 5)]
        sdca = tf.estimator.experimental.LinearSDCA("id", symmetric_l2_regularization=0.5, num_table_shards=2)
        model = tf.estimator.LinearClassifier(columns, weight_column="weight", optimizer=sdca)
        model.train(lambda: data(label, 150))
        found = model.evaluate(lambda: data(label, 1))
        result = [found, [v["probabilities"] for v in model.predict(lambda: data(label, 1))], sorted(model.get_variable_names())]
        result += [model.get_variable_value("linear/linear_model/" + n) for n in ("x/weights", "words/weights", "bias_weights")]
        """,
    "estimator that estimates": """
        F = tf.feature_column
        columns = [F.numeric_column("x", 2), F.categorical_column_with_identity("words", 5)]
        sdca = tf.estimator.experimental.LinearSDCA("id", symmetric_l1_regularization=0.4, symmetric_l2_regularization=1.5)
        model = tf.estimator.LinearRegressor(columns, optimizer=sdca)
        model.train(lambda: data(value, 200))
        found = model.evaluate(lambda: data(value, 1))
        names = [n for n in model.get_variable_names() if "Table" not in n]
        result = [found, {n: model.get_variable_value(n) for n in names}]
        """,
    "estimator with parts of weights": """
        F = tf.feature_column
        columns = [F.numeric_column("x", 2), F.categorical_column_with_identity("words", 5)]
        sdca = tf.estimator.experimental.LinearSDCA("id", symmetric_l2_regularization=1.5)
        halves = lambda shape, dtype: [2 if shape[0].value > 1 else 1] + [1] * (len(shape) - 1)
        model = tf.estimator.LinearRegressor([columns[1]], optimizer=sdca, partitioner=halves)
        model.train(lambda: data(value, 200))
        found = model.evaluate(lambda: data(value, 1))
        result = [found, model.get_variable_value("linear/linear_model/words/weights"), sorted(model.get_variable_names())]
        """,
    "single examples": """
        F = tf.feature_column
        sdca = tf.estimator.experimental.LinearSDCA("id", symmetric_l2_regularization=1.5)
        model = tf.estimator.LinearClassifier([F.numeric_column("x", 2)], optimizer=sdca)
        model.train(lambda: data(label, 1, 1), steps=7)
        result = [model.get_variable_value("linear/linear_model/" + n) for n in ("x/weights", "bias_weights")]
        """,
    "wrong models": """
        F = tf.feature_column
        sdca = tf.estimator.experimental.LinearSDCA("id")
        column = F.numeric_column("x", 2)
        result = []
        for make in (lambda: tf.estimator.LinearClassifier([column], n_classes=3, optimizer=sdca),
                     lambda: tf.estimator.LinearRegressor([column], label_dimension=2, optimizer=sdca),
                     lambda: tf.estimator.LinearRegressor([column], optimizer=sdca, sparse_combiner="mean")):
            try:
                make()
                result.append("no error")
            except ValueError as error:
                result.append(str(error))
        """,
    "contrib": """
        L = tf.contrib.layers
        number = L.real_valued_column("x", 2)
        columns = [number, L.sparse_column_with_integerized_feature("words", 5)]
        buckets = L.bucketized_column(L.real_valued_column("weight"), [1.0, 1.5])
        def input_fn():
            features = {"id": tf.constant(ids), "x": tf.constant(x), "weight": tf.constant(weight)}
            at = np.stack([np.repeat(np.arange(12), 2), np.tile([0, 1], 12)], 1)
            features["words"] = tf.SparseTensor(at, words.ravel(), [12, 2])
            return features, tf.constant(label)
        def regression_fn():
            return input_fn()[0], tf.constant(value)
        O = lambda **kw: tf.contrib.linear_optimizer.SDCAOptimizer("id", **kw)
        a = tf.contrib.learn.LinearClassifier(columns, weight_column_name="weight", optimizer=O(symmetric_l2_regularization=0.5))
        sdca = O(symmetric_l1_regularization=0.3, symmetric_l2_regularization=2.0)
        b = tf.contrib.learn.LinearRegressor(columns + [buckets], optimizer=sdca)
        result = []
        for model, f in ((a, input_fn), (b, regression_fn)):
            model.fit(input_fn=f, steps=250)
            found = model.evaluate(input_fn=f, steps=1)
            names = [n for n in sorted(model.get_variable_names()) if n.endswith("weight") or n.endswith("weights")]
            result += [found["loss"], {n: model.get_variable_value(n) for n in names}]
        result += [sorted(a.get_variable_names())]
        """,
    "support vectors": """
        L = tf.contrib.layers
        def input_fn():
            features = {"id": tf.constant(ids), "x": tf.constant(x), "weight": tf.constant(weight)}
            return features, tf.constant(label)
        model = tf.contrib.learn.SVM("id", [L.real_valued_column("x", 2)], weight_column_name="weight", l2_regularization=2.0)
        model.fit(input_fn=input_fn, steps=300)
        result = [model.evaluate(input_fn=input_fn, steps=1), list(model.predict_classes(input_fn=input_fn))]
        result += [model.get_variable_value("linear/" + n) for n in ("x/weight", "bias_weight")]
        """,
    "model": """
        C = tf.contrib.linear_optimizer
        result = []
        for i, loss in enumerate(("logistic_loss", "squared_loss", "hinge_loss", "smooth_hinge_loss", "poisson_loss")):
            sparse, dense = tf.Variable(tf.zeros([5]), name="s%d" % i), tf.Variable(tf.zeros([2]), name="d%d" % i)
            examples = dict(
                sparse_features=[C.SparseFeatureColumn(np.arange(12), words[:, 0], weight[:, 0])],
                dense_features=[tf.constant(x)], example_labels=tf.constant(label[:, 0]),
                example_weights=tf.constant(weight[:, 0]), example_ids=tf.constant(ids))
            model = C.SdcaModel(examples, dict(sparse_features_weights=[sparse], dense_features_weights=[dense]),
                dict(loss_type=loss, symmetric_l1_regularization=0.2, symmetric_l2_regularization=0.6, adaptive=False))
            step = model.update_weights(model.minimize())
            with tf.Session() as session:
                session.run(tf.global_variables_initializer())
                for _ in range(250):
                    session.run(step)
                gap, *values = session.run([model.approximate_duality_gap(), sparse, dense, model.predictions(examples),
                    model.unregularized_loss(examples), model.regularized_loss(examples)])
                result += [gap] + values
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
