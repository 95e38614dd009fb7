// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class Assert {
 public:
  struct Attrs {
    Attrs Summarize(int64 x) const { Attrs a = *this; a.summarize_ = x; return a; }
    int64 summarize_ = 3;
  };
  static Attrs Summarize(int64 x) { return Attrs().Summarize(x); }
  Assert(const Scope& scope, const Input& condition, const InputList& data) : Assert(scope, condition, data, Attrs()) {}
  Assert(const Scope& scope, const Input& condition, const InputList& data, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Assert", "Assert", "condition:10,data:[T>");
    op.In(condition);
    op.In(data);
    op.Attr("summarize", attrs.summarize_);
    if (!op.Done(&operation)) return;
  }
  Assert(const Input& condition, const InputList& data, const GraphDefBuilder::Options& options) : Assert(options.scope(), condition, data) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class AudioSummary {
 public:
  struct Attrs {
    Attrs MaxOutputs(int64 x) const { Attrs a = *this; a.max_outputs_ = x; return a; }
    int64 max_outputs_ = 3;
  };
  static Attrs MaxOutputs(int64 x) { return Attrs().MaxOutputs(x); }
  AudioSummary(const Scope& scope, const Input& tag, const Input& tensor, const Input& sample_rate) : AudioSummary(scope, tag, tensor, sample_rate, Attrs()) {}
  AudioSummary(const Scope& scope, const Input& tag, const Input& tensor, const Input& sample_rate, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "AudioSummary", "AudioSummaryV2", "tag:7,tensor:1,sample_rate:1>summary:7");
    op.In(tag);
    op.In(tensor);
    op.In(sample_rate);
    op.Attr("max_outputs", attrs.max_outputs_);
    if (!op.Done(&operation)) return;
    summary = op.Out(0);
  }
  AudioSummary(const Input& tag, const Input& tensor, const Input& sample_rate, const GraphDefBuilder::Options& options) : AudioSummary(options.scope(), tag, tensor, sample_rate) {}
  operator Output() const { return summary; }
  operator Input() const { return summary; }
  operator Node*() const { return summary.node(); }
  Node* node() const { return summary.node(); }
  Operation operation;
  Output summary;
};

class HistogramSummary {
 public:
  HistogramSummary(const Scope& scope, const Input& tag, const Input& values) {
    penstock::OpBuilder op(scope, "HistogramSummary", "HistogramSummary", "tag:7,values:T>summary:7");
    op.In(tag);
    op.In(values);
    if (!op.Done(&operation)) return;
    summary = op.Out(0);
  }
  HistogramSummary(const Input& tag, const Input& values, const GraphDefBuilder::Options& options) : HistogramSummary(options.scope(), tag, values) {}
  operator Output() const { return summary; }
  operator Input() const { return summary; }
  operator Node*() const { return summary.node(); }
  Node* node() const { return summary.node(); }
  Operation operation;
  Output summary;
};

class ImageSummary {
 public:
  struct Attrs {
    Attrs MaxImages(int64 x) const { Attrs a = *this; a.max_images_ = x; return a; }
    int64 max_images_ = 3;
    Attrs BadColor(const Tensor& x) const { Attrs a = *this; a.bad_color_ = x; return a; }
    Tensor bad_color_ = penstock::VectorOf<uint8>({255, 0, 0, 255});
  };
  static Attrs MaxImages(int64 x) { return Attrs().MaxImages(x); }
  static Attrs BadColor(const Tensor& x) { return Attrs().BadColor(x); }
  ImageSummary(const Scope& scope, const Input& tag, const Input& tensor) : ImageSummary(scope, tag, tensor, Attrs()) {}
  ImageSummary(const Scope& scope, const Input& tag, const Input& tensor, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ImageSummary", "ImageSummary", "tag:7,tensor:T>summary:7");
    op.In(tag);
    op.In(tensor);
    op.Attr("max_images", attrs.max_images_);
    op.Attr("bad_color", attrs.bad_color_);
    if (!op.Done(&operation)) return;
    summary = op.Out(0);
  }
  ImageSummary(const Input& tag, const Input& tensor, const GraphDefBuilder::Options& options) : ImageSummary(options.scope(), tag, tensor) {}
  operator Output() const { return summary; }
  operator Input() const { return summary; }
  operator Node*() const { return summary.node(); }
  Node* node() const { return summary.node(); }
  Operation operation;
  Output summary;
};

class MergeSummary {
 public:
  MergeSummary(const Scope& scope, const InputList& inputs) {
    penstock::OpBuilder op(scope, "MergeSummary", "MergeSummary", "inputs:N*7>summary:7");
    op.In(inputs);
    if (!op.Done(&operation)) return;
    summary = op.Out(0);
  }
  MergeSummary(const InputList& inputs, const GraphDefBuilder::Options& options) : MergeSummary(options.scope(), inputs) {}
  operator Output() const { return summary; }
  operator Input() const { return summary; }
  operator Node*() const { return summary.node(); }
  Node* node() const { return summary.node(); }
  Operation operation;
  Output summary;
};

