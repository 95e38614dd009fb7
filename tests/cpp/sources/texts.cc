// Reads messages as text, and prints what they are: `texts KIND FILE...`, one line for each file.
#include <cstdio>
#include <string>

#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/protobuf/config.pb.h"
#include "tensorflow/core/protobuf/meta_graph.pb.h"

template <typename M>
void Show(const char* path) {
  M message, again;
  const tensorflow::Status status = tensorflow::ReadTextProto(tensorflow::Env::Default(), path, &message);
  if (!status.ok()) {
    std::printf("error %d\n", static_cast<int>(status.code()));
    return;
  }
  // What is written as text is read as the same message.
  const bool same = tensorflow::protobuf::TextFormat::ParseFromString(message.DebugString(), &again) &&
                    again.SerializeAsString() == message.SerializeAsString();
  for (unsigned char c : message.SerializeAsString()) std::printf("%02x", c);
  std::printf(same ? "\n" : " but not again\n");
}

int main(int argc, char* argv[]) {
  for (int i = 2; i < argc; i++) {
    if (std::string(argv[1]) == "graph") Show<tensorflow::GraphDef>(argv[i]);
    if (std::string(argv[1]) == "config") Show<tensorflow::ConfigProto>(argv[i]);
    if (std::string(argv[1]) == "meta") Show<tensorflow::MetaGraphDef>(argv[i]);
  }
  return 0;
}
