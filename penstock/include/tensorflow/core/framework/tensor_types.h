// TTypes: the views of a tensor's memory as Eigen's maps.
#pragma once

#include "penstock/eigen.h"

namespace tensorflow {

// Memory of NumPy is not aligned as Eigen would like it, so the maps do not count on that.
template <typename T, int NDIMS = 1, typename IndexType = Eigen::DenseIndex>
struct TTypes {
  template <typename E, int N>
  using MapOf = Eigen::TensorMap<Eigen::Tensor<E, N, Eigen::RowMajor, IndexType>, Eigen::Unaligned>;
  template <typename E>
  using ScalarOf = Eigen::TensorMap<Eigen::TensorFixedSize<E, Eigen::Sizes<>, Eigen::RowMajor, IndexType>, Eigen::Unaligned>;

  typedef MapOf<T, NDIMS> Tensor;
  typedef MapOf<const T, NDIMS> ConstTensor;
  typedef MapOf<T, NDIMS> UnalignedTensor;
  typedef MapOf<const T, NDIMS> UnalignedConstTensor;
  typedef Eigen::TensorMap<Eigen::Tensor<T, NDIMS, Eigen::RowMajor, int>, Eigen::Unaligned> Tensor32Bit;
  typedef ScalarOf<T> Scalar;
  typedef ScalarOf<const T> ConstScalar;
  typedef ScalarOf<T> UnalignedScalar;
  typedef ScalarOf<const T> UnalignedConstScalar;
  typedef MapOf<T, 1> Flat;
  typedef MapOf<const T, 1> ConstFlat;
  typedef MapOf<T, 1> Vec;
  typedef MapOf<const T, 1> ConstVec;
  typedef MapOf<T, 1> UnalignedFlat;
  typedef MapOf<const T, 1> UnalignedConstFlat;
  typedef MapOf<T, 1> UnalignedVec;
  typedef MapOf<const T, 1> UnalignedConstVec;
  typedef MapOf<T, 2> Matrix;
  typedef MapOf<const T, 2> ConstMatrix;
  typedef MapOf<T, 2> UnalignedMatrix;
  typedef MapOf<const T, 2> UnalignedConstMatrix;
};

}  // namespace tensorflow
