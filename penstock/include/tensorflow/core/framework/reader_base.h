// ReaderBase: a file format of one's own. Penstock keeps the counts and takes names from the queue.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tensorflow/core/framework/reader_base.pb.h"
#include "tensorflow/core/framework/reader_interface.h"
#include "tensorflow/core/platform/env.h"

namespace tensorflow {

class ReaderBase : public ReaderInterface {
 public:
  explicit ReaderBase(const string& name) : name_(name) {}

  // Either gives a record and sets *produced, or sets *at_end, or returns an error.
  virtual Status ReadLocked(string* key, string* value, bool* produced, bool* at_end) = 0;
  virtual Status OnWorkStartedLocked() { return Status::OK(); }
  virtual Status OnWorkFinishedLocked() { return Status::OK(); }
  virtual Status ResetLocked() {
    work_started_ = work_finished_ = num_records_produced_ = 0;
    work_.clear();
    return Status::OK();
  }
  virtual Status SerializeStateLocked(string*) { return errors::Unimplemented("Reader SerializeState"); }
  virtual Status RestoreStateLocked(const string&) { return errors::Unimplemented("Reader RestoreState"); }

  bool work_in_progress() const { return work_finished_ < work_started_; }
  const string& current_work() const { return work_; }
  const string& name() const { return name_; }
  string KeyName(const string& key) const { return strings::StrCat(current_work(), ":", key); }

  // -- what Penstock calls --
  Status Start(const string& work) override {
    mutex_lock l(mu_);
    work_ = work;
    work_started_++;
    return OnWorkStartedLocked();
  }
  Status Next(string* key, string* value, bool* produced, bool* at_end) override {
    mutex_lock l(mu_);
    const Status status = ReadLocked(key, value, produced, at_end);
    if (status.ok() && !*produced && !*at_end)
      return errors::Internal("ReadLocked() for ", name(), " must set *at_end=true, *produced=true, or return an error.");
    if (!status.ok() && *produced)
      return errors::Internal("ReadLocked() for ", name(), " set *produced=true *and* returned an error: ", status.ToString());
    if (*produced) num_records_produced_++;
    return status;
  }
  Status Finish() override {
    mutex_lock l(mu_);
    work_finished_ = work_started_;
    return OnWorkFinishedLocked();
  }
  Status StartAgain() override {
    mutex_lock l(mu_);
    return ResetLocked();
  }
  Status Save(string* state) override {
    mutex_lock l(mu_);
    return SerializeStateLocked(state);
  }
  Status Load(const string& state) override {
    mutex_lock l(mu_);
    const Status status = RestoreStateLocked(state);
    if (!status.ok()) ResetLocked().IgnoreError();
    return status;
  }
  void Release() override { Unref(); }

 protected:
  void SaveBaseState(ReaderBaseState* state) const {
    state->Clear();
    state->set_work_started(work_started_);
    state->set_work_finished(work_finished_);
    state->set_num_records_produced(num_records_produced_);
    state->set_current_work(work_);
  }
  Status RestoreBaseState(const ReaderBaseState& state) {
    work_started_ = state.work_started();
    work_finished_ = state.work_finished();
    num_records_produced_ = state.num_records_produced();
    work_ = state.current_work();
    if (work_started_ < 0 || work_finished_ < 0 || num_records_produced_ < 0)
      return errors::InvalidArgument("Unexpected negative value when restoring in ", name());
    if (work_started_ > work_finished_) return OnWorkStartedLocked();
    return Status::OK();
  }

 private:
  mutex mu_;
  const string name_;
  int64 work_started_ = 0, work_finished_ = 0, num_records_produced_ = 0;
  string work_;
};

}  // namespace tensorflow
