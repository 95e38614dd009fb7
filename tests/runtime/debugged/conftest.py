"""A graph for each test."""

import pytest

import penstock as tf


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        yield graph
