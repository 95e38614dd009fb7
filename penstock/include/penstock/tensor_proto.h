// Tensors as messages and as text.
#pragma once

#include <sstream>

#include "tensorflow/core/framework/tensor.h"

namespace tensorflow {
namespace internal {

// Elements of a typed field: the last one stands for all that are missing.
template <typename T, typename Field>
bool FromField(const Field& field, Tensor* t) {
  auto out = t->flat<T>();
  if (field.size() == 0 && out.size() > 0) {
    for (int64 i = 0; i < out.size(); i++) out(i) = T();
    return true;
  }
  if (field.size() > out.size()) return false;
  for (int64 i = 0; i < out.size(); i++) {
    out(i) = static_cast<T>(field.Get(static_cast<int>(std::min<int64>(i, field.size() - 1))));
  }
  return true;
}

template <typename T, typename Field>
bool FromPairs(const Field& field, Tensor* t) {
  auto out = t->flat<T>();
  const int64 n = field.size() / 2;
  if (n > out.size()) return false;
  for (int64 i = 0; i < out.size(); i++) {
    const int k = static_cast<int>(std::min<int64>(i, n - 1));
    out(i) = n == 0 ? T() : T(field.Get(2 * k), field.Get(2 * k + 1));
  }
  return true;
}

inline bool FromBits(const penstock::RepeatedField<int32>& field, Tensor* t) {
  uint16* out = static_cast<uint16*>(t->data());
  const int64 n = t->NumElements();
  if (field.size() > n) return false;
  for (int64 i = 0; i < n; i++)
    out[i] = field.size() == 0 ? 0 : static_cast<uint16>(field.Get(static_cast<int>(std::min<int64>(i, field.size() - 1))));
  return true;
}

template <typename T>
void Print(std::ostream& o, const T& v) {
  o << v;
}
inline void Print(std::ostream& o, const int8& v) { o << static_cast<int>(v); }
inline void Print(std::ostream& o, const uint8& v) { o << static_cast<int>(v); }
inline void Print(std::ostream& o, const ResourceHandle& v) { o << v.DebugString(); }
inline void Print(std::ostream& o, const Variant& v) { o << v.DebugString(); }
template <typename T>
void Print(std::ostream& o, const penstock::Quantized<T, 0>& v) {
  o << static_cast<int>(v.value);
}

}  // namespace internal

template <typename Proto>
bool Tensor::FromProto(const Proto& proto) {
  if (!TensorShape::IsValid(proto.tensor_shape()) || proto.dtype() == DT_INVALID) return false;
  const size_t element = internal::ElementBytes(proto.dtype());
  const TensorShape shape(proto.tensor_shape());
  if (element == 0) return false;
  const int64 n = shape.num_elements();
  // A message of a few bytes may name a shape of any size; what it fills must be worth it.
  if (n > (int64{1} << 40) / static_cast<int64>(element)) return false;
  Tensor t(proto.dtype(), shape);
  if (n > 0) {
    bool ok = false;
    if (!proto.tensor_content().empty() && DataTypeCanUseMemcpy(proto.dtype())) {
      ok = proto.tensor_content().size() == t.TotalBytes();
      if (ok) std::memcpy(t.Data(), proto.tensor_content().data(), t.TotalBytes());
    } else {
      switch (proto.dtype()) {
#define PENSTOCK_FIELD(ENUM, TYPE, FIELD)                  \
  case ENUM:                                               \
    ok = internal::FromField<TYPE>(proto.FIELD(), &t);     \
    break;
        PENSTOCK_FIELD(DT_FLOAT, float, float_val)
        PENSTOCK_FIELD(DT_DOUBLE, double, double_val)
        PENSTOCK_FIELD(DT_INT32, int32, int_val)
        PENSTOCK_FIELD(DT_UINT8, uint8, int_val)
        PENSTOCK_FIELD(DT_UINT16, uint16, int_val)
        PENSTOCK_FIELD(DT_INT16, int16, int_val)
        PENSTOCK_FIELD(DT_INT8, int8, int_val)
        PENSTOCK_FIELD(DT_QINT8, qint8, int_val)
        PENSTOCK_FIELD(DT_QUINT8, quint8, int_val)
        PENSTOCK_FIELD(DT_QINT16, qint16, int_val)
        PENSTOCK_FIELD(DT_QUINT16, quint16, int_val)
        PENSTOCK_FIELD(DT_QINT32, qint32, int_val)
        PENSTOCK_FIELD(DT_STRING, string, string_val)
        PENSTOCK_FIELD(DT_INT64, int64, int64_val)
        PENSTOCK_FIELD(DT_BOOL, bool, bool_val)
        PENSTOCK_FIELD(DT_UINT32, uint32, uint32_val)
        PENSTOCK_FIELD(DT_UINT64, uint64, uint64_val)
#undef PENSTOCK_FIELD
        case DT_COMPLEX64:
          ok = internal::FromPairs<complex64>(proto.scomplex_val(), &t);
          break;
        case DT_COMPLEX128:
          ok = internal::FromPairs<complex128>(proto.dcomplex_val(), &t);
          break;
        case DT_HALF:
        case DT_BFLOAT16:
          ok = internal::FromBits(proto.half_val(), &t);
          break;
        default:
          break;
      }
    }
    if (!ok) return false;
  }
  *this = t;
  return true;
}

template <typename Proto>
void Tensor::AsProtoTensorContent(Proto* proto) const {
  if (!DataTypeCanUseMemcpy(dtype_)) return AsProtoField(proto);
  proto->Clear();
  proto->set_dtype(dtype_);
  shape_.AsProto(proto->mutable_tensor_shape());
  proto->set_tensor_content(Data(), TotalBytes());
}

template <typename Proto>
void Tensor::AsProtoField(Proto* proto) const {
  proto->Clear();
  proto->set_dtype(dtype_);
  shape_.AsProto(proto->mutable_tensor_shape());
  const int64 n = NumElements();
  switch (dtype_) {
#define PENSTOCK_FIELD(ENUM, TYPE, FIELD)                                          \
  case ENUM:                                                                       \
    for (int64 i = 0; i < n; i++) proto->add_##FIELD(flat<TYPE>()(i));             \
    break;
    PENSTOCK_FIELD(DT_FLOAT, float, float_val)
    PENSTOCK_FIELD(DT_DOUBLE, double, double_val)
    PENSTOCK_FIELD(DT_INT32, int32, int_val)
    PENSTOCK_FIELD(DT_UINT8, uint8, int_val)
    PENSTOCK_FIELD(DT_UINT16, uint16, int_val)
    PENSTOCK_FIELD(DT_INT16, int16, int_val)
    PENSTOCK_FIELD(DT_INT8, int8, int_val)
    PENSTOCK_FIELD(DT_STRING, string, string_val)
    PENSTOCK_FIELD(DT_INT64, int64, int64_val)
    PENSTOCK_FIELD(DT_BOOL, bool, bool_val)
    PENSTOCK_FIELD(DT_UINT32, uint32, uint32_val)
    PENSTOCK_FIELD(DT_UINT64, uint64, uint64_val)
#undef PENSTOCK_FIELD
    default:
      if (DataTypeCanUseMemcpy(dtype_)) proto->set_tensor_content(Data(), TotalBytes());
  }
}

template <typename N>
string Tensor::SummarizeValue(N max_entries, bool) const {
  const int64 n = NumElements();
  if (n > 0 && buf_ == nullptr) return "uninitialized Tensor of " + std::to_string(n) + " elements";
  std::ostringstream text;
  // Rows of a matrix in brackets; of what has more dimensions, all.
  struct Part {
    static void Write(std::ostream& o, const Tensor& t, int d, int64* at, int64* left) {
      const int64 size = t.dim_size(d);
      for (int64 i = 0; i < size && *left > 0; i++) {
        if (d + 1 < t.dims()) {
          o << "[";
          Write(o, t, d + 1, at, left);
          o << "]";
        } else {
          if (i > 0) o << " ";
          Element(o, t, (*at)++);
          --*left;
        }
      }
    }
    static void Element(std::ostream& o, const Tensor& t, int64 i) {
      switch (t.dtype_) {
#define PENSTOCK_PRINT(TYPE, ENUM, NAME)          \
  case ENUM:                                      \
    internal::Print(o, t.flat<TYPE>()(i));        \
    break;
        PENSTOCK_TYPES(PENSTOCK_PRINT)
#undef PENSTOCK_PRINT
        default:
          o << "?";
      }
    }
  };
  int64 at = 0, left = max_entries < 0 ? n : std::min<int64>(n, max_entries);
  const int64 shown = left;
  if (dims() == 0)
    Part::Element(text, *this, 0);
  else
    Part::Write(text, *this, 0, &at, &left);
  if (n > shown) text << "...";
  return text.str();
}

}  // namespace tensorflow
