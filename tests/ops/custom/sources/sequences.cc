// Operations on sequences and numbers: CTC-like loops, alignments, losses with gradients of their own, several types.
#define EIGEN_USE_THREADS

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "tensorflow/core/framework/bounds_check.h"
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/register_types.h"
#include "tensorflow/core/lib/gtl/edit_distance.h"
#include "tensorflow/core/lib/gtl/top_n.h"
#include "tensorflow/core/util/tensor_format.h"
#include "tensorflow/core/util/work_sharder.h"

namespace tensorflow {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

typedef Eigen::ThreadPoolDevice CPUDevice;

// -- loops over time ------------------------------------------------------------------------------------------------------

REGISTER_OP("CtcCollapse")
    .Input("logits: float")
    .Input("lengths: int32")
    .Attr("blank: int = 0")
    .Output("indices: int64")
    .Output("values: int64")
    .Output("shape: int64")
    .Output("score: float")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle logits, lengths;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &logits));
      TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &lengths));
      DimensionHandle batch;
      TF_RETURN_IF_ERROR(c->Merge(c->Dim(logits, 1), c->Dim(lengths, 0), &batch));
      c->set_output(0, c->Matrix(InferenceContext::kUnknownDim, 2));
      c->set_output(1, c->Vector(InferenceContext::kUnknownDim));
      c->set_output(2, c->Vector(2));
      c->set_output(3, c->Vector(batch));
      return Status::OK();
    });
class CtcCollapseOp : public OpKernel {
 public:
  explicit CtcCollapseOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("blank", &blank_)); }
  void Compute(OpKernelContext* c) override {
    const Tensor *logits_t, *lengths_t;
    OP_REQUIRES_OK(c, c->input("logits", &logits_t));
    OP_REQUIRES_OK(c, c->input("lengths", &lengths_t));
    const int64 T = logits_t->dim_size(0), B = logits_t->dim_size(1), K = logits_t->dim_size(2);
    auto logits = logits_t->tensor<float, 3>();
    auto lengths = lengths_t->vec<int32>();
    std::vector<std::vector<int64>> found(B);
    Tensor* score_t;
    OP_REQUIRES_OK(c, c->allocate_output("score", TensorShape({B}), &score_t));
    auto score = score_t->vec<float>();
    int64 total = 0, longest = 0;
    for (int64 b = 0; b < B; b++) {
      OP_REQUIRES(c, lengths(b) <= T, errors::InvalidArgument("sequence_length(", b, ") <= ", T));
      int64 before = -1;
      score(b) = 0;
      for (int t = 0; t < lengths(b); t++) {
        int64 best = 0;
        for (int64 k = 1; k < K; k++)
          if (logits(t, b, k) > logits(t, b, best)) best = k;
        score(b) -= logits(t, b, best);
        if (best != blank_ && best != before) found[b].push_back(best);
        before = best;
      }
      total += found[b].size();
      longest = std::max<int64>(longest, found[b].size());
    }
    Tensor *indices_t, *values_t, *shape_t;
    OP_REQUIRES_OK(c, c->allocate_output("indices", TensorShape({total, 2}), &indices_t));
    OP_REQUIRES_OK(c, c->allocate_output("values", TensorShape({total}), &values_t));
    OP_REQUIRES_OK(c, c->allocate_output("shape", TensorShape({2}), &shape_t));
    auto indices = indices_t->matrix<int64>();
    auto values = values_t->vec<int64>();
    int64 at = 0;
    for (int64 b = 0; b < B; b++)
      for (size_t i = 0; i < found[b].size(); i++, at++) {
        indices(at, 0) = b;
        indices(at, 1) = i;
        values(at) = found[b][i];
      }
    shape_t->vec<int64>()(0) = B;
    shape_t->vec<int64>()(1) = longest;
  }

 private:
  int blank_;
};
REGISTER_KERNEL_BUILDER(Name("CtcCollapse").Device(DEVICE_CPU), CtcCollapseOp);

