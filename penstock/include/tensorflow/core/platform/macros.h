// Attributes and small macros.
#pragma once

#define TF_ATTRIBUTE_NORETURN __attribute__((noreturn))
#define TF_ATTRIBUTE_ALWAYS_INLINE __attribute__((always_inline))
#define TF_ATTRIBUTE_NOINLINE __attribute__((noinline))
#define TF_ATTRIBUTE_UNUSED __attribute__((unused))
#define TF_ATTRIBUTE_COLD __attribute__((cold))
#define TF_ATTRIBUTE_WEAK __attribute__((weak))
#define TF_PACKED __attribute__((packed))
#define TF_MUST_USE_RESULT
#define TF_EXPORT __attribute__((visibility("default")))
#define TF_PRINTF_ATTRIBUTE(format, first) __attribute__((__format__(__printf__, format, first)))
#define TF_SCANF_ATTRIBUTE(format, first) __attribute__((__format__(__scanf__, format, first)))
#define TF_PREDICT_FALSE(x) (__builtin_expect(!!(x), 0))
#define TF_PREDICT_TRUE(x) (__builtin_expect(!!(x), 1))
#define TF_ARRAYSIZE(a) (sizeof(a) / sizeof(*(a)))
#define TF_DISALLOW_COPY_AND_ASSIGN(Type) \
  Type(const Type&) = delete;             \
  void operator=(const Type&) = delete
#define TF_FALLTHROUGH_INTENDED \
  do {                          \
  } while (0)

#define PENSTOCK_JOIN_(a, b) a##b
#define PENSTOCK_JOIN(a, b) PENSTOCK_JOIN_(a, b)
// Seen by the library that contains it only, though the linker could join it with that of another library.
#define PENSTOCK_LOCAL __attribute__((visibility("hidden")))

namespace tensorflow {
namespace internal {
template <typename T>
void remove_unused_variable_compiler_warning(const T&) {}
}  // namespace internal
}  // namespace tensorflow
#define TF_UNUSED_VARIABLE(x) ::tensorflow::internal::remove_unused_variable_compiler_warning(x)
