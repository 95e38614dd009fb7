// Memory that Penstock lends to a kernel for the time of a call.
#pragma once

#include "penstock/c_interface.h"
#include "tensorflow/core/framework/tensor.h"

namespace penstock {

class Loans {
 public:
  Loans() {}
  Loans(const Loans&) = delete;
  void operator=(const Loans&) = delete;
  // A kernel may have kept a tensor: then what is in it is copied.
  ~Loans() {
    while (buffers_ != nullptr) {
      tensorflow::TensorBuffer* const buffer = buffers_;
      buffers_ = buffer->penstock_next;
      if (!buffer->RefCountIsOne()) buffer->EndLoan();
      buffer->Unref();
    }
  }
  tensorflow::Tensor Lend(tensorflow::DataType dtype, const tensorflow::TensorShape& shape, void* data) {
    if (shape.num_elements() == 0) return tensorflow::Tensor(dtype, shape);
    tensorflow::TensorBuffer* const buffer = new tensorflow::TensorBuffer(dtype, shape.num_elements(), data);
    buffer->penstock_next = buffers_;
    buffers_ = buffer;
    return tensorflow::Tensor(dtype, shape, buffer);
  }

 private:
  tensorflow::TensorBuffer* buffers_ = nullptr;
};

}  // namespace penstock
