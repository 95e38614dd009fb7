"""Names inside of 1.15.5 that stand under another name or in another module here, and its constants. Data only.

`penstock.compat.inside` has the modules; these are single names, module by module.
"""

from __future__ import annotations

from typing import Any

# Module of `tensorflow` → "module of penstock: name name_there=name_here ...", separated by semicolons. "public" instead of a
# module means public names.
_PLACES = {
    "contrib.compiler.xla": "contrib.tpu.tpu: check_function_argument_count",
    "contrib.feature_column.python.feature_column.sequence_feature_column": (
        "feature_column.sequence: concatenate_context_input"
    ),
    "contrib.kernel_methods.python.mappers.dense_kernel_mapper": "contrib.kernel_methods.features: InvalidShapeError",
    "contrib.layers.python.layers.embedding_ops": (
        "contrib.layers.embeddings: scattered_embedding_lookup scattered_embedding_lookup_sparse"
    ),
    "contrib.layers.python.layers.feature_column": "feature_column.functions: InputLayer",
    "contrib.learn.python.learn.estimators.state_saving_rnn_estimator": (
        "contrib.learn.dynamic_rnn_estimator: state_tuple_to_dict"
    ),
    "contrib.learn.python.learn.summary_writer_cache": (
        "contrib.learn.graph_actions: clear_summary_writers get_summary_writer; "
        "public: SummaryWriterCache=summary.FileWriterCache"
    ),
    "contrib.learn.python.learn.utils.gc": (
        "contrib.session_bundle.gc: Path get_paths largest_export_versions mod_export_version negation "
        "one_of_every_n_export_versions union"
    ),
    "contrib.model_pruning.python.learning": "contrib.slim.learning: train_step",
    "contrib.opt.python.training.sign_decay": (
        "contrib.opt.sign_decay: get_cosine_decay_fn get_linear_decay_fn get_restart_decay_fn"
    ),
    "contrib.seq2seq.python.ops.sampler": (
        "compat.internal.contrib.seq2seq.python.ops.helper: bernoulli_sample categorical_sample"
    ),
    "core.debug.debug_service_pb2_grpc": (
        "debug.lib.debug_service_pb2_grpc: EventListenerServicer EventListenerStub add_EventListenerServicer_to_server"
    ),
    "lite.experimental.examples.lstm.rnn": "lite.op_hints: OpHint; lite.recurrent_cells: dynamic_rnn",
    "lite.experimental.examples.lstm.rnn_cell": (
        "lite.op_hints: OpHint; lite.recurrent_cells: TFLiteLSTMCell TfLiteRNNCell"
    ),
    "lite.experimental.tensorboard.ops_util": "lite.experimental_names: SupportedOp get_potentially_supported_ops",
    "lite.python.convert_saved_model": "tools.saved_model_utils: get_meta_graph_def",
    "lite.python.lite": (
        "lite.conversion.network: ConverterError; lite.recurrent_cells: TFLiteLSTMCell TfLiteRNNCell; "
        "lite.experimental_names: get_potentially_supported_ops load_delegate; lite.converter: toco_convert"
    ),
    "lite.python.op_hint": "lite.op_hints: OpHint convert_op_hints_to_stubs",
    "lite.python.util": "lite.op_hints: convert_op_hints_to_stubs",
    "python.autograph.operators.exceptions": "autograph.operators: assert_stmt",
    "python.autograph.operators.logical": "autograph.operators: and_ eq not_ not_eq or_",
    "python.autograph.operators.py_builtins": (
        "autograph.operators: abs_ enumerate_ float_ int_ len_ print_ range_ zip_"
    ),
    "python.compat.compat": "util.compat: forward_compatibility_horizon forward_compatible",
    "python.compiler.xla.xla": "contrib.tpu.tpu: check_function_argument_count is_flat",
    "python.data.experimental.ops.counter": "public: CounterV2=compat.v2.data.experimental.Counter",
    "python.data.experimental.ops.interleave_ops": (
        "data.transforms: choose_from_datasets sample_from_datasets choose_from_datasets_v2=choose_from_datasets "
        "sample_from_datasets_v2=sample_from_datasets"
    ),
    "python.data.experimental.ops.random_ops": "public: RandomDatasetV2=compat.v2.data.experimental.RandomDataset",
    "python.data.experimental.ops.readers": (
        "data.example_datasets: make_batched_features_dataset; data.csv_datasets: make_csv_dataset; "
        "public: CsvDatasetV2=compat.v2.data.experimental.CsvDataset SqlDatasetV2=compat.v2.data.experimental.SqlDataset "
        "make_batched_features_dataset_v2=compat.v2.data.experimental.make_batched_features_dataset "
        "make_csv_dataset_v2=compat.v2.data.experimental.make_csv_dataset"
    ),
    "python.data.experimental.ops.stats_ops": "data.various: set_stats_aggregator",
    "python.debug.cli.cli_config": "debug.cli.debugger_cli_common: RL=RichLine",
    "python.debug.cli.curses_widgets": "debug.cli.debugger_cli_common: RL=RichLine",
    "python.distribute.central_storage_strategy": (
        "distribute.parameter_server: CentralStorageStrategy=CentralStorageStrategyV2 "
        "CentralStorageStrategyV1=CentralStorageStrategy"
    ),
    "python.distribute.cluster_resolver.cluster_resolver": "train.cluster_resolver: format_master_url",
    "python.distribute.cluster_resolver.gce_cluster_resolver": "train.service_resolvers: GCEClusterResolver",
    "python.distribute.cluster_resolver.kubernetes_cluster_resolver": (
        "train.service_resolvers: KubernetesClusterResolver"
    ),
    "python.distribute.cluster_resolver.slurm_cluster_resolver": "train.service_resolvers: SlurmClusterResolver",
    "python.distribute.cluster_resolver.tfconfig_cluster_resolver": "train.cluster_resolver: format_master_url",
    "python.distribute.cluster_resolver.tpu_cluster_resolver": (
        "train.tpu_resolver: TPUClusterResolver is_running_in_gce"
    ),
    "python.distribute.collective_all_reduce_strategy": (
        "distribute.multi_worker: CollectiveAllReduceExtended=MultiWorkerMirroredExtended "
        "CollectiveAllReduceStrategy=MultiWorkerMirroredStrategyV2 "
        "CollectiveAllReduceStrategyV1=MultiWorkerMirroredStrategy"
    ),
    "python.distribute.cross_device_ops": (
        "distribute.all_reduce: AllReduceCrossDeviceOps AllReduceCrossTowerOps=AllReduceCrossDeviceOps AllReduceSpecTuple "
        "HierarchicalCopyAllReduce MultiWorkerAllReduce NcclAllReduce; distribute.collective_reduce: CollectiveAllReduce "
        "CollectiveCommunication; distribute.cross_device: CrossDeviceOps ReductionToOneDevice check_destinations "
        "get_device_map_from get_devices_from reduce_non_distributed_value simple_broadcast validate_destinations"
    ),
    "python.distribute.cross_device_utils": "distribute.collective_reduce: CollectiveKeys",
    "python.distribute.device_util": (
        "distribute.devices: canonicalize current resolve get_host_for_device=host_of "
        "local_devices_from_num_gpus=local_devices"
    ),
    "python.distribute.distribute_config": "contrib.distribute.mirrored: DistributeConfig",
    "python.distribute.distribute_coordinator": (
        "distribute.coordinator: CoordinatorMode run_distribute_coordinator run_standard_tensorflow_server"
    ),
    "python.distribute.input_lib": (
        "distribute.input_lib: DatasetIterator DistributedDataset DistributedDatasetV1=DistributedDataset "
        "DistributedDatasetsFromFunction DistributedDatasetsFromFunctionV1=DistributedDatasetsFromFunction "
        "DistributedIterator DistributedIteratorV1=DistributedIterator InputFunctionIterator InputWorkers; "
        "distribute.steps: MultiStepContext"
    ),
    "python.distribute.mirrored_strategy": (
        "distribute.mirrored: MirroredStrategy=MirroredStrategyV2 MirroredStrategyV1=MirroredStrategy MirroredExtended"
    ),
    "python.distribute.multi_worker_util": "distribute.tasks: collective_leader id_in_cluster is_chief worker_count",
    "python.distribute.numpy_dataset": "distribute.numpy_input: SingleDevice one_host_numpy_dataset",
    "python.distribute.one_device_strategy": (
        "distribute.one_device: OneDeviceExtended; public: OneDeviceStrategy=compat.v2.distribute.OneDeviceStrategy "
        "OneDeviceStrategyV1=distribute.OneDeviceStrategy"
    ),
    "python.distribute.parameter_server_strategy": (
        "distribute.parameter_server: ParameterServerStrategy=ParameterServerStrategyV2 "
        "ParameterServerStrategyV1=ParameterServerStrategy ParameterServerStrategyExtended=ParameterServerExtended"
    ),
    "python.distribute.reduce_util": "distribute.reduce_op: ReduceOp",
    "python.distribute.shared_variable_creator": "distribute.shared_variables: make_fn=shared_creator",
    "python.distribute.step_fn": "distribute.step_fn: StandardInputStep StandardSingleLossStep Step",
    "python.distribute.values": (
        "distribute.values: value_container; distribute.variables: validate_colocate "
        "validate_colocate_distributed_variable"
    ),
    "python.eager.lift_to_graph": "compat.internal.python.ops.op_selector: UnliftableError",
    "python.framework.indexed_slices": (
        "compat.internal.python.framework.ops: internal_convert_n_to_tensor_or_indexed_slices "
        "internal_convert_to_tensor_or_indexed_slices"
    ),
    "python.framework.errors_impl": "runtime.session.fetches: InaccessibleTensorError",
    "python.framework.meta_graph": (
        "train.meta_graph_def: add_collection_def create_meta_graph_def strip_graph_default_valued_attrs; "
        "train.meta_graph: copy_scoped_meta_graph export_scoped_meta_graph import_scoped_meta_graph_with_return_elements"
    ),
    "python.keras.callbacks": "keras.callbacks.tensorboard_version2: TensorBoard",
    "python.keras.layers.convolutional": (
        "public: Deconv2D=keras.layers.Conv2DTranspose Deconvolution2D=keras.layers.Conv2DTranspose "
        "Deconv3D=keras.layers.Conv3DTranspose Deconvolution3D=keras.layers.Conv3DTranspose"
    ),
    "python.keras.layers.dense_attention": "keras.layers.attention: BaseDenseAttention=_DenseAttention",
    "python.keras.layers.normalization": "keras.layers.normalization: BatchNormalizationBase=BatchNormalization",
    "python.layers.convolutional": (
        "public: Deconv2D=layers.Conv2DTranspose Deconvolution2D=layers.Conv2DTranspose Deconv3D=layers.Conv3DTranspose "
        "Deconvolution3D=layers.Conv3DTranspose deconv2d=layers.conv2d_transpose deconvolution2d=layers.conv2d_transpose "
        "deconv3d=layers.conv3d_transpose deconvolution3d=layers.conv3d_transpose"
    ),
    "python.layers.core": "public: FullyConnected=layers.Dense fully_connected=layers.dense",
    "python.layers.normalization": (
        "public: BatchNorm=layers.BatchNormalization batch_norm=layers.batch_normalization"
    ),
    "python.layers.pooling": (
        "public: AvgPool2D=layers.AveragePooling2D MaxPool2D=layers.MaxPooling2D avg_pool2d=layers.average_pooling2d "
        "max_pool2d=layers.max_pooling2d"
    ),
    "python.ops.boosted_trees_ops": "estimator.canned.tree_resources: TreeEnsemble",
    "python.ops.clustering_ops": (
        "contrib.factorization.clusters: KMeans kmc2_chain_initialization kmeans_plus_plus_initialization "
        "nearest_neighbors"
    ),
    "python.ops.control_flow_ops": "public: cond_for_tf_v2=compat.v2.cond",
    "python.ops.gradients_impl": "public: HessiansV2=compat.v2.hessians",
    "python.ops.image_ops_impl": "public: resize_images_v2=compat.v2.image.resize",
    "python.ops.data_flow_ops": "ops.queues.staging: BaseStagingArea=_Staging",
    "python.ops.init_ops": (
        "public: identity_initializer=initializers.identity; ops.state.initializers: _compute_fans=compute_fans"
    ),
    "python.ops.init_ops_v2": (
        "public: zero=compat.v2.keras.initializers.Zeros one=compat.v2.keras.initializers.Ones "
        "normal=compat.v2.keras.initializers.RandomNormal uniform=compat.v2.keras.initializers.RandomUniform "
        "identity_initializer=compat.v2.keras.initializers.Identity"
    ),
    "python.ops.losses.loss_reduction": "keras.utils.losses_utils: ReductionV2",
    "python.ops.losses.util": "keras.utils.losses_utils: scale_losses_by_sample_weight squeeze_or_expand_dimensions",
    "python.ops.math_ops": (
        "public: bincount=compat.v2.math.bincount sparse_segment_mean_v2=compat.v2.sparse.segment_mean "
        "sparse_segment_sqrt_n_v2=compat.v2.sparse.segment_sqrt_n sparse_segment_sum_v2=compat.v2.sparse.segment_sum"
    ),
    "python.ops.nn_ops": "public: avg_pool2d=compat.v2.nn.avg_pool2d",
    "python.ops.numerics": "public: verify_tensor_all_finite_v2=compat.v2.debugging.assert_all_finite",
    "python.ops.parsing_ops": "public: parse_single_example_v2_unoptimized=compat.v2.io.parse_single_example",
    "python.ops.random_ops": "public: random_poisson_v2=compat.v2.random.poisson",
    "python.ops.script_ops": "public: py_func_common=py_func",
    "python.ops.ragged.ragged_batch_gather_ops": "ops.ragged.gathering: batch_gather",
    "python.ops.ragged.ragged_squeeze_op": "ops.ragged.arrays: squeeze",
    "python.ops.ragged.ragged_string_ops": "public: reduce_join=compat.v2.strings.reduce_join",
    "python.ops.sparse_ops": (
        "public: serialize_many_sparse_v2=compat.v2.io.serialize_many_sparse "
        "serialize_sparse_v2=compat.v2.io.serialize_sparse sparse_add_v2=compat.v2.sparse.add "
        "sparse_concat_v2=compat.v2.sparse.concat sparse_reduce_max_v2=compat.v2.sparse.reduce_max "
        "sparse_reduce_sum_v2=compat.v2.sparse.reduce_sum sparse_split_v2=compat.v2.sparse.split"
    ),
    "python.ops.string_ops": (
        "public: string_length_v2=compat.v2.strings.length string_to_hash_bucket=compat.v2.strings.to_hash_bucket "
        "string_to_number=compat.v2.strings.to_number"
    ),
    "python.profiler.profile_context": "profiler.profile_context: MAX_TRACED_STEPS ProfileContext WARMUP_STEPS",
    "python.saved_model.load": "saved_model.load_objects: load",
    "python.saved_model.load_v1_in_v2": "saved_model.load_objects: load",
    "python.saved_model.model_utils.export_output": "estimator.export_outputs: EvalOutput TrainOutput",
    "python.saved_model.model_utils.export_utils": (
        "estimator.saved_models: build_all_signature_defs get_temp_export_dir get_timestamped_export_dir; "
        "estimator.export_outputs: get_export_outputs"
    ),
    "python.tpu.feature_column": "contrib.tpu.feature_columns: embedding_column shared_embedding_columns",
    "python.training.experimental.loss_scale": "train.loss_scale: get",
    "python.training.experimental.mixed_precision": (
        "train.loss_scale: disable_mixed_precision_graph_rewrite enable_mixed_precision_graph_rewrite"
    ),
    "python.training.tracking.layer_utils": (
        "keras.engine.attributes: filter_empty_layer_containers has_weights is_layer"
    ),
    "python.util.nest": (
        "graph.nest: flatten_with_tuple_paths flatten_with_tuple_paths_up_to is_sequence_or_composite "
        "map_structure_with_paths map_structure_with_tuple_paths map_structure_with_tuple_paths_up_to"
    ),
}


