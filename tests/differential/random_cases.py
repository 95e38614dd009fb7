"""Cases of random operations: with seeds, the streams are those of TensorFlow, number for number."""

import numpy as np

from penstock.graph import opdef
from tests.differential.harness import Case
from tests.differential.table import cases_of
from tests.differential.values import ANY, allowed, i32, i64, numbers, numpy_type

SEEDS = ({"seed": 87654321, "seed2": 5}, {"seed": 1, "seed2": 2**40 + 3})


def scalar(value, dtype=np.int32):
    return np.asarray(value, dtype)


@cases_of("RandomStandardNormal", "RandomUniform", "TruncatedNormal")
def plain(kind):
    for dtype in allowed(kind, "dtype"):
        for seeds in SEEDS:
            yield Case(kind, {"shape": i32(3, 7)}, {"dtype": f"dtype:{dtype}", **seeds})
    for shape in (i32(), i64(0, 3), i32(1), i64(2, 3, 4, 5), i32(1000)):
        yield Case(kind, {"shape": shape}, {"dtype": "dtype:float32", **SEEDS[0]})
    yield Case(kind, {"shape": i32(2, -1)}, {"dtype": "dtype:float32", **SEEDS[0]}, fails=True)


@cases_of("RandomUniformInt")
def integers(kind):
    for dtype in allowed(kind, "Tout"):
        for low, high in ((0, 10), (-5, 3), (0, 2**31 - 1)):
            given = {"minval": scalar(low, dtype), "maxval": scalar(high, dtype)}
            yield Case(kind, {"shape": i32(3, 7), **given}, SEEDS[0])
    yield Case(kind, {"shape": i32(0), "minval": scalar(0), "maxval": scalar(3)}, SEEDS[1])
    yield Case(kind, {"shape": i32(2), "minval": scalar(3), "maxval": scalar(3)}, SEEDS[1], fails=True)


@cases_of("StatelessRandomNormal", "StatelessRandomUniform", "StatelessTruncatedNormal")
def stateless(kind):
    for dtype in allowed(kind, "dtype"):
        for seed in (i32(1, 2), i64(2**40, -7)):
            yield Case(kind, {"shape": i32(3, 7), "seed": seed}, {"dtype": f"dtype:{dtype}"})
    yield Case(kind, {"shape": i64(0), "seed": i32(1, 2)})
    yield Case(kind, {"shape": i32(2), "seed": i32(1, 2, 3)}, fails=True)


@cases_of("StatelessRandomUniformInt")
def stateless_integers(kind):
    for dtype in ("int32", "int64"):
        given = {"minval": scalar(-5, dtype), "maxval": scalar(50, dtype)}
        yield Case(kind, {"shape": i32(3, 7), "seed": i64(4, 5), **given})
    given = {"minval": scalar(5), "maxval": scalar(5)}
    yield Case(kind, {"shape": i32(3, 7), "seed": i64(4, 5), **given}, fails=True)


@cases_of("RandomShuffle")
def shuffle(kind):
    for dtype in ANY:
        yield Case(kind, {"value": numbers(dtype, (7, 2))}, SEEDS[0])
    for shape in ((), (0,), (1, 2), (50,), (3, 2, 2)):
        yield Case(kind, {"value": numbers("float32", shape)}, SEEDS[1])


@cases_of("Multinomial", "StatelessMultinomial")
def multinomial(kind):
    stateless = kind.startswith("Stateless")
    more, attrs = ({"seed": i64(3, 4)}, {}) if stateless else ({}, SEEDS[0])
    for dtype in allowed(kind):
        logits = numbers(dtype, (2, 4))
        yield Case(kind, {"logits": logits, "num_samples": scalar(9), **more}, {"output_dtype": "dtype:int32", **attrs})
    yield Case(kind, {"logits": numbers("float32", (2, 4)), "num_samples": scalar(0), **more}, attrs)
    odd = np.float32([[-np.inf, 0, 1], [np.nan, 0, -1], [1000, 0, -1000]])
    yield Case(kind, {"logits": odd, "num_samples": scalar(8), **more}, attrs)
    yield Case(kind, {"logits": numbers("float32", (4,)), "num_samples": scalar(3), **more}, attrs, fails=True)
    yield Case(kind, {"logits": numbers("float32", (2, 4)), "num_samples": scalar(-1), **more}, attrs, fails=True)


