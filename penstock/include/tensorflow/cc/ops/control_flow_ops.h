// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class Abort {
 public:
  struct Attrs {
    Attrs ErrorMsg(StringPiece x) const { Attrs a = *this; a.error_msg_ = x; return a; }
    StringPiece error_msg_ = "";
    Attrs ExitWithoutError(bool x) const { Attrs a = *this; a.exit_without_error_ = x; return a; }
    bool exit_without_error_ = false;
  };
  static Attrs ErrorMsg(StringPiece x) { return Attrs().ErrorMsg(x); }
  static Attrs ExitWithoutError(bool x) { return Attrs().ExitWithoutError(x); }
  Abort(const Scope& scope) : Abort(scope, Attrs()) {}
  Abort(const Scope& scope, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Abort", "Abort", ">");
    op.Attr("error_msg", attrs.error_msg_);
    op.Attr("exit_without_error", attrs.exit_without_error_);
    if (!op.Done(&operation)) return;
  }
  Abort(const GraphDefBuilder::Options& options) : Abort(options.scope()) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ControlTrigger {
 public:
  ControlTrigger(const Scope& scope) {
    penstock::OpBuilder op(scope, "ControlTrigger", "ControlTrigger", ">");
    if (!op.Done(&operation)) return;
  }
  ControlTrigger(const GraphDefBuilder::Options& options) : ControlTrigger(options.scope()) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class LoopCond {
 public:
  LoopCond(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "LoopCond", "LoopCond", "input:10>output:10");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  LoopCond(const Input& input, const GraphDefBuilder::Options& options) : LoopCond(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Merge {
 public:
  Merge(const Scope& scope, const InputList& inputs) {
    penstock::OpBuilder op(scope, "Merge", "Merge", "inputs:N*T>output:T,value_index:3");
    op.In(inputs);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    value_index = op.Out(1);
  }
  Merge(const InputList& inputs, const GraphDefBuilder::Options& options) : Merge(options.scope(), inputs) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output value_index;
};

class NextIteration {
 public:
  NextIteration(const Scope& scope, const Input& data) {
    penstock::OpBuilder op(scope, "NextIteration", "NextIteration", "data:T>output:T");
    op.In(data);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  NextIteration(const Input& data, const GraphDefBuilder::Options& options) : NextIteration(options.scope(), data) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RefNextIteration {
 public:
  RefNextIteration(const Scope& scope, const Input& data) {
    penstock::OpBuilder op(scope, "RefNextIteration", "RefNextIteration", "data:&T>output:&T");
    op.In(data);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  RefNextIteration(const Input& data, const GraphDefBuilder::Options& options) : RefNextIteration(options.scope(), data) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RefSelect {
 public:
  RefSelect(const Scope& scope, const Input& index, const InputList& inputs) {
    penstock::OpBuilder op(scope, "RefSelect", "RefSelect", "index:3,inputs:N*&T>output:&T");
    op.In(index);
    op.In(inputs);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  RefSelect(const Input& index, const InputList& inputs, const GraphDefBuilder::Options& options) : RefSelect(options.scope(), index, inputs) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RefSwitch {
 public:
  RefSwitch(const Scope& scope, const Input& data, const Input& pred) {
    penstock::OpBuilder op(scope, "RefSwitch", "RefSwitch", "data:&T,pred:10>output_false:&T,output_true:&T");
    op.In(data);
    op.In(pred);
    if (!op.Done(&operation)) return;
    output_false = op.Out(0);
    output_true = op.Out(1);
  }
  RefSwitch(const Input& data, const Input& pred, const GraphDefBuilder::Options& options) : RefSwitch(options.scope(), data, pred) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_false;
  Output output_true;
};

class Switch {
 public:
  Switch(const Scope& scope, const Input& data, const Input& pred) {
    penstock::OpBuilder op(scope, "Switch", "Switch", "data:T,pred:10>output_false:T,output_true:T");
    op.In(data);
    op.In(pred);
    if (!op.Done(&operation)) return;
    output_false = op.Out(0);
    output_true = op.Out(1);
  }
  Switch(const Input& data, const Input& pred, const GraphDefBuilder::Options& options) : Switch(options.scope(), data, pred) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_false;
  Output output_true;
};


}  // namespace ops
}  // namespace tensorflow
