"""All of convolution: public functions, kernels with shape rules and gradients, and the ways to compute it."""
