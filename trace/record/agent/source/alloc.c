#include "agent.h"

#include <stdlib.h>

_Atomic(struct thread_state *) thread_states;
static PER_THREAD struct thread_state *mine;

static mutex_t lock = MUTEX_INIT; // protects samples; do not call the VM while holding it
static struct stream samples = {.kind = W_SAMPLES};
static _Atomic uint64_t dropped;
static _Atomic bool any;

static mutex_t free_lock = MUTEX_INIT;
static struct thread_state *free_states; // states of ended threads

// thread_state returns the state of the calling thread. States of ended threads are reused, never freed.
struct thread_state *thread_state(void) {
	if (mine != NULL)
		return mine;
	mutex_lock(&free_lock);
	struct thread_state *t = free_states;
	if (t != NULL)
		free_states = t->next_free;
	mutex_unlock(&free_lock);
	if (t != NULL) {
		t->named_at = UINT32_MAX;
		return mine = t;
	}
	if ((t = calloc(1, sizeof *t)) == NULL)
		return NULL;
	t->named_at = UINT32_MAX;
	t->next = thread_states;
	while (!atomic_compare_exchange_weak(&thread_states, &t->next, t)) {
	}
	return mine = t;
}

void alloc_own_thread(void) {
	struct thread_state *t = thread_state();
	if (t != NULL)
		t->own = true;
}

// A thread draws the distance to its next sample when it takes a sample. Threads older than the agent still wait for the VM's default
// distance, 512 KiB on average.
void alloc_wake(JNIEnv *env) {
	struct thread_state *t = thread_state();
	if (t == NULL)
		return;
	bool own = t->own;
	t->own = true;
	for (int i = 0; i < 2000 && !t->watched; i++) {
		jobject a = (*env)->NewByteArray(env, 16 << 10);
		if (a == NULL) {
			(*env)->ExceptionClear(env);
			break;
		}
		(*env)->DeleteLocalRef(env, a);
	}
	t->own = own;
}

void alloc_thread_ended(void) {
	struct thread_state *t = mine;
	if (t == NULL)
		return;
	t->busy = true;
	if (recording) {
		exact_send_thread(t);
		slots_return(&t->slots);
	}
	t->own = t->watched = false;
	mine = NULL;
	t->busy = false;
	mutex_lock(&free_lock);
	t->next_free = free_states;
	free_states = t;
	mutex_unlock(&free_lock);
}

static void sample(struct thread_state *t, JNIEnv *env, jthread thread, jobject object, jclass c, jlong size) {
	if (out_full()) {
		dropped++;
		return;
	}
	int64_t chain = chain_of_stack(thread, options.depth, options.reach);
	int64_t name = thread_number(env, thread);
	int64_t klass = klass_number(env, c);
	jlong tag = 0;
	if (klass < 0 || (*jvmti)->GetTag(jvmti, object, &tag) != JVMTI_ERROR_NONE)
		return;
	uint32_t s = TAG_SLOT(tag);
	if (s < FIRST_SLOT) { // else a walk has reached it already
		s = slot_take(&t->slots);
		if (s == 0 || (*jvmti)->SetTag(jvmti, object, tag >> 32 << 32 | (jlong)s) != JVMTI_ERROR_NONE)
			return;
	}
	mutex_lock(&lock);
	if (stream_room(&samples, 6 * MAX_VARINT)) {
		put(&samples, s);
		put(&samples, (uint64_t)klass);
		put(&samples, (uint64_t)size);
		put(&samples, (uint64_t)(chain + 1));
		put(&samples, (uint64_t)(name + 1));
		put(&samples, gcs_ended);
	}
	mutex_unlock(&lock);
}

void alloc_callback(jvmtiEnv *j, JNIEnv *env, jthread thread, jobject object, jclass c, jlong size) {
	(void)j;
	struct thread_state *t = thread_state();
	if (t == NULL)
		return;
	t->busy = true;
	t->watched = true;
	if (recording && tagging) {
		if (!t->own && !atomic_load_explicit(&any, memory_order_relaxed)) // load before storing: a store makes all processors fetch the line
			atomic_store_explicit(&any, true, memory_order_relaxed);
		if (t->own) // it may hold a local reference for each loaded class
			local_references(env, 0);
		if (options.mode == MODE_EXACT)
			exact_allocation(t, env, thread, object, c, size);
		else if (!t->own)
			sample(t, env, thread, object, c, size);
	}
	atomic_store_explicit(&t->calls, t->calls + 1, memory_order_relaxed);
	atomic_store_explicit(&t->busy, false, memory_order_release);
}

void samples_flush(void) {
	mutex_lock(&lock);
	stream_flush(&samples);
	mutex_unlock(&lock);
}

void alloc_send(void) {
	samples_flush();
	if (options.mode == MODE_EXACT)
		exact_send();
	uint64_t n = atomic_exchange(&dropped, 0);
	if (n > 0)
		report("%llu samples were dropped, because the recorder did not keep up", (unsigned long long)n);
}

bool alloc_any(void) {
	return !agent_samples() || atomic_exchange(&any, false);
}

bool alloc_settle(void) {
	int64_t until = clock_us() + 10000000; // a callback may wait for the end of a GC
	bool settled = true;
	for (struct thread_state *t = thread_states; t != NULL; t = t->next)
		while (t->busy && clock_us() < until)
			thread_rest(1);
	for (struct thread_state *t = thread_states; t != NULL; t = t->next)
		settled &= !t->busy;
	return settled;
}

bool alloc_passed(void) {
	int64_t until = clock_us() + 5000;
	for (struct thread_state *t = thread_states; t != NULL; t = t->next) {
		uint32_t calls = t->calls;
		while (t->busy && t->calls == calls) {
			if (clock_us() > until)
				return false;
			thread_rest(1);
		}
	}
	return true;
}

void alloc_reset(void) {
	samples_flush();
	exact_reset();
	for (struct thread_state *t = thread_states; t != NULL; t = t->next) {
		sites_free(t);
		paths_free(t->paths);
		t->paths = NULL;
		t->slots.count = 0;
		t->number = t->generation = 0;
		t->named_at = UINT32_MAX;
	}
	dropped = 0;
	any = false;
}
