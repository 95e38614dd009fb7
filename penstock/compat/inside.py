"""Which modules stood inside of TensorFlow 1.x, and whose public names each of them held. Data only.

`penstock.compat.tensorflow` builds a module for each row on demand. A module that is missing here does not exist for a
program either, so a spelling mistake is an ImportError, as it was.
"""

from penstock.models import PROGRAMS

# tf.contrib.learn: module below contrib.learn.python.learn → module of penstock.contrib.learn.
_LEARN = {
    "evaluable": "interfaces",
    "experiment": "experiment",
    "export_strategy": "exporting",
    "graph_actions": "graph_actions",
    "learn_runner": "learn_runner",
    "metric_spec": "metric_spec",
    "models": "models",
    "monitors": "monitors",
    "trainable": "interfaces",
    "estimators.constants": "keys",
    "estimators.dnn": "canned",
    "estimators.dnn_linear_combined": "wide_and_deep",
    "estimators.dynamic_rnn_estimator": "dynamic_rnn_estimator",
    "estimators.estimator": "estimator",
    "estimators.head": "heads",
    "estimators.linear": "canned",
    "estimators.logistic_regressor": "logistic_regressor",
    "estimators.metric_key": "keys",
    "estimators.model_fn": "model_fn",
    "estimators.prediction_key": "keys",
    "estimators.rnn_common": "rnn_common",
    "estimators.run_config": "run_config",
    "estimators.tensor_signature": "tensor_signature",
    "learn_io.dask_io": "frames",
    "learn_io.data_feeder": "data_feeder",
    "learn_io.generator_io": "array_io",
    "learn_io.graph_io": "graph_io",
    "learn_io.numpy_io": "array_io",
    "learn_io.pandas_io": "array_io",
    "ops.embeddings_ops": "models",
    "ops.losses_ops": "models",
    "ops.seq2seq_ops": "models",
    "preprocessing.categorical": "preprocessing",
    "preprocessing.categorical_vocabulary": "preprocessing",
    "preprocessing.text": "preprocessing",
    "utils.input_fn_utils": "exporting",
    "utils.saved_model_export_utils": "exporting",
}

# The debugger: package below python.debug → its modules, which are those of penstock.debug.
_DEBUG = {
    "lib": """common debug_data debug_gradients debug_graphs debug_service_pb2_grpc debug_utils grpc_debug_server
    grpc_debug_test_server grpc_tensorflow_server profiling source_remote source_utils""",
    "wrappers": "dumping_wrapper framework grpc_wrapper hooks local_cli_wrapper",
    "cli": """analyzer_cli base_ui cli_config cli_shared cli_test_utils command_parser curses_ui curses_widgets
    debugger_cli_common evaluator offline_analyzer profile_analyzer_cli readline_ui tensor_format ui_factory""",
}

