// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class AsString {
 public:
  struct Attrs {
    Attrs Precision(int64 x) const { Attrs a = *this; a.precision_ = x; return a; }
    int64 precision_ = -1;
    Attrs Scientific(bool x) const { Attrs a = *this; a.scientific_ = x; return a; }
    bool scientific_ = false;
    Attrs Shortest(bool x) const { Attrs a = *this; a.shortest_ = x; return a; }
    bool shortest_ = false;
    Attrs Width(int64 x) const { Attrs a = *this; a.width_ = x; return a; }
    int64 width_ = -1;
    Attrs Fill(StringPiece x) const { Attrs a = *this; a.fill_ = x; return a; }
    StringPiece fill_ = "";
  };
  static Attrs Precision(int64 x) { return Attrs().Precision(x); }
  static Attrs Scientific(bool x) { return Attrs().Scientific(x); }
  static Attrs Shortest(bool x) { return Attrs().Shortest(x); }
  static Attrs Width(int64 x) { return Attrs().Width(x); }
  static Attrs Fill(StringPiece x) { return Attrs().Fill(x); }
  AsString(const Scope& scope, const Input& input) : AsString(scope, input, Attrs()) {}
  AsString(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "AsString", "AsString", "input:T>output:7");
    op.In(input);
    op.Attr("precision", attrs.precision_);
    op.Attr("scientific", attrs.scientific_);
    op.Attr("shortest", attrs.shortest_);
    op.Attr("width", attrs.width_);
    op.Attr("fill", attrs.fill_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  AsString(const Input& input, const GraphDefBuilder::Options& options) : AsString(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DecodeBase64 {
 public:
  DecodeBase64(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "DecodeBase64", "DecodeBase64", "input:7>output:7");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DecodeBase64(const Input& input, const GraphDefBuilder::Options& options) : DecodeBase64(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class EncodeBase64 {
 public:
  struct Attrs {
    Attrs Pad(bool x) const { Attrs a = *this; a.pad_ = x; return a; }
    bool pad_ = false;
  };
  static Attrs Pad(bool x) { return Attrs().Pad(x); }
  EncodeBase64(const Scope& scope, const Input& input) : EncodeBase64(scope, input, Attrs()) {}
  EncodeBase64(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "EncodeBase64", "EncodeBase64", "input:7>output:7");
    op.In(input);
    op.Attr("pad", attrs.pad_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  EncodeBase64(const Input& input, const GraphDefBuilder::Options& options) : EncodeBase64(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ReduceJoin {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const { Attrs a = *this; a.keep_dims_ = x; return a; }
    bool keep_dims_ = false;
    Attrs Separator(StringPiece x) const { Attrs a = *this; a.separator_ = x; return a; }
    StringPiece separator_ = "";
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }
  static Attrs Separator(StringPiece x) { return Attrs().Separator(x); }
  ReduceJoin(const Scope& scope, const Input& inputs, const Input& reduction_indices) : ReduceJoin(scope, inputs, reduction_indices, Attrs()) {}
  ReduceJoin(const Scope& scope, const Input& inputs, const Input& reduction_indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ReduceJoin", "ReduceJoin", "inputs:7,reduction_indices:3>output:7");
    op.In(inputs);
    op.In(reduction_indices);
    op.Attr("keep_dims", attrs.keep_dims_);
    op.Attr("separator", attrs.separator_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  ReduceJoin(const Input& inputs, const Input& reduction_indices, const GraphDefBuilder::Options& options) : ReduceJoin(options.scope(), inputs, reduction_indices) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RegexFullMatch {
 public:
  RegexFullMatch(const Scope& scope, const Input& input, const Input& pattern) {
    penstock::OpBuilder op(scope, "RegexFullMatch", "RegexFullMatch", "input:7,pattern:7>output:10");
    op.In(input);
    op.In(pattern);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  RegexFullMatch(const Input& input, const Input& pattern, const GraphDefBuilder::Options& options) : RegexFullMatch(options.scope(), input, pattern) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class RegexReplace {
 public:
  struct Attrs {
    Attrs ReplaceGlobal(bool x) const { Attrs a = *this; a.replace_global_ = x; return a; }
    bool replace_global_ = true;
  };
  static Attrs ReplaceGlobal(bool x) { return Attrs().ReplaceGlobal(x); }
  RegexReplace(const Scope& scope, const Input& input, const Input& pattern, const Input& rewrite) : RegexReplace(scope, input, pattern, rewrite, Attrs()) {}
  RegexReplace(const Scope& scope, const Input& input, const Input& pattern, const Input& rewrite, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "RegexReplace", "RegexReplace", "input:7,pattern:7,rewrite:7>output:7");
    op.In(input);
    op.In(pattern);
    op.In(rewrite);
    op.Attr("replace_global", attrs.replace_global_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  RegexReplace(const Input& input, const Input& pattern, const Input& rewrite, const GraphDefBuilder::Options& options) : RegexReplace(options.scope(), input, pattern, rewrite) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StringFormat {
 public:
  struct Attrs {
    Attrs Template(StringPiece x) const { Attrs a = *this; a.template_ = x; return a; }
    StringPiece template_ = "%s";
    Attrs Placeholder(StringPiece x) const { Attrs a = *this; a.placeholder_ = x; return a; }
    StringPiece placeholder_ = "%s";
    Attrs Summarize(int64 x) const { Attrs a = *this; a.summarize_ = x; return a; }
    int64 summarize_ = 3;
  };
  static Attrs Template(StringPiece x) { return Attrs().Template(x); }
  static Attrs Placeholder(StringPiece x) { return Attrs().Placeholder(x); }
  static Attrs Summarize(int64 x) { return Attrs().Summarize(x); }
  StringFormat(const Scope& scope, const InputList& inputs) : StringFormat(scope, inputs, Attrs()) {}
  StringFormat(const Scope& scope, const InputList& inputs, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StringFormat", "StringFormat", "inputs:[T>output:7");
    op.In(inputs);
    op.Attr("template", attrs.template_);
    op.Attr("placeholder", attrs.placeholder_);
    op.Attr("summarize", attrs.summarize_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StringFormat(const InputList& inputs, const GraphDefBuilder::Options& options) : StringFormat(options.scope(), inputs) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StringJoin {
 public:
  struct Attrs {
    Attrs Separator(StringPiece x) const { Attrs a = *this; a.separator_ = x; return a; }
    StringPiece separator_ = "";
  };
  static Attrs Separator(StringPiece x) { return Attrs().Separator(x); }
  StringJoin(const Scope& scope, const InputList& inputs) : StringJoin(scope, inputs, Attrs()) {}
  StringJoin(const Scope& scope, const InputList& inputs, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StringJoin", "StringJoin", "inputs:N*7>output:7");
    op.In(inputs);
    op.Attr("separator", attrs.separator_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StringJoin(const InputList& inputs, const GraphDefBuilder::Options& options) : StringJoin(options.scope(), inputs) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StringLength {
 public:
  struct Attrs {
    Attrs Unit(StringPiece x) const { Attrs a = *this; a.unit_ = x; return a; }
    StringPiece unit_ = "BYTE";
  };
  static Attrs Unit(StringPiece x) { return Attrs().Unit(x); }
  StringLength(const Scope& scope, const Input& input) : StringLength(scope, input, Attrs()) {}
  StringLength(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StringLength", "StringLength", "input:7>output:3");
    op.In(input);
    op.Attr("unit", attrs.unit_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StringLength(const Input& input, const GraphDefBuilder::Options& options) : StringLength(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StringLower {
 public:
  struct Attrs {
    Attrs Encoding(StringPiece x) const { Attrs a = *this; a.encoding_ = x; return a; }
    StringPiece encoding_ = "";
  };
  static Attrs Encoding(StringPiece x) { return Attrs().Encoding(x); }
  StringLower(const Scope& scope, const Input& input) : StringLower(scope, input, Attrs()) {}
  StringLower(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StringLower", "StringLower", "input:7>output:7");
    op.In(input);
    op.Attr("encoding", attrs.encoding_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StringLower(const Input& input, const GraphDefBuilder::Options& options) : StringLower(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StringNGrams {
 public:
  StringNGrams(const Scope& scope, const Input& data, const Input& data_splits, StringPiece separator, gtl::ArraySlice<int> ngram_widths, StringPiece left_pad, StringPiece right_pad, int64 pad_width, bool preserve_short_sequences) {
    penstock::OpBuilder op(scope, "StringNGrams", "StringNGrams", "data:7,data_splits:Tsplits>ngrams:7,ngrams_splits:Tsplits");
    op.In(data);
    op.In(data_splits);
    op.Attr("separator", separator);
    op.Attr("ngram_widths", ngram_widths);
    op.Attr("left_pad", left_pad);
    op.Attr("right_pad", right_pad);
    op.Attr("pad_width", pad_width);
    op.Attr("preserve_short_sequences", preserve_short_sequences);
    if (!op.Done(&operation)) return;
    ngrams = op.Out(0);
    ngrams_splits = op.Out(1);
  }
  StringNGrams(const Input& data, const Input& data_splits, StringPiece separator, gtl::ArraySlice<int> ngram_widths, StringPiece left_pad, StringPiece right_pad, int64 pad_width, bool preserve_short_sequences, const GraphDefBuilder::Options& options) : StringNGrams(options.scope(), data, data_splits, separator, ngram_widths, left_pad, right_pad, pad_width, preserve_short_sequences) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output ngrams;
  Output ngrams_splits;
};

class StringSplit {
 public:
  struct Attrs {
    Attrs SkipEmpty(bool x) const { Attrs a = *this; a.skip_empty_ = x; return a; }
    bool skip_empty_ = true;
  };
  static Attrs SkipEmpty(bool x) { return Attrs().SkipEmpty(x); }
  StringSplit(const Scope& scope, const Input& input, const Input& delimiter) : StringSplit(scope, input, delimiter, Attrs()) {}
  StringSplit(const Scope& scope, const Input& input, const Input& delimiter, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StringSplit", "StringSplit", "input:7,delimiter:7>indices:9,values:7,shape:9");
    op.In(input);
    op.In(delimiter);
    op.Attr("skip_empty", attrs.skip_empty_);
    if (!op.Done(&operation)) return;
    indices = op.Out(0);
    values = op.Out(1);
    shape = op.Out(2);
  }
  StringSplit(const Input& input, const Input& delimiter, const GraphDefBuilder::Options& options) : StringSplit(options.scope(), input, delimiter) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output indices;
  Output values;
  Output shape;
};

class StringSplitV2 {
 public:
  struct Attrs {
    Attrs Maxsplit(int64 x) const { Attrs a = *this; a.maxsplit_ = x; return a; }
    int64 maxsplit_ = -1;
  };
  static Attrs Maxsplit(int64 x) { return Attrs().Maxsplit(x); }
  StringSplitV2(const Scope& scope, const Input& input, const Input& sep) : StringSplitV2(scope, input, sep, Attrs()) {}
  StringSplitV2(const Scope& scope, const Input& input, const Input& sep, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StringSplitV2", "StringSplitV2", "input:7,sep:7>indices:9,values:7,shape:9");
    op.In(input);
    op.In(sep);
    op.Attr("maxsplit", attrs.maxsplit_);
    if (!op.Done(&operation)) return;
    indices = op.Out(0);
    values = op.Out(1);
    shape = op.Out(2);
  }
  StringSplitV2(const Input& input, const Input& sep, const GraphDefBuilder::Options& options) : StringSplitV2(options.scope(), input, sep) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output indices;
  Output values;
  Output shape;
};

class StringStrip {
 public:
  StringStrip(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "StringStrip", "StringStrip", "input:7>output:7");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StringStrip(const Input& input, const GraphDefBuilder::Options& options) : StringStrip(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StringToHashBucket {
 public:
  StringToHashBucket(const Scope& scope, const Input& string_tensor, int64 num_buckets) {
    penstock::OpBuilder op(scope, "StringToHashBucket", "StringToHashBucket", "string_tensor:7>output:9");
    op.In(string_tensor);
    op.Attr("num_buckets", num_buckets);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StringToHashBucket(const Input& string_tensor, int64 num_buckets, const GraphDefBuilder::Options& options) : StringToHashBucket(options.scope(), string_tensor, num_buckets) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StringToHashBucketFast {
 public:
  StringToHashBucketFast(const Scope& scope, const Input& input, int64 num_buckets) {
    penstock::OpBuilder op(scope, "StringToHashBucketFast", "StringToHashBucketFast", "input:7>output:9");
    op.In(input);
    op.Attr("num_buckets", num_buckets);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StringToHashBucketFast(const Input& input, int64 num_buckets, const GraphDefBuilder::Options& options) : StringToHashBucketFast(options.scope(), input, num_buckets) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StringToHashBucketStrong {
 public:
  StringToHashBucketStrong(const Scope& scope, const Input& input, int64 num_buckets, gtl::ArraySlice<int> key) {
    penstock::OpBuilder op(scope, "StringToHashBucketStrong", "StringToHashBucketStrong", "input:7>output:9");
    op.In(input);
    op.Attr("num_buckets", num_buckets);
    op.Attr("key", key);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StringToHashBucketStrong(const Input& input, int64 num_buckets, gtl::ArraySlice<int> key, const GraphDefBuilder::Options& options) : StringToHashBucketStrong(options.scope(), input, num_buckets, key) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class StringUpper {
 public:
  struct Attrs {
    Attrs Encoding(StringPiece x) const { Attrs a = *this; a.encoding_ = x; return a; }
    StringPiece encoding_ = "";
  };
  static Attrs Encoding(StringPiece x) { return Attrs().Encoding(x); }
  StringUpper(const Scope& scope, const Input& input) : StringUpper(scope, input, Attrs()) {}
  StringUpper(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StringUpper", "StringUpper", "input:7>output:7");
    op.In(input);
    op.Attr("encoding", attrs.encoding_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  StringUpper(const Input& input, const GraphDefBuilder::Options& options) : StringUpper(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Substr {
 public:
  struct Attrs {
    Attrs Unit(StringPiece x) const { Attrs a = *this; a.unit_ = x; return a; }
    StringPiece unit_ = "BYTE";
  };
  static Attrs Unit(StringPiece x) { return Attrs().Unit(x); }
  Substr(const Scope& scope, const Input& input, const Input& pos, const Input& len) : Substr(scope, input, pos, len, Attrs()) {}
  Substr(const Scope& scope, const Input& input, const Input& pos, const Input& len, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Substr", "Substr", "input:7,pos:T,len:T>output:7");
    op.In(input);
    op.In(pos);
    op.In(len);
    op.Attr("unit", attrs.unit_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Substr(const Input& input, const Input& pos, const Input& len, const GraphDefBuilder::Options& options) : Substr(options.scope(), input, pos, len) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class UnicodeScript {
 public:
  UnicodeScript(const Scope& scope, const Input& input) {
    penstock::OpBuilder op(scope, "UnicodeScript", "UnicodeScript", "input:3>output:3");
    op.In(input);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  UnicodeScript(const Input& input, const GraphDefBuilder::Options& options) : UnicodeScript(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class UnicodeTranscode {
 public:
  struct Attrs {
    Attrs Errors(StringPiece x) const { Attrs a = *this; a.errors_ = x; return a; }
    StringPiece errors_ = "replace";
    Attrs ReplacementChar(int64 x) const { Attrs a = *this; a.replacement_char_ = x; return a; }
    int64 replacement_char_ = 65533;
    Attrs ReplaceControlCharacters(bool x) const { Attrs a = *this; a.replace_control_characters_ = x; return a; }
    bool replace_control_characters_ = false;
  };
  static Attrs Errors(StringPiece x) { return Attrs().Errors(x); }
  static Attrs ReplacementChar(int64 x) { return Attrs().ReplacementChar(x); }
  static Attrs ReplaceControlCharacters(bool x) { return Attrs().ReplaceControlCharacters(x); }
  UnicodeTranscode(const Scope& scope, const Input& input, StringPiece input_encoding, StringPiece output_encoding) : UnicodeTranscode(scope, input, input_encoding, output_encoding, Attrs()) {}
  UnicodeTranscode(const Scope& scope, const Input& input, StringPiece input_encoding, StringPiece output_encoding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "UnicodeTranscode", "UnicodeTranscode", "input:7>output:7");
    op.In(input);
    op.Attr("input_encoding", input_encoding);
    op.Attr("output_encoding", output_encoding);
    op.Attr("errors", attrs.errors_);
    op.Attr("replacement_char", attrs.replacement_char_);
    op.Attr("replace_control_characters", attrs.replace_control_characters_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  UnicodeTranscode(const Input& input, StringPiece input_encoding, StringPiece output_encoding, const GraphDefBuilder::Options& options) : UnicodeTranscode(options.scope(), input, input_encoding, output_encoding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};


}  // namespace ops
}  // namespace tensorflow
