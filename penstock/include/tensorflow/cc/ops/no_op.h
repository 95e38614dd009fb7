// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class NoOp {
 public:
  NoOp(const Scope& scope) {
    penstock::OpBuilder op(scope, "NoOp", "NoOp", ">");
    if (!op.Done(&operation)) return;
  }
  NoOp(const GraphDefBuilder::Options& options) : NoOp(options.scope()) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};


}  // namespace ops
}  // namespace tensorflow