# Modules that are a module of Penstock under another name.
ALIASES = {
    **{
        f"python.debug{suffix}": f"penstock.debug{suffix}"
        for package, modules in _DEBUG.items()
        for suffix in ("", f".{package}", *(f".{package}.{module}" for module in modules.split()))
    },
    **{f"contrib.learn.python.learn.{name}": f"penstock.contrib.learn.{module}" for name, module in _LEARN.items()},
    **{
        f"contrib.learn.python.learn.{name}": f"penstock.train.{name}"
        for name in ("basic_session_run_hooks", "monitored_session", "session_run_hook")
    },
    **PROGRAMS,
    **{
        f"python.keras.{name}": f"penstock.keras.{name}"
        for name in """engine.base_layer_utils engine.input_spec utils.conv_utils utils.generic_utils utils.layer_utils
        utils.losses_utils utils.tf_utils""".split()
    },
    **{
        f"contrib.optimizer_v2.{name}": f"penstock.contrib.optimizer_v2.{name}"
        for name in "adadelta adagrad adam gradient_descent momentum optimizer_v2 rmsprop".split()
    },
    **{
        f"contrib.receptive_field.python.util.{name}": f"penstock.contrib.receptive_field.{name}"
        for name in "graph_compute_order parse_layer_parameters receptive_field".split()
    },
    **{
        f"contrib.factorization.python.ops.{name}": f"penstock.contrib.factorization.{module}"
        for name, module in (
            ("clustering_ops", "clusters"),
            ("gmm_ops", "mixtures"),
            ("factorization_ops_test_utils", "small_matrices"),
        )
    },
    **{
        f"contrib.timeseries.python.timeseries.{name}": f"penstock.contrib.timeseries.{module}"
        for name, module in (
            ("ar_model", "autoregression"),
            ("estimators", "estimators"),
            ("feature_keys", "keys"),
            ("head", "head"),
            ("model", "model"),
            ("saved_model_utils", "saved_models"),
            ("state_management", "state_managers"),
        )
    },
    "contrib.checkpoint.python.split_dependency": "penstock.contrib.split_objects",
    "contrib.bayesflow.python.ops.monte_carlo_impl": "penstock.contrib.bayesflow.monte_carlo",
    "contrib.saved_model.python.saved_model.reader": "penstock.tools.saved_model_utils",
    "contrib.predictor.predictor": "penstock.contrib.predictor.predictors",
    "contrib.util.loader": "penstock.ops.custom.libraries",
    "contrib.layers.python.ops.sparse_ops": "penstock.contrib.layers.sparse",
    "contrib.layers.python.ops.sparse_feature_cross_op": "penstock.ops.sparse.cross",
    "contrib.tensor_forest.python.ops.data_ops": "penstock.contrib.forest_data",
    "contrib.tensor_forest.python.ops.model_ops": "penstock.contrib.tensor_forest.model_ops",
    "contrib.tensor_forest.python.ops.stats_ops": "penstock.contrib.tensor_forest.model_ops",
    # TPUs: contrib.tpu.python.tpu has what 1.15 moved to python.tpu.
    **{
        f"{place}.{name}": f"penstock.contrib.tpu.{name}"
        for place in ("python.tpu", "contrib.tpu.python.tpu")
        for name in """device_assignment error_handling session_support tensor_tracer topology tpu tpu_context
        tpu_embedding tpu_feed tpu_function tpu_optimizer tpu_sharding tpu_strategy_util tpu_system_metadata
        training_loop util""".split()
    },
    **{f"{place}.ops.tpu_ops": "penstock.contrib.tpu.tpu_ops" for place in ("python.tpu", "contrib.tpu.python")},
    "python.keras.backend": "penstock.keras.backend",
    "python.keras.backend_config": "penstock.keras.backend.configuration",
    "python.framework.test_combinations": "penstock.testing.combinations",
    "python.distribute.strategy_combinations": "penstock.testing.strategies",
    "python.keras.keras_parameterized": "penstock.testing.keras_modes",
    "python.keras.testing_utils": "penstock.testing.keras_models",
    "python.keras.losses": "penstock.keras.losses",
    "python.keras.metrics": "penstock.keras.metrics",
    "python.keras.optimizers": "penstock.keras.optimizers.legacy",
    "examples.tutorials.mnist.input_data": "penstock.datasets.mnist",
    "examples.tutorials.mnist.mnist": "penstock.datasets.mnist_model",
    "contrib.learn.python.learn.datasets.mnist": "penstock.datasets.mnist",
    "contrib.learn.python.learn.datasets.base": "penstock.datasets.base",
    "contrib.learn.datasets.mnist": "penstock.datasets.mnist",
    "contrib.learn.datasets.base": "penstock.datasets.base",
    **{
        f"python.tools.{tool}": f"penstock.tools.{tool}"
        for tool in """freeze_graph import_pb_to_tensorboard inspect_checkpoint optimize_for_inference
        optimize_for_inference_lib saved_model_cli saved_model_utils strip_unused strip_unused_lib""".split()
    },
    "tools.graph_transforms": "penstock.tools.graph_transforms",
    "tools.quantization.quantize_graph": "penstock.tools.quantization.quantize_graph",
    "contrib.quantization.tools.quantize_graph": "penstock.tools.quantization.quantize_graph",
    # The compiler of AutoGraph, which lives on as a package of its own; it works on `ast`'s trees.
    **{
        f"python.autograph.pyct.{name}": f"malt.pyct.{name}"
        for name in """anno ast_util cfg inspect_utils origin_info parser pretty_printer qual_names templates
        common_transformers.anf static_analysis.activity static_analysis.annos static_analysis.liveness""".split()
    },
    **{
        f"python.autograph.converters.{name}": f"malt.converters.{name}"
        for name in """asserts break_statements call_trees conditional_expressions continue_statements control_flow
        directives lists logical_expressions return_statements slices""".split()
    },
    "python.framework.config": "penstock.compat.configuration",
    "python.autograph.core.naming": "malt.pyct.naming",
    "python.autograph.impl.api": "penstock.autograph.conversion",
    "contrib.autograph": "penstock.autograph.conversion",
    "contrib.labeled_tensor.python.ops._typecheck": "penstock.contrib.labeled_tensor.checks",
    **{
        f"python.training.{name}": "penstock.ops.state.saveable"
        for name in ("saveable_object", "saving.saveable_object", "saving.saveable_object_util")
    },
}

