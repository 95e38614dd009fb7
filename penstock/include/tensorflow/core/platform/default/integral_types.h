// The same as under `platform`.
#pragma once

#include "tensorflow/core/platform/types.h"
