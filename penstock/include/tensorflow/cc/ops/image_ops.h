// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class AdjustContrast {
 public:
  AdjustContrast(const Scope& scope, const Input& images, const Input& contrast_factor) {
    penstock::OpBuilder op(scope, "AdjustContrast", "AdjustContrastv2", "images:T,contrast_factor:1>output:T");
    op.In(images);
    op.In(contrast_factor);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  AdjustContrast(const Input& images, const Input& contrast_factor, const GraphDefBuilder::Options& options) : AdjustContrast(options.scope(), images, contrast_factor) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class AdjustHue {
 public:
  AdjustHue(const Scope& scope, const Input& images, const Input& delta) {
    penstock::OpBuilder op(scope, "AdjustHue", "AdjustHue", "images:T,delta:1>output:T");
    op.In(images);
    op.In(delta);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  AdjustHue(const Input& images, const Input& delta, const GraphDefBuilder::Options& options) : AdjustHue(options.scope(), images, delta) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class AdjustSaturation {
 public:
  AdjustSaturation(const Scope& scope, const Input& images, const Input& scale) {
    penstock::OpBuilder op(scope, "AdjustSaturation", "AdjustSaturation", "images:T,scale:1>output:T");
    op.In(images);
    op.In(scale);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  AdjustSaturation(const Input& images, const Input& scale, const GraphDefBuilder::Options& options) : AdjustSaturation(options.scope(), images, scale) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class CombinedNonMaxSuppression {
 public:
  struct Attrs {
    Attrs PadPerClass(bool x) const { Attrs a = *this; a.pad_per_class_ = x; return a; }
    bool pad_per_class_ = false;
    Attrs ClipBoxes(bool x) const { Attrs a = *this; a.clip_boxes_ = x; return a; }
    bool clip_boxes_ = true;
  };
  static Attrs PadPerClass(bool x) { return Attrs().PadPerClass(x); }
  static Attrs ClipBoxes(bool x) { return Attrs().ClipBoxes(x); }
  CombinedNonMaxSuppression(const Scope& scope, const Input& boxes, const Input& scores, const Input& max_output_size_per_class, const Input& max_total_size, const Input& iou_threshold, const Input& score_threshold) : CombinedNonMaxSuppression(scope, boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold, Attrs()) {}
  CombinedNonMaxSuppression(const Scope& scope, const Input& boxes, const Input& scores, const Input& max_output_size_per_class, const Input& max_total_size, const Input& iou_threshold, const Input& score_threshold, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "CombinedNonMaxSuppression", "CombinedNonMaxSuppression", "boxes:1,scores:1,max_output_size_per_class:3,max_total_size:3,iou_threshold:1,score_threshold:1>nmsed_boxes:1,nmsed_scores:1,nmsed_classes:1,valid_detections:3");
    op.In(boxes);
    op.In(scores);
    op.In(max_output_size_per_class);
    op.In(max_total_size);
    op.In(iou_threshold);
    op.In(score_threshold);
    op.Attr("pad_per_class", attrs.pad_per_class_);
    op.Attr("clip_boxes", attrs.clip_boxes_);
    if (!op.Done(&operation)) return;
    nmsed_boxes = op.Out(0);
    nmsed_scores = op.Out(1);
    nmsed_classes = op.Out(2);
    valid_detections = op.Out(3);
  }
  CombinedNonMaxSuppression(const Input& boxes, const Input& scores, const Input& max_output_size_per_class, const Input& max_total_size, const Input& iou_threshold, const Input& score_threshold, const GraphDefBuilder::Options& options) : CombinedNonMaxSuppression(options.scope(), boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output nmsed_boxes;
  Output nmsed_scores;
  Output nmsed_classes;
  Output valid_detections;
};

class CropAndResize {
 public:
  struct Attrs {
    Attrs Method(StringPiece x) const { Attrs a = *this; a.method_ = x; return a; }
    StringPiece method_ = "bilinear";
    Attrs ExtrapolationValue(float x) const { Attrs a = *this; a.extrapolation_value_ = x; return a; }
    float extrapolation_value_ = 0.0f;
  };
  static Attrs Method(StringPiece x) { return Attrs().Method(x); }
  static Attrs ExtrapolationValue(float x) { return Attrs().ExtrapolationValue(x); }
  CropAndResize(const Scope& scope, const Input& image, const Input& boxes, const Input& box_ind, const Input& crop_size) : CropAndResize(scope, image, boxes, box_ind, crop_size, Attrs()) {}
  CropAndResize(const Scope& scope, const Input& image, const Input& boxes, const Input& box_ind, const Input& crop_size, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "CropAndResize", "CropAndResize", "image:T,boxes:1,box_ind:3,crop_size:3>crops:1");
    op.In(image);
    op.In(boxes);
    op.In(box_ind);
    op.In(crop_size);
    op.Attr("method", attrs.method_);
    op.Attr("extrapolation_value", attrs.extrapolation_value_);
    if (!op.Done(&operation)) return;
    crops = op.Out(0);
  }
  CropAndResize(const Input& image, const Input& boxes, const Input& box_ind, const Input& crop_size, const GraphDefBuilder::Options& options) : CropAndResize(options.scope(), image, boxes, box_ind, crop_size) {}
  operator Output() const { return crops; }
  operator Input() const { return crops; }
  operator Node*() const { return crops.node(); }
  Node* node() const { return crops.node(); }
  Operation operation;
  Output crops;
};

class CropAndResizeGradBoxes {
 public:
  struct Attrs {
    Attrs Method(StringPiece x) const { Attrs a = *this; a.method_ = x; return a; }
    StringPiece method_ = "bilinear";
  };
  static Attrs Method(StringPiece x) { return Attrs().Method(x); }
  CropAndResizeGradBoxes(const Scope& scope, const Input& grads, const Input& image, const Input& boxes, const Input& box_ind) : CropAndResizeGradBoxes(scope, grads, image, boxes, box_ind, Attrs()) {}
  CropAndResizeGradBoxes(const Scope& scope, const Input& grads, const Input& image, const Input& boxes, const Input& box_ind, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "CropAndResizeGradBoxes", "CropAndResizeGradBoxes", "grads:1,image:T,boxes:1,box_ind:3>output:1");
    op.In(grads);
    op.In(image);
    op.In(boxes);
    op.In(box_ind);
    op.Attr("method", attrs.method_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  CropAndResizeGradBoxes(const Input& grads, const Input& image, const Input& boxes, const Input& box_ind, const GraphDefBuilder::Options& options) : CropAndResizeGradBoxes(options.scope(), grads, image, boxes, box_ind) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class CropAndResizeGradImage {
 public:
  struct Attrs {
    Attrs Method(StringPiece x) const { Attrs a = *this; a.method_ = x; return a; }
    StringPiece method_ = "bilinear";
  };
  static Attrs Method(StringPiece x) { return Attrs().Method(x); }
  CropAndResizeGradImage(const Scope& scope, const Input& grads, const Input& boxes, const Input& box_ind, const Input& image_size, DataType T) : CropAndResizeGradImage(scope, grads, boxes, box_ind, image_size, T, Attrs()) {}
  CropAndResizeGradImage(const Scope& scope, const Input& grads, const Input& boxes, const Input& box_ind, const Input& image_size, DataType T, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "CropAndResizeGradImage", "CropAndResizeGradImage", "grads:1,boxes:1,box_ind:3,image_size:3>output:T");
    op.In(grads);
    op.In(boxes);
    op.In(box_ind);
    op.In(image_size);
    op.Attr("T", T);
    op.Attr("method", attrs.method_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  CropAndResizeGradImage(const Input& grads, const Input& boxes, const Input& box_ind, const Input& image_size, DataType T, const GraphDefBuilder::Options& options) : CropAndResizeGradImage(options.scope(), grads, boxes, box_ind, image_size, T) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DecodeAndCropJpeg {
 public:
  struct Attrs {
    Attrs Channels(int64 x) const { Attrs a = *this; a.channels_ = x; return a; }
    int64 channels_ = 0;
    Attrs Ratio(int64 x) const { Attrs a = *this; a.ratio_ = x; return a; }
    int64 ratio_ = 1;
    Attrs FancyUpscaling(bool x) const { Attrs a = *this; a.fancy_upscaling_ = x; return a; }
    bool fancy_upscaling_ = true;
    Attrs TryRecoverTruncated(bool x) const { Attrs a = *this; a.try_recover_truncated_ = x; return a; }
    bool try_recover_truncated_ = false;
    Attrs AcceptableFraction(float x) const { Attrs a = *this; a.acceptable_fraction_ = x; return a; }
    float acceptable_fraction_ = 1.0f;
    Attrs DctMethod(StringPiece x) const { Attrs a = *this; a.dct_method_ = x; return a; }
    StringPiece dct_method_ = "";
  };
  static Attrs Channels(int64 x) { return Attrs().Channels(x); }
  static Attrs Ratio(int64 x) { return Attrs().Ratio(x); }
  static Attrs FancyUpscaling(bool x) { return Attrs().FancyUpscaling(x); }
  static Attrs TryRecoverTruncated(bool x) { return Attrs().TryRecoverTruncated(x); }
  static Attrs AcceptableFraction(float x) { return Attrs().AcceptableFraction(x); }
  static Attrs DctMethod(StringPiece x) { return Attrs().DctMethod(x); }
  DecodeAndCropJpeg(const Scope& scope, const Input& contents, const Input& crop_window) : DecodeAndCropJpeg(scope, contents, crop_window, Attrs()) {}
  DecodeAndCropJpeg(const Scope& scope, const Input& contents, const Input& crop_window, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DecodeAndCropJpeg", "DecodeAndCropJpeg", "contents:7,crop_window:3>image:4");
    op.In(contents);
    op.In(crop_window);
    op.Attr("channels", attrs.channels_);
    op.Attr("ratio", attrs.ratio_);
    op.Attr("fancy_upscaling", attrs.fancy_upscaling_);
    op.Attr("try_recover_truncated", attrs.try_recover_truncated_);
    op.Attr("acceptable_fraction", attrs.acceptable_fraction_);
    op.Attr("dct_method", attrs.dct_method_);
    if (!op.Done(&operation)) return;
    image = op.Out(0);
  }
  DecodeAndCropJpeg(const Input& contents, const Input& crop_window, const GraphDefBuilder::Options& options) : DecodeAndCropJpeg(options.scope(), contents, crop_window) {}
  operator Output() const { return image; }
  operator Input() const { return image; }
  operator Node*() const { return image.node(); }
  Node* node() const { return image.node(); }
  Operation operation;
  Output image;
};

class DecodeBmp {
 public:
  struct Attrs {
    Attrs Channels(int64 x) const { Attrs a = *this; a.channels_ = x; return a; }
    int64 channels_ = 0;
  };
  static Attrs Channels(int64 x) { return Attrs().Channels(x); }
  DecodeBmp(const Scope& scope, const Input& contents) : DecodeBmp(scope, contents, Attrs()) {}
  DecodeBmp(const Scope& scope, const Input& contents, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DecodeBmp", "DecodeBmp", "contents:7>image:4");
    op.In(contents);
    op.Attr("channels", attrs.channels_);
    if (!op.Done(&operation)) return;
    image = op.Out(0);
  }
  DecodeBmp(const Input& contents, const GraphDefBuilder::Options& options) : DecodeBmp(options.scope(), contents) {}
  operator Output() const { return image; }
  operator Input() const { return image; }
  operator Node*() const { return image.node(); }
  Node* node() const { return image.node(); }
  Operation operation;
  Output image;
};

class DecodeGif {
 public:
  DecodeGif(const Scope& scope, const Input& contents) {
    penstock::OpBuilder op(scope, "DecodeGif", "DecodeGif", "contents:7>image:4");
    op.In(contents);
    if (!op.Done(&operation)) return;
    image = op.Out(0);
  }
  DecodeGif(const Input& contents, const GraphDefBuilder::Options& options) : DecodeGif(options.scope(), contents) {}
  operator Output() const { return image; }
  operator Input() const { return image; }
  operator Node*() const { return image.node(); }
  Node* node() const { return image.node(); }
  Operation operation;
  Output image;
};

class DecodeJpeg {
 public:
  struct Attrs {
    Attrs Channels(int64 x) const { Attrs a = *this; a.channels_ = x; return a; }
    int64 channels_ = 0;
    Attrs Ratio(int64 x) const { Attrs a = *this; a.ratio_ = x; return a; }
    int64 ratio_ = 1;
    Attrs FancyUpscaling(bool x) const { Attrs a = *this; a.fancy_upscaling_ = x; return a; }
    bool fancy_upscaling_ = true;
    Attrs TryRecoverTruncated(bool x) const { Attrs a = *this; a.try_recover_truncated_ = x; return a; }
    bool try_recover_truncated_ = false;
    Attrs AcceptableFraction(float x) const { Attrs a = *this; a.acceptable_fraction_ = x; return a; }
    float acceptable_fraction_ = 1.0f;
    Attrs DctMethod(StringPiece x) const { Attrs a = *this; a.dct_method_ = x; return a; }
    StringPiece dct_method_ = "";
  };
  static Attrs Channels(int64 x) { return Attrs().Channels(x); }
  static Attrs Ratio(int64 x) { return Attrs().Ratio(x); }
  static Attrs FancyUpscaling(bool x) { return Attrs().FancyUpscaling(x); }
  static Attrs TryRecoverTruncated(bool x) { return Attrs().TryRecoverTruncated(x); }
  static Attrs AcceptableFraction(float x) { return Attrs().AcceptableFraction(x); }
  static Attrs DctMethod(StringPiece x) { return Attrs().DctMethod(x); }
  DecodeJpeg(const Scope& scope, const Input& contents) : DecodeJpeg(scope, contents, Attrs()) {}
  DecodeJpeg(const Scope& scope, const Input& contents, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DecodeJpeg", "DecodeJpeg", "contents:7>image:4");
    op.In(contents);
    op.Attr("channels", attrs.channels_);
    op.Attr("ratio", attrs.ratio_);
    op.Attr("fancy_upscaling", attrs.fancy_upscaling_);
    op.Attr("try_recover_truncated", attrs.try_recover_truncated_);
    op.Attr("acceptable_fraction", attrs.acceptable_fraction_);
    op.Attr("dct_method", attrs.dct_method_);
    if (!op.Done(&operation)) return;
    image = op.Out(0);
  }
  DecodeJpeg(const Input& contents, const GraphDefBuilder::Options& options) : DecodeJpeg(options.scope(), contents) {}
  operator Output() const { return image; }
  operator Input() const { return image; }
  operator Node*() const { return image.node(); }
  Node* node() const { return image.node(); }
  Operation operation;
  Output image;
};

class DecodePng {
 public:
  struct Attrs {
    Attrs Channels(int64 x) const { Attrs a = *this; a.channels_ = x; return a; }
    int64 channels_ = 0;
    Attrs Dtype(DataType x) const { Attrs a = *this; a.dtype_ = x; return a; }
    DataType dtype_ = static_cast<DataType>(4);
  };
  static Attrs Channels(int64 x) { return Attrs().Channels(x); }
  static Attrs Dtype(DataType x) { return Attrs().Dtype(x); }
  DecodePng(const Scope& scope, const Input& contents) : DecodePng(scope, contents, Attrs()) {}
  DecodePng(const Scope& scope, const Input& contents, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DecodePng", "DecodePng", "contents:7>image:dtype");
    op.In(contents);
    op.Attr("channels", attrs.channels_);
    op.Attr("dtype", attrs.dtype_);
    if (!op.Done(&operation)) return;
    image = op.Out(0);
  }
  DecodePng(const Input& contents, const GraphDefBuilder::Options& options) : DecodePng(options.scope(), contents) {}
  operator Output() const { return image; }
  operator Input() const { return image; }
  operator Node*() const { return image.node(); }
  Node* node() const { return image.node(); }
  Operation operation;
  Output image;
};

class DrawBoundingBoxes {
 public:
  DrawBoundingBoxes(const Scope& scope, const Input& images, const Input& boxes) {
    penstock::OpBuilder op(scope, "DrawBoundingBoxes", "DrawBoundingBoxes", "images:T,boxes:1>output:T");
    op.In(images);
    op.In(boxes);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DrawBoundingBoxes(const Input& images, const Input& boxes, const GraphDefBuilder::Options& options) : DrawBoundingBoxes(options.scope(), images, boxes) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DrawBoundingBoxesV2 {
 public:
  DrawBoundingBoxesV2(const Scope& scope, const Input& images, const Input& boxes, const Input& colors) {
    penstock::OpBuilder op(scope, "DrawBoundingBoxesV2", "DrawBoundingBoxesV2", "images:T,boxes:1,colors:1>output:T");
    op.In(images);
    op.In(boxes);
    op.In(colors);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DrawBoundingBoxesV2(const Input& images, const Input& boxes, const Input& colors, const GraphDefBuilder::Options& options) : DrawBoundingBoxesV2(options.scope(), images, boxes, colors) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class EncodeJpeg {
 public:
  struct Attrs {
    Attrs Format(StringPiece x) const { Attrs a = *this; a.format_ = x; return a; }
    StringPiece format_ = "";
    Attrs Quality(int64 x) const { Attrs a = *this; a.quality_ = x; return a; }
    int64 quality_ = 95;
    Attrs Progressive(bool x) const { Attrs a = *this; a.progressive_ = x; return a; }
    bool progressive_ = false;
    Attrs OptimizeSize(bool x) const { Attrs a = *this; a.optimize_size_ = x; return a; }
    bool optimize_size_ = false;
    Attrs ChromaDownsampling(bool x) const { Attrs a = *this; a.chroma_downsampling_ = x; return a; }
    bool chroma_downsampling_ = true;
    Attrs DensityUnit(StringPiece x) const { Attrs a = *this; a.density_unit_ = x; return a; }
    StringPiece density_unit_ = "in";
    Attrs XDensity(int64 x) const { Attrs a = *this; a.x_density_ = x; return a; }
    int64 x_density_ = 300;
    Attrs YDensity(int64 x) const { Attrs a = *this; a.y_density_ = x; return a; }
    int64 y_density_ = 300;
    Attrs XmpMetadata(StringPiece x) const { Attrs a = *this; a.xmp_metadata_ = x; return a; }
    StringPiece xmp_metadata_ = "";
  };
  static Attrs Format(StringPiece x) { return Attrs().Format(x); }
  static Attrs Quality(int64 x) { return Attrs().Quality(x); }
  static Attrs Progressive(bool x) { return Attrs().Progressive(x); }
  static Attrs OptimizeSize(bool x) { return Attrs().OptimizeSize(x); }
  static Attrs ChromaDownsampling(bool x) { return Attrs().ChromaDownsampling(x); }
  static Attrs DensityUnit(StringPiece x) { return Attrs().DensityUnit(x); }
  static Attrs XDensity(int64 x) { return Attrs().XDensity(x); }
  static Attrs YDensity(int64 x) { return Attrs().YDensity(x); }
  static Attrs XmpMetadata(StringPiece x) { return Attrs().XmpMetadata(x); }
  EncodeJpeg(const Scope& scope, const Input& image) : EncodeJpeg(scope, image, Attrs()) {}
  EncodeJpeg(const Scope& scope, const Input& image, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "EncodeJpeg", "EncodeJpeg", "image:4>contents:7");
    op.In(image);
    op.Attr("format", attrs.format_);
    op.Attr("quality", attrs.quality_);
    op.Attr("progressive", attrs.progressive_);
    op.Attr("optimize_size", attrs.optimize_size_);
    op.Attr("chroma_downsampling", attrs.chroma_downsampling_);
    op.Attr("density_unit", attrs.density_unit_);
    op.Attr("x_density", attrs.x_density_);
    op.Attr("y_density", attrs.y_density_);
    op.Attr("xmp_metadata", attrs.xmp_metadata_);
    if (!op.Done(&operation)) return;
    contents = op.Out(0);
  }
  EncodeJpeg(const Input& image, const GraphDefBuilder::Options& options) : EncodeJpeg(options.scope(), image) {}
  operator Output() const { return contents; }
  operator Input() const { return contents; }
  operator Node*() const { return contents.node(); }
  Node* node() const { return contents.node(); }
  Operation operation;
  Output contents;
};

class EncodeJpegVariableQuality {
 public:
  EncodeJpegVariableQuality(const Scope& scope, const Input& images, const Input& quality) {
    penstock::OpBuilder op(scope, "EncodeJpegVariableQuality", "EncodeJpegVariableQuality", "images:4,quality:3>contents:7");
    op.In(images);
    op.In(quality);
    if (!op.Done(&operation)) return;
    contents = op.Out(0);
  }
  EncodeJpegVariableQuality(const Input& images, const Input& quality, const GraphDefBuilder::Options& options) : EncodeJpegVariableQuality(options.scope(), images, quality) {}
  operator Output() const { return contents; }
  operator Input() const { return contents; }
  operator Node*() const { return contents.node(); }
  Node* node() const { return contents.node(); }
  Operation operation;
  Output contents;
};

class EncodePng {
 public:
  struct Attrs {
    Attrs Compression(int64 x) const { Attrs a = *this; a.compression_ = x; return a; }
    int64 compression_ = -1;
  };
  static Attrs Compression(int64 x) { return Attrs().Compression(x); }
  EncodePng(const Scope& scope, const Input& image) : EncodePng(scope, image, Attrs()) {}
  EncodePng(const Scope& scope, const Input& image, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "EncodePng", "EncodePng", "image:T>contents:7");
    op.In(image);
    op.Attr("compression", attrs.compression_);
    if (!op.Done(&operation)) return;
    contents = op.Out(0);
  }
  EncodePng(const Input& image, const GraphDefBuilder::Options& options) : EncodePng(options.scope(), image) {}
  operator Output() const { return contents; }
  operator Input() const { return contents; }
  operator Node*() const { return contents.node(); }
  Node* node() const { return contents.node(); }
  Operation operation;
  Output contents;
};

class ExtractGlimpse {
 public:
  struct Attrs {
    Attrs Centered(bool x) const { Attrs a = *this; a.centered_ = x; return a; }
    bool centered_ = true;
    Attrs Normalized(bool x) const { Attrs a = *this; a.normalized_ = x; return a; }
    bool normalized_ = true;
    Attrs UniformNoise(bool x) const { Attrs a = *this; a.uniform_noise_ = x; return a; }
    bool uniform_noise_ = true;
    Attrs Noise(StringPiece x) const { Attrs a = *this; a.noise_ = x; return a; }
    StringPiece noise_ = "uniform";
  };
  static Attrs Centered(bool x) { return Attrs().Centered(x); }
  static Attrs Normalized(bool x) { return Attrs().Normalized(x); }
  static Attrs UniformNoise(bool x) { return Attrs().UniformNoise(x); }
  static Attrs Noise(StringPiece x) { return Attrs().Noise(x); }
  ExtractGlimpse(const Scope& scope, const Input& input, const Input& size, const Input& offsets) : ExtractGlimpse(scope, input, size, offsets, Attrs()) {}
  ExtractGlimpse(const Scope& scope, const Input& input, const Input& size, const Input& offsets, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ExtractGlimpse", "ExtractGlimpse", "input:1,size:3,offsets:1>glimpse:1");
    op.In(input);
    op.In(size);
    op.In(offsets);
    op.Attr("centered", attrs.centered_);
    op.Attr("normalized", attrs.normalized_);
    op.Attr("uniform_noise", attrs.uniform_noise_);
    op.Attr("noise", attrs.noise_);
    if (!op.Done(&operation)) return;
    glimpse = op.Out(0);
  }
  ExtractGlimpse(const Input& input, const Input& size, const Input& offsets, const GraphDefBuilder::Options& options) : ExtractGlimpse(options.scope(), input, size, offsets) {}
  operator Output() const { return glimpse; }
  operator Input() const { return glimpse; }
  operator Node*() const { return glimpse.node(); }
  Node* node() const { return glimpse.node(); }
  Operation operation;
  Output glimpse;
};

class ExtractJpegShape {
 public:
  struct Attrs {
    Attrs OutputType(DataType x) const { Attrs a = *this; a.output_type_ = x; return a; }
    DataType output_type_ = static_cast<DataType>(3);
  };
  static Attrs OutputType(DataType x) { return Attrs().OutputType(x); }
  ExtractJpegShape(const Scope& scope, const Input& contents) : ExtractJpegShape(scope, contents, Attrs()) {}
  ExtractJpegShape(const Scope& scope, const Input& contents, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ExtractJpegShape", "ExtractJpegShape", "contents:7>image_shape:output_type");
    op.In(contents);
    op.Attr("output_type", attrs.output_type_);
    if (!op.Done(&operation)) return;
    image_shape = op.Out(0);
  }
  ExtractJpegShape(const Input& contents, const GraphDefBuilder::Options& options) : ExtractJpegShape(options.scope(), contents) {}
  operator Output() const { return image_shape; }
  operator Input() const { return image_shape; }
  operator Node*() const { return image_shape.node(); }
  Node* node() const { return image_shape.node(); }
  Operation operation;
  Output image_shape;
};

class HSVToRGB {
 public:
  HSVToRGB(const Scope& scope, const Input& images) {
    penstock::OpBuilder op(scope, "HSVToRGB", "HSVToRGB", "images:T>output:T");
    op.In(images);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  HSVToRGB(const Input& images, const GraphDefBuilder::Options& options) : HSVToRGB(options.scope(), images) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class NonMaxSuppression {
 public:
  struct Attrs {
    Attrs IouThreshold(float x) const { Attrs a = *this; a.iou_threshold_ = x; return a; }
    float iou_threshold_ = 0.5f;
  };
  static Attrs IouThreshold(float x) { return Attrs().IouThreshold(x); }
  NonMaxSuppression(const Scope& scope, const Input& boxes, const Input& scores, const Input& max_output_size) : NonMaxSuppression(scope, boxes, scores, max_output_size, Attrs()) {}
  NonMaxSuppression(const Scope& scope, const Input& boxes, const Input& scores, const Input& max_output_size, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "NonMaxSuppression", "NonMaxSuppression", "boxes:1,scores:1,max_output_size:3>selected_indices:3");
    op.In(boxes);
    op.In(scores);
    op.In(max_output_size);
    op.Attr("iou_threshold", attrs.iou_threshold_);
    if (!op.Done(&operation)) return;
    selected_indices = op.Out(0);
  }
  NonMaxSuppression(const Input& boxes, const Input& scores, const Input& max_output_size, const GraphDefBuilder::Options& options) : NonMaxSuppression(options.scope(), boxes, scores, max_output_size) {}
  operator Output() const { return selected_indices; }
  operator Input() const { return selected_indices; }
  operator Node*() const { return selected_indices.node(); }
  Node* node() const { return selected_indices.node(); }
  Operation operation;
  Output selected_indices;
};

class NonMaxSuppressionV2 {
 public:
  NonMaxSuppressionV2(const Scope& scope, const Input& boxes, const Input& scores, const Input& max_output_size, const Input& iou_threshold) {
    penstock::OpBuilder op(scope, "NonMaxSuppressionV2", "NonMaxSuppressionV2", "boxes:T,scores:T,max_output_size:3,iou_threshold:T_threshold>selected_indices:3");
    op.In(boxes);
    op.In(scores);
    op.In(max_output_size);
    op.In(iou_threshold);
    if (!op.Done(&operation)) return;
    selected_indices = op.Out(0);
  }
  NonMaxSuppressionV2(const Input& boxes, const Input& scores, const Input& max_output_size, const Input& iou_threshold, const GraphDefBuilder::Options& options) : NonMaxSuppressionV2(options.scope(), boxes, scores, max_output_size, iou_threshold) {}
  operator Output() const { return selected_indices; }
  operator Input() const { return selected_indices; }
  operator Node*() const { return selected_indices.node(); }
  Node* node() const { return selected_indices.node(); }
  Operation operation;
  Output selected_indices;
};

class NonMaxSuppressionV3 {
 public:
  NonMaxSuppressionV3(const Scope& scope, const Input& boxes, const Input& scores, const Input& max_output_size, const Input& iou_threshold, const Input& score_threshold) {
    penstock::OpBuilder op(scope, "NonMaxSuppressionV3", "NonMaxSuppressionV3", "boxes:T,scores:T,max_output_size:3,iou_threshold:T_threshold,score_threshold:T_threshold>selected_indices:3");
    op.In(boxes);
    op.In(scores);
    op.In(max_output_size);
    op.In(iou_threshold);
    op.In(score_threshold);
    if (!op.Done(&operation)) return;
    selected_indices = op.Out(0);
  }
  NonMaxSuppressionV3(const Input& boxes, const Input& scores, const Input& max_output_size, const Input& iou_threshold, const Input& score_threshold, const GraphDefBuilder::Options& options) : NonMaxSuppressionV3(options.scope(), boxes, scores, max_output_size, iou_threshold, score_threshold) {}
  operator Output() const { return selected_indices; }
  operator Input() const { return selected_indices; }
  operator Node*() const { return selected_indices.node(); }
  Node* node() const { return selected_indices.node(); }
  Operation operation;
  Output selected_indices;
};

class NonMaxSuppressionV4 {
 public:
  struct Attrs {
    Attrs PadToMaxOutputSize(bool x) const { Attrs a = *this; a.pad_to_max_output_size_ = x; return a; }
    bool pad_to_max_output_size_ = false;
  };
  static Attrs PadToMaxOutputSize(bool x) { return Attrs().PadToMaxOutputSize(x); }
  NonMaxSuppressionV4(const Scope& scope, const Input& boxes, const Input& scores, const Input& max_output_size, const Input& iou_threshold, const Input& score_threshold) : NonMaxSuppressionV4(scope, boxes, scores, max_output_size, iou_threshold, score_threshold, Attrs()) {}
  NonMaxSuppressionV4(const Scope& scope, const Input& boxes, const Input& scores, const Input& max_output_size, const Input& iou_threshold, const Input& score_threshold, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "NonMaxSuppressionV4", "NonMaxSuppressionV4", "boxes:T,scores:T,max_output_size:3,iou_threshold:T_threshold,score_threshold:T_threshold>selected_indices:3,valid_outputs:3");
    op.In(boxes);
    op.In(scores);
    op.In(max_output_size);
    op.In(iou_threshold);
    op.In(score_threshold);
    op.Attr("pad_to_max_output_size", attrs.pad_to_max_output_size_);
    if (!op.Done(&operation)) return;
    selected_indices = op.Out(0);
    valid_outputs = op.Out(1);
  }
  NonMaxSuppressionV4(const Input& boxes, const Input& scores, const Input& max_output_size, const Input& iou_threshold, const Input& score_threshold, const GraphDefBuilder::Options& options) : NonMaxSuppressionV4(options.scope(), boxes, scores, max_output_size, iou_threshold, score_threshold) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output selected_indices;
  Output valid_outputs;
};

class NonMaxSuppressionV5 {
 public:
  struct Attrs {
    Attrs PadToMaxOutputSize(bool x) const { Attrs a = *this; a.pad_to_max_output_size_ = x; return a; }
    bool pad_to_max_output_size_ = false;
  };
  static Attrs PadToMaxOutputSize(bool x) { return Attrs().PadToMaxOutputSize(x); }
  NonMaxSuppressionV5(const Scope& scope, const Input& boxes, const Input& scores, const Input& max_output_size, const Input& iou_threshold, const Input& score_threshold, const Input& soft_nms_sigma) : NonMaxSuppressionV5(scope, boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma, Attrs()) {}
  NonMaxSuppressionV5(const Scope& scope, const Input& boxes, const Input& scores, const Input& max_output_size, const Input& iou_threshold, const Input& score_threshold, const Input& soft_nms_sigma, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "NonMaxSuppressionV5", "NonMaxSuppressionV5", "boxes:T,scores:T,max_output_size:3,iou_threshold:T,score_threshold:T,soft_nms_sigma:T>selected_indices:3,selected_scores:T,valid_outputs:3");
    op.In(boxes);
    op.In(scores);
    op.In(max_output_size);
    op.In(iou_threshold);
    op.In(score_threshold);
    op.In(soft_nms_sigma);
    op.Attr("pad_to_max_output_size", attrs.pad_to_max_output_size_);
    if (!op.Done(&operation)) return;
    selected_indices = op.Out(0);
    selected_scores = op.Out(1);
    valid_outputs = op.Out(2);
  }
  NonMaxSuppressionV5(const Input& boxes, const Input& scores, const Input& max_output_size, const Input& iou_threshold, const Input& score_threshold, const Input& soft_nms_sigma, const GraphDefBuilder::Options& options) : NonMaxSuppressionV5(options.scope(), boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output selected_indices;
  Output selected_scores;
  Output valid_outputs;
};

class NonMaxSuppressionWithOverlaps {
 public:
  NonMaxSuppressionWithOverlaps(const Scope& scope, const Input& overlaps, const Input& scores, const Input& max_output_size, const Input& overlap_threshold, const Input& score_threshold) {
    penstock::OpBuilder op(scope, "NonMaxSuppressionWithOverlaps", "NonMaxSuppressionWithOverlaps", "overlaps:1,scores:1,max_output_size:3,overlap_threshold:1,score_threshold:1>selected_indices:3");
    op.In(overlaps);
    op.In(scores);
    op.In(max_output_size);
    op.In(overlap_threshold);
    op.In(score_threshold);
    if (!op.Done(&operation)) return;
    selected_indices = op.Out(0);
  }
  NonMaxSuppressionWithOverlaps(const Input& overlaps, const Input& scores, const Input& max_output_size, const Input& overlap_threshold, const Input& score_threshold, const GraphDefBuilder::Options& options) : NonMaxSuppressionWithOverlaps(options.scope(), overlaps, scores, max_output_size, overlap_threshold, score_threshold) {}
  operator Output() const { return selected_indices; }
  operator Input() const { return selected_indices; }
  operator Node*() const { return selected_indices.node(); }
  Node* node() const { return selected_indices.node(); }
  Operation operation;
  Output selected_indices;
};

class QuantizedResizeBilinear {
 public:
  struct Attrs {
    Attrs AlignCorners(bool x) const { Attrs a = *this; a.align_corners_ = x; return a; }
    bool align_corners_ = false;
    Attrs HalfPixelCenters(bool x) const { Attrs a = *this; a.half_pixel_centers_ = x; return a; }
    bool half_pixel_centers_ = false;
  };
  static Attrs AlignCorners(bool x) { return Attrs().AlignCorners(x); }
  static Attrs HalfPixelCenters(bool x) { return Attrs().HalfPixelCenters(x); }
  QuantizedResizeBilinear(const Scope& scope, const Input& images, const Input& size, const Input& min, const Input& max) : QuantizedResizeBilinear(scope, images, size, min, max, Attrs()) {}
  QuantizedResizeBilinear(const Scope& scope, const Input& images, const Input& size, const Input& min, const Input& max, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizedResizeBilinear", "QuantizedResizeBilinear", "images:T,size:3,min:1,max:1>resized_images:T,out_min:1,out_max:1");
    op.In(images);
    op.In(size);
    op.In(min);
    op.In(max);
    op.Attr("align_corners", attrs.align_corners_);
    op.Attr("half_pixel_centers", attrs.half_pixel_centers_);
    if (!op.Done(&operation)) return;
    resized_images = op.Out(0);
    out_min = op.Out(1);
    out_max = op.Out(2);
  }
  QuantizedResizeBilinear(const Input& images, const Input& size, const Input& min, const Input& max, const GraphDefBuilder::Options& options) : QuantizedResizeBilinear(options.scope(), images, size, min, max) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output resized_images;
  Output out_min;
  Output out_max;
};

class RGBToHSV {
 public:
  RGBToHSV(const Scope& scope, const Input& images) {
    penstock::OpBuilder op(scope, "RGBToHSV", "RGBToHSV", "images:T>output:T");
    op.In(images);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  RGBToHSV(const Input& images, const GraphDefBuilder::Options& options) : RGBToHSV(options.scope(), images) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class ResizeArea {
 public:
  struct Attrs {
    Attrs AlignCorners(bool x) const { Attrs a = *this; a.align_corners_ = x; return a; }
    bool align_corners_ = false;
  };
  static Attrs AlignCorners(bool x) { return Attrs().AlignCorners(x); }
  ResizeArea(const Scope& scope, const Input& images, const Input& size) : ResizeArea(scope, images, size, Attrs()) {}
  ResizeArea(const Scope& scope, const Input& images, const Input& size, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResizeArea", "ResizeArea", "images:T,size:3>resized_images:1");
    op.In(images);
    op.In(size);
    op.Attr("align_corners", attrs.align_corners_);
    if (!op.Done(&operation)) return;
    resized_images = op.Out(0);
  }
  ResizeArea(const Input& images, const Input& size, const GraphDefBuilder::Options& options) : ResizeArea(options.scope(), images, size) {}
  operator Output() const { return resized_images; }
  operator Input() const { return resized_images; }
  operator Node*() const { return resized_images.node(); }
  Node* node() const { return resized_images.node(); }
  Operation operation;
  Output resized_images;
};

class ResizeBicubic {
 public:
  struct Attrs {
    Attrs AlignCorners(bool x) const { Attrs a = *this; a.align_corners_ = x; return a; }
    bool align_corners_ = false;
    Attrs HalfPixelCenters(bool x) const { Attrs a = *this; a.half_pixel_centers_ = x; return a; }
    bool half_pixel_centers_ = false;
  };
  static Attrs AlignCorners(bool x) { return Attrs().AlignCorners(x); }
  static Attrs HalfPixelCenters(bool x) { return Attrs().HalfPixelCenters(x); }
  ResizeBicubic(const Scope& scope, const Input& images, const Input& size) : ResizeBicubic(scope, images, size, Attrs()) {}
  ResizeBicubic(const Scope& scope, const Input& images, const Input& size, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResizeBicubic", "ResizeBicubic", "images:T,size:3>resized_images:1");
    op.In(images);
    op.In(size);
    op.Attr("align_corners", attrs.align_corners_);
    op.Attr("half_pixel_centers", attrs.half_pixel_centers_);
    if (!op.Done(&operation)) return;
    resized_images = op.Out(0);
  }
  ResizeBicubic(const Input& images, const Input& size, const GraphDefBuilder::Options& options) : ResizeBicubic(options.scope(), images, size) {}
  operator Output() const { return resized_images; }
  operator Input() const { return resized_images; }
  operator Node*() const { return resized_images.node(); }
  Node* node() const { return resized_images.node(); }
  Operation operation;
  Output resized_images;
};

class ResizeBilinear {
 public:
  struct Attrs {
    Attrs AlignCorners(bool x) const { Attrs a = *this; a.align_corners_ = x; return a; }
    bool align_corners_ = false;
    Attrs HalfPixelCenters(bool x) const { Attrs a = *this; a.half_pixel_centers_ = x; return a; }
    bool half_pixel_centers_ = false;
  };
  static Attrs AlignCorners(bool x) { return Attrs().AlignCorners(x); }
  static Attrs HalfPixelCenters(bool x) { return Attrs().HalfPixelCenters(x); }
  ResizeBilinear(const Scope& scope, const Input& images, const Input& size) : ResizeBilinear(scope, images, size, Attrs()) {}
  ResizeBilinear(const Scope& scope, const Input& images, const Input& size, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResizeBilinear", "ResizeBilinear", "images:T,size:3>resized_images:1");
    op.In(images);
    op.In(size);
    op.Attr("align_corners", attrs.align_corners_);
    op.Attr("half_pixel_centers", attrs.half_pixel_centers_);
    if (!op.Done(&operation)) return;
    resized_images = op.Out(0);
  }
  ResizeBilinear(const Input& images, const Input& size, const GraphDefBuilder::Options& options) : ResizeBilinear(options.scope(), images, size) {}
  operator Output() const { return resized_images; }
  operator Input() const { return resized_images; }
  operator Node*() const { return resized_images.node(); }
  Node* node() const { return resized_images.node(); }
  Operation operation;
  Output resized_images;
};

class ResizeNearestNeighbor {
 public:
  struct Attrs {
    Attrs AlignCorners(bool x) const { Attrs a = *this; a.align_corners_ = x; return a; }
    bool align_corners_ = false;
    Attrs HalfPixelCenters(bool x) const { Attrs a = *this; a.half_pixel_centers_ = x; return a; }
    bool half_pixel_centers_ = false;
  };
  static Attrs AlignCorners(bool x) { return Attrs().AlignCorners(x); }
  static Attrs HalfPixelCenters(bool x) { return Attrs().HalfPixelCenters(x); }
  ResizeNearestNeighbor(const Scope& scope, const Input& images, const Input& size) : ResizeNearestNeighbor(scope, images, size, Attrs()) {}
  ResizeNearestNeighbor(const Scope& scope, const Input& images, const Input& size, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResizeNearestNeighbor", "ResizeNearestNeighbor", "images:T,size:3>resized_images:T");
    op.In(images);
    op.In(size);
    op.Attr("align_corners", attrs.align_corners_);
    op.Attr("half_pixel_centers", attrs.half_pixel_centers_);
    if (!op.Done(&operation)) return;
    resized_images = op.Out(0);
  }
  ResizeNearestNeighbor(const Input& images, const Input& size, const GraphDefBuilder::Options& options) : ResizeNearestNeighbor(options.scope(), images, size) {}
  operator Output() const { return resized_images; }
  operator Input() const { return resized_images; }
  operator Node*() const { return resized_images.node(); }
  Node* node() const { return resized_images.node(); }
  Operation operation;
  Output resized_images;
};

class SampleDistortedBoundingBox {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
    Attrs MinObjectCovered(float x) const { Attrs a = *this; a.min_object_covered_ = x; return a; }
    float min_object_covered_ = 0.10000000149011612f;
    Attrs AspectRatioRange(gtl::ArraySlice<float> x) const { Attrs a = *this; a.aspect_ratio_range_ = x; return a; }
    gtl::ArraySlice<float> aspect_ratio_range_ = penstock::Fixed<float>({0.75f, 1.3300000429153442f});
    Attrs AreaRange(gtl::ArraySlice<float> x) const { Attrs a = *this; a.area_range_ = x; return a; }
    gtl::ArraySlice<float> area_range_ = penstock::Fixed<float>({0.05000000074505806f, 1.0f});
    Attrs MaxAttempts(int64 x) const { Attrs a = *this; a.max_attempts_ = x; return a; }
    int64 max_attempts_ = 100;
    Attrs UseImageIfNoBoundingBoxes(bool x) const { Attrs a = *this; a.use_image_if_no_bounding_boxes_ = x; return a; }
    bool use_image_if_no_bounding_boxes_ = false;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  static Attrs MinObjectCovered(float x) { return Attrs().MinObjectCovered(x); }
  static Attrs AspectRatioRange(gtl::ArraySlice<float> x) { return Attrs().AspectRatioRange(x); }
  static Attrs AreaRange(gtl::ArraySlice<float> x) { return Attrs().AreaRange(x); }
  static Attrs MaxAttempts(int64 x) { return Attrs().MaxAttempts(x); }
  static Attrs UseImageIfNoBoundingBoxes(bool x) { return Attrs().UseImageIfNoBoundingBoxes(x); }
  SampleDistortedBoundingBox(const Scope& scope, const Input& image_size, const Input& bounding_boxes) : SampleDistortedBoundingBox(scope, image_size, bounding_boxes, Attrs()) {}
  SampleDistortedBoundingBox(const Scope& scope, const Input& image_size, const Input& bounding_boxes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SampleDistortedBoundingBox", "SampleDistortedBoundingBox", "image_size:T,bounding_boxes:1>begin:T,size:T,bboxes:1");
    op.In(image_size);
    op.In(bounding_boxes);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    op.Attr("min_object_covered", attrs.min_object_covered_);
    op.Attr("aspect_ratio_range", attrs.aspect_ratio_range_);
    op.Attr("area_range", attrs.area_range_);
    op.Attr("max_attempts", attrs.max_attempts_);
    op.Attr("use_image_if_no_bounding_boxes", attrs.use_image_if_no_bounding_boxes_);
    if (!op.Done(&operation)) return;
    begin = op.Out(0);
    size = op.Out(1);
    bboxes = op.Out(2);
  }
  SampleDistortedBoundingBox(const Input& image_size, const Input& bounding_boxes, const GraphDefBuilder::Options& options) : SampleDistortedBoundingBox(options.scope(), image_size, bounding_boxes) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output begin;
  Output size;
  Output bboxes;
};

class SampleDistortedBoundingBoxV2 {
 public:
  struct Attrs {
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
    Attrs AspectRatioRange(gtl::ArraySlice<float> x) const { Attrs a = *this; a.aspect_ratio_range_ = x; return a; }
    gtl::ArraySlice<float> aspect_ratio_range_ = penstock::Fixed<float>({0.75f, 1.3300000429153442f});
    Attrs AreaRange(gtl::ArraySlice<float> x) const { Attrs a = *this; a.area_range_ = x; return a; }
    gtl::ArraySlice<float> area_range_ = penstock::Fixed<float>({0.05000000074505806f, 1.0f});
    Attrs MaxAttempts(int64 x) const { Attrs a = *this; a.max_attempts_ = x; return a; }
    int64 max_attempts_ = 100;
    Attrs UseImageIfNoBoundingBoxes(bool x) const { Attrs a = *this; a.use_image_if_no_bounding_boxes_ = x; return a; }
    bool use_image_if_no_bounding_boxes_ = false;
  };
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  static Attrs AspectRatioRange(gtl::ArraySlice<float> x) { return Attrs().AspectRatioRange(x); }
  static Attrs AreaRange(gtl::ArraySlice<float> x) { return Attrs().AreaRange(x); }
  static Attrs MaxAttempts(int64 x) { return Attrs().MaxAttempts(x); }
  static Attrs UseImageIfNoBoundingBoxes(bool x) { return Attrs().UseImageIfNoBoundingBoxes(x); }
  SampleDistortedBoundingBoxV2(const Scope& scope, const Input& image_size, const Input& bounding_boxes, const Input& min_object_covered) : SampleDistortedBoundingBoxV2(scope, image_size, bounding_boxes, min_object_covered, Attrs()) {}
  SampleDistortedBoundingBoxV2(const Scope& scope, const Input& image_size, const Input& bounding_boxes, const Input& min_object_covered, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SampleDistortedBoundingBoxV2", "SampleDistortedBoundingBoxV2", "image_size:T,bounding_boxes:1,min_object_covered:1>begin:T,size:T,bboxes:1");
    op.In(image_size);
    op.In(bounding_boxes);
    op.In(min_object_covered);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    op.Attr("aspect_ratio_range", attrs.aspect_ratio_range_);
    op.Attr("area_range", attrs.area_range_);
    op.Attr("max_attempts", attrs.max_attempts_);
    op.Attr("use_image_if_no_bounding_boxes", attrs.use_image_if_no_bounding_boxes_);
    if (!op.Done(&operation)) return;
    begin = op.Out(0);
    size = op.Out(1);
    bboxes = op.Out(2);
  }
  SampleDistortedBoundingBoxV2(const Input& image_size, const Input& bounding_boxes, const Input& min_object_covered, const GraphDefBuilder::Options& options) : SampleDistortedBoundingBoxV2(options.scope(), image_size, bounding_boxes, min_object_covered) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output begin;
  Output size;
  Output bboxes;
};

class ScaleAndTranslate {
 public:
  struct Attrs {
    Attrs KernelType(StringPiece x) const { Attrs a = *this; a.kernel_type_ = x; return a; }
    StringPiece kernel_type_ = "lanczos3";
    Attrs Antialias(bool x) const { Attrs a = *this; a.antialias_ = x; return a; }
    bool antialias_ = true;
  };
  static Attrs KernelType(StringPiece x) { return Attrs().KernelType(x); }
  static Attrs Antialias(bool x) { return Attrs().Antialias(x); }
  ScaleAndTranslate(const Scope& scope, const Input& images, const Input& size, const Input& scale, const Input& translation) : ScaleAndTranslate(scope, images, size, scale, translation, Attrs()) {}
  ScaleAndTranslate(const Scope& scope, const Input& images, const Input& size, const Input& scale, const Input& translation, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ScaleAndTranslate", "ScaleAndTranslate", "images:T,size:3,scale:1,translation:1>resized_images:1");
    op.In(images);
    op.In(size);
    op.In(scale);
    op.In(translation);
    op.Attr("kernel_type", attrs.kernel_type_);
    op.Attr("antialias", attrs.antialias_);
    if (!op.Done(&operation)) return;
    resized_images = op.Out(0);
  }
  ScaleAndTranslate(const Input& images, const Input& size, const Input& scale, const Input& translation, const GraphDefBuilder::Options& options) : ScaleAndTranslate(options.scope(), images, size, scale, translation) {}
  operator Output() const { return resized_images; }
  operator Input() const { return resized_images; }
  operator Node*() const { return resized_images.node(); }
  Node* node() const { return resized_images.node(); }
  Operation operation;
  Output resized_images;
};


}  // namespace ops
}  // namespace tensorflow
