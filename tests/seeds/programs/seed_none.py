# Seed 004, lines 11706-11721.
import tensorflow as tf

a = tf.random_uniform([1])
b = tf.random_normal([1])

print("Session 1")
with tf.Session() as sess1:
    print(sess1.run(a)) # generates 'A1'
    print(sess1.run(a)) # generates 'A2'
    print(sess1.run(b)) # generates 'B1'
    print(sess1.run(b)) # generates 'B2'

print("Session 2")
with tf.Session() as sess2:
    print(sess2.run(a)) # generates 'A3'
    print(sess2.run(a)) # generates 'A4'
    print(sess2.run(b)) # generates 'B3'
    print(sess2.run(b)) # generates 'B4'
