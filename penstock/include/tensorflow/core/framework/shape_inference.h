// InferenceContext: what a shape function knows of an operation, and what it says about the shapes of the outputs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "penstock/node_info.h"
#include "tensorflow/core/framework/node_def_util.h"
#include "tensorflow/core/lib/core/errors.h"

namespace tensorflow {
namespace shape_inference {

class Dimension {
 public:
  explicit Dimension(int64 value) : value_(value) {}

 private:
  friend class InferenceContext;
  int64 value_;  // -1: not known
  Dimension* next_ = nullptr;
};

class DimensionHandle {
 public:
  DimensionHandle() : dim_(nullptr) {}
  bool IsSet() const { return dim_ != nullptr; }
  bool SameHandle(DimensionHandle d) const { return dim_ == d.dim_; }

 private:
  explicit DimensionHandle(const Dimension* dim) : dim_(dim) {}
  friend class InferenceContext;
  const Dimension* dim_;
};

class Shape {
 public:
  Shape() : known_(false) {}
  explicit Shape(std::vector<DimensionHandle> dims) : known_(true), dims_(std::move(dims)) {}

 private:
  friend class InferenceContext;
  bool known_;
  std::vector<DimensionHandle> dims_;
  Shape* next_ = nullptr;
};

class ShapeHandle {
 public:
  ShapeHandle() : shape_(nullptr) {}
  bool IsSet() const { return shape_ != nullptr; }
  bool SameHandle(ShapeHandle s) const { return shape_ == s.shape_; }

 private:
  explicit ShapeHandle(const Shape* shape) : shape_(shape) {}
  friend class InferenceContext;
  const Shape* shape_;
};

// A dimension, or a number that stands for one.
struct DimensionOrConstant {
  DimensionOrConstant(DimensionHandle d) : dim(d), val(-1) {}  // NOLINT
  DimensionOrConstant(int64 v) : val(v) {}                     // NOLINT
  DimensionHandle dim;
  int64 val;
};

struct ShapeAndType {
  ShapeAndType() {}
  ShapeAndType(ShapeHandle s, DataType t) : shape(s), dtype(t) {}
  ShapeHandle shape;
  DataType dtype = DT_INVALID;
};

class InferenceContext {
 public:
  static constexpr int64 kUnknownDim = -1;
  static constexpr int32 kUnknownRank = -1;

  InferenceContext(const penstock::NodeInfo* node, int n_inputs, int n_outputs)
      : node_(node), inputs_(n_inputs), outputs_(n_outputs) {}
  InferenceContext(const InferenceContext&) = delete;
  void operator=(const InferenceContext&) = delete;
  ~InferenceContext() {
    while (shapes_ != nullptr) {
      Shape* const next = shapes_->next_;
      delete shapes_;
      shapes_ = next;
    }
    while (dims_ != nullptr) {
      Dimension* const next = dims_->next_;
      delete dims_;
      dims_ = next;
    }
  }

