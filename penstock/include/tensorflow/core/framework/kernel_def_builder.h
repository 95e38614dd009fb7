// KernelDefBuilder: for which device, types and label a kernel is.
#pragma once

#include <string>

#include "penstock/node_info.h"
#include "tensorflow/core/framework/types.h"

namespace tensorflow {

class KernelDefBuilder {
 public:
  explicit KernelDefBuilder(const char* op_name) : op(op_name) {}
  KernelDefBuilder& Device(const char* device_type) {
    device = device_type;
    return *this;
  }
  KernelDefBuilder& Device(const DeviceType& device_type) { return Device(device_type.type()); }
  KernelDefBuilder& TypeConstraint(const char* attr, gtl::ArraySlice<DataType> allowed) {
    string text = string(attr) + "=";
    for (DataType t : allowed) strings::StrAppend(&text, static_cast<int>(t), ",");
    constraints.Add(text);
    return *this;
  }
  KernelDefBuilder& TypeConstraint(const char* attr, DataType allowed) {
    return TypeConstraint(attr, gtl::ArraySlice<DataType>(&allowed, 1));
  }
  template <class T>
  KernelDefBuilder& TypeConstraint(const char* attr) {
    return TypeConstraint(attr, DataTypeToEnum<T>::v());
  }
  KernelDefBuilder& HostMemory(const char* arg) {
    host_memory.Add(arg);
    return *this;
  }
  KernelDefBuilder& Label(const char* text) {
    label = text;
    return *this;
  }
  KernelDefBuilder& Priority(int32 value) {
    priority = value;
    return *this;
  }

  string op, device, label;
  int32 priority = 0;
  penstock::Texts constraints, host_memory;
};

namespace register_kernel {
class Name : public KernelDefBuilder {
 public:
  explicit Name(const char* op) : KernelDefBuilder(op) {}
};
}  // namespace register_kernel

}  // namespace tensorflow
