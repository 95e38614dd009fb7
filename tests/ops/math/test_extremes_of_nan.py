"""What becomes of NaN in extremes: in 1.15 it is passed over, or stays if it comes first. Values are what 1.15.5 gave.

Later releases hand it on; a program that hides a NaN by `tf.maximum(0.0, x)` would go wrong with that.
"""

import numpy as np
import pytest

import penstock as tf

NAN, INF = float("nan"), float("inf")
LEAST = -3.4028234663852886e38
X = [[1.0, NAN, 2.0], [NAN, NAN, -INF], [-INF, 3.0, NAN], [NAN, -INF, INF]]
ROW = [1.0, NAN, NAN, NAN, -INF, -INF, -INF, 5.0, NAN, 2.0]
PIXELS = [NAN, NAN, -INF, -INF, -INF, NAN, INF, 1.0, NAN, 2.0, 3.0, NAN, -INF, 4.0]


@pytest.fixture(params=[-1, 1], ids=["interpreted", "compiled"])
def run(request):
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = request.param

    def run(function, *values, dtype=tf.float32):
        with tf.Graph().as_default(), tf.Session(config=config) as sess:
            feeds = {tf.placeholder(dtype): v for v in values}
            found = sess.run(function(*feeds), feeds)
        # NumPy does not know a NaN of bfloat16.
        wide = dtype == tf.bfloat16
        return [np.float64(f) for f in found] if wide and isinstance(found, list) else found

    return run


@pytest.mark.parametrize("dtype", [tf.float16, tf.float32, tf.float64, tf.bfloat16])
def test_of_two_numbers_the_first_stays_unless_the_second_is_beyond_it(run, dtype):
    first, second = run(lambda x: [tf.maximum(x, 0.0), tf.maximum(tf.zeros([], dtype), x)], X, dtype=dtype)
    np.testing.assert_array_equal(first, [[1, NAN, 2], [NAN, NAN, 0], [0, 3, NAN], [NAN, 0, INF]])
    np.testing.assert_array_equal(second, [[1, 0, 2], [0, 0, 0], [0, 3, 0], [0, 0, INF]])
    first, second = run(lambda x: [tf.minimum(x, 0.0), tf.minimum(tf.zeros([], dtype), x)], X, dtype=dtype)
    np.testing.assert_array_equal(first, [[0, NAN, 0], [NAN, NAN, -INF], [-INF, 0, NAN], [NAN, -INF, 0]])
    np.testing.assert_array_equal(second, [[0, 0, 0], [0, 0, -INF], [-INF, 0, 0], [0, -INF, 0]])


def test_of_zeros_the_first_stays(run):
    made = run(lambda x, y: [tf.maximum(x, y), tf.minimum(x, y)], [0.0, -0.0], [-0.0, 0.0])
    for found in made:
        np.testing.assert_array_equal(np.signbit(found), [False, True])


@pytest.mark.parametrize(
    "clip", [tf.clip_by_value, lambda t, a, b: tf.raw_ops.ClipByValue(t=t, clip_value_min=a, clip_value_max=b)]
)
def test_bounds_that_are_no_numbers_are_none(run, clip):
    above = run(lambda x, bound: clip(x, bound, tf.constant(1.0)), X, NAN)
    np.testing.assert_array_equal(above, [[1, NAN, 1], [NAN, NAN, -INF], [-INF, 1, NAN], [NAN, -INF, 1]])
    below = run(lambda x, bound: clip(x, tf.constant(-1.0), bound), X, NAN)
    np.testing.assert_array_equal(below, [[1, NAN, 2], [NAN, NAN, -1], [-1, 3, NAN], [NAN, -1, INF]])


@pytest.mark.parametrize("dtype", [tf.float16, tf.float32, tf.float64, tf.bfloat16])
def test_reductions_pass_over_it(run, dtype):
    def both(axis):
        return lambda x: [tf.reduce_max(x, axis), tf.reduce_min(x, axis)]

    for axis, greatest, smallest in (
        (0, [1, 3, INF], [-INF, -INF, -INF]),
        (1, [2, -INF, 3, INF], [1, -INF, -INF, -INF]),
        (None, INF, -INF),
    ):
        found = run(both(axis), X, dtype=dtype)
        np.testing.assert_array_equal(found[0], greatest)
        np.testing.assert_array_equal(found[1], smallest)
    nothing = run(both(0), [NAN, NAN], dtype=dtype)
    assert nothing == [-INF, INF]


def test_what_is_alone_is_not_looked_at(run):
    np.testing.assert_array_equal(run(lambda x: tf.reduce_max(x[:1], 0), X), [1, NAN, 2])
    np.testing.assert_array_equal(
        run(lambda x: tf.reduce_min(x[:, :1], 1, keepdims=True), X), [[1], [NAN], [-INF], [NAN]]
    )
    np.testing.assert_array_equal(run(lambda x: tf.reduce_max(x, []), X), X)


