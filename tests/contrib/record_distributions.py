"""Records what 1.15's own tf.contrib.distributions says to `programs/distributions.py`, as `record.py` does for others.

    python tests/contrib/record_distributions.py WHEEL

WHEEL is the folder `tensorflow_core` of an unpacked 1.15.5 wheel; the Python is that of the peer. Transformed
distributions have left TensorFlow since, so `python/ops/distributions` of the wheel stands behind the peer's own.
"""

import importlib
import importlib.util
import json
import sys
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import record  # noqa: E402
from record import np, tf  # noqa: E402

MODULES = """logistic cauchy half_normal inverse_gamma chi2 poisson binomial negative_binomial geometric deterministic
    mvn_diag mvn_tril mvn_full_covariance mixture independent onehot_categorical relaxed_onehot_categorical
    relaxed_bernoulli quantized_distribution sample_stats""".split()
BIJECTORS = "exp affine affine_scalar affine_linear_operator".split()


def install(wheel):
    """Makes `tf.contrib.distributions` importable."""
    record.MODULES = {"rnn": "", "seq2seq": ""}  # what `record.install` needs to find, and no more of it
    tf.__dict__["contrib"] = record.install(wheel / "contrib")
    record.module("tensorflow.python.layers.normalization", BatchNormalization=object)  # one bijector names it
    from tensorflow.python.ops import distributions

    distributions.__path__.append(str(wheel / "python" / "ops" / "distributions"))
    inside = "tensorflow.contrib.distributions"
    space = record.module(inside, wheel / "contrib" / "distributions")
    space.__dict__.update({k: v for k, v in vars(tf.distributions).items() if not k.startswith("_")})
    transformed = importlib.import_module("tensorflow.python.ops.distributions.transformed_distribution")
    space.TransformedDistribution = transformed.TransformedDistribution
    for name in MODULES:
        for key, value in vars(importlib.import_module(f"{inside}.python.ops.{name}")).items():
            if not key.startswith("_"):
                vars(space).setdefault(key, value)
    space.bijectors = record.module(f"{inside}.bijectors")
    for name in BIJECTORS:
        found = vars(importlib.import_module(f"{inside}.python.ops.bijectors.{name}"))
        space.bijectors.__dict__.update({k: v for k, v in found.items() if isinstance(v, type)})


def main():
    """Records all programs."""
    warnings.simplefilter("ignore")
    tf.disable_v2_behavior()
    tf.logging.set_verbosity(tf.logging.ERROR)
    install(Path(sys.argv[1]))
    spec = importlib.util.spec_from_file_location("programs", HERE / "programs" / "distributions.py")
    programs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(programs)
    results = {}
    for title, source in programs.PROGRAMS.items():
        tf.reset_default_graph()
        scope = {"tf": tf, "np": np}
        exec(compile(source, title, "exec"), scope)
        results[title] = record.plain(scope["result"])
    lines = [f"{json.dumps(title)}:{json.dumps(found, separators=(',', ':'))}" for title, found in results.items()]
    (HERE / "recorded" / "distributions.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(len(results), "programs")


if __name__ == "__main__":
    main()