@cases_of("RandomGamma", "RandomPoissonV2")
def by_rejection(kind):
    rate = opdef.get(kind).inputs[1].name
    types = allowed(kind, "T" if kind == "RandomGamma" else "R")
    for dtype in types:
        attrs = {"dtype": "dtype:int64"} if kind == "RandomPoissonV2" else {}
        levels = np.array([0.5, 1, 3, 20] if dtype.startswith("f") else [1, 1, 3, 20]).astype(numpy_type(dtype))
        yield Case(
            kind,
            {"shape": i32(5), rate: levels},
            {**SEEDS[0], **attrs},
            grad=dtype in ("float32", "float64"),
            loose=1e-3,
        )
    one = {"shape": i32(), rate: scalar(2, np.float32)}
    yield Case(kind, one, SEEDS[1], loose=1e-3)
    yield Case(kind, {"shape": i32(0), rate: scalar(2, np.float32)}, SEEDS[1])


@cases_of("RandomGammaGrad")
def gamma_grad(kind):
    for dtype in ("float32", "float64"):
        given = {"alpha": numbers(dtype, (4, 1), 0.5, 5), "sample": numbers(dtype, (3,), 0.5, 5, seed=1)}
        yield Case(kind, given, loose=1e-3)


@cases_of("ParameterizedTruncatedNormal")
def parameterized(kind):
    for dtype in ("float32", "float64", "float16"):
        ends = {"minvals": scalar(-1, dtype), "maxvals": scalar(2, dtype)}
        given = {"shape": i32(6, 3), "means": scalar(0.5, dtype), "stdevs": scalar(1.5, dtype), **ends}
        yield Case(kind, given, SEEDS[0], loose=1e-3)
    tail = {"means": scalar(0, "f"), "stdevs": scalar(1, "f"), "minvals": scalar(4, "f"), "maxvals": scalar(9, "f")}
    yield Case(kind, {"shape": i32(20), **tail}, SEEDS[1], loose=1e-3)
    bad = {**tail, "maxvals": scalar(3, "f")}
    yield Case(kind, {"shape": i32(20), **bad}, SEEDS[1], fails=True)


SAMPLERS = ("UniformCandidateSampler", "LogUniformCandidateSampler", "LearnedUnigramCandidateSampler",
            "ThreadUnsafeUnigramCandidateSampler", "FixedUnigramCandidateSampler")  # fmt: skip


@cases_of(*SAMPLERS)
def samplers(kind):
    true = np.array([[1, 2], [3, 0], [7, 7]], np.int64)
    for unique, count in ((True, 5), (False, 12)):
        attrs = {"num_true": 2, "num_sampled": count, "unique": unique, "range_max": 10, **SEEDS[0]}
        if kind.startswith("Fixed"):
            attrs["unigrams"] = [1.0, 2.0, 3.0, 1.0, 0.5, 2.0, 7.0, 1.0, 1.0, 4.0]
        yield Case(kind, {"true_classes": true}, attrs)
    yield Case(kind, {"true_classes": true}, {**attrs, "unique": True, "num_sampled": 11}, fails=True)
    yield Case(kind, {"true_classes": true}, {**attrs, "num_true": 3}, fails=True)


@cases_of("AllCandidateSampler")
def all_sampler(kind):
    true = np.array([[1, 2], [3, 0]], np.int64)
    yield Case(kind, {"true_classes": true}, {"num_true": 2, "num_sampled": 6, "unique": True, **SEEDS[0]})


@cases_of("ComputeAccidentalHits")
def accidental_hits(kind):
    given = {"true_classes": np.array([[1, 2], [3, 0]], np.int64), "sampled_candidates": i64(2, 3, 2, 9)}
    yield Case(kind, given, {"num_true": 2, **SEEDS[0]})
    yield Case(kind, {**given, "sampled_candidates": i64()}, {"num_true": 2, **SEEDS[0]})
