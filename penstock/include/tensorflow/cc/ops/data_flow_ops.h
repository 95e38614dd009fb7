// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class AccumulatorApplyGradient {
 public:
  AccumulatorApplyGradient(const Scope& scope, const Input& handle, const Input& local_step, const Input& gradient) {
    penstock::OpBuilder op(scope, "AccumulatorApplyGradient", "AccumulatorApplyGradient", "handle:&7,local_step:9,gradient:dtype>");
    op.In(handle);
    op.In(local_step);
    op.In(gradient);
    if (!op.Done(&operation)) return;
  }
  AccumulatorApplyGradient(const Input& handle, const Input& local_step, const Input& gradient, const GraphDefBuilder::Options& options) : AccumulatorApplyGradient(options.scope(), handle, local_step, gradient) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class AccumulatorNumAccumulated {
 public:
  AccumulatorNumAccumulated(const Scope& scope, const Input& handle) {
    penstock::OpBuilder op(scope, "AccumulatorNumAccumulated", "AccumulatorNumAccumulated", "handle:&7>num_accumulated:3");
    op.In(handle);
    if (!op.Done(&operation)) return;
    num_accumulated = op.Out(0);
  }
  AccumulatorNumAccumulated(const Input& handle, const GraphDefBuilder::Options& options) : AccumulatorNumAccumulated(options.scope(), handle) {}
  operator Output() const { return num_accumulated; }
  operator Input() const { return num_accumulated; }
  operator Node*() const { return num_accumulated.node(); }
  Node* node() const { return num_accumulated.node(); }
  Operation operation;
  Output num_accumulated;
};

