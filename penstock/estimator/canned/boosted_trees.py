"""`tf.estimator.BoostedTrees*`: ensembles of decision trees, grown layer by layer."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.estimator.canned import checks, tree_features, tree_growth
from penstock.estimator.canned.heads import SUM_OVER_BATCH_SIZE, BinaryHead, MultiClassHead, RegressionHead
from penstock.estimator.canned.tree_growth import TreeHParams
from penstock.estimator.canned.tree_resources import TreeEnsemble
from penstock.estimator.estimator import Estimator
from penstock.estimator.run_config import RunConfig
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.graph.build import apply
from penstock.graph.graph import name_scope
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable

if TYPE_CHECKING:
    import os


_TWO: Any = object()  # the number of classes, unless a user says it
_ONE: Any = object()  # the number of numbers
# The arguments that make `TreeHParams`, in its order.
_HPARAMS = """n_trees max_depth learning_rate l1_regularization l2_regularization tree_complexity min_node_weight center_bias
pruning_mode quantile_sketch_epsilon""".split()
_DEBUG = "_serialized_debug_outputs_proto"


def _classification_head(
    n_classes: int, weight_column: str | None, label_vocabulary: Sequence[Any] | None
) -> tuple[Any, Any]:
    """The head of two classes, and the derivatives of its loss if they have a closed form."""
    if n_classes != 2:
        raise ValueError(f"For now only binary classification is supported.n_classes given as {n_classes}")
    head = BinaryHead(weight_column, label_vocabulary=label_vocabulary, loss_reduction=SUM_OVER_BATCH_SIZE)
    return head, _log_loss if weight_column is None and label_vocabulary is None else None


def _log_loss(logits: TensorOrVariable, labels: TensorLike) -> tuple[Any, Any]:
    predictions = tf.reciprocal(tf.exp(-logits) + 1.0)
    normalizer = tf.reciprocal(tf.cast(tf.size(predictions), tf.float32))
    labels = checks.dense_labels(tf.cast(labels, tf.float32), logits, 1)
    return (predictions - labels) * normalizer, predictions * (1.0 - predictions) * normalizer


def _regression_head(label_dimension: int, weight_column: str | None) -> RegressionHead:
    if label_dimension != 1:
        raise ValueError(f"For now only 1 dimension regression is supported.label_dimension given as {label_dimension}")
    return RegressionHead(1, weight_column, SUM_OVER_BATCH_SIZE)


def _by_name(names: list[str], values: Any) -> collections.OrderedDict[str, float]:
    """The sums of values of each name, the largest first."""
    sums: dict[str, float] = {}
    for name, value in zip(names, values, strict=False):
        sums[name] = sums.get(name, 0) + value
    return collections.OrderedDict(sorted(sums.items(), key=lambda item: abs(item[1]), reverse=True))


class _BoostedTrees(Estimator):
    """What all boosted trees have."""

    def _begin(
        self, head: Any, is_classification: bool, given: dict[str, Any], closed_form: Callable[..., Any] | None = None
    ) -> None:
        """`given` are the arguments of a constructor."""
        feature_columns, batches, weight_column = (
            given[key] for key in ("feature_columns", "n_batches_per_layer", "weight_column")
        )
        in_memory = given.get("train_in_memory", False)
        hparams = TreeHParams(*(given[key] for key in _HPARAMS))

        def model_fn(features: NestedTensors, labels: TensorLike, mode: str, config: Any) -> EstimatorSpec:
            return tree_growth.bt_model_fn(
                features,
                labels,
                mode,
                head,
                feature_columns,
                hparams,
                batches,
                config,
                closed_form,
                weight_column,
                in_memory,
            )

        Estimator.__init__(self, model_fn=model_fn, model_dir=given["model_dir"], config=given["config"])
        self._sorted_feature_columns = sorted(feature_columns, key=lambda column: column.name)
        self._head, self._hparams, self._is_classification = head, hparams, is_classification
        self._feature_col_names = tree_features.names(self._sorted_feature_columns)

    def experimental_feature_importances(self, normalize: bool = False) -> collections.OrderedDict[str, float]:
        """How much each column's splits have gained, the most important first.

        Args:
          normalize: whether they are divided by their sum.

        Raises:
          ValueError: the model was not trained.
        """
        serialized = tf.train.load_checkpoint(self._model_dir).get_tensor("boosted_trees:0_serialized")
        if not serialized:
            raise ValueError(
                "Found empty serialized string for TreeEnsemble.You should only call this method after training."
            )
        ensemble = protos.find("tensorflow.boosted_trees.TreeEnsemble").FromString(serialized)
        gains = np.zeros(len(self._feature_col_names))
        for tree, weight in zip(ensemble.trees, ensemble.tree_weights, strict=True):
            for node in tree.nodes:
                if node.WhichOneof("node") == "bucketized_split":
                    gains[node.bucketized_split.feature_id] += node.metadata.gain * weight
        if normalize:
            assert np.all(gains >= 0), "feature_importances must be non-negative."
            assert gains.sum() > 0, "Trees are all empty or contain only a root node."
            gains /= gains.sum()
        return _by_name(self._feature_col_names, gains)

    def experimental_predict_with_explanations(
        self,
        input_fn: Callable[..., Any],
        predict_keys: Any = None,
        hooks: Sequence[Any] | None = None,
        checkpoint_path: str | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Predictions, with 'bias' and 'dfc': by how much each column has moved the prediction away from the bias.

        Args:
          input_fn: makes the input.
          predict_keys: which predictions are wanted.
          hooks: hooks for the prediction.
          checkpoint_path: which checkpoint is used; the latest by default.

        Raises:
          ValueError: the model has no centred bias.
        """
        if not self._hparams.center_bias:
            raise ValueError(
                "center_bias must be enabled during estimator instantiation when using "
                "experimental_predict_with_explanations."
            )
        if not self._is_classification and getattr(self._head, "_inverse_link_fn", None) not in (None, tf.identity):
            raise ValueError(
                "For now only identity inverse_link_fn in regression_head is supported for "
                "experimental_predict_with_explanations."
            )

        def model_fn(features: NestedTensors, labels: TensorLike, mode: str) -> EstimatorSpec:
            return self._explanations(features)

        model = Estimator(model_fn, self.model_dir, self.config)
        if predict_keys is not None:
            predict_keys = {*predict_keys, _DEBUG}
        for prediction in model.predict(input_fn, predict_keys, hooks, checkpoint_path):
            message = protos.find("tensorflow.boosted_trees.DebugOutput").FromString(prediction.pop(_DEBUG))
            path = np.array(message.logits_path)
            if self._is_classification:
                path = 1 / (1 + np.exp(-path))
            count = len(self._feature_col_names)
            moved = np.bincount(np.array(message.feature_ids, np.int64), weights=path[1:] - path[:-1], minlength=count)
            prediction["bias"], prediction["dfc"] = path[0], _by_name(self._feature_col_names, moved)
            yield prediction

    def _explanations(self, features: NestedTensors) -> EstimatorSpec:
        columns = self._sorted_feature_columns
        with name_scope("boosted_trees") as scope:
            ensemble = TreeEnsemble(scope)
            float_columns = [column for column in columns if tree_features.is_float(column)]
            _, boundaries = tree_growth.make_quantiles(float_columns, self._hparams.quantile_sketch_epsilon)
            inputs = tree_features.buckets(features, columns, boundaries)
            logits = tree_growth.predict(ensemble, inputs, self._head.logits_dimension)
            spec = self._head.create_estimator_spec(features=features, mode=ModeKeys.PREDICT, logits=logits)
            spec.predictions[_DEBUG] = apply(
                "BoostedTreesExampleDebugOutputs",
                tree_ensemble_handle=ensemble.resource_handle,
                bucketized_features=inputs,
                logits_dimension=self._head.logits_dimension,
            )
            return spec


