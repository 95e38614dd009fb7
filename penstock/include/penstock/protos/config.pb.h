// Made by penstock/tools/cpp_messages.py from penstock/protos/config.proto: not for editing.
#pragma once

#include "penstock/message.h"
#include "tensorflow/core/platform/types.h"
#include "penstock/protos/graph.pb.h"
#include "penstock/protos/stats.pb.h"

namespace tensorflow {

class CoordinatedJob;
class CoordinationServiceConfig;
class TaskDeviceFilters;
class JobDeviceFilters;
class ClusterDeviceFilters;
class JobDef;
class ClusterDef;
class DebugTensorWatch;
class DebugOptions;
class DebuggedSourceFile;
class DebuggedSourceFiles;
class VerifierConfig;
class AutoParallelOptions;
class ScopedAllocatorOptions;
class RewriterConfig_CustomGraphOptimizer;
class RewriterConfig;
class GPUOptions_Experimental_VirtualDevices;
class GPUOptions_Experimental;
class GPUOptions;
class OptimizerOptions;
class GraphOptions;
class ThreadPoolOptionProto;
class RPCOptions;
class SessionMetadata;
class ConfigProto_Experimental;
class ConfigProto;
class RunOptions_Experimental_RunHandlerPoolOptions;
class RunOptions_Experimental;
class RunOptions;
class RunMetadata_FunctionGraphs;
class RunMetadata;
class TensorConnection;
class CallableOptions;
class ServerDef;
class DeviceProperties;
class NamedDevice;

enum VerifierConfig_Toggle : int {
  VerifierConfig_Toggle_DEFAULT = 0,
  VerifierConfig_Toggle_ON = 1,
  VerifierConfig_Toggle_OFF = 2,
};
inline const ::penstock::EnumNames& VerifierConfig_Toggle_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "DEFAULT"},
    {1, "ON"},
    {2, "OFF"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& VerifierConfig_Toggle_Name(VerifierConfig_Toggle value) { return VerifierConfig_Toggle_Names().Find(value); }
inline std::string NameOf(VerifierConfig_Toggle value) { return VerifierConfig_Toggle_Name(value); }
inline bool VerifierConfig_Toggle_IsValid(int value) { return !VerifierConfig_Toggle_Name(static_cast<VerifierConfig_Toggle>(value)).empty(); }
inline bool VerifierConfig_Toggle_Parse(const std::string& text, VerifierConfig_Toggle* value) {
  int number;
  return VerifierConfig_Toggle_Names().Find(text, &number) && (*value = static_cast<VerifierConfig_Toggle>(number), true);
}
inline bool FromName(const std::string& text, VerifierConfig_Toggle* value) { return VerifierConfig_Toggle_Parse(text, value); }

enum RewriterConfig_Toggle : int {
  RewriterConfig_Toggle_DEFAULT = 0,
  RewriterConfig_Toggle_ON = 1,
  RewriterConfig_Toggle_OFF = 2,
  RewriterConfig_Toggle_AGGRESSIVE = 3,
  RewriterConfig_Toggle_EXPERIMENTAL_MLIR = 4,
  RewriterConfig_Toggle_EXPERIMENTAL_BOTH = 5,
};
inline const ::penstock::EnumNames& RewriterConfig_Toggle_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "DEFAULT"},
    {1, "ON"},
    {2, "OFF"},
    {3, "AGGRESSIVE"},
    {4, "EXPERIMENTAL_MLIR"},
    {5, "EXPERIMENTAL_BOTH"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& RewriterConfig_Toggle_Name(RewriterConfig_Toggle value) { return RewriterConfig_Toggle_Names().Find(value); }
inline std::string NameOf(RewriterConfig_Toggle value) { return RewriterConfig_Toggle_Name(value); }
inline bool RewriterConfig_Toggle_IsValid(int value) { return !RewriterConfig_Toggle_Name(static_cast<RewriterConfig_Toggle>(value)).empty(); }
inline bool RewriterConfig_Toggle_Parse(const std::string& text, RewriterConfig_Toggle* value) {
  int number;
  return RewriterConfig_Toggle_Names().Find(text, &number) && (*value = static_cast<RewriterConfig_Toggle>(number), true);
}
inline bool FromName(const std::string& text, RewriterConfig_Toggle* value) { return RewriterConfig_Toggle_Parse(text, value); }

enum RewriterConfig_NumIterationsType : int {
  RewriterConfig_NumIterationsType_DEFAULT_NUM_ITERS = 0,
  RewriterConfig_NumIterationsType_ONE = 1,
  RewriterConfig_NumIterationsType_TWO = 2,
};
inline const ::penstock::EnumNames& RewriterConfig_NumIterationsType_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "DEFAULT_NUM_ITERS"},
    {1, "ONE"},
    {2, "TWO"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& RewriterConfig_NumIterationsType_Name(RewriterConfig_NumIterationsType value) { return RewriterConfig_NumIterationsType_Names().Find(value); }
inline std::string NameOf(RewriterConfig_NumIterationsType value) { return RewriterConfig_NumIterationsType_Name(value); }
inline bool RewriterConfig_NumIterationsType_IsValid(int value) { return !RewriterConfig_NumIterationsType_Name(static_cast<RewriterConfig_NumIterationsType>(value)).empty(); }
inline bool RewriterConfig_NumIterationsType_Parse(const std::string& text, RewriterConfig_NumIterationsType* value) {
  int number;
  return RewriterConfig_NumIterationsType_Names().Find(text, &number) && (*value = static_cast<RewriterConfig_NumIterationsType>(number), true);
}
inline bool FromName(const std::string& text, RewriterConfig_NumIterationsType* value) { return RewriterConfig_NumIterationsType_Parse(text, value); }

enum RewriterConfig_MemOptType : int {
  RewriterConfig_MemOptType_DEFAULT_MEM_OPT = 0,
  RewriterConfig_MemOptType_NO_MEM_OPT = 1,
  RewriterConfig_MemOptType_MANUAL = 2,
  RewriterConfig_MemOptType_SWAPPING_HEURISTICS = 4,
  RewriterConfig_MemOptType_RECOMPUTATION_HEURISTICS = 5,
  RewriterConfig_MemOptType_SCHEDULING_HEURISTICS = 6,
  RewriterConfig_MemOptType_HEURISTICS = 3,
};
inline const ::penstock::EnumNames& RewriterConfig_MemOptType_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "DEFAULT_MEM_OPT"},
    {1, "NO_MEM_OPT"},
    {2, "MANUAL"},
    {4, "SWAPPING_HEURISTICS"},
    {5, "RECOMPUTATION_HEURISTICS"},
    {6, "SCHEDULING_HEURISTICS"},
    {3, "HEURISTICS"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& RewriterConfig_MemOptType_Name(RewriterConfig_MemOptType value) { return RewriterConfig_MemOptType_Names().Find(value); }
inline std::string NameOf(RewriterConfig_MemOptType value) { return RewriterConfig_MemOptType_Name(value); }
inline bool RewriterConfig_MemOptType_IsValid(int value) { return !RewriterConfig_MemOptType_Name(static_cast<RewriterConfig_MemOptType>(value)).empty(); }
inline bool RewriterConfig_MemOptType_Parse(const std::string& text, RewriterConfig_MemOptType* value) {
  int number;
  return RewriterConfig_MemOptType_Names().Find(text, &number) && (*value = static_cast<RewriterConfig_MemOptType>(number), true);
}
inline bool FromName(const std::string& text, RewriterConfig_MemOptType* value) { return RewriterConfig_MemOptType_Parse(text, value); }

enum RewriterConfig_CpuLayout : int {
  RewriterConfig_CpuLayout_NO_CONVERSION_ON_CPU = 0,
  RewriterConfig_CpuLayout_NCHW_TO_NHWC = 1,
  RewriterConfig_CpuLayout_NHWC_TO_NCHW = 2,
};
inline const ::penstock::EnumNames& RewriterConfig_CpuLayout_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "NO_CONVERSION_ON_CPU"},
    {1, "NCHW_TO_NHWC"},
    {2, "NHWC_TO_NCHW"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& RewriterConfig_CpuLayout_Name(RewriterConfig_CpuLayout value) { return RewriterConfig_CpuLayout_Names().Find(value); }
inline std::string NameOf(RewriterConfig_CpuLayout value) { return RewriterConfig_CpuLayout_Name(value); }
inline bool RewriterConfig_CpuLayout_IsValid(int value) { return !RewriterConfig_CpuLayout_Name(static_cast<RewriterConfig_CpuLayout>(value)).empty(); }
inline bool RewriterConfig_CpuLayout_Parse(const std::string& text, RewriterConfig_CpuLayout* value) {
  int number;
  return RewriterConfig_CpuLayout_Names().Find(text, &number) && (*value = static_cast<RewriterConfig_CpuLayout>(number), true);
}
inline bool FromName(const std::string& text, RewriterConfig_CpuLayout* value) { return RewriterConfig_CpuLayout_Parse(text, value); }

enum OptimizerOptions_Level : int {
  OptimizerOptions_Level_L1 = 0,
  OptimizerOptions_Level_L0 = -1,
};
inline const ::penstock::EnumNames& OptimizerOptions_Level_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "L1"},
    {-1, "L0"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& OptimizerOptions_Level_Name(OptimizerOptions_Level value) { return OptimizerOptions_Level_Names().Find(value); }
inline std::string NameOf(OptimizerOptions_Level value) { return OptimizerOptions_Level_Name(value); }
inline bool OptimizerOptions_Level_IsValid(int value) { return !OptimizerOptions_Level_Name(static_cast<OptimizerOptions_Level>(value)).empty(); }
inline bool OptimizerOptions_Level_Parse(const std::string& text, OptimizerOptions_Level* value) {
  int number;
  return OptimizerOptions_Level_Names().Find(text, &number) && (*value = static_cast<OptimizerOptions_Level>(number), true);
}
inline bool FromName(const std::string& text, OptimizerOptions_Level* value) { return OptimizerOptions_Level_Parse(text, value); }

enum OptimizerOptions_GlobalJitLevel : int {
  OptimizerOptions_GlobalJitLevel_DEFAULT = 0,
  OptimizerOptions_GlobalJitLevel_OFF = -1,
  OptimizerOptions_GlobalJitLevel_ON_1 = 1,
  OptimizerOptions_GlobalJitLevel_ON_2 = 2,
};
inline const ::penstock::EnumNames& OptimizerOptions_GlobalJitLevel_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "DEFAULT"},
    {-1, "OFF"},
    {1, "ON_1"},
    {2, "ON_2"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& OptimizerOptions_GlobalJitLevel_Name(OptimizerOptions_GlobalJitLevel value) { return OptimizerOptions_GlobalJitLevel_Names().Find(value); }
inline std::string NameOf(OptimizerOptions_GlobalJitLevel value) { return OptimizerOptions_GlobalJitLevel_Name(value); }
inline bool OptimizerOptions_GlobalJitLevel_IsValid(int value) { return !OptimizerOptions_GlobalJitLevel_Name(static_cast<OptimizerOptions_GlobalJitLevel>(value)).empty(); }
inline bool OptimizerOptions_GlobalJitLevel_Parse(const std::string& text, OptimizerOptions_GlobalJitLevel* value) {
  int number;
  return OptimizerOptions_GlobalJitLevel_Names().Find(text, &number) && (*value = static_cast<OptimizerOptions_GlobalJitLevel>(number), true);
}
inline bool FromName(const std::string& text, OptimizerOptions_GlobalJitLevel* value) { return OptimizerOptions_GlobalJitLevel_Parse(text, value); }

enum ConfigProto_Experimental_MlirBridgeRollout : int {
  ConfigProto_Experimental_MlirBridgeRollout_MLIR_BRIDGE_ROLLOUT_UNSPECIFIED = 0,
  ConfigProto_Experimental_MlirBridgeRollout_MLIR_BRIDGE_ROLLOUT_ENABLED = 1,
  ConfigProto_Experimental_MlirBridgeRollout_MLIR_BRIDGE_ROLLOUT_DISABLED = 2,
};
inline const ::penstock::EnumNames& ConfigProto_Experimental_MlirBridgeRollout_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "MLIR_BRIDGE_ROLLOUT_UNSPECIFIED"},
    {1, "MLIR_BRIDGE_ROLLOUT_ENABLED"},
    {2, "MLIR_BRIDGE_ROLLOUT_DISABLED"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& ConfigProto_Experimental_MlirBridgeRollout_Name(ConfigProto_Experimental_MlirBridgeRollout value) { return ConfigProto_Experimental_MlirBridgeRollout_Names().Find(value); }
inline std::string NameOf(ConfigProto_Experimental_MlirBridgeRollout value) { return ConfigProto_Experimental_MlirBridgeRollout_Name(value); }
inline bool ConfigProto_Experimental_MlirBridgeRollout_IsValid(int value) { return !ConfigProto_Experimental_MlirBridgeRollout_Name(static_cast<ConfigProto_Experimental_MlirBridgeRollout>(value)).empty(); }
inline bool ConfigProto_Experimental_MlirBridgeRollout_Parse(const std::string& text, ConfigProto_Experimental_MlirBridgeRollout* value) {
  int number;
  return ConfigProto_Experimental_MlirBridgeRollout_Names().Find(text, &number) && (*value = static_cast<ConfigProto_Experimental_MlirBridgeRollout>(number), true);
}
inline bool FromName(const std::string& text, ConfigProto_Experimental_MlirBridgeRollout* value) { return ConfigProto_Experimental_MlirBridgeRollout_Parse(text, value); }

enum RunOptions_TraceLevel : int {
  RunOptions_TraceLevel_NO_TRACE = 0,
  RunOptions_TraceLevel_SOFTWARE_TRACE = 1,
  RunOptions_TraceLevel_HARDWARE_TRACE = 2,
  RunOptions_TraceLevel_FULL_TRACE = 3,
};
inline const ::penstock::EnumNames& RunOptions_TraceLevel_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "NO_TRACE"},
    {1, "SOFTWARE_TRACE"},
    {2, "HARDWARE_TRACE"},
    {3, "FULL_TRACE"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& RunOptions_TraceLevel_Name(RunOptions_TraceLevel value) { return RunOptions_TraceLevel_Names().Find(value); }
inline std::string NameOf(RunOptions_TraceLevel value) { return RunOptions_TraceLevel_Name(value); }
inline bool RunOptions_TraceLevel_IsValid(int value) { return !RunOptions_TraceLevel_Name(static_cast<RunOptions_TraceLevel>(value)).empty(); }
inline bool RunOptions_TraceLevel_Parse(const std::string& text, RunOptions_TraceLevel* value) {
  int number;
  return RunOptions_TraceLevel_Names().Find(text, &number) && (*value = static_cast<RunOptions_TraceLevel>(number), true);
}
inline bool FromName(const std::string& text, RunOptions_TraceLevel* value) { return RunOptions_TraceLevel_Parse(text, value); }

template <typename M>
class CoordinatedJobFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  ::tensorflow::int32 num_tasks() const { return num_tasks_; }
  void set_num_tasks(::tensorflow::int32 value) { num_tasks_ = value; }
  void clear_num_tasks() { num_tasks_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "num_tasks", num_tasks_, nullptr);
  }

 private:
  std::string name_;
  ::tensorflow::int32 num_tasks_ = ::tensorflow::int32();
};
class CoordinatedJob : public CoordinatedJobFields<CoordinatedJob> {};

