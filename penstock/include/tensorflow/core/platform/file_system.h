// FileSystem and what it opens: files of this machine, or of a scheme that somebody has registered.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/core/stringpiece.h"
#include "tensorflow/core/platform/file_statistics.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {

class RandomAccessFile {
 public:
  RandomAccessFile() {}
  virtual ~RandomAccessFile() {}
  virtual Status Name(StringPiece*) const { return errors::Unimplemented("This filesystem does not support Name()"); }
  // Up to n bytes from there; OUT_OF_RANGE with what there is if the file ends before.
  virtual Status Read(uint64 offset, size_t n, StringPiece* result, char* scratch) const = 0;
  RandomAccessFile(const RandomAccessFile&) = delete;
  void operator=(const RandomAccessFile&) = delete;
};

class WritableFile {
 public:
  WritableFile() {}
  virtual ~WritableFile() {}
  virtual Status Append(StringPiece data) = 0;
  virtual Status Close() = 0;
  virtual Status Flush() = 0;
  virtual Status Sync() = 0;
  virtual Status Tell(int64*) { return errors::Unimplemented("This filesystem does not support Tell()"); }
  WritableFile(const WritableFile&) = delete;
  void operator=(const WritableFile&) = delete;
};

class ReadOnlyMemoryRegion {
 public:
  virtual ~ReadOnlyMemoryRegion() {}
  virtual const void* data() = 0;
  virtual uint64 length() = 0;
};

class FileSystem {
 public:
  FileSystem() {}
  virtual ~FileSystem() {}
  virtual Status NewRandomAccessFile(const string& fname, std::unique_ptr<RandomAccessFile>* result) = 0;
  virtual Status NewWritableFile(const string& fname, std::unique_ptr<WritableFile>* result) = 0;
  virtual Status NewAppendableFile(const string& fname, std::unique_ptr<WritableFile>* result) = 0;
  virtual Status NewReadOnlyMemoryRegionFromFile(const string& fname, std::unique_ptr<ReadOnlyMemoryRegion>* result) = 0;
  virtual Status FileExists(const string& fname) = 0;
  virtual Status GetChildren(const string& dir, std::vector<string>* result) = 0;
  virtual Status GetMatchingPaths(const string&, std::vector<string>*) {
    return errors::Unimplemented("This filesystem does not support patterns");
  }
  virtual Status Stat(const string& fname, FileStatistics* stat) = 0;
  virtual Status DeleteFile(const string& fname) = 0;
  virtual Status CreateDir(const string& dirname) = 0;
  virtual Status DeleteDir(const string& dirname) = 0;
  virtual Status GetFileSize(const string& fname, uint64* file_size) = 0;
  virtual Status RenameFile(const string& src, const string& target) = 0;
  virtual string TranslateName(const string& name) const { return name; }
  virtual Status IsDirectory(const string& fname) {
    FileStatistics stat;
    TF_RETURN_IF_ERROR(Stat(fname, &stat));
    return stat.is_directory ? Status::OK() : errors::FailedPrecondition("Not a directory");
  }
};

}  // namespace tensorflow
