// FileStatistics: the size of a file, when it was changed, and whether it is a folder.
#pragma once

#include "tensorflow/core/platform/types.h"

namespace tensorflow {

struct FileStatistics {
  int64 length = -1;
  int64 mtime_nsec = 0;
  bool is_directory = false;
};

}  // namespace tensorflow
