"""Compares what the modules of 1.15.5 define with what Penstock has under the same names.

`python -m tests.parity.surface` writes `docs/inside.md`, the table, and `recorded_surface.json`, the names that are left out,
which `test_surface.py` holds us to.
"""

import collections
import importlib
import json
import os
import warnings

import penstock
from penstock.compat import lacking, signatures

_HERE = os.path.dirname(os.path.abspath(__file__))
RECORD = os.path.join(_HERE, "recorded_surface.json")
TABLE = os.path.join(_HERE, "..", "..", "docs", "inside.md")

# The first that a module's name starts with tells why what is missing of it is missing.
REASONS = {
    **dict.fromkeys(
        (
            "python.compiler.tensorrt.test",
            "python.data.benchmarks",
            "python.data.experimental.kernel_tests",
            "python.data.kernel_tests",
            "python.debug.lib.session_debug_testlib",
            "python.distribute.model_collection",
            "python.distribute.model_combinations",
            "python.distribute.multi_worker_test_base",
            "python.distribute.saved_model_test_base",
            "python.distribute.single_loss_example",
            "python.distribute.strategy_test_lib",
            "python.autograph.core.converter_testing",
            "python.autograph.pyct.testing",
            "python.autograph.utils.testing",
            "python.eager.memory_tests",
            "python.keras.distribute.keras_correctness_test_base",
            "python.keras.distribute.multi_worker_testing_utils",
            "python.keras.layers.preprocessing.preprocessing_test_utils",
            "python.keras.mixed_precision.experimental.test_util",
            "python.keras.model_subclassing_test_util",
            "python.kernel_tests",
            "python.ops.distributions.bijector_test_util",
            "python.ops.linalg.linear_operator_test_util",
            "python.ops.parallel_for.test_util",
            "python.training.saver_test_utils",
        ),
        "bases and models of TensorFlow's own tests",
    ),
    **dict.fromkeys(
        (
            "python.keras.engine.data_adapter",
            "python.keras.engine.training_eager",
            "python.keras.engine.training_v2",
            "python.keras.engine.training_v2_utils",
        ),
        "Keras in eager mode, which there is not here",
    ),
    **dict.fromkeys(
        ("python.eager", "contrib.eager"),
        "eager execution: every program is a graph here, also inside of `tf.function`",
    ),
    "python.framework.test_util": "eager execution: every program is a graph here, also inside of `tf.function`",
    "python.debug": "programs whose `main` calls its arguments otherwise",
    "python.distribute": "internals of distribution strategies, which are others here",
    "contrib.distribute": "internals of distribution strategies, which are others here",
    "python.distribute.tpu_strategy": "for TPUs; there is none here",
    "python.keras": "internals of Keras, which are others here",
    "contrib.keras": "internals of Keras, which are others here",
    "python.autograph": "internals of AutoGraph, whose compiler is another package here",
    "python.tpu": "for TPUs; there is none here",
    "contrib.tpu": "for TPUs; there is none here",
    "contrib.tensorrt": "for GPUs of NVIDIA",
    "python.compiler.tensorrt": "for GPUs of NVIDIA",
    "contrib.cudnn_rnn": "for GPUs of NVIDIA",
    "contrib.nccl": "for GPUs of NVIDIA",
    "lite": "internals of TensorFlow Lite's converter, which is another here",
    "contrib.lite": "internals of TensorFlow Lite's converter, which is another here",
    "contrib.cloud": "services of Google",
    "contrib.bigtable": "services of Google",
    "contrib.gdr": "networks between machines",
    "contrib.mpi": "networks between machines",
    "compiler": "the internals of XLA's own Python interface",
    "core": "wire formats that no part of Penstock reads",
    "examples": "programs, not an interface",
    "contrib.boosted_trees": "not done yet: estimators of contrib that `tf.estimator` has, too",
    "contrib.tensor_forest": "not done yet",
    "contrib.labeled_tensor": "not done yet",
    "contrib.gan": "not done yet",
    "contrib.timeseries": "not done yet",
    "contrib.bayesflow": "not done yet",
    "contrib.kfac": "a name that only pointed to another package",
    "contrib.cmake": "programs, not an interface",
    **dict.fromkeys(
        ("contrib.hadoop", "contrib.ignite", "contrib.kafka", "contrib.kinesis"),
        "not done yet: clients of Hadoop, Ignite, Kafka and Kinesis",
    ),
    "contrib.remote_fused_graph": "for the signal processors of phones",
    "contrib": "not done yet",
    "python.client": "the C interface",
    "python.pywrap_tensorflow": "the C interface",
    "python.pywrap_tensorflow_internal": "the C interface",
    "python.framework.test_ops": "operations that only TensorFlow's own tests use",
    "python.platform": "internals of the platform layer",
    "python.framework.c_api_util": "the C interface",
    **dict.fromkeys(
        ("python.framework.constant_op", "python.framework.ops", "python.ops.script_ops"),
        "eager execution: every program is a graph here, also inside of `tf.function`",
    ),
    "python.grappler": "Grappler, whose place XLA and the plan of a run take",
    **dict.fromkeys(
        (
            "python.ops.cond_v2",
            "python.ops.control_flow_ops",
            "python.ops.control_flow_state",
            "python.ops.control_flow_util_v2",
            "python.ops.control_flow_v2_func_graphs",
            "python.ops.while_v2",
            "python.ops.while_v2_indexed_slices_rewriter",
        ),
        "internals of loops and conditionals, which are functions here from the start",
    ),
    "python.ops.parallel_for.pfor": "internals of `pfor`, whose rules are others here",
    **dict.fromkeys(
        (
            "python.tools.import_pb_to_tensorboard",
            "python.tools.inspect_checkpoint",
            "python.tools.optimize_for_inference",
            "python.tools.optimize_for_inference_lib",
            "python.tools.print_selective_registration_header",
            "python.tools.strip_unused",
        ),
        "programs whose `main` calls its arguments otherwise",
    ),
    "python.tools.selective_registration_header_lib": "a header for builds of TensorFlow itself",
    "python.ops": "internals, not done yet",
    "python.framework": "internals, not done yet",
    "python.training": "internals, not done yet",
    "python.data": "classes behind datasets, which are others here",
    "python.tools.api": "programs, not an interface",
    "python.estimator": "internals, not done yet",
    "python": "internals, not done yet",
    "": "not done yet",
}


