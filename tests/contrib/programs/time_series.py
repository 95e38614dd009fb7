"""Models of time series; what 1.15.5 says to them is in `recorded/time_series.json`."""

HELPERS = """
import collections, os, shutil, tempfile
from tensorflow.contrib.timeseries.python.timeseries import ar_model, estimators, feature_keys, head, input_pipeline
from tensorflow.contrib.timeseries.python.timeseries import math_utils, model, model_utils, state_management

series = tf.contrib.timeseries
folder = tempfile.mkdtemp()
times = np.arange(120)
values = np.sin(times / 5.0) * 3 + times / 50.0
data = {"times": times, "values": values}

def config():
    one = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
    return tf.estimator.RunConfig(model_dir=folder, tf_random_seed=3, session_config=one)

def windows(size, starts=(3, 40, 90, 70), **more):
    def input_fn():
        rows = np.array([np.arange(start, start + size) for start in starts])
        found = {"times": tf.constant(times[rows]), "values": tf.constant(values[rows][..., None])}
        found.update({name: tf.constant(value[rows]) for name, value in more.items()})
        return found, None
    return input_fn

def whole():
    return series.WholeDatasetInputFn(series.NumpyReader(data))

def shown(evaluation):
    return {key: list(value) if isinstance(value, tuple) else value for key, value in evaluation.items()}

def refusal(call):
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error)]

def at_once(*tensors):
    with tf.train.MonitoredSession() as session:
        return session.run(list(tensors))

def followed(estimator, size, steps=7, **more):
    # Trained, evaluated and continued; and the names and shapes of the variables.
    estimator.train(windows(size, **more), steps=8)
    evaluation = estimator.evaluate(whole(), steps=1)
    found = [shown(evaluation), sorted([name, shape] for name, shape in tf.train.list_variables(folder))]
    if "start_tuple" in evaluation:
        prediction, = estimator.predict(series.predict_continuation_input_fn(evaluation, steps=steps))
        found.append(prediction)
    return found, evaluation
"""

