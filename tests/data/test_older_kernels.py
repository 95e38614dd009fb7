"""Dataset operations that only graphs of 1.x have: no public function makes them any more, and TensorFlow 2 neither."""

import pytest

import penstock as tf

D = tf.data.Dataset


def elements(dataset, count):
    following = dataset.make_one_shot_iterator().get_next()
    with tf.Session() as session:
        found = [session.run(following) for _ in range(count)]
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(following)
    return found


@pytest.fixture(autouse=True)
def own_graph():
    with tf.Graph().as_default():
        yield


def test_elements_whose_last_component_is_true_are_kept_without_it():
    pairs = D.from_tensor_slices(([10, 11, 12, 13], [True, False, False, True]))
    kept = tf.raw_ops.FilterByLastComponentDataset(
        input_dataset=pairs._variant_tensor, output_types=[tf.int32], output_shapes=[[]]
    )
    following = tf.raw_ops.IteratorV2(shared_name="it", container="", output_types=[tf.int32], output_shapes=[[]])
    start = tf.raw_ops.MakeIterator(dataset=kept, iterator=following)
    element = tf.raw_ops.IteratorGetNext(iterator=following, output_types=[tf.int32], output_shapes=[[]])
    with tf.Session() as session:
        session.run(start)
        assert [session.run(element) for _ in range(2)] == [[10], [13]]
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(element)


@pytest.mark.parametrize("kind", ["ParallelInterleaveDataset", "ExperimentalParallelInterleaveDataset"])
def test_datasets_are_interleaved_in_the_order_of_their_blocks(kind):
    def tens(i):
        return D.range(i * 10, i * 10 + 3)

    wanted = elements(D.range(4).interleave(tens, cycle_length=2, block_length=2), 12)
    graph = tf.Graph()
    with graph.as_default():
        made = D.range(4).interleave(tens, cycle_length=2, block_length=2, num_parallel_calls=2)
        made.make_initializable_iterator().get_next(name="following")
    definition = graph.as_graph_def()
    (node,) = [n for n in definition.node if n.op == "ParallelInterleaveDatasetV2"]
    node.op = kind
    del node.attr["sloppy"]
    for name, value in (("sloppy", False), ("ahead", 2)):
        constant = definition.node.add(name=name, op="Const")
        with tf.Graph().as_default():
            constant.CopyFrom(tf.constant(value, tf.bool if value is False else tf.int64, name=name).op.node_def)
    node.input[-1] = "sloppy"
    node.input.extend(["ahead", "ahead"])
    start, following = tf.import_graph_def(definition, return_elements=["MakeIterator", "following:0"], name="")
    with tf.Session() as session:
        session.run(start)
        assert [session.run(following) for _ in range(12)] == wanted
