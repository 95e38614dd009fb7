// Nodes of a graph that a program builds. The names and types of a node are known here, shapes to Penstock (`penstock/shape_check.h`).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/public/version.h"

namespace tensorflow {

class Node {
 public:
  Node(int id, const NodeDef& def, const std::vector<DataType>& input_types, const std::vector<DataType>& output_types)
      : id_(id), def_(def), input_types_(input_types), output_types_(output_types) {}
  Node(const Node&) = delete;
  void operator=(const Node&) = delete;
  int id() const { return id_; }
  const string& name() const { return def_.name(); }
  const string& type_string() const { return def_.op(); }
  const NodeDef& def() const { return def_; }
  const string& requested_device() const { return def_.device(); }
  int32 num_inputs() const { return static_cast<int32>(input_types_.size()); }
  int32 num_outputs() const { return static_cast<int32>(output_types_.size()); }
  DataType input_type(int32 i) const { return input_types_.at(static_cast<size_t>(i)); }
  DataType output_type(int32 i) const { return output_types_.at(static_cast<size_t>(i)); }
  string DebugString() const { return def_.ShortDebugString(); }

 private:
  const int id_;
  const NodeDef def_;
  const std::vector<DataType> input_types_, output_types_;
};

class Graph {
 public:
  Graph() {}
  Graph(const Graph&) = delete;
  void operator=(const Graph&) = delete;
  Node* AddNode(const NodeDef& def, const std::vector<DataType>& input_types, const std::vector<DataType>& output_types) {
    nodes_.emplace_back(new Node(num_nodes(), def, input_types, output_types));
    by_name_[def.name()] = nodes_.back().get();
    return nodes_.back().get();
  }
  int num_nodes() const { return static_cast<int>(nodes_.size()); }
  Node* FindNodeId(int id) const { return nodes_.at(static_cast<size_t>(id)).get(); }
  Node* FindNodeName(const string& name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : found->second;
  }
  void ToGraphDef(GraphDef* graph_def) const { ToGraphDefFrom(0, graph_def); }
  // The nodes that came after the first `from`.
  void ToGraphDefFrom(int from, GraphDef* graph_def) const {
    graph_def->Clear();
    graph_def->mutable_versions()->set_producer(TF_GRAPH_DEF_VERSION);
    for (size_t i = static_cast<size_t>(from); i < nodes_.size(); i++) *graph_def->add_node() = nodes_[i]->def();
  }

  // What Penstock keeps of the graph to check its shapes.
  std::shared_ptr<void> penstock_check;

 private:
  std::vector<std::unique_ptr<Node>> nodes_;
  std::map<string, Node*> by_name_;
};

}  // namespace tensorflow
