"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.signal.frames import frame as frame
from penstock.ops.signal.frames import hamming_window as hamming_window
from penstock.ops.signal.frames import hann_window as hann_window
from penstock.ops.signal.frames import inverse_stft as inverse_stft
from penstock.ops.signal.frames import inverse_stft_window_fn as inverse_stft_window_fn
from penstock.ops.signal.frames import linear_to_mel_weight_matrix as linear_to_mel_weight_matrix
from penstock.ops.signal.frames import mfccs_from_log_mel_spectrograms as mfccs_from_log_mel_spectrograms
from penstock.ops.signal.frames import overlap_and_add as overlap_and_add
from penstock.ops.signal.frames import stft as stft

__all__ = [
    "frame",
    "hamming_window",
    "hann_window",
    "inverse_stft",
    "inverse_stft_window_fn",
    "linear_to_mel_weight_matrix",
    "mfccs_from_log_mel_spectrograms",
    "overlap_and_add",
    "stft",
]
