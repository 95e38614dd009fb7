"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import datasets as datasets
from . import experiment as experiment
from . import graph_actions as graph_actions
from . import head as head
from . import io as io
from . import learn_runner as learn_runner
from . import models as models
from . import monitors as monitors
from . import ops as ops
from . import preprocessing as preprocessing
from . import utils as utils
from penstock.contrib.learn.base_estimator import BaseEstimator as BaseEstimator
from penstock.contrib.learn.canned import DNNClassifier as DNNClassifier
from penstock.contrib.learn.canned import DNNEstimator as DNNEstimator
from penstock.contrib.learn.canned import DNNRegressor as DNNRegressor
from penstock.contrib.learn.canned import LinearClassifier as LinearClassifier
from penstock.contrib.learn.canned import LinearEstimator as LinearEstimator
from penstock.contrib.learn.canned import LinearRegressor as LinearRegressor
from penstock.contrib.learn.dynamic_rnn_estimator import DynamicRnnEstimator as DynamicRnnEstimator
from penstock.contrib.learn.estimator import Estimator as Estimator
from penstock.contrib.learn.estimator import GraphRewriteSpec as GraphRewriteSpec
from penstock.contrib.learn.experiment import Experiment as Experiment
from penstock.contrib.learn.exporting import ExportStrategy as ExportStrategy
from penstock.contrib.learn.exporting import InputFnOps as InputFnOps
from penstock.contrib.learn.exporting import build_parsing_serving_input_fn as build_parsing_serving_input_fn
from penstock.contrib.learn.exporting import make_export_strategy as make_export_strategy
from penstock.contrib.learn.frames import extract_dask_data as extract_dask_data
from penstock.contrib.learn.frames import extract_dask_labels as extract_dask_labels
from penstock.contrib.learn.frames import extract_pandas_data as extract_pandas_data
from penstock.contrib.learn.frames import extract_pandas_labels as extract_pandas_labels
from penstock.contrib.learn.frames import extract_pandas_matrix as extract_pandas_matrix
from penstock.contrib.learn.graph_actions import evaluate as evaluate
from penstock.contrib.learn.graph_actions import infer as infer
from penstock.contrib.learn.graph_actions import run_feeds as run_feeds
from penstock.contrib.learn.graph_actions import run_n as run_n
from penstock.contrib.learn.graph_actions import train as train
from penstock.contrib.learn.graph_io import read_batch_examples as read_batch_examples
from penstock.contrib.learn.graph_io import read_batch_features as read_batch_features
from penstock.contrib.learn.graph_io import read_batch_record_features as read_batch_record_features
from penstock.contrib.learn.graph_io import read_keyed_batch_examples as read_keyed_batch_examples
from penstock.contrib.learn.graph_io import read_keyed_batch_features as read_keyed_batch_features
from penstock.contrib.learn.head_base import Head as Head
from penstock.contrib.learn.heads import binary_svm_head as binary_svm_head
from penstock.contrib.learn.heads import loss_only_head as loss_only_head
from penstock.contrib.learn.heads import multi_class_head as multi_class_head
from penstock.contrib.learn.heads import multi_head as multi_head
from penstock.contrib.learn.heads import multi_label_head as multi_label_head
from penstock.contrib.learn.heads import no_op_train_fn as no_op_train_fn
from penstock.contrib.learn.heads import poisson_regression_head as poisson_regression_head
from penstock.contrib.learn.heads import regression_head as regression_head
from penstock.contrib.learn.inputs import infer_real_valued_columns_from_input as infer_real_valued_columns_from_input
from penstock.contrib.learn.inputs import infer_real_valued_columns_from_input_fn as infer_real_valued_columns_from_input_fn
from penstock.contrib.learn.interfaces import Evaluable as Evaluable
from penstock.contrib.learn.interfaces import Trainable as Trainable
from penstock.contrib.learn.keys import MetricKey as MetricKey
from penstock.contrib.learn.keys import ModeKeys as ModeKeys
from penstock.contrib.learn.keys import NotFittedError as NotFittedError
from penstock.contrib.learn.keys import PredictionKey as PredictionKey
from penstock.contrib.learn.keys import ProblemType as ProblemType
from penstock.contrib.learn.kmeans import KMeansClustering as KMeansClustering
from penstock.contrib.learn.logistic_regressor import LogisticRegressor as LogisticRegressor
from penstock.contrib.learn.metric_spec import MetricSpec as MetricSpec
from penstock.contrib.learn.model_fn import ModelFnOps as ModelFnOps
from penstock.contrib.learn.monitors import NanLossDuringTrainingError as NanLossDuringTrainingError
from penstock.contrib.learn.run_config import ClusterConfig as ClusterConfig
from penstock.contrib.learn.run_config import Environment as Environment
from penstock.contrib.learn.run_config import RunConfig as RunConfig
from penstock.contrib.learn.run_config import TaskType as TaskType
from penstock.contrib.learn.sk_compat import SKCompat as SKCompat
from penstock.contrib.learn.skflow import TensorFlowDNNClassifier as TensorFlowDNNClassifier
from penstock.contrib.learn.skflow import TensorFlowDNNRegressor as TensorFlowDNNRegressor
from penstock.contrib.learn.skflow import TensorFlowEstimator as TensorFlowEstimator
from penstock.contrib.learn.skflow import TensorFlowLinearClassifier as TensorFlowClassifier
from penstock.contrib.learn.skflow import TensorFlowLinearClassifier as TensorFlowLinearClassifier
from penstock.contrib.learn.skflow import TensorFlowLinearRegressor as TensorFlowLinearRegressor
from penstock.contrib.learn.skflow import TensorFlowLinearRegressor as TensorFlowRegressor
from penstock.contrib.learn.skflow import TensorFlowRNNClassifier as TensorFlowRNNClassifier
from penstock.contrib.learn.skflow import TensorFlowRNNRegressor as TensorFlowRNNRegressor
from penstock.contrib.learn.svm import SVM as SVM
from penstock.contrib.learn.wide_and_deep import DNNLinearCombinedClassifier as DNNLinearCombinedClassifier
from penstock.contrib.learn.wide_and_deep import DNNLinearCombinedEstimator as DNNLinearCombinedEstimator
from penstock.contrib.learn.wide_and_deep import DNNLinearCombinedRegressor as DNNLinearCombinedRegressor

