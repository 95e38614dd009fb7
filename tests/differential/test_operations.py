"""Every registered operation gives what TensorFlow gives, on generated inputs, in both tiers; so does its gradient."""

import numpy as np
import pytest

import penstock as tf
from penstock import _names
from penstock.graph import registry
from tests.differential import (  # noqa: F401 - they fill the table
    array_cases,
    image_cases,
    math_cases,
    nn_cases,
    random_cases,
    state_cases,
)
from tests.differential import harness as h
from tests.differential.data_programs import DATA_PROGRAMS
from tests.differential.exclusions import EXCLUDED, FAMILIES, RECORDED, SAME_KERNEL, WITHOUT_GRADIENT
from tests.differential.file_programs import FILE_PROGRAMS
from tests.differential.mentions import mentions, same_kernel
from tests.differential.programs import PROGRAMS as PLAIN_PROGRAMS
from tests.differential.table import GENERATORS, generate
from tests.differential.values import COMPLEX
from tests.differential.waiting_programs import WAITING_PROGRAMS
from tests.subprocesses import ROOT

REGISTERED = sorted(n for n in _names.OPS if (info := registry.lookup(n)) is not None and info.kernel is not None)
PROGRAMS = PLAIN_PROGRAMS | FILE_PROGRAMS | WAITING_PROGRAMS | DATA_PROGRAMS
IN_PROGRAMS = {kind for kinds, _ in PROGRAMS.values() for kind in kinds.split()}
TREATED = {*GENERATORS, *IN_PROGRAMS, *EXCLUDED, *SAME_KERNEL}
FORMS = {"known shapes": True, "unknown shapes": False}


def test_every_registered_operation_has_cases_or_a_reason_for_having_none():
    missing = [n for n in REGISTERED if n not in TREATED and _names.OPS[n] not in (*FAMILIES, *RECORDED)]
    assert missing == [], "give them cases in tests/differential, or an entry with a reason in exclusions.py"


@pytest.mark.parametrize("module", FAMILIES)
def test_a_family_with_tests_of_its_own_is_compared_with_tensorflow_there(module):
    texts = [(ROOT / path).read_text() for path in FAMILIES[module].split()]
    assert all("peer" in text for text in texts)
    family = [n for n in REGISTERED if _names.OPS[n] == module]
    told = {n for n in family if n in TREATED or any(mentions(text, n) for text in texts)}
    missing = [n for n in family if n not in told and not same_kernel(n, told)]
    assert missing == [], f"{FAMILIES[module]} does not speak of them: compare them there, or give them cases here"


@pytest.mark.parametrize("module", RECORDED)
def test_a_family_that_tensorflow_2_does_not_have_is_compared_with_what_1_15_gave(module):
    assert module in _names.OPS.values()
    text = (ROOT / RECORDED[module]).read_text()
    assert "1.15" in text or "recorded" in text


@pytest.mark.parametrize("kind", SAME_KERNEL)
def test_an_operation_that_tensorflow_cannot_build_shares_the_kernel_of_one_it_can(kind):
    assert registry.lookup(kind).kernel is registry.lookup(SAME_KERNEL[kind]).kernel


def test_no_exclusion_and_no_generator_is_left_over():
    assert [n for n in EXCLUDED if n not in REGISTERED or n in GENERATORS or n in IN_PROGRAMS] == []
    assert [n for n in (*GENERATORS, *IN_PROGRAMS, *SAME_KERNEL) if n not in REGISTERED] == []


def shapes_differ(mine, theirs, case, gradients):
    """Whether static shapes differ, or which gradients there are."""
    limit = case.slopes if gradients else case.outputs
    return mine[2][:limit] != theirs[2][:limit]


def worth_compiling(cases, compared, known, gradients):
    """The compared cases in which the compiler sees anything new: all types; and all shapes, attributes and static values.

    With known shapes, not each type with each shape: the kernel is one function of both, which the interpreted tier runs
    with every case. With unknown ones, the programs are those that were compiled with known shapes; how they are found is
    seen in two cases (values that decide shapes are found in the run), and errors in all.
    """
    if not known:
        errors = {i for i in compared if cases[i].fails}
        first = {}
        if registry.lookup(cases[0].kind).static:
            for i in compared:
                if i not in errors:
                    first.setdefault(h.apart_from_types(cases[i]), i)
        return errors | set(list(first.values())[:2])
    worth, types, forms = set(), set(), set()
    for i in compared:
        if cases[i].fails and not gradients:
            continue
        seen, form = h.types_of(cases[i]), h.apart_from_types(cases[i])
        if seen not in types or form not in forms:
            worth.add(i)
            types.add(seen)
            forms.add(form)
    return worth


