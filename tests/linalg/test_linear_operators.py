"""tf.linalg.LinearOperator*: every class and method against TensorFlow, and against the dense matrix."""

import numpy as np
import pytest

import penstock as tf
from tests.same_program import run_here

L = "tf.linalg.LinearOperator"
FULL = "tf.linalg.LinearOperatorFullMatrix([[4., 1., 0.], [1., 3., -1.], [0., -1., 2.]]"
# Name → (the operator, a matrix to multiply, a matrix for its adjoint to multiply).
SQUARE = {
    "identity": f"{L}Identity(3)",
    "batch of identities": f"{L}Identity(3, batch_shape=[2], dtype=tf.float64)",
    "scaled": f"{L}ScaledIdentity(3, [2., -3.])",
    "complex scaled": f"{L}ScaledIdentity(3, tf.constant(1. + 2.j, tf.complex64))",
    "diagonal": f"{L}Diag([1., -2., 3.])",
    "positive diagonal": f"{L}Diag([[1., 2., 3.], [4., 5., 6.]], is_positive_definite=True)",
    "complex diagonal": f"{L}Diag(tf.constant([1. + 1.j, 2., 3.j], tf.complex64))",
    "full": f"{FULL})",
    "definite full": f"{FULL}, is_self_adjoint=True, is_positive_definite=True)",
    "batch of full": f"{L}FullMatrix(np.array([np.eye(3) * 2 + 1, np.diag([1., 2., 3.]) - .5]))",
    "triangular": f"{L}LowerTriangular([[1., 7., 7.], [2., 3., 7.], [4., 5., 6.]])",
    "reflection": f"{L}Householder([1., 2., 2.])",
    "toeplitz": f"{L}Toeplitz([1., 2., 3.], [1., 4., -9.])",
    "circulant": f"{L}Circulant(tf.constant([6., 4. + 1.j, 4. - 1.j], tf.complex64), input_output_dtype=tf.float32)",
    "complex circulant": f"{L}Circulant([[6., 4., 4.], [1., 2., 3.]])",
    "product": f"{L}Composition([{FULL}), {L}LowerTriangular([[1., 0., 0.], [2., 3., 0.], [4., 5., 6.]])])",
    "inverse": f"{L}Inversion({FULL}))",
    "adjoint": f"{L}Adjoint({L}LowerTriangular([[1., 7., 7.], [2., 3., 7.], [4., 5., 6.]]))",
    "update": f"{L}LowRankUpdate({L}Diag([1., 2., 3.], is_positive_definite=True), [[1.], [2.], [0.]])",
    "update of both sides": f"{L}LowRankUpdate({FULL}), [[1.], [2.], [0.]], diag_update=[-.5], v=[[0.], [1.], [1.]])",
    "blocks": f"{L}BlockDiag([{L}Diag([1., 2.]), {L}FullMatrix([[3.]])])",
}
LARGER = {
    "kronecker": f"{L}Kronecker([{L}FullMatrix([[1., 2.], [3., 5.]]), {L}Diag([1., 2., -1.])])",
    "kronecker of three": f"{L}Kronecker([{L}Diag([2.]), {L}FullMatrix([[1., 2.], [3., 5.]]), {L}Identity(3)])",
    "circulant 2d": f"{L}Circulant2D([[6., 4., 4.], [1., 2., 3.]])",
    "circulant 3d": f"{L}Circulant3D([[[6., 4., 4.], [1., 2., 3.]]])",
}
OBLONG = {
    "oblong": f"{L}FullMatrix([[1., 2., 3.], [4., 5., 6.]])",
    "oblong kronecker": f"{L}Kronecker([{L}FullMatrix([[1., 2., 3.]]), {L}FullMatrix([[1.], [2.]])])",
    "oblong product": f"{L}Composition([{L}FullMatrix([[1., 2., 3.], [4., 5., 6.]]), {L}Diag([1., 2., 3.])])",
}
PROGRAM = """
result = {}
hints = "is_non_singular is_self_adjoint is_positive_definite is_square".split()
for name, source in operators.items():
    with tf.Graph().as_default(), tf.Session(config=CONFIG) as sess:
        o = eval(source)
        m, n = o.shape.as_list()[-2:]
        kind = o.dtype.as_numpy_dtype
        x, y = (np.linspace(-1., 2., k * 2).reshape(k, 2).astype(kind) for k in (n, m))
        many = np.stack([x, x + 1, -x]) if len(o.shape.as_list()) == 2 else np.stack([x, x + 1])
        t = {"to_dense": o.to_dense(), "matmul": o.matmul(x), "adjoint matmul": o.matmul(y, adjoint=True)}
        t.update({"matmul of adjoint": o.matmul(np.conj(x.T), adjoint_arg=True), "batch": o.matmul(many)})
        t.update({"matvec": o.matvec(x[:, 0])})
        if name != "oblong kronecker":  # where TensorFlow's are wrong
            t.update({"diag_part": o.diag_part(), "trace": o.trace()})
        t.update({"shape": o.shape_tensor(), "rank": o.tensor_rank_tensor(), "batch shape": o.batch_shape_tensor()})
        t.update({"rows": o.range_dimension_tensor(), "columns": o.domain_dimension_tensor()})
        if m == n:
            t.update({"solve": o.solve(y), "adjoint solve": o.solve(y, adjoint=True), "solvevec": o.solvevec(y[:, 0])})
            t.update({"batch solve": o.solve(many), "solve of adjoint": o.solve(np.conj(y.T), adjoint_arg=True)})
            t.update({"det": o.determinant(), "add": o.add_to_tensor(np.ones(o.shape.as_list(), kind) * 2)})
            t.update({"log det": o.log_abs_determinant()})
            if "circulant" not in name or o.dtype.is_complex:  # 1.15 forgot the type of their matrices
                t.update({"H": o.H.matvec(y[:, 0]), "inverse": o.inverse().to_dense()})
                t.update({"squared": o.matmul(o).to_dense(), "one": o.solve(o).to_dense()})
            if o.is_self_adjoint and o.is_positive_definite:
                t["cholesky"] = o.cholesky().to_dense()
        values = sess.run(t)
        if name == "reflection":
            del values["add"]
        result[name] = [o.name, str(o.shape), o.dtype.name, [None if h is None else bool(h) for h in
                        [getattr(o, hint) for hint in hints]], values]
"""


