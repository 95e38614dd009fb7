// Made by penstock/tools/cpp_messages.py from penstock/protos/stats.proto: not for editing.
#pragma once

#include "penstock/message.h"
#include "tensorflow/core/platform/types.h"
#include "penstock/protos/graph.pb.h"

namespace tensorflow {

class AllocationDescription;
class TensorDescription;
class AllocationRecord;
class AllocatorMemoryUsed;
class NodeOutput;
class MemoryStats;
class NodeExecStats;
class DeviceStepStats;
class StepStats;
class CostGraphDef_Node_InputInfo;
class CostGraphDef_Node_OutputInfo;
class CostGraphDef_Node;
class CostGraphDef_AggregatedCost;
class CostGraphDef;
class MemoryLogStep;
class MemoryLogTensorAllocation;
class MemoryLogTensorDeallocation;
class MemoryLogTensorOutput;
class MemoryLogRawAllocation;
class MemoryLogRawDeallocation;
class InterconnectLink;
class LocalLinks;
class DeviceLocality;
class DeviceAttributes;

template <typename M>
class AllocationDescriptionFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 requested_bytes() const { return requested_bytes_; }
  void set_requested_bytes(::tensorflow::int64 value) { requested_bytes_ = value; }
  void clear_requested_bytes() { requested_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 allocated_bytes() const { return allocated_bytes_; }
  void set_allocated_bytes(::tensorflow::int64 value) { allocated_bytes_ = value; }
  void clear_allocated_bytes() { allocated_bytes_ = ::tensorflow::int64(); }
  const std::string& allocator_name() const { return allocator_name_; }
  void set_allocator_name(const std::string& value) { allocator_name_ = value; }
  void set_allocator_name(const char* value) { allocator_name_ = value; }
  void set_allocator_name(const void* data, size_t size) { allocator_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_allocator_name() { return &allocator_name_; }
  void clear_allocator_name() { allocator_name_.clear(); }
  ::tensorflow::int64 allocation_id() const { return allocation_id_; }
  void set_allocation_id(::tensorflow::int64 value) { allocation_id_ = value; }
  void clear_allocation_id() { allocation_id_ = ::tensorflow::int64(); }
  bool has_single_reference() const { return has_single_reference_; }
  void set_has_single_reference(bool value) { has_single_reference_ = value; }
  void clear_has_single_reference() { has_single_reference_ = bool(); }
  ::tensorflow::uint64 ptr() const { return ptr_; }
  void set_ptr(::tensorflow::uint64 value) { ptr_ = value; }
  void clear_ptr() { ptr_ = ::tensorflow::uint64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "requested_bytes", requested_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "allocated_bytes", allocated_bytes_, nullptr);
    v.Text(3, "allocator_name", allocator_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "allocation_id", allocation_id_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "has_single_reference", has_single_reference_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "ptr", ptr_, nullptr);
  }

 private:
  ::tensorflow::int64 requested_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 allocated_bytes_ = ::tensorflow::int64();
  std::string allocator_name_;
  ::tensorflow::int64 allocation_id_ = ::tensorflow::int64();
  bool has_single_reference_ = bool();
  ::tensorflow::uint64 ptr_ = ::tensorflow::uint64();
};
class AllocationDescription : public AllocationDescriptionFields<AllocationDescription> {};

template <typename M>
class TensorDescriptionFields : public ::penstock::MessageOf<M> {
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
  bool has_allocation_description() const { return allocation_description_.has(); }
  const ::tensorflow::AllocationDescription& allocation_description() const { return allocation_description_.get(); }
  ::tensorflow::AllocationDescription* mutable_allocation_description() { return allocation_description_.mutable_get(); }
  void set_allocated_allocation_description(::tensorflow::AllocationDescription* value) { allocation_description_.reset(value); }
  ::tensorflow::AllocationDescription* release_allocation_description() { return allocation_description_.release(); }
  void clear_allocation_description() { allocation_description_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "dtype", dtype_, nullptr);
    v.Message(2, "shape", shape_, nullptr);
    v.Message(4, "allocation_description", allocation_description_, nullptr);
  }

 private:
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
  ::penstock::Box<::tensorflow::TensorShapeProto> shape_;
  ::penstock::Box<::tensorflow::AllocationDescription> allocation_description_;
};
class TensorDescription : public TensorDescriptionFields<TensorDescription> {};

template <typename M>
class AllocationRecordFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 alloc_micros() const { return alloc_micros_; }
  void set_alloc_micros(::tensorflow::int64 value) { alloc_micros_ = value; }
  void clear_alloc_micros() { alloc_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 alloc_bytes() const { return alloc_bytes_; }
  void set_alloc_bytes(::tensorflow::int64 value) { alloc_bytes_ = value; }
  void clear_alloc_bytes() { alloc_bytes_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "alloc_micros", alloc_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "alloc_bytes", alloc_bytes_, nullptr);
  }

 private:
  ::tensorflow::int64 alloc_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 alloc_bytes_ = ::tensorflow::int64();
};
class AllocationRecord : public AllocationRecordFields<AllocationRecord> {};

