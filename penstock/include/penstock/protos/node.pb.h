// Made by penstock/tools/cpp_messages.py from penstock/protos/graph.proto: not for editing.
#pragma once

#include "penstock/message.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {

enum DataType : int {
  DT_INVALID = 0,
  DT_FLOAT = 1,
  DT_DOUBLE = 2,
  DT_INT32 = 3,
  DT_UINT8 = 4,
  DT_INT16 = 5,
  DT_INT8 = 6,
  DT_STRING = 7,
  DT_COMPLEX64 = 8,
  DT_INT64 = 9,
  DT_BOOL = 10,
  DT_QINT8 = 11,
  DT_QUINT8 = 12,
  DT_QINT32 = 13,
  DT_BFLOAT16 = 14,
  DT_QINT16 = 15,
  DT_QUINT16 = 16,
  DT_UINT16 = 17,
  DT_COMPLEX128 = 18,
  DT_HALF = 19,
  DT_RESOURCE = 20,
  DT_VARIANT = 21,
  DT_UINT32 = 22,
  DT_UINT64 = 23,
  DT_FLOAT_REF = 101,
  DT_DOUBLE_REF = 102,
  DT_INT32_REF = 103,
  DT_UINT8_REF = 104,
  DT_INT16_REF = 105,
  DT_INT8_REF = 106,
  DT_STRING_REF = 107,
  DT_COMPLEX64_REF = 108,
  DT_INT64_REF = 109,
  DT_BOOL_REF = 110,
  DT_QINT8_REF = 111,
  DT_QUINT8_REF = 112,
  DT_QINT32_REF = 113,
  DT_BFLOAT16_REF = 114,
  DT_QINT16_REF = 115,
  DT_QUINT16_REF = 116,
  DT_UINT16_REF = 117,
  DT_COMPLEX128_REF = 118,
  DT_HALF_REF = 119,
  DT_RESOURCE_REF = 120,
  DT_VARIANT_REF = 121,
  DT_UINT32_REF = 122,
  DT_UINT64_REF = 123,
  DT_FLOAT8_E5M2 = 24,
  DT_FLOAT8_E4M3FN = 25,
  DT_INT4 = 29,
  DT_UINT4 = 30,
  DT_FLOAT8_E5M2_REF = 124,
  DT_FLOAT8_E4M3FN_REF = 125,
  DT_INT4_REF = 129,
  DT_UINT4_REF = 130,
};
inline const ::penstock::EnumNames& DataType_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "DT_INVALID"},
    {1, "DT_FLOAT"},
    {2, "DT_DOUBLE"},
    {3, "DT_INT32"},
    {4, "DT_UINT8"},
    {5, "DT_INT16"},
    {6, "DT_INT8"},
    {7, "DT_STRING"},
    {8, "DT_COMPLEX64"},
    {9, "DT_INT64"},
    {10, "DT_BOOL"},
    {11, "DT_QINT8"},
    {12, "DT_QUINT8"},
    {13, "DT_QINT32"},
    {14, "DT_BFLOAT16"},
    {15, "DT_QINT16"},
    {16, "DT_QUINT16"},
    {17, "DT_UINT16"},
    {18, "DT_COMPLEX128"},
    {19, "DT_HALF"},
    {20, "DT_RESOURCE"},
    {21, "DT_VARIANT"},
    {22, "DT_UINT32"},
    {23, "DT_UINT64"},
    {101, "DT_FLOAT_REF"},
    {102, "DT_DOUBLE_REF"},
    {103, "DT_INT32_REF"},
    {104, "DT_UINT8_REF"},
    {105, "DT_INT16_REF"},
    {106, "DT_INT8_REF"},
    {107, "DT_STRING_REF"},
    {108, "DT_COMPLEX64_REF"},
    {109, "DT_INT64_REF"},
    {110, "DT_BOOL_REF"},
    {111, "DT_QINT8_REF"},
    {112, "DT_QUINT8_REF"},
    {113, "DT_QINT32_REF"},
    {114, "DT_BFLOAT16_REF"},
    {115, "DT_QINT16_REF"},
    {116, "DT_QUINT16_REF"},
    {117, "DT_UINT16_REF"},
    {118, "DT_COMPLEX128_REF"},
    {119, "DT_HALF_REF"},
    {120, "DT_RESOURCE_REF"},
    {121, "DT_VARIANT_REF"},
    {122, "DT_UINT32_REF"},
    {123, "DT_UINT64_REF"},
    {24, "DT_FLOAT8_E5M2"},
    {25, "DT_FLOAT8_E4M3FN"},
    {29, "DT_INT4"},
    {30, "DT_UINT4"},
    {124, "DT_FLOAT8_E5M2_REF"},
    {125, "DT_FLOAT8_E4M3FN_REF"},
    {129, "DT_INT4_REF"},
    {130, "DT_UINT4_REF"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& DataType_Name(DataType value) { return DataType_Names().Find(value); }
inline std::string NameOf(DataType value) { return DataType_Name(value); }
inline bool DataType_IsValid(int value) { return !DataType_Name(static_cast<DataType>(value)).empty(); }
inline bool DataType_Parse(const std::string& text, DataType* value) {
  int number;
  return DataType_Names().Find(text, &number) && (*value = static_cast<DataType>(number), true);
}
inline bool FromName(const std::string& text, DataType* value) { return DataType_Parse(text, value); }

enum FullTypeId : int {
  TFT_UNSET = 0,
  TFT_VAR = 1,
  TFT_ANY = 2,
  TFT_PRODUCT = 3,
  TFT_NAMED = 4,
  TFT_FOR_EACH = 20,
  TFT_CALLABLE = 100,
  TFT_TENSOR = 1000,
  TFT_ARRAY = 1001,
  TFT_OPTIONAL = 1002,
  TFT_LITERAL = 1003,
  TFT_ENCODED = 1004,
  TFT_SHAPE_TENSOR = 1005,
  TFT_BOOL = 200,
  TFT_UINT8 = 201,
  TFT_UINT16 = 202,
  TFT_UINT32 = 203,
  TFT_UINT64 = 204,
  TFT_INT8 = 205,
  TFT_INT16 = 206,
  TFT_INT32 = 207,
  TFT_INT64 = 208,
  TFT_HALF = 209,
  TFT_FLOAT = 210,
  TFT_DOUBLE = 211,
  TFT_BFLOAT16 = 215,
  TFT_COMPLEX64 = 212,
  TFT_COMPLEX128 = 213,
  TFT_STRING = 214,
  TFT_DATASET = 10102,
  TFT_RAGGED = 10103,
  TFT_ITERATOR = 10104,
  TFT_MUTEX_LOCK = 10202,
  TFT_LEGACY_VARIANT = 10203,
};
inline const ::penstock::EnumNames& FullTypeId_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "TFT_UNSET"},
    {1, "TFT_VAR"},
    {2, "TFT_ANY"},
    {3, "TFT_PRODUCT"},
    {4, "TFT_NAMED"},
    {20, "TFT_FOR_EACH"},
    {100, "TFT_CALLABLE"},
    {1000, "TFT_TENSOR"},
    {1001, "TFT_ARRAY"},
    {1002, "TFT_OPTIONAL"},
    {1003, "TFT_LITERAL"},
    {1004, "TFT_ENCODED"},
    {1005, "TFT_SHAPE_TENSOR"},
    {200, "TFT_BOOL"},
    {201, "TFT_UINT8"},
    {202, "TFT_UINT16"},
    {203, "TFT_UINT32"},
    {204, "TFT_UINT64"},
    {205, "TFT_INT8"},
    {206, "TFT_INT16"},
    {207, "TFT_INT32"},
    {208, "TFT_INT64"},
    {209, "TFT_HALF"},
    {210, "TFT_FLOAT"},
    {211, "TFT_DOUBLE"},
    {215, "TFT_BFLOAT16"},
    {212, "TFT_COMPLEX64"},
    {213, "TFT_COMPLEX128"},
    {214, "TFT_STRING"},
    {10102, "TFT_DATASET"},
    {10103, "TFT_RAGGED"},
    {10104, "TFT_ITERATOR"},
    {10202, "TFT_MUTEX_LOCK"},
    {10203, "TFT_LEGACY_VARIANT"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& FullTypeId_Name(FullTypeId value) { return FullTypeId_Names().Find(value); }
inline std::string NameOf(FullTypeId value) { return FullTypeId_Name(value); }
inline bool FullTypeId_IsValid(int value) { return !FullTypeId_Name(static_cast<FullTypeId>(value)).empty(); }
inline bool FullTypeId_Parse(const std::string& text, FullTypeId* value) {
  int number;
  return FullTypeId_Names().Find(text, &number) && (*value = static_cast<FullTypeId>(number), true);
}
inline bool FromName(const std::string& text, FullTypeId* value) { return FullTypeId_Parse(text, value); }

class TensorShapeProto_Dim;
class TensorShapeProto;
class ResourceHandleProto_DtypeAndShape;
class ResourceHandleProto;
class TensorProto;
class VariantTensorDataProto;
class FullTypeDef;
class AttrValue_ListValue;
class AttrValue;
class NameAttrList;
class NodeDef_ExperimentalDebugInfo;
class NodeDef;

template <typename M>
class TensorShapeProto_DimFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 size() const { return size_; }
  void set_size(::tensorflow::int64 value) { size_ = value; }
  void clear_size() { size_ = ::tensorflow::int64(); }
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "size", size_, nullptr);
    v.Text(2, "name", name_, nullptr);
  }

 private:
  ::tensorflow::int64 size_ = ::tensorflow::int64();
  std::string name_;
};
class TensorShapeProto_Dim : public TensorShapeProto_DimFields<TensorShapeProto_Dim> {};

