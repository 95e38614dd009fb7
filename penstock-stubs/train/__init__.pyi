"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.metrics.confusion import confusion_matrix as confusion_matrix
from penstock.ops.training.sdca import sdca_fprint as sdca_fprint
from penstock.ops.training.sdca import sdca_optimizer as sdca_optimizer
from penstock.ops.training.sdca import sdca_shrink_l1 as sdca_shrink_l1
from penstock.protos import BytesList as BytesList
from penstock.protos import ClusterDef as ClusterDef
from penstock.protos import Example as Example
from penstock.protos import Feature as Feature
from penstock.protos import FeatureList as FeatureList
from penstock.protos import FeatureLists as FeatureLists
from penstock.protos import Features as Features
from penstock.protos import FloatList as FloatList
from penstock.protos import Int64List as Int64List
from penstock.protos import JobDef as JobDef
from penstock.protos import SaverDef as SaverDef
from penstock.protos import SequenceExample as SequenceExample
from penstock.protos import ServerDef as ServerDef
from penstock.storage.events import summary_iterator as summary_iterator
from penstock.summary.writer import FileWriter as SummaryWriter
from penstock.summary.writer import FileWriterCache as SummaryWriterCache
from . import experimental as experimental
from . import queue_runner as queue_runner
from penstock.train.adagrad import AdadeltaOptimizer as AdadeltaOptimizer
from penstock.train.adagrad import AdagradDAOptimizer as AdagradDAOptimizer
from penstock.train.adagrad import AdagradOptimizer as AdagradOptimizer
from penstock.train.adagrad import ProximalAdagradOptimizer as ProximalAdagradOptimizer
from penstock.train.adam import AdamOptimizer as AdamOptimizer
from penstock.train.basic_session_run_hooks import FeedFnHook as FeedFnHook
from penstock.train.basic_session_run_hooks import FinalOpsHook as FinalOpsHook
from penstock.train.basic_session_run_hooks import GlobalStepWaiterHook as GlobalStepWaiterHook
from penstock.train.basic_session_run_hooks import LoggingTensorHook as LoggingTensorHook
from penstock.train.basic_session_run_hooks import NanLossDuringTrainingError as NanLossDuringTrainingError
from penstock.train.basic_session_run_hooks import NanTensorHook as NanTensorHook
from penstock.train.basic_session_run_hooks import StepCounterHook as StepCounterHook
from penstock.train.basic_session_run_hooks import StopAtStepHook as StopAtStepHook
from penstock.train.basic_session_run_hooks import SummarySaverHook as SummarySaverHook
from penstock.train.batching import batch as batch
from penstock.train.batching import batch_join as batch_join
from penstock.train.batching import maybe_batch as maybe_batch
from penstock.train.batching import maybe_batch_join as maybe_batch_join
from penstock.train.batching import maybe_shuffle_batch as maybe_shuffle_batch
from penstock.train.batching import maybe_shuffle_batch_join as maybe_shuffle_batch_join
from penstock.train.batching import shuffle_batch as shuffle_batch
from penstock.train.batching import shuffle_batch_join as shuffle_batch_join
from penstock.train.checkpoint import Checkpoint as Checkpoint
from penstock.train.checkpoint import CheckpointManager as CheckpointManager
from penstock.train.checkpoint_init import checkpoints_iterator as checkpoints_iterator
from penstock.train.checkpoint_init import init_from_checkpoint as init_from_checkpoint
from penstock.train.checkpoint_management import checkpoint_exists as checkpoint_exists
from penstock.train.checkpoint_management import generate_checkpoint_state_proto as generate_checkpoint_state_proto
from penstock.train.checkpoint_management import get_checkpoint_mtimes as get_checkpoint_mtimes
from penstock.train.checkpoint_management import get_checkpoint_state as get_checkpoint_state
from penstock.train.checkpoint_management import latest_checkpoint as latest_checkpoint
from penstock.train.checkpoint_management import remove_checkpoint as remove_checkpoint
from penstock.train.checkpoint_management import update_checkpoint_state as update_checkpoint_state
from penstock.train.checkpoint_reader import NewCheckpointReader as NewCheckpointReader
from penstock.train.checkpoint_reader import list_variables as list_variables
from penstock.train.checkpoint_reader import load_checkpoint as load_checkpoint
from penstock.train.checkpoint_reader import load_variable as load_variable
from penstock.train.checkpoint_saver_hook import CheckpointSaverHook as CheckpointSaverHook
from penstock.train.checkpoint_saver_hook import CheckpointSaverListener as CheckpointSaverListener
from penstock.train.cluster_spec import ClusterSpec as ClusterSpec
from penstock.train.coordinator import Coordinator as Coordinator
from penstock.train.coordinator import LooperThread as LooperThread
from penstock.train.device_setter import replica_device_setter as replica_device_setter
from penstock.train.ftrl import FtrlOptimizer as FtrlOptimizer
from penstock.train.gradient_descent import GradientDescentOptimizer as GradientDescentOptimizer
from penstock.train.gradient_descent import MomentumOptimizer as MomentumOptimizer
from penstock.train.gradient_descent import ProximalGradientDescentOptimizer as ProximalGradientDescentOptimizer
from penstock.train.hook_timer import SecondOrStepTimer as SecondOrStepTimer
from penstock.train.input_producers import input_producer as input_producer
from penstock.train.input_producers import limit_epochs as limit_epochs
from penstock.train.input_producers import match_filenames_once as match_filenames_once
from penstock.train.input_producers import range_input_producer as range_input_producer
from penstock.train.input_producers import slice_input_producer as slice_input_producer
from penstock.train.input_producers import string_input_producer as string_input_producer
from penstock.train.learning_rate_decay import cosine_decay as cosine_decay
from penstock.train.learning_rate_decay import cosine_decay_restarts as cosine_decay_restarts
from penstock.train.learning_rate_decay import exponential_decay as exponential_decay
from penstock.train.learning_rate_decay import inverse_time_decay as inverse_time_decay
from penstock.train.learning_rate_decay import linear_cosine_decay as linear_cosine_decay
from penstock.train.learning_rate_decay import natural_exp_decay as natural_exp_decay
from penstock.train.learning_rate_decay import noisy_linear_cosine_decay as noisy_linear_cosine_decay
from penstock.train.learning_rate_decay import piecewise_constant as piecewise_constant
from penstock.train.learning_rate_decay import piecewise_constant as piecewise_constant_decay
from penstock.train.learning_rate_decay import polynomial_decay as polynomial_decay
from penstock.train.meta_graph import export_meta_graph as export_meta_graph
from penstock.train.meta_graph import import_meta_graph as import_meta_graph
from penstock.train.monitored_session import ChiefSessionCreator as ChiefSessionCreator
from penstock.train.monitored_session import MonitoredSession as MonitoredSession
from penstock.train.monitored_session import MonitoredTrainingSession as MonitoredTrainingSession
from penstock.train.monitored_session import SessionCreator as SessionCreator
from penstock.train.monitored_session import SingularMonitoredSession as SingularMonitoredSession
from penstock.train.monitored_session import WorkerSessionCreator as WorkerSessionCreator
from penstock.train.moving_averages import ExponentialMovingAverage as ExponentialMovingAverage
from penstock.train.optimizer import Optimizer as Optimizer
from penstock.train.profiler_hook import ProfilerHook as ProfilerHook
from penstock.train.quantize_training import do_quantize_training_on_graphdef as do_quantize_training_on_graphdef
from penstock.train.queue_runner import QueueRunner as QueueRunner
from penstock.train.queue_runner import add_queue_runner as add_queue_runner
from penstock.train.queue_runner import start_queue_runners as start_queue_runners
from penstock.train.rmsprop import RMSPropOptimizer as RMSPropOptimizer
from penstock.train.saver import Saver as Saver
from penstock.train.scaffold import Scaffold as Scaffold
from penstock.train.server_lib import Server as Server
from penstock.train.session_manager import SessionManager as SessionManager
from penstock.train.session_run_hook import SessionRunArgs as SessionRunArgs
from penstock.train.session_run_hook import SessionRunContext as SessionRunContext
from penstock.train.session_run_hook import SessionRunHook as SessionRunHook
from penstock.train.session_run_hook import SessionRunValues as SessionRunValues
from penstock.train.supervisor import Supervisor as Supervisor
from penstock.train.supervisor import basic_train_loop as basic_train_loop
from penstock.train.sync_replicas_optimizer import SyncReplicasOptimizer as SyncReplicasOptimizer
from penstock.train.sync_replicas_optimizer import SyncReplicasOptimizer as SyncReplicasOptimizerV2
from penstock.train.training_step import assert_global_step as assert_global_step
from penstock.train.training_step import create_global_step as create_global_step
from penstock.train.training_step import get_global_step as get_global_step
from penstock.train.training_step import get_or_create_global_step as get_or_create_global_step
from penstock.train.training_step import global_step as global_step
from penstock.train.warm_starting import VocabInfo as VocabInfo
from penstock.train.warm_starting import warm_start as warm_start
from penstock.train.write_graph_file import write_graph as write_graph

