"""Data sets for the tutorials' programs: MNIST from its IDX files, or the digits that ship with Penstock.

Stands above everything else in the package; nothing below imports it. What programs know as
`tensorflow.examples.tutorials.mnist.input_data` is `mnist` here, their `...mnist.mnist` is `mnist_model`.
"""
