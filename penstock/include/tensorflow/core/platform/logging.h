// LOG, VLOG and CHECK: lines on the standard error, and an end of the process where something must not be.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sstream>
#include <string>

#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {

const int INFO = 0;
const int WARNING = 1;
const int ERROR = 2;
const int FATAL = 3;
const int NUM_SEVERITIES = 4;

namespace internal {

inline int MinLogLevelFromEnv() {
  const char* text = std::getenv("TF_CPP_MIN_LOG_LEVEL");
  return text == nullptr ? 0 : std::atoi(text);
}

inline int MinVLogLevelFromEnv() {
  const char* text = std::getenv("TF_CPP_MIN_VLOG_LEVEL");
  return text == nullptr ? 0 : std::atoi(text);
}

class LogMessage : public std::ostringstream {
 public:
  TF_ATTRIBUTE_COLD TF_ATTRIBUTE_NOINLINE LogMessage(const char* file, int line, int severity) : file_(file), line_(line), severity_(severity) {}
  TF_ATTRIBUTE_COLD TF_ATTRIBUTE_NOINLINE ~LogMessage() override {
    if (severity_ >= MinLogLevelFromEnv()) Write();
  }

 protected:
  TF_ATTRIBUTE_COLD void Write() {
    char when[32];
    std::time_t now = std::time(nullptr);
    std::tm parts;
    localtime_r(&now, &parts);
    std::strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &parts);
    std::fprintf(stderr, "%s: %c %s:%d] %s\n", when, "IWEF"[severity_], file_, line_, str().c_str());
  }

 private:
  const char* file_;
  int line_;
  int severity_;
};

class LogMessageFatal : public LogMessage {
 public:
  LogMessageFatal(const char* file, int line) : LogMessage(file, line, FATAL) {}
  TF_ATTRIBUTE_NORETURN ~LogMessageFatal() override {
    Write();
    std::fflush(stderr);
    std::abort();
  }
};

struct Voidifier {
  template <typename T>
  void operator&(const T&) const {}
};

// The two sides of a CHECK that has failed, as text; null if it holds.
template <typename A, typename B>
std::string* CheckText(const A& a, const B& b, const char* expression) {
  std::ostringstream text;
  text << expression << " (" << a << " vs. " << b << ")";
  return new std::string(text.str());
}
TF_ATTRIBUTE_COLD TF_ATTRIBUTE_NOINLINE inline std::string* CheckText(long long a, long long b, const char* expression) {
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, " (%lld vs. %lld)", a, b);
  return new std::string(std::string(expression) + numbers);
}
#define PENSTOCK_CHECK_FUNCTION(name, op)                                                        \
  template <typename A, typename B>                                                              \
  inline std::string* name##Impl(const A& a, const B& b, const char* expression) {               \
    return TF_PREDICT_TRUE(a op b) ? nullptr : CheckText(a, b, expression);                      \
  }                                                                                              \
  inline std::string* name##Impl(long long a, long long b, const char* expression) {             \
    return TF_PREDICT_TRUE(a op b) ? nullptr : CheckText(a, b, expression);                      \
  }                                                                                              \
  inline std::string* name##Impl(int a, int b, const char* expression) {                         \
    return name##Impl(static_cast<long long>(a), static_cast<long long>(b), expression);         \
  }                                                                                              \
  inline std::string* name##Impl(long long a, int b, const char* expression) {                   \
    return name##Impl(a, static_cast<long long>(b), expression);                                 \
  }                                                                                              \
  inline std::string* name##Impl(int a, size_t b, const char* expression) {                      \
    return TF_PREDICT_TRUE(static_cast<long long>(a) op static_cast<long long>(b)) ? nullptr     \
                                                                                   : CheckText(a, b, expression); \
  }                                                                                              \
  inline std::string* name##Impl(size_t a, int b, const char* expression) {                      \
    return TF_PREDICT_TRUE(static_cast<long long>(a) op static_cast<long long>(b)) ? nullptr     \
                                                                                   : CheckText(a, b, expression); \
  }
PENSTOCK_CHECK_FUNCTION(Check_EQ, ==)
PENSTOCK_CHECK_FUNCTION(Check_NE, !=)
PENSTOCK_CHECK_FUNCTION(Check_LE, <=)
PENSTOCK_CHECK_FUNCTION(Check_LT, <)
PENSTOCK_CHECK_FUNCTION(Check_GE, >=)
PENSTOCK_CHECK_FUNCTION(Check_GT, >)
#undef PENSTOCK_CHECK_FUNCTION

