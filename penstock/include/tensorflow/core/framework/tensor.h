// Tensor: elements of one type in a row, with a shape. Copies share the memory.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow/core/framework/allocator.h"
#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/lib/core/refcount.h"

namespace tensorflow {

namespace internal {

template <typename T>
inline void ConstructElements(void* memory, int64 n) {
  T* at = static_cast<T*>(memory);
  for (int64 i = 0; i < n; i++) new (at + i) T;
}
template <typename T>
inline void DestroyElements(void* memory, int64 n) {
  T* at = static_cast<T*>(memory);
  for (int64 i = 0; i < n; i++) at[i].~T();
}
inline size_t ElementBytes(DataType dtype) {
  switch (dtype) {
    case DT_STRING:
      return sizeof(string);
    case DT_RESOURCE:
      return sizeof(ResourceHandle);
    case DT_VARIANT:
      return sizeof(Variant);
    default:
      return static_cast<size_t>(DataTypeSize(dtype));
  }
}

}  // namespace internal

// The memory behind tensors. What was lent for a call becomes the buffer's own if somebody keeps a tensor longer.
class TensorBuffer : public core::RefCounted {
 public:
  // Memory of its own.
  TensorBuffer(DataType dtype, int64 elements)
      : dtype_(dtype), elements_(elements), data_(Allocate(dtype, elements)), own_(true) {}
  // Memory that somebody lends.
  TensorBuffer(DataType dtype, int64 elements, void* lent) : dtype_(dtype), elements_(elements), data_(lent), own_(false) {}
  // A part of another buffer, which it keeps.
  TensorBuffer(TensorBuffer* root, size_t offset, int64 elements)
      : dtype_(root->dtype_), elements_(elements), root_(root), offset_(offset), own_(false) {
    root->Ref();
  }
  // Memory that somebody gives, who wants to hear when it is not needed any more.
  TensorBuffer(DataType dtype, int64 elements, void* given, void (*release)(int64_t), int64 held)
      : dtype_(dtype), elements_(elements), data_(given), own_(false), release_(release), held_(held) {}
  ~TensorBuffer() override {
    if (root_ != nullptr) root_->Unref();
    if (release_ != nullptr) release_(held_);
    if (own_) Free();
  }
  void* data() const { return root_ != nullptr ? static_cast<char*>(root_->data()) + offset_ : data_; }
  size_t size() const { return internal::ElementBytes(dtype_) * static_cast<size_t>(elements_); }
  const TensorBuffer* root_buffer() const { return root_ != nullptr ? root_->root_buffer() : this; }
  template <typename T>
  T* base() const {
    return reinterpret_cast<T*>(data());
  }
  TensorBuffer* penstock_next = nullptr;  // in a chain of loans
  // The lender takes his memory back: what is still needed is copied.
  void EndLoan() {
    if (own_ || root_ != nullptr) return;
    void* copy = Allocate(dtype_, elements_);
    std::memcpy(copy, data_, size());  // objects are never lent
    data_ = copy;
    own_ = true;
  }

