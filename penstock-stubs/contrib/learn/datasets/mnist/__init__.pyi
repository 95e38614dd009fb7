"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.datasets.mnist import DataSet as DataSet
from penstock.datasets.mnist import dense_to_one_hot as dense_to_one_hot
from penstock.datasets.mnist import extract_images as extract_images
from penstock.datasets.mnist import extract_labels as extract_labels
from penstock.datasets.mnist import load_mnist as load_mnist
from penstock.datasets.mnist import read_data_sets as read_data_sets

__all__ = [
    "DataSet",
    "dense_to_one_hot",
    "extract_images",
    "extract_labels",
    "load_mnist",
    "read_data_sets",
]
