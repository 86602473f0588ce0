#include "agent.h"

#include <stdlib.h>

// Kinds of allocations: those of a class whose innermost frames are the same. What became of the first ones shows whether
// further ones need tags. Whole chains are too fine for that: of most there are few allocations.

struct kind {
	uint64_t inner; // hash of its frames
	uint32_t number, klass;
	_Atomic uint32_t skipped;     // not all are tagged
	_Atomic uint32_t before, now; // tagged before the last GC and since
	_Atomic uint32_t at;          // GCs that had ended when the last one was tagged
	uint32_t freed;
	uint32_t settled, last;       // tagged before the GC before the last one, and between them
	uint32_t patience;            // tagged objects before a verdict
	_Atomic bool dies, lives;     // the last verdict: nearly all die, many survive
	_Atomic uint32_t died_at;     // GCs that had ended at it
	_Atomic bool listed;          // it is in the list of those to judge
	bool dropped;                 // its class was unloaded
	struct kind *next;            // of that list, or of the free ones
};

enum {
	PATIENCE = 512,  // tagged objects before the first verdict
	UNJUDGED = 4096, // tagged objects without a GC that would show whether they survive
	MEMORY = 8192,   // tagged objects from which on older ones count half
	SURVIVORS = 512, // fewer than one of so many survive: no more tags
	ONE_OF = 16,
	MANY = 4,        // more than one of so many survive: each is worth its tag
};

// The allowance pays for tags beyond UNJUDGED of kinds of which it is not known whether they survive. Such a tag costs 1 to 3 µs, six times
// what an allocation costs that is only counted; each 32nd of these adds one.
enum {
	ALLOWED = 1 << 20,     // at first
	MOST_ALLOWED = 3 << 19,
	ALLOW_EVERY = 32,
};

#define CHUNK 10
static struct kind *chunks[1 << (22 - CHUNK)];
static uint32_t kind_count;           // with free ones
static uint32_t kinds_used;
static struct kind *free_kinds;
static _Atomic(struct kind *) to_judge; // tagged, or with a death, since they were judged
static struct kind *parting;          // dropped while they were in that list
static _Atomic int32_t allowance = ALLOWED;
static uint32_t *table; // numbers +1
static uint32_t table_size;

static struct kind *kind_at(uint32_t n) { return &chunks[n >> CHUNK][n & ((1 << CHUNK) - 1)]; }

static uint32_t hash(uint64_t inner, uint32_t klass) { return (uint32_t)(((inner ^ klass) * 0x9e3779b97f4a7c15ULL) >> 32); }

static uint32_t *place(uint64_t inner, uint32_t klass) {
	for (uint32_t i = hash(inner, klass);; i++) {
		uint32_t *p = &table[i & (table_size - 1)];
		if (*p == 0 || (kind_at(*p - 1)->inner == inner && kind_at(*p - 1)->klass == klass))
			return p;
	}
}

static bool room(void) {
	uint32_t n = kind_count;
	if (free_kinds == NULL) {
		if (n + 1 >= 1 << 22)
			return false;
		if (chunks[n >> CHUNK] == NULL && (chunks[n >> CHUNK] = calloc(1 << CHUNK, sizeof(struct kind))) == NULL)
			return false;
	}
	if (kinds_used * 2 < table_size)
		return true;
	uint32_t size = table_size == 0 ? 4096 : table_size * 2, *bigger = calloc(size, sizeof *bigger);
	if (bigger == NULL)
		return false;
	free(table);
	table = bigger;
	table_size = size;
	for (uint32_t i = 0; i < n; i++)
		if (!kind_at(i)->dropped)
			*place(kind_at(i)->inner, kind_at(i)->klass) = i + 1;
	return true;
}

struct kind *kind_of(uint64_t inner, uint32_t klass) {
	if (!room())
		return NULL;
	uint32_t *p = place(inner, klass);
	if (*p != 0)
		return kind_at(*p - 1);
	struct kind *k = free_kinds;
	uint32_t n = k == NULL ? kind_count++ : k->number;
	if (k == NULL)
		k = kind_at(n);
	else
		free_kinds = k->next;
	*k = (struct kind){.inner = inner, .number = n, .klass = klass, .patience = PATIENCE};
	*p = n + 1;
	kinds_used++;
	return k;
}

static void set_free(struct kind *k) {
	k->next = free_kinds;
	free_kinds = k;
}

