// Session: runs graphs. The sessions are Penstock's own, in a Python inside of this process: see penstock/python.h.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "penstock/python.h"
#include "tensorflow/core/framework/device_attributes.pb.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/core/status.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/mutex.h"
#include "tensorflow/core/public/session_options.h"

namespace tensorflow {

class Session {
 public:
  typedef int64 CallableHandle;
  typedef std::vector<std::pair<string, Tensor>> Feeds;
  Session() {}
  virtual ~Session() {}
  virtual Status Create(const GraphDef& graph) = 0;
  virtual Status Extend(const GraphDef& graph) = 0;
  virtual Status Run(const Feeds& inputs, const std::vector<string>& output_tensor_names,
                     const std::vector<string>& target_node_names, std::vector<Tensor>* outputs) = 0;
  virtual Status Create(const RunOptions&, const GraphDef& graph) { return Create(graph); }
  virtual Status Extend(const RunOptions&, const GraphDef& graph) { return Extend(graph); }
  virtual Status Close(const RunOptions&) { return Close(); }
  virtual Status Run(const RunOptions& run_options, const Feeds& inputs, const std::vector<string>& output_tensor_names,
                     const std::vector<string>& target_node_names, std::vector<Tensor>* outputs, RunMetadata* run_metadata) = 0;
  virtual Status PRunSetup(const std::vector<string>& input_names, const std::vector<string>& output_names,
                           const std::vector<string>& target_nodes, string* handle) = 0;
  virtual Status PRun(const string& handle, const Feeds& inputs, const std::vector<string>& output_names,
                      std::vector<Tensor>* outputs) = 0;
  virtual Status ListDevices(std::vector<DeviceAttributes>* response) = 0;
  virtual Status Close() = 0;
  virtual Status MakeCallable(const CallableOptions& callable_options, CallableHandle* out_handle) = 0;
  virtual Status RunCallable(CallableHandle handle, const std::vector<Tensor>& feed_tensors, std::vector<Tensor>* fetch_tensors,
                             RunMetadata* run_metadata) = 0;
  virtual Status ReleaseCallable(CallableHandle handle) = 0;
};

}  // namespace tensorflow

namespace penstock {

// Tensors as the C interface has them. Strings are copied, all else is lent.
class Fed {
 public:
  explicit Fed(size_t n) : dims_(n), bytes_(n), lengths_(n) {
    tensors.reserve(n);
    owners.reserve(n);
  }
  Fed(const Fed&) = delete;
  void operator=(const Fed&) = delete;
  void Add(const tensorflow::Tensor& t) {
    const size_t at = tensors.size();
    for (int d = 0; d < t.dims(); d++) dims_[at].push_back(t.dim_size(d));
    PenstockTensor c{static_cast<int32_t>(t.dtype()), t.dims(), dims_[at].data(), nullptr, nullptr};
    tensorflow::TensorBuffer* owner = nullptr;
    if (t.dtype() == tensorflow::DT_STRING) {
      const std::string* const strings = t.unaligned_flat_data<std::string>();
      for (tensorflow::int64 i = 0; i < t.NumElements(); i++) {
        bytes_[at] += strings[i];
        lengths_[at].push_back(static_cast<int64_t>(strings[i].size()));
      }
      c.data = const_cast<char*>(bytes_[at].data());
      c.lengths = lengths_[at].data();
    } else if (t.NumElements() > 0) {
      c.data = t.data();
      owner = t.buffer();
      owner->Ref();
    }
    tensors.push_back(c);
    owners.push_back(static_cast<tensorflow::core::RefCounted*>(owner));
  }
  std::vector<PenstockTensor> tensors;
  std::vector<void*> owners;

 private:
  std::vector<std::vector<int64_t>> dims_;
  std::vector<std::string> bytes_;
  std::vector<std::vector<int64_t>> lengths_;
};

inline tensorflow::Tensor Fetched(const PenstockRuntime* runtime, const PenstockTensor& c, int64_t held) {
  const tensorflow::DataType dtype = static_cast<tensorflow::DataType>(c.dtype);
  tensorflow::TensorShape shape;
  for (int d = 0; d < c.rank; d++) shape.AddDim(c.dims[d]);
  tensorflow::Tensor result;
  if (dtype == tensorflow::DT_STRING || shape.num_elements() == 0) {
    result = tensorflow::Tensor(dtype, shape);
    const char* at = static_cast<const char*>(c.data);
    for (tensorflow::int64 i = 0; i < shape.num_elements(); i++) {
      result.unaligned_flat_data<std::string>()[i].assign(at, static_cast<size_t>(c.lengths[i]));
      at += c.lengths[i];
    }
    runtime->release(held);
    return result;
  }
  tensorflow::TensorBuffer* const buffer = new tensorflow::TensorBuffer(dtype, shape.num_elements(), c.data, runtime->release, held);
  result = tensorflow::Tensor(dtype, shape, buffer);
  buffer->Unref();
  return result;
}

class EmbeddedSession : public tensorflow::Session {
 public:
  static tensorflow::Status New(const tensorflow::SessionOptions& options, EmbeddedSession** session) {
    const PenstockRuntime* runtime;
    TF_RETURN_IF_ERROR(Python::Runtime(&runtime));
    Reply reply(runtime);
    const std::string config = options.config.SerializeAsString();
    const int64_t id = runtime->new_session(options.target.c_str(), config.data(), config.size(), reply.get());
    TF_RETURN_IF_ERROR(reply.status());
    *session = new EmbeddedSession(runtime, id);
    return tensorflow::Status::OK();
  }
  ~EmbeddedSession() override { runtime_->forget(id_); }

