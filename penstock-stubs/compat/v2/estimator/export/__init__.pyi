"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.estimator.export_outputs import ClassificationOutput as ClassificationOutput
from penstock.estimator.export_outputs import ExportOutput as ExportOutput
from penstock.estimator.export_outputs import PredictOutput as PredictOutput
from penstock.estimator.export_outputs import RegressionOutput as RegressionOutput
from penstock.estimator.receivers import ServingInputReceiver as ServingInputReceiver
from penstock.estimator.receivers import TensorServingInputReceiver as TensorServingInputReceiver
from penstock.estimator.receivers import build_parsing_serving_input_receiver_fn as build_parsing_serving_input_receiver_fn
from penstock.estimator.receivers import build_raw_serving_input_receiver_fn as build_raw_serving_input_receiver_fn

__all__ = [
    "ClassificationOutput",
    "ExportOutput",
    "PredictOutput",
    "RegressionOutput",
    "ServingInputReceiver",
    "TensorServingInputReceiver",
    "build_parsing_serving_input_receiver_fn",
    "build_raw_serving_input_receiver_fn",
]
