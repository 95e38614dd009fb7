"""What all families of operations share: tables of simple kernels, helpers of gradients, old names of arguments."""