  tensorflow::Status Create(const tensorflow::GraphDef& graph) override {
    if (graph.node_size() == 0) return tensorflow::Status::OK();
    if (created_) return tensorflow::errors::AlreadyExists("A Graph has already been created for this session.");
    TF_RETURN_IF_ERROR(Extend(graph));
    return tensorflow::Status::OK();
  }
  tensorflow::Status Extend(const tensorflow::GraphDef& graph) override {
    Reply reply(runtime_);
    const std::string bytes = graph.SerializeAsString();
    runtime_->extend(id_, bytes.data(), bytes.size(), reply.get());
    if (reply.status().ok()) created_ = true;
    return reply.status();
  }
  tensorflow::Status Run(const Feeds& inputs, const std::vector<std::string>& fetches, const std::vector<std::string>& targets,
                         std::vector<tensorflow::Tensor>* outputs) override {
    return Step(nullptr, inputs, fetches, targets, outputs, nullptr, nullptr);
  }
  tensorflow::Status Run(const tensorflow::RunOptions& options, const Feeds& inputs, const std::vector<std::string>& fetches,
                         const std::vector<std::string>& targets, std::vector<tensorflow::Tensor>* outputs,
                         tensorflow::RunMetadata* metadata) override {
    const std::string bytes = options.SerializeAsString();
    return Step(&bytes, inputs, fetches, targets, outputs, metadata, nullptr);
  }
  tensorflow::Status PRunSetup(const std::vector<std::string>& feeds, const std::vector<std::string>& fetches,
                               const std::vector<std::string>& targets, std::string* handle) override {
    TF_RETURN_IF_ERROR(CheckCreated());
    Reply reply(runtime_);
    runtime_->partial_run_setup(id_, (Lines(feeds) + Lines(fetches) + Lines(targets)).c_str(), reply.get());
    if (reply.status().ok()) *handle = reply.text();
    return reply.status();
  }
  tensorflow::Status PRun(const std::string& handle, const Feeds& inputs, const std::vector<std::string>& fetches,
                          std::vector<tensorflow::Tensor>* outputs) override {
    return Step(nullptr, inputs, fetches, {}, outputs, nullptr, handle.c_str());
  }
  tensorflow::Status ListDevices(std::vector<tensorflow::DeviceAttributes>* response) override {
    Reply reply(runtime_);
    runtime_->devices(id_, reply.get());
    TF_RETURN_IF_ERROR(reply.status());
    response->clear();
    std::istringstream lines(reply.text());
    std::string name, type;
    tensorflow::int64 memory;
    while (lines >> name >> type >> memory) {
      response->emplace_back();
      response->back().set_name(name);
      response->back().set_device_type(type);
      response->back().set_memory_limit(memory);
    }
    return tensorflow::Status::OK();
  }
  tensorflow::Status Close() override {
    Reply reply(runtime_);
    runtime_->close(id_, reply.get());
    return reply.status();
  }
  tensorflow::Status MakeCallable(const tensorflow::CallableOptions& options, CallableHandle* handle) override {
    tensorflow::mutex_lock l(mu_);
    *handle = static_cast<CallableHandle>(callables_.size());
    callables_.emplace(*handle, options);
    return tensorflow::Status::OK();
  }
  tensorflow::Status RunCallable(CallableHandle handle, const std::vector<tensorflow::Tensor>& values,
                                 std::vector<tensorflow::Tensor>* outputs, tensorflow::RunMetadata* metadata) override {
    tensorflow::CallableOptions options;
    {
      tensorflow::mutex_lock l(mu_);
      const auto found = callables_.find(handle);
      if (found == callables_.end()) return tensorflow::errors::InvalidArgument("No such callable handle: ", handle);
      options = found->second;
    }
    if (options.feed_size() != static_cast<int>(values.size()))
      return tensorflow::errors::InvalidArgument("Expected ", options.feed_size(), " feed tensors, but got ", values.size());
    Feeds feeds;
    for (int i = 0; i < options.feed_size(); i++) feeds.emplace_back(options.feed(i), values[static_cast<size_t>(i)]);
    const std::vector<std::string> fetches(options.fetch().begin(), options.fetch().end());
    const std::vector<std::string> targets(options.target().begin(), options.target().end());
    const std::string bytes = options.run_options().SerializeAsString();
    return Step(bytes.empty() ? nullptr : &bytes, feeds, fetches, targets, outputs, metadata, nullptr);
  }
  tensorflow::Status ReleaseCallable(CallableHandle handle) override {
    tensorflow::mutex_lock l(mu_);
    if (callables_.count(handle) == 0) return tensorflow::errors::InvalidArgument("No such callable handle: ", handle);
    callables_[handle].Clear();
    return tensorflow::Status::OK();
  }
  // Puts a SavedModel into this session; the answer is its MetaGraphDef.
  tensorflow::Status Load(const std::string& folder, const std::vector<std::string>& tags, std::string* meta_graph) {
    Reply reply(runtime_);
    runtime_->load_saved_model(id_, folder.c_str(), Lines(tags).c_str(), reply.get());
    if (reply.status().ok()) *meta_graph = reply.text();
    if (reply.status().ok()) created_ = true;
    return reply.status();
  }
  static std::string Lines(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += name + "\n";
    return text + "\n";
  }

