// BlockingCounter stands beside Notification.
#pragma once

#include "tensorflow/core/lib/core/notification.h"
