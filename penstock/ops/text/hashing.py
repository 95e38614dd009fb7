"""The hashes of strings that 1.x fixes: FarmHash's Fingerprint64, SipHash-2-4, and the runtime's own Hash64.

Buckets of features are computed from them, so models depend on every bit. One source serves a single string (Python
integers), many strings of one length at once (arrays of uint64), and, for FarmHash, many strings whose lengths take the
same way through it: words are fetched at offsets that depend on the length only. All of that is for machines without a C
compiler; `native/hash.c` computes the same, ten times as fast.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.graph.typing import Array, TensorLike
from penstock.ops.text import hashing_native

_MASK = (1 << 64) - 1
_K0, _K1, _K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F
# From so many strings of one length on, arrays are faster than integers.
_WORTH = 8
# Lengths up to each of these, from the one before on, take one way through FarmHash; longer ones are rare.
_WAYS = (3, 7, 16, 32, 64)
# Features repeat, and remembering costs a sixth of hashing up to so many strings at once. So many are remembered.
_FEW, _REMEMBERED = 4096, 1 << 16


class _One:
    """The bytes of one string."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    def word(self, at: int, size: int = 8) -> int:
        return int.from_bytes(self.text[at : at + size], "little")

    rest = word


class _Many:
    """The bytes of strings that have one length."""

    def __init__(self, texts: list[bytes], length: int) -> None:
        self.rows = np.frombuffer(b"".join(texts), np.uint8).reshape(len(texts), length)

    def word(self, at: int, size: int = 8) -> Any:
        part = np.zeros((len(self.rows), 8), np.uint8)
        part[:, :size] = self.rows[:, at : at + size]
        return part.view("<u8")[:, 0]


class _Mixed:
    """The bytes of strings whose lengths differ; positions may be arrays, one for each string."""

    def __init__(self, words: np.ndarray, starts: np.ndarray) -> None:
        self.words, self.starts = words, starts

    def word(self, at: Any, size: int = 8) -> Any:
        found = self.words[self.starts + at]
        return found if size == 8 else found & np.uint64((1 << 8 * size) - 1)

    def rest(self, at: int, sizes: np.ndarray) -> Any:
        """What is left from `at` on, less than a word."""
        return self.words[self.starts + at] & ((np.uint64(1) << 8 * sizes) - np.uint64(1))


def _rotate(x: Any, by: int) -> Any:
    return ((x >> by) | (x << (64 - by))) & _MASK


def _mix(x: Any) -> Any:
    return x ^ (x >> 47)


def _pair(u: Any, v: Any, mul: Any) -> Any:
    a = _mix(((u ^ v) * mul) & _MASK)
    b = _mix(((v ^ a) * mul) & _MASK)
    return (b * mul) & _MASK


def _weak(words: list, a: Any, b: Any) -> tuple[Any, Any]:
    w, x, y, z = words
    a = (a + w) & _MASK
    b = _rotate((b + a + z) & _MASK, 21)
    c = a
    a = (a + x + y) & _MASK
    b = (b + _rotate(a, 44)) & _MASK
    return (a + z) & _MASK, (b + c) & _MASK


def _multiplier(n: Any) -> Any:
    return _K2 + 2 * n if isinstance(n, int) else np.uint64(_K2) + 2 * n.astype(np.uint64)


def _farm_short(s: Any, n: Any, least: int) -> Any:
    """The hash of strings of length `n`, which is at least `least` and goes the same way."""
    mul = _multiplier(n) & _MASK
    if least >= 8:
        a = (s.word(0) + _K2) & _MASK
        b = s.word(n - 8)
        c = ((_rotate(b, 37) * mul) + a) & _MASK
        d = ((_rotate(a, 25) + b) * mul) & _MASK
        return _pair(c, d, mul)
    size = n if isinstance(n, int) else n.astype(np.uint64)
    if least >= 4:
        return _pair(size + (s.word(0, 4) << 3), s.word(n - 4, 4), mul)
    y = s.word(0, 1) + (s.word(n >> 1, 1) << 8)
    z = size + (s.word(n - 1, 1) << 2)
    return (_mix(((y * _K2) & _MASK) ^ ((z * _K0) & _MASK)) * _K2) & _MASK


