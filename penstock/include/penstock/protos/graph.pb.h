// Made by penstock/tools/cpp_messages.py from penstock/protos/graph.proto: not for editing.
#pragma once

#include "penstock/protos/node.pb.h"

namespace tensorflow {

class SerializedDType;
class TensorSliceProto_Extent;
class TensorSliceProto;
class VersionDef;
class OpDef_ArgDef;
class OpDef_AttrDef;
class OpDef;
class OpDeprecation;
class OpList;
class FunctionDefLibrary;
class FunctionDef_ArgAttrs;
class FunctionDef;
class GradientDef;
class RegisteredGradient;
class GraphDebugInfo_FileLineCol;
class GraphDebugInfo_StackTrace;
class GraphDebugInfo;
class GraphDef;

template <typename M>
class SerializedDTypeFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::DataType datatype() const { return datatype_; }
  void set_datatype(::tensorflow::DataType value) { datatype_ = value; }
  void clear_datatype() { datatype_ = ::tensorflow::DataType(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "datatype", datatype_, nullptr);
  }

 private:
  ::tensorflow::DataType datatype_ = ::tensorflow::DataType();
};
class SerializedDType : public SerializedDTypeFields<SerializedDType> {};

template <typename M>
class TensorSliceProto_ExtentFields : public ::penstock::MessageOf<M> {
 public:
  enum HasLengthCase { kLength = 2, HAS_LENGTH_NOT_SET = 0 };
  HasLengthCase has_length_case() const { return static_cast<HasLengthCase>(has_length_case_); }
  void clear_has_length() { has_length_case_ = 0; }
  ::tensorflow::int64 start() const { return start_; }
  void set_start(::tensorflow::int64 value) { start_ = value; }
  void clear_start() { start_ = ::tensorflow::int64(); }
  bool has_length() const { return has_length_case_ == 2; }
  ::tensorflow::int64 length() const { return has_length() ? length_ : ::tensorflow::int64(); }
  void set_length(::tensorflow::int64 value) { has_length_case_ = 2; length_ = value; }
  void clear_length() { if (has_length_case_ == 2) has_length_case_ = 0; length_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "start", start_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "length", length_, &has_length_case_);
  }

 private:
  ::tensorflow::int64 start_ = ::tensorflow::int64();
  ::tensorflow::int64 length_ = ::tensorflow::int64();
  int has_length_case_ = 0;
};
class TensorSliceProto_Extent : public TensorSliceProto_ExtentFields<TensorSliceProto_Extent> {};

template <typename M>
class TensorSliceProtoFields : public ::penstock::MessageOf<M> {
 public:
  typedef TensorSliceProto_Extent Extent;
  const ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto_Extent>& extent() const { return extent_; }
  ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto_Extent>* mutable_extent() { return &extent_; }
  int extent_size() const { return extent_.size(); }
  void clear_extent() { extent_ = ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto_Extent>(); }
  const ::tensorflow::TensorSliceProto_Extent& extent(int i) const { return extent_.Get(i); }
  ::tensorflow::TensorSliceProto_Extent* mutable_extent(int i) { return extent_.Mutable(i); }
  ::tensorflow::TensorSliceProto_Extent* add_extent() { return extent_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "extent", extent_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto_Extent> extent_;
};
class TensorSliceProto : public TensorSliceProtoFields<TensorSliceProto> {};

template <typename M>
class VersionDefFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 producer() const { return producer_; }
  void set_producer(::tensorflow::int32 value) { producer_ = value; }
  void clear_producer() { producer_ = ::tensorflow::int32(); }
  ::tensorflow::int32 min_consumer() const { return min_consumer_; }
  void set_min_consumer(::tensorflow::int32 value) { min_consumer_ = value; }
  void clear_min_consumer() { min_consumer_ = ::tensorflow::int32(); }
  const ::penstock::RepeatedField<::tensorflow::int32>& bad_consumers() const { return bad_consumers_; }
  ::penstock::RepeatedField<::tensorflow::int32>* mutable_bad_consumers() { return &bad_consumers_; }
  int bad_consumers_size() const { return bad_consumers_.size(); }
  void clear_bad_consumers() { bad_consumers_ = ::penstock::RepeatedField<::tensorflow::int32>(); }
  ::tensorflow::int32 bad_consumers(int i) const { return bad_consumers_.Get(i); }
  void set_bad_consumers(int i, ::tensorflow::int32 value) { bad_consumers_.Set(i, value); }
  void add_bad_consumers(::tensorflow::int32 value) { bad_consumers_.Add(value); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "producer", producer_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "min_consumer", min_consumer_, nullptr);
    v.template Repeated<::penstock::kVarint>(3, "bad_consumers", bad_consumers_);
  }

 private:
  ::tensorflow::int32 producer_ = ::tensorflow::int32();
  ::tensorflow::int32 min_consumer_ = ::tensorflow::int32();
  ::penstock::RepeatedField<::tensorflow::int32> bad_consumers_;
};
class VersionDef : public VersionDefFields<VersionDef> {};