# Package → (package of Penstock that implements it, its modules). A module may be followed by the public namespaces
# whose names it holds, in order of preference; `/` is the root (`tf.add`), which is always searched after them.
PACKAGES: dict[str, tuple[str, str]] = {
    "python": (
        "penstock.graph",
        "pywrap_tensorflow:train,python_io pywrap_tensorflow_internal tf2 modules_with_exports",
    ),
    "python.framework": (
        "penstock.graph",
        """c_api_util common_shapes composite_tensor constant_op convert_to_constants cpp_shape_inference_pb2 device
        device_spec dtypes:dtypes error_interpolation errors:errors errors_impl:errors framework_lib func_graph function
        graph_io:train,io graph_util:graph_util graph_util_impl:graph_util importer:graph_util indexed_slices
        load_library meta_graph:train op_def_library op_def_registry ops:/,train,random,debugging,autograph
        random_seed:random registry smart_cond sparse_tensor:sparse subscribe tensor_conversion_registry tensor_like
        tensor_shape tensor_spec tensor_util:/,data,contrib.util test_util:test traceable_stack type_spec
        versions:version""",
    ),
    "python.ops": (
        "penstock.ops",
        """array_grad array_ops:/,manip,quantization,debugging,sparse,io batch_ops bitwise_ops:bitwise
        boosted_trees_ops candidate_sampling_ops:nn,random check_ops:debugging clip_ops common_shapes
        cond_v2 confusion_matrix:math control_flow_grad control_flow_ops control_flow_util control_flow_util_v2
        control_flow_v2_toggles critical_section_ops ctc_ops:nn custom_gradient data_flow_grad
        data_flow_ops:queue,io embedding_ops:nn functional_ops gradient_checker:test gradients gradients_impl
        histogram_ops image_grad image_ops:image image_ops_impl:image init_ops:initializers,keras.initializers
        init_ops_v2:compat.v2.initializers,initializers
        initializers_ns:initializers inplace_ops io_ops:io linalg_grad linalg_ops:linalg
        linalg_ops_impl:linalg list_ops logging_ops:summary lookup_ops:lookup,tables,initializers manip_ops:manip map_fn
        math_grad math_ops:/,math,linalg,dtypes,sparse metrics:metrics metrics_impl:metrics nn:nn nn_grad
        nn_impl:nn,math nn_ops:nn numerics:debugging parsing_ops:io partitioned_variables random_grad
        random_ops:random,image ref_variable resource_variable_ops resources rnn:nn
        rnn_cell:nn.rnn_cell rnn_cell_impl:nn.rnn_cell
        script_ops sdca_ops seq2seq:contrib.legacy_seq2seq session_ops sets:sets sets_impl:sets
        sort_ops:contrib.framework
        sparse_grad sparse_ops:sparse special_math_ops:math spectral_ops:signal,spectral standard_ops state_grad
        state_ops stateful_random_ops:random.experimental stateless_random_ops:random string_ops:strings
        summary_op_util summary_ops:summary summary_ops_v2:summary template tensor_array_grad tensor_array_ops
        unconnected_gradients variable_scope variables weights_broadcast_ops while_v2""",
    ),
    "python.ops.distributions": (
        "penstock.distributions",
        """bernoulli beta bijector bijector_impl categorical dirichlet dirichlet_multinomial distribution distributions
        exponential gamma identity_bijector kullback_leibler laplace multinomial normal special_math student_t
        transformed_distribution uniform util""",
    ),
    "python.ops.losses": ("penstock.losses", "losses losses_impl util"),
    "python.ops.linalg": (
        "penstock.linalg",
        """linalg linalg_impl linear_operator linear_operator_adjoint linear_operator_block_diag linear_operator_circulant
        linear_operator_composition linear_operator_diag linear_operator_full_matrix linear_operator_householder
        linear_operator_identity linear_operator_inversion linear_operator_kronecker linear_operator_low_rank_update
        linear_operator_lower_triangular linear_operator_toeplitz linear_operator_util linear_operator_zeros""",
    ),
    "python.ops.signal": (
        "penstock.signal",
        """dct_ops fft_ops mel_ops mfcc_ops reconstruction_ops shape_ops signal spectral_ops util_ops window_ops""",
    ),
    "python.ops.ragged": (
        "penstock.ops.ragged",
        """ragged_array_ops ragged_concat_ops ragged_conversion_ops ragged_factory_ops ragged_functional_ops
        ragged_gather_ops ragged_map_ops ragged_math_ops ragged_operators ragged_string_ops ragged_tensor
        ragged_tensor_shape ragged_tensor_value ragged_util ragged_where_op segment_id_ops""",
    ),
    "python.client": ("penstock.runtime", "client_lib device_lib pywrap_tf_session session timeline"),
    "python.platform": (
        "penstock.platform",
        """app:app benchmark:test build_info device_context flags:flags,app.flags gfile:gfile,io.gfile googletest:test
        resource_loader:resource_loader self_check sysconfig:sysconfig test:test tf_logging:logging logging:logging""",
    ),
    "python.util": (
        "penstock.util",
        """all_util compat:compat compat_internal decorator_utils deprecation dispatch:experimental
        example_parser_configuration function_utils is_in_graph_mode keyword_args lazy_loader lock_util nest:nest
        object_identity protobuf serialization tf_contextlib tf_decorator tf_export tf_inspect
        tf_should_use tf_stack""",
    ),
    "python.training": (
        "penstock.train",
        """adadelta adagrad adagrad_da adam basic_loops basic_session_run_hooks checkpoint_management checkpoint_ops
        checkpoint_utils coordinator device_setter device_util distribute distribution_strategy_context evaluation ftrl
        gradient_descent input learning_rate_decay learning_rate_decay_v2 momentum monitored_session moving_averages
        optimizer proximal_adagrad proximal_gradient_descent py_checkpoint_reader quantize_training queue_runner
        queue_runner_impl rmsprop saver server_lib session_manager session_run_hook slot_creator
        summary_io:summary,train,python_io supervisor sync_replicas_optimizer tensorboard_logging training training_ops
        training_util warm_starting_util""",
    ),
    "python.training.tracking": ("penstock.train", "base data_structures graph_view layer_utils tracking util"),
    "python.lib": ("penstock.storage", ""),
    "python.lib.io": ("penstock.storage", "file_io:io.gfile,gfile tf_record:python_io,io python_io:python_io,io"),
    "python.summary": (
        "penstock.summary",
        "event_accumulator event_multiplexer plugin_asset summary summary_iterator text_summary",
    ),
    "python.summary.writer": ("penstock.summary", "event_file_writer event_file_writer_v2 writer writer_cache"),
    "python.saved_model": (
        "penstock.saved_model",
        """builder:saved_model.builder builder_impl:saved_model.builder constants:saved_model.constants
        load loader:saved_model.loader loader_impl:saved_model.loader main_op:saved_model.main_op
        main_op_impl:saved_model.main_op model_utils save saved_model
        signature_constants:saved_model.signature_constants
        signature_def_utils:saved_model.signature_def_utils signature_def_utils_impl:saved_model.signature_def_utils
        simple_save tag_constants:saved_model.tag_constants utils:saved_model.utils utils_impl:saved_model.utils""",
    ),
    "python.layers": ("penstock.layers", "base convolutional core layers normalization pooling utils"),
    "python.data": ("penstock.data", ""),
    "python.data.ops": ("penstock.data", "dataset_ops iterator_ops multi_device_iterator_ops optional_ops readers"),
    "python.data.util": ("penstock.data", "convert nest:nest options random_seed sparse structure"),
    "python.data.experimental": ("penstock.data", ""),
    "python.feature_column": (
        "penstock.feature_column",
        """dense_features dense_features_v2 feature_column feature_column_lib feature_column_v2 sequence_feature_column
        serialization utils""",
    ),
    "python.eager": ("penstock.runtime", "backprop context core def_function execute function tape test wrap_function"),
    "python.profiler": ("penstock.profiler", "model_analyzer option_builder profiler tfprof_logger"),
    "python.tools": (
        "penstock.tools",
        """freeze_graph import_pb_to_tensorboard inspect_checkpoint optimize_for_inference optimize_for_inference_lib
        saved_model_cli saved_model_utils strip_unused strip_unused_lib""",
    ),
    "python.user_ops": ("penstock.ops", "user_ops:user_ops"),
    "python.distribute": (
        "penstock.distribute",
        "distribute_lib distribution_strategy_context mirrored_strategy values",
    ),
    "python.autograph": ("penstock.autograph", ""),
    "python.autograph.converters": ("penstock.autograph", "break_statements continue_statements return_statements"),
    "python.autograph.core": ("penstock.autograph", "converter naming"),
    "python.autograph.pyct": (
        "penstock.autograph",
        "anno compiler inspect_utils parser qual_names templates transformer",
    ),
    "python.autograph.pyct.common_transformers": ("penstock.autograph", "anf"),
    "python.tpu": (
        "penstock.contrib.tpu",
        "bfloat16 tpu_config tpu_estimator",
    ),
    "python.module": ("penstock.ops.state", "module"),
    "python.keras": (
        "penstock.keras",
        """activations:keras.activations callbacks:keras.callbacks callbacks_v1:keras.callbacks
        constraints:keras.constraints initializers:keras.initializers,initializers models:keras.models
        ops regularizers:keras.regularizers""",
    ),
    "python.keras.engine": (
        "penstock.keras.engine",
        """base_layer:keras.layers base_layer_utils data_adapter input_layer:keras input_spec:keras.layers
        network:keras node saving:keras.models sequential:keras training:keras training_arrays training_generator
        training_utils""",
    ),
    "python.keras.layers": (
        "penstock.keras.layers",
        """advanced_activations convolutional convolutional_recurrent core cudnn_recurrent dense_attention embeddings
        kernelized local merge noise normalization normalization_v2 pooling recurrent recurrent_v2 serialization
        wrappers""",
    ),
    "python.keras.optimizer_v2": (
        "penstock.keras.optimizer_v2",
        """adadelta adagrad adam adamax ftrl gradient_descent
        learning_rate_schedule:keras.optimizers.schedules,keras.experimental nadam optimizer_v2 rmsprop""",
    ),
    "python.keras.utils": (
        "penstock.keras.utils",
        """conv_utils data_utils generic_utils io_utils layer_utils losses_utils metrics_utils mode_keys
        multi_gpu_utils np_utils tf_utils vis_utils""",
    ),
    "python.keras.saving": (
        "penstock.keras.saving",
        "hdf5_format model_config:keras.models save:keras.models saved_model_experimental:keras.experimental saving_utils",
    ),
    "python.keras.applications": ("penstock.keras.applications", ""),
    "python.keras.mixed_precision": ("penstock.keras.mixed_precision", ""),
    "python.keras.mixed_precision.experimental": (
        "penstock.keras.mixed_precision",
        "autocast_variable loss_scale_optimizer policy",
    ),
}

