// The language of registrations, texts, lists, references, resources, random numbers, asynchronous kernels.
#include <atomic>
#include <thread>
#include <unordered_map>

#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/core/lib/core/threadpool.h"
#include "tensorflow/core/lib/gtl/map_util.h"
#include "tensorflow/core/lib/hash/hash.h"
#include "tensorflow/core/lib/random/distribution_sampler.h"
#include "tensorflow/core/lib/random/philox_random.h"
#include "tensorflow/core/lib/random/random_distributions.h"
#include "tensorflow/core/lib/random/simple_philox.h"
#include "tensorflow/core/lib/strings/numbers.h"
#include "tensorflow/core/lib/strings/str_util.h"
#include "tensorflow/core/lib/strings/stringprintf.h"
#include "tensorflow/core/util/guarded_philox_random.h"

namespace tensorflow {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// -- attributes of all kinds -------------------------------------------------------------------------------------------------

REGISTER_OP("AttrZoo")
    .Attr("s: string = 'foo'")
    .Attr("i: int = -7")
    .Attr("f: float = 1.5")
    .Attr("b: bool = true")
    .Attr("t: type = DT_INT32")
    .Attr("sh: shape = { dim { size: 1 } dim { size: 2 } }")
    .Attr("te: tensor = { dtype: DT_INT32 int_val: 5 tensor_shape {} }")
    .Attr("ls: list(string) = ['a', 'b']")
    .Attr("li: list(int) = [2, 3, 5, 7]")
    .Attr("lf: list(float) = []")
    .Attr("lb: list(bool) = [true, false]")
    .Attr("lt: list(type) = [DT_FLOAT, DT_STRING]")
    .Attr("fruit: {'apple', 'orange'} = 'apple'")
    .Output("text: string")
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
Tells its attributes.

It has one of each kind,
and this text has two lines.

s: A text.
li: Some numbers,
  in two lines.
text: All of them.
)doc");
class AttrZooOp : public OpKernel {
 public:
  explicit AttrZooOp(OpKernelConstruction* c) : OpKernel(c) {
    string s, fruit;
    int64 i;
    float f;
    bool b;
    DataType t;
    TensorShape sh;
    Tensor te;
    std::vector<string> ls;
    std::vector<int32> li;
    std::vector<float> lf;
    std::vector<bool> lb;
    DataTypeVector lt;
    OP_REQUIRES_OK(c, c->GetAttr("s", &s));
    OP_REQUIRES_OK(c, c->GetAttr("i", &i));
    OP_REQUIRES_OK(c, c->GetAttr("f", &f));
    OP_REQUIRES_OK(c, c->GetAttr("b", &b));
    OP_REQUIRES_OK(c, c->GetAttr("t", &t));
    OP_REQUIRES_OK(c, c->GetAttr("sh", &sh));
    OP_REQUIRES_OK(c, c->GetAttr("te", &te));
    OP_REQUIRES_OK(c, c->GetAttr("ls", &ls));
    OP_REQUIRES_OK(c, c->GetAttr("li", &li));
    OP_REQUIRES_OK(c, c->GetAttr("lf", &lf));
    OP_REQUIRES_OK(c, c->GetAttr("lb", &lb));
    OP_REQUIRES_OK(c, c->GetAttr("lt", &lt));
    OP_REQUIRES_OK(c, c->GetAttr("fruit", &fruit));
    text_ = strings::StrCat(s, " ", i, " ", f, " ", b, " ", DataTypeString(t), " ", sh.DebugString(), " ", te.SummarizeValue(3));
    strings::StrAppend(&text_, " [", str_util::Join(ls, ","), "] [", str_util::Join(li, ","), "] [", str_util::Join(lf, ","), "] ");
    for (bool one : lb) strings::StrAppend(&text_, one ? "t" : "f");
    for (DataType one : lt) strings::StrAppend(&text_, " ", DataTypeString(one));
    strings::StrAppend(&text_, " ", fruit, " ", te.DebugString());
  }
  void Compute(OpKernelContext* c) override {
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({}), &out));
    out->scalar<string>()() = text_;
  }

 private:
  string text_;
};
REGISTER_KERNEL_BUILDER(Name("AttrZoo").Device(DEVICE_CPU), AttrZooOp);