_PROGRAMS = {
    "a linear model": """
estimator = series.ARRegressor(periodicities=31, input_window_size=10, output_window_size=5, num_features=1, config=config())
result, _ = followed(estimator, 15)
""",
    "an exported model": """
estimator = series.ARRegressor(periodicities=31, input_window_size=10, output_window_size=5, num_features=1, config=config())
_, evaluation = followed(estimator, 15)
exported = estimator.export_saved_model(tempfile.mkdtemp(), estimator.build_raw_serving_input_receiver_fn())
utils = series.saved_model_utils
with tf.Graph().as_default(), tf.Session() as session:
    signatures = tf.saved_model.loader.load(session, ["serve"], exported)
    result = [sorted([key, sorted([n, str(tf.TensorShape(t.tensor_shape))] for n, t in s.inputs.items()), sorted(s.outputs)]
              for key, s in signatures.signature_def.items())]
    result.append(utils.predict_continuation(continue_from=evaluation, signatures=signatures, session=session, steps=4))
    begun = utils.cold_start_filter(
        signatures=signatures, session=session, features={"times": times[:40], "values": values[:40]})
    later = utils.filter_continuation(continue_from=begun, signatures=signatures, session=session,
                                      features={"times": times[40:60], "values": values[40:60]})
    result += [begun, later, utils.predict_continuation(
        continue_from=later, signatures=signatures, session=session, times=np.array([[61, 62, 65]]))]
""",
    "hidden layers, two periods and a squared loss": """
estimator = series.ARRegressor(
    periodicities=[31, 7], input_window_size=3, output_window_size=5, num_features=1, hidden_layer_sizes=[4, 3],
    loss=series.ARModel.SQUARED_LOSS, num_time_buckets=4, config=config())
result, _ = followed(estimator, 8)
""",
    "nothing but the time": """
estimator = series.ARRegressor(periodicities=31, input_window_size=0, output_window_size=5, num_features=1, config=config())
result, _ = followed(estimator, 5)
""",
    "nothing but values": """
estimator = series.ARRegressor(periodicities=None, input_window_size=4, output_window_size=1, num_features=1, config=config())
result, _ = followed(estimator, 5)
""",
    "anomalies": """
result = []
for distribution in ("gaussian", "cauchy"):
    folder = tempfile.mkdtemp()
    estimator = series.ARRegressor(
        periodicities=31, input_window_size=6, output_window_size=5, num_features=1, anomaly_prior_probability=0.1,
        anomaly_distribution=distribution, config=config())
    result.append(followed(estimator, 11)[0])
""",
    "recurrent networks": """
estimator = estimators.LSTMAutoRegressor(
    periodicities=[31], input_window_size=6, output_window_size=5, num_units=4, config=config())
result, _ = followed(estimator, 11)
exported = estimator.export_saved_model(
    tempfile.mkdtemp(), estimator.build_one_shot_parsing_serving_input_receiver_fn(filtering_length=12, prediction_length=4))
example = tf.train.Example()
example.features.feature["times"].int64_list.value.extend(range(50, 66))
example.features.feature["values"].float_list.value.extend(values[50:62])
with tf.Graph().as_default(), tf.Session() as session:
    signature = tf.saved_model.loader.load(session, ["serve"], exported).signature_def["serving_default"]
    feeds = {signature.inputs["examples"].name: [example.SerializeToString()]}
    result += [sorted(signature.inputs), session.run(signature.outputs["mean"].name, feeds)]
""",
    "other features": """
shift = (times % 7).astype(np.float32)
columns = [tf.feature_column.numeric_column("shift")]
data["shift"] = shift
estimator = series.ARRegressor(
    periodicities=31, input_window_size=4, output_window_size=3, num_features=1, exogenous_feature_columns=columns,
    config=config())
estimator.train(windows(7, shift=shift), steps=5)
evaluation = estimator.evaluate(whole(), steps=1)
prediction, = estimator.predict(series.predict_continuation_input_fn(
    evaluation, steps=4, exogenous_features={"shift": np.float32([[1, 2, 3, 4]])}))
result = [shown(evaluation), prediction]
""",
    "readers": """
path = os.path.join(folder, "series.csv")
with open(path, "w") as file:
    file.write("time,a,b\\n" + "".join("%d,%g,%g\\n" % (t, v, 2 * v) for t, v in zip(times[:9], values)))
columns = ("times", "values", "values")
csv = series.CSVReader(path, column_names=columns, skip_header_lines=1, read_num_records_hint=5)
arrays = series.NumpyReader(data)
with tf.Graph().as_default():
    part, all_of_it = csv.read(), csv.read_full()
    result = at_once(all_of_it["times"], all_of_it["values"])
    result += [[key, str(part[key].shape), part[key].dtype.name] for key in sorted(part)]
with tf.Graph().as_default():
    part, all_of_it = arrays.read(), arrays.read_full()
    result += [[key, str(part[key].shape), part[key].dtype.name, str(all_of_it[key].shape)] for key in sorted(part)]
    result += at_once(all_of_it["values"])
path = os.path.join(folder, "series.tfrecord")
with tf.python_io.TFRecordWriter(path) as writer:
    for at, value in zip(times[:5], values):
        example = tf.train.Example()
        example.features.feature["times"].int64_list.value.append(at)
        example.features.feature["values"].float_list.value.append(value)
        writer.write(example.SerializeToString())
with tf.Graph().as_default():
    features = {"times": tf.FixedLenFeature([], tf.int64), "values": tf.FixedLenFeature([1], tf.float32)}
    found = input_pipeline.TFExampleReader(path, features).read_full()
    result += at_once(found["times"], found["values"])
""",
    "random windows": """
def drawn(number=30, **settings):
    with tf.Graph().as_default():
        tf.set_random_seed(1)
        reader = series.NumpyReader({"times": times, "values": np.stack([values, -values], axis=1)})
        features, labels = series.RandomWindowInputFn(reader, window_size=6, batch_size=4, **settings)()
        assert labels is None
        shapes = [[key, str(features[key].shape), features[key].dtype.name] for key in sorted(features)]
        with tf.train.MonitoredSession() as session:
            batches = [session.run(features) for _ in range(number)]
        for batch in batches:
            assert (np.diff(batch["times"], axis=1) > 0).all()
            np.testing.assert_allclose(batch["values"][..., 0], values[batch["times"]])
            np.testing.assert_allclose(batch["values"][..., 1], -values[batch["times"]])
        starts = set(int(t) for batch in batches for t in batch["times"][:, 0])
        return shapes, any(t % 6 for t in starts)
result = [drawn(), drawn(jitter=False)[0], drawn(jitter=False, num_threads=1)]
""",
    "a model that goes through a series": """
class Drift(model.SequentialTimeSeriesModel):
    # The next value is the last one and a learned drift.
    def __init__(self, **settings):
        super(Drift, self).__init__(
            train_output_names=["mean"], predict_output_names=["mean"], num_features=1, normalize_features=True, **settings)
    def initialize_graph(self, input_statistics=None):
        super(Drift, self).initialize_graph(input_statistics=input_statistics)
        self._drift = tf.get_variable("drift", shape=[1], initializer=tf.zeros_initializer())
    def get_start_state(self):
        return (tf.zeros([], dtype=tf.int64), tf.zeros([1]))
    def _filtering_step(self, current_times, current_values, state, predictions):
        loss = tf.reduce_sum((predictions["mean"] - current_values) ** 2, axis=-1)
        return (current_times, current_values), {"loss": loss, "mean": predictions["mean"]}
    def _prediction_step(self, current_times, state):
        mean = state[1] + self._drift
        return (current_times, mean), {"mean": mean}
    def _imputation_step(self, current_times, state):
        return state
    def _exogenous_input_step(self, current_times, current_exogenous_regressors, state):
        return state[0], state[1] + 0.5 * current_exogenous_regressors
    def _scale_back_predictions(self, predictions):
        return {"mean": self._scale_back_data(predictions["mean"])}

managers = [
    ("plain", None), ("chained", state_management.ChainingStateManager(state_saving_interval=3)),
    ("kept", state_management.ChainingStateManager(checkpoint_state=True))]
result = []
for name, manager in managers:
    folder = tempfile.mkdtemp()
    estimator = series.TimeSeriesRegressor(
        Drift(), state_manager=manager, optimizer=tf.train.GradientDescentOptimizer(0.1), config=config())
    found, evaluation = followed(estimator, 6)
    result.append([name] + found[::2] + [sorted(n for n, _ in tf.train.list_variables(folder) if "cached" not in n)])
folder = tempfile.mkdtemp()
unrolled = Drift(
    static_unrolling_window_size_threshold=10,
    exogenous_feature_columns=[tf.feature_column.numeric_column("shift")],
    exogenous_update_condition=lambda times, features: tf.equal(features["shift"], 0))
data["shift"] = (times % 4).astype(np.float32)
estimator = series.TimeSeriesRegressor(unrolled, optimizer=tf.train.GradientDescentOptimizer(0.1), config=config())
estimator.train(windows(6, shift=data["shift"]), steps=5)
result.append(shown(estimator.evaluate(whole(), steps=1)))
""",
    "statistics": """
result = []
with tf.Graph().as_default(), tf.Session() as session:
    statistics = math_utils.InputStatisticsFromMiniBatch(num_features=1, dtype=tf.float64, starting_variance_window_size=4)
    begin = tf.placeholder(tf.int64, [])
    rows = begin + tf.range(8, dtype=tf.int64) * 2 + [[0], [20]]
    found = statistics.initialize_graph({"times": rows, "values": tf.cast(rows ** 2, tf.float64)[..., None]})
    found = list(found.series_start_moments) + list(found.overall_feature_moments) + list(found[2:])
    session.run(tf.global_variables_initializer(), {begin: 0})
    for start in (50, 30, 60):
        result.append(session.run(found, {begin: start}))
    result.append(sorted(variable.op.name for variable in tf.global_variables()))
""",
    "densities and matrices": """
random = np.random.RandomState(2)
a, b = random.rand(3, 2, 2), random.rand(2, 2)
spd = np.array([[2.0, 0.5], [0.5, 1.0]])
session = tf.Session()
made = [
    math_utils.normal_log_prob(tf.constant([1.0]), 2.0, 0.5),
    math_utils.cauchy_log_prob(tf.constant([1.0]), tf.constant(2.0), 0.5),
    math_utils.mvn_tril_log_prob(tf.zeros([2]), tf.cholesky(tf.constant(spd, tf.float32)), tf.constant([1.0, 2.0])),
    math_utils.clip_covariance(tf.constant([[5.0, 1.0], [1.0, 1e-3]]), 100.0, 0.01),
    math_utils.entropy_matched_cauchy_scale(tf.constant(spd)), math_utils.log_noninformative_covariance_prior(tf.constant(spd)),
    math_utils.block_diagonal([a, tf.constant(a[:, :, :1])], dtype=tf.float64), math_utils.batch_times_matrix(a, b),
    math_utils.batch_times_matrix(a, b, adj_x=True, adj_y=True), math_utils.matrix_times_batch(b, a),
    math_utils.matrix_times_batch(b, a, adj_x=True), math_utils.batch_matrix_pow(a, [0, 1, 5]),
    math_utils.matrix_to_powers(b, [2, 0, 3]), math_utils.power_sums_tensor(3, b, tf.constant(spd)),
    math_utils.make_toeplitz_matrix(a, name="blocks"),
    math_utils.sign_magnitude_positive_definite(a, off_diagonal_scale=[0.1, 0.2, 0.3], overall_scale=0.5),
    math_utils.batch_start_time(tf.constant([[1, 2], [3, 4]])), math_utils.batch_end_time(tf.constant([[1, 2], [3, 4]])),
    math_utils.variable_covariance_matrix(2, "covariance", tf.float32, initial_diagonal_values=[1.0, 2.0]),
    math_utils.transform_to_covariance_matrices(tf.constant([[1.0, 2.0]]), 2),
] + math_utils.replicate_state([tf.constant([1, 2]), tf.constant(3)], tf.constant(2))
session.run(tf.global_variables_initializer())
random_parts = [made.pop(19)]
names = [t.op.name for t in made if t.op.name in ("block_diagonal", "blocks", "covariance")]
result = [session.run(made), [[str(t.shape), t.dtype.name] for t in made], names, session.run(random_parts[0]).shape]
table = math_utils.TupleOfTensorsLookup(tf.int64, (tf.constant([1.0, 2.0]), (tf.constant(3),)), -1, -2, "states")
session.run(table.insert([5, 6], (tf.constant([[1.5, 2.5], [3.5, 4.5]]), (tf.constant([7, 8]),))))
result.append(session.run(table.lookup([[6, 4], [5, 5]])))
parameter = tf.constant(2.0)
with session.as_default():
    switched = model_utils.parameter_switch({parameter: 5.0})
    result.append([float(switched(parameter)), float(switched(tf.constant(3.0)))])
layer = model_utils.fully_connected(tf.ones([2, 3]), 3, 4, "layer")
result.append([v.op.name for v in tf.global_variables()][-2:] + [str(layer.shape), layer.op.type])
""",
    "refusals": """
ok = {"times": [0, 1, 2], "values": [1.0, 2.0, 3.0]}
canonical = input_pipeline._canonicalize_numpy_data if hasattr(input_pipeline, "_canonicalize_numpy_data") else None
made = lambda **more: series.NumpyReader(dict(ok, **more))
def linear(**more):
    settings = dict(periodicities=3, input_window_size=2, output_window_size=2, num_features=1)
    return series.ARRegressor(**dict(settings, **more))
def spec(features, mode="train", labels=None, kind=head.TimeSeriesRegressionHead):
    network = series.ARModel(periodicities=3, input_window_size=2, output_window_size=2, num_features=1)
    manager = state_management.FilteringOnlyStateManager()
    with tf.Graph().as_default():
        tf.train.create_global_step()
        kind(network, manager, tf.train.AdagradOptimizer(0.1)).create_estimator_spec(features(), mode, labels)
batch = lambda *shape: lambda: {"times": tf.zeros(shape, tf.int64), "values": tf.zeros(shape + (1,))}
def with_more(**more):
    return lambda: dict(batch(2, 4)(), **{name: tf.zeros(shape) for name, shape in more.items()})
class Bare(model.SequentialTimeSeriesModel):
    _filtering_step = _prediction_step = _imputation_step = _exogenous_input_step = get_start_state = None
evaluation = {"times": np.array([[1, 2, 3]]), "start_tuple": ()}
result = [
    refusal(lambda: series.NumpyReader({"times": [1]})), refusal(lambda: made(values=[1.0])), refusal(lambda: made(more=[1])),
    refusal(lambda: made(values=np.zeros([3, 1, 1]))),
    refusal(lambda: made(times=np.zeros([3, 1, 1]), values=np.zeros([3, 1, 1]))),
    refusal(lambda: made(times=np.zeros([2, 3]), values=np.zeros([2, 3]))),
    refusal(lambda: made(times=1, values=np.zeros([1, 1]))),
    refusal(lambda: series.RandomWindowInputFn(made(), window_size=9, batch_size=1)),
    refusal(lambda: series.CSVReader("x", column_names=("times", "a"))),
    refusal(lambda: series.CSVReader("x", column_names=("a",))),
    refusal(lambda: series.CSVReader("x", column_dtypes=[tf.int64])),
    refusal(lambda: series.CSVReader("x", column_names=("times", "times", "values"))),
    refusal(lambda: input_pipeline.TFExampleReader("x", {"times": 1})),
    refusal(lambda: series.predict_continuation_input_fn(evaluation)),
    refusal(lambda: series.predict_continuation_input_fn(evaluation, steps=1, times=[1])),
    refusal(lambda: series.predict_continuation_input_fn(evaluation, times=[3, 4])),
    refusal(lambda: series.predict_continuation_input_fn(evaluation, times=[[4], [5]])),
    refusal(lambda: linear(anomaly_distribution="gaussian")),
    refusal(lambda: linear(anomaly_prior_probability=0.1, loss=series.ARModel.SQUARED_LOSS)),
    refusal(lambda: series.ARModel(0, 0, 1, 1)), refusal(lambda: spec(batch(2, 5))), refusal(lambda: spec(batch(2, 3), "eval")),
    refusal(lambda: spec(batch(2, 4), labels=tf.zeros([2]))), refusal(lambda: spec(batch(2, 4), "other")),
    refusal(lambda: spec(lambda: {"times": tf.zeros([2, 4])})), refusal(lambda: spec(lambda: {"values": tf.zeros([2, 4, 1])})),
    refusal(lambda: spec(lambda: {"times": tf.zeros([2]), "values": tf.zeros([2])})),
    refusal(lambda: spec(lambda: {"times": tf.zeros([2, 4]), "values": tf.zeros([2, 4, 3])})),
    refusal(lambda: spec(with_more(more=[2]))), refusal(lambda: spec(with_more(more=[2, 3]))),
    refusal(lambda: spec(with_more(start_tuple=[2, 3]))),
    refusal(lambda: spec(lambda: {"values": tf.zeros([2, 4, 1])}, "infer")), refusal(lambda: spec(batch(2, 4), "infer")),
    refusal(lambda: spec(lambda: {"times": tf.zeros([2, 4])}, "infer", kind=series.OneShotPredictionHead)),
    refusal(lambda: Bare([], [], 1).define_loss({}, "train")), refusal(lambda: Bare([], [], 1).generate(1, 1)),
    refusal(lambda: Bare([], [], 1)._scale_back_predictions({})),
    refusal(lambda: state_management.ChainingStateManager().define_loss(None, {}, "train")),
    refusal(lambda: state_management.PassthroughStateManager().define_loss(None, {"start_tuple": 1}, "train")),
    [feature_keys.SavedModelLabels.FILTER, feature_keys.FilteringFeatures.STATE_PREFIX, feature_keys.Values.VALUES],
]
""",
}
PROGRAMS = {title: HELPERS + source for title, source in _PROGRAMS.items()}
