// TensorShape and PartialTensorShape.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "penstock/eigen.h"
#include "penstock/protos/node.pb.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/lib/gtl/inlined_vector.h"

namespace tensorflow {

struct TensorShapeDim {
  explicit TensorShapeDim(int64 s) : size(s) {}
  int64 size;
};

class TensorShape;

class TensorShapeIter {
 public:
  TensorShapeIter(const TensorShape* shape, int d) : shape_(shape), d_(d) {}
  bool operator==(const TensorShapeIter& b) const { return d_ == b.d_; }
  bool operator!=(const TensorShapeIter& b) const { return d_ != b.d_; }
  void operator++() { ++d_; }
  TensorShapeDim operator*() const;

 private:
  const TensorShape* shape_;
  int d_;
};

class TensorShape {
 public:
  TensorShape() {}
  TensorShape(gtl::ArraySlice<int64> dim_sizes) {  // NOLINT
    for (int64 n : dim_sizes) AddDim(n);
  }
  TensorShape(std::initializer_list<int64> dim_sizes) : TensorShape(gtl::ArraySlice<int64>(dim_sizes)) {}
  explicit TensorShape(const TensorShapeProto& proto) {
    for (const auto& d : proto.dim()) AddDim(d.size());
  }

  static bool IsValid(const TensorShapeProto& proto) { return IsValidShape(proto).ok(); }
  static Status IsValidShape(const TensorShapeProto& proto) {
    if (proto.unknown_rank()) return errors::InvalidArgument("Shape ", DebugString(proto), " is not fully defined");
    if (proto.dim_size() > MaxDimensions())
      return errors::InvalidArgument("Shape ", DebugString(proto), " has too many dimensions");
    int64 elements = 1;
    for (const auto& d : proto.dim()) {
      if (d.size() < 0) return errors::InvalidArgument("Shape ", DebugString(proto), " is not fully defined");
      if (__builtin_mul_overflow(elements, d.size(), &elements))
        return errors::InvalidArgument("Shape ", DebugString(proto), " is too large (more than 2**63 - 1 entries)");
    }
    return Status::OK();
  }
  static constexpr int MaxDimensions() { return 254; }
  static string DebugString(const TensorShapeProto& proto) {
    if (proto.unknown_rank()) return "<unknown>";
    string text;
    for (const auto& d : proto.dim()) text += (text.empty() ? "" : ",") + (d.size() < 0 ? "?" : std::to_string(d.size()));
    return "[" + text + "]";
  }

  void Clear() { dims_.clear(), elements_ = 1; }
  void AddDim(int64 size) {
    CHECK_GE(size, 0);
    CHECK_LT(dims(), MaxDimensions());
    dims_.push_back(size);
    Count();
  }
  void AppendShape(const TensorShape& shape) {
    const gtl::InlinedVector<int64, 4> more = shape.dims_;
    for (int64 n : more) AddDim(n);
  }
  void InsertDim(int d, int64 size) {
    CHECK_GE(d, 0);
    CHECK_LE(d, dims());
    CHECK_GE(size, 0);
    dims_.insert(dims_.begin() + d, size);
    Count();
  }
  void set_dim(int d, int64 size) {
    CHECK_GE(d, 0);
    CHECK_LT(d, dims());
    CHECK_GE(size, 0);
    dims_[static_cast<size_t>(d)] = size;
    Count();
  }
  void RemoveDim(int d) { RemoveDimRange(d, d + 1); }
  void RemoveLastDims(int n) { RemoveDimRange(dims() - n, dims()); }
  void RemoveDimRange(int begin, int end) {
    if (begin < 0) begin += dims() + 1;
    if (end < 0) end += dims() + 1;
    CHECK_GE(begin, 0);
    CHECK_LE(end, dims());
    if (begin < end) dims_.erase(dims_.begin() + begin, dims_.begin() + end);
    Count();
  }