# Imported at the top by programs that only use it if told to on the command line: exists, though nothing is in it yet.
IMPORTED_IN_ANY_CASE = (
    "python.debug",
    "python.keras.applications",
    *(
        f"python.autograph.{name}"
        for name in """converters converters.break_statements converters.continue_statements converters.return_statements
        core core.converter core.naming pyct pyct.anno pyct.compiler pyct.inspect_utils pyct.parser pyct.qual_names
        pyct.templates pyct.common_transformers pyct.common_transformers.anf""".split()
    ),
)

# Public namespaces of all modules of a package, searched after those of the module itself.
PACKAGE_NAMESPACES = {
    "python.ops.distributions": "distributions",
    "python.ops.losses": "losses",
    "python.ops.linalg": "linalg",
    "python.ops.signal": "signal",
    "python.ops.ragged": "ragged",
    "python.training": "train",
    "python.summary": "summary",
    "python.summary.writer": "summary",
    "python.saved_model": "saved_model",
    "python.layers": "layers",
    "python.data": "data",
    "python.data.ops": "data",
    "python.data.util": "data",
    "python.data.experimental": "data.experimental",
    "python.feature_column": "feature_column",
    "python.profiler": "profiler",
    "python.debug": "debug",
    "python.debug.lib": "debug",
    "python.debug.wrappers": "debug",
    "python.distribute": "distribute",
    "python.autograph": "autograph",
    "python.tpu": "contrib.tpu",
    "python.keras": "keras",
    "python.keras.layers": "keras.layers",
    "python.keras.optimizer_v2": "keras.optimizers",
    "python.keras.utils": "keras.utils",
    "python.keras.applications": "keras.applications",
    "python.keras.mixed_precision": "keras.mixed_precision",
    "python.keras.mixed_precision.experimental": "keras.mixed_precision.experimental",
}

