"""A dataset whose targets are scalars, without a dimension for the batch, trains as on 1.15.5."""

from tests.contrib.both_sides import compare

PROGRAM = """
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,), kernel_initializer="ones")])
model.compile("sgd", "mse", metrics=["mae"])
x, y = np.arange(12.).reshape(4, 1, 3).astype(np.float32), np.arange(4.).astype(np.float32)
data = tf.data.Dataset.from_tensor_slices((x, y)).repeat()
history = model.fit(data, steps_per_epoch=3, epochs=2, verbose=0).history
result = [{key: np.float64(values) for key, values in history.items()}, model.get_weights(),
          np.float64(model.evaluate(data, steps=2, verbose=0))]
"""


def test_scalars_are_broadcast(peer_1_15):
    compare(peer_1_15, PROGRAM, rtol=1e-4)
