"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.io.decoding import as_string as as_string
from penstock.ops.text.split import bytes_split as bytes_split
from penstock.ops.text.strings import regex_full_match as regex_full_match
from penstock.ops.text.strings import regex_replace as regex_replace
from penstock.ops.text.unicode import ngrams as ngrams
from penstock.ops.text.unicode import unicode_decode as unicode_decode
from penstock.ops.text.unicode import unicode_decode_with_offsets as unicode_decode_with_offsets
from penstock.ops.text.unicode import unicode_encode as unicode_encode
from penstock.ops.text.unicode import unicode_split as unicode_split
from penstock.ops.text.unicode import unicode_split_with_offsets as unicode_split_with_offsets
from builtins import bool as _bool
from builtins import bytes as _bytes
from builtins import int as _int
from builtins import str as _str
from collections.abc import Sequence as _Sequence
from penstock.graph.operation import Tensor as _Tensor
from typing import Any as _Any

def format(template: _str, inputs: _Sequence[_Any], placeholder: _str = ..., summarize: _int = ..., name: _str | None = ...) -> _Tensor:
    """Makes a string from a template, with tensors in the place of its placeholders."""
def join(inputs: _Any, separator: _str | _bytes = ..., name: _str | None = ...) -> _Tensor:
    """Joins strings at the same position of several tensors; scalars are repeated."""
def length(input: _Any, unit: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.strings.length` with the arguments of 2.x."""
def lower(input: _Any, encoding: _str | _bytes = ..., name: _str | None = ...) -> _Tensor:
    """Makes letters small: those of ASCII, or all if `encoding` is 'utf-8'."""
def reduce_join(inputs: _Any, axis: _Any = ..., keepdims: _bool = ..., separator: _str = ..., name: _str | None = ...) -> _Any:
    """`tf.strings.reduce_join` with the arguments of 2.x."""
def split(input: _Any, sep: _Any = ..., maxsplit: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.strings.split` with the arguments of 2.x."""
def strip(input: _Any, name: _str | None = ...) -> _Tensor:
    """Removes white space at both ends of strings."""
def substr(input: _Any, pos: _Any, len: _Any, unit: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.strings.substr` with the arguments of 2.x."""
def to_hash_bucket(input: _Any, num_buckets: _Any, name: _str | None = ...) -> _Any:
    """`tf.strings.to_hash_bucket` with the arguments of 2.x."""
def to_hash_bucket_fast(input: _Any, num_buckets: _int, name: _str | None = ...) -> _Tensor:
    """Hashes strings to numbers below `num_buckets` by FarmHash; the hash never changes."""
def to_hash_bucket_strong(input: _Any, num_buckets: _int, key: _Any, name: _str | None = ...) -> _Tensor:
    """Hashes strings to numbers below `num_buckets` by SipHash with a secret key, a list of two integers."""
def to_number(input: _Any, out_type: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.strings.to_number` with the arguments of 2.x."""
def unicode_script(input: _Any, name: _str | None = ...) -> _Tensor:
    """The number of the script (as ICU counts them) of code points; -1 if not one."""
def unicode_transcode(input: _Any, input_encoding: _str | _bytes, output_encoding: _str | _bytes, errors: _str | _bytes = ..., replacement_char: _int = ..., replace_control_characters: _bool = ..., name: _str | None = ...) -> _Tensor:
    """Changes the encoding of text."""
def unsorted_segment_join(inputs: _Any, segment_ids: _Any, num_segments: _Any, separator: _str | _bytes = ..., name: _str | None = ...) -> _Tensor:
    """Joins the strings that have one segment id."""
def upper(input: _Any, encoding: _str | _bytes = ..., name: _str | None = ...) -> _Tensor:
    """Makes letters capital: those of ASCII, or all if `encoding` is 'utf-8'."""

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
