// The two operations of the word2vec tutorial: pairs of words from a text, and steps with negative samples.
#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>
#include <vector>

#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/lib/core/stringpiece.h"
#include "tensorflow/core/lib/gtl/map_util.h"
#include "tensorflow/core/lib/random/distribution_sampler.h"
#include "tensorflow/core/lib/random/philox_random.h"
#include "tensorflow/core/lib/random/simple_philox.h"
#include "tensorflow/core/lib/strings/str_util.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/thread_annotations.h"
#include "tensorflow/core/util/guarded_philox_random.h"

namespace tensorflow {

REGISTER_OP("SkipgramWord2vec")
    .Output("vocab_word: string")
    .Output("vocab_freq: int32")
    .Output("words_per_epoch: int64")
    .Output("current_epoch: int32")
    .Output("total_words_processed: int64")
    .Output("examples: int32")
    .Output("labels: int32")
    .SetIsStateful()
    .Attr("filename: string")
    .Attr("batch_size: int")
    .Attr("window_size: int = 5")
    .Attr("min_count: int = 5")
    .Attr("subsample: float = 1e-3")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0");

class SkipgramWord2vecOp : public OpKernel {
 public:
  explicit SkipgramWord2vecOp(OpKernelConstruction* c) : OpKernel(c) {
    string filename;
    OP_REQUIRES_OK(c, c->GetAttr("filename", &filename));
    OP_REQUIRES_OK(c, c->GetAttr("batch_size", &batch_size_));
    OP_REQUIRES_OK(c, c->GetAttr("window_size", &window_));
    OP_REQUIRES_OK(c, c->GetAttr("min_count", &min_count_));
    OP_REQUIRES_OK(c, c->GetAttr("subsample", &subsample_));
    OP_REQUIRES_OK(c, guarded_.Init(c));
    philox_ = guarded_.ReserveSamples128(int64{1} << 40);
    simple_.reset(new random::SimplePhilox(&philox_));
    OP_REQUIRES_OK(c, Read(c->env(), filename));
  }

  void Compute(OpKernelContext* c) override {
    Tensor words_per_epoch(DT_INT64, TensorShape({})), epoch(DT_INT32, TensorShape({})), total(DT_INT64, TensorShape({}));
    Tensor examples(DT_INT32, TensorShape({batch_size_})), labels(DT_INT32, TensorShape({batch_size_}));
    {
      mutex_lock l(mu_);
      for (int i = 0; i < batch_size_; i++) NextPair(&examples.flat<int32>()(i), &labels.flat<int32>()(i));
      words_per_epoch.scalar<int64>()() = static_cast<int64>(corpus_.size());
      epoch.scalar<int32>()() = epoch_;
      total.scalar<int64>()() = processed_;
    }
    c->set_output(0, words_);
    c->set_output(1, frequencies_);
    c->set_output(2, words_per_epoch);
    c->set_output(3, epoch);
    c->set_output(4, total);
    c->set_output(5, examples);
    c->set_output(6, labels);
  }

 private:
  Status Read(Env* env, const string& filename) {
    string text;
    TF_RETURN_IF_ERROR(ReadFileToString(env, filename, &text));
    const std::vector<string> tokens = str_util::Split(text, " \n\t", str_util::SkipEmpty());
    std::unordered_map<string, int32> counts;
    for (const string& token : tokens) ++counts[token];
    if (tokens.size() < static_cast<size_t>(window_) * 10)
      return errors::InvalidArgument("The text file ", filename, " contains too little data: ", tokens.size(), " words");
    std::vector<std::pair<string, int32>> kept;
    for (const auto& entry : counts)
      if (entry.second >= min_count_) kept.push_back(entry);
    std::sort(kept.begin(), kept.end(), [](const std::pair<string, int32>& a, const std::pair<string, int32>& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    const int64 n = static_cast<int64>(kept.size()) + 1;
    words_ = Tensor(DT_STRING, TensorShape({n}));
    frequencies_ = Tensor(DT_INT32, TensorShape({n}));
    words_.flat<string>()(0) = "UNK";
    frequencies_.flat<int32>()(0) = 0;
    std::unordered_map<string, int32> ids;
    for (int64 i = 1; i < n; i++) {
      words_.flat<string>()(i) = kept[i - 1].first;
      frequencies_.flat<int32>()(i) = kept[i - 1].second;
      ids[kept[i - 1].first] = i;
    }
    for (const string& token : tokens) corpus_.push_back(gtl::FindWithDefault(ids, token, 0));
    return Status::OK();
  }

  // A word that is frequent is left out often.
  bool Keep(int32 word) {
    const float frequency = frequencies_.flat<int32>()(word);
    if (subsample_ <= 0 || frequency == 0) return word != 0;
    const float share = subsample_ * corpus_.size() / frequency;
    return simple_->RandFloat() <= (std::sqrt(1 / share) + 1) * share;
  }

  void NextSentence() EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    sentence_.clear();
    while (sentence_.size() < 100) {
      if (at_ == corpus_.size()) {
        at_ = 0;
        epoch_++;
      }
      const int32 word = corpus_[at_++];
      processed_++;
      if (Keep(word)) sentence_.push_back(word);
    }
    center_ = 0;
    StartWindow();
  }
  void StartWindow() EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    const int reach = 1 + static_cast<int>(simple_->Uniform(window_));
    neighbour_ = std::max(0, center_ - reach);
    limit_ = std::min(static_cast<int>(sentence_.size()), center_ + reach + 1);
  }
  void NextPair(int32* example, int32* label) EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    for (;;) {
      if (center_ >= static_cast<int>(sentence_.size())) NextSentence();
      if (neighbour_ == center_) neighbour_++;
      if (neighbour_ < limit_) break;
      if (++center_ < static_cast<int>(sentence_.size())) StartWindow();
    }
    *example = sentence_[center_];
    *label = sentence_[neighbour_++];
  }

