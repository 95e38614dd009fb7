// OpKernel, and the contexts in which one is made and run.
#pragma once

#include "penstock/kernels.h"
#include "penstock/op_kernel.h"
