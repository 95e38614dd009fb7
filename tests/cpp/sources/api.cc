// Scopes, client sessions, sessions, gradients, SavedModels: each part prints what it finds, also what is an error.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/framework/gradients.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/cc/saved_model/loader.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/public/session.h"
#include "tensorflow/core/public/version.h"

using namespace tensorflow;       // NOLINT
using namespace tensorflow::ops;  // NOLINT

void Show(const char* what, const Tensor& t) {
  std::printf("%s %s %s:", what, DataTypeString(t.dtype()).c_str(), t.shape().DebugString().c_str());
  for (int i = 0; i < t.NumElements(); i++) {
    if (t.dtype() == DT_FLOAT) std::printf(" %.6g", t.flat<float>()(i));
    if (t.dtype() == DT_INT32) std::printf(" %d", t.flat<int32>()(i));
    if (t.dtype() == DT_BOOL) std::printf(" %d", t.flat<bool>()(i));
    if (t.dtype() == DT_STRING) std::printf(" '%s'", std::string(t.unaligned_flat<tstring>()(i)).c_str());
  }
  std::printf("\n");
}
void Failed(const char* what, const Status& status) { std::printf("%s error %d\n", what, static_cast<int>(status.code())); }

SessionOptions Options() {
  SessionOptions options;
#if TF_MAJOR_VERSION >= 2  // 1.15's graphs may grow in any session
  options.config.mutable_experimental()->set_disable_optimize_for_static_graph(true);
#endif
  return options;
}

void Names() {
  Scope root = Scope::NewRootScope();
  auto a = Placeholder(root.WithOpName("a"), DT_FLOAT);
  auto b = Const(root, 1.5f);
  auto c = Add(root, a, b);
  auto d = Add(root, a, 2.5f);
  Scope inner = root.NewSubScope("inner");
  auto e = Multiply(inner, c, d);
  auto f = Sub(inner.WithOpName("twice"), e, {1.f});
  auto g = Sub(inner.WithOpName("twice"), f, {1.f});
  auto h = Neg(root.NewSubScope("inner"), g);
  Identity(root.WithControlDependencies(h).WithDevice("/cpu:0"), g);
  auto parts = Split(root, 0, Stack(root, {Output(e), Output(f)}), 2);
  auto cat = Concat(root, {Output(parts[0]), Output(parts[1])}, 0);
  Sum(root, cat, {0}, Sum::KeepDims(true));
  GraphDef def;
  TF_CHECK_OK(root.ToGraphDef(&def));
  for (const NodeDef& node : def.node()) {
    std::printf("node %s %s", node.name().c_str(), node.op().c_str());
    for (const auto& input : node.input()) std::printf(" %s", std::string(input).c_str());
    std::printf(" [%s]\n", node.device().c_str());
  }
}

void Clients() {
  Scope root = Scope::NewRootScope();
  auto a = Placeholder(root, DT_INT32, Placeholder::Shape({2}));
  auto c = Add(root, a, {41, 1});
  ClientSession session(root, Options());
  std::vector<Tensor> outputs;
  TF_CHECK_OK(session.Run({{a, {1, 2}}}, {c}, &outputs));
  Show("sum", outputs[0]);
  auto more = Multiply(root, c, c);  // the graph grows
  TF_CHECK_OK(session.Run({{a, {1, 2}}}, {more, c}, &outputs));
  Show("squares", outputs[0]);
  auto text = AsString(root, c);
  auto joined = StringJoin(root, {Output(text), Const(root, {"x", "yz"})}, StringJoin::Separator("-"));
  TF_CHECK_OK(session.Run({{a, {1, 2}}}, {joined}, &outputs));
  Show("texts", outputs[0]);
  auto w = Variable(root, {2, 2}, DT_FLOAT);
  auto init = Assign(root, w, {{1.f, 2.f}, {3.f, 4.f}});
  auto step = AssignSub(root, w, {{.5f, .5f}, {.5f, .5f}});
  TF_CHECK_OK(session.Run({init}, nullptr));
  for (int k = 0; k < 3; k++) TF_CHECK_OK(session.Run({}, {}, {Output(step).op()}, nullptr));
  TF_CHECK_OK(session.Run({w}, &outputs));
  Show("variable", outputs[0]);
  Failed("not fed", session.Run({c}, &outputs));
  Failed("not initialized", session.Run({Variable(root, {1}, DT_FLOAT)}, &outputs));
  MatMul(root, Const(root, {{1.f}}), Const(root, {{1}}));
  Failed("types", root.status());
}

