#include "agent.h"

#include <stdlib.h>

// A kind consists of the allocations of a class with the same innermost frames. The fate of its first objects shows whether further objects
// need tags. Whole chains would be too fine: most have few allocations. Programs create thousands of classes from the same code (hidden
// classes, proxies, scripts), each with its own methods. They form a family, and kinds consist of families. Otherwise each class would
// begin with a tag for each object.

struct kind {
	uint64_t inner; // hash of its innermost frames
	uint32_t number, family;
	uint32_t pairs;               // number of pairs that refer to it
	_Atomic uint32_t skipped;     // not all objects are tagged
	_Atomic uint32_t before, now; // tagged before the last GC, and since
	_Atomic uint32_t at;          // GCs that had ended when the last object was tagged
	uint32_t freed;
	uint32_t settled, last;       // tagged before the GC before the last, and between those two
	uint32_t patience;            // tagged objects needed for a verdict
	_Atomic bool dies, lives;     // last verdict: nearly all die; many survive
	_Atomic uint32_t died_at;     // GCs that had ended at that verdict
	_Atomic bool listed;          // in the list of kinds to judge
	bool dropped;                 // no pair refers to it
	struct kind *next;            // next kind to judge, or next free kind
};

enum {
	PATIENCE = 512,  // tagged objects needed for the first verdict
	UNJUDGED = 4096, // tagged objects that are allowed without a GC to show their fate
	MEMORY = 8192,   // tagged objects from which on older ones count half
	SURVIVORS = 512, // if fewer than one of this many survive, tags stop
	ONE_OF = 16,
	ENOUGH = 128,    // objects of a kind tagged so since the last GC; of further ones, fewer are tagged
	FEW_OF = 128,
	MANY = 4,        // if more than one of this many survive, each is worth a tag
};

// The allowance pays for tags beyond UNJUDGED of kinds without a verdict. Such a tag costs 1 to 3 µs, six times as much as counting an
// allocation. Each 32nd counted allocation adds one tag.
enum {
	ALLOWED = 1 << 20,     // at the start
	MOST_ALLOWED = 3 << 19,
	ALLOW_EVERY = 32,
};

#define CHUNK 10
static struct kind *chunks[1 << (22 - CHUNK)];
static uint32_t kind_count;           // including free kinds
static uint32_t kinds_used;
static struct kind *free_kinds;
static _Atomic(struct kind *) to_judge; // kinds with a new tag or death since their verdict
static struct kind *parting;          // kinds dropped while in that list
static _Atomic int32_t allowance = ALLOWED;
static uint32_t *table; // kind numbers +1
static uint32_t table_size;

static struct kind *kind_at(uint32_t n) { return &chunks[n >> CHUNK][n & ((1 << CHUNK) - 1)]; }

uint32_t kind_family(const char *signature) {
	size_t n = strcspn(signature, "."); // the address of a hidden class follows
	while (n > 0 && (signature[n - 1] == ';' || (signature[n - 1] >= '0' && signature[n - 1] <= '9')))
		n--;
	uint32_t h = 0x811c9dc5; // FNV-1a
	for (size_t i = 0; i < n; i++)
		h = (h ^ (uint8_t)signature[i]) * 0x01000193;
	return h;
}

static uint32_t hash(uint64_t inner, uint32_t family) { return (uint32_t)(((inner ^ family) * 0x9e3779b97f4a7c15ULL) >> 32); }

