// The same as `framework/bounds_check.h`.
#pragma once

#include "tensorflow/core/framework/bounds_check.h"
