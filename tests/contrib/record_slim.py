"""Records what 1.15's tf.contrib.losses, metrics, opt and slim say to the programs of this folder; see `record.py`.

    python tests/contrib/record_slim.py CONTRIB [losses metrics opt slim ...]

These parts import each other's packages in circles of `__init__` files; here their files are loaded one by one instead.
"""

import importlib
import sys
import types
from pathlib import Path

import record
import tensorflow.compat.v1 as tf
from record import attach, module

# Package → files, in an order in which they can be loaded; public names go to the namespace that is named first.
FILES = {
    "framework": {
        "framework.python.framework": "tensor_util",
        "framework.python.ops": "arg_scope ops variables",
    },
    "layers": {
        "layers.python.layers": "utils initializers regularizers summaries normalization layers optimizers rev_block_lib",
    },
    "losses": {"losses.python.losses": "loss_ops"},
    "losses.metric_learning": {"losses.python.metric_learning": "metric_loss_ops"},
    "metrics": {
        "metrics.python.metrics": "classification",
        "metrics.python.ops": "set_ops confusion_matrix_ops histogram_ops metric_ops",
    },
    "opt": {
        "opt.python.training": """adam_gs_optimizer adamax sign_decay addsign agn_optimizer drop_stale_gradient_optimizer
            elastic_average_optimizer external_optimizer lars_optimizer ggt lazy_adam_optimizer lazy_adam_gs_optimizer
            model_average_optimizer moving_average_optimizer multitask_optimizer_wrapper nadam_optimizer
            reg_adagrad_optimizer matrix_functions shampoo weight_decay_optimizers powersign variable_clipping_optimizer""",
    },
    "slim": {
        "slim.python.slim.nets": """alexnet vgg overfeat inception_v1 inception_v2 inception_v3 inception resnet_utils
            resnet_v1 resnet_v2""",
    },
    "image": {"image.python.ops": "image_ops dense_image_warp interpolate_spline sparse_image_warp"},
    "nn": {"nn.python.ops": "alpha_dropout cross_entropy sampling_ops scaled_softplus"},
}


def install(contrib):
    """Makes these parts importable, with what has moved since 1.15 in its old places."""
    from keras.src.legacy_tf_layers import convolutional, normalization, pooling
    from tensorflow.python.distribute import distribute_lib
    from tensorflow.python.framework import ops

    root = record.install(contrib)
    for leaf, found in (("convolutional", convolutional), ("normalization", normalization), ("pooling", pooling)):
        attach(f"tensorflow.python.layers.{leaf}", found)
    context = types.ModuleType("distribution_strategy_context")
    context.__dict__.update({k: v for k, v in vars(distribute_lib).items() if not k.startswith("__")})
    sys.modules["tensorflow.python.distribute.distribution_strategy_context"] = context
    sys.modules["tensorflow.python.distribute"].distribution_strategy_context = context
    ops.__dict__["Tensor"] = tf.Tensor
    for space, files in FILES.items():
        names = ["tensorflow.contrib." + space.partition(".")[0]]
        for package in files:
            parts = package.split(".")
            names += [f"tensorflow.contrib.{'.'.join(parts[:n])}" for n in range(2, len(parts) + 1)]
        for name in names:
            if f"{name} here" not in seen:
                seen.add(f"{name} here")
                module(name, contrib / "/".join(name.split(".")[2:]))
    for stub in ("framework.python.framework.tensor_util", "layers.python.layers.layers"):
        sys.modules.pop(f"tensorflow.contrib.{stub}")  # those of `record.py`
    ops.RegisterShape = lambda name: lambda function: function
    tracking = module("tensorflow.python.training.tracking")
    tracking.base = sys.modules["tensorflow.python.trackable.base"]
    sys.modules["tensorflow.python.training.tracking.base"] = tracking.base
    if "tensorflow.contrib.losses.metric_learning" not in sys.modules:
        module("tensorflow.contrib.losses.metric_learning")
    module("tensorflow.contrib.framework.python.ops.gen_variable_ops", zero_initializer=None)
    module("tensorflow.contrib.util.loader", load_op_library=lambda path: None)
    for space, files in FILES.items():
        public = sys.modules[f"tensorflow.contrib.{space}"]
        for package, leaves in files.items():
            for leaf in leaves.split():
                try:
                    found = importlib.import_module(f"tensorflow.contrib.{package}.{leaf}")
                except Exception as error:
                    print("cannot load", package, leaf, type(error).__name__, error, file=sys.stderr)
                    continue
                values = {k: v for k, v in vars(found).items() if not k.startswith("_") and callable(v)}
                public.__dict__.update(values)
                inner = sys.modules[f"tensorflow.contrib.{package}"]
                modules = leaves.split() if space == "slim" else []  # a network and its file have one name
                inner.__dict__.update({k: v for k, v in values.items() if k not in modules})
    slim = sys.modules["tensorflow.contrib.slim"]
    for space in ("framework", "layers"):
        for key, value in vars(sys.modules[f"tensorflow.contrib.{space}"]).items():
            if callable(value):
                slim.__dict__.setdefault(key, value)
    for space in ("losses", "metrics"):
        setattr(slim, space, sys.modules[f"tensorflow.contrib.{space}"])
    slim.nets = sys.modules["tensorflow.contrib.slim.python.slim.nets"]
    return root


seen = set()

if __name__ == "__main__":
    tf.disable_v2_behavior()
    ready = install(Path(sys.argv[1]))
    record.install = lambda contrib: ready
    record.main()
