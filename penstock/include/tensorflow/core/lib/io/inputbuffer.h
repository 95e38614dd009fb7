// io::InputBuffer: the lines and bytes of a file, one after the other.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow/core/platform/env.h"

namespace tensorflow {
namespace io {

class InputBuffer {
 public:
  // Does not take the file.
  InputBuffer(RandomAccessFile* file, size_t buffer_bytes) : file_(file), buffer_(std::max<size_t>(1, buffer_bytes)) {}
  InputBuffer(const InputBuffer&) = delete;
  void operator=(const InputBuffer&) = delete;
  // A line without its end; OUT_OF_RANGE behind the last one.
  Status ReadLine(string* result) {
    result->clear();
    for (;;) {
      if (at_ == end_) {
        const Status status = Fill();
        if (at_ == end_) return errors::IsOutOfRange(status) && !result->empty() ? Status::OK() : status;
      }
      const char c = buffer_[at_++];
      if (c == '\n') return Status::OK();
      if (c != '\r') result->push_back(c);
    }
  }
  Status ReadNBytes(int64 bytes_to_read, string* result) {
    result->clear();
    if (bytes_to_read < 0) return errors::InvalidArgument("Can't read a negative number of bytes: ", bytes_to_read);
    while (static_cast<int64>(result->size()) < bytes_to_read) {
      if (at_ == end_) {
        const Status status = Fill();
        if (at_ == end_) return status;
      }
      const size_t n = std::min(end_ - at_, static_cast<size_t>(bytes_to_read) - result->size());
      result->append(&buffer_[at_], n);
      at_ += n;
    }
    return Status::OK();
  }
  Status SkipNBytes(int64 bytes_to_skip) {
    if (bytes_to_skip < 0) return errors::InvalidArgument("Can only skip forward, not ", bytes_to_skip);
    string unused;
    return ReadNBytes(bytes_to_skip, &unused);
  }
  Status Seek(int64 position) {
    if (position < 0) return errors::InvalidArgument("Seeking to a negative position: ", position);
    next_ = static_cast<uint64>(position);
    at_ = end_ = 0;
    return Status::OK();
  }
  int64 Tell() const { return static_cast<int64>(next_ - (end_ - at_)); }
  RandomAccessFile* file() const { return file_; }

 private:
  Status Fill() {
    StringPiece read;
    const Status status = file_->Read(next_, buffer_.size(), &read, buffer_.data());
    if (read.data() != buffer_.data()) std::copy(read.begin(), read.end(), buffer_.begin());
    at_ = 0;
    end_ = read.size();
    next_ += end_;
    return status;
  }
  RandomAccessFile* file_;
  std::vector<char> buffer_;
  uint64 next_ = 0;  // where in the file the buffer ends
  size_t at_ = 0, end_ = 0;
};

}  // namespace io
}  // namespace tensorflow
