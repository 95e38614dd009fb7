// Operations of the kinds that detection, optical flow and point cloud projects ship: pooling of regions, correlation,
// nearest neighbours, interpolation, suppression of boxes.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <vector>

#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/util/work_sharder.h"

using namespace tensorflow;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// -- regions of interest ------------------------------------------------------------------------------------------------

REGISTER_OP("RoiPool")
    .Attr("T: {float, double}")
    .Attr("pooled_height: int")
    .Attr("pooled_width: int")
    .Attr("spatial_scale: float")
    .Input("bottom_data: T")
    .Input("bottom_rois: T")
    .Output("top_data: T")
    .Output("argmax: int32")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle data, rois;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &data));
      TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &rois));
      int h, w;
      TF_RETURN_IF_ERROR(c->GetAttr("pooled_height", &h));
      TF_RETURN_IF_ERROR(c->GetAttr("pooled_width", &w));
      const ShapeHandle out = c->MakeShape({c->Dim(rois, 0), h, w, c->Dim(data, 3)});
      c->set_output(0, out);
      c->set_output(1, out);
      return Status::OK();
    })
    .Doc(R"doc(
Pools the maxima of regions.
)doc");

template <typename T>
class RoiPoolOp : public OpKernel {
 public:
  explicit RoiPoolOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("pooled_height", &pooled_height_));
    OP_REQUIRES(context, pooled_height_ >= 0,
                errors::InvalidArgument("Need pooled_height >= 0, got ", pooled_height_));
    OP_REQUIRES_OK(context, context->GetAttr("pooled_width", &pooled_width_));
    OP_REQUIRES_OK(context, context->GetAttr("spatial_scale", &scale_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& data = context->input(0);
    const Tensor& rois = context->input(1);
    OP_REQUIRES(context, data.dims() == 4, errors::InvalidArgument("data must be 4-dimensional"));
    OP_REQUIRES(context, rois.dims() == 2 && rois.dim_size(1) == 5,
                errors::InvalidArgument("rois must be 2-dimensional with 5 columns, got ", rois.shape().DebugString()));
    const int height = data.dim_size(1), width = data.dim_size(2), channels = data.dim_size(3);
    const int num_rois = rois.dim_size(0);
    TensorShape shape({num_rois, pooled_height_, pooled_width_, channels});
    Tensor *top = nullptr, *argmax = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &top));
    OP_REQUIRES_OK(context, context->allocate_output(1, shape, &argmax));
    auto in = data.tensor<T, 4>();
    auto boxes = rois.matrix<T>();
    auto out = top->tensor<T, 4>();
    auto at = argmax->tensor<int32, 4>();
    auto work = [&](int64 from, int64 to) {
      for (int64 n = from; n < to; n++) {
        const int batch = static_cast<int>(boxes(n, 0));
        const int x0 = std::round(boxes(n, 1) * scale_), y0 = std::round(boxes(n, 2) * scale_);
        const int x1 = std::round(boxes(n, 3) * scale_), y1 = std::round(boxes(n, 4) * scale_);
        const T bin_h = static_cast<T>(std::max(y1 - y0 + 1, 1)) / pooled_height_;
        const T bin_w = static_cast<T>(std::max(x1 - x0 + 1, 1)) / pooled_width_;
        for (int ph = 0; ph < pooled_height_; ph++)
          for (int pw = 0; pw < pooled_width_; pw++)
            for (int ch = 0; ch < channels; ch++) {
              const int hs = std::min(std::max(static_cast<int>(std::floor(ph * bin_h)) + y0, 0), height);
              const int he = std::min(std::max(static_cast<int>(std::ceil((ph + 1) * bin_h)) + y0, 0), height);
              const int ws = std::min(std::max(static_cast<int>(std::floor(pw * bin_w)) + x0, 0), width);
              const int we = std::min(std::max(static_cast<int>(std::ceil((pw + 1) * bin_w)) + x0, 0), width);
              T best = he <= hs || we <= ws ? T(0) : std::numeric_limits<T>::lowest();
              int where = -1;
              for (int h = hs; h < he; h++)
                for (int w = ws; w < we; w++)
                  if (in(batch, h, w, ch) > best) {
                    best = in(batch, h, w, ch);
                    where = (h * width + w) * channels + ch;
                  }
              out(n, ph, pw, ch) = best;
              at(n, ph, pw, ch) = where;
            }
      }
    };
    auto* threads = context->device()->tensorflow_cpu_worker_threads();
    Shard(threads->num_threads, threads->workers, num_rois, 10000, work);
  }

 private:
  int pooled_height_, pooled_width_;
  float scale_;
};
REGISTER_KERNEL_BUILDER(Name("RoiPool").Device(DEVICE_CPU).TypeConstraint<float>("T"), RoiPoolOp<float>);
REGISTER_KERNEL_BUILDER(Name("RoiPool").Device(DEVICE_CPU).TypeConstraint<double>("T"), RoiPoolOp<double>);

