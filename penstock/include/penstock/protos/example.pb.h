// Made by penstock/tools/cpp_messages.py from penstock/protos/example.proto: not for editing.
#pragma once

#include "penstock/message.h"
#include "tensorflow/core/platform/types.h"
#include "penstock/protos/graph.pb.h"

namespace tensorflow {

class BytesList;
class FloatList;
class Int64List;
class Feature;
class Features;
class FeatureList;
class FeatureLists;
class Example;
class SequenceExample;
class VarLenFeatureProto;
class FixedLenFeatureProto;
class FeatureConfiguration;
class ExampleParserConfiguration;

template <typename M>
class BytesListFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<std::string>& value() const { return value_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_value() { return &value_; }
  int value_size() const { return value_.size(); }
  void clear_value() { value_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& value(int i) const { return value_.Get(i); }
  std::string* mutable_value(int i) { return value_.Mutable(i); }
  std::string* add_value() { return value_.Add(); }
  void add_value(const std::string& value) { *value_.Add() = value; }
  void set_value(int i, const std::string& value) { *value_.Mutable(i) = value; }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Texts(1, "value", value_);
  }

 private:
  ::penstock::RepeatedPtrField<std::string> value_;
};
class BytesList : public BytesListFields<BytesList> {};

template <typename M>
class FloatListFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedField<float>& value() const { return value_; }
  ::penstock::RepeatedField<float>* mutable_value() { return &value_; }
  int value_size() const { return value_.size(); }
  void clear_value() { value_ = ::penstock::RepeatedField<float>(); }
  float value(int i) const { return value_.Get(i); }
  void set_value(int i, float value) { value_.Set(i, value); }
  void add_value(float value) { value_.Add(value); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Repeated<::penstock::kFloat>(1, "value", value_);
  }

 private:
  ::penstock::RepeatedField<float> value_;
};
class FloatList : public FloatListFields<FloatList> {};

template <typename M>
class Int64ListFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedField<::tensorflow::int64>& value() const { return value_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_value() { return &value_; }
  int value_size() const { return value_.size(); }
  void clear_value() { value_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 value(int i) const { return value_.Get(i); }
  void set_value(int i, ::tensorflow::int64 value) { value_.Set(i, value); }
  void add_value(::tensorflow::int64 value) { value_.Add(value); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Repeated<::penstock::kVarint>(1, "value", value_);
  }

 private:
  ::penstock::RepeatedField<::tensorflow::int64> value_;
};
class Int64List : public Int64ListFields<Int64List> {};

template <typename M>
class FeatureFields : public ::penstock::MessageOf<M> {
 public:
  enum KindCase { kBytesList = 1, kFloatList = 2, kInt64List = 3, KIND_NOT_SET = 0 };
  KindCase kind_case() const { return static_cast<KindCase>(kind_case_); }
  void clear_kind() { kind_case_ = 0; }
  bool has_bytes_list() const { return kind_case_ == 1; }
  const ::tensorflow::BytesList& bytes_list() const { return has_bytes_list() ? bytes_list_.get() : bytes_list_.none(); }
  ::tensorflow::BytesList* mutable_bytes_list() { if (kind_case_ != 1) bytes_list_.reset(); kind_case_ = 1; return bytes_list_.mutable_get(); }
  void set_allocated_bytes_list(::tensorflow::BytesList* value) { kind_case_ = 1; bytes_list_.reset(value); }
  ::tensorflow::BytesList* release_bytes_list() { if (kind_case_ == 1) kind_case_ = 0; return bytes_list_.release(); }
  void clear_bytes_list() { if (kind_case_ == 1) kind_case_ = 0; bytes_list_.reset(); }
  bool has_float_list() const { return kind_case_ == 2; }
  const ::tensorflow::FloatList& float_list() const { return has_float_list() ? float_list_.get() : float_list_.none(); }
  ::tensorflow::FloatList* mutable_float_list() { if (kind_case_ != 2) float_list_.reset(); kind_case_ = 2; return float_list_.mutable_get(); }
  void set_allocated_float_list(::tensorflow::FloatList* value) { kind_case_ = 2; float_list_.reset(value); }
  ::tensorflow::FloatList* release_float_list() { if (kind_case_ == 2) kind_case_ = 0; return float_list_.release(); }
  void clear_float_list() { if (kind_case_ == 2) kind_case_ = 0; float_list_.reset(); }
  bool has_int64_list() const { return kind_case_ == 3; }
  const ::tensorflow::Int64List& int64_list() const { return has_int64_list() ? int64_list_.get() : int64_list_.none(); }
  ::tensorflow::Int64List* mutable_int64_list() { if (kind_case_ != 3) int64_list_.reset(); kind_case_ = 3; return int64_list_.mutable_get(); }
  void set_allocated_int64_list(::tensorflow::Int64List* value) { kind_case_ = 3; int64_list_.reset(value); }
  ::tensorflow::Int64List* release_int64_list() { if (kind_case_ == 3) kind_case_ = 0; return int64_list_.release(); }
  void clear_int64_list() { if (kind_case_ == 3) kind_case_ = 0; int64_list_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "bytes_list", bytes_list_, &kind_case_);
    v.Message(2, "float_list", float_list_, &kind_case_);
    v.Message(3, "int64_list", int64_list_, &kind_case_);
  }

