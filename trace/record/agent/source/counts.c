#include "exact.h"

#include <stdlib.h>

// Each thread counts allocations by site and class. With reflection, one site can allocate any number of classes, so no list of a site is
// ever searched. A site caches the counts it used last; the rest are in hash tables of the thread.

// A look-up has three stages:
// 1. the last few counts of the site, by the address of the class, or by a comparison of the VM if the class may have moved;
// 2. a cache by site and address, valid while no class moves;
// 3. a table by site and class number. The number is the VM's tag of the class.

enum {
	NEARBY = 256,      // entries of the cache
	LEAST_SWEPT = 256, // unloaded classes before a sweep
};
struct counts {
	struct count *nearby[NEARBY];
	struct count **table; // by site and class number
	uint32_t size, used;
	uint32_t unloaded;    // unloaded classes at the last sweep
	_Atomic(struct count *) changed; // counts to be sent
	struct count *all;
};

static uint32_t sent_at; // GCs that had ended when counts were last sent
static mutex_t send_lock = MUTEX_INIT;

static uint64_t mix(const struct site *s, uint64_t v) {
	uint64_t h = (s->hash[0] ^ v * 0xc2b2ae3d27d4eb4fULL) * 0x9e3779b97f4a7c15ULL;
	return h ^ h >> 32;
}

static struct count **table_place(struct count **table, uint32_t size, const struct site *s, uint32_t klass) {
	for (uint32_t i = (uint32_t)mix(s, klass);; i++) {
		struct count **c = &table[i & (size - 1)];
		if (*c == NULL || ((*c)->site == s && (*c)->klass->number == klass))
			return c;
	}
}

static bool room(struct counts *all) {
	if (all->used * 2 < all->size)
		return true;
	uint32_t size = all->size == 0 ? 1024 : all->size * 2;
	struct count **bigger = calloc(size, sizeof(struct count *));
	if (bigger == NULL)
		return false;
	for (struct count *c = all->all; c != NULL; c = c->next)
		*table_place(bigger, size, c->site, c->klass->number) = c;
	free(all->table);
	all->table = bigger;
	all->size = size;
	return true;
}

static struct counts *counts_of(struct thread_state *t) {
	if (t->counts == NULL && (t->counts = calloc(1, sizeof(struct counts))) != NULL)
		t->counts->unloaded = klasses_unloaded();
	return t->counts;
}

// look_up returns the count of a class, and creates it if needed.
static struct count *look_up(struct thread_state *t, JNIEnv *env, jclass c, struct site *s) {
	int64_t number = klass_number(env, c);
	struct klass *k = number < 0 ? NULL : klass_at((uint32_t)number);
	struct counts *all = counts_of(t);
	if (k == NULL || all == NULL || !room(all))
		return NULL;
	struct count **place = table_place(all->table, all->size, s, k->number);
	if (*place != NULL) {
		if (k->weak == NULL)
			klass_refer(env, k, c); // most classes created at run time have few objects and never need the reference
		return *place;
	}
	struct pair *p = pair_of(s, k);
	struct count *made = p == NULL ? NULL : calloc(1, sizeof *made);
	if (made == NULL)
		return NULL;
	made->site = s;
	made->pair = p;
	made->klass = k;
	made->moves = MOVING;
	made->turn = all->used; // so that one of 16 objects is tagged even if each count has few
	made->next = all->all;
	all->all = made;
	all->used++;
	return *place = made;
}

