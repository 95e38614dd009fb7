// The messages of this header of 1.x.
#pragma once
#include "penstock/protos/config.pb.h"
