// Names of the meta graphs of a SavedModel.
#pragma once

namespace tensorflow {
constexpr char kSavedModelTagServe[] = "serve";
constexpr char kSavedModelTagTrain[] = "train";
constexpr char kSavedModelTagGpu[] = "gpu";
constexpr char kSavedModelTagTpu[] = "tpu";
}  // namespace tensorflow
