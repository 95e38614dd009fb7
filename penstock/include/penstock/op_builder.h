// Makes a node from the inputs and attributes of an operation; the classes in `tensorflow/cc/ops` stand on it.
//
// A definition is a line such as "a:T,b:T>product:T": names of inputs and outputs, and their types. A type is the name of an
// attribute or the number of a DataType, with "N*" before it for N of them and "&" for a reference; "[Tlist" is a list of types.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "penstock/shape_check.h"
#include "tensorflow/cc/framework/scope.h"
#include "tensorflow/core/framework/tensor_shape.h"

namespace penstock {

// The attributes of a node.
inline void SetAttr(tensorflow::AttrValue* a, tensorflow::StringPiece v) { a->set_s(v.ToString()); }
inline void SetAttr(tensorflow::AttrValue* a, const char* v) { a->set_s(v); }
inline void SetAttr(tensorflow::AttrValue* a, const std::string& v) { a->set_s(v); }
inline void SetAttr(tensorflow::AttrValue* a, tensorflow::int64 v) { a->set_i(v); }
inline void SetAttr(tensorflow::AttrValue* a, int v) { a->set_i(v); }
inline void SetAttr(tensorflow::AttrValue* a, float v) { a->set_f(v); }
inline void SetAttr(tensorflow::AttrValue* a, double v) { a->set_f(static_cast<float>(v)); }
inline void SetAttr(tensorflow::AttrValue* a, bool v) { a->set_b(v); }
inline void SetAttr(tensorflow::AttrValue* a, tensorflow::DataType v) { a->set_type(v); }
inline void SetAttr(tensorflow::AttrValue* a, const tensorflow::PartialTensorShape& v) { v.AsProto(a->mutable_shape()); }
inline void SetAttr(tensorflow::AttrValue* a, const tensorflow::TensorShape& v) { v.AsProto(a->mutable_shape()); }
inline void SetAttr(tensorflow::AttrValue* a, const tensorflow::Tensor& v) {
  v.NumElements() > 1 ? v.AsProtoTensorContent(a->mutable_tensor()) : v.AsProtoField(a->mutable_tensor());
}
inline void SetAttr(tensorflow::AttrValue* a, const tensorflow::TensorProto& v) { *a->mutable_tensor() = v; }
inline void SetAttr(tensorflow::AttrValue* a, const tensorflow::NameAttrList& v) { *a->mutable_func() = v; }
inline void SetAttr(tensorflow::AttrValue* a, const tensorflow::AttrValue& v) { *a = v; }
inline void AddTo(tensorflow::AttrValue_ListValue* l, const std::string& v) { l->add_s(v); }
inline void AddTo(tensorflow::AttrValue_ListValue* l, tensorflow::StringPiece v) { l->add_s(v.ToString()); }
inline void AddTo(tensorflow::AttrValue_ListValue* l, int v) { l->add_i(v); }
inline void AddTo(tensorflow::AttrValue_ListValue* l, tensorflow::int64 v) { l->add_i(v); }
inline void AddTo(tensorflow::AttrValue_ListValue* l, float v) { l->add_f(v); }
inline void AddTo(tensorflow::AttrValue_ListValue* l, bool v) { l->add_b(v); }
inline void AddTo(tensorflow::AttrValue_ListValue* l, tensorflow::DataType v) { l->add_type(v); }
inline void AddTo(tensorflow::AttrValue_ListValue* l, const tensorflow::PartialTensorShape& v) { v.AsProto(l->add_shape()); }
inline void AddTo(tensorflow::AttrValue_ListValue* l, const tensorflow::TensorShape& v) { v.AsProto(l->add_shape()); }
inline void AddTo(tensorflow::AttrValue_ListValue* l, const tensorflow::NameAttrList& v) { *l->add_func() = v; }
template <typename T>
void SetAttr(tensorflow::AttrValue* a, const tensorflow::gtl::ArraySlice<T>& values) {
  auto* const list = a->mutable_list();
  for (const T& v : values) AddTo(list, v);
}

// A list that is a default: one object for all, so that slices of it stay good.
template <typename T>
tensorflow::gtl::ArraySlice<T> Fixed(std::initializer_list<T> values) {
  static std::map<std::vector<T>, int>* const all = new std::map<std::vector<T>, int>;
  const auto found = all->emplace(std::vector<T>(values), 0).first;
  return tensorflow::gtl::ArraySlice<T>(found->first.data(), found->first.size());
}

template <typename T>
tensorflow::Tensor VectorOf(std::initializer_list<T> values) {
  tensorflow::Tensor t(tensorflow::DataTypeToEnum<T>::v(), tensorflow::TensorShape({static_cast<tensorflow::int64>(values.size())}));
  std::copy(values.begin(), values.end(), t.flat<T>().data());
  return t;
}

struct ArgSpec {
  std::string name, number, type;
  bool is_list = false, is_ref = false;
};

class OpBuilder {
 public:
  OpBuilder(const tensorflow::Scope& scope, const char* class_name, const std::string& op, const std::string& spec)
      : scope_(scope), class_name_(class_name) {
    node_.set_op(op);
    Read(spec);
  }
  void In(const tensorflow::Input& input) {
    Begin();
    AddInput(input);
  }
  void In(const tensorflow::InputList& inputs) {
    Begin();
    for (const tensorflow::Input& input : inputs) AddInput(input);
  }
  template <typename T>
  void Attr(const char* name, const T& value) {
    SetAttr(&(*node_.mutable_attr())[name], value);
  }
  // Adds the node to the graph; false if there is an error, which the scope's status then tells.
  bool Done(tensorflow::Operation* operation) {
    if (!scope_.ok()) return false;
    const tensorflow::Status status = Add(operation);
    if (!status.ok()) scope_.UpdateStatus(status);
    return status.ok();
  }
  tensorflow::Output Out(int arg) const { return tensorflow::Output(added_, starts_[static_cast<size_t>(arg)]); }
  tensorflow::OutputList OutList(int arg) const {
    tensorflow::OutputList list;
    for (int i = starts_[static_cast<size_t>(arg)]; i < starts_[static_cast<size_t>(arg) + 1]; i++) list.emplace_back(added_, i);
    return list;
  }

