// OpKernel, and the contexts in which one is made and run.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "penstock/loans.h"
#include "penstock/node_info.h"
#include "penstock/run_state.h"
#include "tensorflow/core/framework/cancellation.h"
#include "tensorflow/core/framework/device_base.h"
#include "tensorflow/core/framework/kernel_def_builder.h"
#include "tensorflow/core/framework/node_def_util.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/core/notification.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/mutex.h"

namespace penstock {

class ReaderCalls;

}  // namespace penstock

namespace tensorflow {

class AsyncOpKernel;
class FunctionLibraryRuntime;
class OpKernelContext;
class ReaderOpKernel;
class ResourceMgr;

typedef std::map<string, std::pair<int, int>> NameRangeMap;  // argument → first, behind the last

struct TensorValue {
  TensorValue() : mutex_if_ref(nullptr), tensor(nullptr) {}
  explicit TensorValue(Tensor* t) : mutex_if_ref(nullptr), tensor(t) {}
  TensorValue(mutex* m, Tensor* t) : mutex_if_ref(m), tensor(t) {}
  Tensor* operator->() const { return tensor; }
  bool is_ref() const { return mutex_if_ref != nullptr; }
  mutex* mutex_if_ref;
  Tensor* tensor;
};

class PersistentTensor {
 public:
  PersistentTensor() {}
  explicit PersistentTensor(const Tensor& tensor) : tensor_(tensor) {}
  Tensor* AccessTensor(OpKernelContext*) { return &tensor_; }
  template <typename Context>
  Tensor* AccessTensor(Context*) { return &tensor_; }
  bool IsInitialized() const { return tensor_.IsInitialized(); }
  int64 NumElements() const { return tensor_.NumElements(); }

 private:
  Tensor tensor_;
};

class OpKernelConstruction {
 public:
  OpKernelConstruction(const penstock::NodeInfo* info, const char* device, const DataTypeVector& input_types,
                       const DataTypeVector& output_types, ResourceMgr* resources)
      : info_(info), device_type_(device), input_types_(input_types), output_types_(output_types), resources_(resources) {}

  const DeviceType& device_type() const { return device_type_; }
  DeviceBase* device() const { return &device_; }
  template <typename Node = NodeDef>
  const Node& def() const {
    return info_->template Def<Node>();
  }
  template <class T>
  Status GetAttr(StringPiece name, T* value) const {
    return GetNodeAttr(def(), name, value);
  }
  template <typename Node = NodeDef>
  bool HasAttr(StringPiece name) const {
    return HasNodeAttr(def<Node>(), name);
  }
  int num_inputs() const { return static_cast<int>(input_types_.size()); }
  int num_outputs() const { return static_cast<int>(output_types_.size()); }
  DataType input_type(int i) const { return input_types_[static_cast<size_t>(i)]; }
  DataType output_type(int i) const { return output_types_[static_cast<size_t>(i)]; }
  const DataTypeVector& input_types() const { return input_types_; }
  const DataTypeVector& output_types() const { return output_types_; }
  template <typename Map = NameRangeMap>
  const Map& input_ranges() const {
    return info_->template InputRanges<Map>();
  }
  template <typename Map = NameRangeMap>
  const Map& output_ranges() const {
    return info_->template OutputRanges<Map>();
  }
  const penstock::NodeInfo* penstock_info() const { return info_; }
  Status MatchSignature(const DataTypeSlice inputs, const DataTypeSlice outputs) const {
    bool same = inputs.size() == input_types_.size() && outputs.size() == output_types_.size();
    for (size_t i = 0; same && i < inputs.size(); i++) same = TypesCompatible(inputs[i], input_types_[i]);
    for (size_t i = 0; same && i < outputs.size(); i++) same = TypesCompatible(outputs[i], output_types_[i]);
    if (same) return Status::OK();
    return errors::InvalidArgument("Signature mismatch, have: ", DataTypeSliceString(input_types_), "->",
                                   DataTypeSliceString(output_types_), " expected: ", DataTypeSliceString(inputs), "->",
                                   DataTypeSliceString(outputs));
  }
  Status allocate_temp(DataType type, const TensorShape& shape, Tensor* out) const {
    *out = Tensor(type, shape);
    return Status::OK();
  }
  Status allocate_persistent(DataType type, const TensorShape& shape, PersistentTensor* held, Tensor** out) const {
    *held = PersistentTensor(Tensor(type, shape));
    if (out != nullptr) *out = held->AccessTensor(this);
    return Status::OK();
  }
  void SetStatus(const Status& status) { status_.Update(status); }
  const Status& status() const { return status_; }
  void CtxFailure(const Status& s) { SetStatus(s); }
  void CtxFailure(const char* file, int line, const Status& s) {
    VLOG(1) << "OP_REQUIRES failed at " << file << ":" << line << " : " << s;
    SetStatus(s);
  }
  void CtxFailureWithWarning(const Status& s) { SetStatus(s); }
  void CtxFailureWithWarning(const char* file, int line, const Status& s) {
    LOG(WARNING) << "OP_REQUIRES failed at " << file << ":" << line << " : " << s;
    SetStatus(s);
  }
  int graph_def_version() const { return 134; }
  FunctionLibraryRuntime* function_library() const { return nullptr; }
  ResourceMgr* resource_manager() const { return resources_; }
  template <typename E = Env>
  E* env() const {
    return E::Default();
  }

