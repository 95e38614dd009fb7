"""Made by `python -m penstock.tools.stubs`; do not edit."""

import pathlib
from collections.abc import Iterable, Mapping, MutableMapping, MutableSequence
from typing import Any as _Any  # there is a message called Any
from typing import Generic, TypeVar

_M = TypeVar("_M")

class _Message:
    """What all messages can."""
    DESCRIPTOR: _Any
    @classmethod
    def FromString(cls: type[_M], data: bytes) -> _M: ...
    def SerializeToString(self, *, deterministic: bool = ...) -> bytes: ...
    def SerializePartialToString(self, *, deterministic: bool = ...) -> bytes: ...
    def ParseFromString(self, data: bytes) -> int: ...
    def MergeFromString(self, data: bytes) -> int: ...
    def MergeFrom(self: _M, other: _M) -> None: ...
    def CopyFrom(self: _M, other: _M) -> None: ...
    def Clear(self) -> None: ...
    def ClearField(self, name: str) -> None: ...
    def HasField(self, name: str) -> bool: ...
    def WhichOneof(self, name: str) -> str | None: ...
    def ListFields(self) -> list[tuple[_Any, _Any]]: ...
    def IsInitialized(self) -> bool: ...
    def ByteSize(self) -> int: ...

class _Messages(MutableSequence[_M], Generic[_M]):
    """A field that holds several messages."""
    def add(self, **fields: _Any) -> _M: ...

class _MessageMap(MutableMapping[_Any, _M], Generic[_M]):
    """A field that holds messages by their keys."""
    def get_or_create(self, key: _Any) -> _M: ...

class _Enum:
    """The names and numbers of an enumeration."""
    DESCRIPTOR: _Any
    def Name(self, number: int) -> str: ...
    def Value(self, name: str) -> int: ...
    def keys(self) -> list[str]: ...
    def values(self) -> list[int]: ...
    def items(self) -> list[tuple[str, int]]: ...

DESCRIPTORS: pathlib.Path
def pool() -> Any: ...
def find(full_name: str) -> Any: ...

ABORTED: int
ALREADY_EXISTS: int
BF16: int
C128: int
C64: int
CANCELLED: int
COLLECTION_BASIC: int
Code: _Enum
DATA_CLASS_BLOB_SEQUENCE: int
DATA_CLASS_SCALAR: int
DATA_CLASS_TENSOR: int
DATA_CLASS_UNKNOWN: int
DATA_LOSS: int
DEADLINE_EXCEEDED: int
DEFAULT: int
DEFAULT_LEFT: int
DEFAULT_RIGHT: int
DENSE: int
DO_NOT_USE_RESERVED_FOR_FUTURE_EXPANSION_USE_DEFAULT_IN_SWITCH_INSTEAD_: int
DT_BFLOAT16: int
DT_BFLOAT16_REF: int
DT_BOOL: int
DT_BOOL_REF: int
DT_COMPLEX128: int
DT_COMPLEX128_REF: int
DT_COMPLEX64: int
DT_COMPLEX64_REF: int
DT_DOUBLE: int
DT_DOUBLE_REF: int
DT_FLOAT: int
DT_FLOAT8_E4M3FN: int
DT_FLOAT8_E4M3FN_REF: int
DT_FLOAT8_E5M2: int
DT_FLOAT8_E5M2_REF: int
DT_FLOAT_REF: int
DT_HALF: int
DT_HALF_REF: int
DT_INT16: int
DT_INT16_REF: int
DT_INT32: int
DT_INT32_REF: int
DT_INT4: int
DT_INT4_REF: int
DT_INT64: int
DT_INT64_REF: int
DT_INT8: int
DT_INT8_REF: int
DT_INVALID: int
DT_QINT16: int
DT_QINT16_REF: int
DT_QINT32: int
DT_QINT32_REF: int
DT_QINT8: int
DT_QINT8_REF: int
DT_QUINT16: int
DT_QUINT16_REF: int
DT_QUINT8: int
DT_QUINT8_REF: int
DT_RESOURCE: int
DT_RESOURCE_REF: int
DT_STRING: int
DT_STRING_REF: int
DT_UINT16: int
DT_UINT16_REF: int
DT_UINT32: int
DT_UINT32_REF: int
DT_UINT4: int
DT_UINT4_REF: int
DT_UINT64: int
DT_UINT64_REF: int
DT_UINT8: int
DT_UINT8_REF: int
DT_VARIANT: int
DT_VARIANT_REF: int
DataClass: _Enum
DataType: _Enum
DefaultDirection: _Enum
EQUALITY_DEFAULT_RIGHT: int
F16: int
F32: int
F64: int
FAILED_PRECONDITION: int
FFT: int
FftType: _Enum
Format: _Enum
FullTypeId: _Enum
GRAPH_RUNNER_COLLECTION: int
IFFT: int
INEQUALITY_DEFAULT_LEFT: int
INEQUALITY_DEFAULT_RIGHT: int
INTERNAL: int
INTERNAL_ERROR: int
INVALID_ARGUMENT: int
INVALID_FORMAT: int
IRFFT: int
LeafModelType: _Enum
MODEL_DENSE_CLASSIFICATION: int
MODEL_REGRESSION: int
MODEL_SPARSE_CLASSIFICATION: int
MODEL_SPARSE_OR_DENSE_CLASSIFICATION: int
MODEL_TYPE_UNSPECIFIED: int
ModelType: _Enum
NOT_CONFIGURED: int
NOT_FOUND: int
OK: int
OPAQUE_TYPE: int
OTHER: int
OUT_OF_RANGE: int
PERMISSION_DENIED: int
PRED: int
PRIMITIVE_TYPE_INVALID: int
PrimitiveType: _Enum
RECEIVED_SHUTDOWN_SIGNAL: int
RESOURCE_EXHAUSTED: int
RFFT: int
RNG_INVALID: int
RNG_NORMAL: int
RNG_UNIFORM: int
RandomDistribution: _Enum
S16: int
S32: int
S64: int
S8: int
SHUTDOWN_AFTER_TIMEOUT: int
SHUTTING_DOWN: int
SPARSE: int
SPLIT_FINISH_BASIC: int
SPLIT_FINISH_DOMINATE_BOOTSTRAP: int
SPLIT_FINISH_DOMINATE_HOEFFDING: int
SPLIT_PRUNE_10_PERCENT: int
SPLIT_PRUNE_HALF: int
SPLIT_PRUNE_HOEFFDING: int
SPLIT_PRUNE_NONE: int
SPLIT_PRUNE_QUARTER: int
STATS_DENSE_GINI: int
STATS_FIXED_SIZE_SPARSE_GINI: int
STATS_LEAST_SQUARES_REGRESSION: int
STATS_SPARSE_GINI: int
STATS_SPARSE_THEN_DENSE_GINI: int
SplitCollectionType: _Enum
SplitFinishStrategyType: _Enum
SplitPruningStrategyType: _Enum
SplitTypeWithDefault: _Enum
StatsModelType: _Enum
TENSORFLOW: int
TFT_ANY: int
TFT_ARRAY: int
TFT_BFLOAT16: int
TFT_BOOL: int
TFT_CALLABLE: int
TFT_COMPLEX128: int
TFT_COMPLEX64: int
TFT_DATASET: int
TFT_DOUBLE: int
TFT_ENCODED: int
TFT_FLOAT: int
TFT_FOR_EACH: int
TFT_HALF: int
TFT_INT16: int
TFT_INT32: int
TFT_INT64: int
TFT_INT8: int
TFT_ITERATOR: int
TFT_LEGACY_VARIANT: int
TFT_LITERAL: int
TFT_MUTEX_LOCK: int
TFT_NAMED: int
TFT_OPTIONAL: int
TFT_PRODUCT: int
TFT_RAGGED: int
TFT_SHAPE_TENSOR: int
TFT_STRING: int
TFT_TENSOR: int
TFT_UINT16: int
TFT_UINT32: int
TFT_UINT64: int
TFT_UINT8: int
TFT_UNSET: int
TFT_VAR: int
TOKEN: int
TUPLE: int
U16: int
U32: int
U64: int
U8: int
UNAUTHENTICATED: int
UNAVAILABLE: int
UNIMPLEMENTED: int
UNKNOWN: int
VARIABLE_AGGREGATION_MEAN: int
VARIABLE_AGGREGATION_NONE: int
VARIABLE_AGGREGATION_ONLY_FIRST_REPLICA: int
VARIABLE_AGGREGATION_SUM: int
VARIABLE_SYNCHRONIZATION_AUTO: int
VARIABLE_SYNCHRONIZATION_NONE: int
VARIABLE_SYNCHRONIZATION_ON_READ: int
VARIABLE_SYNCHRONIZATION_ON_WRITE: int
VariableAggregation: _Enum
VariableSynchronization: _Enum
WAIT_FOR_COORDINATOR: int
WorkerHealth: _Enum
WorkerShutdownMode: _Enum
class AdadeltaParameters(_Message):
    rho: float
    epsilon: float
    initial_accumulator: float
    initial_update: float
    def __init__(self, *, rho: float | None = ..., epsilon: float | None = ..., initial_accumulator: float | None = ..., initial_update: float | None = ...) -> None: ...
class AdagradParameters(_Message):
    initial_accumulator: float
    def __init__(self, *, initial_accumulator: float | None = ...) -> None: ...
class AdamParameters(_Message):
    beta1: float
    beta2: float
    epsilon: float
    initial_m: float
    initial_v: float
    use_non_lazy_adam: bool
    use_sum_inside_sqrt: bool
    def __init__(self, *, beta1: float | None = ..., beta2: float | None = ..., epsilon: float | None = ..., initial_m: float | None = ..., initial_v: float | None = ..., use_non_lazy_adam: bool | None = ..., use_sum_inside_sqrt: bool | None = ...) -> None: ...
class AdviceProto(_Message):
    class Checker(_Message):
        reports: MutableSequence[str]
        def __init__(self, *, reports: Iterable[str | bytes] | None = ...) -> None: ...
    checkers: _MessageMap[AdviceProto.Checker]
    def __init__(self, *, checkers: Mapping[str | bytes, AdviceProto.Checker] | None = ...) -> None: ...
class AdvisorOptionsProto(_Message):
    class CheckerOption(_Message):
        options: dict[str, str]
        def __init__(self, *, options: Mapping[str | bytes, str | bytes] | None = ...) -> None: ...
    checkers: _MessageMap[AdvisorOptionsProto.CheckerOption]
    def __init__(self, *, checkers: Mapping[str | bytes, AdvisorOptionsProto.CheckerOption] | None = ...) -> None: ...
class AllocationDescription(_Message):
    requested_bytes: int
    allocated_bytes: int
    allocator_name: str
    allocation_id: int
    has_single_reference: bool
    ptr: int
    def __init__(self, *, requested_bytes: int | None = ..., allocated_bytes: int | None = ..., allocator_name: str | bytes | None = ..., allocation_id: int | None = ..., has_single_reference: bool | None = ..., ptr: int | None = ...) -> None: ...
class AllocationRecord(_Message):
    alloc_micros: int
    alloc_bytes: int
    def __init__(self, *, alloc_micros: int | None = ..., alloc_bytes: int | None = ...) -> None: ...
class AllocatorMemoryUsed(_Message):
    allocator_name: str
    total_bytes: int
    peak_bytes: int
    live_bytes: int
    allocation_records: _Messages[AllocationRecord]
    allocator_bytes_in_use: int
    def __init__(self, *, allocator_name: str | bytes | None = ..., total_bytes: int | None = ..., peak_bytes: int | None = ..., live_bytes: int | None = ..., allocation_records: Iterable[AllocationRecord] | None = ..., allocator_bytes_in_use: int | None = ...) -> None: ...
class Any(_Message):
    type_url: str
    value: bytes
    def __init__(self, *, type_url: str | bytes | None = ..., value: bytes | None = ...) -> None: ...
class AssetFile(_Message):
    tensor_binding: TensorBinding
    filename: str
    def __init__(self, *, tensor_binding: TensorBinding | None = ..., filename: str | bytes | None = ...) -> None: ...
class AssetFileDef(_Message):
    tensor_info: TensorInfo
    filename: str
    def __init__(self, *, tensor_info: TensorInfo | None = ..., filename: str | bytes | None = ...) -> None: ...
class AttrValue(_Message):
    class ListValue(_Message):
        s: MutableSequence[bytes]
        i: MutableSequence[int]
        f: MutableSequence[float]
        b: MutableSequence[bool]
        type: MutableSequence[int]
        shape: _Messages[TensorShapeProto]
        tensor: _Messages[TensorProto]
        func: _Messages[NameAttrList]
        def __init__(self, *, s: Iterable[bytes] | None = ..., i: Iterable[int] | None = ..., f: Iterable[float] | None = ..., b: Iterable[bool] | None = ..., type: Iterable[int | str] | None = ..., shape: Iterable[TensorShapeProto] | None = ..., tensor: Iterable[TensorProto] | None = ..., func: Iterable[NameAttrList] | None = ...) -> None: ...
    s: bytes
    i: int
    f: float
    b: bool
    type: int
    shape: TensorShapeProto
    tensor: TensorProto
    list: AttrValue.ListValue
    func: NameAttrList
    placeholder: str
    def __init__(self, *, s: bytes | None = ..., i: int | None = ..., f: float | None = ..., b: bool | None = ..., type: int | str | None = ..., shape: TensorShapeProto | None = ..., tensor: TensorProto | None = ..., list: AttrValue.ListValue | None = ..., func: NameAttrList | None = ..., placeholder: str | bytes | None = ...) -> None: ...
class AutoParallelOptions(_Message):
    enable: bool
    num_replicas: int
    def __init__(self, *, enable: bool | None = ..., num_replicas: int | None = ...) -> None: ...
class Averaging(_Message):
    additional_data: _Messages[Any]
    def __init__(self, *, additional_data: Iterable[Any] | None = ...) -> None: ...
class BatchingParameters(_Message):
    max_batch_size: Int64Value
    batch_timeout_micros: Int64Value
    max_enqueued_batches: Int64Value
    num_batch_threads: Int64Value
    thread_pool_name: StringValue
    enable_large_batch_splitting: BoolValue
    max_execution_batch_size: Int64Value
    allowed_batch_sizes: MutableSequence[int]
    pad_variable_length_inputs: bool
    def __init__(self, *, max_batch_size: Int64Value | None = ..., batch_timeout_micros: Int64Value | None = ..., max_enqueued_batches: Int64Value | None = ..., num_batch_threads: Int64Value | None = ..., thread_pool_name: StringValue | None = ..., enable_large_batch_splitting: BoolValue | None = ..., max_execution_batch_size: Int64Value | None = ..., allowed_batch_sizes: Iterable[int] | None = ..., pad_variable_length_inputs: bool | None = ...) -> None: ...
class BenchmarkEntries(_Message):
    entry: _Messages[BenchmarkEntry]
    def __init__(self, *, entry: Iterable[BenchmarkEntry] | None = ...) -> None: ...
class BenchmarkEntry(_Message):
    name: str
    iters: int
    cpu_time: float
    wall_time: float
    throughput: float
    extras: _MessageMap[EntryValue]
    metrics: _Messages[MetricEntry]
    def __init__(self, *, name: str | bytes | None = ..., iters: int | None = ..., cpu_time: float | None = ..., wall_time: float | None = ..., throughput: float | None = ..., extras: Mapping[str | bytes, EntryValue] | None = ..., metrics: Iterable[MetricEntry] | None = ...) -> None: ...
class BinaryNode(_Message):
    Direction: _Enum
    LEFT: int
    RIGHT: int
    left_child_id: Int32Value
    right_child_id: Int32Value
    default_direction: int
    inequality_left_child_test: InequalityTest
    custom_left_child_test: Any
    def __init__(self, *, left_child_id: Int32Value | None = ..., right_child_id: Int32Value | None = ..., default_direction: int | str | None = ..., inequality_left_child_test: InequalityTest | None = ..., custom_left_child_test: Any | None = ...) -> None: ...
class BoolValue(_Message):
    value: bool
    def __init__(self, *, value: bool | None = ...) -> None: ...
class BoundedAdagradParameters(_Message):
    update_accumulator_first: bool
    max_var_update: float
    max_accumulator: float
    def __init__(self, *, update_accumulator_first: bool | None = ..., max_var_update: float | None = ..., max_accumulator: float | None = ...) -> None: ...
class BoundedTensorSpecProto(_Message):
    name: str
    shape: TensorShapeProto
    dtype: int
    minimum: TensorProto
    maximum: TensorProto
    def __init__(self, *, name: str | bytes | None = ..., shape: TensorShapeProto | None = ..., dtype: int | str | None = ..., minimum: TensorProto | None = ..., maximum: TensorProto | None = ...) -> None: ...
class BucketizedSplit(_Message):
    feature_id: int
    threshold: int
    dimension_id: int
    default_direction: int
    left_id: int
    right_id: int
    def __init__(self, *, feature_id: int | None = ..., threshold: int | None = ..., dimension_id: int | None = ..., default_direction: int | str | None = ..., left_id: int | None = ..., right_id: int | None = ...) -> None: ...
class BundleEntryProto(_Message):
    dtype: int
    shape: TensorShapeProto
    shard_id: int
    offset: int
    size: int
    crc32c: int
    slices: _Messages[TensorSliceProto]
    def __init__(self, *, dtype: int | str | None = ..., shape: TensorShapeProto | None = ..., shard_id: int | None = ..., offset: int | None = ..., size: int | None = ..., crc32c: int | None = ..., slices: Iterable[TensorSliceProto] | None = ...) -> None: ...
class BundleHeaderProto(_Message):
    Endianness: _Enum
    LITTLE: int
    BIG: int
    num_shards: int
    endianness: int
    version: VersionDef
    def __init__(self, *, num_shards: int | None = ..., endianness: int | str | None = ..., version: VersionDef | None = ...) -> None: ...
class BytesList(_Message):
    value: MutableSequence[bytes]
    def __init__(self, *, value: Iterable[bytes] | None = ...) -> None: ...
class BytesValue(_Message):
    value: bytes
    def __init__(self, *, value: bytes | None = ...) -> None: ...
class CallTraceback(_Message):
    CallType: _Enum
    UNSPECIFIED: int
    GRAPH_EXECUTION: int
    EAGER_EXECUTION: int
    call_type: int
    call_key: str
    origin_stack: CodeDef
    origin_id_to_string: dict[int, str]
    graph_traceback: OpLogProto
    graph_version: int
    def __init__(self, *, call_type: int | str | None = ..., call_key: str | bytes | None = ..., origin_stack: CodeDef | None = ..., origin_id_to_string: Mapping[int, str | bytes] | None = ..., graph_traceback: OpLogProto | None = ..., graph_version: int | None = ...) -> None: ...
class CallableOptions(_Message):
    feed: MutableSequence[str]
    fetch: MutableSequence[str]
    target: MutableSequence[str]
    run_options: RunOptions
    tensor_connection: _Messages[TensorConnection]
    feed_devices: dict[str, str]
    fetch_devices: dict[str, str]
    fetch_skip_sync: bool
    def __init__(self, *, feed: Iterable[str | bytes] | None = ..., fetch: Iterable[str | bytes] | None = ..., target: Iterable[str | bytes] | None = ..., run_options: RunOptions | None = ..., tensor_connection: Iterable[TensorConnection] | None = ..., feed_devices: Mapping[str | bytes, str | bytes] | None = ..., fetch_devices: Mapping[str | bytes, str | bytes] | None = ..., fetch_skip_sync: bool | None = ...) -> None: ...
class CapturedTensor(_Message):
    name: str
    concrete_function: str
    def __init__(self, *, name: str | bytes | None = ..., concrete_function: str | bytes | None = ...) -> None: ...
class CategoricalSplit(_Message):
    feature_id: int
    value: int
    dimension_id: int
    left_id: int
    right_id: int
    def __init__(self, *, feature_id: int | None = ..., value: int | None = ..., dimension_id: int | None = ..., left_id: int | None = ..., right_id: int | None = ...) -> None: ...
class CenteredRmsPropParameters(_Message):
    rho: float
    momentum: float
    epsilon: float
    initial_ms: float
    initial_mom: float
    initial_mg: float
    def __init__(self, *, rho: float | None = ..., momentum: float | None = ..., epsilon: float | None = ..., initial_ms: float | None = ..., initial_mom: float | None = ..., initial_mg: float | None = ...) -> None: ...
