"""Operation types without cases of their own here, each with the reason and the place where it is tested."""

SOURCES = "is the source of a graph: every case uses it"
HANDLES = "makes handles that belong to one session: tests/runtime/session/test_session.py"
PYTHON = "calls a Python function: tests/ops/control/test_py_func.py"

EXCLUDED = {
    "Const": SOURCES,
    "Placeholder": SOURCES,
    "PlaceholderV2": SOURCES,
    "VariableV2": SOURCES,
    **dict.fromkeys(("GetSessionHandle", "GetSessionHandleV2", "GetSessionTensor", "DeleteSessionTensor"), HANDLES),
    **dict.fromkeys(("PyFunc", "PyFuncStateless", "EagerPyFunc"), PYTHON),
    "MaxPoolGradGradWithArgmax": "TensorFlow has no kernel for the CPU: tests/ops/nn/pooling/test_pool.py",
    **dict.fromkeys(
        ("DecodeAudioV2", "EncodeAudioV2"), "TensorFlow 2 has no contrib: tests/contrib/test_graph_tools.py"
    ),
    **dict.fromkeys(
        """DecodeLibsvm HyperplaneLSHProbes ObtainNext PeriodicResample PeriodicResampleOpGrad ReduceSliceMax ReduceSliceMin
        ReduceSliceProd ReduceSliceSum SkipGramGenerateCandidates""".split(),
        "TensorFlow 2 has no contrib: tests/contrib/test_rare_operations.py, by values of 1.15.5",
    ),
    "FakeParam": "has no value: only branches that are not taken use it, tests/ops/control/test_control_flow.py",
    "TopK": "TensorFlow 2 builds it in old graphs, but its kernel wants an attribute of TopKV2: computed as that",
    "FixedLengthRecordReader": "TensorFlow 2's kernel wants an attribute of FixedLengthRecordReaderV2: the same reader",
    "LMDBReader": "reads what another library writes: tests/data/test_experimental.py",
    "FilterByLastComponentDataset": "TensorFlow 2 has no kernel: tests/data/test_older_kernels.py",
    **dict.fromkeys(
        ("ParallelInterleaveDataset", "ExperimentalParallelInterleaveDataset"),
        "TensorFlow 2's functions make another type: tests/data/test_older_kernels.py",
    ),
    **dict.fromkeys(
        ("IteratorPlace", "IteratorGoTo"), "are Penstock's own, for checkpoints: tests/data/test_saving.py"
    ),
    **dict.fromkeys(
        ("MutexV2", "MutexLock", "ConsumeMutexLock"),
        "have no values, they order what runs between them: tests/ops/state/test_critical_section.py",
    ),
    **dict.fromkeys(
        ("Switch", "Merge"),
        "fetch errors are part of what they are: tests/ops/control/test_switches.py, by values of 1.15.5",
    ),
    **dict.fromkeys(
        ("Stack", "StackPush", "StackPop", "StackClose"),
        "TensorFlow 2 has no functions for references: tests/ops/control/test_stacks.py, by 1.15.5",
    ),
    **dict.fromkeys(
        ("Skipgram", "NegTrain"), "TensorFlow 2 has no kernels: tests/compat/object_programs.py, recorded from 1.15.5"
    ),
    "DebugGradientRefIdentity": "TensorFlow 2 cannot take references: tests/debug/lib/test_debug_gradients.py, by 1.15.5",
    **dict.fromkeys(
        ("AutoShardDataset", "ExperimentalAutoShardDataset"),
        "TensorFlow 2 shards by other rules: tests/data/test_auto_shard.py, recorded from 1.15.5",
    ),
    "GenerateBoundingBoxProposals": "TensorFlow has a kernel for GPUs only: tests/compat/test_graph_mode_names.py",
    "PrintV2": "writes to a stream and has no result: tests/ops/io/test_printing.py",
}

# Types that TensorFlow 2 refuses to build or has on other devices only, with the one whose kernel they share.
SAME_KERNEL = {
    "HostConst": "Const",
}

# Operations that have a gradient here but none in TensorFlow 2; the last one has it to raise an error in both.
WITHOUT_GRADIENT = ("DeepCopy", "MaxPoolGradGradV2", "MaxPoolGradWithArgmax", "Snapshot", "PreventGradient")

