// Shape functions that many operations share.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/util/padding.h"
#include "tensorflow/core/util/tensor_format.h"

namespace tensorflow {

// The size of what a window that moves over the input gives, and how much is added at both ends for it.
inline Status GetWindowedOutputSizeVerboseV2(int64 input_size, int64 filter_size, int64 dilation_rate, int64 stride,
                                             Padding padding_type, int64* output_size, int64* padding_before,
                                             int64* padding_after) {
  if (stride <= 0) return errors::InvalidArgument("Stride must be > 0, but got ", stride);
  if (dilation_rate < 1) return errors::InvalidArgument("Dilation rate must be >= 1, but got ", dilation_rate);
  const int64 reach = (filter_size - 1) * dilation_rate + 1;
  switch (padding_type) {
    case VALID:
      *output_size = (input_size - reach + stride) / stride;
      *padding_before = *padding_after = 0;
      break;
    case EXPLICIT:
      *output_size = (input_size + *padding_before + *padding_after - reach + stride) / stride;
      break;
    case SAME: {
      *output_size = (input_size + stride - 1) / stride;
      const int64 added = std::max<int64>(0, (*output_size - 1) * stride + reach - input_size);
      *padding_before = added / 2;
      *padding_after = added - added / 2;
      break;
    }
  }
  if (*output_size < 0)
    return errors::InvalidArgument("Computed output size would be negative: ", *output_size, " [input_size: ", input_size,
                                   ", effective_filter_size: ", reach, ", stride: ", stride, "]");
  return Status::OK();
}
inline Status GetWindowedOutputSizeVerbose(int64 input_size, int64 filter_size, int64 stride, Padding padding_type,
                                           int64* output_size, int64* padding_before, int64* padding_after) {
  return GetWindowedOutputSizeVerboseV2(input_size, filter_size, 1, stride, padding_type, output_size, padding_before,
                                        padding_after);
}
inline Status GetWindowedOutputSizeV2(int64 input_size, int64 filter_size, int64 dilation_rate, int64 stride,
                                      Padding padding_type, int64* output_size, int64* padding_size) {
  int64 after;
  return GetWindowedOutputSizeVerboseV2(input_size, filter_size, dilation_rate, stride, padding_type, output_size, padding_size,
                                        &after);
}
inline Status GetWindowedOutputSize(int64 input_size, int64 filter_size, int64 stride, Padding padding_type,
                                    int64* output_size, int64* padding_size) {
  return GetWindowedOutputSizeV2(input_size, filter_size, 1, stride, padding_type, output_size, padding_size);
}

namespace shape_inference {

inline Status GetWindowedOutputSizeFromDims(InferenceContext* c, DimensionHandle input_size, DimensionOrConstant filter_size,
                                            int64 stride, Padding padding_type, DimensionHandle* output_size) {
  if (!c->ValueKnown(input_size) || !c->ValueKnown(filter_size)) return *output_size = c->UnknownDim(), Status::OK();
  int64 size, before = 0, after = 0;
  TF_RETURN_IF_ERROR(GetWindowedOutputSizeVerbose(c->Value(input_size), c->Value(filter_size), stride, padding_type, &size,
                                                  &before, &after));
  *output_size = c->MakeDim(size);
  return Status::OK();
}

inline Status UnchangedShape(InferenceContext* c) {
  c->set_output(0, c->input(0));
  return Status::OK();
}
inline Status UnchangedShapeWithRank(InferenceContext* c, int32 rank) {
  ShapeHandle out;
  TF_RETURN_IF_ERROR(c->WithRank(c->input(0), rank, &out));
  c->set_output(0, out);
  return Status::OK();
}
inline Status UnchangedShapeWithRankAtLeast(InferenceContext* c, int32 rank) {
  ShapeHandle out;
  TF_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), rank, &out));
  c->set_output(0, out);
  return Status::OK();
}
inline Status UnchangedShapeWithRankAtMost(InferenceContext* c, int32 rank) {
  ShapeHandle out;
  TF_RETURN_IF_ERROR(c->WithRankAtMost(c->input(0), rank, &out));
  c->set_output(0, out);
  return Status::OK();
}
inline Status NoOutputs(InferenceContext*) { return Status::OK(); }
inline Status ScalarShape(InferenceContext* c) {
  c->set_output(0, c->Scalar());
  return Status::OK();
}
inline Status UnknownShape(InferenceContext* c) {
  for (int i = 0; i < c->num_outputs(); i++) c->set_output(i, c->UnknownShape());
  return Status::OK();
}
inline Status MergeBothInputsShapeFn(InferenceContext* c) {
  ShapeHandle out;
  TF_RETURN_IF_ERROR(c->Merge(c->input(0), c->input(1), &out));
  c->set_output(0, out);
  return Status::OK();
}
inline Status ExplicitShape(InferenceContext* c) {
  PartialTensorShape shape;
  TF_RETURN_IF_ERROR(c->GetAttr("shape", &shape));
  ShapeHandle out;
  TF_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &out));
  c->set_output(0, out);
  return Status::OK();
}
inline Status RandomShape(InferenceContext* c) {
  ShapeHandle out;
  TF_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(0, &out));
  c->set_output(0, out);
  return Status::OK();
}

