"""Operation types without cases of their own here, each with the reason and the place where it is tested."""

SOURCES = "is the source of a graph: every case uses it"
CONTROL = "calls functions of the graph: tests/ops/test_control_flow.py compares it with TensorFlow"
HANDLES = "makes handles that belong to one session: tests/runtime/test_session.py"
PYTHON = "calls a Python function: tests/ops/test_py_func.py"
GONE = "was removed from graphs in 2015, and TensorFlow 2 refuses to build it: tests/ops/test_normalization.py"
OLD = "was removed from graphs of later versions, and TensorFlow 2 refuses to build it: computed as {}"

EXCLUDED = {
    "Const": SOURCES,
    "Placeholder": SOURCES,
    "PlaceholderV2": SOURCES,
    "VariableV2": SOURCES,
    **dict.fromkeys(("Case", "If", "StatelessIf", "While", "StatelessWhile"), CONTROL),
    **dict.fromkeys(("PartitionedCall", "StatefulPartitionedCall"), CONTROL),
    **dict.fromkeys(("GetSessionHandle", "GetSessionHandleV2", "GetSessionTensor", "DeleteSessionTensor"), HANDLES),
    **dict.fromkeys(("PyFunc", "PyFuncStateless", "EagerPyFunc"), PYTHON),
    **dict.fromkeys(("BatchNormWithGlobalNormalization", "BatchNormWithGlobalNormalizationGrad"), GONE),
    "Conv3DBackpropInput": OLD.format("Conv3DBackpropInputV2"),
    "Conv3DBackpropFilter": OLD.format("Conv3DBackpropFilterV2"),
    "MaxPoolGradGradWithArgmax": "TensorFlow has no kernel for the CPU: tests/ops/test_pool.py",
    "TopK": OLD.format("TopKV2"),
    "RandomPoisson": OLD.format("RandomPoissonV2"),
    **dict.fromkeys(
        ("DecodeAudioV2", "EncodeAudioV2"), "TensorFlow 2 has no contrib: tests/contrib/test_graph_tools.py"
    ),
    "FakeParam": "has no value: only branches that are not taken use it, tests/ops/test_control_flow.py",
    "PrintV2": "writes to a stream and has no result: tests/ops/test_printing.py",
}

# Types that TensorFlow 2 refuses to build or has on other devices only, with the one whose kernel they share.
SAME_KERNEL = {
    "HostConst": "Const",
    "Variable": "VariableV2",
    "BatchMatrixBandPart": "MatrixBandPart",
    "BatchMatrixDiag": "MatrixDiag",
    "BatchMatrixDiagPart": "MatrixDiagPart",
    "BatchMatrixSetDiag": "MatrixSetDiag",
}

# Operations that have a gradient here but none in TensorFlow 2; the last one has it to raise an error in both.
WITHOUT_GRADIENT = ("DeepCopy", "MaxPoolGradGradV2", "MaxPoolGradWithArgmax", "Snapshot", "PreventGradient")

IMAGES = ("boxes", "codec", "color", "resize", "suppression")
# Families whose own tests compare them with TensorFlow, operation by operation: module → the file of those tests.
FAMILIES = {
    "penstock.data.iterator_kernels": "tests/data/test_dataset.py",
    "penstock.data.kernels": "tests/data/test_dataset.py",
    "penstock.ops.ctc": "tests/ops/test_ctc.py",
    "penstock.ops.ctc_decoders": "tests/ops/test_ctc.py",
    "penstock.ops.edit_distance": "tests/ops/test_edit_distance.py",
    "penstock.ops.fractional_pool": "tests/ops/test_fractional_pool.py",
    "penstock.ops.volume_patches": "tests/ops/test_fractional_pool.py",
    **dict.fromkeys(("penstock.ops.quantize", "penstock.ops.fake_quant"), "tests/ops/test_quantized.py"),
    "penstock.ops.quantized_math": "tests/ops/test_quantized.py",
    "penstock.ops.fused_cells": "tests/ops/test_fused_cells.py",
    "penstock.ops.gather_tree": "tests/contrib/test_seq2seq.py",
    "penstock.ops.stateful_random": "tests/ops/test_generator.py",
    **dict.fromkeys(
        (f"penstock.ops.{n}" for n in ("audio", "audio_features", "data_formats", "fingerprint", "unravel")),
        "tests/ops/test_small_families.py",
    ),
    "penstock.ops.proto_ops": "tests/ops/test_proto_ops.py",
    "penstock.ops.linalg": "tests/ops/test_linalg.py",
    "penstock.ops.parsing": "tests/ops/test_parsing.py",
    "penstock.ops.parsing_sequences": "tests/ops/test_parsing.py",
    "penstock.ops.decoding": "tests/ops/test_parsing.py",
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
    "penstock.ops.sets": "tests/ops/test_sparse.py",
    "penstock.ops.strings": "tests/ops/test_strings.py",
    "penstock.ops.string_split": "tests/ops/test_strings.py",
    "penstock.ops.unicode": "tests/ops/test_strings.py",
    "penstock.ops.summary_ops": "tests/summary/test_ops.py",
    "penstock.ops.io_ops": "tests/train/test_saver.py",
    "penstock.ops.file_ops": "tests/storage/test_gfile.py",
}
# Families that nobody has compared with TensorFlow yet. An entry here is a debt: give the family cases, or tests of its
# own and an entry above.
AWAITED = (
    "penstock.ops.checkpoint_ops",
    "penstock.ops.readers",
    "penstock.ops.staging",
    "penstock.ops.sparse_cross",
)
