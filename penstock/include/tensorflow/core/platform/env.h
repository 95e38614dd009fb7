// Env: files, time, threads and libraries of the machine.
#pragma once

#include <dlfcn.h>
#include <fnmatch.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "penstock/posix_files.h"
#include "penstock/text_message.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/core/threadpool.h"
#include "tensorflow/core/platform/file_system.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/mutex.h"

namespace tensorflow {

// Deleting one waits until it has ended.
class Thread {
 public:
  Thread() {}
  virtual ~Thread() {}
  Thread(const Thread&) = delete;
  void operator=(const Thread&) = delete;
};

// The functions of an Env: a template, so that who opens no files and starts no threads compiles none of them.
template <typename E>
class EnvOf {
 public:
  EnvOf() {}
  virtual ~EnvOf() {}
  EnvOf(const EnvOf&) = delete;
  void operator=(const EnvOf&) = delete;
  PENSTOCK_LOCAL static E* Default() {
    static E* const one = new E;
    return one;
  }

  // -- file systems, by the scheme before "://" --
  virtual Status GetFileSystemForFile(const string& fname, FileSystem** result) {
    const size_t at = fname.find("://");
    const string scheme = at == string::npos ? "" : fname.substr(0, at);
    mutex_lock l(mu_);
    if (scheme.empty() || scheme == "file") return *result = &own_, Status::OK();
    const auto found = others_.find(scheme);
    if (found == others_.end()) return errors::Unimplemented("File system scheme '", scheme, "' not implemented (file: '", fname, "')");
    *result = found->second.get();
    return Status::OK();
  }
  virtual Status GetRegisteredFileSystemSchemes(std::vector<string>* schemes) {
    mutex_lock l(mu_);
    *schemes = {"", "file"};
    for (const auto& entry : others_) schemes->push_back(entry.first);
    return Status::OK();
  }
  virtual Status RegisterFileSystem(const string& scheme, std::function<FileSystem*()> factory) {
    mutex_lock l(mu_);
    if (scheme.empty() || scheme == "file" || others_.count(scheme) > 0)
      return errors::AlreadyExists("File factory for ", scheme, " already registered");
    others_[scheme].reset(factory());
    return Status::OK();
  }

#define PENSTOCK_OF_FILE(call)                                \
  FileSystem* files;                                          \
  TF_RETURN_IF_ERROR(GetFileSystemForFile(name, &files));     \
  return files->call
  Status NewRandomAccessFile(const string& name, std::unique_ptr<RandomAccessFile>* result) {
    PENSTOCK_OF_FILE(NewRandomAccessFile(files->TranslateName(name), result));
  }
  Status NewWritableFile(const string& name, std::unique_ptr<WritableFile>* result) {
    PENSTOCK_OF_FILE(NewWritableFile(files->TranslateName(name), result));
  }
  Status NewAppendableFile(const string& name, std::unique_ptr<WritableFile>* result) {
    PENSTOCK_OF_FILE(NewAppendableFile(files->TranslateName(name), result));
  }
  Status NewReadOnlyMemoryRegionFromFile(const string& name, std::unique_ptr<ReadOnlyMemoryRegion>* result) {
    PENSTOCK_OF_FILE(NewReadOnlyMemoryRegionFromFile(files->TranslateName(name), result));
  }
  // As the first releases had them: the caller deletes what he gets.
  Status NewRandomAccessFile(const string& name, RandomAccessFile** result) { return Released<RandomAccessFile>(name, &EnvOf::NewRandomAccessFile, result); }
  Status NewWritableFile(const string& name, WritableFile** result) { return Released<WritableFile>(name, &EnvOf::NewWritableFile, result); }
  Status FileExists(const string& name) { PENSTOCK_OF_FILE(FileExists(files->TranslateName(name))); }
  Status GetChildren(const string& name, std::vector<string>* result) { PENSTOCK_OF_FILE(GetChildren(files->TranslateName(name), result)); }
  virtual Status GetMatchingPaths(const string& name, std::vector<string>* results) {
    PENSTOCK_OF_FILE(GetMatchingPaths(files->TranslateName(name), results));
  }
  Status DeleteFile(const string& name) { PENSTOCK_OF_FILE(DeleteFile(files->TranslateName(name))); }
  Status CreateDir(const string& name) { PENSTOCK_OF_FILE(CreateDir(files->TranslateName(name))); }
  Status DeleteDir(const string& name) { PENSTOCK_OF_FILE(DeleteDir(files->TranslateName(name))); }
  Status Stat(const string& name, FileStatistics* stat) { PENSTOCK_OF_FILE(Stat(files->TranslateName(name), stat)); }
  Status IsDirectory(const string& name) { PENSTOCK_OF_FILE(IsDirectory(files->TranslateName(name))); }
  Status GetFileSize(const string& name, uint64* size) { PENSTOCK_OF_FILE(GetFileSize(files->TranslateName(name), size)); }
  Status RenameFile(const string& name, const string& target) {
    PENSTOCK_OF_FILE(RenameFile(files->TranslateName(name), files->TranslateName(target)));
  }
#undef PENSTOCK_OF_FILE
  Status RecursivelyCreateDir(const string& name) {
    for (size_t at = 1; at != string::npos; at++) {
      at = name.find('/', at);
      const string part = name.substr(0, at);
      if (part.empty() || part.back() == '/' || part.back() == ':') continue;
      if (!FileExists(part).ok()) TF_RETURN_IF_ERROR(CreateDir(part));
      if (at == string::npos) break;
    }
    return Status::OK();
  }
  Status DeleteRecursively(const string& name, int64* undeleted_files, int64* undeleted_dirs) {
    *undeleted_files = *undeleted_dirs = 0;
    std::vector<string> children;
    const Status listed = GetChildren(name, &children);
    if (!listed.ok()) return ++*undeleted_dirs, listed;
    Status all;
    for (const string& child : children) {
      const string path = name + "/" + child;
      int64 some_files = 0, some_dirs = 0;
      if (IsDirectory(path).ok()) {
        all.Update(DeleteRecursively(path, &some_files, &some_dirs));
      } else {
        const Status done = DeleteFile(path);
        some_files = done.ok() ? 0 : 1;
        all.Update(done);
      }
      *undeleted_files += some_files;
      *undeleted_dirs += some_dirs;
    }
    const Status done = DeleteDir(name);
    if (!done.ok()) ++*undeleted_dirs;
    all.Update(done);
    return all;
  }
  virtual bool MatchPath(const string& path, const string& pattern) { return fnmatch(pattern.c_str(), path.c_str(), FNM_PATHNAME) == 0; }

