// io::JoinPath and relatives.
#pragma once

#include <string>

#include "tensorflow/core/lib/core/stringpiece.h"

namespace tensorflow {
namespace io {

inline std::string JoinTwo(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return a + b;
  if (a.back() == '/') return a + (b.front() == '/' ? b.substr(1) : b);
  return b.front() == '/' ? a + b : a + "/" + b;
}
inline std::string JoinPath() { return ""; }
template <typename... More>
std::string JoinPath(StringPiece first, const More&... more) {
  return JoinTwo(first.ToString(), JoinPath(more...));
}
inline bool IsAbsolutePath(StringPiece path) { return !path.empty() && path[0] == '/'; }
inline StringPiece Dirname(StringPiece path) {
  const size_t at = path.rfind('/');
  return at == StringPiece::npos ? StringPiece() : path.substr(0, at == 0 ? 1 : at);
}
inline StringPiece Basename(StringPiece path) {
  const size_t at = path.rfind('/');
  return at == StringPiece::npos ? path : path.substr(at + 1);
}
inline StringPiece Extension(StringPiece path) {
  const StringPiece name = Basename(path);
  const size_t at = name.rfind('.');
  return at == StringPiece::npos ? StringPiece() : name.substr(at + 1);
}

}  // namespace io
}  // namespace tensorflow