class CheckpointState(_Message):
    model_checkpoint_path: str
    all_model_checkpoint_paths: MutableSequence[str]
    all_model_checkpoint_timestamps: MutableSequence[float]
    last_preserved_timestamp: float
    def __init__(self, *, model_checkpoint_path: str | bytes | None = ..., all_model_checkpoint_paths: Iterable[str | bytes] | None = ..., all_model_checkpoint_timestamps: Iterable[float] | None = ..., last_preserved_timestamp: float | None = ...) -> None: ...
class Class(_Message):
    label: str
    score: float
    def __init__(self, *, label: str | bytes | None = ..., score: float | None = ...) -> None: ...
class ClassificationRequest(_Message):
    model_spec: ModelSpec
    input: Input
    def __init__(self, *, model_spec: ModelSpec | None = ..., input: Input | None = ...) -> None: ...
class ClassificationResponse(_Message):
    model_spec: ModelSpec
    result: ClassificationResult
    def __init__(self, *, model_spec: ModelSpec | None = ..., result: ClassificationResult | None = ...) -> None: ...
class ClassificationResult(_Message):
    classifications: _Messages[Classifications]
    def __init__(self, *, classifications: Iterable[Classifications] | None = ...) -> None: ...
class ClassificationSignature(_Message):
    input: TensorBinding
    classes: TensorBinding
    scores: TensorBinding
    def __init__(self, *, input: TensorBinding | None = ..., classes: TensorBinding | None = ..., scores: TensorBinding | None = ...) -> None: ...
class Classifications(_Message):
    classes: _Messages[Class]
    def __init__(self, *, classes: Iterable[Class] | None = ...) -> None: ...
class ClassifyLog(_Message):
    request: ClassificationRequest
    response: ClassificationResponse
    def __init__(self, *, request: ClassificationRequest | None = ..., response: ClassificationResponse | None = ...) -> None: ...
class CleanupAllRequest(_Message):
    container: MutableSequence[str]
    def __init__(self, *, container: Iterable[str | bytes] | None = ...) -> None: ...
class CleanupAllResponse(_Message):
    def __init__(self) -> None: ...
class CleanupGraphRequest(_Message):
    step_id: int
    def __init__(self, *, step_id: int | None = ...) -> None: ...
class CleanupGraphResponse(_Message):
    def __init__(self) -> None: ...
class ClippingLimits(_Message):
    lower: FloatValue
    upper: FloatValue
    def __init__(self, *, lower: FloatValue | None = ..., upper: FloatValue | None = ...) -> None: ...
class CloseSessionRequest(_Message):
    session_handle: str
    def __init__(self, *, session_handle: str | bytes | None = ...) -> None: ...
class CloseSessionResponse(_Message):
    def __init__(self) -> None: ...
class ClusterDef(_Message):
    job: _Messages[JobDef]
    def __init__(self, *, job: Iterable[JobDef] | None = ...) -> None: ...
class ClusterDeviceFilters(_Message):
    jobs: _Messages[JobDeviceFilters]
    def __init__(self, *, jobs: Iterable[JobDeviceFilters] | None = ...) -> None: ...
class CodeDef(_Message):
    class Trace(_Message):
        file: str
        file_id: int
        lineno: int
        function: str
        function_id: int
        line: str
        line_id: int
        func_start_line: int
        def __init__(self, *, file: str | bytes | None = ..., file_id: int | None = ..., lineno: int | None = ..., function: str | bytes | None = ..., function_id: int | None = ..., line: str | bytes | None = ..., line_id: int | None = ..., func_start_line: int | None = ...) -> None: ...
    traces: _Messages[CodeDef.Trace]
    def __init__(self, *, traces: Iterable[CodeDef.Trace] | None = ...) -> None: ...
class CollectionDef(_Message):
    class NodeList(_Message):
        value: MutableSequence[str]
        def __init__(self, *, value: Iterable[str | bytes] | None = ...) -> None: ...
    class BytesList(_Message):
        value: MutableSequence[bytes]
        def __init__(self, *, value: Iterable[bytes] | None = ...) -> None: ...
    class Int64List(_Message):
        value: MutableSequence[int]
        def __init__(self, *, value: Iterable[int] | None = ...) -> None: ...
    class FloatList(_Message):
        value: MutableSequence[float]
        def __init__(self, *, value: Iterable[float] | None = ...) -> None: ...
    class AnyList(_Message):
        value: _Messages[Any]
        def __init__(self, *, value: Iterable[Any] | None = ...) -> None: ...
    node_list: CollectionDef.NodeList
    bytes_list: CollectionDef.BytesList
    int64_list: CollectionDef.Int64List
    float_list: CollectionDef.FloatList
    any_list: CollectionDef.AnyList
    def __init__(self, *, node_list: CollectionDef.NodeList | None = ..., bytes_list: CollectionDef.BytesList | None = ..., int64_list: CollectionDef.Int64List | None = ..., float_list: CollectionDef.FloatList | None = ..., any_list: CollectionDef.AnyList | None = ...) -> None: ...
class CompilationResultProto(_Message):
    status_code: int
    status_error_message: str
    hlo_protos: _Messages[HloProto]
    def __init__(self, *, status_code: int | str | None = ..., status_error_message: str | bytes | None = ..., hlo_protos: Iterable[HloProto] | None = ...) -> None: ...
class CompleteGroupRequest(_Message):
    group_key: int
    group_size: int
    device_type: str
    device_name: MutableSequence[str]
    collective_type: int
    def __init__(self, *, group_key: int | None = ..., group_size: int | None = ..., device_type: str | bytes | None = ..., device_name: Iterable[str | bytes] | None = ..., collective_type: int | None = ...) -> None: ...
class CompleteGroupResponse(_Message):
    group_key: int
    group_size: int
    device_type: str
    num_tasks: int
    device_name: MutableSequence[str]
    task_name: MutableSequence[str]
    communicator_key: bytes
    def __init__(self, *, group_key: int | None = ..., group_size: int | None = ..., device_type: str | bytes | None = ..., num_tasks: int | None = ..., device_name: Iterable[str | bytes] | None = ..., task_name: Iterable[str | bytes] | None = ..., communicator_key: bytes | None = ...) -> None: ...
class CompleteInstanceRequest(_Message):
    name: str
    type: int
    data_type: int
    shape: TensorShapeProto
    group_key: int
    group_size: int
    instance_key: int
    device_type: str
    subdiv_offset: MutableSequence[int]
    device: str
    is_source: bool
    def __init__(self, *, name: str | bytes | None = ..., type: int | None = ..., data_type: int | str | None = ..., shape: TensorShapeProto | None = ..., group_key: int | None = ..., group_size: int | None = ..., instance_key: int | None = ..., device_type: str | bytes | None = ..., subdiv_offset: Iterable[int] | None = ..., device: str | bytes | None = ..., is_source: bool | None = ...) -> None: ...
class CompleteInstanceResponse(_Message):
    instance_key: int
    source_rank: int
    def __init__(self, *, instance_key: int | None = ..., source_rank: int | None = ...) -> None: ...
class CondContextDef(_Message):
    context_name: str
    pred_name: str
    pivot_name: str
    branch: int
    values_def: ValuesDef
    nested_contexts: _Messages[ControlFlowContextDef]
    def __init__(self, *, context_name: str | bytes | None = ..., pred_name: str | bytes | None = ..., pivot_name: str | bytes | None = ..., branch: int | None = ..., values_def: ValuesDef | None = ..., nested_contexts: Iterable[ControlFlowContextDef] | None = ...) -> None: ...
class ConfigProto(_Message):
    class Experimental(_Message):
        MlirBridgeRollout: _Enum
        MLIR_BRIDGE_ROLLOUT_UNSPECIFIED: int
        MLIR_BRIDGE_ROLLOUT_ENABLED: int
        MLIR_BRIDGE_ROLLOUT_DISABLED: int
        collective_group_leader: str
        executor_type: str
        recv_buf_max_chunk: int
        use_numa_affinity: bool
        collective_deterministic_sequential_execution: bool
        collective_nccl: bool
        share_session_state_in_clusterspec_propagation: bool
        disable_thread_spinning: bool
        share_cluster_devices_in_session: bool
        session_metadata: SessionMetadata
        optimize_for_static_graph: bool
        enable_mlir_bridge: bool
        mlir_bridge_rollout: int
        enable_mlir_graph_optimization: bool
        disable_output_partition_graphs: bool
        xla_fusion_autotuner_thresh: int
        use_tfrt: bool
        disable_functional_ops_lowering: bool
        xla_prefer_single_graph_cluster: bool
        coordination_config: CoordinationServiceConfig
        disable_optimize_for_static_graph: bool
        disable_eager_executor_streaming_enqueue: bool
        def __init__(self, *, collective_group_leader: str | bytes | None = ..., executor_type: str | bytes | None = ..., recv_buf_max_chunk: int | None = ..., use_numa_affinity: bool | None = ..., collective_deterministic_sequential_execution: bool | None = ..., collective_nccl: bool | None = ..., share_session_state_in_clusterspec_propagation: bool | None = ..., disable_thread_spinning: bool | None = ..., share_cluster_devices_in_session: bool | None = ..., session_metadata: SessionMetadata | None = ..., optimize_for_static_graph: bool | None = ..., enable_mlir_bridge: bool | None = ..., mlir_bridge_rollout: int | str | None = ..., enable_mlir_graph_optimization: bool | None = ..., disable_output_partition_graphs: bool | None = ..., xla_fusion_autotuner_thresh: int | None = ..., use_tfrt: bool | None = ..., disable_functional_ops_lowering: bool | None = ..., xla_prefer_single_graph_cluster: bool | None = ..., coordination_config: CoordinationServiceConfig | None = ..., disable_optimize_for_static_graph: bool | None = ..., disable_eager_executor_streaming_enqueue: bool | None = ...) -> None: ...
    device_count: dict[str, int]
    intra_op_parallelism_threads: int
    inter_op_parallelism_threads: int
    use_per_session_threads: bool
    session_inter_op_thread_pool: _Messages[ThreadPoolOptionProto]
    placement_period: int
    device_filters: MutableSequence[str]
    gpu_options: GPUOptions
    allow_soft_placement: bool
    log_device_placement: bool
    graph_options: GraphOptions
    operation_timeout_in_ms: int
    rpc_options: RPCOptions
    cluster_def: ClusterDef
    isolate_session_state: bool
    experimental: ConfigProto.Experimental
    share_cluster_devices_in_session: bool
    def __init__(self, *, device_count: Mapping[str | bytes, int] | None = ..., intra_op_parallelism_threads: int | None = ..., inter_op_parallelism_threads: int | None = ..., use_per_session_threads: bool | None = ..., session_inter_op_thread_pool: Iterable[ThreadPoolOptionProto] | None = ..., placement_period: int | None = ..., device_filters: Iterable[str | bytes] | None = ..., gpu_options: GPUOptions | None = ..., allow_soft_placement: bool | None = ..., log_device_placement: bool | None = ..., graph_options: GraphOptions | None = ..., operation_timeout_in_ms: int | None = ..., rpc_options: RPCOptions | None = ..., cluster_def: ClusterDef | None = ..., isolate_session_state: bool | None = ..., experimental: ConfigProto.Experimental | None = ..., share_cluster_devices_in_session: bool | None = ...) -> None: ...
class ConstResultTest(_Message):
    feature_id: FeatureId
    value_for_dtype: Value
    test_result: bool
    def __init__(self, *, feature_id: FeatureId | None = ..., value_for_dtype: Value | None = ..., test_result: bool | None = ...) -> None: ...
class ControlFlowContextDef(_Message):
    cond_ctxt: CondContextDef
    while_ctxt: WhileContextDef
    def __init__(self, *, cond_ctxt: CondContextDef | None = ..., while_ctxt: WhileContextDef | None = ...) -> None: ...
class CoordinatedJob(_Message):
    name: str
    num_tasks: int
    def __init__(self, *, name: str | bytes | None = ..., num_tasks: int | None = ...) -> None: ...
class CoordinationServiceConfig(_Message):
    service_type: str
    service_leader: str
    enable_health_check: bool
    cluster_register_timeout_in_ms: int
    heartbeat_timeout_in_ms: int
    coordinated_job_list: _Messages[CoordinatedJob]
    shutdown_barrier_timeout_in_ms: int
    agent_destruction_without_shutdown: bool
    recoverable_jobs: MutableSequence[str]
    allow_new_incarnation_to_reconnect: bool
    force_disable: bool
    def __init__(self, *, service_type: str | bytes | None = ..., service_leader: str | bytes | None = ..., enable_health_check: bool | None = ..., cluster_register_timeout_in_ms: int | None = ..., heartbeat_timeout_in_ms: int | None = ..., coordinated_job_list: Iterable[CoordinatedJob] | None = ..., shutdown_barrier_timeout_in_ms: int | None = ..., agent_destruction_without_shutdown: bool | None = ..., recoverable_jobs: Iterable[str | bytes] | None = ..., allow_new_incarnation_to_reconnect: bool | None = ..., force_disable: bool | None = ...) -> None: ...
class CostGraphDef(_Message):
    class Node(_Message):
        class InputInfo(_Message):
            preceding_node: int
            preceding_port: int
            def __init__(self, *, preceding_node: int | None = ..., preceding_port: int | None = ...) -> None: ...
        class OutputInfo(_Message):
            size: int
            alias_input_port: int
            shape: TensorShapeProto
            dtype: int
            def __init__(self, *, size: int | None = ..., alias_input_port: int | None = ..., shape: TensorShapeProto | None = ..., dtype: int | str | None = ...) -> None: ...
        name: str
        device: str
        id: int
        input_info: _Messages[CostGraphDef.Node.InputInfo]
        output_info: _Messages[CostGraphDef.Node.OutputInfo]
        temporary_memory_size: int
        persistent_memory_size: int
        host_temp_memory_size: int
        device_temp_memory_size: int
        device_persistent_memory_size: int
        compute_cost: int
        compute_time: int
        memory_time: int
        is_final: bool
        control_input: MutableSequence[int]
        inaccurate: bool
        def __init__(self, *, name: str | bytes | None = ..., device: str | bytes | None = ..., id: int | None = ..., input_info: Iterable[CostGraphDef.Node.InputInfo] | None = ..., output_info: Iterable[CostGraphDef.Node.OutputInfo] | None = ..., temporary_memory_size: int | None = ..., persistent_memory_size: int | None = ..., host_temp_memory_size: int | None = ..., device_temp_memory_size: int | None = ..., device_persistent_memory_size: int | None = ..., compute_cost: int | None = ..., compute_time: int | None = ..., memory_time: int | None = ..., is_final: bool | None = ..., control_input: Iterable[int] | None = ..., inaccurate: bool | None = ...) -> None: ...
    class AggregatedCost(_Message):
        cost: float
        dimension: str
        def __init__(self, *, cost: float | None = ..., dimension: str | bytes | None = ...) -> None: ...
    node: _Messages[CostGraphDef.Node]
    cost: _Messages[CostGraphDef.AggregatedCost]
    def __init__(self, *, node: Iterable[CostGraphDef.Node] | None = ..., cost: Iterable[CostGraphDef.AggregatedCost] | None = ...) -> None: ...
class CreateSessionRequest(_Message):
    graph_def: GraphDef
    config: ConfigProto
    target: str
    def __init__(self, *, graph_def: GraphDef | None = ..., config: ConfigProto | None = ..., target: str | bytes | None = ...) -> None: ...
class CreateSessionResponse(_Message):
    session_handle: str
    graph_version: int
    def __init__(self, *, session_handle: str | bytes | None = ..., graph_version: int | None = ...) -> None: ...
class CreateWorkerSessionRequest(_Message):
    session_handle: str
    server_def: ServerDef
    isolate_session_state: bool
    cluster_device_attributes: _Messages[DeviceAttributes]
    def __init__(self, *, session_handle: str | bytes | None = ..., server_def: ServerDef | None = ..., isolate_session_state: bool | None = ..., cluster_device_attributes: Iterable[DeviceAttributes] | None = ...) -> None: ...
class CreateWorkerSessionResponse(_Message):
    def __init__(self) -> None: ...
class DebugOptions(_Message):
    debug_tensor_watch_opts: _Messages[DebugTensorWatch]
    global_step: int
    reset_disk_byte_usage: bool
    def __init__(self, *, debug_tensor_watch_opts: Iterable[DebugTensorWatch] | None = ..., global_step: int | None = ..., reset_disk_byte_usage: bool | None = ...) -> None: ...
class DebugOutput(_Message):
    feature_ids: MutableSequence[int]
    logits_path: MutableSequence[float]
    def __init__(self, *, feature_ids: Iterable[int] | None = ..., logits_path: Iterable[float] | None = ...) -> None: ...
class DebugTensorWatch(_Message):
    node_name: str
    output_slot: int
    debug_ops: MutableSequence[str]
    debug_urls: MutableSequence[str]
    tolerate_debug_op_creation_failures: bool
    def __init__(self, *, node_name: str | bytes | None = ..., output_slot: int | None = ..., debug_ops: Iterable[str | bytes] | None = ..., debug_urls: Iterable[str | bytes] | None = ..., tolerate_debug_op_creation_failures: bool | None = ...) -> None: ...
class DebuggedSourceFile(_Message):
    host: str
    file_path: str
    last_modified: int
    bytes: int
    lines: MutableSequence[str]
    def __init__(self, *, host: str | bytes | None = ..., file_path: str | bytes | None = ..., last_modified: int | None = ..., bytes: int | None = ..., lines: Iterable[str | bytes] | None = ...) -> None: ...
class DebuggedSourceFiles(_Message):
    source_files: _Messages[DebuggedSourceFile]
    def __init__(self, *, source_files: Iterable[DebuggedSourceFile] | None = ...) -> None: ...
class DecisionTree(_Message):
    nodes: _Messages[TreeNode]
    additional_data: _Messages[Any]
    def __init__(self, *, nodes: Iterable[TreeNode] | None = ..., additional_data: Iterable[Any] | None = ...) -> None: ...
class DeleteWorkerSessionRequest(_Message):
    session_handle: str
    def __init__(self, *, session_handle: str | bytes | None = ...) -> None: ...
class DeleteWorkerSessionResponse(_Message):
    def __init__(self) -> None: ...
class DenseSplit(_Message):
    feature_id: int
    threshold: float
    left_id: int
    right_id: int
    def __init__(self, *, feature_id: int | None = ..., threshold: float | None = ..., left_id: int | None = ..., right_id: int | None = ...) -> None: ...
class DepthDependentParam(_Message):
    constant_value: float
    linear: LinearParam
    exponential: ExponentialParam
    threshold: ThresholdParam
    def __init__(self, *, constant_value: float | None = ..., linear: LinearParam | None = ..., exponential: ExponentialParam | None = ..., threshold: ThresholdParam | None = ...) -> None: ...
class DeregisterGraphRequest(_Message):
    session_handle: str
    create_worker_session_called: bool
    graph_handle: str
    def __init__(self, *, session_handle: str | bytes | None = ..., create_worker_session_called: bool | None = ..., graph_handle: str | bytes | None = ...) -> None: ...
class DeregisterGraphResponse(_Message):
    def __init__(self) -> None: ...
class DeviceAttributes(_Message):
    name: str
    device_type: str
    memory_limit: int
    locality: DeviceLocality
    incarnation: int
    physical_device_desc: str
    xla_global_id: int
    def __init__(self, *, name: str | bytes | None = ..., device_type: str | bytes | None = ..., memory_limit: int | None = ..., locality: DeviceLocality | None = ..., incarnation: int | None = ..., physical_device_desc: str | bytes | None = ..., xla_global_id: int | None = ...) -> None: ...
class DeviceLocality(_Message):
    bus_id: int
    numa_node: int
    links: LocalLinks
    def __init__(self, *, bus_id: int | None = ..., numa_node: int | None = ..., links: LocalLinks | None = ...) -> None: ...
class DeviceProperties(_Message):
    type: str
    vendor: str
    model: str
    frequency: int
    num_cores: int
    environment: dict[str, str]
    num_registers: int
    l1_cache_size: int
    l2_cache_size: int
    l3_cache_size: int
    shared_memory_size_per_multiprocessor: int
    memory_size: int
    bandwidth: int
    def __init__(self, *, type: str | bytes | None = ..., vendor: str | bytes | None = ..., model: str | bytes | None = ..., frequency: int | None = ..., num_cores: int | None = ..., environment: Mapping[str | bytes, str | bytes] | None = ..., num_registers: int | None = ..., l1_cache_size: int | None = ..., l2_cache_size: int | None = ..., l3_cache_size: int | None = ..., shared_memory_size_per_multiprocessor: int | None = ..., memory_size: int | None = ..., bandwidth: int | None = ...) -> None: ...
