// Copies of tensors, and tensors put together and taken apart along their first dimension.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/gtl/array_slice.h"

namespace tensorflow {
namespace tensor {
namespace internal {

// Copies `count` elements from one tensor into another of its type.
inline void CopyElements(const Tensor& from, int64 from_index, Tensor* to, int64 to_index, int64 count) {
  if (count == 0) return;
  if (from.dtype() == DT_STRING) {
    const auto source = from.unaligned_flat<string>();
    auto target = to->unaligned_flat<string>();
    for (int64 i = 0; i < count; i++) target(to_index + i) = source(from_index + i);
    return;
  }
  const size_t bytes = from.TotalBytes() / static_cast<size_t>(from.NumElements());
  std::memcpy(static_cast<char*>(to->data()) + static_cast<size_t>(to_index) * bytes,
              static_cast<const char*>(from.data()) + static_cast<size_t>(from_index) * bytes,
              static_cast<size_t>(count) * bytes);
}

}  // namespace internal

// Copies the elements of `input` into `output`, which has its type and shape.
inline void DeepCopy(const Tensor& input, Tensor* output) {
  internal::CopyElements(input, 0, output, 0, input.NumElements());
}
// A tensor with memory of its own.
inline Tensor DeepCopy(const Tensor& other) {
  Tensor copy(other.dtype(), other.shape());
  DeepCopy(other, &copy);
  return copy;
}

inline Status Concat(const gtl::ArraySlice<Tensor>& tensors, Tensor* result) {
  if (tensors.empty()) return errors::InvalidArgument("Cannot concatenate zero tensors");
  int64 rows = 0;
  for (const Tensor& tensor : tensors) {
    if (tensor.dims() == 0)
      return errors::InvalidArgument("Cannot concatenate a zero-dimensional tensor");
    rows += tensor.dim_size(0);
  }
  TensorShape shape = tensors[0].shape();
  shape.set_dim(0, rows);
  for (const Tensor& tensor : tensors)
    if (tensor.dtype() != tensors[0].dtype())
      return errors::InvalidArgument("Cannot concatenate tensors that have different data types");
  *result = Tensor(tensors[0].dtype(), shape);
  int64 at = 0;
  for (const Tensor& tensor : tensors) {
    const int64 count = std::min(tensor.NumElements(), result->NumElements() - at);
    internal::CopyElements(tensor, 0, result, at, count);
    at += count;
  }
  return Status::OK();
}

inline Status Split(const Tensor& tensor, const gtl::ArraySlice<int64>& sizes, std::vector<Tensor>* result) {
  if (tensor.dims() == 0) return errors::InvalidArgument("Cannot split a zero-dimensional tensor");
  int64 rows = 0;
  for (int64 size : sizes) rows += size;
  if (rows != tensor.dim_size(0))
    return errors::InvalidArgument("The values in 'sizes' do not sum to the zeroth-dimension size of 'tensor'");
  const int64 row = rows == 0 ? 0 : tensor.NumElements() / rows;
  int64 at = 0;
  for (int64 size : sizes) {
    TensorShape shape = tensor.shape();
    shape.set_dim(0, size);
    result->emplace_back(tensor.dtype(), shape);
    internal::CopyElements(tensor, at, &result->back(), 0, size * row);
    at += size * row;
  }
  return Status::OK();
}

}  // namespace tensor
}  // namespace tensorflow
