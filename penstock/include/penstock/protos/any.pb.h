// Made by penstock/tools/cpp_messages.py from google/protobuf/any.proto: not for editing.
#pragma once

#include "penstock/message.h"
#include "tensorflow/core/platform/types.h"

namespace google {
namespace protobuf {

class Any;

template <typename M>
class AnyFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& type_url() const { return type_url_; }
  void set_type_url(const std::string& value) { type_url_ = value; }
  void set_type_url(const char* value) { type_url_ = value; }
  void set_type_url(const void* data, size_t size) { type_url_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_type_url() { return &type_url_; }
  void clear_type_url() { type_url_.clear(); }
  const std::string& value() const { return value_; }
  void set_value(const std::string& value) { value_ = value; }
  void set_value(const char* value) { value_ = value; }
  void set_value(const void* data, size_t size) { value_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_value() { return &value_; }
  void clear_value() { value_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "type_url", type_url_, nullptr);
    v.Text(2, "value", value_, nullptr);
  }

 private:
  std::string type_url_;
  std::string value_;
};
class Any : public AnyFields<Any> {};

}}  // namespace google::protobuf