 private:
  static void* Allocate(DataType dtype, int64 n) {
    void* memory = cpu_allocator()->AllocateRaw(Allocator::kAllocatorAlignment, internal::ElementBytes(dtype) * static_cast<size_t>(n));
    CHECK(memory != nullptr) << "out of memory for a tensor of " << n << " elements";
    if (dtype == DT_STRING) internal::ConstructElements<string>(memory, n);
    if (dtype == DT_RESOURCE) internal::ConstructElements<ResourceHandle>(memory, n);
    if (dtype == DT_VARIANT) internal::ConstructElements<Variant>(memory, n);
    return memory;
  }
  void Free() {
    if (dtype_ == DT_STRING) internal::DestroyElements<string>(data_, elements_);
    if (dtype_ == DT_RESOURCE) internal::DestroyElements<ResourceHandle>(data_, elements_);
    if (dtype_ == DT_VARIANT) internal::DestroyElements<Variant>(data_, elements_);
    cpu_allocator()->DeallocateRaw(data_);
  }
  DataType dtype_;
  int64 elements_;
  void* data_ = nullptr;
  TensorBuffer* root_ = nullptr;
  size_t offset_ = 0;
  bool own_;
  void (*release_)(int64_t) = nullptr;
  int64 held_ = 0;
};

class Tensor {
 public:
  Tensor() : Tensor(DT_FLOAT) {}
  explicit Tensor(DataType type) : dtype_(type), shape_({0}), buf_(nullptr) {}
  Tensor(DataType type, const TensorShape& shape)
      : dtype_(type), shape_(shape), buf_(shape.num_elements() > 0 ? new TensorBuffer(type, shape.num_elements()) : nullptr) {}
  Tensor(Allocator*, DataType type, const TensorShape& shape) : Tensor(type, shape) {}
  Tensor(Allocator*, DataType type, const TensorShape& shape, const AllocationAttributes&) : Tensor(type, shape) {}
  Tensor(DataType type, const TensorShape& shape, TensorBuffer* buf) : dtype_(type), shape_(shape), buf_(buf) {
    if (buf_ != nullptr) buf_->Ref();
  }
  // Scalars of a value.
  explicit Tensor(float v) : Tensor(v, DT_FLOAT) {}
  explicit Tensor(double v) : Tensor(v, DT_DOUBLE) {}
  explicit Tensor(int32 v) : Tensor(v, DT_INT32) {}
  explicit Tensor(int64 v) : Tensor(v, DT_INT64) {}
  explicit Tensor(uint8 v) : Tensor(v, DT_UINT8) {}
  explicit Tensor(bool v) : Tensor(v, DT_BOOL) {}
  explicit Tensor(const string& v) : Tensor(v, DT_STRING) {}
  explicit Tensor(const char* v) : Tensor(string(v), DT_STRING) {}
  Tensor(const Tensor& b) : Tensor(b.dtype_, b.shape_, b.buf_) {}
  Tensor(Tensor&& b) noexcept : dtype_(b.dtype_), shape_(std::move(b.shape_)), buf_(b.buf_) {
    b.buf_ = nullptr;
    b.shape_ = TensorShape({0});
  }
  ~Tensor() {
    if (buf_ != nullptr) buf_->Unref();
  }
  Tensor& operator=(Tensor b) {
    std::swap(dtype_, b.dtype_);
    std::swap(shape_, b.shape_);
    std::swap(buf_, b.buf_);
    return *this;
  }

  DataType dtype() const { return dtype_; }
  const TensorShape& shape() const { return shape_; }
  int dims() const { return shape_.dims(); }
  int64 dim_size(int d) const { return shape_.dim_size(d); }
  int64 NumElements() const { return shape_.num_elements(); }
  bool IsSameSize(const Tensor& b) const { return shape_.IsSameSize(b.shape_); }
  bool SharesBufferWith(const Tensor& b) const {
    return buf_ != nullptr && b.buf_ != nullptr && buf_->root_buffer() == b.buf_->root_buffer();
  }
  size_t BufferHash() const { return reinterpret_cast<size_t>(buf_ == nullptr ? nullptr : buf_->root_buffer()); }
  bool IsInitialized() const { return buf_ != nullptr || NumElements() == 0; }
  size_t TotalBytes() const { return internal::ElementBytes(dtype_) * static_cast<size_t>(NumElements()); }
  size_t AllocatedBytes() const { return TotalBytes(); }
  bool IsAligned() const { return reinterpret_cast<uintptr_t>(Data()) % EIGEN_MAX_ALIGN == 0; }
  bool RefCountIsOne() const { return buf_ != nullptr && buf_->RefCountIsOne() && buf_->root_buffer() == buf_; }

