// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class DecodeCSV {
 public:
  struct Attrs {
    Attrs FieldDelim(StringPiece x) const { Attrs a = *this; a.field_delim_ = x; return a; }
    StringPiece field_delim_ = ",";
    Attrs UseQuoteDelim(bool x) const { Attrs a = *this; a.use_quote_delim_ = x; return a; }
    bool use_quote_delim_ = true;
    Attrs NaValue(StringPiece x) const { Attrs a = *this; a.na_value_ = x; return a; }
    StringPiece na_value_ = "";
    Attrs SelectCols(gtl::ArraySlice<int> x) const { Attrs a = *this; a.select_cols_ = x; return a; }
    gtl::ArraySlice<int> select_cols_;
  };
  static Attrs FieldDelim(StringPiece x) { return Attrs().FieldDelim(x); }
  static Attrs UseQuoteDelim(bool x) { return Attrs().UseQuoteDelim(x); }
  static Attrs NaValue(StringPiece x) { return Attrs().NaValue(x); }
  static Attrs SelectCols(gtl::ArraySlice<int> x) { return Attrs().SelectCols(x); }
  DecodeCSV(const Scope& scope, const Input& records, const InputList& record_defaults) : DecodeCSV(scope, records, record_defaults, Attrs()) {}
  DecodeCSV(const Scope& scope, const Input& records, const InputList& record_defaults, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DecodeCSV", "DecodeCSV", "records:7,record_defaults:[OUT_TYPE>output:[OUT_TYPE");
    op.In(records);
    op.In(record_defaults);
    op.Attr("field_delim", attrs.field_delim_);
    op.Attr("use_quote_delim", attrs.use_quote_delim_);
    op.Attr("na_value", attrs.na_value_);
    op.Attr("select_cols", attrs.select_cols_);
    if (!op.Done(&operation)) return;
    output = op.OutList(0);
  }
  DecodeCSV(const Input& records, const InputList& record_defaults, const GraphDefBuilder::Options& options) : DecodeCSV(options.scope(), records, record_defaults) {}
  Output operator[](size_t i) const { return output[i]; }
  OutputList::const_iterator begin() const { return output.begin(); }
  OutputList::const_iterator end() const { return output.end(); }
  Operation operation;
  OutputList output;
};

class DecodeCompressed {
 public:
  struct Attrs {
    Attrs CompressionType(StringPiece x) const { Attrs a = *this; a.compression_type_ = x; return a; }
    StringPiece compression_type_ = "";
  };
  static Attrs CompressionType(StringPiece x) { return Attrs().CompressionType(x); }
  DecodeCompressed(const Scope& scope, const Input& bytes) : DecodeCompressed(scope, bytes, Attrs()) {}
  DecodeCompressed(const Scope& scope, const Input& bytes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DecodeCompressed", "DecodeCompressed", "bytes:7>output:7");
    op.In(bytes);
    op.Attr("compression_type", attrs.compression_type_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DecodeCompressed(const Input& bytes, const GraphDefBuilder::Options& options) : DecodeCompressed(options.scope(), bytes) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DecodeJSONExample {
 public:
  DecodeJSONExample(const Scope& scope, const Input& json_examples) {
    penstock::OpBuilder op(scope, "DecodeJSONExample", "DecodeJSONExample", "json_examples:7>binary_examples:7");
    op.In(json_examples);
    if (!op.Done(&operation)) return;
    binary_examples = op.Out(0);
  }
  DecodeJSONExample(const Input& json_examples, const GraphDefBuilder::Options& options) : DecodeJSONExample(options.scope(), json_examples) {}
  operator Output() const { return binary_examples; }
  operator Input() const { return binary_examples; }
  operator Node*() const { return binary_examples.node(); }
  Node* node() const { return binary_examples.node(); }
  Operation operation;
  Output binary_examples;
};

class DecodePaddedRaw {
 public:
  struct Attrs {
    Attrs LittleEndian(bool x) const { Attrs a = *this; a.little_endian_ = x; return a; }
    bool little_endian_ = true;
  };
  static Attrs LittleEndian(bool x) { return Attrs().LittleEndian(x); }
  DecodePaddedRaw(const Scope& scope, const Input& input_bytes, const Input& fixed_length, DataType out_type) : DecodePaddedRaw(scope, input_bytes, fixed_length, out_type, Attrs()) {}
  DecodePaddedRaw(const Scope& scope, const Input& input_bytes, const Input& fixed_length, DataType out_type, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DecodePaddedRaw", "DecodePaddedRaw", "input_bytes:7,fixed_length:3>output:out_type");
    op.In(input_bytes);
    op.In(fixed_length);
    op.Attr("out_type", out_type);
    op.Attr("little_endian", attrs.little_endian_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DecodePaddedRaw(const Input& input_bytes, const Input& fixed_length, DataType out_type, const GraphDefBuilder::Options& options) : DecodePaddedRaw(options.scope(), input_bytes, fixed_length, out_type) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DecodeRaw {
 public:
  struct Attrs {
    Attrs LittleEndian(bool x) const { Attrs a = *this; a.little_endian_ = x; return a; }
    bool little_endian_ = true;
  };
  static Attrs LittleEndian(bool x) { return Attrs().LittleEndian(x); }
  DecodeRaw(const Scope& scope, const Input& bytes, DataType out_type) : DecodeRaw(scope, bytes, out_type, Attrs()) {}
  DecodeRaw(const Scope& scope, const Input& bytes, DataType out_type, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DecodeRaw", "DecodeRaw", "bytes:7>output:out_type");
    op.In(bytes);
    op.Attr("out_type", out_type);
    op.Attr("little_endian", attrs.little_endian_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DecodeRaw(const Input& bytes, DataType out_type, const GraphDefBuilder::Options& options) : DecodeRaw(options.scope(), bytes, out_type) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ParseExample {
 public:
  ParseExample(const Scope& scope, const Input& serialized, const Input& names, const InputList& sparse_keys, const InputList& dense_keys, const InputList& dense_defaults, gtl::ArraySlice<DataType> sparse_types, gtl::ArraySlice<PartialTensorShape> dense_shapes) {
    penstock::OpBuilder op(scope, "ParseExample", "ParseExample", "serialized:7,names:7,sparse_keys:Nsparse*7,dense_keys:Ndense*7,dense_defaults:[Tdense>sparse_indices:Nsparse*9,sparse_values:[sparse_types,sparse_shapes:Nsparse*9,dense_values:[Tdense");
    op.In(serialized);
    op.In(names);
    op.In(sparse_keys);
    op.In(dense_keys);
    op.In(dense_defaults);
    op.Attr("sparse_types", sparse_types);
    op.Attr("dense_shapes", dense_shapes);
    if (!op.Done(&operation)) return;
    sparse_indices = op.OutList(0);
    sparse_values = op.OutList(1);
    sparse_shapes = op.OutList(2);
    dense_values = op.OutList(3);
  }
  ParseExample(const Input& serialized, const Input& names, const InputList& sparse_keys, const InputList& dense_keys, const InputList& dense_defaults, gtl::ArraySlice<DataType> sparse_types, gtl::ArraySlice<PartialTensorShape> dense_shapes, const GraphDefBuilder::Options& options) : ParseExample(options.scope(), serialized, names, sparse_keys, dense_keys, dense_defaults, sparse_types, dense_shapes) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  OutputList sparse_indices;
  OutputList sparse_values;
  OutputList sparse_shapes;
  OutputList dense_values;
};

class ParseSequenceExample {
 public:
  struct Attrs {
    Attrs NcontextSparse(int64 x) const { Attrs a = *this; a.Ncontext_sparse_ = x; return a; }
    int64 Ncontext_sparse_ = 0;
    Attrs NcontextDense(int64 x) const { Attrs a = *this; a.Ncontext_dense_ = x; return a; }
    int64 Ncontext_dense_ = 0;
    Attrs NfeatureListSparse(int64 x) const { Attrs a = *this; a.Nfeature_list_sparse_ = x; return a; }
    int64 Nfeature_list_sparse_ = 0;
    Attrs NfeatureListDense(int64 x) const { Attrs a = *this; a.Nfeature_list_dense_ = x; return a; }
    int64 Nfeature_list_dense_ = 0;
    Attrs ContextSparseTypes(gtl::ArraySlice<DataType> x) const { Attrs a = *this; a.context_sparse_types_ = x; return a; }
    gtl::ArraySlice<DataType> context_sparse_types_;
    Attrs FeatureListDenseTypes(gtl::ArraySlice<DataType> x) const { Attrs a = *this; a.feature_list_dense_types_ = x; return a; }
    gtl::ArraySlice<DataType> feature_list_dense_types_;
    Attrs ContextDenseShapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.context_dense_shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> context_dense_shapes_;
    Attrs FeatureListSparseTypes(gtl::ArraySlice<DataType> x) const { Attrs a = *this; a.feature_list_sparse_types_ = x; return a; }
    gtl::ArraySlice<DataType> feature_list_sparse_types_;
    Attrs FeatureListDenseShapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.feature_list_dense_shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> feature_list_dense_shapes_;
  };
  static Attrs NcontextSparse(int64 x) { return Attrs().NcontextSparse(x); }
  static Attrs NcontextDense(int64 x) { return Attrs().NcontextDense(x); }
  static Attrs NfeatureListSparse(int64 x) { return Attrs().NfeatureListSparse(x); }
  static Attrs NfeatureListDense(int64 x) { return Attrs().NfeatureListDense(x); }
  static Attrs ContextSparseTypes(gtl::ArraySlice<DataType> x) { return Attrs().ContextSparseTypes(x); }
  static Attrs FeatureListDenseTypes(gtl::ArraySlice<DataType> x) { return Attrs().FeatureListDenseTypes(x); }
  static Attrs ContextDenseShapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().ContextDenseShapes(x); }
  static Attrs FeatureListSparseTypes(gtl::ArraySlice<DataType> x) { return Attrs().FeatureListSparseTypes(x); }
  static Attrs FeatureListDenseShapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().FeatureListDenseShapes(x); }
  ParseSequenceExample(const Scope& scope, const Input& serialized, const Input& debug_name, const InputList& context_dense_defaults, gtl::ArraySlice<string> feature_list_dense_missing_assumed_empty, gtl::ArraySlice<string> context_sparse_keys, gtl::ArraySlice<string> context_dense_keys, gtl::ArraySlice<string> feature_list_sparse_keys, gtl::ArraySlice<string> feature_list_dense_keys) : ParseSequenceExample(scope, serialized, debug_name, context_dense_defaults, feature_list_dense_missing_assumed_empty, context_sparse_keys, context_dense_keys, feature_list_sparse_keys, feature_list_dense_keys, Attrs()) {}
  ParseSequenceExample(const Scope& scope, const Input& serialized, const Input& debug_name, const InputList& context_dense_defaults, gtl::ArraySlice<string> feature_list_dense_missing_assumed_empty, gtl::ArraySlice<string> context_sparse_keys, gtl::ArraySlice<string> context_dense_keys, gtl::ArraySlice<string> feature_list_sparse_keys, gtl::ArraySlice<string> feature_list_dense_keys, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ParseSequenceExample", "ParseSequenceExample", "serialized:7,debug_name:7,context_dense_defaults:[Tcontext_dense>context_sparse_indices:Ncontext_sparse*9,context_sparse_values:[context_sparse_types,context_sparse_shapes:Ncontext_sparse*9,context_dense_values:[Tcontext_dense,feature_list_sparse_indices:Nfeature_list_sparse*9,feature_list_sparse_values:[feature_list_sparse_types,feature_list_sparse_shapes:Nfeature_list_sparse*9,feature_list_dense_values:[feature_list_dense_types,feature_list_dense_lengths:Nfeature_list_dense*9");
    op.In(serialized);
    op.In(debug_name);
    op.In(context_dense_defaults);
    op.Attr("feature_list_dense_missing_assumed_empty", feature_list_dense_missing_assumed_empty);
    op.Attr("context_sparse_keys", context_sparse_keys);
    op.Attr("context_dense_keys", context_dense_keys);
    op.Attr("feature_list_sparse_keys", feature_list_sparse_keys);
    op.Attr("feature_list_dense_keys", feature_list_dense_keys);
    op.Attr("Ncontext_sparse", attrs.Ncontext_sparse_);
    op.Attr("Ncontext_dense", attrs.Ncontext_dense_);
    op.Attr("Nfeature_list_sparse", attrs.Nfeature_list_sparse_);
    op.Attr("Nfeature_list_dense", attrs.Nfeature_list_dense_);
    op.Attr("context_sparse_types", attrs.context_sparse_types_);
    op.Attr("feature_list_dense_types", attrs.feature_list_dense_types_);
    op.Attr("context_dense_shapes", attrs.context_dense_shapes_);
    op.Attr("feature_list_sparse_types", attrs.feature_list_sparse_types_);
    op.Attr("feature_list_dense_shapes", attrs.feature_list_dense_shapes_);
    if (!op.Done(&operation)) return;
    context_sparse_indices = op.OutList(0);
    context_sparse_values = op.OutList(1);
    context_sparse_shapes = op.OutList(2);
    context_dense_values = op.OutList(3);
    feature_list_sparse_indices = op.OutList(4);
    feature_list_sparse_values = op.OutList(5);
    feature_list_sparse_shapes = op.OutList(6);
    feature_list_dense_values = op.OutList(7);
    feature_list_dense_lengths = op.OutList(8);
  }
  ParseSequenceExample(const Input& serialized, const Input& debug_name, const InputList& context_dense_defaults, gtl::ArraySlice<string> feature_list_dense_missing_assumed_empty, gtl::ArraySlice<string> context_sparse_keys, gtl::ArraySlice<string> context_dense_keys, gtl::ArraySlice<string> feature_list_sparse_keys, gtl::ArraySlice<string> feature_list_dense_keys, const GraphDefBuilder::Options& options) : ParseSequenceExample(options.scope(), serialized, debug_name, context_dense_defaults, feature_list_dense_missing_assumed_empty, context_sparse_keys, context_dense_keys, feature_list_sparse_keys, feature_list_dense_keys) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  OutputList context_sparse_indices;
  OutputList context_sparse_values;
  OutputList context_sparse_shapes;
  OutputList context_dense_values;
  OutputList feature_list_sparse_indices;
  OutputList feature_list_sparse_values;
  OutputList feature_list_sparse_shapes;
  OutputList feature_list_dense_values;
  OutputList feature_list_dense_lengths;
};

class ParseSingleExample {
 public:
  ParseSingleExample(const Scope& scope, const Input& serialized, const InputList& dense_defaults, int64 num_sparse, gtl::ArraySlice<string> sparse_keys, gtl::ArraySlice<string> dense_keys, gtl::ArraySlice<DataType> sparse_types, gtl::ArraySlice<PartialTensorShape> dense_shapes) {
    penstock::OpBuilder op(scope, "ParseSingleExample", "ParseSingleExample", "serialized:7,dense_defaults:[Tdense>sparse_indices:num_sparse*9,sparse_values:[sparse_types,sparse_shapes:num_sparse*9,dense_values:[Tdense");
    op.In(serialized);
    op.In(dense_defaults);
    op.Attr("num_sparse", num_sparse);
    op.Attr("sparse_keys", sparse_keys);
    op.Attr("dense_keys", dense_keys);
    op.Attr("sparse_types", sparse_types);
    op.Attr("dense_shapes", dense_shapes);
    if (!op.Done(&operation)) return;
    sparse_indices = op.OutList(0);
    sparse_values = op.OutList(1);
    sparse_shapes = op.OutList(2);
    dense_values = op.OutList(3);
  }
  ParseSingleExample(const Input& serialized, const InputList& dense_defaults, int64 num_sparse, gtl::ArraySlice<string> sparse_keys, gtl::ArraySlice<string> dense_keys, gtl::ArraySlice<DataType> sparse_types, gtl::ArraySlice<PartialTensorShape> dense_shapes, const GraphDefBuilder::Options& options) : ParseSingleExample(options.scope(), serialized, dense_defaults, num_sparse, sparse_keys, dense_keys, sparse_types, dense_shapes) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  OutputList sparse_indices;
  OutputList sparse_values;
  OutputList sparse_shapes;
  OutputList dense_values;
};

class ParseSingleSequenceExample {
 public:
  struct Attrs {
    Attrs ContextSparseTypes(gtl::ArraySlice<DataType> x) const { Attrs a = *this; a.context_sparse_types_ = x; return a; }
    gtl::ArraySlice<DataType> context_sparse_types_;
    Attrs FeatureListDenseTypes(gtl::ArraySlice<DataType> x) const { Attrs a = *this; a.feature_list_dense_types_ = x; return a; }
    gtl::ArraySlice<DataType> feature_list_dense_types_;
    Attrs ContextDenseShapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.context_dense_shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> context_dense_shapes_;
    Attrs FeatureListSparseTypes(gtl::ArraySlice<DataType> x) const { Attrs a = *this; a.feature_list_sparse_types_ = x; return a; }
    gtl::ArraySlice<DataType> feature_list_sparse_types_;
    Attrs FeatureListDenseShapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.feature_list_dense_shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> feature_list_dense_shapes_;
  };
  static Attrs ContextSparseTypes(gtl::ArraySlice<DataType> x) { return Attrs().ContextSparseTypes(x); }
  static Attrs FeatureListDenseTypes(gtl::ArraySlice<DataType> x) { return Attrs().FeatureListDenseTypes(x); }
  static Attrs ContextDenseShapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().ContextDenseShapes(x); }
  static Attrs FeatureListSparseTypes(gtl::ArraySlice<DataType> x) { return Attrs().FeatureListSparseTypes(x); }
  static Attrs FeatureListDenseShapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().FeatureListDenseShapes(x); }
  ParseSingleSequenceExample(const Scope& scope, const Input& serialized, const Input& feature_list_dense_missing_assumed_empty, const InputList& context_sparse_keys, const InputList& context_dense_keys, const InputList& feature_list_sparse_keys, const InputList& feature_list_dense_keys, const InputList& context_dense_defaults, const Input& debug_name) : ParseSingleSequenceExample(scope, serialized, feature_list_dense_missing_assumed_empty, context_sparse_keys, context_dense_keys, feature_list_sparse_keys, feature_list_dense_keys, context_dense_defaults, debug_name, Attrs()) {}
  ParseSingleSequenceExample(const Scope& scope, const Input& serialized, const Input& feature_list_dense_missing_assumed_empty, const InputList& context_sparse_keys, const InputList& context_dense_keys, const InputList& feature_list_sparse_keys, const InputList& feature_list_dense_keys, const InputList& context_dense_defaults, const Input& debug_name, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ParseSingleSequenceExample", "ParseSingleSequenceExample", "serialized:7,feature_list_dense_missing_assumed_empty:7,context_sparse_keys:Ncontext_sparse*7,context_dense_keys:Ncontext_dense*7,feature_list_sparse_keys:Nfeature_list_sparse*7,feature_list_dense_keys:Nfeature_list_dense*7,context_dense_defaults:[Tcontext_dense,debug_name:7>context_sparse_indices:Ncontext_sparse*9,context_sparse_values:[context_sparse_types,context_sparse_shapes:Ncontext_sparse*9,context_dense_values:[Tcontext_dense,feature_list_sparse_indices:Nfeature_list_sparse*9,feature_list_sparse_values:[feature_list_sparse_types,feature_list_sparse_shapes:Nfeature_list_sparse*9,feature_list_dense_values:[feature_list_dense_types");
    op.In(serialized);
    op.In(feature_list_dense_missing_assumed_empty);
    op.In(context_sparse_keys);
    op.In(context_dense_keys);
    op.In(feature_list_sparse_keys);
    op.In(feature_list_dense_keys);
    op.In(context_dense_defaults);
    op.In(debug_name);
    op.Attr("context_sparse_types", attrs.context_sparse_types_);
    op.Attr("feature_list_dense_types", attrs.feature_list_dense_types_);
    op.Attr("context_dense_shapes", attrs.context_dense_shapes_);
    op.Attr("feature_list_sparse_types", attrs.feature_list_sparse_types_);
    op.Attr("feature_list_dense_shapes", attrs.feature_list_dense_shapes_);
    if (!op.Done(&operation)) return;
    context_sparse_indices = op.OutList(0);
    context_sparse_values = op.OutList(1);
    context_sparse_shapes = op.OutList(2);
    context_dense_values = op.OutList(3);
    feature_list_sparse_indices = op.OutList(4);
    feature_list_sparse_values = op.OutList(5);
    feature_list_sparse_shapes = op.OutList(6);
    feature_list_dense_values = op.OutList(7);
  }
  ParseSingleSequenceExample(const Input& serialized, const Input& feature_list_dense_missing_assumed_empty, const InputList& context_sparse_keys, const InputList& context_dense_keys, const InputList& feature_list_sparse_keys, const InputList& feature_list_dense_keys, const InputList& context_dense_defaults, const Input& debug_name, const GraphDefBuilder::Options& options) : ParseSingleSequenceExample(options.scope(), serialized, feature_list_dense_missing_assumed_empty, context_sparse_keys, context_dense_keys, feature_list_sparse_keys, feature_list_dense_keys, context_dense_defaults, debug_name) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  OutputList context_sparse_indices;
  OutputList context_sparse_values;
  OutputList context_sparse_shapes;
  OutputList context_dense_values;
  OutputList feature_list_sparse_indices;
  OutputList feature_list_sparse_values;
  OutputList feature_list_sparse_shapes;
  OutputList feature_list_dense_values;
};

class ParseTensor {
 public:
  ParseTensor(const Scope& scope, const Input& serialized, DataType out_type) {
    penstock::OpBuilder op(scope, "ParseTensor", "ParseTensor", "serialized:7>output:out_type");
    op.In(serialized);
    op.Attr("out_type", out_type);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ParseTensor(const Input& serialized, DataType out_type, const GraphDefBuilder::Options& options) : ParseTensor(options.scope(), serialized, out_type) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class SerializeTensor {
 public:
  SerializeTensor(const Scope& scope, const Input& tensor) {
    penstock::OpBuilder op(scope, "SerializeTensor", "SerializeTensor", "tensor:T>serialized:7");
    op.In(tensor);
    if (!op.Done(&operation)) return;
    serialized = op.Out(0);
  }
  SerializeTensor(const Input& tensor, const GraphDefBuilder::Options& options) : SerializeTensor(options.scope(), tensor) {}
  operator Output() const { return serialized; }
  operator Input() const { return serialized; }
  operator Node*() const { return serialized.node(); }
  Node* node() const { return serialized.node(); }
  Operation operation;
  Output serialized;
};

class StringToNumber {
 public:
  struct Attrs {
    Attrs OutType(DataType x) const { Attrs a = *this; a.out_type_ = x; return a; }
    DataType out_type_ = static_cast<DataType>(1);
  };
  static Attrs OutType(DataType x) { return Attrs().OutType(x); }
  StringToNumber(const Scope& scope, const Input& string_tensor) : StringToNumber(scope, string_tensor, Attrs()) {}
  StringToNumber(const Scope& scope, const Input& string_tensor, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StringToNumber", "StringToNumber", "string_tensor:7>output:out_type");
    op.In(string_tensor);
    op.Attr("out_type", attrs.out_type_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StringToNumber(const Input& string_tensor, const GraphDefBuilder::Options& options) : StringToNumber(options.scope(), string_tensor) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};


}  // namespace ops
}  // namespace tensorflow
