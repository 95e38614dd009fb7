"""Linear algebra has the values, operations, shapes, gradients and errors of TensorFlow's, in both tiers."""

import numpy as np
import pytest

import penstock as tf
from tests.ops import tiers
from tests.ops.expressions import agree
from tests.ops.programs import same_error

RANDOM = "np.random.RandomState(1)"
A = f"{RANDOM}.randn(3, 3)"
TALL = f"{RANDOM}.randn(2, 4, 3)"
WIDE = f"{RANDOM}.randn(3, 4)"
PD = f"(lambda x: x @ x.swapaxes(-1, -2) + np.eye(3))({RANDOM}.randn(2, 3, 3))"
B = f"{RANDOM}.randn(3, 2)"
# Singular and eigenvectors are known up to their signs: what is compared does not depend on them.
SQUARED = "(lambda x: x * x)"

CASES = [
    f"tf.cholesky(P({PD}))",
    f"tf.cholesky(P({PD}, [None, None, None]))",
    f"tf.cholesky_solve(P(np.linalg.cholesky({PD})), P({RANDOM}.randn(2, 3, 1)))",
    f"tf.matrix_inverse(P({A}))",
    f"tf.matrix_inverse(P({A}), adjoint=True)",
    f"tf.matrix_determinant(P({TALL}[:, :3]))",
    f"tf.matrix_solve(P({A}), P({B}))",
    f"tf.matrix_solve(P({A}, None), P({B}, None), adjoint=True)",
    f"tf.qr(P({TALL}))",
    f"tf.qr(P({A}))",
    f"tf.matrix_solve_ls(P({TALL}), P({RANDOM}.randn(2, 4, 2)))",
    f"tf.self_adjoint_eigvals(P({PD}))",
    f"tf.self_adjoint_eig(P({PD}))[0]",
    f"tf.svd(P({TALL}), compute_uv=False)",
    f"tf.svd(P({WIDE}))[0]",
    f"tf.matrix_square_root(P({PD}))",
    f"tf.linalg.adjoint(P({WIDE}))",
    f"tf.norm(P({A}))",
    f"tf.norm(P({A}), 1, axis=0)",
    f"tf.norm(P({A}), np.inf, axis=-1, keepdims=True)",
    f"tf.norm(P({A}), 3.0)",
    f"tf.norm(P({A}), 1, axis=[0, 1])",
    f"tf.norm(P({TALL}), np.inf, axis=[-2, -1], keepdims=True)",
    f"tf.norm(P({TALL}), 'fro', axis=(0, 2))",
    f"tf.linalg.matrix_rank(P({TALL}))",
]

# TensorFlow makes other operations here, in this version or in all.
OTHER_NAMES = [
    f"tf.linalg.slogdet(P({TALL}[:, :3]))",
    f"tf.linalg.logdet(P({PD}))",
    f"tf.matrix_triangular_solve(P({A}), P({B}))",
    f"tf.matrix_triangular_solve(P({A}), P({B}), lower=False, adjoint=True)",
    f"tf.matrix_solve_ls(P({WIDE}), P({B}), l2_regularizer=0.5)",
    f"tf.matrix_solve_ls(P({TALL}, [None, None, None]), P({RANDOM}.randn(2, 4, 2)), 0.1)",
    f"{SQUARED}(tf.self_adjoint_eig(P({PD}))[1])",
    f"{SQUARED}(tf.svd(P({TALL}))[1])",
    f"{SQUARED}(tf.svd(P({WIDE}))[2])",
    f"(lambda s, u, v: tf.matmul(u * s[..., None, :], v, adjoint_b=True))(*tf.svd(P({TALL})))",
    f"tf.linalg.expm(P({A}))",
    f"tf.linalg.expm(P(10 * {TALL}[:, :3]))",
    f"tf.linalg.expm(P({A}, None, np.float64))",
    f"tf.linalg.pinv(P({TALL}))",
    f"tf.linalg.normalize(P({A}), axis=1)",
]
# We know more of the shapes than TensorFlow, which moves the axes in a loop.
OTHER_SHAPES = [
    f"tf.norm(P({TALL}), 2, axis=[0, 2])",
    f"tf.norm(P({A}, [None, None]), 2, axis=[-2, -1], keepdims=True)",
]
NO_GRADIENTS = [
    f"tf.qr(P({WIDE}))",
    f"tf.qr(P({TALL}), full_matrices=True)",
    f"tf.linalg.lu(P({A}))",
    f"tf.linalg.lu(P({TALL}[:, :3]), output_idx_type=tf.int64)",
    f"tf.matrix_solve_ls(P({WIDE}), P({B}), fast=False)",
    f"tf.matrix_solve_ls(P({TALL}), P({RANDOM}.randn(2, 4, 2)), fast=False)",
    "tf.svd(P(np.zeros([2, 0, 3])))",
    "tf.cholesky(P(np.zeros([0, 0])))",
    "tf.matrix_determinant(P(np.zeros([2, 0, 0])))",
    "tf.matrix_inverse(P(np.zeros([0, 3, 3])))",
    f"tf.linalg.logm(P({PD}, dtype=np.complex128))",
]