  // -- time --
  virtual uint64 NowNanos() {
    return static_cast<uint64>(std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count());
  }
  virtual uint64 NowMicros() { return NowNanos() / 1000; }
  virtual uint64 NowSeconds() { return NowNanos() / 1000000000; }
  virtual void SleepForMicroseconds(int64 micros) { std::this_thread::sleep_for(std::chrono::microseconds(micros)); }

  // -- threads --
  virtual Thread* StartThread(const ThreadOptions&, const string&, std::function<void()> fn) TF_MUST_USE_RESULT {
    class Started : public Thread {
     public:
      explicit Started(std::function<void()> f) : thread_(std::move(f)) {}
      ~Started() override { thread_.join(); }

     private:
      std::thread thread_;
    };
    return new Started(std::move(fn));
  }
  virtual void SchedClosure(std::function<void()> closure) { std::thread(std::move(closure)).detach(); }
  virtual void SchedClosureAfter(int64 micros, std::function<void()> closure) {
    std::thread([this, micros, closure] {
      SleepForMicroseconds(micros);
      closure();
    }).detach();
  }

  // -- libraries --
  virtual Status LoadLibrary(const char* library_filename, void** handle) {
    *handle = dlopen(library_filename, RTLD_NOW | RTLD_LOCAL);
    return *handle != nullptr ? Status::OK() : errors::NotFound(dlerror());
  }
  virtual Status GetSymbolFromLibrary(void* handle, const char* symbol_name, void** symbol) {
    *symbol = dlsym(handle, symbol_name);
    return *symbol != nullptr ? Status::OK() : errors::NotFound(dlerror());
  }
  virtual string FormatLibraryFileName(const string& name, const string& version) {
    return version.empty() ? "lib" + name + ".so" : "lib" + name + ".so." + version;
  }

