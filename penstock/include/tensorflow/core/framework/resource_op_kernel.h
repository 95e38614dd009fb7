// ResourceOpKernel: an operation that makes a resource when it runs first, and gives its handle.
#pragma once

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_mgr.h"

namespace tensorflow {

template <typename T>
class ResourceOpKernel : public OpKernel {
 public:
  explicit ResourceOpKernel(OpKernelConstruction* context) : OpKernel(context) {}
  ~ResourceOpKernel() override {
    if (resource_ == nullptr) return;
    resource_->Unref();
    if (cinfo_.resource_is_private_to_kernel())
      cinfo_.resource_manager()->template Delete<T>(cinfo_.container(), cinfo_.name()).IgnoreError();
  }
  void Compute(OpKernelContext* context) override {
    mutex_lock l(mu_);
    if (resource_ == nullptr) {
      OP_REQUIRES_OK(context, cinfo_.Init(context->resource_manager(), def()));
      T* found = nullptr;
      OP_REQUIRES_OK(context, context->resource_manager()->template LookupOrCreate<T>(
                                  cinfo_.container(), cinfo_.name(), &found, [this](T** made) { return CreateResource(made); }));
      const Status verified = VerifyResource(found);
      if (!verified.ok()) {
        found->Unref();
        context->SetStatus(verified);
        return;
      }
      resource_ = found;
    }
    if (output_type(0) == DT_RESOURCE) {
      OP_REQUIRES_OK(context,
                     MakeResourceHandleToOutput(context, 0, cinfo_.container(), cinfo_.name(), MakeTypeIndex<T>()));
      return;
    }
    Tensor pair(DT_STRING, TensorShape({2}));
    pair.flat<string>()(0) = cinfo_.container();
    pair.flat<string>()(1) = cinfo_.name();
    context->set_output(0, pair);
  }

 protected:
  mutex mu_;
  ContainerInfo cinfo_;
  T* resource_ = nullptr;

 private:
  virtual Status CreateResource(T** resource) = 0;
  virtual Status VerifyResource(T* resource) {
    (void)resource;
    return Status::OK();
  }
};

}  // namespace tensorflow
