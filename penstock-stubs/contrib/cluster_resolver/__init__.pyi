"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.train.cluster_resolver import ClusterResolver as ClusterResolver
from penstock.train.cluster_resolver import SimpleClusterResolver as SimpleClusterResolver
from penstock.train.cluster_resolver import TFConfigClusterResolver as TFConfigClusterResolver
from penstock.train.cluster_resolver import UnionClusterResolver as UnionClusterResolver

__all__ = [
    "ClusterResolver",
    "SimpleClusterResolver",
    "TFConfigClusterResolver",
    "UnionClusterResolver",
]
