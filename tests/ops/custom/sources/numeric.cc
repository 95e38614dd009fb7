// Kernels on the bases of numeric_op.h, shapes broadcast by BCast, tensors put together and taken apart, extremes of half.
#include <vector>

#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/numeric_op.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/register_types.h"
#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/framework/tensor_util.h"
#include "tensorflow/core/util/bcast.h"

namespace tensorflow {

REGISTER_OP("ScaledElu")
    .Input("x: T")
    .Output("y: T")
    .Attr("T: {float, double}")
    .Attr("scale: float = 1.05")
    .Attr("below: {'exp', 'zero'} = 'exp'")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
An activation.

x: any numbers.
scale: what all is multiplied by.
below: what becomes of negative numbers:
  they are followed by their exponential, or are zero.
y: the activation.
)doc");

template <typename T>
class ScaledElu : public UnaryElementWiseOp<T, ScaledElu<T>> {
 public:
  explicit ScaledElu(OpKernelConstruction* c) : UnaryElementWiseOp<T, ScaledElu<T>>(c) {
    OP_REQUIRES_OK(c, c->GetAttr("scale", &scale_));
    string below;
    OP_REQUIRES_OK(c, c->GetAttr("below", &below));
    exp_ = below == "exp";
  }
  void Operate(OpKernelContext*, const Tensor& input, Tensor* output) {
    auto x = input.flat<T>();
    auto y = output->flat<T>();
    for (int64 i = 0; i < x.size(); ++i) {
      const T v = x(i);
      y(i) = static_cast<T>(scale_) * (v > T(0) ? v : exp_ ? static_cast<T>(std::exp(v) - 1) : T(0));
    }
  }

 private:
  float scale_;
  bool exp_;
};
#define REGISTER(T) REGISTER_KERNEL_BUILDER(Name("ScaledElu").Device(DEVICE_CPU).TypeConstraint<T>("T"), ScaledElu<T>)
REGISTER(float);
REGISTER(double);
#undef REGISTER

REGISTER_OP("ScaledDistance").Input("a: float").Input("b: float").Output("y: float").SetShapeFn([](
    shape_inference::InferenceContext* c) {
  c->set_output(0, c->input(0));
  return Status::OK();
});
class ScaledDistance : public BinaryElementWiseOp<float, ScaledDistance> {
 public:
  using BinaryElementWiseOp<float, ScaledDistance>::BinaryElementWiseOp;
  template <int NDIMS>
  void Operate(OpKernelContext*, const Tensor& a, const Tensor& b, Tensor* output) {
    auto x = a.tensor<float, NDIMS>(), y = b.tensor<float, NDIMS>();
    auto z = output->tensor<float, NDIMS>();
    for (int64 i = 0; i < x.size(); ++i) z.data()[i] = (x.data()[i] - y.data()[i]) * NDIMS;
  }
};
REGISTER_KERNEL_BUILDER(Name("ScaledDistance").Device(DEVICE_CPU), ScaledDistance);

REGISTER_OP("BroadcastShapes")
    .Input("x: int64")
    .Input("y: int64")
    .Output("parts: N * int64")
    .Attr("N: int = 8")
    .Attr("fewer: bool = true")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      for (int i = 0; i < 8; ++i) c->set_output(i, c->Vector(shape_inference::InferenceContext::kUnknownDim));
      return Status::OK();
    });
class BroadcastShapes : public OpKernel {
 public:
  explicit BroadcastShapes(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("fewer", &fewer_)); }
  void Compute(OpKernelContext* c) override {
    BCast::Vec x, y;
    auto a = c->input(0).vec<int64>(), b = c->input(1).vec<int64>();
    for (int64 i = 0; i < a.size(); ++i) x.push_back(a(i));
    for (int64 i = 0; i < b.size(); ++i) y.push_back(b(i));
    BCast both(x, y, fewer_);
    OP_REQUIRES(c, both.IsValid(), errors::InvalidArgument("Incompatible shapes: ", BCast::ToShape(x).DebugString(), " vs. ",
                                                           BCast::ToShape(y).DebugString()));
    const BCast::Vec* parts[] = {&both.x_reshape(),    &both.x_bcast(),      &both.y_reshape(),         &both.y_bcast(),
                                 &both.result_shape(), &both.output_shape(), &both.grad_x_reduce_idx(), &both.grad_y_reduce_idx()};
    for (int i = 0; i < 8; ++i) {
      const int64 size = static_cast<int64>(parts[i]->size());
      Tensor* out = nullptr;
      OP_REQUIRES_OK(c, c->allocate_output(i, TensorShape({size}), &out));
      for (int64 j = 0; j < size; ++j) out->vec<int64>()(j) = (*parts[i])[j];
    }
  }

 private:
  bool fewer_;
};
REGISTER_KERNEL_BUILDER(Name("BroadcastShapes").Device(DEVICE_CPU), BroadcastShapes);

// Puts its inputs together, then takes the rows apart again in pieces of `sizes`, the last piece first.
REGISTER_OP("Repack")
    .Input("parts: N * T")
    .Output("whole: T")
    .Output("last: T")
    .Attr("N: int >= 1")
    .Attr("T: {float, string}")
    .Attr("sizes: list(int)")
    .SetShapeFn(shape_inference::UnknownShape);
class Repack : public OpKernel {
 public:
  explicit Repack(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("sizes", &sizes_)); }
  void Compute(OpKernelContext* c) override {
    OpInputList parts;
    OP_REQUIRES_OK(c, c->input_list("parts", &parts));
    std::vector<Tensor> tensors(parts.begin(), parts.end()), pieces;
    Tensor whole;
    OP_REQUIRES_OK(c, tensor::Concat(tensors, &whole));
    OP_REQUIRES_OK(c, tensor::Split(whole, sizes_, &pieces));
    Tensor copy = tensor::DeepCopy(whole);
    OP_REQUIRES(c, !copy.SharesBufferWith(whole), errors::Internal("no copy"));
    c->set_output(0, copy);
    c->set_output(1, pieces.back());
  }

 private:
  std::vector<int64> sizes_;
};
REGISTER_KERNEL_BUILDER(Name("Repack").Device(DEVICE_CPU), Repack);

REGISTER_OP("LargestOfRows").Input("x: T").Output("y: T").Attr("T: realnumbertype").SetShapeFn([](
    shape_inference::InferenceContext* c) {
  shape_inference::ShapeHandle x;
  TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &x));
  c->set_output(0, c->Vector(c->Dim(x, 0)));
  return Status::OK();
});
template <typename T>
class LargestOfRows : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    auto x = c->input(0).matrix<T>();
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({x.dimension(0)}), &y));
    for (int64 i = 0; i < x.dimension(0); ++i) {
      T largest = Eigen::NumTraits<T>::lowest();
      for (int64 j = 0; j < x.dimension(1); ++j)
        if (x(i, j) > largest) largest = x(i, j);
      y->vec<T>()(i) = largest;
    }
  }
};
#define REGISTER(T) REGISTER_KERNEL_BUILDER(Name("LargestOfRows").Device(DEVICE_CPU).TypeConstraint<T>("T"), LargestOfRows<T>);
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

}  // namespace tensorflow
