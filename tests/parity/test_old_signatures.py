"""Every signature of 0.12 to 1.14 and of the seeds' reference is read here as it was meant, where 1.15 leaves room for it."""

import inspect
import json
import types

import numpy as np
import pytest

import penstock as tf
from penstock import _old_forms
from penstock._old_signatures import SIGNATURES
from tests.parity.old_signatures import RECORD

with open(RECORD) as _file:
    RECORDED = json.load(_file)

# Two names that 1.15 has for one parameter.
SYNONYMS = [
    {"keepdims", "keep_dims"},
    {"axis", "dim", "dimension", "reduction_indices", "reduction_axes", "concat_dim", "split_dim", "squeeze_dims"},
    {"seq_axis", "seq_dim"},
    {"batch_axis", "batch_dim"},
    {"threshold", "thresh"},
    {"input_bytes", "bytes"},
    {"dense_shape", "shape"},
    {"offset", "position"},
    {"sep", "delimiter"},
    {"true_fn", "fn1"},
    {"false_fn", "fn2"},
    {"labels", "targets"},
    {"num_units", "cell_size"},
    {"input", "source"},
]


def _function(*args):
    return None


# What an argument of each kind looks like.
SAMPLES = {
    _old_forms._is_text: "a_name",
    _old_forms._is_format: "NHWC",
    _old_forms._is_dtype: np.dtype("int64"),
    _old_forms._is_flag: True,
    _old_forms._is_number: 3,
    _old_forms._is_axis: 1,
    _old_forms._is_list: [1, 2, 2, 1],
    _old_forms._is_function: _function,
    _old_forms._is_dict: {"a": 1},
    _old_forms._is_sparse: types.SimpleNamespace(indices=0, values=0),
    _old_forms._is_integers: np.array([1, 2]),
    _old_forms._is_operation: types.SimpleNamespace(),
    _old_forms._is_sequence: ["a", "b"],
    _old_forms._is_graph: types.SimpleNamespace(as_graph_def=None),
    _old_forms._is_activation: _function,
    _old_forms._is_writer: types.SimpleNamespace(add_summary=None),
    _old_forms.KINDS["partition_strategy"]: "mod",
    _old_forms.KINDS["dct_method"]: "INTEGER_FAST",
    _old_forms.KINDS["loss_reduction"]: "none",
}


def sample(function, parameter):
    if parameter == "inputs" and function in ("nn.nce_loss", "nn.sampled_softmax_loss"):
        return np.array([0.5])
    return SAMPLES.get(_old_forms.kind(function, parameter), types.SimpleNamespace())


def find(name):
    """The public function, with the parameters that a caller gives; and whether the first of them is the object."""
    owner, value = None, tf
    for part in name.removesuffix(".__init__").split("."):
        owner, value = value, getattr(value, part)
    if isinstance(value, type):
        return value.__init__, True
    static = inspect.getattr_static(owner, name.rpartition(".")[2]) if isinstance(owner, type) else None
    return getattr(value, "__func__", value), static is not None and not isinstance(static, staticmethod)


def meaning(function, old):
    """What 1.15 calls a parameter of an older release."""
    for form in getattr(function, "old_forms", None) and function.old_forms.forms or ():
        if old in form.parameters:
            return form.targets[form.parameters.index(old)]
    return old


def same(a, b):
    return a == b or any(a in names and b in names for names in SYNONYMS)


def read(function, args, kwargs):
    """Parameter → argument as the function itself gets them, or None if it refuses."""
    reader = getattr(function, "old_forms", None)
    if reader is not None:
        args, kwargs = reader.read(args, kwargs)
    try:
        bound = inspect.signature(function).bind_partial(*args, **kwargs)
    except TypeError:
        return None
    found = {}
    for key, value in bound.arguments.items():
        kind = inspect.signature(function).parameters[key].kind
        if kind == inspect.Parameter.VAR_KEYWORD:
            found.update(value)
        else:
            found[key] = value
    return found


