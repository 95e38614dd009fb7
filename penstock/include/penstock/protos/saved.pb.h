// Made by penstock/tools/cpp_messages.py from penstock/protos/saved.proto: not for editing.
#pragma once

#include "penstock/message.h"
#include "tensorflow/core/platform/types.h"
#include "penstock/protos/any.pb.h"
#include "penstock/protos/wrappers.pb.h"
#include "penstock/protos/graph.pb.h"

namespace tensorflow {

enum VariableSynchronization : int {
  VARIABLE_SYNCHRONIZATION_AUTO = 0,
  VARIABLE_SYNCHRONIZATION_NONE = 1,
  VARIABLE_SYNCHRONIZATION_ON_WRITE = 2,
  VARIABLE_SYNCHRONIZATION_ON_READ = 3,
};
inline const ::penstock::EnumNames& VariableSynchronization_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "VARIABLE_SYNCHRONIZATION_AUTO"},
    {1, "VARIABLE_SYNCHRONIZATION_NONE"},
    {2, "VARIABLE_SYNCHRONIZATION_ON_WRITE"},
    {3, "VARIABLE_SYNCHRONIZATION_ON_READ"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& VariableSynchronization_Name(VariableSynchronization value) { return VariableSynchronization_Names().Find(value); }
inline std::string NameOf(VariableSynchronization value) { return VariableSynchronization_Name(value); }
inline bool VariableSynchronization_IsValid(int value) { return !VariableSynchronization_Name(static_cast<VariableSynchronization>(value)).empty(); }
inline bool VariableSynchronization_Parse(const std::string& text, VariableSynchronization* value) {
  int number;
  return VariableSynchronization_Names().Find(text, &number) && (*value = static_cast<VariableSynchronization>(number), true);
}
inline bool FromName(const std::string& text, VariableSynchronization* value) { return VariableSynchronization_Parse(text, value); }

enum VariableAggregation : int {
  VARIABLE_AGGREGATION_NONE = 0,
  VARIABLE_AGGREGATION_SUM = 1,
  VARIABLE_AGGREGATION_MEAN = 2,
  VARIABLE_AGGREGATION_ONLY_FIRST_REPLICA = 3,
};
inline const ::penstock::EnumNames& VariableAggregation_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "VARIABLE_AGGREGATION_NONE"},
    {1, "VARIABLE_AGGREGATION_SUM"},
    {2, "VARIABLE_AGGREGATION_MEAN"},
    {3, "VARIABLE_AGGREGATION_ONLY_FIRST_REPLICA"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& VariableAggregation_Name(VariableAggregation value) { return VariableAggregation_Names().Find(value); }
inline std::string NameOf(VariableAggregation value) { return VariableAggregation_Name(value); }
inline bool VariableAggregation_IsValid(int value) { return !VariableAggregation_Name(static_cast<VariableAggregation>(value)).empty(); }
inline bool VariableAggregation_Parse(const std::string& text, VariableAggregation* value) {
  int number;
  return VariableAggregation_Names().Find(text, &number) && (*value = static_cast<VariableAggregation>(number), true);
}
inline bool FromName(const std::string& text, VariableAggregation* value) { return VariableAggregation_Parse(text, value); }

class VariableDef;
class SaveSliceInfoDef;
class SaverDef;
class StructuredValue;
class NoneValue;
class ListValue;
class TupleValue;
class DictValue;
class PairValue;
class NamedTupleValue;
class TensorSpecProto;
class TypeSpecProto;
class BoundedTensorSpecProto;
class TrackableObjectGraph_TrackableObject_ObjectReference;
class TrackableObjectGraph_TrackableObject_SerializedTensor;
class TrackableObjectGraph_TrackableObject_SlotVariableReference;
class TrackableObjectGraph_TrackableObject;
class TrackableObjectGraph;
class RegisteredSaver;
class SavedObjectGraph;
class SavedObject;
class SavedUserObject;
class SavedAsset;
class SavedFunction;
class SavedConcreteFunction;
class SavedBareConcreteFunction;
class SavedConstant;
class SavedVariable;
class FunctionSpec;
class SavedResource;
class CapturedTensor;
class SaveableObject;
class MetaGraphDef_MetaInfoDef;
class MetaGraphDef;
class CollectionDef_NodeList;
class CollectionDef_BytesList;
class CollectionDef_Int64List;
class CollectionDef_FloatList;
class CollectionDef_AnyList;
class CollectionDef;
class TensorInfo_CooSparse;
class TensorInfo_CompositeTensor;
class TensorInfo;
class SignatureDef;
class AssetFileDef;
class SavedModel;
class BundleHeaderProto;
class BundleEntryProto;
class SavedSliceMeta;
class SavedTensorSliceMeta;
class SavedSlice;
class SavedTensorSlices;

enum SaverDef_CheckpointFormatVersion : int {
  SaverDef_CheckpointFormatVersion_LEGACY = 0,
  SaverDef_CheckpointFormatVersion_V1 = 1,
  SaverDef_CheckpointFormatVersion_V2 = 2,
};
inline const ::penstock::EnumNames& SaverDef_CheckpointFormatVersion_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "LEGACY"},
    {1, "V1"},
    {2, "V2"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& SaverDef_CheckpointFormatVersion_Name(SaverDef_CheckpointFormatVersion value) { return SaverDef_CheckpointFormatVersion_Names().Find(value); }
inline std::string NameOf(SaverDef_CheckpointFormatVersion value) { return SaverDef_CheckpointFormatVersion_Name(value); }
inline bool SaverDef_CheckpointFormatVersion_IsValid(int value) { return !SaverDef_CheckpointFormatVersion_Name(static_cast<SaverDef_CheckpointFormatVersion>(value)).empty(); }
inline bool SaverDef_CheckpointFormatVersion_Parse(const std::string& text, SaverDef_CheckpointFormatVersion* value) {
  int number;
  return SaverDef_CheckpointFormatVersion_Names().Find(text, &number) && (*value = static_cast<SaverDef_CheckpointFormatVersion>(number), true);
}
inline bool FromName(const std::string& text, SaverDef_CheckpointFormatVersion* value) { return SaverDef_CheckpointFormatVersion_Parse(text, value); }

enum TypeSpecProto_TypeSpecClass : int {
  TypeSpecProto_TypeSpecClass_UNKNOWN = 0,
  TypeSpecProto_TypeSpecClass_SPARSE_TENSOR_SPEC = 1,
  TypeSpecProto_TypeSpecClass_INDEXED_SLICES_SPEC = 2,
  TypeSpecProto_TypeSpecClass_RAGGED_TENSOR_SPEC = 3,
  TypeSpecProto_TypeSpecClass_TENSOR_ARRAY_SPEC = 4,
  TypeSpecProto_TypeSpecClass_DATA_DATASET_SPEC = 5,
  TypeSpecProto_TypeSpecClass_DATA_ITERATOR_SPEC = 6,
  TypeSpecProto_TypeSpecClass_OPTIONAL_SPEC = 7,
  TypeSpecProto_TypeSpecClass_PER_REPLICA_SPEC = 8,
  TypeSpecProto_TypeSpecClass_VARIABLE_SPEC = 9,
  TypeSpecProto_TypeSpecClass_ROW_PARTITION_SPEC = 10,
  TypeSpecProto_TypeSpecClass_REGISTERED_TYPE_SPEC = 12,
  TypeSpecProto_TypeSpecClass_EXTENSION_TYPE_SPEC = 13,
};
inline const ::penstock::EnumNames& TypeSpecProto_TypeSpecClass_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "UNKNOWN"},
    {1, "SPARSE_TENSOR_SPEC"},
    {2, "INDEXED_SLICES_SPEC"},
    {3, "RAGGED_TENSOR_SPEC"},
    {4, "TENSOR_ARRAY_SPEC"},
    {5, "DATA_DATASET_SPEC"},
    {6, "DATA_ITERATOR_SPEC"},
    {7, "OPTIONAL_SPEC"},
    {8, "PER_REPLICA_SPEC"},
    {9, "VARIABLE_SPEC"},
    {10, "ROW_PARTITION_SPEC"},
    {12, "REGISTERED_TYPE_SPEC"},
    {13, "EXTENSION_TYPE_SPEC"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& TypeSpecProto_TypeSpecClass_Name(TypeSpecProto_TypeSpecClass value) { return TypeSpecProto_TypeSpecClass_Names().Find(value); }
inline std::string NameOf(TypeSpecProto_TypeSpecClass value) { return TypeSpecProto_TypeSpecClass_Name(value); }
inline bool TypeSpecProto_TypeSpecClass_IsValid(int value) { return !TypeSpecProto_TypeSpecClass_Name(static_cast<TypeSpecProto_TypeSpecClass>(value)).empty(); }
inline bool TypeSpecProto_TypeSpecClass_Parse(const std::string& text, TypeSpecProto_TypeSpecClass* value) {
  int number;
  return TypeSpecProto_TypeSpecClass_Names().Find(text, &number) && (*value = static_cast<TypeSpecProto_TypeSpecClass>(number), true);
}
inline bool FromName(const std::string& text, TypeSpecProto_TypeSpecClass* value) { return TypeSpecProto_TypeSpecClass_Parse(text, value); }

enum FunctionSpec_JitCompile : int {
  FunctionSpec_JitCompile_DEFAULT = 0,
  FunctionSpec_JitCompile_ON = 1,
  FunctionSpec_JitCompile_OFF = 2,
};
inline const ::penstock::EnumNames& FunctionSpec_JitCompile_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "DEFAULT"},
    {1, "ON"},
    {2, "OFF"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& FunctionSpec_JitCompile_Name(FunctionSpec_JitCompile value) { return FunctionSpec_JitCompile_Names().Find(value); }
inline std::string NameOf(FunctionSpec_JitCompile value) { return FunctionSpec_JitCompile_Name(value); }
inline bool FunctionSpec_JitCompile_IsValid(int value) { return !FunctionSpec_JitCompile_Name(static_cast<FunctionSpec_JitCompile>(value)).empty(); }
inline bool FunctionSpec_JitCompile_Parse(const std::string& text, FunctionSpec_JitCompile* value) {
  int number;
  return FunctionSpec_JitCompile_Names().Find(text, &number) && (*value = static_cast<FunctionSpec_JitCompile>(number), true);
}
inline bool FromName(const std::string& text, FunctionSpec_JitCompile* value) { return FunctionSpec_JitCompile_Parse(text, value); }

enum BundleHeaderProto_Endianness : int {
  BundleHeaderProto_Endianness_LITTLE = 0,
  BundleHeaderProto_Endianness_BIG = 1,
};
inline const ::penstock::EnumNames& BundleHeaderProto_Endianness_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "LITTLE"},
    {1, "BIG"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& BundleHeaderProto_Endianness_Name(BundleHeaderProto_Endianness value) { return BundleHeaderProto_Endianness_Names().Find(value); }
inline std::string NameOf(BundleHeaderProto_Endianness value) { return BundleHeaderProto_Endianness_Name(value); }
inline bool BundleHeaderProto_Endianness_IsValid(int value) { return !BundleHeaderProto_Endianness_Name(static_cast<BundleHeaderProto_Endianness>(value)).empty(); }
inline bool BundleHeaderProto_Endianness_Parse(const std::string& text, BundleHeaderProto_Endianness* value) {
  int number;
  return BundleHeaderProto_Endianness_Names().Find(text, &number) && (*value = static_cast<BundleHeaderProto_Endianness>(number), true);
}
inline bool FromName(const std::string& text, BundleHeaderProto_Endianness* value) { return BundleHeaderProto_Endianness_Parse(text, value); }

template <typename M>
class VariableDefFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& variable_name() const { return variable_name_; }
  void set_variable_name(const std::string& value) { variable_name_ = value; }
  void set_variable_name(const char* value) { variable_name_ = value; }
  void set_variable_name(const void* data, size_t size) { variable_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_variable_name() { return &variable_name_; }
  void clear_variable_name() { variable_name_.clear(); }
  const std::string& initial_value_name() const { return initial_value_name_; }
  void set_initial_value_name(const std::string& value) { initial_value_name_ = value; }
  void set_initial_value_name(const char* value) { initial_value_name_ = value; }
  void set_initial_value_name(const void* data, size_t size) { initial_value_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_initial_value_name() { return &initial_value_name_; }
  void clear_initial_value_name() { initial_value_name_.clear(); }
  const std::string& initializer_name() const { return initializer_name_; }
  void set_initializer_name(const std::string& value) { initializer_name_ = value; }
  void set_initializer_name(const char* value) { initializer_name_ = value; }
  void set_initializer_name(const void* data, size_t size) { initializer_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_initializer_name() { return &initializer_name_; }
  void clear_initializer_name() { initializer_name_.clear(); }
  const std::string& snapshot_name() const { return snapshot_name_; }
  void set_snapshot_name(const std::string& value) { snapshot_name_ = value; }
  void set_snapshot_name(const char* value) { snapshot_name_ = value; }
  void set_snapshot_name(const void* data, size_t size) { snapshot_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_snapshot_name() { return &snapshot_name_; }
  void clear_snapshot_name() { snapshot_name_.clear(); }
  bool has_save_slice_info_def() const { return save_slice_info_def_.has(); }
  const ::tensorflow::SaveSliceInfoDef& save_slice_info_def() const { return save_slice_info_def_.get(); }
  ::tensorflow::SaveSliceInfoDef* mutable_save_slice_info_def() { return save_slice_info_def_.mutable_get(); }
  void set_allocated_save_slice_info_def(::tensorflow::SaveSliceInfoDef* value) { save_slice_info_def_.reset(value); }
  ::tensorflow::SaveSliceInfoDef* release_save_slice_info_def() { return save_slice_info_def_.release(); }
  void clear_save_slice_info_def() { save_slice_info_def_.reset(); }
  bool is_resource() const { return is_resource_; }
  void set_is_resource(bool value) { is_resource_ = value; }
  void clear_is_resource() { is_resource_ = bool(); }
  bool trainable() const { return trainable_; }
  void set_trainable(bool value) { trainable_ = value; }
  void clear_trainable() { trainable_ = bool(); }
  ::tensorflow::VariableSynchronization synchronization() const { return synchronization_; }
  void set_synchronization(::tensorflow::VariableSynchronization value) { synchronization_ = value; }
  void clear_synchronization() { synchronization_ = ::tensorflow::VariableSynchronization(); }
  ::tensorflow::VariableAggregation aggregation() const { return aggregation_; }
  void set_aggregation(::tensorflow::VariableAggregation value) { aggregation_ = value; }
  void clear_aggregation() { aggregation_ = ::tensorflow::VariableAggregation(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "variable_name", variable_name_, nullptr);
    v.Text(6, "initial_value_name", initial_value_name_, nullptr);
    v.Text(2, "initializer_name", initializer_name_, nullptr);
    v.Text(3, "snapshot_name", snapshot_name_, nullptr);
    v.Message(4, "save_slice_info_def", save_slice_info_def_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "is_resource", is_resource_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "trainable", trainable_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "synchronization", synchronization_, nullptr);
    v.template Scalar<::penstock::kVarint>(9, "aggregation", aggregation_, nullptr);
  }

 private:
  std::string variable_name_;
  std::string initial_value_name_;
  std::string initializer_name_;
  std::string snapshot_name_;
  ::penstock::Box<::tensorflow::SaveSliceInfoDef> save_slice_info_def_;
  bool is_resource_ = bool();
  bool trainable_ = bool();
  ::tensorflow::VariableSynchronization synchronization_ = ::tensorflow::VariableSynchronization();
  ::tensorflow::VariableAggregation aggregation_ = ::tensorflow::VariableAggregation();
};
class VariableDef : public VariableDefFields<VariableDef> {};

template <typename M>
class SaveSliceInfoDefFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& full_name() const { return full_name_; }
  void set_full_name(const std::string& value) { full_name_ = value; }
  void set_full_name(const char* value) { full_name_ = value; }
  void set_full_name(const void* data, size_t size) { full_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_full_name() { return &full_name_; }
  void clear_full_name() { full_name_.clear(); }
  const ::penstock::RepeatedField<::tensorflow::int64>& full_shape() const { return full_shape_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_full_shape() { return &full_shape_; }
  int full_shape_size() const { return full_shape_.size(); }
  void clear_full_shape() { full_shape_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 full_shape(int i) const { return full_shape_.Get(i); }
  void set_full_shape(int i, ::tensorflow::int64 value) { full_shape_.Set(i, value); }
  void add_full_shape(::tensorflow::int64 value) { full_shape_.Add(value); }
  const ::penstock::RepeatedField<::tensorflow::int64>& var_offset() const { return var_offset_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_var_offset() { return &var_offset_; }
  int var_offset_size() const { return var_offset_.size(); }
  void clear_var_offset() { var_offset_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 var_offset(int i) const { return var_offset_.Get(i); }
  void set_var_offset(int i, ::tensorflow::int64 value) { var_offset_.Set(i, value); }
  void add_var_offset(::tensorflow::int64 value) { var_offset_.Add(value); }
  const ::penstock::RepeatedField<::tensorflow::int64>& var_shape() const { return var_shape_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_var_shape() { return &var_shape_; }
  int var_shape_size() const { return var_shape_.size(); }
  void clear_var_shape() { var_shape_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 var_shape(int i) const { return var_shape_.Get(i); }
  void set_var_shape(int i, ::tensorflow::int64 value) { var_shape_.Set(i, value); }
  void add_var_shape(::tensorflow::int64 value) { var_shape_.Add(value); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "full_name", full_name_, nullptr);
    v.template Repeated<::penstock::kVarint>(2, "full_shape", full_shape_);
    v.template Repeated<::penstock::kVarint>(3, "var_offset", var_offset_);
    v.template Repeated<::penstock::kVarint>(4, "var_shape", var_shape_);
  }

 private:
  std::string full_name_;
  ::penstock::RepeatedField<::tensorflow::int64> full_shape_;
  ::penstock::RepeatedField<::tensorflow::int64> var_offset_;
  ::penstock::RepeatedField<::tensorflow::int64> var_shape_;
};
class SaveSliceInfoDef : public SaveSliceInfoDefFields<SaveSliceInfoDef> {};

template <typename M>
class SaverDefFields : public ::penstock::MessageOf<M> {
 public:
  typedef SaverDef_CheckpointFormatVersion CheckpointFormatVersion;
  static const CheckpointFormatVersion LEGACY = SaverDef_CheckpointFormatVersion_LEGACY;
  static const CheckpointFormatVersion V1 = SaverDef_CheckpointFormatVersion_V1;
  static const CheckpointFormatVersion V2 = SaverDef_CheckpointFormatVersion_V2;
  const std::string& filename_tensor_name() const { return filename_tensor_name_; }
  void set_filename_tensor_name(const std::string& value) { filename_tensor_name_ = value; }
  void set_filename_tensor_name(const char* value) { filename_tensor_name_ = value; }
  void set_filename_tensor_name(const void* data, size_t size) { filename_tensor_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_filename_tensor_name() { return &filename_tensor_name_; }
  void clear_filename_tensor_name() { filename_tensor_name_.clear(); }
  const std::string& save_tensor_name() const { return save_tensor_name_; }
  void set_save_tensor_name(const std::string& value) { save_tensor_name_ = value; }
  void set_save_tensor_name(const char* value) { save_tensor_name_ = value; }
  void set_save_tensor_name(const void* data, size_t size) { save_tensor_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_save_tensor_name() { return &save_tensor_name_; }
  void clear_save_tensor_name() { save_tensor_name_.clear(); }
  const std::string& restore_op_name() const { return restore_op_name_; }
  void set_restore_op_name(const std::string& value) { restore_op_name_ = value; }
  void set_restore_op_name(const char* value) { restore_op_name_ = value; }
  void set_restore_op_name(const void* data, size_t size) { restore_op_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_restore_op_name() { return &restore_op_name_; }
  void clear_restore_op_name() { restore_op_name_.clear(); }
  ::tensorflow::int32 max_to_keep() const { return max_to_keep_; }
  void set_max_to_keep(::tensorflow::int32 value) { max_to_keep_ = value; }
  void clear_max_to_keep() { max_to_keep_ = ::tensorflow::int32(); }
  bool sharded() const { return sharded_; }
  void set_sharded(bool value) { sharded_ = value; }
  void clear_sharded() { sharded_ = bool(); }
  float keep_checkpoint_every_n_hours() const { return keep_checkpoint_every_n_hours_; }
  void set_keep_checkpoint_every_n_hours(float value) { keep_checkpoint_every_n_hours_ = value; }
  void clear_keep_checkpoint_every_n_hours() { keep_checkpoint_every_n_hours_ = float(); }
  ::tensorflow::SaverDef_CheckpointFormatVersion version() const { return version_; }
  void set_version(::tensorflow::SaverDef_CheckpointFormatVersion value) { version_ = value; }
  void clear_version() { version_ = ::tensorflow::SaverDef_CheckpointFormatVersion(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "filename_tensor_name", filename_tensor_name_, nullptr);
    v.Text(2, "save_tensor_name", save_tensor_name_, nullptr);
    v.Text(3, "restore_op_name", restore_op_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "max_to_keep", max_to_keep_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "sharded", sharded_, nullptr);
    v.template Scalar<::penstock::kFloat>(6, "keep_checkpoint_every_n_hours", keep_checkpoint_every_n_hours_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "version", version_, nullptr);
  }

 private:
  std::string filename_tensor_name_;
  std::string save_tensor_name_;
  std::string restore_op_name_;
  ::tensorflow::int32 max_to_keep_ = ::tensorflow::int32();
  bool sharded_ = bool();
  float keep_checkpoint_every_n_hours_ = float();
  ::tensorflow::SaverDef_CheckpointFormatVersion version_ = ::tensorflow::SaverDef_CheckpointFormatVersion();
};
class SaverDef : public SaverDefFields<SaverDef> {};

template <typename M>
class StructuredValueFields : public ::penstock::MessageOf<M> {
 public:
  enum KindCase { kNoneValue = 1, kFloat64Value = 11, kInt64Value = 12, kStringValue = 13, kBoolValue = 14, kTensorShapeValue = 31, kTensorDtypeValue = 32, kTensorSpecValue = 33, kTypeSpecValue = 34, kListValue = 51, kTupleValue = 52, kDictValue = 53, kNamedTupleValue = 54, kBoundedTensorSpecValue = 35, kTensorValue = 55, kNumpyValue = 56, KIND_NOT_SET = 0 };
  KindCase kind_case() const { return static_cast<KindCase>(kind_case_); }
  void clear_kind() { kind_case_ = 0; }
  bool has_none_value() const { return kind_case_ == 1; }
  const ::tensorflow::NoneValue& none_value() const { return has_none_value() ? none_value_.get() : none_value_.none(); }
  ::tensorflow::NoneValue* mutable_none_value() { if (kind_case_ != 1) none_value_.reset(); kind_case_ = 1; return none_value_.mutable_get(); }
  void set_allocated_none_value(::tensorflow::NoneValue* value) { kind_case_ = 1; none_value_.reset(value); }
  ::tensorflow::NoneValue* release_none_value() { if (kind_case_ == 1) kind_case_ = 0; return none_value_.release(); }
  void clear_none_value() { if (kind_case_ == 1) kind_case_ = 0; none_value_.reset(); }
  bool has_float64_value() const { return kind_case_ == 11; }
  double float64_value() const { return has_float64_value() ? float64_value_ : double(); }
  void set_float64_value(double value) { kind_case_ = 11; float64_value_ = value; }
  void clear_float64_value() { if (kind_case_ == 11) kind_case_ = 0; float64_value_ = double(); }
  bool has_int64_value() const { return kind_case_ == 12; }
  ::tensorflow::int64 int64_value() const { return has_int64_value() ? int64_value_ : ::tensorflow::int64(); }
  void set_int64_value(::tensorflow::int64 value) { kind_case_ = 12; int64_value_ = value; }
  void clear_int64_value() { if (kind_case_ == 12) kind_case_ = 0; int64_value_ = ::tensorflow::int64(); }
  bool has_string_value() const { return kind_case_ == 13; }
  const std::string& string_value() const { return string_value_; }
  void set_string_value(const std::string& value) { kind_case_ = 13; string_value_ = value; }
  void set_string_value(const char* value) { kind_case_ = 13; string_value_ = value; }
  void set_string_value(const void* data, size_t size) { kind_case_ = 13; string_value_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_string_value() { if (kind_case_ != 13) string_value_.clear(); kind_case_ = 13; return &string_value_; }
  void clear_string_value() { if (kind_case_ == 13) kind_case_ = 0; string_value_.clear(); }
  bool has_bool_value() const { return kind_case_ == 14; }
  bool bool_value() const { return has_bool_value() ? bool_value_ : bool(); }
  void set_bool_value(bool value) { kind_case_ = 14; bool_value_ = value; }
  void clear_bool_value() { if (kind_case_ == 14) kind_case_ = 0; bool_value_ = bool(); }
  bool has_tensor_shape_value() const { return kind_case_ == 31; }
  const ::tensorflow::TensorShapeProto& tensor_shape_value() const { return has_tensor_shape_value() ? tensor_shape_value_.get() : tensor_shape_value_.none(); }
  ::tensorflow::TensorShapeProto* mutable_tensor_shape_value() { if (kind_case_ != 31) tensor_shape_value_.reset(); kind_case_ = 31; return tensor_shape_value_.mutable_get(); }
  void set_allocated_tensor_shape_value(::tensorflow::TensorShapeProto* value) { kind_case_ = 31; tensor_shape_value_.reset(value); }
  ::tensorflow::TensorShapeProto* release_tensor_shape_value() { if (kind_case_ == 31) kind_case_ = 0; return tensor_shape_value_.release(); }
  void clear_tensor_shape_value() { if (kind_case_ == 31) kind_case_ = 0; tensor_shape_value_.reset(); }
  bool has_tensor_dtype_value() const { return kind_case_ == 32; }
  ::tensorflow::DataType tensor_dtype_value() const { return has_tensor_dtype_value() ? tensor_dtype_value_ : ::tensorflow::DataType(); }
  void set_tensor_dtype_value(::tensorflow::DataType value) { kind_case_ = 32; tensor_dtype_value_ = value; }
  void clear_tensor_dtype_value() { if (kind_case_ == 32) kind_case_ = 0; tensor_dtype_value_ = ::tensorflow::DataType(); }
  bool has_tensor_spec_value() const { return kind_case_ == 33; }
  const ::tensorflow::TensorSpecProto& tensor_spec_value() const { return has_tensor_spec_value() ? tensor_spec_value_.get() : tensor_spec_value_.none(); }
  ::tensorflow::TensorSpecProto* mutable_tensor_spec_value() { if (kind_case_ != 33) tensor_spec_value_.reset(); kind_case_ = 33; return tensor_spec_value_.mutable_get(); }
  void set_allocated_tensor_spec_value(::tensorflow::TensorSpecProto* value) { kind_case_ = 33; tensor_spec_value_.reset(value); }
  ::tensorflow::TensorSpecProto* release_tensor_spec_value() { if (kind_case_ == 33) kind_case_ = 0; return tensor_spec_value_.release(); }
  void clear_tensor_spec_value() { if (kind_case_ == 33) kind_case_ = 0; tensor_spec_value_.reset(); }
  bool has_type_spec_value() const { return kind_case_ == 34; }
  const ::tensorflow::TypeSpecProto& type_spec_value() const { return has_type_spec_value() ? type_spec_value_.get() : type_spec_value_.none(); }
  ::tensorflow::TypeSpecProto* mutable_type_spec_value() { if (kind_case_ != 34) type_spec_value_.reset(); kind_case_ = 34; return type_spec_value_.mutable_get(); }
  void set_allocated_type_spec_value(::tensorflow::TypeSpecProto* value) { kind_case_ = 34; type_spec_value_.reset(value); }
  ::tensorflow::TypeSpecProto* release_type_spec_value() { if (kind_case_ == 34) kind_case_ = 0; return type_spec_value_.release(); }
  void clear_type_spec_value() { if (kind_case_ == 34) kind_case_ = 0; type_spec_value_.reset(); }
  bool has_list_value() const { return kind_case_ == 51; }
  const ::tensorflow::ListValue& list_value() const { return has_list_value() ? list_value_.get() : list_value_.none(); }
  ::tensorflow::ListValue* mutable_list_value() { if (kind_case_ != 51) list_value_.reset(); kind_case_ = 51; return list_value_.mutable_get(); }
  void set_allocated_list_value(::tensorflow::ListValue* value) { kind_case_ = 51; list_value_.reset(value); }
  ::tensorflow::ListValue* release_list_value() { if (kind_case_ == 51) kind_case_ = 0; return list_value_.release(); }
  void clear_list_value() { if (kind_case_ == 51) kind_case_ = 0; list_value_.reset(); }
  bool has_tuple_value() const { return kind_case_ == 52; }
  const ::tensorflow::TupleValue& tuple_value() const { return has_tuple_value() ? tuple_value_.get() : tuple_value_.none(); }
  ::tensorflow::TupleValue* mutable_tuple_value() { if (kind_case_ != 52) tuple_value_.reset(); kind_case_ = 52; return tuple_value_.mutable_get(); }
  void set_allocated_tuple_value(::tensorflow::TupleValue* value) { kind_case_ = 52; tuple_value_.reset(value); }
  ::tensorflow::TupleValue* release_tuple_value() { if (kind_case_ == 52) kind_case_ = 0; return tuple_value_.release(); }
  void clear_tuple_value() { if (kind_case_ == 52) kind_case_ = 0; tuple_value_.reset(); }
  bool has_dict_value() const { return kind_case_ == 53; }
  const ::tensorflow::DictValue& dict_value() const { return has_dict_value() ? dict_value_.get() : dict_value_.none(); }
  ::tensorflow::DictValue* mutable_dict_value() { if (kind_case_ != 53) dict_value_.reset(); kind_case_ = 53; return dict_value_.mutable_get(); }
  void set_allocated_dict_value(::tensorflow::DictValue* value) { kind_case_ = 53; dict_value_.reset(value); }
  ::tensorflow::DictValue* release_dict_value() { if (kind_case_ == 53) kind_case_ = 0; return dict_value_.release(); }
  void clear_dict_value() { if (kind_case_ == 53) kind_case_ = 0; dict_value_.reset(); }
  bool has_named_tuple_value() const { return kind_case_ == 54; }
  const ::tensorflow::NamedTupleValue& named_tuple_value() const { return has_named_tuple_value() ? named_tuple_value_.get() : named_tuple_value_.none(); }
  ::tensorflow::NamedTupleValue* mutable_named_tuple_value() { if (kind_case_ != 54) named_tuple_value_.reset(); kind_case_ = 54; return named_tuple_value_.mutable_get(); }
  void set_allocated_named_tuple_value(::tensorflow::NamedTupleValue* value) { kind_case_ = 54; named_tuple_value_.reset(value); }
  ::tensorflow::NamedTupleValue* release_named_tuple_value() { if (kind_case_ == 54) kind_case_ = 0; return named_tuple_value_.release(); }
  void clear_named_tuple_value() { if (kind_case_ == 54) kind_case_ = 0; named_tuple_value_.reset(); }
  bool has_bounded_tensor_spec_value() const { return kind_case_ == 35; }
  const ::tensorflow::BoundedTensorSpecProto& bounded_tensor_spec_value() const { return has_bounded_tensor_spec_value() ? bounded_tensor_spec_value_.get() : bounded_tensor_spec_value_.none(); }
  ::tensorflow::BoundedTensorSpecProto* mutable_bounded_tensor_spec_value() { if (kind_case_ != 35) bounded_tensor_spec_value_.reset(); kind_case_ = 35; return bounded_tensor_spec_value_.mutable_get(); }
  void set_allocated_bounded_tensor_spec_value(::tensorflow::BoundedTensorSpecProto* value) { kind_case_ = 35; bounded_tensor_spec_value_.reset(value); }
  ::tensorflow::BoundedTensorSpecProto* release_bounded_tensor_spec_value() { if (kind_case_ == 35) kind_case_ = 0; return bounded_tensor_spec_value_.release(); }
  void clear_bounded_tensor_spec_value() { if (kind_case_ == 35) kind_case_ = 0; bounded_tensor_spec_value_.reset(); }
  bool has_tensor_value() const { return kind_case_ == 55; }
  const ::tensorflow::TensorProto& tensor_value() const { return has_tensor_value() ? tensor_value_.get() : tensor_value_.none(); }
  ::tensorflow::TensorProto* mutable_tensor_value() { if (kind_case_ != 55) tensor_value_.reset(); kind_case_ = 55; return tensor_value_.mutable_get(); }
  void set_allocated_tensor_value(::tensorflow::TensorProto* value) { kind_case_ = 55; tensor_value_.reset(value); }
  ::tensorflow::TensorProto* release_tensor_value() { if (kind_case_ == 55) kind_case_ = 0; return tensor_value_.release(); }
  void clear_tensor_value() { if (kind_case_ == 55) kind_case_ = 0; tensor_value_.reset(); }
  bool has_numpy_value() const { return kind_case_ == 56; }
  const ::tensorflow::TensorProto& numpy_value() const { return has_numpy_value() ? numpy_value_.get() : numpy_value_.none(); }
  ::tensorflow::TensorProto* mutable_numpy_value() { if (kind_case_ != 56) numpy_value_.reset(); kind_case_ = 56; return numpy_value_.mutable_get(); }
  void set_allocated_numpy_value(::tensorflow::TensorProto* value) { kind_case_ = 56; numpy_value_.reset(value); }
  ::tensorflow::TensorProto* release_numpy_value() { if (kind_case_ == 56) kind_case_ = 0; return numpy_value_.release(); }
  void clear_numpy_value() { if (kind_case_ == 56) kind_case_ = 0; numpy_value_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "none_value", none_value_, &kind_case_);
    v.template Scalar<::penstock::kDouble>(11, "float64_value", float64_value_, &kind_case_);
    v.template Scalar<::penstock::kZigzag>(12, "int64_value", int64_value_, &kind_case_);
    v.Text(13, "string_value", string_value_, &kind_case_);
    v.template Scalar<::penstock::kVarint>(14, "bool_value", bool_value_, &kind_case_);
    v.Message(31, "tensor_shape_value", tensor_shape_value_, &kind_case_);
    v.template Scalar<::penstock::kVarint>(32, "tensor_dtype_value", tensor_dtype_value_, &kind_case_);
    v.Message(33, "tensor_spec_value", tensor_spec_value_, &kind_case_);
    v.Message(34, "type_spec_value", type_spec_value_, &kind_case_);
    v.Message(51, "list_value", list_value_, &kind_case_);
    v.Message(52, "tuple_value", tuple_value_, &kind_case_);
    v.Message(53, "dict_value", dict_value_, &kind_case_);
    v.Message(54, "named_tuple_value", named_tuple_value_, &kind_case_);
    v.Message(35, "bounded_tensor_spec_value", bounded_tensor_spec_value_, &kind_case_);
    v.Message(55, "tensor_value", tensor_value_, &kind_case_);
    v.Message(56, "numpy_value", numpy_value_, &kind_case_);
  }

 private:
  ::penstock::Box<::tensorflow::NoneValue> none_value_;
  double float64_value_ = double();
  ::tensorflow::int64 int64_value_ = ::tensorflow::int64();
  std::string string_value_;
  bool bool_value_ = bool();
  ::penstock::Box<::tensorflow::TensorShapeProto> tensor_shape_value_;
  ::tensorflow::DataType tensor_dtype_value_ = ::tensorflow::DataType();
  ::penstock::Box<::tensorflow::TensorSpecProto> tensor_spec_value_;
  ::penstock::Box<::tensorflow::TypeSpecProto> type_spec_value_;
  ::penstock::Box<::tensorflow::ListValue> list_value_;
  ::penstock::Box<::tensorflow::TupleValue> tuple_value_;
  ::penstock::Box<::tensorflow::DictValue> dict_value_;
  ::penstock::Box<::tensorflow::NamedTupleValue> named_tuple_value_;
  ::penstock::Box<::tensorflow::BoundedTensorSpecProto> bounded_tensor_spec_value_;
  ::penstock::Box<::tensorflow::TensorProto> tensor_value_;
  ::penstock::Box<::tensorflow::TensorProto> numpy_value_;
  int kind_case_ = 0;
};
class StructuredValue : public StructuredValueFields<StructuredValue> {};

template <typename M>
class NoneValueFields : public ::penstock::MessageOf<M> {
 public:
  template <typename V>
  void Fields(V& v) {
    (void)v;
  }

 private:
};
class NoneValue : public NoneValueFields<NoneValue> {};

template <typename M>
class ListValueFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::StructuredValue>& values() const { return values_; }
  ::penstock::RepeatedPtrField<::tensorflow::StructuredValue>* mutable_values() { return &values_; }
  int values_size() const { return values_.size(); }
  void clear_values() { values_ = ::penstock::RepeatedPtrField<::tensorflow::StructuredValue>(); }
  const ::tensorflow::StructuredValue& values(int i) const { return values_.Get(i); }
  ::tensorflow::StructuredValue* mutable_values(int i) { return values_.Mutable(i); }
  ::tensorflow::StructuredValue* add_values() { return values_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "values", values_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::StructuredValue> values_;
};
class ListValue : public ListValueFields<ListValue> {};

template <typename M>
class TupleValueFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::StructuredValue>& values() const { return values_; }
  ::penstock::RepeatedPtrField<::tensorflow::StructuredValue>* mutable_values() { return &values_; }
  int values_size() const { return values_.size(); }
  void clear_values() { values_ = ::penstock::RepeatedPtrField<::tensorflow::StructuredValue>(); }
  const ::tensorflow::StructuredValue& values(int i) const { return values_.Get(i); }
  ::tensorflow::StructuredValue* mutable_values(int i) { return values_.Mutable(i); }
  ::tensorflow::StructuredValue* add_values() { return values_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "values", values_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::StructuredValue> values_;
};
class TupleValue : public TupleValueFields<TupleValue> {};

template <typename M>
class DictValueFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::Map<std::string, ::tensorflow::StructuredValue>& fields() const { return fields_; }
  ::penstock::Map<std::string, ::tensorflow::StructuredValue>* mutable_fields() { return &fields_; }
  int fields_size() const { return fields_.size(); }
  void clear_fields() { fields_ = ::penstock::Map<std::string, ::tensorflow::StructuredValue>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kString, ::penstock::kMessage>(1, "fields", fields_);
  }

 private:
  ::penstock::Map<std::string, ::tensorflow::StructuredValue> fields_;
};
class DictValue : public DictValueFields<DictValue> {};

template <typename M>
class PairValueFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& key() const { return key_; }
  void set_key(const std::string& value) { key_ = value; }
  void set_key(const char* value) { key_ = value; }
  void set_key(const void* data, size_t size) { key_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_key() { return &key_; }
  void clear_key() { key_.clear(); }
  bool has_value() const { return value_.has(); }
  const ::tensorflow::StructuredValue& value() const { return value_.get(); }
  ::tensorflow::StructuredValue* mutable_value() { return value_.mutable_get(); }
  void set_allocated_value(::tensorflow::StructuredValue* value) { value_.reset(value); }
  ::tensorflow::StructuredValue* release_value() { return value_.release(); }
  void clear_value() { value_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "key", key_, nullptr);
    v.Message(2, "value", value_, nullptr);
  }

 private:
  std::string key_;
  ::penstock::Box<::tensorflow::StructuredValue> value_;
};
class PairValue : public PairValueFields<PairValue> {};

template <typename M>
class NamedTupleValueFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const ::penstock::RepeatedPtrField<::tensorflow::PairValue>& values() const { return values_; }
  ::penstock::RepeatedPtrField<::tensorflow::PairValue>* mutable_values() { return &values_; }
  int values_size() const { return values_.size(); }
  void clear_values() { values_ = ::penstock::RepeatedPtrField<::tensorflow::PairValue>(); }
  const ::tensorflow::PairValue& values(int i) const { return values_.Get(i); }
  ::tensorflow::PairValue* mutable_values(int i) { return values_.Mutable(i); }
  ::tensorflow::PairValue* add_values() { return values_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Messages(2, "values", values_);
  }

 private:
  std::string name_;
  ::penstock::RepeatedPtrField<::tensorflow::PairValue> values_;
};
class NamedTupleValue : public NamedTupleValueFields<NamedTupleValue> {};

template <typename M>
class TensorSpecProtoFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  bool has_shape() const { return shape_.has(); }
  const ::tensorflow::TensorShapeProto& shape() const { return shape_.get(); }
  ::tensorflow::TensorShapeProto* mutable_shape() { return shape_.mutable_get(); }
  void set_allocated_shape(::tensorflow::TensorShapeProto* value) { shape_.reset(value); }
  ::tensorflow::TensorShapeProto* release_shape() { return shape_.release(); }
  void clear_shape() { shape_.reset(); }
  ::tensorflow::DataType dtype() const { return dtype_; }
  void set_dtype(::tensorflow::DataType value) { dtype_ = value; }
  void clear_dtype() { dtype_ = ::tensorflow::DataType(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Message(2, "shape", shape_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "dtype", dtype_, nullptr);
  }

 private:
  std::string name_;
  ::penstock::Box<::tensorflow::TensorShapeProto> shape_;
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
};
class TensorSpecProto : public TensorSpecProtoFields<TensorSpecProto> {};

template <typename M>
class TypeSpecProtoFields : public ::penstock::MessageOf<M> {
 public:
  typedef TypeSpecProto_TypeSpecClass TypeSpecClass;
  static const TypeSpecClass UNKNOWN = TypeSpecProto_TypeSpecClass_UNKNOWN;
  static const TypeSpecClass SPARSE_TENSOR_SPEC = TypeSpecProto_TypeSpecClass_SPARSE_TENSOR_SPEC;
  static const TypeSpecClass INDEXED_SLICES_SPEC = TypeSpecProto_TypeSpecClass_INDEXED_SLICES_SPEC;
  static const TypeSpecClass RAGGED_TENSOR_SPEC = TypeSpecProto_TypeSpecClass_RAGGED_TENSOR_SPEC;
  static const TypeSpecClass TENSOR_ARRAY_SPEC = TypeSpecProto_TypeSpecClass_TENSOR_ARRAY_SPEC;
  static const TypeSpecClass DATA_DATASET_SPEC = TypeSpecProto_TypeSpecClass_DATA_DATASET_SPEC;
  static const TypeSpecClass DATA_ITERATOR_SPEC = TypeSpecProto_TypeSpecClass_DATA_ITERATOR_SPEC;
  static const TypeSpecClass OPTIONAL_SPEC = TypeSpecProto_TypeSpecClass_OPTIONAL_SPEC;
  static const TypeSpecClass PER_REPLICA_SPEC = TypeSpecProto_TypeSpecClass_PER_REPLICA_SPEC;
  static const TypeSpecClass VARIABLE_SPEC = TypeSpecProto_TypeSpecClass_VARIABLE_SPEC;
  static const TypeSpecClass ROW_PARTITION_SPEC = TypeSpecProto_TypeSpecClass_ROW_PARTITION_SPEC;
  static const TypeSpecClass REGISTERED_TYPE_SPEC = TypeSpecProto_TypeSpecClass_REGISTERED_TYPE_SPEC;
  static const TypeSpecClass EXTENSION_TYPE_SPEC = TypeSpecProto_TypeSpecClass_EXTENSION_TYPE_SPEC;
  ::tensorflow::TypeSpecProto_TypeSpecClass type_spec_class() const { return type_spec_class_; }
  void set_type_spec_class(::tensorflow::TypeSpecProto_TypeSpecClass value) { type_spec_class_ = value; }
  void clear_type_spec_class() { type_spec_class_ = ::tensorflow::TypeSpecProto_TypeSpecClass(); }
  bool has_type_state() const { return type_state_.has(); }
  const ::tensorflow::StructuredValue& type_state() const { return type_state_.get(); }
  ::tensorflow::StructuredValue* mutable_type_state() { return type_state_.mutable_get(); }
  void set_allocated_type_state(::tensorflow::StructuredValue* value) { type_state_.reset(value); }
  ::tensorflow::StructuredValue* release_type_state() { return type_state_.release(); }
  void clear_type_state() { type_state_.reset(); }
  const std::string& type_spec_class_name() const { return type_spec_class_name_; }
  void set_type_spec_class_name(const std::string& value) { type_spec_class_name_ = value; }
  void set_type_spec_class_name(const char* value) { type_spec_class_name_ = value; }
  void set_type_spec_class_name(const void* data, size_t size) { type_spec_class_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_type_spec_class_name() { return &type_spec_class_name_; }
  void clear_type_spec_class_name() { type_spec_class_name_.clear(); }
  ::tensorflow::int32 num_flat_components() const { return num_flat_components_; }
  void set_num_flat_components(::tensorflow::int32 value) { num_flat_components_ = value; }
  void clear_num_flat_components() { num_flat_components_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "type_spec_class", type_spec_class_, nullptr);
    v.Message(2, "type_state", type_state_, nullptr);
    v.Text(3, "type_spec_class_name", type_spec_class_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "num_flat_components", num_flat_components_, nullptr);
  }

 private:
  ::tensorflow::TypeSpecProto_TypeSpecClass type_spec_class_ = ::tensorflow::TypeSpecProto_TypeSpecClass();
  ::penstock::Box<::tensorflow::StructuredValue> type_state_;
  std::string type_spec_class_name_;
  ::tensorflow::int32 num_flat_components_ = ::tensorflow::int32();
};
class TypeSpecProto : public TypeSpecProtoFields<TypeSpecProto> {};

template <typename M>
class BoundedTensorSpecProtoFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  bool has_shape() const { return shape_.has(); }
  const ::tensorflow::TensorShapeProto& shape() const { return shape_.get(); }
  ::tensorflow::TensorShapeProto* mutable_shape() { return shape_.mutable_get(); }
  void set_allocated_shape(::tensorflow::TensorShapeProto* value) { shape_.reset(value); }
  ::tensorflow::TensorShapeProto* release_shape() { return shape_.release(); }
  void clear_shape() { shape_.reset(); }
  ::tensorflow::DataType dtype() const { return dtype_; }
  void set_dtype(::tensorflow::DataType value) { dtype_ = value; }
  void clear_dtype() { dtype_ = ::tensorflow::DataType(); }
  bool has_minimum() const { return minimum_.has(); }
  const ::tensorflow::TensorProto& minimum() const { return minimum_.get(); }
  ::tensorflow::TensorProto* mutable_minimum() { return minimum_.mutable_get(); }
  void set_allocated_minimum(::tensorflow::TensorProto* value) { minimum_.reset(value); }
  ::tensorflow::TensorProto* release_minimum() { return minimum_.release(); }
  void clear_minimum() { minimum_.reset(); }
  bool has_maximum() const { return maximum_.has(); }
  const ::tensorflow::TensorProto& maximum() const { return maximum_.get(); }
  ::tensorflow::TensorProto* mutable_maximum() { return maximum_.mutable_get(); }
  void set_allocated_maximum(::tensorflow::TensorProto* value) { maximum_.reset(value); }
  ::tensorflow::TensorProto* release_maximum() { return maximum_.release(); }
  void clear_maximum() { maximum_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Message(2, "shape", shape_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "dtype", dtype_, nullptr);
    v.Message(4, "minimum", minimum_, nullptr);
    v.Message(5, "maximum", maximum_, nullptr);
  }

 private:
  std::string name_;
  ::penstock::Box<::tensorflow::TensorShapeProto> shape_;
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
  ::penstock::Box<::tensorflow::TensorProto> minimum_;
  ::penstock::Box<::tensorflow::TensorProto> maximum_;
};
class BoundedTensorSpecProto : public BoundedTensorSpecProtoFields<BoundedTensorSpecProto> {};

template <typename M>
class TrackableObjectGraph_TrackableObject_ObjectReferenceFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 node_id() const { return node_id_; }
  void set_node_id(::tensorflow::int32 value) { node_id_ = value; }
  void clear_node_id() { node_id_ = ::tensorflow::int32(); }
  const std::string& local_name() const { return local_name_; }
  void set_local_name(const std::string& value) { local_name_ = value; }
  void set_local_name(const char* value) { local_name_ = value; }
  void set_local_name(const void* data, size_t size) { local_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_local_name() { return &local_name_; }
  void clear_local_name() { local_name_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "node_id", node_id_, nullptr);
    v.Text(2, "local_name", local_name_, nullptr);
  }

 private:
  ::tensorflow::int32 node_id_ = ::tensorflow::int32();
  std::string local_name_;
};
class TrackableObjectGraph_TrackableObject_ObjectReference : public TrackableObjectGraph_TrackableObject_ObjectReferenceFields<TrackableObjectGraph_TrackableObject_ObjectReference> {};

template <typename M>
class TrackableObjectGraph_TrackableObject_SerializedTensorFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const std::string& full_name() const { return full_name_; }
  void set_full_name(const std::string& value) { full_name_ = value; }
  void set_full_name(const char* value) { full_name_ = value; }
  void set_full_name(const void* data, size_t size) { full_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_full_name() { return &full_name_; }
  void clear_full_name() { full_name_.clear(); }
  const std::string& checkpoint_key() const { return checkpoint_key_; }
  void set_checkpoint_key(const std::string& value) { checkpoint_key_ = value; }
  void set_checkpoint_key(const char* value) { checkpoint_key_ = value; }
  void set_checkpoint_key(const void* data, size_t size) { checkpoint_key_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_checkpoint_key() { return &checkpoint_key_; }
  void clear_checkpoint_key() { checkpoint_key_.clear(); }
  bool optional_restore() const { return optional_restore_; }
  void set_optional_restore(bool value) { optional_restore_ = value; }
  void clear_optional_restore() { optional_restore_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Text(2, "full_name", full_name_, nullptr);
    v.Text(3, "checkpoint_key", checkpoint_key_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "optional_restore", optional_restore_, nullptr);
  }

 private:
  std::string name_;
  std::string full_name_;
  std::string checkpoint_key_;
  bool optional_restore_ = bool();
};
class TrackableObjectGraph_TrackableObject_SerializedTensor : public TrackableObjectGraph_TrackableObject_SerializedTensorFields<TrackableObjectGraph_TrackableObject_SerializedTensor> {};

template <typename M>
class TrackableObjectGraph_TrackableObject_SlotVariableReferenceFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 original_variable_node_id() const { return original_variable_node_id_; }
  void set_original_variable_node_id(::tensorflow::int32 value) { original_variable_node_id_ = value; }
  void clear_original_variable_node_id() { original_variable_node_id_ = ::tensorflow::int32(); }
  const std::string& slot_name() const { return slot_name_; }
  void set_slot_name(const std::string& value) { slot_name_ = value; }
  void set_slot_name(const char* value) { slot_name_ = value; }
  void set_slot_name(const void* data, size_t size) { slot_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_slot_name() { return &slot_name_; }
  void clear_slot_name() { slot_name_.clear(); }
  ::tensorflow::int32 slot_variable_node_id() const { return slot_variable_node_id_; }
  void set_slot_variable_node_id(::tensorflow::int32 value) { slot_variable_node_id_ = value; }
  void clear_slot_variable_node_id() { slot_variable_node_id_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "original_variable_node_id", original_variable_node_id_, nullptr);
    v.Text(2, "slot_name", slot_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "slot_variable_node_id", slot_variable_node_id_, nullptr);
  }

 private:
  ::tensorflow::int32 original_variable_node_id_ = ::tensorflow::int32();
  std::string slot_name_;
  ::tensorflow::int32 slot_variable_node_id_ = ::tensorflow::int32();
};
class TrackableObjectGraph_TrackableObject_SlotVariableReference : public TrackableObjectGraph_TrackableObject_SlotVariableReferenceFields<TrackableObjectGraph_TrackableObject_SlotVariableReference> {};

template <typename M>
class TrackableObjectGraph_TrackableObjectFields : public ::penstock::MessageOf<M> {
 public:
  typedef TrackableObjectGraph_TrackableObject_ObjectReference ObjectReference;
  typedef TrackableObjectGraph_TrackableObject_SerializedTensor SerializedTensor;
  typedef TrackableObjectGraph_TrackableObject_SlotVariableReference SlotVariableReference;
  const ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference>& children() const { return children_; }
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference>* mutable_children() { return &children_; }
  int children_size() const { return children_.size(); }
  void clear_children() { children_ = ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference>(); }
  const ::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference& children(int i) const { return children_.Get(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference* mutable_children(int i) { return children_.Mutable(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference* add_children() { return children_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SerializedTensor>& attributes() const { return attributes_; }
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SerializedTensor>* mutable_attributes() { return &attributes_; }
  int attributes_size() const { return attributes_.size(); }
  void clear_attributes() { attributes_ = ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SerializedTensor>(); }
  const ::tensorflow::TrackableObjectGraph_TrackableObject_SerializedTensor& attributes(int i) const { return attributes_.Get(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_SerializedTensor* mutable_attributes(int i) { return attributes_.Mutable(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_SerializedTensor* add_attributes() { return attributes_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference>& slot_variables() const { return slot_variables_; }
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference>* mutable_slot_variables() { return &slot_variables_; }
  int slot_variables_size() const { return slot_variables_.size(); }
  void clear_slot_variables() { slot_variables_ = ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference>(); }
  const ::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference& slot_variables(int i) const { return slot_variables_.Get(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference* mutable_slot_variables(int i) { return slot_variables_.Mutable(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference* add_slot_variables() { return slot_variables_.Add(); }
  bool has_registered_saver() const { return registered_saver_.has(); }
  const ::tensorflow::RegisteredSaver& registered_saver() const { return registered_saver_.get(); }
  ::tensorflow::RegisteredSaver* mutable_registered_saver() { return registered_saver_.mutable_get(); }
  void set_allocated_registered_saver(::tensorflow::RegisteredSaver* value) { registered_saver_.reset(value); }
  ::tensorflow::RegisteredSaver* release_registered_saver() { return registered_saver_.release(); }
  void clear_registered_saver() { registered_saver_.reset(); }
  bool has_has_checkpoint_values() const { return has_checkpoint_values_.has(); }
  const ::google::protobuf::BoolValue& has_checkpoint_values() const { return has_checkpoint_values_.get(); }
  ::google::protobuf::BoolValue* mutable_has_checkpoint_values() { return has_checkpoint_values_.mutable_get(); }
  void set_allocated_has_checkpoint_values(::google::protobuf::BoolValue* value) { has_checkpoint_values_.reset(value); }
  ::google::protobuf::BoolValue* release_has_checkpoint_values() { return has_checkpoint_values_.release(); }
  void clear_has_checkpoint_values() { has_checkpoint_values_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "children", children_);
    v.Messages(2, "attributes", attributes_);
    v.Messages(3, "slot_variables", slot_variables_);
    v.Message(4, "registered_saver", registered_saver_, nullptr);
    v.Message(5, "has_checkpoint_values", has_checkpoint_values_, nullptr);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference> children_;
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SerializedTensor> attributes_;
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference> slot_variables_;
  ::penstock::Box<::tensorflow::RegisteredSaver> registered_saver_;
  ::penstock::Box<::google::protobuf::BoolValue> has_checkpoint_values_;
};
class TrackableObjectGraph_TrackableObject : public TrackableObjectGraph_TrackableObjectFields<TrackableObjectGraph_TrackableObject> {};

template <typename M>
class TrackableObjectGraphFields : public ::penstock::MessageOf<M> {
 public:
  typedef TrackableObjectGraph_TrackableObject TrackableObject;
  const ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject>& nodes() const { return nodes_; }
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject>* mutable_nodes() { return &nodes_; }
  int nodes_size() const { return nodes_.size(); }
  void clear_nodes() { nodes_ = ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject>(); }
  const ::tensorflow::TrackableObjectGraph_TrackableObject& nodes(int i) const { return nodes_.Get(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject* mutable_nodes(int i) { return nodes_.Mutable(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject* add_nodes() { return nodes_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "nodes", nodes_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject> nodes_;
};
class TrackableObjectGraph : public TrackableObjectGraphFields<TrackableObjectGraph> {};

template <typename M>
class RegisteredSaverFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const std::string& object_name() const { return object_name_; }
  void set_object_name(const std::string& value) { object_name_ = value; }
  void set_object_name(const char* value) { object_name_ = value; }
  void set_object_name(const void* data, size_t size) { object_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_object_name() { return &object_name_; }
  void clear_object_name() { object_name_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Text(2, "object_name", object_name_, nullptr);
  }

 private:
  std::string name_;
  std::string object_name_;
};
class RegisteredSaver : public RegisteredSaverFields<RegisteredSaver> {};

template <typename M>
class SavedObjectGraphFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::SavedObject>& nodes() const { return nodes_; }
  ::penstock::RepeatedPtrField<::tensorflow::SavedObject>* mutable_nodes() { return &nodes_; }
  int nodes_size() const { return nodes_.size(); }
  void clear_nodes() { nodes_ = ::penstock::RepeatedPtrField<::tensorflow::SavedObject>(); }
  const ::tensorflow::SavedObject& nodes(int i) const { return nodes_.Get(i); }
  ::tensorflow::SavedObject* mutable_nodes(int i) { return nodes_.Mutable(i); }
  ::tensorflow::SavedObject* add_nodes() { return nodes_.Add(); }
  const ::penstock::Map<std::string, ::tensorflow::SavedConcreteFunction>& concrete_functions() const { return concrete_functions_; }
  ::penstock::Map<std::string, ::tensorflow::SavedConcreteFunction>* mutable_concrete_functions() { return &concrete_functions_; }
  int concrete_functions_size() const { return concrete_functions_.size(); }
  void clear_concrete_functions() { concrete_functions_ = ::penstock::Map<std::string, ::tensorflow::SavedConcreteFunction>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "nodes", nodes_);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(2, "concrete_functions", concrete_functions_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::SavedObject> nodes_;
  ::penstock::Map<std::string, ::tensorflow::SavedConcreteFunction> concrete_functions_;
};
class SavedObjectGraph : public SavedObjectGraphFields<SavedObjectGraph> {};

template <typename M>
class SavedObjectFields : public ::penstock::MessageOf<M> {
 public:
  enum KindCase { kUserObject = 4, kAsset = 5, kFunction = 6, kVariable = 7, kBareConcreteFunction = 8, kConstant = 9, kResource = 10, kCapturedTensor = 12, KIND_NOT_SET = 0 };
  KindCase kind_case() const { return static_cast<KindCase>(kind_case_); }
  void clear_kind() { kind_case_ = 0; }
  const ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference>& children() const { return children_; }
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference>* mutable_children() { return &children_; }
  int children_size() const { return children_.size(); }
  void clear_children() { children_ = ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference>(); }
  const ::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference& children(int i) const { return children_.Get(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference* mutable_children(int i) { return children_.Mutable(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference* add_children() { return children_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference>& slot_variables() const { return slot_variables_; }
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference>* mutable_slot_variables() { return &slot_variables_; }
  int slot_variables_size() const { return slot_variables_.size(); }
  void clear_slot_variables() { slot_variables_ = ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference>(); }
  const ::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference& slot_variables(int i) const { return slot_variables_.Get(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference* mutable_slot_variables(int i) { return slot_variables_.Mutable(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference* add_slot_variables() { return slot_variables_.Add(); }
  bool has_user_object() const { return kind_case_ == 4; }
  const ::tensorflow::SavedUserObject& user_object() const { return has_user_object() ? user_object_.get() : user_object_.none(); }
  ::tensorflow::SavedUserObject* mutable_user_object() { if (kind_case_ != 4) user_object_.reset(); kind_case_ = 4; return user_object_.mutable_get(); }
  void set_allocated_user_object(::tensorflow::SavedUserObject* value) { kind_case_ = 4; user_object_.reset(value); }
  ::tensorflow::SavedUserObject* release_user_object() { if (kind_case_ == 4) kind_case_ = 0; return user_object_.release(); }
  void clear_user_object() { if (kind_case_ == 4) kind_case_ = 0; user_object_.reset(); }
  bool has_asset() const { return kind_case_ == 5; }
  const ::tensorflow::SavedAsset& asset() const { return has_asset() ? asset_.get() : asset_.none(); }
  ::tensorflow::SavedAsset* mutable_asset() { if (kind_case_ != 5) asset_.reset(); kind_case_ = 5; return asset_.mutable_get(); }
  void set_allocated_asset(::tensorflow::SavedAsset* value) { kind_case_ = 5; asset_.reset(value); }
  ::tensorflow::SavedAsset* release_asset() { if (kind_case_ == 5) kind_case_ = 0; return asset_.release(); }
  void clear_asset() { if (kind_case_ == 5) kind_case_ = 0; asset_.reset(); }
  bool has_function() const { return kind_case_ == 6; }
  const ::tensorflow::SavedFunction& function() const { return has_function() ? function_.get() : function_.none(); }
  ::tensorflow::SavedFunction* mutable_function() { if (kind_case_ != 6) function_.reset(); kind_case_ = 6; return function_.mutable_get(); }
  void set_allocated_function(::tensorflow::SavedFunction* value) { kind_case_ = 6; function_.reset(value); }
  ::tensorflow::SavedFunction* release_function() { if (kind_case_ == 6) kind_case_ = 0; return function_.release(); }
  void clear_function() { if (kind_case_ == 6) kind_case_ = 0; function_.reset(); }
  bool has_variable() const { return kind_case_ == 7; }
  const ::tensorflow::SavedVariable& variable() const { return has_variable() ? variable_.get() : variable_.none(); }
  ::tensorflow::SavedVariable* mutable_variable() { if (kind_case_ != 7) variable_.reset(); kind_case_ = 7; return variable_.mutable_get(); }
  void set_allocated_variable(::tensorflow::SavedVariable* value) { kind_case_ = 7; variable_.reset(value); }
  ::tensorflow::SavedVariable* release_variable() { if (kind_case_ == 7) kind_case_ = 0; return variable_.release(); }
  void clear_variable() { if (kind_case_ == 7) kind_case_ = 0; variable_.reset(); }
  bool has_bare_concrete_function() const { return kind_case_ == 8; }
  const ::tensorflow::SavedBareConcreteFunction& bare_concrete_function() const { return has_bare_concrete_function() ? bare_concrete_function_.get() : bare_concrete_function_.none(); }
  ::tensorflow::SavedBareConcreteFunction* mutable_bare_concrete_function() { if (kind_case_ != 8) bare_concrete_function_.reset(); kind_case_ = 8; return bare_concrete_function_.mutable_get(); }
  void set_allocated_bare_concrete_function(::tensorflow::SavedBareConcreteFunction* value) { kind_case_ = 8; bare_concrete_function_.reset(value); }
  ::tensorflow::SavedBareConcreteFunction* release_bare_concrete_function() { if (kind_case_ == 8) kind_case_ = 0; return bare_concrete_function_.release(); }
  void clear_bare_concrete_function() { if (kind_case_ == 8) kind_case_ = 0; bare_concrete_function_.reset(); }
  bool has_constant() const { return kind_case_ == 9; }
  const ::tensorflow::SavedConstant& constant() const { return has_constant() ? constant_.get() : constant_.none(); }
  ::tensorflow::SavedConstant* mutable_constant() { if (kind_case_ != 9) constant_.reset(); kind_case_ = 9; return constant_.mutable_get(); }
  void set_allocated_constant(::tensorflow::SavedConstant* value) { kind_case_ = 9; constant_.reset(value); }
  ::tensorflow::SavedConstant* release_constant() { if (kind_case_ == 9) kind_case_ = 0; return constant_.release(); }
  void clear_constant() { if (kind_case_ == 9) kind_case_ = 0; constant_.reset(); }
  bool has_resource() const { return kind_case_ == 10; }
  const ::tensorflow::SavedResource& resource() const { return has_resource() ? resource_.get() : resource_.none(); }
  ::tensorflow::SavedResource* mutable_resource() { if (kind_case_ != 10) resource_.reset(); kind_case_ = 10; return resource_.mutable_get(); }
  void set_allocated_resource(::tensorflow::SavedResource* value) { kind_case_ = 10; resource_.reset(value); }
  ::tensorflow::SavedResource* release_resource() { if (kind_case_ == 10) kind_case_ = 0; return resource_.release(); }
  void clear_resource() { if (kind_case_ == 10) kind_case_ = 0; resource_.reset(); }
  bool has_captured_tensor() const { return kind_case_ == 12; }
  const ::tensorflow::CapturedTensor& captured_tensor() const { return has_captured_tensor() ? captured_tensor_.get() : captured_tensor_.none(); }
  ::tensorflow::CapturedTensor* mutable_captured_tensor() { if (kind_case_ != 12) captured_tensor_.reset(); kind_case_ = 12; return captured_tensor_.mutable_get(); }
  void set_allocated_captured_tensor(::tensorflow::CapturedTensor* value) { kind_case_ = 12; captured_tensor_.reset(value); }
  ::tensorflow::CapturedTensor* release_captured_tensor() { if (kind_case_ == 12) kind_case_ = 0; return captured_tensor_.release(); }
  void clear_captured_tensor() { if (kind_case_ == 12) kind_case_ = 0; captured_tensor_.reset(); }
  const ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference>& dependencies() const { return dependencies_; }
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference>* mutable_dependencies() { return &dependencies_; }
  int dependencies_size() const { return dependencies_.size(); }
  void clear_dependencies() { dependencies_ = ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference>(); }
  const ::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference& dependencies(int i) const { return dependencies_.Get(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference* mutable_dependencies(int i) { return dependencies_.Mutable(i); }
  ::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference* add_dependencies() { return dependencies_.Add(); }
  const ::penstock::Map<std::string, ::tensorflow::SaveableObject>& saveable_objects() const { return saveable_objects_; }
  ::penstock::Map<std::string, ::tensorflow::SaveableObject>* mutable_saveable_objects() { return &saveable_objects_; }
  int saveable_objects_size() const { return saveable_objects_.size(); }
  void clear_saveable_objects() { saveable_objects_ = ::penstock::Map<std::string, ::tensorflow::SaveableObject>(); }
  const std::string& registered_name() const { return registered_name_; }
  void set_registered_name(const std::string& value) { registered_name_ = value; }
  void set_registered_name(const char* value) { registered_name_ = value; }
  void set_registered_name(const void* data, size_t size) { registered_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_registered_name() { return &registered_name_; }
  void clear_registered_name() { registered_name_.clear(); }
  bool has_serialized_user_proto() const { return serialized_user_proto_.has(); }
  const ::google::protobuf::Any& serialized_user_proto() const { return serialized_user_proto_.get(); }
  ::google::protobuf::Any* mutable_serialized_user_proto() { return serialized_user_proto_.mutable_get(); }
  void set_allocated_serialized_user_proto(::google::protobuf::Any* value) { serialized_user_proto_.reset(value); }
  ::google::protobuf::Any* release_serialized_user_proto() { return serialized_user_proto_.release(); }
  void clear_serialized_user_proto() { serialized_user_proto_.reset(); }
  const std::string& registered_saver() const { return registered_saver_; }
  void set_registered_saver(const std::string& value) { registered_saver_ = value; }
  void set_registered_saver(const char* value) { registered_saver_ = value; }
  void set_registered_saver(const void* data, size_t size) { registered_saver_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_registered_saver() { return &registered_saver_; }
  void clear_registered_saver() { registered_saver_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "children", children_);
    v.Messages(3, "slot_variables", slot_variables_);
    v.Message(4, "user_object", user_object_, &kind_case_);
    v.Message(5, "asset", asset_, &kind_case_);
    v.Message(6, "function", function_, &kind_case_);
    v.Message(7, "variable", variable_, &kind_case_);
    v.Message(8, "bare_concrete_function", bare_concrete_function_, &kind_case_);
    v.Message(9, "constant", constant_, &kind_case_);
    v.Message(10, "resource", resource_, &kind_case_);
    v.Message(12, "captured_tensor", captured_tensor_, &kind_case_);
    v.Messages(15, "dependencies", dependencies_);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(11, "saveable_objects", saveable_objects_);
    v.Text(13, "registered_name", registered_name_, nullptr);
    v.Message(14, "serialized_user_proto", serialized_user_proto_, nullptr);
    v.Text(16, "registered_saver", registered_saver_, nullptr);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference> children_;
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_SlotVariableReference> slot_variables_;
  ::penstock::Box<::tensorflow::SavedUserObject> user_object_;
  ::penstock::Box<::tensorflow::SavedAsset> asset_;
  ::penstock::Box<::tensorflow::SavedFunction> function_;
  ::penstock::Box<::tensorflow::SavedVariable> variable_;
  ::penstock::Box<::tensorflow::SavedBareConcreteFunction> bare_concrete_function_;
  ::penstock::Box<::tensorflow::SavedConstant> constant_;
  ::penstock::Box<::tensorflow::SavedResource> resource_;
  ::penstock::Box<::tensorflow::CapturedTensor> captured_tensor_;
  ::penstock::RepeatedPtrField<::tensorflow::TrackableObjectGraph_TrackableObject_ObjectReference> dependencies_;
  ::penstock::Map<std::string, ::tensorflow::SaveableObject> saveable_objects_;
  std::string registered_name_;
  ::penstock::Box<::google::protobuf::Any> serialized_user_proto_;
  std::string registered_saver_;
  int kind_case_ = 0;
};
class SavedObject : public SavedObjectFields<SavedObject> {};

template <typename M>
class SavedUserObjectFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& identifier() const { return identifier_; }
  void set_identifier(const std::string& value) { identifier_ = value; }
  void set_identifier(const char* value) { identifier_ = value; }
  void set_identifier(const void* data, size_t size) { identifier_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_identifier() { return &identifier_; }
  void clear_identifier() { identifier_.clear(); }
  bool has_version() const { return version_.has(); }
  const ::tensorflow::VersionDef& version() const { return version_.get(); }
  ::tensorflow::VersionDef* mutable_version() { return version_.mutable_get(); }
  void set_allocated_version(::tensorflow::VersionDef* value) { version_.reset(value); }
  ::tensorflow::VersionDef* release_version() { return version_.release(); }
  void clear_version() { version_.reset(); }
  const std::string& metadata() const { return metadata_; }
  void set_metadata(const std::string& value) { metadata_ = value; }
  void set_metadata(const char* value) { metadata_ = value; }
  void set_metadata(const void* data, size_t size) { metadata_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_metadata() { return &metadata_; }
  void clear_metadata() { metadata_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "identifier", identifier_, nullptr);
    v.Message(2, "version", version_, nullptr);
    v.Text(3, "metadata", metadata_, nullptr);
  }

 private:
  std::string identifier_;
  ::penstock::Box<::tensorflow::VersionDef> version_;
  std::string metadata_;
};
class SavedUserObject : public SavedUserObjectFields<SavedUserObject> {};

template <typename M>
class SavedAssetFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 asset_file_def_index() const { return asset_file_def_index_; }
  void set_asset_file_def_index(::tensorflow::int32 value) { asset_file_def_index_ = value; }
  void clear_asset_file_def_index() { asset_file_def_index_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "asset_file_def_index", asset_file_def_index_, nullptr);
  }

 private:
  ::tensorflow::int32 asset_file_def_index_ = ::tensorflow::int32();
};
class SavedAsset : public SavedAssetFields<SavedAsset> {};

template <typename M>
class SavedFunctionFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<std::string>& concrete_functions() const { return concrete_functions_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_concrete_functions() { return &concrete_functions_; }
  int concrete_functions_size() const { return concrete_functions_.size(); }
  void clear_concrete_functions() { concrete_functions_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& concrete_functions(int i) const { return concrete_functions_.Get(i); }
  std::string* mutable_concrete_functions(int i) { return concrete_functions_.Mutable(i); }
  std::string* add_concrete_functions() { return concrete_functions_.Add(); }
  void add_concrete_functions(const std::string& value) { *concrete_functions_.Add() = value; }
  void set_concrete_functions(int i, const std::string& value) { *concrete_functions_.Mutable(i) = value; }
  bool has_function_spec() const { return function_spec_.has(); }
  const ::tensorflow::FunctionSpec& function_spec() const { return function_spec_.get(); }
  ::tensorflow::FunctionSpec* mutable_function_spec() { return function_spec_.mutable_get(); }
  void set_allocated_function_spec(::tensorflow::FunctionSpec* value) { function_spec_.reset(value); }
  ::tensorflow::FunctionSpec* release_function_spec() { return function_spec_.release(); }
  void clear_function_spec() { function_spec_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Texts(1, "concrete_functions", concrete_functions_);
    v.Message(2, "function_spec", function_spec_, nullptr);
  }

 private:
  ::penstock::RepeatedPtrField<std::string> concrete_functions_;
  ::penstock::Box<::tensorflow::FunctionSpec> function_spec_;
};
class SavedFunction : public SavedFunctionFields<SavedFunction> {};

template <typename M>
class SavedConcreteFunctionFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedField<::tensorflow::int32>& bound_inputs() const { return bound_inputs_; }
  ::penstock::RepeatedField<::tensorflow::int32>* mutable_bound_inputs() { return &bound_inputs_; }
  int bound_inputs_size() const { return bound_inputs_.size(); }
  void clear_bound_inputs() { bound_inputs_ = ::penstock::RepeatedField<::tensorflow::int32>(); }
  ::tensorflow::int32 bound_inputs(int i) const { return bound_inputs_.Get(i); }
  void set_bound_inputs(int i, ::tensorflow::int32 value) { bound_inputs_.Set(i, value); }
  void add_bound_inputs(::tensorflow::int32 value) { bound_inputs_.Add(value); }
  bool has_canonicalized_input_signature() const { return canonicalized_input_signature_.has(); }
  const ::tensorflow::StructuredValue& canonicalized_input_signature() const { return canonicalized_input_signature_.get(); }
  ::tensorflow::StructuredValue* mutable_canonicalized_input_signature() { return canonicalized_input_signature_.mutable_get(); }
  void set_allocated_canonicalized_input_signature(::tensorflow::StructuredValue* value) { canonicalized_input_signature_.reset(value); }
  ::tensorflow::StructuredValue* release_canonicalized_input_signature() { return canonicalized_input_signature_.release(); }
  void clear_canonicalized_input_signature() { canonicalized_input_signature_.reset(); }
  bool has_output_signature() const { return output_signature_.has(); }
  const ::tensorflow::StructuredValue& output_signature() const { return output_signature_.get(); }
  ::tensorflow::StructuredValue* mutable_output_signature() { return output_signature_.mutable_get(); }
  void set_allocated_output_signature(::tensorflow::StructuredValue* value) { output_signature_.reset(value); }
  ::tensorflow::StructuredValue* release_output_signature() { return output_signature_.release(); }
  void clear_output_signature() { output_signature_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Repeated<::penstock::kVarint>(2, "bound_inputs", bound_inputs_);
    v.Message(3, "canonicalized_input_signature", canonicalized_input_signature_, nullptr);
    v.Message(4, "output_signature", output_signature_, nullptr);
  }

 private:
  ::penstock::RepeatedField<::tensorflow::int32> bound_inputs_;
  ::penstock::Box<::tensorflow::StructuredValue> canonicalized_input_signature_;
  ::penstock::Box<::tensorflow::StructuredValue> output_signature_;
};
class SavedConcreteFunction : public SavedConcreteFunctionFields<SavedConcreteFunction> {};

template <typename M>
class SavedBareConcreteFunctionFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& concrete_function_name() const { return concrete_function_name_; }
  void set_concrete_function_name(const std::string& value) { concrete_function_name_ = value; }
  void set_concrete_function_name(const char* value) { concrete_function_name_ = value; }
  void set_concrete_function_name(const void* data, size_t size) { concrete_function_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_concrete_function_name() { return &concrete_function_name_; }
  void clear_concrete_function_name() { concrete_function_name_.clear(); }
  const ::penstock::RepeatedPtrField<std::string>& argument_keywords() const { return argument_keywords_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_argument_keywords() { return &argument_keywords_; }
  int argument_keywords_size() const { return argument_keywords_.size(); }
  void clear_argument_keywords() { argument_keywords_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& argument_keywords(int i) const { return argument_keywords_.Get(i); }
  std::string* mutable_argument_keywords(int i) { return argument_keywords_.Mutable(i); }
  std::string* add_argument_keywords() { return argument_keywords_.Add(); }
  void add_argument_keywords(const std::string& value) { *argument_keywords_.Add() = value; }
  void set_argument_keywords(int i, const std::string& value) { *argument_keywords_.Mutable(i) = value; }
  ::tensorflow::int64 allowed_positional_arguments() const { return allowed_positional_arguments_; }
  void set_allowed_positional_arguments(::tensorflow::int64 value) { allowed_positional_arguments_ = value; }
  void clear_allowed_positional_arguments() { allowed_positional_arguments_ = ::tensorflow::int64(); }
  bool has_function_spec() const { return function_spec_.has(); }
  const ::tensorflow::FunctionSpec& function_spec() const { return function_spec_.get(); }
  ::tensorflow::FunctionSpec* mutable_function_spec() { return function_spec_.mutable_get(); }
  void set_allocated_function_spec(::tensorflow::FunctionSpec* value) { function_spec_.reset(value); }
  ::tensorflow::FunctionSpec* release_function_spec() { return function_spec_.release(); }
  void clear_function_spec() { function_spec_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "concrete_function_name", concrete_function_name_, nullptr);
    v.Texts(2, "argument_keywords", argument_keywords_);
    v.template Scalar<::penstock::kVarint>(3, "allowed_positional_arguments", allowed_positional_arguments_, nullptr);
    v.Message(4, "function_spec", function_spec_, nullptr);
  }

 private:
  std::string concrete_function_name_;
  ::penstock::RepeatedPtrField<std::string> argument_keywords_;
  ::tensorflow::int64 allowed_positional_arguments_ = ::tensorflow::int64();
  ::penstock::Box<::tensorflow::FunctionSpec> function_spec_;
};
class SavedBareConcreteFunction : public SavedBareConcreteFunctionFields<SavedBareConcreteFunction> {};

template <typename M>
class SavedConstantFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& operation() const { return operation_; }
  void set_operation(const std::string& value) { operation_ = value; }
  void set_operation(const char* value) { operation_ = value; }
  void set_operation(const void* data, size_t size) { operation_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_operation() { return &operation_; }
  void clear_operation() { operation_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "operation", operation_, nullptr);
  }

 private:
  std::string operation_;
};
class SavedConstant : public SavedConstantFields<SavedConstant> {};

template <typename M>
class SavedVariableFields : public ::penstock::MessageOf<M> {
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
  bool trainable() const { return trainable_; }
  void set_trainable(bool value) { trainable_ = value; }
  void clear_trainable() { trainable_ = bool(); }
  ::tensorflow::VariableSynchronization synchronization() const { return synchronization_; }
  void set_synchronization(::tensorflow::VariableSynchronization value) { synchronization_ = value; }
  void clear_synchronization() { synchronization_ = ::tensorflow::VariableSynchronization(); }
  ::tensorflow::VariableAggregation aggregation() const { return aggregation_; }
  void set_aggregation(::tensorflow::VariableAggregation value) { aggregation_ = value; }
  void clear_aggregation() { aggregation_ = ::tensorflow::VariableAggregation(); }
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const std::string& device() const { return device_; }
  void set_device(const std::string& value) { device_ = value; }
  void set_device(const char* value) { device_ = value; }
  void set_device(const void* data, size_t size) { device_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_device() { return &device_; }
  void clear_device() { device_.clear(); }
  const ::penstock::RepeatedPtrField<::tensorflow::SavedVariable>& experimental_distributed_variable_components() const { return experimental_distributed_variable_components_; }
  ::penstock::RepeatedPtrField<::tensorflow::SavedVariable>* mutable_experimental_distributed_variable_components() { return &experimental_distributed_variable_components_; }
  int experimental_distributed_variable_components_size() const { return experimental_distributed_variable_components_.size(); }
  void clear_experimental_distributed_variable_components() { experimental_distributed_variable_components_ = ::penstock::RepeatedPtrField<::tensorflow::SavedVariable>(); }
  const ::tensorflow::SavedVariable& experimental_distributed_variable_components(int i) const { return experimental_distributed_variable_components_.Get(i); }
  ::tensorflow::SavedVariable* mutable_experimental_distributed_variable_components(int i) { return experimental_distributed_variable_components_.Mutable(i); }
  ::tensorflow::SavedVariable* add_experimental_distributed_variable_components() { return experimental_distributed_variable_components_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "dtype", dtype_, nullptr);
    v.Message(2, "shape", shape_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "trainable", trainable_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "synchronization", synchronization_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "aggregation", aggregation_, nullptr);
    v.Text(6, "name", name_, nullptr);
    v.Text(7, "device", device_, nullptr);
    v.Messages(8, "experimental_distributed_variable_components", experimental_distributed_variable_components_);
  }

 private:
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
  ::penstock::Box<::tensorflow::TensorShapeProto> shape_;
  bool trainable_ = bool();
  ::tensorflow::VariableSynchronization synchronization_ = ::tensorflow::VariableSynchronization();
  ::tensorflow::VariableAggregation aggregation_ = ::tensorflow::VariableAggregation();
  std::string name_;
  std::string device_;
  ::penstock::RepeatedPtrField<::tensorflow::SavedVariable> experimental_distributed_variable_components_;
};
class SavedVariable : public SavedVariableFields<SavedVariable> {};

template <typename M>
class FunctionSpecFields : public ::penstock::MessageOf<M> {
 public:
  typedef FunctionSpec_JitCompile JitCompile;
  static const JitCompile DEFAULT = FunctionSpec_JitCompile_DEFAULT;
  static const JitCompile ON = FunctionSpec_JitCompile_ON;
  static const JitCompile OFF = FunctionSpec_JitCompile_OFF;
  bool has_fullargspec() const { return fullargspec_.has(); }
  const ::tensorflow::StructuredValue& fullargspec() const { return fullargspec_.get(); }
  ::tensorflow::StructuredValue* mutable_fullargspec() { return fullargspec_.mutable_get(); }
  void set_allocated_fullargspec(::tensorflow::StructuredValue* value) { fullargspec_.reset(value); }
  ::tensorflow::StructuredValue* release_fullargspec() { return fullargspec_.release(); }
  void clear_fullargspec() { fullargspec_.reset(); }
  bool is_method() const { return is_method_; }
  void set_is_method(bool value) { is_method_ = value; }
  void clear_is_method() { is_method_ = bool(); }
  bool has_input_signature() const { return input_signature_.has(); }
  const ::tensorflow::StructuredValue& input_signature() const { return input_signature_.get(); }
  ::tensorflow::StructuredValue* mutable_input_signature() { return input_signature_.mutable_get(); }
  void set_allocated_input_signature(::tensorflow::StructuredValue* value) { input_signature_.reset(value); }
  ::tensorflow::StructuredValue* release_input_signature() { return input_signature_.release(); }
  void clear_input_signature() { input_signature_.reset(); }
  ::tensorflow::FunctionSpec_JitCompile jit_compile() const { return jit_compile_; }
  void set_jit_compile(::tensorflow::FunctionSpec_JitCompile value) { jit_compile_ = value; }
  void clear_jit_compile() { jit_compile_ = ::tensorflow::FunctionSpec_JitCompile(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "fullargspec", fullargspec_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "is_method", is_method_, nullptr);
    v.Message(5, "input_signature", input_signature_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "jit_compile", jit_compile_, nullptr);
  }

 private:
  ::penstock::Box<::tensorflow::StructuredValue> fullargspec_;
  bool is_method_ = bool();
  ::penstock::Box<::tensorflow::StructuredValue> input_signature_;
  ::tensorflow::FunctionSpec_JitCompile jit_compile_ = ::tensorflow::FunctionSpec_JitCompile();
};
class FunctionSpec : public FunctionSpecFields<FunctionSpec> {};

template <typename M>
class SavedResourceFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& device() const { return device_; }
  void set_device(const std::string& value) { device_ = value; }
  void set_device(const char* value) { device_ = value; }
  void set_device(const void* data, size_t size) { device_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_device() { return &device_; }
  void clear_device() { device_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "device", device_, nullptr);
  }

 private:
  std::string device_;
};
class SavedResource : public SavedResourceFields<SavedResource> {};

template <typename M>
class CapturedTensorFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const std::string& concrete_function() const { return concrete_function_; }
  void set_concrete_function(const std::string& value) { concrete_function_ = value; }
  void set_concrete_function(const char* value) { concrete_function_ = value; }
  void set_concrete_function(const void* data, size_t size) { concrete_function_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_concrete_function() { return &concrete_function_; }
  void clear_concrete_function() { concrete_function_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Text(2, "concrete_function", concrete_function_, nullptr);
  }

 private:
  std::string name_;
  std::string concrete_function_;
};
class CapturedTensor : public CapturedTensorFields<CapturedTensor> {};

template <typename M>
class SaveableObjectFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 save_function() const { return save_function_; }
  void set_save_function(::tensorflow::int32 value) { save_function_ = value; }
  void clear_save_function() { save_function_ = ::tensorflow::int32(); }
  ::tensorflow::int32 restore_function() const { return restore_function_; }
  void set_restore_function(::tensorflow::int32 value) { restore_function_ = value; }
  void clear_restore_function() { restore_function_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(2, "save_function", save_function_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "restore_function", restore_function_, nullptr);
  }

 private:
  ::tensorflow::int32 save_function_ = ::tensorflow::int32();
  ::tensorflow::int32 restore_function_ = ::tensorflow::int32();
};
class SaveableObject : public SaveableObjectFields<SaveableObject> {};

template <typename M>
class MetaGraphDef_MetaInfoDefFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& meta_graph_version() const { return meta_graph_version_; }
  void set_meta_graph_version(const std::string& value) { meta_graph_version_ = value; }
  void set_meta_graph_version(const char* value) { meta_graph_version_ = value; }
  void set_meta_graph_version(const void* data, size_t size) { meta_graph_version_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_meta_graph_version() { return &meta_graph_version_; }
  void clear_meta_graph_version() { meta_graph_version_.clear(); }
  bool has_stripped_op_list() const { return stripped_op_list_.has(); }
  const ::tensorflow::OpList& stripped_op_list() const { return stripped_op_list_.get(); }
  ::tensorflow::OpList* mutable_stripped_op_list() { return stripped_op_list_.mutable_get(); }
  void set_allocated_stripped_op_list(::tensorflow::OpList* value) { stripped_op_list_.reset(value); }
  ::tensorflow::OpList* release_stripped_op_list() { return stripped_op_list_.release(); }
  void clear_stripped_op_list() { stripped_op_list_.reset(); }
  bool has_any_info() const { return any_info_.has(); }
  const ::google::protobuf::Any& any_info() const { return any_info_.get(); }
  ::google::protobuf::Any* mutable_any_info() { return any_info_.mutable_get(); }
  void set_allocated_any_info(::google::protobuf::Any* value) { any_info_.reset(value); }
  ::google::protobuf::Any* release_any_info() { return any_info_.release(); }
  void clear_any_info() { any_info_.reset(); }
  const ::penstock::RepeatedPtrField<std::string>& tags() const { return tags_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_tags() { return &tags_; }
  int tags_size() const { return tags_.size(); }
  void clear_tags() { tags_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& tags(int i) const { return tags_.Get(i); }
  std::string* mutable_tags(int i) { return tags_.Mutable(i); }
  std::string* add_tags() { return tags_.Add(); }
  void add_tags(const std::string& value) { *tags_.Add() = value; }
  void set_tags(int i, const std::string& value) { *tags_.Mutable(i) = value; }
  const std::string& tensorflow_version() const { return tensorflow_version_; }
  void set_tensorflow_version(const std::string& value) { tensorflow_version_ = value; }
  void set_tensorflow_version(const char* value) { tensorflow_version_ = value; }
  void set_tensorflow_version(const void* data, size_t size) { tensorflow_version_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_tensorflow_version() { return &tensorflow_version_; }
  void clear_tensorflow_version() { tensorflow_version_.clear(); }
  const std::string& tensorflow_git_version() const { return tensorflow_git_version_; }
  void set_tensorflow_git_version(const std::string& value) { tensorflow_git_version_ = value; }
  void set_tensorflow_git_version(const char* value) { tensorflow_git_version_ = value; }
  void set_tensorflow_git_version(const void* data, size_t size) { tensorflow_git_version_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_tensorflow_git_version() { return &tensorflow_git_version_; }
  void clear_tensorflow_git_version() { tensorflow_git_version_.clear(); }
  bool stripped_default_attrs() const { return stripped_default_attrs_; }
  void set_stripped_default_attrs(bool value) { stripped_default_attrs_ = value; }
  void clear_stripped_default_attrs() { stripped_default_attrs_ = bool(); }
  const ::penstock::Map<std::string, std::string>& function_aliases() const { return function_aliases_; }
  ::penstock::Map<std::string, std::string>* mutable_function_aliases() { return &function_aliases_; }
  int function_aliases_size() const { return function_aliases_.size(); }
  void clear_function_aliases() { function_aliases_ = ::penstock::Map<std::string, std::string>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "meta_graph_version", meta_graph_version_, nullptr);
    v.Message(2, "stripped_op_list", stripped_op_list_, nullptr);
    v.Message(3, "any_info", any_info_, nullptr);
    v.Texts(4, "tags", tags_);
    v.Text(5, "tensorflow_version", tensorflow_version_, nullptr);
    v.Text(6, "tensorflow_git_version", tensorflow_git_version_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "stripped_default_attrs", stripped_default_attrs_, nullptr);
    v.template Entries<::penstock::kString, ::penstock::kString>(8, "function_aliases", function_aliases_);
  }

 private:
  std::string meta_graph_version_;
  ::penstock::Box<::tensorflow::OpList> stripped_op_list_;
  ::penstock::Box<::google::protobuf::Any> any_info_;
  ::penstock::RepeatedPtrField<std::string> tags_;
  std::string tensorflow_version_;
  std::string tensorflow_git_version_;
  bool stripped_default_attrs_ = bool();
  ::penstock::Map<std::string, std::string> function_aliases_;
};
class MetaGraphDef_MetaInfoDef : public MetaGraphDef_MetaInfoDefFields<MetaGraphDef_MetaInfoDef> {};

template <typename M>
class MetaGraphDefFields : public ::penstock::MessageOf<M> {
 public:
  typedef MetaGraphDef_MetaInfoDef MetaInfoDef;
  bool has_meta_info_def() const { return meta_info_def_.has(); }
  const ::tensorflow::MetaGraphDef_MetaInfoDef& meta_info_def() const { return meta_info_def_.get(); }
  ::tensorflow::MetaGraphDef_MetaInfoDef* mutable_meta_info_def() { return meta_info_def_.mutable_get(); }
  void set_allocated_meta_info_def(::tensorflow::MetaGraphDef_MetaInfoDef* value) { meta_info_def_.reset(value); }
  ::tensorflow::MetaGraphDef_MetaInfoDef* release_meta_info_def() { return meta_info_def_.release(); }
  void clear_meta_info_def() { meta_info_def_.reset(); }
  bool has_graph_def() const { return graph_def_.has(); }
  const ::tensorflow::GraphDef& graph_def() const { return graph_def_.get(); }
  ::tensorflow::GraphDef* mutable_graph_def() { return graph_def_.mutable_get(); }
  void set_allocated_graph_def(::tensorflow::GraphDef* value) { graph_def_.reset(value); }
  ::tensorflow::GraphDef* release_graph_def() { return graph_def_.release(); }
  void clear_graph_def() { graph_def_.reset(); }
  bool has_saver_def() const { return saver_def_.has(); }
  const ::tensorflow::SaverDef& saver_def() const { return saver_def_.get(); }
  ::tensorflow::SaverDef* mutable_saver_def() { return saver_def_.mutable_get(); }
  void set_allocated_saver_def(::tensorflow::SaverDef* value) { saver_def_.reset(value); }
  ::tensorflow::SaverDef* release_saver_def() { return saver_def_.release(); }
  void clear_saver_def() { saver_def_.reset(); }
  const ::penstock::Map<std::string, ::tensorflow::CollectionDef>& collection_def() const { return collection_def_; }
  ::penstock::Map<std::string, ::tensorflow::CollectionDef>* mutable_collection_def() { return &collection_def_; }
  int collection_def_size() const { return collection_def_.size(); }
  void clear_collection_def() { collection_def_ = ::penstock::Map<std::string, ::tensorflow::CollectionDef>(); }
  const ::penstock::Map<std::string, ::tensorflow::SignatureDef>& signature_def() const { return signature_def_; }
  ::penstock::Map<std::string, ::tensorflow::SignatureDef>* mutable_signature_def() { return &signature_def_; }
  int signature_def_size() const { return signature_def_.size(); }
  void clear_signature_def() { signature_def_ = ::penstock::Map<std::string, ::tensorflow::SignatureDef>(); }
  const ::penstock::RepeatedPtrField<::tensorflow::AssetFileDef>& asset_file_def() const { return asset_file_def_; }
  ::penstock::RepeatedPtrField<::tensorflow::AssetFileDef>* mutable_asset_file_def() { return &asset_file_def_; }
  int asset_file_def_size() const { return asset_file_def_.size(); }
  void clear_asset_file_def() { asset_file_def_ = ::penstock::RepeatedPtrField<::tensorflow::AssetFileDef>(); }
  const ::tensorflow::AssetFileDef& asset_file_def(int i) const { return asset_file_def_.Get(i); }
  ::tensorflow::AssetFileDef* mutable_asset_file_def(int i) { return asset_file_def_.Mutable(i); }
  ::tensorflow::AssetFileDef* add_asset_file_def() { return asset_file_def_.Add(); }
  bool has_object_graph_def() const { return object_graph_def_.has(); }
  const ::tensorflow::SavedObjectGraph& object_graph_def() const { return object_graph_def_.get(); }
  ::tensorflow::SavedObjectGraph* mutable_object_graph_def() { return object_graph_def_.mutable_get(); }
  void set_allocated_object_graph_def(::tensorflow::SavedObjectGraph* value) { object_graph_def_.reset(value); }
  ::tensorflow::SavedObjectGraph* release_object_graph_def() { return object_graph_def_.release(); }
  void clear_object_graph_def() { object_graph_def_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "meta_info_def", meta_info_def_, nullptr);
    v.Message(2, "graph_def", graph_def_, nullptr);
    v.Message(3, "saver_def", saver_def_, nullptr);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(4, "collection_def", collection_def_);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(5, "signature_def", signature_def_);
    v.Messages(6, "asset_file_def", asset_file_def_);
    v.Message(7, "object_graph_def", object_graph_def_, nullptr);
  }

 private:
  ::penstock::Box<::tensorflow::MetaGraphDef_MetaInfoDef> meta_info_def_;
  ::penstock::Box<::tensorflow::GraphDef> graph_def_;
  ::penstock::Box<::tensorflow::SaverDef> saver_def_;
  ::penstock::Map<std::string, ::tensorflow::CollectionDef> collection_def_;
  ::penstock::Map<std::string, ::tensorflow::SignatureDef> signature_def_;
  ::penstock::RepeatedPtrField<::tensorflow::AssetFileDef> asset_file_def_;
  ::penstock::Box<::tensorflow::SavedObjectGraph> object_graph_def_;
};
class MetaGraphDef : public MetaGraphDefFields<MetaGraphDef> {};

template <typename M>
class CollectionDef_NodeListFields : public ::penstock::MessageOf<M> {
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
class CollectionDef_NodeList : public CollectionDef_NodeListFields<CollectionDef_NodeList> {};

template <typename M>
class CollectionDef_BytesListFields : public ::penstock::MessageOf<M> {
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
class CollectionDef_BytesList : public CollectionDef_BytesListFields<CollectionDef_BytesList> {};

template <typename M>
class CollectionDef_Int64ListFields : public ::penstock::MessageOf<M> {
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
class CollectionDef_Int64List : public CollectionDef_Int64ListFields<CollectionDef_Int64List> {};

template <typename M>
class CollectionDef_FloatListFields : public ::penstock::MessageOf<M> {
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
class CollectionDef_FloatList : public CollectionDef_FloatListFields<CollectionDef_FloatList> {};

template <typename M>
class CollectionDef_AnyListFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::google::protobuf::Any>& value() const { return value_; }
  ::penstock::RepeatedPtrField<::google::protobuf::Any>* mutable_value() { return &value_; }
  int value_size() const { return value_.size(); }
  void clear_value() { value_ = ::penstock::RepeatedPtrField<::google::protobuf::Any>(); }
  const ::google::protobuf::Any& value(int i) const { return value_.Get(i); }
  ::google::protobuf::Any* mutable_value(int i) { return value_.Mutable(i); }
  ::google::protobuf::Any* add_value() { return value_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "value", value_);
  }

 private:
  ::penstock::RepeatedPtrField<::google::protobuf::Any> value_;
};
class CollectionDef_AnyList : public CollectionDef_AnyListFields<CollectionDef_AnyList> {};

template <typename M>
class CollectionDefFields : public ::penstock::MessageOf<M> {
 public:
  typedef CollectionDef_NodeList NodeList;
  typedef CollectionDef_BytesList BytesList;
  typedef CollectionDef_Int64List Int64List;
  typedef CollectionDef_FloatList FloatList;
  typedef CollectionDef_AnyList AnyList;
  enum KindCase { kNodeList = 1, kBytesList = 2, kInt64List = 3, kFloatList = 4, kAnyList = 5, KIND_NOT_SET = 0 };
  KindCase kind_case() const { return static_cast<KindCase>(kind_case_); }
  void clear_kind() { kind_case_ = 0; }
  bool has_node_list() const { return kind_case_ == 1; }
  const ::tensorflow::CollectionDef_NodeList& node_list() const { return has_node_list() ? node_list_.get() : node_list_.none(); }
  ::tensorflow::CollectionDef_NodeList* mutable_node_list() { if (kind_case_ != 1) node_list_.reset(); kind_case_ = 1; return node_list_.mutable_get(); }
  void set_allocated_node_list(::tensorflow::CollectionDef_NodeList* value) { kind_case_ = 1; node_list_.reset(value); }
  ::tensorflow::CollectionDef_NodeList* release_node_list() { if (kind_case_ == 1) kind_case_ = 0; return node_list_.release(); }
  void clear_node_list() { if (kind_case_ == 1) kind_case_ = 0; node_list_.reset(); }
  bool has_bytes_list() const { return kind_case_ == 2; }
  const ::tensorflow::CollectionDef_BytesList& bytes_list() const { return has_bytes_list() ? bytes_list_.get() : bytes_list_.none(); }
  ::tensorflow::CollectionDef_BytesList* mutable_bytes_list() { if (kind_case_ != 2) bytes_list_.reset(); kind_case_ = 2; return bytes_list_.mutable_get(); }
  void set_allocated_bytes_list(::tensorflow::CollectionDef_BytesList* value) { kind_case_ = 2; bytes_list_.reset(value); }
  ::tensorflow::CollectionDef_BytesList* release_bytes_list() { if (kind_case_ == 2) kind_case_ = 0; return bytes_list_.release(); }
  void clear_bytes_list() { if (kind_case_ == 2) kind_case_ = 0; bytes_list_.reset(); }
  bool has_int64_list() const { return kind_case_ == 3; }
  const ::tensorflow::CollectionDef_Int64List& int64_list() const { return has_int64_list() ? int64_list_.get() : int64_list_.none(); }
  ::tensorflow::CollectionDef_Int64List* mutable_int64_list() { if (kind_case_ != 3) int64_list_.reset(); kind_case_ = 3; return int64_list_.mutable_get(); }
  void set_allocated_int64_list(::tensorflow::CollectionDef_Int64List* value) { kind_case_ = 3; int64_list_.reset(value); }
  ::tensorflow::CollectionDef_Int64List* release_int64_list() { if (kind_case_ == 3) kind_case_ = 0; return int64_list_.release(); }
  void clear_int64_list() { if (kind_case_ == 3) kind_case_ = 0; int64_list_.reset(); }
  bool has_float_list() const { return kind_case_ == 4; }
  const ::tensorflow::CollectionDef_FloatList& float_list() const { return has_float_list() ? float_list_.get() : float_list_.none(); }
  ::tensorflow::CollectionDef_FloatList* mutable_float_list() { if (kind_case_ != 4) float_list_.reset(); kind_case_ = 4; return float_list_.mutable_get(); }
  void set_allocated_float_list(::tensorflow::CollectionDef_FloatList* value) { kind_case_ = 4; float_list_.reset(value); }
  ::tensorflow::CollectionDef_FloatList* release_float_list() { if (kind_case_ == 4) kind_case_ = 0; return float_list_.release(); }
  void clear_float_list() { if (kind_case_ == 4) kind_case_ = 0; float_list_.reset(); }
  bool has_any_list() const { return kind_case_ == 5; }
  const ::tensorflow::CollectionDef_AnyList& any_list() const { return has_any_list() ? any_list_.get() : any_list_.none(); }
  ::tensorflow::CollectionDef_AnyList* mutable_any_list() { if (kind_case_ != 5) any_list_.reset(); kind_case_ = 5; return any_list_.mutable_get(); }
  void set_allocated_any_list(::tensorflow::CollectionDef_AnyList* value) { kind_case_ = 5; any_list_.reset(value); }
  ::tensorflow::CollectionDef_AnyList* release_any_list() { if (kind_case_ == 5) kind_case_ = 0; return any_list_.release(); }
  void clear_any_list() { if (kind_case_ == 5) kind_case_ = 0; any_list_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "node_list", node_list_, &kind_case_);
    v.Message(2, "bytes_list", bytes_list_, &kind_case_);
    v.Message(3, "int64_list", int64_list_, &kind_case_);
    v.Message(4, "float_list", float_list_, &kind_case_);
    v.Message(5, "any_list", any_list_, &kind_case_);
  }

 private:
  ::penstock::Box<::tensorflow::CollectionDef_NodeList> node_list_;
  ::penstock::Box<::tensorflow::CollectionDef_BytesList> bytes_list_;
  ::penstock::Box<::tensorflow::CollectionDef_Int64List> int64_list_;
  ::penstock::Box<::tensorflow::CollectionDef_FloatList> float_list_;
  ::penstock::Box<::tensorflow::CollectionDef_AnyList> any_list_;
  int kind_case_ = 0;
};
class CollectionDef : public CollectionDefFields<CollectionDef> {};

template <typename M>
class TensorInfo_CooSparseFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& values_tensor_name() const { return values_tensor_name_; }
  void set_values_tensor_name(const std::string& value) { values_tensor_name_ = value; }
  void set_values_tensor_name(const char* value) { values_tensor_name_ = value; }
  void set_values_tensor_name(const void* data, size_t size) { values_tensor_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_values_tensor_name() { return &values_tensor_name_; }
  void clear_values_tensor_name() { values_tensor_name_.clear(); }
  const std::string& indices_tensor_name() const { return indices_tensor_name_; }
  void set_indices_tensor_name(const std::string& value) { indices_tensor_name_ = value; }
  void set_indices_tensor_name(const char* value) { indices_tensor_name_ = value; }
  void set_indices_tensor_name(const void* data, size_t size) { indices_tensor_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_indices_tensor_name() { return &indices_tensor_name_; }
  void clear_indices_tensor_name() { indices_tensor_name_.clear(); }
  const std::string& dense_shape_tensor_name() const { return dense_shape_tensor_name_; }
  void set_dense_shape_tensor_name(const std::string& value) { dense_shape_tensor_name_ = value; }
  void set_dense_shape_tensor_name(const char* value) { dense_shape_tensor_name_ = value; }
  void set_dense_shape_tensor_name(const void* data, size_t size) { dense_shape_tensor_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_dense_shape_tensor_name() { return &dense_shape_tensor_name_; }
  void clear_dense_shape_tensor_name() { dense_shape_tensor_name_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "values_tensor_name", values_tensor_name_, nullptr);
    v.Text(2, "indices_tensor_name", indices_tensor_name_, nullptr);
    v.Text(3, "dense_shape_tensor_name", dense_shape_tensor_name_, nullptr);
  }

 private:
  std::string values_tensor_name_;
  std::string indices_tensor_name_;
  std::string dense_shape_tensor_name_;
};
class TensorInfo_CooSparse : public TensorInfo_CooSparseFields<TensorInfo_CooSparse> {};

template <typename M>
class TensorInfo_CompositeTensorFields : public ::penstock::MessageOf<M> {
 public:
  bool has_type_spec() const { return type_spec_.has(); }
  const ::tensorflow::TypeSpecProto& type_spec() const { return type_spec_.get(); }
  ::tensorflow::TypeSpecProto* mutable_type_spec() { return type_spec_.mutable_get(); }
  void set_allocated_type_spec(::tensorflow::TypeSpecProto* value) { type_spec_.reset(value); }
  ::tensorflow::TypeSpecProto* release_type_spec() { return type_spec_.release(); }
  void clear_type_spec() { type_spec_.reset(); }
  const ::penstock::RepeatedPtrField<::tensorflow::TensorInfo>& components() const { return components_; }
  ::penstock::RepeatedPtrField<::tensorflow::TensorInfo>* mutable_components() { return &components_; }
  int components_size() const { return components_.size(); }
  void clear_components() { components_ = ::penstock::RepeatedPtrField<::tensorflow::TensorInfo>(); }
  const ::tensorflow::TensorInfo& components(int i) const { return components_.Get(i); }
  ::tensorflow::TensorInfo* mutable_components(int i) { return components_.Mutable(i); }
  ::tensorflow::TensorInfo* add_components() { return components_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "type_spec", type_spec_, nullptr);
    v.Messages(2, "components", components_);
  }

 private:
  ::penstock::Box<::tensorflow::TypeSpecProto> type_spec_;
  ::penstock::RepeatedPtrField<::tensorflow::TensorInfo> components_;
};
class TensorInfo_CompositeTensor : public TensorInfo_CompositeTensorFields<TensorInfo_CompositeTensor> {};

template <typename M>
class TensorInfoFields : public ::penstock::MessageOf<M> {
 public:
  typedef TensorInfo_CooSparse CooSparse;
  typedef TensorInfo_CompositeTensor CompositeTensor;
  enum EncodingCase { kName = 1, kCooSparse = 4, kCompositeTensor = 5, ENCODING_NOT_SET = 0 };
  EncodingCase encoding_case() const { return static_cast<EncodingCase>(encoding_case_); }
  void clear_encoding() { encoding_case_ = 0; }
  bool has_name() const { return encoding_case_ == 1; }
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { encoding_case_ = 1; name_ = value; }
  void set_name(const char* value) { encoding_case_ = 1; name_ = value; }
  void set_name(const void* data, size_t size) { encoding_case_ = 1; name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { if (encoding_case_ != 1) name_.clear(); encoding_case_ = 1; return &name_; }
  void clear_name() { if (encoding_case_ == 1) encoding_case_ = 0; name_.clear(); }
  bool has_coo_sparse() const { return encoding_case_ == 4; }
  const ::tensorflow::TensorInfo_CooSparse& coo_sparse() const { return has_coo_sparse() ? coo_sparse_.get() : coo_sparse_.none(); }
  ::tensorflow::TensorInfo_CooSparse* mutable_coo_sparse() { if (encoding_case_ != 4) coo_sparse_.reset(); encoding_case_ = 4; return coo_sparse_.mutable_get(); }
  void set_allocated_coo_sparse(::tensorflow::TensorInfo_CooSparse* value) { encoding_case_ = 4; coo_sparse_.reset(value); }
  ::tensorflow::TensorInfo_CooSparse* release_coo_sparse() { if (encoding_case_ == 4) encoding_case_ = 0; return coo_sparse_.release(); }
  void clear_coo_sparse() { if (encoding_case_ == 4) encoding_case_ = 0; coo_sparse_.reset(); }
  bool has_composite_tensor() const { return encoding_case_ == 5; }
  const ::tensorflow::TensorInfo_CompositeTensor& composite_tensor() const { return has_composite_tensor() ? composite_tensor_.get() : composite_tensor_.none(); }
  ::tensorflow::TensorInfo_CompositeTensor* mutable_composite_tensor() { if (encoding_case_ != 5) composite_tensor_.reset(); encoding_case_ = 5; return composite_tensor_.mutable_get(); }
  void set_allocated_composite_tensor(::tensorflow::TensorInfo_CompositeTensor* value) { encoding_case_ = 5; composite_tensor_.reset(value); }
  ::tensorflow::TensorInfo_CompositeTensor* release_composite_tensor() { if (encoding_case_ == 5) encoding_case_ = 0; return composite_tensor_.release(); }
  void clear_composite_tensor() { if (encoding_case_ == 5) encoding_case_ = 0; composite_tensor_.reset(); }
  ::tensorflow::DataType dtype() const { return dtype_; }
  void set_dtype(::tensorflow::DataType value) { dtype_ = value; }
  void clear_dtype() { dtype_ = ::tensorflow::DataType(); }
  bool has_tensor_shape() const { return tensor_shape_.has(); }
  const ::tensorflow::TensorShapeProto& tensor_shape() const { return tensor_shape_.get(); }
  ::tensorflow::TensorShapeProto* mutable_tensor_shape() { return tensor_shape_.mutable_get(); }
  void set_allocated_tensor_shape(::tensorflow::TensorShapeProto* value) { tensor_shape_.reset(value); }
  ::tensorflow::TensorShapeProto* release_tensor_shape() { return tensor_shape_.release(); }
  void clear_tensor_shape() { tensor_shape_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, &encoding_case_);
    v.Message(4, "coo_sparse", coo_sparse_, &encoding_case_);
    v.Message(5, "composite_tensor", composite_tensor_, &encoding_case_);
    v.template Scalar<::penstock::kVarint>(2, "dtype", dtype_, nullptr);
    v.Message(3, "tensor_shape", tensor_shape_, nullptr);
  }

 private:
  std::string name_;
  ::penstock::Box<::tensorflow::TensorInfo_CooSparse> coo_sparse_;
  ::penstock::Box<::tensorflow::TensorInfo_CompositeTensor> composite_tensor_;
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
  ::penstock::Box<::tensorflow::TensorShapeProto> tensor_shape_;
  int encoding_case_ = 0;
};
class TensorInfo : public TensorInfoFields<TensorInfo> {};

template <typename M>
class SignatureDefFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::Map<std::string, ::tensorflow::TensorInfo>& inputs() const { return inputs_; }
  ::penstock::Map<std::string, ::tensorflow::TensorInfo>* mutable_inputs() { return &inputs_; }
  int inputs_size() const { return inputs_.size(); }
  void clear_inputs() { inputs_ = ::penstock::Map<std::string, ::tensorflow::TensorInfo>(); }
  const ::penstock::Map<std::string, ::tensorflow::TensorInfo>& outputs() const { return outputs_; }
  ::penstock::Map<std::string, ::tensorflow::TensorInfo>* mutable_outputs() { return &outputs_; }
  int outputs_size() const { return outputs_.size(); }
  void clear_outputs() { outputs_ = ::penstock::Map<std::string, ::tensorflow::TensorInfo>(); }
  const std::string& method_name() const { return method_name_; }
  void set_method_name(const std::string& value) { method_name_ = value; }
  void set_method_name(const char* value) { method_name_ = value; }
  void set_method_name(const void* data, size_t size) { method_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_method_name() { return &method_name_; }
  void clear_method_name() { method_name_.clear(); }
  const ::penstock::Map<std::string, ::tensorflow::TensorProto>& defaults() const { return defaults_; }
  ::penstock::Map<std::string, ::tensorflow::TensorProto>* mutable_defaults() { return &defaults_; }
  int defaults_size() const { return defaults_.size(); }
  void clear_defaults() { defaults_ = ::penstock::Map<std::string, ::tensorflow::TensorProto>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kString, ::penstock::kMessage>(1, "inputs", inputs_);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(2, "outputs", outputs_);
    v.Text(3, "method_name", method_name_, nullptr);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(4, "defaults", defaults_);
  }

 private:
  ::penstock::Map<std::string, ::tensorflow::TensorInfo> inputs_;
  ::penstock::Map<std::string, ::tensorflow::TensorInfo> outputs_;
  std::string method_name_;
  ::penstock::Map<std::string, ::tensorflow::TensorProto> defaults_;
};
class SignatureDef : public SignatureDefFields<SignatureDef> {};

template <typename M>
class AssetFileDefFields : public ::penstock::MessageOf<M> {
 public:
  bool has_tensor_info() const { return tensor_info_.has(); }
  const ::tensorflow::TensorInfo& tensor_info() const { return tensor_info_.get(); }
  ::tensorflow::TensorInfo* mutable_tensor_info() { return tensor_info_.mutable_get(); }
  void set_allocated_tensor_info(::tensorflow::TensorInfo* value) { tensor_info_.reset(value); }
  ::tensorflow::TensorInfo* release_tensor_info() { return tensor_info_.release(); }
  void clear_tensor_info() { tensor_info_.reset(); }
  const std::string& filename() const { return filename_; }
  void set_filename(const std::string& value) { filename_ = value; }
  void set_filename(const char* value) { filename_ = value; }
  void set_filename(const void* data, size_t size) { filename_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_filename() { return &filename_; }
  void clear_filename() { filename_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "tensor_info", tensor_info_, nullptr);
    v.Text(2, "filename", filename_, nullptr);
  }

 private:
  ::penstock::Box<::tensorflow::TensorInfo> tensor_info_;
  std::string filename_;
};
class AssetFileDef : public AssetFileDefFields<AssetFileDef> {};

template <typename M>
class SavedModelFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 saved_model_schema_version() const { return saved_model_schema_version_; }
  void set_saved_model_schema_version(::tensorflow::int64 value) { saved_model_schema_version_ = value; }
  void clear_saved_model_schema_version() { saved_model_schema_version_ = ::tensorflow::int64(); }
  const ::penstock::RepeatedPtrField<::tensorflow::MetaGraphDef>& meta_graphs() const { return meta_graphs_; }
  ::penstock::RepeatedPtrField<::tensorflow::MetaGraphDef>* mutable_meta_graphs() { return &meta_graphs_; }
  int meta_graphs_size() const { return meta_graphs_.size(); }
  void clear_meta_graphs() { meta_graphs_ = ::penstock::RepeatedPtrField<::tensorflow::MetaGraphDef>(); }
  const ::tensorflow::MetaGraphDef& meta_graphs(int i) const { return meta_graphs_.Get(i); }
  ::tensorflow::MetaGraphDef* mutable_meta_graphs(int i) { return meta_graphs_.Mutable(i); }
  ::tensorflow::MetaGraphDef* add_meta_graphs() { return meta_graphs_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "saved_model_schema_version", saved_model_schema_version_, nullptr);
    v.Messages(2, "meta_graphs", meta_graphs_);
  }

 private:
  ::tensorflow::int64 saved_model_schema_version_ = ::tensorflow::int64();
  ::penstock::RepeatedPtrField<::tensorflow::MetaGraphDef> meta_graphs_;
};
class SavedModel : public SavedModelFields<SavedModel> {};

template <typename M>
class BundleHeaderProtoFields : public ::penstock::MessageOf<M> {
 public:
  typedef BundleHeaderProto_Endianness Endianness;
  static const Endianness LITTLE = BundleHeaderProto_Endianness_LITTLE;
  static const Endianness BIG = BundleHeaderProto_Endianness_BIG;
  ::tensorflow::int32 num_shards() const { return num_shards_; }
  void set_num_shards(::tensorflow::int32 value) { num_shards_ = value; }
  void clear_num_shards() { num_shards_ = ::tensorflow::int32(); }
  ::tensorflow::BundleHeaderProto_Endianness endianness() const { return endianness_; }
  void set_endianness(::tensorflow::BundleHeaderProto_Endianness value) { endianness_ = value; }
  void clear_endianness() { endianness_ = ::tensorflow::BundleHeaderProto_Endianness(); }
  bool has_version() const { return version_.has(); }
  const ::tensorflow::VersionDef& version() const { return version_.get(); }
  ::tensorflow::VersionDef* mutable_version() { return version_.mutable_get(); }
  void set_allocated_version(::tensorflow::VersionDef* value) { version_.reset(value); }
  ::tensorflow::VersionDef* release_version() { return version_.release(); }
  void clear_version() { version_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "num_shards", num_shards_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "endianness", endianness_, nullptr);
    v.Message(3, "version", version_, nullptr);
  }

 private:
  ::tensorflow::int32 num_shards_ = ::tensorflow::int32();
  ::tensorflow::BundleHeaderProto_Endianness endianness_ = ::tensorflow::BundleHeaderProto_Endianness();
  ::penstock::Box<::tensorflow::VersionDef> version_;
};
class BundleHeaderProto : public BundleHeaderProtoFields<BundleHeaderProto> {};

template <typename M>
class BundleEntryProtoFields : public ::penstock::MessageOf<M> {
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
  ::tensorflow::int32 shard_id() const { return shard_id_; }
  void set_shard_id(::tensorflow::int32 value) { shard_id_ = value; }
  void clear_shard_id() { shard_id_ = ::tensorflow::int32(); }
  ::tensorflow::int64 offset() const { return offset_; }
  void set_offset(::tensorflow::int64 value) { offset_ = value; }
  void clear_offset() { offset_ = ::tensorflow::int64(); }
  ::tensorflow::int64 size() const { return size_; }
  void set_size(::tensorflow::int64 value) { size_ = value; }
  void clear_size() { size_ = ::tensorflow::int64(); }
  ::tensorflow::uint32 crc32c() const { return crc32c_; }
  void set_crc32c(::tensorflow::uint32 value) { crc32c_ = value; }
  void clear_crc32c() { crc32c_ = ::tensorflow::uint32(); }
  const ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto>& slices() const { return slices_; }
  ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto>* mutable_slices() { return &slices_; }
  int slices_size() const { return slices_.size(); }
  void clear_slices() { slices_ = ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto>(); }
  const ::tensorflow::TensorSliceProto& slices(int i) const { return slices_.Get(i); }
  ::tensorflow::TensorSliceProto* mutable_slices(int i) { return slices_.Mutable(i); }
  ::tensorflow::TensorSliceProto* add_slices() { return slices_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "dtype", dtype_, nullptr);
    v.Message(2, "shape", shape_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "shard_id", shard_id_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "offset", offset_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "size", size_, nullptr);
    v.template Scalar<::penstock::kFixed32>(6, "crc32c", crc32c_, nullptr);
    v.Messages(7, "slices", slices_);
  }

 private:
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
  ::penstock::Box<::tensorflow::TensorShapeProto> shape_;
  ::tensorflow::int32 shard_id_ = ::tensorflow::int32();
  ::tensorflow::int64 offset_ = ::tensorflow::int64();
  ::tensorflow::int64 size_ = ::tensorflow::int64();
  ::tensorflow::uint32 crc32c_ = ::tensorflow::uint32();
  ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto> slices_;
};
class BundleEntryProto : public BundleEntryProtoFields<BundleEntryProto> {};

template <typename M>
class SavedSliceMetaFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  bool has_shape() const { return shape_.has(); }
  const ::tensorflow::TensorShapeProto& shape() const { return shape_.get(); }
  ::tensorflow::TensorShapeProto* mutable_shape() { return shape_.mutable_get(); }
  void set_allocated_shape(::tensorflow::TensorShapeProto* value) { shape_.reset(value); }
  ::tensorflow::TensorShapeProto* release_shape() { return shape_.release(); }
  void clear_shape() { shape_.reset(); }
  ::tensorflow::DataType type() const { return type_; }
  void set_type(::tensorflow::DataType value) { type_ = value; }
  void clear_type() { type_ = ::tensorflow::DataType(); }
  const ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto>& slice() const { return slice_; }
  ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto>* mutable_slice() { return &slice_; }
  int slice_size() const { return slice_.size(); }
  void clear_slice() { slice_ = ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto>(); }
  const ::tensorflow::TensorSliceProto& slice(int i) const { return slice_.Get(i); }
  ::tensorflow::TensorSliceProto* mutable_slice(int i) { return slice_.Mutable(i); }
  ::tensorflow::TensorSliceProto* add_slice() { return slice_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Message(2, "shape", shape_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "type", type_, nullptr);
    v.Messages(4, "slice", slice_);
  }

 private:
  std::string name_;
  ::penstock::Box<::tensorflow::TensorShapeProto> shape_;
  ::tensorflow::DataType type_ = ::tensorflow::DataType();
  ::penstock::RepeatedPtrField<::tensorflow::TensorSliceProto> slice_;
};
class SavedSliceMeta : public SavedSliceMetaFields<SavedSliceMeta> {};

template <typename M>
class SavedTensorSliceMetaFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::SavedSliceMeta>& tensor() const { return tensor_; }
  ::penstock::RepeatedPtrField<::tensorflow::SavedSliceMeta>* mutable_tensor() { return &tensor_; }
  int tensor_size() const { return tensor_.size(); }
  void clear_tensor() { tensor_ = ::penstock::RepeatedPtrField<::tensorflow::SavedSliceMeta>(); }
  const ::tensorflow::SavedSliceMeta& tensor(int i) const { return tensor_.Get(i); }
  ::tensorflow::SavedSliceMeta* mutable_tensor(int i) { return tensor_.Mutable(i); }
  ::tensorflow::SavedSliceMeta* add_tensor() { return tensor_.Add(); }
  bool has_versions() const { return versions_.has(); }
  const ::tensorflow::VersionDef& versions() const { return versions_.get(); }
  ::tensorflow::VersionDef* mutable_versions() { return versions_.mutable_get(); }
  void set_allocated_versions(::tensorflow::VersionDef* value) { versions_.reset(value); }
  ::tensorflow::VersionDef* release_versions() { return versions_.release(); }
  void clear_versions() { versions_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "tensor", tensor_);
    v.Message(2, "versions", versions_, nullptr);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::SavedSliceMeta> tensor_;
  ::penstock::Box<::tensorflow::VersionDef> versions_;
};
class SavedTensorSliceMeta : public SavedTensorSliceMetaFields<SavedTensorSliceMeta> {};

template <typename M>
class SavedSliceFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  bool has_slice() const { return slice_.has(); }
  const ::tensorflow::TensorSliceProto& slice() const { return slice_.get(); }
  ::tensorflow::TensorSliceProto* mutable_slice() { return slice_.mutable_get(); }
  void set_allocated_slice(::tensorflow::TensorSliceProto* value) { slice_.reset(value); }
  ::tensorflow::TensorSliceProto* release_slice() { return slice_.release(); }
  void clear_slice() { slice_.reset(); }
  bool has_data() const { return data_.has(); }
  const ::tensorflow::TensorProto& data() const { return data_.get(); }
  ::tensorflow::TensorProto* mutable_data() { return data_.mutable_get(); }
  void set_allocated_data(::tensorflow::TensorProto* value) { data_.reset(value); }
  ::tensorflow::TensorProto* release_data() { return data_.release(); }
  void clear_data() { data_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Message(2, "slice", slice_, nullptr);
    v.Message(3, "data", data_, nullptr);
  }

 private:
  std::string name_;
  ::penstock::Box<::tensorflow::TensorSliceProto> slice_;
  ::penstock::Box<::tensorflow::TensorProto> data_;
};
class SavedSlice : public SavedSliceFields<SavedSlice> {};

template <typename M>
class SavedTensorSlicesFields : public ::penstock::MessageOf<M> {
 public:
  bool has_meta() const { return meta_.has(); }
  const ::tensorflow::SavedTensorSliceMeta& meta() const { return meta_.get(); }
  ::tensorflow::SavedTensorSliceMeta* mutable_meta() { return meta_.mutable_get(); }
  void set_allocated_meta(::tensorflow::SavedTensorSliceMeta* value) { meta_.reset(value); }
  ::tensorflow::SavedTensorSliceMeta* release_meta() { return meta_.release(); }
  void clear_meta() { meta_.reset(); }
  bool has_data() const { return data_.has(); }
  const ::tensorflow::SavedSlice& data() const { return data_.get(); }
  ::tensorflow::SavedSlice* mutable_data() { return data_.mutable_get(); }
  void set_allocated_data(::tensorflow::SavedSlice* value) { data_.reset(value); }
  ::tensorflow::SavedSlice* release_data() { return data_.release(); }
  void clear_data() { data_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "meta", meta_, nullptr);
    v.Message(2, "data", data_, nullptr);
  }

 private:
  ::penstock::Box<::tensorflow::SavedTensorSliceMeta> meta_;
  ::penstock::Box<::tensorflow::SavedSlice> data_;
};
class SavedTensorSlices : public SavedTensorSlicesFields<SavedTensorSlices> {};

}  // namespace tensorflow
