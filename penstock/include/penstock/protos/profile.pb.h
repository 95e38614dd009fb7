// Made by penstock/tools/cpp_messages.py from penstock/protos/profile.proto: not for editing.
#pragma once

#include "penstock/message.h"
#include "tensorflow/core/platform/types.h"
#include "penstock/protos/graph.pb.h"
#include "penstock/protos/stats.pb.h"

namespace tensorflow {
namespace tfprof {

class CodeDef_Trace;
class CodeDef;
class OpLogEntry;
class OpLogProto;
class ProfileProto;
class ProfileNode;
class ExecProfile;
class ExecTime;
class ExecMemory;
class Tuple;
class Memory;
class TFProfTensorProto;
class GraphNodeProto;
class MultiGraphNodeProto;
class AdviceProto_Checker;
class AdviceProto;
class OptionsProto;
class AdvisorOptionsProto_CheckerOption;
class AdvisorOptionsProto;

template <typename M>
class CodeDef_TraceFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& file() const { return file_; }
  void set_file(const std::string& value) { file_ = value; }
  void set_file(const char* value) { file_ = value; }
  void set_file(const void* data, size_t size) { file_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_file() { return &file_; }
  void clear_file() { file_.clear(); }
  ::tensorflow::int64 file_id() const { return file_id_; }
  void set_file_id(::tensorflow::int64 value) { file_id_ = value; }
  void clear_file_id() { file_id_ = ::tensorflow::int64(); }
  ::tensorflow::int32 lineno() const { return lineno_; }
  void set_lineno(::tensorflow::int32 value) { lineno_ = value; }
  void clear_lineno() { lineno_ = ::tensorflow::int32(); }
  const std::string& function() const { return function_; }
  void set_function(const std::string& value) { function_ = value; }
  void set_function(const char* value) { function_ = value; }
  void set_function(const void* data, size_t size) { function_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_function() { return &function_; }
  void clear_function() { function_.clear(); }
  ::tensorflow::int64 function_id() const { return function_id_; }
  void set_function_id(::tensorflow::int64 value) { function_id_ = value; }
  void clear_function_id() { function_id_ = ::tensorflow::int64(); }
  const std::string& line() const { return line_; }
  void set_line(const std::string& value) { line_ = value; }
  void set_line(const char* value) { line_ = value; }
  void set_line(const void* data, size_t size) { line_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_line() { return &line_; }
  void clear_line() { line_.clear(); }
  ::tensorflow::int64 line_id() const { return line_id_; }
  void set_line_id(::tensorflow::int64 value) { line_id_ = value; }
  void clear_line_id() { line_id_ = ::tensorflow::int64(); }
  ::tensorflow::int32 func_start_line() const { return func_start_line_; }
  void set_func_start_line(::tensorflow::int32 value) { func_start_line_ = value; }
  void clear_func_start_line() { func_start_line_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "file", file_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "file_id", file_id_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "lineno", lineno_, nullptr);
    v.Text(3, "function", function_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "function_id", function_id_, nullptr);
    v.Text(4, "line", line_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "line_id", line_id_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "func_start_line", func_start_line_, nullptr);
  }

 private:
  std::string file_;
  ::tensorflow::int64 file_id_ = ::tensorflow::int64();
  ::tensorflow::int32 lineno_ = ::tensorflow::int32();
  std::string function_;
  ::tensorflow::int64 function_id_ = ::tensorflow::int64();
  std::string line_;
  ::tensorflow::int64 line_id_ = ::tensorflow::int64();
  ::tensorflow::int32 func_start_line_ = ::tensorflow::int32();
};
class CodeDef_Trace : public CodeDef_TraceFields<CodeDef_Trace> {};

template <typename M>
class CodeDefFields : public ::penstock::MessageOf<M> {
 public:
  typedef CodeDef_Trace Trace;
  const ::penstock::RepeatedPtrField<::tensorflow::tfprof::CodeDef_Trace>& traces() const { return traces_; }
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::CodeDef_Trace>* mutable_traces() { return &traces_; }
  int traces_size() const { return traces_.size(); }
  void clear_traces() { traces_ = ::penstock::RepeatedPtrField<::tensorflow::tfprof::CodeDef_Trace>(); }
  const ::tensorflow::tfprof::CodeDef_Trace& traces(int i) const { return traces_.Get(i); }
  ::tensorflow::tfprof::CodeDef_Trace* mutable_traces(int i) { return traces_.Mutable(i); }
  ::tensorflow::tfprof::CodeDef_Trace* add_traces() { return traces_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "traces", traces_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::CodeDef_Trace> traces_;
};
class CodeDef : public CodeDefFields<CodeDef> {};

template <typename M>
class OpLogEntryFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  ::tensorflow::int64 float_ops() const { return float_ops_; }
  void set_float_ops(::tensorflow::int64 value) { float_ops_ = value; }
  void clear_float_ops() { float_ops_ = ::tensorflow::int64(); }
  const ::penstock::RepeatedPtrField<std::string>& types() const { return types_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_types() { return &types_; }
  int types_size() const { return types_.size(); }
  void clear_types() { types_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& types(int i) const { return types_.Get(i); }
  std::string* mutable_types(int i) { return types_.Mutable(i); }
  std::string* add_types() { return types_.Add(); }
  void add_types(const std::string& value) { *types_.Add() = value; }
  void set_types(int i, const std::string& value) { *types_.Mutable(i) = value; }
  bool has_code_def() const { return code_def_.has(); }
  const ::tensorflow::tfprof::CodeDef& code_def() const { return code_def_.get(); }
  ::tensorflow::tfprof::CodeDef* mutable_code_def() { return code_def_.mutable_get(); }
  void set_allocated_code_def(::tensorflow::tfprof::CodeDef* value) { code_def_.reset(value); }
  ::tensorflow::tfprof::CodeDef* release_code_def() { return code_def_.release(); }
  void clear_code_def() { code_def_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "float_ops", float_ops_, nullptr);
    v.Texts(3, "types", types_);
    v.Message(4, "code_def", code_def_, nullptr);
  }

 private:
  std::string name_;
  ::tensorflow::int64 float_ops_ = ::tensorflow::int64();
  ::penstock::RepeatedPtrField<std::string> types_;
  ::penstock::Box<::tensorflow::tfprof::CodeDef> code_def_;
};
class OpLogEntry : public OpLogEntryFields<OpLogEntry> {};

template <typename M>
class OpLogProtoFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::tfprof::OpLogEntry>& log_entries() const { return log_entries_; }
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::OpLogEntry>* mutable_log_entries() { return &log_entries_; }
  int log_entries_size() const { return log_entries_.size(); }
  void clear_log_entries() { log_entries_ = ::penstock::RepeatedPtrField<::tensorflow::tfprof::OpLogEntry>(); }
  const ::tensorflow::tfprof::OpLogEntry& log_entries(int i) const { return log_entries_.Get(i); }
  ::tensorflow::tfprof::OpLogEntry* mutable_log_entries(int i) { return log_entries_.Mutable(i); }
  ::tensorflow::tfprof::OpLogEntry* add_log_entries() { return log_entries_.Add(); }
  const ::penstock::Map<::tensorflow::int64, std::string>& id_to_string() const { return id_to_string_; }
  ::penstock::Map<::tensorflow::int64, std::string>* mutable_id_to_string() { return &id_to_string_; }
  int id_to_string_size() const { return id_to_string_.size(); }
  void clear_id_to_string() { id_to_string_ = ::penstock::Map<::tensorflow::int64, std::string>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "log_entries", log_entries_);
    v.template Entries<::penstock::kVarint, ::penstock::kString>(2, "id_to_string", id_to_string_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::OpLogEntry> log_entries_;
  ::penstock::Map<::tensorflow::int64, std::string> id_to_string_;
};
class OpLogProto : public OpLogProtoFields<OpLogProto> {};

template <typename M>
class ProfileProtoFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::Map<::tensorflow::int64, ::tensorflow::tfprof::ProfileNode>& nodes() const { return nodes_; }
  ::penstock::Map<::tensorflow::int64, ::tensorflow::tfprof::ProfileNode>* mutable_nodes() { return &nodes_; }
  int nodes_size() const { return nodes_.size(); }
  void clear_nodes() { nodes_ = ::penstock::Map<::tensorflow::int64, ::tensorflow::tfprof::ProfileNode>(); }
  bool has_trace() const { return has_trace_; }
  void set_has_trace(bool value) { has_trace_ = value; }
  void clear_has_trace() { has_trace_ = bool(); }
  bool miss_accelerator_stream() const { return miss_accelerator_stream_; }
  void set_miss_accelerator_stream(bool value) { miss_accelerator_stream_ = value; }
  void clear_miss_accelerator_stream() { miss_accelerator_stream_ = bool(); }
  const ::penstock::RepeatedField<::tensorflow::int64>& steps() const { return steps_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_steps() { return &steps_; }
  int steps_size() const { return steps_.size(); }
  void clear_steps() { steps_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 steps(int i) const { return steps_.Get(i); }
  void set_steps(int i, ::tensorflow::int64 value) { steps_.Set(i, value); }
  void add_steps(::tensorflow::int64 value) { steps_.Add(value); }
  const ::penstock::Map<::tensorflow::int64, std::string>& id_to_string() const { return id_to_string_; }
  ::penstock::Map<::tensorflow::int64, std::string>* mutable_id_to_string() { return &id_to_string_; }
  int id_to_string_size() const { return id_to_string_.size(); }
  void clear_id_to_string() { id_to_string_ = ::penstock::Map<::tensorflow::int64, std::string>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kVarint, ::penstock::kMessage>(1, "nodes", nodes_);
    v.template Scalar<::penstock::kVarint>(2, "has_trace", has_trace_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "miss_accelerator_stream", miss_accelerator_stream_, nullptr);
    v.template Repeated<::penstock::kVarint>(3, "steps", steps_);
    v.template Entries<::penstock::kVarint, ::penstock::kString>(4, "id_to_string", id_to_string_);
  }

 private:
  ::penstock::Map<::tensorflow::int64, ::tensorflow::tfprof::ProfileNode> nodes_;
  bool has_trace_ = bool();
  bool miss_accelerator_stream_ = bool();
  ::penstock::RepeatedField<::tensorflow::int64> steps_;
  ::penstock::Map<::tensorflow::int64, std::string> id_to_string_;
};
class ProfileProto : public ProfileProtoFields<ProfileProto> {};

template <typename M>
class ProfileNodeFields : public ::penstock::MessageOf<M> {
 public:
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
  ::tensorflow::int64 id() const { return id_; }
  void set_id(::tensorflow::int64 value) { id_ = value; }
  void clear_id() { id_ = ::tensorflow::int64(); }
  const ::penstock::Map<::tensorflow::int32, ::tensorflow::int64>& inputs() const { return inputs_; }
  ::penstock::Map<::tensorflow::int32, ::tensorflow::int64>* mutable_inputs() { return &inputs_; }
  int inputs_size() const { return inputs_.size(); }
  void clear_inputs() { inputs_ = ::penstock::Map<::tensorflow::int32, ::tensorflow::int64>(); }
  const ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Tuple>& input_shapes() const { return input_shapes_; }
  ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Tuple>* mutable_input_shapes() { return &input_shapes_; }
  int input_shapes_size() const { return input_shapes_.size(); }
  void clear_input_shapes() { input_shapes_ = ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Tuple>(); }
  const ::penstock::Map<::tensorflow::int32, ::tensorflow::int64>& outputs() const { return outputs_; }
  ::penstock::Map<::tensorflow::int32, ::tensorflow::int64>* mutable_outputs() { return &outputs_; }
  int outputs_size() const { return outputs_.size(); }
  void clear_outputs() { outputs_ = ::penstock::Map<::tensorflow::int32, ::tensorflow::int64>(); }
  const ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Tuple>& output_shapes() const { return output_shapes_; }
  ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Tuple>* mutable_output_shapes() { return &output_shapes_; }
  int output_shapes_size() const { return output_shapes_.size(); }
  void clear_output_shapes() { output_shapes_ = ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Tuple>(); }
  const ::penstock::Map<::tensorflow::int64, ::tensorflow::int32>& src_output_index() const { return src_output_index_; }
  ::penstock::Map<::tensorflow::int64, ::tensorflow::int32>* mutable_src_output_index() { return &src_output_index_; }
  int src_output_index_size() const { return src_output_index_.size(); }
  void clear_src_output_index() { src_output_index_ = ::penstock::Map<::tensorflow::int64, ::tensorflow::int32>(); }
  const ::penstock::RepeatedField<::tensorflow::int64>& shape() const { return shape_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_shape() { return &shape_; }
  int shape_size() const { return shape_.size(); }
  void clear_shape() { shape_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 shape(int i) const { return shape_.Get(i); }
  void set_shape(int i, ::tensorflow::int64 value) { shape_.Set(i, value); }
  void add_shape(::tensorflow::int64 value) { shape_.Add(value); }
  const ::penstock::RepeatedPtrField<std::string>& op_types() const { return op_types_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_op_types() { return &op_types_; }
  int op_types_size() const { return op_types_.size(); }
  void clear_op_types() { op_types_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& op_types(int i) const { return op_types_.Get(i); }
  std::string* mutable_op_types(int i) { return op_types_.Mutable(i); }
  std::string* add_op_types() { return op_types_.Add(); }
  void add_op_types(const std::string& value) { *op_types_.Add() = value; }
  void set_op_types(int i, const std::string& value) { *op_types_.Mutable(i) = value; }
  const std::string& canonical_device() const { return canonical_device_; }
  void set_canonical_device(const std::string& value) { canonical_device_ = value; }
  void set_canonical_device(const char* value) { canonical_device_ = value; }
  void set_canonical_device(const void* data, size_t size) { canonical_device_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_canonical_device() { return &canonical_device_; }
  void clear_canonical_device() { canonical_device_.clear(); }
  const std::string& host_device() const { return host_device_; }
  void set_host_device(const std::string& value) { host_device_ = value; }
  void set_host_device(const char* value) { host_device_ = value; }
  void set_host_device(const void* data, size_t size) { host_device_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_host_device() { return &host_device_; }
  void clear_host_device() { host_device_.clear(); }
  ::tensorflow::int64 float_ops() const { return float_ops_; }
  void set_float_ops(::tensorflow::int64 value) { float_ops_ = value; }
  void clear_float_ops() { float_ops_ = ::tensorflow::int64(); }
  bool has_trace() const { return trace_.has(); }
  const ::tensorflow::tfprof::CodeDef& trace() const { return trace_.get(); }
  ::tensorflow::tfprof::CodeDef* mutable_trace() { return trace_.mutable_get(); }
  void set_allocated_trace(::tensorflow::tfprof::CodeDef* value) { trace_.reset(value); }
  ::tensorflow::tfprof::CodeDef* release_trace() { return trace_.release(); }
  void clear_trace() { trace_.reset(); }
  const ::penstock::Map<std::string, ::tensorflow::AttrValue>& attrs() const { return attrs_; }
  ::penstock::Map<std::string, ::tensorflow::AttrValue>* mutable_attrs() { return &attrs_; }
  int attrs_size() const { return attrs_.size(); }
  void clear_attrs() { attrs_ = ::penstock::Map<std::string, ::tensorflow::AttrValue>(); }
  const ::penstock::Map<::tensorflow::int64, ::tensorflow::tfprof::ExecProfile>& execs() const { return execs_; }
  ::penstock::Map<::tensorflow::int64, ::tensorflow::tfprof::ExecProfile>* mutable_execs() { return &execs_; }
  int execs_size() const { return execs_.size(); }
  void clear_execs() { execs_ = ::penstock::Map<::tensorflow::int64, ::tensorflow::tfprof::ExecProfile>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Text(9, "op", op_, nullptr);
    v.template Scalar<::penstock::kVarint>(13, "id", id_, nullptr);
    v.template Entries<::penstock::kVarint, ::penstock::kVarint>(2, "inputs", inputs_);
    v.template Entries<::penstock::kVarint, ::penstock::kMessage>(16, "input_shapes", input_shapes_);
    v.template Entries<::penstock::kVarint, ::penstock::kVarint>(3, "outputs", outputs_);
    v.template Entries<::penstock::kVarint, ::penstock::kMessage>(15, "output_shapes", output_shapes_);
    v.template Entries<::penstock::kVarint, ::penstock::kVarint>(14, "src_output_index", src_output_index_);
    v.template Repeated<::penstock::kVarint>(4, "shape", shape_);
    v.Texts(5, "op_types", op_types_);
    v.Text(6, "canonical_device", canonical_device_, nullptr);
    v.Text(7, "host_device", host_device_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "float_ops", float_ops_, nullptr);
    v.Message(10, "trace", trace_, nullptr);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(11, "attrs", attrs_);
    v.template Entries<::penstock::kVarint, ::penstock::kMessage>(12, "execs", execs_);
  }

 private:
  std::string name_;
  std::string op_;
  ::tensorflow::int64 id_ = ::tensorflow::int64();
  ::penstock::Map<::tensorflow::int32, ::tensorflow::int64> inputs_;
  ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Tuple> input_shapes_;
  ::penstock::Map<::tensorflow::int32, ::tensorflow::int64> outputs_;
  ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Tuple> output_shapes_;
  ::penstock::Map<::tensorflow::int64, ::tensorflow::int32> src_output_index_;
  ::penstock::RepeatedField<::tensorflow::int64> shape_;
  ::penstock::RepeatedPtrField<std::string> op_types_;
  std::string canonical_device_;
  std::string host_device_;
  ::tensorflow::int64 float_ops_ = ::tensorflow::int64();
  ::penstock::Box<::tensorflow::tfprof::CodeDef> trace_;
  ::penstock::Map<std::string, ::tensorflow::AttrValue> attrs_;
  ::penstock::Map<::tensorflow::int64, ::tensorflow::tfprof::ExecProfile> execs_;
};
class ProfileNode : public ProfileNodeFields<ProfileNode> {};

template <typename M>
class ExecProfileFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 run_count() const { return run_count_; }
  void set_run_count(::tensorflow::int64 value) { run_count_ = value; }
  void clear_run_count() { run_count_ = ::tensorflow::int64(); }
  ::tensorflow::int64 all_start_micros() const { return all_start_micros_; }
  void set_all_start_micros(::tensorflow::int64 value) { all_start_micros_ = value; }
  void clear_all_start_micros() { all_start_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 latest_end_micros() const { return latest_end_micros_; }
  void set_latest_end_micros(::tensorflow::int64 value) { latest_end_micros_ = value; }
  void clear_latest_end_micros() { latest_end_micros_ = ::tensorflow::int64(); }
  const ::penstock::Map<std::string, ::tensorflow::tfprof::ExecTime>& accelerator_execs() const { return accelerator_execs_; }
  ::penstock::Map<std::string, ::tensorflow::tfprof::ExecTime>* mutable_accelerator_execs() { return &accelerator_execs_; }
  int accelerator_execs_size() const { return accelerator_execs_.size(); }
  void clear_accelerator_execs() { accelerator_execs_ = ::penstock::Map<std::string, ::tensorflow::tfprof::ExecTime>(); }
  const ::penstock::Map<std::string, ::tensorflow::tfprof::ExecTime>& cpu_execs() const { return cpu_execs_; }
  ::penstock::Map<std::string, ::tensorflow::tfprof::ExecTime>* mutable_cpu_execs() { return &cpu_execs_; }
  int cpu_execs_size() const { return cpu_execs_.size(); }
  void clear_cpu_execs() { cpu_execs_ = ::penstock::Map<std::string, ::tensorflow::tfprof::ExecTime>(); }
  const ::penstock::RepeatedPtrField<::tensorflow::tfprof::ExecMemory>& memory_execs() const { return memory_execs_; }
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::ExecMemory>* mutable_memory_execs() { return &memory_execs_; }
  int memory_execs_size() const { return memory_execs_.size(); }
  void clear_memory_execs() { memory_execs_ = ::penstock::RepeatedPtrField<::tensorflow::tfprof::ExecMemory>(); }
  const ::tensorflow::tfprof::ExecMemory& memory_execs(int i) const { return memory_execs_.Get(i); }
  ::tensorflow::tfprof::ExecMemory* mutable_memory_execs(int i) { return memory_execs_.Mutable(i); }
  ::tensorflow::tfprof::ExecMemory* add_memory_execs() { return memory_execs_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::AllocationRecord>& allocations() const { return allocations_; }
  ::penstock::RepeatedPtrField<::tensorflow::AllocationRecord>* mutable_allocations() { return &allocations_; }
  int allocations_size() const { return allocations_.size(); }
  void clear_allocations() { allocations_ = ::penstock::RepeatedPtrField<::tensorflow::AllocationRecord>(); }
  const ::tensorflow::AllocationRecord& allocations(int i) const { return allocations_.Get(i); }
  ::tensorflow::AllocationRecord* mutable_allocations(int i) { return allocations_.Mutable(i); }
  ::tensorflow::AllocationRecord* add_allocations() { return allocations_.Add(); }
  const ::penstock::RepeatedPtrField<std::string>& devices() const { return devices_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_devices() { return &devices_; }
  int devices_size() const { return devices_.size(); }
  void clear_devices() { devices_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& devices(int i) const { return devices_.Get(i); }
  std::string* mutable_devices(int i) { return devices_.Mutable(i); }
  std::string* add_devices() { return devices_.Add(); }
  void add_devices(const std::string& value) { *devices_.Add() = value; }
  void set_devices(int i, const std::string& value) { *devices_.Mutable(i) = value; }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "run_count", run_count_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "all_start_micros", all_start_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "latest_end_micros", latest_end_micros_, nullptr);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(4, "accelerator_execs", accelerator_execs_);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(5, "cpu_execs", cpu_execs_);
    v.Messages(7, "memory_execs", memory_execs_);
    v.Messages(11, "allocations", allocations_);
    v.Texts(6, "devices", devices_);
  }

 private:
  ::tensorflow::int64 run_count_ = ::tensorflow::int64();
  ::tensorflow::int64 all_start_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 latest_end_micros_ = ::tensorflow::int64();
  ::penstock::Map<std::string, ::tensorflow::tfprof::ExecTime> accelerator_execs_;
  ::penstock::Map<std::string, ::tensorflow::tfprof::ExecTime> cpu_execs_;
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::ExecMemory> memory_execs_;
  ::penstock::RepeatedPtrField<::tensorflow::AllocationRecord> allocations_;
  ::penstock::RepeatedPtrField<std::string> devices_;
};
class ExecProfile : public ExecProfileFields<ExecProfile> {};

template <typename M>
class ExecTimeFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::tfprof::Tuple>& times() const { return times_; }
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::Tuple>* mutable_times() { return &times_; }
  int times_size() const { return times_.size(); }
  void clear_times() { times_ = ::penstock::RepeatedPtrField<::tensorflow::tfprof::Tuple>(); }
  const ::tensorflow::tfprof::Tuple& times(int i) const { return times_.Get(i); }
  ::tensorflow::tfprof::Tuple* mutable_times(int i) { return times_.Mutable(i); }
  ::tensorflow::tfprof::Tuple* add_times() { return times_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "times", times_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::Tuple> times_;
};
class ExecTime : public ExecTimeFields<ExecTime> {};

template <typename M>
class ExecMemoryFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 memory_micros() const { return memory_micros_; }
  void set_memory_micros(::tensorflow::int64 value) { memory_micros_ = value; }
  void clear_memory_micros() { memory_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 host_temp_bytes() const { return host_temp_bytes_; }
  void set_host_temp_bytes(::tensorflow::int64 value) { host_temp_bytes_ = value; }
  void clear_host_temp_bytes() { host_temp_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 host_persistent_bytes() const { return host_persistent_bytes_; }
  void set_host_persistent_bytes(::tensorflow::int64 value) { host_persistent_bytes_ = value; }
  void clear_host_persistent_bytes() { host_persistent_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 accelerator_temp_bytes() const { return accelerator_temp_bytes_; }
  void set_accelerator_temp_bytes(::tensorflow::int64 value) { accelerator_temp_bytes_ = value; }
  void clear_accelerator_temp_bytes() { accelerator_temp_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 accelerator_persistent_bytes() const { return accelerator_persistent_bytes_; }
  void set_accelerator_persistent_bytes(::tensorflow::int64 value) { accelerator_persistent_bytes_ = value; }
  void clear_accelerator_persistent_bytes() { accelerator_persistent_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 requested_bytes() const { return requested_bytes_; }
  void set_requested_bytes(::tensorflow::int64 value) { requested_bytes_ = value; }
  void clear_requested_bytes() { requested_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 peak_bytes() const { return peak_bytes_; }
  void set_peak_bytes(::tensorflow::int64 value) { peak_bytes_ = value; }
  void clear_peak_bytes() { peak_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 residual_bytes() const { return residual_bytes_; }
  void set_residual_bytes(::tensorflow::int64 value) { residual_bytes_ = value; }
  void clear_residual_bytes() { residual_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 output_bytes() const { return output_bytes_; }
  void set_output_bytes(::tensorflow::int64 value) { output_bytes_ = value; }
  void clear_output_bytes() { output_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 allocator_bytes_in_use() const { return allocator_bytes_in_use_; }
  void set_allocator_bytes_in_use(::tensorflow::int64 value) { allocator_bytes_in_use_ = value; }
  void clear_allocator_bytes_in_use() { allocator_bytes_in_use_ = ::tensorflow::int64(); }
  const ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Memory>& output_memory() const { return output_memory_; }
  ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Memory>* mutable_output_memory() { return &output_memory_; }
  int output_memory_size() const { return output_memory_.size(); }
  void clear_output_memory() { output_memory_ = ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Memory>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "memory_micros", memory_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "host_temp_bytes", host_temp_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "host_persistent_bytes", host_persistent_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "accelerator_temp_bytes", accelerator_temp_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "accelerator_persistent_bytes", accelerator_persistent_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "requested_bytes", requested_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "peak_bytes", peak_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "residual_bytes", residual_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(9, "output_bytes", output_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(10, "allocator_bytes_in_use", allocator_bytes_in_use_, nullptr);
    v.template Entries<::penstock::kVarint, ::penstock::kMessage>(11, "output_memory", output_memory_);
  }

 private:
  ::tensorflow::int64 memory_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 host_temp_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 host_persistent_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 accelerator_temp_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 accelerator_persistent_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 requested_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 peak_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 residual_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 output_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 allocator_bytes_in_use_ = ::tensorflow::int64();
  ::penstock::Map<::tensorflow::int32, ::tensorflow::tfprof::Memory> output_memory_;
};
class ExecMemory : public ExecMemoryFields<ExecMemory> {};

template <typename M>
class TupleFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedField<::tensorflow::int64>& int64_values() const { return int64_values_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_int64_values() { return &int64_values_; }
  int int64_values_size() const { return int64_values_.size(); }
  void clear_int64_values() { int64_values_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 int64_values(int i) const { return int64_values_.Get(i); }
  void set_int64_values(int i, ::tensorflow::int64 value) { int64_values_.Set(i, value); }
  void add_int64_values(::tensorflow::int64 value) { int64_values_.Add(value); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Repeated<::penstock::kVarint>(1, "int64_values", int64_values_);
  }

 private:
  ::penstock::RepeatedField<::tensorflow::int64> int64_values_;
};
class Tuple : public TupleFields<Tuple> {};

template <typename M>
class MemoryFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 bytes() const { return bytes_; }
  void set_bytes(::tensorflow::int64 value) { bytes_ = value; }
  void clear_bytes() { bytes_ = ::tensorflow::int64(); }
  ::tensorflow::uint64 ptr() const { return ptr_; }
  void set_ptr(::tensorflow::uint64 value) { ptr_ = value; }
  void clear_ptr() { ptr_ = ::tensorflow::uint64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "bytes", bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "ptr", ptr_, nullptr);
  }

 private:
  ::tensorflow::int64 bytes_ = ::tensorflow::int64();
  ::tensorflow::uint64 ptr_ = ::tensorflow::uint64();
};
class Memory : public MemoryFields<Memory> {};

template <typename M>
class TFProfTensorProtoFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::DataType dtype() const { return dtype_; }
  void set_dtype(::tensorflow::DataType value) { dtype_ = value; }
  void clear_dtype() { dtype_ = ::tensorflow::DataType(); }
  const ::penstock::RepeatedField<double>& value_double() const { return value_double_; }
  ::penstock::RepeatedField<double>* mutable_value_double() { return &value_double_; }
  int value_double_size() const { return value_double_.size(); }
  void clear_value_double() { value_double_ = ::penstock::RepeatedField<double>(); }
  double value_double(int i) const { return value_double_.Get(i); }
  void set_value_double(int i, double value) { value_double_.Set(i, value); }
  void add_value_double(double value) { value_double_.Add(value); }
  const ::penstock::RepeatedField<::tensorflow::int64>& value_int64() const { return value_int64_; }
  ::penstock::RepeatedField<::tensorflow::int64>* mutable_value_int64() { return &value_int64_; }
  int value_int64_size() const { return value_int64_.size(); }
  void clear_value_int64() { value_int64_ = ::penstock::RepeatedField<::tensorflow::int64>(); }
  ::tensorflow::int64 value_int64(int i) const { return value_int64_.Get(i); }
  void set_value_int64(int i, ::tensorflow::int64 value) { value_int64_.Set(i, value); }
  void add_value_int64(::tensorflow::int64 value) { value_int64_.Add(value); }
  const ::penstock::RepeatedPtrField<std::string>& value_str() const { return value_str_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_value_str() { return &value_str_; }
  int value_str_size() const { return value_str_.size(); }
  void clear_value_str() { value_str_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& value_str(int i) const { return value_str_.Get(i); }
  std::string* mutable_value_str(int i) { return value_str_.Mutable(i); }
  std::string* add_value_str() { return value_str_.Add(); }
  void add_value_str(const std::string& value) { *value_str_.Add() = value; }
  void set_value_str(int i, const std::string& value) { *value_str_.Mutable(i) = value; }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "dtype", dtype_, nullptr);
    v.template Repeated<::penstock::kDouble>(2, "value_double", value_double_);
    v.template Repeated<::penstock::kVarint>(3, "value_int64", value_int64_);
    v.Texts(4, "value_str", value_str_);
  }

 private:
  ::tensorflow::DataType dtype_ = ::tensorflow::DataType();
  ::penstock::RepeatedField<double> value_double_;
  ::penstock::RepeatedField<::tensorflow::int64> value_int64_;
  ::penstock::RepeatedPtrField<std::string> value_str_;
};
class TFProfTensorProto : public TFProfTensorProtoFields<TFProfTensorProto> {};

template <typename M>
class GraphNodeProtoFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  bool has_tensor_value() const { return tensor_value_.has(); }
  const ::tensorflow::tfprof::TFProfTensorProto& tensor_value() const { return tensor_value_.get(); }
  ::tensorflow::tfprof::TFProfTensorProto* mutable_tensor_value() { return tensor_value_.mutable_get(); }
  void set_allocated_tensor_value(::tensorflow::tfprof::TFProfTensorProto* value) { tensor_value_.reset(value); }
  ::tensorflow::tfprof::TFProfTensorProto* release_tensor_value() { return tensor_value_.release(); }
  void clear_tensor_value() { tensor_value_.reset(); }
  ::tensorflow::int64 run_count() const { return run_count_; }
  void set_run_count(::tensorflow::int64 value) { run_count_ = value; }
  void clear_run_count() { run_count_ = ::tensorflow::int64(); }
  ::tensorflow::int64 exec_micros() const { return exec_micros_; }
  void set_exec_micros(::tensorflow::int64 value) { exec_micros_ = value; }
  void clear_exec_micros() { exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 accelerator_exec_micros() const { return accelerator_exec_micros_; }
  void set_accelerator_exec_micros(::tensorflow::int64 value) { accelerator_exec_micros_ = value; }
  void clear_accelerator_exec_micros() { accelerator_exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 cpu_exec_micros() const { return cpu_exec_micros_; }
  void set_cpu_exec_micros(::tensorflow::int64 value) { cpu_exec_micros_ = value; }
  void clear_cpu_exec_micros() { cpu_exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 requested_bytes() const { return requested_bytes_; }
  void set_requested_bytes(::tensorflow::int64 value) { requested_bytes_ = value; }
  void clear_requested_bytes() { requested_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 peak_bytes() const { return peak_bytes_; }
  void set_peak_bytes(::tensorflow::int64 value) { peak_bytes_ = value; }
  void clear_peak_bytes() { peak_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 residual_bytes() const { return residual_bytes_; }
  void set_residual_bytes(::tensorflow::int64 value) { residual_bytes_ = value; }
  void clear_residual_bytes() { residual_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 output_bytes() const { return output_bytes_; }
  void set_output_bytes(::tensorflow::int64 value) { output_bytes_ = value; }
  void clear_output_bytes() { output_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 parameters() const { return parameters_; }
  void set_parameters(::tensorflow::int64 value) { parameters_ = value; }
  void clear_parameters() { parameters_ = ::tensorflow::int64(); }
  ::tensorflow::int64 float_ops() const { return float_ops_; }
  void set_float_ops(::tensorflow::int64 value) { float_ops_ = value; }
  void clear_float_ops() { float_ops_ = ::tensorflow::int64(); }
  const ::penstock::RepeatedPtrField<std::string>& devices() const { return devices_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_devices() { return &devices_; }
  int devices_size() const { return devices_.size(); }
  void clear_devices() { devices_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& devices(int i) const { return devices_.Get(i); }
  std::string* mutable_devices(int i) { return devices_.Mutable(i); }
  std::string* add_devices() { return devices_.Add(); }
  void add_devices(const std::string& value) { *devices_.Add() = value; }
  void set_devices(int i, const std::string& value) { *devices_.Mutable(i) = value; }
  ::tensorflow::int64 total_definition_count() const { return total_definition_count_; }
  void set_total_definition_count(::tensorflow::int64 value) { total_definition_count_ = value; }
  void clear_total_definition_count() { total_definition_count_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_run_count() const { return total_run_count_; }
  void set_total_run_count(::tensorflow::int64 value) { total_run_count_ = value; }
  void clear_total_run_count() { total_run_count_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_exec_micros() const { return total_exec_micros_; }
  void set_total_exec_micros(::tensorflow::int64 value) { total_exec_micros_ = value; }
  void clear_total_exec_micros() { total_exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_accelerator_exec_micros() const { return total_accelerator_exec_micros_; }
  void set_total_accelerator_exec_micros(::tensorflow::int64 value) { total_accelerator_exec_micros_ = value; }
  void clear_total_accelerator_exec_micros() { total_accelerator_exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_cpu_exec_micros() const { return total_cpu_exec_micros_; }
  void set_total_cpu_exec_micros(::tensorflow::int64 value) { total_cpu_exec_micros_ = value; }
  void clear_total_cpu_exec_micros() { total_cpu_exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_requested_bytes() const { return total_requested_bytes_; }
  void set_total_requested_bytes(::tensorflow::int64 value) { total_requested_bytes_ = value; }
  void clear_total_requested_bytes() { total_requested_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_peak_bytes() const { return total_peak_bytes_; }
  void set_total_peak_bytes(::tensorflow::int64 value) { total_peak_bytes_ = value; }
  void clear_total_peak_bytes() { total_peak_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_residual_bytes() const { return total_residual_bytes_; }
  void set_total_residual_bytes(::tensorflow::int64 value) { total_residual_bytes_ = value; }
  void clear_total_residual_bytes() { total_residual_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_output_bytes() const { return total_output_bytes_; }
  void set_total_output_bytes(::tensorflow::int64 value) { total_output_bytes_ = value; }
  void clear_total_output_bytes() { total_output_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_parameters() const { return total_parameters_; }
  void set_total_parameters(::tensorflow::int64 value) { total_parameters_ = value; }
  void clear_total_parameters() { total_parameters_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_float_ops() const { return total_float_ops_; }
  void set_total_float_ops(::tensorflow::int64 value) { total_float_ops_ = value; }
  void clear_total_float_ops() { total_float_ops_ = ::tensorflow::int64(); }
  const ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto>& shapes() const { return shapes_; }
  ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto>* mutable_shapes() { return &shapes_; }
  int shapes_size() const { return shapes_.size(); }
  void clear_shapes() { shapes_ = ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto>(); }
  const ::tensorflow::TensorShapeProto& shapes(int i) const { return shapes_.Get(i); }
  ::tensorflow::TensorShapeProto* mutable_shapes(int i) { return shapes_.Mutable(i); }
  ::tensorflow::TensorShapeProto* add_shapes() { return shapes_.Add(); }
  const ::penstock::Map<::tensorflow::int32, ::tensorflow::TensorShapeProto>& input_shapes() const { return input_shapes_; }
  ::penstock::Map<::tensorflow::int32, ::tensorflow::TensorShapeProto>* mutable_input_shapes() { return &input_shapes_; }
  int input_shapes_size() const { return input_shapes_.size(); }
  void clear_input_shapes() { input_shapes_ = ::penstock::Map<::tensorflow::int32, ::tensorflow::TensorShapeProto>(); }
  const ::penstock::RepeatedPtrField<::tensorflow::tfprof::GraphNodeProto>& children() const { return children_; }
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::GraphNodeProto>* mutable_children() { return &children_; }
  int children_size() const { return children_.size(); }
  void clear_children() { children_ = ::penstock::RepeatedPtrField<::tensorflow::tfprof::GraphNodeProto>(); }
  const ::tensorflow::tfprof::GraphNodeProto& children(int i) const { return children_.Get(i); }
  ::tensorflow::tfprof::GraphNodeProto* mutable_children(int i) { return children_.Mutable(i); }
  ::tensorflow::tfprof::GraphNodeProto* add_children() { return children_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Message(15, "tensor_value", tensor_value_, nullptr);
    v.template Scalar<::penstock::kVarint>(21, "run_count", run_count_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "exec_micros", exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(17, "accelerator_exec_micros", accelerator_exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(18, "cpu_exec_micros", cpu_exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "requested_bytes", requested_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(24, "peak_bytes", peak_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(25, "residual_bytes", residual_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(26, "output_bytes", output_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "parameters", parameters_, nullptr);
    v.template Scalar<::penstock::kVarint>(13, "float_ops", float_ops_, nullptr);
    v.Texts(10, "devices", devices_);
    v.template Scalar<::penstock::kVarint>(23, "total_definition_count", total_definition_count_, nullptr);
    v.template Scalar<::penstock::kVarint>(22, "total_run_count", total_run_count_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "total_exec_micros", total_exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(19, "total_accelerator_exec_micros", total_accelerator_exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(20, "total_cpu_exec_micros", total_cpu_exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "total_requested_bytes", total_requested_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(27, "total_peak_bytes", total_peak_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(28, "total_residual_bytes", total_residual_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(29, "total_output_bytes", total_output_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "total_parameters", total_parameters_, nullptr);
    v.template Scalar<::penstock::kVarint>(14, "total_float_ops", total_float_ops_, nullptr);
    v.Messages(11, "shapes", shapes_);
    v.template Entries<::penstock::kVarint, ::penstock::kMessage>(16, "input_shapes", input_shapes_);
    v.Messages(12, "children", children_);
  }

 private:
  std::string name_;
  ::penstock::Box<::tensorflow::tfprof::TFProfTensorProto> tensor_value_;
  ::tensorflow::int64 run_count_ = ::tensorflow::int64();
  ::tensorflow::int64 exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 accelerator_exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 cpu_exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 requested_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 peak_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 residual_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 output_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 parameters_ = ::tensorflow::int64();
  ::tensorflow::int64 float_ops_ = ::tensorflow::int64();
  ::penstock::RepeatedPtrField<std::string> devices_;
  ::tensorflow::int64 total_definition_count_ = ::tensorflow::int64();
  ::tensorflow::int64 total_run_count_ = ::tensorflow::int64();
  ::tensorflow::int64 total_exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 total_accelerator_exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 total_cpu_exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 total_requested_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 total_peak_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 total_residual_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 total_output_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 total_parameters_ = ::tensorflow::int64();
  ::tensorflow::int64 total_float_ops_ = ::tensorflow::int64();
  ::penstock::RepeatedPtrField<::tensorflow::TensorShapeProto> shapes_;
  ::penstock::Map<::tensorflow::int32, ::tensorflow::TensorShapeProto> input_shapes_;
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::GraphNodeProto> children_;
};
class GraphNodeProto : public GraphNodeProtoFields<GraphNodeProto> {};

template <typename M>
class MultiGraphNodeProtoFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  ::tensorflow::int64 exec_micros() const { return exec_micros_; }
  void set_exec_micros(::tensorflow::int64 value) { exec_micros_ = value; }
  void clear_exec_micros() { exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 accelerator_exec_micros() const { return accelerator_exec_micros_; }
  void set_accelerator_exec_micros(::tensorflow::int64 value) { accelerator_exec_micros_ = value; }
  void clear_accelerator_exec_micros() { accelerator_exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 cpu_exec_micros() const { return cpu_exec_micros_; }
  void set_cpu_exec_micros(::tensorflow::int64 value) { cpu_exec_micros_ = value; }
  void clear_cpu_exec_micros() { cpu_exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 requested_bytes() const { return requested_bytes_; }
  void set_requested_bytes(::tensorflow::int64 value) { requested_bytes_ = value; }
  void clear_requested_bytes() { requested_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 peak_bytes() const { return peak_bytes_; }
  void set_peak_bytes(::tensorflow::int64 value) { peak_bytes_ = value; }
  void clear_peak_bytes() { peak_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 residual_bytes() const { return residual_bytes_; }
  void set_residual_bytes(::tensorflow::int64 value) { residual_bytes_ = value; }
  void clear_residual_bytes() { residual_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 output_bytes() const { return output_bytes_; }
  void set_output_bytes(::tensorflow::int64 value) { output_bytes_ = value; }
  void clear_output_bytes() { output_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 parameters() const { return parameters_; }
  void set_parameters(::tensorflow::int64 value) { parameters_ = value; }
  void clear_parameters() { parameters_ = ::tensorflow::int64(); }
  ::tensorflow::int64 float_ops() const { return float_ops_; }
  void set_float_ops(::tensorflow::int64 value) { float_ops_ = value; }
  void clear_float_ops() { float_ops_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_exec_micros() const { return total_exec_micros_; }
  void set_total_exec_micros(::tensorflow::int64 value) { total_exec_micros_ = value; }
  void clear_total_exec_micros() { total_exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_accelerator_exec_micros() const { return total_accelerator_exec_micros_; }
  void set_total_accelerator_exec_micros(::tensorflow::int64 value) { total_accelerator_exec_micros_ = value; }
  void clear_total_accelerator_exec_micros() { total_accelerator_exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_cpu_exec_micros() const { return total_cpu_exec_micros_; }
  void set_total_cpu_exec_micros(::tensorflow::int64 value) { total_cpu_exec_micros_ = value; }
  void clear_total_cpu_exec_micros() { total_cpu_exec_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_requested_bytes() const { return total_requested_bytes_; }
  void set_total_requested_bytes(::tensorflow::int64 value) { total_requested_bytes_ = value; }
  void clear_total_requested_bytes() { total_requested_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_peak_bytes() const { return total_peak_bytes_; }
  void set_total_peak_bytes(::tensorflow::int64 value) { total_peak_bytes_ = value; }
  void clear_total_peak_bytes() { total_peak_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_residual_bytes() const { return total_residual_bytes_; }
  void set_total_residual_bytes(::tensorflow::int64 value) { total_residual_bytes_ = value; }
  void clear_total_residual_bytes() { total_residual_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_output_bytes() const { return total_output_bytes_; }
  void set_total_output_bytes(::tensorflow::int64 value) { total_output_bytes_ = value; }
  void clear_total_output_bytes() { total_output_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_parameters() const { return total_parameters_; }
  void set_total_parameters(::tensorflow::int64 value) { total_parameters_ = value; }
  void clear_total_parameters() { total_parameters_ = ::tensorflow::int64(); }
  ::tensorflow::int64 total_float_ops() const { return total_float_ops_; }
  void set_total_float_ops(::tensorflow::int64 value) { total_float_ops_ = value; }
  void clear_total_float_ops() { total_float_ops_ = ::tensorflow::int64(); }
  const ::penstock::RepeatedPtrField<::tensorflow::tfprof::GraphNodeProto>& graph_nodes() const { return graph_nodes_; }
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::GraphNodeProto>* mutable_graph_nodes() { return &graph_nodes_; }
  int graph_nodes_size() const { return graph_nodes_.size(); }
  void clear_graph_nodes() { graph_nodes_ = ::penstock::RepeatedPtrField<::tensorflow::tfprof::GraphNodeProto>(); }
  const ::tensorflow::tfprof::GraphNodeProto& graph_nodes(int i) const { return graph_nodes_.Get(i); }
  ::tensorflow::tfprof::GraphNodeProto* mutable_graph_nodes(int i) { return graph_nodes_.Mutable(i); }
  ::tensorflow::tfprof::GraphNodeProto* add_graph_nodes() { return graph_nodes_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::tfprof::MultiGraphNodeProto>& children() const { return children_; }
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::MultiGraphNodeProto>* mutable_children() { return &children_; }
  int children_size() const { return children_.size(); }
  void clear_children() { children_ = ::penstock::RepeatedPtrField<::tensorflow::tfprof::MultiGraphNodeProto>(); }
  const ::tensorflow::tfprof::MultiGraphNodeProto& children(int i) const { return children_.Get(i); }
  ::tensorflow::tfprof::MultiGraphNodeProto* mutable_children(int i) { return children_.Mutable(i); }
  ::tensorflow::tfprof::MultiGraphNodeProto* add_children() { return children_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "exec_micros", exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(12, "accelerator_exec_micros", accelerator_exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(13, "cpu_exec_micros", cpu_exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "requested_bytes", requested_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(16, "peak_bytes", peak_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(17, "residual_bytes", residual_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(18, "output_bytes", output_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "parameters", parameters_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "float_ops", float_ops_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "total_exec_micros", total_exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(14, "total_accelerator_exec_micros", total_accelerator_exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(15, "total_cpu_exec_micros", total_cpu_exec_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "total_requested_bytes", total_requested_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(19, "total_peak_bytes", total_peak_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(20, "total_residual_bytes", total_residual_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(21, "total_output_bytes", total_output_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "total_parameters", total_parameters_, nullptr);
    v.template Scalar<::penstock::kVarint>(9, "total_float_ops", total_float_ops_, nullptr);
    v.Messages(10, "graph_nodes", graph_nodes_);
    v.Messages(11, "children", children_);
  }

 private:
  std::string name_;
  ::tensorflow::int64 exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 accelerator_exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 cpu_exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 requested_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 peak_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 residual_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 output_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 parameters_ = ::tensorflow::int64();
  ::tensorflow::int64 float_ops_ = ::tensorflow::int64();
  ::tensorflow::int64 total_exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 total_accelerator_exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 total_cpu_exec_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 total_requested_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 total_peak_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 total_residual_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 total_output_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 total_parameters_ = ::tensorflow::int64();
  ::tensorflow::int64 total_float_ops_ = ::tensorflow::int64();
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::GraphNodeProto> graph_nodes_;
  ::penstock::RepeatedPtrField<::tensorflow::tfprof::MultiGraphNodeProto> children_;
};
class MultiGraphNodeProto : public MultiGraphNodeProtoFields<MultiGraphNodeProto> {};

template <typename M>
class AdviceProto_CheckerFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<std::string>& reports() const { return reports_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_reports() { return &reports_; }
  int reports_size() const { return reports_.size(); }
  void clear_reports() { reports_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& reports(int i) const { return reports_.Get(i); }
  std::string* mutable_reports(int i) { return reports_.Mutable(i); }
  std::string* add_reports() { return reports_.Add(); }
  void add_reports(const std::string& value) { *reports_.Add() = value; }
  void set_reports(int i, const std::string& value) { *reports_.Mutable(i) = value; }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Texts(2, "reports", reports_);
  }

 private:
  ::penstock::RepeatedPtrField<std::string> reports_;
};
class AdviceProto_Checker : public AdviceProto_CheckerFields<AdviceProto_Checker> {};

template <typename M>
class AdviceProtoFields : public ::penstock::MessageOf<M> {
 public:
  typedef AdviceProto_Checker Checker;
  const ::penstock::Map<std::string, ::tensorflow::tfprof::AdviceProto_Checker>& checkers() const { return checkers_; }
  ::penstock::Map<std::string, ::tensorflow::tfprof::AdviceProto_Checker>* mutable_checkers() { return &checkers_; }
  int checkers_size() const { return checkers_.size(); }
  void clear_checkers() { checkers_ = ::penstock::Map<std::string, ::tensorflow::tfprof::AdviceProto_Checker>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kString, ::penstock::kMessage>(1, "checkers", checkers_);
  }

 private:
  ::penstock::Map<std::string, ::tensorflow::tfprof::AdviceProto_Checker> checkers_;
};
class AdviceProto : public AdviceProtoFields<AdviceProto> {};

template <typename M>
class OptionsProtoFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 max_depth() const { return max_depth_; }
  void set_max_depth(::tensorflow::int64 value) { max_depth_ = value; }
  void clear_max_depth() { max_depth_ = ::tensorflow::int64(); }
  ::tensorflow::int64 min_bytes() const { return min_bytes_; }
  void set_min_bytes(::tensorflow::int64 value) { min_bytes_ = value; }
  void clear_min_bytes() { min_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 min_peak_bytes() const { return min_peak_bytes_; }
  void set_min_peak_bytes(::tensorflow::int64 value) { min_peak_bytes_ = value; }
  void clear_min_peak_bytes() { min_peak_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 min_residual_bytes() const { return min_residual_bytes_; }
  void set_min_residual_bytes(::tensorflow::int64 value) { min_residual_bytes_ = value; }
  void clear_min_residual_bytes() { min_residual_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 min_output_bytes() const { return min_output_bytes_; }
  void set_min_output_bytes(::tensorflow::int64 value) { min_output_bytes_ = value; }
  void clear_min_output_bytes() { min_output_bytes_ = ::tensorflow::int64(); }
  ::tensorflow::int64 min_micros() const { return min_micros_; }
  void set_min_micros(::tensorflow::int64 value) { min_micros_ = value; }
  void clear_min_micros() { min_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 min_accelerator_micros() const { return min_accelerator_micros_; }
  void set_min_accelerator_micros(::tensorflow::int64 value) { min_accelerator_micros_ = value; }
  void clear_min_accelerator_micros() { min_accelerator_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 min_cpu_micros() const { return min_cpu_micros_; }
  void set_min_cpu_micros(::tensorflow::int64 value) { min_cpu_micros_ = value; }
  void clear_min_cpu_micros() { min_cpu_micros_ = ::tensorflow::int64(); }
  ::tensorflow::int64 min_params() const { return min_params_; }
  void set_min_params(::tensorflow::int64 value) { min_params_ = value; }
  void clear_min_params() { min_params_ = ::tensorflow::int64(); }
  ::tensorflow::int64 min_float_ops() const { return min_float_ops_; }
  void set_min_float_ops(::tensorflow::int64 value) { min_float_ops_ = value; }
  void clear_min_float_ops() { min_float_ops_ = ::tensorflow::int64(); }
  ::tensorflow::int64 min_occurrence() const { return min_occurrence_; }
  void set_min_occurrence(::tensorflow::int64 value) { min_occurrence_ = value; }
  void clear_min_occurrence() { min_occurrence_ = ::tensorflow::int64(); }
  ::tensorflow::int64 step() const { return step_; }
  void set_step(::tensorflow::int64 value) { step_ = value; }
  void clear_step() { step_ = ::tensorflow::int64(); }
  const std::string& order_by() const { return order_by_; }
  void set_order_by(const std::string& value) { order_by_ = value; }
  void set_order_by(const char* value) { order_by_ = value; }
  void set_order_by(const void* data, size_t size) { order_by_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_order_by() { return &order_by_; }
  void clear_order_by() { order_by_.clear(); }
  const ::penstock::RepeatedPtrField<std::string>& account_type_regexes() const { return account_type_regexes_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_account_type_regexes() { return &account_type_regexes_; }
  int account_type_regexes_size() const { return account_type_regexes_.size(); }
  void clear_account_type_regexes() { account_type_regexes_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& account_type_regexes(int i) const { return account_type_regexes_.Get(i); }
  std::string* mutable_account_type_regexes(int i) { return account_type_regexes_.Mutable(i); }
  std::string* add_account_type_regexes() { return account_type_regexes_.Add(); }
  void add_account_type_regexes(const std::string& value) { *account_type_regexes_.Add() = value; }
  void set_account_type_regexes(int i, const std::string& value) { *account_type_regexes_.Mutable(i) = value; }
  const ::penstock::RepeatedPtrField<std::string>& start_name_regexes() const { return start_name_regexes_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_start_name_regexes() { return &start_name_regexes_; }
  int start_name_regexes_size() const { return start_name_regexes_.size(); }
  void clear_start_name_regexes() { start_name_regexes_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& start_name_regexes(int i) const { return start_name_regexes_.Get(i); }
  std::string* mutable_start_name_regexes(int i) { return start_name_regexes_.Mutable(i); }
  std::string* add_start_name_regexes() { return start_name_regexes_.Add(); }
  void add_start_name_regexes(const std::string& value) { *start_name_regexes_.Add() = value; }
  void set_start_name_regexes(int i, const std::string& value) { *start_name_regexes_.Mutable(i) = value; }
  const ::penstock::RepeatedPtrField<std::string>& trim_name_regexes() const { return trim_name_regexes_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_trim_name_regexes() { return &trim_name_regexes_; }
  int trim_name_regexes_size() const { return trim_name_regexes_.size(); }
  void clear_trim_name_regexes() { trim_name_regexes_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& trim_name_regexes(int i) const { return trim_name_regexes_.Get(i); }
  std::string* mutable_trim_name_regexes(int i) { return trim_name_regexes_.Mutable(i); }
  std::string* add_trim_name_regexes() { return trim_name_regexes_.Add(); }
  void add_trim_name_regexes(const std::string& value) { *trim_name_regexes_.Add() = value; }
  void set_trim_name_regexes(int i, const std::string& value) { *trim_name_regexes_.Mutable(i) = value; }
  const ::penstock::RepeatedPtrField<std::string>& show_name_regexes() const { return show_name_regexes_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_show_name_regexes() { return &show_name_regexes_; }
  int show_name_regexes_size() const { return show_name_regexes_.size(); }
  void clear_show_name_regexes() { show_name_regexes_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& show_name_regexes(int i) const { return show_name_regexes_.Get(i); }
  std::string* mutable_show_name_regexes(int i) { return show_name_regexes_.Mutable(i); }
  std::string* add_show_name_regexes() { return show_name_regexes_.Add(); }
  void add_show_name_regexes(const std::string& value) { *show_name_regexes_.Add() = value; }
  void set_show_name_regexes(int i, const std::string& value) { *show_name_regexes_.Mutable(i) = value; }
  const ::penstock::RepeatedPtrField<std::string>& hide_name_regexes() const { return hide_name_regexes_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_hide_name_regexes() { return &hide_name_regexes_; }
  int hide_name_regexes_size() const { return hide_name_regexes_.size(); }
  void clear_hide_name_regexes() { hide_name_regexes_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& hide_name_regexes(int i) const { return hide_name_regexes_.Get(i); }
  std::string* mutable_hide_name_regexes(int i) { return hide_name_regexes_.Mutable(i); }
  std::string* add_hide_name_regexes() { return hide_name_regexes_.Add(); }
  void add_hide_name_regexes(const std::string& value) { *hide_name_regexes_.Add() = value; }
  void set_hide_name_regexes(int i, const std::string& value) { *hide_name_regexes_.Mutable(i) = value; }
  bool account_displayed_op_only() const { return account_displayed_op_only_; }
  void set_account_displayed_op_only(bool value) { account_displayed_op_only_ = value; }
  void clear_account_displayed_op_only() { account_displayed_op_only_ = bool(); }
  const ::penstock::RepeatedPtrField<std::string>& select() const { return select_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_select() { return &select_; }
  int select_size() const { return select_.size(); }
  void clear_select() { select_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& select(int i) const { return select_.Get(i); }
  std::string* mutable_select(int i) { return select_.Mutable(i); }
  std::string* add_select() { return select_.Add(); }
  void add_select(const std::string& value) { *select_.Add() = value; }
  void set_select(int i, const std::string& value) { *select_.Mutable(i) = value; }
  const std::string& output() const { return output_; }
  void set_output(const std::string& value) { output_ = value; }
  void set_output(const char* value) { output_ = value; }
  void set_output(const void* data, size_t size) { output_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_output() { return &output_; }
  void clear_output() { output_.clear(); }
  const std::string& dump_to_file() const { return dump_to_file_; }
  void set_dump_to_file(const std::string& value) { dump_to_file_ = value; }
  void set_dump_to_file(const char* value) { dump_to_file_ = value; }
  void set_dump_to_file(const void* data, size_t size) { dump_to_file_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_dump_to_file() { return &dump_to_file_; }
  void clear_dump_to_file() { dump_to_file_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "max_depth", max_depth_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "min_bytes", min_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(19, "min_peak_bytes", min_peak_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(20, "min_residual_bytes", min_residual_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(21, "min_output_bytes", min_output_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "min_micros", min_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(22, "min_accelerator_micros", min_accelerator_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(23, "min_cpu_micros", min_cpu_micros_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "min_params", min_params_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "min_float_ops", min_float_ops_, nullptr);
    v.template Scalar<::penstock::kVarint>(17, "min_occurrence", min_occurrence_, nullptr);
    v.template Scalar<::penstock::kVarint>(18, "step", step_, nullptr);
    v.Text(7, "order_by", order_by_, nullptr);
    v.Texts(8, "account_type_regexes", account_type_regexes_);
    v.Texts(9, "start_name_regexes", start_name_regexes_);
    v.Texts(10, "trim_name_regexes", trim_name_regexes_);
    v.Texts(11, "show_name_regexes", show_name_regexes_);
    v.Texts(12, "hide_name_regexes", hide_name_regexes_);
    v.template Scalar<::penstock::kVarint>(13, "account_displayed_op_only", account_displayed_op_only_, nullptr);
    v.Texts(14, "select", select_);
    v.Text(15, "output", output_, nullptr);
    v.Text(16, "dump_to_file", dump_to_file_, nullptr);
  }

 private:
  ::tensorflow::int64 max_depth_ = ::tensorflow::int64();
  ::tensorflow::int64 min_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 min_peak_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 min_residual_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 min_output_bytes_ = ::tensorflow::int64();
  ::tensorflow::int64 min_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 min_accelerator_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 min_cpu_micros_ = ::tensorflow::int64();
  ::tensorflow::int64 min_params_ = ::tensorflow::int64();
  ::tensorflow::int64 min_float_ops_ = ::tensorflow::int64();
  ::tensorflow::int64 min_occurrence_ = ::tensorflow::int64();
  ::tensorflow::int64 step_ = ::tensorflow::int64();
  std::string order_by_;
  ::penstock::RepeatedPtrField<std::string> account_type_regexes_;
  ::penstock::RepeatedPtrField<std::string> start_name_regexes_;
  ::penstock::RepeatedPtrField<std::string> trim_name_regexes_;
  ::penstock::RepeatedPtrField<std::string> show_name_regexes_;
  ::penstock::RepeatedPtrField<std::string> hide_name_regexes_;
  bool account_displayed_op_only_ = bool();
  ::penstock::RepeatedPtrField<std::string> select_;
  std::string output_;
  std::string dump_to_file_;
};
class OptionsProto : public OptionsProtoFields<OptionsProto> {};

template <typename M>
class AdvisorOptionsProto_CheckerOptionFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::Map<std::string, std::string>& options() const { return options_; }
  ::penstock::Map<std::string, std::string>* mutable_options() { return &options_; }
  int options_size() const { return options_.size(); }
  void clear_options() { options_ = ::penstock::Map<std::string, std::string>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kString, ::penstock::kString>(1, "options", options_);
  }

 private:
  ::penstock::Map<std::string, std::string> options_;
};
class AdvisorOptionsProto_CheckerOption : public AdvisorOptionsProto_CheckerOptionFields<AdvisorOptionsProto_CheckerOption> {};

template <typename M>
class AdvisorOptionsProtoFields : public ::penstock::MessageOf<M> {
 public:
  typedef AdvisorOptionsProto_CheckerOption CheckerOption;
  const ::penstock::Map<std::string, ::tensorflow::tfprof::AdvisorOptionsProto_CheckerOption>& checkers() const { return checkers_; }
  ::penstock::Map<std::string, ::tensorflow::tfprof::AdvisorOptionsProto_CheckerOption>* mutable_checkers() { return &checkers_; }
  int checkers_size() const { return checkers_.size(); }
  void clear_checkers() { checkers_ = ::penstock::Map<std::string, ::tensorflow::tfprof::AdvisorOptionsProto_CheckerOption>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kString, ::penstock::kMessage>(1, "checkers", checkers_);
  }

 private:
  ::penstock::Map<std::string, ::tensorflow::tfprof::AdvisorOptionsProto_CheckerOption> checkers_;
};
class AdvisorOptionsProto : public AdvisorOptionsProtoFields<AdvisorOptionsProto> {};

}}  // namespace tensorflow::tfprof