def misread(name, parameters):
    """The first parameter of an older signature that is refused or taken for another one, by position and by name."""
    function, bound = find(name)
    values = [sample(name, parameter) for parameter in parameters]
    object_ = [object()] if bound else []
    variable = any(p.kind == inspect.Parameter.VAR_POSITIONAL for p in inspect.signature(function).parameters.values())
    targets = [meaning(function, parameter) for parameter in parameters]
    useful = next(
        (i for i, target in enumerate(targets) if target and any(same(target, t) for t in targets[:i])), len(targets)
    )
    for count in range(1, useful + 1):
        found = read(function, object_ + values[:count], {})
        if found is None:
            return f"{parameters[count - 1]} (by position)"
        for parameter, target, value in zip(parameters[:count], targets, values):
            if not target or variable:
                continue
            key, _, item = target.partition("[")
            got = next((found[k] for k in found if same(k, key)), None)
            if item:
                got = got[int(item[0])] if got is not None and len(got) > int(item[0]) else None
            if got is not value and got != value:
                return f"{parameter} (by position)"
    for parameter, target, value in zip(parameters, targets, values):
        if target and "[" not in target:
            found = read(function, object_, {parameter: value})
            if found is None or value not in found.values():
                return f"{parameter} (by name)"
    return None


# Signature → why its order cannot be told from 1.15's, whose reading wins. By name, every argument is understood.
COLLISIONS = {
    ("VariableScope.get_variable", "trainable"): "reuse and trainable are both True or False",
    ("contrib.factorization.KMeans.__init__", "random_seed"): "a number where 1.15 has another",
    ("contrib.learn.KMeansClustering.__init__", "kmeans_plus_plus_num_retries"): "a number where 1.15 has another",
    ("contrib.framework.load_embedding_initializer", "num_oov_buckets"): "a number where 1.15 has another",
    ("contrib.layers.separable_conv2d", "weights_regularizer"): "a function where 1.15 has another",
    ("contrib.layers.separable_convolution2d", "weights_regularizer"): "a function where 1.15 has another",
    ("contrib.slim.separable_conv2d", "weights_regularizer"): "a function where 1.15 has another",
    ("contrib.slim.separable_convolution2d", "weights_regularizer"): "a function where 1.15 has another",
    ("contrib.learn.RunConfig.__init__", "evaluation_master"): "a text where 1.15 has the protocol",
    ("contrib.lookup.MutableHashTable.__init__", "shared_name"): "a text where 1.15 has the name",
    ("contrib.metrics.confusion_matrix", "predictions"): "labels and predictions look alike",
    ("nn.ctc_loss", "time_major"): "True or False where 1.15 has another",
    ("nn.log_poisson_loss", "log_input"): "targets and log_input look alike",
    ("nn.weighted_cross_entropy_with_logits", "logits"): "labels and logits look alike",
    ("train.Scaffold.__init__", "local_init_op"): "an operation where 1.15 has another",
}
# Function or class → why an older form is not read.
NOT_READ = {
    "contrib.data.make_csv_dataset": "the type of numbers without a default (1.8, the nineteenth argument) has no place since",
    "contrib.batching.batch_function": "the limits for gradients are numbers where 1.15 has another",
    "contrib.checkpoint.CheckpointManager.save": "the session is the default one since",
    "contrib.opt.GGTOptimizer": "minimize takes the arguments of other optimizers",
    "nn.softmax_cross_entropy_with_logits_v2": "took no arguments by position until 1.8",
    "contrib.data.Dataset.__init__": "1.4 wrapped a dataset in another class",
    "contrib.distributions.Distribution.__init__": "for subclasses; whether values are continuous is no longer asked",
    "contrib.factorization.GMM": "was an estimator of arrays before 1.0",
    "contrib.factorization.KMeansClustering": "was an estimator of arrays before 1.4",
    "contrib.graph_editor.compute_boundary_ts": "no longer has a choice",
    "contrib.graph_editor.select.compute_boundary_ts": "no longer has a choice",
    "contrib.learn.Experiment.__init__": "continuous_eval_predicate_fn is an argument of continuous_eval since",
    "contrib.legacy_seq2seq.one2many_rnn_seq2seq": "had one cell for all decoders",
    "nn.seq2seq.one2many_rnn_seq2seq": "had one cell for all decoders",
    "contrib.lookup.InitializableLookupTableBase.__init__": "for subclasses",
    "contrib.lookup.LookupInterface.__init__": "for subclasses",
    "contrib.lookup.MutableDenseHashTable.__init__": "cannot be made without a key that stands for deleted ones",
    "contrib.quantize.create_eval_graph": "which elements were quantized is no longer returned",
    "contrib.quantize.create_training_graph": "which elements were quantized is no longer returned",
    "contrib.seq2seq.gather_tree": "another operation until 1.5",
    "contrib.training.evaluate_once": "variables to restore are a Scaffold's business since",
    "contrib.training.evaluate_repeatedly": "variables to restore are a Scaffold's business since",
    "nn.conv3d_backprop_filter": "another operation until 1.0",
}
# Tested in tests/test_old_forms.py.
BY_HAND = {"ones_initializer", "zeros_initializer"}