REGISTER_OP("RoiPoolGrad")
    .Attr("T: {float, double}")
    .Input("bottom_data: T")
    .Input("bottom_rois: T")
    .Input("argmax: int32")
    .Input("grad: T")
    .Output("output: T")
    .SetShapeFn(shape_inference::UnchangedShape);

template <typename T>
class RoiPoolGradOp : public OpKernel {
 public:
  explicit RoiPoolGradOp(OpKernelConstruction* context) : OpKernel(context) {}
  void Compute(OpKernelContext* context) override {
    const Tensor& data = context->input(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, data.shape(), &output));
    auto out = output->flat<T>();
    std::fill_n(out.data(), out.size(), T(0));
    auto rois = context->input(1).matrix<T>();
    auto argmax = context->input(2).flat<int32>();
    auto grad = context->input(3).flat<T>();
    const int64 each = context->input(3).NumElements() / std::max<int64>(1, context->input(1).dim_size(0));
    const int64 image = data.NumElements() / std::max<int64>(1, data.dim_size(0));
    for (int64 i = 0; i < grad.size(); i++)
      if (argmax(i) >= 0) out(static_cast<int64>(rois(i / each, 0)) * image + argmax(i)) += grad(i);
  }
};
REGISTER_KERNEL_BUILDER(Name("RoiPoolGrad").Device(DEVICE_CPU).TypeConstraint<float>("T"), RoiPoolGradOp<float>);
REGISTER_KERNEL_BUILDER(Name("RoiPoolGrad").Device(DEVICE_CPU).TypeConstraint<double>("T"), RoiPoolGradOp<double>);

// -- correlation of feature maps ------------------------------------------------------------------------------------------

REGISTER_OP("Correlation")
    .Input("a: float32")
    .Input("b: float32")
    .Attr("max_displacement: int = 1")
    .Output("output: float32")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle a;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &a));
      TF_RETURN_IF_ERROR(c->Merge(a, c->input(1), &a));
      int d;
      TF_RETURN_IF_ERROR(c->GetAttr("max_displacement", &d));
      ShapeHandle out;
      TF_RETURN_IF_ERROR(c->ReplaceDim(a, 3, c->MakeDim((2 * d + 1) * (2 * d + 1)), &out));
      c->set_output(0, out);
      return Status::OK();
    });

class CorrelationOp : public OpKernel {
 public:
  explicit CorrelationOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("max_displacement", &d_));
  }
  void Compute(OpKernelContext* c) override {
    const Tensor &a_t = c->input(0), &b_t = c->input(1);
    OP_REQUIRES(c, a_t.shape() == b_t.shape(), errors::InvalidArgument("Input shapes have to be the same"));
    TensorShape shape = a_t.shape();
    const int side = 2 * d_ + 1;
    shape.set_dim(3, side * side);
    Tensor* out_t;
    OP_REQUIRES_OK(c, c->allocate_output("output", shape, &out_t));
    auto a = a_t.tensor<float, 4>(), b = b_t.tensor<float, 4>();
    auto out = out_t->tensor<float, 4>();
    const int H = a.dimension(1), W = a.dimension(2), C = a.dimension(3);
    for (int n = 0; n < a.dimension(0); n++)
      for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
          for (int k = 0; k < side * side; k++) {
            const int yy = y + k / side - d_, xx = x + k % side - d_;
            float sum = 0;
            if (yy >= 0 && yy < H && xx >= 0 && xx < W)
              for (int ch = 0; ch < C; ch++) sum += a(n, y, x, ch) * b(n, yy, xx, ch);
            out(n, y, x, k) = sum / C;
          }
  }

 private:
  int d_;
};
REGISTER_KERNEL_BUILDER(Name("Correlation").Device(DEVICE_CPU), CorrelationOp);