@pytest.mark.parametrize("expression", CASES)
def test_an_expression_gives_what_tensorflow_gives(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, rtol=2e-3)


@pytest.mark.parametrize("expression", OTHER_NAMES)
def test_values_and_gradients_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False, rtol=2e-3)


@pytest.mark.parametrize("expression", NO_GRADIENTS)
def test_what_has_no_gradient_gives_what_tensorflow_gives(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, grads=False, rtol=2e-3)


@pytest.mark.parametrize("expression", OTHER_SHAPES)
def test_values_and_gradients_are_those_of_tensorflow_where_shapes_are_not(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False, shapes=False, rtol=2e-3)


def _random(shape, dtype, seed=0):
    random = np.random.RandomState(seed)
    x = random.randn(*shape)
    return (x + 1j * random.randn(*shape)).astype(dtype) if np.dtype(dtype).kind == "c" else x.astype(dtype)


def _kernel_cases():
    for dtype in ("float32", "float64", "complex64", "complex128"):
        real = np.dtype(dtype).kind != "c"
        for batch in ((), (2, 1), (0,)):
            a, b = _random((*batch, 3, 3), dtype), _random((*batch, 3, 2), dtype, 1)
            positive = (a @ a.conj().swapaxes(-1, -2) + np.eye(3)).astype(dtype)
            yield "Cholesky", dict(input=positive), {}
            yield "MatrixDeterminant", dict(input=a), {}
            yield "LogMatrixDeterminant", dict(input=a), {}
            for adjoint in (False, True):
                yield "MatrixInverse", dict(input=positive), dict(adjoint=adjoint)
                yield "MatrixSolve", dict(matrix=positive, rhs=b), dict(adjoint=adjoint)
                for lower in (False, True):
                    dominant = a + 3 * np.eye(3, dtype=dtype)
                    yield "MatrixTriangularSolve", dict(matrix=dominant, rhs=b), dict(lower=lower, adjoint=adjoint)
            if real:  # LAPACK measures complex pivots by |re| + |im|, Eigen by their magnitude: other rows, as good
                yield "Lu", dict(input=a), {}
            yield "MatrixSquareRoot", dict(input=positive), {}
            yield "SelfAdjointEigV2", dict(input=positive), dict(compute_v=False)
            for rows, columns in ((4, 3), (3, 4), (3, 3)):
                given = _random((*batch, rows, columns), dtype)
                yield "Qr", dict(input=given), {}
                yield "Qr", dict(input=given), dict(full_matrices=True)
                yield "Svd", dict(input=given), dict(compute_uv=False)
                for fast in (True, False):
                    equation = dict(
                        matrix=given, rhs=_random((*batch, rows, 2), dtype, 2), l2_regularizer=np.float64(0.5 * fast)
                    )
                    yield "MatrixSolveLs", equation, dict(fast=fast)
            if real:
                lower = np.linalg.cholesky(positive)
                yield "CholeskyGrad", dict(l=lower, grad=np.tril(_random((*batch, 3, 3), dtype, 3))), {}
            else:
                yield "MatrixLogarithm", dict(input=positive), {}


def test_kernels_of_all_types_agree_with_tensorflow_in_both_tiers(peer):
    cases = list(_kernel_cases())
    ours = tiers.both(*cases)
    theirs = [(kind, inputs, tiers.complete(kind, attrs)) for kind, inputs, attrs in cases]
    answers = peer.run(tiers.PEER, cases=theirs)["answers"]
    for (kind, inputs, attrs), mine, wanted in zip(cases, ours, answers, strict=True):
        what = (
            f"{kind}{attrs} {[getattr(v, 'dtype', v) for v in inputs.values()]} {np.shape(next(iter(inputs.values())))}"
        )
        assert not isinstance(wanted, str), f"{what}: {wanted}"
        if attrs.get("compute_v", True) and attrs.get("compute_uv", True):
            pairs = list(zip(mine, wanted, strict=True))
        else:
            pairs = [(mine[0], wanted[0])]  # what is not computed has another shape than TensorFlow says it has
        for a, b in pairs:
            assert a.shape == b.shape, what
            tiers.close(a, b, what, rtol=2e-3 if a.dtype.name in ("float32", "complex64") else 1e-7)


