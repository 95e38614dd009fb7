// What kernels use of Eigen's tensors, for systems where Eigen is not installed: maps of a tensor's memory, arithmetic element by
// element, whole reductions, and the device that spreads loops over threads. Eigen itself has far more.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "penstock/half.h"

#define EIGEN_STRONG_INLINE inline
#define EIGEN_ALWAYS_INLINE inline
#define EIGEN_DEVICE_FUNC
#define EIGEN_DONT_INLINE

namespace Eigen {

typedef std::ptrdiff_t Index;
typedef std::ptrdiff_t DenseIndex;
typedef penstock::Half half;
enum { ColMajor = 0, RowMajor = 1, Unaligned = 0, Aligned = 16 };
template <typename T, std::size_t N>
using array = std::array<T, N>;

template <typename I, int N>
struct DSizes : std::array<I, N> {
  static const int count = N;
  DSizes() { this->fill(0); }
  template <typename J>
  DSizes(const std::array<J, N>& sizes) {  // NOLINT
    std::copy(sizes.begin(), sizes.end(), this->begin());
  }
  template <typename... J, typename = typename std::enable_if<sizeof...(J) == N>::type>
  explicit DSizes(J... sizes) : std::array<I, N>{{static_cast<I>(sizes)...}} {}
  I TotalSize() const {
    I size = 1;
    for (I n : *this) size *= n;
    return size;
  }
  static int rank() { return N; }
};
template <typename I>
struct DSizes<I, 0> {
  static const int count = 0;
  I TotalSize() const { return 1; }
  I operator[](std::size_t) const { return 1; }
  I& operator[](std::size_t) { return nothing_; }  // what loops over the dimensions of any rank are compiled with
  static int rank() { return 0; }

 private:
  I nothing_ = 1;
};

template <Index... N>
struct Sizes {};

template <typename T>
struct NumTraits {
  static T lowest() { return std::numeric_limits<T>::lowest(); }
  static T highest() { return std::numeric_limits<T>::max(); }
  static T epsilon() { return std::numeric_limits<T>::epsilon(); }
  static T infinity() { return std::numeric_limits<T>::infinity(); }
};

struct TensorOpCost {
  double loads, stores, cycles;
  TensorOpCost(double l, double s, double c) : loads(l), stores(s), cycles(c) {}
  double total() const { return 11.0 / 64 * (loads + stores) + cycles; }
};

class ThreadPoolInterface {
 public:
  virtual ~ThreadPoolInterface() {}
  virtual void Schedule(std::function<void()> fn) = 0;
  virtual int NumThreads() const = 0;
  virtual int CurrentThreadId() const = 0;
};

struct DefaultDevice {
  int numThreads() const { return 1; }
};
struct GpuDevice;

class ThreadPoolDevice {
 public:
  typedef std::function<void(Index, Index, double, const std::function<void(Index, Index)>&)> Loop;
  ThreadPoolDevice(ThreadPoolInterface* pool, int threads, Loop loop = Loop())
      : pool_(pool), threads_(threads), loop_(std::move(loop)) {}
  int numThreads() const { return threads_; }
  ThreadPoolInterface* getPool() const { return pool_; }
  void parallelFor(Index n, const TensorOpCost& cost, std::function<void(Index, Index)> f) const {
    if (loop_)
      loop_(threads_, n, cost.total(), f);
    else
      f(0, n);
  }
  template <typename F>
  void enqueueNoNotification(F&& f) const {
    pool_->Schedule(std::forward<F>(f));
  }