// -- sampling between pixels ------------------------------------------------------------------------------------------------

REGISTER_OP("BilinearSampler")
    .Input("image: float")
    .Input("warp: float")
    .Output("sampled: float")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle image, warp, batch, out;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &image));
      TF_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), 2, &warp));
      TF_RETURN_IF_ERROR(c->Subshape(warp, 0, -1, &batch));
      TF_RETURN_IF_ERROR(c->Concatenate(batch, c->Vector(c->Dim(image, 3)), &out));
      c->set_output(0, out);
      return Status::OK();
    });

class BilinearSamplerOp : public OpKernel {
 public:
  explicit BilinearSamplerOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    const Tensor *image_t, *warp_t;
    OP_REQUIRES_OK(c, c->input("image", &image_t));
    OP_REQUIRES_OK(c, c->input("warp", &warp_t));
    OP_REQUIRES(c, warp_t->dim_size(warp_t->dims() - 1) == 2, errors::InvalidArgument("warp must have 2 coordinates"));
    TensorShape shape = warp_t->shape();
    shape.set_dim(shape.dims() - 1, image_t->dim_size(3));
    Tensor* out_t;
    OP_REQUIRES_OK(c, c->allocate_output(0, shape, &out_t));
    auto image = image_t->tensor<float, 4>();
    auto warp = warp_t->flat_inner_dims<float>();
    auto out = out_t->flat_inner_dims<float>();
    const int64 H = image.dimension(1), W = image.dimension(2), per = warp.dimension(0) / image.dimension(0);
    auto pixel = [&](int64 n, int64 y, int64 x, int64 ch) {
      return y < 0 || x < 0 || y >= H || x >= W ? 0.0f : image(n, y, x, ch);
    };
    for (int64 i = 0; i < warp.dimension(0); i++) {
      const float x = warp(i, 0), y = warp(i, 1), fx = std::floor(x), fy = std::floor(y), dx = x - fx, dy = y - fy;
      const int64 n = i / per, x0 = fx, y0 = fy;
      for (int64 ch = 0; ch < out.dimension(1); ch++)
        out(i, ch) = (1 - dy) * ((1 - dx) * pixel(n, y0, x0, ch) + dx * pixel(n, y0, x0 + 1, ch)) +
                     dy * ((1 - dx) * pixel(n, y0 + 1, x0, ch) + dx * pixel(n, y0 + 1, x0 + 1, ch));
    }
  }
};
REGISTER_KERNEL_BUILDER(Name("BilinearSampler").Device(DEVICE_CPU), BilinearSamplerOp);

// -- point clouds -----------------------------------------------------------------------------------------------------------

template <typename A, typename B>
static float Distance2(const A& a, int64 n, int64 i, const B& b, int64 j) {
  float sum = 0;
  for (int k = 0; k < 3; k++) sum += (a(n, i, k) - b(n, j, k)) * (a(n, i, k) - b(n, j, k));
  return sum;
}

REGISTER_OP("KNearest")
    .Input("queries: float32")
    .Input("points: float32")
    .Attr("k: int >= 1")
    .Output("distances: float32")
    .Output("indices: int32")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle q;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &q));
      int k;
      TF_RETURN_IF_ERROR(c->GetAttr("k", &k));
      for (int i = 0; i < 2; i++) c->set_output(i, c->MakeShape({c->Dim(q, 0), c->Dim(q, 1), k}));
      return Status::OK();
    });

class KNearestOp : public OpKernel {
 public:
  explicit KNearestOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("k", &k_)); }
  void Compute(OpKernelContext* c) override {
    auto q = c->input(0).tensor<float, 3>(), p = c->input(1).tensor<float, 3>();
    OP_REQUIRES(c, p.dimension(1) >= k_, errors::InvalidArgument("k = ", k_, " of only ", p.dimension(1), " points"));
    TensorShape shape({q.dimension(0), q.dimension(1), k_});
    Tensor *d_t, *i_t;
    OP_REQUIRES_OK(c, c->allocate_output(0, shape, &d_t));
    OP_REQUIRES_OK(c, c->allocate_output(1, shape, &i_t));
    auto d = d_t->tensor<float, 3>();
    auto found = i_t->tensor<int32, 3>();
    for (int64 n = 0; n < q.dimension(0); n++)
      for (int64 i = 0; i < q.dimension(1); i++) {
        std::vector<std::pair<float, int>> all;
        for (int64 j = 0; j < p.dimension(1); j++) all.emplace_back(Distance2(q, n, i, p, j), j);
        std::partial_sort(all.begin(), all.begin() + k_, all.end());
        for (int j = 0; j < k_; j++) {
          d(n, i, j) = all[j].first;
          found(n, i, j) = all[j].second;
        }
      }
  }

 private:
  int k_;
};
REGISTER_KERNEL_BUILDER(Name("KNearest").Device(DEVICE_CPU), KNearestOp);