// -- lists ---------------------------------------------------------------------------------------------------------------------

REGISTER_OP("SumOfAll").Input("xs: N * T").Attr("N: int >= 2").Attr("T: {int32, float}").Output("sum: T").SetShapeFn([](InferenceContext* c) {
  ShapeHandle all = c->input(0);
  for (int i = 1; i < c->num_inputs(); i++) TF_RETURN_IF_ERROR(c->Merge(all, c->input(i), &all));
  c->set_output(0, all);
  return Status::OK();
});
template <typename T>
class SumOfAllOp : public OpKernel {
 public:
  explicit SumOfAllOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    OpInputList xs;
    OP_REQUIRES_OK(c, c->input_list("xs", &xs));
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, xs[0].shape(), &out));
    auto sum = out->flat<T>();
    sum.setZero();
    for (const Tensor& x : xs)
      for (int64 i = 0; i < sum.size(); i++) sum(i) += x.flat<T>()(i);
  }
};
REGISTER_KERNEL_BUILDER(Name("SumOfAll").Device(DEVICE_CPU).TypeConstraint<int32>("T"), SumOfAllOp<int32>);
REGISTER_KERNEL_BUILDER(Name("SumOfAll").Device(DEVICE_CPU).TypeConstraint<float>("T"), SumOfAllOp<float>);

REGISTER_OP("Reversed").Input("values: Tin").Output("back: Tin").Output("names: string").Attr("Tin: list({int32, float, string, bool}) >= 1");
class ReversedOp : public OpKernel {  // each vector of a list, whatever its type, from behind
 public:
  explicit ReversedOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    OpInputList in;
    OpOutputList out;
    OP_REQUIRES_OK(c, c->input_list("values", &in));
    OP_REQUIRES_OK(c, c->output_list("back", &out));
    Tensor* names;
    OP_REQUIRES_OK(c, c->allocate_output("names", TensorShape({in.size()}), &names));
    for (int i = 0; i < in.size(); i++) {
      Tensor* t;
      OP_REQUIRES_OK(c, out.allocate(i, in[i].shape(), &t));
      names->vec<string>()(i) = DataTypeString(in[i].dtype());
      const int64 n = in[i].NumElements();
      for (int64 k = 0; k < n; k++) {
        switch (in[i].dtype()) {
          case DT_INT32: t->flat<int32>()(k) = in[i].flat<int32>()(n - 1 - k); break;
          case DT_FLOAT: t->flat<float>()(k) = in[i].flat<float>()(n - 1 - k); break;
          case DT_STRING: t->flat<string>()(k) = in[i].flat<string>()(n - 1 - k); break;
          case DT_BOOL: t->flat<bool>()(k) = in[i].flat<bool>()(n - 1 - k); break;
          default: OP_REQUIRES(c, false, errors::Unimplemented(DataTypeString(in[i].dtype())));
        }
      }
    }
  }
};
REGISTER_KERNEL_BUILDER(Name("Reversed").Device(DEVICE_CPU), ReversedOp);

REGISTER_OP("Powers").Input("x: double").Attr("N: int = 3").Output("ys: N * double").SetShapeFn([](InferenceContext* c) {
  for (int i = 0; i < c->num_outputs(); i++) c->set_output(i, c->input(0));
  return Status::OK();
});
class PowersOp : public OpKernel {
 public:
  explicit PowersOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    auto x = c->input(0).flat<double>();
    for (int n = 0; n < num_outputs(); n++) {
      Tensor* y;
      OP_REQUIRES_OK(c, c->allocate_output(n, c->input(0).shape(), &y));
      for (int64 i = 0; i < x.size(); i++) y->flat<double>()(i) = n == 0 ? 1.0 : x(i) * c->mutable_output(n - 1)->flat<double>()(i);
    }
  }
};
REGISTER_KERNEL_BUILDER(Name("Powers").Device(DEVICE_CPU), PowersOp);