template <typename T>
T&& CheckNotNull(const char* file, int line, const char* expression, T&& t) {
  if (t == nullptr) LogMessageFatal(file, line) << std::string(expression);
  return static_cast<T&&>(t);
}

}  // namespace internal

#define _TF_LOG_INFO ::tensorflow::internal::LogMessage(__FILE__, __LINE__, ::tensorflow::INFO)
#define _TF_LOG_WARNING ::tensorflow::internal::LogMessage(__FILE__, __LINE__, ::tensorflow::WARNING)
#define _TF_LOG_ERROR ::tensorflow::internal::LogMessage(__FILE__, __LINE__, ::tensorflow::ERROR)
#define _TF_LOG_FATAL ::tensorflow::internal::LogMessageFatal(__FILE__, __LINE__)
#define _TF_LOG_QFATAL _TF_LOG_FATAL
#ifndef LOG
#define LOG(severity) _TF_LOG_##severity
#endif
#define VLOG_IS_ON(level) ((level) <= ::tensorflow::internal::MinVLogLevelFromEnv())
#define VLOG(level) \
  !VLOG_IS_ON(level) ? (void)0 : ::tensorflow::internal::Voidifier() & LOG(INFO)
#define LOG_IF(severity, condition) \
  !(condition) ? (void)0 : ::tensorflow::internal::Voidifier() & LOG(severity)

#ifndef CHECK
#define CHECK(condition)        \
  if (TF_PREDICT_FALSE(!(condition))) LOG(FATAL) << "Check failed: " #condition " "
#define PENSTOCK_CHECK_OP(name, op, a, b)                                                                   \
  while (::std::string* penstock_text = ::tensorflow::internal::name##Impl((a), (b), #a " " #op " " #b))    \
  ::tensorflow::internal::LogMessageFatal(__FILE__, __LINE__) << "Check failed: " << *penstock_text << " "
#define CHECK_EQ(a, b) PENSTOCK_CHECK_OP(Check_EQ, ==, a, b)
#define CHECK_NE(a, b) PENSTOCK_CHECK_OP(Check_NE, !=, a, b)
#define CHECK_LE(a, b) PENSTOCK_CHECK_OP(Check_LE, <=, a, b)
#define CHECK_LT(a, b) PENSTOCK_CHECK_OP(Check_LT, <, a, b)
#define CHECK_GE(a, b) PENSTOCK_CHECK_OP(Check_GE, >=, a, b)
#define CHECK_GT(a, b) PENSTOCK_CHECK_OP(Check_GT, >, a, b)
#define CHECK_NOTNULL(value) \
  ::tensorflow::internal::CheckNotNull(__FILE__, __LINE__, "'" #value "' Must be non NULL", (value))
#ifdef NDEBUG
#define PENSTOCK_NO_CHECK(condition) \
  while (false && (condition)) LOG(FATAL)
#define DCHECK(condition) PENSTOCK_NO_CHECK(condition)
#define DCHECK_EQ(a, b) PENSTOCK_NO_CHECK((a) == (b))
#define DCHECK_NE(a, b) PENSTOCK_NO_CHECK((a) != (b))
#define DCHECK_LE(a, b) PENSTOCK_NO_CHECK((a) <= (b))
#define DCHECK_LT(a, b) PENSTOCK_NO_CHECK((a) < (b))
#define DCHECK_GE(a, b) PENSTOCK_NO_CHECK((a) >= (b))
#define DCHECK_GT(a, b) PENSTOCK_NO_CHECK((a) > (b))
#else
#define DCHECK(condition) CHECK(condition)
#define DCHECK_EQ(a, b) CHECK_EQ(a, b)
#define DCHECK_NE(a, b) CHECK_NE(a, b)
#define DCHECK_LE(a, b) CHECK_LE(a, b)
#define DCHECK_LT(a, b) CHECK_LT(a, b)
#define DCHECK_GE(a, b) CHECK_GE(a, b)
#define DCHECK_GT(a, b) CHECK_GT(a, b)
#endif
#define QCHECK(condition) CHECK(condition)
#define QCHECK_EQ(a, b) CHECK_EQ(a, b)
#endif

}  // namespace tensorflow
