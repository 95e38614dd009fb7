/* Numbers that are too small to be normal are 0, as inputs and as results: so XLA and TensorFlow run their programs. A part of a
   kernel's work sets this for itself, because it does not know whose thread it is in. */

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
