// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class Fact {
 public:
  Fact(const Scope& scope) {
    penstock::OpBuilder op(scope, "Fact", "Fact", ">fact:7");
    if (!op.Done(&operation)) return;
    fact = op.Out(0);
  }
  Fact(const GraphDefBuilder::Options& options) : Fact(options.scope()) {}
  operator Output() const { return fact; }
  operator Input() const { return fact; }
  operator Node*() const { return fact.node(); }
  Node* node() const { return fact.node(); }
  Operation operation;
  Output fact;
};


}  // namespace ops
}  // namespace tensorflow
