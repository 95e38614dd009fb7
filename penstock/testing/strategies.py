"""Strategies and optimizers for tests that run under each of them: `tensorflow.python.distribute.strategy_combinations`.

Tests ask for them by `generate(combine(distribution=[...]))` and get the strategy itself; where its devices are missing, they are
skipped.
"""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock.testing import combinations
from penstock.testing.combinations import NamedObject, combine, times

__all__ = ["NamedObject", "combine", "times"]

Combinations = list[OrderedDict[str, Any]]


class NamedDistribution:
    """A strategy that is made when a test asks for it, with a name for the names of tests.

    Args:
      name: the name.
      distribution_fn: makes the strategy.
      required_gpus: how many GPUs it needs.
      required_tpu: whether it needs a TPU.
    """

    def __init__(
        self,
        name: str,
        distribution_fn: Callable[[], Any],
        required_gpus: int | None = None,
        required_tpu: bool = False,
    ) -> None:
        self._name = name
        self._distribution_fn = distribution_fn
        self._required_gpus = required_gpus
        self._required_tpu = required_tpu

    @property
    def strategy(self) -> Any:
        """A new strategy."""
        return self._distribution_fn()

    @property
    def required_gpus(self) -> int | None:
        """How many GPUs it needs."""
        return self._required_gpus

    @property
    def required_tpu(self) -> bool:
        """Whether it needs a TPU."""
        return self._required_tpu

    def __repr__(self) -> str:
        return self._name


class DistributionParameter(combinations.ParameterModifier):
    """Gives a test the strategy of a `NamedDistribution`."""

    def modified_arguments(self, kwargs: dict[str, Any], requested_parameters: list[str]) -> dict[str, Any]:
        """The strategies, under the names of their parameters."""
        return {name: value.strategy for name, value in kwargs.items() if isinstance(value, NamedDistribution)}


