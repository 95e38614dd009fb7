// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class AllCandidateSampler {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  AllCandidateSampler(const Scope& scope, const Input& true_classes, int64 num_true, int64 num_sampled, bool unique) : AllCandidateSampler(scope, true_classes, num_true, num_sampled, unique, Attrs()) {}
  AllCandidateSampler(const Scope& scope, const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "AllCandidateSampler", "AllCandidateSampler", "true_classes:9>sampled_candidates:9,true_expected_count:1,sampled_expected_count:1");
    op.In(true_classes);
    op.Attr("num_true", num_true);
    op.Attr("num_sampled", num_sampled);
    op.Attr("unique", unique);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    sampled_candidates = op.Out(0);
    true_expected_count = op.Out(1);
    sampled_expected_count = op.Out(2);
  }
  AllCandidateSampler(const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, const GraphDefBuilder::Options& options) : AllCandidateSampler(options.scope(), true_classes, num_true, num_sampled, unique) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output sampled_candidates;
  Output true_expected_count;
  Output sampled_expected_count;
};

class ComputeAccidentalHits {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  ComputeAccidentalHits(const Scope& scope, const Input& true_classes, const Input& sampled_candidates, int64 num_true) : ComputeAccidentalHits(scope, true_classes, sampled_candidates, num_true, Attrs()) {}
  ComputeAccidentalHits(const Scope& scope, const Input& true_classes, const Input& sampled_candidates, int64 num_true, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ComputeAccidentalHits", "ComputeAccidentalHits", "true_classes:9,sampled_candidates:9>indices:3,ids:9,weights:1");
    op.In(true_classes);
    op.In(sampled_candidates);
    op.Attr("num_true", num_true);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    indices = op.Out(0);
    ids = op.Out(1);
    weights = op.Out(2);
  }
  ComputeAccidentalHits(const Input& true_classes, const Input& sampled_candidates, int64 num_true, const GraphDefBuilder::Options& options) : ComputeAccidentalHits(options.scope(), true_classes, sampled_candidates, num_true) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output indices;
  Output ids;
  Output weights;
};

class FixedUnigramCandidateSampler {
 public:
  struct Attrs {
    Attrs VocabFile(StringPiece x) const { Attrs a = *this; a.vocab_file_ = x; return a; }
    StringPiece vocab_file_ = "";
    Attrs Distortion(float x) const { Attrs a = *this; a.distortion_ = x; return a; }
    float distortion_ = 1.0f;
    Attrs NumReservedIds(int64 x) const { Attrs a = *this; a.num_reserved_ids_ = x; return a; }
    int64 num_reserved_ids_ = 0;
    Attrs NumShards(int64 x) const { Attrs a = *this; a.num_shards_ = x; return a; }
    int64 num_shards_ = 1;
    Attrs Shard(int64 x) const { Attrs a = *this; a.shard_ = x; return a; }
    int64 shard_ = 0;
    Attrs Unigrams(gtl::ArraySlice<float> x) const { Attrs a = *this; a.unigrams_ = x; return a; }
    gtl::ArraySlice<float> unigrams_;
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs VocabFile(StringPiece x) { return Attrs().VocabFile(x); }
  static Attrs Distortion(float x) { return Attrs().Distortion(x); }
  static Attrs NumReservedIds(int64 x) { return Attrs().NumReservedIds(x); }
  static Attrs NumShards(int64 x) { return Attrs().NumShards(x); }
  static Attrs Shard(int64 x) { return Attrs().Shard(x); }
  static Attrs Unigrams(gtl::ArraySlice<float> x) { return Attrs().Unigrams(x); }
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  FixedUnigramCandidateSampler(const Scope& scope, const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max) : FixedUnigramCandidateSampler(scope, true_classes, num_true, num_sampled, unique, range_max, Attrs()) {}
  FixedUnigramCandidateSampler(const Scope& scope, const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FixedUnigramCandidateSampler", "FixedUnigramCandidateSampler", "true_classes:9>sampled_candidates:9,true_expected_count:1,sampled_expected_count:1");
    op.In(true_classes);
    op.Attr("num_true", num_true);
    op.Attr("num_sampled", num_sampled);
    op.Attr("unique", unique);
    op.Attr("range_max", range_max);
    op.Attr("vocab_file", attrs.vocab_file_);
    op.Attr("distortion", attrs.distortion_);
    op.Attr("num_reserved_ids", attrs.num_reserved_ids_);
    op.Attr("num_shards", attrs.num_shards_);
    op.Attr("shard", attrs.shard_);
    op.Attr("unigrams", attrs.unigrams_);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    sampled_candidates = op.Out(0);
    true_expected_count = op.Out(1);
    sampled_expected_count = op.Out(2);
  }
  FixedUnigramCandidateSampler(const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max, const GraphDefBuilder::Options& options) : FixedUnigramCandidateSampler(options.scope(), true_classes, num_true, num_sampled, unique, range_max) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output sampled_candidates;
  Output true_expected_count;
  Output sampled_expected_count;
};

class LearnedUnigramCandidateSampler {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  LearnedUnigramCandidateSampler(const Scope& scope, const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max) : LearnedUnigramCandidateSampler(scope, true_classes, num_true, num_sampled, unique, range_max, Attrs()) {}
  LearnedUnigramCandidateSampler(const Scope& scope, const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "LearnedUnigramCandidateSampler", "LearnedUnigramCandidateSampler", "true_classes:9>sampled_candidates:9,true_expected_count:1,sampled_expected_count:1");
    op.In(true_classes);
    op.Attr("num_true", num_true);
    op.Attr("num_sampled", num_sampled);
    op.Attr("unique", unique);
    op.Attr("range_max", range_max);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    sampled_candidates = op.Out(0);
    true_expected_count = op.Out(1);
    sampled_expected_count = op.Out(2);
  }
  LearnedUnigramCandidateSampler(const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max, const GraphDefBuilder::Options& options) : LearnedUnigramCandidateSampler(options.scope(), true_classes, num_true, num_sampled, unique, range_max) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output sampled_candidates;
  Output true_expected_count;
  Output sampled_expected_count;
};

