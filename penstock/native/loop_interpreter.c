/* Loops of recurrent networks: an interpreter that runs all iterations of a loop on some rows of the batch.

   Rows of a batch are independent, so each thread takes some and never synchronizes with others; what an iteration computes
   stays in the thread's cache, and the weight matrices are packed once. Reductions over rows, such as the gradients of weights,
   are not done in the loop: their operands are saved in every iteration and reduced by one large matmul at the end. The
   bytecode is made by runtime/xla/passes/loops.py, which also validates it: registers, stacks and results are large enough for
   every access. */

#include "exponential.h"
#include "matmul.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef __clang__
#define NO_ALIAS _Pragma("clang loop vectorize(assume_safety)")
#else
#define NO_ALIAS _Pragma("GCC ivdep")
#endif

/* -- the program, as it comes -------------------------------------------------------------------------------------------- */

/* Sizes of the header before the instructions. */
enum { ROWS, UNIFORM, PER_ROW, N_LITERALS, N_MATRICES, N_STACKS, N_SUMS, CAPACITY, SETUP, COND, BODY, FINAL, PREDICATE, HEADER };

/* A stack (a TensorList) among the results. If `fresh`, elements that no iteration has written are zero; otherwise the
   buffer already holds the values from before. */
typedef struct { i64 result, length, columns, size, fresh; } Stack;

/* A weight matrix (k, n), or its rows from `first` on if it is stored transposed. */
typedef struct { i64 operand, k, n, transposed, first; } Matrix;

/* A reduction over rows and iterations: a^T b with k columns of a, or the column sums of b if k is 0; `initial` is an
   operand or -1. */
typedef struct { i64 a, b, k, n, result, initial; } Sum;

/* An operand of an instruction. Its space: none, shared by all rows, or per row; its register (a per-row register holds all
   rows of the task contiguously: `offset` is that of one row); its first column; its row and column strides, 0 for a
   broadcast. */
typedef struct { i64 where, offset, column, stride, step; } Place;
enum { NOWHERE, SHARED, OF_ROWS };

typedef struct { i64 code, of_rows, columns; Place out, a, b, c; i64 x, y; } Coded;

/* -- and as it runs ------------------------------------------------------------------------------------------------------ */

typedef struct Instruction Instruction;
typedef struct Part Part;
struct Instruction {
  void (*run)(const Instruction *, Part *);
  i64 rows, columns;
  float *out, *a, *b, *c;
  i64 out_stride, a_stride, b_stride, c_stride; /* row stride */
  i64 a_step, b_step, c_step;                   /* column stride: 1, or 0 for a broadcast */
  i64 x, y;
};

typedef struct {
  const i64 *header;
  const i64 *literals;
  const Matrix *matrices;
  const Stack *stacks;
  const Sum *sums;
  const Coded *code;
  void *const *operands, *const *results;
  float *memory, **panels;
  i64 rows_of_part, memory_of_part;
  i64 turns;
  _Atomic int failed;
} Loop;

struct Part {
  Loop *loop;
  i64 first, rows, turn;
  int is_first;
  unsigned char *written; /* which elements of each stack were written */
};

/* -- functions of a number ----------------------------------------------------------------------------------------------- */

static inline float hyperbolic_tangent(float x) {
  float size = fabsf(x), z = x * x;
  float far = 1.0f - 2.0f / (exponential(2.0f * size) + 1.0f);
  float q = FMA(z, -0.00570499f, 0.02063909f);
  q = FMA(q, z, -0.05373972f);
  q = FMA(q, z, 0.13331442f);
  q = FMA(q, z, -0.33333282f);
  float near = FMA(q * z, x, x);
  float result = size < 0.625f ? near : far;
  return of_bits((bits_of(result) & 0x7fffffffu) | (bits_of(x) & 0x80000000u));
}

