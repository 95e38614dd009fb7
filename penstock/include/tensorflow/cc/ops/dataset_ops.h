// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class AnonymousIterator {
 public:
  AnonymousIterator(const Scope& scope, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes) {
    penstock::OpBuilder op(scope, "AnonymousIterator", "AnonymousIterator", ">handle:20");
    op.Attr("output_types", output_types);
    op.Attr("output_shapes", output_shapes);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  AnonymousIterator(gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes, const GraphDefBuilder::Options& options) : AnonymousIterator(options.scope(), output_types, output_shapes) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class DeserializeIterator {
 public:
  DeserializeIterator(const Scope& scope, const Input& resource_handle, const Input& serialized) {
    penstock::OpBuilder op(scope, "DeserializeIterator", "DeserializeIterator", "resource_handle:20,serialized:21>");
    op.In(resource_handle);
    op.In(serialized);
    if (!op.Done(&operation)) return;
  }
  DeserializeIterator(const Input& resource_handle, const Input& serialized, const GraphDefBuilder::Options& options) : DeserializeIterator(options.scope(), resource_handle, serialized) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class Iterator {
 public:
  Iterator(const Scope& scope, StringPiece shared_name, StringPiece container, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes) {
    penstock::OpBuilder op(scope, "Iterator", "IteratorV2", ">handle:20");
    op.Attr("shared_name", shared_name);
    op.Attr("container", container);
    op.Attr("output_types", output_types);
    op.Attr("output_shapes", output_shapes);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  Iterator(StringPiece shared_name, StringPiece container, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes, const GraphDefBuilder::Options& options) : Iterator(options.scope(), shared_name, container, output_types, output_shapes) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class IteratorFromStringHandle {
 public:
  struct Attrs {
    Attrs OutputTypes(gtl::ArraySlice<DataType> x) const { Attrs a = *this; a.output_types_ = x; return a; }
    gtl::ArraySlice<DataType> output_types_;
    Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) const { Attrs a = *this; a.output_shapes_ = x; return a; }
    gtl::ArraySlice<PartialTensorShape> output_shapes_;
  };
  static Attrs OutputTypes(gtl::ArraySlice<DataType> x) { return Attrs().OutputTypes(x); }
  static Attrs OutputShapes(gtl::ArraySlice<PartialTensorShape> x) { return Attrs().OutputShapes(x); }
  IteratorFromStringHandle(const Scope& scope, const Input& string_handle) : IteratorFromStringHandle(scope, string_handle, Attrs()) {}
  IteratorFromStringHandle(const Scope& scope, const Input& string_handle, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "IteratorFromStringHandle", "IteratorFromStringHandleV2", "string_handle:7>resource_handle:20");
    op.In(string_handle);
    op.Attr("output_types", attrs.output_types_);
    op.Attr("output_shapes", attrs.output_shapes_);
    if (!op.Done(&operation)) return;
    resource_handle = op.Out(0);
  }
  IteratorFromStringHandle(const Input& string_handle, const GraphDefBuilder::Options& options) : IteratorFromStringHandle(options.scope(), string_handle) {}
  operator Output() const { return resource_handle; }
  operator Input() const { return resource_handle; }
  operator Node*() const { return resource_handle.node(); }
  Node* node() const { return resource_handle.node(); }
  Operation operation;
  Output resource_handle;
};

class IteratorGetNext {
 public:
  IteratorGetNext(const Scope& scope, const Input& iterator, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes) {
    penstock::OpBuilder op(scope, "IteratorGetNext", "IteratorGetNext", "iterator:20>components:[output_types");
    op.In(iterator);
    op.Attr("output_types", output_types);
    op.Attr("output_shapes", output_shapes);
    if (!op.Done(&operation)) return;
    components = op.OutList(0);
  }
  IteratorGetNext(const Input& iterator, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes, const GraphDefBuilder::Options& options) : IteratorGetNext(options.scope(), iterator, output_types, output_shapes) {}
  Output operator[](size_t i) const { return components[i]; }
  OutputList::const_iterator begin() const { return components.begin(); }
  OutputList::const_iterator end() const { return components.end(); }
  Operation operation;
  OutputList components;
};

class IteratorGetNextAsOptional {
 public:
  IteratorGetNextAsOptional(const Scope& scope, const Input& iterator, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes) {
    penstock::OpBuilder op(scope, "IteratorGetNextAsOptional", "IteratorGetNextAsOptional", "iterator:20>optional:21");
    op.In(iterator);
    op.Attr("output_types", output_types);
    op.Attr("output_shapes", output_shapes);
    if (!op.Done(&operation)) return;
    optional = op.Out(0);
  }
  IteratorGetNextAsOptional(const Input& iterator, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes, const GraphDefBuilder::Options& options) : IteratorGetNextAsOptional(options.scope(), iterator, output_types, output_shapes) {}
  operator Output() const { return optional; }
  operator Input() const { return optional; }
  operator Node*() const { return optional.node(); }
  Node* node() const { return optional.node(); }
  Operation operation;
  Output optional;
};

class IteratorGetNextSync {
 public:
  IteratorGetNextSync(const Scope& scope, const Input& iterator, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes) {
    penstock::OpBuilder op(scope, "IteratorGetNextSync", "IteratorGetNextSync", "iterator:20>components:[output_types");
    op.In(iterator);
    op.Attr("output_types", output_types);
    op.Attr("output_shapes", output_shapes);
    if (!op.Done(&operation)) return;
    components = op.OutList(0);
  }
  IteratorGetNextSync(const Input& iterator, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes, const GraphDefBuilder::Options& options) : IteratorGetNextSync(options.scope(), iterator, output_types, output_shapes) {}
  Output operator[](size_t i) const { return components[i]; }
  OutputList::const_iterator begin() const { return components.begin(); }
  OutputList::const_iterator end() const { return components.end(); }
  Operation operation;
  OutputList components;
};

class IteratorToStringHandle {
 public:
  IteratorToStringHandle(const Scope& scope, const Input& resource_handle) {
    penstock::OpBuilder op(scope, "IteratorToStringHandle", "IteratorToStringHandle", "resource_handle:20>string_handle:7");
    op.In(resource_handle);
    if (!op.Done(&operation)) return;
    string_handle = op.Out(0);
  }
  IteratorToStringHandle(const Input& resource_handle, const GraphDefBuilder::Options& options) : IteratorToStringHandle(options.scope(), resource_handle) {}
  operator Output() const { return string_handle; }
  operator Input() const { return string_handle; }
  operator Node*() const { return string_handle.node(); }
  Node* node() const { return string_handle.node(); }
  Operation operation;
  Output string_handle;
};

class MakeIterator {
 public:
  MakeIterator(const Scope& scope, const Input& dataset, const Input& iterator) {
    penstock::OpBuilder op(scope, "MakeIterator", "MakeIterator", "dataset:21,iterator:20>");
    op.In(dataset);
    op.In(iterator);
    if (!op.Done(&operation)) return;
  }
  MakeIterator(const Input& dataset, const Input& iterator, const GraphDefBuilder::Options& options) : MakeIterator(options.scope(), dataset, iterator) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class OneShotIterator {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  OneShotIterator(const Scope& scope, const NameAttrList& dataset_factory, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes) : OneShotIterator(scope, dataset_factory, output_types, output_shapes, Attrs()) {}
  OneShotIterator(const Scope& scope, const NameAttrList& dataset_factory, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "OneShotIterator", "OneShotIterator", ">handle:20");
    op.Attr("dataset_factory", dataset_factory);
    op.Attr("output_types", output_types);
    op.Attr("output_shapes", output_shapes);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    handle = op.Out(0);
  }
  OneShotIterator(const NameAttrList& dataset_factory, gtl::ArraySlice<DataType> output_types, gtl::ArraySlice<PartialTensorShape> output_shapes, const GraphDefBuilder::Options& options) : OneShotIterator(options.scope(), dataset_factory, output_types, output_shapes) {}
  operator Output() const { return handle; }
  operator Input() const { return handle; }
  operator Node*() const { return handle.node(); }
  Node* node() const { return handle.node(); }
  Operation operation;
  Output handle;
};

class SerializeIterator {
 public:
  SerializeIterator(const Scope& scope, const Input& resource_handle) {
    penstock::OpBuilder op(scope, "SerializeIterator", "SerializeIterator", "resource_handle:20>serialized:21");
    op.In(resource_handle);
    if (!op.Done(&operation)) return;
    serialized = op.Out(0);
  }
  SerializeIterator(const Input& resource_handle, const GraphDefBuilder::Options& options) : SerializeIterator(options.scope(), resource_handle) {}
  operator Output() const { return serialized; }
  operator Input() const { return serialized; }
  operator Node*() const { return serialized.node(); }
  Node* node() const { return serialized.node(); }
  Operation operation;
  Output serialized;
};


}  // namespace ops
}  // namespace tensorflow