class DeviceStepStats(_Message):
    device: str
    node_stats: _Messages[NodeExecStats]
    thread_names: dict[int, str]
    def __init__(self, *, device: str | bytes | None = ..., node_stats: Iterable[NodeExecStats] | None = ..., thread_names: Mapping[int, str | bytes] | None = ...) -> None: ...
class DictValue(_Message):
    fields: _MessageMap[StructuredValue]
    def __init__(self, *, fields: Mapping[str | bytes, StructuredValue] | None = ...) -> None: ...
class DoubleValue(_Message):
    value: float
    def __init__(self, *, value: float | None = ...) -> None: ...
class DynamicLearningRate(_Message):
    tag: int
    def __init__(self, *, tag: int | None = ...) -> None: ...
class Ensemble(_Message):
    class Member(_Message):
        submodel: Model
        submodel_id: Int32Value
        additional_data: _Messages[Any]
        def __init__(self, *, submodel: Model | None = ..., submodel_id: Int32Value | None = ..., additional_data: Iterable[Any] | None = ...) -> None: ...
    summation_combination_technique: Summation
    averaging_combination_technique: Averaging
    custom_combination_technique: Any
    additional_data: _Messages[Any]
    members: _Messages[Ensemble.Member]
    def __init__(self, *, summation_combination_technique: Summation | None = ..., averaging_combination_technique: Averaging | None = ..., custom_combination_technique: Any | None = ..., additional_data: Iterable[Any] | None = ..., members: Iterable[Ensemble.Member] | None = ...) -> None: ...
class EntryValue(_Message):
    double_value: float
    string_value: str
    def __init__(self, *, double_value: float | None = ..., string_value: str | bytes | None = ...) -> None: ...
class Event(_Message):
    wall_time: float
    step: int
    file_version: str
    graph_def: bytes
    summary: Summary
    log_message: LogMessage
    session_log: SessionLog
    tagged_run_metadata: TaggedRunMetadata
    meta_graph_def: bytes
    source_metadata: SourceMetadata
    def __init__(self, *, wall_time: float | None = ..., step: int | None = ..., file_version: str | bytes | None = ..., graph_def: bytes | None = ..., summary: Summary | None = ..., log_message: LogMessage | None = ..., session_log: SessionLog | None = ..., tagged_run_metadata: TaggedRunMetadata | None = ..., meta_graph_def: bytes | None = ..., source_metadata: SourceMetadata | None = ...) -> None: ...
class EventReply(_Message):
    class DebugOpStateChange(_Message):
        State: _Enum
        STATE_UNSPECIFIED: int
        DISABLED: int
        READ_ONLY: int
        READ_WRITE: int
        state: int
        node_name: str
        output_slot: int
        debug_op: str
        def __init__(self, *, state: int | str | None = ..., node_name: str | bytes | None = ..., output_slot: int | None = ..., debug_op: str | bytes | None = ...) -> None: ...
    debug_op_state_changes: _Messages[EventReply.DebugOpStateChange]
    tensor: TensorProto
    def __init__(self, *, debug_op_state_changes: Iterable[EventReply.DebugOpStateChange] | None = ..., tensor: TensorProto | None = ...) -> None: ...
class Example(_Message):
    features: Features
    def __init__(self, *, features: Features | None = ...) -> None: ...
class ExampleList(_Message):
    examples: _Messages[Example]
    def __init__(self, *, examples: Iterable[Example] | None = ...) -> None: ...
class ExampleListWithContext(_Message):
    examples: _Messages[Example]
    context: Example
    def __init__(self, *, examples: Iterable[Example] | None = ..., context: Example | None = ...) -> None: ...
class ExampleParserConfiguration(_Message):
    feature_map: _MessageMap[FeatureConfiguration]
    def __init__(self, *, feature_map: Mapping[str | bytes, FeatureConfiguration] | None = ...) -> None: ...
class ExecMemory(_Message):
    memory_micros: int
    host_temp_bytes: int
    host_persistent_bytes: int
    accelerator_temp_bytes: int
    accelerator_persistent_bytes: int
    requested_bytes: int
    peak_bytes: int
    residual_bytes: int
    output_bytes: int
    allocator_bytes_in_use: int
    output_memory: _MessageMap[Memory]
    def __init__(self, *, memory_micros: int | None = ..., host_temp_bytes: int | None = ..., host_persistent_bytes: int | None = ..., accelerator_temp_bytes: int | None = ..., accelerator_persistent_bytes: int | None = ..., requested_bytes: int | None = ..., peak_bytes: int | None = ..., residual_bytes: int | None = ..., output_bytes: int | None = ..., allocator_bytes_in_use: int | None = ..., output_memory: Mapping[int, Memory] | None = ...) -> None: ...
class ExecProfile(_Message):
    run_count: int
    all_start_micros: int
    latest_end_micros: int
    accelerator_execs: _MessageMap[ExecTime]
    cpu_execs: _MessageMap[ExecTime]
    memory_execs: _Messages[ExecMemory]
    allocations: _Messages[AllocationRecord]
    devices: MutableSequence[str]
    def __init__(self, *, run_count: int | None = ..., all_start_micros: int | None = ..., latest_end_micros: int | None = ..., accelerator_execs: Mapping[str | bytes, ExecTime] | None = ..., cpu_execs: Mapping[str | bytes, ExecTime] | None = ..., memory_execs: Iterable[ExecMemory] | None = ..., allocations: Iterable[AllocationRecord] | None = ..., devices: Iterable[str | bytes] | None = ...) -> None: ...
class ExecTime(_Message):
    times: _Messages[Tuple]
    def __init__(self, *, times: Iterable[Tuple] | None = ...) -> None: ...
class ExecutorOpts(_Message):
    record_costs: bool
    record_timeline: bool
    record_partition_graphs: bool
    report_tensor_allocations_upon_oom: bool
    def __init__(self, *, record_costs: bool | None = ..., record_timeline: bool | None = ..., record_partition_graphs: bool | None = ..., report_tensor_allocations_upon_oom: bool | None = ...) -> None: ...
class ExponentialParam(_Message):
    bias: float
    base: float
    multiplier: float
    depth_multiplier: float
    def __init__(self, *, bias: float | None = ..., base: float | None = ..., multiplier: float | None = ..., depth_multiplier: float | None = ...) -> None: ...
class ExtendSessionRequest(_Message):
    session_handle: str
    graph_def: GraphDef
    current_graph_version: int
    def __init__(self, *, session_handle: str | bytes | None = ..., graph_def: GraphDef | None = ..., current_graph_version: int | None = ...) -> None: ...
class ExtendSessionResponse(_Message):
    new_graph_version: int
    def __init__(self, *, new_graph_version: int | None = ...) -> None: ...
class Feature(_Message):
    bytes_list: BytesList
    float_list: FloatList
    int64_list: Int64List
    def __init__(self, *, bytes_list: BytesList | None = ..., float_list: FloatList | None = ..., int64_list: Int64List | None = ...) -> None: ...
class FeatureConfiguration(_Message):
    fixed_len_feature: FixedLenFeatureProto
    var_len_feature: VarLenFeatureProto
    def __init__(self, *, fixed_len_feature: FixedLenFeatureProto | None = ..., var_len_feature: VarLenFeatureProto | None = ...) -> None: ...
class FeatureId(_Message):
    id: StringValue
    additional_data: _Messages[Any]
    def __init__(self, *, id: StringValue | None = ..., additional_data: Iterable[Any] | None = ...) -> None: ...
class FeatureList(_Message):
    feature: _Messages[Feature]
    def __init__(self, *, feature: Iterable[Feature] | None = ...) -> None: ...
class FeatureLists(_Message):
    feature_list: _MessageMap[FeatureList]
    def __init__(self, *, feature_list: Mapping[str | bytes, FeatureList] | None = ...) -> None: ...
class Features(_Message):
    feature: _MessageMap[Feature]
    def __init__(self, *, feature: Mapping[str | bytes, Feature] | None = ...) -> None: ...
class FertileSlot(_Message):
    candidates: _Messages[SplitCandidate]
    leaf_stats: LeafStat
    node_id: int
    post_init_leaf_stats: LeafStat
    depth: int
    def __init__(self, *, candidates: Iterable[SplitCandidate] | None = ..., leaf_stats: LeafStat | None = ..., node_id: int | None = ..., post_init_leaf_stats: LeafStat | None = ..., depth: int | None = ...) -> None: ...
class FertileStats(_Message):
    node_to_slot: _Messages[FertileSlot]
    def __init__(self, *, node_to_slot: Iterable[FertileSlot] | None = ...) -> None: ...
class FileSystemStoragePathSourceConfig(_Message):
    class ServableVersionPolicy(_Message):
        class Latest(_Message):
            num_versions: int
            def __init__(self, *, num_versions: int | None = ...) -> None: ...
        class All(_Message):
            def __init__(self) -> None: ...
        class Specific(_Message):
            versions: MutableSequence[int]
            def __init__(self, *, versions: Iterable[int] | None = ...) -> None: ...
        latest: FileSystemStoragePathSourceConfig.ServableVersionPolicy.Latest
        all: FileSystemStoragePathSourceConfig.ServableVersionPolicy.All
        specific: FileSystemStoragePathSourceConfig.ServableVersionPolicy.Specific
        def __init__(self, *, latest: FileSystemStoragePathSourceConfig.ServableVersionPolicy.Latest | None = ..., all: FileSystemStoragePathSourceConfig.ServableVersionPolicy.All | None = ..., specific: FileSystemStoragePathSourceConfig.ServableVersionPolicy.Specific | None = ...) -> None: ...
    class ServableToMonitor(_Message):
        servable_name: str
        base_path: str
        servable_version_policy: FileSystemStoragePathSourceConfig.ServableVersionPolicy
        def __init__(self, *, servable_name: str | bytes | None = ..., base_path: str | bytes | None = ..., servable_version_policy: FileSystemStoragePathSourceConfig.ServableVersionPolicy | None = ...) -> None: ...
    servables: _Messages[FileSystemStoragePathSourceConfig.ServableToMonitor]
    file_system_poll_wait_seconds: int
    fail_if_zero_versions_at_startup: bool
    servable_versions_always_present: bool
    def __init__(self, *, servables: Iterable[FileSystemStoragePathSourceConfig.ServableToMonitor] | None = ..., file_system_poll_wait_seconds: int | None = ..., fail_if_zero_versions_at_startup: bool | None = ..., servable_versions_always_present: bool | None = ...) -> None: ...
class FixedLenFeatureProto(_Message):
    dtype: int
    shape: TensorShapeProto
    default_value: TensorProto
    values_output_tensor_name: str
    def __init__(self, *, dtype: int | str | None = ..., shape: TensorShapeProto | None = ..., default_value: TensorProto | None = ..., values_output_tensor_name: str | bytes | None = ...) -> None: ...
class FloatList(_Message):
    value: MutableSequence[float]
    def __init__(self, *, value: Iterable[float] | None = ...) -> None: ...
class FloatValue(_Message):
    value: float
    def __init__(self, *, value: float | None = ...) -> None: ...
class FtrlParameters(_Message):
    l1: float
    l2: float
    lr_power: float
    initial_accum: float
    initial_linear: float
    def __init__(self, *, l1: float | None = ..., l2: float | None = ..., lr_power: float | None = ..., initial_accum: float | None = ..., initial_linear: float | None = ...) -> None: ...
class FullTypeDef(_Message):
    type_id: int
    args: _Messages[FullTypeDef]
    s: str
    i: int
    def __init__(self, *, type_id: int | str | None = ..., args: Iterable[FullTypeDef] | None = ..., s: str | bytes | None = ..., i: int | None = ...) -> None: ...
class FunctionDef(_Message):
    class ArgAttrs(_Message):
        attr: _MessageMap[AttrValue]
        def __init__(self, *, attr: Mapping[str | bytes, AttrValue] | None = ...) -> None: ...
    signature: OpDef
    attr: _MessageMap[AttrValue]
    arg_attr: _MessageMap[FunctionDef.ArgAttrs]
    node_def: _Messages[NodeDef]
    ret: dict[str, str]
    control_ret: dict[str, str]
    resource_arg_unique_id: dict[int, int]
    def __init__(self, *, signature: OpDef | None = ..., attr: Mapping[str | bytes, AttrValue] | None = ..., arg_attr: Mapping[int, FunctionDef.ArgAttrs] | None = ..., node_def: Iterable[NodeDef] | None = ..., ret: Mapping[str | bytes, str | bytes] | None = ..., control_ret: Mapping[str | bytes, str | bytes] | None = ..., resource_arg_unique_id: Mapping[int, int] | None = ...) -> None: ...
class FunctionDefLibrary(_Message):
    function: _Messages[FunctionDef]
    gradient: _Messages[GradientDef]
    registered_gradients: _Messages[RegisteredGradient]
    def __init__(self, *, function: Iterable[FunctionDef] | None = ..., gradient: Iterable[GradientDef] | None = ..., registered_gradients: Iterable[RegisteredGradient] | None = ...) -> None: ...
class FunctionSpec(_Message):
    JitCompile: _Enum
    DEFAULT: int
    ON: int
    OFF: int
    fullargspec: StructuredValue
    is_method: bool
    input_signature: StructuredValue
    jit_compile: int
    def __init__(self, *, fullargspec: StructuredValue | None = ..., is_method: bool | None = ..., input_signature: StructuredValue | None = ..., jit_compile: int | str | None = ...) -> None: ...
class GPUOptions(_Message):
    class Experimental(_Message):
        class VirtualDevices(_Message):
            memory_limit_mb: MutableSequence[float]
            priority: MutableSequence[int]
            device_ordinal: MutableSequence[int]
            def __init__(self, *, memory_limit_mb: Iterable[float] | None = ..., priority: Iterable[int] | None = ..., device_ordinal: Iterable[int] | None = ...) -> None: ...
        virtual_devices: _Messages[GPUOptions.Experimental.VirtualDevices]
        use_unified_memory: bool
        num_dev_to_dev_copy_streams: int
        collective_ring_order: str
        timestamped_allocator: bool
        kernel_tracker_max_interval: int
        kernel_tracker_max_bytes: int
        kernel_tracker_max_pending: int
        num_virtual_devices_per_gpu: int
        internal_fragmentation_fraction: float
        use_cuda_malloc_async: bool
        disallow_retry_on_allocation_failure: bool
        gpu_host_mem_limit_in_mb: float
        gpu_host_mem_disallow_growth: bool
        gpu_system_memory_size_in_mb: int
        def __init__(self, *, virtual_devices: Iterable[GPUOptions.Experimental.VirtualDevices] | None = ..., use_unified_memory: bool | None = ..., num_dev_to_dev_copy_streams: int | None = ..., collective_ring_order: str | bytes | None = ..., timestamped_allocator: bool | None = ..., kernel_tracker_max_interval: int | None = ..., kernel_tracker_max_bytes: int | None = ..., kernel_tracker_max_pending: int | None = ..., num_virtual_devices_per_gpu: int | None = ..., internal_fragmentation_fraction: float | None = ..., use_cuda_malloc_async: bool | None = ..., disallow_retry_on_allocation_failure: bool | None = ..., gpu_host_mem_limit_in_mb: float | None = ..., gpu_host_mem_disallow_growth: bool | None = ..., gpu_system_memory_size_in_mb: int | None = ...) -> None: ...
    per_process_gpu_memory_fraction: float
    allow_growth: bool
    allocator_type: str
    deferred_deletion_bytes: int
    visible_device_list: str
    polling_active_delay_usecs: int
    polling_inactive_delay_msecs: int
    force_gpu_compatible: bool
    experimental: GPUOptions.Experimental
    def __init__(self, *, per_process_gpu_memory_fraction: float | None = ..., allow_growth: bool | None = ..., allocator_type: str | bytes | None = ..., deferred_deletion_bytes: int | None = ..., visible_device_list: str | bytes | None = ..., polling_active_delay_usecs: int | None = ..., polling_inactive_delay_msecs: int | None = ..., force_gpu_compatible: bool | None = ..., experimental: GPUOptions.Experimental | None = ...) -> None: ...
class GenericSignature(_Message):
    map: _MessageMap[TensorBinding]
    def __init__(self, *, map: Mapping[str | bytes, TensorBinding] | None = ...) -> None: ...
class GetModelMetadataRequest(_Message):
    model_spec: ModelSpec
    metadata_field: MutableSequence[str]
    def __init__(self, *, model_spec: ModelSpec | None = ..., metadata_field: Iterable[str | bytes] | None = ...) -> None: ...
class GetModelMetadataResponse(_Message):
    model_spec: ModelSpec
    metadata: _MessageMap[Any]
    def __init__(self, *, model_spec: ModelSpec | None = ..., metadata: Mapping[str | bytes, Any] | None = ...) -> None: ...
class GetModelStatusRequest(_Message):
    model_spec: ModelSpec
    def __init__(self, *, model_spec: ModelSpec | None = ...) -> None: ...
class GetModelStatusResponse(_Message):
    model_version_status: _Messages[ModelVersionStatus]
    def __init__(self, *, model_version_status: Iterable[ModelVersionStatus] | None = ...) -> None: ...
class GetStatusRequest(_Message):
    def __init__(self) -> None: ...
class GetStatusResponse(_Message):
    device_attributes: _Messages[DeviceAttributes]
    def __init__(self, *, device_attributes: Iterable[DeviceAttributes] | None = ...) -> None: ...
class GetStepSequenceRequest(_Message):
    graph_key: MutableSequence[int]
    def __init__(self, *, graph_key: Iterable[int] | None = ...) -> None: ...
class GetStepSequenceResponse(_Message):
    step_sequence: _Messages[StepSequence]
    def __init__(self, *, step_sequence: Iterable[StepSequence] | None = ...) -> None: ...
class GiniStats(_Message):
    square: float
    def __init__(self, *, square: float | None = ...) -> None: ...
class GradientAccumulationStatus(_Message):
    Status: _Enum
    UNSPECIFIED: int
    ENABLED: int
    DISABLED: int
    def __init__(self) -> None: ...
class GradientDef(_Message):
    function_name: str
    gradient_func: str
    def __init__(self, *, function_name: str | bytes | None = ..., gradient_func: str | bytes | None = ...) -> None: ...
class GraphDebugInfo(_Message):
    class FileLineCol(_Message):
        file_index: int
        line: int
        col: int
        func: str
        code: str
        def __init__(self, *, file_index: int | None = ..., line: int | None = ..., col: int | None = ..., func: str | bytes | None = ..., code: str | bytes | None = ...) -> None: ...
    class StackTrace(_Message):
        file_line_cols: _Messages[GraphDebugInfo.FileLineCol]
        frame_id: MutableSequence[int]
        def __init__(self, *, file_line_cols: Iterable[GraphDebugInfo.FileLineCol] | None = ..., frame_id: Iterable[int] | None = ...) -> None: ...
    files: MutableSequence[str]
    traces: _MessageMap[GraphDebugInfo.StackTrace]
    frames_by_id: _MessageMap[GraphDebugInfo.FileLineCol]
    traces_by_id: _MessageMap[GraphDebugInfo.StackTrace]
    name_to_trace_id: dict[str, int]
    def __init__(self, *, files: Iterable[str | bytes] | None = ..., traces: Mapping[str | bytes, GraphDebugInfo.StackTrace] | None = ..., frames_by_id: Mapping[int, GraphDebugInfo.FileLineCol] | None = ..., traces_by_id: Mapping[int, GraphDebugInfo.StackTrace] | None = ..., name_to_trace_id: Mapping[str | bytes, int] | None = ...) -> None: ...
class GraphDef(_Message):
    node: _Messages[NodeDef]
    versions: VersionDef
    version: int
    library: FunctionDefLibrary
    debug_info: GraphDebugInfo
    def __init__(self, *, node: Iterable[NodeDef] | None = ..., versions: VersionDef | None = ..., version: int | None = ..., library: FunctionDefLibrary | None = ..., debug_info: GraphDebugInfo | None = ...) -> None: ...