def _targets(places: str) -> dict[str, str]:
    """Name → where it is."""
    found = {}
    for place in places.split(";"):
        home, _, names = place.strip().partition(":")
        for pair in names.split():
            name, _, here = pair.partition("=")
            found[name] = f"public:{here or name}" if home == "public" else f"penstock.{home}:{here or name}"
    return found


SPECIAL = {(module, name): at for module, places in _PLACES.items() for name, at in _targets(places).items()}

_INT64 = 2**63
CONSTANTS: dict[str, dict[str, Any]] = {
    "contrib.distributions.python.ops.bijectors.masked_autoregressive": {
        "MASK_EXCLUSIVE": "exclusive",
        "MASK_INCLUSIVE": "inclusive",
    },
    "contrib.image.python.ops.interpolate_spline": {"EPSILON": 1e-10},
    "contrib.model_pruning.python.layers.core_layers": {
        "MASKED_WEIGHT_COLLECTION": "masked_weights",
        "MASKED_WEIGHT_NAME": "weights/masked_weight",
        "MASK_COLLECTION": "masks",
        "THRESHOLD_COLLECTION": "thresholds",
        "WEIGHT_COLLECTION": "kernel",
    },
    "contrib.opt.python.training.agn_optimizer": {
        "GLOBAL_VARIABLE_NAME": "global_center_variable",
        "GRAD_VARIABLE_NAME": "grad_variable",
    },
    "contrib.opt.python.training.elastic_average_optimizer": {
        "GLOBAL_STEP": "global_step",
        "GLOBAL_VARIABLE_NAME": "global_center_variable",
        "LOCAL_VARIABLE_NAME": "local_center_variable",
    },
    "contrib.opt.python.training.model_average_optimizer": {"GLOBAL_VARIABLE_NAME": "global_center_variable"},
    "contrib.predictor.saved_model_predictor": {"DEFAULT_TAGS": "serve"},
    "python.data.experimental.ops.cardinality": {"INFINITE": -1, "UNKNOWN": -2},
    "python.data.ops.iterator_ops": {"GET_NEXT_CALL_WARNING_THRESHOLD": 32, "GLOBAL_ITERATORS": "iterators"},
    "python.data.experimental.ops.snapshot": {"COMPRESSION_GZIP": "GZIP", "COMPRESSION_NONE": None},
    "python.distribute.estimator_training": {
        "CHIEF": "chief",
        "EVALUATOR": "evaluator",
        "PS": "ps",
        "WORKER": "worker",
    },
    "python.eager.context": {
        "ASYNC": 1,
        "SYNC": 0,
        "DEVICE_PLACEMENT_EXPLICIT": 0,
        "DEVICE_PLACEMENT_WARN": 1,
        "DEVICE_PLACEMENT_SILENT": 2,
        "DEVICE_PLACEMENT_SILENT_FOR_INT32": 3,
        "MIRRORING_ALL": 1,
        "MIRRORING_NONE": 0,
    },
    "python.framework.auto_control_deps": {
        "ASYNC_STATEFUL_OPS": [
            "CollectiveGather",
            "CollectiveReduce",
            "CollectiveBcastSend",
            "CollectiveBcastRecv",
            "NcclAllReduce",
        ],
        "LEGACY_RANDOM_OPS": [
            "RandomUniform",
            "RandomUniformInt",
            "RandomStandardNormal",
            "ParameterizedTruncatedNormal",
            "TruncatedNormal",
            "RandomShuffle",
            "Multinomial",
            "RandomGamma",
            "RandomGammaGrad",
            "RandomPoisson",
            "RandomPoissonV2",
        ],
    },
    "python.framework.meta_graph": {
        "SAVE_AND_RESTORE_OPS": [
            f"{old}{kind}{new}"
            for kind in ("Save", "Restore")
            for old, new in (("", "V2"), ("", ""), ("", "Slice"), ("Legacy", ""), ("Legacy", "Slice"))
        ]
    },
    "python.framework.random_seed": {"DEFAULT_GRAPH_SEED": 87654321},
    "python.keras.distribute.multi_worker_training_state": {
        "CKPT_SAVED_EPOCH": "_ckpt_saved_epoch",
        "CKPT_SAVED_EPOCH_UNUSED_VALUE": -1,
    },
    "python.keras.saving.saved_model.constants": {
        "KERAS_ATTR": "keras_api",
        "KERAS_CACHE_KEY": "keras_serialized_attributes",
    },
    "python.ops.array_ops": {"NEW_AXIS": -1, "SHRINK_AXIS": -2},
    "python.ops.clustering_ops": {
        "CLUSTERS_VAR_NAME": "clusters",
        "COSINE_DISTANCE": "cosine",
        "KMC2_INIT": "kmc2",
        "KMEANS_PLUS_PLUS_INIT": "kmeans_plus_plus",
        "RANDOM_INIT": "random",
        "SQUARED_EUCLIDEAN_DISTANCE": "squared_euclidean",
    },
    "python.ops.critical_section_ops": {
        "CRITICAL_SECTIONS": "critical_sections",
        "CRITICAL_SECTION_EXECUTIONS": "critical_section_executions",
    },
    "python.ops.custom_gradient": {"VAR_OP_TYPES": ["VariableV2", "VarHandleOp"]},
    "python.ops.rnn_cell_impl": {
        "ASSERT_LIKE_RNNCELL_ERROR_REGEXP": "is not an RNNCell",
        "_BIAS_VARIABLE_NAME": "bias",
        "_WEIGHTS_VARIABLE_NAME": "kernel",
    },
    "python.ops.stateful_random_ops": {
        "DEFAULT_ALGORITHM": 1,
        "MAX_INT64": _INT64 - 1,
        "MIN_INT64": -_INT64,
        "PHILOX_STATE_SIZE": 3,
        "RNG_ALG_PHILOX": 1,
        "RNG_ALG_THREEFRY": 2,
        "SEED_BIT_MASK": 2 * _INT64 - 1,
        "SEED_MAX": _INT64 - 1,
        "SEED_MIN": -_INT64,
        "SEED_SIZE": 16,
        "SEED_TYPE_BITS": 64,
        "SEED_UINT_SPAN": 2 * _INT64,
        "THREEFRY_STATE_SIZE": 2,
        "UINT64_SPAN": 2 * _INT64,
    },
    "python.platform.benchmark": {
        "OVERRIDE_GLOBAL_THREADPOOL": "TF_OVERRIDE_GLOBAL_THREADPOOL",
        "TEST_REPORTER_TEST_ENV": "TEST_REPORT_FILE_PREFIX",
    },
    "python.platform.control_imports": dict.fromkeys(
        ("OSS_APP", "OSS_FLAGS", "OSS_GFILE", "OSS_GOOGLETEST", "OSS_LOGGING", "OSS_PARAMETERIZED", "USE_OSS"), True
    ),
    "python.saved_model.constants": {
        "EXTRA_ASSETS_DIRECTORY": "assets.extra",
        "SAVED_MODEL_FILENAME_JSON": "saved_model.json",
    },
    "python.saved_model.model_utils.export_utils": {
        "MAX_DIRECTORY_CREATION_ATTEMPTS": 10,
        "SINGLE_FEATURE_DEFAULT_NAME": "feature",
        "SINGLE_LABEL_DEFAULT_NAME": "label",
        "SINGLE_RECEIVER_DEFAULT_NAME": "input",
    },
    "python.saved_model.signature_serialization": {
        "DEFAULT_SIGNATURE_ATTR": "_default_save_signature",
        "SIGNATURE_ATTRIBUTE_NAME": "signatures",
    },
    "python.training.tracking.base": {
        "OBJECT_CONFIG_JSON_KEY": "OBJECT_CONFIG_JSON",
        "OBJECT_GRAPH_PROTO_KEY": "_CHECKPOINTABLE_OBJECT_GRAPH",
        "VARIABLE_VALUE_KEY": "VARIABLE_VALUE",
    },
    "python.util.dispatch": {"DISPATCH_ATTR": "_tf_dispatchers"},
    "python.util.tf_export": {
        "ESTIMATOR_API_NAME": "estimator",
        "KERAS_API_NAME": "keras",
        "SUBPACKAGE_NAMESPACES": ["estimator"],
        "TENSORFLOW_API_NAME": "tensorflow",
    },
    "python.util.tf_stack": {"TB_CODEDICT": 3, "TB_FILENAME": 0, "TB_FUNCNAME": 2, "TB_LINENO": 1},
}
MODULES = frozenset({*_PLACES, *CONSTANTS})
