"""`tensorflow.python.eager.monitoring` and neighbours, by 1.15.5."""

from tests.contrib.both_sides import compare

PROGRAM = """
from tensorflow.python.eager import monitoring
import uuid
def name():
    return "/test/" + uuid.uuid4().hex
counter = monitoring.Counter(name(), "a counter", "one", "two")
counter.get_cell("a", "b").increase_by(3)
counter.get_cell("a", "b").increase_by(4)
gauges = [monitoring.IntGauge(name(), "g"), monitoring.StringGauge(name(), "g"), monitoring.BoolGauge(name(), "g")]
result = [[gauge.get_cell().value() for gauge in gauges]]
for gauge, value in zip(gauges, (5, "text", True)):
    gauge.get_cell().set(value)
result += [[gauge.get_cell().value() for gauge in gauges], counter.get_cell("a", "b").value(), counter.get_cell("a", "c").value()]
result += [refusal(lambda: counter.get_cell("a")), refusal(lambda: monitoring.Counter(name(), "c", "1", "2", "3"))]
for samples in ([], [0.5, 1., 2., 3., 100.], [9., 9.], [-4.]):
    sampler = monitoring.Sampler(name(), monitoring.ExponentialBuckets(1., 2., 5), "a sampler")
    for sample in samples:
        sampler.get_cell().add(sample)
    told = sampler.get_cell().value()
    result.append([told.num, told.sum, told.sum_squares, told.min, told.max, list(told.bucket_limit), list(told.bucket)])
"""

SUMMARIES = """
from tensorflow.python.distribute import summary_op_util
result = [summary_op_util.skip_summary()]
strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
with strategy.scope():
    result.append(summary_op_util.skip_summary())
    seen = []
    strategy.experimental_run_v2(lambda: seen.append(summary_op_util.skip_summary()))
    result.append(seen)
"""


def test_counters_gauges_and_samplers(peer_1_15):
    assert compare(peer_1_15, PROGRAM)[2] == 7


def test_the_first_replica_writes_summaries(peer_1_15):
    compare(peer_1_15, SUMMARIES)


SMALL = """
from tensorflow.contrib.tpu.python.tpu import util
from tensorflow.python.keras.saving import saving_utils
a, b = tf.keras.Input((3,), name="a"), tf.keras.Input((2, 4), batch_size=5, name="b")
one = tf.keras.Model(a, a * 2.)
two = tf.keras.Model([a, b], [a, b])
result = [util.check_positive_integer(3, "n"), refusal(lambda: util.check_positive_integer("3", "n")),
          refusal(lambda: util.check_positive_integer(0, "n")),
          [str(saving_utils.model_input_signature(model)) for model in (one, two)],
          saving_utils.model_input_signature(object())]
"""


def test_small_functions_for_arguments_and_inputs(peer_1_15):
    compare(peer_1_15, SMALL)
