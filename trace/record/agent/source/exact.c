#include "agent.h"

#include <stdlib.h>

// Exact mode sees every allocation. Each thread counts by chain and class in tables of its own. A tag on every object would
// cost too much, so a pair of chain and class of which (nearly) nothing survives is no longer tagged, but for one object of
// 16. An object without a tag that a walk finds is from such a pair: if only one of its class comes into question, its site
// is known; otherwise it stays unknown, and all in question are tagged again.

struct pair {
	uint32_t number, chain, klass; // chain is +1
	_Atomic uint32_t skipped;      // not all are tagged
	_Atomic uint32_t before, now;  // tagged before the last GC and since
	_Atomic uint32_t at;           // GCs that had ended when the last one was tagged
	_Atomic uint32_t untagged;     // generation in which the last one went without
	uint32_t freed;
	uint32_t patience;             // tagged objects before a verdict
	struct pair *next;             // of the class
};

struct count {
	struct count *next_same; // of the chain
	struct count *next;      // of the thread
	struct pair *pair;
	struct klass *klass;
	uint64_t objects, bytes;
	uint64_t told_objects, told_bytes;
	uint32_t turn;
};

enum {
	PATIENCE = 2048,    // tagged objects before the first verdict
	UNJUDGED = 4096,    // tagged objects without a GC that would show whether they survive
	SURVIVORS = 512,    // fewer than one of so many survive: no more tags
	ONE_OF = 16,
	MANY_PAIRS = 1 << 20, // from there on chains are cut to two frames
};

#define CHUNK 12
static struct pair *chunks[1 << (24 - CHUNK)];
static mutex_t lock = MUTEX_INIT;
static _Atomic uint32_t pair_count;
static uint32_t *pair_table; // numbers +1 by chain and class
static uint32_t pair_table_size;
static _Atomic int depth;
static uint32_t told_at;     // GCs that had ended when counts were sent
static mutex_t tell_lock = MUTEX_INIT;

void exact_start(void) {
	depth = options.depth;
	told_at = 0;
}

static struct pair *pair_at(uint32_t n) { return &chunks[n >> CHUNK][n & ((1 << CHUNK) - 1)]; }

static uint32_t *pair_place(uint32_t chain, uint32_t klass) {
	uint64_t h = ((uint64_t)chain << 32 | klass) * 0x9e3779b97f4a7c15ULL;
	for (uint32_t i = (uint32_t)(h >> 32);; i++) {
		uint32_t *p = &pair_table[i & (pair_table_size - 1)];
		if (*p == 0)
			return p;
		struct pair *found = pair_at(*p - 1);
		if (found->chain == chain && found->klass == klass)
			return p;
	}
}

static bool pair_room(void) {
	uint32_t n = pair_count;
	if (n + 1 >= 1 << 24)
		return false;
	if (chunks[n >> CHUNK] == NULL && (chunks[n >> CHUNK] = calloc(1 << CHUNK, sizeof(struct pair))) == NULL)
		return false;
	if (n * 2 < pair_table_size)
		return true;
	uint32_t *before = pair_table;
	uint32_t size = pair_table_size == 0 ? 4096 : pair_table_size * 2;
	if ((pair_table = calloc(size, sizeof *pair_table)) == NULL) {
		pair_table = before;
		return false;
	}
	pair_table_size = size;
	for (uint32_t i = 0; i < n; i++)
		*pair_place(pair_at(i)->chain, pair_at(i)->klass) = i + 1;
	free(before);
	return true;
}

static struct pair *pair_of(uint32_t chain, struct klass *k) {
	mutex_lock(&lock);
	struct pair *p = NULL;
	if (pair_room()) {
		uint32_t *place = pair_place(chain, k->number);
		if (*place == 0) {
			uint32_t n = pair_count;
			p = pair_at(n);
			p->number = n;
			p->chain = chain;
			p->klass = k->number;
			p->patience = PATIENCE;
			p->next = k->pairs;
			k->pairs = p; // a walk may go through the list at any time
			*place = n + 1;
			pair_count = n + 1;
		}
		p = pair_at(*place - 1);
	}
	bool many = pair_count > MANY_PAIRS && depth > 2;
	if (many)
		depth = 2;
	mutex_unlock(&lock);
	if (many)
		tell("there are more than %d allocation sites: from here on only two frames of each are kept", MANY_PAIRS);
	return p;
}

