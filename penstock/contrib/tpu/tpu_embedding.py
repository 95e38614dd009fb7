"""What programs say of embedding tables that TPUs are to hold: tables, features, optimizers and what is looked up."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.contrib.tpu import tpu_system_metadata
from penstock.graph.typing import TensorLike

if TYPE_CHECKING:
    from penstock.protos import ClusterDef


_CONFIGURATION = protos.find("tensorflow.tpu.TPUEmbeddingConfiguration")
TRAINING = _CONFIGURATION.TRAINING
INFERENCE = _CONFIGURATION.INFERENCE


# -- optimizers ----------------------------------------------------------------------------------------------------------------


class _OptimizationParameters:
    """What all optimizers have."""

    def __init__(
        self,
        learning_rate: float,
        use_gradient_accumulation: bool,
        clip_weight_min: float | None,
        clip_weight_max: float | None,
    ) -> None:
        self.learning_rate = learning_rate
        self.use_gradient_accumulation = use_gradient_accumulation
        self.clip_weight_min = clip_weight_min
        self.clip_weight_max = clip_weight_max

    def describe(self, message: Any) -> None:
        """Fills the part of an `OptimizationParameters` message that is this optimizer's."""
        raise NotImplementedError


@export("tpu.experimental.AdagradParameters")
class AdagradParameters(_OptimizationParameters):
    """Adagrad for embedding tables on TPUs.

    Args:
      learning_rate: the learning rate.
      initial_accumulator: the first value of the accumulators.
      use_gradient_accumulation: whether gradients are added up before a step, which is more exact and slower.
      clip_weight_min, clip_weight_max: bounds of the weights, None for none.

    Raises:
      ValueError: if the first value is not positive.

    >>> import penstock as tf
    >>> tf.tpu.experimental.AdagradParameters(0.1).initial_accumulator
    0.1
    """

    def __init__(
        self,
        learning_rate: float,
        initial_accumulator: float = 0.1,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
    ) -> None:
        super().__init__(learning_rate, use_gradient_accumulation, clip_weight_min, clip_weight_max)
        if initial_accumulator <= 0:
            raise ValueError("Adagrad initial_accumulator must be positive")
        self.initial_accumulator = initial_accumulator

    def describe(self, message: Any) -> None:
        message.adagrad.SetInParent()


@export("tpu.experimental.AdamParameters")
class AdamParameters(_OptimizationParameters):
    """Adam for embedding tables on TPUs.

    Args:
      learning_rate: the learning rate.
      beta1, beta2: how much of the moments a step keeps.
      epsilon: a small number against divisions by zero.
      lazy_adam: whether rows that are not looked up stay as they are, which is faster.
      sum_inside_sqrt: whether `epsilon` is added before the square root is taken.
      use_gradient_accumulation: whether gradients are added up before a step, which is more exact and slower.
      clip_weight_min, clip_weight_max: bounds of the weights, None for none.

    Raises:
      ValueError: if a number is out of its range.

    >>> import penstock as tf
    >>> tf.tpu.experimental.AdamParameters(0.1).beta2
    0.999
    """

    def __init__(
        self,
        learning_rate: float,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-08,
        lazy_adam: bool = True,
        sum_inside_sqrt: bool = True,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
    ) -> None:
        super().__init__(learning_rate, use_gradient_accumulation, clip_weight_min, clip_weight_max)
        for name, value in (("beta1", beta1), ("beta2", beta2)):
            if not 0.0 <= value < 1.0:
                raise ValueError(f"{name} must be between 0. and 1; got {value}.")
        if epsilon <= 0.0:
            raise ValueError(f"epsilon must be positive; got {epsilon}.")
        if not use_gradient_accumulation and not lazy_adam:
            raise ValueError("When disabling Lazy Adam, gradient accumulation must be used.")
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon
        self.lazy_adam, self.sum_inside_sqrt = lazy_adam, sum_inside_sqrt

    def describe(self, message: Any) -> None:
        message.adam.beta1 = self.beta1
        message.adam.beta2 = self.beta2
        message.adam.epsilon = self.epsilon
        message.adam.use_non_lazy_adam = not self.lazy_adam
        message.adam.use_sum_inside_sqrt = self.sum_inside_sqrt