 private:
  const penstock::NodeInfo* info_;
  DeviceType device_type_;
  DataTypeVector input_types_, output_types_;
  ResourceMgr* resources_;
  mutable DeviceBase device_;
  Status status_;
};

class OpKernel {
 public:
  explicit OpKernel(OpKernelConstruction* context)
      : info_(context->penstock_info()), input_types_(context->input_types()), output_types_(context->output_types()) {}
  virtual ~OpKernel() {}
  OpKernel(const OpKernel&) = delete;
  void operator=(const OpKernel&) = delete;

  virtual void Compute(OpKernelContext* context) = 0;
  virtual AsyncOpKernel* AsAsync() { return nullptr; }
  virtual const AsyncOpKernel* AsAsync() const { return nullptr; }
  virtual bool IsExpensive() { return true; }
  virtual penstock::ReaderCalls* NewReader() { return nullptr; }

  template <typename Node = NodeDef>
  const Node& def() const {
    return info_->template Def<Node>();
  }
  const string& name() const { return info_->name; }
  const string& type_string() const { return info_->op; }
  template <typename Node = NodeDef>
  const string& requested_input(int i) const {
    return def<Node>().input(i);
  }
  template <typename Node = NodeDef>
  const string& requested_device() const {
    return def<Node>().device();
  }
  int num_inputs() const { return static_cast<int>(input_types_.size()); }
  int num_outputs() const { return static_cast<int>(output_types_.size()); }
  DataType input_type(int i) const { return input_types_[static_cast<size_t>(i)]; }
  DataType output_type(int i) const { return output_types_[static_cast<size_t>(i)]; }
  const DataTypeVector& input_types() const { return input_types_; }
  const DataTypeVector& output_types() const { return output_types_; }
  Status InputRange(StringPiece name, int* start, int* stop) const {
    return info_->InputRange(name, start, stop) ? Status::OK() : errors::InvalidArgument("Unknown input name: ", name);
  }
  Status OutputRange(StringPiece name, int* start, int* stop) const {
    return info_->OutputRange(name, start, stop) ? Status::OK() : errors::InvalidArgument("Unknown output name: ", name);
  }
  // The shape in a vector of int32 or int64.
  Status MakeShape(const Tensor& shape, TensorShape* out) const {
    if (!TensorShapeUtils::IsVector(shape.shape()))
      return errors::InvalidArgument("shape must be a vector of {int32,int64}, got shape ", shape.shape().DebugString());
    if (shape.dtype() == DT_INT32) return TensorShapeUtils::MakeShape(shape.flat<int32>().data(), shape.NumElements(), out);
    if (shape.dtype() == DT_INT64) return TensorShapeUtils::MakeShape(shape.flat<int64>().data(), shape.NumElements(), out);
    return errors::InvalidArgument("shape must be a vector of {int32,int64}.");
  }

