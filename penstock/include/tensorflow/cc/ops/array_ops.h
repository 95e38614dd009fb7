// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class BatchToSpace {
 public:
  BatchToSpace(const Scope& scope, const Input& input, const Input& crops, int64 block_size) {
    penstock::OpBuilder op(scope, "BatchToSpace", "BatchToSpace", "input:T,crops:Tidx>output:T");
    op.In(input);
    op.In(crops);
    op.Attr("block_size", block_size);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  BatchToSpace(const Input& input, const Input& crops, int64 block_size, const GraphDefBuilder::Options& options) : BatchToSpace(options.scope(), input, crops, block_size) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class BatchToSpaceND {
 public:
  BatchToSpaceND(const Scope& scope, const Input& input, const Input& block_shape, const Input& crops) {
    penstock::OpBuilder op(scope, "BatchToSpaceND", "BatchToSpaceND", "input:T,block_shape:Tblock_shape,crops:Tcrops>output:T");
    op.In(input);
    op.In(block_shape);
    op.In(crops);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  BatchToSpaceND(const Input& input, const Input& block_shape, const Input& crops, const GraphDefBuilder::Options& options) : BatchToSpaceND(options.scope(), input, block_shape, crops) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Bitcast {
 public:
  Bitcast(const Scope& scope, const Input& input, DataType type) {
    penstock::OpBuilder op(scope, "Bitcast", "Bitcast", "input:T>output:type");
    op.In(input);
    op.Attr("type", type);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Bitcast(const Input& input, DataType type, const GraphDefBuilder::Options& options) : Bitcast(options.scope(), input, type) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class BroadcastDynamicShape {
 public:
  BroadcastDynamicShape(const Scope& scope, const Input& s0, const Input& s1) {
    penstock::OpBuilder op(scope, "BroadcastDynamicShape", "BroadcastArgs", "s0:T,s1:T>r0:T");
    op.In(s0);
    op.In(s1);
    if (!op.Done(&operation)) return;
    r0 = op.Out(0);
  }
  BroadcastDynamicShape(const Input& s0, const Input& s1, const GraphDefBuilder::Options& options) : BroadcastDynamicShape(options.scope(), s0, s1) {}
  operator Output() const { return r0; }
  operator Input() const { return r0; }
  operator Node*() const { return r0.node(); }
  Node* node() const { return r0.node(); }
  Operation operation;
  Output r0;
};

class BroadcastTo {
 public:
  BroadcastTo(const Scope& scope, const Input& input, const Input& shape) {
    penstock::OpBuilder op(scope, "BroadcastTo", "BroadcastTo", "input:T,shape:Tidx>output:T");
    op.In(input);
    op.In(shape);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  BroadcastTo(const Input& input, const Input& shape, const GraphDefBuilder::Options& options) : BroadcastTo(options.scope(), input, shape) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class CheckNumerics {
 public:
  CheckNumerics(const Scope& scope, const Input& tensor, StringPiece message) {
    penstock::OpBuilder op(scope, "CheckNumerics", "CheckNumerics", "tensor:T>output:T");
    op.In(tensor);
    op.Attr("message", message);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  CheckNumerics(const Input& tensor, StringPiece message, const GraphDefBuilder::Options& options) : CheckNumerics(options.scope(), tensor, message) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Concat {
 public:
  Concat(const Scope& scope, const InputList& values, const Input& axis) {
    penstock::OpBuilder op(scope, "Concat", "ConcatV2", "values:N*T,axis:Tidx>output:T");
    op.In(values);
    op.In(axis);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Concat(const InputList& values, const Input& axis, const GraphDefBuilder::Options& options) : Concat(options.scope(), values, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ConjugateTranspose {
 public:
  ConjugateTranspose(const Scope& scope, const Input& x, const Input& perm) {
    penstock::OpBuilder op(scope, "ConjugateTranspose", "ConjugateTranspose", "x:T,perm:Tperm>y:T");
    op.In(x);
    op.In(perm);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  ConjugateTranspose(const Input& x, const Input& perm, const GraphDefBuilder::Options& options) : ConjugateTranspose(options.scope(), x, perm) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class DebugGradientIdentity {
 public:
  DebugGradientIdentity(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "DebugGradientIdentity", "DebugGradientIdentity", "input:T>output:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DebugGradientIdentity(const Input& input, const GraphDefBuilder::Options& options) : DebugGradientIdentity(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DebugGradientRefIdentity {
 public:
  DebugGradientRefIdentity(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "DebugGradientRefIdentity", "DebugGradientRefIdentity", "input:&T>output:&T");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DebugGradientRefIdentity(const Input& input, const GraphDefBuilder::Options& options) : DebugGradientRefIdentity(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DeepCopy {
 public:
  DeepCopy(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "DeepCopy", "DeepCopy", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  DeepCopy(const Input& x, const GraphDefBuilder::Options& options) : DeepCopy(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class DepthToSpace {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  DepthToSpace(const Scope& scope, const Input& input, int64 block_size) : DepthToSpace(scope, input, block_size, Attrs()) {}
  DepthToSpace(const Scope& scope, const Input& input, int64 block_size, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DepthToSpace", "DepthToSpace", "input:T>output:T");
    op.In(input);
    op.Attr("block_size", block_size);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DepthToSpace(const Input& input, int64 block_size, const GraphDefBuilder::Options& options) : DepthToSpace(options.scope(), input, block_size) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Dequantize {
 public:
  struct Attrs {
    Attrs Mode(StringPiece x) const { Attrs a = *this; a.mode_ = x; return a; }
    StringPiece mode_ = "MIN_COMBINED";
  };
  static Attrs Mode(StringPiece x) { return Attrs().Mode(x); }
  Dequantize(const Scope& scope, const Input& input, const Input& min_range, const Input& max_range) : Dequantize(scope, input, min_range, max_range, Attrs()) {}
  Dequantize(const Scope& scope, const Input& input, const Input& min_range, const Input& max_range, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Dequantize", "Dequantize", "input:T,min_range:1,max_range:1>output:1");
    op.In(input);
    op.In(min_range);
    op.In(max_range);
    op.Attr("mode", attrs.mode_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Dequantize(const Input& input, const Input& min_range, const Input& max_range, const GraphDefBuilder::Options& options) : Dequantize(options.scope(), input, min_range, max_range) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Diag {
 public:
  Diag(const Scope& scope, const Input& diagonal) {
    penstock::OpBuilder op(scope, "Diag", "Diag", "diagonal:T>output:T");
    op.In(diagonal);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Diag(const Input& diagonal, const GraphDefBuilder::Options& options) : Diag(options.scope(), diagonal) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DiagPart {
 public:
  DiagPart(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "DiagPart", "DiagPart", "input:T>diagonal:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    diagonal = op.Out(0);
  }
  DiagPart(const Input& input, const GraphDefBuilder::Options& options) : DiagPart(options.scope(), input) {}
  operator Output() const { return diagonal; }
  operator Input() const { return diagonal; }
  operator Node*() const { return diagonal.node(); }
  Node* node() const { return diagonal.node(); }
  Operation operation;
  Output diagonal;
};

class EditDistance {
 public:
  struct Attrs {
    Attrs Normalize(bool x) const { Attrs a = *this; a.normalize_ = x; return a; }
    bool normalize_ = true;
  };
  static Attrs Normalize(bool x) { return Attrs().Normalize(x); }
  EditDistance(const Scope& scope, const Input& hypothesis_indices, const Input& hypothesis_values, const Input& hypothesis_shape, const Input& truth_indices, const Input& truth_values, const Input& truth_shape) : EditDistance(scope, hypothesis_indices, hypothesis_values, hypothesis_shape, truth_indices, truth_values, truth_shape, Attrs()) {}
  EditDistance(const Scope& scope, const Input& hypothesis_indices, const Input& hypothesis_values, const Input& hypothesis_shape, const Input& truth_indices, const Input& truth_values, const Input& truth_shape, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "EditDistance", "EditDistance", "hypothesis_indices:9,hypothesis_values:T,hypothesis_shape:9,truth_indices:9,truth_values:T,truth_shape:9>output:1");
    op.In(hypothesis_indices);
    op.In(hypothesis_values);
    op.In(hypothesis_shape);
    op.In(truth_indices);
    op.In(truth_values);
    op.In(truth_shape);
    op.Attr("normalize", attrs.normalize_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  EditDistance(const Input& hypothesis_indices, const Input& hypothesis_values, const Input& hypothesis_shape, const Input& truth_indices, const Input& truth_values, const Input& truth_shape, const GraphDefBuilder::Options& options) : EditDistance(options.scope(), hypothesis_indices, hypothesis_values, hypothesis_shape, truth_indices, truth_values, truth_shape) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Empty {
 public:
  struct Attrs {
    Attrs Init(bool x) const { Attrs a = *this; a.init_ = x; return a; }
    bool init_ = false;
  };
  static Attrs Init(bool x) { return Attrs().Init(x); }
  Empty(const Scope& scope, const Input& shape, DataType dtype) : Empty(scope, shape, dtype, Attrs()) {}
  Empty(const Scope& scope, const Input& shape, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Empty", "Empty", "shape:3>output:dtype");
    op.In(shape);
    op.Attr("dtype", dtype);
    op.Attr("init", attrs.init_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Empty(const Input& shape, DataType dtype, const GraphDefBuilder::Options& options) : Empty(options.scope(), shape, dtype) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class EnsureShape {
 public:
  EnsureShape(const Scope& scope, const Input& input, const PartialTensorShape& shape) {
    penstock::OpBuilder op(scope, "EnsureShape", "EnsureShape", "input:T>output:T");
    op.In(input);
    op.Attr("shape", shape);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  EnsureShape(const Input& input, const PartialTensorShape& shape, const GraphDefBuilder::Options& options) : EnsureShape(options.scope(), input, shape) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ExpandDims {
 public:
  ExpandDims(const Scope& scope, const Input& input, const Input& axis) {
    penstock::OpBuilder op(scope, "ExpandDims", "ExpandDims", "input:T,dim:Tdim>output:T");
    op.In(input);
    op.In(axis);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ExpandDims(const Input& input, const Input& axis, const GraphDefBuilder::Options& options) : ExpandDims(options.scope(), input, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ExtractImagePatches {
 public:
  ExtractImagePatches(const Scope& scope, const Input& images, gtl::ArraySlice<int> ksizes, gtl::ArraySlice<int> strides, gtl::ArraySlice<int> rates, StringPiece padding) {
    penstock::OpBuilder op(scope, "ExtractImagePatches", "ExtractImagePatches", "images:T>patches:T");
    op.In(images);
    op.Attr("ksizes", ksizes);
    op.Attr("strides", strides);
    op.Attr("rates", rates);
    op.Attr("padding", padding);
    if (!op.Done(&operation)) return;
    patches = op.Out(0);
  }
  ExtractImagePatches(const Input& images, gtl::ArraySlice<int> ksizes, gtl::ArraySlice<int> strides, gtl::ArraySlice<int> rates, StringPiece padding, const GraphDefBuilder::Options& options) : ExtractImagePatches(options.scope(), images, ksizes, strides, rates, padding) {}
  operator Output() const { return patches; }
  operator Input() const { return patches; }
  operator Node*() const { return patches.node(); }
  Node* node() const { return patches.node(); }
  Operation operation;
  Output patches;
};

class ExtractVolumePatches {
 public:
  ExtractVolumePatches(const Scope& scope, const Input& input, gtl::ArraySlice<int> ksizes, gtl::ArraySlice<int> strides, StringPiece padding) {
    penstock::OpBuilder op(scope, "ExtractVolumePatches", "ExtractVolumePatches", "input:T>patches:T");
    op.In(input);
    op.Attr("ksizes", ksizes);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    if (!op.Done(&operation)) return;
    patches = op.Out(0);
  }
  ExtractVolumePatches(const Input& input, gtl::ArraySlice<int> ksizes, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : ExtractVolumePatches(options.scope(), input, ksizes, strides, padding) {}
  operator Output() const { return patches; }
  operator Input() const { return patches; }
  operator Node*() const { return patches.node(); }
  Node* node() const { return patches.node(); }
  Operation operation;
  Output patches;
};

class FakeQuantWithMinMaxArgs {
 public:
  struct Attrs {
    Attrs Min(float x) const { Attrs a = *this; a.min_ = x; return a; }
    float min_ = -6.0f;
    Attrs Max(float x) const { Attrs a = *this; a.max_ = x; return a; }
    float max_ = 6.0f;
    Attrs NumBits(int64 x) const { Attrs a = *this; a.num_bits_ = x; return a; }
    int64 num_bits_ = 8;
    Attrs NarrowRange(bool x) const { Attrs a = *this; a.narrow_range_ = x; return a; }
    bool narrow_range_ = false;
  };
  static Attrs Min(float x) { return Attrs().Min(x); }
  static Attrs Max(float x) { return Attrs().Max(x); }
  static Attrs NumBits(int64 x) { return Attrs().NumBits(x); }
  static Attrs NarrowRange(bool x) { return Attrs().NarrowRange(x); }
  FakeQuantWithMinMaxArgs(const Scope& scope, const Input& inputs) : FakeQuantWithMinMaxArgs(scope, inputs, Attrs()) {}
  FakeQuantWithMinMaxArgs(const Scope& scope, const Input& inputs, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FakeQuantWithMinMaxArgs", "FakeQuantWithMinMaxArgs", "inputs:1>outputs:1");
    op.In(inputs);
    op.Attr("min", attrs.min_);
    op.Attr("max", attrs.max_);
    op.Attr("num_bits", attrs.num_bits_);
    op.Attr("narrow_range", attrs.narrow_range_);
    if (!op.Done(&operation)) return;
    outputs = op.Out(0);
  }
  FakeQuantWithMinMaxArgs(const Input& inputs, const GraphDefBuilder::Options& options) : FakeQuantWithMinMaxArgs(options.scope(), inputs) {}
  operator Output() const { return outputs; }
  operator Input() const { return outputs; }
  operator Node*() const { return outputs.node(); }
  Node* node() const { return outputs.node(); }
  Operation operation;
  Output outputs;
};

class FakeQuantWithMinMaxArgsGradient {
 public:
  struct Attrs {
    Attrs Min(float x) const { Attrs a = *this; a.min_ = x; return a; }
    float min_ = -6.0f;
    Attrs Max(float x) const { Attrs a = *this; a.max_ = x; return a; }
    float max_ = 6.0f;
    Attrs NumBits(int64 x) const { Attrs a = *this; a.num_bits_ = x; return a; }
    int64 num_bits_ = 8;
    Attrs NarrowRange(bool x) const { Attrs a = *this; a.narrow_range_ = x; return a; }
    bool narrow_range_ = false;
  };
  static Attrs Min(float x) { return Attrs().Min(x); }
  static Attrs Max(float x) { return Attrs().Max(x); }
  static Attrs NumBits(int64 x) { return Attrs().NumBits(x); }
  static Attrs NarrowRange(bool x) { return Attrs().NarrowRange(x); }
  FakeQuantWithMinMaxArgsGradient(const Scope& scope, const Input& gradients, const Input& inputs) : FakeQuantWithMinMaxArgsGradient(scope, gradients, inputs, Attrs()) {}
  FakeQuantWithMinMaxArgsGradient(const Scope& scope, const Input& gradients, const Input& inputs, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FakeQuantWithMinMaxArgsGradient", "FakeQuantWithMinMaxArgsGradient", "gradients:1,inputs:1>backprops:1");
    op.In(gradients);
    op.In(inputs);
    op.Attr("min", attrs.min_);
    op.Attr("max", attrs.max_);
    op.Attr("num_bits", attrs.num_bits_);
    op.Attr("narrow_range", attrs.narrow_range_);
    if (!op.Done(&operation)) return;
    backprops = op.Out(0);
  }
  FakeQuantWithMinMaxArgsGradient(const Input& gradients, const Input& inputs, const GraphDefBuilder::Options& options) : FakeQuantWithMinMaxArgsGradient(options.scope(), gradients, inputs) {}
  operator Output() const { return backprops; }
  operator Input() const { return backprops; }
  operator Node*() const { return backprops.node(); }
  Node* node() const { return backprops.node(); }
  Operation operation;
  Output backprops;
};

class FakeQuantWithMinMaxVars {
 public:
  struct Attrs {
    Attrs NumBits(int64 x) const { Attrs a = *this; a.num_bits_ = x; return a; }
    int64 num_bits_ = 8;
    Attrs NarrowRange(bool x) const { Attrs a = *this; a.narrow_range_ = x; return a; }
    bool narrow_range_ = false;
  };
  static Attrs NumBits(int64 x) { return Attrs().NumBits(x); }
  static Attrs NarrowRange(bool x) { return Attrs().NarrowRange(x); }
  FakeQuantWithMinMaxVars(const Scope& scope, const Input& inputs, const Input& min, const Input& max) : FakeQuantWithMinMaxVars(scope, inputs, min, max, Attrs()) {}
  FakeQuantWithMinMaxVars(const Scope& scope, const Input& inputs, const Input& min, const Input& max, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxVars", "inputs:1,min:1,max:1>outputs:1");
    op.In(inputs);
    op.In(min);
    op.In(max);
    op.Attr("num_bits", attrs.num_bits_);
    op.Attr("narrow_range", attrs.narrow_range_);
    if (!op.Done(&operation)) return;
    outputs = op.Out(0);
  }
  FakeQuantWithMinMaxVars(const Input& inputs, const Input& min, const Input& max, const GraphDefBuilder::Options& options) : FakeQuantWithMinMaxVars(options.scope(), inputs, min, max) {}
  operator Output() const { return outputs; }
  operator Input() const { return outputs; }
  operator Node*() const { return outputs.node(); }
  Node* node() const { return outputs.node(); }
  Operation operation;
  Output outputs;
};

class FakeQuantWithMinMaxVarsGradient {
 public:
  struct Attrs {
    Attrs NumBits(int64 x) const { Attrs a = *this; a.num_bits_ = x; return a; }
    int64 num_bits_ = 8;
    Attrs NarrowRange(bool x) const { Attrs a = *this; a.narrow_range_ = x; return a; }
    bool narrow_range_ = false;
  };
  static Attrs NumBits(int64 x) { return Attrs().NumBits(x); }
  static Attrs NarrowRange(bool x) { return Attrs().NarrowRange(x); }
  FakeQuantWithMinMaxVarsGradient(const Scope& scope, const Input& gradients, const Input& inputs, const Input& min, const Input& max) : FakeQuantWithMinMaxVarsGradient(scope, gradients, inputs, min, max, Attrs()) {}
  FakeQuantWithMinMaxVarsGradient(const Scope& scope, const Input& gradients, const Input& inputs, const Input& min, const Input& max, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FakeQuantWithMinMaxVarsGradient", "FakeQuantWithMinMaxVarsGradient", "gradients:1,inputs:1,min:1,max:1>backprops_wrt_input:1,backprop_wrt_min:1,backprop_wrt_max:1");
    op.In(gradients);
    op.In(inputs);
    op.In(min);
    op.In(max);
    op.Attr("num_bits", attrs.num_bits_);
    op.Attr("narrow_range", attrs.narrow_range_);
    if (!op.Done(&operation)) return;
    backprops_wrt_input = op.Out(0);
    backprop_wrt_min = op.Out(1);
    backprop_wrt_max = op.Out(2);
  }
  FakeQuantWithMinMaxVarsGradient(const Input& gradients, const Input& inputs, const Input& min, const Input& max, const GraphDefBuilder::Options& options) : FakeQuantWithMinMaxVarsGradient(options.scope(), gradients, inputs, min, max) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output backprops_wrt_input;
  Output backprop_wrt_min;
  Output backprop_wrt_max;
};

class FakeQuantWithMinMaxVarsPerChannel {
 public:
  struct Attrs {
    Attrs NumBits(int64 x) const { Attrs a = *this; a.num_bits_ = x; return a; }
    int64 num_bits_ = 8;
    Attrs NarrowRange(bool x) const { Attrs a = *this; a.narrow_range_ = x; return a; }
    bool narrow_range_ = false;
  };
  static Attrs NumBits(int64 x) { return Attrs().NumBits(x); }
  static Attrs NarrowRange(bool x) { return Attrs().NarrowRange(x); }
  FakeQuantWithMinMaxVarsPerChannel(const Scope& scope, const Input& inputs, const Input& min, const Input& max) : FakeQuantWithMinMaxVarsPerChannel(scope, inputs, min, max, Attrs()) {}
  FakeQuantWithMinMaxVarsPerChannel(const Scope& scope, const Input& inputs, const Input& min, const Input& max, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FakeQuantWithMinMaxVarsPerChannel", "FakeQuantWithMinMaxVarsPerChannel", "inputs:1,min:1,max:1>outputs:1");
    op.In(inputs);
    op.In(min);
    op.In(max);
    op.Attr("num_bits", attrs.num_bits_);
    op.Attr("narrow_range", attrs.narrow_range_);
    if (!op.Done(&operation)) return;
    outputs = op.Out(0);
  }
  FakeQuantWithMinMaxVarsPerChannel(const Input& inputs, const Input& min, const Input& max, const GraphDefBuilder::Options& options) : FakeQuantWithMinMaxVarsPerChannel(options.scope(), inputs, min, max) {}
  operator Output() const { return outputs; }
  operator Input() const { return outputs; }
  operator Node*() const { return outputs.node(); }
  Node* node() const { return outputs.node(); }
  Operation operation;
  Output outputs;
};

class FakeQuantWithMinMaxVarsPerChannelGradient {
 public:
  struct Attrs {
    Attrs NumBits(int64 x) const { Attrs a = *this; a.num_bits_ = x; return a; }
    int64 num_bits_ = 8;
    Attrs NarrowRange(bool x) const { Attrs a = *this; a.narrow_range_ = x; return a; }
    bool narrow_range_ = false;
  };
  static Attrs NumBits(int64 x) { return Attrs().NumBits(x); }
  static Attrs NarrowRange(bool x) { return Attrs().NarrowRange(x); }
  FakeQuantWithMinMaxVarsPerChannelGradient(const Scope& scope, const Input& gradients, const Input& inputs, const Input& min, const Input& max) : FakeQuantWithMinMaxVarsPerChannelGradient(scope, gradients, inputs, min, max, Attrs()) {}
  FakeQuantWithMinMaxVarsPerChannelGradient(const Scope& scope, const Input& gradients, const Input& inputs, const Input& min, const Input& max, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FakeQuantWithMinMaxVarsPerChannelGradient", "FakeQuantWithMinMaxVarsPerChannelGradient", "gradients:1,inputs:1,min:1,max:1>backprops_wrt_input:1,backprop_wrt_min:1,backprop_wrt_max:1");
    op.In(gradients);
    op.In(inputs);
    op.In(min);
    op.In(max);
    op.Attr("num_bits", attrs.num_bits_);
    op.Attr("narrow_range", attrs.narrow_range_);
    if (!op.Done(&operation)) return;
    backprops_wrt_input = op.Out(0);
    backprop_wrt_min = op.Out(1);
    backprop_wrt_max = op.Out(2);
  }
  FakeQuantWithMinMaxVarsPerChannelGradient(const Input& gradients, const Input& inputs, const Input& min, const Input& max, const GraphDefBuilder::Options& options) : FakeQuantWithMinMaxVarsPerChannelGradient(options.scope(), gradients, inputs, min, max) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output backprops_wrt_input;
  Output backprop_wrt_min;
  Output backprop_wrt_max;
};

class Fill {
 public:
  Fill(const Scope& scope, const Input& dims, const Input& value) {
    penstock::OpBuilder op(scope, "Fill", "Fill", "dims:index_type,value:T>output:T");
    op.In(dims);
    op.In(value);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Fill(const Input& dims, const Input& value, const GraphDefBuilder::Options& options) : Fill(options.scope(), dims, value) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Fingerprint {
 public:
  Fingerprint(const Scope& scope, const Input& data, const Input& method) {
    penstock::OpBuilder op(scope, "Fingerprint", "Fingerprint", "data:T,method:7>fingerprint:4");
    op.In(data);
    op.In(method);
    if (!op.Done(&operation)) return;
    fingerprint = op.Out(0);
  }
  Fingerprint(const Input& data, const Input& method, const GraphDefBuilder::Options& options) : Fingerprint(options.scope(), data, method) {}
  operator Output() const { return fingerprint; }
  operator Input() const { return fingerprint; }
  operator Node*() const { return fingerprint.node(); }
  Node* node() const { return fingerprint.node(); }
  Operation operation;
  Output fingerprint;
};

class Gather {
 public:
  struct Attrs {
    Attrs ValidateIndices(bool x) const { Attrs a = *this; a.validate_indices_ = x; return a; }
    bool validate_indices_ = true;
  };
  static Attrs ValidateIndices(bool x) { return Attrs().ValidateIndices(x); }
  Gather(const Scope& scope, const Input& params, const Input& indices) : Gather(scope, params, indices, Attrs()) {}
  Gather(const Scope& scope, const Input& params, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Gather", "Gather", "params:Tparams,indices:Tindices>output:Tparams");
    op.In(params);
    op.In(indices);
    op.Attr("validate_indices", attrs.validate_indices_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Gather(const Input& params, const Input& indices, const GraphDefBuilder::Options& options) : Gather(options.scope(), params, indices) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class GatherNd {
 public:
  GatherNd(const Scope& scope, const Input& params, const Input& indices) {
    penstock::OpBuilder op(scope, "GatherNd", "GatherNd", "params:Tparams,indices:Tindices>output:Tparams");
    op.In(params);
    op.In(indices);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  GatherNd(const Input& params, const Input& indices, const GraphDefBuilder::Options& options) : GatherNd(options.scope(), params, indices) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class GatherV2 {
 public:
  struct Attrs {
    Attrs BatchDims(int64 x) const { Attrs a = *this; a.batch_dims_ = x; return a; }
    int64 batch_dims_ = 0;
  };
  static Attrs BatchDims(int64 x) { return Attrs().BatchDims(x); }
  GatherV2(const Scope& scope, const Input& params, const Input& indices, const Input& axis) : GatherV2(scope, params, indices, axis, Attrs()) {}
  GatherV2(const Scope& scope, const Input& params, const Input& indices, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "GatherV2", "GatherV2", "params:Tparams,indices:Tindices,axis:Taxis>output:Tparams");
    op.In(params);
    op.In(indices);
    op.In(axis);
    op.Attr("batch_dims", attrs.batch_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  GatherV2(const Input& params, const Input& indices, const Input& axis, const GraphDefBuilder::Options& options) : GatherV2(options.scope(), params, indices, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class GuaranteeConst {
 public:
  GuaranteeConst(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "GuaranteeConst", "GuaranteeConst", "input:T>output:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  GuaranteeConst(const Input& input, const GraphDefBuilder::Options& options) : GuaranteeConst(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Identity {
 public:
  Identity(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "Identity", "Identity", "input:T>output:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Identity(const Input& input, const GraphDefBuilder::Options& options) : Identity(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class IdentityN {
 public:
  IdentityN(const Scope& scope, const InputList& input) {
    penstock::OpBuilder op(scope, "IdentityN", "IdentityN", "input:[T>output:[T");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  IdentityN(const InputList& input, const GraphDefBuilder::Options& options) : IdentityN(options.scope(), input) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class ImmutableConst {
 public:
  ImmutableConst(const Scope& scope, DataType dtype, const PartialTensorShape& shape, StringPiece memory_region_name) {
    penstock::OpBuilder op(scope, "ImmutableConst", "ImmutableConst", ">tensor:dtype");
    op.Attr("dtype", dtype);
    op.Attr("shape", shape);
    op.Attr("memory_region_name", memory_region_name);
    if (!op.Done(&operation)) return;
    tensor = op.Out(0);
  }
  ImmutableConst(DataType dtype, const PartialTensorShape& shape, StringPiece memory_region_name, const GraphDefBuilder::Options& options) : ImmutableConst(options.scope(), dtype, shape, memory_region_name) {}
  operator Output() const { return tensor; }
  operator Input() const { return tensor; }
  operator Node*() const { return tensor.node(); }
  Node* node() const { return tensor.node(); }
  Operation operation;
  Output tensor;
};

class InplaceAdd {
 public:
  InplaceAdd(const Scope& scope, const Input& x, const Input& i, const Input& v) {
    penstock::OpBuilder op(scope, "InplaceAdd", "InplaceAdd", "x:T,i:3,v:T>y:T");
    op.In(x);
    op.In(i);
    op.In(v);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  InplaceAdd(const Input& x, const Input& i, const Input& v, const GraphDefBuilder::Options& options) : InplaceAdd(options.scope(), x, i, v) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class InplaceSub {
 public:
  InplaceSub(const Scope& scope, const Input& x, const Input& i, const Input& v) {
    penstock::OpBuilder op(scope, "InplaceSub", "InplaceSub", "x:T,i:3,v:T>y:T");
    op.In(x);
    op.In(i);
    op.In(v);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  InplaceSub(const Input& x, const Input& i, const Input& v, const GraphDefBuilder::Options& options) : InplaceSub(options.scope(), x, i, v) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class InplaceUpdate {
 public:
  InplaceUpdate(const Scope& scope, const Input& x, const Input& i, const Input& v) {
    penstock::OpBuilder op(scope, "InplaceUpdate", "InplaceUpdate", "x:T,i:3,v:T>y:T");
    op.In(x);
    op.In(i);
    op.In(v);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  InplaceUpdate(const Input& x, const Input& i, const Input& v, const GraphDefBuilder::Options& options) : InplaceUpdate(options.scope(), x, i, v) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class InvertPermutation {
 public:
  InvertPermutation(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "InvertPermutation", "InvertPermutation", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  InvertPermutation(const Input& x, const GraphDefBuilder::Options& options) : InvertPermutation(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class MatrixBandPart {
 public:
  MatrixBandPart(const Scope& scope, const Input& input, const Input& num_lower, const Input& num_upper) {
    penstock::OpBuilder op(scope, "MatrixBandPart", "MatrixBandPart", "input:T,num_lower:Tindex,num_upper:Tindex>band:T");
    op.In(input);
    op.In(num_lower);
    op.In(num_upper);
    if (!op.Done(&operation)) return;
    band = op.Out(0);
  }
  MatrixBandPart(const Input& input, const Input& num_lower, const Input& num_upper, const GraphDefBuilder::Options& options) : MatrixBandPart(options.scope(), input, num_lower, num_upper) {}
  operator Output() const { return band; }
  operator Input() const { return band; }
  operator Node*() const { return band.node(); }
  Node* node() const { return band.node(); }
  Operation operation;
  Output band;
};

class MatrixDiag {
 public:
  MatrixDiag(const Scope& scope, const Input& diagonal) {
    penstock::OpBuilder op(scope, "MatrixDiag", "MatrixDiag", "diagonal:T>output:T");
    op.In(diagonal);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MatrixDiag(const Input& diagonal, const GraphDefBuilder::Options& options) : MatrixDiag(options.scope(), diagonal) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MatrixDiagPart {
 public:
  MatrixDiagPart(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "MatrixDiagPart", "MatrixDiagPart", "input:T>diagonal:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    diagonal = op.Out(0);
  }
  MatrixDiagPart(const Input& input, const GraphDefBuilder::Options& options) : MatrixDiagPart(options.scope(), input) {}
  operator Output() const { return diagonal; }
  operator Input() const { return diagonal; }
  operator Node*() const { return diagonal.node(); }
  Node* node() const { return diagonal.node(); }
  Operation operation;
  Output diagonal;
};

class MatrixDiagPartV2 {
 public:
  MatrixDiagPartV2(const Scope& scope, const Input& input, const Input& k, const Input& padding_value) {
    penstock::OpBuilder op(scope, "MatrixDiagPartV2", "MatrixDiagPartV2", "input:T,k:3,padding_value:T>diagonal:T");
    op.In(input);
    op.In(k);
    op.In(padding_value);
    if (!op.Done(&operation)) return;
    diagonal = op.Out(0);
  }
  MatrixDiagPartV2(const Input& input, const Input& k, const Input& padding_value, const GraphDefBuilder::Options& options) : MatrixDiagPartV2(options.scope(), input, k, padding_value) {}
  operator Output() const { return diagonal; }
  operator Input() const { return diagonal; }
  operator Node*() const { return diagonal.node(); }
  Node* node() const { return diagonal.node(); }
  Operation operation;
  Output diagonal;
};

class MatrixDiagV2 {
 public:
  MatrixDiagV2(const Scope& scope, const Input& diagonal, const Input& k, const Input& num_rows, const Input& num_cols, const Input& padding_value) {
    penstock::OpBuilder op(scope, "MatrixDiagV2", "MatrixDiagV2", "diagonal:T,k:3,num_rows:3,num_cols:3,padding_value:T>output:T");
    op.In(diagonal);
    op.In(k);
    op.In(num_rows);
    op.In(num_cols);
    op.In(padding_value);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MatrixDiagV2(const Input& diagonal, const Input& k, const Input& num_rows, const Input& num_cols, const Input& padding_value, const GraphDefBuilder::Options& options) : MatrixDiagV2(options.scope(), diagonal, k, num_rows, num_cols, padding_value) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MatrixSetDiag {
 public:
  MatrixSetDiag(const Scope& scope, const Input& input, const Input& diagonal) {
    penstock::OpBuilder op(scope, "MatrixSetDiag", "MatrixSetDiag", "input:T,diagonal:T>output:T");
    op.In(input);
    op.In(diagonal);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MatrixSetDiag(const Input& input, const Input& diagonal, const GraphDefBuilder::Options& options) : MatrixSetDiag(options.scope(), input, diagonal) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MatrixSetDiagV2 {
 public:
  MatrixSetDiagV2(const Scope& scope, const Input& input, const Input& diagonal, const Input& k) {
    penstock::OpBuilder op(scope, "MatrixSetDiagV2", "MatrixSetDiagV2", "input:T,diagonal:T,k:3>output:T");
    op.In(input);
    op.In(diagonal);
    op.In(k);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MatrixSetDiagV2(const Input& input, const Input& diagonal, const Input& k, const GraphDefBuilder::Options& options) : MatrixSetDiagV2(options.scope(), input, diagonal, k) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MirrorPad {
 public:
  MirrorPad(const Scope& scope, const Input& input, const Input& paddings, StringPiece mode) {
    penstock::OpBuilder op(scope, "MirrorPad", "MirrorPad", "input:T,paddings:Tpaddings>output:T");
    op.In(input);
    op.In(paddings);
    op.Attr("mode", mode);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MirrorPad(const Input& input, const Input& paddings, StringPiece mode, const GraphDefBuilder::Options& options) : MirrorPad(options.scope(), input, paddings, mode) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class OneHot {
 public:
  struct Attrs {
    Attrs Axis(int64 x) const { Attrs a = *this; a.axis_ = x; return a; }
    int64 axis_ = -1;
  };
  static Attrs Axis(int64 x) { return Attrs().Axis(x); }
  OneHot(const Scope& scope, const Input& indices, const Input& depth, const Input& on_value, const Input& off_value) : OneHot(scope, indices, depth, on_value, off_value, Attrs()) {}
  OneHot(const Scope& scope, const Input& indices, const Input& depth, const Input& on_value, const Input& off_value, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "OneHot", "OneHot", "indices:TI,depth:3,on_value:T,off_value:T>output:T");
    op.In(indices);
    op.In(depth);
    op.In(on_value);
    op.In(off_value);
    op.Attr("axis", attrs.axis_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  OneHot(const Input& indices, const Input& depth, const Input& on_value, const Input& off_value, const GraphDefBuilder::Options& options) : OneHot(options.scope(), indices, depth, on_value, off_value) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class OnesLike {
 public:
  OnesLike(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "OnesLike", "OnesLike", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  OnesLike(const Input& x, const GraphDefBuilder::Options& options) : OnesLike(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Pad {
 public:
  Pad(const Scope& scope, const Input& input, const Input& paddings) {
    penstock::OpBuilder op(scope, "Pad", "Pad", "input:T,paddings:Tpaddings>output:T");
    op.In(input);
    op.In(paddings);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Pad(const Input& input, const Input& paddings, const GraphDefBuilder::Options& options) : Pad(options.scope(), input, paddings) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class PadV2 {
 public:
  PadV2(const Scope& scope, const Input& input, const Input& paddings, const Input& constant_values) {
    penstock::OpBuilder op(scope, "PadV2", "PadV2", "input:T,paddings:Tpaddings,constant_values:T>output:T");
    op.In(input);
    op.In(paddings);
    op.In(constant_values);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  PadV2(const Input& input, const Input& paddings, const Input& constant_values, const GraphDefBuilder::Options& options) : PadV2(options.scope(), input, paddings, constant_values) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ParallelConcat {
 public:
  ParallelConcat(const Scope& scope, const InputList& values, const PartialTensorShape& shape) {
    penstock::OpBuilder op(scope, "ParallelConcat", "ParallelConcat", "values:N*T>output:T");
    op.In(values);
    op.Attr("shape", shape);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ParallelConcat(const InputList& values, const PartialTensorShape& shape, const GraphDefBuilder::Options& options) : ParallelConcat(options.scope(), values, shape) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Placeholder {
 public:
  struct Attrs {
    Attrs Shape(const PartialTensorShape& x) const { Attrs a = *this; a.shape_ = x; return a; }
    PartialTensorShape shape_;
  };
  static Attrs Shape(const PartialTensorShape& x) { return Attrs().Shape(x); }
  Placeholder(const Scope& scope, DataType dtype) : Placeholder(scope, dtype, Attrs()) {}
  Placeholder(const Scope& scope, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Placeholder", "Placeholder", ">output:dtype");
    op.Attr("dtype", dtype);
    op.Attr("shape", attrs.shape_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Placeholder(DataType dtype, const GraphDefBuilder::Options& options) : Placeholder(options.scope(), dtype) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class PlaceholderWithDefault {
 public:
  PlaceholderWithDefault(const Scope& scope, const Input& input, const PartialTensorShape& shape) {
    penstock::OpBuilder op(scope, "PlaceholderWithDefault", "PlaceholderWithDefault", "input:dtype>output:dtype");
    op.In(input);
    op.Attr("shape", shape);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  PlaceholderWithDefault(const Input& input, const PartialTensorShape& shape, const GraphDefBuilder::Options& options) : PlaceholderWithDefault(options.scope(), input, shape) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class PreventGradient {
 public:
  struct Attrs {
    Attrs Message(StringPiece x) const { Attrs a = *this; a.message_ = x; return a; }
    StringPiece message_ = "";
  };
  static Attrs Message(StringPiece x) { return Attrs().Message(x); }
  PreventGradient(const Scope& scope, const Input& input) : PreventGradient(scope, input, Attrs()) {}
  PreventGradient(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "PreventGradient", "PreventGradient", "input:T>output:T");
    op.In(input);
    op.Attr("message", attrs.message_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  PreventGradient(const Input& input, const GraphDefBuilder::Options& options) : PreventGradient(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class QuantizeAndDequantizeV2 {
 public:
  struct Attrs {
    Attrs SignedInput(bool x) const { Attrs a = *this; a.signed_input_ = x; return a; }
    bool signed_input_ = true;
    Attrs NumBits(int64 x) const { Attrs a = *this; a.num_bits_ = x; return a; }
    int64 num_bits_ = 8;
    Attrs RangeGiven(bool x) const { Attrs a = *this; a.range_given_ = x; return a; }
    bool range_given_ = false;
    Attrs RoundMode(StringPiece x) const { Attrs a = *this; a.round_mode_ = x; return a; }
    StringPiece round_mode_ = "HALF_TO_EVEN";
    Attrs NarrowRange(bool x) const { Attrs a = *this; a.narrow_range_ = x; return a; }
    bool narrow_range_ = false;
  };
  static Attrs SignedInput(bool x) { return Attrs().SignedInput(x); }
  static Attrs NumBits(int64 x) { return Attrs().NumBits(x); }
  static Attrs RangeGiven(bool x) { return Attrs().RangeGiven(x); }
  static Attrs RoundMode(StringPiece x) { return Attrs().RoundMode(x); }
  static Attrs NarrowRange(bool x) { return Attrs().NarrowRange(x); }
  QuantizeAndDequantizeV2(const Scope& scope, const Input& input, const Input& input_min, const Input& input_max) : QuantizeAndDequantizeV2(scope, input, input_min, input_max, Attrs()) {}
  QuantizeAndDequantizeV2(const Scope& scope, const Input& input, const Input& input_min, const Input& input_max, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizeAndDequantizeV2", "QuantizeAndDequantizeV2", "input:T,input_min:T,input_max:T>output:T");
    op.In(input);
    op.In(input_min);
    op.In(input_max);
    op.Attr("signed_input", attrs.signed_input_);
    op.Attr("num_bits", attrs.num_bits_);
    op.Attr("range_given", attrs.range_given_);
    op.Attr("round_mode", attrs.round_mode_);
    op.Attr("narrow_range", attrs.narrow_range_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  QuantizeAndDequantizeV2(const Input& input, const Input& input_min, const Input& input_max, const GraphDefBuilder::Options& options) : QuantizeAndDequantizeV2(options.scope(), input, input_min, input_max) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class QuantizeAndDequantizeV3 {
 public:
  struct Attrs {
    Attrs SignedInput(bool x) const { Attrs a = *this; a.signed_input_ = x; return a; }
    bool signed_input_ = true;
    Attrs RangeGiven(bool x) const { Attrs a = *this; a.range_given_ = x; return a; }
    bool range_given_ = true;
    Attrs NarrowRange(bool x) const { Attrs a = *this; a.narrow_range_ = x; return a; }
    bool narrow_range_ = false;
  };
  static Attrs SignedInput(bool x) { return Attrs().SignedInput(x); }
  static Attrs RangeGiven(bool x) { return Attrs().RangeGiven(x); }
  static Attrs NarrowRange(bool x) { return Attrs().NarrowRange(x); }
  QuantizeAndDequantizeV3(const Scope& scope, const Input& input, const Input& input_min, const Input& input_max, const Input& num_bits) : QuantizeAndDequantizeV3(scope, input, input_min, input_max, num_bits, Attrs()) {}
  QuantizeAndDequantizeV3(const Scope& scope, const Input& input, const Input& input_min, const Input& input_max, const Input& num_bits, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizeAndDequantizeV3", "QuantizeAndDequantizeV3", "input:T,input_min:T,input_max:T,num_bits:3>output:T");
    op.In(input);
    op.In(input_min);
    op.In(input_max);
    op.In(num_bits);
    op.Attr("signed_input", attrs.signed_input_);
    op.Attr("range_given", attrs.range_given_);
    op.Attr("narrow_range", attrs.narrow_range_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  QuantizeAndDequantizeV3(const Input& input, const Input& input_min, const Input& input_max, const Input& num_bits, const GraphDefBuilder::Options& options) : QuantizeAndDequantizeV3(options.scope(), input, input_min, input_max, num_bits) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class QuantizeV2 {
 public:
  struct Attrs {
    Attrs Mode(StringPiece x) const { Attrs a = *this; a.mode_ = x; return a; }
    StringPiece mode_ = "MIN_COMBINED";
    Attrs RoundMode(StringPiece x) const { Attrs a = *this; a.round_mode_ = x; return a; }
    StringPiece round_mode_ = "HALF_AWAY_FROM_ZERO";
  };
  static Attrs Mode(StringPiece x) { return Attrs().Mode(x); }
  static Attrs RoundMode(StringPiece x) { return Attrs().RoundMode(x); }
  QuantizeV2(const Scope& scope, const Input& input, const Input& min_range, const Input& max_range, DataType T) : QuantizeV2(scope, input, min_range, max_range, T, Attrs()) {}
  QuantizeV2(const Scope& scope, const Input& input, const Input& min_range, const Input& max_range, DataType T, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizeV2", "QuantizeV2", "input:1,min_range:1,max_range:1>output:T,output_min:1,output_max:1");
    op.In(input);
    op.In(min_range);
    op.In(max_range);
    op.Attr("T", T);
    op.Attr("mode", attrs.mode_);
    op.Attr("round_mode", attrs.round_mode_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    output_min = op.Out(1);
    output_max = op.Out(2);
  }
  QuantizeV2(const Input& input, const Input& min_range, const Input& max_range, DataType T, const GraphDefBuilder::Options& options) : QuantizeV2(options.scope(), input, min_range, max_range, T) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output output_min;
  Output output_max;
};

class QuantizedConcat {
 public:
  QuantizedConcat(const Scope& scope, const Input& concat_dim, const InputList& values, const InputList& input_mins, const InputList& input_maxes) {
    penstock::OpBuilder op(scope, "QuantizedConcat", "QuantizedConcat", "concat_dim:3,values:N*T,input_mins:N*1,input_maxes:N*1>output:T,output_min:1,output_max:1");
    op.In(concat_dim);
    op.In(values);
    op.In(input_mins);
    op.In(input_maxes);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    output_min = op.Out(1);
    output_max = op.Out(2);
  }
  QuantizedConcat(const Input& concat_dim, const InputList& values, const InputList& input_mins, const InputList& input_maxes, const GraphDefBuilder::Options& options) : QuantizedConcat(options.scope(), concat_dim, values, input_mins, input_maxes) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output output_min;
  Output output_max;
};

class QuantizedInstanceNorm {
 public:
  struct Attrs {
    Attrs OutputRangeGiven(bool x) const { Attrs a = *this; a.output_range_given_ = x; return a; }
    bool output_range_given_ = false;
    Attrs GivenYMin(float x) const { Attrs a = *this; a.given_y_min_ = x; return a; }
    float given_y_min_ = 0.0f;
    Attrs GivenYMax(float x) const { Attrs a = *this; a.given_y_max_ = x; return a; }
    float given_y_max_ = 0.0f;
    Attrs VarianceEpsilon(float x) const { Attrs a = *this; a.variance_epsilon_ = x; return a; }
    float variance_epsilon_ = 9.999999747378752e-06f;
    Attrs MinSeparation(float x) const { Attrs a = *this; a.min_separation_ = x; return a; }
    float min_separation_ = 0.0010000000474974513f;
  };
  static Attrs OutputRangeGiven(bool x) { return Attrs().OutputRangeGiven(x); }
  static Attrs GivenYMin(float x) { return Attrs().GivenYMin(x); }
  static Attrs GivenYMax(float x) { return Attrs().GivenYMax(x); }
  static Attrs VarianceEpsilon(float x) { return Attrs().VarianceEpsilon(x); }
  static Attrs MinSeparation(float x) { return Attrs().MinSeparation(x); }
  QuantizedInstanceNorm(const Scope& scope, const Input& x, const Input& x_min, const Input& x_max) : QuantizedInstanceNorm(scope, x, x_min, x_max, Attrs()) {}
  QuantizedInstanceNorm(const Scope& scope, const Input& x, const Input& x_min, const Input& x_max, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizedInstanceNorm", "QuantizedInstanceNorm", "x:T,x_min:1,x_max:1>y:T,y_min:1,y_max:1");
    op.In(x);
    op.In(x_min);
    op.In(x_max);
    op.Attr("output_range_given", attrs.output_range_given_);
    op.Attr("given_y_min", attrs.given_y_min_);
    op.Attr("given_y_max", attrs.given_y_max_);
    op.Attr("variance_epsilon", attrs.variance_epsilon_);
    op.Attr("min_separation", attrs.min_separation_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
    y_min = op.Out(1);
    y_max = op.Out(2);
  }
  QuantizedInstanceNorm(const Input& x, const Input& x_min, const Input& x_max, const GraphDefBuilder::Options& options) : QuantizedInstanceNorm(options.scope(), x, x_min, x_max) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output y;
  Output y_min;
  Output y_max;
};

class QuantizedReshape {
 public:
  QuantizedReshape(const Scope& scope, const Input& tensor, const Input& shape, const Input& input_min, const Input& input_max) {
    penstock::OpBuilder op(scope, "QuantizedReshape", "QuantizedReshape", "tensor:T,shape:Tshape,input_min:1,input_max:1>output:T,output_min:1,output_max:1");
    op.In(tensor);
    op.In(shape);
    op.In(input_min);
    op.In(input_max);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    output_min = op.Out(1);
    output_max = op.Out(2);
  }
  QuantizedReshape(const Input& tensor, const Input& shape, const Input& input_min, const Input& input_max, const GraphDefBuilder::Options& options) : QuantizedReshape(options.scope(), tensor, shape, input_min, input_max) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output output_min;
  Output output_max;
};

class Rank {
 public:
  Rank(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "Rank", "Rank", "input:T>output:3");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Rank(const Input& input, const GraphDefBuilder::Options& options) : Rank(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Reshape {
 public:
  Reshape(const Scope& scope, const Input& tensor, const Input& shape) {
    penstock::OpBuilder op(scope, "Reshape", "Reshape", "tensor:T,shape:Tshape>output:T");
    op.In(tensor);
    op.In(shape);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Reshape(const Input& tensor, const Input& shape, const GraphDefBuilder::Options& options) : Reshape(options.scope(), tensor, shape) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ResourceStridedSliceAssign {
 public:
  struct Attrs {
    Attrs BeginMask(int64 x) const { Attrs a = *this; a.begin_mask_ = x; return a; }
    int64 begin_mask_ = 0;
    Attrs EndMask(int64 x) const { Attrs a = *this; a.end_mask_ = x; return a; }
    int64 end_mask_ = 0;
    Attrs EllipsisMask(int64 x) const { Attrs a = *this; a.ellipsis_mask_ = x; return a; }
    int64 ellipsis_mask_ = 0;
    Attrs NewAxisMask(int64 x) const { Attrs a = *this; a.new_axis_mask_ = x; return a; }
    int64 new_axis_mask_ = 0;
    Attrs ShrinkAxisMask(int64 x) const { Attrs a = *this; a.shrink_axis_mask_ = x; return a; }
    int64 shrink_axis_mask_ = 0;
  };
  static Attrs BeginMask(int64 x) { return Attrs().BeginMask(x); }
  static Attrs EndMask(int64 x) { return Attrs().EndMask(x); }
  static Attrs EllipsisMask(int64 x) { return Attrs().EllipsisMask(x); }
  static Attrs NewAxisMask(int64 x) { return Attrs().NewAxisMask(x); }
  static Attrs ShrinkAxisMask(int64 x) { return Attrs().ShrinkAxisMask(x); }
  ResourceStridedSliceAssign(const Scope& scope, const Input& ref, const Input& begin, const Input& end, const Input& strides, const Input& value) : ResourceStridedSliceAssign(scope, ref, begin, end, strides, value, Attrs()) {}
  ResourceStridedSliceAssign(const Scope& scope, const Input& ref, const Input& begin, const Input& end, const Input& strides, const Input& value, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceStridedSliceAssign", "ResourceStridedSliceAssign", "ref:20,begin:Index,end:Index,strides:Index,value:T>");
    op.In(ref);
    op.In(begin);
    op.In(end);
    op.In(strides);
    op.In(value);
    op.Attr("begin_mask", attrs.begin_mask_);
    op.Attr("end_mask", attrs.end_mask_);
    op.Attr("ellipsis_mask", attrs.ellipsis_mask_);
    op.Attr("new_axis_mask", attrs.new_axis_mask_);
    op.Attr("shrink_axis_mask", attrs.shrink_axis_mask_);
    if (!op.Done(&operation)) return;
  }
  ResourceStridedSliceAssign(const Input& ref, const Input& begin, const Input& end, const Input& strides, const Input& value, const GraphDefBuilder::Options& options) : ResourceStridedSliceAssign(options.scope(), ref, begin, end, strides, value) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class Reverse {
 public:
  Reverse(const Scope& scope, const Input& tensor, const Input& axis) {
    penstock::OpBuilder op(scope, "Reverse", "ReverseV2", "tensor:T,axis:Tidx>output:T");
    op.In(tensor);
    op.In(axis);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Reverse(const Input& tensor, const Input& axis, const GraphDefBuilder::Options& options) : Reverse(options.scope(), tensor, axis) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ReverseSequence {
 public:
  struct Attrs {
    Attrs BatchDim(int64 x) const { Attrs a = *this; a.batch_dim_ = x; return a; }
    int64 batch_dim_ = 0;
  };
  static Attrs BatchDim(int64 x) { return Attrs().BatchDim(x); }
  ReverseSequence(const Scope& scope, const Input& input, const Input& seq_lengths, int64 seq_dim) : ReverseSequence(scope, input, seq_lengths, seq_dim, Attrs()) {}
  ReverseSequence(const Scope& scope, const Input& input, const Input& seq_lengths, int64 seq_dim, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ReverseSequence", "ReverseSequence", "input:T,seq_lengths:Tlen>output:T");
    op.In(input);
    op.In(seq_lengths);
    op.Attr("seq_dim", seq_dim);
    op.Attr("batch_dim", attrs.batch_dim_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ReverseSequence(const Input& input, const Input& seq_lengths, int64 seq_dim, const GraphDefBuilder::Options& options) : ReverseSequence(options.scope(), input, seq_lengths, seq_dim) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ScatterNd {
 public:
  ScatterNd(const Scope& scope, const Input& indices, const Input& updates, const Input& shape) {
    penstock::OpBuilder op(scope, "ScatterNd", "ScatterNd", "indices:Tindices,updates:T,shape:Tindices>output:T");
    op.In(indices);
    op.In(updates);
    op.In(shape);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ScatterNd(const Input& indices, const Input& updates, const Input& shape, const GraphDefBuilder::Options& options) : ScatterNd(options.scope(), indices, updates, shape) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ScatterNdNonAliasingAdd {
 public:
  ScatterNdNonAliasingAdd(const Scope& scope, const Input& input, const Input& indices, const Input& updates) {
    penstock::OpBuilder op(scope, "ScatterNdNonAliasingAdd", "ScatterNdNonAliasingAdd", "input:T,indices:Tindices,updates:T>output:T");
    op.In(input);
    op.In(indices);
    op.In(updates);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ScatterNdNonAliasingAdd(const Input& input, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ScatterNdNonAliasingAdd(options.scope(), input, indices, updates) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SetDiff1D {
 public:
  struct Attrs {
    Attrs OutIdx(DataType x) const { Attrs a = *this; a.out_idx_ = x; return a; }
    DataType out_idx_ = static_cast<DataType>(3);
  };
  static Attrs OutIdx(DataType x) { return Attrs().OutIdx(x); }
  SetDiff1D(const Scope& scope, const Input& x, const Input& y) : SetDiff1D(scope, x, y, Attrs()) {}
  SetDiff1D(const Scope& scope, const Input& x, const Input& y, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SetDiff1D", "ListDiff", "x:T,y:T>out:T,idx:out_idx");
    op.In(x);
    op.In(y);
    op.Attr("out_idx", attrs.out_idx_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
    idx = op.Out(1);
  }
  SetDiff1D(const Input& x, const Input& y, const GraphDefBuilder::Options& options) : SetDiff1D(options.scope(), x, y) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output out;
  Output idx;
};

class Shape {
 public:
  struct Attrs {
    Attrs OutType(DataType x) const { Attrs a = *this; a.out_type_ = x; return a; }
    DataType out_type_ = static_cast<DataType>(3);
  };
  static Attrs OutType(DataType x) { return Attrs().OutType(x); }
  Shape(const Scope& scope, const Input& input) : Shape(scope, input, Attrs()) {}
  Shape(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Shape", "Shape", "input:T>output:out_type");
    op.In(input);
    op.Attr("out_type", attrs.out_type_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Shape(const Input& input, const GraphDefBuilder::Options& options) : Shape(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ShapeN {
 public:
  struct Attrs {
    Attrs OutType(DataType x) const { Attrs a = *this; a.out_type_ = x; return a; }
    DataType out_type_ = static_cast<DataType>(3);
  };
  static Attrs OutType(DataType x) { return Attrs().OutType(x); }
  ShapeN(const Scope& scope, const InputList& input) : ShapeN(scope, input, Attrs()) {}
  ShapeN(const Scope& scope, const InputList& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ShapeN", "ShapeN", "input:N*T>output:N*out_type");
    op.In(input);
    op.Attr("out_type", attrs.out_type_);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  ShapeN(const InputList& input, const GraphDefBuilder::Options& options) : ShapeN(options.scope(), input) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class Size {
 public:
  struct Attrs {
    Attrs OutType(DataType x) const { Attrs a = *this; a.out_type_ = x; return a; }
    DataType out_type_ = static_cast<DataType>(3);
  };
  static Attrs OutType(DataType x) { return Attrs().OutType(x); }
  Size(const Scope& scope, const Input& input) : Size(scope, input, Attrs()) {}
  Size(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Size", "Size", "input:T>output:out_type");
    op.In(input);
    op.Attr("out_type", attrs.out_type_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Size(const Input& input, const GraphDefBuilder::Options& options) : Size(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Slice {
 public:
  Slice(const Scope& scope, const Input& input, const Input& begin, const Input& size) {
    penstock::OpBuilder op(scope, "Slice", "Slice", "input:T,begin:Index,size:Index>output:T");
    op.In(input);
    op.In(begin);
    op.In(size);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Slice(const Input& input, const Input& begin, const Input& size, const GraphDefBuilder::Options& options) : Slice(options.scope(), input, begin, size) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Snapshot {
 public:
  Snapshot(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "Snapshot", "Snapshot", "input:T>output:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Snapshot(const Input& input, const GraphDefBuilder::Options& options) : Snapshot(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SpaceToBatch {
 public:
  SpaceToBatch(const Scope& scope, const Input& input, const Input& paddings, int64 block_size) {
    penstock::OpBuilder op(scope, "SpaceToBatch", "SpaceToBatch", "input:T,paddings:Tpaddings>output:T");
    op.In(input);
    op.In(paddings);
    op.Attr("block_size", block_size);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SpaceToBatch(const Input& input, const Input& paddings, int64 block_size, const GraphDefBuilder::Options& options) : SpaceToBatch(options.scope(), input, paddings, block_size) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SpaceToBatchND {
 public:
  SpaceToBatchND(const Scope& scope, const Input& input, const Input& block_shape, const Input& paddings) {
    penstock::OpBuilder op(scope, "SpaceToBatchND", "SpaceToBatchND", "input:T,block_shape:Tblock_shape,paddings:Tpaddings>output:T");
    op.In(input);
    op.In(block_shape);
    op.In(paddings);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SpaceToBatchND(const Input& input, const Input& block_shape, const Input& paddings, const GraphDefBuilder::Options& options) : SpaceToBatchND(options.scope(), input, block_shape, paddings) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SpaceToDepth {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  SpaceToDepth(const Scope& scope, const Input& input, int64 block_size) : SpaceToDepth(scope, input, block_size, Attrs()) {}
  SpaceToDepth(const Scope& scope, const Input& input, int64 block_size, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SpaceToDepth", "SpaceToDepth", "input:T>output:T");
    op.In(input);
    op.Attr("block_size", block_size);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SpaceToDepth(const Input& input, int64 block_size, const GraphDefBuilder::Options& options) : SpaceToDepth(options.scope(), input, block_size) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Split {
 public:
  Split(const Scope& scope, const Input& axis, const Input& value, int64 num_split) {
    penstock::OpBuilder op(scope, "Split", "Split", "split_dim:3,value:T>output:num_split*T");
    op.In(axis);
    op.In(value);
    op.Attr("num_split", num_split);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  Split(const Input& axis, const Input& value, int64 num_split, const GraphDefBuilder::Options& options) : Split(options.scope(), axis, value, num_split) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class SplitV {
 public:
  SplitV(const Scope& scope, const Input& value, const Input& size_splits, const Input& axis, int64 num_split) {
    penstock::OpBuilder op(scope, "SplitV", "SplitV", "value:T,size_splits:Tlen,split_dim:3>output:num_split*T");
    op.In(value);
    op.In(size_splits);
    op.In(axis);
    op.Attr("num_split", num_split);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  SplitV(const Input& value, const Input& size_splits, const Input& axis, int64 num_split, const GraphDefBuilder::Options& options) : SplitV(options.scope(), value, size_splits, axis, num_split) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class Squeeze {
 public:
  struct Attrs {
    Attrs SqueezeDims(gtl::ArraySlice<int> x) const { Attrs a = *this; a.squeeze_dims_ = x; return a; }
    gtl::ArraySlice<int> squeeze_dims_;
  };
  static Attrs SqueezeDims(gtl::ArraySlice<int> x) { return Attrs().SqueezeDims(x); }
  Squeeze(const Scope& scope, const Input& input) : Squeeze(scope, input, Attrs()) {}
  Squeeze(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Squeeze", "Squeeze", "input:T>output:T");
    op.In(input);
    op.Attr("squeeze_dims", attrs.squeeze_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Squeeze(const Input& input, const GraphDefBuilder::Options& options) : Squeeze(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Stack {
 public:
  struct Attrs {
    Attrs Axis(int64 x) const { Attrs a = *this; a.axis_ = x; return a; }
    int64 axis_ = 0;
  };
  static Attrs Axis(int64 x) { return Attrs().Axis(x); }
  Stack(const Scope& scope, const InputList& values) : Stack(scope, values, Attrs()) {}
  Stack(const Scope& scope, const InputList& values, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Stack", "Pack", "values:N*T>output:T");
    op.In(values);
    op.Attr("axis", attrs.axis_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Stack(const InputList& values, const GraphDefBuilder::Options& options) : Stack(options.scope(), values) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StopGradient {
 public:
  StopGradient(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "StopGradient", "StopGradient", "input:T>output:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StopGradient(const Input& input, const GraphDefBuilder::Options& options) : StopGradient(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StridedSlice {
 public:
  struct Attrs {
    Attrs BeginMask(int64 x) const { Attrs a = *this; a.begin_mask_ = x; return a; }
    int64 begin_mask_ = 0;
    Attrs EndMask(int64 x) const { Attrs a = *this; a.end_mask_ = x; return a; }
    int64 end_mask_ = 0;
    Attrs EllipsisMask(int64 x) const { Attrs a = *this; a.ellipsis_mask_ = x; return a; }
    int64 ellipsis_mask_ = 0;
    Attrs NewAxisMask(int64 x) const { Attrs a = *this; a.new_axis_mask_ = x; return a; }
    int64 new_axis_mask_ = 0;
    Attrs ShrinkAxisMask(int64 x) const { Attrs a = *this; a.shrink_axis_mask_ = x; return a; }
    int64 shrink_axis_mask_ = 0;
  };
  static Attrs BeginMask(int64 x) { return Attrs().BeginMask(x); }
  static Attrs EndMask(int64 x) { return Attrs().EndMask(x); }
  static Attrs EllipsisMask(int64 x) { return Attrs().EllipsisMask(x); }
  static Attrs NewAxisMask(int64 x) { return Attrs().NewAxisMask(x); }
  static Attrs ShrinkAxisMask(int64 x) { return Attrs().ShrinkAxisMask(x); }
  StridedSlice(const Scope& scope, const Input& input, const Input& begin, const Input& end, const Input& strides) : StridedSlice(scope, input, begin, end, strides, Attrs()) {}
  StridedSlice(const Scope& scope, const Input& input, const Input& begin, const Input& end, const Input& strides, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StridedSlice", "StridedSlice", "input:T,begin:Index,end:Index,strides:Index>output:T");
    op.In(input);
    op.In(begin);
    op.In(end);
    op.In(strides);
    op.Attr("begin_mask", attrs.begin_mask_);
    op.Attr("end_mask", attrs.end_mask_);
    op.Attr("ellipsis_mask", attrs.ellipsis_mask_);
    op.Attr("new_axis_mask", attrs.new_axis_mask_);
    op.Attr("shrink_axis_mask", attrs.shrink_axis_mask_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StridedSlice(const Input& input, const Input& begin, const Input& end, const Input& strides, const GraphDefBuilder::Options& options) : StridedSlice(options.scope(), input, begin, end, strides) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StridedSliceAssign {
 public:
  struct Attrs {
    Attrs BeginMask(int64 x) const { Attrs a = *this; a.begin_mask_ = x; return a; }
    int64 begin_mask_ = 0;
    Attrs EndMask(int64 x) const { Attrs a = *this; a.end_mask_ = x; return a; }
    int64 end_mask_ = 0;
    Attrs EllipsisMask(int64 x) const { Attrs a = *this; a.ellipsis_mask_ = x; return a; }
    int64 ellipsis_mask_ = 0;
    Attrs NewAxisMask(int64 x) const { Attrs a = *this; a.new_axis_mask_ = x; return a; }
    int64 new_axis_mask_ = 0;
    Attrs ShrinkAxisMask(int64 x) const { Attrs a = *this; a.shrink_axis_mask_ = x; return a; }
    int64 shrink_axis_mask_ = 0;
  };
  static Attrs BeginMask(int64 x) { return Attrs().BeginMask(x); }
  static Attrs EndMask(int64 x) { return Attrs().EndMask(x); }
  static Attrs EllipsisMask(int64 x) { return Attrs().EllipsisMask(x); }
  static Attrs NewAxisMask(int64 x) { return Attrs().NewAxisMask(x); }
  static Attrs ShrinkAxisMask(int64 x) { return Attrs().ShrinkAxisMask(x); }
  StridedSliceAssign(const Scope& scope, const Input& ref, const Input& begin, const Input& end, const Input& strides, const Input& value) : StridedSliceAssign(scope, ref, begin, end, strides, value, Attrs()) {}
  StridedSliceAssign(const Scope& scope, const Input& ref, const Input& begin, const Input& end, const Input& strides, const Input& value, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StridedSliceAssign", "StridedSliceAssign", "ref:&T,begin:Index,end:Index,strides:Index,value:T>output_ref:&T");
    op.In(ref);
    op.In(begin);
    op.In(end);
    op.In(strides);
    op.In(value);
    op.Attr("begin_mask", attrs.begin_mask_);
    op.Attr("end_mask", attrs.end_mask_);
    op.Attr("ellipsis_mask", attrs.ellipsis_mask_);
    op.Attr("new_axis_mask", attrs.new_axis_mask_);
    op.Attr("shrink_axis_mask", attrs.shrink_axis_mask_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  StridedSliceAssign(const Input& ref, const Input& begin, const Input& end, const Input& strides, const Input& value, const GraphDefBuilder::Options& options) : StridedSliceAssign(options.scope(), ref, begin, end, strides, value) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class StridedSliceGrad {
 public:
  struct Attrs {
    Attrs BeginMask(int64 x) const { Attrs a = *this; a.begin_mask_ = x; return a; }
    int64 begin_mask_ = 0;
    Attrs EndMask(int64 x) const { Attrs a = *this; a.end_mask_ = x; return a; }
    int64 end_mask_ = 0;
    Attrs EllipsisMask(int64 x) const { Attrs a = *this; a.ellipsis_mask_ = x; return a; }
    int64 ellipsis_mask_ = 0;
    Attrs NewAxisMask(int64 x) const { Attrs a = *this; a.new_axis_mask_ = x; return a; }
    int64 new_axis_mask_ = 0;
    Attrs ShrinkAxisMask(int64 x) const { Attrs a = *this; a.shrink_axis_mask_ = x; return a; }
    int64 shrink_axis_mask_ = 0;
  };
  static Attrs BeginMask(int64 x) { return Attrs().BeginMask(x); }
  static Attrs EndMask(int64 x) { return Attrs().EndMask(x); }
  static Attrs EllipsisMask(int64 x) { return Attrs().EllipsisMask(x); }
  static Attrs NewAxisMask(int64 x) { return Attrs().NewAxisMask(x); }
  static Attrs ShrinkAxisMask(int64 x) { return Attrs().ShrinkAxisMask(x); }
  StridedSliceGrad(const Scope& scope, const Input& shape, const Input& begin, const Input& end, const Input& strides, const Input& dy) : StridedSliceGrad(scope, shape, begin, end, strides, dy, Attrs()) {}
  StridedSliceGrad(const Scope& scope, const Input& shape, const Input& begin, const Input& end, const Input& strides, const Input& dy, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StridedSliceGrad", "StridedSliceGrad", "shape:Index,begin:Index,end:Index,strides:Index,dy:T>output:T");
    op.In(shape);
    op.In(begin);
    op.In(end);
    op.In(strides);
    op.In(dy);
    op.Attr("begin_mask", attrs.begin_mask_);
    op.Attr("end_mask", attrs.end_mask_);
    op.Attr("ellipsis_mask", attrs.ellipsis_mask_);
    op.Attr("new_axis_mask", attrs.new_axis_mask_);
    op.Attr("shrink_axis_mask", attrs.shrink_axis_mask_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StridedSliceGrad(const Input& shape, const Input& begin, const Input& end, const Input& strides, const Input& dy, const GraphDefBuilder::Options& options) : StridedSliceGrad(options.scope(), shape, begin, end, strides, dy) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class TensorScatterAdd {
 public:
  TensorScatterAdd(const Scope& scope, const Input& tensor, const Input& indices, const Input& updates) {
    penstock::OpBuilder op(scope, "TensorScatterAdd", "TensorScatterAdd", "tensor:T,indices:Tindices,updates:T>output:T");
    op.In(tensor);
    op.In(indices);
    op.In(updates);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  TensorScatterAdd(const Input& tensor, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : TensorScatterAdd(options.scope(), tensor, indices, updates) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class TensorScatterSub {
 public:
  TensorScatterSub(const Scope& scope, const Input& tensor, const Input& indices, const Input& updates) {
    penstock::OpBuilder op(scope, "TensorScatterSub", "TensorScatterSub", "tensor:T,indices:Tindices,updates:T>output:T");
    op.In(tensor);
    op.In(indices);
    op.In(updates);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  TensorScatterSub(const Input& tensor, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : TensorScatterSub(options.scope(), tensor, indices, updates) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class TensorScatterUpdate {
 public:
  TensorScatterUpdate(const Scope& scope, const Input& tensor, const Input& indices, const Input& updates) {
    penstock::OpBuilder op(scope, "TensorScatterUpdate", "TensorScatterUpdate", "tensor:T,indices:Tindices,updates:T>output:T");
    op.In(tensor);
    op.In(indices);
    op.In(updates);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  TensorScatterUpdate(const Input& tensor, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : TensorScatterUpdate(options.scope(), tensor, indices, updates) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class TensorStridedSliceUpdate {
 public:
  struct Attrs {
    Attrs BeginMask(int64 x) const { Attrs a = *this; a.begin_mask_ = x; return a; }
    int64 begin_mask_ = 0;
    Attrs EndMask(int64 x) const { Attrs a = *this; a.end_mask_ = x; return a; }
    int64 end_mask_ = 0;
    Attrs EllipsisMask(int64 x) const { Attrs a = *this; a.ellipsis_mask_ = x; return a; }
    int64 ellipsis_mask_ = 0;
    Attrs NewAxisMask(int64 x) const { Attrs a = *this; a.new_axis_mask_ = x; return a; }
    int64 new_axis_mask_ = 0;
    Attrs ShrinkAxisMask(int64 x) const { Attrs a = *this; a.shrink_axis_mask_ = x; return a; }
    int64 shrink_axis_mask_ = 0;
  };
  static Attrs BeginMask(int64 x) { return Attrs().BeginMask(x); }
  static Attrs EndMask(int64 x) { return Attrs().EndMask(x); }
  static Attrs EllipsisMask(int64 x) { return Attrs().EllipsisMask(x); }
  static Attrs NewAxisMask(int64 x) { return Attrs().NewAxisMask(x); }
  static Attrs ShrinkAxisMask(int64 x) { return Attrs().ShrinkAxisMask(x); }
  TensorStridedSliceUpdate(const Scope& scope, const Input& input, const Input& begin, const Input& end, const Input& strides, const Input& value) : TensorStridedSliceUpdate(scope, input, begin, end, strides, value, Attrs()) {}
  TensorStridedSliceUpdate(const Scope& scope, const Input& input, const Input& begin, const Input& end, const Input& strides, const Input& value, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TensorStridedSliceUpdate", "TensorStridedSliceUpdate", "input:T,begin:Index,end:Index,strides:Index,value:T>output:T");
    op.In(input);
    op.In(begin);
    op.In(end);
    op.In(strides);
    op.In(value);
    op.Attr("begin_mask", attrs.begin_mask_);
    op.Attr("end_mask", attrs.end_mask_);
    op.Attr("ellipsis_mask", attrs.ellipsis_mask_);
    op.Attr("new_axis_mask", attrs.new_axis_mask_);
    op.Attr("shrink_axis_mask", attrs.shrink_axis_mask_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  TensorStridedSliceUpdate(const Input& input, const Input& begin, const Input& end, const Input& strides, const Input& value, const GraphDefBuilder::Options& options) : TensorStridedSliceUpdate(options.scope(), input, begin, end, strides, value) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Tile {
 public:
  Tile(const Scope& scope, const Input& input, const Input& multiples) {
    penstock::OpBuilder op(scope, "Tile", "Tile", "input:T,multiples:Tmultiples>output:T");
    op.In(input);
    op.In(multiples);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Tile(const Input& input, const Input& multiples, const GraphDefBuilder::Options& options) : Tile(options.scope(), input, multiples) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Transpose {
 public:
  Transpose(const Scope& scope, const Input& x, const Input& perm) {
    penstock::OpBuilder op(scope, "Transpose", "Transpose", "x:T,perm:Tperm>y:T");
    op.In(x);
    op.In(perm);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  Transpose(const Input& x, const Input& perm, const GraphDefBuilder::Options& options) : Transpose(options.scope(), x, perm) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class Unique {
 public:
  struct Attrs {
    Attrs OutIdx(DataType x) const { Attrs a = *this; a.out_idx_ = x; return a; }
    DataType out_idx_ = static_cast<DataType>(3);
  };
  static Attrs OutIdx(DataType x) { return Attrs().OutIdx(x); }
  Unique(const Scope& scope, const Input& x) : Unique(scope, x, Attrs()) {}
  Unique(const Scope& scope, const Input& x, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Unique", "Unique", "x:T>y:T,idx:out_idx");
    op.In(x);
    op.Attr("out_idx", attrs.out_idx_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
    idx = op.Out(1);
  }
  Unique(const Input& x, const GraphDefBuilder::Options& options) : Unique(options.scope(), x) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output y;
  Output idx;
};

class UniqueV2 {
 public:
  struct Attrs {
    Attrs OutIdx(DataType x) const { Attrs a = *this; a.out_idx_ = x; return a; }
    DataType out_idx_ = static_cast<DataType>(3);
  };
  static Attrs OutIdx(DataType x) { return Attrs().OutIdx(x); }
  UniqueV2(const Scope& scope, const Input& x, const Input& axis) : UniqueV2(scope, x, axis, Attrs()) {}
  UniqueV2(const Scope& scope, const Input& x, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "UniqueV2", "UniqueV2", "x:T,axis:Taxis>y:T,idx:out_idx");
    op.In(x);
    op.In(axis);
    op.Attr("out_idx", attrs.out_idx_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
    idx = op.Out(1);
  }
  UniqueV2(const Input& x, const Input& axis, const GraphDefBuilder::Options& options) : UniqueV2(options.scope(), x, axis) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output y;
  Output idx;
};

class UniqueWithCounts {
 public:
  struct Attrs {
    Attrs OutIdx(DataType x) const { Attrs a = *this; a.out_idx_ = x; return a; }
    DataType out_idx_ = static_cast<DataType>(3);
  };
  static Attrs OutIdx(DataType x) { return Attrs().OutIdx(x); }
  UniqueWithCounts(const Scope& scope, const Input& x) : UniqueWithCounts(scope, x, Attrs()) {}
  UniqueWithCounts(const Scope& scope, const Input& x, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "UniqueWithCounts", "UniqueWithCounts", "x:T>y:T,idx:out_idx,count:out_idx");
    op.In(x);
    op.Attr("out_idx", attrs.out_idx_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
    idx = op.Out(1);
    count = op.Out(2);
  }
  UniqueWithCounts(const Input& x, const GraphDefBuilder::Options& options) : UniqueWithCounts(options.scope(), x) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output y;
  Output idx;
  Output count;
};

class UniqueWithCountsV2 {
 public:
  struct Attrs {
    Attrs OutIdx(DataType x) const { Attrs a = *this; a.out_idx_ = x; return a; }
    DataType out_idx_ = static_cast<DataType>(3);
  };
  static Attrs OutIdx(DataType x) { return Attrs().OutIdx(x); }
  UniqueWithCountsV2(const Scope& scope, const Input& x, const Input& axis) : UniqueWithCountsV2(scope, x, axis, Attrs()) {}
  UniqueWithCountsV2(const Scope& scope, const Input& x, const Input& axis, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "UniqueWithCountsV2", "UniqueWithCountsV2", "x:T,axis:Taxis>y:T,idx:out_idx,count:out_idx");
    op.In(x);
    op.In(axis);
    op.Attr("out_idx", attrs.out_idx_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
    idx = op.Out(1);
    count = op.Out(2);
  }
  UniqueWithCountsV2(const Input& x, const Input& axis, const GraphDefBuilder::Options& options) : UniqueWithCountsV2(options.scope(), x, axis) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output y;
  Output idx;
  Output count;
};

class UnravelIndex {
 public:
  UnravelIndex(const Scope& scope, const Input& indices, const Input& dims) {
    penstock::OpBuilder op(scope, "UnravelIndex", "UnravelIndex", "indices:Tidx,dims:Tidx>output:Tidx");
    op.In(indices);
    op.In(dims);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  UnravelIndex(const Input& indices, const Input& dims, const GraphDefBuilder::Options& options) : UnravelIndex(options.scope(), indices, dims) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Unstack {
 public:
  struct Attrs {
    Attrs Axis(int64 x) const { Attrs a = *this; a.axis_ = x; return a; }
    int64 axis_ = 0;
  };
  static Attrs Axis(int64 x) { return Attrs().Axis(x); }
  Unstack(const Scope& scope, const Input& value, int64 num) : Unstack(scope, value, num, Attrs()) {}
  Unstack(const Scope& scope, const Input& value, int64 num, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Unstack", "Unpack", "value:T>output:num*T");
    op.In(value);
    op.Attr("num", num);
    op.Attr("axis", attrs.axis_);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  Unstack(const Input& value, int64 num, const GraphDefBuilder::Options& options) : Unstack(options.scope(), value, num) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class Where {
 public:
  Where(const Scope& scope, const Input& condition) {
    penstock::OpBuilder op(scope, "Where", "Where", "input:T>index:9");
    op.In(condition);
    if (!op.Done(&operation)) return;
    index = op.Out(0);
  }
  Where(const Input& condition, const GraphDefBuilder::Options& options) : Where(options.scope(), condition) {}
  operator Output() const { return index; }
  operator Input() const { return index; }
  operator Node*() const { return index.node(); }
  Node* node() const { return index.node(); }
  Operation operation;
  Output index;
};

class ZerosLike {
 public:
  ZerosLike(const Scope& scope, const Input& x) {
    penstock::OpBuilder op(scope, "ZerosLike", "ZerosLike", "x:T>y:T");
    op.In(x);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  ZerosLike(const Input& x, const GraphDefBuilder::Options& options) : ZerosLike(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};


}  // namespace ops
}  // namespace tensorflow
