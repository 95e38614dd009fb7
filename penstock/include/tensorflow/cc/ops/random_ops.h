// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class Multinomial {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
    Attrs OutputDtype(DataType x) const { Attrs a = *this; a.output_dtype_ = x; return a; }
    DataType output_dtype_ = static_cast<DataType>(9);
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  static Attrs OutputDtype(DataType x) { return Attrs().OutputDtype(x); }
  Multinomial(const Scope& scope, const Input& logits, const Input& num_samples) : Multinomial(scope, logits, num_samples, Attrs()) {}
  Multinomial(const Scope& scope, const Input& logits, const Input& num_samples, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Multinomial", "Multinomial", "logits:T,num_samples:3>output:output_dtype");
    op.In(logits);
    op.In(num_samples);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    op.Attr("output_dtype", attrs.output_dtype_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Multinomial(const Input& logits, const Input& num_samples, const GraphDefBuilder::Options& options) : Multinomial(options.scope(), logits, num_samples) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ParameterizedTruncatedNormal {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  ParameterizedTruncatedNormal(const Scope& scope, const Input& shape, const Input& means, const Input& stdevs, const Input& minvals, const Input& maxvals) : ParameterizedTruncatedNormal(scope, shape, means, stdevs, minvals, maxvals, Attrs()) {}
  ParameterizedTruncatedNormal(const Scope& scope, const Input& shape, const Input& means, const Input& stdevs, const Input& minvals, const Input& maxvals, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ParameterizedTruncatedNormal", "ParameterizedTruncatedNormal", "shape:T,means:dtype,stdevs:dtype,minvals:dtype,maxvals:dtype>output:dtype");
    op.In(shape);
    op.In(means);
    op.In(stdevs);
    op.In(minvals);
    op.In(maxvals);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ParameterizedTruncatedNormal(const Input& shape, const Input& means, const Input& stdevs, const Input& minvals, const Input& maxvals, const GraphDefBuilder::Options& options) : ParameterizedTruncatedNormal(options.scope(), shape, means, stdevs, minvals, maxvals) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RandomGamma {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  RandomGamma(const Scope& scope, const Input& shape, const Input& alpha) : RandomGamma(scope, shape, alpha, Attrs()) {}
  RandomGamma(const Scope& scope, const Input& shape, const Input& alpha, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "RandomGamma", "RandomGamma", "shape:S,alpha:T>output:T");
    op.In(shape);
    op.In(alpha);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  RandomGamma(const Input& shape, const Input& alpha, const GraphDefBuilder::Options& options) : RandomGamma(options.scope(), shape, alpha) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RandomNormal {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  RandomNormal(const Scope& scope, const Input& shape, DataType dtype) : RandomNormal(scope, shape, dtype, Attrs()) {}
  RandomNormal(const Scope& scope, const Input& shape, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "RandomNormal", "RandomStandardNormal", "shape:T>output:dtype");
    op.In(shape);
    op.Attr("dtype", dtype);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  RandomNormal(const Input& shape, DataType dtype, const GraphDefBuilder::Options& options) : RandomNormal(options.scope(), shape, dtype) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RandomPoissonV2 {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
    Attrs Dtype(DataType x) const { Attrs a = *this; a.dtype_ = x; return a; }
    DataType dtype_ = static_cast<DataType>(9);
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  static Attrs Dtype(DataType x) { return Attrs().Dtype(x); }
  RandomPoissonV2(const Scope& scope, const Input& shape, const Input& rate) : RandomPoissonV2(scope, shape, rate, Attrs()) {}
  RandomPoissonV2(const Scope& scope, const Input& shape, const Input& rate, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "RandomPoissonV2", "RandomPoissonV2", "shape:S,rate:R>output:dtype");
    op.In(shape);
    op.In(rate);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    op.Attr("dtype", attrs.dtype_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  RandomPoissonV2(const Input& shape, const Input& rate, const GraphDefBuilder::Options& options) : RandomPoissonV2(options.scope(), shape, rate) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RandomShuffle {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  RandomShuffle(const Scope& scope, const Input& value) : RandomShuffle(scope, value, Attrs()) {}
  RandomShuffle(const Scope& scope, const Input& value, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "RandomShuffle", "RandomShuffle", "value:T>output:T");
    op.In(value);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  RandomShuffle(const Input& value, const GraphDefBuilder::Options& options) : RandomShuffle(options.scope(), value) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RandomUniform {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  RandomUniform(const Scope& scope, const Input& shape, DataType dtype) : RandomUniform(scope, shape, dtype, Attrs()) {}
  RandomUniform(const Scope& scope, const Input& shape, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "RandomUniform", "RandomUniform", "shape:T>output:dtype");
    op.In(shape);
    op.Attr("dtype", dtype);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  RandomUniform(const Input& shape, DataType dtype, const GraphDefBuilder::Options& options) : RandomUniform(options.scope(), shape, dtype) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RandomUniformInt {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  RandomUniformInt(const Scope& scope, const Input& shape, const Input& minval, const Input& maxval) : RandomUniformInt(scope, shape, minval, maxval, Attrs()) {}
  RandomUniformInt(const Scope& scope, const Input& shape, const Input& minval, const Input& maxval, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "RandomUniformInt", "RandomUniformInt", "shape:T,minval:Tout,maxval:Tout>output:Tout");
    op.In(shape);
    op.In(minval);
    op.In(maxval);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  RandomUniformInt(const Input& shape, const Input& minval, const Input& maxval, const GraphDefBuilder::Options& options) : RandomUniformInt(options.scope(), shape, minval, maxval) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class TruncatedNormal {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  TruncatedNormal(const Scope& scope, const Input& shape, DataType dtype) : TruncatedNormal(scope, shape, dtype, Attrs()) {}
  TruncatedNormal(const Scope& scope, const Input& shape, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TruncatedNormal", "TruncatedNormal", "shape:T>output:dtype");
    op.In(shape);
    op.Attr("dtype", dtype);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  TruncatedNormal(const Input& shape, DataType dtype, const GraphDefBuilder::Options& options) : TruncatedNormal(options.scope(), shape, dtype) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};


}  // namespace ops
}  // namespace tensorflow
