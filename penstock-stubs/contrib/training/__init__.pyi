"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.training.bucketing import bucket as bucket
from penstock.contrib.training.bucketing import bucket_by_sequence_length as bucket_by_sequence_length
from penstock.contrib.training.device_setter import GreedyLoadBalancingStrategy as GreedyLoadBalancingStrategy
from penstock.contrib.training.device_setter import RandomStrategy as RandomStrategy
from penstock.contrib.training.device_setter import byte_size_load_fn as byte_size_load_fn
from penstock.contrib.training.evaluation import SummaryAtEndHook as SummaryAtEndHook
from penstock.contrib.training.evaluation import evaluate_repeatedly as evaluate_repeatedly
from penstock.contrib.training.hparam import HParams as HParams
from penstock.contrib.training.hparam import parse_values as parse_values
from penstock.contrib.training.sampling import rejection_sample as rejection_sample
from penstock.contrib.training.sampling import resample_at_rate as resample_at_rate
from penstock.contrib.training.sampling import stratified_sample as stratified_sample
from penstock.contrib.training.sampling import weighted_resample as weighted_resample
from penstock.contrib.training.sequence_queueing_state_saver import NextQueuedSequenceBatch as NextQueuedSequenceBatch
from penstock.contrib.training.sequence_queueing_state_saver import SequenceQueueingStateSaver as SequenceQueueingStateSaver
from penstock.contrib.training.sequence_queueing_state_saver import batch_sequences_with_states as batch_sequences_with_states
from penstock.contrib.training.training import add_gradients_summaries as add_gradients_summaries
from penstock.contrib.training.training import clip_gradient_norms as clip_gradient_norms
from penstock.contrib.training.training import clip_gradient_norms_fn as clip_gradient_norms_fn
from penstock.contrib.training.training import create_train_op as create_train_op
from penstock.contrib.training.training import multiply_gradients as multiply_gradients
from penstock.contrib.training.training import train as train
from penstock.estimator.feeding import FeedingQueueRunner as FeedingQueueRunner
from penstock.protos import HParamDef as HParamDef
from penstock.train.checkpoint_init import checkpoints_iterator as checkpoints_iterator
from penstock.train.checkpoint_init import wait_for_new_checkpoint as wait_for_new_checkpoint
from penstock.train.evaluation import StopAfterNEvalsHook as StopAfterNEvalsHook
from penstock.train.evaluation import evaluate_once as evaluate_once
from penstock.train.evaluation import get_or_create_eval_step as get_or_create_eval_step

__all__ = [
    "FeedingQueueRunner",
    "GreedyLoadBalancingStrategy",
    "HParamDef",
    "HParams",
    "NextQueuedSequenceBatch",
    "RandomStrategy",
    "SequenceQueueingStateSaver",
    "StopAfterNEvalsHook",
    "SummaryAtEndHook",
    "add_gradients_summaries",
    "batch_sequences_with_states",
    "bucket",
    "bucket_by_sequence_length",
    "byte_size_load_fn",
    "checkpoints_iterator",
    "clip_gradient_norms",
    "clip_gradient_norms_fn",
    "create_train_op",
    "evaluate_once",
    "evaluate_repeatedly",
    "get_or_create_eval_step",
    "multiply_gradients",
    "parse_values",
    "rejection_sample",
    "resample_at_rate",
    "stratified_sample",
    "train",
    "wait_for_new_checkpoint",
    "weighted_resample",
]
