// Flags of a program: `Flags::Parse` with a list, and TF_DEFINE_string(...) as the first releases had it.
#pragma once

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/core/status.h"
#include "tensorflow/core/lib/strings/strcat.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {

class Flag {
 public:
  Flag(const char* name, int32* dst, const string& usage, bool* = nullptr) : Flag(name, "int32", strings::StrCat(*dst), usage) {
    set_ = [dst](const string& text) { return Number(text, dst); };
  }
  Flag(const char* name, int64* dst, const string& usage, bool* = nullptr) : Flag(name, "int64", strings::StrCat(*dst), usage) {
    set_ = [dst](const string& text) { return Number(text, dst); };
  }
  Flag(const char* name, float* dst, const string& usage, bool* = nullptr) : Flag(name, "float", strings::StrCat(*dst), usage) {
    set_ = [dst](const string& text) {
      char* end;
      *dst = std::strtof(text.c_str(), &end);
      return *end == 0 && !text.empty();
    };
  }
  Flag(const char* name, bool* dst, const string& usage, bool* = nullptr) : Flag(name, "bool", *dst ? "true" : "false", usage) {
    set_ = [dst](const string& text) {
      *dst = text == "true" || text == "1" || text.empty();
      return *dst || text == "false" || text == "0";
    };
  }
  Flag(const char* name, string* dst, const string& usage, bool* = nullptr) : Flag(name, "string", "\"" + *dst + "\"", usage) {
    set_ = [dst](const string& text) {
      *dst = text;
      return true;
    };
  }

 private:
  friend class Flags;
  Flag(const char* name, const char* kind, const string& initial, const string& usage)
      : name_(name), kind_(kind), initial_(initial), usage_(usage) {}
  template <typename N>
  static bool Number(const string& text, N* dst) {
    char* end;
    const long long value = std::strtoll(text.c_str(), &end, 10);
    *dst = static_cast<N>(value);
    return *end == 0 && !text.empty() && static_cast<long long>(*dst) == value;
  }
  // Whether an argument is this flag; if it is, `ok` tells whether its value is good.
  bool Matches(const string& arg, bool* ok) const {
    if (arg == "--" + name_ && kind_ == "bool") return *ok = set_(""), true;
    if (arg.compare(0, name_.size() + 3, "--" + name_ + "=") != 0) return false;
    *ok = set_(arg.substr(name_.size() + 3));
    return true;
  }
  string name_, kind_, initial_, usage_;
  std::function<bool(const string&)> set_;
};

class Flags {
 public:
  // Takes the flags that it knows out of argv; false if a value cannot be read.
  static bool Parse(int* argc, char** argv, const std::vector<Flag>& flag_list) {
    bool all = true;
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
      bool known = false;
      if (string(argv[i]) == "--") {
        while (i < *argc) argv[kept++] = argv[i++];
        break;
      }
      for (const Flag& flag : flag_list) {
        bool ok = true;
        known = flag.Matches(argv[i], &ok);
        if (!ok) {
          LOG(ERROR) << "Couldn't interpret value " << argv[i] << " for flag " << flag.name_ << ".";
          all = false;
        }
        if (known) break;
      }
      if (!known) argv[kept++] = argv[i];
    }
    *argc = kept;
    argv[kept] = nullptr;
    return all && (kept < 2 || string(argv[1]) != "--help");
  }
  static string Usage(const string& cmdline, const std::vector<Flag>& flag_list) {
    string text = "usage: " + cmdline + "\n";
    if (!flag_list.empty()) text += "Flags:\n";
    for (const Flag& flag : flag_list) {
      string left = "\t--" + flag.name_ + "=" + flag.initial_;
      left.resize(std::max<size_t>(left.size() + 1, 34), ' ');
      text += left + "\t" + flag.kind_ + "\t" + flag.usage_ + "\n";
    }
    return text;
  }
};

namespace internal {
inline std::vector<Flag>* DefinedFlags() {
  static std::vector<Flag>* const all = new std::vector<Flag>;
  return all;
}
struct DefineFlag {
  explicit DefineFlag(const Flag& flag) { DefinedFlags()->push_back(flag); }
};
}  // namespace internal

// As before 1.0: flags are variables FLAGS_name.
inline Status ParseCommandLineFlags(int* argc, char* argv[]) {
  if (Flags::Parse(argc, argv, *internal::DefinedFlags()) && *argc < 2) return Status::OK();
  return errors::InvalidArgument(*argc > 1 ? strings::StrCat("Unknown argument ", argv[1]) : string("a flag has a wrong value"));
}

}  // namespace tensorflow

#define PENSTOCK_DEFINE_FLAG(type, name, initial, usage) \
  type FLAGS_##name = initial;                           \
  static const ::tensorflow::internal::DefineFlag penstock_flag_##name(::tensorflow::Flag(#name, &FLAGS_##name, usage))
#define TF_DEFINE_int32(name, initial, usage) PENSTOCK_DEFINE_FLAG(::tensorflow::int32, name, initial, usage)
#define TF_DEFINE_int64(name, initial, usage) PENSTOCK_DEFINE_FLAG(::tensorflow::int64, name, initial, usage)
#define TF_DEFINE_bool(name, initial, usage) PENSTOCK_DEFINE_FLAG(bool, name, initial, usage)
#define TF_DEFINE_float(name, initial, usage) PENSTOCK_DEFINE_FLAG(float, name, initial, usage)
#define TF_DEFINE_string(name, initial, usage) PENSTOCK_DEFINE_FLAG(::tensorflow::string, name, initial, usage)