/* NaN is propagated. */
static inline float greater_number(float x, float y) { return x > y || x != x ? x : y; }
static inline float smaller_number(float x, float y) { return x < y || x != x ? x : y; }
static inline i32 wrapped_sum(i32 x, i32 y) { return (i32)((uint32_t)x + (uint32_t)y); }
static inline i32 wrapped_difference(i32 x, i32 y) { return (i32)((uint32_t)x - (uint32_t)y); }
static inline i32 wrapped_product(i32 x, i32 y) { return (i32)((uint32_t)x * (uint32_t)y); }
/* As XLA converts: saturating, NaN to 0. */
static inline i32 integer(float x) {
  return x != x ? 0 : x >= 2147483648.0f ? INT32_MAX : x < -2147483648.0f ? INT32_MIN : (i32)x;
}

/* -- elementwise --------------------------------------------------------------------------------------------------------- */

#define EACH_ROW for (i64 row = 0; row < in->rows; row++)
#define EACH_COLUMN NO_ALIAS for (i64 j = 0; j < in->columns; j++)

#define UNARY(name, From, To, result)                                        \
  static void name(const Instruction *in, Part *part) {                      \
    (void)part;                                                              \
    EACH_ROW {                                                               \
      const From *a = (const From *)(in->a + row * in->a_stride);            \
      To *out = (To *)(in->out + row * in->out_stride);                      \
      if (in->a_step == 1) {                                                 \
        EACH_COLUMN { From x = a[j]; out[j] = result; }                      \
      } else {                                                               \
        From x = a[0];                                                       \
        To value = result;                                                   \
        EACH_COLUMN out[j] = value;                                          \
      }                                                                      \
    }                                                                        \
  }

#define BINARY(name, From, To, result)                                       \
  static void name(const Instruction *in, Part *part) {                      \
    (void)part;                                                              \
    EACH_ROW {                                                               \
      const From *a = (const From *)(in->a + row * in->a_stride);            \
      const From *b = (const From *)(in->b + row * in->b_stride);            \
      To *out = (To *)(in->out + row * in->out_stride);                      \
      if (in->a_step == 1 && in->b_step == 1) {                              \
        EACH_COLUMN { From x = a[j], y = b[j]; out[j] = result; }            \
      } else if (in->a_step == 1) {                                          \
        From y = b[0];                                                       \
        EACH_COLUMN { From x = a[j]; out[j] = result; }                      \
      } else if (in->b_step == 1) {                                          \
        From x = a[0];                                                       \
        EACH_COLUMN { From y = b[j]; out[j] = result; }                      \
      } else {                                                               \
        From x = a[0], y = b[0];                                             \
        To value = result;                                                   \
        EACH_COLUMN out[j] = value;                                          \
      }                                                                      \
    }                                                                        \
  }

UNARY(copy, i32, i32, x)
UNARY(negate_f, float, float, -x)
UNARY(negate_i, i32, i32, wrapped_difference(0, x))
UNARY(exp_f, float, float, exponential(x))
UNARY(tanh_f, float, float, hyperbolic_tangent(x))
UNARY(logistic_f, float, float, 1.0f / (1.0f + exponential(-x)))
UNARY(abs_f, float, float, fabsf(x))
UNARY(sqrt_f, float, float, sqrtf(x))
UNARY(inverse_root_f, float, float, 1.0f / sqrtf(x))
UNARY(not_b, i32, i32, !x)
UNARY(float_of, i32, float, (float)x)
UNARY(integer_of, float, i32, integer(x))
UNARY(truth_of_f, float, i32, x != 0)
UNARY(truth_of_i, i32, i32, x != 0)
BINARY(add_f, float, float, x + y)
BINARY(sub_f, float, float, x - y)
BINARY(mul_f, float, float, x *y)
BINARY(div_f, float, float, x / y)
BINARY(max_f, float, float, greater_number(x, y))
BINARY(min_f, float, float, smaller_number(x, y))
BINARY(add_i, i32, i32, wrapped_sum(x, y))
BINARY(sub_i, i32, i32, wrapped_difference(x, y))
BINARY(mul_i, i32, i32, wrapped_product(x, y))
BINARY(max_i, i32, i32, x > y ? x : y)
BINARY(min_i, i32, i32, x < y ? x : y)
BINARY(eq_f, float, i32, x == y)
BINARY(ne_f, float, i32, x != y)
BINARY(lt_f, float, i32, x < y)
BINARY(le_f, float, i32, x <= y)
BINARY(eq_i, i32, i32, x == y)
BINARY(ne_i, i32, i32, x != y)
BINARY(lt_i, i32, i32, x < y)
BINARY(le_i, i32, i32, x <= y)
BINARY(and_b, i32, i32, x &y)
BINARY(or_b, i32, i32, x | y)

