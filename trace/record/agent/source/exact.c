#include "exact.h"

#include <stdlib.h>

// Mode exact sees every allocation. Each thread counts by call chain and class in tables of its own. Tagging every object would cost too
// much. Where nearly no object survives, at most one of 16 is tagged. This is decided by kind: a kind consists of pairs of chain and class
// with the same family of classes and innermost frames. An object without a tag that a walk reaches belongs to a pair of a kind like this. If
// only one pair of its class is possible, that is its site. Otherwise its site is unknown, and the objects of all possible pairs are tagged
// again. A new pair of a kind like this that allocates much becomes a kind of its own, because its callers may use the objects differently. The
// data of a class is freed once the class is unloaded.

enum {
	MANY_PAIRS = 1 << 20, // above, chains are cut to two frames
	MUCH = 1024,          // objects without a tag that make a pair a kind of its own
};

#define CHUNK 12
static struct pair *chunks[1 << (24 - CHUNK)];
static mutex_t lock = MUTEX_INIT;
static _Atomic uint32_t pair_count; // including free pairs
static struct pair *free_pairs;     // pairs of unloaded classes
static uint32_t pairs_used;
static uint32_t *pair_table; // pair numbers +1, by chain and class
static uint32_t pair_table_size;
static _Atomic int depth;

void exact_start(void) {
	depth = options.depth;
	counts_start();
}

static struct pair *pair_at(uint32_t n) { return &chunks[n >> CHUNK][n & ((1 << CHUNK) - 1)]; }

static uint32_t pair_hash(uint32_t chain, uint32_t klass) {
	return (uint32_t)((((uint64_t)chain << 32 | klass) * 0x9e3779b97f4a7c15ULL) >> 32);
}

static uint32_t *pair_place(uint32_t chain, uint32_t klass) {
	for (uint32_t i = pair_hash(chain, klass);; i++) {
		uint32_t *p = &pair_table[i & (pair_table_size - 1)];
		if (*p == 0)
			return p;
		struct pair *found = pair_at(*p - 1);
		if (found->chain == chain && found->klass == klass)
			return p;
	}
}

// pair_remove removes a pair from the table and moves later entries up, so that no look-up ends too early.
static void pair_remove(uint32_t chain, uint32_t klass) {
	uint32_t *p = pair_place(chain, klass), mask = pair_table_size - 1, gap = (uint32_t)(p - pair_table);
	if (*p == 0)
		return;
	for (uint32_t i = (gap + 1) & mask; pair_table[i] != 0; i = (i + 1) & mask) {
		struct pair *next = pair_at(pair_table[i] - 1);
		uint32_t wanted = pair_hash(next->chain, next->klass) & mask;
		if (((i - wanted) & mask) >= ((i - gap) & mask)) {
			pair_table[gap] = pair_table[i];
			gap = i;
		}
	}
	pair_table[gap] = 0;
}

static bool pair_room(void) {
	uint32_t n = pair_count;
	if (free_pairs == NULL) {
		if (n + 1 >= 1 << 24)
			return false;
		if (chunks[n >> CHUNK] == NULL && (chunks[n >> CHUNK] = calloc(1 << CHUNK, sizeof(struct pair))) == NULL)
			return false;
	}
	if (pairs_used * 2 < pair_table_size)
		return true;
	uint32_t *before = pair_table;
	uint32_t size = pair_table_size == 0 ? 4096 : pair_table_size * 2;
	if ((pair_table = calloc(size, sizeof *pair_table)) == NULL) {
		pair_table = before;
		return false;
	}
	pair_table_size = size;
	for (uint32_t i = 0; i < n; i++) {
		struct pair *p = pair_at(i);
		uint32_t *place = p->kind == NULL ? NULL : pair_place(p->chain, p->klass);
		if (place != NULL && (*place == 0 || p->alone)) // the pair with a kind of its own is newer
			*place = i + 1;
	}
	free(before);
	return true;
}

// new_pair adds a pair. The caller holds the lock and has made room.
static struct pair *new_pair(uint32_t chain, struct klass *k, struct kind *kind) {
	uint32_t n = free_pairs != NULL ? free_pairs->number : pair_count;
	struct pair *p = pair_at(n);
	if (free_pairs != NULL)
		free_pairs = free_pairs->next;
	*p = (struct pair){.number = n, .chain = chain, .klass = k->number, .kind = kind, .born = gcs_ended, .next = k->pairs};
	k->pairs = p; // a walk may read the list at any time
	kind_join(kind);
	*pair_place(chain, k->number) = n + 1;
	pairs_used++;
	if (n == pair_count)
		pair_count = n + 1;
	return p;
}

struct pair *pair_of(const struct site *s, struct klass *k) {
	uint32_t chain = s->chain;
	mutex_lock(&lock);
	struct pair *p = NULL;
	struct kind *kind = kind_of(s->inner, k->family);
	if (kind != NULL && pair_room()) {
		uint32_t place = *pair_place(chain, k->number);
		p = place == 0 ? new_pair(chain, k, kind) : pair_at(place - 1);
	}
	bool many = pairs_used > MANY_PAIRS && depth > 2;
	if (many)
		depth = 2;
	mutex_unlock(&lock);
	if (many)
		report("there are more than %d allocation sites: from here on only two frames of each are kept", MANY_PAIRS);
	return p;
}

void exact_drop(struct klass *k) {
	mutex_lock(&lock);
	for (struct pair *p = k->pairs, *next; p != NULL; p = next) {
		next = p->next;
		pair_remove(p->chain, p->klass);
		kind_leave(p->kind);
		p->kind = NULL;
		p->next = free_pairs;
		free_pairs = p;
		pairs_used--;
	}
	k->pairs = NULL;
	mutex_unlock(&lock);
}

// pair_alone returns a pair of the same chain and class that has a kind of its own. It also counts what was tagged for the first pair.
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

// must_tag decides whether to tag an object now.
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
	if (t->named_at != gcs) { // names rarely change
		uint32_t number = (uint32_t)(thread_number(env, thread) + 1);
		if (number != t->number)
			exact_send_thread(t);
		t->number = number;
		t->named_at = gcs;
	}
	counts_sweep(t);
	struct site *at = paths_site(t, env, thread, depth);
	struct count *found = at == NULL ? NULL : count_of(t, env, c, at);
	if (found == NULL)
		return;
	if (!t->own)
		count_add(t, found, (uint64_t)size);
	if (!must_tag(found, gcs))
		return;
	jlong tag = 0;
	if (found->klass->is_class || t->generation != generation) { // a walk may have tagged it first
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

void exact_freed(uint32_t pair) {
	if (!options.tag_all && pair < pair_count && pair_at(pair)->kind != NULL)
		kind_freed(pair_at(pair)->kind);
}

uint32_t exact_exclude(struct klass *k) {
	uint32_t now = generation;
	if (k->excluded_at == now)
		return k->excluded;
	struct pair *only = NULL;
	int found = 0;
	for (struct pair *p = k->pairs; p != NULL; p = p->next) {
		// A callback that was running during the last walk may have noted the previous generation.
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
	for (struct thread_state *t = thread_states; t != NULL; t = t->next)
		counts_reset(t);
	for (uint32_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
		free(chunks[i]);
		chunks[i] = NULL;
	}
	kinds_reset();
	free(pair_table);
	pair_table = NULL;
	pair_table_size = 0;
	free_pairs = NULL;
	pair_count = pairs_used = 0;
}
