"""Names and rules that NumPy dropped are as in NumPy 1.16.2, for the program and for nobody else."""

import io

import numpy as np
import pytest

import penstock


def test_names_of_types_are_pythons_and_numpys_own(program):
    found = program("""
pairs = [(np.int, int), (np.float, float), (np.complex, complex), (np.object, object), (np.str, str), (np.unicode, str),
    (np.float_, np.float64), (np.complex_, np.complex128), (np.string_, np.bytes_), (np.unicode_, np.str_),
    (np.bool8, np.bool_), (np.int0, np.intp), (np.longfloat, np.longdouble), (np.singlecomplex, np.complex64)]
from numpy import int as integer, product
""")
    assert all(old is new for old, new in found.pairs) and found.integer is int and found.product is np.prod


def test_constants_have_their_old_spellings(program):
    found = program("values = [np.Inf, np.Infinity, np.PINF, np.infty, -np.NINF, np.NaN, np.NAN, np.PZERO]").values
    assert found[:5] == [np.inf] * 5 and np.isnan(found[5]) and np.isnan(found[6]) and found[7] == 0


def test_bool_and_long_can_be_dtypes_as_before(program):
    found = program("a = np.zeros(2, np.bool); b = np.zeros(2, np.long)")
    assert found.a.dtype == bool and found.b.dtype == np.int64


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("asfarray", "np.asfarray([1, 2])"),
        ("asfarray_int", "np.asfarray([1, 2], dtype=np.int32)"),
        ("asfarray32", "np.asfarray([1, 2], dtype=np.float32)"),
        ("in1d", "np.in1d([[1, 2], [3, 4]], [2, 3])"),
        ("in1d_invert", "np.in1d([1, 2], [2], invert=True)"),
        ("msort", "np.msort([[3, 1], [2, 5]])"),
        ("cast", 'np.cast["float32"]([1, 2])'),
        ("round_", "np.round_([1.26, 2.5], 1)"),
        ("ptp", "np.array([[1, 5], [2, 9]]).ptp(axis=1)"),
        ("histogram", "np.histogram([1, 2, 2, 5], bins=4, normed=True)[0]"),
        ("percentile", 'np.percentile([1, 2, 3, 9], 40, interpolation="lower")'),
        ("overflow", "np.array([300, -1, 5], dtype=np.uint8)"),
        ("fromstring", r'np.fromstring(b"\x01\x02\x03\x04", dtype=np.uint16)'),
        ("linspace", "np.linspace(0, 1, 5.0)"),
    ],
)
def test_arrays_are_those_of_numpy_1_16(program, recorded_array, name, source):
    result = np.asarray(program(f"result = {source}").result)
    np.testing.assert_array_equal(result, recorded_array(name))
    assert result.dtype == recorded_array(name).dtype


def test_questions_about_types_are_answered_as_by_numpy_1_16(program, recorded):
    found = program("""
answers = {
 "find_common_type": [str(np.find_common_type(a, b)) for a, b in
    [([np.float32], [np.int64, np.float64]), ([np.int8], [np.float32]), ([], [np.int32, np.float32]), (["i4"], ["u1"])]],
 "maximum_sctype": [np.maximum_sctype(t).__name__ for t in (int, np.uint8)],
 "sctype2char": [np.sctype2char(t) for t in ("f4", np.int16, complex)],
 "obj2sctype": [np.obj2sctype(t).__name__ for t in ("f4", np.zeros(1), float)],
 "issubsctype": [np.issubsctype(np.array([1.0]), float), np.issubsctype(int, np.floating)],
 "issctype": [np.issctype(x) for x in (np.int32, list, 1.1, np.dtype("str"))],
 "alen": [np.alen(np.zeros((7, 4))), np.alen(3)],
 "nbytes": [np.nbytes[np.float64], np.nbytes[np.int8]],
 "ragged": [[str(a.dtype), list(a.shape), repr(a.tolist())] for a in
    (np.array([[1, 2], [3]]), np.array([1, [2, 3]]), np.asarray([[], [1]]), np.array([np.zeros(2), np.zeros(3)]))],
}""")
    assert found.answers == {name: recorded["texts"][name] for name in found.answers}


def test_a_ragged_list_with_a_type_of_numbers_is_still_refused(program):
    with pytest.raises(ValueError, match="inhomogeneous"):
        program("np.array([[1, 2], [3]], dtype=np.float32)")


