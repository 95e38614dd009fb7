/* The thread pool and per-thread scratch memory: see thread_pool.h. */

#define _GNU_SOURCE /* sched_getaffinity */
#include "thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* How long, in nanoseconds, an idle worker spins for more work before it sleeps, and a caller spins for its last tasks:
   waking a thread takes up to 0.1 ms, above all on virtual machines, and work often arrives sooner. The worker yields the
   processor meanwhile. The caller does not: where others want the processor, each of them would first take its turn of some
   milliseconds, for a task that is done in a few microseconds. */
#define SPIN_NANOSECONDS 100000

#if defined(__x86_64__)
#define RELAX() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define RELAX() __asm__ volatile("yield")
#else
#define RELAX() ((void)0)
#endif

/* A job that a caller has submitted; it is in the caller's stack frame. */
typedef struct Job {
  Work work;
  void *job;
  i64 parts;
  _Atomic i64 next;
  _Atomic int workers; /* threads that work on it */
  struct Job *after;
} Job;

static _Atomic unsigned work_epoch; /* incremented when there is work for workers */

static struct {
  pthread_mutex_t lock;
  pthread_cond_t wake, idle;
  int started, running; /* active threads, including callers */
  i64 processors;
  Job *jobs;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER, .idle = PTHREAD_COND_INITIALIZER};

i64 processors(void) {
  cpu_set_t set;
  i64 count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  return max_i64(1, min_i64(count, 64));
}

static void run_parts(Job *job) {
  for (i64 part; (part = atomic_fetch_add(&job->next, 1)) < job->parts;) job->work(job->job, part);
}

/* A job with tasks left, if a processor is free. */
static Job *job_for_worker(void) {
  Job *job = pool.running < pool.processors ? pool.jobs : NULL;
  while (job != NULL && atomic_load(&job->next) >= job->parts) job = job->after;
  return job;
}

/* The lock must be held. */
static void wake_workers(void) {
  atomic_fetch_add(&work_epoch, 1);
  pthread_cond_broadcast(&pool.wake);
}

static i64 nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * (i64)1000000000 + now.tv_nsec;
}

static void wait_for_work(void) {
  unsigned known = atomic_load(&work_epoch);
  pthread_mutex_unlock(&pool.lock);
  for (i64 begin = nanoseconds(); atomic_load(&work_epoch) == known && nanoseconds() - begin < SPIN_NANOSECONDS;) sched_yield();
  pthread_mutex_lock(&pool.lock);
  if (atomic_load(&work_epoch) == known) pthread_cond_wait(&pool.wake, &pool.lock);
}

/* A job that no other worker can find any more. */
static void wait_for_workers(Job *job) {
  for (i64 begin = nanoseconds(); atomic_load(&job->workers) && nanoseconds() - begin < SPIN_NANOSECONDS;) RELAX();
  if (atomic_load(&job->workers) == 0) return;
  pthread_mutex_lock(&pool.lock);
  while (atomic_load(&job->workers)) pthread_cond_wait(&pool.idle, &pool.lock);
  pthread_mutex_unlock(&pool.lock);
}

static void *worker(void *unused) {
  (void)unused;
  pthread_mutex_lock(&pool.lock);
  for (Job *job;;) {
    while ((job = job_for_worker()) == NULL) wait_for_work();
    job->workers++;
    pool.running++;
    pthread_mutex_unlock(&pool.lock);
    run_parts(job);
    pthread_mutex_lock(&pool.lock);
    pool.running--;
    if (--job->workers == 0) pthread_cond_broadcast(&pool.idle);
  }
  return NULL;
}

/* A forked child has none of the threads, and perhaps a lock that is held forever. */
static void forked(void) {
  pthread_mutex_init(&pool.lock, NULL);
  pthread_cond_init(&pool.wake, NULL);
  pthread_cond_init(&pool.idle, NULL);
  pool.started = pool.running = 0;
  pool.jobs = NULL;
}

static void start_workers(void) {
  static int registered;
  if (!registered) registered = pthread_atfork(NULL, NULL, forked) == 0;
  pool.started = 1;
  pool.processors = processors();
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  for (i64 i = pool.processors - 1; i > 0; i--) {
    pthread_t thread;
    pthread_create(&thread, &attributes, worker, NULL);
  }
  pthread_attr_destroy(&attributes);
}

void in_parallel(Work work, void *arg, i64 parts) {
  if (parts <= 1) {
    for (i64 part = 0; part < parts; part++) work(arg, part);
    return;
  }
  Job job = {.work = work, .job = arg, .parts = parts};
  pthread_mutex_lock(&pool.lock);
  if (!pool.started) start_workers();
  job.after = pool.jobs;
  pool.jobs = &job;
  if (++pool.running < pool.processors) wake_workers();
  pthread_mutex_unlock(&pool.lock);
  run_parts(&job);
  pthread_mutex_lock(&pool.lock);
  Job **link = &pool.jobs;
  while (*link != &job) link = &(*link)->after;
  *link = job.after;
  pool.running--;
  if (pool.jobs != NULL) wake_workers(); /* a processor is free for another job */
  pthread_mutex_unlock(&pool.lock);
  if (atomic_load(&job.workers)) wait_for_workers(&job);
}

float *scratch(int which, i64 count) {
  static _Thread_local struct {
    float *memory;
    i64 count;
  } kept[3];
  if (kept[which].count < count) {
    free(kept[which].memory);
    size_t bytes = ((size_t)count * sizeof(float) + 63) / 64 * 64;
    kept[which].memory = aligned_alloc(64, bytes);
    kept[which].count = kept[which].memory ? count : 0;
  }
  return kept[which].memory;
}

/* Blocks a thread forever: see runtime/xla/process_exit.py. */
void penstock_hang(void) {
  for (;;) pause();
}
