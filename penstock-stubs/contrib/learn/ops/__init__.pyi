"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.learn.models import categorical_variable as categorical_variable
from penstock.contrib.learn.models import embedding_lookup as embedding_lookup
from penstock.contrib.learn.models import mean_squared_error_regressor as mean_squared_error_regressor
from penstock.contrib.learn.models import rnn_decoder as rnn_decoder
from penstock.contrib.learn.models import rnn_seq2seq as rnn_seq2seq
from penstock.contrib.learn.models import seq2seq_inputs as seq2seq_inputs
from penstock.contrib.learn.models import sequence_classifier as sequence_classifier
from penstock.contrib.learn.models import softmax_classifier as softmax_classifier

__all__ = [
    "categorical_variable",
    "embedding_lookup",
    "mean_squared_error_regressor",
    "rnn_decoder",
    "rnn_seq2seq",
    "seq2seq_inputs",
    "sequence_classifier",
    "softmax_classifier",
]
