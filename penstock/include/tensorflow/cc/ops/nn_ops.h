// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class AvgPool {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  AvgPool(const Scope& scope, const Input& value, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) : AvgPool(scope, value, ksize, strides, padding, Attrs()) {}
  AvgPool(const Scope& scope, const Input& value, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "AvgPool", "AvgPool", "value:T>output:T");
    op.In(value);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  AvgPool(const Input& value, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : AvgPool(options.scope(), value, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class AvgPool3D {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NDHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  AvgPool3D(const Scope& scope, const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) : AvgPool3D(scope, input, ksize, strides, padding, Attrs()) {}
  AvgPool3D(const Scope& scope, const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "AvgPool3D", "AvgPool3D", "input:T>output:T");
    op.In(input);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  AvgPool3D(const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : AvgPool3D(options.scope(), input, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class AvgPool3DGrad {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NDHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  AvgPool3DGrad(const Scope& scope, const Input& orig_input_shape, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) : AvgPool3DGrad(scope, orig_input_shape, grad, ksize, strides, padding, Attrs()) {}
  AvgPool3DGrad(const Scope& scope, const Input& orig_input_shape, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "AvgPool3DGrad", "AvgPool3DGrad", "orig_input_shape:3,grad:T>output:T");
    op.In(orig_input_shape);
    op.In(grad);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  AvgPool3DGrad(const Input& orig_input_shape, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : AvgPool3DGrad(options.scope(), orig_input_shape, grad, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class BiasAdd {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  BiasAdd(const Scope& scope, const Input& value, const Input& bias) : BiasAdd(scope, value, bias, Attrs()) {}
  BiasAdd(const Scope& scope, const Input& value, const Input& bias, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "BiasAdd", "BiasAdd", "value:T,bias:T>output:T");
    op.In(value);
    op.In(bias);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  BiasAdd(const Input& value, const Input& bias, const GraphDefBuilder::Options& options) : BiasAdd(options.scope(), value, bias) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class BiasAddGrad {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  BiasAddGrad(const Scope& scope, const Input& out_backprop) : BiasAddGrad(scope, out_backprop, Attrs()) {}
  BiasAddGrad(const Scope& scope, const Input& out_backprop, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "BiasAddGrad", "BiasAddGrad", "out_backprop:T>output:T");
    op.In(out_backprop);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  BiasAddGrad(const Input& out_backprop, const GraphDefBuilder::Options& options) : BiasAddGrad(options.scope(), out_backprop) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Conv2D {
 public:
  struct Attrs {
    Attrs UseCudnnOnGpu(bool x) const { Attrs a = *this; a.use_cudnn_on_gpu_ = x; return a; }
    bool use_cudnn_on_gpu_ = true;
    Attrs ExplicitPaddings(gtl::ArraySlice<int> x) const { Attrs a = *this; a.explicit_paddings_ = x; return a; }
    gtl::ArraySlice<int> explicit_paddings_;
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs Dilations(gtl::ArraySlice<int> x) const { Attrs a = *this; a.dilations_ = x; return a; }
    gtl::ArraySlice<int> dilations_ = penstock::Fixed<int>({1, 1, 1, 1});
  };
  static Attrs UseCudnnOnGpu(bool x) { return Attrs().UseCudnnOnGpu(x); }
  static Attrs ExplicitPaddings(gtl::ArraySlice<int> x) { return Attrs().ExplicitPaddings(x); }
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs Dilations(gtl::ArraySlice<int> x) { return Attrs().Dilations(x); }
  Conv2D(const Scope& scope, const Input& input, const Input& filter, gtl::ArraySlice<int> strides, StringPiece padding) : Conv2D(scope, input, filter, strides, padding, Attrs()) {}
  Conv2D(const Scope& scope, const Input& input, const Input& filter, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Conv2D", "Conv2D", "input:T,filter:T>output:T");
    op.In(input);
    op.In(filter);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("use_cudnn_on_gpu", attrs.use_cudnn_on_gpu_);
    op.Attr("explicit_paddings", attrs.explicit_paddings_);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("dilations", attrs.dilations_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Conv2D(const Input& input, const Input& filter, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : Conv2D(options.scope(), input, filter, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Conv2DBackpropFilter {
 public:
  struct Attrs {
    Attrs UseCudnnOnGpu(bool x) const { Attrs a = *this; a.use_cudnn_on_gpu_ = x; return a; }
    bool use_cudnn_on_gpu_ = true;
    Attrs ExplicitPaddings(gtl::ArraySlice<int> x) const { Attrs a = *this; a.explicit_paddings_ = x; return a; }
    gtl::ArraySlice<int> explicit_paddings_;
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs Dilations(gtl::ArraySlice<int> x) const { Attrs a = *this; a.dilations_ = x; return a; }
    gtl::ArraySlice<int> dilations_ = penstock::Fixed<int>({1, 1, 1, 1});
  };
  static Attrs UseCudnnOnGpu(bool x) { return Attrs().UseCudnnOnGpu(x); }
  static Attrs ExplicitPaddings(gtl::ArraySlice<int> x) { return Attrs().ExplicitPaddings(x); }
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs Dilations(gtl::ArraySlice<int> x) { return Attrs().Dilations(x); }
  Conv2DBackpropFilter(const Scope& scope, const Input& input, const Input& filter_sizes, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding) : Conv2DBackpropFilter(scope, input, filter_sizes, out_backprop, strides, padding, Attrs()) {}
  Conv2DBackpropFilter(const Scope& scope, const Input& input, const Input& filter_sizes, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Conv2DBackpropFilter", "Conv2DBackpropFilter", "input:T,filter_sizes:3,out_backprop:T>output:T");
    op.In(input);
    op.In(filter_sizes);
    op.In(out_backprop);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("use_cudnn_on_gpu", attrs.use_cudnn_on_gpu_);
    op.Attr("explicit_paddings", attrs.explicit_paddings_);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("dilations", attrs.dilations_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Conv2DBackpropFilter(const Input& input, const Input& filter_sizes, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : Conv2DBackpropFilter(options.scope(), input, filter_sizes, out_backprop, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Conv2DBackpropInput {
 public:
  struct Attrs {
    Attrs UseCudnnOnGpu(bool x) const { Attrs a = *this; a.use_cudnn_on_gpu_ = x; return a; }
    bool use_cudnn_on_gpu_ = true;
    Attrs ExplicitPaddings(gtl::ArraySlice<int> x) const { Attrs a = *this; a.explicit_paddings_ = x; return a; }
    gtl::ArraySlice<int> explicit_paddings_;
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs Dilations(gtl::ArraySlice<int> x) const { Attrs a = *this; a.dilations_ = x; return a; }
    gtl::ArraySlice<int> dilations_ = penstock::Fixed<int>({1, 1, 1, 1});
  };
  static Attrs UseCudnnOnGpu(bool x) { return Attrs().UseCudnnOnGpu(x); }
  static Attrs ExplicitPaddings(gtl::ArraySlice<int> x) { return Attrs().ExplicitPaddings(x); }
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs Dilations(gtl::ArraySlice<int> x) { return Attrs().Dilations(x); }
  Conv2DBackpropInput(const Scope& scope, const Input& input_sizes, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding) : Conv2DBackpropInput(scope, input_sizes, filter, out_backprop, strides, padding, Attrs()) {}
  Conv2DBackpropInput(const Scope& scope, const Input& input_sizes, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Conv2DBackpropInput", "Conv2DBackpropInput", "input_sizes:3,filter:T,out_backprop:T>output:T");
    op.In(input_sizes);
    op.In(filter);
    op.In(out_backprop);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("use_cudnn_on_gpu", attrs.use_cudnn_on_gpu_);
    op.Attr("explicit_paddings", attrs.explicit_paddings_);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("dilations", attrs.dilations_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Conv2DBackpropInput(const Input& input_sizes, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : Conv2DBackpropInput(options.scope(), input_sizes, filter, out_backprop, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Conv3D {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NDHWC";
    Attrs Dilations(gtl::ArraySlice<int> x) const { Attrs a = *this; a.dilations_ = x; return a; }
    gtl::ArraySlice<int> dilations_ = penstock::Fixed<int>({1, 1, 1, 1, 1});
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs Dilations(gtl::ArraySlice<int> x) { return Attrs().Dilations(x); }
  Conv3D(const Scope& scope, const Input& input, const Input& filter, gtl::ArraySlice<int> strides, StringPiece padding) : Conv3D(scope, input, filter, strides, padding, Attrs()) {}
  Conv3D(const Scope& scope, const Input& input, const Input& filter, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Conv3D", "Conv3D", "input:T,filter:T>output:T");
    op.In(input);
    op.In(filter);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("dilations", attrs.dilations_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Conv3D(const Input& input, const Input& filter, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : Conv3D(options.scope(), input, filter, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Conv3DBackpropFilterV2 {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NDHWC";
    Attrs Dilations(gtl::ArraySlice<int> x) const { Attrs a = *this; a.dilations_ = x; return a; }
    gtl::ArraySlice<int> dilations_ = penstock::Fixed<int>({1, 1, 1, 1, 1});
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs Dilations(gtl::ArraySlice<int> x) { return Attrs().Dilations(x); }
  Conv3DBackpropFilterV2(const Scope& scope, const Input& input, const Input& filter_sizes, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding) : Conv3DBackpropFilterV2(scope, input, filter_sizes, out_backprop, strides, padding, Attrs()) {}
  Conv3DBackpropFilterV2(const Scope& scope, const Input& input, const Input& filter_sizes, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Conv3DBackpropFilterV2", "Conv3DBackpropFilterV2", "input:T,filter_sizes:3,out_backprop:T>output:T");
    op.In(input);
    op.In(filter_sizes);
    op.In(out_backprop);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("dilations", attrs.dilations_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Conv3DBackpropFilterV2(const Input& input, const Input& filter_sizes, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : Conv3DBackpropFilterV2(options.scope(), input, filter_sizes, out_backprop, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Conv3DBackpropInputV2 {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NDHWC";
    Attrs Dilations(gtl::ArraySlice<int> x) const { Attrs a = *this; a.dilations_ = x; return a; }
    gtl::ArraySlice<int> dilations_ = penstock::Fixed<int>({1, 1, 1, 1, 1});
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs Dilations(gtl::ArraySlice<int> x) { return Attrs().Dilations(x); }
  Conv3DBackpropInputV2(const Scope& scope, const Input& input_sizes, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding) : Conv3DBackpropInputV2(scope, input_sizes, filter, out_backprop, strides, padding, Attrs()) {}
  Conv3DBackpropInputV2(const Scope& scope, const Input& input_sizes, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Conv3DBackpropInputV2", "Conv3DBackpropInputV2", "input_sizes:Tshape,filter:T,out_backprop:T>output:T");
    op.In(input_sizes);
    op.In(filter);
    op.In(out_backprop);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("dilations", attrs.dilations_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Conv3DBackpropInputV2(const Input& input_sizes, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : Conv3DBackpropInputV2(options.scope(), input_sizes, filter, out_backprop, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DataFormatDimMap {
 public:
  struct Attrs {
    Attrs SrcFormat(StringPiece x) const { Attrs a = *this; a.src_format_ = x; return a; }
    StringPiece src_format_ = "NHWC";
    Attrs DstFormat(StringPiece x) const { Attrs a = *this; a.dst_format_ = x; return a; }
    StringPiece dst_format_ = "NCHW";
  };
  static Attrs SrcFormat(StringPiece x) { return Attrs().SrcFormat(x); }
  static Attrs DstFormat(StringPiece x) { return Attrs().DstFormat(x); }
  DataFormatDimMap(const Scope& scope, const Input& x) : DataFormatDimMap(scope, x, Attrs()) {}
  DataFormatDimMap(const Scope& scope, const Input& x, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DataFormatDimMap", "DataFormatDimMap", "x:T>y:T");
    op.In(x);
    op.Attr("src_format", attrs.src_format_);
    op.Attr("dst_format", attrs.dst_format_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  DataFormatDimMap(const Input& x, const GraphDefBuilder::Options& options) : DataFormatDimMap(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class DataFormatVecPermute {
 public:
  struct Attrs {
    Attrs SrcFormat(StringPiece x) const { Attrs a = *this; a.src_format_ = x; return a; }
    StringPiece src_format_ = "NHWC";
    Attrs DstFormat(StringPiece x) const { Attrs a = *this; a.dst_format_ = x; return a; }
    StringPiece dst_format_ = "NCHW";
  };
  static Attrs SrcFormat(StringPiece x) { return Attrs().SrcFormat(x); }
  static Attrs DstFormat(StringPiece x) { return Attrs().DstFormat(x); }
  DataFormatVecPermute(const Scope& scope, const Input& x) : DataFormatVecPermute(scope, x, Attrs()) {}
  DataFormatVecPermute(const Scope& scope, const Input& x, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DataFormatVecPermute", "DataFormatVecPermute", "x:T>y:T");
    op.In(x);
    op.Attr("src_format", attrs.src_format_);
    op.Attr("dst_format", attrs.dst_format_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
  }
  DataFormatVecPermute(const Input& x, const GraphDefBuilder::Options& options) : DataFormatVecPermute(options.scope(), x) {}
  operator Output() const { return y; }
  operator Input() const { return y; }
  operator Node*() const { return y.node(); }
  Node* node() const { return y.node(); }
  Operation operation;
  Output y;
};

class DepthwiseConv2dNative {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs Dilations(gtl::ArraySlice<int> x) const { Attrs a = *this; a.dilations_ = x; return a; }
    gtl::ArraySlice<int> dilations_ = penstock::Fixed<int>({1, 1, 1, 1});
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs Dilations(gtl::ArraySlice<int> x) { return Attrs().Dilations(x); }
  DepthwiseConv2dNative(const Scope& scope, const Input& input, const Input& filter, gtl::ArraySlice<int> strides, StringPiece padding) : DepthwiseConv2dNative(scope, input, filter, strides, padding, Attrs()) {}
  DepthwiseConv2dNative(const Scope& scope, const Input& input, const Input& filter, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DepthwiseConv2dNative", "DepthwiseConv2dNative", "input:T,filter:T>output:T");
    op.In(input);
    op.In(filter);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("dilations", attrs.dilations_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DepthwiseConv2dNative(const Input& input, const Input& filter, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : DepthwiseConv2dNative(options.scope(), input, filter, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DepthwiseConv2dNativeBackpropFilter {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs Dilations(gtl::ArraySlice<int> x) const { Attrs a = *this; a.dilations_ = x; return a; }
    gtl::ArraySlice<int> dilations_ = penstock::Fixed<int>({1, 1, 1, 1});
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs Dilations(gtl::ArraySlice<int> x) { return Attrs().Dilations(x); }
  DepthwiseConv2dNativeBackpropFilter(const Scope& scope, const Input& input, const Input& filter_sizes, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding) : DepthwiseConv2dNativeBackpropFilter(scope, input, filter_sizes, out_backprop, strides, padding, Attrs()) {}
  DepthwiseConv2dNativeBackpropFilter(const Scope& scope, const Input& input, const Input& filter_sizes, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DepthwiseConv2dNativeBackpropFilter", "DepthwiseConv2dNativeBackpropFilter", "input:T,filter_sizes:3,out_backprop:T>output:T");
    op.In(input);
    op.In(filter_sizes);
    op.In(out_backprop);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("dilations", attrs.dilations_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DepthwiseConv2dNativeBackpropFilter(const Input& input, const Input& filter_sizes, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : DepthwiseConv2dNativeBackpropFilter(options.scope(), input, filter_sizes, out_backprop, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class DepthwiseConv2dNativeBackpropInput {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs Dilations(gtl::ArraySlice<int> x) const { Attrs a = *this; a.dilations_ = x; return a; }
    gtl::ArraySlice<int> dilations_ = penstock::Fixed<int>({1, 1, 1, 1});
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs Dilations(gtl::ArraySlice<int> x) { return Attrs().Dilations(x); }
  DepthwiseConv2dNativeBackpropInput(const Scope& scope, const Input& input_sizes, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding) : DepthwiseConv2dNativeBackpropInput(scope, input_sizes, filter, out_backprop, strides, padding, Attrs()) {}
  DepthwiseConv2dNativeBackpropInput(const Scope& scope, const Input& input_sizes, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropInput", "input_sizes:3,filter:T,out_backprop:T>output:T");
    op.In(input_sizes);
    op.In(filter);
    op.In(out_backprop);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("dilations", attrs.dilations_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  DepthwiseConv2dNativeBackpropInput(const Input& input_sizes, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : DepthwiseConv2dNativeBackpropInput(options.scope(), input_sizes, filter, out_backprop, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Dilation2D {
 public:
  Dilation2D(const Scope& scope, const Input& input, const Input& filter, gtl::ArraySlice<int> strides, gtl::ArraySlice<int> rates, StringPiece padding) {
    penstock::OpBuilder op(scope, "Dilation2D", "Dilation2D", "input:T,filter:T>output:T");
    op.In(input);
    op.In(filter);
    op.Attr("strides", strides);
    op.Attr("rates", rates);
    op.Attr("padding", padding);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  Dilation2D(const Input& input, const Input& filter, gtl::ArraySlice<int> strides, gtl::ArraySlice<int> rates, StringPiece padding, const GraphDefBuilder::Options& options) : Dilation2D(options.scope(), input, filter, strides, rates, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class Dilation2DBackpropFilter {
 public:
  Dilation2DBackpropFilter(const Scope& scope, const Input& input, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, gtl::ArraySlice<int> rates, StringPiece padding) {
    penstock::OpBuilder op(scope, "Dilation2DBackpropFilter", "Dilation2DBackpropFilter", "input:T,filter:T,out_backprop:T>filter_backprop:T");
    op.In(input);
    op.In(filter);
    op.In(out_backprop);
    op.Attr("strides", strides);
    op.Attr("rates", rates);
    op.Attr("padding", padding);
    if (!op.Done(&operation)) return;
    filter_backprop = op.Out(0);
  }
  Dilation2DBackpropFilter(const Input& input, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, gtl::ArraySlice<int> rates, StringPiece padding, const GraphDefBuilder::Options& options) : Dilation2DBackpropFilter(options.scope(), input, filter, out_backprop, strides, rates, padding) {}
  operator Output() const { return filter_backprop; }
  operator Input() const { return filter_backprop; }
  operator Node*() const { return filter_backprop.node(); }
  Node* node() const { return filter_backprop.node(); }
  Operation operation;
  Output filter_backprop;
};

class Dilation2DBackpropInput {
 public:
  Dilation2DBackpropInput(const Scope& scope, const Input& input, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, gtl::ArraySlice<int> rates, StringPiece padding) {
    penstock::OpBuilder op(scope, "Dilation2DBackpropInput", "Dilation2DBackpropInput", "input:T,filter:T,out_backprop:T>in_backprop:T");
    op.In(input);
    op.In(filter);
    op.In(out_backprop);
    op.Attr("strides", strides);
    op.Attr("rates", rates);
    op.Attr("padding", padding);
    if (!op.Done(&operation)) return;
    in_backprop = op.Out(0);
  }
  Dilation2DBackpropInput(const Input& input, const Input& filter, const Input& out_backprop, gtl::ArraySlice<int> strides, gtl::ArraySlice<int> rates, StringPiece padding, const GraphDefBuilder::Options& options) : Dilation2DBackpropInput(options.scope(), input, filter, out_backprop, strides, rates, padding) {}
  operator Output() const { return in_backprop; }
  operator Input() const { return in_backprop; }
  operator Node*() const { return in_backprop.node(); }
  Node* node() const { return in_backprop.node(); }
  Operation operation;
  Output in_backprop;
};

class Elu {
 public:
  Elu(const Scope& scope, const Input& features) {
    penstock::OpBuilder op(scope, "Elu", "Elu", "features:T>activations:T");
    op.In(features);
    if (!op.Done(&operation)) return;
    activations = op.Out(0);
  }
  Elu(const Input& features, const GraphDefBuilder::Options& options) : Elu(options.scope(), features) {}
  operator Output() const { return activations; }
  operator Input() const { return activations; }
  operator Node*() const { return activations.node(); }
  Node* node() const { return activations.node(); }
  Operation operation;
  Output activations;
};

class FractionalAvgPool {
 public:
  struct Attrs {
    Attrs PseudoRandom(bool x) const { Attrs a = *this; a.pseudo_random_ = x; return a; }
    bool pseudo_random_ = false;
    Attrs Overlapping(bool x) const { Attrs a = *this; a.overlapping_ = x; return a; }
    bool overlapping_ = false;
    Attrs Deterministic(bool x) const { Attrs a = *this; a.deterministic_ = x; return a; }
    bool deterministic_ = false;
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs PseudoRandom(bool x) { return Attrs().PseudoRandom(x); }
  static Attrs Overlapping(bool x) { return Attrs().Overlapping(x); }
  static Attrs Deterministic(bool x) { return Attrs().Deterministic(x); }
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  FractionalAvgPool(const Scope& scope, const Input& value, gtl::ArraySlice<float> pooling_ratio) : FractionalAvgPool(scope, value, pooling_ratio, Attrs()) {}
  FractionalAvgPool(const Scope& scope, const Input& value, gtl::ArraySlice<float> pooling_ratio, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FractionalAvgPool", "FractionalAvgPool", "value:T>output:T,row_pooling_sequence:9,col_pooling_sequence:9");
    op.In(value);
    op.Attr("pooling_ratio", pooling_ratio);
    op.Attr("pseudo_random", attrs.pseudo_random_);
    op.Attr("overlapping", attrs.overlapping_);
    op.Attr("deterministic", attrs.deterministic_);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    row_pooling_sequence = op.Out(1);
    col_pooling_sequence = op.Out(2);
  }
  FractionalAvgPool(const Input& value, gtl::ArraySlice<float> pooling_ratio, const GraphDefBuilder::Options& options) : FractionalAvgPool(options.scope(), value, pooling_ratio) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output row_pooling_sequence;
  Output col_pooling_sequence;
};

class FractionalMaxPool {
 public:
  struct Attrs {
    Attrs PseudoRandom(bool x) const { Attrs a = *this; a.pseudo_random_ = x; return a; }
    bool pseudo_random_ = false;
    Attrs Overlapping(bool x) const { Attrs a = *this; a.overlapping_ = x; return a; }
    bool overlapping_ = false;
    Attrs Deterministic(bool x) const { Attrs a = *this; a.deterministic_ = x; return a; }
    bool deterministic_ = false;
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
  };
  static Attrs PseudoRandom(bool x) { return Attrs().PseudoRandom(x); }
  static Attrs Overlapping(bool x) { return Attrs().Overlapping(x); }
  static Attrs Deterministic(bool x) { return Attrs().Deterministic(x); }
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  FractionalMaxPool(const Scope& scope, const Input& value, gtl::ArraySlice<float> pooling_ratio) : FractionalMaxPool(scope, value, pooling_ratio, Attrs()) {}
  FractionalMaxPool(const Scope& scope, const Input& value, gtl::ArraySlice<float> pooling_ratio, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FractionalMaxPool", "FractionalMaxPool", "value:T>output:T,row_pooling_sequence:9,col_pooling_sequence:9");
    op.In(value);
    op.Attr("pooling_ratio", pooling_ratio);
    op.Attr("pseudo_random", attrs.pseudo_random_);
    op.Attr("overlapping", attrs.overlapping_);
    op.Attr("deterministic", attrs.deterministic_);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    row_pooling_sequence = op.Out(1);
    col_pooling_sequence = op.Out(2);
  }
  FractionalMaxPool(const Input& value, gtl::ArraySlice<float> pooling_ratio, const GraphDefBuilder::Options& options) : FractionalMaxPool(options.scope(), value, pooling_ratio) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output row_pooling_sequence;
  Output col_pooling_sequence;
};

class FusedBatchNorm {
 public:
  struct Attrs {
    Attrs Epsilon(float x) const { Attrs a = *this; a.epsilon_ = x; return a; }
    float epsilon_ = 9.999999747378752e-05f;
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs IsTraining(bool x) const { Attrs a = *this; a.is_training_ = x; return a; }
    bool is_training_ = true;
  };
  static Attrs Epsilon(float x) { return Attrs().Epsilon(x); }
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs IsTraining(bool x) { return Attrs().IsTraining(x); }
  FusedBatchNorm(const Scope& scope, const Input& x, const Input& scale, const Input& offset, const Input& mean, const Input& variance) : FusedBatchNorm(scope, x, scale, offset, mean, variance, Attrs()) {}
  FusedBatchNorm(const Scope& scope, const Input& x, const Input& scale, const Input& offset, const Input& mean, const Input& variance, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FusedBatchNorm", "FusedBatchNorm", "x:T,scale:T,offset:T,mean:T,variance:T>y:T,batch_mean:T,batch_variance:T,reserve_space_1:T,reserve_space_2:T");
    op.In(x);
    op.In(scale);
    op.In(offset);
    op.In(mean);
    op.In(variance);
    op.Attr("epsilon", attrs.epsilon_);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("is_training", attrs.is_training_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
    batch_mean = op.Out(1);
    batch_variance = op.Out(2);
    reserve_space_1 = op.Out(3);
    reserve_space_2 = op.Out(4);
  }
  FusedBatchNorm(const Input& x, const Input& scale, const Input& offset, const Input& mean, const Input& variance, const GraphDefBuilder::Options& options) : FusedBatchNorm(options.scope(), x, scale, offset, mean, variance) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output y;
  Output batch_mean;
  Output batch_variance;
  Output reserve_space_1;
  Output reserve_space_2;
};

class FusedBatchNormGrad {
 public:
  struct Attrs {
    Attrs Epsilon(float x) const { Attrs a = *this; a.epsilon_ = x; return a; }
    float epsilon_ = 9.999999747378752e-05f;
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs IsTraining(bool x) const { Attrs a = *this; a.is_training_ = x; return a; }
    bool is_training_ = true;
  };
  static Attrs Epsilon(float x) { return Attrs().Epsilon(x); }
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs IsTraining(bool x) { return Attrs().IsTraining(x); }
  FusedBatchNormGrad(const Scope& scope, const Input& y_backprop, const Input& x, const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2) : FusedBatchNormGrad(scope, y_backprop, x, scale, reserve_space_1, reserve_space_2, Attrs()) {}
  FusedBatchNormGrad(const Scope& scope, const Input& y_backprop, const Input& x, const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FusedBatchNormGrad", "FusedBatchNormGrad", "y_backprop:T,x:T,scale:T,reserve_space_1:T,reserve_space_2:T>x_backprop:T,scale_backprop:T,offset_backprop:T,reserve_space_3:T,reserve_space_4:T");
    op.In(y_backprop);
    op.In(x);
    op.In(scale);
    op.In(reserve_space_1);
    op.In(reserve_space_2);
    op.Attr("epsilon", attrs.epsilon_);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("is_training", attrs.is_training_);
    if (!op.Done(&operation)) return;
    x_backprop = op.Out(0);
    scale_backprop = op.Out(1);
    offset_backprop = op.Out(2);
    reserve_space_3 = op.Out(3);
    reserve_space_4 = op.Out(4);
  }
  FusedBatchNormGrad(const Input& y_backprop, const Input& x, const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2, const GraphDefBuilder::Options& options) : FusedBatchNormGrad(options.scope(), y_backprop, x, scale, reserve_space_1, reserve_space_2) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output x_backprop;
  Output scale_backprop;
  Output offset_backprop;
  Output reserve_space_3;
  Output reserve_space_4;
};

class FusedBatchNormGradV2 {
 public:
  struct Attrs {
    Attrs Epsilon(float x) const { Attrs a = *this; a.epsilon_ = x; return a; }
    float epsilon_ = 9.999999747378752e-05f;
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs IsTraining(bool x) const { Attrs a = *this; a.is_training_ = x; return a; }
    bool is_training_ = true;
  };
  static Attrs Epsilon(float x) { return Attrs().Epsilon(x); }
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs IsTraining(bool x) { return Attrs().IsTraining(x); }
  FusedBatchNormGradV2(const Scope& scope, const Input& y_backprop, const Input& x, const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2) : FusedBatchNormGradV2(scope, y_backprop, x, scale, reserve_space_1, reserve_space_2, Attrs()) {}
  FusedBatchNormGradV2(const Scope& scope, const Input& y_backprop, const Input& x, const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FusedBatchNormGradV2", "FusedBatchNormGradV2", "y_backprop:T,x:T,scale:1,reserve_space_1:U,reserve_space_2:U>x_backprop:T,scale_backprop:U,offset_backprop:U,reserve_space_3:U,reserve_space_4:U");
    op.In(y_backprop);
    op.In(x);
    op.In(scale);
    op.In(reserve_space_1);
    op.In(reserve_space_2);
    op.Attr("epsilon", attrs.epsilon_);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("is_training", attrs.is_training_);
    if (!op.Done(&operation)) return;
    x_backprop = op.Out(0);
    scale_backprop = op.Out(1);
    offset_backprop = op.Out(2);
    reserve_space_3 = op.Out(3);
    reserve_space_4 = op.Out(4);
  }
  FusedBatchNormGradV2(const Input& y_backprop, const Input& x, const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2, const GraphDefBuilder::Options& options) : FusedBatchNormGradV2(options.scope(), y_backprop, x, scale, reserve_space_1, reserve_space_2) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output x_backprop;
  Output scale_backprop;
  Output offset_backprop;
  Output reserve_space_3;
  Output reserve_space_4;
};

class FusedBatchNormGradV3 {
 public:
  struct Attrs {
    Attrs Epsilon(float x) const { Attrs a = *this; a.epsilon_ = x; return a; }
    float epsilon_ = 9.999999747378752e-05f;
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs IsTraining(bool x) const { Attrs a = *this; a.is_training_ = x; return a; }
    bool is_training_ = true;
  };
  static Attrs Epsilon(float x) { return Attrs().Epsilon(x); }
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs IsTraining(bool x) { return Attrs().IsTraining(x); }
  FusedBatchNormGradV3(const Scope& scope, const Input& y_backprop, const Input& x, const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2, const Input& reserve_space_3) : FusedBatchNormGradV3(scope, y_backprop, x, scale, reserve_space_1, reserve_space_2, reserve_space_3, Attrs()) {}
  FusedBatchNormGradV3(const Scope& scope, const Input& y_backprop, const Input& x, const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2, const Input& reserve_space_3, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FusedBatchNormGradV3", "FusedBatchNormGradV3", "y_backprop:T,x:T,scale:1,reserve_space_1:U,reserve_space_2:U,reserve_space_3:U>x_backprop:T,scale_backprop:U,offset_backprop:U,reserve_space_4:U,reserve_space_5:U");
    op.In(y_backprop);
    op.In(x);
    op.In(scale);
    op.In(reserve_space_1);
    op.In(reserve_space_2);
    op.In(reserve_space_3);
    op.Attr("epsilon", attrs.epsilon_);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("is_training", attrs.is_training_);
    if (!op.Done(&operation)) return;
    x_backprop = op.Out(0);
    scale_backprop = op.Out(1);
    offset_backprop = op.Out(2);
    reserve_space_4 = op.Out(3);
    reserve_space_5 = op.Out(4);
  }
  FusedBatchNormGradV3(const Input& y_backprop, const Input& x, const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2, const Input& reserve_space_3, const GraphDefBuilder::Options& options) : FusedBatchNormGradV3(options.scope(), y_backprop, x, scale, reserve_space_1, reserve_space_2, reserve_space_3) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output x_backprop;
  Output scale_backprop;
  Output offset_backprop;
  Output reserve_space_4;
  Output reserve_space_5;
};

class FusedBatchNormV2 {
 public:
  struct Attrs {
    Attrs Epsilon(float x) const { Attrs a = *this; a.epsilon_ = x; return a; }
    float epsilon_ = 9.999999747378752e-05f;
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs IsTraining(bool x) const { Attrs a = *this; a.is_training_ = x; return a; }
    bool is_training_ = true;
  };
  static Attrs Epsilon(float x) { return Attrs().Epsilon(x); }
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs IsTraining(bool x) { return Attrs().IsTraining(x); }
  FusedBatchNormV2(const Scope& scope, const Input& x, const Input& scale, const Input& offset, const Input& mean, const Input& variance) : FusedBatchNormV2(scope, x, scale, offset, mean, variance, Attrs()) {}
  FusedBatchNormV2(const Scope& scope, const Input& x, const Input& scale, const Input& offset, const Input& mean, const Input& variance, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FusedBatchNormV2", "FusedBatchNormV2", "x:T,scale:U,offset:U,mean:U,variance:U>y:T,batch_mean:U,batch_variance:U,reserve_space_1:U,reserve_space_2:U");
    op.In(x);
    op.In(scale);
    op.In(offset);
    op.In(mean);
    op.In(variance);
    op.Attr("epsilon", attrs.epsilon_);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("is_training", attrs.is_training_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
    batch_mean = op.Out(1);
    batch_variance = op.Out(2);
    reserve_space_1 = op.Out(3);
    reserve_space_2 = op.Out(4);
  }
  FusedBatchNormV2(const Input& x, const Input& scale, const Input& offset, const Input& mean, const Input& variance, const GraphDefBuilder::Options& options) : FusedBatchNormV2(options.scope(), x, scale, offset, mean, variance) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output y;
  Output batch_mean;
  Output batch_variance;
  Output reserve_space_1;
  Output reserve_space_2;
};

class FusedBatchNormV3 {
 public:
  struct Attrs {
    Attrs Epsilon(float x) const { Attrs a = *this; a.epsilon_ = x; return a; }
    float epsilon_ = 9.999999747378752e-05f;
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
    Attrs IsTraining(bool x) const { Attrs a = *this; a.is_training_ = x; return a; }
    bool is_training_ = true;
  };
  static Attrs Epsilon(float x) { return Attrs().Epsilon(x); }
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  static Attrs IsTraining(bool x) { return Attrs().IsTraining(x); }
  FusedBatchNormV3(const Scope& scope, const Input& x, const Input& scale, const Input& offset, const Input& mean, const Input& variance) : FusedBatchNormV3(scope, x, scale, offset, mean, variance, Attrs()) {}
  FusedBatchNormV3(const Scope& scope, const Input& x, const Input& scale, const Input& offset, const Input& mean, const Input& variance, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FusedBatchNormV3", "FusedBatchNormV3", "x:T,scale:U,offset:U,mean:U,variance:U>y:T,batch_mean:U,batch_variance:U,reserve_space_1:U,reserve_space_2:U,reserve_space_3:U");
    op.In(x);
    op.In(scale);
    op.In(offset);
    op.In(mean);
    op.In(variance);
    op.Attr("epsilon", attrs.epsilon_);
    op.Attr("data_format", attrs.data_format_);
    op.Attr("is_training", attrs.is_training_);
    if (!op.Done(&operation)) return;
    y = op.Out(0);
    batch_mean = op.Out(1);
    batch_variance = op.Out(2);
    reserve_space_1 = op.Out(3);
    reserve_space_2 = op.Out(4);
    reserve_space_3 = op.Out(5);
  }
  FusedBatchNormV3(const Input& x, const Input& scale, const Input& offset, const Input& mean, const Input& variance, const GraphDefBuilder::Options& options) : FusedBatchNormV3(options.scope(), x, scale, offset, mean, variance) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output y;
  Output batch_mean;
  Output batch_variance;
  Output reserve_space_1;
  Output reserve_space_2;
  Output reserve_space_3;
};

class FusedPadConv2D {
 public:
  FusedPadConv2D(const Scope& scope, const Input& input, const Input& paddings, const Input& filter, StringPiece mode, gtl::ArraySlice<int> strides, StringPiece padding) {
    penstock::OpBuilder op(scope, "FusedPadConv2D", "FusedPadConv2D", "input:T,paddings:3,filter:T>output:T");
    op.In(input);
    op.In(paddings);
    op.In(filter);
    op.Attr("mode", mode);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  FusedPadConv2D(const Input& input, const Input& paddings, const Input& filter, StringPiece mode, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : FusedPadConv2D(options.scope(), input, paddings, filter, mode, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class FusedResizeAndPadConv2D {
 public:
  struct Attrs {
    Attrs ResizeAlignCorners(bool x) const { Attrs a = *this; a.resize_align_corners_ = x; return a; }
    bool resize_align_corners_ = false;
  };
  static Attrs ResizeAlignCorners(bool x) { return Attrs().ResizeAlignCorners(x); }
  FusedResizeAndPadConv2D(const Scope& scope, const Input& input, const Input& size, const Input& paddings, const Input& filter, StringPiece mode, gtl::ArraySlice<int> strides, StringPiece padding) : FusedResizeAndPadConv2D(scope, input, size, paddings, filter, mode, strides, padding, Attrs()) {}
  FusedResizeAndPadConv2D(const Scope& scope, const Input& input, const Input& size, const Input& paddings, const Input& filter, StringPiece mode, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FusedResizeAndPadConv2D", "FusedResizeAndPadConv2D", "input:T,size:3,paddings:3,filter:T>output:T");
    op.In(input);
    op.In(size);
    op.In(paddings);
    op.In(filter);
    op.Attr("mode", mode);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("resize_align_corners", attrs.resize_align_corners_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  FusedResizeAndPadConv2D(const Input& input, const Input& size, const Input& paddings, const Input& filter, StringPiece mode, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : FusedResizeAndPadConv2D(options.scope(), input, size, paddings, filter, mode, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class InTopK {
 public:
  InTopK(const Scope& scope, const Input& predictions, const Input& targets, int64 k) {
    penstock::OpBuilder op(scope, "InTopK", "InTopK", "predictions:1,targets:T>precision:10");
    op.In(predictions);
    op.In(targets);
    op.Attr("k", k);
    if (!op.Done(&operation)) return;
    precision = op.Out(0);
  }
  InTopK(const Input& predictions, const Input& targets, int64 k, const GraphDefBuilder::Options& options) : InTopK(options.scope(), predictions, targets, k) {}
  operator Output() const { return precision; }
  operator Input() const { return precision; }
  operator Node*() const { return precision.node(); }
  Node* node() const { return precision.node(); }
  Operation operation;
  Output precision;
};

class InTopKV2 {
 public:
  InTopKV2(const Scope& scope, const Input& predictions, const Input& targets, const Input& k) {
    penstock::OpBuilder op(scope, "InTopKV2", "InTopKV2", "predictions:1,targets:T,k:T>precision:10");
    op.In(predictions);
    op.In(targets);
    op.In(k);
    if (!op.Done(&operation)) return;
    precision = op.Out(0);
  }
  InTopKV2(const Input& predictions, const Input& targets, const Input& k, const GraphDefBuilder::Options& options) : InTopKV2(options.scope(), predictions, targets, k) {}
  operator Output() const { return precision; }
  operator Input() const { return precision; }
  operator Node*() const { return precision.node(); }
  Node* node() const { return precision.node(); }
  Operation operation;
  Output precision;
};

class L2Loss {
 public:
  L2Loss(const Scope& scope, const Input& t) {
    penstock::OpBuilder op(scope, "L2Loss", "L2Loss", "t:T>output:T");
    op.In(t);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  L2Loss(const Input& t, const GraphDefBuilder::Options& options) : L2Loss(options.scope(), t) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class LRN {
 public:
  struct Attrs {
    Attrs DepthRadius(int64 x) const { Attrs a = *this; a.depth_radius_ = x; return a; }
    int64 depth_radius_ = 5;
    Attrs Bias(float x) const { Attrs a = *this; a.bias_ = x; return a; }
    float bias_ = 1.0f;
    Attrs Alpha(float x) const { Attrs a = *this; a.alpha_ = x; return a; }
    float alpha_ = 1.0f;
    Attrs Beta(float x) const { Attrs a = *this; a.beta_ = x; return a; }
    float beta_ = 0.5f;
  };
  static Attrs DepthRadius(int64 x) { return Attrs().DepthRadius(x); }
  static Attrs Bias(float x) { return Attrs().Bias(x); }
  static Attrs Alpha(float x) { return Attrs().Alpha(x); }
  static Attrs Beta(float x) { return Attrs().Beta(x); }
  LRN(const Scope& scope, const Input& input) : LRN(scope, input, Attrs()) {}
  LRN(const Scope& scope, const Input& input, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "LRN", "LRN", "input:T>output:T");
    op.In(input);
    op.Attr("depth_radius", attrs.depth_radius_);
    op.Attr("bias", attrs.bias_);
    op.Attr("alpha", attrs.alpha_);
    op.Attr("beta", attrs.beta_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  LRN(const Input& input, const GraphDefBuilder::Options& options) : LRN(options.scope(), input) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class LogSoftmax {
 public:
  LogSoftmax(const Scope& scope, const Input& logits) {
    penstock::OpBuilder op(scope, "LogSoftmax", "LogSoftmax", "logits:T>logsoftmax:T");
    op.In(logits);
    if (!op.Done(&operation)) return;
    logsoftmax = op.Out(0);
  }
  LogSoftmax(const Input& logits, const GraphDefBuilder::Options& options) : LogSoftmax(options.scope(), logits) {}
  operator Output() const { return logsoftmax; }
  operator Input() const { return logsoftmax; }
  operator Node*() const { return logsoftmax.node(); }
  Node* node() const { return logsoftmax.node(); }
  Operation operation;
  Output logsoftmax;
};

class MaxPool {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  MaxPool(const Scope& scope, const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) : MaxPool(scope, input, ksize, strides, padding, Attrs()) {}
  MaxPool(const Scope& scope, const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MaxPool", "MaxPool", "input:T>output:T");
    op.In(input);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MaxPool(const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : MaxPool(options.scope(), input, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MaxPool3D {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NDHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  MaxPool3D(const Scope& scope, const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) : MaxPool3D(scope, input, ksize, strides, padding, Attrs()) {}
  MaxPool3D(const Scope& scope, const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MaxPool3D", "MaxPool3D", "input:T>output:T");
    op.In(input);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MaxPool3D(const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : MaxPool3D(options.scope(), input, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MaxPool3DGrad {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NDHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  MaxPool3DGrad(const Scope& scope, const Input& orig_input, const Input& orig_output, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) : MaxPool3DGrad(scope, orig_input, orig_output, grad, ksize, strides, padding, Attrs()) {}
  MaxPool3DGrad(const Scope& scope, const Input& orig_input, const Input& orig_output, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MaxPool3DGrad", "MaxPool3DGrad", "orig_input:TInput,orig_output:TInput,grad:T>output:T");
    op.In(orig_input);
    op.In(orig_output);
    op.In(grad);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MaxPool3DGrad(const Input& orig_input, const Input& orig_output, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : MaxPool3DGrad(options.scope(), orig_input, orig_output, grad, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MaxPool3DGradGrad {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NDHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  MaxPool3DGradGrad(const Scope& scope, const Input& orig_input, const Input& orig_output, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) : MaxPool3DGradGrad(scope, orig_input, orig_output, grad, ksize, strides, padding, Attrs()) {}
  MaxPool3DGradGrad(const Scope& scope, const Input& orig_input, const Input& orig_output, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MaxPool3DGradGrad", "MaxPool3DGradGrad", "orig_input:T,orig_output:T,grad:T>output:T");
    op.In(orig_input);
    op.In(orig_output);
    op.In(grad);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MaxPool3DGradGrad(const Input& orig_input, const Input& orig_output, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : MaxPool3DGradGrad(options.scope(), orig_input, orig_output, grad, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MaxPoolGradGrad {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  MaxPoolGradGrad(const Scope& scope, const Input& orig_input, const Input& orig_output, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) : MaxPoolGradGrad(scope, orig_input, orig_output, grad, ksize, strides, padding, Attrs()) {}
  MaxPoolGradGrad(const Scope& scope, const Input& orig_input, const Input& orig_output, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MaxPoolGradGrad", "MaxPoolGradGrad", "orig_input:T,orig_output:T,grad:T>output:T");
    op.In(orig_input);
    op.In(orig_output);
    op.In(grad);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MaxPoolGradGrad(const Input& orig_input, const Input& orig_output, const Input& grad, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : MaxPoolGradGrad(options.scope(), orig_input, orig_output, grad, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MaxPoolGradGradV2 {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  MaxPoolGradGradV2(const Scope& scope, const Input& orig_input, const Input& orig_output, const Input& grad, const Input& ksize, const Input& strides, StringPiece padding) : MaxPoolGradGradV2(scope, orig_input, orig_output, grad, ksize, strides, padding, Attrs()) {}
  MaxPoolGradGradV2(const Scope& scope, const Input& orig_input, const Input& orig_output, const Input& grad, const Input& ksize, const Input& strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MaxPoolGradGradV2", "MaxPoolGradGradV2", "orig_input:T,orig_output:T,grad:T,ksize:3,strides:3>output:T");
    op.In(orig_input);
    op.In(orig_output);
    op.In(grad);
    op.In(ksize);
    op.In(strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MaxPoolGradGradV2(const Input& orig_input, const Input& orig_output, const Input& grad, const Input& ksize, const Input& strides, StringPiece padding, const GraphDefBuilder::Options& options) : MaxPoolGradGradV2(options.scope(), orig_input, orig_output, grad, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MaxPoolGradGradWithArgmax {
 public:
  struct Attrs {
    Attrs IncludeBatchInIndex(bool x) const { Attrs a = *this; a.include_batch_in_index_ = x; return a; }
    bool include_batch_in_index_ = false;
  };
  static Attrs IncludeBatchInIndex(bool x) { return Attrs().IncludeBatchInIndex(x); }
  MaxPoolGradGradWithArgmax(const Scope& scope, const Input& input, const Input& grad, const Input& argmax, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) : MaxPoolGradGradWithArgmax(scope, input, grad, argmax, ksize, strides, padding, Attrs()) {}
  MaxPoolGradGradWithArgmax(const Scope& scope, const Input& input, const Input& grad, const Input& argmax, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MaxPoolGradGradWithArgmax", "MaxPoolGradGradWithArgmax", "input:T,grad:T,argmax:Targmax>output:T");
    op.In(input);
    op.In(grad);
    op.In(argmax);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("include_batch_in_index", attrs.include_batch_in_index_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MaxPoolGradGradWithArgmax(const Input& input, const Input& grad, const Input& argmax, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : MaxPoolGradGradWithArgmax(options.scope(), input, grad, argmax, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MaxPoolGradV2 {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  MaxPoolGradV2(const Scope& scope, const Input& orig_input, const Input& orig_output, const Input& grad, const Input& ksize, const Input& strides, StringPiece padding) : MaxPoolGradV2(scope, orig_input, orig_output, grad, ksize, strides, padding, Attrs()) {}
  MaxPoolGradV2(const Scope& scope, const Input& orig_input, const Input& orig_output, const Input& grad, const Input& ksize, const Input& strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MaxPoolGradV2", "MaxPoolGradV2", "orig_input:T,orig_output:T,grad:T,ksize:3,strides:3>output:T");
    op.In(orig_input);
    op.In(orig_output);
    op.In(grad);
    op.In(ksize);
    op.In(strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MaxPoolGradV2(const Input& orig_input, const Input& orig_output, const Input& grad, const Input& ksize, const Input& strides, StringPiece padding, const GraphDefBuilder::Options& options) : MaxPoolGradV2(options.scope(), orig_input, orig_output, grad, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MaxPoolV2 {
 public:
  struct Attrs {
    Attrs DataFormat(StringPiece x) const { Attrs a = *this; a.data_format_ = x; return a; }
    StringPiece data_format_ = "NHWC";
  };
  static Attrs DataFormat(StringPiece x) { return Attrs().DataFormat(x); }
  MaxPoolV2(const Scope& scope, const Input& input, const Input& ksize, const Input& strides, StringPiece padding) : MaxPoolV2(scope, input, ksize, strides, padding, Attrs()) {}
  MaxPoolV2(const Scope& scope, const Input& input, const Input& ksize, const Input& strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MaxPoolV2", "MaxPoolV2", "input:T,ksize:3,strides:3>output:T");
    op.In(input);
    op.In(ksize);
    op.In(strides);
    op.Attr("padding", padding);
    op.Attr("data_format", attrs.data_format_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  MaxPoolV2(const Input& input, const Input& ksize, const Input& strides, StringPiece padding, const GraphDefBuilder::Options& options) : MaxPoolV2(options.scope(), input, ksize, strides, padding) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class MaxPoolWithArgmax {
 public:
  struct Attrs {
    Attrs Targmax(DataType x) const { Attrs a = *this; a.Targmax_ = x; return a; }
    DataType Targmax_ = static_cast<DataType>(9);
    Attrs IncludeBatchInIndex(bool x) const { Attrs a = *this; a.include_batch_in_index_ = x; return a; }
    bool include_batch_in_index_ = false;
  };
  static Attrs Targmax(DataType x) { return Attrs().Targmax(x); }
  static Attrs IncludeBatchInIndex(bool x) { return Attrs().IncludeBatchInIndex(x); }
  MaxPoolWithArgmax(const Scope& scope, const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) : MaxPoolWithArgmax(scope, input, ksize, strides, padding, Attrs()) {}
  MaxPoolWithArgmax(const Scope& scope, const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MaxPoolWithArgmax", "MaxPoolWithArgmax", "input:T>output:T,argmax:Targmax");
    op.In(input);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("Targmax", attrs.Targmax_);
    op.Attr("include_batch_in_index", attrs.include_batch_in_index_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    argmax = op.Out(1);
  }
  MaxPoolWithArgmax(const Input& input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : MaxPoolWithArgmax(options.scope(), input, ksize, strides, padding) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output argmax;
};

class NthElement {
 public:
  struct Attrs {
    Attrs Reverse(bool x) const { Attrs a = *this; a.reverse_ = x; return a; }
    bool reverse_ = false;
  };
  static Attrs Reverse(bool x) { return Attrs().Reverse(x); }
  NthElement(const Scope& scope, const Input& input, const Input& n) : NthElement(scope, input, n, Attrs()) {}
  NthElement(const Scope& scope, const Input& input, const Input& n, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "NthElement", "NthElement", "input:T,n:3>values:T");
    op.In(input);
    op.In(n);
    op.Attr("reverse", attrs.reverse_);
    if (!op.Done(&operation)) return;
    values = op.Out(0);
  }
  NthElement(const Input& input, const Input& n, const GraphDefBuilder::Options& options) : NthElement(options.scope(), input, n) {}
  operator Output() const { return values; }
  operator Input() const { return values; }
  operator Node*() const { return values.node(); }
  Node* node() const { return values.node(); }
  Operation operation;
  Output values;
};

class QuantizedAvgPool {
 public:
  QuantizedAvgPool(const Scope& scope, const Input& input, const Input& min_input, const Input& max_input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) {
    penstock::OpBuilder op(scope, "QuantizedAvgPool", "QuantizedAvgPool", "input:T,min_input:1,max_input:1>output:T,min_output:1,max_output:1");
    op.In(input);
    op.In(min_input);
    op.In(max_input);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    min_output = op.Out(1);
    max_output = op.Out(2);
  }
  QuantizedAvgPool(const Input& input, const Input& min_input, const Input& max_input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : QuantizedAvgPool(options.scope(), input, min_input, max_input, ksize, strides, padding) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output min_output;
  Output max_output;
};

class QuantizedBatchNormWithGlobalNormalization {
 public:
  QuantizedBatchNormWithGlobalNormalization(const Scope& scope, const Input& t, const Input& t_min, const Input& t_max, const Input& m, const Input& m_min, const Input& m_max, const Input& v, const Input& v_min, const Input& v_max, const Input& beta, const Input& beta_min, const Input& beta_max, const Input& gamma, const Input& gamma_min, const Input& gamma_max, DataType out_type, float variance_epsilon, bool scale_after_normalization) {
    penstock::OpBuilder op(scope, "QuantizedBatchNormWithGlobalNormalization", "QuantizedBatchNormWithGlobalNormalization", "t:Tinput,t_min:1,t_max:1,m:Tinput,m_min:1,m_max:1,v:Tinput,v_min:1,v_max:1,beta:Tinput,beta_min:1,beta_max:1,gamma:Tinput,gamma_min:1,gamma_max:1>result:out_type,result_min:1,result_max:1");
    op.In(t);
    op.In(t_min);
    op.In(t_max);
    op.In(m);
    op.In(m_min);
    op.In(m_max);
    op.In(v);
    op.In(v_min);
    op.In(v_max);
    op.In(beta);
    op.In(beta_min);
    op.In(beta_max);
    op.In(gamma);
    op.In(gamma_min);
    op.In(gamma_max);
    op.Attr("out_type", out_type);
    op.Attr("variance_epsilon", variance_epsilon);
    op.Attr("scale_after_normalization", scale_after_normalization);
    if (!op.Done(&operation)) return;
    result = op.Out(0);
    result_min = op.Out(1);
    result_max = op.Out(2);
  }
  QuantizedBatchNormWithGlobalNormalization(const Input& t, const Input& t_min, const Input& t_max, const Input& m, const Input& m_min, const Input& m_max, const Input& v, const Input& v_min, const Input& v_max, const Input& beta, const Input& beta_min, const Input& beta_max, const Input& gamma, const Input& gamma_min, const Input& gamma_max, DataType out_type, float variance_epsilon, bool scale_after_normalization, const GraphDefBuilder::Options& options) : QuantizedBatchNormWithGlobalNormalization(options.scope(), t, t_min, t_max, m, m_min, m_max, v, v_min, v_max, beta, beta_min, beta_max, gamma, gamma_min, gamma_max, out_type, variance_epsilon, scale_after_normalization) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output result;
  Output result_min;
  Output result_max;
};

class QuantizedBiasAdd {
 public:
  QuantizedBiasAdd(const Scope& scope, const Input& input, const Input& bias, const Input& min_input, const Input& max_input, const Input& min_bias, const Input& max_bias, DataType out_type) {
    penstock::OpBuilder op(scope, "QuantizedBiasAdd", "QuantizedBiasAdd", "input:T1,bias:T2,min_input:1,max_input:1,min_bias:1,max_bias:1>output:out_type,min_out:1,max_out:1");
    op.In(input);
    op.In(bias);
    op.In(min_input);
    op.In(max_input);
    op.In(min_bias);
    op.In(max_bias);
    op.Attr("out_type", out_type);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    min_out = op.Out(1);
    max_out = op.Out(2);
  }
  QuantizedBiasAdd(const Input& input, const Input& bias, const Input& min_input, const Input& max_input, const Input& min_bias, const Input& max_bias, DataType out_type, const GraphDefBuilder::Options& options) : QuantizedBiasAdd(options.scope(), input, bias, min_input, max_input, min_bias, max_bias, out_type) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output min_out;
  Output max_out;
};

class QuantizedConv2D {
 public:
  struct Attrs {
    Attrs OutType(DataType x) const { Attrs a = *this; a.out_type_ = x; return a; }
    DataType out_type_ = static_cast<DataType>(13);
    Attrs Dilations(gtl::ArraySlice<int> x) const { Attrs a = *this; a.dilations_ = x; return a; }
    gtl::ArraySlice<int> dilations_ = penstock::Fixed<int>({1, 1, 1, 1});
  };
  static Attrs OutType(DataType x) { return Attrs().OutType(x); }
  static Attrs Dilations(gtl::ArraySlice<int> x) { return Attrs().Dilations(x); }
  QuantizedConv2D(const Scope& scope, const Input& input, const Input& filter, const Input& min_input, const Input& max_input, const Input& min_filter, const Input& max_filter, gtl::ArraySlice<int> strides, StringPiece padding) : QuantizedConv2D(scope, input, filter, min_input, max_input, min_filter, max_filter, strides, padding, Attrs()) {}
  QuantizedConv2D(const Scope& scope, const Input& input, const Input& filter, const Input& min_input, const Input& max_input, const Input& min_filter, const Input& max_filter, gtl::ArraySlice<int> strides, StringPiece padding, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizedConv2D", "QuantizedConv2D", "input:Tinput,filter:Tfilter,min_input:1,max_input:1,min_filter:1,max_filter:1>output:out_type,min_output:1,max_output:1");
    op.In(input);
    op.In(filter);
    op.In(min_input);
    op.In(max_input);
    op.In(min_filter);
    op.In(max_filter);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    op.Attr("out_type", attrs.out_type_);
    op.Attr("dilations", attrs.dilations_);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    min_output = op.Out(1);
    max_output = op.Out(2);
  }
  QuantizedConv2D(const Input& input, const Input& filter, const Input& min_input, const Input& max_input, const Input& min_filter, const Input& max_filter, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : QuantizedConv2D(options.scope(), input, filter, min_input, max_input, min_filter, max_filter, strides, padding) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output min_output;
  Output max_output;
};

class QuantizedMaxPool {
 public:
  QuantizedMaxPool(const Scope& scope, const Input& input, const Input& min_input, const Input& max_input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding) {
    penstock::OpBuilder op(scope, "QuantizedMaxPool", "QuantizedMaxPool", "input:T,min_input:1,max_input:1>output:T,min_output:1,max_output:1");
    op.In(input);
    op.In(min_input);
    op.In(max_input);
    op.Attr("ksize", ksize);
    op.Attr("strides", strides);
    op.Attr("padding", padding);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
    min_output = op.Out(1);
    max_output = op.Out(2);
  }
  QuantizedMaxPool(const Input& input, const Input& min_input, const Input& max_input, gtl::ArraySlice<int> ksize, gtl::ArraySlice<int> strides, StringPiece padding, const GraphDefBuilder::Options& options) : QuantizedMaxPool(options.scope(), input, min_input, max_input, ksize, strides, padding) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output;
  Output min_output;
  Output max_output;
};

class QuantizedRelu {
 public:
  struct Attrs {
    Attrs OutType(DataType x) const { Attrs a = *this; a.out_type_ = x; return a; }
    DataType out_type_ = static_cast<DataType>(12);
  };
  static Attrs OutType(DataType x) { return Attrs().OutType(x); }
  QuantizedRelu(const Scope& scope, const Input& features, const Input& min_features, const Input& max_features) : QuantizedRelu(scope, features, min_features, max_features, Attrs()) {}
  QuantizedRelu(const Scope& scope, const Input& features, const Input& min_features, const Input& max_features, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizedRelu", "QuantizedRelu", "features:Tinput,min_features:1,max_features:1>activations:out_type,min_activations:1,max_activations:1");
    op.In(features);
    op.In(min_features);
    op.In(max_features);
    op.Attr("out_type", attrs.out_type_);
    if (!op.Done(&operation)) return;
    activations = op.Out(0);
    min_activations = op.Out(1);
    max_activations = op.Out(2);
  }
  QuantizedRelu(const Input& features, const Input& min_features, const Input& max_features, const GraphDefBuilder::Options& options) : QuantizedRelu(options.scope(), features, min_features, max_features) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output activations;
  Output min_activations;
  Output max_activations;
};

class QuantizedRelu6 {
 public:
  struct Attrs {
    Attrs OutType(DataType x) const { Attrs a = *this; a.out_type_ = x; return a; }
    DataType out_type_ = static_cast<DataType>(12);
  };
  static Attrs OutType(DataType x) { return Attrs().OutType(x); }
  QuantizedRelu6(const Scope& scope, const Input& features, const Input& min_features, const Input& max_features) : QuantizedRelu6(scope, features, min_features, max_features, Attrs()) {}
  QuantizedRelu6(const Scope& scope, const Input& features, const Input& min_features, const Input& max_features, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizedRelu6", "QuantizedRelu6", "features:Tinput,min_features:1,max_features:1>activations:out_type,min_activations:1,max_activations:1");
    op.In(features);
    op.In(min_features);
    op.In(max_features);
    op.Attr("out_type", attrs.out_type_);
    if (!op.Done(&operation)) return;
    activations = op.Out(0);
    min_activations = op.Out(1);
    max_activations = op.Out(2);
  }
  QuantizedRelu6(const Input& features, const Input& min_features, const Input& max_features, const GraphDefBuilder::Options& options) : QuantizedRelu6(options.scope(), features, min_features, max_features) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output activations;
  Output min_activations;
  Output max_activations;
};

class QuantizedReluX {
 public:
  struct Attrs {
    Attrs OutType(DataType x) const { Attrs a = *this; a.out_type_ = x; return a; }
    DataType out_type_ = static_cast<DataType>(12);
  };
  static Attrs OutType(DataType x) { return Attrs().OutType(x); }
  QuantizedReluX(const Scope& scope, const Input& features, const Input& max_value, const Input& min_features, const Input& max_features) : QuantizedReluX(scope, features, max_value, min_features, max_features, Attrs()) {}
  QuantizedReluX(const Scope& scope, const Input& features, const Input& max_value, const Input& min_features, const Input& max_features, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QuantizedReluX", "QuantizedReluX", "features:Tinput,max_value:1,min_features:1,max_features:1>activations:out_type,min_activations:1,max_activations:1");
    op.In(features);
    op.In(max_value);
    op.In(min_features);
    op.In(max_features);
    op.Attr("out_type", attrs.out_type_);
    if (!op.Done(&operation)) return;
    activations = op.Out(0);
    min_activations = op.Out(1);
    max_activations = op.Out(2);
  }
  QuantizedReluX(const Input& features, const Input& max_value, const Input& min_features, const Input& max_features, const GraphDefBuilder::Options& options) : QuantizedReluX(options.scope(), features, max_value, min_features, max_features) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output activations;
  Output min_activations;
  Output max_activations;
};

class Relu {
 public:
  Relu(const Scope& scope, const Input& features) {
    penstock::OpBuilder op(scope, "Relu", "Relu", "features:T>activations:T");
    op.In(features);
    if (!op.Done(&operation)) return;
    activations = op.Out(0);
  }
  Relu(const Input& features, const GraphDefBuilder::Options& options) : Relu(options.scope(), features) {}
  operator Output() const { return activations; }
  operator Input() const { return activations; }
  operator Node*() const { return activations.node(); }
  Node* node() const { return activations.node(); }
  Operation operation;
  Output activations;
};

class Relu6 {
 public:
  Relu6(const Scope& scope, const Input& features) {
    penstock::OpBuilder op(scope, "Relu6", "Relu6", "features:T>activations:T");
    op.In(features);
    if (!op.Done(&operation)) return;
    activations = op.Out(0);
  }
  Relu6(const Input& features, const GraphDefBuilder::Options& options) : Relu6(options.scope(), features) {}
  operator Output() const { return activations; }
  operator Input() const { return activations; }
  operator Node*() const { return activations.node(); }
  Node* node() const { return activations.node(); }
  Operation operation;
  Output activations;
};

class Selu {
 public:
  Selu(const Scope& scope, const Input& features) {
    penstock::OpBuilder op(scope, "Selu", "Selu", "features:T>activations:T");
    op.In(features);
    if (!op.Done(&operation)) return;
    activations = op.Out(0);
  }
  Selu(const Input& features, const GraphDefBuilder::Options& options) : Selu(options.scope(), features) {}
  operator Output() const { return activations; }
  operator Input() const { return activations; }
  operator Node*() const { return activations.node(); }
  Node* node() const { return activations.node(); }
  Operation operation;
  Output activations;
};

class Softmax {
 public:
  Softmax(const Scope& scope, const Input& logits) {
    penstock::OpBuilder op(scope, "Softmax", "Softmax", "logits:T>softmax:T");
    op.In(logits);
    if (!op.Done(&operation)) return;
    softmax = op.Out(0);
  }
  Softmax(const Input& logits, const GraphDefBuilder::Options& options) : Softmax(options.scope(), logits) {}
  operator Output() const { return softmax; }
  operator Input() const { return softmax; }
  operator Node*() const { return softmax.node(); }
  Node* node() const { return softmax.node(); }
  Operation operation;
  Output softmax;
};

class SoftmaxCrossEntropyWithLogits {
 public:
  SoftmaxCrossEntropyWithLogits(const Scope& scope, const Input& features, const Input& labels) {
    penstock::OpBuilder op(scope, "SoftmaxCrossEntropyWithLogits", "SoftmaxCrossEntropyWithLogits", "features:T,labels:T>loss:T,backprop:T");
    op.In(features);
    op.In(labels);
    if (!op.Done(&operation)) return;
    loss = op.Out(0);
    backprop = op.Out(1);
  }
  SoftmaxCrossEntropyWithLogits(const Input& features, const Input& labels, const GraphDefBuilder::Options& options) : SoftmaxCrossEntropyWithLogits(options.scope(), features, labels) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output loss;
  Output backprop;
};

class Softplus {
 public:
  Softplus(const Scope& scope, const Input& features) {
    penstock::OpBuilder op(scope, "Softplus", "Softplus", "features:T>activations:T");
    op.In(features);
    if (!op.Done(&operation)) return;
    activations = op.Out(0);
  }
  Softplus(const Input& features, const GraphDefBuilder::Options& options) : Softplus(options.scope(), features) {}
  operator Output() const { return activations; }
  operator Input() const { return activations; }
  operator Node*() const { return activations.node(); }
  Node* node() const { return activations.node(); }
  Operation operation;
  Output activations;
};

class Softsign {
 public:
  Softsign(const Scope& scope, const Input& features) {
    penstock::OpBuilder op(scope, "Softsign", "Softsign", "features:T>activations:T");
    op.In(features);
    if (!op.Done(&operation)) return;
    activations = op.Out(0);
  }
  Softsign(const Input& features, const GraphDefBuilder::Options& options) : Softsign(options.scope(), features) {}
  operator Output() const { return activations; }
  operator Input() const { return activations; }
  operator Node*() const { return activations.node(); }
  Node* node() const { return activations.node(); }
  Operation operation;
  Output activations;
};

class SparseSoftmaxCrossEntropyWithLogits {
 public:
  SparseSoftmaxCrossEntropyWithLogits(const Scope& scope, const Input& features, const Input& labels) {
    penstock::OpBuilder op(scope, "SparseSoftmaxCrossEntropyWithLogits", "SparseSoftmaxCrossEntropyWithLogits", "features:T,labels:Tlabels>loss:T,backprop:T");
    op.In(features);
    op.In(labels);
    if (!op.Done(&operation)) return;
    loss = op.Out(0);
    backprop = op.Out(1);
  }
  SparseSoftmaxCrossEntropyWithLogits(const Input& features, const Input& labels, const GraphDefBuilder::Options& options) : SparseSoftmaxCrossEntropyWithLogits(options.scope(), features, labels) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output loss;
  Output backprop;
};

class TopK {
 public:
  struct Attrs {
    Attrs Sorted(bool x) const { Attrs a = *this; a.sorted_ = x; return a; }
    bool sorted_ = true;
  };
  static Attrs Sorted(bool x) { return Attrs().Sorted(x); }
  TopK(const Scope& scope, const Input& input, const Input& k) : TopK(scope, input, k, Attrs()) {}
  TopK(const Scope& scope, const Input& input, const Input& k, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TopK", "TopKV2", "input:T,k:3>values:T,indices:3");
    op.In(input);
    op.In(k);
    op.Attr("sorted", attrs.sorted_);
    if (!op.Done(&operation)) return;
    values = op.Out(0);
    indices = op.Out(1);
  }
  TopK(const Input& input, const Input& k, const GraphDefBuilder::Options& options) : TopK(options.scope(), input, k) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output values;
  Output indices;
};


}  // namespace ops
}  // namespace tensorflow