ARRAYS = ("arrays.data_formats", "arrays.fingerprint", "arrays.unravel")
IMAGES = ("boxes", "codec", "color", "crops", "patches", "resize", "suppression")
# Families whose own tests compare them with TensorFlow, operation by operation: module → the files of those tests, which
# must speak of each type, or of a public function that makes it.
DATA = "tests/data/test_dataset.py tests/data/test_experimental.py"
FAMILIES = {
    "penstock.data.iterator_kernels": DATA,
    "penstock.data.kernels": DATA,
    "penstock.data.more_kernels": DATA,
    "penstock.data.optional": DATA,
    "penstock.ops.queues.barrier": "tests/ops/queues/test_barrier.py",
    "penstock.ops.losses.ctc": "tests/ops/losses/test_ctc.py",
    "penstock.ops.losses.ctc_decoders": "tests/ops/losses/test_ctc.py",
    "penstock.ops.text.edit_distance": "tests/ops/text/test_edit_distance.py",
    "penstock.ops.nn.pooling.fractional": "tests/ops/nn/pooling/test_fractional_pool.py",
    "penstock.ops.nn.convolution.fused_resize": "tests/ops/nn/convolution/test_fused_conv.py",
    "penstock.ops.nn.volume_patches": "tests/ops/nn/pooling/test_fractional_pool.py",
    **dict.fromkeys(
        ("penstock.ops.quantized.conversion", "penstock.ops.quantized.fake"), "tests/ops/quantized/test_quantized.py"
    ),
    "penstock.ops.quantized.arithmetic": "tests/ops/quantized/test_quantized.py",
    "penstock.ops.nn.fused_cells": "tests/ops/nn/test_fused_cells.py",
    "penstock.ops.random.stateful": "tests/ops/random/test_generator.py",
    **dict.fromkeys(
        (f"penstock.ops.{n}" for n in ("signal.audio", "signal.audio_features", *ARRAYS)),
        "tests/ops/math/test_small_families.py",
    ),
    "penstock.ops.io.protos": "tests/ops/io/test_proto_ops.py",
    **dict.fromkeys(
        ("penstock.ops.linalg.decompositions", "penstock.ops.linalg.solve"), "tests/ops/linalg/test_linalg.py"
    ),
    "penstock.ops.io.parsing": "tests/ops/io/test_parsing.py",
    "penstock.ops.io.parsing_sequences": "tests/ops/io/test_parsing.py",
    "penstock.ops.io.csv_records": "tests/ops/text/test_strings.py",
    "penstock.ops.io.decoding": "tests/ops/io/test_parsing.py tests/ops/text/test_strings.py",
    "penstock.ops.queues.kernels": "tests/ops/queues/test_queues.py",
    "penstock.ops.queues.accumulators": "tests/ops/queues/test_accumulators.py",
    "penstock.ops.ragged.kernels": "tests/ops/ragged/test_ragged_kernels.py",
    "penstock.ops.sparse.conversion": "tests/ops/sparse/test_sparse.py",
    "penstock.ops.sparse.reshaping": "tests/ops/sparse/test_sparse.py",
    "penstock.ops.sparse.arithmetic": "tests/ops/sparse/test_sparse.py",
    "penstock.ops.sparse.concat_and_slice": "tests/ops/sparse/test_sparse.py",
    "penstock.ops.sparse.reduction": "tests/ops/sparse/test_sparse.py",
    "penstock.ops.sparse.serialization": "tests/ops/sparse/test_sparse.py",
    **dict.fromkeys((f"penstock.ops.image.{part}" for part in IMAGES), "tests/ops/image/test_image.py"),
    "penstock.ops.lookup.kernels": "tests/ops/lookup/test_lookup.py",
    "penstock.ops.signal.fourier": "tests/ops/signal/test_spectral.py",
    "penstock.ops.linalg.tridiagonal": "tests/ops/linalg/test_tridiagonal.py",
    "penstock.ops.training.sdca": "tests/ops/training/test_sdca.py",
    "penstock.ops.sparse.sets": "tests/ops/sparse/test_sparse.py",
    "penstock.ops.text.strings": "tests/ops/text/test_strings.py",
    "penstock.ops.text.split": "tests/ops/text/test_strings.py",
    "penstock.ops.text.unicode": "tests/ops/text/test_strings.py tests/ops/ragged/test_ragged.py",
    "penstock.ops.io.summaries": "tests/summary/test_ops.py",
    "penstock.ops.io.checkpoints": "tests/train/test_saver.py",
    "penstock.ops.io.files": "tests/storage/test_gfile.py",
}
# Families without kernels in TensorFlow 2: module → the file of tests that have what 1.15 itself gave.
RECORDED = {
    "penstock.ops.quantized.fused": "tests/ops/quantized/test_fused.py",
    "penstock.ops.queues.batching": "tests/ops/queues/test_batching.py",  # how runs meet depends on threads, which are held there
    "penstock.ops.training.clustering": "tests/contrib/test_factorization.py",
    "penstock.ops.image.transforms": "tests/contrib/test_image.py",
    "penstock.ops.lookup.dense": "tests/contrib/test_dense_tables.py",  # TensorFlow 2 exports entries without buckets
    "penstock.ops.image.resampler": "tests/contrib/test_image.py",
    "penstock.ops.io.summary_writers": "tests/contrib/test_summary.py",
    "penstock.ops.checks.debug_ops": "tests/debug/lib/test_debug_ops.py",
    "penstock.data.multi_device": "tests/data/test_multi_device.py",
    "penstock.data.thread_pools": "tests/data/test_thread_pools.py",
    "penstock.ops.control.collectives": "tests/distributed/test_collectives.py",
    "penstock.ops.control.gpu_only": "tests/contrib/test_device_memory.py",
    "penstock.contrib.tpu.tpu_ops": "tests/contrib/test_tpu_programs.py",  # without TPUs they are built, and refuse to run
    "penstock.contrib.forest_data": "tests/contrib/test_forest_data.py",
    "penstock.contrib.tensor_forest.kernels": "tests/contrib/test_forests.py",
    "penstock.ops.arrays.xla_operations": "tests/contrib/test_xla_operations.py",
    "penstock.lite.integer_ops": "tests/lite/test_interpreter.py",  # are Penstock's own: steps of TensorFlow Lite's interpreter
    **dict.fromkeys(
        (f"penstock.ops.training.boosted_trees{part}" for part in ("", "_quantiles", "_stats")),
        "tests/estimator/canned/test_boosted_trees.py",
    ),
    "penstock.ops.nn.gather_tree": "tests/contrib/test_seq2seq.py",
    "penstock.ops.sparse.cross": "tests/contrib/test_feature_columns.py",
    "penstock.ops.training.wals": "tests/contrib/test_wals.py",
    "penstock.ops.random.binomial": "tests/ops/random/test_generator.py",  # TensorFlow 2 cuts the stream in other places
}
