"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.skip_grams import skip_gram_sample as skip_gram_sample
from penstock.contrib.skip_grams import skip_gram_sample_with_text_vocab as skip_gram_sample_with_text_vocab

__all__ = [
    "skip_gram_sample",
    "skip_gram_sample_with_text_vocab",
]
