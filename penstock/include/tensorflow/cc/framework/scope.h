// Scope: where new operations go. It holds the graph, and what all operations made with it have in common: a prefix of their
// names, devices, control dependencies. Copies and sub-scopes share the graph and its status.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow/cc/framework/ops.h"
#include "tensorflow/core/graph/graph.h"
#include "tensorflow/core/lib/core/status.h"

namespace tensorflow {

class Scope {
 public:
  static Scope NewRootScope() { return Scope(); }
  Scope NewSubScope(const string& child_scope_name) const {
    Scope s = *this;
    s.op_name_.clear();
    s.prefix_ = Joined(prefix_, child_scope_name.empty() ? "" : Unique(child_scope_name));
    if (!child_scope_name.empty()) s.names_ = std::make_shared<std::map<string, int>>();
    return s;
  }
  template <typename... Fragments>
  Scope WithOpName(const Fragments&... fragments) const {
    Scope s = *this;
    s.op_name_ = strings::StrCat(fragments...);
    return s;
  }
  Scope WithControlDependencies(const std::vector<Operation>& control_deps) const {
    Scope s = *this;
    s.control_deps_.insert(s.control_deps_.end(), control_deps.begin(), control_deps.end());
    return s;
  }
  Scope WithControlDependencies(const Output& control_dep) const {
    return WithControlDependencies(std::vector<Operation>{control_dep.op()});
  }
  Scope WithNoControlDependencies() const {
    Scope s = *this;
    s.control_deps_.clear();
    return s;
  }
  Scope WithDevice(const string& device) const {
    Scope s = *this;
    s.device_ = device;
    return s;
  }
  Scope WithKernelLabel(const string& kernel_label) const {
    AttrValue value;
    value.set_s(kernel_label);
    return WithAttr("_kernel", value);
  }
  // An attribute of all operations that are made with the new scope, instead of what they would have.
  Scope WithAttr(const string& name, const AttrValue& value) const {
    Scope s = *this;
    s.attrs_.emplace_back(name, value);
    return s;
  }
  Scope ColocateWith(const Operation& op) const {
    Scope s = *this;
    s.colocated_.insert("loc:@" + op.node()->name());
    return s;
  }
  Scope ColocateWith(const Output& out) const { return ColocateWith(out.op()); }
  Scope ClearColocation() const {
    Scope s = *this;
    s.colocated_.clear();
    return s;
  }
  // Errors end the program.
  Scope ExitOnError() const {
    Scope s = *this;
    s.exit_on_error_ = true;
    return s;
  }
  string GetUniqueNameForOp(const string& default_name) const {
    return Joined(prefix_, Unique(op_name_.empty() ? default_name : op_name_));
  }
  void UpdateStatus(const Status& s) const {
    shared_->status.Update(s);
    if (exit_on_error_ && !ok()) LOG(FATAL) << shared_->status;
  }
  bool ok() const { return shared_->status.ok(); }
  Status status() const { return shared_->status; }
  Graph* graph() const { return shared_->graph.get(); }
  std::shared_ptr<Graph> graph_as_shared_ptr() const { return shared_->graph; }
  Status ToGraphDef(GraphDef* gdef, bool = false) const {
    if (!ok()) return status();
    graph()->ToGraphDef(gdef);
    return Status::OK();
  }
  const std::vector<Operation>& control_deps() const { return control_deps_; }

  // Puts what the scope says into a new node.
  void Complete(NodeDef* node) const {
    for (const Operation& op : control_deps_) node->add_input("^" + op.node()->name());
    node->set_device(device_);
    for (const auto& attr : attrs_) (*node->mutable_attr())[attr.first] = attr.second;
    for (const string& name : colocated_) (*node->mutable_attr())["_class"].mutable_list()->add_s(name);
  }

 private:
  struct Shared {
    std::shared_ptr<Graph> graph = std::make_shared<Graph>();
    Status status;
  };
  Scope() : shared_(std::make_shared<Shared>()), names_(std::make_shared<std::map<string, int>>()) {}
  static string Joined(const string& prefix, const string& name) {
    return prefix.empty() || name.empty() ? prefix + name : prefix + "/" + name;
  }
  // The name, with a number behind it if it is taken in this scope.
  string Unique(const string& wanted) const {
    string name = wanted;
    while (names_->count(name) != 0) name = strings::StrCat(wanted, "_", ++(*names_)[wanted]);
    (*names_)[name] = 0;
    return name;
  }
  std::shared_ptr<Shared> shared_;
  std::shared_ptr<std::map<string, int>> names_;
  string prefix_, op_name_, device_;
  std::vector<Operation> control_deps_;
  std::vector<std::pair<string, AttrValue>> attrs_;
  std::set<string> colocated_;
  bool exit_on_error_ = false;
};

}  // namespace tensorflow
