// Notes for a compiler's check of locks; they say nothing to ours.
#pragma once

#define GUARDED_BY(x)
#define PT_GUARDED_BY(x)
#define GUARDED_VAR
#define ACQUIRED_AFTER(...)
#define ACQUIRED_BEFORE(...)
#define EXCLUSIVE_LOCKS_REQUIRED(...)
#define SHARED_LOCKS_REQUIRED(...)
#define LOCKS_EXCLUDED(...)
#define LOCK_RETURNED(x)
#define LOCKABLE
#define SCOPED_LOCKABLE
#define EXCLUSIVE_LOCK_FUNCTION(...)
#define SHARED_LOCK_FUNCTION(...)
#define EXCLUSIVE_TRYLOCK_FUNCTION(...)
#define SHARED_TRYLOCK_FUNCTION(...)
#define UNLOCK_FUNCTION(...)
#define ASSERT_EXCLUSIVE_LOCK(...)
#define ASSERT_SHARED_LOCK(...)
#define NO_THREAD_SAFETY_ANALYSIS
#define TF_GUARDED_BY(x)
#define TF_EXCLUSIVE_LOCKS_REQUIRED(...)
#define TF_LOCKS_EXCLUDED(...)