__all__ = [
    "BaseEstimator",
    "ClusterConfig",
    "DNNClassifier",
    "DNNEstimator",
    "DNNLinearCombinedClassifier",
    "DNNLinearCombinedEstimator",
    "DNNLinearCombinedRegressor",
    "DNNRegressor",
    "DynamicRnnEstimator",
    "Environment",
    "Estimator",
    "Evaluable",
    "Experiment",
    "ExportStrategy",
    "GraphRewriteSpec",
    "Head",
    "InputFnOps",
    "KMeansClustering",
    "LinearClassifier",
    "LinearEstimator",
    "LinearRegressor",
    "LogisticRegressor",
    "MetricKey",
    "MetricSpec",
    "ModeKeys",
    "ModelFnOps",
    "NanLossDuringTrainingError",
    "NotFittedError",
    "PredictionKey",
    "ProblemType",
    "RunConfig",
    "SKCompat",
    "SVM",
    "TaskType",
    "TensorFlowClassifier",
    "TensorFlowDNNClassifier",
    "TensorFlowDNNRegressor",
    "TensorFlowEstimator",
    "TensorFlowLinearClassifier",
    "TensorFlowLinearRegressor",
    "TensorFlowRNNClassifier",
    "TensorFlowRNNRegressor",
    "TensorFlowRegressor",
    "Trainable",
    "binary_svm_head",
    "build_parsing_serving_input_fn",
    "datasets",
    "evaluate",
    "experiment",
    "extract_dask_data",
    "extract_dask_labels",
    "extract_pandas_data",
    "extract_pandas_labels",
    "extract_pandas_matrix",
    "graph_actions",
    "head",
    "infer",
    "infer_real_valued_columns_from_input",
    "infer_real_valued_columns_from_input_fn",
    "io",
    "learn_runner",
    "loss_only_head",
    "make_export_strategy",
    "models",
    "monitors",
    "multi_class_head",
    "multi_head",
    "multi_label_head",
    "no_op_train_fn",
    "ops",
    "poisson_regression_head",
    "preprocessing",
    "read_batch_examples",
    "read_batch_features",
    "read_batch_record_features",
    "read_keyed_batch_examples",
    "read_keyed_batch_features",
    "regression_head",
    "run_feeds",
    "run_n",
    "train",
    "utils",
]
