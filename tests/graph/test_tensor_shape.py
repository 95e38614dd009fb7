"""Static shapes and dimensions, with the behaviour of 1.x (`Dimension` objects)."""

import operator
import pickle
from types import SimpleNamespace

import numpy as np
import pytest

import penstock as tf
from penstock.graph import dtypes
from penstock.graph import tensor_shape as ts
from penstock.graph.tensor_shape import Dimension, TensorShape

# Pairs of shapes, and what each method says about them here and in the peer.
SHAPES = [None, [], [3], [None], [2, 3], [None, 3], [2, None], [None, None], [4, 5], [1, 2, 3]]
METHODS = "merge_with concatenate most_specific_compatible_shape is_compatible_with assert_is_compatible_with"
RANK_METHODS = "with_rank with_rank_at_least with_rank_at_most assert_has_rank"
SURVEY = """
def survey(TensorShape, SHAPES, METHODS, RANK_METHODS):
    def attempt(f):
        try:
            value = f()
        except IndexError:
            return "IndexError"
        except Exception as e:
            return f"{type(e).__name__}: {e}"
        return str(value) if isinstance(value, TensorShape) else value
    table = {}
    for a in SHAPES:
        s = TensorShape(a)
        table[f"{a}"] = [str(s), repr(s), s.ndims, bool(s), s.is_fully_defined(), s.num_elements(),
                         attempt(s.as_list), attempt(lambda: len(s)), attempt(lambda: str(s[0])),
                         attempt(lambda: s[1:]), attempt(lambda: s[:2]), attempt(lambda: s[-1:2]),
                         attempt(lambda: s[::2]), attempt(lambda: [str(d) for d in s]),
                         attempt(s.assert_is_fully_defined)]
        for name in METHODS.split():
            for b in SHAPES:
                table[f"{name} {a} {b}"] = attempt(lambda: getattr(s, name)(TensorShape(b)))
        for name in RANK_METHODS.split():
            for rank in (0, 1, 2):
                table[f"{name} {a} {rank}"] = attempt(lambda: getattr(s, name)(rank))
    return table
"""


def test_every_method_says_what_tensorflow_says(peer):
    call = f"result = survey(tf.TensorShape, {SHAPES!r}, {METHODS!r}, {RANK_METHODS!r})"
    theirs = peer.run(SURVEY + call)
    here: dict = {}
    exec(SURVEY, here)
    ours = here["survey"](TensorShape, SHAPES, METHODS, RANK_METHODS)
    assert len(ours) > 600
    assert ours == theirs


def test_ranks_must_be_the_same_where_both_are_known():
    TensorShape([1, 2]).assert_same_rank([None, None])
    TensorShape(None).assert_same_rank([1])
    with pytest.raises(ValueError, match=r"Shapes \(1, 2\) and \(3,\) must have the same rank"):
        TensorShape([1, 2]).assert_same_rank([3])


def test_a_shape_is_made_from_anything_that_lists_sizes():
    expected = TensorShape([2, 3])
    for dims in ((2, 3), [np.int64(2), Dimension(3)], np.array([2, 3]), expected, iter([2, 3]), range(2, 4)):
        assert TensorShape(dims) == expected
    assert TensorShape(5).as_list() == [5]
    assert TensorShape(np.int32(5)).as_list() == [5]
    assert TensorShape(None).ndims is None


def test_a_shape_is_made_from_a_proto_by_its_fields():
    dim = [SimpleNamespace(size=4), SimpleNamespace(size=-1)]
    assert TensorShape(SimpleNamespace(unknown_rank=False, dim=dim)).as_list() == [4, None]
    assert TensorShape(SimpleNamespace(unknown_rank=True, dim=[])).ndims is None


def test_a_shape_survives_its_proto():
    for dims in SHAPES:
        shape = TensorShape(dims)
        assert TensorShape(shape.as_proto())._dims == shape._dims


def test_what_is_no_size_is_rejected():
    with pytest.raises(ValueError, match="Dimension -1 must be >= 0"):
        TensorShape([-1])
    with pytest.raises(ValueError, match="Ambiguous dimension: 1.5"):
        TensorShape([1.5])
    with pytest.raises(TypeError, match="Cannot convert <dtype: 'float32'> to Dimension"):
        TensorShape(dtypes.float32)
    with pytest.raises(TypeError, match="ambiguous TensorShape"):
        TensorShape("23")
    with pytest.raises(TypeError):
        TensorShape([object()])


def test_indexing_and_iterating_give_dimensions():
    shape = TensorShape([None, 3])
    assert isinstance(shape[0], Dimension) and shape[1].value == 3 and shape[-1] == 3
    assert [d.value for d in shape] == [None, 3]
    assert [type(d) for d in shape.dims] == [Dimension, Dimension]
    assert TensorShape(None).dims is None and TensorShape(None)[7].value is None
    with pytest.raises(IndexError):
        shape[2]


