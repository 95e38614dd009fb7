// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class AddManySparseToTensorsMap {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  AddManySparseToTensorsMap(const Scope& scope, const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape) : AddManySparseToTensorsMap(scope, sparse_indices, sparse_values, sparse_shape, Attrs()) {}
  AddManySparseToTensorsMap(const Scope& scope, const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "AddManySparseToTensorsMap", "AddManySparseToTensorsMap", "sparse_indices:9,sparse_values:T,sparse_shape:9>sparse_handles:9");
    op.In(sparse_indices);
    op.In(sparse_values);
    op.In(sparse_shape);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    sparse_handles = op.Out(0);
  }
  AddManySparseToTensorsMap(const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape, const GraphDefBuilder::Options& options) : AddManySparseToTensorsMap(options.scope(), sparse_indices, sparse_values, sparse_shape) {}
  operator Output() const { return sparse_handles; }
  operator Input() const { return sparse_handles; }
  operator Node*() const { return sparse_handles.node(); }
  Node* node() const { return sparse_handles.node(); }
  Operation operation;
  Output sparse_handles;
};

class AddSparseToTensorsMap {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  AddSparseToTensorsMap(const Scope& scope, const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape) : AddSparseToTensorsMap(scope, sparse_indices, sparse_values, sparse_shape, Attrs()) {}
  AddSparseToTensorsMap(const Scope& scope, const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "AddSparseToTensorsMap", "AddSparseToTensorsMap", "sparse_indices:9,sparse_values:T,sparse_shape:9>sparse_handle:9");
    op.In(sparse_indices);
    op.In(sparse_values);
    op.In(sparse_shape);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    sparse_handle = op.Out(0);
  }
  AddSparseToTensorsMap(const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape, const GraphDefBuilder::Options& options) : AddSparseToTensorsMap(options.scope(), sparse_indices, sparse_values, sparse_shape) {}
  operator Output() const { return sparse_handle; }
  operator Input() const { return sparse_handle; }
  operator Node*() const { return sparse_handle.node(); }
  Node* node() const { return sparse_handle.node(); }
  Operation operation;
  Output sparse_handle;
};

class DeserializeManySparse {
 public:
  DeserializeManySparse(const Scope& scope, const Input& serialized_sparse, DataType dtype) {
    penstock::OpBuilder op(scope, "DeserializeManySparse", "DeserializeManySparse", "serialized_sparse:7>sparse_indices:9,sparse_values:dtype,sparse_shape:9");
    op.In(serialized_sparse);
    op.Attr("dtype", dtype);
    if (!op.Done(&operation)) return;
    sparse_indices = op.Out(0);
    sparse_values = op.Out(1);
    sparse_shape = op.Out(2);
  }
  DeserializeManySparse(const Input& serialized_sparse, DataType dtype, const GraphDefBuilder::Options& options) : DeserializeManySparse(options.scope(), serialized_sparse, dtype) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output sparse_indices;
  Output sparse_values;
  Output sparse_shape;
};

class DeserializeSparse {
 public:
  DeserializeSparse(const Scope& scope, const Input& serialized_sparse, DataType dtype) {
    penstock::OpBuilder op(scope, "DeserializeSparse", "DeserializeSparse", "serialized_sparse:Tserialized>sparse_indices:9,sparse_values:dtype,sparse_shape:9");
    op.In(serialized_sparse);
    op.Attr("dtype", dtype);
    if (!op.Done(&operation)) return;
    sparse_indices = op.Out(0);
    sparse_values = op.Out(1);
    sparse_shape = op.Out(2);
  }
  DeserializeSparse(const Input& serialized_sparse, DataType dtype, const GraphDefBuilder::Options& options) : DeserializeSparse(options.scope(), serialized_sparse, dtype) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output sparse_indices;
  Output sparse_values;
  Output sparse_shape;
};