void Gradients() {
  Scope root = Scope::NewRootScope();
  auto x = Const(root, {{1.f, 2.f}, {3.f, 4.f}});
  auto w = Const(root, {{2.f}, {-3.f}});
  auto y = Square(root, MatMul(root, x, w));
  std::vector<Output> grads;
  TF_CHECK_OK(AddSymbolicGradients(root, {y}, {x, w}, &grads));
  std::vector<Tensor> outputs;
  ClientSession session(root);
  TF_CHECK_OK(session.Run({grads[0], grads[1]}, &outputs));
  Show("dx", outputs[0]);
  Show("dw", outputs[1]);
}

void Sessions(const std::string& folder) {
  GraphDef def;
  TF_CHECK_OK(ReadBinaryProto(Env::Default(), folder + "/graph.pb", &def));
  std::unique_ptr<Session> session(NewSession(Options()));
  std::vector<Tensor> outputs;
  Failed("before Create", session->Run({}, {"y:0"}, {}, &outputs));
  TF_CHECK_OK(session->Create(def));
  Failed("created twice", session->Create(def));
  Failed("extended by the same", session->Extend(def));
  Tensor x(DT_FLOAT, TensorShape({2, 3}));
  for (int i = 0; i < 6; i++) x.flat<float>()(i) = static_cast<float>(i);
  TF_CHECK_OK(session->Run({}, {}, {"init"}, nullptr));
  TF_CHECK_OK(session->Run({{"x", x}}, {"y:0", "y"}, {"update_state"}, &outputs));
  for (const Tensor& t : outputs) Show("output", t);
  outputs[0].flat<float>()(0) = 77.f;  // the program's own
  TF_CHECK_OK(session->Run({{"x", x}}, {"y:0", "count"}, {}, &outputs));
  for (const Tensor& t : outputs) Show("again", t);
  RunOptions options;
  RunMetadata metadata;
  options.set_trace_level(RunOptions::FULL_TRACE);
  TF_CHECK_OK(session->Run(options, {{"x:0", x}}, {"y"}, {}, &outputs, &metadata));
  std::printf("traced %d\n", metadata.step_stats().dev_stats_size() > 0);
  Failed("no fetch", session->Run({}, {"nobody:0"}, {}, &outputs));
  Failed("no feed", session->Run({{"nobody", x}}, {"y"}, {}, &outputs));
  Failed("no target", session->Run({{"x", x}}, {}, {"nobody"}, &outputs));
  Failed("wrong shape", session->Run({{"x", Tensor(DT_FLOAT, TensorShape({1, 1}))}}, {"y"}, {}, &outputs));
  Failed("wrong type", session->Run({{"x", Tensor(DT_INT32, TensorShape({2, 3}))}}, {"y"}, {}, &outputs));
  Session::CallableHandle handle;
  CallableOptions callable;
  callable.add_feed("x:0");
  callable.add_fetch("y:0");
  TF_CHECK_OK(session->MakeCallable(callable, &handle));
  TF_CHECK_OK(session->RunCallable(handle, {x}, &outputs, nullptr));
  Show("callable", outputs[0]);
  TF_CHECK_OK(session->ReleaseCallable(handle));
  std::string name;
  TF_CHECK_OK(session->PRunSetup({"x:0"}, {"y:0", "count:0"}, {}, &name));
  TF_CHECK_OK(session->PRun(name, {}, {"count:0"}, &outputs));
  Show("first part", outputs[0]);
  TF_CHECK_OK(session->PRun(name, {{"x:0", x}}, {"y:0"}, &outputs));
  Show("second part", outputs[0]);
  std::vector<DeviceAttributes> devices;
  TF_CHECK_OK(session->ListDevices(&devices));
  std::printf("device %s\n", devices[0].device_type().c_str());
  TF_CHECK_OK(session->Close());
  Failed("closed", session->Run({{"x", x}}, {"y"}, {}, &outputs));
}

void Models(const std::string& folder) {
  SavedModelBundle bundle;
  Failed("no folder", LoadSavedModel(SessionOptions(), RunOptions(), folder + "/nowhere", {"serve"}, &bundle));
  Failed("no tag", LoadSavedModel(SessionOptions(), RunOptions(), folder + "/model", {"train"}, &bundle));
  TF_CHECK_OK(LoadSavedModel(SessionOptions(), RunOptions(), folder + "/model", {"serve"}, &bundle));
  const auto& signature = bundle.meta_graph_def.signature_def().at("serving_default");
  const std::string in = signature.inputs().at("x").name(), out = signature.outputs().at("y").name();
  std::vector<Tensor> outputs;
  TF_CHECK_OK(bundle.session->Run({{in, Input::Initializer({{1.f, 2.f, 3.f}}).tensor}}, {out}, {}, &outputs));
  Show("model", outputs[0]);
}

int main(int, char* argv[]) {
  Names();
  Clients();
  Gradients();
  Sessions(argv[1]);
  Models(argv[1]);
  return 0;
}
