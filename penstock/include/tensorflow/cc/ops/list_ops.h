// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class EmptyTensorList {
 public:
  EmptyTensorList(const Scope& scope, const Input& element_shape, const Input& max_num_elements, DataType element_dtype) {
    penstock::OpBuilder op(scope, "EmptyTensorList", "EmptyTensorList", "element_shape:shape_type,max_num_elements:3>handle:21");
    op.In(element_shape);
    op.In(max_num_elements);
    op.Attr("element_dtype", element_dtype);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  EmptyTensorList(const Input& element_shape, const Input& max_num_elements, DataType element_dtype, const GraphDefBuilder::Options& options) : EmptyTensorList(options.scope(), element_shape, max_num_elements, element_dtype) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class TensorListConcat {
 public:
  struct Attrs {
    Attrs ElementShape(const PartialTensorShape& x) const { Attrs a = *this; a.element_shape_ = x; return a; }
    PartialTensorShape element_shape_;
  };
  static Attrs ElementShape(const PartialTensorShape& x) { return Attrs().ElementShape(x); }
  TensorListConcat(const Scope& scope, const Input& input_handle, DataType element_dtype) : TensorListConcat(scope, input_handle, element_dtype, Attrs()) {}
  TensorListConcat(const Scope& scope, const Input& input_handle, DataType element_dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TensorListConcat", "TensorListConcat", "input_handle:21>tensor:element_dtype,lengths:9");
    op.In(input_handle);
    op.Attr("element_dtype", element_dtype);
    op.Attr("element_shape", attrs.element_shape_);
    if (!op.Done(&operation)) return;
    tensor = op.Out(0);
    lengths = op.Out(1);
  }
  TensorListConcat(const Input& input_handle, DataType element_dtype, const GraphDefBuilder::Options& options) : TensorListConcat(options.scope(), input_handle, element_dtype) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output tensor;
  Output lengths;
};

class TensorListConcatLists {
 public:
  TensorListConcatLists(const Scope& scope, const Input& input_a, const Input& input_b, DataType element_dtype) {
    penstock::OpBuilder op(scope, "TensorListConcatLists", "TensorListConcatLists", "input_a:21,input_b:21>output:21");
    op.In(input_a);
    op.In(input_b);
    op.Attr("element_dtype", element_dtype);
    if (!op.Done(&operation)) return;
    output = op.Out(0);
  }
  TensorListConcatLists(const Input& input_a, const Input& input_b, DataType element_dtype, const GraphDefBuilder::Options& options) : TensorListConcatLists(options.scope(), input_a, input_b, element_dtype) {}
  operator Output() const { return output; }
  operator Input() const { return output; }
  operator Node*() const { return output.node(); }
  Node* node() const { return output.node(); }
  Operation operation;
  Output output;
};

class TensorListConcatV2 {
 public:
  TensorListConcatV2(const Scope& scope, const Input& input_handle, const Input& element_shape, const Input& leading_dims, DataType element_dtype) {
    penstock::OpBuilder op(scope, "TensorListConcatV2", "TensorListConcatV2", "input_handle:21,element_shape:shape_type,leading_dims:9>tensor:element_dtype,lengths:9");
    op.In(input_handle);
    op.In(element_shape);
    op.In(leading_dims);
    op.Attr("element_dtype", element_dtype);
    if (!op.Done(&operation)) return;
    tensor = op.Out(0);
    lengths = op.Out(1);
  }
  TensorListConcatV2(const Input& input_handle, const Input& element_shape, const Input& leading_dims, DataType element_dtype, const GraphDefBuilder::Options& options) : TensorListConcatV2(options.scope(), input_handle, element_shape, leading_dims, element_dtype) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output tensor;
  Output lengths;
};

class TensorListElementShape {
 public:
  TensorListElementShape(const Scope& scope, const Input& input_handle, DataType shape_type) {
    penstock::OpBuilder op(scope, "TensorListElementShape", "TensorListElementShape", "input_handle:21>element_shape:shape_type");
    op.In(input_handle);
    op.Attr("shape_type", shape_type);
    if (!op.Done(&operation)) return;
    element_shape = op.Out(0);
  }
  TensorListElementShape(const Input& input_handle, DataType shape_type, const GraphDefBuilder::Options& options) : TensorListElementShape(options.scope(), input_handle, shape_type) {}
  operator Output() const { return element_shape; }
  operator Input() const { return element_shape; }
  operator Node*() const { return element_shape.node(); }
  Node* node() const { return element_shape.node(); }
  Operation operation;
  Output element_shape;
};

class TensorListFromTensor {
 public:
  TensorListFromTensor(const Scope& scope, const Input& tensor, const Input& element_shape) {
    penstock::OpBuilder op(scope, "TensorListFromTensor", "TensorListFromTensor", "tensor:element_dtype,element_shape:shape_type>output_handle:21");
    op.In(tensor);
    op.In(element_shape);
    if (!op.Done(&operation)) return;
    output_handle = op.Out(0);
  }
  TensorListFromTensor(const Input& tensor, const Input& element_shape, const GraphDefBuilder::Options& options) : TensorListFromTensor(options.scope(), tensor, element_shape) {}
  operator Output() const { return output_handle; }
  operator Input() const { return output_handle; }
  operator Node*() const { return output_handle.node(); }
  Node* node() const { return output_handle.node(); }
  Operation operation;
  Output output_handle;
};

class TensorListGather {
 public:
  TensorListGather(const Scope& scope, const Input& input_handle, const Input& indices, const Input& element_shape, DataType element_dtype) {
    penstock::OpBuilder op(scope, "TensorListGather", "TensorListGather", "input_handle:21,indices:3,element_shape:3>values:element_dtype");
    op.In(input_handle);
    op.In(indices);
    op.In(element_shape);
    op.Attr("element_dtype", element_dtype);
    if (!op.Done(&operation)) return;
    values = op.Out(0);
  }
  TensorListGather(const Input& input_handle, const Input& indices, const Input& element_shape, DataType element_dtype, const GraphDefBuilder::Options& options) : TensorListGather(options.scope(), input_handle, indices, element_shape, element_dtype) {}
  operator Output() const { return values; }
  operator Input() const { return values; }
  operator Node*() const { return values.node(); }
  Node* node() const { return values.node(); }
  Operation operation;
  Output values;
};

class TensorListGetItem {
 public:
  TensorListGetItem(const Scope& scope, const Input& input_handle, const Input& index, const Input& element_shape, DataType element_dtype) {
    penstock::OpBuilder op(scope, "TensorListGetItem", "TensorListGetItem", "input_handle:21,index:3,element_shape:3>item:element_dtype");
    op.In(input_handle);
    op.In(index);
    op.In(element_shape);
    op.Attr("element_dtype", element_dtype);
    if (!op.Done(&operation)) return;
    item = op.Out(0);
  }
  TensorListGetItem(const Input& input_handle, const Input& index, const Input& element_shape, DataType element_dtype, const GraphDefBuilder::Options& options) : TensorListGetItem(options.scope(), input_handle, index, element_shape, element_dtype) {}
  operator Output() const { return item; }
  operator Input() const { return item; }
  operator Node*() const { return item.node(); }
  Node* node() const { return item.node(); }
  Operation operation;
  Output item;
};

class TensorListLength {
 public:
  TensorListLength(const Scope& scope, const Input& input_handle) {
    penstock::OpBuilder op(scope, "TensorListLength", "TensorListLength", "input_handle:21>length:3");
    op.In(input_handle);
    if (!op.Done(&operation)) return;
    length = op.Out(0);
  }
  TensorListLength(const Input& input_handle, const GraphDefBuilder::Options& options) : TensorListLength(options.scope(), input_handle) {}
  operator Output() const { return length; }
  operator Input() const { return length; }
  operator Node*() const { return length.node(); }
  Node* node() const { return length.node(); }
  Operation operation;
  Output length;
};

class TensorListPopBack {
 public:
  TensorListPopBack(const Scope& scope, const Input& input_handle, const Input& element_shape, DataType element_dtype) {
    penstock::OpBuilder op(scope, "TensorListPopBack", "TensorListPopBack", "input_handle:21,element_shape:3>output_handle:21,tensor:element_dtype");
    op.In(input_handle);
    op.In(element_shape);
    op.Attr("element_dtype", element_dtype);
    if (!op.Done(&operation)) return;
    output_handle = op.Out(0);
    tensor = op.Out(1);
  }
  TensorListPopBack(const Input& input_handle, const Input& element_shape, DataType element_dtype, const GraphDefBuilder::Options& options) : TensorListPopBack(options.scope(), input_handle, element_shape, element_dtype) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output output_handle;
  Output tensor;
};

class TensorListPushBack {
 public:
  TensorListPushBack(const Scope& scope, const Input& input_handle, const Input& tensor) {
    penstock::OpBuilder op(scope, "TensorListPushBack", "TensorListPushBack", "input_handle:21,tensor:element_dtype>output_handle:21");
    op.In(input_handle);
    op.In(tensor);
    if (!op.Done(&operation)) return;
    output_handle = op.Out(0);
  }
  TensorListPushBack(const Input& input_handle, const Input& tensor, const GraphDefBuilder::Options& options) : TensorListPushBack(options.scope(), input_handle, tensor) {}
  operator Output() const { return output_handle; }
  operator Input() const { return output_handle; }
  operator Node*() const { return output_handle.node(); }
  Node* node() const { return output_handle.node(); }
  Operation operation;
  Output output_handle;
};

class TensorListPushBackBatch {
 public:
  TensorListPushBackBatch(const Scope& scope, const Input& input_handles, const Input& tensor) {
    penstock::OpBuilder op(scope, "TensorListPushBackBatch", "TensorListPushBackBatch", "input_handles:21,tensor:element_dtype>output_handles:21");
    op.In(input_handles);
    op.In(tensor);
    if (!op.Done(&operation)) return;
    output_handles = op.Out(0);
  }
  TensorListPushBackBatch(const Input& input_handles, const Input& tensor, const GraphDefBuilder::Options& options) : TensorListPushBackBatch(options.scope(), input_handles, tensor) {}
  operator Output() const { return output_handles; }
  operator Input() const { return output_handles; }
  operator Node*() const { return output_handles.node(); }
  Node* node() const { return output_handles.node(); }
  Operation operation;
  Output output_handles;
};

class TensorListReserve {
 public:
  TensorListReserve(const Scope& scope, const Input& element_shape, const Input& num_elements, DataType element_dtype) {
    penstock::OpBuilder op(scope, "TensorListReserve", "TensorListReserve", "element_shape:shape_type,num_elements:3>handle:21");
    op.In(element_shape);
    op.In(num_elements);
    op.Attr("element_dtype", element_dtype);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  TensorListReserve(const Input& element_shape, const Input& num_elements, DataType element_dtype, const GraphDefBuilder::Options& options) : TensorListReserve(options.scope(), element_shape, num_elements, element_dtype) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class TensorListResize {
 public:
  TensorListResize(const Scope& scope, const Input& input_handle, const Input& size) {
    penstock::OpBuilder op(scope, "TensorListResize", "TensorListResize", "input_handle:21,size:3>output_handle:21");
    op.In(input_handle);
    op.In(size);
    if (!op.Done(&operation)) return;
    output_handle = op.Out(0);
  }
  TensorListResize(const Input& input_handle, const Input& size, const GraphDefBuilder::Options& options) : TensorListResize(options.scope(), input_handle, size) {}
  operator Output() const { return output_handle; }
  operator Input() const { return output_handle; }
  operator Node*() const { return output_handle.node(); }
  Node* node() const { return output_handle.node(); }
  Operation operation;
  Output output_handle;
};

class TensorListScatter {
 public:
  TensorListScatter(const Scope& scope, const Input& tensor, const Input& indices, const Input& element_shape) {
    penstock::OpBuilder op(scope, "TensorListScatter", "TensorListScatter", "tensor:element_dtype,indices:3,element_shape:shape_type>output_handle:21");
    op.In(tensor);
    op.In(indices);
    op.In(element_shape);
    if (!op.Done(&operation)) return;
    output_handle = op.Out(0);
  }
  TensorListScatter(const Input& tensor, const Input& indices, const Input& element_shape, const GraphDefBuilder::Options& options) : TensorListScatter(options.scope(), tensor, indices, element_shape) {}
  operator Output() const { return output_handle; }
  operator Input() const { return output_handle; }
  operator Node*() const { return output_handle.node(); }
  Node* node() const { return output_handle.node(); }
  Operation operation;
  Output output_handle;
};

class TensorListScatterIntoExistingList {
 public:
  TensorListScatterIntoExistingList(const Scope& scope, const Input& input_handle, const Input& tensor, const Input& indices) {
    penstock::OpBuilder op(scope, "TensorListScatterIntoExistingList", "TensorListScatterIntoExistingList", "input_handle:21,tensor:element_dtype,indices:3>output_handle:21");
    op.In(input_handle);
    op.In(tensor);
    op.In(indices);
    if (!op.Done(&operation)) return;
    output_handle = op.Out(0);
  }
  TensorListScatterIntoExistingList(const Input& input_handle, const Input& tensor, const Input& indices, const GraphDefBuilder::Options& options) : TensorListScatterIntoExistingList(options.scope(), input_handle, tensor, indices) {}
  operator Output() const { return output_handle; }
  operator Input() const { return output_handle; }
  operator Node*() const { return output_handle.node(); }
  Node* node() const { return output_handle.node(); }
  Operation operation;
  Output output_handle;
};

class TensorListScatterV2 {
 public:
  TensorListScatterV2(const Scope& scope, const Input& tensor, const Input& indices, const Input& element_shape, const Input& num_elements) {
    penstock::OpBuilder op(scope, "TensorListScatterV2", "TensorListScatterV2", "tensor:element_dtype,indices:3,element_shape:shape_type,num_elements:3>output_handle:21");
    op.In(tensor);
    op.In(indices);
    op.In(element_shape);
    op.In(num_elements);
    if (!op.Done(&operation)) return;
    output_handle = op.Out(0);
  }
  TensorListScatterV2(const Input& tensor, const Input& indices, const Input& element_shape, const Input& num_elements, const GraphDefBuilder::Options& options) : TensorListScatterV2(options.scope(), tensor, indices, element_shape, num_elements) {}
  operator Output() const { return output_handle; }
  operator Input() const { return output_handle; }
  operator Node*() const { return output_handle.node(); }
  Node* node() const { return output_handle.node(); }
  Operation operation;
  Output output_handle;
};

class TensorListSetItem {
 public:
  TensorListSetItem(const Scope& scope, const Input& input_handle, const Input& index, const Input& item) {
    penstock::OpBuilder op(scope, "TensorListSetItem", "TensorListSetItem", "input_handle:21,index:3,item:element_dtype>output_handle:21");
    op.In(input_handle);
    op.In(index);
    op.In(item);
    if (!op.Done(&operation)) return;
    output_handle = op.Out(0);
  }
  TensorListSetItem(const Input& input_handle, const Input& index, const Input& item, const GraphDefBuilder::Options& options) : TensorListSetItem(options.scope(), input_handle, index, item) {}
  operator Output() const { return output_handle; }
  operator Input() const { return output_handle; }
  operator Node*() const { return output_handle.node(); }
  Node* node() const { return output_handle.node(); }
  Operation operation;
  Output output_handle;
};

class TensorListSplit {
 public:
  TensorListSplit(const Scope& scope, const Input& tensor, const Input& element_shape, const Input& lengths) {
    penstock::OpBuilder op(scope, "TensorListSplit", "TensorListSplit", "tensor:element_dtype,element_shape:shape_type,lengths:9>output_handle:21");
    op.In(tensor);
    op.In(element_shape);
    op.In(lengths);
    if (!op.Done(&operation)) return;
    output_handle = op.Out(0);
  }
  TensorListSplit(const Input& tensor, const Input& element_shape, const Input& lengths, const GraphDefBuilder::Options& options) : TensorListSplit(options.scope(), tensor, element_shape, lengths) {}
  operator Output() const { return output_handle; }
  operator Input() const { return output_handle; }
  operator Node*() const { return output_handle.node(); }
  Node* node() const { return output_handle.node(); }
  Operation operation;
  Output output_handle;
};

class TensorListStack {
 public:
  struct Attrs {
    Attrs NumElements(int64 x) const { Attrs a = *this; a.num_elements_ = x; return a; }
    int64 num_elements_ = -1;
  };
  static Attrs NumElements(int64 x) { return Attrs().NumElements(x); }
  TensorListStack(const Scope& scope, const Input& input_handle, const Input& element_shape, DataType element_dtype) : TensorListStack(scope, input_handle, element_shape, element_dtype, Attrs()) {}
  TensorListStack(const Scope& scope, const Input& input_handle, const Input& element_shape, DataType element_dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TensorListStack", "TensorListStack", "input_handle:21,element_shape:3>tensor:element_dtype");
    op.In(input_handle);
    op.In(element_shape);
    op.Attr("element_dtype", element_dtype);
    op.Attr("num_elements", attrs.num_elements_);
    if (!op.Done(&operation)) return;
    tensor = op.Out(0);
  }
  TensorListStack(const Input& input_handle, const Input& element_shape, DataType element_dtype, const GraphDefBuilder::Options& options) : TensorListStack(options.scope(), input_handle, element_shape, element_dtype) {}
  operator Output() const { return tensor; }
  operator Input() const { return tensor; }
  operator Node*() const { return tensor.node(); }
  Node* node() const { return tensor.node(); }
  Operation operation;
  Output tensor;
};


}  // namespace ops
}  // namespace tensorflow