 private:
  ThreadPoolInterface* pool_;
  int threads_;
  Loop loop_;
};

template <typename T, int N, int Options = RowMajor, typename I = Index>
class Tensor;
template <typename T, typename S, int Options = RowMajor, typename I = Index>
class TensorFixedSize;
template <typename Plain, int Align = Unaligned>
class TensorMap;

// -- expressions -----------------------------------------------------------------------------------------------------

template <typename D>
struct TensorBase {
  const D& derived() const { return static_cast<const D&>(*this); }
};

template <typename F, typename A>
struct UnaryOp;
template <typename F, typename A, typename B>
struct BinaryOp;
template <typename T, typename A>
struct ConstantOp;
template <typename T>
struct Reduced;

template <typename D, typename T>
struct Expression : TensorBase<D> {
  typedef typename std::remove_const<T>::type Scalar;
  using TensorBase<D>::derived;
  template <typename F>
  UnaryOp<F, D> unaryExpr(const F& f) const {
    return UnaryOp<F, D>(derived(), f);
  }
  template <typename B, typename F>
  BinaryOp<F, D, B> binaryExpr(const TensorBase<B>& b, const F& f) const {
    return BinaryOp<F, D, B>(derived(), b.derived(), f);
  }
  ConstantOp<Scalar, D> constant(const Scalar& value) const { return ConstantOp<Scalar, D>(derived(), value); }

#define PENSTOCK_UNARY(name, value)                          \
  struct F_##name {                                          \
    Scalar operator()(const Scalar& x) const { return value; } \
  };                                                         \
  UnaryOp<F_##name, D> name() const { return unaryExpr(F_##name()); }
  PENSTOCK_UNARY(square, Scalar(x* x))
  PENSTOCK_UNARY(cube, Scalar(x* x* x))
  PENSTOCK_UNARY(abs, Scalar(x < Scalar(0) ? -x : x))
  PENSTOCK_UNARY(sqrt, Scalar(std::sqrt(x)))
  PENSTOCK_UNARY(rsqrt, Scalar(Scalar(1) / Scalar(std::sqrt(x))))
  PENSTOCK_UNARY(exp, Scalar(std::exp(x)))
  PENSTOCK_UNARY(log, Scalar(std::log(x)))
  PENSTOCK_UNARY(tanh, Scalar(std::tanh(x)))
  PENSTOCK_UNARY(sigmoid, Scalar(Scalar(1) / (Scalar(1) + Scalar(std::exp(-x)))))
  PENSTOCK_UNARY(inverse, Scalar(Scalar(1) / x))
  PENSTOCK_UNARY(floor, Scalar(std::floor(x)))
  PENSTOCK_UNARY(ceil, Scalar(std::ceil(x)))
  PENSTOCK_UNARY(sign, Scalar(x > Scalar(0) ? 1 : x < Scalar(0) ? -1 : 0))
  PENSTOCK_UNARY(operator_minus, Scalar(-x))
#undef PENSTOCK_UNARY
  UnaryOp<F_operator_minus, D> operator-() const { return operator_minus(); }

  template <typename To>
  struct F_cast {
    To operator()(const Scalar& x) const { return static_cast<To>(x); }
  };
  template <typename To>
  UnaryOp<F_cast<To>, D> cast() const {
    return unaryExpr(F_cast<To>());
  }
  struct F_pow {
    Scalar power;
    Scalar operator()(const Scalar& x) const { return Scalar(std::pow(x, power)); }
  };
  UnaryOp<F_pow, D> pow(const Scalar& power) const { return unaryExpr(F_pow{power}); }

#define PENSTOCK_BINARY(function, symbol, Result, value)                                          \
  struct G_##function {                                                                           \
    Result operator()(const Scalar& x, const Scalar& y) const { return value; }                   \
  };                                                                                              \
  template <typename B>                                                                           \
  BinaryOp<G_##function, D, B> symbol(const TensorBase<B>& b) const {                             \
    return binaryExpr(b, G_##function());                                                         \
  }                                                                                               \
  BinaryOp<G_##function, D, ConstantOp<Scalar, D>> symbol(const Scalar& b) const {                \
    return binaryExpr(constant(b), G_##function());                                               \
  }
  PENSTOCK_BINARY(plus, operator+, Scalar, Scalar(x + y))
  PENSTOCK_BINARY(minus, operator-, Scalar, Scalar(x - y))
  PENSTOCK_BINARY(times, operator*, Scalar, Scalar(x * y))
  PENSTOCK_BINARY(divided, operator/, Scalar, Scalar(x / y))
  PENSTOCK_BINARY(less, operator<, bool, x < y)
  PENSTOCK_BINARY(less_equal, operator<=, bool, x <= y)
  PENSTOCK_BINARY(greater, operator>, bool, x > y)
  PENSTOCK_BINARY(greater_equal, operator>=, bool, x >= y)
  PENSTOCK_BINARY(equal, operator==, bool, x == y)
  PENSTOCK_BINARY(not_equal, operator!=, bool, !(x == y))
  PENSTOCK_BINARY(maximum_of, cwiseMax, Scalar, x < y ? y : x)
  PENSTOCK_BINARY(minimum_of, cwiseMin, Scalar, y < x ? y : x)
