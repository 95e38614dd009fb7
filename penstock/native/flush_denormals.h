/* Sets flush-to-zero and denormals-are-zero, as XLA and TensorFlow do while their programs run. Every task of a kernel sets
   them for itself, because it does not know which thread it runs on. */

#pragma once

#if defined(__SSE__)
#include <xmmintrin.h>

static inline unsigned normal_begin(void) {
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);
  return before;
}

static inline void normal_end(unsigned before) { _mm_setcsr(before); }
#else
static inline unsigned normal_begin(void) { return 0; }
static inline void normal_end(unsigned before) { (void)before; }
#endif