template <typename M>
class CoordinationServiceConfigFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& service_type() const { return service_type_; }
  void set_service_type(const std::string& value) { service_type_ = value; }
  void set_service_type(const char* value) { service_type_ = value; }
  void set_service_type(const void* data, size_t size) { service_type_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_service_type() { return &service_type_; }
  void clear_service_type() { service_type_.clear(); }
  const std::string& service_leader() const { return service_leader_; }
  void set_service_leader(const std::string& value) { service_leader_ = value; }
  void set_service_leader(const char* value) { service_leader_ = value; }
  void set_service_leader(const void* data, size_t size) { service_leader_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_service_leader() { return &service_leader_; }
  void clear_service_leader() { service_leader_.clear(); }
  bool enable_health_check() const { return enable_health_check_; }
  void set_enable_health_check(bool value) { enable_health_check_ = value; }
  void clear_enable_health_check() { enable_health_check_ = bool(); }
  ::tensorflow::int64 cluster_register_timeout_in_ms() const { return cluster_register_timeout_in_ms_; }
  void set_cluster_register_timeout_in_ms(::tensorflow::int64 value) { cluster_register_timeout_in_ms_ = value; }
  void clear_cluster_register_timeout_in_ms() { cluster_register_timeout_in_ms_ = ::tensorflow::int64(); }
  ::tensorflow::int64 heartbeat_timeout_in_ms() const { return heartbeat_timeout_in_ms_; }
  void set_heartbeat_timeout_in_ms(::tensorflow::int64 value) { heartbeat_timeout_in_ms_ = value; }
  void clear_heartbeat_timeout_in_ms() { heartbeat_timeout_in_ms_ = ::tensorflow::int64(); }
  const ::penstock::RepeatedPtrField<::tensorflow::CoordinatedJob>& coordinated_job_list() const { return coordinated_job_list_; }
  ::penstock::RepeatedPtrField<::tensorflow::CoordinatedJob>* mutable_coordinated_job_list() { return &coordinated_job_list_; }
  int coordinated_job_list_size() const { return coordinated_job_list_.size(); }
  void clear_coordinated_job_list() { coordinated_job_list_ = ::penstock::RepeatedPtrField<::tensorflow::CoordinatedJob>(); }
  const ::tensorflow::CoordinatedJob& coordinated_job_list(int i) const { return coordinated_job_list_.Get(i); }
  ::tensorflow::CoordinatedJob* mutable_coordinated_job_list(int i) { return coordinated_job_list_.Mutable(i); }
  ::tensorflow::CoordinatedJob* add_coordinated_job_list() { return coordinated_job_list_.Add(); }
  ::tensorflow::int64 shutdown_barrier_timeout_in_ms() const { return shutdown_barrier_timeout_in_ms_; }
  void set_shutdown_barrier_timeout_in_ms(::tensorflow::int64 value) { shutdown_barrier_timeout_in_ms_ = value; }
  void clear_shutdown_barrier_timeout_in_ms() { shutdown_barrier_timeout_in_ms_ = ::tensorflow::int64(); }
  bool agent_destruction_without_shutdown() const { return agent_destruction_without_shutdown_; }
  void set_agent_destruction_without_shutdown(bool value) { agent_destruction_without_shutdown_ = value; }
  void clear_agent_destruction_without_shutdown() { agent_destruction_without_shutdown_ = bool(); }
  const ::penstock::RepeatedPtrField<std::string>& recoverable_jobs() const { return recoverable_jobs_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_recoverable_jobs() { return &recoverable_jobs_; }
  int recoverable_jobs_size() const { return recoverable_jobs_.size(); }
  void clear_recoverable_jobs() { recoverable_jobs_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& recoverable_jobs(int i) const { return recoverable_jobs_.Get(i); }
  std::string* mutable_recoverable_jobs(int i) { return recoverable_jobs_.Mutable(i); }
  std::string* add_recoverable_jobs() { return recoverable_jobs_.Add(); }
  void add_recoverable_jobs(const std::string& value) { *recoverable_jobs_.Add() = value; }
  void set_recoverable_jobs(int i, const std::string& value) { *recoverable_jobs_.Mutable(i) = value; }
  bool allow_new_incarnation_to_reconnect() const { return allow_new_incarnation_to_reconnect_; }
  void set_allow_new_incarnation_to_reconnect(bool value) { allow_new_incarnation_to_reconnect_ = value; }
  void clear_allow_new_incarnation_to_reconnect() { allow_new_incarnation_to_reconnect_ = bool(); }
  bool force_disable() const { return force_disable_; }
  void set_force_disable(bool value) { force_disable_ = value; }
  void clear_force_disable() { force_disable_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "service_type", service_type_, nullptr);
    v.Text(2, "service_leader", service_leader_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "enable_health_check", enable_health_check_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "cluster_register_timeout_in_ms", cluster_register_timeout_in_ms_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "heartbeat_timeout_in_ms", heartbeat_timeout_in_ms_, nullptr);
    v.Messages(10, "coordinated_job_list", coordinated_job_list_);
    v.template Scalar<::penstock::kVarint>(7, "shutdown_barrier_timeout_in_ms", shutdown_barrier_timeout_in_ms_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "agent_destruction_without_shutdown", agent_destruction_without_shutdown_, nullptr);
    v.Texts(9, "recoverable_jobs", recoverable_jobs_);
    v.template Scalar<::penstock::kVarint>(11, "allow_new_incarnation_to_reconnect", allow_new_incarnation_to_reconnect_, nullptr);
    v.template Scalar<::penstock::kVarint>(12, "force_disable", force_disable_, nullptr);
  }

 private:
  std::string service_type_;
  std::string service_leader_;
  bool enable_health_check_ = bool();
  ::tensorflow::int64 cluster_register_timeout_in_ms_ = ::tensorflow::int64();
  ::tensorflow::int64 heartbeat_timeout_in_ms_ = ::tensorflow::int64();
  ::penstock::RepeatedPtrField<::tensorflow::CoordinatedJob> coordinated_job_list_;
  ::tensorflow::int64 shutdown_barrier_timeout_in_ms_ = ::tensorflow::int64();
  bool agent_destruction_without_shutdown_ = bool();
  ::penstock::RepeatedPtrField<std::string> recoverable_jobs_;
  bool allow_new_incarnation_to_reconnect_ = bool();
  bool force_disable_ = bool();
};
class CoordinationServiceConfig : public CoordinationServiceConfigFields<CoordinationServiceConfig> {};

template <typename M>
class TaskDeviceFiltersFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<std::string>& device_filters() const { return device_filters_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_device_filters() { return &device_filters_; }
  int device_filters_size() const { return device_filters_.size(); }
  void clear_device_filters() { device_filters_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& device_filters(int i) const { return device_filters_.Get(i); }
  std::string* mutable_device_filters(int i) { return device_filters_.Mutable(i); }
  std::string* add_device_filters() { return device_filters_.Add(); }
  void add_device_filters(const std::string& value) { *device_filters_.Add() = value; }
  void set_device_filters(int i, const std::string& value) { *device_filters_.Mutable(i) = value; }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Texts(1, "device_filters", device_filters_);
  }

 private:
  ::penstock::RepeatedPtrField<std::string> device_filters_;
};
class TaskDeviceFilters : public TaskDeviceFiltersFields<TaskDeviceFilters> {};

template <typename M>
class JobDeviceFiltersFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const ::penstock::Map<::tensorflow::int32, ::tensorflow::TaskDeviceFilters>& tasks() const { return tasks_; }
  ::penstock::Map<::tensorflow::int32, ::tensorflow::TaskDeviceFilters>* mutable_tasks() { return &tasks_; }
  int tasks_size() const { return tasks_.size(); }
  void clear_tasks() { tasks_ = ::penstock::Map<::tensorflow::int32, ::tensorflow::TaskDeviceFilters>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.template Entries<::penstock::kVarint, ::penstock::kMessage>(2, "tasks", tasks_);
  }

 private:
  std::string name_;
  ::penstock::Map<::tensorflow::int32, ::tensorflow::TaskDeviceFilters> tasks_;
};
class JobDeviceFilters : public JobDeviceFiltersFields<JobDeviceFilters> {};

template <typename M>
class ClusterDeviceFiltersFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::JobDeviceFilters>& jobs() const { return jobs_; }
  ::penstock::RepeatedPtrField<::tensorflow::JobDeviceFilters>* mutable_jobs() { return &jobs_; }
  int jobs_size() const { return jobs_.size(); }
  void clear_jobs() { jobs_ = ::penstock::RepeatedPtrField<::tensorflow::JobDeviceFilters>(); }
  const ::tensorflow::JobDeviceFilters& jobs(int i) const { return jobs_.Get(i); }
  ::tensorflow::JobDeviceFilters* mutable_jobs(int i) { return jobs_.Mutable(i); }
  ::tensorflow::JobDeviceFilters* add_jobs() { return jobs_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "jobs", jobs_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::JobDeviceFilters> jobs_;
};
class ClusterDeviceFilters : public ClusterDeviceFiltersFields<ClusterDeviceFilters> {};

template <typename M>
class JobDefFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const ::penstock::Map<::tensorflow::int32, std::string>& tasks() const { return tasks_; }
  ::penstock::Map<::tensorflow::int32, std::string>* mutable_tasks() { return &tasks_; }
  int tasks_size() const { return tasks_.size(); }
  void clear_tasks() { tasks_ = ::penstock::Map<::tensorflow::int32, std::string>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.template Entries<::penstock::kVarint, ::penstock::kString>(2, "tasks", tasks_);
  }

 private:
  std::string name_;
  ::penstock::Map<::tensorflow::int32, std::string> tasks_;
};
class JobDef : public JobDefFields<JobDef> {};

template <typename M>
class ClusterDefFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::JobDef>& job() const { return job_; }
  ::penstock::RepeatedPtrField<::tensorflow::JobDef>* mutable_job() { return &job_; }
  int job_size() const { return job_.size(); }
  void clear_job() { job_ = ::penstock::RepeatedPtrField<::tensorflow::JobDef>(); }
  const ::tensorflow::JobDef& job(int i) const { return job_.Get(i); }
  ::tensorflow::JobDef* mutable_job(int i) { return job_.Mutable(i); }
  ::tensorflow::JobDef* add_job() { return job_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "job", job_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::JobDef> job_;
};
class ClusterDef : public ClusterDefFields<ClusterDef> {};

