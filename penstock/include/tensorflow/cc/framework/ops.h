// Operation, Output, Input: what is passed between the operations of a graph that a program builds.
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/graph/graph.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/strings/strcat.h"

namespace tensorflow {

class Output;

class Operation {
 public:
  Operation() : node_(nullptr) {}
  explicit Operation(Node* n) : node_(n) {}
  int32 num_inputs() const { return node_->num_inputs(); }
  DataType input_type(int32 i) const { return node_->input_type(i); }
  int32 num_outputs() const { return node_->num_outputs(); }
  DataType output_type(int32 i) const { return node_->output_type(i); }
  Output output(int32 i) const;
  Node* node() const { return node_; }
  bool operator==(const Operation& other) const { return node_ == other.node_; }

 private:
  Node* node_;
};

class Output {
 public:
  Output() {}
  // For nodes only, not for what can become one: operations become outputs first.
  template <typename N, typename = typename std::enable_if<std::is_same<N, Node>::value>::type>
  explicit Output(N* n) : op_(n) {}
  Output(Node* n, int32 index) : op_(n), index_(index) {}
  Output(const Operation& op, int32 index) : op_(op), index_(index) {}
  Operation op() const { return op_; }
  Node* node() const { return op_.node(); }
  int32 index() const { return index_; }
  DataType type() const { return op_.output_type(index_); }
  string name() const { return strings::StrCat(node()->name(), ":", index_); }
  bool operator==(const Output& other) const { return op_ == other.op_ && index_ == other.index_; }
  size_t hash() const { return std::hash<Node*>()(node()) * 31 + static_cast<size_t>(index_); }

 private:
  Operation op_;
  int32 index_ = 0;
};
inline Output Operation::output(int32 i) const { return Output(*this, i); }

struct OutputHash {
  size_t operator()(const Output& output) const { return output.hash(); }
};

// An operand: the output of a node, or a value that becomes a constant.
class Input {
 public:
  // A value written in C++: a number, a text, a tensor, or lists of them in lists.
  struct Initializer {
    template <typename T>
    struct IsElement {
      static const bool value = std::is_arithmetic<T>::value || std::is_convertible<T, string>::value;
    };
    template <typename T>
    struct RealType {
      typedef typename std::conditional<std::is_convertible<T, string>::value, string, T>::type type;
    };
    template <typename T, typename = typename std::enable_if<IsElement<T>::value>::type>
    Initializer(const T& v) : Initializer(v, TensorShape()) {}  // NOLINT
    Initializer(const Tensor& t) : tensor(t) {}                 // NOLINT
    template <typename T, typename = typename std::enable_if<IsElement<T>::value>::type>
    Initializer(const T& v, const TensorShape& shape) : tensor(Made<T>(shape)) {
      typedef typename RealType<T>::type Real;
      std::fill_n(tensor.template flat<Real>().data(), tensor.NumElements(), Real(v));
    }
    template <typename T, typename = typename std::enable_if<IsElement<T>::value>::type>
    Initializer(const std::initializer_list<T>& v)  // NOLINT
        : Initializer(v, TensorShape({static_cast<int64>(v.size())})) {}
    template <typename T, typename = typename std::enable_if<IsElement<T>::value>::type>
    Initializer(const std::initializer_list<T>& v, const TensorShape& shape) {
      typedef typename RealType<T>::type Real;
      if (shape.num_elements() != static_cast<int64>(v.size())) {
        status = errors::InvalidArgument("Cannot construct a tensor with ", shape.num_elements(),
                                         " from an initializer list with ", v.size(), " elements");
        return;
      }
      tensor = Made<T>(shape);
      std::copy(v.begin(), v.end(), tensor.template flat<Real>().data());
    }
    Initializer(const std::initializer_list<Initializer>& v) {  // NOLINT
      if (v.size() == 0) return;
      const Tensor& first = v.begin()->tensor;
      for (const Initializer& part : v) {
        status.Update(part.status);
        if (part.tensor.dtype() != first.dtype()) status.Update(errors::InvalidArgument("Initializer list components should all have the same type"));
        if (!part.tensor.IsSameSize(first)) status.Update(errors::InvalidArgument("Initializer list components should all have the same shape"));
      }
      if (!status.ok()) return;
      TensorShape shape = first.shape();
      shape.InsertDim(0, static_cast<int64>(v.size()));
      tensor = Tensor(first.dtype(), shape);
      const int64 n = first.NumElements();
      int64 at = 0;
      for (const Initializer& part : v) {
        if (n == 0) break;
        if (first.dtype() == DT_STRING) {
          std::copy_n(part.tensor.flat<string>().data(), n, tensor.flat<string>().data() + at * n);
        } else {
          std::memcpy(static_cast<char*>(tensor.data()) + static_cast<size_t>(at) * first.TotalBytes(), part.tensor.data(), first.TotalBytes());
        }
        at++;
      }
    }
    TensorProto AsTensorProto() const {
      TensorProto proto;
      tensor.NumElements() > 1 ? tensor.AsProtoTensorContent(&proto) : tensor.AsProtoField(&proto);
      return proto;
    }
    Status status;
    Tensor tensor;

   private:
    template <typename T>
    static Tensor Made(const TensorShape& shape) {
      return Tensor(DataTypeToEnum<typename RealType<T>::type>::v(), shape);
    }
  };

  Input(const Output& o) : output_(o) {}  // NOLINT
  // As releases before 1.0 passed them.
  template <typename N, typename = typename std::enable_if<std::is_same<N, Node>::value>::type>
  Input(N* n) : output_(n, 0) {}  // NOLINT
  template <typename T, typename = typename std::enable_if<Initializer::IsElement<T>::value>::type>
  Input(const T& v) : Input(Initializer(v)) {}                                        // NOLINT
  Input(const Initializer& init) : status_(init.status), tensor_(init.tensor) {}      // NOLINT
  Input(const Tensor& t) : tensor_(t) {}                                              // NOLINT
  Input(const std::initializer_list<Initializer>& init) : Input(Initializer(init)) {}  // NOLINT
  // A node that is known by its name: for loops in graphs.
  Input(const string& name, int32 i, DataType dt) : node_name_(name), index_(i), data_type_(dt) {}

  Node* node() const { return output_.node(); }
  const string& node_name() const { return node_name_; }
  int32 index() const { return node_name_.empty() ? output_.index() : index_; }
  DataType data_type() const { return data_type_; }
  Status status() const { return status_; }
  const Tensor& tensor() const { return tensor_; }

 private:
  Status status_;
  Output output_;
  Tensor tensor_;
  string node_name_;
  int32 index_ = 0;
  DataType data_type_ = DT_INVALID;
};

typedef std::vector<Output> OutputList;

class InputList {
 public:
  InputList(const OutputList& out) : inputs_(out.begin(), out.end()) {}                        // NOLINT
  InputList(const std::initializer_list<Input>& inputs) : inputs_(inputs) {}                   // NOLINT
  InputList(const std::initializer_list<Output>& out) : inputs_(out.begin(), out.end()) {}     // NOLINT
  InputList(const std::vector<Input>& inputs) : inputs_(inputs) {}                             // NOLINT
  InputList(const std::vector<Node*>& nodes) : inputs_(nodes.begin(), nodes.end()) {}          // NOLINT
  std::vector<Input>::const_iterator begin() const { return inputs_.begin(); }
  std::vector<Input>::const_iterator end() const { return inputs_.end(); }
  size_t size() const { return inputs_.size(); }

 private:
  std::vector<Input> inputs_;
};

}  // namespace tensorflow
