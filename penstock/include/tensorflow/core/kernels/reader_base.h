// The same as `framework/reader_base.h`.
#pragma once

#include "tensorflow/core/framework/reader_base.h"
