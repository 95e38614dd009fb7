// GraphDefBuilder: graphs as releases before 1.0 built them, and as 1.x still can.
//
// ops::X(inputs..., builder.opts().WithName("x")) is the same class as ops::X(scope, inputs...).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "penstock/op_builder.h"
#include "tensorflow/cc/framework/scope.h"

namespace tensorflow {

class GraphDefBuilder {
 public:
  enum TestFailImmediatelyType { kFailImmediately };
  class Options {
   public:
    explicit Options(const Scope& scope) : scope_(scope) {}
    Options WithName(StringPiece name) const { return Options(scope_.WithOpName(name.ToString())); }
    Options WithDevice(StringPiece device) const { return Options(scope_.WithDevice(device.ToString())); }
    Options WithControlInput(Node* control_input) const {
      return Options(scope_.WithControlDependencies(std::vector<Operation>{Operation(control_input)}));
    }
    Options WithControlInputs(gtl::ArraySlice<Node*> control_inputs) const {
      Options all = *this;
      for (Node* node : control_inputs) all = all.WithControlInput(node);
      return all;
    }
    template <typename T>
    Options WithAttr(StringPiece attr_name, const T& value) const {
      AttrValue message;
      penstock::SetAttr(&message, value);
      return Options(scope_.WithAttr(attr_name.ToString(), message));
    }
    template <typename T>
    Options WithAttr(StringPiece attr_name, std::initializer_list<T> values) const {
      return WithAttr(attr_name, gtl::ArraySlice<T>(values));
    }
    bool HaveError() const { return !scope_.ok(); }
    void UpdateStatus(const Status& status) const { scope_.UpdateStatus(status); }
    string GetNameForOp(StringPiece op) const { return scope_.GetUniqueNameForOp(op.ToString()); }
    const Scope& scope() const { return scope_; }

   private:
    Scope scope_;
  };

  GraphDefBuilder() : scope_(Scope::NewRootScope()) {}
  explicit GraphDefBuilder(TestFailImmediatelyType) : scope_(Scope::NewRootScope().ExitOnError()) {}
  GraphDefBuilder(const GraphDefBuilder&) = delete;
  void operator=(const GraphDefBuilder&) = delete;
  Options opts() const { return Options(scope_); }
  Status ToGraphDef(GraphDef* graph_def) const { return scope_.ToGraphDef(graph_def); }

 private:
  Scope scope_;
};

}  // namespace tensorflow
