"""`shuffle(...).repeat(...)` gives the order of TensorFlow 1.15.5, where the two become one dataset unless options forbid it.

The values in `RECORDED` were made by running `orders` with TensorFlow 1.15.5. (TensorFlow 2 shuffles as if they stayed two.)
"""

import pytest

import penstock


def orders(tf):
    """Datasets by name, in a graph with seed 2."""
    tf.set_random_seed(2)

    def shuffled(seed=5, **options):
        return tf.data.Dataset.range(6).shuffle(12, seed=seed, **options)

    apart, plain = tf.data.Options(), tf.data.Options()
    apart.experimental_optimization.shuffle_and_repeat_fusion = False
    plain.experimental_optimization.apply_default_optimizations = False
    pairs = tf.data.Dataset.zip((shuffled().repeat(2), shuffled(6).repeat(2)))
    return {
        "repeat": shuffled().repeat(2),
        "small": tf.data.Dataset.range(6).shuffle(3, seed=5).repeat(2),
        "not shuffled anew": shuffled(reshuffle_each_iteration=False).repeat(2),
        "in a function": tf.data.Dataset.range(2).flat_map(lambda x: shuffled().repeat(2)),
        "kept apart": shuffled().repeat(2).with_options(apart),
        "not optimized": shuffled().repeat(2).with_options(plain),
        "two of them": pairs.map(lambda a, b: a * 10 + b),
        "for ever": shuffled().repeat().take(20),
        "repeated twice": shuffled().repeat(2).repeat(2),
        "shuffled twice": shuffled().shuffle(12, seed=6).repeat(2),
        "something between": shuffled().map(lambda x: x).repeat(2),
        "batched": shuffled().repeat(2).batch(1).map(lambda x: x[0]).prefetch(1),
    }


def found(tf):
    """The elements of each, as text."""
    result = {}
    with tf.Graph().as_default(), tf.Session() as session:
        for name, dataset in orders(tf).items():
            following = tf.data.make_one_shot_iterator(dataset).get_next()
            values = []
            try:
                while True:
                    values.append(str(session.run(following)))
            except tf.errors.OutOfRangeError:
                result[name] = " ".join(values)
    return result


RECORDED = {
    "repeat": "1 4 5 2 3 0 0 2 4 3 1 5",
    "small": "1 2 3 5 0 4 0 1 4 3 2 5",
    "not shuffled anew": "1 4 5 2 3 0 1 4 5 2 3 0",
    "in a function": "1 4 5 2 3 0 0 2 4 3 1 5 1 4 5 2 3 0 0 2 4 3 1 5",
    "kept apart": "5 4 2 3 1 0 2 1 3 0 4 5",
    "not optimized": "5 4 2 3 1 0 2 1 3 0 4 5",
    "two of them": "10 45 52 21 33 4 4 22 43 30 11 55",
    "for ever": "1 4 5 2 3 0 0 2 4 3 1 5 0 1 2 4 3 5 3 0",
    "repeated twice": "1 4 5 2 3 0 0 2 4 3 1 5 1 4 5 2 3 0 0 2 4 3 1 5",
    "shuffled twice": "5 0 2 4 3 1 4 3 0 2 1 5",
    "something between": "5 4 2 3 1 0 2 1 3 0 4 5",
    "batched": "1 4 5 2 3 0 0 2 4 3 1 5",
}


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_the_order_is_that_of_1_15(tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    assert found(penstock) == RECORDED