 private:
  EmbeddedSession(const PenstockRuntime* runtime, int64_t id) : runtime_(runtime), id_(id) {}
  tensorflow::Status CheckCreated() const {
    return created_ ? tensorflow::Status::OK()
                    : tensorflow::errors::InvalidArgument("Session was not created with a graph before Run()!");
  }
  static std::vector<const char*> Pointers(const std::vector<std::string>& names) {
    std::vector<const char*> pointers;
    for (const std::string& name : names) pointers.push_back(name.c_str());
    return pointers;
  }
  tensorflow::Status Step(const std::string* options, const Feeds& inputs, const std::vector<std::string>& fetches,
                          const std::vector<std::string>& targets, std::vector<tensorflow::Tensor>* outputs,
                          tensorflow::RunMetadata* metadata, const char* handle) {
    TF_RETURN_IF_ERROR(CheckCreated());
    Fed fed(inputs.size());
    std::vector<const char*> names;
    for (const auto& input : inputs) {
      names.push_back(input.first.c_str());
      fed.Add(input.second);
    }
    const std::vector<const char*> fetched = Pointers(fetches), targeted = Pointers(targets);
    std::vector<PenstockTensor> results(fetches.size());
    std::vector<int64_t> held(fetches.size());
    PenstockRun run{static_cast<int32_t>(names.size()), static_cast<int32_t>(fetched.size()), static_cast<int32_t>(targeted.size()),
                    names.data(), fetched.data(), targeted.data(), fed.tensors.data(), fed.owners.data(),
                    options == nullptr ? nullptr : options->data(), options == nullptr ? 0 : options->size(),
                    metadata != nullptr, handle, results.data(), held.data()};
    Reply reply(runtime_);
    runtime_->run(id_, &run, reply.get());
    TF_RETURN_IF_ERROR(reply.status());
    if (metadata != nullptr && !metadata->ParseFromString(reply.text())) return tensorflow::errors::Internal("damaged RunMetadata");
    if (outputs == nullptr) {
      for (int64_t id : held) runtime_->release(id);
      return tensorflow::Status::OK();
    }
    outputs->clear();
    for (size_t i = 0; i < results.size(); i++) outputs->push_back(Fetched(runtime_, results[i], held[i]));
    return tensorflow::Status::OK();
  }

  const PenstockRuntime* const runtime_;
  const int64_t id_;
  std::atomic<bool> created_{false};
  tensorflow::mutex mu_;
  std::map<CallableHandle, tensorflow::CallableOptions> callables_;
};

}  // namespace penstock

namespace tensorflow {

inline Status NewSession(const SessionOptions& options, Session** out_session) {
  penstock::EmbeddedSession* session = nullptr;
  const Status status = penstock::EmbeddedSession::New(options, &session);
  *out_session = session;
  return status;
}
// NULL, and a line in the log, if there is an error.
inline Session* NewSession(const SessionOptions& options) {
  Session* session = nullptr;
  const Status status = NewSession(options, &session);
  if (!status.ok()) LOG(ERROR) << status;
  return session;
}

}  // namespace tensorflow
