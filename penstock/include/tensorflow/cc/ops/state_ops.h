// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class Assign {
 public:
  struct Attrs {
    Attrs ValidateShape(bool x) const { Attrs a = *this; a.validate_shape_ = x; return a; }
    bool validate_shape_ = true;
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = true;
  };
  static Attrs ValidateShape(bool x) { return Attrs().ValidateShape(x); }
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  Assign(const Scope& scope, const Input& ref, const Input& value) : Assign(scope, ref, value, Attrs()) {}
  Assign(const Scope& scope, const Input& ref, const Input& value, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Assign", "Assign", "ref:&T,value:T>output_ref:&T");
    op.In(ref);
    op.In(value);
    op.Attr("validate_shape", attrs.validate_shape_);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  Assign(const Input& ref, const Input& value, const GraphDefBuilder::Options& options) : Assign(options.scope(), ref, value) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class AssignAdd {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  AssignAdd(const Scope& scope, const Input& ref, const Input& value) : AssignAdd(scope, ref, value, Attrs()) {}
  AssignAdd(const Scope& scope, const Input& ref, const Input& value, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "AssignAdd", "AssignAdd", "ref:&T,value:T>output_ref:&T");
    op.In(ref);
    op.In(value);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  AssignAdd(const Input& ref, const Input& value, const GraphDefBuilder::Options& options) : AssignAdd(options.scope(), ref, value) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class AssignSub {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  AssignSub(const Scope& scope, const Input& ref, const Input& value) : AssignSub(scope, ref, value, Attrs()) {}
  AssignSub(const Scope& scope, const Input& ref, const Input& value, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "AssignSub", "AssignSub", "ref:&T,value:T>output_ref:&T");
    op.In(ref);
    op.In(value);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  AssignSub(const Input& ref, const Input& value, const GraphDefBuilder::Options& options) : AssignSub(options.scope(), ref, value) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class CountUpTo {
 public:
  CountUpTo(const Scope& scope, const Input& ref, int64 limit) {
    penstock::OpBuilder op(scope, "CountUpTo", "CountUpTo", "ref:&T>output:T");
    op.In(ref);
    op.Attr("limit", limit);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  CountUpTo(const Input& ref, int64 limit, const GraphDefBuilder::Options& options) : CountUpTo(options.scope(), ref, limit) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DestroyTemporaryVariable {
 public:
  DestroyTemporaryVariable(const Scope& scope, const Input& ref, StringPiece var_name) {
    penstock::OpBuilder op(scope, "DestroyTemporaryVariable", "DestroyTemporaryVariable", "ref:&T>value:T");
    op.In(ref);
    op.Attr("var_name", var_name);
    if (!op.Done(&operation)) return;
    value = op.Out(0);
  }
  DestroyTemporaryVariable(const Input& ref, StringPiece var_name, const GraphDefBuilder::Options& options) : DestroyTemporaryVariable(options.scope(), ref, var_name) {}
  operator Output() const { return value; }
  operator Input() const { return value; }
  operator Node*() const { return value.node(); }
  Node* node() const { return value.node(); }
  Operation operation;
  Output value;
};

class IsVariableInitialized {
 public:
  IsVariableInitialized(const Scope& scope, const Input& ref) {
    penstock::OpBuilder op(scope, "IsVariableInitialized", "IsVariableInitialized", "ref:&dtype>is_initialized:10");
    op.In(ref);
    if (!op.Done(&operation)) return;
    is_initialized = op.Out(0);
  }
  IsVariableInitialized(const Input& ref, const GraphDefBuilder::Options& options) : IsVariableInitialized(options.scope(), ref) {}
  operator Output() const { return is_initialized; }
  operator Input() const { return is_initialized; }
  operator Node*() const { return is_initialized.node(); }
  Node* node() const { return is_initialized.node(); }
  Operation operation;
  Output is_initialized;
};

class ResourceCountUpTo {
 public:
  ResourceCountUpTo(const Scope& scope, const Input& resource, int64 limit, DataType T) {
    penstock::OpBuilder op(scope, "ResourceCountUpTo", "ResourceCountUpTo", "resource:20>output:T");
    op.In(resource);
    op.Attr("limit", limit);
    op.Attr("T", T);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ResourceCountUpTo(const Input& resource, int64 limit, DataType T, const GraphDefBuilder::Options& options) : ResourceCountUpTo(options.scope(), resource, limit, T) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ResourceScatterNdAdd {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = true;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceScatterNdAdd(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ResourceScatterNdAdd(scope, ref, indices, updates, Attrs()) {}
  ResourceScatterNdAdd(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceScatterNdAdd", "ResourceScatterNdAdd", "ref:20,indices:Tindices,updates:T>");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceScatterNdAdd(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ResourceScatterNdAdd(options.scope(), ref, indices, updates) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceScatterNdSub {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = true;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceScatterNdSub(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ResourceScatterNdSub(scope, ref, indices, updates, Attrs()) {}
  ResourceScatterNdSub(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceScatterNdSub", "ResourceScatterNdSub", "ref:20,indices:Tindices,updates:T>");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceScatterNdSub(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ResourceScatterNdSub(options.scope(), ref, indices, updates) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceScatterNdUpdate {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = true;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceScatterNdUpdate(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ResourceScatterNdUpdate(scope, ref, indices, updates, Attrs()) {}
  ResourceScatterNdUpdate(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceScatterNdUpdate", "ResourceScatterNdUpdate", "ref:20,indices:Tindices,updates:T>");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceScatterNdUpdate(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ResourceScatterNdUpdate(options.scope(), ref, indices, updates) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ScatterAdd {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ScatterAdd(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ScatterAdd(scope, ref, indices, updates, Attrs()) {}
  ScatterAdd(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ScatterAdd", "ScatterAdd", "ref:&T,indices:Tindices,updates:T>output_ref:&T");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  ScatterAdd(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ScatterAdd(options.scope(), ref, indices, updates) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class ScatterDiv {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ScatterDiv(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ScatterDiv(scope, ref, indices, updates, Attrs()) {}
  ScatterDiv(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ScatterDiv", "ScatterDiv", "ref:&T,indices:Tindices,updates:T>output_ref:&T");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  ScatterDiv(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ScatterDiv(options.scope(), ref, indices, updates) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class ScatterMax {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ScatterMax(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ScatterMax(scope, ref, indices, updates, Attrs()) {}
  ScatterMax(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ScatterMax", "ScatterMax", "ref:&T,indices:Tindices,updates:T>output_ref:&T");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  ScatterMax(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ScatterMax(options.scope(), ref, indices, updates) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class ScatterMin {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ScatterMin(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ScatterMin(scope, ref, indices, updates, Attrs()) {}
  ScatterMin(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ScatterMin", "ScatterMin", "ref:&T,indices:Tindices,updates:T>output_ref:&T");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  ScatterMin(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ScatterMin(options.scope(), ref, indices, updates) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class ScatterMul {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ScatterMul(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ScatterMul(scope, ref, indices, updates, Attrs()) {}
  ScatterMul(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ScatterMul", "ScatterMul", "ref:&T,indices:Tindices,updates:T>output_ref:&T");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  ScatterMul(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ScatterMul(options.scope(), ref, indices, updates) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class ScatterNdAdd {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ScatterNdAdd(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ScatterNdAdd(scope, ref, indices, updates, Attrs()) {}
  ScatterNdAdd(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ScatterNdAdd", "ScatterNdAdd", "ref:&T,indices:Tindices,updates:T>output_ref:&T");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  ScatterNdAdd(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ScatterNdAdd(options.scope(), ref, indices, updates) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class ScatterNdSub {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ScatterNdSub(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ScatterNdSub(scope, ref, indices, updates, Attrs()) {}
  ScatterNdSub(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ScatterNdSub", "ScatterNdSub", "ref:&T,indices:Tindices,updates:T>output_ref:&T");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  ScatterNdSub(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ScatterNdSub(options.scope(), ref, indices, updates) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class ScatterNdUpdate {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = true;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ScatterNdUpdate(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ScatterNdUpdate(scope, ref, indices, updates, Attrs()) {}
  ScatterNdUpdate(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ScatterNdUpdate", "ScatterNdUpdate", "ref:&T,indices:Tindices,updates:T>output_ref:&T");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  ScatterNdUpdate(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ScatterNdUpdate(options.scope(), ref, indices, updates) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class ScatterSub {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ScatterSub(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ScatterSub(scope, ref, indices, updates, Attrs()) {}
  ScatterSub(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ScatterSub", "ScatterSub", "ref:&T,indices:Tindices,updates:T>output_ref:&T");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  ScatterSub(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ScatterSub(options.scope(), ref, indices, updates) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class ScatterUpdate {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = true;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ScatterUpdate(const Scope& scope, const Input& ref, const Input& indices, const Input& updates) : ScatterUpdate(scope, ref, indices, updates, Attrs()) {}
  ScatterUpdate(const Scope& scope, const Input& ref, const Input& indices, const Input& updates, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ScatterUpdate", "ScatterUpdate", "ref:&T,indices:Tindices,updates:T>output_ref:&T");
    op.In(ref);
    op.In(indices);
    op.In(updates);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    output_ref = op.Out(0);
  }
  ScatterUpdate(const Input& ref, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ScatterUpdate(options.scope(), ref, indices, updates) {}
  operator Output() const { return output_ref; }
  operator Input() const { return output_ref; }
  operator Node*() const { return output_ref.node(); }
  Node* node() const { return output_ref.node(); }
  Operation operation;
  Output output_ref;
};

class TemporaryVariable {
 public:
  struct Attrs {
    Attrs VarName(StringPiece x) const { Attrs a = *this; a.var_name_ = x; return a; }
    StringPiece var_name_ = "";
  };
  static Attrs VarName(StringPiece x) { return Attrs().VarName(x); }
  TemporaryVariable(const Scope& scope, const PartialTensorShape& shape, DataType dtype) : TemporaryVariable(scope, shape, dtype, Attrs()) {}
  TemporaryVariable(const Scope& scope, const PartialTensorShape& shape, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TemporaryVariable", "TemporaryVariable", ">ref:&dtype");
    op.Attr("shape", shape);
    op.Attr("dtype", dtype);
    op.Attr("var_name", attrs.var_name_);
    if (!op.Done(&operation)) return;
    ref = op.Out(0);
  }
  TemporaryVariable(const PartialTensorShape& shape, DataType dtype, const GraphDefBuilder::Options& options) : TemporaryVariable(options.scope(), shape, dtype) {}
  operator Output() const { return ref; }
  operator Input() const { return ref; }
  operator Node*() const { return ref.node(); }
  Node* node() const { return ref.node(); }
  Operation operation;
  Output ref;
};

class Variable {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  Variable(const Scope& scope, const PartialTensorShape& shape, DataType dtype) : Variable(scope, shape, dtype, Attrs()) {}
  Variable(const Scope& scope, const PartialTensorShape& shape, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Variable", "VariableV2", ">ref:&dtype");
    op.Attr("shape", shape);
    op.Attr("dtype", dtype);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    ref = op.Out(0);
  }
  Variable(const PartialTensorShape& shape, DataType dtype, const GraphDefBuilder::Options& options) : Variable(options.scope(), shape, dtype) {}
  operator Output() const { return ref; }
  operator Input() const { return ref; }
  operator Node*() const { return ref.node(); }
  Node* node() const { return ref.node(); }
  Operation operation;
  Output ref;
};


}  // namespace ops
}  // namespace tensorflow
