"""Configurations of TPUEstimator, as far as they matter on a machine without TPUs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import penstock as tf
from penstock._namespace import export
from penstock.contrib.tpu import util
from penstock.estimator import run_config


@export("contrib.tpu.InputPipelineConfig", "estimator.tpu.InputPipelineConfig")
class InputPipelineConfig:
    """How often `input_fn` is called for several TPUs; without them, it is called once.

    >>> import penstock as tf
    >>> tf.contrib.tpu.InputPipelineConfig.PER_HOST_V2
    3
    """

    PER_SHARD_V1 = 1
    PER_HOST_V1 = 2
    PER_HOST_V2 = 3
    BROADCAST = 4
    SLICED = 5


class _Fields(NamedTuple):
    iterations_per_loop: Any
    num_shards: int | None
    num_cores_per_replica: int | None
    per_host_input_for_training: Any
    tpu_job_name: str | None
    initial_infeed_sleep_secs: int | None
    input_partition_dims: Any
    eval_training_input_configuration: int
    experimental_host_call_every_n_steps: int


@export("contrib.tpu.TPUConfig", "estimator.tpu.TPUConfig")
class TPUConfig(_Fields):
    """What `TPUEstimator` tells TPUs; kept, and without effect on a machine that has none.

    Args:
      iterations_per_loop: steps in one run, or seconds as in "30s".
      num_shards: how many copies of the model there are.
      num_cores_per_replica: how many TPUs one copy takes.
      per_host_input_for_training: a bool or an `InputPipelineConfig`.
      tpu_job_name, initial_infeed_sleep_secs, input_partition_dims, eval_training_input_configuration,
        experimental_host_call_every_n_steps: see 1.15.

    Raises:
      ValueError: if a number is not positive.

    >>> import penstock as tf
    >>> tf.contrib.tpu.TPUConfig(iterations_per_loop=100).iterations_per_loop
    100
    """

    __slots__ = ()

    def __new__(
        cls,
        iterations_per_loop: Any = 2,
        num_shards: int | None = None,
        num_cores_per_replica: int | None = None,
        per_host_input_for_training: Any = True,
        tpu_job_name: str | None = None,
        initial_infeed_sleep_secs: int | None = None,
        input_partition_dims: Any = None,
        eval_training_input_configuration: int = InputPipelineConfig.PER_HOST_V1,
        experimental_host_call_every_n_steps: int = 1,
    ) -> TPUConfig:
        util.parse_iterations_per_loop(iterations_per_loop)
        if num_shards is not None:
            util.check_positive_integer(num_shards, "TPUConfig num_shards")
        if initial_infeed_sleep_secs:
            util.check_positive_integer(initial_infeed_sleep_secs, "TPUConfig initial_infeed_sleep_secs")
        if input_partition_dims is not None and len(input_partition_dims) not in (1, 2):
            raise ValueError("input_partition_dims must be a list/tuple with one or two elements.")
        values = locals()
        return super().__new__(cls, **{name: values[name] for name in _Fields._fields})


@export("contrib.tpu.RunConfig", "estimator.tpu.RunConfig")
class RunConfig(run_config.RunConfig):
    """A `tf.estimator.RunConfig` with a `TPUConfig`.

    Args:
      tpu_config: by default `TPUConfig()`.
      evaluation_master: the address of the server to evaluate at, by default `master`.
      master: the address of the server to train at.
      cluster: a cluster resolver, or None.
      **kwargs: the arguments of `tf.estimator.RunConfig`.

    Raises:
      ValueError: if there are both a cluster and an address.

    >>> import penstock as tf
    >>> tf.contrib.tpu.RunConfig(save_checkpoints_steps=10).tpu_config.iterations_per_loop
    2
    """

    def __init__(
        self,
        tpu_config: TPUConfig | None = None,
        evaluation_master: str | None = None,
        master: str | None = None,
        cluster: Any = None,
        **kwargs: Any,
    ):
        super().__init__(**kwargs)
        self._tpu_config = tpu_config or TPUConfig()
        self._cluster = cluster
        if master is not None:
            if cluster is not None:
                raise ValueError("Both master and cluster are set.")
            self._master = master
        elif cluster is not None:
            self._master = cluster.master()
        if evaluation_master is not None:
            self._evaluation_master = evaluation_master
        elif not self._evaluation_master and self.task_type != run_config.TaskType.EVALUATOR:
            self._evaluation_master = self._master

    @property
    def tpu_config(self) -> TPUConfig:
        """What TPUs are told."""
        return self._tpu_config

    @property
    def cluster(self) -> Any:
        """The cluster resolver, or None."""
        return self._cluster

    def replace(self, **kwargs: Any) -> RunConfig:
        """A new `RunConfig` with other values, `tpu_config` among them."""
        if "tpu_config" not in kwargs:
            return super().replace(**kwargs)  # type: ignore[return-value]
        given = kwargs.pop("tpu_config")
        changed: RunConfig = super().replace(**kwargs)  # type: ignore[assignment]
        changed._tpu_config = given
        return changed


@export("contrib.tpu.bfloat16_scope", "tpu.bfloat16_scope")
def bfloat16_scope(name: str | None = None) -> Any:
    """A variable scope in which variables are float32, and are read as bfloat16 where that is asked for.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.contrib.tpu.bfloat16_scope():
    ...     read = tf.get_variable("v", [2], tf.bfloat16)
    ...     print(read.dtype.name, tf.global_variables()[0].dtype.base_dtype.name)
    bfloat16 float32
    """

    def read_narrow(getter: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        narrow = kwargs["dtype"] == tf.bfloat16
        if narrow:
            kwargs["dtype"] = tf.float32
        found = getter(*args, **kwargs)
        if narrow and getattr(found, "dtype", None).base_dtype != tf.bfloat16:  # type: ignore[union-attr]
            return tf.cast(found, tf.bfloat16)
        return found

    return tf.variable_scope("" if name is None else name, custom_getter=read_narrow)
