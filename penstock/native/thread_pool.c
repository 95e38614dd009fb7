/* Threads and their memory: see thread_pool.h. */

#define _GNU_SOURCE /* sched_getaffinity */
#include "thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Nanoseconds for which a helper looks for more work before it sleeps, and a caller for the end of what others do for him, letting
   others have the processor meanwhile: to wake one takes up to 0.1 ms, on virtual machines above all, and what is waited for often
   comes sooner. */
#define PATIENCE 100000

/* A piece of work that somebody has called for; it lies in his memory. */
typedef struct Job {
  Work work;
  void *job;
  i64 parts;
  _Atomic i64 next;
  _Atomic int helpers; /* that are at it */
  struct Job *after;
} Job;

static _Atomic unsigned news; /* changes when there is something to do for helpers */

static struct {
  pthread_mutex_t lock;
  pthread_cond_t wake, idle;
  int started, running; /* threads at work, callers among them */
  i64 processors;
  Job *jobs;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER, .idle = PTHREAD_COND_INITIALIZER};

i64 processors(void) {
  cpu_set_t set;
  i64 count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  return most(1, least(count, 64));
}

static void take_parts(Job *job) {
  for (i64 part; (part = atomic_fetch_add(&job->next, 1)) < job->parts;) job->work(job->job, part);
}

/* A job with parts left, if there is a processor for them. */
static Job *job_for_helper(void) {
  Job *job = pool.running < pool.processors ? pool.jobs : NULL;
  while (job != NULL && atomic_load(&job->next) >= job->parts) job = job->after;
  return job;
}

/* For those who have the lock. */
static void tell_helpers(void) {
  atomic_fetch_add(&news, 1);
  pthread_cond_broadcast(&pool.wake);
}

static i64 nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * (i64)1000000000 + now.tv_nsec;
}

static void wait_for_news(void) {
  unsigned known = atomic_load(&news);
  pthread_mutex_unlock(&pool.lock);
  for (i64 begin = nanoseconds(); atomic_load(&news) == known && nanoseconds() - begin < PATIENCE;) sched_yield();
  pthread_mutex_lock(&pool.lock);
  if (atomic_load(&news) == known) pthread_cond_wait(&pool.wake, &pool.lock);
}

/* A job that no other helper can find any more. */
static void wait_for_helpers(Job *job) {
  for (i64 begin = nanoseconds(); atomic_load(&job->helpers) && nanoseconds() - begin < PATIENCE;) sched_yield();
  if (atomic_load(&job->helpers) == 0) return;
  pthread_mutex_lock(&pool.lock);
  while (atomic_load(&job->helpers)) pthread_cond_wait(&pool.idle, &pool.lock);
  pthread_mutex_unlock(&pool.lock);
}

static void *helper(void *unused) {
  (void)unused;
  pthread_mutex_lock(&pool.lock);
  for (Job *job;;) {
    while ((job = job_for_helper()) == NULL) wait_for_news();
    job->helpers++;
    pool.running++;
    pthread_mutex_unlock(&pool.lock);
    take_parts(job);
    pthread_mutex_lock(&pool.lock);
    pool.running--;
    if (--job->helpers == 0) pthread_cond_broadcast(&pool.idle);
  }
  return NULL;
}

/* A forked child has none of the threads, and perhaps a lock that nobody will ever open. */
static void forked(void) {
  pthread_mutex_init(&pool.lock, NULL);
  pthread_cond_init(&pool.wake, NULL);
  pthread_cond_init(&pool.idle, NULL);
  pool.started = pool.running = 0;
  pool.jobs = NULL;
}

static void start_helpers(void) {
  static int registered;
  if (!registered) registered = pthread_atfork(NULL, NULL, forked) == 0;
  pool.started = 1;
  pool.processors = processors();
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  for (i64 i = pool.processors - 1; i > 0; i--) {
    pthread_t thread;
    pthread_create(&thread, &attributes, helper, NULL);
  }
  pthread_attr_destroy(&attributes);
}

void in_parallel(Work work, void *whole, i64 parts) {
  if (parts <= 1) {
    for (i64 part = 0; part < parts; part++) work(whole, part);
    return;
  }
  Job job = {.work = work, .job = whole, .parts = parts};
  pthread_mutex_lock(&pool.lock);
  if (!pool.started) start_helpers();
  job.after = pool.jobs;
  pool.jobs = &job;
  if (++pool.running < pool.processors) tell_helpers();
  pthread_mutex_unlock(&pool.lock);
  take_parts(&job);
  pthread_mutex_lock(&pool.lock);
  Job **link = &pool.jobs;
  while (*link != &job) link = &(*link)->after;
  *link = job.after;
  pool.running--;
  if (pool.jobs != NULL) tell_helpers(); /* a processor has become free for another's job */
  pthread_mutex_unlock(&pool.lock);
  if (atomic_load(&job.helpers)) wait_for_helpers(&job);
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

/* For threads that must not go on: see runtime/leaving.py. */
void penstock_hang(void) {
  for (;;) pause();
}