REGISTER_OP("ViterbiPath").Input("unary: float").Input("pairwise: float").Output("path: int32").Output("score: float");
class ViterbiPathOp : public OpKernel {
 public:
  explicit ViterbiPathOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    auto unary = c->input(0).matrix<float>(), pair = c->input(1).matrix<float>();
    const int64 T = unary.dimension(0), K = unary.dimension(1);
    OP_REQUIRES(c, T > 0, errors::FailedPrecondition("an empty sequence has no path"));
    Tensor back_t, best_t, *path_t, *score_t;
    OP_REQUIRES_OK(c, c->allocate_temp(DT_INT32, TensorShape({T, K}), &back_t));
    OP_REQUIRES_OK(c, c->allocate_temp(DT_FLOAT, TensorShape({T, K}), &best_t));
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({T}), &path_t));
    OP_REQUIRES_OK(c, c->allocate_output(1, TensorShape(), &score_t));
    auto back = back_t.matrix<int32>();
    auto best = best_t.matrix<float>();
    for (int64 t = 0; t < T; t++)
      for (int64 k = 0; k < K; k++) {
        best(t, k) = unary(t, k);
        if (t == 0) continue;
        int from = 0;
        for (int64 j = 1; j < K; j++)
          if (best(t - 1, j) + pair(j, k) > best(t - 1, from) + pair(from, k)) from = j;
        back(t, k) = from;
        best(t, k) += best(t - 1, from) + pair(from, k);
      }
    auto path = path_t->vec<int32>();
    int at = 0;
    for (int64 k = 1; k < K; k++)
      if (best(T - 1, k) > best(T - 1, at)) at = k;
    score_t->scalar<float>()() = best(T - 1, at);
    for (int64 t = T; t-- > 0; at = t > 0 ? back(t, at) : 0) path(t) = at;
  }
};
REGISTER_KERNEL_BUILDER(Name("ViterbiPath").Device(DEVICE_CPU), ViterbiPathOp);

REGISTER_OP("DtwDistance").Input("a: T").Input("b: T").Attr("T: {float, double}").Output("cost: T").SetShapeFn(shape_inference::ScalarShape);
template <typename T>
class DtwDistanceOp : public OpKernel {
 public:
  explicit DtwDistanceOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    auto a = c->input(0).flat<T>(), b = c->input(1).flat<T>();
    std::vector<T> row(b.size() + 1, std::numeric_limits<T>::infinity());
    row[0] = 0;
    for (int64 i = 0; i < a.size(); i++) {
      T diagonal = row[0];
      row[0] = std::numeric_limits<T>::infinity();
      for (int64 j = 0; j < b.size(); j++) {
        const T cost = std::abs(a(i) - b(j)) + std::min(diagonal, std::min(row[j], row[j + 1]));
        diagonal = row[j + 1];
        row[j + 1] = cost;
      }
    }
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, {}, &out));
    out->scalar<T>()() = row.back();
  }
};
REGISTER_KERNEL_BUILDER(Name("DtwDistance").Device(DEVICE_CPU).TypeConstraint<float>("T"), DtwDistanceOp<float>);
REGISTER_KERNEL_BUILDER(Name("DtwDistance").Device(DEVICE_CPU).TypeConstraint<double>("T"), DtwDistanceOp<double>);

REGISTER_OP("RowEditDistance").Input("a: int32").Input("b: int32").Output("distance: int64");
class RowEditDistanceOp : public OpKernel {
 public:
  explicit RowEditDistanceOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    auto a = c->input(0).matrix<int32>(), b = c->input(1).matrix<int32>();
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({a.dimension(0)}), &out));
    for (int64 i = 0; i < a.dimension(0); i++) {
      std::vector<int32> s, t;
      for (int64 j = 0; j < a.dimension(1); j++) s.push_back(a(i, j));
      for (int64 j = 0; j < b.dimension(1); j++) t.push_back(b(i, j));
      out->vec<int64>()(i) = gtl::LevenshteinDistance<int32>(gtl::ArraySlice<int32>(s), gtl::ArraySlice<int32>(t), std::equal_to<int32>());
    }
  }
};
REGISTER_KERNEL_BUILDER(Name("RowEditDistance").Device(DEVICE_CPU), RowEditDistanceOp);

REGISTER_OP("CumulativeLogSumExp").Input("x: T").Attr("T: {half, float, double} = DT_FLOAT").Attr("reverse: bool = false").Output("y: T")
    .SetShapeFn(shape_inference::UnchangedShape);