 private:
  ::penstock::Box<::tensorflow::BytesList> bytes_list_;
  ::penstock::Box<::tensorflow::FloatList> float_list_;
  ::penstock::Box<::tensorflow::Int64List> int64_list_;
  int kind_case_ = 0;
};
class Feature : public FeatureFields<Feature> {};

template <typename M>
class FeaturesFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::Map<std::string, ::tensorflow::Feature>& feature() const { return feature_; }
  ::penstock::Map<std::string, ::tensorflow::Feature>* mutable_feature() { return &feature_; }
  int feature_size() const { return feature_.size(); }
  void clear_feature() { feature_ = ::penstock::Map<std::string, ::tensorflow::Feature>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kString, ::penstock::kMessage>(1, "feature", feature_);
  }

 private:
  ::penstock::Map<std::string, ::tensorflow::Feature> feature_;
};
class Features : public FeaturesFields<Features> {};

template <typename M>
class FeatureListFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::Feature>& feature() const { return feature_; }
  ::penstock::RepeatedPtrField<::tensorflow::Feature>* mutable_feature() { return &feature_; }
  int feature_size() const { return feature_.size(); }
  void clear_feature() { feature_ = ::penstock::RepeatedPtrField<::tensorflow::Feature>(); }
  const ::tensorflow::Feature& feature(int i) const { return feature_.Get(i); }
  ::tensorflow::Feature* mutable_feature(int i) { return feature_.Mutable(i); }
  ::tensorflow::Feature* add_feature() { return feature_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "feature", feature_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::Feature> feature_;
};
class FeatureList : public FeatureListFields<FeatureList> {};

template <typename M>
class FeatureListsFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::Map<std::string, ::tensorflow::FeatureList>& feature_list() const { return feature_list_; }
  ::penstock::Map<std::string, ::tensorflow::FeatureList>* mutable_feature_list() { return &feature_list_; }
  int feature_list_size() const { return feature_list_.size(); }
  void clear_feature_list() { feature_list_ = ::penstock::Map<std::string, ::tensorflow::FeatureList>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kString, ::penstock::kMessage>(1, "feature_list", feature_list_);
  }

 private:
  ::penstock::Map<std::string, ::tensorflow::FeatureList> feature_list_;
};
class FeatureLists : public FeatureListsFields<FeatureLists> {};

template <typename M>
class ExampleFields : public ::penstock::MessageOf<M> {
 public:
  bool has_features() const { return features_.has(); }
  const ::tensorflow::Features& features() const { return features_.get(); }
  ::tensorflow::Features* mutable_features() { return features_.mutable_get(); }
  void set_allocated_features(::tensorflow::Features* value) { features_.reset(value); }
  ::tensorflow::Features* release_features() { return features_.release(); }
  void clear_features() { features_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "features", features_, nullptr);
  }

 private:
  ::penstock::Box<::tensorflow::Features> features_;
};
class Example : public ExampleFields<Example> {};