__all__ = [
    "AdadeltaOptimizer",
    "AdagradDAOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "BytesList",
    "Checkpoint",
    "CheckpointManager",
    "CheckpointSaverHook",
    "CheckpointSaverListener",
    "ChiefSessionCreator",
    "ClusterDef",
    "ClusterSpec",
    "Coordinator",
    "Example",
    "ExponentialMovingAverage",
    "Feature",
    "FeatureList",
    "FeatureLists",
    "Features",
    "FeedFnHook",
    "FinalOpsHook",
    "FloatList",
    "FtrlOptimizer",
    "GlobalStepWaiterHook",
    "GradientDescentOptimizer",
    "Int64List",
    "JobDef",
    "LoggingTensorHook",
    "LooperThread",
    "MomentumOptimizer",
    "MonitoredSession",
    "MonitoredTrainingSession",
    "NanLossDuringTrainingError",
    "NanTensorHook",
    "NewCheckpointReader",
    "Optimizer",
    "ProfilerHook",
    "ProximalAdagradOptimizer",
    "ProximalGradientDescentOptimizer",
    "QueueRunner",
    "RMSPropOptimizer",
    "Saver",
    "SaverDef",
    "Scaffold",
    "SecondOrStepTimer",
    "SequenceExample",
    "Server",
    "ServerDef",
    "SessionCreator",
    "SessionManager",
    "SessionRunArgs",
    "SessionRunContext",
    "SessionRunHook",
    "SessionRunValues",
    "SingularMonitoredSession",
    "StepCounterHook",
    "StopAtStepHook",
    "SummarySaverHook",
    "SummaryWriter",
    "SummaryWriterCache",
    "Supervisor",
    "SyncReplicasOptimizer",
    "SyncReplicasOptimizerV2",
    "VocabInfo",
    "WorkerSessionCreator",
    "add_queue_runner",
    "assert_global_step",
    "basic_train_loop",
    "batch",
    "batch_join",
    "checkpoint_exists",
    "checkpoints_iterator",
    "confusion_matrix",
    "cosine_decay",
    "cosine_decay_restarts",
    "create_global_step",
    "do_quantize_training_on_graphdef",
    "experimental",
    "exponential_decay",
    "export_meta_graph",
    "generate_checkpoint_state_proto",
    "get_checkpoint_mtimes",
    "get_checkpoint_state",
    "get_global_step",
    "get_or_create_global_step",
    "global_step",
    "import_meta_graph",
    "init_from_checkpoint",
    "input_producer",
    "inverse_time_decay",
    "latest_checkpoint",
    "limit_epochs",
    "linear_cosine_decay",
    "list_variables",
    "load_checkpoint",
    "load_variable",
    "match_filenames_once",
    "maybe_batch",
    "maybe_batch_join",
    "maybe_shuffle_batch",
    "maybe_shuffle_batch_join",
    "natural_exp_decay",
    "noisy_linear_cosine_decay",
    "piecewise_constant",
    "piecewise_constant_decay",
    "polynomial_decay",
    "queue_runner",
    "range_input_producer",
    "remove_checkpoint",
    "replica_device_setter",
    "sdca_fprint",
    "sdca_optimizer",
    "sdca_shrink_l1",
    "shuffle_batch",
    "shuffle_batch_join",
    "slice_input_producer",
    "start_queue_runners",
    "string_input_producer",
    "summary_iterator",
    "update_checkpoint_state",
    "warm_start",
    "write_graph",
]
