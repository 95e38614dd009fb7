// Made by penstock/tools/cpp_messages.py from penstock/protos/events.proto: not for editing.
#pragma once

#include "penstock/message.h"
#include "tensorflow/core/platform/types.h"
#include "penstock/protos/graph.pb.h"
#include "penstock/protos/profile.pb.h"

namespace tensorflow {

enum DataClass : int {
  DATA_CLASS_UNKNOWN = 0,
  DATA_CLASS_SCALAR = 1,
  DATA_CLASS_TENSOR = 2,
  DATA_CLASS_BLOB_SEQUENCE = 3,
};
inline const ::penstock::EnumNames& DataClass_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "DATA_CLASS_UNKNOWN"},
    {1, "DATA_CLASS_SCALAR"},
    {2, "DATA_CLASS_TENSOR"},
    {3, "DATA_CLASS_BLOB_SEQUENCE"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& DataClass_Name(DataClass value) { return DataClass_Names().Find(value); }
inline std::string NameOf(DataClass value) { return DataClass_Name(value); }
inline bool DataClass_IsValid(int value) { return !DataClass_Name(static_cast<DataClass>(value)).empty(); }
inline bool DataClass_Parse(const std::string& text, DataClass* value) {
  int number;
  return DataClass_Names().Find(text, &number) && (*value = static_cast<DataClass>(number), true);
}
inline bool FromName(const std::string& text, DataClass* value) { return DataClass_Parse(text, value); }

enum WorkerHealth : int {
  OK = 0,
  RECEIVED_SHUTDOWN_SIGNAL = 1,
  INTERNAL_ERROR = 2,
  SHUTTING_DOWN = 3,
};
inline const ::penstock::EnumNames& WorkerHealth_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "OK"},
    {1, "RECEIVED_SHUTDOWN_SIGNAL"},
    {2, "INTERNAL_ERROR"},
    {3, "SHUTTING_DOWN"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& WorkerHealth_Name(WorkerHealth value) { return WorkerHealth_Names().Find(value); }
inline std::string NameOf(WorkerHealth value) { return WorkerHealth_Name(value); }
inline bool WorkerHealth_IsValid(int value) { return !WorkerHealth_Name(static_cast<WorkerHealth>(value)).empty(); }
inline bool WorkerHealth_Parse(const std::string& text, WorkerHealth* value) {
  int number;
  return WorkerHealth_Names().Find(text, &number) && (*value = static_cast<WorkerHealth>(number), true);
}
inline bool FromName(const std::string& text, WorkerHealth* value) { return WorkerHealth_Parse(text, value); }

enum WorkerShutdownMode : int {
  DEFAULT = 0,
  NOT_CONFIGURED = 1,
  WAIT_FOR_COORDINATOR = 2,
  SHUTDOWN_AFTER_TIMEOUT = 3,
};
inline const ::penstock::EnumNames& WorkerShutdownMode_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "DEFAULT"},
    {1, "NOT_CONFIGURED"},
    {2, "WAIT_FOR_COORDINATOR"},
    {3, "SHUTDOWN_AFTER_TIMEOUT"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& WorkerShutdownMode_Name(WorkerShutdownMode value) { return WorkerShutdownMode_Names().Find(value); }
inline std::string NameOf(WorkerShutdownMode value) { return WorkerShutdownMode_Name(value); }
inline bool WorkerShutdownMode_IsValid(int value) { return !WorkerShutdownMode_Name(static_cast<WorkerShutdownMode>(value)).empty(); }
inline bool WorkerShutdownMode_Parse(const std::string& text, WorkerShutdownMode* value) {
  int number;
  return WorkerShutdownMode_Names().Find(text, &number) && (*value = static_cast<WorkerShutdownMode>(number), true);
}
inline bool FromName(const std::string& text, WorkerShutdownMode* value) { return WorkerShutdownMode_Parse(text, value); }

class SummaryDescription;
class HistogramProto;
class SummaryMetadata_PluginData;
class SummaryMetadata;
class Summary_Image;
class Summary_Audio;
class Summary_Value;
class Summary;
class Event;
class LogMessage;
class SessionLog;
class TaggedRunMetadata;
class WatchdogConfig;
class WorkerHeartbeatRequest;
class WorkerHeartbeatResponse;
class SourceMetadata;
class RequestedExitCode;
class EventReply_DebugOpStateChange;
class EventReply;
class CallTraceback;

enum LogMessage_Level : int {
  LogMessage_Level_UNKNOWN = 0,
  LogMessage_Level_DEBUGGING = 10,
  LogMessage_Level_INFO = 20,
  LogMessage_Level_WARN = 30,
  LogMessage_Level_ERROR = 40,
  LogMessage_Level_FATAL = 50,
};
inline const ::penstock::EnumNames& LogMessage_Level_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "UNKNOWN"},
    {10, "DEBUGGING"},
    {20, "INFO"},
    {30, "WARN"},
    {40, "ERROR"},
    {50, "FATAL"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& LogMessage_Level_Name(LogMessage_Level value) { return LogMessage_Level_Names().Find(value); }
inline std::string NameOf(LogMessage_Level value) { return LogMessage_Level_Name(value); }
inline bool LogMessage_Level_IsValid(int value) { return !LogMessage_Level_Name(static_cast<LogMessage_Level>(value)).empty(); }
inline bool LogMessage_Level_Parse(const std::string& text, LogMessage_Level* value) {
  int number;
  return LogMessage_Level_Names().Find(text, &number) && (*value = static_cast<LogMessage_Level>(number), true);
}
inline bool FromName(const std::string& text, LogMessage_Level* value) { return LogMessage_Level_Parse(text, value); }

enum SessionLog_SessionStatus : int {
  SessionLog_SessionStatus_STATUS_UNSPECIFIED = 0,
  SessionLog_SessionStatus_START = 1,
  SessionLog_SessionStatus_STOP = 2,
  SessionLog_SessionStatus_CHECKPOINT = 3,
};
inline const ::penstock::EnumNames& SessionLog_SessionStatus_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "STATUS_UNSPECIFIED"},
    {1, "START"},
    {2, "STOP"},
    {3, "CHECKPOINT"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& SessionLog_SessionStatus_Name(SessionLog_SessionStatus value) { return SessionLog_SessionStatus_Names().Find(value); }
inline std::string NameOf(SessionLog_SessionStatus value) { return SessionLog_SessionStatus_Name(value); }
inline bool SessionLog_SessionStatus_IsValid(int value) { return !SessionLog_SessionStatus_Name(static_cast<SessionLog_SessionStatus>(value)).empty(); }
inline bool SessionLog_SessionStatus_Parse(const std::string& text, SessionLog_SessionStatus* value) {
  int number;
  return SessionLog_SessionStatus_Names().Find(text, &number) && (*value = static_cast<SessionLog_SessionStatus>(number), true);
}
inline bool FromName(const std::string& text, SessionLog_SessionStatus* value) { return SessionLog_SessionStatus_Parse(text, value); }

enum EventReply_DebugOpStateChange_State : int {
  EventReply_DebugOpStateChange_State_STATE_UNSPECIFIED = 0,
  EventReply_DebugOpStateChange_State_DISABLED = 1,
  EventReply_DebugOpStateChange_State_READ_ONLY = 2,
  EventReply_DebugOpStateChange_State_READ_WRITE = 3,
};
inline const ::penstock::EnumNames& EventReply_DebugOpStateChange_State_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "STATE_UNSPECIFIED"},
    {1, "DISABLED"},
    {2, "READ_ONLY"},
    {3, "READ_WRITE"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& EventReply_DebugOpStateChange_State_Name(EventReply_DebugOpStateChange_State value) { return EventReply_DebugOpStateChange_State_Names().Find(value); }
inline std::string NameOf(EventReply_DebugOpStateChange_State value) { return EventReply_DebugOpStateChange_State_Name(value); }
inline bool EventReply_DebugOpStateChange_State_IsValid(int value) { return !EventReply_DebugOpStateChange_State_Name(static_cast<EventReply_DebugOpStateChange_State>(value)).empty(); }
inline bool EventReply_DebugOpStateChange_State_Parse(const std::string& text, EventReply_DebugOpStateChange_State* value) {
  int number;
  return EventReply_DebugOpStateChange_State_Names().Find(text, &number) && (*value = static_cast<EventReply_DebugOpStateChange_State>(number), true);
}
inline bool FromName(const std::string& text, EventReply_DebugOpStateChange_State* value) { return EventReply_DebugOpStateChange_State_Parse(text, value); }

enum CallTraceback_CallType : int {
  CallTraceback_CallType_UNSPECIFIED = 0,
  CallTraceback_CallType_GRAPH_EXECUTION = 1,
  CallTraceback_CallType_EAGER_EXECUTION = 2,
};
inline const ::penstock::EnumNames& CallTraceback_CallType_Names() {
  static const ::penstock::EnumNames::Entry all[] = {
    {0, "UNSPECIFIED"},
    {1, "GRAPH_EXECUTION"},
    {2, "EAGER_EXECUTION"},
  };
  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);
  return *names;
}
inline const std::string& CallTraceback_CallType_Name(CallTraceback_CallType value) { return CallTraceback_CallType_Names().Find(value); }
inline std::string NameOf(CallTraceback_CallType value) { return CallTraceback_CallType_Name(value); }
inline bool CallTraceback_CallType_IsValid(int value) { return !CallTraceback_CallType_Name(static_cast<CallTraceback_CallType>(value)).empty(); }
inline bool CallTraceback_CallType_Parse(const std::string& text, CallTraceback_CallType* value) {
  int number;
  return CallTraceback_CallType_Names().Find(text, &number) && (*value = static_cast<CallTraceback_CallType>(number), true);
}
inline bool FromName(const std::string& text, CallTraceback_CallType* value) { return CallTraceback_CallType_Parse(text, value); }