/* select: b where c is true, else a. */
static void choose(const Instruction *in, Part *part) {
  (void)part;
  EACH_ROW {
    const i32 *a = (const i32 *)(in->a + row * in->a_stride), *b = (const i32 *)(in->b + row * in->b_stride);
    const i32 *c = (const i32 *)(in->c + row * in->c_stride);
    i32 *out = (i32 *)(in->out + row * in->out_stride);
    if (in->c_step == 0) {
      const i32 *from = c[0] ? b : a;
      if (c[0] ? in->b_step : in->a_step)
        EACH_COLUMN out[j] = from[j];
      else
        EACH_COLUMN out[j] = from[0];
    } else if (in->a_step == 1 && in->b_step == 1) {
      EACH_COLUMN out[j] = c[j] ? b[j] : a[j];
    } else {
      for (i64 j = 0; j < in->columns; j++) out[j] = c[j] ? b[j * in->b_step] : a[j * in->a_step];
    }
  }
}

/* -- the rest of the instructions ---------------------------------------------------------------------------------------- */

static void sum_columns(const Instruction *in, Part *part) { /* x: number of columns */
  (void)part;
  EACH_ROW {
    const float *a = in->a + row * in->a_stride;
    float few[LANES] = {0}, sum = 0;
    for (i64 j = 0; j < in->x; j++) few[j % LANES] += a[j * in->a_step];
    for (int i = 0; i < LANES; i++) sum += few[i];
    in->out[row * in->out_stride] = sum;
  }
}

static void greatest_column(const Instruction *in, Part *part) {
  (void)part;
  EACH_ROW {
    const float *a = in->a + row * in->a_stride;
    float best = a[0];
    for (i64 j = 1; j < in->x; j++) best = greater_number(best, a[j * in->a_step]);
    in->out[row * in->out_stride] = best;
  }
}

static void multiply(const Instruction *in, Part *part) { /* x: index of the matrix */
  const Matrix *m = part->loop->matrices + in->x;
  product_with_panels(in->a, in->rows, m->k, m->n, part->loop->panels[in->x], in->out);
}

/* load: an operand into a register; x: its index, y: its element size. */
static void load_operand(const Instruction *in, Part *part) {
  const char *from = part->loop->operands[in->x];
  i64 first = in->out_stride ? part->first : 0;
  EACH_ROW {
    const char *at = from + (first + row) * in->columns * in->y;
    float *out = in->out + row * in->out_stride;
    if (in->y == 4)
      memcpy(out, at, (size_t)in->columns * 4);
    else
      for (i64 j = 0; j < in->columns; j++) ((i32 *)out)[j] = at[j] != 0;
  }
}

/* Converts numbers to elements of an array, from index `at` on. */
static void put(void *array, i64 at, i64 count, i64 size, const float *from) {
  if (size == 4)
    memcpy((float *)array + at, from, (size_t)count * 4);
  else
    for (i64 j = 0; j < count; j++) ((char *)array)[at + j] = ((const i32 *)from)[j] != 0;
}

/* store: a contiguous register into a result. What all rows share is stored by the first task. */
static void store_result(const Instruction *in, Part *part) {
  i64 first = in->a_stride ? part->first : 0;
  if (in->a_stride == 0 && !part->is_first) return;
  EACH_ROW put(part->loop->results[in->x], (first + row) * in->columns, in->columns, in->y, in->a + row * in->a_stride);
}

static i64 clamped(const float *index, i64 length) { return max_i64(0, min_i64(*(const i32 *)index, length - 1)); }

/* Reads this task's rows of an element of a stack: operand x, y elements; register b holds the index; c_step bytes per
   number. */
