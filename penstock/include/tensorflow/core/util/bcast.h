// BCast: how two shapes are broadcast to a common one, with dimensions that are treated alike put together.
#pragma once

#include <algorithm>

#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/lib/gtl/inlined_vector.h"

namespace tensorflow {

class BCast {
 public:
  typedef gtl::InlinedVector<int64, 4> Vec;

  BCast(const Vec& x, const Vec& y, const bool fewer_dims_optimization = true) {
    if (fewer_dims_optimization && x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin())) {
      int64 elements = 1;
      for (int64 size : x) elements *= size;
      Push(elements, elements, 1, elements, 1);
      output_ = x;  // a gradient needs no sums, even over dimensions of one element
      return;
    }
    enum { NONE, SAME, X_IS_ONE, Y_IS_ONE } last = NONE, now;
    const int64 rank = static_cast<int64>(std::max(x.size(), y.size()));
    for (int64 d = rank - 1; d >= 0; d--) {  // from the innermost dimension outwards
      const int64 a = Size(x, rank, d), b = Size(y, rank, d);
      if (a == b) {
        now = SAME;
      } else if (a == 1) {
        now = X_IS_ONE;
        grad_x_reduce_idx_.push_back(d);
      } else if (b == 1) {
        now = Y_IS_ONE;
        grad_y_reduce_idx_.push_back(d);
      } else {
        valid_ = false;
        return;
      }
      const int64 out = now == X_IS_ONE ? b : a;
      output_.push_back(out);
      const int64 repeat_a = now == X_IS_ONE ? b : 1, repeat_b = now == Y_IS_ONE ? a : 1;
      if (a == 1 && b == 1) {
        grad_x_reduce_idx_.push_back(d);
        grad_y_reduce_idx_.push_back(d);
        if (!fewer_dims_optimization) Push(1, 1, 1, 1, 1);
        continue;
      }
      if (fewer_dims_optimization && now == last)
        Grow(out, a, repeat_a, b, repeat_b);
      else
        Push(out, a, repeat_a, b, repeat_b);
      last = now;
    }
    if (result_.empty()) Push(1, 1, 1, 1, 1);
    for (Vec* v : {&x_reshape_, &x_bcast_, &y_reshape_, &y_bcast_, &result_, &output_, &grad_x_reduce_idx_, &grad_y_reduce_idx_})
      std::reverse(v->begin(), v->end());
  }
  BCast(const BCast&) = delete;
  void operator=(const BCast&) = delete;

  bool IsValid() const { return valid_; }
  const Vec& x_reshape() const { return x_reshape_; }
  const Vec& x_bcast() const { return x_bcast_; }
  const Vec& y_reshape() const { return y_reshape_; }
  const Vec& y_bcast() const { return y_bcast_; }
  const Vec& result_shape() const { return result_; }
  const Vec& output_shape() const { return output_; }
  const Vec& grad_x_reduce_idx() const { return grad_x_reduce_idx_; }
  const Vec& grad_y_reduce_idx() const { return grad_y_reduce_idx_; }

  static Vec FromShape(const TensorShape& shape) {
    Vec sizes;
    for (int d = 0; d < shape.dims(); d++) sizes.push_back(shape.dim_size(d));
    return sizes;
  }
  static TensorShape ToShape(const Vec& sizes) {
    TensorShape shape;
    for (int64 size : sizes) shape.AddDim(size);
    return shape;
  }
  template <typename IndexType, int NDIMS>
  static Eigen::array<IndexType, NDIMS> ToIndexArrayType(const Vec& sizes) {
    CHECK_EQ(sizes.size(), static_cast<size_t>(NDIMS));
    Eigen::array<IndexType, NDIMS> found;
    for (int d = 0; d < NDIMS; d++) found[d] = static_cast<IndexType>(sizes[d]);
    return found;
  }
  template <int NDIMS>
  static Eigen::array<Eigen::DenseIndex, NDIMS> ToIndexArray(const Vec& sizes) {
    return ToIndexArrayType<Eigen::DenseIndex, NDIMS>(sizes);
  }

 private:
  // The size in dimension d of `rank`: missing ones in front are 1.
  static int64 Size(const Vec& sizes, int64 rank, int64 d) {
    const int64 missing = rank - static_cast<int64>(sizes.size());
    return d < missing ? 1 : sizes[static_cast<size_t>(d - missing)];
  }
  void Push(int64 out, int64 a, int64 repeat_a, int64 b, int64 repeat_b) {
    result_.push_back(out);
    x_reshape_.push_back(a);
    x_bcast_.push_back(repeat_a);
    y_reshape_.push_back(b);
    y_bcast_.push_back(repeat_b);
  }
  void Grow(int64 out, int64 a, int64 repeat_a, int64 b, int64 repeat_b) {
    result_.back() *= out;
    x_reshape_.back() *= a;
    x_bcast_.back() *= repeat_a;
    y_reshape_.back() *= b;
    y_bcast_.back() *= repeat_b;
  }

  bool valid_ = true;
  Vec x_reshape_, x_bcast_, y_reshape_, y_bcast_, result_, output_, grad_x_reduce_idx_, grad_y_reduce_idx_;
};

}  // namespace tensorflow
