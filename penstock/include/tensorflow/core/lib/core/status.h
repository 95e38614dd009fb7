// Status: success, or the kind of an error and its text.
#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "tensorflow/core/lib/core/error_codes.pb.h"
#include "tensorflow/core/lib/core/stringpiece.h"
#include "tensorflow/core/platform/logging.h"

namespace tensorflow {

class Status {
 public:
  struct State {
    tensorflow::error::Code code;
    std::string msg;
  };

  Status() : state_(nullptr) {}
  Status(tensorflow::error::Code code, StringPiece msg) : state_(nullptr) {
    if (code != tensorflow::error::OK) state_ = new State{code, msg.ToString()};
  }
  Status(const Status& s) : state_(s.state_ == nullptr ? nullptr : new State(*s.state_)) {}
  Status(Status&& s) noexcept : state_(s.state_) { s.state_ = nullptr; }
  Status& operator=(Status s) noexcept {
    State* const before = state_;
    state_ = s.state_;
    s.state_ = before;
    return *this;
  }
  ~Status() { delete state_; }

  static Status OK() { return Status(); }

  bool ok() const { return state_ == nullptr; }
  tensorflow::error::Code code() const { return ok() ? tensorflow::error::OK : state_->code; }
  const std::string& error_message() const {
    static const std::string* const none = new std::string;
    return ok() ? *none : state_->msg;
  }
  bool operator==(const Status& x) const { return code() == x.code() && error_message() == x.error_message(); }
  bool operator!=(const Status& x) const { return !(*this == x); }

  // Keeps the first error.
  void Update(const Status& new_status) {
    if (ok()) *this = new_status;
  }

  TF_ATTRIBUTE_COLD std::string ToString() const {
    static const char* const kinds[] = {"OK", "Cancelled", "Unknown", "Invalid argument", "Deadline exceeded",
                                        "Not found", "Already exists", "Permission denied", "Resource exhausted",
                                        "Failed precondition", "Aborted", "Out of range", "Unimplemented", "Internal",
                                        "Unavailable", "Data loss", "Unauthenticated"};
    if (ok()) return "OK";
    const int number = static_cast<int>(code());
    const std::string kind = number < 17 ? kinds[number] : "Unknown code(" + std::to_string(number) + ")";
    return kind + ": " + state_->msg;
  }
  void IgnoreError() const {}

 private:
  State* state_;
};

inline std::ostream& operator<<(std::ostream& os, const Status& x) { return os << x.ToString(); }

typedef std::function<void(const Status&)> StatusCallback;

inline std::string* TfCheckOpHelper(const Status& v, const char* text) {
  return v.ok() ? nullptr : new std::string(std::string("Non-OK-status: ") + text + " status: " + v.ToString());
}

#define TF_DO_CHECK_OK(value, severity) \
  while (auto penstock_text = ::tensorflow::TfCheckOpHelper(value, #value)) LOG(severity) << *penstock_text
#define TF_CHECK_OK(value) TF_DO_CHECK_OK(value, FATAL)
#define TF_QCHECK_OK(value) TF_DO_CHECK_OK(value, QFATAL)
#ifdef NDEBUG
#define TF_DCHECK_OK(value) \
  while (false && (value).ok()) LOG(FATAL)
#else
#define TF_DCHECK_OK(value) TF_CHECK_OK(value)
#endif

}  // namespace tensorflow