inline Status MatMulShape(InferenceContext* c) {
  ShapeHandle a, b;
  TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &a));
  TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &b));
  bool transpose_a, transpose_b;
  TF_RETURN_IF_ERROR(c->GetAttr("transpose_a", &transpose_a));
  TF_RETURN_IF_ERROR(c->GetAttr("transpose_b", &transpose_b));
  DimensionHandle inner;
  TF_RETURN_IF_ERROR(c->Merge(c->Dim(a, transpose_a ? 0 : 1), c->Dim(b, transpose_b ? 1 : 0), &inner));
  c->set_output(0, c->Matrix(c->Dim(a, transpose_a ? 1 : 0), c->Dim(b, transpose_b ? 0 : 1)));
  return Status::OK();
}

inline Status BroadcastBinaryOpOutputShapeFnHelper(InferenceContext* c, ShapeHandle x, ShapeHandle y, ShapeHandle* out) {
  if (!c->RankKnown(x) || !c->RankKnown(y)) return *out = c->UnknownShape(), Status::OK();
  const int32 rank_x = c->Rank(x), rank_y = c->Rank(y), rank = std::max(rank_x, rank_y);
  const DimensionHandle one = c->MakeDim(1);
  std::vector<DimensionHandle> dims;
  for (int32 i = 0; i < rank; i++) {
    const DimensionHandle a = i < rank - rank_x ? one : c->Dim(x, i - (rank - rank_x));
    const DimensionHandle b = i < rank - rank_y ? one : c->Dim(y, i - (rank - rank_y));
    if (!c->ValueKnown(a) || !c->ValueKnown(b)) {
      // A known size above 1 is that of the result, if there is one.
      if (c->Value(a) > 1) {
        dims.push_back(a);
      } else if (c->Value(b) > 1) {
        dims.push_back(b);
      } else if (c->Value(a) == 1) {
        dims.push_back(b);
      } else if (c->Value(b) == 1 || a.SameHandle(b)) {
        dims.push_back(a);
      } else {
        dims.push_back(c->UnknownDim());
      }
    } else if (c->Value(a) == 1 || c->Value(b) == 1) {
      dims.push_back(c->Value(a) == 1 ? b : a);
    } else {
      DimensionHandle both;
      TF_RETURN_IF_ERROR(c->Merge(a, b, &both));
      dims.push_back(both);
    }
  }
  *out = c->MakeShape(dims);
  return Status::OK();
}
inline Status BroadcastBinaryOpOutputShapeFn(InferenceContext* c, int output_index) {
  ShapeHandle out;
  TF_RETURN_IF_ERROR(BroadcastBinaryOpOutputShapeFnHelper(c, c->input(0), c->input(1), &out));
  c->set_output(output_index, out);
  return Status::OK();
}
inline Status BroadcastBinaryOpShapeFn(InferenceContext* c) { return BroadcastBinaryOpOutputShapeFn(c, 0); }

