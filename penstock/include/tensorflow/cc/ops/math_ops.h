// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class Abs {
 public:
  Abs(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Abs", "Abs", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Abs(const Input& x, const GraphDefBuilder::Options& options) : Abs(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class AccumulateNV2 {
 public:
  AccumulateNV2(const Scope& scope, const InputList& inputs, const PartialTensorShape& shape) {
    penstock::OpBuilder op(scope, "AccumulateNV2", "AccumulateNV2", "inputs:N*T>sum:T");
    op.In(inputs);
    op.Attr("shape", shape);
    if (!op.Done(&operation)) return;
    sum = op.Out(0);
  }
  AccumulateNV2(const InputList& inputs, const PartialTensorShape& shape, const GraphDefBuilder::Options& options) : AccumulateNV2(options.scope(), inputs, shape) {}
  operator Output() const { return sum; }
  operator Input() const { return sum; }
  operator Node*() const { return sum.node(); }
  Node* node() const { return sum.node(); }
  Operation operation;
  Output sum;
};

class Acos {
 public:
  Acos(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Acos", "Acos", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Acos(const Input& x, const GraphDefBuilder::Options& options) : Acos(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Acosh {
 public:
  Acosh(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Acosh", "Acosh", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Acosh(const Input& x, const GraphDefBuilder::Options& options) : Acosh(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Add {
 public:
  Add(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Add", "Add", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Add(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Add(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class AddN {
 public:
  AddN(const Scope& scope, const InputList& inputs) {
    penstock::OpBuilder op(scope, "AddN", "AddN", "inputs:N*T>sum:T");
    op.In(inputs);
    if (!op.Done(&operation)) return;
    sum = op.Out(0);
  }
  AddN(const InputList& inputs, const GraphDefBuilder::Options& options) : AddN(options.scope(), inputs) {}
  operator Output() const { return sum; }
  operator Input() const { return sum; }
  operator Node*() const { return sum.node(); }
  Node* node() const { return sum.node(); }
  Operation operation;
  Output sum;
};

class AddV2 {
 public:
  AddV2(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "AddV2", "AddV2", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  AddV2(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : AddV2(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class All {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  All(const Scope& scope, const Input& input, const Input& axis) : All(scope, input, axis, Attrs()) {}
  All(const Scope& scope, const Input& input, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "All", "All", "input:10,reduction_indices:Tidx>output:10");
    op.In(input);
    op.In(axis);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  All(const Input& input, const Input& axis, const GraphDefBuilder::Options& options) : All(options.scope(), input, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Angle {
 public:
  struct Attrs {
    Attrs Tout(DataType x) const { Attrs a = *this; a.Tout_ = x; return a; }
    DataType Tout_ = static_cast<DataType>(1);
  };
  static Attrs Tout(DataType x) { return Attrs().Tout(x); }
  Angle(const Scope& scope, const Input& input) : Angle(scope, input, Attrs()) {}
  Angle(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Angle", "Angle", "input:T>output:Tout");
    op.In(input);
    op.Attr("Tout", attrs.Tout_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Angle(const Input& input, const GraphDefBuilder::Options& options) : Angle(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Any {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  Any(const Scope& scope, const Input& input, const Input& axis) : Any(scope, input, axis, Attrs()) {}
  Any(const Scope& scope, const Input& input, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Any", "Any", "input:10,reduction_indices:Tidx>output:10");
    op.In(input);
    op.In(axis);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Any(const Input& input, const Input& axis, const GraphDefBuilder::Options& options) : Any(options.scope(), input, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ApproximateEqual {
 public:
  struct Attrs {
    Attrs Tolerance(float x) const { Attrs a = *this; a.tolerance_ = x; return a; }
    float tolerance_ = 9.999999747378752e-06f;
  };
  static Attrs Tolerance(float x) { return Attrs().Tolerance(x); }
  ApproximateEqual(const Scope& scope, const Input& x, const Input& y) : ApproximateEqual(scope, x, y, Attrs()) {}
  ApproximateEqual(const Scope& scope, const Input& x, const Input& y, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApproximateEqual", "ApproximateEqual", "x:T,y:T>z:10");
    op.In(x);
    op.In(y);
    op.Attr("tolerance", attrs.tolerance_);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  ApproximateEqual(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : ApproximateEqual(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class ArgMax {
 public:
  struct Attrs {
    Attrs OutputType(DataType x) const { Attrs a = *this; a.output_type_ = x; return a; }
    DataType output_type_ = static_cast<DataType>(9);
  };
  static Attrs OutputType(DataType x) { return Attrs().OutputType(x); }
  ArgMax(const Scope& scope, const Input& input, const Input& dimension) : ArgMax(scope, input, dimension, Attrs()) {}
  ArgMax(const Scope& scope, const Input& input, const Input& dimension, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ArgMax", "ArgMax", "input:T,dimension:Tidx>output:output_type");
    op.In(input);
    op.In(dimension);
    op.Attr("output_type", attrs.output_type_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ArgMax(const Input& input, const Input& dimension, const GraphDefBuilder::Options& options) : ArgMax(options.scope(), input, dimension) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ArgMin {
 public:
  struct Attrs {
    Attrs OutputType(DataType x) const { Attrs a = *this; a.output_type_ = x; return a; }
    DataType output_type_ = static_cast<DataType>(9);
  };
  static Attrs OutputType(DataType x) { return Attrs().OutputType(x); }
  ArgMin(const Scope& scope, const Input& input, const Input& dimension) : ArgMin(scope, input, dimension, Attrs()) {}
  ArgMin(const Scope& scope, const Input& input, const Input& dimension, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ArgMin", "ArgMin", "input:T,dimension:Tidx>output:output_type");
    op.In(input);
    op.In(dimension);
    op.Attr("output_type", attrs.output_type_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ArgMin(const Input& input, const Input& dimension, const GraphDefBuilder::Options& options) : ArgMin(options.scope(), input, dimension) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Asin {
 public:
  Asin(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Asin", "Asin", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Asin(const Input& x, const GraphDefBuilder::Options& options) : Asin(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Asinh {
 public:
  Asinh(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Asinh", "Asinh", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Asinh(const Input& x, const GraphDefBuilder::Options& options) : Asinh(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Atan {
 public:
  Atan(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Atan", "Atan", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Atan(const Input& x, const GraphDefBuilder::Options& options) : Atan(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Atan2 {
 public:
  Atan2(const Scope& scope, const Input& y, const Input& x) {
    penstock::OpBuilder op(scope, "Atan2", "Atan2", "y:T,x:T>z:T");
    op.In(y);
    op.In(x);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Atan2(const Input& y, const Input& x, const GraphDefBuilder::Options& options) : Atan2(options.scope(), y, x) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Atanh {
 public:
  Atanh(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Atanh", "Atanh", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Atanh(const Input& x, const GraphDefBuilder::Options& options) : Atanh(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class BatchMatMul {
 public:
  struct Attrs {
    Attrs AdjX(bool x) const { Attrs a = *this; a.adj_x_ = x; return a; }
    bool adj_x_ = false;
    Attrs AdjY(bool x) const { Attrs a = *this; a.adj_y_ = x; return a; }
    bool adj_y_ = false;
  };
  static Attrs AdjX(bool x) { return Attrs().AdjX(x); }
  static Attrs AdjY(bool x) { return Attrs().AdjY(x); }
  BatchMatMul(const Scope& scope, const Input& x, const Input& y) : BatchMatMul(scope, x, y, Attrs()) {}
  BatchMatMul(const Scope& scope, const Input& x, const Input& y, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "BatchMatMul", "BatchMatMul", "x:T,y:T>output:T");
    op.In(x);
    op.In(y);
    op.Attr("adj_x", attrs.adj_x_);
    op.Attr("adj_y", attrs.adj_y_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  BatchMatMul(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : BatchMatMul(options.scope(), x, y) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class BatchMatMulV2 {
 public:
  struct Attrs {
    Attrs AdjX(bool x) const { Attrs a = *this; a.adj_x_ = x; return a; }
    bool adj_x_ = false;
    Attrs AdjY(bool x) const { Attrs a = *this; a.adj_y_ = x; return a; }
    bool adj_y_ = false;
  };
  static Attrs AdjX(bool x) { return Attrs().AdjX(x); }
  static Attrs AdjY(bool x) { return Attrs().AdjY(x); }
  BatchMatMulV2(const Scope& scope, const Input& x, const Input& y) : BatchMatMulV2(scope, x, y, Attrs()) {}
  BatchMatMulV2(const Scope& scope, const Input& x, const Input& y, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "BatchMatMulV2", "BatchMatMulV2", "x:T,y:T>output:T");
    op.In(x);
    op.In(y);
    op.Attr("adj_x", attrs.adj_x_);
    op.Attr("adj_y", attrs.adj_y_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  BatchMatMulV2(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : BatchMatMulV2(options.scope(), x, y) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Betainc {
 public:
  Betainc(const Scope& scope, const Input& a, const Input& b, const Input& x) {
    penstock::OpBuilder op(scope, "Betainc", "Betainc", "a:T,b:T,x:T>z:T");
    op.In(a);
    op.In(b);
    op.In(x);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Betainc(const Input& a, const Input& b, const Input& x, const GraphDefBuilder::Options& options) : Betainc(options.scope(), a, b, x) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Bincount {
 public:
  Bincount(const Scope& scope, const Input& arr, const Input& size, const Input& weights) {
    penstock::OpBuilder op(scope, "Bincount", "Bincount", "arr:3,size:3,weights:T>bins:T");
    op.In(arr);
    op.In(size);
    op.In(weights);
    if (!op.Done(&operation)) return;
    bins = op.Out(0);
  }
  Bincount(const Input& arr, const Input& size, const Input& weights, const GraphDefBuilder::Options& options) : Bincount(options.scope(), arr, size, weights) {}
  operator Output() const { return bins; }
  operator Input() const { return bins; }
  operator Node*() const { return bins.node(); }
  Node* node() const { return bins.node(); }
  Operation operation;
  Output bins;
};

class Bucketize {
 public:
  Bucketize(const Scope& scope, const Input& input, gtl::ArraySlice<float> boundaries) {
    penstock::OpBuilder op(scope, "Bucketize", "Bucketize", "input:T>output:3");
    op.In(input);
    op.Attr("boundaries", boundaries);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Bucketize(const Input& input, gtl::ArraySlice<float> boundaries, const GraphDefBuilder::Options& options) : Bucketize(options.scope(), input, boundaries) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Cast {
 public:
  struct Attrs {
    Attrs Truncate(bool x) const { Attrs a = *this; a.Truncate_ = x; return a; }
    bool Truncate_ = false;
  };
  static Attrs Truncate(bool x) { return Attrs().Truncate(x); }
  Cast(const Scope& scope, const Input& x, DataType DstT) : Cast(scope, x, DstT, Attrs()) {}
  Cast(const Scope& scope, const Input& x, DataType DstT, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Cast", "Cast", "x:SrcT>y:DstT");
    op.In(x);
    op.Attr("DstT", DstT);
    op.Attr("Truncate", attrs.Truncate_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Cast(const Input& x, DataType DstT, const GraphDefBuilder::Options& options) : Cast(options.scope(), x, DstT) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Ceil {
 public:
  Ceil(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Ceil", "Ceil", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Ceil(const Input& x, const GraphDefBuilder::Options& options) : Ceil(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class ClipByValue {
 public:
  ClipByValue(const Scope& scope, const Input& t, const Input& clip_value_min, const Input& clip_value_max) {
    penstock::OpBuilder op(scope, "ClipByValue", "ClipByValue", "t:T,clip_value_min:T,clip_value_max:T>output:T");
    op.In(t);
    op.In(clip_value_min);
    op.In(clip_value_max);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ClipByValue(const Input& t, const Input& clip_value_min, const Input& clip_value_max, const GraphDefBuilder::Options& options) : ClipByValue(options.scope(), t, clip_value_min, clip_value_max) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Complex {
 public:
  struct Attrs {
    Attrs Tout(DataType x) const { Attrs a = *this; a.Tout_ = x; return a; }
    DataType Tout_ = static_cast<DataType>(8);
  };
  static Attrs Tout(DataType x) { return Attrs().Tout(x); }
  Complex(const Scope& scope, const Input& real, const Input& imag) : Complex(scope, real, imag, Attrs()) {}
  Complex(const Scope& scope, const Input& real, const Input& imag, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Complex", "Complex", "real:T,imag:T>out:Tout");
    op.In(real);
    op.In(imag);
    op.Attr("Tout", attrs.Tout_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  Complex(const Input& real, const Input& imag, const GraphDefBuilder::Options& options) : Complex(options.scope(), real, imag) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ComplexAbs {
 public:
  struct Attrs {
    Attrs Tout(DataType x) const { Attrs a = *this; a.Tout_ = x; return a; }
    DataType Tout_ = static_cast<DataType>(1);
  };
  static Attrs Tout(DataType x) { return Attrs().Tout(x); }
  ComplexAbs(const Scope& scope, const Input& x) : ComplexAbs(scope, x, Attrs()) {}
  ComplexAbs(const Scope& scope, const Input& x, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ComplexAbs", "ComplexAbs", "x:T>y:Tout");
    op.In(x);
    op.Attr("Tout", attrs.Tout_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  ComplexAbs(const Input& x, const GraphDefBuilder::Options& options) : ComplexAbs(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Conj {
 public:
  Conj(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "Conj", "Conj", "input:T>output:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Conj(const Input& input, const GraphDefBuilder::Options& options) : Conj(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Cos {
 public:
  Cos(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Cos", "Cos", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Cos(const Input& x, const GraphDefBuilder::Options& options) : Cos(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Cosh {
 public:
  Cosh(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Cosh", "Cosh", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Cosh(const Input& x, const GraphDefBuilder::Options& options) : Cosh(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Cross {
 public:
  Cross(const Scope& scope, const Input& a, const Input& b) {
    penstock::OpBuilder op(scope, "Cross", "Cross", "a:T,b:T>product:T");
    op.In(a);
    op.In(b);
    if (!op.Done(&operation)) return;
    product = op.Out(0);
  }
  Cross(const Input& a, const Input& b, const GraphDefBuilder::Options& options) : Cross(options.scope(), a, b) {}
  operator Output() const { return product; }
  operator Input() const { return product; }
  operator Node*() const { return product.node(); }
  Node* node() const { return product.node(); }
  Operation operation;
  Output product;
};

class Cumprod {
 public:
  struct Attrs {
    Attrs Exclusive(bool x) const { Attrs a = *this; a.exclusive_ = x; return a; }
    bool exclusive_ = false;
    Attrs Reverse(bool x) const { Attrs a = *this; a.reverse_ = x; return a; }
    bool reverse_ = false;
  };
  static Attrs Exclusive(bool x) { return Attrs().Exclusive(x); }
  static Attrs Reverse(bool x) { return Attrs().Reverse(x); }
  Cumprod(const Scope& scope, const Input& x, const Input& axis) : Cumprod(scope, x, axis, Attrs()) {}
  Cumprod(const Scope& scope, const Input& x, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Cumprod", "Cumprod", "x:T,axis:Tidx>out:T");
    op.In(x);
    op.In(axis);
    op.Attr("exclusive", attrs.exclusive_);
    op.Attr("reverse", attrs.reverse_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  Cumprod(const Input& x, const Input& axis, const GraphDefBuilder::Options& options) : Cumprod(options.scope(), x, axis) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class Cumsum {
 public:
  struct Attrs {
    Attrs Exclusive(bool x) const { Attrs a = *this; a.exclusive_ = x; return a; }
    bool exclusive_ = false;
    Attrs Reverse(bool x) const { Attrs a = *this; a.reverse_ = x; return a; }
    bool reverse_ = false;
  };
  static Attrs Exclusive(bool x) { return Attrs().Exclusive(x); }
  static Attrs Reverse(bool x) { return Attrs().Reverse(x); }
  Cumsum(const Scope& scope, const Input& x, const Input& axis) : Cumsum(scope, x, axis, Attrs()) {}
  Cumsum(const Scope& scope, const Input& x, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Cumsum", "Cumsum", "x:T,axis:Tidx>out:T");
    op.In(x);
    op.In(axis);
    op.Attr("exclusive", attrs.exclusive_);
    op.Attr("reverse", attrs.reverse_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  Cumsum(const Input& x, const Input& axis, const GraphDefBuilder::Options& options) : Cumsum(options.scope(), x, axis) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class Digamma {
 public:
  Digamma(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Digamma", "Digamma", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Digamma(const Input& x, const GraphDefBuilder::Options& options) : Digamma(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Div {
 public:
  Div(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Div", "Div", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Div(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Div(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class DivNoNan {
 public:
  DivNoNan(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "DivNoNan", "DivNoNan", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  DivNoNan(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : DivNoNan(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Equal {
 public:
  struct Attrs {
    Attrs IncompatibleShapeError(bool x) const { Attrs a = *this; a.incompatible_shape_error_ = x; return a; }
    bool incompatible_shape_error_ = true;
  };
  static Attrs IncompatibleShapeError(bool x) { return Attrs().IncompatibleShapeError(x); }
  Equal(const Scope& scope, const Input& x, const Input& y) : Equal(scope, x, y, Attrs()) {}
  Equal(const Scope& scope, const Input& x, const Input& y, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Equal", "Equal", "x:T,y:T>z:10");
    op.In(x);
    op.In(y);
    op.Attr("incompatible_shape_error", attrs.incompatible_shape_error_);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Equal(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Equal(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Erf {
 public:
  Erf(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Erf", "Erf", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Erf(const Input& x, const GraphDefBuilder::Options& options) : Erf(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Erfc {
 public:
  Erfc(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Erfc", "Erfc", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Erfc(const Input& x, const GraphDefBuilder::Options& options) : Erfc(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class EuclideanNorm {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  EuclideanNorm(const Scope& scope, const Input& input, const Input& axis) : EuclideanNorm(scope, input, axis, Attrs()) {}
  EuclideanNorm(const Scope& scope, const Input& input, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "EuclideanNorm", "EuclideanNorm", "input:T,reduction_indices:Tidx>output:T");
    op.In(input);
    op.In(axis);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  EuclideanNorm(const Input& input, const Input& axis, const GraphDefBuilder::Options& options) : EuclideanNorm(options.scope(), input, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Exp {
 public:
  Exp(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Exp", "Exp", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Exp(const Input& x, const GraphDefBuilder::Options& options) : Exp(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Expm1 {
 public:
  Expm1(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Expm1", "Expm1", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Expm1(const Input& x, const GraphDefBuilder::Options& options) : Expm1(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Floor {
 public:
  Floor(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Floor", "Floor", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Floor(const Input& x, const GraphDefBuilder::Options& options) : Floor(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class FloorDiv {
 public:
  FloorDiv(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "FloorDiv", "FloorDiv", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  FloorDiv(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : FloorDiv(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class FloorMod {
 public:
  FloorMod(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "FloorMod", "FloorMod", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  FloorMod(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : FloorMod(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Greater {
 public:
  Greater(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Greater", "Greater", "x:T,y:T>z:10");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Greater(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Greater(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class GreaterEqual {
 public:
  GreaterEqual(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "GreaterEqual", "GreaterEqual", "x:T,y:T>z:10");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  GreaterEqual(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : GreaterEqual(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class HistogramFixedWidth {
 public:
  struct Attrs {
    Attrs Dtype(DataType x) const { Attrs a = *this; a.dtype_ = x; return a; }
    DataType dtype_ = static_cast<DataType>(3);
  };
  static Attrs Dtype(DataType x) { return Attrs().Dtype(x); }
  HistogramFixedWidth(const Scope& scope, const Input& values, const Input& value_range, const Input& nbins) : HistogramFixedWidth(scope, values, value_range, nbins, Attrs()) {}
  HistogramFixedWidth(const Scope& scope, const Input& values, const Input& value_range, const Input& nbins, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "HistogramFixedWidth", "HistogramFixedWidth", "values:T,value_range:T,nbins:3>out:dtype");
    op.In(values);
    op.In(value_range);
    op.In(nbins);
    op.Attr("dtype", attrs.dtype_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  HistogramFixedWidth(const Input& values, const Input& value_range, const Input& nbins, const GraphDefBuilder::Options& options) : HistogramFixedWidth(options.scope(), values, value_range, nbins) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class Igamma {
 public:
  Igamma(const Scope& scope, const Input& a, const Input& x) {
    penstock::OpBuilder op(scope, "Igamma", "Igamma", "a:T,x:T>z:T");
    op.In(a);
    op.In(x);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Igamma(const Input& a, const Input& x, const GraphDefBuilder::Options& options) : Igamma(options.scope(), a, x) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Igammac {
 public:
  Igammac(const Scope& scope, const Input& a, const Input& x) {
    penstock::OpBuilder op(scope, "Igammac", "Igammac", "a:T,x:T>z:T");
    op.In(a);
    op.In(x);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Igammac(const Input& a, const Input& x, const GraphDefBuilder::Options& options) : Igammac(options.scope(), a, x) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Imag {
 public:
  struct Attrs {
    Attrs Tout(DataType x) const { Attrs a = *this; a.Tout_ = x; return a; }
    DataType Tout_ = static_cast<DataType>(1);
  };
  static Attrs Tout(DataType x) { return Attrs().Tout(x); }
  Imag(const Scope& scope, const Input& input) : Imag(scope, input, Attrs()) {}
  Imag(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Imag", "Imag", "input:T>output:Tout");
    op.In(input);
    op.Attr("Tout", attrs.Tout_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Imag(const Input& input, const GraphDefBuilder::Options& options) : Imag(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Inv {
 public:
  Inv(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Inv", "Inv", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Inv(const Input& x, const GraphDefBuilder::Options& options) : Inv(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class IsFinite {
 public:
  IsFinite(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "IsFinite", "IsFinite", "x:T>y:10");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  IsFinite(const Input& x, const GraphDefBuilder::Options& options) : IsFinite(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class IsInf {
 public:
  IsInf(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "IsInf", "IsInf", "x:T>y:10");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  IsInf(const Input& x, const GraphDefBuilder::Options& options) : IsInf(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class IsNan {
 public:
  IsNan(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "IsNan", "IsNan", "x:T>y:10");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  IsNan(const Input& x, const GraphDefBuilder::Options& options) : IsNan(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Less {
 public:
  Less(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Less", "Less", "x:T,y:T>z:10");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Less(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Less(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class LessEqual {
 public:
  LessEqual(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "LessEqual", "LessEqual", "x:T,y:T>z:10");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  LessEqual(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : LessEqual(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Lgamma {
 public:
  Lgamma(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Lgamma", "Lgamma", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Lgamma(const Input& x, const GraphDefBuilder::Options& options) : Lgamma(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Log {
 public:
  Log(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Log", "Log", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Log(const Input& x, const GraphDefBuilder::Options& options) : Log(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Log1p {
 public:
  Log1p(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Log1p", "Log1p", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Log1p(const Input& x, const GraphDefBuilder::Options& options) : Log1p(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class LogicalAnd {
 public:
  LogicalAnd(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "LogicalAnd", "LogicalAnd", "x:10,y:10>z:10");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  LogicalAnd(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : LogicalAnd(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class LogicalNot {
 public:
  LogicalNot(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "LogicalNot", "LogicalNot", "x:10>y:10");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  LogicalNot(const Input& x, const GraphDefBuilder::Options& options) : LogicalNot(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class LogicalOr {
 public:
  LogicalOr(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "LogicalOr", "LogicalOr", "x:10,y:10>z:10");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  LogicalOr(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : LogicalOr(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class MatMul {
 public:
  struct Attrs {
    Attrs TransposeA(bool x) const { Attrs a = *this; a.transpose_a_ = x; return a; }
    bool transpose_a_ = false;
    Attrs TransposeB(bool x) const { Attrs a = *this; a.transpose_b_ = x; return a; }
    bool transpose_b_ = false;
  };
  static Attrs TransposeA(bool x) { return Attrs().TransposeA(x); }
  static Attrs TransposeB(bool x) { return Attrs().TransposeB(x); }
  MatMul(const Scope& scope, const Input& a, const Input& b) : MatMul(scope, a, b, Attrs()) {}
  MatMul(const Scope& scope, const Input& a, const Input& b, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MatMul", "MatMul", "a:T,b:T>product:T");
    op.In(a);
    op.In(b);
    op.Attr("transpose_a", attrs.transpose_a_);
    op.Attr("transpose_b", attrs.transpose_b_);
    if (!op.Done(&operation)) return;
    product = op.Out(0);
  }
  MatMul(const Input& a, const Input& b, const GraphDefBuilder::Options& options) : MatMul(options.scope(), a, b) {}
  operator Output() const { return product; }
  operator Input() const { return product; }
  operator Node*() const { return product.node(); }
  Node* node() const { return product.node(); }
  Operation operation;
  Output product;
};

class Max {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  Max(const Scope& scope, const Input& input, const Input& axis) : Max(scope, input, axis, Attrs()) {}
  Max(const Scope& scope, const Input& input, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Max", "Max", "input:T,reduction_indices:Tidx>output:T");
    op.In(input);
    op.In(axis);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Max(const Input& input, const Input& axis, const GraphDefBuilder::Options& options) : Max(options.scope(), input, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Maximum {
 public:
  Maximum(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Maximum", "Maximum", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Maximum(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Maximum(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Mean {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  Mean(const Scope& scope, const Input& input, const Input& axis) : Mean(scope, input, axis, Attrs()) {}
  Mean(const Scope& scope, const Input& input, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Mean", "Mean", "input:T,reduction_indices:Tidx>output:T");
    op.In(input);
    op.In(axis);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Mean(const Input& input, const Input& axis, const GraphDefBuilder::Options& options) : Mean(options.scope(), input, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Min {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  Min(const Scope& scope, const Input& input, const Input& axis) : Min(scope, input, axis, Attrs()) {}
  Min(const Scope& scope, const Input& input, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Min", "Min", "input:T,reduction_indices:Tidx>output:T");
    op.In(input);
    op.In(axis);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Min(const Input& input, const Input& axis, const GraphDefBuilder::Options& options) : Min(options.scope(), input, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Minimum {
 public:
  Minimum(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Minimum", "Minimum", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Minimum(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Minimum(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Mod {
 public:
  Mod(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Mod", "Mod", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Mod(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Mod(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class MulNoNan {
 public:
  MulNoNan(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "MulNoNan", "MulNoNan", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  MulNoNan(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : MulNoNan(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Multiply {
 public:
  Multiply(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Multiply", "Mul", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Multiply(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Multiply(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Negate {
 public:
  Negate(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Negate", "Neg", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Negate(const Input& x, const GraphDefBuilder::Options& options) : Negate(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class NextAfter {
 public:
  NextAfter(const Scope& scope, const Input& x1, const Input& x2) {
    penstock::OpBuilder op(scope, "NextAfter", "NextAfter", "x1:T,x2:T>output:T");
    op.In(x1);
    op.In(x2);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  NextAfter(const Input& x1, const Input& x2, const GraphDefBuilder::Options& options) : NextAfter(options.scope(), x1, x2) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class NotEqual {
 public:
  struct Attrs {
    Attrs IncompatibleShapeError(bool x) const { Attrs a = *this; a.incompatible_shape_error_ = x; return a; }
    bool incompatible_shape_error_ = true;
  };
  static Attrs IncompatibleShapeError(bool x) { return Attrs().IncompatibleShapeError(x); }
  NotEqual(const Scope& scope, const Input& x, const Input& y) : NotEqual(scope, x, y, Attrs()) {}
  NotEqual(const Scope& scope, const Input& x, const Input& y, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "NotEqual", "NotEqual", "x:T,y:T>z:10");
    op.In(x);
    op.In(y);
    op.Attr("incompatible_shape_error", attrs.incompatible_shape_error_);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  NotEqual(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : NotEqual(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Polygamma {
 public:
  Polygamma(const Scope& scope, const Input& a, const Input& x) {
    penstock::OpBuilder op(scope, "Polygamma", "Polygamma", "a:T,x:T>z:T");
    op.In(a);
    op.In(x);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Polygamma(const Input& a, const Input& x, const GraphDefBuilder::Options& options) : Polygamma(options.scope(), a, x) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Pow {
 public:
  Pow(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Pow", "Pow", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Pow(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Pow(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Prod {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  Prod(const Scope& scope, const Input& input, const Input& axis) : Prod(scope, input, axis, Attrs()) {}
  Prod(const Scope& scope, const Input& input, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Prod", "Prod", "input:T,reduction_indices:Tidx>output:T");
    op.In(input);
    op.In(axis);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Prod(const Input& input, const Input& axis, const GraphDefBuilder::Options& options) : Prod(options.scope(), input, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class QuantizeDownAndShrinkRange {
 public:
  QuantizeDownAndShrinkRange(const Scope& scope, const Input& input, const Input& input_min, const Input& input_max, DataType out_type) {
    penstock::OpBuilder op(scope, "QuantizeDownAndShrinkRange", "QuantizeDownAndShrinkRange", "input:Tinput,input_min:1,input_max:1>output:out_type,output_min:1,output_max:1");
    op.In(input);
    op.In(input_min);
    op.In(input_max);
    op.Attr("out_type", out_type);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    output_min = op.Out(1);
    output_max = op.Out(2);
  }
  QuantizeDownAndShrinkRange(const Input& input, const Input& input_min, const Input& input_max, DataType out_type, const GraphDefBuilder::Options& options) : QuantizeDownAndShrinkRange(options.scope(), input, input_min, input_max, out_type) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output output_min;
  Output output_max;
};

class QuantizedAdd {
 public:
  struct Attrs {
    Attrs Toutput(DataType x) const { Attrs a = *this; a.Toutput_ = x; return a; }
    DataType Toutput_ = static_cast<DataType>(13);
  };
  static Attrs Toutput(DataType x) { return Attrs().Toutput(x); }
  QuantizedAdd(const Scope& scope, const Input& x, const Input& y, const Input& min_x, const Input& max_x, const Input& min_y, const Input& max_y) : QuantizedAdd(scope, x, y, min_x, max_x, min_y, max_y, Attrs()) {}
  QuantizedAdd(const Scope& scope, const Input& x, const Input& y, const Input& min_x, const Input& max_x, const Input& min_y, const Input& max_y, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizedAdd", "QuantizedAdd", "x:T1,y:T2,min_x:1,max_x:1,min_y:1,max_y:1>z:Toutput,min_z:1,max_z:1");
    op.In(x);
    op.In(y);
    op.In(min_x);
    op.In(max_x);
    op.In(min_y);
    op.In(max_y);
    op.Attr("Toutput", attrs.Toutput_);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
    min_z = op.Out(1);
    max_z = op.Out(2);
  }
  QuantizedAdd(const Input& x, const Input& y, const Input& min_x, const Input& max_x, const Input& min_y, const Input& max_y, const GraphDefBuilder::Options& options) : QuantizedAdd(options.scope(), x, y, min_x, max_x, min_y, max_y) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output z;
  Output min_z;
  Output max_z;
};

class QuantizedMatMul {
 public:
  struct Attrs {
    Attrs Toutput(DataType x) const { Attrs a = *this; a.Toutput_ = x; return a; }
    DataType Toutput_ = static_cast<DataType>(13);
    Attrs TransposeA(bool x) const { Attrs a = *this; a.transpose_a_ = x; return a; }
    bool transpose_a_ = false;
    Attrs TransposeB(bool x) const { Attrs a = *this; a.transpose_b_ = x; return a; }
    bool transpose_b_ = false;
    Attrs Tactivation(DataType x) const { Attrs a = *this; a.Tactivation_ = x; return a; }
    DataType Tactivation_ = static_cast<DataType>(12);
  };
  static Attrs Toutput(DataType x) { return Attrs().Toutput(x); }
  static Attrs TransposeA(bool x) { return Attrs().TransposeA(x); }
  static Attrs TransposeB(bool x) { return Attrs().TransposeB(x); }
  static Attrs Tactivation(DataType x) { return Attrs().Tactivation(x); }
  QuantizedMatMul(const Scope& scope, const Input& a, const Input& b, const Input& min_a, const Input& max_a, const Input& min_b, const Input& max_b) : QuantizedMatMul(scope, a, b, min_a, max_a, min_b, max_b, Attrs()) {}
  QuantizedMatMul(const Scope& scope, const Input& a, const Input& b, const Input& min_a, const Input& max_a, const Input& min_b, const Input& max_b, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizedMatMul", "QuantizedMatMul", "a:T1,b:T2,min_a:1,max_a:1,min_b:1,max_b:1>out:Toutput,min_out:1,max_out:1");
    op.In(a);
    op.In(b);
    op.In(min_a);
    op.In(max_a);
    op.In(min_b);
    op.In(max_b);
    op.Attr("Toutput", attrs.Toutput_);
    op.Attr("transpose_a", attrs.transpose_a_);
    op.Attr("transpose_b", attrs.transpose_b_);
    op.Attr("Tactivation", attrs.Tactivation_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
    min_out = op.Out(1);
    max_out = op.Out(2);
  }
  QuantizedMatMul(const Input& a, const Input& b, const Input& min_a, const Input& max_a, const Input& min_b, const Input& max_b, const GraphDefBuilder::Options& options) : QuantizedMatMul(options.scope(), a, b, min_a, max_a, min_b, max_b) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output out;
  Output min_out;
  Output max_out;
};

class QuantizedMul {
 public:
  struct Attrs {
    Attrs Toutput(DataType x) const { Attrs a = *this; a.Toutput_ = x; return a; }
    DataType Toutput_ = static_cast<DataType>(13);
  };
  static Attrs Toutput(DataType x) { return Attrs().Toutput(x); }
  QuantizedMul(const Scope& scope, const Input& x, const Input& y, const Input& min_x, const Input& max_x, const Input& min_y, const Input& max_y) : QuantizedMul(scope, x, y, min_x, max_x, min_y, max_y, Attrs()) {}
  QuantizedMul(const Scope& scope, const Input& x, const Input& y, const Input& min_x, const Input& max_x, const Input& min_y, const Input& max_y, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizedMul", "QuantizedMul", "x:T1,y:T2,min_x:1,max_x:1,min_y:1,max_y:1>z:Toutput,min_z:1,max_z:1");
    op.In(x);
    op.In(y);
    op.In(min_x);
    op.In(max_x);
    op.In(min_y);
    op.In(max_y);
    op.Attr("Toutput", attrs.Toutput_);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
    min_z = op.Out(1);
    max_z = op.Out(2);
  }
  QuantizedMul(const Input& x, const Input& y, const Input& min_x, const Input& max_x, const Input& min_y, const Input& max_y, const GraphDefBuilder::Options& options) : QuantizedMul(options.scope(), x, y, min_x, max_x, min_y, max_y) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output z;
  Output min_z;
  Output max_z;
};

class Range {
 public:
  Range(const Scope& scope, const Input& start, const Input& limit, const Input& delta) {
    penstock::OpBuilder op(scope, "Range", "Range", "start:Tidx,limit:Tidx,delta:Tidx>output:Tidx");
    op.In(start);
    op.In(limit);
    op.In(delta);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Range(const Input& start, const Input& limit, const Input& delta, const GraphDefBuilder::Options& options) : Range(options.scope(), start, limit, delta) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Real {
 public:
  struct Attrs {
    Attrs Tout(DataType x) const { Attrs a = *this; a.Tout_ = x; return a; }
    DataType Tout_ = static_cast<DataType>(1);
  };
  static Attrs Tout(DataType x) { return Attrs().Tout(x); }
  Real(const Scope& scope, const Input& input) : Real(scope, input, Attrs()) {}
  Real(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Real", "Real", "input:T>output:Tout");
    op.In(input);
    op.Attr("Tout", attrs.Tout_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Real(const Input& input, const GraphDefBuilder::Options& options) : Real(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RealDiv {
 public:
  RealDiv(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "RealDiv", "RealDiv", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  RealDiv(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : RealDiv(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Reciprocal {
 public:
  Reciprocal(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Reciprocal", "Reciprocal", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Reciprocal(const Input& x, const GraphDefBuilder::Options& options) : Reciprocal(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class RequantizationRange {
 public:
  RequantizationRange(const Scope& scope, const Input& input, const Input& input_min, const Input& input_max) {
    penstock::OpBuilder op(scope, "RequantizationRange", "RequantizationRange", "input:Tinput,input_min:1,input_max:1>output_min:1,output_max:1");
    op.In(input);
    op.In(input_min);
    op.In(input_max);
    if (!op.Done(&operation)) return;
    output_min = op.Out(0);
    output_max = op.Out(1);
  }
  RequantizationRange(const Input& input, const Input& input_min, const Input& input_max, const GraphDefBuilder::Options& options) : RequantizationRange(options.scope(), input, input_min, input_max) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_min;
  Output output_max;
};

class Requantize {
 public:
  Requantize(const Scope& scope, const Input& input, const Input& input_min, const Input& input_max, const Input& requested_output_min, const Input& requested_output_max, DataType out_type) {
    penstock::OpBuilder op(scope, "Requantize", "Requantize", "input:Tinput,input_min:1,input_max:1,requested_output_min:1,requested_output_max:1>output:out_type,output_min:1,output_max:1");
    op.In(input);
    op.In(input_min);
    op.In(input_max);
    op.In(requested_output_min);
    op.In(requested_output_max);
    op.Attr("out_type", out_type);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    output_min = op.Out(1);
    output_max = op.Out(2);
  }
  Requantize(const Input& input, const Input& input_min, const Input& input_max, const Input& requested_output_min, const Input& requested_output_max, DataType out_type, const GraphDefBuilder::Options& options) : Requantize(options.scope(), input, input_min, input_max, requested_output_min, requested_output_max, out_type) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output output_min;
  Output output_max;
};

class Rint {
 public:
  Rint(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Rint", "Rint", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Rint(const Input& x, const GraphDefBuilder::Options& options) : Rint(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Round {
 public:
  Round(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Round", "Round", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Round(const Input& x, const GraphDefBuilder::Options& options) : Round(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Rsqrt {
 public:
  Rsqrt(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Rsqrt", "Rsqrt", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Rsqrt(const Input& x, const GraphDefBuilder::Options& options) : Rsqrt(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class SegmentMax {
 public:
  SegmentMax(const Scope& scope, const Input& data, const Input& segment_ids) {
    penstock::OpBuilder op(scope, "SegmentMax", "SegmentMax", "data:T,segment_ids:Tindices>output:T");
    op.In(data);
    op.In(segment_ids);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SegmentMax(const Input& data, const Input& segment_ids, const GraphDefBuilder::Options& options) : SegmentMax(options.scope(), data, segment_ids) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SegmentMean {
 public:
  SegmentMean(const Scope& scope, const Input& data, const Input& segment_ids) {
    penstock::OpBuilder op(scope, "SegmentMean", "SegmentMean", "data:T,segment_ids:Tindices>output:T");
    op.In(data);
    op.In(segment_ids);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SegmentMean(const Input& data, const Input& segment_ids, const GraphDefBuilder::Options& options) : SegmentMean(options.scope(), data, segment_ids) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SegmentMin {
 public:
  SegmentMin(const Scope& scope, const Input& data, const Input& segment_ids) {
    penstock::OpBuilder op(scope, "SegmentMin", "SegmentMin", "data:T,segment_ids:Tindices>output:T");
    op.In(data);
    op.In(segment_ids);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SegmentMin(const Input& data, const Input& segment_ids, const GraphDefBuilder::Options& options) : SegmentMin(options.scope(), data, segment_ids) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SegmentProd {
 public:
  SegmentProd(const Scope& scope, const Input& data, const Input& segment_ids) {
    penstock::OpBuilder op(scope, "SegmentProd", "SegmentProd", "data:T,segment_ids:Tindices>output:T");
    op.In(data);
    op.In(segment_ids);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SegmentProd(const Input& data, const Input& segment_ids, const GraphDefBuilder::Options& options) : SegmentProd(options.scope(), data, segment_ids) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SegmentSum {
 public:
  SegmentSum(const Scope& scope, const Input& data, const Input& segment_ids) {
    penstock::OpBuilder op(scope, "SegmentSum", "SegmentSum", "data:T,segment_ids:Tindices>output:T");
    op.In(data);
    op.In(segment_ids);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SegmentSum(const Input& data, const Input& segment_ids, const GraphDefBuilder::Options& options) : SegmentSum(options.scope(), data, segment_ids) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SelectV2 {
 public:
  SelectV2(const Scope& scope, const Input& condition, const Input& t, const Input& e) {
    penstock::OpBuilder op(scope, "SelectV2", "SelectV2", "condition:10,t:T,e:T>output:T");
    op.In(condition);
    op.In(t);
    op.In(e);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SelectV2(const Input& condition, const Input& t, const Input& e, const GraphDefBuilder::Options& options) : SelectV2(options.scope(), condition, t, e) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Sigmoid {
 public:
  Sigmoid(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Sigmoid", "Sigmoid", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Sigmoid(const Input& x, const GraphDefBuilder::Options& options) : Sigmoid(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Sign {
 public:
  Sign(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Sign", "Sign", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Sign(const Input& x, const GraphDefBuilder::Options& options) : Sign(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Sin {
 public:
  Sin(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Sin", "Sin", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Sin(const Input& x, const GraphDefBuilder::Options& options) : Sin(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Sinh {
 public:
  Sinh(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Sinh", "Sinh", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Sinh(const Input& x, const GraphDefBuilder::Options& options) : Sinh(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class SparseMatMul {
 public:
  struct Attrs {
    Attrs TransposeA(bool x) const { Attrs a = *this; a.transpose_a_ = x; return a; }
    bool transpose_a_ = false;
    Attrs TransposeB(bool x) const { Attrs a = *this; a.transpose_b_ = x; return a; }
    bool transpose_b_ = false;
    Attrs AIsSparse(bool x) const { Attrs a = *this; a.a_is_sparse_ = x; return a; }
    bool a_is_sparse_ = false;
    Attrs BIsSparse(bool x) const { Attrs a = *this; a.b_is_sparse_ = x; return a; }
    bool b_is_sparse_ = false;
  };
  static Attrs TransposeA(bool x) { return Attrs().TransposeA(x); }
  static Attrs TransposeB(bool x) { return Attrs().TransposeB(x); }
  static Attrs AIsSparse(bool x) { return Attrs().AIsSparse(x); }
  static Attrs BIsSparse(bool x) { return Attrs().BIsSparse(x); }
  SparseMatMul(const Scope& scope, const Input& a, const Input& b) : SparseMatMul(scope, a, b, Attrs()) {}
  SparseMatMul(const Scope& scope, const Input& a, const Input& b, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseMatMul", "SparseMatMul", "a:Ta,b:Tb>product:1");
    op.In(a);
    op.In(b);
    op.Attr("transpose_a", attrs.transpose_a_);
    op.Attr("transpose_b", attrs.transpose_b_);
    op.Attr("a_is_sparse", attrs.a_is_sparse_);
    op.Attr("b_is_sparse", attrs.b_is_sparse_);
    if (!op.Done(&operation)) return;
    product = op.Out(0);
  }
  SparseMatMul(const Input& a, const Input& b, const GraphDefBuilder::Options& options) : SparseMatMul(options.scope(), a, b) {}
  operator Output() const { return product; }
  operator Input() const { return product; }
  operator Node*() const { return product.node(); }
  Node* node() const { return product.node(); }
  Operation operation;
  Output product;
};

class SparseSegmentMean {
 public:
  SparseSegmentMean(const Scope& scope, const Input& data, const Input& indices, const Input& segment_ids) {
    penstock::OpBuilder op(scope, "SparseSegmentMean", "SparseSegmentMean", "data:T,indices:Tidx,segment_ids:3>output:T");
    op.In(data);
    op.In(indices);
    op.In(segment_ids);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseSegmentMean(const Input& data, const Input& indices, const Input& segment_ids, const GraphDefBuilder::Options& options) : SparseSegmentMean(options.scope(), data, indices, segment_ids) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseSegmentMeanGrad {
 public:
  SparseSegmentMeanGrad(const Scope& scope, const Input& grad, const Input& indices, const Input& segment_ids, const Input& output_dim0) {
    penstock::OpBuilder op(scope, "SparseSegmentMeanGrad", "SparseSegmentMeanGrad", "grad:T,indices:Tidx,segment_ids:3,output_dim0:3>output:T");
    op.In(grad);
    op.In(indices);
    op.In(segment_ids);
    op.In(output_dim0);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseSegmentMeanGrad(const Input& grad, const Input& indices, const Input& segment_ids, const Input& output_dim0, const GraphDefBuilder::Options& options) : SparseSegmentMeanGrad(options.scope(), grad, indices, segment_ids, output_dim0) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseSegmentMeanWithNumSegments {
 public:
  SparseSegmentMeanWithNumSegments(const Scope& scope, const Input& data, const Input& indices, const Input& segment_ids, const Input& num_segments) {
    penstock::OpBuilder op(scope, "SparseSegmentMeanWithNumSegments", "SparseSegmentMeanWithNumSegments", "data:T,indices:Tidx,segment_ids:3,num_segments:Tnumsegments>output:T");
    op.In(data);
    op.In(indices);
    op.In(segment_ids);
    op.In(num_segments);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseSegmentMeanWithNumSegments(const Input& data, const Input& indices, const Input& segment_ids, const Input& num_segments, const GraphDefBuilder::Options& options) : SparseSegmentMeanWithNumSegments(options.scope(), data, indices, segment_ids, num_segments) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseSegmentSqrtN {
 public:
  SparseSegmentSqrtN(const Scope& scope, const Input& data, const Input& indices, const Input& segment_ids) {
    penstock::OpBuilder op(scope, "SparseSegmentSqrtN", "SparseSegmentSqrtN", "data:T,indices:Tidx,segment_ids:3>output:T");
    op.In(data);
    op.In(indices);
    op.In(segment_ids);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseSegmentSqrtN(const Input& data, const Input& indices, const Input& segment_ids, const GraphDefBuilder::Options& options) : SparseSegmentSqrtN(options.scope(), data, indices, segment_ids) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseSegmentSqrtNGrad {
 public:
  SparseSegmentSqrtNGrad(const Scope& scope, const Input& grad, const Input& indices, const Input& segment_ids, const Input& output_dim0) {
    penstock::OpBuilder op(scope, "SparseSegmentSqrtNGrad", "SparseSegmentSqrtNGrad", "grad:T,indices:Tidx,segment_ids:3,output_dim0:3>output:T");
    op.In(grad);
    op.In(indices);
    op.In(segment_ids);
    op.In(output_dim0);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseSegmentSqrtNGrad(const Input& grad, const Input& indices, const Input& segment_ids, const Input& output_dim0, const GraphDefBuilder::Options& options) : SparseSegmentSqrtNGrad(options.scope(), grad, indices, segment_ids, output_dim0) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseSegmentSqrtNWithNumSegments {
 public:
  SparseSegmentSqrtNWithNumSegments(const Scope& scope, const Input& data, const Input& indices, const Input& segment_ids, const Input& num_segments) {
    penstock::OpBuilder op(scope, "SparseSegmentSqrtNWithNumSegments", "SparseSegmentSqrtNWithNumSegments", "data:T,indices:Tidx,segment_ids:3,num_segments:Tnumsegments>output:T");
    op.In(data);
    op.In(indices);
    op.In(segment_ids);
    op.In(num_segments);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseSegmentSqrtNWithNumSegments(const Input& data, const Input& indices, const Input& segment_ids, const Input& num_segments, const GraphDefBuilder::Options& options) : SparseSegmentSqrtNWithNumSegments(options.scope(), data, indices, segment_ids, num_segments) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseSegmentSum {
 public:
  SparseSegmentSum(const Scope& scope, const Input& data, const Input& indices, const Input& segment_ids) {
    penstock::OpBuilder op(scope, "SparseSegmentSum", "SparseSegmentSum", "data:T,indices:Tidx,segment_ids:3>output:T");
    op.In(data);
    op.In(indices);
    op.In(segment_ids);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseSegmentSum(const Input& data, const Input& indices, const Input& segment_ids, const GraphDefBuilder::Options& options) : SparseSegmentSum(options.scope(), data, indices, segment_ids) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseSegmentSumWithNumSegments {
 public:
  SparseSegmentSumWithNumSegments(const Scope& scope, const Input& data, const Input& indices, const Input& segment_ids, const Input& num_segments) {
    penstock::OpBuilder op(scope, "SparseSegmentSumWithNumSegments", "SparseSegmentSumWithNumSegments", "data:T,indices:Tidx,segment_ids:3,num_segments:Tnumsegments>output:T");
    op.In(data);
    op.In(indices);
    op.In(segment_ids);
    op.In(num_segments);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseSegmentSumWithNumSegments(const Input& data, const Input& indices, const Input& segment_ids, const Input& num_segments, const GraphDefBuilder::Options& options) : SparseSegmentSumWithNumSegments(options.scope(), data, indices, segment_ids, num_segments) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Sqrt {
 public:
  Sqrt(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Sqrt", "Sqrt", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Sqrt(const Input& x, const GraphDefBuilder::Options& options) : Sqrt(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Square {
 public:
  Square(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Square", "Square", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Square(const Input& x, const GraphDefBuilder::Options& options) : Square(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class SquaredDifference {
 public:
  SquaredDifference(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "SquaredDifference", "SquaredDifference", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  SquaredDifference(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : SquaredDifference(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Subtract {
 public:
  Subtract(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Subtract", "Sub", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Subtract(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Subtract(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Sum {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  Sum(const Scope& scope, const Input& input, const Input& axis) : Sum(scope, input, axis, Attrs()) {}
  Sum(const Scope& scope, const Input& input, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Sum", "Sum", "input:T,reduction_indices:Tidx>output:T");
    op.In(input);
    op.In(axis);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Sum(const Input& input, const Input& axis, const GraphDefBuilder::Options& options) : Sum(options.scope(), input, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Tan {
 public:
  Tan(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Tan", "Tan", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Tan(const Input& x, const GraphDefBuilder::Options& options) : Tan(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Tanh {
 public:
  Tanh(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "Tanh", "Tanh", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Tanh(const Input& x, const GraphDefBuilder::Options& options) : Tanh(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class TruncateDiv {
 public:
  TruncateDiv(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "TruncateDiv", "TruncateDiv", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  TruncateDiv(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : TruncateDiv(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class TruncateMod {
 public:
  TruncateMod(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "TruncateMod", "TruncateMod", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  TruncateMod(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : TruncateMod(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class UnsortedSegmentMax {
 public:
  UnsortedSegmentMax(const Scope& scope, const Input& data, const Input& segment_ids, const Input& num_segments) {
    penstock::OpBuilder op(scope, "UnsortedSegmentMax", "UnsortedSegmentMax", "data:T,segment_ids:Tindices,num_segments:Tnumsegments>output:T");
    op.In(data);
    op.In(segment_ids);
    op.In(num_segments);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  UnsortedSegmentMax(const Input& data, const Input& segment_ids, const Input& num_segments, const GraphDefBuilder::Options& options) : UnsortedSegmentMax(options.scope(), data, segment_ids, num_segments) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class UnsortedSegmentMin {
 public:
  UnsortedSegmentMin(const Scope& scope, const Input& data, const Input& segment_ids, const Input& num_segments) {
    penstock::OpBuilder op(scope, "UnsortedSegmentMin", "UnsortedSegmentMin", "data:T,segment_ids:Tindices,num_segments:Tnumsegments>output:T");
    op.In(data);
    op.In(segment_ids);
    op.In(num_segments);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  UnsortedSegmentMin(const Input& data, const Input& segment_ids, const Input& num_segments, const GraphDefBuilder::Options& options) : UnsortedSegmentMin(options.scope(), data, segment_ids, num_segments) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class UnsortedSegmentProd {
 public:
  UnsortedSegmentProd(const Scope& scope, const Input& data, const Input& segment_ids, const Input& num_segments) {
    penstock::OpBuilder op(scope, "UnsortedSegmentProd", "UnsortedSegmentProd", "data:T,segment_ids:Tindices,num_segments:Tnumsegments>output:T");
    op.In(data);
    op.In(segment_ids);
    op.In(num_segments);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  UnsortedSegmentProd(const Input& data, const Input& segment_ids, const Input& num_segments, const GraphDefBuilder::Options& options) : UnsortedSegmentProd(options.scope(), data, segment_ids, num_segments) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class UnsortedSegmentSum {
 public:
  UnsortedSegmentSum(const Scope& scope, const Input& data, const Input& segment_ids, const Input& num_segments) {
    penstock::OpBuilder op(scope, "UnsortedSegmentSum", "UnsortedSegmentSum", "data:T,segment_ids:Tindices,num_segments:Tnumsegments>output:T");
    op.In(data);
    op.In(segment_ids);
    op.In(num_segments);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  UnsortedSegmentSum(const Input& data, const Input& segment_ids, const Input& num_segments, const GraphDefBuilder::Options& options) : UnsortedSegmentSum(options.scope(), data, segment_ids, num_segments) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Where3 {
 public:
  Where3(const Scope& scope, const Input& condition, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Where3", "Select", "condition:10,t:T,e:T>output:T");
    op.In(condition);
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Where3(const Input& condition, const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Where3(options.scope(), condition, x, y) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Xdivy {
 public:
  Xdivy(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Xdivy", "Xdivy", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Xdivy(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Xdivy(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Xlogy {
 public:
  Xlogy(const Scope& scope, const Input& x, const Input& y) {
    penstock::OpBuilder op(scope, "Xlogy", "Xlogy", "x:T,y:T>z:T");
    op.In(x);
    op.In(y);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Xlogy(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : Xlogy(options.scope(), x, y) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

class Zeta {
 public:
  Zeta(const Scope& scope, const Input& x, const Input& q) {
    penstock::OpBuilder op(scope, "Zeta", "Zeta", "x:T,q:T>z:T");
    op.In(x);
    op.In(q);
    if (!op.Done(&operation)) return;
    z = op.Out(0);
  }
  Zeta(const Input& x, const Input& q, const GraphDefBuilder::Options& options) : Zeta(options.scope(), x, q) {}
  operator Output() const { return z; }
  operator Input() const { return z; }
  operator Node*() const { return z.node(); }
  Node* node() const { return z.node(); }
  Operation operation;
  Output z;
};

typedef All ReduceAll;
typedef Any ReduceAny;
typedef Max ReduceMax;
typedef Mean ReduceMean;
typedef Min ReduceMin;
typedef Multiply Mul;
typedef Negate Neg;
typedef Prod ReduceProd;
typedef Subtract Sub;
typedef Sum ReduceSum;

}  // namespace ops
}  // namespace tensorflow