// table_entry finds the entry of a chain in a thread's table; NULL if there is no memory.
static struct chain_entry *table_entry(struct thread_state *t, const uint64_t hash[2]) {
	if (t->table_used * 2 >= t->table_size) {
		uint32_t size = t->table_size == 0 ? 1024 : t->table_size * 2;
		struct chain_entry *bigger = calloc(size, sizeof *bigger);
		if (bigger == NULL)
			return NULL;
		for (uint32_t i = 0; i < t->table_size; i++) {
			struct chain_entry *e = &t->table[i];
			if (e->hash[1] == 0)
				continue;
			uint32_t at = (uint32_t)e->hash[0];
			while (bigger[at & (size - 1)].hash[1] != 0)
				at++;
			bigger[at & (size - 1)] = *e;
		}
		free(t->table);
		t->table = bigger;
		t->table_size = size;
	}
	for (uint32_t i = (uint32_t)hash[0];; i++) {
		struct chain_entry *e = &t->table[i & (t->table_size - 1)];
		if (e->hash[0] == hash[0] && e->hash[1] == hash[1])
			return e;
		if (e->hash[1] == 0) {
			*e = (struct chain_entry){{hash[0], hash[1]}, NULL};
			t->table_used++;
			return e;
		}
	}
}

// stack takes the frames of the calling thread. It is most of what an allocation costs. AsyncGetCallTrace, which HotSpot
// has for profilers, would be faster but gives up (-4) below the stub through which compiled code allocates, in JDK 17 and
// 25 alike.
static int stack(jthread thread, struct frame *frames) {
	jvmtiFrameInfo info[MAX_DEPTH];
	jint n = 0;
	if ((*jvmti)->GetStackTrace(jvmti, thread, 0, depth, info, &n) != JVMTI_ERROR_NONE)
		return 0;
	for (jint i = 0; i < n; i++)
		frames[i] = (struct frame){info[i].method, info[i].location < 0 ? -1 : (int32_t)info[i].location};
	return n;
}

static struct count *new_count(struct thread_state *t, JNIEnv *env, jclass c, const struct frame *frames, int n) {
	int64_t number = klass_number(env, c);
	struct klass *k = number < 0 ? NULL : klass_at((uint32_t)number);
	struct pair *p = k == NULL || k->weak == NULL ? NULL : pair_of((uint32_t)(chain_number(frames, n) + 1), k);
	struct count *found = p == NULL ? NULL : calloc(1, sizeof *found);
	if (found == NULL)
		return NULL;
	found->pair = p;
	found->klass = k;
	found->next = t->counts;
	t->counts = found;
	return found;
}

// must_tag decides whether an object gets an identity now.
static bool must_tag(struct pair *p, struct count *c) {
	if (options.tag_all)
		return true;
	if (p->skipped && (++c->turn & (ONE_OF - 1)) != 0) {
		if (p->untagged != generation)
			p->untagged = generation;
		return false;
	}
	uint32_t gcs = gcs_ended;
	if (p->at != gcs) {
		p->before += atomic_exchange(&p->now, 0);
		p->at = gcs;
	}
	if (atomic_fetch_add_explicit(&p->now, 1, memory_order_relaxed) > UNJUDGED)
		p->skipped = 1;
	return true;
}

void exact_allocation(struct thread_state *t, JNIEnv *env, jthread thread, jobject object, jclass c, jlong size) {
	uint32_t gcs = gcs_ended;
	if (t->named_at != gcs) { // names change seldom
		uint32_t number = (uint32_t)(thread_number(env, thread) + 1);
		if (number != t->number)
			exact_tell_thread(t);
		t->number = number;
		t->named_at = gcs;
	}
	struct frame frames[MAX_DEPTH];
	int n = stack(thread, frames);
	uint64_t hash[2];
	chain_hash(frames, n, hash);
	struct chain_entry *e = table_entry(t, hash);
	if (e == NULL)
		return;
	struct count *found = e->first;
	while (found != NULL && !(*env)->IsSameObject(env, c, found->klass->weak))
		found = found->next_same;
	if (found == NULL) {
		if ((found = new_count(t, env, c, frames, n)) == NULL)
			return;
		found->next_same = e->first;
		e->first = found;
	}
	if (!t->own) {
		found->objects++;
		found->bytes += (uint64_t)size;
	}
	if (!must_tag(found->pair, found))
		return;
	jlong tag = 0;
	if (found->klass->is_class || t->generation != generation) { // a walk may have been faster
		t->generation = generation;
		(*jvmti)->GetTag(jvmti, object, &tag);
	}
	uint32_t s = TAG_SLOT(tag) >= FIRST_SLOT ? TAG_SLOT(tag) : slot_take(&t->slots);
	if (s == 0)
		return;
	struct slot *o = slot_at(s);
	o->pair = found->pair->number + 1;
	o->thread = t->number;
	o->birth = gcs + 1;
	o->bytes = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
	if (TAG_SLOT(tag) != s)
		(*jvmti)->SetTag(jvmti, object, tag >> 32 << 32 | (jlong)s);
}