template <typename M>
class OpDef_ArgDefFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const std::string& description() const { return description_; }
  void set_description(const std::string& value) { description_ = value; }
  void set_description(const char* value) { description_ = value; }
  void set_description(const void* data, size_t size) { description_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_description() { return &description_; }
  void clear_description() { description_.clear(); }
  ::tensorflow::DataType type() const { return type_; }
  void set_type(::tensorflow::DataType value) { type_ = value; }
  void clear_type() { type_ = ::tensorflow::DataType(); }
  const std::string& type_attr() const { return type_attr_; }
  void set_type_attr(const std::string& value) { type_attr_ = value; }
  void set_type_attr(const char* value) { type_attr_ = value; }
  void set_type_attr(const void* data, size_t size) { type_attr_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_type_attr() { return &type_attr_; }
  void clear_type_attr() { type_attr_.clear(); }
  const std::string& number_attr() const { return number_attr_; }
  void set_number_attr(const std::string& value) { number_attr_ = value; }
  void set_number_attr(const char* value) { number_attr_ = value; }
  void set_number_attr(const void* data, size_t size) { number_attr_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_number_attr() { return &number_attr_; }
  void clear_number_attr() { number_attr_.clear(); }
  const std::string& type_list_attr() const { return type_list_attr_; }
  void set_type_list_attr(const std::string& value) { type_list_attr_ = value; }
  void set_type_list_attr(const char* value) { type_list_attr_ = value; }
  void set_type_list_attr(const void* data, size_t size) { type_list_attr_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_type_list_attr() { return &type_list_attr_; }
  void clear_type_list_attr() { type_list_attr_.clear(); }
  bool is_ref() const { return is_ref_; }
  void set_is_ref(bool value) { is_ref_ = value; }
  void clear_is_ref() { is_ref_ = bool(); }
  const ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto_DtypeAndShape>& handle_data() const { return handle_data_; }
  ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto_DtypeAndShape>* mutable_handle_data() { return &handle_data_; }
  int handle_data_size() const { return handle_data_.size(); }
  void clear_handle_data() { handle_data_ = ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto_DtypeAndShape>(); }
  const ::tensorflow::ResourceHandleProto_DtypeAndShape& handle_data(int i) const { return handle_data_.Get(i); }
  ::tensorflow::ResourceHandleProto_DtypeAndShape* mutable_handle_data(int i) { return handle_data_.Mutable(i); }
  ::tensorflow::ResourceHandleProto_DtypeAndShape* add_handle_data() { return handle_data_.Add(); }
  bool has_experimental_full_type() const { return experimental_full_type_.has(); }
  const ::tensorflow::FullTypeDef& experimental_full_type() const { return experimental_full_type_.get(); }
  ::tensorflow::FullTypeDef* mutable_experimental_full_type() { return experimental_full_type_.mutable_get(); }
  void set_allocated_experimental_full_type(::tensorflow::FullTypeDef* value) { experimental_full_type_.reset(value); }
  ::tensorflow::FullTypeDef* release_experimental_full_type() { return experimental_full_type_.release(); }
  void clear_experimental_full_type() { experimental_full_type_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Text(2, "description", description_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "type", type_, nullptr);
    v.Text(4, "type_attr", type_attr_, nullptr);
    v.Text(5, "number_attr", number_attr_, nullptr);
    v.Text(6, "type_list_attr", type_list_attr_, nullptr);
    v.template Scalar<::penstock::kVarint>(16, "is_ref", is_ref_, nullptr);
    v.Messages(7, "handle_data", handle_data_);
    v.Message(17, "experimental_full_type", experimental_full_type_, nullptr);
  }

 private:
  std::string name_;
  std::string description_;
  ::tensorflow::DataType type_ = ::tensorflow::DataType();
  std::string type_attr_;
  std::string number_attr_;
  std::string type_list_attr_;
  bool is_ref_ = bool();
  ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto_DtypeAndShape> handle_data_;
  ::penstock::Box<::tensorflow::FullTypeDef> experimental_full_type_;
};
class OpDef_ArgDef : public OpDef_ArgDefFields<OpDef_ArgDef> {};

template <typename M>
class OpDef_AttrDefFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const std::string& type() const { return type_; }
  void set_type(const std::string& value) { type_ = value; }
  void set_type(const char* value) { type_ = value; }
  void set_type(const void* data, size_t size) { type_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_type() { return &type_; }
  void clear_type() { type_.clear(); }
  bool has_default_value() const { return default_value_.has(); }
  const ::tensorflow::AttrValue& default_value() const { return default_value_.get(); }
  ::tensorflow::AttrValue* mutable_default_value() { return default_value_.mutable_get(); }
  void set_allocated_default_value(::tensorflow::AttrValue* value) { default_value_.reset(value); }
  ::tensorflow::AttrValue* release_default_value() { return default_value_.release(); }
  void clear_default_value() { default_value_.reset(); }
  const std::string& description() const { return description_; }
  void set_description(const std::string& value) { description_ = value; }
  void set_description(const char* value) { description_ = value; }
  void set_description(const void* data, size_t size) { description_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_description() { return &description_; }
  void clear_description() { description_.clear(); }
  bool has_minimum() const { return has_minimum_; }
  void set_has_minimum(bool value) { has_minimum_ = value; }
  void clear_has_minimum() { has_minimum_ = bool(); }
  ::tensorflow::int64 minimum() const { return minimum_; }
  void set_minimum(::tensorflow::int64 value) { minimum_ = value; }
  void clear_minimum() { minimum_ = ::tensorflow::int64(); }
  bool has_allowed_values() const { return allowed_values_.has(); }
  const ::tensorflow::AttrValue& allowed_values() const { return allowed_values_.get(); }
  ::tensorflow::AttrValue* mutable_allowed_values() { return allowed_values_.mutable_get(); }
  void set_allocated_allowed_values(::tensorflow::AttrValue* value) { allowed_values_.reset(value); }
  ::tensorflow::AttrValue* release_allowed_values() { return allowed_values_.release(); }
  void clear_allowed_values() { allowed_values_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Text(2, "type", type_, nullptr);
    v.Message(3, "default_value", default_value_, nullptr);
    v.Text(4, "description", description_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "has_minimum", has_minimum_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "minimum", minimum_, nullptr);
    v.Message(7, "allowed_values", allowed_values_, nullptr);
  }

 private:
  std::string name_;
  std::string type_;
  ::penstock::Box<::tensorflow::AttrValue> default_value_;
  std::string description_;
  bool has_minimum_ = bool();
  ::tensorflow::int64 minimum_ = ::tensorflow::int64();
  ::penstock::Box<::tensorflow::AttrValue> allowed_values_;
};
class OpDef_AttrDef : public OpDef_AttrDefFields<OpDef_AttrDef> {};

template <typename M>
class OpDefFields : public ::penstock::MessageOf<M> {
 public:
  typedef OpDef_ArgDef ArgDef;
  typedef OpDef_AttrDef AttrDef;
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const ::penstock::RepeatedPtrField<::tensorflow::OpDef_ArgDef>& input_arg() const { return input_arg_; }
  ::penstock::RepeatedPtrField<::tensorflow::OpDef_ArgDef>* mutable_input_arg() { return &input_arg_; }
  int input_arg_size() const { return input_arg_.size(); }
  void clear_input_arg() { input_arg_ = ::penstock::RepeatedPtrField<::tensorflow::OpDef_ArgDef>(); }
  const ::tensorflow::OpDef_ArgDef& input_arg(int i) const { return input_arg_.Get(i); }
  ::tensorflow::OpDef_ArgDef* mutable_input_arg(int i) { return input_arg_.Mutable(i); }
  ::tensorflow::OpDef_ArgDef* add_input_arg() { return input_arg_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::OpDef_ArgDef>& output_arg() const { return output_arg_; }
  ::penstock::RepeatedPtrField<::tensorflow::OpDef_ArgDef>* mutable_output_arg() { return &output_arg_; }
  int output_arg_size() const { return output_arg_.size(); }
  void clear_output_arg() { output_arg_ = ::penstock::RepeatedPtrField<::tensorflow::OpDef_ArgDef>(); }
  const ::tensorflow::OpDef_ArgDef& output_arg(int i) const { return output_arg_.Get(i); }
  ::tensorflow::OpDef_ArgDef* mutable_output_arg(int i) { return output_arg_.Mutable(i); }
  ::tensorflow::OpDef_ArgDef* add_output_arg() { return output_arg_.Add(); }
  const ::penstock::RepeatedPtrField<std::string>& control_output() const { return control_output_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_control_output() { return &control_output_; }
  int control_output_size() const { return control_output_.size(); }
  void clear_control_output() { control_output_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& control_output(int i) const { return control_output_.Get(i); }
  std::string* mutable_control_output(int i) { return control_output_.Mutable(i); }
  std::string* add_control_output() { return control_output_.Add(); }
  void add_control_output(const std::string& value) { *control_output_.Add() = value; }
  void set_control_output(int i, const std::string& value) { *control_output_.Mutable(i) = value; }
  const ::penstock::RepeatedPtrField<::tensorflow::OpDef_AttrDef>& attr() const { return attr_; }
  ::penstock::RepeatedPtrField<::tensorflow::OpDef_AttrDef>* mutable_attr() { return &attr_; }
  int attr_size() const { return attr_.size(); }
  void clear_attr() { attr_ = ::penstock::RepeatedPtrField<::tensorflow::OpDef_AttrDef>(); }
  const ::tensorflow::OpDef_AttrDef& attr(int i) const { return attr_.Get(i); }
  ::tensorflow::OpDef_AttrDef* mutable_attr(int i) { return attr_.Mutable(i); }
  ::tensorflow::OpDef_AttrDef* add_attr() { return attr_.Add(); }
  bool has_deprecation() const { return deprecation_.has(); }
  const ::tensorflow::OpDeprecation& deprecation() const { return deprecation_.get(); }
  ::tensorflow::OpDeprecation* mutable_deprecation() { return deprecation_.mutable_get(); }
  void set_allocated_deprecation(::tensorflow::OpDeprecation* value) { deprecation_.reset(value); }
  ::tensorflow::OpDeprecation* release_deprecation() { return deprecation_.release(); }
  void clear_deprecation() { deprecation_.reset(); }
  const std::string& summary() const { return summary_; }
  void set_summary(const std::string& value) { summary_ = value; }
  void set_summary(const char* value) { summary_ = value; }
  void set_summary(const void* data, size_t size) { summary_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_summary() { return &summary_; }
  void clear_summary() { summary_.clear(); }
  const std::string& description() const { return description_; }
  void set_description(const std::string& value) { description_ = value; }
  void set_description(const char* value) { description_ = value; }
  void set_description(const void* data, size_t size) { description_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_description() { return &description_; }
  void clear_description() { description_.clear(); }
  bool is_commutative() const { return is_commutative_; }
  void set_is_commutative(bool value) { is_commutative_ = value; }
  void clear_is_commutative() { is_commutative_ = bool(); }
  bool is_aggregate() const { return is_aggregate_; }
  void set_is_aggregate(bool value) { is_aggregate_ = value; }
  void clear_is_aggregate() { is_aggregate_ = bool(); }
  bool is_stateful() const { return is_stateful_; }
  void set_is_stateful(bool value) { is_stateful_ = value; }
  void clear_is_stateful() { is_stateful_ = bool(); }
  bool allows_uninitialized_input() const { return allows_uninitialized_input_; }
  void set_allows_uninitialized_input(bool value) { allows_uninitialized_input_ = value; }
  void clear_allows_uninitialized_input() { allows_uninitialized_input_ = bool(); }
  bool is_distributed_communication() const { return is_distributed_communication_; }
  void set_is_distributed_communication(bool value) { is_distributed_communication_ = value; }
  void clear_is_distributed_communication() { is_distributed_communication_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Messages(2, "input_arg", input_arg_);
    v.Messages(3, "output_arg", output_arg_);
    v.Texts(20, "control_output", control_output_);
    v.Messages(4, "attr", attr_);
    v.Message(8, "deprecation", deprecation_, nullptr);
    v.Text(5, "summary", summary_, nullptr);
    v.Text(6, "description", description_, nullptr);
    v.template Scalar<::penstock::kVarint>(18, "is_commutative", is_commutative_, nullptr);
    v.template Scalar<::penstock::kVarint>(16, "is_aggregate", is_aggregate_, nullptr);
    v.template Scalar<::penstock::kVarint>(17, "is_stateful", is_stateful_, nullptr);
    v.template Scalar<::penstock::kVarint>(19, "allows_uninitialized_input", allows_uninitialized_input_, nullptr);
    v.template Scalar<::penstock::kVarint>(21, "is_distributed_communication", is_distributed_communication_, nullptr);
  }

 private:
  std::string name_;
  ::penstock::RepeatedPtrField<::tensorflow::OpDef_ArgDef> input_arg_;
  ::penstock::RepeatedPtrField<::tensorflow::OpDef_ArgDef> output_arg_;
  ::penstock::RepeatedPtrField<std::string> control_output_;
  ::penstock::RepeatedPtrField<::tensorflow::OpDef_AttrDef> attr_;
  ::penstock::Box<::tensorflow::OpDeprecation> deprecation_;
  std::string summary_;
  std::string description_;
  bool is_commutative_ = bool();
  bool is_aggregate_ = bool();
  bool is_stateful_ = bool();
  bool allows_uninitialized_input_ = bool();
  bool is_distributed_communication_ = bool();
};
class OpDef : public OpDefFields<OpDef> {};

template <typename M>
class OpDeprecationFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 version() const { return version_; }
  void set_version(::tensorflow::int32 value) { version_ = value; }
  void clear_version() { version_ = ::tensorflow::int32(); }
  const std::string& explanation() const { return explanation_; }
  void set_explanation(const std::string& value) { explanation_ = value; }
  void set_explanation(const char* value) { explanation_ = value; }
  void set_explanation(const void* data, size_t size) { explanation_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_explanation() { return &explanation_; }
  void clear_explanation() { explanation_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "version", version_, nullptr);
    v.Text(2, "explanation", explanation_, nullptr);
  }

 private:
  ::tensorflow::int32 version_ = ::tensorflow::int32();
  std::string explanation_;
};
class OpDeprecation : public OpDeprecationFields<OpDeprecation> {};

template <typename M>
class OpListFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::OpDef>& op() const { return op_; }
  ::penstock::RepeatedPtrField<::tensorflow::OpDef>* mutable_op() { return &op_; }
  int op_size() const { return op_.size(); }
  void clear_op() { op_ = ::penstock::RepeatedPtrField<::tensorflow::OpDef>(); }
  const ::tensorflow::OpDef& op(int i) const { return op_.Get(i); }
  ::tensorflow::OpDef* mutable_op(int i) { return op_.Mutable(i); }
  ::tensorflow::OpDef* add_op() { return op_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "op", op_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::OpDef> op_;
};
class OpList : public OpListFields<OpList> {};

template <typename M>
class FunctionDefLibraryFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::FunctionDef>& function() const { return function_; }
  ::penstock::RepeatedPtrField<::tensorflow::FunctionDef>* mutable_function() { return &function_; }
  int function_size() const { return function_.size(); }
  void clear_function() { function_ = ::penstock::RepeatedPtrField<::tensorflow::FunctionDef>(); }
  const ::tensorflow::FunctionDef& function(int i) const { return function_.Get(i); }
  ::tensorflow::FunctionDef* mutable_function(int i) { return function_.Mutable(i); }
  ::tensorflow::FunctionDef* add_function() { return function_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::GradientDef>& gradient() const { return gradient_; }
  ::penstock::RepeatedPtrField<::tensorflow::GradientDef>* mutable_gradient() { return &gradient_; }
  int gradient_size() const { return gradient_.size(); }
  void clear_gradient() { gradient_ = ::penstock::RepeatedPtrField<::tensorflow::GradientDef>(); }
  const ::tensorflow::GradientDef& gradient(int i) const { return gradient_.Get(i); }
  ::tensorflow::GradientDef* mutable_gradient(int i) { return gradient_.Mutable(i); }
  ::tensorflow::GradientDef* add_gradient() { return gradient_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::RegisteredGradient>& registered_gradients() const { return registered_gradients_; }
  ::penstock::RepeatedPtrField<::tensorflow::RegisteredGradient>* mutable_registered_gradients() { return &registered_gradients_; }
  int registered_gradients_size() const { return registered_gradients_.size(); }
  void clear_registered_gradients() { registered_gradients_ = ::penstock::RepeatedPtrField<::tensorflow::RegisteredGradient>(); }
  const ::tensorflow::RegisteredGradient& registered_gradients(int i) const { return registered_gradients_.Get(i); }
  ::tensorflow::RegisteredGradient* mutable_registered_gradients(int i) { return registered_gradients_.Mutable(i); }
  ::tensorflow::RegisteredGradient* add_registered_gradients() { return registered_gradients_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "function", function_);
    v.Messages(2, "gradient", gradient_);
    v.Messages(3, "registered_gradients", registered_gradients_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::FunctionDef> function_;
  ::penstock::RepeatedPtrField<::tensorflow::GradientDef> gradient_;
  ::penstock::RepeatedPtrField<::tensorflow::RegisteredGradient> registered_gradients_;
};
class FunctionDefLibrary : public FunctionDefLibraryFields<FunctionDefLibrary> {};

template <typename M>
class FunctionDef_ArgAttrsFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::Map<std::string, ::tensorflow::AttrValue>& attr() const { return attr_; }
  ::penstock::Map<std::string, ::tensorflow::AttrValue>* mutable_attr() { return &attr_; }
  int attr_size() const { return attr_.size(); }
  void clear_attr() { attr_ = ::penstock::Map<std::string, ::tensorflow::AttrValue>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kString, ::penstock::kMessage>(1, "attr", attr_);
  }

 private:
  ::penstock::Map<std::string, ::tensorflow::AttrValue> attr_;
};
class FunctionDef_ArgAttrs : public FunctionDef_ArgAttrsFields<FunctionDef_ArgAttrs> {};

template <typename M>
class FunctionDefFields : public ::penstock::MessageOf<M> {
 public:
  typedef FunctionDef_ArgAttrs ArgAttrs;
  bool has_signature() const { return signature_.has(); }
  const ::tensorflow::OpDef& signature() const { return signature_.get(); }
  ::tensorflow::OpDef* mutable_signature() { return signature_.mutable_get(); }
  void set_allocated_signature(::tensorflow::OpDef* value) { signature_.reset(value); }
  ::tensorflow::OpDef* release_signature() { return signature_.release(); }
  void clear_signature() { signature_.reset(); }
  const ::penstock::Map<std::string, ::tensorflow::AttrValue>& attr() const { return attr_; }
  ::penstock::Map<std::string, ::tensorflow::AttrValue>* mutable_attr() { return &attr_; }
  int attr_size() const { return attr_.size(); }
  void clear_attr() { attr_ = ::penstock::Map<std::string, ::tensorflow::AttrValue>(); }
  const ::penstock::Map<::tensorflow::uint32, ::tensorflow::FunctionDef_ArgAttrs>& arg_attr() const { return arg_attr_; }
  ::penstock::Map<::tensorflow::uint32, ::tensorflow::FunctionDef_ArgAttrs>* mutable_arg_attr() { return &arg_attr_; }
  int arg_attr_size() const { return arg_attr_.size(); }
  void clear_arg_attr() { arg_attr_ = ::penstock::Map<::tensorflow::uint32, ::tensorflow::FunctionDef_ArgAttrs>(); }
  const ::penstock::RepeatedPtrField<::tensorflow::NodeDef>& node_def() const { return node_def_; }
  ::penstock::RepeatedPtrField<::tensorflow::NodeDef>* mutable_node_def() { return &node_def_; }
  int node_def_size() const { return node_def_.size(); }
  void clear_node_def() { node_def_ = ::penstock::RepeatedPtrField<::tensorflow::NodeDef>(); }
  const ::tensorflow::NodeDef& node_def(int i) const { return node_def_.Get(i); }
  ::tensorflow::NodeDef* mutable_node_def(int i) { return node_def_.Mutable(i); }
  ::tensorflow::NodeDef* add_node_def() { return node_def_.Add(); }
  const ::penstock::Map<std::string, std::string>& ret() const { return ret_; }
  ::penstock::Map<std::string, std::string>* mutable_ret() { return &ret_; }
  int ret_size() const { return ret_.size(); }
  void clear_ret() { ret_ = ::penstock::Map<std::string, std::string>(); }
  const ::penstock::Map<std::string, std::string>& control_ret() const { return control_ret_; }
  ::penstock::Map<std::string, std::string>* mutable_control_ret() { return &control_ret_; }
  int control_ret_size() const { return control_ret_.size(); }
  void clear_control_ret() { control_ret_ = ::penstock::Map<std::string, std::string>(); }
  const ::penstock::Map<::tensorflow::uint32, ::tensorflow::uint32>& resource_arg_unique_id() const { return resource_arg_unique_id_; }
  ::penstock::Map<::tensorflow::uint32, ::tensorflow::uint32>* mutable_resource_arg_unique_id() { return &resource_arg_unique_id_; }
  int resource_arg_unique_id_size() const { return resource_arg_unique_id_.size(); }
  void clear_resource_arg_unique_id() { resource_arg_unique_id_ = ::penstock::Map<::tensorflow::uint32, ::tensorflow::uint32>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "signature", signature_, nullptr);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(5, "attr", attr_);
    v.template Entries<::penstock::kVarint, ::penstock::kMessage>(7, "arg_attr", arg_attr_);
    v.Messages(3, "node_def", node_def_);
    v.template Entries<::penstock::kString, ::penstock::kString>(4, "ret", ret_);
    v.template Entries<::penstock::kString, ::penstock::kString>(6, "control_ret", control_ret_);
    v.template Entries<::penstock::kVarint, ::penstock::kVarint>(8, "resource_arg_unique_id", resource_arg_unique_id_);
  }

 private:
  ::penstock::Box<::tensorflow::OpDef> signature_;
  ::penstock::Map<std::string, ::tensorflow::AttrValue> attr_;
  ::penstock::Map<::tensorflow::uint32, ::tensorflow::FunctionDef_ArgAttrs> arg_attr_;
  ::penstock::RepeatedPtrField<::tensorflow::NodeDef> node_def_;
  ::penstock::Map<std::string, std::string> ret_;
  ::penstock::Map<std::string, std::string> control_ret_;
  ::penstock::Map<::tensorflow::uint32, ::tensorflow::uint32> resource_arg_unique_id_;
};
class FunctionDef : public FunctionDefFields<FunctionDef> {};

template <typename M>
class GradientDefFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& function_name() const { return function_name_; }
  void set_function_name(const std::string& value) { function_name_ = value; }
  void set_function_name(const char* value) { function_name_ = value; }
  void set_function_name(const void* data, size_t size) { function_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_function_name() { return &function_name_; }
  void clear_function_name() { function_name_.clear(); }
  const std::string& gradient_func() const { return gradient_func_; }
  void set_gradient_func(const std::string& value) { gradient_func_ = value; }
  void set_gradient_func(const char* value) { gradient_func_ = value; }
  void set_gradient_func(const void* data, size_t size) { gradient_func_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_gradient_func() { return &gradient_func_; }
  void clear_gradient_func() { gradient_func_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "function_name", function_name_, nullptr);
    v.Text(2, "gradient_func", gradient_func_, nullptr);
  }

 private:
  std::string function_name_;
  std::string gradient_func_;
};
class GradientDef : public GradientDefFields<GradientDef> {};

template <typename M>
class RegisteredGradientFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& gradient_func() const { return gradient_func_; }
  void set_gradient_func(const std::string& value) { gradient_func_ = value; }
  void set_gradient_func(const char* value) { gradient_func_ = value; }
  void set_gradient_func(const void* data, size_t size) { gradient_func_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_gradient_func() { return &gradient_func_; }
  void clear_gradient_func() { gradient_func_.clear(); }
  const std::string& registered_op_type() const { return registered_op_type_; }
  void set_registered_op_type(const std::string& value) { registered_op_type_ = value; }
  void set_registered_op_type(const char* value) { registered_op_type_ = value; }
  void set_registered_op_type(const void* data, size_t size) { registered_op_type_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_registered_op_type() { return &registered_op_type_; }
  void clear_registered_op_type() { registered_op_type_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "gradient_func", gradient_func_, nullptr);
    v.Text(2, "registered_op_type", registered_op_type_, nullptr);
  }

 private:
  std::string gradient_func_;
  std::string registered_op_type_;
};
class RegisteredGradient : public RegisteredGradientFields<RegisteredGradient> {};

template <typename M>
class GraphDebugInfo_FileLineColFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 file_index() const { return file_index_; }
  void set_file_index(::tensorflow::int32 value) { file_index_ = value; }
  void clear_file_index() { file_index_ = ::tensorflow::int32(); }
  ::tensorflow::int32 line() const { return line_; }
  void set_line(::tensorflow::int32 value) { line_ = value; }
  void clear_line() { line_ = ::tensorflow::int32(); }
  ::tensorflow::int32 col() const { return col_; }
  void set_col(::tensorflow::int32 value) { col_ = value; }
  void clear_col() { col_ = ::tensorflow::int32(); }
  const std::string& func() const { return func_; }
  void set_func(const std::string& value) { func_ = value; }
  void set_func(const char* value) { func_ = value; }
  void set_func(const void* data, size_t size) { func_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_func() { return &func_; }
  void clear_func() { func_.clear(); }
  const std::string& code() const { return code_; }
  void set_code(const std::string& value) { code_ = value; }
  void set_code(const char* value) { code_ = value; }
  void set_code(const void* data, size_t size) { code_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_code() { return &code_; }
  void clear_code() { code_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "file_index", file_index_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "line", line_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "col", col_, nullptr);
    v.Text(4, "func", func_, nullptr);
    v.Text(5, "code", code_, nullptr);
  }

 private:
  ::tensorflow::int32 file_index_ = ::tensorflow::int32();
  ::tensorflow::int32 line_ = ::tensorflow::int32();
  ::tensorflow::int32 col_ = ::tensorflow::int32();
  std::string func_;
  std::string code_;
};
class GraphDebugInfo_FileLineCol : public GraphDebugInfo_FileLineColFields<GraphDebugInfo_FileLineCol> {};

template <typename M>
class GraphDebugInfo_StackTraceFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::GraphDebugInfo_FileLineCol>& file_line_cols() const { return file_line_cols_; }
  ::penstock::RepeatedPtrField<::tensorflow::GraphDebugInfo_FileLineCol>* mutable_file_line_cols() { return &file_line_cols_; }
  int file_line_cols_size() const { return file_line_cols_.size(); }
  void clear_file_line_cols() { file_line_cols_ = ::penstock::RepeatedPtrField<::tensorflow::GraphDebugInfo_FileLineCol>(); }
  const ::tensorflow::GraphDebugInfo_FileLineCol& file_line_cols(int i) const { return file_line_cols_.Get(i); }
  ::tensorflow::GraphDebugInfo_FileLineCol* mutable_file_line_cols(int i) { return file_line_cols_.Mutable(i); }
  ::tensorflow::GraphDebugInfo_FileLineCol* add_file_line_cols() { return file_line_cols_.Add(); }
  const ::penstock::RepeatedField<::tensorflow::uint64>& frame_id() const { return frame_id_; }
  ::penstock::RepeatedField<::tensorflow::uint64>* mutable_frame_id() { return &frame_id_; }
  int frame_id_size() const { return frame_id_.size(); }
  void clear_frame_id() { frame_id_ = ::penstock::RepeatedField<::tensorflow::uint64>(); }
  ::tensorflow::uint64 frame_id(int i) const { return frame_id_.Get(i); }
  void set_frame_id(int i, ::tensorflow::uint64 value) { frame_id_.Set(i, value); }
  void add_frame_id(::tensorflow::uint64 value) { frame_id_.Add(value); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "file_line_cols", file_line_cols_);
    v.template Repeated<::penstock::kFixed64>(2, "frame_id", frame_id_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::GraphDebugInfo_FileLineCol> file_line_cols_;
  ::penstock::RepeatedField<::tensorflow::uint64> frame_id_;
};
class GraphDebugInfo_StackTrace : public GraphDebugInfo_StackTraceFields<GraphDebugInfo_StackTrace> {};

template <typename M>
class GraphDebugInfoFields : public ::penstock::MessageOf<M> {
 public:
  typedef GraphDebugInfo_FileLineCol FileLineCol;
  typedef GraphDebugInfo_StackTrace StackTrace;
  const ::penstock::RepeatedPtrField<std::string>& files() const { return files_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_files() { return &files_; }
  int files_size() const { return files_.size(); }
  void clear_files() { files_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& files(int i) const { return files_.Get(i); }
  std::string* mutable_files(int i) { return files_.Mutable(i); }
  std::string* add_files() { return files_.Add(); }
  void add_files(const std::string& value) { *files_.Add() = value; }
  void set_files(int i, const std::string& value) { *files_.Mutable(i) = value; }
  const ::penstock::Map<std::string, ::tensorflow::GraphDebugInfo_StackTrace>& traces() const { return traces_; }
  ::penstock::Map<std::string, ::tensorflow::GraphDebugInfo_StackTrace>* mutable_traces() { return &traces_; }
  int traces_size() const { return traces_.size(); }
  void clear_traces() { traces_ = ::penstock::Map<std::string, ::tensorflow::GraphDebugInfo_StackTrace>(); }
  const ::penstock::Map<::tensorflow::uint64, ::tensorflow::GraphDebugInfo_FileLineCol>& frames_by_id() const { return frames_by_id_; }
  ::penstock::Map<::tensorflow::uint64, ::tensorflow::GraphDebugInfo_FileLineCol>* mutable_frames_by_id() { return &frames_by_id_; }
  int frames_by_id_size() const { return frames_by_id_.size(); }
  void clear_frames_by_id() { frames_by_id_ = ::penstock::Map<::tensorflow::uint64, ::tensorflow::GraphDebugInfo_FileLineCol>(); }
  const ::penstock::Map<::tensorflow::uint64, ::tensorflow::GraphDebugInfo_StackTrace>& traces_by_id() const { return traces_by_id_; }
  ::penstock::Map<::tensorflow::uint64, ::tensorflow::GraphDebugInfo_StackTrace>* mutable_traces_by_id() { return &traces_by_id_; }
  int traces_by_id_size() const { return traces_by_id_.size(); }
  void clear_traces_by_id() { traces_by_id_ = ::penstock::Map<::tensorflow::uint64, ::tensorflow::GraphDebugInfo_StackTrace>(); }
  const ::penstock::Map<std::string, ::tensorflow::uint64>& name_to_trace_id() const { return name_to_trace_id_; }
  ::penstock::Map<std::string, ::tensorflow::uint64>* mutable_name_to_trace_id() { return &name_to_trace_id_; }
  int name_to_trace_id_size() const { return name_to_trace_id_.size(); }
  void clear_name_to_trace_id() { name_to_trace_id_ = ::penstock::Map<std::string, ::tensorflow::uint64>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Texts(1, "files", files_);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(2, "traces", traces_);
    v.template Entries<::penstock::kFixed64, ::penstock::kMessage>(4, "frames_by_id", frames_by_id_);
    v.template Entries<::penstock::kFixed64, ::penstock::kMessage>(6, "traces_by_id", traces_by_id_);
    v.template Entries<::penstock::kString, ::penstock::kFixed64>(5, "name_to_trace_id", name_to_trace_id_);
  }

 private:
  ::penstock::RepeatedPtrField<std::string> files_;
  ::penstock::Map<std::string, ::tensorflow::GraphDebugInfo_StackTrace> traces_;
  ::penstock::Map<::tensorflow::uint64, ::tensorflow::GraphDebugInfo_FileLineCol> frames_by_id_;
  ::penstock::Map<::tensorflow::uint64, ::tensorflow::GraphDebugInfo_StackTrace> traces_by_id_;
  ::penstock::Map<std::string, ::tensorflow::uint64> name_to_trace_id_;
};
class GraphDebugInfo : public GraphDebugInfoFields<GraphDebugInfo> {};

template <typename M>
class GraphDefFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::NodeDef>& node() const { return node_; }
  ::penstock::RepeatedPtrField<::tensorflow::NodeDef>* mutable_node() { return &node_; }
  int node_size() const { return node_.size(); }
  void clear_node() { node_ = ::penstock::RepeatedPtrField<::tensorflow::NodeDef>(); }
  const ::tensorflow::NodeDef& node(int i) const { return node_.Get(i); }
  ::tensorflow::NodeDef* mutable_node(int i) { return node_.Mutable(i); }
  ::tensorflow::NodeDef* add_node() { return node_.Add(); }
  bool has_versions() const { return versions_.has(); }
  const ::tensorflow::VersionDef& versions() const { return versions_.get(); }
  ::tensorflow::VersionDef* mutable_versions() { return versions_.mutable_get(); }
  void set_allocated_versions(::tensorflow::VersionDef* value) { versions_.reset(value); }
  ::tensorflow::VersionDef* release_versions() { return versions_.release(); }
  void clear_versions() { versions_.reset(); }
  ::tensorflow::int32 version() const { return version_; }
  void set_version(::tensorflow::int32 value) { version_ = value; }
  void clear_version() { version_ = ::tensorflow::int32(); }
  bool has_library() const { return library_.has(); }
  const ::tensorflow::FunctionDefLibrary& library() const { return library_.get(); }
  ::tensorflow::FunctionDefLibrary* mutable_library() { return library_.mutable_get(); }
  void set_allocated_library(::tensorflow::FunctionDefLibrary* value) { library_.reset(value); }
  ::tensorflow::FunctionDefLibrary* release_library() { return library_.release(); }
  void clear_library() { library_.reset(); }
  bool has_debug_info() const { return debug_info_.has(); }
  const ::tensorflow::GraphDebugInfo& debug_info() const { return debug_info_.get(); }
  ::tensorflow::GraphDebugInfo* mutable_debug_info() { return debug_info_.mutable_get(); }
  void set_allocated_debug_info(::tensorflow::GraphDebugInfo* value) { debug_info_.reset(value); }
  ::tensorflow::GraphDebugInfo* release_debug_info() { return debug_info_.release(); }
  void clear_debug_info() { debug_info_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "node", node_);
    v.Message(4, "versions", versions_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "version", version_, nullptr);
    v.Message(2, "library", library_, nullptr);
    v.Message(5, "debug_info", debug_info_, nullptr);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::NodeDef> node_;
  ::penstock::Box<::tensorflow::VersionDef> versions_;
  ::tensorflow::int32 version_ = ::tensorflow::int32();
  ::penstock::Box<::tensorflow::FunctionDefLibrary> library_;
  ::penstock::Box<::tensorflow::GraphDebugInfo> debug_info_;
};
class GraphDef : public GraphDefFields<GraphDef> {};

}  // namespace tensorflow