class SerializeManySparse {
 public:
  struct Attrs {
    Attrs OutType(DataType x) const { Attrs a = *this; a.out_type_ = x; return a; }
    DataType out_type_ = static_cast<DataType>(7);
  };
  static Attrs OutType(DataType x) { return Attrs().OutType(x); }
  SerializeManySparse(const Scope& scope, const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape) : SerializeManySparse(scope, sparse_indices, sparse_values, sparse_shape, Attrs()) {}
  SerializeManySparse(const Scope& scope, const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SerializeManySparse", "SerializeManySparse", "sparse_indices:9,sparse_values:T,sparse_shape:9>serialized_sparse:out_type");
    op.In(sparse_indices);
    op.In(sparse_values);
    op.In(sparse_shape);
    op.Attr("out_type", attrs.out_type_);
    if (!op.Done(&operation)) return;
    serialized_sparse = op.Out(0);
  }
  SerializeManySparse(const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape, const GraphDefBuilder::Options& options) : SerializeManySparse(options.scope(), sparse_indices, sparse_values, sparse_shape) {}
  operator Output() const { return serialized_sparse; }
  operator Input() const { return serialized_sparse; }
  operator Node*() const { return serialized_sparse.node(); }
  Node* node() const { return serialized_sparse.node(); }
  Operation operation;
  Output serialized_sparse;
};

class SerializeSparse {
 public:
  struct Attrs {
    Attrs OutType(DataType x) const { Attrs a = *this; a.out_type_ = x; return a; }
    DataType out_type_ = static_cast<DataType>(7);
  };
  static Attrs OutType(DataType x) { return Attrs().OutType(x); }
  SerializeSparse(const Scope& scope, const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape) : SerializeSparse(scope, sparse_indices, sparse_values, sparse_shape, Attrs()) {}
  SerializeSparse(const Scope& scope, const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SerializeSparse", "SerializeSparse", "sparse_indices:9,sparse_values:T,sparse_shape:9>serialized_sparse:out_type");
    op.In(sparse_indices);
    op.In(sparse_values);
    op.In(sparse_shape);
    op.Attr("out_type", attrs.out_type_);
    if (!op.Done(&operation)) return;
    serialized_sparse = op.Out(0);
  }
  SerializeSparse(const Input& sparse_indices, const Input& sparse_values, const Input& sparse_shape, const GraphDefBuilder::Options& options) : SerializeSparse(options.scope(), sparse_indices, sparse_values, sparse_shape) {}
  operator Output() const { return serialized_sparse; }
  operator Input() const { return serialized_sparse; }
  operator Node*() const { return serialized_sparse.node(); }
  Node* node() const { return serialized_sparse.node(); }
  Operation operation;
  Output serialized_sparse;
};