static void read_stack(const Instruction *in, Part *part) {
  i64 at = (clamped(in->b, in->y) * part->loop->header[ROWS] + part->first) * in->columns * in->c_step;
  const char *from = (const char *)part->loop->operands[in->x] + at;
  if (in->c_step == 4)
    memcpy(in->out, from, (size_t)(in->rows * in->columns) * 4);
  else
    for (i64 j = 0; j < in->rows * in->columns; j++) ((i32 *)in->out)[j] = from[j] != 0;
}

/* Writes this task's rows of an element of stack x; register b holds the index; y: where the stack's written marks begin. */
static void write_stack(const Instruction *in, Part *part) {
  const Stack *stack = part->loop->stacks + in->x;
  i64 element = clamped(in->b, stack->length), at = element * part->loop->header[ROWS] + part->first;
  part->written[in->y + element] = 1;
  put(part->loop->results[stack->result], at * stack->columns, in->rows * in->columns, stack->size, in->a);
}

static void add_to_stack(const Instruction *in, Part *part) {
  const Stack *stack = part->loop->stacks + in->x;
  i64 element = clamped(in->b, stack->length), at = element * part->loop->header[ROWS] + part->first;
  if (stack->fresh && !part->written[in->y + element]) {
    write_stack(in, part);
    return;
  }
  float *to = (float *)part->loop->results[stack->result] + at * stack->columns;
  NO_ALIAS for (i64 j = 0; j < in->rows * in->columns; j++) to[j] += in->a[j];
}

/* Saves an operand of a reduction; x: the result buffer that holds it. */
static void keep(const Instruction *in, Part *part) {
  if (part->turn >= part->loop->header[CAPACITY]) return; /* only after an index out of range */
  float *to = part->loop->results[in->x];
  i64 at = part->turn * part->loop->header[ROWS] + part->first;
  EACH_ROW memcpy(to + (at + row) * in->columns, in->a + row * in->a_stride, (size_t)in->columns * sizeof(float));
}

static void get_one(const Instruction *in, Part *part) { /* x: length of a */
  (void)part;
  in->out[0] = in->a[clamped(in->b, in->x)];
}

/* dynamic_update_slice of a vector: a with c at index b, which is clamped, or ignored when out of range if x. */
static void set_one(const Instruction *in, Part *part) {
  (void)part;
  i64 wanted = *(const i32 *)in->b, at = clamped(in->b, in->columns);
  memmove(in->out, in->a, (size_t)in->columns * sizeof(float));
  if (!in->x || at == wanted) in->out[at] = in->c[0];
}

/* Opcodes: in the order of the table in runtime/xla/passes/loop_program.py. */
static void (*const functions[])(const Instruction *, Part *) = {
    copy, negate_f, negate_i, exp_f, tanh_f, logistic_f, abs_f, sqrt_f, inverse_root_f, not_b,
    float_of, integer_of, truth_of_f, truth_of_i,
    add_f, sub_f, mul_f, div_f, max_f, min_f, add_i, sub_i, mul_i, max_i, min_i,
    eq_f, ne_f, lt_f, le_f, eq_i, ne_i, lt_i, le_i, and_b, or_b, choose,
    sum_columns, greatest_column, multiply,
    load_operand, store_result, read_stack, write_stack, add_to_stack, keep, get_one, set_one,
};
#define ELEMENTWISE 36 /* opcodes up to here are elementwise */

/* -- running ------------------------------------------------------------------------------------------------------------- */

static float *address(const Loop *loop, float *memory, const Place *position) {
  if (position->where == NOWHERE) return NULL;
  if (position->where == SHARED) return memory + position->offset + position->column;
  return memory + loop->header[UNIFORM] + position->offset * loop->rows_of_part + position->column;
}

