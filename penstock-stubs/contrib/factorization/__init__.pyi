"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.factorization.clusters import COSINE_DISTANCE as COSINE_DISTANCE
from penstock.contrib.factorization.clusters import KMEANS_PLUS_PLUS_INIT as KMEANS_PLUS_PLUS_INIT
from penstock.contrib.factorization.clusters import KMeans as KMeans
from penstock.contrib.factorization.clusters import RANDOM_INIT as RANDOM_INIT
from penstock.contrib.factorization.clusters import SQUARED_EUCLIDEAN_DISTANCE as SQUARED_EUCLIDEAN_DISTANCE
from penstock.contrib.factorization.kmeans import KMeansClustering as KMeansClustering
from penstock.contrib.factorization.mixtures import GMM as GMM
from penstock.contrib.factorization.mixtures import GmmAlgorithm as GmmAlgorithm
from penstock.contrib.factorization.mixtures import gmm as gmm
from penstock.contrib.factorization.wals import WALSMatrixFactorization as WALSMatrixFactorization
from penstock.contrib.factorization.wals_model import WALSModel as WALSModel

__all__ = [
    "COSINE_DISTANCE",
    "GMM",
    "GmmAlgorithm",
    "KMEANS_PLUS_PLUS_INIT",
    "KMeans",
    "KMeansClustering",
    "RANDOM_INIT",
    "SQUARED_EUCLIDEAN_DISTANCE",
    "WALSMatrixFactorization",
    "WALSModel",
    "gmm",
]
