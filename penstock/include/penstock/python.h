// Penstock inside of a program in C++: Python is loaded into the process when it is first needed, and stays.
//
// Which Python: what the environment variable PENSTOCK_PYTHON names, else the one whose `penstock-config --cflags` the program was
// compiled with, else `python3`. It must have been built with a shared library (libpython3.x.so), and Penstock must be installed.
#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "penstock/runtime_interface.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/lib/core/errors.h"

namespace penstock {

#define PENSTOCK_TEXT_OF_(x) #x
#define PENSTOCK_TEXT_OF(x) PENSTOCK_TEXT_OF_(x)

// The path of the interpreter. `penstock-config` writes it as a word that no shell and no preprocessor changes: what is neither a
// letter nor a digit is "_" and two hexadecimal digits.
inline std::string PythonPath() {
  const char* const chosen = std::getenv("PENSTOCK_PYTHON");
  if (chosen != nullptr && *chosen != 0) return chosen;
#ifdef PENSTOCK_PYTHON
  const std::string word = PENSTOCK_TEXT_OF(PENSTOCK_PYTHON);
  std::string path;
  for (size_t i = 1; i < word.size(); i++) {
    if (word[i] == '_' && i + 2 < word.size()) {
      path += static_cast<char>(std::strtol(word.substr(i + 1, 2).c_str(), nullptr, 16));
      i += 2;
    } else {
      path += word[i];
    }
  }
  return path;
#else
  return "python3";
#endif
}

class Python {
 public:
  // The functions of Penstock; starts Python if nobody has.
  static tensorflow::Status Runtime(const PenstockRuntime** runtime) {
    static Python* const one = new Python;  // never deleted: threads of Python may outlive static objects
    std::call_once(one->once_, [] { one->status_ = one->Start(); });
    *runtime = &one->runtime_;
    return one->status_;
  }

 private:
  tensorflow::Status Start() {
    using tensorflow::errors::FailedPrecondition;
    void* library = RTLD_DEFAULT;
    const std::string python = PythonPath();
    if (dlsym(RTLD_DEFAULT, "Py_IsInitialized") == nullptr) {
      std::string path;
      TF_RETURN_IF_ERROR(LibraryOf(python, &path));
      // Its symbols are for the extension modules as well.
      library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
      if (library == nullptr) return FailedPrecondition("Penstock needs the shared library of Python: ", dlerror());
    }
#define PENSTOCK_PYTHON_FUNCTION(result, name, ...)                                                  \
  typedef result (*name##Type)(__VA_ARGS__);                                                         \
  const name##Type name = reinterpret_cast<name##Type>(dlsym(library, #name));                       \
  if (name == nullptr) return FailedPrecondition("the library of Python lacks " #name);
    PENSTOCK_PYTHON_FUNCTION(int, Py_IsInitialized, void)
    PENSTOCK_PYTHON_FUNCTION(void, Py_InitializeEx, int)
    PENSTOCK_PYTHON_FUNCTION(wchar_t*, Py_DecodeLocale, const char*, size_t*)
    PENSTOCK_PYTHON_FUNCTION(void, Py_SetProgramName, const wchar_t*)
    PENSTOCK_PYTHON_FUNCTION(int, PyRun_SimpleStringFlags, const char*, void*)
    PENSTOCK_PYTHON_FUNCTION(void*, PyEval_SaveThread, void)
    PENSTOCK_PYTHON_FUNCTION(int, PyGILState_Ensure, void)
    PENSTOCK_PYTHON_FUNCTION(void, PyGILState_Release, int)
#undef PENSTOCK_PYTHON_FUNCTION
    const bool mine = Py_IsInitialized() == 0;
    int state = 0;
    if (mine) {
      Py_SetProgramName(Py_DecodeLocale(python.c_str(), nullptr));  // so that it finds its packages
      Py_InitializeEx(0);                                           // signals stay the program's
    } else {
      state = PyGILState_Ensure();
    }
    runtime_.version = PENSTOCK_RUNTIME_VERSION;
    runtime_.release_owner = [](void* owner) { static_cast<tensorflow::core::RefCounted*>(owner)->Unref(); };
    char code[256];
    std::snprintf(code, sizeof code, "%simport penstock.cpp.runtime\npenstock.cpp.runtime.fill(%llu)\n",
                  mine ? "import sys\nsys.stdout.reconfigure(line_buffering=True)\n" : "",
                  static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(&runtime_)));
    const int failed = PyRun_SimpleStringFlags(code, nullptr);
    if (mine) {
      PyEval_SaveThread();
    } else {
      PyGILState_Release(state);
    }
    if (failed != 0) return FailedPrecondition("Python (", python, ") could not start Penstock; its error is printed above");
    return tensorflow::Status::OK();
  }
  static tensorflow::Status LibraryOf(const std::string& python, std::string* path) {
    std::string quoted = "'";
    for (char c : python) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    const std::string command = quoted +
                                "' -c 'import os, sysconfig as s; v = s.get_config_var; "
                                "print(os.path.join(v(\"LIBDIR\"), v(\"INSTSONAME\")) if v(\"Py_ENABLE_SHARED\") else \"\")'";
    FILE* const answer = popen(command.c_str(), "r");
    if (answer == nullptr) return tensorflow::errors::FailedPrecondition("cannot run ", python);
    char part[4096];
    while (fgets(part, sizeof part, answer) != nullptr) *path += part;
    const int ended = pclose(answer);
    while (!path->empty() && path->back() == '\n') path->pop_back();
    if (ended != 0)
      return tensorflow::errors::FailedPrecondition("cannot run ", python, ": set PENSTOCK_PYTHON to the Python that has Penstock");
    if (path->empty())
      return tensorflow::errors::FailedPrecondition(python, " was built without a shared library (libpython), which a program in C++ needs");
    return tensorflow::Status::OK();
  }
  std::once_flag once_;
  tensorflow::Status status_;
  PenstockRuntime runtime_;
};

// What a call answered; releases it.
class Reply {
 public:
  explicit Reply(const PenstockRuntime* runtime) : runtime_(runtime), reply_() {}
  Reply(const Reply&) = delete;
  void operator=(const Reply&) = delete;
  ~Reply() {
    if (reply_.held != 0) runtime_->release(reply_.held);
  }
  PenstockReply* get() { return &reply_; }
  std::string text() const { return std::string(reply_.text == nullptr ? "" : reply_.text, reply_.bytes); }
  tensorflow::Status status() const {
    return reply_.code == 0 ? tensorflow::Status::OK() : tensorflow::Status(static_cast<tensorflow::error::Code>(reply_.code), text());
  }

 private:
  const PenstockRuntime* runtime_;
  PenstockReply reply_;
};

// Makes the operations of a library known to the sessions of this program, as tf.load_op_library does.
inline tensorflow::Status LoadOpLibrary(const std::string& path) {
  const PenstockRuntime* runtime;
  TF_RETURN_IF_ERROR(Python::Runtime(&runtime));
  Reply reply(runtime);
  runtime->load_library(path.c_str(), reply.get());
  return reply.status();
}

}  // namespace penstock
