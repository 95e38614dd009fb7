// What Penstock calls of a reader: it takes work from the queue, and keeps the counts.
#pragma once

#include <string>

#include "penstock/kernels.h"

namespace penstock {

class ReaderCalls {
 public:
  virtual ~ReaderCalls() {}
  virtual tensorflow::Status Start(const std::string& work) = 0;
  virtual tensorflow::Status Next(std::string* key, std::string* value, bool* produced, bool* at_end) = 0;
  virtual tensorflow::Status Finish() = 0;
  virtual tensorflow::Status StartAgain() = 0;
  virtual tensorflow::Status Save(std::string* state) = 0;
  virtual tensorflow::Status Load(const std::string& state) = 0;
  virtual void Release() = 0;
};

inline void* FindReader(void* kernel, PenstockStatus* status) {
  ReaderCalls* reader = nullptr;
  auto find = [&]() -> tensorflow::Status {
    reader = static_cast<KernelState*>(kernel)->kernel->NewReader();
    return reader != nullptr ? tensorflow::Status::OK() : tensorflow::errors::ResourceExhausted("Failed to allocate reader");
  };
  SetStatus(status, Guarded([](void* f) { return (*static_cast<decltype(find)*>(f))(); }, &find));
  return reader;
}

inline char* BytesOf(const std::string& text, size_t* n) {
  *n = text.size();
  char* bytes = static_cast<char*>(std::malloc(text.size() + 1));
  std::memcpy(bytes, text.data(), text.size());
  return bytes;
}

inline void CallReader(void* reader, int32_t what, const char* text, size_t bytes, char** key, size_t* key_bytes, char** value,
                       size_t* value_bytes, int32_t* produced, int32_t* at_end, PenstockStatus* status) {
  ReaderCalls* calls = static_cast<ReaderCalls*>(reader);
  std::string k, v;
  bool p = false, e = false;
  auto call = [&]() -> tensorflow::Status {
    switch (what) {
      case 0: return calls->Start(std::string(text, bytes));
      case 1: return calls->Next(&k, &v, &p, &e);
      case 2: return calls->Finish();
      case 3: return calls->StartAgain();
      case 4: return calls->Save(&v);
      default: return calls->Load(std::string(text, bytes));
    }
  };
  SetStatus(status, Guarded([](void* f) { return (*static_cast<decltype(call)*>(f))(); }, &call));
  *produced = p, *at_end = e;
  *key = BytesOf(k, key_bytes);
  *value = BytesOf(v, value_bytes);
}

namespace {
const bool has_readers TF_ATTRIBUTE_UNUSED = [] {
  PenstockKernels* const made = Extras();
  made->find_reader = FindReader;
  made->delete_reader = [](void* reader) { static_cast<ReaderCalls*>(reader)->Release(); };
  made->reader_call = CallReader;
  return true;
}();
}  // namespace

}  // namespace penstock