  int dims() const { return static_cast<int>(dims_.size()); }
  int64 dim_size(int d) const {
    DCHECK_GE(d, 0);
    CHECK_LT(d, dims());
    return dims_[static_cast<size_t>(d)];
  }
  gtl::InlinedVector<int64, 4> dim_sizes() const { return dims_; }
  int64 num_elements() const { return elements_; }
  const int64_t* penstock_dims() const { return reinterpret_cast<const int64_t*>(dims_.data()); }
  bool unknown_rank() const { return false; }
  bool IsFullyDefined() const { return true; }
  bool IsSameSize(const TensorShape& b) const { return dims_ == b.dims_; }
  bool operator==(const TensorShape& b) const { return IsSameSize(b); }
  bool operator!=(const TensorShape& b) const { return !IsSameSize(b); }

  void AsProto(TensorShapeProto* proto) const {
    proto->Clear();
    for (int64 n : dims_) proto->add_dim()->set_size(n);
  }
  TensorShapeProto AsProto() const {
    TensorShapeProto proto;
    AsProto(&proto);
    return proto;
  }
  template <int NDIMS, typename IndexType = Eigen::DenseIndex>
  Eigen::DSizes<IndexType, NDIMS> AsEigenDSizes() const {
    CHECK_EQ(NDIMS, dims()) << "Asking for tensor of " << NDIMS << " dimensions from a tensor of " << dims() << " dimensions";
    return AsEigenDSizesWithPadding<NDIMS, IndexType>();
  }
  template <int NDIMS, typename IndexType = Eigen::DenseIndex>
  Eigen::DSizes<IndexType, NDIMS> AsEigenDSizesWithPadding() const {
    CHECK_GE(NDIMS, dims()) << "Asking for tensor of " << NDIMS << " dimensions from a tensor of " << dims() << " dimensions";
    Eigen::DSizes<IndexType, NDIMS> sizes;
    for (int d = 0; d < NDIMS; d++) sizes[static_cast<size_t>(d)] = static_cast<IndexType>(d < dims() ? dim_size(d) : 1);
    return sizes;
  }
  TensorShapeIter begin() const { return TensorShapeIter(this, 0); }
  TensorShapeIter end() const { return TensorShapeIter(this, dims()); }

  string DebugString() const {
    string text;
    for (int64 n : dims_) text += (text.empty() ? "" : ",") + std::to_string(n);
    return "[" + text + "]";
  }
  void DumpRep() const { LOG(INFO) << DebugString(); }
  const int64* data() const { return dims_.data(); }

 private:
  void Count() {
    elements_ = 1;
    for (int64 n : dims_) CHECK(!__builtin_mul_overflow(elements_, n, &elements_)) << "a shape with too many elements";
  }
  gtl::InlinedVector<int64, 4> dims_;
  int64 elements_ = 1;
};

inline TensorShapeDim TensorShapeIter::operator*() const { return TensorShapeDim(shape_->dim_size(d_)); }
inline std::ostream& operator<<(std::ostream& os, const TensorShape& shape) { return os << shape.DebugString(); }

// A shape of which the rank or some sizes are not known: -1 stands for those.
class PartialTensorShape {
 public:
  PartialTensorShape() : unknown_rank_(true) {}
  PartialTensorShape(gtl::ArraySlice<int64> dim_sizes)  // NOLINT
      : unknown_rank_(false), dims_(dim_sizes.begin(), dim_sizes.end()) {}
  PartialTensorShape(std::initializer_list<int64> dim_sizes) : unknown_rank_(false), dims_(dim_sizes) {}
  PartialTensorShape(const TensorShape& shape) : unknown_rank_(false) {  // NOLINT
    for (TensorShapeDim d : shape) dims_.push_back(d.size);
  }
  PartialTensorShape(const TensorShapeProto& proto) : unknown_rank_(proto.unknown_rank()) {  // NOLINT
    if (!unknown_rank_)
      for (const auto& d : proto.dim()) dims_.push_back(d.size() < 0 ? -1 : d.size());
  }

