"""The parameters of random forests, and how they become the message that the operations take."""

from __future__ import annotations

import math
import numbers
import random
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export, export_value
from penstock.platform import logging

_HERE = "contrib.tensor_forest.python.tensor_forest."
_NUMBERS = """CLASSIFICATION_LEAF_MODEL_TYPES REGRESSION_MODEL_TYPE FINISH_TYPES PRUNING_TYPES SPLIT_TYPES"""

# How leaves are kept, and what is known of those that may be split.
CLASSIFICATION_LEAF_MODEL_TYPES = {
    "all_dense": (protos.MODEL_DENSE_CLASSIFICATION, protos.STATS_DENSE_GINI),
    "all_sparse": (protos.MODEL_SPARSE_CLASSIFICATION, protos.STATS_SPARSE_GINI),
    "sparse_then_dense": (protos.MODEL_SPARSE_OR_DENSE_CLASSIFICATION, protos.STATS_SPARSE_THEN_DENSE_GINI),
}
REGRESSION_MODEL_TYPE = (
    protos.MODEL_REGRESSION,
    protos.STATS_LEAST_SQUARES_REGRESSION,
    protos.COLLECTION_BASIC,
)
FINISH_TYPES = {
    "basic": protos.SPLIT_FINISH_BASIC,
    "hoeffding": protos.SPLIT_FINISH_DOMINATE_HOEFFDING,
    "bootstrap": protos.SPLIT_FINISH_DOMINATE_BOOTSTRAP,
}
PRUNING_TYPES = {
    "none": protos.SPLIT_PRUNE_NONE,
    "half": protos.SPLIT_PRUNE_HALF,
    "quarter": protos.SPLIT_PRUNE_QUARTER,
    "10_percent": protos.SPLIT_PRUNE_10_PERCENT,
    "hoeffding": protos.SPLIT_PRUNE_HOEFFDING,
}
SPLIT_TYPES = {"less_or_equal": 0, "less": 1}
for _name in _NUMBERS.split():
    export_value(globals()[_name], _HERE + _name)


def parameters_message() -> Any:
    """The class of the message."""
    return protos.find("tensorflow.tensorforest.TensorForestParams")


@export(_HERE + "parse_number_or_string_to_proto")
def parse_number_or_string_to_proto(proto: Any, param: Any) -> None:
    """Writes a parameter that may depend on the depth of a node into its message.

    Args:
      proto: a `DepthDependentParam`.
      param: a number, its digits, or the message as text.

    >>> import penstock as tf
    >>> from penstock import protos
    >>> parameter = protos.DepthDependentParam()
    >>> write = tf.contrib.tensor_forest.python.tensor_forest.parse_number_or_string_to_proto
    >>> write(parameter, "linear {slope: 2 max_val: 10}")
    >>> parameter.linear.slope
    2.0
    """
    if isinstance(param, numbers.Number):
        proto.constant_value = param
    elif param.isdigit():
        proto.constant_value = int(param)
    else:
        from google.protobuf import text_format

        text_format.Merge(param, proto)


@export(_HERE + "build_params_proto")
def build_params_proto(params: Any) -> Any:
    """The parameters of a forest as the message that its operations take, `TensorForestParams`.

    Args:
      params: `ForestHParams` that are filled.

    >>> import penstock as tf
    >>> forest = tf.contrib.tensor_forest.python.tensor_forest
    >>> params = forest.ForestHParams(num_classes=3, num_features=4, num_trees=5).fill()
    >>> forest.build_params_proto(params).num_trees
    5
    """
    proto = parameters_message()()
    for name in """num_trees max_nodes num_features collate_examples checkpoint_stats use_running_stats_method
        initialize_average_splits inference_tree_paths""".split():
        setattr(proto, name, getattr(params, name))
    proto.is_regression = params.regression
    proto.num_outputs = params.num_classes
    proto.leaf_type = params.leaf_model_type
    proto.stats_type = params.stats_model_type
    proto.collection_type = protos.COLLECTION_BASIC
    proto.pruning_type.type = params.pruning_type
    proto.finish_type.type = params.finish_type
    proto.inequality_test_type = params.split_type
    proto.drop_final_class = False
    for parameter, given in (
        (proto.pruning_type.prune_every_samples, params.prune_every_samples),
        (proto.finish_type.check_every_steps, params.early_finish_check_every_samples),
        (proto.split_after_samples, params.split_after_samples),
        (proto.num_splits_to_consider, params.num_splits_to_consider),
    ):
        parse_number_or_string_to_proto(parameter, given)
    proto.dominate_fraction.constant_value = params.dominate_fraction
    if params.param_file:
        from google.protobuf import text_format

        with open(params.param_file) as file:
            text_format.Merge(file.read(), proto)
    return proto


