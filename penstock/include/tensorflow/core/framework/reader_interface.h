// ReaderInterface: what the operations of readers use. A reader of one's own is a ReaderBase.
#pragma once

#include "penstock/reader_calls.h"
#include "tensorflow/core/framework/resource_mgr.h"

namespace tensorflow {

class ReaderInterface : public ResourceBase, public penstock::ReaderCalls {
 public:
  string DebugString() const override { return "a reader"; }
};

}  // namespace tensorflow
