"""Every operation with wrong inputs: empty arrays, other ranks, scalars for lists, numbers out of range, through unknown shapes.

    PENSTOCK_115_PYTHON=PYTHON python -m tests.differential.wrong --record      what 1.15 says of them, anew
    python -m tests.differential.wrong [KIND ...] [--tier compiled]             how Penstock differs from the record

Cases that are right come from the table of operations and from `wrong_bases.json` (operations as tests ran them); each wrong
one has a single input or attribute changed, or all inputs of one rank. The record holds the class and the first words of an
error, or the shapes of results. What ends the process of 1.15, or takes too long there, is left out.
"""

import argparse
import json
import os
import re
import sys
import zlib
from pathlib import Path

import numpy as np

from tests.differential import harness as h
from tests.differential import test_operations as operations
from tests.differential.table import generate
from tests.peer import Peer

HERE = Path(__file__).resolve().parent
BASES = HERE / "wrong_bases.json"
RECORDED = HERE / "recorded_wrong.json"
CASES = 20  # for each operation
WORDS = 60  # characters of a text
MANY = 4096  # elements
# Their results, or whether there is an error, hang on chance, time or the machine.
LEFT_OUT = {
    "Timestamp",
    "RecordInput",
    "NonDeterministicInts",
    "MatchingFiles",
    "ReadFile",
    "WriteFile",
    "Copy",
    "CopyHost",
}

# -- cases -----------------------------------------------------------------------------------------------------------


def _array(told):
    dtype, shape, values = told
    if dtype == "object":
        made = np.empty(len(values), object)
        made[:] = [v.encode("latin-1") for v in values]
        return made.reshape(shape)
    if dtype.startswith("complex"):
        values = [complex(*v) for v in values]
    return np.array(values, np.dtype(dtype)).reshape(shape)


def right_cases(kind):
    """Cases that are right, few and of different types."""
    found = []
    if kind in operations.GENERATORS:
        all_of = [c for c in generate(kind) if not c.fails and sum(a.size for a in c.arrays()) < MANY]
        seen = set()
        for case in all_of:
            looks = tuple((a.dtype.name, a.ndim) for a in case.arrays())
            if looks not in seen and not any(n == "bfloat16" for n, _ in looks):
                seen.add(looks)
                found.append(case)
        found = sorted(found, key=lambda c: not any(a.dtype.name == "float32" for a in c.arrays()))[:4]
    for inputs, attrs in _bases().get(kind, ()):
        inputs = {n: [_array(v) for v in t["list"]] if isinstance(t, dict) else _array(t) for n, t in inputs.items()}
        found.append(h.Case(kind, inputs, attrs))
    return found


def _bases():
    if not hasattr(_bases, "kept"):
        _bases.kept = json.loads(BASES.read_text()) if BASES.exists() else {}
    return _bases.kept


def _resized(x, shape):
    return np.resize(x, shape) if x.size else np.full(shape, b"" if x.dtype == object else 0, x.dtype)


def wrong_arrays(x):
    """(what is wrong, array) for one array."""
    shape = x.shape
    yield "scalar", _resized(x, ())
    yield "empty vector", _resized(x, (0,))
    yield "vector", _resized(x, (max(x.size, 1),))
    yield "one axis more", x.reshape((1, *shape))
    yield "one axis more behind", x.reshape((*shape, 1))
    yield "rank 6", _resized(x, (1,) * (6 - len(shape)) + shape if len(shape) < 6 else shape)
    if x.ndim:
        yield "one axis less", _resized(x, shape[1:])
        yield "first axis empty", _resized(x, (0, *shape[1:]))
        yield "last axis empty", _resized(x, (*shape[:-1], 0))
        yield "first axis longer", _resized(x, (shape[0] + 1, *shape[1:]))
        yield "last axis longer", _resized(x, (*shape[:-1], shape[-1] + 1))
        yield "first axis shorter", _resized(x, (max(shape[0] - 1, 0), *shape[1:]))
    if x.dtype.kind in "iu" and x.size:
        for number in (-1, 0, 100, int(np.iinfo(x.dtype).max), int(np.iinfo(x.dtype).min)):
            if number >= 0 or x.dtype.kind == "i":
                made = x.copy()
                made.reshape(-1)[-1] = number
                yield f"last is {number}", made
    if x.dtype.kind == "i" and x.size:
        yield "all -1", np.full_like(x, -1)
    if x.dtype == object and x.size:
        yield "damaged", np.array([b"\xff%b\x00" % v[1:] for v in x.ravel()], object).reshape(shape)


