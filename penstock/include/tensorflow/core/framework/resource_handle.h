// ResourceHandle: the value of a tensor of type resource. It names the resource, and does not hold it.
#pragma once

#include <string>

#include "penstock/protos/node.pb.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {

class ResourceHandle {
 public:
  ResourceHandle() {}
  const string& device() const { return device_; }
  void set_device(const string& device) { device_ = device; }
  const string& container() const { return container_; }
  void set_container(const string& container) { container_ = container; }
  const string& name() const { return name_; }
  void set_name(const string& name) { name_ = name; }
  uint64 hash_code() const { return hash_code_; }
  void set_hash_code(uint64 hash_code) { hash_code_ = hash_code; }
  const string& maybe_type_name() const { return maybe_type_name_; }
  void set_maybe_type_name(const string& value) { maybe_type_name_ = value; }

  template <typename Proto>
  void AsProto(Proto* proto) const {
    proto->set_device(device_);
    proto->set_container(container_);
    proto->set_name(name_);
    proto->set_hash_code(hash_code_);
    proto->set_maybe_type_name(maybe_type_name_);
  }
  template <typename Proto>
  void FromProto(const Proto& proto) {
    device_ = proto.device();
    container_ = proto.container();
    name_ = proto.name();
    hash_code_ = proto.hash_code();
    maybe_type_name_ = proto.maybe_type_name();
  }
  // As a ResourceHandleProto; written out, since every library contains it.
  string SerializeAsString() const {
    string bytes;
    Text(1, device_, &bytes);
    Text(2, container_, &bytes);
    Text(3, name_, &bytes);
    if (hash_code_ != 0) {
      bytes += static_cast<char>(4 << 3);
      penstock::AppendVarint(hash_code_, &bytes);
    }
    Text(5, maybe_type_name_, &bytes);
    return bytes;
  }
  bool ParseFromString(const string& bytes) {
    string* const texts[] = {nullptr, &device_, &container_, &name_, nullptr, &maybe_type_name_};
    *this = ResourceHandle();
    penstock::Input in{bytes.data(), bytes.data() + bytes.size()};
    while (in.at < in.end) {
      uint64_t tag, number;
      if (!in.Varint(&tag)) return false;
      if (tag == 4 << 3) {
        if (!in.Varint(&number)) return false;
        hash_code_ = number;
      } else if ((tag & 7) == 2) {
        const char* text;
        size_t size;
        if (!in.Bytes(&text, &size)) return false;
        if (tag >> 3 < 6 && texts[tag >> 3] != nullptr) texts[tag >> 3]->assign(text, size);
      } else if (!in.Skip(static_cast<int>(tag & 7))) {
        return false;
      }
    }
    return true;
  }
  string DebugString() const {
    return "device: " + device_ + " container: " + container_ + " name: " + name_ + " hash_code: " +
           std::to_string(hash_code_) + " maybe_type_name: " + maybe_type_name_;
  }

 private:
  static void Text(int number, const string& text, string* bytes) {
    if (text.empty()) return;
    *bytes += static_cast<char>(number << 3 | 2);
    penstock::AppendVarint(text.size(), bytes);
    *bytes += text;
  }
  string device_, container_, name_, maybe_type_name_;
  uint64 hash_code_ = 0;
};

}  // namespace tensorflow
