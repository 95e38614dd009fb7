/* Threads and their memory: see parallel.h. */

#define _GNU_SOURCE /* sched_getaffinity */
#include "parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct {
  pthread_mutex_t busy, lock;
  pthread_cond_t wake, idle;
  int started, helpers, active;
  uint64_t turn;
  Work work;
  void *job;
  i64 parts;
  _Atomic i64 next;
} pool = {.busy = PTHREAD_MUTEX_INITIALIZER,
          .lock = PTHREAD_MUTEX_INITIALIZER,
          .wake = PTHREAD_COND_INITIALIZER,
          .idle = PTHREAD_COND_INITIALIZER};

i64 processors(void) {
  cpu_set_t set;
  i64 count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  return most(1, least(count, 64));
}

static void take_parts(Work work, void *job, i64 parts) {
  for (i64 part; (part = atomic_fetch_add(&pool.next, 1)) < parts;) work(job, part);
}

static void *helper(void *unused) {
  uint64_t seen = 0;
  (void)unused;
  pthread_mutex_lock(&pool.lock);
  for (;;) {
    while (pool.work == NULL || pool.turn == seen) pthread_cond_wait(&pool.wake, &pool.lock);
    seen = pool.turn;
    Work work = pool.work;
    void *job = pool.job;
    i64 parts = pool.parts;
    pool.active++;
    pthread_mutex_unlock(&pool.lock);
    take_parts(work, job, parts);
    pthread_mutex_lock(&pool.lock);
    if (--pool.active == 0) pthread_cond_signal(&pool.idle);
  }
  return NULL;
}

/* A forked child has none of the threads, and perhaps a lock that nobody will ever open. */
static void forked(void) {
  pthread_mutex_init(&pool.busy, NULL);
  pthread_mutex_init(&pool.lock, NULL);
  pthread_cond_init(&pool.wake, NULL);
  pthread_cond_init(&pool.idle, NULL);
  pool.started = pool.helpers = pool.active = 0;
  pool.work = NULL;
}

static void start_helpers(void) {
  static int registered;
  if (!registered) registered = pthread_atfork(NULL, NULL, forked) == 0;
  pool.started = 1;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  for (i64 i = processors() - 1; i > 0; i--) {
    pthread_t thread;
    pool.helpers += pthread_create(&thread, &attributes, helper, NULL) == 0;
  }
  pthread_attr_destroy(&attributes);
}

void in_parallel(Work work, void *job, i64 parts) {
  if (parts <= 1 || pthread_mutex_trylock(&pool.busy) != 0) {
    for (i64 part = 0; part < parts; part++) work(job, part);
    return;
  }
  if (!pool.started) start_helpers();
  pthread_mutex_lock(&pool.lock);
  pool.work = work, pool.job = job, pool.parts = parts;
  atomic_store(&pool.next, 0);
  pool.turn++;
  pthread_cond_broadcast(&pool.wake);
  pthread_mutex_unlock(&pool.lock);
  take_parts(work, job, parts);
  pthread_mutex_lock(&pool.lock);
  pool.work = NULL;
  while (pool.active) pthread_cond_wait(&pool.idle, &pool.lock);
  pthread_mutex_unlock(&pool.lock);
  pthread_mutex_unlock(&pool.busy);
}

float *scratch(int which, i64 count) {
  static _Thread_local struct {
    float *memory;
    i64 count;
  } kept[2];
  if (kept[which].count < count) {
    free(kept[which].memory);
    size_t bytes = ((size_t)count * sizeof(float) + 63) / 64 * 64;
    kept[which].memory = aligned_alloc(64, bytes);
    kept[which].count = kept[which].memory ? count : 0;
  }
  return kept[which].memory;
}
