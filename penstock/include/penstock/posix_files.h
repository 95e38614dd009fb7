// The files of this machine, by the calls of POSIX.
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tensorflow/core/platform/file_system.h"

namespace penstock {

using tensorflow::Status;
using tensorflow::StringPiece;
using std::string;

// What the system says as an error, as TensorFlow writes it: "path; No such file or directory".
inline Status SystemError(const string& path, int number) {
  using namespace tensorflow;
  error::Code code = error::UNKNOWN;
  switch (number) {
    case EINVAL: case ENAMETOOLONG: case E2BIG: case EDOM: case EFAULT: case EILSEQ: case ESPIPE:
      code = error::INVALID_ARGUMENT;
      break;
    case ENOENT: case ENODEV: case ENXIO: case ESRCH:
      code = error::NOT_FOUND;
      break;
    case EEXIST:
      code = error::ALREADY_EXISTS;
      break;
    case EPERM: case EACCES: case EROFS:
      code = error::PERMISSION_DENIED;
      break;
    case ENOTEMPTY: case EISDIR: case ENOTDIR: case EBADF: case EBUSY: case EPIPE:
      code = error::FAILED_PRECONDITION;
      break;
    case ENOSPC: case EMFILE: case ENFILE: case EMLINK: case ENOMEM: case EDQUOT:
      code = error::RESOURCE_EXHAUSTED;
      break;
    case ENOSYS: case EXDEV: case ENOTSUP:
      code = error::UNIMPLEMENTED;
      break;
    case EAGAIN: case EINTR:
      code = error::UNAVAILABLE;
      break;
    default:
      break;
  }
  return Status(code, path + "; " + std::strerror(number));
}

class PosixReader : public tensorflow::RandomAccessFile {
 public:
  PosixReader(const string& name, int descriptor) : name_(name), descriptor_(descriptor) {}
  ~PosixReader() override { close(descriptor_); }
  Status Name(StringPiece* result) const override {
    *result = name_;
    return Status::OK();
  }
  Status Read(tensorflow::uint64 offset, size_t n, StringPiece* result, char* scratch) const override {
    size_t done = 0;
    while (done < n) {
      const ssize_t got = pread(descriptor_, scratch + done, n - done, static_cast<off_t>(offset + done));
      if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (got < 0) {
        *result = StringPiece(scratch, done);
        return SystemError(name_, errno);
      }
      if (got == 0) break;
      done += static_cast<size_t>(got);
    }
    *result = StringPiece(scratch, done);
    return done < n ? Status(tensorflow::error::OUT_OF_RANGE, "Read less bytes than requested") : Status::OK();
  }

 private:
  const string name_;
  const int descriptor_;
};

class PosixWriter : public tensorflow::WritableFile {
 public:
  PosixWriter(const string& name, FILE* file) : name_(name), file_(file) {}
  ~PosixWriter() override {
    if (file_ != nullptr) fclose(file_);
  }
  Status Append(StringPiece data) override { return Check(fwrite(data.data(), 1, data.size(), file_) == data.size()); }
  Status Close() override {
    if (file_ == nullptr) return SystemError(name_, EBADF);
    const bool ok = fclose(file_) == 0;
    file_ = nullptr;
    return Check(ok);
  }
  Status Flush() override { return Check(fflush(file_) == 0); }
  Status Sync() override { return Flush(); }
  Status Tell(tensorflow::int64* position) override {
    *position = ftell(file_);
    return Check(*position >= 0);
  }

 private:
  Status Check(bool ok) const { return ok ? Status::OK() : SystemError(name_, errno); }
  const string name_;
  FILE* file_;
};

class PosixRegion : public tensorflow::ReadOnlyMemoryRegion {
 public:
  explicit PosixRegion(string bytes) : bytes_(std::move(bytes)) {}
  const void* data() override { return bytes_.data(); }
  tensorflow::uint64 length() override { return bytes_.size(); }