@export("estimator.BoostedTreesClassifier")
class BoostedTreesClassifier(_BoostedTrees):
    """Boosted trees that tell two classes apart.

    Args:
      feature_columns: bucketized and indicator columns, and numeric ones, whose buckets are found in training.
      n_batches_per_layer: how many batches are used for a layer; best as many as the data has.
      model_dir: where the model is kept.
      n_classes: 2.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      label_vocabulary: the two labels, if they are strings.
      n_trees: how many trees are grown.
      max_depth: how deep they are.
      learning_rate: by how much the values of leaves are shrunk.
      l1_regularization, l2_regularization: penalties of the values of leaves.
      tree_complexity: the penalty of a leaf; only with pruning.
      min_node_weight: nodes with a smaller sum of hessians are not split.
      config: a `RunConfig`.
      center_bias: whether training begins with the best constant.
      pruning_mode: 'none', 'pre' (splits without gain are not made) or 'post' (they are taken back).
      quantile_sketch_epsilon: how exact the quantiles of numeric columns are.
      train_in_memory: whether a batch is the whole data, and what was computed for its examples is kept.

    Raises:
      ValueError: there are more than two classes.

    >>> import numpy as np
    >>> import penstock as tf
    >>> x = np.arange(8, dtype=np.float32)
    >>> def input_fn():
    ...     return tf.data.Dataset.from_tensors(({"x": x[:, None]}, (x[:, None] > 3).astype(np.int64))).repeat(30)
    >>> column = tf.feature_column.bucketized_column(tf.feature_column.numeric_column("x"), [1.5, 3.5, 5.5])
    >>> model = tf.estimator.BoostedTreesClassifier([column], n_batches_per_layer=1, n_trees=5, max_depth=2)
    >>> print(model.train(input_fn).evaluate(input_fn, steps=1)["accuracy"])
    1.0
    """

    def __init__(
        self,
        feature_columns: object,
        n_batches_per_layer: int,
        model_dir: str | os.PathLike[str] | None = None,
        n_classes: int = _TWO,
        weight_column: str | None = None,
        label_vocabulary: Sequence[Any] | None = None,
        n_trees: int = 100,
        max_depth: int = 6,
        learning_rate: float = 0.1,
        l1_regularization: float = 0.0,
        l2_regularization: float = 0.0,
        tree_complexity: float = 0.0,
        min_node_weight: float = 0.0,
        config: RunConfig | None = None,
        center_bias: bool = False,
        pruning_mode: str = "none",
        quantile_sketch_epsilon: float = 0.01,
        train_in_memory: bool = False,
    ) -> None:
        if n_classes is _TWO:
            n_classes = 2
        elif n_classes > 2 and pruning_mode is not None:
            raise ValueError("For now pruning is not supported with multi class.")
        head, closed_form = _classification_head(n_classes, weight_column, label_vocabulary)
        self._begin(head, True, locals(), closed_form)