class GraphNodeProto(_Message):
    name: str
    tensor_value: TFProfTensorProto
    run_count: int
    exec_micros: int
    accelerator_exec_micros: int
    cpu_exec_micros: int
    requested_bytes: int
    peak_bytes: int
    residual_bytes: int
    output_bytes: int
    parameters: int
    float_ops: int
    devices: MutableSequence[str]
    total_definition_count: int
    total_run_count: int
    total_exec_micros: int
    total_accelerator_exec_micros: int
    total_cpu_exec_micros: int
    total_requested_bytes: int
    total_peak_bytes: int
    total_residual_bytes: int
    total_output_bytes: int
    total_parameters: int
    total_float_ops: int
    shapes: _Messages[TensorShapeProto]
    input_shapes: _MessageMap[TensorShapeProto]
    children: _Messages[GraphNodeProto]
    def __init__(self, *, name: str | bytes | None = ..., tensor_value: TFProfTensorProto | None = ..., run_count: int | None = ..., exec_micros: int | None = ..., accelerator_exec_micros: int | None = ..., cpu_exec_micros: int | None = ..., requested_bytes: int | None = ..., peak_bytes: int | None = ..., residual_bytes: int | None = ..., output_bytes: int | None = ..., parameters: int | None = ..., float_ops: int | None = ..., devices: Iterable[str | bytes] | None = ..., total_definition_count: int | None = ..., total_run_count: int | None = ..., total_exec_micros: int | None = ..., total_accelerator_exec_micros: int | None = ..., total_cpu_exec_micros: int | None = ..., total_requested_bytes: int | None = ..., total_peak_bytes: int | None = ..., total_residual_bytes: int | None = ..., total_output_bytes: int | None = ..., total_parameters: int | None = ..., total_float_ops: int | None = ..., shapes: Iterable[TensorShapeProto] | None = ..., input_shapes: Mapping[int, TensorShapeProto] | None = ..., children: Iterable[GraphNodeProto] | None = ...) -> None: ...
class GraphOptions(_Message):
    enable_recv_scheduling: bool
    optimizer_options: OptimizerOptions
    build_cost_model: int
    build_cost_model_after: int
    infer_shapes: bool
    place_pruned_graph: bool
    enable_bfloat16_sendrecv: bool
    timeline_step: int
    rewrite_options: RewriterConfig
    def __init__(self, *, enable_recv_scheduling: bool | None = ..., optimizer_options: OptimizerOptions | None = ..., build_cost_model: int | None = ..., build_cost_model_after: int | None = ..., infer_shapes: bool | None = ..., place_pruned_graph: bool | None = ..., enable_bfloat16_sendrecv: bool | None = ..., timeline_step: int | None = ..., rewrite_options: RewriterConfig | None = ...) -> None: ...
class GrowingMetadata(_Message):
    num_trees_attempted: int
    num_layers_attempted: int
    last_layer_node_start: int
    last_layer_node_end: int
    def __init__(self, *, num_trees_attempted: int | None = ..., num_layers_attempted: int | None = ..., last_layer_node_start: int | None = ..., last_layer_node_end: int | None = ...) -> None: ...
class HParamDef(_Message):
    class BytesList(_Message):
        value: MutableSequence[bytes]
        def __init__(self, *, value: Iterable[bytes] | None = ...) -> None: ...
    class FloatList(_Message):
        value: MutableSequence[float]
        def __init__(self, *, value: Iterable[float] | None = ...) -> None: ...
    class Int64List(_Message):
        value: MutableSequence[int]
        def __init__(self, *, value: Iterable[int] | None = ...) -> None: ...
    class BoolList(_Message):
        value: MutableSequence[bool]
        def __init__(self, *, value: Iterable[bool] | None = ...) -> None: ...
    class HParamType(_Message):
        int64_value: int
        float_value: float
        bytes_value: bytes
        bool_value: bool
        int64_list: HParamDef.Int64List
        float_list: HParamDef.FloatList
        bytes_list: HParamDef.BytesList
        bool_list: HParamDef.BoolList
        def __init__(self, *, int64_value: int | None = ..., float_value: float | None = ..., bytes_value: bytes | None = ..., bool_value: bool | None = ..., int64_list: HParamDef.Int64List | None = ..., float_list: HParamDef.FloatList | None = ..., bytes_list: HParamDef.BytesList | None = ..., bool_list: HParamDef.BoolList | None = ...) -> None: ...
    hparam: _MessageMap[HParamDef.HParamType]
    def __init__(self, *, hparam: Mapping[str | bytes, HParamDef.HParamType] | None = ...) -> None: ...
class HealthCheckRequest(_Message):
    service: str
    def __init__(self, *, service: str | bytes | None = ...) -> None: ...
class HealthCheckResponse(_Message):
    ServingStatus: _Enum
    UNKNOWN: int
    SERVING: int
    NOT_SERVING: int
    SERVICE_UNKNOWN: int
    status: int
    def __init__(self, *, status: int | str | None = ...) -> None: ...
class HistogramProto(_Message):
    min: float
    max: float
    num: float
    sum: float
    sum_squares: float
    bucket_limit: MutableSequence[float]
    bucket: MutableSequence[float]
    def __init__(self, *, min: float | None = ..., max: float | None = ..., num: float | None = ..., sum: float | None = ..., sum_squares: float | None = ..., bucket_limit: Iterable[float] | None = ..., bucket: Iterable[float] | None = ...) -> None: ...
class HloComputationProto(_Message):
    name: str
    instructions: _Messages[HloInstructionProto]
    program_shape: ProgramShapeProto
    id: int
    root_id: int
    def __init__(self, *, name: str | bytes | None = ..., instructions: Iterable[HloInstructionProto] | None = ..., program_shape: ProgramShapeProto | None = ..., id: int | None = ..., root_id: int | None = ...) -> None: ...
class HloInstructionProto(_Message):
    name: str
    opcode: str
    shape: ShapeProto
    parameter_number: int
    tuple_index: int
    id: int
    operand_ids: MutableSequence[int]
    control_predecessor_ids: MutableSequence[int]
    called_computation_ids: MutableSequence[int]
    def __init__(self, *, name: str | bytes | None = ..., opcode: str | bytes | None = ..., shape: ShapeProto | None = ..., parameter_number: int | None = ..., tuple_index: int | None = ..., id: int | None = ..., operand_ids: Iterable[int] | None = ..., control_predecessor_ids: Iterable[int] | None = ..., called_computation_ids: Iterable[int] | None = ...) -> None: ...
class HloModuleProto(_Message):
    name: str
    entry_computation_name: str
    computations: _Messages[HloComputationProto]
    host_program_shape: ProgramShapeProto
    id: int
    entry_computation_id: int
    def __init__(self, *, name: str | bytes | None = ..., entry_computation_name: str | bytes | None = ..., computations: Iterable[HloComputationProto] | None = ..., host_program_shape: ProgramShapeProto | None = ..., id: int | None = ..., entry_computation_id: int | None = ...) -> None: ...
class HloProto(_Message):
    hlo_module: HloModuleProto
    def __init__(self, *, hlo_module: HloModuleProto | None = ...) -> None: ...
class HotIdReplicationConfiguration(_Message):
    Status: _Enum
    UNSPECIFIED: int
    ENABLED: int
    DISABLED: int
    status: int
    def __init__(self, *, status: int | str | None = ...) -> None: ...
class InequalityTest(_Message):
    Type: _Enum
    LESS_OR_EQUAL: int
    LESS_THAN: int
    GREATER_OR_EQUAL: int
    GREATER_THAN: int
    feature_id: FeatureId
    oblique: ObliqueFeatures
    type: int
    threshold: Value
    def __init__(self, *, feature_id: FeatureId | None = ..., oblique: ObliqueFeatures | None = ..., type: int | str | None = ..., threshold: Value | None = ...) -> None: ...
class InferenceResult(_Message):
    model_spec: ModelSpec
    classification_result: ClassificationResult
    regression_result: RegressionResult
    def __init__(self, *, model_spec: ModelSpec | None = ..., classification_result: ClassificationResult | None = ..., regression_result: RegressionResult | None = ...) -> None: ...
class InferenceTask(_Message):
    model_spec: ModelSpec
    method_name: str
    def __init__(self, *, model_spec: ModelSpec | None = ..., method_name: str | bytes | None = ...) -> None: ...
class Input(_Message):
    example_list: ExampleList
    example_list_with_context: ExampleListWithContext
    def __init__(self, *, example_list: ExampleList | None = ..., example_list_with_context: ExampleListWithContext | None = ...) -> None: ...
class Int32Value(_Message):
    value: int
    def __init__(self, *, value: int | None = ...) -> None: ...
class Int64List(_Message):
    value: MutableSequence[int]
    def __init__(self, *, value: Iterable[int] | None = ...) -> None: ...
class Int64Value(_Message):
    value: int
    def __init__(self, *, value: int | None = ...) -> None: ...
class InterconnectLink(_Message):
    device_id: int
    type: str
    strength: int
    def __init__(self, *, device_id: int | None = ..., type: str | bytes | None = ..., strength: int | None = ...) -> None: ...
class JobDef(_Message):
    name: str
    tasks: dict[int, str]
    def __init__(self, *, name: str | bytes | None = ..., tasks: Mapping[int, str | bytes] | None = ...) -> None: ...
class JobDeviceFilters(_Message):
    name: str
    tasks: _MessageMap[TaskDeviceFilters]
    def __init__(self, *, name: str | bytes | None = ..., tasks: Mapping[int, TaskDeviceFilters] | None = ...) -> None: ...
class LabeledStepStats(_Message):
    step_id: int
    step_stats: StepStats
    def __init__(self, *, step_id: int | None = ..., step_stats: StepStats | None = ...) -> None: ...
class LayoutProto(_Message):
    format: int
    minor_to_major: MutableSequence[int]
    max_sparse_elements: int
    tiles: _Messages[TileProto]
    element_size_in_bits: int
    memory_space: int
    def __init__(self, *, format: int | str | None = ..., minor_to_major: Iterable[int] | None = ..., max_sparse_elements: int | None = ..., tiles: Iterable[TileProto] | None = ..., element_size_in_bits: int | None = ..., memory_space: int | None = ...) -> None: ...
class Leaf(_Message):
    vector: Vector
    sparse_vector: SparseVector
    scalar: float
    def __init__(self, *, vector: Vector | None = ..., sparse_vector: SparseVector | None = ..., scalar: float | None = ...) -> None: ...
class LeafStat(_Message):
    class GiniImpurityClassificationStats(_Message):
        dense_counts: _Any
        sparse_counts: _Any
        gini: GiniStats
        def __init__(self, *, dense_counts: _Any | None = ..., sparse_counts: _Any | None = ..., gini: GiniStats | None = ...) -> None: ...
    class LeastSquaresRegressionStats(_Message):
        mean_output: _Any
        mean_output_squares: _Any
        def __init__(self, *, mean_output: _Any | None = ..., mean_output_squares: _Any | None = ...) -> None: ...
    classification: LeafStat.GiniImpurityClassificationStats
    regression: LeafStat.LeastSquaresRegressionStats
    weight_sum: float
    def __init__(self, *, classification: LeafStat.GiniImpurityClassificationStats | None = ..., regression: LeafStat.LeastSquaresRegressionStats | None = ..., weight_sum: float | None = ...) -> None: ...
class LearningRate(_Message):
    constant: float
    dynamic: DynamicLearningRate
    def __init__(self, *, constant: float | None = ..., dynamic: DynamicLearningRate | None = ...) -> None: ...
class LinearParam(_Message):
    slope: float
    y_intercept: float
    min_val: float
    max_val: float
    def __init__(self, *, slope: float | None = ..., y_intercept: float | None = ..., min_val: float | None = ..., max_val: float | None = ...) -> None: ...
class ListDevicesRequest(_Message):
    session_handle: str
    def __init__(self, *, session_handle: str | bytes | None = ...) -> None: ...
class ListDevicesResponse(_Message):
    local_device: _Messages[DeviceAttributes]
    remote_device: _Messages[DeviceAttributes]
    def __init__(self, *, local_device: Iterable[DeviceAttributes] | None = ..., remote_device: Iterable[DeviceAttributes] | None = ...) -> None: ...
class ListValue(_Message):
    values: _Messages[StructuredValue]
    def __init__(self, *, values: Iterable[StructuredValue] | None = ...) -> None: ...
class LocalLinks(_Message):
    link: _Messages[InterconnectLink]
    def __init__(self, *, link: Iterable[InterconnectLink] | None = ...) -> None: ...
class LogCollectorConfig(_Message):
    type: str
    filename_prefix: str
    def __init__(self, *, type: str | bytes | None = ..., filename_prefix: str | bytes | None = ...) -> None: ...
class LogMessage(_Message):
    Level: _Enum
    UNKNOWN: int
    DEBUGGING: int
    INFO: int
    WARN: int
    ERROR: int
    FATAL: int
    level: int
    message: str
    def __init__(self, *, level: int | str | None = ..., message: str | bytes | None = ...) -> None: ...
class LogMetadata(_Message):
    model_spec: ModelSpec
    sampling_config: SamplingConfig
    saved_model_tags: MutableSequence[str]
    timestamp_secs: int
    dc: str
    request_origin: str
    request_criticality: str
    def __init__(self, *, model_spec: ModelSpec | None = ..., sampling_config: SamplingConfig | None = ..., saved_model_tags: Iterable[str | bytes] | None = ..., timestamp_secs: int | None = ..., dc: str | bytes | None = ..., request_origin: str | bytes | None = ..., request_criticality: str | bytes | None = ...) -> None: ...
class LoggingConfig(_Message):
    log_collector_config: LogCollectorConfig
    sampling_config: SamplingConfig
    def __init__(self, *, log_collector_config: LogCollectorConfig | None = ..., sampling_config: SamplingConfig | None = ...) -> None: ...
class LoggingRequest(_Message):
    enable_rpc_logging: bool
    disable_rpc_logging: bool
    clear: bool
    fetch_step_id: MutableSequence[int]
    def __init__(self, *, enable_rpc_logging: bool | None = ..., disable_rpc_logging: bool | None = ..., clear: bool | None = ..., fetch_step_id: Iterable[int] | None = ...) -> None: ...
class LoggingResponse(_Message):
    step: _Messages[LabeledStepStats]
    def __init__(self, *, step: Iterable[LabeledStepStats] | None = ...) -> None: ...
class MakeCallableRequest(_Message):
    session_handle: str
    options: CallableOptions
    request_id: int
    def __init__(self, *, session_handle: str | bytes | None = ..., options: CallableOptions | None = ..., request_id: int | None = ...) -> None: ...
class MakeCallableResponse(_Message):
    handle: int
    def __init__(self, *, handle: int | None = ...) -> None: ...
class MarkRecvFinishedRequest(_Message):
    request_id: int
    def __init__(self, *, request_id: int | None = ...) -> None: ...
class MarkRecvFinishedResponse(_Message):
    def __init__(self) -> None: ...
class MatchingValuesTest(_Message):
    feature_id: FeatureId
    value: _Messages[Value]
    inverse: bool
    def __init__(self, *, feature_id: FeatureId | None = ..., value: Iterable[Value] | None = ..., inverse: bool | None = ...) -> None: ...
class MdlAdagradLightParameters(_Message):
    l2: float
    lr_power: float
    min_servable_mdl_benefit: float
    mdl_mix_in_margin: float
    mdl_benefit_rampup_coeff: float
    mdl_min_weight: float
    benefit_revisit_scale: float
    max_event_benefit: float
    max_total_benefit: float
    mdl_hard_limit: float
    hard_limit_min_benefit: bool
    mdl_regularize: bool
    initial_accumulator: float
    initial_weight: float
    initial_benefit: float
    def __init__(self, *, l2: float | None = ..., lr_power: float | None = ..., min_servable_mdl_benefit: float | None = ..., mdl_mix_in_margin: float | None = ..., mdl_benefit_rampup_coeff: float | None = ..., mdl_min_weight: float | None = ..., benefit_revisit_scale: float | None = ..., max_event_benefit: float | None = ..., max_total_benefit: float | None = ..., mdl_hard_limit: float | None = ..., hard_limit_min_benefit: bool | None = ..., mdl_regularize: bool | None = ..., initial_accumulator: float | None = ..., initial_weight: float | None = ..., initial_benefit: float | None = ...) -> None: ...
class Memory(_Message):
    bytes: int
    ptr: int
    def __init__(self, *, bytes: int | None = ..., ptr: int | None = ...) -> None: ...
class MemoryLogRawAllocation(_Message):
    step_id: int
    operation: str
    num_bytes: int
    ptr: int
    allocation_id: int
    allocator_name: str
    def __init__(self, *, step_id: int | None = ..., operation: str | bytes | None = ..., num_bytes: int | None = ..., ptr: int | None = ..., allocation_id: int | None = ..., allocator_name: str | bytes | None = ...) -> None: ...
class MemoryLogRawDeallocation(_Message):
    step_id: int
    operation: str
    allocation_id: int
    allocator_name: str
    deferred: bool
    def __init__(self, *, step_id: int | None = ..., operation: str | bytes | None = ..., allocation_id: int | None = ..., allocator_name: str | bytes | None = ..., deferred: bool | None = ...) -> None: ...
class MemoryLogStep(_Message):
    step_id: int
    handle: str
    def __init__(self, *, step_id: int | None = ..., handle: str | bytes | None = ...) -> None: ...
class MemoryLogTensorAllocation(_Message):
    step_id: int
    kernel_name: str
    tensor: TensorDescription
    def __init__(self, *, step_id: int | None = ..., kernel_name: str | bytes | None = ..., tensor: TensorDescription | None = ...) -> None: ...
class MemoryLogTensorDeallocation(_Message):
    allocation_id: int
    allocator_name: str
    def __init__(self, *, allocation_id: int | None = ..., allocator_name: str | bytes | None = ...) -> None: ...
class MemoryLogTensorOutput(_Message):
    step_id: int
    kernel_name: str
    index: int
    tensor: TensorDescription
    def __init__(self, *, step_id: int | None = ..., kernel_name: str | bytes | None = ..., index: int | None = ..., tensor: TensorDescription | None = ...) -> None: ...
class MemoryStats(_Message):
    temp_memory_size: int
    persistent_memory_size: int
    persistent_tensor_alloc_ids: MutableSequence[int]
    device_temp_memory_size: int
    device_persistent_memory_size: int
    device_persistent_tensor_alloc_ids: MutableSequence[int]
    def __init__(self, *, temp_memory_size: int | None = ..., persistent_memory_size: int | None = ..., persistent_tensor_alloc_ids: Iterable[int] | None = ..., device_temp_memory_size: int | None = ..., device_persistent_memory_size: int | None = ..., device_persistent_tensor_alloc_ids: Iterable[int] | None = ...) -> None: ...
class MetaGraphDef(_Message):
    class MetaInfoDef(_Message):
        meta_graph_version: str
        stripped_op_list: OpList
        any_info: Any
        tags: MutableSequence[str]
        tensorflow_version: str
        tensorflow_git_version: str
        stripped_default_attrs: bool
        function_aliases: dict[str, str]
        def __init__(self, *, meta_graph_version: str | bytes | None = ..., stripped_op_list: OpList | None = ..., any_info: Any | None = ..., tags: Iterable[str | bytes] | None = ..., tensorflow_version: str | bytes | None = ..., tensorflow_git_version: str | bytes | None = ..., stripped_default_attrs: bool | None = ..., function_aliases: Mapping[str | bytes, str | bytes] | None = ...) -> None: ...
    meta_info_def: MetaGraphDef.MetaInfoDef
    graph_def: GraphDef
    saver_def: SaverDef
    collection_def: _MessageMap[CollectionDef]
    signature_def: _MessageMap[SignatureDef]
    asset_file_def: _Messages[AssetFileDef]
    object_graph_def: SavedObjectGraph
    def __init__(self, *, meta_info_def: MetaGraphDef.MetaInfoDef | None = ..., graph_def: GraphDef | None = ..., saver_def: SaverDef | None = ..., collection_def: Mapping[str | bytes, CollectionDef] | None = ..., signature_def: Mapping[str | bytes, SignatureDef] | None = ..., asset_file_def: Iterable[AssetFileDef] | None = ..., object_graph_def: SavedObjectGraph | None = ...) -> None: ...
class Metric(_Message):
    name: str
    int64_value_increase: int
    def __init__(self, *, name: str | bytes | None = ..., int64_value_increase: int | None = ...) -> None: ...
class MetricEntry(_Message):
    name: str
    value: float
    min_value: DoubleValue
    max_value: DoubleValue
    def __init__(self, *, name: str | bytes | None = ..., value: float | None = ..., min_value: DoubleValue | None = ..., max_value: DoubleValue | None = ...) -> None: ...