def _compiled(call):
    """The outputs of a kernel as XLA computes them."""
    import jax

    with jax.enable_x64(True):
        return [np.asarray(x) for x in jax.jit(call.trace)(call.arguments())]


def _product(kind, out):
    """What the factors multiply to."""

    def spectrum(values, left, right):
        return left * values[:, None, :] @ right.conj().swapaxes(-1, -2)

    if kind == "Svd":
        return spectrum(*out)
    if kind == "SelfAdjointEigV2":
        return spectrum(out[0], out[1], out[1])
    if kind == "SelfAdjointEig":
        return spectrum(out[0][:, 0], out[0][:, 1:], out[0][:, 1:])
    if kind == "Qr":
        return out[0] @ out[1]
    product = (np.tril(out[0], -1) + np.eye(3)) @ np.triu(out[0])
    return np.take_along_axis(product, np.argsort(out[1].real, axis=-1)[..., None], axis=1)  # rows in their old order


FACTORS = ["Svd", "SelfAdjointEigV2", "SelfAdjointEig", "Qr", "Lu"]
TYPES = ["float32", "float64", "complex64", "complex128", "float16"]


@pytest.mark.parametrize("tier", ["numpy", "xla"])
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", FACTORS)
def test_factors_multiply_to_the_matrix(kind, dtype, tier):
    if kind == "SelfAdjointEig" and dtype.startswith("complex"):
        pytest.skip("not defined for complex numbers")
    a = _random((2, 3, 3), dtype)
    if "Eig" in kind:
        a = (a + a.conj().swapaxes(-1, -2)).astype(dtype)
    call = tiers.Call(kind, dict(input=a))
    out = call.plain() if tier == "numpy" else _compiled(call)
    assert all(x.dtype == a.dtype for x in out if x.dtype.kind != "i")
    product = _product(kind, [x.astype(np.result_type(x.dtype, np.float32)) for x in out])
    np.testing.assert_allclose(product, a.astype(product.dtype), rtol=2e-2, atol=2e-2 if dtype == "float16" else 1e-4)


@pytest.mark.parametrize("tier", ["numpy", "xla"])
@pytest.mark.parametrize("dtype", TYPES)
def test_the_operation_of_exponentials_agrees_with_eigenvalues(dtype, tier):
    a = _random((2, 3, 3), dtype)
    call = tiers.Call("MatrixExponential", dict(input=a))
    [out] = call.plain() if tier == "numpy" else _compiled(call)
    assert out.dtype == a.dtype
    e, v = np.linalg.eig(a.astype(np.complex128))
    wanted = v * np.exp(e)[:, None, :] @ np.linalg.inv(v)
    np.testing.assert_allclose(out.astype(np.complex128), wanted, rtol=2e-2, atol=2e-2 if dtype == "float16" else 1e-3)


BATCHED = ["Cholesky", "MatrixInverse", "MatrixDeterminant", "SelfAdjointEig"]


@pytest.mark.parametrize("kind", BATCHED)
def test_the_old_batched_operations_are_the_new_ones(kind):
    a = _random((2, 3, 3), "float64")
    a = a @ a.swapaxes(-1, -2)
    both = tiers.both((kind, dict(input=a), {}), (f"Batch{kind}", dict(input=a), {}))
    np.testing.assert_array_equal(both[0][0], both[1][0])


