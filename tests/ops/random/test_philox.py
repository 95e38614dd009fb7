"""Philox bits and the distributions made of them are TensorFlow's, in NumPy and in XLA, run after run."""

import ml_dtypes
import numpy as np
import pytest

from penstock.graph import errors
from penstock.ops.random import choice as random_choice
from penstock.ops.random import normal as random_normal
from penstock.ops.random import philox
from penstock.ops.random import rejection as random_rejection
from penstock.ops.random import uniform as random_uniform

SEEDS = (1234567, -7654321098)
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # the runtime turns these off around kernels
FLOATS = [np.dtype(t) for t in (np.float16, ml_dtypes.bfloat16, np.float32, np.float64)]
N = 1003


@pytest.fixture(params=["numpy", "jax"])
def call(request):
    """Calls `f(xp, key, counter)` in one of the tiers; in XLA with key and counter traced."""
    if request.param == "numpy":
        return lambda f, key, counter: f(np, key, counter)
    import jax

    def compiled(f, key, counter):
        with jax.enable_x64(True):
            return np.asarray(jax.jit(lambda k, c: f(jax.numpy, k, c))(key, counter))

    return compiled


def peer_runs(peer, op, runs=2, **arguments):
    """What `op` with the seeds above gives in the first runs of a session."""
    out = peer.run(
        f"""
        given = dict(given)
        t = tf.raw_ops.{op}(**given, **{{k: tf.as_dtype(v) for k, v in types.items()}})
        with tf.Session() as sess:
            result = {{"runs": [sess.run(t) for _ in range(runs)]}}
        """,
        given={k: v for k, v in arguments.items() if not k.endswith("dtype")},
        types={k: np.dtype(v).name for k, v in arguments.items() if k.endswith("dtype")},
        runs=runs,
    )
    return out["runs"]


def seeded(peer, op, **arguments):
    return peer_runs(peer, op, seed=SEEDS[0], seed2=SEEDS[1], **arguments)


def assert_close_to_the_bit(actual, expected, ulps, same=0.9):
    """Most elements the same, the others at most `ulps` units in the last place away."""
    assert actual.dtype == expected.dtype and actual.shape == expected.shape
    integer = {2: np.int16, 4: np.int32, 8: np.int64}[actual.dtype.itemsize]
    distance = np.abs(actual.view(integer).astype(np.int64) - expected.view(integer).astype(np.int64))
    assert distance.max() <= ulps
    assert np.mean(distance == 0) >= same


# ---- the generator


