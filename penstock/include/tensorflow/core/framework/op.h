// REGISTER_OP: the definition of an operation, in the words of its registration. Penstock reads them when it loads the library.
#pragma once

#include <functional>
#include <string>

#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {

typedef std::function<Status(shape_inference::InferenceContext* c)> OpShapeInferenceFn;

class OpDefBuilder {
 public:
  explicit OpDefBuilder(string op_name) : name(std::move(op_name)) {}
  OpDefBuilder& Attr(string spec) { return Add('A', spec); }
  OpDefBuilder& Input(string spec) { return Add('I', spec); }
  OpDefBuilder& Output(string spec) { return Add('O', spec); }
  OpDefBuilder& Doc(string text) { return Add('D', text); }
  OpDefBuilder& SetIsCommutative() { return Add('F', "is_commutative"); }
  OpDefBuilder& SetIsAggregate() { return Add('F', "is_aggregate"); }
  OpDefBuilder& SetIsStateful() { return Add('F', "is_stateful"); }
  OpDefBuilder& SetAllowsUninitializedInput() { return Add('F', "allows_uninitialized_input"); }
  OpDefBuilder& Deprecated(int version, string explanation) {
    return Add('F', strings::StrCat("deprecated ", version, " ", explanation));
  }
  OpDefBuilder& SetShapeFn(OpShapeInferenceFn fn) {
    shape_function = std::move(fn);
    return *this;
  }

  string name;
  penstock::Texts specs;
  OpShapeInferenceFn shape_function;
  OpDefBuilder* next = nullptr;

 private:
  TF_ATTRIBUTE_COLD TF_ATTRIBUTE_NOINLINE OpDefBuilder& Add(char kind, const string& text) {
    specs.Add(kind + text);
    return *this;
  }
};

namespace register_op {

// The operations of this library. Each library has a list of its own.
PENSTOCK_LOCAL inline penstock::Chain<OpDefBuilder>& Registered() {
  static penstock::Chain<OpDefBuilder> all;
  return all;
}

struct OpDefBuilderReceiver {
  OpDefBuilderReceiver(const OpDefBuilder& builder) { Registered().Add(new OpDefBuilder(builder)); }  // NOLINT
};

}  // namespace register_op

#define REGISTER_OP(name) PENSTOCK_REGISTER_OP(__COUNTER__, name)
#define PENSTOCK_REGISTER_OP(number, name)                                                                  \
  static ::tensorflow::register_op::OpDefBuilderReceiver PENSTOCK_JOIN(register_op_, number) TF_ATTRIBUTE_UNUSED = \
      ::tensorflow::OpDefBuilder(name)
#define REGISTER_SYSTEM_OP(name) REGISTER_OP(name)

}  // namespace tensorflow

#include "penstock/operations.h"
