"""The words that estimators, heads and metrics of tf.contrib.learn agree on."""

from __future__ import annotations

from penstock._namespace import export

# The collection in which an export notes the names of its features.
INPUT_FEATURE_KEYS = "input_feature_keys"


@export("contrib.learn.ModeKeys")
class ModeKeys:
    """What a model is built for.

    >>> import penstock as tf
    >>> tf.contrib.learn.ModeKeys.INFER
    'infer'
    """

    TRAIN = "train"
    EVAL = "eval"
    INFER = "infer"

    @classmethod
    def validate(cls, key: object) -> None:
        """Raises ValueError for anything that is not a mode."""
        if key not in (cls.TRAIN, cls.EVAL, cls.INFER):
            raise ValueError(f"Invalid mode {key}.")


@export("contrib.learn.PredictionKey")
class PredictionKey:
    """The names of what a head predicts.

    >>> import penstock as tf
    >>> tf.contrib.learn.PredictionKey.PROBABILITIES
    'probabilities'
    """

    CLASSES = "classes"
    PROBABILITIES = "probabilities"
    LOGITS = "logits"
    LOGISTIC = "logistic"
    SCORES = "scores"
    TOP_K = "top_k"
    GENERIC = "output"


@export("contrib.learn.MetricKey")
class MetricKey:
    """The names of the metrics of heads; `%d` stands for a class, `%f` for a threshold.

    >>> import penstock as tf
    >>> tf.contrib.learn.MetricKey.PRECISION_MEAN % 0.5
    'precision/positive_threshold_0.500000_mean'
    """

    LOSS = "loss"
    AUC = "auc"
    AUC_PR = "auc_precision_recall"
    CLASS_AUC = "auc/class%d"
    CLASS_AUC_PR = "auc_precision_recall/class%d"
    PREDICTION_MEAN = "labels/prediction_mean"
    CLASS_PREDICTION_MEAN = "labels/prediction_mean/class%d"
    CLASS_LOGITS_MEAN = "labels/logits_mean/class%d"
    CLASS_PROBABILITY_MEAN = "labels/probability_mean/class%d"
    LABEL_MEAN = "labels/actual_label_mean"
    CLASS_LABEL_MEAN = "labels/actual_label_mean/class%d"
    ACCURACY = "accuracy"
    ACCURACY_BASELINE = "accuracy/baseline_label_mean"
    ACCURACY_MEAN = "accuracy/threshold_%f_mean"
    PRECISION_MEAN = "precision/positive_threshold_%f_mean"
    RECALL_MEAN = "recall/positive_threshold_%f_mean"


@export("contrib.learn.ProblemType")
class ProblemType:
    """What kind of question a head answers; it decides the signature of an export.

    >>> import penstock as tf
    >>> tf.contrib.learn.ProblemType.CLASSIFICATION
    1
    """

    UNSPECIFIED = 0
    CLASSIFICATION = 1
    LINEAR_REGRESSION = 2
    LOGISTIC_REGRESSION = 3


@export("contrib.learn.NotFittedError")
class NotFittedError(ValueError, AttributeError):
    """An estimator was asked before it was trained.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.learn.NotFittedError, ValueError)
    True
    """

COLLECTION_DEF_KEY_FOR_INPUT_FEATURE_KEYS = "input_feature_keys"
