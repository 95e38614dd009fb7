"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.io.decoding import as_string as as_string
from penstock.ops.io.decoding import string_to_number as to_number
from penstock.ops.text.split import bytes_split as bytes_split
from penstock.ops.text.split import split as split
from penstock.ops.text.strings import format_values as format
from penstock.ops.text.strings import join as join
from penstock.ops.text.strings import length as length
from penstock.ops.text.strings import lower as lower
from penstock.ops.text.strings import reduce_join as reduce_join
from penstock.ops.text.strings import regex_full_match as regex_full_match
from penstock.ops.text.strings import regex_replace as regex_replace
from penstock.ops.text.strings import strip as strip
from penstock.ops.text.strings import substr as substr
from penstock.ops.text.strings import to_hash_bucket as to_hash_bucket
from penstock.ops.text.strings import to_hash_bucket_fast as to_hash_bucket_fast
from penstock.ops.text.strings import to_hash_bucket_strong as to_hash_bucket_strong
from penstock.ops.text.strings import unsorted_segment_join as unsorted_segment_join
from penstock.ops.text.strings import upper as upper
from penstock.ops.text.unicode import ngrams as ngrams
from penstock.ops.text.unicode import unicode_decode as unicode_decode
from penstock.ops.text.unicode import unicode_decode_with_offsets as unicode_decode_with_offsets
from penstock.ops.text.unicode import unicode_encode as unicode_encode
from penstock.ops.text.unicode import unicode_script as unicode_script
from penstock.ops.text.unicode import unicode_split as unicode_split
from penstock.ops.text.unicode import unicode_split_with_offsets as unicode_split_with_offsets
from penstock.ops.text.unicode import unicode_transcode as unicode_transcode

__all__ = [
    "as_string",
    "bytes_split",
    "format",
    "join",
    "length",
    "lower",
    "ngrams",
    "reduce_join",
    "regex_full_match",
    "regex_replace",
    "split",
    "strip",
    "substr",
    "to_hash_bucket",
    "to_hash_bucket_fast",
    "to_hash_bucket_strong",
    "to_number",
    "unicode_decode",
    "unicode_decode_with_offsets",
    "unicode_encode",
    "unicode_script",
    "unicode_split",
    "unicode_split_with_offsets",
    "unicode_transcode",
    "unsorted_segment_join",
    "upper",
]
