// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class Roll {
 public:
  Roll(const Scope& scope, const Input& input, const Input& shift, const Input& axis) {
    penstock::OpBuilder op(scope, "Roll", "Roll", "input:T,shift:Tshift,axis:Taxis>output:T");
    op.In(input);
    op.In(shift);
    op.In(axis);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Roll(const Input& input, const Input& shift, const Input& axis, const GraphDefBuilder::Options& options) : Roll(options.scope(), input, shift, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};


}  // namespace ops
}  // namespace tensorflow
