// TensorFormat: where the batch, the channels and the space are among the dimensions of an image.
#pragma once

#include <string>
#include <vector>

#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/platform/logging.h"

namespace tensorflow {

enum TensorFormat { FORMAT_NHWC = 0, FORMAT_NCHW = 1 };

inline bool FormatFromString(const string& text, TensorFormat* format) {
  if (text == "NHWC" || text == "NDHWC") return *format = FORMAT_NHWC, true;
  if (text == "NCHW" || text == "NCDHW") return *format = FORMAT_NCHW, true;
  return false;
}
inline string ToString(TensorFormat format) { return format == FORMAT_NHWC ? "NHWC" : "NCHW"; }
inline string GetConvnetDataFormatAttrString() { return "data_format: { 'NHWC', 'NCHW' } = 'NHWC' "; }
inline string GetConvnet3dDataFormatAttrString() { return "data_format: { 'NDHWC', 'NCDHW' } = 'NDHWC' "; }

inline int GetTensorSpatialDims(int num_dims, TensorFormat) { return num_dims - 2; }
inline int GetTensorBatchDimIndex(int, TensorFormat) { return 0; }
inline int GetTensorFeatureDimIndex(int num_dims, TensorFormat format) { return format == FORMAT_NHWC ? num_dims - 1 : 1; }
inline int GetTensorSpatialDimIndex(int, TensorFormat format, int spatial_dim) {
  return spatial_dim + (format == FORMAT_NHWC ? 1 : 2);
}
// The dimension of 'N', 'H', 'W', 'C', or '0', '1', '2' for the space.
template <int NUM_SPATIAL_DIMS>
inline int32 GetTensorDimIndex(TensorFormat format, char dimension) {
  const int first = format == FORMAT_NHWC ? 1 : 2;
  switch (dimension) {
    case 'N':
      return 0;
    case 'C':
      return format == FORMAT_NHWC ? NUM_SPATIAL_DIMS + 1 : 1;
    case 'H':
      return first + NUM_SPATIAL_DIMS - 2;
    case 'W':
      return first + NUM_SPATIAL_DIMS - 1;
    default:
      CHECK(dimension >= '0' && dimension < '0' + NUM_SPATIAL_DIMS) << "Invalid dimension: " << dimension;
      return first + (dimension - '0');
  }
}
inline int32 GetTensorDimIndex(TensorFormat format, char dimension) { return GetTensorDimIndex<2>(format, dimension); }
template <typename T>
T GetTensorDim(gtl::ArraySlice<T> sizes, TensorFormat format, char dimension) {
  return sizes[static_cast<size_t>(GetTensorDimIndex(format, dimension))];
}
template <typename T>
T GetTensorDim(const std::vector<T>& sizes, TensorFormat format, char dimension) {
  return sizes[static_cast<size_t>(GetTensorDimIndex(format, dimension))];
}
inline int64 GetTensorDim(const TensorShape& shape, TensorFormat format, char dimension) {
  return shape.dim_size(GetTensorDimIndex(format, dimension));
}
template <typename T>
int64 GetTensorDim(const T& tensor, TensorFormat format, char dimension) {
  return GetTensorDim(tensor.shape(), format, dimension);
}
inline TensorShape ShapeFromFormat(TensorFormat format, int64 N, int64 H, int64 W, int64 C) {
  return format == FORMAT_NHWC ? TensorShape({N, H, W, C}) : TensorShape({N, C, H, W});
}

}  // namespace tensorflow