class Model(_Message):
    decision_tree: DecisionTree
    ensemble: Ensemble
    custom_model: Any
    additional_data: _Messages[Any]
    def __init__(self, *, decision_tree: DecisionTree | None = ..., ensemble: Ensemble | None = ..., custom_model: Any | None = ..., additional_data: Iterable[Any] | None = ...) -> None: ...
class ModelAndFeatures(_Message):
    class Feature(_Message):
        feature_id: FeatureId
        additional_data: _Messages[Any]
        def __init__(self, *, feature_id: FeatureId | None = ..., additional_data: Iterable[Any] | None = ...) -> None: ...
    features: _MessageMap[ModelAndFeatures.Feature]
    model: Model
    additional_data: _Messages[Any]
    def __init__(self, *, features: Mapping[str | bytes, ModelAndFeatures.Feature] | None = ..., model: Model | None = ..., additional_data: Iterable[Any] | None = ...) -> None: ...
class ModelConfig(_Message):
    name: str
    base_path: str
    model_type: int
    model_platform: str
    model_version_policy: FileSystemStoragePathSourceConfig.ServableVersionPolicy
    version_labels: dict[str, int]
    logging_config: LoggingConfig
    def __init__(self, *, name: str | bytes | None = ..., base_path: str | bytes | None = ..., model_type: int | str | None = ..., model_platform: str | bytes | None = ..., model_version_policy: FileSystemStoragePathSourceConfig.ServableVersionPolicy | None = ..., version_labels: Mapping[str | bytes, int] | None = ..., logging_config: LoggingConfig | None = ...) -> None: ...
class ModelConfigList(_Message):
    config: _Messages[ModelConfig]
    def __init__(self, *, config: Iterable[ModelConfig] | None = ...) -> None: ...
class ModelServerConfig(_Message):
    model_config_list: ModelConfigList
    custom_model_config: Any
    def __init__(self, *, model_config_list: ModelConfigList | None = ..., custom_model_config: Any | None = ...) -> None: ...
class ModelSpec(_Message):
    name: str
    version: Int64Value
    version_label: str
    signature_name: str
    def __init__(self, *, name: str | bytes | None = ..., version: Int64Value | None = ..., version_label: str | bytes | None = ..., signature_name: str | bytes | None = ...) -> None: ...
class ModelVersionStatus(_Message):
    State: _Enum
    UNKNOWN: int
    START: int
    LOADING: int
    AVAILABLE: int
    UNLOADING: int
    END: int
    version: int
    state: int
    status: StatusProto
    def __init__(self, *, version: int | None = ..., state: int | str | None = ..., status: StatusProto | None = ...) -> None: ...
class ModelWarmupOptions(_Message):
    num_request_iterations: Int32Value
    num_model_warmup_threads: Int32Value
    def __init__(self, *, num_request_iterations: Int32Value | None = ..., num_model_warmup_threads: Int32Value | None = ...) -> None: ...
class MomentumParameters(_Message):
    momentum: float
    use_nesterov: bool
    initial_accum: float
    def __init__(self, *, momentum: float | None = ..., use_nesterov: bool | None = ..., initial_accum: float | None = ...) -> None: ...
class MonitoringConfig(_Message):
    prometheus_config: PrometheusConfig
    def __init__(self, *, prometheus_config: PrometheusConfig | None = ...) -> None: ...
class MultiGraphNodeProto(_Message):
    name: str
    exec_micros: int
    accelerator_exec_micros: int
    cpu_exec_micros: int
    requested_bytes: int
    peak_bytes: int
    residual_bytes: int
    output_bytes: int
    parameters: int
    float_ops: int
    total_exec_micros: int
    total_accelerator_exec_micros: int
    total_cpu_exec_micros: int
    total_requested_bytes: int
    total_peak_bytes: int
    total_residual_bytes: int
    total_output_bytes: int
    total_parameters: int
    total_float_ops: int
    graph_nodes: _Messages[GraphNodeProto]
    children: _Messages[MultiGraphNodeProto]
    def __init__(self, *, name: str | bytes | None = ..., exec_micros: int | None = ..., accelerator_exec_micros: int | None = ..., cpu_exec_micros: int | None = ..., requested_bytes: int | None = ..., peak_bytes: int | None = ..., residual_bytes: int | None = ..., output_bytes: int | None = ..., parameters: int | None = ..., float_ops: int | None = ..., total_exec_micros: int | None = ..., total_accelerator_exec_micros: int | None = ..., total_cpu_exec_micros: int | None = ..., total_requested_bytes: int | None = ..., total_peak_bytes: int | None = ..., total_residual_bytes: int | None = ..., total_output_bytes: int | None = ..., total_parameters: int | None = ..., total_float_ops: int | None = ..., graph_nodes: Iterable[GraphNodeProto] | None = ..., children: Iterable[MultiGraphNodeProto] | None = ...) -> None: ...
class MultiInferenceLog(_Message):
    request: MultiInferenceRequest
    response: MultiInferenceResponse
    def __init__(self, *, request: MultiInferenceRequest | None = ..., response: MultiInferenceResponse | None = ...) -> None: ...
class MultiInferenceRequest(_Message):
    tasks: _Messages[InferenceTask]
    input: Input
    def __init__(self, *, tasks: Iterable[InferenceTask] | None = ..., input: Input | None = ...) -> None: ...
class MultiInferenceResponse(_Message):
    results: _Messages[InferenceResult]
    def __init__(self, *, results: Iterable[InferenceResult] | None = ...) -> None: ...
class NameAttrList(_Message):
    name: str
    attr: _MessageMap[AttrValue]
    def __init__(self, *, name: str | bytes | None = ..., attr: Mapping[str | bytes, AttrValue] | None = ...) -> None: ...
class NamedDevice(_Message):
    name: str
    properties: DeviceProperties
    def __init__(self, *, name: str | bytes | None = ..., properties: DeviceProperties | None = ...) -> None: ...
class NamedTensorProto(_Message):
    name: str
    tensor: TensorProto
    def __init__(self, *, name: str | bytes | None = ..., tensor: TensorProto | None = ...) -> None: ...
class NamedTupleValue(_Message):
    name: str
    values: _Messages[PairValue]
    def __init__(self, *, name: str | bytes | None = ..., values: Iterable[PairValue] | None = ...) -> None: ...
class Node(_Message):
    leaf: Leaf
    bucketized_split: BucketizedSplit
    categorical_split: CategoricalSplit
    dense_split: DenseSplit
    metadata: NodeMetadata
    def __init__(self, *, leaf: Leaf | None = ..., bucketized_split: BucketizedSplit | None = ..., categorical_split: CategoricalSplit | None = ..., dense_split: DenseSplit | None = ..., metadata: NodeMetadata | None = ...) -> None: ...
class NodeDef(_Message):
    class ExperimentalDebugInfo(_Message):
        original_node_names: MutableSequence[str]
        original_func_names: MutableSequence[str]
        def __init__(self, *, original_node_names: Iterable[str | bytes] | None = ..., original_func_names: Iterable[str | bytes] | None = ...) -> None: ...
    name: str
    op: str
    input: MutableSequence[str]
    device: str
    attr: _MessageMap[AttrValue]
    experimental_debug_info: NodeDef.ExperimentalDebugInfo
    experimental_type: FullTypeDef
    def __init__(self, *, name: str | bytes | None = ..., op: str | bytes | None = ..., input: Iterable[str | bytes] | None = ..., device: str | bytes | None = ..., attr: Mapping[str | bytes, AttrValue] | None = ..., experimental_debug_info: NodeDef.ExperimentalDebugInfo | None = ..., experimental_type: FullTypeDef | None = ...) -> None: ...
class NodeExecStats(_Message):
    node_name: str
    all_start_micros: int
    op_start_rel_micros: int
    op_end_rel_micros: int
    all_end_rel_micros: int
    memory: _Messages[AllocatorMemoryUsed]
    output: _Messages[NodeOutput]
    timeline_label: str
    scheduled_micros: int
    thread_id: int
    referenced_tensor: _Messages[AllocationDescription]
    memory_stats: MemoryStats
    all_start_nanos: int
    op_start_rel_nanos: int
    op_end_rel_nanos: int
    all_end_rel_nanos: int
    scheduled_nanos: int
    def __init__(self, *, node_name: str | bytes | None = ..., all_start_micros: int | None = ..., op_start_rel_micros: int | None = ..., op_end_rel_micros: int | None = ..., all_end_rel_micros: int | None = ..., memory: Iterable[AllocatorMemoryUsed] | None = ..., output: Iterable[NodeOutput] | None = ..., timeline_label: str | bytes | None = ..., scheduled_micros: int | None = ..., thread_id: int | None = ..., referenced_tensor: Iterable[AllocationDescription] | None = ..., memory_stats: MemoryStats | None = ..., all_start_nanos: int | None = ..., op_start_rel_nanos: int | None = ..., op_end_rel_nanos: int | None = ..., all_end_rel_nanos: int | None = ..., scheduled_nanos: int | None = ...) -> None: ...
class NodeMetadata(_Message):
    gain: float
    original_leaf: Leaf
    def __init__(self, *, gain: float | None = ..., original_leaf: Leaf | None = ...) -> None: ...
class NodeOutput(_Message):
    slot: int
    tensor_description: TensorDescription
    def __init__(self, *, slot: int | None = ..., tensor_description: TensorDescription | None = ...) -> None: ...
class NoneValue(_Message):
    def __init__(self) -> None: ...
class ObliqueFeatures(_Message):
    features: _Messages[FeatureId]
    weights: MutableSequence[float]
    def __init__(self, *, features: Iterable[FeatureId] | None = ..., weights: Iterable[float] | None = ...) -> None: ...
class OnlineYogiParameters(_Message):
    class SignActivation(_Message):
        def __init__(self) -> None: ...
    class TanhActivation(_Message):
        def __init__(self) -> None: ...
    l1: float
    l2: float
    beta2: float
    initial_v: float
    initial_linear: float
    sign: OnlineYogiParameters.SignActivation
    tanh: OnlineYogiParameters.TanhActivation
    def __init__(self, *, l1: float | None = ..., l2: float | None = ..., beta2: float | None = ..., initial_v: float | None = ..., initial_linear: float | None = ..., sign: OnlineYogiParameters.SignActivation | None = ..., tanh: OnlineYogiParameters.TanhActivation | None = ...) -> None: ...
class OpDef(_Message):
    class ArgDef(_Message):
        name: str
        description: str
        type: int
        type_attr: str
        number_attr: str
        type_list_attr: str
        is_ref: bool
        handle_data: _Messages[ResourceHandleProto.DtypeAndShape]
        experimental_full_type: FullTypeDef
        def __init__(self, *, name: str | bytes | None = ..., description: str | bytes | None = ..., type: int | str | None = ..., type_attr: str | bytes | None = ..., number_attr: str | bytes | None = ..., type_list_attr: str | bytes | None = ..., is_ref: bool | None = ..., handle_data: Iterable[ResourceHandleProto.DtypeAndShape] | None = ..., experimental_full_type: FullTypeDef | None = ...) -> None: ...
    class AttrDef(_Message):
        name: str
        type: str
        default_value: AttrValue
        description: str
        has_minimum: bool
        minimum: int
        allowed_values: AttrValue
        def __init__(self, *, name: str | bytes | None = ..., type: str | bytes | None = ..., default_value: AttrValue | None = ..., description: str | bytes | None = ..., has_minimum: bool | None = ..., minimum: int | None = ..., allowed_values: AttrValue | None = ...) -> None: ...
    name: str
    input_arg: _Messages[OpDef.ArgDef]
    output_arg: _Messages[OpDef.ArgDef]
    control_output: MutableSequence[str]
    attr: _Messages[OpDef.AttrDef]
    deprecation: OpDeprecation
    summary: str
    description: str
    is_commutative: bool
    is_aggregate: bool
    is_stateful: bool
    allows_uninitialized_input: bool
    is_distributed_communication: bool
    def __init__(self, *, name: str | bytes | None = ..., input_arg: Iterable[OpDef.ArgDef] | None = ..., output_arg: Iterable[OpDef.ArgDef] | None = ..., control_output: Iterable[str | bytes] | None = ..., attr: Iterable[OpDef.AttrDef] | None = ..., deprecation: OpDeprecation | None = ..., summary: str | bytes | None = ..., description: str | bytes | None = ..., is_commutative: bool | None = ..., is_aggregate: bool | None = ..., is_stateful: bool | None = ..., allows_uninitialized_input: bool | None = ..., is_distributed_communication: bool | None = ...) -> None: ...
class OpDeprecation(_Message):
    version: int
    explanation: str
    def __init__(self, *, version: int | None = ..., explanation: str | bytes | None = ...) -> None: ...
class OpList(_Message):
    op: _Messages[OpDef]
    def __init__(self, *, op: Iterable[OpDef] | None = ...) -> None: ...
class OpLogEntry(_Message):
    name: str
    float_ops: int
    types: MutableSequence[str]
    code_def: CodeDef
    def __init__(self, *, name: str | bytes | None = ..., float_ops: int | None = ..., types: Iterable[str | bytes] | None = ..., code_def: CodeDef | None = ...) -> None: ...
class OpLogProto(_Message):
    log_entries: _Messages[OpLogEntry]
    id_to_string: dict[int, str]
    def __init__(self, *, log_entries: Iterable[OpLogEntry] | None = ..., id_to_string: Mapping[int, str | bytes] | None = ...) -> None: ...
class OpSharding(_Message):
    Type: _Enum
    REPLICATED: int
    MAXIMAL: int
    TUPLE: int
    OTHER: int
    type: int
    tile_shape: ShapeProto
    tile_assignment_dimensions: MutableSequence[int]
    tile_assignment_devices: MutableSequence[int]
    tuple_shardings: _Messages[OpSharding]
    def __init__(self, *, type: int | str | None = ..., tile_shape: ShapeProto | None = ..., tile_assignment_dimensions: Iterable[int] | None = ..., tile_assignment_devices: Iterable[int] | None = ..., tuple_shardings: Iterable[OpSharding] | None = ...) -> None: ...
class OptimizationParameters(_Message):
    learning_rate: LearningRate
    clipping_limits: ClippingLimits
    gradient_clipping_limits: ClippingLimits
    weight_decay_factor: float
    gradient_accumulation_status: int
    hot_id_replication_configuration: HotIdReplicationConfiguration
    adagrad: AdagradParameters
    bounded_adagrad: BoundedAdagradParameters
    stochastic_gradient_descent: StochasticGradientDescentParameters
    ftrl: FtrlParameters
    adam: AdamParameters
    momentum: MomentumParameters
    rms_prop: RmsPropParameters
    centered_rms_prop: CenteredRmsPropParameters
    mdl_adagrad_light: MdlAdagradLightParameters
    adadelta: AdadeltaParameters
    proximal_adagrad: ProximalAdagradParameters
    online_yogi: OnlineYogiParameters
    def __init__(self, *, learning_rate: LearningRate | None = ..., clipping_limits: ClippingLimits | None = ..., gradient_clipping_limits: ClippingLimits | None = ..., weight_decay_factor: float | None = ..., gradient_accumulation_status: int | str | None = ..., hot_id_replication_configuration: HotIdReplicationConfiguration | None = ..., adagrad: AdagradParameters | None = ..., bounded_adagrad: BoundedAdagradParameters | None = ..., stochastic_gradient_descent: StochasticGradientDescentParameters | None = ..., ftrl: FtrlParameters | None = ..., adam: AdamParameters | None = ..., momentum: MomentumParameters | None = ..., rms_prop: RmsPropParameters | None = ..., centered_rms_prop: CenteredRmsPropParameters | None = ..., mdl_adagrad_light: MdlAdagradLightParameters | None = ..., adadelta: AdadeltaParameters | None = ..., proximal_adagrad: ProximalAdagradParameters | None = ..., online_yogi: OnlineYogiParameters | None = ...) -> None: ...
class OptimizerOptions(_Message):
    Level: _Enum
    L1: int
    L0: int
    GlobalJitLevel: _Enum
    DEFAULT: int
    OFF: int
    ON_1: int
    ON_2: int
    do_common_subexpression_elimination: bool
    do_constant_folding: bool
    max_folded_constant_in_bytes: int
    do_function_inlining: bool
    opt_level: int
    global_jit_level: int
    cpu_global_jit: bool
    def __init__(self, *, do_common_subexpression_elimination: bool | None = ..., do_constant_folding: bool | None = ..., max_folded_constant_in_bytes: int | None = ..., do_function_inlining: bool | None = ..., opt_level: int | str | None = ..., global_jit_level: int | str | None = ..., cpu_global_jit: bool | None = ...) -> None: ...
class OptionsProto(_Message):
    max_depth: int
    min_bytes: int
    min_peak_bytes: int
    min_residual_bytes: int
    min_output_bytes: int
    min_micros: int
    min_accelerator_micros: int
    min_cpu_micros: int
    min_params: int
    min_float_ops: int
    min_occurrence: int
    step: int
    order_by: str
    account_type_regexes: MutableSequence[str]
    start_name_regexes: MutableSequence[str]
    trim_name_regexes: MutableSequence[str]
    show_name_regexes: MutableSequence[str]
    hide_name_regexes: MutableSequence[str]
    account_displayed_op_only: bool
    select: MutableSequence[str]
    output: str
    dump_to_file: str
    def __init__(self, *, max_depth: int | None = ..., min_bytes: int | None = ..., min_peak_bytes: int | None = ..., min_residual_bytes: int | None = ..., min_output_bytes: int | None = ..., min_micros: int | None = ..., min_accelerator_micros: int | None = ..., min_cpu_micros: int | None = ..., min_params: int | None = ..., min_float_ops: int | None = ..., min_occurrence: int | None = ..., step: int | None = ..., order_by: str | bytes | None = ..., account_type_regexes: Iterable[str | bytes] | None = ..., start_name_regexes: Iterable[str | bytes] | None = ..., trim_name_regexes: Iterable[str | bytes] | None = ..., show_name_regexes: Iterable[str | bytes] | None = ..., hide_name_regexes: Iterable[str | bytes] | None = ..., account_displayed_op_only: bool | None = ..., select: Iterable[str | bytes] | None = ..., output: str | bytes | None = ..., dump_to_file: str | bytes | None = ...) -> None: ...
class PaddingMap(_Message):
    arg_index: int
    shape_index: int
    padding_arg_index: int
    def __init__(self, *, arg_index: int | None = ..., shape_index: int | None = ..., padding_arg_index: int | None = ...) -> None: ...
class PairValue(_Message):
    key: str
    value: StructuredValue
    def __init__(self, *, key: str | bytes | None = ..., value: StructuredValue | None = ...) -> None: ...
class PartialRunSetupRequest(_Message):
    session_handle: str
    feed: MutableSequence[str]
    fetch: MutableSequence[str]
    target: MutableSequence[str]
    request_id: int
    def __init__(self, *, session_handle: str | bytes | None = ..., feed: Iterable[str | bytes] | None = ..., fetch: Iterable[str | bytes] | None = ..., target: Iterable[str | bytes] | None = ..., request_id: int | None = ...) -> None: ...
class PartialRunSetupResponse(_Message):
    partial_run_handle: str
    def __init__(self, *, partial_run_handle: str | bytes | None = ...) -> None: ...
class PlatformConfig(_Message):
    source_adapter_config: Any
    def __init__(self, *, source_adapter_config: Any | None = ...) -> None: ...
class PlatformConfigMap(_Message):
    platform_configs: _MessageMap[PlatformConfig]
    def __init__(self, *, platform_configs: Mapping[str | bytes, PlatformConfig] | None = ...) -> None: ...
class PredictLog(_Message):
    request: PredictRequest
    response: PredictResponse
    def __init__(self, *, request: PredictRequest | None = ..., response: PredictResponse | None = ...) -> None: ...
class PredictRequest(_Message):
    model_spec: ModelSpec
    inputs: _MessageMap[TensorProto]
    output_filter: MutableSequence[str]
    predict_streamed_options: PredictStreamedOptions
    client_id: bytes
    def __init__(self, *, model_spec: ModelSpec | None = ..., inputs: Mapping[str | bytes, TensorProto] | None = ..., output_filter: Iterable[str | bytes] | None = ..., predict_streamed_options: PredictStreamedOptions | None = ..., client_id: bytes | None = ...) -> None: ...
