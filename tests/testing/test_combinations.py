"""Tests made of combinations of arguments have the names, run and are skipped as in TensorFlow 1.15.5 (eager modes aside)."""

import unittest

import pytest
from absl.testing import parameterized

import penstock as tf
from penstock.testing import combinations, strategies
from penstock.testing.combinations import combine, times


def names(cls):
    return sorted(name for name in dir(cls) if name.startswith("test_") and name != "test_session")


def results(cls):
    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(cls).run(found)
    return found


def skipped(found):
    return {test.id().rpartition(".")[2]: reason for test, reason in found.skipped if reason != "Not a test."}


def test_a_list_is_a_choice_and_names_are_sorted():
    assert [list(one.items()) for one in combine(b=(1, 2), a=[3, 4])] == [
        [("a", 3), ("b", (1, 2))],
        [("a", 4), ("b", (1, 2))],
    ]
    assert combine() == [{}] and combine(a=[]) == []
    assert [dict(one) for one in times(combine(a=[1, 2]), combine(b=3))] == [{"a": 1, "b": 3}, {"a": 2, "b": 3}]
    with pytest.raises(ValueError, match=r"Keys need to not overlap: odict_keys\(\['a'\]\) vs odict_keys\(\['a'\]\)"):
        times(combine(a=1), combine(a=2))


def test_methods_get_their_arguments_and_1_15s_names():
    seen = []

    class Test(parameterized.TestCase, tf.test.TestCase):
        @combinations.generate_in_graphs(
            combine(tf_api_version=[1, 2], f=[lambda: 1, len], dtype=tf.float32, mode="graph")
        )
        def test_a(self, f, dtype):
            seen.append((f, dtype, tf.get_default_graph()))

        @combinations.generate_in_graphs(combine(q=3, mode="graph"))
        def test_bad(self):
            pass

        @combinations.generate_in_graphs(combine(mode=["eager", "grape"]))
        def test_mode(self, mode):
            pass

    assert names(Test)[:2] == [
        "test_a_test_dtype_dtypefloat32_f_builtinfunctionlen_mode_graph_tfapiversion_1",
        "test_a_test_dtype_dtypefloat32_f_builtinfunctionlen_mode_graph_tfapiversion_2",
    ]
    found = results(Test)
    assert (
        len(seen) == 2 and len({graph for _, _, graph in seen}) == 2 and {dtype for _, dtype, _ in seen} == {tf.float32}
    )
    reasons = skipped(found)
    assert len(reasons) == 3 and reasons["test_mode_test_mode_eager"] == " - Penstock has no eager execution."
    assert set(reasons.values()) - {" - Penstock has no eager execution."} == {
        " - Skipping a TF2 test when TF2 is not enabled."
    }
    texts = sorted(text.strip().splitlines()[-1] for _, text in found.errors)
    assert texts == [
        "ValueError: Argument 'mode' must be either 'eager' or 'graph'. Received: grape.",
        "ValueError: The test does not take parameters that were passed : {'q'} .",
    ]


def test_a_class_is_taken_apart():
    seen = []

    @combinations.generate(combine(size=[1, 2]))
    class Test(unittest.TestCase):
        def test_a(self, size):
            seen.append(size)

        def test_needs_more(self, size, other):
            seen.append(other)

        def helper(self):
            return None

    assert names(Test) == [f"test_{one}_test_size_{size}" for one in ("a", "needs_more") for size in (1, 2)]
    assert len(results(Test).errors) == 2 and seen == [1, 2]


def test_strategies_are_made_for_a_test_or_it_is_skipped():
    seen = []
    choices = [
        strategies.default_strategy,
        strategies.one_device_strategy,
        strategies.mirrored_strategy_with_one_cpu,
        strategies.mirrored_strategy_with_two_gpus,
        strategies.tpu_strategy,
    ]

    class Test(parameterized.TestCase, tf.test.TestCase):
        @strategies.generate(combine(distribution=choices, mode=["graph"]))
        def test_a(self, distribution):
            with distribution.scope():
                seen.append((type(distribution).__name__, tf.Variable(1.0, name="v").name))

        @strategies.generate(combine(distribution=choices[1], optimizer_fn=strategies.optimizers_v1_and_v2))
        def test_b(self, distribution, optimizer_fn):
            with distribution.scope():
                seen.append(type(optimizer_fn()).__name__)

    found = results(Test)
    assert not found.errors and not found.failures
    assert [seen[0][1], seen[1]] == ["v:0", ("MirroredStrategy", "v:0")] and seen[2] == ("OneDeviceStrategy", "v:0")
    assert seen[3:] == ["Adagrad", "AdagradOptimizer", "SGD", "GradientDescentOptimizer"]
    assert skipped(found) == {
        "test_a_test_distribution_Mirrored2GPUs_mode_graph": " - Only 0 of 2 required GPUs are available.",
        "test_a_test_distribution_TPU_mode_graph": " - Test requires a TPU, but it's not available.",
    }


def test_the_lists_of_strategies_are_those_of_1_15():
    assert len(strategies.all_strategy_combinations()) == 12
    assert str(strategies.all_strategy_combinations_minus_default()[-1]["distribution"]) == "TPUOneStep"
    assert [str(one["distribution"]) for one in strategies.all_strategy_minus_default_and_tpu_combinations()][::2] == [
        "OneDeviceCPU",
        "OneDeviceGPU",
        "MirroredCPUAndGPU",
        "Mirrored2GPUs",
    ]
    assert [
        len(function())
        for function in (strategies.distributions_and_v1_optimizers, strategies.distributions_and_v1_and_v2_optimizers)
    ] == [6, 12]
    with pytest.raises(ValueError, match="must be at least 1 not 0"):
        strategies.set_virtual_cpus_to_at_least(0)