RUN = "s = tf.Session(); p = tf.placeholder(tf.float32); x = lambda v: {p: np.asarray(v, np.float32)}; "
ERRORS = [
    (f"{RUN}s.run(tf.cholesky(p), x([[1, 2, 3], [2, 1, 3]]))", "Input matrix must be square."),
    (f"{RUN}s.run(tf.matrix_inverse(p), x([[1, 2], [2, 4]]))", "Input is not invertible."),
    (f"{RUN}s.run(tf.matrix_solve(p, [[1.0], [2.0]]), x([[1, 2], [2, 4]]))", "Input matrix is not invertible."),
    (f"{RUN}s.run(tf.linalg.lu(p), x([[1, 2], [2, 4]]))", "Input is not invertible."),
    ("tf.cholesky([[1.0, 2.0]])", "Dimensions must be equal, but are 1 and 2"),
    ("tf.matrix_inverse([1.0, 2.0])", "Shape must be at least rank 2 but is rank 1"),
    ("tf.matrix_solve([[1.0, 2.0], [2.0, 3.0]], [[1.0]])", "Dimensions must be equal, but are 2 and 1"),
    ("tf.norm([[1.0]], 'x')", "must be a supported"),
    ("tf.norm([[1.0]], axis=[0, 0])", "'axis' must be None, an integer, or a tuple of 2 unique integers"),
    ("tf.linalg.pinv([1.0])", "Input `a` must have at least 2 dimensions (saw: 1)."),
    ("tf.linalg.expm([[1, 2], [3, 4]])", "does not support matrices of type"),
    (
        "a = tf.constant(np.ones([3, 4]), tf.float32); tf.gradients(tf.qr(a)[0], a)",
        "QrGrad not implemented when",
    ),
]


@pytest.mark.parametrize(("program", "text"), ERRORS[:-1])
def test_an_error_is_that_of_tensorflow(peer, monkeypatch, program, text):
    same_error(peer, program, monkeypatch, part=text)


@pytest.mark.parametrize(
    ("kind", "text"), [("cholesky", "not successful"), ("matrix_triangular_solve", "not invertible")]
)
def test_what_later_versions_answer_with_nan_is_an_error_as_in_1_15(kind, text):
    with tf.Graph().as_default(), tf.Session() as sess:
        given = [[[1.0, 2.0], [2.0, 0.0]]] + [[[1.0], [2.0]]] * (kind != "cholesky")
        with pytest.raises(tf.errors.InvalidArgumentError, match=text):
            sess.run(getattr(tf, kind)(*given))


def test_the_gradient_of_a_wide_qr_is_refused_as_in_1_15():
    with tf.Graph().as_default(), pytest.raises(NotImplementedError, match=ERRORS[-1][1]):
        exec(ERRORS[-1][0], {"tf": tf, "np": np})


def test_a_compiled_program_reports_a_singular_matrix(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    with tf.Graph().as_default(), tf.Session() as sess:
        p = tf.placeholder(tf.float32, [2, 2])
        x = tf.matrix_solve(p, [[1.0], [2.0]])
        assert sess.run(x, {p: np.eye(2)}).tolist() == [[1], [2]]
        with pytest.raises(tf.errors.InvalidArgumentError, match="not invertible"):
            sess.run(x, {p: [[1, 2], [2, 4]]})


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_a_matrix_that_is_not_finite_spoils_only_its_own_singular_values(tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    matrices = np.float32([[[np.nan, 1], [1, 1]], [[2, 0], [0, 1]], [[1, 0], [np.inf, 1]]])
    with tf.Graph().as_default(), tf.Session() as sess:
        p = tf.placeholder(tf.float32, [3, 2, 2])
        for s in (tf.svd(p, compute_uv=False), tf.svd(p)[0]):
            np.testing.assert_array_equal(sess.run(s, {p: matrices}), [[np.nan] * 2, [2, 1], [np.nan] * 2])
        assert sess.run(tf.linalg.matrix_rank(p), {p: matrices}).tolist() == [0, 2, 0]


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("at", [(0, 0), (1, 0), (1, 1)])
def test_there_are_no_eigenvalues_of_nan(tier, at, monkeypatch):
    """LAPACK makes numbers of it."""
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as sess:
        p = tf.placeholder(tf.float32, [2, 2, 2])
        matrices = np.ones([2, 2, 2], np.float32)
        matrices[:, 0, 1] = np.nan  # this triangle is not read
        np.testing.assert_allclose(sess.run(tf.self_adjoint_eigvals(p), {p: matrices}), [[0, 2]] * 2, atol=1e-6)
        matrices[1][at] = np.nan
        for made in (tf.self_adjoint_eigvals(p), tf.self_adjoint_eig(p)):
            with pytest.raises(
                tf.errors.InvalidArgumentError, match="Self-adjoint eigen decomposition was not successful"
            ):
                sess.run(made, {p: matrices})


def test_the_logarithm_of_nan_is_nan():
    with tf.Graph().as_default(), tf.Session() as sess:
        found = sess.run(tf.linalg.logm(np.array([[[np.nan]], [[1]]], np.complex64)))
        assert np.isnan(found[0]).all() and found[1] == 0
