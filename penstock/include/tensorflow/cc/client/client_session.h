// ClientSession: runs the graph of a scope, which may grow between runs.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tensorflow/cc/framework/scope.h"
#include "tensorflow/core/public/session.h"

namespace tensorflow {

class ClientSession {
 public:
  typedef std::unordered_map<Output, Input::Initializer, OutputHash> FeedType;
  explicit ClientSession(const Scope& scope) : ClientSession(scope, SessionOptions()) {}
  ClientSession(const Scope& scope, const string& target) : ClientSession(scope, WithTarget(target)) {}
  ClientSession(const Scope& scope, const SessionOptions& session_options) : graph_(scope.graph_as_shared_ptr()), scope_(scope) {
    Session* session = nullptr;
    status_ = NewSession(session_options, &session);
    session_.reset(session);
  }
  ClientSession(const ClientSession&) = delete;
  void operator=(const ClientSession&) = delete;

  Status Run(const std::vector<Output>& fetch_outputs, std::vector<Tensor>* outputs) const {
    return Run(FeedType{}, fetch_outputs, {}, outputs);
  }
  Status Run(const FeedType& inputs, const std::vector<Output>& fetch_outputs, std::vector<Tensor>* outputs) const {
    return Run(inputs, fetch_outputs, {}, outputs);
  }
  Status Run(const FeedType& inputs, const std::vector<Output>& fetch_outputs, const std::vector<Operation>& run_outputs,
             std::vector<Tensor>* outputs) const {
    Names names;
    TF_RETURN_IF_ERROR(Prepare(inputs, fetch_outputs, run_outputs, &names));
    return session_->Run(names.feeds, names.fetches, names.targets, outputs);
  }
  Status Run(const RunOptions& run_options, const FeedType& inputs, const std::vector<Output>& fetch_outputs,
             const std::vector<Operation>& run_outputs, std::vector<Tensor>* outputs, RunMetadata* run_metadata) const {
    Names names;
    TF_RETURN_IF_ERROR(Prepare(inputs, fetch_outputs, run_outputs, &names));
    return session_->Run(run_options, names.feeds, names.fetches, names.targets, outputs, run_metadata);
  }

 private:
  struct Names {
    Session::Feeds feeds;
    std::vector<string> fetches, targets;
  };
  static SessionOptions WithTarget(const string& target) {
    SessionOptions options;
    options.target = target;
    return options;
  }
  Status Prepare(const FeedType& inputs, const std::vector<Output>& fetch_outputs, const std::vector<Operation>& run_outputs,
                 Names* names) const {
    TF_RETURN_IF_ERROR(status_);
    TF_RETURN_IF_ERROR(scope_.status());
    for (const auto& feed : inputs) {
      TF_RETURN_IF_ERROR(feed.second.status);
      names->feeds.emplace_back(feed.first.name(), feed.second.tensor);
    }
    for (const Output& output : fetch_outputs) names->fetches.push_back(output.name());
    for (const Operation& op : run_outputs) names->targets.push_back(op.node()->name());
    mutex_lock l(mu_);
    if (graph_->num_nodes() > sent_) {
      GraphDef more;
      graph_->ToGraphDefFrom(sent_, &more);
      TF_RETURN_IF_ERROR(session_->Extend(more));
      sent_ = graph_->num_nodes();
    }
    return Status::OK();
  }
  std::shared_ptr<Graph> graph_;
  const Scope scope_;
  Status status_;
  std::unique_ptr<Session> session_;
  mutable mutex mu_;
  mutable int sent_ = 0;
};

}  // namespace tensorflow