template <typename M>
class SummaryDescriptionFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& type_hint() const { return type_hint_; }
  void set_type_hint(const std::string& value) { type_hint_ = value; }
  void set_type_hint(const char* value) { type_hint_ = value; }
  void set_type_hint(const void* data, size_t size) { type_hint_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_type_hint() { return &type_hint_; }
  void clear_type_hint() { type_hint_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "type_hint", type_hint_, nullptr);
  }

 private:
  std::string type_hint_;
};
class SummaryDescription : public SummaryDescriptionFields<SummaryDescription> {};

template <typename M>
class HistogramProtoFields : public ::penstock::MessageOf<M> {
 public:
  double min() const { return min_; }
  void set_min(double value) { min_ = value; }
  void clear_min() { min_ = double(); }
  double max() const { return max_; }
  void set_max(double value) { max_ = value; }
  void clear_max() { max_ = double(); }
  double num() const { return num_; }
  void set_num(double value) { num_ = value; }
  void clear_num() { num_ = double(); }
  double sum() const { return sum_; }
  void set_sum(double value) { sum_ = value; }
  void clear_sum() { sum_ = double(); }
  double sum_squares() const { return sum_squares_; }
  void set_sum_squares(double value) { sum_squares_ = value; }
  void clear_sum_squares() { sum_squares_ = double(); }
  const ::penstock::RepeatedField<double>& bucket_limit() const { return bucket_limit_; }
  ::penstock::RepeatedField<double>* mutable_bucket_limit() { return &bucket_limit_; }
  int bucket_limit_size() const { return bucket_limit_.size(); }
  void clear_bucket_limit() { bucket_limit_ = ::penstock::RepeatedField<double>(); }
  double bucket_limit(int i) const { return bucket_limit_.Get(i); }
  void set_bucket_limit(int i, double value) { bucket_limit_.Set(i, value); }
  void add_bucket_limit(double value) { bucket_limit_.Add(value); }
  const ::penstock::RepeatedField<double>& bucket() const { return bucket_; }
  ::penstock::RepeatedField<double>* mutable_bucket() { return &bucket_; }
  int bucket_size() const { return bucket_.size(); }
  void clear_bucket() { bucket_ = ::penstock::RepeatedField<double>(); }
  double bucket(int i) const { return bucket_.Get(i); }
  void set_bucket(int i, double value) { bucket_.Set(i, value); }
  void add_bucket(double value) { bucket_.Add(value); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kDouble>(1, "min", min_, nullptr);
    v.template Scalar<::penstock::kDouble>(2, "max", max_, nullptr);
    v.template Scalar<::penstock::kDouble>(3, "num", num_, nullptr);
    v.template Scalar<::penstock::kDouble>(4, "sum", sum_, nullptr);
    v.template Scalar<::penstock::kDouble>(5, "sum_squares", sum_squares_, nullptr);
    v.template Repeated<::penstock::kDouble>(6, "bucket_limit", bucket_limit_);
    v.template Repeated<::penstock::kDouble>(7, "bucket", bucket_);
  }

 private:
  double min_ = double();
  double max_ = double();
  double num_ = double();
  double sum_ = double();
  double sum_squares_ = double();
  ::penstock::RepeatedField<double> bucket_limit_;
  ::penstock::RepeatedField<double> bucket_;
};
class HistogramProto : public HistogramProtoFields<HistogramProto> {};