@export("estimator.BoostedTreesRegressor")
class BoostedTreesRegressor(_BoostedTrees):
    """Boosted trees that estimate a number.

    Args:
      feature_columns: bucketized and indicator columns, and numeric ones, whose buckets are found in training.
      n_batches_per_layer: how many batches are used for a layer; best as many as the data has.
      model_dir: where the model is kept.
      label_dimension: 1.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      n_trees: how many trees are grown.
      max_depth: how deep they are.
      learning_rate: by how much the values of leaves are shrunk.
      l1_regularization, l2_regularization: penalties of the values of leaves.
      tree_complexity: the penalty of a leaf; only with pruning.
      min_node_weight: nodes with a smaller sum of hessians are not split.
      config: a `RunConfig`.
      center_bias: whether training begins with the best constant.
      pruning_mode: 'none', 'pre' (splits without gain are not made) or 'post' (they are taken back).
      quantile_sketch_epsilon: how exact the quantiles of numeric columns are.
      train_in_memory: whether a batch is the whole data, and what was computed for its examples is kept.

    Raises:
      ValueError: there is more than one number.

    >>> import penstock as tf
    >>> column = tf.feature_column.bucketized_column(tf.feature_column.numeric_column("x"), [1.5, 3.5, 5.5])
    >>> model = tf.estimator.BoostedTreesRegressor([column], n_batches_per_layer=1, n_trees=5)
    """

    def __init__(
        self,
        feature_columns: object,
        n_batches_per_layer: int,
        model_dir: str | os.PathLike[str] | None = None,
        label_dimension: int = _ONE,
        weight_column: str | None = None,
        n_trees: int = 100,
        max_depth: int = 6,
        learning_rate: float = 0.1,
        l1_regularization: float = 0.0,
        l2_regularization: float = 0.0,
        tree_complexity: float = 0.0,
        min_node_weight: float = 0.0,
        config: RunConfig | None = None,
        center_bias: bool = False,
        pruning_mode: str = "none",
        quantile_sketch_epsilon: float = 0.01,
        train_in_memory: bool = False,
    ) -> None:
        if label_dimension is _ONE:
            label_dimension = 1
        elif label_dimension > 1 and pruning_mode is not None:
            raise ValueError("For now pruning is not supported with multi-dimensionregression.")
        self._begin(_regression_head(label_dimension, weight_column), False, locals())


