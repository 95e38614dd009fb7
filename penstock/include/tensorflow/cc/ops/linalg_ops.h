// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class Cholesky {
 public:
  Cholesky(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "Cholesky", "Cholesky", "input:T>output:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Cholesky(const Input& input, const GraphDefBuilder::Options& options) : Cholesky(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class CholeskyGrad {
 public:
  CholeskyGrad(const Scope& scope, const Input& l, const Input& grad) {
    penstock::OpBuilder op(scope, "CholeskyGrad", "CholeskyGrad", "l:T,grad:T>output:T");
    op.In(l);
    op.In(grad);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  CholeskyGrad(const Input& l, const Input& grad, const GraphDefBuilder::Options& options) : CholeskyGrad(options.scope(), l, grad) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Einsum {
 public:
  Einsum(const Scope& scope, const InputList& inputs, StringPiece equation) {
    penstock::OpBuilder op(scope, "Einsum", "Einsum", "inputs:N*T>output:T");
    op.In(inputs);
    op.Attr("equation", equation);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Einsum(const InputList& inputs, StringPiece equation, const GraphDefBuilder::Options& options) : Einsum(options.scope(), inputs, equation) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class LogMatrixDeterminant {
 public:
  LogMatrixDeterminant(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "LogMatrixDeterminant", "LogMatrixDeterminant", "input:T>sign:T,log_abs_determinant:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    sign = op.Out(0);
    log_abs_determinant = op.Out(1);
  }
  LogMatrixDeterminant(const Input& input, const GraphDefBuilder::Options& options) : LogMatrixDeterminant(options.scope(), input) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output sign;
  Output log_abs_determinant;
};

class Lu {
 public:
  struct Attrs {
    Attrs OutputIdxType(DataType x) const { Attrs a = *this; a.output_idx_type_ = x; return a; }
    DataType output_idx_type_ = static_cast<DataType>(3);
  };
  static Attrs OutputIdxType(DataType x) { return Attrs().OutputIdxType(x); }
  Lu(const Scope& scope, const Input& input) : Lu(scope, input, Attrs()) {}
  Lu(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Lu", "Lu", "input:T>lu:T,p:output_idx_type");
    op.In(input);
    op.Attr("output_idx_type", attrs.output_idx_type_);
    if (!op.Done(&operation)) return;
    lu = op.Out(0);
    p = op.Out(1);
  }
  Lu(const Input& input, const GraphDefBuilder::Options& options) : Lu(options.scope(), input) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output lu;
  Output p;
};

class MatrixDeterminant {
 public:
  MatrixDeterminant(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "MatrixDeterminant", "MatrixDeterminant", "input:T>output:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MatrixDeterminant(const Input& input, const GraphDefBuilder::Options& options) : MatrixDeterminant(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MatrixInverse {
 public:
  struct Attrs {
    Attrs Adjoint(bool x) const { Attrs a = *this; a.adjoint_ = x; return a; }
    bool adjoint_ = false;
  };
  static Attrs Adjoint(bool x) { return Attrs().Adjoint(x); }
  MatrixInverse(const Scope& scope, const Input& input) : MatrixInverse(scope, input, Attrs()) {}
  MatrixInverse(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MatrixInverse", "MatrixInverse", "input:T>output:T");
    op.In(input);
    op.Attr("adjoint", attrs.adjoint_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MatrixInverse(const Input& input, const GraphDefBuilder::Options& options) : MatrixInverse(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MatrixSolve {
 public:
  struct Attrs {
    Attrs Adjoint(bool x) const { Attrs a = *this; a.adjoint_ = x; return a; }
    bool adjoint_ = false;
  };
  static Attrs Adjoint(bool x) { return Attrs().Adjoint(x); }
  MatrixSolve(const Scope& scope, const Input& matrix, const Input& rhs) : MatrixSolve(scope, matrix, rhs, Attrs()) {}
  MatrixSolve(const Scope& scope, const Input& matrix, const Input& rhs, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MatrixSolve", "MatrixSolve", "matrix:T,rhs:T>output:T");
    op.In(matrix);
    op.In(rhs);
    op.Attr("adjoint", attrs.adjoint_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MatrixSolve(const Input& matrix, const Input& rhs, const GraphDefBuilder::Options& options) : MatrixSolve(options.scope(), matrix, rhs) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MatrixSolveLs {
 public:
  struct Attrs {
    Attrs Fast(bool x) const { Attrs a = *this; a.fast_ = x; return a; }
    bool fast_ = true;
  };
  static Attrs Fast(bool x) { return Attrs().Fast(x); }
  MatrixSolveLs(const Scope& scope, const Input& matrix, const Input& rhs, const Input& l2_regularizer) : MatrixSolveLs(scope, matrix, rhs, l2_regularizer, Attrs()) {}
  MatrixSolveLs(const Scope& scope, const Input& matrix, const Input& rhs, const Input& l2_regularizer, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MatrixSolveLs", "MatrixSolveLs", "matrix:T,rhs:T,l2_regularizer:2>output:T");
    op.In(matrix);
    op.In(rhs);
    op.In(l2_regularizer);
    op.Attr("fast", attrs.fast_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MatrixSolveLs(const Input& matrix, const Input& rhs, const Input& l2_regularizer, const GraphDefBuilder::Options& options) : MatrixSolveLs(options.scope(), matrix, rhs, l2_regularizer) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MatrixSquareRoot {
 public:
  MatrixSquareRoot(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "MatrixSquareRoot", "MatrixSquareRoot", "input:T>output:T");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MatrixSquareRoot(const Input& input, const GraphDefBuilder::Options& options) : MatrixSquareRoot(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MatrixTriangularSolve {
 public:
  struct Attrs {
    Attrs Lower(bool x) const { Attrs a = *this; a.lower_ = x; return a; }
    bool lower_ = true;
    Attrs Adjoint(bool x) const { Attrs a = *this; a.adjoint_ = x; return a; }
    bool adjoint_ = false;
  };
  static Attrs Lower(bool x) { return Attrs().Lower(x); }
  static Attrs Adjoint(bool x) { return Attrs().Adjoint(x); }
  MatrixTriangularSolve(const Scope& scope, const Input& matrix, const Input& rhs) : MatrixTriangularSolve(scope, matrix, rhs, Attrs()) {}
  MatrixTriangularSolve(const Scope& scope, const Input& matrix, const Input& rhs, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MatrixTriangularSolve", "MatrixTriangularSolve", "matrix:T,rhs:T>output:T");
    op.In(matrix);
    op.In(rhs);
    op.Attr("lower", attrs.lower_);
    op.Attr("adjoint", attrs.adjoint_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MatrixTriangularSolve(const Input& matrix, const Input& rhs, const GraphDefBuilder::Options& options) : MatrixTriangularSolve(options.scope(), matrix, rhs) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Qr {
 public:
  struct Attrs {
    Attrs FullMatrices(bool x) const { Attrs a = *this; a.full_matrices_ = x; return a; }
    bool full_matrices_ = false;
  };
  static Attrs FullMatrices(bool x) { return Attrs().FullMatrices(x); }
  Qr(const Scope& scope, const Input& input) : Qr(scope, input, Attrs()) {}
  Qr(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Qr", "Qr", "input:T>q:T,r:T");
    op.In(input);
    op.Attr("full_matrices", attrs.full_matrices_);
    if (!op.Done(&operation)) return;
    q = op.Out(0);
    r = op.Out(1);
  }
  Qr(const Input& input, const GraphDefBuilder::Options& options) : Qr(options.scope(), input) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output q;
  Output r;
};

class SelfAdjointEig {
 public:
  struct Attrs {
    Attrs ComputeV(bool x) const { Attrs a = *this; a.compute_v_ = x; return a; }
    bool compute_v_ = true;
  };
  static Attrs ComputeV(bool x) { return Attrs().ComputeV(x); }
  SelfAdjointEig(const Scope& scope, const Input& input) : SelfAdjointEig(scope, input, Attrs()) {}
  SelfAdjointEig(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SelfAdjointEig", "SelfAdjointEigV2", "input:T>e:T,v:T");
    op.In(input);
    op.Attr("compute_v", attrs.compute_v_);
    if (!op.Done(&operation)) return;
    e = op.Out(0);
    v = op.Out(1);
  }
  SelfAdjointEig(const Input& input, const GraphDefBuilder::Options& options) : SelfAdjointEig(options.scope(), input) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output e;
  Output v;
};

class Svd {
 public:
  struct Attrs {
    Attrs ComputeUv(bool x) const { Attrs a = *this; a.compute_uv_ = x; return a; }
    bool compute_uv_ = true;
    Attrs FullMatrices(bool x) const { Attrs a = *this; a.full_matrices_ = x; return a; }
    bool full_matrices_ = false;
  };
  static Attrs ComputeUv(bool x) { return Attrs().ComputeUv(x); }
  static Attrs FullMatrices(bool x) { return Attrs().FullMatrices(x); }
  Svd(const Scope& scope, const Input& input) : Svd(scope, input, Attrs()) {}
  Svd(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Svd", "Svd", "input:T>s:T,u:T,v:T");
    op.In(input);
    op.Attr("compute_uv", attrs.compute_uv_);
    op.Attr("full_matrices", attrs.full_matrices_);
    if (!op.Done(&operation)) return;
    s = op.Out(0);
    u = op.Out(1);
    v = op.Out(2);
  }
  Svd(const Input& input, const GraphDefBuilder::Options& options) : Svd(options.scope(), input) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output s;
  Output u;
  Output v;
};


}  // namespace ops
}  // namespace tensorflow
