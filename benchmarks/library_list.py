"""The libraries that `libraries.py` runs with their own tests: where they come from and which files are tests."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Library:
    """A library in the version that goes with TensorFlow 1.15."""

    name: str
    version: str
    repository: str  # owner/name
    revision: str
    tests: list[str]  # patterns of test files below the library's root
    needs: list[str] = field(default_factory=list)  # other libraries of this list that it imports
    leave: dict[str, str] = field(default_factory=dict)  # patterns of files that are not run, with the reason
    paths: list[str] = field(default_factory=list)  # what is taken out of the repository; empty: all
    sample: int = 0  # take this many files, evenly spread; 0: all
    module: str = ""  # what `import` must find
    # File → a name in it that 1.15.5 does not have any more, and the name that took its place.
    replace: dict[str, tuple[str, str]] = field(default_factory=dict)
    package: str = ""  # a package with files that the repository does not have (they are made when it is built)


L = Library
LIBRARIES: list[Library] = [
    L("trfl", "1.1.0", "deepmind/trfl", "08ccb29", ["trfl/*_test.py"], ["probability-0.8"], module="trfl"),
    L(
        "sonnet",
        "1.36",
        "deepmind/sonnet",
        "v1.36",
        ["sonnet/python/**/*_test.py", "sonnet/examples/*_test.py"],
        ["probability-0.8"],
        module="sonnet",
        package="dm-sonnet==1.36",
    ),
    L("gpflow", "1.5.1", "GPflow/GPflow", "v1.5.1", ["tests/test_*.py"], module="gpflow", package="gpflow==1.5.1"),
    L("tflearn", "0.5.0", "tflearn/tflearn", "refs/tags/0.5.0", ["tests/test_*.py"], module="tflearn"),
    L("tf-slim", "1.1.0", "google-research/tf-slim", "v1.1.0", ["tf_slim/**/*_test.py"], module="tf_slim"),
    L(
        "kfac",
        "0.2.2",
        "tensorflow/kfac",
        "cf62655",
        ["kfac/python/kernel_tests/*_test.py"],
        ["probability-0.8"],
        module="kfac",
    ),
    L("zhusuan", "0.4.0", "thu-ml/zhusuan", "HEAD", ["tests/**/test_*.py"], module="zhusuan"),
    L(
        "edward",
        "1.3.5",
        "blei-lab/edward",
        "1.3.5",
        ["tests/*/test_*.py"],
        leave={"tests/notebooks/*": "runs notebooks"},
        sample=14,
        replace={
            "edward/util/random_variables.py": ("set_shapes_for_outputs", "set_shape_and_handle_data_for_outputs"),
        },
        module="edward",
    ),
    L(
        "mesh",
        "0.1.4",
        "tensorflow/mesh",
        "127bfc9",
        ["mesh_tensorflow/**/*_test.py"],
        leave={"mesh_tensorflow/auto_mtf/*": "needs OR-tools"},
        module="mesh_tensorflow",
    ),
    L(
        "tensorlayer",
        "1.11.1",
        "tensorlayer/tensorlayer",
        "1.11.1",
        ["tests/test_*.py"],
        leave={
            "tests/test_yapf_format.py": "style of its code",
            "tests/test_pydocstyle.py": "style of its code",
            "tests/test_documentation.py": "builds its documentation",
            "tests/test_logging_hyperdash.py": "a service on the network",
        },
        paths=["tensorlayer", "tests", "setup.py", "requirements"],
        module="tensorlayer",
    ),
    L(
        "tensorpack",
        "0.11",
        "tensorpack/tensorpack",
        "v0.11",
        ["tests/test_*.py", "tensorpack/**/*_test.py"],
        module="tensorpack",
    ),
    L(
        "hub",
        "0.7.0",
        "tensorflow/hub",
        "v0.7.0",
        ["tensorflow_hub/**/*_test.py"],
        module="tensorflow_hub",
        package="tensorflow-hub==0.7.0",
    ),
    L(
        "cleverhans",
        "3.0.1",
        "tensorflow/cleverhans",
        "v.3.0.1",
        ["tests_tf/test_*.py", "cleverhans/experimental/certification/tests/*_test.py"],
        ["probability-0.8"],
        module="cleverhans",
    ),
    L(
        "dopamine",
        "2.0.5",
        "google/dopamine",
        "v2",
        ["tests/dopamine/**/*_test.py"],
        module="dopamine",
    ),
    L("baselines", "0.1.6", "openai/baselines", "HEAD", ["baselines/**/test_*.py"], module="baselines"),
    L(
        "stable-baselines",
        "2.10.1",
        "hill-a/stable-baselines",
        "v2.10.1",
        ["tests/test_*.py"],
        sample=14,
        module="stable_baselines",
    ),
    L(
        "tensorforce",
        "0.5.3",
        "tensorforce/tensorforce",
        "refs/tags/0.5.3",
        ["test/test_*.py"],
        paths=["tensorforce", "test", "setup.py"],
        module="tensorforce",
    ),
    L(
        "keras",
        "2.2.4",
        "keras-team/keras",
        "2.2.4",
        [
            "tests/keras/**/*_test.py",
            "tests/keras/**/test_*.py",
            "tests/test_*.py",
            "tests/integration_tests/test_*.py",
        ],
        leave={
            "tests/integration_tests/applications_test.py": "downloads models",
            "tests/integration_tests/test_datasets.py": "downloads data",
            "tests/test_documentation.py": "its documentation",
        },
        module="keras",
    ),
    L("deepctr", "0.7.5", "shenweichen/DeepCTR", "v0.7.5", ["tests/**/*_test.py"], sample=12, module="deepctr"),
    L(
        "tensor2tensor",
        "1.14.1",
        "tensorflow/tensor2tensor",
        "v1.14.1",
        ["tensor2tensor/**/*_test.py"],
        ["probability-0.7", "mesh", "kfac"],
        leave={"tensor2tensor/trax/*": "JAX, not TensorFlow"},
        paths=["tensor2tensor", "setup.py", ":(exclude)*.meta", ":(exclude)*.ckpt*"],
        sample=12,
        module="tensor2tensor",
    ),
    L(
        "probability-0.7",
        "0.7.0",
        "tensorflow/probability",
        "v0.7",
        ["tensorflow_probability/python/**/*_test.py"],
        sample=16,
        module="tensorflow_probability",
    ),
    L(
        "probability-0.8",
        "0.8.0",
        "tensorflow/probability",
        "r0.8",
        ["tensorflow_probability/python/**/*_test.py"],
        sample=16,
        module="tensorflow_probability",
        package="tensorflow-probability==0.8.0",
    ),
]
