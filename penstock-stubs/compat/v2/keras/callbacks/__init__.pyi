"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.callbacks.base import BaseLogger as BaseLogger
from penstock.keras.callbacks.base import Callback as Callback
from penstock.keras.callbacks.base import History as History
from penstock.keras.callbacks.base import ProgbarLogger as ProgbarLogger
from penstock.keras.callbacks.records import CSVLogger as CSVLogger
from penstock.keras.callbacks.records import LambdaCallback as LambdaCallback
from penstock.keras.callbacks.records import ModelCheckpoint as ModelCheckpoint
from penstock.keras.callbacks.records import RemoteMonitor as RemoteMonitor
from penstock.keras.callbacks.stopping import EarlyStopping as EarlyStopping
from penstock.keras.callbacks.stopping import LearningRateScheduler as LearningRateScheduler
from penstock.keras.callbacks.stopping import ReduceLROnPlateau as ReduceLROnPlateau
from penstock.keras.callbacks.stopping import TerminateOnNaN as TerminateOnNaN
from penstock.keras.callbacks.tensorboard_version2 import TensorBoard as TensorBoard

__all__ = [
    "BaseLogger",
    "CSVLogger",
    "Callback",
    "EarlyStopping",
    "History",
    "LambdaCallback",
    "LearningRateScheduler",
    "ModelCheckpoint",
    "ProgbarLogger",
    "ReduceLROnPlateau",
    "RemoteMonitor",
    "TensorBoard",
    "TerminateOnNaN",
]