def check(ours, theirs):
    assert ours.keys() == theirs.keys()
    for name in theirs:
        assert ours[name][:4] == theirs[name][:4], name
        assert ours[name][4].keys() == theirs[name][4].keys(), name
        for what, expected in theirs[name][4].items():
            found = ours[name][4][what]
            assert np.asarray(found).dtype == np.asarray(expected).dtype, (name, what)
            np.testing.assert_allclose(found, expected, rtol=2e-4, atol=2e-5, err_msg=f"{name} {what}")


def test_operators_do_what_tensorflows_do(peer):
    operators = {**SQUARE, **LARGER, **OBLONG}
    check(run_here(PROGRAM, operators=operators), peer.run(PROGRAM, operators=operators, CONFIG=None))


def test_operators_agree_in_both_tiers():
    operators = {name: SQUARE[name] for name in ("triangular", "update", "blocks")} | {"k": LARGER["kronecker"]}
    check(run_here(PROGRAM, operators=operators), run_here(PROGRAM, operators=operators, tier="xla"))


def test_pairs_of_operators_keep_their_pattern():
    o = tf.linalg
    diag, scaled = o.LinearOperatorDiag([1.0, 2.0]), o.LinearOperatorScaledIdentity(2, 3.0)
    tril, full = (
        o.LinearOperatorLowerTriangular([[1.0, 0.0], [2.0, 4.0]]),
        o.LinearOperatorFullMatrix(np.float32([[2, 1], [0, 3]])),
    )
    circulant, zeros, one = o.LinearOperatorCirculant([2.0, 3.0]), o.LinearOperatorZeros(2), o.LinearOperatorIdentity(2)
    kinds = {
        (diag, diag): "Diag",
        (diag, scaled): "Diag",
        (scaled, diag): "Diag",
        (diag, tril): "LowerTriangular",
        (tril, diag): "LowerTriangular",
        (full, tril): "Composition",
        (one, full): "FullMatrix",
        (full, zeros): "Zeros",
        (zeros, full): "Zeros",
        (circulant, circulant): "Circulant",
    }
    with tf.Session() as sess:
        for (a, b), kind in kinds.items():
            product = a.matmul(b)
            assert type(product).__name__ == f"LinearOperator{kind}"
            dense, x, y = sess.run([product.to_dense(), a.to_dense(), b.to_dense()])
            np.testing.assert_allclose(dense, x @ y, rtol=1e-5, atol=1e-5)
        for a, b in ((diag, tril), (diag, scaled), (scaled, diag), (full, diag), (full.inverse(), diag), (one, full)):
            found, x, y = sess.run([a.solve(b).to_dense(), a.to_dense(), b.to_dense()])
            np.testing.assert_allclose(found, np.linalg.solve(x, y), rtol=1e-5, atol=1e-5)
    with pytest.raises(ValueError, match="Expected `x` to have dimension 2 but got 3"):
        diag.matmul(o.LinearOperatorIdentity(3))