  bool CopyFrom(const Tensor& other, const TensorShape& shape) {
    if (other.NumElements() != shape.num_elements()) return false;
    *this = Tensor(other.dtype_, shape, other.buf_);
    return true;
  }
  Status BitcastFrom(const Tensor& other, DataType dtype, const TensorShape& shape) {
    const size_t bytes = internal::ElementBytes(dtype) * static_cast<size_t>(shape.num_elements());
    if (bytes != other.TotalBytes())
      return errors::InvalidArgument("input and output shapes/data type sizes are not compatible");
    *this = Tensor(dtype, shape, other.buf_);
    return Status::OK();
  }
  void UnsafeCopyFromInternal(const Tensor& other, DataType dtype, const TensorShape& shape) {
    TF_CHECK_OK(BitcastFrom(other, dtype, shape));
  }
  void UnsafeCopyFromInternal(const Tensor& other, const TensorShape& shape) {
    TF_CHECK_OK(BitcastFrom(other, other.dtype_, shape));
  }
  Tensor Slice(int64 start, int64 limit) const {
    CHECK_GE(dims(), 1);
    CHECK_LE(0, start);
    CHECK_LE(start, limit);
    CHECK_LE(limit, dim_size(0));
    TensorShape shape = shape_;
    shape.set_dim(0, limit - start);
    if (shape.num_elements() == 0 || buf_ == nullptr) return Tensor(dtype_, shape);
    const int64 row = NumElements() / dim_size(0);
    TensorBuffer* part = new TensorBuffer(
        buf_, internal::ElementBytes(dtype_) * static_cast<size_t>(start * row), shape.num_elements());
    Tensor result(dtype_, shape, part);
    part->Unref();
    return result;
  }
  Tensor SubSlice(int64 index) const {
    Tensor part = Slice(index, index + 1), result(dtype_);
    TensorShape shape = part.shape();
    shape.RemoveDim(0);
    CHECK(result.CopyFrom(part, shape));
    return result;
  }

  // Templates, as all that only few need: what is not called is not compiled.
  template <typename Proto>
  bool FromProto(const Proto& proto);
  template <typename Proto>
  bool FromProto(Allocator*, const Proto& proto) {
    return FromProto(proto);
  }
  template <typename Proto>
  void AsProtoField(Proto* proto) const;
  template <typename Proto>
  void AsProtoTensorContent(Proto* proto) const;

  // -- views --
#define PENSTOCK_VIEW(TYPE, CONST_TYPE, NAME, SIZES)                    \
  template <typename T>                                                 \
  typename TTypes<T>::TYPE NAME() {                                     \
    return typename TTypes<T>::TYPE(Base<T>(), SIZES);                  \
  }                                                                     \
  template <typename T>                                                 \
  typename TTypes<T>::CONST_TYPE NAME() const {                         \
    return typename TTypes<T>::CONST_TYPE(Base<const T>(), SIZES);      \
  }
  PENSTOCK_VIEW(Vec, ConstVec, vec, shape_.AsEigenDSizes<1>())
  PENSTOCK_VIEW(Matrix, ConstMatrix, matrix, shape_.AsEigenDSizes<2>())
  PENSTOCK_VIEW(Flat, ConstFlat, flat, OneSize(NumElements()))
  PENSTOCK_VIEW(UnalignedFlat, UnalignedConstFlat, unaligned_flat, OneSize(NumElements()))
#undef PENSTOCK_VIEW
  template <typename T>
  typename TTypes<T>::Scalar scalar() {
    CheckScalar();
    return typename TTypes<T>::Scalar(Base<T>());
  }
  template <typename T>
  typename TTypes<T>::ConstScalar scalar() const {
    CheckScalar();
    return typename TTypes<T>::ConstScalar(Base<const T>());
  }

#define PENSTOCK_VIEW(NAME, PARAMETERS, SIZES, DEFAULT)                                                       \
  template <typename T, size_t NDIMS DEFAULT>                                                                 \
  typename TTypes<T, NDIMS>::Tensor NAME(PARAMETERS) {                                                        \
    return typename TTypes<T, NDIMS>::Tensor(Base<T>(), SIZES);                                               \
  }                                                                                                           \
  template <typename T, size_t NDIMS DEFAULT>                                                                 \
  typename TTypes<T, NDIMS>::ConstTensor NAME(PARAMETERS) const {                                             \
    return typename TTypes<T, NDIMS>::ConstTensor(Base<const T>(), SIZES);                                    \
  }
  PENSTOCK_VIEW(tensor, , shape_.AsEigenDSizes<NDIMS>(), )
  PENSTOCK_VIEW(shaped, gtl::ArraySlice<int64> new_sizes, Shaped<NDIMS>(new_sizes), )
  PENSTOCK_VIEW(unaligned_shaped, gtl::ArraySlice<int64> new_sizes, Shaped<NDIMS>(new_sizes), )
  PENSTOCK_VIEW(flat_inner_dims, , Shaped<NDIMS>(InnerSizes(NDIMS)), = 2)
  PENSTOCK_VIEW(flat_outer_dims, , Shaped<NDIMS>(OuterSizes(NDIMS)), = 2)
  PENSTOCK_VIEW(flat_inner_outer_dims, int64 begin, Shaped<NDIMS>(InnerOuterSizes(begin, NDIMS)), )
  PENSTOCK_VIEW(bit_casted_tensor, , shape_.AsEigenDSizes<NDIMS>(), )
#undef PENSTOCK_VIEW

