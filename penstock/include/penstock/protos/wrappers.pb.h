// Made by penstock/tools/cpp_messages.py from google/protobuf/wrappers.proto: not for editing.
#pragma once

#include "penstock/message.h"
#include "tensorflow/core/platform/types.h"

namespace google {
namespace protobuf {

class DoubleValue;
class FloatValue;
class Int64Value;
class UInt64Value;
class Int32Value;
class UInt32Value;
class BoolValue;
class StringValue;
class BytesValue;

template <typename M>
class DoubleValueFields : public ::penstock::MessageOf<M> {
 public:
  double value() const { return value_; }
  void set_value(double value) { value_ = value; }
  void clear_value() { value_ = double(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kDouble>(1, "value", value_, nullptr);
  }

 private:
  double value_ = double();
};
class DoubleValue : public DoubleValueFields<DoubleValue> {};

template <typename M>
class FloatValueFields : public ::penstock::MessageOf<M> {
 public:
  float value() const { return value_; }
  void set_value(float value) { value_ = value; }
  void clear_value() { value_ = float(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kFloat>(1, "value", value_, nullptr);
  }

 private:
  float value_ = float();
};
class FloatValue : public FloatValueFields<FloatValue> {};

template <typename M>
class Int64ValueFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int64 value() const { return value_; }
  void set_value(::tensorflow::int64 value) { value_ = value; }
  void clear_value() { value_ = ::tensorflow::int64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "value", value_, nullptr);
  }

 private:
  ::tensorflow::int64 value_ = ::tensorflow::int64();
};
class Int64Value : public Int64ValueFields<Int64Value> {};

template <typename M>
class UInt64ValueFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::uint64 value() const { return value_; }
  void set_value(::tensorflow::uint64 value) { value_ = value; }
  void clear_value() { value_ = ::tensorflow::uint64(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "value", value_, nullptr);
  }

 private:
  ::tensorflow::uint64 value_ = ::tensorflow::uint64();
};
class UInt64Value : public UInt64ValueFields<UInt64Value> {};

template <typename M>
class Int32ValueFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::int32 value() const { return value_; }
  void set_value(::tensorflow::int32 value) { value_ = value; }
  void clear_value() { value_ = ::tensorflow::int32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "value", value_, nullptr);
  }

 private:
  ::tensorflow::int32 value_ = ::tensorflow::int32();
};
class Int32Value : public Int32ValueFields<Int32Value> {};

template <typename M>
class UInt32ValueFields : public ::penstock::MessageOf<M> {
 public:
  ::tensorflow::uint32 value() const { return value_; }
  void set_value(::tensorflow::uint32 value) { value_ = value; }
  void clear_value() { value_ = ::tensorflow::uint32(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "value", value_, nullptr);
  }

 private:
  ::tensorflow::uint32 value_ = ::tensorflow::uint32();
};
class UInt32Value : public UInt32ValueFields<UInt32Value> {};

template <typename M>
class BoolValueFields : public ::penstock::MessageOf<M> {
 public:
  bool value() const { return value_; }
  void set_value(bool value) { value_ = value; }
  void clear_value() { value_ = bool(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.template Scalar<::penstock::kVarint>(1, "value", value_, nullptr);
  }

 private:
  bool value_ = bool();
};
class BoolValue : public BoolValueFields<BoolValue> {};

template <typename M>
class StringValueFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& value() const { return value_; }
  void set_value(const std::string& value) { value_ = value; }
  void set_value(const char* value) { value_ = value; }
  void set_value(const void* data, size_t size) { value_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_value() { return &value_; }
  void clear_value() { value_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "value", value_, nullptr);
  }

 private:
  std::string value_;
};
class StringValue : public StringValueFields<StringValue> {};

template <typename M>
class BytesValueFields : public ::penstock::MessageOf<M> {
 public:
  const std::string& value() const { return value_; }
  void set_value(const std::string& value) { value_ = value; }
  void set_value(const char* value) { value_ = value; }
  void set_value(const void* data, size_t size) { value_.assign(static_cast<const char*>(data), size); }
  std::string* mutable_value() { return &value_; }
  void clear_value() { value_.clear(); }
  template <typename V>
  void Fields(V& v) {
    (void)v;
    v.Text(1, "value", value_, nullptr);
  }

 private:
  std::string value_;
};
class BytesValue : public BytesValueFields<BytesValue> {};

}}  // namespace google::protobuf
