// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class AssignAddVariableOp {
 public:
  AssignAddVariableOp(const Scope& scope, const Input& resource, const Input& value) {
    penstock::OpBuilder op(scope, "AssignAddVariableOp", "AssignAddVariableOp", "resource:20,value:dtype>");
    op.In(resource);
    op.In(value);
    if (!op.Done(&operation)) return;
  }
  AssignAddVariableOp(const Input& resource, const Input& value, const GraphDefBuilder::Options& options) : AssignAddVariableOp(options.scope(), resource, value) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class AssignSubVariableOp {
 public:
  AssignSubVariableOp(const Scope& scope, const Input& resource, const Input& value) {
    penstock::OpBuilder op(scope, "AssignSubVariableOp", "AssignSubVariableOp", "resource:20,value:dtype>");
    op.In(resource);
    op.In(value);
    if (!op.Done(&operation)) return;
  }
  AssignSubVariableOp(const Input& resource, const Input& value, const GraphDefBuilder::Options& options) : AssignSubVariableOp(options.scope(), resource, value) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class AssignVariableOp {
 public:
  AssignVariableOp(const Scope& scope, const Input& resource, const Input& value) {
    penstock::OpBuilder op(scope, "AssignVariableOp", "AssignVariableOp", "resource:20,value:dtype>");
    op.In(resource);
    op.In(value);
    if (!op.Done(&operation)) return;
  }
  AssignVariableOp(const Input& resource, const Input& value, const GraphDefBuilder::Options& options) : AssignVariableOp(options.scope(), resource, value) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ConsumeMutexLock {
 public:
  ConsumeMutexLock(const Scope& scope, const Input& mutex_lock) {
    penstock::OpBuilder op(scope, "ConsumeMutexLock", "ConsumeMutexLock", "mutex_lock:21>");
    op.In(mutex_lock);
    if (!op.Done(&operation)) return;
  }
  ConsumeMutexLock(const Input& mutex_lock, const GraphDefBuilder::Options& options) : ConsumeMutexLock(options.scope(), mutex_lock) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class DestroyResourceOp {
 public:
  struct Attrs {
    Attrs IgnoreLookupError(bool x) const { Attrs a = *this; a.ignore_lookup_error_ = x; return a; }
    bool ignore_lookup_error_ = true;
  };
  static Attrs IgnoreLookupError(bool x) { return Attrs().IgnoreLookupError(x); }
  DestroyResourceOp(const Scope& scope, const Input& resource) : DestroyResourceOp(scope, resource, Attrs()) {}
  DestroyResourceOp(const Scope& scope, const Input& resource, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DestroyResourceOp", "DestroyResourceOp", "resource:20>");
    op.In(resource);
    op.Attr("ignore_lookup_error", attrs.ignore_lookup_error_);
    if (!op.Done(&operation)) return;
  }
  DestroyResourceOp(const Input& resource, const GraphDefBuilder::Options& options) : DestroyResourceOp(options.scope(), resource) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class MutexLock {
 public:
  MutexLock(const Scope& scope, const Input& mutex) {
    penstock::OpBuilder op(scope, "MutexLock", "MutexLock", "mutex:20>mutex_lock:21");
    op.In(mutex);
    if (!op.Done(&operation)) return;
    mutex_lock = op.Out(0);
  }
  MutexLock(const Input& mutex, const GraphDefBuilder::Options& options) : MutexLock(options.scope(), mutex) {}
  operator Output() const { return mutex_lock; }
  operator Input() const { return mutex_lock; }
  operator Node*() const { return mutex_lock.node(); }
  Node* node() const { return mutex_lock.node(); }
  Operation operation;
  Output mutex_lock;
};

class MutexV2 {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  MutexV2(const Scope& scope) : MutexV2(scope, Attrs()) {}
  MutexV2(const Scope& scope, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MutexV2", "MutexV2", ">resource:20");
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    resource = op.Out(0);
  }
  MutexV2(const GraphDefBuilder::Options& options) : MutexV2(options.scope()) {}
  operator Output() const { return resource; }
  operator Input() const { return resource; }
  operator Node*() const { return resource.node(); }
  Node* node() const { return resource.node(); }
  Operation operation;
  Output resource;
};

class ReadVariableOp {
 public:
  ReadVariableOp(const Scope& scope, const Input& resource, DataType dtype) {
    penstock::OpBuilder op(scope, "ReadVariableOp", "ReadVariableOp", "resource:20>value:dtype");
    op.In(resource);
    op.Attr("dtype", dtype);
    if (!op.Done(&operation)) return;
    value = op.Out(0);
  }
  ReadVariableOp(const Input& resource, DataType dtype, const GraphDefBuilder::Options& options) : ReadVariableOp(options.scope(), resource, dtype) {}
  operator Output() const { return value; }
  operator Input() const { return value; }
  operator Node*() const { return value.node(); }
  Node* node() const { return value.node(); }
  Operation operation;
  Output value;
};

class ResourceGather {
 public:
  struct Attrs {
    Attrs BatchDims(int64 x) const { Attrs a = *this; a.batch_dims_ = x; return a; }
    int64 batch_dims_ = 0;
    Attrs ValidateIndices(bool x) const { Attrs a = *this; a.validate_indices_ = x; return a; }
    bool validate_indices_ = true;
  };
  static Attrs BatchDims(int64 x) { return Attrs().BatchDims(x); }
  static Attrs ValidateIndices(bool x) { return Attrs().ValidateIndices(x); }
  ResourceGather(const Scope& scope, const Input& resource, const Input& indices, DataType dtype) : ResourceGather(scope, resource, indices, dtype, Attrs()) {}
  ResourceGather(const Scope& scope, const Input& resource, const Input& indices, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceGather", "ResourceGather", "resource:20,indices:Tindices>output:dtype");
    op.In(resource);
    op.In(indices);
    op.Attr("dtype", dtype);
    op.Attr("batch_dims", attrs.batch_dims_);
    op.Attr("validate_indices", attrs.validate_indices_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ResourceGather(const Input& resource, const Input& indices, DataType dtype, const GraphDefBuilder::Options& options) : ResourceGather(options.scope(), resource, indices, dtype) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ResourceGatherNd {
 public:
  ResourceGatherNd(const Scope& scope, const Input& resource, const Input& indices, DataType dtype) {
    penstock::OpBuilder op(scope, "ResourceGatherNd", "ResourceGatherNd", "resource:20,indices:Tindices>output:dtype");
    op.In(resource);
    op.In(indices);
    op.Attr("dtype", dtype);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ResourceGatherNd(const Input& resource, const Input& indices, DataType dtype, const GraphDefBuilder::Options& options) : ResourceGatherNd(options.scope(), resource, indices, dtype) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ResourceScatterAdd {
 public:
  ResourceScatterAdd(const Scope& scope, const Input& resource, const Input& indices, const Input& updates) {
    penstock::OpBuilder op(scope, "ResourceScatterAdd", "ResourceScatterAdd", "resource:20,indices:Tindices,updates:dtype>");
    op.In(resource);
    op.In(indices);
    op.In(updates);
    if (!op.Done(&operation)) return;
  }
  ResourceScatterAdd(const Input& resource, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ResourceScatterAdd(options.scope(), resource, indices, updates) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceScatterDiv {
 public:
  ResourceScatterDiv(const Scope& scope, const Input& resource, const Input& indices, const Input& updates) {
    penstock::OpBuilder op(scope, "ResourceScatterDiv", "ResourceScatterDiv", "resource:20,indices:Tindices,updates:dtype>");
    op.In(resource);
    op.In(indices);
    op.In(updates);
    if (!op.Done(&operation)) return;
  }
  ResourceScatterDiv(const Input& resource, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ResourceScatterDiv(options.scope(), resource, indices, updates) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceScatterMax {
 public:
  ResourceScatterMax(const Scope& scope, const Input& resource, const Input& indices, const Input& updates) {
    penstock::OpBuilder op(scope, "ResourceScatterMax", "ResourceScatterMax", "resource:20,indices:Tindices,updates:dtype>");
    op.In(resource);
    op.In(indices);
    op.In(updates);
    if (!op.Done(&operation)) return;
  }
  ResourceScatterMax(const Input& resource, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ResourceScatterMax(options.scope(), resource, indices, updates) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceScatterMin {
 public:
  ResourceScatterMin(const Scope& scope, const Input& resource, const Input& indices, const Input& updates) {
    penstock::OpBuilder op(scope, "ResourceScatterMin", "ResourceScatterMin", "resource:20,indices:Tindices,updates:dtype>");
    op.In(resource);
    op.In(indices);
    op.In(updates);
    if (!op.Done(&operation)) return;
  }
  ResourceScatterMin(const Input& resource, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ResourceScatterMin(options.scope(), resource, indices, updates) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceScatterMul {
 public:
  ResourceScatterMul(const Scope& scope, const Input& resource, const Input& indices, const Input& updates) {
    penstock::OpBuilder op(scope, "ResourceScatterMul", "ResourceScatterMul", "resource:20,indices:Tindices,updates:dtype>");
    op.In(resource);
    op.In(indices);
    op.In(updates);
    if (!op.Done(&operation)) return;
  }
  ResourceScatterMul(const Input& resource, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ResourceScatterMul(options.scope(), resource, indices, updates) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceScatterSub {
 public:
  ResourceScatterSub(const Scope& scope, const Input& resource, const Input& indices, const Input& updates) {
    penstock::OpBuilder op(scope, "ResourceScatterSub", "ResourceScatterSub", "resource:20,indices:Tindices,updates:dtype>");
    op.In(resource);
    op.In(indices);
    op.In(updates);
    if (!op.Done(&operation)) return;
  }
  ResourceScatterSub(const Input& resource, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ResourceScatterSub(options.scope(), resource, indices, updates) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceScatterUpdate {
 public:
  ResourceScatterUpdate(const Scope& scope, const Input& resource, const Input& indices, const Input& updates) {
    penstock::OpBuilder op(scope, "ResourceScatterUpdate", "ResourceScatterUpdate", "resource:20,indices:Tindices,updates:dtype>");
    op.In(resource);
    op.In(indices);
    op.In(updates);
    if (!op.Done(&operation)) return;
  }
  ResourceScatterUpdate(const Input& resource, const Input& indices, const Input& updates, const GraphDefBuilder::Options& options) : ResourceScatterUpdate(options.scope(), resource, indices, updates) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class VarHandleOp {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  VarHandleOp(const Scope& scope, DataType dtype, const PartialTensorShape& shape) : VarHandleOp(scope, dtype, shape, Attrs()) {}
  VarHandleOp(const Scope& scope, DataType dtype, const PartialTensorShape& shape, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "VarHandleOp", "VarHandleOp", ">resource:20");
    op.Attr("dtype", dtype);
    op.Attr("shape", shape);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    resource = op.Out(0);
  }
  VarHandleOp(DataType dtype, const PartialTensorShape& shape, const GraphDefBuilder::Options& options) : VarHandleOp(options.scope(), dtype, shape) {}
  operator Output() const { return resource; }
  operator Input() const { return resource; }
  operator Node*() const { return resource.node(); }
  Node* node() const { return resource.node(); }
  Operation operation;
  Output resource;
};

class VarIsInitializedOp {
 public:
  VarIsInitializedOp(const Scope& scope, const Input& resource) {
    penstock::OpBuilder op(scope, "VarIsInitializedOp", "VarIsInitializedOp", "resource:20>is_initialized:10");
    op.In(resource);
    if (!op.Done(&operation)) return;
    is_initialized = op.Out(0);
  }
  VarIsInitializedOp(const Input& resource, const GraphDefBuilder::Options& options) : VarIsInitializedOp(options.scope(), resource) {}
  operator Output() const { return is_initialized; }
  operator Input() const { return is_initialized; }
  operator Node*() const { return is_initialized.node(); }
  Node* node() const { return is_initialized.node(); }
  Operation operation;
  Output is_initialized;
};

class VariableShape {
 public:
  struct Attrs {
    Attrs OutType(DataType x) const { Attrs a = *this; a.out_type_ = x; return a; }
    DataType out_type_ = static_cast<DataType>(3);
  };
  static Attrs OutType(DataType x) { return Attrs().OutType(x); }
  VariableShape(const Scope& scope, const Input& input) : VariableShape(scope, input, Attrs()) {}
  VariableShape(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "VariableShape", "VariableShape", "input:20>output:out_type");
    op.In(input);
    op.Attr("out_type", attrs.out_type_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  VariableShape(const Input& input, const GraphDefBuilder::Options& options) : VariableShape(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};


}  // namespace ops
}  // namespace tensorflow