@export("estimator.BoostedTreesEstimator")
class BoostedTreesEstimator(_BoostedTrees):
    """Boosted trees with a head of the user's choice, which must have one logit.

    Args:
      feature_columns: bucketized and indicator columns, and numeric ones, whose buckets are found in training.
      n_batches_per_layer: how many batches are used for a layer; best as many as the data has.
      head: a head, such as `tf.contrib.estimator.poisson_regression_head`.
      model_dir: where the model is kept.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      n_trees: how many trees are grown.
      max_depth: how deep they are.
      learning_rate: by how much the values of leaves are shrunk.
      l1_regularization, l2_regularization: penalties of the values of leaves.
      tree_complexity: the penalty of a leaf; only with pruning.
      min_node_weight: nodes with a smaller sum of hessians are not split.
      config: a `RunConfig`.
      center_bias: whether training begins with the best constant.
      pruning_mode: 'none', 'pre' (splits without gain are not made) or 'post' (they are taken back).
      quantile_sketch_epsilon: how exact the quantiles of numeric columns are.

    >>> import penstock as tf
    >>> column = tf.feature_column.bucketized_column(tf.feature_column.numeric_column("x"), [1.5, 3.5, 5.5])
    >>> head = tf.contrib.estimator.poisson_regression_head()
    >>> model = tf.estimator.BoostedTreesEstimator([column], 1, head)
    """

    def __init__(
        self,
        feature_columns: object,
        n_batches_per_layer: int,
        head: Any,
        model_dir: str | None = None,
        weight_column: str | None = None,
        n_trees: int = 100,
        max_depth: int = 6,
        learning_rate: float = 0.1,
        l1_regularization: float = 0.0,
        l2_regularization: float = 0.0,
        tree_complexity: float = 0.0,
        min_node_weight: float = 0.0,
        config: RunConfig | None = None,
        center_bias: bool = False,
        pruning_mode: str = "none",
        quantile_sketch_epsilon: float = 0.01,
    ) -> None:
        # As in 1.15, which leaves weights to the head.
        self._begin(head, isinstance(head, (BinaryHead, MultiClassHead)), {**locals(), "weight_column": None})


def _train_in_memory(
    kind: Callable[..., _BoostedTrees], train_input_fn: Callable[[], Any], train_hooks: Sequence[Any], **settings: Any
) -> Any:
    def input_fn() -> Any:
        found = train_input_fn()
        return found.repeat() if isinstance(found, tf.data.Dataset) else found

    return kind(n_batches_per_layer=1, train_in_memory=True, **settings).train(input_fn, hooks=train_hooks)