  PartialTensorShape Concatenate(int64 size) const {
    PartialTensorShape result = *this;
    if (!unknown_rank_) result.dims_.push_back(size);
    return result;
  }
  PartialTensorShape Concatenate(const PartialTensorShape& shape) const {
    if (unknown_rank_ || shape.unknown_rank_) return PartialTensorShape();
    PartialTensorShape result = *this;
    result.dims_.insert(result.dims_.end(), shape.dims_.begin(), shape.dims_.end());
    return result;
  }
  Status MergeWith(const PartialTensorShape& shape, PartialTensorShape* result) const {
    if (unknown_rank_ || shape.unknown_rank_) {
      *result = unknown_rank_ ? shape : *this;
      return Status::OK();
    }
    if (dims() != shape.dims())
      return errors::InvalidArgument("PartialTensorShape: Incompatible ranks during merge: ", dims(), " vs. ", shape.dims());
    PartialTensorShape merged = *this;
    for (int d = 0; d < dims(); d++) {
      const int64 a = dim_size(d), b = shape.dim_size(d);
      if (a >= 0 && b >= 0 && a != b)
        return errors::InvalidArgument("PartialTensorShape: Incompatible shapes during merge: ", DebugString(), " vs. ",
                                       shape.DebugString());
      merged.dims_[static_cast<size_t>(d)] = a >= 0 ? a : b;
    }
    *result = merged;
    return Status::OK();
  }
  void AddDim(int64 size) { dims_.push_back(size); }
  void set_dim(int d, int64 size) { dims_[static_cast<size_t>(d)] = size; }
  bool unknown_rank() const { return unknown_rank_; }
  int dims() const { return unknown_rank_ ? -1 : static_cast<int>(dims_.size()); }
  int64 dim_size(int d) const { return dims_[static_cast<size_t>(d)]; }
  gtl::ArraySlice<int64> dim_sizes() const { return dims_; }
  int64 num_elements() const {
    int64 n = 1;
    for (int64 d : dims_) n = d < 0 || n < 0 ? -1 : n * d;
    return unknown_rank_ ? -1 : n;
  }
  bool IsFullyDefined() const { return num_elements() >= 0; }
  bool IsCompatibleWith(const PartialTensorShape& shape) const {
    PartialTensorShape ignored;
    return MergeWith(shape, &ignored).ok();
  }
  bool IsCompatibleWith(const TensorShape& shape) const { return IsCompatibleWith(PartialTensorShape(shape)); }
  bool IsIdenticalTo(const PartialTensorShape& b) const { return unknown_rank_ == b.unknown_rank_ && dims_ == b.dims_; }
  bool operator==(const PartialTensorShape& b) const { return IsIdenticalTo(b); }

  void AsProto(TensorShapeProto* proto) const {
    proto->Clear();
    proto->set_unknown_rank(unknown_rank_);
    for (int64 n : dims_) proto->add_dim()->set_size(n);
  }
  bool AsTensorShape(TensorShape* shape) const {
    if (!IsFullyDefined()) return false;
    *shape = TensorShape(gtl::ArraySlice<int64>(dims_));
    return true;
  }
  string DebugString() const {
    if (unknown_rank_) return "<unknown>";
    string text;
    for (int64 n : dims_) text += (text.empty() ? "" : ",") + (n < 0 ? "?" : std::to_string(n));
    return "[" + text + "]";
  }
  static bool IsValid(const TensorShapeProto& proto) { return IsValidShape(proto).ok(); }
  static Status IsValidShape(const TensorShapeProto& proto) {
    if (proto.unknown_rank() && proto.dim_size() > 0)
      return errors::InvalidArgument("An unknown shape must not have any dimensions set.");
    if (proto.dim_size() > TensorShape::MaxDimensions())
      return errors::InvalidArgument("Shape ", DebugString(proto), " has too many dimensions");
    for (const auto& d : proto.dim())
      if (d.size() < -1)
        return errors::InvalidArgument("Shape ", DebugString(proto),
                                       " has dimensions with values below -1 (where -1 means unknown)");
    return Status::OK();
  }
  static string DebugString(const TensorShapeProto& proto) { return TensorShape::DebugString(proto); }
  template <typename N>
  static Status MakePartialShape(const N* dims, int n, PartialTensorShape* out) {
    *out = PartialTensorShape();
    out->unknown_rank_ = false;
    for (int i = 0; i < n; i++) {
      if (dims[i] < -1) return errors::InvalidArgument("Dimension ", dims[i], " must be >= -1");
      out->dims_.push_back(dims[i]);
    }
    return Status::OK();
  }