 private:
  const penstock::NodeInfo* const info_;  // it lives longer
  const DataTypeVector input_types_, output_types_;
};

class AsyncOpKernel : public OpKernel {
 public:
  using OpKernel::OpKernel;
  typedef std::function<void()> DoneCallback;
  virtual void ComputeAsync(OpKernelContext* context, DoneCallback done) = 0;
  AsyncOpKernel* AsAsync() final { return this; }
  const AsyncOpKernel* AsAsync() const final { return this; }
  void Compute(OpKernelContext* context) final {
    Notification n;
    ComputeAsync(context, [&n] { n.Notify(); });
    n.WaitForNotification();
  }
};

template <typename Context, typename Element>
class TensorListIterator {
 public:
  typedef std::forward_iterator_tag iterator_category;
  typedef typename std::decay<Element>::type value_type;
  typedef std::ptrdiff_t difference_type;
  typedef Element reference;
  typedef typename std::remove_reference<Element>::type* pointer;
  TensorListIterator(const Context* list, int i) : list_(list), i_(i) {}
  bool operator!=(const TensorListIterator& b) const { return i_ != b.i_; }
  bool operator==(const TensorListIterator& b) const { return i_ == b.i_; }
  TensorListIterator& operator++() { return ++i_, *this; }
  TensorListIterator operator++(int) { return TensorListIterator(list_, i_++); }
  Element operator*() const { return (*list_)[i_]; }
  pointer operator->() const { return &(*list_)[i_]; }

 private:
  const Context* list_;
  int i_;
};

class OpInputList {
 public:
  typedef TensorListIterator<OpInputList, const Tensor&> Iterator;
  OpInputList() : context_(nullptr), start_(0), stop_(0) {}
  OpInputList(OpKernelContext* context, int start, int stop) : context_(context), start_(start), stop_(stop) {}
  inline const Tensor& operator[](int i) const;
  int size() const { return stop_ - start_; }
  Iterator begin() const { return Iterator(this, 0); }
  Iterator end() const { return Iterator(this, size()); }

 private:
  OpKernelContext* context_;
  int start_, stop_;
};

class OpMutableInputList {
 public:
  OpMutableInputList() : context_(nullptr), start_(0), stop_(0) {}
  OpMutableInputList(OpKernelContext* context, int start, int stop) : context_(context), start_(start), stop_(stop) {}
  inline Tensor at(int i, bool lock_held) const;
  inline mutex* ref_mutex(int i) const;
  int size() const { return stop_ - start_; }

 private:
  OpKernelContext* context_;
  int start_, stop_;
};

class OpOutputList {
 public:
  OpOutputList() : context_(nullptr), start_(0), stop_(0) {}
  OpOutputList(OpKernelContext* context, int start, int stop) : context_(context), start_(start), stop_(stop) {}
  inline Tensor* operator[](int i) const;
  inline bool required(int i) const;
  inline DataType expected_output_dtype(int i) const;
  inline Status allocate(int i, const TensorShape& shape, Tensor** output);
  inline void set(int i, const Tensor& tensor);
  int size() const { return stop_ - start_; }

 private:
  OpKernelContext* context_;
  int start_, stop_;
};

class ScopedStepContainer {
 public:
  explicit ScopedStepContainer(int64 step) : step_(step) {}
  const string& name() const {
    if (name_.empty()) name_ = strings::StrCat("__per_step_", step_);
    return name_;
  }

 private:
  int64 step_;
  mutable string name_;
};

class OpKernelContext {
 public:
  OpKernelContext(OpKernel* kernel, PenstockCall* call, penstock::RunState* run, penstock::Loans* loans)
      : kernel_(kernel), call_(call), run_(run), loans_(loans), step_container_(call->step), inputs_(call->n_inputs),
        outputs_(call->n_outputs) {}

  template <typename E = Env>
  E* env() const {
    return E::Default();
  }
  DeviceBase* device() const { return const_cast<DeviceBase*>(&device_); }
  const OpKernel& op_kernel() const { return *kernel_; }
  int64 step_id() const { return call_->step; }
  ResourceMgr* resource_manager() const { return static_cast<ResourceMgr*>(call_->resources); }
  template <typename Manager = CancellationManager>
  Manager* cancellation_manager() const {
    return run_->template Cancellation<Manager>();
  }
  ScopedStepContainer* step_container() { return &step_container_; }
  FunctionLibraryRuntime* function_library() const { return nullptr; }
  const string& session_handle() const { return no_text_; }
  template <typename EigenDeviceType = Eigen::ThreadPoolDevice>
  const EigenDeviceType& eigen_cpu_device() const {
    return *device_.template eigen_cpu_device<EigenDeviceType>();
  }
  template <typename EigenDeviceType>
  const EigenDeviceType& eigen_device() const {
    return eigen_cpu_device<EigenDeviceType>();
  }