@export("contrib.estimator.boosted_trees_classifier_train_in_memory")
def boosted_trees_classifier_train_in_memory(
    train_input_fn: Callable[[], Any],
    feature_columns: Sequence[Any],
    model_dir: str | None = None,
    n_classes: int = _TWO,
    weight_column: str | None = None,
    label_vocabulary: Sequence[Any] | None = None,
    n_trees: int = 100,
    max_depth: int = 6,
    learning_rate: float = 0.1,
    l1_regularization: float = 0.0,
    l2_regularization: float = 0.0,
    tree_complexity: float = 0.0,
    min_node_weight: float = 0.0,
    config: RunConfig | None = None,
    train_hooks: Sequence[Any] | None = None,
    center_bias: bool = False,
    pruning_mode: str = "none",
    quantile_sketch_epsilon: float = 0.01,
) -> Any:
    """Trains boosted trees on data of one batch, and returns the classifier; see `tf.estimator.BoostedTreesClassifier`.

    Args:
      train_input_fn: makes the data: a dataset of one element, or tensors.
      train_hooks: hooks for training.

    >>> import numpy as np
    >>> import penstock as tf
    >>> x = np.arange(8, dtype=np.float32)
    >>> def input_fn():
    ...     return tf.data.Dataset.from_tensors(({"x": x[:, None]}, (x[:, None] > 3).astype(np.int64)))
    >>> column = tf.feature_column.bucketized_column(tf.feature_column.numeric_column("x"), [1.5, 3.5, 5.5])
    >>> train = tf.contrib.estimator.boosted_trees_classifier_train_in_memory
    >>> print(train(input_fn, [column], n_trees=3, max_depth=2).evaluate(input_fn)["accuracy"])
    1.0
    """
    n_classes = 2 if n_classes is _TWO else n_classes
    return _train_in_memory(BoostedTreesClassifier, **locals())


@export("contrib.estimator.boosted_trees_regressor_train_in_memory")
def boosted_trees_regressor_train_in_memory(
    train_input_fn: Callable[[], Any],
    feature_columns: Sequence[Any],
    model_dir: str | None = None,
    label_dimension: int = _ONE,
    weight_column: str | None = None,
    n_trees: int = 100,
    max_depth: int = 6,
    learning_rate: float = 0.1,
    l1_regularization: float = 0.0,
    l2_regularization: float = 0.0,
    tree_complexity: float = 0.0,
    min_node_weight: float = 0.0,
    config: RunConfig | None = None,
    train_hooks: Sequence[Any] | None = None,
    center_bias: bool = False,
    pruning_mode: str = "none",
    quantile_sketch_epsilon: float = 0.01,
) -> Any:
    """Trains boosted trees on data of one batch, and returns the regressor; see `tf.estimator.BoostedTreesRegressor`.

    Args:
      train_input_fn: makes the data: a dataset of one element, or tensors.
      train_hooks: hooks for training.

    >>> import numpy as np
    >>> import penstock as tf
    >>> x = np.arange(8, dtype=np.float32)
    >>> def input_fn():
    ...     return tf.data.Dataset.from_tensors(({"x": x[:, None]}, x[:, None]))
    >>> column = tf.feature_column.bucketized_column(tf.feature_column.numeric_column("x"), [1.5, 3.5, 5.5])
    >>> train = tf.contrib.estimator.boosted_trees_regressor_train_in_memory
    >>> print(train(input_fn, [column], n_trees=1, max_depth=1, learning_rate=1.0).evaluate(input_fn)["average_loss"])
    1.25
    """
    label_dimension = 1 if label_dimension is _ONE else label_dimension
    return _train_in_memory(BoostedTreesRegressor, **locals())