  // -- inputs and outputs --
  ShapeHandle input(int64 i) const { return inputs_[static_cast<int>(i)].shape; }
  template <typename Handle>
  Status input(StringPiece name, std::vector<Handle>* out) const {
    int start, stop;
    if (!node_->InputRange(name, &start, &stop)) return errors::InvalidArgument("Unknown input name: ", name);
    out->clear();
    for (int i = start; i < stop; i++) out->push_back(input(i));
    return Status::OK();
  }
  int num_inputs() const { return inputs_.size(); }
  const Tensor* input_tensor(int i) {
    inputs_[i].asked |= 1;
    return inputs_[i].value;
  }
  bool requested_input_tensor(int i) const { return (inputs_[i].asked & 1) != 0; }
  ShapeHandle output(int64 i) const { return outputs_[static_cast<int>(i)]; }
  template <typename Handle>
  Status output(StringPiece name, std::vector<Handle>* out) const {
    int start, stop;
    if (!node_->OutputRange(name, &start, &stop)) return errors::InvalidArgument("Unknown output name: ", name);
    out->clear();
    for (int i = start; i < stop; i++) out->push_back(output(i));
    return Status::OK();
  }
  int num_outputs() const { return outputs_.size(); }
  void set_output(int i, ShapeHandle shape) { outputs_[i] = shape; }
  Status set_output(StringPiece name, const std::vector<ShapeHandle>& shapes) {
    int start, stop;
    if (!node_->OutputRange(name, &start, &stop)) return errors::InvalidArgument("Unknown output name: ", name);
    if (stop - start != static_cast<int>(shapes.size()))
      return errors::InvalidArgument("Must have exactly ", shapes.size(), " shapes.");
    for (int i = start; i < stop; i++) set_output(i, shapes[static_cast<size_t>(i - start)]);
    return Status::OK();
  }
  template <typename Attrs = AttrSlice>
  const Attrs attrs() const {
    return Attrs(node_->Def<NodeDef>());
  }
  template <class T>
  Status GetAttr(StringPiece name, T* value) const {
    return GetNodeAttr(attrs(), name, value);
  }
  int graph_def_version() const { return 134; }
  const std::vector<ShapeAndType>* input_handle_shapes_and_types(int) { return nullptr; }
  void set_output_handle_shapes_and_types(int, const std::vector<ShapeAndType>&) {}

  // -- what is known --
  static int32 Rank(ShapeHandle s) {
    return s.shape_ != nullptr && s.shape_->known_ ? static_cast<int32>(s.shape_->dims_.size()) : kUnknownRank;
  }
  static bool RankKnown(ShapeHandle s) { return Rank(s) != kUnknownRank; }
  static int64 Value(DimensionOrConstant d) { return d.dim.IsSet() ? d.dim.dim_->value_ : d.val; }
  static bool ValueKnown(DimensionOrConstant d) { return Value(d) != kUnknownDim; }
  DimensionHandle Dim(ShapeHandle s, int64 i) {
    if (!RankKnown(s)) return UnknownDim();
    return DimKnownRank(s, i);
  }
  static DimensionHandle DimKnownRank(ShapeHandle s, int64 i) {
    const int64 rank = Rank(s);
    CHECK_GE(i, -rank);
    CHECK_LT(i, rank);
    return s.shape_->dims_[static_cast<size_t>(i < 0 ? i + rank : i)];
  }
  bool FullyDefined(ShapeHandle s) {
    if (!RankKnown(s)) return false;
    for (DimensionHandle d : s.shape_->dims_)
      if (!ValueKnown(d)) return false;
    return true;
  }
  DimensionHandle NumElements(ShapeHandle s) {
    if (!RankKnown(s)) return UnknownDim();
    int64 n = 1;
    bool known = true;
    for (DimensionHandle d : s.shape_->dims_) {
      const int64 v = Value(d);
      if (v == 0) return MakeDim(int64{0});
      known = known && v > 0;
      n *= v;
    }
    return known ? MakeDim(n) : UnknownDim();
  }
  string DebugString(ShapeHandle s) {
    if (!RankKnown(s)) return "?";
    string text;
    for (DimensionHandle d : s.shape_->dims_) text += (text.empty() ? "" : ",") + DebugString(d);
    return "[" + text + "]";
  }
  string DebugString(DimensionHandle d) { return ValueKnown(d) ? std::to_string(Value(d)) : "?"; }

