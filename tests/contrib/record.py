"""Records what TensorFlow says to the programs of this folder: 1.15's own tf.contrib, on the kernels of a later TensorFlow.

    python tests/contrib/record.py CONTRIB [rnn seq2seq legacy_seq2seq crf]

TensorFlow 2 has no tf.contrib. Its Python sources can still run, though: CONTRIB is the folder `tensorflow_core/contrib` of
an unpacked 1.15.5 wheel, and this program, run by the Python of the peer, gives them the few modules that have moved since.
The results are numbers, names and shapes; they are kept in `recorded/`, one file for each file of `programs/`. Nothing of
1.15 itself is kept. `gather_tree` was C++ there; it stands here as its definition, in NumPy.
"""

import importlib
import importlib.util
import json
import os
import sys
import textwrap
import types
import warnings
from pathlib import Path

os.environ |= {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "TF_ENABLE_ONEDNN_OPTS": "0"}
import numpy as np
import tensorflow
import tensorflow.compat.v1 as tf

HERE = Path(__file__).resolve().parent
MODULES = {
    "rnn": "core_rnn_cell fused_rnn_cell gru_ops lstm_ops rnn rnn_cell",
    "crf": "crf",
    "legacy_seq2seq": "seq2seq",
    "seq2seq": "attention_wrapper basic_decoder beam_search_decoder beam_search_ops decoder helper loss",
}


def module(name, path=None, **values):
    made = types.ModuleType(name)
    made.__dict__.update(values)
    made.__path__ = [] if path is None else [str(path)]
    return attach(name, made)


def attach(name, made):
    sys.modules[name] = made
    parent, _, leaf = name.rpartition(".")
    setattr(sys.modules[parent], leaf, made)
    return made


def gather_tree(step_ids, parent_ids, max_sequence_lengths, end_token, name=None):
    def walk(step_ids, parent_ids, lengths, end_token):
        result = np.full_like(step_ids, end_token)
        for b in range(step_ids.shape[1]):
            length = min(len(step_ids), lengths[b])
            for k in range(step_ids.shape[2]):
                parent = k
                for t in reversed(range(length)):
                    result[t, b, k] = step_ids[t, b, parent]
                    parent = parent_ids[t, b, parent]
                ends = np.flatnonzero(result[:length, b, k] == end_token)
                if len(ends):
                    result[ends[0] :, b, k] = end_token
        return result

    result = tf.py_func(walk, [step_ids, parent_ids, max_sequence_lengths, end_token], tf.int32)
    result.set_shape(step_ids.shape)
    return result


def layer_norm(inputs, reuse, scope):
    """What tf.contrib.layers has, as far as cells use it."""
    with tf.variable_scope(scope, reuse=reuse):
        beta, gamma = (tf.get_variable(name, inputs.shape[-1:]) for name in ("beta", "gamma"))
    mean, variance = tf.nn.moments(inputs, [1], keep_dims=True)
    return tf.nn.batch_normalization(inputs, mean, variance, offset=beta, scale=gamma, variance_epsilon=1e-12)


def _anywhere(name):
    for space in (tf, tf.nn, tf.math, tf.random):
        if name != "__path__" and hasattr(space, name):
            return getattr(space, name)
    raise AttributeError(name)