class PredictResponse(_Message):
    model_spec: ModelSpec
    outputs: _MessageMap[TensorProto]
    def __init__(self, *, model_spec: ModelSpec | None = ..., outputs: Mapping[str | bytes, TensorProto] | None = ...) -> None: ...
class PredictStreamedLog(_Message):
    request: _Messages[PredictRequest]
    response: _Messages[PredictResponse]
    def __init__(self, *, request: Iterable[PredictRequest] | None = ..., response: Iterable[PredictResponse] | None = ...) -> None: ...
class PredictStreamedOptions(_Message):
    RequestState: _Enum
    NONE: int
    SPLIT: int
    END_SPLIT: int
    request_state: int
    split_dimensions: dict[str, int]
    def __init__(self, *, request_state: int | str | None = ..., split_dimensions: Mapping[str | bytes, int] | None = ...) -> None: ...
class PredictionLog(_Message):
    log_metadata: LogMetadata
    classify_log: ClassifyLog
    regress_log: RegressLog
    predict_log: PredictLog
    predict_streamed_log: PredictStreamedLog
    multi_inference_log: MultiInferenceLog
    session_run_log: SessionRunLog
    def __init__(self, *, log_metadata: LogMetadata | None = ..., classify_log: ClassifyLog | None = ..., regress_log: RegressLog | None = ..., predict_log: PredictLog | None = ..., predict_streamed_log: PredictStreamedLog | None = ..., multi_inference_log: MultiInferenceLog | None = ..., session_run_log: SessionRunLog | None = ...) -> None: ...
class ProfileNode(_Message):
    name: str
    op: str
    id: int
    inputs: dict[int, int]
    input_shapes: _MessageMap[Tuple]
    outputs: dict[int, int]
    output_shapes: _MessageMap[Tuple]
    src_output_index: dict[int, int]
    shape: MutableSequence[int]
    op_types: MutableSequence[str]
    canonical_device: str
    host_device: str
    float_ops: int
    trace: CodeDef
    attrs: _MessageMap[AttrValue]
    execs: _MessageMap[ExecProfile]
    def __init__(self, *, name: str | bytes | None = ..., op: str | bytes | None = ..., id: int | None = ..., inputs: Mapping[int, int] | None = ..., input_shapes: Mapping[int, Tuple] | None = ..., outputs: Mapping[int, int] | None = ..., output_shapes: Mapping[int, Tuple] | None = ..., src_output_index: Mapping[int, int] | None = ..., shape: Iterable[int] | None = ..., op_types: Iterable[str | bytes] | None = ..., canonical_device: str | bytes | None = ..., host_device: str | bytes | None = ..., float_ops: int | None = ..., trace: CodeDef | None = ..., attrs: Mapping[str | bytes, AttrValue] | None = ..., execs: Mapping[int, ExecProfile] | None = ...) -> None: ...
class ProfileProto(_Message):
    nodes: _MessageMap[ProfileNode]
    has_trace: bool
    miss_accelerator_stream: bool
    steps: MutableSequence[int]
    id_to_string: dict[int, str]
    def __init__(self, *, nodes: Mapping[int, ProfileNode] | None = ..., has_trace: bool | None = ..., miss_accelerator_stream: bool | None = ..., steps: Iterable[int] | None = ..., id_to_string: Mapping[int, str | bytes] | None = ...) -> None: ...
class ProgramShapeProto(_Message):
    parameters: _Messages[ShapeProto]
    result: ShapeProto
    parameter_names: MutableSequence[str]
    def __init__(self, *, parameters: Iterable[ShapeProto] | None = ..., result: ShapeProto | None = ..., parameter_names: Iterable[str | bytes] | None = ...) -> None: ...
class PrometheusConfig(_Message):
    enable: bool
    path: str
    def __init__(self, *, enable: bool | None = ..., path: str | bytes | None = ...) -> None: ...
class ProximalAdagradParameters(_Message):
    l1: float
    l2: float
    initial_accumulator: float
    def __init__(self, *, l1: float | None = ..., l2: float | None = ..., initial_accumulator: float | None = ...) -> None: ...
class QueueRunnerDef(_Message):
    queue_name: str
    enqueue_op_name: MutableSequence[str]
    close_op_name: str
    cancel_op_name: str
    queue_closed_exception_types: MutableSequence[int]
    def __init__(self, *, queue_name: str | bytes | None = ..., enqueue_op_name: Iterable[str | bytes] | None = ..., close_op_name: str | bytes | None = ..., cancel_op_name: str | bytes | None = ..., queue_closed_exception_types: Iterable[int | str] | None = ...) -> None: ...
class RPCOptions(_Message):
    use_rpc_for_inprocess_master: bool
    compression_algorithm: str
    compression_level: int
    cache_rpc_response: bool
    disable_session_connection_sharing: bool
    num_channels_per_target: int
    def __init__(self, *, use_rpc_for_inprocess_master: bool | None = ..., compression_algorithm: str | bytes | None = ..., compression_level: int | None = ..., cache_rpc_response: bool | None = ..., disable_session_connection_sharing: bool | None = ..., num_channels_per_target: int | None = ...) -> None: ...
class ReaderBaseState(_Message):
    work_started: int
    work_finished: int
    num_records_produced: int
    current_work: bytes
    def __init__(self, *, work_started: int | None = ..., work_finished: int | None = ..., num_records_produced: int | None = ..., current_work: bytes | None = ...) -> None: ...
class RecvBufRequest(_Message):
    step_id: int
    buf_rendezvous_key: str
    num_bytes: int
    buf_ptr: int
    client_locality: DeviceLocality
    server_locality: DeviceLocality
    transport_options: Any
    src_device: str
    dst_device: str
    request_id: int
    src_incarnation: int
    def __init__(self, *, step_id: int | None = ..., buf_rendezvous_key: str | bytes | None = ..., num_bytes: int | None = ..., buf_ptr: int | None = ..., client_locality: DeviceLocality | None = ..., server_locality: DeviceLocality | None = ..., transport_options: Any | None = ..., src_device: str | bytes | None = ..., dst_device: str | bytes | None = ..., request_id: int | None = ..., src_incarnation: int | None = ...) -> None: ...
class RecvBufResponse(_Message):
    buf_ptr: int
    num_bytes: int
    is_dead: bool
    transport_options: Any
    send_start_micros: int
    require_ack: bool
    def __init__(self, *, buf_ptr: int | None = ..., num_bytes: int | None = ..., is_dead: bool | None = ..., transport_options: Any | None = ..., send_start_micros: int | None = ..., require_ack: bool | None = ...) -> None: ...
class RecvTensorRequest(_Message):
    step_id: int
    rendezvous_key: str
    dma_ok: bool
    client_locality: DeviceLocality
    server_locality: DeviceLocality
    transport_options: Any
    request_id: int
    def __init__(self, *, step_id: int | None = ..., rendezvous_key: str | bytes | None = ..., dma_ok: bool | None = ..., client_locality: DeviceLocality | None = ..., server_locality: DeviceLocality | None = ..., transport_options: Any | None = ..., request_id: int | None = ...) -> None: ...
class RecvTensorResponse(_Message):
    tensor: TensorProto
    is_dead: bool
    send_start_micros: int
    transport_options: Any
    require_ack: bool
    def __init__(self, *, tensor: TensorProto | None = ..., is_dead: bool | None = ..., send_start_micros: int | None = ..., transport_options: Any | None = ..., require_ack: bool | None = ...) -> None: ...
class RegisterGraphRequest(_Message):
    session_handle: str
    create_worker_session_called: bool
    graph_def: GraphDef
    has_control_flow: bool
    graph_options: GraphOptions
    debug_options: DebugOptions
    collective_graph_key: int
    def __init__(self, *, session_handle: str | bytes | None = ..., create_worker_session_called: bool | None = ..., graph_def: GraphDef | None = ..., has_control_flow: bool | None = ..., graph_options: GraphOptions | None = ..., debug_options: DebugOptions | None = ..., collective_graph_key: int | None = ...) -> None: ...
class RegisterGraphResponse(_Message):
    graph_handle: str
    def __init__(self, *, graph_handle: str | bytes | None = ...) -> None: ...
class RegisteredGradient(_Message):
    gradient_func: str
    registered_op_type: str
    def __init__(self, *, gradient_func: str | bytes | None = ..., registered_op_type: str | bytes | None = ...) -> None: ...
class RegisteredSaver(_Message):
    name: str
    object_name: str
    def __init__(self, *, name: str | bytes | None = ..., object_name: str | bytes | None = ...) -> None: ...
class RegressLog(_Message):
    request: RegressionRequest
    response: RegressionResponse
    def __init__(self, *, request: RegressionRequest | None = ..., response: RegressionResponse | None = ...) -> None: ...
class Regression(_Message):
    value: float
    def __init__(self, *, value: float | None = ...) -> None: ...
class RegressionRequest(_Message):
    model_spec: ModelSpec
    input: Input
    def __init__(self, *, model_spec: ModelSpec | None = ..., input: Input | None = ...) -> None: ...
class RegressionResponse(_Message):
    model_spec: ModelSpec
    result: RegressionResult
    def __init__(self, *, model_spec: ModelSpec | None = ..., result: RegressionResult | None = ...) -> None: ...
class RegressionResult(_Message):
    regressions: _Messages[Regression]
    def __init__(self, *, regressions: Iterable[Regression] | None = ...) -> None: ...
class RegressionSignature(_Message):
    input: TensorBinding
    output: TensorBinding
    def __init__(self, *, input: TensorBinding | None = ..., output: TensorBinding | None = ...) -> None: ...
class ReleaseCallableRequest(_Message):
    session_handle: str
    handle: int
    def __init__(self, *, session_handle: str | bytes | None = ..., handle: int | None = ...) -> None: ...
class ReleaseCallableResponse(_Message):
    def __init__(self) -> None: ...
class ReloadConfigRequest(_Message):
    config: ModelServerConfig
    metric_names: MutableSequence[str]
    def __init__(self, *, config: ModelServerConfig | None = ..., metric_names: Iterable[str | bytes] | None = ...) -> None: ...
class ReloadConfigResponse(_Message):
    status: StatusProto
    metric: _Messages[Metric]
    def __init__(self, *, status: StatusProto | None = ..., metric: Iterable[Metric] | None = ...) -> None: ...
class RequestedExitCode(_Message):
    exit_code: int
    def __init__(self, *, exit_code: int | None = ...) -> None: ...
class ResetRequest(_Message):
    container: MutableSequence[str]
    device_filters: MutableSequence[str]
    def __init__(self, *, container: Iterable[str | bytes] | None = ..., device_filters: Iterable[str | bytes] | None = ...) -> None: ...
class ResetResponse(_Message):
    def __init__(self) -> None: ...
class ResourceHandleProto(_Message):
    class DtypeAndShape(_Message):
        dtype: int
        shape: TensorShapeProto
        def __init__(self, *, dtype: int | str | None = ..., shape: TensorShapeProto | None = ...) -> None: ...
    device: str
    container: str
    name: str
    hash_code: int
    maybe_type_name: str
    dtypes_and_shapes: _Messages[ResourceHandleProto.DtypeAndShape]
    def __init__(self, *, device: str | bytes | None = ..., container: str | bytes | None = ..., name: str | bytes | None = ..., hash_code: int | None = ..., maybe_type_name: str | bytes | None = ..., dtypes_and_shapes: Iterable[ResourceHandleProto.DtypeAndShape] | None = ...) -> None: ...
class RewriterConfig(_Message):
    Toggle: _Enum
    DEFAULT: int
    ON: int
    OFF: int
    AGGRESSIVE: int
    EXPERIMENTAL_MLIR: int
    EXPERIMENTAL_BOTH: int
    NumIterationsType: _Enum
    DEFAULT_NUM_ITERS: int
    ONE: int
    TWO: int
    MemOptType: _Enum
    DEFAULT_MEM_OPT: int
    NO_MEM_OPT: int
    MANUAL: int
    SWAPPING_HEURISTICS: int
    RECOMPUTATION_HEURISTICS: int
    SCHEDULING_HEURISTICS: int
    HEURISTICS: int
    CpuLayout: _Enum
    NO_CONVERSION_ON_CPU: int
    NCHW_TO_NHWC: int
    NHWC_TO_NCHW: int
    class CustomGraphOptimizer(_Message):
        name: str
        parameter_map: _MessageMap[AttrValue]
        def __init__(self, *, name: str | bytes | None = ..., parameter_map: Mapping[str | bytes, AttrValue] | None = ...) -> None: ...
    layout_optimizer: int
    constant_folding: int
    shape_optimization: int
    remapping: int
    arithmetic_optimization: int
    dependency_optimization: int
    loop_optimization: int
    function_optimization: int
    debug_stripper: int
    disable_model_pruning: bool
    scoped_allocator_optimization: int
    pin_to_host_optimization: int
    implementation_selector: int
    auto_mixed_precision: int
    disable_meta_optimizer: bool
    meta_optimizer_iterations: int
    min_graph_nodes: int
    memory_optimization: int
    memory_optimizer_target_node_name_scope: str
    meta_optimizer_timeout_ms: int
    auto_parallel: AutoParallelOptions
    fail_on_optimizer_errors: bool
    scoped_allocator_opts: ScopedAllocatorOptions
    optimizers: MutableSequence[str]
    custom_optimizers: _Messages[RewriterConfig.CustomGraphOptimizer]
    inter_optimizer_verifier_config: VerifierConfig
    post_optimization_verifier_config: VerifierConfig
    cpu_layout_conversion: int
    common_subgraph_elimination: int
    auto_mixed_precision_mkl: int
    auto_mixed_precision_onednn_bfloat16: int
    auto_mixed_precision_cpu: int
    disable_tfg_optimizer: bool
    use_plugin_optimizers: int
    experimental_conditional_code_motion: int
    experimental_disable_compressed_tensor_optimization: bool
    experimental_disable_folding_quantization_emulation: bool
    def __init__(self, *, layout_optimizer: int | str | None = ..., constant_folding: int | str | None = ..., shape_optimization: int | str | None = ..., remapping: int | str | None = ..., arithmetic_optimization: int | str | None = ..., dependency_optimization: int | str | None = ..., loop_optimization: int | str | None = ..., function_optimization: int | str | None = ..., debug_stripper: int | str | None = ..., disable_model_pruning: bool | None = ..., scoped_allocator_optimization: int | str | None = ..., pin_to_host_optimization: int | str | None = ..., implementation_selector: int | str | None = ..., auto_mixed_precision: int | str | None = ..., disable_meta_optimizer: bool | None = ..., meta_optimizer_iterations: int | str | None = ..., min_graph_nodes: int | None = ..., memory_optimization: int | str | None = ..., memory_optimizer_target_node_name_scope: str | bytes | None = ..., meta_optimizer_timeout_ms: int | None = ..., auto_parallel: AutoParallelOptions | None = ..., fail_on_optimizer_errors: bool | None = ..., scoped_allocator_opts: ScopedAllocatorOptions | None = ..., optimizers: Iterable[str | bytes] | None = ..., custom_optimizers: Iterable[RewriterConfig.CustomGraphOptimizer] | None = ..., inter_optimizer_verifier_config: VerifierConfig | None = ..., post_optimization_verifier_config: VerifierConfig | None = ..., cpu_layout_conversion: int | str | None = ..., common_subgraph_elimination: int | str | None = ..., auto_mixed_precision_mkl: int | str | None = ..., auto_mixed_precision_onednn_bfloat16: int | str | None = ..., auto_mixed_precision_cpu: int | str | None = ..., disable_tfg_optimizer: bool | None = ..., use_plugin_optimizers: int | str | None = ..., experimental_conditional_code_motion: int | str | None = ..., experimental_disable_compressed_tensor_optimization: bool | None = ..., experimental_disable_folding_quantization_emulation: bool | None = ...) -> None: ...
class RmsPropParameters(_Message):
    rho: float
    momentum: float
    epsilon: float
    initial_ms: float
    initial_mom: float
    def __init__(self, *, rho: float | None = ..., momentum: float | None = ..., epsilon: float | None = ..., initial_ms: float | None = ..., initial_mom: float | None = ...) -> None: ...
class RunCallableRequest(_Message):
    session_handle: str
    handle: int
    feed: _Messages[TensorProto]
    request_id: int
    def __init__(self, *, session_handle: str | bytes | None = ..., handle: int | None = ..., feed: Iterable[TensorProto] | None = ..., request_id: int | None = ...) -> None: ...
class RunCallableResponse(_Message):
    fetch: _Messages[TensorProto]
    metadata: RunMetadata
    def __init__(self, *, fetch: Iterable[TensorProto] | None = ..., metadata: RunMetadata | None = ...) -> None: ...
class RunGraphRequest(_Message):
    session_handle: str
    create_worker_session_called: bool
    graph_handle: str
    step_id: int
    exec_opts: ExecutorOpts
    send: _Messages[NamedTensorProto]
    recv_key: MutableSequence[str]
    is_partial: bool
    is_last_partial_run: bool
    store_errors_in_response_body: bool
    request_id: int
    def __init__(self, *, session_handle: str | bytes | None = ..., create_worker_session_called: bool | None = ..., graph_handle: str | bytes | None = ..., step_id: int | None = ..., exec_opts: ExecutorOpts | None = ..., send: Iterable[NamedTensorProto] | None = ..., recv_key: Iterable[str | bytes] | None = ..., is_partial: bool | None = ..., is_last_partial_run: bool | None = ..., store_errors_in_response_body: bool | None = ..., request_id: int | None = ...) -> None: ...
class RunGraphResponse(_Message):
    recv: _Messages[NamedTensorProto]
    step_stats: StepStats
    cost_graph: CostGraphDef
    partition_graph: _Messages[GraphDef]
    status_code: int
    status_error_message: str
    def __init__(self, *, recv: Iterable[NamedTensorProto] | None = ..., step_stats: StepStats | None = ..., cost_graph: CostGraphDef | None = ..., partition_graph: Iterable[GraphDef] | None = ..., status_code: int | str | None = ..., status_error_message: str | bytes | None = ...) -> None: ...
class RunMetadata(_Message):
    class FunctionGraphs(_Message):
        partition_graphs: _Messages[GraphDef]
        pre_optimization_graph: GraphDef
        post_optimization_graph: GraphDef
        def __init__(self, *, partition_graphs: Iterable[GraphDef] | None = ..., pre_optimization_graph: GraphDef | None = ..., post_optimization_graph: GraphDef | None = ...) -> None: ...
    step_stats: StepStats
    cost_graph: CostGraphDef
    partition_graphs: _Messages[GraphDef]
    function_graphs: _Messages[RunMetadata.FunctionGraphs]
    session_metadata: SessionMetadata
    def __init__(self, *, step_stats: StepStats | None = ..., cost_graph: CostGraphDef | None = ..., partition_graphs: Iterable[GraphDef] | None = ..., function_graphs: Iterable[RunMetadata.FunctionGraphs] | None = ..., session_metadata: SessionMetadata | None = ...) -> None: ...
class RunOptions(_Message):
    TraceLevel: _Enum
    NO_TRACE: int
    SOFTWARE_TRACE: int
    HARDWARE_TRACE: int
    FULL_TRACE: int
    class Experimental(_Message):
        class RunHandlerPoolOptions(_Message):
            priority: int
            def __init__(self, *, priority: int | None = ...) -> None: ...
        collective_graph_key: int
        use_run_handler_pool: bool
        run_handler_pool_options: RunOptions.Experimental.RunHandlerPoolOptions
        def __init__(self, *, collective_graph_key: int | None = ..., use_run_handler_pool: bool | None = ..., run_handler_pool_options: RunOptions.Experimental.RunHandlerPoolOptions | None = ...) -> None: ...
    trace_level: int
    timeout_in_ms: int
    inter_op_thread_pool: int
    output_partition_graphs: bool
    debug_options: DebugOptions
    report_tensor_allocations_upon_oom: bool
    experimental: RunOptions.Experimental
    def __init__(self, *, trace_level: int | str | None = ..., timeout_in_ms: int | None = ..., inter_op_thread_pool: int | None = ..., output_partition_graphs: bool | None = ..., debug_options: DebugOptions | None = ..., report_tensor_allocations_upon_oom: bool | None = ..., experimental: RunOptions.Experimental | None = ...) -> None: ...