template <typename M>
class SummaryMetadata_PluginDataFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& plugin_name() const { return plugin_name_; }
  void set_plugin_name(const std::string& value) { plugin_name_ = value; }
  void set_plugin_name(const char* value) { plugin_name_ = value; }
  void set_plugin_name(const void* data, size_t size) { plugin_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_plugin_name() { return &plugin_name_; }
  void clear_plugin_name() { plugin_name_.clear(); }
  const std::string& content() const { return content_; }
  void set_content(const std::string& value) { content_ = value; }
  void set_content(const char* value) { content_ = value; }
  void set_content(const void* data, size_t size) { content_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_content() { return &content_; }
  void clear_content() { content_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "plugin_name", plugin_name_, nullptr);
    v.Text(2, "content", content_, nullptr);
  }

 private:
  std::string plugin_name_;
  std::string content_;
};
class SummaryMetadata_PluginData : public SummaryMetadata_PluginDataFields<SummaryMetadata_PluginData> {};

template <typename M>
class SummaryMetadataFields : public ::penstock::MessageOf<M> {
 public:
  typedef SummaryMetadata_PluginData PluginData;
  bool has_plugin_data() const { return plugin_data_.has(); }
  const ::tensorflow::SummaryMetadata_PluginData& plugin_data() const { return plugin_data_.get(); }
  ::tensorflow::SummaryMetadata_PluginData* mutable_plugin_data() { return plugin_data_.mutable_get(); }
  void set_allocated_plugin_data(::tensorflow::SummaryMetadata_PluginData* value) { plugin_data_.reset(value); }
  ::tensorflow::SummaryMetadata_PluginData* release_plugin_data() { return plugin_data_.release(); }
  void clear_plugin_data() { plugin_data_.reset(); }
  const std::string& display_name() const { return display_name_; }
  void set_display_name(const std::string& value) { display_name_ = value; }
  void set_display_name(const char* value) { display_name_ = value; }
  void set_display_name(const void* data, size_t size) { display_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_display_name() { return &display_name_; }
  void clear_display_name() { display_name_.clear(); }
  const std::string& summary_description() const { return summary_description_; }
  void set_summary_description(const std::string& value) { summary_description_ = value; }
  void set_summary_description(const char* value) { summary_description_ = value; }
  void set_summary_description(const void* data, size_t size) { summary_description_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_summary_description() { return &summary_description_; }
  void clear_summary_description() { summary_description_.clear(); }
  ::tensorflow::DataClass data_class() const { return data_class_; }
  void set_data_class(::tensorflow::DataClass value) { data_class_ = value; }
  void clear_data_class() { data_class_ = ::tensorflow::DataClass(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Message(1, "plugin_data", plugin_data_, nullptr);
    v.Text(2, "display_name", display_name_, nullptr);
    v.Text(3, "summary_description", summary_description_, nullptr);
    v.template Scalar<::penstock::kVarint>(4, "data_class", data_class_, nullptr);
  }

 private:
  ::penstock::Box<::tensorflow::SummaryMetadata_PluginData> plugin_data_;
  std::string display_name_;
  std::string summary_description_;
  ::tensorflow::DataClass data_class_ = ::tensorflow::DataClass();
};
class SummaryMetadata : public SummaryMetadataFields<SummaryMetadata> {};

template <typename M>
class Summary_ImageFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 height() const { return height_; }
  void set_height(::tensorflow::int32 value) { height_ = value; }
  void clear_height() { height_ = ::tensorflow::int32(); }
  ::tensorflow::int32 width() const { return width_; }
  void set_width(::tensorflow::int32 value) { width_ = value; }
  void clear_width() { width_ = ::tensorflow::int32(); }
  ::tensorflow::int32 colorspace() const { return colorspace_; }
  void set_colorspace(::tensorflow::int32 value) { colorspace_ = value; }
  void clear_colorspace() { colorspace_ = ::tensorflow::int32(); }
  const std::string& encoded_image_string() const { return encoded_image_string_; }
  void set_encoded_image_string(const std::string& value) { encoded_image_string_ = value; }
  void set_encoded_image_string(const char* value) { encoded_image_string_ = value; }
  void set_encoded_image_string(const void* data, size_t size) { encoded_image_string_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_encoded_image_string() { return &encoded_image_string_; }
  void clear_encoded_image_string() { encoded_image_string_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "height", height_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "width", width_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "colorspace", colorspace_, nullptr);
    v.Text(4, "encoded_image_string", encoded_image_string_, nullptr);
  }

 private:
  ::tensorflow::int32 height_ = ::tensorflow::int32();
  ::tensorflow::int32 width_ = ::tensorflow::int32();
  ::tensorflow::int32 colorspace_ = ::tensorflow::int32();
  std::string encoded_image_string_;
};
class Summary_Image : public Summary_ImageFields<Summary_Image> {};

template <typename M>
class Summary_AudioFields : public ::penstock::MessageOf<M> {
 public:
  float sample_rate() const { return sample_rate_; }
  void set_sample_rate(float value) { sample_rate_ = value; }
  void clear_sample_rate() { sample_rate_ = float(); }
  ::tensorflow::int64 num_channels() const { return num_channels_; }
  void set_num_channels(::tensorflow::int64 value) { num_channels_ = value; }
  void clear_num_channels() { num_channels_ = ::tensorflow::int64(); }
  ::tensorflow::int64 length_frames() const { return length_frames_; }
  void set_length_frames(::tensorflow::int64 value) { length_frames_ = value; }
  void clear_length_frames() { length_frames_ = ::tensorflow::int64(); }
  const std::string& encoded_audio_string() const { return encoded_audio_string_; }
  void set_encoded_audio_string(const std::string& value) { encoded_audio_string_ = value; }
  void set_encoded_audio_string(const char* value) { encoded_audio_string_ = value; }
  void set_encoded_audio_string(const void* data, size_t size) { encoded_audio_string_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_encoded_audio_string() { return &encoded_audio_string_; }
  void clear_encoded_audio_string() { encoded_audio_string_.clear(); }
  const std::string& content_type() const { return content_type_; }
  void set_content_type(const std::string& value) { content_type_ = value; }
  void set_content_type(const char* value) { content_type_ = value; }
  void set_content_type(const void* data, size_t size) { content_type_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_content_type() { return &content_type_; }
  void clear_content_type() { content_type_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kFloat>(1, "sample_rate", sample_rate_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "num_channels", num_channels_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "length_frames", length_frames_, nullptr);
    v.Text(4, "encoded_audio_string", encoded_audio_string_, nullptr);
    v.Text(5, "content_type", content_type_, nullptr);
  }

 private:
  float sample_rate_ = float();
  ::tensorflow::int64 num_channels_ = ::tensorflow::int64();
  ::tensorflow::int64 length_frames_ = ::tensorflow::int64();
  std::string encoded_audio_string_;
  std::string content_type_;
};
class Summary_Audio : public Summary_AudioFields<Summary_Audio> {};

template <typename M>
class Summary_ValueFields : public ::penstock::MessageOf<M> {
 public:
  enum ValueCase { kSimpleValue = 2, kObsoleteOldStyleHistogram = 3, kImage = 4, kHisto = 5, kAudio = 6, kTensor = 8, VALUE_NOT_SET = 0 };
  ValueCase value_case() const { return static_cast<ValueCase>(value_case_); }
  void clear_value() { value_case_ = 0; }
  const std::string& node_name() const { return node_name_; }
  void set_node_name(const std::string& value) { node_name_ = value; }
  void set_node_name(const char* value) { node_name_ = value; }
  void set_node_name(const void* data, size_t size) { node_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_node_name() { return &node_name_; }
  void clear_node_name() { node_name_.clear(); }
  const std::string& tag() const { return tag_; }
  void set_tag(const std::string& value) { tag_ = value; }
  void set_tag(const char* value) { tag_ = value; }
  void set_tag(const void* data, size_t size) { tag_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_tag() { return &tag_; }
  void clear_tag() { tag_.clear(); }
  bool has_metadata() const { return metadata_.has(); }
  const ::tensorflow::SummaryMetadata& metadata() const { return metadata_.get(); }
  ::tensorflow::SummaryMetadata* mutable_metadata() { return metadata_.mutable_get(); }
  void set_allocated_metadata(::tensorflow::SummaryMetadata* value) { metadata_.reset(value); }
  ::tensorflow::SummaryMetadata* release_metadata() { return metadata_.release(); }
  void clear_metadata() { metadata_.reset(); }
  bool has_simple_value() const { return value_case_ == 2; }
  float simple_value() const { return has_simple_value() ? simple_value_ : float(); }
  void set_simple_value(float value) { value_case_ = 2; simple_value_ = value; }
  void clear_simple_value() { if (value_case_ == 2) value_case_ = 0; simple_value_ = float(); }
  bool has_obsolete_old_style_histogram() const { return value_case_ == 3; }
  const std::string& obsolete_old_style_histogram() const { return obsolete_old_style_histogram_; }
  void set_obsolete_old_style_histogram(const std::string& value) { value_case_ = 3; obsolete_old_style_histogram_ = value; }
  void set_obsolete_old_style_histogram(const char* value) { value_case_ = 3; obsolete_old_style_histogram_ = value; }
  void set_obsolete_old_style_histogram(const void* data, size_t size) { value_case_ = 3; obsolete_old_style_histogram_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_obsolete_old_style_histogram() { if (value_case_ != 3) obsolete_old_style_histogram_.clear(); value_case_ = 3; return &obsolete_old_style_histogram_; }
  void clear_obsolete_old_style_histogram() { if (value_case_ == 3) value_case_ = 0; obsolete_old_style_histogram_.clear(); }
  bool has_image() const { return value_case_ == 4; }
  const ::tensorflow::Summary_Image& image() const { return has_image() ? image_.get() : image_.none(); }
  ::tensorflow::Summary_Image* mutable_image() { if (value_case_ != 4) image_.reset(); value_case_ = 4; return image_.mutable_get(); }
  void set_allocated_image(::tensorflow::Summary_Image* value) { value_case_ = 4; image_.reset(value); }
  ::tensorflow::Summary_Image* release_image() { if (value_case_ == 4) value_case_ = 0; return image_.release(); }
  void clear_image() { if (value_case_ == 4) value_case_ = 0; image_.reset(); }
  bool has_histo() const { return value_case_ == 5; }
  const ::tensorflow::HistogramProto& histo() const { return has_histo() ? histo_.get() : histo_.none(); }
  ::tensorflow::HistogramProto* mutable_histo() { if (value_case_ != 5) histo_.reset(); value_case_ = 5; return histo_.mutable_get(); }
  void set_allocated_histo(::tensorflow::HistogramProto* value) { value_case_ = 5; histo_.reset(value); }
  ::tensorflow::HistogramProto* release_histo() { if (value_case_ == 5) value_case_ = 0; return histo_.release(); }
  void clear_histo() { if (value_case_ == 5) value_case_ = 0; histo_.reset(); }
  bool has_audio() const { return value_case_ == 6; }
  const ::tensorflow::Summary_Audio& audio() const { return has_audio() ? audio_.get() : audio_.none(); }
  ::tensorflow::Summary_Audio* mutable_audio() { if (value_case_ != 6) audio_.reset(); value_case_ = 6; return audio_.mutable_get(); }
  void set_allocated_audio(::tensorflow::Summary_Audio* value) { value_case_ = 6; audio_.reset(value); }
  ::tensorflow::Summary_Audio* release_audio() { if (value_case_ == 6) value_case_ = 0; return audio_.release(); }
  void clear_audio() { if (value_case_ == 6) value_case_ = 0; audio_.reset(); }
  bool has_tensor() const { return value_case_ == 8; }
  const ::tensorflow::TensorProto& tensor() const { return has_tensor() ? tensor_.get() : tensor_.none(); }
  ::tensorflow::TensorProto* mutable_tensor() { if (value_case_ != 8) tensor_.reset(); value_case_ = 8; return tensor_.mutable_get(); }
  void set_allocated_tensor(::tensorflow::TensorProto* value) { value_case_ = 8; tensor_.reset(value); }
  ::tensorflow::TensorProto* release_tensor() { if (value_case_ == 8) value_case_ = 0; return tensor_.release(); }
  void clear_tensor() { if (value_case_ == 8) value_case_ = 0; tensor_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(7, "node_name", node_name_, nullptr);
    v.Text(1, "tag", tag_, nullptr);
    v.Message(9, "metadata", metadata_, nullptr);
    v.template Scalar<::penstock::kFloat>(2, "simple_value", simple_value_, &value_case_);
    v.Text(3, "obsolete_old_style_histogram", obsolete_old_style_histogram_, &value_case_);
    v.Message(4, "image", image_, &value_case_);
    v.Message(5, "histo", histo_, &value_case_);
    v.Message(6, "audio", audio_, &value_case_);
    v.Message(8, "tensor", tensor_, &value_case_);
  }

 private:
  std::string node_name_;
  std::string tag_;
  ::penstock::Box<::tensorflow::SummaryMetadata> metadata_;
  float simple_value_ = float();
  std::string obsolete_old_style_histogram_;
  ::penstock::Box<::tensorflow::Summary_Image> image_;
  ::penstock::Box<::tensorflow::HistogramProto> histo_;
  ::penstock::Box<::tensorflow::Summary_Audio> audio_;
  ::penstock::Box<::tensorflow::TensorProto> tensor_;
  int value_case_ = 0;
};
class Summary_Value : public Summary_ValueFields<Summary_Value> {};

template <typename M>
class SummaryFields : public ::penstock::MessageOf<M> {
 public:
  typedef Summary_Image Image;
  typedef Summary_Audio Audio;
  typedef Summary_Value Value;
  const ::penstock::RepeatedPtrField<::tensorflow::Summary_Value>& value() const { return value_; }
  ::penstock::RepeatedPtrField<::tensorflow::Summary_Value>* mutable_value() { return &value_; }
  int value_size() const { return value_.size(); }
  void clear_value() { value_ = ::penstock::RepeatedPtrField<::tensorflow::Summary_Value>(); }
  const ::tensorflow::Summary_Value& value(int i) const { return value_.Get(i); }
  ::tensorflow::Summary_Value* mutable_value(int i) { return value_.Mutable(i); }
  ::tensorflow::Summary_Value* add_value() { return value_.Add(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "value", value_);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::Summary_Value> value_;
};
class Summary : public SummaryFields<Summary> {};

template <typename M>
class EventFields : public ::penstock::MessageOf<M> {
 public:
  enum WhatCase { kFileVersion = 3, kGraphDef = 4, kSummary = 5, kLogMessage = 6, kSessionLog = 7, kTaggedRunMetadata = 8, kMetaGraphDef = 9, WHAT_NOT_SET = 0 };
  WhatCase what_case() const { return static_cast<WhatCase>(what_case_); }
  void clear_what() { what_case_ = 0; }
  double wall_time() const { return wall_time_; }
  void set_wall_time(double value) { wall_time_ = value; }
  void clear_wall_time() { wall_time_ = double(); }
  ::tensorflow::int64 step() const { return step_; }
  void set_step(::tensorflow::int64 value) { step_ = value; }
  void clear_step() { step_ = ::tensorflow::int64(); }
  bool has_file_version() const { return what_case_ == 3; }
  const std::string& file_version() const { return file_version_; }
  void set_file_version(const std::string& value) { what_case_ = 3; file_version_ = value; }
  void set_file_version(const char* value) { what_case_ = 3; file_version_ = value; }
  void set_file_version(const void* data, size_t size) { what_case_ = 3; file_version_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_file_version() { if (what_case_ != 3) file_version_.clear(); what_case_ = 3; return &file_version_; }
  void clear_file_version() { if (what_case_ == 3) what_case_ = 0; file_version_.clear(); }
  bool has_graph_def() const { return what_case_ == 4; }
  const std::string& graph_def() const { return graph_def_; }
  void set_graph_def(const std::string& value) { what_case_ = 4; graph_def_ = value; }
  void set_graph_def(const char* value) { what_case_ = 4; graph_def_ = value; }
  void set_graph_def(const void* data, size_t size) { what_case_ = 4; graph_def_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_graph_def() { if (what_case_ != 4) graph_def_.clear(); what_case_ = 4; return &graph_def_; }
  void clear_graph_def() { if (what_case_ == 4) what_case_ = 0; graph_def_.clear(); }
  bool has_summary() const { return what_case_ == 5; }
  const ::tensorflow::Summary& summary() const { return has_summary() ? summary_.get() : summary_.none(); }
  ::tensorflow::Summary* mutable_summary() { if (what_case_ != 5) summary_.reset(); what_case_ = 5; return summary_.mutable_get(); }
  void set_allocated_summary(::tensorflow::Summary* value) { what_case_ = 5; summary_.reset(value); }
  ::tensorflow::Summary* release_summary() { if (what_case_ == 5) what_case_ = 0; return summary_.release(); }
  void clear_summary() { if (what_case_ == 5) what_case_ = 0; summary_.reset(); }
  bool has_log_message() const { return what_case_ == 6; }
  const ::tensorflow::LogMessage& log_message() const { return has_log_message() ? log_message_.get() : log_message_.none(); }
  ::tensorflow::LogMessage* mutable_log_message() { if (what_case_ != 6) log_message_.reset(); what_case_ = 6; return log_message_.mutable_get(); }
  void set_allocated_log_message(::tensorflow::LogMessage* value) { what_case_ = 6; log_message_.reset(value); }
  ::tensorflow::LogMessage* release_log_message() { if (what_case_ == 6) what_case_ = 0; return log_message_.release(); }
  void clear_log_message() { if (what_case_ == 6) what_case_ = 0; log_message_.reset(); }
  bool has_session_log() const { return what_case_ == 7; }
  const ::tensorflow::SessionLog& session_log() const { return has_session_log() ? session_log_.get() : session_log_.none(); }
  ::tensorflow::SessionLog* mutable_session_log() { if (what_case_ != 7) session_log_.reset(); what_case_ = 7; return session_log_.mutable_get(); }
  void set_allocated_session_log(::tensorflow::SessionLog* value) { what_case_ = 7; session_log_.reset(value); }
  ::tensorflow::SessionLog* release_session_log() { if (what_case_ == 7) what_case_ = 0; return session_log_.release(); }
  void clear_session_log() { if (what_case_ == 7) what_case_ = 0; session_log_.reset(); }
  bool has_tagged_run_metadata() const { return what_case_ == 8; }
  const ::tensorflow::TaggedRunMetadata& tagged_run_metadata() const { return has_tagged_run_metadata() ? tagged_run_metadata_.get() : tagged_run_metadata_.none(); }
  ::tensorflow::TaggedRunMetadata* mutable_tagged_run_metadata() { if (what_case_ != 8) tagged_run_metadata_.reset(); what_case_ = 8; return tagged_run_metadata_.mutable_get(); }
  void set_allocated_tagged_run_metadata(::tensorflow::TaggedRunMetadata* value) { what_case_ = 8; tagged_run_metadata_.reset(value); }
  ::tensorflow::TaggedRunMetadata* release_tagged_run_metadata() { if (what_case_ == 8) what_case_ = 0; return tagged_run_metadata_.release(); }
  void clear_tagged_run_metadata() { if (what_case_ == 8) what_case_ = 0; tagged_run_metadata_.reset(); }
  bool has_meta_graph_def() const { return what_case_ == 9; }
  const std::string& meta_graph_def() const { return meta_graph_def_; }
  void set_meta_graph_def(const std::string& value) { what_case_ = 9; meta_graph_def_ = value; }
  void set_meta_graph_def(const char* value) { what_case_ = 9; meta_graph_def_ = value; }
  void set_meta_graph_def(const void* data, size_t size) { what_case_ = 9; meta_graph_def_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_meta_graph_def() { if (what_case_ != 9) meta_graph_def_.clear(); what_case_ = 9; return &meta_graph_def_; }
  void clear_meta_graph_def() { if (what_case_ == 9) what_case_ = 0; meta_graph_def_.clear(); }
  bool has_source_metadata() const { return source_metadata_.has(); }
  const ::tensorflow::SourceMetadata& source_metadata() const { return source_metadata_.get(); }
  ::tensorflow::SourceMetadata* mutable_source_metadata() { return source_metadata_.mutable_get(); }
  void set_allocated_source_metadata(::tensorflow::SourceMetadata* value) { source_metadata_.reset(value); }
  ::tensorflow::SourceMetadata* release_source_metadata() { return source_metadata_.release(); }
  void clear_source_metadata() { source_metadata_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kDouble>(1, "wall_time", wall_time_, nullptr);
    v.template Scalar<::penstock::kVarint>(2, "step", step_, nullptr);
    v.Text(3, "file_version", file_version_, &what_case_);
    v.Text(4, "graph_def", graph_def_, &what_case_);
    v.Message(5, "summary", summary_, &what_case_);
    v.Message(6, "log_message", log_message_, &what_case_);
    v.Message(7, "session_log", session_log_, &what_case_);
    v.Message(8, "tagged_run_metadata", tagged_run_metadata_, &what_case_);
    v.Text(9, "meta_graph_def", meta_graph_def_, &what_case_);
    v.Message(10, "source_metadata", source_metadata_, nullptr);
  }

 private:
  double wall_time_ = double();
  ::tensorflow::int64 step_ = ::tensorflow::int64();
  std::string file_version_;
  std::string graph_def_;
  ::penstock::Box<::tensorflow::Summary> summary_;
  ::penstock::Box<::tensorflow::LogMessage> log_message_;
  ::penstock::Box<::tensorflow::SessionLog> session_log_;
  ::penstock::Box<::tensorflow::TaggedRunMetadata> tagged_run_metadata_;
  std::string meta_graph_def_;
  ::penstock::Box<::tensorflow::SourceMetadata> source_metadata_;
  int what_case_ = 0;
};
class Event : public EventFields<Event> {};

template <typename M>
class LogMessageFields : public ::penstock::MessageOf<M> {
 public:
  typedef LogMessage_Level Level;
  static const Level UNKNOWN = LogMessage_Level_UNKNOWN;
  static const Level DEBUGGING = LogMessage_Level_DEBUGGING;
  static const Level INFO = LogMessage_Level_INFO;
  static const Level WARN = LogMessage_Level_WARN;
  static const Level ERROR = LogMessage_Level_ERROR;
  static const Level FATAL = LogMessage_Level_FATAL;
  ::tensorflow::LogMessage_Level level() const { return level_; }
  void set_level(::tensorflow::LogMessage_Level value) { level_ = value; }
  void clear_level() { level_ = ::tensorflow::LogMessage_Level(); }
  const std::string& message() const { return message_; }
  void set_message(const std::string& value) { message_ = value; }
  void set_message(const char* value) { message_ = value; }
  void set_message(const void* data, size_t size) { message_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_message() { return &message_; }
  void clear_message() { message_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "level", level_, nullptr);
    v.Text(2, "message", message_, nullptr);
  }

 private:
  ::tensorflow::LogMessage_Level level_ = ::tensorflow::LogMessage_Level();
  std::string message_;
};
class LogMessage : public LogMessageFields<LogMessage> {};

template <typename M>
class SessionLogFields : public ::penstock::MessageOf<M> {
 public:
  typedef SessionLog_SessionStatus SessionStatus;
  static const SessionStatus STATUS_UNSPECIFIED = SessionLog_SessionStatus_STATUS_UNSPECIFIED;
  static const SessionStatus START = SessionLog_SessionStatus_START;
  static const SessionStatus STOP = SessionLog_SessionStatus_STOP;
  static const SessionStatus CHECKPOINT = SessionLog_SessionStatus_CHECKPOINT;
  ::tensorflow::SessionLog_SessionStatus status() const { return status_; }
  void set_status(::tensorflow::SessionLog_SessionStatus value) { status_ = value; }
  void clear_status() { status_ = ::tensorflow::SessionLog_SessionStatus(); }
  const std::string& checkpoint_path() const { return checkpoint_path_; }
  void set_checkpoint_path(const std::string& value) { checkpoint_path_ = value; }
  void set_checkpoint_path(const char* value) { checkpoint_path_ = value; }
  void set_checkpoint_path(const void* data, size_t size) { checkpoint_path_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_checkpoint_path() { return &checkpoint_path_; }
  void clear_checkpoint_path() { checkpoint_path_.clear(); }
  const std::string& msg() const { return msg_; }
  void set_msg(const std::string& value) { msg_ = value; }
  void set_msg(const char* value) { msg_ = value; }
  void set_msg(const void* data, size_t size) { msg_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_msg() { return &msg_; }
  void clear_msg() { msg_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "status", status_, nullptr);
    v.Text(2, "checkpoint_path", checkpoint_path_, nullptr);
    v.Text(3, "msg", msg_, nullptr);
  }

 private:
  ::tensorflow::SessionLog_SessionStatus status_ = ::tensorflow::SessionLog_SessionStatus();
  std::string checkpoint_path_;
  std::string msg_;
};
class SessionLog : public SessionLogFields<SessionLog> {};

template <typename M>
class TaggedRunMetadataFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& tag() const { return tag_; }
  void set_tag(const std::string& value) { tag_ = value; }
  void set_tag(const char* value) { tag_ = value; }
  void set_tag(const void* data, size_t size) { tag_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_tag() { return &tag_; }
  void clear_tag() { tag_.clear(); }
  const std::string& run_metadata() const { return run_metadata_; }
  void set_run_metadata(const std::string& value) { run_metadata_ = value; }
  void set_run_metadata(const char* value) { run_metadata_ = value; }
  void set_run_metadata(const void* data, size_t size) { run_metadata_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_run_metadata() { return &run_metadata_; }
  void clear_run_metadata() { run_metadata_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "tag", tag_, nullptr);
    v.Text(2, "run_metadata", run_metadata_, nullptr);
  }

 private:
  std::string tag_;
  std::string run_metadata_;
};
class TaggedRunMetadata : public TaggedRunMetadataFields<TaggedRunMetadata> {};

template <typename M>
class WatchdogConfigFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 timeout_ms() const { return timeout_ms_; }
  void set_timeout_ms(::tensorflow::int64 value) { timeout_ms_ = value; }
  void clear_timeout_ms() { timeout_ms_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "timeout_ms", timeout_ms_, nullptr);
  }

 private:
  ::tensorflow::int64 timeout_ms_ = ::tensorflow::int64();
};
class WatchdogConfig : public WatchdogConfigFields<WatchdogConfig> {};

template <typename M>
class WorkerHeartbeatRequestFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::WorkerShutdownMode shutdown_mode() const { return shutdown_mode_; }
  void set_shutdown_mode(::tensorflow::WorkerShutdownMode value) { shutdown_mode_ = value; }
  void clear_shutdown_mode() { shutdown_mode_ = ::tensorflow::WorkerShutdownMode(); }
  bool has_watchdog_config() const { return watchdog_config_.has(); }
  const ::tensorflow::WatchdogConfig& watchdog_config() const { return watchdog_config_.get(); }
  ::tensorflow::WatchdogConfig* mutable_watchdog_config() { return watchdog_config_.mutable_get(); }
  void set_allocated_watchdog_config(::tensorflow::WatchdogConfig* value) { watchdog_config_.reset(value); }
  ::tensorflow::WatchdogConfig* release_watchdog_config() { return watchdog_config_.release(); }
  void clear_watchdog_config() { watchdog_config_.reset(); }
  bool has_exit_code() const { return exit_code_.has(); }
  const ::tensorflow::RequestedExitCode& exit_code() const { return exit_code_.get(); }
  ::tensorflow::RequestedExitCode* mutable_exit_code() { return exit_code_.mutable_get(); }
  void set_allocated_exit_code(::tensorflow::RequestedExitCode* value) { exit_code_.reset(value); }
  ::tensorflow::RequestedExitCode* release_exit_code() { return exit_code_.release(); }
  void clear_exit_code() { exit_code_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "shutdown_mode", shutdown_mode_, nullptr);
    v.Message(2, "watchdog_config", watchdog_config_, nullptr);
    v.Message(3, "exit_code", exit_code_, nullptr);
  }

 private:
  ::tensorflow::WorkerShutdownMode shutdown_mode_ = ::tensorflow::WorkerShutdownMode();
  ::penstock::Box<::tensorflow::WatchdogConfig> watchdog_config_;
  ::penstock::Box<::tensorflow::RequestedExitCode> exit_code_;
};
class WorkerHeartbeatRequest : public WorkerHeartbeatRequestFields<WorkerHeartbeatRequest> {};

template <typename M>
class WorkerHeartbeatResponseFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::WorkerHealth health_status() const { return health_status_; }
  void set_health_status(::tensorflow::WorkerHealth value) { health_status_ = value; }
  void clear_health_status() { health_status_ = ::tensorflow::WorkerHealth(); }
  const ::penstock::RepeatedPtrField<::tensorflow::Event>& worker_log() const { return worker_log_; }
  ::penstock::RepeatedPtrField<::tensorflow::Event>* mutable_worker_log() { return &worker_log_; }
  int worker_log_size() const { return worker_log_.size(); }
  void clear_worker_log() { worker_log_ = ::penstock::RepeatedPtrField<::tensorflow::Event>(); }
  const ::tensorflow::Event& worker_log(int i) const { return worker_log_.Get(i); }
  ::tensorflow::Event* mutable_worker_log(int i) { return worker_log_.Mutable(i); }
  ::tensorflow::Event* add_worker_log() { return worker_log_.Add(); }
  const std::string& hostname() const { return hostname_; }
  void set_hostname(const std::string& value) { hostname_ = value; }
  void set_hostname(const char* value) { hostname_ = value; }
  void set_hostname(const void* data, size_t size) { hostname_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_hostname() { return &hostname_; }
  void clear_hostname() { hostname_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "health_status", health_status_, nullptr);
    v.Messages(2, "worker_log", worker_log_);
    v.Text(3, "hostname", hostname_, nullptr);
  }

 private:
  ::tensorflow::WorkerHealth health_status_ = ::tensorflow::WorkerHealth();
  ::penstock::RepeatedPtrField<::tensorflow::Event> worker_log_;
  std::string hostname_;
};
class WorkerHeartbeatResponse : public WorkerHeartbeatResponseFields<WorkerHeartbeatResponse> {};

template <typename M>
class SourceMetadataFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& writer() const { return writer_; }
  void set_writer(const std::string& value) { writer_ = value; }
  void set_writer(const char* value) { writer_ = value; }
  void set_writer(const void* data, size_t size) { writer_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_writer() { return &writer_; }
  void clear_writer() { writer_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "writer", writer_, nullptr);
  }

 private:
  std::string writer_;
};
class SourceMetadata : public SourceMetadataFields<SourceMetadata> {};

template <typename M>
class RequestedExitCodeFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 exit_code() const { return exit_code_; }
  void set_exit_code(::tensorflow::int32 value) { exit_code_ = value; }
  void clear_exit_code() { exit_code_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "exit_code", exit_code_, nullptr);
  }

 private:
  ::tensorflow::int32 exit_code_ = ::tensorflow::int32();
};
class RequestedExitCode : public RequestedExitCodeFields<RequestedExitCode> {};

template <typename M>
class EventReply_DebugOpStateChangeFields : public ::penstock::MessageOf<M> {
 public:
  typedef EventReply_DebugOpStateChange_State State;
  static const State STATE_UNSPECIFIED = EventReply_DebugOpStateChange_State_STATE_UNSPECIFIED;
  static const State DISABLED = EventReply_DebugOpStateChange_State_DISABLED;
  static const State READ_ONLY = EventReply_DebugOpStateChange_State_READ_ONLY;
  static const State READ_WRITE = EventReply_DebugOpStateChange_State_READ_WRITE;
  ::tensorflow::EventReply_DebugOpStateChange_State state() const { return state_; }
  void set_state(::tensorflow::EventReply_DebugOpStateChange_State value) { state_ = value; }
  void clear_state() { state_ = ::tensorflow::EventReply_DebugOpStateChange_State(); }
  const std::string& node_name() const { return node_name_; }
  void set_node_name(const std::string& value) { node_name_ = value; }
  void set_node_name(const char* value) { node_name_ = value; }
  void set_node_name(const void* data, size_t size) { node_name_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_node_name() { return &node_name_; }
  void clear_node_name() { node_name_.clear(); }
  ::tensorflow::int32 output_slot() const { return output_slot_; }
  void set_output_slot(::tensorflow::int32 value) { output_slot_ = value; }
  void clear_output_slot() { output_slot_ = ::tensorflow::int32(); }
  const std::string& debug_op() const { return debug_op_; }
  void set_debug_op(const std::string& value) { debug_op_ = value; }
  void set_debug_op(const char* value) { debug_op_ = value; }
  void set_debug_op(const void* data, size_t size) { debug_op_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_debug_op() { return &debug_op_; }
  void clear_debug_op() { debug_op_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "state", state_, nullptr);
    v.Text(2, "node_name", node_name_, nullptr);
    v.template Scalar<::penstock::kVarint>(3, "output_slot", output_slot_, nullptr);
    v.Text(4, "debug_op", debug_op_, nullptr);
  }

 private:
  ::tensorflow::EventReply_DebugOpStateChange_State state_ = ::tensorflow::EventReply_DebugOpStateChange_State();
  std::string node_name_;
  ::tensorflow::int32 output_slot_ = ::tensorflow::int32();
  std::string debug_op_;
};
class EventReply_DebugOpStateChange : public EventReply_DebugOpStateChangeFields<EventReply_DebugOpStateChange> {};

template <typename M>
class EventReplyFields : public ::penstock::MessageOf<M> {
 public:
  typedef EventReply_DebugOpStateChange DebugOpStateChange;
  const ::penstock::RepeatedPtrField<::tensorflow::EventReply_DebugOpStateChange>& debug_op_state_changes() const { return debug_op_state_changes_; }
  ::penstock::RepeatedPtrField<::tensorflow::EventReply_DebugOpStateChange>* mutable_debug_op_state_changes() { return &debug_op_state_changes_; }
  int debug_op_state_changes_size() const { return debug_op_state_changes_.size(); }
  void clear_debug_op_state_changes() { debug_op_state_changes_ = ::penstock::RepeatedPtrField<::tensorflow::EventReply_DebugOpStateChange>(); }
  const ::tensorflow::EventReply_DebugOpStateChange& debug_op_state_changes(int i) const { return debug_op_state_changes_.Get(i); }
  ::tensorflow::EventReply_DebugOpStateChange* mutable_debug_op_state_changes(int i) { return debug_op_state_changes_.Mutable(i); }
  ::tensorflow::EventReply_DebugOpStateChange* add_debug_op_state_changes() { return debug_op_state_changes_.Add(); }
  bool has_tensor() const { return tensor_.has(); }
  const ::tensorflow::TensorProto& tensor() const { return tensor_.get(); }
  ::tensorflow::TensorProto* mutable_tensor() { return tensor_.mutable_get(); }
  void set_allocated_tensor(::tensorflow::TensorProto* value) { tensor_.reset(value); }
  ::tensorflow::TensorProto* release_tensor() { return tensor_.release(); }
  void clear_tensor() { tensor_.reset(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Messages(1, "debug_op_state_changes", debug_op_state_changes_);
    v.Message(2, "tensor", tensor_, nullptr);
  }

 private:
  ::penstock::RepeatedPtrField<::tensorflow::EventReply_DebugOpStateChange> debug_op_state_changes_;
  ::penstock::Box<::tensorflow::TensorProto> tensor_;
};
class EventReply : public EventReplyFields<EventReply> {};

template <typename M>
class CallTracebackFields : public ::penstock::MessageOf<M> {
 public:
  typedef CallTraceback_CallType CallType;
  static const CallType UNSPECIFIED = CallTraceback_CallType_UNSPECIFIED;
  static const CallType GRAPH_EXECUTION = CallTraceback_CallType_GRAPH_EXECUTION;
  static const CallType EAGER_EXECUTION = CallTraceback_CallType_EAGER_EXECUTION;
  ::tensorflow::CallTraceback_CallType call_type() const { return call_type_; }
  void set_call_type(::tensorflow::CallTraceback_CallType value) { call_type_ = value; }
  void clear_call_type() { call_type_ = ::tensorflow::CallTraceback_CallType(); }
  const std::string& call_key() const { return call_key_; }
  void set_call_key(const std::string& value) { call_key_ = value; }
  void set_call_key(const char* value) { call_key_ = value; }
  void set_call_key(const void* data, size_t size) { call_key_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_call_key() { return &call_key_; }
  void clear_call_key() { call_key_.clear(); }
  bool has_origin_stack() const { return origin_stack_.has(); }
  const ::tensorflow::tfprof::CodeDef& origin_stack() const { return origin_stack_.get(); }
  ::tensorflow::tfprof::CodeDef* mutable_origin_stack() { return origin_stack_.mutable_get(); }
  void set_allocated_origin_stack(::tensorflow::tfprof::CodeDef* value) { origin_stack_.reset(value); }
  ::tensorflow::tfprof::CodeDef* release_origin_stack() { return origin_stack_.release(); }
  void clear_origin_stack() { origin_stack_.reset(); }
  const ::penstock::Map<::tensorflow::int64, std::string>& origin_id_to_string() const { return origin_id_to_string_; }
  ::penstock::Map<::tensorflow::int64, std::string>* mutable_origin_id_to_string() { return &origin_id_to_string_; }
  int origin_id_to_string_size() const { return origin_id_to_string_.size(); }
  void clear_origin_id_to_string() { origin_id_to_string_ = ::penstock::Map<::tensorflow::int64, std::string>(); }
  bool has_graph_traceback() const { return graph_traceback_.has(); }
  const ::tensorflow::tfprof::OpLogProto& graph_traceback() const { return graph_traceback_.get(); }
  ::tensorflow::tfprof::OpLogProto* mutable_graph_traceback() { return graph_traceback_.mutable_get(); }
  void set_allocated_graph_traceback(::tensorflow::tfprof::OpLogProto* value) { graph_traceback_.reset(value); }
  ::tensorflow::tfprof::OpLogProto* release_graph_traceback() { return graph_traceback_.release(); }
  void clear_graph_traceback() { graph_traceback_.reset(); }
  ::tensorflow::int64 graph_version() const { return graph_version_; }
  void set_graph_version(::tensorflow::int64 value) { graph_version_ = value; }
  void clear_graph_version() { graph_version_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "call_type", call_type_, nullptr);
    v.Text(2, "call_key", call_key_, nullptr);
    v.Message(3, "origin_stack", origin_stack_, nullptr);
    v.template Entries<::penstock::kVarint, ::penstock::kString>(4, "origin_id_to_string", origin_id_to_string_);
    v.Message(5, "graph_traceback", graph_traceback_, nullptr);
    v.template Scalar<::penstock::kVarint>(6, "graph_version", graph_version_, nullptr);
  }

 private:
  ::tensorflow::CallTraceback_CallType call_type_ = ::tensorflow::CallTraceback_CallType();
  std::string call_key_;
  ::penstock::Box<::tensorflow::tfprof::CodeDef> origin_stack_;
  ::penstock::Map<::tensorflow::int64, std::string> origin_id_to_string_;
  ::penstock::Box<::tensorflow::tfprof::OpLogProto> graph_traceback_;
  ::tensorflow::int64 graph_version_ = ::tensorflow::int64();
};
class CallTraceback : public CallTracebackFields<CallTraceback> {};

}  // namespace tensorflow
