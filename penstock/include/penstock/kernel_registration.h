// REGISTER_KERNEL_BUILDER: the kernels of a library.
#pragma once

#include "penstock/op_kernel.h"

namespace tensorflow {

namespace register_kernel {

struct Registration {
  KernelDefBuilder def;
  string class_name;
  int32 kinds;
  OpKernel* (*make)(OpKernelConstruction*);
  Registration* next;
};

template <typename Kernel>
int32 KindsOf() {
  return (std::is_base_of<AsyncOpKernel, Kernel>::value ? PENSTOCK_ASYNCHRONOUS : 0) |
         (std::is_base_of<ReaderOpKernel, Kernel>::value ? PENSTOCK_READER : 0);
}

// The kernels of this library. Each library has a list of its own.
PENSTOCK_LOCAL inline penstock::Chain<Registration>& Registered() {
  static penstock::Chain<Registration> all;
  return all;
}

struct Registrar {
  Registrar(const KernelDefBuilder& def, const char* class_name, int32 kinds, OpKernel* (*make)(OpKernelConstruction*)) {
    Registered().Add(new Registration{def, class_name, kinds, make, nullptr});
  }
};

}  // namespace register_kernel

#define REGISTER_KERNEL_BUILDER(kernel_builder, ...) PENSTOCK_REGISTER_KERNEL(__COUNTER__, kernel_builder, __VA_ARGS__)
#define PENSTOCK_REGISTER_KERNEL(number, kernel_builder, ...) PENSTOCK_REGISTER_KERNEL_(number, kernel_builder, __VA_ARGS__)
#define PENSTOCK_REGISTER_KERNEL_(number, kernel_builder, ...)                                                    \
  static ::tensorflow::register_kernel::Registrar registrar_##number##_object TF_ATTRIBUTE_UNUSED(                \
      ::tensorflow::register_kernel::kernel_builder, #__VA_ARGS__, ::tensorflow::register_kernel::KindsOf<__VA_ARGS__>(), \
      [](::tensorflow::OpKernelConstruction* context) -> ::tensorflow::OpKernel* { return new __VA_ARGS__(context); });
#define REGISTER_SYSTEM_KERNEL_BUILDER(kernel_builder, ...) REGISTER_KERNEL_BUILDER(kernel_builder, __VA_ARGS__)

}  // namespace tensorflow
