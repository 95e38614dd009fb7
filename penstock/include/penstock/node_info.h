// What a kernel or a shape function knows of its node. The message itself is read when somebody asks for it: most never do, and
// classes of messages take long to compile.
#pragma once

#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "penstock/message.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/platform/mutex.h"

namespace penstock {

// As many elements as were asked for when it was made.
template <typename T>
class Array {
 public:
  explicit Array(int n) : data_(new T[static_cast<size_t>(n)]()), size_(n) {}
  ~Array() { delete[] data_; }
  Array(const Array&) = delete;
  void operator=(const Array&) = delete;
  T& operator[](int i) const { return data_[i]; }
  int size() const { return size_; }

 private:
  T* data_;
  int size_;
};

// A value that is made when it is needed first; `make` is compiled where that happens.
class Lazy {
 public:
  Lazy() {}
  ~Lazy() {
    if (value_ != nullptr) free_(value_);
  }
  Lazy(const Lazy&) = delete;
  void operator=(const Lazy&) = delete;
  template <typename T, typename Make>
  T& Get(Make make) const {
    tensorflow::mutex_lock l(mu_);
    if (value_ == nullptr) {
      value_ = make();
      free_ = [](void* value) { delete static_cast<T*>(value); };
    }
    return *static_cast<T*>(value_);
  }

 private:
  mutable tensorflow::mutex mu_;
  mutable void* value_ = nullptr;
  mutable void (*free_)(void*) = nullptr;
};

// Texts without zeros, one behind the other.
class Texts {
 public:
  void Add(const std::string& text) {
    all_.append(text.c_str(), std::strlen(text.c_str()) + 1);
    size_++;
  }
  // Ended by null; for as long as the process lives.
  const char* const* List() const {
    const char** const list = new const char*[size_ + 1];
    const char* at = all_.data();
    for (size_t i = 0; i < size_; at += std::strlen(at) + 1) list[i++] = at;
    list[size_] = nullptr;
    return list;
  }

 private:
  std::string all_;
  size_t size_ = 0;
};

// Objects in the order in which they were added; each points to the next one.
template <typename T>
struct Chain {
  void Add(T* added) {
    (last == nullptr ? first : last->next) = added;
    last = added;
    size++;
  }
  T* first = nullptr;
  T* last = nullptr;
  int size = 0;
};

class NodeInfo {
 public:
  // Arguments are lines "name:count".
  NodeInfo(const char* node, size_t bytes, const char* inputs, const char* outputs)
      : name(Text(node, bytes, 1)), op(Text(node, bytes, 2)), node_(node, bytes), inputs_(inputs), outputs_(outputs) {}

  template <typename Node>
  const Node& Def() const {
    return def_.Get<Node>([this]() -> Node* {
      Node* const node = new Node;
      CHECK(node->ParseFromString(node_)) << "the node cannot be read";
      return node;
    });
  }
  template <typename Map>
  const Map& InputRanges() const {
    return input_ranges_.Get<Map>([this]() -> Map* { return MapOf<Map>(inputs_); });
  }
  template <typename Map>
  const Map& OutputRanges() const {
    return output_ranges_.Get<Map>([this]() -> Map* { return MapOf<Map>(outputs_); });
  }
  // The first input of an argument, and the one behind its last.
  bool InputRange(tensorflow::StringPiece argument, int* start, int* stop) const { return Range(inputs_, argument, start, stop); }
  bool OutputRange(tensorflow::StringPiece argument, int* start, int* stop) const { return Range(outputs_, argument, start, stop); }

  const std::string name, op;

 private:
  static bool Next(const char** at, tensorflow::StringPiece* argument, int* start, int* stop) {
    if (**at == '\0') return false;
    const char* const colon = std::strchr(*at, ':');
    *argument = tensorflow::StringPiece(*at, static_cast<size_t>(colon - *at));
    *start = *stop;
    *stop += std::atoi(colon + 1);
    *at = std::strchr(colon, '\n') + 1;
    return true;
  }
  static bool Range(const std::string& arguments, tensorflow::StringPiece wanted, int* start, int* stop) {
    const char* at = arguments.c_str();
    tensorflow::StringPiece argument;
    *stop = 0;
    while (Next(&at, &argument, start, stop))
      if (argument == wanted) return true;
    return false;
  }
  template <typename Map>
  static Map* MapOf(const std::string& arguments) {
    Map* const map = new Map;
    const char* at = arguments.c_str();
    tensorflow::StringPiece argument;
    int start, stop = 0;
    while (Next(&at, &argument, &start, &stop)) (*map)[argument.ToString()] = std::make_pair(start, stop);
    return map;
  }
  // A field of text of the node; all of its fields are texts and messages.
  static std::string Text(const char* node, size_t bytes, uint64_t number) {
    Input in{node, node + bytes};
    uint64_t tag;
    const char* text;
    size_t size;
    while (in.at < in.end && in.Varint(&tag) && in.Bytes(&text, &size))
      if (tag == (number << 3 | 2)) return std::string(text, size);
    return std::string();
  }
  const std::string node_, inputs_, outputs_;
  Lazy def_, input_ranges_, output_ranges_;
};

}  // namespace penstock
