// A device for all nodes of a graph that name none.
#pragma once

#include <string>

#include "tensorflow/core/framework/graph.pb.h"

namespace tensorflow {
namespace graph {
inline void SetDefaultDevice(const std::string& device, GraphDef* graph_def) {
  for (int i = 0; i < graph_def->node_size(); i++)
    if (graph_def->node(i).device().empty()) graph_def->mutable_node(i)->set_device(device);
}
}  // namespace graph
}  // namespace tensorflow
