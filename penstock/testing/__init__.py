"""`tf.test`: test cases that know tensors, comparison of graphs, benchmarks, and how a file of tests is run.

The public names are those of tf.test. Nothing in the package imports this one.
"""
