// What a library shows of its kernels: the function `penstock_kernels`, which Penstock calls after loading it.
#pragma once

#include <string>

#include "penstock/operations.h"
#include "penstock/op_kernel.h"

namespace penstock {

// What only some libraries have: the headers of resources and readers add it.
PENSTOCK_LOCAL inline PenstockKernels* Extras() {
  static PenstockKernels extras{};
  return &extras;
}

// A kernel, and its runs.
struct KernelState {
  explicit KernelState(const PenstockNode* node)
      : info(node->node_def, node->node_def_bytes, node->input_args, node->output_args) {}
  ~KernelState() { delete kernel; }
  const NodeInfo info;
  tensorflow::OpKernel* kernel = nullptr;
  tensorflow::mutex mu;
  RunState* runs = nullptr;
};

inline tensorflow::DataTypeVector TypesOf(const int32_t* types, int32_t n) {
  tensorflow::DataTypeVector result;
  for (int32_t i = 0; i < n; i++) result.push_back(static_cast<tensorflow::DataType>(types[i]));
  return result;
}

TF_ATTRIBUTE_COLD inline void* NewKernel(void* factory, const PenstockNode* node, PenstockStatus* status) {
  using namespace tensorflow;
  struct Making {
    register_kernel::Registration* registration;
    const PenstockNode* node;
    KernelState* state;
    TF_ATTRIBUTE_COLD static Status Run(void* self) {
      const Making& m = *static_cast<Making*>(self);
      OpKernelConstruction context(&m.state->info, m.node->device, TypesOf(m.node->input_types, m.node->n_inputs),
                                   TypesOf(m.node->output_types, m.node->n_outputs), static_cast<ResourceMgr*>(m.node->resources));
      m.state->kernel = m.registration->make(&context);
      return context.status();
    }
  };
  KernelState* state = new KernelState(node);
  Making making{static_cast<register_kernel::Registration*>(factory), node, state};
  const Status made = Guarded(Making::Run, &making);
  SetStatus(status, made);
  if (made.ok()) return state;
  delete state;
  return nullptr;
}

// An input of a call: in Penstock's memory, or a copy if its elements are objects.
inline tensorflow::Tensor InputOf(const PenstockTensor& t, Loans* loans) {
  const tensorflow::DataType dtype = tensorflow::BaseType(static_cast<tensorflow::DataType>(t.dtype));
  return tensorflow::DataTypeCanUseMemcpy(dtype) ? loans->Lend(dtype, ShapeOf(t), t.data) : CopyOf(t);
}

// Shows a tensor to Penstock: it is in the memory that was given, or it is held until Penstock releases it.
inline void Give(const tensorflow::Tensor& t, const void* given, PenstockTensor* out, void** held) {
  using namespace tensorflow;
  out->dtype = t.dtype();
  if (given != nullptr && t.data() == given) return;  // the shape is the one that was given, too
  if (t.buffer() != nullptr) const_cast<TensorBuffer*>(t.buffer()->root_buffer())->EndLoan();
  Tensor* kept = new Tensor(t);
  *held = kept;
  out->rank = kept->dims();
  out->dims = kept->shape().penstock_dims();
  out->data = kept->data();
}

inline void Run(PenstockCall* call) {
  using namespace tensorflow;
  FlushDenormals flush;
  KernelState* state = static_cast<KernelState*>(call->kernel);
  RunState run(call->step, &state->mu);
  {
    mutex_lock l(state->mu);
    run.next = state->runs;
    state->runs = &run;
  }
  {
    Loans loans;
    OpKernelContext context(state->kernel, call, &run, &loans);
    struct Running {
      PenstockCall* call;
      OpKernelContext* context;
      Loans* loans;
      static Status Run(void* self) {
        const Running& r = *static_cast<Running*>(self);
        for (int i = 0; i < r.call->n_inputs; i++) r.context->penstock_input(i) = InputOf(r.call->inputs[i], r.loans);
        static_cast<KernelState*>(r.call->kernel)->kernel->Compute(r.context);
        return r.context->status();
      }
    };
    Running running{call, &context, &loans};
    const Status status = Guarded(Running::Run, &running);
    if (status.ok()) {
      for (int i = 0; i < call->n_outputs; i++) {
        const void* given = call->outputs[i].data;
        if (context.penstock_output(i).set)
          Give(context.penstock_output(i).tensor, given, &call->outputs[i], &call->held[i]);
        else
          call->outputs[i].dtype = 0;
      }
      for (int i = 0; i < call->n_inputs; i++) {
        call->refs[i].dtype = 0;
        if (context.input_is_ref(i) && !(context.penstock_input(i).data() == call->inputs[i].data &&
                                         context.input(i).shape() == ShapeOf(call->inputs[i])))
          Give(context.input(i), nullptr, &call->refs[i], &call->held[call->n_outputs + i]);
      }
    }
    SetStatus(&call->status, status);
  }
  mutex_lock l(state->mu);
  RunState** at = &state->runs;
  while (*at != &run) at = &(*at)->next;
  *at = run.next;
}

TF_ATTRIBUTE_COLD inline void Cancel(void* kernel, int64_t step) {
  KernelState* state = static_cast<KernelState*>(kernel);
  tensorflow::mutex_lock l(state->mu);
  for (RunState* run = state->runs; run != nullptr; run = run->next)
    if (run->step == step) {
      run->cancelled = true;
      if (run->manager != nullptr) run->cancel(run->manager);
    }
}

TF_ATTRIBUTE_COLD inline std::string ElementOf(const tensorflow::Tensor& t, tensorflow::int64 i) {
  using namespace tensorflow;
  if (t.dtype() == DT_STRING) return t.flat<string>()(i);
  if (t.dtype() == DT_RESOURCE) return t.flat<ResourceHandle>()(i).SerializeAsString();
  return std::string();
}

TF_ATTRIBUTE_COLD inline void StringLengths(void* tensor, int64_t* lengths) {
  const auto& t = *static_cast<tensorflow::Tensor*>(tensor);
  for (tensorflow::int64 i = 0; i < t.NumElements(); i++) lengths[i] = static_cast<int64_t>(ElementOf(t, i).size());
}

TF_ATTRIBUTE_COLD inline void StringBytes(void* tensor, char* bytes) {
  const auto& t = *static_cast<tensorflow::Tensor*>(tensor);
  for (tensorflow::int64 i = 0; i < t.NumElements(); i++) {
    const std::string text = ElementOf(t, i);
    std::memcpy(bytes, text.data(), text.size());
    bytes += text.size();
  }
}

PENSTOCK_LOCAL TF_ATTRIBUTE_COLD inline const PenstockKernels* OwnKernels() {
  static const PenstockKernels* const all = [] {
    using namespace penstock;
    auto& registered = tensorflow::register_kernel::Registered();
    PenstockKernel* kernels = new PenstockKernel[static_cast<size_t>(registered.size) + 1];
    int i = 0;
    for (tensorflow::register_kernel::Registration* k = registered.first; k != nullptr; k = k->next) {
      kernels[i++] = PenstockKernel{k->def.op.c_str(), k->def.device.c_str(), k->def.label.c_str(), k->class_name.c_str(),
                                  k->def.priority, k->kinds, k->def.constraints.List(), k->def.host_memory.List(), k};
    }
    PenstockKernels* made = new PenstockKernels(*Extras());
    made->version = PENSTOCK_CUSTOM_OPS_VERSION;
    made->n_kernels = registered.size;
    made->compiler = __VERSION__;
    made->kernels = kernels;
    made->new_kernel = NewKernel;
    made->delete_kernel = [](void* kernel) { delete static_cast<KernelState*>(kernel); };
    made->run = Run;
    made->cancel = Cancel;
    made->release = std::free;
    made->release_tensor = [](void* tensor) { delete static_cast<tensorflow::Tensor*>(tensor); };
    made->string_lengths = StringLengths;
    made->string_bytes = StringBytes;
    made->set_threads = [](int32_t n) { WantedThreads() = n; };
    return made;
  }();
  return all;
}

}  // namespace penstock

PENSTOCK_ENTRY inline const PenstockKernels* penstock_kernels() { return penstock::OwnKernels(); }