def test_the_published_test_vectors_of_philox_4x32_10():
    # From the "known answer tests" of the Random123 library.
    ones = 0xFFFFFFFF
    vectors = [
        ((0, 0), (0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((ones, ones), (ones,) * 4, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0xA4093822, 0x299F31D0),
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ]
    for key, counter, expected in vectors:
        for n in (1, 100):  # the code for a few samples, and that for many
            bits = philox.random_bits(np, np.array(key, np.uint32), np.array(counter, np.uint32), n)
            assert tuple(bits[0]) == expected


@pytest.mark.parametrize("near", [2**32, 2**64, 2**96, 2**128])
def test_counting_carries_over_all_four_words(call, near):
    key, zero = philox.initial(7, 0)
    start = philox.skip(zero, near - 50)
    bits = call(lambda xp, k, c: philox.random_bits(xp, k, c, 100), key, start)
    one_by_one = [philox.random_bits(np, key, philox.skip(start, i), 1)[0] for i in range(100)]
    np.testing.assert_array_equal(bits, one_by_one)


def test_more_samples_than_a_chunk_continue_the_stream():
    key, counter = philox.initial(3, 4)
    n = philox.CHUNK + 77
    np.testing.assert_array_equal(
        philox.random_bits(np, key, counter, n)[-77:],
        philox.random_bits(np, key, philox.skip(counter, philox.CHUNK), 77),
    )


# ---- distributions with a fixed number of outputs per sample


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_uniform_numbers_are_bit_identical(call, peer, dtype):
    key, counter = philox.initial(*SEEDS)
    for expected in seeded(peer, "RandomUniform", shape=[N], dtype=dtype):
        actual = call(lambda xp, k, c: random_uniform.uniform(xp, k, c, N, dtype), key, counter)
        assert actual.dtype == dtype
        np.testing.assert_array_equal(actual, expected)
        counter = philox.skip(counter, random_uniform.reserved(N))


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_integers_are_identical_also_over_the_whole_range(call, peer, dtype):
    info = np.iinfo(dtype)
    for low, high in ((-17, 1000003), (info.min, info.max), (5, 6)):
        low, high = dtype(low), dtype(high)
        key, counter = philox.initial(*SEEDS)
        for expected in seeded(peer, "RandomUniformInt", shape=[N], minval=low, maxval=high):
            actual = call(lambda xp, k, c: random_uniform.uniform_int(xp, k, c, N, low, high), key, counter)  # noqa: B023
            assert actual.dtype == dtype
            np.testing.assert_array_equal(actual, expected)
            counter = philox.skip(counter, random_uniform.reserved(N))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_normal_numbers_differ_in_the_last_places_at_most(call, peer, dtype):
    key, counter = philox.initial(*SEEDS)
    n = 40003  # several chunks
    for expected in seeded(peer, "RandomStandardNormal", shape=[n], dtype=dtype):
        actual = call(lambda xp, k, c: random_normal.normal(xp, k, c, n, dtype), key, counter)
        assert_close_to_the_bit(actual, expected, ulps=2, same=0.98)
        counter = philox.skip(counter, random_uniform.reserved(n))


def test_both_tiers_give_the_same_float32_normals():
    import jax

    key, counter = philox.initial(*SEEDS)
    with jax.enable_x64(True):
        compiled = jax.jit(lambda k, c: random_normal.normal(jax.numpy, k, c, 40000, np.float32))(key, counter)
    assert_close_to_the_bit(np.asarray(compiled), random_normal.normal(np, key, counter, 40000, np.float32), 1, 0.9999)


# ---- rejection


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_truncated_normals_reject_the_same_candidates(call, peer, dtype):
    key, counter = philox.initial(*SEEDS)
    n = 40003
    for expected in seeded(peer, "TruncatedNormal", shape=[n], dtype=dtype):
        actual = call(lambda xp, k, c: random_rejection.truncated_normal(xp, k, c, n, dtype), key, counter)
        assert_close_to_the_bit(actual, expected, ulps=2, same=0.98)
        counter = philox.skip(counter, random_uniform.reserved(n))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_gamma_numbers_for_small_one_and_large_alpha(call, peer, dtype):
    alpha = np.array([[0.2, 1.0, 3.5], [10.0, 0.9, 1000.0]], dtype)
    key, counter = philox.initial(*SEEDS)
    for expected in seeded(peer, "RandomGamma", shape=[50, 7], alpha=alpha):
        actual = call(lambda xp, k, c: random_rejection.gamma(xp, k, c, 350, xp.asarray(alpha), dtype), key, counter)
        # In float64, pow and log of the libraries differ by some units more.
        assert_close_to_the_bit(actual.reshape(expected.shape), expected, ulps=64, same=0.8)
        counter = philox.skip(counter, random_uniform.reserved(expected.size))


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.int64])
def test_poisson_numbers_by_both_methods(call, peer, dtype):
    rate = np.array([[0.2, 1.0, 9.5], [10.0, 57.3, 100000.0]], np.float32)
    key, counter = philox.initial(*SEEDS)
    for expected in seeded(peer, "RandomPoissonV2", shape=[50, 7], rate=rate, dtype=dtype):
        actual = call(
            lambda xp, k, c: random_rejection.poisson(xp, k, c, 350, xp.asarray(rate), np.dtype(dtype)), key, counter
        )
        assert actual.dtype == dtype
        np.testing.assert_array_equal(actual.reshape(expected.shape), expected)
        counter = philox.skip(counter, random_uniform.reserved(expected.size))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_derivative_of_gamma_samples(peer, dtype):
    alpha = np.array([0.2, 1.0, 3.5, 60.0], dtype)
    sample = np.array([[0.01, 0.5, 3.0, 61.0], [1.5, 2.5, 9.0, 40.0]], dtype)
    (expected,) = peer_runs(peer, "RandomGammaGrad", runs=1, alpha=alpha[None], sample=sample)
    actual = random_rejection.gamma_sample_gradient(np, alpha[None], sample)
    assert actual.dtype == dtype
    np.testing.assert_allclose(actual, expected, rtol=3e-4 if dtype == np.float32 else 1e-10)


# ---- permutations and choices