  // -- making shapes --
  ShapeHandle MakeShape(const std::vector<DimensionHandle>& dims) {
    return Owned(new Shape(dims));
  }
  ShapeHandle MakeShape(std::initializer_list<DimensionOrConstant> dims) {
    std::vector<DimensionHandle> made;
    for (const DimensionOrConstant& d : dims) made.push_back(MakeDim(d));
    return MakeShape(made);
  }
  ShapeHandle UnknownShape() {
    return Owned(new Shape);
  }
  ShapeHandle UnknownShapeOfRank(int64 rank) {
    std::vector<DimensionHandle> dims;
    for (int64 i = 0; i < rank; i++) dims.push_back(UnknownDim());
    return MakeShape(dims);
  }
  ShapeHandle Scalar() { return MakeShape(std::vector<DimensionHandle>()); }
  ShapeHandle Vector(DimensionOrConstant dim) { return MakeShape({dim}); }
  ShapeHandle Matrix(DimensionOrConstant dim1, DimensionOrConstant dim2) { return MakeShape({dim1, dim2}); }
  DimensionHandle MakeDim(DimensionOrConstant d) {
    if (d.dim.IsSet()) return d.dim;
    Dimension* const made = new Dimension(d.val);
    made->next_ = dims_;
    return DimensionHandle(dims_ = made);
  }
  DimensionHandle UnknownDim() { return MakeDim(kUnknownDim); }
  Status MakeShapeFromPartialTensorShape(const PartialTensorShape& shape, ShapeHandle* out) {
    if (shape.dims() < 0) {
      *out = UnknownShape();
    } else {
      std::vector<DimensionHandle> dims;
      for (int d = 0; d < shape.dims(); d++) dims.push_back(MakeDim(shape.dim_size(d)));
      *out = MakeShape(dims);
    }
    return Status::OK();
  }
  Status MakeShapeFromTensorShape(const TensorShape& shape, ShapeHandle* out) {
    return MakeShapeFromPartialTensorShape(PartialTensorShape(shape), out);
  }
  Status MakeShapeFromShapeProto(const TensorShapeProto& proto, ShapeHandle* out) {
    *out = ShapeHandle();
    TF_RETURN_IF_ERROR(PartialTensorShape::IsValidShape(proto));
    return MakeShapeFromPartialTensorShape(PartialTensorShape(proto), out);
  }
  // The shape that the value of an input stands for.
  Status MakeShapeFromShapeTensor(int input_idx, ShapeHandle* out) {
    ShapeHandle input_shape;
    TF_RETURN_IF_ERROR(WithRank(input(input_idx), 1, &input_shape));
    Input& asked = inputs_[input_idx];
    asked.asked |= 2;
    if (RankKnown(asked.as_shape)) {
      *out = asked.as_shape;
      return Status::OK();
    }
    return MakeShapeFromTensor(input_tensor(input_idx), input_shape, out);
  }
  Status MakeShapeFromTensor(const Tensor* t, ShapeHandle shape, ShapeHandle* out) {
    if (t == nullptr) {
      const DimensionHandle size = Dim(shape, 0);
      *out = ValueKnown(size) ? UnknownShapeOfRank(Value(size)) : UnknownShape();
      return Status::OK();
    }
    if (t->dims() != 1) {
      *out = ShapeHandle();
      return errors::InvalidArgument("Input tensor must be rank 1, but was rank ", t->dims());
    }
    std::vector<DimensionHandle> dims;
    for (int64 i = 0; i < t->NumElements(); i++) {
      const int64 v = t->dtype() == DT_INT64 ? t->flat<int64>()(i) : t->flat<int32>()(i);
      if (v < -1) return errors::InvalidArgument("Invalid value in tensor used for shape: ", v);
      dims.push_back(MakeDim(v));
    }
    *out = MakeShape(dims);
    return Status::OK();
  }
  Status GetScalarFromTensor(const Tensor* t, int64* value) {
    if (t->dims() != 0) return errors::InvalidArgument("Input must be scalar but has rank ", t->dims());
    if (t->dtype() == DT_INT32) return *value = t->scalar<int32>()(), Status::OK();
    if (t->dtype() == DT_INT64) return *value = t->scalar<int64>()(), Status::OK();
    return errors::InvalidArgument("Scalar input must be int32 or int64.");
  }
  Status MakeDimForScalarInput(int i, DimensionHandle* out) {
    const Tensor* t = input_tensor(i);
    if (t == nullptr) return *out = UnknownDim(), Status::OK();
    int64 value;
    TF_RETURN_IF_ERROR(GetScalarFromTensor(t, &value));
    if (value < 0) return errors::InvalidArgument("Dimension size, given by scalar input ", i, ", must be non-negative but is ", value);
    *out = MakeDim(value);
    return Status::OK();
  }
  Status MakeDimForScalarInputWithNegativeIndexing(int i, int input_rank, DimensionHandle* out) {
    const Tensor* t = input_tensor(i);
    if (t == nullptr) return *out = UnknownDim(), Status::OK();
    int64 value;
    TF_RETURN_IF_ERROR(GetScalarFromTensor(t, &value));
    if (value < 0 && input_rank < 0) return *out = UnknownDim(), Status::OK();
    if (value + input_rank < 0 || (input_rank >= 0 && value >= input_rank))
      return errors::InvalidArgument("Dimension size, given by scalar input ", value, " must be in range [-", input_rank, ", ", input_rank, ")");
    *out = MakeDim(value < 0 ? value + input_rank : value);
    return Status::OK();
  }

