"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.cudnn_rnn.cells import CudnnCompatibleGRUCell as CudnnCompatibleGRUCell
from penstock.contrib.cudnn_rnn.cells import CudnnCompatibleLSTMCell as CudnnCompatibleLSTMCell
from penstock.contrib.cudnn_rnn.formats import CudnnParamsFormatConverterGRU as CudnnParamsFormatConverterGRU
from penstock.contrib.cudnn_rnn.formats import CudnnParamsFormatConverterLSTM as CudnnParamsFormatConverterLSTM
from penstock.contrib.cudnn_rnn.formats import CudnnParamsFormatConverterRelu as CudnnParamsFormatConverterRelu
from penstock.contrib.cudnn_rnn.formats import CudnnParamsFormatConverterTanh as CudnnParamsFormatConverterTanh
from penstock.contrib.cudnn_rnn.layers import CudnnGRU as CudnnGRU
from penstock.contrib.cudnn_rnn.layers import CudnnLSTM as CudnnLSTM
from penstock.contrib.cudnn_rnn.layers import CudnnRNNRelu as CudnnRNNRelu
from penstock.contrib.cudnn_rnn.layers import CudnnRNNTanh as CudnnRNNTanh
from penstock.contrib.cudnn_rnn.saveables import CudnnGRUSaveable as CudnnGRUSaveable
from penstock.contrib.cudnn_rnn.saveables import CudnnLSTMSaveable as CudnnLSTMSaveable
from penstock.contrib.cudnn_rnn.saveables import CudnnRNNReluSaveable as CudnnRNNReluSaveable
from penstock.contrib.cudnn_rnn.saveables import CudnnRNNTanhSaveable as CudnnRNNTanhSaveable

__all__ = [
    "CudnnCompatibleGRUCell",
    "CudnnCompatibleLSTMCell",
    "CudnnGRU",
    "CudnnGRUSaveable",
    "CudnnLSTM",
    "CudnnLSTMSaveable",
    "CudnnParamsFormatConverterGRU",
    "CudnnParamsFormatConverterLSTM",
    "CudnnParamsFormatConverterRelu",
    "CudnnParamsFormatConverterTanh",
    "CudnnRNNRelu",
    "CudnnRNNReluSaveable",
    "CudnnRNNTanh",
    "CudnnRNNTanhSaveable",
]
