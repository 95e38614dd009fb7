// bfloat16 is among the numeric types.
#pragma once

#include "tensorflow/core/framework/numeric_types.h"