template <typename T>
class CumulativeLogSumExpOp : public OpKernel {
 public:
  explicit CumulativeLogSumExpOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("reverse", &reverse_)); }
  void Compute(OpKernelContext* c) override {
    Tensor* out_t;
    OP_REQUIRES_OK(c, c->forward_input_or_allocate_output({0}, 0, c->input(0).shape(), &out_t));
    auto x = c->input(0).flat_inner_dims<T>();
    auto y = out_t->flat_inner_dims<T>();
    for (int64 i = 0; i < x.dimension(0); i++) {
      double sum = -std::numeric_limits<double>::infinity();
      for (int64 k = 0; k < x.dimension(1); k++) {
        const int64 j = reverse_ ? x.dimension(1) - 1 - k : k;
        const double v = static_cast<double>(static_cast<float>(x(i, j)));
        const double high = std::max(sum, v);
        sum = high + std::log(std::exp(sum - high) + std::exp(v - high));
        y(i, j) = static_cast<T>(static_cast<float>(sum));
      }
    }
  }

 private:
  bool reverse_;
};
#define REGISTER(T) REGISTER_KERNEL_BUILDER(Name("CumulativeLogSumExp").Device(DEVICE_CPU).TypeConstraint<T>("T"), CumulativeLogSumExpOp<T>)
REGISTER(Eigen::half);
REGISTER(float);
REGISTER(double);
#undef REGISTER

// -- elementwise, with gradients that Python registers ---------------------------------------------------------------------------

REGISTER_OP("Swish").Input("features: T").Output("activations: T").Attr("T: {float, double}").SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("SwishGrad").Input("gradients: T").Input("features: T").Output("backprops: T").Attr("T: {float, double}")
    .SetShapeFn(shape_inference::MergeBothInputsShapeFn);

template <typename Device, typename T>
struct SwishFunctor {
  void operator()(const Device& d, typename TTypes<T>::ConstFlat x, typename TTypes<T>::Flat y) {
    y.device(d) = x / ((-x).exp() + x.constant(T(1)));
  }
};
template <typename Device, typename T>
class SwishOp : public OpKernel {
 public:
  explicit SwishOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    Tensor* out = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &out));
    SwishFunctor<Device, T>()(c->eigen_device<Device>(), c->input(0).flat<T>(), out->flat<T>());
  }
};
template <typename Device, typename T>
class SwishGradOp : public OpKernel {
 public:
  explicit SwishGradOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    const Tensor &g_t = c->input(0), &x_t = c->input(1);
    if (!c->ValidateInputsAreSameShape(this)) return;
    Tensor* out = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, x_t.shape(), &out));
    auto g = g_t.flat<T>(), x = x_t.flat<T>();
    auto y = out->flat<T>();
    for (int64 i = 0; i < x.size(); i++) {
      const T s = T(1) / (T(1) + std::exp(-x(i)));
      y(i) = g(i) * (s + x(i) * s * (T(1) - s));
    }
  }
};
#define REGISTER(T)                                                                                              \
  REGISTER_KERNEL_BUILDER(Name("Swish").Device(DEVICE_CPU).TypeConstraint<T>("T"), SwishOp<CPUDevice, T>);       \
  REGISTER_KERNEL_BUILDER(Name("SwishGrad").Device(DEVICE_CPU).TypeConstraint<T>("T"), SwishGradOp<CPUDevice, T>);
TF_CALL_float(REGISTER) TF_CALL_double(REGISTER)
#undef REGISTER

REGISTER_OP("HuberLoss").Input("x: float").Input("y: float").Attr("delta: float = 1.0").Output("loss: float")
    .SetShapeFn(shape_inference::BroadcastBinaryOpShapeFn);
class HuberLossOp : public OpKernel {
 public:
  explicit HuberLossOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("delta", &delta_)); }
  void Compute(OpKernelContext* c) override {
    const Tensor &x_t = c->input(0), &y_t = c->input(1);
    OP_REQUIRES(c, x_t.IsSameSize(y_t) || TensorShapeUtils::IsScalar(y_t.shape()),
                errors::InvalidArgument("x and y: ", x_t.shape().DebugString(), " vs. ", y_t.shape().DebugString()));
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, x_t.shape(), &out));
    auto x = x_t.flat<float>(), y = y_t.flat<float>();
    auto loss = out->flat<float>();
    for (int64 i = 0; i < x.size(); i++) {
      const float d = std::abs(x(i) - y(y.size() == 1 ? 0 : i));
      loss(i) = d <= delta_ ? 0.5f * d * d : delta_ * (d - 0.5f * delta_);
    }
  }

 private:
  float delta_;
};
REGISTER_KERNEL_BUILDER(Name("HuberLoss").Device(DEVICE_CPU), HuberLossOp);

