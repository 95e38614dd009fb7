"""Programs of tf.contrib.estimator.SavedModelEstimator; what 1.15.5 says is in `recorded/saved_model_estimator.json`."""

SETUP = """
import shutil
import tempfile

made = []


def folder():
    made.append(tempfile.mkdtemp())
    return made[-1]


def input_fn():
    rows = {"a": tf.constant(["green", "green", "yellow"]), "b": tf.constant([3.5, 4.2, 6.1])}
    return tf.data.Dataset.from_tensors((rows, tf.constant([1.0, 0.0, 0.0]))).repeat()


colors = tf.feature_column.categorical_column_with_vocabulary_list("a", ["green", "yellow"])
columns = [tf.feature_column.embedding_column(colors, 2), tf.feature_column.numeric_column("b", default_value=0.0)]
config = tf.estimator.RunConfig(tf_random_seed=3, model_dir=folder())
model = tf.estimator.DNNClassifier([4, 2], columns, config=config)
model.train(input_fn, steps=5)
placeholders = {"a": tf.placeholder(tf.string, [None], name="a"), "b": tf.placeholder(tf.float32, [None], name="b")}
labels = tf.placeholder(tf.float32, [None], name="labels")
supervised = tf.contrib.estimator.build_raw_supervised_input_receiver_fn(placeholders, labels)
serving = tf.estimator.export.build_parsing_serving_input_receiver_fn(tf.feature_column.make_parse_example_spec(columns))
Modes = tf.estimator.ModeKeys
SavedModelEstimator = tf.contrib.estimator.SavedModelEstimator
"""
END = """
for path in made:
    shutil.rmtree(path)
"""
BODIES = {
    "all modes": """
modes = {Modes.TRAIN: supervised, Modes.EVAL: supervised, Modes.PREDICT: serving}
exported = model.experimental_export_all_saved_models(folder(), modes)
taken = SavedModelEstimator(exported, folder())
evaluations = [sorted(taken.evaluate(input_fn, steps=1).items())]
taken.train(input_fn, steps=3)
model.train(input_fn, steps=3)
evaluations += [sorted(m.evaluate(input_fn, steps=1).items()) for m in (taken, model)]
example = tf.train.Example()
example.features.feature["a"].bytes_list.value.extend([b"yellow"])
example.features.feature["b"].float_list.value.extend([1.0])
rows = lambda: tf.data.Dataset.from_tensors({"inputs": tf.constant([example.SerializeToString()] * 2)})
predictions = [[p["scores"], p["classes"].tolist()[0].decode()] for p in taken.predict(rows)]
again = SavedModelEstimator(taken.experimental_export_all_saved_models(folder(), {Modes.EVAL: supervised}), folder())
evaluations.append(sorted(again.evaluate(input_fn, steps=1).items()))
result = dict(
    evaluations=evaluations, predictions=predictions, names=taken.get_variable_names(),
    kernel=taken.get_variable_value("dnn/hiddenlayer_0/kernel"),
)
""",
    "mistakes": """
exported = model.export_saved_model(folder(), serving)
taken = SavedModelEstimator(exported, folder())


def message(call):
    try:
        call()
    except (ValueError, RuntimeError) as error:
        return [type(error).__name__, str(error)]


predict = lambda rows: message(lambda: list(taken.predict(lambda: tf.data.Dataset.from_tensors(rows))))
result = [
    message(lambda: taken.evaluate(input_fn, steps=1)),
    message(lambda: taken.train(input_fn, steps=1)),
    predict({"inputs": [1.0]}),
    predict({"inputs": [["a"]]}),
    predict({"x": [1.0]})[0],
    message(lambda: SavedModelEstimator("/nowhere")),
]
""",
}
PROGRAMS = {title: SETUP + body + END for title, body in BODIES.items()}