class AccumulatorSetGlobalStep {
 public:
  AccumulatorSetGlobalStep(const Scope& scope, const Input& handle, const Input& new_global_step) {
    penstock::OpBuilder op(scope, "AccumulatorSetGlobalStep", "AccumulatorSetGlobalStep", "handle:&7,new_global_step:9>");
    op.In(handle);
    op.In(new_global_step);
    if (!op.Done(&operation)) return;
  }
  AccumulatorSetGlobalStep(const Input& handle, const Input& new_global_step, const GraphDefBuilder::Options& options) : AccumulatorSetGlobalStep(options.scope(), handle, new_global_step) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class AccumulatorTakeGradient {
 public:
  AccumulatorTakeGradient(const Scope& scope, const Input& handle, const Input& num_required, DataType dtype) {
    penstock::OpBuilder op(scope, "AccumulatorTakeGradient", "AccumulatorTakeGradient", "handle:&7,num_required:3>average:dtype");
    op.In(handle);
    op.In(num_required);
    op.Attr("dtype", dtype);
    if (!op.Done(&operation)) return;
    average = op.Out(0);
  }
  AccumulatorTakeGradient(const Input& handle, const Input& num_required, DataType dtype, const GraphDefBuilder::Options& options) : AccumulatorTakeGradient(options.scope(), handle, num_required, dtype) {}
  operator Output() const { return average; }
  operator Input() const { return average; }
  operator Node*() const { return average.node(); }
  Node* node() const { return average.node(); }
  Operation operation;
  Output average;
};

class Barrier {
 public:
  struct Attrs {
    Attrs Shapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> shapes_;
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = -1;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Shapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().Shapes(x); }
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  Barrier(const Scope& scope, gtl::ArraySlice<DataType> component_types) : Barrier(scope, component_types, Attrs()) {}
  Barrier(const Scope& scope, gtl::ArraySlice<DataType> component_types, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Barrier", "Barrier", ">handle:&7");
    op.Attr("component_types", component_types);
    op.Attr("shapes", attrs.shapes_);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  Barrier(gtl::ArraySlice<DataType> component_types, const GraphDefBuilder::Options& options) : Barrier(options.scope(), component_types) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class BarrierClose {
 public:
  struct Attrs {
    Attrs CancelPendingEnqueues(bool x) const { Attrs a = *this; a.cancel_pending_enqueues_ = x; return a; }
    bool cancel_pending_enqueues_ = false;
  };
  static Attrs CancelPendingEnqueues(bool x) { return Attrs().CancelPendingEnqueues(x); }
  BarrierClose(const Scope& scope, const Input& handle) : BarrierClose(scope, handle, Attrs()) {}
  BarrierClose(const Scope& scope, const Input& handle, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "BarrierClose", "BarrierClose", "handle:&7>");
    op.In(handle);
    op.Attr("cancel_pending_enqueues", attrs.cancel_pending_enqueues_);
    if (!op.Done(&operation)) return;
  }
  BarrierClose(const Input& handle, const GraphDefBuilder::Options& options) : BarrierClose(options.scope(), handle) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class BarrierIncompleteSize {
 public:
  BarrierIncompleteSize(const Scope& scope, const Input& handle) {
    penstock::OpBuilder op(scope, "BarrierIncompleteSize", "BarrierIncompleteSize", "handle:&7>size:3");
    op.In(handle);
    if (!op.Done(&operation)) return;
    size = op.Out(0);
  }
  BarrierIncompleteSize(const Input& handle, const GraphDefBuilder::Options& options) : BarrierIncompleteSize(options.scope(), handle) {}
  operator Output() const { return size; }
  operator Input() const { return size; }
  operator Node*() const { return size.node(); }
  Node* node() const { return size.node(); }
  Operation operation;
  Output size;
};

class BarrierInsertMany {
 public:
  BarrierInsertMany(const Scope& scope, const Input& handle, const Input& keys, const Input& values, int64 component_index) {
    penstock::OpBuilder op(scope, "BarrierInsertMany", "BarrierInsertMany", "handle:&7,keys:7,values:T>");
    op.In(handle);
    op.In(keys);
    op.In(values);
    op.Attr("component_index", component_index);
    if (!op.Done(&operation)) return;
  }
  BarrierInsertMany(const Input& handle, const Input& keys, const Input& values, int64 component_index, const GraphDefBuilder::Options& options) : BarrierInsertMany(options.scope(), handle, keys, values, component_index) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class BarrierReadySize {
 public:
  BarrierReadySize(const Scope& scope, const Input& handle) {
    penstock::OpBuilder op(scope, "BarrierReadySize", "BarrierReadySize", "handle:&7>size:3");
    op.In(handle);
    if (!op.Done(&operation)) return;
    size = op.Out(0);
  }
  BarrierReadySize(const Input& handle, const GraphDefBuilder::Options& options) : BarrierReadySize(options.scope(), handle) {}
  operator Output() const { return size; }
  operator Input() const { return size; }
  operator Node*() const { return size.node(); }
  Node* node() const { return size.node(); }
  Operation operation;
  Output size;
};

class BarrierTakeMany {
 public:
  struct Attrs {
    Attrs AllowSmallBatch(bool x) const { Attrs a = *this; a.allow_small_batch_ = x; return a; }
    bool allow_small_batch_ = false;
    Attrs WaitForIncomplete(bool x) const { Attrs a = *this; a.wait_for_incomplete_ = x; return a; }
    bool wait_for_incomplete_ = false;
    Attrs TimeoutMs(int64 x) const { Attrs a = *this; a.timeout_ms_ = x; return a; }
    int64 timeout_ms_ = -1;
  };
  static Attrs AllowSmallBatch(bool x) { return Attrs().AllowSmallBatch(x); }
  static Attrs WaitForIncomplete(bool x) { return Attrs().WaitForIncomplete(x); }
  static Attrs TimeoutMs(int64 x) { return Attrs().TimeoutMs(x); }
  BarrierTakeMany(const Scope& scope, const Input& handle, const Input& num_elements, gtl::ArraySlice<DataType> component_types) : BarrierTakeMany(scope, handle, num_elements, component_types, Attrs()) {}
  BarrierTakeMany(const Scope& scope, const Input& handle, const Input& num_elements, gtl::ArraySlice<DataType> component_types, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "BarrierTakeMany", "BarrierTakeMany", "handle:&7,num_elements:3>indices:9,keys:7,values:[component_types");
    op.In(handle);
    op.In(num_elements);
    op.Attr("component_types", component_types);
    op.Attr("allow_small_batch", attrs.allow_small_batch_);
    op.Attr("wait_for_incomplete", attrs.wait_for_incomplete_);
    op.Attr("timeout_ms", attrs.timeout_ms_);
    if (!op.Done(&operation)) return;
    indices = op.Out(0);
    keys = op.Out(1);
    values = op.OutList(2);
  }
  BarrierTakeMany(const Input& handle, const Input& num_elements, gtl::ArraySlice<DataType> component_types, const GraphDefBuilder::Options& options) : BarrierTakeMany(options.scope(), handle, num_elements, component_types) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output indices;
  Output keys;
  OutputList values;
};

class ConditionalAccumulator {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
    Attrs ReductionType(StringPiece x) const { Attrs a = *this; a.reduction_type_ = x; return a; }
    StringPiece reduction_type_ = "MEAN";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  static Attrs ReductionType(StringPiece x) { return Attrs().ReductionType(x); }
  ConditionalAccumulator(const Scope& scope, DataType dtype, const PartialTensorShape& shape) : ConditionalAccumulator(scope, dtype, shape, Attrs()) {}
  ConditionalAccumulator(const Scope& scope, DataType dtype, const PartialTensorShape& shape, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ConditionalAccumulator", "ConditionalAccumulator", ">handle:&7");
    op.Attr("dtype", dtype);
    op.Attr("shape", shape);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    op.Attr("reduction_type", attrs.reduction_type_);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  ConditionalAccumulator(DataType dtype, const PartialTensorShape& shape, const GraphDefBuilder::Options& options) : ConditionalAccumulator(options.scope(), dtype, shape) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class DeleteSessionTensor {
 public:
  DeleteSessionTensor(const Scope& scope, const Input& handle) {
    penstock::OpBuilder op(scope, "DeleteSessionTensor", "DeleteSessionTensor", "handle:7>");
    op.In(handle);
    if (!op.Done(&operation)) return;
  }
  DeleteSessionTensor(const Input& handle, const GraphDefBuilder::Options& options) : DeleteSessionTensor(options.scope(), handle) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class DynamicPartition {
 public:
  DynamicPartition(const Scope& scope, const Input& data, const Input& partitions, int64 num_partitions) {
    penstock::OpBuilder op(scope, "DynamicPartition", "DynamicPartition", "data:T,partitions:3>outputs:num_partitions*T");
    op.In(data);
    op.In(partitions);
    op.Attr("num_partitions", num_partitions);
    if (!op.Done(&operation)) return;
    outputs = op.OutList(0);
  }
  DynamicPartition(const Input& data, const Input& partitions, int64 num_partitions, const GraphDefBuilder::Options& options) : DynamicPartition(options.scope(), data, partitions, num_partitions) {}
  Output operator[](size_t i) const { return outputs[i]; }
  OutputList::const_iterator begin() const { return outputs.begin(); }
  OutputList::const_iterator end() const { return outputs.end(); }
  Operation operation;
  OutputList outputs;
};

class DynamicStitch {
 public:
  DynamicStitch(const Scope& scope, const InputList& indices, const InputList& data) {
    penstock::OpBuilder op(scope, "DynamicStitch", "DynamicStitch", "indices:N*3,data:N*T>merged:T");
    op.In(indices);
    op.In(data);
    if (!op.Done(&operation)) return;
    merged = op.Out(0);
  }
  DynamicStitch(const InputList& indices, const InputList& data, const GraphDefBuilder::Options& options) : DynamicStitch(options.scope(), indices, data) {}
  operator Output() const { return merged; }
  operator Input() const { return merged; }
  operator Node*() const { return merged.node(); }
  Node* node() const { return merged.node(); }
  Operation operation;
  Output merged;
};

class FIFOQueue {
 public:
  struct Attrs {
    Attrs Shapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> shapes_;
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = -1;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Shapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().Shapes(x); }
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  FIFOQueue(const Scope& scope, gtl::ArraySlice<DataType> component_types) : FIFOQueue(scope, component_types, Attrs()) {}
  FIFOQueue(const Scope& scope, gtl::ArraySlice<DataType> component_types, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FIFOQueue", "FIFOQueueV2", ">handle:20");
    op.Attr("component_types", component_types);
    op.Attr("shapes", attrs.shapes_);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  FIFOQueue(gtl::ArraySlice<DataType> component_types, const GraphDefBuilder::Options& options) : FIFOQueue(options.scope(), component_types) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class GetSessionHandle {
 public:
  GetSessionHandle(const Scope& scope, const Input& value) {
    penstock::OpBuilder op(scope, "GetSessionHandle", "GetSessionHandle", "value:T>handle:7");
    op.In(value);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  GetSessionHandle(const Input& value, const GraphDefBuilder::Options& options) : GetSessionHandle(options.scope(), value) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class GetSessionHandleV2 {
 public:
  GetSessionHandleV2(const Scope& scope, const Input& value) {
    penstock::OpBuilder op(scope, "GetSessionHandleV2", "GetSessionHandleV2", "value:T>handle:20");
    op.In(value);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  GetSessionHandleV2(const Input& value, const GraphDefBuilder::Options& options) : GetSessionHandleV2(options.scope(), value) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class GetSessionTensor {
 public:
  GetSessionTensor(const Scope& scope, const Input& handle, DataType dtype) {
    penstock::OpBuilder op(scope, "GetSessionTensor", "GetSessionTensor", "handle:7>value:dtype");
    op.In(handle);
    op.Attr("dtype", dtype);
    if (!op.Done(&operation)) return;
    value = op.Out(0);
  }
  GetSessionTensor(const Input& handle, DataType dtype, const GraphDefBuilder::Options& options) : GetSessionTensor(options.scope(), handle, dtype) {}
  operator Output() const { return value; }
  operator Input() const { return value; }
  operator Node*() const { return value.node(); }
  Node* node() const { return value.node(); }
  Operation operation;
  Output value;
};

class MapClear {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  MapClear(const Scope& scope, gtl::ArraySlice<DataType> dtypes) : MapClear(scope, dtypes, Attrs()) {}
  MapClear(const Scope& scope, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MapClear", "MapClear", ">");
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
  }
  MapClear(gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : MapClear(options.scope(), dtypes) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class MapIncompleteSize {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  MapIncompleteSize(const Scope& scope, gtl::ArraySlice<DataType> dtypes) : MapIncompleteSize(scope, dtypes, Attrs()) {}
  MapIncompleteSize(const Scope& scope, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MapIncompleteSize", "MapIncompleteSize", ">size:3");
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    size = op.Out(0);
  }
  MapIncompleteSize(gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : MapIncompleteSize(options.scope(), dtypes) {}
  operator Output() const { return size; }
  operator Input() const { return size; }
  operator Node*() const { return size.node(); }
  Node* node() const { return size.node(); }
  Operation operation;
  Output size;
};

class MapPeek {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  MapPeek(const Scope& scope, const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes) : MapPeek(scope, key, indices, dtypes, Attrs()) {}
  MapPeek(const Scope& scope, const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MapPeek", "MapPeek", "key:9,indices:3>values:[dtypes");
    op.In(key);
    op.In(indices);
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    values = op.OutList(0);
  }
  MapPeek(const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : MapPeek(options.scope(), key, indices, dtypes) {}
  Output operator[](size_t i) const { return values[i]; }
  OutputList::const_iterator begin() const { return values.begin(); }
  OutputList::const_iterator end() const { return values.end(); }
  Operation operation;
  OutputList values;
};

class MapSize {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  MapSize(const Scope& scope, gtl::ArraySlice<DataType> dtypes) : MapSize(scope, dtypes, Attrs()) {}
  MapSize(const Scope& scope, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MapSize", "MapSize", ">size:3");
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    size = op.Out(0);
  }
  MapSize(gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : MapSize(options.scope(), dtypes) {}
  operator Output() const { return size; }
  operator Input() const { return size; }
  operator Node*() const { return size.node(); }
  Node* node() const { return size.node(); }
  Operation operation;
  Output size;
};

class MapStage {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  MapStage(const Scope& scope, const Input& key, const Input& indices, const InputList& values, gtl::ArraySlice<DataType> dtypes) : MapStage(scope, key, indices, values, dtypes, Attrs()) {}
  MapStage(const Scope& scope, const Input& key, const Input& indices, const InputList& values, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MapStage", "MapStage", "key:9,indices:3,values:[fake_dtypes>");
    op.In(key);
    op.In(indices);
    op.In(values);
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
  }
  MapStage(const Input& key, const Input& indices, const InputList& values, gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : MapStage(options.scope(), key, indices, values, dtypes) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class MapUnstage {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  MapUnstage(const Scope& scope, const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes) : MapUnstage(scope, key, indices, dtypes, Attrs()) {}
  MapUnstage(const Scope& scope, const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MapUnstage", "MapUnstage", "key:9,indices:3>values:[dtypes");
    op.In(key);
    op.In(indices);
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    values = op.OutList(0);
  }
  MapUnstage(const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : MapUnstage(options.scope(), key, indices, dtypes) {}
  Output operator[](size_t i) const { return values[i]; }
  OutputList::const_iterator begin() const { return values.begin(); }
  OutputList::const_iterator end() const { return values.end(); }
  Operation operation;
  OutputList values;
};

class MapUnstageNoKey {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  MapUnstageNoKey(const Scope& scope, const Input& indices, gtl::ArraySlice<DataType> dtypes) : MapUnstageNoKey(scope, indices, dtypes, Attrs()) {}
  MapUnstageNoKey(const Scope& scope, const Input& indices, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MapUnstageNoKey", "MapUnstageNoKey", "indices:3>key:9,values:[dtypes");
    op.In(indices);
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    key = op.Out(0);
    values = op.OutList(1);
  }
  MapUnstageNoKey(const Input& indices, gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : MapUnstageNoKey(options.scope(), indices, dtypes) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output key;
  OutputList values;
};

class OrderedMapClear {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  OrderedMapClear(const Scope& scope, gtl::ArraySlice<DataType> dtypes) : OrderedMapClear(scope, dtypes, Attrs()) {}
  OrderedMapClear(const Scope& scope, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "OrderedMapClear", "OrderedMapClear", ">");
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
  }
  OrderedMapClear(gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : OrderedMapClear(options.scope(), dtypes) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class OrderedMapIncompleteSize {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  OrderedMapIncompleteSize(const Scope& scope, gtl::ArraySlice<DataType> dtypes) : OrderedMapIncompleteSize(scope, dtypes, Attrs()) {}
  OrderedMapIncompleteSize(const Scope& scope, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "OrderedMapIncompleteSize", "OrderedMapIncompleteSize", ">size:3");
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    size = op.Out(0);
  }
  OrderedMapIncompleteSize(gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : OrderedMapIncompleteSize(options.scope(), dtypes) {}
  operator Output() const { return size; }
  operator Input() const { return size; }
  operator Node*() const { return size.node(); }
  Node* node() const { return size.node(); }
  Operation operation;
  Output size;
};

class OrderedMapPeek {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  OrderedMapPeek(const Scope& scope, const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes) : OrderedMapPeek(scope, key, indices, dtypes, Attrs()) {}
  OrderedMapPeek(const Scope& scope, const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "OrderedMapPeek", "OrderedMapPeek", "key:9,indices:3>values:[dtypes");
    op.In(key);
    op.In(indices);
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    values = op.OutList(0);
  }
  OrderedMapPeek(const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : OrderedMapPeek(options.scope(), key, indices, dtypes) {}
  Output operator[](size_t i) const { return values[i]; }
  OutputList::const_iterator begin() const { return values.begin(); }
  OutputList::const_iterator end() const { return values.end(); }
  Operation operation;
  OutputList values;
};

class OrderedMapSize {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  OrderedMapSize(const Scope& scope, gtl::ArraySlice<DataType> dtypes) : OrderedMapSize(scope, dtypes, Attrs()) {}
  OrderedMapSize(const Scope& scope, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "OrderedMapSize", "OrderedMapSize", ">size:3");
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    size = op.Out(0);
  }
  OrderedMapSize(gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : OrderedMapSize(options.scope(), dtypes) {}
  operator Output() const { return size; }
  operator Input() const { return size; }
  operator Node*() const { return size.node(); }
  Node* node() const { return size.node(); }
  Operation operation;
  Output size;
};

class OrderedMapStage {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  OrderedMapStage(const Scope& scope, const Input& key, const Input& indices, const InputList& values, gtl::ArraySlice<DataType> dtypes) : OrderedMapStage(scope, key, indices, values, dtypes, Attrs()) {}
  OrderedMapStage(const Scope& scope, const Input& key, const Input& indices, const InputList& values, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "OrderedMapStage", "OrderedMapStage", "key:9,indices:3,values:[fake_dtypes>");
    op.In(key);
    op.In(indices);
    op.In(values);
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
  }
  OrderedMapStage(const Input& key, const Input& indices, const InputList& values, gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : OrderedMapStage(options.scope(), key, indices, values, dtypes) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class OrderedMapUnstage {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  OrderedMapUnstage(const Scope& scope, const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes) : OrderedMapUnstage(scope, key, indices, dtypes, Attrs()) {}
  OrderedMapUnstage(const Scope& scope, const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "OrderedMapUnstage", "OrderedMapUnstage", "key:9,indices:3>values:[dtypes");
    op.In(key);
    op.In(indices);
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    values = op.OutList(0);
  }
  OrderedMapUnstage(const Input& key, const Input& indices, gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : OrderedMapUnstage(options.scope(), key, indices, dtypes) {}
  Output operator[](size_t i) const { return values[i]; }
  OutputList::const_iterator begin() const { return values.begin(); }
  OutputList::const_iterator end() const { return values.end(); }
  Operation operation;
  OutputList values;
};

class OrderedMapUnstageNoKey {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  OrderedMapUnstageNoKey(const Scope& scope, const Input& indices, gtl::ArraySlice<DataType> dtypes) : OrderedMapUnstageNoKey(scope, indices, dtypes, Attrs()) {}
  OrderedMapUnstageNoKey(const Scope& scope, const Input& indices, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "OrderedMapUnstageNoKey", "OrderedMapUnstageNoKey", "indices:3>key:9,values:[dtypes");
    op.In(indices);
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    key = op.Out(0);
    values = op.OutList(1);
  }
  OrderedMapUnstageNoKey(const Input& indices, gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : OrderedMapUnstageNoKey(options.scope(), indices, dtypes) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output key;
  OutputList values;
};

class PaddingFIFOQueue {
 public:
  struct Attrs {
    Attrs Shapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> shapes_;
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = -1;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Shapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().Shapes(x); }
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  PaddingFIFOQueue(const Scope& scope, gtl::ArraySlice<DataType> component_types) : PaddingFIFOQueue(scope, component_types, Attrs()) {}
  PaddingFIFOQueue(const Scope& scope, gtl::ArraySlice<DataType> component_types, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "PaddingFIFOQueue", "PaddingFIFOQueueV2", ">handle:20");
    op.Attr("component_types", component_types);
    op.Attr("shapes", attrs.shapes_);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  PaddingFIFOQueue(gtl::ArraySlice<DataType> component_types, const GraphDefBuilder::Options& options) : PaddingFIFOQueue(options.scope(), component_types) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class ParallelDynamicStitch {
 public:
  ParallelDynamicStitch(const Scope& scope, const InputList& indices, const InputList& data) {
    penstock::OpBuilder op(scope, "ParallelDynamicStitch", "ParallelDynamicStitch", "indices:N*3,data:N*T>merged:T");
    op.In(indices);
    op.In(data);
    if (!op.Done(&operation)) return;
    merged = op.Out(0);
  }
  ParallelDynamicStitch(const InputList& indices, const InputList& data, const GraphDefBuilder::Options& options) : ParallelDynamicStitch(options.scope(), indices, data) {}
  operator Output() const { return merged; }
  operator Input() const { return merged; }
  operator Node*() const { return merged.node(); }
  Node* node() const { return merged.node(); }
  Operation operation;
  Output merged;
};

class PriorityQueue {
 public:
  struct Attrs {
    Attrs ComponentTypes(gtl::ArraySlice<DataType> x) const { Attrs a = *this; a.component_types_ = x; return a; }
    gtl::ArraySlice<DataType> component_types_;
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = -1;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs ComponentTypes(gtl::ArraySlice<DataType> x) { return Attrs().ComponentTypes(x); }
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  PriorityQueue(const Scope& scope, gtl::ArraySlice<PartialTensorShape> shapes) : PriorityQueue(scope, shapes, Attrs()) {}
  PriorityQueue(const Scope& scope, gtl::ArraySlice<PartialTensorShape> shapes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "PriorityQueue", "PriorityQueueV2", ">handle:20");
    op.Attr("shapes", shapes);
    op.Attr("component_types", attrs.component_types_);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  PriorityQueue(gtl::ArraySlice<PartialTensorShape> shapes, const GraphDefBuilder::Options& options) : PriorityQueue(options.scope(), shapes) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class QueueClose {
 public:
  struct Attrs {
    Attrs CancelPendingEnqueues(bool x) const { Attrs a = *this; a.cancel_pending_enqueues_ = x; return a; }
    bool cancel_pending_enqueues_ = false;
  };
  static Attrs CancelPendingEnqueues(bool x) { return Attrs().CancelPendingEnqueues(x); }
  QueueClose(const Scope& scope, const Input& handle) : QueueClose(scope, handle, Attrs()) {}
  QueueClose(const Scope& scope, const Input& handle, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QueueClose", "QueueCloseV2", "handle:20>");
    op.In(handle);
    op.Attr("cancel_pending_enqueues", attrs.cancel_pending_enqueues_);
    if (!op.Done(&operation)) return;
  }
  QueueClose(const Input& handle, const GraphDefBuilder::Options& options) : QueueClose(options.scope(), handle) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class QueueDequeue {
 public:
  struct Attrs {
    Attrs TimeoutMs(int64 x) const { Attrs a = *this; a.timeout_ms_ = x; return a; }
    int64 timeout_ms_ = -1;
  };
  static Attrs TimeoutMs(int64 x) { return Attrs().TimeoutMs(x); }
  QueueDequeue(const Scope& scope, const Input& handle, gtl::ArraySlice<DataType> component_types) : QueueDequeue(scope, handle, component_types, Attrs()) {}
  QueueDequeue(const Scope& scope, const Input& handle, gtl::ArraySlice<DataType> component_types, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QueueDequeue", "QueueDequeueV2", "handle:20>components:[component_types");
    op.In(handle);
    op.Attr("component_types", component_types);
    op.Attr("timeout_ms", attrs.timeout_ms_);
    if (!op.Done(&operation)) return;
    components = op.OutList(0);
  }
  QueueDequeue(const Input& handle, gtl::ArraySlice<DataType> component_types, const GraphDefBuilder::Options& options) : QueueDequeue(options.scope(), handle, component_types) {}
  Output operator[](size_t i) const { return components[i]; }
  OutputList::const_iterator begin() const { return components.begin(); }
  OutputList::const_iterator end() const { return components.end(); }
  Operation operation;
  OutputList components;
};

class QueueDequeueMany {
 public:
  struct Attrs {
    Attrs TimeoutMs(int64 x) const { Attrs a = *this; a.timeout_ms_ = x; return a; }
    int64 timeout_ms_ = -1;
  };
  static Attrs TimeoutMs(int64 x) { return Attrs().TimeoutMs(x); }
  QueueDequeueMany(const Scope& scope, const Input& handle, const Input& n, gtl::ArraySlice<DataType> component_types) : QueueDequeueMany(scope, handle, n, component_types, Attrs()) {}
  QueueDequeueMany(const Scope& scope, const Input& handle, const Input& n, gtl::ArraySlice<DataType> component_types, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QueueDequeueMany", "QueueDequeueManyV2", "handle:20,n:3>components:[component_types");
    op.In(handle);
    op.In(n);
    op.Attr("component_types", component_types);
    op.Attr("timeout_ms", attrs.timeout_ms_);
    if (!op.Done(&operation)) return;
    components = op.OutList(0);
  }
  QueueDequeueMany(const Input& handle, const Input& n, gtl::ArraySlice<DataType> component_types, const GraphDefBuilder::Options& options) : QueueDequeueMany(options.scope(), handle, n, component_types) {}
  Output operator[](size_t i) const { return components[i]; }
  OutputList::const_iterator begin() const { return components.begin(); }
  OutputList::const_iterator end() const { return components.end(); }
  Operation operation;
  OutputList components;
};

class QueueDequeueUpTo {
 public:
  struct Attrs {
    Attrs TimeoutMs(int64 x) const { Attrs a = *this; a.timeout_ms_ = x; return a; }
    int64 timeout_ms_ = -1;
  };
  static Attrs TimeoutMs(int64 x) { return Attrs().TimeoutMs(x); }
  QueueDequeueUpTo(const Scope& scope, const Input& handle, const Input& n, gtl::ArraySlice<DataType> component_types) : QueueDequeueUpTo(scope, handle, n, component_types, Attrs()) {}
  QueueDequeueUpTo(const Scope& scope, const Input& handle, const Input& n, gtl::ArraySlice<DataType> component_types, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QueueDequeueUpTo", "QueueDequeueUpToV2", "handle:20,n:3>components:[component_types");
    op.In(handle);
    op.In(n);
    op.Attr("component_types", component_types);
    op.Attr("timeout_ms", attrs.timeout_ms_);
    if (!op.Done(&operation)) return;
    components = op.OutList(0);
  }
  QueueDequeueUpTo(const Input& handle, const Input& n, gtl::ArraySlice<DataType> component_types, const GraphDefBuilder::Options& options) : QueueDequeueUpTo(options.scope(), handle, n, component_types) {}
  Output operator[](size_t i) const { return components[i]; }
  OutputList::const_iterator begin() const { return components.begin(); }
  OutputList::const_iterator end() const { return components.end(); }
  Operation operation;
  OutputList components;
};

class QueueEnqueue {
 public:
  struct Attrs {
    Attrs TimeoutMs(int64 x) const { Attrs a = *this; a.timeout_ms_ = x; return a; }
    int64 timeout_ms_ = -1;
  };
  static Attrs TimeoutMs(int64 x) { return Attrs().TimeoutMs(x); }
  QueueEnqueue(const Scope& scope, const Input& handle, const InputList& components) : QueueEnqueue(scope, handle, components, Attrs()) {}
  QueueEnqueue(const Scope& scope, const Input& handle, const InputList& components, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QueueEnqueue", "QueueEnqueueV2", "handle:20,components:[Tcomponents>");
    op.In(handle);
    op.In(components);
    op.Attr("timeout_ms", attrs.timeout_ms_);
    if (!op.Done(&operation)) return;
  }
  QueueEnqueue(const Input& handle, const InputList& components, const GraphDefBuilder::Options& options) : QueueEnqueue(options.scope(), handle, components) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class QueueEnqueueMany {
 public:
  struct Attrs {
    Attrs TimeoutMs(int64 x) const { Attrs a = *this; a.timeout_ms_ = x; return a; }
    int64 timeout_ms_ = -1;
  };
  static Attrs TimeoutMs(int64 x) { return Attrs().TimeoutMs(x); }
  QueueEnqueueMany(const Scope& scope, const Input& handle, const InputList& components) : QueueEnqueueMany(scope, handle, components, Attrs()) {}
  QueueEnqueueMany(const Scope& scope, const Input& handle, const InputList& components, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "QueueEnqueueMany", "QueueEnqueueManyV2", "handle:20,components:[Tcomponents>");
    op.In(handle);
    op.In(components);
    op.Attr("timeout_ms", attrs.timeout_ms_);
    if (!op.Done(&operation)) return;
  }
  QueueEnqueueMany(const Input& handle, const InputList& components, const GraphDefBuilder::Options& options) : QueueEnqueueMany(options.scope(), handle, components) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class QueueIsClosed {
 public:
  QueueIsClosed(const Scope& scope, const Input& handle) {
    penstock::OpBuilder op(scope, "QueueIsClosed", "QueueIsClosed", "handle:&7>is_closed:10");
    op.In(handle);
    if (!op.Done(&operation)) return;
    is_closed = op.Out(0);
  }
  QueueIsClosed(const Input& handle, const GraphDefBuilder::Options& options) : QueueIsClosed(options.scope(), handle) {}
  operator Output() const { return is_closed; }
  operator Input() const { return is_closed; }
  operator Node*() const { return is_closed.node(); }
  Node* node() const { return is_closed.node(); }
  Operation operation;
  Output is_closed;
};

class QueueIsClosedV2 {
 public:
  QueueIsClosedV2(const Scope& scope, const Input& handle) {
    penstock::OpBuilder op(scope, "QueueIsClosedV2", "QueueIsClosedV2", "handle:20>is_closed:10");
    op.In(handle);
    if (!op.Done(&operation)) return;
    is_closed = op.Out(0);
  }
  QueueIsClosedV2(const Input& handle, const GraphDefBuilder::Options& options) : QueueIsClosedV2(options.scope(), handle) {}
  operator Output() const { return is_closed; }
  operator Input() const { return is_closed; }
  operator Node*() const { return is_closed.node(); }
  Node* node() const { return is_closed.node(); }
  Operation operation;
  Output is_closed;
};

class QueueSize {
 public:
  QueueSize(const Scope& scope, const Input& handle) {
    penstock::OpBuilder op(scope, "QueueSize", "QueueSizeV2", "handle:20>size:3");
    op.In(handle);
    if (!op.Done(&operation)) return;
    size = op.Out(0);
  }
  QueueSize(const Input& handle, const GraphDefBuilder::Options& options) : QueueSize(options.scope(), handle) {}
  operator Output() const { return size; }
  operator Input() const { return size; }
  operator Node*() const { return size.node(); }
  Node* node() const { return size.node(); }
  Operation operation;
  Output size;
};

class RandomShuffleQueue {
 public:
  struct Attrs {
    Attrs Shapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> shapes_;
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = -1;
    Attrs MinAfterDequeue(int64 x) const { Attrs a = *this; a.min_after_dequeue_ = x; return a; }
    int64 min_after_dequeue_ = 0;
    Attrs Seed(int64 x) const { Attrs a = *this; a.seed_ = x; return a; }
    int64 seed_ = 0;
    Attrs Seed2(int64 x) const { Attrs a = *this; a.seed2_ = x; return a; }
    int64 seed2_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Shapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().Shapes(x); }
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MinAfterDequeue(int64 x) { return Attrs().MinAfterDequeue(x); }
  static Attrs Seed(int64 x) { return Attrs().Seed(x); }
  static Attrs Seed2(int64 x) { return Attrs().Seed2(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  RandomShuffleQueue(const Scope& scope, gtl::ArraySlice<DataType> component_types) : RandomShuffleQueue(scope, component_types, Attrs()) {}
  RandomShuffleQueue(const Scope& scope, gtl::ArraySlice<DataType> component_types, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "RandomShuffleQueue", "RandomShuffleQueueV2", ">handle:20");
    op.Attr("component_types", component_types);
    op.Attr("shapes", attrs.shapes_);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("min_after_dequeue", attrs.min_after_dequeue_);
    op.Attr("seed", attrs.seed_);
    op.Attr("seed2", attrs.seed2_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  RandomShuffleQueue(gtl::ArraySlice<DataType> component_types, const GraphDefBuilder::Options& options) : RandomShuffleQueue(options.scope(), component_types) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class RecordInput {
 public:
  struct Attrs {
    Attrs FileRandomSeed(int64 x) const { Attrs a = *this; a.file_random_seed_ = x; return a; }
    int64 file_random_seed_ = 301;
    Attrs FileShuffleShiftRatio(float x) const { Attrs a = *this; a.file_shuffle_shift_ratio_ = x; return a; }
    float file_shuffle_shift_ratio_ = 0.0f;
    Attrs FileBufferSize(int64 x) const { Attrs a = *this; a.file_buffer_size_ = x; return a; }
    int64 file_buffer_size_ = 10000;
    Attrs FileParallelism(int64 x) const { Attrs a = *this; a.file_parallelism_ = x; return a; }
    int64 file_parallelism_ = 16;
    Attrs BatchSize(int64 x) const { Attrs a = *this; a.batch_size_ = x; return a; }
    int64 batch_size_ = 32;
    Attrs CompressionType(StringPiece x) const { Attrs a = *this; a.compression_type_ = x; return a; }
    StringPiece compression_type_ = "";
  };
  static Attrs FileRandomSeed(int64 x) { return Attrs().FileRandomSeed(x); }
  static Attrs FileShuffleShiftRatio(float x) { return Attrs().FileShuffleShiftRatio(x); }
  static Attrs FileBufferSize(int64 x) { return Attrs().FileBufferSize(x); }
  static Attrs FileParallelism(int64 x) { return Attrs().FileParallelism(x); }
  static Attrs BatchSize(int64 x) { return Attrs().BatchSize(x); }
  static Attrs CompressionType(StringPiece x) { return Attrs().CompressionType(x); }
  RecordInput(const Scope& scope, StringPiece file_pattern) : RecordInput(scope, file_pattern, Attrs()) {}
  RecordInput(const Scope& scope, StringPiece file_pattern, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "RecordInput", "RecordInput", ">records:7");
    op.Attr("file_pattern", file_pattern);
    op.Attr("file_random_seed", attrs.file_random_seed_);
    op.Attr("file_shuffle_shift_ratio", attrs.file_shuffle_shift_ratio_);
    op.Attr("file_buffer_size", attrs.file_buffer_size_);
    op.Attr("file_parallelism", attrs.file_parallelism_);
    op.Attr("batch_size", attrs.batch_size_);
    op.Attr("compression_type", attrs.compression_type_);
    if (!op.Done(&operation)) return;
    records = op.Out(0);
  }
  RecordInput(StringPiece file_pattern, const GraphDefBuilder::Options& options) : RecordInput(options.scope(), file_pattern) {}
  operator Output() const { return records; }
  operator Input() const { return records; }
  operator Node*() const { return records.node(); }
  Node* node() const { return records.node(); }
  Operation operation;
  Output records;
};

class SparseAccumulatorApplyGradient {
 public:
  SparseAccumulatorApplyGradient(const Scope& scope, const Input& handle, const Input& local_step, const Input& gradient_indices, const Input& gradient_values, const Input& gradient_shape, bool has_known_shape) {
    penstock::OpBuilder op(scope, "SparseAccumulatorApplyGradient", "SparseAccumulatorApplyGradient", "handle:&7,local_step:9,gradient_indices:9,gradient_values:dtype,gradient_shape:9>");
    op.In(handle);
    op.In(local_step);
    op.In(gradient_indices);
    op.In(gradient_values);
    op.In(gradient_shape);
    op.Attr("has_known_shape", has_known_shape);
    if (!op.Done(&operation)) return;
  }
  SparseAccumulatorApplyGradient(const Input& handle, const Input& local_step, const Input& gradient_indices, const Input& gradient_values, const Input& gradient_shape, bool has_known_shape, const GraphDefBuilder::Options& options) : SparseAccumulatorApplyGradient(options.scope(), handle, local_step, gradient_indices, gradient_values, gradient_shape, has_known_shape) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class SparseAccumulatorTakeGradient {
 public:
  SparseAccumulatorTakeGradient(const Scope& scope, const Input& handle, const Input& num_required, DataType dtype) {
    penstock::OpBuilder op(scope, "SparseAccumulatorTakeGradient", "SparseAccumulatorTakeGradient", "handle:&7,num_required:3>indices:9,values:dtype,shape:9");
    op.In(handle);
    op.In(num_required);
    op.Attr("dtype", dtype);
    if (!op.Done(&operation)) return;
    indices = op.Out(0);
    values = op.Out(1);
    shape = op.Out(2);
  }
  SparseAccumulatorTakeGradient(const Input& handle, const Input& num_required, DataType dtype, const GraphDefBuilder::Options& options) : SparseAccumulatorTakeGradient(options.scope(), handle, num_required, dtype) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output indices;
  Output values;
  Output shape;
};

class SparseConditionalAccumulator {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
    Attrs ReductionType(StringPiece x) const { Attrs a = *this; a.reduction_type_ = x; return a; }
    StringPiece reduction_type_ = "MEAN";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  static Attrs ReductionType(StringPiece x) { return Attrs().ReductionType(x); }
  SparseConditionalAccumulator(const Scope& scope, DataType dtype, const PartialTensorShape& shape) : SparseConditionalAccumulator(scope, dtype, shape, Attrs()) {}
  SparseConditionalAccumulator(const Scope& scope, DataType dtype, const PartialTensorShape& shape, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseConditionalAccumulator", "SparseConditionalAccumulator", ">handle:&7");
    op.Attr("dtype", dtype);
    op.Attr("shape", shape);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    op.Attr("reduction_type", attrs.reduction_type_);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  SparseConditionalAccumulator(DataType dtype, const PartialTensorShape& shape, const GraphDefBuilder::Options& options) : SparseConditionalAccumulator(options.scope(), dtype, shape) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class Stage {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  Stage(const Scope& scope, const InputList& values) : Stage(scope, values, Attrs()) {}
  Stage(const Scope& scope, const InputList& values, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Stage", "Stage", "values:[dtypes>");
    op.In(values);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
  }
  Stage(const InputList& values, const GraphDefBuilder::Options& options) : Stage(options.scope(), values) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class StageClear {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  StageClear(const Scope& scope, gtl::ArraySlice<DataType> dtypes) : StageClear(scope, dtypes, Attrs()) {}
  StageClear(const Scope& scope, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StageClear", "StageClear", ">");
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
  }
  StageClear(gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : StageClear(options.scope(), dtypes) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class StagePeek {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  StagePeek(const Scope& scope, const Input& index, gtl::ArraySlice<DataType> dtypes) : StagePeek(scope, index, dtypes, Attrs()) {}
  StagePeek(const Scope& scope, const Input& index, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StagePeek", "StagePeek", "index:3>values:[dtypes");
    op.In(index);
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    values = op.OutList(0);
  }
  StagePeek(const Input& index, gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : StagePeek(options.scope(), index, dtypes) {}
  Output operator[](size_t i) const { return values[i]; }
  OutputList::const_iterator begin() const { return values.begin(); }
  OutputList::const_iterator end() const { return values.end(); }
  Operation operation;
  OutputList values;
};

class StageSize {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  StageSize(const Scope& scope, gtl::ArraySlice<DataType> dtypes) : StageSize(scope, dtypes, Attrs()) {}
  StageSize(const Scope& scope, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "StageSize", "StageSize", ">size:3");
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    size = op.Out(0);
  }
  StageSize(gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : StageSize(options.scope(), dtypes) {}
  operator Output() const { return size; }
  operator Input() const { return size; }
  operator Node*() const { return size.node(); }
  Node* node() const { return size.node(); }
  Operation operation;
  Output size;
};

class TensorArray {
 public:
  struct Attrs {
    Attrs ElementShape(const PartialTensorShape& x) const { Attrs a = *this; a.element_shape_ = x; return a; }
    PartialTensorShape element_shape_;
    Attrs DynamicSize(bool x) const { Attrs a = *this; a.dynamic_size_ = x; return a; }
    bool dynamic_size_ = false;
    Attrs ClearAfterRead(bool x) const { Attrs a = *this; a.clear_after_read_ = x; return a; }
    bool clear_after_read_ = true;
    Attrs IdenticalElementShapes(bool x) const { Attrs a = *this; a.identical_element_shapes_ = x; return a; }
    bool identical_element_shapes_ = false;
    Attrs TensorArrayName(StringPiece x) const { Attrs a = *this; a.tensor_array_name_ = x; return a; }
    StringPiece tensor_array_name_ = "";
  };
  static Attrs ElementShape(const PartialTensorShape& x) { return Attrs().ElementShape(x); }
  static Attrs DynamicSize(bool x) { return Attrs().DynamicSize(x); }
  static Attrs ClearAfterRead(bool x) { return Attrs().ClearAfterRead(x); }
  static Attrs IdenticalElementShapes(bool x) { return Attrs().IdenticalElementShapes(x); }
  static Attrs TensorArrayName(StringPiece x) { return Attrs().TensorArrayName(x); }
  TensorArray(const Scope& scope, const Input& size, DataType dtype) : TensorArray(scope, size, dtype, Attrs()) {}
  TensorArray(const Scope& scope, const Input& size, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TensorArray", "TensorArrayV3", "size:3>handle:20,flow:1");
    op.In(size);
    op.Attr("dtype", dtype);
    op.Attr("element_shape", attrs.element_shape_);
    op.Attr("dynamic_size", attrs.dynamic_size_);
    op.Attr("clear_after_read", attrs.clear_after_read_);
    op.Attr("identical_element_shapes", attrs.identical_element_shapes_);
    op.Attr("tensor_array_name", attrs.tensor_array_name_);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
    flow = op.Out(1);
  }
  TensorArray(const Input& size, DataType dtype, const GraphDefBuilder::Options& options) : TensorArray(options.scope(), size, dtype) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output handle;
  Output flow;
};

class TensorArrayClose {
 public:
  TensorArrayClose(const Scope& scope, const Input& handle) {
    penstock::OpBuilder op(scope, "TensorArrayClose", "TensorArrayCloseV3", "handle:20>");
    op.In(handle);
    if (!op.Done(&operation)) return;
  }
  TensorArrayClose(const Input& handle, const GraphDefBuilder::Options& options) : TensorArrayClose(options.scope(), handle) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class TensorArrayConcat {
 public:
  struct Attrs {
    Attrs ElementShapeExcept0(const PartialTensorShape& x) const { Attrs a = *this; a.element_shape_except0_ = x; return a; }
    PartialTensorShape element_shape_except0_;
  };
  static Attrs ElementShapeExcept0(const PartialTensorShape& x) { return Attrs().ElementShapeExcept0(x); }
  TensorArrayConcat(const Scope& scope, const Input& handle, const Input& flow_in, DataType dtype) : TensorArrayConcat(scope, handle, flow_in, dtype, Attrs()) {}
  TensorArrayConcat(const Scope& scope, const Input& handle, const Input& flow_in, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TensorArrayConcat", "TensorArrayConcatV3", "handle:20,flow_in:1>value:dtype,lengths:9");
    op.In(handle);
    op.In(flow_in);
    op.Attr("dtype", dtype);
    op.Attr("element_shape_except0", attrs.element_shape_except0_);
    if (!op.Done(&operation)) return;
    value = op.Out(0);
    lengths = op.Out(1);
  }
  TensorArrayConcat(const Input& handle, const Input& flow_in, DataType dtype, const GraphDefBuilder::Options& options) : TensorArrayConcat(options.scope(), handle, flow_in, dtype) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output value;
  Output lengths;
};

class TensorArrayGather {
 public:
  struct Attrs {
    Attrs ElementShape(const PartialTensorShape& x) const { Attrs a = *this; a.element_shape_ = x; return a; }
    PartialTensorShape element_shape_;
  };
  static Attrs ElementShape(const PartialTensorShape& x) { return Attrs().ElementShape(x); }
  TensorArrayGather(const Scope& scope, const Input& handle, const Input& indices, const Input& flow_in, DataType dtype) : TensorArrayGather(scope, handle, indices, flow_in, dtype, Attrs()) {}
  TensorArrayGather(const Scope& scope, const Input& handle, const Input& indices, const Input& flow_in, DataType dtype, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TensorArrayGather", "TensorArrayGatherV3", "handle:20,indices:3,flow_in:1>value:dtype");
    op.In(handle);
    op.In(indices);
    op.In(flow_in);
    op.Attr("dtype", dtype);
    op.Attr("element_shape", attrs.element_shape_);
    if (!op.Done(&operation)) return;
    value = op.Out(0);
  }
  TensorArrayGather(const Input& handle, const Input& indices, const Input& flow_in, DataType dtype, const GraphDefBuilder::Options& options) : TensorArrayGather(options.scope(), handle, indices, flow_in, dtype) {}
  operator Output() const { return value; }
  operator Input() const { return value; }
  operator Node*() const { return value.node(); }
  Node* node() const { return value.node(); }
  Operation operation;
  Output value;
};

class TensorArrayGrad {
 public:
  TensorArrayGrad(const Scope& scope, const Input& handle, const Input& flow_in, StringPiece source) {
    penstock::OpBuilder op(scope, "TensorArrayGrad", "TensorArrayGradV3", "handle:20,flow_in:1>grad_handle:20,flow_out:1");
    op.In(handle);
    op.In(flow_in);
    op.Attr("source", source);
    if (!op.Done(&operation)) return;
    grad_handle = op.Out(0);
    flow_out = op.Out(1);
  }
  TensorArrayGrad(const Input& handle, const Input& flow_in, StringPiece source, const GraphDefBuilder::Options& options) : TensorArrayGrad(options.scope(), handle, flow_in, source) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output grad_handle;
  Output flow_out;
};

class TensorArrayGradWithShape {
 public:
  TensorArrayGradWithShape(const Scope& scope, const Input& handle, const Input& flow_in, const Input& shape_to_prepend, StringPiece source) {
    penstock::OpBuilder op(scope, "TensorArrayGradWithShape", "TensorArrayGradWithShape", "handle:20,flow_in:1,shape_to_prepend:3>grad_handle:20,flow_out:1");
    op.In(handle);
    op.In(flow_in);
    op.In(shape_to_prepend);
    op.Attr("source", source);
    if (!op.Done(&operation)) return;
    grad_handle = op.Out(0);
    flow_out = op.Out(1);
  }
  TensorArrayGradWithShape(const Input& handle, const Input& flow_in, const Input& shape_to_prepend, StringPiece source, const GraphDefBuilder::Options& options) : TensorArrayGradWithShape(options.scope(), handle, flow_in, shape_to_prepend, source) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output grad_handle;
  Output flow_out;
};

class TensorArrayRead {
 public:
  TensorArrayRead(const Scope& scope, const Input& handle, const Input& index, const Input& flow_in, DataType dtype) {
    penstock::OpBuilder op(scope, "TensorArrayRead", "TensorArrayReadV3", "handle:20,index:3,flow_in:1>value:dtype");
    op.In(handle);
    op.In(index);
    op.In(flow_in);
    op.Attr("dtype", dtype);
    if (!op.Done(&operation)) return;
    value = op.Out(0);
  }
  TensorArrayRead(const Input& handle, const Input& index, const Input& flow_in, DataType dtype, const GraphDefBuilder::Options& options) : TensorArrayRead(options.scope(), handle, index, flow_in, dtype) {}
  operator Output() const { return value; }
  operator Input() const { return value; }
  operator Node*() const { return value.node(); }
  Node* node() const { return value.node(); }
  Operation operation;
  Output value;
};

class TensorArrayScatter {
 public:
  TensorArrayScatter(const Scope& scope, const Input& handle, const Input& indices, const Input& value, const Input& flow_in) {
    penstock::OpBuilder op(scope, "TensorArrayScatter", "TensorArrayScatterV3", "handle:20,indices:3,value:T,flow_in:1>flow_out:1");
    op.In(handle);
    op.In(indices);
    op.In(value);
    op.In(flow_in);
    if (!op.Done(&operation)) return;
    flow_out = op.Out(0);
  }
  TensorArrayScatter(const Input& handle, const Input& indices, const Input& value, const Input& flow_in, const GraphDefBuilder::Options& options) : TensorArrayScatter(options.scope(), handle, indices, value, flow_in) {}
  operator Output() const { return flow_out; }
  operator Input() const { return flow_out; }
  operator Node*() const { return flow_out.node(); }
  Node* node() const { return flow_out.node(); }
  Operation operation;
  Output flow_out;
};

class TensorArraySize {
 public:
  TensorArraySize(const Scope& scope, const Input& handle, const Input& flow_in) {
    penstock::OpBuilder op(scope, "TensorArraySize", "TensorArraySizeV3", "handle:20,flow_in:1>size:3");
    op.In(handle);
    op.In(flow_in);
    if (!op.Done(&operation)) return;
    size = op.Out(0);
  }
  TensorArraySize(const Input& handle, const Input& flow_in, const GraphDefBuilder::Options& options) : TensorArraySize(options.scope(), handle, flow_in) {}
  operator Output() const { return size; }
  operator Input() const { return size; }
  operator Node*() const { return size.node(); }
  Node* node() const { return size.node(); }
  Operation operation;
  Output size;
};

class TensorArraySplit {
 public:
  TensorArraySplit(const Scope& scope, const Input& handle, const Input& value, const Input& lengths, const Input& flow_in) {
    penstock::OpBuilder op(scope, "TensorArraySplit", "TensorArraySplitV3", "handle:20,value:T,lengths:9,flow_in:1>flow_out:1");
    op.In(handle);
    op.In(value);
    op.In(lengths);
    op.In(flow_in);
    if (!op.Done(&operation)) return;
    flow_out = op.Out(0);
  }
  TensorArraySplit(const Input& handle, const Input& value, const Input& lengths, const Input& flow_in, const GraphDefBuilder::Options& options) : TensorArraySplit(options.scope(), handle, value, lengths, flow_in) {}
  operator Output() const { return flow_out; }
  operator Input() const { return flow_out; }
  operator Node*() const { return flow_out.node(); }
  Node* node() const { return flow_out.node(); }
  Operation operation;
  Output flow_out;
};

class TensorArrayWrite {
 public:
  TensorArrayWrite(const Scope& scope, const Input& handle, const Input& index, const Input& value, const Input& flow_in) {
    penstock::OpBuilder op(scope, "TensorArrayWrite", "TensorArrayWriteV3", "handle:20,index:3,value:T,flow_in:1>flow_out:1");
    op.In(handle);
    op.In(index);
    op.In(value);
    op.In(flow_in);
    if (!op.Done(&operation)) return;
    flow_out = op.Out(0);
  }
  TensorArrayWrite(const Input& handle, const Input& index, const Input& value, const Input& flow_in, const GraphDefBuilder::Options& options) : TensorArrayWrite(options.scope(), handle, index, value, flow_in) {}
  operator Output() const { return flow_out; }
  operator Input() const { return flow_out; }
  operator Node*() const { return flow_out.node(); }
  Node* node() const { return flow_out.node(); }
  Operation operation;
  Output flow_out;
};

class Unstage {
 public:
  struct Attrs {
    Attrs Capacity(int64 x) const { Attrs a = *this; a.capacity_ = x; return a; }
    int64 capacity_ = 0;
    Attrs MemoryLimit(int64 x) const { Attrs a = *this; a.memory_limit_ = x; return a; }
    int64 memory_limit_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Capacity(int64 x) { return Attrs().Capacity(x); }
  static Attrs MemoryLimit(int64 x) { return Attrs().MemoryLimit(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  Unstage(const Scope& scope, gtl::ArraySlice<DataType> dtypes) : Unstage(scope, dtypes, Attrs()) {}
  Unstage(const Scope& scope, gtl::ArraySlice<DataType> dtypes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Unstage", "Unstage", ">values:[dtypes");
    op.Attr("dtypes", dtypes);
    op.Attr("capacity", attrs.capacity_);
    op.Attr("memory_limit", attrs.memory_limit_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    values = op.OutList(0);
  }
  Unstage(gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : Unstage(options.scope(), dtypes) {}
  Output operator[](size_t i) const { return values[i]; }
  OutputList::const_iterator begin() const { return values.begin(); }
  OutputList::const_iterator end() const { return values.end(); }
  Operation operation;
  OutputList values;
};


}  // namespace ops
}  // namespace tensorflow