static Instruction decoded(const Loop *loop, float *memory, const Coded *coded, i64 rows) {
  Instruction in = {.run = functions[coded->code], .rows = coded->of_rows ? rows : 1, .columns = coded->columns,
                    .out = address(loop, memory, &coded->out), .a = address(loop, memory, &coded->a),
                    .b = address(loop, memory, &coded->b), .c = address(loop, memory, &coded->c),
                    .out_stride = coded->out.stride, .a_stride = coded->a.stride, .b_stride = coded->b.stride,
                    .c_stride = coded->c.stride, .a_step = coded->a.step, .b_step = coded->b.step, .c_step = coded->c.step,
                    .x = coded->x, .y = coded->y};
  i64 n = in.columns; /* contiguous rows are processed as one long row */
#define ONE_ROW(p, stride, step) ((p) == NULL || ((step) == 1 && (stride) == n) || ((step) == 0 && (stride) == 0))
  if (coded->code < ELEMENTWISE && in.out_stride == n && ONE_ROW(in.a, in.a_stride, in.a_step) &&
      ONE_ROW(in.b, in.b_stride, in.b_step) && ONE_ROW(in.c, in.c_stride, in.c_step)) {
    in.columns = in.rows * n;
    in.rows = 1;
  }
  return in;
}

static void run_part(void *arg, i64 number) {
  Loop *loop = arg;
  const i64 *header = loop->header;
  i64 first = number * loop->rows_of_part, rows = min_i64(loop->rows_of_part, header[ROWS] - first), marks = 0;
  if (rows <= 0) return;
  for (i64 s = 0; s < header[N_STACKS]; s++) marks += loop->stacks[s].length;
  float *memory = loop->memory + number * loop->memory_of_part;
  Part part = {.loop = loop, .first = first, .rows = rows, .is_first = number == 0, .written = calloc((size_t)marks + 1, 1)};
  Instruction *code = malloc((size_t)header[FINAL] * sizeof(Instruction) + 1);
  if (part.written == NULL || code == NULL) {
    loop->failed = 1;
    free(part.written);
    free(code);
    return;
  }
  for (i64 i = 0; i < header[FINAL]; i++) code[i] = decoded(loop, memory, loop->code + i, rows);
  for (i64 i = 0; i < header[N_LITERALS]; i++) memory[loop->literals[2 * i]] = of_bits((uint32_t)loop->literals[2 * i + 1]);
  const i32 *predicate = (const i32 *)(memory + header[PREDICATE]);
  for (i64 i = 0; i < header[SETUP]; i++) code[i].run(code + i, &part);
  for (;; part.turn++) {
    for (i64 i = header[SETUP]; i < header[COND]; i++) code[i].run(code + i, &part);
    if (!*predicate) break;
    for (i64 i = header[COND]; i < header[BODY]; i++) code[i].run(code + i, &part);
  }
  for (i64 i = header[BODY]; i < header[FINAL]; i++) code[i].run(code + i, &part);
  const unsigned char *written = part.written;
  for (const Stack *s = loop->stacks; s < loop->stacks + header[N_STACKS]; written += s->length, s++)
    for (i64 t = 0; s->fresh && t < s->length; t++)
      if (!written[t])
        memset((char *)loop->results[s->result] + (t * header[ROWS] + first) * s->columns * s->size, 0,
               (size_t)(rows * s->columns * s->size));
  if (part.is_first) loop->turns = part.turn;
  free(part.written);
  free(code);
}

/* -- sums when the loop is done ------------------------------------------------------------------------------------------ */

#define FEW_ROWS 64     /* rows per partial sum, which bounds the rounding error */
#define FEW_COLUMNS 128 /* rows of a task */

typedef struct { const float *b; float *out; i64 rows, n; } Columns;

static void sum_rows(void *arg, i64 part) {
  const Columns *job = arg;
  i64 left = part * FEW_COLUMNS, here = min_i64(FEW_COLUMNS, job->n - left);
  float few[FEW_COLUMNS], *out = job->out + left;
  memset(out, 0, (size_t)here * sizeof(float));
  for (i64 row = 0; row < job->rows;) {
    i64 until = min_i64(row + FEW_ROWS, job->rows);
    memset(few, 0, sizeof few);
    for (; row < until; row++) {
      const float *b = job->b + row * job->n + left;
      for (i64 j = 0; j < here; j++) few[j] += b[j];
    }
    for (i64 j = 0; j < here; j++) out[j] += few[j];
  }
}

