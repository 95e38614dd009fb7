// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class AudioSpectrogram {
 public:
  struct Attrs {
    Attrs MagnitudeSquared(bool x) const { Attrs a = *this; a.magnitude_squared_ = x; return a; }
    bool magnitude_squared_ = false;
  };
  static Attrs MagnitudeSquared(bool x) { return Attrs().MagnitudeSquared(x); }
  AudioSpectrogram(const Scope& scope, const Input& input, int64 window_size, int64 stride) : AudioSpectrogram(scope, input, window_size, stride, Attrs()) {}
  AudioSpectrogram(const Scope& scope, const Input& input, int64 window_size, int64 stride, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "AudioSpectrogram", "AudioSpectrogram", "input:1>spectrogram:1");
    op.In(input);
    op.Attr("window_size", window_size);
    op.Attr("stride", stride);
    op.Attr("magnitude_squared", attrs.magnitude_squared_);
    if (!op.Done(&operation)) return;
    spectrogram = op.Out(0);
  }
  AudioSpectrogram(const Input& input, int64 window_size, int64 stride, const GraphDefBuilder::Options& options) : AudioSpectrogram(options.scope(), input, window_size, stride) {}
  operator Output() const { return spectrogram; }
  operator Input() const { return spectrogram; }
  operator Node*() const { return spectrogram.node(); }
  Node* node() const { return spectrogram.node(); }
  Operation operation;
  Output spectrogram;
};

class DecodeWav {
 public:
  struct Attrs {
    Attrs DesiredChannels(int64 x) const { Attrs a = *this; a.desired_channels_ = x; return a; }
    int64 desired_channels_ = -1;
    Attrs DesiredSamples(int64 x) const { Attrs a = *this; a.desired_samples_ = x; return a; }
    int64 desired_samples_ = -1;
  };
  static Attrs DesiredChannels(int64 x) { return Attrs().DesiredChannels(x); }
  static Attrs DesiredSamples(int64 x) { return Attrs().DesiredSamples(x); }
  DecodeWav(const Scope& scope, const Input& contents) : DecodeWav(scope, contents, Attrs()) {}
  DecodeWav(const Scope& scope, const Input& contents, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DecodeWav", "DecodeWav", "contents:7>audio:1,sample_rate:3");
    op.In(contents);
    op.Attr("desired_channels", attrs.desired_channels_);
    op.Attr("desired_samples", attrs.desired_samples_);
    if (!op.Done(&operation)) return;
    audio = op.Out(0);
    sample_rate = op.Out(1);
  }
  DecodeWav(const Input& contents, const GraphDefBuilder::Options& options) : DecodeWav(options.scope(), contents) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output audio;
  Output sample_rate;
};

class EncodeWav {
 public:
  EncodeWav(const Scope& scope, const Input& audio, const Input& sample_rate) {
    penstock::OpBuilder op(scope, "EncodeWav", "EncodeWav", "audio:1,sample_rate:3>contents:7");
    op.In(audio);
    op.In(sample_rate);
    if (!op.Done(&operation)) return;
    contents = op.Out(0);
  }
  EncodeWav(const Input& audio, const Input& sample_rate, const GraphDefBuilder::Options& options) : EncodeWav(options.scope(), audio, sample_rate) {}
  operator Output() const { return contents; }
  operator Input() const { return contents; }
  operator Node*() const { return contents.node(); }
  Node* node() const { return contents.node(); }
  Operation operation;
  Output contents;
};

class Mfcc {
 public:
  struct Attrs {
    Attrs UpperFrequencyLimit(float x) const { Attrs a = *this; a.upper_frequency_limit_ = x; return a; }
    float upper_frequency_limit_ = 4000.0f;
    Attrs LowerFrequencyLimit(float x) const { Attrs a = *this; a.lower_frequency_limit_ = x; return a; }
    float lower_frequency_limit_ = 20.0f;
    Attrs FilterbankChannelCount(int64 x) const { Attrs a = *this; a.filterbank_channel_count_ = x; return a; }
    int64 filterbank_channel_count_ = 40;
    Attrs DctCoefficientCount(int64 x) const { Attrs a = *this; a.dct_coefficient_count_ = x; return a; }
    int64 dct_coefficient_count_ = 13;
  };
  static Attrs UpperFrequencyLimit(float x) { return Attrs().UpperFrequencyLimit(x); }
  static Attrs LowerFrequencyLimit(float x) { return Attrs().LowerFrequencyLimit(x); }
  static Attrs FilterbankChannelCount(int64 x) { return Attrs().FilterbankChannelCount(x); }
  static Attrs DctCoefficientCount(int64 x) { return Attrs().DctCoefficientCount(x); }
  Mfcc(const Scope& scope, const Input& spectrogram, const Input& sample_rate) : Mfcc(scope, spectrogram, sample_rate, Attrs()) {}
  Mfcc(const Scope& scope, const Input& spectrogram, const Input& sample_rate, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Mfcc", "Mfcc", "spectrogram:1,sample_rate:3>output:1");
    op.In(spectrogram);
    op.In(sample_rate);
    op.Attr("upper_frequency_limit", attrs.upper_frequency_limit_);
    op.Attr("lower_frequency_limit", attrs.lower_frequency_limit_);
    op.Attr("filterbank_channel_count", attrs.filterbank_channel_count_);
    op.Attr("dct_coefficient_count", attrs.dct_coefficient_count_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Mfcc(const Input& spectrogram, const Input& sample_rate, const GraphDefBuilder::Options& options) : Mfcc(options.scope(), spectrogram, sample_rate) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};


}  // namespace ops
}  // namespace tensorflow
