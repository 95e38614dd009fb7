"""Estimators of contrib.learn tell and change their settings as scikit-learn asks; answers as 1.15.5 gives them."""

import pytest

import penstock as tf
from penstock.contrib.learn.settings import Settings


def test_the_settings_of_an_estimator_are_its_params(tmp_path):
    learn, x = tf.contrib.learn, tf.contrib.layers.real_valued_column("x")
    made = learn.Estimator(lambda features, labels, params: None, model_dir=str(tmp_path), params={"a": 1})
    assert made.get_params() == {"params": {"a": 1}}
    linear = learn.LinearClassifier([x], model_dir=str(tmp_path))
    assert list(linear.get_params()) == ["params"]
    assert linear.set_params() is linear
    with pytest.raises(ValueError) as raised:
        linear.set_params(zz=1)
    assert str(raised.value) == (
        "Invalid parameter zz for estimator LinearClassifier. Check the list of available parameters with "
        "`estimator.get_params().keys()`."
    )
    assert linear.set_params(params={"b": 2}) is linear and linear.params == {"b": 2}


def test_those_of_an_estimator_in_another_have_both_names():
    class Inner(Settings):
        def __init__(self):
            self.rate, self._hidden, self.function = 0.1, 1, len

    class Outer(Settings):
        def __init__(self):
            self.inner, self.size = Inner(), 3

    outer = Outer()
    assert outer.get_params() == {"inner": outer.inner, "inner__rate": 0.1, "size": 3}
    assert list(outer.get_params(deep=False)) == ["inner", "size"]
    outer.set_params(inner__rate=0.5, size=4)
    assert (outer.inner.rate, outer.size) == (0.5, 4)
    with pytest.raises(ValueError, match="Invalid parameter other for estimator Outer"):
        outer.set_params(other__rate=1)