@export("tpu.experimental.StochasticGradientDescentParameters")
class StochasticGradientDescentParameters(_OptimizationParameters):
    """Gradient descent for embedding tables on TPUs.

    Args:
      learning_rate: the learning rate.
      clip_weight_min, clip_weight_max: bounds of the weights, None for none.

    >>> import penstock as tf
    >>> tf.tpu.experimental.StochasticGradientDescentParameters(0.1).use_gradient_accumulation
    False
    """

    def __init__(
        self, learning_rate: float, clip_weight_min: float | None = None, clip_weight_max: float | None = None
    ) -> None:
        super().__init__(learning_rate, False, clip_weight_min, clip_weight_max)

    def describe(self, message: Any) -> None:
        message.stochastic_gradient_descent.SetInParent()


# -- tables and features -----------------------------------------------------------------------------------------------------


class _Table(NamedTuple):
    vocabulary_size: int
    dimension: int
    initializer: Any
    combiner: str | None
    hot_id_replication: bool
    learning_rate: float | None
    learning_rate_key: str | None
    optimization_parameters: Any


class TableConfig(_Table):
    """An embedding table.

    Args:
      vocabulary_size: how many rows it has.
      dimension: how many columns.
      initializer: an initializer, by default a truncated normal distribution of deviation 1 / sqrt(dimension).
      combiner: what several rows of an example become: "mean", "sum", "sqrtn"; None for one row.
      hot_id_replication: whether rows that are used much are kept several times.
      learning_rate: that of this table.
      learning_rate_key: or the name of one that may change from step to step.
      optimization_parameters: its optimizer, by default that of all tables.

    Raises:
      ValueError: if one of them cannot be.
    """

    __slots__ = ()

    def __new__(
        cls,
        vocabulary_size: int,
        dimension: int,
        initializer: Callable | None = None,
        combiner: str | None = "mean",
        hot_id_replication: bool = False,
        learning_rate: float | None = None,
        learning_rate_key: str | None = None,
        optimization_parameters: _OptimizationParameters | None = None,
    ) -> TableConfig:
        for name, size in (("vocabulary_size", vocabulary_size), ("dimension", dimension)):
            if not isinstance(size, int) or size < 1:
                raise ValueError(f"Invalid {name} {size}.")
        if initializer is None:
            initializer = tf.truncated_normal_initializer(mean=0.0, stddev=1 / math.sqrt(dimension))
        elif not callable(initializer):
            raise ValueError("initializer must be callable if specified.")
        if combiner not in ("mean", "sum", "sqrtn", None):
            raise ValueError(f"Invalid combiner {combiner}")
        if learning_rate is not None and learning_rate_key is not None:
            raise ValueError(
                "At most one of learning_rate and learning_rate_key can be None; got "
                f"{learning_rate} and {learning_rate_key}"
            )
        if optimization_parameters is not None:
            _check_optimizer(optimization_parameters)
        return super().__new__(
            cls,
            vocabulary_size,
            dimension,
            initializer,
            combiner,
            hot_id_replication,
            learning_rate,
            learning_rate_key,
            optimization_parameters,
        )


def _check_optimizer(value: Any) -> None:
    if not isinstance(value, _OptimizationParameters):
        raise ValueError(
            "`optimization_parameters` must inherit from `_OptimizationParameters`. "
            f"`type(optimization_parameters)`={type(value)}"
        )


class _Feature(NamedTuple):
    table_id: str
    max_sequence_length: int
    weight_key: str | None


class FeatureConfig(_Feature):
    """A feature that is looked up in a table.

    Args:
      table_id: the name of the table.
      max_sequence_length: how many rows of a sequence are kept; 0 if it is none.
      weight_key: the feature with the weights of its rows.

    Raises:
      ValueError: if the length is negative.
    """

    __slots__ = ()

    def __new__(cls, table_id: str, max_sequence_length: int = 0, weight_key: str | None = None) -> FeatureConfig:
        if not isinstance(max_sequence_length, int) or max_sequence_length < 0:
            raise ValueError(f"Invalid max_sequence_length {max_sequence_length}.")
        return super().__new__(cls, table_id, max_sequence_length, weight_key)


class _Enqueued(NamedTuple):
    embedding_indices: Any
    sample_indices: Any
    aggregation_weights: Any