template <typename M>
class TensorShapeProtoFields : public ::penstock::MessageOf<M> {
 public:
  typedef TensorShapeProto_Dim Dim;
  const ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto_Dim>& dim() const { return dim_; }
  ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto_Dim>* mutable_dim() { return &dim_; }
  int dim_size() const { return dim_.size(); }
  void clear_dim() { dim_ = ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto_Dim>(); }
  const ::tensorflow::TensorShapeProto_Dim& dim(int i) const { return dim_.Get(i); }
  ::tensorflow::TensorShapeProto_Dim* mutable_dim(int i) { return dim_.Mutable(i); }
  ::tensorflow::TensorShapeProto_Dim* add_dim() { return dim_.Add(); }
  bool unknown_rank() const { return unknown_rank_; }
  void set_unknown_rank(bool value) { unknown_rank_ = value; }
  void clear_unknown_rank() { unknown_rank_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(2, "dim", dim_);
    v.template Scalar<::penstock::kVarint>(3, "unknown_rank", unknown_rank_, nullptr);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto_Dim> dim_;
  bool unknown_rank_ = bool();
};
class TensorShapeProto : public TensorShapeProtoFields<TensorShapeProto> {};

template <typename M>
class ResourceHandleProto_DtypeAndShapeFields : public ::penstock::MessageOf<M> {
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
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "dtype", dtype_, nullptr);
    v.Message(2, "shape", shape_, nullptr);
  }

 private:
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
  ::penstock::Box<::tensorflow::TensorShapeProto> shape_;
};
class ResourceHandleProto_DtypeAndShape : public ResourceHandleProto_DtypeAndShapeFields<ResourceHandleProto_DtypeAndShape> {};