// -- whole numbers -----------------------------------------------------------------------------------------------------------

REGISTER_OP("BitShuffle").Input("x: T").Attr("T: {int8, int16, int32, int64, uint8, uint16}").Attr("by: int >= 1 = 1").Output("y: T")
    .SetShapeFn(shape_inference::UnchangedShape);
template <typename T>
class BitShuffleOp : public OpKernel {
 public:
  explicit BitShuffleOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("by", &by_)); }
  void Compute(OpKernelContext* c) override {
    Tensor out(c->input(0).dtype(), c->input(0).shape());
    auto x = c->input(0).flat<T>();
    auto y = out.flat<T>();
    for (int64 i = 0; i < x.size(); i++) y(i) = static_cast<T>(x((i + by_) % x.size()) ^ x(i));
    c->set_output(0, out);
  }

 private:
  int64 by_;
};
#define REGISTER(T) REGISTER_KERNEL_BUILDER(Name("BitShuffle").Device(DEVICE_CPU).TypeConstraint<T>("T"), BitShuffleOp<T>);
TF_CALL_int8(REGISTER) TF_CALL_int16(REGISTER) TF_CALL_int32(REGISTER) TF_CALL_int64(REGISTER) TF_CALL_uint8(REGISTER) TF_CALL_uint16(REGISTER)
#undef REGISTER

REGISTER_OP("SegmentSpan").Input("data: int64").Input("segments: Tindex").Input("num: int32").Attr("Tindex: {int32, int64}").Output("span: int64")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle unused;
      TF_RETURN_IF_ERROR(c->Merge(c->input(0), c->input(1), &unused));
      DimensionHandle n;
      TF_RETURN_IF_ERROR(c->MakeDimForScalarInput(2, &n));
      c->set_output(0, c->Vector(n));
      return Status::OK();
    });
template <typename Index>
class SegmentSpanOp : public OpKernel {
 public:
  explicit SegmentSpanOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    auto data = c->input(0).vec<int64>();
    auto segments = c->input(1).vec<Index>();
    const int32 num = c->input(2).scalar<int32>()();
    Tensor* out_t;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({num}), &out_t));
    std::vector<int64> low(num, kint64max), high(num, kint64min);
    for (int64 i = 0; i < data.size(); i++) {
      const Index s = internal::SubtleMustCopy(segments(i));
      OP_REQUIRES(c, FastBoundsCheck(s, num), errors::InvalidArgument("segments[", i, "] = ", s, " is out of range [0, ", num, ")"));
      low[s] = std::min<int64>(low[s], data(i));
      high[s] = std::max<int64>(high[s], data(i));
    }
    for (int i = 0; i < num; i++) out_t->vec<int64>()(i) = high[i] < low[i] ? -1 : high[i] - low[i];
  }
};
REGISTER_KERNEL_BUILDER(Name("SegmentSpan").Device(DEVICE_CPU).TypeConstraint<int32>("Tindex"), SegmentSpanOp<int32>);
REGISTER_KERNEL_BUILDER(Name("SegmentSpan").Device(DEVICE_CPU).TypeConstraint<int64>("Tindex"), SegmentSpanOp<int64>);

REGISTER_OP("TopRows").Input("scores: float").Attr("n: int").Output("rows: int32").SetShapeFn([](InferenceContext* c) {
  int n;
  TF_RETURN_IF_ERROR(c->GetAttr("n", &n));
  DimensionHandle all;
  TF_RETURN_IF_ERROR(c->Min(c->Dim(c->input(0), 0), n, &all));
  c->set_output(0, c->Vector(all));
  return Status::OK();
});
class TopRowsOp : public OpKernel {
 public:
  explicit TopRowsOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("n", &n_)); }
  void Compute(OpKernelContext* c) override {
    auto scores = c->input(0).flat_outer_dims<float>();
    gtl::TopN<std::pair<float, int>> top(n_);
    for (int64 i = 0; i < scores.dimension(0); i++) {
      float sum = 0;
      for (int64 j = 0; j < scores.dimension(1); j++) sum += scores(i, j);
      top.push(std::make_pair(sum, static_cast<int>(i)));
    }
    std::unique_ptr<std::vector<std::pair<float, int>>> found(top.Extract());
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({static_cast<int64>(found->size())}), &out));
    for (size_t i = 0; i < found->size(); i++) out->vec<int32>()(i) = (*found)[i].second;
  }

 private:
  int n_;
};
REGISTER_KERNEL_BUILDER(Name("TopRows").Device(DEVICE_CPU), TopRowsOp);

