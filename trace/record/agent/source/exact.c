#include "agent.h"

#include <stdlib.h>

// Exact mode sees every allocation. Each thread counts by chain and class in tables of its own. A tag on every object would
// cost too much, so where (nearly) nothing survives objects are no longer tagged, but for one of 16. That is judged by kinds:
// pairs of chain and class that have the class and the innermost frames in common. An object without a tag that a walk finds
// is from a pair of such a kind: if only one of its class comes into question, its site is known; otherwise it stays unknown,
// and all in question are tagged again. A pair that is new to such a kind and allocates much becomes a kind of its own, as what its
// callers do with the objects may differ from what others do.

struct pair {
	uint32_t number, chain, klass; // chain is +1
	_Atomic uint32_t untagged;     // generation in which the last one went without
	struct kind *kind;
	bool alone;                    // of its kind
	uint32_t born;                 // GCs that had ended when it allocated first
	struct pair *next;             // of the class
};

struct count {
	struct count *next_same; // of the chain
	struct count *next;      // of the thread
	struct pair *pair;
	struct klass *klass;
	uintptr_t place; // of the class, as long as moves is the VM's
	uint32_t moves;
	uint64_t objects, bytes;
	uint64_t sent_objects, sent_bytes;
	uint32_t turn;
	uint32_t skipped, skipped_at; // objects without a tag since so many GCs had ended
};

enum {
	MANY_PAIRS = 1 << 20, // from there on chains are cut to two frames
	MUCH = 1024,          // objects without a tag from which on a pair is a kind of its own
};

#define CHUNK 12
static struct pair *chunks[1 << (24 - CHUNK)];
static mutex_t lock = MUTEX_INIT;
static _Atomic uint32_t pair_count;
static uint32_t *pair_table; // numbers +1 by chain and class
static uint32_t pair_table_size;
static _Atomic int depth;
static uint32_t sent_at;     // GCs that had ended when counts were sent
static mutex_t send_lock = MUTEX_INIT;