  // -- checks and combinations --
  Status WithRank(ShapeHandle shape, int64 rank, ShapeHandle* out) { return WithRankThat(shape, rank, 0, out); }
  Status WithRankAtLeast(ShapeHandle shape, int64 rank, ShapeHandle* out) { return WithRankThat(shape, rank, 1, out); }
  Status WithRankAtMost(ShapeHandle shape, int64 rank, ShapeHandle* out) { return WithRankThat(shape, rank, -1, out); }
  Status WithValue(DimensionHandle dim, int64 value, DimensionHandle* out) {
    const int64 known = Value(dim);
    if (known == kUnknownDim) return *out = MakeDim(value), Status::OK();
    if (known == value) return *out = dim, Status::OK();
    *out = DimensionHandle();
    return errors::InvalidArgument("Dimension must be ", value, " but is ", known);
  }
  Status Merge(DimensionHandle d0, DimensionHandle d1, DimensionHandle* out) {
    if (d0.SameHandle(d1) || !ValueKnown(d1)) return *out = d0, Status::OK();
    if (!ValueKnown(d0) || Value(d0) == Value(d1)) return *out = ValueKnown(d0) ? d0 : d1, Status::OK();
    *out = DimensionHandle();
    return errors::InvalidArgument("Dimensions must be equal, but are ", Value(d0), " and ", Value(d1));
  }
  Status Merge(ShapeHandle s0, ShapeHandle s1, ShapeHandle* out) {
    if (s0.SameHandle(s1) || !RankKnown(s1)) return *out = s0, Status::OK();
    if (!RankKnown(s0)) return *out = s1, Status::OK();
    *out = ShapeHandle();
    if (Rank(s0) != Rank(s1))
      return errors::InvalidArgument("Shapes must be equal rank, but are ", Rank(s0), " and ", Rank(s1));
    std::vector<DimensionHandle> dims(s0.shape_->dims_.size());
    for (int i = 0; i < Rank(s0); i++) {
      const int64 a = Value(Dim(s0, i)), b = Value(Dim(s1, i));
      if (a != kUnknownDim && b != kUnknownDim && a != b)
        return errors::InvalidArgument("Dimension ", i, " in both shapes must be equal, but are ", a, " and ", b,
                                       ". Shapes are ", DebugString(s0), " and ", DebugString(s1), ".");
      TF_RETURN_IF_ERROR(Merge(Dim(s0, i), Dim(s1, i), &dims[static_cast<size_t>(i)]));
    }
    *out = MakeShape(dims);
    return Status::OK();
  }
  Status MergePrefix(ShapeHandle s, ShapeHandle prefix, ShapeHandle* s_out, ShapeHandle* prefix_out) {
    *s_out = s, *prefix_out = prefix;
    if (!RankKnown(s) || !RankKnown(prefix)) return Status::OK();
    if (Rank(s) < Rank(prefix))
      return errors::InvalidArgument("Shape must be at least rank ", Rank(prefix), " but is rank ", Rank(s));
    std::vector<DimensionHandle> dims(prefix.shape_->dims_.size());
    for (int i = 0; i < Rank(prefix); i++) TF_RETURN_IF_ERROR(Merge(Dim(s, i), Dim(prefix, i), &dims[static_cast<size_t>(i)]));
    *prefix_out = MakeShape(dims);
    for (int i = Rank(prefix); i < Rank(s); i++) dims.push_back(Dim(s, i));
    *s_out = MakeShape(dims);
    return Status::OK();
  }
  Status Subshape(ShapeHandle s, int64 start, ShapeHandle* out) { return Subshape(s, start, kint64max, 1, out); }
  Status Subshape(ShapeHandle s, int64 start, int64 end, ShapeHandle* out) { return Subshape(s, start, end, 1, out); }
  Status Subshape(ShapeHandle s, int64 start, int64 end, int64 stride, ShapeHandle* out) {
    const int64 rank = Rank(s);
    if (start == 0 && stride == 1 && (end == kint64max || (RankKnown(s) && end >= rank))) return *out = s, Status::OK();
    if (!RankKnown(s)) return *out = UnknownShape(), Status::OK();
    const int64 asked_start = start, asked_end = end;
    if (start > rank) start = rank;
    if (end > rank) end = rank;
    if (start < 0) start += rank;
    if (end < 0) end += rank;
    *out = ShapeHandle();
    if (start < 0)
      return errors::InvalidArgument("Subshape start out of bounds: ", asked_start, ", for shape with rank ", rank);
    if (end < 0) return errors::InvalidArgument("Subshape end out of bounds: ", asked_end, ", for shape with rank ", rank);
    if (stride > 0 && start > end)
      return errors::InvalidArgument("Subshape must have computed start <= end, but is ", start, " and ", end,
                                     " (computed from start ", asked_start, " and end ", asked_end, " over shape with rank ", rank, ")");
    std::vector<DimensionHandle> dims;
    for (int64 i = start; stride > 0 ? i < end : i > end; i += stride) dims.push_back(Dim(s, i));
    *out = MakeShape(dims);
    return Status::OK();
  }
  Status Concatenate(ShapeHandle s1, ShapeHandle s2, ShapeHandle* out) {
    if (!RankKnown(s1) || !RankKnown(s2)) return *out = UnknownShape(), Status::OK();
    std::vector<DimensionHandle> dims = s1.shape_->dims_;
    dims.insert(dims.end(), s2.shape_->dims_.begin(), s2.shape_->dims_.end());
    *out = MakeShape(dims);
    return Status::OK();
  }
  Status ReplaceDim(ShapeHandle s, int64 dim_index, DimensionHandle new_dim, ShapeHandle* out) {
    if (!RankKnown(s)) return *out = UnknownShape(), Status::OK();
    const int64 at = dim_index < 0 ? dim_index + Rank(s) : dim_index;
    *out = ShapeHandle();
    if (at < 0 || at >= Rank(s))
      return errors::InvalidArgument("Out of range dim_index ", dim_index, " for shape with ", Rank(s), " dimensions");
    std::vector<DimensionHandle> dims = s.shape_->dims_;
    dims[static_cast<size_t>(at)] = new_dim;
    *out = MakeShape(dims);
    return Status::OK();
  }
  Status Divide(DimensionHandle dividend, DimensionOrConstant divisor, bool evenly_divisible, DimensionHandle* out) {
    const int64 d = Value(divisor), n = Value(dividend);
    if (d == 1) return *out = dividend, Status::OK();
    if (n == kUnknownDim || d == kUnknownDim) return *out = UnknownDim(), Status::OK();
    *out = DimensionHandle();
    if (d <= 0) return errors::InvalidArgument("Divisor must be positive but is ", d);
    if (evenly_divisible && n % d != 0) return errors::InvalidArgument("Dimension size must be evenly divisible by ", d, " but is ", n);
    *out = MakeDim(n / d);
    return Status::OK();
  }
  Status Add(DimensionHandle first, DimensionOrConstant second, DimensionHandle* out) {
    const int64 a = Value(first), b = Value(second);
    if (b == 0) return *out = first, Status::OK();
    if (a == 0) return *out = MakeDim(second), Status::OK();
    if (a == kUnknownDim || b == kUnknownDim) return *out = UnknownDim(), Status::OK();
    int64 sum;
    if (__builtin_add_overflow(a, b, &sum)) return errors::InvalidArgument("Dimension size overflow from adding ", a, " and ", b);
    *out = MakeDim(sum);
    return Status::OK();
  }
  Status Subtract(DimensionHandle first, DimensionOrConstant second, DimensionHandle* out) {
    const int64 a = Value(first), b = Value(second);
    if (b == 0) return *out = first, Status::OK();
    if (a == kUnknownDim || b == kUnknownDim) return *out = UnknownDim(), Status::OK();
    if (a < b) return errors::InvalidArgument("Negative dimension size caused by subtracting ", b, " from ", a);
    *out = MakeDim(a - b);
    return Status::OK();
  }
  Status Multiply(DimensionHandle first, DimensionOrConstant second, DimensionHandle* out) {
    const int64 a = Value(first), b = Value(second);
    if (a == 0) return *out = first, Status::OK();
    if (b == 0) return *out = MakeDim(second), Status::OK();
    if (b == 1) return *out = first, Status::OK();
    if (a == 1) return *out = MakeDim(second), Status::OK();
    if (a == kUnknownDim || b == kUnknownDim) return *out = UnknownDim(), Status::OK();
    int64 product;
    if (__builtin_mul_overflow(a, b, &product))
      return errors::InvalidArgument("Negative dimension size caused by overflow when multiplying ", a, " and ", b);
    *out = MakeDim(product);
    return Status::OK();
  }
  Status Min(DimensionHandle first, DimensionOrConstant second, DimensionHandle* out) {
    const int64 a = Value(first), b = Value(second);
    if (a == 0) return *out = first, Status::OK();
    if (b == 0) return *out = MakeDim(second), Status::OK();
    if (a == kUnknownDim || b == kUnknownDim) return *out = UnknownDim(), Status::OK();
    *out = a <= b ? first : MakeDim(second);
    return Status::OK();
  }
  Status Max(DimensionHandle first, DimensionOrConstant second, DimensionHandle* out) {
    const int64 a = Value(first), b = Value(second);
    if (a == kUnknownDim || b == kUnknownDim) return *out = UnknownDim(), Status::OK();
    *out = a >= b ? first : MakeDim(second);
    return Status::OK();
  }