REGISTER_OP("FarthestPointSample")
    .Attr("npoint: int")
    .Input("inp: float32")
    .Output("out: int32")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle dims1;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &dims1));
      int npoint;
      TF_RETURN_IF_ERROR(c->GetAttr("npoint", &npoint));
      c->set_output(0, c->MakeShape({c->Dim(dims1, 0), npoint}));
      return Status::OK();
    });

class FarthestPointSampleOp : public OpKernel {
 public:
  explicit FarthestPointSampleOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("npoint", &npoint_));
    OP_REQUIRES(c, npoint_ > 0, errors::InvalidArgument("FarthestPointSample expects positive npoint"));
  }
  void Compute(OpKernelContext* c) override {
    auto p = c->input(0).tensor<float, 3>();
    Tensor *out_t, distance_t;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape{p.dimension(0), npoint_}, &out_t));
    OP_REQUIRES_OK(c, c->allocate_temp(DT_FLOAT, TensorShape{p.dimension(1)}, &distance_t));
    auto out = out_t->matrix<int32>();
    auto distance = distance_t.vec<float>();
    for (int64 n = 0; n < p.dimension(0); n++) {
      distance.setConstant(FLT_MAX);
      int64 last = 0;
      for (int i = 0; i < npoint_; i++) {
        out(n, i) = last;
        int64 farthest = 0;
        for (int64 j = 0; j < p.dimension(1); j++) {
          distance(j) = std::min(distance(j), Distance2(p, n, last, p, j));
          if (distance(j) > distance(farthest)) farthest = j;
        }
        last = farthest;
      }
    }
  }

 private:
  int npoint_;
};
REGISTER_KERNEL_BUILDER(Name("FarthestPointSample").Device(DEVICE_CPU), FarthestPointSampleOp);

REGISTER_OP("QueryBallPoint")
    .Attr("radius: float")
    .Attr("nsample: int")
    .Input("xyz1: float32")
    .Input("xyz2: float32")
    .Output("idx: int32")
    .Output("pts_cnt: int32")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle dims2;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 3, &dims2));
      int nsample;
      TF_RETURN_IF_ERROR(c->GetAttr("nsample", &nsample));
      c->set_output(0, c->MakeShape({c->Dim(dims2, 0), c->Dim(dims2, 1), nsample}));
      c->set_output(1, c->MakeShape({c->Dim(dims2, 0), c->Dim(dims2, 1)}));
      return Status::OK();
    });

class QueryBallPointOp : public OpKernel {
 public:
  explicit QueryBallPointOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("radius", &radius_));
    OP_REQUIRES_OK(c, c->GetAttr("nsample", &nsample_));
  }
  void Compute(OpKernelContext* c) override {
    auto p = c->input(0).tensor<float, 3>(), q = c->input(1).tensor<float, 3>();
    Tensor *idx_t, *count_t;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape{q.dimension(0), q.dimension(1), nsample_}, &idx_t));
    OP_REQUIRES_OK(c, c->allocate_output(1, TensorShape{q.dimension(0), q.dimension(1)}, &count_t));
    auto idx = idx_t->tensor<int32, 3>();
    auto count = count_t->matrix<int32>();
    idx.setZero();
    for (int64 n = 0; n < q.dimension(0); n++)
      for (int64 i = 0; i < q.dimension(1); i++) {
        int found = 0;
        for (int64 j = 0; j < p.dimension(1) && found < nsample_; j++) {
          if (Distance2(q, n, i, p, j) >= radius_ * radius_) continue;
          if (found == 0)
            for (int l = 0; l < nsample_; l++) idx(n, i, l) = j;
          idx(n, i, found++) = j;
        }
        count(n, i) = found;
      }
  }

 private:
  float radius_;
  int nsample_;
};
REGISTER_KERNEL_BUILDER(Name("QueryBallPoint").Device(DEVICE_CPU), QueryBallPointOp);

