"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.datasets.base import maybe_download as maybe_download
from penstock.datasets.named import Dataset as Dataset
from penstock.datasets.named import Datasets as Datasets
from penstock.datasets.tables import load_csv as load_csv
from penstock.datasets.tables import load_csv_with_header as load_csv_with_header
from penstock.datasets.tables import load_csv_without_header as load_csv_without_header
from penstock.datasets.tables import load_iris as load_iris
from penstock.datasets.tables import shrink_csv as shrink_csv

__all__ = [
    "Dataset",
    "Datasets",
    "load_csv",
    "load_csv_with_header",
    "load_csv_without_header",
    "load_iris",
    "maybe_download",
    "shrink_csv",
]
