"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.learn.array_io import generator_input_fn as generator_input_fn
from penstock.contrib.learn.array_io import numpy_input_fn as numpy_input_fn
from penstock.contrib.learn.array_io import pandas_input_fn as pandas_input_fn
from penstock.contrib.learn.frames import extract_dask_data as extract_dask_data
from penstock.contrib.learn.frames import extract_dask_labels as extract_dask_labels
from penstock.contrib.learn.frames import extract_pandas_data as extract_pandas_data
from penstock.contrib.learn.frames import extract_pandas_labels as extract_pandas_labels
from penstock.contrib.learn.frames import extract_pandas_matrix as extract_pandas_matrix
from penstock.contrib.learn.graph_io import queue_parsed_features as queue_parsed_features
from penstock.contrib.learn.graph_io import read_batch_examples as read_batch_examples
from penstock.contrib.learn.graph_io import read_batch_features as read_batch_features
from penstock.contrib.learn.graph_io import read_batch_record_features as read_batch_record_features
from penstock.contrib.learn.graph_io import read_keyed_batch_examples as read_keyed_batch_examples
from penstock.contrib.learn.graph_io import read_keyed_batch_features as read_keyed_batch_features

__all__ = [
    "extract_dask_data",
    "extract_dask_labels",
    "extract_pandas_data",
    "extract_pandas_labels",
    "extract_pandas_matrix",
    "generator_input_fn",
    "numpy_input_fn",
    "pandas_input_fn",
    "queue_parsed_features",
    "read_batch_examples",
    "read_batch_features",
    "read_batch_record_features",
    "read_keyed_batch_examples",
    "read_keyed_batch_features",
]