static uint32_t *place(uint64_t inner, uint32_t family) {
	for (uint32_t i = hash(inner, family);; i++) {
		uint32_t *p = &table[i & (table_size - 1)];
		if (*p == 0 || (kind_at(*p - 1)->inner == inner && kind_at(*p - 1)->family == family))
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
			*place(kind_at(i)->inner, kind_at(i)->family) = i + 1;
	return true;
}

struct kind *kind_of(uint64_t inner, uint32_t family) {
	if (!room())
		return NULL;
	uint32_t *p = place(inner, family);
	if (*p != 0)
		return kind_at(*p - 1);
	struct kind *k = free_kinds;
	uint32_t n = k == NULL ? kind_count++ : k->number;
	if (k == NULL)
		k = kind_at(n);
	else
		free_kinds = k->next;
	*k = (struct kind){.inner = inner, .number = n, .family = family, .patience = PATIENCE};
	*p = n + 1;
	kinds_used++;
	return k;
}

static void set_free(struct kind *k) {
	k->next = free_kinds;
	free_kinds = k;
}

void kind_join(struct kind *k) { k->pairs++; }

// kind_leave removes a kind without pairs from the table and moves later entries up, so that no look-up ends too early.
void kind_leave(struct kind *k) {
	for (struct kind *next; parting != NULL; parting = next) {
		next = parting->next;
		set_free(parting);
	}
	if (--k->pairs > 0)
		return;
	uint32_t mask = table_size - 1, gap = (uint32_t)(place(k->inner, k->family) - table);
	for (uint32_t i = (gap + 1) & mask; table[i] != 0; i = (i + 1) & mask) {
		struct kind *next = kind_at(table[i] - 1);
		uint32_t wanted = hash(next->inner, next->family) & mask;
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

// list adds a kind to the list of kinds to judge.
static void list(struct kind *k) {
	if (k->listed || atomic_exchange(&k->listed, true))
		return;
	k->next = to_judge;
	while (!atomic_compare_exchange_weak(&to_judge, &k->next, k)) {
	}
}

// pays reports whether the allowance pays for one more tag of a kind. A kind gets at most half of it between two GCs, and nothing once some
// objects tagged before the last GC have died.
static bool pays(struct kind *k) {
	if (k->lives)
		return true;
	if (k->dies || allowance <= (int32_t)k->now || k->freed > k->last / ONE_OF)
		return false;
	atomic_fetch_sub_explicit(&allowance, 1, memory_order_relaxed);
	return true;
}

bool kind_tags(struct kind *k, uint32_t *turn) {
	uint32_t gcs = gcs_ended;
	if (atomic_load_explicit(&k->skipped, memory_order_relaxed)) {
		if ((++*turn & (ONE_OF - 1)) != 0)
			return false;
		if ((*turn & (ALLOW_EVERY - 1)) == 0 && allowance < MOST_ALLOWED)
			atomic_fetch_add_explicit(&allowance, 1, memory_order_relaxed);
		if ((*turn & (FEW_OF - 1)) != 0 && k->at == gcs && k->now > ENOUGH)
			return false;
	}
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

// judge decides about a kind after a GC. The VM may report deaths until the next GC ends, so the verdict is about objects tagged before the
// previous GC.
static void judge(struct kind *k, uint32_t gcs) {
	k->settled += k->last;
	k->last = atomic_exchange(&k->before, 0) + (k->at < gcs ? atomic_exchange(&k->now, 0) : 0);
	uint32_t survived = k->settled > k->freed ? k->settled - k->freed : 0;
	k->lives = k->settled >= 64 && survived > k->settled / MANY;
	if (k->settled >= 64 && survived > k->settled / ONE_OF) {
		k->dies = false;
		if (k->skipped) // too many of the few tagged objects survive
			k->patience *= k->patience < 1u << 24 ? 2 : 1;
	} else if (k->settled >= k->patience && survived <= k->settled / SURVIVORS) {
		if (!k->dies)
			k->died_at = gcs;
		k->dies = true;
	}
	k->skipped = k->dies;
	if (k->settled > MEMORY) { // the fate of older objects says little
		k->freed -= (k->freed < k->settled ? k->freed : k->settled) / 2;
		k->settled -= k->settled / 2;
	}
}

// kinds_judge judges kinds with changes. A verdict about tagged objects takes two more GCs.
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
