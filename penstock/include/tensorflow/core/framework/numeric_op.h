// Bases of kernels that compute element by element: one or two inputs, one output, all of a type and a shape.
#pragma once

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/core/status.h"

namespace tensorflow {

template <class T>
class UnaryOp : public OpKernel {
 public:
  explicit UnaryOp(OpKernelConstruction* c) : OpKernel(c) {
    const DataType type = DataTypeToEnum<T>::v();
    OP_REQUIRES_OK(c, c->MatchSignature({type}, {type}));
  }
};

template <class T>
class BinaryOp : public OpKernel {
 public:
  explicit BinaryOp(OpKernelConstruction* c) : OpKernel(c) {
    const DataType type = DataTypeToEnum<T>::v();
    OP_REQUIRES_OK(c, c->MatchSignature({type, type}, {type}));
  }
};

// A CHILD has `void Operate(OpKernelContext*, const Tensor& input, Tensor* output)`.
template <class T, class CHILD>
class UnaryElementWiseOp : public UnaryOp<T> {
 public:
  using UnaryOp<T>::UnaryOp;
  void Compute(OpKernelContext* c) override {
    const Tensor input = c->input(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(c, c->forward_input_or_allocate_output({0}, 0, input.shape(), &output));
    static_cast<CHILD*>(this)->Operate(c, input, output);
  }
};

// A CHILD has `template <int NDIMS> void Operate(OpKernelContext*, const Tensor& a, const Tensor& b, Tensor* output)`.
template <class T, class CHILD>
class BinaryElementWiseOp : public BinaryOp<T> {
 public:
  using BinaryOp<T>::BinaryOp;
  void Compute(OpKernelContext* c) override {
    const Tensor a = c->input(0), b = c->input(1);
    if (!c->ValidateInputsAreSameShape(this)) return;
    Tensor* output = nullptr;
    OP_REQUIRES_OK(c, c->forward_input_or_allocate_output({0, 1}, 0, a.shape(), &output));
    WithRank<0>(c, a, b, output);
  }

 private:
  template <int NDIMS>
  typename std::enable_if<(NDIMS <= 8)>::type WithRank(OpKernelContext* c, const Tensor& a, const Tensor& b, Tensor* output) {
    if (a.dims() == NDIMS)
      static_cast<CHILD*>(this)->template Operate<NDIMS>(c, a, b, output);
    else
      WithRank<NDIMS + 1>(c, a, b, output);
  }
  template <int NDIMS>
  typename std::enable_if<(NDIMS > 8)>::type WithRank(OpKernelContext* c, const Tensor& a, const Tensor&, Tensor*) {
    c->SetStatus(errors::InvalidArgument("We only handle up to Tensor::dims() up to 8, not ", a.dims()));
  }
};

}  // namespace tensorflow
