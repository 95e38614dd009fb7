// Operations for what happens to kernels inside of compiled programs.
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/shape_inference.h"

using namespace tensorflow;
using shape_inference::InferenceContext;

// Multiplies, and counts its calls, though it does not say that it has a state.
REGISTER_OP("Scaled").Input("x: T").Input("by: T").Output("y: T").Attr("T: {float, double, half, int32, int64, complex64}")
    .SetShapeFn([](InferenceContext* c) {
      c->set_output(0, c->input(0));
      return Status::OK();
    });
template <typename T>
class ScaledOp : public OpKernel {
 public:
  explicit ScaledOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    const Tensor& x = c->input(0);
    OP_REQUIRES(c, TensorShapeUtils::IsScalar(c->input(1).shape()), errors::InvalidArgument("by must be a scalar"));
    const T by = c->input(1).scalar<T>()();
    OP_REQUIRES(c, by != T(0), errors::InvalidArgument("by must not be 0"));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, x.shape(), &y));
    for (int64 i = 0; i < x.NumElements(); i++) y->flat<T>()(i) = x.flat<T>()(i) * by;
  }
};
#define REGISTER_SCALED(T) REGISTER_KERNEL_BUILDER(Name("Scaled").Device(DEVICE_CPU).TypeConstraint<T>("T"), ScaledOp<T>);
REGISTER_SCALED(float)
REGISTER_SCALED(double)
REGISTER_SCALED(Eigen::half)
REGISTER_SCALED(int32)
REGISTER_SCALED(int64)
REGISTER_SCALED(complex64)

// The first n numbers, repeated; passes its input on, makes an output of its own, and has a list.
REGISTER_OP("Heads").Input("x: float").Input("n: int32").Input("more: N * float").Attr("N: int >= 1")
    .Output("same: float").Output("head: float").Output("sums: N * float").SetShapeFn([](InferenceContext* c) {
      c->set_output(0, c->input(0));
      shape_inference::DimensionHandle n;
      TF_RETURN_IF_ERROR(c->MakeDimForScalarInput(1, &n));
      c->set_output(1, c->Vector(n));
      for (int i = 2; i < c->num_outputs(); i++) c->set_output(i, c->Scalar());
      return Status::OK();
    });
class HeadsOp : public OpKernel {
 public:
  explicit HeadsOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    c->set_output(0, c->input(0));
    const int n = c->input(1).scalar<int32>()();
    Tensor head;
    OP_REQUIRES_OK(c, c->allocate_temp(DT_FLOAT, TensorShape({n}), &head));
    for (int i = 0; i < n; i++) head.vec<float>()(i) = c->input(0).flat<float>()(i);
    c->set_output(1, head);
    OpInputList more;
    OP_REQUIRES_OK(c, c->input_list("more", &more));
    for (int i = 0; i < more.size(); i++) {
      Tensor* sum = nullptr;
      OP_REQUIRES_OK(c, c->allocate_output(2 + i, TensorShape({}), &sum));
      float total = 0;
      for (int64 k = 0; k < more[i].NumElements(); k++) total += more[i].flat<float>()(k);
      sum->scalar<float>()() = total;
    }
  }
};
REGISTER_KERNEL_BUILDER(Name("Heads").Device(DEVICE_CPU), HeadsOp);

// Its shape function says one more than there is.
REGISTER_OP("Liar").Input("x: float").Output("y: float").SetShapeFn([](InferenceContext* c) {
  shape_inference::DimensionHandle n;
  TF_RETURN_IF_ERROR(c->Add(c->Dim(c->input(0), 0), 1, &n));
  c->set_output(0, c->Vector(n));
  return Status::OK();
});
class LiarOp : public OpKernel {
 public:
  explicit LiarOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &y));
    for (int64 i = 0; i < y->NumElements(); i++) y->flat<float>()(i) = c->input(0).flat<float>()(i) + 1;
  }
};
REGISTER_KERNEL_BUILDER(Name("Liar").Device(DEVICE_CPU), LiarOp);

// How many calls the object of this kernel has had, for a vector of any length; and how many of the numbers are positive.
REGISTER_OP("Calls").Input("x: float").Output("calls: int64").Output("positive: float").SetShapeFn([](InferenceContext* c) {
  c->set_output(0, c->Scalar());
  c->set_output(1, c->UnknownShapeOfRank(1));
  return Status::OK();
});
REGISTER_OP("CountedCalls").Input("x: float").Output("calls: int64").SetShapeFn([](InferenceContext* c) {
  c->set_output(0, c->Scalar());
  return Status::OK();
});
class CallsOp : public OpKernel {
 public:
  explicit CallsOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    Tensor* calls = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({}), &calls));
    mutex_lock l(mu_);
    calls->scalar<int64>()() = ++calls_;
    if (c->num_outputs() == 1) return;
    std::vector<float> found;
    for (int64 i = 0; i < c->input(0).NumElements(); i++)
      if (c->input(0).flat<float>()(i) > 0) found.push_back(c->input(0).flat<float>()(i));
    Tensor* positive = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(1, TensorShape({static_cast<int64>(found.size())}), &positive));
    for (size_t i = 0; i < found.size(); i++) positive->vec<float>()(static_cast<int64>(i)) = found[i];
  }

 private:
  mutex mu_;
  int64 calls_ = 0;
};
REGISTER_KERNEL_BUILDER(Name("Calls").Device(DEVICE_CPU), CallsOp);
REGISTER_KERNEL_BUILDER(Name("CountedCalls").Device(DEVICE_CPU), CallsOp);