def test_the_diagonal_of_an_oblong_kronecker_product():
    operator = eval(OBLONG["oblong kronecker"])
    with tf.Session() as sess:
        diagonal, trace = sess.run([operator.diag_part(), operator.trace()])
    expected = np.diag(np.kron([[1, 2, 3]], [[1], [2]]))
    assert diagonal.tolist() == expected.tolist() and trace == expected.sum()


def test_zeros_and_other_sizes():
    zeros = tf.linalg.LinearOperatorZeros(2, num_columns=3, batch_shape=[4], is_square=False, is_self_adjoint=False)
    with tf.Session() as sess:
        assert sess.run(zeros.matmul(np.ones([3, 5], np.float32))).shape == (4, 2, 5)
        assert sess.run(zeros.matmul(np.ones([2, 5], np.float32), adjoint=True)).shape == (4, 3, 5)
        assert sess.run(zeros.diag_part()).tolist() == [[0.0, 0.0]] * 4
    with pytest.raises(NotImplementedError, match="expected to be singular"):
        tf.linalg.LinearOperatorZeros(2).solve(np.ones([2, 1], np.float32))
    with pytest.raises(ValueError, match=r"num_rows\(2\) != num_columns\(3\)"):
        tf.linalg.LinearOperatorZeros(2, num_columns=3)
    with pytest.raises(ValueError, match="must be non-negative"):
        tf.linalg.LinearOperatorIdentity(-1)
    with pytest.raises(TypeError, match="must be integer type"):
        tf.linalg.LinearOperatorIdentity(2.0)


def test_hints_are_believed_but_must_not_contradict():
    o = tf.linalg
    diag = o.LinearOperatorDiag([1.0, 2.0])
    for wrong in (
        lambda: o.LinearOperatorDiag([1.0], is_self_adjoint=False),
        lambda: o.LinearOperatorFullMatrix([[1.0]], is_positive_definite=True, is_non_singular=False),
        lambda: o.LinearOperatorFullMatrix([[1.0]], is_non_singular=True, is_square=False),
        lambda: o.LinearOperatorIdentity(2, is_self_adjoint=False),
        lambda: o.LinearOperatorHouseholder([1.0], is_positive_definite=True),
        lambda: o.LinearOperatorAdjoint(diag, is_self_adjoint=False),
        lambda: o.LinearOperatorKronecker([diag], is_self_adjoint=False),
        lambda: o.LinearOperatorInversion(o.LinearOperatorZeros(2)),
        lambda: o.LinearOperatorBlockDiag([o.LinearOperatorFullMatrix([[1.0, 2.0]])]),
        lambda: o.LinearOperatorComposition([]),
        lambda: o.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]).cholesky(),
        lambda: o.LinearOperatorFullMatrix([[1.0, 2.0]]).inverse(),
        lambda: diag.matmul(np.ones([3, 1], np.float32)),
    ):
        with pytest.raises(ValueError):
            wrong()
    for wrong in (lambda: diag.matmul(np.ones([2, 1])), lambda: o.LinearOperatorFullMatrix([[1]])):
        with pytest.raises(TypeError):
            wrong()


