// errors::InvalidArgument("got ", n) and its relatives, one for each code.
#pragma once

#include "tensorflow/core/lib/core/status.h"
#include "tensorflow/core/lib/strings/strcat.h"

namespace tensorflow {
namespace errors {

inline void AppendToMessage(Status* status, PENSTOCK_VALUES) {
  *status = Status(status->code(), strings::StrCat(status->error_message(), "\n\t", strings::StrCat(PENSTOCK_VALUE_NAMES)));
}

#define PENSTOCK_ERROR(Name, CODE)                                                                       \
  TF_ATTRIBUTE_COLD inline Status Name(PENSTOCK_VALUES) {                                                                  \
    return Status(::tensorflow::error::CODE, strings::StrCat(PENSTOCK_VALUE_NAMES));                      \
  }                                                                                                      \
  template <typename... More>                                                                            \
  Status Name(PENSTOCK_MORE_VALUES) {                                                                    \
    return Status(::tensorflow::error::CODE, strings::StrCat(PENSTOCK_VALUE_NAMES, m, more...));          \
  }                                                                                                      \
  inline bool Is##Name(const Status& status) { return status.code() == ::tensorflow::error::CODE; }

PENSTOCK_ERROR(Cancelled, CANCELLED)
PENSTOCK_ERROR(InvalidArgument, INVALID_ARGUMENT)
PENSTOCK_ERROR(DeadlineExceeded, DEADLINE_EXCEEDED)
PENSTOCK_ERROR(NotFound, NOT_FOUND)
PENSTOCK_ERROR(AlreadyExists, ALREADY_EXISTS)
PENSTOCK_ERROR(PermissionDenied, PERMISSION_DENIED)
PENSTOCK_ERROR(ResourceExhausted, RESOURCE_EXHAUSTED)
PENSTOCK_ERROR(FailedPrecondition, FAILED_PRECONDITION)
PENSTOCK_ERROR(Aborted, ABORTED)
PENSTOCK_ERROR(OutOfRange, OUT_OF_RANGE)
PENSTOCK_ERROR(Unimplemented, UNIMPLEMENTED)
PENSTOCK_ERROR(Internal, INTERNAL)
PENSTOCK_ERROR(Unavailable, UNAVAILABLE)
PENSTOCK_ERROR(DataLoss, DATA_LOSS)
PENSTOCK_ERROR(Unknown, UNKNOWN)
PENSTOCK_ERROR(Unauthenticated, UNAUTHENTICATED)
#undef PENSTOCK_ERROR

inline std::string FormatNodeNameForError(const std::string& name) { return "{{node " + name + "}}"; }

}  // namespace errors

using ::tensorflow::errors::IsNotFound;

#define TF_RETURN_IF_ERROR(...)                            \
  do {                                                     \
    ::tensorflow::Status penstock_status = (__VA_ARGS__);  \
    if (TF_PREDICT_FALSE(!penstock_status.ok())) return penstock_status; \
  } while (0)

#define TF_RETURN_WITH_CONTEXT_IF_ERROR(expr, ...)                            \
  do {                                                                        \
    ::tensorflow::Status penstock_status = (expr);                            \
    if (TF_PREDICT_FALSE(!penstock_status.ok())) {                            \
      ::tensorflow::errors::AppendToMessage(&penstock_status, __VA_ARGS__);   \
      return penstock_status;                                                 \
    }                                                                         \
  } while (0)

}  // namespace tensorflow