template <typename M>
class DebugTensorWatchFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& node_name() const { return node_name_; }
  void set_node_name(const std::string& value) { node_name_ = value; }
  void set_node_name(const char* value) { node_name_ = value; }
  void set_node_name(const void* data, size_t size) { node_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_node_name() { return &node_name_; }
  void clear_node_name() { node_name_.clear(); }
  ::tensorflow::int32 output_slot() const { return output_slot_; }
  void set_output_slot(::tensorflow::int32 value) { output_slot_ = value; }
  void clear_output_slot() { output_slot_ = ::tensorflow::int32(); }
  const ::penstock::RepeatedPtrField<std::string>& debug_ops() const { return debug_ops_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_debug_ops() { return &debug_ops_; }
  int debug_ops_size() const { return debug_ops_.size(); }
  void clear_debug_ops() { debug_ops_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& debug_ops(int i) const { return debug_ops_.Get(i); }
  std::string* mutable_debug_ops(int i) { return debug_ops_.Mutable(i); }
  std::string* add_debug_ops() { return debug_ops_.Add(); }
  void add_debug_ops(const std::string& value) { *debug_ops_.Add() = value; }
  void set_debug_ops(int i, const std::string& value) { *debug_ops_.Mutable(i) = value; }
  const ::penstock::RepeatedPtrField<std::string>& debug_urls() const { return debug_urls_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_debug_urls() { return &debug_urls_; }
  int debug_urls_size() const { return debug_urls_.size(); }
  void clear_debug_urls() { debug_urls_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& debug_urls(int i) const { return debug_urls_.Get(i); }
  std::string* mutable_debug_urls(int i) { return debug_urls_.Mutable(i); }
  std::string* add_debug_urls() { return debug_urls_.Add(); }
  void add_debug_urls(const std::string& value) { *debug_urls_.Add() = value; }
  void set_debug_urls(int i, const std::string& value) { *debug_urls_.Mutable(i) = value; }
  bool tolerate_debug_op_creation_failures() const { return tolerate_debug_op_creation_failures_; }
  void set_tolerate_debug_op_creation_failures(bool value) { tolerate_debug_op_creation_failures_ = value; }
  void clear_tolerate_debug_op_creation_failures() { tolerate_debug_op_creation_failures_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "node_name", node_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "output_slot", output_slot_, nullptr);
    v.Texts(3, "debug_ops", debug_ops_);
    v.Texts(4, "debug_urls", debug_urls_);
    v.template Scalar<::penstock::kVarint>(5, "tolerate_debug_op_creation_failures", tolerate_debug_op_creation_failures_, nullptr);
  }

 private:
  std::string node_name_;
  ::tensorflow::int32 output_slot_ = ::tensorflow::int32();
  ::penstock::RepeatedPtrField<std::string> debug_ops_;
  ::penstock::RepeatedPtrField<std::string> debug_urls_;
  bool tolerate_debug_op_creation_failures_ = bool();
};
class DebugTensorWatch : public DebugTensorWatchFields<DebugTensorWatch> {};

template <typename M>
class DebugOptionsFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::DebugTensorWatch>& debug_tensor_watch_opts() const { return debug_tensor_watch_opts_; }
  ::penstock::RepeatedPtrField<::tensorflow::DebugTensorWatch>* mutable_debug_tensor_watch_opts() { return &debug_tensor_watch_opts_; }
  int debug_tensor_watch_opts_size() const { return debug_tensor_watch_opts_.size(); }
  void clear_debug_tensor_watch_opts() { debug_tensor_watch_opts_ = ::penstock::RepeatedPtrField<::tensorflow::DebugTensorWatch>(); }
  const ::tensorflow::DebugTensorWatch& debug_tensor_watch_opts(int i) const { return debug_tensor_watch_opts_.Get(i); }
  ::tensorflow::DebugTensorWatch* mutable_debug_tensor_watch_opts(int i) { return debug_tensor_watch_opts_.Mutable(i); }
  ::tensorflow::DebugTensorWatch* add_debug_tensor_watch_opts() { return debug_tensor_watch_opts_.Add(); }
  ::tensorflow::int64 global_step() const { return global_step_; }
  void set_global_step(::tensorflow::int64 value) { global_step_ = value; }
  void clear_global_step() { global_step_ = ::tensorflow::int64(); }
  bool reset_disk_byte_usage() const { return reset_disk_byte_usage_; }
  void set_reset_disk_byte_usage(bool value) { reset_disk_byte_usage_ = value; }
  void clear_reset_disk_byte_usage() { reset_disk_byte_usage_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(4, "debug_tensor_watch_opts", debug_tensor_watch_opts_);
    v.template Scalar<::penstock::kVarint>(10, "global_step", global_step_, nullptr);
    v.template Scalar<::penstock::kVarint>(11, "reset_disk_byte_usage", reset_disk_byte_usage_, nullptr);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::DebugTensorWatch> debug_tensor_watch_opts_;
  ::tensorflow::int64 global_step_ = ::tensorflow::int64();
  bool reset_disk_byte_usage_ = bool();
};
class DebugOptions : public DebugOptionsFields<DebugOptions> {};

template <typename M>
class DebuggedSourceFileFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& host() const { return host_; }
  void set_host(const std::string& value) { host_ = value; }
  void set_host(const char* value) { host_ = value; }
  void set_host(const void* data, size_t size) { host_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_host() { return &host_; }
  void clear_host() { host_.clear(); }
  const std::string& file_path() const { return file_path_; }
  void set_file_path(const std::string& value) { file_path_ = value; }
  void set_file_path(const char* value) { file_path_ = value; }
  void set_file_path(const void* data, size_t size) { file_path_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_file_path() { return &file_path_; }
  void clear_file_path() { file_path_.clear(); }
  ::tensorflow::int64 last_modified() const { return last_modified_; }
  void set_last_modified(::tensorflow::int64 value) { last_modified_ = value; }
  void clear_last_modified() { last_modified_ = ::tensorflow::int64(); }
  ::tensorflow::int64 bytes() const { return bytes_; }
  void set_bytes(::tensorflow::int64 value) { bytes_ = value; }
  void clear_bytes() { bytes_ = ::tensorflow::int64(); }
  const ::penstock::RepeatedPtrField<std::string>& lines() const { return lines_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_lines() { return &lines_; }
  int lines_size() const { return lines_.size(); }
  void clear_lines() { lines_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& lines(int i) const { return lines_.Get(i); }
  std::string* mutable_lines(int i) { return lines_.Mutable(i); }
  std::string* add_lines() { return lines_.Add(); }
  void add_lines(const std::string& value) { *lines_.Add() = value; }
  void set_lines(int i, const std::string& value) { *lines_.Mutable(i) = value; }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "host", host_, nullptr);
    v.Text(2, "file_path", file_path_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "last_modified", last_modified_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "bytes", bytes_, nullptr);
    v.Texts(5, "lines", lines_);
  }

 private:
  std::string host_;
  std::string file_path_;
  ::tensorflow::int64 last_modified_ = ::tensorflow::int64();
  ::tensorflow::int64 bytes_ = ::tensorflow::int64();
  ::penstock::RepeatedPtrField<std::string> lines_;
};
class DebuggedSourceFile : public DebuggedSourceFileFields<DebuggedSourceFile> {};

template <typename M>
class DebuggedSourceFilesFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::DebuggedSourceFile>& source_files() const { return source_files_; }
  ::penstock::RepeatedPtrField<::tensorflow::DebuggedSourceFile>* mutable_source_files() { return &source_files_; }
  int source_files_size() const { return source_files_.size(); }
  void clear_source_files() { source_files_ = ::penstock::RepeatedPtrField<::tensorflow::DebuggedSourceFile>(); }
  const ::tensorflow::DebuggedSourceFile& source_files(int i) const { return source_files_.Get(i); }
  ::tensorflow::DebuggedSourceFile* mutable_source_files(int i) { return source_files_.Mutable(i); }
  ::tensorflow::DebuggedSourceFile* add_source_files() { return source_files_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "source_files", source_files_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::DebuggedSourceFile> source_files_;
};
class DebuggedSourceFiles : public DebuggedSourceFilesFields<DebuggedSourceFiles> {};

template <typename M>
class VerifierConfigFields : public ::penstock::MessageOf<M> {
 public:
  typedef VerifierConfig_Toggle Toggle;
  static const Toggle DEFAULT = VerifierConfig_Toggle_DEFAULT;
  static const Toggle ON = VerifierConfig_Toggle_ON;
  static const Toggle OFF = VerifierConfig_Toggle_OFF;
  ::tensorflow::int64 verification_timeout_in_ms() const { return verification_timeout_in_ms_; }
  void set_verification_timeout_in_ms(::tensorflow::int64 value) { verification_timeout_in_ms_ = value; }
  void clear_verification_timeout_in_ms() { verification_timeout_in_ms_ = ::tensorflow::int64(); }
  ::tensorflow::VerifierConfig_Toggle structure_verifier() const { return structure_verifier_; }
  void set_structure_verifier(::tensorflow::VerifierConfig_Toggle value) { structure_verifier_ = value; }
  void clear_structure_verifier() { structure_verifier_ = ::tensorflow::VerifierConfig_Toggle(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "verification_timeout_in_ms", verification_timeout_in_ms_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "structure_verifier", structure_verifier_, nullptr);
  }

 private:
  ::tensorflow::int64 verification_timeout_in_ms_ = ::tensorflow::int64();
  ::tensorflow::VerifierConfig_Toggle structure_verifier_ = ::tensorflow::VerifierConfig_Toggle();
};
class VerifierConfig : public VerifierConfigFields<VerifierConfig> {};

template <typename M>
class AutoParallelOptionsFields : public ::penstock::MessageOf<M> {
 public:
  bool enable() const { return enable_; }
  void set_enable(bool value) { enable_ = value; }
  void clear_enable() { enable_ = bool(); }
  ::tensorflow::int32 num_replicas() const { return num_replicas_; }
  void set_num_replicas(::tensorflow::int32 value) { num_replicas_ = value; }
  void clear_num_replicas() { num_replicas_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "enable", enable_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "num_replicas", num_replicas_, nullptr);
  }

 private:
  bool enable_ = bool();
  ::tensorflow::int32 num_replicas_ = ::tensorflow::int32();
};
class AutoParallelOptions : public AutoParallelOptionsFields<AutoParallelOptions> {};

template <typename M>
class ScopedAllocatorOptionsFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<std::string>& enable_op() const { return enable_op_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_enable_op() { return &enable_op_; }
  int enable_op_size() const { return enable_op_.size(); }
  void clear_enable_op() { enable_op_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& enable_op(int i) const { return enable_op_.Get(i); }
  std::string* mutable_enable_op(int i) { return enable_op_.Mutable(i); }
  std::string* add_enable_op() { return enable_op_.Add(); }
  void add_enable_op(const std::string& value) { *enable_op_.Add() = value; }
  void set_enable_op(int i, const std::string& value) { *enable_op_.Mutable(i) = value; }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Texts(1, "enable_op", enable_op_);
  }

 private:
  ::penstock::RepeatedPtrField<std::string> enable_op_;
};
class ScopedAllocatorOptions : public ScopedAllocatorOptionsFields<ScopedAllocatorOptions> {};

template <typename M>
class RewriterConfig_CustomGraphOptimizerFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  const ::penstock::Map<std::string, ::tensorflow::AttrValue>& parameter_map() const { return parameter_map_; }
  ::penstock::Map<std::string, ::tensorflow::AttrValue>* mutable_parameter_map() { return &parameter_map_; }
  int parameter_map_size() const { return parameter_map_.size(); }
  void clear_parameter_map() { parameter_map_ = ::penstock::Map<std::string, ::tensorflow::AttrValue>(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.template Entries<::penstock::kString, ::penstock::kMessage>(2, "parameter_map", parameter_map_);
  }

 private:
  std::string name_;
  ::penstock::Map<std::string, ::tensorflow::AttrValue> parameter_map_;
};
class RewriterConfig_CustomGraphOptimizer : public RewriterConfig_CustomGraphOptimizerFields<RewriterConfig_CustomGraphOptimizer> {};

template <typename M>
class RewriterConfigFields : public ::penstock::MessageOf<M> {
 public:
  typedef RewriterConfig_CustomGraphOptimizer CustomGraphOptimizer;
  typedef RewriterConfig_Toggle Toggle;
  static const Toggle DEFAULT = RewriterConfig_Toggle_DEFAULT;
  static const Toggle ON = RewriterConfig_Toggle_ON;
  static const Toggle OFF = RewriterConfig_Toggle_OFF;
  static const Toggle AGGRESSIVE = RewriterConfig_Toggle_AGGRESSIVE;
  static const Toggle EXPERIMENTAL_MLIR = RewriterConfig_Toggle_EXPERIMENTAL_MLIR;
  static const Toggle EXPERIMENTAL_BOTH = RewriterConfig_Toggle_EXPERIMENTAL_BOTH;
  typedef RewriterConfig_NumIterationsType NumIterationsType;
  static const NumIterationsType DEFAULT_NUM_ITERS = RewriterConfig_NumIterationsType_DEFAULT_NUM_ITERS;
  static const NumIterationsType ONE = RewriterConfig_NumIterationsType_ONE;
  static const NumIterationsType TWO = RewriterConfig_NumIterationsType_TWO;
  typedef RewriterConfig_MemOptType MemOptType;
  static const MemOptType DEFAULT_MEM_OPT = RewriterConfig_MemOptType_DEFAULT_MEM_OPT;
  static const MemOptType NO_MEM_OPT = RewriterConfig_MemOptType_NO_MEM_OPT;
  static const MemOptType MANUAL = RewriterConfig_MemOptType_MANUAL;
  static const MemOptType SWAPPING_HEURISTICS = RewriterConfig_MemOptType_SWAPPING_HEURISTICS;
  static const MemOptType RECOMPUTATION_HEURISTICS = RewriterConfig_MemOptType_RECOMPUTATION_HEURISTICS;
  static const MemOptType SCHEDULING_HEURISTICS = RewriterConfig_MemOptType_SCHEDULING_HEURISTICS;
  static const MemOptType HEURISTICS = RewriterConfig_MemOptType_HEURISTICS;
  typedef RewriterConfig_CpuLayout CpuLayout;
  static const CpuLayout NO_CONVERSION_ON_CPU = RewriterConfig_CpuLayout_NO_CONVERSION_ON_CPU;
  static const CpuLayout NCHW_TO_NHWC = RewriterConfig_CpuLayout_NCHW_TO_NHWC;
  static const CpuLayout NHWC_TO_NCHW = RewriterConfig_CpuLayout_NHWC_TO_NCHW;
  ::tensorflow::RewriterConfig_Toggle layout_optimizer() const { return layout_optimizer_; }
  void set_layout_optimizer(::tensorflow::RewriterConfig_Toggle value) { layout_optimizer_ = value; }
  void clear_layout_optimizer() { layout_optimizer_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle constant_folding() const { return constant_folding_; }
  void set_constant_folding(::tensorflow::RewriterConfig_Toggle value) { constant_folding_ = value; }
  void clear_constant_folding() { constant_folding_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle shape_optimization() const { return shape_optimization_; }
  void set_shape_optimization(::tensorflow::RewriterConfig_Toggle value) { shape_optimization_ = value; }
  void clear_shape_optimization() { shape_optimization_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle remapping() const { return remapping_; }
  void set_remapping(::tensorflow::RewriterConfig_Toggle value) { remapping_ = value; }
  void clear_remapping() { remapping_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle arithmetic_optimization() const { return arithmetic_optimization_; }
  void set_arithmetic_optimization(::tensorflow::RewriterConfig_Toggle value) { arithmetic_optimization_ = value; }
  void clear_arithmetic_optimization() { arithmetic_optimization_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle dependency_optimization() const { return dependency_optimization_; }
  void set_dependency_optimization(::tensorflow::RewriterConfig_Toggle value) { dependency_optimization_ = value; }
  void clear_dependency_optimization() { dependency_optimization_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle loop_optimization() const { return loop_optimization_; }
  void set_loop_optimization(::tensorflow::RewriterConfig_Toggle value) { loop_optimization_ = value; }
  void clear_loop_optimization() { loop_optimization_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle function_optimization() const { return function_optimization_; }
  void set_function_optimization(::tensorflow::RewriterConfig_Toggle value) { function_optimization_ = value; }
  void clear_function_optimization() { function_optimization_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle debug_stripper() const { return debug_stripper_; }
  void set_debug_stripper(::tensorflow::RewriterConfig_Toggle value) { debug_stripper_ = value; }
  void clear_debug_stripper() { debug_stripper_ = ::tensorflow::RewriterConfig_Toggle(); }
  bool disable_model_pruning() const { return disable_model_pruning_; }
  void set_disable_model_pruning(bool value) { disable_model_pruning_ = value; }
  void clear_disable_model_pruning() { disable_model_pruning_ = bool(); }
  ::tensorflow::RewriterConfig_Toggle scoped_allocator_optimization() const { return scoped_allocator_optimization_; }
  void set_scoped_allocator_optimization(::tensorflow::RewriterConfig_Toggle value) { scoped_allocator_optimization_ = value; }
  void clear_scoped_allocator_optimization() { scoped_allocator_optimization_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle pin_to_host_optimization() const { return pin_to_host_optimization_; }
  void set_pin_to_host_optimization(::tensorflow::RewriterConfig_Toggle value) { pin_to_host_optimization_ = value; }
  void clear_pin_to_host_optimization() { pin_to_host_optimization_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle implementation_selector() const { return implementation_selector_; }
  void set_implementation_selector(::tensorflow::RewriterConfig_Toggle value) { implementation_selector_ = value; }
  void clear_implementation_selector() { implementation_selector_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle auto_mixed_precision() const { return auto_mixed_precision_; }
  void set_auto_mixed_precision(::tensorflow::RewriterConfig_Toggle value) { auto_mixed_precision_ = value; }
  void clear_auto_mixed_precision() { auto_mixed_precision_ = ::tensorflow::RewriterConfig_Toggle(); }
  bool disable_meta_optimizer() const { return disable_meta_optimizer_; }
  void set_disable_meta_optimizer(bool value) { disable_meta_optimizer_ = value; }
  void clear_disable_meta_optimizer() { disable_meta_optimizer_ = bool(); }
  ::tensorflow::RewriterConfig_NumIterationsType meta_optimizer_iterations() const { return meta_optimizer_iterations_; }
  void set_meta_optimizer_iterations(::tensorflow::RewriterConfig_NumIterationsType value) { meta_optimizer_iterations_ = value; }
  void clear_meta_optimizer_iterations() { meta_optimizer_iterations_ = ::tensorflow::RewriterConfig_NumIterationsType(); }
  ::tensorflow::int32 min_graph_nodes() const { return min_graph_nodes_; }
  void set_min_graph_nodes(::tensorflow::int32 value) { min_graph_nodes_ = value; }
  void clear_min_graph_nodes() { min_graph_nodes_ = ::tensorflow::int32(); }
  ::tensorflow::RewriterConfig_MemOptType memory_optimization() const { return memory_optimization_; }
  void set_memory_optimization(::tensorflow::RewriterConfig_MemOptType value) { memory_optimization_ = value; }
  void clear_memory_optimization() { memory_optimization_ = ::tensorflow::RewriterConfig_MemOptType(); }
  const std::string& memory_optimizer_target_node_name_scope() const { return memory_optimizer_target_node_name_scope_; }
  void set_memory_optimizer_target_node_name_scope(const std::string& value) { memory_optimizer_target_node_name_scope_ = value; }
  void set_memory_optimizer_target_node_name_scope(const char* value) { memory_optimizer_target_node_name_scope_ = value; }
  void set_memory_optimizer_target_node_name_scope(const void* data, size_t size) { memory_optimizer_target_node_name_scope_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_memory_optimizer_target_node_name_scope() { return &memory_optimizer_target_node_name_scope_; }
  void clear_memory_optimizer_target_node_name_scope() { memory_optimizer_target_node_name_scope_.clear(); }
  ::tensorflow::int64 meta_optimizer_timeout_ms() const { return meta_optimizer_timeout_ms_; }
  void set_meta_optimizer_timeout_ms(::tensorflow::int64 value) { meta_optimizer_timeout_ms_ = value; }
  void clear_meta_optimizer_timeout_ms() { meta_optimizer_timeout_ms_ = ::tensorflow::int64(); }
  bool has_auto_parallel() const { return auto_parallel_.has(); }
  const ::tensorflow::AutoParallelOptions& auto_parallel() const { return auto_parallel_.get(); }
  ::tensorflow::AutoParallelOptions* mutable_auto_parallel() { return auto_parallel_.mutable_get(); }
  void set_allocated_auto_parallel(::tensorflow::AutoParallelOptions* value) { auto_parallel_.reset(value); }
  ::tensorflow::AutoParallelOptions* release_auto_parallel() { return auto_parallel_.release(); }
  void clear_auto_parallel() { auto_parallel_.reset(); }
  bool fail_on_optimizer_errors() const { return fail_on_optimizer_errors_; }
  void set_fail_on_optimizer_errors(bool value) { fail_on_optimizer_errors_ = value; }
  void clear_fail_on_optimizer_errors() { fail_on_optimizer_errors_ = bool(); }
  bool has_scoped_allocator_opts() const { return scoped_allocator_opts_.has(); }
  const ::tensorflow::ScopedAllocatorOptions& scoped_allocator_opts() const { return scoped_allocator_opts_.get(); }
  ::tensorflow::ScopedAllocatorOptions* mutable_scoped_allocator_opts() { return scoped_allocator_opts_.mutable_get(); }
  void set_allocated_scoped_allocator_opts(::tensorflow::ScopedAllocatorOptions* value) { scoped_allocator_opts_.reset(value); }
  ::tensorflow::ScopedAllocatorOptions* release_scoped_allocator_opts() { return scoped_allocator_opts_.release(); }
  void clear_scoped_allocator_opts() { scoped_allocator_opts_.reset(); }
  const ::penstock::RepeatedPtrField<std::string>& optimizers() const { return optimizers_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_optimizers() { return &optimizers_; }
  int optimizers_size() const { return optimizers_.size(); }
  void clear_optimizers() { optimizers_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& optimizers(int i) const { return optimizers_.Get(i); }
  std::string* mutable_optimizers(int i) { return optimizers_.Mutable(i); }
  std::string* add_optimizers() { return optimizers_.Add(); }
  void add_optimizers(const std::string& value) { *optimizers_.Add() = value; }
  void set_optimizers(int i, const std::string& value) { *optimizers_.Mutable(i) = value; }
  const ::penstock::RepeatedPtrField<::tensorflow::RewriterConfig_CustomGraphOptimizer>& custom_optimizers() const { return custom_optimizers_; }
  ::penstock::RepeatedPtrField<::tensorflow::RewriterConfig_CustomGraphOptimizer>* mutable_custom_optimizers() { return &custom_optimizers_; }
  int custom_optimizers_size() const { return custom_optimizers_.size(); }
  void clear_custom_optimizers() { custom_optimizers_ = ::penstock::RepeatedPtrField<::tensorflow::RewriterConfig_CustomGraphOptimizer>(); }
  const ::tensorflow::RewriterConfig_CustomGraphOptimizer& custom_optimizers(int i) const { return custom_optimizers_.Get(i); }
  ::tensorflow::RewriterConfig_CustomGraphOptimizer* mutable_custom_optimizers(int i) { return custom_optimizers_.Mutable(i); }
  ::tensorflow::RewriterConfig_CustomGraphOptimizer* add_custom_optimizers() { return custom_optimizers_.Add(); }
  bool has_inter_optimizer_verifier_config() const { return inter_optimizer_verifier_config_.has(); }
  const ::tensorflow::VerifierConfig& inter_optimizer_verifier_config() const { return inter_optimizer_verifier_config_.get(); }
  ::tensorflow::VerifierConfig* mutable_inter_optimizer_verifier_config() { return inter_optimizer_verifier_config_.mutable_get(); }
  void set_allocated_inter_optimizer_verifier_config(::tensorflow::VerifierConfig* value) { inter_optimizer_verifier_config_.reset(value); }
  ::tensorflow::VerifierConfig* release_inter_optimizer_verifier_config() { return inter_optimizer_verifier_config_.release(); }
  void clear_inter_optimizer_verifier_config() { inter_optimizer_verifier_config_.reset(); }
  bool has_post_optimization_verifier_config() const { return post_optimization_verifier_config_.has(); }
  const ::tensorflow::VerifierConfig& post_optimization_verifier_config() const { return post_optimization_verifier_config_.get(); }
  ::tensorflow::VerifierConfig* mutable_post_optimization_verifier_config() { return post_optimization_verifier_config_.mutable_get(); }
  void set_allocated_post_optimization_verifier_config(::tensorflow::VerifierConfig* value) { post_optimization_verifier_config_.reset(value); }
  ::tensorflow::VerifierConfig* release_post_optimization_verifier_config() { return post_optimization_verifier_config_.release(); }
  void clear_post_optimization_verifier_config() { post_optimization_verifier_config_.reset(); }
  ::tensorflow::RewriterConfig_CpuLayout cpu_layout_conversion() const { return cpu_layout_conversion_; }
  void set_cpu_layout_conversion(::tensorflow::RewriterConfig_CpuLayout value) { cpu_layout_conversion_ = value; }
  void clear_cpu_layout_conversion() { cpu_layout_conversion_ = ::tensorflow::RewriterConfig_CpuLayout(); }
  ::tensorflow::RewriterConfig_Toggle common_subgraph_elimination() const { return common_subgraph_elimination_; }
  void set_common_subgraph_elimination(::tensorflow::RewriterConfig_Toggle value) { common_subgraph_elimination_ = value; }
  void clear_common_subgraph_elimination() { common_subgraph_elimination_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle auto_mixed_precision_mkl() const { return auto_mixed_precision_mkl_; }
  void set_auto_mixed_precision_mkl(::tensorflow::RewriterConfig_Toggle value) { auto_mixed_precision_mkl_ = value; }
  void clear_auto_mixed_precision_mkl() { auto_mixed_precision_mkl_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle auto_mixed_precision_onednn_bfloat16() const { return auto_mixed_precision_onednn_bfloat16_; }
  void set_auto_mixed_precision_onednn_bfloat16(::tensorflow::RewriterConfig_Toggle value) { auto_mixed_precision_onednn_bfloat16_ = value; }
  void clear_auto_mixed_precision_onednn_bfloat16() { auto_mixed_precision_onednn_bfloat16_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle auto_mixed_precision_cpu() const { return auto_mixed_precision_cpu_; }
  void set_auto_mixed_precision_cpu(::tensorflow::RewriterConfig_Toggle value) { auto_mixed_precision_cpu_ = value; }
  void clear_auto_mixed_precision_cpu() { auto_mixed_precision_cpu_ = ::tensorflow::RewriterConfig_Toggle(); }
  bool disable_tfg_optimizer() const { return disable_tfg_optimizer_; }
  void set_disable_tfg_optimizer(bool value) { disable_tfg_optimizer_ = value; }
  void clear_disable_tfg_optimizer() { disable_tfg_optimizer_ = bool(); }
  ::tensorflow::RewriterConfig_Toggle use_plugin_optimizers() const { return use_plugin_optimizers_; }
  void set_use_plugin_optimizers(::tensorflow::RewriterConfig_Toggle value) { use_plugin_optimizers_ = value; }
  void clear_use_plugin_optimizers() { use_plugin_optimizers_ = ::tensorflow::RewriterConfig_Toggle(); }
  ::tensorflow::RewriterConfig_Toggle experimental_conditional_code_motion() const { return experimental_conditional_code_motion_; }
  void set_experimental_conditional_code_motion(::tensorflow::RewriterConfig_Toggle value) { experimental_conditional_code_motion_ = value; }
  void clear_experimental_conditional_code_motion() { experimental_conditional_code_motion_ = ::tensorflow::RewriterConfig_Toggle(); }
  bool experimental_disable_compressed_tensor_optimization() const { return experimental_disable_compressed_tensor_optimization_; }
  void set_experimental_disable_compressed_tensor_optimization(bool value) { experimental_disable_compressed_tensor_optimization_ = value; }
  void clear_experimental_disable_compressed_tensor_optimization() { experimental_disable_compressed_tensor_optimization_ = bool(); }
  bool experimental_disable_folding_quantization_emulation() const { return experimental_disable_folding_quantization_emulation_; }
  void set_experimental_disable_folding_quantization_emulation(bool value) { experimental_disable_folding_quantization_emulation_ = value; }
  void clear_experimental_disable_folding_quantization_emulation() { experimental_disable_folding_quantization_emulation_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "layout_optimizer", layout_optimizer_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "constant_folding", constant_folding_, nullptr);
    v.template Scalar<::penstock::kVarint>(13, "shape_optimization", shape_optimization_, nullptr);
    v.template Scalar<::penstock::kVarint>(14, "remapping", remapping_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "arithmetic_optimization", arithmetic_optimization_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "dependency_optimization", dependency_optimization_, nullptr);
    v.template Scalar<::penstock::kVarint>(9, "loop_optimization", loop_optimization_, nullptr);
    v.template Scalar<::penstock::kVarint>(10, "function_optimization", function_optimization_, nullptr);
    v.template Scalar<::penstock::kVarint>(11, "debug_stripper", debug_stripper_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "disable_model_pruning", disable_model_pruning_, nullptr);
    v.template Scalar<::penstock::kVarint>(15, "scoped_allocator_optimization", scoped_allocator_optimization_, nullptr);
    v.template Scalar<::penstock::kVarint>(18, "pin_to_host_optimization", pin_to_host_optimization_, nullptr);
    v.template Scalar<::penstock::kVarint>(22, "implementation_selector", implementation_selector_, nullptr);
    v.template Scalar<::penstock::kVarint>(23, "auto_mixed_precision", auto_mixed_precision_, nullptr);
    v.template Scalar<::penstock::kVarint>(19, "disable_meta_optimizer", disable_meta_optimizer_, nullptr);
    v.template Scalar<::penstock::kVarint>(12, "meta_optimizer_iterations", meta_optimizer_iterations_, nullptr);
    v.template Scalar<::penstock::kVarint>(17, "min_graph_nodes", min_graph_nodes_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "memory_optimization", memory_optimization_, nullptr);
    v.Text(6, "memory_optimizer_target_node_name_scope", memory_optimizer_target_node_name_scope_, nullptr);
    v.template Scalar<::penstock::kVarint>(20, "meta_optimizer_timeout_ms", meta_optimizer_timeout_ms_, nullptr);
    v.Message(5, "auto_parallel", auto_parallel_, nullptr);
    v.template Scalar<::penstock::kVarint>(21, "fail_on_optimizer_errors", fail_on_optimizer_errors_, nullptr);
    v.Message(16, "scoped_allocator_opts", scoped_allocator_opts_, nullptr);
    v.Texts(100, "optimizers", optimizers_);
    v.Messages(200, "custom_optimizers", custom_optimizers_);
    v.Message(300, "inter_optimizer_verifier_config", inter_optimizer_verifier_config_, nullptr);
    v.Message(301, "post_optimization_verifier_config", post_optimization_verifier_config_, nullptr);
    v.template Scalar<::penstock::kVarint>(50, "cpu_layout_conversion", cpu_layout_conversion_, nullptr);
    v.template Scalar<::penstock::kVarint>(24, "common_subgraph_elimination", common_subgraph_elimination_, nullptr);
    v.template Scalar<::penstock::kVarint>(25, "auto_mixed_precision_mkl", auto_mixed_precision_mkl_, nullptr);
    v.template Scalar<::penstock::kVarint>(31, "auto_mixed_precision_onednn_bfloat16", auto_mixed_precision_onednn_bfloat16_, nullptr);
    v.template Scalar<::penstock::kVarint>(29, "auto_mixed_precision_cpu", auto_mixed_precision_cpu_, nullptr);
    v.template Scalar<::penstock::kVarint>(32, "disable_tfg_optimizer", disable_tfg_optimizer_, nullptr);
    v.template Scalar<::penstock::kVarint>(28, "use_plugin_optimizers", use_plugin_optimizers_, nullptr);
    v.template Scalar<::penstock::kVarint>(30, "experimental_conditional_code_motion", experimental_conditional_code_motion_, nullptr);
    v.template Scalar<::penstock::kVarint>(26, "experimental_disable_compressed_tensor_optimization", experimental_disable_compressed_tensor_optimization_, nullptr);
    v.template Scalar<::penstock::kVarint>(27, "experimental_disable_folding_quantization_emulation", experimental_disable_folding_quantization_emulation_, nullptr);
  }

 private:
  ::tensorflow::RewriterConfig_Toggle layout_optimizer_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle constant_folding_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle shape_optimization_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle remapping_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle arithmetic_optimization_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle dependency_optimization_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle loop_optimization_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle function_optimization_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle debug_stripper_ = ::tensorflow::RewriterConfig_Toggle();
  bool disable_model_pruning_ = bool();
  ::tensorflow::RewriterConfig_Toggle scoped_allocator_optimization_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle pin_to_host_optimization_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle implementation_selector_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle auto_mixed_precision_ = ::tensorflow::RewriterConfig_Toggle();
  bool disable_meta_optimizer_ = bool();
  ::tensorflow::RewriterConfig_NumIterationsType meta_optimizer_iterations_ = ::tensorflow::RewriterConfig_NumIterationsType();
  ::tensorflow::int32 min_graph_nodes_ = ::tensorflow::int32();
  ::tensorflow::RewriterConfig_MemOptType memory_optimization_ = ::tensorflow::RewriterConfig_MemOptType();
  std::string memory_optimizer_target_node_name_scope_;
  ::tensorflow::int64 meta_optimizer_timeout_ms_ = ::tensorflow::int64();
  ::penstock::Box<::tensorflow::AutoParallelOptions> auto_parallel_;
  bool fail_on_optimizer_errors_ = bool();
  ::penstock::Box<::tensorflow::ScopedAllocatorOptions> scoped_allocator_opts_;
  ::penstock::RepeatedPtrField<std::string> optimizers_;
  ::penstock::RepeatedPtrField<::tensorflow::RewriterConfig_CustomGraphOptimizer> custom_optimizers_;
  ::penstock::Box<::tensorflow::VerifierConfig> inter_optimizer_verifier_config_;
  ::penstock::Box<::tensorflow::VerifierConfig> post_optimization_verifier_config_;
  ::tensorflow::RewriterConfig_CpuLayout cpu_layout_conversion_ = ::tensorflow::RewriterConfig_CpuLayout();
  ::tensorflow::RewriterConfig_Toggle common_subgraph_elimination_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle auto_mixed_precision_mkl_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle auto_mixed_precision_onednn_bfloat16_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle auto_mixed_precision_cpu_ = ::tensorflow::RewriterConfig_Toggle();
  bool disable_tfg_optimizer_ = bool();
  ::tensorflow::RewriterConfig_Toggle use_plugin_optimizers_ = ::tensorflow::RewriterConfig_Toggle();
  ::tensorflow::RewriterConfig_Toggle experimental_conditional_code_motion_ = ::tensorflow::RewriterConfig_Toggle();
  bool experimental_disable_compressed_tensor_optimization_ = bool();
  bool experimental_disable_folding_quantization_emulation_ = bool();
};
class RewriterConfig : public RewriterConfigFields<RewriterConfig> {};

template <typename M>
class GPUOptions_Experimental_VirtualDevicesFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedField<float>& memory_limit_mb() const { return memory_limit_mb_; }
  ::penstock::RepeatedField<float>* mutable_memory_limit_mb() { return &memory_limit_mb_; }
  int memory_limit_mb_size() const { return memory_limit_mb_.size(); }
  void clear_memory_limit_mb() { memory_limit_mb_ = ::penstock::RepeatedField<float>(); }
  float memory_limit_mb(int i) const { return memory_limit_mb_.Get(i); }
  void set_memory_limit_mb(int i, float value) { memory_limit_mb_.Set(i, value); }
  void add_memory_limit_mb(float value) { memory_limit_mb_.Add(value); }
  const ::penstock::RepeatedField<::tensorflow::int32>& priority() const { return priority_; }
  ::penstock::RepeatedField<::tensorflow::int32>* mutable_priority() { return &priority_; }
  int priority_size() const { return priority_.size(); }
  void clear_priority() { priority_ = ::penstock::RepeatedField<::tensorflow::int32>(); }
  ::tensorflow::int32 priority(int i) const { return priority_.Get(i); }
  void set_priority(int i, ::tensorflow::int32 value) { priority_.Set(i, value); }
  void add_priority(::tensorflow::int32 value) { priority_.Add(value); }
  const ::penstock::RepeatedField<::tensorflow::int32>& device_ordinal() const { return device_ordinal_; }
  ::penstock::RepeatedField<::tensorflow::int32>* mutable_device_ordinal() { return &device_ordinal_; }
  int device_ordinal_size() const { return device_ordinal_.size(); }
  void clear_device_ordinal() { device_ordinal_ = ::penstock::RepeatedField<::tensorflow::int32>(); }
  ::tensorflow::int32 device_ordinal(int i) const { return device_ordinal_.Get(i); }
  void set_device_ordinal(int i, ::tensorflow::int32 value) { device_ordinal_.Set(i, value); }
  void add_device_ordinal(::tensorflow::int32 value) { device_ordinal_.Add(value); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Repeated<::penstock::kFloat>(1, "memory_limit_mb", memory_limit_mb_);
    v.template Repeated<::penstock::kVarint>(2, "priority", priority_);
    v.template Repeated<::penstock::kVarint>(3, "device_ordinal", device_ordinal_);
  }

 private:
  ::penstock::RepeatedField<float> memory_limit_mb_;
  ::penstock::RepeatedField<::tensorflow::int32> priority_;
  ::penstock::RepeatedField<::tensorflow::int32> device_ordinal_;
};
class GPUOptions_Experimental_VirtualDevices : public GPUOptions_Experimental_VirtualDevicesFields<GPUOptions_Experimental_VirtualDevices> {};

template <typename M>
class GPUOptions_ExperimentalFields : public ::penstock::MessageOf<M> {
 public:
  typedef GPUOptions_Experimental_VirtualDevices VirtualDevices;
  const ::penstock::RepeatedPtrField<::tensorflow::GPUOptions_Experimental_VirtualDevices>& virtual_devices() const { return virtual_devices_; }
  ::penstock::RepeatedPtrField<::tensorflow::GPUOptions_Experimental_VirtualDevices>* mutable_virtual_devices() { return &virtual_devices_; }
  int virtual_devices_size() const { return virtual_devices_.size(); }
  void clear_virtual_devices() { virtual_devices_ = ::penstock::RepeatedPtrField<::tensorflow::GPUOptions_Experimental_VirtualDevices>(); }
  const ::tensorflow::GPUOptions_Experimental_VirtualDevices& virtual_devices(int i) const { return virtual_devices_.Get(i); }
  ::tensorflow::GPUOptions_Experimental_VirtualDevices* mutable_virtual_devices(int i) { return virtual_devices_.Mutable(i); }
  ::tensorflow::GPUOptions_Experimental_VirtualDevices* add_virtual_devices() { return virtual_devices_.Add(); }
  bool use_unified_memory() const { return use_unified_memory_; }
  void set_use_unified_memory(bool value) { use_unified_memory_ = value; }
  void clear_use_unified_memory() { use_unified_memory_ = bool(); }
  ::tensorflow::int32 num_dev_to_dev_copy_streams() const { return num_dev_to_dev_copy_streams_; }
  void set_num_dev_to_dev_copy_streams(::tensorflow::int32 value) { num_dev_to_dev_copy_streams_ = value; }
  void clear_num_dev_to_dev_copy_streams() { num_dev_to_dev_copy_streams_ = ::tensorflow::int32(); }
  const std::string& collective_ring_order() const { return collective_ring_order_; }
  void set_collective_ring_order(const std::string& value) { collective_ring_order_ = value; }
  void set_collective_ring_order(const char* value) { collective_ring_order_ = value; }
  void set_collective_ring_order(const void* data, size_t size) { collective_ring_order_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_collective_ring_order() { return &collective_ring_order_; }
  void clear_collective_ring_order() { collective_ring_order_.clear(); }
  bool timestamped_allocator() const { return timestamped_allocator_; }
  void set_timestamped_allocator(bool value) { timestamped_allocator_ = value; }
  void clear_timestamped_allocator() { timestamped_allocator_ = bool(); }
  ::tensorflow::int32 kernel_tracker_max_interval() const { return kernel_tracker_max_interval_; }
  void set_kernel_tracker_max_interval(::tensorflow::int32 value) { kernel_tracker_max_interval_ = value; }
  void clear_kernel_tracker_max_interval() { kernel_tracker_max_interval_ = ::tensorflow::int32(); }
  ::tensorflow::int32 kernel_tracker_max_bytes() const { return kernel_tracker_max_bytes_; }
  void set_kernel_tracker_max_bytes(::tensorflow::int32 value) { kernel_tracker_max_bytes_ = value; }
  void clear_kernel_tracker_max_bytes() { kernel_tracker_max_bytes_ = ::tensorflow::int32(); }
  ::tensorflow::int32 kernel_tracker_max_pending() const { return kernel_tracker_max_pending_; }
  void set_kernel_tracker_max_pending(::tensorflow::int32 value) { kernel_tracker_max_pending_ = value; }
  void clear_kernel_tracker_max_pending() { kernel_tracker_max_pending_ = ::tensorflow::int32(); }
  ::tensorflow::int32 num_virtual_devices_per_gpu() const { return num_virtual_devices_per_gpu_; }
  void set_num_virtual_devices_per_gpu(::tensorflow::int32 value) { num_virtual_devices_per_gpu_ = value; }
  void clear_num_virtual_devices_per_gpu() { num_virtual_devices_per_gpu_ = ::tensorflow::int32(); }
  double internal_fragmentation_fraction() const { return internal_fragmentation_fraction_; }
  void set_internal_fragmentation_fraction(double value) { internal_fragmentation_fraction_ = value; }
  void clear_internal_fragmentation_fraction() { internal_fragmentation_fraction_ = double(); }
  bool use_cuda_malloc_async() const { return use_cuda_malloc_async_; }
  void set_use_cuda_malloc_async(bool value) { use_cuda_malloc_async_ = value; }
  void clear_use_cuda_malloc_async() { use_cuda_malloc_async_ = bool(); }
  bool disallow_retry_on_allocation_failure() const { return disallow_retry_on_allocation_failure_; }
  void set_disallow_retry_on_allocation_failure(bool value) { disallow_retry_on_allocation_failure_ = value; }
  void clear_disallow_retry_on_allocation_failure() { disallow_retry_on_allocation_failure_ = bool(); }
  float gpu_host_mem_limit_in_mb() const { return gpu_host_mem_limit_in_mb_; }
  void set_gpu_host_mem_limit_in_mb(float value) { gpu_host_mem_limit_in_mb_ = value; }
  void clear_gpu_host_mem_limit_in_mb() { gpu_host_mem_limit_in_mb_ = float(); }
  bool gpu_host_mem_disallow_growth() const { return gpu_host_mem_disallow_growth_; }
  void set_gpu_host_mem_disallow_growth(bool value) { gpu_host_mem_disallow_growth_ = value; }
  void clear_gpu_host_mem_disallow_growth() { gpu_host_mem_disallow_growth_ = bool(); }
  ::tensorflow::int32 gpu_system_memory_size_in_mb() const { return gpu_system_memory_size_in_mb_; }
  void set_gpu_system_memory_size_in_mb(::tensorflow::int32 value) { gpu_system_memory_size_in_mb_ = value; }
  void clear_gpu_system_memory_size_in_mb() { gpu_system_memory_size_in_mb_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "virtual_devices", virtual_devices_);
    v.template Scalar<::penstock::kVarint>(2, "use_unified_memory", use_unified_memory_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "num_dev_to_dev_copy_streams", num_dev_to_dev_copy_streams_, nullptr);
    v.Text(4, "collective_ring_order", collective_ring_order_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "timestamped_allocator", timestamped_allocator_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "kernel_tracker_max_interval", kernel_tracker_max_interval_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "kernel_tracker_max_bytes", kernel_tracker_max_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(9, "kernel_tracker_max_pending", kernel_tracker_max_pending_, nullptr);
    v.template Scalar<::penstock::kVarint>(15, "num_virtual_devices_per_gpu", num_virtual_devices_per_gpu_, nullptr);
    v.template Scalar<::penstock::kDouble>(10, "internal_fragmentation_fraction", internal_fragmentation_fraction_, nullptr);
    v.template Scalar<::penstock::kVarint>(11, "use_cuda_malloc_async", use_cuda_malloc_async_, nullptr);
    v.template Scalar<::penstock::kVarint>(12, "disallow_retry_on_allocation_failure", disallow_retry_on_allocation_failure_, nullptr);
    v.template Scalar<::penstock::kFloat>(13, "gpu_host_mem_limit_in_mb", gpu_host_mem_limit_in_mb_, nullptr);
    v.template Scalar<::penstock::kVarint>(14, "gpu_host_mem_disallow_growth", gpu_host_mem_disallow_growth_, nullptr);
    v.template Scalar<::penstock::kVarint>(16, "gpu_system_memory_size_in_mb", gpu_system_memory_size_in_mb_, nullptr);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::GPUOptions_Experimental_VirtualDevices> virtual_devices_;
  bool use_unified_memory_ = bool();
  ::tensorflow::int32 num_dev_to_dev_copy_streams_ = ::tensorflow::int32();
  std::string collective_ring_order_;
  bool timestamped_allocator_ = bool();
  ::tensorflow::int32 kernel_tracker_max_interval_ = ::tensorflow::int32();
  ::tensorflow::int32 kernel_tracker_max_bytes_ = ::tensorflow::int32();
  ::tensorflow::int32 kernel_tracker_max_pending_ = ::tensorflow::int32();
  ::tensorflow::int32 num_virtual_devices_per_gpu_ = ::tensorflow::int32();
  double internal_fragmentation_fraction_ = double();
  bool use_cuda_malloc_async_ = bool();
  bool disallow_retry_on_allocation_failure_ = bool();
  float gpu_host_mem_limit_in_mb_ = float();
  bool gpu_host_mem_disallow_growth_ = bool();
  ::tensorflow::int32 gpu_system_memory_size_in_mb_ = ::tensorflow::int32();
};
class GPUOptions_Experimental : public GPUOptions_ExperimentalFields<GPUOptions_Experimental> {};

template <typename M>
class GPUOptionsFields : public ::penstock::MessageOf<M> {
 public:
  typedef GPUOptions_Experimental Experimental;
  double per_process_gpu_memory_fraction() const { return per_process_gpu_memory_fraction_; }
  void set_per_process_gpu_memory_fraction(double value) { per_process_gpu_memory_fraction_ = value; }
  void clear_per_process_gpu_memory_fraction() { per_process_gpu_memory_fraction_ = double(); }
  bool allow_growth() const { return allow_growth_; }
  void set_allow_growth(bool value) { allow_growth_ = value; }
  void clear_allow_growth() { allow_growth_ = bool(); }
  const std::string& allocator_type() const { return allocator_type_; }
  void set_allocator_type(const std::string& value) { allocator_type_ = value; }
  void set_allocator_type(const char* value) { allocator_type_ = value; }
  void set_allocator_type(const void* data, size_t size) { allocator_type_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_allocator_type() { return &allocator_type_; }
  void clear_allocator_type() { allocator_type_.clear(); }
  ::tensorflow::int64 deferred_deletion_bytes() const { return deferred_deletion_bytes_; }
  void set_deferred_deletion_bytes(::tensorflow::int64 value) { deferred_deletion_bytes_ = value; }
  void clear_deferred_deletion_bytes() { deferred_deletion_bytes_ = ::tensorflow::int64(); }
  const std::string& visible_device_list() const { return visible_device_list_; }
  void set_visible_device_list(const std::string& value) { visible_device_list_ = value; }
  void set_visible_device_list(const char* value) { visible_device_list_ = value; }
  void set_visible_device_list(const void* data, size_t size) { visible_device_list_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_visible_device_list() { return &visible_device_list_; }
  void clear_visible_device_list() { visible_device_list_.clear(); }
  ::tensorflow::int32 polling_active_delay_usecs() const { return polling_active_delay_usecs_; }
  void set_polling_active_delay_usecs(::tensorflow::int32 value) { polling_active_delay_usecs_ = value; }
  void clear_polling_active_delay_usecs() { polling_active_delay_usecs_ = ::tensorflow::int32(); }
  ::tensorflow::int32 polling_inactive_delay_msecs() const { return polling_inactive_delay_msecs_; }
  void set_polling_inactive_delay_msecs(::tensorflow::int32 value) { polling_inactive_delay_msecs_ = value; }
  void clear_polling_inactive_delay_msecs() { polling_inactive_delay_msecs_ = ::tensorflow::int32(); }
  bool force_gpu_compatible() const { return force_gpu_compatible_; }
  void set_force_gpu_compatible(bool value) { force_gpu_compatible_ = value; }
  void clear_force_gpu_compatible() { force_gpu_compatible_ = bool(); }
  bool has_experimental() const { return experimental_.has(); }
  const ::tensorflow::GPUOptions_Experimental& experimental() const { return experimental_.get(); }
  ::tensorflow::GPUOptions_Experimental* mutable_experimental() { return experimental_.mutable_get(); }
  void set_allocated_experimental(::tensorflow::GPUOptions_Experimental* value) { experimental_.reset(value); }
  ::tensorflow::GPUOptions_Experimental* release_experimental() { return experimental_.release(); }
  void clear_experimental() { experimental_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kDouble>(1, "per_process_gpu_memory_fraction", per_process_gpu_memory_fraction_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "allow_growth", allow_growth_, nullptr);
    v.Text(2, "allocator_type", allocator_type_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "deferred_deletion_bytes", deferred_deletion_bytes_, nullptr);
    v.Text(5, "visible_device_list", visible_device_list_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "polling_active_delay_usecs", polling_active_delay_usecs_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "polling_inactive_delay_msecs", polling_inactive_delay_msecs_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "force_gpu_compatible", force_gpu_compatible_, nullptr);
    v.Message(9, "experimental", experimental_, nullptr);
  }

 private:
  double per_process_gpu_memory_fraction_ = double();
  bool allow_growth_ = bool();
  std::string allocator_type_;
  ::tensorflow::int64 deferred_deletion_bytes_ = ::tensorflow::int64();
  std::string visible_device_list_;
  ::tensorflow::int32 polling_active_delay_usecs_ = ::tensorflow::int32();
  ::tensorflow::int32 polling_inactive_delay_msecs_ = ::tensorflow::int32();
  bool force_gpu_compatible_ = bool();
  ::penstock::Box<::tensorflow::GPUOptions_Experimental> experimental_;
};
class GPUOptions : public GPUOptionsFields<GPUOptions> {};

template <typename M>
class OptimizerOptionsFields : public ::penstock::MessageOf<M> {
 public:
  typedef OptimizerOptions_Level Level;
  static const Level L1 = OptimizerOptions_Level_L1;
  static const Level L0 = OptimizerOptions_Level_L0;
  typedef OptimizerOptions_GlobalJitLevel GlobalJitLevel;
  static const GlobalJitLevel DEFAULT = OptimizerOptions_GlobalJitLevel_DEFAULT;
  static const GlobalJitLevel OFF = OptimizerOptions_GlobalJitLevel_OFF;
  static const GlobalJitLevel ON_1 = OptimizerOptions_GlobalJitLevel_ON_1;
  static const GlobalJitLevel ON_2 = OptimizerOptions_GlobalJitLevel_ON_2;
  bool do_common_subexpression_elimination() const { return do_common_subexpression_elimination_; }
  void set_do_common_subexpression_elimination(bool value) { do_common_subexpression_elimination_ = value; }
  void clear_do_common_subexpression_elimination() { do_common_subexpression_elimination_ = bool(); }
  bool do_constant_folding() const { return do_constant_folding_; }
  void set_do_constant_folding(bool value) { do_constant_folding_ = value; }
  void clear_do_constant_folding() { do_constant_folding_ = bool(); }
  ::tensorflow::int64 max_folded_constant_in_bytes() const { return max_folded_constant_in_bytes_; }
  void set_max_folded_constant_in_bytes(::tensorflow::int64 value) { max_folded_constant_in_bytes_ = value; }
  void clear_max_folded_constant_in_bytes() { max_folded_constant_in_bytes_ = ::tensorflow::int64(); }
  bool do_function_inlining() const { return do_function_inlining_; }
  void set_do_function_inlining(bool value) { do_function_inlining_ = value; }
  void clear_do_function_inlining() { do_function_inlining_ = bool(); }
  ::tensorflow::OptimizerOptions_Level opt_level() const { return opt_level_; }
  void set_opt_level(::tensorflow::OptimizerOptions_Level value) { opt_level_ = value; }
  void clear_opt_level() { opt_level_ = ::tensorflow::OptimizerOptions_Level(); }
  ::tensorflow::OptimizerOptions_GlobalJitLevel global_jit_level() const { return global_jit_level_; }
  void set_global_jit_level(::tensorflow::OptimizerOptions_GlobalJitLevel value) { global_jit_level_ = value; }
  void clear_global_jit_level() { global_jit_level_ = ::tensorflow::OptimizerOptions_GlobalJitLevel(); }
  bool cpu_global_jit() const { return cpu_global_jit_; }
  void set_cpu_global_jit(bool value) { cpu_global_jit_ = value; }
  void clear_cpu_global_jit() { cpu_global_jit_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "do_common_subexpression_elimination", do_common_subexpression_elimination_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "do_constant_folding", do_constant_folding_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "max_folded_constant_in_bytes", max_folded_constant_in_bytes_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "do_function_inlining", do_function_inlining_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "opt_level", opt_level_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "global_jit_level", global_jit_level_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "cpu_global_jit", cpu_global_jit_, nullptr);
  }

 private:
  bool do_common_subexpression_elimination_ = bool();
  bool do_constant_folding_ = bool();
  ::tensorflow::int64 max_folded_constant_in_bytes_ = ::tensorflow::int64();
  bool do_function_inlining_ = bool();
  ::tensorflow::OptimizerOptions_Level opt_level_ = ::tensorflow::OptimizerOptions_Level();
  ::tensorflow::OptimizerOptions_GlobalJitLevel global_jit_level_ = ::tensorflow::OptimizerOptions_GlobalJitLevel();
  bool cpu_global_jit_ = bool();
};
class OptimizerOptions : public OptimizerOptionsFields<OptimizerOptions> {};

template <typename M>
class GraphOptionsFields : public ::penstock::MessageOf<M> {
 public:
  bool enable_recv_scheduling() const { return enable_recv_scheduling_; }
  void set_enable_recv_scheduling(bool value) { enable_recv_scheduling_ = value; }
  void clear_enable_recv_scheduling() { enable_recv_scheduling_ = bool(); }
  bool has_optimizer_options() const { return optimizer_options_.has(); }
  const ::tensorflow::OptimizerOptions& optimizer_options() const { return optimizer_options_.get(); }
  ::tensorflow::OptimizerOptions* mutable_optimizer_options() { return optimizer_options_.mutable_get(); }
  void set_allocated_optimizer_options(::tensorflow::OptimizerOptions* value) { optimizer_options_.reset(value); }
  ::tensorflow::OptimizerOptions* release_optimizer_options() { return optimizer_options_.release(); }
  void clear_optimizer_options() { optimizer_options_.reset(); }
  ::tensorflow::int64 build_cost_model() const { return build_cost_model_; }
  void set_build_cost_model(::tensorflow::int64 value) { build_cost_model_ = value; }
  void clear_build_cost_model() { build_cost_model_ = ::tensorflow::int64(); }
  ::tensorflow::int64 build_cost_model_after() const { return build_cost_model_after_; }
  void set_build_cost_model_after(::tensorflow::int64 value) { build_cost_model_after_ = value; }
  void clear_build_cost_model_after() { build_cost_model_after_ = ::tensorflow::int64(); }
  bool infer_shapes() const { return infer_shapes_; }
  void set_infer_shapes(bool value) { infer_shapes_ = value; }
  void clear_infer_shapes() { infer_shapes_ = bool(); }
  bool place_pruned_graph() const { return place_pruned_graph_; }
  void set_place_pruned_graph(bool value) { place_pruned_graph_ = value; }
  void clear_place_pruned_graph() { place_pruned_graph_ = bool(); }
  bool enable_bfloat16_sendrecv() const { return enable_bfloat16_sendrecv_; }
  void set_enable_bfloat16_sendrecv(bool value) { enable_bfloat16_sendrecv_ = value; }
  void clear_enable_bfloat16_sendrecv() { enable_bfloat16_sendrecv_ = bool(); }
  ::tensorflow::int32 timeline_step() const { return timeline_step_; }
  void set_timeline_step(::tensorflow::int32 value) { timeline_step_ = value; }
  void clear_timeline_step() { timeline_step_ = ::tensorflow::int32(); }
  bool has_rewrite_options() const { return rewrite_options_.has(); }
  const ::tensorflow::RewriterConfig& rewrite_options() const { return rewrite_options_.get(); }
  ::tensorflow::RewriterConfig* mutable_rewrite_options() { return rewrite_options_.mutable_get(); }
  void set_allocated_rewrite_options(::tensorflow::RewriterConfig* value) { rewrite_options_.reset(value); }
  ::tensorflow::RewriterConfig* release_rewrite_options() { return rewrite_options_.release(); }
  void clear_rewrite_options() { rewrite_options_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(2, "enable_recv_scheduling", enable_recv_scheduling_, nullptr);
    v.Message(3, "optimizer_options", optimizer_options_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "build_cost_model", build_cost_model_, nullptr);
    v.template Scalar<::penstock::kVarint>(9, "build_cost_model_after", build_cost_model_after_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "infer_shapes", infer_shapes_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "place_pruned_graph", place_pruned_graph_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "enable_bfloat16_sendrecv", enable_bfloat16_sendrecv_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "timeline_step", timeline_step_, nullptr);
    v.Message(10, "rewrite_options", rewrite_options_, nullptr);
  }

 private:
  bool enable_recv_scheduling_ = bool();
  ::penstock::Box<::tensorflow::OptimizerOptions> optimizer_options_;
  ::tensorflow::int64 build_cost_model_ = ::tensorflow::int64();
  ::tensorflow::int64 build_cost_model_after_ = ::tensorflow::int64();
  bool infer_shapes_ = bool();
  bool place_pruned_graph_ = bool();
  bool enable_bfloat16_sendrecv_ = bool();
  ::tensorflow::int32 timeline_step_ = ::tensorflow::int32();
  ::penstock::Box<::tensorflow::RewriterConfig> rewrite_options_;
};
class GraphOptions : public GraphOptionsFields<GraphOptions> {};

template <typename M>
class ThreadPoolOptionProtoFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 num_threads() const { return num_threads_; }
  void set_num_threads(::tensorflow::int32 value) { num_threads_ = value; }
  void clear_num_threads() { num_threads_ = ::tensorflow::int32(); }
  const std::string& global_name() const { return global_name_; }
  void set_global_name(const std::string& value) { global_name_ = value; }
  void set_global_name(const char* value) { global_name_ = value; }
  void set_global_name(const void* data, size_t size) { global_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_global_name() { return &global_name_; }
  void clear_global_name() { global_name_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "num_threads", num_threads_, nullptr);
    v.Text(2, "global_name", global_name_, nullptr);
  }

 private:
  ::tensorflow::int32 num_threads_ = ::tensorflow::int32();
  std::string global_name_;
};
class ThreadPoolOptionProto : public ThreadPoolOptionProtoFields<ThreadPoolOptionProto> {};

template <typename M>
class RPCOptionsFields : public ::penstock::MessageOf<M> {
 public:
  bool use_rpc_for_inprocess_master() const { return use_rpc_for_inprocess_master_; }
  void set_use_rpc_for_inprocess_master(bool value) { use_rpc_for_inprocess_master_ = value; }
  void clear_use_rpc_for_inprocess_master() { use_rpc_for_inprocess_master_ = bool(); }
  const std::string& compression_algorithm() const { return compression_algorithm_; }
  void set_compression_algorithm(const std::string& value) { compression_algorithm_ = value; }
  void set_compression_algorithm(const char* value) { compression_algorithm_ = value; }
  void set_compression_algorithm(const void* data, size_t size) { compression_algorithm_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_compression_algorithm() { return &compression_algorithm_; }
  void clear_compression_algorithm() { compression_algorithm_.clear(); }
  ::tensorflow::int32 compression_level() const { return compression_level_; }
  void set_compression_level(::tensorflow::int32 value) { compression_level_ = value; }
  void clear_compression_level() { compression_level_ = ::tensorflow::int32(); }
  bool cache_rpc_response() const { return cache_rpc_response_; }
  void set_cache_rpc_response(bool value) { cache_rpc_response_ = value; }
  void clear_cache_rpc_response() { cache_rpc_response_ = bool(); }
  bool disable_session_connection_sharing() const { return disable_session_connection_sharing_; }
  void set_disable_session_connection_sharing(bool value) { disable_session_connection_sharing_ = value; }
  void clear_disable_session_connection_sharing() { disable_session_connection_sharing_ = bool(); }
  ::tensorflow::int32 num_channels_per_target() const { return num_channels_per_target_; }
  void set_num_channels_per_target(::tensorflow::int32 value) { num_channels_per_target_ = value; }
  void clear_num_channels_per_target() { num_channels_per_target_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "use_rpc_for_inprocess_master", use_rpc_for_inprocess_master_, nullptr);
    v.Text(2, "compression_algorithm", compression_algorithm_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "compression_level", compression_level_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "cache_rpc_response", cache_rpc_response_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "disable_session_connection_sharing", disable_session_connection_sharing_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "num_channels_per_target", num_channels_per_target_, nullptr);
  }

 private:
  bool use_rpc_for_inprocess_master_ = bool();
  std::string compression_algorithm_;
  ::tensorflow::int32 compression_level_ = ::tensorflow::int32();
  bool cache_rpc_response_ = bool();
  bool disable_session_connection_sharing_ = bool();
  ::tensorflow::int32 num_channels_per_target_ = ::tensorflow::int32();
};
class RPCOptions : public RPCOptionsFields<RPCOptions> {};

template <typename M>
class SessionMetadataFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  ::tensorflow::int64 version() const { return version_; }
  void set_version(::tensorflow::int64 value) { version_ = value; }
  void clear_version() { version_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "version", version_, nullptr);
  }

 private:
  std::string name_;
  ::tensorflow::int64 version_ = ::tensorflow::int64();
};
class SessionMetadata : public SessionMetadataFields<SessionMetadata> {};

template <typename M>
class ConfigProto_ExperimentalFields : public ::penstock::MessageOf<M> {
 public:
  typedef ConfigProto_Experimental_MlirBridgeRollout MlirBridgeRollout;
  static const MlirBridgeRollout MLIR_BRIDGE_ROLLOUT_UNSPECIFIED = ConfigProto_Experimental_MlirBridgeRollout_MLIR_BRIDGE_ROLLOUT_UNSPECIFIED;
  static const MlirBridgeRollout MLIR_BRIDGE_ROLLOUT_ENABLED = ConfigProto_Experimental_MlirBridgeRollout_MLIR_BRIDGE_ROLLOUT_ENABLED;
  static const MlirBridgeRollout MLIR_BRIDGE_ROLLOUT_DISABLED = ConfigProto_Experimental_MlirBridgeRollout_MLIR_BRIDGE_ROLLOUT_DISABLED;
  const std::string& collective_group_leader() const { return collective_group_leader_; }
  void set_collective_group_leader(const std::string& value) { collective_group_leader_ = value; }
  void set_collective_group_leader(const char* value) { collective_group_leader_ = value; }
  void set_collective_group_leader(const void* data, size_t size) { collective_group_leader_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_collective_group_leader() { return &collective_group_leader_; }
  void clear_collective_group_leader() { collective_group_leader_.clear(); }
  const std::string& executor_type() const { return executor_type_; }
  void set_executor_type(const std::string& value) { executor_type_ = value; }
  void set_executor_type(const char* value) { executor_type_ = value; }
  void set_executor_type(const void* data, size_t size) { executor_type_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_executor_type() { return &executor_type_; }
  void clear_executor_type() { executor_type_.clear(); }
  ::tensorflow::int32 recv_buf_max_chunk() const { return recv_buf_max_chunk_; }
  void set_recv_buf_max_chunk(::tensorflow::int32 value) { recv_buf_max_chunk_ = value; }
  void clear_recv_buf_max_chunk() { recv_buf_max_chunk_ = ::tensorflow::int32(); }
  bool use_numa_affinity() const { return use_numa_affinity_; }
  void set_use_numa_affinity(bool value) { use_numa_affinity_ = value; }
  void clear_use_numa_affinity() { use_numa_affinity_ = bool(); }
  bool collective_deterministic_sequential_execution() const { return collective_deterministic_sequential_execution_; }
  void set_collective_deterministic_sequential_execution(bool value) { collective_deterministic_sequential_execution_ = value; }
  void clear_collective_deterministic_sequential_execution() { collective_deterministic_sequential_execution_ = bool(); }
  bool collective_nccl() const { return collective_nccl_; }
  void set_collective_nccl(bool value) { collective_nccl_ = value; }
  void clear_collective_nccl() { collective_nccl_ = bool(); }
  bool share_session_state_in_clusterspec_propagation() const { return share_session_state_in_clusterspec_propagation_; }
  void set_share_session_state_in_clusterspec_propagation(bool value) { share_session_state_in_clusterspec_propagation_ = value; }
  void clear_share_session_state_in_clusterspec_propagation() { share_session_state_in_clusterspec_propagation_ = bool(); }
  bool disable_thread_spinning() const { return disable_thread_spinning_; }
  void set_disable_thread_spinning(bool value) { disable_thread_spinning_ = value; }
  void clear_disable_thread_spinning() { disable_thread_spinning_ = bool(); }
  bool share_cluster_devices_in_session() const { return share_cluster_devices_in_session_; }
  void set_share_cluster_devices_in_session(bool value) { share_cluster_devices_in_session_ = value; }
  void clear_share_cluster_devices_in_session() { share_cluster_devices_in_session_ = bool(); }
  bool has_session_metadata() const { return session_metadata_.has(); }
  const ::tensorflow::SessionMetadata& session_metadata() const { return session_metadata_.get(); }
  ::tensorflow::SessionMetadata* mutable_session_metadata() { return session_metadata_.mutable_get(); }
  void set_allocated_session_metadata(::tensorflow::SessionMetadata* value) { session_metadata_.reset(value); }
  ::tensorflow::SessionMetadata* release_session_metadata() { return session_metadata_.release(); }
  void clear_session_metadata() { session_metadata_.reset(); }
  bool optimize_for_static_graph() const { return optimize_for_static_graph_; }
  void set_optimize_for_static_graph(bool value) { optimize_for_static_graph_ = value; }
  void clear_optimize_for_static_graph() { optimize_for_static_graph_ = bool(); }
  bool enable_mlir_bridge() const { return enable_mlir_bridge_; }
  void set_enable_mlir_bridge(bool value) { enable_mlir_bridge_ = value; }
  void clear_enable_mlir_bridge() { enable_mlir_bridge_ = bool(); }
  ::tensorflow::ConfigProto_Experimental_MlirBridgeRollout mlir_bridge_rollout() const { return mlir_bridge_rollout_; }
  void set_mlir_bridge_rollout(::tensorflow::ConfigProto_Experimental_MlirBridgeRollout value) { mlir_bridge_rollout_ = value; }
  void clear_mlir_bridge_rollout() { mlir_bridge_rollout_ = ::tensorflow::ConfigProto_Experimental_MlirBridgeRollout(); }
  bool enable_mlir_graph_optimization() const { return enable_mlir_graph_optimization_; }
  void set_enable_mlir_graph_optimization(bool value) { enable_mlir_graph_optimization_ = value; }
  void clear_enable_mlir_graph_optimization() { enable_mlir_graph_optimization_ = bool(); }
  bool disable_output_partition_graphs() const { return disable_output_partition_graphs_; }
  void set_disable_output_partition_graphs(bool value) { disable_output_partition_graphs_ = value; }
  void clear_disable_output_partition_graphs() { disable_output_partition_graphs_ = bool(); }
  ::tensorflow::int64 xla_fusion_autotuner_thresh() const { return xla_fusion_autotuner_thresh_; }
  void set_xla_fusion_autotuner_thresh(::tensorflow::int64 value) { xla_fusion_autotuner_thresh_ = value; }
  void clear_xla_fusion_autotuner_thresh() { xla_fusion_autotuner_thresh_ = ::tensorflow::int64(); }
  bool use_tfrt() const { return use_tfrt_; }
  void set_use_tfrt(bool value) { use_tfrt_ = value; }
  void clear_use_tfrt() { use_tfrt_ = bool(); }
  bool disable_functional_ops_lowering() const { return disable_functional_ops_lowering_; }
  void set_disable_functional_ops_lowering(bool value) { disable_functional_ops_lowering_ = value; }
  void clear_disable_functional_ops_lowering() { disable_functional_ops_lowering_ = bool(); }
  bool xla_prefer_single_graph_cluster() const { return xla_prefer_single_graph_cluster_; }
  void set_xla_prefer_single_graph_cluster(bool value) { xla_prefer_single_graph_cluster_ = value; }
  void clear_xla_prefer_single_graph_cluster() { xla_prefer_single_graph_cluster_ = bool(); }
  bool has_coordination_config() const { return coordination_config_.has(); }
  const ::tensorflow::CoordinationServiceConfig& coordination_config() const { return coordination_config_.get(); }
  ::tensorflow::CoordinationServiceConfig* mutable_coordination_config() { return coordination_config_.mutable_get(); }
  void set_allocated_coordination_config(::tensorflow::CoordinationServiceConfig* value) { coordination_config_.reset(value); }
  ::tensorflow::CoordinationServiceConfig* release_coordination_config() { return coordination_config_.release(); }
  void clear_coordination_config() { coordination_config_.reset(); }
  bool disable_optimize_for_static_graph() const { return disable_optimize_for_static_graph_; }
  void set_disable_optimize_for_static_graph(bool value) { disable_optimize_for_static_graph_ = value; }
  void clear_disable_optimize_for_static_graph() { disable_optimize_for_static_graph_ = bool(); }
  bool disable_eager_executor_streaming_enqueue() const { return disable_eager_executor_streaming_enqueue_; }
  void set_disable_eager_executor_streaming_enqueue(bool value) { disable_eager_executor_streaming_enqueue_ = value; }
  void clear_disable_eager_executor_streaming_enqueue() { disable_eager_executor_streaming_enqueue_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "collective_group_leader", collective_group_leader_, nullptr);
    v.Text(3, "executor_type", executor_type_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "recv_buf_max_chunk", recv_buf_max_chunk_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "use_numa_affinity", use_numa_affinity_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "collective_deterministic_sequential_execution", collective_deterministic_sequential_execution_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "collective_nccl", collective_nccl_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "share_session_state_in_clusterspec_propagation", share_session_state_in_clusterspec_propagation_, nullptr);
    v.template Scalar<::penstock::kVarint>(9, "disable_thread_spinning", disable_thread_spinning_, nullptr);
    v.template Scalar<::penstock::kVarint>(10, "share_cluster_devices_in_session", share_cluster_devices_in_session_, nullptr);
    v.Message(11, "session_metadata", session_metadata_, nullptr);
    v.template Scalar<::penstock::kVarint>(12, "optimize_for_static_graph", optimize_for_static_graph_, nullptr);
    v.template Scalar<::penstock::kVarint>(13, "enable_mlir_bridge", enable_mlir_bridge_, nullptr);
    v.template Scalar<::penstock::kVarint>(17, "mlir_bridge_rollout", mlir_bridge_rollout_, nullptr);
    v.template Scalar<::penstock::kVarint>(16, "enable_mlir_graph_optimization", enable_mlir_graph_optimization_, nullptr);
    v.template Scalar<::penstock::kVarint>(14, "disable_output_partition_graphs", disable_output_partition_graphs_, nullptr);
    v.template Scalar<::penstock::kVarint>(15, "xla_fusion_autotuner_thresh", xla_fusion_autotuner_thresh_, nullptr);
    v.template Scalar<::penstock::kVarint>(18, "use_tfrt", use_tfrt_, nullptr);
    v.template Scalar<::penstock::kVarint>(21, "disable_functional_ops_lowering", disable_functional_ops_lowering_, nullptr);
    v.template Scalar<::penstock::kVarint>(22, "xla_prefer_single_graph_cluster", xla_prefer_single_graph_cluster_, nullptr);
    v.Message(23, "coordination_config", coordination_config_, nullptr);
    v.template Scalar<::penstock::kVarint>(24, "disable_optimize_for_static_graph", disable_optimize_for_static_graph_, nullptr);
    v.template Scalar<::penstock::kVarint>(26, "disable_eager_executor_streaming_enqueue", disable_eager_executor_streaming_enqueue_, nullptr);
  }

 private:
  std::string collective_group_leader_;
  std::string executor_type_;
  ::tensorflow::int32 recv_buf_max_chunk_ = ::tensorflow::int32();
  bool use_numa_affinity_ = bool();
  bool collective_deterministic_sequential_execution_ = bool();
  bool collective_nccl_ = bool();
  bool share_session_state_in_clusterspec_propagation_ = bool();
  bool disable_thread_spinning_ = bool();
  bool share_cluster_devices_in_session_ = bool();
  ::penstock::Box<::tensorflow::SessionMetadata> session_metadata_;
  bool optimize_for_static_graph_ = bool();
  bool enable_mlir_bridge_ = bool();
  ::tensorflow::ConfigProto_Experimental_MlirBridgeRollout mlir_bridge_rollout_ = ::tensorflow::ConfigProto_Experimental_MlirBridgeRollout();
  bool enable_mlir_graph_optimization_ = bool();
  bool disable_output_partition_graphs_ = bool();
  ::tensorflow::int64 xla_fusion_autotuner_thresh_ = ::tensorflow::int64();
  bool use_tfrt_ = bool();
  bool disable_functional_ops_lowering_ = bool();
  bool xla_prefer_single_graph_cluster_ = bool();
  ::penstock::Box<::tensorflow::CoordinationServiceConfig> coordination_config_;
  bool disable_optimize_for_static_graph_ = bool();
  bool disable_eager_executor_streaming_enqueue_ = bool();
};
class ConfigProto_Experimental : public ConfigProto_ExperimentalFields<ConfigProto_Experimental> {};

template <typename M>
class ConfigProtoFields : public ::penstock::MessageOf<M> {
 public:
  typedef ConfigProto_Experimental Experimental;
  const ::penstock::Map<std::string, ::tensorflow::int32>& device_count() const { return device_count_; }
  ::penstock::Map<std::string, ::tensorflow::int32>* mutable_device_count() { return &device_count_; }
  int device_count_size() const { return device_count_.size(); }
  void clear_device_count() { device_count_ = ::penstock::Map<std::string, ::tensorflow::int32>(); }
  ::tensorflow::int32 intra_op_parallelism_threads() const { return intra_op_parallelism_threads_; }
  void set_intra_op_parallelism_threads(::tensorflow::int32 value) { intra_op_parallelism_threads_ = value; }
  void clear_intra_op_parallelism_threads() { intra_op_parallelism_threads_ = ::tensorflow::int32(); }
  ::tensorflow::int32 inter_op_parallelism_threads() const { return inter_op_parallelism_threads_; }
  void set_inter_op_parallelism_threads(::tensorflow::int32 value) { inter_op_parallelism_threads_ = value; }
  void clear_inter_op_parallelism_threads() { inter_op_parallelism_threads_ = ::tensorflow::int32(); }
  bool use_per_session_threads() const { return use_per_session_threads_; }
  void set_use_per_session_threads(bool value) { use_per_session_threads_ = value; }
  void clear_use_per_session_threads() { use_per_session_threads_ = bool(); }
  const ::penstock::RepeatedPtrField<::tensorflow::ThreadPoolOptionProto>& session_inter_op_thread_pool() const { return session_inter_op_thread_pool_; }
  ::penstock::RepeatedPtrField<::tensorflow::ThreadPoolOptionProto>* mutable_session_inter_op_thread_pool() { return &session_inter_op_thread_pool_; }
  int session_inter_op_thread_pool_size() const { return session_inter_op_thread_pool_.size(); }
  void clear_session_inter_op_thread_pool() { session_inter_op_thread_pool_ = ::penstock::RepeatedPtrField<::tensorflow::ThreadPoolOptionProto>(); }
  const ::tensorflow::ThreadPoolOptionProto& session_inter_op_thread_pool(int i) const { return session_inter_op_thread_pool_.Get(i); }
  ::tensorflow::ThreadPoolOptionProto* mutable_session_inter_op_thread_pool(int i) { return session_inter_op_thread_pool_.Mutable(i); }
  ::tensorflow::ThreadPoolOptionProto* add_session_inter_op_thread_pool() { return session_inter_op_thread_pool_.Add(); }
  ::tensorflow::int32 placement_period() const { return placement_period_; }
  void set_placement_period(::tensorflow::int32 value) { placement_period_ = value; }
  void clear_placement_period() { placement_period_ = ::tensorflow::int32(); }
  const ::penstock::RepeatedPtrField<std::string>& device_filters() const { return device_filters_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_device_filters() { return &device_filters_; }
  int device_filters_size() const { return device_filters_.size(); }
  void clear_device_filters() { device_filters_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& device_filters(int i) const { return device_filters_.Get(i); }
  std::string* mutable_device_filters(int i) { return device_filters_.Mutable(i); }
  std::string* add_device_filters() { return device_filters_.Add(); }
  void add_device_filters(const std::string& value) { *device_filters_.Add() = value; }
  void set_device_filters(int i, const std::string& value) { *device_filters_.Mutable(i) = value; }
  bool has_gpu_options() const { return gpu_options_.has(); }
  const ::tensorflow::GPUOptions& gpu_options() const { return gpu_options_.get(); }
  ::tensorflow::GPUOptions* mutable_gpu_options() { return gpu_options_.mutable_get(); }
  void set_allocated_gpu_options(::tensorflow::GPUOptions* value) { gpu_options_.reset(value); }
  ::tensorflow::GPUOptions* release_gpu_options() { return gpu_options_.release(); }
  void clear_gpu_options() { gpu_options_.reset(); }
  bool allow_soft_placement() const { return allow_soft_placement_; }
  void set_allow_soft_placement(bool value) { allow_soft_placement_ = value; }
  void clear_allow_soft_placement() { allow_soft_placement_ = bool(); }
  bool log_device_placement() const { return log_device_placement_; }
  void set_log_device_placement(bool value) { log_device_placement_ = value; }
  void clear_log_device_placement() { log_device_placement_ = bool(); }
  bool has_graph_options() const { return graph_options_.has(); }
  const ::tensorflow::GraphOptions& graph_options() const { return graph_options_.get(); }
  ::tensorflow::GraphOptions* mutable_graph_options() { return graph_options_.mutable_get(); }
  void set_allocated_graph_options(::tensorflow::GraphOptions* value) { graph_options_.reset(value); }
  ::tensorflow::GraphOptions* release_graph_options() { return graph_options_.release(); }
  void clear_graph_options() { graph_options_.reset(); }
  ::tensorflow::int64 operation_timeout_in_ms() const { return operation_timeout_in_ms_; }
  void set_operation_timeout_in_ms(::tensorflow::int64 value) { operation_timeout_in_ms_ = value; }
  void clear_operation_timeout_in_ms() { operation_timeout_in_ms_ = ::tensorflow::int64(); }
  bool has_rpc_options() const { return rpc_options_.has(); }
  const ::tensorflow::RPCOptions& rpc_options() const { return rpc_options_.get(); }
  ::tensorflow::RPCOptions* mutable_rpc_options() { return rpc_options_.mutable_get(); }
  void set_allocated_rpc_options(::tensorflow::RPCOptions* value) { rpc_options_.reset(value); }
  ::tensorflow::RPCOptions* release_rpc_options() { return rpc_options_.release(); }
  void clear_rpc_options() { rpc_options_.reset(); }
  bool has_cluster_def() const { return cluster_def_.has(); }
  const ::tensorflow::ClusterDef& cluster_def() const { return cluster_def_.get(); }
  ::tensorflow::ClusterDef* mutable_cluster_def() { return cluster_def_.mutable_get(); }
  void set_allocated_cluster_def(::tensorflow::ClusterDef* value) { cluster_def_.reset(value); }
  ::tensorflow::ClusterDef* release_cluster_def() { return cluster_def_.release(); }
  void clear_cluster_def() { cluster_def_.reset(); }
  bool isolate_session_state() const { return isolate_session_state_; }
  void set_isolate_session_state(bool value) { isolate_session_state_ = value; }
  void clear_isolate_session_state() { isolate_session_state_ = bool(); }
  bool has_experimental() const { return experimental_.has(); }
  const ::tensorflow::ConfigProto_Experimental& experimental() const { return experimental_.get(); }
  ::tensorflow::ConfigProto_Experimental* mutable_experimental() { return experimental_.mutable_get(); }
  void set_allocated_experimental(::tensorflow::ConfigProto_Experimental* value) { experimental_.reset(value); }
  ::tensorflow::ConfigProto_Experimental* release_experimental() { return experimental_.release(); }
  void clear_experimental() { experimental_.reset(); }
  bool share_cluster_devices_in_session() const { return share_cluster_devices_in_session_; }
  void set_share_cluster_devices_in_session(bool value) { share_cluster_devices_in_session_ = value; }
  void clear_share_cluster_devices_in_session() { share_cluster_devices_in_session_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Entries<::penstock::kString, ::penstock::kVarint>(1, "device_count", device_count_);
    v.template Scalar<::penstock::kVarint>(2, "intra_op_parallelism_threads", intra_op_parallelism_threads_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "inter_op_parallelism_threads", inter_op_parallelism_threads_, nullptr);
    v.template Scalar<::penstock::kVarint>(9, "use_per_session_threads", use_per_session_threads_, nullptr);
    v.Messages(12, "session_inter_op_thread_pool", session_inter_op_thread_pool_);
    v.template Scalar<::penstock::kVarint>(3, "placement_period", placement_period_, nullptr);
    v.Texts(4, "device_filters", device_filters_);
    v.Message(6, "gpu_options", gpu_options_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "allow_soft_placement", allow_soft_placement_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "log_device_placement", log_device_placement_, nullptr);
    v.Message(10, "graph_options", graph_options_, nullptr);
    v.template Scalar<::penstock::kVarint>(11, "operation_timeout_in_ms", operation_timeout_in_ms_, nullptr);
    v.Message(13, "rpc_options", rpc_options_, nullptr);
    v.Message(14, "cluster_def", cluster_def_, nullptr);
    v.template Scalar<::penstock::kVarint>(15, "isolate_session_state", isolate_session_state_, nullptr);
    v.Message(16, "experimental", experimental_, nullptr);
    v.template Scalar<::penstock::kVarint>(17, "share_cluster_devices_in_session", share_cluster_devices_in_session_, nullptr);
  }

 private:
  ::penstock::Map<std::string, ::tensorflow::int32> device_count_;
  ::tensorflow::int32 intra_op_parallelism_threads_ = ::tensorflow::int32();
  ::tensorflow::int32 inter_op_parallelism_threads_ = ::tensorflow::int32();
  bool use_per_session_threads_ = bool();
  ::penstock::RepeatedPtrField<::tensorflow::ThreadPoolOptionProto> session_inter_op_thread_pool_;
  ::tensorflow::int32 placement_period_ = ::tensorflow::int32();
  ::penstock::RepeatedPtrField<std::string> device_filters_;
  ::penstock::Box<::tensorflow::GPUOptions> gpu_options_;
  bool allow_soft_placement_ = bool();
  bool log_device_placement_ = bool();
  ::penstock::Box<::tensorflow::GraphOptions> graph_options_;
  ::tensorflow::int64 operation_timeout_in_ms_ = ::tensorflow::int64();
  ::penstock::Box<::tensorflow::RPCOptions> rpc_options_;
  ::penstock::Box<::tensorflow::ClusterDef> cluster_def_;
  bool isolate_session_state_ = bool();
  ::penstock::Box<::tensorflow::ConfigProto_Experimental> experimental_;
  bool share_cluster_devices_in_session_ = bool();
};
class ConfigProto : public ConfigProtoFields<ConfigProto> {};

template <typename M>
class RunOptions_Experimental_RunHandlerPoolOptionsFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 priority() const { return priority_; }
  void set_priority(::tensorflow::int64 value) { priority_ = value; }
  void clear_priority() { priority_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "priority", priority_, nullptr);
  }

 private:
  ::tensorflow::int64 priority_ = ::tensorflow::int64();
};
class RunOptions_Experimental_RunHandlerPoolOptions : public RunOptions_Experimental_RunHandlerPoolOptionsFields<RunOptions_Experimental_RunHandlerPoolOptions> {};

template <typename M>
class RunOptions_ExperimentalFields : public ::penstock::MessageOf<M> {
 public:
  typedef RunOptions_Experimental_RunHandlerPoolOptions RunHandlerPoolOptions;
  ::tensorflow::int64 collective_graph_key() const { return collective_graph_key_; }
  void set_collective_graph_key(::tensorflow::int64 value) { collective_graph_key_ = value; }
  void clear_collective_graph_key() { collective_graph_key_ = ::tensorflow::int64(); }
  bool use_run_handler_pool() const { return use_run_handler_pool_; }
  void set_use_run_handler_pool(bool value) { use_run_handler_pool_ = value; }
  void clear_use_run_handler_pool() { use_run_handler_pool_ = bool(); }
  bool has_run_handler_pool_options() const { return run_handler_pool_options_.has(); }
  const ::tensorflow::RunOptions_Experimental_RunHandlerPoolOptions& run_handler_pool_options() const { return run_handler_pool_options_.get(); }
  ::tensorflow::RunOptions_Experimental_RunHandlerPoolOptions* mutable_run_handler_pool_options() { return run_handler_pool_options_.mutable_get(); }
  void set_allocated_run_handler_pool_options(::tensorflow::RunOptions_Experimental_RunHandlerPoolOptions* value) { run_handler_pool_options_.reset(value); }
  ::tensorflow::RunOptions_Experimental_RunHandlerPoolOptions* release_run_handler_pool_options() { return run_handler_pool_options_.release(); }
  void clear_run_handler_pool_options() { run_handler_pool_options_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "collective_graph_key", collective_graph_key_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "use_run_handler_pool", use_run_handler_pool_, nullptr);
    v.Message(3, "run_handler_pool_options", run_handler_pool_options_, nullptr);
  }

 private:
  ::tensorflow::int64 collective_graph_key_ = ::tensorflow::int64();
  bool use_run_handler_pool_ = bool();
  ::penstock::Box<::tensorflow::RunOptions_Experimental_RunHandlerPoolOptions> run_handler_pool_options_;
};
class RunOptions_Experimental : public RunOptions_ExperimentalFields<RunOptions_Experimental> {};

template <typename M>
class RunOptionsFields : public ::penstock::MessageOf<M> {
 public:
  typedef RunOptions_Experimental Experimental;
  typedef RunOptions_TraceLevel TraceLevel;
  static const TraceLevel NO_TRACE = RunOptions_TraceLevel_NO_TRACE;
  static const TraceLevel SOFTWARE_TRACE = RunOptions_TraceLevel_SOFTWARE_TRACE;
  static const TraceLevel HARDWARE_TRACE = RunOptions_TraceLevel_HARDWARE_TRACE;
  static const TraceLevel FULL_TRACE = RunOptions_TraceLevel_FULL_TRACE;
  ::tensorflow::RunOptions_TraceLevel trace_level() const { return trace_level_; }
  void set_trace_level(::tensorflow::RunOptions_TraceLevel value) { trace_level_ = value; }
  void clear_trace_level() { trace_level_ = ::tensorflow::RunOptions_TraceLevel(); }
  ::tensorflow::int64 timeout_in_ms() const { return timeout_in_ms_; }
  void set_timeout_in_ms(::tensorflow::int64 value) { timeout_in_ms_ = value; }
  void clear_timeout_in_ms() { timeout_in_ms_ = ::tensorflow::int64(); }
  ::tensorflow::int32 inter_op_thread_pool() const { return inter_op_thread_pool_; }
  void set_inter_op_thread_pool(::tensorflow::int32 value) { inter_op_thread_pool_ = value; }
  void clear_inter_op_thread_pool() { inter_op_thread_pool_ = ::tensorflow::int32(); }
  bool output_partition_graphs() const { return output_partition_graphs_; }
  void set_output_partition_graphs(bool value) { output_partition_graphs_ = value; }
  void clear_output_partition_graphs() { output_partition_graphs_ = bool(); }
  bool has_debug_options() const { return debug_options_.has(); }
  const ::tensorflow::DebugOptions& debug_options() const { return debug_options_.get(); }
  ::tensorflow::DebugOptions* mutable_debug_options() { return debug_options_.mutable_get(); }
  void set_allocated_debug_options(::tensorflow::DebugOptions* value) { debug_options_.reset(value); }
  ::tensorflow::DebugOptions* release_debug_options() { return debug_options_.release(); }
  void clear_debug_options() { debug_options_.reset(); }
  bool report_tensor_allocations_upon_oom() const { return report_tensor_allocations_upon_oom_; }
  void set_report_tensor_allocations_upon_oom(bool value) { report_tensor_allocations_upon_oom_ = value; }
  void clear_report_tensor_allocations_upon_oom() { report_tensor_allocations_upon_oom_ = bool(); }
  bool has_experimental() const { return experimental_.has(); }
  const ::tensorflow::RunOptions_Experimental& experimental() const { return experimental_.get(); }
  ::tensorflow::RunOptions_Experimental* mutable_experimental() { return experimental_.mutable_get(); }
  void set_allocated_experimental(::tensorflow::RunOptions_Experimental* value) { experimental_.reset(value); }
  ::tensorflow::RunOptions_Experimental* release_experimental() { return experimental_.release(); }
  void clear_experimental() { experimental_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "trace_level", trace_level_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "timeout_in_ms", timeout_in_ms_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "inter_op_thread_pool", inter_op_thread_pool_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "output_partition_graphs", output_partition_graphs_, nullptr);
    v.Message(6, "debug_options", debug_options_, nullptr);
    v.template Scalar<::penstock::kVarint>(7, "report_tensor_allocations_upon_oom", report_tensor_allocations_upon_oom_, nullptr);
    v.Message(8, "experimental", experimental_, nullptr);
  }

 private:
  ::tensorflow::RunOptions_TraceLevel trace_level_ = ::tensorflow::RunOptions_TraceLevel();
  ::tensorflow::int64 timeout_in_ms_ = ::tensorflow::int64();
  ::tensorflow::int32 inter_op_thread_pool_ = ::tensorflow::int32();
  bool output_partition_graphs_ = bool();
  ::penstock::Box<::tensorflow::DebugOptions> debug_options_;
  bool report_tensor_allocations_upon_oom_ = bool();
  ::penstock::Box<::tensorflow::RunOptions_Experimental> experimental_;
};
class RunOptions : public RunOptionsFields<RunOptions> {};

template <typename M>
class RunMetadata_FunctionGraphsFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<::tensorflow::GraphDef>& partition_graphs() const { return partition_graphs_; }
  ::penstock::RepeatedPtrField<::tensorflow::GraphDef>* mutable_partition_graphs() { return &partition_graphs_; }
  int partition_graphs_size() const { return partition_graphs_.size(); }
  void clear_partition_graphs() { partition_graphs_ = ::penstock::RepeatedPtrField<::tensorflow::GraphDef>(); }
  const ::tensorflow::GraphDef& partition_graphs(int i) const { return partition_graphs_.Get(i); }
  ::tensorflow::GraphDef* mutable_partition_graphs(int i) { return partition_graphs_.Mutable(i); }
  ::tensorflow::GraphDef* add_partition_graphs() { return partition_graphs_.Add(); }
  bool has_pre_optimization_graph() const { return pre_optimization_graph_.has(); }
  const ::tensorflow::GraphDef& pre_optimization_graph() const { return pre_optimization_graph_.get(); }
  ::tensorflow::GraphDef* mutable_pre_optimization_graph() { return pre_optimization_graph_.mutable_get(); }
  void set_allocated_pre_optimization_graph(::tensorflow::GraphDef* value) { pre_optimization_graph_.reset(value); }
  ::tensorflow::GraphDef* release_pre_optimization_graph() { return pre_optimization_graph_.release(); }
  void clear_pre_optimization_graph() { pre_optimization_graph_.reset(); }
  bool has_post_optimization_graph() const { return post_optimization_graph_.has(); }
  const ::tensorflow::GraphDef& post_optimization_graph() const { return post_optimization_graph_.get(); }
  ::tensorflow::GraphDef* mutable_post_optimization_graph() { return post_optimization_graph_.mutable_get(); }
  void set_allocated_post_optimization_graph(::tensorflow::GraphDef* value) { post_optimization_graph_.reset(value); }
  ::tensorflow::GraphDef* release_post_optimization_graph() { return post_optimization_graph_.release(); }
  void clear_post_optimization_graph() { post_optimization_graph_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "partition_graphs", partition_graphs_);
    v.Message(2, "pre_optimization_graph", pre_optimization_graph_, nullptr);
    v.Message(3, "post_optimization_graph", post_optimization_graph_, nullptr);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::GraphDef> partition_graphs_;
  ::penstock::Box<::tensorflow::GraphDef> pre_optimization_graph_;
  ::penstock::Box<::tensorflow::GraphDef> post_optimization_graph_;
};
class RunMetadata_FunctionGraphs : public RunMetadata_FunctionGraphsFields<RunMetadata_FunctionGraphs> {};

template <typename M>
class RunMetadataFields : public ::penstock::MessageOf<M> {
 public:
  typedef RunMetadata_FunctionGraphs FunctionGraphs;
  bool has_step_stats() const { return step_stats_.has(); }
  const ::tensorflow::StepStats& step_stats() const { return step_stats_.get(); }
  ::tensorflow::StepStats* mutable_step_stats() { return step_stats_.mutable_get(); }
  void set_allocated_step_stats(::tensorflow::StepStats* value) { step_stats_.reset(value); }
  ::tensorflow::StepStats* release_step_stats() { return step_stats_.release(); }
  void clear_step_stats() { step_stats_.reset(); }
  bool has_cost_graph() const { return cost_graph_.has(); }
  const ::tensorflow::CostGraphDef& cost_graph() const { return cost_graph_.get(); }
  ::tensorflow::CostGraphDef* mutable_cost_graph() { return cost_graph_.mutable_get(); }
  void set_allocated_cost_graph(::tensorflow::CostGraphDef* value) { cost_graph_.reset(value); }
  ::tensorflow::CostGraphDef* release_cost_graph() { return cost_graph_.release(); }
  void clear_cost_graph() { cost_graph_.reset(); }
  const ::penstock::RepeatedPtrField<::tensorflow::GraphDef>& partition_graphs() const { return partition_graphs_; }
  ::penstock::RepeatedPtrField<::tensorflow::GraphDef>* mutable_partition_graphs() { return &partition_graphs_; }
  int partition_graphs_size() const { return partition_graphs_.size(); }
  void clear_partition_graphs() { partition_graphs_ = ::penstock::RepeatedPtrField<::tensorflow::GraphDef>(); }
  const ::tensorflow::GraphDef& partition_graphs(int i) const { return partition_graphs_.Get(i); }
  ::tensorflow::GraphDef* mutable_partition_graphs(int i) { return partition_graphs_.Mutable(i); }
  ::tensorflow::GraphDef* add_partition_graphs() { return partition_graphs_.Add(); }
  const ::penstock::RepeatedPtrField<::tensorflow::RunMetadata_FunctionGraphs>& function_graphs() const { return function_graphs_; }
  ::penstock::RepeatedPtrField<::tensorflow::RunMetadata_FunctionGraphs>* mutable_function_graphs() { return &function_graphs_; }
  int function_graphs_size() const { return function_graphs_.size(); }
  void clear_function_graphs() { function_graphs_ = ::penstock::RepeatedPtrField<::tensorflow::RunMetadata_FunctionGraphs>(); }
  const ::tensorflow::RunMetadata_FunctionGraphs& function_graphs(int i) const { return function_graphs_.Get(i); }
  ::tensorflow::RunMetadata_FunctionGraphs* mutable_function_graphs(int i) { return function_graphs_.Mutable(i); }
  ::tensorflow::RunMetadata_FunctionGraphs* add_function_graphs() { return function_graphs_.Add(); }
  bool has_session_metadata() const { return session_metadata_.has(); }
  const ::tensorflow::SessionMetadata& session_metadata() const { return session_metadata_.get(); }
  ::tensorflow::SessionMetadata* mutable_session_metadata() { return session_metadata_.mutable_get(); }
  void set_allocated_session_metadata(::tensorflow::SessionMetadata* value) { session_metadata_.reset(value); }
  ::tensorflow::SessionMetadata* release_session_metadata() { return session_metadata_.release(); }
  void clear_session_metadata() { session_metadata_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "step_stats", step_stats_, nullptr);
    v.Message(2, "cost_graph", cost_graph_, nullptr);
    v.Messages(3, "partition_graphs", partition_graphs_);
    v.Messages(4, "function_graphs", function_graphs_);
    v.Message(5, "session_metadata", session_metadata_, nullptr);
  }

 private:
  ::penstock::Box<::tensorflow::StepStats> step_stats_;
  ::penstock::Box<::tensorflow::CostGraphDef> cost_graph_;
  ::penstock::RepeatedPtrField<::tensorflow::GraphDef> partition_graphs_;
  ::penstock::RepeatedPtrField<::tensorflow::RunMetadata_FunctionGraphs> function_graphs_;
  ::penstock::Box<::tensorflow::SessionMetadata> session_metadata_;
};
class RunMetadata : public RunMetadataFields<RunMetadata> {};

template <typename M>
class TensorConnectionFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& from_tensor() const { return from_tensor_; }
  void set_from_tensor(const std::string& value) { from_tensor_ = value; }
  void set_from_tensor(const char* value) { from_tensor_ = value; }
  void set_from_tensor(const void* data, size_t size) { from_tensor_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_from_tensor() { return &from_tensor_; }
  void clear_from_tensor() { from_tensor_.clear(); }
  const std::string& to_tensor() const { return to_tensor_; }
  void set_to_tensor(const std::string& value) { to_tensor_ = value; }
  void set_to_tensor(const char* value) { to_tensor_ = value; }
  void set_to_tensor(const void* data, size_t size) { to_tensor_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_to_tensor() { return &to_tensor_; }
  void clear_to_tensor() { to_tensor_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "from_tensor", from_tensor_, nullptr);
    v.Text(2, "to_tensor", to_tensor_, nullptr);
  }

 private:
  std::string from_tensor_;
  std::string to_tensor_;
};
class TensorConnection : public TensorConnectionFields<TensorConnection> {};

template <typename M>
class CallableOptionsFields : public ::penstock::MessageOf<M> {
 public:
  const ::penstock::RepeatedPtrField<std::string>& feed() const { return feed_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_feed() { return &feed_; }
  int feed_size() const { return feed_.size(); }
  void clear_feed() { feed_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& feed(int i) const { return feed_.Get(i); }
  std::string* mutable_feed(int i) { return feed_.Mutable(i); }
  std::string* add_feed() { return feed_.Add(); }
  void add_feed(const std::string& value) { *feed_.Add() = value; }
  void set_feed(int i, const std::string& value) { *feed_.Mutable(i) = value; }
  const ::penstock::RepeatedPtrField<std::string>& fetch() const { return fetch_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_fetch() { return &fetch_; }
  int fetch_size() const { return fetch_.size(); }
  void clear_fetch() { fetch_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& fetch(int i) const { return fetch_.Get(i); }
  std::string* mutable_fetch(int i) { return fetch_.Mutable(i); }
  std::string* add_fetch() { return fetch_.Add(); }
  void add_fetch(const std::string& value) { *fetch_.Add() = value; }
  void set_fetch(int i, const std::string& value) { *fetch_.Mutable(i) = value; }
  const ::penstock::RepeatedPtrField<std::string>& target() const { return target_; }
  ::penstock::RepeatedPtrField<std::string>* mutable_target() { return &target_; }
  int target_size() const { return target_.size(); }
  void clear_target() { target_ = ::penstock::RepeatedPtrField<std::string>(); }
  const std::string& target(int i) const { return target_.Get(i); }
  std::string* mutable_target(int i) { return target_.Mutable(i); }
  std::string* add_target() { return target_.Add(); }
  void add_target(const std::string& value) { *target_.Add() = value; }
  void set_target(int i, const std::string& value) { *target_.Mutable(i) = value; }
  bool has_run_options() const { return run_options_.has(); }
  const ::tensorflow::RunOptions& run_options() const { return run_options_.get(); }
  ::tensorflow::RunOptions* mutable_run_options() { return run_options_.mutable_get(); }
  void set_allocated_run_options(::tensorflow::RunOptions* value) { run_options_.reset(value); }
  ::tensorflow::RunOptions* release_run_options() { return run_options_.release(); }
  void clear_run_options() { run_options_.reset(); }
  const ::penstock::RepeatedPtrField<::tensorflow::TensorConnection>& tensor_connection() const { return tensor_connection_; }
  ::penstock::RepeatedPtrField<::tensorflow::TensorConnection>* mutable_tensor_connection() { return &tensor_connection_; }
  int tensor_connection_size() const { return tensor_connection_.size(); }
  void clear_tensor_connection() { tensor_connection_ = ::penstock::RepeatedPtrField<::tensorflow::TensorConnection>(); }
  const ::tensorflow::TensorConnection& tensor_connection(int i) const { return tensor_connection_.Get(i); }
  ::tensorflow::TensorConnection* mutable_tensor_connection(int i) { return tensor_connection_.Mutable(i); }
  ::tensorflow::TensorConnection* add_tensor_connection() { return tensor_connection_.Add(); }
  const ::penstock::Map<std::string, std::string>& feed_devices() const { return feed_devices_; }
  ::penstock::Map<std::string, std::string>* mutable_feed_devices() { return &feed_devices_; }
  int feed_devices_size() const { return feed_devices_.size(); }
  void clear_feed_devices() { feed_devices_ = ::penstock::Map<std::string, std::string>(); }
  const ::penstock::Map<std::string, std::string>& fetch_devices() const { return fetch_devices_; }
  ::penstock::Map<std::string, std::string>* mutable_fetch_devices() { return &fetch_devices_; }
  int fetch_devices_size() const { return fetch_devices_.size(); }
  void clear_fetch_devices() { fetch_devices_ = ::penstock::Map<std::string, std::string>(); }
  bool fetch_skip_sync() const { return fetch_skip_sync_; }
  void set_fetch_skip_sync(bool value) { fetch_skip_sync_ = value; }
  void clear_fetch_skip_sync() { fetch_skip_sync_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Texts(1, "feed", feed_);
    v.Texts(2, "fetch", fetch_);
    v.Texts(3, "target", target_);
    v.Message(4, "run_options", run_options_, nullptr);
    v.Messages(5, "tensor_connection", tensor_connection_);
    v.template Entries<::penstock::kString, ::penstock::kString>(6, "feed_devices", feed_devices_);
    v.template Entries<::penstock::kString, ::penstock::kString>(7, "fetch_devices", fetch_devices_);
    v.template Scalar<::penstock::kVarint>(8, "fetch_skip_sync", fetch_skip_sync_, nullptr);
  }

 private:
  ::penstock::RepeatedPtrField<std::string> feed_;
  ::penstock::RepeatedPtrField<std::string> fetch_;
  ::penstock::RepeatedPtrField<std::string> target_;
  ::penstock::Box<::tensorflow::RunOptions> run_options_;
  ::penstock::RepeatedPtrField<::tensorflow::TensorConnection> tensor_connection_;
  ::penstock::Map<std::string, std::string> feed_devices_;
  ::penstock::Map<std::string, std::string> fetch_devices_;
  bool fetch_skip_sync_ = bool();
};
class CallableOptions : public CallableOptionsFields<CallableOptions> {};

template <typename M>
class ServerDefFields : public ::penstock::MessageOf<M> {
 public:
  bool has_cluster() const { return cluster_.has(); }
  const ::tensorflow::ClusterDef& cluster() const { return cluster_.get(); }
  ::tensorflow::ClusterDef* mutable_cluster() { return cluster_.mutable_get(); }
  void set_allocated_cluster(::tensorflow::ClusterDef* value) { cluster_.reset(value); }
  ::tensorflow::ClusterDef* release_cluster() { return cluster_.release(); }
  void clear_cluster() { cluster_.reset(); }
  const std::string& job_name() const { return job_name_; }
  void set_job_name(const std::string& value) { job_name_ = value; }
  void set_job_name(const char* value) { job_name_ = value; }
  void set_job_name(const void* data, size_t size) { job_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_job_name() { return &job_name_; }
  void clear_job_name() { job_name_.clear(); }
  ::tensorflow::int32 task_index() const { return task_index_; }
  void set_task_index(::tensorflow::int32 value) { task_index_ = value; }
  void clear_task_index() { task_index_ = ::tensorflow::int32(); }
  bool has_default_session_config() const { return default_session_config_.has(); }
  const ::tensorflow::ConfigProto& default_session_config() const { return default_session_config_.get(); }
  ::tensorflow::ConfigProto* mutable_default_session_config() { return default_session_config_.mutable_get(); }
  void set_allocated_default_session_config(::tensorflow::ConfigProto* value) { default_session_config_.reset(value); }
  ::tensorflow::ConfigProto* release_default_session_config() { return default_session_config_.release(); }
  void clear_default_session_config() { default_session_config_.reset(); }
  const std::string& protocol() const { return protocol_; }
  void set_protocol(const std::string& value) { protocol_ = value; }
  void set_protocol(const char* value) { protocol_ = value; }
  void set_protocol(const void* data, size_t size) { protocol_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_protocol() { return &protocol_; }
  void clear_protocol() { protocol_.clear(); }
  ::tensorflow::int32 replica() const { return replica_; }
  void set_replica(::tensorflow::int32 value) { replica_ = value; }
  void clear_replica() { replica_ = ::tensorflow::int32(); }
  ::tensorflow::int32 port() const { return port_; }
  void set_port(::tensorflow::int32 value) { port_ = value; }
  void clear_port() { port_ = ::tensorflow::int32(); }
  bool has_cluster_device_filters() const { return cluster_device_filters_.has(); }
  const ::tensorflow::ClusterDeviceFilters& cluster_device_filters() const { return cluster_device_filters_.get(); }
  ::tensorflow::ClusterDeviceFilters* mutable_cluster_device_filters() { return cluster_device_filters_.mutable_get(); }
  void set_allocated_cluster_device_filters(::tensorflow::ClusterDeviceFilters* value) { cluster_device_filters_.reset(value); }
  ::tensorflow::ClusterDeviceFilters* release_cluster_device_filters() { return cluster_device_filters_.release(); }
  void clear_cluster_device_filters() { cluster_device_filters_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "cluster", cluster_, nullptr);
    v.Text(2, "job_name", job_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "task_index", task_index_, nullptr);
    v.Message(4, "default_session_config", default_session_config_, nullptr);
    v.Text(5, "protocol", protocol_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "replica", replica_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "port", port_, nullptr);
    v.Message(7, "cluster_device_filters", cluster_device_filters_, nullptr);
  }

 private:
  ::penstock::Box<::tensorflow::ClusterDef> cluster_;
  std::string job_name_;
  ::tensorflow::int32 task_index_ = ::tensorflow::int32();
  ::penstock::Box<::tensorflow::ConfigProto> default_session_config_;
  std::string protocol_;
  ::tensorflow::int32 replica_ = ::tensorflow::int32();
  ::tensorflow::int32 port_ = ::tensorflow::int32();
  ::penstock::Box<::tensorflow::ClusterDeviceFilters> cluster_device_filters_;
};
class ServerDef : public ServerDefFields<ServerDef> {};

template <typename M>
class DevicePropertiesFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& type() const { return type_; }
  void set_type(const std::string& value) { type_ = value; }
  void set_type(const char* value) { type_ = value; }
  void set_type(const void* data, size_t size) { type_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_type() { return &type_; }
  void clear_type() { type_.clear(); }
  const std::string& vendor() const { return vendor_; }
  void set_vendor(const std::string& value) { vendor_ = value; }
  void set_vendor(const char* value) { vendor_ = value; }
  void set_vendor(const void* data, size_t size) { vendor_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_vendor() { return &vendor_; }
  void clear_vendor() { vendor_.clear(); }
  const std::string& model() const { return model_; }
  void set_model(const std::string& value) { model_ = value; }
  void set_model(const char* value) { model_ = value; }
  void set_model(const void* data, size_t size) { model_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_model() { return &model_; }
  void clear_model() { model_.clear(); }
  ::tensorflow::int64 frequency() const { return frequency_; }
  void set_frequency(::tensorflow::int64 value) { frequency_ = value; }
  void clear_frequency() { frequency_ = ::tensorflow::int64(); }
  ::tensorflow::int64 num_cores() const { return num_cores_; }
  void set_num_cores(::tensorflow::int64 value) { num_cores_ = value; }
  void clear_num_cores() { num_cores_ = ::tensorflow::int64(); }
  const ::penstock::Map<std::string, std::string>& environment() const { return environment_; }
  ::penstock::Map<std::string, std::string>* mutable_environment() { return &environment_; }
  int environment_size() const { return environment_.size(); }
  void clear_environment() { environment_ = ::penstock::Map<std::string, std::string>(); }
  ::tensorflow::int64 num_registers() const { return num_registers_; }
  void set_num_registers(::tensorflow::int64 value) { num_registers_ = value; }
  void clear_num_registers() { num_registers_ = ::tensorflow::int64(); }
  ::tensorflow::int64 l1_cache_size() const { return l1_cache_size_; }
  void set_l1_cache_size(::tensorflow::int64 value) { l1_cache_size_ = value; }
  void clear_l1_cache_size() { l1_cache_size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 l2_cache_size() const { return l2_cache_size_; }
  void set_l2_cache_size(::tensorflow::int64 value) { l2_cache_size_ = value; }
  void clear_l2_cache_size() { l2_cache_size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 l3_cache_size() const { return l3_cache_size_; }
  void set_l3_cache_size(::tensorflow::int64 value) { l3_cache_size_ = value; }
  void clear_l3_cache_size() { l3_cache_size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 shared_memory_size_per_multiprocessor() const { return shared_memory_size_per_multiprocessor_; }
  void set_shared_memory_size_per_multiprocessor(::tensorflow::int64 value) { shared_memory_size_per_multiprocessor_ = value; }
  void clear_shared_memory_size_per_multiprocessor() { shared_memory_size_per_multiprocessor_ = ::tensorflow::int64(); }
  ::tensorflow::int64 memory_size() const { return memory_size_; }
  void set_memory_size(::tensorflow::int64 value) { memory_size_ = value; }
  void clear_memory_size() { memory_size_ = ::tensorflow::int64(); }
  ::tensorflow::int64 bandwidth() const { return bandwidth_; }
  void set_bandwidth(::tensorflow::int64 value) { bandwidth_ = value; }
  void clear_bandwidth() { bandwidth_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "type", type_, nullptr);
    v.Text(2, "vendor", vendor_, nullptr);
    v.Text(3, "model", model_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "frequency", frequency_, nullptr);
    v.template Scalar<::penstock::kVarint>(5, "num_cores", num_cores_, nullptr);
    v.template Entries<::penstock::kString, ::penstock::kString>(6, "environment", environment_);
    v.template Scalar<::penstock::kVarint>(7, "num_registers", num_registers_, nullptr);
    v.template Scalar<::penstock::kVarint>(8, "l1_cache_size", l1_cache_size_, nullptr);
    v.template Scalar<::penstock::kVarint>(9, "l2_cache_size", l2_cache_size_, nullptr);
    v.template Scalar<::penstock::kVarint>(10, "l3_cache_size", l3_cache_size_, nullptr);
    v.template Scalar<::penstock::kVarint>(11, "shared_memory_size_per_multiprocessor", shared_memory_size_per_multiprocessor_, nullptr);
    v.template Scalar<::penstock::kVarint>(12, "memory_size", memory_size_, nullptr);
    v.template Scalar<::penstock::kVarint>(13, "bandwidth", bandwidth_, nullptr);
  }

 private:
  std::string type_;
  std::string vendor_;
  std::string model_;
  ::tensorflow::int64 frequency_ = ::tensorflow::int64();
  ::tensorflow::int64 num_cores_ = ::tensorflow::int64();
  ::penstock::Map<std::string, std::string> environment_;
  ::tensorflow::int64 num_registers_ = ::tensorflow::int64();
  ::tensorflow::int64 l1_cache_size_ = ::tensorflow::int64();
  ::tensorflow::int64 l2_cache_size_ = ::tensorflow::int64();
  ::tensorflow::int64 l3_cache_size_ = ::tensorflow::int64();
  ::tensorflow::int64 shared_memory_size_per_multiprocessor_ = ::tensorflow::int64();
  ::tensorflow::int64 memory_size_ = ::tensorflow::int64();
  ::tensorflow::int64 bandwidth_ = ::tensorflow::int64();
};
class DeviceProperties : public DevicePropertiesFields<DeviceProperties> {};

template <typename M>
class NamedDeviceFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& name() const { return name_; }
  void set_name(const std::string& value) { name_ = value; }
  void set_name(const char* value) { name_ = value; }
  void set_name(const void* data, size_t size) { name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_name() { return &name_; }
  void clear_name() { name_.clear(); }
  bool has_properties() const { return properties_.has(); }
  const ::tensorflow::DeviceProperties& properties() const { return properties_.get(); }
  ::tensorflow::DeviceProperties* mutable_properties() { return properties_.mutable_get(); }
  void set_allocated_properties(::tensorflow::DeviceProperties* value) { properties_.reset(value); }
  ::tensorflow::DeviceProperties* release_properties() { return properties_.release(); }
  void clear_properties() { properties_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "name", name_, nullptr);
    v.Message(2, "properties", properties_, nullptr);
  }

 private:
  std::string name_;
  ::penstock::Box<::tensorflow::DeviceProperties> properties_;
};
class NamedDevice : public NamedDeviceFields<NamedDevice> {};

}  // namespace tensorflow