REGISTER_OP("ParseNumbers").Input("text: string").Output("number: out_type").Attr("out_type: {float, int32, int64} = DT_FLOAT")
    .SetShapeFn(shape_inference::UnchangedShape);
template <typename T>
class ParseNumbersOp : public OpKernel {
 public:
  explicit ParseNumbersOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &out));
    auto text = c->input(0).flat<string>();
    for (int64 i = 0; i < text.size(); i++)
      OP_REQUIRES(c, strings::SafeStringToNumeric<T>(text(i), &out->flat<T>()(i)), errors::InvalidArgument("no number: ", text(i)));
  }
};
#define REGISTER(T) REGISTER_KERNEL_BUILDER(Name("ParseNumbers").Device(DEVICE_CPU).TypeConstraint<T>("out_type"), ParseNumbersOp<T>);
REGISTER(float) REGISTER(int32) REGISTER(int64)
#undef REGISTER

// -- texts -----------------------------------------------------------------------------------------------------------------------

REGISTER_OP("WordCount").Input("lines: string").Attr("delims: string = ' '").Attr("lower: bool = false").Output("words: string").Output("counts: int64");
class WordCountOp : public OpKernel {
 public:
  explicit WordCountOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("delims", &delims_));
    OP_REQUIRES_OK(c, c->GetAttr("lower", &lower_));
  }
  void Compute(OpKernelContext* c) override {
    std::unordered_map<string, int64> counts;
    std::vector<string> order;
    auto lines = c->input(0).flat<string>();
    for (int64 i = 0; i < lines.size(); i++)
      for (string word : str_util::Split(lines(i), delims_, str_util::SkipEmpty())) {
        if (lower_) word = str_util::Lowercase(word);
        if (counts[word]++ == 0) order.push_back(word);
      }
    Tensor *words_t, *counts_t;
    const int64 n = order.size();
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({n}), &words_t));
    OP_REQUIRES_OK(c, c->allocate_output(1, TensorShape({n}), &counts_t));
    for (int64 i = 0; i < n; i++) {
      words_t->vec<string>()(i) = order[i];
      counts_t->vec<int64>()(i) = gtl::FindWithDefault(counts, order[i], 0);
    }
  }

 private:
  string delims_;
  bool lower_;
};
REGISTER_KERNEL_BUILDER(Name("WordCount").Device(DEVICE_CPU), WordCountOp);

REGISTER_OP("CharNgrams").Input("text: string").Attr("n: int >= 1").Output("values: string").Output("row_splits: int64");
class CharNgramsOp : public OpKernel {
 public:
  explicit CharNgramsOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("n", &n_)); }
  void Compute(OpKernelContext* c) override {
    auto text = c->input(0).flat<string>();
    std::vector<string> all;
    Tensor *values, *splits;
    OP_REQUIRES_OK(c, c->allocate_output(1, TensorShape({text.size() + 1}), &splits));
    splits->vec<int64>()(0) = 0;
    for (int64 i = 0; i < text.size(); i++) {
      for (int64 k = 0; k + n_ <= static_cast<int64>(text(i).size()); k++) all.push_back(text(i).substr(k, n_));
      splits->vec<int64>()(i + 1) = all.size();
    }
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({static_cast<int64>(all.size())}), &values));
    std::copy(all.begin(), all.end(), values->vec<string>().data());
  }

 private:
  int64 n_;
};
REGISTER_KERNEL_BUILDER(Name("CharNgrams").Device(DEVICE_CPU), CharNgramsOp);

