// ResourceMgr: objects that live longer than a run, by container, type and name. Each session has one for each library.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <typeinfo>

#include "penstock/op_kernel.h"
#include "tensorflow/core/framework/resource_handle.h"
#include "tensorflow/core/lib/core/refcount.h"

namespace tensorflow {

class ResourceBase : public core::RefCounted {
 public:
  virtual string DebugString() const = 0;
  virtual int64 MemoryUsed() const { return 0; }
};

// A type by its number and its name.
class TypeIndex {
 public:
  template <typename T>
  static TypeIndex Make() {
    return TypeIndex(typeid(T).hash_code(), typeid(T).name());
  }
  uint64 hash_code() const { return hash_; }
  const char* name() const { return name_; }
  bool operator==(const TypeIndex& b) const { return hash_ == b.hash_; }

 private:
  TypeIndex(uint64 hash, const char* name) : hash_(hash), name_(name) {}
  uint64 hash_;
  const char* name_;
};
template <typename T>
TypeIndex MakeTypeIndex() {
  return TypeIndex::Make<T>();
}

class ResourceMgr {
 public:
  ResourceMgr() : ResourceMgr("localhost") {}
  explicit ResourceMgr(const string& default_container) : default_container_(default_container) {}
  ~ResourceMgr() { Clear(); }
  ResourceMgr(const ResourceMgr&) = delete;
  void operator=(const ResourceMgr&) = delete;

  const string& default_container() const { return default_container_; }

  // Takes the reference that the caller has, also where it fails.
  template <typename T>
  Status Create(const string& container, const string& name, T* resource) {
    mutex_lock l(mu_);
    return Put(container, MakeTypeIndex<T>(), name, resource);
  }
  template <typename T, bool use_dynamic_cast = false>
  Status Lookup(const string& container, const string& name, T** resource) const {
    mutex_lock l(mu_);
    return Find<T>(container, name, resource);
  }
  template <typename T, bool use_dynamic_cast = false>
  Status LookupOrCreate(const string& container, const string& name, T** resource, std::function<Status(T**)> creator) {
    *resource = nullptr;
    mutex_lock l(mu_);
    if (Find<T>(container, name, resource).ok()) return Status::OK();
    TF_RETURN_IF_ERROR(creator(resource));
    (*resource)->Ref();
    return Put(container, MakeTypeIndex<T>(), name, *resource);
  }
  template <typename T>
  Status Delete(const string& container, const string& name) {
    return Remove(container, MakeTypeIndex<T>().hash_code(), name, MakeTypeIndex<T>().name());
  }
  Status Delete(const ResourceHandle& handle) {
    return Remove(handle.container(), handle.hash_code(), handle.name(), handle.maybe_type_name());
  }
  Status Cleanup(const string& container) {
    Items gone;
    {
      mutex_lock l(mu_);
      for (auto at = items_.begin(); at != items_.end();) {
        if (std::get<0>(at->first) != container) {
          ++at;
          continue;
        }
        gone.insert(*at);
        at = items_.erase(at);
      }
    }
    Unref(gone);
    return Status::OK();
  }
  void Clear() {
    Items gone;
    {
      mutex_lock l(mu_);
      gone.swap(items_);
    }
    Unref(gone);
  }
  string DebugString() const {
    mutex_lock l(mu_);
    string text;
    for (const auto& item : items_) {
      if (!text.empty()) text += "\n";
      text += strings::StrCat(std::get<0>(item.first), " | ", item.second.type_name, " | ", std::get<2>(item.first), " | ",
                              item.second.resource->DebugString());
    }
    return text;
  }

 private:
  struct Item {
    ResourceBase* resource;
    string type_name;
  };
  typedef std::map<std::tuple<string, uint64, string>, Item> Items;

  static void Unref(const Items& items) {
    for (const auto& item : items) item.second.resource->Unref();
  }
  Status Put(const string& container, TypeIndex type, const string& name, ResourceBase* resource) {
    const auto key = std::make_tuple(container, type.hash_code(), name);
    if (items_.insert(std::make_pair(key, Item{resource, type.name()})).second) return Status::OK();
    resource->Unref();
    return errors::AlreadyExists("Resource ", container, "/", name, "/", type.name());
  }
  bool HasContainer(const string& container) const {
    const auto at = items_.lower_bound(std::make_tuple(container, uint64{0}, string()));
    return at != items_.end() && std::get<0>(at->first) == container;
  }
  template <typename T>
  Status Find(const string& container, const string& name, T** resource) const {
    const TypeIndex type = MakeTypeIndex<T>();
    const auto found = items_.find(std::make_tuple(container, type.hash_code(), name));
    if (found == items_.end()) {
      if (!HasContainer(container))
        return errors::NotFound("Container ", container, " does not exist. (Could not find resource: ", container, "/", name, ")");
      return errors::NotFound("Resource ", container, "/", name, "/", type.name(), " does not exist.");
    }
    found->second.resource->Ref();
    *resource = static_cast<T*>(found->second.resource);
    return Status::OK();
  }
  Status Remove(const string& container, uint64 hash, const string& name, const string& type_name) {
    ResourceBase* gone = nullptr;
    {
      mutex_lock l(mu_);
      if (!HasContainer(container)) return errors::NotFound("Container ", container, " does not exist.");
      const auto found = items_.find(std::make_tuple(container, hash, name));
      if (found == items_.end())
        return errors::NotFound("Resource ", container, "/", name, "/", type_name, " does not exist.");
      gone = found->second.resource;
      items_.erase(found);
    }
    gone->Unref();
    return Status::OK();
  }

