// DataType: the types of a tensor's elements, and what belongs to each.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "penstock/protos/node.pb.h"
#include "tensorflow/core/framework/numeric_types.h"
#include "tensorflow/core/framework/resource_handle.h"
#include "tensorflow/core/framework/variant.h"
#include "tensorflow/core/lib/core/status.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/lib/gtl/inlined_vector.h"
#include "tensorflow/core/lib/strings/strcat.h"

namespace tensorflow {

typedef gtl::InlinedVector<DataType, 4> DataTypeVector;
typedef gtl::ArraySlice<DataType> DataTypeSlice;

enum MemoryType { DEVICE_MEMORY = 0, HOST_MEMORY = 1 };
typedef gtl::InlinedVector<MemoryType, 4> MemoryTypeVector;
typedef gtl::ArraySlice<MemoryType> MemoryTypeSlice;

class DeviceType {
 public:
  DeviceType(const char* type) : type_(type) {}                     // NOLINT
  explicit DeviceType(StringPiece type) : type_(type.ToString()) {}
  const char* type() const { return type_.c_str(); }
  const string& type_string() const { return type_; }
  bool operator==(const DeviceType& b) const { return type_ == b.type_; }
  bool operator!=(const DeviceType& b) const { return type_ != b.type_; }
  bool operator<(const DeviceType& b) const { return type_ < b.type_; }