def test_every_older_signature_is_read_as_it_was_meant():
    refused = {}
    for name, signatures in RECORDED.items():
        for text in signatures:
            parameter = misread(name, text.split())
            if (
                parameter
                and name not in BY_HAND
                and not any(name == key or name.startswith(key + ".") for key in NOT_READ)
            ):
                refused[name, parameter.split()[0]] = parameter
    assert refused == {key: f"{key[1]} (by position)" for key in COLLISIONS}
    assert len(RECORDED) > 400


def test_calls_in_the_order_of_1_15_are_left_as_they_are():
    changed = []
    for name in SIGNATURES:
        function, bound = find(name)
        reader = function.old_forms
        arguments = [object() if bound and i == 0 else sample(name, p) for i, p in enumerate(reader.parameters)]
        arguments = [
            None if p in ("_sentinel", "keyword_required") else a for p, a in zip(reader.parameters, arguments)
        ]
        for count in range(len(arguments) + 1):
            if reader.read(arguments[:count], {})[0] != arguments[:count]:
                changed.append((name, count))
    assert changed == []


def test_the_table_has_only_names_that_are_there_and_lets_them_keep_their_signature():
    for name in SIGNATURES:
        function, _ = find(name)
        assert inspect.signature(function) == inspect.signature(function.__wrapped__), name
        assert inspect.getfullargspec(function).args == list(function.old_forms.parameters), name


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda x: tf.nn.softmax(x, "a"), "a"),
        (lambda x: tf.nn.relu(x, "b"), "b"),
        (lambda x: tf.unique(x[0], "c")[0].op, "c"),
        (lambda x: tf.unpack(x, 2, "d")[0].op, "d"),
        (lambda x: tf.where(x > 0, "e").op, "e"),
        (lambda x: tf.range(0, 3, 1, "f").op, "f"),
        (lambda x: tf.nn.max_pool3d(x[None, None, :, :, None], [1] * 5, [1] * 5, "VALID", "g").op, "g"),
        (lambda x: tf.nn.conv3d(x[None, None, :, :, None], tf.ones([1] * 5), [1] * 5, "VALID", "h").op, "h"),
        (lambda x: tf.decode_csv("1,2", [[0], [0]], ",", "i")[0].op, "i"),
        (lambda x: tf.self_adjoint_eig(input=x, name="j")[0].op, "j"),
    ],
)
def test_a_name_by_position_is_a_name(call, name):
    with tf.Graph().as_default():
        assert call(tf.constant([[1.0, 2.0], [3.0, 4.0]])).name.partition(":")[0] == name