template <typename M>
class AllocatorMemoryUsedFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& allocator_name() const { return allocator_name_; }
  void set_allocator_name(const std::string& value) { allocator_name_ = value; }
  void set_allocator_name(const char* value) { allocator_name_ = value; }
  void set_allocator_name(const void* data, size_t size) { allocator_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_allocator_name() { return &allocator_name_; }
  void clear_allocator_name() { allocator_name_.clear(); }
  ::tensorflow::int64 total_bytes() const { return total_bytes_; }
  void set_total_bytes(::tensorflow::int64 value) { total_bytes_ = value; }
  void clear_total_bytes() { total_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 peak_bytes() const { return peak_bytes_; }
  void set_peak_bytes(::tensorflow::int64 value) { peak_bytes_ = value; }
  void clear_peak_bytes() { peak_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 live_bytes() const { return live_bytes_; }
  void set_live_bytes(::tensorflow::int64 value) { live_bytes_ = value; }
  void clear_live_bytes() { live_bytes_ = ::tensorflow::int64(); }
  const ::penstock::RepeatedPtrField<::tensorflow::AllocationRecord>& allocation_records() const { return allocation_records_; }
  ::penstock::RepeatedPtrField<::tensorflow::AllocationRecord>* mutable_allocation_records() { return &allocation_records_; }
  int allocation_records_size() const { return allocation_records_.size(); }
  void clear_allocation_records() { allocation_records_ = ::penstock::RepeatedPtrField<::tensorflow::AllocationRecord>(); }
  const ::tensorflow::AllocationRecord& allocation_records(int i) const { return allocation_records_.Get(i); }
  ::tensorflow::AllocationRecord* mutable_allocation_records(int i) { return allocation_records_.Mutable(i); }
  ::tensorflow::AllocationRecord* add_allocation_records() { return allocation_records_.Add(); }
  ::tensorflow::int64 allocator_bytes_in_use() const { return allocator_bytes_in_use_; }
  void set_allocator_bytes_in_use(::tensorflow::int64 value) { allocator_bytes_in_use_ = value; }
  void clear_allocator_bytes_in_use() { allocator_bytes_in_use_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "allocator_name", allocator_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "total_bytes", total_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "peak_bytes", peak_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "live_bytes", live_bytes_, nullptr);
    v.Messages(6, "allocation_records", allocation_records_);
    v.template Scalar<::penstock::kVarint>(5, "allocator_bytes_in_use", allocator_bytes_in_use_, nullptr);
  }

 private:
  std::string allocator_name_;
  ::tensorflow::int64 total_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 peak_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 live_bytes_ = ::tensorflow::int64();
  ::penstock::RepeatedPtrField<::tensorflow::AllocationRecord> allocation_records_;
  ::tensorflow::int64 allocator_bytes_in_use_ = ::tensorflow::int64();
};
class AllocatorMemoryUsed : public AllocatorMemoryUsedFields<AllocatorMemoryUsed> {};

template <typename M>
class NodeOutputFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 slot() const { return slot_; }
  void set_slot(::tensorflow::int32 value) { slot_ = value; }
  void clear_slot() { slot_ = ::tensorflow::int32(); }
  bool has_tensor_description() const { return tensor_description_.has(); }
  const ::tensorflow::TensorDescription& tensor_description() const { return tensor_description_.get(); }
  ::tensorflow::TensorDescription* mutable_tensor_description() { return tensor_description_.mutable_get(); }
  void set_allocated_tensor_description(::tensorflow::TensorDescription* value) { tensor_description_.reset(value); }
  ::tensorflow::TensorDescription* release_tensor_description() { return tensor_description_.release(); }
  void clear_tensor_description() { tensor_description_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "slot", slot_, nullptr);
    v.Message(3, "tensor_description", tensor_description_, nullptr);
  }

 private:
  ::tensorflow::int32 slot_ = ::tensorflow::int32();
  ::penstock::Box<::tensorflow::TensorDescription> tensor_description_;
};
class NodeOutput : public NodeOutputFields<NodeOutput> {};