static int make_sum(const Loop *loop, const Sum *sum) {
  i64 rows = min_i64(loop->turns, loop->header[CAPACITY]) * loop->header[ROWS], size = max_i64(1, sum->k) * sum->n;
  float *out = loop->results[sum->result];
  const float *b = loop->results[sum->b], *initial = sum->initial < 0 ? NULL : loop->operands[sum->initial];
  if (rows == 0) {
    memset(out, 0, (size_t)size * sizeof(float));
  } else if (sum->k == 0) {
    Columns job = {b, out, rows, sum->n};
    in_parallel(sum_rows, &job, (sum->n + FEW_COLUMNS - 1) / FEW_COLUMNS);
  } else if (penstock_product_over_rows(rows, sum->k, sum->n, loop->results[sum->a], b, out)) {
    return 1;
  }
  if (initial != NULL)
    NO_ALIAS for (i64 i = 0; i < size; i++) out[i] += initial[i];
  return 0;
}

/* -- what is called ------------------------------------------------------------------------------------------------------ */

/* Enough rows per task to fill register tiles twice, and at least one task per processor. */
static i64 rows_of_part(i64 rows) {
  i64 parts = max_i64((rows + 2 * TILE - 1) / (2 * TILE), min_i64(processors(), rows / 4)), workers = processors();
  if (parts > workers) parts = (parts + workers - 1) / workers * workers;
  return (rows + max_i64(1, parts) - 1) / max_i64(1, parts);
}

int penstock_loop(const i64 *program, void *const *operands, void *const *results) {
  const i64 *at = program + HEADER;
  Loop loop = {.header = program, .operands = operands, .results = results};
  loop.literals = at, at += 2 * program[N_LITERALS];
  loop.matrices = (const Matrix *)at, at += program[N_MATRICES] * (i64)(sizeof(Matrix) / sizeof(i64));
  loop.stacks = (const Stack *)at, at += program[N_STACKS] * (i64)(sizeof(Stack) / sizeof(i64));
  loop.sums = (const Sum *)at, at += program[N_SUMS] * (i64)(sizeof(Sum) / sizeof(i64));
  loop.code = (const Coded *)at;
  loop.rows_of_part = rows_of_part(program[ROWS]);
  i64 parts = (program[ROWS] + loop.rows_of_part - 1) / loop.rows_of_part;
  loop.memory_of_part = (program[UNIFORM] + program[PER_ROW] * loop.rows_of_part + 63) / 64 * 64;
  i64 floats = parts * loop.memory_of_part, start = floats;
  for (i64 i = 0; i < program[N_MATRICES]; i++) floats += (laid_out(loop.matrices[i].k, loop.matrices[i].n) + 15) / 16 * 16;
  loop.memory = aligned_alloc(64, (size_t)floats * sizeof(float));
  loop.panels = malloc((size_t)(program[N_MATRICES] + 1) * sizeof(float *));
  if (loop.memory == NULL || loop.panels == NULL) {
    loop.failed = 1;
  } else {
    for (i64 i = 0; i < program[N_MATRICES]; i++) {
      const Matrix *m = loop.matrices + i;
      loop.panels[i] = loop.memory + start;
      start += (laid_out(m->k, m->n) + 15) / 16 * 16;
      lay_out((const float *)operands[m->operand] + m->first * m->k, m->k, m->n, (int)m->transposed, loop.panels[i]);
    }
    in_parallel(run_part, &loop, parts);
    for (i64 i = 0; i < program[N_SUMS] && !loop.failed; i++) loop.failed = make_sum(&loop, loop.sums + i);
  }
  free(loop.memory);
  free(loop.panels);
  return loop.failed;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------- */

#include "xla_ffi.h"

#define MAX_BUFFERS 512

static int loop_of_frame(XLA_FFI_CallFrame *frame) {
  void *operands[MAX_BUFFERS], *results[MAX_BUFFERS];
  if (frame->args.size > MAX_BUFFERS || frame->rets.size > MAX_BUFFERS) return 1;
  for (i64 i = 0; i < frame->args.size; i++) operands[i] = IN(i);
  for (i64 i = 0; i < frame->rets.size; i++) results[i] = OUT(i);
  return penstock_loop(operands[0], operands, results);
}

HANDLER(penstock_xla_loop, loop_of_frame(frame))