class EnqueueData(_Enqueued):
    """What of one feature is looked up.

    Args:
      embedding_indices: the rows.
      sample_indices: the example of each row; by default each row is an example's.
      aggregation_weights: the weight of each row, by default 1.
    """

    __slots__ = ()

    def __new__(
        cls,
        embedding_indices: TensorLike,
        sample_indices: TensorLike | None = None,
        aggregation_weights: TensorLike | None = None,
    ) -> EnqueueData:
        return super().__new__(cls, embedding_indices, sample_indices, aggregation_weights)

    @staticmethod
    def from_sparse_tensor(sp_tensor: Any, weights: Any = None) -> EnqueueData:
        """What a sparse tensor of rows, and one of weights, say."""
        return EnqueueData(sp_tensor.values, sp_tensor.indices, None if weights is None else weights.values)


def get_enqueue_datas_list_from_sparse_tensors_list(
    sp_tensors_list: Iterable[Mapping[str, Any]],
) -> list[dict[str, EnqueueData]]:
    """What the sparse tensors of each core say, by feature."""
    return [{name: EnqueueData.from_sparse_tensor(x) for name, x in each.items()} for each in sp_tensors_list]


class DeviceConfig(NamedTuple):
    """How many hosts and TPUs there are, and the job of the hosts."""

    num_hosts: int
    num_cores: int
    job_name: str


# -- all of it ---------------------------------------------------------------------------------------------------------------