  // -- inputs --
  int num_inputs() const { return inputs_.size(); }
  DataType input_dtype(int i) const { return kernel_->input_type(i); }
  Status input_dtype(StringPiece name, DataType* dtype) const {
    int start;
    TF_RETURN_IF_ERROR(OneInput(name, &start));
    *dtype = input_dtype(start);
    return Status::OK();
  }
  MemoryType input_memory_type(int) const { return HOST_MEMORY; }
  MemoryType output_memory_type(int) const { return HOST_MEMORY; }
  bool has_input(int i) const { return i >= 0 && i < num_inputs(); }
  bool input_is_ref(int i) const { return IsRefType(kernel_->input_type(i)); }
  const Tensor& input(int i) const {
    CHECK_GE(i, 0);
    CHECK_LT(i, num_inputs());
    return inputs_[i];
  }
  Status input(StringPiece name, const Tensor** tensor) const {
    int start;
    TF_RETURN_IF_ERROR(OneInput(name, &start));
    *tensor = &inputs_[start];
    return Status::OK();
  }
  Status input_list(StringPiece name, OpInputList* list) {
    int start, stop;
    TF_RETURN_IF_ERROR(kernel_->InputRange(name, &start, &stop));
    *list = OpInputList(this, start, stop);
    return Status::OK();
  }
  bool ValidateInputsAreSameShape(OpKernel* op) {
    for (int i = 1; i < num_inputs(); i++) {
      if (!input(0).IsSameSize(input(i))) {
        SetStatus(errors::InvalidArgument("Inputs to operation ", op->name(), " of type ", op->type_string(),
                                          " must have the same size and shape.  Input 0: ", input(0).shape().DebugString(),
                                          " != input ", i, ": ", input(i).shape().DebugString()));
        return false;
      }
    }
    return true;
  }

  // -- inputs that are references --
  mutex* input_ref_mutex(int) { return &ref_mutex_; }
  Status input_ref_mutex(StringPiece, mutex** out) {
    *out = &ref_mutex_;
    return Status::OK();
  }
  Tensor mutable_input(int i, bool) {
    CHECK(input_is_ref(i)) << "input " << i << " is no reference";
    return inputs_[i];
  }
  Status mutable_input(StringPiece name, Tensor* tensor, bool lock_held) {
    int start;
    TF_RETURN_IF_ERROR(OneInput(name, &start));
    *tensor = mutable_input(start, lock_held);
    return Status::OK();
  }
  Status mutable_input_list(StringPiece name, OpMutableInputList* list) {
    int start, stop;
    TF_RETURN_IF_ERROR(kernel_->InputRange(name, &start, &stop));
    *list = OpMutableInputList(this, start, stop);
    return Status::OK();
  }
  void replace_ref_input(int i, const Tensor& tensor, bool) { inputs_[i] = tensor; }
  void forward_ref_input_to_ref_output(int, int) {}  // the output is the variable: whoever reads it reads that
  void delete_ref_input(int i, bool) { inputs_[i] = Tensor(input_dtype(i)); }