def test_checks_fail_when_they_run():
    o = tf.linalg
    with tf.Session() as sess:
        good = o.LinearOperatorFullMatrix([[2.0, 1.0], [1.0, 2.0]], is_self_adjoint=True)
        sess.run([good.assert_non_singular(), good.assert_positive_definite(), good.assert_self_adjoint()])
        for check_ in (
            lambda: o.LinearOperatorDiag([1.0, 0.0]).assert_non_singular(),
            lambda: o.LinearOperatorDiag([1.0, -1.0]).assert_positive_definite(),
            lambda: o.LinearOperatorFullMatrix([[1.0, 1.0], [1.0, 1.0]]).assert_non_singular(),
            lambda: o.LinearOperatorFullMatrix([[1.0, 2.0], [1.0, 1.0]]).assert_self_adjoint(),
            lambda: o.LinearOperatorCirculant([1.0, 0.0]).assert_non_singular(),
            lambda: o.LinearOperatorCirculant([1.0 + 0j, 1.0j, 0.0]).assert_hermitian_spectrum(),
            lambda: o.LinearOperatorScaledIdentity(2, -1.0).assert_positive_definite(),
            lambda: o.LinearOperatorZeros(2).assert_non_singular(),
        ):
            with pytest.raises(tf.errors.InvalidArgumentError):
                sess.run(check_())


def test_shapes_may_be_unknown_until_a_run():
    matrix, diag = tf.placeholder(tf.float32, None), tf.placeholder(tf.float32, None)
    operator = tf.linalg.LinearOperatorKronecker(
        [tf.linalg.LinearOperatorFullMatrix(matrix, is_square=True), tf.linalg.LinearOperatorDiag(diag)]
    )
    feeds = {matrix: [[1.0, 2.0], [3.0, 5.0]], diag: [1.0, 2.0, 3.0]}
    with tf.Session() as sess:
        x = np.arange(6.0, dtype=np.float32).reshape(6, 1)
        dense, y, back, size = sess.run(
            [operator.to_dense(), operator.matmul(x), operator.solve(operator.matmul(x)), operator.shape_tensor()],
            feeds,
        )
    np.testing.assert_allclose(dense, np.kron(feeds[matrix], np.diag(feeds[diag])))
    np.testing.assert_allclose(y, dense @ x)
    np.testing.assert_allclose(back, x, atol=1e-4)
    assert size.tolist() == [6, 6]


def test_operators_are_modules_with_variables_and_gradients():
    v = tf.Variable([1.0, 2.0])
    operator = tf.linalg.LinearOperatorDiag(v)
    assert operator.variables == (v,) and operator.trainable_variables == (v,)
    composed = tf.linalg.LinearOperatorComposition([operator, operator])
    assert composed.submodules == (operator,)
    with tf.Session() as sess:
        sess.run(v.initializer)
        assert sess.run(composed.matvec([1.0, 1.0])).tolist() == [1.0, 4.0]
        sess.run(v.assign([3.0, 4.0]))
        assert sess.run(composed.matvec([1.0, 1.0])).tolist() == [9.0, 16.0]
        assert sess.run(tf.gradients(composed.log_abs_determinant(), v)[0]).tolist() == pytest.approx([2 / 3, 0.5])


def test_functions_of_matrices_take_operators():
    dense = np.float32([[2.0, 1.0], [1.0, 3.0]])
    operator = tf.linalg.LinearOperatorFullMatrix(dense, is_self_adjoint=True, is_positive_definite=True)
    x = np.float32([[1.0, 2.0], [0.0, 1.0]])
    oblong = tf.linalg.LinearOperatorFullMatrix(np.float32([[1, 2, 3], [4, 5, 6]]))
    with tf.Session() as sess:
        found = sess.run(
            [
                tf.matmul(operator, x),
                tf.matmul(x, operator),
                tf.linalg.matmul(oblong, x, adjoint_a=True),
                tf.linalg.solve(operator, x),
                tf.linalg.det(operator),
                tf.linalg.logdet(operator),
                tf.linalg.inv(operator).to_dense(),
                tf.cholesky(operator).to_dense(),
                tf.linalg.diag_part(operator),
                tf.trace(operator),
                tf.linalg.adjoint(oblong).to_dense(),
            ]
        )
    wide = np.float32([[1, 2, 3], [4, 5, 6]])
    expected = [dense @ x, x @ dense, wide.T @ x, np.linalg.solve(dense, x), 5, np.log(5), np.linalg.inv(dense)]
    expected += [np.linalg.cholesky(dense), [2, 3], 5, wide.T]
    for a, b in zip(found, expected):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    with pytest.raises(ValueError, match="Transposing not supported"):
        tf.matmul(operator, x, transpose_a=True)