# Packages whose modules had the shape of the public namespace beside them: everything below the first name holds the
# names of the second, and a module of it may carry any name.
MIRRORS = {"python.keras": "keras", "python.estimator": "estimator"}

# `gen_<family>_ops`: wrappers of the operations themselves, in snake case.
GENERATED_FAMILIES = """array audio batch bitwise boosted_trees candidate_sampling checkpoint clustering collective control_flow
    ctc cudnn_rnn data_flow dataset decode_proto encode_proto experimental_dataset functional image io linalg list
    logging lookup manip math nccl nn parsing ragged_array ragged_conversion ragged_math random resource_variable rnn rpc
    script sdca sendrecv set sparse spectral state stateful_random stateless_random string summary tpu training user"""

# Protocol buffer modules → the messages and enums of their file.
PB2 = {
    "compiler.xla.xla_data_pb2": (
        "OpSharding ShapeProto LayoutProto TileProto ProgramShapeProto PrimitiveType Format FftType RandomDistribution"
    ),
    "contrib.decision_trees.proto.generic_tree_model_pb2": (
        "Model ModelAndFeatures Ensemble Summation Averaging DecisionTree TreeNode BinaryNode SparseVector Vector Leaf "
        "FeatureId ObliqueFeatures InequalityTest Value"
    ),
    "contrib.tensor_forest.proto.fertile_stats_pb2": (
        "FertileStats GiniStats LeafStat FertileSlot SplitCandidate TreePath"
    ),
    "contrib.tensor_forest.proto.tensor_forest_params_pb2": (
        "LeafModelType StatsModelType SplitCollectionType SplitPruningStrategyType SplitFinishStrategyType "
        "SplitPruningConfig SplitFinishConfig LinearParam ExponentialParam ThresholdParam DepthDependentParam "
        "TensorForestParams"
    ),
    "core.debug.debug_service_pb2": "EventReply CallTraceback",
    "core.example.example_parser_configuration_pb2": (
        "VarLenFeatureProto FixedLenFeatureProto FeatureConfiguration ExampleParserConfiguration"
    ),
    "core.example.example_pb2": "Example SequenceExample",
    "core.example.feature_pb2": "BytesList FloatList Int64List Feature Features FeatureList FeatureLists",
    "core.framework.allocation_description_pb2": "AllocationDescription",
    "core.framework.attr_value_pb2": "AttrValue NameAttrList",
    "core.framework.cost_graph_pb2": "CostGraphDef",
    "core.framework.device_attributes_pb2": "InterconnectLink LocalLinks DeviceLocality DeviceAttributes",
    "core.framework.function_pb2": "FunctionDefLibrary FunctionDef GradientDef RegisteredGradient",
    "core.framework.graph_debug_info_pb2": "GraphDebugInfo",
    "core.framework.graph_pb2": "GraphDef",
    "core.framework.log_memory_pb2": (
        "MemoryLogStep MemoryLogTensorAllocation MemoryLogTensorDeallocation MemoryLogTensorOutput "
        "MemoryLogRawAllocation MemoryLogRawDeallocation"
    ),
    "core.framework.node_def_pb2": "NodeDef",
    "core.framework.op_def_pb2": "OpDef OpDeprecation OpList",
    "core.framework.reader_base_pb2": "ReaderBaseState",
    "core.framework.resource_handle_pb2": "ResourceHandleProto",
    "core.framework.step_stats_pb2": (
        "AllocationRecord AllocatorMemoryUsed NodeOutput MemoryStats NodeExecStats DeviceStepStats StepStats"
    ),
    "core.framework.summary_pb2": "SummaryDescription SummaryMetadata Summary DataClass",
    "core.framework.tensor_description_pb2": "TensorDescription",
    "core.framework.tensor_pb2": "TensorProto VariantTensorDataProto",
    "core.framework.tensor_shape_pb2": "TensorShapeProto",
    "core.framework.tensor_slice_pb2": "TensorSliceProto",
    "core.framework.types_pb2": "SerializedDType DataType",
    "core.framework.variable_pb2": "VariableDef SaveSliceInfoDef VariableSynchronization VariableAggregation",
    "core.framework.versions_pb2": "VersionDef",
    "core.lib.core.error_codes_pb2": "Code",
    "core.profiler.tfprof_log_pb2": (
        "CodeDef OpLogEntry OpLogProto ProfileProto ProfileNode ExecProfile ExecTime ExecMemory Tuple Memory"
    ),
    "core.profiler.tfprof_options_pb2": "OptionsProto AdvisorOptionsProto",
    "core.profiler.tfprof_output_pb2": "TFProfTensorProto GraphNodeProto MultiGraphNodeProto AdviceProto",
    "core.protobuf.cluster_pb2": "JobDef ClusterDef",
    "core.protobuf.config_pb2": (
        "GPUOptions OptimizerOptions GraphOptions ThreadPoolOptionProto SessionMetadata ConfigProto RunOptions "
        "RunMetadata TensorConnection CallableOptions"
    ),
    "core.protobuf.control_flow_pb2": "ValuesDef ControlFlowContextDef CondContextDef WhileContextDef",
    "core.protobuf.debug_pb2": "DebugTensorWatch DebugOptions DebuggedSourceFile DebuggedSourceFiles",
    "core.protobuf.device_properties_pb2": "DeviceProperties NamedDevice",
    "core.protobuf.meta_graph_pb2": "MetaGraphDef CollectionDef TensorInfo SignatureDef AssetFileDef",
    "core.protobuf.named_tensor_pb2": "NamedTensorProto",
    "core.protobuf.queue_runner_pb2": "QueueRunnerDef",
    "core.protobuf.rewriter_config_pb2": "AutoParallelOptions ScopedAllocatorOptions RewriterConfig",
    "core.protobuf.saved_model_pb2": "SavedModel",
    "core.protobuf.saved_object_graph_pb2": (
        "SavedObjectGraph SavedObject SavedUserObject SavedAsset SavedFunction CapturedTensor SavedConcreteFunction "
        "SavedBareConcreteFunction SavedConstant SavedVariable FunctionSpec SavedResource SaveableObject"
    ),
    "core.protobuf.saver_pb2": "SaverDef",
    "core.protobuf.struct_pb2": (
        "StructuredValue NoneValue ListValue TupleValue DictValue PairValue NamedTupleValue TensorSpecProto "
        "BoundedTensorSpecProto TypeSpecProto"
    ),
    "core.protobuf.tensor_bundle_pb2": "BundleHeaderProto BundleEntryProto",
    "core.protobuf.tensorflow_server_pb2": "ServerDef",
    "core.protobuf.tpu.compilation_result_pb2": "CompilationResultProto",
    "core.protobuf.tpu.dynamic_padding_pb2": "PaddingMap",
    "core.protobuf.tpu.optimization_parameters_pb2": (
        "ClippingLimits DynamicLearningRate LearningRate AdagradParameters BoundedAdagradParameters "
        "StochasticGradientDescentParameters FtrlParameters AdamParameters MomentumParameters RmsPropParameters "
        "CenteredRmsPropParameters MdlAdagradLightParameters AdadeltaParameters ProximalAdagradParameters "
        "OnlineYogiParameters GradientAccumulationStatus HotIdReplicationConfiguration OptimizationParameters "
        "StateVariableSpecification"
    ),
    "core.protobuf.tpu.topology_pb2": "TopologyProto",
    "core.protobuf.tpu.tpu_embedding_configuration_pb2": "TPUEmbeddingConfiguration",
    "core.protobuf.tpu.tpu_embedding_output_layout_pb2": "TPUEmbeddingOutputLayout",
    "core.protobuf.trackable_object_graph_pb2": "TrackableObjectGraph RegisteredSaver",
    "core.protobuf.verifier_config_pb2": "VerifierConfig",
    "core.util.event_pb2": (
        "Event SourceMetadata LogMessage SessionLog TaggedRunMetadata WatchdogConfig RequestedExitCode "
        "WorkerHeartbeatRequest WorkerHeartbeatResponse WorkerHealth WorkerShutdownMode"
    ),
    "core.util.test_log_pb2": "EntryValue MetricEntry BenchmarkEntry BenchmarkEntries",
    "core.util.saved_tensor_slice_pb2": "SavedSliceMeta SavedTensorSliceMeta SavedSlice SavedTensorSlices",
    "python.training.checkpoint_state_pb2": "CheckpointState",
}

