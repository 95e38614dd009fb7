"""Datasets with threads of their own: the operations and the elements of 1.15.5."""

from tests.contrib.both_sides import compare


def test_a_dataset_with_a_thread_pool_gives_the_same_elements(peer_1_15):
    compare(
        peer_1_15,
        """
from tensorflow.contrib.data.python.ops import threadpool
from tensorflow.python.data.experimental.ops import threadpool as inner
dataset = tf.data.Dataset.range(6).map(lambda x: x * x, num_parallel_calls=2)
pool = threadpool.PrivateThreadPool(3, display_name="ours", max_intra_op_parallelism=2)
dataset = threadpool.override_threadpool(dataset, pool)
element = tf.compat.v1.data.make_initializable_iterator(dataset)
value, found = element.get_next(), []
session.run(element.initializer)
for _ in range(6):
    found.append(session.run(value))
kinds = [op.type for op in tf.get_default_graph().get_operations() if "ThreadPool" in op.type]
handle = pool._resource.op
result = [found, kinds, handle.get_attr("num_threads"), handle.get_attr("display_name"),
          inner.override_threadpool is threadpool.override_threadpool]
""",
    )