def _farm_medium(s: Any, n: Any, least: int) -> Any:
    mul = _multiplier(n) & _MASK
    a = (s.word(0) * (_K1 if least <= 32 else _K2)) & _MASK
    b = s.word(8)
    c = (s.word(n - 8) * mul) & _MASK
    d = (s.word(n - 16) * _K2) & _MASK
    y = (_rotate((a + b) & _MASK, 43) + _rotate(c, 30) + d) & _MASK
    z = _pair(y, (a + _rotate((b + _K2) & _MASK, 18) + c) & _MASK, mul)
    if least <= 32:
        return z
    e = (s.word(16) * mul) & _MASK
    f = s.word(24)
    g = ((y + s.word(n - 32)) * mul) & _MASK
    h = ((z + s.word(n - 24)) * mul) & _MASK
    return _pair(
        (_rotate((e + f) & _MASK, 43) + _rotate(g, 30) + h) & _MASK,
        (e + _rotate((f + a) & _MASK, 18) + g) & _MASK,
        mul,
    )


def _farm_long(s: Any, n: int) -> Any:
    zero = s.word(0) & 0
    x = (zero + (81 * _K2 & _MASK) + s.word(0)) & _MASK
    y = zero + ((81 * _K1 + 113) & _MASK)
    z = (_mix((y * _K2 + 113) & _MASK) * _K2) & _MASK
    v, w = (zero, zero), (zero, zero)

    def block(at: int, mul: Any, nine: int, x: Array, y: Array, z: Any, v: Any, w: Any) -> tuple:
        x = (_rotate((x + y + v[0] + s.word(at + 8)) & _MASK, 37) * mul) & _MASK
        y = (_rotate((y + v[1] + s.word(at + 48)) & _MASK, 42) * mul) & _MASK
        x = x ^ ((w[1] * nine) & _MASK)
        y = (y + v[0] * nine + s.word(at + 40)) & _MASK
        z = (_rotate((z + w[0]) & _MASK, 33) * mul) & _MASK
        words = [s.word(at + 8 * i) for i in range(8)]
        v = _weak(words[:4], (v[1] * mul) & _MASK, (x + w[0]) & _MASK)
        w = _weak(words[4:], (z + w[1]) & _MASK, (y + words[2]) & _MASK)
        return z, y, x, v, w

    end = (n - 1) // 64 * 64
    for at in range(0, end, 64):
        x, y, z, v, w = block(at, _K1, 1, x, y, z, v, w)
    mul = (_K1 + ((z & 0xFF) << 1)) & _MASK
    w = ((w[0] + ((n - 1) & 63)) & _MASK, w[1])
    v = ((v[0] + w[0]) & _MASK, v[1])
    w = ((w[0] + v[0]) & _MASK, w[1])
    x, y, z, v, w = block(n - 64, mul, 9, x, y, z, v, w)
    first = (_pair(v[0], w[0], mul) + _mix(y) * _K0 + z) & _MASK
    return _pair(first, (_pair(v[1], w[1], mul) + x) & _MASK, mul)


def _farm(s: TensorLike, n: int) -> Any:
    if not n:
        return _K2
    return _farm_short(s, n, n) if n <= 16 else _farm_medium(s, n, n) if n <= 64 else _farm_long(s, n)


def _murmur(s: Any, n: Any, whole: int) -> Any:
    mul = 0xC6A4A7935BD1E995
    h = 0xDECAFCAFFE ^ (n * mul & _MASK)
    for at in range(0, whole, 8):
        k = (s.word(at) * mul) & _MASK
        k = ((k ^ (k >> 47)) * mul) & _MASK
        h = ((k ^ h) * mul) & _MASK
    with_rest = ((s.rest(whole, n - whole) ^ h) * mul) & _MASK
    h = np.where(n > whole, with_rest, h) if isinstance(n, np.ndarray) else with_rest if n > whole else h
    h = (_mix(h) * mul) & _MASK
    return _mix(h)