class RunStepRequest(_Message):
    session_handle: str
    feed: _Messages[NamedTensorProto]
    fetch: MutableSequence[str]
    target: MutableSequence[str]
    options: RunOptions
    partial_run_handle: str
    store_errors_in_response_body: bool
    request_id: int
    def __init__(self, *, session_handle: str | bytes | None = ..., feed: Iterable[NamedTensorProto] | None = ..., fetch: Iterable[str | bytes] | None = ..., target: Iterable[str | bytes] | None = ..., options: RunOptions | None = ..., partial_run_handle: str | bytes | None = ..., store_errors_in_response_body: bool | None = ..., request_id: int | None = ...) -> None: ...
class RunStepResponse(_Message):
    tensor: _Messages[NamedTensorProto]
    metadata: RunMetadata
    status_code: int
    status_error_message: str
    def __init__(self, *, tensor: Iterable[NamedTensorProto] | None = ..., metadata: RunMetadata | None = ..., status_code: int | str | None = ..., status_error_message: str | bytes | None = ...) -> None: ...
class SSLConfig(_Message):
    server_key: str
    server_cert: str
    custom_ca: str
    client_verify: bool
    def __init__(self, *, server_key: str | bytes | None = ..., server_cert: str | bytes | None = ..., custom_ca: str | bytes | None = ..., client_verify: bool | None = ...) -> None: ...
class SamplingConfig(_Message):
    Attributes: _Enum
    ATTR_DEFAULT: int
    ATTR_REQUEST_ORIGIN: int
    ATTR_REQUEST_CRITICALITY: int
    sampling_rate: float
    attributes: int
    def __init__(self, *, sampling_rate: float | None = ..., attributes: int | None = ...) -> None: ...
class SaveSliceInfoDef(_Message):
    full_name: str
    full_shape: MutableSequence[int]
    var_offset: MutableSequence[int]
    var_shape: MutableSequence[int]
    def __init__(self, *, full_name: str | bytes | None = ..., full_shape: Iterable[int] | None = ..., var_offset: Iterable[int] | None = ..., var_shape: Iterable[int] | None = ...) -> None: ...
class SaveableObject(_Message):
    save_function: int
    restore_function: int
    def __init__(self, *, save_function: int | None = ..., restore_function: int | None = ...) -> None: ...
class SavedAsset(_Message):
    asset_file_def_index: int
    def __init__(self, *, asset_file_def_index: int | None = ...) -> None: ...
class SavedBareConcreteFunction(_Message):
    concrete_function_name: str
    argument_keywords: MutableSequence[str]
    allowed_positional_arguments: int
    function_spec: FunctionSpec
    def __init__(self, *, concrete_function_name: str | bytes | None = ..., argument_keywords: Iterable[str | bytes] | None = ..., allowed_positional_arguments: int | None = ..., function_spec: FunctionSpec | None = ...) -> None: ...
class SavedConcreteFunction(_Message):
    bound_inputs: MutableSequence[int]
    canonicalized_input_signature: StructuredValue
    output_signature: StructuredValue
    def __init__(self, *, bound_inputs: Iterable[int] | None = ..., canonicalized_input_signature: StructuredValue | None = ..., output_signature: StructuredValue | None = ...) -> None: ...
class SavedConstant(_Message):
    operation: str
    def __init__(self, *, operation: str | bytes | None = ...) -> None: ...
class SavedFunction(_Message):
    concrete_functions: MutableSequence[str]
    function_spec: FunctionSpec
    def __init__(self, *, concrete_functions: Iterable[str | bytes] | None = ..., function_spec: FunctionSpec | None = ...) -> None: ...
class SavedModel(_Message):
    saved_model_schema_version: int
    meta_graphs: _Messages[MetaGraphDef]
    def __init__(self, *, saved_model_schema_version: int | None = ..., meta_graphs: Iterable[MetaGraphDef] | None = ...) -> None: ...
class SavedModelBundleSourceAdapterConfig(_Message):
    legacy_config: SessionBundleConfig
    def __init__(self, *, legacy_config: SessionBundleConfig | None = ...) -> None: ...
class SavedObject(_Message):
    children: _Messages[TrackableObjectGraph.TrackableObject.ObjectReference]
    slot_variables: _Messages[TrackableObjectGraph.TrackableObject.SlotVariableReference]
    user_object: SavedUserObject
    asset: SavedAsset
    function: SavedFunction
    variable: SavedVariable
    bare_concrete_function: SavedBareConcreteFunction
    constant: SavedConstant
    resource: SavedResource
    captured_tensor: CapturedTensor
    dependencies: _Messages[TrackableObjectGraph.TrackableObject.ObjectReference]
    saveable_objects: _MessageMap[SaveableObject]
    registered_name: str
    serialized_user_proto: Any
    registered_saver: str
    def __init__(self, *, children: Iterable[TrackableObjectGraph.TrackableObject.ObjectReference] | None = ..., slot_variables: Iterable[TrackableObjectGraph.TrackableObject.SlotVariableReference] | None = ..., user_object: SavedUserObject | None = ..., asset: SavedAsset | None = ..., function: SavedFunction | None = ..., variable: SavedVariable | None = ..., bare_concrete_function: SavedBareConcreteFunction | None = ..., constant: SavedConstant | None = ..., resource: SavedResource | None = ..., captured_tensor: CapturedTensor | None = ..., dependencies: Iterable[TrackableObjectGraph.TrackableObject.ObjectReference] | None = ..., saveable_objects: Mapping[str | bytes, SaveableObject] | None = ..., registered_name: str | bytes | None = ..., serialized_user_proto: Any | None = ..., registered_saver: str | bytes | None = ...) -> None: ...
class SavedObjectGraph(_Message):
    nodes: _Messages[SavedObject]
    concrete_functions: _MessageMap[SavedConcreteFunction]
    def __init__(self, *, nodes: Iterable[SavedObject] | None = ..., concrete_functions: Mapping[str | bytes, SavedConcreteFunction] | None = ...) -> None: ...
class SavedResource(_Message):
    device: str
    def __init__(self, *, device: str | bytes | None = ...) -> None: ...
class SavedSlice(_Message):
    name: str
    slice: TensorSliceProto
    data: TensorProto
    def __init__(self, *, name: str | bytes | None = ..., slice: TensorSliceProto | None = ..., data: TensorProto | None = ...) -> None: ...
class SavedSliceMeta(_Message):
    name: str
    shape: TensorShapeProto
    type: int
    slice: _Messages[TensorSliceProto]
    def __init__(self, *, name: str | bytes | None = ..., shape: TensorShapeProto | None = ..., type: int | str | None = ..., slice: Iterable[TensorSliceProto] | None = ...) -> None: ...
class SavedTensorSliceMeta(_Message):
    tensor: _Messages[SavedSliceMeta]
    versions: VersionDef
    def __init__(self, *, tensor: Iterable[SavedSliceMeta] | None = ..., versions: VersionDef | None = ...) -> None: ...
class SavedTensorSlices(_Message):
    meta: SavedTensorSliceMeta
    data: SavedSlice
    def __init__(self, *, meta: SavedTensorSliceMeta | None = ..., data: SavedSlice | None = ...) -> None: ...
class SavedUserObject(_Message):
    identifier: str
    version: VersionDef
    metadata: str
    def __init__(self, *, identifier: str | bytes | None = ..., version: VersionDef | None = ..., metadata: str | bytes | None = ...) -> None: ...
class SavedVariable(_Message):
    dtype: int
    shape: TensorShapeProto
    trainable: bool
    synchronization: int
    aggregation: int
    name: str
    device: str
    experimental_distributed_variable_components: _Messages[SavedVariable]
    def __init__(self, *, dtype: int | str | None = ..., shape: TensorShapeProto | None = ..., trainable: bool | None = ..., synchronization: int | str | None = ..., aggregation: int | str | None = ..., name: str | bytes | None = ..., device: str | bytes | None = ..., experimental_distributed_variable_components: Iterable[SavedVariable] | None = ...) -> None: ...
class SaverDef(_Message):
    CheckpointFormatVersion: _Enum
    LEGACY: int
    V1: int
    V2: int
    filename_tensor_name: str
    save_tensor_name: str
    restore_op_name: str
    max_to_keep: int
    sharded: bool
    keep_checkpoint_every_n_hours: float
    version: int
    def __init__(self, *, filename_tensor_name: str | bytes | None = ..., save_tensor_name: str | bytes | None = ..., restore_op_name: str | bytes | None = ..., max_to_keep: int | None = ..., sharded: bool | None = ..., keep_checkpoint_every_n_hours: float | None = ..., version: int | str | None = ...) -> None: ...
class ScopedAllocatorOptions(_Message):
    enable_op: MutableSequence[str]
    def __init__(self, *, enable_op: Iterable[str | bytes] | None = ...) -> None: ...
class SequenceExample(_Message):
    context: Features
    feature_lists: FeatureLists
    def __init__(self, *, context: Features | None = ..., feature_lists: FeatureLists | None = ...) -> None: ...
class SerializedDType(_Message):
    datatype: int
    def __init__(self, *, datatype: int | str | None = ...) -> None: ...
class ServerDef(_Message):
    cluster: ClusterDef
    job_name: str
    task_index: int
    default_session_config: ConfigProto
    protocol: str
    replica: int
    port: int
    cluster_device_filters: ClusterDeviceFilters
    def __init__(self, *, cluster: ClusterDef | None = ..., job_name: str | bytes | None = ..., task_index: int | None = ..., default_session_config: ConfigProto | None = ..., protocol: str | bytes | None = ..., replica: int | None = ..., port: int | None = ..., cluster_device_filters: ClusterDeviceFilters | None = ...) -> None: ...
class SessionBundleConfig(_Message):
    session_target: str
    session_config: ConfigProto
    batching_parameters: BatchingParameters
    session_run_load_threadpool_index: Int32Value
    experimental_transient_ram_bytes_during_load: int
    saved_model_tags: MutableSequence[str]
    experimental_fixed_input_tensors: _Messages[NamedTensorProto]
    enable_model_warmup: bool
    model_warmup_options: ModelWarmupOptions
    def __init__(self, *, session_target: str | bytes | None = ..., session_config: ConfigProto | None = ..., batching_parameters: BatchingParameters | None = ..., session_run_load_threadpool_index: Int32Value | None = ..., experimental_transient_ram_bytes_during_load: int | None = ..., saved_model_tags: Iterable[str | bytes] | None = ..., experimental_fixed_input_tensors: Iterable[NamedTensorProto] | None = ..., enable_model_warmup: bool | None = ..., model_warmup_options: ModelWarmupOptions | None = ...) -> None: ...
class SessionLog(_Message):
    SessionStatus: _Enum
    STATUS_UNSPECIFIED: int
    START: int
    STOP: int
    CHECKPOINT: int
    status: int
    checkpoint_path: str
    msg: str
    def __init__(self, *, status: int | str | None = ..., checkpoint_path: str | bytes | None = ..., msg: str | bytes | None = ...) -> None: ...
class SessionMetadata(_Message):
    name: str
    version: int
    def __init__(self, *, name: str | bytes | None = ..., version: int | None = ...) -> None: ...
class SessionRunLog(_Message):
    request: SessionRunRequest
    response: SessionRunResponse
    def __init__(self, *, request: SessionRunRequest | None = ..., response: SessionRunResponse | None = ...) -> None: ...
class SessionRunRequest(_Message):
    model_spec: ModelSpec
    feed: _Messages[NamedTensorProto]
    fetch: MutableSequence[str]
    target: MutableSequence[str]
    tensor_name_is_alias: bool
    options: RunOptions
    def __init__(self, *, model_spec: ModelSpec | None = ..., feed: Iterable[NamedTensorProto] | None = ..., fetch: Iterable[str | bytes] | None = ..., target: Iterable[str | bytes] | None = ..., tensor_name_is_alias: bool | None = ..., options: RunOptions | None = ...) -> None: ...
class SessionRunResponse(_Message):
    model_spec: ModelSpec
    tensor: _Messages[NamedTensorProto]
    metadata: RunMetadata
    def __init__(self, *, model_spec: ModelSpec | None = ..., tensor: Iterable[NamedTensorProto] | None = ..., metadata: RunMetadata | None = ...) -> None: ...
class ShapeProto(_Message):
    element_type: int
    dimensions: MutableSequence[int]
    tuple_shapes: _Messages[ShapeProto]
    layout: LayoutProto
    is_dynamic_dimension: MutableSequence[bool]
    def __init__(self, *, element_type: int | str | None = ..., dimensions: Iterable[int] | None = ..., tuple_shapes: Iterable[ShapeProto] | None = ..., layout: LayoutProto | None = ..., is_dynamic_dimension: Iterable[bool] | None = ...) -> None: ...
class Signature(_Message):
    regression_signature: RegressionSignature
    classification_signature: ClassificationSignature
    generic_signature: GenericSignature
    def __init__(self, *, regression_signature: RegressionSignature | None = ..., classification_signature: ClassificationSignature | None = ..., generic_signature: GenericSignature | None = ...) -> None: ...
class SignatureDef(_Message):
    inputs: _MessageMap[TensorInfo]
    outputs: _MessageMap[TensorInfo]
    method_name: str
    defaults: _MessageMap[TensorProto]
    def __init__(self, *, inputs: Mapping[str | bytes, TensorInfo] | None = ..., outputs: Mapping[str | bytes, TensorInfo] | None = ..., method_name: str | bytes | None = ..., defaults: Mapping[str | bytes, TensorProto] | None = ...) -> None: ...
class SignatureDefMap(_Message):
    signature_def: _MessageMap[SignatureDef]
    def __init__(self, *, signature_def: Mapping[str | bytes, SignatureDef] | None = ...) -> None: ...
class Signatures(_Message):
    default_signature: Signature
    named_signatures: _MessageMap[Signature]
    def __init__(self, *, default_signature: Signature | None = ..., named_signatures: Mapping[str | bytes, Signature] | None = ...) -> None: ...
class SourceMetadata(_Message):
    writer: str
    def __init__(self, *, writer: str | bytes | None = ...) -> None: ...
class SparseVector(_Message):
    index: MutableSequence[int]
    value: MutableSequence[float]
    def __init__(self, *, index: Iterable[int] | None = ..., value: Iterable[float] | None = ...) -> None: ...
class SplitCandidate(_Message):
    split: BinaryNode
    left_stats: LeafStat
    right_stats: LeafStat
    unique_id: str
    def __init__(self, *, split: BinaryNode | None = ..., left_stats: LeafStat | None = ..., right_stats: LeafStat | None = ..., unique_id: str | bytes | None = ...) -> None: ...
class SplitFinishConfig(_Message):
    check_every_steps: DepthDependentParam
    type: int
    def __init__(self, *, check_every_steps: DepthDependentParam | None = ..., type: int | str | None = ...) -> None: ...
class SplitPruningConfig(_Message):
    prune_every_samples: DepthDependentParam
    type: int
    def __init__(self, *, prune_every_samples: DepthDependentParam | None = ..., type: int | str | None = ...) -> None: ...
class StateVariableSpecification(_Message):
    class UserDefined(_Message):
        padding_initial_value: float
        def __init__(self, *, padding_initial_value: float | None = ...) -> None: ...
    class FillWithConstant(_Message):
        initial_value: float
        def __init__(self, *, initial_value: float | None = ...) -> None: ...
    name: str
    user_defined: StateVariableSpecification.UserDefined
    fill_with_constant: StateVariableSpecification.FillWithConstant
    def __init__(self, *, name: str | bytes | None = ..., user_defined: StateVariableSpecification.UserDefined | None = ..., fill_with_constant: StateVariableSpecification.FillWithConstant | None = ...) -> None: ...
class StatusProto(_Message):
    error_code: int
    error_message: str
    def __init__(self, *, error_code: int | str | None = ..., error_message: str | bytes | None = ...) -> None: ...
class StepSequence(_Message):
    graph_key: int
    next_step_id: int
    def __init__(self, *, graph_key: int | None = ..., next_step_id: int | None = ...) -> None: ...
class StepStats(_Message):
    dev_stats: _Messages[DeviceStepStats]
    def __init__(self, *, dev_stats: Iterable[DeviceStepStats] | None = ...) -> None: ...
class StochasticGradientDescentParameters(_Message):
    def __init__(self) -> None: ...
class StringValue(_Message):
    value: str
    def __init__(self, *, value: str | bytes | None = ...) -> None: ...
class StructuredValue(_Message):
    none_value: NoneValue
    float64_value: float
    int64_value: int
    string_value: str
    bool_value: bool
    tensor_shape_value: TensorShapeProto
    tensor_dtype_value: int
    tensor_spec_value: TensorSpecProto
    type_spec_value: TypeSpecProto
    list_value: ListValue
    tuple_value: TupleValue
    dict_value: DictValue
    named_tuple_value: NamedTupleValue
    bounded_tensor_spec_value: BoundedTensorSpecProto
    tensor_value: TensorProto
    numpy_value: TensorProto
    def __init__(self, *, none_value: NoneValue | None = ..., float64_value: float | None = ..., int64_value: int | None = ..., string_value: str | bytes | None = ..., bool_value: bool | None = ..., tensor_shape_value: TensorShapeProto | None = ..., tensor_dtype_value: int | str | None = ..., tensor_spec_value: TensorSpecProto | None = ..., type_spec_value: TypeSpecProto | None = ..., list_value: ListValue | None = ..., tuple_value: TupleValue | None = ..., dict_value: DictValue | None = ..., named_tuple_value: NamedTupleValue | None = ..., bounded_tensor_spec_value: BoundedTensorSpecProto | None = ..., tensor_value: TensorProto | None = ..., numpy_value: TensorProto | None = ...) -> None: ...
class Summary(_Message):
    class Image(_Message):
        height: int
        width: int
        colorspace: int
        encoded_image_string: bytes
        def __init__(self, *, height: int | None = ..., width: int | None = ..., colorspace: int | None = ..., encoded_image_string: bytes | None = ...) -> None: ...
    class Audio(_Message):
        sample_rate: float
        num_channels: int
        length_frames: int
        encoded_audio_string: bytes
        content_type: str
        def __init__(self, *, sample_rate: float | None = ..., num_channels: int | None = ..., length_frames: int | None = ..., encoded_audio_string: bytes | None = ..., content_type: str | bytes | None = ...) -> None: ...
    class Value(_Message):
        node_name: str
        tag: str
        metadata: SummaryMetadata
        simple_value: float
        obsolete_old_style_histogram: bytes
        image: Summary.Image
        histo: HistogramProto
        audio: Summary.Audio
        tensor: TensorProto
        def __init__(self, *, node_name: str | bytes | None = ..., tag: str | bytes | None = ..., metadata: SummaryMetadata | None = ..., simple_value: float | None = ..., obsolete_old_style_histogram: bytes | None = ..., image: Summary.Image | None = ..., histo: HistogramProto | None = ..., audio: Summary.Audio | None = ..., tensor: TensorProto | None = ...) -> None: ...
    value: _Messages[Summary.Value]
    def __init__(self, *, value: Iterable[Summary.Value] | None = ...) -> None: ...
class SummaryDescription(_Message):
    type_hint: str
    def __init__(self, *, type_hint: str | bytes | None = ...) -> None: ...
class SummaryMetadata(_Message):
    class PluginData(_Message):
        plugin_name: str
        content: bytes
        def __init__(self, *, plugin_name: str | bytes | None = ..., content: bytes | None = ...) -> None: ...
    plugin_data: SummaryMetadata.PluginData
    display_name: str
    summary_description: str
    data_class: int
    def __init__(self, *, plugin_data: SummaryMetadata.PluginData | None = ..., display_name: str | bytes | None = ..., summary_description: str | bytes | None = ..., data_class: int | str | None = ...) -> None: ...
class Summation(_Message):
    additional_data: _Messages[Any]
    def __init__(self, *, additional_data: Iterable[Any] | None = ...) -> None: ...
class TFProfTensorProto(_Message):
    dtype: int
    value_double: MutableSequence[float]
    value_int64: MutableSequence[int]
    value_str: MutableSequence[str]
    def __init__(self, *, dtype: int | str | None = ..., value_double: Iterable[float] | None = ..., value_int64: Iterable[int] | None = ..., value_str: Iterable[str | bytes] | None = ...) -> None: ...
