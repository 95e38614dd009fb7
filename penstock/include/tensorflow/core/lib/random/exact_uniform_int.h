// ExactUniformInt: an integer below n, each as likely as all others.
#pragma once

namespace tensorflow {
namespace random {

template <typename UintType, typename RandomBits>
UintType ExactUniformInt(const UintType n, const RandomBits& random) {
  UintType bits = random();
  if (n == 0) return 0;
  if ((n & (n - 1)) == 0) return bits & (n - 1);
  // So many of the lowest numbers are left out that the rest is a multiple of n.
  const UintType left_out = ~static_cast<UintType>(0) % n + 1;
  while (bits < left_out) bits = random();
  return bits % n;
}

}  // namespace random
}  // namespace tensorflow