 private:
  string type_;
};
static const char* const DEVICE_DEFAULT TF_ATTRIBUTE_UNUSED = "DEFAULT";
static const char* const DEVICE_CPU TF_ATTRIBUTE_UNUSED = "CPU";
static const char* const DEVICE_GPU TF_ATTRIBUTE_UNUSED = "GPU";
static const char* const DEVICE_SYCL TF_ATTRIBUTE_UNUSED = "SYCL";

enum { kDataTypeRefOffset = 100 };
inline bool IsRefType(DataType dtype) { return dtype > static_cast<DataType>(kDataTypeRefOffset); }
inline DataType MakeRefType(DataType dtype) { return static_cast<DataType>(static_cast<int>(dtype) + kDataTypeRefOffset); }
inline DataType RemoveRefType(DataType dtype) { return static_cast<DataType>(static_cast<int>(dtype) - kDataTypeRefOffset); }
inline DataType BaseType(DataType dtype) { return IsRefType(dtype) ? RemoveRefType(dtype) : dtype; }
inline bool TypesCompatible(DataType expected, DataType actual) {
  return expected == actual || BaseType(actual) == expected;
}

// Which C++ type is which DataType.
template <class T>
struct IsValidDataType {
  static constexpr bool value = false;
};
template <class T>
struct DataTypeToEnum {
  static_assert(IsValidDataType<T>::value, "this is not the type of a tensor's elements");
};
template <DataType VALUE>
struct EnumToDataType {};

namespace internal {
template <DataType E>
struct EnumOfType {
  static DataType v() { return E; }
  static DataType ref() { return MakeRefType(E); }
  static constexpr DataType value = E;
};
template <DataType E>
constexpr DataType EnumOfType<E>::value;
}  // namespace internal

#define PENSTOCK_TYPES(_)                                                                                              \
  _(float, DT_FLOAT, "float") _(double, DT_DOUBLE, "double") _(int32, DT_INT32, "int32") _(uint32, DT_UINT32, "uint32")  \
  _(uint16, DT_UINT16, "uint16") _(uint8, DT_UINT8, "uint8") _(int16, DT_INT16, "int16") _(int8, DT_INT8, "int8")       \
  _(string, DT_STRING, "string") _(complex64, DT_COMPLEX64, "complex64") _(complex128, DT_COMPLEX128, "complex128")    \
  _(int64, DT_INT64, "int64") _(uint64, DT_UINT64, "uint64") _(bool, DT_BOOL, "bool") _(qint8, DT_QINT8, "qint8")      \
  _(quint8, DT_QUINT8, "quint8") _(qint16, DT_QINT16, "qint16") _(quint16, DT_QUINT16, "quint16")                      \
  _(qint32, DT_QINT32, "qint32") _(bfloat16, DT_BFLOAT16, "bfloat16") _(Eigen::half, DT_HALF, "half")                  \
  _(ResourceHandle, DT_RESOURCE, "resource") _(Variant, DT_VARIANT, "variant")

#define PENSTOCK_MATCH(TYPE, ENUM, NAME)                          \
  template <>                                                     \
  struct IsValidDataType<TYPE> {                                  \
    static constexpr bool value = true;                           \
  };                                                              \
  template <>                                                     \
  struct DataTypeToEnum<TYPE> : internal::EnumOfType<ENUM> {};    \
  template <>                                                     \
  struct EnumToDataType<ENUM> {                                   \
    typedef TYPE Type;                                            \
  };
PENSTOCK_TYPES(PENSTOCK_MATCH)
#undef PENSTOCK_MATCH

namespace internal {
inline const char* NameOfType(DataType dtype) {
  switch (dtype) {
#define PENSTOCK_NAME(TYPE, ENUM, NAME) \
  case ENUM:                            \
    return NAME;
    PENSTOCK_TYPES(PENSTOCK_NAME)
#undef PENSTOCK_NAME
    case DT_INVALID:
      return "INVALID";
    default:
      return nullptr;
  }
}
}  // namespace internal

TF_ATTRIBUTE_COLD inline string DataTypeString(DataType dtype) {
  const char* const name = internal::NameOfType(BaseType(dtype));
  if (name == nullptr) return strings::StrCat("unknown dtype enum (", static_cast<int>(dtype), ")");
  return IsRefType(dtype) ? string(name) + "_ref" : string(name);
}

inline bool DataTypeFromString(StringPiece text, DataType* dtype) {
#define PENSTOCK_NAMED(TYPE, ENUM, NAME) \
  if (text == NAME) return *dtype = ENUM, true;
  PENSTOCK_TYPES(PENSTOCK_NAMED)
#undef PENSTOCK_NAMED
  if (text == "float32") return *dtype = DT_FLOAT, true;
  if (text == "float64") return *dtype = DT_DOUBLE, true;
  return false;
}

// Bytes of an element; 0 for those that are objects.
inline int DataTypeSize(DataType dtype) {
  switch (BaseType(dtype)) {
    case DT_STRING:
    case DT_RESOURCE:
    case DT_VARIANT:
      return 0;
#define PENSTOCK_SIZE(TYPE, ENUM, NAME) \
  case ENUM:                            \
    return sizeof(TYPE);
#define PENSTOCK_PLAIN(_)                                                                                               \
  _(float, DT_FLOAT, ) _(double, DT_DOUBLE, ) _(int32, DT_INT32, ) _(uint32, DT_UINT32, ) _(uint16, DT_UINT16, )         \
  _(uint8, DT_UINT8, ) _(int16, DT_INT16, ) _(int8, DT_INT8, ) _(complex64, DT_COMPLEX64, )                             \
  _(complex128, DT_COMPLEX128, ) _(int64, DT_INT64, ) _(uint64, DT_UINT64, ) _(bool, DT_BOOL, ) _(qint8, DT_QINT8, )    \
  _(quint8, DT_QUINT8, ) _(qint16, DT_QINT16, ) _(quint16, DT_QUINT16, ) _(qint32, DT_QINT32, )                        \
  _(bfloat16, DT_BFLOAT16, ) _(Eigen::half, DT_HALF, )
      PENSTOCK_PLAIN(PENSTOCK_SIZE)
#undef PENSTOCK_SIZE
    default:
      return 0;
  }
}

inline bool DataTypeCanUseMemcpy(DataType dt) { return DataTypeSize(dt) != 0; }
inline bool DataTypeIsFloating(DataType dt) {
  return dt == DT_HALF || dt == DT_BFLOAT16 || dt == DT_FLOAT || dt == DT_DOUBLE;
}
inline bool DataTypeIsComplex(DataType dt) { return dt == DT_COMPLEX64 || dt == DT_COMPLEX128; }
inline bool DataTypeIsQuantized(DataType dt) {
  return dt == DT_QINT8 || dt == DT_QUINT8 || dt == DT_QINT16 || dt == DT_QUINT16 || dt == DT_QINT32;
}
inline bool DataTypeIsInteger(DataType dt) {
  return dt == DT_INT8 || dt == DT_UINT8 || dt == DT_INT16 || dt == DT_UINT16 || dt == DT_INT32 || dt == DT_UINT32 ||
         dt == DT_INT64 || dt == DT_UINT64;
}
inline bool DataTypeIsUnsigned(DataType dt) {
  return dt == DT_UINT8 || dt == DT_UINT16 || dt == DT_UINT32 || dt == DT_UINT64;
}
inline string DataTypeSliceString(const DataTypeSlice types) {
  string text;
  for (DataType t : types) text += (text.empty() ? "" : ", ") + DataTypeString(t);
  return text;
}
inline string DataTypeVectorString(const DataTypeVector& types) { return DataTypeSliceString(types); }

}  // namespace tensorflow
