// ops::Const: constants of a graph, in both forms that programs use.
#pragma once

#include <string>

#include "penstock/op_builder.h"
#include "tensorflow/cc/framework/scope.h"
#include "tensorflow/core/graph/graph_def_builder.h"

namespace tensorflow {
namespace ops {

inline Output ConstFromProto(const Scope& scope, const TensorProto& proto) {
  penstock::OpBuilder op(scope, "Const", "Const", ">output:dtype");
  op.Attr("value", proto);
  op.Attr("dtype", proto.dtype());
  Operation operation;
  return op.Done(&operation) ? Output(operation, 0) : Output();
}
inline Output Const(const Scope& scope, const Input::Initializer& val) {
  if (!val.status.ok()) {
    scope.UpdateStatus(val.status);
    return Output();
  }
  return ConstFromProto(scope, val.AsTensorProto());
}

// The value as another type of numbers: Const<float>(scope, 42).
template <typename T>
Output Const(const Scope& scope, const Input::Initializer& val) {
  const DataType wanted = DataTypeToEnum<T>::v();
  if (!val.status.ok() || val.tensor.dtype() == wanted) return Const(scope, val);
  Tensor t(wanted, val.tensor.shape());
  T* const out = t.flat<T>().data();
  switch (val.tensor.dtype()) {
#define PENSTOCK_CAST(ENUM, TYPE)                                                                                \
  case ENUM:                                                                                                     \
    for (int64 i = 0; i < t.NumElements(); i++) out[i] = static_cast<T>(val.tensor.flat<TYPE>().data()[i]);      \
    break;
    PENSTOCK_CAST(DT_FLOAT, float)
    PENSTOCK_CAST(DT_DOUBLE, double)
    PENSTOCK_CAST(DT_INT32, int32)
    PENSTOCK_CAST(DT_INT64, int64)
    PENSTOCK_CAST(DT_BOOL, bool)
#undef PENSTOCK_CAST
    default:
      scope.UpdateStatus(errors::InvalidArgument("Cannot make a constant of type ", DataTypeString(wanted), " of values of type ",
                                                 DataTypeString(val.tensor.dtype())));
      return Output();
  }
  return Const(scope, Input::Initializer(t));
}
template <typename T>
Output Const(const Scope& scope, const T& v, const TensorShape& shape) {
  return Const(scope, Input::Initializer(v, shape));
}
template <typename T>
Output Const(const Scope& scope, const std::initializer_list<T>& v, const TensorShape& shape) {
  return Const(scope, Input::Initializer(v, shape));
}

// As before 1.0.
inline Node* Const(const Input::Initializer& val, const GraphDefBuilder::Options& options) {
  return Const(options.scope(), val).node();
}
template <typename T>
Node* Const(const Input::Initializer& val, const GraphDefBuilder::Options& options) {
  return Const<T>(options.scope(), val).node();
}

}  // namespace ops
}  // namespace tensorflow

namespace penstock {

inline void OpBuilder::AddInput(const tensorflow::Input& input) {
  if (!scope_.ok()) return;
  std::string name = input.node_name();
  tensorflow::DataType type = input.data_type();
  int index = input.index();
  if (name.empty()) {
    scope_.UpdateStatus(input.status());
    tensorflow::Node* node = input.node();
    if (node == nullptr) node = tensorflow::ops::Const(scope_.NewSubScope("Const"), tensorflow::Input::Initializer(input.tensor())).node();
    if (node == nullptr) return;
    name = node->name();
    if (index >= node->num_outputs()) {
      scope_.UpdateStatus(tensorflow::errors::OutOfRange("Node '", name, "' (type: '", node->type_string(), "', num of outputs: ",
                                                         node->num_outputs(), ") does not have output ", index));
      return;
    }
    type = node->output_type(index);
  }
  node_.add_input(index == 0 ? name : tensorflow::strings::StrCat(name, ":", index));
  types_.push_back(type);
  counts_.back()++;
}

}  // namespace penstock
