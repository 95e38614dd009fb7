# Seed 004, lines 26720-26724.
import numpy as np
import tensorflow as tf

def my_func(x):
    # x는 아래의 placeholder의 값을 가지는 numpy 배열이 될 것입니다.
    return np.sinh(x)
inp = tf.placeholder(tf.float32, [3])
y = tf.py_func(my_func, [inp], [tf.float32])