  // For the one who calls the function.
  void SetInput(int i, ShapeHandle shape) { inputs_[i].shape = shape; }
  void SetInputTensor(int i, const Tensor* t) { inputs_[i].value = t; }
  void SetInputAsShape(int i, ShapeHandle shape) { inputs_[i].as_shape = shape; }
  int Asked(int i) const { return inputs_[i].asked; }

 private:
  struct Input {
    ShapeHandle shape, as_shape;
    const Tensor* value = nullptr;
    int asked = 0;
  };
  Status WithRankThat(ShapeHandle shape, int64 rank, int order, ShapeHandle* out) {
    const int64 known = Rank(shape);
    if (known == kUnknownRank) return *out = order == 0 ? UnknownShapeOfRank(rank) : shape, Status::OK();
    if (order == 0 ? known == rank : order > 0 ? known >= rank : known <= rank) return *out = shape, Status::OK();
    *out = ShapeHandle();
    return errors::InvalidArgument("Shape must be ", order == 0 ? "" : order > 0 ? "at least " : "at most ", "rank ", rank,
                                   " but is rank ", known);
  }
  ShapeHandle Owned(Shape* made) {
    made->next_ = shapes_;
    return ShapeHandle(shapes_ = made);
  }
  const penstock::NodeInfo* node_;
  penstock::Array<Input> inputs_;
  penstock::Array<ShapeHandle> outputs_;
  // All that were made, in chains: vectors of unique_ptr would take long to compile.
  Shape* shapes_ = nullptr;
  Dimension* dims_ = nullptr;
};

}  // namespace shape_inference
}  // namespace tensorflow