#undef PENSTOCK_BINARY

  template <typename F>
  Reduced<Scalar> fold(Scalar start, F f) const {
    const Index n = derived().size();
    for (Index i = 0; i < n; i++) start = f(start, derived().coeff(i));
    return Reduced<Scalar>(start);
  }
  Reduced<Scalar> sum() const {
    return fold(Scalar(0), [](Scalar a, Scalar b) { return Scalar(a + b); });
  }
  Reduced<Scalar> prod() const {
    return fold(Scalar(1), [](Scalar a, Scalar b) { return Scalar(a * b); });
  }
  Reduced<Scalar> mean() const { return Reduced<Scalar>(sum().value / Scalar(derived().size())); }
  Reduced<Scalar> maximum() const {
    return fold(NumTraits<Scalar>::lowest(), [](Scalar a, Scalar b) { return a < b ? b : a; });
  }
  Reduced<Scalar> minimum() const {
    return fold(NumTraits<Scalar>::highest(), [](Scalar a, Scalar b) { return b < a ? b : a; });
  }
};

template <typename F, typename A>
struct UnaryOp : Expression<UnaryOp<F, A>, decltype(std::declval<F>()(std::declval<typename A::Scalar>()))> {
  UnaryOp(const A& a, const F& f) : a_(a), f_(f) {}
  typename UnaryOp::Scalar coeff(Index i) const { return f_(a_.coeff(i)); }
  Index size() const { return a_.size(); }
  A a_;
  F f_;
};

template <typename F, typename A, typename B>
struct BinaryOp : Expression<BinaryOp<F, A, B>,
                             decltype(std::declval<F>()(std::declval<typename A::Scalar>(), std::declval<typename B::Scalar>()))> {
  BinaryOp(const A& a, const B& b, const F& f) : a_(a), b_(b), f_(f) {}
  typename BinaryOp::Scalar coeff(Index i) const { return f_(a_.coeff(i), b_.coeff(i)); }
  Index size() const { return a_.size(); }
  template <typename T, typename E>
  struct Choice;
  template <typename T, typename E>
  Choice<T, E> select(const TensorBase<T>& then_part, const TensorBase<E>& else_part) const {
    return Choice<T, E>(*this, then_part.derived(), else_part.derived());
  }
  A a_;
  B b_;
  F f_;
};

template <typename F, typename A, typename B>
template <typename T, typename E>
struct BinaryOp<F, A, B>::Choice : Expression<Choice<T, E>, typename T::Scalar> {
  Choice(const BinaryOp& condition, const T& t, const E& e) : condition_(condition), then_(t), else_(e) {}
  typename T::Scalar coeff(Index i) const { return condition_.coeff(i) ? then_.coeff(i) : else_.coeff(i); }
  Index size() const { return condition_.size(); }
  BinaryOp condition_;
  T then_;
  E else_;
};

template <typename T, typename A>
struct ConstantOp : Expression<ConstantOp<T, A>, T> {
  ConstantOp(const A& a, const T& value) : size_(a.size()), value_(value) {}
  T coeff(Index) const { return value_; }
  Index size() const { return size_; }
  Index size_;
  T value_;
};

// A tensor without dimensions: what a whole reduction gives.
template <typename T>
struct Reduced : Expression<Reduced<T>, T> {
  explicit Reduced(const T& v) : value(v) {}
  T coeff(Index) const { return value; }
  Index size() const { return 1; }
  operator T() const { return value; }
  T operator()() const { return value; }
  T value;
};