REGISTER_OP("HashWords").Input("words: string").Attr("buckets: int").Output("ids: int64").SetShapeFn(shape_inference::UnchangedShape);
class HashWordsOp : public OpKernel {
 public:
  explicit HashWordsOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("buckets", &buckets_)); }
  void Compute(OpKernelContext* c) override {
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &out));
    for (int64 i = 0; i < out->NumElements(); i++)
      out->flat<int64>()(i) = Hash64(string(c->input(0).flat<string>()(i))) % static_cast<uint64>(buckets_);
  }

 private:
  int64 buckets_;
};
REGISTER_KERNEL_BUILDER(Name("HashWords").Device(DEVICE_CPU), HashWordsOp);

REGISTER_OP("FormatRows").Input("x: double").Attr("format: string = '%.2f'").Output("rows: string");
class FormatRowsOp : public OpKernel {
 public:
  explicit FormatRowsOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("format", &format_)); }
  void Compute(OpKernelContext* c) override {
    OP_REQUIRES(c, TensorShapeUtils::IsMatrixOrHigher(c->input(0).shape()), errors::InvalidArgument("x must have rows"));
    auto x = c->input(0).flat_inner_dims<double>();
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({x.dimension(0)}), &out));
    for (int64 i = 0; i < x.dimension(0); i++) {
      std::vector<string> cells;
      for (int64 j = 0; j < x.dimension(1); j++) cells.push_back(strings::Printf("%.*f", format_ == "%.2f" ? 2 : 0, x(i, j)));
      out->vec<string>()(i) = str_util::Join(cells, "|");
    }
  }

 private:
  string format_;
};
REGISTER_KERNEL_BUILDER(Name("FormatRows").Device(DEVICE_CPU), FormatRowsOp);

// -- state ------------------------------------------------------------------------------------------------------------------------

struct Counter : public ResourceBase {
  string DebugString() const override { return strings::StrCat("a counter at ", value); }
  mutex mu;
  int64 value GUARDED_BY(mu) = 0;
};
REGISTER_OP("CounterHandle").Attr("container: string = ''").Attr("shared_name: string = ''").Output("handle: resource").SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape);
class CounterHandleOp : public OpKernel {
 public:
  explicit CounterHandleOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    mutex_lock l(mu_);
    if (!made_) {
      OP_REQUIRES_OK(c, cinfo_.Init(c->resource_manager(), def(), true));
      Counter* counter;
      OP_REQUIRES_OK(c, cinfo_.resource_manager()->LookupOrCreate<Counter>(cinfo_.container(), cinfo_.name(), &counter, [](Counter** made) {
        *made = new Counter;
        return Status::OK();
      }));
      core::ScopedUnref unref(counter);
      made_ = true;
    }
    OP_REQUIRES_OK(c, MakeResourceHandleToOutput(c, 0, cinfo_.container(), cinfo_.name(), MakeTypeIndex<Counter>()));
  }

 private:
  mutex mu_;
  ContainerInfo cinfo_;
  bool made_ = false;
};
REGISTER_KERNEL_BUILDER(Name("CounterHandle").Device(DEVICE_CPU), CounterHandleOp);

REGISTER_OP("CounterAdd").Input("handle: resource").Input("by: int64").Output("value: int64").SetIsStateful().SetShapeFn(shape_inference::ScalarShape);
class CounterAddOp : public OpKernel {
 public:
  explicit CounterAddOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    Counter* counter;
    OP_REQUIRES_OK(c, LookupResource(c, HandleFromInput(c, 0), &counter));
    core::ScopedUnref unref(counter);
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, {}, &out));
    mutex_lock l(counter->mu);
    out->scalar<int64>()() = counter->value += c->input(1).scalar<int64>()();
  }
};
REGISTER_KERNEL_BUILDER(Name("CounterAdd").Device(DEVICE_CPU), CounterAddOp);