def _sip(key: tuple[int, int]) -> Callable[[Any, Any, int], Any]:
    def rounds(v: list, count: int) -> None:
        for _ in range(count):
            v[0] = (v[0] + v[1]) & _MASK
            v[1] = _rotate(v[1], 51) ^ v[0]
            v[0] = _rotate(v[0], 32)
            v[2] = (v[2] + v[3]) & _MASK
            v[3] = _rotate(v[3], 48) ^ v[2]
            v[0] = (v[0] + v[3]) & _MASK
            v[3] = _rotate(v[3], 43) ^ v[0]
            v[2] = (v[2] + v[1]) & _MASK
            v[1] = _rotate(v[1], 47) ^ v[2]
            v[2] = _rotate(v[2], 32)

    def compute(s: Any, n: Any, whole: int) -> Any:
        a, b = (k & _MASK for k in key)
        zero = n & 0
        start = (a ^ 0x736F6D6570736575, b ^ 0x646F72616E646F6D, a ^ 0x6C7967656E657261, b ^ 0x7465646279746573)
        v = [zero + x for x in start]
        for at in range(0, whole, 8):
            m = s.word(at)
            v[3] = v[3] ^ m
            rounds(v, 2)
            v[0] = v[0] ^ m
        m = s.rest(whole, n - whole) | ((n & 255) << 56)
        v[3] = v[3] ^ m
        rounds(v, 2)
        v[0] = v[0] ^ m
        v[2] = v[2] ^ 0xFF
        rounds(v, 4)
        return v[0] ^ v[1] ^ v[2] ^ v[3]

    return compute


def _each(texts: Any, compute: Callable[[Any, int], Any]) -> np.ndarray:
    out = np.empty(len(texts), np.uint64)
    if len(texts) < _WORTH:
        for i, text in enumerate(texts):
            out[i] = compute(_One(text), len(text))
        return out
    groups: dict[int, list[int]] = defaultdict(list)
    for i, text in enumerate(texts):
        groups[len(text)].append(i)
    for length, at in groups.items():
        if len(at) < _WORTH or not length:
            for i in at:
                out[i] = compute(_One(texts[i]), length)
        else:
            out[at] = compute(_Many([texts[i] for i in at], length), length)
    return out