struct count *count_of(struct thread_state *t, JNIEnv *env, jclass c, struct site *s) {
	uint32_t moves = gc_moves();
	uintptr_t place = *(const uintptr_t *)(const void *)c;
	atomic_thread_fence(memory_order_acquire);
	if (moves != gc_moves())
		moves = MOVING;
	struct count *found = NULL;
	for (int i = 0; i < SITE_COUNTS; i++) {
		struct count *f = s->last[i];
		if (f == NULL)
			continue;
		if (f->moves == moves && moves != MOVING) {
			if (f->place == place)
				return f;
			continue;
		}
		jweak weak = f->klass->weak; // not deleted before this callback ends
		if (weak != NULL && (*env)->IsSameObject(env, c, weak)) {
			found = f;
			break;
		}
	}
	struct count **nearby = NULL;
	if (found == NULL && moves != MOVING && t->counts != NULL) {
		nearby = &t->counts->nearby[mix(s, place) % NEARBY];
		struct count *f = *nearby;
		if (f != NULL && f->site == s && f->place == place && f->moves == moves)
			return f;
	}
	if (found == NULL) {
		if ((found = look_up(t, env, c, s)) == NULL)
			return NULL;
		s->last[s->turn++ % SITE_COUNTS] = found;
		if (nearby != NULL)
			*nearby = found;
	}
	found->place = place;
	found->moves = moves;
	return found;
}

static void put_changed(struct counts *all, struct count *c) {
	c->next_changed = all->changed;
	while (!atomic_compare_exchange_weak(&all->changed, &c->next_changed, c)) {
	}
}

// count_add counts an object. Both count_add and send_counts may list a count, so only the one that sets changed does. A count listed twice
// would make the list a cycle, and sending would never end.
void count_add(struct thread_state *t, struct count *c, uint64_t bytes) {
	c->objects++;
	c->bytes += bytes;
	if (!c->changed && !atomic_exchange(&c->changed, true))
		put_changed(t->counts, c);
}

// send_counts sends the counts that changed since the last call. A running callback may have seen a count in the list just before it was
// removed, so that count is listed again. A later callback sees that it is not in the list.
static void send_counts(struct stream *out, struct thread_state *t, bool own) {
	struct counts *all = t->counts;
	struct count *next = all == NULL ? NULL : atomic_exchange(&all->changed, NULL);
	for (struct count *c = next; c != NULL; c = next) {
		next = c->next_changed;
		c->changed = false;
		if (!own && t->busy && !atomic_exchange(&c->changed, true))
			put_changed(all, c);
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
	send_counts(&out, t, true);
	stream_flush(&out);
	mutex_unlock(&send_lock);
}

void exact_send(void) {
	mutex_lock(&send_lock);
	struct stream out = {.kind = W_ALLOCATIONS, .head = {sent_at, gcs_ended}, .heads = 2};
	for (struct thread_state *t = thread_states; t != NULL; t = t->next)
		send_counts(&out, t, false);
	sent_at = gcs_ended;
	stream_flush(&out);
	mutex_unlock(&send_lock);
}

void counts_start(void) { sent_at = 0; }

static void forget(struct count *c) {
	for (int i = 0; i < SITE_COUNTS; i++)
		if (c->site->last[i] == c)
			c->site->last[i] = NULL;
	free(c);
}

void counts_sweep(struct thread_state *t) {
	struct counts *all = t->counts;
	uint32_t unloaded = klasses_unloaded();
	if (all == NULL || unloaded - all->unloaded <= all->used / 4 + LEAST_SWEPT)
		return;
	all->unloaded = unloaded;
	exact_send_thread(t); // from here on, none of its counts is in the list
	memset(all->nearby, 0, sizeof all->nearby);
	if (all->size > 0)
		memset(all->table, 0, all->size * sizeof *all->table);
	for (struct count **at = &all->all; *at != NULL;) {
		struct count *c = *at;
		if (c->klass->gone) {
			*at = c->next;
			all->used--;
			forget(c);
		} else {
			*table_place(all->table, all->size, c->site, c->klass->number) = c;
			at = &c->next;
		}
	}
}

void counts_reset(struct thread_state *t) {
	struct counts *all = t->counts;
	if (all == NULL)
		return;
	for (struct count *c = all->all; c != NULL;) {
		struct count *next = c->next;
		free(c);
		c = next;
	}
	free(all->table);
	free(all);
	t->counts = NULL;
}
