"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import autograph as autograph
from . import batching as batching
from . import bayesflow as bayesflow
from . import checkpoint as checkpoint
from . import cluster_resolver as cluster_resolver
from . import compiler as compiler
from . import constrained_optimization as constrained_optimization
from . import copy_graph as copy_graph
from . import crf as crf
from . import cudnn_rnn as cudnn_rnn
from . import data as data
from . import deprecated as deprecated
from . import distribute as distribute
from . import distributions as distributions
from . import eager as eager
from . import estimator as estimator
from . import factorization as factorization
from . import feature_column as feature_column
from . import ffmpeg as ffmpeg
from . import framework as framework
from . import graph_editor as graph_editor
from . import grid_rnn as grid_rnn
from . import hooks as hooks
from . import image as image
from . import input_pipeline as input_pipeline
from . import integrate as integrate
from . import keras as keras
from . import kernel_methods as kernel_methods
from . import labeled_tensor as labeled_tensor
from . import layers as layers
from . import learn as learn
from . import legacy_seq2seq as legacy_seq2seq
from . import libsvm as libsvm
from . import linalg as linalg
from . import linear_optimizer as linear_optimizer
from . import lookup as lookup
from . import losses as losses
from . import memory_stats as memory_stats
from . import metrics as metrics
from . import mixed_precision as mixed_precision
from . import model_pruning as model_pruning
from . import nearest_neighbor as nearest_neighbor
from . import nn as nn
from . import opt as opt
from . import optimizer_v2 as optimizer_v2
from . import periodic_resample as periodic_resample
from . import predictor as predictor
from . import proto as proto
from . import quantize as quantize
from . import receptive_field as receptive_field
from . import resampler as resampler
from . import rnn as rnn
from . import saved_model as saved_model
from . import seq2seq as seq2seq
from . import session_bundle as session_bundle
from . import signal as signal
from . import slim as slim
from . import solvers as solvers
from . import sparsemax as sparsemax
from . import staging as staging
from . import stateless as stateless
from . import summary as summary
from . import tensor_forest as tensor_forest
from . import tensorboard as tensorboard
from . import tensorrt as tensorrt
from . import testing as testing
from . import text as text
from . import tfprof as tfprof
from . import timeseries as timeseries
from . import tpu as tpu
from . import training as training
from . import util as util

__all__ = [
    "autograph",
    "batching",
    "bayesflow",
    "checkpoint",
    "cluster_resolver",
    "compiler",
    "constrained_optimization",
    "copy_graph",
    "crf",
    "cudnn_rnn",
    "data",
    "deprecated",
    "distribute",
    "distributions",
    "eager",
    "estimator",
    "factorization",
    "feature_column",
    "ffmpeg",
    "framework",
    "graph_editor",
    "grid_rnn",
    "hooks",
    "image",
    "input_pipeline",
    "integrate",
    "keras",
    "kernel_methods",
    "labeled_tensor",
    "layers",
    "learn",
    "legacy_seq2seq",
    "libsvm",
    "linalg",
    "linear_optimizer",
    "lookup",
    "losses",
    "memory_stats",
    "metrics",
    "mixed_precision",
    "model_pruning",
    "nearest_neighbor",
    "nn",
    "opt",
    "optimizer_v2",
    "periodic_resample",
    "predictor",
    "proto",
    "quantize",
    "receptive_field",
    "resampler",
    "rnn",
    "saved_model",
    "seq2seq",
    "session_bundle",
    "signal",
    "slim",
    "solvers",
    "sparsemax",
    "staging",
    "stateless",
    "summary",
    "tensor_forest",
    "tensorboard",
    "tensorrt",
    "testing",
    "text",
    "tfprof",
    "timeseries",
    "tpu",
    "training",
    "util",
]
