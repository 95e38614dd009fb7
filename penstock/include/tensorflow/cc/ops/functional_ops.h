// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class Case {
 public:
  struct Attrs {
    Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.output_shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> output_shapes_;
  };
  static Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().OutputShapes(x); }
  Case(const Scope& scope, const Input& branch_index, const InputList& input, gtl::ArraySlice<DataType> Tout, gtl::ArraySlice<NameAttrList> branches) : Case(scope, branch_index, input, Tout, branches, Attrs()) {}
  Case(const Scope& scope, const Input& branch_index, const InputList& input, gtl::ArraySlice<DataType> Tout, gtl::ArraySlice<NameAttrList> branches, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Case", "Case", "branch_index:3,input:[Tin>output:[Tout");
    op.In(branch_index);
    op.In(input);
    op.Attr("Tout", Tout);
    op.Attr("branches", branches);
    op.Attr("output_shapes", attrs.output_shapes_);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  Case(const Input& branch_index, const InputList& input, gtl::ArraySlice<DataType> Tout, gtl::ArraySlice<NameAttrList> branches, const GraphDefBuilder::Options& options) : Case(options.scope(), branch_index, input, Tout, branches) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class FakeParam {
 public:
  FakeParam(const Scope& scope, DataType dtype, const PartialTensorShape& shape) {
    penstock::OpBuilder op(scope, "FakeParam", "FakeParam", ">output:dtype");
    op.Attr("dtype", dtype);
    op.Attr("shape", shape);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  FakeParam(DataType dtype, const PartialTensorShape& shape, const GraphDefBuilder::Options& options) : FakeParam(options.scope(), dtype, shape) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class For {
 public:
  For(const Scope& scope, const Input& start, const Input& limit, const Input& delta, const InputList& input, const NameAttrList& body) {
    penstock::OpBuilder op(scope, "For", "For", "start:3,limit:3,delta:3,input:[T>output:[T");
    op.In(start);
    op.In(limit);
    op.In(delta);
    op.In(input);
    op.Attr("body", body);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  For(const Input& start, const Input& limit, const Input& delta, const InputList& input, const NameAttrList& body, const GraphDefBuilder::Options& options) : For(options.scope(), start, limit, delta, input, body) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class If {
 public:
  struct Attrs {
    Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.output_shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> output_shapes_;
  };
  static Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().OutputShapes(x); }
  If(const Scope& scope, const Input& cond, const InputList& input, gtl::ArraySlice<DataType> Tout, const NameAttrList& then_branch, const NameAttrList& else_branch) : If(scope, cond, input, Tout, then_branch, else_branch, Attrs()) {}
  If(const Scope& scope, const Input& cond, const InputList& input, gtl::ArraySlice<DataType> Tout, const NameAttrList& then_branch, const NameAttrList& else_branch, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "If", "If", "cond:Tcond,input:[Tin>output:[Tout");
    op.In(cond);
    op.In(input);
    op.Attr("Tout", Tout);
    op.Attr("then_branch", then_branch);
    op.Attr("else_branch", else_branch);
    op.Attr("output_shapes", attrs.output_shapes_);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  If(const Input& cond, const InputList& input, gtl::ArraySlice<DataType> Tout, const NameAttrList& then_branch, const NameAttrList& else_branch, const GraphDefBuilder::Options& options) : If(options.scope(), cond, input, Tout, then_branch, else_branch) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class PartitionedCall {
 public:
  struct Attrs {
    Attrs Config(StringPiece x) const { Attrs a = *this; a.config_ = x; return a; }
    StringPiece config_ = "";
    Attrs ConfigProto(StringPiece x) const { Attrs a = *this; a.config_proto_ = x; return a; }
    StringPiece config_proto_ = "";
    Attrs ExecutorType(StringPiece x) const { Attrs a = *this; a.executor_type_ = x; return a; }
    StringPiece executor_type_ = "";
  };
  static Attrs Config(StringPiece x) { return Attrs().Config(x); }
  static Attrs ConfigProto(StringPiece x) { return Attrs().ConfigProto(x); }
  static Attrs ExecutorType(StringPiece x) { return Attrs().ExecutorType(x); }
  PartitionedCall(const Scope& scope, const InputList& args, gtl::ArraySlice<DataType> Tout, const NameAttrList& f) : PartitionedCall(scope, args, Tout, f, Attrs()) {}
  PartitionedCall(const Scope& scope, const InputList& args, gtl::ArraySlice<DataType> Tout, const NameAttrList& f, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "PartitionedCall", "PartitionedCall", "args:[Tin>output:[Tout");
    op.In(args);
    op.Attr("Tout", Tout);
    op.Attr("f", f);
    op.Attr("config", attrs.config_);
    op.Attr("config_proto", attrs.config_proto_);
    op.Attr("executor_type", attrs.executor_type_);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  PartitionedCall(const InputList& args, gtl::ArraySlice<DataType> Tout, const NameAttrList& f, const GraphDefBuilder::Options& options) : PartitionedCall(options.scope(), args, Tout, f) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class RemoteCall {
 public:
  RemoteCall(const Scope& scope, const Input& target, const InputList& args, gtl::ArraySlice<DataType> Tout, const NameAttrList& f) {
    penstock::OpBuilder op(scope, "RemoteCall", "RemoteCall", "target:7,args:[Tin>output:[Tout");
    op.In(target);
    op.In(args);
    op.Attr("Tout", Tout);
    op.Attr("f", f);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  RemoteCall(const Input& target, const InputList& args, gtl::ArraySlice<DataType> Tout, const NameAttrList& f, const GraphDefBuilder::Options& options) : RemoteCall(options.scope(), target, args, Tout, f) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class StatefulPartitionedCall {
 public:
  struct Attrs {
    Attrs Config(StringPiece x) const { Attrs a = *this; a.config_ = x; return a; }
    StringPiece config_ = "";
    Attrs ConfigProto(StringPiece x) const { Attrs a = *this; a.config_proto_ = x; return a; }
    StringPiece config_proto_ = "";
    Attrs ExecutorType(StringPiece x) const { Attrs a = *this; a.executor_type_ = x; return a; }
    StringPiece executor_type_ = "";
  };
  static Attrs Config(StringPiece x) { return Attrs().Config(x); }
  static Attrs ConfigProto(StringPiece x) { return Attrs().ConfigProto(x); }
  static Attrs ExecutorType(StringPiece x) { return Attrs().ExecutorType(x); }
  StatefulPartitionedCall(const Scope& scope, const InputList& args, gtl::ArraySlice<DataType> Tout, const NameAttrList& f) : StatefulPartitionedCall(scope, args, Tout, f, Attrs()) {}
  StatefulPartitionedCall(const Scope& scope, const InputList& args, gtl::ArraySlice<DataType> Tout, const NameAttrList& f, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StatefulPartitionedCall", "StatefulPartitionedCall", "args:[Tin>output:[Tout");
    op.In(args);
    op.Attr("Tout", Tout);
    op.Attr("f", f);
    op.Attr("config", attrs.config_);
    op.Attr("config_proto", attrs.config_proto_);
    op.Attr("executor_type", attrs.executor_type_);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  StatefulPartitionedCall(const InputList& args, gtl::ArraySlice<DataType> Tout, const NameAttrList& f, const GraphDefBuilder::Options& options) : StatefulPartitionedCall(options.scope(), args, Tout, f) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class StatelessIf {
 public:
  struct Attrs {
    Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.output_shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> output_shapes_;
  };
  static Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().OutputShapes(x); }
  StatelessIf(const Scope& scope, const Input& cond, const InputList& input, gtl::ArraySlice<DataType> Tout, const NameAttrList& then_branch, const NameAttrList& else_branch) : StatelessIf(scope, cond, input, Tout, then_branch, else_branch, Attrs()) {}
  StatelessIf(const Scope& scope, const Input& cond, const InputList& input, gtl::ArraySlice<DataType> Tout, const NameAttrList& then_branch, const NameAttrList& else_branch, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StatelessIf", "StatelessIf", "cond:Tcond,input:[Tin>output:[Tout");
    op.In(cond);
    op.In(input);
    op.Attr("Tout", Tout);
    op.Attr("then_branch", then_branch);
    op.Attr("else_branch", else_branch);
    op.Attr("output_shapes", attrs.output_shapes_);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  StatelessIf(const Input& cond, const InputList& input, gtl::ArraySlice<DataType> Tout, const NameAttrList& then_branch, const NameAttrList& else_branch, const GraphDefBuilder::Options& options) : StatelessIf(options.scope(), cond, input, Tout, then_branch, else_branch) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class StatelessWhile {
 public:
  struct Attrs {
    Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.output_shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> output_shapes_;
    Attrs ParallelIterations(int64 x) const { Attrs a = *this; a.parallel_iterations_ = x; return a; }
    int64 parallel_iterations_ = 10;
  };
  static Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().OutputShapes(x); }
  static Attrs ParallelIterations(int64 x) { return Attrs().ParallelIterations(x); }
  StatelessWhile(const Scope& scope, const InputList& input, const NameAttrList& cond, const NameAttrList& body) : StatelessWhile(scope, input, cond, body, Attrs()) {}
  StatelessWhile(const Scope& scope, const InputList& input, const NameAttrList& cond, const NameAttrList& body, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StatelessWhile", "StatelessWhile", "input:[T>output:[T");
    op.In(input);
    op.Attr("cond", cond);
    op.Attr("body", body);
    op.Attr("output_shapes", attrs.output_shapes_);
    op.Attr("parallel_iterations", attrs.parallel_iterations_);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  StatelessWhile(const InputList& input, const NameAttrList& cond, const NameAttrList& body, const GraphDefBuilder::Options& options) : StatelessWhile(options.scope(), input, cond, body) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class SymbolicGradient {
 public:
  SymbolicGradient(const Scope& scope, const InputList& input, gtl::ArraySlice<DataType> Tout, const NameAttrList& f) {
    penstock::OpBuilder op(scope, "SymbolicGradient", "SymbolicGradient", "input:[Tin>output:[Tout");
    op.In(input);
    op.Attr("Tout", Tout);
    op.Attr("f", f);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  SymbolicGradient(const InputList& input, gtl::ArraySlice<DataType> Tout, const NameAttrList& f, const GraphDefBuilder::Options& options) : SymbolicGradient(options.scope(), input, Tout, f) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class While {
 public:
  struct Attrs {
    Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.output_shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> output_shapes_;
    Attrs ParallelIterations(int64 x) const { Attrs a = *this; a.parallel_iterations_ = x; return a; }
    int64 parallel_iterations_ = 10;
  };
  static Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().OutputShapes(x); }
  static Attrs ParallelIterations(int64 x) { return Attrs().ParallelIterations(x); }
  While(const Scope& scope, const InputList& input, const NameAttrList& cond, const NameAttrList& body) : While(scope, input, cond, body, Attrs()) {}
  While(const Scope& scope, const InputList& input, const NameAttrList& cond, const NameAttrList& body, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "While", "While", "input:[T>output:[T");
    op.In(input);
    op.Attr("cond", cond);
    op.Attr("body", body);
    op.Attr("output_shapes", attrs.output_shapes_);
    op.Attr("parallel_iterations", attrs.parallel_iterations_);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  While(const InputList& input, const NameAttrList& cond, const NameAttrList& body, const GraphDefBuilder::Options& options) : While(options.scope(), input, cond, body) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};


}  // namespace ops
}  // namespace tensorflow
