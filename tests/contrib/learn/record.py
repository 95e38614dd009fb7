"""Records what 1.15's own tf.contrib.learn says to `programs.py`, on the kernels of a later TensorFlow.

    python tests/contrib/learn/record.py CONTRIB

CONTRIB is the folder `tensorflow_core/contrib` of an unpacked 1.15.5 wheel; the Python is that of the peer. Modules of
1.15 that the estimators import without needing them here are empty; functions that have moved since are found where they
are now. What is kept, in `recorded.json`, are numbers and names; nothing of 1.15 itself.
"""

import collections
import collections.abc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import sys
import types
from pathlib import Path

os.environ |= {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "TF_ENABLE_ONEDNN_OPTS": "0"}
import numpy as np
import tensorflow.compat.v1 as tf

HERE = Path(__file__).resolve().parent
EMPTY = """bayesflow cluster_resolver compiler distribute eager estimator factorization input_pipeline legacy_seq2seq
linear_optimizer lookup losses meta_graph_transform quantize rnn seq2seq session_bundle summary tensor_forest tpu util"""
EMPTY_ESTIMATORS = "kmeans svm dynamic_rnn_estimator state_saving_rnn_estimator rnn_common"
SKIPPED = tuple(
    [f"tensorflow.contrib.{name}" for name in EMPTY.split()]
    + [f"tensorflow.contrib.learn.python.learn.estimators.{name}" for name in EMPTY_ESTIMATORS.split()]
)
# Packages whose own __init__ would import too much.
BARE = {
    "tensorflow.contrib",
    "tensorflow.contrib.learn",
    *(f"tensorflow.contrib.training{part}" for part in ("", ".python", ".python.training")),
}


class Nothing:
    """Stands for what is imported and not used; decorators made of it do nothing."""

    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        return args[0] if len(args) == 1 and callable(args[0]) else Nothing()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {}) if name[0].isupper() else Nothing()


def anywhere(name):
    """A name of 1.15, wherever it is now."""
    if name.startswith("__"):
        raise AttributeError(name)
    if name == "variable":
        return tf.Variable
    spaces = (tf, tf.nn, tf.math, tf.random, tf.train, tf.layers, tf.nn.rnn_cell, tf.estimator, tf.saved_model)
    if name not in ("loader", "load_op_library", "resource_loader", "sdca_optimizer"):
        for space in spaces:
            if hasattr(space, name):
                return getattr(space, name)
    return type(name, (), {}) if name[0].isupper() else Nothing()


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds 1.15's contrib, before what is installed; and empty modules for the rest, after it."""

    def __init__(self, contrib, first):
        self._contrib, self._first = contrib, first

    def find_spec(self, fullname, path=None, target=None):
        inside = fullname.startswith("tensorflow.contrib")
        if not fullname.startswith("tensorflow.") or inside != self._first:
            return None
        file = self._contrib.joinpath(*fullname.split(".")[2:])
        if inside and not fullname.startswith(SKIPPED) and not file.name.startswith("gen_"):
            if fullname not in BARE:
                if (file / "__init__.py").exists():
                    locations = [str(file)]
                    return importlib.util.spec_from_file_location(
                        fullname, file / "__init__.py", submodule_search_locations=locations
                    )
                if file.with_suffix(".py").exists():
                    return importlib.util.spec_from_file_location(fullname, file.with_suffix(".py"))
        spec = importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        spec.submodule_search_locations = [str(file)] if fullname in BARE else []
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.__getattr__ = anywhere


def install(contrib):
    """Makes 1.15's contrib importable; returns its estimators and its layers."""
    for name in ("Container", "Iterable", "Mapping"):
        setattr(collections, name, getattr(collections.abc, name))
    sys.meta_path.insert(0, Finder(contrib, True))
    sys.meta_path.append(Finder(contrib, False))
    from tensorflow.python.util import all_util, nest

    nest.is_sequence = nest.is_nested
    all_util.remove_undocumented = lambda *args, **kwargs: None
    moved = """array_ops clip_ops control_flow_ops data_flow_ops init_ops math_ops nn nn_ops parsing_ops
    partitioned_variables random_ops sparse_ops state_ops string_ops variable_scope variables"""
    for name in moved.split():
        importlib.import_module(f"tensorflow.python.ops.{name}").__getattr__ = anywhere
    importlib.import_module("tensorflow.python.framework.ops").__getattr__ = anywhere
    importlib.import_module("tensorflow.contrib.training.python.training.evaluation")
    layers = importlib.import_module("tensorflow.contrib.layers")
    learn = types.SimpleNamespace()
    for name in ("dnn", "linear", "dnn_linear_combined", "run_config", "head"):
        module = importlib.import_module(f"tensorflow.contrib.learn.python.learn.estimators.{name}")
        vars(learn).update({key: value for key, value in vars(module).items() if not key.startswith("_")})
    return learn, layers


def plain(value):
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (np.ndarray, np.generic)):
        value = np.asarray(value)
        rounded = [float(f"{x:.7g}") for x in value.ravel().tolist()]
        return {"shape": list(value.shape), "values": rounded}
    return float(f"{value:.7g}")


def main():
    tf.disable_v2_behavior()
    tf.logging.set_verbosity(tf.logging.ERROR)
    learn, layers = install(Path(sys.argv[1]))
    sys.path.insert(0, str(HERE))
    import programs

    text = json.dumps(plain(programs.results(tf, learn, layers)), indent=0, separators=(",", ":"))
    text = text.replace(",\n", ",").replace("[\n", "[").replace("\n]", "]").replace("{\n", "{").replace("\n}", "}")
    (HERE / "recorded.json").write_text(text.replace(',"', ',\n"') + "\n")


if __name__ == "__main__":
    main()
