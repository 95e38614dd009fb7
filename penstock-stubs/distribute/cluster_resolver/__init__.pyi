"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.train.cluster_resolver import ClusterResolver as ClusterResolver
from penstock.train.cluster_resolver import SimpleClusterResolver as SimpleClusterResolver
from penstock.train.cluster_resolver import TFConfigClusterResolver as TFConfigClusterResolver
from penstock.train.cluster_resolver import UnionClusterResolver as UnionResolver
from penstock.train.service_resolvers import GCEClusterResolver as GCEClusterResolver
from penstock.train.service_resolvers import KubernetesClusterResolver as KubernetesClusterResolver
from penstock.train.service_resolvers import SlurmClusterResolver as SlurmClusterResolver
from penstock.train.tpu_resolver import TPUClusterResolver as TPUClusterResolver

__all__ = [
    "ClusterResolver",
    "GCEClusterResolver",
    "KubernetesClusterResolver",
    "SimpleClusterResolver",
    "SlurmClusterResolver",
    "TFConfigClusterResolver",
    "TPUClusterResolver",
    "UnionResolver",
]
