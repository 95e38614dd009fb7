// SessionOptions: where a session runs, and how.
#pragma once

#include <string>

#include "tensorflow/core/platform/types.h"
#include "tensorflow/core/protobuf/config.pb.h"

namespace tensorflow {

class Env;

struct SessionOptions {
  // Files of a program's own Env are not seen by operations: the session has Penstock's files.
  Env* env = nullptr;
  string target;  // "": in this process; "grpc://host:port": a server
  ConfigProto config;
};

}  // namespace tensorflow
