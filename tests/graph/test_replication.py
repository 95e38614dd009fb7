"""Which strategy is in force belongs to the graph: lower layers ask without knowing any strategy."""

import penstock as tf
from penstock.graph import replication


def test_no_strategy_is_in_force_by_itself():
    with tf.Graph().as_default():
        assert replication.current() is None
        assert not replication.in_later_replica()


def test_a_scope_holds_in_its_own_graph_only():
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    with tf.Graph().as_default(), strategy.scope():
        assert replication.current().cross_replica_context is strategy
        with tf.Graph().as_default():
            assert replication.current() is None


def test_replicas_after_the_first_know_that_they_are():
    with tf.Graph().as_default():
        strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
        found = strategy.experimental_run_v2(lambda: str(replication.in_later_replica()))
        assert found.values == ("False", "True")


def test_a_copy_knows_the_variable_it_belongs_to():
    strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
    with tf.Graph().as_default(), strategy.scope():
        variable = tf.Variable(1.0)
        assert replication.is_distributed(variable)
        assert replication.container_of(variable) is None
        assert [replication.container_of(copy) for copy in variable.values] == [variable, variable]
        assert replication.container_of(tf.constant(1.0)) is None
