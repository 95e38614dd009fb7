// Protocol messages without the protobuf library: what the generated classes in `penstock/protos` stand on.
//
// A class lists its fields once, in a function template that takes a visitor. Reading, writing and printing are visitors. Unknown
// fields are skipped; damaged bytes make the parser return false, whatever they are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "penstock/message_fields.h"

namespace penstock {

enum Kind { kVarint, kZigzag, kFixed32, kFixed64, kFloat, kDouble, kString, kMessage };
const int kMaxDepth = 100;

inline void AppendVarint(uint64_t v, std::string* out) {
  for (; v >= 128; v >>= 7) *out += static_cast<char>(v | 128);
  *out += static_cast<char>(v);
}

// -- writing -----------------------------------------------------------------------------------------------------------

class Writer {
 public:
  explicit Writer(std::string* out) : out_(out) {}

  template <Kind kind, typename T>
  void Scalar(int number, const char*, T& value, const int* which) {
    if (which != nullptr ? *which == number : !IsZero(value)) Tagged<kind>(number, value);
  }
  void Text(int number, const char*, std::string& value, const int* which) {
    if (which != nullptr ? *which == number : !value.empty()) Bytes(number, value);
  }
  template <typename M>
  void Message(int number, const char*, Box<M>& value, const int* which) {
    if (which != nullptr ? *which == number : value.has()) Inner(number, const_cast<M&>(value.get()));
  }
  template <Kind kind, typename T>
  void Repeated(int number, const char*, RepeatedField<T>& values) {
    if (values.size() == 0) return;
    std::string packed;
    Writer inner(&packed);
    for (auto v : values) inner.Value<kind>(static_cast<T>(v));
    Bytes(number, packed);
  }
  void Texts(int number, const char*, RepeatedPtrField<std::string>& values) {
    for (const std::string& v : values) Bytes(number, v);
  }
  template <typename M>
  void Messages(int number, const char*, RepeatedPtrField<M>& values) {
    for (M& v : values) Inner(number, v);
  }
  template <Kind key, Kind kind, typename K, typename V>
  void Entries(int number, const char*, Map<K, V>& values) {
    for (auto& entry : values) {
      std::string bytes;
      Writer inner(&bytes);
      inner.Part<key>(1, const_cast<K&>(entry.first));
      inner.Part<kind>(2, entry.second);
      Bytes(number, bytes);
    }
  }

  void Varint(uint64_t v) {
    AppendVarint(v, out_);
  }

