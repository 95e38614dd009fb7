"""Random forests as graphs: the variables of their trees, and the graphs that train them and predict."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.forest_data import ParseDataTensorOrDict, ParseLabelTensorOrDict
from penstock.contrib.tensor_forest import model_ops
from penstock.contrib.tensor_forest.parameters import build_params_proto, parameters_message
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import NestedTensors
from penstock.platform import logging

_HERE = "contrib.tensor_forest.python.tensor_forest."


@export(_HERE + "get_epoch_variable")
def get_epoch_variable() -> Any:
    """The epoch that `tf.train.limit_epochs` counts, or `[0]` if there is none.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.tensor_forest.python.tensor_forest.get_epoch_variable())
    [0]
    """
    for variable in tf.local_variables():
        if "limit_epochs/epoch" in variable.op.name:
            return tf.reshape(variable, [1])
    return [0]


@export(_HERE + "TreeVariables")
class TreeVariables:
    """The handles of one tree: `tree`, and `stats` if it is trained.

    Args:
      params: `ForestHParams`; gets `params_proto` and `serialized_params_proto`.
      tree_num: the number of the tree.
      training: whether it is trained.
      tree_config: a serialized `decision_trees.Model` to begin with.
      tree_stat: a serialized `FertileStats` to begin with.

    >>> import penstock as tf
    >>> forest = tf.contrib.tensor_forest.python.tensor_forest
    >>> params = forest.ForestHParams(num_classes=2, num_features=3).fill()
    >>> with tf.Graph().as_default():
    ...     print(forest.TreeVariables(params, 0, True).tree.op.name)
    tree-0
    """

    def __init__(self, params: Any, tree_num: int, training: bool, tree_config: Any = "", tree_stat: Any = "") -> None:
        if not isinstance(getattr(params, "params_proto", None), parameters_message()):
            params.params_proto = build_params_proto(params)
        params.serialized_params_proto = params.params_proto.SerializeToString()
        self.stats: Any = None
        if training:
            stats_name = self.get_tree_name("stats", tree_num)
            self.stats = model_ops.fertile_stats_variable(params, tree_stat, stats_name)
        self.tree = model_ops.tree_variable(params, tree_config, self.stats, self.get_tree_name("tree", tree_num))

    def get_tree_name(self, name: str, num: int) -> str:
        """`tree-0` and so on."""
        return f"{name}-{num}"


@export(_HERE + "ForestVariables")
class ForestVariables:
    """The variables of all trees of a forest, by number.

    Args:
      params: `ForestHParams`.
      device_assigner: a device, or a function that gives one.
      training: whether the forest is trained.
      tree_variables_class: the class of the variables of a tree.
      tree_configs: for each tree, what it begins with.
      tree_stats: for each tree, what is known of its leaves at first.

    >>> import penstock as tf
    >>> forest = tf.contrib.tensor_forest.python.tensor_forest
    >>> params = forest.ForestHParams(num_classes=2, num_features=3, num_trees=2).fill()
    >>> with tf.Graph().as_default():
    ...     print(forest.ForestVariables(params, device_assigner=None)[1].tree.op.name)
    tree-1
    """

    def __init__(
        self,
        params: Any,
        device_assigner: Any,
        training: bool = True,
        tree_variables_class: Any = TreeVariables,
        tree_configs: Any = None,
        tree_stats: Any = None,
    ) -> None:
        self.variables: list[Any] = []
        # Small variables that the assigner places; everything of a tree goes where its variable is.
        self.device_dummies: list[Any] = []
        with tf.device(device_assigner):
            for i in range(params.num_trees):
                self.device_dummies.append(tf.get_variable(name=f"device_dummy_{i}", shape=0))
        for i in range(params.num_trees):
            with tf.device(self.device_dummies[i].device):
                given = {} if tree_configs is None else {"tree_config": tree_configs[i]}
                if tree_stats is not None:
                    given["tree_stat"] = tree_stats[i]
                self.variables.append(tree_variables_class(params, i, training, **given))

    def __setitem__(self, t: int, val: Any) -> None:
        self.variables[t] = val

    def __getitem__(self, t: int) -> Any:
        return self.variables[t]


@export(_HERE + "RandomTreeGraphs")
class RandomTreeGraphs:
    """The graphs that train one tree and predict by it.

    Args:
      variables: its `TreeVariables`.
      params: `ForestHParams`.
      tree_num: its number.

    >>> import penstock as tf
    >>> forest = tf.contrib.tensor_forest.python.tensor_forest
    >>> params = forest.ForestHParams(num_classes=2, num_features=3).fill()
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     tree = forest.RandomTreeGraphs(forest.TreeVariables(params, 0, True), params, 0)
    ...     _ = sess.run([resource.create for resource in tf.get_collection(tf.GraphKeys.RESOURCES)])
    ...     print(sess.run(tree.size()))
    1
    """

    def __init__(self, variables: Any, params: Any, tree_num: int) -> None:
        self.variables, self.params, self.tree_num = variables, params, tree_num

    def training_graph(
        self,
        input_data: Any,
        input_labels: Any,
        random_seed: int,
        data_spec: Any,
        sparse_features: Any = None,
        input_weights: Any = None,
    ) -> Operation:
        """The operation that lets the tree see a batch, and grow.

        Args:
          input_data: a matrix of dense features, or None.
          input_labels: labels as numbers.
          random_seed: what candidates are drawn with; 0: another number each time.
          data_spec: what `ParseDataTensorOrDict` says of the columns.
          sparse_features: a sparse tensor of features.
          input_weights: weights of the examples.
        """
        tf.cast(get_epoch_variable(), tf.int32)
        serialized = self.params.serialized_params_proto
        trained, known = self.variables.tree, self.variables.stats
        weights = [] if input_weights is None else input_weights
        inputs = _inputs(input_data, sparse_features)
        spec = data_spec.SerializeToString()
        leaves = model_ops.traverse_tree_v4(trained, *inputs, input_spec=spec, params=serialized)
        update = model_ops.update_model_v4(trained, leaves, input_labels, weights, params=serialized)
        finished = model_ops.process_input_v4(
            trained, known, *inputs, input_labels, weights, leaves, random_seed, spec, params=serialized
        )
        with tf.control_dependencies([update]):
            return model_ops.grow_tree_v4(trained, known, finished, params=serialized)

    def inference_graph(self, input_data: Any, data_spec: Any, sparse_features: Any = None) -> Any:
        """What the tree predicts, and the paths through it."""
        return model_ops.tree_predictions_v4(
            self.variables.tree,
            *_inputs(input_data, sparse_features),
            input_spec=data_spec.SerializeToString(),
            params=self.params.serialized_params_proto,
        )

    def size(self) -> Tensor:
        """The number of nodes."""
        return model_ops.tree_size(self.variables.tree)

    def feature_usage_counts(self) -> Tensor:
        """How many tests ask for each feature."""
        return model_ops.feature_usage_counts(self.variables.tree, params=self.params.serialized_params_proto)


def _inputs(dense: Any, sparse: Any) -> tuple[Any, Any, Any, Any]:
    """Dense features, and the three tensors of the sparse ones; an empty list for what there is not."""
    parts = ([], [], []) if sparse is None else (sparse.indices, sparse.values, sparse.dense_shape)
    return ([] if dense is None else dense, *parts)


@export(_HERE + "RandomForestGraphs")
class RandomForestGraphs:
    """The graphs that train a forest and predict by it.

    Args:
      params: `ForestHParams` that are filled.
      tree_configs: for each tree, a serialized `decision_trees.Model` to begin with.
      tree_stats: for each tree, a serialized `FertileStats` to begin with.
      device_assigner: where trees are placed; on parameter servers by turns if None.
      variables: `ForestVariables` that are there already.
      tree_variables_class: the class of the variables of a tree.
      tree_graphs: the class of the graphs of a tree.
      training: whether the forest is trained.

    >>> import numpy as np, penstock as tf
    >>> forest = tf.contrib.tensor_forest.python.tensor_forest
    >>> params = forest.ForestHParams(num_classes=2, num_features=2, num_trees=3, max_nodes=50, split_after_samples=20,
    ...                               base_random_seed=1).fill()
    >>> x = np.random.RandomState(0).rand(64, 2).astype(np.float32)
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     graphs = forest.RandomForestGraphs(params)
    ...     train = graphs.training_graph(tf.constant(x), tf.constant(x[:, 0] > 0.5))
    ...     probabilities, _, _ = graphs.inference_graph(tf.constant([[0.1, 0.5], [0.9, 0.5]]))
    ...     resources = tf.get_collection(tf.GraphKeys.RESOURCES)
    ...     _ = sess.run([tf.global_variables_initializer(), *[resource.create for resource in resources]])
    ...     for _ in range(50):
    ...         _ = sess.run(train)
    ...     print(sess.run(tf.argmax(probabilities, 1)))
    [0 1]
    """

    def __init__(
        self,
        params: Any,
        tree_configs: Any = None,
        tree_stats: Any = None,
        device_assigner: Any = None,
        variables: Any = None,
        tree_variables_class: Any = TreeVariables,
        tree_graphs: Any = None,
        training: bool = True,
    ) -> None:
        self.params = params
        self.device_assigner = device_assigner or tf.contrib.framework.VariableDeviceChooser()
        logging.info("Constructing forest with params = ")
        logging.info(self.params.__dict__)
        self.variables = variables or ForestVariables(
            self.params,
            device_assigner=self.device_assigner,
            training=training,
            tree_variables_class=tree_variables_class,
            tree_configs=tree_configs,
            tree_stats=tree_stats,
        )
        make: Any = tree_graphs or RandomTreeGraphs
        self.trees = [make(self.variables[i], self.params, i) for i in range(self.params.num_trees)]

    def _bag_features(self, tree_num: int, input_data: Any) -> Tensor:
        columns = tf.split(value=input_data, num_or_size_splits=self.params.num_features, axis=1)
        return tf.concat([columns[i] for i in self.params.bagged_features[tree_num]], 1)

    def _seen(self, tree_num: int, dense: Any, sparse: Any) -> Any:
        """The features that a tree sees."""
        if not self.params.bagged_features:
            return dense
        if sparse is not None:
            raise NotImplementedError("Feature bagging not supported with sparse features.")
        return self._bag_features(tree_num, dense)

    def get_all_resource_handles(self) -> list[Any]:
        """The handles of all trees, then those of what is known of their leaves."""
        own = [self.variables[i] for i in range(len(self.trees))]
        return [one.tree for one in own] + [one.stats for one in own]

    def training_graph(
        self, input_data: Any, input_labels: Any, num_trainers: int = 1, trainer_id: int = 0, **tree_kwargs: Any
    ) -> Operation:
        """The operation that lets the forest see a batch, and grow.

        Args:
          input_data: features: a tensor, a sparse one, or a dictionary of them.
          input_labels: labels: a tensor, or a dictionary of tensors.
          num_trainers: how many trainers share the trees.
          trainer_id: which of them this is.
          **tree_kwargs: for the `training_graph` of each tree.

        Raises:
          NotImplementedError: a part of examples or features with sparse features.
        """
        dense, sparse, spec = ParseDataTensorOrDict(input_data)
        if input_labels is not None:
            labels = ParseLabelTensorOrDict(input_labels)
        grown = []
        share = self.params.num_trees / num_trainers
        for i in range(int(trainer_id * share), int((trainer_id + 1) * share)):
            with tf.device(self.variables.device_dummies[i].device):
                seed = self.params.base_random_seed
                if seed != 0:
                    seed += i
                tree_data, tree_labels = dense, labels
                if self.params.bagging_fraction < 1.0:
                    if sparse is not None:
                        raise NotImplementedError("Bagging not supported with sparse features.")
                    batch = tf.strided_slice(tf.shape(dense), [0], [1])
                    drawn = tf.random_uniform(batch, seed=seed)
                    mask = tf.less(drawn, tf.ones_like(drawn) * self.params.bagging_fraction)
                    some = tf.squeeze(tf.where(mask), axis=[1])
                    tree_data, tree_labels = tf.gather(dense, some), tf.gather(labels, some)
                tree_data = self._seen(i, tree_data, sparse)
                grown.append(
                    self.trees[i].training_graph(
                        tree_data, tree_labels, seed, data_spec=spec, sparse_features=sparse, **tree_kwargs
                    )
                )
        return tf.group(*grown, name="train")

    def inference_graph(self, input_data: Any, **inference_args: Any) -> tuple[Tensor, Tensor, Tensor]:
        """What the forest predicts.

        Args:
          input_data: features like those of `training_graph`.
          **inference_args: for the `inference_graph` of each tree.

        Returns:
          The mean of the trees' predictions (probabilities of classes), the paths through the trees, and the variance of
          the predictions.

        Raises:
          NotImplementedError: a part of the features with sparse features.
        """
        dense, sparse, spec = ParseDataTensorOrDict(input_data)
        probabilities, paths = [], []
        for i in range(self.params.num_trees):
            with tf.device(self.variables.device_dummies[i].device):
                seen = self._seen(i, dense, sparse)
                found, path = self.trees[i].inference_graph(seen, spec, sparse_features=sparse, **inference_args)
                probabilities.append(found)
                paths.append(path)
        with tf.device(self.variables.device_dummies[0].device):
            together = tf.stack(probabilities, axis=1)
            mean = tf.div(tf.reduce_sum(together, 1), self.params.num_trees, name="probabilities")
            tree_paths = tf.stack(paths, axis=1)
            squares = tf.div(tf.reduce_sum(together * together, 1), self.params.num_trees)
            return mean, tree_paths, tf.maximum(0.0, squares - mean * mean)

    def _sizes(self) -> list[Tensor]:
        sizes = []
        for i in range(self.params.num_trees):
            with tf.device(self.variables.device_dummies[i].device):
                sizes.append(self.trees[i].size())
        return sizes

    def average_size(self) -> Tensor:
        """The mean number of nodes of the trees."""
        return tf.reduce_mean(tf.cast(tf.stack(self._sizes()), tf.float32))

    def training_loss(self, features: NestedTensors, labels: NestedTensors, name: str = "training_loss") -> Tensor:
        """The mean number of nodes, negative: what falls while the forest grows."""
        return tf.negative(self.average_size(), name=name)

    def validation_loss(self, features: NestedTensors, labels: NestedTensors) -> Tensor:
        """The same as `training_loss`."""
        return tf.negative(self.average_size())

    def average_impurity(self) -> Tensor:
        """The mean of `average_impurity` of the trees, whose class must have it: `RandomTreeGraphs` has not."""
        impurities = []
        for i in range(self.params.num_trees):
            with tf.device(self.variables.device_dummies[i].device):
                impurities.append(self.trees[i].average_impurity())
        return tf.reduce_mean(tf.stack(impurities))

    def feature_importances(self) -> Tensor:
        """Which part of all tests asks for each feature."""
        counts = [self.trees[i].feature_usage_counts() for i in range(self.params.num_trees)]
        total = tf.reduce_sum(tf.stack(counts, 0), 0)
        return total / tf.reduce_sum(total)
