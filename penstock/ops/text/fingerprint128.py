"""FarmHash's Fingerprint128 of strings: the 128 bits by which SDCA knows its examples. One string at a time."""

from __future__ import annotations

from penstock.ops.text.hashing import _K0, _K1, _K2, _MASK, _farm_short, _mix, _One, _rotate, _weak

_MUL = 0x9DDFEA08EB382D69


def _sixteen(u: int, v: int) -> int:
    a = _mix(((u ^ v) * _MUL) & _MASK)
    b = _mix(((v ^ a) * _MUL) & _MASK)
    return (b * _MUL) & _MASK


def _short(text: bytes) -> int:
    n = len(text)
    return _farm_short(_One(text), n, n) if n else _K2


def _murmur(text: bytes, a: int, b: int) -> tuple[int, int]:
    s, n = _One(text), len(text)
    if n <= 16:
        a = (_mix((a * _K1) & _MASK) * _K1) & _MASK
        c = (b * _K1 + _short(text)) & _MASK
        d = _mix((a + (s.word(0) if n >= 8 else c)) & _MASK)
    else:
        c = _sixteen((s.word(n - 8) + _K1) & _MASK, a)
        d = _sixteen((b + n) & _MASK, (c + s.word(n - 16)) & _MASK)
        a = (a + d) & _MASK
        for at in range(0, n - 16, 16):
            a = ((a ^ (_mix((s.word(at) * _K1) & _MASK) * _K1)) * _K1) & _MASK
            b ^= a
            c = ((c ^ (_mix((s.word(at + 8) * _K1) & _MASK) * _K1)) * _K1) & _MASK
            d ^= c
    a, b = _sixteen(a, c), _sixteen(d, b)
    return a ^ b, _sixteen(b, a)


def _weak_at(s: _One, at: int, a: int, b: int) -> tuple[int, int]:
    return _weak([s.word(at + 8 * i) for i in range(4)], a & _MASK, b & _MASK)


def _long(text: bytes, x: int, y: int) -> tuple[int, int]:
    s, n = _One(text), len(text)
    z = (n * _K1) & _MASK
    v0 = (_rotate(y ^ _K1, 49) * _K1 + s.word(0)) & _MASK
    v1 = (_rotate(v0, 42) * _K1 + s.word(8)) & _MASK
    w0 = (_rotate((y + z) & _MASK, 35) * _K1 + x) & _MASK
    w1 = (_rotate((x + s.word(88)) & _MASK, 53) * _K1) & _MASK
    at = 0
    while n - at >= 128:
        for _ in range(2):
            x = (_rotate((x + y + v0 + s.word(at + 8)) & _MASK, 37) * _K1) & _MASK
            y = (_rotate((y + v1 + s.word(at + 48)) & _MASK, 42) * _K1) & _MASK
            x ^= w1
            y = (y + v0 + s.word(at + 40)) & _MASK
            z = (_rotate((z + w0) & _MASK, 33) * _K1) & _MASK
            v0, v1 = _weak_at(s, at, v1 * _K1, x + w0)
            w0, w1 = _weak_at(s, at + 32, z + w1, y + s.word(at + 16))
            z, x = x, z
            at += 64
    x = (x + _rotate((v0 + z) & _MASK, 49) * _K0) & _MASK
    y = (y * _K0 + _rotate(w1, 37)) & _MASK
    z = (z * _K0 + _rotate(w0, 27)) & _MASK
    w0, v0 = (w0 * 9) & _MASK, (v0 * _K0) & _MASK
    rest = n - at
    for done in range(32, rest + 32, 32):
        from_end = n - done
        y = (_rotate((x + y) & _MASK, 42) * _K0 + v1) & _MASK
        w0 = (w0 + s.word(from_end + 16)) & _MASK
        x = (x * _K0 + w0) & _MASK
        z = (z + w1 + s.word(from_end)) & _MASK
        w1 = (w1 + v0) & _MASK
        v0, v1 = _weak_at(s, from_end, v0 + z, v1)
        v0 = (v0 * _K0) & _MASK
    x, y = _sixteen(x, v0), _sixteen((y + z) & _MASK, w0)
    return (_sixteen((x + v1) & _MASK, w1) + y) & _MASK, _sixteen((x + w1) & _MASK, (y + v1) & _MASK)


def fingerprint128(text: bytes) -> tuple[int, int]:
    """The low and the high 64 bits."""
    if len(text) >= 16:
        s = _One(text)
        low, high, text = s.word(0), (s.word(8) + _K0) & _MASK, text[16:]
    else:
        low, high = _K0, _K1
    return _long(text, low, high) if len(text) >= 128 else _murmur(text, low, high)