 private:
  template <typename File>
  Status Released(const string& name, Status (EnvOf::*open)(const string&, std::unique_ptr<File>*), File** result) {
    std::unique_ptr<File> file;
    const Status status = (this->*open)(name, &file);
    *result = file.release();
    return status;
  }
  mutex mu_;
  penstock::PosixFiles own_;
  std::map<string, std::unique_ptr<FileSystem>> others_;
};

class Env : public EnvOf<Env> {};

template <typename E>
Status ReadFileToString(E* env, const string& fname, string* data) {
  uint64 size;
  TF_RETURN_IF_ERROR(env->GetFileSize(fname, &size));
  std::unique_ptr<RandomAccessFile> file;
  TF_RETURN_IF_ERROR(env->NewRandomAccessFile(fname, &file));
  data->assign(size, '\0');
  StringPiece read;
  const Status status = file->Read(0, size, &read, &(*data)[0]);
  if (read.data() != data->data()) *data = read.ToString();
  if (!status.ok()) return status;
  if (read.size() != size) return errors::Aborted("File ", fname, " changed while reading: ", size, " vs. ", read.size());
  return Status::OK();
}
template <typename E>
Status WriteStringToFile(E* env, const string& fname, StringPiece data) {
  std::unique_ptr<WritableFile> file;
  TF_RETURN_IF_ERROR(env->NewWritableFile(fname, &file));
  Status status = file->Append(data);
  if (status.ok()) status = file->Close();
  return status;
}
// Messages are classes with `ParseFromString` and `SerializeAsString`.
template <typename Message>
Status ReadBinaryProto(Env* env, const string& fname, Message* proto) {
  string bytes;
  TF_RETURN_IF_ERROR(ReadFileToString(env, fname, &bytes));
  return proto->ParseFromString(bytes) ? Status::OK() : errors::DataLoss("Can't parse ", fname, " as binary proto");
}
template <typename Message>
Status WriteBinaryProto(Env* env, const string& fname, const Message& proto) {
  return WriteStringToFile(env, fname, proto.SerializeAsString());
}

template <typename Message>
Status ReadTextProto(Env* env, const string& fname, Message* proto) {
  string text;
  TF_RETURN_IF_ERROR(ReadFileToString(env, fname, &text));
  return protobuf::TextFormat::ParseFromString(text, proto) ? Status::OK() : errors::DataLoss("Can't parse ", fname, " as text proto");
}
template <typename Message>
Status WriteTextProto(Env* env, const string& fname, const Message& proto) {
  return WriteStringToFile(env, fname, proto.DebugString());
}

#define REGISTER_FILE_SYSTEM(scheme, factory) PENSTOCK_REGISTER_FILE_SYSTEM(__COUNTER__, Env::Default(), scheme, factory)
#define REGISTER_FILE_SYSTEM_ENV(env, scheme, factory) PENSTOCK_REGISTER_FILE_SYSTEM(__COUNTER__, env, scheme, factory)
#define PENSTOCK_REGISTER_FILE_SYSTEM(number, env, scheme, factory)                                     \
  static const bool PENSTOCK_JOIN(penstock_file_system_, number) TF_ATTRIBUTE_UNUSED =                  \
      (env)->RegisterFileSystem(scheme, []() -> ::tensorflow::FileSystem* { return new factory; }).ok()

}  // namespace tensorflow