template <typename M>
class ResourceHandleProtoFields : public ::penstock::MessageOf<M> {
 public:
  typedef ResourceHandleProto_DtypeAndShape DtypeAndShape;
  const std::string& device() const { return device_; }
  void set_device(const std::string& value) { device_ = value; }
  void set_device(const char* value) { device_ = value; }
  void set_device(const void* data, size_t size) { device_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_device() { return &device_; }
  void clear_device() { device_.clear(); }
  const std::string& container() const { return container_; }
  void set_container(const std::string& value) { container_ = value; }
  void set_container(const char* value) { container_ = value; }
  void set_container(const void* data, size_t size) { container_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_container() { return &container_; }
  void clear_container() { container_.clear(); }
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  ::tensorflow::uint64 hash_code() const { return hash_code_; }
  void set_hash_code(::tensorflow::uint64 value) { hash_code_ = value; }
  void clear_hash_code() { hash_code_ = ::tensorflow::uint64(); }
  const std::string& maybe_type_name() const { return maybe_type_name_; }
  void set_maybe_type_name(const std::string& value) { maybe_type_name_ = value; }
  void set_maybe_type_name(const char* value) { maybe_type_name_ = value; }
  void set_maybe_type_name(const void* data, size_t size) { maybe_type_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_maybe_type_name() { return &maybe_type_name_; }
  void clear_maybe_type_name() { maybe_type_name_.clear(); }
  const ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto_DtypeAndShape>& dtypes_and_shapes() const { return dtypes_and_shapes_; }
  ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto_DtypeAndShape>* mutable_dtypes_and_shapes() { return &dtypes_and_shapes_; }
  int dtypes_and_shapes_size() const { return dtypes_and_shapes_.size(); }
  void clear_dtypes_and_shapes() { dtypes_and_shapes_ = ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto_DtypeAndShape>(); }
  const ::tensorflow::ResourceHandleProto_DtypeAndShape& dtypes_and_shapes(int i) const { return dtypes_and_shapes_.Get(i); }
  ::tensorflow::ResourceHandleProto_DtypeAndShape* mutable_dtypes_and_shapes(int i) { return dtypes_and_shapes_.Mutable(i); }
  ::tensorflow::ResourceHandleProto_DtypeAndShape* add_dtypes_and_shapes() { return dtypes_and_shapes_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "device", device_, nullptr);
    v.Text(2, "container", container_, nullptr);
    v.Text(3, "name", name_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "hash_code", hash_code_, nullptr);
    v.Text(5, "maybe_type_name", maybe_type_name_, nullptr);
    v.Messages(6, "dtypes_and_shapes", dtypes_and_shapes_);
  }

 private:
  std::string device_;
  std::string container_;
  std::string name_;
  ::tensorflow::uint64 hash_code_ = ::tensorflow::uint64();
  std::string maybe_type_name_;
  ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto_DtypeAndShape> dtypes_and_shapes_;
};
class ResourceHandleProto : public ResourceHandleProtoFields<ResourceHandleProto> {};

template <typename M>
class TensorProtoFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::DataType dtype() const { return dtype_; }
  void set_dtype(::tensorflow::DataType value) { dtype_ = value; }
  void clear_dtype() { dtype_ = ::tensorflow::DataType(); }
  bool has_tensor_shape() const { return tensor_shape_.has(); }
  const ::tensorflow::TensorShapeProto& tensor_shape() const { return tensor_shape_.get(); }
  ::tensorflow::TensorShapeProto* mutable_tensor_shape() { return tensor_shape_.mutable_get(); }
  void set_allocated_tensor_shape(::tensorflow::TensorShapeProto* value) { tensor_shape_.reset(value); }
  ::tensorflow::TensorShapeProto* release_tensor_shape() { return tensor_shape_.release(); }
  void clear_tensor_shape() { tensor_shape_.reset(); }
  ::tensorflow::int32 version_number() const { return version_number_; }
  void set_version_number(::tensorflow::int32 value) { version_number_ = value; }
  void clear_version_number() { version_number_ = ::tensorflow::int32(); }
  const std::string& tensor_content() const { return tensor_content_; }
  void set_tensor_content(const std::string& value) { tensor_content_ = value; }
  void set_tensor_content(const char* value) { tensor_content_ = value; }
  void set_tensor_content(const void* data, size_t size) { tensor_content_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_tensor_content() { return &tensor_content_; }
  void clear_tensor_content() { tensor_content_.clear(); }
  const ::penstock::RepeatedField<::tensorflow::int32>& half_val() const { return half_val_; }
  ::penstock::RepeatedField<::tensorflow::int32>* mutable_half_val() { return &half_val_; }
  int half_val_size() const { return half_val_.size(); }
  void clear_half_val() { half_val_ = ::penstock::RepeatedField<::tensorflow::int32>(); }
  ::tensorflow::int32 half_val(int i) const { return half_val_.Get(i); }
  void set_half_val(int i, ::tensorflow::int32 value) { half_val_.Set(i, value); }
  void add_half_val(::tensorflow::int32 value) { half_val_.Add(value); }
  const ::penstock::RepeatedField<float>& float_val() const { return float_val_; }
  ::penstock::RepeatedField<float>* mutable_float_val() { return &float_val_; }
  int float_val_size() const { return float_val_.size(); }
  void clear_float_val() { float_val_ = ::penstock::RepeatedField<float>(); }
  float float_val(int i) const { return float_val_.Get(i); }
  void set_float_val(int i, float value) { float_val_.Set(i, value); }
  void add_float_val(float value) { float_val_.Add(value); }
  const ::penstock::RepeatedField<double>& double_val() const { return double_val_; }
  ::penstock::RepeatedField<double>* mutable_double_val() { return &double_val_; }
  int double_val_size() const { return double_val_.size(); }
  void clear_double_val() { double_val_ = ::penstock::RepeatedField<double>(); }
  double double_val(int i) const { return double_val_.Get(i); }
  void set_double_val(int i, double value) { double_val_.Set(i, value); }
  void add_double_val(double value) { double_val_.Add(value); }
  const ::penstock::RepeatedField<::tensorflow::int32>& int_val() const { return int_val_; }
  ::penstock::RepeatedField<::tensorflow::int32>* mutable_int_val() { return &int_val_; }
  int int_val_size() const { return int_val_.size(); }
  void clear_int_val() { int_val_ = ::penstock::RepeatedField<::tensorflow::int32>(); }
  ::tensorflow::int32 int_val(int i) const { return int_val_.Get(i); }
  void set_int_val(int i, ::tensorflow::int32 value) { int_val_.Set(i, value); }
  void add_int_val(::tensorflow::int32 value) { int_val_.Add(value); }
  const ::penstock::RepeatedPtrField<std::string>& string_val() const { return string_val_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_string_val() { return &string_val_; }
  int string_val_size() const { return string_val_.size(); }
  void clear_string_val() { string_val_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& string_val(int i) const { return string_val_.Get(i); }
  std::string* mutable_string_val(int i) { return string_val_.Mutable(i); }
  std::string* add_string_val() { return string_val_.Add(); }
  void add_string_val(const std::string& value) { *string_val_.Add() = value; }
  void set_string_val(int i, const std::string& value) { *string_val_.Mutable(i) = value; }
  const ::penstock::RepeatedField<float>& scomplex_val() const { return scomplex_val_; }
  ::penstock::RepeatedField<float>* mutable_scomplex_val() { return &scomplex_val_; }
  int scomplex_val_size() const { return scomplex_val_.size(); }
  void clear_scomplex_val() { scomplex_val_ = ::penstock::RepeatedField<float>(); }
  float scomplex_val(int i) const { return scomplex_val_.Get(i); }
  void set_scomplex_val(int i, float value) { scomplex_val_.Set(i, value); }
  void add_scomplex_val(float value) { scomplex_val_.Add(value); }
  const ::penstock::RepeatedField<::tensorflow::int64>& int64_val() const { return int64_val_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_int64_val() { return &int64_val_; }
  int int64_val_size() const { return int64_val_.size(); }
  void clear_int64_val() { int64_val_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 int64_val(int i) const { return int64_val_.Get(i); }
  void set_int64_val(int i, ::tensorflow::int64 value) { int64_val_.Set(i, value); }
  void add_int64_val(::tensorflow::int64 value) { int64_val_.Add(value); }
  const ::penstock::RepeatedField<bool>& bool_val() const { return bool_val_; }
  ::penstock::RepeatedField<bool>* mutable_bool_val() { return &bool_val_; }
  int bool_val_size() const { return bool_val_.size(); }
  void clear_bool_val() { bool_val_ = ::penstock::RepeatedField<bool>(); }
  bool bool_val(int i) const { return bool_val_.Get(i); }
  void set_bool_val(int i, bool value) { bool_val_.Set(i, value); }
  void add_bool_val(bool value) { bool_val_.Add(value); }
  const ::penstock::RepeatedField<double>& dcomplex_val() const { return dcomplex_val_; }
  ::penstock::RepeatedField<double>* mutable_dcomplex_val() { return &dcomplex_val_; }
  int dcomplex_val_size() const { return dcomplex_val_.size(); }
  void clear_dcomplex_val() { dcomplex_val_ = ::penstock::RepeatedField<double>(); }
  double dcomplex_val(int i) const { return dcomplex_val_.Get(i); }
  void set_dcomplex_val(int i, double value) { dcomplex_val_.Set(i, value); }
  void add_dcomplex_val(double value) { dcomplex_val_.Add(value); }
  const ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto>& resource_handle_val() const { return resource_handle_val_; }
  ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto>* mutable_resource_handle_val() { return &resource_handle_val_; }
  int resource_handle_val_size() const { return resource_handle_val_.size(); }
  void clear_resource_handle_val() { resource_handle_val_ = ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto>(); }
  const ::tensorflow::ResourceHandleProto& resource_handle_val(int i) const { return resource_handle_val_.Get(i); }
  ::tensorflow::ResourceHandleProto* mutable_resource_handle_val(int i) { return resource_handle_val_.Mutable(i); }
  ::tensorflow::ResourceHandleProto* add_resource_handle_val() { return resource_handle_val_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::VariantTensorDataProto>& variant_val() const { return variant_val_; }
  ::penstock::RepeatedPtrField<::tensorflow::VariantTensorDataProto>* mutable_variant_val() { return &variant_val_; }
  int variant_val_size() const { return variant_val_.size(); }
  void clear_variant_val() { variant_val_ = ::penstock::RepeatedPtrField<::tensorflow::VariantTensorDataProto>(); }
  const ::tensorflow::VariantTensorDataProto& variant_val(int i) const { return variant_val_.Get(i); }
  ::tensorflow::VariantTensorDataProto* mutable_variant_val(int i) { return variant_val_.Mutable(i); }
  ::tensorflow::VariantTensorDataProto* add_variant_val() { return variant_val_.Add(); }
  const ::penstock::RepeatedField<::tensorflow::uint32>& uint32_val() const { return uint32_val_; }
  ::penstock::RepeatedField<::tensorflow::uint32>* mutable_uint32_val() { return &uint32_val_; }
  int uint32_val_size() const { return uint32_val_.size(); }
  void clear_uint32_val() { uint32_val_ = ::penstock::RepeatedField<::tensorflow::uint32>(); }
  ::tensorflow::uint32 uint32_val(int i) const { return uint32_val_.Get(i); }
  void set_uint32_val(int i, ::tensorflow::uint32 value) { uint32_val_.Set(i, value); }
  void add_uint32_val(::tensorflow::uint32 value) { uint32_val_.Add(value); }
  const ::penstock::RepeatedField<::tensorflow::uint64>& uint64_val() const { return uint64_val_; }
  ::penstock::RepeatedField<::tensorflow::uint64>* mutable_uint64_val() { return &uint64_val_; }
  int uint64_val_size() const { return uint64_val_.size(); }
  void clear_uint64_val() { uint64_val_ = ::penstock::RepeatedField<::tensorflow::uint64>(); }
  ::tensorflow::uint64 uint64_val(int i) const { return uint64_val_.Get(i); }
  void set_uint64_val(int i, ::tensorflow::uint64 value) { uint64_val_.Set(i, value); }
  void add_uint64_val(::tensorflow::uint64 value) { uint64_val_.Add(value); }
  const std::string& float8_val() const { return float8_val_; }
  void set_float8_val(const std::string& value) { float8_val_ = value; }
  void set_float8_val(const char* value) { float8_val_ = value; }
  void set_float8_val(const void* data, size_t size) { float8_val_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_float8_val() { return &float8_val_; }
  void clear_float8_val() { float8_val_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "dtype", dtype_, nullptr);
    v.Message(2, "tensor_shape", tensor_shape_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "version_number", version_number_, nullptr);
    v.Text(4, "tensor_content", tensor_content_, nullptr);
    v.template Repeated<::penstock::kVarint>(13, "half_val", half_val_);
    v.template Repeated<::penstock::kFloat>(5, "float_val", float_val_);
    v.template Repeated<::penstock::kDouble>(6, "double_val", double_val_);
    v.template Repeated<::penstock::kVarint>(7, "int_val", int_val_);
    v.Texts(8, "string_val", string_val_);
    v.template Repeated<::penstock::kFloat>(9, "scomplex_val", scomplex_val_);
    v.template Repeated<::penstock::kVarint>(10, "int64_val", int64_val_);
    v.template Repeated<::penstock::kVarint>(11, "bool_val", bool_val_);
    v.template Repeated<::penstock::kDouble>(12, "dcomplex_val", dcomplex_val_);
    v.Messages(14, "resource_handle_val", resource_handle_val_);
    v.Messages(15, "variant_val", variant_val_);
    v.template Repeated<::penstock::kVarint>(16, "uint32_val", uint32_val_);
    v.template Repeated<::penstock::kVarint>(17, "uint64_val", uint64_val_);
    v.Text(18, "float8_val", float8_val_, nullptr);
  }

 private:
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
  ::penstock::Box<::tensorflow::TensorShapeProto> tensor_shape_;
  ::tensorflow::int32 version_number_ = ::tensorflow::int32();
  std::string tensor_content_;
  ::penstock::RepeatedField<::tensorflow::int32> half_val_;
  ::penstock::RepeatedField<float> float_val_;
  ::penstock::RepeatedField<double> double_val_;
  ::penstock::RepeatedField<::tensorflow::int32> int_val_;
  ::penstock::RepeatedPtrField<std::string> string_val_;
  ::penstock::RepeatedField<float> scomplex_val_;
  ::penstock::RepeatedField<::tensorflow::int64> int64_val_;
  ::penstock::RepeatedField<bool> bool_val_;
  ::penstock::RepeatedField<double> dcomplex_val_;
  ::penstock::RepeatedPtrField<::tensorflow::ResourceHandleProto> resource_handle_val_;
  ::penstock::RepeatedPtrField<::tensorflow::VariantTensorDataProto> variant_val_;
  ::penstock::RepeatedField<::tensorflow::uint32> uint32_val_;
  ::penstock::RepeatedField<::tensorflow::uint64> uint64_val_;
  std::string float8_val_;
};
class TensorProto : public TensorProtoFields<TensorProto> {};

template <typename M>
class VariantTensorDataProtoFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& type_name() const { return type_name_; }
  void set_type_name(const std::string& value) { type_name_ = value; }
  void set_type_name(const char* value) { type_name_ = value; }
  void set_type_name(const void* data, size_t size) { type_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_type_name() { return &type_name_; }
  void clear_type_name() { type_name_.clear(); }
  const std::string& metadata() const { return metadata_; }
  void set_metadata(const std::string& value) { metadata_ = value; }
  void set_metadata(const char* value) { metadata_ = value; }
  void set_metadata(const void* data, size_t size) { metadata_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_metadata() { return &metadata_; }
  void clear_metadata() { metadata_.clear(); }
  const ::penstock::RepeatedPtrField<::tensorflow::TensorProto>& tensors() const { return tensors_; }
  ::penstock::RepeatedPtrField<::tensorflow::TensorProto>* mutable_tensors() { return &tensors_; }
  int tensors_size() const { return tensors_.size(); }
  void clear_tensors() { tensors_ = ::penstock::RepeatedPtrField<::tensorflow::TensorProto>(); }
  const ::tensorflow::TensorProto& tensors(int i) const { return tensors_.Get(i); }
  ::tensorflow::TensorProto* mutable_tensors(int i) { return tensors_.Mutable(i); }
  ::tensorflow::TensorProto* add_tensors() { return tensors_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "type_name", type_name_, nullptr);
    v.Text(2, "metadata", metadata_, nullptr);
    v.Messages(3, "tensors", tensors_);
  }

 private:
  std::string type_name_;
  std::string metadata_;
  ::penstock::RepeatedPtrField<::tensorflow::TensorProto> tensors_;
};
class VariantTensorDataProto : public VariantTensorDataProtoFields<VariantTensorDataProto> {};

template <typename M>
class FullTypeDefFields : public ::penstock::MessageOf<M> {
 public:
  enum AttrCase { kS = 3, kI = 4, ATTR_NOT_SET = 0 };
  AttrCase attr_case() const { return static_cast<AttrCase>(attr_case_); }
  void clear_attr() { attr_case_ = 0; }
  ::tensorflow::FullTypeId type_id() const { return type_id_; }
  void set_type_id(::tensorflow::FullTypeId value) { type_id_ = value; }
  void clear_type_id() { type_id_ = ::tensorflow::FullTypeId(); }
  const ::penstock::RepeatedPtrField<::tensorflow::FullTypeDef>& args() const { return args_; }
  ::penstock::RepeatedPtrField<::tensorflow::FullTypeDef>* mutable_args() { return &args_; }
  int args_size() const { return args_.size(); }
  void clear_args() { args_ = ::penstock::RepeatedPtrField<::tensorflow::FullTypeDef>(); }
  const ::tensorflow::FullTypeDef& args(int i) const { return args_.Get(i); }
  ::tensorflow::FullTypeDef* mutable_args(int i) { return args_.Mutable(i); }
  ::tensorflow::FullTypeDef* add_args() { return args_.Add(); }
  bool has_s() const { return attr_case_ == 3; }
  const std::string& s() const { return s_; }
  void set_s(const std::string& value) { attr_case_ = 3; s_ = value; }
  void set_s(const char* value) { attr_case_ = 3; s_ = value; }
  void set_s(const void* data, size_t size) { attr_case_ = 3; s_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_s() { if (attr_case_ != 3) s_.clear(); attr_case_ = 3; return &s_; }
  void clear_s() { if (attr_case_ == 3) attr_case_ = 0; s_.clear(); }
  bool has_i() const { return attr_case_ == 4; }
  ::tensorflow::int64 i() const { return has_i() ? i_ : ::tensorflow::int64(); }
  void set_i(::tensorflow::int64 value) { attr_case_ = 4; i_ = value; }
  void clear_i() { if (attr_case_ == 4) attr_case_ = 0; i_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "type_id", type_id_, nullptr);
    v.Messages(2, "args", args_);
    v.Text(3, "s", s_, &attr_case_);
    v.template Scalar<::penstock::kVarint>(4, "i", i_, &attr_case_);
  }

 private:
  ::tensorflow::FullTypeId type_id_ = ::tensorflow::FullTypeId();
  ::penstock::RepeatedPtrField<::tensorflow::FullTypeDef> args_;
  std::string s_;
  ::tensorflow::int64 i_ = ::tensorflow::int64();
  int attr_case_ = 0;
};
class FullTypeDef : public FullTypeDefFields<FullTypeDef> {};

template <typename M>
class AttrValue_ListValueFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<std::string>& s() const { return s_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_s() { return &s_; }
  int s_size() const { return s_.size(); }
  void clear_s() { s_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& s(int i) const { return s_.Get(i); }
  std::string* mutable_s(int i) { return s_.Mutable(i); }
  std::string* add_s() { return s_.Add(); }
  void add_s(const std::string& value) { *s_.Add() = value; }
  void set_s(int i, const std::string& value) { *s_.Mutable(i) = value; }
  const ::penstock::RepeatedField<::tensorflow::int64>& i() const { return i_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_i() { return &i_; }
  int i_size() const { return i_.size(); }
  void clear_i() { i_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 i(int i) const { return i_.Get(i); }
  void set_i(int i, ::tensorflow::int64 value) { i_.Set(i, value); }
  void add_i(::tensorflow::int64 value) { i_.Add(value); }
  const ::penstock::RepeatedField<float>& f() const { return f_; }
  ::penstock::RepeatedField<float>* mutable_f() { return &f_; }
  int f_size() const { return f_.size(); }
  void clear_f() { f_ = ::penstock::RepeatedField<float>(); }
  float f(int i) const { return f_.Get(i); }
  void set_f(int i, float value) { f_.Set(i, value); }
  void add_f(float value) { f_.Add(value); }
  const ::penstock::RepeatedField<bool>& b() const { return b_; }
  ::penstock::RepeatedField<bool>* mutable_b() { return &b_; }
  int b_size() const { return b_.size(); }
  void clear_b() { b_ = ::penstock::RepeatedField<bool>(); }
  bool b(int i) const { return b_.Get(i); }
  void set_b(int i, bool value) { b_.Set(i, value); }
  void add_b(bool value) { b_.Add(value); }
  const ::penstock::RepeatedField<::tensorflow::DataType>& type() const { return type_; }
  ::penstock::RepeatedField<::tensorflow::DataType>* mutable_type() { return &type_; }
  int type_size() const { return type_.size(); }
  void clear_type() { type_ = ::penstock::RepeatedField<::tensorflow::DataType>(); }
  ::tensorflow::DataType type(int i) const { return type_.Get(i); }
  void set_type(int i, ::tensorflow::DataType value) { type_.Set(i, value); }
  void add_type(::tensorflow::DataType value) { type_.Add(value); }
  const ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto>& shape() const { return shape_; }
  ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto>* mutable_shape() { return &shape_; }
  int shape_size() const { return shape_.size(); }
  void clear_shape() { shape_ = ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto>(); }
  const ::tensorflow::TensorShapeProto& shape(int i) const { return shape_.Get(i); }
  ::tensorflow::TensorShapeProto* mutable_shape(int i) { return shape_.Mutable(i); }
  ::tensorflow::TensorShapeProto* add_shape() { return shape_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::TensorProto>& tensor() const { return tensor_; }
  ::penstock::RepeatedPtrField<::tensorflow::TensorProto>* mutable_tensor() { return &tensor_; }
  int tensor_size() const { return tensor_.size(); }
  void clear_tensor() { tensor_ = ::penstock::RepeatedPtrField<::tensorflow::TensorProto>(); }
  const ::tensorflow::TensorProto& tensor(int i) const { return tensor_.Get(i); }
  ::tensorflow::TensorProto* mutable_tensor(int i) { return tensor_.Mutable(i); }
  ::tensorflow::TensorProto* add_tensor() { return tensor_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::NameAttrList>& func() const { return func_; }
  ::penstock::RepeatedPtrField<::tensorflow::NameAttrList>* mutable_func() { return &func_; }
  int func_size() const { return func_.size(); }
  void clear_func() { func_ = ::penstock::RepeatedPtrField<::tensorflow::NameAttrList>(); }
  const ::tensorflow::NameAttrList& func(int i) const { return func_.Get(i); }
  ::tensorflow::NameAttrList* mutable_func(int i) { return func_.Mutable(i); }
  ::tensorflow::NameAttrList* add_func() { return func_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Texts(2, "s", s_);
    v.template Repeated<::penstock::kVarint>(3, "i", i_);
    v.template Repeated<::penstock::kFloat>(4, "f", f_);
    v.template Repeated<::penstock::kVarint>(5, "b", b_);
    v.template Repeated<::penstock::kVarint>(6, "type", type_);
    v.Messages(7, "shape", shape_);
    v.Messages(8, "tensor", tensor_);
    v.Messages(9, "func", func_);
  }

 private:
  ::penstock::RepeatedPtrField<std::string> s_;
  ::penstock::RepeatedField<::tensorflow::int64> i_;
  ::penstock::RepeatedField<float> f_;
  ::penstock::RepeatedField<bool> b_;
  ::penstock::RepeatedField<::tensorflow::DataType> type_;
  ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto> shape_;
  ::penstock::RepeatedPtrField<::tensorflow::TensorProto> tensor_;
  ::penstock::RepeatedPtrField<::tensorflow::NameAttrList> func_;
};
class AttrValue_ListValue : public AttrValue_ListValueFields<AttrValue_ListValue> {};

template <typename M>
class AttrValueFields : public ::penstock::MessageOf<M> {
 public:
  typedef AttrValue_ListValue ListValue;
  enum ValueCase { kS = 2, kI = 3, kF = 4, kB = 5, kType = 6, kShape = 7, kTensor = 8, kList = 1, kFunc = 10, kPlaceholder = 9, VALUE_NOT_SET = 0 };
  ValueCase value_case() const { return static_cast<ValueCase>(value_case_); }
  void clear_value() { value_case_ = 0; }
  bool has_s() const { return value_case_ == 2; }
  const std::string& s() const { return s_; }
  void set_s(const std::string& value) { value_case_ = 2; s_ = value; }
  void set_s(const char* value) { value_case_ = 2; s_ = value; }
  void set_s(const void* data, size_t size) { value_case_ = 2; s_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_s() { if (value_case_ != 2) s_.clear(); value_case_ = 2; return &s_; }
  void clear_s() { if (value_case_ == 2) value_case_ = 0; s_.clear(); }
  bool has_i() const { return value_case_ == 3; }
  ::tensorflow::int64 i() const { return has_i() ? i_ : ::tensorflow::int64(); }
  void set_i(::tensorflow::int64 value) { value_case_ = 3; i_ = value; }
  void clear_i() { if (value_case_ == 3) value_case_ = 0; i_ = ::tensorflow::int64(); }
  bool has_f() const { return value_case_ == 4; }
  float f() const { return has_f() ? f_ : float(); }
  void set_f(float value) { value_case_ = 4; f_ = value; }
  void clear_f() { if (value_case_ == 4) value_case_ = 0; f_ = float(); }
  bool has_b() const { return value_case_ == 5; }
  bool b() const { return has_b() ? b_ : bool(); }
  void set_b(bool value) { value_case_ = 5; b_ = value; }
  void clear_b() { if (value_case_ == 5) value_case_ = 0; b_ = bool(); }
  bool has_type() const { return value_case_ == 6; }
  ::tensorflow::DataType type() const { return has_type() ? type_ : ::tensorflow::DataType(); }
  void set_type(::tensorflow::DataType value) { value_case_ = 6; type_ = value; }
  void clear_type() { if (value_case_ == 6) value_case_ = 0; type_ = ::tensorflow::DataType(); }
  bool has_shape() const { return value_case_ == 7; }
  const ::tensorflow::TensorShapeProto& shape() const { return has_shape() ? shape_.get() : shape_.none(); }
  ::tensorflow::TensorShapeProto* mutable_shape() { if (value_case_ != 7) shape_.reset(); value_case_ = 7; return shape_.mutable_get(); }
  void set_allocated_shape(::tensorflow::TensorShapeProto* value) { value_case_ = 7; shape_.reset(value); }
  ::tensorflow::TensorShapeProto* release_shape() { if (value_case_ == 7) value_case_ = 0; return shape_.release(); }
  void clear_shape() { if (value_case_ == 7) value_case_ = 0; shape_.reset(); }
  bool has_tensor() const { return value_case_ == 8; }
  const ::tensorflow::TensorProto& tensor() const { return has_tensor() ? tensor_.get() : tensor_.none(); }
  ::tensorflow::TensorProto* mutable_tensor() { if (value_case_ != 8) tensor_.reset(); value_case_ = 8; return tensor_.mutable_get(); }
  void set_allocated_tensor(::tensorflow::TensorProto* value) { value_case_ = 8; tensor_.reset(value); }
  ::tensorflow::TensorProto* release_tensor() { if (value_case_ == 8) value_case_ = 0; return tensor_.release(); }
  void clear_tensor() { if (value_case_ == 8) value_case_ = 0; tensor_.reset(); }
  bool has_list() const { return value_case_ == 1; }
  const ::tensorflow::AttrValue_ListValue& list() const { return has_list() ? list_.get() : list_.none(); }
  ::tensorflow::AttrValue_ListValue* mutable_list() { if (value_case_ != 1) list_.reset(); value_case_ = 1; return list_.mutable_get(); }
  void set_allocated_list(::tensorflow::AttrValue_ListValue* value) { value_case_ = 1; list_.reset(value); }
  ::tensorflow::AttrValue_ListValue* release_list() { if (value_case_ == 1) value_case_ = 0; return list_.release(); }
  void clear_list() { if (value_case_ == 1) value_case_ = 0; list_.reset(); }
  bool has_func() const { return value_case_ == 10; }
  const ::tensorflow::NameAttrList& func() const { return has_func() ? func_.get() : func_.none(); }
  ::tensorflow::NameAttrList* mutable_func() { if (value_case_ != 10) func_.reset(); value_case_ = 10; return func_.mutable_get(); }
  void set_allocated_func(::tensorflow::NameAttrList* value) { value_case_ = 10; func_.reset(value); }
  ::tensorflow::NameAttrList* release_func() { if (value_case_ == 10) value_case_ = 0; return func_.release(); }
  void clear_func() { if (value_case_ == 10) value_case_ = 0; func_.reset(); }
  bool has_placeholder() const { return value_case_ == 9; }
  const std::string& placeholder() const { return placeholder_; }
  void set_placeholder(const std::string& value) { value_case_ = 9; placeholder_ = value; }
  void set_placeholder(const char* value) { value_case_ = 9; placeholder_ = value; }
  void set_placeholder(const void* data, size_t size) { value_case_ = 9; placeholder_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_placeholder() { if (value_case_ != 9) placeholder_.clear(); value_case_ = 9; return &placeholder_; }
  void clear_placeholder() { if (value_case_ == 9) value_case_ = 0; placeholder_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(2, "s", s_, &value_case_);
    v.template Scalar<::penstock::kVarint>(3, "i", i_, &value_case_);
    v.template Scalar<::penstock::kFloat>(4, "f", f_, &value_case_);
    v.template Scalar<::penstock::kVarint>(5, "b", b_, &value_case_);
    v.template Scalar<::penstock::kVarint>(6, "type", type_, &value_case_);
    v.Message(7, "shape", shape_, &value_case_);
    v.Message(8, "tensor", tensor_, &value_case_);
    v.Message(1, "list", list_, &value_case_);
    v.Message(10, "func", func_, &value_case_);
    v.Text(9, "placeholder", placeholder_, &value_case_);
  }

 private:
  std::string s_;
  ::tensorflow::int64 i_ = ::tensorflow::int64();
  float f_ = float();
  bool b_ = bool();
  ::tensorflow::DataType type_ = ::tensorflow::DataType();
  ::penstock::Box<::tensorflow::TensorShapeProto> shape_;
  ::penstock::Box<::tensorflow::TensorProto> tensor_;
  ::penstock::Box<::tensorflow::AttrValue_ListValue> list_;
  ::penstock::Box<::tensorflow::NameAttrList> func_;
  std::string placeholder_;
  int value_case_ = 0;
};
class AttrValue : public AttrValueFields<AttrValue> {};

template <typename M>
class NameAttrListFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const ::penstock::Map<std::string, ::tensorflow::AttrValue>& attr() const { return attr_; }
  ::penstock::Map<std::string, ::tensorflow::AttrValue>* mutable_attr() { return &attr_; }
  int attr_size() const { return attr_.size(); }
  void clear_attr() { attr_ = ::penstock::Map<std::string, ::tensorflow::AttrValue>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(2, "attr", attr_);
  }

 private:
  std::string name_;
  ::penstock::Map<std::string, ::tensorflow::AttrValue> attr_;
};
class NameAttrList : public NameAttrListFields<NameAttrList> {};

template <typename M>
class NodeDef_ExperimentalDebugInfoFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<std::string>& original_node_names() const { return original_node_names_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_original_node_names() { return &original_node_names_; }
  int original_node_names_size() const { return original_node_names_.size(); }
  void clear_original_node_names() { original_node_names_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& original_node_names(int i) const { return original_node_names_.Get(i); }
  std::string* mutable_original_node_names(int i) { return original_node_names_.Mutable(i); }
  std::string* add_original_node_names() { return original_node_names_.Add(); }
  void add_original_node_names(const std::string& value) { *original_node_names_.Add() = value; }
  void set_original_node_names(int i, const std::string& value) { *original_node_names_.Mutable(i) = value; }
  const ::penstock::RepeatedPtrField<std::string>& original_func_names() const { return original_func_names_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_original_func_names() { return &original_func_names_; }
  int original_func_names_size() const { return original_func_names_.size(); }
  void clear_original_func_names() { original_func_names_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& original_func_names(int i) const { return original_func_names_.Get(i); }
  std::string* mutable_original_func_names(int i) { return original_func_names_.Mutable(i); }
  std::string* add_original_func_names() { return original_func_names_.Add(); }
  void add_original_func_names(const std::string& value) { *original_func_names_.Add() = value; }
  void set_original_func_names(int i, const std::string& value) { *original_func_names_.Mutable(i) = value; }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Texts(1, "original_node_names", original_node_names_);
    v.Texts(2, "original_func_names", original_func_names_);
  }

 private:
  ::penstock::RepeatedPtrField<std::string> original_node_names_;
  ::penstock::RepeatedPtrField<std::string> original_func_names_;
};
class NodeDef_ExperimentalDebugInfo : public NodeDef_ExperimentalDebugInfoFields<NodeDef_ExperimentalDebugInfo> {};

template <typename M>
class NodeDefFields : public ::penstock::MessageOf<M> {
 public:
  typedef NodeDef_ExperimentalDebugInfo ExperimentalDebugInfo;
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const std::string& op() const { return op_; }
  void set_op(const std::string& value) { op_ = value; }
  void set_op(const char* value) { op_ = value; }
  void set_op(const void* data, size_t size) { op_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_op() { return &op_; }
  void clear_op() { op_.clear(); }
  const ::penstock::RepeatedPtrField<std::string>& input() const { return input_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_input() { return &input_; }
  int input_size() const { return input_.size(); }
  void clear_input() { input_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& input(int i) const { return input_.Get(i); }
  std::string* mutable_input(int i) { return input_.Mutable(i); }
  std::string* add_input() { return input_.Add(); }
  void add_input(const std::string& value) { *input_.Add() = value; }
  void set_input(int i, const std::string& value) { *input_.Mutable(i) = value; }
  const std::string& device() const { return device_; }
  void set_device(const std::string& value) { device_ = value; }
  void set_device(const char* value) { device_ = value; }
  void set_device(const void* data, size_t size) { device_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_device() { return &device_; }
  void clear_device() { device_.clear(); }
  const ::penstock::Map<std::string, ::tensorflow::AttrValue>& attr() const { return attr_; }
  ::penstock::Map<std::string, ::tensorflow::AttrValue>* mutable_attr() { return &attr_; }
  int attr_size() const { return attr_.size(); }
  void clear_attr() { attr_ = ::penstock::Map<std::string, ::tensorflow::AttrValue>(); }
  bool has_experimental_debug_info() const { return experimental_debug_info_.has(); }
  const ::tensorflow::NodeDef_ExperimentalDebugInfo& experimental_debug_info() const { return experimental_debug_info_.get(); }
  ::tensorflow::NodeDef_ExperimentalDebugInfo* mutable_experimental_debug_info() { return experimental_debug_info_.mutable_get(); }
  void set_allocated_experimental_debug_info(::tensorflow::NodeDef_ExperimentalDebugInfo* value) { experimental_debug_info_.reset(value); }
  ::tensorflow::NodeDef_ExperimentalDebugInfo* release_experimental_debug_info() { return experimental_debug_info_.release(); }
  void clear_experimental_debug_info() { experimental_debug_info_.reset(); }
  bool has_experimental_type() const { return experimental_type_.has(); }
  const ::tensorflow::FullTypeDef& experimental_type() const { return experimental_type_.get(); }
  ::tensorflow::FullTypeDef* mutable_experimental_type() { return experimental_type_.mutable_get(); }
  void set_allocated_experimental_type(::tensorflow::FullTypeDef* value) { experimental_type_.reset(value); }
  ::tensorflow::FullTypeDef* release_experimental_type() { return experimental_type_.release(); }
  void clear_experimental_type() { experimental_type_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Text(2, "op", op_, nullptr);
    v.Texts(3, "input", input_);
    v.Text(4, "device", device_, nullptr);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(5, "attr", attr_);
    v.Message(6, "experimental_debug_info", experimental_debug_info_, nullptr);
    v.Message(7, "experimental_type", experimental_type_, nullptr);
  }

 private:
  std::string name_;
  std::string op_;
  ::penstock::RepeatedPtrField<std::string> input_;
  std::string device_;
  ::penstock::Map<std::string, ::tensorflow::AttrValue> attr_;
  ::penstock::Box<::tensorflow::NodeDef_ExperimentalDebugInfo> experimental_debug_info_;
  ::penstock::Box<::tensorflow::FullTypeDef> experimental_type_;
};
class NodeDef : public NodeDefFields<NodeDef> {};

}  // namespace tensorflow
