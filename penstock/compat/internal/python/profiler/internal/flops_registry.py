"""Which operations the profiler counts."""

__all__ = ["IMPLEMENTED_OPS"]

# The operations whose floating point operations are counted.
IMPLEMENTED_OPS = {
    *"""Add AddN ArgMax ArgMin AssignAdd AssignSub AvgPool AvgPoolGrad BiasAdd BiasAddGrad Conv2D Conv2DBackpropFilter
    Conv2DBackpropInput DepthwiseConv2dNative Dilation2D Equal Greater GreaterEqual L2Loss Less LessEqual Log MatMul MaxPool
    MaxPoolGrad Maximum Mean Minimum Mul Neg NotEqual Pow RealDiv Reciprocal Rsqrt RsqrtGrad Softmax Square
    SquaredDifference Sub Sum""".split()
}