  // -- outputs --
  int num_outputs() const { return outputs_.size(); }
  DataType expected_output_dtype(int i) const { return kernel_->output_type(i); }
  bool output_required(int) const { return true; }
  Status output_list(StringPiece name, OpOutputList* list) {
    int start, stop;
    TF_RETURN_IF_ERROR(kernel_->OutputRange(name, &start, &stop));
    *list = OpOutputList(this, start, stop);
    return Status::OK();
  }
  Status allocate_output(int i, const TensorShape& shape, Tensor** tensor) {
    Output& out = outputs_[i];
    const DataType type = BaseType(kernel_->output_type(i));
    const PenstockTensor& given = call_->outputs[i];
    bool fits = given.data != nullptr && given.rank == shape.dims() && DataTypeCanUseMemcpy(type);
    for (int d = 0; fits && d < shape.dims(); d++) fits = given.dims[d] == shape.dim_size(d);
    out.tensor = fits ? loans_->Lend(type, shape, given.data) : Tensor(type, shape);
    out.set = true;
    *tensor = &out.tensor;
    return Status::OK();
  }
  Status allocate_output(int i, const TensorShape& shape, Tensor** tensor, AllocatorAttributes) {
    return allocate_output(i, shape, tensor);
  }
  Status allocate_output(StringPiece name, const TensorShape& shape, Tensor** tensor) {
    int start;
    TF_RETURN_IF_ERROR(OneOutput(name, &start));
    return allocate_output(start, shape, tensor);
  }
  Status allocate_temp(DataType type, const TensorShape& shape, Tensor* out) {
    *out = Tensor(type, shape);
    return Status::OK();
  }
  Status allocate_temp(DataType type, const TensorShape& shape, Tensor* out, AllocatorAttributes) {
    return allocate_temp(type, shape, out);
  }
  Status allocate_persistent(DataType type, const TensorShape& shape, PersistentTensor* held, Tensor** out) {
    *held = PersistentTensor(Tensor(type, shape));
    if (out != nullptr) *out = held->AccessTensor(this);
    return Status::OK();
  }
  void set_output(int i, const Tensor& tensor) {
    CHECK_EQ(BaseType(kernel_->output_type(i)), tensor.dtype());
    outputs_[i].tensor = tensor;
    outputs_[i].set = true;
  }
  Status set_output(StringPiece name, const Tensor& tensor) {
    int start;
    TF_RETURN_IF_ERROR(OneOutput(name, &start));
    set_output(start, tensor);
    return Status::OK();
  }
  void set_output_ref(int i, mutex*, Tensor* tensor) { set_output(i, *tensor); }
  Tensor* mutable_output(int i) {
    Output& out = outputs_[i];
    return out.set ? &out.tensor : nullptr;
  }
  Status mutable_output(StringPiece name, Tensor** tensor) {
    int start;
    TF_RETURN_IF_ERROR(OneOutput(name, &start));
    *tensor = mutable_output(start);
    return Status::OK();
  }
  // An input belongs to others as well, so its memory is never taken.
  std::unique_ptr<Tensor> forward_input(int, int, DataType, const TensorShape&, MemoryType, const AllocatorAttributes&) {
    return nullptr;
  }
  bool forward_input_to_output_with_shape(int, int, const TensorShape&, Tensor**) { return false; }
  Status forward_input_or_allocate_output(gtl::ArraySlice<int>, int i, const TensorShape& shape, Tensor** output,
                                          int* forwarded = nullptr) {
    if (forwarded != nullptr) *forwarded = -1;
    return allocate_output(i, shape, output);
  }
  Status forward_input_or_allocate_output(gtl::ArraySlice<StringPiece>, StringPiece name, const TensorShape& shape,
                                          Tensor** output) {
    return allocate_output(name, shape, output);
  }
  Status forward_input_or_allocate_temp(gtl::ArraySlice<int>, DataType type, const TensorShape& shape, Tensor* out) {
    return allocate_temp(type, shape, out);
  }
  Status forward_input_or_allocate_temp(gtl::ArraySlice<int>, DataType type, const TensorShape& shape,
                                        const AllocatorAttributes&, Tensor* out) {
    return allocate_temp(type, shape, out);
  }
  AllocatorAttributes output_alloc_attr(int) const { return AllocatorAttributes(); }
  AllocatorAttributes input_alloc_attr(int) const { return AllocatorAttributes(); }
  Allocator* get_allocator(AllocatorAttributes) { return cpu_allocator(); }
  void set_record_memory_consumption(bool) {}
  void record_temp_memory_allocation(int64, const Tensor&) {}
  void record_persistent_memory_allocation(int64, int64 = -1) {}

  // -- errors --
  void SetStatus(const Status& status) {
    mutex_lock l(status_mutex_);
    status_.Update(status);
  }
  const Status& status() const { return status_; }
  void CtxFailure(const Status& s) { SetStatus(s); }
  void CtxFailure(const char* file, int line, const Status& s) {
    VLOG(1) << "OP_REQUIRES failed at " << file << ":" << line << " : " << s;
    SetStatus(s);
  }
  void CtxFailureWithWarning(const Status& s) { SetStatus(s); }
  void CtxFailureWithWarning(const char* file, int line, const Status& s) {
    LOG(WARNING) << "OP_REQUIRES failed at " << file << ":" << line << " : " << s;
    SetStatus(s);
  }