  const string default_container_;
  mutable mutex mu_;
  Items items_;
};

// -- handles -----------------------------------------------------------------------------------------------------------

inline ResourceHandle MakeResourceHandle(OpKernelContext* ctx, const string& container, const string& name,
                                         const TypeIndex& type_index) {
  ResourceHandle handle;
  handle.set_device(ctx->device()->name());
  handle.set_container(container.empty() ? ctx->resource_manager()->default_container() : container);
  handle.set_name(name);
  handle.set_hash_code(type_index.hash_code());
  handle.set_maybe_type_name(type_index.name());
  return handle;
}
template <typename T>
ResourceHandle MakeResourceHandle(OpKernelContext* ctx, const string& container, const string& name) {
  return MakeResourceHandle(ctx, container, name, MakeTypeIndex<T>());
}
template <typename T>
ResourceHandle MakePerStepResourceHandle(OpKernelContext* ctx, const string& name) {
  return MakeResourceHandle<T>(ctx, ctx->step_container()->name(), name);
}
inline Status MakeResourceHandleToOutput(OpKernelContext* ctx, int output_index, const string& container, const string& name,
                                         const TypeIndex& type_index) {
  Tensor* handle;
  TF_RETURN_IF_ERROR(ctx->allocate_output(output_index, TensorShape({}), &handle));
  handle->scalar<ResourceHandle>()() = MakeResourceHandle(ctx, container, name, type_index);
  return Status::OK();
}
inline const ResourceHandle& HandleFromInput(OpKernelContext* ctx, int input) {
  return ctx->input(input).flat<ResourceHandle>()(0);
}
inline Status HandleFromInput(OpKernelContext* ctx, StringPiece input, ResourceHandle* handle) {
  const Tensor* tensor;
  TF_RETURN_IF_ERROR(ctx->input(input, &tensor));
  *handle = tensor->flat<ResourceHandle>()(0);
  return Status::OK();
}

namespace internal {
template <typename T>
Status CheckType(const ResourceHandle& p) {
  if (p.hash_code() == MakeTypeIndex<T>().hash_code()) return Status::OK();
  return errors::InvalidArgument("Trying to access resource using the wrong type. Expected ", p.maybe_type_name(), " got ",
                                 MakeTypeIndex<T>().name());
}
}  // namespace internal

template <typename T>
Status CreateResource(OpKernelContext* ctx, const ResourceHandle& p, T* value) {
  TF_RETURN_IF_ERROR(internal::CheckType<T>(p));
  return ctx->resource_manager()->Create(p.container(), p.name(), value);
}
template <typename T, bool use_dynamic_cast = false>
Status LookupResource(OpKernelContext* ctx, const ResourceHandle& p, T** value) {
  TF_RETURN_IF_ERROR(internal::CheckType<T>(p));
  return ctx->resource_manager()->template Lookup<T>(p.container(), p.name(), value);
}
template <typename T>
Status LookupResource(OpKernelContext* ctx, const ResourceHandle& p, core::RefCountPtr<T>* value) {
  T* found = nullptr;
  TF_RETURN_IF_ERROR(LookupResource(ctx, p, &found));
  value->reset(found);
  return Status::OK();
}
template <typename T>
Status LookupOrCreateResource(OpKernelContext* ctx, const ResourceHandle& p, T** value, std::function<Status(T**)> creator) {
  TF_RETURN_IF_ERROR(internal::CheckType<T>(p));
  return ctx->resource_manager()->template LookupOrCreate<T>(p.container(), p.name(), value, creator);
}
template <typename T>
Status LookupOrCreateResource(OpKernelContext* ctx, const ResourceHandle& p, core::RefCountPtr<T>* value,
                              std::function<Status(T**)> creator) {
  T* found = nullptr;
  TF_RETURN_IF_ERROR(LookupOrCreateResource(ctx, p, &found, creator));
  value->reset(found);
  return Status::OK();
}
template <typename T>
Status DeleteResource(OpKernelContext* ctx, const ResourceHandle& p) {
  TF_RETURN_IF_ERROR(internal::CheckType<T>(p));
  return ctx->resource_manager()->template Delete<T>(p.container(), p.name());
}
inline Status DeleteResource(OpKernelContext* ctx, const ResourceHandle& p) { return ctx->resource_manager()->Delete(p); }

// Where the resource of a node is: its attributes `container` and `shared_name` say it.
class ContainerInfo {
 public:
  Status Init(ResourceMgr* rmgr, const NodeDef& ndef, bool use_node_name_as_default) {
    CHECK(rmgr != nullptr);
    rmgr_ = rmgr;
    string given;
    TF_RETURN_IF_ERROR(GetNodeAttr(ndef, "container", &given));
    container_ = given.empty() ? rmgr->default_container() : given;
    string shared_name;
    TF_RETURN_IF_ERROR(GetNodeAttr(ndef, "shared_name", &shared_name));
    resource_is_private_to_kernel_ = false;
    if (!shared_name.empty()) {
      if (shared_name[0] == '_') return errors::InvalidArgument("shared_name cannot start with '_':", shared_name);
      name_ = shared_name;
    } else if (use_node_name_as_default) {
      name_ = ndef.name();
    } else {
      static std::atomic<int64> counter{0};
      resource_is_private_to_kernel_ = true;
      name_ = strings::StrCat("_", counter.fetch_add(1), "_", ndef.name());
    }
    return Status::OK();
  }
  Status Init(ResourceMgr* rmgr, const NodeDef& ndef) { return Init(rmgr, ndef, false); }
  ResourceMgr* resource_manager() const { return rmgr_; }
  const string& container() const { return container_; }
  const string& name() const { return name_; }
  bool resource_is_private_to_kernel() const { return resource_is_private_to_kernel_; }
  string DebugString() const {
    return strings::StrCat("[", container_, ",", name_, ",", resource_is_private_to_kernel_ ? "private" : "public", "]");
  }