static void tell_counts(struct stream *out, struct thread_state *t) {
	for (struct count *c = t->counts; c != NULL; c = c->next) {
		uint64_t objects = c->objects, bytes = c->bytes;
		if (objects == c->told_objects || !stream_room(out, 5 * MAX_VARINT))
			continue;
		put(out, c->pair->klass);
		put(out, c->pair->chain);
		put(out, t->number);
		put(out, objects - c->told_objects);
		put(out, bytes - c->told_bytes);
		c->told_objects = objects;
		c->told_bytes = bytes;
	}
}

void exact_tell_thread(struct thread_state *t) {
	if (options.mode != MODE_EXACT || t->counts == NULL)
		return;
	mutex_lock(&tell_lock);
	struct stream out = {.kind = W_ALLOCATIONS, .head = {told_at, gcs_ended}, .heads = 2};
	tell_counts(&out, t);
	stream_flush(&out);
	mutex_unlock(&tell_lock);
}

void exact_tell(void) {
	mutex_lock(&tell_lock);
	struct stream out = {.kind = W_ALLOCATIONS, .head = {told_at, gcs_ended}, .heads = 2};
	for (struct thread_state *t = thread_states; t != NULL; t = t->next)
		tell_counts(&out, t);
	told_at = gcs_ended;
	stream_flush(&out);
	mutex_unlock(&tell_lock);
}

void exact_freed(uint32_t pair) {
	if (pair < pair_count)
		pair_at(pair)->freed++;
}

void exact_judge(void) {
	uint32_t gcs = gcs_ended, n = pair_count;
	for (uint32_t i = 0; i < n; i++) {
		struct pair *p = pair_at(i);
		uint32_t old = p->before + (p->at < gcs ? p->now : 0);
		uint32_t left = old > p->freed ? old - p->freed : 0;
		if (p->skipped) {
			if (old >= 64 && left > old / ONE_OF) { // of the few that are tagged too many survive
				p->skipped = 0;
				p->patience *= p->patience < 1u << 24 ? 2 : 1;
			}
			continue;
		}
		if (old >= p->patience && left <= old / SURVIVORS) {
			p->skipped = 1;
			p->before = 0;
			p->now = 0;
			p->freed = 0;
		}
	}
}

uint32_t exact_exclude(struct klass *k) {
	uint32_t now = generation;
	if (k->excluded_at == now)
		return k->excluded;
	struct pair *only = NULL;
	int found = 0;
	for (struct pair *p = k->pairs; p != NULL; p = p->next) {
		// A callback that was under way at the last walk may have noted the generation before it.
		if (p->untagged != 0 && p->untagged + 2 >= now) {
			only = p;
			found++;
		}
	}
	for (struct pair *p = k->pairs; p != NULL && found > 1; p = p->next) {
		if (p->untagged != 0 && p->untagged + 2 >= now && p->skipped) {
			p->patience *= p->patience < 1u << 24 ? 4 : 1;
			p->skipped = 0;
		}
	}
	k->excluded_at = now;
	return k->excluded = found == 1 ? only->number + 1 : 0;
}

void exact_pair(uint32_t pair, uint32_t *chain, uint32_t *klass) {
	struct pair *p = pair_at(pair);
	*chain = p->chain;
	*klass = p->klass;
}

void exact_reset(void) {
	for (struct thread_state *t = thread_states; t != NULL; t = t->next) {
		for (struct count *c = t->counts; c != NULL;) {
			struct count *next = c->next;
			free(c);
			c = next;
		}
		t->counts = NULL;
	}
	for (uint32_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
		free(chunks[i]);
		chunks[i] = NULL;
	}
	free(pair_table);
	pair_table = NULL;
	pair_table_size = 0;
	pair_count = 0;
}