class NamedGPUCombination(combinations.TestCombination):
    """The parameter `required_gpus`, and strategies that need GPUs: skipped where there are fewer."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """Whether there are as many GPUs as the parameter, or the strategy that needs most, asks for."""
        wanted = [value.required_gpus or 0 for value in kwargs.values() if isinstance(value, NamedDistribution)]
        required = max([kwargs.get("required_gpus") or 0, *wanted])
        there = len(tf.config.experimental.list_physical_devices("GPU"))
        if there < required:
            return False, f"Only {there} of {required} required GPUs are available."
        return True, None

    def parameter_modifiers(self) -> list[combinations.ParameterModifier]:
        """A test need not have the parameter."""
        return [combinations.OptionalParameter("required_gpus")]


class GPUCombination(NamedGPUCombination):
    """The same for tests that want the strategy itself."""

    def parameter_modifiers(self) -> list[combinations.ParameterModifier]:
        """Gives the strategy instead of its description."""
        return [DistributionParameter(), *super().parameter_modifiers()]


class NamedTPUCombination(combinations.TestCombination):
    """The parameters `required_tpus` and `required_tpu`, and strategies that need a TPU: there is none here."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """Whether no TPU is asked for."""
        needed = any(value.required_tpu for value in kwargs.values() if isinstance(value, NamedDistribution))
        if needed or kwargs.get("required_tpu") or kwargs.get("required_tpus"):
            return False, "Test requires a TPU, but it's not available."
        return True, None

    def parameter_modifiers(self) -> list[combinations.ParameterModifier]:
        """A test need not have the parameters."""
        return [combinations.OptionalParameter("required_tpus"), combinations.OptionalParameter("required_tpu")]


class TPUCombination(NamedTPUCombination):
    """The same for tests that want the strategy itself."""

    def parameter_modifiers(self) -> list[combinations.ParameterModifier]:
        """Gives the strategy instead of its description."""
        return [DistributionParameter(), *super().parameter_modifiers()]


generate = functools.partial(
    combinations.generate, test_combinations=(*combinations.DEFAULTS, GPUCombination(), TPUCombination())
)


def set_virtual_cpus_to_at_least(num_virtual_cpus: int) -> None:
    """Makes the CPU appear as several devices, if it does not appear as so many already.

    Args:
      num_virtual_cpus: how many.

    Raises:
      ValueError: less than one.
      RuntimeError: it appears as fewer, and a session has been made.
    """
    if num_virtual_cpus < 1:
        raise ValueError("`num_virtual_cpus` must be at least 1 not %r" % (num_virtual_cpus,))
    (cpu, *_) = tf.config.experimental.list_physical_devices("CPU")
    configured = tf.config.experimental.get_virtual_device_configuration(cpu) or []
    if len(configured) < num_virtual_cpus:
        tf.config.experimental.set_virtual_device_configuration(
            cpu, [tf.config.experimental.VirtualDeviceConfiguration() for _ in range(num_virtual_cpus)]
        )


def _mirrored(*devices: str) -> Callable[[], Any]:
    return lambda: tf.distribute.MirroredStrategy(list(devices))


def _central_storage(*devices: str) -> Callable[[], Any]:
    return lambda: tf.distribute.experimental.CentralStorageStrategy(list(devices))


def _one_device(device: str) -> Callable[[], Any]:
    return lambda: tf.distribute.OneDeviceStrategy(device)


def _no_tpu() -> Any:
    raise tf.errors.NotFoundError(None, None, "There is no TPU.")


default_strategy = NamedDistribution("Default", lambda: tf.distribute.get_strategy())
one_device_strategy = NamedDistribution("OneDeviceCPU", _one_device("/cpu:0"))
one_device_strategy_gpu = NamedDistribution("OneDeviceGPU", _one_device("/gpu:0"), required_gpus=1)
one_device_strategy_on_worker_1 = NamedDistribution(
    "OneDeviceOnWorker1CPU", _one_device("/job:worker/replica:0/task:1/cpu:0")
)
one_device_strategy_gpu_on_worker_1 = NamedDistribution(
    "OneDeviceOnWorker1GPU", _one_device("/job:worker/replica:0/task:1/gpu:0"), required_gpus=1
)
tpu_strategy = NamedDistribution("TPU", _no_tpu, required_tpu=True)
tpu_strategy_one_step = NamedDistribution("TPUOneStep", _no_tpu, required_tpu=True)
tpu_strategy_one_core = NamedDistribution("TPUOneCore", _no_tpu, required_tpu=True)
tpu_strategy_one_step_one_core = NamedDistribution("TPUOneStepOneCore", _no_tpu, required_tpu=True)
mirrored_strategy_with_one_cpu = NamedDistribution("Mirrored1CPU", _mirrored("/cpu:0"))
mirrored_strategy_with_one_gpu = NamedDistribution("Mirrored1GPU", _mirrored("/gpu:0"), required_gpus=1)
mirrored_strategy_with_gpu_and_cpu = NamedDistribution(
    "MirroredCPUAndGPU", _mirrored("/gpu:0", "/cpu:0"), required_gpus=1
)
mirrored_strategy_with_two_gpus = NamedDistribution("Mirrored2GPUs", _mirrored("/gpu:0", "/gpu:1"), required_gpus=2)
mirrored_strategy_with_cpu_1_and_2 = NamedDistribution("Mirrored2CPU", _mirrored("/cpu:1", "/cpu:2"))
central_storage_strategy_with_two_gpus = NamedDistribution(
    "CentralStorage2GPUs", _central_storage("/gpu:0", "/gpu:1"), required_gpus=2
)
central_storage_strategy_with_gpu_and_cpu = NamedDistribution(
    "CentralStorageCPUAndGPU", _central_storage("/gpu:0", "/cpu:0"), required_gpus=1
)

gradient_descent_optimizer_v1_fn = NamedObject("GradientDescentV1", lambda: tf.train.GradientDescentOptimizer(0.2))
adagrad_optimizer_v1_fn = NamedObject("AdagradV1", lambda: tf.train.AdagradOptimizer(0.001))
adam_optimizer_v1_fn = NamedObject("AdamV1", lambda: tf.train.AdamOptimizer(0.001, epsilon=1))
rmsprop_optimizer_v1_fn = NamedObject("RmsPropV1", lambda: tf.train.RMSPropOptimizer(0.001))
gradient_descent_optimizer_keras_v2_fn = NamedObject("GradientDescentKerasV2", lambda: tf.keras.optimizers.SGD(0.2))
adagrad_optimizer_keras_v2_fn = NamedObject("AdagradKerasV2", lambda: tf.keras.optimizers.Adagrad(0.001))
adam_optimizer_keras_v2_fn = NamedObject("AdamKerasV2", lambda: tf.keras.optimizers.Adam(0.001, epsilon=1.0))
rmsprop_optimizer_keras_v2_fn = NamedObject("RmsPropKerasV2", lambda: tf.keras.optimizers.RMSprop(0.001))

optimizers_v1 = [gradient_descent_optimizer_v1_fn, adagrad_optimizer_v1_fn]
optimizers_v2 = [gradient_descent_optimizer_keras_v2_fn, adagrad_optimizer_keras_v2_fn]
optimizers_v1_and_v2 = optimizers_v1 + optimizers_v2
graph_and_eager_modes = ["graph", "eager"]
strategies_minus_tpu = [
    default_strategy,
    one_device_strategy,
    one_device_strategy_gpu,
    mirrored_strategy_with_gpu_and_cpu,
    mirrored_strategy_with_two_gpus,
]
tpu_strategies = [tpu_strategy, tpu_strategy_one_step]


def _with_optimizers(optimizers: list[NamedObject]) -> Combinations:
    strategies = [one_device_strategy, mirrored_strategy_with_gpu_and_cpu, mirrored_strategy_with_two_gpus]
    return combine(distribution=strategies, optimizer_fn=optimizers)


def distributions_and_v1_optimizers() -> Combinations:
    """Strategies with the optimizers of `tf.train`."""
    return _with_optimizers(optimizers_v1)


def distributions_and_v2_optimizers() -> Combinations:
    """Strategies with the optimizers of Keras."""
    return _with_optimizers(optimizers_v2)


def distributions_and_v1_and_v2_optimizers() -> Combinations:
    """Strategies with the optimizers of both."""
    return _with_optimizers(optimizers_v1_and_v2)


def strategy_minus_tpu_combinations() -> Combinations:
    """Strategies that need no TPU, in both modes."""
    return combine(distribution=strategies_minus_tpu, mode=graph_and_eager_modes)


def tpu_strategy_combinations() -> Combinations:
    """Strategies that need a TPU, in graphs."""
    return combine(distribution=tpu_strategies, mode=["graph"])


def all_strategy_combinations() -> Combinations:
    """All strategies."""
    return strategy_minus_tpu_combinations() + tpu_strategy_combinations()


def all_strategy_minus_default_and_tpu_combinations() -> Combinations:
    """All strategies but the default one, and those that need a TPU."""
    return combine(distribution=strategies_minus_tpu[1:], mode=graph_and_eager_modes)


def all_strategy_combinations_minus_default() -> Combinations:
    """All strategies but the default one."""
    return all_strategy_minus_default_and_tpu_combinations() + tpu_strategy_combinations()