template <typename M>
class SequenceExampleFields : public ::penstock::MessageOf<M> {
 public:
  bool has_context() const { return context_.has(); }
  const ::tensorflow::Features& context() const { return context_.get(); }
  ::tensorflow::Features* mutable_context() { return context_.mutable_get(); }
  void set_allocated_context(::tensorflow::Features* value) { context_.reset(value); }
  ::tensorflow::Features* release_context() { return context_.release(); }
  void clear_context() { context_.reset(); }
  bool has_feature_lists() const { return feature_lists_.has(); }
  const ::tensorflow::FeatureLists& feature_lists() const { return feature_lists_.get(); }
  ::tensorflow::FeatureLists* mutable_feature_lists() { return feature_lists_.mutable_get(); }
  void set_allocated_feature_lists(::tensorflow::FeatureLists* value) { feature_lists_.reset(value); }
  ::tensorflow::FeatureLists* release_feature_lists() { return feature_lists_.release(); }
  void clear_feature_lists() { feature_lists_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "context", context_, nullptr);
    v.Message(2, "feature_lists", feature_lists_, nullptr);
  }

 private:
  ::penstock::Box<::tensorflow::Features> context_;
  ::penstock::Box<::tensorflow::FeatureLists> feature_lists_;
};
class SequenceExample : public SequenceExampleFields<SequenceExample> {};

template <typename M>
class VarLenFeatureProtoFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::DataType dtype() const { return dtype_; }
  void set_dtype(::tensorflow::DataType value) { dtype_ = value; }
  void clear_dtype() { dtype_ = ::tensorflow::DataType(); }
  const std::string& values_output_tensor_name() const { return values_output_tensor_name_; }
  void set_values_output_tensor_name(const std::string& value) { values_output_tensor_name_ = value; }
  void set_values_output_tensor_name(const char* value) { values_output_tensor_name_ = value; }
  void set_values_output_tensor_name(const void* data, size_t size) { values_output_tensor_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_values_output_tensor_name() { return &values_output_tensor_name_; }
  void clear_values_output_tensor_name() { values_output_tensor_name_.clear(); }
  const std::string& indices_output_tensor_name() const { return indices_output_tensor_name_; }
  void set_indices_output_tensor_name(const std::string& value) { indices_output_tensor_name_ = value; }
  void set_indices_output_tensor_name(const char* value) { indices_output_tensor_name_ = value; }
  void set_indices_output_tensor_name(const void* data, size_t size) { indices_output_tensor_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_indices_output_tensor_name() { return &indices_output_tensor_name_; }
  void clear_indices_output_tensor_name() { indices_output_tensor_name_.clear(); }
  const std::string& shapes_output_tensor_name() const { return shapes_output_tensor_name_; }
  void set_shapes_output_tensor_name(const std::string& value) { shapes_output_tensor_name_ = value; }
  void set_shapes_output_tensor_name(const char* value) { shapes_output_tensor_name_ = value; }
  void set_shapes_output_tensor_name(const void* data, size_t size) { shapes_output_tensor_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_shapes_output_tensor_name() { return &shapes_output_tensor_name_; }
  void clear_shapes_output_tensor_name() { shapes_output_tensor_name_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "dtype", dtype_, nullptr);
    v.Text(2, "values_output_tensor_name", values_output_tensor_name_, nullptr);
    v.Text(3, "indices_output_tensor_name", indices_output_tensor_name_, nullptr);
    v.Text(4, "shapes_output_tensor_name", shapes_output_tensor_name_, nullptr);
  }

 private:
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
  std::string values_output_tensor_name_;
  std::string indices_output_tensor_name_;
  std::string shapes_output_tensor_name_;
};
class VarLenFeatureProto : public VarLenFeatureProtoFields<VarLenFeatureProto> {};

template <typename M>
class FixedLenFeatureProtoFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::DataType dtype() const { return dtype_; }
  void set_dtype(::tensorflow::DataType value) { dtype_ = value; }
  void clear_dtype() { dtype_ = ::tensorflow::DataType(); }
  bool has_shape() const { return shape_.has(); }
  const ::tensorflow::TensorShapeProto& shape() const { return shape_.get(); }
  ::tensorflow::TensorShapeProto* mutable_shape() { return shape_.mutable_get(); }
  void set_allocated_shape(::tensorflow::TensorShapeProto* value) { shape_.reset(value); }
  ::tensorflow::TensorShapeProto* release_shape() { return shape_.release(); }
  void clear_shape() { shape_.reset(); }
  bool has_default_value() const { return default_value_.has(); }
  const ::tensorflow::TensorProto& default_value() const { return default_value_.get(); }
  ::tensorflow::TensorProto* mutable_default_value() { return default_value_.mutable_get(); }
  void set_allocated_default_value(::tensorflow::TensorProto* value) { default_value_.reset(value); }
  ::tensorflow::TensorProto* release_default_value() { return default_value_.release(); }
  void clear_default_value() { default_value_.reset(); }
  const std::string& values_output_tensor_name() const { return values_output_tensor_name_; }
  void set_values_output_tensor_name(const std::string& value) { values_output_tensor_name_ = value; }
  void set_values_output_tensor_name(const char* value) { values_output_tensor_name_ = value; }
  void set_values_output_tensor_name(const void* data, size_t size) { values_output_tensor_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_values_output_tensor_name() { return &values_output_tensor_name_; }
  void clear_values_output_tensor_name() { values_output_tensor_name_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "dtype", dtype_, nullptr);
    v.Message(2, "shape", shape_, nullptr);
    v.Message(3, "default_value", default_value_, nullptr);
    v.Text(4, "values_output_tensor_name", values_output_tensor_name_, nullptr);
  }

 private:
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
  ::penstock::Box<::tensorflow::TensorShapeProto> shape_;
  ::penstock::Box<::tensorflow::TensorProto> default_value_;
  std::string values_output_tensor_name_;
};
class FixedLenFeatureProto : public FixedLenFeatureProtoFields<FixedLenFeatureProto> {};