def _wrong_values(value):
    if isinstance(value, list):
        for i, one in enumerate(value[:3]):
            for told, array in wrong_arrays(one):
                yield f"{told} at {i}", [*value[:i], array, *value[i + 1 :]]
        if len(value) > 1:
            yield "a shorter list", value[:-1]
    elif isinstance(value, tuple):  # a variable
        for told, array in wrong_arrays(value[1]):
            yield told, (value[0], array)
    else:
        yield from wrong_arrays(value)


def _of_rank(value, rank, size):
    if isinstance(value, list):
        return [_of_rank(v, rank, size) for v in value]
    return (value[0], _of_rank(value[1], rank, size)) if isinstance(value, tuple) else _resized(value, (size,) * rank)


def _wrong_attributes(attrs):
    for name, value in attrs.items():
        if isinstance(value, (bool, str)):
            continue
        if isinstance(value, int):
            for number in (-1, 0, 100):
                yield f"{name} is {number}", {**attrs, name: number}
        elif isinstance(value, list) and value and all(isinstance(v, int) and not isinstance(v, bool) for v in value):
            yield f"{name} is shorter", {**attrs, name: value[:-1]}
            yield f"{name} is empty", {**attrs, name: []}
            yield f"{name} ends with 0", {**attrs, name: [*value[:-1], 0]}
            yield f"{name} ends with -1", {**attrs, name: [*value[:-1], -1]}
            yield f"{name} is large", {**attrs, name: [50 * v for v in value]}


def wrong_cases(kind):
    """[(what is wrong, case)], always the same."""
    found = []
    for number, right in enumerate(right_cases(kind)):
        for name, value in right.inputs.items():
            for told, wrong in _wrong_values(value):
                found.append((f"{number} {name}: {told}", h.Case(kind, {**right.inputs, name: wrong}, right.attrs)))
        for rank, size in ((0, 1), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 1), (1, 0), (2, 0), (4, 0)):
            inputs = {n: _of_rank(v, rank, size) for n, v in right.inputs.items()}
            found.append((f"{number} all {size}s of rank {rank}", h.Case(kind, inputs, right.attrs)))
        for told, attrs in _wrong_attributes(right.attrs):
            found.append((f"{number} {told}", h.Case(kind, right.inputs, attrs)))
    chance = np.random.RandomState(zlib.crc32(kind.encode()))
    chosen = sorted(chance.permutation(len(found))[:CASES])
    return [found[i] for i in chosen]


def kinds():
    """The operations that have cases."""
    wanted = {*operations.GENERATORS, *_bases()} - LEFT_OUT
    return sorted(k for k in wanted if k in operations.REGISTERED)


# -- answers ---------------------------------------------------------------------------------------------------------

DEFINITIONS, _, _ = h.PROGRAM.partition("answers = [None]")
# Runs one case after the other and tells of each as soon as it is known.
ONE_BY_ONE = (
    DEFINITIONS
    + """
graph = tf.Graph()
sess = []

def one(case):
    with graph.as_default():
        feeds.clear()
        try:
            outputs, after, _, inits = build(*case)
        except Exception as error:
            return failure("build", error)
        if not sess:
            sess.append(tf.Session(config=CONFIG))
        try:
            if inits:
                sess[0].run(inits)
            found = sess[0].run(outputs, feeds)
        except Exception as error:
            return failure("run", error)
        return ["; ".join("%s%s" % (np.asarray(v).dtype, list(np.shape(v))) for v in found if v is not None)]
"""
)
# Each group of cases in a process of its own: some end it.
FORKED = (
    "ONE = "
    + repr(ONE_BY_ONE)
    + """
import os, pickle, resource, signal, struct
if not hasattr(tf, "definitions_of_wrong"):  # once for all groups
    tf.definitions_of_wrong = {"tf": tf, "np": np, "CONFIG": None, "GRADIENTS": False, "STRICT": [True]}
    exec(ONE, tf.definitions_of_wrong)
scope = tf.definitions_of_wrong
answers = [["died"]] * len(cases)
at = 0
while at < len(cases):
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for number in range(at, len(cases)):
            signal.alarm(10)
            data = pickle.dumps((number, scope["one"](cases[number])))
            os.write(writer, struct.pack("<Q", len(data)) + data)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        while True:
            header = pipe.read(8)
            if len(header) < 8:
                break
            number, answer = pickle.loads(pipe.read(struct.unpack("<Q", header)[0]))
            answers[number] = answer
            at = number + 1
    os.waitpid(pid, 0)
    at += 1 if at < len(cases) and answers[at] == ["died"] else 0
result = {"answers": answers}
"""
)