REGISTER_OP("GroupPoint").Input("points: float32").Input("idx: int32").Output("out: float32").SetShapeFn([](InferenceContext* c) {
  ShapeHandle points, idx;
  TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &points));
  TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 3, &idx));
  c->set_output(0, c->MakeShape({c->Dim(idx, 0), c->Dim(idx, 1), c->Dim(idx, 2), c->Dim(points, 2)}));
  return Status::OK();
});
REGISTER_OP("GroupPointGrad").Input("points: float32").Input("idx: int32").Input("grad_out: float32").Output("grad_points: float32")
    .SetShapeFn(shape_inference::UnchangedShape);

class GroupPointOp : public OpKernel {
 public:
  explicit GroupPointOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    auto p = c->input(0).tensor<float, 3>();
    auto idx = c->input(1).tensor<int32, 3>();
    Tensor* out_t;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape{idx.dimension(0), idx.dimension(1), idx.dimension(2), p.dimension(2)}, &out_t));
    auto out = out_t->tensor<float, 4>();
    for (int64 n = 0; n < idx.dimension(0); n++)
      for (int64 i = 0; i < idx.dimension(1); i++)
        for (int64 j = 0; j < idx.dimension(2); j++)
          for (int64 k = 0; k < p.dimension(2); k++) {
            OP_REQUIRES(c, idx(n, i, j) >= 0 && idx(n, i, j) < p.dimension(1),
                        errors::OutOfRange("index ", idx(n, i, j), " of ", p.dimension(1), " points"));
            out(n, i, j, k) = p(n, idx(n, i, j), k);
          }
  }
};
class GroupPointGradOp : public OpKernel {
 public:
  explicit GroupPointGradOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    auto idx = c->input(1).tensor<int32, 3>();
    auto grad = c->input(2).tensor<float, 4>();
    Tensor* out_t;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &out_t));
    auto out = out_t->tensor<float, 3>();
    out.setZero();
    for (int64 n = 0; n < idx.dimension(0); n++)
      for (int64 i = 0; i < idx.dimension(1); i++)
        for (int64 j = 0; j < idx.dimension(2); j++)
          for (int64 k = 0; k < out.dimension(2); k++) out(n, idx(n, i, j), k) += grad(n, i, j, k);
  }
};
REGISTER_KERNEL_BUILDER(Name("GroupPoint").Device(DEVICE_CPU), GroupPointOp);
REGISTER_KERNEL_BUILDER(Name("GroupPointGrad").Device(DEVICE_CPU), GroupPointGradOp);

REGISTER_OP("ThreeInterpolate").Input("points: float32").Input("idx: int32").Input("weight: float32").Output("out: float32")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle points, idx;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &points));
      TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 3, &idx));
      DimensionHandle three;
      TF_RETURN_IF_ERROR(c->WithValue(c->Dim(idx, 2), 3, &three));
      c->set_output(0, c->MakeShape({c->Dim(points, 0), c->Dim(idx, 1), c->Dim(points, 2)}));
      return Status::OK();
    });
class ThreeInterpolateOp : public OpKernel {
 public:
  explicit ThreeInterpolateOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    auto p = c->input(0).tensor<float, 3>(), w = c->input(2).tensor<float, 3>();
    auto idx = c->input(1).tensor<int32, 3>();
    Tensor* out_t;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape{p.dimension(0), idx.dimension(1), p.dimension(2)}, &out_t));
    auto out = out_t->tensor<float, 3>();
    for (int64 n = 0; n < out.dimension(0); n++)
      for (int64 i = 0; i < out.dimension(1); i++)
        for (int64 k = 0; k < out.dimension(2); k++)
          out(n, i, k) = p(n, idx(n, i, 0), k) * w(n, i, 0) + p(n, idx(n, i, 1), k) * w(n, i, 1) + p(n, idx(n, i, 2), k) * w(n, i, 2);
  }
};
REGISTER_KERNEL_BUILDER(Name("ThreeInterpolate").Device(DEVICE_CPU), ThreeInterpolateOp);

