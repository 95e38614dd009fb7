// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class HashTable {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
    Attrs UseNodeNameSharing(bool x) const { Attrs a = *this; a.use_node_name_sharing_ = x; return a; }
    bool use_node_name_sharing_ = false;
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  static Attrs UseNodeNameSharing(bool x) { return Attrs().UseNodeNameSharing(x); }
  HashTable(const Scope& scope, DataType key_dtype, DataType value_dtype) : HashTable(scope, key_dtype, value_dtype, Attrs()) {}
  HashTable(const Scope& scope, DataType key_dtype, DataType value_dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "HashTable", "HashTableV2", ">table_handle:20");
    op.Attr("key_dtype", key_dtype);
    op.Attr("value_dtype", value_dtype);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    op.Attr("use_node_name_sharing", attrs.use_node_name_sharing_);
    if (!op.Done(&operation)) return;
    table_handle = op.Out(0);
  }
  HashTable(DataType key_dtype, DataType value_dtype, const GraphDefBuilder::Options& options) : HashTable(options.scope(), key_dtype, value_dtype) {}
  operator Output() const { return table_handle; }
  operator Input() const { return table_handle; }
  operator Node*() const { return table_handle.node(); }
  Node* node() const { return table_handle.node(); }
  Operation operation;
  Output table_handle;
};