  struct Output {
    Tensor tensor;
    bool set = false;
  };
  // For the one who calls the kernel.
  Tensor& penstock_input(int i) { return inputs_[i]; }
  Output& penstock_output(int i) { return outputs_[i]; }

 private:
  Status OneInput(StringPiece name, int* start) const {
    int stop;
    TF_RETURN_IF_ERROR(kernel_->InputRange(name, start, &stop));
    if (stop == *start + 1) return Status::OK();
    return errors::InvalidArgument("OpKernel used list-valued input name '", name, "' when single-valued input was expected");
  }
  Status OneOutput(StringPiece name, int* start) const {
    int stop;
    TF_RETURN_IF_ERROR(kernel_->OutputRange(name, start, &stop));
    if (stop == *start + 1) return Status::OK();
    return errors::InvalidArgument("OpKernel used list-valued output name '", name, "' when single-valued output was expected");
  }
  OpKernel* kernel_;
  PenstockCall* call_;
  penstock::RunState* run_;
  penstock::Loans* loans_;
  ScopedStepContainer step_container_;
  DeviceBase device_;
  penstock::Array<Tensor> inputs_;
  penstock::Array<Output> outputs_;
  mutex ref_mutex_, status_mutex_;
  Status status_;
  const string no_text_;
};

inline const Tensor& OpInputList::operator[](int i) const { return context_->input(start_ + i); }
inline Tensor OpMutableInputList::at(int i, bool lock_held) const { return context_->mutable_input(start_ + i, lock_held); }
inline mutex* OpMutableInputList::ref_mutex(int i) const { return context_->input_ref_mutex(start_ + i); }
inline Tensor* OpOutputList::operator[](int i) const { return context_->mutable_output(start_ + i); }
inline bool OpOutputList::required(int i) const { return context_->output_required(start_ + i); }
inline DataType OpOutputList::expected_output_dtype(int i) const { return context_->expected_output_dtype(start_ + i); }
inline Status OpOutputList::allocate(int i, const TensorShape& shape, Tensor** output) {
  return context_->allocate_output(start_ + i, shape, output);
}
inline void OpOutputList::set(int i, const Tensor& tensor) { context_->set_output(start_ + i, tensor); }

#define OP_REQUIRES(CTX, EXP, STATUS)                    \
  do {                                                   \
    if (!TF_PREDICT_TRUE(EXP)) {                         \
      (CTX)->CtxFailure(__FILE__, __LINE__, (STATUS));   \
      return;                                            \
    }                                                    \
  } while (0)
#define OP_REQUIRES_OK(CTX, ...)                                        \
  do {                                                                  \
    ::tensorflow::Status penstock_status(__VA_ARGS__);                  \
    if (!TF_PREDICT_TRUE(penstock_status.ok())) {                       \
      (CTX)->CtxFailureWithWarning(__FILE__, __LINE__, penstock_status); \
      return;                                                           \
    }                                                                   \
  } while (0)
#define OP_REQUIRES_ASYNC(CTX, EXP, STATUS, CALLBACK)    \
  do {                                                   \
    if (!TF_PREDICT_TRUE(EXP)) {                         \
      (CTX)->CtxFailure(__FILE__, __LINE__, (STATUS));   \
      (CALLBACK)();                                      \
      return;                                            \
    }                                                    \
  } while (0)
#define OP_REQUIRES_OK_ASYNC(CTX, STATUS, CALLBACK)                     \
  do {                                                                  \
    ::tensorflow::Status penstock_status(STATUS);                       \
    if (!TF_PREDICT_TRUE(penstock_status.ok())) {                       \
      (CTX)->CtxFailureWithWarning(__FILE__, __LINE__, penstock_status); \
      (CALLBACK)();                                                     \
      return;                                                           \
    }                                                                   \
  } while (0)
// As the how-to of the first releases spells them.
#define OP_REQUIRE(CTX, EXP, STATUS) OP_REQUIRES(CTX, EXP, STATUS)
#define OP_REQUIRE_OK(CTX, ...) OP_REQUIRES_OK(CTX, __VA_ARGS__)

}  // namespace tensorflow

#include "penstock/kernel_registration.h"