class SparseAdd {
 public:
  SparseAdd(const Scope& scope, const Input& a_indices, const Input& a_values, const Input& a_shape, const Input& b_indices, const Input& b_values, const Input& b_shape, const Input& thresh) {
    penstock::OpBuilder op(scope, "SparseAdd", "SparseAdd", "a_indices:9,a_values:T,a_shape:9,b_indices:9,b_values:T,b_shape:9,thresh:Treal>sum_indices:9,sum_values:T,sum_shape:9");
    op.In(a_indices);
    op.In(a_values);
    op.In(a_shape);
    op.In(b_indices);
    op.In(b_values);
    op.In(b_shape);
    op.In(thresh);
    if (!op.Done(&operation)) return;
    sum_indices = op.Out(0);
    sum_values = op.Out(1);
    sum_shape = op.Out(2);
  }
  SparseAdd(const Input& a_indices, const Input& a_values, const Input& a_shape, const Input& b_indices, const Input& b_values, const Input& b_shape, const Input& thresh, const GraphDefBuilder::Options& options) : SparseAdd(options.scope(), a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output sum_indices;
  Output sum_values;
  Output sum_shape;
};

class SparseAddGrad {
 public:
  SparseAddGrad(const Scope& scope, const Input& backprop_val_grad, const Input& a_indices, const Input& b_indices, const Input& sum_indices) {
    penstock::OpBuilder op(scope, "SparseAddGrad", "SparseAddGrad", "backprop_val_grad:T,a_indices:9,b_indices:9,sum_indices:9>a_val_grad:T,b_val_grad:T");
    op.In(backprop_val_grad);
    op.In(a_indices);
    op.In(b_indices);
    op.In(sum_indices);
    if (!op.Done(&operation)) return;
    a_val_grad = op.Out(0);
    b_val_grad = op.Out(1);
  }
  SparseAddGrad(const Input& backprop_val_grad, const Input& a_indices, const Input& b_indices, const Input& sum_indices, const GraphDefBuilder::Options& options) : SparseAddGrad(options.scope(), backprop_val_grad, a_indices, b_indices, sum_indices) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output a_val_grad;
  Output b_val_grad;
};

class SparseConcat {
 public:
  SparseConcat(const Scope& scope, const InputList& indices, const InputList& values, const InputList& shapes, int64 concat_dim) {
    penstock::OpBuilder op(scope, "SparseConcat", "SparseConcat", "indices:N*9,values:N*T,shapes:N*9>output_indices:9,output_values:T,output_shape:9");
    op.In(indices);
    op.In(values);
    op.In(shapes);
    op.Attr("concat_dim", concat_dim);
    if (!op.Done(&operation)) return;
    output_indices = op.Out(0);
    output_values = op.Out(1);
    output_shape = op.Out(2);
  }
  SparseConcat(const InputList& indices, const InputList& values, const InputList& shapes, int64 concat_dim, const GraphDefBuilder::Options& options) : SparseConcat(options.scope(), indices, values, shapes, concat_dim) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_indices;
  Output output_values;
  Output output_shape;
};

class SparseCross {
 public:
  SparseCross(const Scope& scope, const InputList& indices, const InputList& values, const InputList& shapes, const InputList& dense_inputs, bool hashed_output, int64 num_buckets, int64 hash_key, DataType out_type, DataType internal_type) {
    penstock::OpBuilder op(scope, "SparseCross", "SparseCross", "indices:N*9,values:[sparse_types,shapes:N*9,dense_inputs:[dense_types>output_indices:9,output_values:out_type,output_shape:9");
    op.In(indices);
    op.In(values);
    op.In(shapes);
    op.In(dense_inputs);
    op.Attr("hashed_output", hashed_output);
    op.Attr("num_buckets", num_buckets);
    op.Attr("hash_key", hash_key);
    op.Attr("out_type", out_type);
    op.Attr("internal_type", internal_type);
    if (!op.Done(&operation)) return;
    output_indices = op.Out(0);
    output_values = op.Out(1);
    output_shape = op.Out(2);
  }
  SparseCross(const InputList& indices, const InputList& values, const InputList& shapes, const InputList& dense_inputs, bool hashed_output, int64 num_buckets, int64 hash_key, DataType out_type, DataType internal_type, const GraphDefBuilder::Options& options) : SparseCross(options.scope(), indices, values, shapes, dense_inputs, hashed_output, num_buckets, hash_key, out_type, internal_type) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_indices;
  Output output_values;
  Output output_shape;
};

class SparseDenseCwiseAdd {
 public:
  SparseDenseCwiseAdd(const Scope& scope, const Input& sp_indices, const Input& sp_values, const Input& sp_shape, const Input& dense) {
    penstock::OpBuilder op(scope, "SparseDenseCwiseAdd", "SparseDenseCwiseAdd", "sp_indices:9,sp_values:T,sp_shape:9,dense:T>output:T");
    op.In(sp_indices);
    op.In(sp_values);
    op.In(sp_shape);
    op.In(dense);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseDenseCwiseAdd(const Input& sp_indices, const Input& sp_values, const Input& sp_shape, const Input& dense, const GraphDefBuilder::Options& options) : SparseDenseCwiseAdd(options.scope(), sp_indices, sp_values, sp_shape, dense) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseDenseCwiseDiv {
 public:
  SparseDenseCwiseDiv(const Scope& scope, const Input& sp_indices, const Input& sp_values, const Input& sp_shape, const Input& dense) {
    penstock::OpBuilder op(scope, "SparseDenseCwiseDiv", "SparseDenseCwiseDiv", "sp_indices:9,sp_values:T,sp_shape:9,dense:T>output:T");
    op.In(sp_indices);
    op.In(sp_values);
    op.In(sp_shape);
    op.In(dense);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseDenseCwiseDiv(const Input& sp_indices, const Input& sp_values, const Input& sp_shape, const Input& dense, const GraphDefBuilder::Options& options) : SparseDenseCwiseDiv(options.scope(), sp_indices, sp_values, sp_shape, dense) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseDenseCwiseMul {
 public:
  SparseDenseCwiseMul(const Scope& scope, const Input& sp_indices, const Input& sp_values, const Input& sp_shape, const Input& dense) {
    penstock::OpBuilder op(scope, "SparseDenseCwiseMul", "SparseDenseCwiseMul", "sp_indices:9,sp_values:T,sp_shape:9,dense:T>output:T");
    op.In(sp_indices);
    op.In(sp_values);
    op.In(sp_shape);
    op.In(dense);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseDenseCwiseMul(const Input& sp_indices, const Input& sp_values, const Input& sp_shape, const Input& dense, const GraphDefBuilder::Options& options) : SparseDenseCwiseMul(options.scope(), sp_indices, sp_values, sp_shape, dense) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseFillEmptyRows {
 public:
  SparseFillEmptyRows(const Scope& scope, const Input& indices, const Input& values, const Input& dense_shape, const Input& default_value) {
    penstock::OpBuilder op(scope, "SparseFillEmptyRows", "SparseFillEmptyRows", "indices:9,values:T,dense_shape:9,default_value:T>output_indices:9,output_values:T,empty_row_indicator:10,reverse_index_map:9");
    op.In(indices);
    op.In(values);
    op.In(dense_shape);
    op.In(default_value);
    if (!op.Done(&operation)) return;
    output_indices = op.Out(0);
    output_values = op.Out(1);
    empty_row_indicator = op.Out(2);
    reverse_index_map = op.Out(3);
  }
  SparseFillEmptyRows(const Input& indices, const Input& values, const Input& dense_shape, const Input& default_value, const GraphDefBuilder::Options& options) : SparseFillEmptyRows(options.scope(), indices, values, dense_shape, default_value) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_indices;
  Output output_values;
  Output empty_row_indicator;
  Output reverse_index_map;
};

class SparseFillEmptyRowsGrad {
 public:
  SparseFillEmptyRowsGrad(const Scope& scope, const Input& reverse_index_map, const Input& grad_values) {
    penstock::OpBuilder op(scope, "SparseFillEmptyRowsGrad", "SparseFillEmptyRowsGrad", "reverse_index_map:9,grad_values:T>d_values:T,d_default_value:T");
    op.In(reverse_index_map);
    op.In(grad_values);
    if (!op.Done(&operation)) return;
    d_values = op.Out(0);
    d_default_value = op.Out(1);
  }
  SparseFillEmptyRowsGrad(const Input& reverse_index_map, const Input& grad_values, const GraphDefBuilder::Options& options) : SparseFillEmptyRowsGrad(options.scope(), reverse_index_map, grad_values) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output d_values;
  Output d_default_value;
};

class SparseReduceMax {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  SparseReduceMax(const Scope& scope, const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes) : SparseReduceMax(scope, input_indices, input_values, input_shape, reduction_axes, Attrs()) {}
  SparseReduceMax(const Scope& scope, const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseReduceMax", "SparseReduceMax", "input_indices:9,input_values:T,input_shape:9,reduction_axes:3>output:T");
    op.In(input_indices);
    op.In(input_values);
    op.In(input_shape);
    op.In(reduction_axes);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseReduceMax(const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes, const GraphDefBuilder::Options& options) : SparseReduceMax(options.scope(), input_indices, input_values, input_shape, reduction_axes) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseReduceMaxSparse {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  SparseReduceMaxSparse(const Scope& scope, const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes) : SparseReduceMaxSparse(scope, input_indices, input_values, input_shape, reduction_axes, Attrs()) {}
  SparseReduceMaxSparse(const Scope& scope, const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseReduceMaxSparse", "SparseReduceMaxSparse", "input_indices:9,input_values:T,input_shape:9,reduction_axes:3>output_indices:9,output_values:T,output_shape:9");
    op.In(input_indices);
    op.In(input_values);
    op.In(input_shape);
    op.In(reduction_axes);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output_indices = op.Out(0);
    output_values = op.Out(1);
    output_shape = op.Out(2);
  }
  SparseReduceMaxSparse(const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes, const GraphDefBuilder::Options& options) : SparseReduceMaxSparse(options.scope(), input_indices, input_values, input_shape, reduction_axes) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_indices;
  Output output_values;
  Output output_shape;
};

class SparseReduceSum {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  SparseReduceSum(const Scope& scope, const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes) : SparseReduceSum(scope, input_indices, input_values, input_shape, reduction_axes, Attrs()) {}
  SparseReduceSum(const Scope& scope, const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseReduceSum", "SparseReduceSum", "input_indices:9,input_values:T,input_shape:9,reduction_axes:3>output:T");
    op.In(input_indices);
    op.In(input_values);
    op.In(input_shape);
    op.In(reduction_axes);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseReduceSum(const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes, const GraphDefBuilder::Options& options) : SparseReduceSum(options.scope(), input_indices, input_values, input_shape, reduction_axes) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseReduceSumSparse {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  SparseReduceSumSparse(const Scope& scope, const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes) : SparseReduceSumSparse(scope, input_indices, input_values, input_shape, reduction_axes, Attrs()) {}
  SparseReduceSumSparse(const Scope& scope, const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseReduceSumSparse", "SparseReduceSumSparse", "input_indices:9,input_values:T,input_shape:9,reduction_axes:3>output_indices:9,output_values:T,output_shape:9");
    op.In(input_indices);
    op.In(input_values);
    op.In(input_shape);
    op.In(reduction_axes);
    op.Attr("keep_dims", attrs.keep_dims_);
    if (!op.Done(&operation)) return;
    output_indices = op.Out(0);
    output_values = op.Out(1);
    output_shape = op.Out(2);
  }
  SparseReduceSumSparse(const Input& input_indices, const Input& input_values, const Input& input_shape, const Input& reduction_axes, const GraphDefBuilder::Options& options) : SparseReduceSumSparse(options.scope(), input_indices, input_values, input_shape, reduction_axes) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_indices;
  Output output_values;
  Output output_shape;
};

class SparseReorder {
 public:
  SparseReorder(const Scope& scope, const Input& input_indices, const Input& input_values, const Input& input_shape) {
    penstock::OpBuilder op(scope, "SparseReorder", "SparseReorder", "input_indices:9,input_values:T,input_shape:9>output_indices:9,output_values:T");
    op.In(input_indices);
    op.In(input_values);
    op.In(input_shape);
    if (!op.Done(&operation)) return;
    output_indices = op.Out(0);
    output_values = op.Out(1);
  }
  SparseReorder(const Input& input_indices, const Input& input_values, const Input& input_shape, const GraphDefBuilder::Options& options) : SparseReorder(options.scope(), input_indices, input_values, input_shape) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_indices;
  Output output_values;
};

class SparseReshape {
 public:
  SparseReshape(const Scope& scope, const Input& input_indices, const Input& input_shape, const Input& new_shape) {
    penstock::OpBuilder op(scope, "SparseReshape", "SparseReshape", "input_indices:9,input_shape:9,new_shape:9>output_indices:9,output_shape:9");
    op.In(input_indices);
    op.In(input_shape);
    op.In(new_shape);
    if (!op.Done(&operation)) return;
    output_indices = op.Out(0);
    output_shape = op.Out(1);
  }
  SparseReshape(const Input& input_indices, const Input& input_shape, const Input& new_shape, const GraphDefBuilder::Options& options) : SparseReshape(options.scope(), input_indices, input_shape, new_shape) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_indices;
  Output output_shape;
};

class SparseSlice {
 public:
  SparseSlice(const Scope& scope, const Input& indices, const Input& values, const Input& shape, const Input& start, const Input& size) {
    penstock::OpBuilder op(scope, "SparseSlice", "SparseSlice", "indices:9,values:T,shape:9,start:9,size:9>output_indices:9,output_values:T,output_shape:9");
    op.In(indices);
    op.In(values);
    op.In(shape);
    op.In(start);
    op.In(size);
    if (!op.Done(&operation)) return;
    output_indices = op.Out(0);
    output_values = op.Out(1);
    output_shape = op.Out(2);
  }
  SparseSlice(const Input& indices, const Input& values, const Input& shape, const Input& start, const Input& size, const GraphDefBuilder::Options& options) : SparseSlice(options.scope(), indices, values, shape, start, size) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_indices;
  Output output_values;
  Output output_shape;
};

class SparseSliceGrad {
 public:
  SparseSliceGrad(const Scope& scope, const Input& backprop_val_grad, const Input& input_indices, const Input& input_start, const Input& output_indices) {
    penstock::OpBuilder op(scope, "SparseSliceGrad", "SparseSliceGrad", "backprop_val_grad:T,input_indices:9,input_start:9,output_indices:9>val_grad:T");
    op.In(backprop_val_grad);
    op.In(input_indices);
    op.In(input_start);
    op.In(output_indices);
    if (!op.Done(&operation)) return;
    val_grad = op.Out(0);
  }
  SparseSliceGrad(const Input& backprop_val_grad, const Input& input_indices, const Input& input_start, const Input& output_indices, const GraphDefBuilder::Options& options) : SparseSliceGrad(options.scope(), backprop_val_grad, input_indices, input_start, output_indices) {}
  operator Output() const { return val_grad; }
  operator Input() const { return val_grad; }
  operator Node*() const { return val_grad.node(); }
  Node* node() const { return val_grad.node(); }
  Operation operation;
  Output val_grad;
};

class SparseSoftmax {
 public:
  SparseSoftmax(const Scope& scope, const Input& sp_indices, const Input& sp_values, const Input& sp_shape) {
    penstock::OpBuilder op(scope, "SparseSoftmax", "SparseSoftmax", "sp_indices:9,sp_values:T,sp_shape:9>output:T");
    op.In(sp_indices);
    op.In(sp_values);
    op.In(sp_shape);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseSoftmax(const Input& sp_indices, const Input& sp_values, const Input& sp_shape, const GraphDefBuilder::Options& options) : SparseSoftmax(options.scope(), sp_indices, sp_values, sp_shape) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseSparseMaximum {
 public:
  SparseSparseMaximum(const Scope& scope, const Input& a_indices, const Input& a_values, const Input& a_shape, const Input& b_indices, const Input& b_values, const Input& b_shape) {
    penstock::OpBuilder op(scope, "SparseSparseMaximum", "SparseSparseMaximum", "a_indices:9,a_values:T,a_shape:9,b_indices:9,b_values:T,b_shape:9>output_indices:9,output_values:T");
    op.In(a_indices);
    op.In(a_values);
    op.In(a_shape);
    op.In(b_indices);
    op.In(b_values);
    op.In(b_shape);
    if (!op.Done(&operation)) return;
    output_indices = op.Out(0);
    output_values = op.Out(1);
  }
  SparseSparseMaximum(const Input& a_indices, const Input& a_values, const Input& a_shape, const Input& b_indices, const Input& b_values, const Input& b_shape, const GraphDefBuilder::Options& options) : SparseSparseMaximum(options.scope(), a_indices, a_values, a_shape, b_indices, b_values, b_shape) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_indices;
  Output output_values;
};

class SparseSparseMinimum {
 public:
  SparseSparseMinimum(const Scope& scope, const Input& a_indices, const Input& a_values, const Input& a_shape, const Input& b_indices, const Input& b_values, const Input& b_shape) {
    penstock::OpBuilder op(scope, "SparseSparseMinimum", "SparseSparseMinimum", "a_indices:9,a_values:T,a_shape:9,b_indices:9,b_values:T,b_shape:9>output_indices:9,output_values:T");
    op.In(a_indices);
    op.In(a_values);
    op.In(a_shape);
    op.In(b_indices);
    op.In(b_values);
    op.In(b_shape);
    if (!op.Done(&operation)) return;
    output_indices = op.Out(0);
    output_values = op.Out(1);
  }
  SparseSparseMinimum(const Input& a_indices, const Input& a_values, const Input& a_shape, const Input& b_indices, const Input& b_values, const Input& b_shape, const GraphDefBuilder::Options& options) : SparseSparseMinimum(options.scope(), a_indices, a_values, a_shape, b_indices, b_values, b_shape) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_indices;
  Output output_values;
};

class SparseSplit {
 public:
  SparseSplit(const Scope& scope, const Input& split_dim, const Input& indices, const Input& values, const Input& shape, int64 num_split) {
    penstock::OpBuilder op(scope, "SparseSplit", "SparseSplit", "split_dim:9,indices:9,values:T,shape:9>output_indices:num_split*9,output_values:num_split*T,output_shape:num_split*9");
    op.In(split_dim);
    op.In(indices);
    op.In(values);
    op.In(shape);
    op.Attr("num_split", num_split);
    if (!op.Done(&operation)) return;
    output_indices = op.OutList(0);
    output_values = op.OutList(1);
    output_shape = op.OutList(2);
  }
  SparseSplit(const Input& split_dim, const Input& indices, const Input& values, const Input& shape, int64 num_split, const GraphDefBuilder::Options& options) : SparseSplit(options.scope(), split_dim, indices, values, shape, num_split) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  OutputList output_indices;
  OutputList output_values;
  OutputList output_shape;
};

class SparseTensorDenseAdd {
 public:
  SparseTensorDenseAdd(const Scope& scope, const Input& a_indices, const Input& a_values, const Input& a_shape, const Input& b) {
    penstock::OpBuilder op(scope, "SparseTensorDenseAdd", "SparseTensorDenseAdd", "a_indices:Tindices,a_values:T,a_shape:Tindices,b:T>output:T");
    op.In(a_indices);
    op.In(a_values);
    op.In(a_shape);
    op.In(b);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  SparseTensorDenseAdd(const Input& a_indices, const Input& a_values, const Input& a_shape, const Input& b, const GraphDefBuilder::Options& options) : SparseTensorDenseAdd(options.scope(), a_indices, a_values, a_shape, b) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SparseTensorDenseMatMul {
 public:
  struct Attrs {
    Attrs AdjointA(bool x) const { Attrs a = *this; a.adjoint_a_ = x; return a; }
    bool adjoint_a_ = false;
    Attrs AdjointB(bool x) const { Attrs a = *this; a.adjoint_b_ = x; return a; }
    bool adjoint_b_ = false;
  };
  static Attrs AdjointA(bool x) { return Attrs().AdjointA(x); }
  static Attrs AdjointB(bool x) { return Attrs().AdjointB(x); }
  SparseTensorDenseMatMul(const Scope& scope, const Input& a_indices, const Input& a_values, const Input& a_shape, const Input& b) : SparseTensorDenseMatMul(scope, a_indices, a_values, a_shape, b, Attrs()) {}
  SparseTensorDenseMatMul(const Scope& scope, const Input& a_indices, const Input& a_values, const Input& a_shape, const Input& b, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseTensorDenseMatMul", "SparseTensorDenseMatMul", "a_indices:Tindices,a_values:T,a_shape:9,b:T>product:T");
    op.In(a_indices);
    op.In(a_values);
    op.In(a_shape);
    op.In(b);
    op.Attr("adjoint_a", attrs.adjoint_a_);
    op.Attr("adjoint_b", attrs.adjoint_b_);
    if (!op.Done(&operation)) return;
    product = op.Out(0);
  }
  SparseTensorDenseMatMul(const Input& a_indices, const Input& a_values, const Input& a_shape, const Input& b, const GraphDefBuilder::Options& options) : SparseTensorDenseMatMul(options.scope(), a_indices, a_values, a_shape, b) {}
  operator Output() const { return product; }
  operator Input() const { return product; }
  operator Node*() const { return product.node(); }
  Node* node() const { return product.node(); }
  Operation operation;
  Output product;
};

class SparseToDense {
 public:
  struct Attrs {
    Attrs ValidateIndices(bool x) const { Attrs a = *this; a.validate_indices_ = x; return a; }
    bool validate_indices_ = true;
  };
  static Attrs ValidateIndices(bool x) { return Attrs().ValidateIndices(x); }
  SparseToDense(const Scope& scope, const Input& sparse_indices, const Input& output_shape, const Input& sparse_values, const Input& default_value) : SparseToDense(scope, sparse_indices, output_shape, sparse_values, default_value, Attrs()) {}
  SparseToDense(const Scope& scope, const Input& sparse_indices, const Input& output_shape, const Input& sparse_values, const Input& default_value, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseToDense", "SparseToDense", "sparse_indices:Tindices,output_shape:Tindices,sparse_values:T,default_value:T>dense:T");
    op.In(sparse_indices);
    op.In(output_shape);
    op.In(sparse_values);
    op.In(default_value);
    op.Attr("validate_indices", attrs.validate_indices_);
    if (!op.Done(&operation)) return;
    dense = op.Out(0);
  }
  SparseToDense(const Input& sparse_indices, const Input& output_shape, const Input& sparse_values, const Input& default_value, const GraphDefBuilder::Options& options) : SparseToDense(options.scope(), sparse_indices, output_shape, sparse_values, default_value) {}
  operator Output() const { return dense; }
  operator Input() const { return dense; }
  operator Node*() const { return dense.node(); }
  Node* node() const { return dense.node(); }
  Operation operation;
  Output dense;
};

class TakeManySparseFromTensorsMap {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  TakeManySparseFromTensorsMap(const Scope& scope, const Input& sparse_handles, DataType dtype) : TakeManySparseFromTensorsMap(scope, sparse_handles, dtype, Attrs()) {}
  TakeManySparseFromTensorsMap(const Scope& scope, const Input& sparse_handles, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TakeManySparseFromTensorsMap", "TakeManySparseFromTensorsMap", "sparse_handles:9>sparse_indices:9,sparse_values:dtype,sparse_shape:9");
    op.In(sparse_handles);
    op.Attr("dtype", dtype);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    sparse_indices = op.Out(0);
    sparse_values = op.Out(1);
    sparse_shape = op.Out(2);
  }
  TakeManySparseFromTensorsMap(const Input& sparse_handles, DataType dtype, const GraphDefBuilder::Options& options) : TakeManySparseFromTensorsMap(options.scope(), sparse_handles, dtype) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output sparse_indices;
  Output sparse_values;
  Output sparse_shape;
};


}  // namespace ops
}  // namespace tensorflow