void exact_start(void) {
	depth = options.depth;
	sent_at = 0;
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

// new_pair adds a pair, which must have room; the lock is held.
static struct pair *new_pair(uint32_t chain, struct klass *k, struct kind *kind) {
	uint32_t n = pair_count;
	struct pair *p = pair_at(n);
	p->number = n;
	p->chain = chain;
	p->klass = k->number;
	p->kind = kind;
	p->born = gcs_ended;
	p->next = k->pairs;
	k->pairs = p; // a walk may go through the list at any time
	*pair_place(chain, k->number) = n + 1;
	pair_count = n + 1;
	return p;
}

static struct pair *pair_of(const struct site *s, struct klass *k) {
	uint32_t chain = s->chain;
	mutex_lock(&lock);
	struct pair *p = NULL;
	struct kind *kind = kind_of(s->inner, k->number);
	if (kind != NULL && pair_room()) {
		uint32_t place = *pair_place(chain, k->number);
		p = place == 0 ? new_pair(chain, k, kind) : pair_at(place - 1);
	}
	bool many = pair_count > MANY_PAIRS && depth > 2;
	if (many)
		depth = 2;
	mutex_unlock(&lock);
	if (many)
		report("there are more than %d allocation sites: from here on only two frames of each are kept", MANY_PAIRS);
	return p;
}

// pair_alone returns a pair of the same chain and class that is the only one of its kind. What was tagged for the first one is counted there.
static struct pair *pair_alone(struct pair *p, struct klass *k) {
	mutex_lock(&lock);
	struct pair *alone = pair_at(*pair_place(p->chain, p->klass) - 1);
	if (!alone->alone) {
		struct kind *kind = kind_of(((uint64_t)p->chain << 32 | p->klass) * 0xd6e8feb86659fd93ULL, p->klass);
		alone = kind != NULL && pair_room() ? new_pair(p->chain, k, kind) : p;
		alone->alone = true;
	}
	mutex_unlock(&lock);
	return alone;
}

static struct count *new_count(struct thread_state *t, JNIEnv *env, jclass c, struct site *s) {
	int64_t number = klass_number(env, c);
	struct klass *k = number < 0 ? NULL : klass_at((uint32_t)number);
	struct pair *p = k == NULL || k->weak == NULL ? NULL : pair_of(s, k);
	struct count *found = p == NULL ? NULL : calloc(1, sizeof *found);
	if (found == NULL)
		return NULL;
	found->pair = p;
	found->klass = k;
	found->moves = MOVING;
	found->next_same = s->first;
	s->first = found;
	found->next = t->counts;
	t->counts = found;
	return found;
}

// count_of finds what a site counts for a class. While nothing moves a class is where it was.
static struct count *count_of(struct thread_state *t, JNIEnv *env, jclass c, struct site *s) {
	uint32_t moves = gc_moves();
	uintptr_t place = *(const uintptr_t *)(const void *)c;
	atomic_thread_fence(memory_order_acquire);
	if (moves != gc_moves())
		moves = MOVING;
	struct count *f = s->first;
	for (; f != NULL; f = f->next_same) {
		if (f->moves == moves && moves != MOVING) {
			if (f->place == place)
				return f;
		} else if ((*env)->IsSameObject(env, c, f->klass->weak)) {
			break;
		}
	}
	if (f == NULL && (f = new_count(t, env, c, s)) == NULL)
		return NULL;
	f->place = place;
	f->moves = moves;
	return f;
}

// must_tag decides whether an object gets an identity now.
static bool must_tag(struct count *c, uint32_t gcs) {
	if (options.tag_all || kind_tags(c->pair->kind, &c->turn))
		return true;
	if (c->skipped_at != gcs) {
		c->skipped_at = gcs;
		c->skipped = 0;
	}
	if (++c->skipped > MUCH && !c->pair->alone && kind_died(c->pair->kind, c->pair->born)) {
		c->pair = pair_alone(c->pair, c->klass);
		if (kind_tags(c->pair->kind, &c->turn))
			return true;
	}
	struct pair *p = c->pair;
	if (p->untagged != generation)
		p->untagged = generation;
	return false;
}

void exact_allocation(struct thread_state *t, JNIEnv *env, jthread thread, jobject object, jclass c, jlong size) {
	uint32_t gcs = gcs_ended;
	if (t->named_at != gcs) { // names change seldom
		uint32_t number = (uint32_t)(thread_number(env, thread) + 1);
		if (number != t->number)
			exact_send_thread(t);
		t->number = number;
		t->named_at = gcs;
	}
	struct site *at = paths_site(t, env, thread, depth);
	struct count *found = at == NULL ? NULL : count_of(t, env, c, at);
	if (found == NULL)
		return;
	if (!t->own) {
		found->objects++;
		found->bytes += (uint64_t)size;
	}
	if (!must_tag(found, gcs))
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

static void send_counts(struct stream *out, struct thread_state *t) {
	for (struct count *c = t->counts; c != NULL; c = c->next) {
		uint64_t objects = c->objects, bytes = c->bytes;
		if (objects == c->sent_objects || !stream_room(out, 5 * MAX_VARINT))
			continue;
		put(out, c->pair->klass);
		put(out, c->pair->chain);
		put(out, t->number);
		put(out, objects - c->sent_objects);
		put(out, bytes - c->sent_bytes);
		c->sent_objects = objects;
		c->sent_bytes = bytes;
	}
}

void exact_send_thread(struct thread_state *t) {
	if (options.mode != MODE_EXACT || t->counts == NULL)
		return;
	mutex_lock(&send_lock);
	struct stream out = {.kind = W_ALLOCATIONS, .head = {sent_at, gcs_ended}, .heads = 2};
	send_counts(&out, t);
	stream_flush(&out);
	mutex_unlock(&send_lock);
}

void exact_send(void) {
	mutex_lock(&send_lock);
	struct stream out = {.kind = W_ALLOCATIONS, .head = {sent_at, gcs_ended}, .heads = 2};
	for (struct thread_state *t = thread_states; t != NULL; t = t->next)
		send_counts(&out, t);
	sent_at = gcs_ended;
	stream_flush(&out);
	mutex_unlock(&send_lock);
}

void exact_freed(uint32_t pair) {
	if (pair < pair_count)
		kind_freed(pair_at(pair)->kind);
}

uint32_t exact_exclude(struct klass *k) {
	uint32_t now = generation;
	if (k->excluded_at == now)
		return k->excluded;
	struct pair *only = NULL;
	int found = 0;
	for (struct pair *p = k->pairs; p != NULL; p = p->next) {
		// A callback that was under way at the last walk may have noted the generation before it.
		if (p->untagged != 0 && p->untagged + 2 >= now && (only == NULL || only->chain != p->chain)) {
			only = p;
			found++;
		}
	}
	for (struct pair *p = k->pairs; p != NULL && found > 1; p = p->next) {
		if (p->untagged != 0 && p->untagged + 2 >= now)
			kind_doubt(p->kind);
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
	kinds_reset();
	free(pair_table);
	pair_table = NULL;
	pair_table_size = 0;
	pair_count = 0;
}