def _laid_out(texts: list[bytes]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The words of strings one after the other, where each string starts, and how long it is."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    joined = b"".join([*texts, bytes(8)])
    # A word begins at every byte, so most are not aligned, and the last seven reach into the zeros at the end.
    return np.ndarray(len(joined) - 7, "<u8", joined, 0, (1,)), np.cumsum(lengths) - lengths, lengths


def _by_words(texts: Any, compute: Callable[[Any, Any, int], Any]) -> np.ndarray:
    """A hash that takes word after word: those with the same number of whole words are computed together."""
    texts = texts.tolist() if isinstance(texts, np.ndarray) else list(texts)
    out = np.empty(len(texts), np.uint64)
    if len(texts) < _WORTH:
        for i, text in enumerate(texts):
            out[i] = compute(_One(text), len(text), len(text) // 8 * 8)
        return out
    words, starts, lengths = _laid_out(texts)
    for whole in np.unique(lengths // 8 * 8).tolist():
        at = np.flatnonzero(lengths // 8 * 8 == whole)
        if len(at) < _WORTH:
            for i in at.tolist():
                out[i] = compute(_One(texts[i]), len(texts[i]), whole)
        else:
            out[at] = compute(_Mixed(words, starts[at]), lengths[at].astype(np.uint64), whole)
    return out


def _farm_all(texts: list[bytes]) -> np.ndarray:
    """FarmHash of many strings: one pass for each way through it, whatever the lengths."""
    words, starts, lengths = _laid_out(texts)
    out = np.full(len(texts), _K2, np.uint64)
    least = 1
    for most in _WAYS:
        at = np.flatnonzero((lengths >= least) & (lengths <= most))
        if len(at):
            way = _farm_short if most <= 16 else _farm_medium
            out[at] = way(_Mixed(words, starts[at]), lengths[at], least)
        least = most + 1
    at = np.flatnonzero(lengths >= least)
    if len(at):
        out[at] = _each([texts[i] for i in at], _farm)
    return out


_known: dict[Any, dict[bytes, int]] = {}  # hash function → string → hash
# Feature columns and crosses hash the same strings several times in a step: hash function, strings and hashes of late.
_recent: tuple[tuple[Any, list[bytes], np.ndarray], ...] = ()
_MOST_RECENT = 6


def forget() -> None:
    """Forgets all hashes: the next are computed."""
    global _recent
    _known.clear()
    _recent = ()


def _remembered(which: Any, texts: Any, compute: Callable[[list[bytes]], np.ndarray]) -> np.ndarray:
    """The hashes of strings; of few, those that were computed before are looked up."""
    global _recent
    texts = texts.ravel().tolist() if isinstance(texts, np.ndarray) else list(texts)
    if len(texts) > _FEW:
        return compute(texts)
    for asked, seen, hashes in _recent:  # to compare lists of the same objects takes half a microsecond
        if seen == texts and asked == which:
            return hashes.copy()
    hashes = _looked_up(which, texts, compute)
    _recent = ((which, texts, hashes.copy()), *_recent[: _MOST_RECENT - 1])
    return hashes


def _looked_up(which: Any, texts: list[bytes], compute: Callable[[list[bytes]], np.ndarray]) -> np.ndarray:
    """The hashes of strings, each of which is remembered."""
    known = _known.setdefault(which, {})
    try:
        return np.fromiter(map(known.__getitem__, texts), np.uint64, len(texts))
    except KeyError:
        pass
    new = [text for text in set(texts) if text not in known]
    found = dict(zip(new, compute(new).tolist(), strict=True))
    hashes = np.fromiter((found[t] if t in found else known[t] for t in texts), np.uint64, len(texts))
    if len(known) + len(found) > _REMEMBERED or len(_known) > 8:  # keys of SipHash are few
        _known.clear()
        known = _known.setdefault(which, {})
    known.update((text, h) for text, h in found.items() if len(text) <= _WAYS[-1])
    return hashes


def _hashes(
    which: int, key: Any, texts: Any, limit: int, out: Any, compute: Callable[[list[bytes]], np.ndarray]
) -> np.ndarray:
    """The hashes of strings, modulo `limit` if that is not 0: by the kernel in C, into `out` if given, or computed here."""
    found = hashing_native.hashes(which, texts, limit, key or (0, 0), out)
    if found is None:
        found = _remembered((which, key), texts, compute)
        if limit:
            found %= np.uint64(limit)
    return found


def fingerprint64(texts: TensorLike, limit: int = 0, out: np.ndarray | None = None) -> np.ndarray:
    """FarmHash's Fingerprint64 of each string, modulo `limit` if that is not 0.

    They may be written into `out`, an array of 64-bit integers: then that is what is returned.

    >>> int(fingerprint64([b"tensor"], 100)[0])
    42
    """

    def compute(new: list[bytes]) -> np.ndarray:
        return _farm_all(new) if len(new) >= _WORTH else _each(new, _farm)

    return _hashes(hashing_native.FARM, None, texts, limit, out, compute)


def hash64(texts: TensorLike, limit: int = 0, out: np.ndarray | None = None) -> np.ndarray:
    """The hash of the 1.x runtime (a MurmurHash with its own seed) of each string, modulo `limit` if that is not 0."""
    return _hashes(hashing_native.MURMUR, None, texts, limit, out, lambda new: _by_words(new, _murmur))


def siphash(texts: TensorLike, key: tuple[int, int], limit: int = 0, out: np.ndarray | None = None) -> np.ndarray:
    """SipHash-2-4 of each string with a key of two 64-bit numbers, modulo `limit` if that is not 0."""
    return _hashes(hashing_native.SIP, key, texts, limit, out, lambda new: _by_words(new, _sip(key)))
