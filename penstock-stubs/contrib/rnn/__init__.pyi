"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.rnn.conv_lstm import Conv1DLSTMCell as Conv1DLSTMCell
from penstock.contrib.rnn.conv_lstm import Conv2DLSTMCell as Conv2DLSTMCell
from penstock.contrib.rnn.conv_lstm import Conv3DLSTMCell as Conv3DLSTMCell
from penstock.contrib.rnn.conv_lstm import ConvLSTMCell as ConvLSTMCell
from penstock.contrib.rnn.fused import FusedRNNCell as FusedRNNCell
from penstock.contrib.rnn.fused import FusedRNNCellAdaptor as FusedRNNCellAdaptor
from penstock.contrib.rnn.fused import GRUBlockCell as GRUBlockCell
from penstock.contrib.rnn.fused import GRUBlockCellV2 as GRUBlockCellV2
from penstock.contrib.rnn.fused import LSTMBlockCell as LSTMBlockCell
from penstock.contrib.rnn.fused import LSTMBlockFusedCell as LSTMBlockFusedCell
from penstock.contrib.rnn.fused import LSTMBlockWrapper as LSTMBlockWrapper
from penstock.contrib.rnn.fused import TimeReversedFusedRNN as TimeReversedFusedRNN
from penstock.contrib.rnn.grid import BidirectionalGridLSTMCell as BidirectionalGridLSTMCell
from penstock.contrib.rnn.grid import GridLSTMCell as GridLSTMCell
from penstock.contrib.rnn.grid import TimeFreqLSTMCell as TimeFreqLSTMCell
from penstock.contrib.rnn.lstm_cells import CoupledInputForgetGateLSTMCell as CoupledInputForgetGateLSTMCell
from penstock.contrib.rnn.lstm_cells import GLSTMCell as GLSTMCell
from penstock.contrib.rnn.lstm_cells import LayerNormBasicLSTMCell as LayerNormBasicLSTMCell
from penstock.contrib.rnn.lstm_cells import NASCell as NASCell
from penstock.contrib.rnn.lstm_cells import PhasedLSTMCell as PhasedLSTMCell
from penstock.contrib.rnn.networks import stack_bidirectional_dynamic_rnn as stack_bidirectional_dynamic_rnn
from penstock.contrib.rnn.networks import stack_bidirectional_rnn as stack_bidirectional_rnn
from penstock.contrib.rnn.simple_cells import IndRNNCell as IndRNNCell
from penstock.contrib.rnn.simple_cells import IndyGRUCell as IndyGRUCell
from penstock.contrib.rnn.simple_cells import IndyLSTMCell as IndyLSTMCell
from penstock.contrib.rnn.simple_cells import IntersectionRNNCell as IntersectionRNNCell
from penstock.contrib.rnn.simple_cells import SRUCell as SRUCell
from penstock.contrib.rnn.simple_cells import UGRNNCell as UGRNNCell
from penstock.contrib.rnn.wrappers import AttentionCellWrapper as AttentionCellWrapper
from penstock.contrib.rnn.wrappers import CompiledWrapper as CompiledWrapper
from penstock.contrib.rnn.wrappers import HighwayWrapper as HighwayWrapper
from penstock.rnn.cell_base import LayerRNNCell as LayerRNNCell
from penstock.rnn.cell_base import RNNCell as RNNCell
from penstock.rnn.cells import BasicRNNCell as BasicRNNCell
from penstock.rnn.cells import GRUCell as GRUCell
from penstock.rnn.lstm import BasicLSTMCell as BasicLSTMCell
from penstock.rnn.lstm import LSTMCell as LSTMCell
from penstock.rnn.lstm import LSTMStateTuple as LSTMStateTuple
from penstock.rnn.static_networks import static_bidirectional_rnn as static_bidirectional_rnn
from penstock.rnn.static_networks import static_rnn as static_rnn
from penstock.rnn.static_networks import static_state_saving_rnn as static_state_saving_rnn
from penstock.rnn.steps import best_effort_input_batch_size as best_effort_input_batch_size
from penstock.rnn.steps import transpose_batch_time as transpose_batch_time
from penstock.rnn.wrappers import DeviceWrapper as DeviceWrapper
from penstock.rnn.wrappers import DropoutWrapper as DropoutWrapper
from penstock.rnn.wrappers import EmbeddingWrapper as EmbeddingWrapper
from penstock.rnn.wrappers import InputProjectionWrapper as InputProjectionWrapper
from penstock.rnn.wrappers import MultiRNNCell as MultiRNNCell
from penstock.rnn.wrappers import OutputProjectionWrapper as OutputProjectionWrapper
from penstock.rnn.wrappers import ResidualWrapper as ResidualWrapper

__all__ = [
    "AttentionCellWrapper",
    "BasicLSTMCell",
    "BasicRNNCell",
    "BidirectionalGridLSTMCell",
    "CompiledWrapper",
    "Conv1DLSTMCell",
    "Conv2DLSTMCell",
    "Conv3DLSTMCell",
    "ConvLSTMCell",
    "CoupledInputForgetGateLSTMCell",
    "DeviceWrapper",
    "DropoutWrapper",
    "EmbeddingWrapper",
    "FusedRNNCell",
    "FusedRNNCellAdaptor",
    "GLSTMCell",
    "GRUBlockCell",
    "GRUBlockCellV2",
    "GRUCell",
    "GridLSTMCell",
    "HighwayWrapper",
    "IndRNNCell",
    "IndyGRUCell",
    "IndyLSTMCell",
    "InputProjectionWrapper",
    "IntersectionRNNCell",
    "LSTMBlockCell",
    "LSTMBlockFusedCell",
    "LSTMBlockWrapper",
    "LSTMCell",
    "LSTMStateTuple",
    "LayerNormBasicLSTMCell",
    "LayerRNNCell",
    "MultiRNNCell",
    "NASCell",
    "OutputProjectionWrapper",
    "PhasedLSTMCell",
    "RNNCell",
    "ResidualWrapper",
    "SRUCell",
    "TimeFreqLSTMCell",
    "TimeReversedFusedRNN",
    "UGRNNCell",
    "best_effort_input_batch_size",
    "stack_bidirectional_dynamic_rnn",
    "stack_bidirectional_rnn",
    "static_bidirectional_rnn",
    "static_rnn",
    "static_state_saving_rnn",
    "transpose_batch_time",
]
