"""Orders that depend on how many operations there are: default seeds after `tf.set_random_seed`, as TensorFlow 1.15.5 has them.

The values in `RECORDED` were made by running `orders` with TensorFlow 1.15.5.
"""

import pytest

import penstock


def orders(tf, folder):
    """Programs whose order only the graph's seed decides; `folder` gets three small tables."""
    import os

    for name in "abc":
        with open(os.path.join(folder, name + ".csv"), "w") as file:
            file.write("x,y\n" + "".join("%d,%s%d\n" % (i, name, i) for i in range(1, 7)))
    tables = os.path.join(folder, "*.csv")

    def table(**options):
        made = tf.data.experimental.make_csv_dataset(tables, 2, **options)
        return made.map(lambda row: row["y"])

    def numbers():
        return tf.data.Dataset.from_tensor_slices(list(range(12)))

    def lines():
        names = tf.data.Dataset.list_files(tables, shuffle=False)
        read = tf.data.experimental.parallel_interleave(tf.data.TextLineDataset, 2)
        return names.apply(read).shuffle(5)

    programs = {
        "shuffle": lambda: numbers().shuffle(5).map(lambda n: n).repeat(2),
        "shuffle twice": lambda: numbers().shuffle(5).shuffle(4),
        "shuffle and repeat": lambda: numbers().apply(tf.data.experimental.shuffle_and_repeat(5, 2)),
        "csv": lambda: table(num_epochs=1, shuffle_buffer_size=4),
        "csv, two epochs": lambda: table(num_epochs=2, shuffle_buffer_size=4),
        "csv, two files at a time": lambda: table(num_epochs=2, shuffle_buffer_size=4, num_parallel_reads=2),
        "csv, seed, three epochs": lambda: table(num_epochs=3, shuffle_buffer_size=7, shuffle_seed=3),
        "csv, seed, for ever": lambda: table(shuffle_buffer_size=5, shuffle_seed=3).take(14),
        "interleave": lambda: numbers().interleave(lambda n: tf.data.Dataset.from_tensors(n).repeat(2), 3).shuffle(5),
        "parallel_interleave": lines,
    }
    found = {}
    for title, program in sorted(programs.items()):
        with tf.Graph().as_default():
            tf.set_random_seed(5)
            element = tf.data.make_one_shot_iterator(program()).get_next()
            taken = []
            with tf.Session() as session:
                try:
                    while True:
                        value = session.run(element)
                        taken.extend(value.tolist() if hasattr(value, "tolist") and value.ndim else [value])
                except tf.errors.OutOfRangeError:
                    pass
        found[title] = " ".join(v.decode() if isinstance(v, bytes) else str(int(v)) for v in taken)
    return found


RECORDED = {
    "csv": "b4 b2 b3 b1 a2 a1 a3 a4 a5 b6 b5 c1 c2 c3 a6 c4 c6 c5",
    "csv, seed, for ever": "b1 b3 b6 b5 a3 a1 b2 a4 a6 c2 a2 c4 c1 c5 b4 c3 a5 c6 c4 c3 c6 c2 b3 b2 c1 b1 b5 c5",
    "csv, seed, three epochs": (
        "b5 b1 a2 b3 a4 b4 a5 b2 b6 c3 c5 c6 c2 a1 c4 a3 c1 a6 c5 c6 b2 b4 c4 c2 b1 b6 a3 a2 c1 c3 a5 b3 "
        "a4 a6 a1 b5 b2 b6 c1 b4 c5 c2 b5 a1 b3 c6 a4 a3 a6 c4 a2 c3 a5 b1"
    ),
    "csv, two epochs": (
        "b1 b2 b4 b5 a1 b3 a3 b6 a5 a6 a2 c1 c2 c4 c3 c6 c5 a4 c3 c1 c4 c6 c5 c2 b1 b2 b4 a1 a2 b6 b5 b3 a6 a3 a5 a4"
    ),
    "csv, two files at a time": (
        "b1 a1 a2 b3 b4 b2 b5 a3 b6 a6 a4 c1 c2 c4 c3 c6 c5 a5 c2 c1 b2 b3 c3 b1 c4 b4 b5 a1 a2 b6 c6 c5 a6 a3 a5 a4"
    ),
    "interleave": "0 0 3 1 4 5 3 4 2 6 8 5 7 6 1 7 11 8 2 11 9 10 9 10",
    "parallel_interleave": (
        "1,a1 1,b1 2,a2 x,y x,y 4,b4 3,b3 5,b5 3,a3 5,a5 4,a4 2,b2 6,b6 6,a6 3,c3 2,c2 6,c6 x,y 5,c5 4,c4 1,c1"
    ),
    "shuffle": "3 5 6 7 8 4 10 9 1 0 2 11 1 4 0 7 6 2 8 9 10 11 5 3",
    "shuffle and repeat": "2 0 6 1 4 5 8 9 3 11 10 7 1 4 3 6 2 7 5 10 0 9 8 11",
    "shuffle twice": "3 6 5 7 9 1 8 0 11 2 10 4",
}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return orders(penstock, str(tmp_path_factory.mktemp("tables")))


@pytest.mark.parametrize("title", sorted(RECORDED))
def test_the_order_is_that_of_1_15(found, title):
    assert found[title] == RECORDED[title]


def test_everything_was_recorded(found):
    assert sorted(found) == sorted(RECORDED)