// kind_drop takes a kind out of the table. What comes after it moves up, so that no look-up ends too early.
void kind_drop(struct kind *k) {
	for (struct kind *next; parting != NULL; parting = next) {
		next = parting->next;
		set_free(parting);
	}
	if (k->dropped)
		return;
	uint32_t mask = table_size - 1, gap = (uint32_t)(place(k->inner, k->klass) - table);
	for (uint32_t i = (gap + 1) & mask; table[i] != 0; i = (i + 1) & mask) {
		struct kind *next = kind_at(table[i] - 1);
		uint32_t wanted = hash(next->inner, next->klass) & mask;
		if (((i - wanted) & mask) >= ((i - gap) & mask)) {
			table[gap] = table[i];
			gap = i;
		}
	}
	table[gap] = 0;
	kinds_used--;
	k->dropped = true;
	if (!k->listed)
		set_free(k);
}

// list adds a kind to those to judge.
static void list(struct kind *k) {
	if (k->listed || atomic_exchange(&k->listed, true))
		return;
	k->next = to_judge;
	while (!atomic_compare_exchange_weak(&to_judge, &k->next, k)) {
	}
}

// pays reports whether the allowance pays for one more tag of a kind: half of it at most between two GCs and, once some of those
// before the last one died, none.
static bool pays(struct kind *k) {
	if (k->lives)
		return true;
	if (k->dies || allowance <= (int32_t)k->now || k->freed > k->last / ONE_OF)
		return false;
	atomic_fetch_sub_explicit(&allowance, 1, memory_order_relaxed);
	return true;
}

bool kind_tags(struct kind *k, uint32_t *turn) {
	if (atomic_load_explicit(&k->skipped, memory_order_relaxed)) {
		if ((++*turn & (ONE_OF - 1)) != 0)
			return false;
		if ((*turn & (ALLOW_EVERY - 1)) == 0 && allowance < MOST_ALLOWED)
			atomic_fetch_add_explicit(&allowance, 1, memory_order_relaxed);
	}
	uint32_t gcs = gcs_ended;
	list(k);
	if (k->at != gcs) {
		k->before += atomic_exchange(&k->now, 0);
		k->at = gcs;
	}
	if (atomic_fetch_add_explicit(&k->now, 1, memory_order_relaxed) > UNJUDGED && !k->skipped && !pays(k))
		k->skipped = 1;
	return true;
}

void kind_freed(struct kind *k) {
	k->freed++;
	list(k);
}

void kind_doubt(struct kind *k) {
	if (!k->skipped || !k->dies)
		return;
	k->patience *= k->patience < 1u << 24 ? 4 : 1;
	k->skipped = 0;
}

bool kind_died(struct kind *k, uint32_t since) { return k->dies && k->died_at <= since; }

// judge decides about a kind after a GC. The VM may report deaths until the next GC ends, so that it is about what was tagged before the GC
// before this one.
static void judge(struct kind *k, uint32_t gcs) {
	k->settled += k->last;
	k->last = atomic_exchange(&k->before, 0) + (k->at < gcs ? atomic_exchange(&k->now, 0) : 0);
	uint32_t survived = k->settled > k->freed ? k->settled - k->freed : 0;
	k->lives = k->settled >= 64 && survived > k->settled / MANY;
	if (k->settled >= 64 && survived > k->settled / ONE_OF) {
		k->dies = false;
		if (k->skipped) // of the few that are tagged too many survive
			k->patience *= k->patience < 1u << 24 ? 2 : 1;
	} else if (k->settled >= k->patience && survived <= k->settled / SURVIVORS) {
		if (!k->dies)
			k->died_at = gcs;
		k->dies = true;
	}
	k->skipped = k->dies;
	if (k->settled > MEMORY) { // what became of earlier ones says little
		k->freed -= (k->freed < k->settled ? k->freed : k->settled) / 2;
		k->settled -= k->settled / 2;
	}
}

// kinds_judge judges those of which something changed. A verdict about what was tagged takes two GCs more.
void kinds_judge(void) {
	uint32_t gcs = gcs_ended;
	for (struct kind *k = atomic_exchange(&to_judge, NULL), *next; k != NULL; k = next) {
		next = k->next;
		k->listed = false;
		if (k->dropped) {
			k->next = parting;
			parting = k;
			continue;
		}
		judge(k, gcs);
		if (k->now + k->before + k->last > 0)
			list(k);
	}
}

void kinds_reset(void) {
	for (uint32_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
		free(chunks[i]);
		chunks[i] = NULL;
	}
	free(table);
	table = NULL;
	table_size = 0;
	free_kinds = parting = NULL;
	to_judge = NULL;
	kind_count = kinds_used = 0;
	allowance = ALLOWED;
}