 private:
  void Read(const std::string& spec) {
    std::vector<ArgSpec>* args = &inputs_;
    ArgSpec arg;
    std::string word;
    bool any = false;
    for (size_t i = 0; i <= spec.size(); i++) {
      const char c = i < spec.size() ? spec[i] : ',';
      if (c == ':') {
        arg.name.swap(word);
        any = true;
      } else if (c == '*') {
        arg.number.swap(word);
      } else if (c == '&') {
        arg.is_ref = true;
        continue;
      } else if (c == '[') {
        arg.is_list = true;
        continue;
      } else if (c == ',' || c == '>') {
        arg.type.swap(word);
        if (any) args->push_back(arg);
        arg = ArgSpec();
        any = false;
        if (c == '>') args = &outputs_;
      } else {
        word += c;
        continue;
      }
      word.clear();
    }
  }
  void Begin() { counts_.push_back(0); }
  void AddInput(const tensorflow::Input& input);  // in const_op.h, since it makes constants
  tensorflow::Status Add(tensorflow::Operation* operation) {
    using tensorflow::errors::InvalidArgument;
    size_t at = 0;
    for (size_t i = 0; i < inputs_.size(); i++) {
      const ArgSpec& arg = inputs_[i];
      const size_t n = static_cast<size_t>(counts_.at(i));
      if (arg.is_list) {
        auto* const list = (*node_.mutable_attr())[arg.type].mutable_list();
        if (list->type_size() == 0)
          for (size_t k = 0; k < n; k++) list->add_type(tensorflow::BaseType(types_[at + k]));
      } else {
        if (!arg.number.empty()) {
          tensorflow::AttrValue& number = (*node_.mutable_attr())[arg.number];
          if (number.value_case() == tensorflow::AttrValue::kI && number.i() != static_cast<tensorflow::int64>(n))
            return InvalidArgument("Inconsistent values for attr '", arg.number, "' ", number.i(), " vs. ", n, While());
          number.set_i(static_cast<tensorflow::int64>(n));
        }
        for (size_t k = 0; k < n; k++) TF_RETURN_IF_ERROR(Infer(arg, types_[at + k], at + k));
      }
      at += n;
    }
    node_.set_name(scope_.GetUniqueNameForOp(class_name_));
    scope_.Complete(&node_);
    std::vector<tensorflow::DataType> made;
    starts_.push_back(0);
    for (const ArgSpec& arg : outputs_) {
      if (arg.is_list) {
        const auto& list = Of(arg.type).list();
        for (int i = 0; i < list.type_size(); i++) made.push_back(list.type(i));
      } else {
        const tensorflow::int64 n = arg.number.empty() ? 1 : Of(arg.number).i();
        const tensorflow::DataType type = Fixed(arg) ? Number(arg) : Of(arg.type).type();
        for (tensorflow::int64 i = 0; i < n; i++) made.push_back(arg.is_ref ? tensorflow::MakeRefType(type) : type);
      }
      starts_.push_back(static_cast<int>(made.size()));
    }
    added_ = scope_.graph()->AddNode(node_, types_, made);
    *operation = tensorflow::Operation(added_);
    return ShapeCheck::Check(scope_.graph());
  }
  static bool Fixed(const ArgSpec& arg) { return arg.type[0] >= '0' && arg.type[0] <= '9'; }
  static tensorflow::DataType Number(const ArgSpec& arg) { return static_cast<tensorflow::DataType>(std::stoi(arg.type)); }
  const tensorflow::AttrValue& Of(const std::string& attr) { return (*node_.mutable_attr())[attr]; }
  std::string While() const { return " while building NodeDef '" + scope_.GetUniqueNameForOp(class_name_) + "' of op " + node_.op(); }
  // The type of an input is what the definition says, or says what an attribute is.
  tensorflow::Status Infer(const ArgSpec& arg, tensorflow::DataType type, size_t at) {
    using tensorflow::errors::InvalidArgument;
    const tensorflow::DataType base = tensorflow::BaseType(type);
    if (arg.is_ref && !tensorflow::IsRefType(type))
      return InvalidArgument("Input '", arg.name, "' passed ", tensorflow::DataTypeString(type), " expected ref type", While());
    if (Fixed(arg)) {
      if (Number(arg) != base)
        return InvalidArgument("Input '", arg.name, "' passed ", tensorflow::DataTypeString(type), " expected ",
                               tensorflow::DataTypeString(Number(arg)), While());
      return tensorflow::Status::OK();
    }
    tensorflow::AttrValue& attr = (*node_.mutable_attr())[arg.type];
    if (attr.value_case() == tensorflow::AttrValue::kType && attr.type() != base)
      return InvalidArgument("Inconsistent values for attr '", arg.type, "' ", tensorflow::DataType_Name(attr.type()), " vs. ",
                             tensorflow::DataType_Name(base), While());
    attr.set_type(base);
    (void)at;
    return tensorflow::Status::OK();
  }

  const tensorflow::Scope& scope_;
  const std::string class_name_;
  std::vector<ArgSpec> inputs_, outputs_;
  tensorflow::NodeDef node_;
  std::vector<int> counts_;  // of tensors in each input
  std::vector<tensorflow::DataType> types_;
  std::vector<int> starts_;
  tensorflow::Node* added_ = nullptr;
};

}  // namespace penstock
