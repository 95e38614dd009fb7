"""Operation types without cases of their own here, each with the reason and the place where it is tested."""

SOURCES = "is the source of a graph: every case uses it"
HANDLES = "makes handles that belong to one session: tests/runtime/test_session.py"
PYTHON = "calls a Python function: tests/ops/test_py_func.py"

EXCLUDED = {
    "Const": SOURCES,
    "Placeholder": SOURCES,
    "PlaceholderV2": SOURCES,
    "VariableV2": SOURCES,
    **dict.fromkeys(("GetSessionHandle", "GetSessionHandleV2", "GetSessionTensor", "DeleteSessionTensor"), HANDLES),
    **dict.fromkeys(("PyFunc", "PyFuncStateless", "EagerPyFunc"), PYTHON),
    "MaxPoolGradGradWithArgmax": "TensorFlow has no kernel for the CPU: tests/ops/test_pool.py",
    **dict.fromkeys(
        ("DecodeAudioV2", "EncodeAudioV2"), "TensorFlow 2 has no contrib: tests/contrib/test_graph_tools.py"
    ),
    "FakeParam": "has no value: only branches that are not taken use it, tests/ops/test_control_flow.py",
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
        "have no values, they order what runs between them: tests/ops/test_critical_section.py",
    ),
    "PrintV2": "writes to a stream and has no result: tests/ops/test_printing.py",
}

# Types that TensorFlow 2 refuses to build or has on other devices only, with the one whose kernel they share.
SAME_KERNEL = {
    "HostConst": "Const",
}

# Operations that have a gradient here but none in TensorFlow 2; the last one has it to raise an error in both.
WITHOUT_GRADIENT = ("DeepCopy", "MaxPoolGradGradV2", "MaxPoolGradWithArgmax", "Snapshot", "PreventGradient")

IMAGES = ("boxes", "codec", "color", "crops", "patches", "resize", "suppression")
# Families whose own tests compare them with TensorFlow, operation by operation: module → the files of those tests, which
# must speak of each type, or of a public function that makes it.
DATA = "tests/data/test_dataset.py tests/data/test_experimental.py"
FAMILIES = {
    "penstock.data.iterator_kernels": DATA,
    "penstock.data.kernels": DATA,
    "penstock.data.more_kernels": DATA,
    "penstock.data.optional": DATA,
    "penstock.ops.barrier": "tests/ops/test_barrier.py",
    "penstock.ops.ctc": "tests/ops/test_ctc.py",
    "penstock.ops.ctc_decoders": "tests/ops/test_ctc.py",
    "penstock.ops.edit_distance": "tests/ops/test_edit_distance.py",
    "penstock.ops.fractional_pool": "tests/ops/test_fractional_pool.py",
    "penstock.ops.fused_conv": "tests/ops/test_fused_conv.py",
    "penstock.ops.volume_patches": "tests/ops/test_fractional_pool.py",
    **dict.fromkeys(("penstock.ops.quantize", "penstock.ops.fake_quant"), "tests/ops/test_quantized.py"),
    "penstock.ops.quantized_math": "tests/ops/test_quantized.py",
    "penstock.ops.fused_cells": "tests/ops/test_fused_cells.py",
    "penstock.ops.stateful_random": "tests/ops/test_generator.py",
    **dict.fromkeys(
        (f"penstock.ops.{n}" for n in ("audio", "audio_features", "data_formats", "fingerprint", "unravel")),
        "tests/ops/test_small_families.py",
    ),
    "penstock.ops.proto_ops": "tests/ops/test_proto_ops.py",
    **dict.fromkeys(("penstock.ops.linalg", "penstock.ops.linalg_solve"), "tests/ops/test_linalg.py"),
    "penstock.ops.parsing": "tests/ops/test_parsing.py",
    "penstock.ops.parsing_sequences": "tests/ops/test_parsing.py",
    "penstock.ops.decoding": "tests/ops/test_parsing.py tests/ops/test_strings.py",
    "penstock.ops.queue_kernels": "tests/ops/test_queues.py",
    "penstock.ops.accumulators": "tests/ops/test_accumulators.py",
    "penstock.ops.ragged.kernels": "tests/ops/test_ragged_kernels.py",
    "penstock.ops.sparse": "tests/ops/test_sparse.py",
    "penstock.ops.sparse_math": "tests/ops/test_sparse.py",
    "penstock.ops.sparse_parts": "tests/ops/test_sparse.py",
    "penstock.ops.sparse_reduce": "tests/ops/test_sparse.py",
    "penstock.ops.sparse_serialize": "tests/ops/test_sparse.py",
    **dict.fromkeys((f"penstock.ops.image_{part}" for part in IMAGES), "tests/ops/test_image.py"),
    "penstock.ops.lookup_kernels": "tests/ops/test_lookup.py",
    "penstock.ops.spectral": "tests/ops/test_spectral.py",
    "penstock.ops.tridiagonal": "tests/ops/test_tridiagonal.py",
    "penstock.ops.sdca": "tests/ops/test_sdca.py",
    "penstock.ops.sets": "tests/ops/test_sparse.py",
    "penstock.ops.strings": "tests/ops/test_strings.py",
    "penstock.ops.string_split": "tests/ops/test_strings.py",
    "penstock.ops.unicode": "tests/ops/test_strings.py tests/ops/test_ragged.py",
    "penstock.ops.summary_ops": "tests/summary/test_ops.py",
    "penstock.ops.io_ops": "tests/train/test_saver.py",
    "penstock.ops.file_ops": "tests/storage/test_gfile.py",
}
# Families without kernels in TensorFlow 2: module → the file of tests that have what 1.15 itself gave.
RECORDED = {
    "penstock.ops.batching": "tests/ops/test_batching.py",  # how runs meet depends on threads, which are held there
    "penstock.ops.clustering": "tests/contrib/test_factorization.py",
    "penstock.ops.image_transforms": "tests/contrib/test_image.py",
    "penstock.ops.lookup_dense": "tests/contrib/test_dense_tables.py",  # TensorFlow 2 exports entries without buckets
    "penstock.ops.resampler": "tests/contrib/test_image.py",
    "penstock.ops.summary_writers": "tests/contrib/test_summary.py",
    **dict.fromkeys(
        (f"penstock.ops.boosted_trees{part}" for part in ("", "_quantiles", "_stats")),
        "tests/estimator/canned/test_boosted_trees.py",
    ),
    "penstock.ops.gather_tree": "tests/contrib/test_seq2seq.py",
    "penstock.ops.sparse_cross": "tests/contrib/test_feature_columns.py",
    "penstock.ops.wals": "tests/contrib/test_wals.py",
    "penstock.ops.random_binomial": "tests/ops/test_generator.py",  # TensorFlow 2 cuts the stream in other places
}