class Print {
 public:
  struct Attrs {
    Attrs Message(StringPiece x) const { Attrs a = *this; a.message_ = x; return a; }
    StringPiece message_ = "";
    Attrs FirstN(int64 x) const { Attrs a = *this; a.first_n_ = x; return a; }
    int64 first_n_ = -1;
    Attrs Summarize(int64 x) const { Attrs a = *this; a.summarize_ = x; return a; }
    int64 summarize_ = 3;
  };
  static Attrs Message(StringPiece x) { return Attrs().Message(x); }
  static Attrs FirstN(int64 x) { return Attrs().FirstN(x); }
  static Attrs Summarize(int64 x) { return Attrs().Summarize(x); }
  Print(const Scope& scope, const Input& input, const InputList& data) : Print(scope, input, data, Attrs()) {}
  Print(const Scope& scope, const Input& input, const InputList& data, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Print", "Print", "input:T,data:[U>output:T");
    op.In(input);
    op.In(data);
    op.Attr("message", attrs.message_);
    op.Attr("first_n", attrs.first_n_);
    op.Attr("summarize", attrs.summarize_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Print(const Input& input, const InputList& data, const GraphDefBuilder::Options& options) : Print(options.scope(), input, data) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class PrintV2 {
 public:
  struct Attrs {
    Attrs OutputStream(StringPiece x) const { Attrs a = *this; a.output_stream_ = x; return a; }
    StringPiece output_stream_ = "stderr";
    Attrs End(StringPiece x) const { Attrs a = *this; a.end_ = x; return a; }
    StringPiece end_ = "\n";
  };
  static Attrs OutputStream(StringPiece x) { return Attrs().OutputStream(x); }
  static Attrs End(StringPiece x) { return Attrs().End(x); }
  PrintV2(const Scope& scope, const Input& input) : PrintV2(scope, input, Attrs()) {}
  PrintV2(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "PrintV2", "PrintV2", "input:7>");
    op.In(input);
    op.Attr("output_stream", attrs.output_stream_);
    op.Attr("end", attrs.end_);
    if (!op.Done(&operation)) return;
  }
  PrintV2(const Input& input, const GraphDefBuilder::Options& options) : PrintV2(options.scope(), input) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ScalarSummary {
 public:
  ScalarSummary(const Scope& scope, const Input& tags, const Input& values) {
    penstock::OpBuilder op(scope, "ScalarSummary", "ScalarSummary", "tags:7,values:T>summary:7");
    op.In(tags);
    op.In(values);
    if (!op.Done(&operation)) return;
    summary = op.Out(0);
  }
  ScalarSummary(const Input& tags, const Input& values, const GraphDefBuilder::Options& options) : ScalarSummary(options.scope(), tags, values) {}
  operator Output() const { return summary; }
  operator Input() const { return summary; }
  operator Node*() const { return summary.node(); }
  Node* node() const { return summary.node(); }
  Operation operation;
  Output summary;
};

class TensorSummary {
 public:
  struct Attrs {
    Attrs Description(StringPiece x) const { Attrs a = *this; a.description_ = x; return a; }
    StringPiece description_ = "";
    Attrs Labels(gtl::ArraySlice<string> x) const { Attrs a = *this; a.labels_ = x; return a; }
    gtl::ArraySlice<string> labels_;
    Attrs DisplayName(StringPiece x) const { Attrs a = *this; a.display_name_ = x; return a; }
    StringPiece display_name_ = "";
  };
  static Attrs Description(StringPiece x) { return Attrs().Description(x); }
  static Attrs Labels(gtl::ArraySlice<string> x) { return Attrs().Labels(x); }
  static Attrs DisplayName(StringPiece x) { return Attrs().DisplayName(x); }
  TensorSummary(const Scope& scope, const Input& tensor) : TensorSummary(scope, tensor, Attrs()) {}
  TensorSummary(const Scope& scope, const Input& tensor, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TensorSummary", "TensorSummary", "tensor:T>summary:7");
    op.In(tensor);
    op.Attr("description", attrs.description_);
    op.Attr("labels", attrs.labels_);
    op.Attr("display_name", attrs.display_name_);
    if (!op.Done(&operation)) return;
    summary = op.Out(0);
  }
  TensorSummary(const Input& tensor, const GraphDefBuilder::Options& options) : TensorSummary(options.scope(), tensor) {}
  operator Output() const { return summary; }
  operator Input() const { return summary; }
  operator Node*() const { return summary.node(); }
  Node* node() const { return summary.node(); }
  Operation operation;
  Output summary;
};

class TensorSummaryV2 {
 public:
  TensorSummaryV2(const Scope& scope, const Input& tag, const Input& tensor, const Input& serialized_summary_metadata) {
    penstock::OpBuilder op(scope, "TensorSummaryV2", "TensorSummaryV2", "tag:7,tensor:T,serialized_summary_metadata:7>summary:7");
    op.In(tag);
    op.In(tensor);
    op.In(serialized_summary_metadata);
    if (!op.Done(&operation)) return;
    summary = op.Out(0);
  }
  TensorSummaryV2(const Input& tag, const Input& tensor, const Input& serialized_summary_metadata, const GraphDefBuilder::Options& options) : TensorSummaryV2(options.scope(), tag, tensor, serialized_summary_metadata) {}
  operator Output() const { return summary; }
  operator Input() const { return summary; }
  operator Node*() const { return summary.node(); }
  Node* node() const { return summary.node(); }
  Operation operation;
  Output summary;
};

class Timestamp {
 public:
  Timestamp(const Scope& scope) {
    penstock::OpBuilder op(scope, "Timestamp", "Timestamp", ">ts:2");
    if (!op.Done(&operation)) return;
    ts = op.Out(0);
  }
  Timestamp(const GraphDefBuilder::Options& options) : Timestamp(options.scope()) {}
  operator Output() const { return ts; }
  operator Input() const { return ts; }
  operator Node*() const { return ts.node(); }
  Node* node() const { return ts.node(); }
  Operation operation;
  Output ts;
};


}  // namespace ops
}  // namespace tensorflow
