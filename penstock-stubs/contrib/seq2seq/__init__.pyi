"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.seq2seq.attention import AttentionMechanism as AttentionMechanism
from penstock.contrib.seq2seq.attention import BahdanauAttention as BahdanauAttention
from penstock.contrib.seq2seq.attention import BahdanauMonotonicAttention as BahdanauMonotonicAttention
from penstock.contrib.seq2seq.attention import LuongAttention as LuongAttention
from penstock.contrib.seq2seq.attention import LuongMonotonicAttention as LuongMonotonicAttention
from penstock.contrib.seq2seq.attention import hardmax as hardmax
from penstock.contrib.seq2seq.attention import monotonic_attention as monotonic_attention
from penstock.contrib.seq2seq.attention import safe_cumprod as safe_cumprod
from penstock.contrib.seq2seq.attention_wrapper import AttentionWrapper as AttentionWrapper
from penstock.contrib.seq2seq.attention_wrapper import AttentionWrapperState as AttentionWrapperState
from penstock.contrib.seq2seq.beam_search import BeamSearchDecoder as BeamSearchDecoder
from penstock.contrib.seq2seq.beam_search import BeamSearchDecoderOutput as BeamSearchDecoderOutput
from penstock.contrib.seq2seq.beam_search import BeamSearchDecoderState as BeamSearchDecoderState
from penstock.contrib.seq2seq.beam_search import FinalBeamSearchDecoderOutput as FinalBeamSearchDecoderOutput
from penstock.contrib.seq2seq.beam_search import tile_batch as tile_batch
from penstock.contrib.seq2seq.decoder import BasicDecoder as BasicDecoder
from penstock.contrib.seq2seq.decoder import BasicDecoderOutput as BasicDecoderOutput
from penstock.contrib.seq2seq.decoder import Decoder as Decoder
from penstock.contrib.seq2seq.decoder import dynamic_decode as dynamic_decode
from penstock.contrib.seq2seq.decoder_functions import attention_decoder_fn_inference as attention_decoder_fn_inference
from penstock.contrib.seq2seq.decoder_functions import attention_decoder_fn_train as attention_decoder_fn_train
from penstock.contrib.seq2seq.decoder_functions import dynamic_rnn_decoder as dynamic_rnn_decoder
from penstock.contrib.seq2seq.decoder_functions import prepare_attention as prepare_attention
from penstock.contrib.seq2seq.decoder_functions import simple_decoder_fn_inference as simple_decoder_fn_inference
from penstock.contrib.seq2seq.decoder_functions import simple_decoder_fn_train as simple_decoder_fn_train
from penstock.contrib.seq2seq.helpers import CustomHelper as CustomHelper
from penstock.contrib.seq2seq.helpers import GreedyEmbeddingHelper as GreedyEmbeddingHelper
from penstock.contrib.seq2seq.helpers import Helper as Helper
from penstock.contrib.seq2seq.helpers import InferenceHelper as InferenceHelper
from penstock.contrib.seq2seq.helpers import SampleEmbeddingHelper as SampleEmbeddingHelper
from penstock.contrib.seq2seq.helpers import TrainingHelper as TrainingHelper
from penstock.contrib.seq2seq.loss import sequence_loss as sequence_loss
from penstock.contrib.seq2seq.scheduled import ScheduledEmbeddingTrainingHelper as ScheduledEmbeddingTrainingHelper
from penstock.contrib.seq2seq.scheduled import ScheduledOutputTrainingHelper as ScheduledOutputTrainingHelper
from penstock.ops.nn.gather_tree import gather_tree as gather_tree

__all__ = [
    "AttentionMechanism",
    "AttentionWrapper",
    "AttentionWrapperState",
    "BahdanauAttention",
    "BahdanauMonotonicAttention",
    "BasicDecoder",
    "BasicDecoderOutput",
    "BeamSearchDecoder",
    "BeamSearchDecoderOutput",
    "BeamSearchDecoderState",
    "CustomHelper",
    "Decoder",
    "FinalBeamSearchDecoderOutput",
    "GreedyEmbeddingHelper",
    "Helper",
    "InferenceHelper",
    "LuongAttention",
    "LuongMonotonicAttention",
    "SampleEmbeddingHelper",
    "ScheduledEmbeddingTrainingHelper",
    "ScheduledOutputTrainingHelper",
    "TrainingHelper",
    "attention_decoder_fn_inference",
    "attention_decoder_fn_train",
    "dynamic_decode",
    "dynamic_rnn_decoder",
    "gather_tree",
    "hardmax",
    "monotonic_attention",
    "prepare_attention",
    "safe_cumprod",
    "sequence_loss",
    "simple_decoder_fn_inference",
    "simple_decoder_fn_train",
    "tile_batch",
]