def compare(kind, cases, theirs, known, gradients=False):
    """Runs both tiers and returns all differences, in words."""
    found = []
    compared = [i for i, answer in enumerate(theirs) if not h.no_kernel(answer)]
    assert compared, f"TensorFlow has no kernel for any case of {kind}"
    if not known:  # it may refuse to build what it knows too little of, and not look at what it does not know
        compared = [i for i in compared if theirs[i][0] != "build" and h.is_error(theirs[i]) == cases[i].fails]
    for i in compared:
        if h.is_error(theirs[i]) and not cases[i].fails:
            found.append(f"the case is wrong: {cases[i]}: {theirs[i]}")
    if not gradients and known:
        for i, case in enumerate(cases):
            assert not case.fails or h.is_error(theirs[i]), f"TensorFlow accepts {case}"
    worth = worth_compiling(cases, compared, known, gradients)
    for tier in h.TIERS:
        numbers = [i for i in compared if tier == "interpreted" or i in worth]
        ours = h.our_answers([cases[i] for i in numbers], known, tier, gradients)
        for i, mine in zip(numbers, ours, strict=True):
            told = h.difference(mine, theirs[i], cases[i], gradients)
            if told:
                found.append(f"{tier}, {'known' if known else 'unknown'} shapes: {cases[i]}: {told}")
            elif not h.is_error(mine) and known and shapes_differ(mine, theirs[i], cases[i], gradients):
                found.append(f"static shapes: {cases[i]}: {mine[2]}, TensorFlow {theirs[i][2]}")
    return found


@pytest.mark.parametrize("kind", sorted(GENERATORS))
def test_an_operation_gives_what_tensorflow_gives(kind, peer):
    cases = generate(kind)
    found = []
    for known in FORMS.values():
        found += compare(kind, cases, h.peer_answers(peer, cases, known), known)
    assert not found, f"{len(found)} differences:\n" + "\n".join(found)


def has_gradient(kind):
    try:
        return registry.gradient_of(kind) is not None
    except LookupError:
        return False


def gradient_cases(kind):
    """Some cases whose inputs are smooth: wide types, so that rounding says nothing, and a few shapes."""

    def smooth(case):
        wide = [a for a in case.arrays() if a.dtype.kind in "fc"]
        narrow = [a for a in case.arrays() if a.dtype.name in ("float16", "bfloat16")]
        return wide and not narrow and not case.fails and case.grad

    chosen = [c for c in generate(kind) if smooth(c)]
    wide = [c for c in chosen if any(a.dtype.name in ("float64", *COMPLEX) for a in c.arrays())]
    return wide[:4] + [c for c in chosen if c not in wide][-6:]


GRADIENTS = [k for k in sorted(GENERATORS) if k not in WITHOUT_GRADIENT and has_gradient(k) and gradient_cases(k)]


@pytest.mark.parametrize("kind", GRADIENTS)
def test_a_gradient_is_that_of_tensorflow(kind, peer):
    cases = gradient_cases(kind)
    theirs = h.peer_answers(peer, cases, True, gradients=True)
    found = compare(kind, cases, theirs, True, gradients=True)
    assert not found, f"{len(found)} differences:\n" + "\n".join(found)


WRAPPED = """
x = tf.placeholder(tf.float32, [3, 2])
{source}
with tf.Session(config=CONFIG) as sess:
    sess.run(tf.global_variables_initializer())
    values = [value for step in (ys if isinstance(ys[0], list) else [ys]) for value in sess.run(step, {x: given})]
graph = tf.get_default_graph().as_graph_def()
types = [n.op for part in (graph.node, *(f.node_def for f in graph.library.function)) for n in part]
result = dict(values=values, types=types)
"""


def new_folder(path, name):
    made = path / name
    made.mkdir()
    return made


@pytest.mark.parametrize("about", PROGRAMS)
def test_operations_that_belong_together_give_what_tensorflow_gives(about, peer, tmp_path):
    kinds, source = PROGRAMS[about]
    given = np.arange(6, dtype=np.float32).reshape(3, 2)
    program = WRAPPED.replace("{source}", source)
    theirs = peer.run(program, given=given, CONFIG=None, folder=str(new_folder(tmp_path, "tensorflow")))
    for tier, level in h.TIERS.items():
        config = tf.ConfigProto()
        config.graph_options.optimizer_options.global_jit_level = level
        scope = {"tf": tf, "np": np, "given": given, "CONFIG": config, "folder": str(new_folder(tmp_path, tier))}
        with tf.Graph().as_default():
            exec(compile(program, "<differential>", "exec"), scope)
        assert set(kinds.split()) <= set(scope["result"]["types"])
        for a, b in zip(scope["result"]["values"], theirs["values"], strict=True):
            if np.asarray(a).dtype.kind == "f":
                np.testing.assert_allclose(a, b, rtol=1e-6, err_msg=tier)
            else:
                np.testing.assert_array_equal(a, b, err_msg=tier)