 private:
  template <typename T>
  static bool IsZero(const T& v) {
    T zero = T();
    return std::memcmp(&v, &zero, sizeof v) == 0;
  }
  template <Kind kind, typename T>
  void Tagged(int number, T value) {
    const int wire = kind == kVarint || kind == kZigzag ? 0 : kind == kFixed64 || kind == kDouble ? 1 : 5;
    Varint(static_cast<uint64_t>(number) << 3 | static_cast<unsigned>(wire));
    Value<kind>(value);
  }
  template <Kind kind, typename T>
  void Value(T value) {
    if (kind == kVarint) {
      Varint(static_cast<uint64_t>(static_cast<int64_t>(value)));
    } else if (kind == kZigzag) {
      const int64_t v = static_cast<int64_t>(value);
      Varint(static_cast<uint64_t>(v) << 1 ^ static_cast<uint64_t>(v >> 63));
    } else {
      out_->append(reinterpret_cast<const char*>(&value), sizeof value);
    }
  }
  void Bytes(int number, const std::string& value) {
    Varint(static_cast<uint64_t>(number) << 3 | 2);
    Varint(value.size());
    out_->append(value);
  }
  template <typename M>
  void Inner(int number, M& value) {
    std::string bytes;
    Writer inner(&bytes);
    value.Fields(inner);
    Bytes(number, bytes);
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind == kMessage>::type Part(int number, T& value) {
    Inner(number, value);
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind == kString>::type Part(int number, T& value) {
    Bytes(number, value);
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind != kMessage && kind != kString>::type Part(int number, T& value) {
    Tagged<kind>(number, value);
  }
  std::string* out_;
};

// -- reading -----------------------------------------------------------------------------------------------------------

struct Input {
  const char* at;
  const char* end;
  bool Varint(uint64_t* v) {
    *v = 0;
    for (int shift = 0; shift < 64 && at < end; shift += 7) {
      const unsigned char byte = static_cast<unsigned char>(*at++);
      *v |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) return true;
    }
    return false;
  }
  bool Bytes(const char** data, size_t* size) {
    uint64_t n;
    if (!Varint(&n) || n > static_cast<uint64_t>(end - at)) return false;
    *data = at;
    *size = static_cast<size_t>(n);
    at += n;
    return true;
  }
  bool Skip(int wire) {
    uint64_t ignored;
    const char* data;
    size_t size;
    if (wire == 0) return Varint(&ignored);
    if (wire == 2) return Bytes(&data, &size);
    const ptrdiff_t n = wire == 1 ? 8 : wire == 5 ? 4 : end - at + 1;
    if (end - at < n) return false;
    at += n;
    return true;
  }
};

// Puts one field of the wire into the member that has its number.
class Reader {
 public:
  Reader(Input* in, int number, int wire, int depth) : in_(in), number_(number), wire_(wire), depth_(depth) {}
  bool found = false;
  bool ok = true;

  template <typename M>
  static bool Parse(M* message, Input* in, int depth) {
    if (depth > kMaxDepth) return false;
    while (in->at < in->end) {
      uint64_t tag;
      if (!in->Varint(&tag) || (tag >> 3) == 0 || (tag >> 3) > 0x1fffffff) return false;
      Reader reader(in, static_cast<int>(tag >> 3), static_cast<int>(tag & 7), depth);
      message->Fields(reader);
      if (!reader.ok || (!reader.found && !in->Skip(static_cast<int>(tag & 7)))) return false;
    }
    return true;
  }

  template <Kind kind, typename T>
  void Scalar(int number, const char*, T& value, int* which) {
    if (!Mine(number, WireOf(kind))) return;
    ok = Value<kind>(in_, &value);
    if (which != nullptr) *which = number;
  }
  void Text(int number, const char*, std::string& value, int* which) {
    if (!Mine(number, 2)) return;
    ok = String(in_, &value);
    if (which != nullptr) *which = number;
  }
  template <typename M>
  void Message(int number, const char*, Box<M>& value, int* which) {
    if (!Mine(number, 2)) return;
    if (which != nullptr && *which != number) value.reset();
    ok = Inner(value.mutable_get());
    if (which != nullptr) *which = number;
  }
  template <Kind kind, typename T>
  void Repeated(int number, const char*, RepeatedField<T>& values) {
    if (number != number_) return;
    T value;
    if (wire_ == WireOf(kind)) {
      found = true;
      if ((ok = Value<kind>(in_, &value))) values.Add(value);
    } else if (wire_ == 2) {
      found = true;
      Input packed;
      size_t size;
      if (!(ok = in_->Bytes(&packed.at, &size))) return;
      packed.end = packed.at + size;
      while (packed.at < packed.end && (ok = Value<kind>(&packed, &value))) values.Add(value);
    }
  }
  void Texts(int number, const char*, RepeatedPtrField<std::string>& values) {
    if (Mine(number, 2)) ok = String(in_, values.Add());
  }
  template <typename M>
  void Messages(int number, const char*, RepeatedPtrField<M>& values) {
    if (Mine(number, 2)) ok = Inner(values.Add());
  }
  template <Kind key, Kind kind, typename K, typename V>
  void Entries(int number, const char*, Map<K, V>& values) {
    if (!Mine(number, 2)) return;
    Input entry;
    size_t size;
    if (!(ok = in_->Bytes(&entry.at, &size))) return;
    entry.end = entry.at + size;
    K k = K();
    V v = V();
    while (ok && entry.at < entry.end) {
      uint64_t tag;
      if (!(ok = entry.Varint(&tag))) return;
      if (tag == (1 << 3 | static_cast<unsigned>(WireOf(key))))
        ok = Part<key>(&entry, &k);
      else if (tag == (2 << 3 | static_cast<unsigned>(WireOf(kind))))
        ok = Part<kind>(&entry, &v);
      else
        ok = entry.Skip(static_cast<int>(tag & 7));
    }
    if (ok) values[k] = std::move(v);
  }

 private:
  static constexpr int WireOf(Kind kind) {
    return kind == kVarint || kind == kZigzag ? 0 : kind == kFixed64 || kind == kDouble ? 1 : kind == kFixed32 || kind == kFloat ? 5 : 2;
  }
  bool Mine(int number, int wire) {
    if (number != number_ || wire != wire_) return false;
    return found = true;
  }
  template <Kind kind, typename T>
  static bool Value(Input* in, T* value) {
    if (kind == kVarint || kind == kZigzag) {
      uint64_t v;
      if (!in->Varint(&v)) return false;
      if (kind == kZigzag) v = v >> 1 ^ (~(v & 1) + 1);
      *value = static_cast<T>(v);
      return true;
    }
    if (in->end - in->at < static_cast<ptrdiff_t>(sizeof *value)) return false;
    std::memcpy(value, in->at, sizeof *value);
    in->at += sizeof *value;
    return true;
  }
  static bool String(Input* in, std::string* value) {
    const char* data;
    size_t size;
    if (!in->Bytes(&data, &size)) return false;
    value->assign(data, size);
    return true;
  }
  template <typename M>
  bool Inner(M* message) {
    return Inner(in_, message);
  }
  template <typename M>
  bool Inner(Input* from, M* message) {
    Input in;
    size_t size;
    if (!from->Bytes(&in.at, &size)) return false;
    in.end = in.at + size;
    return Parse(message, &in, depth_ + 1);
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind == kMessage, bool>::type Part(Input* in, T* value) {
    return Inner(in, value);
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind == kString, bool>::type Part(Input* in, T* value) {
    return String(in, value);
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind != kMessage && kind != kString, bool>::type Part(Input* in, T* value) {
    return Value<kind>(in, value);
  }
  Input* in_;
  int number_, wire_, depth_;
};

// -- printing ----------------------------------------------------------------------------------------------------------

class Printer {
 public:
  Printer(std::string* out, const char* newline, int depth) : out_(out), newline_(newline), depth_(depth) {}
  template <Kind kind, typename T>
  void Scalar(int number, const char* name, T& value, const int* which) {
    if (which != nullptr ? *which == number : !(value == T())) Line(name, Number(value));
  }
  void Text(int number, const char* name, std::string& value, const int* which) {
    if (which != nullptr ? *which == number : !value.empty()) Line(name, Quoted(value));
  }
  template <typename M>
  void Message(int number, const char* name, Box<M>& value, const int* which) {
    if (which != nullptr ? *which == number : value.has()) Inner(name, const_cast<M&>(value.get()));
  }
  template <Kind kind, typename T>
  void Repeated(int, const char* name, RepeatedField<T>& values) {
    for (auto v : values) Line(name, Number(static_cast<T>(v)));
  }
  void Texts(int, const char* name, RepeatedPtrField<std::string>& values) {
    for (const std::string& v : values) Line(name, Quoted(v));
  }
  template <typename M>
  void Messages(int, const char* name, RepeatedPtrField<M>& values) {
    for (M& v : values) Inner(name, v);
  }
  template <Kind key, Kind kind, typename K, typename V>
  void Entries(int, const char* name, Map<K, V>& values) {
    for (auto& entry : values) {
      Begin(name);
      Printer inner(out_, newline_, depth_ + 1);
      inner.Part<key>("key", const_cast<K&>(entry.first));
      inner.Part<kind>("value", entry.second);
      End();
    }
  }

 private:
  void Indent() {
    if (*newline_ == '\n') out_->append(static_cast<size_t>(2 * depth_), ' ');
  }
  void Line(const char* name, const std::string& value) {
    Indent();
    *out_ += name + (": " + value) + newline_;
  }
  void Begin(const char* name) {
    Indent();
    *out_ += name + (std::string(" {") + newline_);
  }
  void End() {
    Indent();
    *out_ += std::string("}") + newline_;
  }
  template <typename M>
  void Inner(const char* name, M& value) {
    Begin(name);
    Printer inner(out_, newline_, depth_ + 1);
    value.Fields(inner);
    End();
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind == kMessage>::type Part(const char* name, T& value) {
    Inner(name, value);
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind == kString>::type Part(const char* name, T& value) {
    Line(name, Quoted(value));
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind != kMessage && kind != kString>::type Part(const char* name, T& value) {
    Line(name, Number(value));
  }
  static std::string Number(bool v) { return v ? "true" : "false"; }
  template <typename T>
  static typename std::enable_if<std::is_enum<T>::value, std::string>::type Number(T v) {
    return NameOf(v);  // of the generated enum, found by its namespace
  }
  template <typename T>
  static typename std::enable_if<!std::is_enum<T>::value, std::string>::type Number(T v) {
    std::ostringstream text;
    text.precision(std::is_same<T, double>::value ? 17 : 9);
    text << v;
    return text.str();
  }
  static std::string Quoted(const std::string& value) {
    std::string text = "\"";
    for (char c : value) {
      const unsigned char u = static_cast<unsigned char>(c);
      if (c == '\n') {
        text += "\\n";
      } else if (c == '"' || c == '\\' || c == '\'') {
        text += '\\';
        text += c;
      } else if (u < 32 || u > 126) {
        char octal[8];
        std::snprintf(octal, sizeof octal, "\\%03o", u);
        text += octal;
      } else {
        text += c;
      }
    }
    return text + "\"";
  }
  std::string* out_;
  const char* newline_;
  int depth_;
};

// -- what all messages can do -----------------------------------------------------------------------------------------

template <typename D>
class MessageOf {
 public:
  bool ParseFromArray(const void* data, int size) {
    Input in{static_cast<const char*>(data), static_cast<const char*>(data) + size};
    return ParseFrom(&in);
  }
  bool ParseFromString(const std::string& data) {
    Input in{data.data(), data.data() + data.size()};
    return ParseFrom(&in);
  }
  bool MergeFromString(const std::string& data) {
    Input in{data.data(), data.data() + data.size()};
    return Reader::Parse(self(), &in, 0);
  }
  bool ParseFromIstream(std::istream* in) {
    std::ostringstream all;
    all << in->rdbuf();
    return ParseFromString(all.str());
  }
  bool SerializeToString(std::string* out) const {
    out->clear();
    return AppendToString(out);
  }
  bool AppendToString(std::string* out) const {
    Writer writer(out);
    self()->Fields(writer);
    return true;
  }
  bool SerializeToOstream(std::ostream* out) const {
    *out << SerializeAsString();
    return out->good();
  }
  std::string SerializeAsString() const {
    std::string out;
    AppendToString(&out);
    return out;
  }
  size_t ByteSizeLong() const { return SerializeAsString().size(); }
  int ByteSize() const { return static_cast<int>(ByteSizeLong()); }
  std::string DebugString() const { return Printed("\n"); }
  std::string ShortDebugString() const { return Printed(" "); }
  bool IsInitialized() const { return true; }
  void Clear() { *self() = D(); }
  void CopyFrom(const D& b) { *self() = b; }
  void MergeFrom(const D& b) { MergeFromString(b.SerializeAsString()); }
  void Swap(D* b) { std::swap(*self(), *b); }
  static const D& default_instance() {
    static const D* const none = new D;
    return *none;
  }

 private:
  // Visitors that do not change a message are given one that they could: the list of fields stands only once.
  D* self() const { return const_cast<D*>(static_cast<const D*>(this)); }
  bool ParseFrom(Input* in) {
    Clear();
    return Reader::Parse(self(), in, 0);
  }
  std::string Printed(const char* newline) const {
    std::string text;
    Printer printer(&text, newline, 0);
    self()->Fields(printer);
    return text;
  }
};

}  // namespace penstock

namespace google {
namespace protobuf {
template <typename T>
using RepeatedField = ::penstock::RepeatedField<T>;
template <typename T>
using RepeatedPtrField = ::penstock::RepeatedPtrField<T>;
template <typename K, typename V>
using Map = ::penstock::Map<K, V>;
}  // namespace protobuf
}  // namespace google

namespace tensorflow {
namespace protobuf = ::google::protobuf;
}  // namespace tensorflow