 private:
  ResourceMgr* rmgr_ = nullptr;
  string container_, name_;
  bool resource_is_private_to_kernel_ = false;
};

// The resource behind an input: a handle, or a pair of container and name as older operations have it.
template <typename T>
Status GetResourceFromContext(OpKernelContext* ctx, const string& input_name, T** resource) {
  DataType dtype;
  TF_RETURN_IF_ERROR(ctx->input_dtype(input_name, &dtype));
  const Tensor* tensor;
  TF_RETURN_IF_ERROR(ctx->input(input_name, &tensor));
  if (dtype == DT_RESOURCE) return LookupResource(ctx, tensor->scalar<ResourceHandle>()(), resource);
  if (tensor->NumElements() != 2)
    return errors::InvalidArgument("Resource handle must have 2 elements, but had shape: ", tensor->shape().DebugString());
  return ctx->resource_manager()->Lookup(tensor->flat<string>()(0), tensor->flat<string>()(1), resource);
}

// An operation that gives the handle of a resource that others make.
template <typename T>
class ResourceHandleOp : public OpKernel {
 public:
  explicit ResourceHandleOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("container", &container_));
    OP_REQUIRES_OK(context, context->GetAttr("shared_name", &name_));
  }
  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, MakeResourceHandleToOutput(ctx, 0, container_, name_, MakeTypeIndex<T>()));
  }
  bool IsExpensive() override { return false; }

 private:
  string container_, name_;
};

template <typename T>
class IsResourceInitialized : public OpKernel {
 public:
  explicit IsResourceInitialized(OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(OpKernelContext* ctx) override {
    Tensor* output;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, {}, &output));
    T* object = nullptr;
    output->scalar<bool>()() = LookupResource(ctx, HandleFromInput(ctx, 0), &object).ok();
    if (object != nullptr) object->Unref();
  }
};

#define REGISTER_RESOURCE_HANDLE_OP(Type) REGISTER_RESOURCE_HANDLE_OP_(Type)
#define REGISTER_RESOURCE_HANDLE_OP_(Type)                \
  REGISTER_OP(#Type "HandleOp")                           \
      .Attr("container: string = ''")                     \
      .Attr("shared_name: string = ''")                   \
      .Output("resource: resource")                       \
      .SetIsStateful()                                    \
      .SetShapeFn([](::tensorflow::shape_inference::InferenceContext* c) { \
        c->set_output(0, c->Scalar());                    \
        return ::tensorflow::Status::OK();                \
      })
#define REGISTER_RESOURCE_HANDLE_KERNEL(Type) \
  REGISTER_KERNEL_BUILDER(Name(#Type "HandleOp").Device(DEVICE_CPU), ResourceHandleOp<Type>)

}  // namespace tensorflow

#include "penstock/kernels.h"

namespace penstock {
namespace {
const bool has_resources TF_ATTRIBUTE_UNUSED = [] {
  PenstockKernels* const made = Extras();
  made->new_resources = []() -> void* { return new tensorflow::ResourceMgr; };
  made->clear_resources = [](void* resources, const char* container) {
    auto* all_of = static_cast<tensorflow::ResourceMgr*>(resources);
    if (container == nullptr)
      all_of->Clear();
    else
      all_of->Cleanup(container).IgnoreError();
  };
  made->delete_resources = [](void* resources) { delete static_cast<tensorflow::ResourceMgr*>(resources); };
  return true;
}();
}  // namespace
}  // namespace penstock