class TPUEmbedding:
    """The embedding tables of a program, and what TPUs have to be told of them (`config_proto`).

    Args:
      table_to_config_dict: a `TableConfig` for each table.
      feature_to_config_dict: a `FeatureConfig` for each feature.
      batch_size: the number of examples of a step, on all TPUs.
      mode: `TRAINING` or `INFERENCE`.
      master: where the TPUs are.
      optimization_parameters: the optimizer of tables that have none of their own; only for training.
      cluster_def: a `ClusterDef` of all tasks.
      pipeline_execution_with_tensor_core: whether rows may be looked up before the step before has changed them.
      partition_strategy: "div" or "mod", how rows are divided among hosts.
      device_config: a `DeviceConfig`, instead of `master` and `cluster_def`.

    Raises:
      ValueError: if one of them cannot be, or there are no TPUs where `master` says.
    """

    def __init__(
        self,
        table_to_config_dict: Mapping[str, TableConfig],
        feature_to_config_dict: Mapping[str, FeatureConfig],
        batch_size: int,
        mode: int,
        master: str | None = None,
        optimization_parameters: _OptimizationParameters | None = None,
        cluster_def: ClusterDef | None = None,
        pipeline_execution_with_tensor_core: bool = False,
        partition_strategy: str = "div",
        device_config: DeviceConfig | None = None,
    ) -> None:
        if partition_strategy not in ("div", "mod"):
            raise ValueError(f"Invalid partition_strategy {partition_strategy}")
        self._partition_strategy = partition_strategy
        for name, table in table_to_config_dict.items():
            if not isinstance(table, TableConfig):
                raise ValueError(
                    f"Value of `table_to_config_dict` must be of type `TableConfig`, got {type(table)} for {name}."
                )
        _check_tables_used(table_to_config_dict, feature_to_config_dict)
        self._tables = {name: table_to_config_dict[name] for name in sorted(table_to_config_dict)}
        self._features = {name: feature_to_config_dict[name] for name in sorted(feature_to_config_dict)}
        self._features_of = {
            table: [name for name, feature in self._features.items() if feature.table_id == table]
            for table in self._tables
        }
        self._find_hosts(master, cluster_def, device_config)
        if batch_size % self._num_cores:
            raise ValueError(
                "`batch_size` is not a multiple of number of cores. "
                f"`batch_size`={batch_size}, `_num_cores`={self._num_cores}."
            )
        self._batch_size_per_core = batch_size // self._num_cores
        if mode == TRAINING:
            if optimization_parameters:
                _check_optimizer(optimization_parameters)
            self._optimization_parameters: Any = optimization_parameters
        elif mode == INFERENCE:
            if optimization_parameters is not None:
                raise ValueError("`optimization_parameters` should be `None` for inference mode.")
            self._optimization_parameters = StochasticGradientDescentParameters(1.0)
        else:
            raise ValueError(f"`mode` only supports {TRAINING} and {INFERENCE}; got {mode}.")
        self._mode = mode
        self._pipeline = pipeline_execution_with_tensor_core
        self._config_proto = self._create_config_proto()

    def _find_hosts(self, master: str | None, cluster_def: ClusterDef, device_config: DeviceConfig | None) -> None:
        if master is None and cluster_def is None:
            if device_config is None:
                raise ValueError("When master and cluster_def are both None,device_config must be set but is not.")
            hosts, cores, job = device_config
            if cores % hosts:
                raise ValueError(f"num_hosts ({hosts}) should divide num_cores ({cores}) but does not.")
            self._num_cores = cores
            self._hosts = [f"{job}/replica:0/task:{i}/device:CPU:0" for i in range(hosts)]
            return
        found = tpu_system_metadata._query_tpu_system_metadata(master or "", cluster_def=cluster_def)
        if not found.num_cores:
            raise ValueError(f"TPUEmbedding needs TPUs, but master {master} does not have TPUs.")
        self._num_cores = found.num_cores
        job = tpu_system_metadata.master_job(master or "", cluster_def)  # type: ignore[assignment]
        names = [device.name for device in found.devices]
        self._hosts = [name for name in names if "device:CPU:" in name and (job is None or job in name)]

    def _create_config_proto(self) -> Any:
        config = _CONFIGURATION(
            mode=self._mode,
            batch_size_per_tensor_core=self._batch_size_per_core,
            num_hosts=len(self._hosts),
            num_tensor_cores=self._num_cores,
            sharding_strategy="DIV_DEFAULT" if self._partition_strategy == "div" else "MOD",
            pipeline_execution_with_tensor_core=self._pipeline,
        )
        # 1.15 numbers them in the order of a set, which changes from process to process.
        keys = sorted({t.learning_rate_key for t in self._tables.values() if t.learning_rate_key is not None})
        for name, table in self._tables.items():
            optimizer = table.optimization_parameters or self._optimization_parameters
            described = config.table_descriptor.add(
                name=name,
                vocabulary_size=max(table.vocabulary_size, len(self._hosts)),
                dimension=table.dimension,
                num_features=sum(self._features[f].max_sequence_length or 1 for f in self._features_of[name]),
            ).optimization_parameters
            if table.learning_rate_key is not None:
                described.learning_rate.dynamic.tag = keys.index(table.learning_rate_key)
            elif table.learning_rate:
                described.learning_rate.constant = table.learning_rate
            else:
                described.learning_rate.constant = optimizer.learning_rate
            described.gradient_accumulation_status = 1 if optimizer.use_gradient_accumulation else 2
            if optimizer.clip_weight_min is not None:
                described.clipping_limits.lower.value = optimizer.clip_weight_min
            if optimizer.clip_weight_max is not None:
                described.clipping_limits.upper.value = optimizer.clip_weight_max
            if table.hot_id_replication:
                described.hot_id_replication_configuration.status = 1
            optimizer.describe(described)
        return config

    @property
    def hosts(self) -> list[str]:
        """The processors of all hosts."""
        return list(self._hosts)

    @property
    def num_cores_per_host(self) -> int:
        """How many TPUs a host has."""
        return self._num_cores // len(self._hosts)

    @property
    def num_cores(self) -> int:
        """How many TPUs there are."""
        return self._num_cores

    @property
    def batch_size_per_core(self) -> int:
        """How many examples of a step a TPU has."""
        return self._batch_size_per_core

    @property
    def config_proto(self) -> Any:
        """What `tf.tpu.initialize_system` is told: a `TPUEmbeddingConfiguration`."""
        return self._config_proto

    @property
    def table_to_config_dict(self) -> dict[str, TableConfig]:
        """The tables."""
        return dict(self._tables)

    @property
    def feature_to_config_dict(self) -> dict[str, FeatureConfig]:
        """The features."""
        return dict(self._features)

    @property
    def table_to_features_dict(self) -> dict[str, list[str]]:
        """The features of each table."""
        return {table: list(features) for table, features in self._features_of.items()}

    @property
    def optimization_parameters(self) -> Any:
        """The optimizer of tables that have none of their own."""
        return self._optimization_parameters


def _check_tables_used(tables: Mapping[str, Any], features: Mapping[str, FeatureConfig]) -> None:
    used = {feature.table_id for feature in features.values()}
    if unused := set(tables) - used:
        raise ValueError(
            f"`table_to_config_dict` specifies table that is not used in `feature_to_config_dict`: {unused}."
        )
    if unknown := used - set(tables):
        raise ValueError(
            f"`feature_to_config_dict` refers to a table that is not specified in `table_to_config_dict`: {unknown}."
        )