class LogUniformCandidateSampler {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  LogUniformCandidateSampler(const Scope& scope, const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max) : LogUniformCandidateSampler(scope, true_classes, num_true, num_sampled, unique, range_max, Attrs()) {}
  LogUniformCandidateSampler(const Scope& scope, const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "LogUniformCandidateSampler", "LogUniformCandidateSampler", "true_classes:9>sampled_candidates:9,true_expected_count:1,sampled_expected_count:1");
    op.In(true_classes);
    op.Attr("num_true", num_true);
    op.Attr("num_sampled", num_sampled);
    op.Attr("unique", unique);
    op.Attr("range_max", range_max);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    sampled_candidates = op.Out(0);
    true_expected_count = op.Out(1);
    sampled_expected_count = op.Out(2);
  }
  LogUniformCandidateSampler(const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max, const GraphDefBuilder::Options& options) : LogUniformCandidateSampler(options.scope(), true_classes, num_true, num_sampled, unique, range_max) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output sampled_candidates;
  Output true_expected_count;
  Output sampled_expected_count;
};

class UniformCandidateSampler {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  UniformCandidateSampler(const Scope& scope, const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max) : UniformCandidateSampler(scope, true_classes, num_true, num_sampled, unique, range_max, Attrs()) {}
  UniformCandidateSampler(const Scope& scope, const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "UniformCandidateSampler", "UniformCandidateSampler", "true_classes:9>sampled_candidates:9,true_expected_count:1,sampled_expected_count:1");
    op.In(true_classes);
    op.Attr("num_true", num_true);
    op.Attr("num_sampled", num_sampled);
    op.Attr("unique", unique);
    op.Attr("range_max", range_max);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    sampled_candidates = op.Out(0);
    true_expected_count = op.Out(1);
    sampled_expected_count = op.Out(2);
  }
  UniformCandidateSampler(const Input& true_classes, int64 num_true, int64 num_sampled, bool unique, int64 range_max, const GraphDefBuilder::Options& options) : UniformCandidateSampler(options.scope(), true_classes, num_true, num_sampled, unique, range_max) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output sampled_candidates;
  Output true_expected_count;
  Output sampled_expected_count;
};


}  // namespace ops
}  // namespace tensorflow