template <typename M>
class MemoryStatsFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 temp_memory_size() const { return temp_memory_size_; }
  void set_temp_memory_size(::tensorflow::int64 value) { temp_memory_size_ = value; }
  void clear_temp_memory_size() { temp_memory_size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 persistent_memory_size() const { return persistent_memory_size_; }
  void set_persistent_memory_size(::tensorflow::int64 value) { persistent_memory_size_ = value; }
  void clear_persistent_memory_size() { persistent_memory_size_ = ::tensorflow::int64(); }
  const ::penstock::RepeatedField<::tensorflow::int64>& persistent_tensor_alloc_ids() const { return persistent_tensor_alloc_ids_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_persistent_tensor_alloc_ids() { return &persistent_tensor_alloc_ids_; }
  int persistent_tensor_alloc_ids_size() const { return persistent_tensor_alloc_ids_.size(); }
  void clear_persistent_tensor_alloc_ids() { persistent_tensor_alloc_ids_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 persistent_tensor_alloc_ids(int i) const { return persistent_tensor_alloc_ids_.Get(i); }
  void set_persistent_tensor_alloc_ids(int i, ::tensorflow::int64 value) { persistent_tensor_alloc_ids_.Set(i, value); }
  void add_persistent_tensor_alloc_ids(::tensorflow::int64 value) { persistent_tensor_alloc_ids_.Add(value); }
  ::tensorflow::int64 device_temp_memory_size() const { return device_temp_memory_size_; }
  void set_device_temp_memory_size(::tensorflow::int64 value) { device_temp_memory_size_ = value; }
  void clear_device_temp_memory_size() { device_temp_memory_size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 device_persistent_memory_size() const { return device_persistent_memory_size_; }
  void set_device_persistent_memory_size(::tensorflow::int64 value) { device_persistent_memory_size_ = value; }
  void clear_device_persistent_memory_size() { device_persistent_memory_size_ = ::tensorflow::int64(); }
  const ::penstock::RepeatedField<::tensorflow::int64>& device_persistent_tensor_alloc_ids() const { return device_persistent_tensor_alloc_ids_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_device_persistent_tensor_alloc_ids() { return &device_persistent_tensor_alloc_ids_; }
  int device_persistent_tensor_alloc_ids_size() const { return device_persistent_tensor_alloc_ids_.size(); }
  void clear_device_persistent_tensor_alloc_ids() { device_persistent_tensor_alloc_ids_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 device_persistent_tensor_alloc_ids(int i) const { return device_persistent_tensor_alloc_ids_.Get(i); }
  void set_device_persistent_tensor_alloc_ids(int i, ::tensorflow::int64 value) { device_persistent_tensor_alloc_ids_.Set(i, value); }
  void add_device_persistent_tensor_alloc_ids(::tensorflow::int64 value) { device_persistent_tensor_alloc_ids_.Add(value); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "temp_memory_size", temp_memory_size_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "persistent_memory_size", persistent_memory_size_, nullptr);
    v.template Repeated<::penstock::kVarint>(5, "persistent_tensor_alloc_ids", persistent_tensor_alloc_ids_);
    v.template Scalar<::penstock::kVarint>(2, "device_temp_memory_size", device_temp_memory_size_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "device_persistent_memory_size", device_persistent_memory_size_, nullptr);
    v.template Repeated<::penstock::kVarint>(6, "device_persistent_tensor_alloc_ids", device_persistent_tensor_alloc_ids_);
  }

 private:
  ::tensorflow::int64 temp_memory_size_ = ::tensorflow::int64();
  ::tensorflow::int64 persistent_memory_size_ = ::tensorflow::int64();
  ::penstock::RepeatedField<::tensorflow::int64> persistent_tensor_alloc_ids_;
  ::tensorflow::int64 device_temp_memory_size_ = ::tensorflow::int64();
  ::tensorflow::int64 device_persistent_memory_size_ = ::tensorflow::int64();
  ::penstock::RepeatedField<::tensorflow::int64> device_persistent_tensor_alloc_ids_;
};
class MemoryStats : public MemoryStatsFields<MemoryStats> {};

template <typename M>
class NodeExecStatsFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& node_name() const { return node_name_; }
  void set_node_name(const std::string& value) { node_name_ = value; }
  void set_node_name(const char* value) { node_name_ = value; }
  void set_node_name(const void* data, size_t size) { node_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_node_name() { return &node_name_; }
  void clear_node_name() { node_name_.clear(); }
  ::tensorflow::int64 all_start_micros() const { return all_start_micros_; }
  void set_all_start_micros(::tensorflow::int64 value) { all_start_micros_ = value; }
  void clear_all_start_micros() { all_start_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 op_start_rel_micros() const { return op_start_rel_micros_; }
  void set_op_start_rel_micros(::tensorflow::int64 value) { op_start_rel_micros_ = value; }
  void clear_op_start_rel_micros() { op_start_rel_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 op_end_rel_micros() const { return op_end_rel_micros_; }
  void set_op_end_rel_micros(::tensorflow::int64 value) { op_end_rel_micros_ = value; }
  void clear_op_end_rel_micros() { op_end_rel_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 all_end_rel_micros() const { return all_end_rel_micros_; }
  void set_all_end_rel_micros(::tensorflow::int64 value) { all_end_rel_micros_ = value; }
  void clear_all_end_rel_micros() { all_end_rel_micros_ = ::tensorflow::int64(); }
  const ::penstock::RepeatedPtrField<::tensorflow::AllocatorMemoryUsed>& memory() const { return memory_; }
  ::penstock::RepeatedPtrField<::tensorflow::AllocatorMemoryUsed>* mutable_memory() { return &memory_; }
  int memory_size() const { return memory_.size(); }
  void clear_memory() { memory_ = ::penstock::RepeatedPtrField<::tensorflow::AllocatorMemoryUsed>(); }
  const ::tensorflow::AllocatorMemoryUsed& memory(int i) const { return memory_.Get(i); }
  ::tensorflow::AllocatorMemoryUsed* mutable_memory(int i) { return memory_.Mutable(i); }
  ::tensorflow::AllocatorMemoryUsed* add_memory() { return memory_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::NodeOutput>& output() const { return output_; }
  ::penstock::RepeatedPtrField<::tensorflow::NodeOutput>* mutable_output() { return &output_; }
  int output_size() const { return output_.size(); }
  void clear_output() { output_ = ::penstock::RepeatedPtrField<::tensorflow::NodeOutput>(); }
  const ::tensorflow::NodeOutput& output(int i) const { return output_.Get(i); }
  ::tensorflow::NodeOutput* mutable_output(int i) { return output_.Mutable(i); }
  ::tensorflow::NodeOutput* add_output() { return output_.Add(); }
  const std::string& timeline_label() const { return timeline_label_; }
  void set_timeline_label(const std::string& value) { timeline_label_ = value; }
  void set_timeline_label(const char* value) { timeline_label_ = value; }
  void set_timeline_label(const void* data, size_t size) { timeline_label_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_timeline_label() { return &timeline_label_; }
  void clear_timeline_label() { timeline_label_.clear(); }
  ::tensorflow::int64 scheduled_micros() const { return scheduled_micros_; }
  void set_scheduled_micros(::tensorflow::int64 value) { scheduled_micros_ = value; }
  void clear_scheduled_micros() { scheduled_micros_ = ::tensorflow::int64(); }
  ::tensorflow::uint32 thread_id() const { return thread_id_; }
  void set_thread_id(::tensorflow::uint32 value) { thread_id_ = value; }
  void clear_thread_id() { thread_id_ = ::tensorflow::uint32(); }
  const ::penstock::RepeatedPtrField<::tensorflow::AllocationDescription>& referenced_tensor() const { return referenced_tensor_; }
  ::penstock::RepeatedPtrField<::tensorflow::AllocationDescription>* mutable_referenced_tensor() { return &referenced_tensor_; }
  int referenced_tensor_size() const { return referenced_tensor_.size(); }
  void clear_referenced_tensor() { referenced_tensor_ = ::penstock::RepeatedPtrField<::tensorflow::AllocationDescription>(); }
  const ::tensorflow::AllocationDescription& referenced_tensor(int i) const { return referenced_tensor_.Get(i); }
  ::tensorflow::AllocationDescription* mutable_referenced_tensor(int i) { return referenced_tensor_.Mutable(i); }
  ::tensorflow::AllocationDescription* add_referenced_tensor() { return referenced_tensor_.Add(); }
  bool has_memory_stats() const { return memory_stats_.has(); }
  const ::tensorflow::MemoryStats& memory_stats() const { return memory_stats_.get(); }
  ::tensorflow::MemoryStats* mutable_memory_stats() { return memory_stats_.mutable_get(); }
  void set_allocated_memory_stats(::tensorflow::MemoryStats* value) { memory_stats_.reset(value); }
  ::tensorflow::MemoryStats* release_memory_stats() { return memory_stats_.release(); }
  void clear_memory_stats() { memory_stats_.reset(); }
  ::tensorflow::int64 all_start_nanos() const { return all_start_nanos_; }
  void set_all_start_nanos(::tensorflow::int64 value) { all_start_nanos_ = value; }
  void clear_all_start_nanos() { all_start_nanos_ = ::tensorflow::int64(); }
  ::tensorflow::int64 op_start_rel_nanos() const { return op_start_rel_nanos_; }
  void set_op_start_rel_nanos(::tensorflow::int64 value) { op_start_rel_nanos_ = value; }
  void clear_op_start_rel_nanos() { op_start_rel_nanos_ = ::tensorflow::int64(); }
  ::tensorflow::int64 op_end_rel_nanos() const { return op_end_rel_nanos_; }
  void set_op_end_rel_nanos(::tensorflow::int64 value) { op_end_rel_nanos_ = value; }
  void clear_op_end_rel_nanos() { op_end_rel_nanos_ = ::tensorflow::int64(); }
  ::tensorflow::int64 all_end_rel_nanos() const { return all_end_rel_nanos_; }
  void set_all_end_rel_nanos(::tensorflow::int64 value) { all_end_rel_nanos_ = value; }
  void clear_all_end_rel_nanos() { all_end_rel_nanos_ = ::tensorflow::int64(); }
  ::tensorflow::int64 scheduled_nanos() const { return scheduled_nanos_; }
  void set_scheduled_nanos(::tensorflow::int64 value) { scheduled_nanos_ = value; }
  void clear_scheduled_nanos() { scheduled_nanos_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "node_name", node_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "all_start_micros", all_start_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "op_start_rel_micros", op_start_rel_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "op_end_rel_micros", op_end_rel_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "all_end_rel_micros", all_end_rel_micros_, nullptr);
    v.Messages(6, "memory", memory_);
    v.Messages(7, "output", output_);
    v.Text(8, "timeline_label", timeline_label_, nullptr);
    v.template Scalar<::penstock::kVarint>(9, "scheduled_micros", scheduled_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(10, "thread_id", thread_id_, nullptr);
    v.Messages(11, "referenced_tensor", referenced_tensor_);
    v.Message(12, "memory_stats", memory_stats_, nullptr);
    v.template Scalar<::penstock::kVarint>(13, "all_start_nanos", all_start_nanos_, nullptr);
    v.template Scalar<::penstock::kVarint>(14, "op_start_rel_nanos", op_start_rel_nanos_, nullptr);
    v.template Scalar<::penstock::kVarint>(15, "op_end_rel_nanos", op_end_rel_nanos_, nullptr);
    v.template Scalar<::penstock::kVarint>(16, "all_end_rel_nanos", all_end_rel_nanos_, nullptr);
    v.template Scalar<::penstock::kVarint>(17, "scheduled_nanos", scheduled_nanos_, nullptr);
  }

 private:
  std::string node_name_;
  ::tensorflow::int64 all_start_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 op_start_rel_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 op_end_rel_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 all_end_rel_micros_ = ::tensorflow::int64();
  ::penstock::RepeatedPtrField<::tensorflow::AllocatorMemoryUsed> memory_;
  ::penstock::RepeatedPtrField<::tensorflow::NodeOutput> output_;
  std::string timeline_label_;
  ::tensorflow::int64 scheduled_micros_ = ::tensorflow::int64();
  ::tensorflow::uint32 thread_id_ = ::tensorflow::uint32();
  ::penstock::RepeatedPtrField<::tensorflow::AllocationDescription> referenced_tensor_;
  ::penstock::Box<::tensorflow::MemoryStats> memory_stats_;
  ::tensorflow::int64 all_start_nanos_ = ::tensorflow::int64();
  ::tensorflow::int64 op_start_rel_nanos_ = ::tensorflow::int64();
  ::tensorflow::int64 op_end_rel_nanos_ = ::tensorflow::int64();
  ::tensorflow::int64 all_end_rel_nanos_ = ::tensorflow::int64();
  ::tensorflow::int64 scheduled_nanos_ = ::tensorflow::int64();
};
class NodeExecStats : public NodeExecStatsFields<NodeExecStats> {};

template <typename M>
class DeviceStepStatsFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& device() const { return device_; }
  void set_device(const std::string& value) { device_ = value; }
  void set_device(const char* value) { device_ = value; }
  void set_device(const void* data, size_t size) { device_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_device() { return &device_; }
  void clear_device() { device_.clear(); }
  const ::penstock::RepeatedPtrField<::tensorflow::NodeExecStats>& node_stats() const { return node_stats_; }
  ::penstock::RepeatedPtrField<::tensorflow::NodeExecStats>* mutable_node_stats() { return &node_stats_; }
  int node_stats_size() const { return node_stats_.size(); }
  void clear_node_stats() { node_stats_ = ::penstock::RepeatedPtrField<::tensorflow::NodeExecStats>(); }
  const ::tensorflow::NodeExecStats& node_stats(int i) const { return node_stats_.Get(i); }
  ::tensorflow::NodeExecStats* mutable_node_stats(int i) { return node_stats_.Mutable(i); }
  ::tensorflow::NodeExecStats* add_node_stats() { return node_stats_.Add(); }
  const ::penstock::Map<::tensorflow::uint32, std::string>& thread_names() const { return thread_names_; }
  ::penstock::Map<::tensorflow::uint32, std::string>* mutable_thread_names() { return &thread_names_; }
  int thread_names_size() const { return thread_names_.size(); }
  void clear_thread_names() { thread_names_ = ::penstock::Map<::tensorflow::uint32, std::string>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "device", device_, nullptr);
    v.Messages(2, "node_stats", node_stats_);
    v.template Entries<::penstock::kVarint, ::penstock::kString>(3, "thread_names", thread_names_);
  }

 private:
  std::string device_;
  ::penstock::RepeatedPtrField<::tensorflow::NodeExecStats> node_stats_;
  ::penstock::Map<::tensorflow::uint32, std::string> thread_names_;
};
class DeviceStepStats : public DeviceStepStatsFields<DeviceStepStats> {};

template <typename M>
class StepStatsFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::DeviceStepStats>& dev_stats() const { return dev_stats_; }
  ::penstock::RepeatedPtrField<::tensorflow::DeviceStepStats>* mutable_dev_stats() { return &dev_stats_; }
  int dev_stats_size() const { return dev_stats_.size(); }
  void clear_dev_stats() { dev_stats_ = ::penstock::RepeatedPtrField<::tensorflow::DeviceStepStats>(); }
  const ::tensorflow::DeviceStepStats& dev_stats(int i) const { return dev_stats_.Get(i); }
  ::tensorflow::DeviceStepStats* mutable_dev_stats(int i) { return dev_stats_.Mutable(i); }
  ::tensorflow::DeviceStepStats* add_dev_stats() { return dev_stats_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "dev_stats", dev_stats_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::DeviceStepStats> dev_stats_;
};
class StepStats : public StepStatsFields<StepStats> {};

template <typename M>
class CostGraphDef_Node_InputInfoFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 preceding_node() const { return preceding_node_; }
  void set_preceding_node(::tensorflow::int32 value) { preceding_node_ = value; }
  void clear_preceding_node() { preceding_node_ = ::tensorflow::int32(); }
  ::tensorflow::int32 preceding_port() const { return preceding_port_; }
  void set_preceding_port(::tensorflow::int32 value) { preceding_port_ = value; }
  void clear_preceding_port() { preceding_port_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "preceding_node", preceding_node_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "preceding_port", preceding_port_, nullptr);
  }

 private:
  ::tensorflow::int32 preceding_node_ = ::tensorflow::int32();
  ::tensorflow::int32 preceding_port_ = ::tensorflow::int32();
};
class CostGraphDef_Node_InputInfo : public CostGraphDef_Node_InputInfoFields<CostGraphDef_Node_InputInfo> {};

template <typename M>
class CostGraphDef_Node_OutputInfoFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 size() const { return size_; }
  void set_size(::tensorflow::int64 value) { size_ = value; }
  void clear_size() { size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 alias_input_port() const { return alias_input_port_; }
  void set_alias_input_port(::tensorflow::int64 value) { alias_input_port_ = value; }
  void clear_alias_input_port() { alias_input_port_ = ::tensorflow::int64(); }
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
    v.template Scalar<::penstock::kVarint>(1, "size", size_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "alias_input_port", alias_input_port_, nullptr);
    v.Message(3, "shape", shape_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "dtype", dtype_, nullptr);
  }

 private:
  ::tensorflow::int64 size_ = ::tensorflow::int64();
  ::tensorflow::int64 alias_input_port_ = ::tensorflow::int64();
  ::penstock::Box<::tensorflow::TensorShapeProto> shape_;
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
};
class CostGraphDef_Node_OutputInfo : public CostGraphDef_Node_OutputInfoFields<CostGraphDef_Node_OutputInfo> {};

template <typename M>
class CostGraphDef_NodeFields : public ::penstock::MessageOf<M> {
 public:
  typedef CostGraphDef_Node_InputInfo InputInfo;
  typedef CostGraphDef_Node_OutputInfo OutputInfo;
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
  ::tensorflow::int32 id() const { return id_; }
  void set_id(::tensorflow::int32 value) { id_ = value; }
  void clear_id() { id_ = ::tensorflow::int32(); }
  const ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node_InputInfo>& input_info() const { return input_info_; }
  ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node_InputInfo>* mutable_input_info() { return &input_info_; }
  int input_info_size() const { return input_info_.size(); }
  void clear_input_info() { input_info_ = ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node_InputInfo>(); }
  const ::tensorflow::CostGraphDef_Node_InputInfo& input_info(int i) const { return input_info_.Get(i); }
  ::tensorflow::CostGraphDef_Node_InputInfo* mutable_input_info(int i) { return input_info_.Mutable(i); }
  ::tensorflow::CostGraphDef_Node_InputInfo* add_input_info() { return input_info_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node_OutputInfo>& output_info() const { return output_info_; }
  ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node_OutputInfo>* mutable_output_info() { return &output_info_; }
  int output_info_size() const { return output_info_.size(); }
  void clear_output_info() { output_info_ = ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node_OutputInfo>(); }
  const ::tensorflow::CostGraphDef_Node_OutputInfo& output_info(int i) const { return output_info_.Get(i); }
  ::tensorflow::CostGraphDef_Node_OutputInfo* mutable_output_info(int i) { return output_info_.Mutable(i); }
  ::tensorflow::CostGraphDef_Node_OutputInfo* add_output_info() { return output_info_.Add(); }
  ::tensorflow::int64 temporary_memory_size() const { return temporary_memory_size_; }
  void set_temporary_memory_size(::tensorflow::int64 value) { temporary_memory_size_ = value; }
  void clear_temporary_memory_size() { temporary_memory_size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 persistent_memory_size() const { return persistent_memory_size_; }
  void set_persistent_memory_size(::tensorflow::int64 value) { persistent_memory_size_ = value; }
  void clear_persistent_memory_size() { persistent_memory_size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 host_temp_memory_size() const { return host_temp_memory_size_; }
  void set_host_temp_memory_size(::tensorflow::int64 value) { host_temp_memory_size_ = value; }
  void clear_host_temp_memory_size() { host_temp_memory_size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 device_temp_memory_size() const { return device_temp_memory_size_; }
  void set_device_temp_memory_size(::tensorflow::int64 value) { device_temp_memory_size_ = value; }
  void clear_device_temp_memory_size() { device_temp_memory_size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 device_persistent_memory_size() const { return device_persistent_memory_size_; }
  void set_device_persistent_memory_size(::tensorflow::int64 value) { device_persistent_memory_size_ = value; }
  void clear_device_persistent_memory_size() { device_persistent_memory_size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 compute_cost() const { return compute_cost_; }
  void set_compute_cost(::tensorflow::int64 value) { compute_cost_ = value; }
  void clear_compute_cost() { compute_cost_ = ::tensorflow::int64(); }
  ::tensorflow::int64 compute_time() const { return compute_time_; }
  void set_compute_time(::tensorflow::int64 value) { compute_time_ = value; }
  void clear_compute_time() { compute_time_ = ::tensorflow::int64(); }
  ::tensorflow::int64 memory_time() const { return memory_time_; }
  void set_memory_time(::tensorflow::int64 value) { memory_time_ = value; }
  void clear_memory_time() { memory_time_ = ::tensorflow::int64(); }
  bool is_final() const { return is_final_; }
  void set_is_final(bool value) { is_final_ = value; }
  void clear_is_final() { is_final_ = bool(); }
  const ::penstock::RepeatedField<::tensorflow::int32>& control_input() const { return control_input_; }
  ::penstock::RepeatedField<::tensorflow::int32>* mutable_control_input() { return &control_input_; }
  int control_input_size() const { return control_input_.size(); }
  void clear_control_input() { control_input_ = ::penstock::RepeatedField<::tensorflow::int32>(); }
  ::tensorflow::int32 control_input(int i) const { return control_input_.Get(i); }
  void set_control_input(int i, ::tensorflow::int32 value) { control_input_.Set(i, value); }
  void add_control_input(::tensorflow::int32 value) { control_input_.Add(value); }
  bool inaccurate() const { return inaccurate_; }
  void set_inaccurate(bool value) { inaccurate_ = value; }
  void clear_inaccurate() { inaccurate_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Text(2, "device", device_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "id", id_, nullptr);
    v.Messages(4, "input_info", input_info_);
    v.Messages(5, "output_info", output_info_);
    v.template Scalar<::penstock::kVarint>(6, "temporary_memory_size", temporary_memory_size_, nullptr);
    v.template Scalar<::penstock::kVarint>(12, "persistent_memory_size", persistent_memory_size_, nullptr);
    v.template Scalar<::penstock::kVarint>(10, "host_temp_memory_size", host_temp_memory_size_, nullptr);
    v.template Scalar<::penstock::kVarint>(11, "device_temp_memory_size", device_temp_memory_size_, nullptr);
    v.template Scalar<::penstock::kVarint>(16, "device_persistent_memory_size", device_persistent_memory_size_, nullptr);
    v.template Scalar<::penstock::kVarint>(9, "compute_cost", compute_cost_, nullptr);
    v.template Scalar<::penstock::kVarint>(14, "compute_time", compute_time_, nullptr);
    v.template Scalar<::penstock::kVarint>(15, "memory_time", memory_time_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "is_final", is_final_, nullptr);
    v.template Repeated<::penstock::kVarint>(8, "control_input", control_input_);
    v.template Scalar<::penstock::kVarint>(17, "inaccurate", inaccurate_, nullptr);
  }

 private:
  std::string name_;
  std::string device_;
  ::tensorflow::int32 id_ = ::tensorflow::int32();
  ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node_InputInfo> input_info_;
  ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node_OutputInfo> output_info_;
  ::tensorflow::int64 temporary_memory_size_ = ::tensorflow::int64();
  ::tensorflow::int64 persistent_memory_size_ = ::tensorflow::int64();
  ::tensorflow::int64 host_temp_memory_size_ = ::tensorflow::int64();
  ::tensorflow::int64 device_temp_memory_size_ = ::tensorflow::int64();
  ::tensorflow::int64 device_persistent_memory_size_ = ::tensorflow::int64();
  ::tensorflow::int64 compute_cost_ = ::tensorflow::int64();
  ::tensorflow::int64 compute_time_ = ::tensorflow::int64();
  ::tensorflow::int64 memory_time_ = ::tensorflow::int64();
  bool is_final_ = bool();
  ::penstock::RepeatedField<::tensorflow::int32> control_input_;
  bool inaccurate_ = bool();
};
class CostGraphDef_Node : public CostGraphDef_NodeFields<CostGraphDef_Node> {};

template <typename M>
class CostGraphDef_AggregatedCostFields : public ::penstock::MessageOf<M> {
 public:
  float cost() const { return cost_; }
  void set_cost(float value) { cost_ = value; }
  void clear_cost() { cost_ = float(); }
  const std::string& dimension() const { return dimension_; }
  void set_dimension(const std::string& value) { dimension_ = value; }
  void set_dimension(const char* value) { dimension_ = value; }
  void set_dimension(const void* data, size_t size) { dimension_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_dimension() { return &dimension_; }
  void clear_dimension() { dimension_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kFloat>(1, "cost", cost_, nullptr);
    v.Text(2, "dimension", dimension_, nullptr);
  }

 private:
  float cost_ = float();
  std::string dimension_;
};
class CostGraphDef_AggregatedCost : public CostGraphDef_AggregatedCostFields<CostGraphDef_AggregatedCost> {};

template <typename M>
class CostGraphDefFields : public ::penstock::MessageOf<M> {
 public:
  typedef CostGraphDef_Node Node;
  typedef CostGraphDef_AggregatedCost AggregatedCost;
  const ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node>& node() const { return node_; }
  ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node>* mutable_node() { return &node_; }
  int node_size() const { return node_.size(); }
  void clear_node() { node_ = ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node>(); }
  const ::tensorflow::CostGraphDef_Node& node(int i) const { return node_.Get(i); }
  ::tensorflow::CostGraphDef_Node* mutable_node(int i) { return node_.Mutable(i); }
  ::tensorflow::CostGraphDef_Node* add_node() { return node_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_AggregatedCost>& cost() const { return cost_; }
  ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_AggregatedCost>* mutable_cost() { return &cost_; }
  int cost_size() const { return cost_.size(); }
  void clear_cost() { cost_ = ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_AggregatedCost>(); }
  const ::tensorflow::CostGraphDef_AggregatedCost& cost(int i) const { return cost_.Get(i); }
  ::tensorflow::CostGraphDef_AggregatedCost* mutable_cost(int i) { return cost_.Mutable(i); }
  ::tensorflow::CostGraphDef_AggregatedCost* add_cost() { return cost_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "node", node_);
    v.Messages(2, "cost", cost_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_Node> node_;
  ::penstock::RepeatedPtrField<::tensorflow::CostGraphDef_AggregatedCost> cost_;
};
class CostGraphDef : public CostGraphDefFields<CostGraphDef> {};

template <typename M>
class MemoryLogStepFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 step_id() const { return step_id_; }
  void set_step_id(::tensorflow::int64 value) { step_id_ = value; }
  void clear_step_id() { step_id_ = ::tensorflow::int64(); }
  const std::string& handle() const { return handle_; }
  void set_handle(const std::string& value) { handle_ = value; }
  void set_handle(const char* value) { handle_ = value; }
  void set_handle(const void* data, size_t size) { handle_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_handle() { return &handle_; }
  void clear_handle() { handle_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "step_id", step_id_, nullptr);
    v.Text(2, "handle", handle_, nullptr);
  }

 private:
  ::tensorflow::int64 step_id_ = ::tensorflow::int64();
  std::string handle_;
};
class MemoryLogStep : public MemoryLogStepFields<MemoryLogStep> {};

template <typename M>
class MemoryLogTensorAllocationFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 step_id() const { return step_id_; }
  void set_step_id(::tensorflow::int64 value) { step_id_ = value; }
  void clear_step_id() { step_id_ = ::tensorflow::int64(); }
  const std::string& kernel_name() const { return kernel_name_; }
  void set_kernel_name(const std::string& value) { kernel_name_ = value; }
  void set_kernel_name(const char* value) { kernel_name_ = value; }
  void set_kernel_name(const void* data, size_t size) { kernel_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_kernel_name() { return &kernel_name_; }
  void clear_kernel_name() { kernel_name_.clear(); }
  bool has_tensor() const { return tensor_.has(); }
  const ::tensorflow::TensorDescription& tensor() const { return tensor_.get(); }
  ::tensorflow::TensorDescription* mutable_tensor() { return tensor_.mutable_get(); }
  void set_allocated_tensor(::tensorflow::TensorDescription* value) { tensor_.reset(value); }
  ::tensorflow::TensorDescription* release_tensor() { return tensor_.release(); }
  void clear_tensor() { tensor_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "step_id", step_id_, nullptr);
    v.Text(2, "kernel_name", kernel_name_, nullptr);
    v.Message(3, "tensor", tensor_, nullptr);
  }

 private:
  ::tensorflow::int64 step_id_ = ::tensorflow::int64();
  std::string kernel_name_;
  ::penstock::Box<::tensorflow::TensorDescription> tensor_;
};
class MemoryLogTensorAllocation : public MemoryLogTensorAllocationFields<MemoryLogTensorAllocation> {};

template <typename M>
class MemoryLogTensorDeallocationFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 allocation_id() const { return allocation_id_; }
  void set_allocation_id(::tensorflow::int64 value) { allocation_id_ = value; }
  void clear_allocation_id() { allocation_id_ = ::tensorflow::int64(); }
  const std::string& allocator_name() const { return allocator_name_; }
  void set_allocator_name(const std::string& value) { allocator_name_ = value; }
  void set_allocator_name(const char* value) { allocator_name_ = value; }
  void set_allocator_name(const void* data, size_t size) { allocator_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_allocator_name() { return &allocator_name_; }
  void clear_allocator_name() { allocator_name_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "allocation_id", allocation_id_, nullptr);
    v.Text(2, "allocator_name", allocator_name_, nullptr);
  }

 private:
  ::tensorflow::int64 allocation_id_ = ::tensorflow::int64();
  std::string allocator_name_;
};
class MemoryLogTensorDeallocation : public MemoryLogTensorDeallocationFields<MemoryLogTensorDeallocation> {};

template <typename M>
class MemoryLogTensorOutputFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 step_id() const { return step_id_; }
  void set_step_id(::tensorflow::int64 value) { step_id_ = value; }
  void clear_step_id() { step_id_ = ::tensorflow::int64(); }
  const std::string& kernel_name() const { return kernel_name_; }
  void set_kernel_name(const std::string& value) { kernel_name_ = value; }
  void set_kernel_name(const char* value) { kernel_name_ = value; }
  void set_kernel_name(const void* data, size_t size) { kernel_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_kernel_name() { return &kernel_name_; }
  void clear_kernel_name() { kernel_name_.clear(); }
  ::tensorflow::int32 index() const { return index_; }
  void set_index(::tensorflow::int32 value) { index_ = value; }
  void clear_index() { index_ = ::tensorflow::int32(); }
  bool has_tensor() const { return tensor_.has(); }
  const ::tensorflow::TensorDescription& tensor() const { return tensor_.get(); }
  ::tensorflow::TensorDescription* mutable_tensor() { return tensor_.mutable_get(); }
  void set_allocated_tensor(::tensorflow::TensorDescription* value) { tensor_.reset(value); }
  ::tensorflow::TensorDescription* release_tensor() { return tensor_.release(); }
  void clear_tensor() { tensor_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "step_id", step_id_, nullptr);
    v.Text(2, "kernel_name", kernel_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "index", index_, nullptr);
    v.Message(4, "tensor", tensor_, nullptr);
  }

 private:
  ::tensorflow::int64 step_id_ = ::tensorflow::int64();
  std::string kernel_name_;
  ::tensorflow::int32 index_ = ::tensorflow::int32();
  ::penstock::Box<::tensorflow::TensorDescription> tensor_;
};
class MemoryLogTensorOutput : public MemoryLogTensorOutputFields<MemoryLogTensorOutput> {};

template <typename M>
class MemoryLogRawAllocationFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 step_id() const { return step_id_; }
  void set_step_id(::tensorflow::int64 value) { step_id_ = value; }
  void clear_step_id() { step_id_ = ::tensorflow::int64(); }
  const std::string& operation() const { return operation_; }
  void set_operation(const std::string& value) { operation_ = value; }
  void set_operation(const char* value) { operation_ = value; }
  void set_operation(const void* data, size_t size) { operation_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_operation() { return &operation_; }
  void clear_operation() { operation_.clear(); }
  ::tensorflow::int64 num_bytes() const { return num_bytes_; }
  void set_num_bytes(::tensorflow::int64 value) { num_bytes_ = value; }
  void clear_num_bytes() { num_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::uint64 ptr() const { return ptr_; }
  void set_ptr(::tensorflow::uint64 value) { ptr_ = value; }
  void clear_ptr() { ptr_ = ::tensorflow::uint64(); }
  ::tensorflow::int64 allocation_id() const { return allocation_id_; }
  void set_allocation_id(::tensorflow::int64 value) { allocation_id_ = value; }
  void clear_allocation_id() { allocation_id_ = ::tensorflow::int64(); }
  const std::string& allocator_name() const { return allocator_name_; }
  void set_allocator_name(const std::string& value) { allocator_name_ = value; }
  void set_allocator_name(const char* value) { allocator_name_ = value; }
  void set_allocator_name(const void* data, size_t size) { allocator_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_allocator_name() { return &allocator_name_; }
  void clear_allocator_name() { allocator_name_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "step_id", step_id_, nullptr);
    v.Text(2, "operation", operation_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "num_bytes", num_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "ptr", ptr_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "allocation_id", allocation_id_, nullptr);
    v.Text(6, "allocator_name", allocator_name_, nullptr);
  }

 private:
  ::tensorflow::int64 step_id_ = ::tensorflow::int64();
  std::string operation_;
  ::tensorflow::int64 num_bytes_ = ::tensorflow::int64();
  ::tensorflow::uint64 ptr_ = ::tensorflow::uint64();
  ::tensorflow::int64 allocation_id_ = ::tensorflow::int64();
  std::string allocator_name_;
};
class MemoryLogRawAllocation : public MemoryLogRawAllocationFields<MemoryLogRawAllocation> {};

template <typename M>
class MemoryLogRawDeallocationFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 step_id() const { return step_id_; }
  void set_step_id(::tensorflow::int64 value) { step_id_ = value; }
  void clear_step_id() { step_id_ = ::tensorflow::int64(); }
  const std::string& operation() const { return operation_; }
  void set_operation(const std::string& value) { operation_ = value; }
  void set_operation(const char* value) { operation_ = value; }
  void set_operation(const void* data, size_t size) { operation_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_operation() { return &operation_; }
  void clear_operation() { operation_.clear(); }
  ::tensorflow::int64 allocation_id() const { return allocation_id_; }
  void set_allocation_id(::tensorflow::int64 value) { allocation_id_ = value; }
  void clear_allocation_id() { allocation_id_ = ::tensorflow::int64(); }
  const std::string& allocator_name() const { return allocator_name_; }
  void set_allocator_name(const std::string& value) { allocator_name_ = value; }
  void set_allocator_name(const char* value) { allocator_name_ = value; }
  void set_allocator_name(const void* data, size_t size) { allocator_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_allocator_name() { return &allocator_name_; }
  void clear_allocator_name() { allocator_name_.clear(); }
  bool deferred() const { return deferred_; }
  void set_deferred(bool value) { deferred_ = value; }
  void clear_deferred() { deferred_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "step_id", step_id_, nullptr);
    v.Text(2, "operation", operation_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "allocation_id", allocation_id_, nullptr);
    v.Text(4, "allocator_name", allocator_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "deferred", deferred_, nullptr);
  }

 private:
  ::tensorflow::int64 step_id_ = ::tensorflow::int64();
  std::string operation_;
  ::tensorflow::int64 allocation_id_ = ::tensorflow::int64();
  std::string allocator_name_;
  bool deferred_ = bool();
};
class MemoryLogRawDeallocation : public MemoryLogRawDeallocationFields<MemoryLogRawDeallocation> {};

template <typename M>
class InterconnectLinkFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 device_id() const { return device_id_; }
  void set_device_id(::tensorflow::int32 value) { device_id_ = value; }
  void clear_device_id() { device_id_ = ::tensorflow::int32(); }
  const std::string& type() const { return type_; }
  void set_type(const std::string& value) { type_ = value; }
  void set_type(const char* value) { type_ = value; }
  void set_type(const void* data, size_t size) { type_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_type() { return &type_; }
  void clear_type() { type_.clear(); }
  ::tensorflow::int32 strength() const { return strength_; }
  void set_strength(::tensorflow::int32 value) { strength_ = value; }
  void clear_strength() { strength_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "device_id", device_id_, nullptr);
    v.Text(2, "type", type_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "strength", strength_, nullptr);
  }

 private:
  ::tensorflow::int32 device_id_ = ::tensorflow::int32();
  std::string type_;
  ::tensorflow::int32 strength_ = ::tensorflow::int32();
};
class InterconnectLink : public InterconnectLinkFields<InterconnectLink> {};

template <typename M>
class LocalLinksFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::InterconnectLink>& link() const { return link_; }
  ::penstock::RepeatedPtrField<::tensorflow::InterconnectLink>* mutable_link() { return &link_; }
  int link_size() const { return link_.size(); }
  void clear_link() { link_ = ::penstock::RepeatedPtrField<::tensorflow::InterconnectLink>(); }
  const ::tensorflow::InterconnectLink& link(int i) const { return link_.Get(i); }
  ::tensorflow::InterconnectLink* mutable_link(int i) { return link_.Mutable(i); }
  ::tensorflow::InterconnectLink* add_link() { return link_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "link", link_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::InterconnectLink> link_;
};
class LocalLinks : public LocalLinksFields<LocalLinks> {};

template <typename M>
class DeviceLocalityFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 bus_id() const { return bus_id_; }
  void set_bus_id(::tensorflow::int32 value) { bus_id_ = value; }
  void clear_bus_id() { bus_id_ = ::tensorflow::int32(); }
  ::tensorflow::int32 numa_node() const { return numa_node_; }
  void set_numa_node(::tensorflow::int32 value) { numa_node_ = value; }
  void clear_numa_node() { numa_node_ = ::tensorflow::int32(); }
  bool has_links() const { return links_.has(); }
  const ::tensorflow::LocalLinks& links() const { return links_.get(); }
  ::tensorflow::LocalLinks* mutable_links() { return links_.mutable_get(); }
  void set_allocated_links(::tensorflow::LocalLinks* value) { links_.reset(value); }
  ::tensorflow::LocalLinks* release_links() { return links_.release(); }
  void clear_links() { links_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "bus_id", bus_id_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "numa_node", numa_node_, nullptr);
    v.Message(3, "links", links_, nullptr);
  }

 private:
  ::tensorflow::int32 bus_id_ = ::tensorflow::int32();
  ::tensorflow::int32 numa_node_ = ::tensorflow::int32();
  ::penstock::Box<::tensorflow::LocalLinks> links_;
};
class DeviceLocality : public DeviceLocalityFields<DeviceLocality> {};

template <typename M>
class DeviceAttributesFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const std::string& device_type() const { return device_type_; }
  void set_device_type(const std::string& value) { device_type_ = value; }
  void set_device_type(const char* value) { device_type_ = value; }
  void set_device_type(const void* data, size_t size) { device_type_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_device_type() { return &device_type_; }
  void clear_device_type() { device_type_.clear(); }
  ::tensorflow::int64 memory_limit() const { return memory_limit_; }
  void set_memory_limit(::tensorflow::int64 value) { memory_limit_ = value; }
  void clear_memory_limit() { memory_limit_ = ::tensorflow::int64(); }
  bool has_locality() const { return locality_.has(); }
  const ::tensorflow::DeviceLocality& locality() const { return locality_.get(); }
  ::tensorflow::DeviceLocality* mutable_locality() { return locality_.mutable_get(); }
  void set_allocated_locality(::tensorflow::DeviceLocality* value) { locality_.reset(value); }
  ::tensorflow::DeviceLocality* release_locality() { return locality_.release(); }
  void clear_locality() { locality_.reset(); }
  ::tensorflow::uint64 incarnation() const { return incarnation_; }
  void set_incarnation(::tensorflow::uint64 value) { incarnation_ = value; }
  void clear_incarnation() { incarnation_ = ::tensorflow::uint64(); }
  const std::string& physical_device_desc() const { return physical_device_desc_; }
  void set_physical_device_desc(const std::string& value) { physical_device_desc_ = value; }
  void set_physical_device_desc(const char* value) { physical_device_desc_ = value; }
  void set_physical_device_desc(const void* data, size_t size) { physical_device_desc_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_physical_device_desc() { return &physical_device_desc_; }
  void clear_physical_device_desc() { physical_device_desc_.clear(); }
  ::tensorflow::int64 xla_global_id() const { return xla_global_id_; }
  void set_xla_global_id(::tensorflow::int64 value) { xla_global_id_ = value; }
  void clear_xla_global_id() { xla_global_id_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Text(2, "device_type", device_type_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "memory_limit", memory_limit_, nullptr);
    v.Message(5, "locality", locality_, nullptr);
    v.template Scalar<::penstock::kFixed64>(6, "incarnation", incarnation_, nullptr);
    v.Text(7, "physical_device_desc", physical_device_desc_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "xla_global_id", xla_global_id_, nullptr);
  }

 private:
  std::string name_;
  std::string device_type_;
  ::tensorflow::int64 memory_limit_ = ::tensorflow::int64();
  ::penstock::Box<::tensorflow::DeviceLocality> locality_;
  ::tensorflow::uint64 incarnation_ = ::tensorflow::uint64();
  std::string physical_device_desc_;
  ::tensorflow::int64 xla_global_id_ = ::tensorflow::int64();
};
class DeviceAttributes : public DeviceAttributesFields<DeviceAttributes> {};

}  // namespace tensorflow
