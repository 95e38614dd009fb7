"""How tensors are divided among the cores of TPUs: `ShardingPolicy`, as 1.15's class of that name."""

import pytest

from penstock.contrib.tpu.tpu_sharding import ShardingPolicy


def policy(shards=None, dimension=None):
    made = ShardingPolicy()
    if shards is not None:
        made.set_number_of_shards(shards)
    if dimension is not None:
        made.set_shard_dimension(dimension)
    return made


@pytest.mark.parametrize("shards, dimension, whole, part", [(4, 0, [8, 3], [2, 3]), (3, 1, [8, 6], [8, 2])])
def test_a_shape_is_divided_along_the_dimension_and_put_together_again(shards, dimension, whole, part):
    found = policy(shards, dimension)
    assert found.get_sharded_shape(whole).as_list() == part
    assert found.get_unsharded_shape([part] * shards).as_list() == whole


def test_a_policy_that_is_not_set_gives_no_shape_and_says_so():
    assert policy().get_sharded_shape([4]) is None
    assert policy(2).get_sharded_shape([4]) is None
    assert str(policy(2)) == "ShardingPolicy(unset)"
    assert str(policy(2, 1)) == "ShardingPolicy(2 shards dimension 1)"


def test_freezing_sets_what_is_not_set_and_keeps_the_rest():
    found = policy(2)
    found.freeze()
    assert (found.number_of_shards, found.shard_dimension) == (2, 0)
    found.set_number_of_shards(2)  # the same again is no change
    with pytest.raises(ValueError, match="frozen to use 2"):
        found.set_number_of_shards(3)
    with pytest.raises(ValueError, match="frozen to use 0"):
        found.set_shard_dimension(1)


def test_merging_takes_only_what_is_set():
    found = policy(2, 1)
    found.merge(policy(dimension=0))
    assert (found.number_of_shards, found.shard_dimension) == (2, 0)


@pytest.mark.parametrize("shards", [0, -1])
def test_there_is_at_least_one_part(shards):
    with pytest.raises(ValueError, match="value must be >0"):
        policy(shards)


@pytest.mark.parametrize(
    "whole, message",
    [
        (None, "must be a specified shape not Unknown"),
        ([3], "does not contain shard_dimension 1"),
        ([3, None], "must have a fixed size for dimension 1"),
        ([3, 5], "cannot be sharded 2 ways along dimension 1"),
    ],
)
def test_shapes_that_cannot_be_divided_are_refused(whole, message):
    with pytest.raises(ValueError, match=message):
        policy(2, 1).get_sharded_shape(whole)


def test_parts_must_be_as_many_as_there_are_and_belong_together():
    with pytest.raises(ValueError, match="number_of_shards=2"):
        policy(2, 0).get_unsharded_shape([[1]])
    with pytest.raises(ValueError, match="not consistent shards"):
        policy(2, 0).get_unsharded_shape([[1, 2], [1, 3]])
    with pytest.raises(ValueError, match=r"must be in \[0,2\)"):
        policy(2, 0).get_sharded_shape([4], 2)
