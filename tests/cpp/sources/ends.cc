// Ends while XLA compiles, with a session deleted or not: `ends deleted` and `ends kept`. The last line comes from a destructor.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow/core/public/session.h"

struct Last {
  ~Last() { std::printf("%s\n", text.c_str()); }
  std::string text = "the end";
} last;

int main(int, char* argv[]) {
  using namespace tensorflow;
  GraphDef def;
  TF_CHECK_OK(ReadTextProto(Env::Default(), std::string(argv[2]) + "/graph.pbtxt", &def));
  Session* session = NewSession(SessionOptions());
  TF_CHECK_OK(session->Create(def));
  TF_CHECK_OK(session->Run({}, {}, {"init"}, nullptr));
  Tensor x(DT_FLOAT, TensorShape({2, 3}));
  for (int i = 0; i < 6; i++) x.flat<float>()(i) = 1.f;
  std::vector<Tensor> outputs;
  for (int i = 0; i < 300; i++) TF_CHECK_OK(session->Run({{"x", x}}, {"y"}, {"update_state"}, &outputs));
  std::printf("%g\n", outputs[0].flat<float>()(0));
  if (std::string(argv[1]) == "deleted") delete session;
  return 3;
}
