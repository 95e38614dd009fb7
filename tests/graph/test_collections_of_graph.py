"""Collections of the default graph: what was added, in order, by name, filtered by scope."""

import pytest

import penstock as tf


def test_values_come_back_in_order_and_twice_if_added_twice():
    with tf.Graph().as_default():
        for value in ("b", "a", "b"):
            tf.add_to_collection("kept", value)
        assert tf.get_collection("kept") == ["b", "a", "b"]
        assert tf.get_collection("other") == []


def test_they_are_those_of_the_graph_that_is_the_default():
    outer, inner = tf.Graph(), tf.Graph()
    with outer.as_default():
        tf.add_to_collection("kept", 1)
        with inner.as_default():
            tf.add_to_collection("kept", 2)
            assert tf.get_collection("kept") == [2]
        assert tf.get_collection("kept") == [1]
    assert outer.get_collection("kept") == [1] and inner.get_collection("kept") == [2]


def test_a_collection_is_a_copy_and_its_reference_is_not():
    with tf.Graph().as_default():
        tf.add_to_collection("kept", 1)
        tf.get_collection("kept").append(2)
        assert tf.get_collection("kept") == [1]
        tf.get_collection_ref("kept").append(2)
        assert tf.get_collection("kept") == [1, 2]
        tf.get_collection_ref("empty").append(3)  # a reference makes the collection
        assert tf.get_collection("empty") == [3]


def test_a_scope_selects_by_the_beginning_of_names_and_leaves_out_what_has_none():
    with tf.Graph().as_default():
        with tf.name_scope("first"):
            x = tf.constant(1, name="x")
        y = tf.constant(2, name="second/first")
        for value in (x, y, "no name"):
            tf.add_to_collection("kept", value)
        assert tf.get_collection("kept", scope="first") == [x]
        assert tf.get_collection("kept", scope=".*first") == [x, y]  # a regular expression, as in 1.15


@pytest.mark.parametrize("names", [("a", "b"), ["a", "b", "a"], {"a", "b"}])
def test_a_value_is_added_to_several_collections_once_each(names):
    with tf.Graph().as_default() as graph:
        tf.add_to_collections(names, "v")
        assert tf.get_collection("a") == ["v"] and tf.get_collection("b") == ["v"]
        assert sorted(graph.get_all_collection_keys()) == ["a", "b"]


def test_one_name_is_no_list_of_letters():
    with tf.Graph().as_default() as graph:
        tf.add_to_collections("kept", "v")
        assert graph.get_all_collection_keys() == ["kept"]