def test_an_array_of_one_element_is_a_number_whatever_its_rank(program):
    found = program(
        'a = [float(np.array([[2.5]])), int(np.array([3])), "%d %.1f" % (np.array([4]), np.array([[5.5]]))]'
    )
    assert found.a == [2.5, 3, "4 5.5"]
    with pytest.raises(TypeError):
        program("float(np.zeros(2))")


def test_an_empty_array_is_false(program):
    assert program("a = bool(np.array([]))").a is False
    with pytest.raises(ValueError, match="ambiguous"):
        program("bool(np.zeros(2))")


def test_arrays_have_their_old_methods(program):
    found = program("""
a = np.arange(6, dtype=np.int16).reshape(2, 3)
a.itemset((1, 2), 50); a.itemset(0, 7)
raw, swapped, one = a.tostring(), a.newbyteorder()[0, 1], np.float32(1).tostring()
""")
    assert found.a.tolist() == [[7, 1, 2], [3, 4, 50]]
    assert found.raw == found.a.tobytes() and found.swapped == 256 and found.one == np.float32(1).tobytes()


def test_arguments_have_their_old_names(program):
    assert program("a = np.reshape([1, 2, 3, 4], newshape=(2, 2))").a.shape == (2, 2)
    assert program("a = np.array([1, 2], dtype=float, copy=False)").a.dtype == float
    assert program("a = np.vstack(map(list, [[1, 2], [3, 4]]))").a.tolist() == [[1, 2], [3, 4]]


def test_the_program_reads_pickled_arrays_and_libraries_do_not(program, tmp_path):
    objects = np.array([{"a": 1}, None], dtype=object)
    np.save(tmp_path / "a.npy", objects)
    np.savez(tmp_path / "a.npz", objects=objects, numbers=np.arange(2))
    stream = io.BytesIO((tmp_path / "a.npy").read_bytes())
    found = program(
        "a, b, c = np.load(folder / 'a.npy'), np.load(folder / 'a.npz'), np.load(stream)\nd = b['objects'], b['numbers']",
        folder=tmp_path,
        stream=stream,
    )
    assert found.a[0] == found.c[0] == found.d[0][0] == {"a": 1} and found.d[1].tolist() == [0, 1]
    with pytest.raises(ValueError, match="allow_pickle"):
        program("np.load(folder / 'a.npy')", folder=tmp_path, __name__="penstock.somewhere")
    with pytest.raises(ValueError, match="allow_pickle"):
        program("np.load(folder / 'a.npy', allow_pickle=False)", folder=tmp_path)


@pytest.mark.parametrize("library", ["penstock.ops.x", "jax._src.x", "scipy.special", "numpy.lib"])
@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("np.float_", AttributeError),
        ("np.array([[1, 2], [3]])", ValueError),
        ("np.reshape([1], newshape=(1,))", TypeError),
        ("float(np.array([1.0]))", TypeError),
        ("np.linspace(0, 1, 5.0)", TypeError),
    ],
)
def test_libraries_of_today_see_todays_numpy(program, library, source, error):
    with pytest.raises(error):
        program(source, __name__=library)


def test_everything_is_taken_back(program):
    program("np.int, np.arange(2).tostring()")
    penstock.uninstall()
    import jax.numpy as jnp

    for source in (
        "np.int",
        "np.array([[1], [2, 3]])",
        "float(np.array([1.0]))",
        "np.arange(2).tostring()",
        "bool(np.array([]))",
    ):
        with pytest.raises((AttributeError, ValueError, TypeError)):
            program(source)
    assert type(np.array).__name__ == "builtin_function_or_method" and float(jnp.ones([])) == 1


def test_numbers_in_lists_are_printed_as_before_numpy_2_in_threads_too(program):
    source = """
import threading
def show():
    return repr(([np.float32(1.5)], {np.int64(3)}, (np.bool_(True), np.str_("a")), {"loss": np.float64(0.1)}))
texts = [show()]
thread = threading.Thread(target=lambda: texts.append(show()))
thread.start()
thread.join()
"""
    assert set(program(source).texts) == {"([1.5], {3}, (True, 'a'), {'loss': 0.1})"}  # NumPy 1.18.5
    penstock.uninstall()
    assert repr([np.float32(1.5)]) == "[np.float32(1.5)]"


def test_a_programs_own_choice_of_printing_is_kept(program):
    found = program("np.set_printoptions(legacy=False)\ntext = repr([np.float32(1.5)])")
    assert found.text == "[np.float32(1.5)]"