 private:
  bool unknown_rank_;
  gtl::InlinedVector<int64, 4> dims_;
};
inline std::ostream& operator<<(std::ostream& os, const PartialTensorShape& shape) { return os << shape.DebugString(); }

class TensorShapeUtils {
 public:
  static bool IsScalar(const TensorShape& shape) { return shape.dims() == 0; }
  static bool IsVector(const TensorShape& shape) { return shape.dims() == 1; }
  static bool IsVectorOrHigher(const TensorShape& shape) { return shape.dims() >= 1; }
  static bool IsMatrix(const TensorShape& shape) { return shape.dims() == 2; }
  static bool IsSquareMatrix(const TensorShape& shape) { return shape.dims() == 2 && shape.dim_size(0) == shape.dim_size(1); }
  static bool IsMatrixOrHigher(const TensorShape& shape) { return shape.dims() >= 2; }
  static bool IsSingleElement(const TensorShape& shape) {
    return shape.dims() == 0 || (shape.dims() == 1 && shape.dim_size(0) == 1);
  }
  template <typename N>
  static Status MakeShape(const N* dims, int64 n, TensorShape* out) {
    *out = TensorShape();
    if (n > TensorShape::MaxDimensions()) return errors::InvalidArgument("Too many dimensions");
    int64 elements = 1;
    for (int64 i = 0; i < n; i++) {
      const int64 dim = static_cast<int64>(dims[i]);
      if (dim < 0) return errors::InvalidArgument("Dimension ", dim, " must be >= 0");
      if (__builtin_mul_overflow(elements, dim, &elements))
        return errors::InvalidArgument("Shape would have more than 2**63 - 1 elements");
      out->AddDim(dim);
    }
    return Status::OK();
  }
  static Status MakeShape(gtl::ArraySlice<int32> dims, TensorShape* out) {
    return MakeShape(dims.data(), static_cast<int64>(dims.size()), out);
  }
  static Status MakeShape(gtl::ArraySlice<int64> dims, TensorShape* out) {
    return MakeShape(dims.data(), static_cast<int64>(dims.size()), out);
  }
  template <typename N>
  static Status MakeShape(const N* dims, int64 n, PartialTensorShape* out) {
    return PartialTensorShape::MakePartialShape(dims, static_cast<int>(n), out);
  }
  static string ShapeListString(const gtl::ArraySlice<TensorShape>& shapes) {
    string text;
    for (const TensorShape& s : shapes) text += (text.empty() ? "" : ", ") + s.DebugString();
    return "[" + text + "]";
  }
  static bool StartsWith(const TensorShape& shape, const TensorShape& prefix) {
    if (shape.dims() < prefix.dims()) return false;
    for (int d = 0; d < prefix.dims(); d++)
      if (shape.dim_size(d) != prefix.dim_size(d)) return false;
    return true;
  }
  static bool EndsWith(const TensorShape& shape, const TensorShape& suffix) {
    const int more = shape.dims() - suffix.dims();
    for (int d = 0; d < suffix.dims(); d++)
      if (more < 0 || shape.dim_size(more + d) != suffix.dim_size(d)) return false;
    return more >= 0;
  }
};

class PartialTensorShapeUtils {
 public:
  static string PartialShapeListString(const gtl::ArraySlice<PartialTensorShape>& shapes) {
    string text;
    for (const PartialTensorShape& s : shapes) text += (text.empty() ? "" : ", ") + s.DebugString();
    return "[" + text + "]";
  }
  static bool AreCompatible(const gtl::ArraySlice<PartialTensorShape>& a, const gtl::ArraySlice<PartialTensorShape>& b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); i++)
      if (!a[i].IsCompatibleWith(b[i])) return false;
    return true;
  }
};

}  // namespace tensorflow