# Of these, the package in which names are looked for first: other messages are called the same.
PB2_PACKAGES = {"contrib.decision_trees.proto.generic_tree_model_pb2": "tensorflow.decision_trees"}

# (module, name) → where it is, for names that no public namespace holds.
_FILE_IO = {
    "FileIO": "GFile",
    "file_exists": "Exists",
    "delete_file": "Remove",
    "get_matching_files": "Glob",
    "create_dir": "MkDir",
    "recursive_create_dir": "MakeDirs",
    "delete_recursively": "DeleteRecursively",
    "is_directory": "IsDirectory",
    "list_directory": "ListDirectory",
    "read_file_to_string": "read_file_to_string",
    "write_string_to_file": "write_string_to_file",
    "atomic_write_string_to_file": "atomic_write_string_to_file",
    "FileStatistics": "FileStatistics",
}
_COMMON_SHAPES = """broadcast_shape is_broadcast_compatible no_outputs scalar_shape unchanged_shape
    unchanged_shape_with_rank unchanged_shape_with_rank_at_least unchanged_shape_with_rank_at_most unknown_shape"""
_SUPPORT = {
    "client.device_lib": "list_local_devices",
    "framework.common_shapes": _COMMON_SHAPES,
    "ops.common_shapes": _COMMON_SHAPES,
    "util.all_util": "make_all remove_undocumented",
    "util.keyword_args": "keyword_args_only",
    "util.lazy_loader": "LazyLoader",
    "util.nest": "_is_namedtuple",
    "util.tf_should_use": "should_use_result",
}
_TEST_UTIL = """FakeEagerSession GpuSupportsHalfMatMulAndConv IsBuiltWithROCm IsGoogleCudaEnabled IsMklEnabled
    _combine_named_parameters also_run_as_tf_function assert_equal_graph_def_v2 assert_meta_graph_protos_equal
    assert_ops_in_graph build_as_function_and_v1_graph deprecated_graph_mode_only device disable_control_flow_v2 disable_xla
    enable_c_shapes enable_control_flow_v2 enable_tf_xla_constant_folding for_all_test_methods force_cpu force_gpu
    generate_combinations_with_testcase_name get_node_def_from_graph is_xla_enabled no_xla_auto_jit
    run_all_in_graph_and_eager_modes run_cuda_only run_deprecated_v1 run_gpu_only run_in_graph_and_eager_modes run_v1_only
    run_v2_only set_producer_version skip_if use_deterministic_cudnn use_gpu with_c_shapes with_control_flow_v2
    xla_allow_fallback"""