class TPUEmbeddingConfiguration(_Message):
    Mode: _Enum
    UNSPECIFIED: int
    INFERENCE: int
    TRAINING: int
    BACKWARD_PASS_ONLY: int
    ShardingStrategy: _Enum
    DIV_DEFAULT: int
    MOD: int
    class TableDescriptor(_Message):
        name: str
        vocabulary_size: int
        dimension: int
        num_features: int
        optimization_parameters: OptimizationParameters
        def __init__(self, *, name: str | bytes | None = ..., vocabulary_size: int | None = ..., dimension: int | None = ..., num_features: int | None = ..., optimization_parameters: OptimizationParameters | None = ...) -> None: ...
    table_descriptor: _Messages[TPUEmbeddingConfiguration.TableDescriptor]
    mode: int
    batch_size_per_tensor_core: int
    num_hosts: int
    num_tensor_cores: int
    sharding_strategy: int
    pipeline_execution_with_tensor_core: bool
    output_layout: TPUEmbeddingOutputLayout
    def __init__(self, *, table_descriptor: Iterable[TPUEmbeddingConfiguration.TableDescriptor] | None = ..., mode: int | str | None = ..., batch_size_per_tensor_core: int | None = ..., num_hosts: int | None = ..., num_tensor_cores: int | None = ..., sharding_strategy: int | str | None = ..., pipeline_execution_with_tensor_core: bool | None = ..., output_layout: TPUEmbeddingOutputLayout | None = ...) -> None: ...
class TPUEmbeddingOutputLayout(_Message):
    class OutputLocation(_Message):
        tensor_index: int
        dim0_offset: int
        dim1_offset: int
        def __init__(self, *, tensor_index: int | None = ..., dim0_offset: int | None = ..., dim1_offset: int | None = ...) -> None: ...
    class FeatureDescriptor(_Message):
        output_location: _Messages[TPUEmbeddingOutputLayout.OutputLocation]
        def __init__(self, *, output_location: Iterable[TPUEmbeddingOutputLayout.OutputLocation] | None = ...) -> None: ...
    class TableDescriptor(_Message):
        feature: _Messages[TPUEmbeddingOutputLayout.FeatureDescriptor]
        def __init__(self, *, feature: Iterable[TPUEmbeddingOutputLayout.FeatureDescriptor] | None = ...) -> None: ...
    class TwoDOutputTensor(_Message):
        dim0_size_per_sample: int
        dim1_size: int
        def __init__(self, *, dim0_size_per_sample: int | None = ..., dim1_size: int | None = ...) -> None: ...
    class EmbeddingOutputTensor(_Message):
        two_d: TPUEmbeddingOutputLayout.TwoDOutputTensor
        def __init__(self, *, two_d: TPUEmbeddingOutputLayout.TwoDOutputTensor | None = ...) -> None: ...
    table: _Messages[TPUEmbeddingOutputLayout.TableDescriptor]
    output: _Messages[TPUEmbeddingOutputLayout.EmbeddingOutputTensor]
    def __init__(self, *, table: Iterable[TPUEmbeddingOutputLayout.TableDescriptor] | None = ..., output: Iterable[TPUEmbeddingOutputLayout.EmbeddingOutputTensor] | None = ...) -> None: ...
class TaggedRunMetadata(_Message):
    tag: str
    run_metadata: bytes
    def __init__(self, *, tag: str | bytes | None = ..., run_metadata: bytes | None = ...) -> None: ...
class TaskDeviceFilters(_Message):
    device_filters: MutableSequence[str]
    def __init__(self, *, device_filters: Iterable[str | bytes] | None = ...) -> None: ...
class TensorBinding(_Message):
    tensor_name: str
    def __init__(self, *, tensor_name: str | bytes | None = ...) -> None: ...
class TensorConnection(_Message):
    from_tensor: str
    to_tensor: str
    def __init__(self, *, from_tensor: str | bytes | None = ..., to_tensor: str | bytes | None = ...) -> None: ...
class TensorDescription(_Message):
    dtype: int
    shape: TensorShapeProto
    allocation_description: AllocationDescription
    def __init__(self, *, dtype: int | str | None = ..., shape: TensorShapeProto | None = ..., allocation_description: AllocationDescription | None = ...) -> None: ...
class TensorForestParams(_Message):
    leaf_type: int
    stats_type: int
    collection_type: int
    pruning_type: SplitPruningConfig
    finish_type: SplitFinishConfig
    num_trees: int
    max_nodes: int
    is_regression: bool
    drop_final_class: bool
    collate_examples: bool
    checkpoint_stats: bool
    num_outputs: int
    num_splits_to_consider: DepthDependentParam
    split_after_samples: DepthDependentParam
    dominate_fraction: DepthDependentParam
    graph_dir: str
    num_select_features: int
    min_split_samples: DepthDependentParam
    inequality_test_type: int
    use_running_stats_method: bool
    num_features: int
    initialize_average_splits: bool
    inference_tree_paths: bool
    num_classes_to_track: int
    def __init__(self, *, leaf_type: int | str | None = ..., stats_type: int | str | None = ..., collection_type: int | str | None = ..., pruning_type: SplitPruningConfig | None = ..., finish_type: SplitFinishConfig | None = ..., num_trees: int | None = ..., max_nodes: int | None = ..., is_regression: bool | None = ..., drop_final_class: bool | None = ..., collate_examples: bool | None = ..., checkpoint_stats: bool | None = ..., num_outputs: int | None = ..., num_splits_to_consider: DepthDependentParam | None = ..., split_after_samples: DepthDependentParam | None = ..., dominate_fraction: DepthDependentParam | None = ..., graph_dir: str | bytes | None = ..., num_select_features: int | None = ..., min_split_samples: DepthDependentParam | None = ..., inequality_test_type: int | str | None = ..., use_running_stats_method: bool | None = ..., num_features: int | None = ..., initialize_average_splits: bool | None = ..., inference_tree_paths: bool | None = ..., num_classes_to_track: int | None = ...) -> None: ...
class TensorInfo(_Message):
    class CooSparse(_Message):
        values_tensor_name: str
        indices_tensor_name: str
        dense_shape_tensor_name: str
        def __init__(self, *, values_tensor_name: str | bytes | None = ..., indices_tensor_name: str | bytes | None = ..., dense_shape_tensor_name: str | bytes | None = ...) -> None: ...
    class CompositeTensor(_Message):
        type_spec: TypeSpecProto
        components: _Messages[TensorInfo]
        def __init__(self, *, type_spec: TypeSpecProto | None = ..., components: Iterable[TensorInfo] | None = ...) -> None: ...
    name: str
    coo_sparse: TensorInfo.CooSparse
    composite_tensor: TensorInfo.CompositeTensor
    dtype: int
    tensor_shape: TensorShapeProto
    def __init__(self, *, name: str | bytes | None = ..., coo_sparse: TensorInfo.CooSparse | None = ..., composite_tensor: TensorInfo.CompositeTensor | None = ..., dtype: int | str | None = ..., tensor_shape: TensorShapeProto | None = ...) -> None: ...
class TensorProto(_Message):
    dtype: int
    tensor_shape: TensorShapeProto
    version_number: int
    tensor_content: bytes
    half_val: MutableSequence[int]
    float_val: MutableSequence[float]
    double_val: MutableSequence[float]
    int_val: MutableSequence[int]
    string_val: MutableSequence[bytes]
    scomplex_val: MutableSequence[float]
    int64_val: MutableSequence[int]
    bool_val: MutableSequence[bool]
    dcomplex_val: MutableSequence[float]
    resource_handle_val: _Messages[ResourceHandleProto]
    variant_val: _Messages[VariantTensorDataProto]
    uint32_val: MutableSequence[int]
    uint64_val: MutableSequence[int]
    float8_val: bytes
    def __init__(self, *, dtype: int | str | None = ..., tensor_shape: TensorShapeProto | None = ..., version_number: int | None = ..., tensor_content: bytes | None = ..., half_val: Iterable[int] | None = ..., float_val: Iterable[float] | None = ..., double_val: Iterable[float] | None = ..., int_val: Iterable[int] | None = ..., string_val: Iterable[bytes] | None = ..., scomplex_val: Iterable[float] | None = ..., int64_val: Iterable[int] | None = ..., bool_val: Iterable[bool] | None = ..., dcomplex_val: Iterable[float] | None = ..., resource_handle_val: Iterable[ResourceHandleProto] | None = ..., variant_val: Iterable[VariantTensorDataProto] | None = ..., uint32_val: Iterable[int] | None = ..., uint64_val: Iterable[int] | None = ..., float8_val: bytes | None = ...) -> None: ...
class TensorShapeProto(_Message):
    class Dim(_Message):
        size: int
        name: str
        def __init__(self, *, size: int | None = ..., name: str | bytes | None = ...) -> None: ...
    dim: _Messages[TensorShapeProto.Dim]
    unknown_rank: bool
    def __init__(self, *, dim: Iterable[TensorShapeProto.Dim] | None = ..., unknown_rank: bool | None = ...) -> None: ...
class TensorSliceProto(_Message):
    class Extent(_Message):
        start: int
        length: int
        def __init__(self, *, start: int | None = ..., length: int | None = ...) -> None: ...
    extent: _Messages[TensorSliceProto.Extent]
    def __init__(self, *, extent: Iterable[TensorSliceProto.Extent] | None = ...) -> None: ...
class TensorSpecProto(_Message):
    name: str
    shape: TensorShapeProto
    dtype: int
    def __init__(self, *, name: str | bytes | None = ..., shape: TensorShapeProto | None = ..., dtype: int | str | None = ...) -> None: ...
class ThreadPoolOptionProto(_Message):
    num_threads: int
    global_name: str
    def __init__(self, *, num_threads: int | None = ..., global_name: str | bytes | None = ...) -> None: ...
class ThresholdParam(_Message):
    on_value: float
    off_value: float
    threshold: float
    def __init__(self, *, on_value: float | None = ..., off_value: float | None = ..., threshold: float | None = ...) -> None: ...
class TileProto(_Message):
    dimensions: MutableSequence[int]
    def __init__(self, *, dimensions: Iterable[int] | None = ...) -> None: ...
class TopologyProto(_Message):
    mesh_shape: MutableSequence[int]
    num_tasks: int
    num_tpu_devices_per_task: int
    device_coordinates: MutableSequence[int]
    def __init__(self, *, mesh_shape: Iterable[int] | None = ..., num_tasks: int | None = ..., num_tpu_devices_per_task: int | None = ..., device_coordinates: Iterable[int] | None = ...) -> None: ...
class TraceOpts(_Message):
    duration: float
    use_step_profiler: bool
    use_kernel_profiler: bool
    use_extended_profiler: bool
    use_gpu_profiler: bool
    use_sample_profiler: bool
    def __init__(self, *, duration: float | None = ..., use_step_profiler: bool | None = ..., use_kernel_profiler: bool | None = ..., use_extended_profiler: bool | None = ..., use_gpu_profiler: bool | None = ..., use_sample_profiler: bool | None = ...) -> None: ...
class TracingRequest(_Message):
    options: TraceOpts
    def __init__(self, *, options: TraceOpts | None = ...) -> None: ...
class TracingResponse(_Message):
    def __init__(self) -> None: ...
class TrackableObjectGraph(_Message):
    class TrackableObject(_Message):
        class ObjectReference(_Message):
            node_id: int
            local_name: str
            def __init__(self, *, node_id: int | None = ..., local_name: str | bytes | None = ...) -> None: ...
        class SerializedTensor(_Message):
            name: str
            full_name: str
            checkpoint_key: str
            optional_restore: bool
            def __init__(self, *, name: str | bytes | None = ..., full_name: str | bytes | None = ..., checkpoint_key: str | bytes | None = ..., optional_restore: bool | None = ...) -> None: ...
        class SlotVariableReference(_Message):
            original_variable_node_id: int
            slot_name: str
            slot_variable_node_id: int
            def __init__(self, *, original_variable_node_id: int | None = ..., slot_name: str | bytes | None = ..., slot_variable_node_id: int | None = ...) -> None: ...
        children: _Messages[TrackableObjectGraph.TrackableObject.ObjectReference]
        attributes: _Messages[TrackableObjectGraph.TrackableObject.SerializedTensor]
        slot_variables: _Messages[TrackableObjectGraph.TrackableObject.SlotVariableReference]
        registered_saver: RegisteredSaver
        has_checkpoint_values: BoolValue
        def __init__(self, *, children: Iterable[TrackableObjectGraph.TrackableObject.ObjectReference] | None = ..., attributes: Iterable[TrackableObjectGraph.TrackableObject.SerializedTensor] | None = ..., slot_variables: Iterable[TrackableObjectGraph.TrackableObject.SlotVariableReference] | None = ..., registered_saver: RegisteredSaver | None = ..., has_checkpoint_values: BoolValue | None = ...) -> None: ...
    nodes: _Messages[TrackableObjectGraph.TrackableObject]
    def __init__(self, *, nodes: Iterable[TrackableObjectGraph.TrackableObject] | None = ...) -> None: ...
class Tree(_Message):
    nodes: _Messages[Node]
    def __init__(self, *, nodes: Iterable[Node] | None = ...) -> None: ...
class TreeEnsemble(_Message):
    trees: _Messages[Tree]
    tree_weights: MutableSequence[float]
    tree_metadata: _Messages[TreeMetadata]
    growing_metadata: GrowingMetadata
    def __init__(self, *, trees: Iterable[Tree] | None = ..., tree_weights: Iterable[float] | None = ..., tree_metadata: Iterable[TreeMetadata] | None = ..., growing_metadata: GrowingMetadata | None = ...) -> None: ...
class TreeMetadata(_Message):
    class PostPruneNodeUpdate(_Message):
        new_node_id: int
        logit_change: MutableSequence[float]
        def __init__(self, *, new_node_id: int | None = ..., logit_change: Iterable[float] | None = ...) -> None: ...
    num_layers_grown: int
    is_finalized: bool
    post_pruned_nodes_meta: _Messages[TreeMetadata.PostPruneNodeUpdate]
    def __init__(self, *, num_layers_grown: int | None = ..., is_finalized: bool | None = ..., post_pruned_nodes_meta: Iterable[TreeMetadata.PostPruneNodeUpdate] | None = ...) -> None: ...
class TreeNode(_Message):
    node_id: Int32Value
    depth: Int32Value
    subtree_size: Int32Value
    binary_node: BinaryNode
    leaf: _Any
    custom_node_type: Any
    additional_data: _Messages[Any]
    def __init__(self, *, node_id: Int32Value | None = ..., depth: Int32Value | None = ..., subtree_size: Int32Value | None = ..., binary_node: BinaryNode | None = ..., leaf: _Any | None = ..., custom_node_type: Any | None = ..., additional_data: Iterable[Any] | None = ...) -> None: ...
class TreePath(_Message):
    nodes_visited: _Messages[TreeNode]
    def __init__(self, *, nodes_visited: Iterable[TreeNode] | None = ...) -> None: ...
class Tuple(_Message):
    int64_values: MutableSequence[int]
    def __init__(self, *, int64_values: Iterable[int] | None = ...) -> None: ...
class TupleValue(_Message):
    values: _Messages[StructuredValue]
    def __init__(self, *, values: Iterable[StructuredValue] | None = ...) -> None: ...
class TypeSpecProto(_Message):
    TypeSpecClass: _Enum
    UNKNOWN: int
    SPARSE_TENSOR_SPEC: int
    INDEXED_SLICES_SPEC: int
    RAGGED_TENSOR_SPEC: int
    TENSOR_ARRAY_SPEC: int
    DATA_DATASET_SPEC: int
    DATA_ITERATOR_SPEC: int
    OPTIONAL_SPEC: int
    PER_REPLICA_SPEC: int
    VARIABLE_SPEC: int
    ROW_PARTITION_SPEC: int
    REGISTERED_TYPE_SPEC: int
    EXTENSION_TYPE_SPEC: int
    type_spec_class: int
    type_state: StructuredValue
    type_spec_class_name: str
    num_flat_components: int
    def __init__(self, *, type_spec_class: int | str | None = ..., type_state: StructuredValue | None = ..., type_spec_class_name: str | bytes | None = ..., num_flat_components: int | None = ...) -> None: ...
class UInt32Value(_Message):
    value: int
    def __init__(self, *, value: int | None = ...) -> None: ...
class UInt64Value(_Message):
    value: int
    def __init__(self, *, value: int | None = ...) -> None: ...
class Value(_Message):
    float_value: float
    double_value: float
    int32_value: int
    int64_value: int
    custom_value: Any
    def __init__(self, *, float_value: float | None = ..., double_value: float | None = ..., int32_value: int | None = ..., int64_value: int | None = ..., custom_value: Any | None = ...) -> None: ...
class ValuesDef(_Message):
    values: MutableSequence[str]
    external_values: dict[str, str]
    def __init__(self, *, values: Iterable[str | bytes] | None = ..., external_values: Mapping[str | bytes, str | bytes] | None = ...) -> None: ...
class VarLenFeatureProto(_Message):
    dtype: int
    values_output_tensor_name: str
    indices_output_tensor_name: str
    shapes_output_tensor_name: str
    def __init__(self, *, dtype: int | str | None = ..., values_output_tensor_name: str | bytes | None = ..., indices_output_tensor_name: str | bytes | None = ..., shapes_output_tensor_name: str | bytes | None = ...) -> None: ...
class VariableDef(_Message):
    variable_name: str
    initial_value_name: str
    initializer_name: str
    snapshot_name: str
    save_slice_info_def: SaveSliceInfoDef
    is_resource: bool
    trainable: bool
    synchronization: int
    aggregation: int
    def __init__(self, *, variable_name: str | bytes | None = ..., initial_value_name: str | bytes | None = ..., initializer_name: str | bytes | None = ..., snapshot_name: str | bytes | None = ..., save_slice_info_def: SaveSliceInfoDef | None = ..., is_resource: bool | None = ..., trainable: bool | None = ..., synchronization: int | str | None = ..., aggregation: int | str | None = ...) -> None: ...
class VariantTensorDataProto(_Message):
    type_name: str
    metadata: bytes
    tensors: _Messages[TensorProto]
    def __init__(self, *, type_name: str | bytes | None = ..., metadata: bytes | None = ..., tensors: Iterable[TensorProto] | None = ...) -> None: ...
class Vector(_Message):
    value: MutableSequence[float]
    def __init__(self, *, value: Iterable[float] | None = ...) -> None: ...
class VerifierConfig(_Message):
    Toggle: _Enum
    DEFAULT: int
    ON: int
    OFF: int
    verification_timeout_in_ms: int
    structure_verifier: int
    def __init__(self, *, verification_timeout_in_ms: int | None = ..., structure_verifier: int | str | None = ...) -> None: ...
class VersionDef(_Message):
    producer: int
    min_consumer: int
    bad_consumers: MutableSequence[int]
    def __init__(self, *, producer: int | None = ..., min_consumer: int | None = ..., bad_consumers: Iterable[int] | None = ...) -> None: ...
class WatchdogConfig(_Message):
    timeout_ms: int
    def __init__(self, *, timeout_ms: int | None = ...) -> None: ...
class WhileContextDef(_Message):
    context_name: str
    parallel_iterations: int
    back_prop: bool
    swap_memory: bool
    pivot_name: str
    pivot_for_pred_name: str
    pivot_for_body_name: str
    loop_exit_names: MutableSequence[str]
    loop_enter_names: MutableSequence[str]
    values_def: ValuesDef
    maximum_iterations_name: str
    nested_contexts: _Messages[ControlFlowContextDef]
    def __init__(self, *, context_name: str | bytes | None = ..., parallel_iterations: int | None = ..., back_prop: bool | None = ..., swap_memory: bool | None = ..., pivot_name: str | bytes | None = ..., pivot_for_pred_name: str | bytes | None = ..., pivot_for_body_name: str | bytes | None = ..., loop_exit_names: Iterable[str | bytes] | None = ..., loop_enter_names: Iterable[str | bytes] | None = ..., values_def: ValuesDef | None = ..., maximum_iterations_name: str | bytes | None = ..., nested_contexts: Iterable[ControlFlowContextDef] | None = ...) -> None: ...
class WorkerHeartbeatRequest(_Message):
    shutdown_mode: int
    watchdog_config: WatchdogConfig
    exit_code: RequestedExitCode
    def __init__(self, *, shutdown_mode: int | str | None = ..., watchdog_config: WatchdogConfig | None = ..., exit_code: RequestedExitCode | None = ...) -> None: ...
class WorkerHeartbeatResponse(_Message):
    health_status: int
    worker_log: _Messages[Event]
    hostname: str
    def __init__(self, *, health_status: int | str | None = ..., worker_log: Iterable[Event] | None = ..., hostname: str | bytes | None = ...) -> None: ...
