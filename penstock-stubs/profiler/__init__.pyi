"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.profiler.model_analyzer import Profiler as Profiler
from penstock.profiler.model_analyzer import advise as advise
from penstock.profiler.model_analyzer import profile as profile
from penstock.profiler.option_builder import ProfileOptionBuilder as ProfileOptionBuilder
from penstock.profiler.tfprof_logger import write_op_log as write_op_log
from penstock.protos import AdviceProto as AdviceProto
from penstock.protos import GraphNodeProto as GraphNodeProto
from penstock.protos import MultiGraphNodeProto as MultiGraphNodeProto
from penstock.protos import OpLogProto as OpLogProto

__all__ = [
    "AdviceProto",
    "GraphNodeProto",
    "MultiGraphNodeProto",
    "OpLogProto",
    "ProfileOptionBuilder",
    "Profiler",
    "advise",
    "profile",
    "write_op_log",
]
