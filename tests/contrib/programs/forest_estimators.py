"""Estimators of random forests, and their metrics; what 1.15.5 says to them is in `recorded/forest_estimators.json`."""

HELPERS = """
import shutil, tempfile

forest = tf.contrib.tensor_forest.python.tensor_forest
client = tf.contrib.tensor_forest.client.random_forest
metrics = tf.contrib.tensor_forest.client.eval_metrics
ONE = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
folder = tempfile.mkdtemp()
random = np.random.RandomState(3)
x = random.randint(0, 40, (120, 4)).astype(np.float32) / 4
classes = ((x[:, 0] > 5).astype(np.int32) + (x[:, 3] > 7)).reshape(-1, 1)

def made(**settings):
    settings = dict(dict(num_trees=3, max_nodes=60, split_after_samples=12, num_splits_to_consider=6, base_random_seed=5,
                         num_features=4), **settings)
    return forest.ForestHParams(**settings)

def feed(labels, **more):
    def input_fn():
        features = {"x": tf.constant(x[:, :3]), "y": tf.constant(x[:, 3:])}
        features.update({name: tf.constant(value) for name, value in more.items()})
        return features, tf.constant(labels)
    return input_fn

def config():
    return tf.contrib.learn.RunConfig(session_config=ONE, tf_random_seed=1)

def plain(found):
    return {key: float("%.5g" % found[key]) for key in sorted(found)}

def shown(predictions, number=4):
    return [{key: one[key] for key in sorted(one)} for _, one in zip(range(number), predictions)]

def kept():
    return [[name, shape] for name, shape in tf.train.list_variables(folder)]
"""

_PROGRAMS = {
    "three classes": """
estimator = client.TensorForestEstimator(made(num_classes=3), model_dir=folder, config=config())
estimator.fit(input_fn=feed(classes), steps=20)
result = [plain(estimator.evaluate(input_fn=feed(classes), steps=1)), shown(estimator.predict(input_fn=feed(classes))), kept()]
shutil.rmtree(folder)
""",
    "two classes with weights and keys": """
weights = (np.arange(120) % 3).astype(np.float32).reshape(-1, 1)
given = feed((classes > 0).astype(np.int32), weight=weights[:, 0], number=np.arange(120).reshape(-1, 1))
params = made(num_classes=2, inference_tree_paths=True)
estimator = client.TensorForestEstimator(
    params, model_dir=folder, config=config(), keys_column="number", report_feature_importances=True)
def weighted(features, labels):
    features.pop("weight")
    return features, labels
estimator = client.TensorForestEstimator(
    params, model_dir=folder, config=config(), keys_column="number", feature_engineering_fn=weighted)
estimator.fit(input_fn=given, steps=20)
found = shown(estimator.predict(input_fn=given))
result = [plain(estimator.evaluate(input_fn=given, steps=1)), [len(one.pop("tree_paths")) for one in found], found]
shutil.rmtree(folder)
""",
    "two numbers": """
labels = np.stack([x[:, 1] / 4, x[:, 2] - x[:, 0]], 1)
estimator = client.TensorForestEstimator(
    made(num_classes=2, regression=True), model_dir=folder, config=config(), report_feature_importances=True)
estimator.fit(input_fn=feed(labels), steps=20)
result = [plain(estimator.evaluate(input_fn=feed(labels), steps=1)), shown(estimator.predict(input_fn=feed(labels)))]
shutil.rmtree(folder)
""",
    "nothing grows any more": """
estimator = client.TensorForestEstimator(
    made(num_classes=3, max_nodes=7), model_dir=folder, config=config(), early_stopping_rounds=5,
    early_stopping_loss_threshold=0.01)
estimator.fit(input_fn=feed(classes), steps=100)
result = plain(estimator.evaluate(input_fn=feed(classes), steps=1))
shutil.rmtree(folder)
""",
    "several columns of labels": """
labels = np.concatenate([classes, (x[:, 1:2] > 4).astype(np.int32)], 1)
estimator = client.MultiForestMultiHeadEstimator([made(num_classes=3), made(num_classes=3, base_random_seed=9)],
                                                 model_dir=folder, config=config())
estimator.fit(input_fn=feed(labels), steps=15)
result = [plain(estimator.evaluate(input_fn=feed(labels), steps=1)), shown(estimator.predict(input_fn=feed(labels))), kept()]
shutil.rmtree(folder)
""",
    "estimators of tf.estimator": """
result = []
for params, labels in (
    (made(num_classes=3), classes), (made(num_classes=2), (classes > 0).astype(np.int32)),
    (made(num_classes=1, regression=True), x[:, 1:2])):
    estimator = client.CoreTensorForestEstimator(
        params, model_dir=folder, config=tf.estimator.RunConfig(session_config=ONE, tf_random_seed=1))
    estimator.train(feed(labels), steps=20)
    result += [plain(estimator.evaluate(feed(labels), steps=1)), [
        {key: value for key, value in one.items() if value.dtype.kind != "O"}
        for one in shown(estimator.predict(feed(labels)))], kept()]
    shutil.rmtree(folder)
""",
    "what an export can answer": """
result = []
for output_type in (0, 1):
    with tf.Graph().as_default():
        model_fn = client.get_model_fn(made(num_classes=3).fill(), forest.RandomForestGraphs, None,
                                       include_all_in_serving=True, output_type=output_type)
        got = model_fn({"x": tf.ones([2, 4])}, None, "infer")
        found = got.export_outputs if output_type else got.output_alternatives
        result.append([str(key) for key in sorted(found, key=str)])
        result.append(sorted(got.predictions))
""",
    "metrics": """
random = np.random.RandomState(0)
probabilities = random.dirichlet([1.0] * 6, 8).astype(np.float32)
labels = random.randint(0, 6, (8, 1))
result = []
for name, prediction, wanted in (
    ("auc", probabilities[:, :2], labels > 2), ("sigmoid_entropy", probabilities, labels),
    ("softmax_entropy", probabilities, labels[:, 0]), ("accuracy", probabilities.argmax(1), labels[:, 0]),
    ("r2", probabilities[:, 0], labels[:, 0] / 8.0), ("classification_log_loss", probabilities, labels),
    ("precision", probabilities[:, 0] > 0.2, labels[:, 0] > 2), ("recall", probabilities[:, 0] > 0.2, labels[:, 0] > 2),
    ("precision_at_thresholds", probabilities[:, :2], labels > 2), ("top_5", probabilities, labels),
    ("recall_at_thresholds", probabilities[:, :2], labels > 2)):
    with tf.Graph().as_default(), tf.Session() as session:
        _, update = metrics.get_metric(name)(tf.constant(prediction), tf.constant(wanted))
        session.run(tf.local_variables_initializer())
        result.append([name, metrics.get_prediction_key(name), session.run(update)])
result.append([metrics.get_metric("predictions")(7, None), metrics.get_prediction_key("predictions")])
result.append([metrics.INFERENCE_PROB_NAME, metrics.INFERENCE_PRED_NAME, metrics.FEATURE_IMPORTANCE_NAME])
result.append([client.KEYS_NAME, client.LOSS_NAME, client.TREE_PATHS_PREDICTION_KEY, client.VARIANCE_PREDICTION_KEY,
               client.ALL_SERVING_KEY, client.EPSILON])
""",
}
PROGRAMS = {title: HELPERS + source for title, source in _PROGRAMS.items()}