  template <typename T>
  T* unaligned_flat_data() const {
    return Base<T>();
  }
  void* data() const { return Data(); }
  StringPiece tensor_data() const {
    CHECK(DataTypeCanUseMemcpy(dtype_)) << "tensor_data() needs elements that are bytes, not " << DataTypeString(dtype_);
    return StringPiece(static_cast<const char*>(Data()), TotalBytes());
  }
  template <typename N>
  string SummarizeValue(N max_entries, bool print_v2 = false) const;
  template <typename N = int>
  string DebugString(N num_values = 3) const {
    return strings::StrCat("Tensor<type: ", DataTypeString(dtype_), " shape: ", shape_.DebugString(), " values: ",
                           SummarizeValue(num_values), ">");
  }
  string DeviceSafeDebugString() const {
    return strings::StrCat("Tensor<type: ", DataTypeString(dtype_), " shape: ", shape_.DebugString(), ">");
  }
  TensorBuffer* buffer() const { return buf_; }

 private:
  enum { EIGEN_MAX_ALIGN = 16 };
  template <typename V>
  Tensor(const V& value, DataType type) : Tensor(type, TensorShape()) {
    *buf_->base<V>() = value;
  }
  void* Data() const { return buf_ == nullptr ? nullptr : buf_->data(); }
  template <typename T>
  T* Base() const {
    CheckType(DataTypeToEnum<typename std::remove_const<T>::type>::v());
    return static_cast<T*>(Data());
  }
  void CheckType(DataType wanted) const {
    if (TF_PREDICT_FALSE(dtype_ != wanted)) WrongType(wanted);
  }
  TF_ATTRIBUTE_COLD TF_ATTRIBUTE_NOINLINE void WrongType(DataType wanted) const {
    CHECK_EQ(dtype_, wanted) << " " << DataTypeString(wanted) << " expected, got " << DataTypeString(dtype_);
  }
  static Eigen::DSizes<Eigen::DenseIndex, 1> OneSize(int64 n) {
    return Eigen::DSizes<Eigen::DenseIndex, 1>(static_cast<Eigen::DenseIndex>(n));
  }
  void CheckScalar() const { CHECK_EQ(1, NumElements()) << "Must have a one element tensor"; }
  template <int NDIMS>
  Eigen::DSizes<Eigen::DenseIndex, NDIMS> Shaped(gtl::ArraySlice<int64> sizes) const {
    CHECK_EQ(static_cast<size_t>(NDIMS), sizes.size());
    Eigen::DSizes<Eigen::DenseIndex, NDIMS> result;
    int64 elements = 1;
    for (size_t d = 0; d < sizes.size(); d++) {
      result[d] = static_cast<Eigen::DenseIndex>(sizes[d]);
      elements *= sizes[d];
    }
    CHECK_EQ(elements, NumElements());
    return result;
  }
  typedef gtl::InlinedVector<int64, 4> DimSizes;
  // The last sizes, and in front of them the product of all others.
  DimSizes InnerSizes(size_t n) const {
    DimSizes sizes(n, 1);
    int64 at = static_cast<int64>(n) - 1;
    for (int d = dims() - 1; d >= 0; d--) {
      sizes[static_cast<size_t>(at > 0 ? at : 0)] *= dim_size(d);
      at--;
    }
    return sizes;
  }
  DimSizes OuterSizes(size_t n) const {
    DimSizes sizes(n, 1);
    for (int d = 0; d < dims(); d++) sizes[std::min(static_cast<size_t>(d), n - 1)] *= dim_size(d);
    return sizes;
  }
  DimSizes InnerOuterSizes(int64 begin, size_t n) const {
    const DimSizes outer = OuterSizes(n + static_cast<size_t>(begin));
    DimSizes sizes(outer.begin() + begin, outer.end());
    for (int64 d = 0; d < begin; d++) sizes[0] *= outer[static_cast<size_t>(d)];
    return sizes;
  }

  DataType dtype_;
  TensorShape shape_;
  TensorBuffer* buf_;
};

}  // namespace tensorflow

#include "penstock/tensor_proto.h"
