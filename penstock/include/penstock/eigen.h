// Eigen if it is installed (libeigen3-dev), else the part of it that kernels use most, in `penstock/small_eigen.h`.
// -DPENSTOCK_NO_EIGEN takes the small one in any case.
#pragma once

#ifndef EIGEN_USE_THREADS
#define EIGEN_USE_THREADS
#endif

#if !defined(PENSTOCK_NO_EIGEN) && defined(__has_include)
#if __has_include(<unsupported/Eigen/CXX11/Tensor>)
#include <unsupported/Eigen/CXX11/Tensor>
#define PENSTOCK_EIGEN 1
#elif __has_include(<eigen3/unsupported/Eigen/CXX11/Tensor>)
#include <eigen3/unsupported/Eigen/CXX11/Tensor>
#define PENSTOCK_EIGEN 1
#endif
#endif

#ifndef PENSTOCK_EIGEN
#include "penstock/small_eigen.h"
#endif
