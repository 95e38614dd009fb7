// core::EncodeFixed32 and relatives: numbers as bytes, lowest first.
#pragma once

#include <string>

#include "tensorflow/core/lib/core/stringpiece.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {
namespace core {

template <typename T>
void EncodeLowestFirst(char* to, T value) {
  for (size_t i = 0; i < sizeof(T); i++) to[i] = static_cast<char>(value >> (8 * i) & 0xff);
}
template <typename T>
T DecodeLowestFirst(const char* from) {
  T value = 0;
  for (size_t i = 0; i < sizeof(T); i++) value = static_cast<T>(value | static_cast<T>(static_cast<uint8>(from[i])) << (8 * i));
  return value;
}
inline void EncodeFixed16(char* to, uint16 value) { EncodeLowestFirst(to, value); }
inline void EncodeFixed32(char* to, uint32 value) { EncodeLowestFirst(to, value); }
inline void EncodeFixed64(char* to, uint64 value) { EncodeLowestFirst(to, value); }
inline uint16 DecodeFixed16(const char* from) { return DecodeLowestFirst<uint16>(from); }
inline uint32 DecodeFixed32(const char* from) { return DecodeLowestFirst<uint32>(from); }
inline uint64 DecodeFixed64(const char* from) { return DecodeLowestFirst<uint64>(from); }
inline void PutFixed32(string* to, uint32 value) {
  char bytes[4];
  EncodeFixed32(bytes, value);
  to->append(bytes, 4);
}
inline void PutFixed64(string* to, uint64 value) {
  char bytes[8];
  EncodeFixed64(bytes, value);
  to->append(bytes, 8);
}
inline void PutVarint64(string* to, uint64 value) {
  for (; value >= 128; value >>= 7) to->push_back(static_cast<char>(value | 128));
  to->push_back(static_cast<char>(value));
}
inline void PutVarint32(string* to, uint32 value) { PutVarint64(to, value); }
inline bool GetVarint64(StringPiece* from, uint64* value) {
  uint64 result = 0;
  for (size_t i = 0; i < from->size() && i < 10; i++) {
    const uint64 byte = static_cast<uint8>((*from)[i]);
    result |= (byte & 127) << (7 * i);
    if (byte < 128) {
      from->remove_prefix(i + 1);
      *value = result;
      return true;
    }
  }
  return false;
}
inline bool GetVarint32(StringPiece* from, uint32* value) {
  uint64 wide;
  StringPiece rest = *from;
  if (!GetVarint64(&rest, &wide) || wide > kuint32max) return false;
  *from = rest;
  *value = static_cast<uint32>(wide);
  return true;
}

}  // namespace core
}  // namespace tensorflow