// A number on the left side.
#define PENSTOCK_NUMBER_FIRST(symbol, function)                                                                       \
  template <typename D, typename T>                                                                                   \
  BinaryOp<typename Expression<D, T>::G_##function, ConstantOp<typename Expression<D, T>::Scalar, D>, D> symbol(      \
      const typename Expression<D, T>::Scalar& a, const Expression<D, T>& b) {                                        \
    return b.constant(a).binaryExpr(b, typename Expression<D, T>::G_##function());                                    \
  }
PENSTOCK_NUMBER_FIRST(operator+, plus)
PENSTOCK_NUMBER_FIRST(operator-, minus)
PENSTOCK_NUMBER_FIRST(operator*, times)
PENSTOCK_NUMBER_FIRST(operator/, divided)
#undef PENSTOCK_NUMBER_FIRST

// -- what holds elements ---------------------------------------------------------------------------------------------

// `output.device(d) = expression`: large ones are spread over the threads of the device.
template <typename M, typename Device>
class OnDevice {
 public:
  OnDevice(M& target, const Device& device) : target_(target), device_(device) {}
  template <typename E>
  void operator=(const TensorBase<E>& e) {
    Each(e.derived(), [](typename M::Scalar& a, const typename M::Scalar& b) { a = b; });
  }
  template <typename E>
  void operator+=(const TensorBase<E>& e) {
    Each(e.derived(), [](typename M::Scalar& a, const typename M::Scalar& b) { a = a + b; });
  }
  template <typename E>
  void operator-=(const TensorBase<E>& e) {
    Each(e.derived(), [](typename M::Scalar& a, const typename M::Scalar& b) { a = a - b; });
  }

 private:
  template <typename E, typename F>
  void Each(const E& e, F f) {
    auto* data = target_.data();
    Loop(device_, target_.size(), [&e, data, f](Index from, Index to) {
      for (Index i = from; i < to; i++) f(data[i], typename M::Scalar(e.coeff(i)));
    });
  }
  template <typename Body>
  static void Loop(const DefaultDevice&, Index n, const Body& body) {
    body(0, n);
  }
  template <typename Body>
  static void Loop(const ThreadPoolDevice& d, Index n, const Body& body) {
    d.parallelFor(n, TensorOpCost(8, 4, 4), body);
  }
  M& target_;
  const Device& device_;
};

template <typename M, typename T, int N, typename I>
class Holder : public Expression<M, T> {
 public:
  typedef typename std::remove_const<T>::type Scalar;
  typedef DSizes<I, N> Dimensions;
  static const int NumDimensions = N;
  T* data() const { return data_; }
  I size() const { return dimensions_.TotalSize(); }
  I dimension(std::size_t d) const { return dimensions_[d]; }
  const Dimensions& dimensions() const { return dimensions_; }
  static int rank() { return N; }
  const T& coeff(Index i) const { return data_[i]; }
  T& coeffRef(Index i) const { return data_[i]; }
  template <typename... J>
  T& operator()(J... at) const {
    static_assert(sizeof...(J) == N, "as many indices as dimensions");
    const I place[] = {static_cast<I>(at)..., 0};
    return data_[Offset(place)];
  }
  T& operator()(const array<I, N>& at) const { return data_[Offset(at.data())]; }
  T& operator[](Index i) const { return data_[i]; }
  M& setZero() { return setConstant(Scalar()); }
  M& setConstant(const Scalar& value) {
    std::fill(data_, data_ + size(), value);
    return static_cast<M&>(*this);
  }
  template <typename Device>
  OnDevice<M, Device> device(const Device& d) {
    return OnDevice<M, Device>(static_cast<M&>(*this), d);
  }
  template <typename E>
  M& operator+=(const TensorBase<E>& e) {
    DefaultDevice here;
    OnDevice<M, DefaultDevice>(static_cast<M&>(*this), here) += e;
    return static_cast<M&>(*this);
  }
  template <typename E>
  M& operator-=(const TensorBase<E>& e) {
    DefaultDevice here;
    OnDevice<M, DefaultDevice>(static_cast<M&>(*this), here) -= e;
    return static_cast<M&>(*this);
  }

 protected:
  Index Offset(const I* at) const {
    Index offset = 0;
    for (int d = 0; d < N; d++) offset = offset * dimensions_[d] + at[d];
    return offset;
  }
  template <typename E>
  void Assign(const TensorBase<E>& e) {
    DefaultDevice here;
    OnDevice<M, DefaultDevice>(static_cast<M&>(*this), here) = e;
  }
  T* data_ = nullptr;
  Dimensions dimensions_;
};

template <typename T, int N, int Options, typename I, int Align>
class TensorMap<Tensor<T, N, Options, I>, Align> : public Holder<TensorMap<Tensor<T, N, Options, I>, Align>, T, N, I> {
 public:
  TensorMap(T* data, const DSizes<I, N>& sizes) { this->data_ = data, this->dimensions_ = sizes; }
  template <typename J>
  TensorMap(T* data, const std::array<J, N>& sizes) {
    this->data_ = data, this->dimensions_ = DSizes<I, N>(sizes);
  }
  template <typename... J, typename = typename std::enable_if<sizeof...(J) == N && N != 0 &&
                               std::is_integral<typename std::common_type<J...>::type>::value>::type>
  TensorMap(T* data, J... sizes) : TensorMap(data, DSizes<I, N>(sizes...)) {}
  TensorMap(const TensorMap&) = default;
  // A map of one that may be changed as a map of one that may not.
  template <typename U, int A, typename = typename std::enable_if<std::is_same<const U, T>::value>::type>
  TensorMap(const TensorMap<Tensor<U, N, Options, I>, A>& b) : TensorMap(b.data(), b.dimensions()) {}  // NOLINT
  TensorMap& operator=(const TensorMap& b) {
    this->Assign(b);
    return *this;
  }
  template <typename E>
  TensorMap& operator=(const TensorBase<E>& e) {
    this->Assign(e);
    return *this;
  }
  // A part for one place in the first dimension.
  template <int D>
  TensorMap<Tensor<T, N - 1, Options, I>, Unaligned> chip(Index i) const {
    static_assert(D == 0, "without Eigen, chip is for the first dimension");
    DSizes<I, N - 1> rest;
    Index step = 1;
    for (int d = 1; d < N; d++) step *= (rest[d - 1] = this->dimensions_[d]);
    return TensorMap<Tensor<T, N - 1, Options, I>, Unaligned>(this->data_ + i * step, rest);
  }
};

template <typename T, int Options, typename I, int Align>
class TensorMap<TensorFixedSize<T, Sizes<>, Options, I>, Align>
    : public Holder<TensorMap<TensorFixedSize<T, Sizes<>, Options, I>, Align>, T, 0, I> {
 public:
  explicit TensorMap(T* data) { this->data_ = data; }
  TensorMap(const TensorMap&) = default;
  template <typename E>
  TensorMap& operator=(const TensorBase<E>& e) {
    this->Assign(e);
    return *this;
  }
};

template <typename T, int N, int Options, typename I>
class Tensor : public Holder<Tensor<T, N, Options, I>, T, N, I> {
 public:
  Tensor() {}
  template <typename... J, typename = typename std::enable_if<sizeof...(J) == N && N != 0>::type>
  explicit Tensor(J... sizes) : Tensor(DSizes<I, N>(sizes...)) {}
  explicit Tensor(const DSizes<I, N>& sizes) : held_(sizes.TotalSize()) {
    this->dimensions_ = sizes, this->data_ = held_.data();
  }
  Tensor(const Tensor& b) : Holder<Tensor, T, N, I>(b), held_(b.held_) { this->data_ = held_.data(); }
  Tensor& operator=(const Tensor& b) {
    held_ = b.held_, this->dimensions_ = b.dimensions_, this->data_ = held_.data();
    return *this;
  }
  template <typename E>
  Tensor& operator=(const TensorBase<E>& e) {
    this->Assign(e);
    return *this;
  }

 private:
  std::vector<typename std::remove_const<T>::type> held_;
};

namespace numext {
using std::abs;
using std::ceil;
using std::exp;
using std::floor;
using std::isnan;
using std::log;
using std::sqrt;
template <typename T>
T maxi(const T& a, const T& b) { return a < b ? b : a; }
template <typename T>
T mini(const T& a, const T& b) { return b < a ? b : a; }
}  // namespace numext

}  // namespace Eigen
