"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from . import export as export
from penstock.estimator.canned.boosted_trees import BoostedTreesClassifier as BoostedTreesClassifier
from penstock.estimator.canned.boosted_trees import BoostedTreesEstimator as BoostedTreesEstimator
from penstock.estimator.canned.boosted_trees import BoostedTreesRegressor as BoostedTreesRegressor
from penstock.estimator.canned.class_heads import BinaryClassHead as BinaryClassHead
from penstock.estimator.canned.class_heads import LogisticRegressionHead as LogisticRegressionHead
from penstock.estimator.canned.class_heads import MultiClassHead as MultiClassHead
from penstock.estimator.canned.class_heads import MultiLabelHead as MultiLabelHead
from penstock.estimator.canned.class_heads import PoissonRegressionHead as PoissonRegressionHead
from penstock.estimator.canned.class_heads import RegressionHead as RegressionHead
from penstock.estimator.canned.class_multi_head import MultiHead as MultiHead
from penstock.estimator.canned.head_base import Head as Head
from penstock.estimator.exporters import BestExporter as BestExporter
from penstock.estimator.exporters import Exporter as Exporter
from penstock.estimator.exporters import FinalExporter as FinalExporter
from penstock.estimator.exporters import LatestExporter as LatestExporter
from penstock.estimator.extenders import add_metrics as add_metrics
from penstock.estimator.run_config import RunConfig as RunConfig
from penstock.estimator.spec import EstimatorSpec as EstimatorSpec
from penstock.estimator.spec import ModeKeys as ModeKeys
from penstock.estimator.training_loop import EvalSpec as EvalSpec
from penstock.estimator.training_loop import TrainSpec as TrainSpec
from penstock.estimator.training_loop import train_and_evaluate as train_and_evaluate
from penstock.estimator.warm_start import WarmStartSettings as WarmStartSettings
from penstock.train.basic_session_run_hooks import FeedFnHook as FeedFnHook
from penstock.train.basic_session_run_hooks import FinalOpsHook as FinalOpsHook
from penstock.train.basic_session_run_hooks import GlobalStepWaiterHook as GlobalStepWaiterHook
from penstock.train.basic_session_run_hooks import LoggingTensorHook as LoggingTensorHook
from penstock.train.basic_session_run_hooks import NanLossDuringTrainingError as NanLossDuringTrainingError
from penstock.train.basic_session_run_hooks import NanTensorHook as NanTensorHook
from penstock.train.basic_session_run_hooks import StepCounterHook as StepCounterHook
from penstock.train.basic_session_run_hooks import StopAtStepHook as StopAtStepHook
from penstock.train.basic_session_run_hooks import SummarySaverHook as SummarySaverHook
from penstock.train.checkpoint_saver_hook import CheckpointSaverHook as CheckpointSaverHook
from penstock.train.checkpoint_saver_hook import CheckpointSaverListener as CheckpointSaverListener
from penstock.train.hook_timer import SecondOrStepTimer as SecondOrStepTimer
from penstock.train.profiler_hook import ProfilerHook as ProfilerHook
from penstock.train.session_run_hook import SessionRunArgs as SessionRunArgs
from penstock.train.session_run_hook import SessionRunContext as SessionRunContext
from penstock.train.session_run_hook import SessionRunHook as SessionRunHook
from penstock.train.session_run_hook import SessionRunValues as SessionRunValues
from penstock.train.warm_starting import VocabInfo as VocabInfo

__all__ = [
    "BestExporter",
    "BinaryClassHead",
    "BoostedTreesClassifier",
    "BoostedTreesEstimator",
    "BoostedTreesRegressor",
    "CheckpointSaverHook",
    "CheckpointSaverListener",
    "EstimatorSpec",
    "EvalSpec",
    "Exporter",
    "FeedFnHook",
    "FinalExporter",
    "FinalOpsHook",
    "GlobalStepWaiterHook",
    "Head",
    "LatestExporter",
    "LoggingTensorHook",
    "LogisticRegressionHead",
    "ModeKeys",
    "MultiClassHead",
    "MultiHead",
    "MultiLabelHead",
    "NanLossDuringTrainingError",
    "NanTensorHook",
    "PoissonRegressionHead",
    "ProfilerHook",
    "RegressionHead",
    "RunConfig",
    "SecondOrStepTimer",
    "SessionRunArgs",
    "SessionRunContext",
    "SessionRunHook",
    "SessionRunValues",
    "StepCounterHook",
    "StopAtStepHook",
    "SummarySaverHook",
    "TrainSpec",
    "VocabInfo",
    "WarmStartSettings",
    "add_metrics",
    "experimental",
    "export",
    "train_and_evaluate",
]