def reason(module):
    """Why names of a module are left out."""
    matching = [start for start in REASONS if not start or module == start or module.startswith(f"{start}.")]
    return REASONS[max(matching, key=len)]


def is_there(module, name):
    """Whether `tensorflow.<module>` has `name`, of the kind and with the parameters that it has in 1.15.5."""
    try:
        found = getattr(importlib.import_module(f"tensorflow.{module}"), name)
    except (ImportError, AttributeError):
        return False
    wanted = signatures.recorded()[module].get(name)
    return wanted is None or signatures.same(wanted, signatures.describe(found))


def defined():
    """Module → the names without a leading underscore that it defines in 1.15.5."""
    known = lacking.modules()
    for module, names in sorted(signatures.recorded().items()):
        own = set(known.get(module, names))
        kept = [n for n, word in names.items() if not n.startswith("_") and not word.startswith("m:") and n in own]
        if kept:
            yield module, sorted(kept)


def left_out(modules=None):
    """Module → the names that Penstock does not have, or has otherwise."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = {
            m: [n for n in names if not is_there(m, n)] for m, names in defined() if modules is None or m in modules
        }
    return {module: names for module, names in found.items() if names}


def write():
    """Writes the record and the table."""
    missing = left_out()
    with open(RECORD, "w") as file:
        json.dump(missing, file, separators=(",", ":"), sort_keys=True)
        file.write("\n")
    names, without = collections.Counter(), collections.Counter()
    groups, why = collections.Counter(), {}
    for module, own in defined():
        package = ".".join(module.split(".")[:2])
        names[package] += len(own)
        without[package] += len(missing.get(module, ()))
        if module in missing:
            groups[reason(module)] += len(missing[module])
            why.setdefault(package, collections.Counter())[reason(module)] += len(missing[module])
    total, lacking_names = sum(names.values()), sum(without.values())
    lines = [
        "# The inside of 1.15",
        "",
        "Programs of 1.x import modules that were never meant for them, such as `tensorflow.python.ops.array_ops`. This table",
        "counts, for the package of 1.15.5, the names without a leading underscore that each module defines, and how many of",
        "them Penstock has with the same kind and parameters. `python -m tests.parity.surface` writes it;",
        "`tests/parity/test_surface.py` holds it.",
        "",
        f"Of {total:,} names, {total - lacking_names:,} are there ({100 * (total - lacking_names) / total:.0f} %).",
        "",
        "| left out | names |",
        "|---|---|",
        *(f"| {text} | {count:,} |" for text, count in groups.most_common()),
        "",
        "| package | names | there | left out, mostly because |",
        "|---|---|---|---|",
    ]
    for package, count in sorted(names.items()):
        because = why[package].most_common(1)[0][0] if package in why else ""
        lines.append(f"| `{package}` | {count:,} | {count - without[package]:,} | {because} |")
    with open(TABLE, "w") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    penstock.install()
    write()
