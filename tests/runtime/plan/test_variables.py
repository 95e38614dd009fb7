"""Every use of a variable in a plan is resolved to one version: that from before the run, or that of an update before it."""

import penstock as tf
from penstock.runtime.plan.plan import Plan


def plan_of(*fetches):
    return Plan([tf.convert_to_tensor(f) for f in fetches], [], [])


def test_a_read_without_updates_sees_the_value_from_before_the_run():
    with tf.Graph().as_default():
        v = tf.Variable(1.0, use_resource=True)
        plan = plan_of(v.read_value() + 1.0)
    (slot,) = plan.initial.values()
    assert not plan.final and plan.steps[0].flat_inputs()[0] == slot


def test_a_read_behind_an_update_sees_it_and_the_last_one_is_kept():
    with tf.Graph().as_default():
        v = tf.Variable(1.0, use_resource=True)
        update = v.assign_add(2.0)
        with tf.control_dependencies([update]):
            after = v.read_value() * 3.0
        plan = plan_of(after)
        (key,) = plan.initial

    def readers(slot):
        return [step.op.type for step in plan.steps if slot in step.input_slots()]

    assert readers(plan.initial[key]) == ["AssignAddVariableOp"]
    assert readers(plan.final[key]) == ["ReadVariableOp"]


def test_a_variable_that_is_only_assigned_need_not_be_initialized():
    with tf.Graph().as_default():
        v = tf.Variable(1.0, use_resource=True)
        assert not plan_of(v.assign(4.0)).required
        assert plan_of(v.assign_add(4.0)).required