REGISTER_OP("Chamfer").Input("a: float32").Input("b: float32").Output("distance: float32").SetShapeFn(shape_inference::ScalarShape);
class ChamferOp : public OpKernel {
 public:
  explicit ChamferOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    auto a = c->input(0).tensor<float, 3>(), b = c->input(1).tensor<float, 3>();
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({}), &out));
    float sum = 0;
    for (int64 n = 0; n < a.dimension(0); n++)
      for (int64 i = 0; i < a.dimension(1); i++) {
        float best = FLT_MAX;
        for (int64 j = 0; j < b.dimension(1); j++) best = std::min(best, Distance2(a, n, i, b, j));
        sum += best;
      }
    out->scalar<float>()() = sum;
  }
};
REGISTER_KERNEL_BUILDER(Name("Chamfer").Device(DEVICE_CPU), ChamferOp);

// -- boxes ------------------------------------------------------------------------------------------------------------------

template <typename M, typename N>
static float Overlap(const M& a, int64 i, const N& b, int64 j) {
  const float h = std::min(a(i, 2), b(j, 2)) - std::max(a(i, 0), b(j, 0)), w = std::min(a(i, 3), b(j, 3)) - std::max(a(i, 1), b(j, 1));
  if (h <= 0 || w <= 0) return 0;
  const float area_a = (a(i, 2) - a(i, 0)) * (a(i, 3) - a(i, 1)), area_b = (b(j, 2) - b(j, 0)) * (b(j, 3) - b(j, 1));
  return h * w / (area_a + area_b - h * w);
}

REGISTER_OP("IouMatrix").Input("a: float").Input("b: float").Output("iou: float").SetShapeFn([](InferenceContext* c) {
  ShapeHandle a, b;
  TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &a));
  TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &b));
  c->set_output(0, c->Matrix(c->Dim(a, 0), c->Dim(b, 0)));
  return Status::OK();
});
class IouMatrixOp : public OpKernel {
 public:
  explicit IouMatrixOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    OP_REQUIRES(c, TensorShapeUtils::IsMatrix(c->input(0).shape()) && TensorShapeUtils::IsMatrix(c->input(1).shape()),
                errors::InvalidArgument("boxes must be matrices"));
    auto a = c->input(0).matrix<float>(), b = c->input(1).matrix<float>();
    Tensor* out_t;
    OP_REQUIRES_OK(c, c->allocate_output(0, {a.dimension(0), b.dimension(0)}, &out_t));
    auto out = out_t->matrix<float>();
    for (int64 i = 0; i < a.dimension(0); i++)
      for (int64 j = 0; j < b.dimension(0); j++) out(i, j) = Overlap(a, i, b, j);
  }
};
REGISTER_KERNEL_BUILDER(Name("IouMatrix").Device(DEVICE_CPU), IouMatrixOp);

REGISTER_OP("GreedyNms")
    .Input("boxes: float")
    .Input("scores: float")
    .Input("max_output_size: int32")
    .Attr("iou_threshold: float = 0.5")
    .Output("selected: int32")
    .SetShapeFn([](InferenceContext* c) {
      c->set_output(0, c->Vector(c->UnknownDim()));
      return Status::OK();
    });
class GreedyNmsOp : public OpKernel {
 public:
  explicit GreedyNmsOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("iou_threshold", &threshold_)); }
  void Compute(OpKernelContext* c) override {
    auto boxes = c->input(0).matrix<float>();
    auto scores = c->input(1).vec<float>();
    const int most = c->input(2).scalar<int32>()();
    std::vector<int> order(scores.size()), kept;
    for (size_t i = 0; i < order.size(); i++) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return scores(i) > scores(j); });
    for (int i : order) {
      if (static_cast<int>(kept.size()) == most) break;
      if (std::none_of(kept.begin(), kept.end(), [&](int k) { return Overlap(boxes, i, boxes, k) > threshold_; })) kept.push_back(i);
    }
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({static_cast<int64>(kept.size())}), &out));
    std::copy(kept.begin(), kept.end(), out->flat<int32>().data());
  }

 private:
  float threshold_;
};
REGISTER_KERNEL_BUILDER(Name("GreedyNms").Device(DEVICE_CPU), GreedyNmsOp);
