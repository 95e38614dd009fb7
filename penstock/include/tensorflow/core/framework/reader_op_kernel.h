// ReaderOpKernel: the operation that makes a reader.
#pragma once

#include <functional>
#include <utility>

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/reader_interface.h"

namespace tensorflow {

class ReaderOpKernel : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void SetReaderFactory(std::function<ReaderInterface*()> factory) { factory_ = std::move(factory); }
  // Penstock makes the reader and gives its handle: this is not called.
  void Compute(OpKernelContext* context) override { context->SetStatus(errors::Internal("a reader is not computed")); }
  penstock::ReaderCalls* NewReader() override { return factory_ ? factory_() : nullptr; }

 private:
  std::function<ReaderInterface*()> factory_;
};

}  // namespace tensorflow