def install(contrib):
    """Makes `tensorflow.contrib` importable, and what 1.15 had in other places."""
    from keras.src import activations, initializers, layers, losses
    from keras.src.engine import base_layer_utils, input_spec
    from keras.src.layers.rnn import legacy_cell_wrappers, legacy_cells
    from keras.src.legacy_tf_layers import base, core
    from tensorflow.python.framework import ops, smart_cond
    from tensorflow.python.ops import array_ops, clip_ops, control_flow_ops, math_ops, nn_ops, random_ops
    from tensorflow.python.util import nest

    nest.is_sequence = nest.is_nested
    for moved in (ops, array_ops, clip_ops, control_flow_ops, math_ops, nn_ops, random_ops):
        moved.__getattr__ = _anywhere  # functions that have since moved to files of their own

    cells = {k: v for m in (legacy_cell_wrappers, legacy_cells) for k, v in vars(m).items() if not k.startswith("__")}
    for name in ("rnn_cell", "rnn_cell_impl"):
        made = attach(f"tensorflow.python.ops.{name}", types.ModuleType(name))
        made.__dict__.update(cells, _LayerRNNCell=legacy_cells.LayerRNNCell)
    module("tensorflow.python.layers")
    module("tensorflow.python.layers.utils", smart_cond=smart_cond.smart_cond)
    attach("tensorflow.python.layers.base", base)
    attach("tensorflow.python.layers.core", core)
    module("tensorflow.python.keras")
    module("tensorflow.python.keras.engine")
    for name, found in (
        ("activations", activations),
        ("initializers", initializers),
        ("layers", layers),
        ("losses", losses),
        ("engine.base_layer_utils", base_layer_utils),
        ("engine.input_spec", input_spec),
    ):
        attach(f"tensorflow.python.keras.{name}", found)
    module("tensorflow.contrib", contrib)
    for name in (
        *("framework", "framework.python", "framework.python.framework", "framework.python.framework.tensor_util"),
        *("layers", "layers.python", "layers.python.layers", "layers.python.layers.layers"),
        *("compiler", "compiler.jit", "util", "util.loader"),
    ):
        module(f"tensorflow.contrib.{name}")
    sys.modules["tensorflow.contrib.layers.python.layers.layers"].layer_norm = layer_norm
    # It only checks.
    sys.modules["tensorflow.contrib.framework.python.framework.tensor_util"].with_same_shape = lambda old, new: new
    sys.modules["tensorflow.contrib.util.loader"].load_op_library = lambda path: None
    for name in MODULES:
        module(f"tensorflow.contrib.{name}", contrib / name)
    module("tensorflow.contrib.seq2seq.ops")
    module("tensorflow.contrib.seq2seq.ops.gen_beam_search_ops", gather_tree=gather_tree)
    for name, files in MODULES.items():
        space = sys.modules[f"tensorflow.contrib.{name}"]
        for file in files.split():
            found = vars(importlib.import_module(f"tensorflow.contrib.{name}.python.ops.{file}"))
            space.__dict__.update({k: v for k, v in found.items() if not k.startswith("_")})
    for name in cells:
        if name[0].isupper():
            vars(sys.modules["tensorflow.contrib.rnn"]).setdefault(name, cells[name])
    return sys.modules["tensorflow.contrib"]


def plain(value):
    """Arrays as lists with a type, for JSON."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, (np.ndarray, np.generic)):
        value = np.asarray(value)
        flat = value.ravel().tolist()
        if value.dtype.kind == "f":
            flat = [float(f"{x:.7g}") for x in flat]
        return {"dtype": value.dtype.name, "shape": list(value.shape), "values": flat}
    return value


def main():
    """Records the files that are named, or all."""
    warnings.simplefilter("ignore")
    tf.disable_v2_behavior()
    tf.logging.set_verbosity(tf.logging.ERROR)
    tf.__dict__["contrib"] = install(Path(sys.argv[1]))
    for name in sys.argv[2:] or MODULES:
        spec = importlib.util.spec_from_file_location(name, HERE / "programs" / f"{name}.py")
        programs = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(programs)
        results = {}
        for title, source in programs.PROGRAMS.items():
            tf.reset_default_graph()
            scope = {"tf": tf, "np": np}
            try:
                exec(compile(textwrap.dedent(source), title, "exec"), scope)
            except Exception:
                print(f"--- {name}: {title}")
                raise
            results[title] = plain(scope["result"])
        text = json.dumps(results, indent=0, separators=(",", ":"))
        text = text.replace(",\n", ",").replace("[\n", "[").replace("\n]", "]").replace("{\n", "{").replace("\n}", "}")
        text = text.replace(',"', ',\n"')
        (HERE / "recorded" / f"{name}.json").write_text(text + "\n")
        print(name, len(results), "programs", len(text), "bytes", tensorflow.__version__)


if __name__ == "__main__":
    main()
