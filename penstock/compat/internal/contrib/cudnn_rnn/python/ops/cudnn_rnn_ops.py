"""cuDNN's networks with a vector of parameters: `tensorflow.contrib.cudnn_rnn.python.ops.cudnn_rnn_ops`."""

from penstock.contrib.cudnn_rnn.formats import (
    AUTO_INPUT,
    BIDIRECTION,
    GATES,
    LINEAR_INPUT,
    SKIP_INPUT,
    UNIDIRECTION,
    check_direction,
    check_input_mode,
)
from penstock.contrib.cudnn_rnn.operations import (
    CudnnGRU,
    CudnnLSTM,
    CudnnRNNRelu,
    CudnnRNNTanh,
    cudnn_rnn_canonical_to_opaque_params,
    cudnn_rnn_opaque_params_size,
    cudnn_rnn_opaque_params_to_canonical,
)

__all__ = [
    "CUDNN_GRU",
    "CUDNN_GRU_PARAMS_PER_LAYER",
    "CUDNN_INPUT_AUTO_MODE",
    "CUDNN_INPUT_LINEAR_MODE",
    "CUDNN_INPUT_SKIP_MODE",
    "CUDNN_LSTM",
    "CUDNN_LSTM_PARAMS_PER_LAYER",
    "CUDNN_RNN_BIDIRECTION",
    "CUDNN_RNN_RELU",
    "CUDNN_RNN_RELU_PARAMS_PER_LAYER",
    "CUDNN_RNN_TANH",
    "CUDNN_RNN_TANH_PARAMS_PER_LAYER",
    "CUDNN_RNN_UNIDIRECTION",
    "CudnnGRU",
    "CudnnLSTM",
    "CudnnRNNRelu",
    "CudnnRNNTanh",
    "check_direction",
    "check_input_mode",
    "cudnn_rnn_canonical_to_opaque_params",
    "cudnn_rnn_opaque_params_size",
    "cudnn_rnn_opaque_params_to_canonical",
]

CUDNN_RNN_UNIDIRECTION, CUDNN_RNN_BIDIRECTION = UNIDIRECTION, BIDIRECTION
CUDNN_LSTM, CUDNN_GRU, CUDNN_RNN_RELU, CUDNN_RNN_TANH = "lstm", "gru", "rnn_relu", "rnn_tanh"
CUDNN_INPUT_LINEAR_MODE, CUDNN_INPUT_SKIP_MODE, CUDNN_INPUT_AUTO_MODE = LINEAR_INPUT, SKIP_INPUT, AUTO_INPUT
# Matrices of a layer, for the input and for the state; as many biases.
CUDNN_LSTM_PARAMS_PER_LAYER, CUDNN_GRU_PARAMS_PER_LAYER = 2 * GATES["lstm"], 2 * GATES["gru"]
CUDNN_RNN_TANH_PARAMS_PER_LAYER, CUDNN_RNN_RELU_PARAMS_PER_LAYER = 2 * GATES["rnn_tanh"], 2 * GATES["rnn_relu"]
