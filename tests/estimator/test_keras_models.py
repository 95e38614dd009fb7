"""`model_to_estimator`: checkpoints by objects, which 1.15.5 goes on from, and optimizers of `tf.train`."""

import pytest

from tests.contrib.both_sides import compare, run_here

PROGRAM = """
import os
import shutil
import tempfile
tf.logging.set_verbosity(tf.logging.ERROR)

def build():
    kernels = [tf.keras.initializers.RandomUniform(-.5, .5, seed=seed) for seed in (1, 2)]
    model = tf.keras.Sequential([
        tf.keras.layers.Dense(4, activation="tanh", input_shape=(3,), kernel_initializer=kernels[0], name="a"),
        tf.keras.layers.BatchNormalization(name="n"),
        tf.keras.layers.Dense(1, kernel_initializer=kernels[1], name="b")])
    model.compile({optimizer}, "mse", metrics=["mae"])
    return model

def data():
    x = np.random.RandomState(0).rand(32, 3).astype("f")
    return tf.data.Dataset.from_tensors(({{"a_input": x}}, x.sum(1, keepdims=True))).repeat()

folder = {folder!r} or tempfile.mkdtemp()
if {copied}:
    folder = shutil.copytree(folder, os.path.join(tempfile.mkdtemp(), "copy"))
config = tf.estimator.RunConfig(tf_random_seed=4)
estimator = tf.keras.estimator.model_to_estimator(
    build(), model_dir=folder, checkpoint_format={form!r}, config=config)
estimator.train(data, steps=3)
found = estimator.evaluate(data, steps=1)
names = [name for name, _ in tf.train.list_variables(folder)]
with tf.Graph().as_default():
    model = build()
    if {form!r} == "checkpoint":
        model.load_weights(tf.train.latest_checkpoint(folder))
        weights = [float(abs(w).sum()) for w in model.get_weights()]
    else:
        weights = []
result = [sorted((key, float(value)) for key, value in found.items()), names, weights]
"""
ADAM, MOMENTUM = "tf.keras.optimizers.Adam(0.05)", "tf.train.MomentumOptimizer(0.05, 0.9)"


@pytest.mark.parametrize("optimizer", [ADAM, MOMENTUM])
@pytest.mark.parametrize("form", ["saver", "checkpoint"])
def test_an_estimator_trains_and_saves_as_in_1_15(peer_1_15, form, optimizer):
    compare(peer_1_15, PROGRAM.format(folder="", copied=False, form=form, optimizer=optimizer), rtol=1e-3)


@pytest.mark.parametrize("optimizer", [ADAM, MOMENTUM])
def test_1_15_goes_on_from_a_checkpoint_by_objects_as_we_do(peer_1_15, tmp_path, optimizer):
    folder = str(tmp_path / "model")
    run_here(PROGRAM.format(folder=folder, copied=False, form="checkpoint", optimizer=optimizer))
    found = compare(
        peer_1_15, PROGRAM.format(folder=folder, copied=True, form="checkpoint", optimizer=optimizer), rtol=1e-3
    )
    assert dict(found[0])["global_step"] == 6


SUBCLASSED = """
import tempfile
tf.logging.set_verbosity(tf.logging.ERROR)
layers = tf.keras.layers

class Own(tf.keras.Model):
    def __init__(self, kind=layers.Dense):
        super(Own, self).__init__(name="own")
        self.a = layers.Dense(4, activation="tanh")
        self.n = layers.BatchNormalization()
        self.b = layers.Dense(1)
    def call(self, inputs, training=None):
        return self.b(self.n(self.a(inputs), training=training))

class Nested(tf.keras.Model):
    def __init__(self):
        super(Nested, self).__init__()
        self.inner = tf.keras.Sequential([layers.Dense(1, input_shape=(3,))])
    def call(self, inputs):
        return self.inner(inputs)

class Listed(tf.keras.Model):
    def __init__(self):
        super(Listed, self).__init__()
        self.parts = [layers.Dense(2), layers.Dense(1)]
    def call(self, inputs):
        return self.parts[1](self.parts[0](inputs))

x = np.random.RandomState(0).rand(32, 3).astype("f")
y = x.sum(1, keepdims=True)

def data():
    return tf.data.Dataset.from_tensors(({features}, y)).repeat()

def estimator_of(model, **options):
    model.compile(tf.keras.optimizers.Adam(0.05), "mse", metrics=["mae"])
    config = tf.estimator.RunConfig(tf_random_seed=4)
    return tf.keras.estimator.model_to_estimator(model, model_dir=tempfile.mkdtemp(), config=config, **options)

model = Own()
if {called}:
    model.compile("sgd", "mse")
    model.fit(x, y, verbose=0)
    before = model.get_weights()
estimator = estimator_of(model)
estimator.train(data, steps=3)
found = estimator.evaluate(data, steps=1)
predicted = [float(next(p)["output_1"]) for p in [estimator.predict(data)]]
names = sorted(name for name, _ in tf.train.list_variables(estimator.model_dir))
result = [sorted((key, float(value)) for key, value in found.items()), predicted, names]
if {called}:
    # Sorted, as 1.15 leaves the layers in another order.
    sums = [sorted(float(abs(w).sum()) for w in weights) for weights in (before, model.get_weights())]
    result.append(sums[0] == sums[1])
refused = []
for make in (lambda: estimator_of(Nested()), lambda: estimator_of(Listed()),
             lambda: estimator_of(Own(), checkpoint_format="checkpoint")):
    try:
        make().train(data, steps=1)
    except Exception as error:
        refused.append([type(error).__name__, str(error).split("Found")[0]])
result.append(refused)
"""


@pytest.mark.parametrize(("features", "called"), [("x", False), ('{"input_1": x}', True)])
def test_a_subclassed_model_trains_as_in_1_15_and_keeps_its_own_layers(peer_1_15, features, called):
    compare(peer_1_15, SUBCLASSED.format(features=features, called=called), rtol=1e-3)