_TESTS = {
    ("framework.test_util", "testing.test_case"): "CapturedWrites ErrorLoggingSession TensorFlowTestCase",
    ("framework.test_util", "testing.comparisons"): "py_func_if_in_function",
    ("framework.test_util", "testing.decorators"): _TEST_UTIL,
    ("framework.test_util", "testing.layouts"): "NCHWToNHWC NCHW_VECT_CToNHWC NHWCToNCHW NHWCToNCHW_VECT_C",
    ("framework.test_util", "testing.leaks"): "assert_no_garbage_created assert_no_new_tensors",
    ("platform.googletest", "testing.running"): "GetTempDir",
    ("platform.benchmark", "testing.benchmark"): "TensorFlowBenchmark",
}
# Module → (module here, its names there and here), for what has a name of its own here.
_RENAMED = {
    **{
        name: ("compat.support", "TF_TryEvaluateConstant_wrapper=TF_TryEvaluateConstant_wrapper")
        for name in ("pywrap_tensorflow", "pywrap_tensorflow_internal")
    },
    "feature_column.dense_features": ("feature_column.layers", "DenseFeatures=DenseFeatures"),
    "feature_column.dense_features_v2": ("feature_column.layers", "DenseFeatures=DenseFeatures"),
    "feature_column.feature_column_v2": (
        "feature_column.base",
        """_StateManagerImpl=LayerState _StateManagerImplV2=LayerState FeatureTransformationCache=FeatureTransformationCache
        StateManager=StateManager""",
    ),
    "ops.metrics_impl": ("ops.metrics.metrics", "_remove_squeezable_dimensions=squeezed"),
    "ops.rnn_cell_impl": ("rnn.cell_base", "_zero_state_tensors=zero_state_tensors"),
    "ops.resources": (
        "train.resources",
        """register_resource=register_resource shared_resources=shared_resources local_resources=local_resources
        initialize_resources=initialize_resources report_uninitialized_resources=report_uninitialized_resources""",
    ),
    "training.monitored_session": (
        "train.wrapped_session",
        """_WrappedSession=WrappedSession _RecoverableSession=RecoverableSession _CoordinatedSession=CoordinatedSession
        _HookedSession=HookedSession""",
    ),
    "training.evaluation": (
        "train.evaluation",
        """_StopAfterNEvalsHook=StopAfterNEvalsHook _get_or_create_eval_step=get_or_create_eval_step
        _evaluate_once=evaluate_once""",
    ),
    "layers.convolutional": (
        "layers",
        """Convolution1D=Conv1D Convolution2D=Conv2D Convolution3D=Conv3D Convolution2DTranspose=Conv2DTranspose
        Convolution3DTranspose=Conv3DTranspose SeparableConvolution2D=SeparableConv2D
        SeparableConvolution1D=SeparableConv1D convolution1d=conv1d convolution2d=conv2d convolution3d=conv3d
        separable_convolution2d=separable_conv2d convolution2d_transpose=conv2d_transpose
        convolution3d_transpose=conv3d_transpose""",
    ),
    "framework.device_spec": ("graph.device", "DeviceSpecV1=DeviceSpec"),
    "training.checkpoint_management": (
        "train.checkpoint_management",
        "_prefix_to_checkpoint_path=prefix_to_checkpoint_path",
    ),
    "estimator.canned.head": ("estimator.canned.heads", "_Head=Head"),
    "estimator.canned.optimizers": ("estimator.canned.optimizers", "get_optimizer_instance=get_optimizer_instance"),
    "util.function_utils": ("util.function_utils", "fn_args=fn_args"),
    "estimator.estimator": ("estimator.spec", "_verify_model_fn_args=verify_model_fn_args"),
    "estimator.model_fn": (
        "estimator.spec",
        "LOSS_METRIC_KEY=LOSS_METRIC_KEY AVERAGE_LOSS_METRIC_KEY=AVERAGE_LOSS_METRIC_KEY",
    ),
}
SPECIAL = {
    **{
        ("contrib.eager.python.tfe", f"run_{old}_in_graph_and_eager_modes"): (
            f"penstock.testing.decorators:run{new}_in_graph_and_eager_modes"
        )
        for old, new in (("all_tests", "_all"), ("test", ""))
    },
    **{
        (f"python.{module}", pair.partition("=")[0]): f"penstock.{place}:{pair.partition('=')[2]}"
        for module, (place, pairs) in _RENAMED.items()
        for pair in pairs.split()
    },
    **{
        (f"python.{module}", name): f"penstock.{place}:{name}"
        for (module, place), names in _TESTS.items()
        for name in names.split()
    },
    # As there, `googletest` has absltest's class, and `test` the one that knows tensors.
    ("python.platform.googletest", "TestCase"): "absl.testing.absltest:TestCase",
    ("python.framework.versions", "__version__"): "penstock.platform.sysconfig:VERSION",
    ("python.framework.versions", "__git_version__"): "penstock.platform.sysconfig:GIT_VERSION",
    ("python.framework.versions", "__compiler_version__"): "penstock.platform.sysconfig:COMPILER_VERSION",
    # Constructors that no program calls differ; `isinstance` is what they are used for.
    ("python.framework.ops", "Operation"): "penstock.graph.operation:Operation",
    ("python.ops.variables", "Variable"): "penstock.ops.state.variables:Variable",
    ("python.ops.variables", "VariableV1"): "penstock.ops.state.variables:Variable",
    ("python.ops.variable_scope", "EagerVariableStore"): "penstock.compat.kept_variables:EagerVariableStore",
    ("python.ops.variable_scope", "variable"): "penstock.ops.state.variables:Variable",
    # Datasets of 1.x are those of 2.x, and have iterators besides.
    **{("python.data.ops.dataset_ops", name): "penstock.data.dataset:Dataset" for name in ("DatasetV1", "DatasetV2")},
    **{
        ("python.data.ops.dataset_ops", name): f"penstock.data.adapters:{name}"
        for name in ("DatasetV1Adapter", "UnaryDataset", "UnaryUnchangedStructureDataset")
    },
    ("python.framework.func_graph", "FuncGraph"): "penstock.graph.function:FuncGraph",
    ("python.eager.def_function", "Function"): "penstock.autograph.functions:Function",
    ("python.eager.function", "Function"): "penstock.autograph.functions:Function",
    ("python.eager.function", "ConcreteFunction"): "penstock.autograph.functions:ConcreteFunction",
    ("python.eager.wrap_function", "WrappedFunction"): "penstock.autograph.wrapped:WrappedFunction",
    ("python.ops.gradients_impl", "gradients_v2"): "penstock.compat.version2:gradients",
    **{
        (f"{place}.tpu_estimator", name): f"penstock.contrib.tpu.estimator:{name}"
        for place in ("python.tpu", "contrib.tpu.python.tpu")
        for name in ("BatchConfig", "ExportSavedModelApiVersion", "TPUEstimator", "TPUEstimatorSpec")
    },
    ("python.estimator.model_fn", "_TPUEstimatorSpec"): "penstock.contrib.tpu.estimator:TPUEstimatorSpec",
    **{("python.lib.io.file_io", old): f"penstock.storage.gfile:{new}" for old, new in _FILE_IO.items()},
    **{
        (f"python.{module}", name): f"penstock.compat.support:{name}"
        for module, names in _SUPPORT.items()
        for name in names.split()
    },
}
