// Shapes that cannot be: the scope knows of them as soon as an operation is made.
#include <cstdio>
#include <string>

#include "tensorflow/cc/framework/gradients.h"
#include "tensorflow/cc/ops/standard_ops.h"

using namespace tensorflow;       // NOLINT
using namespace tensorflow::ops;  // NOLINT

void Told(const char* what, const Scope& scope) {
  const Status status = scope.status();
  std::string text = status.ToString();
  if (!status.ok()) text = text.substr(text.find(": ") + 2);  // the code's name, which others spell in capitals
  std::printf("%s: %d %s\n", what, static_cast<int>(status.code()), text.substr(0, text.find(" for '")).c_str());
}

int main() {
  {
    Scope root = Scope::NewRootScope();
    auto x = Placeholder(root, DT_FLOAT, Placeholder::Shape({-1, 3}));
    auto y = MatMul(root, x, Const(root, {{1.f}, {2.f}, {3.f}}));
    Told("product", root);
    std::vector<Output> gradients;
    TF_CHECK_OK(AddSymbolicGradients(root, {y}, {x}, &gradients));
    Told("its gradient", root);
    Add(root.WithDevice("/cpu:0").ColocateWith(y), gradients[0], x);
    Told("a sum with the gradient", root);
    MatMul(root, gradients[0], {{1.f, 2.f}, {3.f, 4.f}});
    Told("a wrong product with the gradient", root);
    Neg(root, x);
    Told("after it", root);
  }
  {
    Scope root = Scope::NewRootScope();
    auto v = Variable(root.WithOpName("v"), {2, 2}, DT_FLOAT);
    auto assigned = Assign(root, v, Const(root, {{1.f, 2.f}, {3.f, 4.f}}));
    Told("assigned", root);
    Assign(root.WithControlDependencies(Output(assigned)), v, Const(root, {1.f, 2.f}));
    Told("assigned what does not fit", root);
  }
  {
    Scope root = Scope::NewRootScope();
    Reshape(root, Const(root, {1, 2, 3, 4}), {3, 2});
    Told("reshaped", root);
  }
  {
    Scope root = Scope::NewRootScope();
    Scope inner = root.NewSubScope("inner");
    Concat(inner, {Output(Const(inner, {{1.f}})), Output(Const(inner, {{1.f, 2.f}}))}, 0);
    Told("joined", root);
  }
  return 0;
}