template <typename M>
class FeatureConfigurationFields : public ::penstock::MessageOf<M> {
 public:
  enum ConfigCase { kFixedLenFeature = 1, kVarLenFeature = 2, CONFIG_NOT_SET = 0 };
  ConfigCase config_case() const { return static_cast<ConfigCase>(config_case_); }
  void clear_config() { config_case_ = 0; }
  bool has_fixed_len_feature() const { return config_case_ == 1; }
  const ::tensorflow::FixedLenFeatureProto& fixed_len_feature() const { return has_fixed_len_feature() ? fixed_len_feature_.get() : fixed_len_feature_.none(); }
  ::tensorflow::FixedLenFeatureProto* mutable_fixed_len_feature() { if (config_case_ != 1) fixed_len_feature_.reset(); config_case_ = 1; return fixed_len_feature_.mutable_get(); }
  void set_allocated_fixed_len_feature(::tensorflow::FixedLenFeatureProto* value) { config_case_ = 1; fixed_len_feature_.reset(value); }
  ::tensorflow::FixedLenFeatureProto* release_fixed_len_feature() { if (config_case_ == 1) config_case_ = 0; return fixed_len_feature_.release(); }
  void clear_fixed_len_feature() { if (config_case_ == 1) config_case_ = 0; fixed_len_feature_.reset(); }
  bool has_var_len_feature() const { return config_case_ == 2; }
  const ::tensorflow::VarLenFeatureProto& var_len_feature() const { return has_var_len_feature() ? var_len_feature_.get() : var_len_feature_.none(); }
  ::tensorflow::VarLenFeatureProto* mutable_var_len_feature() { if (config_case_ != 2) var_len_feature_.reset(); config_case_ = 2; return var_len_feature_.mutable_get(); }
  void set_allocated_var_len_feature(::tensorflow::VarLenFeatureProto* value) { config_case_ = 2; var_len_feature_.reset(value); }
  ::tensorflow::VarLenFeatureProto* release_var_len_feature() { if (config_case_ == 2) config_case_ = 0; return var_len_feature_.release(); }
  void clear_var_len_feature() { if (config_case_ == 2) config_case_ = 0; var_len_feature_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "fixed_len_feature", fixed_len_feature_, &config_case_);
    v.Message(2, "var_len_feature", var_len_feature_, &config_case_);
  }

 private:
  ::penstock::Box<::tensorflow::FixedLenFeatureProto> fixed_len_feature_;
  ::penstock::Box<::tensorflow::VarLenFeatureProto> var_len_feature_;
  int config_case_ = 0;
};
class FeatureConfiguration : public FeatureConfigurationFields<FeatureConfiguration> {};

template <typename M>
class ExampleParserConfigurationFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::Map<std::string, ::tensorflow::FeatureConfiguration>& feature_map() const { return feature_map_; }
  ::penstock::Map<std::string, ::tensorflow::FeatureConfiguration>* mutable_feature_map() { return &feature_map_; }
  int feature_map_size() const { return feature_map_.size(); }
  void clear_feature_map() { feature_map_ = ::penstock::Map<std::string, ::tensorflow::FeatureConfiguration>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kString, ::penstock::kMessage>(1, "feature_map", feature_map_);
  }

 private:
  ::penstock::Map<std::string, ::tensorflow::FeatureConfiguration> feature_map_;
};
class ExampleParserConfiguration : public ExampleParserConfigurationFields<ExampleParserConfiguration> {};

}  // namespace tensorflow
