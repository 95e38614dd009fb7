// Shapes are checked when an operation is made: Penstock keeps a copy of the graph, and its shape functions see each new node.
#pragma once

#include <memory>
#include <string>

#include "penstock/python.h"
#include "tensorflow/core/graph/graph.h"

namespace penstock {

class ShapeCheck {
 public:
  // The error that the shapes of the nodes are which nobody has looked at yet. Without Python there is none: a session will tell.
  static tensorflow::Status Check(tensorflow::Graph* graph) {
    if (graph->penstock_check == nullptr) graph->penstock_check = std::make_shared<ShapeCheck>();
    return static_cast<ShapeCheck*>(graph->penstock_check.get())->CheckNew(*graph);
  }
  ShapeCheck() {
    if (!Python::Runtime(&runtime_).ok()) return;
    Reply reply(runtime_);
    copy_ = runtime_->new_session("", nullptr, 0, reply.get());
  }
  ShapeCheck(const ShapeCheck&) = delete;
  void operator=(const ShapeCheck&) = delete;
  ~ShapeCheck() {
    if (copy_ != 0) runtime_->forget(copy_);
  }

 private:
  tensorflow::Status CheckNew(const tensorflow::Graph& graph) {
    if (copy_ == 0 || seen_ == graph.num_nodes()) return tensorflow::Status::OK();
    tensorflow::GraphDef added;
    graph.ToGraphDefFrom(seen_, &added);
    seen_ = graph.num_nodes();
    // Where a node runs has no influence on shapes; nodes beside which it stands may have come before.
    for (tensorflow::NodeDef& node : *added.mutable_node()) {
      node.mutable_attr()->erase("_class");
      node.clear_device();
    }
    const std::string bytes = added.SerializeAsString();
    Reply reply(runtime_);
    runtime_->extend(copy_, bytes.data(), bytes.size(), reply.get());
    return reply.status();
  }
  const PenstockRuntime* runtime_ = nullptr;
  int64_t copy_ = 0;
  int seen_ = 0;
};

}  // namespace penstock