// -- windows over images -------------------------------------------------------------------------------------------------------

REGISTER_OP("MinPool").Input("x: float").Attr("ksize: list(int) >= 4").Attr("strides: list(int) >= 4").Attr(GetPaddingAttrString())
    .Attr(GetConvnetDataFormatAttrString()).Output("y: float").SetShapeFn(shape_inference::MaxPoolShape);
class MinPoolOp : public OpKernel {
 public:
  explicit MinPoolOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("ksize", &ksize_));
    OP_REQUIRES_OK(c, c->GetAttr("strides", &strides_));
    OP_REQUIRES_OK(c, c->GetAttr("padding", &padding_));
    string format;
    OP_REQUIRES_OK(c, c->GetAttr("data_format", &format));
    OP_REQUIRES(c, FormatFromString(format, &format_), errors::InvalidArgument("Invalid data format"));
    OP_REQUIRES(c, format_ == FORMAT_NHWC, errors::Unimplemented("only NHWC"));
  }
  void Compute(OpKernelContext* c) override {
    auto x = c->input(0).tensor<float, 4>();
    int64 rows, cols, top, left, below, right;
    OP_REQUIRES_OK(c, GetWindowedOutputSizeVerbose(x.dimension(1), ksize_[1], strides_[1], padding_, &rows, &top, &below));
    OP_REQUIRES_OK(c, GetWindowedOutputSizeVerbose(x.dimension(2), ksize_[2], strides_[2], padding_, &cols, &left, &right));
    Tensor* out_t;
    OP_REQUIRES_OK(c, c->allocate_output(0, ShapeFromFormat(format_, x.dimension(0), rows, cols, x.dimension(3)), &out_t));
    auto y = out_t->tensor<float, 4>();
    for (int64 n = 0; n < x.dimension(0); n++)
      for (int64 r = 0; r < rows; r++)
        for (int64 k = 0; k < cols; k++)
          for (int64 ch = 0; ch < x.dimension(3); ch++) {
            float least = std::numeric_limits<float>::max();
            for (int64 i = std::max<int64>(0, r * strides_[1] - top); i < std::min<int64>(x.dimension(1), r * strides_[1] - top + ksize_[1]); i++)
              for (int64 j = std::max<int64>(0, k * strides_[2] - left); j < std::min<int64>(x.dimension(2), k * strides_[2] - left + ksize_[2]); j++)
                least = std::min(least, x(n, i, j, ch));
            y(n, r, k, ch) = least;
          }
  }

 private:
  std::vector<int32> ksize_, strides_;
  Padding padding_;
  TensorFormat format_;
};
REGISTER_KERNEL_BUILDER(Name("MinPool").Device(DEVICE_CPU), MinPoolOp);

REGISTER_OP("SpanReduce").Input("x: float").Input("axes: int32").Attr("keep_dims: bool = false").Output("y: float").SetShapeFn(shape_inference::ReductionShape);
class SpanReduceOp : public OpKernel {  // highest - lowest, over the last dimension only
 public:
  explicit SpanReduceOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("keep_dims", &keep_)); }
  void Compute(OpKernelContext* c) override {
    const Tensor& x_t = c->input(0);
    TensorShape shape = x_t.shape();
    OP_REQUIRES(c, shape.dims() > 0, errors::InvalidArgument("a scalar has no span"));
    shape.RemoveDim(shape.dims() - 1);
    if (keep_) shape.AddDim(1);
    Tensor* out_t;
    OP_REQUIRES_OK(c, c->allocate_output(0, shape, &out_t));
    auto x = x_t.flat_inner_dims<float>();
    for (int64 i = 0; i < x.dimension(0); i++) {
      float low = x(i, 0), high = x(i, 0);
      for (int64 j = 1; j < x.dimension(1); j++) low = std::min(low, x(i, j)), high = std::max(high, x(i, j));
      out_t->flat<float>()(i) = high - low;
    }
  }

 private:
  bool keep_;
};
REGISTER_KERNEL_BUILDER(Name("SpanReduce").Device(DEVICE_CPU), SpanReduceOp);

}  // namespace tensorflow
