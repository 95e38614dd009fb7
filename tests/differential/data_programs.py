"""Small programs about the rarer operations of datasets, built as graphs have them. The same form as in `programs.py`."""

DATA = """
r = tf.raw_ops
kinds = dict(output_types=[tf.int64], output_shapes=[[]])
def numbers(stop, start=0):
    return r.RangeDataset(start=tf.constant(start, tf.int64), stop=tf.constant(stop, tf.int64),
        step=tf.constant(1, tf.int64), **kinds)
def run_through(dataset, count, **kinds):
    name = "iterator_%d" % len(tf.get_default_graph().get_operations())
    iterator = r.IteratorV2(shared_name=name, container="", **kinds)
    following = r.IteratorGetNext(iterator=iterator, **kinds)
    return [[r.MakeIterator(dataset=dataset, iterator=iterator)]] + [list(following)] * count
ten, half = numbers(10), tf.constant(0.5)
two = tf.constant(2, tf.int64)
"""


def both(kind, arguments, count=10, kinds="**kinds", before=""):
    """A program for a type and for the same with `Experimental` before its name."""
    source = f"{DATA}{before}ys = [s for name in ({kind!r}, 'Experimental{kind}') "
    source += f"for s in run_through(getattr(r, name)({arguments}), {count}, {kinds})]\n"
    return f"{kind} Experimental{kind}", source


DATA_PROGRAMS = {
    "a dataset that says what follows": (
        "AssertNextDataset ExperimentalAssertNextDataset",
        DATA + "ys = []\n"
        "for made in (r.AssertNextDataset, r.ExperimentalAssertNextDataset):\n"
        "    d = made(input_dataset=ten, transformations=['FiniteSkip'], **kinds)\n"
        "    ys += run_through(r.SkipDataset(input_dataset=d, count=two, **kinds), 8, **kinds)\n",
    ),
    "a dataset that cannot be written": both("NonSerializableDataset", "input_dataset=ten, **kinds"),
    "a dataset that sleeps": both("SleepDataset", "input_dataset=ten, sleep_microseconds=two, **kinds"),
    "a dataset on threads of its own": (
        "PrivateThreadPoolDataset MaxIntraOpParallelismDataset",
        DATA + "d = r.PrivateThreadPoolDataset(input_dataset=ten, num_threads=two, **kinds)\n"
        "d = r.MaxIntraOpParallelismDataset(input_dataset=d, max_intra_op_parallelism=two, **kinds)\n"
        "ys = run_through(d, 10, **kinds)\n",
    ),
    "a dataset that tunes itself": (
        "ModelDataset OptimizeDataset",
        DATA + "d = r.OptimizeDataset(input_dataset=ten, optimizations=tf.constant([], tf.string), **kinds)\n"
        "ys = run_through(r.ModelDataset(input_dataset=d, **kinds), 10, **kinds)\n",
    ),
    "a dataset of file names": both(
        "MatchingFilesDataset",
        "patterns=['b*', 'a?', '?1']",
        4,
        "output_types=[tf.string], output_shapes=[[]]",
        "import os\nos.chdir(folder)\nfor n in ('a2', 'b', 'a1', 'c'):\n    open(n, 'w').close()\n",
    ),
    "elements are sampled": (
        "SamplingDataset",
        DATA + "seeds = dict(seed=tf.constant(3, tf.int64), seed2=tf.constant(5, tf.int64))\n"
        "d = r.SamplingDataset(input_dataset=numbers(1000), rate=half, **seeds, **kinds)\n"
        "ys = run_through(d, 300, **kinds)\n",
    ),
    "one dataset says which of the others is next": both(
        "DirectedInterleaveDataset",
        "selector_input_dataset=which, data_input_datasets=[ten, numbers(30, 20), numbers(1)], **kinds",
        9,
        before="choices = tf.constant([0, 1, 1, 2, 0, 2, 1, 0, 1, 0], tf.int64)\n"
        "which = r.TensorSliceDataset(components=[choices], output_shapes=[[]])\n",
    ),
    "the only element": (
        "DatasetToSingleElement",
        DATA + "ys = list(r.DatasetToSingleElement(dataset=numbers(6, 5), **kinds))\n",
    ),
    "rows of a data base": both(
        "SqlDataset",
        "driver_name='sqlite', data_source_name=path, query='SELECT name, age, size FROM people ORDER BY age', **columns",
        3,
        "**columns",
        "import os, sqlite3\npath = os.path.join(folder, 'people')\n"
        "c = sqlite3.connect(path)\nc.execute('CREATE TABLE people (name TEXT, age INTEGER, size REAL)')\n"
        "c.executemany('INSERT INTO people VALUES (?, ?, ?)', [('a', 30, 1.5), ('b', 10, 1.25), ('c', 20, 2.0)])\n"
        "c.commit(); c.close()\n"
        "columns = dict(output_types=[tf.string, tf.int64, tf.float64], output_shapes=[[], [], []])\n",
    ),
    "what a Python generator gives": (
        "GeneratorDataset",
        "d = tf.data.Dataset.from_generator(lambda: iter([(1, [2.5]), (3, [4.5, 5.5])]), (tf.int32, tf.float32), ([], [None]))\n"
        "it = tf.data.make_initializable_iterator(d)\n"
        "ys = [[it.initializer], *[list(it.get_next())] * 2]\n",
    ),
    "the place of an iterator is kept": (
        "SerializeIterator DeserializeIterator",
        DATA + "iterator = r.IteratorV2(shared_name='kept', container='', **kinds)\n"
        "def following():\n"
        "    return r.IteratorGetNext(iterator=iterator, **kinds)[0]\n"
        "start, skip = r.MakeIterator(dataset=ten, iterator=iterator), following()\n"
        "place = r.SerializeIterator(resource_handle=iterator)\n"
        "with tf.control_dependencies([place]):\n"
        "    first = following()\n"
        "with tf.control_dependencies([first]):\n"
        "    second = following()\n"
        "with tf.control_dependencies([second]):\n"
        "    back = r.DeserializeIterator(resource_handle=iterator, serialized=place)\n"
        "with tf.control_dependencies([back]):\n"
        "    again = following()\n"
        "ys = [[start], [skip], [skip], [first, second, again], [skip]]\n",
    ),
}
