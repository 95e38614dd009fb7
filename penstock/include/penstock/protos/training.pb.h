// Made by penstock/tools/cpp_messages.py from penstock/protos/training.proto: not for editing.
#pragma once

#include "penstock/message.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/core/lib/core/error_codes.pb.h"
#include "penstock/protos/graph.pb.h"

namespace tensorflow {

class QueueRunnerDef;
class ValuesDef;
class ControlFlowContextDef;
class CondContextDef;
class WhileContextDef;
class NamedTensorProto;
class ReaderBaseState;
class CheckpointState;
class HParamDef_BytesList;
class HParamDef_FloatList;
class HParamDef_Int64List;
class HParamDef_BoolList;
class HParamDef_HParamType;
class HParamDef;

template <typename M>
class QueueRunnerDefFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& queue_name() const { return queue_name_; }
  void set_queue_name(const std::string& value) { queue_name_ = value; }
  void set_queue_name(const char* value) { queue_name_ = value; }
  void set_queue_name(const void* data, size_t size) { queue_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_queue_name() { return &queue_name_; }
  void clear_queue_name() { queue_name_.clear(); }
  const ::penstock::RepeatedPtrField<std::string>& enqueue_op_name() const { return enqueue_op_name_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_enqueue_op_name() { return &enqueue_op_name_; }
  int enqueue_op_name_size() const { return enqueue_op_name_.size(); }
  void clear_enqueue_op_name() { enqueue_op_name_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& enqueue_op_name(int i) const { return enqueue_op_name_.Get(i); }
  std::string* mutable_enqueue_op_name(int i) { return enqueue_op_name_.Mutable(i); }
  std::string* add_enqueue_op_name() { return enqueue_op_name_.Add(); }
  void add_enqueue_op_name(const std::string& value) { *enqueue_op_name_.Add() = value; }
  void set_enqueue_op_name(int i, const std::string& value) { *enqueue_op_name_.Mutable(i) = value; }
  const std::string& close_op_name() const { return close_op_name_; }
  void set_close_op_name(const std::string& value) { close_op_name_ = value; }
  void set_close_op_name(const char* value) { close_op_name_ = value; }
  void set_close_op_name(const void* data, size_t size) { close_op_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_close_op_name() { return &close_op_name_; }
  void clear_close_op_name() { close_op_name_.clear(); }
  const std::string& cancel_op_name() const { return cancel_op_name_; }
  void set_cancel_op_name(const std::string& value) { cancel_op_name_ = value; }
  void set_cancel_op_name(const char* value) { cancel_op_name_ = value; }
  void set_cancel_op_name(const void* data, size_t size) { cancel_op_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_cancel_op_name() { return &cancel_op_name_; }
  void clear_cancel_op_name() { cancel_op_name_.clear(); }
  const ::penstock::RepeatedField<::tensorflow::error::Code>& queue_closed_exception_types() const { return queue_closed_exception_types_; }
  ::penstock::RepeatedField<::tensorflow::error::Code>* mutable_queue_closed_exception_types() { return &queue_closed_exception_types_; }
  int queue_closed_exception_types_size() const { return queue_closed_exception_types_.size(); }
  void clear_queue_closed_exception_types() { queue_closed_exception_types_ = ::penstock::RepeatedField<::tensorflow::error::Code>(); }
  ::tensorflow::error::Code queue_closed_exception_types(int i) const { return queue_closed_exception_types_.Get(i); }
  void set_queue_closed_exception_types(int i, ::tensorflow::error::Code value) { queue_closed_exception_types_.Set(i, value); }
  void add_queue_closed_exception_types(::tensorflow::error::Code value) { queue_closed_exception_types_.Add(value); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "queue_name", queue_name_, nullptr);
    v.Texts(2, "enqueue_op_name", enqueue_op_name_);
    v.Text(3, "close_op_name", close_op_name_, nullptr);
    v.Text(4, "cancel_op_name", cancel_op_name_, nullptr);
    v.template Repeated<::penstock::kVarint>(5, "queue_closed_exception_types", queue_closed_exception_types_);
  }

 private:
  std::string queue_name_;
  ::penstock::RepeatedPtrField<std::string> enqueue_op_name_;
  std::string close_op_name_;
  std::string cancel_op_name_;
  ::penstock::RepeatedField<::tensorflow::error::Code> queue_closed_exception_types_;
};
class QueueRunnerDef : public QueueRunnerDefFields<QueueRunnerDef> {};

template <typename M>
class ValuesDefFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<std::string>& values() const { return values_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_values() { return &values_; }
  int values_size() const { return values_.size(); }
  void clear_values() { values_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& values(int i) const { return values_.Get(i); }
  std::string* mutable_values(int i) { return values_.Mutable(i); }
  std::string* add_values() { return values_.Add(); }
  void add_values(const std::string& value) { *values_.Add() = value; }
  void set_values(int i, const std::string& value) { *values_.Mutable(i) = value; }
  const ::penstock::Map<std::string, std::string>& external_values() const { return external_values_; }
  ::penstock::Map<std::string, std::string>* mutable_external_values() { return &external_values_; }
  int external_values_size() const { return external_values_.size(); }
  void clear_external_values() { external_values_ = ::penstock::Map<std::string, std::string>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Texts(1, "values", values_);
    v.template Entries<::penstock::kString, ::penstock::kString>(2, "external_values", external_values_);
  }

 private:
  ::penstock::RepeatedPtrField<std::string> values_;
  ::penstock::Map<std::string, std::string> external_values_;
};
class ValuesDef : public ValuesDefFields<ValuesDef> {};

template <typename M>
class ControlFlowContextDefFields : public ::penstock::MessageOf<M> {
 public:
  enum CtxtCase { kCondCtxt = 1, kWhileCtxt = 2, CTXT_NOT_SET = 0 };
  CtxtCase ctxt_case() const { return static_cast<CtxtCase>(ctxt_case_); }
  void clear_ctxt() { ctxt_case_ = 0; }
  bool has_cond_ctxt() const { return ctxt_case_ == 1; }
  const ::tensorflow::CondContextDef& cond_ctxt() const { return has_cond_ctxt() ? cond_ctxt_.get() : cond_ctxt_.none(); }
  ::tensorflow::CondContextDef* mutable_cond_ctxt() { if (ctxt_case_ != 1) cond_ctxt_.reset(); ctxt_case_ = 1; return cond_ctxt_.mutable_get(); }
  void set_allocated_cond_ctxt(::tensorflow::CondContextDef* value) { ctxt_case_ = 1; cond_ctxt_.reset(value); }
  ::tensorflow::CondContextDef* release_cond_ctxt() { if (ctxt_case_ == 1) ctxt_case_ = 0; return cond_ctxt_.release(); }
  void clear_cond_ctxt() { if (ctxt_case_ == 1) ctxt_case_ = 0; cond_ctxt_.reset(); }
  bool has_while_ctxt() const { return ctxt_case_ == 2; }
  const ::tensorflow::WhileContextDef& while_ctxt() const { return has_while_ctxt() ? while_ctxt_.get() : while_ctxt_.none(); }
  ::tensorflow::WhileContextDef* mutable_while_ctxt() { if (ctxt_case_ != 2) while_ctxt_.reset(); ctxt_case_ = 2; return while_ctxt_.mutable_get(); }
  void set_allocated_while_ctxt(::tensorflow::WhileContextDef* value) { ctxt_case_ = 2; while_ctxt_.reset(value); }
  ::tensorflow::WhileContextDef* release_while_ctxt() { if (ctxt_case_ == 2) ctxt_case_ = 0; return while_ctxt_.release(); }
  void clear_while_ctxt() { if (ctxt_case_ == 2) ctxt_case_ = 0; while_ctxt_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "cond_ctxt", cond_ctxt_, &ctxt_case_);
    v.Message(2, "while_ctxt", while_ctxt_, &ctxt_case_);
  }

 private:
  ::penstock::Box<::tensorflow::CondContextDef> cond_ctxt_;
  ::penstock::Box<::tensorflow::WhileContextDef> while_ctxt_;
  int ctxt_case_ = 0;
};
class ControlFlowContextDef : public ControlFlowContextDefFields<ControlFlowContextDef> {};

template <typename M>
class CondContextDefFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& context_name() const { return context_name_; }
  void set_context_name(const std::string& value) { context_name_ = value; }
  void set_context_name(const char* value) { context_name_ = value; }
  void set_context_name(const void* data, size_t size) { context_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_context_name() { return &context_name_; }
  void clear_context_name() { context_name_.clear(); }
  const std::string& pred_name() const { return pred_name_; }
  void set_pred_name(const std::string& value) { pred_name_ = value; }
  void set_pred_name(const char* value) { pred_name_ = value; }
  void set_pred_name(const void* data, size_t size) { pred_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_pred_name() { return &pred_name_; }
  void clear_pred_name() { pred_name_.clear(); }
  const std::string& pivot_name() const { return pivot_name_; }
  void set_pivot_name(const std::string& value) { pivot_name_ = value; }
  void set_pivot_name(const char* value) { pivot_name_ = value; }
  void set_pivot_name(const void* data, size_t size) { pivot_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_pivot_name() { return &pivot_name_; }
  void clear_pivot_name() { pivot_name_.clear(); }
  ::tensorflow::int32 branch() const { return branch_; }
  void set_branch(::tensorflow::int32 value) { branch_ = value; }
  void clear_branch() { branch_ = ::tensorflow::int32(); }
  bool has_values_def() const { return values_def_.has(); }
  const ::tensorflow::ValuesDef& values_def() const { return values_def_.get(); }
  ::tensorflow::ValuesDef* mutable_values_def() { return values_def_.mutable_get(); }
  void set_allocated_values_def(::tensorflow::ValuesDef* value) { values_def_.reset(value); }
  ::tensorflow::ValuesDef* release_values_def() { return values_def_.release(); }
  void clear_values_def() { values_def_.reset(); }
  const ::penstock::RepeatedPtrField<::tensorflow::ControlFlowContextDef>& nested_contexts() const { return nested_contexts_; }
  ::penstock::RepeatedPtrField<::tensorflow::ControlFlowContextDef>* mutable_nested_contexts() { return &nested_contexts_; }
  int nested_contexts_size() const { return nested_contexts_.size(); }
  void clear_nested_contexts() { nested_contexts_ = ::penstock::RepeatedPtrField<::tensorflow::ControlFlowContextDef>(); }
  const ::tensorflow::ControlFlowContextDef& nested_contexts(int i) const { return nested_contexts_.Get(i); }
  ::tensorflow::ControlFlowContextDef* mutable_nested_contexts(int i) { return nested_contexts_.Mutable(i); }
  ::tensorflow::ControlFlowContextDef* add_nested_contexts() { return nested_contexts_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "context_name", context_name_, nullptr);
    v.Text(2, "pred_name", pred_name_, nullptr);
    v.Text(3, "pivot_name", pivot_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "branch", branch_, nullptr);
    v.Message(5, "values_def", values_def_, nullptr);
    v.Messages(6, "nested_contexts", nested_contexts_);
  }

 private:
  std::string context_name_;
  std::string pred_name_;
  std::string pivot_name_;
  ::tensorflow::int32 branch_ = ::tensorflow::int32();
  ::penstock::Box<::tensorflow::ValuesDef> values_def_;
  ::penstock::RepeatedPtrField<::tensorflow::ControlFlowContextDef> nested_contexts_;
};
class CondContextDef : public CondContextDefFields<CondContextDef> {};

template <typename M>
class WhileContextDefFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& context_name() const { return context_name_; }
  void set_context_name(const std::string& value) { context_name_ = value; }
  void set_context_name(const char* value) { context_name_ = value; }
  void set_context_name(const void* data, size_t size) { context_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_context_name() { return &context_name_; }
  void clear_context_name() { context_name_.clear(); }
  ::tensorflow::int32 parallel_iterations() const { return parallel_iterations_; }
  void set_parallel_iterations(::tensorflow::int32 value) { parallel_iterations_ = value; }
  void clear_parallel_iterations() { parallel_iterations_ = ::tensorflow::int32(); }
  bool back_prop() const { return back_prop_; }
  void set_back_prop(bool value) { back_prop_ = value; }
  void clear_back_prop() { back_prop_ = bool(); }
  bool swap_memory() const { return swap_memory_; }
  void set_swap_memory(bool value) { swap_memory_ = value; }
  void clear_swap_memory() { swap_memory_ = bool(); }
  const std::string& pivot_name() const { return pivot_name_; }
  void set_pivot_name(const std::string& value) { pivot_name_ = value; }
  void set_pivot_name(const char* value) { pivot_name_ = value; }
  void set_pivot_name(const void* data, size_t size) { pivot_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_pivot_name() { return &pivot_name_; }
  void clear_pivot_name() { pivot_name_.clear(); }
  const std::string& pivot_for_pred_name() const { return pivot_for_pred_name_; }
  void set_pivot_for_pred_name(const std::string& value) { pivot_for_pred_name_ = value; }
  void set_pivot_for_pred_name(const char* value) { pivot_for_pred_name_ = value; }
  void set_pivot_for_pred_name(const void* data, size_t size) { pivot_for_pred_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_pivot_for_pred_name() { return &pivot_for_pred_name_; }
  void clear_pivot_for_pred_name() { pivot_for_pred_name_.clear(); }
  const std::string& pivot_for_body_name() const { return pivot_for_body_name_; }
  void set_pivot_for_body_name(const std::string& value) { pivot_for_body_name_ = value; }
  void set_pivot_for_body_name(const char* value) { pivot_for_body_name_ = value; }
  void set_pivot_for_body_name(const void* data, size_t size) { pivot_for_body_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_pivot_for_body_name() { return &pivot_for_body_name_; }
  void clear_pivot_for_body_name() { pivot_for_body_name_.clear(); }
  const ::penstock::RepeatedPtrField<std::string>& loop_exit_names() const { return loop_exit_names_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_loop_exit_names() { return &loop_exit_names_; }
  int loop_exit_names_size() const { return loop_exit_names_.size(); }
  void clear_loop_exit_names() { loop_exit_names_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& loop_exit_names(int i) const { return loop_exit_names_.Get(i); }
  std::string* mutable_loop_exit_names(int i) { return loop_exit_names_.Mutable(i); }
  std::string* add_loop_exit_names() { return loop_exit_names_.Add(); }
  void add_loop_exit_names(const std::string& value) { *loop_exit_names_.Add() = value; }
  void set_loop_exit_names(int i, const std::string& value) { *loop_exit_names_.Mutable(i) = value; }
  const ::penstock::RepeatedPtrField<std::string>& loop_enter_names() const { return loop_enter_names_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_loop_enter_names() { return &loop_enter_names_; }
  int loop_enter_names_size() const { return loop_enter_names_.size(); }
  void clear_loop_enter_names() { loop_enter_names_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& loop_enter_names(int i) const { return loop_enter_names_.Get(i); }
  std::string* mutable_loop_enter_names(int i) { return loop_enter_names_.Mutable(i); }
  std::string* add_loop_enter_names() { return loop_enter_names_.Add(); }
  void add_loop_enter_names(const std::string& value) { *loop_enter_names_.Add() = value; }
  void set_loop_enter_names(int i, const std::string& value) { *loop_enter_names_.Mutable(i) = value; }
  bool has_values_def() const { return values_def_.has(); }
  const ::tensorflow::ValuesDef& values_def() const { return values_def_.get(); }
  ::tensorflow::ValuesDef* mutable_values_def() { return values_def_.mutable_get(); }
  void set_allocated_values_def(::tensorflow::ValuesDef* value) { values_def_.reset(value); }
  ::tensorflow::ValuesDef* release_values_def() { return values_def_.release(); }
  void clear_values_def() { values_def_.reset(); }
  const std::string& maximum_iterations_name() const { return maximum_iterations_name_; }
  void set_maximum_iterations_name(const std::string& value) { maximum_iterations_name_ = value; }
  void set_maximum_iterations_name(const char* value) { maximum_iterations_name_ = value; }
  void set_maximum_iterations_name(const void* data, size_t size) { maximum_iterations_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_maximum_iterations_name() { return &maximum_iterations_name_; }
  void clear_maximum_iterations_name() { maximum_iterations_name_.clear(); }
  const ::penstock::RepeatedPtrField<::tensorflow::ControlFlowContextDef>& nested_contexts() const { return nested_contexts_; }
  ::penstock::RepeatedPtrField<::tensorflow::ControlFlowContextDef>* mutable_nested_contexts() { return &nested_contexts_; }
  int nested_contexts_size() const { return nested_contexts_.size(); }
  void clear_nested_contexts() { nested_contexts_ = ::penstock::RepeatedPtrField<::tensorflow::ControlFlowContextDef>(); }
  const ::tensorflow::ControlFlowContextDef& nested_contexts(int i) const { return nested_contexts_.Get(i); }
  ::tensorflow::ControlFlowContextDef* mutable_nested_contexts(int i) { return nested_contexts_.Mutable(i); }
  ::tensorflow::ControlFlowContextDef* add_nested_contexts() { return nested_contexts_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "context_name", context_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "parallel_iterations", parallel_iterations_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "back_prop", back_prop_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "swap_memory", swap_memory_, nullptr);
    v.Text(5, "pivot_name", pivot_name_, nullptr);
    v.Text(6, "pivot_for_pred_name", pivot_for_pred_name_, nullptr);
    v.Text(7, "pivot_for_body_name", pivot_for_body_name_, nullptr);
    v.Texts(8, "loop_exit_names", loop_exit_names_);
    v.Texts(10, "loop_enter_names", loop_enter_names_);
    v.Message(9, "values_def", values_def_, nullptr);
    v.Text(11, "maximum_iterations_name", maximum_iterations_name_, nullptr);
    v.Messages(12, "nested_contexts", nested_contexts_);
  }

 private:
  std::string context_name_;
  ::tensorflow::int32 parallel_iterations_ = ::tensorflow::int32();
  bool back_prop_ = bool();
  bool swap_memory_ = bool();
  std::string pivot_name_;
  std::string pivot_for_pred_name_;
  std::string pivot_for_body_name_;
  ::penstock::RepeatedPtrField<std::string> loop_exit_names_;
  ::penstock::RepeatedPtrField<std::string> loop_enter_names_;
  ::penstock::Box<::tensorflow::ValuesDef> values_def_;
  std::string maximum_iterations_name_;
  ::penstock::RepeatedPtrField<::tensorflow::ControlFlowContextDef> nested_contexts_;
};
class WhileContextDef : public WhileContextDefFields<WhileContextDef> {};

template <typename M>
class NamedTensorProtoFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  bool has_tensor() const { return tensor_.has(); }
  const ::tensorflow::TensorProto& tensor() const { return tensor_.get(); }
  ::tensorflow::TensorProto* mutable_tensor() { return tensor_.mutable_get(); }
  void set_allocated_tensor(::tensorflow::TensorProto* value) { tensor_.reset(value); }
  ::tensorflow::TensorProto* release_tensor() { return tensor_.release(); }
  void clear_tensor() { tensor_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Message(2, "tensor", tensor_, nullptr);
  }

 private:
  std::string name_;
  ::penstock::Box<::tensorflow::TensorProto> tensor_;
};
class NamedTensorProto : public NamedTensorProtoFields<NamedTensorProto> {};

template <typename M>
class ReaderBaseStateFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 work_started() const { return work_started_; }
  void set_work_started(::tensorflow::int64 value) { work_started_ = value; }
  void clear_work_started() { work_started_ = ::tensorflow::int64(); }
  ::tensorflow::int64 work_finished() const { return work_finished_; }
  void set_work_finished(::tensorflow::int64 value) { work_finished_ = value; }
  void clear_work_finished() { work_finished_ = ::tensorflow::int64(); }
  ::tensorflow::int64 num_records_produced() const { return num_records_produced_; }
  void set_num_records_produced(::tensorflow::int64 value) { num_records_produced_ = value; }
  void clear_num_records_produced() { num_records_produced_ = ::tensorflow::int64(); }
  const std::string& current_work() const { return current_work_; }
  void set_current_work(const std::string& value) { current_work_ = value; }
  void set_current_work(const char* value) { current_work_ = value; }
  void set_current_work(const void* data, size_t size) { current_work_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_current_work() { return &current_work_; }
  void clear_current_work() { current_work_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "work_started", work_started_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "work_finished", work_finished_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "num_records_produced", num_records_produced_, nullptr);
    v.Text(4, "current_work", current_work_, nullptr);
  }

 private:
  ::tensorflow::int64 work_started_ = ::tensorflow::int64();
  ::tensorflow::int64 work_finished_ = ::tensorflow::int64();
  ::tensorflow::int64 num_records_produced_ = ::tensorflow::int64();
  std::string current_work_;
};
class ReaderBaseState : public ReaderBaseStateFields<ReaderBaseState> {};

template <typename M>
class CheckpointStateFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& model_checkpoint_path() const { return model_checkpoint_path_; }
  void set_model_checkpoint_path(const std::string& value) { model_checkpoint_path_ = value; }
  void set_model_checkpoint_path(const char* value) { model_checkpoint_path_ = value; }
  void set_model_checkpoint_path(const void* data, size_t size) { model_checkpoint_path_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_model_checkpoint_path() { return &model_checkpoint_path_; }
  void clear_model_checkpoint_path() { model_checkpoint_path_.clear(); }
  const ::penstock::RepeatedPtrField<std::string>& all_model_checkpoint_paths() const { return all_model_checkpoint_paths_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_all_model_checkpoint_paths() { return &all_model_checkpoint_paths_; }
  int all_model_checkpoint_paths_size() const { return all_model_checkpoint_paths_.size(); }
  void clear_all_model_checkpoint_paths() { all_model_checkpoint_paths_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& all_model_checkpoint_paths(int i) const { return all_model_checkpoint_paths_.Get(i); }
  std::string* mutable_all_model_checkpoint_paths(int i) { return all_model_checkpoint_paths_.Mutable(i); }
  std::string* add_all_model_checkpoint_paths() { return all_model_checkpoint_paths_.Add(); }
  void add_all_model_checkpoint_paths(const std::string& value) { *all_model_checkpoint_paths_.Add() = value; }
  void set_all_model_checkpoint_paths(int i, const std::string& value) { *all_model_checkpoint_paths_.Mutable(i) = value; }
  const ::penstock::RepeatedField<double>& all_model_checkpoint_timestamps() const { return all_model_checkpoint_timestamps_; }
  ::penstock::RepeatedField<double>* mutable_all_model_checkpoint_timestamps() { return &all_model_checkpoint_timestamps_; }
  int all_model_checkpoint_timestamps_size() const { return all_model_checkpoint_timestamps_.size(); }
  void clear_all_model_checkpoint_timestamps() { all_model_checkpoint_timestamps_ = ::penstock::RepeatedField<double>(); }
  double all_model_checkpoint_timestamps(int i) const { return all_model_checkpoint_timestamps_.Get(i); }
  void set_all_model_checkpoint_timestamps(int i, double value) { all_model_checkpoint_timestamps_.Set(i, value); }
  void add_all_model_checkpoint_timestamps(double value) { all_model_checkpoint_timestamps_.Add(value); }
  double last_preserved_timestamp() const { return last_preserved_timestamp_; }
  void set_last_preserved_timestamp(double value) { last_preserved_timestamp_ = value; }
  void clear_last_preserved_timestamp() { last_preserved_timestamp_ = double(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "model_checkpoint_path", model_checkpoint_path_, nullptr);
    v.Texts(2, "all_model_checkpoint_paths", all_model_checkpoint_paths_);
    v.template Repeated<::penstock::kDouble>(3, "all_model_checkpoint_timestamps", all_model_checkpoint_timestamps_);
    v.template Scalar<::penstock::kDouble>(4, "last_preserved_timestamp", last_preserved_timestamp_, nullptr);
  }

 private:
  std::string model_checkpoint_path_;
  ::penstock::RepeatedPtrField<std::string> all_model_checkpoint_paths_;
  ::penstock::RepeatedField<double> all_model_checkpoint_timestamps_;
  double last_preserved_timestamp_ = double();
};
class CheckpointState : public CheckpointStateFields<CheckpointState> {};

template <typename M>
class HParamDef_BytesListFields : public ::penstock::MessageOf<M> {
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
class HParamDef_BytesList : public HParamDef_BytesListFields<HParamDef_BytesList> {};

template <typename M>
class HParamDef_FloatListFields : public ::penstock::MessageOf<M> {
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
class HParamDef_FloatList : public HParamDef_FloatListFields<HParamDef_FloatList> {};

template <typename M>
class HParamDef_Int64ListFields : public ::penstock::MessageOf<M> {
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
class HParamDef_Int64List : public HParamDef_Int64ListFields<HParamDef_Int64List> {};

template <typename M>
class HParamDef_BoolListFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedField<bool>& value() const { return value_; }
  ::penstock::RepeatedField<bool>* mutable_value() { return &value_; }
  int value_size() const { return value_.size(); }
  void clear_value() { value_ = ::penstock::RepeatedField<bool>(); }
  bool value(int i) const { return value_.Get(i); }
  void set_value(int i, bool value) { value_.Set(i, value); }
  void add_value(bool value) { value_.Add(value); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Repeated<::penstock::kVarint>(1, "value", value_);
  }

 private:
  ::penstock::RepeatedField<bool> value_;
};
class HParamDef_BoolList : public HParamDef_BoolListFields<HParamDef_BoolList> {};

template <typename M>
class HParamDef_HParamTypeFields : public ::penstock::MessageOf<M> {
 public:
  enum KindCase { kInt64Value = 1, kFloatValue = 2, kBytesValue = 3, kBoolValue = 7, kInt64List = 4, kFloatList = 5, kBytesList = 6, kBoolList = 8, KIND_NOT_SET = 0 };
  KindCase kind_case() const { return static_cast<KindCase>(kind_case_); }
  void clear_kind() { kind_case_ = 0; }
  bool has_int64_value() const { return kind_case_ == 1; }
  ::tensorflow::int64 int64_value() const { return has_int64_value() ? int64_value_ : ::tensorflow::int64(); }
  void set_int64_value(::tensorflow::int64 value) { kind_case_ = 1; int64_value_ = value; }
  void clear_int64_value() { if (kind_case_ == 1) kind_case_ = 0; int64_value_ = ::tensorflow::int64(); }
  bool has_float_value() const { return kind_case_ == 2; }
  float float_value() const { return has_float_value() ? float_value_ : float(); }
  void set_float_value(float value) { kind_case_ = 2; float_value_ = value; }
  void clear_float_value() { if (kind_case_ == 2) kind_case_ = 0; float_value_ = float(); }
  bool has_bytes_value() const { return kind_case_ == 3; }
  const std::string& bytes_value() const { return bytes_value_; }
  void set_bytes_value(const std::string& value) { kind_case_ = 3; bytes_value_ = value; }
  void set_bytes_value(const char* value) { kind_case_ = 3; bytes_value_ = value; }
  void set_bytes_value(const void* data, size_t size) { kind_case_ = 3; bytes_value_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_bytes_value() { if (kind_case_ != 3) bytes_value_.clear(); kind_case_ = 3; return &bytes_value_; }
  void clear_bytes_value() { if (kind_case_ == 3) kind_case_ = 0; bytes_value_.clear(); }
  bool has_bool_value() const { return kind_case_ == 7; }
  bool bool_value() const { return has_bool_value() ? bool_value_ : bool(); }
  void set_bool_value(bool value) { kind_case_ = 7; bool_value_ = value; }
  void clear_bool_value() { if (kind_case_ == 7) kind_case_ = 0; bool_value_ = bool(); }
  bool has_int64_list() const { return kind_case_ == 4; }
  const ::tensorflow::HParamDef_Int64List& int64_list() const { return has_int64_list() ? int64_list_.get() : int64_list_.none(); }
  ::tensorflow::HParamDef_Int64List* mutable_int64_list() { if (kind_case_ != 4) int64_list_.reset(); kind_case_ = 4; return int64_list_.mutable_get(); }
  void set_allocated_int64_list(::tensorflow::HParamDef_Int64List* value) { kind_case_ = 4; int64_list_.reset(value); }
  ::tensorflow::HParamDef_Int64List* release_int64_list() { if (kind_case_ == 4) kind_case_ = 0; return int64_list_.release(); }
  void clear_int64_list() { if (kind_case_ == 4) kind_case_ = 0; int64_list_.reset(); }
  bool has_float_list() const { return kind_case_ == 5; }
  const ::tensorflow::HParamDef_FloatList& float_list() const { return has_float_list() ? float_list_.get() : float_list_.none(); }
  ::tensorflow::HParamDef_FloatList* mutable_float_list() { if (kind_case_ != 5) float_list_.reset(); kind_case_ = 5; return float_list_.mutable_get(); }
  void set_allocated_float_list(::tensorflow::HParamDef_FloatList* value) { kind_case_ = 5; float_list_.reset(value); }
  ::tensorflow::HParamDef_FloatList* release_float_list() { if (kind_case_ == 5) kind_case_ = 0; return float_list_.release(); }
  void clear_float_list() { if (kind_case_ == 5) kind_case_ = 0; float_list_.reset(); }
  bool has_bytes_list() const { return kind_case_ == 6; }
  const ::tensorflow::HParamDef_BytesList& bytes_list() const { return has_bytes_list() ? bytes_list_.get() : bytes_list_.none(); }
  ::tensorflow::HParamDef_BytesList* mutable_bytes_list() { if (kind_case_ != 6) bytes_list_.reset(); kind_case_ = 6; return bytes_list_.mutable_get(); }
  void set_allocated_bytes_list(::tensorflow::HParamDef_BytesList* value) { kind_case_ = 6; bytes_list_.reset(value); }
  ::tensorflow::HParamDef_BytesList* release_bytes_list() { if (kind_case_ == 6) kind_case_ = 0; return bytes_list_.release(); }
  void clear_bytes_list() { if (kind_case_ == 6) kind_case_ = 0; bytes_list_.reset(); }
  bool has_bool_list() const { return kind_case_ == 8; }
  const ::tensorflow::HParamDef_BoolList& bool_list() const { return has_bool_list() ? bool_list_.get() : bool_list_.none(); }
  ::tensorflow::HParamDef_BoolList* mutable_bool_list() { if (kind_case_ != 8) bool_list_.reset(); kind_case_ = 8; return bool_list_.mutable_get(); }
  void set_allocated_bool_list(::tensorflow::HParamDef_BoolList* value) { kind_case_ = 8; bool_list_.reset(value); }
  ::tensorflow::HParamDef_BoolList* release_bool_list() { if (kind_case_ == 8) kind_case_ = 0; return bool_list_.release(); }
  void clear_bool_list() { if (kind_case_ == 8) kind_case_ = 0; bool_list_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "int64_value", int64_value_, &kind_case_);
    v.template Scalar<::penstock::kFloat>(2, "float_value", float_value_, &kind_case_);
    v.Text(3, "bytes_value", bytes_value_, &kind_case_);
    v.template Scalar<::penstock::kVarint>(7, "bool_value", bool_value_, &kind_case_);
    v.Message(4, "int64_list", int64_list_, &kind_case_);
    v.Message(5, "float_list", float_list_, &kind_case_);
    v.Message(6, "bytes_list", bytes_list_, &kind_case_);
    v.Message(8, "bool_list", bool_list_, &kind_case_);
  }

 private:
  ::tensorflow::int64 int64_value_ = ::tensorflow::int64();
  float float_value_ = float();
  std::string bytes_value_;
  bool bool_value_ = bool();
  ::penstock::Box<::tensorflow::HParamDef_Int64List> int64_list_;
  ::penstock::Box<::tensorflow::HParamDef_FloatList> float_list_;
  ::penstock::Box<::tensorflow::HParamDef_BytesList> bytes_list_;
  ::penstock::Box<::tensorflow::HParamDef_BoolList> bool_list_;
  int kind_case_ = 0;
};
class HParamDef_HParamType : public HParamDef_HParamTypeFields<HParamDef_HParamType> {};

template <typename M>
class HParamDefFields : public ::penstock::MessageOf<M> {
 public:
  typedef HParamDef_BytesList BytesList;
  typedef HParamDef_FloatList FloatList;
  typedef HParamDef_Int64List Int64List;
  typedef HParamDef_BoolList BoolList;
  typedef HParamDef_HParamType HParamType;
  const ::penstock::Map<std::string, ::tensorflow::HParamDef_HParamType>& hparam() const { return hparam_; }
  ::penstock::Map<std::string, ::tensorflow::HParamDef_HParamType>* mutable_hparam() { return &hparam_; }
  int hparam_size() const { return hparam_.size(); }
  void clear_hparam() { hparam_ = ::penstock::Map<std::string, ::tensorflow::HParamDef_HParamType>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kString, ::penstock::kMessage>(1, "hparam", hparam_);
  }

 private:
  ::penstock::Map<std::string, ::tensorflow::HParamDef_HParamType> hparam_;
};
class HParamDef : public HParamDefFields<HParamDef> {};

}  // namespace tensorflow
