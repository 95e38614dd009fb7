"""Control flow: conditionals, loops, TensorArrays, functions in Python."""