inline Status BiasAddShape(InferenceContext* c) {
  string format;
  if (!c->GetAttr("data_format", &format).ok()) format = "NHWC";
  ShapeHandle input, bias;
  TF_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), format == "NCHW" ? 3 : 2, &input));
  TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &bias));
  if (!c->RankKnown(input)) return UnknownShape(c);
  const int64 at = format == "NCHW" ? c->Rank(input) - 3 : -1;
  DimensionHandle channels;
  TF_RETURN_IF_ERROR(c->Merge(c->Dim(bias, 0), c->Dim(input, at), &channels));
  ShapeHandle out;
  TF_RETURN_IF_ERROR(c->ReplaceDim(input, at, channels, &out));
  c->set_output(0, out);
  return Status::OK();
}

// For operations with `strides`, `padding` and perhaps `data_format`: what a window of the given size leaves of the input.
inline Status WindowShape(InferenceContext* c, ShapeHandle input, DimensionOrConstant rows, DimensionOrConstant cols,
                          const std::vector<int32>& strides, TensorFormat format, DimensionHandle depth) {
  if (strides.size() != 4)
    return errors::InvalidArgument("Stride attribute should contain 4 values, but got: ", strides.size());
  Padding padding;
  string text;
  TF_RETURN_IF_ERROR(c->GetAttr("padding", &text));
  TF_RETURN_IF_ERROR(GetPaddingFromString(text, &padding));
  const int h = GetTensorDimIndex(format, 'H'), w = GetTensorDimIndex(format, 'W');
  DimensionHandle out_rows, out_cols;
  TF_RETURN_IF_ERROR(GetWindowedOutputSizeFromDims(c, c->Dim(input, h), rows, strides[static_cast<size_t>(h)], padding, &out_rows));
  TF_RETURN_IF_ERROR(GetWindowedOutputSizeFromDims(c, c->Dim(input, w), cols, strides[static_cast<size_t>(w)], padding, &out_cols));
  std::vector<DimensionHandle> dims(4);
  dims[0] = c->Dim(input, 0);
  dims[static_cast<size_t>(h)] = out_rows;
  dims[static_cast<size_t>(w)] = out_cols;
  dims[static_cast<size_t>(GetTensorDimIndex(format, 'C'))] = depth;
  c->set_output(0, c->MakeShape(dims));
  return Status::OK();
}
inline Status FormatOf(InferenceContext* c, TensorFormat* format) {
  string text;
  *format = FORMAT_NHWC;
  if (c->GetAttr("data_format", &text).ok() && !FormatFromString(text, format))
    return errors::InvalidArgument("Invalid data format string: ", text);
  return Status::OK();
}
inline Status Conv2DShape(InferenceContext* c) {
  TensorFormat format;
  TF_RETURN_IF_ERROR(FormatOf(c, &format));
  ShapeHandle input, filter;
  TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &input));
  TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 4, &filter));
  std::vector<int32> strides;
  TF_RETURN_IF_ERROR(c->GetAttr("strides", &strides));
  DimensionHandle depth;
  TF_RETURN_IF_ERROR(c->Merge(c->Dim(input, GetTensorDimIndex(format, 'C')), c->Dim(filter, 2), &depth));
  return WindowShape(c, input, c->Dim(filter, 0), c->Dim(filter, 1), strides, format, c->Dim(filter, 3));
}
inline Status PoolShape(InferenceContext* c) {
  TensorFormat format;
  TF_RETURN_IF_ERROR(FormatOf(c, &format));
  ShapeHandle input;
  TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &input));
  std::vector<int32> strides, sizes;
  TF_RETURN_IF_ERROR(c->GetAttr("strides", &strides));
  TF_RETURN_IF_ERROR(c->GetAttr("ksize", &sizes));
  if (sizes.size() != 4) return errors::InvalidArgument("ksize must contain 4 values, but got: ", sizes.size());
  const int64 rows = sizes[static_cast<size_t>(GetTensorDimIndex(format, 'H'))];
  const int64 cols = sizes[static_cast<size_t>(GetTensorDimIndex(format, 'W'))];
  return WindowShape(c, input, rows, cols, strides, format, c->Dim(input, GetTensorDimIndex(format, 'C')));
}
inline Status MaxPoolShape(InferenceContext* c) { return PoolShape(c); }
inline Status AvgPoolShape(InferenceContext* c) { return PoolShape(c); }

