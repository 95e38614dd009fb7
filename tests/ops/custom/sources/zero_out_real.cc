// As zero_out.cc, for all real numbers.
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/register_types.h"
#include "tensorflow/core/framework/shape_inference.h"

using namespace tensorflow;

REGISTER_OP("ZeroOutReal")
    .Attr("T: realnumbertype")
    .Input("to_zero: T")
    .Output("zeroed: T")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      c->set_output(0, c->input(0));
      return Status::OK();
    });

template <typename T>
class ZeroOutRealOp : public OpKernel {
 public:
  explicit ZeroOutRealOp(OpKernelConstruction* context) : OpKernel(context) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& input_tensor = context->input(0);
    auto input = input_tensor.flat<T>();
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input_tensor.shape(), &output));
    auto output_flat = output->template flat<T>();
    const int N = input.size();
    for (int i = 0; i < N; i++) output_flat(i) = T(0);
    if (N > 0) output_flat(0) = input(0);
  }
};

#define REGISTER_KERNEL(type) \
  REGISTER_KERNEL_BUILDER(Name("ZeroOutReal").Device(DEVICE_CPU).TypeConstraint<type>("T"), ZeroOutRealOp<type>)
TF_CALL_REAL_NUMBER_TYPES(REGISTER_KERNEL);
#undef REGISTER_KERNEL
