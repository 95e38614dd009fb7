// Whether the lowest byte of a number comes first here.
#pragma once

namespace tensorflow {
namespace port {
constexpr bool kLittleEndian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}  // namespace port
}  // namespace tensorflow