// Input 1 has the dimensions that are reduced, `keep_dims` whether they stay with size 1.
inline Status ReductionShape(InferenceContext* c) {
  const ShapeHandle input = c->input(0);
  bool keep_dims = false;
  TF_RETURN_IF_ERROR(c->GetAttr("keep_dims", &keep_dims));
  const Tensor* axes = c->input_tensor(1);
  if (axes == nullptr || !c->RankKnown(input)) {
    c->set_output(0, keep_dims && c->RankKnown(input) ? c->UnknownShapeOfRank(c->Rank(input)) : c->UnknownShape());
    return Status::OK();
  }
  const int32 rank = c->Rank(input);
  std::set<int64> reduced;
  for (int64 i = 0; i < axes->NumElements(); i++) {
    const int64 axis = axes->dtype() == DT_INT64 ? axes->flat<int64>()(i) : axes->flat<int32>()(i);
    if (axis < -rank || axis >= rank)
      return errors::InvalidArgument("Invalid reduction dimension ", axis, " for input with ", rank, " dimensions.");
    reduced.insert(axis < 0 ? axis + rank : axis);
  }
  std::vector<DimensionHandle> dims;
  for (int32 i = 0; i < rank; i++) {
    if (reduced.count(i) == 0)
      dims.push_back(c->Dim(input, i));
    else if (keep_dims)
      dims.push_back(c->MakeDim(1));
  }
  c->set_output(0, c->MakeShape(dims));
  return Status::OK();
}

inline Status ConcatShapeOf(InferenceContext* c, int first, int end, int axis_input) {
  const Tensor* axis_value = c->input_tensor(axis_input);
  if (axis_value == nullptr) return UnknownShape(c);
  int64 axis;
  TF_RETURN_IF_ERROR(c->GetScalarFromTensor(axis_value, &axis));
  ShapeHandle all = c->input(first);
  if (!c->RankKnown(all)) return UnknownShape(c);
  if (axis < 0) axis += c->Rank(all);
  DimensionHandle sum = c->Dim(all, axis);
  for (int i = first + 1; i < end; i++) {
    ShapeHandle next = c->input(i);
    if (!c->RankKnown(next)) return UnknownShape(c);
    DimensionHandle new_sum;
    TF_RETURN_IF_ERROR(c->Add(sum, c->Dim(next, axis), &new_sum));
    sum = new_sum;
    ShapeHandle a, b, both;
    TF_RETURN_IF_ERROR(c->ReplaceDim(all, axis, c->MakeDim(0), &a));
    TF_RETURN_IF_ERROR(c->ReplaceDim(next, axis, c->MakeDim(0), &b));
    TF_RETURN_IF_ERROR(c->Merge(a, b, &both));
    all = both;
  }
  ShapeHandle out;
  TF_RETURN_IF_ERROR(c->ReplaceDim(all, axis, sum, &out));
  c->set_output(0, out);
  return Status::OK();
}
inline Status ConcatShape(InferenceContext* c, int num_inputs_to_concat) {
  return ConcatShapeOf(c, 1, 1 + num_inputs_to_concat, 0);
}
inline Status ConcatV2Shape(InferenceContext* c) { return ConcatShapeOf(c, 0, c->num_inputs() - 1, c->num_inputs() - 1); }

inline Status ValidateSparseTensor(InferenceContext* c, ShapeHandle indices_shape, ShapeHandle values_shape,
                                   ShapeHandle shape_shape) {
  ShapeHandle unused;
  TF_RETURN_IF_ERROR(c->WithRank(indices_shape, 2, &unused));
  TF_RETURN_IF_ERROR(c->WithRank(values_shape, 1, &unused));
  TF_RETURN_IF_ERROR(c->WithRank(shape_shape, 1, &unused));
  DimensionHandle dim;
  TF_RETURN_IF_ERROR(c->Merge(c->Dim(indices_shape, 0), c->Dim(values_shape, 0), &dim));
  return c->Merge(c->Dim(indices_shape, 1), c->Dim(shape_shape, 0), &dim);
}

}  // namespace shape_inference
}  // namespace tensorflow