@export(_HERE + "ForestHParams")
class ForestHParams:
    """The parameters of a random forest; `fill` completes them.

    Args:
      num_trees: how many trees.
      max_nodes: from how many nodes on a tree stops growing.
      bagging_fraction: which part of the examples each tree sees.
      num_splits_to_consider: how many candidates for the test of a node there are; 0: the square root of the number of
        features, at least 10.
      feature_bagging_fraction: which part of the features each tree sees.
      max_fertile_nodes: not used.
      split_after_samples: after how many examples a leaf is split; a number, or a `DepthDependentParam` as text.
      valid_leaf_threshold: not used.
      dominate_method: not used.
      dominate_fraction: how sure it must be that a candidate is the best, for `split_finish_name` and pruning.
      model_name: how the counts of classes are kept: `all_dense` or `all_sparse`.
      split_finish_name: whether a leaf may be split earlier: `basic` (no), `hoeffding` or `bootstrap`.
      split_pruning_name: whether bad candidates are given up: `none`, `half`, `quarter`, `10_percent` or `hoeffding`.
      prune_every_samples: after how many examples candidates are given up.
      early_finish_check_every_samples: after how many examples a leaf may be split earlier.
      collate_examples: whether the examples of a batch are counted leaf by leaf.
      checkpoint_stats: whether checkpoints keep what is counted, not only the trees.
      use_running_stats_method: whether the scores of candidates are kept up with each example.
      initialize_average_splits: whether the threshold of a candidate is the mean of two examples of different classes.
      inference_tree_paths: whether predictions tell the paths through the trees.
      param_file: a file with a `TensorForestParams` as text, which comes last.
      split_name: the tests: `less_or_equal` or `less`.
      **kwargs: further attributes; `num_classes` and `num_features` are needed, `regression` and `base_random_seed` known.

    >>> import penstock as tf
    >>> ForestHParams = tf.contrib.tensor_forest.python.tensor_forest.ForestHParams
    >>> params = ForestHParams(num_classes=2, num_features=400).fill()
    >>> params.num_splits_to_consider
    20
    """

    def __init__(
        self,
        num_trees: int = 100,
        max_nodes: int = 10000,
        bagging_fraction: float = 1.0,
        num_splits_to_consider: Any = 0,
        feature_bagging_fraction: float = 1.0,
        max_fertile_nodes: int = 0,
        split_after_samples: Any = 250,
        valid_leaf_threshold: int = 1,
        dominate_method: str = "bootstrap",
        dominate_fraction: float = 0.99,
        model_name: str = "all_dense",
        split_finish_name: str = "basic",
        split_pruning_name: str = "none",
        prune_every_samples: Any = 0,
        early_finish_check_every_samples: Any = 0,
        collate_examples: bool = False,
        checkpoint_stats: bool = False,
        use_running_stats_method: bool = False,
        initialize_average_splits: bool = False,
        inference_tree_paths: bool = False,
        param_file: Any = None,
        split_name: str = "less_or_equal",
        **kwargs: Any,
    ) -> None:
        self.num_trees = num_trees
        self.max_nodes = max_nodes
        self.bagging_fraction = bagging_fraction
        self.feature_bagging_fraction = feature_bagging_fraction
        self.num_splits_to_consider = num_splits_to_consider
        self.max_fertile_nodes = max_fertile_nodes
        self.split_after_samples = split_after_samples
        self.valid_leaf_threshold = valid_leaf_threshold
        self.dominate_method = dominate_method
        self.dominate_fraction = dominate_fraction
        self.model_name = model_name
        self.split_finish_name = split_finish_name
        self.split_pruning_name = split_pruning_name
        self.collate_examples = collate_examples
        self.checkpoint_stats = checkpoint_stats
        self.use_running_stats_method = use_running_stats_method
        self.initialize_average_splits = initialize_average_splits
        self.inference_tree_paths = inference_tree_paths
        self.param_file = param_file
        self.split_name = split_name
        self.early_finish_check_every_samples = early_finish_check_every_samples
        self.prune_every_samples = prune_every_samples
        self.__dict__.update(kwargs)

    if TYPE_CHECKING:  # programs give attributes of their own

        def __getattr__(self, name: str) -> Any: ...

    def values(self) -> dict[str, Any]:
        """All parameters by name."""
        return self.__dict__

    def fill(self) -> ForestHParams:
        """Sets what was left open, and returns itself.

        Raises:
          AttributeError: there is no `num_classes` or `num_features`.
        """
        classes, features = self.num_classes, self.num_features
        self.bagged_num_features = int(self.feature_bagging_fraction * features)
        self.bagged_features = None
        if self.feature_bagging_fraction < 1.0:
            self.bagged_features = [
                random.sample(range(features), self.bagged_num_features) for _ in range(self.num_trees)
            ]
        self.regression = getattr(self, "regression", False)
        self.num_outputs = classes if self.regression else 1
        self.num_output_columns = classes + 1
        self.num_splits_to_consider = self.num_splits_to_consider or min(max(10, math.floor(math.sqrt(features))), 1000)
        self.base_random_seed = getattr(self, "base_random_seed", 0)
        kinds = REGRESSION_MODEL_TYPE if self.regression else CLASSIFICATION_LEAF_MODEL_TYPES[self.model_name]
        self.leaf_model_type, self.stats_model_type = kinds[:2]
        self.finish_type = protos.SPLIT_FINISH_BASIC if self.regression else FINISH_TYPES[self.split_finish_name]
        self.pruning_type = PRUNING_TYPES[self.split_pruning_name]
        if self.pruning_type == protos.SPLIT_PRUNE_NONE:
            self.prune_every_samples = 0
        else:
            self.prune_every_samples = self.prune_every_samples or self._part_of_samples(2)
        if self.finish_type == protos.SPLIT_FINISH_BASIC:
            self.early_finish_check_every_samples = 0
        else:
            every = self.early_finish_check_every_samples
            self.early_finish_check_every_samples = every or self._part_of_samples(4)
        self.split_type = SPLIT_TYPES[self.split_name]
        return self

    def _part_of_samples(self, parts: int) -> float:
        after = self.split_after_samples
        if not isinstance(after, numbers.Number) and not after.isdigit():
            logging.error("Must specify prune_every_samples if using a depth-dependent split_after_samples")
        return int(after) / parts