@pytest.mark.parametrize("shape", [(30, 100), (700, 1000)])
def test_long_rows_pass_over_it(run, shape):
    x = np.random.RandomState(0).randn(*shape).astype(np.float32)
    x[np.random.RandomState(1).rand(*shape) < 0.3] = -NAN
    x[3], x[:, 7] = NAN, NAN
    for axis in (0, 1, None):
        greatest, smallest = run(lambda x, axis=axis: [tf.reduce_max(x, axis), tf.reduce_min(x, axis)], x)
        np.testing.assert_array_equal(greatest, np.where(np.isnan(x), -INF, x).max(axis))
        np.testing.assert_array_equal(smallest, np.where(np.isnan(x), INF, x).min(axis))


def test_the_gradient_of_an_extreme_goes_to_it(run):
    found = run(lambda x: tf.gradients(tf.reduce_max(x, 1), x)[0], X)
    np.testing.assert_array_equal(found, [[0, 0, 1], [0, 0, 1], [0, 1, 0], [0, 0, 1]])


def test_sorted_segments_pass_over_it_unless_it_is_alone(run):
    for ids, greatest, smallest in (
        ([0, 0, 1, 1, 2, 2, 3, 4, 5, 5], [1, -INF, -INF, -INF, 5, 2], [1, INF, -INF, -INF, 5, 2]),
        (list(range(10)), ROW, ROW),
        ([0, 0, 0, 1, 1, 1, 3, 3, 3, 3], [1, -INF, 0, 5], [1, -INF, 0, -INF]),
        ([1, 2, 2, 2, 2, 5, 6, 6, 6, 6], [0, 1, -INF, 0, 0, -INF, 5], [0, 1, -INF, 0, 0, -INF, -INF]),
    ):
        found = run(lambda x, ids=ids: [tf.segment_max(x, ids), tf.segment_min(x, ids)], ROW)
        np.testing.assert_array_equal(found[0], greatest)
        np.testing.assert_array_equal(found[1], smallest)


@pytest.mark.parametrize("scatter", [tf.scatter_max, tf.scatter_min])
def test_updates_that_are_no_numbers_are_passed_over(run, scatter):
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.Variable([1.0, NAN, 3.0, -INF])
        sess.run(v.initializer)
        updated = sess.run(scatter(v, [0, 1, 2, 3, 2], [NAN, 2.0, NAN, NAN, NAN]))
    np.testing.assert_array_equal(updated, [1, NAN, 3, -INF])


def pool(x, width, step, channels=1):
    image = tf.tile(tf.reshape(x, [1, 1, 14, 1]), [1, 1, 1, channels])
    return tf.nn.max_pool(image, [1, 1, width, 1], [1, 1, step, 1], "SAME")[0, 0, :, channels - 1]


@pytest.mark.parametrize("dtype", [tf.float32, tf.float64])
@pytest.mark.parametrize("channels", [1, 16, 37])
def test_pooling_passes_over_it_and_gives_no_less_than_the_least_number(run, dtype, channels):
    least = dtype.min
    apart = run(lambda x: pool(x, 2, 2, channels), PIXELS, dtype=dtype)
    np.testing.assert_array_equal(apart, [least, least, least, INF, 2, 3, 4])
    near = run(lambda x: pool(x, 3, 1, channels), PIXELS, dtype=dtype)
    np.testing.assert_array_equal(near, [*[least] * 5, INF, INF, INF, 2, 3, 3, 3, 4, 4])


def test_pooling_with_places_takes_the_first_be_it_a_number_or_not(run):
    def pooled(x):
        return tf.nn.max_pool_with_argmax(tf.reshape(x, [1, 1, 14, 1]), [1, 1, 3, 1], [1, 1, 1, 1], "SAME")

    greatest, places = run(pooled, PIXELS)
    np.testing.assert_array_equal(greatest.ravel(), [NAN, NAN, NAN, -INF, -INF, INF, NAN, INF, 2, NAN, 3, 3, NAN, 4])
    np.testing.assert_array_equal(places.ravel(), [0, 0, 1, 2, 3, 6, 5, 6, 9, 8, 10, 10, 11, 13])


def test_the_gradient_of_pooling_goes_to_the_first_too(run):
    found = run(lambda x: tf.gradients(pool(x, 3, 2), x)[0], PIXELS)
    np.testing.assert_array_equal(found, [1, 0, 1, 0, 0, 0, 2, 0, 1, 0, 1, 0, 0, 1])
    found = run(lambda x: tf.gradients(pool(x, 2, 2), x)[0], PIXELS)
    np.testing.assert_array_equal(found, [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1])