@pytest.mark.parametrize("size", [2, 3, 6, 1001])
def test_a_shuffle_makes_the_same_swaps(call, peer, size):
    key, counter = philox.initial(*SEEDS)
    for expected in seeded(peer, "RandomShuffle", value=np.arange(size, dtype=np.int32)):
        actual = call(lambda xp, k, c: random_choice.permutation(xp, k, c, size), key, counter)
        np.testing.assert_array_equal(actual, expected)
        counter = philox.skip(counter, random_choice.shuffle_reserved(size))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_choices_by_logits_leave_out_infinite_ones(call, peer, dtype):
    logits = np.random.RandomState(0).randn(7, 11).astype(dtype)
    logits[2, 3] = -np.inf
    logits[4, :5] = np.inf
    key, counter = philox.initial(*SEEDS)
    for expected in seeded(peer, "Multinomial", logits=logits, num_samples=13):
        actual = call(
            lambda xp, k, c: random_choice.multinomial(xp, k, c, xp.asarray(logits), 13, np.int64), key, counter
        )
        np.testing.assert_array_equal(actual, expected)
        counter = philox.skip(counter, random_choice.multinomial_reserved(7, 13))


def test_many_choices_are_searched_row_by_row_with_the_same_result():
    logits = np.random.RandomState(1).randn(3, 5)
    key, counter = philox.initial(*SEEDS)
    many = random_choice.multinomial(np, key, counter, logits[:1], 300_000, np.int32)
    few = random_choice.multinomial(np, key, counter, logits[:1], 100, np.int32)
    np.testing.assert_array_equal(many[:, :100], few)


BOUNDS = [
    (0, 1, -2, 2),  # normal candidates
    (1, 2, 1.5, 1.7),  # uniform ones
    (0, 1, 3, 20),  # exponential ones
    (0, 1, -np.inf, -3),
    (0, 1, -1, 1),
    (0, 1, -1, 1.5),
    (0, 1, 0.5, 1.6),
]


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("bounds", BOUNDS, ids=str)
def test_normals_between_bounds_choose_the_same_method_and_candidates(peer, bounds, dtype):
    parameters = [np.array(v, dtype) for v in bounds]
    names = ("means", "stdevs", "minvals", "maxvals")
    key, counter = philox.initial(*SEEDS)
    runs = seeded(peer, "ParameterizedTruncatedNormal", shape=[21, 50], **dict(zip(names, parameters)))
    for expected in runs:
        actual = random_choice.bounded_normal(key, counter, (21, 50), *parameters)
        np.testing.assert_allclose(actual, expected, rtol=2e-3 if dtype == np.float16 else 1e-5, atol=1e-6)
        counter = philox.skip(counter, random_choice.bounded_reserved(*random_choice.batches((21, 50), *parameters)))


def test_normals_between_bounds_that_differ_by_row(peer):
    columns = ([0, 1, 0, 0], [1], [-2, 1.5, 3, -np.inf], [2, 1.7, 20, -3])
    parameters = [np.array(v, np.float32) for v in columns]
    names = ("means", "stdevs", "minvals", "maxvals")
    key, counter = philox.initial(*SEEDS)
    runs = seeded(peer, "ParameterizedTruncatedNormal", shape=[4, 51], **dict(zip(names, parameters)))
    for expected in runs:
        actual = random_choice.bounded_normal(key, counter, (4, 51), *parameters)
        np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-6)
        counter = philox.skip(counter, random_choice.bounded_reserved(4, 51))


def test_bounds_in_the_wrong_order_are_refused():
    key, counter = philox.initial(*SEEDS)
    parameters = [np.array(v, np.float32) for v in (0, 1, 2, 1)]
    with pytest.raises(errors.InvalidArgumentError, match="Invalid parameters"):
        random_choice.bounded_normal(key, counter, (2, 2), *parameters)


# ---- stateless


@pytest.mark.parametrize("seed", [np.array([-5, 77], np.int32), np.array([-5, 77 << 40], np.int64)], ids=["32", "64"])
def test_the_stateless_key_comes_from_the_scrambled_seed(call, peer, seed):
    (expected,) = peer_runs(peer, "StatelessRandomUniform", runs=1, shape=[N], seed=seed, dtype=np.float32)

    def draw(xp, seed, _):
        return random_uniform.uniform(xp, *philox.stateless(xp, seed), N, np.float32)

    np.testing.assert_array_equal(call(draw, seed, np.uint32(0)), expected)