  int32 batch_size_ = 0, window_ = 5, min_count_ = 5;
  float subsample_ = 1e-3;
  Tensor words_, frequencies_;
  std::vector<int32> corpus_;
  mutex mu_;
  GuardedPhiloxRandom guarded_;
  random::PhiloxRandom philox_ GUARDED_BY(mu_);
  std::unique_ptr<random::SimplePhilox> simple_ GUARDED_BY(mu_);
  size_t at_ GUARDED_BY(mu_) = 0;
  int32 epoch_ GUARDED_BY(mu_) = 0;
  int64 processed_ GUARDED_BY(mu_) = 0;
  std::vector<int32> sentence_ GUARDED_BY(mu_);
  int center_ GUARDED_BY(mu_) = 0, neighbour_ GUARDED_BY(mu_) = 0, limit_ GUARDED_BY(mu_) = 0;
};
REGISTER_KERNEL_BUILDER(Name("SkipgramWord2vec").Device(DEVICE_CPU), SkipgramWord2vecOp);

REGISTER_OP("NegTrainWord2vec")
    .Input("w_in: Ref(float)")
    .Input("w_out: Ref(float)")
    .Input("examples: int32")
    .Input("labels: int32")
    .Input("lr: float")
    .SetIsStateful()
    .Attr("vocab_count: list(int)")
    .Attr("num_negative_samples: int")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0");

class NegTrainWord2vecOp : public OpKernel {
 public:
  explicit NegTrainWord2vecOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, guarded_.Init(c));
    OP_REQUIRES_OK(c, c->GetAttr("num_negative_samples", &negatives_));
    std::vector<int32> counts;
    OP_REQUIRES_OK(c, c->GetAttr("vocab_count", &counts));
    std::vector<float> weights;
    for (int32 n : counts) weights.push_back(std::pow(static_cast<float>(n), 0.75f));
    sampler_.reset(new random::DistributionSampler(weights));
  }

  void Compute(OpKernelContext* c) override {
    Tensor w_in = c->mutable_input(0, false), w_out = c->mutable_input(1, false);
    OP_REQUIRES(c, TensorShapeUtils::IsMatrix(w_in.shape()), errors::InvalidArgument("Must be a matrix"));
    OP_REQUIRES(c, w_in.shape() == w_out.shape(), errors::InvalidArgument("w_in.shape == w_out.shape"));
    const Tensor &examples = c->input(2), &labels = c->input(3);
    OP_REQUIRES(c, TensorShapeUtils::IsVector(examples.shape()), errors::InvalidArgument("Must be a vector"));
    OP_REQUIRES(c, examples.shape() == labels.shape(), errors::InvalidArgument("examples.shape == labels.shape"));
    const float lr = c->input(4).scalar<float>()();
    auto in = w_in.matrix<float>(), out = w_out.matrix<float>();
    const int64 n = examples.NumElements(), vocab = in.dimension(0), dims = in.dimension(1);
    OP_REQUIRES(c, vocab == sampler_->num(), errors::InvalidArgument("vocab_size mismatches: ", vocab, " vs. ", sampler_->num()));
    random::PhiloxRandom philox = guarded_.ReserveSamples128((n * negatives_ * 2 + 3) / 4);
    random::SimplePhilox simple(&philox);
    std::vector<float> change(dims);
    for (int64 i = 0; i < n; i++) {
      const int32 example = examples.vec<int32>()(i), label = labels.vec<int32>()(i);
      OP_REQUIRES(c, example >= 0 && example < vocab && label >= 0 && label < vocab, errors::InvalidArgument("no such word"));
      std::fill(change.begin(), change.end(), 0.0f);
      for (int k = 0; k <= negatives_; k++) {
        const int32 word = k == 0 ? label : sampler_->Sample(&simple);
        if (k > 0 && word == label) continue;
        float dot = 0;
        for (int64 d = 0; d < dims; d++) dot += in(example, d) * out(word, d);
        const float g = lr * ((k == 0 ? 1.0f : 0.0f) - 1.0f / (1.0f + std::exp(-dot)));
        for (int64 d = 0; d < dims; d++) {
          change[d] += g * out(word, d);
          out(word, d) += g * in(example, d);
        }
      }
      for (int64 d = 0; d < dims; d++) in(example, d) += change[d];
    }
  }

 private:
  int32 negatives_ = 0;
  std::unique_ptr<random::DistributionSampler> sampler_;
  GuardedPhiloxRandom guarded_;
};
REGISTER_KERNEL_BUILDER(Name("NegTrainWord2vec").Device(DEVICE_CPU), NegTrainWord2vecOp);

}  // namespace tensorflow