 private:
  const string bytes_;
};

// A template, so that only who opens files compiles it.
template <typename Base>
class PosixFilesOf : public Base {
 public:
  Status NewRandomAccessFile(const string& fname, std::unique_ptr<tensorflow::RandomAccessFile>* result) override {
    const int descriptor = open(fname.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return SystemError(fname, errno);
    result->reset(new PosixReader(fname, descriptor));
    return Status::OK();
  }
  Status NewWritableFile(const string& fname, std::unique_ptr<tensorflow::WritableFile>* result) override {
    return Writer(fname, "w", result);
  }
  Status NewAppendableFile(const string& fname, std::unique_ptr<tensorflow::WritableFile>* result) override {
    return Writer(fname, "a", result);
  }
  Status NewReadOnlyMemoryRegionFromFile(const string& fname,
                                         std::unique_ptr<tensorflow::ReadOnlyMemoryRegion>* result) override {
    tensorflow::uint64 size;
    TF_RETURN_IF_ERROR(this->GetFileSize(fname, &size));
    std::unique_ptr<tensorflow::RandomAccessFile> file;
    TF_RETURN_IF_ERROR(this->NewRandomAccessFile(fname, &file));
    string bytes(size, '\0');
    StringPiece read;
    TF_RETURN_IF_ERROR(file->Read(0, size, &read, &bytes[0]));
    result->reset(new PosixRegion(std::move(bytes)));
    return Status::OK();
  }
  Status FileExists(const string& fname) override {
    return access(fname.c_str(), F_OK) == 0 ? Status::OK() : tensorflow::errors::NotFound(fname, " not found");
  }
  Status GetChildren(const string& dir, std::vector<string>* result) override {
    result->clear();
    DIR* d = opendir(dir.c_str());
    if (d == nullptr) return SystemError(dir, errno);
    while (const dirent* entry = readdir(d)) {
      const string name = entry->d_name;
      if (name != "." && name != "..") result->push_back(name);
    }
    closedir(d);
    return Status::OK();
  }
  Status GetMatchingPaths(const string& pattern, std::vector<string>* results) override {
    results->clear();
    glob_t found;
    const int code = glob(pattern.c_str(), 0, nullptr, &found);
    for (size_t i = 0; code == 0 && i < found.gl_pathc; i++) results->push_back(found.gl_pathv[i]);
    globfree(&found);
    return code == 0 || code == GLOB_NOMATCH ? Status::OK() : SystemError(pattern, errno);
  }
  Status Stat(const string& fname, tensorflow::FileStatistics* stat_of) override {
    struct stat s;
    if (stat(fname.c_str(), &s) != 0) return SystemError(fname, errno);
    stat_of->length = s.st_size;
    stat_of->mtime_nsec = static_cast<tensorflow::int64>(s.st_mtime) * 1000000000;
    stat_of->is_directory = S_ISDIR(s.st_mode);
    return Status::OK();
  }
  Status DeleteFile(const string& fname) override { return Check(fname, unlink(fname.c_str()) == 0); }
  Status CreateDir(const string& dirname) override { return Check(dirname, mkdir(dirname.c_str(), 0755) == 0); }
  Status DeleteDir(const string& dirname) override { return Check(dirname, rmdir(dirname.c_str()) == 0); }
  Status GetFileSize(const string& fname, tensorflow::uint64* file_size) override {
    tensorflow::FileStatistics s;
    TF_RETURN_IF_ERROR(this->Stat(fname, &s));
    *file_size = static_cast<tensorflow::uint64>(s.length);
    return Status::OK();
  }
  Status RenameFile(const string& src, const string& target) override {
    return Check(src, rename(src.c_str(), target.c_str()) == 0);
  }
  string TranslateName(const string& name) const override { return name.compare(0, 7, "file://") == 0 ? name.substr(7) : name; }

 private:
  static Status Writer(const string& fname, const char* mode, std::unique_ptr<tensorflow::WritableFile>* result) {
    FILE* file = fopen(fname.c_str(), mode);
    if (file == nullptr) return SystemError(fname, errno);
    result->reset(new PosixWriter(fname, file));
    return Status::OK();
  }
  static Status Check(const string& path, bool ok) { return ok ? Status::OK() : SystemError(path, errno); }
};
typedef PosixFilesOf<tensorflow::FileSystem> PosixFiles;

}  // namespace penstock
