// GetNodeAttr: the attributes of a node as C++ values.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "tensorflow/core/framework/tensor.h"

namespace tensorflow {

class AttrSlice {
 public:
  AttrSlice(const NodeDef& node) : node_(&node) {}  // NOLINT
  template <typename Value = AttrValue>
  const Value* Find(StringPiece name) const {
    const auto found = node_->attr().find(name.ToString());
    return found == node_->attr().end() ? nullptr : &found->second;
  }
  template <typename Value>
  Status Find(StringPiece name, const Value** value) const {
    *value = Find<Value>(name);
    if (*value != nullptr) return Status::OK();
    return errors::NotFound("No attr named '", name, "' in NodeDef:\n\t {{node ", node_->name(), "}}");
  }
  const NodeDef& node() const { return *node_; }

 private:
  const NodeDef* node_;
};

template <typename Node>
bool HasNodeAttr(const Node& node, StringPiece name) {
  return AttrSlice(node).Find(name) != nullptr;
}

namespace internal {

inline const char* KindOf(const AttrValue& v) {
  switch (v.value_case()) {
    case AttrValue::kS: return "string";
    case AttrValue::kI: return "int";
    case AttrValue::kF: return "float";
    case AttrValue::kB: return "bool";
    case AttrValue::kType: return "type";
    case AttrValue::kShape: return "shape";
    case AttrValue::kTensor: return "tensor";
    case AttrValue::kFunc: return "func";
    case AttrValue::kList: return "list";
    default: return "placeholder";
  }
}

inline Status WrongKind(const AttrSlice& attrs, StringPiece name, const AttrValue& v, const string& wanted) {
  return errors::InvalidArgument("AttrValue had value with type '", KindOf(v), "' when '", wanted, "' expected\n\t for attr '",
                                 name, "'\n\t; NodeDef: {{node ", attrs.node().name(), "}}");
}

template <typename T>
Status Narrow(StringPiece name, int64 v, T* out) {
  if (v < std::numeric_limits<T>::min() || v > std::numeric_limits<T>::max())
    return errors::InvalidArgument("Attr ", name, " has value ", v, " out of range for an int32");
  *out = static_cast<T>(v);
  return Status::OK();
}

template <typename Proto>
Status TensorOf(StringPiece name, const Proto& proto, Tensor* out) {
  if (out->FromProto(proto)) return Status::OK();
  return errors::InvalidArgument("Attr ", name, " has a value that cannot be parsed as a tensor");
}

}  // namespace internal

// How an attribute becomes a C++ value, by type. The value comes as a template, so that only what is asked for is compiled.
namespace internal {
template <typename T>
struct AttrOf;
#define PENSTOCK_ATTR(TYPE, KIND, FIELD, CASE, ASSIGN)                      \
  template <>                                                               \
  struct AttrOf<TYPE> {                                                     \
    static const char* Kind() { return KIND; }                              \
    static const char* ListKind() { return "list(" KIND ")"; }              \
    static constexpr AttrValue::ValueCase kCase = AttrValue::CASE;          \
    template <typename A>                                                   \
    static auto One(const A& a) -> decltype(a.FIELD()) {                    \
      return a.FIELD();                                                     \
    }                                                                       \
    template <typename V>                                                   \
    static Status Assign(StringPiece name, const V& v, TYPE* value) {       \
      (void)name;                                                           \
      ASSIGN;                                                               \
      return Status::OK();                                                  \
    }                                                                       \
  };
PENSTOCK_ATTR(string, "string", s, kS, *value = v)
PENSTOCK_ATTR(int64, "int", i, kI, *value = v)
PENSTOCK_ATTR(int32, "int", i, kI, TF_RETURN_IF_ERROR(Narrow(name, v, value)))
PENSTOCK_ATTR(float, "float", f, kF, *value = v)
PENSTOCK_ATTR(bool, "bool", b, kB, *value = (v != 0))
PENSTOCK_ATTR(DataType, "type", type, kType, *value = v)
PENSTOCK_ATTR(TensorShapeProto, "shape", shape, kShape, *value = v)
PENSTOCK_ATTR(TensorShape, "shape", shape, kShape, TF_RETURN_IF_ERROR(TensorShape::IsValidShape(v)); *value = TensorShape(v))
PENSTOCK_ATTR(PartialTensorShape, "shape", shape, kShape,
              TF_RETURN_IF_ERROR(PartialTensorShape::IsValidShape(v)); *value = PartialTensorShape(v))
PENSTOCK_ATTR(TensorProto, "tensor", tensor, kTensor, *value = v)
PENSTOCK_ATTR(Tensor, "tensor", tensor, kTensor, TF_RETURN_IF_ERROR(TensorOf(name, v, value)))
PENSTOCK_ATTR(NameAttrList, "func", func, kFunc, *value = v)
#undef PENSTOCK_ATTR
}  // namespace internal

template <typename T>
Status GetNodeAttr(const AttrSlice& attrs, StringPiece name, T* value) {
  typedef internal::AttrOf<T> Of;
  const AttrValue* found;
  TF_RETURN_IF_ERROR(attrs.Find(name, &found));
  if (found->value_case() != Of::kCase) return internal::WrongKind(attrs, name, *found, Of::Kind());
  return Of::Assign(name, Of::One(*found), value);
}
template <typename T>
Status GetNodeAttr(const AttrSlice& attrs, StringPiece name, std::vector<T>* values) {
  typedef internal::AttrOf<T> Of;
  const AttrValue* found;
  TF_RETURN_IF_ERROR(attrs.Find(name, &found));
  if (found->value_case() != AttrValue::kList) return internal::WrongKind(attrs, name, *found, Of::ListKind());
  values->clear();
  for (const auto& v : Of::One(found->list())) {
    T one = T();
    TF_RETURN_IF_ERROR(Of::Assign(name, v, &one));
    values->push_back(one);
  }
  return Status::OK();
}
template <int N>
Status GetNodeAttr(const AttrSlice& attrs, StringPiece name, gtl::InlinedVector<DataType, N>* values) {
  std::vector<DataType> found;
  TF_RETURN_IF_ERROR(GetNodeAttr(attrs, name, &found));
  values->assign(found.begin(), found.end());
  return Status::OK();
}

template <typename T>
bool GetNodeAttrSimple(const AttrSlice& attrs, StringPiece name, T* value) {
  return GetNodeAttr(attrs, name, value).ok();
}

inline string SummarizeNodeDef(const NodeDef& node) { return "{{node " + node.name() + "}} = " + node.op(); }

}  // namespace tensorflow