def brief(answer):
    """An answer in one line: shapes, or stage, class and first words without names of nodes."""
    if len(answer) == 1:
        return answer[0]
    stage, kind, text = answer
    text = re.sub(r" for '[^']*' \(op: '[^']*'\).*", "", text.split("\n")[0], flags=re.DOTALL)
    return f"{stage} {kind}: {_plain(text)[:WORDS]}"


def _plain(text):
    text = re.sub(r"\{\{node [^}]*\}\}|\[\[node.*", "", text)
    return re.sub(r"state_\d+|Placeholder[_0-9]*|0x[0-9a-f]+", "…", text).strip()


def our_answers(cases, tier):
    """What Penstock says of cases."""
    import penstock as tf

    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = h.TIERS[tier]
    scope = {"tf": tf, "np": np, "CONFIG": config, "GRADIENTS": False, "STRICT": [True]}
    exec(compile(ONE_BY_ONE, "<wrong>", "exec"), scope)
    return [scope["one"](case) for case in h.requests(cases, False)]


def key(told, case):
    """Names a case in the record, so that one that was changed since is not compared."""
    parts = [str(case.attrs)]
    for name, value in case.inputs.items():
        for v in value if isinstance(value, list) else [value]:
            v = v[1] if isinstance(v, tuple) else v
            parts.append(f"{name}{v.dtype}{v.shape}{v.tolist() if v.size < 64 else ''}")
    return f"{told} {zlib.crc32(' '.join(parts).encode()):08x}"


def _no_kernel(answer):
    return len(answer) == 3 and h.no_kernel(answer)


def record(chosen):
    """Asks 1.15 and writes the record anew, for these operations."""
    peer = Peer(os.environ["PENSTOCK_115_PYTHON"], timeout=300.0)
    found = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    for number, kind in enumerate(chosen):
        cases = wrong_cases(kind)
        answers = peer.run(FORKED, cases=h.requests([c for _, c in cases], False))["answers"]
        pairs = zip(cases, answers, strict=True)
        found[kind] = {key(*c): brief(a) for c, a in pairs if a != ["died"] and not _no_kernel(a)}
        died = sum(a == ["died"] for a in answers)
        if died:
            print(f"{kind}: {died} of {len(cases)} ended the process", flush=True)
        if number % 20 == 0 or kind == chosen[-1]:
            RECORDED.write_text(json.dumps(found, indent=0, sort_keys=True, ensure_ascii=False) + "\n")


def difference(ours, theirs):
    """How much two brief answers differ: 0 not, 1 in words, 2 in class, stage or shapes."""
    if ours == theirs:
        return 0
    head = lambda t: t.partition(": ")[0] if t.startswith(("build ", "run ")) else t  # noqa: E731
    return 1 if head(ours) == head(theirs) and head(ours) != ours else 2


def compared(kind, recorded, tier="interpreted"):
    """(what is wrong, Penstock's answer, that of 1.15) for the cases of an operation that are in the record."""
    cases = [(told, case, recorded[k]) for told, case in wrong_cases(kind) if (k := key(told, case)) in recorded]
    answers = our_answers([case for _, case, _ in cases], tier)
    for (told, case, theirs), mine in zip(cases, answers, strict=True):
        yield told, case, brief(mine), theirs


def main():
    """Records, or tells what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--words", action="store_true", help="tell of other words, too")
    parser.add_argument("--tier", default="interpreted")
    options = parser.parse_args()
    chosen = options.kinds or kinds()
    if options.record:
        return record(chosen)
    recorded = json.loads(RECORDED.read_text())
    for kind in chosen:
        for told, case, mine, theirs in compared(kind, recorded.get(kind, {}), options.tier):
            if difference(mine, theirs) > (0 if options.words else 1):
                print(f"{kind}, {told}: {str(case)[:300]}\n    ours: {mine}\n    1.15: {theirs}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
