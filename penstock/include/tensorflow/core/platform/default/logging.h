// The same as outside of this folder.
#pragma once

#include "tensorflow/core/platform/logging.h"
