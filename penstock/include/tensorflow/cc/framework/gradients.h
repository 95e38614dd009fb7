// AddSymbolicGradients: Penstock's own gradients, added to the graph of a scope.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "penstock/python.h"
#include "tensorflow/cc/framework/scope.h"

namespace tensorflow {

// Adds the gradients of the sum of `outputs` with respect to `inputs`; `grad_inputs` are those of the outputs (ones if there are none).
inline Status AddSymbolicGradients(const Scope& scope, const std::vector<Output>& outputs, const std::vector<Output>& inputs,
                                   const std::vector<Output>& grad_inputs, std::vector<Output>* grad_outputs) {
  TF_RETURN_IF_ERROR(scope.status());
  if (!grad_inputs.empty() && grad_inputs.size() != outputs.size())
    return errors::InvalidArgument("Must specify a gradient input for each output.");
  const PenstockRuntime* runtime;
  TF_RETURN_IF_ERROR(penstock::Python::Runtime(&runtime));
  GraphDef graph;
  TF_RETURN_IF_ERROR(scope.ToGraphDef(&graph));
  string names;
  for (const auto* list : {&outputs, &inputs, &grad_inputs}) {
    for (const Output& output : *list) names += output.name() + "\n";
    names += "\n";
  }
  penstock::Reply nodes(runtime), found(runtime);
  const string bytes = graph.SerializeAsString();
  runtime->gradients(bytes.data(), bytes.size(), names.c_str(), nodes.get(), found.get());
  TF_RETURN_IF_ERROR(nodes.status());
  TF_RETURN_IF_ERROR(found.status());
  GraphDef more;
  if (!more.ParseFromString(nodes.text())) return errors::Internal("damaged GraphDef");
  // A line for each node: how many inputs it has, and the types of these and of its outputs.
  std::istringstream lines(found.text());
  string line;
  for (const NodeDef& node : more.node()) {
    std::getline(lines, line);
    std::istringstream words(line);
    size_t n_inputs = 0;
    words >> n_inputs;
    std::vector<DataType> types;
    for (int type; words >> type;) types.push_back(static_cast<DataType>(type));
    if (types.size() < n_inputs) return errors::Internal("damaged types of gradients");
    scope.graph()->AddNode(node, std::vector<DataType>(types.begin(), types.begin() + static_cast<long>(n_inputs)),
                           std::vector<DataType>(types.begin() + static_cast<long>(n_inputs), types.end()));
  }
  grad_outputs->clear();
  while (std::getline(lines, line)) {
    const size_t colon = line.rfind(':');
    // The output of no node: it does not depend on this input.
    if (colon == string::npos) {
      grad_outputs->push_back(Output());
      continue;
    }
    Node* const node = scope.graph()->FindNodeName(line.substr(0, colon));
    if (node == nullptr) return errors::Internal("the gradient ", line, " is not in the graph");
    grad_outputs->emplace_back(node, std::stoi(line.substr(colon + 1)));
  }
  return Status::OK();
}
inline Status AddSymbolicGradients(const Scope& scope, const std::vector<Output>& outputs, const std::vector<Output>& inputs,
                                   std::vector<Output>* grad_outputs) {
  return AddSymbolicGradients(scope, outputs, inputs, {}, grad_outputs);
}

// What stands for no gradient.
inline Output NoGradient() { return Output(nullptr, -1); }

}  // namespace tensorflow