class InitializeTable {
 public:
  InitializeTable(const Scope& scope, const Input& table_handle, const Input& keys, const Input& values) {
    penstock::OpBuilder op(scope, "InitializeTable", "InitializeTableV2", "table_handle:20,keys:Tkey,values:Tval>");
    op.In(table_handle);
    op.In(keys);
    op.In(values);
    if (!op.Done(&operation)) return;
  }
  InitializeTable(const Input& table_handle, const Input& keys, const Input& values, const GraphDefBuilder::Options& options) : InitializeTable(options.scope(), table_handle, keys, values) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class InitializeTableFromTextFile {
 public:
  struct Attrs {
    Attrs VocabSize(int64 x) const { Attrs a = *this; a.vocab_size_ = x; return a; }
    int64 vocab_size_ = -1;
    Attrs Delimiter(StringPiece x) const { Attrs a = *this; a.delimiter_ = x; return a; }
    StringPiece delimiter_ = "\t";
  };
  static Attrs VocabSize(int64 x) { return Attrs().VocabSize(x); }
  static Attrs Delimiter(StringPiece x) { return Attrs().Delimiter(x); }
  InitializeTableFromTextFile(const Scope& scope, const Input& table_handle, const Input& filename, int64 key_index, int64 value_index) : InitializeTableFromTextFile(scope, table_handle, filename, key_index, value_index, Attrs()) {}
  InitializeTableFromTextFile(const Scope& scope, const Input& table_handle, const Input& filename, int64 key_index, int64 value_index, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "InitializeTableFromTextFile", "InitializeTableFromTextFileV2", "table_handle:20,filename:7>");
    op.In(table_handle);
    op.In(filename);
    op.Attr("key_index", key_index);
    op.Attr("value_index", value_index);
    op.Attr("vocab_size", attrs.vocab_size_);
    op.Attr("delimiter", attrs.delimiter_);
    if (!op.Done(&operation)) return;
  }
  InitializeTableFromTextFile(const Input& table_handle, const Input& filename, int64 key_index, int64 value_index, const GraphDefBuilder::Options& options) : InitializeTableFromTextFile(options.scope(), table_handle, filename, key_index, value_index) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class LookupTableExport {
 public:
  LookupTableExport(const Scope& scope, const Input& table_handle, DataType Tkeys, DataType Tvalues) {
    penstock::OpBuilder op(scope, "LookupTableExport", "LookupTableExportV2", "table_handle:20>keys:Tkeys,values:Tvalues");
    op.In(table_handle);
    op.Attr("Tkeys", Tkeys);
    op.Attr("Tvalues", Tvalues);
    if (!op.Done(&operation)) return;
    keys = op.Out(0);
    values = op.Out(1);
  }
  LookupTableExport(const Input& table_handle, DataType Tkeys, DataType Tvalues, const GraphDefBuilder::Options& options) : LookupTableExport(options.scope(), table_handle, Tkeys, Tvalues) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output keys;
  Output values;
};

class LookupTableFind {
 public:
  LookupTableFind(const Scope& scope, const Input& table_handle, const Input& keys, const Input& default_value) {
    penstock::OpBuilder op(scope, "LookupTableFind", "LookupTableFindV2", "table_handle:20,keys:Tin,default_value:Tout>values:Tout");
    op.In(table_handle);
    op.In(keys);
    op.In(default_value);
    if (!op.Done(&operation)) return;
    values = op.Out(0);
  }
  LookupTableFind(const Input& table_handle, const Input& keys, const Input& default_value, const GraphDefBuilder::Options& options) : LookupTableFind(options.scope(), table_handle, keys, default_value) {}
  operator Output() const { return values; }
  operator Input() const { return values; }
  operator Node*() const { return values.node(); }
  Node* node() const { return values.node(); }
  Operation operation;
  Output values;
};

class LookupTableImport {
 public:
  LookupTableImport(const Scope& scope, const Input& table_handle, const Input& keys, const Input& values) {
    penstock::OpBuilder op(scope, "LookupTableImport", "LookupTableImportV2", "table_handle:20,keys:Tin,values:Tout>");
    op.In(table_handle);
    op.In(keys);
    op.In(values);
    if (!op.Done(&operation)) return;
  }
  LookupTableImport(const Input& table_handle, const Input& keys, const Input& values, const GraphDefBuilder::Options& options) : LookupTableImport(options.scope(), table_handle, keys, values) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class LookupTableInsert {
 public:
  LookupTableInsert(const Scope& scope, const Input& table_handle, const Input& keys, const Input& values) {
    penstock::OpBuilder op(scope, "LookupTableInsert", "LookupTableInsertV2", "table_handle:20,keys:Tin,values:Tout>");
    op.In(table_handle);
    op.In(keys);
    op.In(values);
    if (!op.Done(&operation)) return;
  }
  LookupTableInsert(const Input& table_handle, const Input& keys, const Input& values, const GraphDefBuilder::Options& options) : LookupTableInsert(options.scope(), table_handle, keys, values) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class LookupTableSize {
 public:
  LookupTableSize(const Scope& scope, const Input& table_handle) {
    penstock::OpBuilder op(scope, "LookupTableSize", "LookupTableSizeV2", "table_handle:20>size:9");
    op.In(table_handle);
    if (!op.Done(&operation)) return;
    size = op.Out(0);
  }
  LookupTableSize(const Input& table_handle, const GraphDefBuilder::Options& options) : LookupTableSize(options.scope(), table_handle) {}
  operator Output() const { return size; }
  operator Input() const { return size; }
  operator Node*() const { return size.node(); }
  Node* node() const { return size.node(); }
  Operation operation;
  Output size;
};

class MutableDenseHashTable {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
    Attrs UseNodeNameSharing(bool x) const { Attrs a = *this; a.use_node_name_sharing_ = x; return a; }
    bool use_node_name_sharing_ = false;
    Attrs ValueShape(const PartialTensorShape& x) const { Attrs a = *this; a.value_shape_ = x; return a; }
    PartialTensorShape value_shape_ = PartialTensorShape(gtl::ArraySlice<int64>());
    Attrs InitialNumBuckets(int64 x) const { Attrs a = *this; a.initial_num_buckets_ = x; return a; }
    int64 initial_num_buckets_ = 131072;
    Attrs MaxLoadFactor(float x) const { Attrs a = *this; a.max_load_factor_ = x; return a; }
    float max_load_factor_ = 0.800000011920929f;
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  static Attrs UseNodeNameSharing(bool x) { return Attrs().UseNodeNameSharing(x); }
  static Attrs ValueShape(const PartialTensorShape& x) { return Attrs().ValueShape(x); }
  static Attrs InitialNumBuckets(int64 x) { return Attrs().InitialNumBuckets(x); }
  static Attrs MaxLoadFactor(float x) { return Attrs().MaxLoadFactor(x); }
  MutableDenseHashTable(const Scope& scope, const Input& empty_key, const Input& deleted_key, DataType value_dtype) : MutableDenseHashTable(scope, empty_key, deleted_key, value_dtype, Attrs()) {}
  MutableDenseHashTable(const Scope& scope, const Input& empty_key, const Input& deleted_key, DataType value_dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MutableDenseHashTable", "MutableDenseHashTableV2", "empty_key:key_dtype,deleted_key:key_dtype>table_handle:20");
    op.In(empty_key);
    op.In(deleted_key);
    op.Attr("value_dtype", value_dtype);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    op.Attr("use_node_name_sharing", attrs.use_node_name_sharing_);
    op.Attr("value_shape", attrs.value_shape_);
    op.Attr("initial_num_buckets", attrs.initial_num_buckets_);
    op.Attr("max_load_factor", attrs.max_load_factor_);
    if (!op.Done(&operation)) return;
    table_handle = op.Out(0);
  }
  MutableDenseHashTable(const Input& empty_key, const Input& deleted_key, DataType value_dtype, const GraphDefBuilder::Options& options) : MutableDenseHashTable(options.scope(), empty_key, deleted_key, value_dtype) {}
  operator Output() const { return table_handle; }
  operator Input() const { return table_handle; }
  operator Node*() const { return table_handle.node(); }
  Node* node() const { return table_handle.node(); }
  Operation operation;
  Output table_handle;
};

class MutableHashTable {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
    Attrs UseNodeNameSharing(bool x) const { Attrs a = *this; a.use_node_name_sharing_ = x; return a; }
    bool use_node_name_sharing_ = false;
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  static Attrs UseNodeNameSharing(bool x) { return Attrs().UseNodeNameSharing(x); }
  MutableHashTable(const Scope& scope, DataType key_dtype, DataType value_dtype) : MutableHashTable(scope, key_dtype, value_dtype, Attrs()) {}
  MutableHashTable(const Scope& scope, DataType key_dtype, DataType value_dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MutableHashTable", "MutableHashTableV2", ">table_handle:20");
    op.Attr("key_dtype", key_dtype);
    op.Attr("value_dtype", value_dtype);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    op.Attr("use_node_name_sharing", attrs.use_node_name_sharing_);
    if (!op.Done(&operation)) return;
    table_handle = op.Out(0);
  }
  MutableHashTable(DataType key_dtype, DataType value_dtype, const GraphDefBuilder::Options& options) : MutableHashTable(options.scope(), key_dtype, value_dtype) {}
  operator Output() const { return table_handle; }
  operator Input() const { return table_handle; }
  operator Node*() const { return table_handle.node(); }
  Node* node() const { return table_handle.node(); }
  Operation operation;
  Output table_handle;
};

class MutableHashTableOfTensors {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
    Attrs UseNodeNameSharing(bool x) const { Attrs a = *this; a.use_node_name_sharing_ = x; return a; }
    bool use_node_name_sharing_ = false;
    Attrs ValueShape(const PartialTensorShape& x) const { Attrs a = *this; a.value_shape_ = x; return a; }
    PartialTensorShape value_shape_ = PartialTensorShape(gtl::ArraySlice<int64>());
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  static Attrs UseNodeNameSharing(bool x) { return Attrs().UseNodeNameSharing(x); }
  static Attrs ValueShape(const PartialTensorShape& x) { return Attrs().ValueShape(x); }
  MutableHashTableOfTensors(const Scope& scope, DataType key_dtype, DataType value_dtype) : MutableHashTableOfTensors(scope, key_dtype, value_dtype, Attrs()) {}
  MutableHashTableOfTensors(const Scope& scope, DataType key_dtype, DataType value_dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MutableHashTableOfTensors", "MutableHashTableOfTensorsV2", ">table_handle:20");
    op.Attr("key_dtype", key_dtype);
    op.Attr("value_dtype", value_dtype);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    op.Attr("use_node_name_sharing", attrs.use_node_name_sharing_);
    op.Attr("value_shape", attrs.value_shape_);
    if (!op.Done(&operation)) return;
    table_handle = op.Out(0);
  }
  MutableHashTableOfTensors(DataType key_dtype, DataType value_dtype, const GraphDefBuilder::Options& options) : MutableHashTableOfTensors(options.scope(), key_dtype, value_dtype) {}
  operator Output() const { return table_handle; }
  operator Input() const { return table_handle; }
  operator Node*() const { return table_handle.node(); }
  Node* node() const { return table_handle.node(); }
  Operation operation;
  Output table_handle;
};


}  // namespace ops
}  // namespace tensorflow