REGISTER_OP("RunningMean").Input("x: float").Output("mean: float").SetIsStateful().SetShapeFn(shape_inference::UnchangedShape);
class RunningMeanOp : public OpKernel {  // remembers what it has seen
 public:
  explicit RunningMeanOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    mutex_lock l(mu_);
    const Tensor& x = c->input(0);
    if (n_++ == 0) OP_REQUIRES_OK(c, c->allocate_temp(DT_FLOAT, x.shape(), &sum_));
    OP_REQUIRES(c, sum_.IsSameSize(x), errors::FailedPrecondition("the shape has changed"));
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, x.shape(), &out));
    for (int64 i = 0; i < x.NumElements(); i++) {
      const float sum = (n_ == 1 ? 0.0f : sum_.flat<float>()(i)) + x.flat<float>()(i);
      sum_.flat<float>()(i) = sum;
      out->flat<float>()(i) = sum / n_;
    }
  }

 private:
  mutex mu_;
  int n_ = 0;
  Tensor sum_;
};
REGISTER_KERNEL_BUILDER(Name("RunningMean").Device(DEVICE_CPU), RunningMeanOp);

REGISTER_OP("LastInput").Input("x: T").Attr("T: type").Output("last: T").SetIsStateful();
class LastInputOp : public OpKernel {  // keeps the tensor itself
 public:
  explicit LastInputOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    mutex_lock l(mu_);
    c->set_output(0, known_ ? last_ : c->input(0));
    last_ = c->input(0);
    known_ = true;
  }

 private:
  mutex mu_;
  bool known_ = false;
  Tensor last_;
};
REGISTER_KERNEL_BUILDER(Name("LastInput").Device(DEVICE_CPU), LastInputOp);

REGISTER_OP("ScaleInPlace").Input("var: Ref(float)").Input("by: float").Output("out: Ref(float)").Attr("use_locking: bool = true")
    .SetShapeFn(shape_inference::UnchangedShape);
class ScaleInPlaceOp : public OpKernel {
 public:
  explicit ScaleInPlaceOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    mutex_lock l(*c->input_ref_mutex(0));
    Tensor var = c->mutable_input(0, true);
    OP_REQUIRES(c, var.IsInitialized(), errors::FailedPrecondition("Attempting to use uninitialized variables: ", requested_input(0)));
    const float by = c->input(1).scalar<float>()();
    auto v = var.flat<float>();
    for (int64 i = 0; i < v.size(); i++) v(i) *= by;
    c->forward_ref_input_to_ref_output(0, 0);
  }
};
REGISTER_KERNEL_BUILDER(Name("ScaleInPlace").Device(DEVICE_CPU), ScaleInPlaceOp);

// -- chance, and threads ------------------------------------------------------------------------------------------------------------

REGISTER_OP("RandomWalk").Input("n: int32").Attr("seed: int = 0").Attr("seed2: int = 0").Output("path: float").Output("dice: int32").SetIsStateful();
class RandomWalkOp : public OpKernel {
 public:
  explicit RandomWalkOp(OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, generator_.Init(c)); }
  void Compute(OpKernelContext* c) override {
    const int n = c->input(0).scalar<int32>()();
    Tensor *path, *dice;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({n}), &path));
    OP_REQUIRES_OK(c, c->allocate_output(1, TensorShape({n}), &dice));
    random::PhiloxRandom local = generator_.ReserveSamples32(4 * n);
    random::SimplePhilox simple(&local);
    float at = 0;
    for (int i = 0; i < n; i++) {
      at += simple.RandFloat() - 0.5f;
      path->vec<float>()(i) = at;
      dice->vec<int32>()(i) = 1 + simple.Uniform(6);
    }
  }

 private:
  GuardedPhiloxRandom generator_;
};
REGISTER_KERNEL_BUILDER(Name("RandomWalk").Device(DEVICE_CPU), RandomWalkOp);