def test_v2_behaviour_gives_plain_sizes():
    try:
        ts.enable_v2_tensorshape()
        shape = TensorShape([None, 3])
        assert shape[0] is None and shape[1] == 3 and type(shape[1]) is int and list(shape) == [None, 3]
        assert (str(shape), repr(shape)) == ("(None, 3)", "TensorShape([None, 3])")
    finally:
        ts.disable_v2_tensorshape()
    assert isinstance(TensorShape([3])[0], Dimension)


def test_equality_is_with_lists_too_and_unknown_sizes_are_not_known_to_be_equal():
    assert TensorShape([2, 3]) == [2, 3] and TensorShape([2, 3]) == (2, 3) and TensorShape([]) == []
    assert TensorShape([2, 3]) != [2, 4] and TensorShape([2]) != [2, 2]
    assert not operator.eq(TensorShape([2]), "a string") and operator.ne(TensorShape([2]), "a string")
    partial = TensorShape([None, 3])
    assert partial == partial and partial == TensorShape(partial)
    assert not operator.eq(partial, TensorShape([None, 3])) and operator.ne(partial, TensorShape([None, 3]))
    assert TensorShape(None) == TensorShape(None) and not operator.eq(TensorShape(None), [3])
    with pytest.raises(ValueError, match="inequality of unknown TensorShapes is undefined"):
        operator.ne(TensorShape(None), [3])


def test_shapes_can_be_added_hashed_and_pickled():
    assert (TensorShape([1]) + [2]).as_list() == [1, 2] and ([0] + TensorShape([1])).as_list() == [0, 1]
    assert {TensorShape([2, 3]): "x"}[TensorShape([2, 3])] == "x"
    assert pickle.loads(pickle.dumps(TensorShape([2, None]))).as_list() == [2, None]
    assert pickle.loads(pickle.dumps(Dimension(4))).value == 4


def test_dimensions_calculate_and_an_unknown_one_stays_unknown():
    for f in (operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod):
        assert (
            f(Dimension(17), 5).value == f(17, Dimension(5)).value == f(Dimension(17), Dimension(5)).value == f(17, 5)
        )
        assert f(Dimension(None), 5).value is f(5, Dimension(None)).value is f(Dimension(5), None).value is None
    for f in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
        assert f(Dimension(17), 5) is f(17, 5)
        assert f(Dimension(None), 5) is f(Dimension(5), None) is None
    with pytest.raises(TypeError, match="please use // instead"):
        Dimension(4) / 2
    with pytest.raises(TypeError, match="'int' and 'Dimension', please use // instead"):
        4 / Dimension(2)
    with pytest.raises(ValueError, match="Dimension -1 must be >= 0"):
        Dimension(1) - 2


def test_a_known_dimension_is_an_index():
    assert list(range(Dimension(3))) == [0, 1, 2] and int(Dimension(3)) == 3 and [0] * Dimension(2) == [0, 0]
    assert np.zeros([Dimension(2), Dimension(3)]).shape == (2, 3)
    with pytest.raises(TypeError):
        int(Dimension(None))


def test_dimensions_merge_if_compatible():
    assert Dimension(3).merge_with(None).value == Dimension(None).merge_with(3).value == 3
    with pytest.raises(ValueError, match="Dimensions 3 and 4 are not compatible"):
        Dimension(3).merge_with(4)
    assert (str(Dimension(None)), repr(Dimension(None)), str(Dimension(3))) == ("?", "Dimension(None)", "3")


def test_helpers():
    assert ts.unknown_shape(ndims=2).as_list() == ts.unknown_shape(2).as_list() == [None, None]
    assert (ts.scalar().ndims, ts.vector(None).as_list(), ts.matrix(2, 3).as_list()) == (0, [None], [2, 3])
    assert ts.dimension_value(Dimension(3)) == ts.dimension_value(3) == 3
    assert ts.dimension_at_index(TensorShape([4, 5]), 1).value == 5
    assert ts.dimension_at_index(TensorShape(None), 1).value is None
    assert ts.as_shape([1]).as_list() == [1]


def test_one_element_of_a_partly_known_shape_is_unknown_as_in_1_15():
    # What programs make for sizes that are unknown counts, and with it the seeds of what follows (GPT-2's sampler).
    x = tf.placeholder(tf.float32, [1, None, 3])
    size = tf.shape(x)
    made = [
        tf.tile(tf.zeros([1, 5]), [size[0], 1]),
        tf.reshape(x, [size[0], 3, size[1]]),
        tf.fill([size[0], 4], 1.0),
        tf.random_uniform([size[0], size[2]]),
        tf.zeros(size[:1]),
        tf.zeros(tf.shape(tf.zeros([2, 3]))[:1]),
        tf.tile(tf.zeros([1, 5]), [tf.shape(tf.zeros([2, 3]))[0], 1]),
    ]
    shapes = [[None, 5], [None, 3, None], [None, 4], [None, None], [1], [2], [2, 5]]  # by 1.15.5
    assert [t.shape.as_list() for t in made] == shapes
