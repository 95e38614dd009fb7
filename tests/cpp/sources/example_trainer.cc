// The eigenvalue of a 2x2 matrix by repeated products, in several sessions and threads: the seeds' example trainer.
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/graph/default_device.h"
#include "tensorflow/core/graph/graph_def_builder.h"
#include "tensorflow/core/lib/core/threadpool.h"
#include "tensorflow/core/lib/strings/stringprintf.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/init_main.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/core/public/session.h"

using tensorflow::string;
using tensorflow::int32;

namespace tensorflow {
namespace example {

GraphDef CreateGraphDef() {
  Scope root = Scope::NewRootScope();
  using namespace ::tensorflow::ops;  // NOLINT
  auto a = Const(root, {{3.f, 2.f}, {-1.f, 0.f}});
  auto x = Const(root.WithOpName("x"), {{1.f}, {1.f}});
  auto y = MatMul(root.WithOpName("y"), a, x);
  auto y2 = Square(root, y);
  auto y2_sum = Sum(root, y2, 0);
  auto y_norm = Sqrt(root, y2_sum);
  Div(root.WithOpName("y_normalized"), y, y_norm);
  GraphDef def;
  TF_CHECK_OK(root.ToGraphDef(&def));
  return def;
}

string DebugString(const Tensor& x, const Tensor& y) {
  auto a = x.flat<float>();
  auto b = y.flat<float>();
  const float lambda = (b(0) * a(0) + b(1) * a(1)) / (a(0) * a(0) + a(1) * a(1));
  return strings::Printf("lambda = %8.6f x = [%8.6f %8.6f] y = [%8.6f %8.6f]", lambda, a(0), a(1), b(0), b(1));
}

void OneSession(int session_index, std::vector<string>* lines) {
  GraphDef def = CreateGraphDef();
  graph::SetDefaultDevice("/device:CPU:0", &def);
  SessionOptions options;
  std::unique_ptr<Session> session(NewSession(options));
  TF_CHECK_OK(session->Create(def));
  thread::ThreadPool step_threads(Env::Default(), "trainer", 2);
  mutex mu;
  for (int step = 0; step < 2; ++step) {
    step_threads.Schedule([&session, &mu, lines, session_index, step]() {
      Tensor x(DT_FLOAT, TensorShape({2, 1}));
      x.flat<float>()(0) = 0.5f + static_cast<float>(step);
      x.flat<float>()(1) = 0.25f;
      std::vector<Tensor> outputs;
      string line;
      for (int iter = 0; iter < 20; ++iter) {
        outputs.clear();
        TF_CHECK_OK(session->Run({{"x", x}}, {"y:0", "y_normalized:0"}, {}, &outputs));
        CHECK_EQ(size_t{2}, outputs.size());
        line = strings::Printf("%06d/%06d ", session_index, step) + DebugString(x, outputs[0]);
        x = outputs[1];
      }
      mutex_lock l(mu);
      lines->push_back(line);
    });
  }
  // The pool waits for its threads when it goes.
}

}  // namespace example
}  // namespace tensorflow

int main(int argc, char* argv[]) {
  tensorflow::port::InitMain(argv[0], &argc, &argv);
  for (int i = 0; i < 2; i++) {
    std::vector<string> lines;
    tensorflow::example::OneSession(i, &lines);
    std::sort(lines.begin(), lines.end());
    for (const string& line : lines) std::printf("%s\n", line.c_str());
  }
  return 0;
}