REGISTER_OP("WeightedDraws").Input("weights: float").Attr("n: int").Attr("seed: int = 1").Output("draws: int32").Output("noise: float");
class WeightedDrawsOp : public OpKernel {
 public:
  explicit WeightedDrawsOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("n", &n_));
    OP_REQUIRES_OK(c, c->GetAttr("seed", &seed_));
  }
  void Compute(OpKernelContext* c) override {
    auto w = c->input(0).vec<float>();
    random::DistributionSampler sampler(gtl::ArraySlice<float>(w.data(), w.size()));
    random::PhiloxRandom philox(seed_), other(seed_, 17);
    random::SimplePhilox simple(&philox);
    random::UniformDistribution<random::PhiloxRandom, float> uniform;
    Tensor *draws, *noise;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({n_}), &draws));
    OP_REQUIRES_OK(c, c->allocate_output(1, TensorShape({4}), &noise));
    for (int64 i = 0; i < n_; i++) draws->vec<int32>()(i) = sampler.Sample(&simple);
    other.Skip(3);
    const auto four = uniform(&other);
    for (int i = 0; i < 4; i++) noise->vec<float>()(i) = four[i];
  }

 private:
  int64 n_, seed_;
};
REGISTER_KERNEL_BUILDER(Name("WeightedDraws").Device(DEVICE_CPU), WeightedDrawsOp);

REGISTER_OP("LaterSum").Input("x: int64").Attr("fail: bool = false").Output("sum: int64").SetShapeFn(shape_inference::ScalarShape);
class LaterSumOp : public AsyncOpKernel {
 public:
  explicit LaterSumOp(OpKernelConstruction* c) : AsyncOpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("fail", &fail_)); }
  void ComputeAsync(OpKernelContext* c, DoneCallback done) override {
    OP_REQUIRES_ASYNC(c, !fail_, errors::Aborted("told to fail"), done);
    c->device()->tensorflow_cpu_worker_threads()->workers->Schedule([c, done] {
      Tensor* out;
      OP_REQUIRES_OK_ASYNC(c, c->allocate_output(0, TensorShape({}), &out), done);
      int64 sum = 0;
      for (int64 i = 0; i < c->input(0).NumElements(); i++) sum += c->input(0).flat<int64>()(i);
      out->scalar<int64>()() = sum;
      done();
    });
  }

 private:
  bool fail_;
};
REGISTER_KERNEL_BUILDER(Name("LaterSum").Device(DEVICE_CPU), LaterSumOp);

// -- which kernel, and what if there is none ---------------------------------------------------------------------------------------------

REGISTER_OP("WhichKernel").Input("x: T").Attr("T: {int32, int64, float, double, bool}").Output("who: string").SetShapeFn(shape_inference::ScalarShape);
template <int number>
class WhichKernelOp : public OpKernel {
 public:
  explicit WhichKernelOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override {
    Tensor* out;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({}), &out));
    out->scalar<string>()() = strings::StrCat(type_string(), " ", name(), " ", number);
  }
};
REGISTER_KERNEL_BUILDER(Name("WhichKernel").Device(DEVICE_CPU).TypeConstraint<int32>("T"), WhichKernelOp<1>);
REGISTER_KERNEL_BUILDER(Name("WhichKernel").Device(DEVICE_CPU).TypeConstraint("T", {DT_FLOAT, DT_INT64}).HostMemory("x"), WhichKernelOp<2>);
REGISTER_KERNEL_BUILDER(Name("WhichKernel").Device(DEVICE_CPU).TypeConstraint<double>("T").Priority(2), WhichKernelOp<3>);

REGISTER_OP("OnlyDeclared").Input("x: float").Output("y: float");

REGISTER_OP("ForgetsItsOutput").Input("x: float").Output("y: float");
class ForgetsItsOutputOp : public OpKernel {
 public:
  explicit ForgetsItsOutputOp(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* c) override { OP_REQUIRES(c, c->input(0).NumElements() < 3, errors::ResourceExhausted("too many: ", c->input(0).NumElements())); }
};
REGISTER_KERNEL_BUILDER(Name("ForgetsItsOutput").Device(DEVICE_CPU), ForgetsItsOutputOp);

}  // namespace tensorflow
