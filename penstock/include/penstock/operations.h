// What a library shows of its operations: the function `penstock_operations`, which Penstock calls after loading it.
#pragma once

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "penstock/c_interface.h"
#include "penstock/node_info.h"
#include "tensorflow/core/framework/op.h"

#define PENSTOCK_ENTRY extern "C" __attribute__((used, visibility("default")))

namespace penstock {

inline void SetStatus(PenstockStatus* out, const tensorflow::Status& status) {
  out->code = status.code();
  out->text = status.ok() ? nullptr : strdup(status.error_message().c_str());
}

// Calls what a user has written. What it throws becomes an error of the run.
TF_ATTRIBUTE_COLD inline tensorflow::Status Guarded(tensorflow::Status (*f)(void*), void* data) {
#ifdef __cpp_exceptions
  try {
    return f(data);
  } catch (const std::bad_alloc&) {
    return tensorflow::errors::ResourceExhausted("there is not enough memory");
  } catch (const std::exception& e) {
    return tensorflow::errors::Internal("an exception was thrown: ", e.what());
  } catch (...) {
    return tensorflow::errors::Internal("an exception was thrown");
  }
#else
  return f(data);
#endif
}

inline tensorflow::TensorShape ShapeOf(const PenstockTensor& t) {
  tensorflow::TensorShape shape;
  for (int32_t d = 0; d < t.rank; d++) shape.AddDim(t.dims[d]);
  return shape;
}

// Copies what Penstock shows into a tensor of our own.
TF_ATTRIBUTE_COLD inline tensorflow::Tensor CopyOf(const PenstockTensor& t) {
  using namespace tensorflow;
  const DataType dtype = BaseType(static_cast<DataType>(t.dtype));
  Tensor copy(dtype, ShapeOf(t));
  const int64 n = copy.NumElements();
  if (dtype == DT_STRING || dtype == DT_RESOURCE) {
    const char* at = static_cast<const char*>(t.data);
    for (int64 i = 0; i < n; at += t.lengths[i++]) {
      const std::string bytes(at, static_cast<size_t>(t.lengths[i]));
      if (dtype == DT_STRING)
        copy.flat<string>()(i) = bytes;
      else
        copy.flat<ResourceHandle>()(i).ParseFromString(bytes);
    }
  } else if (n > 0) {
    std::memcpy(copy.data(), t.data, copy.TotalBytes());
  }
  return copy;
}

TF_ATTRIBUTE_COLD inline tensorflow::shape_inference::ShapeHandle HandleOf(const PenstockTensor& t, tensorflow::shape_inference::InferenceContext* c) {
  if (t.rank < 0) return c->UnknownShape();
  std::vector<tensorflow::shape_inference::DimensionHandle> dims;
  for (int32_t d = 0; d < t.rank; d++) dims.push_back(c->MakeDim(t.dims[d]));
  return c->MakeShape(dims);
}

struct Inference {
  tensorflow::OpShapeInferenceFn* function;
  PenstockInference* call;
  TF_ATTRIBUTE_COLD static tensorflow::Status Run(void* self) {
    using namespace tensorflow;
    using namespace tensorflow::shape_inference;
    PenstockInference* const call = static_cast<Inference*>(self)->call;
    const NodeInfo node(call->node_def, call->node_def_bytes, call->input_args, call->output_args);
    InferenceContext c(&node, call->n_inputs, call->n_outputs);
    Array<Tensor> values(call->n_inputs);
    for (int i = 0; i < call->n_inputs; i++) {
      c.SetInput(i, HandleOf(call->inputs[i], &c));
      if (call->as_shapes[i].rank >= 0) c.SetInputAsShape(i, HandleOf(call->as_shapes[i], &c));
      if (call->values[i].rank >= 0) {
        values[i] = CopyOf(call->values[i]);
        c.SetInputTensor(i, &values[i]);
      }
    }
    const Status found = (*static_cast<Inference*>(self)->function)(&c);
    for (int i = 0; i < call->n_inputs; i++) call->asked[i] = static_cast<uint8_t>(c.Asked(i));
    if (!found.ok()) return found;
    for (int i = 0; i < call->n_outputs; i++) {
      const ShapeHandle shape = c.output(i);
      const int rank = shape.IsSet() ? InferenceContext::Rank(shape) : -1;
      call->ranks[i] = rank;
      call->dims[i] = rank < 1 ? nullptr : static_cast<int64_t*>(std::malloc(sizeof(int64_t) * static_cast<size_t>(rank)));
      for (int d = 0; d < rank; d++) call->dims[i][d] = InferenceContext::Value(c.Dim(shape, d));
    }
    return Status::OK();
  }
};

TF_ATTRIBUTE_COLD inline void Infer(void* function, PenstockInference* call) {
  Inference inference{static_cast<tensorflow::OpShapeInferenceFn*>(function), call};
  SetStatus(&call->status, Guarded(Inference::Run, &inference));
}

}  // namespace penstock

namespace penstock {

PENSTOCK_LOCAL TF_ATTRIBUTE_COLD inline const PenstockOperations* OwnOperations() {
  static const PenstockOperations* const all = [] {
    auto& registered = tensorflow::register_op::Registered();
    PenstockOp* ops = new PenstockOp[static_cast<size_t>(registered.size) + 1];
    int i = 0;
    for (tensorflow::OpDefBuilder* op = registered.first; op != nullptr; op = op->next) {
      ops[i++] = PenstockOp{op->name.c_str(), op->specs.List(), op->shape_function ? &op->shape_function : nullptr};
    }
    return new PenstockOperations{PENSTOCK_CUSTOM_OPS_VERSION, registered.size, __VERSION__, ops,
                                  penstock::Infer, std::free};
  }();
  return all;
}

}  // namespace penstock

PENSTOCK_ENTRY inline const PenstockOperations* penstock_operations() { return penstock::OwnOperations(); }
